// Package layout renders the frame around every page: the rail, the header and the messages, and the bare page for
// visitors who are not signed in. It does not depend on the features: the page passes the viewer and what they may see.
package layout

import (
	"cmp"
	"slices"
	"strconv"

	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/views/ui"

	"github.com/a-h/templ"
)

// Frame is what every page shows around its content.
type Frame struct {
	Lang   i18n.Lang
	Theme  string // "light", "dark", or "" for what the system asks
	Path   string // this page's address with its query, without PUBLIC_URL's prefix; a change of language or theme returns here
	Viewer Viewer
	Toasts []ui.Toast      // the messages about the request before: saved, or refused
	Banner *ui.BannerProps // above every page: a warning about the installation; nil: none
	Queue  int             // what waits for the viewer's decision; 0 shows none
	Unread int             // notifications waiting; 0 shows none
	Bell   string          // link to the notifications; empty: no bell
	Stream string          // URL of the event stream for the bell
}

// Saved reports whether the request before this page has saved something.
func (f Frame) Saved() bool {
	return slices.ContainsFunc(f.Toasts, func(t ui.Toast) bool { return t.Tone == "" || t.Tone == ui.Good })
}

// Viewer is the person who sees the page. Booleans say what they may see; templates never check roles.
type Viewer struct {
	SignedIn    bool
	Name        string
	Email       string
	Role        string // in words, in the reader's language
	KeepsTime   bool   // has an employee record, and so a timesheet
	RunsPayroll bool   // is payroll or admin
	SeesPeriods bool   // supervises an employee, or is payroll or admin
	RunsEvents  bool   // is events or admin
}

// Page is what a page passes to its frame.
type Page struct {
	Title    string
	TabTitle string // what the browser's tab says; empty: Title
	Subtitle string
	State    templ.Component // a badge before the subtitle, or below the title of a pay period; nil: none
	Section  Section         // the entry of the rail that it belongs to
	Style    string          // a style sheet of its own in assets/css/pages, without .css; empty: none
	Script   string          // a script of its own in assets/js/pages, without .js; empty: none
	Crumbs   []ui.Crumb
	Period   *ui.PeriodNav   // shows the period switcher in the header
	Actions  templ.Component // buttons beside the title; nil: none
	Narrow   bool            // text width: forms
	HideHead bool            // the page brings its own heading (h1)
}

// Section is an entry of the rail.
type Section string

// The sections.
const (
	NoSection Section = ""
	Today     Section = "today"
	Time      Section = "time"
	Approvals Section = "approvals"
	Leave     Section = "leave"
	Schedule  Section = "schedule"
	Periods   Section = "periods"
	Payroll   Section = "payroll"
	Team      Section = "team"
	Events    Section = "events"
	Campaigns Section = "campaigns"
	Directory Section = "directory"
	Settings  Section = "settings"
	Find      Section = "find" // the search over everything, which has no entry in the rail
)

// entry is one line of the rail. The rail is this list: a new section is a new line.
type entry struct {
	section Section
	icon    ui.Icon
	text    i18n.Text
	short   i18n.Text // for the bottom bar of a phone
	key     string    // leads there, after g
	href    func() string
	show    func(Viewer) bool
}

var entries = []entry{
	{Today, ui.IconHome, i18n.Today, i18n.Today, "t", paths.Today, func(Viewer) bool { return true }},
	{Time, ui.IconClock, i18n.Time, i18n.Time, "h", paths.Time, func(v Viewer) bool { return v.KeepsTime }},
	{Schedule, ui.IconSchedule, i18n.Schedule, i18n.Schedule, "r", func() string { return paths.Schedule(nil) },
		func(v Viewer) bool { return v.KeepsTime || v.SeesPeriods }},
	{Approvals, ui.IconInbox, i18n.QueueTitle, i18n.QueueShort, "a", paths.Approvals, func(v Viewer) bool { return v.SeesPeriods }},
	{Periods, ui.IconCalendar, i18n.Periods, i18n.PeriodsShort, "p", paths.Periods, func(v Viewer) bool { return v.SeesPeriods }},
	{Leave, ui.IconPalm, i18n.LeaveTitle, i18n.LeaveTitle, "l", paths.Leave, func(v Viewer) bool { return v.KeepsTime || v.SeesPeriods }},
	{Payroll, ui.IconWallet, i18n.Payroll, i18n.Payroll, "y", paths.Payroll, func(v Viewer) bool { return v.RunsPayroll }},
	{Team, ui.IconUsers, i18n.Team, i18n.Team, "m", paths.Employees, func(v Viewer) bool { return v.SeesPeriods }},
	{Team, ui.IconUser, i18n.MyRecord, i18n.MyRecord, "m", paths.Employees, func(v Viewer) bool { return v.KeepsTime && !v.SeesPeriods }},
	{Events, ui.IconTicket, i18n.Events, i18n.EventsShort, "e", paths.Events, func(v Viewer) bool { return v.RunsEvents }},
	{Campaigns, ui.IconSend, i18n.Camp, i18n.CampShort, "c", paths.Campaigns, func(v Viewer) bool { return v.RunsEvents }},
	{Directory, ui.IconBook, i18n.Dir, i18n.Dir, "d", paths.Directory, func(v Viewer) bool { return v.RunsEvents }},
	{Settings, ui.IconSettings, i18n.Settings, i18n.Settings, "s", paths.Settings, func(v Viewer) bool { return v.RunsEvents }},
}

// barRoom is the number of entries in the bottom bar of a phone; the others are in the menu "More".
const barRoom = 5

// nav returns the viewer's entries. For viewers who manage no team, the events, if they may see them, come right below Today, since
// a phone's bar has room for few entries.
func (f Frame) nav() (list []entry) {
	for _, e := range entries {
		if f.Viewer.SignedIn && e.show(f.Viewer) {
			list = append(list, e)
		}
	}
	if !f.Viewer.SeesPeriods {
		slices.SortStableFunc(list, func(a, b entry) int { return cmp.Compare(a.section.rank(), b.section.rank()) })
	}
	return list
}

// Link is a section that the viewer may open.
type Link struct {
	Icon ui.Icon
	Text i18n.Text
	Href string
}

// Sections returns the sections that the viewer may open, in the order of the rail, and their own account.
func (f Frame) Sections() (list []Link) {
	for _, e := range f.nav() {
		list = append(list, Link{e.icon, e.text, e.href()})
	}
	if f.Viewer.SignedIn {
		list = append(list, Link{ui.IconUser, i18n.MyAccount, paths.Account()})
	}
	return list
}

// rank returns the position of a section for viewers who manage events but no team.
func (s Section) rank() int {
	switch s {
	case Today:
		return 0
	case Events, Campaigns, Directory:
		return 1
	}
	return 2
}

// count returns the number beside an entry, empty for none.
func (f Frame) count(e entry) string {
	if e.section != Approvals || f.Queue == 0 {
		return ""
	}
	return f.Lang.Int(int64(f.Queue))
}

// split returns the entries that the bottom bar shows and those in its menu. With more entries than room, one place is
// that of the menu.
func split(list []entry, room int) (shown, more []entry) {
	if len(list) <= room {
		return list, nil
	}
	return list[:room-1], list[room-1:]
}

// has reports whether a section is among the entries.
func has(list []entry, s Section) bool {
	return slices.ContainsFunc(list, func(e entry) bool { return e.section == s })
}

// title returns the title of the browser's tab.
func (f Frame) title(page string) string {
	if page == "" {
		return f.Lang.T(i18n.ProductName)
	}
	return page + " · " + f.Lang.T(i18n.ProductName)
}

// preference returns the hidden fields of a form that changes one setting and returns to this page.
func (f Frame) preference(name, value string) []ui.Hidden {
	return []ui.Hidden{{Name: name, Value: value}, {Name: "next", Value: f.Path}}
}

// htmxConfig keeps htmx within the Content-Security-Policy and shows refused forms (422) in place.
const htmxConfig = `{"allowEval":false,"includeIndicatorStyles":false,"selfRequestsOnly":true,"historyCacheSize":0,"scrollBehavior":"instant","responseHandling":[{"code":"204","swap":false},{"code":"[23]..","swap":true},{"code":"422","swap":true},{"code":"[45]..","swap":false,"error":true}]}`

func statusText(status int) string {
	if status == 0 {
		return ""
	}
	return strconv.Itoa(status)
}
