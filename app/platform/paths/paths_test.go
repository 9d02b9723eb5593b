package paths

import (
	"net/url"
	"testing"
)

func TestMount_puts_the_prefix_before_every_path(t *testing.T) {
	defer Mount("")
	for _, prefix := range []string{"", "/presence"} {
		t.Run("prefix "+prefix, func(t *testing.T) {
			Mount(prefix + "/")
			for _, c := range []struct{ got, want string }{
				{Today(), "/staff/"},
				{TimeIn(2026, 5), "/staff/time/2026-05"},
				{Period(2026, 25), "/staff/periods/2026/25"},
				{Timesheet(7), "/staff/timesheets/7"},
				{Export(2026, 25, "xlsx"), "/exports/csv?period=2026-25&format=xlsx"},
				{Bootstrap("a/b"), "/auth/first/a%2Fb"},
				{LoginThen("/staff/time?x=1&y=2"), "/auth/v1/login?next=%2Fstaff%2Ftime%3Fx%3D1%26y%3D2"},
				{To("/staff/time"), "/staff/time"},
				{TimeIn(2026, 10), "/staff/time/2026-10"},
				{Audience("gala", nil), "/staff/events/gala/audience"},
				{Audience("gala", url.Values{"q": {"a b"}}), "/staff/events/gala/audience?q=a+b"},
				{CampaignsBefore(0, ""), "/staff/campaigns"},
				{CampaignsBefore(9, "gala"), "/staff/campaigns?before=9&event=gala"},
				{Invitation("gala", "fr", false), "/events/gala/invite-preview?lang=fr"},
				{Invitation("gala", "fr", true), "/events/gala/invite-preview?lang=fr&reminder=1"},
				{DirectoryCustomer("C 1", ""), "/staff/directory/customer?id=C+1"},
				{DirectoryCustomer("C1", "ada"), "/staff/directory/customer?id=C1&q=ada"},
				{DirectorySegment("city", "", 0), "/staff/directory?of=city"},
				{DirectorySegment("city", "Québec", 1), "/staff/directory?before=1&city=Qu%C3%A9bec&of=city"},
				{TimeOn(2026, 25, "2026-11-20", false), "/staff/time/2026-25?day=2026-11-20#d-2026-11-20"},
				{TimeOn(2026, 25, "2026-11-20", true), "/staff/time/2026-25?day=2026-11-20&open=shift#d-2026-11-20"},
				{GuestListAfter("gala", 0), "/staff/events/gala/rsvps/guest-list"},
				{GuestListAfter("gala", 7), "/staff/events/gala/rsvps/guest-list?after=7"},
				{EmployeesTree(0), "/staff/employees?view=tree"},
				{EmployeesTree(7), "/staff/employees?view=tree&root=7"},
				{Rsvp("gala", "", ""), "/rsvp/gala"},
				{Rsvp("gala", "fr", "abc"), "/rsvp/gala?lang=fr&t=abc"},
				{RegistrationsOf("gala", nil), "/staff/events/gala/rsvps"},
				{RegistrationsOf("gala", url.Values{"coming": {"yes"}}), "/staff/events/gala/rsvps?coming=yes"},
			} {
				if c.got != prefix+c.want {
					t.Errorf("got %s, want %s", c.got, prefix+c.want)
				}
			}
			for address, local := range map[string]string{To("/staff/time?day=1"): "/staff/time?day=1", "/staff/time": "/staff/time",
				"/presences": "/presences"} {
				if got := Local(address); got != local {
					t.Errorf("%s: got the local path %s, want %s", address, got, local)
				}
			}
			if got := Static("app.css"); got[:len(prefix)+8] != prefix+"/static/" {
				t.Errorf("Static: %s", got)
			}
		})
	}
}
