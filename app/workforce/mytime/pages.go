package mytime

import (
	"net/http"
	"net/url"
	"slices"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/paths"
	"presence/db"
	"presence/views/ui"
	views "presence/views/workforce/mytime"
)

// pages handles the requests of the time pages: the grid of the own time, and that of a timesheet.
type pages struct{ s *Service }

// current redirects to the current period; a person without an employee record has no time here.
func (p pages) current(c *gin.Context) error {
	if auth.From(c.Request.Context()).EmployeeID == 0 {
		return nobody(c)
	}
	now := p.s.Periods.Current()
	return httpx.SeeOther(c, paths.TimeIn(now.Year, now.Number))
}

// show renders the grid, or for HTMX the one day whose form opens or closes.
func (p pages) show(c *gin.Context) error {
	if c.Param("id") == "" && auth.From(c.Request.Context()).EmployeeID == 0 {
		return nobody(c)
	}
	l, err := p.location(c)
	if err != nil {
		return err
	}
	d, err := p.loadPresenter(c.Request.Context(), l)
	if err != nil {
		return err
	}
	d.open, d.ask = parseOpenForm(c.Request.URL.Query()), c.Query("ask") == "submit"
	if httpx.IsHTMX(c) && l.period.Contains(d.open.day) {
		return httpx.Render(c, http.StatusOK, views.DayBox(frame.Of(c), d.day(d.open.day), true))
	}
	return p.render(c, http.StatusOK, d)
}

func (p pages) render(c *gin.Context, status int, d *presenter) error {
	return frame.Page(c, status, views.PeriodPage, d.page())
}

// renderEntry answers an entry: with the days it touched and their totals for HTMX, else with the whole page. next is the day
// whose form for a new shift opens; zero for none.
func (p pages) renderEntry(c *gin.Context, l gridLocation, touched []db.Day, next db.Day, toasts ...ui.Toast) error {
	focus := openForm{day: touched[0]}
	if !next.IsZero() {
		focus = openForm{day: next, kind: "shift"}
		if !slices.Contains(touched, next) {
			touched = append(touched, next)
		}
	}
	if !httpx.IsHTMX(c) {
		httpx.Flash(c, toasts...)
		return httpx.SeeOther(c, l.dayHref(focus.day, open(focus.kind), focus.kind))
	}
	d, err := p.loadPresenter(c.Request.Context(), l)
	if err != nil {
		return err
	}
	d.open = focus
	var list []views.Day
	for _, day := range touched {
		if l.period.Contains(day) {
			list = append(list, d.day(day))
		}
	}
	return httpx.Render(c, http.StatusOK, views.EntryUpdate(frame.Of(c), d.page(), list, toasts))
}

// open is the name of the query parameter that opens a form, empty without a form.
func open(kind string) string {
	if kind == "" {
		return ""
	}
	return "open"
}

// renderRefused answers an entry that was not kept: the form again with what was typed and what is wrong with it (422). A state
// that does not allow it – approved, deleted or changed by somebody else meanwhile – reloads the page with a message.
func (p pages) renderRefused(c *gin.Context, l gridLocation, o openForm, err error) error {
	if fields := errs.FieldsOf(err); fields != nil && l.period.Contains(o.day) && o.kind != "" {
		d, broken := p.loadPresenter(c.Request.Context(), l)
		if broken != nil {
			return broken
		}
		o.faults = fields
		d.open = o
		if httpx.IsHTMX(c) {
			return httpx.Render(c, http.StatusUnprocessableEntity, views.DayBox(frame.Of(c), d.day(o.day), true))
		}
		return p.render(c, http.StatusUnprocessableEntity, d)
	}
	return httpx.Reload(c, auth.Lang(c), err)
}

// postedDay is the day that a form names; one outside the period is a fault.
func postedDay(c *gin.Context, l gridLocation) (db.Day, error) {
	var faults errs.Fields
	d := httpx.ReadDay(&faults, "date", c.PostForm("date"))
	if len(faults) == 0 && !l.period.Contains(d) {
		faults.Add("date", "outside_period", "The date is outside the period.")
	}
	return d, faults.Err()
}

// postedValues is what a form sent, to be shown again.
func postedValues(c *gin.Context) url.Values {
	if c.Request.PostForm == nil {
		return url.Values{}
	}
	return c.Request.PostForm
}

// nobody shows a person without an employee record that there is nothing here.
func nobody(c *gin.Context) error {
	f, err := frame.Load(c)
	if err != nil {
		return err
	}
	return httpx.Render(c, http.StatusOK, views.NoEmployee(f))
}
