package approvals

import (
	"presence/app/platform/i18n"
	"presence/app/workforce/shifts"
	"presence/app/workforce/timesheets"
	"presence/views/ui"
	"presence/views/workforce/review"
)

// since returns the title of the changes: who approved the sheet before them, and when, if the history still has that.
func (d *presenter) since(c Context) string {
	for _, e := range c.History { // newest first
		if e.Kind == "timesheet" && e.Action == "approved" {
			day := d.lang.DayShort(e.At.Time().In(d.s.Zone))
			if e.Who.PersonID == d.actor.PersonID {
				return d.lang.F(i18n.QueueChangesByYou, day)
			}
			return d.lang.F(i18n.QueueChangesBy, d.lang.ActedFor(e.Who.Name, e.Who.For), day)
		}
	}
	return d.lang.T(i18n.QueueChanges)
}

// changes returns the lines of the sheet that differ from what was approved (W7).
func (d *presenter) changes(c Context) (list []review.Change) {
	line := func(l *timesheets.Line) string {
		if l == nil {
			return ""
		}
		text := d.lang.DayWeek(l.Day) + " · "
		if l.Kind == timesheets.KindShift {
			text += d.lang.ClockRange(l.Start.Time().In(d.s.Zone), l.End.Time().In(d.s.Zone)) +
				shifts.BreaksAside(d.lang, shifts.Breaks(l.Breaks), d.s.Zone)
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
		change := review.Change{Tone: ui.Warn, Icon: ui.IconEdit, What: d.lang.T(i18n.TimeDiffChanged), Before: line(x.Before),
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
