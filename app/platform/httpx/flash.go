package httpx

import (
	"encoding/json"
	"net/http"

	"github.com/gin-contrib/sessions"
	"github.com/gin-gonic/gin"

	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/views/ui"
)

// flashKey is the session key of the messages of a form, for the page to which the response redirects.
const flashKey = "flash"

const maxFlash = 3000 // bytes; a session can store eight of them

// flash are the messages of one request for the next page.
type flash struct {
	By     string     `json:"by"` // id of the request, so that equal messages of two forms are different values
	Toasts []ui.Toast `json:"toasts"`
}

// FlashConflict shows a conflict as a message on the page at an address. It returns other errors.
func FlashConflict(c *gin.Context, l i18n.Lang, address string, err error) error {
	e, ok := errs.Of(err)
	if !ok || e.Kind != errs.KindConflict {
		return err
	}
	Flash(c, ui.Toast{Tone: ui.Bad, Text: l.T(i18n.Fault(e.Code, e.Detail))})
	return SeeOther(c, address)
}

// Flash stores messages for the next page that this browser opens. Requests with a bearer token have no session; for them it
// does nothing. If storing fails, the form has been processed already: the error is logged with the request, and the message is
// lost.
func Flash(c *gin.Context, toasts ...ui.Toast) {
	session, ok := Session(c)
	ctx := c.Request.Context()
	text, err := json.Marshal(flash{InfoOf(ctx).ID, toasts})
	if err != nil || !ok || len(text) > maxFlash {
		return
	}
	session.AddFlash(string(text), flashKey)
	if err := session.Save(); err != nil {
		LogFailure(ctx, err)
	}
}

// PopFlash returns the messages of Flash and removes them: of two pages that are opened at the same time, only one shows them.
// Requests for fragments do not remove them.
func PopFlash(c *gin.Context) (toasts []ui.Toast) {
	session, ok := Session(c)
	if !ok || IsHTMX(c) || session.Get(flashKey) == nil {
		return nil
	}
	for _, text := range session.Flashes(flashKey) {
		var f flash
		if text, ok := text.(string); ok && json.Unmarshal([]byte(text), &f) == nil {
			toasts = append(toasts, f.Toasts...)
		}
	}
	if session.Save() != nil { // another page shows them, or the database cannot be written and they stay
		return nil
	}
	return toasts
}

// Session returns the browser session of the request; ok is false if the middleware did not run (sessions.Default would panic).
func Session(c *gin.Context) (session sessions.Session, ok bool) {
	v, _ := c.Get(sessions.DefaultKey)
	session, ok = v.(sessions.Session)
	return session, ok
}

// SessionText returns the text that the request's session keeps under a key; "" for none.
func SessionText(c *gin.Context, key string) string {
	session, ok := Session(c)
	if !ok {
		return ""
	}
	text, _ := session.Get(key).(string)
	return text
}

// KeepInSession keeps a text under a key in the request's session, if it has one.
func KeepInSession(c *gin.Context, key, text string) error {
	session, ok := Session(c)
	if !ok || SessionText(c, key) == text {
		return nil
	}
	session.Set(key, text)
	return session.Save()
}

// Reload makes the page's script reload the page with the error as a message. Without the script, and for internal errors, the
// error is answered as a page.
func Reload(c *gin.Context, lang i18n.Lang, err error) error {
	problem := ProblemOf(c.Request.Context(), err, http.StatusNotFound)
	if !IsHTMX(c) || problem.Status >= http.StatusInternalServerError {
		return err
	}
	Flash(c, ui.Toast{Tone: ui.Bad, Text: lang.T(i18n.FaultShown(problem.Code, problem.Detail))})
	c.Header("HX-Refresh", "true")
	c.Status(problem.Status)
	c.Writer.WriteHeaderNow()
	return nil
}
