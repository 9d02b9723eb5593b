package employees

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"presence/app/platform/change"
	"presence/app/platform/contact"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/db"
	"presence/views/ui"
	views "presence/views/workforce/employees"
)

// readNew reads the form of a new record. The person is found by the e-mail address (see Service.Hire).
func readNew(c *gin.Context) (n New, faults errs.Fields) {
	changes, faults := readChanges(c)
	change.Set(&n.FirstName, changes.FirstName)
	change.Set(&n.LastName, changes.LastName)
	change.Set(&n.Email, changes.Email)
	change.Set(&n.PhoneNumber, changes.PhoneNumber)
	change.Set(&n.Residence, changes.Residence)
	change.Set(&n.ExternalPayrollID, changes.ExternalPayrollID)
	change.Set(&n.CompanyCode, changes.CompanyCode)
	change.Set(&n.FirstWorkDay, changes.FirstWorkDay)
	n.UserID = anyUser
	return n, faults
}

// anyUser is a placeholder UUID for validating a form before the person is found by the e-mail address.
const anyUser = "00000000-0000-4000-8000-000000000001"

// readChanges reads the fields in a form. Missing fields are not changed.
func readChanges(c *gin.Context) (changes Changes, faults errs.Fields) {
	text := func(name string) *string { return httpx.FormText(c, name) }
	number := func(name, ignored string) *int64 { return httpx.FormDigits(c, &faults, name, ignored) }
	changes = Changes{
		UserID: text("user_id"), FirstName: text("first_name"), LastName: text("last_name"), Email: text("email"),
		PhoneNumber: number("phone_number", contact.PhonePunctuation), Residence: text("residence"),
		ExternalPayrollID: number("external_payroll_id", " \u00a0"), CompanyCode: number("company_code", " \u00a0"),
	}
	for i, f := range faults {
		if f.Field != "phone_number" {
			faults[i].Code = "number"
		}
	}
	if v := text("supervisor_id"); v != nil {
		changes.SupervisorID = new(httpx.ID(*v))
		if *v != "" && *changes.SupervisorID == 0 {
			faults.Add("supervisor_id", "invalid", "Expected the id of an employee.")
		}
	}
	if v := text("first_work_day"); v != nil {
		day := db.Day{}
		if *v != "" {
			day = httpx.ReadDay(&faults, "first_work_day", *v)
		}
		changes.FirstWorkDay = &day
	}
	return changes, faults
}

// withoutFields returns the errors in more whose fields have no error in known.
func withoutFields(more, known errs.Fields) (list errs.Fields) {
	for _, f := range more {
		if !known.Has(f.Field) {
			list = append(list, f)
		}
	}
	return list
}

// formErrors returns the errors to show in a form: the validation errors, or why the person with that e-mail address cannot
// have the record.
func formErrors(err error) errs.Fields {
	for _, code := range []string{"person_taken", "user_id_not_allowed"} {
		if errs.HasCode(err, code) {
			return errs.Fields{{Field: "email", Code: code}}
		}
	}
	return errs.FieldsOf(err)
}

// formValues returns the form values of a record.
func formValues(e Employee) url.Values {
	number := func(n int64) string { return strconv.FormatInt(n, 10) }
	return url.Values{
		"first_name": {e.FirstName}, "last_name": {e.LastName}, "email": {e.Email}, "phone_number": {phone(e.PhoneNumber)},
		"residence":           {e.Residence},
		"external_payroll_id": {number(e.ExternalPayrollID)}, "company_code": {number(e.CompanyCode)},
		"first_work_day": {e.FirstWorkDay.String()},
		"last_work_day":  {e.LastWorkDay.String()}, "user_id": {e.UserID}, "supervisor_id": {strings.TrimPrefix(number(e.SupervisorID), "0")},
	}
}

// fields returns the inputs of the form in their order, with values and errors.
func (d presenter) fields(values url.Values, faults errs.Fields) (who, work []ui.Field, list ui.Faults) {
	input := func(name string, f ui.Field) ui.Field {
		f.Name, f.Label, f.Value = name, d.lang.T(i18n.EmployeeFields[name]), values.Get(name)
		for _, x := range faults {
			if x.Field == name {
				list.Add(d.lang, name, f.Label, x.Code, x.Detail)
			}
		}
		f.Error = list.Of(name)
		return f
	}
	who = []ui.Field{
		input("first_name", ui.Field{Required: true, MaxLength: maxName}), input("last_name", ui.Field{Required: true, MaxLength: maxName}),
		input("email", ui.Field{Type: "email", Required: true, MaxLength: 254}),
		input("phone_number", ui.Field{Type: "tel", Required: true, Hint: d.lang.T(i18n.EmpPhoneHint), MaxLength: 24}),
		input("residence", ui.Field{Optional: d.lang.T(i18n.Optional), MaxLength: maxResidence}),
	}
	work = []ui.Field{
		input("external_payroll_id", ui.Field{Required: true, InputMode: "numeric", MaxLength: 20, Hint: d.lang.T(i18n.EmpPayrollHint)}),
		input("company_code", ui.Field{Required: true, InputMode: "numeric", MaxLength: 20, Hint: d.lang.T(i18n.EmpCompanyHint)}),
		input("first_work_day", ui.Field{Type: "date", Required: true}),
	}
	return who, work, list
}

// newForm returns the form for a new record.
func (d presenter) newForm(values url.Values, faults errs.Fields) views.Form {
	f := views.Form{Title: d.lang.T(i18n.TeamNew), Crumbs: d.crumbs(), Action: paths.Employees(), Save: d.lang.T(i18n.EmpCreate),
		Cancel: paths.Employees()}
	f.Who, f.Work, f.Faults = d.fields(values, faults)
	for i := range f.Who {
		if f.Who[i].Name == "email" {
			f.Who[i].Hint = d.lang.T(i18n.EmpEmailHint)
		}
	}
	return f
}

// people are those who can be chosen in the form of a record.
type people struct {
	heads  []NamedEmployee // supervisors
	boss   string          // the name of the record's supervisor; empty: none
	owners []Person        // who may have the record; empty: the viewer may not choose (C11)
}

// form returns the form for a record, with the one that archives it.
func (d presenter) form(e Employee, values url.Values, faults errs.Fields, choice people) views.Form {
	version := []ui.Hidden{{Name: "version", Value: strconv.FormatInt(e.Version, 10)}}
	f := views.Form{Title: d.lang.F(i18n.EmpEditOf, e.Name()), Action: paths.Employee(e.ID), Hidden: version, Save: d.lang.T(i18n.EmpSave),
		Cancel: paths.Employee(e.ID), Others: paths.EmployeeSupervisor(e.ID)}
	f.Crumbs = append(d.crumbs(), ui.Crumb{Label: e.Name(), Href: paths.Employee(e.ID)})
	f.Who, f.Work, f.Faults = d.fields(values, faults)
	boss := ui.Field{Name: "supervisor_id", Label: d.lang.T(i18n.EmpSuper), Value: values.Get("supervisor_id"),
		Options: []ui.Option{{Label: d.lang.T(i18n.EmpNoBoss)}}}
	for _, n := range choice.heads {
		if n.ID != e.ID {
			boss.Options = append(boss.Options, ui.Option{Value: number(n.ID), Label: n.Name})
		}
	}
	if e.SupervisorID != 0 && !slices.ContainsFunc(choice.heads, func(n NamedEmployee) bool { return n.ID == e.SupervisorID }) {
		boss.Options = append(boss.Options, ui.Option{Value: number(e.SupervisorID), Label: choice.boss})
	}
	user := ui.Field{Name: "user_id", Label: d.lang.T(i18n.EmpPerson), Hint: d.lang.T(i18n.EmpPersonHint), Value: values.Get("user_id"),
		Required: true}
	for _, p := range choice.owners {
		label := p.Email
		if p.Name != "" {
			label = p.Name + " · " + p.Email
		}
		user.Options = append(user.Options, ui.Option{Value: p.ID, Label: label})
	}
	day := ui.Field{Name: "last_work_day", Type: "date", Label: d.lang.T(i18n.EmpLastDay), Optional: d.lang.T(i18n.Optional),
		Hint: d.lang.T(i18n.EmpLastHint), Value: values.Get("last_work_day")}
	for _, x := range faults {
		for _, input := range []*ui.Field{&boss, &user, &day} {
			if x.Field == input.Name {
				f.Faults.Add(d.lang, x.Field, input.Label, x.Code, x.Detail)
				input.Error = f.Faults.Of(x.Field)
			}
		}
	}
	f.Work = append(f.Work, boss)
	if len(user.Options) > 0 {
		f.Work = append(f.Work, user)
	}
	f.Leaving = &views.Leaving{Action: paths.LeaveEmployee(e.ID), Hidden: version, Delete: paths.DeleteEmployee(e.ID), Day: day}
	return f
}

// candidateRows is the maximum number of candidates that are shown.
const candidateRows = 30

// candidates returns the page with those who may supervise an employee.
func (d presenter) candidates(e Employee, q string, found SearchResult) views.Supervisor {
	s := views.Supervisor{Title: d.lang.F(i18n.EmpBossOf, e.Name()), Action: paths.EmployeeSupervisor(e.ID), Query: q,
		None: e.SupervisorID != 0, More: found.All > int64(len(found.List)),
		Hidden: []ui.Hidden{{Name: "version", Value: strconv.FormatInt(e.Version, 10)}}}
	s.Crumbs = append(d.crumbs(), ui.Crumb{Label: e.Name(), Href: paths.Employee(e.ID)})
	for _, l := range found.List {
		x := views.Candidate{ID: strconv.FormatInt(l.ID, 10), Name: l.Name(), Now: l.ID == e.SupervisorID,
			Label: d.lang.F(i18n.EmpBossPick, l.Name())}
		if l.Supervisor != "" {
			x.Note = d.lang.T(i18n.TeamUnder) + " " + l.Supervisor
		}
		s.Rows = append(s.Rows, x)
	}
	return s
}
