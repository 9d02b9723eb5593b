package mytime

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/workforce/payperiods"
	"presence/app/workforce/shifts"
	"presence/db"
	"presence/views/ui"
	views "presence/views/workforce/mytime"
)

// fillUsual fills the empty days of the period, or the one that the form names, with the shifts of the owner's schedule, or with their
// usual shifts.
func (p pages) fillUsual(c *gin.Context) error {
	l, err := p.location(c)
	if err != nil {
		return httpx.Reload(c, auth.Lang(c), err)
	}
	d, err := p.loadPresenter(c.Request.Context(), l)
	if err != nil {
		return err
	}
	if c.PostForm("date") != "" {
		return p.fillDay(c, d)
	}
	list := d.view.toFill()
	return p.addMany(c, d, list, daysOf(list), func(made []shifts.Shift, refused int) ui.Toast {
		toast := d.added(made, refused, i18n.TimeFilled, i18n.TimeFillNone)
		if days := skippedDays(list, made); len(made) > 0 && len(days) > 0 {
			for i, day := range days {
				toast.Text += []string{" ", ", "}[min(i, 1)] + d.lang.DayWeek(day)
			}
			toast.Text += "."
		}
		return toast
	})
}

// skippedDays returns the days of list, in its order, on which none of its shifts was made.
func skippedDays(list []shifts.New, made []shifts.Shift) []db.Day {
	return slices.DeleteFunc(daysOf(list), func(day db.Day) bool {
		return slices.ContainsFunc(made, func(x shifts.Shift) bool { return x.Day == day })
	})
}

// fillDay fills the day that the form names, if it may still be filled.
func (p pages) fillDay(c *gin.Context, d *presenter) error {
	day, err := postedDay(c, d.location)
	if err != nil {
		return httpx.Reload(c, auth.Lang(c), err)
	}
	return p.addMany(c, d, d.dayToFill(*d.view.day(day)), []db.Day{day}, func(made []shifts.Shift, refused int) ui.Toast {
		return d.added(made, refused, i18n.TimeFilled, i18n.TimeFillDayNone)
	})
}

// toFill returns the shifts that fill the days of the period that are empty: without hours and leave, and within the employment. If a
// schedule is published for the period, they are its shifts until today; else the usual shifts, on no statutory holiday.
func (f *PeriodView) toFill() (list []shifts.New) {
	for _, x := range f.Days {
		list = append(list, f.toFillOn(x)...)
	}
	return list
}

// daysOf returns the days of shifts, each once. Those of a day follow each other.
func daysOf(list []shifts.New) (found []db.Day) {
	for _, n := range list {
		if len(found) == 0 || found[len(found)-1] != n.Day {
			found = append(found, n.Day)
		}
	}
	return found
}

// toFillOn returns the shifts of toFill on one day.
func (f *PeriodView) toFillOn(x Day) []shifts.New {
	if len(x.Shifts) > 0 || f.scheduled() && x.Date.After(f.Today) {
		return nil
	}
	return f.expectedOn(x)
}

// expectedOn returns the shifts that are published for a day, or the usual ones where none are for the period and the day is no statutory
// holiday; none for a day of leave, or outside the employment.
func (f *PeriodView) expectedOn(x Day) []shifts.New {
	switch {
	case x.away() || !f.employed(x.Date):
		return nil
	case f.scheduled():
		return f.plannedShifts(x)
	case slices.ContainsFunc(f.Holidays, func(h Holiday) bool { return h.Day == x.Date }):
		return nil
	}
	return f.Usual.On(x.Date, f.zone)
}

// dayToFill returns the shifts that fill one day of the own time: none for a day ahead, or once the time is submitted.
func (d *presenter) dayToFill(x Day) []shifts.New {
	if !d.own() || !d.mayAdd() || d.state() == payperiods.Submitted || x.Date.After(d.view.Today) {
		return nil
	}
	return d.view.toFillOn(x)
}

// fillOf returns the button that fills one day; nil if there is nothing to fill it with. The times of scheduled shifts stand beside it.
func (d *presenter) fillOf(x Day) *views.Post {
	list := d.dayToFill(x)
	if len(list) == 0 {
		return nil
	}
	times := make([]string, len(list))
	for i, n := range list {
		times[i] = d.times(n.Start, n.End)
	}
	all := strings.Join(times, ", ")
	label := d.lang.T(i18n.TimeFillPlanned)
	spoken := d.lang.F(i18n.TimeCopyDayTo, label+d.lang.Colon()+all, d.lang.DayWeek(x.Date))
	if !d.view.scheduled() {
		label = d.lang.T(i18n.TimeFillDayUsual) + d.lang.Colon() + all
		spoken = d.lang.F(i18n.TimeCopyDayTo, label, d.lang.DayWeek(x.Date))
	}
	return &views.Post{Action: d.location.grid.FillUsual(), Label: label, Spoken: spoken,
		Hidden: d.location.hidden(ui.Hidden{Name: "date", Value: x.Date.String()})}
}

// firstToFill returns the index of the first week that is filled.
func (d *presenter) firstToFill() int {
	return d.view.toFill()[0].Day.Sub(d.view.Period.Start) / 7
}

// fill returns the button that fills the period; nil if there is none to fill, or a single day, which has a button of its own.
func (d *presenter) fill() *views.Post {
	list := d.view.toFill()
	if !d.own() || !d.mayAdd() || len(list) == 0 {
		return nil
	}
	if first := list[0].Day; list[len(list)-1].Day == first && len(d.dayToFill(*d.view.day(first))) > 0 {
		return nil
	}
	label := i18n.TimeFillUsual
	if d.view.scheduled() {
		label = i18n.TimeFillPlanned
	}
	return &views.Post{Action: d.location.grid.FillUsual(), Hidden: d.location.hidden(),
		Label: d.lang.T(label) + d.lang.Colon() + d.lang.N(len(daysOf(list)), i18n.DaysCount)}
}

// madeText writes ids and versions of shifts for readMade: 31-1 32-1.
func madeText(list []shifts.Shift) string {
	texts := make([]string, len(list))
	for i, x := range list {
		texts[i] = fmt.Sprintf("%d-%d", x.ID, x.Version)
	}
	return strings.Join(texts, " ")
}

// readMade reads what madeText has written.
func readMade(text string) (list []shifts.Shift) {
	for part := range strings.FieldsSeq(text) {
		var x shifts.Shift
		if n, _ := fmt.Sscanf(part, "%d-%d", &x.ID, &x.Version); n == 2 && len(list) < 100 {
			list = append(list, x)
		}
	}
	return list
}

// takeBack deletes the shifts that were added at once, as far as nobody has changed them.
func (p pages) takeBack(c *gin.Context) error {
	l, err := p.location(c)
	if err != nil {
		return httpx.Reload(c, auth.Lang(c), err)
	}
	actor := auth.From(c.Request.Context())
	n, err := p.s.TakeBack(c.Request.Context(), actor, readMade(c.PostForm("made")))
	if err != nil {
		return err
	}
	httpx.Flash(c, ui.Toast{Tone: ui.Info, Text: actor.Language.NoneOrN(n, i18n.ShiftsUndoneNone, i18n.TimeFillUndone)})
	return httpx.SeeOther(c, l.href(url.Values{}))
}
