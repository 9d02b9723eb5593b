package settings

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"presence/app/accounts/auth"
)

// keep stores a passkey of a person, which no device answers for.
func (w *world) keep(p auth.Person, id int, name string) {
	w.t.Helper()
	w.exec(`INSERT INTO passkeys (id, credential_id, person_id, name, credential, created_at) VALUES ($1, $2, $3, $4, '{}', $5)`,
		id, name, p.ID, name, w.now.UnixMilli())
}

func TestSecurityPage_ListsPasskeys(t *testing.T) {
	w := newWorld(t)
	jeanne, paul := w.add("Jeanne", auth.Employee), w.add("Paul", auth.Employee)
	w.keep(jeanne, 1, "Phone")
	w.keep(jeanne, 2, "Laptop")
	w.keep(paul, 3, "Tablet")
	w.now = w.now.Add(2 * time.Hour)
	w.exec(`UPDATE passkeys SET used_at = $1 WHERE id = 2`, w.now.Add(-time.Hour).UnixMilli())
	at := "/staff/settings/security"
	b := w.signIn(jeanne, "", "")
	names := func(page *goquery.Selection) string {
		list := page.Find("table input[name=name]").Map(func(_ int, s *goquery.Selection) string { return s.AttrOr("value", "") })
		return strings.Join(list, ", ")
	}
	t.Run("with their names and when each was used", func(t *testing.T) {
		page := b.on(t).get(at)
		if got := names(page); got != "Phone, Laptop" {
			t.Errorf("the page lists %s", got)
		}
		if got := texts(page, `[data-label="Last used"]`); got != "Never used, 1 hour ago" {
			t.Errorf("they were used %s", got)
		}
	})
	t.Run("one is renamed", func(t *testing.T) {
		to, page := b.on(t).post(at+"/passkeys/1", url.Values{"name": {"Old phone"}})
		if got := names(page); to != at || got != "Old phone, Laptop" {
			t.Errorf("%s lists %s", to, got)
		}
	})
	t.Run("a name that is missing is said beside its own field, and what was typed stays", func(t *testing.T) {
		page := b.on(t).refused(at+"/passkeys/2", url.Values{"name": {" "}})
		finds(t, page, "#f-name-2[aria-invalid]", 1)
		finds(t, page, "[aria-invalid]", 1)
		if got := names(page); got != "Old phone,  " {
			t.Errorf("the fields have %q", got)
		}
	})
	t.Run("that of another person is not there, nor one with a strange number", func(t *testing.T) {
		for _, id := range []string{"3", "99", "x"} {
			b.On(t).Form(at+"/passkeys/"+id, url.Values{"name": {"Mine"}}).Want(http.StatusNotFound)
			b.On(t).Form(at+"/passkeys/"+id+"/remove", nil).Want(http.StatusNotFound)
		}
	})
	t.Run("one is removed, and the last way in stays", func(t *testing.T) {
		_, page := b.on(t).post(at+"/passkeys/1/remove", nil)
		if got := names(page); got != "Laptop" {
			t.Errorf("the page lists %s", got)
		}
		refused := b.On(t).Form(at+"/passkeys/2/remove", nil).Want(http.StatusConflict).Doc()
		has(t, refused, ".banner-title", "This passkey is your only way to sign in. Add another one first.")
	})
}
