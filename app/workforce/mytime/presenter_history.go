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
	"presence/app/workforce/timesheets"
	"presence/db"
	"presence/views/ui"
	views "presence/views/workforce/mytime"
)

// review is the form to decide about the page's sheet, for an actor who may, and the sheet's history.
func (d *presenter) review() *views.Review {
	r := &views.Review{Trail: d.events()}
	if len(d.history) == trailLength {
		r.Part = d.lang.T(i18n.TimeTrailPart)
	}
	if !d.mayDecide() {
		return r
	}
	t := d.location.sheet
	r.Decide = &views.Decide{
		Hidden: d.location.hidden(version(t.Version)), Keep: paths.TimesheetComment(t.ID),
		Comment: ui.Field{Name: "supervisor_comment", Label: d.lang.T(i18n.TimeComment), Optional: d.lang.T(i18n.Optional), Value: t.Comment,
			MaxLength: 1000, Error: d.commentFault},
	}
	if d.comment != nil {
		r.Decide.Comment.Value = *d.comment
	}
	if t.Approved {
		r.Decide.Undo = paths.TimesheetUnapprove(t.ID)
	} else {
		r.Decide.Approve = paths.TimesheetApprove(t.ID)
	}
	return r
}

// differences describes what has changed since the approval.
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

// lineText is an approved line in one sentence: mon. 16 nov. · 8 h – 16 h · Régulier.
func (d *presenter) lineText(l *timesheets.Line) string {
	switch {
	case l == nil:
		return ""
	case l.Kind == timesheets.KindShift:
		return d.lang.DayWeek(l.Day) + " · " + d.times(l.Start, l.End) + " · " + d.codeName(l.BankCodeID)
	}
	return d.lang.DayWeek(l.Day) + " · " + d.lang.Dollars(l.Amount) + " · " + d.codeName(l.BankCodeID) + " · " + l.Description
}

// events describes the entries of the history, newest first. The content of a line before a change is collected from its earlier
// entries.
func (d *presenter) events() []views.Event {
	known := map[string]map[string]any{} // by record: its fields so far
	list := make([]views.Event, 0, len(d.history))
	for _, e := range slices.Backward(d.history) {
		action, _ := ui.AuditActionOf(e.Kind, e.Action)
		event := views.Event{Who: cmp.Or(e.Who.Name, d.lang.T(i18n.TimeProgram)), Did: d.lang.T(action.Text), Icon: action.Icon,
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

// mergeRepeated adds an event. Equal events in a row within a minute become one, with their number.
func mergeRepeated(list []views.Event, e views.Event) []views.Event {
	if n := len(list) - 1; n >= 0 && list[n].Who == e.Who && list[n].Did == e.Did && list[n].When == e.When {
		list[n].Times++
		list[n].Notes = append(list[n].Notes, e.Notes...)
		return list
	}
	e.Times = 1
	return append(list, e)
}

// describeEntry describes what an entry changed: the line before and after, and the comment.
func (d *presenter) describeEntry(e audit.Entry, was, is string) []string {
	var notes []string
	if comment, ok := e.Changes["supervisor_comment"]; ok {
		if words, ok := comment[1].(string); ok && words != "" {
			notes = append(notes, "« "+words+" »")
		}
	}
	if e.Action == "updated" && was != "" && was != is {
		return append(notes, was+" → "+is)
	}
	if is != "" {
		notes = append(notes, is)
	}
	return notes
}

// describeFields is a shift or an expense in one sentence, from the fields in its history; empty when some are missing.
func (d *presenter) describeFields(kind string, fields map[string]any) string {
	day, okDay := fields["date"].(string)
	code, okCode := fields["bank_code_id"].(float64)
	if !okDay || !okCode || len(day) < 10 {
		return ""
	}
	date, err := db.ParseDay(day[:10])
	if err != nil {
		return ""
	}
	l := timesheets.Line{Kind: kind, Day: date, BankCodeID: int64(code)}
	switch kind {
	case timesheets.KindShift:
		l.Start, l.End = instant(fields["start_time"]), instant(fields["end_time"])
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
