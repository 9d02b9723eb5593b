package auth

import (
	"cmp"
	"errors"
	"io"
	"maps"
	"mime/multipart"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/gin-contrib/sessions"
	"github.com/gin-gonic/gin"

	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/paths"
	views "presence/views/accounts/auth"
	"presence/views/ui"
)

// The fields that the form of ConfirmPage adds to those of the act.
const (
	confirmPrefix   = "confirm_"
	confirmPassword = confirmPrefix + "password"
	confirmCode     = confirmPrefix + "code"
	confirmPasskey  = confirmPrefix + "passkey"
	confirmBack     = confirmPrefix + "back"
)

// Limits of a form with files, in bytes.
const (
	maxKept     = 1 << 20  // up to which it is read in memory
	maxKeptFile = 64 << 10 // of a text that is kept
)

// AskAgain returns the middleware that has people with a second factor confirm who they are before the acts that the table of
// routes marks (httpx.AskAgain), unless they gave a password or a second factor within the last ten minutes (A5). A page is
// answered with a form that holds the values of the act's own form and is sent to the same address: when the confirmation is
// right, the act is done with them. A request of the JSON API is refused with 403 confirm_first. It runs after the body was
// limited.
func (s *Service) AskAgain(r *httpx.Router, refuse func(c *gin.Context, err error)) gin.HandlerFunc {
	p := &pages{s, r}
	return func(c *gin.Context) {
		row, _ := r.Rule(c.Request.Method, c.FullPath())
		if row.AskAgain == httpx.AskNever {
			return
		}
		by := From(c.Request.Context())
		ok, err := s.confirmed(c.Request.Context(), by, sessionText(c, byKey), sessionText(c, confirmedKey))
		asks := false
		if err == nil && !ok {
			httpx.InfoOf(c.Request.Context()).Unconfirmed = true
			asks, err = row.AsksAgain(c)
		}
		switch {
		case err != nil:
			refuse(c, err)
		case !asks:
		case !strings.HasPrefix(c.FullPath(), "/staff"):
			refuse(c, httpx.ErrConfirmFirst)
		default:
			if err := p.confirmOrAsk(c, by); err != nil {
				refuse(c, err)
			}
		}
	}
}

// confirmOrAsk checks the confirmation that the form carries. Unless it is right, it answers with the page that asks for one.
func (p *pages) confirmOrAsk(c *gin.Context, by Actor) error {
	if err := httpx.ParseForm(c); err != nil {
		return err
	}
	if err := c.Request.ParseMultipartForm(maxKept); err != nil && !errors.Is(err, http.ErrNotMultipart) {
		return &errs.Error{Kind: errs.KindInvalid, Code: "malformed_form", Detail: "The body is not a whole multipart/form-data."}
	}
	form := c.Request.PostForm
	if !form.Has(confirmBack) {
		return p.confirmPage(c, by, http.StatusOK, "")
	}
	err := p.Confirm(c.Request.Context(), by, Confirmation{Password: form.Get(confirmPassword), Code: form.Get(confirmCode),
		Passkey: form.Get(confirmPasskey)}, OriginOf(c.Request))
	if status, text := refusedProof(c, by.Language, err); text != "" {
		return p.confirmPage(c, by, status, text)
	}
	if err != nil {
		return err
	}
	session := sessions.Default(c)
	session.Set(confirmedKey, p.present())
	if err := session.Save(); err != nil {
		return err
	}
	for _, values := range []url.Values{c.Request.PostForm, c.Request.Form} {
		maps.DeleteFunc(values, func(name string, _ []string) bool { return strings.HasPrefix(name, confirmPrefix) })
	}
	return nil
}

// keptFiles returns the short texts that were chosen as files: they come back as fields with the same names. Other files are chosen again.
func keptFiles(form *multipart.Form) (list []ui.Hidden, err error) {
	if form == nil {
		return nil, nil
	}
	for _, name := range slices.Sorted(maps.Keys(form.File)) {
		for _, header := range form.File[name] {
			if header.Size == 0 || header.Size > maxKeptFile {
				continue
			}
			file, err := header.Open()
			if err != nil {
				return nil, err
			}
			text, err := io.ReadAll(file)
			if err := errors.Join(err, file.Close()); err != nil {
				return nil, err
			}
			if utf8.Valid(text) {
				list = append(list, ui.Hidden{Name: name, Value: string(text)})
			}
		}
	}
	return list, nil
}

func (p *pages) confirmPage(c *gin.Context, by Actor, status int, refusal string) error {
	ctx, form := c.Request.Context(), c.Request.PostForm
	password, err := p.HasPassword(ctx, by)
	if err != nil {
		return err
	}
	factors, err := p.Factors(ctx, by)
	if err != nil {
		return err
	}
	page := views.Confirm{Action: paths.To(c.Request.URL.RequestURI()), Email: by.Email, Refusal: refusal, Password: password,
		Back: cmp.Or(localPath(form.Get(confirmBack)), httpx.CameFrom(c.Request), paths.Today())}
	if factors.Passkeys > 0 {
		if page.Passkey, err = p.ConfirmOptions(by); err != nil {
			return err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(form)) {
		if strings.HasPrefix(name, confirmPrefix) {
			continue
		}
		for _, value := range form[name] {
			page.Keep = append(page.Keep, ui.Hidden{Name: name, Value: value})
		}
	}
	kept, err := keptFiles(c.Request.MultipartForm)
	if err != nil {
		return err
	}
	page.Keep = append(page.Keep, kept...)
	c.Abort()
	return frame.Page(c, status, views.ConfirmPage, page)
}
