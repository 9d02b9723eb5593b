package shifts

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/platform/archival"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/workforce/activities"
	"presence/app/workforce/timesheets"
)

// shiftJSON is a shift in the JSON API.
type shiftJSON struct {
	ID          int64  `json:"id" readOnly:"true" doc:"The record's id" example:"12"`
	TimesheetID int64  `json:"timesheet_id" doc:"The timesheet's id" example:"31"`
	BankCodeID  int64  `json:"bank_code_id" doc:"The bank code's id" example:"2"`
	Date        string `json:"date" format:"date-time" doc:"The day the hours belong to" example:"2026-11-20T00:00:00Z"`
	Start       string `json:"start_time" format:"date-time" doc:"When it begins" example:"2026-11-20T13:00:00Z"`
	End         string `json:"end_time" format:"date-time" doc:"When it ends" example:"2026-11-20T21:30:00Z"`
	CustomerID  *int64 `json:"customer_id,omitempty" doc:"For whom: the payroll customer's id; left out for none" example:"4"`
	ActivityID  *int64 `json:"activity_id,omitempty" doc:"For what: the activity's id; left out for none" example:"3"`
	Approved    bool   `json:"is_approved" readOnly:"true" doc:"By itself or with its timesheet" example:"false"`

	version int64
}

// Tag returns the id and the version for the ETag.
func (f shiftJSON) Tag() (id, version int64) { return f.ID, f.version }

func toJSON(s Shift) shiftJSON {
	return shiftJSON{
		ID: s.ID, TimesheetID: s.TimesheetID, BankCodeID: s.BankCodeID, Date: httpx.DayOut(s.Day), Start: s.Start.String(),
		End: s.End.String(), CustomerID: httpx.NilIfZero(s.Job.CustomerID), ActivityID: httpx.NilIfZero(s.Job.ActivityID),
		Approved: s.IsApproved(), version: s.Version,
	}
}

// createBody is the body of POST. Parse reads the day and the times, not the schema (C5).
type createBody struct {
	TimesheetID int64            `json:"timesheet_id" minimum:"1" doc:"The timesheet's id" example:"31"`
	BankCodeID  int64            `json:"bank_code_id" minimum:"1" doc:"The bank code's id" example:"2"`
	Date        string           `json:"date" doc:"A day, or a date-time whose day as written counts" example:"2026-11-20"`
	Start       string           `json:"start_time" doc:"RFC 3339; without an offset in the time zone of the company" example:"2026-11-20T08:00:00-05:00"`
	End         string           `json:"end_time" doc:"RFC 3339; at most 24 hours after start_time" example:"2026-11-20T16:30:00-05:00"`
	CustomerID  httpx.Opt[int64] `json:"customer_id,omitzero" minimum:"1" doc:"For whom: the payroll customer's id; null for none" example:"4"`
	ActivityID  httpx.Opt[int64] `json:"activity_id,omitzero" minimum:"1" doc:"For what: the activity's id; null for none" example:"3"`
}

// Parse reads the day and the times, and validates the shift.
func (b createBody) Parse(ctx context.Context) (New, errs.Fields) {
	var faults errs.Fields
	zone := httpx.InfoOf(ctx).Zone
	n := New{TimesheetID: b.TimesheetID, BankCodeID: b.BankCodeID, Day: httpx.ReadDay(&faults, "date", b.Date),
		Start: httpx.ReadInstant(&faults, "start_time", b.Start, zone), End: httpx.ReadInstant(&faults, "end_time", b.End, zone),
		Job: activities.ReadJob(&faults, b.CustomerID, b.ActivityID)}
	return n, append(faults, n.Validate()...)
}

// updateBody is the body of PATCH: any of the fields.
type updateBody struct {
	TimesheetID httpx.Opt[int64]  `json:"timesheet_id,omitzero" doc:"The timesheet's id" example:"31"`
	BankCodeID  httpx.Opt[int64]  `json:"bank_code_id,omitzero" doc:"The bank code's id" example:"2"`
	Date        httpx.Opt[string] `json:"date,omitzero" doc:"The day" example:"2026-11-20"`
	Start       httpx.Opt[string] `json:"start_time,omitzero" doc:"When it begins" example:"2026-11-20T08:00:00-05:00"`
	End         httpx.Opt[string] `json:"end_time,omitzero" doc:"When it ends" example:"2026-11-20T16:30:00-05:00"`
	CustomerID  httpx.Opt[int64]  `json:"customer_id,omitzero" minimum:"1" doc:"For whom: the payroll customer's id; null for none" example:"4"`
	ActivityID  httpx.Opt[int64]  `json:"activity_id,omitzero" minimum:"1" doc:"For what: the activity's id; null for none" example:"3"`
}

// Example returns an example that changes one field only.
func (updateBody) Example() any {
	return map[string]any{"end_time": "2026-11-20T17:00:00-05:00"}
}

// Parse reads the days and times that are sent. null is a fault in every field.
func (b updateBody) Parse(ctx context.Context) (c Changes, faults errs.Fields) {
	zone := httpx.InfoOf(ctx).Zone
	c.TimesheetID = b.TimesheetID.Ptr(&faults, "timesheet_id")
	c.BankCodeID = b.BankCodeID.Ptr(&faults, "bank_code_id")
	if v := b.Date.Ptr(&faults, "date"); v != nil {
		c.Day = new(httpx.ReadDay(&faults, "date", *v))
	}
	c.CustomerID, c.ActivityID = b.CustomerID.OrZero(&faults, "customer_id"), b.ActivityID.OrZero(&faults, "activity_id")
	c.Start = httpx.InstantPtr(&faults, "start_time", b.Start, zone)
	c.End = httpx.InstantPtr(&faults, "end_time", b.End, zone)
	return c, faults
}

// ToArchivedJSON returns the JSON of an archived shift.
func ToArchivedJSON(v Shift, in archival.State) httpx.Archived[shiftJSON] {
	return httpx.ToArchived(toJSON(v), in)
}

type api struct{ s *Service }

func (a api) list(ctx context.Context, in *timesheets.LinesInput, each func(shiftJSON) error) error {
	f, err := in.Filter(ctx)
	if err != nil {
		return err
	}
	return a.s.Each(ctx, auth.From(ctx), f, func(s Shift) error { return each(toJSON(s)) })
}

func (a api) get(ctx context.Context, in *httpx.ByID) (*httpx.Response[shiftJSON], error) {
	s, err := a.s.Get(ctx, auth.From(ctx), in.ID)
	return httpx.Respond(toJSON(s)), err
}

func (a api) create(ctx context.Context, in *httpx.BodyInput[createBody, New]) (*httpx.Response[shiftJSON], error) {
	s, err := a.s.Create(ctx, auth.From(ctx), in.Body.Value())
	return httpx.Respond(toJSON(s)), err
}

func (a api) update(ctx context.Context, in *httpx.UpdateInput[updateBody, Changes]) (*httpx.Response[shiftJSON], error) {
	s, err := a.s.Update(ctx, auth.From(ctx), in.ID, in.ExpectedVersion(), in.Body.Value())
	return httpx.Respond(toJSON(s)), err
}

func (a api) delete(ctx context.Context, in *httpx.IfMatchInput) (*httpx.Response[shiftJSON], error) {
	s, err := a.s.Delete(ctx, auth.From(ctx), in.ID, in.ExpectedVersion())
	return httpx.Respond(toJSON(s)), err
}

func (a api) approve(ctx context.Context, in *timesheets.DecisionInput) (*httpx.Response[shiftJSON], error) {
	s, err := a.s.Approve(ctx, auth.From(ctx), in.ID, in.ExpectedVersion(), in.Body.ValueOr(timesheets.Approve))
	return httpx.Respond(toJSON(s)), err
}

func (a api) restore(ctx context.Context, in *httpx.IfMatchInput) (*httpx.Response[shiftJSON], error) {
	s, err := a.s.Restore(ctx, auth.From(ctx), in.ID, in.ExpectedVersion())
	return httpx.Respond(toJSON(s)), err
}
