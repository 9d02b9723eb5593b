package approvals

import (
	"presence/app/platform/i18n"
	"presence/app/workforce/timesheets"
	"presence/views/ui"
	views "presence/views/workforce/approvals"
)

// linesShown is how many expenses an item shows; the sheet has them all.
const linesShown = 8

// addWeeks adds the hours of the sheet's period, and its expenses.
func (d *presenter) addWeeks(x *views.Item, c Context) {
	x.Weeks = d.table(c)
	more := 0
	for _, day := range c.Fortnight.Days {
		for _, e := range day.Expenses {
			if e.TimesheetID != c.Sheet.ID {
				continue
			}
			if len(x.Lines) == linesShown {
				more++
				continue
			}
			line := views.Line{What: d.lang.DayShort(e.Day) + " · " + e.Description, Value: d.lang.Dollars(e.Amount)}
			if e.Approved {
				line.Note = d.lang.T(i18n.StateApproved)
			}
			x.Lines = append(x.Lines, line)
		}
	}
	if more > 0 {
		x.More = d.lang.N(more, i18n.QueueSpentMore)
	}
}

// table is the hours of both weeks, in the columns that hold any.
func (d *presenter) table(c Context) *views.Weeks {
	first, second := c.Fortnight.Weeks[0], c.Fortnight.Weeks[1]
	a, b := first.Hours, second.Hours
	t := &views.Weeks{Caption: d.lang.T(i18n.QueueWeeks), Rows: []views.Week{
		{Name: d.lang.F(i18n.QueueWeek, d.lang.DayShort(c.Fortnight.Period.Start))},
		{Name: d.lang.F(i18n.QueueWeek, d.lang.DayShort(c.Fortnight.Period.Start.Add(7)))},
		{Name: d.lang.T(i18n.QueueBoth)},
	}}
	for _, col := range []struct {
		name          i18n.Text
		first, second int64
		always, over  bool
	}{
		{i18n.ColRegular, a.Regular, b.Regular, false, false}, {i18n.ColEvening, a.Evening, b.Evening, false, false},
		{i18n.ColEmergency, a.Emergency, b.Emergency, false, false}, {i18n.ColOvertime, a.Overtime, b.Overtime, false, true},
		{i18n.ColTotal, a.Total(), b.Total(), true, false}, {i18n.QueueAbsent, first.Leave, second.Leave, false, false},
	} {
		if col.first+col.second == 0 && !col.always {
			continue
		}
		t.Cols = append(t.Cols, d.lang.T(col.name))
		for i, minutes := range []int64{col.first, col.second, col.first + col.second} {
			t.Rows[i].Cells = append(t.Rows[i].Cells, views.Cell{Text: d.lang.HoursCell(minutes), Over: col.over && minutes > 0})
		}
	}
	return t
}

// changes are the lines of the sheet that are no longer as they were approved (W7).
func (d *presenter) changes(c Context) (list []views.Change) {
	line := func(l *timesheets.Line) string {
		if l == nil {
			return ""
		}
		text := d.lang.DayWeek(l.Day) + " · "
		if l.Kind == timesheets.KindShift {
			text += d.lang.Clock(l.Start.Time().In(d.s.zone)) + " – " + d.lang.Clock(l.End.Time().In(d.s.zone))
		} else {
			text += d.lang.Dollars(l.Amount) + " · " + l.Description
		}
		code := c.Fortnight.Codes[l.BankCodeID]
		if name, known := i18n.KindNames[code.Kind]; known {
			return text + " · " + d.lang.T(name)
		}
		return text + " · " + code.Name
	}
	for _, x := range c.Sheet.Changed {
		change := views.Change{Tone: ui.Warn, Icon: ui.IconEdit, What: d.lang.T(i18n.TimeDiffChanged), Before: line(x.Before),
			After: line(x.After)}
		switch {
		case x.Before == nil:
			change.Tone, change.Icon, change.What = ui.Info, ui.IconPlus, d.lang.T(i18n.TimeDiffAdded)
		case x.After == nil:
			change.Tone, change.Icon, change.What = ui.Bad, ui.IconTrash, d.lang.T(i18n.TimeDiffRemoved)
		}
		list = append(list, change)
	}
	return list
}
