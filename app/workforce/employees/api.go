package employees

import (
	"context"
	"net/http"

	"presence/app/accounts/auth"
	"presence/app/platform/archival"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
)

// employeeJSON is an employee in the JSON API.
type employeeJSON struct {
	ID                int64   `json:"id" readOnly:"true" doc:"The record's id" example:"12"`
	UserID            string  `json:"user_id" doc:"UUID of the linked person" example:"3f6c1a52-8d0e-4b7a-9c51-2f8e6d4b0a97"`
	FirstName         string  `json:"first_name" doc:"First name" example:"Maude"`
	LastName          string  `json:"last_name" doc:"Last name" example:"Thériault"`
	Email             string  `json:"email" doc:"Email address" example:"maude.theriault@example.com"`
	PhoneNumber       int64   `json:"phone_number" doc:"10 digits, or 11 with the country code 1" example:"5145550142"`
	Residence         *string `json:"residence" doc:"Where the person lives" example:"Saint-Jérôme"`
	ExternalPayrollID int64   `json:"external_payroll_id" doc:"The person's id in the pay system" example:"7700"`
	CompanyCode       int64   `json:"company_code" doc:"The company's code in the pay system" example:"271583"`
	FirstWorkDay      string  `json:"first_work_day" example:"2024-03-04" doc:"The day of hire"`
	LastWorkDay       *string `json:"last_work_day" example:"2026-11-27" doc:"The last day of work; null while employed"`
	SupervisorID      *int64  `json:"supervisor_id" doc:"The employee id of the supervisor" example:"3"`
	DefaultBreaks     *string `json:"default_breaks,omitempty" doc:"The own break rule; none for no breaks; left out for the company's" example:"5 h: 30"`

	version int64
}

// Tag returns the record's id and version, from which its ETag is made.
func (f employeeJSON) Tag() (id, version int64) { return f.ID, f.version }

func toJSON(e Employee) employeeJSON {
	return employeeJSON{
		ID: e.ID, UserID: e.UserID, FirstName: e.FirstName, LastName: e.LastName, Email: e.Email, PhoneNumber: e.PhoneNumber,
		Residence: httpx.NilIfZero(e.Residence), ExternalPayrollID: e.ExternalPayrollID, CompanyCode: e.CompanyCode,
		FirstWorkDay: e.FirstWorkDay.String(), LastWorkDay: httpx.NilIfZero(e.LastWorkDay.String()),
		SupervisorID:  httpx.NilIfZero(e.SupervisorID),
		DefaultBreaks: httpx.NilIfZero(e.DefaultBreaks),
		version:       e.Version,
	}
}

// ToArchivedJSON returns an archived employee for the JSON API.
func ToArchivedJSON(v Employee, in archival.State) httpx.Archived[employeeJSON] {
	return httpx.ToArchived(toJSON(v), in)
}

type api struct{ s *Service }

type listInput struct {
	httpx.OptionalPage
	SupervisorID int64  `query:"supervisor_id" minimum:"1" doc:"Only this employee's direct reports" example:"3"`
	CompanyCode  int64  `query:"company_code" minimum:"1" doc:"The company's code in the pay system" example:"271583"`
	UserID       string `query:"user_id" doc:"Only the record of this person" example:"3f6c1a52-8d0e-4b7a-9c51-2f8e6d4b0a97"`
	Email        string `query:"email" doc:"Email address" example:"maude.theriault@example.com"`
}

// filter parses the query. An invalid user_id or email is a validation error, not an empty list.
func (in *listInput) filter(ctx context.Context) (Filter, error) {
	since, err := in.Since(ctx)
	if err != nil {
		return Filter{}, err
	}
	f := Filter{After: in.After, Since: since, Rows: in.LimitPlusOne(), SupervisorID: in.SupervisorID, CompanyCode: in.CompanyCode,
		UserID: in.UserID, Email: in.Email}
	var faults errs.Fields
	if f.UserID != "" {
		CleanUserID(&faults, &f.UserID)
	}
	if f.Email != "" {
		CleanEmail(&faults, &f.Email)
	}
	return f, faults.Err()
}

func (a api) list(ctx context.Context, in *listInput, each func(employeeJSON) error) error {
	f, err := in.filter(ctx)
	if err != nil {
		return err
	}
	return a.s.Each(ctx, auth.From(ctx), f, func(e Employee) error { return each(toJSON(e)) })
}

func (a api) get(ctx context.Context, in *httpx.ByID) (*httpx.Response[employeeJSON], error) {
	e, err := a.s.Get(ctx, auth.From(ctx), in.ID)
	return httpx.Respond(toJSON(e)), err
}

func (a api) create(ctx context.Context, in *httpx.BodyInput[createBody, New]) (*httpx.Response[employeeJSON], error) {
	e, err := a.s.Create(ctx, auth.From(ctx), in.Body.Value())
	return httpx.Respond(toJSON(e)), err
}

// updated is the answer to PATCH: 202 when the last work day moved the employee to the archive, else 200 (W11).
type updated struct {
	Status int
	ETag   string `header:"ETag"`
	Body   employeeJSON
}

func (a api) update(ctx context.Context, in *httpx.UpdateInput[updateBody, Changes]) (*updated, error) {
	c := in.Body.Value()
	if err := a.s.requireReauth(ctx, in.ID, c); err != nil {
		return nil, err
	}
	e, err := a.s.Update(ctx, auth.From(ctx), in.ID, in.ExpectedVersion(), c)
	if err != nil {
		return nil, err
	}
	status := http.StatusOK
	if c.LastWorkDay != nil && e.Archived() {
		status = http.StatusAccepted
	}
	return &updated{status, httpx.ETag(e.ID, e.Version), toJSON(e)}, nil
}

func (a api) delete(ctx context.Context, in *httpx.IfMatchInput) (*httpx.NoContent, error) {
	return nil, a.s.Delete(ctx, auth.From(ctx), in.ID, in.ExpectedVersion())
}
