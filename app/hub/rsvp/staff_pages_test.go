package rsvp

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"presence/app/apptest/featuretest"
	"presence/app/apptest/htmltest"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/db"
	"presence/views/ui"
)

// many stores n registrations of the gala with ids from 1 on; those whose id is a multiple of 10 name allergies.
func (d *fixture) many(n int) {
	d.Helper()
	d.exec(`INSERT INTO rsvps (event_id, identity, name, people, allergies, language, confidence, folded, created_at, responded_at)
		WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1)
		SELECT 'gala', 'name:' || i, 'Guest ' || (10000 + i), 1, CASE WHEN i % 10 = 0 THEN 'nuts' ELSE '' END, 'fr',
			CASE WHEN i <= 3 THEN 'probable' ELSE 'none' END, 'guest ' || (10000 + i), $2, $2 FROM n`, n, db.InstantOf(began))
	d.exec("INSERT INTO rsvp_tallies (event_id, headcount, registrations) VALUES ('gala', $1, $1)", n)
}

// A search lists those whose own name has the text first, over all its pages, and says why it found the others. So does that of all events.
func TestPages_search_lists_own_names_first(t *testing.T) {
	eachFixture(t, func(t *testing.T, d *fixture) {
		d.many(pageSize + 3)
		for _, x := range []struct{ identity, folded, file, email, details string }{
			{"name:a", "zoe\nguest on file\n\n", "Guest on file", "", `{}`},
			{"name:b", "zoe\n\nguest@example.org\n", "", "guest@example.org", `{}`},
			{"name:c", "zoe\n\n\n\nluc guest", "", "", `{"companions":["Luc Guest"]}`},
		} {
			d.exec(`INSERT INTO rsvps (event_id, identity, name, name_on_file, email, details, people, language, confidence, folded, created_at, responded_at)
				VALUES ('gala', $1, 'Zoé', $2, $3, $4, 2, 'fr', 'none', $5, $6, $6)`, x.identity, x.file, x.email, x.details, x.folded, db.InstantOf(began))
		}
		var names []string
		var others string
		for at, pages := "/staff/events/gala/rsvps?q=guest", 0; at != "" && pages < 5; pages++ {
			page := d.on(t).page(at)
			page.Find(".reg-row").Each(func(_ int, s *goquery.Selection) {
				names = append(names, s.Find(".person-name").Text())
				if s.Find(".person-name").Text() == "Zoé" {
					others += htmltest.Text(s.Find(".reg-party-names")) + "; "
				}
			})
			at = page.Find("a[href*='before=']").AttrOr("href", "")
		}
		if n := pageSize + 3; len(names) != n+3 || slices.Index(names, "Zoé") != n || len(slices.Compact(slices.Clone(names))) != n+1 {
			t.Errorf("the pages list %q: want %d guests, and then 3 of another name", names, n)
		}
		if want := "+1 with Luc Guest; ; on file: Guest on file; "; others != want { // the row shows the e-mail address
			t.Errorf("the others say %q, want %q", others, want)
		}
		found, err := d.Service.Find(t.Context(), "guest", pageSize+6)
		if err != nil || len(found) != pageSize+6 || found[0].Name == "Zoé" || found[pageSize+3].Name != "Zoé" {
			t.Fatalf("%d are found, %v", len(found), err)
		}
		var why []string
		for _, r := range found[pageSize+2:] {
			why = append(why, r.Found(i18n.EN, "guest"))
		}
		if got, want := strings.Join(why, "; "), "; with Luc Guest; guest@example.org; on file: Guest on file"; got != want {
			t.Errorf("the reasons are %q, want %q", got, want)
		}
	})
}

func TestPages_list(t *testing.T) {
	const list = "/staff/events/gala/rsvps"
	l := i18n.EN
	eachFixture(t, func(t *testing.T, d *fixture) {
		d.many(pageSize + 3)
		d.event("draft", "draft", 0)
		d.event("empty", "open", 0)
		for _, x := range []struct {
			name, query          string
			rows                 int
			first, older, newest string
			current              string
			keep                 url.Values
		}{
			{"the newest fifty, and leads to the older ones", "", 50, "Guest 10053", list + "?before=4", "", l.T(i18n.AllRegistrations) + " 53", url.Values{}},
			{"the older ones, and leads back to the newest", "?before=4", 3, "Guest 10003", "", list, l.T(i18n.AllRegistrations) + " 53", url.Values{}},
			{"exactly fifty on one page", "?confidence=none", 50, "Guest 10053", "", "", l.T(i18n.RegUnknownTab) + " 50",
				url.Values{"confidence": {"none"}}},
			{"those with a match that is probable", "?confidence=probable&before=3", 2, "Guest 10002", "", list + "?confidence=probable",
				l.T(i18n.RegFilterCheck) + " 3", url.Values{"confidence": {"probable"}}},
			{"those with allergies", "?allergies=1", 5, "Guest 10050", "", "", l.T(i18n.RegFilterEats) + " 5", url.Values{"allergies": {"1"}}},
			{"those with allergies before one", "?allergies=1&before=50&q=guest", 4, "Guest 10040", "", list + "?allergies=1&q=guest",
				l.T(i18n.RegFilterEats) + " 5", url.Values{"allergies": {"1"}}},
			{"those whose name contains a text", "?q=10007", 1, "Guest 10007", "", "", l.T(i18n.AllRegistrations) + " 53", url.Values{}},
			{"all for a match that does not exist", "?confidence=sure", 50, "Guest 10053", list + "?before=4", "", l.T(i18n.AllRegistrations) + " 53", url.Values{}},
		} {
			t.Run("shows "+x.name, func(t *testing.T) {
				page := d.on(t).page(list + x.query)
				rows := page.Find(".reg-row")
				if got := htmltest.Text(rows.First().Find("th")); rows.Length() != x.rows || got != x.first {
					t.Errorf("%d rows from %q", rows.Length(), got)
				}
				links := map[string]string{}
				page.Find(".stack > .row > a").Each(func(_ int, s *goquery.Selection) { links[htmltest.Text(s)] = s.AttrOr("href", "") })
				if links[l.T(i18n.RegOlder)] != x.older || links[l.T(i18n.RegNewest)] != x.newest {
					t.Errorf("leads to %q", links)
				}
				if got := htmltest.Text(page.Find(".chips a[aria-current]")); got != x.current {
					t.Errorf("selected is %q", got)
				}
				if got := hidden(page.Find(".reg-tools form.filters")); got.Encode() != x.keep.Encode() {
					t.Errorf("a search keeps %q", got.Encode())
				}
			})
		}
		t.Run("says what the number counts, for a phone, where it has no heading", func(t *testing.T) {
			if got := htmltest.Text(d.on(t).page(list).Find(".reg-row .num").First()); got != "1 person" {
				t.Errorf("it reads %q", got)
			}
		})
		t.Run("keeps the search in every filter, and begins at the newest", func(t *testing.T) {
			var links []string
			d.on(t).page(list + "?q=guest&before=9").Find(".chips a").Each(func(_ int, s *goquery.Selection) {
				links = append(links, strings.TrimPrefix(s.AttrOr("href", ""), list))
			})
			if want := []string{"?q=guest", "?confidence=probable&q=guest", "?allergies=1&q=guest", "?declined=1&q=guest",
				"?confidence=confirmed&q=guest", "?confidence=none&q=guest"}; !slices.Equal(links, want) {
				t.Errorf("the filters lead to %q", links)
			}
		})
		for _, x := range []struct {
			name, path   string
			title, leads string
		}{
			{"that nothing was found, and how to see all", list + "?q=nobody", l.T(i18n.RegNoneFound), list},
			{"that there are no answers, and where the invitation is sent", "/staff/events/empty/rsvps", l.T(i18n.RegNone), "/staff/events/empty/send"},
			{"no page for guests of a draft", "/staff/events/draft/rsvps", l.T(i18n.RegNone), ""},
		} {
			t.Run("says "+x.name, func(t *testing.T) {
				empty := htmltest.One(t, d.on(t).page(x.path), ".empty")
				if got := empty.Find("a").AttrOr("href", ""); !strings.Contains(htmltest.Text(empty), x.title) || got != x.leads {
					t.Errorf("%q leads to %q", htmltest.Text(empty), got)
				}
			})
		}
		for _, x := range []struct {
			name    string
			headers []string
			whole   bool
		}{
			{"only the figures to a script that asks for them", []string{"HX-Request", "true", "HX-Target", "seats"}, false},
			{"the page to a script that asks for something else", []string{"HX-Request", "true", "HX-Target", "content"}, true},
			{"the page to a browser", []string{"HX-Target", "seats"}, true},
		} {
			t.Run("sends "+x.name, func(t *testing.T) {
				page := d.on(t).page(list, x.headers...)
				htmltest.One(t, page, "#seats")
				if got := page.Find(".reg-row").Length() > 0; got != x.whole {
					t.Errorf("rows: %v", got)
				}
			})
		}
		t.Run("counts those of the last week", func(t *testing.T) {
			notes := htmltest.Text(d.on(t).page(list).Find(".stat-note"))
			if !strings.Contains(notes, l.N(pageSize+3, i18n.RegLately)) {
				t.Errorf("the notes are %q", notes)
			}
		})
		d.on(t).missing(http.MethodGet, "/staff/events/none/rsvps", "/staff/events/none/rsvps/new")
		t.Run("names the companions under the guest, and finds them", func(t *testing.T) {
			d := d.on(t)
			d.staffEnters(Answer{Name: "Zoé Roy", Email: "zoe@example.com", People: 4, Details: Details{Companions: []string{"Luc", "", "Ève Côté"}}})
			d.staffEnters(Answer{Name: "Max Roy", Email: "max@example.com", People: 2})
			if page := d.page(list + "?q=max"); page.Find(".reg-row").Length() != 1 || page.Find(".reg-party-names").Length() != 0 {
				t.Error("a guest without the names of companions has a line for them")
			}
			rows := d.page(list + "?q=eve+cote").Find(".reg-row")
			line := htmltest.One(t, rows, ".row-head .reg-party-names")
			if got := htmltest.Text(line); rows.Length() != 1 || got != "+2 with Luc, Ève Côté" || !line.Is("[open]") {
				t.Errorf("%d rows, the line reads %q", rows.Length(), got)
			}
		})
	})
}

func TestPages_next(t *testing.T) {
	const list = "/staff/events/gala/rsvps"
	l := i18n.EN
	eachFixture(t, func(t *testing.T, d *fixture) {
		d.many(4) // 1 to 3 probably belong to a customer
		d.exec("UPDATE rsvps SET people = 0 WHERE id = 1")
		d.exec("UPDATE events SET ends_at = $1 WHERE id = 'gala'", db.InstantOf(starts.Add(8*time.Hour)))
		review := func(id int) string { return fmt.Sprintf("Review: Guest %d %s/%d", 10000+id, list, id) }
		checkIn := func(id int) string {
			return fmt.Sprintf("Check in: Guest %d /staff/events/gala/door?at=%d", 10000+id, id)
		}
		for _, x := range []struct {
			name    string
			at      time.Time
			primary string
			acts    []string
		}{
			{"before the day are the reviews of probable matches", starts.AddDate(0, 0, -1), l.T(i18n.RegAdd), []string{review(3), review(2), review(1)}},
			{"on the day are the arrivals of those who come, and only then a review", starts.Add(-6 * time.Hour), l.T(i18n.DoorTitle),
				[]string{checkIn(4), checkIn(3), checkIn(2), review(1)}},
			{"while it lasts are the arrivals", starts.Add(7 * time.Hour), l.T(i18n.DoorTitle), []string{checkIn(4), checkIn(3), checkIn(2), review(1)}},
			{"afterwards are the reviews", starts.Add(9 * time.Hour), l.T(i18n.RegAdd), []string{review(3), review(2), review(1)}},
		} {
			t.Run("what to do "+x.name, func(t *testing.T) {
				d := d.on(t)
				d.pass(x.at.Sub(d.clock))
				page := d.page(list)
				var acts []string
				page.Find(".reg-row .row-actions a").Each(func(_ int, s *goquery.Selection) {
					acts = append(acts, s.AttrOr("aria-label", "")+" "+s.AttrOr("href", ""))
				})
				if !slices.Equal(acts, x.acts) {
					t.Errorf("the rows offer %q", acts)
				}
				if got := htmltest.Text(htmltest.One(t, page, ".btn-primary")); got != x.primary {
					t.Errorf("the main button is %q", got)
				}
				if n := d.page(list + "/4").Find(`a[href$="door?at=4"]`).Length(); (n == 1) != slices.Contains(acts, checkIn(4)) {
					t.Errorf("the page of the registration leads %d times to the check-in", n)
				}
			})
		}
	})
}

func TestPages_registration(t *testing.T) {
	l := i18n.EN
	eachFixture(t, func(t *testing.T, d *fixture) {
		d.knows(elise, customer{id: "C-7", account: "A7", name: "Luc Roy", emails: []string{"two@example.com"}},
			customer{id: "C-8", account: "A8", name: "Paul Roy", emails: []string{"two@example.com"}},
			customer{id: "C-9", name: "Sans Compte", emails: []string{"sans@example.com"}},
			customer{id: "C-10", emails: []string{"nameless@example.com"}})
		none := d.staffEnters(Answer{Name: "Nobody Known", People: 2})
		one := d.staffEnters(Answer{Name: "X", Email: "elise@example.com"})
		two := d.staffEnters(Answer{Name: "Y", Email: "two@example.com"})
		sans := d.staffEnters(Answer{Name: "Z", Email: "sans@example.com"})
		nameless := d.staffEnters(Answer{Name: "W", Email: "nameless@example.com"})
		for _, x := range []struct {
			name    string
			of      RSVP
			ask     string // empty: no question
			differs string // empty: no name is compared
			yes     bool
		}{
			{"asks whether the guest is the customer whom one value names", one, l.F(i18n.RegSameAsk, "Élise Côté"),
				l.F(i18n.RegNameDiffers, "X", "Élise Côté"), true},
			{"asks so about a customer without an account", sans, l.F(i18n.RegSameAsk, "Sans Compte"),
				l.F(i18n.RegNameDiffers, "Z", "Sans Compte"), true},
			{"compares no name with a customer who has none", nameless, l.F(i18n.RegSameAsk, "C-10"), "", true},
			{"cannot name one of two customers", two, l.T(i18n.RegSeveralAsk), "", false},
			{"asks nothing about a guest who is not in the directory", none, "", "", false},
		} {
			t.Run(x.name, func(t *testing.T) {
				page := d.on(t).page(fmt.Sprintf("/staff/events/gala/rsvps/%d", x.of.ID))
				form := page.Find(".reg-match")
				if got := htmltest.Text(form.Find(".strong")); got != x.ask || (form.Find("[value=yes]").Length() == 1) != x.yes {
					t.Errorf("asks %q", got)
				}
				if got := htmltest.Text(form.Find(".reg-differs")); got != strings.ReplaceAll(x.differs, "\u00a0", " ") {
					t.Errorf("shows the difference %q, want %q", got, x.differs)
				}
				if form.Find(".btn-primary").Length() != 0 {
					t.Error("one of the two answers stands out")
				}
				if folded := page.Find(".page-title .menu a").Length() == 2; folded != (x.ask != "") {
					t.Errorf("what else can be done is in the menu: %v", folded)
				}
				if x.ask != "" && htmltest.Text(form.Find(".small")) != l.N(3, i18n.RegCheckNext) {
					t.Errorf("left are %q", htmltest.Text(form.Find(".small")))
				}
				if page.Find("dialog[open]").Length() != 0 {
					t.Error("asks whether to delete it")
				}
			})
		}
		t.Run("shows what happened with the guest", func(t *testing.T) {
			page := d.on(t).page(fmt.Sprintf("/staff/events/gala/rsvps/%d", one.ID))
			if got := htmltest.Text(page.Find("#timeline a")); got != "C-1001elise@example.com" {
				t.Errorf("the timeline is that of %q", got)
			}
			if href, _ := page.Find("#timeline a").Attr("href"); href != paths.Registration("bal", one.ID) {
				t.Errorf("it leads to %s", href)
			}
			if n := page.Find("#timeline li").Length(); n != 2 {
				t.Errorf("it has %d lines, want 2: one of another event, and one of this event, which it does not name", n)
			}
		})
		t.Run("asks whether to delete it, and how many places that frees", func(t *testing.T) {
			page := d.on(t).page(fmt.Sprintf("/staff/events/gala/rsvps/%d?ask=delete", none.ID))
			if got := htmltest.Text(htmltest.One(t, page, "dialog#delete")); page.Find("dialog[open]").Length() == 0 ||
				!strings.Contains(got, l.F(i18n.RegDeleteAsk, "Nobody Known")) || !strings.Contains(got, l.N(2, i18n.RegDeleteText)) {
				t.Errorf("asks %q", got)
			}
		})
		t.Run("lists every earlier answer with what followed it, the latest first", func(t *testing.T) {
			d := d.on(t)
			for _, people := range []int64{3, 4} {
				a := Answer{Name: "Nobody Known", People: people, Language: "fr"}
				if _, err := d.Correct(t.Context(), staff, "gala", none.ID, nil, a); err != nil {
					t.Fatal(err)
				}
			}
			var changes []string
			d.page(fmt.Sprintf("/staff/events/gala/rsvps/%d", none.ID)).Find(".reg-revisions li dd").Each(func(_ int, s *goquery.Selection) {
				changes = append(changes, htmltest.Text(s))
			})
			was, is := l.T(i18n.RegWas), l.T(i18n.RegIs)
			if want := []string{was + " 3 " + is + " 4", was + " 2 " + is + " 3"}; !slices.Equal(changes, want) {
				t.Errorf("the changes are %q, want %q", changes, want)
			}
		})
		d.on(t).missing(http.MethodGet, "/staff/events/gala/rsvps/99", "/staff/events/gala/rsvps/x", "/staff/events/none/rsvps/1",
			"/staff/events/gala/rsvps/99/edit")
		d.on(t).missing(http.MethodPost, "/staff/events/gala/rsvps/99/settle", "/staff/events/gala/rsvps/99/delete",
			"/staff/events/gala/rsvps/99/restore", "/staff/events/gala/rsvps/99/edit", "/staff/events/none/rsvps")
	})
}

func TestPages_decideMatch(t *testing.T) {
	l := i18n.EN
	at := func(id int64, rest string) string { return fmt.Sprintf("/staff/events/gala/rsvps/%d%s", id, rest) }
	eachFixture(t, func(t *testing.T, d *fixture) {
		known := d.customersOf(3)
		var ids []int64
		for i, a := range known {
			a.Name = fmt.Sprint("Guest ", i)
			a.Phone, a.CustomerNumber = "", ""
			r := d.staffEnters(a)
			if r.Confidence != Probable {
				t.Fatalf("the match is %+v", r.Attribution)
			}
			ids = append(ids, r.ID)
		}
		t.Run("a decision over a version that was not read leads back, and says so", func(t *testing.T) {
			d := d.on(t)
			toast := d.leadsTo(d.post(at(ids[1], "/settle"), url.Values{"same": {"yes"}, "version": {"9"}}), at(ids[1], ""))
			if !toast.HasClass("tone-"+string(ui.Bad)) || d.kept(ids[1]).Confidence != Probable {
				t.Errorf("the message is %q", htmltest.Text(toast))
			}
		})
		t.Run("yes confirms, leads to the next older one, and can be undone", func(t *testing.T) {
			d := d.on(t)
			toast := d.leadsTo(d.post(at(ids[1], "/settle"), url.Values{"same": {"yes"}, "version": {"1"}}), at(ids[0], ""))
			d.says(toast, l.F(i18n.RegMatchConfirmed, "Guest 1"))
			if got := d.kept(ids[1]); got.Confidence != Confirmed {
				t.Errorf("it is %s", got.Confidence)
			}
			undo := htmltest.One(t, toast, "form")
			if got := hidden(undo); got.Encode() != "current=2&version=1" {
				t.Fatalf("undone by %q", got.Encode())
			}
			d.leadsTo(d.post(undo.AttrOr("action", ""), hidden(undo)), at(ids[1], ""))
			if got := d.kept(ids[1]); got.Confidence != Probable || got.Version != 3 {
				t.Errorf("undone, it is %s in version %d", got.Confidence, got.Version)
			}
		})
		t.Run("no leaves the guest unknown; after the oldest one the newest follows, and after the last the list", func(t *testing.T) {
			d := d.on(t)
			for i, next := range map[int]string{0: at(ids[2], "")} {
				toast := d.leadsTo(d.post(at(ids[i], "/settle"), url.Values{"same": {"no"}}), next)
				d.says(toast, l.F(i18n.RegMatchRejected, fmt.Sprint("Guest ", i)))
				if got := d.kept(ids[i]); got.Confidence != Unknown || got.CustomerID != "" {
					t.Errorf("it is %+v", got.Attribution)
				}
			}
			d.leadsTo(d.post(at(ids[2], "/settle"), url.Values{"same": {"no"}}), at(ids[1], ""))
			d.leadsTo(d.post(at(ids[1], "/settle"), url.Values{"same": {"no"}}), "/staff/events/gala/rsvps")
		})
	})
}

func TestPages_restore_and_delete(t *testing.T) {
	l := i18n.EN
	eachFixture(t, func(t *testing.T, d *fixture) {
		d.exec("UPDATE events SET capacity = 5 WHERE id = 'gala'")
		r := d.staffEnters(Answer{Name: "Zoé", People: 4})
		if _, err := d.Correct(t.Context(), staff, "gala", r.ID, nil, Answer{Name: "Zoé Roy", People: 1, Language: "fr"}); err != nil {
			t.Fatal(err)
		}
		other := d.staffEnters(Answer{Name: "B", People: 2})
		path := fmt.Sprintf("/staff/events/gala/rsvps/%d", r.ID)
		refused := func(d *fixture, a *featuretest.Answer, why string) {
			d.Helper()
			toast := d.leadsTo(a, path)
			d.says(toast, why)
			if !toast.HasClass("tone-" + string(ui.Bad)) {
				d.Error("the message is not an error")
			}
		}
		t.Run("an earlier answer is not restored without places for it", func(t *testing.T) {
			d := d.on(t)
			refused(d, d.post(path+"/restore", url.Values{"version": {"1"}, "current": {"2"}}),
				l.T(i18n.Fault(CodeBookingFull, "There aren’t that many spots left.")))
		})
		t.Run("nor over a version that was not read", func(t *testing.T) {
			d := d.on(t)
			refused(d, d.post(path+"/restore", url.Values{"version": {"1"}, "current": {"1"}}), staleText())
		})
		t.Run("nor one that does not exist", func(t *testing.T) {
			for _, version := range []string{"9", "x", ""} {
				if a := d.on(t).post(path+"/restore", url.Values{"version": {version}}); a.Status != http.StatusNotFound {
					t.Errorf("version %q answers %d", version, a.Status)
				}
			}
		})
		t.Run("a registration is not deleted in a version that was not read", func(t *testing.T) {
			d := d.on(t)
			refused(d, d.post(path+"/delete", url.Values{"version": {"1"}}), staleText())
		})
		t.Run("one that was read is deleted", func(t *testing.T) {
			d := d.on(t)
			toast := d.leadsTo(d.post(fmt.Sprintf("/staff/events/gala/rsvps/%d/delete", other.ID), url.Values{"version": {"1"}}),
				"/staff/events/gala/rsvps")
			d.says(toast, l.F(i18n.RegDeleted, "B"))
			if n := len(d.registrations("gala")); n != 1 {
				t.Errorf("%d are left", n)
			}
		})
		t.Run("an earlier answer is restored where there are places", func(t *testing.T) {
			d := d.on(t)
			d.says(d.leadsTo(d.post(path+"/restore", url.Values{"version": {"1"}, "current": {"2"}}), path), l.F(i18n.RegRestored, "1"))
			if got := d.kept(r.ID); got.Name != "Zoé" || got.People != 4 {
				t.Errorf("restored %+v", got.Answer)
			}
		})
	})
}

func staleText() string {
	e, _ := errs.Of(errs.Stale())
	return i18n.EN.T(i18n.Fault(e.Code, e.Detail))
}

// entry returns the form of an answer.
func entry(change func(url.Values)) url.Values {
	v := url.Values{"name": {"Zoé"}, "people": {"2"}, "email": {"zoe@example.com"}, "phone": {""}, "customer_number": {""},
		"language": {"en"}, "allergies": {""}}
	change(v)
	return v
}

func TestPages_enter(t *testing.T) {
	l := i18n.EN
	eachFixture(t, func(t *testing.T, d *fixture) {
		d.exec("UPDATE events SET capacity = 5 WHERE id = 'gala'")
		t.Run("begins with one person who reads French, and says what may be left out", func(t *testing.T) {
			page := d.on(t).page("/staff/events/gala/rsvps/new")
			if typed(page, "people") != "1" || typed(page, "language") != "fr" || page.Find("main form [name=version]").Length() != 0 {
				t.Errorf("%s people, %s", typed(page, "people"), typed(page, "language"))
			}
			var optional []string
			page.Find(".label-optional").Each(func(_ int, s *goquery.Selection) { optional = append(optional, s.Parent().AttrOr("for", "")) })
			if want := []string{"f-email", "f-phone", "f-customer_number", "f-allergies"}; !slices.Equal(optional, want) {
				t.Errorf("optional are %q", optional)
			}
			if got := htmltest.Text(page.Find("h1")); got != l.T(i18n.RegNew) {
				t.Errorf("the title is %q", got)
			}
		})
		t.Run("stores a new answer, and then replaces it", func(t *testing.T) {
			d := d.on(t)
			d.says(d.leadsTo(d.post("/staff/events/gala/rsvps", entry(func(url.Values) {})), "/staff/events/gala/rsvps/1"),
				l.F(i18n.RegEntered, "Zoé"))
			d.says(d.leadsTo(d.post("/staff/events/gala/rsvps", entry(func(v url.Values) { v.Set("people", "3"); v.Del("language") })),
				"/staff/events/gala/rsvps/1"), l.F(i18n.RegReplaced, "Zoé"))
			if r := d.kept(1); r.People != 3 || r.EnteredBy != staff.PersonID || r.Language != i18n.FR {
				t.Errorf("stored %+v", r)
			}
		})
		t.Run("refuses errors, and keeps what was typed", func(t *testing.T) {
			a := d.on(t).post("/staff/events/gala/rsvps", entry(func(v url.Values) { v.Set("name", ""); v.Set("people", "21") }))
			page := a.Doc()
			if got := wrong(page); a.Status != http.StatusUnprocessableEntity || !slices.Equal(got, []string{"name", "people"}) ||
				typed(page, "email") != "zoe@example.com" || typed(page, "people") != "21" {
				t.Errorf("answered %d with errors of %q", a.Status, got)
			}
		})
		t.Run("refuses more people than places, above the form", func(t *testing.T) {
			a := d.on(t).post("/staff/events/gala/rsvps", entry(func(v url.Values) { v.Set("email", "b@example.com"); v.Set("people", "3") }))
			page := a.Doc()
			if got := htmltest.Text(page.Find("main .banner")); a.Status != http.StatusConflict ||
				got != l.T(i18n.Fault(CodeBookingFull, "There aren’t that many spots left.")) || typed(page, "people") != "3" {
				t.Errorf("answered %d, %q", a.Status, got)
			}
		})
	})
}

func TestPages_correct(t *testing.T) {
	l := i18n.EN
	eachFixture(t, func(t *testing.T, d *fixture) {
		n := 0
		// entered stores an answer of a new guest and returns it with the address of the form that corrects it.
		entered := func(d *fixture) (RSVP, string) {
			n++
			r := d.staffEnters(Answer{Name: "Zoé", Email: fmt.Sprintf("zoe%d@example.com", n), People: 2, Allergies: "nuts", Language: "en"})
			return r, fmt.Sprintf("/staff/events/gala/rsvps/%d/edit", r.ID)
		}
		form := func(r RSVP, change func(url.Values)) url.Values {
			return entry(func(v url.Values) {
				v.Set("email", r.Email)
				v.Set("allergies", "nuts")
				v.Set("version", "1")
				change(v)
			})
		}
		t.Run("shows the answer in a form, and saves it", func(t *testing.T) {
			d := d.on(t)
			r, path := entered(d)
			page := d.page(path)
			for name, want := range map[string]string{"name": "Zoé", "people": "2", "email": r.Email, "language": "en", "allergies": "nuts",
				"version": "1"} {
				if got := typed(page, name); got != want {
					t.Errorf("%s is %q, want %q", name, got, want)
				}
			}
			if got := htmltest.Text(page.Find("h1")); got != l.F(i18n.RegCorrectOf, "Zoé") {
				t.Errorf("the title is %q", got)
			}
			a := d.post(path, form(r, func(v url.Values) { v.Set("people", "3"); v.Del("language") }))
			toast := d.leadsTo(a, strings.TrimSuffix(path, "/edit"))
			d.says(toast, l.F(i18n.RegCorrected, "Zoé"))
			if got := d.kept(r.ID); got.People != 3 || got.Language != "en" || got.Version != 2 {
				t.Errorf("saved %+v", got)
			}
		})
		t.Run("refuses errors, and stays with the version that was read", func(t *testing.T) {
			d := d.on(t)
			r, path := entered(d)
			a := d.post(path, form(r, func(v url.Values) { v.Set("people", "x"); v.Set("version", "7") }))
			page := a.Doc()
			if got := wrong(page); a.Status != http.StatusUnprocessableEntity || !slices.Equal(got, []string{"people"}) ||
				typed(page, "version") != "7" {
				t.Errorf("answered %d with errors of %q in version %s", a.Status, got, typed(page, "version"))
			}
		})
		t.Run("names the guest's other registration", func(t *testing.T) {
			d := d.on(t)
			other, _ := entered(d)
			r, path := entered(d)
			a := d.post(path, form(r, func(v url.Values) { v.Set("email", other.Email) }))
			link := a.Doc().Find("main .banner a").AttrOr("href", "")
			if want := fmt.Sprintf("/staff/events/gala/rsvps/%d", other.ID); a.Status != http.StatusConflict || link != want {
				t.Errorf("answered %d, leads to %q", a.Status, link)
			}
		})
		t.Run("saves over a version that changed none of the fields", func(t *testing.T) {
			d := d.on(t)
			r, path := entered(d)
			d.exec("UPDATE rsvps SET version = 2 WHERE id = $1", r.ID)
			d.exec(`INSERT INTO rsvp_revisions (rsvp_id, version, content, replaced_at, replaced_by) VALUES ($1, 1, $2, 1, '')`, r.ID,
				fmt.Sprintf(`{"name":"Zoé","email":%q,"people":2,"allergies":"nuts","language":"en"}`, r.Email))
			toast := d.leadsTo(d.post(path, form(r, func(v url.Values) { v.Set("people", "4") })), strings.TrimSuffix(path, "/edit"))
			d.says(toast, l.F(i18n.RegCorrected, "Zoé"))
			if got := d.kept(r.ID); got.People != 4 || got.Version != 3 {
				t.Errorf("saved %+v", got)
			}
		})
		for _, x := range []struct {
			name   string
			by     string // who saved the second version; empty: the guest
			theirs func(*Answer)
			mine   func(url.Values)
			title  string
			rows   string
			taken  string
			now    url.Values
		}{
			{"takes over what only the saved version changed", staff.PersonID, func(a *Answer) { a.People = 5 },
				func(v url.Values) { v.Set("allergies", "milk") }, l.Clash("Rosalie", true, began), "",
				l.F(i18n.ClashTaken, l.T(i18n.RegPeople)), url.Values{"people": {"5"}, "allergies": {"milk"}}},
			{"shows what both changed", "00000000-0000-4000-8000-00000000000f",
				func(a *Answer) { a.Language = "fr"; a.Allergies = "eggs\nmilk" },
				func(v url.Values) { v.Set("allergies", "milk"); v.Set("people", "3") },
				l.Clash("Ada", false, began), "allergies: eggs\nmilk", l.F(i18n.ClashTaken, l.T(i18n.RegLanguage)),
				url.Values{"people": {"3"}, "allergies": {"milk"}, "language": {"fr"}}},
			{"shows all that differs from a version that is not kept, and names the guest", "",
				func(a *Answer) { a.Language, a.People = "fr", 5 },
				func(v url.Values) { v.Set("version", "9"); v.Set("people", "6") }, l.Clash(l.T(i18n.RegGuest), false, began),
				"people: 5; language: Français", "", url.Values{"people": {"6"}, "language": {"en"}}},
		} {
			t.Run(x.name, func(t *testing.T) {
				d := d.on(t)
				d.exec(`INSERT INTO people (id, email, name, role, created_at, updated_at)
					VALUES ('00000000-0000-4000-8000-00000000000f', 'ada@example.org', 'Ada', 'events', 1, 1) ON CONFLICT DO NOTHING`)
				r, path := entered(d)
				next := r.Answer
				x.theirs(&next)
				by := staff
				by.PersonID = x.by
				if _, err := d.Correct(t.Context(), by, "gala", r.ID, nil, next); err != nil {
					t.Fatal(err)
				}
				a := d.post(path, form(r, x.mine))
				page := a.Doc()
				clash := htmltest.One(t, page, ".clash")
				if got := htmltest.Text(clash.Find(".banner-title")); a.Status != http.StatusPreconditionFailed ||
					got != strings.Join(strings.Fields(x.title), " ") {
					t.Errorf("answered %d, %q, want %q", a.Status, got, x.title)
				}
				var rows []string
				clash.Find("dl > div").Each(func(_ int, s *goquery.Selection) {
					rows = append(rows, strings.TrimPrefix(s.Find("dt a").AttrOr("href", ""), "#f-")+": "+strings.TrimSpace(s.Find("dd").Text()))
					if lines := strings.Contains(rows[len(rows)-1], "\n"); (s.Find("textarea").Length() == 1) != lines {
						t.Errorf("a text area: %v", !lines)
					}
				})
				if got := strings.Join(rows, "; "); got != x.rows {
					t.Errorf("both changed %q, want %q", got, x.rows)
				}
				if got := htmltest.Text(clash); x.taken != "" && !strings.Contains(got, x.taken) || x.taken == "" &&
					strings.Contains(got, l.F(i18n.ClashTaken, "")) {
					t.Errorf("taken over: %q", got)
				}
				x.now.Set("version", "2")
				for name := range x.now {
					if got := typed(page, name); got != x.now.Get(name) {
						t.Errorf("%s is %q, want %q", name, got, x.now.Get(name))
					}
				}
				if got := d.kept(r.ID); got.Version != 2 {
					t.Errorf("version %d is saved", got.Version)
				}
			})
		}
	})
}
