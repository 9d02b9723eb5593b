package leavebalances

import (
	"context"
	"math"
	"strconv"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/workforce/crews"
	"presence/db"
)

// ruleJSON is a rule in the JSON API.
type ruleJSON struct {
	LeaveType string `json:"leave_type" readOnly:"true" enum:"Sick,Vacation,Unpaid,Bereavement,Parental,Legal" doc:"The type of leave" example:"Vacation"`
	RuleFields

	version int64
}

// RuleFields are the fields of a rule that a program sets. They are exported because the record embeds them.
type RuleFields struct {
	From            string  `json:"from_day" format:"date" doc:"The balance counts nothing before this day" example:"2026-05-01"`
	Earns           string  `json:"earns" enum:"none,worked,period,year" doc:"By what it is earned: a share of the hours of approved timesheets, a fixed amount for each pay period or year, or by hand" example:"worked"`
	Rate            float64 `json:"rate" doc:"Of worked: the share of the hours, in percent" example:"4"`
	LaterRate       float64 `json:"later_rate" doc:"The share after later_years of service" example:"6"`
	LaterYears      int64   `json:"later_years" doc:"0: the share never changes" example:"3"`
	Minutes         int64   `json:"minutes" doc:"Of period and year: the amount. A day of leave is 480 minutes" example:"0"`
	PaidMinutes     int64   `json:"paid_minutes" doc:"The first minutes of a year, which are paid; 0: no difference is made" example:"0"`
	PaidAfterMonths int64   `json:"paid_after_months" doc:"Of service" example:"0"`
	YearStart       string  `json:"year_start" doc:"Month and day on which a year of leave begins" example:"05-01"`
	CarryLimit      *int64  `json:"carry_limit" doc:"The minutes that are kept when a year ends; null: all" example:"2400"`
	CarryMonths     int64   `json:"carry_months" maximum:"11" doc:"After so many months what was carried over expires; 0: never" example:"0"`
	RefuseBelowZero bool    `json:"refuse_below_zero" doc:"Whether requests for more than is left are refused" example:"false"`
}

// Tag returns the kind of leave and the rule's version, from which its ETag is made.
func (r ruleJSON) Tag() (id string, version int64) { return r.LeaveType, r.version }

func toRuleJSON(r Rule) ruleJSON {
	j := ruleJSON{LeaveType: r.LeaveType, version: r.Version, RuleFields: RuleFields{From: r.From.String(), Earns: string(r.Earns),
		Rate: float64(r.Rate) / 100, LaterRate: float64(r.LaterRate) / 100, LaterYears: r.LaterYears, Minutes: r.Minutes,
		PaidMinutes: r.PaidMinutes, PaidAfterMonths: r.PaidAfterMonths, YearStart: r.YearStart, CarryMonths: r.CarryMonths,
		RefuseBelowZero: r.RefuseBelowZero}}
	if r.CarryLimit != Everything {
		j.CarryLimit = &r.CarryLimit
	}
	return j
}

// setRuleBody is the body of PUT: the whole rule. What is left out is 0, and carry_limit null.
type setRuleBody struct {
	From            httpx.Opt[string]  `json:"from_day" nullable:"false" doc:"The balance counts nothing before this day" example:"2026-05-01"`
	Earns           httpx.Opt[string]  `json:"earns" nullable:"false" enum:"none,worked,period,year" doc:"By what it is earned" example:"worked"`
	Rate            httpx.Opt[float64] `json:"rate,omitzero" nullable:"false" minimum:"0" maximum:"100" doc:"Of worked: the share of the hours, in percent" example:"4"`
	LaterRate       httpx.Opt[float64] `json:"later_rate,omitzero" nullable:"false" minimum:"0" maximum:"100" doc:"The share after later_years of service" example:"6"`
	LaterYears      httpx.Opt[int64]   `json:"later_years,omitzero" nullable:"false" minimum:"0" maximum:"60" doc:"0: the share never changes" example:"3"`
	Minutes         httpx.Opt[int64]   `json:"minutes,omitzero" nullable:"false" minimum:"0" doc:"Of period and year: the amount. A day of leave is 480 minutes" example:"0"`
	PaidMinutes     httpx.Opt[int64]   `json:"paid_minutes,omitzero" nullable:"false" minimum:"0" doc:"The first minutes of a year, which are paid" example:"0"`
	PaidAfterMonths httpx.Opt[int64]   `json:"paid_after_months,omitzero" nullable:"false" minimum:"0" doc:"Of service" example:"0"`
	YearStart       httpx.Opt[string]  `json:"year_start" nullable:"false" doc:"Month and day on which a year of leave begins" example:"05-01"`
	CarryLimit      httpx.Opt[int64]   `json:"carry_limit,omitzero" minimum:"0" doc:"The minutes that are kept when a year ends; null or without it: all" example:"2400"`
	CarryMonths     httpx.Opt[int64]   `json:"carry_months,omitzero" nullable:"false" minimum:"0" maximum:"11" doc:"After so many months what was carried over expires; 0: never" example:"0"`
	RefuseBelowZero httpx.Opt[bool]    `json:"refuse_below_zero,omitzero" nullable:"false" doc:"Whether requests for more than is left are refused" example:"false"`
}

// Parse validates each field alone.
func (b setRuleBody) Parse(context.Context) (r Rule, faults errs.Fields) {
	number := func(o httpx.Opt[int64], field string) (n int64) {
		if p := o.Ptr(&faults, field); p != nil {
			n = *p
		}
		return n
	}
	percent := func(o httpx.Opt[float64], field string) (n int64) {
		if p := o.Ptr(&faults, field); p != nil {
			n = int64(math.Round(min(max(*p, -1), 1000) * 100))
		}
		return n
	}
	if p := b.From.Ptr(&faults, "from_day"); p != nil {
		r.From = httpx.ReadDay(&faults, "from_day", *p)
	}
	if p := b.Earns.Ptr(&faults, "earns"); p != nil {
		r.Earns = Earning(*p)
	}
	if p := b.YearStart.Ptr(&faults, "year_start"); p != nil {
		r.YearStart = *p
	}
	r.Rate, r.LaterRate = percent(b.Rate, "rate"), percent(b.LaterRate, "later_rate")
	r.LaterYears, r.Minutes = number(b.LaterYears, "later_years"), number(b.Minutes, "minutes")
	r.PaidMinutes, r.PaidAfterMonths = number(b.PaidMinutes, "paid_minutes"), number(b.PaidAfterMonths, "paid_after_months")
	r.CarryMonths, r.CarryLimit = number(b.CarryMonths, "carry_months"), Everything
	if p := b.CarryLimit.OrZero(&faults, "carry_limit"); p != nil && !b.CarryLimit.Null {
		r.CarryLimit = *p
	}
	if p := b.RefuseBelowZero.Ptr(&faults, "refuse_below_zero"); p != nil {
		r.RefuseBelowZero = *p
	}
	return r, faults
}

// entryJSON is an entry of the ledger in the JSON API.
type entryJSON struct {
	LeaveType   string `json:"leave_type" enum:"Sick,Vacation,Unpaid,Bereavement,Parental,Legal" doc:"The type of leave" example:"Vacation"`
	Day         string `json:"day" format:"date" doc:"The day from which it counts; of leave, the first" example:"2026-05-01"`
	Entry       string `json:"entry" enum:"opening,earned,expired,adjusted,taken,asked" doc:"What it is; taken and asked are leave requests" example:"opening"`
	Minutes     int64  `json:"minutes" doc:"Below zero: taken away. A day of leave is 480" example:"4800"`
	Note        string `json:"note" doc:"The reason, of what payroll entered" example:"Balance of the former system"`
	By          string `json:"entered_by" readOnly:"true" doc:"Who entered it; empty: the program" example:"Luc Gagnon"`
	TimesheetID *int64 `json:"timesheet_id" readOnly:"true" doc:"Whose hours earned it; null: none" example:"31"`
	RequestID   *int64 `json:"leave_request_id" readOnly:"true" doc:"Of taken and asked; null: none" example:"12"`

	id int64
}

// Tag returns the entry's id and its version: entries are never changed.
func (e entryJSON) Tag() (id, version int64) { return e.id, 1 }

func toEntryJSON(e Entry) entryJSON {
	orNil := func(id int64) *int64 {
		if id == 0 {
			return nil
		}
		return &id
	}
	return entryJSON{LeaveType: e.LeaveType, Day: e.Day.String(), Entry: string(e.Kind), Minutes: e.Minutes, Note: e.Note, By: e.MadeBy,
		TimesheetID: orNil(e.SheetID), RequestID: orNil(e.RequestID), id: e.ID}
}

// addEntryBody is the body of POST.
type addEntryBody struct {
	LeaveType httpx.Opt[string] `json:"leave_type" nullable:"false" enum:"Sick,Vacation,Unpaid,Bereavement,Parental,Legal" doc:"A type of leave that has a rule" example:"Vacation"`
	Day       httpx.Opt[string] `json:"day" nullable:"false" doc:"The day from which it counts" example:"2026-05-01"`
	Entry     httpx.Opt[string] `json:"entry" nullable:"false" enum:"opening,adjusted" doc:"An opening balance, or a correction" example:"opening"`
	Minutes   httpx.Opt[int64]  `json:"minutes" nullable:"false" doc:"Below zero: taken away. A day of leave is 480" example:"4800"`
	Note      httpx.Opt[string] `json:"note" nullable:"false" doc:"The reason" example:"Balance of the former system"`
}

// Parse validates each field alone.
func (b addEntryBody) Parse(context.Context) (n New, faults errs.Fields) {
	text := func(o httpx.Opt[string], field string) string {
		if p := o.Ptr(&faults, field); p != nil {
			return *p
		}
		return ""
	}
	n.LeaveType, n.Kind, n.Note = text(b.LeaveType, "leave_type"), Kind(text(b.Entry, "entry")), text(b.Note, "note")
	if day := text(b.Day, "day"); day != "" {
		n.Day = httpx.ReadDay(&faults, "day", day)
	}
	if p := b.Minutes.Ptr(&faults, "minutes"); p != nil {
		n.Minutes = *p
	}
	return n, faults
}

// balanceJSON is a balance in the JSON API.
type balanceJSON struct {
	EmployeeID  int64  `json:"employee_id" doc:"The employee's id" example:"7"`
	Name        string `json:"employee_name" doc:"Full name" example:"Maude Thériault"`
	LeaveType   string `json:"leave_type" enum:"Sick,Vacation,Unpaid,Bereavement,Parental,Legal" doc:"The type of leave" example:"Vacation"`
	Day         string `json:"date" format:"date" doc:"The day of the balance" example:"2026-11-20"`
	CarriedOver int64  `json:"carried_over_minutes" doc:"What was left when the year of leave before ended" example:"960"`
	Opening     int64  `json:"opening_minutes" doc:"Opening balances of this year of leave" example:"0"`
	Earned      int64  `json:"earned_minutes" doc:"Earned in this year" example:"2688"`
	Adjusted    int64  `json:"adjusted_minutes" doc:"Corrections of this year" example:"0"`
	Taken       int64  `json:"taken_minutes" doc:"Approved leave of this year, until the day" example:"1920"`
	Expired     int64  `json:"expired_minutes" doc:"Expired in this year" example:"0"`
	Left        int64  `json:"left_minutes" doc:"What is left on the day. A day of leave is 480" example:"1728"`
	Asked       int64  `json:"asked_minutes" doc:"Leave until the day that is not decided; left_minutes has it still" example:"480"`
	PaidLeft    int64  `json:"paid_left_minutes" doc:"What is left of the paid days of the year; 0 unless the rule makes a difference" example:"0"`
}

// Position returns the place of the balance in the list.
func (b balanceJSON) Position() string {
	return strconv.FormatInt(b.EmployeeID, 10) + "-" + b.LeaveType
}

func toJSON(b Balance) balanceJSON {
	return balanceJSON{b.EmployeeID, b.Name, b.LeaveType, b.Day.String(), b.CarriedOver, b.Opening, b.Earned, b.Adjusted, b.Taken, b.Expired,
		b.Left, b.Asked, b.PaidLeft}
}

type api struct{ s *Service }

type balancesInput struct {
	Date         string `query:"date" doc:"The day; today when absent" example:"2026-11-20"`
	LeaveType    string `query:"leave_type" enum:"Sick,Vacation,Unpaid,Bereavement,Parental,Legal" doc:"Only this type of leave" example:"Vacation"`
	EmployeeID   int64  `query:"employee_id" minimum:"1" doc:"Only this employee" example:"7"`
	SupervisorID int64  `query:"supervisor_id" minimum:"1" doc:"Only the direct reports of this supervisor" example:"3"`
	BelowZero    bool   `query:"below_zero" doc:"Only balances below zero" example:"true"`
}

// maxAhead is how many days from today a balance can be asked for.
const maxAhead = 5 * 366

// day returns the day of a query, or today.
func (s *Service) day(faults *errs.Fields, field, text string) db.Day {
	today := s.Today()
	if text == "" {
		return today
	}
	day := httpx.ReadDay(faults, field, text)
	if day.Sub(today) > maxAhead {
		faults.Add(field, "out_of_range", "At most five years from today.")
	}
	return day
}

func (a api) balances(ctx context.Context, in *balancesInput, each func(balanceJSON) error) error {
	var faults errs.Fields
	f := Query{Day: a.s.day(&faults, "date", in.Date), LeaveType: in.LeaveType, Employee: in.EmployeeID, Crew: crews.Chosen(in.SupervisorID),
		Negative: in.BelowZero}
	if err := faults.Err(); err != nil {
		return err
	}
	list, err := a.s.Balances(ctx, auth.From(ctx), f)
	for _, b := range list {
		if err := each(toJSON(b)); err != nil {
			return err
		}
	}
	return err
}

type response[T any] struct{ Body T }

type ledgerInput struct {
	httpx.ByID
}

// ledgerJSON is the ledger of an employee.
type ledgerJSON struct {
	EmployeeID int64         `json:"employee_id" doc:"The employee's id" example:"7"`
	Balances   []balanceJSON `json:"balances" doc:"Today's, one for each type of leave that has a rule"`
	Entries    []entryJSON   `json:"entries" doc:"The latest first"`
}

func (a api) ledger(ctx context.Context, in *ledgerInput) (*response[ledgerJSON], error) {
	l, err := a.s.Ledger(ctx, auth.From(ctx), in.ID, a.s.Today())
	out := ledgerJSON{in.ID, make([]balanceJSON, len(l.Balances)), make([]entryJSON, len(l.Entries))}
	for i, b := range l.Balances {
		out.Balances[i] = toJSON(b)
	}
	for i, e := range l.Entries {
		out.Entries[i] = toEntryJSON(e)
	}
	return &response[ledgerJSON]{out}, err
}

type entryInput struct {
	httpx.ByID
	Body httpx.Body[addEntryBody, New]
}

func (a api) add(ctx context.Context, in *entryInput) (*httpx.Response[entryJSON], error) {
	e, err := a.s.Add(ctx, auth.From(ctx), in.ID, in.Body.Value())
	return httpx.Respond(toEntryJSON(e)), err
}

func (a api) rules(ctx context.Context, _ *struct{}, each func(ruleJSON) error) error {
	list, err := a.s.Rules(ctx)
	for _, r := range list {
		if err := each(toRuleJSON(r)); err != nil {
			return err
		}
	}
	return err
}

// RuleInput names a rule. It is exported because inputs embed it.
type RuleInput struct {
	LeaveType string `path:"leave_type" doc:"The type of leave" example:"Vacation"`
}

func (a api) rule(ctx context.Context, in *RuleInput) (*httpx.Response[ruleJSON], error) {
	r, err := a.s.Rule(ctx, in.LeaveType)
	return httpx.Respond(toRuleJSON(r)), err
}

type setRuleInput struct {
	RuleInput
	IfMatch string `header:"If-Match" doc:"The ETag that was read: the write fails with 412 when the rule has changed since" example:"\"Vacation-3\""`
	Body    httpx.Body[setRuleBody, Rule]
}

func (a api) setRule(ctx context.Context, in *setRuleInput) (*httpx.Response[ruleJSON], error) {
	r := in.Body.Value()
	r.LeaveType = in.LeaveType
	r, err := a.s.SetRule(ctx, auth.From(ctx), httpx.ExpectedVersion(in.IfMatch, in.LeaveType), r)
	return httpx.Respond(toRuleJSON(r)), err
}
