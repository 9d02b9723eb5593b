package mytime

import (
	"net/http"
	"net/url"
	"slices"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/paths"
	"presence/db"
	"presence/views/ui"
	draw "presence/views/workforce/mytime"
)

// pages is the HTML face: the grid of the own time, and that of a timesheet.
type pages struct{ s *Service }

// current goes to the period under way; someone without an employee record has no time here.
func (p pages) current(c *gin.Context) error {
	if auth.From(c.Request.Context()).EmployeeID == 0 {
		return httpx.Render(c, http.StatusOK, draw.Nobody(auth.Frame(c)))
	}
	now := p.s.Periods.Current()
	return httpx.SeeOther(c, paths.TimeIn(now.Year, now.Number))
}

// show is the grid, or for the script the one day whose form opens or closes.
func (p pages) show(c *gin.Context) error {
	if c.Param("id") == "" && auth.From(c.Request.Context()).EmployeeID == 0 {
		return httpx.Render(c, http.StatusOK, draw.Nobody(auth.Frame(c)))
	}
	pl, err := p.place(c)
	if err != nil {
		return err
	}
	d, err := p.desk(c.Request.Context(), pl)
	if err != nil {
		return err
	}
	d.open, d.ask = readOpened(c.Request.URL.Query()), c.Query("ask") == "submit"
	if httpx.IsHTMX(c) && pl.period.Contains(d.open.day) {
		return httpx.Render(c, http.StatusOK, draw.DayBox(auth.Frame(c), d.day(d.open.day), true))
	}
	return p.render(c, http.StatusOK, d)
}

func (p pages) render(c *gin.Context, status int, d *desk) error {
	return httpx.Render(c, status, draw.Fortnight(auth.Frame(c), d.page()))
}

// done answers an entry: the days it touched and what adds them up to the script, else the whole page again. next is a
// day to open for a new shift, none for none.
func (p pages) done(c *gin.Context, pl place, touched []db.Day, next db.Day, toasts ...ui.Toast) error {
	focus := opened{day: touched[0]}
	if !next.IsZero() {
		focus = opened{day: next, kind: "shift"}
		if !slices.Contains(touched, next) {
			touched = append(touched, next)
		}
	}
	if !httpx.IsHTMX(c) {
		httpx.Flash(c, toasts...)
		return httpx.SeeOther(c, pl.at(focus.day, open(focus.kind), focus.kind))
	}
	d, err := p.desk(c.Request.Context(), pl)
	if err != nil {
		return err
	}
	d.open = focus
	var list []draw.Day
	for _, day := range touched {
		if pl.period.Contains(day) {
			list = append(list, d.day(day))
		}
	}
	return httpx.Render(c, http.StatusOK, draw.Answer(auth.Frame(c), d.page(), list, toasts))
}

// open names the parameter that opens a form, for one that is to be opened.
func open(kind string) string {
	if kind == "" {
		return ""
	}
	return "open"
}

// refuse answers an entry that was not kept: the form again with what was typed and what is wrong with it (422). A state
// that does not allow it – approved, deleted or changed by somebody meanwhile – shows the page as it is now, and says so.
func (p pages) refuse(c *gin.Context, pl place, o opened, err error) error {
	if fields := errs.FieldsOf(err); fields != nil && pl.period.Contains(o.day) && o.kind != "" {
		d, broken := p.desk(c.Request.Context(), pl)
		if broken != nil {
			return broken
		}
		o.faults = fields
		d.open = o
		if httpx.IsHTMX(c) {
			return httpx.Render(c, http.StatusUnprocessableEntity, draw.DayBox(auth.Frame(c), d.day(o.day), true))
		}
		return p.render(c, http.StatusUnprocessableEntity, d)
	}
	return httpx.Reload(c, auth.Lang(c), err)
}

// posted is the day that a form names; one outside the period is a fault.
func posted(c *gin.Context, pl place) (db.Day, error) {
	var faults errs.Fields
	d := httpx.ReadDay(&faults, "date", c.PostForm("date"))
	if len(faults) == 0 && !pl.period.Contains(d) {
		faults.Add("date", "outside_period", "The date is outside the period.")
	}
	return d, faults.Err()
}

// typedIn is what a form sent, to be shown again.
func typedIn(c *gin.Context) url.Values {
	if c.Request.PostForm == nil {
		return url.Values{}
	}
	return c.Request.PostForm
}
