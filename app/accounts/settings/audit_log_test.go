package settings

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/apptest/htmltest"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/db"
)

func TestParseLogSearch(t *testing.T) {
	const all = "action=approved&before=7&from=2026-11-01&kind=timesheet&person=anne&person_id=p&record_id=12&to=2026-11-20"
	for _, x := range []struct{ query, again string }{
		{all, strings.Replace(all, "before=7&", "", 1)},
		{"kind=odd&action=odd&from=soon&to=2026-13-01&before=x", ""},
		{"person=+anne+&record_id=+12+", "person=anne&record_id=12"},
	} {
		t.Run(x.query, func(t *testing.T) {
			q, err := url.ParseQuery(x.query)
			if err != nil {
				t.Fatal(err)
			}
			s := parseLogSearch(q)
			if got := s.query().Encode(); got != x.again {
				t.Errorf("written as %q, want %q", got, x.again)
			}
			if s.Rows != pageRows+1 {
				t.Errorf("%d rows are looked for, want one more than a page", s.Rows)
			}
		})
	}
	for text, want := range map[string]int64{"7": 7, "0": 0, "-1": 0, "x": 0} {
		if s := parseLogSearch(url.Values{"before": {text}}); s.Before != want {
			t.Errorf("before=%s is read as %d", text, s.Before)
		}
	}
}

func TestPages_entry(t *testing.T) {
	p := pages{s: &Service{zone: time.UTC}}
	changes := func(n int) audit.Changes {
		c := audit.Changes{}
		for i := range n {
			c[fmt.Sprintf("field_%d", i)] = [2]any{nil, true}
		}
		return c
	}
	for _, x := range []struct {
		name string
		e    audit.Entry
		want string // who, where from, record, link, changes
	}{
		{"by a person in a browser", audit.Entry{Kind: "employee", RecordID: "7", Who: audit.Who{Name: "Ann", Via: "cookie", IP: "192.0.2.1"},
			Changes: changes(1)}, "Ann|browser · 192.0.2.1|Employee record 7|/staff/employees/7|1 + 0"},
		{"by a person from nowhere", audit.Entry{Kind: "employee", RecordID: "x", Who: audit.Who{Name: "Ann", Via: "cookie"}},
			"Ann|browser|Employee record x||0 + 0"},
		{"by the program", audit.Entry{Kind: "pay_period", RecordID: "2026-25"}, "The system||Pay period 2026-25||0 + 0"},
		{"about a person with a name", audit.Entry{Kind: "person", RecordID: "p"}, "The system||Account Bea|/staff/settings/people/p|0 + 0"},
		{"about a person without a name", audit.Entry{Kind: "person", RecordID: "q"}, "The system||Account q|/staff/settings/people/q|0 + 0"},
		{"with as many changes as are shown", audit.Entry{Kind: "shift", RecordID: "7", TimesheetID: 3, Changes: changes(maxShownChanges)},
			"The system||Shift 7|/staff/timesheets/3|4 + 0"},
		{"with one more", audit.Entry{Kind: "shift", RecordID: "7", TimesheetID: 3, Changes: changes(maxShownChanges + 1)},
			"The system||Shift 7|/staff/timesheets/3|4 + 1"},
		{"about a sheet", audit.Entry{Kind: "timesheet", RecordID: "3", Action: "approved"}, "The system||Timesheet 3|/staff/timesheets/3|0 + 0"},
		{"about a sheet that is gone", audit.Entry{Kind: "timesheet", RecordID: "3", Action: "archived"}, "The system||Timesheet 3||0 + 0"},
		{"about a record without a page", audit.Entry{Kind: "bank_code", RecordID: "3"}, "The system||Pay code 3||0 + 0"},
		{"about an employee with a name", audit.Entry{Kind: "employee", RecordID: "8"}, "The system||Employee record of Cid Roy|/staff/employees/8|0 + 0"},
		{"about a sheet with a name", audit.Entry{Kind: "timesheet", RecordID: "4", Action: "approved"},
			"The system||Timesheet 2026-25 of Cid Roy|/staff/timesheets/4|0 + 0"},
		{"about a record of which there is one", audit.Entry{Kind: "directory", RecordID: "1"}, "The system||Directory||0 + 0"},
		{"about another record of which there is one", audit.Entry{Kind: "send_settings", RecordID: "1"}, "The system||Sending settings||0 + 0"},
		{"about all records before a day", audit.Entry{Kind: "timesheets", RecordID: "2026-11-01"}, "The system||Timesheets November\u00a01, 2026||0 + 0"},
		{"about an event", audit.Entry{Kind: "event", RecordID: "gala"}, "The system||Event gala|/staff/events/gala|0 + 0"},
		{"about an event that is gone", audit.Entry{Kind: "event", RecordID: "gala", Action: "deleted"}, "The system||Event gala||0 + 0"},
		{"about an audience", audit.Entry{Kind: "audience", RecordID: "gala"}, "The system||Audience gala|/staff/events/gala/audience|0 + 0"},
		{"about a template", audit.Entry{Kind: "template", RecordID: "event-x"}, "The system||Email template event-x|/staff/templates/event-x|0 + 0"},
		{"about a campaign", audit.Entry{Kind: "campaign", RecordID: "3"}, "The system||Campaign 3|/staff/campaigns/3|0 + 0"},
		{"about a payroll export", audit.Entry{Kind: "payroll_export", RecordID: "3"}, "The system||Payroll export 3|/staff/payroll/exports/3|0 + 0"},
	} {
		t.Run(x.name, func(t *testing.T) {
			v := p.entry(i18n.EN, x.e, map[Record]string{{"person", "p"}: "Bea", {"employee", "8"}: "Cid Roy",
				{"timesheet", "4"}: "2026-25 of Cid Roy"})
			got := fmt.Sprintf("%s|%s|%s|%s|%d + %d", v.Who, v.From, v.Record, v.Href, len(v.Changes), len(v.More))
			if got != x.want || (v.MoreText != "") != (len(v.More) > 0) {
				t.Errorf("%q, want %q; %q", got, x.want, v.MoreText)
			}
		})
	}
}

// What a new record holds is folded, unless it is short; what was changed in one stays open.
func TestPages_entry_folds_a_new_record(t *testing.T) {
	p := pages{s: &Service{zone: time.UTC}}
	for _, x := range []struct {
		action string
		fields int
		want   string // created, folded under, changes
	}{
		{"created", 0, "false||0 + 0"}, {"created", maxOpenFields, "true||2 + 0"}, {"created", maxOpenFields + 1, "true|3 fields|3 + 0"},
		{"created", 12, "true|12 fields|12 + 0"}, {"updated", maxOpenFields, "false||2 + 0"}, {"updated", maxOpenFields + 1, "false||3 + 0"},
	} {
		t.Run(fmt.Sprint(x.action, x.fields), func(t *testing.T) {
			e := audit.Entry{Kind: "shift", Action: x.action, Changes: audit.Changes{}}
			for i := range x.fields {
				e.Changes[fmt.Sprint("field_", i)] = [2]any{nil, true}
			}
			v := p.entry(i18n.EN, e, nil)
			if got := fmt.Sprintf("%t|%s|%d + %d", v.Created, v.Folded, len(v.Changes), len(v.More)); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
	some := audit.Changes{"a": {nil, true}, "b": {nil, true}, "c": {nil, true}, "empty": {}, "none": {nil, map[string]any{}}}
	if got := p.entry(i18n.FR, audit.Entry{Action: "created", Changes: some}, nil).Folded; got != "3 champs" {
		t.Errorf("in French: %q", got)
	}
}

// Entries stand under their days, newest first; those of one act are folded under the first of them, not over midnight.
func TestPages_days(t *testing.T) {
	p := pages{s: &Service{zone: time.UTC}}
	at := func(day, hour, minute int) db.Instant {
		return db.InstantOf(time.Date(2026, 11, day, hour, minute, 0, 0, time.UTC))
	}
	one := func(id string, at db.Instant) audit.StoredEntry {
		return audit.StoredEntry{Entry: audit.Entry{Action: "approved", Kind: "timesheet", RecordID: id, At: at,
			Who: audit.Who{PersonID: "p", Name: "Ann"}}}
	}
	got := ""
	for _, day := range p.days(i18n.EN, []audit.StoredEntry{one("9", at(20, 9, 0)), one("8", at(20, 0, 8)), one("7", at(20, 0, 6)),
		one("6", at(20, 0, 3)), one("5", at(19, 23, 58)), one("4", at(19, 22, 0))}, nil) {
		got += day.ID + ":"
		for _, e := range day.List {
			got += " " + strings.TrimPrefix(e.Record, "Timesheet ")
			for _, same := range e.Same {
				got += "+" + strings.TrimPrefix(same.Record, "Timesheet ")
			}
			if e.SameText != "" {
				got += " (" + e.SameText + e.SameMore + ")"
			}
		}
		got += "; "
	}
	if want := "day-2026-11-20: 9 8+7+6 (3 entriesand 1 more); day-2026-11-19: 5 4; "; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestPages_entry_of_changes(t *testing.T) {
	p := pages{s: &Service{zone: time.UTC}}
	e := audit.Entry{Kind: "employee", Action: "updated", Changes: audit.Changes{"comment": {"late", nil}, "first_name": {"Ann", "Anne"},
		"odd_field": {nil, "new"}, "supervisor_comment": {nil, ""}}}
	got := ""
	for _, c := range p.entry(i18n.EN, e, nil).Changes {
		got += c.Field + ": " + c.Before + " → " + c.After + "; "
	}
	if want := "Note: late → ; First name: Ann → Anne; odd field:  → new; "; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// A field that holds the id of another record shows what that record is called.
func TestPages_change(t *testing.T) {
	p := pages{s: &Service{zone: time.UTC}}
	names := map[Record]string{{"bank_code", "3"}: "G1", {"person", "p"}: "Bea"}
	for _, x := range []struct {
		name, field string
		v           any
		want        string
	}{
		{"a number by its name", "bank_code_id", float64(3), "G1"},
		{"a number without a name", "bank_code_id", float64(4), "4"},
		{"a text by its name", "user_id", "p", "Bea"},
		{"the same number in a field that holds no id", "capacity", float64(3), "3"},
		{"the id of another kind of record", "timesheet_id", float64(3), "3"},
		{"no value", "bank_code_id", nil, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := p.change(i18n.EN, x.field, x.v, names); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}

// The names of a page are asked for once, each record once.
func TestMentioned(t *testing.T) {
	e := audit.StoredEntry{Entry: audit.Entry{Kind: "shift", RecordID: "7", Changes: audit.Changes{"bank_code_id": {float64(1), float64(2)},
		"timesheet_id": {nil, float64(5)}, "comment": {nil, "9"}}}}
	var got []string
	for _, r := range mentioned([]audit.StoredEntry{e, e}) {
		got = append(got, r.Kind+" "+r.ID)
	}
	slices.Sort(got)
	if text, want := strings.Join(got, ", "), "bank_code 1, bank_code 2, shift 7, timesheet 5"; text != want {
		t.Errorf("%q, want %q", text, want)
	}
}

func TestWord(t *testing.T) {
	for code, want := range map[string]string{"leave_request": "Leave request", "odd_kind": "odd kind"} {
		if got := word(i18n.EN, i18n.LogKinds, code); got != want {
			t.Errorf("%s is named %q, want %q", code, got, want)
		}
	}
}

// The days of a search are those of the company, from midnight to midnight.
func TestService_Log(t *testing.T) {
	w := newWorld(t)
	ada, luc := w.add("Ada", auth.Admin), w.add("Luc", auth.Payroll)
	by := func(p auth.Person) audit.Who { return audit.Who{PersonID: p.ID, Name: p.Name} }
	midnight := time.Date(2026, 11, 20, 5, 0, 0, 0, time.UTC) // of the 20th in Toronto
	at := func(after time.Duration) db.Instant { return db.InstantOf(midnight.Add(after)) }
	w.record(audit.Entry{At: at(-time.Millisecond), Who: by(ada), Action: "created", Kind: "shift", RecordID: "1"},
		audit.Entry{At: at(0), Who: by(luc), Action: "created", Kind: "shift", RecordID: "2"},
		audit.Entry{At: at(24*time.Hour - time.Millisecond), Who: by(ada), Action: "updated", Kind: "shift", RecordID: "3"},
		audit.Entry{At: at(24 * time.Hour), Who: by(luc), Action: "updated", Kind: "shift", RecordID: "4"},
		audit.Entry{At: at(24 * time.Hour), Action: "created", Kind: "leave_request", RecordID: luc.ID})
	admin := auth.Actor{PersonID: ada.ID, Role: auth.Admin}
	day := db.MustDay("2026-11-20")
	for _, x := range []struct {
		name   string
		search LogSearch
		want   string
	}{
		{"everything of a kind, newest first", LogSearch{}, "4 3 2 1"},
		{"from midnight of a day", LogSearch{From: day}, "4 3 2"},
		{"until midnight after a day", LogSearch{To: day}, "3 2 1"},
		{"one day", LogSearch{From: day, To: day}, "3 2"},
		{"by one person", LogSearch{PersonID: luc.ID}, "4 2"},
		{"by people with a name", LogSearch{Person: "luc"}, "4 2"},
		{"by people with an address", LogSearch{Person: "ada@"}, "3 1"},
		{"the id of a person counts, not the words beside it", LogSearch{PersonID: luc.ID, Person: "ada"}, "4 2"},
		{"by people who do not exist", LogSearch{Person: "zoe"}, ""},
		{"one action", LogSearch{Action: "updated"}, "4 3"},
		{"one record", LogSearch{Record: "3"}, "3"},
	} {
		t.Run(x.name, func(t *testing.T) {
			x.search.Kind, x.search.Rows = "shift", 10
			found, err := w.s.Log(t.Context(), admin, x.search)
			if err != nil {
				t.Fatal(err)
			}
			var ids []string
			for _, e := range found {
				ids = append(ids, e.RecordID)
			}
			if got := strings.Join(ids, " "); got != x.want {
				t.Errorf("found %q, want %q", got, x.want)
			}
		})
	}
	t.Run("is refused to those who are not administrators", func(t *testing.T) {
		found, err := w.s.Log(t.Context(), auth.Actor{PersonID: luc.ID, Role: auth.Payroll}, LogSearch{Rows: 10})
		if errs.KindOf(err) != errs.KindForbidden || found != nil {
			t.Errorf("%d entries, %v", len(found), err)
		}
	})
}

func TestPages_log(t *testing.T) {
	w := newWorld(t)
	admin := w.signIn(w.add("Ada", auth.Admin), "", "")
	shifts := func(n int) (list []audit.Entry) {
		for range n {
			list = append(list, audit.Entry{At: db.InstantOf(w.now), Action: "created", Kind: "shift", RecordID: "7"})
		}
		return list
	}
	w.record(shifts(pageRows)...)
	of := func(query string) string { return paths.AuditLog() + query }
	t.Run("as many entries as a page has are one page", func(t *testing.T) {
		page := admin.on(t).get(of("?kind=shift"))
		finds(t, page, ".log > li", pageRows)
		finds(t, page, "a[href*='before=']", 0)
		finds(t, page, "option[value=shift][selected]", 1)
	})
	w.record(shifts(1)...)
	t.Run("one more leads to older ones, and back to the newest", func(t *testing.T) {
		b := admin.on(t)
		page := b.get(of("?kind=shift"))
		finds(t, page, ".log > li", pageRows)
		finds(t, page, "div.row a", 1)
		older := b.get(page.Find("a[href*='before=']").AttrOr("href", ""))
		finds(t, older, ".log > li", 1)
		finds(t, older, "a[href*='before=']", 0)
		finds(t, older, "div.row a[href='"+of("?kind=shift")+"']", 1)
		all := b.get(of("")).Find("a[href*='before=']").AttrOr("href", "")
		finds(t, b.get(all), "div.row a[href='"+of("")+"']", 1)
	})
	t.Run("an act is not cut by the end of a page, and a record is named once", func(t *testing.T) {
		approvals := func(n int) (list []audit.Entry) {
			for range n {
				list = append(list, audit.Entry{At: db.InstantOf(w.now), Action: "approved", Kind: "expense", RecordID: "7",
					Who: audit.Who{PersonID: "p", Name: "Ann"}})
			}
			return list
		}
		w.record(audit.Entry{At: db.InstantOf(w.now), Action: "approved", Kind: "expense", RecordID: "8"})
		w.record(approvals(pageRows + 3)...)
		b := admin.on(t)
		page := b.get(of("?kind=expense"))
		finds(t, page, ".log > li", 1)
		if got := htmltest.Text(page.Find(".log > li")); strings.Count(got, "53") != 1 || !strings.Contains(got, "53 entries") {
			t.Error(got)
		}
		older := b.get(page.Find("a[href*='before=']").AttrOr("href", ""))
		finds(t, older, ".log > li", 1)
		finds(t, older, "a[href*='before=']", 0)
	})
	t.Run("two actions of one name are one choice, which finds both", func(t *testing.T) {
		w.record(audit.Entry{At: db.InstantOf(w.now), Action: "cancelled", Kind: "leave_request", RecordID: "7"},
			audit.Entry{At: db.InstantOf(w.now), Action: "withdrawn", Kind: "leave_request", RecordID: "8"})
		b := admin.on(t)
		page := b.get(of("?kind=leave_request&action=withdrawn"))
		finds(t, page, ".log > li", 2)
		finds(t, page, "option[value=cancelled][selected]", 1)
		finds(t, page, "option[value=withdrawn]", 0)
	})
	t.Run("a search can be cleared, and only a search", func(t *testing.T) {
		b := admin.on(t)
		finds(t, b.get(of("?kind=shift")), "main form a[href='"+of("")+"']", 1)
		finds(t, b.get(of("")), "main form a[href='"+of("")+"']", 0)
	})
	t.Run("the form keeps the person that a link has chosen", func(t *testing.T) {
		b := admin.on(t)
		finds(t, b.get(of("?person_id=p")), "main form input[type=hidden][name=person_id][value=p]", 1)
		finds(t, b.get(of("?kind=shift")), "main form input[type=hidden]", 0)
	})
}

func TestSameAct(t *testing.T) {
	at := time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC)
	one := audit.Entry{Action: "created", Kind: "shift", RecordID: "1", At: db.InstantOf(at),
		Who: audit.Who{PersonID: "p", Via: "cookie", IP: "192.0.2.1", RequestID: "r"}}
	for name, x := range map[string]struct {
		change func(e *audit.Entry)
		want   bool
	}{
		"another record of the same request":           {func(e *audit.Entry) { e.RecordID = "2" }, true},
		"another request of the same person":           {func(e *audit.Entry) { e.Who.RequestID = "s" }, true},
		"a quarter of an hour before":                  {func(e *audit.Entry) { e.At = db.InstantOf(at.Add(-actPause)) }, true},
		"more than a quarter of an hour before":        {func(e *audit.Entry) { e.At = db.InstantOf(at.Add(-actPause - time.Millisecond)) }, false},
		"later by the clock, although written earlier": {func(e *audit.Entry) { e.At = db.InstantOf(at.Add(actPause + time.Millisecond)) }, false},
		"another action":                               {func(e *audit.Entry) { e.Action = "refused" }, false},
		"another kind of record":                       {func(e *audit.Entry) { e.Kind = "expense" }, false},
		"another person":                               {func(e *audit.Entry) { e.Who.PersonID = "q" }, false},
		"a program of the same person":                 {func(e *audit.Entry) { e.Who.Via = "bearer" }, false},
		"another address":                              {func(e *audit.Entry) { e.Who.IP = "192.0.2.2" }, false},
	} {
		t.Run(name, func(t *testing.T) {
			other := one
			x.change(&other)
			if got := sameAct(one, other); got != x.want {
				t.Errorf("the same act: %t", got)
			}
		})
	}
	if none := (audit.Entry{Action: "aged"}); sameAct(none, none) {
		t.Error("entries of the program itself are one act")
	}
}

func TestClip(t *testing.T) {
	for n, want := range map[int]int{maxShownValue: maxShownValue,
		maxShownValue + 1: maxShownValue + 1} { // one less, and the sign that it is cut
		got := clip(strings.Repeat("é", n))
		if len([]rune(got)) != want || strings.HasSuffix(got, "…") != (n > maxShownValue) {
			t.Errorf("%d characters are shown as %d, %q", n, len([]rune(got)), got[len(got)-4:])
		}
	}
}

func TestPages_lastUse(t *testing.T) {
	at := time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC)
	p := pages{s: &Service{zone: time.UTC, now: func() time.Time { return at }}}
	for _, x := range []struct {
		used time.Duration
		want string
	}{{0, i18n.EN.T(i18n.TokenUsedNow)}, {auth.TokenUseInterval - time.Millisecond, i18n.EN.T(i18n.TokenUsedNow)},
		{auth.TokenUseInterval, "1 hour ago"}} {
		if got := p.lastUse(i18n.EN, db.InstantOf(at.Add(-x.used))); got != x.want {
			t.Errorf("used %v ago is shown as %q, want %q", x.used, got, x.want)
		}
	}
	if got := p.lastUse(i18n.EN, 0); got != i18n.EN.T(i18n.TokenUnused) {
		t.Errorf("never used is shown as %q", got)
	}
}

func TestState(t *testing.T) {
	for _, x := range []struct {
		state auth.State
		want  i18n.Text
	}{{auth.StateActive, i18n.PeopleActive}, {auth.StateInvited, i18n.PeopleInvited}, {auth.StateCannotSignIn, i18n.InviteNotYet},
		{auth.StateDisabled, i18n.PeopleDisabled}, {auth.StateArchived, i18n.PeopleGone}} {
		if got := state(i18n.EN, x.state).Text; got != i18n.EN.T(x.want) {
			t.Errorf("%s is shown as %q", x.state, got)
		}
	}
}

func TestPages_row(t *testing.T) {
	p := pages{s: &Service{}}
	for _, x := range []struct {
		person auth.Person
		name   string
	}{{auth.Person{Name: "Ann", Email: "ann@example.com"}, "Ann"}, {auth.Person{Email: "ann@example.com"}, "ann@example.com"}} {
		if r := p.row(i18n.EN, auth.Account{Person: x.person}); r.Name != x.name {
			t.Errorf("%+v is shown as %q", x.person, r.Name)
		}
	}
}
