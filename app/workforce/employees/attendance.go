package employees

import (
	"presence/app/platform/i18n"
	"presence/app/workforce/payperiods"
	"presence/db"
	"presence/views/ui"
	views "presence/views/workforce/employees"
)

// attendance maps employee ids to their state today and in the current period.
type attendance map[int64]presenceToday

// presenceToday is the state of one employee today.
type presenceToday struct {
	away    bool  // on approved leave
	worked  int64 // minutes entered today
	missing int64 // past working days of the period without hours
	minutes int64 // entered in the period so far
}

// attendanceOf reads the states from the review of the period of today.
func attendanceOf(b payperiods.Review, today db.Day) attendance {
	a := attendance{}
	day := today.Sub(b.Period.Start)
	for _, r := range b.Rows {
		x := presenceToday{away: r.Away(day), worked: r.Days[day], minutes: r.Hours().Total()}
		for _, w := range r.Warnings {
			if w.Kind == payperiods.NoSheet || w.Kind == payperiods.MissingDays {
				x.missing = w.N
			}
		}
		a[r.Employee.ID] = x
	}
	return a
}

// today returns the state of an employee as a badge, or nil if there is nothing to show.
func (d presenter) today(x presenceToday) *views.State {
	switch {
	case x.away:
		return &views.State{Tone: ui.Info, Icon: ui.IconPalm, Text: d.lang.T(i18n.TeamAway)}
	case x.missing > 0:
		return &views.State{Tone: ui.Warn, Icon: ui.IconWarning, Text: d.lang.N(int(x.missing), i18n.WarnMissing)}
	case x.worked > 0:
		return &views.State{Tone: ui.Good, Icon: ui.IconApproved, Text: d.lang.F(i18n.TeamIn, d.lang.Hours(x.worked))}
	}
	return nil
}
