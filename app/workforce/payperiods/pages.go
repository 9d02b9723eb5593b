package payperiods

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/accounts/notifications"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/app/workforce/crews"
	"presence/views/ui"
	views "presence/views/workforce/payperiods"
)

// pages handles the requests of the overview page and of the decisions made on it.
type pages struct{ s *Service }

// next redirects to the oldest period that has work for the person, or to the current one, with the query.
func (p pages) next(c *gin.Context) error {
	period, err := p.s.PeriodToReview(c.Request.Context(), auth.From(c.Request.Context()))
	if err != nil {
		return err
	}
	return httpx.SeeOther(c, address(period, parseViewState(c.Request.URL.Query()).query()))
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
	earlier, ok, err := p.s.EarlierWork(c.Request.Context(), d.actor, period)
	if err != nil {
		return err
	}
	if ok {
		d.earlier = &earlier
	}
	if d.view.doneAt != 0 {
		if d.approvedNow, err = p.s.StandingApprovals(c.Request.Context(), d.actor, period, d.view.doneAt); err != nil {
			return err
		}
	}
	return frame.Page(c, http.StatusOK, views.Overview, d.page())
}

// period parses the period in the path; an invalid number is NotFound (W1).
func (p pages) period(c *gin.Context) (Period, error) {
	year, badYear := strconv.Atoi(c.Param("year"))
	number, badNumber := strconv.Atoi(c.Param("number"))
	if badYear != nil || badNumber != nil {
		return Period{}, errs.NotFound("pay period")
	}
	return p.s.PeriodByNumber(year, number)
}

// loadPresenter loads the review for the view state.
func (p pages) loadPresenter(c *gin.Context, period Period, v viewState) (*presenter, error) {
	d := &presenter{actor: auth.From(c.Request.Context()), service: p.s, view: v}
	d.lang = d.actor.Language
	if !d.actor.SeesAll() {
		d.view.crew.Crew = crews.Everyone
	}
	var err error
	if d.review, err = p.s.Review(c.Request.Context(), d.actor, period, d.view.crew); err != nil {
		return nil, err
	}
	if d.first, err = p.s.First(c.Request.Context()); err != nil {
		return nil, err
	}
	all, first, last := d.visibleRows()
	if d.labourWarnings, err = p.s.LabourWarnings(c.Request.Context(), period, all[first:last]); err != nil {
		return nil, err
	}
	if d.planned, err = p.s.Planned(c.Request.Context(), period, all[first:last]); err != nil {
		return nil, err
	}
	d.today = p.s.Today()
	d.reminded, err = p.s.RemindedToday(c.Request.Context(), period)
	return d, err
}

// approve approves the sheets in the form of a button: all clean ones, all that are left, or those of one row.
func (p pages) approve(c *gin.Context) error {
	period, v, sheets, err := p.parseDecisionForm(c)
	if err != nil {
		return err
	}
	selection := c.PostForm("which")
	actor := auth.From(c.Request.Context())
	a, err := p.s.ApproveSelected(c.Request.Context(), actor, period, Selection{sheets, selection == "clean"})
	if err != nil {
		return err
	}
	if selection == "row" {
		undo := []ui.Hidden{{Name: "sheets", Value: FormatSelection(a.Approved)}, {Name: "view", Value: v.query().Encode()}}
		done := ui.Toast{Undo: paths.PeriodUndo(period.Year, period.Number), Hidden: undo}
		if slices.ContainsFunc(a.Skipped, outdated) {
			return p.renderRowResult(c, period, v, i18n.RowOutdated, ui.Toast{Tone: ui.Warn})
		}
		if len(a.Approved) == 0 {
			return p.renderRowResult(c, period, v, i18n.DoneStood, ui.Toast{Tone: ui.Warn})
		}
		return p.renderRowResult(c, period, v, i18n.RowApproved, done)
	}
	switch {
	case slices.ContainsFunc(a.Skipped, outdated): // more precise than DoneNothing
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
	ids, err := p.s.WithdrawSelected(c.Request.Context(), auth.From(c.Request.Context()), period, sheetIDs(sheets))
	if err != nil {
		return err
	}
	if len(ids) == 0 {
		return p.renderRowResult(c, period, v, i18n.DoneStood, ui.Toast{Tone: ui.Warn})
	}
	return p.renderRowResult(c, period, v, i18n.RowWithdrawn, ui.Toast{Tone: ui.Info})
}

// remind notifies one employee to submit their time, or all who may be reminded.
func (p pages) remind(c *gin.Context) error {
	period, err := p.period(c)
	if err != nil {
		return err
	}
	v, one := formViewState(c), c.PostForm("employee_id")
	ids, ok := parseIDs(cmp.Or(c.PostForm("employees"), one))
	if !ok {
		return errs.InvalidField("employees", "invalid", "Expected ids of employees, such as 12,14.")
	}
	actor := auth.From(c.Request.Context())
	done, err := p.s.RemindSelected(c.Request.Context(), actor, period, ids)
	if err != nil {
		return err
	}
	toast := reminderToast(actor, done)
	switch {
	case c.PostForm("page") == "team":
		httpx.Flash(c, toast)
		list, _ := url.ParseQuery(c.PostForm("list")) // of the page of the team; what cannot be read is left out
		return httpx.SeeOther(c, paths.EmployeesOf(list))
	case c.PostForm("page") != "": // of the employee, who is the only one
		httpx.Flash(c, toast)
		return httpx.SeeOther(c, p.s.ParseOverviewLink(c.PostForm("list")).Keep(paths.PeriodPerson(period.Year, period.Number, ids[0])))
	case one == "":
		httpx.Flash(c, toast)
		return p.redirectToView(c, period, v)
	case len(done.Employees) > 0:
		return p.renderRowResult(c, period, v, i18n.RowReminded, toast)
	case done.CannotSignIn > 0:
		return p.renderRowResult(c, period, v, i18n.RowCannotSignIn, toast)
	}
	return p.renderRowResult(c, period, v, i18n.RemindedNobody, toast)
}

// reminderToast says how many employees were reminded, and how many cannot sign in yet, with a link to invite them.
func reminderToast(by auth.Actor, done notifications.ReminderResult) ui.Toast {
	l := by.Language
	t := ui.Toast{Text: l.N(len(done.Employees), i18n.RemindedMany)}
	if len(done.Employees) == 0 {
		t = ui.Toast{Tone: ui.Warn, Text: l.T(i18n.RemindedNobody)}
	}
	if done.CannotSignIn == 0 {
		return t
	}
	if t.Tone = ui.Warn; len(done.Employees) == 0 {
		t.Text = l.T(i18n.RemindedNone)
	}
	t.Text += " " + l.N(done.CannotSignIn, i18n.RemindedNotYet)
	if by.SeesAll() {
		t.Href, t.Link = paths.EmployeesWithoutSignIn(), l.T(i18n.RemindedInvite)
	}
	return t
}

// parseIDs parses ids such as 12,14; ok is false for anything else, and for none.
func parseIDs(text string) (ids []int64, ok bool) {
	for word := range strings.SplitSeq(text, ",") {
		n, err := strconv.ParseInt(word, 10, 64)
		if err != nil || n <= 0 {
			return nil, false
		}
		ids = append(ids, n)
	}
	return ids, true
}

// FormatIDs returns ids in the form that parseIDs parses.
func FormatIDs(ids []int64) string {
	words := make([]string, len(ids))
	for i, id := range ids {
		words[i] = strconv.FormatInt(id, 10)
	}
	return strings.Join(words, ",")
}

// undo withdraws the approvals of one click, of the sheets in the form.
func (p pages) undo(c *gin.Context) error {
	period, v, sheets, err := p.parseDecisionForm(c)
	if err != nil {
		return err
	}
	actor := auth.From(c.Request.Context())
	ids, err := p.s.UndoApproval(c.Request.Context(), actor, period, sheets)
	if err != nil {
		return err
	}
	toast := ui.Toast{Tone: ui.Info, Text: actor.Language.N(len(ids), i18n.DoneUndone)}
	if len(ids) == 0 {
		toast = ui.Toast{Tone: ui.Warn, Text: actor.Language.T(i18n.DoneStood)}
	}
	httpx.Flash(c, toast)
	return p.redirectToView(c, period, v)
}

// parseDecisionForm parses what every form of a decision contains: the period, the view state to return to, and the sheets.
func (p pages) parseDecisionForm(c *gin.Context) (period Period, v viewState, sheets []SheetVersion, err error) {
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
	q, _ := url.ParseQuery(c.PostForm("view")) // parameters that cannot be parsed are left out
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

// renderRowResult shows the result of a decision about one row; text may name the employee. HTMX gets the table,
// with the row in its new group, and the parts of the page with counts; other clients are redirected to the page.
func (p pages) renderRowResult(c *gin.Context, period Period, v viewState, text i18n.Text, toast ui.Toast) error {
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
	if toast.Text = d.lang.T(text); strings.Contains(toast.Text, "%s") {
		toast.Text = d.lang.F(text, line.Employee.Name)
	}
	if !httpx.IsHTMX(c) {
		httpx.Flash(c, toast)
		return p.redirectToView(c, period, v)
	}
	return httpx.Render(c, http.StatusOK, views.TableAnswer(frame.Of(c), d.page(), toast))
}

func address(p Period, q url.Values) string {
	if len(q) == 0 {
		return paths.Period(p.Year, p.Number)
	}
	return paths.Period(p.Year, p.Number) + "?" + q.Encode()
}
