package help

import (
	"slices"
	"strings"

	"presence/app/accounts/auth"
	"presence/app/platform/paths"
)

// topic lists the tasks of the pages that match a pattern. The help link leads to the first one in the reader's own guides.
type topic struct {
	pattern string
	tasks   []string // guide#task
}

// topics are those of all staff pages. The first pattern that an address fits counts.
var topics = []topic{
	{"/staff/", []string{"general#today"}},
	{"/staff/search", []string{"general#search"}},
	{"/staff/notifications", []string{"general#notifications"}},

	{"/staff/clockings/:id", []string{"employee#clock"}},
	{"/staff/clock/stamps/:id", []string{"employee#clock-offline"}},
	{"/staff/present", []string{"supervisor#present", "payroll#present"}},
	{"/staff/time", []string{"employee#hours"}},
	{"/staff/time/:period", []string{"employee#hours"}},
	{"/staff/leave", []string{"employee#leave", "supervisor#leave"}},
	{"/staff/timesheets/:id", []string{"supervisor#review", "employee#correct"}},
	{"/staff/approvals", []string{"supervisor#review"}},
	{"/staff/periods", []string{"supervisor#approve-period"}},
	{"/staff/periods/:year/:number", []string{"supervisor#approve-period"}},
	{"/staff/periods/:year/:number/standards", []string{"supervisor#standards"}},
	{"/staff/periods/:year/:number/people/:employee", []string{"supervisor#enter-for"}},
	{"/staff/hours", []string{"payroll#hours", "supervisor#hours"}},

	{"/staff/employees", []string{"payroll#employee", "supervisor#team", "employee#record"}},
	{"/staff/employees/new", []string{"payroll#employee"}},
	{"/staff/employees/:id", []string{"payroll#departure", "supervisor#team", "employee#record"}},
	{"/staff/employees/:id/edit", []string{"payroll#departure"}},
	{"/staff/employees/:id/supervisor", []string{"payroll#departure"}},
	{"/staff/customers", []string{"payroll#customers"}},
	{"/staff/customers/:id", []string{"payroll#customers"}},
	{"/staff/payroll", []string{"payroll#export"}},
	{"/staff/payroll/exports/:id", []string{"payroll#verify"}},
	{"/staff/payroll/presets", []string{"payroll#formats"}},
	{"/staff/leave-balances", []string{"payroll#leave", "supervisor#leave"}},
	{"/staff/leave-rules", []string{"payroll#leave"}},
	{"/staff/employees/:id/leave-ledger", []string{"payroll#leave", "supervisor#leave", "employee#leave"}},
	{"/staff/deputies", []string{"supervisor#deputies"}},
	{"/staff/activities", []string{"payroll#activities"}},
	{"/staff/activities/report", []string{"payroll#activities"}},
	{"/staff/employees/:id/cost", []string{"payroll#activities"}},
	{"/staff/employees/:id/usual-week", []string{"supervisor#usual-week", "payroll#usual-week", "employee#usual-week"}},
	{"/staff/schedule", []string{"supervisor#schedule", "payroll#schedule", "employee#schedule"}},
	{"/staff/schedule/shifts/:id", []string{"supervisor#schedule", "payroll#schedule"}},
	{"/staff/bank-codes", []string{"payroll#codes"}},

	{"/staff/events", []string{"events#create"}},
	{"/staff/events/:event", []string{"events#create"}},
	{"/staff/events/:event/overview", []string{"events#create"}},
	{"/staff/events/:event/blocks", []string{"events#blocks"}},
	{"/staff/events/:event/audience", []string{"events#audience"}},
	{"/staff/events/:event/send", []string{"events#test"}},
	{"/staff/events/:event/messages", []string{"events#messages"}},
	{"/staff/events/:event/rsvps", []string{"events#registrations"}},
	{"/staff/events/:event/rsvps/totals", []string{"events#attendance"}},
	{"/staff/events/:event/rsvps/badges", []string{"events#attendance"}},
	{"/staff/events/:event/rsvps/guest-list", []string{"events#attendance"}},
	{"/staff/events/:event/waiting-list", []string{"events#waiting-list"}},
	{"/staff/events/:event/door", []string{"events#check-in"}},
	{"/staff/events/:event/door/links", []string{"events#entrances"}},
	{"/staff/events/:event/rsvps/:rsvp", []string{"events#registrations"}},
	{"/staff/events/:event/rsvps/:rsvp/edit", []string{"events#registrations"}},
	{"/staff/campaigns", []string{"events#resume"}},
	{"/staff/campaigns/:id", []string{"events#resume"}},
	{"/staff/campaigns/:id/reminder", []string{"events#remind"}},
	{"/staff/outbox", []string{"admin#channels"}},
	{"/staff/outbox/:name", []string{"admin#channels"}},
	{"/staff/templates", []string{"events#templates"}},
	{"/staff/templates/:name", []string{"events#templates"}},
	{"/staff/directory", []string{"events#directory"}},
	{"/staff/directory/customer", []string{"events#directory"}},
	{"/staff/directory/syncs", []string{"events#directory"}},
	{"/staff/directory/syncs/:id", []string{"events#directory"}},
	{"/staff/directory/uploads", []string{"events#upload"}},
	{"/staff/directory/uploads/:id", []string{"events#upload"}},

	{"/staff/settings", []string{"admin#people", "general#account"}},
	{"/staff/settings/account", []string{"general#account"}},
	{"/staff/settings/people", []string{"admin#people"}},
	{"/staff/settings/people/new", []string{"admin#people"}},
	{"/staff/settings/people/:person", []string{"admin#roles"}},
	{"/staff/archive", []string{"payroll#departure", "supervisor#team"}},
	{"/staff/archive/:kind/:id", []string{"payroll#departure", "supervisor#team"}},
	{"/staff/imports", []string{"payroll#import"}},
	{"/staff/imports/:id", []string{"payroll#import"}},
	{"/staff/first-steps", []string{"admin#setup"}},
	{"/staff/settings/company", []string{"admin#company"}},
	{"/staff/settings/export", []string{"admin#move", "admin#backup"}},
	{"/staff/settings/personal-data", []string{"admin#personal"}},
	{"/staff/settings/sign-in", []string{"admin#company"}},
	{"/staff/settings/second-factors", []string{"admin#company"}},
	{"/staff/settings/security", []string{"general#account"}},
	{"/staff/settings/security/codes", []string{"general#account"}},
	{"/staff/settings/customers", []string{"admin#company"}},
	{"/staff/settings/mail", []string{"admin#channels"}},
	{"/staff/settings/mail/senders", []string{"admin#channels"}},
	{"/staff/settings/channels", []string{"admin#channels"}},
	{"/staff/settings/suppressions", []string{"events#suppressions"}},
	{"/staff/settings/applications", []string{"admin#tokens"}},
	{"/staff/settings/applications/all", []string{"admin#tokens"}},
	{"/staff/settings/webhooks", []string{"admin#webhooks"}},
	{"/staff/settings/webhooks/new", []string{"admin#webhooks"}},
	{"/staff/settings/webhooks/:webhook", []string{"admin#webhooks"}},
	{"/staff/settings/kiosks", []string{"admin#kiosks"}},
	{"/staff/settings/audit", []string{"admin#audit"}},
	{"/staff/settings/system", []string{"admin#system"}},
	{"/staff/settings/tokens", []string{"admin#tokens"}},
	{"/staff/settings/sessions", []string{"general#account"}},
	{"/staff/settings/notifications", []string{"general#emails", "general#devices"}},
	{"/staff/settings/calendars", []string{"general#calendars"}},
	{"/staff/settings/password", []string{"general#account"}},
	{"/staff/settings/pin", []string{"employee#kiosk"}},
	{"/staff/employees/:id/badge", []string{"payroll#badge"}},
}

// about returns the address of the task that a page is about; of an unknown page, that of the list of guides.
func about(by auth.Actor, page string) string {
	i := slices.IndexFunc(topics, func(t topic) bool { return fits(t.pattern, page) })
	if i < 0 {
		return paths.Help()
	}
	tasks := topics[i].tasks
	own := slices.IndexFunc(tasks, func(task string) bool { return isOwn(by, task) })
	guide, task, _ := strings.Cut(tasks[max(own, 0)], "#")
	return paths.HelpTask(guide, task)
}

// isOwn reports whether a task is in one of the reader's own guides.
func isOwn(by auth.Actor, task string) bool {
	guide, _, _ := strings.Cut(task, "#")
	return slices.ContainsFunc(audiences, func(a audience) bool { return a.guide == guide && a.own(by) })
}

// fits reports whether a path has a pattern of the router.
func fits(pattern, path string) bool {
	return slices.EqualFunc(strings.Split(pattern, "/"), strings.Split(path, "/"), func(want, got string) bool {
		return want == got || strings.HasPrefix(want, ":") && got != ""
	})
}
