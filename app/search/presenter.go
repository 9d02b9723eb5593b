package search

import (
	"net/url"

	"presence/app/accounts/auth"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/views/layout"
	"presence/views/ui"

	views "presence/views/search"
)

// results returns the groups of a search, people first, those without rows left out. Without a text they are all actions and pages.
func (p pages) results(by auth.Actor, f layout.Frame, text string, found Found) views.Results {
	l, period := by.Language, p.periods.Current()
	r := views.Results{Query: text, Help: paths.Help() + "?" + url.Values{"q": {text}}.Encode()}
	add := func(title string, rows []views.Result) {
		if len(rows) > 0 {
			r.Groups = append(r.Groups, views.Group{Title: title, Rows: rows})
			r.Count += len(rows)
		}
	}
	var sheets, people, listed, guests, customers []views.Result
	for _, e := range found.Employees {
		people = append(people, views.Result{Icon: ui.IconUser, Text: e.Name(), Note: e.Supervisor, Href: paths.Employee(e.ID)})
		if by.Approver() && e.ID != by.EmployeeID {
			sheets = append(sheets, views.Result{Icon: ui.IconClock, Text: e.Name(), Note: l.Range(period.Start, period.End),
				Href: paths.PeriodPerson(period.Year, period.Number, e.ID)})
		}
	}
	add(l.T(i18n.Periods), p.period(by, text))
	add(l.T(i18n.FindPeople), people)
	add(l.F(i18n.FindTimesheets, period.Name()), sheets)
	add(l.T(i18n.FindActions), withWords(l, p.actions(by), text))
	add(l.T(i18n.FindPages), withWords(l, p.pages(by, f), text))
	for _, e := range found.Events {
		listed = append(listed, views.Result{Icon: ui.IconTicket, Text: e.Text(string(l)).Title,
			Note: l.DayTitle(e.StartsAt.Time().In(p.zone)), Href: paths.EventOverview(e.ID)})
	}
	add(l.T(i18n.FindEvents), listed)
	for _, g := range found.Registrations {
		note := found.All[g.EventID].Text(string(l)).Title
		if why := g.Found(l, text); why != "" {
			note = why + " · " + note
		}
		guests = append(guests, views.Result{Icon: ui.IconCheck, Text: g.Name, Note: note, Href: paths.Registration(g.EventID, g.ID)})
	}
	add(l.T(i18n.FindRegistrations), guests)
	for _, m := range found.Customers {
		customers = append(customers, views.Result{Icon: ui.IconBook, Text: m.Name, Note: m.ID, Href: paths.DirectoryCustomer(m.ID, text)})
	}
	add(l.T(i18n.FindCustomers), customers)
	var tasks []views.Result
	for _, x := range found.Help {
		tasks = append(tasks, views.Result{Icon: ui.IconInfo, Text: x.Task.Title, Note: x.Guide.Title,
			Href: paths.HelpTask(x.Guide.Name, x.Task.ID)})
	}
	add(l.T(i18n.HelpTitle), tasks)
	return r
}

// period returns the pay period that a text names, such as 2026-23 or a date: its overview for those who approve, their own hours for
// others.
func (p pages) period(by auth.Actor, text string) []views.Result {
	if text == "" || text[0] < '0' || text[0] > '9' {
		return nil
	}
	period, err := p.periods.ParsePeriod(text)
	href := paths.TimeIn(period.Year, period.Number)
	switch {
	case err != nil || !by.Approver() && by.EmployeeID == 0:
		return nil
	case by.Approver():
		href = paths.Period(period.Year, period.Number)
	}
	return []views.Result{{Icon: ui.IconCalendar, Text: period.Name(), Note: by.Language.Range(period.Start, period.End), Href: href}}
}
