package mytime

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"slices"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/paths"
	"presence/app/workforce/payperiods"
	"presence/db"
	"presence/views/ui"
	views "presence/views/workforce/mytime"
)

// pages handles the requests of the time pages: the grid of the user's own time, and that of a timesheet.
type pages struct {
	s     *Service
	queue Queue
	once  func(ctx context.Context, key string, content url.Values, save func(context.Context) error) (bool, error) // Router.FormOnce
}

// Queue is the list of items that await an approver's decision, in the order of its page.
type Queue interface {
	// Around returns the items before and after a timesheet; the zero Place when the sheet is not in the queue.
	Around(ctx context.Context, by auth.Actor, sheet int64) (Place, error)
	// PageOf returns the address of an item; "" when there is no such item.
	PageOf(item string) string
}

// Place is the place of a timesheet among what waits for an approver.
type Place struct {
	Position       int // from 1
	Total          int // everything that waits
	Previous, Next Waiting
}

// Waiting is an item of the queue; the zero value is none.
type Waiting struct {
	Item string // such as sheet-12
	Name string // of the person whom it is about
}

// viewKey is the key under which the session keeps how a person looks at their own time: weekView or listView.
const viewKey = "time_view"

// current redirects to the current period, in the view that the person chose last; a person without an employee record has no time here.
func (p pages) current(c *gin.Context) error {
	if auth.From(c.Request.Context()).EmployeeID == 0 {
		return nobody(c)
	}
	now := p.s.Periods.Current()
	l := gridLocation{grid: paths.Grid(paths.TimeIn(now.Year, now.Number)), period: now}
	if cmp.Or(c.Query("view"), httpx.SessionText(c, viewKey)) == weekView {
		l = l.ofWeek(p.s.Periods.Today())
	}
	return httpx.SeeOther(c, l.href(url.Values{}))
}

// show renders the grid. HTMX requests get only the day whose form opens or closes; on the picture of a week, its dialog.
func (p pages) show(c *gin.Context) error {
	if c.Param("id") == "" && auth.From(c.Request.Context()).EmployeeID == 0 {
		return nobody(c)
	}
	l, err := p.location(c)
	if err != nil {
		return err
	}
	if view := c.Query("view"); l.sheet == nil && (view == weekView || view == listView) {
		if err := httpx.KeepInSession(c, viewKey, view); err != nil {
			return err
		}
	}
	d, err := p.loadPresenter(c.Request.Context(), l)
	if err != nil {
		return err
	}
	d.open, d.ask = parseOpenForm(c.Request.URL.Query()), c.Query("ask") == "submit"
	if d.linesOpen = c.Query("lines") != "" && d.mayDecide(); d.linesOpen {
		if d.approvers, err = p.s.lineApprovers(c.Request.Context(), d.view); err != nil {
			return err
		}
	}
	switch {
	case !httpx.IsHTMX(c) || !l.period.Contains(d.open.day):
		return p.render(c, http.StatusOK, d)
	case l.week.IsZero():
		return httpx.Render(c, http.StatusOK, views.DayBox(frame.Of(c), d.day(d.open.day), true))
	}
	return httpx.Render(c, http.StatusOK, views.EntryDialog(frame.Of(c), d.entryDialog(), true))
}

func (p pages) render(c *gin.Context, status int, d *presenter) (err error) {
	if err := p.findInOverview(c.Request.Context(), d); err != nil {
		return err
	}
	if d.mayDecide() && d.location.overview.IsZero() {
		if d.place, err = p.queue.Around(c.Request.Context(), d.actor, d.location.sheet.ID); err != nil {
			return err
		}
		d.pageOf = p.queue.PageOf
	}
	return frame.Page(c, status, views.PeriodPage, d.page())
}

// findInOverview looks for the owner in the overview from which the page was opened. If that does not have them any more, the page is as if
// it had not been opened from it.
func (p pages) findInOverview(ctx context.Context, d *presenter) error {
	overview := d.location.overview
	if overview.IsZero() {
		return nil
	}
	place, err := p.s.Periods.Place(ctx, d.actor, overview, d.location.owner)
	if err != nil {
		return err
	}
	if d.overviewNav = overview.Nav(d.lang, place); d.overviewNav == nil {
		d.location.overview = payperiods.OverviewLink{}
		return nil
	}
	item := func(r *payperiods.Row) (w Waiting) {
		if r != nil && len(r.Sheets) > 0 {
			w.Item = "sheet-" + formatID(r.Sheets[0].ID)
		}
		return w
	}
	d.place = Place{Previous: item(place.Previous), Next: item(place.Next)}
	return nil
}

// renderEntry answers after an entry was saved: HTMX requests get the days that changed and their totals, others the whole
// page. next is the day whose form for a new shift opens; zero for none. If several days changed at once, the picture of a week stays as it
// is: on the day that a phone shows, with the focus where it was.
func (p pages) renderEntry(c *gin.Context, l gridLocation, touched []db.Day, next db.Day, toasts ...ui.Toast) error {
	var focus openForm
	if l.week.IsZero() && len(touched) > 0 || len(touched) == 1 {
		focus.day = touched[0]
	}
	if !next.IsZero() {
		focus = openForm{day: next, kind: "shift"}
		if !slices.Contains(touched, next) {
			touched = append(touched, next)
		}
	}
	if !httpx.IsHTMX(c) {
		httpx.Flash(c, toasts...)
		if focus.day.IsZero() {
			return httpx.SeeOther(c, l.href(url.Values{}))
		}
		return httpx.SeeOther(c, l.dayHref(focus.day, open(focus.kind), focus.kind))
	}
	if !l.week.IsZero() {
		return p.renderWeek(c, http.StatusOK, l, focus, toasts...)
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

// open returns the name of the query parameter that opens a form; "" if kind is empty.
func open(kind string) string {
	if kind == "" {
		return ""
	}
	return "open"
}

// renderRefused answers an entry that was not saved: with the form, the typed values and their errors (422). If the state does
// not allow it (approved, deleted, or changed by another person meanwhile), the page is reloaded with a message.
func (p pages) renderRefused(c *gin.Context, l gridLocation, o openForm, err error) error {
	if fields := errs.FieldsOf(err); fields != nil && l.period.Contains(o.day) {
		d, broken := p.loadPresenter(c.Request.Context(), l)
		if broken != nil {
			return broken
		}
		o.faults = fields
		d.open = o
		switch {
		case httpx.IsHTMX(c) && !l.week.IsZero():
			return httpx.Render(c, http.StatusUnprocessableEntity, views.EntryDialog(frame.Of(c), d.entryDialog(), true))
		case httpx.IsHTMX(c):
			return httpx.Render(c, http.StatusUnprocessableEntity, views.DayBox(frame.Of(c), d.day(o.day), true))
		}
		return p.render(c, http.StatusUnprocessableEntity, d)
	}
	return httpx.Reload(c, auth.Lang(c), err)
}

// postedDay parses the day in a form; a day outside the period is an error.
func postedDay(c *gin.Context, l gridLocation) (db.Day, error) {
	var faults errs.Fields
	d := httpx.ReadDay(&faults, "date", c.PostForm("date"))
	if len(faults) == 0 && !l.period.Contains(d) {
		faults.Add("date", "outside_period", "The date is outside the period.")
	}
	return d, faults.Err()
}

// postedValues returns the values in a form, to be shown again.
func postedValues(c *gin.Context) url.Values {
	if c.Request.PostForm == nil {
		return url.Values{}
	}
	return c.Request.PostForm
}

// nobody shows the page for a person without an employee record.
func nobody(c *gin.Context) error {
	f, err := frame.Load(c)
	if err != nil {
		return err
	}
	return httpx.Render(c, http.StatusOK, views.NoEmployee(f))
}
