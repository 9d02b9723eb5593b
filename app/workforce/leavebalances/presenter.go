package leavebalances

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strconv"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/app/workforce/crews"
	"presence/app/workforce/leaverequests"
	"presence/db"
	"presence/views/ui"
	views "presence/views/workforce/leavebalances"
)

// presenter builds the view models of the pages for one user.
type presenter struct {
	s     *Service
	by    auth.Actor
	lang  i18n.Lang
	rules []Rule
}

func (d presenter) everyone(q url.Values, f Query, page Page, faults errs.Fields) views.Everyone {
	p := views.Everyone{Payroll: d.by.SeesAll(), None: len(d.rules) == 0, On: d.lang.F(i18n.BalancesOn, d.lang.Day(f.Day)),
		Form: views.Filter{Action: paths.Balances(nil)}}
	if p.Payroll {
		p.Rules = paths.LeaveRules()
	}
	for _, x := range faults {
		p.Form.Faults.Add(d.lang, x.Field, d.lang.T(i18n.BalanceDay), x.Code, x.Detail)
	}
	if f.LeaveType != "" || f.Crew != crews.Everyone || f.Name != "" || f.Negative {
		p.Form.Clear = paths.Balances(only(q, "date"))
	}
	if len(page.Balances) == 0 {
		return p
	}
	with := func(name, value string) string {
		v := only(q, "date", "type", "team", "q", "below", "sort")
		v.Set(name, value)
		return paths.Balances(v)
	}
	p.CSV = with("as", "csv")
	kinds := d.kinds(f.LeaveType)
	name, left := d.columns(kinds, q.Get("sort"), with)
	one := len(kinds) == 1
	if one {
		left[0].Label, left[0].Hint = left[0].Hint, ""
		p.Cols = views.Columns(d.lang, name, left[0])
	} else {
		for i := range left {
			left[i].Label = d.lang.F(i18n.BalanceKindDays, left[i].Label)
		}
		p.Choose, p.Cols = d.lang.T(i18n.BalancesChoose), append([]ui.Col{name}, left...)
	}
	p.Pages = ui.NumberedPages(d.lang, page.Number, pageRows, page.All, func(n int64) string { return with("page", strconv.FormatInt(n, 10)) })
	for _, of := range byEmployee(page.Balances) {
		row := views.Row{Name: of[0].Name, Href: paths.LeaveLedger(of[0].EmployeeID)}
		if one {
			row.Figures = new(d.figures(of[0]))
		} else {
			row.Kinds = d.left(of, kinds)
		}
		p.Rows = append(p.Rows, row)
	}
	return p
}

// kinds returns the kinds of leave that have a rule, or the chosen one of them.
func (d presenter) kinds(chosen string) (list []string) {
	for _, r := range d.rules {
		if chosen == "" || chosen == r.LeaveType {
			list = append(list, r.LeaveType)
		}
	}
	return list
}

// columns returns the column of the names, and one for each kind of leave. The list is sorted by one of the kinds, else by name. with
// returns the address of the page with another value in the query.
func (d presenter) columns(kinds []string, sort string, with func(name, value string) string) (name ui.Col, left []ui.Col) {
	name = ui.Col{Label: d.lang.T(i18n.ColEmployee), SortHref: with("sort", "")}
	if !slices.Contains(kinds, sort) {
		name.Order = ui.Ascending
	}
	for _, kind := range kinds {
		col := ui.Col{Label: d.kind(kind), Numeric: true, SortHref: with("sort", kind), Hint: d.lang.T(i18n.BalanceLeft)}
		if sort == kind {
			col.Order = ui.Ascending
		}
		left = append(left, col)
	}
	return name, left
}

// left returns what an employee has of each of these kinds of leave.
func (d presenter) left(of []Balance, kinds []string) (list []views.Left) {
	for _, kind := range kinds {
		x := views.Left{Kind: d.kind(kind)}
		if i := slices.IndexFunc(of, func(b Balance) bool { return b.LeaveType == kind }); i >= 0 {
			x.Days, x.Below = d.lang.DaysFixed(of[i].Left), of[i].Left < 0
			if of[i].Asked > 0 {
				x.Asked = d.lang.F(i18n.BalanceWaiting, d.lang.DaysPlain(of[i].Asked))
			}
		}
		list = append(list, x)
	}
	return list
}

// only returns the parameters of a query that have these names and a value.
func only(q url.Values, names ...string) url.Values {
	v := url.Values{}
	for _, name := range names {
		if q.Get(name) != "" {
			v.Set(name, q.Get(name))
		}
	}
	return v
}

func (d presenter) filterFields(ctx context.Context, q url.Values, f Query, faults errs.Fields) ([]ui.Field, error) {
	t := d.lang.T
	date := ui.Field{Name: "date", Type: "date", Label: t(i18n.BalanceDay), Value: f.Day.String(), Required: true}
	if len(faults) > 0 {
		var shown ui.Faults
		for _, x := range faults {
			shown.Add(d.lang, x.Field, date.Label, x.Code, x.Detail)
		}
		date.Value, date.Error = q.Get("date"), shown.Of("date")
	}
	kind := ui.Field{Name: "type", Label: t(i18n.LeaveKind), Value: f.LeaveType, Options: []ui.Option{{Label: t(i18n.BalanceAllKinds)}}}
	for _, r := range d.rules {
		kind.Options = append(kind.Options, ui.Option{Value: r.LeaveType, Label: d.kind(r.LeaveType)})
	}
	fields := []ui.Field{date, kind}
	crews, err := d.s.supervisors(ctx, d.by)
	if len(crews) > 1 {
		crew := ui.Field{Name: "team", Label: t(i18n.BalanceCrew), Value: number(f.Crew.Supervisor()),
			Options: []ui.Option{{Label: t(i18n.BalanceAllCrews)}}}
		for _, n := range crews {
			crew.Options = append(crew.Options, ui.Option{Value: number(n.ID), Label: n.Name})
		}
		fields = append(fields, crew)
	}
	below := ui.Field{Name: "below", Label: t(i18n.BalanceWhich), Options: []ui.Option{{Label: t(i18n.BalanceEvery)},
		{Value: "zero", Label: t(i18n.BalanceNegative)}}}
	if f.Negative {
		below.Value = "zero"
	}
	return append(fields, below, ui.ListSearch(t(i18n.TeamName), f.Name)), err
}

func number(id int64) string {
	if id == 0 {
		return ""
	}
	return strconv.FormatInt(id, 10)
}

func (d presenter) kind(leaveType string) string { return d.lang.T(i18n.LeaveNames[leaveType]) }

func (d presenter) figures(b Balance) views.Figures {
	cell := d.lang.DaysCell
	f := views.Figures{Kind: d.kind(b.LeaveType), Carried: cell(b.CarriedOver), Opening: cell(b.Opening), Earned: cell(b.Earned),
		Adjusted: cell(b.Adjusted), Taken: cell(-b.Taken), Expired: cell(-b.Expired), Asked: cell(b.Asked), Left: cell(b.Left), Below: b.Left < 0}
	if b.Left == 0 {
		f.Left = d.lang.DaysPlain(0)
	}
	if b.PaidLeft > 0 {
		f.Paid = d.lang.PaidDays(b.PaidLeft)
	}
	return f
}

func (d presenter) ledger(l Ledger) views.Ledger {
	p := views.Ledger{Title: d.lang.F(i18n.BalancesOf, l.Name), On: d.lang.F(i18n.BalancesOn, d.lang.Day(d.s.Today()))}
	if l.EmployeeID == d.by.EmployeeID {
		p.Title = d.lang.T(i18n.BalancesOwn)
	}
	p.Crumbs = []ui.Crumb{{Label: d.lang.T(i18n.LeaveTitle), Href: paths.Leave()}}
	if d.by.Approver() && l.EmployeeID != d.by.EmployeeID {
		p.Payroll = d.by.SeesAll()
		p.Crumbs = []ui.Crumb{{Label: d.lang.T(i18n.Balances), Href: paths.Balances(nil)}}
	}
	for _, b := range l.Balances {
		p.Balances = append(p.Balances, d.figures(b))
	}
	for _, e := range l.Entries {
		x := views.Entry{Day: d.lang.Day(e.Day), Kind: d.kind(e.LeaveType), What: d.lang.T(i18n.LedgerKinds[string(e.Kind)]),
			Days: d.lang.DaysCell(e.Minutes), Why: e.Note}
		switch {
		case e.RequestID != 0 && e.EmployeeID != d.by.EmployeeID:
			x.Href = paths.Approval(fmt.Sprint("leave-", e.RequestID))
		case e.SheetID != 0:
			x.Why = d.lang.T(i18n.BalanceSheet)
		case e.MadeBy != "":
			x.Why = d.lang.F(i18n.BalanceBy, e.MadeBy, e.Note)
		}
		p.Entries = append(p.Entries, x)
	}
	return p
}

var entryLabels = map[string]i18n.Text{"leave_type": i18n.LeaveKind, "entry": i18n.BalanceEntry, "day": i18n.BalanceDay,
	"minutes": i18n.BalanceAmount, "note": i18n.BalanceWhy}

func (d presenter) entryForm(l Ledger, typed url.Values, faults errs.Fields) *views.Form {
	t := d.lang.T
	f := &views.Form{Title: t(i18n.BalanceAdd), Action: paths.LeaveLedger(l.EmployeeID)}
	if typed == nil {
		typed = url.Values{"day": {d.s.Today().String()}, "entry": {string(Adjusted)}}
	}
	field := d.fieldMaker(f, entryLabels, typed, faults)
	kinds := ui.Field{}
	for _, b := range l.Balances {
		kinds.Options = append(kinds.Options, ui.Option{Value: b.LeaveType, Label: d.kind(b.LeaveType)})
	}
	field("leave_type", kinds)
	field("entry", ui.Field{Options: []ui.Option{{Value: string(Opening), Label: t(i18n.BalanceOpening)},
		{Value: string(Adjusted), Label: t(i18n.LedgerKinds["adjusted"])}}})
	field("day", ui.Field{Type: "date"})
	field("minutes", ui.Field{InputMode: "decimal", Hint: t(i18n.BalanceAddHint)})
	field("note", ui.Field{MaxLength: maxNote})
	return f
}

// fieldMaker returns a function that adds a field to a form, with its label, value and error.
func (d presenter) fieldMaker(f *views.Form, labels map[string]i18n.Text, typed url.Values, faults errs.Fields) func(string, ui.Field) {
	for _, x := range faults {
		f.Faults.Add(d.lang, x.Field, d.lang.T(labels[x.Field]), x.Code, x.Detail)
	}
	return func(name string, more ui.Field) {
		more.Name, more.Label, more.Value, more.Error = name, d.lang.T(labels[name]), typed.Get(name), f.Faults.Of(name)
		more.AutoComplete = "off"
		f.Fields = append(f.Fields, more)
	}
}

// ways are the ways in which leave is earned, in words.
var ways = map[Earning]i18n.Text{ByWork: i18n.RuleByWork, ByYear: i18n.RuleByYear, ByPeriod: i18n.RuleByPeriod, ByHand: i18n.RuleByHand}

func (d presenter) rulesPage(o *openRule) views.Rules {
	var p views.Rules
	for _, leaveType := range leaverequests.Types {
		x := views.Rule{Kind: d.kind(leaveType), Earns: d.lang.T(i18n.RuleNone), Href: paths.LeaveRuleForm(leaveType)}
		x.Edit = d.lang.F(i18n.RuleEdit, x.Kind)
		if i := slices.IndexFunc(d.rules, func(r Rule) bool { return r.LeaveType == leaveType }); i >= 0 {
			r := d.rules[i]
			x.Earns, x.Keeps, x.From = d.earns(r), d.keeps(r), d.lang.Day(r.From)
		}
		p.Rows = append(p.Rows, x)
	}
	if o != nil {
		p.Form = d.ruleForm(o)
	}
	return p
}

// earns says in words how leave is earned by a rule.
func (d presenter) earns(r Rule) string {
	text := d.lang.T(ways[r.Earns])
	switch r.Earns {
	case ByWork:
		text = d.lang.F(i18n.RuleWorkText, d.lang.Rate(r.Rate))
		if r.LaterYears > 0 {
			text += ", " + d.lang.Rate(r.LaterRate) + " " + d.lang.N(int(r.LaterYears), i18n.RuleAfterYears)
		}
	case ByYear:
		text = d.lang.F(i18n.RuleYearText, d.lang.Days(r.Minutes))
	case ByPeriod:
		text = d.lang.F(i18n.RuleEachText, d.lang.Days(r.Minutes))
	}
	if r.PaidMinutes > 0 {
		text += ", " + d.lang.PaidDays(r.PaidMinutes)
	}
	return text
}

// keeps says in words what carries over by a rule.
func (d presenter) keeps(r Rule) string {
	text := d.lang.T(i18n.RuleAllOver)
	switch r.CarryLimit {
	case Everything:
	case 0:
		return d.lang.T(i18n.RuleNothing)
	default:
		text = d.lang.F(i18n.RuleLimit, d.lang.Days(r.CarryLimit))
	}
	if r.CarryMonths > 0 {
		text += ", " + d.lang.N(int(r.CarryMonths), i18n.RuleExpires)
	}
	return text
}

var ruleLabels = map[string]i18n.Text{"earns": i18n.RuleEarns, "rate": i18n.RuleRate, "later_rate": i18n.RuleLaterRate,
	"later_years": i18n.RuleLaterYears, "minutes": i18n.RuleDays, "paid_minutes": i18n.RulePaidDays, "paid_after_months": i18n.RulePaidAfter,
	"year_start": i18n.RuleYear, "carry_limit": i18n.RuleCarry, "carry_months": i18n.RuleMonths, "from_day": i18n.RuleFrom,
	"refuse_below_zero": i18n.RuleBelow}

func (d presenter) ruleForm(o *openRule) *views.Form {
	t := d.lang.T
	f := &views.Form{Title: d.lang.F(i18n.RuleOf, d.kind(o.leaveType)), Action: paths.LeaveRules(),
		Hidden: []ui.Hidden{{Name: "leave_type", Value: o.leaveType}, {Name: "version", Value: o.values.Get("version")}}}
	if _, has := presets[o.leaveType]; has {
		f.Preset = paths.LeaveRulePreset(o.leaveType)
	}
	if o.known {
		f.Note = t(i18n.RuleAgain)
	}
	field := d.fieldMaker(f, ruleLabels, o.values, o.faults)
	var earns, years []ui.Option
	for _, e := range Earnings {
		earns = append(earns, ui.Option{Value: string(e), Label: t(ways[e])})
	}
	for month := 1; month <= 12; month++ {
		day := dayOf(2001, month, 1)
		years = append(years, ui.Option{Value: day.String()[5:], Label: d.lang.DayShort(day)})
	}
	if now := o.values.Get("year_start"); monthDay.MatchString(now) && now[3:] != "01" {
		years = append(years, ui.Option{Value: now, Label: d.lang.DayShort(db.MustDay("2001-" + now))})
	}
	decimal := ui.Field{InputMode: "decimal"}
	with := func(hint i18n.Text, mode string) ui.Field { return ui.Field{InputMode: mode, Hint: t(hint)} }
	field("from_day", ui.Field{Type: "date", Hint: t(i18n.RuleFromHint)})
	field("earns", ui.Field{Options: earns})
	field("rate", decimal)
	field("later_years", with(i18n.RuleLaterHint, "numeric"))
	field("later_rate", decimal)
	field("minutes", decimal)
	field("paid_minutes", with(i18n.RulePaidHint, "decimal"))
	field("paid_after_months", ui.Field{InputMode: "numeric"})
	field("year_start", ui.Field{Options: years})
	field("carry_limit", with(i18n.RuleCarryHint, "decimal"))
	field("carry_months", with(i18n.RuleMonthsHint, "numeric"))
	field("refuse_below_zero", ui.Field{Options: []ui.Option{{Value: "false", Label: t(i18n.RuleWarn)},
		{Value: "true", Label: t(i18n.RuleRefuse)}}})
	return f
}
