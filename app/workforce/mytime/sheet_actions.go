package mytime

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/app/workforce/expenses"
	"presence/app/workforce/shifts"
	"presence/app/workforce/timesheets"
	"presence/db"
	"presence/views/ui"
)

// copyBefore fills a day like an earlier one (from; by default the day before), the rest of a week like a day of it, or a week like
// the week before.
func (p pages) copyBefore(c *gin.Context) error {
	l, err := p.location(c)
	if err != nil {
		return httpx.Reload(c, auth.Lang(c), err)
	}
	first, err := postedDay(c, l)
	if err != nil {
		return httpx.Reload(c, auth.Lang(c), err)
	}
	from, err := db.ParseDay(c.PostForm("from"))
	if err != nil || !from.Before(first) {
		from = first.Add(-1)
	}
	d, err := p.loadPresenter(c.Request.Context(), l)
	if err != nil {
		return err
	}
	plan := planCopy(c.PostForm("what"), first, from)
	list, skipped := d.planned(plan)
	var touched []db.Day
	for _, x := range plan {
		touched = append(touched, x.day)
	}
	return p.addMany(c, d, list, touched, func(made []shifts.Shift, refused int) ui.Toast { return d.copied(made, skipped+refused) })
}

// addMany adds the shifts of list that are valid, and answers with the days that it may have touched and a message.
func (p pages) addMany(c *gin.Context, d *presenter, list []shifts.New, touched []db.Day,
	message func([]shifts.Shift, int) ui.Toast) error {
	l := d.location
	wasSubmitted, err := p.isSubmitted(c, l.target())
	if err != nil {
		return err
	}
	made, refused, err := p.s.Copy(c.Request.Context(), d.actor, l.target(), list)
	if err != nil {
		return httpx.Reload(c, auth.Lang(c), err)
	}
	return p.renderEntry(c, l, touched, db.Day{}, withReopened(c, wasSubmitted && len(made) > 0, message(made, refused))...)
}

// planned returns the shifts of a plan, and the number of those left out because their day has hours already.
func (d *presenter) planned(plan []dayCopy) (list []shifts.New, skipped int) {
	taken := func(day db.Day) bool {
		x := d.view.day(day)
		return len(x.Shifts) > 0 || x.away()
	}
	for _, x := range plan {
		if source := d.view.day(x.day.Add(-x.later)); source != nil {
			more, left := copyShifts(*source, x.later, d.s.zone, taken)
			list, skipped = append(list, more...), skipped+left
		}
	}
	return list, skipped
}

func (d *presenter) copied(made []shifts.Shift, left int) ui.Toast {
	return d.added(made, left, i18n.TimeCopied, i18n.TimeCopiedNone)
}

// added returns the message about shifts that were added, with a button that takes them back.
func (d *presenter) added(made []shifts.Shift, left int, done i18n.Count, nothing i18n.Text) ui.Toast {
	if len(made) == 0 {
		return ui.Toast{Tone: ui.Warn, Text: d.lang.T(nothing)}
	}
	toast := ui.Toast{Text: d.lang.N(len(made), done), Undo: d.location.grid.TakeBack(),
		Hidden: d.location.hidden(ui.Hidden{Name: "made", Value: madeText(made)})}
	if left > 0 {
		toast.Text += " " + d.lang.N(left, i18n.TimeCopySkipped)
	}
	return toast
}

// submit submits the sheets that the page shows: the user's own of a period, or the one of the URL.
func (p pages) submit(c *gin.Context) error {
	return p.changeSubmission(c, p.s.Submit, ui.Good, i18n.TimeSubmitted, i18n.TimeNothing)
}

// withdraw withdraws the submission of the sheets that the page shows.
func (p pages) withdraw(c *gin.Context) error {
	return p.changeSubmission(c, p.s.Withdraw, ui.Info, i18n.TimeTakenBack, i18n.TimeNotSubmitted)
}

// changeSubmission applies do to the sheets that the page shows. The next page has the message done in this tone if a sheet was changed,
// else the message nothing.
func (p pages) changeSubmission(c *gin.Context, do func(context.Context, auth.Actor, []Sheet) (int, error), tone ui.Tone,
	done, nothing i18n.Text,
) error {
	l, err := p.location(c)
	if err != nil {
		return err
	}
	d, err := p.loadPresenter(c.Request.Context(), l)
	if err != nil {
		return err
	}
	n, err := do(c.Request.Context(), d.actor, d.sheets())
	if errs.HasCode(err, expenses.CodeNeedReceipts) {
		httpx.Flash(c, ui.Toast{Tone: ui.Bad, Text: d.lang.F(i18n.ReceiptsNeeded, d.withoutReceipt())})
		return httpx.SeeOther(c, l.href(url.Values{}))
	}
	if err != nil {
		return err
	}
	toast := ui.Toast{Tone: tone, Text: d.lang.T(done)}
	if n == 0 {
		toast = ui.Toast{Tone: ui.Warn, Text: d.lang.T(nothing)}
	}
	httpx.Flash(c, toast)
	return httpx.SeeOther(c, l.href(url.Values{}))
}

// withoutReceipt names the expenses that need a receipt and have none.
func (d *presenter) withoutReceipt() string {
	var names []string
	for _, day := range d.view.Days {
		for _, e := range day.Expenses {
			if d.view.lacksReceipt(e) {
				names = append(names, d.lang.DayWeek(day.Date)+", "+d.lang.Dollars(e.Amount))
			}
		}
	}
	return strings.Join(names, "\u00a0· ")
}

// approve approves the sheet with the typed comment.
func (p pages) approve(c *gin.Context) error {
	return p.decide(c, func(Sheet) bool { return true }, i18n.TimeApproved)
}

// unapprove withdraws the approval, with the typed comment.
func (p pages) unapprove(c *gin.Context) error {
	return p.decide(c, func(Sheet) bool { return false }, i18n.TimeUnapproved)
}

// sendBack returns the sheet to its owner, with the typed reason.
func (p pages) sendBack(c *gin.Context) error {
	l, err := p.location(c)
	if err != nil {
		return err
	}
	actor, reason := auth.From(c.Request.Context()), strings.TrimSpace(c.PostForm("supervisor_comment"))
	var faults errs.Fields
	if reason == "" {
		faults.Add("supervisor_comment", "required", "Say why, so that the person knows what to do.")
	}
	if timesheets.ValidateComment(&faults, reason); len(faults) > 0 {
		return p.refuseComment(c, l, reason, faults)
	}
	t, err := p.s.Sheets.Return(c.Request.Context(), actor, l.sheet.ID, httpx.FormVersion(c), reason)
	if err != nil {
		return err
	}
	return p.decided(c, l, t, i18n.QueueDidReturn, ui.Toast{Tone: ui.Info, Text: actor.Language.T(i18n.TimeSentBack)})
}

// decided redirects after a decision about the sheet t to the item that the form field next names, else to the list from which the page
// was opened, else to the sheet's own page.
// On another page the message is named, which contains the owner's name. The message has a button that undoes the decision as long
// as the sheet has not changed since.
func (p pages) decided(c *gin.Context, l gridLocation, t timesheets.Timesheet, named i18n.Text, toast ui.Toast) error {
	toast.Undo = paths.ApprovalsUndo()
	toast.Hidden = []ui.Hidden{{Name: "items", Value: "sheet-" + formatID(t.ID) + "-" + formatID(t.Version)}}
	next := c.PostForm("next")
	to := p.queue.PageOf(next)
	switch {
	case l.overview.IsZero():
	case to == "":
		to = l.overview.Href()
	case strings.HasPrefix(next, "sheet-"):
		to = l.overview.Keep(to)
	}
	if to == "" {
		to = l.href(url.Values{})
	} else {
		actor := auth.From(c.Request.Context())
		name, err := p.s.ownerName(c.Request.Context(), actor, l.owner)
		if err != nil {
			return err
		}
		toast.Text = actor.Language.F(named, name)
	}
	httpx.Flash(c, toast)
	return httpx.SeeOther(c, to)
}

// comment saves the comment without changing the approval.
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
	t, err := p.s.Sheets.Approve(c.Request.Context(), actor, l.sheet.ID, httpx.FormVersion(c), decision)
	if err != nil {
		return err
	}
	toast := ui.Toast{Text: actor.Language.T(words)}
	if decision.Approved && !l.sheet.Approved {
		return p.decided(c, l, t, i18n.QueueDidApprove, toast)
	}
	httpx.Flash(c, toast)
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
