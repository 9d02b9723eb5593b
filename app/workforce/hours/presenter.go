package hours

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/app/workforce/crews"
	"presence/app/workforce/payperiods"
	"presence/app/workforce/worktime"
	"presence/db"
	"presence/views/layout"
	"presence/views/ui"
	views "presence/views/workforce/hours"
)

// pageRows is the number of lines on a page.
const pageRows = 75

// maxWeekColumns is the number of weeks up to which the chart has a column for each week; above, it has one for each month.
const maxWeekColumns = 27

// presenter builds the view model of the page, for one user.
type presenter struct {
	service *payperiods.Service
	actor   auth.Actor
	lang    i18n.Lang
	request request
	faults  errs.Fields // if there are any, there is no report
	report  payperiods.HoursReport
	lines   []line
}

// href returns the address of the page with a change of the request.
func (d presenter) href(change func(*request)) string {
	r := d.request
	change(&r)
	return paths.Hours(r.query())
}

func (d presenter) page() views.Page {
	page := views.Page{Form: d.form(), Groups: d.groups()}
	if d.actor.SeesAll() {
		page.Tabs = layout.PayrollTabs(d.lang, paths.Hours(nil))
	} else {
		page.Crumbs = []ui.Crumb{{Label: d.lang.T(i18n.Periods), Href: paths.Periods()}}
	}
	if len(d.faults) > 0 {
		return page
	}
	f := d.request.filter
	page.Subtitle = d.whose() + " · " + d.lang.Range(f.From, f.To)
	page.Printed = d.lang.F(i18n.PrintedBy, d.lang.T(i18n.HoursTitle), d.lang.Moment(d.service.Now()), cmp.Or(d.actor.Name, d.actor.Email))
	if total(d.lines) == (worktime.Hours{}) {
		page.Empty = &ui.Empty{Icon: ui.IconClock, Title: d.lang.T(i18n.HoursNone), Text: d.lang.T(i18n.HoursNoneText)}
		if d.request.filtered() {
			page.Empty.Text = d.lang.T(i18n.HoursNoneShown)
		}
		return page
	}
	page.Chart, page.Table, page.Files = d.chart(), d.table(), d.files()
	if !d.request.allRows {
		page.Print = d.href(func(r *request) { r.allRows = true })
	}
	return page
}

// whose returns whose hours are shown, in words.
func (d presenter) whose() string {
	if d.report.Employee != "" {
		return d.report.Employee
	}
	for _, s := range d.report.Crews {
		if s.ID == d.request.filter.Crew.Supervisor() {
			return d.lang.TeamOf(s.Name)
		}
	}
	if d.actor.SeesAll() {
		return d.lang.T(i18n.BoardEveryone)
	}
	return d.lang.T(i18n.BoardCrew)
}

// keep returns the request as hidden fields of a GET form. without removes the form's own fields.
func (d presenter) keep(without func(*request)) (list []ui.Hidden) {
	r := d.request
	without(&r)
	q := r.query()
	for _, name := range []string{"from", "to", "by", "team", "employee", "q"} {
		if q.Has(name) {
			list = append(list, ui.Hidden{Name: name, Value: q.Get(name)})
		}
	}
	return list
}

func (d presenter) form() views.Form {
	r := d.request
	f := views.Form{Action: paths.Hours(nil)}
	labels := map[string]string{"from": d.lang.T(i18n.HoursFrom), "to": d.lang.T(i18n.HoursTo)}
	for _, x := range d.faults {
		f.Faults.Add(d.lang, x.Field, labels[x.Field], x.Code, x.Detail)
	}
	day := func(name, typed string, shown db.Day) ui.Field {
		value := typed
		if len(d.faults) == 0 {
			value = shown.String()
		}
		return ui.Field{Name: name, Type: "date", Label: labels[name], Value: value, Error: f.Faults.Of(name), Required: true}
	}
	f.From, f.To = day("from", r.from, r.filter.From), day("to", r.to, r.filter.To)
	if len(d.report.Crews) > 1 {
		f.Team = &ui.Field{Name: "team", Label: d.lang.T(i18n.HoursTeamCol), Value: number(r.filter.Crew.Supervisor()),
			Options: []ui.Option{{Label: d.lang.T(i18n.BoardAllCrews)}}}
		for _, s := range d.report.Crews {
			f.Team.Options = append(f.Team.Options, ui.Option{Value: number(s.ID), Label: s.Name})
		}
	}
	if r.filter.Employee == 0 {
		f.Search = new(ui.ListSearch(d.lang.T(i18n.TeamName), r.filter.Name))
	}
	f.Keep = d.keep(func(r *request) {
		r.from, r.to, r.filter.Name = "", "", ""
		if f.Team != nil {
			r.filter.Crew = crews.Everyone
		}
	})
	if r.filtered() {
		f.Clear = d.href(func(r *request) { r.filter.Crew, r.filter.Employee, r.filter.Name = crews.Everyone, 0, "" })
	}
	return f
}

// number returns an id as the value of a field; empty for none.
func number(id int64) string {
	if id == 0 {
		return ""
	}
	return strconv.FormatInt(id, 10)
}

func (d presenter) groups() (list []ui.Segment) {
	for _, g := range groupings {
		list = append(list, ui.Segment{Label: d.lang.T(lineHeads[g]), Current: g == d.request.group,
			Href: d.href(func(r *request) { r.group = g })})
	}
	return list
}

// chart returns a column for each week from the first with hours on, or for each month when there are many weeks or the lines are months.
func (d presenter) chart() ui.Chart {
	group, label, head := byWeek, i18n.HoursPerWeek, i18n.HoursWeekCol
	if d.request.group == byMonth || len(d.report.Weeks) > maxWeekColumns {
		group, label, head = byMonth, i18n.HoursPerMonth, i18n.HoursMonthCol
	}
	c := ui.Chart{Lang: d.lang, Label: d.lang.T(label), Heads: [3]string{d.lang.T(head), d.lang.T(i18n.BoardHours)}, NoTotal: true, Unit: "h"}
	for i, l := range spans(d.report, group) {
		minutes := l.hours.Total()
		switch {
		case minutes == 0 && len(c.Columns) == 0:
			continue
		case len(c.Columns) == 0 && i > 0:
			c.Axes = d.lang.F(i18n.HoursNoneBefore, d.lang.Day(l.day))
		}
		col := ui.Column{Label: d.lang.DayShort(l.day), Name: d.lineName(group, l), Value: (minutes + 30) / 60,
			Text: d.lang.Hours(minutes)}
		if group == byMonth {
			col.Label = d.lang.MonthShort(l.day)
		}
		c.Columns = append(c.Columns, col)
	}
	return c
}

// lineName returns the heading of a line.
func (d presenter) lineName(group grouping, l line) string {
	switch {
	case group == byWeek:
		return d.lang.Range(l.day, l.day.Add(6))
	case group == byMonth:
		return d.lang.Month(l.day)
	case group == byCode:
		return d.codeName(l)
	case l.id == 0:
		return d.lang.T(i18n.HoursNoTeam)
	default:
		return l.name
	}
}

// codeName returns a pay code with its type; computed overtime has no code where there is none for overtime.
func (d presenter) codeName(l line) string {
	if l.name == "" {
		return d.lang.T(i18n.PayOvertime)
	}
	return l.name + " · " + d.lang.KindName(l.kind)
}

var (
	lineHeads = map[grouping]i18n.Text{byPerson: i18n.ColEmployee, byTeam: i18n.HoursTeamCol, byWeek: i18n.HoursWeekCol,
		byMonth: i18n.HoursMonthCol, byCode: i18n.HoursCodeCol}
	lineNotes = map[grouping]i18n.Text{byTeam: i18n.HoursTeamNote, byMonth: i18n.HoursMonthNote, byCode: i18n.HoursCodeNote}
)

// table returns one page of the lines, with the totals of all lines.
func (d presenter) table() views.Table {
	t := views.Table{Head: d.lang.T(lineHeads[d.request.group]), Total: d.figures(d.lang.T(i18n.ColTotal), total(d.lines))}
	if note, needed := lineNotes[d.request.group]; needed {
		t.Note = d.lang.T(note)
	}
	first, last := 0, len(d.lines)
	if !d.request.allRows && last > pageRows {
		first = min((d.request.page-1)*pageRows, (last-1)/pageRows*pageRows)
		last = min(first+pageRows, last)
		t.Pages = d.pages(first, last)
	}
	for _, l := range d.lines[first:last] {
		r := d.figures(d.lineName(d.request.group, l), l.hours)
		r.Href = d.lineHref(l)
		t.Rows = append(t.Rows, r)
	}
	return t
}

// lineHref returns the address of the report of a person by week, or of a team by person; empty for other lines.
func (d presenter) lineHref(l line) string {
	switch {
	case d.request.group == byPerson:
		return d.href(func(r *request) { r.group, r.filter.Employee, r.filter.Name = byWeek, l.id, "" })
	case d.request.group == byTeam && d.isCrew(l.id):
		return d.href(func(r *request) { r.group, r.filter.Crew = byPerson, crews.Of(l.id) })
	}
	return ""
}

func (d presenter) isCrew(id int64) bool {
	return slices.ContainsFunc(d.report.Crews, func(s payperiods.Supervisor) bool { return s.ID == id })
}

func (d presenter) figures(name string, h worktime.Hours) views.Row {
	cell := d.lang.HoursCell
	return views.Row{Name: name, Regular: cell(h.Regular), Evening: cell(h.Evening), Emergency: cell(h.Emergency),
		Overtime: cell(h.Overtime), Total: cell(h.Total())}
}

func (d presenter) pages(first, last int) *ui.Pages {
	to := func(row int) string {
		q := d.request.query()
		q.Set("page", strconv.Itoa(row/pageRows+1))
		return paths.Hours(q)
	}
	return ui.PagesOf(d.lang, first, last, len(d.lines), pageRows, to)
}

// files returns the files to download: the report with all its lines, not only those of this page, and the shifts of its range.
func (d presenter) files() []views.File {
	as := func(format string) url.Values {
		q := d.request.query()
		q.Del("rows")
		q.Set("as", format)
		return q
	}
	return []views.File{{Label: d.lang.T(i18n.ExportCSV), Href: paths.Hours(as("csv"))},
		{Label: d.lang.T(i18n.ExportXLSX), Href: paths.Hours(as("xlsx"))},
		{Label: d.lang.T(i18n.HoursShiftsCSV), Href: paths.HoursShifts(as("csv"))},
		{Label: d.lang.T(i18n.HoursShiftsXLSX), Href: paths.HoursShifts(as("xlsx"))}}
}
