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
	grid   paths.Grid
	owner  int64
	period payperiods.Period
	sheet  *Sheet          // nil: the user's own time
	list   payperiods.List // from which the page of a sheet was opened; zero: from elsewhere
}

// target returns where a new entry is created: in the sheet, or in the owner's time of the period.
func (p gridLocation) target() Target {
	t := Target{Owner: p.owner, Period: p.period}
	if p.sheet != nil {
		t.Sheet = p.sheet.ID
	}
	return t
}

// href returns the URL of the page with a query. A sheet made by the API may span periods, so its URL also names the period shown.
func (p gridLocation) href(q url.Values) string {
	if p.sheet != nil && p.sheet.PeriodStart != p.period.Start {
		q.Set("period", p.period.Name())
	}
	if !p.list.IsZero() {
		q.Set("list", p.list.String())
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

// dayHref returns the URL of the page with one day in view, and with a further parameter unless name is empty.
func (p gridLocation) dayHref(d db.Day, name, value string) string {
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
	if !p.list.IsZero() {
		more = append(more, ui.Hidden{Name: "list", Value: p.list.String()})
	}
	return more
}

// location parses the URL. It fails with NotFound for a period that does not exist, or a sheet that is out of scope.
func (p pages) location(c *gin.Context) (x gridLocation, err error) {
	actor := auth.From(c.Request.Context())
	if c.Param("id") == "" {
		if actor.EmployeeID == 0 {
			return x, errs.NotFound("employee record")
		}
		x.owner = actor.EmployeeID
		if x.period, err = p.s.Periods.PeriodByName(c.Param("period")); err != nil {
			return x, err
		}
		x.grid = paths.Grid(paths.TimeIn(x.period.Year, x.period.Number))
		return x, nil
	}
	id, err := httpx.PathID(c, "id", "timesheet")
	if err != nil {
		return x, err
	}
	t, err := p.s.Sheet(c.Request.Context(), actor, id)
	if err != nil {
		return x, err
	}
	x.sheet, x.owner, x.grid = &t, t.EmployeeID, paths.Grid(paths.Timesheet(id))
	x.list = p.s.Periods.List(cmp.Or(c.PostForm("list"), c.Query("list")))
	if name := cmp.Or(c.PostForm("period"), c.Query("period")); name != "" {
		x.period, err = p.s.Periods.PeriodByName(name)
	} else {
		x.period, err = p.s.PeriodOf(c.Request.Context(), t)
	}
	return x, err
}

// weekID returns the id of a week's element; first is its Sunday.
func weekID(first db.Day) string { return "w-" + first.String() }

func dayID(d db.Day) string { return "d-" + d.String() }
