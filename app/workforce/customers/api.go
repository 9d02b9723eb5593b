package customers

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/workforce/employees"
)

// customerJSON is a customer in the JSON API.
type customerJSON struct {
	ID          int64   `json:"id" readOnly:"true"`
	UserID      string  `json:"user_id" doc:"UUID of the linked person"`
	FirstName   string  `json:"first_name"`
	LastName    string  `json:"last_name"`
	Email       string  `json:"email"`
	PhoneNumber int64   `json:"phone_number"`
	Residence   *string `json:"residence"`
	InvoiceID   *int64  `json:"invoice_id"`

	version int64
}

// Tag is the record's id and version, for its ETag.
func (f customerJSON) Tag() (id, version int64) { return f.ID, f.version }

func toJSON(c Customer) customerJSON {
	return customerJSON{
		ID: c.ID, UserID: c.UserID, FirstName: c.FirstName, LastName: c.LastName, Email: c.Email, PhoneNumber: c.PhoneNumber,
		Residence: orNil(c.Residence), InvoiceID: orNil(c.InvoiceID), version: c.Version,
	}
}

func orNil[T comparable](v T) *T {
	var zero T
	if v == zero {
		return nil
	}
	return &v
}

// createBody is what POST takes.
type createBody struct {
	UserID      httpx.Opt[string] `json:"user_id" nullable:"false" doc:"UUID of a person; an unknown one makes a person without a password"`
	FirstName   httpx.Opt[string] `json:"first_name" nullable:"false"`
	LastName    httpx.Opt[string] `json:"last_name" nullable:"false"`
	Email       httpx.Opt[string] `json:"email" nullable:"false"`
	PhoneNumber httpx.Opt[int64]  `json:"phone_number" nullable:"false" doc:"10 digits, or 11 with the country code 1"`
	Residence   httpx.Opt[string] `json:"residence,omitzero"`
	InvoiceID   httpx.Opt[int64]  `json:"invoice_id,omitzero" minimum:"1"`
}

// Parse validates the fields of a new customer.
func (b createBody) Parse(ctx context.Context) (New, errs.Fields) {
	c, faults := updateBody(b).Parse(ctx)
	return Customer{}.withChanges(c), faults
}

// updateBody is what PATCH takes: any of the fields.
type updateBody struct {
	UserID      httpx.Opt[string] `json:"user_id,omitzero" nullable:"false" doc:"UUID of a person; an unknown one makes a person without a password"`
	FirstName   httpx.Opt[string] `json:"first_name,omitzero" nullable:"false"`
	LastName    httpx.Opt[string] `json:"last_name,omitzero" nullable:"false"`
	Email       httpx.Opt[string] `json:"email,omitzero" nullable:"false"`
	PhoneNumber httpx.Opt[int64]  `json:"phone_number,omitzero" nullable:"false" doc:"10 digits, or 11 with the country code 1"`
	Residence   httpx.Opt[string] `json:"residence,omitzero"`
	InvoiceID   httpx.Opt[int64]  `json:"invoice_id,omitzero" minimum:"1"`
}

// Parse validates the fields that are sent.
func (b updateBody) Parse(context.Context) (Changes, errs.Fields) {
	var faults errs.Fields
	c := Changes{
		UserID: b.UserID.Ptr(&faults, "user_id"), FirstName: b.FirstName.Ptr(&faults, "first_name"),
		LastName: b.LastName.Ptr(&faults, "last_name"),
		Email:    b.Email.Ptr(&faults, "email"), PhoneNumber: b.PhoneNumber.Ptr(&faults, "phone_number"),
		Residence: b.Residence.OrZero(&faults, "residence"), InvoiceID: b.InvoiceID.OrZero(&faults, "invoice_id"),
	}
	return c, append(faults, c.Validate()...)
}

type api struct{ s *Service }

type listInput struct {
	httpx.Paging
	UserID    string `query:"user_id" doc:"Only the record of this person"`
	InvoiceID int64  `query:"invoice_id" minimum:"1"`
	Email     string `query:"email"`
}

// filter reads the query; a user_id or an email that is none is a fault, not an empty list.
func (in *listInput) filter(ctx context.Context) (Filter, error) {
	since, err := in.Since(ctx)
	if err != nil {
		return Filter{}, err
	}
	f := Filter{in.After, since, in.LimitPlusOne(), in.UserID, in.InvoiceID, in.Email}
	var faults errs.Fields
	if f.UserID != "" {
		employees.CleanUserID(&faults, &f.UserID)
	}
	if f.Email != "" {
		employees.CleanEmail(&faults, &f.Email)
	}
	return f, faults.Err()
}

func (a api) list(ctx context.Context, in *listInput, each func(customerJSON) error) error {
	f, err := in.filter(ctx)
	if err != nil {
		return err
	}
	return a.s.Each(ctx, f, func(c Customer) error { return each(toJSON(c)) })
}

func (a api) get(ctx context.Context, in *httpx.ByID) (*httpx.Response[customerJSON], error) {
	c, err := a.s.Get(ctx, in.ID)
	return httpx.Respond(toJSON(c)), err
}

type createInput struct {
	Body httpx.Body[createBody, New]
}

func (a api) create(ctx context.Context, in *createInput) (*httpx.Response[customerJSON], error) {
	c, err := a.s.Create(ctx, auth.From(ctx), in.Body.Value())
	return httpx.Respond(toJSON(c)), err
}

type updateInput struct {
	httpx.IfMatchInput
	Body httpx.Body[updateBody, Changes]
}

func (a api) update(ctx context.Context, in *updateInput) (*httpx.Response[customerJSON], error) {
	c, err := a.s.Update(ctx, auth.From(ctx), in.ID, in.ExpectedVersion(), in.Body.Value())
	return httpx.Respond(toJSON(c)), err
}

func (a api) delete(ctx context.Context, in *httpx.IfMatchInput) (*httpx.Response[customerJSON], error) {
	c, err := a.s.Delete(ctx, auth.From(ctx), in.ID, in.ExpectedVersion())
	return httpx.Respond(toJSON(c)), err
}
