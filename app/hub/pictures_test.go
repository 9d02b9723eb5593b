package hub_test

import (
	"net/http"
	"regexp"
	"testing"

	"presence/app/apptest"
	"presence/app/apptest/htmltest"
	"presence/app/platform/i18n"
)

// TestPictures shows the cover picture to guests.
func TestPictures(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		guest, staff := a.As(apptest.Anonymous), a.As("events")
		described := map[i18n.Lang]string{i18n.FR: apptest.Cover().FR, i18n.EN: apptest.Cover().EN}
		address := regexp.MustCompile(`^(?:https?://[^/]+)?(/pictures/[0-9a-f]{32}/(?:small|large))$`)
		for l, text := range described {
			t.Run("on their page, in "+string(l), func(t *testing.T) {
				page := htmltest.Parse(t, string(guest.On(t).Get("/rsvp/{event}?lang="+string(l)).Want(http.StatusOK).Body))
				shown := htmltest.One(t, page, "body > header > .cover img")
				for name, want := range map[string]string{"alt": text, "width": "1200", "height": "600", "loading": ""} {
					if got := shown.AttrOr(name, ""); got != want {
						t.Errorf("%s is %q, want %q", name, got, want)
					}
				}
				at := address.FindStringSubmatch(shown.AttrOr("src", ""))
				if at == nil {
					t.Fatal(shown.AttrOr("src", ""))
				}
				guest.On(t).Get(at[1]).Want(http.StatusOK).HasHeader("Content-Type", "image/jpeg").HasHeader("Set-Cookie", "").
					HasHeader("Cache-Control", "public, max-age=31536000, immutable")
			})
			t.Run("in their invitation, in "+string(l), func(t *testing.T) {
				mail := staff.On(t).Get("/events/{event}/invite-preview?lang=" + string(l)).Want(http.StatusOK)
				shown := htmltest.One(t, htmltest.Parse(t, string(mail.Body)), "img[alt]:not([alt=''])")
				for name, want := range map[string]string{"alt": text, "width": "600", "height": "300"} {
					if got := shown.AttrOr(name, ""); got != want {
						t.Errorf("%s is %q, want %q", name, got, want)
					}
				}
				at := address.FindStringSubmatch(shown.AttrOr("src", ""))
				if at == nil || at[0] == at[1] {
					t.Fatalf("%q is no address for a mail program", shown.AttrOr("src", ""))
				}
				guest.On(t).Get(at[1]).Want(http.StatusOK)
			})
		}
		t.Run("not of an event without one", func(t *testing.T) {
			guest.On(t).Get(party).Want(http.StatusOK).HasNot(`class="cover"`, "<img")
		})
		t.Run("no more once the event is deleted", func(t *testing.T) {
			page := htmltest.Parse(t, string(guest.On(t).Get("/rsvp/{event}").Want(http.StatusOK).Body))
			at := htmltest.One(t, page, ".cover img").AttrOr("src", "")
			staff.On(t).Do(http.MethodDelete, "/events/{event}", nil).Want(http.StatusNoContent)
			guest.On(t).Get(at).Want(http.StatusNotFound)
		})
	})
}
