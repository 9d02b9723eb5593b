package employees

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"presence/app/platform/change"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/db"
	"presence/views/ui"
	views "presence/views/workforce/employees"
)

// readNew reads the form of a new record. The person is found by the e-mail (see Service.Hire).
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

// anyUser stands for the person who is found by the e-mail while the rest of a form is looked at.
const anyUser = "00000000-0000-4000-8000-000000000001"

// readChanges reads the fields that a form sends. What is missing altogether stays as it is.
func readChanges(c *gin.Context) (changes Changes, faults errs.Fields) {
	text := func(name string) *string {
		v, sent := c.GetPostForm(name)
		if !sent {
			return nil
		}
		v = strings.TrimSpace(v)
		return &v
	}
	number := func(name, cut string) *int64 {
		v := text(name)
		if v == nil {
			return nil
		}
		digits := strings.Map(func(r rune) rune {
			if strings.ContainsRune(cut, r) {
				return -1
			}
			return r
		}, *v)
		n, err := strconv.ParseInt(digits, 10, 64)
		if err != nil && digits != "" {
			faults.Add(name, "format", "Expected a number.")
			n = 1
		}
		return &n
	}
	changes = Changes{
		UserID: text("user_id"), FirstName: text("first_name"), LastName: text("last_name"), Email: text("email"),
		PhoneNumber: number("phone_number", " -+().\u00a0\u2011"), Residence: text("residence"),
		ExternalPayrollID: number("external_payroll_id", " \u00a0"), CompanyCode: number("company_code", " \u00a0"),
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

// withoutFields are the further faults of fields that have none yet.
func withoutFields(more, known errs.Fields) (list errs.Fields) {
	for _, f := range more {
		if !known.Has(f.Field) {
			list = append(list, f)
		}
	}
	return list
}

// formErrors are the errors to show in a form: those of the input, and why the person of that e-mail cannot have the record.
func formErrors(err error) errs.Fields {
	for _, code := range []string{"person_taken", "user_id_not_allowed"} {
		if errs.HasCode(err, code) {
			return errs.Fields{{Field: "email", Code: code}}
		}
	}
	return errs.FieldsOf(err)
}

// formValues is a record as its form shows it.
func formValues(e Employee) url.Values {
	number := func(n int64) string { return strconv.FormatInt(n, 10) }
	return url.Values{
		"first_name": {e.FirstName}, "last_name": {e.LastName}, "email": {e.Email}, "phone_number": {phone(e.PhoneNumber)},
		"residence":           {e.Residence},
		"external_payroll_id": {number(e.ExternalPayrollID)}, "company_code": {number(e.CompanyCode)},
		"first_work_day": {e.FirstWorkDay.String()},
		"last_work_day":  {e.LastWorkDay.String()}, "user_id": {e.UserID},
	}
}

// fields are the inputs of a record in their order, with values and faults.
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
		input("external_payroll_id", ui.Field{Required: true, InputMode: "numeric", MaxLength: 20}),
		input("company_code", ui.Field{Required: true, InputMode: "numeric", MaxLength: 20}),
		input("first_work_day", ui.Field{Type: "date", Required: true}),
	}
	return who, work, list
}

// newForm is the form of a new record.
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

// form is that of a record, with how it goes to the archive below it. Only who may change the person sees whose it is.
func (d presenter) form(e Employee, values url.Values, faults errs.Fields, relinks bool) views.Form {
	version := []ui.Hidden{{Name: "version", Value: strconv.FormatInt(e.Version, 10)}}
	f := views.Form{Title: d.lang.F(i18n.EmpEditOf, e.Name()), Action: paths.Employee(e.ID), Hidden: version, Save: d.lang.T(i18n.EmpSave),
		Cancel: paths.Employee(e.ID)}
	f.Crumbs = append(d.crumbs(), ui.Crumb{Label: e.Name(), Href: paths.Employee(e.ID)})
	f.Who, f.Work, f.Faults = d.fields(values, faults)
	user := ui.Field{Name: "user_id", Label: d.lang.T(i18n.EmpUser), Hint: d.lang.T(i18n.EmpUserHint), Value: values.Get("user_id"),
		Required: true, MaxLength: 36}
	day := ui.Field{Name: "last_work_day", Type: "date", Label: d.lang.T(i18n.EmpLastDay), Optional: d.lang.T(i18n.Optional),
		Hint: d.lang.T(i18n.EmpLastHint), Value: values.Get("last_work_day")}
	for _, x := range faults {
		for _, input := range []*ui.Field{&user, &day} {
			if x.Field == input.Name {
				f.Faults.Add(d.lang, x.Field, input.Label, x.Code, x.Detail)
				input.Error = f.Faults.Of(x.Field)
			}
		}
	}
	if relinks {
		f.Work = append(f.Work, user)
	}
	f.Leaving = &views.Leaving{Action: paths.LeaveEmployee(e.ID), Hidden: version, Delete: paths.DeleteEmployee(e.ID), Day: day}
	return f
}

// candidateRows is how many people are offered at once.
const candidateRows = 30

// candidates are those who may supervise an employee.
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
