package auth

import (
	"context"
	"strings"

	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/db"
)

type listPeopleInput struct {
	httpx.PageSize
	After string `query:"after" format:"uuid" doc:"Only people with a larger id: the last one seen" example:"3f6c1a52-8d0e-4b7a-9c51-2f8e6d4b0a97"`
	Q     string `query:"q" maxLength:"200" doc:"Words of the name or the email address; accents and case do not matter" example:"theriau"`
	Role  string `query:"role" enum:"admin,payroll,events,employee" doc:"Only people of this role" example:"employee"`
	State string `query:"state" enum:"active,invited,cannot_sign_in,disabled,archived" doc:"Only people in this state" example:"invited"`
}

type personJSON struct {
	ID         string `json:"id" format:"uuid" doc:"The person's id" example:"3f6c1a52-8d0e-4b7a-9c51-2f8e6d4b0a97"`
	Email      string `json:"email" format:"email" doc:"The address that the person signs in with" example:"maude.theriault@example.com"`
	Name       string `json:"name" doc:"The name" example:"Maude Thériault"`
	Role       Role   `json:"role" enum:"admin,payroll,events,employee" doc:"What the person may do"`
	Language   string `json:"language" enum:"fr,en" doc:"The person's language"`
	EmployeeID *int64 `json:"employee_id" doc:"Null without an employee record" example:"7"`
	State      State  `json:"state" enum:"active,invited,cannot_sign_in,disabled,archived" doc:"active: can sign in; invited: not yet, with a valid invitation; cannot_sign_in: not yet, without one; disabled; archived: the employee record is archived"`
	Password   bool   `json:"password" doc:"Signs in with a password"`
	SingleSign bool   `json:"single_sign_on" doc:"Has signed in with the company's account"`
	Passkey    bool   `json:"passkey" doc:"Has a passkey"`

	version int64
}

// Tag returns what the ETag consists of.
func (p personJSON) Tag() (id string, version int64) { return p.ID, p.version }

func (a *api) listPeople(ctx context.Context, in *listPeopleInput, each func(personJSON) error) error {
	search := PeopleSearch{Text: httpx.SearchText(in.Q), Role: Role(in.Role), State: State(in.State), Rows: in.LimitPlusOne()}
	list, err := a.PeopleByID(ctx, From(ctx), search, strings.ToLower(in.After))
	for i := 0; err == nil && i < len(list); i++ {
		err = each(toPersonJSON(list[i]))
	}
	return err
}

func toPersonJSON(x Account) personJSON {
	return personJSON{ID: x.ID, Email: x.Email, Name: x.Name, Role: x.Role, Language: string(x.Language),
		EmployeeID: httpx.NilIfZero(x.EmployeeID), State: x.State, Password: x.HasPassword, SingleSign: x.Linked, Passkey: x.HasPasskey,
		version: x.Version}
}

// PersonPath is the input of a request about one person. It is exported because inputs embed it.
type PersonPath struct {
	ID string `path:"id" format:"uuid" doc:"The person's id" example:"3f6c1a52-8d0e-4b7a-9c51-2f8e6d4b0a97"`
}

// person returns the response with a person after a write that ended with err.
func (a *api) person(ctx context.Context, id string, err error) (*httpx.Response[personJSON], error) {
	if err != nil {
		return nil, err
	}
	x, err := a.Account(ctx, From(ctx), id)
	return httpx.Respond(toPersonJSON(x)), err
}

func (a *api) getPerson(ctx context.Context, in *PersonPath) (*httpx.Response[personJSON], error) {
	return a.person(ctx, in.ID, nil)
}

// newPersonBody is the body of POST.
type newPersonBody struct {
	Email    httpx.Opt[string] `json:"email" nullable:"false" doc:"The address that the person signs in with" example:"maude.theriault@example.com"`
	Name     httpx.Opt[string] `json:"name,omitzero" nullable:"false" doc:"Shown while there is no employee record; by default the address before the @" example:"Maude Thériault"`
	Role     httpx.Opt[string] `json:"role,omitzero" nullable:"false" enum:"admin,payroll,events,employee" doc:"What the person may do; employee by default"`
	Language httpx.Opt[string] `json:"language,omitzero" nullable:"false" enum:"fr,en" doc:"The company's default language by default"`
	Invite   httpx.Opt[bool]   `json:"invite,omitzero" nullable:"false" doc:"Sends an invitation to choose a password, if there is a mail server" example:"true"`
}

// Parse rejects null; the service validates the values.
func (b newPersonBody) Parse(context.Context) (n NewPerson, faults errs.Fields) {
	c := changesBody{Email: b.Email, Name: b.Name, Role: b.Role, Language: b.Language}.changes(&faults)
	b.Invite.Ptr(&faults, "invite")
	n.Role, n.Invite = Employee, b.Invite.Value
	n.apply(c)
	return n, faults
}

func (a *api) createPerson(ctx context.Context, in *httpx.BodyInput[newPersonBody, NewPerson]) (*httpx.Response[personJSON], error) {
	p, err := a.AddPerson(ctx, From(ctx), in.Body.Value())
	return a.person(ctx, p.ID, err)
}

// changesBody is the body of PATCH: any of the fields.
type changesBody struct {
	Email    httpx.Opt[string] `json:"email,omitzero" nullable:"false" doc:"The address that the person signs in with" example:"maude.theriault@example.com"`
	Name     httpx.Opt[string] `json:"name,omitzero" nullable:"false" doc:"Shown while there is no employee record" example:"Maude Thériault"`
	Role     httpx.Opt[string] `json:"role,omitzero" nullable:"false" enum:"admin,payroll,events,employee" doc:"What the person may do, from the next request on"`
	Language httpx.Opt[string] `json:"language,omitzero" nullable:"false" enum:"fr,en" doc:"The person's language"`
	Disabled httpx.Opt[bool]   `json:"disabled,omitzero" nullable:"false" doc:"true: may no longer sign in, and every session and token ends" example:"false"`
}

// Example changes one field.
func (changesBody) Example() any { return map[string]any{"language": "en"} }

// personPatch is a parsed changesBody.
type personPatch struct {
	PersonChanges
	disabled *bool
}

// Parse rejects null; the service validates the values.
func (b changesBody) Parse(context.Context) (p personPatch, faults errs.Fields) {
	p.PersonChanges, p.disabled = b.changes(&faults), b.Disabled.Ptr(&faults, "disabled")
	return p, faults
}

func (b changesBody) changes(faults *errs.Fields) PersonChanges {
	c := PersonChanges{Email: b.Email.Ptr(faults, "email"), Name: b.Name.Ptr(faults, "name")}
	if v := b.Role.Ptr(faults, "role"); v != nil {
		c.Role = new(Role(*v))
	}
	if v := b.Language.Ptr(faults, "language"); v != nil {
		c.Language = new(i18n.Lang(*v))
	}
	return c
}

type updatePersonInput struct {
	PersonPath
	IfMatch string `header:"If-Match" doc:"The ETag that was read: the write fails with 412 when the account has changed since" example:"\"3f6c1a52-8d0e-4b7a-9c51-2f8e6d4b0a97-3\""`
	Body    httpx.Body[changesBody, personPatch]
}

func (a *api) updatePerson(ctx context.Context, in *updatePersonInput) (*httpx.Response[personJSON], error) {
	p, expect := in.Body.Value(), httpx.ExpectedVersion(in.IfMatch, in.ID)
	return a.person(ctx, in.ID, a.db.Write(ctx, func(ctx context.Context, _ *db.Tx) error {
		if err := a.ChangePerson(ctx, From(ctx), in.ID, expect, p.PersonChanges); err != nil || p.disabled == nil {
			return err
		}
		return a.SetDisabledByID(ctx, From(ctx), in.ID, *p.disabled)
	}))
}

func (a *api) resetPersonFactors(ctx context.Context, in *PersonPath) (*httpx.NoContent, error) {
	return nil, a.ResetFactors(ctx, From(ctx), in.ID)
}

// factorRolesJSON are the roles whose people must have a second factor, in the JSON API.
type factorRolesJSON struct {
	Roles []Role `json:"roles" enum:"admin,payroll,events,employee" doc:"The roles whose people must have a second factor" example:"admin"`
}

type factorRolesOut struct{ Body factorRolesJSON }

func (a *api) factorRoles(ctx context.Context, _ *struct{}) (*factorRolesOut, error) {
	roles, err := a.RequiredRoles(ctx, From(ctx))
	return &factorRolesOut{factorRolesJSON{append([]Role{}, roles...)}}, err
}

// setFactorRolesBody is the body of PUT.
type setFactorRolesBody struct {
	Roles httpx.Opt[[]Role] `json:"roles" nullable:"false" enum:"admin,payroll,events,employee" doc:"All roles whose people must have a second factor; no other has to" example:"admin"`
}

// Parse returns the roles; the service validates them.
func (b setFactorRolesBody) Parse(context.Context) (roles []Role, faults errs.Fields) {
	if v := b.Roles.Ptr(&faults, "roles"); v != nil {
		roles = *v
	}
	return roles, faults
}

func (a *api) setFactorRoles(ctx context.Context, in *httpx.BodyInput[setFactorRolesBody, []Role]) (*factorRolesOut, error) {
	if err := a.SetRequiredRoles(ctx, From(ctx), in.Body.Value()); err != nil {
		return nil, err
	}
	return a.factorRoles(ctx, nil)
}
