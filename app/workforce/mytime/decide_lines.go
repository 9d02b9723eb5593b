package mytime

import (
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/app/workforce/timesheets"
	"presence/db"
	"presence/views/ui"
	views "presence/views/workforce/mytime"
)

// maxDecided is the number of lines that one request decides about. It decides about none of more.
const maxDecided = 200

// decideLines approves the lines of a form, or withdraws their approvals (decision=withdraw). The message offers to undo it.
func (p pages) decideLines(c *gin.Context) error {
	l, err := p.location(c)
	if err != nil {
		return err
	}
	var list []lineRef
	for _, text := range c.PostFormArray("items") {
		if r, ok := parseLineRef(text); ok && !slices.Contains(list, r) {
			list = append(list, r)
		}
	}
	if len(list) > maxDecided {
		httpx.Flash(c, ui.Toast{Tone: ui.Warn, Text: auth.Lang(c).F(i18n.LinesTooMany, maxDecided)})
		return httpx.SeeOther(c, l.linesHref())
	}
	actor, approve := auth.From(c.Request.Context()), c.PostForm("decision") != "withdraw"
	done, refused, err := p.s.DecideLines(c.Request.Context(), actor, l.sheet.ID, list, approve)
	if err != nil {
		return err
	}
	httpx.Flash(c, linesDecided(actor.Language, l, done, refused, approve))
	return httpx.SeeOther(c, l.linesHref())
}

// linesDecided returns the message about a decision of lines.
func linesDecided(lang i18n.Lang, l gridLocation, done []lineRef, refused []error, approve bool) ui.Toast {
	words, opposite := i18n.LinesApproved, "withdraw"
	if !approve {
		words, opposite = i18n.LinesWithdrawn, "approve"
	}
	toast := ui.Toast{Text: lang.N(len(done), words)}
	if len(done) > 0 {
		toast.Undo = paths.TimesheetLines(l.sheet.ID)
		toast.Hidden = l.hidden(ui.Hidden{Name: "decision", Value: opposite})
		for _, r := range done {
			toast.Hidden = append(toast.Hidden, ui.Hidden{Name: "items", Value: r.String()})
		}
	}
	switch {
	case len(refused) > 0:
		e, _ := errs.Of(refused[0])
		toast.Tone = ui.Warn
		toast.Text += " " + lang.N(len(refused), i18n.LinesSkipped) + " " + lang.T(i18n.FaultShown(e.Code, e.Detail))
	case len(done) == 0:
		toast = ui.Toast{Tone: ui.Warn, Text: lang.T(i18n.LinesNone)}
	}
	return toast
}

// linesHref returns the URL of the location with the list of its lines open.
func (p gridLocation) linesHref() string {
	return p.href(map[string][]string{"lines": {"1"}}) + "#lines"
}

// decidedLines returns the lines of the page's sheet, which the actor may approve one by one; nil if there is none. On an
// approved sheet all are approved with it.
func (d *presenter) decidedLines(sheet Sheet) *views.Lines {
	box := &views.Lines{Action: paths.TimesheetLines(sheet.ID), Hidden: d.location.hidden(), Open: d.linesOpen,
		OpenHref: d.location.linesHref(), Locked: sheet.Approved}
	add := func(r lineRef, day db.Day, line views.Line, approved bool) {
		x := views.LineChoice{Icon: line.Icon, Day: d.lang.DayWeek(day), Main: line.Main, Value: line.Value, Item: r.String(),
			Approved: approved && !sheet.Approved}
		if line.Spent {
			x.Main, x.Value = strings.Join(line.Notes, " "), line.Main
		}
		x.Spoken = d.lang.F(i18n.LinesOne, x.Day, x.Main)
		if x.Approved {
			x.State = d.lang.T(i18n.StateApproved)
			if name := d.approvers[r.kind+"-"+formatID(r.id)]; name != "" {
				x.State = d.lang.F(i18n.LinesBy, name)
			}
			box.Approved++
		}
		box.List = append(box.List, x)
	}
	for _, day := range d.view.Days {
		for _, s := range day.Shifts {
			if s.TimesheetID == sheet.ID {
				add(lineRef{timesheets.KindShift, s.ID, s.Version}, s.Day, d.shiftLine(s), s.Approved)
			}
		}
		for _, e := range day.Expenses {
			if e.TimesheetID == sheet.ID {
				add(lineRef{timesheets.KindExpense, e.ID, e.Version}, e.Day, d.expenseLine(e), e.Approved)
			}
		}
	}
	if len(box.List) == 0 {
		return nil
	}
	box.Count = d.lang.N(len(box.List), i18n.LinesCount)
	if box.Approved > 0 {
		box.Count += " · " + d.lang.N(box.Approved, i18n.LinesDone)
	}
	return box
}
