package employees

import (
	"context"

	"presence/app/platform/change"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/db"
)

// createBody is the body of POST.
type createBody struct {
	UserID            httpx.Opt[string] `json:"user_id" nullable:"false" doc:"UUID of a person; an unknown one makes a person without a password" example:"3f6c1a52-8d0e-4b7a-9c51-2f8e6d4b0a97"`
	FirstName         httpx.Opt[string] `json:"first_name" nullable:"false" doc:"First name" example:"Maude"`
	LastName          httpx.Opt[string] `json:"last_name" nullable:"false" doc:"Last name" example:"Thériault"`
	Email             httpx.Opt[string] `json:"email" nullable:"false" doc:"Email address" example:"maude.theriault@example.com"`
	PhoneNumber       httpx.Opt[int64]  `json:"phone_number" nullable:"false" doc:"10 digits, or 11 with the country code 1" example:"5145550142"`
	Residence         httpx.Opt[string] `json:"residence,omitzero" doc:"Where the person lives" example:"Saint-Jérôme"`
	ExternalPayrollID httpx.Opt[int64]  `json:"external_payroll_id" nullable:"false" minimum:"1" doc:"The person's id in the pay system" example:"7700"`
	CompanyCode       httpx.Opt[int64]  `json:"company_code" nullable:"false" minimum:"1" doc:"The company's code in the pay system" example:"271583"`
	FirstWorkDay      httpx.Opt[string] `json:"first_work_day" nullable:"false" doc:"YYYY-MM-DD, or a date-time whose day as written counts" example:"2024-03-04"`
	LastWorkDay       httpx.Opt[string] `json:"last_work_day,omitzero" doc:"YYYY-MM-DD, or a date-time whose day as written counts"`
}

// Parse validates the fields of a new employee.
func (b createBody) Parse(context.Context) (n New, faults errs.Fields) {
	c := b.changes(&faults)
	change.Set(&n.UserID, c.UserID)
	change.Set(&n.FirstName, c.FirstName)
	change.Set(&n.LastName, c.LastName)
	change.Set(&n.Email, c.Email)
	change.Set(&n.PhoneNumber, c.PhoneNumber)
	change.Set(&n.Residence, c.Residence)
	change.Set(&n.ExternalPayrollID, c.ExternalPayrollID)
	change.Set(&n.CompanyCode, c.CompanyCode)
	change.Set(&n.FirstWorkDay, c.FirstWorkDay)
	change.Set(&n.LastWorkDay, c.LastWorkDay)
	return n, append(faults, validate(c)...)
}

func (b createBody) changes(faults *errs.Fields) Changes {
	return Changes{
		UserID: b.UserID.Ptr(faults, "user_id"), FirstName: b.FirstName.Ptr(faults, "first_name"), LastName: b.LastName.Ptr(faults, "last_name"),
		Email: b.Email.Ptr(faults, "email"), PhoneNumber: b.PhoneNumber.Ptr(faults, "phone_number"),
		Residence:         b.Residence.OrZero(faults, "residence"),
		ExternalPayrollID: b.ExternalPayrollID.Ptr(faults, "external_payroll_id"), CompanyCode: b.CompanyCode.Ptr(faults, "company_code"),
		FirstWorkDay: day(faults, "first_work_day", b.FirstWorkDay.Ptr(faults, "first_work_day")),
		LastWorkDay:  lastDay(faults, b.LastWorkDay),
	}
}

// updateBody is the body of PATCH: any of the fields.
type updateBody struct {
	UserID            httpx.Opt[string] `json:"user_id,omitzero" nullable:"false" doc:"UUID of a person; an unknown one makes a person without a password" example:"3f6c1a52-8d0e-4b7a-9c51-2f8e6d4b0a97"`
	FirstName         httpx.Opt[string] `json:"first_name,omitzero" nullable:"false" doc:"First name" example:"Maude"`
	LastName          httpx.Opt[string] `json:"last_name,omitzero" nullable:"false" doc:"Last name" example:"Thériault"`
	Email             httpx.Opt[string] `json:"email,omitzero" nullable:"false" doc:"Email address" example:"maude.theriault@example.com"`
	PhoneNumber       httpx.Opt[int64]  `json:"phone_number,omitzero" nullable:"false" doc:"10 digits, or 11 with the country code 1" example:"5145550142"`
	Residence         httpx.Opt[string] `json:"residence,omitzero" doc:"Where the person lives" example:"Saint-Jérôme"`
	ExternalPayrollID httpx.Opt[int64]  `json:"external_payroll_id,omitzero" nullable:"false" minimum:"1" doc:"The person's id in the pay system" example:"7700"`
	CompanyCode       httpx.Opt[int64]  `json:"company_code,omitzero" nullable:"false" minimum:"1" doc:"The company's code in the pay system" example:"271583"`
	FirstWorkDay      httpx.Opt[string] `json:"first_work_day,omitzero" nullable:"false" doc:"YYYY-MM-DD, or a date-time whose day as written counts" example:"2024-03-04"`
	LastWorkDay       httpx.Opt[string] `json:"last_work_day,omitzero" doc:"Today or earlier archives, later is kept, null restores"`
	SupervisorID      httpx.Opt[int64]  `json:"supervisor_id,omitzero" minimum:"1" doc:"Another employee, who is not below this one; null for none" example:"3"`
	DefaultBreaks     httpx.Opt[string] `json:"default_breaks,omitzero" doc:"The breaks of shifts without any, by their length; none for no breaks; null for the company's rule" example:"5 h: 30; 10 h: 30 + 15 paid"`
}

// Example changes only one field.
func (updateBody) Example() any {
	return map[string]any{"phone_number": 5145550143}
}

// Parse validates the fields in the request.
func (b updateBody) Parse(context.Context) (c Changes, faults errs.Fields) {
	common := createBody{
		UserID: b.UserID, FirstName: b.FirstName, LastName: b.LastName, Email: b.Email, PhoneNumber: b.PhoneNumber, Residence: b.Residence,
		ExternalPayrollID: b.ExternalPayrollID, CompanyCode: b.CompanyCode, FirstWorkDay: b.FirstWorkDay, LastWorkDay: b.LastWorkDay,
	}
	c = common.changes(&faults)
	c.SupervisorID = b.SupervisorID.OrZero(&faults, "supervisor_id")
	c.DefaultBreaks = b.DefaultBreaks.OrZero(&faults, "default_breaks")
	return c, append(faults, validate(c)...)
}

// validate validates the changes, including the order of the two days if both are in the request.
func validate(c Changes) errs.Fields {
	faults := c.Validate()
	if c.FirstWorkDay != nil && c.LastWorkDay != nil {
		inOrder(&faults, *c.FirstWorkDay, *c.LastWorkDay)
	}
	return faults
}

func day(faults *errs.Fields, field string, text *string) *db.Day {
	if text == nil {
		return nil
	}
	d := httpx.ReadDay(faults, field, *text)
	return &d
}

// lastDay parses the last work day: null removes it (zero Day), an empty text is an error.
func lastDay(faults *errs.Fields, o httpx.Opt[string]) *db.Day {
	if o.Null {
		return new(db.Day)
	}
	return day(faults, "last_work_day", o.OrZero(faults, "last_work_day"))
}
