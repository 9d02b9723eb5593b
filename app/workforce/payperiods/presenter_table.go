package payperiods

import (
	"strconv"
	"strings"

	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/views/ui"
	views "presence/views/workforce/payperiods"
)

// table is one page of the lines that the view keeps, with the totals of all of them.
func (d *presenter) table() views.Table {
	all, first, last := d.visibleRows()
	t := views.Table{Weeks: d.view.weeks, Cols: d.cols(), Total: d.total(all)}
	if d.view.group != every || d.view.name != "" {
		t.Clear = d.href(func(v *viewState) { v.group, v.name = every, "" })
	}
	if first > 0 || last < len(all) {
		t.Pages = d.pages(first, last, len(all))
	}
	t.Groups = d.groups(all, first, last)
	return t
}

// visibleRows are the lines that the view keeps, and which of them stand on the page.
func (d *presenter) visibleRows() (all []*Row, first, last int) {
	all = d.view.filter(d.review.Rows)
	if d.view.allRows || len(all) <= pageRows {
		return all, 0, len(all)
	}
	first = min((d.view.page-1)*pageRows, (len(all)-1)/pageRows*pageRows)
	return all, first, min(first+pageRows, len(all))
}

func (d *presenter) pages(first, last, all int) *ui.Pages {
	to := func(row int) string {
		q := d.view.query()
		q.Set("page", strconv.Itoa(row/pageRows+1))
		return address(d.review.Period, q)
	}
	p := &ui.Pages{Text: d.lang.F(i18n.BoardPaged, d.lang.Int(int64(first+1)), d.lang.Int(int64(last)), d.lang.Int(int64(all)))}
	if first > 0 {
		p.Prev = to(first - pageRows)
	}
	if last < all {
		p.Next = to(last)
	}
	return p
}

var groupTitles = [groups]i18n.Text{toCheck: i18n.GroupLook, ready: i18n.GroupReady, open: i18n.GroupOpen, approved: i18n.GroupDone}

// groups heads the exceptions and the others; sorted by a column, the rows stand together.
func (d *presenter) groups(all []*Row, first, last int) (list []views.Group) {
	var counts [groups]int64
	for _, l := range all {
		counts[l.group()]++
	}
	now := every
	for _, l := range all[first:last] {
		g := l.group()
		if len(list) == 0 || d.view.sort == "" && g != now {
			now = g
			title := views.Group{}
			if d.view.sort == "" {
				title = views.Group{Title: d.lang.T(groupTitles[g]), Count: d.lang.Int(counts[g])}
			}
			list = append(list, title)
		}
		last := &list[len(list)-1]
		last.Rows = append(last.Rows, d.row(l))
	}
	for _, g := range list {
		linkNextRows(g.Rows)
	}
	return list
}

// linkNextRows tells each row's buttons who comes next: when the row has gone to another group the focus goes there.
func linkNextRows(rows []views.Row) {
	for i := range rows {
		next := ""
		switch {
		case i+1 < len(rows):
			next = rows[i+1].ID
		case i > 0:
			next = rows[i-1].ID
		}
		for _, x := range []*views.RowButton{rows[i].Approve, rows[i].Withdraw} {
			if x != nil && next != "" {
				x.Hidden = append(x.Hidden, ui.Hidden{Name: "next", Value: next[1:]})
			}
		}
	}
}

func (d *presenter) cols() views.Cols {
	col := func(key string, text i18n.Text, numeric bool) ui.Col {
		c := ui.Col{Label: d.lang.T(text), Numeric: numeric}
		next := key
		if numeric { // the largest first: that is what one looks for
			next = "-" + key
		}
		switch d.view.sort {
		case key:
			c.Order, next = ui.Ascending, "-"+key
		case "-" + key:
			c.Order, next = ui.Descending, key
		}
		c.SortHref = d.href(func(v *viewState) { v.sort = next })
		return c
	}
	return views.Cols{
		Name: col("name", i18n.ColEmployee, false),
		Days: d.lang.T(i18n.ColDays),
		Hours: [4]ui.Col{col("regular", i18n.ColRegular, true), col("evening", i18n.ColEvening, true),
			col("emergency", i18n.ColEmergency, true), col("overtime", i18n.ColOvertime, true)},
		Total: col("hours", i18n.ColTotal, true), Expenses: col("expenses", i18n.ColExpenses, true),
		Mileage: col("mileage", i18n.ColMileage, true), State: col("state", i18n.ColState, false),
		Other: ui.Col{Label: d.lang.T(i18n.ColActions), HideLabel: true},
	}
}

func (d *presenter) row(l *Row) views.Row {
	r := views.Row{ID: "e" + strconv.FormatInt(l.Employee.ID, 10), Name: l.Employee.Name, Href: d.personHref(l),
		Focus: l.Employee.ID == d.next, Spark: d.spark(l), Notes: d.notes(l)}
	d.figures(&r, l.Weeks, l.Cents, l.Distance)
	r.Over = l.Hours().Overtime > 0
	for i, s := range l.Sheets[min(1, len(l.Sheets)):] {
		r.More = append(r.More, views.File{Label: d.lang.F(i18n.MoreSheets, i+2), Href: paths.Timesheet(s.ID)})
	}
	r.State, r.Label = d.state(l)
	if l.State() == Changed { // the badge says so
		r.Notes = r.Notes[1:]
	}
	if l.State() != Approved {
		r.Notes = append(r.Notes, d.laborNotes(d.laborWarnings[l.Employee.ID])...)
	}
	p := d.review.Period
	button := func(action string, sheets []SelectedSheet, label i18n.Text) *views.RowButton {
		if len(sheets) == 0 {
			return nil
		}
		return &views.RowButton{Action: action, Label: d.lang.F(label, l.Employee.Name), Hidden: []ui.Hidden{
			{Name: "which", Value: "row"}, {Name: "sheets", Value: formatSelection(sheets)},
			{Name: "employee_id", Value: strconv.FormatInt(l.Employee.ID, 10)}, d.viewField()}}
	}
	r.Approve = button(paths.PeriodApprove(p.Year, p.Number), l.SheetsToApprove(), i18n.ApproveOf)
	if r.Approve == nil {
		r.Withdraw = button(paths.PeriodWithdraw(p.Year, p.Number), l.SheetsToWithdraw(), i18n.WithdrawOf)
	}
	return r
}

var states = map[State]ui.State{Changed: ui.StateChanged, Draft: ui.StateDraft, Submitted: ui.StateSubmitted, Approved: ui.StateApproved,
	Missing: ui.StateMissing}

// state is the badge of a row; who has nothing to hand in is not missing anything.
func (d *presenter) state(l *Row) (ui.State, string) {
	state := l.State()
	if l.active() || state == Submitted || len(l.Warnings) > 0 {
		return states[state], ""
	}
	if l.Weeks[0].Leave+l.Weeks[1].Leave > 0 {
		return ui.StateDraft, d.lang.T(i18n.OnLeaveNote)
	}
	return ui.StateDraft, d.lang.T(i18n.NoActivityNote)
}

// notes say what needs a look, in words. What the badge says already is left out.
func (d *presenter) notes(l *Row) (list []string) {
	for _, w := range l.Warnings {
		switch w.Kind {
		case NoSheet:
			list = append(list, d.lang.T(i18n.WarnNoSheet))
		case LongDay:
			list = append(list, d.lang.F(i18n.WarnLongDay, d.lang.Duration(w.N)))
		case MissingDays:
			list = append(list, d.lang.N(int(w.N), i18n.WarnMissing))
		case Over:
			list = append(list, d.lang.F(i18n.WarnOver, d.lang.Hours(w.N)))
		case NotSubmitted:
			list = append(list, d.lang.T(i18n.WarnNotSubmitted))
		case SheetChanged:
			list = append(list, d.lang.T(i18n.WarnChanged))
		}
	}
	return list
}

// laborNotes say where the labour standards have a word about the row. They never make an exception of it.
func (d *presenter) laborNotes(n LaborWarnings) (list []string) {
	if n.ShortRests > 0 {
		list = append(list, d.lang.T(i18n.NormRestRow))
	}
	if n.CallIns > 0 {
		list = append(list, d.lang.N(n.CallIns, i18n.NormCallInRow))
	}
	return list
}

// personHref is the URL of the row's first sheet, or of the employee's empty period without a sheet.
func (d *presenter) personHref(l *Row) string {
	if len(l.Sheets) == 0 {
		return paths.PeriodPerson(d.review.Period.Year, d.review.Period.Number, l.Employee.ID)
	}
	return paths.Timesheet(l.Sheets[0].ID)
}

// spark is the fourteen days in bars; a full bar is 16 hours.
func (d *presenter) spark(l *Row) ui.Spark {
	s := ui.Spark{Values: make([]float64, periodDays), Max: MaxDay / 60, Gap: 7, Limit: MaxDay / 60}
	words := make([]string, periodDays)
	for i, minutes := range l.Days {
		s.Values[i], words[i] = float64(minutes)/60, d.lang.HoursPlain(minutes)
	}
	s.Label = d.lang.F(i18n.DaysSpoken, strings.Join(words, " – "))
	return s
}

func (d *presenter) total(lines []*Row) views.Row {
	var weeks [2]Week
	var cents, distance int64
	for _, l := range lines {
		for i := range weeks {
			weeks[i].Hours = weeks[i].Hours.Plus(l.Weeks[i].Hours)
		}
		cents, distance = cents+l.Cents, distance+l.Distance
	}
	r := views.Row{Name: d.lang.N(len(lines), i18n.BoardPeopleCount)}
	d.figures(&r, weeks, cents, distance)
	return r
}

func (d *presenter) figures(r *views.Row, weeks [2]Week, cents, distance int64) {
	first, second := weeks[0].Hours, weeks[1].Hours
	columns := [4][2]int64{{first.Regular, second.Regular}, {first.Evening, second.Evening}, {first.Emergency, second.Emergency},
		{first.Overtime, second.Overtime}}
	var total int64
	for i, c := range columns {
		r.Hours[i], r.Week1[i], r.Week2[i] = d.lang.HoursCell(c[0]+c[1]), d.lang.HoursCell(c[0]), d.lang.HoursCell(c[1])
		total += c[0] + c[1]
	}
	r.Total, r.Expenses, r.Mileage = d.lang.HoursCell(total), d.lang.DollarsCell(cents), d.lang.KmCell(float64(distance)/100)
}
