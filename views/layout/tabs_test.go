package layout

import (
	"strings"
	"testing"

	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/views/ui"

	"github.com/PuerkitoBio/goquery"
)

// shown returns the labels of tabs, the current one in brackets.
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
		{"of the user's own account", AccountTabs(l, paths.Tokens()), said(6, i18n.PersonPassword, i18n.SettingsSessions,
			i18n.Security, i18n.PrefTab, i18n.PINOwn, i18n.CalendarsTab, i18n.SettingsTokens, i18n.SettingsApps)},
		{"of the settings, none for an employee", SettingsTabs(l, false, false, paths.Tokens()), said(0)},
		{"for a user who manages events", SettingsTabs(l, false, true, paths.Channels()), said(0, i18n.ChanTab, i18n.SuppTab)},
		{"for an administrator", SettingsTabs(l, true, true, paths.AuditLog()), said(2, i18n.ConfTab, i18n.SettingsPeople, i18n.SettingsLog,
			i18n.ConfSignInTab, i18n.Kiosks, i18n.SettingsApps, i18n.ChanTab, i18n.SuppTab, i18n.ConfCustomersTab, i18n.WebhooksTab,
			i18n.SystemTab)},
		{"of payroll", PayrollTabs(l, paths.BankCodes()), said(5, i18n.PayrollFiles, i18n.HoursTitle, i18n.Balances, i18n.JobReport, i18n.CustShort,
			i18n.Codes, i18n.Presets, i18n.Imp)},
		{"of the team", TeamTabs(l, paths.EmployeesTree(0)), said(1, i18n.TeamList, i18n.TeamTree, i18n.TeamArchive)},
		{"of all events", EventsTabs(l, paths.Templates()), said(1, i18n.Events, i18n.Tpl)},
		{"of an event", EventTabs(l, "gala", EventSend), said(3, i18n.OverviewTab, i18n.EventEdit, i18n.AudTab, i18n.SendTab, i18n.RegTab)},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := shown(x.tabs); got != x.want {
				t.Errorf("%s, want %s", got, x.want)
			}
		})
	}
}

// What payroll sets up once stands in the menu behind the tabs, which is marked on its pages.
func TestPayrollTabs_menu(t *testing.T) {
	draw := func(here string) *goquery.Document {
		page, err := goquery.NewDocumentFromReader(strings.NewReader(render(t, ui.Tabs("Payroll", PayrollTabs(i18n.EN, here)))))
		if err != nil {
			t.Fatal(err)
		}
		return page
	}
	page := draw(paths.BankCodes())
	if tabs, menu := page.Find("nav > .tabs a"), page.Find("nav > details .menu-item"); tabs.Length() != 4 || menu.Length() != 4 {
		t.Errorf("%d tabs, %d entries of the menu", tabs.Length(), menu.Length())
	}
	if s := page.Find("summary[aria-current]").Text(); s != i18n.PaySetup.EN || page.Find(".menu-item[aria-current=page]").Text() != i18n.Codes.EN {
		t.Errorf("on the page of the codes the menu is marked as %q", s)
	}
	if page := draw(paths.Payroll()); page.Find("summary[aria-current]").Length() != 0 || page.Find(".tabs [aria-current]").Text() != i18n.PayrollFiles.EN {
		t.Error("on the page of the periods the menu is marked")
	}
}

func TestEventPage(t *testing.T) {
	head := EventHead{Title: "Gala", When: "Nov 20", State: "Draft", Tab: EventSend, Tabs: EventTabs(i18n.EN, "gala", EventSend),
		Post: "/change", Moves: []EventMove{{State: "published", Label: "Publish", Primary: true}, {State: "cancelled", Label: "Cancel it"}}}
	draw := func(h EventHead) *goquery.Document {
		page, err := goquery.NewDocumentFromReader(strings.NewReader(render(t, EventPage(Frame{Lang: i18n.EN}, h, ""))))
		if err != nil {
			t.Fatal(err)
		}
		return page
	}
	t.Run("the browser's tab names the page, then the event", func(t *testing.T) {
		if got, want := draw(head).Find("title").Text(), i18n.SendTab.EN+" · Gala · Presence"; got != want {
			t.Errorf("%q, want %q", got, want)
		}
		if got := (EventHead{Title: "Gala", Tabs: EventTabs(i18n.EN, "gala", "none")}).tabTitle(); got != "Gala" {
			t.Errorf("without a current tab: %q", got)
		}
	})
	t.Run("the first change of the state is a button, the next one is in the menu", func(t *testing.T) {
		page := draw(head)
		b := page.Find(`.page-head button[name="status"]`)
		if b.Length() != 1 || b.AttrOr("value", "") != "published" || !b.HasClass("btn-primary") {
			t.Errorf("%d buttons, the first is %q of class %q", b.Length(), b.AttrOr("value", ""), b.AttrOr("class", ""))
		}
		if m := page.Find(`.page-head input[name="status"]`); m.Length() != 1 || m.AttrOr("value", "") != "cancelled" {
			t.Errorf("%d entries of the menu, the first is %q", m.Length(), m.AttrOr("value", ""))
		}
		second := head
		second.Moves = head.Moves[1:]
		if b := draw(second).Find(`.page-head button[name="status"]`); b.Length() != 1 || b.HasClass("btn-primary") {
			t.Errorf("a change that is not the usual one has the class %q", b.AttrOr("class", ""))
		}
	})
}

func TestFrame_Sections(t *testing.T) {
	for _, x := range []struct {
		name   string
		viewer Viewer
		want   string
	}{
		{"none for a visitor", Viewer{KeepsTime: true}, ""},
		{"those of the rail, then the account", Viewer{SignedIn: true, RunsEvents: true}, strings.Join([]string{paths.Today(), paths.Events(),
			paths.Campaigns(), paths.Directory(), paths.Settings(), paths.Account()}, " ")},
	} {
		t.Run(x.name, func(t *testing.T) {
			var got []string
			for _, l := range (Frame{Viewer: x.viewer}).Sections() {
				got = append(got, l.Href)
			}
			if strings.Join(got, " ") != x.want {
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
		t.Error("an error page without a status shows one, or one with a status does not")
	}
}
