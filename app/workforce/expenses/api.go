package expenses

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/platform/archival"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/workforce/activities"
	"presence/app/workforce/timesheets"
)

// expenseJSON is an expense in the JSON API.
type expenseJSON struct {
	ID          int64   `json:"id" readOnly:"true" doc:"The record's id" example:"12"`
	TimesheetID int64   `json:"timesheet_id" doc:"The timesheet's id" example:"31"`
	BankCodeID  int64   `json:"bank_code_id" doc:"The bank code's id" example:"2"`
	Date        string  `json:"date" format:"date-time" doc:"The day the expense was made" example:"2026-11-20T00:00:00Z"`
	Amount      float64 `json:"amount" doc:"In dollars" example:"42.5"`
	GST         float64 `json:"gst,omitzero" doc:"Goods and services tax in the amount, in dollars; left out for none" example:"1.85"`
	QST         float64 `json:"qst,omitzero" doc:"Québec sales tax in the amount, in dollars; left out for none" example:"3.69"`
	Description string  `json:"description" doc:"What it was spent on" example:"Stationnement"`
	CustomerID  *int64  `json:"customer_id,omitempty" doc:"For whom: the payroll customer's id; left out for none" example:"4"`
	ActivityID  *int64  `json:"activity_id,omitempty" doc:"For what: the activity's id; left out for none" example:"3"`
	Approved    bool    `json:"is_approved" doc:"By itself or with its timesheet" example:"false"`
	Comment     string  `json:"supervisor_comment" doc:"What the supervisor says about it" example:""`
	Receipts    int64   `json:"receipts" readOnly:"true" doc:"How many receipts it has" example:"1"`

	version int64
}

// Tag returns the id and the version for the ETag.
func (f expenseJSON) Tag() (id, version int64) { return f.ID, f.version }

func toJSON(e Expense) expenseJSON {
	return expenseJSON{
		ID: e.ID, TimesheetID: e.TimesheetID, BankCodeID: e.BankCodeID, Date: httpx.DayOut(e.Day), Amount: float64(e.Amount) / 100,
		GST: float64(e.Taxes.GST) / 100, QST: float64(e.Taxes.QST) / 100,
		Description: e.Description, CustomerID: httpx.NilIfZero(e.Job.CustomerID), ActivityID: httpx.NilIfZero(e.Job.ActivityID),
		Approved: e.IsApproved(), Comment: e.Comment, Receipts: e.Receipts, version: e.Version,
	}
}

// createBody is the body of POST. Parse reads the day, not the schema (C5).
type createBody struct {
	TimesheetID int64            `json:"timesheet_id" minimum:"1" doc:"The timesheet's id" example:"31"`
	BankCodeID  int64            `json:"bank_code_id" minimum:"1" doc:"The bank code's id" example:"2"`
	Date        string           `json:"date" doc:"A day, or a date-time whose day as written counts" example:"2026-11-20"`
	Amount      float64          `json:"amount" doc:"In dollars, above 0 and at most 1 000 000" example:"42.5"`
	GST         float64          `json:"gst,omitzero" minimum:"0" doc:"Goods and services tax in the amount, in dollars" example:"1.85"`
	QST         float64          `json:"qst,omitzero" minimum:"0" doc:"Québec sales tax in the amount, in dollars" example:"3.69"`
	Description string           `json:"description" doc:"What it was spent on" example:"Stationnement"`
	CustomerID  httpx.Opt[int64] `json:"customer_id,omitzero" minimum:"1" doc:"For whom: the payroll customer's id; null for none" example:"4"`
	ActivityID  httpx.Opt[int64] `json:"activity_id,omitzero" minimum:"1" doc:"For what: the activity's id; null for none" example:"3"`
	Approved    bool             `json:"is_approved" doc:"true only from who may approve the employee's expenses" example:"false"`
	Comment     string           `json:"supervisor_comment" doc:"Empty unless from who may approve the employee's expenses" example:""`
}

// Parse reads the day, and validates the expense.
func (b createBody) Parse(context.Context) (New, errs.Fields) {
	var faults errs.Fields
	n := New{TimesheetID: b.TimesheetID, BankCodeID: b.BankCodeID, Day: httpx.ReadDay(&faults, "date", b.Date), Amount: Cents(b.Amount),
		Taxes: Taxes{Cents(b.GST), Cents(b.QST)}, Description: b.Description, Job: activities.ReadJob(&faults, b.CustomerID, b.ActivityID),
		Approved: b.Approved, Comment: b.Comment}
	return n, append(faults, n.Validate()...)
}

// updateBody is the body of PATCH: any of the fields.
type updateBody struct {
	TimesheetID httpx.Opt[int64]   `json:"timesheet_id,omitzero" doc:"The timesheet's id" example:"31"`
	BankCodeID  httpx.Opt[int64]   `json:"bank_code_id,omitzero" doc:"The bank code's id" example:"2"`
	Date        httpx.Opt[string]  `json:"date,omitzero" doc:"The day" example:"2026-11-20"`
	Amount      httpx.Opt[float64] `json:"amount,omitzero" doc:"In dollars" example:"42.5"`
	GST         httpx.Opt[float64] `json:"gst,omitzero" doc:"Goods and services tax in the amount, in dollars" example:"1.85"`
	QST         httpx.Opt[float64] `json:"qst,omitzero" doc:"Québec sales tax in the amount, in dollars" example:"3.69"`
	Description httpx.Opt[string]  `json:"description,omitzero" doc:"What it was spent on" example:"Stationnement"`
	CustomerID  httpx.Opt[int64]   `json:"customer_id,omitzero" minimum:"1" doc:"For whom: the payroll customer's id; null for none" example:"4"`
	ActivityID  httpx.Opt[int64]   `json:"activity_id,omitzero" minimum:"1" doc:"For what: the activity's id; null for none" example:"3"`
	Approved    httpx.Opt[bool]    `json:"is_approved,omitzero" doc:"Approved, or not" example:"false"`
	Comment     httpx.Opt[string]  `json:"supervisor_comment,omitzero" doc:"What the supervisor says about it" example:""`
}

// Example returns an example that changes one field only.
func (updateBody) Example() any {
	return map[string]any{"amount": 44}
}

// cents reads dollars that may be sent; nil if they are not.
func cents(faults *errs.Fields, field string, dollars httpx.Opt[float64]) *int64 {
	if v := dollars.Ptr(faults, field); v != nil {
		return new(Cents(*v))
	}
	return nil
}

// Parse reads the day and the amounts if they are sent. null is a fault in every field.
func (b updateBody) Parse(context.Context) (c Changes, faults errs.Fields) {
	c.TimesheetID = b.TimesheetID.Ptr(&faults, "timesheet_id")
	c.BankCodeID = b.BankCodeID.Ptr(&faults, "bank_code_id")
	if v := b.Date.Ptr(&faults, "date"); v != nil {
		c.Day = new(httpx.ReadDay(&faults, "date", *v))
	}
	c.Amount, c.GST, c.QST = cents(&faults, "amount", b.Amount), cents(&faults, "gst", b.GST), cents(&faults, "qst", b.QST)
	c.Description = b.Description.Ptr(&faults, "description")
	c.CustomerID, c.ActivityID = b.CustomerID.OrZero(&faults, "customer_id"), b.ActivityID.OrZero(&faults, "activity_id")
	c.Approved = b.Approved.Ptr(&faults, "is_approved")
	c.Comment = b.Comment.Ptr(&faults, "supervisor_comment")
	return c, faults
}

// ToArchivedJSON returns the JSON of an archived expense.
func ToArchivedJSON(v Expense, in archival.State) httpx.Archived[expenseJSON] {
	return httpx.ToArchived(toJSON(v), in)
}

type api struct{ s *Service }

func (a api) list(ctx context.Context, in *timesheets.LinesInput, each func(expenseJSON) error) error {
	f, err := in.Filter(ctx)
	if err != nil {
		return err
	}
	return a.s.Each(ctx, auth.From(ctx), f, func(e Expense) error { return each(toJSON(e)) })
}

func (a api) get(ctx context.Context, in *httpx.ByID) (*httpx.Response[expenseJSON], error) {
	e, err := a.s.Get(ctx, auth.From(ctx), in.ID)
	return httpx.Respond(toJSON(e)), err
}

func (a api) create(ctx context.Context, in *httpx.BodyInput[createBody, New]) (*httpx.Response[expenseJSON], error) {
	e, err := a.s.Create(ctx, auth.From(ctx), in.Body.Value())
	return httpx.Respond(toJSON(e)), err
}

func (a api) update(ctx context.Context, in *httpx.UpdateInput[updateBody, Changes]) (*httpx.Response[expenseJSON], error) {
	e, err := a.s.Update(ctx, auth.From(ctx), in.ID, in.ExpectedVersion(), in.Body.Value())
	return httpx.Respond(toJSON(e)), err
}

func (a api) delete(ctx context.Context, in *httpx.IfMatchInput) (*httpx.Response[expenseJSON], error) {
	e, err := a.s.Delete(ctx, auth.From(ctx), in.ID, in.ExpectedVersion())
	return httpx.Respond(toJSON(e)), err
}

func (a api) approve(ctx context.Context, in *timesheets.DecisionInput) (*httpx.Response[expenseJSON], error) {
	e, err := a.s.Approve(ctx, auth.From(ctx), in.ID, in.ExpectedVersion(), in.Body.ValueOr(timesheets.Approve))
	return httpx.Respond(toJSON(e)), err
}

func (a api) restore(ctx context.Context, in *httpx.IfMatchInput) (*httpx.Response[expenseJSON], error) {
	e, err := a.s.Restore(ctx, auth.From(ctx), in.ID, in.ExpectedVersion())
	return httpx.Respond(toJSON(e)), err
}
