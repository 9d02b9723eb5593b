package screens_test

import (
	"net/http"
	"strings"
	"testing"

	"presence/app/apptest"
)

// TestFlash_EveryPageShowsIt lets a form say something before each screen is opened: whatever page comes next says it, once.
func TestFlash_EveryPageShowsIt(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	for _, s := range screens {
		path := a.World.Fill(s.path)
		if s.as == apptest.Anonymous || strings.Contains(path, "{") { // nobody to speak to, or a page of a world with sends
			continue
		}
		t.Run(s.name, func(t *testing.T) {
			c := a.Browser(s.as).On(t)
			c.Form("/staff/settings/sessions/others", "").Want(http.StatusSeeOther)
			page := c.Get(path)
			if page.Status == http.StatusSeeOther {
				path = page.Header.Get("Location")
				page = c.Get(path)
			}
			if n := strings.Count(string(page.Body), "data-toast>"); n != 1 {
				t.Errorf("%d messages on the page after the form, want 1", n)
			}
			if n := strings.Count(string(c.Get(path).Body), "data-toast>"); n != 0 {
				t.Errorf("%d messages once it was shown, want 0", n)
			}
		})
	}
}
