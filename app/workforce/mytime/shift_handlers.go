package mytime

import (
	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/workforce/activities"
	"presence/app/workforce/clockings"
	"presence/app/workforce/shifts"
	"presence/app/workforce/timesheets"
	"presence/db"
	"presence/views/ui"
)

// addShift adds a shift from the form of its day.
func (p pages) addShift(c *gin.Context) error {
	return p.addLine(c, timesheets.KindShift, func(t Target, form *openForm) (message string, err error) {
		day := form.day
		n := shifts.New{BankCodeID: httpx.ID(c.PostForm("bank_code_id")), Day: day}
		if n.Job, err = p.jobOf(c, form, activities.Job{}); err != nil {
			return "", err
		}
		if n.Start, n.End, n.Breaks, n.ByRule, err = p.readTimes(c, day, shifts.Shift{}); err != nil {
			return "", err
		}
		actor := auth.From(c.Request.Context())
		x, err := p.s.AddShift(c.Request.Context(), actor, t, n)
		return actor.Language.F(i18n.TimeShiftAdded, actor.Language.DayWeek(day), actor.Language.Hours(x.Minutes)), err
	})
}

// readTimes parses the times and the breaks in the form of a shift that starts on the day. old is the saved shift, empty for a new one:
// breaks that were not edited keep their instants. byRule: the breaks are those of the break rule, as they are when the form of a new shift
// says nothing about them.
func (p pages) readTimes(c *gin.Context, day db.Day, old shifts.Shift) (
	start, end db.Instant, breaks shifts.Breaks, byRule bool, err error,
) {
	var faults errs.Fields
	start, end = shifts.TypedTimes(&faults, day, c.PostForm("start_time"), c.PostForm("end_time"), old, p.s.zone)
	text, sent := c.GetPostForm("breaks")
	if shifts.TypedByRule(text) || !sent && old.ID == 0 {
		return start, end, "", true, faults.Err()
	}
	if breaks = old.Breaks; text != shifts.BreaksText(auth.Lang(c), breaks, p.s.zone) && len(faults) == 0 {
		breaks = shifts.TypedBreaks(&faults, text, start, end, p.s.zone)
	}
	return start, end, breaks, false, faults.Err()
}

// changeShift saves the changes of one shift.
func (p pages) changeShift(c *gin.Context) error {
	l, old, err := p.shift(c)
	if err != nil {
		return httpx.Reload(c, auth.Lang(c), err)
	}
	return p.changeLine(c, l, old.TimesheetID, openForm{day: old.Day, kind: timesheets.KindShift, id: old.ID}, func(form *openForm) error {
		job, err := p.jobOf(c, form, old.Job)
		if err != nil {
			return err
		}
		first := db.DayOf(old.Start.Time().In(p.s.zone)) // may differ from the day under which the shift is entered
		start, end, breaks, byRule, err := p.readTimes(c, first, old)
		if err != nil {
			return err
		}
		code := httpx.ID(c.PostForm("bank_code_id"))
		changes := shifts.Changes{BankCodeID: &code, CustomerID: &job.CustomerID, ActivityID: &job.ActivityID,
			Start: &start, End: &end, Breaks: &breaks, ByRule: byRule}
		if byRule || start != old.Start || end != old.End || breaks != old.Breaks {
			if changes.Reason, err = p.readReason(c, old.ID); err != nil {
				return err
			}
		}
		_, err = p.s.Shifts.Update(c.Request.Context(), auth.From(c.Request.Context()), old.ID, httpx.FormVersion(c), changes)
		return err
	})
}

// readReason returns why the times of a shift are corrected: those that were stamped with the clock need a reason.
func (p pages) readReason(c *gin.Context, shift int64) (reason string, err error) {
	stamped, err := p.s.IsStamped(c.Request.Context(), shift)
	if err != nil || !stamped {
		return "", err
	}
	var faults errs.Fields
	reason = clockings.CheckReason(&faults, c.PostForm("reason"))
	return reason, faults.Err()
}

// shift reads the shift in the address, which must belong to the location.
func (p pages) shift(c *gin.Context) (l gridLocation, x shifts.Shift, err error) {
	if l, err = p.location(c); err != nil {
		return l, x, err
	}
	x, err = p.s.Shifts.Get(c.Request.Context(), auth.From(c.Request.Context()), httpx.ID(c.Param("line")))
	if err == nil && !l.contains(x.EmployeeID, x.TimesheetID, x.Day) {
		err = errs.NotFound("shift")
	}
	l.line = x.ID
	return l, x, err
}

// deleteShift moves a shift to the archive.
func (p pages) deleteShift(c *gin.Context) error {
	l, old, err := p.shift(c)
	if err != nil {
		return httpx.Reload(c, auth.Lang(c), err)
	}
	return p.deleteLine(c, l, old.TimesheetID, func() (db.Day, ui.Toast, error) {
		actor := auth.From(c.Request.Context())
		x, err := p.s.Shifts.Delete(c.Request.Context(), actor, old.ID, httpx.FormVersion(c))
		return x.Day, ui.Toast{
			Tone: ui.Info, Text: actor.Language.F(i18n.TimeShiftDeleted, actor.Language.DayWeek(x.Day)), Undo: l.grid.RestoreShift(),
			Hidden: l.hidden(
				ui.Hidden{Name: "timesheet_id", Value: formatID(x.TimesheetID)}, ui.Hidden{Name: "bank_code_id", Value: formatID(x.BankCodeID)},
				ui.Hidden{Name: "date", Value: x.Day.String()},
				ui.Hidden{Name: "start", Value: formatID(int64(x.Start))}, ui.Hidden{Name: "end", Value: formatID(int64(x.End))},
				ui.Hidden{Name: "breaks", Value: string(x.Breaks)}, ui.Hidden{Name: "customer_id", Value: formatID(x.Job.CustomerID)},
				ui.Hidden{Name: "activity_id", Value: formatID(x.Job.ActivityID)}),
		}, err
	})
}

// restoreShift adds a deleted shift again, at exactly the same instants.
func (p pages) restoreShift(c *gin.Context) error {
	return p.restoreLine(c, func(t Target, day db.Day) error {
		breaks, ok := shifts.ParseBreaks(c.PostForm("breaks"))
		if !ok {
			return errs.Fields{{Field: "breaks", Code: "break", Detail: "Expected the breaks as they were."}}.Err()
		}
		_, err := p.s.AddShift(c.Request.Context(), auth.From(c.Request.Context()), t, shifts.New{
			BankCodeID: httpx.ID(c.PostForm("bank_code_id")), Day: day,
			Start: db.Instant(httpx.ID(c.PostForm("start"))), End: db.Instant(httpx.ID(c.PostForm("end"))), Breaks: breaks,
			Job: postedJob(c),
		})
		return err
	})
}
