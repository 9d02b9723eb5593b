package employees

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"presence/app/platform/change"
	"presence/app/platform/contact"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/app/workforce/breakrules"
	"presence/db"
	"presence/views/ui"
	views "presence/views/workforce/employees"
)

// readNew reads the form of a new record. The person is found by the e-mail address (see Service.Hire).
func readNew(c *gin.Context) (n Hiring, faults errs.Fields) {
	changes, faults := readChanges(c)
	change.Set(&n.FirstName, changes.FirstName)
	change.Set(&n.LastName, changes.LastName)
	change.Set(&n.Email, changes.Email)
	change.Set(&n.PhoneNumber, changes.PhoneNumber)
	change.Set(&n.Residence, changes.Residence)
	change.Set(&n.ExternalPayrollID, changes.ExternalPayrollID)
	change.Set(&n.CompanyCode, changes.CompanyCode)
	change.Set(&n.FirstWorkDay, changes.FirstWorkDay)
	change.Set(&n.SupervisorID, changes.SupervisorID)
	n.UserID, n.Invite = anyUser, c.PostForm("invite") != ""
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
		PhoneNumber: number("phone_number", contact.PhonePunctuation), Residence: text("residence"), DefaultBreaks: text("default_breaks"),
		ExternalPayrollID: number("external_payroll_id", " \u00a0"), CompanyCode: number("company_code", " \u00a0"),
	}
	for i, f := range faults {
		if f.Field != "phone_number" {
			faults[i].Code = "number"
		}
	}
	if ui.PickerUnanswered(c.Request.PostForm, supervisorField) {
		faults.Add(supervisorField, "not_chosen", "Choose a person from the list.")
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
	switch {
	case errs.HasCode(err, "own_work_days"):
		return errs.Fields{{Field: "first_work_day", Code: "own_work_days"}}
	case errs.HasCode(err, "own_supervisor"): // that of the actor, who leaves
		return errs.Fields{{Field: "last_work_day", Code: "own_supervisor"}}
	case errs.HasCode(err, "own_breaks"):
		return errs.Fields{{Field: "default_breaks", Code: "own_breaks"}}
	}
	return errs.FieldsOf(err)
}

// formValues returns the form values of a record.
func formValues(e Employee) url.Values {
	number := func(n int64) string { return strconv.FormatInt(n, 10) }
	return url.Values{
		"first_name": {e.FirstName}, "last_name": {e.LastName}, "email": {e.Email}, "phone_number": {phone(e.PhoneNumber)},
		"residence":           {e.Residence},
		"default_breaks":      {e.DefaultBreaks},
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
func (d presenter) newForm(values url.Values, faults errs.Fields, boss ui.Picker) views.Form {
	f := views.Form{Title: d.lang.T(i18n.TeamNew), Crumbs: d.crumbs(), Action: paths.Employees(), Save: d.lang.T(i18n.EmpCreate),
		Cancel: paths.Employees()}
	f.Who, f.Work, f.Faults = d.fields(values, faults)
	f.Boss = boss
	f.Boss.Find = paths.NewEmployee()
	d.addFaults(&f, faults, &f.Boss.Field)
	for i := range f.Who {
		if f.Who[i].Name == "email" {
			f.Who[i].Hint = d.lang.T(i18n.EmpEmailHint)
		}
	}
	return f
}

// addFaults adds the errors of fields to a form.
func (d presenter) addFaults(f *views.Form, faults errs.Fields, fields ...*ui.Field) {
	for _, x := range faults {
		for _, input := range fields {
			if x.Field == input.Name {
				f.Faults.Add(d.lang, x.Field, input.Label, x.Code, x.Detail)
				input.Error = f.Faults.Of(x.Field)
			}
		}
	}
}

// supervisorField is the name of the field for the supervisor.
const supervisorField = "supervisor_id"

// supervisorPicker returns the choice of a supervisor: none, the one who is chosen, and those who were found. In an open one, neither is
// chosen.
func (d presenter) supervisorPicker(chosen NamedEmployee, query string, open bool, found SearchResult) ui.Picker {
	p := ui.Picker{Field: ui.Field{Name: supervisorField, Label: d.lang.T(i18n.EmpSuper)}, Query: query, Open: open && query != ""}
	people := make([]ui.PickedPerson, len(found.List))
	for i, l := range found.List {
		people[i] = ui.PickedPerson{ID: l.ID, Name: l.Name(), Supervisor: l.Supervisor}
	}
	nobody := []ui.Option{{Label: d.lang.T(i18n.EmpNoBoss)}}
	return p.OfferPeople(d.lang, nobody, ui.PickedPerson{ID: chosen.ID, Name: chosen.Name}, people, found.All)
}

// people are those who can be chosen in the form of a record.
type people struct {
	boss   ui.Picker // the supervisor
	owners []Person  // who may have the record; empty: the viewer may not choose (C11)
}

// form returns the form for a record, with the one that archives it.
func (d presenter) form(e Employee, values url.Values, faults errs.Fields, choice people) views.Form {
	version := []ui.Hidden{{Name: "version", Value: strconv.FormatInt(e.Version, 10)}}
	f := views.Form{Title: d.lang.F(i18n.EmpEditOf, e.Name()), Action: paths.Employee(e.ID), Hidden: version, Save: d.lang.T(i18n.EmpSave),
		Cancel: paths.Employee(e.ID)}
	f.Crumbs = append(d.crumbs(), ui.Crumb{Label: e.Name(), Href: paths.Employee(e.ID)})
	f.Who, f.Work, f.Faults = d.fields(values, faults)
	f.Boss = choice.boss
	f.Boss.Find = paths.EditEmployee(e.ID)
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
	breaks := ui.Field{Name: "default_breaks", Label: d.lang.T(i18n.EmpBreaks), Optional: d.lang.T(i18n.Optional), MaxLength: 200,
		Hint: d.lang.T(i18n.EmpBreaksHint), Value: d.ownBreaks(values.Get("default_breaks"))}
	d.addFaults(&f, faults, &f.Boss.Field, &user, &day, &breaks)
	if len(user.Options) > 0 {
		f.Work = append(f.Work, user)
	}
	f.Work = append(f.Work, breaks)
	f.Leaving = &views.Leaving{Action: paths.LeaveEmployee(e.ID), Hidden: version, Delete: paths.DeleteEmployee(e.ID), Day: day}
	return f
}

// ownBreaks returns the own break rule of an employee as it is typed.
func (d presenter) ownBreaks(rule string) string {
	if rule == breakrules.None {
		return d.lang.T(i18n.EmpNoBreaks)
	}
	return rule
}

// chooseSupervisor returns the page with the choice of an employee's supervisor.
func (d presenter) chooseSupervisor(e Employee, boss ui.Picker) views.Supervisor {
	s := views.Supervisor{Title: d.lang.F(i18n.EmpBossOf, e.Name()), Action: paths.EmployeeSupervisor(e.ID), Boss: boss,
		Cancel: paths.Employee(e.ID), Hidden: []ui.Hidden{{Name: "version", Value: number(e.Version)}}}
	s.Boss.Find, s.Boss.Hint = s.Action, d.lang.T(i18n.EmpBossHint)
	s.Crumbs = append(d.crumbs(), ui.Crumb{Label: e.Name(), Href: paths.Employee(e.ID)})
	return s
}
