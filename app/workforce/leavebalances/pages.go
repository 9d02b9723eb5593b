package leavebalances

import (
	"cmp"
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
	"presence/app/platform/tablewriter"
	"presence/app/workforce/crews"
	"presence/app/workforce/leaverequests"
	"presence/views/ui"
	views "presence/views/workforce/leavebalances"
)

// pages handles the requests of the pages.
type pages struct{ s *Service }

// balances shows the balances of the employees in the actor's scope, or serves them as a file (as=csv).
func (p pages) balances(c *gin.Context) error {
	ctx := c.Request.Context()
	by, q := auth.From(ctx), c.Request.URL.Query()
	var faults errs.Fields
	f := Query{Day: p.s.day(&faults, "date", q.Get("date")), LeaveType: q.Get("type"), Crew: crews.Chosen(httpx.ID(q.Get("team"))),
		Name: httpx.SearchText(q.Get("q")), Negative: q.Get("below") != ""}
	if !slices.Contains(leaverequests.Types, f.LeaveType) {
		f.LeaveType = ""
	}
	rules, err := p.s.Rules(ctx)
	if err != nil {
		return err
	}
	d := presenter{s: p.s, by: by, lang: by.Language, rules: rules}
	if len(faults) > 0 {
		view := d.everyone(q, f, Page{}, faults)
		if view.Form.Fields, err = d.filterFields(ctx, q, f, faults); err != nil {
			return err
		}
		return frame.Page(c, http.StatusUnprocessableEntity, views.BalancesPage, view)
	}
	if q.Get("as") == "csv" {
		list, err := p.s.Balances(ctx, by, f)
		if err != nil {
			return err
		}
		return writeCSV(c, f, list)
	}
	sort := q.Get("sort")
	if !slices.ContainsFunc(rules, func(r Rule) bool { return r.LeaveType == sort && (f.LeaveType == "" || f.LeaveType == sort) }) {
		sort = ""
	}
	number, _ := strconv.ParseInt(q.Get("page"), 10, 64)
	page, err := p.s.Page(ctx, by, f, sort, number)
	if err != nil {
		return err
	}
	view := d.everyone(q, f, page, nil)
	if view.Form.Fields, err = d.filterFields(ctx, q, f, nil); err != nil {
		return err
	}
	return frame.Page(c, http.StatusOK, views.BalancesPage, view)
}

// writeCSV serves balances as a file, in hours.
func writeCSV(c *gin.Context, f Query, list []Balance) error {
	o := tablewriter.Options{Format: tablewriter.CSV}
	c.Header("Content-Type", o.ContentType())
	c.Header("Content-Disposition", o.Disposition("leave-balances-"+f.Day.String()))
	c.Header("Cache-Control", "private, no-store")
	rows, err := tablewriter.New(c.Writer, o)
	if err != nil {
		return err
	}
	for _, head := range []string{"employee_id", "employee_name", "leave_type", "date", "carried_over_hours", "opening_hours", "earned_hours",
		"adjusted_hours", "taken_hours", "expired_hours", "asked_hours", "left_hours", "paid_left_hours"} {
		rows.Text(head)
	}
	err = rows.EndRow()
	for _, b := range list {
		if err != nil {
			break
		}
		rows.Int(b.EmployeeID)
		rows.Text(b.Name)
		rows.Text(b.LeaveType)
		rows.Day(b.Day)
		for _, minutes := range []int64{b.CarriedOver, b.Opening, b.Earned, b.Adjusted, b.Taken, b.Expired, b.Asked, b.Left, b.PaidLeft} {
			rows.Hours(minutes)
		}
		err = rows.EndRow()
	}
	if err != nil {
		rows.Abandon()
		return err
	}
	return rows.Close()
}

// ledger shows the ledger of an employee.
func (p pages) ledger(c *gin.Context) error { return p.showLedger(c, http.StatusOK, nil, nil) }

func (p pages) showLedger(c *gin.Context, status int, typed url.Values, faults errs.Fields) error {
	ctx := c.Request.Context()
	id, err := httpx.PathID(c, "id", "employee")
	if err != nil {
		return err
	}
	by := auth.From(ctx)
	l, err := p.s.Ledger(ctx, by, id, p.s.Today())
	if err != nil {
		return err
	}
	d := presenter{s: p.s, by: by, lang: by.Language}
	view := d.ledger(l)
	if by.SeesAll() && len(l.Balances) > 0 {
		view.Form = d.entryForm(l, typed, faults)
	}
	return frame.Page(c, status, views.LedgerPage, view)
}

// add enters an opening balance or a correction.
func (p pages) add(c *gin.Context) error {
	id, err := httpx.PathID(c, "id", "employee")
	if err != nil {
		return err
	}
	var faults errs.Fields
	n := New{LeaveType: c.PostForm("leave_type"), Kind: Kind(c.PostForm("entry")), Note: c.PostForm("note"),
		Minutes: readDays(&faults, "minutes", c.PostForm("minutes"))}
	if c.PostForm("day") != "" {
		n.Day = httpx.ReadDay(&faults, "day", c.PostForm("day"))
	}
	if len(faults) > 0 {
		faults = append(faults, n.Validate()...)
	} else {
		_, err := p.s.Add(c.Request.Context(), auth.From(c.Request.Context()), id, n)
		if err == nil {
			httpx.Flash(c, ui.Toast{Text: auth.Lang(c).T(i18n.BalanceSaved)})
			return httpx.SeeOther(c, paths.LeaveLedger(id))
		}
		if faults = errs.FieldsOf(err); faults == nil {
			return err
		}
	}
	return p.showLedger(c, http.StatusUnprocessableEntity, c.Request.PostForm, faults.FirstPerField())
}

// rules shows the rules. The query parameter open=Vacation opens the form of one, and preset=quebec fills it in.
func (p pages) rules(c *gin.Context) error {
	ctx := c.Request.Context()
	leaveType := c.Query("open")
	if !slices.Contains(leaverequests.Types, leaveType) {
		return p.showRules(c, http.StatusOK, nil)
	}
	r, err := p.s.Rule(ctx, leaveType)
	if err != nil && errs.KindOf(err) != errs.KindNotFound {
		return err
	}
	version := r.Version
	if err != nil {
		r = Rule{LeaveType: leaveType, Earns: ByYear, YearStart: "01-01", CarryLimit: Everything}
	}
	if preset, has := presets[leaveType]; has && c.Query("preset") == "quebec" {
		preset.From, preset.RefuseBelowZero = r.From, r.RefuseBelowZero
		r = preset
	}
	if r.From.IsZero() {
		r.From = r.yearOf(p.s.Today())
	}
	values := ruleValues(auth.Lang(c), r)
	values.Set("version", strconv.FormatInt(version, 10))
	return p.showRules(c, http.StatusOK, &openRule{leaveType: leaveType, values: values, known: version > 0})
}

var presets = map[string]Rule{QuebecVacation.LeaveType: QuebecVacation, QuebecSick.LeaveType: QuebecSick}

// openRule is the form that is open, with its values and errors.
type openRule struct {
	leaveType string
	values    url.Values
	faults    errs.Fields
	known     bool // the kind of leave has a rule
}

func (p pages) showRules(c *gin.Context, status int, o *openRule) error {
	rules, err := p.s.Rules(c.Request.Context())
	if err != nil {
		return err
	}
	by := auth.From(c.Request.Context())
	return frame.Page(c, status, views.RulesPage, presenter{s: p.s, by: by, lang: by.Language, rules: rules}.rulesPage(o))
}

// saveRule saves the rule in the form.
func (p pages) saveRule(c *gin.Context) error {
	r, faults := readRule(c)
	if len(faults) > 0 {
		faults = append(faults, r.Validate()...)
	} else {
		_, err := p.s.SetRule(c.Request.Context(), auth.From(c.Request.Context()), httpx.FormVersion(c), r)
		if err == nil {
			httpx.Flash(c, ui.Toast{Text: auth.Lang(c).T(i18n.RuleSaved)})
			return httpx.SeeOther(c, paths.LeaveRules())
		}
		if faults = errs.FieldsOf(err); faults == nil || faults.Has("leave_type") {
			return err
		}
	}
	return p.showRules(c, http.StatusUnprocessableEntity, &openRule{leaveType: r.LeaveType, values: c.Request.PostForm,
		faults: faults.FirstPerField(), known: cmp.Or(c.PostForm("version"), "0") != "0"})
}
