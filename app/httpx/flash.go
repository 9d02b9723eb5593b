package httpx

import (
	"encoding/base64"
	"encoding/json"
	"net/http"

	"github.com/gin-gonic/gin"

	"presence/app/i18n"
	"presence/views/ui"
)

// flashCookie carries what a form did to the page that its answer redirects to. It holds only words to show.
const flashCookie = "flash"

// Flash keeps a toast for the next page that this browser opens.
func Flash(c *gin.Context, toasts ...ui.Toast) {
	b, err := json.Marshal(toasts)
	if err != nil || len(b) > 3000 { // beyond what browsers keep in a cookie
		return
	}
	setFlash(c, base64.RawURLEncoding.EncodeToString(b), 60)
}

// TakeFlash is what Flash kept, once.
func TakeFlash(c *gin.Context) (toasts []ui.Toast) {
	value, err := c.Cookie(flashCookie)
	if err != nil || value == "" {
		return nil
	}
	setFlash(c, "", -1)
	b, err := base64.RawURLEncoding.DecodeString(value)
	if err != nil || json.Unmarshal(b, &toasts) != nil {
		return nil
	}
	return toasts
}

func setFlash(c *gin.Context, value string, maxAge int) {
	http.SetCookie(c.Writer, &http.Cookie{Name: flashCookie, Value: value, Path: "/", MaxAge: maxAge, HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: InfoOf(c.Request.Context()).Secure})
}

// Reload makes the script load the page anew with the reason of a refusal; without the script, and when the program is at
// fault, the refusal is a page of its own.
func Reload(c *gin.Context, lang i18n.Lang, err error) error {
	problem := ProblemOf(c.Request.Context(), err, http.StatusNotFound)
	if !IsHTMX(c) || problem.Status >= http.StatusInternalServerError {
		return err
	}
	Flash(c, ui.Toast{Tone: ui.Bad, Text: lang.T(i18n.Fault(problem.Code, problem.Detail))})
	c.Header("HX-Refresh", "true")
	c.Status(problem.Status)
	c.Writer.WriteHeaderNow()
	return nil
}
