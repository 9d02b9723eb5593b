package rsvp

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"presence/app/apptest/htmltest"
	"presence/app/platform/i18n"
)

// Élise has a link, and so has a customer.
func TestGuests_answered(t *testing.T) {
	eachFixture(t, func(t *testing.T, d *fixture) {
		d.asks("asked", 6)
		d.link("tok", "Élise Côté", "elise@example.com", "")
		d.link("other", "Luc Roy", "luc@example.com", "C-1")
		const elise, luc = "/rsvp/gala?lang=en&t=tok", "/rsvp/gala?lang=en&t=other"
		say := func(t *testing.T, d *fixture, form url.Values) {
			t.Helper()
			form.Set("language", "en")
			if a := d.post("/rsvp/gala/submit", form); a.Status != http.StatusOK {
				t.Fatalf("%d %s", a.Status, a.Body)
			}
		}
		coming := url.Values{"t": {"tok"}, "name": {"Élise Côté"}, "email": {"private@example.com"}, "phone": {"418 555-0199"}, "people": {"3"},
			"attending": {"yes"}, "allergies": {"nuts"}, "companions[0]": {"Luc"}, "companions[1]": {"Ève"}, "answers.11.0": {"1"},
			"answers.11.1": {"1"}, "answers.11.2": {"2"}, "answers.12.0": {"1"}, "shown": {"3"}}
		t.Run("before it there is none", func(t *testing.T) {
			page := d.on(t).page(elise)
			if page.Find("details.fold, .answered, [name=attending][value=no]").Length() != 1 || typed(page, "name") != "Élise Côté" {
				t.Error(htmltest.Text(page.Find("#answer")))
			}
		})
		t.Run("what was answered is shown, and can be changed and cancelled", func(t *testing.T) {
			d := d.on(t)
			say(t, d, coming)
			page := d.page(elise)
			got := htmltest.Text(page.Find("#answer"))
			for _, want := range []string{"You replied yes for 3 people", "nuts", "Luc", "Ève", "Cancel: I can’t make it", "Change my RSVP"} {
				if !strings.Contains(got, want) {
					t.Errorf("%q is missing in %s", want, got)
				}
			}
			if page.Find("details.fold:not([open]) #n3[checked]").Length() != 1 || typed(page, "companions[1]") != "Ève" {
				t.Error("the form doesn't have what was answered")
			}
		})
		t.Run("but not the email and the phone that were given", func(t *testing.T) {
			page := d.on(t).send(http.MethodGet, elise, "")
			if strings.Contains(page.Body, "private@example.com") || strings.Contains(page.Body, "0199") {
				t.Error(page.Body)
			}
		})
		for name, path := range map[string]string{"the owner of another link": luc, "a page without a link": "/rsvp/gala?lang=en",
			"an unknown link": "/rsvp/gala?lang=en&t=guessed"} {
			t.Run("and not to "+name, func(t *testing.T) {
				if got := htmltest.Text(d.on(t).page(path).Find("main")); strings.Contains(got, "You replied") || strings.Contains(got, "Ève") {
					t.Error(got)
				}
			})
		}
		t.Run("an answer without the link is not shown to the customer of the link", func(t *testing.T) {
			d := d.on(t)
			say(t, d, url.Values{"name": {"Luc Roy"}, "email": {"luc@example.com"}, "phone": {"418 555-0100"}, "people": {"1"},
				"attending": {"yes"}, "answers.11.0": {"1"}, "answers.12.0": {"0"}})
			if got := htmltest.Text(d.page(luc).Find("main")); strings.Contains(got, "You replied") {
				t.Error(got)
			}
		})
		t.Run("a full event shows it in place of the waiting list", func(t *testing.T) {
			d := d.on(t)
			d.exec("UPDATE events SET capacity = 4, version = version + 1 WHERE id = 'gala'")
			page := d.page(elise)
			if got := htmltest.Text(page.Find("#answer")); strings.Contains(got, i18n.EN.T(i18n.RsvpFull)) || page.Find("#waiting").Length() != 0 ||
				!strings.Contains(got, "You replied yes for 3 people") {
				t.Error(got)
			}
		})
		t.Run("the button cancels it, and then it can be given again", func(t *testing.T) {
			d := d.on(t)
			form := hidden(d.page(elise).Find("form:has(button:contains('Cancel'))"))
			form.Set("attending", "no")
			say(t, d, form)
			got := htmltest.Text(d.page(elise).Find("#answer"))
			if !strings.Contains(got, "You replied that you can’t make it") || !strings.Contains(got, "I can come after all") ||
				strings.Contains(got, "Cancel:") || strings.Contains(got, "Ève") {
				t.Error(got)
			}
		})
		t.Run("of an event that takes no more answers only the answer is shown", func(t *testing.T) {
			d := d.on(t)
			say(t, d, coming)
			d.exec("UPDATE events SET state = 'closed', version = version + 1 WHERE id = 'gala'")
			page := d.page(elise)
			if got := htmltest.Text(page.Find("#answer")); page.Find("form[action$='/submit']").Length() != 0 ||
				!strings.Contains(got, "You replied yes for 3 people") || !strings.Contains(got, i18n.EN.T(i18n.RsvpClosed)) {
				t.Error(got)
			}
		})
	})
}
