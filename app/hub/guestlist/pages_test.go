package guestlist

import (
	"net/http"
	"strings"
	"testing"

	"presence/app/apptest/htmltest"
	"presence/app/hub/rsvp"
	"presence/app/platform/i18n"
)

const registrations = "/staff/events/gala/rsvps"

func TestPages_guestList(t *testing.T) {
	const list = registrations + "/guest-list"
	l := i18n.EN
	eachWorld(t, func(t *testing.T, w *world) {
		w.many(2*listedGuests + 1)
		w.event("small")
		w.enters("small", rsvp.Answer{Name: "Zoé Anne Roy", People: 3, Allergies: "nuts"})
		w.enters("small", rsvp.Answer{Name: "Bea Bold"})
		t.Run("is one page of a small event, with a box for each person, without those who are not coming", func(t *testing.T) {
			page := w.on(t).client.Get("/staff/events/small/rsvps/guest-list").Want(http.StatusOK).Doc()
			row := htmltest.One(t, page, "tbody tr")
			if got := htmltest.Text(row); got != "Roy, Zoé Anne 3nuts" || row.Find(".reg-boxes i").Length() != 3 ||
				page.Find(".pagination").Length() != 0 {
				t.Errorf("the row is %q", got)
			}
			if got := htmltest.Text(page.Find("#subtitle")); got != l.T(i18n.RegGuestList)+" · "+l.N(3, i18n.RsvpPeopleCount) {
				t.Errorf("the subtitle is %q", got)
			}
		})
		for _, x := range []struct {
			name, query string
			rows        int
			from, to    int64
			prev, next  string
		}{
			{"the first page leads on", "", 500, 1, 500, "", list + "?after=500"},
			{"the second one leads back and on", "?after=500", 500, 501, 1000, list, list + "?after=1000"},
			{"the last one leads back", "?after=1000", 1, 1001, 1001, list + "?after=500", ""},
		} {
			t.Run(x.name, func(t *testing.T) {
				page := w.on(t).client.Get(list + x.query).Want(http.StatusOK).Doc()
				text := l.F(i18n.RegPaged, l.Int(x.from), l.Int(x.to), "1,001")
				if got := htmltest.Text(page.Find("#subtitle")); page.Find("tbody tr").Length() != x.rows || !strings.HasSuffix(got, " · "+text) {
					t.Errorf("%d rows, %q", page.Find("tbody tr").Length(), got)
				}
				links := htmltest.One(t, page, ".pagination")
				for label, want := range map[i18n.Text]string{i18n.Previous: x.prev, i18n.Next: x.next} {
					if got := links.Find("a[title='"+l.T(label)+"']").AttrOr("href", ""); got != want {
						t.Errorf("%s leads to %q, want %q", l.T(label), got, want)
					}
				}
			})
		}
	})
}

func TestPages_badges(t *testing.T) {
	const badges = registrations + "/badges"
	l := i18n.EN
	eachWorld(t, func(t *testing.T, w *world) {
		w.many(badgeParties + 1)
		t.Run("a long list has several pages, all of the chosen paper", func(t *testing.T) {
			page := w.on(t).client.Get(badges + "?paper=a4").Want(http.StatusOK).Doc()
			next := page.Find(".pagination a[title='"+l.T(i18n.Next)+"']").AttrOr("href", "")
			if n := page.Find(".reg-a4 > li").Length(); n != badgeParties || next != badges+"?after=200&paper=a4" {
				t.Errorf("%d badges, and then %q", n, next)
			}
			last := w.on(t).client.Get(next).Want(http.StatusOK).Doc()
			prev := last.Find(".pagination a[title='"+l.T(i18n.Previous)+"']").AttrOr("href", "")
			if n := last.Find(".reg-a4 > li").Length(); n != 1 || prev != badges+"?paper=a4" {
				t.Errorf("%d badges on the last page, which leads back to %q", n, prev)
			}
		})
	})
}

func TestPages_details(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		w.asks()
		w.enters("gala", three())
		for _, x := range []struct{ name, path, want string }{
			{"the guest list has companions and answers", "/guest-list", "Luc Meal: Zoé Roy: Chicken, Luc: Fish, Person 3: Fish"},
			{"the totals count them", "/totals", "Fish2"},
			{"a companion has a badge", "/badges?paper=a4", "Luc with Zoé Roy"},
			{"one without a name as well", "/badges", "Guest of Zoé Roy"},
		} {
			t.Run(x.name, func(t *testing.T) {
				page := w.on(t).client.Get(registrations + x.path).Want(http.StatusOK).Doc()
				if text := htmltest.Text(page.Find("main")); !strings.Contains(text, x.want) {
					t.Errorf("%s reads %q", x.path, text)
				}
			})
		}
		t.Run("each person has one badge", func(t *testing.T) {
			page := w.on(t).client.Get(registrations + "/badges").Want(http.StatusOK).Doc()
			if n := page.Find(".reg-letter > li").Length(); n != 3 {
				t.Errorf("%d badges", n)
			}
		})
		t.Run("a question that is not asked any more and has no answer is not counted", func(t *testing.T) {
			text := w.on(t).client.Get(registrations + "/totals").Text("main")
			if strings.Contains(text, "Old") || strings.Contains(text, "Tofu") {
				t.Errorf("the totals are %q", text)
			}
		})
		t.Run("an event that does not exist has no pages", func(t *testing.T) {
			for _, path := range []string{"/guest-list", "/totals", "/badges"} {
				w.on(t).client.Get("/staff/events/none/rsvps" + path).Want(http.StatusNotFound)
			}
		})
	})
}
