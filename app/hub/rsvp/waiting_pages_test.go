package rsvp

import (
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"presence/app/apptest/featuretest"
	"presence/app/apptest/htmltest"
	"presence/app/hub/events"
	"presence/app/platform/i18n"
	"presence/db"
	"presence/db/dbtest"
)

// waitingFixture serves the pages and the API of a waitingWorld.
type waitingFixture struct {
	*waitingWorld
	*fixture
}

func eachWaitingFixture(t *testing.T, fn func(t *testing.T, d waitingFixture)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWaitingWorld(newWorld(t, d))
		fn(t, waitingFixture{w, newFixture(w.world)})
	})
}

// json sends a request with a JSON body.
func (d waitingFixture) json(method, path, body string, headers ...string) *featuretest.Answer {
	d.waitingWorld.Helper()
	return d.send(method, path, body, append(headers, "Content-Type", "application/json")...)
}

// TestWaitingAPI shows what guests and staff do as JSON.
func TestWaitingAPI(t *testing.T) {
	eachWaitingFixture(t, func(t *testing.T, d waitingFixture) {
		d.json("POST", "/rsvp/gala/waiting-list", `{"name":"Ann","email":"ann@example.org"}`).Want(409)
		d.must(d.comes("Filler", 10))
		has := func(a *featuretest.Answer, texts ...string) {
			t.Helper()
			for _, text := range texts {
				if !strings.Contains(strings.ReplaceAll(a.Body, "\r\n", "\n"), text) {
					t.Errorf("answered %d %s, which lacks %s", a.Status, a.Body, text)
				}
			}
		}
		const list, listed = "/rsvp/gala/waiting-list", `{"status":"listed","message":"You’re on the waiting list","language":"en"}`
		join := func(body string) *featuretest.Answer { return d.json("POST", list, body, "Accept-Language", "en") }
		join(`{"name":"Ann","email":"ann@example.org","people":2}`).Is(200, listed)
		join(`{"name":"Filler","email":"filler@example.org","people":2}`).Is(200, listed) // who is known, and comes
		join(`{"name":"Ann","email":"ann@example.org","people":2}`).Is(200, listed)
		join(`{"name":"Bob","email":"bob@example.org"}`).Is(200, listed)
		d.wantList("Ann 2 waiting, Bob 1 waiting")
		has(join(`{"name":"Ann","people":0,"email":"x","language":"de"}`).Want(400), `"field":"people"`, `"field":"language"`)
		has(join(`{"name":"Ann","email":"x"}`).Want(400), `"field":"email"`)
		d.json("POST", "/rsvp/nowhere/waiting-list", `{"name":"Ann","email":"ann@example.org"}`).Want(404)
		ann, bob := d.party("Ann"), d.party("Bob")
		one := func(p Party) string { return fmt.Sprint("/events/gala/waiting-list/", p.ID) }
		has(d.send("GET", "/events/gala/waiting-list", "").Want(200),
			fmt.Sprintf(`{"parties":[{"id":%d,"event_id":"gala","position":1,"state":"waiting","name":"Ann","email":"ann@example.org","people":2,"language":"en","offered_until":null,"created_at":"2026-11-20T13:00:00Z","changed_at":"2026-11-20T13:00:00Z"},{"id":%d`, ann.ID, bob.ID))
		has(d.json("PATCH", one(bob), `{"move":"top"}`).Want(200), `"position":0`)
		d.json("PATCH", one(bob), `{"move":"top"}`, "If-Match", fmt.Sprintf(`"%d-1"`, bob.ID)).Want(412)
		d.json("PATCH", one(bob), `{"move":"sideways"}`).Want(400)
		has(d.json("PATCH", one(bob), `{"state":"offered"}`).Want(409), "booking_full")
		d.json("PATCH", "/events/gala/waiting-list/9001", `{"move":"top"}`).Want(404)
		has(d.send("GET", "/events/gala/rsvps?limit=1", "").Want(200), `"held":0,"waiting_count":2}`)
		d.must(d.comes("Filler", 9))
		d.wantList("Bob 1 offered, Ann 2 waiting")
		has(d.send("GET", "/events/gala/rsvps?limit=1", "").Want(200), `"held":1,"waiting_count":1}`)
		has(d.send("GET", "/events/gala/waiting-list.csv", "").Want(200), "position,state,name,email,people,language,offered until,created at,changed at\n"+
			"0,offered,Bob,bob@example.org,1,en,2026-11-21T13:00:00Z,2026-11-20T13:00:00Z,2026-11-20T13:00:00Z\n1,waiting,Ann,ann@example.org,2,en,,")
		d.json("POST", list+"/take", `{"t":"none"}`).Want(404)
		d.json("POST", list+"/take", `{}`).Want(400)
		has(d.json("POST", list+"/take", `{"t":"`+d.token("Ann")+`"}`).Want(409), "no_offer")
		d.json("POST", list+"/take", `{"t":"`+d.token("Bob")+`"}`).Is(200, `{"status":"stored","message":"We’ve got your RSVP.","language":"en"}`)
		d.json("POST", list+"/leave", `{"t":"`+d.token("Bob")+`"}`).Is(200, `{"state":"taken"}`)
		d.json("POST", list+"/leave", `{"t":"`+d.token("Ann")+`"}`).Is(200, `{"state":"left"}`)
		d.wantList("Bob 1 taken, Ann 2 left")
	})
}

// TestWaitingPages plays the pages of guests.
func TestWaitingPages(t *testing.T) {
	eachWaitingFixture(t, func(t *testing.T, d waitingFixture) {
		guest := func(path string) *goquery.Selection { return d.page(path, "Accept-Language", "en") }
		reads := func(page *goquery.Selection, selector, want string) {
			t.Helper()
			if got := htmltest.Text(page.Find(selector)); !strings.Contains(got, want) {
				t.Errorf("%s reads %q, want %q", selector, got, want)
			}
		}
		if n := guest("/rsvp/gala").Find("form[action$=waiting-list]").Length(); n != 0 {
			t.Error("an event with places has a waiting list")
		}
		early := url.Values{"name": {"Ann"}, "email": {email("Ann")}, "people": {"2"}, "language": {"en"}}
		room := d.post("/rsvp/gala/waiting-list", early, "Accept-Language", "en").Want(http.StatusConflict).Doc()
		reads(room, ".notice", "No need for the waiting list: RSVP below.")
		if room.Find("form[action$=waiting-list]").Length() != 0 || room.Find("form[action$=submit] input[name=email]").AttrOr("value", "") != email("Ann") {
			t.Error("the form to answer does not stand in for that of the waiting list")
		}
		d.must(d.comes("Filler", 9))
		two := d.post("/rsvp/gala/submit", url.Values{"name": {"Ann"}, "email": {email("Ann")}, "people": {"2"}, "language": {"en"}}).Want(http.StatusConflict).Doc()
		reads(two, ".notice", "join the waiting list")
		if v, _ := two.Find("#w-email").Attr("value"); v != email("Ann") || two.Find("#w-n2[checked]").Length() != 1 {
			t.Error("what was typed is not kept")
		}
		d.must(d.comes("Filler", 10))
		d.pass(2 * time.Second)
		full := guest("/rsvp/gala")
		reads(full, ".notice", "Every spot is taken. Join the waiting list")
		form := hidden(full.Find("form[action$=waiting-list]"))
		wrong := d.post("/rsvp/gala/waiting-list", form).Want(http.StatusUnprocessableEntity).Doc()
		if got := wrong.Find("[aria-invalid=true]").Map(func(_ int, s *goquery.Selection) string { return s.AttrOr("id", "") }); !slices.Equal(got, []string{"w-name", "w-email"}) {
			t.Errorf("%v are marked", got)
		}
		form.Set("name", "Ann")
		form.Set("email", email("Ann"))
		form.Set("people", "2")
		joined := d.post("/rsvp/gala/waiting-list", form, "Accept-Language", "en").Want(http.StatusOK).Doc()
		reads(joined, "h1", "You’re on the waiting list")
		reads(joined, ".mailed", "ann@example.org")
		form.Set("email", email("Filler")) // known, and comes with more
		if known := d.post("/rsvp/gala/waiting-list", form, "Accept-Language", "en").Want(http.StatusOK).Doc(); strings.ReplaceAll(htmltest.Text(known), "filler", "ann") !=
			htmltest.Text(joined) {
			t.Error("a known address is answered differently")
		}
		token := d.token("Ann")
		page := "/rsvp/gala/waiting-list?lang=en&t=" + token
		reads(guest(page), "form button", "Leave the waiting list")
		d.must(d.comes("Filler", 8))
		before := d.count("SELECT version FROM waiting_parties")
		offer := guest(page)
		reads(offer, ".lead", "We’re holding space for 2 people until Saturday, November 21 at 1:00 p.m.")
		if d.count("SELECT version FROM waiting_parties") != before || d.count("SELECT COUNT(*) FROM rsvps") != 1 {
			t.Error("reading the page has changed something")
		}
		take := offer.Find("form")
		if to := take.Find(".go-no").AttrOr("formaction", ""); take.AttrOr("action", "") != "/rsvp/gala/waiting-list/take" || to != "/rsvp/gala/waiting-list/leave" {
			t.Errorf("the buttons lead to %s and %s", take.AttrOr("action", ""), to)
		}
		reads(d.post("/rsvp/gala/waiting-list/take", hidden(take)).Want(http.StatusOK).Doc(), "h1", "Thank you, Ann!")
		reads(d.post("/rsvp/gala/waiting-list/take", hidden(take)).Want(http.StatusConflict).Doc(), "h1", "Your registration is confirmed")
		for name, x := range map[string]struct {
			ends func()
			want string
		}{
			"Bob": {func() { d.leaves("Bob") }, "You’re no longer on the waiting list"},
			"Dan": {func() { d.pass(25 * time.Hour) }, "This offer has ended"},
		} {
			d.must(d.joins(name, 1))
			d.must(d.comes("Filler", 7))
			x.ends()
			reads(guest("/rsvp/gala/waiting-list?lang=en&t="+d.token(name)), "h1", x.want)
			d.must(d.OfferPlaces(t.Context()))
			d.must(d.comes("Filler", 8))
		}
		d.must(d.joins("Eve", 1))
		d.must(d.comes("Filler", 7))
		d.saves(events.Changes{Capacity: new(int64(8))})
		fewer := d.post("/rsvp/gala/waiting-list/take", url.Values{"t": {d.token("Eve")}}, "Accept-Language", "en").Want(http.StatusConflict).Doc()
		reads(fewer, ".lead", "The capacity was reduced in the meantime")
		if fewer.Find("form[action$=take]").Length() != 0 {
			t.Error("it can be tried again")
		}
		d.saves(events.Changes{Capacity: new(int64(10))})
		d.send("GET", "/rsvp/gala/waiting-list?lang=en&t=none", "").RedirectsTo("/rsvp/gala?lang=en&t=none")
		d.send("GET", "/rsvp/nowhere/waiting-list", "").Want(http.StatusNotFound)
		d.clock = starts.Add(-time.Hour)
		d.must(d.OfferPlaces(t.Context()))
		d.must(d.comes("Filler", 8))
		late := guest("/rsvp/gala")
		if late.Find("form[action$=waiting-list]").Length() != 0 {
			t.Error("the waiting list is open in the last hours")
		}
	})
}

// TestWaitingStaffPages plays the list of staff.
func TestWaitingStaffPages(t *testing.T) {
	eachWaitingFixture(t, func(t *testing.T, d waitingFixture) {
		const list = "/staff/events/gala/waiting-list"
		if text := htmltest.Text(d.page(list)); !strings.Contains(text, "The waiting list is empty") {
			t.Error(text)
		}
		d.fill("Ann 2, Bob 1, Cleo 1")
		rows := func() (rows []string) {
			d.page(list).Find("tbody tr").Each(func(_ int, s *goquery.Selection) {
				rows = append(rows, htmltest.Text(s.Find(".person-name"))+" "+htmltest.Text(s.Find(".badge, .reg-usual"))+" "+htmltest.Text(s.Find(".reg-until")))
			})
			return rows
		}
		press := func(name, do string) string {
			t.Helper()
			form := url.Values{"do": {do}, "version": {fmt.Sprint(d.party(name).Version)}}
			d.post(fmt.Sprint(list, "/", d.party(name).ID), form).RedirectsTo(list)
			return htmltest.Text(d.page("/staff/events/gala/rsvps").Find(".toast p"))
		}
		for _, x := range [][3]string{{"Bob", "up", "Bob now has a different place on the list."}, {"Cleo", "left", "Cleo is off the list."},
			{"Cleo", "waiting", "Cleo is back on the list."}, {"Cleo", "top", "Cleo now has a different place on the list."}, {"Ann", "offered", "There are not enough spots left."}} {
			if got := press(x[0], x[1]); got != x[2] && x[1] != "offered" {
				t.Errorf("%v: %q", x, got)
			}
		}
		full := d.page(list)
		if offers := full.Find(`[value="offered"]`); offers.Length() != 3 || offers.Not("[disabled][aria-describedby=offer-reason]").Length() != 0 ||
			!strings.Contains(htmltest.Text(full.Find("#offer-reason")), "No spots are free") {
			t.Error("a full event has offers that can be pressed, or does not say why they cannot")
		}
		if up, down := full.Find(`[value="up"][disabled]`), full.Find(`[value="down"][disabled]`); up.Length() != 1 || down.Length() != 1 ||
			full.Find(`tbody tr:first-child [value="up"][disabled], tbody tr:last-child [value="down"][disabled]`).Length() != 2 {
			t.Error("the first party can move up, or the last one down")
		}
		d.must(d.comes("Filler", 9))
		d.pass(time.Hour)
		if got := d.page(list).Find(`[value="offered"]:not([disabled])`).Length(); got != 0 {
			t.Errorf("%d offers can be pressed while the only spot is held", got)
		}
		if got := strings.Join(rows(), "; "); !strings.Contains(got, "Cleo Offered until Nov 21, 1:00 p.m.") || !strings.Contains(got, "Bob On the list") {
			t.Error(got)
		}
		if got := htmltest.Text(d.page("/staff/events/gala/rsvps").Find("#seats")); !strings.Contains(got, "1 spot held for the waiting list") {
			t.Error(got)
		}
		form := url.Values{"do": {"up"}, "version": {"99"}}
		d.post(fmt.Sprint(list, "/", d.party("Ann").ID), form).RedirectsTo(list)
		if got := htmltest.Text(d.page("/staff/events/gala/rsvps").Find(".toast p")); !strings.HasPrefix(got, "Someone else changed this") {
			t.Error(got)
		}
		d.missing(http.MethodPost, list+"/9001", "/staff/events/nowhere/waiting-list/1")
		d.missing(http.MethodGet, "/staff/events/nowhere/waiting-list")
		if !strings.Contains(htmltest.Text(d.page("/staff/events/gala/rsvps").Find("main")), "Waiting list (2)") {
			t.Error("the list of registrations does not count the waiting list")
		}
	})
}

// TestTakeOffer_details accepts an offer of an event that asks for companions and has questions, with a limit lower than the party.
func TestTakeOffer_details(t *testing.T) {
	eachWaitingFixture(t, func(t *testing.T, d waitingFixture) {
		d.must(d.comes("Filler", 10))
		d.must(d.joins("Ann", 3))
		d.must(d.joins("Bob", 1))
		d.must(d.comes("Filler", 6))
		d.asks("required", 2)
		const take = "/rsvp/gala/waiting-list/take"
		token := d.token("Ann")
		page := d.page("/rsvp/gala/waiting-list?lang=en&t=" + token).Find("form[action$=take]")
		if n := page.Find(".others > .person").Length(); n != 2 || page.Find("[name='answers.11.2']").Length() != 1 || page.Find("[name='answers.15.0']").Length() != 0 {
			t.Fatalf("%d companions are asked for", n)
		}
		form := hidden(page)
		form.Set("companions[0]", "Luc")
		form.Set("answers.12.0", "2")
		wrong := d.post(take, form).Want(http.StatusUnprocessableEntity).Doc()
		if list := htmltest.Text(wrong.Find(".faults")); !strings.Contains(list, "Person 3") || !strings.Contains(list, "Meal") || strings.Contains(list, "Parking") {
			t.Errorf("the errors read %q", list)
		}
		if wrong.Find("[name='companions[0]']").AttrOr("value", "") != "Luc" || d.party("Ann").State != Offered {
			t.Error("what was typed is lost, or the places are taken")
		}
		for name, value := range map[string]string{"companions[1]": "Ève", "answers.11.0": "1", "answers.11.1": "2", "answers.11.2": "2"} {
			form.Set(name, value)
		}
		d.post(take, form).Want(http.StatusOK)
		var stored string
		read := func(name string) string {
			t.Helper()
			d.must(d.DB.QueryRow(t.Context(), "SELECT details FROM rsvps WHERE name = $1", name).Scan(&stored))
			return stored
		}
		if got := read("Ann"); !strings.Contains(got, `"companions":["Luc","Ève"]`) || strings.Count(got, `"question_id":11`) != 3 || d.party("Ann").State != Taken {
			t.Error(got)
		}
		body := `{"t":"` + d.token("Bob") + `"`
		d.json("POST", take, body+"}").Want(http.StatusBadRequest)
		d.json("POST", take, body+`,"answers":[{"question_id":11,"options":[2]},{"question_id":12,"number":0}]}`).Want(http.StatusOK)
		if got := read("Bob"); got != `{"answers":[{"question_id":11,"options":[2]},{"question_id":12,"number":0}]}` {
			t.Error(got)
		}
	})
}

// TestTakeOffer_keeps_earlier_details accepts an offer of more places than the guest has: what is left blank stays.
func TestTakeOffer_keeps_earlier_details(t *testing.T) {
	eachWaitingFixture(t, func(t *testing.T, d waitingFixture) {
		d.asks("asked", 4)
		sub := Submission{Answer: Answer{Name: "Ann", Email: email("Ann"), People: 2, Language: i18n.EN, Details: Details{Companions: []string{"Luc"},
			Answers: []Reply{eats(0, 1), eats(1, 2), parks(2), {Question: 14, Text: "Hi"}}}}}
		_, err := d.Submit(t.Context(), "gala", sub, Visitor{IP: newIP()})
		d.must(err)
		d.saves(events.Changes{Capacity: new(int64(2))})
		d.must(d.joins("Ann", 3))
		d.saves(events.Changes{Capacity: new(int64(10))})
		sent := Submission{Token: d.token("Ann"), Answer: Answer{Details: Details{Companions: []string{"", "Ève"}, Answers: []Reply{eats(0, 2), eats(2, 1)}}}}
		o, shown, err := d.TakeOffer(t.Context(), "gala", sent, Visitor{IP: newIP()})
		d.must(err)
		got, err := d.Get(t.Context(), "gala", o.ID)
		d.must(err)
		want := Details{Companions: []string{"Luc", "Ève"}, Answers: []Reply{eats(0, 2), eats(1, 2), eats(2, 1), parks(2), {Question: 14, Text: "Hi"}}}
		if !reflect.DeepEqual(got.Details, want) {
			t.Errorf("%+v, want %+v", got.Details, want)
		}
		if !reflect.DeepEqual(shown.Details, Details{}) || !shown.keep {
			t.Errorf("the page after it shows %+v (ADR 43)", shown.Details)
		}
	})
}
