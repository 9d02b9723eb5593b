package layout

import (
	"cmp"
	"slices"

	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/views/ui"
)

// SettingsTabs returns the tabs of the company's settings that a user may see; each leads to a page of another feature. The tab
// with the address here is the current one.
func SettingsTabs(l i18n.Lang, admin, events bool, here string) (tabs []ui.Tab) {
	add := func(group, label, note i18n.Text, href string) {
		tabs = append(tabs, settingsTab(l, group, label, note, href, here))
	}
	if admin {
		add(i18n.AreaGeneral, i18n.ConfTab, i18n.ConfAbout, paths.CompanySettings())
		add(i18n.AreaGeneral, i18n.SettingsPeople, i18n.PeopleAbout, paths.People())
		add(i18n.AreaGeneral, i18n.SettingsLog, i18n.LogAbout, paths.AuditLog())
		add(i18n.AreaAccess, i18n.ConfSignInTab, i18n.SignInAbout, paths.SignInSettings())
		add(i18n.AreaAccess, i18n.Kiosks, i18n.KiosksAbout, paths.Kiosks())
		add(i18n.AreaAccess, i18n.SettingsApps, i18n.AppsAboutAll, paths.AllApplications(nil))
	}
	if events {
		add(i18n.AreaSending, i18n.ChanTab, i18n.ChanAbout, paths.Channels())
		add(i18n.AreaSending, i18n.SuppTab, i18n.SuppAbout, paths.Suppressions(nil))
	}
	if admin {
		add(i18n.AreaSending, i18n.ConfCustomersTab, i18n.CustomersAbout, paths.CustomerSettings())
		add(i18n.AreaTechnical, i18n.WebhooksTab, i18n.WebhooksAbout, paths.Webhooks())
		add(i18n.AreaTechnical, i18n.SystemTab, i18n.SystemAbout, paths.System())
	}
	return tabs
}

// AccountTabs returns the tabs of everybody's own account: those for the person, then those for programs that use the account.
func AccountTabs(l i18n.Lang, here string) (tabs []ui.Tab) {
	add := func(group, label, note i18n.Text, href string) {
		tabs = append(tabs, settingsTab(l, group, label, note, href, here))
	}
	own := i18n.Text{}
	add(own, i18n.PersonPassword, i18n.PasswordAbout, paths.OwnPassword())
	add(own, i18n.SettingsSessions, i18n.SessionsAbout, paths.Sessions())
	add(own, i18n.Security, i18n.SecurityAbout, paths.Security())
	add(own, i18n.PrefTab, i18n.PrefAbout, paths.NotificationPreferences())
	add(own, i18n.PINOwn, i18n.PINAbout, paths.OwnPIN())
	add(own, i18n.CalendarsTab, i18n.CalendarsAbout, paths.Calendars())
	add(i18n.AccountPrograms, i18n.SettingsTokens, i18n.TokensAbout, paths.Tokens())
	add(i18n.AccountPrograms, i18n.SettingsApps, i18n.AppsAbout, paths.Applications(nil))
	return tabs
}

func settingsTab(l i18n.Lang, group, label, note i18n.Text, href, here string) ui.Tab {
	current := href == here || href == paths.SignInSettings() && here == paths.FactorRoles() ||
		href == paths.CompanySettings() && here == paths.CompanyExport()
	return ui.Tab{Label: l.T(label), Note: l.T(note), Href: href, Current: current, Group: l.T(group)}
}

// SettingsPage completes the page of a tab of the company's settings: its title is that of the tab, unless it has one, and above it
// is the link to their list.
func SettingsPage(l i18n.Lang, tabs []ui.Tab, p Page) Page {
	p.Section = Settings
	return areaPage(tabs, p, ui.Crumb{Label: l.T(i18n.Settings), Href: paths.Settings()})
}

// AccountPage likewise completes the page of a tab of the user's own account.
func AccountPage(l i18n.Lang, tabs []ui.Tab, p Page) Page {
	return areaPage(tabs, p, ui.Crumb{Label: l.T(i18n.MyAccount), Href: paths.Account()})
}

func areaPage(tabs []ui.Tab, p Page, list ui.Crumb) Page {
	if i := slices.IndexFunc(tabs, func(t ui.Tab) bool { return t.Current }); i >= 0 {
		p.Title = cmp.Or(p.Title, tabs[i].Label)
	}
	p.TabTitle, p.Crumbs = p.Title+" · "+list.Label, []ui.Crumb{list}
	return p
}
