package httpx

import (
	"encoding/base64"
	"encoding/json"
	"net/http"

	"github.com/gin-gonic/gin"

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
