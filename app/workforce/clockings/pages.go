package clockings

import (
	"net/http"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/app/workforce/activities"
	"presence/app/workforce/shifts"
	"presence/db"
	"presence/views/ui"
	views "presence/views/workforce/clockings"
)

// pages handles the requests of the clock on Today and of its pages.
type pages struct{ s *Service }

func (p pages) presenter(c *gin.Context) presenter {
	return presenter{auth.Lang(c), p.s.Zone, p.s.Step}
}

// toToday leads to Today, which has the clock.
func (p pages) toToday(c *gin.Context) error { return httpx.SeeOther(c, paths.Today()) }

func (p pages) clockIn(c *gin.Context) error {
	x, err := p.s.ClockIn(c.Request.Context(), auth.From(c.Request.Context()), httpx.ID(c.PostForm("bank_code_id")))
	d := p.presenter(c)
	return p.back(c, ui.Toast{Text: d.lang.F(i18n.ClockedIn, d.lang.Clock(d.local(x.Start)))}, err)
}

func (p pages) startBreak(c *gin.Context) error {
	x, err := p.s.StartBreak(c.Request.Context(), auth.From(c.Request.Context()))
	d := p.presenter(c)
	return p.back(c, ui.Toast{Text: d.lang.F(i18n.ClockBreakAt, d.lang.Clock(d.local(x.Break)))}, err)
}

func (p pages) endBreak(c *gin.Context) error {
	x, err := p.s.EndBreak(c.Request.Context(), auth.From(c.Request.Context()))
	d := p.presenter(c)
	return p.back(c, ui.Toast{Text: d.lang.F(i18n.ClockBackAt, d.lang.Clock(d.local(x.UpdatedAt)))}, err)
}

func (p pages) changeTask(c *gin.Context) error {
	by := auth.From(c.Request.Context())
	next := Choice{BankCodeID: httpx.ID(c.PostForm("bank_code_id")), Job: activities.Job{ActivityID: httpx.ID(c.PostForm("activity_id"))}}
	customer, err := p.s.customerTyped(c.Request.Context(), c.PostForm("customer"))
	if err != nil {
		return p.back(c, ui.Toast{}, err)
	}
	next.Job.CustomerID = customer
	x, err := p.s.ChangeTask(c.Request.Context(), by, next)
	if err != nil {
		return p.back(c, ui.Toast{}, err)
	}
	clock, err := p.s.Clock(c.Request.Context(), by)
	if err != nil {
		return err
	}
	d := p.presenter(c)
	name := ""
	for _, t := range clock.Tasks {
		if t.ID == x.BankCodeID {
			name = TaskName(d.lang, t)
		}
	}
	return p.back(c, ui.Toast{Text: d.lang.F(i18n.ClockSwitched, name)}, nil)
}

func (p pages) clockOut(c *gin.Context) error {
	x, err := p.s.ClockOut(c.Request.Context(), auth.From(c.Request.Context()))
	d := p.presenter(c)
	toast := ui.Toast{Text: d.lang.F(i18n.ClockedOut, d.shift(x))}
	switch {
	case x.Refusal != "":
		toast = ui.Toast{Tone: ui.Warn, Text: d.lang.F(i18n.ClockedRefused, d.lang.T(i18n.Fault(x.Refusal, "")))}
	case x.ShiftID == 0:
		toast = ui.Toast{Tone: ui.Info, Text: d.lang.T(i18n.ClockedOutNone)}
	}
	return p.back(c, toast, err)
}

// back redirects to Today with a message; where nothing was stamped, the message says why.
func (p pages) back(c *gin.Context, toast ui.Toast, err error) error {
	if refused(err) {
		problem := httpx.ProblemOf(c.Request.Context(), err, http.StatusNotFound)
		toast = ui.Toast{Tone: ui.Bad, Text: auth.Lang(c).T(i18n.FaultShown(code(err), problem.Detail))}
	} else if err != nil {
		return err
	}
	httpx.Flash(c, toast)
	return httpx.SeeOther(c, paths.Today())
}

// refused reports whether the service refused what was asked, for what it is, and did not fail.
func refused(err error) bool {
	switch errs.KindOf(err) {
	case errs.KindInvalid, errs.KindConflict, errs.KindNotFound, errs.KindForbidden:
		return err != nil
	}
	return false
}

// show shows the page that settles a clocking.
func (p pages) show(c *gin.Context) error {
	x, err := p.s.Get(c.Request.Context(), auth.From(c.Request.Context()), httpx.ID(c.Param("id")))
	if err != nil {
		return err
	}
	none := func(string) string { return "" }
	return frame.Page(c, http.StatusOK, views.SettlePage, p.presenter(c).settle(x, p.s.second(), none, nil))
}

// settle reads its form.
func (p pages) settle(c *gin.Context) error {
	ctx, by := c.Request.Context(), auth.From(c.Request.Context())
	old, err := p.s.Get(ctx, by, httpx.ID(c.Param("id")))
	if err != nil {
		return err
	}
	x := Settlement{Discard: c.PostForm("discard") != "", Reason: c.PostForm("reason")}
	var faults errs.Fields
	if !x.Discard {
		start := old.Start.Time().In(p.s.Zone)
		_, x.End = shifts.TypedTimes(&faults, db.DayOf(start), start.Format("15:04"), c.PostForm("end_time"),
			shifts.Shift{Start: old.Start}, p.s.Zone)
		if old.End != 0 && c.PostForm("end_time") == old.End.Time().In(p.s.Zone).Format("15:04") {
			x.End = 0 // as stamped
		}
	}
	CheckReason(&faults, x.Reason)
	d, saved := p.presenter(c), old
	if err = faults.Err(); err == nil {
		if saved, err = p.s.Settle(ctx, by, old.ID, httpx.FormVersion(c), x); errs.KindOf(err) == errs.KindStale {
			return p.back(c, ui.Toast{Tone: ui.Bad, Text: d.lang.T(i18n.StaleShown)}, nil)
		}
	}
	if refused(err) {
		page := d.settle(old, p.s.second(), c.PostForm, d.faults(err))
		return frame.Page(c, http.StatusUnprocessableEntity, views.SettlePage, page)
	}
	toast := ui.Toast{Text: d.lang.F(i18n.ClockAdded, d.shift(saved))}
	if saved.ShiftID == 0 {
		toast = ui.Toast{Tone: ui.Info, Text: d.lang.T(i18n.ClockDropped)}
	}
	return p.back(c, toast, err)
}

// present shows who works, and who of the others should, will or is on leave; its script reads the list again. The pages after the first
// have those who work alone.
func (p pages) present(c *gin.Context) error {
	ctx, by := c.Request.Context(), auth.From(c.Request.Context())
	all, paused, err := p.s.CountPresent(ctx, by)
	if err != nil {
		return err
	}
	n := max(1, min(httpx.ID(c.Query("page")), int64(all-paused-1)/presentRows+1)) // people may have left since the link was made
	b := board{all: all, paused: paused, page: n}
	if b.working, err = p.s.Present(ctx, by, n); err != nil {
		return err
	}
	if b.others, err = p.s.NotWorking(ctx, by); err != nil {
		return err
	}
	if paused > 0 && n == 1 {
		if b.onBreak, err = p.s.Paused(ctx, by); err != nil {
			return err
		}
	}
	if b.today, err = p.s.TodayOf(ctx, by, b.ids()); err != nil {
		return err
	}
	page := p.presenter(c).present(b, p.s.Periods.Current(), p.s.second())
	if page.Waiting, err = p.waiting(c); err != nil {
		return err
	}
	if httpx.IsHTMX(c) {
		return frame.Fragment(c, http.StatusOK, views.PresentList, page)
	}
	return frame.Page(c, http.StatusOK, views.PresentPage, page)
}
