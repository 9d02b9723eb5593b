package layout

import (
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/views/ui"
)

// SettingsTabs returns the tabs of the company's settings that a user may see; each leads to a page of another feature. The tab
// with the address here is the current one.
func SettingsTabs(l i18n.Lang, admin, events bool, here string) (tabs []ui.Tab) {
	add := func(label i18n.Text, href string) { tabs = append(tabs, settingsTab(l, label, href, here)) }
	if admin { // what the company is, who belongs to it, its e-mail, who gets in, its data
		add(i18n.ConfTab, paths.CompanySettings())
		add(i18n.SettingsPeople, paths.People())
	}
	if events {
		add(i18n.ChanTab, paths.Channels())
		add(i18n.SuppTab, paths.Suppressions(nil))
	}
	if admin {
		add(i18n.Kiosks, paths.Kiosks())
		add(i18n.ConfSignInTab, paths.SignInSettings())
		add(i18n.SettingsApps, paths.AllApplications(nil))
		add(i18n.ConfCustomersTab, paths.CustomerSettings())
		add(i18n.WebhooksTab, paths.Webhooks())
		add(i18n.SettingsLog, paths.AuditLog())
		add(i18n.SystemTab, paths.System())
	}
	return tabs
}

// AccountTabs returns the tabs of everybody's own account.
func AccountTabs(l i18n.Lang, here string) []ui.Tab {
	return []ui.Tab{settingsTab(l, i18n.SettingsSessions, paths.Sessions(), here), settingsTab(l, i18n.SettingsTokens, paths.Tokens(), here),
		settingsTab(l, i18n.SettingsApps, paths.Applications(nil), here), settingsTab(l, i18n.PersonPassword, paths.OwnPassword(), here),
		settingsTab(l, i18n.PINOwn, paths.OwnPIN(), here), settingsTab(l, i18n.Security, paths.Security(), here),
		settingsTab(l, i18n.PrefTab, paths.NotificationPreferences(), here), settingsTab(l, i18n.CalendarsTab, paths.Calendars(), here)}
}

func settingsTab(l i18n.Lang, label i18n.Text, href, here string) ui.Tab {
	current := href == here || href == paths.SignInSettings() && here == paths.FactorRoles() ||
		href == paths.CompanySettings() && here == paths.CompanyExport()
	return ui.Tab{Label: l.T(label), Href: href, Current: current}
}
