package paths

import "testing"

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
			} {
				if c.got != prefix+c.want {
					t.Errorf("got %s, want %s", c.got, prefix+c.want)
				}
			}
			if got := Static("app.css"); got[:len(prefix)+8] != prefix+"/static/" {
				t.Errorf("Static: %s", got)
			}
		})
	}
}
