package httpx

import (
	"encoding/json"
	"net/http"

	"github.com/gin-contrib/sessions"
	"github.com/gin-gonic/gin"

	"presence/app/platform/i18n"
	"presence/views/ui"
)

// flashKey is where the browser's session keeps what a form did, for the page that its answer redirects to.
const flashKey = "flash"

const maxFlash = 3000 // bytes; the session has room for eight of them

// flash is what one request has to say on the next page.
type flash struct {
	By     string     `json:"by"` // id of the request, which tells two forms that say the same apart
	Toasts []ui.Toast `json:"toasts"`
}

// Flash keeps toasts for the next page that this browser opens. Requests with a bearer token have no session, and nothing is
// kept. When storing fails, the form has been processed already: the error is logged with the request, and the toast is lost.
func Flash(c *gin.Context, toasts ...ui.Toast) {
	session, ok := Session(c)
	info := InfoOf(c.Request.Context())
	text, err := json.Marshal(flash{info.ID, toasts})
	if err != nil || !ok || len(text) > maxFlash {
		return
	}
	session.AddFlash(string(text), flashKey)
	if err := session.Save(); err != nil {
		info.Cause = err
	}
}

// PopFlash returns what Flash kept and removes it: of two pages that open at the same moment, one shows it. The request for a
// fragment leaves it for the next page.
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
	if session.Save() != nil { // another page shows them, or they wait until storage takes writes again
		return nil
	}
	return toasts
}

// Session is the browser session of the request, and ok is false where the middleware did not run: sessions.Default panics there.
func Session(c *gin.Context) (session sessions.Session, ok bool) {
	v, _ := c.Get(sessions.DefaultKey)
	session, ok = v.(sessions.Session)
	return session, ok
}

// Reload makes the script load the page anew with the reason of a refusal; without the script, and when the program is at
// fault, the refusal is a page of its own.
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
