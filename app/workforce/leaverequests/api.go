package leaverequests

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/platform/archival"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/db"
)

// leaveRequestJSON is a leave request in the JSON API.
type leaveRequestJSON struct {
	ID             int64  `json:"id" readOnly:"true" doc:"The record's id" example:"12"`
	EmployeeID     int64  `json:"employee_id" doc:"The employee's id" example:"7"`
	BankCodeID     int64  `json:"bank_code_id" doc:"The bank code's id" example:"2"`
	LeaveType      string `json:"leave_type" enum:"Sick,Vacation,Unpaid,Bereavement,Parental,Legal" doc:"The type of leave" example:"Vacation"`
	Start          string `json:"start_date_time" format:"date-time" doc:"When it begins" example:"2026-12-21T13:00:00Z"`
	End            string `json:"end_date_time" format:"date-time" doc:"When it ends" example:"2026-12-24T21:00:00Z"`
	Comment        string `json:"comment" doc:"What the person says about it" example:""`
	ApprovalStatus string `json:"approval_status" enum:"True,False,Pending,Denied,Cancelled,Escalated" doc:"How far the request is: Pending and Escalated wait, True is approved" example:"Pending"`

	version int64
}

// Tag returns the record's id and version, from which its ETag is made.
func (f leaveRequestJSON) Tag() (id, version int64) { return f.ID, f.version }

func toJSON(r LeaveRequest) leaveRequestJSON {
	return leaveRequestJSON{
		ID: r.ID, EmployeeID: r.EmployeeID, BankCodeID: r.BankCodeID, LeaveType: r.LeaveType, Start: r.Start.String(),
		End: r.End.String(), Comment: r.Comment, ApprovalStatus: r.ApprovalStatus, version: r.Version,
	}
}

// createBody is the body of POST. The times are validated by Parse, not by the schema (C5).
type createBody struct {
	EmployeeID     int64  `json:"employee_id" minimum:"1" doc:"The employee's id" example:"7"`
	BankCodeID     int64  `json:"bank_code_id" minimum:"1" doc:"Of categorie leave" example:"2"`
	LeaveType      string `json:"leave_type" enum:"Sick,Vacation,Unpaid,Bereavement,Parental,Legal" doc:"The type of leave" example:"Vacation"`
	Start          string `json:"start_date_time" doc:"RFC 3339; without an offset in the company's time zone" example:"2026-12-21T08:00:00-05:00"`
	End            string `json:"end_date_time" doc:"RFC 3339; without an offset in the company's time zone" example:"2026-12-24T16:00:00-05:00"`
	Comment        string `json:"comment" doc:"What the person says about it" example:""`
	ApprovalStatus string `json:"approval_status" enum:"True,False,Pending,Denied,Cancelled,Escalated" doc:"Pending unless from who may approve the employee's leave" example:"Pending"`
}

// Parse parses the times and validates the request.
func (b createBody) Parse(ctx context.Context) (New, errs.Fields) {
	var faults errs.Fields
	zone := httpx.InfoOf(ctx).Zone
	n := New{EmployeeID: b.EmployeeID, BankCodeID: b.BankCodeID, LeaveType: b.LeaveType, Comment: b.Comment, ApprovalStatus: b.ApprovalStatus,
		Start: httpx.ReadInstant(&faults, "start_date_time", b.Start, zone), End: httpx.ReadInstant(&faults, "end_date_time", b.End, zone)}
	return n, append(faults, n.Validate()...)
}

// updateBody is the body of PATCH: any of the fields.
type updateBody struct {
	EmployeeID     httpx.Opt[int64]  `json:"employee_id,omitzero" doc:"The employee's id" example:"7"`
	BankCodeID     httpx.Opt[int64]  `json:"bank_code_id,omitzero" doc:"The bank code's id" example:"2"`
	LeaveType      httpx.Opt[string] `json:"leave_type,omitzero" doc:"The type of leave" example:"Vacation"`
	Start          httpx.Opt[string] `json:"start_date_time,omitzero" doc:"When it begins" example:"2026-12-21T08:00:00-05:00"`
	End            httpx.Opt[string] `json:"end_date_time,omitzero" doc:"When it ends" example:"2026-12-24T16:00:00-05:00"`
	Comment        httpx.Opt[string] `json:"comment,omitzero" doc:"What the person says about it" example:""`
	ApprovalStatus httpx.Opt[string] `json:"approval_status,omitzero" doc:"The owner may only cancel, or ask again" example:"Pending"`
}

// Example changes only one field.
func (updateBody) Example() any {
	return map[string]any{"comment": "Noël"}
}

// Parse parses the times in the request. null is an error in every field.
func (b updateBody) Parse(ctx context.Context) (c Changes, faults errs.Fields) {
	zone := httpx.InfoOf(ctx).Zone
	instant := func(field string, o httpx.Opt[string]) *db.Instant {
		v := o.Ptr(&faults, field)
		if v == nil {
			return nil
		}
		return new(httpx.ReadInstant(&faults, field, *v, zone))
	}
	c = Changes{
		EmployeeID: b.EmployeeID.Ptr(&faults, "employee_id"), BankCodeID: b.BankCodeID.Ptr(&faults, "bank_code_id"),
		LeaveType: b.LeaveType.Ptr(&faults, "leave_type"), Start: instant("start_date_time", b.Start), End: instant("end_date_time", b.End),
		Comment: b.Comment.Ptr(&faults, "comment"), ApprovalStatus: b.ApprovalStatus.Ptr(&faults, "approval_status"),
	}
	return c, faults
}

// decisionBody is the body of a decision; without a body the request is approved (W7).
type decisionBody struct {
	ApprovalStatus httpx.Opt[string] `json:"approval_status,omitzero" doc:"True when absent" example:"Pending"`
	Comment        httpx.Opt[string] `json:"comment,omitzero" doc:"What the person says about it" example:""`
}

// Parse returns the decision; an empty body approves.
func (b decisionBody) Parse(context.Context) (d Decision, faults errs.Fields) {
	d.Status = Approved
	if v := b.ApprovalStatus.Ptr(&faults, "approval_status"); v != nil {
		d.Status = *v
		checkStatus(&faults, d.Status)
	}
	if d.Comment = b.Comment.Ptr(&faults, "comment"); d.Comment != nil {
		checkComment(&faults, *d.Comment)
	}
	return d, faults
}

// ToArchivedJSON returns an archived leave request for the JSON API.
func ToArchivedJSON(v LeaveRequest, in archival.State) httpx.Archived[leaveRequestJSON] {
	return httpx.ToArchived(toJSON(v), in)
}

type api struct{ s *Service }

type listInput struct {
	httpx.OptionalPage
	EmployeeID     int64  `query:"employee_id" minimum:"1" doc:"The employee's id" example:"7"`
	BankCodeID     int64  `query:"bank_code_id" minimum:"1" doc:"The bank code's id" example:"2"`
	ApprovalStatus string `query:"approval_status" enum:"True,False,Pending,Denied,Cancelled,Escalated" doc:"How far the request is: Pending and Escalated wait, True is approved" example:"Pending"`
	LeaveType      string `query:"leave_type" enum:"Sick,Vacation,Unpaid,Bereavement,Parental,Legal" doc:"The type of leave" example:"Vacation"`
	From           string `query:"from" doc:"Only leave that reaches into this day or a later one" example:"2026-11-15"`
	To             string `query:"to" doc:"Only leave that reaches into this day or an earlier one" example:"2026-11-28"`
}

func (in *listInput) filter(ctx context.Context) (Filter, error) {
	since, err := in.Since(ctx)
	if err != nil {
		return Filter{}, err
	}
	f := Filter{After: in.After, Since: since, Rows: in.LimitPlusOne(), EmployeeID: in.EmployeeID, BankCodeID: in.BankCodeID,
		ApprovalStatus: in.ApprovalStatus, LeaveType: in.LeaveType}
	var faults errs.Fields
	zone := httpx.InfoOf(ctx).Zone
	if in.From != "" {
		f.From = db.InstantOf(httpx.ReadDay(&faults, "from", in.From).In(zone))
	}
	if in.To != "" {
		f.To = db.InstantOf(httpx.ReadDay(&faults, "to", in.To).Add(1).In(zone))
	}
	return f, faults.Err()
}

func (a api) list(ctx context.Context, in *listInput, each func(leaveRequestJSON) error) error {
	f, err := in.filter(ctx)
	if err != nil {
		return err
	}
	return a.s.Each(ctx, auth.From(ctx), f, func(r LeaveRequest) error { return each(toJSON(r)) })
}

func (a api) get(ctx context.Context, in *httpx.ByID) (*httpx.Response[leaveRequestJSON], error) {
	r, err := a.s.Get(ctx, auth.From(ctx), in.ID)
	return httpx.Respond(toJSON(r)), err
}

func (a api) create(ctx context.Context, in *httpx.BodyInput[createBody, New]) (*httpx.Response[leaveRequestJSON], error) {
	r, err := a.s.Create(ctx, auth.From(ctx), in.Body.Value())
	return httpx.Respond(toJSON(r)), err
}

func (a api) update(ctx context.Context, in *httpx.UpdateInput[updateBody, Changes]) (*httpx.Response[leaveRequestJSON], error) {
	r, err := a.s.Update(ctx, auth.From(ctx), in.ID, in.ExpectedVersion(), in.Body.Value())
	return httpx.Respond(toJSON(r)), err
}

func (a api) delete(ctx context.Context, in *httpx.IfMatchInput) (*httpx.Response[leaveRequestJSON], error) {
	r, err := a.s.Delete(ctx, auth.From(ctx), in.ID, in.ExpectedVersion())
	return httpx.Respond(toJSON(r)), err
}

func (a api) restore(ctx context.Context, in *httpx.IfMatchInput) (*httpx.Response[leaveRequestJSON], error) {
	r, err := a.s.Restore(ctx, auth.From(ctx), in.ID, in.ExpectedVersion())
	return httpx.Respond(toJSON(r)), err
}

type approvalInput struct {
	httpx.IfMatchInput
	Body *httpx.Body[decisionBody, Decision]
}

func (a api) approve(ctx context.Context, in *approvalInput) (*httpx.Response[leaveRequestJSON], error) {
	r, err := a.s.Decide(ctx, auth.From(ctx), in.ID, in.ExpectedVersion(), in.Body.ValueOr(Decision{Status: Approved}))
	return httpx.Respond(toJSON(r)), err
}
