package approvals

import (
	"strconv"

	"presence/app/accounts/auth"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/db"
	"presence/views/ui"
	views "presence/views/workforce/approvals"
)

// presenter builds the props of the approvals page from a QueuePage, for one person.
type presenter struct {
	s     *Service
	actor auth.Actor
	lang  i18n.Lang
	view  View
	queue QueuePage
	asked bool   // an item was asked for
	focus bool   // the open item came after a decision
	note  string // what was typed, when it was refused
	fault string // what is wrong with it
}

var tabNames = map[Tab]i18n.Text{Waiting: i18n.QueueWaiting, Changed: i18n.QueueChanged, Approved: i18n.QueueApproved,
	Refused: i18n.QueueRefused}
var kindNames = map[Kind]i18n.Text{Main: i18n.QueueMain, Sheet: i18n.QueueSheets, Leave: i18n.QueueLeave, Expense: i18n.QueueExpenses}
var icons = map[Kind]ui.Icon{Sheet: ui.IconClock, Leave: ui.IconPalm, Expense: ui.IconReceipt}

func (d *presenter) page() views.Page {
	p := views.Page{Focus: d.focus, Chosen: d.asked, List: d.view.href(func(v *View) { v.Open = Ref{} })}
	for _, t := range Tabs {
		p.Tabs = append(p.Tabs, ui.Tab{Label: d.lang.T(tabNames[t]), Count: d.lang.Int(int64(d.queue.Counts[t])), Current: t == d.view.Tab,
			Href: d.view.href(func(v *View) { v.Tab, v.From, v.Open = t, nil, Ref{} })})
	}
	for _, k := range Kinds {
		p.Kinds = append(p.Kinds, ui.Segment{Label: d.lang.T(kindNames[k]) + " (" + d.lang.Int(int64(d.queue.Kinds[k])) + ")", Icon: icons[k],
			Current: k == d.view.Kind,
			Href:    d.view.href(func(v *View) { v.Kind, v.From, v.Open = k, nil, Ref{} })})
	}
	switch {
	case d.view.Kind == Expense:
		p.Note = d.lang.T(i18n.QueueExpNote)
	case d.view.Tab.isDecided():
		p.Note = d.lang.T(i18n.QueueDecided)
	}
	for _, i := range d.queue.Items {
		p.Rows = append(p.Rows, d.row(i))
	}
	d.addPaging(&p)
	if d.queue.Open != nil {
		p.Item = d.item(*d.queue.Open)
	}
	return p
}

// addPaging are the ways through the list, and what can be done with it as a whole.
func (d *presenter) addPaging(p *views.Page) {
	if d.view.From != nil {
		p.Start = d.view.href(func(v *View) { v.From, v.Open = nil, Ref{} })
	}
	if d.queue.More {
		last := d.queue.Items[len(d.queue.Items)-1].key()
		p.More = d.view.href(func(v *View) { v.From, v.Open = &last, Ref{} })
	}
	p.Empty = ui.Empty{Icon: ui.IconInbox, Title: d.lang.T(i18n.QueueNoneElse), Text: d.lang.T(i18n.QueueNoneElseText)}
	if d.view.Tab == Waiting {
		p.Empty = ui.Empty{Icon: ui.IconApproved, Title: d.lang.T(i18n.QueueNone), Text: d.lang.T(i18n.QueueNoneText)}
		if len(p.Rows) > 1 {
			p.Bulk = &views.Bulk{Action: paths.ApprovalsMany(), Hidden: []ui.Hidden{d.hidden()}}
		}
	}
}

// hidden is the view as a form sends it.
func (d *presenter) hidden() ui.Hidden {
	return ui.Hidden{Name: "view", Value: d.view.query().Encode()}
}

func (d *presenter) row(i Item) views.Row {
	r := views.Row{
		ID: i.Ref.String(), Href: d.view.href(func(v *View) { v.Open = i.Ref }), Name: i.Name, What: d.what(i), Icon: icons[i.Kind],
		When:    d.ago(i.At),
		Current: d.queue.Open != nil && d.queue.Open.Ref == i.Ref,
	}
	switch {
	case i.State == Escalated:
		r.State, r.Label = ui.StatePending, d.lang.T(i18n.QueueEscalated)
	case i.Changed && d.view.Tab == Waiting:
		r.State, r.Label = ui.StateChanged, d.lang.T(i18n.QueueChangedOne)
	}
	if d.view.Tab == Waiting && len(d.queue.Items) > 1 {
		r.Tick = i.Ref.String() + "-" + strconv.FormatInt(i.Version, 10)
		r.TickFor = d.lang.F(i18n.QueueSelect, i.Name+" – "+r.What)
		r.Minutes, r.Cents = i.Minutes, i.Cents
	}
	return r
}

// what an item is about, in a line.
func (d *presenter) what(i Item) string {
	switch i.Kind {
	case Leave:
		return d.lang.T(i18n.LeaveNames[i.LeaveType]) + " · " + d.span(i.Start, i.End)
	case Expense:
		return d.lang.Dollars(i.Cents) + " · " + d.lang.DayShort(i.Day) + " · " + i.Description
	}
	text := d.sheetName(i) + " · " + d.lang.Hours(i.Minutes)
	if i.Cents > 0 {
		text += " · " + d.lang.Dollars(i.Cents)
	}
	return text
}

// sheetName is the period of a sheet that the pages keep.
func (d *presenter) sheetName(i Item) string {
	if i.Day.IsZero() {
		return d.lang.T(i18n.QueueSheetOf)
	}
	p := d.s.Time.Periods.Calendar().At(i.Day)
	return d.lang.F(i18n.QueueSheetIn, p.Name())
}

// span is the days of leave: an end at midnight belongs to the day before.
func (d *presenter) span(start, end db.Instant) string {
	from, to := db.DayOf(start.Time().In(d.s.zone)), db.DayOf((end - 1).Time().In(d.s.zone))
	if from == to {
		return d.lang.Day(from)
	}
	return d.lang.Range(from, to)
}

func (d *presenter) ago(at db.Instant) string { return d.lang.Ago(d.s.now().Sub(at.Time())) }

func (d *presenter) moment(at db.Instant) string { return d.lang.Moment(at.Time().In(d.s.zone)) }
