package search

import (
	"presence/app/accounts/auth"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/views/layout"
	"presence/views/ui"

	views "presence/views/search"
)

// results returns the groups of a search, those without rows left out. Without a text they are all actions and pages.
func (p pages) results(by auth.Actor, f layout.Frame, text string, found Found) views.Results {
	l, period := by.Language, p.periods.Current()
	r := views.Results{Query: text}
	add := func(title string, rows []views.Result) {
		if len(rows) > 0 {
			r.Groups = append(r.Groups, views.Group{Title: title, Rows: rows})
			r.Count += len(rows)
		}
	}
	add(l.T(i18n.FindActions), withWords(p.actions(by), text))
	var pages, sheets, people, listed, guests, customers []views.Result
	for _, s := range f.Sections() {
		pages = append(pages, views.Result{Icon: s.Icon, Text: l.T(s.Text), Href: s.Href})
	}
	if by.Approver() {
		pages = append(pages, views.Result{Icon: ui.IconHistory, Text: l.T(i18n.HoursTitle), Href: paths.Hours(nil)},
			views.Result{Icon: ui.IconInbox, Text: l.T(i18n.TeamArchive), Href: paths.Archive(nil)})
	}
	if by.SeesAll() || by.RunsEvents() {
		pages = append(pages, views.Result{Icon: ui.IconUsers, Text: l.T(i18n.Cust), Href: paths.Customers()})
	}
	pages = append(pages, views.Result{Icon: ui.IconInfo, Text: l.T(i18n.HelpTitle), Href: paths.Help()})
	add(l.T(i18n.FindPages), withWords(pages, text))
	for _, e := range found.Employees {
		people = append(people, views.Result{Icon: ui.IconUser, Text: e.Name(), Note: e.Supervisor, Href: paths.Employee(e.ID)})
		if by.Approver() && e.ID != by.EmployeeID {
			sheets = append(sheets, views.Result{Icon: ui.IconClock, Text: e.Name(), Note: l.Range(period.Start, period.End),
				Href: paths.PeriodPerson(period.Year, period.Number, e.ID)})
		}
	}
	add(l.F(i18n.FindTimesheets, period.Name()), sheets)
	add(l.T(i18n.FindPeople), people)
	for _, e := range found.Events {
		listed = append(listed, views.Result{Icon: ui.IconTicket, Text: e.Text(string(l)).Title,
			Note: l.DayLong(e.StartsAt.Time().In(p.zone)), Href: paths.Event(e.ID)})
	}
	add(l.T(i18n.FindEvents), listed)
	for _, g := range found.Registrations {
		guests = append(guests, views.Result{Icon: ui.IconCheck, Text: g.Name, Note: found.All[g.EventID].Text(string(l)).Title,
			Href: paths.Registration(g.EventID, g.ID)})
	}
	add(l.T(i18n.FindRegistrations), guests)
	for _, m := range found.Customers {
		customers = append(customers, views.Result{Icon: ui.IconBook, Text: m.Name, Note: m.ID, Href: paths.DirectoryCustomer(m.ID, text)})
	}
	add(l.T(i18n.FindCustomers), customers)
	return r
}

// actions returns the actions that the user can start from any page.
func (p pages) actions(by auth.Actor) (list []views.Result) {
	current := p.periods.Current()
	for _, a := range []struct {
		may  bool
		icon ui.Icon
		text i18n.Text
		href string
	}{
		{by.EmployeeID != 0, ui.IconPlus, i18n.ActEnterHours, paths.Time()},
		{by.Approver(), ui.IconApproved, i18n.ActApproveReady, paths.Period(current.Year, current.Number)},
		{by.EmployeeID != 0 || by.Approver(), ui.IconPalm, i18n.ActRequestLeave, paths.AskLeave()},
		{by.SeesAll(), ui.IconUser, i18n.ActNewEmployee, paths.NewEmployee()},
		{by.RunsEvents(), ui.IconTicket, i18n.ActNewEvent, paths.NewEvent()},
	} {
		if a.may {
			list = append(list, views.Result{Icon: a.icon, Text: by.Language.T(a.text), Href: a.href})
		}
	}
	return list
}

// withWords returns the rows whose text has the words of query; all of them if it is empty.
func withWords(rows []views.Result, query string) (list []views.Result) {
	for _, row := range rows {
		if hasWords(row.Text, query) {
			list = append(list, row)
		}
	}
	return list
}
