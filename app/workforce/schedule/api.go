package schedule

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/workforce/crews"
	"presence/app/workforce/timesheets"
	"presence/db"
)

// shiftJSON is a planned or a published shift in the JSON API.
type shiftJSON struct {
	ID           int64   `json:"id" readOnly:"true" doc:"The record's id, the same of a planned shift and of what is published of it" example:"12"`
	EmployeeID   *int64  `json:"employee_id" doc:"The employee's id; null: the shift is open" example:"7"`
	SupervisorID *int64  `json:"supervisor_id" doc:"Of an open shift: the employee id of the supervisor whose crew it is open to; else null" example:"3"`
	BankCodeID   int64   `json:"bank_code_id" doc:"A bank code of categorie shift" example:"1"`
	Date         string  `json:"date" readOnly:"true" format:"date-time" doc:"The day on which it begins, in the company's time zone" example:"2026-11-30T00:00:00Z"`
	Start        string  `json:"start_time" format:"date-time" doc:"When it begins" example:"2026-11-30T13:00:00Z"`
	End          string  `json:"end_time" format:"date-time" doc:"When it ends" example:"2026-11-30T21:00:00Z"`
	Breaks       *string `json:"breaks" doc:"Minutes or times, as they are typed; empty for none; null: by the employee's break rule" example:"30"`
	Note         string  `json:"note" doc:"What the employee should know" example:"Reception"`
	State        Change  `json:"state" readOnly:"true" enum:"published,new,changed,cancelled" doc:"How it differs from what is published; published: it does not" example:"new"`

	version int64
}

// Tag returns the id and the version for the ETag.
func (f shiftJSON) Tag() (id, version int64) { return f.ID, f.version }

func toJSON(s Shift) shiftJSON { return planToJSON(s.ID, s.Plan, s.Change(), s.Version) }

func publishedToJSON(s PublishedShift) shiftJSON {
	return planToJSON(s.ID, s.Plan, Unchanged, s.Version)
}

func planToJSON(id int64, p Plan, state Change, version int64) shiftJSON {
	j := shiftJSON{ID: id, EmployeeID: httpx.NilIfZero(p.EmployeeID), SupervisorID: httpx.NilIfZero(p.SupervisorID), BankCodeID: p.BankCodeID,
		Date: httpx.DayOut(p.Day), Start: p.Start.String(), End: p.End.String(), Note: p.Note, State: state, version: version}
	if !p.ByRule {
		j.Breaks = &p.Breaks
	}
	return j
}

// createBody is the body of POST.
type createBody struct {
	EmployeeID   httpx.Opt[int64]  `json:"employee_id,omitzero" minimum:"1" doc:"The employee's id; null or without it: the shift is open" example:"7"`
	SupervisorID httpx.Opt[int64]  `json:"supervisor_id,omitzero" minimum:"1" doc:"Of an open shift: the employee id of the supervisor whose crew it is open to" example:"3"`
	BankCodeID   int64             `json:"bank_code_id" minimum:"1" doc:"A bank code of categorie shift" example:"1"`
	Start        string            `json:"start_time" doc:"RFC 3339; without an offset in the time zone of the company" example:"2026-11-30T08:00:00-05:00"`
	End          string            `json:"end_time" doc:"RFC 3339; at most 24 hours after start_time" example:"2026-11-30T16:00:00-05:00"`
	Breaks       httpx.Opt[string] `json:"breaks,omitzero" doc:"Minutes or times, as they are typed; null or without it: by the employee's break rule" example:"30"`
	Note         httpx.Opt[string] `json:"note,omitzero" nullable:"false" maxLength:"200" doc:"What the employee should know" example:"Reception"`
}

// Example is a shift of an employee.
func (createBody) Example() any {
	return map[string]any{"employee_id": 7, "bank_code_id": 1, "start_time": "2026-11-30T08:00:00-05:00",
		"end_time": "2026-11-30T16:00:00-05:00",
		"breaks":   "30"}
}

// Parse reads the times, and validates the shift.
func (b createBody) Parse(ctx context.Context) (p Plan, faults errs.Fields) {
	zone := httpx.InfoOf(ctx).Zone
	c, faults := updateBody{EmployeeID: b.EmployeeID, SupervisorID: b.SupervisorID, Breaks: b.Breaks, Note: b.Note}.Parse(ctx)
	p = Plan{ByRule: true}.withChanges(c)
	p.BankCodeID = b.BankCodeID
	p.Start, p.End = httpx.ReadInstant(&faults, "start_time", b.Start, zone), httpx.ReadInstant(&faults, "end_time", b.End, zone)
	return p, append(faults, p.validate(zone)...)
}

// updateBody is the body of PATCH: any of the fields.
type updateBody struct {
	EmployeeID   httpx.Opt[int64]  `json:"employee_id,omitzero" minimum:"1" doc:"The employee's id; null with supervisor_id: the shift becomes open" example:"7"`
	SupervisorID httpx.Opt[int64]  `json:"supervisor_id,omitzero" minimum:"1" doc:"The employee id of the supervisor to whose crew the shift is opened" example:"3"`
	BankCodeID   httpx.Opt[int64]  `json:"bank_code_id,omitzero" nullable:"false" minimum:"1" doc:"A bank code of categorie shift" example:"1"`
	Start        httpx.Opt[string] `json:"start_time,omitzero" nullable:"false" doc:"When it begins" example:"2026-11-30T09:00:00-05:00"`
	End          httpx.Opt[string] `json:"end_time,omitzero" nullable:"false" doc:"When it ends" example:"2026-11-30T17:00:00-05:00"`
	Breaks       httpx.Opt[string] `json:"breaks,omitzero" doc:"Minutes or times, as they are typed; null: by the employee's break rule" example:"30"`
	Note         httpx.Opt[string] `json:"note,omitzero" nullable:"false" maxLength:"200" doc:"What the employee should know" example:"Reception"`
}

// Example changes only one field.
func (updateBody) Example() any { return map[string]any{"end_time": "2026-11-30T17:00:00-05:00"} }

// Parse validates the fields in the request.
func (b updateBody) Parse(ctx context.Context) (c Changes, faults errs.Fields) {
	zone := httpx.InfoOf(ctx).Zone
	c.EmployeeID, c.SupervisorID = b.EmployeeID.OrZero(&faults, "employee_id"), b.SupervisorID.OrZero(&faults, "supervisor_id")
	c.BankCodeID = b.BankCodeID.Ptr(&faults, "bank_code_id")
	c.Start, c.End = httpx.InstantPtr(&faults, "start_time", b.Start, zone), httpx.InstantPtr(&faults, "end_time", b.End, zone)
	if c.ByRule = b.Breaks.Null; !c.ByRule {
		c.Breaks = b.Breaks.Ptr(&faults, "breaks")
	}
	c.Note = b.Note.Ptr(&faults, "note")
	return c, faults
}

type api struct{ s *Service }

type listInput struct {
	httpx.OptionalPage
	timesheets.DayRange
	EmployeeID   int64 `query:"employee_id" minimum:"1" doc:"Only the shifts of this employee" example:"7"`
	SupervisorID int64 `query:"supervisor_id" minimum:"1" doc:"Only the shifts of those who report to this supervisor, and those open to them" example:"3"`
}

func (in *listInput) filter(ctx context.Context) (f Filter, err error) {
	if f.Since, err = in.Since(ctx); err != nil {
		return f, err
	}
	var faults errs.Fields
	f.From, f.To = in.DayRange.Parse(&faults)
	f.After, f.Rows, f.EmployeeID, f.SupervisorID = in.After, in.LimitPlusOne(), in.EmployeeID, in.SupervisorID
	return f, faults.Err()
}

func (a api) list(ctx context.Context, in *listInput, each func(shiftJSON) error) error {
	f, err := in.filter(ctx)
	if err != nil {
		return err
	}
	return a.s.Each(ctx, auth.From(ctx), f, func(s Shift) error { return each(toJSON(s)) })
}

func (a api) get(ctx context.Context, in *httpx.ByID) (*httpx.Response[shiftJSON], error) {
	s, err := a.s.Get(ctx, auth.From(ctx), in.ID)
	return httpx.Respond(toJSON(s)), err
}

func (a api) create(ctx context.Context, in *httpx.BodyInput[createBody, Plan]) (*httpx.Response[shiftJSON], error) {
	s, err := a.s.Create(ctx, auth.From(ctx), in.Body.Value())
	return httpx.Respond(toJSON(s)), err
}

func (a api) update(ctx context.Context, in *httpx.UpdateInput[updateBody, Changes]) (*httpx.Response[shiftJSON], error) {
	s, err := a.s.Update(ctx, auth.From(ctx), in.ID, in.ExpectedVersion(), in.Body.Value())
	return httpx.Respond(toJSON(s)), err
}

func (a api) delete(ctx context.Context, in *httpx.IfMatchInput) (*httpx.NoContent, error) {
	return nil, a.s.Delete(ctx, auth.From(ctx), in.ID, in.ExpectedVersion())
}

// publishBody says what is published.
type publishBody struct {
	SupervisorID httpx.Opt[int64]  `json:"supervisor_id,omitzero" minimum:"1" doc:"Whose crew; null or without it, for payroll: those without a supervisor" example:"3"`
	From         httpx.Opt[string] `json:"from" nullable:"false" doc:"The first day" example:"2026-11-29"`
	To           httpx.Opt[string] `json:"to" nullable:"false" doc:"The last day, at most 27 days later" example:"2026-12-12"`
}

type publication struct {
	crew crews.Crew
	days Range
}

// Parse reads the days.
func (b publishBody) Parse(context.Context) (p publication, faults errs.Fields) {
	p.crew = crews.Unsupervised
	if v := b.SupervisorID.OrZero(&faults, "supervisor_id"); v != nil && *v != 0 {
		p.crew = crews.Of(*v)
	}
	day := func(field string, o httpx.Opt[string]) (d db.Day) {
		if v := o.Ptr(&faults, field); v != nil {
			d = httpx.ReadDay(&faults, field, *v)
		}
		return d
	}
	p.days = Range{day("from", b.From), day("to", b.To)}
	return p, faults
}

// publishedCounts is what a publication has changed.
type publishedCounts struct {
	Body struct {
		Added     int `json:"added" doc:"Shifts that were not published before" example:"2"`
		Changed   int `json:"changed" doc:"Shifts at other times, or of other employees, than before" example:"1"`
		Cancelled int `json:"cancelled" doc:"Shifts that do not take place" example:"1"`
		Employees int `json:"employees" doc:"For whom something has changed; they are notified" example:"3"`
	}
}

func (a api) publish(ctx context.Context, in *httpx.BodyInput[publishBody, publication]) (*publishedCounts, error) {
	v := in.Body.Value()
	done, err := a.s.Publish(ctx, auth.From(ctx), v.crew, v.days)
	out := &publishedCounts{}
	out.Body.Added, out.Body.Changed, out.Body.Cancelled, out.Body.Employees = done.Added, done.Changed, done.Cancelled, done.Employees
	return out, err
}

func (a api) listPublished(ctx context.Context, in *listInput, each func(shiftJSON) error) error {
	f, err := in.filter(ctx)
	if err != nil {
		return err
	}
	return a.s.EachPublished(ctx, auth.From(ctx), f, func(s PublishedShift) error { return each(publishedToJSON(s)) })
}

func (a api) getPublished(ctx context.Context, in *httpx.ByID) (*httpx.Response[shiftJSON], error) {
	s, err := a.s.GetPublished(ctx, auth.From(ctx), in.ID)
	return httpx.Respond(publishedToJSON(s)), err
}

func (a api) take(ctx context.Context, in *httpx.ByID) (*httpx.Response[shiftJSON], error) {
	by := auth.From(ctx)
	s, err := a.s.Take(ctx, by, in.ID)
	if err != nil {
		return nil, err
	}
	v, err := a.s.GetPublished(ctx, by, s.ID)
	return httpx.Respond(publishedToJSON(v)), err
}
