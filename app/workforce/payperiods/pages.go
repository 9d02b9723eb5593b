package payperiods

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/db"
	"presence/views/ui"
	views "presence/views/workforce/payperiods"
)

// pages handles the requests of the overview page and of the decisions made on it.
type pages struct{ s *Service }

// current goes to the period under way.
func (p pages) current(c *gin.Context) error {
	now := p.s.Current()
	return httpx.SeeOther(c, paths.Period(now.Year, now.Number))
}

func (p pages) overview(c *gin.Context) error {
	period, err := p.period(c)
	if err != nil {
		return err
	}
	d, err := p.loadPresenter(c, period, parseViewState(c.Request.URL.Query()))
	if err != nil {
		return err
	}
	if d.view.doneAt != 0 {
		if d.approvedNow, err = p.s.StandingApprovals(c.Request.Context(), d.actor, period, d.view.doneAt); err != nil {
			return err
		}
	}
	return frame.Page(c, http.StatusOK, views.Overview, d.page())
}

// period reads the address: a number that no year has is a page that does not exist (W1).
func (p pages) period(c *gin.Context) (Period, error) {
	year, badYear := strconv.Atoi(c.Param("year"))
	number, badNumber := strconv.Atoi(c.Param("number"))
	if badYear != nil || badNumber != nil {
		return Period{}, errs.NotFound("pay period")
	}
	return p.s.PeriodByNumber(year, number)
}

// loadPresenter reads the review that the view state asks for.
func (p pages) loadPresenter(c *gin.Context, period Period, v viewState) (*presenter, error) {
	d := &presenter{actor: auth.From(c.Request.Context()), service: p.s, view: v}
	d.lang = d.actor.Language
	if !d.actor.SeesAll() {
		d.view.crew.Crew = 0
	}
	var err error
	if d.review, err = p.s.Review(c.Request.Context(), d.actor, period, d.view.crew); err != nil {
		return nil, err
	}
	if d.first, err = p.s.First(c.Request.Context()); err != nil {
		return nil, err
	}
	all, first, last := d.visibleRows()
	d.laborWarnings, err = p.s.LaborWarnings(c.Request.Context(), period, all[first:last])
	return d, err
}

// approve takes the sheets of a button: the clean ones of the page, all of them, or those of one row.
func (p pages) approve(c *gin.Context) error {
	period, v, sheets, err := p.parseDecisionForm(c)
	if err != nil {
		return err
	}
	which := c.PostForm("which")
	actor := auth.From(c.Request.Context())
	a, err := p.s.ApproveSelected(c.Request.Context(), actor, period, Selection{sheets, which == "clean"})
	if err != nil {
		return err
	}
	if which == "row" {
		undo := []ui.Hidden{{Name: "at", Value: strconv.FormatInt(int64(a.At), 10)}, {Name: "view", Value: v.query().Encode()}}
		done := ui.Toast{Undo: paths.PeriodUndo(period.Year, period.Number), Hidden: undo}
		if slices.ContainsFunc(a.Skipped, outdated) {
			return p.renderRowResult(c, period, v, i18n.RowOutdated, ui.Toast{Tone: ui.Warn}, 1)
		}
		return p.renderRowResult(c, period, v, i18n.RowApproved, done, len(a.Approved))
	}
	switch {
	case slices.ContainsFunc(a.Skipped, outdated): // says what DoneNothing would
		httpx.Flash(c, ui.Toast{Tone: ui.Warn, Text: actor.Language.T(i18n.DoneOutdated)})
	case len(a.Approved) == 0:
		httpx.Flash(c, ui.Toast{Tone: ui.Warn, Text: actor.Language.T(i18n.DoneNothing)})
	}
	if len(a.Approved) > 0 {
		v.doneAt = a.At
	}
	return p.redirectToView(c, period, v)
}

func outdated(x Skip) bool { return x.Reason == Outdated }

func (p pages) withdraw(c *gin.Context) error {
	period, v, sheets, err := p.parseDecisionForm(c)
	if err != nil {
		return err
	}
	chosen := make([]int64, len(sheets))
	for i, x := range sheets {
		chosen[i] = x.ID
	}
	ids, err := p.s.WithdrawSelected(c.Request.Context(), auth.From(c.Request.Context()), period, chosen)
	if err != nil {
		return err
	}
	return p.renderRowResult(c, period, v, i18n.RowWithdrawn, ui.Toast{Tone: ui.Info}, len(ids))
}

// undo takes back what one click approved.
func (p pages) undo(c *gin.Context) error {
	period, err := p.period(c)
	if err != nil {
		return err
	}
	at, err := strconv.ParseInt(c.PostForm("at"), 10, 64)
	if err != nil || at <= 0 {
		return errs.InvalidField("at", "invalid", "Expected the moment of the approvals.")
	}
	actor := auth.From(c.Request.Context())
	ids, err := p.s.UndoApproval(c.Request.Context(), actor, period, db.Instant(at))
	if err != nil {
		return err
	}
	said := ui.Toast{Tone: ui.Info, Text: actor.Language.N(len(ids), i18n.DoneUndone)}
	if len(ids) == 0 {
		said = ui.Toast{Tone: ui.Warn, Text: actor.Language.T(i18n.DoneStood)}
	}
	httpx.Flash(c, said)
	return p.redirectToView(c, period, formViewState(c))
}

// parseDecisionForm reads what every decision sends: the period, the view to come back to, and the sheets.
func (p pages) parseDecisionForm(c *gin.Context) (period Period, v viewState, sheets []SelectedSheet, err error) {
	if period, err = p.period(c); err != nil {
		return period, v, nil, err
	}
	sheets, ok := parseSelection(c.PostForm("sheets"))
	if !ok {
		return period, v, nil, errs.InvalidField("sheets", "invalid", "Expected timesheets with their versions, such as 12-3,14-1.")
	}
	return period, formViewState(c), sheets, nil
}

func formViewState(c *gin.Context) viewState {
	q, _ := url.ParseQuery(c.PostForm("view")) // what cannot be read is not there
	return parseViewState(q)
}

// redirectToView redirects to the overview in the given view state.
func (p pages) redirectToView(c *gin.Context, period Period, v viewState) error {
	q := v.query()
	if v.doneAt != 0 {
		q.Set("done", strconv.FormatInt(int64(v.doneAt), 10))
	}
	return httpx.SeeOther(c, address(period, q))
}

// renderRowResult tells what became of one row: the table, where the row stands in its new group, and what counts rows to HTMX,
// else the whole page again.
func (p pages) renderRowResult(c *gin.Context, period Period, v viewState, text i18n.Text, said ui.Toast, changed int) error {
	d, err := p.loadPresenter(c, period, v)
	if err != nil {
		return err
	}
	employee, _ := strconv.ParseInt(c.PostForm("employee_id"), 10, 64)
	i := slices.IndexFunc(d.review.Rows, func(l Row) bool { return l.Employee.ID == employee })
	if i < 0 {
		return errs.NotFound("employee in this period")
	}
	d.next, _ = strconv.ParseInt(c.PostForm("next"), 10, 64)
	line := &d.review.Rows[i]
	said.Text = d.lang.F(text, line.Employee.Name)
	if changed == 0 {
		said = ui.Toast{Tone: ui.Warn, Text: d.lang.T(i18n.DoneStood)}
	}
	if !httpx.IsHTMX(c) {
		httpx.Flash(c, said)
		return p.redirectToView(c, period, v)
	}
	return httpx.Render(c, http.StatusOK, views.TableAnswer(frame.Of(c), d.page(), said))
}

func address(p Period, q url.Values) string {
	if len(q) == 0 {
		return paths.Period(p.Year, p.Number)
	}
	return paths.Period(p.Year, p.Number) + "?" + q.Encode()
}
