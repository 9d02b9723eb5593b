package clockings

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/workforce/activities"
	"presence/app/workforce/shifts"
)

// clockingJSON is a clocking in the JSON API.
type clockingJSON struct {
	ID         int64              `json:"id" readOnly:"true" doc:"The record's id" example:"12"`
	EmployeeID int64              `json:"employee_id" doc:"The employee's id" example:"7"`
	BankCodeID int64              `json:"bank_code_id" doc:"The task: a bank code of categorie shift" example:"1"`
	CustomerID *int64             `json:"customer_id,omitempty" doc:"For whom: the payroll customer's id; left out for none" example:"4"`
	ActivityID *int64             `json:"activity_id,omitempty" doc:"For what: the activity's id; left out for none" example:"3"`
	Start      string             `json:"start_time" format:"date-time" doc:"When the employee clocked in" example:"2026-11-20T13:02:10Z"`
	End        *string            `json:"end_time" format:"date-time" doc:"When the work ended; null while it goes on" example:"2026-11-20T21:31:45Z"`
	Break      *string            `json:"break_start" format:"date-time" doc:"When the break began that goes on, or with which the work ended; null without one" example:"2026-11-20T17:00:30Z"`
	Breaks     []shifts.BreakJSON `json:"breaks" nullable:"false" doc:"Those that ended, by start"`
	RuleBreaks []shifts.BreakJSON `json:"rule_breaks" nullable:"false" doc:"Those that the shift got by the break rule, because none was stamped"`
	ShiftID    *int64             `json:"shift_id" doc:"The shift that it became, with rounded times; null if it is none" example:"31"`
	Refusal    string             `json:"refusal" doc:"The code of the error that kept it from becoming a shift, until it is settled; else empty" example:""`
	StartKiosk string             `json:"start_kiosk" doc:"The name of the kiosk at which the start was stamped; empty: elsewhere" example:""`
	EndKiosk   string             `json:"end_kiosk" doc:"The name of the kiosk at which the end was stamped; empty: elsewhere" example:""`
	HandedOver *string            `json:"handed_over_at" format:"date-time" doc:"When stamps of it were handed over last that a device made without a network; null if it has none" example:"2026-11-20T19:02:00Z"`
	Ahead      int64              `json:"device_ahead_seconds" doc:"By how much the clock of that device was ahead of the server's, which its times are corrected by; negative: behind; 0: less than a minute" example:"0"`
	Forgotten  bool               `json:"forgotten" doc:"It goes on for more than 16 hours: say when it ended (settle)" example:"false"`

	version int64
}

// Tag returns the record's id and version, from which its ETag is made.
func (c clockingJSON) Tag() (id, version int64) { return c.ID, c.version }

// clockJSON is the caller's clock in the JSON API.
type clockJSON struct {
	Running *clockingJSON  `json:"running,omitempty" doc:"The clocking that goes on; left out if not clocked in"`
	Refused []clockingJSON `json:"refused" nullable:"false" doc:"Clockings that could not become shifts and are to be settled: the first 20"`
	More    int            `json:"more_refused" doc:"How many more there are" example:"0"`
	Step    int            `json:"rounded_to_minutes" doc:"The times of shifts are rounded to the nearest multiple of so many minutes" example:"5"`
	Now     string         `json:"now" format:"date-time" doc:"The server's time, by which everything is stamped" example:"2026-11-20T17:00:30Z"`
}

// taskBody is the body of what chooses a task.
type taskBody struct {
	BankCodeID httpx.Opt[int64] `json:"bank_code_id,omitzero" doc:"A bank code of categorie shift; left out for the one used last" example:"1"`
}

// Parse returns the id; 0 if it was left out.
func (b taskBody) Parse(context.Context) (id int64, faults errs.Fields) {
	if v := b.BankCodeID.Ptr(&faults, "bank_code_id"); v != nil {
		if id = *v; id < 1 {
			faults.Add("bank_code_id", "out_of_range", "Expected a number of at least 1.")
		}
	}
	return id, faults
}

// otherTaskBody is the body of a change of task.
type otherTaskBody struct {
	BankCodeID int64            `json:"bank_code_id" minimum:"1" doc:"A bank code of categorie shift" example:"1"`
	CustomerID httpx.Opt[int64] `json:"customer_id,omitzero" minimum:"1" doc:"For whom: the payroll customer's id; null for none" example:"4"`
	ActivityID httpx.Opt[int64] `json:"activity_id,omitzero" minimum:"1" doc:"For what: the activity's id; null for none" example:"3"`
}

// Parse returns what is chosen.
func (b otherTaskBody) Parse(context.Context) (x Choice, faults errs.Fields) {
	x = Choice{b.BankCodeID, activities.ReadJob(&faults, b.CustomerID, b.ActivityID)}
	return x, faults
}

// settleBody is the body of a settlement.
type settleBody struct {
	End     httpx.Opt[string] `json:"end_time,omitzero" doc:"When the work ended, if not as stamped: RFC 3339; without an offset in the time zone of the company" example:"2026-11-20T16:30:00-05:00"`
	Discard bool              `json:"discard,omitempty" doc:"Make no shift of it" example:"false"`
	Reason  string            `json:"reason" maxLength:"500" doc:"Why, for the audit log" example:"Forgot to clock out"`
}

// Parse reads the time.
func (b settleBody) Parse(ctx context.Context) (x Settlement, faults errs.Fields) {
	x = Settlement{Discard: b.Discard, Reason: b.Reason}
	if v := b.End.Ptr(&faults, "end_time"); v != nil {
		x.End = httpx.ReadInstant(&faults, "end_time", *v, httpx.InfoOf(ctx).Zone)
	}
	x.Reason = CheckReason(&faults, x.Reason)
	return x, faults
}

type api struct{ s *Service }

func (a api) toJSON(c Clocking) clockingJSON {
	return clockingJSON{ID: c.ID, EmployeeID: c.EmployeeID, BankCodeID: c.BankCodeID, CustomerID: httpx.NilIfZero(c.Job.CustomerID),
		ActivityID: httpx.NilIfZero(c.Job.ActivityID), Start: c.Start.String(), End: httpx.TimeOrNil(c.End),
		Break: httpx.TimeOrNil(c.Break), Breaks: shifts.ToBreaksJSON(c.Breaks), RuleBreaks: shifts.ToBreaksJSON(c.RuleBreaks),
		ShiftID: httpx.NilIfZero(c.ShiftID), Refusal: c.Refusal,
		StartKiosk: c.StartKiosk, EndKiosk: c.EndKiosk, HandedOver: httpx.TimeOrNil(c.HandedOver), Ahead: c.Ahead,
		Forgotten: c.Forgotten(a.s.at()), version: c.Version}
}

func (a api) respond(c Clocking, err error) (*httpx.Response[clockingJSON], error) {
	return httpx.Respond(a.toJSON(c)), err
}

type clockResponse struct{ Body clockJSON }

func (a api) clock(ctx context.Context, _ *struct{}) (*clockResponse, error) {
	c, err := a.s.Clock(ctx, auth.From(ctx))
	if err != nil {
		return nil, err
	}
	out := clockJSON{Refused: []clockingJSON{}, More: c.More, Step: a.s.Step, Now: c.Now.String()}
	if c.Running != nil {
		out.Running = new(a.toJSON(*c.Running))
	}
	for _, x := range c.Refused {
		out.Refused = append(out.Refused, a.toJSON(x))
	}
	return &clockResponse{out}, nil
}

type clockInInput struct {
	Body *httpx.Body[taskBody, int64]
}

func (a api) clockIn(ctx context.Context, in *clockInInput) (*httpx.Response[clockingJSON], error) {
	return a.respond(a.s.ClockIn(ctx, auth.From(ctx), in.Body.ValueOr(0)))
}

func (a api) startBreak(ctx context.Context, _ *struct{}) (*httpx.Response[clockingJSON], error) {
	return a.respond(a.s.StartBreak(ctx, auth.From(ctx)))
}

func (a api) endBreak(ctx context.Context, _ *struct{}) (*httpx.Response[clockingJSON], error) {
	return a.respond(a.s.EndBreak(ctx, auth.From(ctx)))
}

func (a api) changeTask(ctx context.Context, in *httpx.BodyInput[otherTaskBody, Choice]) (*httpx.Response[clockingJSON], error) {
	return a.respond(a.s.ChangeTask(ctx, auth.From(ctx), in.Body.Value()))
}

func (a api) clockOut(ctx context.Context, _ *struct{}) (*httpx.Response[clockingJSON], error) {
	return a.respond(a.s.ClockOut(ctx, auth.From(ctx)))
}

type listInput struct {
	httpx.Page
	EmployeeID int64  `query:"employee_id" minimum:"1" doc:"The employee's id" example:"7"`
	State      string `query:"state" enum:"running,refused" doc:"Only those that go on, or only those to be settled because they could not become a shift" example:"running"`
}

func (a api) list(ctx context.Context, in *listInput, each func(clockingJSON) error) error {
	f := Filter{After: in.After, Rows: in.LimitPlusOne(), EmployeeID: in.EmployeeID, State: in.State}
	return a.s.Each(ctx, auth.From(ctx), f, func(c Clocking) error { return each(a.toJSON(c)) })
}

func (a api) get(ctx context.Context, in *httpx.ByID) (*httpx.Response[clockingJSON], error) {
	return a.respond(a.s.Get(ctx, auth.From(ctx), in.ID))
}

func (a api) settle(ctx context.Context, in *httpx.UpdateInput[settleBody, Settlement]) (*httpx.Response[clockingJSON], error) {
	return a.respond(a.s.Settle(ctx, auth.From(ctx), in.ID, in.ExpectedVersion(), in.Body.Value()))
}
