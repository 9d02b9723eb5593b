package payperiods

import (
	"net/http"
	"strconv"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/views/layout"
	"presence/views/ui"
	views "presence/views/workforce/payperiods"
)

// person shows an employee without a sheet for the period; if there is one now, it redirects to the sheet.
func (p pages) person(c *gin.Context) error {
	period, employee, err := p.personParams(c)
	if err != nil {
		return err
	}
	actor := auth.From(c.Request.Context())
	line, err := p.s.EmployeeRow(c.Request.Context(), actor, employee, period)
	if err != nil {
		return err
	}
	if len(line.Sheets) > 0 {
		return httpx.SeeOther(c, p.s.ParseOverviewLink(c.Query("list")).Keep(paths.Timesheet(line.Sheets[0].ID)))
	}
	l := actor.Language
	page := views.Person{
		Title: line.Employee.Name, Subtitle: l.F(i18n.TodayPeriod, period.Name(), l.Range(period.Start, period.End)),
		Crumbs: []ui.Crumb{{Label: l.T(i18n.Periods), Href: paths.Periods()},
			{Label: period.Name(), Href: paths.Period(period.Year, period.Number)}},
		Empty:   ui.Empty{Icon: ui.IconClock, Title: l.F(i18n.PersonNoHours, line.Employee.Name)},
		Profile: paths.Employee(employee),
	}
	if !line.Employee.Archived {
		page.Empty.Text = l.T(i18n.PersonNoHoursText)
		page.Enter = paths.PeriodPerson(period.Year, period.Number, employee)
	}
	overview := p.s.ParseOverviewLink(c.Query("list"))
	if page.Remind, err = p.remindButton(c, period, line); err != nil {
		return err
	}
	if !overview.IsZero() {
		place, err := p.s.Place(c.Request.Context(), actor, overview, employee)
		if err != nil {
			return err
		}
		page.Crumbs[1].Href, page.Nav = overview.Href(), overview.Nav(l, place)
	}
	f, err := frame.Load(c)
	if err != nil {
		return err
	}
	return httpx.Render(c, http.StatusOK, views.PersonPage(f, layout.Periods, page))
}

// remindButton returns the button that asks the employee to submit; nil where they are not to be reminded, or were today.
func (p pages) remindButton(c *gin.Context, period Period, line Row) (*views.RowButton, error) {
	reminded, err := p.s.RemindedToday(c.Request.Context(), period)
	if err != nil || !line.Remind || reminded[line.Employee.ID] {
		return nil, err
	}
	return &views.RowButton{Action: paths.PeriodRemind(period.Year, period.Number), Label: auth.Lang(c).T(i18n.RemindDo),
		Hidden: []ui.Hidden{{Name: "employees", Value: FormatIDs([]int64{line.Employee.ID})}, {Name: "page", Value: "person"},
			{Name: "list", Value: c.Query("list")}}}, nil
}

// enter creates the sheet and redirects to it.
func (p pages) enter(c *gin.Context) error {
	period, employee, err := p.personParams(c)
	if err != nil {
		return err
	}
	id, err := p.s.SheetFor(c.Request.Context(), auth.From(c.Request.Context()), employee, period)
	if err != nil {
		return err
	}
	return httpx.SeeOther(c, paths.Timesheet(id))
}

func (p pages) personParams(c *gin.Context) (period Period, employee int64, err error) {
	if period, err = p.period(c); err != nil {
		return period, 0, err
	}
	employee, err = strconv.ParseInt(c.Param("employee"), 10, 64)
	if err != nil {
		return period, 0, errs.NotFound("employee")
	}
	return period, employee, nil
}
