package employees

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/app/workforce/clockings"
	"presence/app/workforce/payperiods"
	"presence/views/ui"
	views "presence/views/workforce/employees"
)

// attendance is how the employees of a list stand today, and with their time.
type attendance struct {
	clock    *clockings.Service
	today    map[int64]clockings.Today
	current  map[int64]payperiods.Row // rows of the period of today
	ended    payperiods.Period        // the period before
	unsent   map[int64]bool           // those who can be reminded to submit it
	reminded map[int64]bool           // of these, who was reminded today
}

// attendanceOf reads the attendance of employees whom the actor sees. The number of queries does not depend on how many they are.
func (p pages) attendanceOf(ctx context.Context, by auth.Actor, list []Listed) (*attendance, error) {
	ids := make([]int64, len(list))
	for i, l := range list {
		ids[i] = l.ID
	}
	a := &attendance{clock: p.clock, current: map[int64]payperiods.Row{}, unsent: map[int64]bool{}}
	now := p.periods.Current()
	a.ended = p.periods.Calendar().Previous(now)
	var err error
	if a.today, err = p.clock.TodayOf(ctx, by, ids); err != nil {
		return nil, err
	}
	rows, err := p.periods.RowsOf(ctx, by, now, ids)
	if err != nil {
		return nil, err
	}
	for _, r := range rows {
		a.current[r.Employee.ID] = r
	}
	if rows, err = p.periods.RowsOf(ctx, by, a.ended, ids); err != nil {
		return nil, err
	}
	for _, r := range rows {
		a.unsent[r.Employee.ID] = r.Remind
	}
	a.reminded, err = p.periods.RemindedToday(ctx, a.ended)
	return a, err
}

// setAttendance sets what a row says of today, of the hours of the period, and of the period before if it is not submitted.
func (d presenter) setAttendance(row *views.Row, v viewState, id int64, name string, a *attendance) {
	if x, known := a.today[id]; known {
		row.Today = a.clock.Say(d.lang, x)
	}
	if r, known := a.current[id]; known {
		if n := r.Hours().Total(); n > 0 {
			row.Hours = d.lang.Hours(n)
		}
		for _, w := range r.Warnings {
			if w.Kind == payperiods.NoSheet || w.Kind == payperiods.MissingDays {
				row.Flags = append(row.Flags, ui.Status{Tone: ui.Warn, Icon: ui.IconWarning, Text: d.lang.N(int(w.N), i18n.WarnMissing)})
			}
		}
	}
	if !a.unsent[id] {
		return
	}
	row.Flags = append(row.Flags, ui.Status{Tone: ui.Warn, Icon: ui.IconMissing, Text: d.lang.F(i18n.TeamUnsent, a.ended.Name())})
	if a.reminded[id] {
		row.Reminded = d.lang.T(i18n.RemindedToday)
		return
	}
	row.Remind = &views.Remind{Action: paths.PeriodRemind(a.ended.Year, a.ended.Number), Label: d.lang.T(i18n.RemindDo),
		Spoken: d.lang.F(i18n.RemindOf, name), Hidden: []ui.Hidden{{Name: "employee_id", Value: number(id)},
			{Name: "page", Value: "team"}, {Name: "list", Value: v.pageQuery().Encode()}}}
}
