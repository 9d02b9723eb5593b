package rsvp

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"presence/app/hub/events"
	"presence/app/platform/contact"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/db"
	views "presence/views/hub/rsvp"
	"presence/views/ui"
)

// start is when the event of these tests begins.
var start = time.Date(2026, 12, 10, 18, 0, 0, 0, time.UTC)

func presenting(now time.Time, change func(*events.Event)) presenter {
	e := events.Event{ID: "gala", State: events.Open, StartsAt: db.InstantOf(start), EndsAt: db.InstantOf(start.Add(4 * time.Hour)),
		Content: events.Contents{FR: events.Content{Title: "Gala", Address: "1, rue A"}}}
	if change != nil {
		change(&e)
	}
	return presenter{e: e, lang: i18n.EN, now: now, zone: time.UTC}
}

func deadlineAt(at time.Time) func(*events.Event) {
	return func(e *events.Event) { e.Deadline = db.InstantOf(at) }
}

func TestPresenter_invitation(t *testing.T) {
	l, before, deadline := i18n.EN, start.Add(-72*time.Hour), start.Add(-26*time.Hour)
	closed := func(e *events.Event) { e.State = events.Closed }
	day := l.F(i18n.RsvpDayTime, l.DayNear(deadline), l.Clock(deadline))
	for _, x := range []struct {
		name   string
		v      presenter
		above  i18n.Text
		notice string // its title; empty: none
		text   string // its first
		until  string
		by     string
	}{
		{"open until it starts", presenting(before, nil), i18n.RsvpInvited, "", "", "", ""},
		{"open until a deadline", presenting(before, deadlineAt(deadline)), i18n.RsvpInvited, "", "", day, l.F(i18n.RsvpBy, "December\u00a09")},
		{"open until the end of a day", presenting(before, deadlineAt(deadline.Add(7*time.Hour))), i18n.RsvpInvited, "", "",
			l.DayNear(deadline.Add(7 * time.Hour)), l.F(i18n.RsvpBy, "December\u00a09")},
		{"closed by staff", presenting(before, closed), i18n.RsvpAboveClosed, l.T(i18n.RsvpClosed), l.T(i18n.RsvpClosedText), "", ""},
		{"closed by staff after a deadline", presenting(deadline.Add(time.Second),
			func(e *events.Event) { closed(e); deadlineAt(deadline)(e) }),
			i18n.RsvpAboveClosed, l.T(i18n.RsvpClosed), l.T(i18n.RsvpClosedText), "", ""},
		{"after the deadline", presenting(deadline.Add(time.Second), deadlineAt(deadline)), i18n.RsvpAboveClosed, l.T(i18n.RsvpClosed), l.F(i18n.RsvpDeadlineText,
			day), "", ""},
		{"begun", presenting(start, nil), i18n.RsvpAboveStarted, l.T(i18n.RsvpStarted), l.T(i18n.RsvpClosedText), "", ""},
		{"at its end", presenting(start.Add(4*time.Hour), nil), i18n.RsvpAboveStarted, l.T(i18n.RsvpStarted), l.T(i18n.RsvpClosedText), "", ""},
		{"over", presenting(start.Add(4*time.Hour+time.Second), nil), i18n.RsvpAboveOver, l.T(i18n.RsvpOver), l.T(i18n.RsvpOverText), "", ""},
		{"full", presenting(before, func(e *events.Event) { e.Capacity = new(int64); deadlineAt(deadline)(e) }), i18n.RsvpAboveFull, l.T(i18n.RsvpFull),
			l.T(i18n.RsvpFullText), "", ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			p := x.v.invitation()
			var notice views.Notice
			if p.Notice != nil {
				notice = *p.Notice
			}
			if notice.Title != x.notice || x.text != "" && notice.Texts[0] != x.text || p.Until != x.until || p.By != x.by ||
				p.Above != l.T(x.above) {
				t.Errorf("above %q, notice %+v, until %q, %q", p.Above, notice, p.Until, p.By)
			}
			if full := x.notice == l.T(i18n.RsvpFull); (p.Form != nil) != (x.notice == "" || full) || p.Form != nil &&
				(p.Form.Folded != "") != full {
				t.Errorf("form %+v", p.Form)
			}
		})
	}
	t.Run("too many for the places that are left", func(t *testing.T) {
		v := presenting(before, nil)
		p := v.invitation()
		if v.showFull(&p); p.Notice.Title != l.T(i18n.RsvpTooMany) || p.Notice.Texts[0] != l.T(i18n.RsvpTooManyText) {
			t.Errorf("%+v", p.Notice)
		}
	})
}

func TestPresenter_greet(t *testing.T) {
	for _, x := range []struct{ name, given, greeting, line string }{
		{"by the first name", "James Tremblay", "Hello James, will you join us?", "James Tremblay"},
		{"by the whole name after a title", "Mme Côté", "Hello Mme Côté, will you join us?", "Mme Côté"},
		{"by the whole name after an initial", "J. Roy", "Hello J. Roy, will you join us?", "J. Roy"},
		{"by a first name of three letters", "Zoé Roy", "Hello Zoé, will you join us?", "Zoé Roy"},
		{"by the whole name where two letters come first", "Jo Roy", "Hello Jo Roy, will you join us?", "Jo Roy"},
		{"by the whole name after an abbreviation", "Prof. Roy", "Hello Prof. Roy, will you join us?", "Prof. Roy"},
		{"not at all without a name", "", "", ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			v := presenting(start.Add(-time.Hour), nil)
			p := v.invitation()
			v.greet(&p, Guest{Name: x.given, Email: "j@example.com"}, "tok")
			if p.Greeting != x.greeting || p.For != x.line || p.Form.Values.Email != "j@example.com" || p.Form.Token != "tok" || p.NotYou == "" {
				t.Errorf("%q, %q, %+v", p.Greeting, p.For, p.Form)
			}
		})
	}
}

func TestPresenter_calendars(t *testing.T) {
	v := presenting(start.Add(-time.Hour), func(e *events.Event) { e.Content.FR.Details = strings.Repeat("é", longestNote+1) })
	links := v.calendars("")
	for i, want := range []string{"dates=20261210T180000Z%2F20261210T220000Z", "startdt=2026-12-10T18%3A00%3A00Z", "/calendar.ics"} {
		if !strings.Contains(links[i].Href, want) || links[i].File != (i == 2) || len(links[i].Href) > 4000 {
			t.Errorf("%+v lacks %s", links[i], want)
		}
	}
	for n, short := range map[int]bool{longestNote: false, longestNote + 1: true} {
		v := presenting(start.Add(-time.Hour), func(e *events.Event) { e.Content.FR.Details = strings.Repeat("x", n) })
		if got := strings.Contains(v.calendars("")[0].Href, url.QueryEscape("…")); got != short {
			t.Errorf("a note of %d characters is shortened: %v", n, got)
		}
	}
	if e := v.event(); e.Map != "https://www.google.com/maps/search/?api=1&query=1%2C+rue+A" {
		t.Errorf("the map is at %s", e.Map)
	}
}

func TestPresenter_cacheKey_changes_with_what_is_shown(t *testing.T) {
	seen := map[cacheKey]string{}
	for name, at := range map[string]time.Time{"before": start.Add(-time.Hour), "begun": start, "over": start.Add(5 * time.Hour)} {
		key := presenting(at, func(e *events.Event) { e.State = events.Closed }).cacheKey()
		if other, twice := seen[key]; twice {
			t.Errorf("%s and %s are one", name, other)
		}
		seen[key] = name
	}
}

func TestPresenter_thanks(t *testing.T) {
	l, v := i18n.EN, presenting(start.Add(-time.Hour), nil)
	long := strings.Repeat("é", contact.LongName)
	for _, x := range []struct{ name, in, greeting string }{
		{"by name", " Zoé ", l.F(i18n.RsvpThanksName, "Zoé")}, {"by a long name", long, l.F(i18n.RsvpThanksName, long)},
		{"without a longer one", long + "x", l.T(i18n.RsvpThanks)},
	} {
		t.Run(x.name, func(t *testing.T) {
			p := v.thanks(Submission{Answer: Answer{Name: x.in, People: 2}}, Outcome{Name: strings.TrimSpace(x.in)})
			if p.Greeting != x.greeting || p.How != l.F(i18n.RsvpHowName, l.T(i18n.RsvpOwnName)) || len(p.Answer) != 0 ||
				p.People != 2 || p.Name != strings.TrimSpace(x.in) || p.Switch != "" {
				t.Errorf("%q, %q, %v", p.Greeting, p.How, p.Answer)
			}
		})
	}
	for _, x := range []struct {
		a    Answer
		want string
	}{
		{Answer{Email: "a@example.com", Phone: "418 555-0123"}, l.F(i18n.RsvpHow, l.T(i18n.RsvpSameEmail))},
		{Answer{Phone: "418 555-0123"}, l.F(i18n.RsvpHow, l.T(i18n.RsvpSamePhone))},
		{Answer{CustomerNumber: "7"}, l.F(i18n.RsvpHowName, l.T(i18n.RsvpOwnNumber))},
	} {
		t.Run("with what was given: "+x.want, func(t *testing.T) {
			if p := v.thanks(Submission{Answer: x.a}, Outcome{}); p.How != x.want {
				t.Errorf("%q, want %q", p.How, x.want)
			}
		})
	}
	for _, x := range []struct{ name, email, want string }{
		{"who cancels with an address may answer again with it", "a@example.com", l.T(i18n.RsvpBack)},
		{"who cancels without an address is not told of one", "", l.T(i18n.RsvpBackAgain)},
	} {
		t.Run(x.name, func(t *testing.T) {
			if p := v.thanks(Submission{Answer: Answer{Name: "Zoé", Email: x.email}}, Outcome{Declined: true}); !strings.HasPrefix(p.How, x.want) {
				t.Errorf("%q, want %q", p.How, x.want)
			}
		})
	}
	v = presenting(start.Add(-time.Hour), deadlineAt(start))
	p := v.thanks(Submission{Token: "tok", Answer: Answer{Name: "Zoé", People: 1, Email: " a@example.com ", Phone: "1",
		CustomerNumber: "2", Allergies: "3"}},
		Outcome{Updated: true, linked: true})
	if p.How != l.T(i18n.RsvpHowLink)+" "+l.F(i18n.RsvpHowUntil, v.until(start)) || len(p.Answer) != 4 || p.Text != l.T(i18n.RsvpUpdated) ||
		!p.Answer[0].Email || p.Switch != "/rsvp/gala?lang=fr&t=tok" {
		t.Errorf("%+v", p)
	}
	for want, out := range map[i18n.Text]Outcome{i18n.RsvpStored: {Updated: true}, i18n.RsvpUpdated: {Updated: true, linked: true},
		i18n.RsvpConfirmed: {Updated: true, Confirmed: true}, i18n.RsvpDeclined: {Updated: true, Confirmed: true, Declined: true}} {
		if thankYou(out) != want {
			t.Errorf("%+v is thanked by %q", out, thankYou(out).EN)
		}
		if out.Updated && want == i18n.RsvpStored {
			want = i18n.RsvpUpdated // in JSON, the status says it anyway
		}
		if got := toSubmittedJSON(out); got.Message != want.FR || (got.Status == "updated") != out.Updated {
			t.Errorf("%+v is answered %+v", out, got)
		}
	}
}

func TestRefusalOf(t *testing.T) {
	for status, want := range map[int]i18n.Text{404: i18n.RsvpLost, 429: i18n.RsvpBusy, 500: i18n.RsvpBroken, 503: i18n.RsvpBroken,
		403: i18n.RsvpRefused} {
		if _, title, _ := refusalOf(status); title != want {
			t.Errorf("%d is told as %q", status, title.EN)
		}
	}
}

func TestNumber(t *testing.T) {
	for text, want := range map[string]int64{"7": 7, "09": 9, "9999": 9999, "0": 0, "10000": -1, "x": -1, "-1": -1, "1a": -1, "٣": -1} {
		if got := number(text); got != want {
			t.Errorf("%q is %d, want %d", text, got, want)
		}
	}
}

func TestFormValues(t *testing.T) {
	for people, want := range map[int64]int{0: 1, 1: 1, 20: 20, 21: 1} {
		if got := formValues(Submission{Answer: Answer{People: people}}); got.People != want {
			t.Errorf("%d people are shown as %d", people, got.People)
		}
	}
}

func TestOffsetText(t *testing.T) {
	for seconds, want := range map[int]string{0: "+0000", -5 * 3600: "-0500", 5*3600 + 30*60: "+0530", -(3*3600 + 1800): "-0330"} {
		if got := offsetText(seconds); got != want {
			t.Errorf("%d seconds are %s, want %s", seconds, got, want)
		}
	}
}

func TestCalendarFile(t *testing.T) {
	zone, err := time.LoadLocation("America/Toronto")
	if err != nil {
		t.Fatal(err)
	}
	file := func(from, to time.Time, zone *time.Location, change func(*events.Event)) string {
		e := presenting(from, change).e
		e.StartsAt, e.EndsAt = db.InstantOf(from), db.InstantOf(to)
		return string(CalendarFile(e, i18n.FR, zone, "presence.example"))
	}
	plain := file(start, start.Add(4*time.Hour), zone, nil)
	for _, want := range []string{"UID:gala@presence.example\r\n", "DTSTART;TZID=America/Toronto:20261210T130000\r\n",
		"DTSTAMP:20261210T180000Z\r\n",
		"PRODID:-//Presence//RSVP//FR\r\n", "METHOD:PUBLISH\r\n", "CALSCALE:GREGORIAN\r\n", "SEQUENCE:0\r\n", "SUMMARY;LANGUAGE=fr:Gala\r\n",
		"DTEND;TZID=America/Toronto:20261210T170000\r\n",
		"BEGIN:STANDARD\r\nDTSTART:20261101T020000\r\nTZOFFSETFROM:-0400\r\nTZOFFSETTO:-0500\r\nTZNAME:EST\r\nEND:STANDARD\r\n",
		"LOCATION;LANGUAGE=fr:"} {
		if !strings.Contains(plain, want) {
			t.Errorf("it lacks %q:\n%s", want, plain)
		}
	}
	if strings.Contains(plain, "DAYLIGHT") || strings.Contains(plain, "DESCRIPTION") {
		t.Errorf("it says more than it knows:\n%s", plain)
	}
	autumn := time.Date(2026, 10, 31, 22, 0, 0, 0, time.UTC)
	across := file(autumn, autumn.Add(24*time.Hour), zone, func(e *events.Event) {
		e.UpdatedAt, e.Content.FR.Details, e.Content.FR.Address = db.InstantOf(start), "Apportez **rien**.", ""
	})
	for _, want := range []string{"BEGIN:DAYLIGHT", "BEGIN:STANDARD", "DESCRIPTION;LANGUAGE=fr:Apportez rien.", "DTSTAMP:20261210T180000Z"} {
		if !strings.Contains(across, want) {
			t.Errorf("it lacks %q:\n%s", want, across)
		}
	}
	if strings.Contains(across, "LOCATION") {
		t.Error("it has an empty place")
	}
	if fixed := file(start, start.Add(time.Hour), time.UTC, nil); strings.Count(fixed, "BEGIN:STANDARD") != 1 ||
		!strings.Contains(fixed, "DTSTART:19700101T000000\r\nTZOFFSETFROM:+0000") {
		t.Errorf("a zone that never changes:\n%s", fixed)
	}
}

func TestPages_statTiles(t *testing.T) {
	l := i18n.EN
	for _, x := range []struct {
		name     string
		capacity *int64
		coming   int64
		note     string
		tone     ui.Tone
	}{
		{"without a limit", nil, 7, l.T(i18n.RegNoLimit), ""},
		{"one place left", new(int64(8)), 7, l.N(1, i18n.RegFree), ""},
		{"no place left", new(int64(7)), 7, l.T(i18n.RegFull), ui.Warn},
		{"more than places", new(int64(5)), 7, l.N(2, i18n.RegOver), ui.Bad},
	} {
		t.Run(x.name, func(t *testing.T) {
			var p views.List
			pages{}.statTiles(l, &p, Stats{Event: events.Event{ID: "gala", Capacity: x.capacity}, Seats: Seats{Headcount: x.coming,
				Registrations: 3},
				By: map[Confidence]int64{Confirmed: 2, Probable: 1}})
			if s := p.Stats[0]; s.Note != x.note || s.Tone != x.tone || s.Value != "7" || (p.Gauge == nil) != (x.capacity == nil) ||
				p.Gauge != nil && p.Gauge.Tone != x.tone {
				t.Errorf("%+v, %+v", s, p.Gauge)
			}
			if len(p.Stats) != 2 || p.Stats[1].Value != "3" {
				t.Errorf("%+v", p.Stats)
			}
		})
	}
}

// TestPages_trend counts by the days of the zone: an answer at 11 p.m. in Quebec is of that day, though UTC has the next one.
func TestPages_trend(t *testing.T) {
	zone, err := time.LoadLocation("America/Toronto")
	if err != nil {
		t.Fatal(err)
	}
	today := db.MustDay("2026-11-20")
	at := func(day string, hour int) db.Instant {
		return db.InstantOf(db.MustDay(day).In(zone).Add(time.Duration(hour) * time.Hour))
	}
	for _, x := range []struct {
		name    string
		recent  map[db.Instant]int64
		columns int
		last    []int64 // the last three columns
		note    string
	}{
		{"nothing came", nil, 0, nil, ""},
		{"late in the evening, and a week ago", map[db.Instant]int64{at("2026-11-19", 23): 2, at("2026-11-20", 8): 1, at("2026-11-13", 8): 5},
			14, []int64{0, 2, 1}, "3 in the last 7 days"},
		{"from the day of the first answer", map[db.Instant]int64{at("2026-11-01", 8): 5}, 20, []int64{0, 0, 0}, "0 in the last 7 days"},
	} {
		t.Run(x.name, func(t *testing.T) {
			p := views.List{Stats: make([]ui.Stat, 2)}
			pages{zone: zone}.trend(i18n.EN, &p, today, x.recent)
			if p.Trend == nil {
				p.Trend = &ui.Chart{}
			}
			n := len(p.Trend.Columns)
			if n != x.columns || p.Stats[1].Note != x.note {
				t.Fatalf("%d columns, want %d; %q, want %q", n, x.columns, p.Stats[1].Note, x.note)
			}
			for i, want := range x.last {
				if got := p.Trend.Columns[n-len(x.last)+i].Value; got != want {
					t.Errorf("column %d from the end is %d, want %d", len(x.last)-i, got, want)
				}
			}
		})
	}
}

func TestPages_row(t *testing.T) {
	l, d := i18n.EN, pages{s: &Service{now: time.Now}, zone: time.UTC}
	r := RSVP{ID: 7, EventID: "gala", Answer: Answer{Name: "Zoé", CustomerNumber: "C1"}, Version: 1, phoneKey: "+14185550142"}
	if row := d.row(l, r); row.Number != "C1" || row.Tel != "+14185550142" || row.Note != "" {
		t.Errorf("%+v", row)
	}
	r.CustomerNumber, r.phoneKey, r.EnteredBy, r.Version, r.NameOnFile = "", "5550142", "staff", 3, "Zoé Roy"
	want := strings.Join([]string{l.F(i18n.RegFiled, "Zoé Roy"), l.T(i18n.RegByStaff), l.N(2, i18n.RegChanged)}, " · ")
	if row := d.row(l, r); row.Number != "" || row.Tel != "" || row.Note != want {
		t.Errorf("%+v, want %q", row, want)
	}
	if r.NameOnFile = "Zoé"; strings.Contains(rowNote(l, r), l.F(i18n.RegFiled, "Zoé")) {
		t.Error("a name that is on file as it was given is told again")
	}
	a := listQuery{event: "gala", confidence: Probable, text: "zoé", before: 7}
	if got := a.href(); !strings.HasSuffix(got, "?before=7&confidence=probable&q=zo%C3%A9") {
		t.Errorf("%s", got)
	}
	if got := (listQuery{event: "gala"}).href(); strings.Contains(got, "?") {
		t.Errorf("%s", got)
	}
}

func TestPages_revision(t *testing.T) {
	l, d := i18n.EN, pages{s: &Service{now: time.Now}, zone: time.UTC}
	r := RSVP{ID: 7, EventID: "gala", Version: 2}
	v := Revision{Version: 1, Answer: Answer{Name: "Zoé", People: 2, Phone: "1"}}
	for name, x := range map[string]struct{ by, replacer, want string }{
		"by the guest": {"", "", l.T(i18n.RegGuest)}, "by a person": {"p", "Ada", "Ada"}, "by a person who is gone": {"p", "",
			l.T(i18n.RegStaff)},
	} {
		t.Run(name, func(t *testing.T) {
			v.ReplacedBy, v.Replacer = x.by, x.replacer
			got := d.revision(l, events.Event{}, r, v, Answer{Name: "Zoé", People: 3})
			if !strings.Contains(got.Notes[0], l.F(i18n.RegReplacedBy, x.want, l.MomentBrief(v.ReplacedAt.Time().UTC(), time.Now()))) {
				t.Errorf("%q", got.Notes)
			}
			if len(got.Changes) != 2 || got.Changes[0].Before != "2" || got.Changes[0].After != "3" ||
				got.Changes[1].After != l.T(i18n.RegNotGiven) {
				t.Errorf("%+v", got.Changes)
			}
		})
	}
}

func TestAcceptsGzip(t *testing.T) {
	for header, want := range map[string]bool{"": false, "gzip": true, "br, gzip;q=0.5": true, "gzip;q=0": false, "gzip; q=0.0, br": false,
		"gzip;q=1": true, "gzip;q=0.05": true, "br": false} {
		if got := acceptsGzip(header); got != want {
			t.Errorf("%q: %v, want %v", header, got, want)
		}
	}
}

func TestDistinct(t *testing.T) {
	before := []string{missLookup + "a", accountLookup + "a", accountLookup + "b"}
	if n := distinct(before, accountLookup, []string{accountLookup + "b", accountLookup + "c"}); n != 3 {
		t.Errorf("%d different accounts, want 3", n)
	}
	if n := distinct(before, missLookup, nil); n != 1 {
		t.Errorf("%d misses, want 1", n)
	}
}

func TestAnswer_Validate(t *testing.T) {
	text := func(n int) string { return strings.Repeat("é", n) }
	good := func(change func(*Answer)) Answer {
		a := Answer{Name: "Zoé", People: 1}
		change(&a)
		return a
	}
	for _, x := range []struct {
		name string
		a    Answer
		want string
	}{
		{"a name", good(func(*Answer) {}), ""},
		{"no name", good(func(a *Answer) { a.Name = " " }), "name required"},
		{"a name that cannot be read", good(func(a *Answer) { a.Name = "\x00" }), "name format"},
		{"texts as long as they may be", good(func(a *Answer) { a.Name, a.CustomerNumber, a.Allergies = text(200), text(50), text(1000) }), ""},
		{"longer ones", good(func(a *Answer) { a.Name, a.CustomerNumber, a.Allergies = text(201), text(51), text(1001) }),
			"name length, customer_number length, allergies length"},
		{"a phone of seven digits", good(func(a *Answer) { a.Phone = "555-0142" }), ""},
		{"a phone of six", good(func(a *Answer) { a.Phone = "55-0142" }), "phone format"},
		{"a phone that is too long", good(func(a *Answer) { a.Phone = strings.Repeat("-", 41) }), "phone length"},
		{"an address", good(func(a *Answer) { a.Email = "a@example.com" }), ""},
		{"no address", good(func(a *Answer) { a.Email = "a" }), "email format"},
		{"an address that is too long", good(func(a *Answer) { a.Email = text(255) }), "email length"},
		{"no people, which declines", good(func(a *Answer) { a.People = 0 }), ""},
		{"fewer than none", good(func(a *Answer) { a.People = -1 }), "people out_of_range"},
		{"twenty people", good(func(a *Answer) { a.People = 20 }), ""},
		{"twenty-one", good(func(a *Answer) { a.People = 21 }), "people out_of_range"},
		{"lines and tabs of allergies", good(func(a *Answer) { a.Allergies = "a\r\n\tb" }), ""},
		{"two lines of a name", good(func(a *Answer) { a.Name = "a\nb" }), "name format"},
		{"French", good(func(a *Answer) { a.Language = i18n.FR }), ""},
		{"English", good(func(a *Answer) { a.Language = i18n.EN }), ""},
		{"German", good(func(a *Answer) { a.Language = "de" }), "language not_allowed"},
	} {
		t.Run(x.name, func(t *testing.T) {
			var got []string
			for _, f := range x.a.Validate() {
				got = append(got, f.Field+" "+f.Code)
			}
			if strings.Join(got, ", ") != x.want {
				t.Errorf("got %q, want %q", got, x.want)
			}
		})
	}
}

func TestFaultsOf(t *testing.T) {
	l := i18n.EN
	list := faultsOf(l, errs.Fields{{Field: "email", Code: "format", Detail: "d"}, {Field: "name", Code: "required", Detail: "d"},
		{Field: "name", Code: "length", Detail: "d"}, {Field: "t", Code: "format", Detail: "d"}})
	if len(list) != 2 || list[0].Field != "name" || list[0].Text != l.T(i18n.RsvpWriteName) || list[1].Label != l.T(i18n.RsvpEmail) {
		t.Errorf("%+v", list)
	}
}
