package mytime

import (
	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/db"
	"presence/views/ui"
)

// What the handlers of shifts and of expenses have in common. Functions passed to them do what differs.

// addLine adds a line from the form of its day; create reads the rest of the form and returns the message about the new line.
// With then=next the answer opens the form of the next day to fill in, with then=more that of another shift on the same day.
func (p pages) addLine(c *gin.Context, kind string, create func(t Target, form *openForm) (message string, err error)) error {
	l, err := p.location(c)
	if err != nil {
		return httpx.Reload(c, auth.Lang(c), err)
	}
	day, err := postedDay(c, l)
	form := openForm{day: day, kind: kind, values: postedValues(c)}
	if err != nil {
		return p.renderRefused(c, l, form, err)
	}
	wasSubmitted, err := p.isSubmitted(c, l.target())
	if err != nil {
		return err
	}
	message, err := create(l.target(), &form)
	if err != nil {
		return p.renderRefused(c, l, form, err)
	}
	var next db.Day
	switch c.PostForm("then") {
	case "more":
		next = day
	case "next":
		d, err := p.loadPresenter(c.Request.Context(), l)
		if err != nil {
			return err
		}
		next, _ = d.view.next(day)
	}
	return p.renderEntry(c, l, []db.Day{day}, next, withReopened(c, wasSubmitted, ui.Toast{Text: message})...)
}

// changeLine changes the line of a form, which stays on its day and its sheet; update reads the form and saves.
func (p pages) changeLine(c *gin.Context, l gridLocation, sheet int64, form openForm, update func(form *openForm) error) error {
	wasSubmitted, err := p.isSubmitted(c, Target{Owner: l.owner, Period: l.period, Sheet: sheet})
	if err != nil {
		return err
	}
	if err := update(&form); err != nil {
		form.values = postedValues(c)
		return p.renderRefused(c, l, form, err)
	}
	lang := auth.Lang(c)
	message := ui.Toast{Text: lang.F(i18n.TimeSaved, lang.DayWeek(form.day))}
	return p.renderEntry(c, l, []db.Day{form.day}, db.Day{}, withReopened(c, wasSubmitted, message)...)
}

// deleteLine moves a line of a sheet to the archive; archive returns the line's day and a message that offers to restore the line.
func (p pages) deleteLine(c *gin.Context, l gridLocation, sheet int64, archive func() (db.Day, ui.Toast, error)) error {
	wasSubmitted, err := p.isSubmitted(c, Target{Owner: l.owner, Period: l.period, Sheet: sheet})
	if err != nil {
		return err
	}
	day, message, err := archive()
	if err != nil {
		return httpx.Reload(c, auth.Lang(c), err)
	}
	return p.renderEntry(c, l, []db.Day{day}, db.Day{}, withReopened(c, wasSubmitted, message)...)
}

// restoreLine puts a deleted line back on its sheet; create reads the line from the form. If it is no longer valid there, a
// message says why.
func (p pages) restoreLine(c *gin.Context, create func(t Target, day db.Day) error) error {
	l, err := p.location(c)
	if err != nil {
		return httpx.Reload(c, auth.Lang(c), err)
	}
	day, err := postedDay(c, l)
	if err != nil {
		return httpx.Reload(c, auth.Lang(c), err)
	}
	lang := auth.Lang(c)
	target := Target{Sheet: httpx.ID(c.PostForm("timesheet_id")), Owner: l.owner, Period: l.period}
	wasSubmitted, err := p.isSubmitted(c, target)
	if err != nil {
		return err
	}
	err = create(target, day)
	if faults := errs.FieldsOf(err); faults != nil {
		return p.renderEntry(c, l, []db.Day{day}, db.Day{}, ui.Toast{Tone: ui.Bad, Text: lang.T(i18n.Fault(faults[0].Code, faults[0].Detail))})
	}
	if err != nil {
		return httpx.Reload(c, lang, err)
	}
	message := ui.Toast{Text: lang.F(i18n.TimeRestored, lang.DayWeek(day))}
	return p.renderEntry(c, l, []db.Day{day}, db.Day{}, withReopened(c, wasSubmitted, message)...)
}

// isSubmitted reports whether the target is the user's own time and is submitted: a change by its owner withdraws it (W6a).
func (p pages) isSubmitted(c *gin.Context, t Target) (bool, error) {
	if auth.From(c.Request.Context()).EmployeeID != t.Owner {
		return false, nil
	}
	return p.s.HasSubmitted(c.Request.Context(), t)
}

// withReopened adds a message that the time must be submitted again, if it was submitted before the change.
func withReopened(c *gin.Context, wasSubmitted bool, message ui.Toast) []ui.Toast {
	if !wasSubmitted {
		return []ui.Toast{message}
	}
	return []ui.Toast{message, {Tone: ui.Warn, Text: auth.Lang(c).T(i18n.TimeReopened)}}
}
