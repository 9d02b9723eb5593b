package rsvp

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
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
			"attending": {"yes"}, "allergies": {"nuts"}, "companions[0]": {"Luc Tremblay"}, "companions[1]": {"Ève Tremblay"}, "answers.11.0": {"1"},
			"answers.11.1": {"1"}, "answers.11.2": {"2"}, "answers.12.0": {"1"}, "shown": {"3"}}
		t.Run("before it there is none", func(t *testing.T) {
			page := d.on(t).page(elise)
			if page.Find("details.fold, .answered, .cancel").Length() != 0 || typed(page, "name") != "Élise Côté" {
				t.Error(htmltest.Text(page.Find("#answer")))
			}
		})
		t.Run("that it was answered is shown, with the first names of companions, and can be changed and cancelled", func(t *testing.T) {
			d := d.on(t)
			say(t, d, coming)
			page := d.page(elise)
			got := htmltest.Text(page.Find("#answer"))
			for _, want := range []string{"You replied yes for 3 people", "Luc", "Ève", i18n.EN.T(i18n.RsvpPrivate), "I can’t make it after all", "Change my RSVP"} {
				if !strings.Contains(got, want) {
					t.Errorf("%q is missing in %s", want, got)
				}
			}
			if page.Find("details.fold:not([open]) #n3[checked]").Length() != 1 || page.Find("[name=keep][checked]").Length() != 1 {
				t.Error("the form doesn't have the number of people, or doesn't keep the rest")
			}
			if page.Find("[required][name^='answers.'], [required][name^='companions']").Length() != 0 {
				t.Error("what is kept has to be entered again")
			}
		})
		t.Run("but not the email, the phone, the allergies, the family names and the answers that were given", func(t *testing.T) {
			page := d.on(t).send(http.MethodGet, elise, "")
			for _, secret := range []string{"private@example.com", "0199", "nuts", "Tremblay"} {
				if strings.Contains(page.Body, secret) {
					t.Errorf("%q is on the page", secret)
				}
			}
			if n := htmltest.Parse(t, page.Body).Find("[name^='answers.'][checked], [name^='answers.'] option[selected]:not([value=''])").Length(); n != 0 {
				t.Errorf("%d answers are on the page", n)
			}
		})
		t.Run("what is left blank is kept, of those who still come, and not shown afterwards", func(t *testing.T) {
			d := d.on(t)
			a := d.post("/rsvp/gala/submit", url.Values{"language": {"en"}, "t": {"tok"}, "name": {"Élise Côté"}, "people": {"2"}, "attending": {"yes"},
				"keep": {"true"}, "companions[0]": {""}, "answers.11.1": {"2"}, "shown": {"3"}})
			if a.Status != http.StatusOK || strings.Contains(a.Body, "nuts") || strings.Contains(a.Body, "Tremblay") || !strings.Contains(a.Body, "Luc") {
				t.Errorf("%d %s", a.Status, a.Body)
			}
			if got := d.answerOf("tok"); got != "nuts Luc Tremblay 11.0=1 11.1=2 12.0=1" {
				t.Errorf("stored: %s", got)
			}
			say(t, d, coming)
		})
		t.Run("without the box, the reply replaces the earlier one", func(t *testing.T) {
			d := d.on(t)
			say(t, d, url.Values{"t": {"tok"}, "name": {"Élise Côté"}, "people": {"1"}, "attending": {"yes"}, "answers.11.0": {"1"},
				"answers.12.0": {"0"}, "shown": {"3"}})
			if got := d.answerOf("tok"); got != " 11.0=1 12.0=0" {
				t.Errorf("stored: %s", got)
			}
			say(t, d, coming)
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
			form := hidden(d.page(elise).Find("form.cancel"))
			form.Set("attending", "no")
			say(t, d, form)
			got := htmltest.Text(d.page(elise).Find("#answer"))
			if !strings.Contains(got, "You replied that you can’t make it") || !strings.Contains(got, "I can come after all") ||
				strings.Contains(got, "I can’t make it after all") || strings.Contains(got, "Ève") {
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

// answerOf returns the allergies, the companions and the answers that are stored for the owner of a link.
func (d *fixture) answerOf(token string) string {
	d.Helper()
	e, err := d.Event(d.Context(), "gala")
	if err != nil {
		d.Fatal(err)
	}
	g, _, err := d.Guest(d.Context(), e, token)
	if err != nil {
		d.Fatal(err)
	}
	r, _, err := d.Answered(d.Context(), e, g)
	if err != nil {
		d.Fatal(err)
	}
	text := strings.Join(append([]string{r.Allergies}, r.NamedCompanions()...), " ")
	form := r.formOf()
	for _, name := range slices.Sorted(maps.Keys(form)) {
		if rest, ok := strings.CutPrefix(name, "answers."); ok {
			text += " " + rest + "=" + strings.Join(form[name], ",")
		}
	}
	return text
}
