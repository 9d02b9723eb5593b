package payperiods

import (
	"cmp"
	"slices"
	"strconv"

	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/views/ui"
	views "presence/views/workforce/payperiods"
	"presence/views/workforce/review"
)

// table returns one page of the filtered rows, with the totals of all filtered rows.
func (d *presenter) table() views.Table {
	all, first, last := d.visibleRows()
	t := views.Table{Weeks: d.view.weeks, Cols: d.cols(), Total: d.total(all)}
	for i, sum := range t.Total.Parts {
		if sum != [2]string{} {
			t.Kinds = append(t.Kinds, i)
		}
	}
	if d.view.group != every || d.view.name != "" {
		t.Clear = d.href(func(v *viewState) { v.group, v.name = every, "" })
	}
	if first > 0 || last < len(all) {
		t.Pages = d.pages(first, last, len(all))
	}
	if t.Nobody = len(d.review.Rows) == 0 && d.view.crew == (CrewFilter{}); t.Nobody && d.actor.SeesAll() {
		t.Add = paths.NewEmployee()
	}
	t.Groups = d.groups(all, first, last)
	var strips []ui.DayStrip
	for _, g := range t.Groups {
		for _, r := range g.Rows {
			strips = append(strips, r.Strip)
		}
	}
	t.Legend = ListLegend(d.lang, strips)
	return t
}

// visibleRows returns the filtered rows; those with an index in [first, last) are on the page.
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
	return ui.PagesOf(d.lang, first, last, all, pageRows, to)
}

var groupTitles = [groups]i18n.Text{toCheck: i18n.GroupLook, incomplete: i18n.GroupIncomplete, ready: i18n.GroupReady,
	open: i18n.GroupOpen, approved: i18n.GroupDone}

// groups returns the rows with a heading for each group; if the table is sorted by a column, all rows are one group without a
// heading.
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
				title = views.Group{Title: d.lang.T(groupTitles[g]), Count: d.lang.Int(counts[g]), Same: g == ready || g == approved}
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

// linkNextRows adds the next row to the forms of each row's buttons: it gets the focus when the row moves to another group.
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
		if numeric { // numbers are sorted in descending order first
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
		Kinds: [4]ui.Col{col("overtime", i18n.ColOvertime, true), col("regular", i18n.ColRegular, true),
			col("evening", i18n.ColEvening, true), col("emergency", i18n.ColEmergency, true)},
		Hours: col("hours", i18n.TimeHours, true), Total: col("hours", i18n.ColTotal, true), Expenses: col("expenses", i18n.ColExpenses, true),
		Mileage: col("mileage", i18n.ColMileage, true), State: col("state", i18n.ColState, false),
		Other: ui.Col{Label: d.lang.T(i18n.ColActions), HideLabel: true},
	}
}

func (d *presenter) row(l *Row) views.Row {
	r := views.Row{Row: Summary(d.lang, d.review.Period, l, d.labourWarnings[l.Employee.ID]), ID: "e" + strconv.FormatInt(l.Employee.ID, 10),
		Focus: l.Employee.ID == d.next}
	if n := d.planned[l.Employee.ID]; n > 0 && n != l.Hours().Total() {
		r.Plan = d.lang.F(i18n.RowPlanned, d.lang.Hours(n))
		r.Total = cmp.Or(r.Total, d.lang.HoursCell(0)) // the planned hours below are not the ones entered
	}
	r.Href = d.personHref(l)
	if l.group() == toCheck && len(r.Flags) == 0 {
		r.Why = d.why(l)
	}
	if d.view.weeks {
		r.Parts, r.Sums = d.byWeek(l.Weeks)
		r.Flags = d.withoutState(r.Flags)
	} else {
		d.addDetail(&r, l)
	}
	for i, s := range l.Sheets[min(1, len(l.Sheets)):] {
		r.More = append(r.More, views.File{Label: d.lang.F(i18n.MoreSheets, i+2), Href: paths.Timesheet(s.ID)})
	}
	r.State, r.Label = d.state(l)
	d.addButtons(&r, l)
	return r
}

// why returns the reason to look at a row that the table shows in other columns alone: its state or its overtime. It is empty if there is
// none.
func (d *presenter) why(l *Row) string {
	for _, w := range l.Warnings {
		switch w.Kind {
		case SheetChanged:
			return i18n.Capital(d.lang.T(i18n.WarnChanged))
		case Over:
			return d.lang.T(i18n.RowOvertime)
		}
	}
	return ""
}

// withoutState returns the flags that say more than the state, which stands beside them in the table by week.
func (d *presenter) withoutState(flags []review.Flag) []review.Flag {
	return slices.DeleteFunc(flags, func(x review.Flag) bool {
		return x.Text == d.lang.T(i18n.WarnNoSheet) || x.Text == d.lang.T(i18n.WarnNotSubmitted)
	})
}

// addDetail adds the link that opens or closes the row, and what an open row shows.
func (d *presenter) addDetail(r *views.Row, l *Row) {
	r.Open = d.view.open == l.Employee.ID
	open := l.Employee.ID
	if r.Open {
		open = 0
		r.Detail = detail(d.lang, d.review.Period, l, d.today)
	}
	q := d.view.query()
	if d.view.page > 1 {
		q.Set("page", strconv.Itoa(d.view.page))
	}
	if open != 0 {
		q.Set("open", strconv.FormatInt(open, 10))
	}
	r.Toggle, r.ToggleOf = address(d.review.Period, q), d.lang.F(i18n.RowDetails, l.Employee.Name)
}

// addButtons adds the viewer's actions on a row. What needs a review is approved on its sheet, so that it is not approved unread. If
// the owner has not submitted, the button is the reminder, and the way to the sheet is in the menu; before the last day of the period, when
// no timesheet is late, the reminder is in the menu too.
func (d *presenter) addButtons(r *views.Row, l *Row) {
	p := d.review.Period
	button := func(action string, label i18n.Text, hidden ...ui.Hidden) *views.RowButton {
		return &views.RowButton{Action: action, Label: d.lang.F(label, l.Employee.Name), Hidden: append(hidden,
			ui.Hidden{Name: "employee_id", Value: strconv.FormatInt(l.Employee.ID, 10)}, d.viewField())}
	}
	sheets := func(list []SheetVersion) []ui.Hidden {
		return []ui.Hidden{{Name: "which", Value: "row"}, {Name: "sheets", Value: FormatSelection(list)}}
	}
	if list := l.SheetsToApprove(); len(list) > 0 && !l.Clean() {
		r.Review = &views.File{Label: d.lang.F(i18n.ReviewOf, l.Employee.Name), Href: d.view.linkTo(p, l).Keep(paths.Timesheet(list[0].ID))}
	} else if len(list) > 0 {
		r.Approve = button(paths.PeriodApprove(p.Year, p.Number), i18n.ApproveOf, sheets(list)...)
	} else if list := l.SheetsToWithdraw(); len(list) > 0 {
		r.Withdraw = button(paths.PeriodWithdraw(p.Year, p.Number), i18n.WithdrawOf, sheets(list)...)
	}
	if !l.Remind {
		return
	}
	r.Quiet = r.Review != nil && l.group() == open || d.today.Before(p.End)
	if d.reminded[l.Employee.ID] {
		r.Reminded = d.lang.T(i18n.RemindedToday)
		return
	}
	r.Remind = button(paths.PeriodRemind(p.Year, p.Number), i18n.RemindOf)
}

var states = map[State]ui.State{Changed: ui.StateChanged, Draft: ui.StateDraft, Submitted: ui.StateSubmitted, Approved: ui.StateApproved,
	Missing: ui.StateMissing}

// state returns the badge of a row, and a label for an employee without activity, whose sheet is not missing.
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

// notes returns the warnings of a row as text.
func (d *presenter) notes(l *Row) (list []string) {
	for _, w := range l.Warnings {
		list = append(list, flag(d.lang, w).Text)
	}
	return list
}

// personHref returns the address of the row's first sheet, or of the employee's page for the period if there is no sheet, with the list.
func (d *presenter) personHref(l *Row) string {
	return d.view.rowHref(d.review.Period, l)
}

// total returns the sums of the rows as one row.
func (d *presenter) total(lines []*Row) views.Row {
	var sum Row
	for _, l := range lines {
		for i := range sum.Weeks {
			sum.Weeks[i].Hours = sum.Weeks[i].Hours.Plus(l.Weeks[i].Hours)
		}
		sum.Cents, sum.Distance = sum.Cents+l.Cents, sum.Distance+l.Distance
	}
	r := views.Row{Row: Summary(d.lang, d.review.Period, &sum, LabourWarnings{})}
	r.Name, r.Strip = d.lang.N(len(lines), i18n.BoardPeopleCount), ui.DayStrip{}
	r.Parts, r.Sums = d.byWeek(sum.Weeks)
	return r
}

// byWeek returns the hours of the two weeks by kind, in the order of the headings, and their sums; empty where there are none.
func (d *presenter) byWeek(weeks [2]Week) (parts [4][2]string, sums [2]string) {
	for i, w := range weeks {
		for kind, minutes := range [4]int64{w.Hours.Overtime, w.Hours.Regular, w.Hours.Evening, w.Hours.Emergency} {
			parts[kind][i] = d.nonzero(minutes)
		}
		sums[i] = d.nonzero(w.Hours.Total())
	}
	return parts, sums
}

// nonzero formats minutes with two decimals; zero is empty.
func (d *presenter) nonzero(minutes int64) string {
	if minutes == 0 {
		return ""
	}
	return d.lang.HoursCell(minutes)
}
