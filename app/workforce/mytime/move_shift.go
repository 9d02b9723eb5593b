package mytime

import (
	"net/http"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/workforce/shifts"
	"presence/db"
	"presence/views/ui"
	views "presence/views/workforce/mytime"
)

// moveShift gives a shift the times to which it was moved or stretched in the picture of a week. With breaks in the form, it gets these,
// which undoes a move.
func (p pages) moveShift(c *gin.Context) error {
	l, old, err := p.shift(c)
	if err != nil {
		return httpx.Reload(c, auth.Lang(c), err)
	}
	wasSubmitted, err := p.isSubmitted(c, Target{Owner: l.owner, Period: l.period, Sheet: old.TimesheetID})
	if err != nil {
		return err
	}
	to := NewTimes{Start: db.Instant(httpx.ID(c.PostForm("start"))), End: db.Instant(httpx.ID(c.PostForm("end")))}
	if text, undoes := c.GetPostForm("breaks"); undoes {
		breaks, ok := shifts.ParseBreaks(text)
		if !ok {
			return p.renderKept(c, l, old.Day, errs.Fields{{Field: "breaks", Code: "break", Detail: "Expected the breaks as they were."}}.Err())
		}
		to.Breaks = &breaks
	}
	lang := auth.Lang(c)
	x, err := p.s.MoveShift(c.Request.Context(), auth.From(c.Request.Context()), old, l.period, httpx.FormVersion(c), to)
	if err != nil {
		return p.renderKept(c, l, old.Day, err)
	}
	message := ui.Toast{Text: lang.F(i18n.TimeMoved, lang.DayWeek(x.Day),
		lang.ClockRange(x.Start.Time().In(p.s.zone), x.End.Time().In(p.s.zone))),
		Undo: l.grid.MoveShift(x.ID), Hidden: l.hidden(version(x.Version), ui.Hidden{Name: "start", Value: formatID(int64(old.Start))},
			ui.Hidden{Name: "end", Value: formatID(int64(old.End))}, ui.Hidden{Name: "breaks", Value: string(old.Breaks)})}
	if to.Breaks != nil {
		message = ui.Toast{Text: lang.F(i18n.TimeRestored, lang.DayWeek(x.Day))}
	}
	touched := []db.Day{x.Day}
	if old.Day != x.Day {
		touched = append(touched, old.Day)
	}
	return p.renderEntry(c, l, touched, db.Day{}, withReopened(c, wasSubmitted, message)...)
}

// renderKept answers a move that was refused: the shift is shown where it was, with a message that says why it is there.
func (p pages) renderKept(c *gin.Context, l gridLocation, day db.Day, err error) error {
	d := &presenter{lang: auth.Lang(c)}
	var text string
	if fields := errs.FieldsOf(err); fields != nil {
		text = d.errorText(fields[0])
	} else {
		problem := httpx.ProblemOf(c.Request.Context(), err, http.StatusNotFound)
		if problem.Status >= http.StatusInternalServerError {
			return err
		}
		text = d.lang.T(i18n.FaultShown(problem.Code, problem.Detail))
	}
	toast := ui.Toast{Tone: ui.Bad, Text: text}
	if !httpx.IsHTMX(c) {
		httpx.Flash(c, toast)
		return httpx.SeeOther(c, l.dayHref(day, "", ""))
	}
	return p.renderWeek(c, http.StatusUnprocessableEntity, l, openForm{day: day}, toast)
}

// renderWeek answers with the picture of the week and every total on the page.
func (p pages) renderWeek(c *gin.Context, status int, l gridLocation, o openForm, toasts ...ui.Toast) error {
	d, err := p.loadPresenter(c.Request.Context(), l)
	if err != nil {
		return err
	}
	d.open = o
	return httpx.Render(c, status, views.WeekUpdate(frame.Of(c), d.page(), toasts))
}
