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
	ID          int64   `json:"id" readOnly:"true" doc:"The record's id" example:"12"`
	UserID      string  `json:"user_id" doc:"UUID of the linked person" example:"3f6c1a52-8d0e-4b7a-9c51-2f8e6d4b0a97"`
	FirstName   string  `json:"first_name" doc:"First name" example:"Maude"`
	LastName    string  `json:"last_name" doc:"Last name" example:"Thériault"`
	Email       string  `json:"email" doc:"Email address" example:"maude.theriault@example.com"`
	PhoneNumber int64   `json:"phone_number" doc:"10 digits, or 11 with the country code 1" example:"5145550142"`
	Residence   *string `json:"residence" doc:"Where the person lives" example:"Saint-Jérôme"`
	InvoiceID   *int64  `json:"invoice_id" doc:"The id of an invoice" example:"4411"`

	version int64
}

// Tag returns the record's id and version, from which its ETag is made.
func (f customerJSON) Tag() (id, version int64) { return f.ID, f.version }

func toJSON(c Customer) customerJSON {
	return customerJSON{
		ID: c.ID, UserID: c.UserID, FirstName: c.FirstName, LastName: c.LastName, Email: c.Email, PhoneNumber: c.PhoneNumber,
		Residence: httpx.NilIfZero(c.Residence), InvoiceID: httpx.NilIfZero(c.InvoiceID), version: c.Version,
	}
}

// createBody is the body of POST.
type createBody struct {
	UserID      httpx.Opt[string] `json:"user_id" nullable:"false" doc:"UUID of a person; an unknown one makes a person without a password" example:"3f6c1a52-8d0e-4b7a-9c51-2f8e6d4b0a97"`
	FirstName   httpx.Opt[string] `json:"first_name" nullable:"false" doc:"First name" example:"Maude"`
	LastName    httpx.Opt[string] `json:"last_name" nullable:"false" doc:"Last name" example:"Thériault"`
	Email       httpx.Opt[string] `json:"email" nullable:"false" doc:"Email address" example:"maude.theriault@example.com"`
	PhoneNumber httpx.Opt[int64]  `json:"phone_number" nullable:"false" doc:"10 digits, or 11 with the country code 1" example:"5145550142"`
	Residence   httpx.Opt[string] `json:"residence,omitzero" doc:"Where the person lives" example:"Saint-Jérôme"`
	InvoiceID   httpx.Opt[int64]  `json:"invoice_id,omitzero" minimum:"1" doc:"The id of an invoice" example:"4411"`
}

// Parse validates the fields of a new customer.
func (b createBody) Parse(ctx context.Context) (New, errs.Fields) {
	c, faults := updateBody(b).Parse(ctx)
	return Customer{}.withChanges(c), faults
}

// updateBody is the body of PATCH: any of the fields.
type updateBody struct {
	UserID      httpx.Opt[string] `json:"user_id,omitzero" nullable:"false" doc:"UUID of a person; an unknown one makes a person without a password" example:"3f6c1a52-8d0e-4b7a-9c51-2f8e6d4b0a97"`
	FirstName   httpx.Opt[string] `json:"first_name,omitzero" nullable:"false" doc:"First name" example:"Maude"`
	LastName    httpx.Opt[string] `json:"last_name,omitzero" nullable:"false" doc:"Last name" example:"Thériault"`
	Email       httpx.Opt[string] `json:"email,omitzero" nullable:"false" doc:"Email address" example:"maude.theriault@example.com"`
	PhoneNumber httpx.Opt[int64]  `json:"phone_number,omitzero" nullable:"false" doc:"10 digits, or 11 with the country code 1" example:"5145550142"`
	Residence   httpx.Opt[string] `json:"residence,omitzero" doc:"Where the person lives" example:"Saint-Jérôme"`
	InvoiceID   httpx.Opt[int64]  `json:"invoice_id,omitzero" minimum:"1" doc:"The id of an invoice" example:"4411"`
}

// Example changes only one field.
func (updateBody) Example() any {
	return map[string]any{"invoice_id": 4412}
}

// Parse validates the fields in the request.
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
	httpx.OptionalPage
	UserID    string `query:"user_id" doc:"Only the record of this person" example:"3f6c1a52-8d0e-4b7a-9c51-2f8e6d4b0a97"`
	InvoiceID int64  `query:"invoice_id" minimum:"1" doc:"The id of an invoice" example:"4411"`
	Email     string `query:"email" doc:"Email address" example:"maude.theriault@example.com"`
}

// filter parses the query. An invalid user_id or email is a validation error, not an empty list.
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

func (a api) create(ctx context.Context, in *httpx.BodyInput[createBody, New]) (*httpx.Response[customerJSON], error) {
	c, err := a.s.Create(ctx, auth.From(ctx), in.Body.Value())
	return httpx.Respond(toJSON(c)), err
}

func (a api) update(ctx context.Context, in *httpx.UpdateInput[updateBody, Changes]) (*httpx.Response[customerJSON], error) {
	c, err := a.s.Update(ctx, auth.From(ctx), in.ID, in.ExpectedVersion(), in.Body.Value())
	return httpx.Respond(toJSON(c)), err
}

func (a api) delete(ctx context.Context, in *httpx.IfMatchInput) (*httpx.Response[customerJSON], error) {
	c, err := a.s.Delete(ctx, auth.From(ctx), in.ID, in.ExpectedVersion())
	return httpx.Respond(toJSON(c)), err
}

func (a api) restore(ctx context.Context, in *httpx.IfMatchInput) (*httpx.Response[customerJSON], error) {
	c, err := a.s.Restore(ctx, auth.From(ctx), in.ID, in.ExpectedVersion())
	return httpx.Respond(toJSON(c)), err
}
