package activities

import (
	"cmp"
	"context"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/app/platform/tablewriter"
	"presence/app/platform/typed"
	"presence/db"
	"presence/views/layout"
	"presence/views/ui"
	views "presence/views/workforce/activities"
)

// reportRows is how many lines a page of the report has.
const reportRows = 75

// request is the query of the report's address. Only invalid days are errors; other invalid parameters are ignored.
type request struct {
	from, to string   // as typed; both empty: the default
	by       Grouping // empty: by customer, or by activity where no shift and no expense names a customer
	of       *Job     // the line whose shifts and expenses are shown; nil: the report
	page     int64
}

func parseRequest(q url.Values) request {
	r := request{from: q.Get("from"), to: q.Get("to"), page: max(httpx.ID(q.Get("page")), 1)}
	if g := Grouping(q.Get("by")); slices.Contains([]Grouping{ByCustomer, ByActivity, ByBoth}, g) {
		r.by = g
	}
	if q.Has("customer_id") || q.Has("activity_id") {
		r.by, r.of = cmp.Or(r.by, ByCustomer), &Job{httpx.ID(q.Get("customer_id")), httpx.ID(q.Get("activity_id"))}
	}
	r.page = min(r.page, 1_000_000)
	return r
}

// address returns the address of a page of the report with a change of the request.
func (r request) address(change func(*request)) string {
	r.page = 1
	change(&r)
	q := url.Values{}
	if r.from != "" || r.to != "" {
		q.Set("from", r.from)
		q.Set("to", r.to)
	}
	if r.by != "" && (r.of == nil || r.by != ByCustomer) {
		q.Set("by", string(r.by))
	}
	if r.of != nil && r.by != ByActivity {
		q.Set("customer_id", strconv.FormatInt(r.of.CustomerID, 10))
	}
	if r.of != nil && r.by != ByCustomer {
		q.Set("activity_id", strconv.FormatInt(r.of.ActivityID, 10))
	}
	if r.page > 1 {
		q.Set("page", strconv.FormatInt(r.page, 10))
	}
	if len(q) == 0 {
		return paths.ActivityReport()
	}
	return paths.ActivityReport() + "?" + q.Encode()
}

// reportPages handles the requests of the report.
type reportPages struct {
	s      *Service
	period func() (from, to db.Day)
}

// report shows the report, serves its lines as a file (as=csv or as=xlsx), or shows the shifts and expenses of one line.
func (p reportPages) report(c *gin.Context) error {
	ctx, by := c.Request.Context(), auth.From(c.Request.Context())
	r := parseRequest(c.Request.URL.Query())
	var faults errs.Fields
	from, to, err := p.days(ctx, by, &faults, r)
	if err != nil {
		return err
	}
	page := views.ReportPage{Form: reportForm(by.Language, r, from, to, faults)}
	page.Subtitle = by.Language.Range(from, to)
	if by.SeesAll() {
		page.Tabs = layout.PayrollTabs(by.Language, paths.ActivityReport())
	} else {
		page.Crumbs = []ui.Crumb{{Label: by.Language.T(i18n.Periods), Href: paths.Periods()}}
	}
	if len(faults) > 0 {
		page.Subtitle = ""
		return frame.Page(c, http.StatusUnprocessableEntity, views.Report, page)
	}
	r.from, r.to = from.String(), to.String() // every link leads to the days that are shown
	f := ReportFilter{From: from, To: to, By: cmp.Or(r.by, ByCustomer), Skip: (r.page - 1) * reportRows, Rows: reportRows}
	if c.Query("as") != "" {
		return p.file(c, by, f)
	}
	if r.of != nil {
		return p.lines(c, by, r, f, page)
	}
	found, err := p.s.Report(ctx, by, f)
	if err == nil && r.by == "" && found.All == 1 && found.Lines[0].Customer.ID == 0 {
		f.By = ByActivity
		found, err = p.s.Report(ctx, by, f)
	}
	if err != nil {
		return err
	}
	if len(found.Lines) == 0 && r.page > 1 { // it has fewer pages than when the address was made
		return httpx.SeeOther(c, r.address(func(*request) {}))
	}
	var rest Sums
	if len(found.Lines) > 0 {
		if rest, err = p.s.Rest(ctx, by, from, to); err != nil {
			return err
		}
	}
	r.by = f.By
	fillReport(&page, by.Language, r, found, rest)
	return frame.Page(c, http.StatusOK, views.Report, page)
}

// days returns the days of the report: those that are asked for, or else the current pay period. When nothing in it names a customer or
// an activity, as on its first days, they are those of the period before, if that has something. All periods are equally long.
func (p reportPages) days(ctx context.Context, by auth.Actor, faults *errs.Fields, r request) (from, to db.Day, err error) {
	from, to = readDays(faults, r.from, r.to, p.period)
	if r.from != "" || r.to != "" {
		return from, to, nil
	}
	long := to.Sub(from) + 1
	for _, days := range [][2]db.Day{{from, to}, {from.Add(-long), to.Add(-long)}} {
		found, err := p.s.HasJobs(ctx, by, days[0], days[1])
		if err != nil || found {
			return days[0], days[1], err
		}
	}
	return from, to, nil
}

func reportForm(l i18n.Lang, r request, from, to db.Day, faults errs.Fields) views.ReportForm {
	f := views.ReportForm{Action: paths.ActivityReport()}
	labels := map[string]string{"from": l.T(i18n.HoursFrom), "to": l.T(i18n.HoursTo)}
	for _, x := range faults {
		f.Faults.Add(l, x.Field, labels[x.Field], x.Code, x.Detail)
	}
	day := func(name, text string, shown db.Day) ui.Field {
		if len(faults) == 0 {
			text = shown.String()
		}
		return ui.Field{Name: name, Type: "date", Label: labels[name], Value: text, Error: f.Faults.Of(name), Required: true}
	}
	f.From, f.To = day("from", r.from, from), day("to", r.to, to)
	if r.by != "" {
		f.Keep = []ui.Hidden{{Name: "by", Value: string(r.by)}}
	}
	return f
}

var groupNames = []struct {
	by   Grouping
	name i18n.Text
}{{ByCustomer, i18n.JobCustomer}, {ByActivity, i18n.JobActivity}, {ByBoth, i18n.JobBoth}}

func fillReport(page *views.ReportPage, l i18n.Lang, r request, found Report, rest Sums) {
	for _, g := range groupNames {
		page.Groups = append(page.Groups, ui.Segment{Label: l.T(g.name), Current: g.by == r.by,
			Href: r.address(func(r *request) { r.by = g.by })})
		if g.by == r.by {
			page.Head = l.T(g.name)
		}
	}
	page.Costs = found.Costs
	row := func(name string, s Sums) views.ReportRow {
		x := views.ReportRow{Name: name, Hours: l.HoursCell(s.Minutes), Expenses: l.DollarsCell(s.Spent), Cost: l.DollarsCell(s.Cost)}
		if found.Costs && s.Unpriced > 0 {
			x.Note = l.F(i18n.JobUnpriced, l.Hours(s.Unpriced))
		}
		return x
	}
	for _, line := range found.Lines {
		x := row(line.name(l, r.by), line.Sums)
		x.Href = r.address(func(r *request) { r.of = &Job{line.Customer.ID, line.Activity.ID} })
		page.Rows = append(page.Rows, x)
	}
	if len(page.Rows) > 0 {
		if rest != (Sums{}) {
			x := row(l.T(i18n.JobNeither), rest)
			page.Rest = &x
		}
		page.Total = row(l.T(i18n.ColTotal), found.Total.plus(rest))
		page.Total.Note = ""
	}
	page.Pages = ui.NumberedPages(l, r.page, reportRows, found.All, func(n int64) string { return r.address(func(r *request) { r.page = n }) })
	for _, as := range []tablewriter.Format{tablewriter.CSV, tablewriter.XLSX} {
		address := r.address(func(*request) {})
		sign := "?"
		if strings.Contains(address, "?") {
			sign = "&"
		}
		page.Files = append(page.Files, views.FileLink{Label: strings.ToUpper(string(as)), Href: address + sign + "as=" + string(as)})
	}
}

// lines shows the shifts and expenses of a line of the report.
func (p reportPages) lines(c *gin.Context, by auth.Actor, r request, f ReportFilter, page views.ReportPage) error {
	ctx, l := c.Request.Context(), by.Language
	of := JobFilter{From: f.From, To: f.To, Skip: f.Skip, Rows: f.Rows}
	if r.by != ByActivity {
		of.CustomerID = &r.of.CustomerID
	}
	if r.by != ByCustomer {
		of.ActivityID = &r.of.ActivityID
	}
	list, all, err := p.s.JobLines(ctx, by, of)
	if err != nil {
		return err
	}
	if len(list) == 0 && r.page > 1 {
		return httpx.SeeOther(c, r.address(func(*request) {}))
	}
	customer, activity, err := p.s.Named(ctx, *r.of)
	if err != nil {
		return err
	}
	page.Crumbs = append(page.Crumbs, ui.Crumb{Label: l.T(i18n.JobReport), Href: r.address(func(r *request) { r.of = nil })})
	page.Title, page.Tabs = ReportLine{Customer: customer, Activity: activity}.name(l, r.by), nil
	page.Form.Keep = append(page.Form.Keep, ui.Hidden{Name: "customer_id", Value: strconv.FormatInt(r.of.CustomerID, 10)},
		ui.Hidden{Name: "activity_id", Value: strconv.FormatInt(r.of.ActivityID, 10)})
	for _, x := range list {
		row := views.JobRow{Day: l.DayWeek(x.Day), Name: x.Employee, Href: paths.Timesheet(x.TimesheetID), Note: x.Description}
		if x.Shift {
			row.Hours = l.HoursCell(x.Minutes)
		} else {
			row.Expenses = l.DollarsCell(x.Spent)
		}
		page.Lines = append(page.Lines, row)
	}
	page.Pages = ui.NumberedPages(l, r.page, reportRows, all, func(n int64) string { return r.address(func(r *request) { r.page = n }) })
	return frame.Page(c, http.StatusOK, views.Report, page)
}

// file serves the lines of the report as a table, which needs no more memory for many lines than for one.
func (p reportPages) file(c *gin.Context, by auth.Actor, f ReportFilter) error {
	format := tablewriter.Format(c.Query("as"))
	if format != tablewriter.CSV && format != tablewriter.XLSX {
		return errs.InvalidField("as", "not_allowed", "Expected one of csv, xlsx.")
	}
	o := tablewriter.Options{Format: format}
	c.Header("Content-Type", o.ContentType())
	c.Header("Content-Disposition", o.Disposition("activities-"+f.From.String()+"-"+f.To.String()))
	c.Header("Cache-Control", "private, no-store")
	rows, err := tablewriter.New(c.Writer, o)
	if err != nil {
		return err
	}
	heads := []string{"customer_id", "customer_name", "activity_id", "activity_code", "activity_name", "hours", "expenses"}
	if by.SeesAll() {
		heads = append(heads, "cost", "hours_without_cost")
	}
	for _, h := range heads {
		rows.Text(h)
	}
	err = rows.EndRow()
	id := func(n int64) {
		if n == 0 {
			rows.Empty()
		} else {
			rows.Int(n)
		}
	}
	f.Skip, f.Rows = 0, math.MaxInt64
	if err == nil {
		err = p.s.EachReportLine(c.Request.Context(), by, f, func(l ReportLine, _ Sums, _ int64) error {
			id(l.Customer.ID)
			rows.Text(l.Customer.Name)
			id(l.Activity.ID)
			rows.Text(l.Activity.Code)
			rows.Text(l.Activity.Name(by.Language))
			rows.Hours(l.Minutes)
			rows.Cents(l.Spent)
			if by.SeesAll() {
				rows.Cents(l.Cost)
				rows.Hours(l.Unpriced)
			}
			return rows.EndRow()
		})
	}
	if err != nil {
		rows.Abandon()
		return err
	}
	return rows.Close()
}

// costPage shows the hourly costs of an employee, with the form that sets one.
func (p pages) costPage(c *gin.Context) error {
	return p.showCosts(c, http.StatusOK, func(string) string { return "" }, nil)
}

func (p pages) showCosts(c *gin.Context, status int, typed func(string) string, faults errs.Fields) error {
	by, id := auth.From(c.Request.Context()), httpx.ID(c.Param("id"))
	name, list, err := p.s.Costs(c.Request.Context(), by, id)
	if err != nil {
		return err
	}
	l := by.Language
	page := views.CostPage{Title: l.F(i18n.CostOf, name), Action: paths.EmployeeCost(id), Cancel: paths.Employee(id),
		Crumbs: []ui.Crumb{{Label: l.T(i18n.Team), Href: paths.Employees()}, {Label: name, Href: paths.Employee(id)}}}
	for _, x := range list {
		page.Rows = append(page.Rows, views.CostRow{From: l.Day(x.From), Amount: l.Dollars(x.Cents)})
	}
	for _, x := range faults {
		page.Faults.Add(l, x.Field, l.T(map[string]i18n.Text{"from_day": i18n.CostFrom, "amount": i18n.CostAmount}[x.Field]), x.Code, x.Detail)
	}
	page.Fields = []ui.Field{
		{Name: "from_day", Type: "date", Label: l.T(i18n.CostFrom), Value: typed("from_day"), Required: true, Error: page.Faults.Of("from_day")},
		{Name: "amount", Label: l.T(i18n.CostAmount), Value: typed("amount"), Prefix: "$", InputMode: "decimal", AutoComplete: "off",
			MaxLength: 12, Hint: l.T(i18n.CostHint), Error: page.Faults.Of("amount")},
	}
	return frame.Page(c, status, views.Costs, page)
}

func (p pages) setCost(c *gin.Context) error {
	var faults errs.Fields
	x := HourlyCost{From: httpx.ReadDay(&faults, "from_day", c.PostForm("from_day"))}
	if text := strings.TrimSpace(c.PostForm("amount")); text != "" {
		amount, ok := typed.Decimal(text)
		if x.Cents = int64(math.Round(100 * min(amount, 1e6))); !ok || x.Cents < 1 || x.Cents > maxCost {
			faults.Add("amount", "hourly_cost", "Expected at most 10,000 dollars.")
		}
	}
	by, id := auth.From(c.Request.Context()), httpx.ID(c.Param("id"))
	err := faults.Err()
	if err == nil {
		_, err = p.s.SetCost(c.Request.Context(), by, id, x)
	}
	if faults := errs.FieldsOf(err); faults != nil {
		return p.showCosts(c, http.StatusUnprocessableEntity, c.PostForm, faults)
	}
	if err != nil {
		return err
	}
	httpx.Flash(c, ui.Toast{Text: by.Language.T(i18n.CostSaved)})
	return httpx.SeeOther(c, paths.EmployeeCost(id))
}
