package timesheets

import (
	"context"
	"strings"

	"presence/app/accounts/auth"
	"presence/app/platform/archival"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/db"
)

// timesheetJSON is a timesheet in the JSON API.
type timesheetJSON struct {
	ID         int64   `json:"id" readOnly:"true" doc:"The record's id" example:"12"`
	EmployeeID int64   `json:"employee_id" doc:"The employee's id" example:"7"`
	Approved   bool    `json:"is_approved" doc:"Approved, or not" example:"false"`
	Submitted  *string `json:"submitted_at" readOnly:"true" nullable:"true" format:"date-time" doc:"When the owner submitted the timesheet; null if it is not submitted"`
	Comment    string  `json:"supervisor_comment" readOnly:"true" doc:"What the approver said" example:""`

	version int64
}

// Tag returns the record's id and version, from which its ETag is made.
func (f timesheetJSON) Tag() (id, version int64) { return f.ID, f.version }

func toJSON(t Timesheet) timesheetJSON {
	f := timesheetJSON{
		ID: t.ID, EmployeeID: t.EmployeeID, Approved: t.Approved, Comment: t.Comment, version: t.Version,
	}
	if t.SubmittedAt != 0 {
		f.Submitted = new(t.SubmittedAt.String())
	}
	return f
}

// createBody is the body of POST.
type createBody struct {
	EmployeeID int64 `json:"employee_id" minimum:"1" doc:"The employee's id" example:"7"`
	Approved   bool  `json:"is_approved" doc:"true only from who may approve the employee's time" example:"false"`
}

// Parse returns the new timesheet; the schema finds every error.
func (b createBody) Parse(context.Context) (New, errs.Fields) {
	return New(b), nil
}

// updateBody is the body of PATCH: any of the fields.
type updateBody struct {
	EmployeeID httpx.Opt[int64] `json:"employee_id,omitzero" doc:"The employee's id" example:"7"`
	Approved   httpx.Opt[bool]  `json:"is_approved,omitzero" doc:"Approved, or not" example:"false"`
}

// Example changes only one field.
func (updateBody) Example() any {
	return map[string]any{"is_approved": true}
}

// Parse returns the fields in the request. null is an error in both.
func (b updateBody) Parse(context.Context) (Changes, errs.Fields) {
	var faults errs.Fields
	c := Changes{b.EmployeeID.Ptr(&faults, "employee_id"), b.Approved.Ptr(&faults, "is_approved")}
	if c.EmployeeID != nil && *c.EmployeeID < 1 {
		faults.Add("employee_id", "out_of_range", "Expected a number of at least 1.")
	}
	return c, faults
}

// DecisionBody is the body of the approval of a sheet, a shift or an expense (W7); without a body it approves.
type DecisionBody struct {
	Approved httpx.Opt[bool]   `json:"is_approved,omitzero" doc:"false withdraws the approval; true when absent" example:"true"`
	Comment  httpx.Opt[string] `json:"supervisor_comment,omitzero" doc:"What the supervisor says about it" example:"Merci"`
}

// Approve is the decision for a request without a body.
var Approve = Decision{Approved: true}

// Parse returns the decision; Approve for an empty body.
func (b DecisionBody) Parse(context.Context) (d Decision, faults errs.Fields) {
	d = Approve
	if v := b.Approved.Ptr(&faults, "is_approved"); v != nil {
		d.Approved = *v
	}
	if d.Comment = b.Comment.Ptr(&faults, "supervisor_comment"); d.Comment != nil {
		ValidateComment(&faults, *d.Comment)
	}
	return d, faults
}

// ToArchivedJSON returns an archived timesheet for the JSON API.
func ToArchivedJSON(v Timesheet, in archival.State) httpx.Archived[timesheetJSON] {
	return httpx.ToArchived(toJSON(v), in)
}

type api struct{ s *Service }

// DayRange are the query parameters of a filter by day.
type DayRange struct {
	From string `query:"from" doc:"Only what is dated on or after this day" example:"2026-11-15"`
	To   string `query:"to" doc:"Only what is dated on or before this day" example:"2026-11-28"`
}

// Parse returns the days, zero for an open end, and adds an error for an invalid one.
func (d DayRange) Parse(faults *errs.Fields) (from, to db.Day) {
	if d.From != "" {
		from = httpx.ReadDay(faults, "from", d.From)
	}
	if d.To != "" {
		to = httpx.ReadDay(faults, "to", d.To)
	}
	return from, to
}

type listInput struct {
	httpx.OptionalPage
	DayRange
	EmployeeID int64  `query:"employee_id" minimum:"1" doc:"The employee's id" example:"7"`
	Approved   string `query:"is_approved" enum:"true,false" doc:"Approved, or not" example:"false"`
}

func (a api) list(ctx context.Context, in *listInput, each func(timesheetJSON) error) error {
	since, err := in.Since(ctx)
	if err != nil {
		return err
	}
	var faults errs.Fields
	f := Filter{After: in.After, Since: since, Rows: in.LimitPlusOne(), EmployeeID: in.EmployeeID, Approved: parseFlag(in.Approved)}
	f.From, f.To = in.DayRange.Parse(&faults)
	if err := faults.Err(); err != nil {
		return err
	}
	return a.s.Each(ctx, auth.From(ctx), f, func(t Timesheet) error { return each(toJSON(t)) })
}

// parseFlag parses a filter that is "true", "false" or absent (nil).
func parseFlag(s string) *bool {
	if s == "" {
		return nil
	}
	return new(s == "true")
}

func (a api) get(ctx context.Context, in *httpx.ByID) (*httpx.Response[timesheetJSON], error) {
	t, err := a.s.Get(ctx, auth.From(ctx), in.ID)
	return httpx.Respond(toJSON(t)), err
}

func (a api) create(ctx context.Context, in *httpx.BodyInput[createBody, New]) (*httpx.Response[timesheetJSON], error) {
	t, err := a.s.Create(ctx, auth.From(ctx), in.Body.Value())
	return httpx.Respond(toJSON(t)), err
}

func (a api) update(ctx context.Context, in *httpx.UpdateInput[updateBody, Changes]) (*httpx.Response[timesheetJSON], error) {
	t, err := a.s.Update(ctx, auth.From(ctx), in.ID, in.ExpectedVersion(), in.Body.Value())
	return httpx.Respond(toJSON(t)), err
}

func (a api) delete(ctx context.Context, in *httpx.IfMatchInput) (*httpx.Response[timesheetJSON], error) {
	t, err := a.s.Delete(ctx, auth.From(ctx), in.ID, in.ExpectedVersion())
	return httpx.Respond(toJSON(t)), err
}

func (a api) restore(ctx context.Context, in *httpx.IfMatchInput) (*httpx.Response[timesheetJSON], error) {
	t, err := a.s.Restore(ctx, auth.From(ctx), in.ID, in.ExpectedVersion())
	return httpx.Respond(toJSON(t)), err
}

func (a api) submit(ctx context.Context, in *httpx.IfMatchInput) (*httpx.Response[timesheetJSON], error) {
	t, err := a.s.Submit(ctx, auth.From(ctx), in.ID, in.ExpectedVersion())
	return httpx.Respond(toJSON(t)), err
}

func (a api) withdraw(ctx context.Context, in *httpx.IfMatchInput) (*httpx.Response[timesheetJSON], error) {
	t, err := a.s.Withdraw(ctx, auth.From(ctx), in.ID, in.ExpectedVersion())
	return httpx.Respond(toJSON(t)), err
}

// DecisionInput is the input of the approval of a sheet, a shift or an expense.
type DecisionInput struct {
	httpx.IfMatchInput
	Body *httpx.Body[DecisionBody, Decision]
}

func (a api) approve(ctx context.Context, in *DecisionInput) (*httpx.Response[timesheetJSON], error) {
	t, err := a.s.Approve(ctx, auth.From(ctx), in.ID, in.ExpectedVersion(), in.Body.ValueOr(Approve))
	return httpx.Respond(toJSON(t)), err
}

// returnBody is the body of POST …/return.
type returnBody struct {
	Comment httpx.Opt[string] `json:"supervisor_comment" nullable:"false" doc:"Why, so that the owner knows what to do" example:"Il manque le vendredi"`
}

// Parse validates the comment; Timesheet.Return refuses an empty one.
func (b returnBody) Parse(context.Context) (comment string, faults errs.Fields) {
	b.Comment.Ptr(&faults, "supervisor_comment")
	comment = strings.TrimSpace(b.Comment.Value)
	ValidateComment(&faults, comment)
	return comment, faults
}

// sendBack returns a timesheet to its owner.
func (a api) sendBack(ctx context.Context, in *httpx.UpdateInput[returnBody, string]) (*httpx.Response[timesheetJSON], error) {
	t, err := a.s.Return(ctx, auth.From(ctx), in.ID, in.ExpectedVersion(), in.Body.Value())
	return httpx.Respond(toJSON(t)), err
}
