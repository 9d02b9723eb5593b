package layout

import (
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/views/ui"
)

// EventTabs are the pages of one event, each a feature of its own; the one at the address here is open.
func EventTabs(l i18n.Lang, id, here string) []ui.Tab {
	tabs := []ui.Tab{{Label: l.T(i18n.EventEdit), Href: paths.Event(id)},
		{Label: l.T(i18n.AudTab), Href: paths.Audience(id, nil)},
		{Label: l.T(i18n.SendTab), Href: paths.SendEvent(id, nil)},
		{Label: l.T(i18n.RegTab), Href: paths.Registrations(id)}}
	for i := range tabs {
		tabs[i].Current = tabs[i].Href == here
	}
	return tabs
}
