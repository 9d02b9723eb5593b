package settings

import (
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

// acts returns the acts of entries, the newest first, as text.
func acts(p pages, l i18n.Lang, names map[Record]string, list ...audit.Entry) (text []string) {
	stored := make([]audit.StoredEntry, len(list))
	for i, e := range list {
		stored[i].Entry = e
	}
	for _, day := range p.days(l, stored, names) {
		for _, v := range day.List {
			text = append(text, strings.Join([]string{v.Who + " " + v.Did + v.Record, v.Href, v.Fold}, "|"))
		}
	}
	return text
}

// An act is one sentence, with one link and one fold.
func TestPages_act(t *testing.T) {
	p := pages{s: &Service{zone: time.UTC}}
	ann, boss := audit.Who{PersonID: "a", Name: "Ann Roy", RequestID: "r"}, audit.Who{PersonID: "b", Name: "Bea Cyr", RequestID: "s"}
	names := map[Record]string{{"person", "a"}: "Ann Roy", {"employee", "8"}: "Ann Roy", {"timesheet", "3"}: "Ann Roy, Nov 1–14, 2026",
		{"timesheet", "4"}: "Éva Hamel, Nov 1–14, 2026", {"shift", "7"}: "Ann Roy, November 9, 2026", {"pay_period", "2026-24"}: "Nov 1–14, 2026",
		{"event", "gala"}: "The gala", {"schedule", "8"}: "Ann Roy", {"bank_code", "6"}: "G2", {"bank_code", "5"}: "G1", {"leave_request", "2"}: "Éva Hamel, Nov 3, 2026"}
	entry := func(by audit.Who, action, kind, id string, sheet int64) audit.Entry {
		return audit.Entry{Who: by, Action: action, Kind: kind, RecordID: id, TimesheetID: sheet}
	}
	with := func(e audit.Entry, fields ...string) audit.Entry {
		e.Changes = audit.Changes{}
		for _, f := range fields {
			e.Changes[f] = [2]any{nil, "x"}
		}
		return e
	}
	sheet := entry(boss, "approved", "timesheet", "3", 3)
	clocked := entry(ann, "clocked_in", "clocking", "1", 0)
	stamp := func(action string, changes audit.Changes) audit.Entry {
		e := entry(ann, action, "clocking", "1", 0)
		e.At, e.Changes = db.InstantOf(time.Date(2026, 11, 9, 6, 44, 0, 0, time.UTC)), changes
		return e
	}
	clocked.At = db.InstantOf(time.Date(2026, 11, 9, 6, 44, 0, 0, time.UTC))
	clocked.Changes = audit.Changes{"bank_code_id": {nil, 6.0}, "employee_id": {nil, 8.0}, "start_time": {nil, "2026-11-09T06:44:00Z"}}
	for _, x := range []struct {
		name   string
		list   []audit.Entry
		fr, en string
	}{
		{"about another's timesheet", []audit.Entry{sheet}, "Bea Cyr a approuvé la feuille de temps d’Ann Roy, Nov 1–14, 2026|/staff/timesheets/3|Détails",
			"Bea Cyr approved the timesheet of Ann Roy, Nov 1–14, 2026|/staff/timesheets/3|Details"},
		{"about one's own", []audit.Entry{entry(ann, "submitted", "timesheet", "3", 3)},
			"Ann Roy a soumis sa feuille de temps, Nov 1–14, 2026|/staff/timesheets/3|Détails",
			"Ann Roy submitted their timesheet, Nov 1–14, 2026|/staff/timesheets/3|Details"},
		{"with a preposition that takes the article", []audit.Entry{with(entry(boss, "identity_unlinked", "person", "a", 0), "issuer")},
			"Bea Cyr a délié le compte d’entreprise du compte d’Ann Roy|/staff/settings/people/a|Fournisseur d’identité",
			"Bea Cyr unlinked the company account from the account of Ann Roy|/staff/settings/people/a|Identity provider"},
		{"with a preposition before a vowel", []audit.Entry{entry(boss, "guests_told", "event", "gala", 0)},
			"Bea Cyr a averti les invités d’un changement à l’événement The gala|/staff/events/gala|Détails",
			"Bea Cyr notified guests of a change to the event The gala|/staff/events/gala|Details"},
		{"about a record without a name", []audit.Entry{entry(boss, "approval_withdrawn", "timesheet", "99", 99)},
			"Bea Cyr a retiré l’approbation d’une feuille de temps|/staff/timesheets/99|Détails",
			"Bea Cyr removed the approval from a timesheet|/staff/timesheets/99|Details"},
		{"about one of which there is one", []audit.Entry{entry(audit.Who{}, "synced", "directory", "1", 0)},
			"Le système a synchronisé le répertoire||Détails", "The system synced the directory||Details"},
		{"about all before a day", []audit.Entry{entry(audit.Who{}, "aged", "timesheets", "2026-11-01", 0)},
			"Le système a archivé automatiquement les feuilles de temps d’avant le 1er novembre 2026||Détails",
			"The system automatically archived the timesheets from before November 1, 2026||Details"},
		{"whose verb says everything", []audit.Entry{entry(ann, "signed_out_everywhere", "person", "a", 0)},
			"Ann Roy a terminé toutes ses sessions||Détails", "Ann Roy signed out everywhere||Details"},
		{"of the clock, with the tasks before and after", []audit.Entry{stamp("task_changed", audit.Changes{"bank_code_id": {float64(5), float64(6)}})},
			"Ann Roy a changé de code de paie||Code de paie : G1 → G2", "Ann Roy switched pay code||Pay code: G1 → G2"},
		{"of the clock, with the task and the time", []audit.Entry{clocked}, "Ann Roy a pointé l’arrivée||Code de paie : G2", "Ann Roy clocked in||Pay code: G2"},
		{"of the clock, at another time than it was recorded", []audit.Entry{stamp("clocked_in", audit.Changes{"bank_code_id": {nil, 6.0},
			"start_time": {nil, "2026-11-09T06:24:00Z"}, "handed_over_at": {nil, "2026-11-09T06:44:00Z"}})},
			"Ann Roy a pointé l’arrivée||Code de paie : G2 · 6 h 24 · pointé hors ligne", "Ann Roy clocked in||Pay code: G2 · 6:24 a.m. · clocked offline"},
		{"of the clock, with nothing but the time of the entry", []audit.Entry{stamp("clocked_out",
			audit.Changes{"end_time": {nil, "2026-11-09T06:44:00Z"}})}, "Ann Roy a pointé le départ||", "Ann Roy clocked out||"},
		{"of a break that ended", []audit.Entry{stamp("break_ended", audit.Changes{"break_start": {"2026-11-09T06:30:00Z", nil},
			"breaks": {nil, "2026-11-09T06:00:00Z/2026-11-09T06:10:00Z, 2026-11-09T06:30:00Z/2026-11-09T06:44:00Z"}})},
			"Ann Roy a terminé une pause||pause : 6 h 30 – 6 h 44", "Ann Roy ended a break||break: 6:30 a.m. – 6:44 a.m."},
		{"that changed fields", []audit.Entry{with(entry(boss, "updated", "employee", "8", 0), "id", "first_name", "last_name", "email", "residence")},
			"Bea Cyr a modifié le dossier d’employé d’Ann Roy|/staff/employees/8|Prénom, Nom de famille, Courriel et 1 autre",
			"Bea Cyr changed the employee record of Ann Roy|/staff/employees/8|First name, Last name, Email and 1 more"},
		{"that created a record", []audit.Entry{with(entry(boss, "created", "employee", "8", 0), "id", "first_name", "last_name")},
			"Bea Cyr a créé le dossier d’employé d’Ann Roy|/staff/employees/8|2 champs",
			"Bea Cyr created the employee record of Ann Roy|/staff/employees/8|2 fields"},
		{"about a rule, by its leave type", []audit.Entry{entry(boss, "created", "leave_rule", "Sick", 0)},
			"Bea Cyr a créé la règle de congé « Maladie »||Détails", "Bea Cyr created the leave rule “Sick leave”||Details"},
		{"about the schedule of a team", []audit.Entry{entry(boss, "published", "schedule", "8", 0)},
			"Bea Cyr a publié l’horaire de l’équipe d’Ann Roy||Détails", "Bea Cyr published the schedule of Ann Roy’s team||Details"},
		{"upon a sheet and its lines", []audit.Entry{sheet, entry(boss, "approved", "expense", "5", 3), entry(boss, "approved", "shift", "7", 3),
			entry(boss, "approved", "shift", "8", 3), entry(boss, "commented", "timesheet", "3", 3)},
			"Bea Cyr a approuvé la feuille de temps d’Ann Roy, Nov 1–14, 2026|/staff/timesheets/3|une dépense et 2 quarts",
			"Bea Cyr approved the timesheet of Ann Roy, Nov 1–14, 2026|/staff/timesheets/3|an expense and 2 shifts"},
		{"upon lines of one sheet", []audit.Entry{entry(ann, "created", "shift", "7", 3), entry(ann, "created", "shift", "8", 3)},
			"Ann Roy a créé 2 quarts dans sa feuille de temps, Nov 1–14, 2026|/staff/timesheets/3|Détails",
			"Ann Roy created 2 shifts in their timesheet, Nov 1–14, 2026|/staff/timesheets/3|Details"},
		{"upon two sheets", []audit.Entry{sheet, entry(boss, "approved", "timesheet", "4", 4), entry(boss, "approved", "shift", "9", 4)},
			"Bea Cyr a approuvé 2 feuilles de temps||2 feuilles de temps et un quart", "Bea Cyr approved 2 timesheets||2 timesheets and a shift"},
		{"upon a period", []audit.Entry{entry(boss, "approved", "pay_period", "2026-24", 0), sheet, entry(boss, "approved", "timesheet", "4", 4)},
			"Bea Cyr a approuvé la période de paie Nov 1–14, 2026|/staff/periods/2026/24|2 feuilles de temps", "Bea Cyr approved the pay period Nov 1–14, 2026|/staff/periods/2026/24|2 timesheets"},
	} {
		for l, want := range map[i18n.Lang]string{i18n.FR: x.fr, i18n.EN: x.en} {
			t.Run(x.name+" in "+string(l), func(t *testing.T) {
				got := strings.ReplaceAll(strings.Join(acts(p, l, names, x.list...), "; "), "\u00a0", " ")
				if got != want {
					t.Errorf("%q, want %q", got, want)
				}
			})
		}
	}
}

// The record that the sentence names comes first in the fold, without a title; the others have one, and a link.
func TestPages_partsOf(t *testing.T) {
	p := pages{s: &Service{zone: time.UTC}}
	by := audit.Who{PersonID: "b", Name: "Bea", RequestID: "r", Via: "cookie", IP: "192.0.2.1"}
	list := []audit.StoredEntry{
		{Entry: audit.Entry{Who: by, Action: "updated", Kind: "timesheet", RecordID: "3", TimesheetID: 3,
			Changes: audit.Changes{"employee_id": {float64(5), float64(8)}}}},
		{Entry: audit.Entry{Who: by, Action: "updated", Kind: "shift", RecordID: "7", TimesheetID: 3,
			Changes: audit.Changes{"comment": {"late", nil}}}},
		{Entry: audit.Entry{Who: by, Action: "updated", Kind: "shift", RecordID: "7", TimesheetID: 3,
			Changes: audit.Changes{"odd_field": {nil, "new"}, "id": {nil, float64(7)}, "supervisor_comment": {nil, ""},
				"timesheet_id": {nil, float64(3)}, "picture": {"0a1b", "2c3d"}}}},
	}
	v := p.act(i18n.EN, list, map[Record]string{{"shift", "7"}: "Ann, November 9, 2026", {"employee", "8"}: "Ann"})
	got := v.From + "; "
	for _, part := range v.Parts {
		got += "[" + part.Record + "|" + part.Href + "]"
		for _, c := range part.Changes {
			got += " " + c.Field + ": " + c.Before + " → " + c.After + ";"
		}
	}
	if want := "browser · 192.0.2.1; [|] Employee: an employee record → Ann;" +
		"[the shift of Ann, November 9, 2026|/staff/timesheets/3] Note: late → ; odd field:  → new; Cover picture:  → a new picture;"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if v.History != "" {
		t.Errorf("an act upon two records leads to the entries of one: %s", v.History)
	}
	if v = p.act(i18n.EN, list[:1], nil); v.History != paths.AuditLog()+"?kind=timesheet&record_id=3" {
		t.Errorf("it leads to %q", v.History)
	}
}

func TestRecordHref(t *testing.T) {
	for _, x := range []struct {
		e    audit.Entry
		want string
	}{
		{audit.Entry{Kind: "employee", RecordID: "7"}, "/staff/employees/7"},
		{audit.Entry{Kind: "employee", RecordID: "x"}, ""},
		{audit.Entry{Kind: "person", RecordID: "p"}, "/staff/settings/people/p"},
		{audit.Entry{Kind: "shift", RecordID: "7", TimesheetID: 3}, "/staff/timesheets/3"},
		{audit.Entry{Kind: "timesheet", RecordID: "3", Action: "approved"}, "/staff/timesheets/3"},
		{audit.Entry{Kind: "timesheet", RecordID: "3", Action: "archived"}, ""},
		{audit.Entry{Kind: "pay_period", RecordID: "2026-09"}, "/staff/periods/2026/9"},
		{audit.Entry{Kind: "pay_period", RecordID: "x"}, ""},
		{audit.Entry{Kind: "bank_code", RecordID: "3"}, ""},
		{audit.Entry{Kind: "event", RecordID: "gala"}, "/staff/events/gala"},
		{audit.Entry{Kind: "event", RecordID: "gala", Action: "deleted"}, ""},
		{audit.Entry{Kind: "audience", RecordID: "gala"}, "/staff/events/gala/audience"},
		{audit.Entry{Kind: "template", RecordID: "event-x"}, "/staff/templates/event-x"},
		{audit.Entry{Kind: "campaign", RecordID: "3"}, "/staff/campaigns/3"},
		{audit.Entry{Kind: "payroll_export", RecordID: "3"}, "/staff/payroll/exports/3"},
	} {
		t.Run(x.e.Kind+" "+x.e.Action, func(t *testing.T) {
			if got := recordHref(x.e); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}

// Acts stand under their days, the newest first, and none continues over midnight.
func TestPages_days(t *testing.T) {
	p := pages{s: &Service{zone: time.UTC}}
	one := func(id string, day, hour, minute int) audit.StoredEntry {
		return audit.StoredEntry{Entry: audit.Entry{Action: "approved", Kind: "timesheet", RecordID: id, Who: audit.Who{PersonID: "p", Name: "Ann"},
			At: db.InstantOf(time.Date(2026, 11, day, hour, minute, 0, 0, time.UTC))}}
	}
	got := ""
	for _, day := range p.days(i18n.EN, []audit.StoredEntry{one("9", 20, 9, 0), one("8", 20, 0, 8), one("7", 20, 0, 6), one("6", 20, 0, 3),
		one("5", 19, 23, 58), one("4", 19, 22, 0)}, nil) {
		got += day.ID + ":"
		for _, v := range day.List {
			got += " " + v.Record + ","
		}
	}
	if want := "day-2026-11-20: a timesheet, 3 timesheets,day-2026-11-19: a timesheet, a timesheet,"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// A field that holds the id of another record shows what that record is called.
func TestPages_change(t *testing.T) {
	p := pages{s: &Service{zone: time.UTC}}
	names := map[Record]string{{"bank_code", "3"}: "G1", {"person", "p"}: "Bea", {"pay_period", "2026-24"}: "Nov 1–14, 2026"}
	for _, x := range []struct {
		name, field string
		v           any
		want        string
	}{
		{"a number by its name", "bank_code_id", float64(3), "G1"},
		{"a number without a name by its kind", "bank_code_id", float64(4), "a pay code"},
		{"a text by its name", "user_id", "p", "Bea"},
		{"the same number in a field that holds no id", "capacity", float64(3), "3"},
		{"the id of another kind of record", "timesheet_id", float64(3), "a timesheet"},
		{"ids of what was archived by their number", "timesheets", []any{float64(3), float64(4)}, "2"},
		{"a period by its days", "period", "2026-24", "Nov 1–14, 2026"},
		{"the status of leave in words", "approval_status", "True", "Approved"},
		{"breaks by their times of day", "breaks", "2026-11-20T15:00:00Z/2026-11-20T15:15:00Z paid, 2026-11-20T17:00:00Z/2026-11-20T17:30:00Z",
			"3:00\u00a0p.m.\u00a0– 3:15\u00a0p.m. (paid), 5:00\u00a0p.m.\u00a0– 5:30\u00a0p.m."},
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
		"timesheet_id": {nil, float64(5)}, "comment": {nil, "9"}}, TimesheetID: 6}}
	var got []string
	for _, r := range mentioned([]audit.StoredEntry{e, e}) {
		got = append(got, r.Kind+" "+r.ID)
	}
	slices.Sort(got)
	if text, want := strings.Join(got, ", "), "bank_code 1, bank_code 2, shift 7, timesheet 5, timesheet 6"; text != want {
		t.Errorf("%q, want %q", text, want)
	}
}

// A sentence about a record of any kind has an article in both languages.
func TestSeveral(t *testing.T) {
	for kind := range i18n.LogKinds {
		for _, n := range []int{1, 2} {
			for _, l := range []i18n.Lang{i18n.FR, i18n.EN} {
				if text := several(l, kind, n); text == word(l, i18n.LogKinds, kind) || strings.Contains(text, "%") {
					t.Errorf("%d of the kind %s in %s: %q", n, kind, l.Name(), text)
				}
			}
		}
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
		if got := htmltest.Text(page.Find(".log > li")); !strings.Contains(got, "Ann approved an expense") {
			t.Error(got)
		}
		older := b.get(page.Find("a[href*='before=']").AttrOr("href", ""))
		finds(t, older, ".log > li", 1)
		finds(t, older, "a[href*='before=']", 0)
	})
	t.Run("every entry is on one page", func(t *testing.T) {
		p, by := pages{s: w.s}, auth.Actor{Role: auth.Admin}
		all, err := w.s.Log(t.Context(), by, LogSearch{Rows: 10_000})
		if err != nil || len(all) <= 2*pageRows {
			t.Fatalf("%d entries, %v", len(all), err)
		}
		var seen []int64
		for search, more := (LogSearch{Rows: pageRows + 1}), true; more; {
			var list []audit.StoredEntry
			if list, more, err = p.wholeActs(t.Context(), by, search); err != nil {
				t.Fatal(err)
			}
			for _, e := range list {
				seen = append(seen, e.ID)
			}
			search.Before = seen[len(seen)-1]
		}
		for i, e := range all {
			if len(seen) != len(all) || seen[i] != e.ID {
				t.Fatalf("%d entries on the pages, %d in the log", len(seen), len(all))
			}
		}
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
		finds(t, b.get(of("?record_id=7")), "main form input[type=hidden][name=record_id][value='7']", 1)
		finds(t, b.get(of("?kind=shift")), "main form input[type=hidden]", 0)
	})
}

func TestSameAct(t *testing.T) {
	at := time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC)
	one := audit.Entry{Action: "created", Kind: "shift", RecordID: "1", TimesheetID: 3, At: db.InstantOf(at),
		Who: audit.Who{PersonID: "p", Via: "cookie", IP: "192.0.2.1", RequestID: "r"}}
	for name, x := range map[string]struct {
		change func(e *audit.Entry)
		want   bool
	}{
		"another record of the same request":           {func(e *audit.Entry) { e.RecordID = "2" }, true},
		"another kind and action of the same request":  {func(e *audit.Entry) { e.Kind, e.Action, e.TimesheetID = "expense", "refused", 0 }, true},
		"another request of the same person":           {func(e *audit.Entry) { e.Who.RequestID = "s" }, true},
		"another kind in the same timesheet":           {func(e *audit.Entry) { e.Who.RequestID, e.Kind = "s", "expense" }, true},
		"another kind in another timesheet":            {func(e *audit.Entry) { e.Who.RequestID, e.Kind, e.TimesheetID = "s", "expense", 4 }, false},
		"another kind, in no timesheet":                {func(e *audit.Entry) { e.Who.RequestID, e.Kind, e.TimesheetID = "s", "expense", 0 }, false},
		"another action in another request":            {func(e *audit.Entry) { e.Who.RequestID, e.Action = "s", "refused" }, false},
		"a quarter of an hour before":                  {func(e *audit.Entry) { e.At = db.InstantOf(at.Add(-actPause)) }, true},
		"more than a quarter of an hour before":        {func(e *audit.Entry) { e.At = db.InstantOf(at.Add(-actPause - time.Millisecond)) }, false},
		"later by the clock, although written earlier": {func(e *audit.Entry) { e.At = db.InstantOf(at.Add(actPause + time.Millisecond)) }, false},
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
	if none := (audit.Entry{Action: "a", Kind: "k", Who: audit.Who{PersonID: "p"}}); sameAct(none, audit.Entry{Action: "b", Kind: "l",
		Who: none.Who}) {
		t.Error("entries without a request are of one request")
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
