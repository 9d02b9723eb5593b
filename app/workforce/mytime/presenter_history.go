package mytime

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"presence/app/platform/audit"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/app/workforce/activities"
	"presence/app/workforce/payperiods"
	"presence/app/workforce/shifts"
	"presence/app/workforce/timesheets"
	"presence/db"
	"presence/views/ui"
	views "presence/views/workforce/mytime"
	"presence/views/workforce/review"
)

// review returns the history of the page's sheet. If the actor may decide about the sheet, it adds the details to check and the
// form of the decision; bar contains the totals.
func (d *presenter) review(bar views.Bar) *views.Review {
	r := &views.Review{History: d.events()}
	if len(d.history) == historyLength {
		r.Part = d.lang.T(i18n.TimeHistoryPart)
	}
	if !d.mayDecide() {
		return r
	}
	t := d.sheets()[0]
	r.Sheet = Review(d.lang, d.s.zone, d.view, t, d.previous, "")
	r.Decide = &review.Decide{AboutID: "bar", Action: paths.TimesheetComment(t.ID), Hidden: d.location.hidden(version(t.Version), d.next()),
		Verbs:   d.verbs(t),
		Figures: []review.Figure{{Label: bar.Total.Label, Value: bar.Total.Value}},
		Note:    d.noteField(t)}
	if d.mayRemind() {
		r.Decide.Hidden = append(r.Decide.Hidden, ui.Hidden{Name: "employees", Value: payperiods.FormatIDs([]int64{d.location.owner})},
			ui.Hidden{Name: "page", Value: "person"})
	}
	r.Lines = d.decidedLines(t)
	for _, x := range bar.Figures {
		r.Decide.Figures = append(r.Decide.Figures, review.Figure{Label: x.Label, Value: x.Value, Over: x.Over})
	}
	if d.comment != nil {
		r.Decide.Note.Value = *d.comment
	}
	return r
}

// next returns the hidden input that names the item to open after a decision about the sheet: the next one in the list or the queue,
// else the previous one.
func (d *presenter) next() ui.Hidden {
	return ui.Hidden{Name: "next", Value: cmp.Or(d.place.Next.Item, d.place.Previous.Item)}
}

// queueNav returns the links to the previous and the next item in the list from which the page was opened, else in the queue; nil when
// the sheet is in neither.
func (d *presenter) queueNav() *review.QueueNav {
	if d.overviewNav != nil || d.place.Total == 0 {
		return d.overviewNav
	}
	link := func(w Waiting, text i18n.Text) (l review.QueueLink) {
		if w.Item != "" {
			l = review.QueueLink{Href: d.pageOf(w.Item), Label: d.lang.F(text, w.Name)}
		}
		return l
	}
	return &review.QueueNav{Label: d.lang.T(i18n.QueueTitle), List: paths.Approvals(), Previous: link(d.place.Previous, i18n.QueuePrevious),
		Next:  link(d.place.Next, i18n.QueueNext),
		Place: d.lang.F(i18n.QueuePlace, d.lang.Int(int64(d.place.Position)), d.lang.Int(int64(d.place.Total)))}
}

// noteField returns the field of the note about the sheet t.
func (d *presenter) noteField(t Sheet) ui.Field {
	f := ui.Field{Name: "supervisor_comment", Label: d.lang.T(i18n.QueueNote), HideLabel: true, Placeholder: d.lang.T(i18n.NotePlaceholder),
		Hint: d.lang.T(i18n.QueueNoteHint), Rows: 1, Value: t.Comment, MaxLength: 1000, Error: d.commentFault}
	if !t.Approved && t.SubmittedAt != 0 {
		f.Placeholder = d.lang.T(i18n.NoteToReturn)
	}
	return f
}

// verbs returns the decisions that the sheet's state allows.
func (d *presenter) verbs(t Sheet) []review.Verb {
	keep := review.Verb{Label: d.lang.T(i18n.TimeKeepComment), Kind: ui.Ghost, Action: paths.TimesheetComment(t.ID)}
	if t.Approved {
		return []review.Verb{{Label: d.lang.T(i18n.TimeUnapprove), Icon: ui.IconUndo, Action: paths.TimesheetUnapprove(t.ID)}, keep}
	}
	list := []review.Verb{{Label: d.lang.T(i18n.Approve), Spoken: d.lang.F(i18n.ApproveOf, d.view.Owner.Name), Icon: ui.IconCheck,
		Action: paths.TimesheetApprove(t.ID), Main: true}}
	if t.SubmittedAt != 0 {
		list[0].Kind = ui.Primary
		back := review.Verb{Label: d.lang.T(i18n.QueueReturn), Icon: ui.IconUndo, Action: paths.TimesheetReturn(t.ID)}
		back.Ask = review.AskNote(back.Label+d.lang.Colon()+d.view.Owner.Name, d.noteField(t))
		list = append(list, back)
	}
	if d.mayRemind() && !d.reminded {
		list = append([]review.Verb{{Label: d.lang.T(i18n.RemindDo), Spoken: d.lang.F(i18n.RemindOf, d.view.Owner.Name), Icon: ui.IconBell,
			Kind: ui.Primary, Action: paths.PeriodRemind(d.view.Period.Year, d.view.Period.Number)}}, list...)
	}
	return append(list, keep)
}

// differences returns the changes since the approval as text.
func (d *presenter) differences(changes []timesheets.LineChange) (list []views.Difference) {
	for _, c := range changes {
		x := views.Difference{Tone: ui.Warn, Icon: ui.IconEdit, What: d.lang.T(i18n.TimeDiffChanged)}
		switch {
		case c.Before == nil:
			x.Tone, x.Icon, x.What = ui.Info, ui.IconPlus, d.lang.T(i18n.TimeDiffAdded)
		case c.After == nil:
			x.Tone, x.Icon, x.What = ui.Bad, ui.IconTrash, d.lang.T(i18n.TimeDiffRemoved)
		}
		x.Before, x.After = d.lineText(c.Before), d.lineText(c.After)
		list = append(list, x)
	}
	return list
}

// lineText describes an approved line in one sentence: mon. 16 nov. · 8 h – 16 h · Régulier.
func (d *presenter) lineText(l *timesheets.Line) string {
	switch {
	case l == nil:
		return ""
	case l.Kind == timesheets.KindShift:
		return d.lang.DayWeek(l.Day) + " · " + d.times(l.Start, l.End) + shifts.BreaksAside(d.lang, shifts.Breaks(l.Breaks), d.s.zone) + " · " +
			d.codeName(l.BankCodeID) + d.jobAside(l)
	}
	return d.lang.DayWeek(l.Day) + " · " + d.lang.Dollars(l.Amount) + " · " + d.codeName(l.BankCodeID) + " · " + l.Description + d.jobAside(l)
}

// jobAside returns " · " and the job of a line, or "" if it has none.
func (d *presenter) jobAside(l *timesheets.Line) string {
	if text := d.view.Jobs.text(d.lang, activities.Job{CustomerID: l.CustomerID, ActivityID: l.ActivityID}); text != "" {
		return " · " + text
	}
	return ""
}

// events returns the entries of the history as text, newest first. What a line contained before a change is collected from its
// earlier entries.
func (d *presenter) events() []views.Event {
	known := map[string]map[string]any{} // by record: its fields up to this entry
	list := make([]views.Event, 0, len(d.history))
	for _, e := range slices.Backward(d.history) {
		action, _ := ui.AuditActionOf(e.Kind, e.Action)
		event := views.Event{Who: cmp.Or(d.lang.ActedFor(e.Who.Name, e.Who.For), d.lang.T(i18n.TimeProgram)),
			Did: d.lang.T(action.Text), Icon: action.Icon,
			When: d.moment(e.At)}
		key := e.Kind + e.RecordID
		was := d.describeFields(e.Kind, known[key])
		if known[key] == nil {
			known[key] = map[string]any{}
		}
		for field, change := range e.Changes {
			known[key][field] = change[1]
		}
		event.Notes = d.describeEntry(e, was, d.describeFields(e.Kind, known[key]))
		list = mergeRepeated(list, event)
	}
	slices.Reverse(list)
	return list
}

// mergeRepeated adds an event. Equal events within a minute become one, with their number.
func mergeRepeated(list []views.Event, e views.Event) []views.Event {
	if n := len(list) - 1; n >= 0 && list[n].Who == e.Who && list[n].Did == e.Did && list[n].When == e.When {
		list[n].Times++
		list[n].Notes = append(list[n].Notes, e.Notes...)
		return list
	}
	e.Times = 1
	return append(list, e)
}

// describeEntry returns what an entry changed as text: the reason of a correction, the comment, and the line before and after.
func (d *presenter) describeEntry(e audit.Entry, was, is string) []string {
	var notes []string
	if reason, _ := e.Changes["reason"][1].(string); reason != "" {
		notes = append(notes, d.lang.T(i18n.ClockReason)+d.lang.Colon()+reason)
	}
	if words, _ := e.Changes["supervisor_comment"][1].(string); words != "" {
		notes = append(notes, "« "+words+" »")
	}
	if e.Action == "updated" && was != "" && was != is {
		return append(notes, was+" → "+is)
	}
	if is != "" {
		notes = append(notes, is)
	}
	return notes
}

// describeFields describes a shift or an expense in one sentence, from the fields in its history; "" when some are missing.
func (d *presenter) describeFields(kind string, fields map[string]any) string {
	day, _ := fields["date"].(string)
	code, okCode := fields["bank_code_id"].(float64)
	if !okCode || len(day) < 10 {
		return ""
	}
	date, err := db.ParseDay(day[:10])
	if err != nil {
		return ""
	}
	customer, _ := fields["customer_id"].(float64)
	activity, _ := fields["activity_id"].(float64)
	l := timesheets.Line{Kind: kind, Day: date, BankCodeID: int64(code), CustomerID: int64(customer), ActivityID: int64(activity)}
	switch kind {
	case timesheets.KindShift:
		l.Start, l.End = instant(fields["start_time"]), instant(fields["end_time"])
		l.Breaks, _ = fields["breaks"].(string)
	case timesheets.KindExpense:
		amount, _ := fields["amount"].(float64)
		l.Amount = int64(math.Round(100 * amount))
		l.Description = fmt.Sprint(fields["description"])
	default:
		return ""
	}
	return d.lineText(&l)
}

func instant(v any) db.Instant {
	s, _ := v.(string)
	t, err := time.Parse(time.RFC3339Nano, s)
	if err != nil {
		return 0
	}
	return db.InstantOf(t)
}
