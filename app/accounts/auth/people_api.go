package auth

import (
	"context"

	"presence/app/platform/httpx"
)

// rowsOfPeople is the number of people in one answer.
const rowsOfPeople = 200

type listPeopleInput struct {
	Q     string `query:"q" maxLength:"200" doc:"Words of the name or the email address; accents and case do not matter" example:"theriau"`
	Role  string `query:"role" enum:"admin,payroll,events,employee" doc:"Only people of this role" example:"employee"`
	State string `query:"state" enum:"active,invited,cannot_sign_in,disabled,archived" doc:"Only people in this state" example:"invited"`
	Page  int64  `query:"page" minimum:"1" maximum:"99999" doc:"The page, of 200 people; the first by default" example:"1"`
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
}

type peopleJSON struct {
	Total  int64        `json:"total" doc:"How many people there are on all pages" example:"53"`
	People []personJSON `json:"people" doc:"Sorted by name"`
}

type peopleOut struct{ Body peopleJSON }

func (a *api) listPeople(ctx context.Context, in *listPeopleInput) (*peopleOut, error) {
	list, all, err := a.People(ctx, From(ctx), PeopleSearch{Text: httpx.SearchText(in.Q), Role: Role(in.Role), State: State(in.State),
		Skip: (max(in.Page, 1) - 1) * rowsOfPeople, Rows: rowsOfPeople})
	if err != nil {
		return nil, err
	}
	out := &peopleOut{peopleJSON{Total: all, People: make([]personJSON, len(list))}}
	for i, x := range list {
		out.Body.People[i] = personJSON{ID: x.ID, Email: x.Email, Name: x.Name, Role: x.Role, Language: string(x.Language),
			EmployeeID: httpx.NilIfZero(x.EmployeeID), State: x.State, Password: x.HasPassword, SingleSign: x.Linked, Passkey: x.HasPasskey}
	}
	return out, nil
}
