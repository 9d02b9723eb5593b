package holidaypay

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
)

// payJSON is what is paid for a holiday, in the JSON API.
type payJSON struct {
	ID         int64   `json:"id" readOnly:"true" doc:"The record's id" example:"4"`
	EmployeeID int64   `json:"employee_id" readOnly:"true" doc:"The employee's id" example:"7"`
	Employee   string  `json:"employee_name" readOnly:"true" doc:"Full name" example:"Maude Thériault"`
	Date       string  `json:"date" readOnly:"true" format:"date" doc:"The statutory holiday" example:"2026-12-25"`
	BankCodeID int64   `json:"bank_code_id" readOnly:"true" doc:"The bank code under which it is exported" example:"5"`
	Hours      float64 `json:"hours" readOnly:"true" doc:"The indemnity" example:"7.6"`
	Counted    float64 `json:"counted_hours" readOnly:"true" doc:"The hours of the weeks before, of which it is a part" example:"152"`
	Paid       bool    `json:"paid" doc:"false: payroll does not pay it" example:"true"`

	version int64
}

// Tag returns the record's id and version, from which its ETag is made.
func (p payJSON) Tag() (id, version int64) { return p.ID, p.version }

func toJSON(p Pay) payJSON {
	return payJSON{ID: p.ID, EmployeeID: p.EmployeeID, Employee: p.Employee, Date: p.Day.String(), BankCodeID: p.BankCodeID,
		Hours: httpx.DecimalHours(p.Minutes), Counted: httpx.DecimalHours(p.Counted), Paid: !p.Unpaid, version: p.Version}
}

// updateBody is the body of PATCH.
type updateBody struct {
	Paid httpx.Opt[bool] `json:"paid,omitzero" nullable:"false" doc:"false: payroll does not pay it" example:"false"`
}

// Parse validates the field.
func (b updateBody) Parse(context.Context) (c Changes, faults errs.Fields) {
	c.Paid = b.Paid.OrZero(&faults, "paid")
	return c, faults
}

type api struct{ s *Service }

type listInput struct {
	httpx.OptionalPage
	EmployeeID int64  `query:"employee_id" minimum:"1" doc:"Only those of this employee" example:"7"`
	From       string `query:"from" doc:"Only holidays from this day on" example:"2026-12-01"`
	To         string `query:"to" doc:"Only holidays until this day" example:"2026-12-31"`
}

func (a api) list(ctx context.Context, in *listInput, each func(payJSON) error) error {
	since, err := in.Since(ctx)
	if err != nil {
		return err
	}
	f := Filter{After: in.After, Since: since, Rows: in.LimitPlusOne(), EmployeeID: in.EmployeeID}
	var faults errs.Fields
	if in.From != "" {
		f.From = httpx.ReadDay(&faults, "from", in.From)
	}
	if in.To != "" {
		f.To = httpx.ReadDay(&faults, "to", in.To)
	}
	if err := faults.Err(); err != nil {
		return err
	}
	return a.s.Each(ctx, auth.From(ctx), f, func(p Pay) error { return each(toJSON(p)) })
}

func (a api) get(ctx context.Context, in *httpx.ByID) (*httpx.Response[payJSON], error) {
	p, err := a.s.Get(ctx, auth.From(ctx), in.ID)
	return httpx.Respond(toJSON(p)), err
}

func (a api) update(ctx context.Context, in *httpx.UpdateInput[updateBody, Changes]) (*httpx.Response[payJSON], error) {
	p, err := a.s.Update(ctx, auth.From(ctx), in.ID, in.ExpectedVersion(), in.Body.Value())
	return httpx.Respond(toJSON(p)), err
}
