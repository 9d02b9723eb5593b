package mytime

import (
	"net/http"
	"net/url"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/app/workforce/timesheets"
	"presence/db"
	"presence/views/ui"
)

// copyBefore fills a day from the day before, or a week from the week before.
func (p pages) copyBefore(c *gin.Context) error {
	l, err := p.location(c)
	if err != nil {
		return httpx.Reload(c, auth.Lang(c), err)
	}
	first, err := postedDay(c, l)
	if err != nil {
		return httpx.Reload(c, auth.Lang(c), err)
	}
	n := 1
	if c.PostForm("what") == "week" {
		first, n = first.Week(), 7
	}
	d, err := p.loadPresenter(c.Request.Context(), l)
	if err != nil {
		return err
	}
	var from []Day
	var touched []db.Day
	for i := range n {
		touched = append(touched, first.Add(i))
		if x := d.view.day(first.Add(i - n)); x != nil {
			from = append(from, *x)
		}
	}
	list, skipped := copyShifts(from, n, p.s.zone, func(day db.Day) bool {
		x := d.view.day(day)
		return len(x.Shifts) > 0 || x.away()
	})
	made, refused, err := p.s.Copy(c.Request.Context(), d.actor, l.target(), list)
	if err != nil {
		return httpx.Reload(c, auth.Lang(c), err)
	}
	return p.renderEntry(c, l, touched, db.Day{}, d.copied(made, skipped+refused))
}

func (d *presenter) copied(made, left int) ui.Toast {
	if made == 0 {
		return ui.Toast{Tone: ui.Warn, Text: d.lang.T(i18n.TimeCopiedNone)}
	}
	said := ui.Toast{Text: d.lang.N(made, i18n.TimeCopied)}
	if left > 0 {
		said.Text += " " + d.lang.N(left, i18n.TimeCopySkipped)
	}
	return said
}

// submit submits the sheets of the location.
func (p pages) submit(c *gin.Context) error {
	return p.submitOrWithdraw(c, func(d *presenter) (int, error) { return p.s.Submit(c.Request.Context(), d.actor, d.sheets()) },
		ui.Toast{}, i18n.TimeSubmitted)
}

// withdraw withdraws the submission of the sheets of the location.
func (p pages) withdraw(c *gin.Context) error {
	return p.submitOrWithdraw(c, func(d *presenter) (int, error) { return p.s.Withdraw(c.Request.Context(), d.actor, d.sheets()) },
		ui.Toast{Tone: ui.Info}, i18n.TimeTakenBack)
}

func (p pages) submitOrWithdraw(c *gin.Context, do func(*presenter) (int, error), said ui.Toast, words i18n.Text) error {
	l, err := p.location(c)
	if err != nil {
		return err
	}
	d, err := p.loadPresenter(c.Request.Context(), l)
	if err != nil {
		return err
	}
	n, err := do(d)
	if err != nil {
		return err
	}
	said.Text = d.lang.T(words)
	if n == 0 {
		said = ui.Toast{Tone: ui.Warn, Text: d.lang.T(i18n.TimeNothing)}
	}
	httpx.Flash(c, said)
	return httpx.SeeOther(c, l.href(url.Values{}))
}

// approve approves the sheet with the comment typed.
func (p pages) approve(c *gin.Context) error {
	return p.decide(c, func(Sheet) bool { return true }, i18n.TimeApproved)
}

// unapprove withdraws the approval, with the comment typed.
func (p pages) unapprove(c *gin.Context) error {
	return p.decide(c, func(Sheet) bool { return false }, i18n.TimeUnapproved)
}

// comment keeps the comment and leaves the approval as it stands.
func (p pages) comment(c *gin.Context) error {
	return p.decide(c, func(t Sheet) bool { return t.Approved }, i18n.TimeCommented)
}

func (p pages) decide(c *gin.Context, approved func(Sheet) bool, words i18n.Text) error {
	l, err := p.location(c)
	if err != nil {
		return err
	}
	actor := auth.From(c.Request.Context())
	decision := timesheets.Decision{Approved: approved(*l.sheet)}
	if comment, given := c.GetPostForm("supervisor_comment"); given {
		decision.Comment = &comment
		var faults errs.Fields
		if timesheets.ValidateComment(&faults, comment); len(faults) > 0 {
			return p.refuseComment(c, l, comment, faults)
		}
	}
	if _, err := p.s.Sheets.Approve(c.Request.Context(), actor, l.sheet.ID, httpx.FormVersion(c), decision); err != nil {
		return err
	}
	said := ui.Toast{Text: actor.Language.T(words)}
	if decision.Approved && !l.sheet.Approved {
		said.Undo, said.Hidden = paths.TimesheetUnapprove(l.sheet.ID), l.hidden()
	}
	httpx.Flash(c, said)
	return httpx.SeeOther(c, l.href(url.Values{}))
}

func (p pages) refuseComment(c *gin.Context, l gridLocation, comment string, faults errs.Fields) error {
	d, err := p.loadPresenter(c.Request.Context(), l)
	if err != nil {
		return err
	}
	d.comment, d.commentFault = &comment, d.errorText(faults[0])
	return p.render(c, http.StatusUnprocessableEntity, d)
}
