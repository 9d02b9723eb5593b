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

// The fields that the form of ReauthPage adds to those of the request that it repeats.
const (
	proofPrefix   = "confirm_"
	proofPassword = proofPrefix + "password"
	proofCode     = proofPrefix + "code"
	proofPasskey  = proofPrefix + "passkey"
	proofBack     = proofPrefix + "back"
)

// Limits of a form with files, in bytes.
const (
	maxKept     = 1 << 20  // up to which it is read in memory
	maxKeptFile = 64 << 10 // of a text that is kept
)

// RequireReauth returns the middleware that finds out whether reauthentication is due on the routes that the table of routes marks (see
// httpx.Reauth). A form with a valid proof is passed on without it, and the session's time of authentication is updated. It runs after
// the body was limited.
func (s *Service) RequireReauth(refuse func(c *gin.Context, err error)) gin.HandlerFunc {
	return func(c *gin.Context) {
		row := httpx.RouteOf(c)
		if row.Reauth == httpx.ReauthNever {
			return
		}
		ctx := c.Request.Context()
		by := From(ctx)
		due, err := s.reauthDue(ctx, by, httpx.SessionText(c, byKey), httpx.SessionText(c, authenticatedAtKey))
		found := httpx.Reauthentication{Due: due}
		if err == nil && due && row.Kind == httpx.StaffPage {
			found, err = s.checkProof(c, by)
		}
		if err != nil {
			refuse(c, err)
			return
		}
		c.Request = c.Request.WithContext(httpx.WithReauthentication(ctx, found))
	}
}

// checkProof parses the form of a page, and checks the proof if it has one. If the proof is wrong, it answers with the form that asks for
// it, and aborts the request.
func (s *Service) checkProof(c *gin.Context, by Actor) (found httpx.Reauthentication, err error) {
	found.Due = true
	if err := httpx.ParseForm(c); err != nil {
		return found, err
	}
	if err := c.Request.ParseMultipartForm(maxKept); err != nil && !errors.Is(err, http.ErrNotMultipart) {
		return found, &errs.Error{Kind: errs.KindInvalid, Code: "malformed_form", Detail: "The body is not a whole multipart/form-data."}
	}
	form := c.Request.PostForm
	if !form.Has(proofBack) {
		return found, nil
	}
	err = s.Reauthenticate(c.Request.Context(), by, Proof{Password: form.Get(proofPassword), Code: form.Get(proofCode),
		Passkey: form.Get(proofPasskey)}, OriginOf(c.Request))
	if status, text := refusedProof(c, by.Language, err); text != "" {
		return found, s.askForProof(c, status, text)
	}
	if err != nil {
		return found, err
	}
	session := sessions.Default(c)
	session.Set(authenticatedAtKey, s.present())
	if err := session.Save(); err != nil {
		return found, err
	}
	for _, values := range []url.Values{c.Request.PostForm, c.Request.Form} {
		maps.DeleteFunc(values, func(name string, _ []string) bool { return strings.HasPrefix(name, proofPrefix) })
	}
	return httpx.Reauthentication{ProofGiven: true}, nil
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

// ReauthPage answers a request that requires reauthentication, for httpx.Config.
func (s *Service) ReauthPage(c *gin.Context) error { return s.askForProof(c, http.StatusOK, "") }

// askForProof answers with the form that asks for a proof. It has the values of the form that was sent, and the same address. refusal
// says why the last proof was refused; empty: there was none.
func (s *Service) askForProof(c *gin.Context, status int, refusal string) error {
	ctx, form, by := c.Request.Context(), c.Request.PostForm, From(c.Request.Context())
	password, err := s.HasPassword(ctx, by)
	if err != nil {
		return err
	}
	factors, err := s.Factors(ctx, by)
	if err != nil {
		return err
	}
	page := views.Reauth{Action: paths.To(c.Request.URL.RequestURI()), Email: by.Email, Refusal: refusal, Password: password,
		Back: cmp.Or(localPath(form.Get(proofBack)), httpx.CameFrom(c.Request), paths.Today())}
	if factors.Passkeys > 0 {
		if page.Passkey, err = s.ReauthOptions(by); err != nil {
			return err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(form)) {
		if strings.HasPrefix(name, proofPrefix) {
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
	return frame.Page(c, status, views.ReauthPage, page)
}
