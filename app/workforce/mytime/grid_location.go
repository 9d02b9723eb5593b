package mytime

import (
	"cmp"
	"net/url"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/paths"
	"presence/app/workforce/payperiods"
	"presence/db"
	"presence/views/ui"
)

// gridLocation is what the URL of a time page identifies, a page with two weeks of one person: the user's own time in a period, or one
// timesheet. It is no place of work.
type gridLocation struct {
	grid     paths.Grid
	owner    int64
	period   payperiods.Period
	sheet    *Sheet                  // nil: the user's own time
	overview payperiods.OverviewLink // to the overview from which the page of a sheet was opened; zero: from elsewhere
	week     db.Day                  // the Sunday of the week that is shown as a picture; zero: the period is shown as a list
	whole    bool                    // the picture shows all hours of the day
	line     int64                   // the shift in the address of a form; 0: none
}

// The values of the parameter view: the picture of a week, and the list of the period, which is also shown without the parameter.
const (
	weekView = "week"
	listView = "list"
)

// shows reports whether a day of the period is on the page: all are on the list.
func (p gridLocation) shows(d db.Day) bool { return p.week.IsZero() || d.Week() == p.week }

// ofWeek returns the location of the picture of the week of a day.
func (p gridLocation) ofWeek(d db.Day) gridLocation {
	p.week = d.Week()
	return p
}

// target returns where a new entry is created: in the sheet, or in the owner's time of the period.
func (p gridLocation) target() Target {
	t := Target{Owner: p.owner, Period: p.period}
	if p.sheet != nil {
		t.Sheet = p.sheet.ID
	}
	return t
}

// state returns the parameters by which the page is the same again.
func (p gridLocation) state() (list []ui.Hidden) {
	if !p.overview.IsZero() {
		list = append(list, ui.Hidden{Name: "list", Value: p.overview.String()})
	}
	if !p.week.IsZero() {
		list = append(list, ui.Hidden{Name: "view", Value: weekView}, ui.Hidden{Name: "week", Value: p.week.String()})
		if p.whole {
			list = append(list, ui.Hidden{Name: "hours", Value: "24"})
		}
	}
	return list
}

// href returns the URL of the page with a query. A sheet made by the API may span periods, so its URL also names the period shown.
func (p gridLocation) href(q url.Values) string {
	if p.sheet != nil && p.sheet.PeriodStart != p.period.Start {
		q.Set("period", p.period.Name())
	}
	for _, x := range p.state() {
		q.Set(x.Name, x.Value)
	}
	if len(q) == 0 {
		return string(p.grid)
	}
	return string(p.grid) + "?" + q.Encode()
}

// contains reports whether a line on a day and a sheet of an owner belongs to the page.
func (p gridLocation) contains(owner, sheet int64, day db.Day) bool {
	return owner == p.owner && p.period.Contains(day) && (p.sheet == nil || p.sheet.ID == sheet)
}

// dayHref returns the URL of the page with one day in view, and with a further parameter unless name is empty. A picture is that of the
// day's week.
func (p gridLocation) dayHref(d db.Day, name, value string) string {
	if !p.shows(d) {
		p = p.ofWeek(d)
	}
	q := url.Values{"day": {d.String()}}
	if name != "" {
		q.Set(name, value)
	}
	return p.href(q) + "#" + dayID(d)
}

// hidden returns the hidden inputs of every form of the page.
func (p gridLocation) hidden(more ...ui.Hidden) []ui.Hidden {
	if p.sheet != nil {
		more = append(more, ui.Hidden{Name: "period", Value: p.period.Name()})
	}
	return append(more, p.state()...)
}

// location parses the URL, and the form of a POST. It fails with NotFound for a period that does not exist, or a sheet out of scope.
func (p pages) location(c *gin.Context) (x gridLocation, err error) {
	if x, err = p.periodOf(c); err == nil && sent(c, "view") == weekView {
		x.week, x.whole = shownWeek(x.period, p.s.Periods.Today(), sent(c, "week"), sent(c, "date"), sent(c, "day")), sent(c, "hours") == "24"
	}
	return x, err
}

// sent returns a parameter of a form, else of the URL.
func sent(c *gin.Context, name string) string { return cmp.Or(c.PostForm(name), c.Query(name)) }

// shownWeek returns the Sunday of the week to show of a period: that of the first of the days, as texts, which lies in the period, else
// today's, else the first one.
func shownWeek(period payperiods.Period, today db.Day, days ...string) db.Day {
	for _, text := range append(days, today.String()) {
		if d, err := db.ParseDay(text); err == nil && period.Contains(d) {
			return d.Week()
		}
	}
	return period.Start
}

// periodOf parses whose time the URL identifies, and of which period.
func (p pages) periodOf(c *gin.Context) (x gridLocation, err error) {
	x.owner, x.sheet, err = p.ownerOf(c)
	if err != nil {
		return x, err
	}
	if x.sheet == nil {
		if x.period, err = p.s.Periods.PeriodByName(c.Param("period")); err != nil {
			return x, err
		}
		x.grid = paths.Grid(paths.TimeIn(x.period.Year, x.period.Number))
		return x, nil
	}
	x.grid = paths.Grid(paths.Timesheet(x.sheet.ID))
	x.overview = p.s.Periods.ParseOverviewLink(sent(c, "list"))
	if name := sent(c, "period"); name != "" {
		x.period, err = p.s.Periods.PeriodByName(name)
	} else {
		x.period, err = p.s.PeriodOf(c.Request.Context(), *x.sheet)
	}
	return x, err
}

// ownerOf returns the employee whose time the URL identifies, and the timesheet if it is that of one. It does not read the form.
func (p pages) ownerOf(c *gin.Context) (owner int64, t *Sheet, err error) {
	actor := auth.From(c.Request.Context())
	if c.Param("id") == "" {
		if actor.EmployeeID == 0 {
			err = errs.NotFound("employee record")
		}
		return actor.EmployeeID, nil, err
	}
	id, err := httpx.PathID(c, "id", "timesheet")
	if err != nil {
		return 0, nil, err
	}
	found, err := p.s.Sheet(c.Request.Context(), actor, id)
	return found.EmployeeID, &found, err
}

// weekID returns the id of a week's element; first is its Sunday.
func weekID(first db.Day) string { return "w-" + first.String() }

func dayID(d db.Day) string { return "d-" + d.String() }
