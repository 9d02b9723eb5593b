package archives

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/db"
	"presence/views/layout"
	"presence/views/ui"
	views "presence/views/workforce/archives"
)

// presenter builds the view models of the pages, for one user.
type presenter struct {
	actor auth.Actor
	lang  i18n.Lang
	zone  *time.Location
}

// view is the state of a list in the query of its address.
type view struct {
	Filter
	from, to string // as typed
}

// parseView parses the query. Only invalid days are errors, which people type; the rest is ignored, because a bookmark may be old.
func parseView(q url.Values, zone *time.Location) (v view, faults errs.Fields) {
	v = view{from: q.Get("from"), to: q.Get("to")}
	v.Kind, v.Text, v.Before = Timesheets, httpx.SearchText(q.Get("q")), parseKey(q.Get("before"))
	if k := Kind(q.Get("kind")); slices.Contains(Kinds, k) {
		v.Kind = k
	}
	v.From, v.Until = archivedBetween(&faults, v.from, v.to, zone)
	return v, faults
}

// query returns the query that parseView parses, without the position.
func (v view) query() url.Values {
	q := url.Values{"kind": {string(v.Kind)}}
	for name, value := range map[string]string{"q": v.Text, "from": v.from, "to": v.to} {
		if value != "" {
			q.Set(name, value)
		}
	}
	return q
}

func (v view) href(change func(*view)) string {
	v.Before = nil
	change(&v)
	return paths.Archive(v.query())
}

func (v view) filtered() bool { return v.Text != "" || v.from != "" || v.to != "" }

var (
	kindNames = map[Kind]i18n.Text{Timesheets: i18n.ArchSheets, Shifts: i18n.ArchShifts, Expenses: i18n.ArchExpenses, Leave: i18n.ArchLeave}
	restored  = map[Kind]i18n.Text{Timesheets: i18n.ArchSheetBack, Shifts: i18n.ArchShiftBack, Expenses: i18n.ArchExpenseBack,
		Leave: i18n.ArchLeaveBack}
	kindIcons = map[Kind]ui.Icon{Timesheets: ui.IconDraft, Shifts: ui.IconClock, Expenses: ui.IconReceipt, Leave: ui.IconPalm}
)

func (d presenter) list(v view, found Page, faults errs.Fields) views.List {
	p := views.List{Tabs: layout.TeamTabs(d.lang, paths.EmployeesArchive()), Kinds: d.kinds(v, found),
		Search: ui.ListSearch(d.lang.T(i18n.TeamSearch), v.Text), Action: paths.Archive(nil),
		Keep: []ui.Hidden{{Name: "kind", Value: string(v.Kind)}}}
	d.days(&p, v, faults)
	if v.filtered() {
		p.Clear = paths.Archive(url.Values{"kind": {string(v.Kind)}})
	}
	p.Empty = ui.Empty{Icon: ui.IconInbox, Title: d.lang.T(i18n.TeamNoGone), Text: d.lang.T(i18n.ArchNoneText)}
	if v.filtered() {
		p.Empty = ui.Empty{Icon: ui.IconSearch, Title: d.lang.T(i18n.ArchNoMatch), Text: d.lang.T(i18n.ArchNoMatchText)}
	}
	for _, r := range found.List {
		row := d.row(r)
		if row.Restore != "" {
			row.Hidden = append(row.Hidden, ui.Hidden{Name: "view", Value: v.query().Encode()})
		}
		p.Rows = append(p.Rows, row)
	}
	if found.More {
		q := v.query()
		q.Set("before", found.List[len(found.List)-1].key().String())
		p.Older = paths.Archive(q)
	}
	if v.Before != nil {
		p.Latest = v.href(func(*view) {})
	}
	return p
}

// kinds returns the choice of the kind, with the number of records that match; that of employees leads to the page of the team.
func (d presenter) kinds(v view, found Page) (list []ui.Chip) {
	count := func(n int64) string {
		switch {
		case found.Counts == nil:
			return ""
		case n > maxCount:
			return d.lang.F(i18n.ArchOver, d.lang.Int(maxCount))
		}
		return d.lang.Int(n)
	}
	for _, k := range Kinds {
		list = append(list, ui.Chip{Label: d.lang.T(kindNames[k]), Count: count(int64(found.Counts[k])), Current: k == v.Kind,
			Href: v.href(func(v *view) { v.Kind = k })})
	}
	people := ui.Chip{Label: d.lang.T(i18n.ArchEmployees), Count: count(found.Left), Href: paths.EmployeesArchive()}
	if v.from != "" || v.to != "" { // that list has no days
		people.Count = ""
	}
	if v.Text != "" {
		people.Href += "&" + url.Values{"q": {v.Text}}.Encode()
	}
	return append(list, people)
}

// days adds the fields of the first and the last day.
func (d presenter) days(p *views.List, v view, faults errs.Fields) {
	field := func(name, value string, label i18n.Text) ui.Field {
		for _, x := range faults {
			if x.Field == name {
				p.Faults.Add(d.lang, name, d.lang.T(label), x.Code, x.Detail)
			}
		}
		return ui.Field{Name: name, Type: "date", Label: d.lang.T(label), Value: value, Error: p.Faults.Of(name)}
	}
	p.From, p.To = field("from", v.from, i18n.ArchFrom), field("to", v.to, i18n.ArchTo)
}

// row returns a record, with the button that restores it or the reason why there is none.
func (d presenter) row(r Record) views.Row {
	row := views.Row{Name: r.Name, Href: paths.ArchivedRecord(string(r.Kind), r.ID), What: d.what(r), Note: r.Description,
		Value: d.value(r), When: d.moment(r.At), Icon: kindIcons[r.Kind]}
	if row.Short, row.Why = d.refusal(r); row.Why == "" {
		row.Restore, row.Hidden = paths.RestoreArchived(string(r.Kind), r.ID), []ui.Hidden{{Name: "version", Value: number(r.Version)}}
		row.Spoken = d.lang.F(i18n.ArchRestoreOf, row.What, r.Name)
	}
	return row
}

// refusal returns why a record cannot be restored, in short and in a sentence; "" if it can.
func (d presenter) refusal(r Record) (short, why string) {
	switch {
	case r.CheckRestore() != nil:
		return d.lang.T(i18n.ArchAgedShort), d.lang.T(i18n.ArchAged)
	case r.OwnerLeft:
		return d.lang.T(i18n.ArchOwnerShort), d.lang.T(i18n.ArchOwner)
	case r.SheetDeleted:
		return d.lang.T(i18n.ArchSheetShort), d.lang.T(i18n.ArchSheetFirst)
	}
	return "", ""
}

// what describes a record in a few words.
func (d presenter) what(r Record) string {
	switch r.Kind {
	case Timesheets:
		if r.Day.IsZero() {
			return d.lang.F(i18n.TimeSheetNo, r.ID)
		}
		return d.lang.Range(r.Day, r.Day.Add(13))
	case Shifts:
		return d.lang.Day(r.Day) + " · " + d.lang.ClockRange(r.Start.Time().In(d.zone), r.End.Time().In(d.zone)) + " · " +
			d.lang.KindName(r.Type)
	case Expenses:
		return d.lang.Day(r.Day) + " · " + d.lang.KindName(r.Type)
	}
	first, last := db.DayOf(r.Start.Time().In(d.zone)), db.DayOf((r.End - 1).Time().In(d.zone))
	if first == last {
		return d.lang.T(i18n.LeaveNames[r.Type]) + " · " + d.lang.Day(first)
	}
	return d.lang.T(i18n.LeaveNames[r.Type]) + " · " + d.lang.Range(first, last)
}

// value returns the hours or the dollars of a record; "" for the others.
func (d presenter) value(r Record) string {
	switch r.Kind {
	case Shifts:
		return d.lang.Hours(r.Minutes)
	case Expenses:
		return d.lang.Dollars(r.Cents)
	}
	return ""
}

func (d presenter) archived(r Record) string {
	words := i18n.ArchDeleted
	if r.CheckRestore() != nil {
		words = i18n.ArchWithPeriod
	}
	return d.lang.F(words, d.moment(r.At))
}

func (d presenter) moment(at db.Instant) string { return d.lang.Moment(at.Time().In(d.zone)) }

// record returns the page of one archived record.
func (d presenter) record(x Detail) views.Record {
	p := views.Record{Row: d.row(x.Record), Title: d.lang.T(kindTitles[x.Kind]) + " · " + x.Name, Archived: d.archived(x.Record),
		Crumbs: []ui.Crumb{{Label: d.lang.T(i18n.Team), Href: paths.Employees()},
			{Label: d.lang.T(i18n.TeamArchive), Href: paths.Archive(url.Values{"kind": {string(x.Kind)}})}},
		Employee: paths.Employee(x.EmployeeID)}
	if x.SheetID != 0 {
		p.Sheet = paths.Timesheet(x.SheetID)
		if x.SheetDeleted || x.Reason == "aged" {
			p.Sheet = paths.ArchivedRecord(string(Timesheets), x.SheetID)
		}
	}
	if x.Code != "" {
		p.Code = x.Code
	}
	for _, l := range x.Lines {
		row := d.row(l)
		if row.When = ""; l.At != x.At {
			row.When = d.archived(l)
		}
		p.Lines = append(p.Lines, row)
	}
	for _, e := range x.History {
		action, _ := ui.AuditActionOf(e.Kind, e.Action)
		p.Events = append(p.Events, views.Event{Who: cmp.Or(e.Who.Name, d.lang.T(i18n.TimeProgram)), Did: d.lang.T(action.Text),
			Icon: action.Icon, When: d.moment(e.At)})
	}
	if len(x.History) == historyLength {
		p.Part = d.lang.T(i18n.EmpHistoryPart)
	}
	return p
}

var kindTitles = map[Kind]i18n.Text{Timesheets: i18n.ArchSheet, Shifts: i18n.ArchShift, Expenses: i18n.ArchExpense, Leave: i18n.ArchRequest}

func number(n int64) string { return strconv.FormatInt(n, 10) }
