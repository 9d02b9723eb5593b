package auth

import (
	"cmp"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/gin-contrib/sessions"
	"github.com/gin-gonic/gin"

	"presence/app/accounts/passwords"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	views "presence/views/accounts/auth"
	"presence/views/layout"
)

// pages handles the requests of this package's pages.
type pages struct {
	*Service
	router *httpx.Router
}

// redirectTarget returns the address to continue with after signing in: the requested local path, else the start page.
func redirectTarget(next string) string {
	if local := localPath(next); local != "" {
		return paths.To(local)
	}
	return paths.Today()
}

// login shows a browser the sign-in page, and tells a program the address for signing in (A1).
func (p *pages) login(c *gin.Context) error {
	c.Writer.Header().Add("Vary", "Accept")
	if httpx.PrefersJSON(c.Request) {
		return p.startForProgram(c)
	}
	return p.signInForm(c)
}

// signInForm shows the empty form.
func (p *pages) signInForm(c *gin.Context) error {
	form := views.SignIn{Next: localPath(c.Query("next"))}
	if strings.HasPrefix(paths.To(form.Next), paths.CompanyArchive("")) { // it is gone once it is imported
		form.Next, form.Imported = "", true
	}
	if a := From(c.Request.Context()); a.Via == "cookie" {
		form.Known, form.GoOn = cmp.Or(a.Name, a.Email), redirectTarget(form.Next)
	}
	return p.signInPage(c, http.StatusOK, form)
}

// startForProgram answers a program; its errors are problem+json.
func (p *pages) startForProgram(c *gin.Context) error {
	if err := (&api{p.Service, p.router}).startSignIn(c); err != nil {
		httpx.Abort(c, err, http.StatusNotFound)
	}
	return nil
}

func (p *pages) signInPage(c *gin.Context, status int, form views.SignIn) error {
	form.Company = p.Service.company
	people, err := p.demoAccounts(c.Request.Context())
	if err != nil {
		return err
	}
	for _, d := range people {
		form.Demo = append(form.Demo, views.DemoPerson{
			Email: d.Email, Name: cmp.Or(d.Person.Name, d.Email), Part: i18n.RoleNames[d.Part], Work: i18n.RoleWork[d.Part],
		})
	}
	p.providerOnPage(c.Request.Context(), &form)
	if form.Passkey, err = p.SignInOptions(); err != nil {
		return err
	}
	f, err := frame.Load(c)
	if err != nil {
		return err
	}
	f.Path = "/auth/v1/login" // the page's language and theme switches return there: the address of the POST has no page
	if form.Next != "" {
		f.Path += "?next=" + url.QueryEscape(form.Next)
	}
	return httpx.Render(c, status, views.SignInPage(f, form))
}

// signIn handles the form. If it fails, the form is shown again with the e-mail address, and always with the same text (A5).
func (p *pages) signIn(c *gin.Context) error {
	ctx := c.Request.Context()
	form := views.SignIn{Next: localPath(c.PostForm("next")), Email: c.PostForm("email")}
	lang := Lang(c)
	if form.Email == "" || c.PostForm("password") == "" {
		form.Refusal = lang.T(i18n.NotPassword)
		return p.signInPage(c, http.StatusUnprocessableEntity, form)
	}
	person, err := p.CheckPassword(ctx, form.Email, c.PostForm("password"), OriginOf(c.Request))
	if e, ok := errs.Of(err); ok && e.Kind == errs.KindRateLimited {
		c.Header("Retry-After", strconv.Itoa(e.RetryAfter))
		form.Refusal = TooManyTries(lang, e.RetryAfter)
		return p.signInPage(c, http.StatusTooManyRequests, form)
	}
	if e, ok := errs.Of(err); ok && e.Code == passwords.ErrBusy.Code {
		c.Header("Retry-After", strconv.Itoa(e.RetryAfter))
		form.Refusal = lang.T(i18n.Fault(e.Code, e.Detail))
		return p.signInPage(c, http.StatusServiceUnavailable, form)
	}
	if errs.KindOf(err) == errs.KindUnauthenticated {
		form.Refusal = lang.T(i18n.WrongPassword)
		return p.signInPage(c, http.StatusUnprocessableEntity, form)
	}
	if err != nil {
		return err
	}
	err = p.afterPassword(c, person, "password", form.Next)
	if errs.HasCode(err, "wrong_credentials") { // the password or the second factors have changed since
		form.Refusal = lang.T(i18n.WrongPassword)
		return p.signInPage(c, http.StatusUnprocessableEntity, form)
	}
	return err
}

// TooManyTries says how long to wait after too many wrong passwords.
func TooManyTries(lang i18n.Lang, seconds int) string {
	wait := lang.N(seconds, i18n.SecondsCounted)
	if seconds >= 90 {
		wait = lang.N((seconds+59)/60, i18n.MinutesCounted)
	}
	return lang.F(i18n.TooManyTries, wait)
}

// signInAndRedirect starts a session and redirects to next.
func (p *pages) signInAndRedirect(c *gin.Context, to signIn, next string) error {
	if err := p.startBrowserSession(c, to); err != nil {
		return err
	}
	return httpx.SeeOther(c, redirectTarget(next))
}

// startBrowserSession starts a new session, which replaces the browser's present one.
func (p *pages) startBrowserSession(c *gin.Context, to signIn) error {
	if err := p.adoptLanguage(c, to.person, to.how); err != nil {
		return err
	}
	return to.save(c)
}

// SignIn starts a new session of person, which replaces the browser's present one. how is that of NewSession.
func SignIn(c *gin.Context, person Person, how string) error {
	return signIn{person: person, how: how}.save(c)
}

// save starts the session. If it fails, the browser's present session stays.
func (to signIn) save(c *gin.Context) error {
	session := sessions.Default(c)
	session.Set(signInKey{}, to)
	err := session.Save()
	if err != nil {
		session.Delete(signInKey{}) // the page that answers may save the session
	}
	return err
}

// adoptLanguage saves the language chosen on the sign-in page as the person's language, so that signing in does not change the
// language of the pages. What the browser prefers is no choice, except in the demo when the person signs in for the first time:
// the language of the sessions that follow changes only by choice.
func (p *pages) adoptLanguage(c *gin.Context, person Person, how string) error {
	lang, chosen := ChosenLanguage(c)
	if !chosen {
		if how != "demo" {
			return nil
		}
		if before, err := p.hasSignedIn(c.Request.Context(), person.ID); err != nil || before {
			return err
		}
		lang = From(c.Request.Context()).Language
	}
	by := person.actor("cookie")
	by.IP, by.RequestID = From(c.Request.Context()).IP, From(c.Request.Context()).RequestID
	return p.SetLanguage(c.Request.Context(), by, lang)
}

// signInDemo signs in as one of the demo's people; the route exists only in the demo.
func (p *pages) signInDemo(c *gin.Context) error {
	person, err := p.demoAccount(c.Request.Context(), c.PostForm("email"))
	if err != nil {
		return err
	}
	return p.signInAndRedirect(c, signIn{person: person, how: "demo"}, c.PostForm("next"))
}

func (p *pages) bootstrap(c *gin.Context) error {
	if err := p.CheckBootstrapLink(c.Request.Context(), c.Param("token")); err != nil {
		return p.bootstrapRefused(c, err)
	}
	return frame.Page(c, http.StatusOK, views.FirstPage, views.First{Action: paths.Bootstrap(c.Param("token"))})
}

// bootstrapRefused shows a page for a link that is not valid; it returns any other error.
func (p *pages) bootstrapRefused(c *gin.Context, err error) error {
	if !errs.HasCode(err, "first_link_void") {
		return err
	}
	return voidLink(c, i18n.FirstVoidText)
}

// voidLink shows a page for a one-time link that is not valid; text says why that may be, and what to do.
func voidLink(c *gin.Context, text i18n.Text) error {
	f := frame.ErrorPage(c)
	f.Path = "/auth/v1/login"
	return httpx.Render(c, http.StatusNotFound, layout.ErrorPage(f,
		layout.Problem{Status: http.StatusNotFound, Title: f.Lang.T(i18n.FirstVoid), Text: f.Lang.T(text),
			RequestID: httpx.InfoOf(c.Request.Context()).ID}))
}

// bootstrapFields are the inputs of the first administrator's form, in its order.
var bootstrapFields = []struct {
	name  string
	label i18n.Text
}{{"name", i18n.FullName}, {"email", i18n.Email}, {"password", i18n.Password}}

// submitBootstrap creates the first administrator and signs them in (A5).
func (p *pages) submitBootstrap(c *gin.Context) error {
	ctx, token, lang := c.Request.Context(), c.Param("token"), Lang(c)
	n := NewPerson{Name: c.PostForm("name"), Email: c.PostForm("email"), Password: c.PostForm("password"), Language: lang}
	by := From(ctx)
	by.Via = "first_link"
	person, err := p.AddFirstAdmin(ctx, by, token, n)
	if e, ok := errs.Of(err); ok && e.Kind == errs.KindInvalid {
		form := views.First{Action: paths.Bootstrap(token), Name: n.Name, Email: n.Email}
		for _, field := range bootstrapFields {
			for _, fault := range e.Fields {
				if fault.Field == field.name {
					form.Faults.Add(lang, field.name, lang.T(field.label), fault.Code, fault.Detail)
				}
			}
		}
		return frame.Page(c, http.StatusUnprocessableEntity, views.FirstPage, form)
	}
	if err != nil {
		return p.bootstrapRefused(c, err)
	}
	return p.signInAndRedirect(c, signIn{person: person, how: "first_link"}, paths.FirstSteps())
}
