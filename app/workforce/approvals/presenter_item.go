package approvals

import (
	"cmp"
	"strconv"
	"time"

	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/app/workforce/leaverequests"
	"presence/app/workforce/mytime"
	"presence/db"
	"presence/views/ui"
	views "presence/views/workforce/approvals"
	"presence/views/workforce/review"
)

// leaveTimes formats leave with its times, if it does not begin and end at midnight.
func (d *presenter) leaveTimes(start, end db.Instant) string {
	from, to := start.Time().In(d.s.Zone), end.Time().In(d.s.Zone)
	midnight := func(t time.Time) bool { return t.Hour() == 0 && t.Minute() == 0 }
	switch {
	case midnight(from) && midnight(to):
		return d.span(start, end)
	case db.DayOf(from) == db.DayOf(to):
		return d.lang.DayTitle(from) + ", " + d.lang.ClockRange(from, to)
	}
	return d.lang.F(i18n.QueueDays, d.lang.Moment(from), d.lang.Moment(to))
}

func (d *presenter) item(c Context) *views.Item {
	x := &views.Item{Title: c.Name, Icon: icons[c.Kind], When: d.moment(c.At), History: d.history(c)}
	x.State, x.Label = d.state(c.Item)
	switch c.Kind {
	case Leave:
		d.addLeave(x, c)
	case Expense:
		x.Kind, x.Link, x.LinkFor = d.lang.T(i18n.QueueExpenseOf), paths.Timesheet(c.SheetID), d.lang.T(i18n.QueueOpenSheet)
		var taxes []string
		taxes, x.Receipts = mytime.Documents(d.lang, c.Fortnight, c.ID)
		x.Facts = []views.Fact{{Name: d.lang.T(i18n.TimeAmount), Values: append([]string{d.lang.Dollars(c.Cents)}, taxes...)},
			{Name: d.lang.T(i18n.QueueWhen), Values: []string{d.lang.DayTitle(c.Day)}},
			{Name: d.lang.T(i18n.QueueFor), Values: []string{c.Description}}}
		d.addTime(x, c)
		x.Sheet.Checks, x.Sheet.None, x.Sheet.Norms, x.Sheet.Differences, x.Sheet.Planned = nil, "", nil, nil, "" // they are about the hours
	default:
		x.Kind, x.Link, x.LinkFor = d.sheetName(c.Item)+" · "+
			d.lang.Range(c.Fortnight.Period.Start, c.Fortnight.Period.End), paths.Timesheet(c.ID), d.lang.T(i18n.QueueOpenSheet)
		d.addTime(x, c)
		x.Sheet.Changes, x.Sheet.Since = d.changes(c), d.since(c)
	}
	x.Sheet.Comment = paragraphs(c.Comment)
	x.Decide, x.Nav = d.decisionForm(c.Item), d.nav(c.Ref)
	return x
}

// nav returns the links to the neighbours of the open item in the list; nil: it is not in it.
func (d *presenter) nav(open Ref) *review.QueueNav {
	at := indexOf(d.queue.Items, open)
	if at < 0 {
		return nil
	}
	link := func(i int, text i18n.Text) (l review.QueueLink) {
		to, from := (*Item)(nil), d.queue.From
		switch {
		case i < 0:
			to, from = d.queue.Before, from-pageItems
		case i < len(d.queue.Items):
			to = &d.queue.Items[i]
		default:
			to, from = d.queue.After, from+pageItems
		}
		if to != nil {
			l = review.QueueLink{Href: d.view.href(func(v *View) { v.From, v.Open = from, to.Ref }), Label: d.lang.F(text, to.Name)}
		}
		return l
	}
	return &review.QueueNav{Label: d.lang.T(i18n.QueueTitle), List: d.view.href(func(v *View) { v.Open = Ref{} }),
		Previous: link(at-1, i18n.QueuePrevious), Next: link(at+1, i18n.QueueNext),
		Place: d.lang.F(i18n.QueuePlace, d.lang.Int(int64(d.queue.From+at+1)),
			d.lang.Int(int64(d.queue.Counts[d.view.Tab])))}
}

var states = map[State]ui.State{Open: ui.StateDraft, Pending: ui.StatePending, Escalated: ui.StatePending, Accepted: ui.StateApproved,
	Declined: ui.StateRefused, Cancelled: ui.StateDraft}

func (d *presenter) state(i Item) (ui.State, string) {
	label := i18n.Text{}
	switch {
	case i.State == Escalated:
		label = i18n.QueueEscalated
	case i.State == Cancelled:
		label = i18n.QueueCancelled
	case i.State == Declined && i.Kind == Sheet:
		label = i18n.QueueReturned
	}
	state := states[i.State]
	if i.State == Pending && i.Kind == Sheet {
		state = ui.StateSubmitted // as on every other page
		if i.Changed {
			state = ui.StateChanged
		}
	}
	return state, d.lang.T(label)
}

func (d *presenter) addLeave(x *views.Item, c Context) {
	x.Kind, x.Link, x.LinkFor = d.lang.T(i18n.LeaveNames[c.LeaveType]), "", ""
	others := views.Fact{Name: d.lang.T(i18n.QueueAway)}
	for _, a := range c.Away {
		line := a.Name + " · " + d.span(a.Start, a.End)
		if !a.Approved {
			line += " (" + d.lang.T(i18n.QueueAsked) + ")"
		}
		others.Values = append(others.Values, line)
	}
	if len(c.Away) == 0 {
		others.Values = []string{d.lang.T(i18n.QueueAwayNone)}
	}
	if c.AwayMore > 0 {
		others.Values = append(others.Values, d.lang.N(c.AwayMore, i18n.QueueAwayMore))
	}
	takes := []string{d.lang.Hours(c.Takes.Minutes)}
	if c.Takes.Days > 0 {
		takes[0] = d.lang.N(c.Takes.Days, i18n.LeaveWorkdays) + " · " + takes[0]
	}
	if left := leaverequests.HolidaysLeftOut(d.lang, c.Takes); left != "" {
		takes = append(takes, left)
	}
	x.Facts = []views.Fact{{Name: d.lang.T(i18n.QueueWhen), Values: []string{d.leaveTimes(c.Start, c.End)}},
		{Name: d.lang.T(i18n.QueueTakes), Values: takes}}
	if c.Balanced {
		text := d.lang.F(i18n.BalanceDecide, d.lang.Days(c.Takes.Minutes), d.lang.DaysPlain(c.Balance.Left))
		if c.Balance.Left < c.Takes.Minutes && (c.State == Pending || c.State == Escalated) {
			x.Short = text
		}
		x.Facts = append(x.Facts, views.Fact{Name: d.lang.T(i18n.BalanceQueue), Values: []string{text}})
	}
	x.Facts = append(x.Facts, others)
}

func (d *presenter) history(c Context) (list []views.Event) {
	for _, e := range c.History {
		if action, known := ui.AuditActionOf(e.Kind, e.Action); known {
			list = append(list, views.Event{Who: cmp.Or(d.lang.ActedFor(e.Who.Name, e.Who.For), d.lang.T(i18n.TimeProgram)),
				Did: d.lang.T(action.Text), Icon: action.Icon, When: d.moment(e.At)})
		}
	}
	return list
}

// addTime adds the details of the sheet that the approver checks: the warnings, days, weeks and expenses of its period.
func (d *presenter) addTime(x *views.Item, c Context) {
	x.Sheet = mytime.Review(d.lang, d.s.Zone, c.Fortnight, c.Sheet, c.Previous, paths.Timesheet(c.Sheet.ID))
	x.Timed = true
}

// decisionForm returns the form with the decisions that the item's state allows.
func (d *presenter) decisionForm(i Item) *review.Decide {
	verb := func(v Verb, text i18n.Text, icon ui.Icon, kind ui.Kind) review.Verb {
		return review.Verb{Value: string(v), Label: d.lang.T(text), Icon: icon, Kind: kind}
	}
	approve := verb(Approve, i18n.Approve, ui.IconCheck, ui.Primary)
	approve.Main, approve.Spoken = true, d.lang.F(i18n.QueueApproveOf, i.Name)
	note := ui.Field{Name: "note", Label: d.lang.T(i18n.QueueNote), HideLabel: true, Placeholder: d.lang.T(i18n.NotePlaceholder),
		Hint: d.lang.T(i18n.QueueNoteHint), Rows: 1, MaxLength: 1000, Value: d.note, Error: d.fault, AutoFocus: d.fault != ""}
	refusing := func(text i18n.Text, icon ui.Icon, placeholder i18n.Text) review.Verb {
		v := verb(Refuse, text, icon, ui.Secondary)
		v.Ask, note.Placeholder = review.AskNote(v.Label+d.lang.Colon()+i.Name, note), d.lang.T(placeholder)
		return v
	}
	refuse := func() review.Verb { return refusing(i18n.QueueRefuse, ui.IconRefused, i18n.NoteToRefuse) }
	var verbs []review.Verb
	switch {
	case i.State == Cancelled:
		return nil
	case i.State == Accepted && i.Kind == Leave:
		verbs = []review.Verb{verb(Withdraw, i18n.QueueCancel, ui.IconUndo, ui.Secondary)}
	case i.State == Accepted:
		verbs = []review.Verb{verb(Withdraw, i18n.QueueWithdraw, ui.IconUndo, ui.Secondary)}
	case i.State == Declined, i.State == Open:
		approve.Kind = ui.Secondary // it may be approved, but was not submitted
		verbs = []review.Verb{approve}
	case i.Kind == Sheet:
		verbs = []review.Verb{approve, refusing(i18n.QueueReturn, ui.IconUndo, i18n.NoteToReturn)}
	case i.Kind == Leave && i.State == Pending:
		escalate := verb(Escalate, i18n.QueueEscalate, ui.IconUp, ui.Ghost)
		escalate.Apart = true
		verbs = []review.Verb{approve, refuse(), escalate}
	default:
		verbs = []review.Verb{approve, refuse()}
	}
	return &review.Decide{
		About: i.Name, What: d.what(i), Action: paths.Approvals(), Swap: "queue", Verbs: verbs,
		Hidden: []ui.Hidden{{Name: "item", Value: i.Ref.String()}, {Name: "version", Value: strconv.FormatInt(i.Version, 10)},
			{Name: "next", Value: nextItem(d.queue.Items, i.Ref).String()}, d.hidden()},
		Note: note,
	}
}
