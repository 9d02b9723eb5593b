package auth

import (
	"net/http"
	"net/url"
	"strconv"

	"github.com/gin-contrib/sessions"
	"github.com/gin-gonic/gin"

	"presence/app/accounts/passwords"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	views "presence/views/accounts/auth"
)

// afterPassword signs a person in who has given the right password, or leads them to the step for the second factor.
func (p *pages) afterPassword(c *gin.Context, person Person, how, next string) error {
	needs, err := p.NeedsFactor(c.Request.Context(), person)
	if err != nil {
		return err
	}
	if !needs {
		p.trustUnlessTrusted(c, person)
		return p.signInAndRedirect(c, signIn{person: person, how: how, passwordOnly: true}, next)
	}
	language := ""
	if lang, chosen := ChosenLanguage(c); chosen {
		language = string(lang)
	}
	cookie, err := p.awaitFactor(c.Request.Context(), NewSession{Person: person, How: how, Old: requestSessionOf(c).id}, language)
	if err != nil {
		return err
	}
	http.SetCookie(c.Writer, cookie)
	return httpx.SeeOther(c, paths.SecondFactor(next))
}

// trustUnlessTrusted marks a browser in which a person has signed in. If a second factor is required, a right password alone is
// not enough: each new mark has its own limit of attempts, so that an attacker with the password could get more guesses of the
// code.
func (p *pages) trustUnlessTrusted(c *gin.Context, person Person) {
	if _, trusted := p.limits.trustedDevice(person, OriginOf(c.Request).Browser); !trusted {
		p.TrustDevice(c.Writer, person)
	}
}

// awaited returns the person whose second factor is awaited in this browser.
func (p *pages) awaited(c *gin.Context) (Person, error) {
	return p.awaitedPerson(c.Request.Context(), httpx.SessionText(c, awaitedKey), requestSessionOf(c).createdAt)
}

// factorForm shows the step after the password.
func (p *pages) factorForm(c *gin.Context) error {
	return p.factorPage(c, http.StatusOK, views.Factor{Next: localPath(c.Query("next"))})
}

func (p *pages) factorPage(c *gin.Context, status int, form views.Factor) error {
	person, err := p.awaited(c)
	if errs.HasCode(err, "not_awaited") {
		return httpx.SeeOther(c, paths.LoginThen(form.Next))
	}
	if err != nil {
		return err
	}
	factors, err := p.Factors(c.Request.Context(), person.actor(""))
	if err != nil {
		return err
	}
	if factors.Passkeys > 0 {
		if form.Passkey, err = p.SignInOptions(); err != nil {
			return err
		}
	}
	if person.Role == Admin {
		form.Recover = "presence user recover --email " + person.Email
	}
	f, err := frame.Load(c)
	if err != nil {
		return err
	}
	if _, chosen := ChosenLanguage(c); !chosen {
		f.Lang = person.Language
	}
	f.Path = "/auth/v1/factor" // the address of the POST, too
	if form.Next != "" {
		f.Path += "?next=" + url.QueryEscape(form.Next)
	}
	return httpx.Render(c, status, views.FactorPage(f, form))
}

// submitFactor checks the code, and signs the person in.
func (p *pages) submitFactor(c *gin.Context) error {
	form := views.Factor{Next: localPath(c.PostForm("next"))}
	person, err := p.awaited(c)
	if errs.HasCode(err, "not_awaited") {
		return httpx.SeeOther(c, paths.LoginThen(form.Next))
	}
	if err != nil {
		return err
	}
	lang := person.Language
	if chosen, is := ChosenLanguage(c); is {
		lang = chosen
	}
	by := person.actor("cookie")
	by.IP, by.RequestID = From(c.Request.Context()).IP, From(c.Request.Context()).RequestID
	err = p.CheckCode(c.Request.Context(), by, person, c.PostForm("code"), OriginOf(c.Request))
	if status, text := refusedProof(c, lang, err); text != "" {
		form.Refusal = text
		return p.factorPage(c, status, form)
	}
	if err != nil {
		return err
	}
	p.trustUnlessTrusted(c, person)
	err = p.signInAndRedirect(c, signIn{person: person, how: httpx.SessionText(c, awaitedByKey)}, form.Next)
	if errs.HasCode(err, "wrong_credentials") { // everything was ended since: the next step begins again
		return httpx.SeeOther(c, paths.LoginThen(form.Next))
	}
	return err
}

// refusedProof returns the status and the text of a page for a password, code or passkey that is refused; "" for other errors.
func refusedProof(c *gin.Context, lang i18n.Lang, err error) (status int, text string) {
	e, ok := errs.Of(err)
	if !ok {
		return 0, ""
	}
	if e.Kind == errs.KindRateLimited {
		c.Header("Retry-After", strconv.Itoa(e.RetryAfter))
		return http.StatusTooManyRequests, TooManyTries(lang, e.RetryAfter)
	}
	if e.Code == passwords.ErrBusy.Code {
		c.Header("Retry-After", strconv.Itoa(e.RetryAfter))
		return http.StatusServiceUnavailable, lang.T(i18n.Fault(e.Code, e.Detail))
	}
	known, is := map[string]i18n.Text{"wrong_code": i18n.WrongCode, "passkey_refused": i18n.PasskeyWrong,
		"wrong_credentials": i18n.ReauthWrong, "confirmation_missing": i18n.ReauthMissing}[e.Code]
	if e.Kind != errs.KindUnauthenticated || !is {
		return 0, ""
	}
	return http.StatusUnprocessableEntity, lang.T(known)
}

// signInWithPasskey signs the owner of a passkey in: it counts as both factors.
func (p *pages) signInWithPasskey(c *gin.Context) error {
	next := localPath(c.PostForm("next"))
	if c.PostForm("passkey") == "" { // nothing was tried
		return p.signInPage(c, http.StatusUnprocessableEntity, views.SignIn{Next: next, Refusal: Lang(c).T(i18n.PasskeyWrong)})
	}
	person, err := p.CheckPasskey(c.Request.Context(), c.PostForm("passkey"), OriginOf(c.Request))
	if status, text := refusedProof(c, Lang(c), err); text != "" {
		return p.signInPage(c, status, views.SignIn{Next: next, Refusal: text})
	}
	if err != nil {
		return err
	}
	p.trustUnlessTrusted(c, person)
	return p.signInAndRedirect(c, signIn{person: person, how: "passkey"}, next)
}

// Enrolled lets the browser of a person who had to set up a second factor go on.
func Enrolled(c *gin.Context) error {
	session := sessions.Default(c)
	session.Delete(enrolKey)
	return session.Save()
}
