package layout

import (
	"strings"
	"testing"

	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/views/ui"
)

// shown are the labels of tabs, the open one in brackets.
func shown(tabs []ui.Tab) string {
	var list []string
	for _, tab := range tabs {
		if tab.Current {
			tab.Label = "[" + tab.Label + "]"
		}
		list = append(list, tab.Label)
	}
	return strings.Join(list, " ")
}

func TestTabs(t *testing.T) {
	l := i18n.EN
	said := func(open int, texts ...i18n.Text) string {
		var tabs []ui.Tab
		for i, text := range texts {
			tabs = append(tabs, ui.Tab{Label: l.T(text), Current: i == open})
		}
		return shown(tabs)
	}
	for _, x := range []struct {
		name string
		tabs []ui.Tab
		want string
	}{
		{"of everybody's own account", AccountTabs(l, paths.Tokens()), said(1, i18n.SettingsSessions, i18n.SettingsTokens,
			i18n.PersonPassword)},
		{"of the settings, none for an employee", SettingsTabs(l, false, false, paths.Tokens()), said(0)},
		{"for whoever runs events", SettingsTabs(l, false, true, paths.Channels()), said(0, i18n.ChanTab, i18n.SuppTab)},
		{"for an administrator", SettingsTabs(l, true, true, paths.AuditLog()), said(3, i18n.SettingsPeople, i18n.ChanTab, i18n.SuppTab,
			i18n.SettingsLog)},
		{"of payroll", PayrollTabs(l, paths.BankCodes()), said(1, i18n.PayrollFiles, i18n.Codes, i18n.Presets)},
		{"of all events", EventsTabs(l, paths.Templates()), said(1, i18n.Events, i18n.Tpl)},
		{"of an event", EventTabs(l, "gala", EventSend), said(2, i18n.EventEdit, i18n.AudTab, i18n.SendTab, i18n.RegTab)},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := shown(x.tabs); got != x.want {
				t.Errorf("%s, want %s", got, x.want)
			}
		})
	}
}

func TestFrame_count(t *testing.T) {
	f := Frame{Lang: i18n.EN, Queue: 3}
	if f.count(entry{section: Approvals}) != "3" || f.count(entry{section: Today}) != "" ||
		(Frame{}).count(entry{section: Approvals}) != "" {
		t.Error("only what waits for a decision is counted, beside the approvals")
	}
	if f.title("") != i18n.EN.T(i18n.ProductName) || f.title("Team") != "Team · "+i18n.EN.T(i18n.ProductName) {
		t.Errorf("titles %q and %q", f.title(""), f.title("Team"))
	}
	if statusText(0) != "" || statusText(404) != "404" {
		t.Error("a status of none is told")
	}
}
