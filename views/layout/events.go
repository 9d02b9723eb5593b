package layout

import (
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/views/ui"
)

// EventTab is a page of an event.
type EventTab string

// The tabs of an event; each is a page of another feature.
const (
	EventOverview      EventTab = "overview"
	EventContent       EventTab = "content"
	EventAudience      EventTab = "audience"
	EventSend          EventTab = "send"
	EventRegistrations EventTab = "rsvps"
)

// Href returns the address of the tab's page. An unknown tab has that of the editor.
func (t EventTab) Href(id string) string {
	switch t {
	case EventOverview:
		return paths.EventOverview(id)
	case EventAudience:
		return paths.Audience(id, nil)
	case EventSend:
		return paths.SendEvent(id, nil)
	case EventRegistrations:
		return paths.Registrations(id)
	}
	return paths.Event(id)
}

// EventTabs returns the tabs of an event; here is the current one.
func EventTabs(l i18n.Lang, id string, here EventTab) (tabs []ui.Tab) {
	for _, t := range []struct {
		tab  EventTab
		text i18n.Text
	}{{EventOverview, i18n.OverviewTab}, {EventContent, i18n.EventEdit},
		{EventAudience, i18n.AudTab}, {EventSend, i18n.SendTab}, {EventRegistrations, i18n.RegTab}} {
		tabs = append(tabs, ui.Tab{Label: l.T(t.text), Href: t.tab.Href(id), Current: t.tab == here})
	}
	return tabs
}

// EventsTabs returns the tabs of the pages that belong to no single event. The tab with the address here is the current one.
func EventsTabs(l i18n.Lang, here string) []ui.Tab {
	return []ui.Tab{{Label: l.T(i18n.Events), Href: paths.Events(), Current: here == paths.Events()},
		{Label: l.T(i18n.Tpl), Href: paths.Templates(), Current: here == paths.Templates()}}
}

// EventHead is the header of an event, which is the same on each of its tabs.
type EventHead struct {
	Title, When string // When: its date, times and place
	Tone        ui.Tone
	State       string // in words
	Guest       string // link to the guests' page; empty while guests cannot see it
	Moves       []EventMove
	Post        string // where a change of the state is posted: tab, status
	Form        string // id of a form on the page that the change saves as well; empty: none
	Copy        string
	Repeat      string
	Delete      string // link; empty: it cannot be deleted
	Tab         EventTab
	Tabs        []ui.Tab
}

// EventMove is a state that an event can be given. The first one is a button, the others are in the menu.
type EventMove struct {
	State, Label string
	Icon         ui.Icon
	Primary      bool
}

func (h EventHead) moveButton(m EventMove) ui.Btn {
	b := ui.Btn{Label: m.Label, Icon: m.Icon, Name: "status", Value: m.State, Form: h.Form}
	if m.Primary {
		b.Kind = ui.Primary
	}
	return b
}

// tabTitle returns what the browser's tab says: the page, then the event.
func (h EventHead) tabTitle() string {
	for _, t := range h.Tabs {
		if t.Current {
			return t.Label + " · " + h.Title
		}
	}
	return h.Title
}
