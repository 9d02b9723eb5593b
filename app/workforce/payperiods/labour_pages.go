package payperiods

import (
	"cmp"
	"context"
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
	"presence/app/workforce/labourstandards"
	"presence/views/ui"
	views "presence/views/workforce/payperiods"
)

// labourRows is the number of rows on a page of the report.
const labourRows = 75

// standards shows the report of a period, or serves its lines as a file (as=csv or as=xlsx); rule chooses the lines of one kind.
func (p pages) standards(c *gin.Context) error {
	period, err := p.period(c)
	if err != nil {
		return err
	}
	by := auth.From(c.Request.Context())
	report, err := p.s.LabourReport(c.Request.Context(), by, period)
	if err != nil {
		return err
	}
	d := labourPresenter{s: p.s, report: report, lang: by.Language, lines: report.Lines}
	if kind := labourstandards.Kind(c.Query("rule")); slices.Contains(labourstandards.Kinds, kind) {
		d.rule = kind
		d.lines = slices.DeleteFunc(slices.Clone(report.Lines), func(l LabourLine) bool { return l.Kind != kind })
	}
	if n, err := strconv.Atoi(c.Query("page")); err == nil {
		d.number = n - 1
	}
	if c.Query("as") == "" {
		return frame.Page(c, http.StatusOK, views.Standards, d.page())
	}
	o := tablewriter.Options{Format: tablewriter.Format(c.Query("as"))}
	if o.Format != tablewriter.CSV && o.Format != tablewriter.XLSX {
		return errs.InvalidField("as", "not_allowed", "Expected one of csv, xlsx.")
	}
	c.Header("Content-Type", o.ContentType())
	c.Header("Content-Disposition", o.Disposition("labour-standards-"+period.Name()))
	c.Header("Cache-Control", "private, no-store")
	rows, err := tablewriter.New(c.Writer, o)
	if err != nil {
		return err
	}
	return d.write(rows)
}

// labourPresenter builds the page of a report, for one user.
type labourPresenter struct {
	s      *Service
	report LabourReport
	lang   i18n.Lang
	rule   labourstandards.Kind // of the lines that are shown; empty: all
	lines  []LabourLine
	number int // of the page, from 0
}

func (d labourPresenter) href(rule labourstandards.Kind, more ...string) string {
	q := url.Values{}
	if rule != "" {
		q.Set("rule", string(rule))
	}
	for i := 0; i+1 < len(more); i += 2 {
		q.Set(more[i], more[i+1])
	}
	return paths.PeriodStandards(d.report.Period.Year, d.report.Period.Number, q)
}

func (d labourPresenter) page() views.StandardsPage {
	l, p := d.lang, d.report.Period
	page := views.StandardsPage{Subtitle: l.T(d.report.Norm.Name) + " · " + l.Range(p.Start, p.End) + " · " + p.Name(),
		Why:    d.report.Norm.Title(l) + ". " + l.T(i18n.NormsWhy),
		Crumbs: []ui.Crumb{{Label: l.T(i18n.Periods), Href: paths.Periods()}, {Label: p.Name(), Href: paths.Period(p.Year, p.Number)}},
		Period: d.switcher()}
	counts, all := map[labourstandards.Kind]int{}, groupLines(d.report.Lines)
	for _, g := range all {
		counts[g[0].Kind]++
	}
	count := func(kind labourstandards.Kind) string { return l.Int(int64(counts[kind])) }
	chip := func(rule labourstandards.Kind, name string, n int) {
		if n > 0 || rule == d.rule {
			page.Rules = append(page.Rules, ui.Chip{Label: name, Count: l.Int(int64(n)), Href: d.href(rule), Current: rule == d.rule})
		}
	}
	chip("", l.T(i18n.NormsAll), len(all))
	for _, kind := range labourstandards.Kinds {
		rule, is := d.report.Norm.Rule(kind)
		if !is {
			continue
		}
		name := l.T(i18n.NormNames[string(kind)])
		chip(kind, name, counts[kind])
		if d.rule == "" || d.rule == kind {
			page.Articles = append(page.Articles, views.Article{Name: name, Text: l.T(rule.Text),
				Source: d.report.Norm.FullArticle(l, rule.Source)})
		}
	}
	if len(d.lines) == 0 {
		page.Empty = &ui.Empty{Icon: ui.IconApproved, Title: l.T(i18n.NormsNone), Text: l.T(i18n.NormsNoneText)}
		return page
	}
	groups := groupLines(d.lines)
	slices.SortStableFunc(groups, func(a, b []LabourLine) int {
		return cmp.Compare(slices.Index(labourstandards.Kinds, a[0].Kind), slices.Index(labourstandards.Kinds, b[0].Kind))
	})
	first := min(max(d.number, 0), (len(groups)-1)/labourRows) * labourRows
	last := min(first+labourRows, len(groups))
	for i, g := range groups[first:last] {
		if kind := g[0].Kind; i == 0 || kind != groups[first+i-1][0].Kind {
			rule, _ := d.report.Norm.Rule(kind)
			page.Groups = append(page.Groups, views.StandardsGroup{Name: l.T(i18n.NormNames[string(kind)]), Count: count(kind),
				Article: d.report.Norm.Article(l, rule.Source)})
		}
		group := &page.Groups[len(page.Groups)-1]
		group.Rows = append(group.Rows, d.row(g))
	}
	if len(groups) > labourRows {
		page.Pages = d.pages(first, last, len(groups))
	}
	page.Files = []views.File{{Label: l.T(i18n.ExportCSV), Href: d.href(d.rule, "as", "csv")},
		{Label: l.T(i18n.ExportXLSX), Href: d.href(d.rule, "as", "xlsx")}}
	return page
}

// switcher returns the links to the reports of other periods.
func (d labourPresenter) switcher() ui.PeriodNav {
	p, calendar := d.report.Period, d.s.Calendar()
	to := func(x Period) string {
		if _, ok := calendar.Number(x.Year, x.Number); !ok {
			return ""
		}
		return paths.PeriodStandards(x.Year, x.Number, nil)
	}
	return ui.PeriodNav{Name: p.Name(), Prev: to(calendar.Previous(p)), Next: to(calendar.Next(p))}
}

// groupLines divides lines into those of one employee about one rule, by day. The pay of each holiday is apart.
func groupLines(lines []LabourLine) (groups [][]LabourLine) {
	first := 0
	for i := 1; i <= len(lines); i++ {
		if i < len(lines) {
			x, before := &lines[i], &lines[i-1]
			if x.Kind != labourstandards.StatutoryHoliday && x.Kind == before.Kind && x.Employee.ID == before.Employee.ID {
				continue
			}
		}
		groups = append(groups, lines[first:i])
		first = i
	}
	return groups
}

// row returns the row of a group. Several days are counted, with the least and the most time, and listed below.
func (d labourPresenter) row(group []LabourLine) views.StandardsRow {
	x := group[0]
	r := views.StandardsRow{Name: x.Employee.Name, What: d.what(x), When: d.lang.DayWeek(x.Day)}
	if x.Sheet != 0 {
		r.Href = paths.Timesheet(x.Sheet)
	}
	if len(group) == 1 {
		return r
	}
	least, most := x.Minutes, x.Minutes
	for _, one := range group {
		least, most = min(least, one.Minutes), max(most, one.Minutes)
		r.Days = append(r.Days, d.lang.DayWeek(one.Day)+d.lang.Colon()+d.lang.Hours(one.Minutes))
	}
	if least != most {
		r.What = d.lang.F(i18n.NormBrief[string(x.Kind)], d.lang.F(i18n.NormFromTo, d.lang.Hours(least), d.lang.Hours(most)))
	}
	r.When = d.lang.N(len(group), i18n.DaysCount) + ", " + d.lang.Range(x.Day, group[len(group)-1].Day)
	return r
}

// what says in brief what a line is about; the article is in the heading.
func (d labourPresenter) what(x LabourLine) string {
	hours := d.lang.Hours(x.Minutes)
	if x.Kind == labourstandards.StatutoryHoliday {
		rule, _ := d.report.Norm.Rule(x.Kind)
		return d.lang.F(i18n.NormHolidayPay, d.lang.T(x.Holiday.Name), hours, rule.Divisor, d.lang.Hours(x.Worked))
	}
	return d.lang.F(i18n.NormBrief[string(x.Kind)], hours)
}

func (d labourPresenter) pages(first, last, all int) *ui.Pages {
	to := func(row int) string { return d.href(d.rule, "page", strconv.Itoa(row/labourRows+1)) }
	return ui.PagesOf(d.lang, first, last, all, labourRows, to)
}

// write writes the lines as a table. It closes rows, or abandons them when it fails.
func (d labourPresenter) write(rows tablewriter.Rows) error {
	for _, head := range []string{"employee_id", "employee_name", "date", "rule", "hours", "limit_hours", "article", "text"} {
		rows.Text(head)
	}
	err := rows.EndRow()
	for _, x := range d.lines {
		if err != nil {
			break
		}
		rule, _ := d.report.Norm.Rule(x.Kind)
		rows.Int(x.Employee.ID)
		rows.Text(x.Employee.Name)
		rows.Day(x.Day)
		rows.Text(string(x.Kind))
		rows.Hours(x.Minutes)
		if rule.Minutes == 0 {
			rows.Empty()
		} else {
			rows.Hours(rule.Minutes)
		}
		rows.Text(d.report.Norm.FullArticle(d.lang, rule.Source))
		rows.Text(d.what(x))
		err = rows.EndRow()
	}
	if err != nil {
		rows.Abandon()
		return err
	}
	return rows.Close()
}

// standardsJSON is the report of a period in the JSON API.
type standardsJSON struct {
	Number  int          `json:"period_number" minimum:"1" maximum:"26" doc:"1 to 26" example:"25"`
	Year    int          `json:"year" doc:"The pay year" example:"2026"`
	Norm    string       `json:"labour_standards" doc:"Those the company is under: quebec, canada or ontario" example:"quebec"`
	Notices []noticeJSON `json:"notices" doc:"By employee, rule and day"`
}

// noticeJSON is one notice.
type noticeJSON struct {
	EmployeeID   int64   `json:"employee_id" doc:"The employee's id" example:"7"`
	EmployeeName string  `json:"employee_name" doc:"Full name" example:"Maude Thériault"`
	Date         string  `json:"date" format:"date" doc:"The day; of weekly_rest the first day of the week" example:"2026-11-16"`
	Rule         string  `json:"rule" doc:"The kind of rule, such as weekly_rest, reporting_pay or meal_break" example:"meal_break"`
	Hours        float64 `json:"hours" doc:"Of the rest, of the work, or of what is paid for the holiday" example:"9.5"`
	Limit        float64 `json:"limit_hours" doc:"The minimum; of meal_break the maximum; 0 for statutory_holiday" example:"5"`
	Section      string  `json:"section" doc:"The article of the act" example:"79"`
	Act          string  `json:"act" doc:"The act, in English" example:"Act respecting labour standards"`
}

func (a api) standards(ctx context.Context, in *PeriodPath) (*response[standardsJSON], error) {
	p, err := a.s.PeriodByNumber(in.Year, in.Number)
	if err != nil {
		return nil, err
	}
	r, err := a.s.LabourReport(ctx, auth.From(ctx), p)
	if err != nil {
		return nil, err
	}
	out := standardsJSON{p.Number, p.Year, r.Norm.ID, make([]noticeJSON, len(r.Lines))}
	for i, x := range r.Lines {
		rule, _ := r.Norm.Rule(x.Kind)
		out.Notices[i] = noticeJSON{x.Employee.ID, x.Employee.Name, x.Day.String(), string(x.Kind), httpx.DecimalHours(x.Minutes),
			httpx.DecimalHours(rule.Minutes),
			rule.Section, r.Norm.ActOf(i18n.EN, rule.Source)}
	}
	return &response[standardsJSON]{out}, nil
}
