package layout

import (
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/views/ui"
)

// TeamTabs returns the tabs of the team. The tab with the address here is the current one.
func TeamTabs(l i18n.Lang, here string) []ui.Tab {
	tabs := []ui.Tab{{Label: l.T(i18n.TeamList), Href: paths.Employees()}, {Label: l.T(i18n.TeamTree), Href: paths.EmployeesTree(0)},
		{Label: l.T(i18n.TeamArchive), Href: paths.EmployeesArchive()}}
	for i := range tabs {
		tabs[i].Current = tabs[i].Href == here
	}
	return tabs
}
