package employees

import (
	"fmt"
	"slices"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/app/workforce/payperiods"
	"presence/db"
	"presence/views/ui"
	views "presence/views/workforce/employees"
)

// profile returns the page of an employee.
func (d presenter) profile(by auth.Actor, x Profile) views.Profile {
	p := views.Profile{Title: x.Name(), Own: by.EmployeeID == x.ID, Archived: d.archivedText(x.Employee)}
	if by.Approver() {
		p.Crumbs = d.crumbs()
	}
	switch {
	case p.Own:
		p.Subtitle = d.lang.T(i18n.EmpOwn)
	case !x.LastWorkDay.IsZero() && !x.Archived():
		p.Subtitle = d.lang.F(i18n.TeamLastDay, d.lang.Day(x.LastWorkDay))
	}
	if !x.Archived() {
		p.AskLeave, p.Usual = paths.AskLeaveFor(x.ID), paths.UsualWeek(x.ID)
	}
	if by.SeesAll() {
		p.Hidden = []ui.Hidden{{Name: "version", Value: number(x.Version)}}
		if x.Archived() {
			p.Restore = paths.RestoreEmployee(x.ID)
		} else {
			p.Edit, p.AboveHref, p.Cost = paths.EditEmployee(x.ID), paths.EmployeeSupervisor(x.ID), paths.EmployeeCost(x.ID)
		}
	}
	t := d.lang.T
	p.Contact = []views.Fact{{Name: t(i18n.EmpEmail), Value: x.Email, Href: "mailto:" + x.Email},
		{Name: t(i18n.EmpPhone), Value: phone(x.PhoneNumber), Href: "tel:" + dial(x.PhoneNumber)},
		{Name: t(i18n.EmpResidence), Value: x.Residence}}
	p.Payroll = []views.Fact{{Name: t(i18n.TeamPayroll), Value: number(x.ExternalPayrollID)},
		{Name: t(i18n.TeamCompany), Value: number(x.CompanyCode)},
		{Name: t(i18n.EmpFirstDay), Value: d.day(x.FirstWorkDay)}, {Name: t(i18n.EmpLastDay), Value: d.day(x.LastWorkDay)},
		{Name: t(i18n.EmpBreaks), Value: d.ownBreaks(x.DefaultBreaks)}}
	d.people(&p, by, x)
	for _, e := range x.History {
		p.Events = append(p.Events, d.event(e, x.Names))
	}
	if len(x.History) == profileHistory {
		p.Part = t(i18n.EmpHistoryPart)
	}
	return p
}

func (d presenter) day(day db.Day) string {
	if day.IsZero() {
		return ""
	}
	return d.lang.Day(day)
}

// people adds the supervisors and reports. Supervisors above the actor are shown without a link, unless the actor sees
// everyone.
func (d presenter) people(p *views.Profile, by auth.Actor, x Profile) {
	own := slices.IndexFunc(x.Above, func(n NamedEmployee) bool { return n.ID == by.EmployeeID })
	for i, n := range x.Above {
		link := views.Link{Name: n.Name}
		if i > 0 {
			link.Note = d.lang.F(i18n.EmpSupervises, x.Above[i-1].Name)
		}
		if by.SeesAll() || i <= own {
			link.Href = paths.Employee(n.ID)
		}
		p.Above = append(p.Above, link)
	}
	for _, n := range x.Reports[:min(len(x.Reports), profileReports)] {
		p.Reports = append(p.Reports, views.Link{Name: n.Name, Href: paths.Employee(n.ID)})
	}
	if len(p.Reports) > 0 {
		p.AllReports = paths.EmployeesTree(x.ID)
	}
}

var states = map[payperiods.State]ui.State{payperiods.Changed: ui.StateChanged, payperiods.Draft: ui.StateDraft,
	payperiods.Submitted: ui.StateSubmitted, payperiods.Approved: ui.StateApproved, payperiods.Missing: ui.StateDraft}

// period returns the state of the employee's time in a period; known reports whether they were employed in it.
func (d presenter) period(by auth.Actor, id int64, now payperiods.Period, line payperiods.Row, known bool) *views.Period {
	p := &views.Period{Name: now.Name() + " · " + d.lang.Range(now.Start, now.End)}
	if !known {
		p.Text = d.lang.T(i18n.EmpNotEmployed)
		return p
	}
	p.State, p.Text = states[line.State()], d.lang.F(i18n.EmpHours, d.lang.Hours(line.Hours().Total()))
	if line.State() == payperiods.Missing {
		p.Label = d.lang.T(i18n.EmpNoSheet)
	}
	switch {
	case by.EmployeeID == id:
		p.Href, p.Link = paths.TimeIn(now.Year, now.Number), d.lang.T(i18n.EmpOwnTime)
	case len(line.Sheets) > 0:
		p.Href, p.Link = paths.Timesheet(line.Sheets[0].ID), d.lang.T(i18n.EmpSheet)
	default:
		p.Href, p.Link = paths.PeriodPerson(now.Year, now.Number, id), d.lang.T(i18n.EmpNoSheetDo)
	}
	return p
}

// event returns an audit entry as text. The values of a new record are left out, since most of them are on the page.
func (d presenter) event(e audit.Entry, names map[int64]string) views.Event {
	action, _ := ui.AuditActionOf(e.Kind, e.Action)
	v := views.Event{Who: e.Who.Name, Did: d.lang.T(action.Text), Icon: action.Icon, When: d.lang.Moment(e.At.Time().In(d.zone))}
	if v.Who == "" {
		v.Who = d.lang.T(i18n.TheProgram)
	}
	if e.Action == "created" {
		return v
	}
	for _, field := range fieldOrder {
		if c, changed := e.Changes[field]; changed {
			v.Changes = append(v.Changes, views.Change{Field: d.lang.T(i18n.EmployeeFields[field]), Before: d.value(field, c[0], names),
				After: d.value(field, c[1], names)})
		}
	}
	return v
}

var fieldOrder = []string{"first_name", "last_name", "email", "phone_number", "residence", "external_payroll_id", "company_code",
	"first_work_day",
	"last_work_day", "supervisor_id", "user_id", "default_breaks"}

// value returns the value of a field as text; "" for an empty one.
func (d presenter) value(field string, v any, names map[int64]string) string {
	switch x := v.(type) {
	case nil:
		return ""
	case float64:
		switch field {
		case "supervisor_id":
			return names[int64(x)]
		case "phone_number":
			return phone(int64(x))
		}
		return number(int64(x))
	case string:
		if day, err := db.ParseDay(x); err == nil {
			return d.lang.Day(day)
		}
		return x
	}
	return fmt.Sprint(v)
}
