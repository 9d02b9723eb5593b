package layout

import (
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/views/ui"
)

// SettingsTabs returns the tabs of the settings that a user may see; each leads to a page of another feature. The tab
// with the address here is the current one.
func SettingsTabs(l i18n.Lang, admin, events bool, here string) (tabs []ui.Tab) {
	add := func(shown bool, label i18n.Text, href string) {
		if shown {
			tabs = append(tabs, ui.Tab{Label: l.T(label), Href: href, Current: href == here})
		}
	}
	add(admin, i18n.SettingsPeople, paths.People())
	add(true, i18n.SettingsTokens, paths.Tokens())
	add(true, i18n.SettingsSessions, paths.Sessions())
	add(events, i18n.ChanTab, paths.Channels())
	add(events, i18n.SuppTab, paths.Suppressions(nil))
	add(admin, i18n.SettingsLog, paths.AuditLog())
	return tabs
}
