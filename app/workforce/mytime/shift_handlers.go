package mytime

import (
	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/workforce/shifts"
	"presence/db"
	"presence/views/ui"
)

// addShift keeps a shift that was typed in its day.
func (p pages) addShift(c *gin.Context) error {
	pl, err := p.location(c)
	if err != nil {
		return httpx.Reload(c, auth.Lang(c), err)
	}
	day, err := postedDay(c, pl)
	o := openForm{day: day, kind: "shift", values: postedValues(c)}
	if err != nil {
		return p.renderRefused(c, pl, o, err)
	}
	n := shifts.New{BankCodeID: httpx.ID(c.PostForm("bank_code_id")), Day: day}
	var faults errs.Fields
	n.Start, n.End = shiftTimes(&faults, day, c.PostForm("start_time"), c.PostForm("end_time"), shifts.Shift{}, p.s.zone)
	if err := faults.Err(); err != nil {
		return p.renderRefused(c, pl, o, err)
	}
	before, err := p.isSubmitted(c, pl)
	if err != nil {
		return err
	}
	actor := auth.From(c.Request.Context())
	x, err := p.s.AddShift(c.Request.Context(), actor, pl.target(), n)
	if err != nil {
		return p.renderRefused(c, pl, o, err)
	}
	lang := actor.Language
	said := ui.Toast{Text: lang.F(i18n.TimeShiftAdded, lang.DayWeek(day), lang.Hours(x.Minutes))}
	return p.renderAdded(c, pl, day, before, said)
}

// renderAdded answers a new shift, and opens the next day where that was asked for.
func (p pages) renderAdded(c *gin.Context, pl gridLocation, day db.Day, before bool, said ui.Toast) error {
	var next db.Day
	if c.PostForm("then") == "next" {
		d, err := p.loadPresenter(c.Request.Context(), pl)
		if err != nil {
			return err
		}
		next, _ = d.view.next(day)
	}
	return p.renderEntry(c, pl, []db.Day{day}, next, p.withReopenedToast(c, before, said)...)
}

// isSubmitted reports whether the actor's own time of the location is submitted: an own change withdraws it (W6a).
func (p pages) isSubmitted(c *gin.Context, pl gridLocation) (bool, error) {
	if auth.From(c.Request.Context()).EmployeeID != pl.owner {
		return false, nil
	}
	return p.s.HasSubmitted(c.Request.Context(), pl.owner, pl.period)
}

// withReopenedToast adds to a toast that the sheet must be handed in again.
func (p pages) withReopenedToast(c *gin.Context, before bool, said ui.Toast) []ui.Toast {
	if !before {
		return []ui.Toast{said}
	}
	return []ui.Toast{said, {Tone: ui.Warn, Text: auth.From(c.Request.Context()).Language.T(i18n.TimeReopened)}}
}

// changeShift keeps the changes of one shift. It stays on its day.
func (p pages) changeShift(c *gin.Context) error {
	pl, old, err := p.shift(c)
	if err != nil {
		return httpx.Reload(c, auth.Lang(c), err)
	}
	o := openForm{day: old.Day, kind: "shift", id: old.ID, values: postedValues(c)}
	var faults errs.Fields
	first := db.DayOf(old.Start.Time().In(p.s.zone)) // need not be the shift's day
	start, end := shiftTimes(&faults, first, c.PostForm("start_time"), c.PostForm("end_time"), old, p.s.zone)
	if err := faults.Err(); err != nil {
		return p.renderRefused(c, pl, o, err)
	}
	code := httpx.ID(c.PostForm("bank_code_id"))
	before, err := p.isSubmitted(c, pl)
	if err != nil {
		return err
	}
	actor := auth.From(c.Request.Context())
	if _, err := p.s.Shifts.Update(c.Request.Context(), actor, old.ID, httpx.FormVersion(c),
		shifts.Changes{BankCodeID: &code, Start: &start, End: &end}); err != nil {
		return p.renderRefused(c, pl, o, err)
	}
	said := ui.Toast{Text: actor.Language.F(i18n.TimeSaved, actor.Language.DayWeek(old.Day))}
	return p.renderEntry(c, pl, []db.Day{old.Day}, db.Day{}, p.withReopenedToast(c, before, said)...)
}

// shift is the one that the address names, in a place that shows it.
func (p pages) shift(c *gin.Context) (pl gridLocation, x shifts.Shift, err error) {
	if pl, err = p.location(c); err != nil {
		return pl, x, err
	}
	x, err = p.s.Shifts.Get(c.Request.Context(), auth.From(c.Request.Context()), httpx.ID(c.Param("line")))
	if err == nil && !pl.holds(x.EmployeeID, x.TimesheetID, x.Day) {
		err = errs.NotFound("shift")
	}
	return pl, x, err
}

// holds tells whether a line lies in the place.
func (p gridLocation) holds(owner, sheet int64, day db.Day) bool {
	return owner == p.owner && p.period.Contains(day) && (p.sheet == nil || p.sheet.ID == sheet)
}

// deleteShift moves a shift to the archive, and offers to put it back.
func (p pages) deleteShift(c *gin.Context) error {
	pl, _, err := p.shift(c)
	if err != nil {
		return httpx.Reload(c, auth.Lang(c), err)
	}
	before, err := p.isSubmitted(c, pl)
	if err != nil {
		return err
	}
	actor := auth.From(c.Request.Context())
	x, err := p.s.Shifts.Delete(c.Request.Context(), actor, httpx.ID(c.Param("line")), httpx.FormVersion(c))
	if err != nil {
		return httpx.Reload(c, auth.Lang(c), err)
	}
	said := ui.Toast{Tone: ui.Info, Text: actor.Language.F(i18n.TimeShiftDeleted, actor.Language.DayWeek(x.Day)), Undo: pl.grid.RestoreShift(),
		Hidden: pl.hidden(
			ui.Hidden{Name: "timesheet_id", Value: formatID(x.TimesheetID)}, ui.Hidden{Name: "bank_code_id", Value: formatID(x.BankCodeID)},
			ui.Hidden{Name: "date", Value: x.Day.String()},
			ui.Hidden{Name: "start", Value: formatID(int64(x.Start))}, ui.Hidden{Name: "end", Value: formatID(int64(x.End))})}
	return p.renderEntry(c, pl, []db.Day{x.Day}, db.Day{}, p.withReopenedToast(c, before, said)...)
}

// restoreShift keeps a deleted shift again, at the very moments it had.
func (p pages) restoreShift(c *gin.Context) error {
	n := shifts.New{BankCodeID: httpx.ID(c.PostForm("bank_code_id")), Start: db.Instant(httpx.ID(c.PostForm("start"))),
		End: db.Instant(httpx.ID(c.PostForm("end")))}
	return p.restore(c, func(actor auth.Actor, t Target, day db.Day) error {
		n.Day = day
		_, err := p.s.AddShift(c.Request.Context(), actor, t, n)
		return err
	})
}

// restore puts a line back on its sheet. What no longer fits is said where the eye is.
func (p pages) restore(c *gin.Context, keep func(auth.Actor, Target, db.Day) error) error {
	pl, err := p.location(c)
	if err != nil {
		return httpx.Reload(c, auth.Lang(c), err)
	}
	day, err := postedDay(c, pl)
	if err != nil {
		return httpx.Reload(c, auth.Lang(c), err)
	}
	actor := auth.From(c.Request.Context())
	said := ui.Toast{Text: actor.Language.F(i18n.TimeRestored, actor.Language.DayWeek(day))}
	err = keep(actor, Target{Sheet: httpx.ID(c.PostForm("timesheet_id")), Owner: pl.owner, Period: pl.period}, day)
	if faults := errs.FieldsOf(err); faults != nil {
		said, err = ui.Toast{Tone: ui.Bad, Text: actor.Language.T(i18n.Fault(faults[0].Code, faults[0].Detail))}, nil
	}
	if err != nil {
		return httpx.Reload(c, auth.Lang(c), err)
	}
	return p.renderEntry(c, pl, []db.Day{day}, db.Day{}, said)
}
