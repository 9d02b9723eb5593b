package campaigns_test

import (
	"strings"
	"testing"
	"time"

	"presence/app/apptest/sends"
	"presence/app/apptest/sink"
	"presence/app/hub/campaigns"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/db"
)

// quiet returns quiet hours from their text.
func quiet(t *testing.T, text string) campaigns.QuietHours {
	t.Helper()
	h, err := campaigns.ParseQuietHours(text)
	must(t, err)
	return h
}

// instant returns an instant from its text by RFC 3339.
func instant(t *testing.T, text string) db.Instant {
	t.Helper()
	at, err := time.Parse(time.RFC3339, text)
	must(t, err)
	return db.InstantOf(at)
}

func TestParseQuietHours(t *testing.T) {
	for _, x := range []struct{ name, text, want string }{
		{"none", "", ""},
		{"over midnight", "21:00-08:00", "21:00-08:00"},
		{"within a day", "12:00-13:30", "12:00-13:30"},
		{"with spaces and a dash", " 21:00 – 8:00", "21:00-08:00"},
		{"as long as they may be", "16:00-08:00", "16:00-08:00"},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := quiet(t, x.text).String(); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
	for _, text := range []string{"21:00", "21-8", "21:00-24:00", "-08:00", "21:00-21:00", "16:00-08:01", "at night",
		"21:00-08:00-09:00"} {
		t.Run("refuses "+text, func(t *testing.T) {
			if h, err := campaigns.ParseQuietHours(text); err == nil {
				t.Errorf("%v", h)
			}
		})
	}
}

func TestService_QuietUntil(t *testing.T) {
	zone, err := time.LoadLocation("America/Toronto")
	must(t, err)
	const night = "21:00-08:00"
	for _, x := range []struct{ name, hours, at, until string }{
		{"there are none", "", "2026-11-20T23:00:00-05:00", ""},
		{"just before they begin", night, "2026-11-20T20:59:59-05:00", ""},
		{"as they begin", night, "2026-11-20T21:00:00-05:00", "2026-11-21T08:00:00-05:00"},
		{"just before they end", night, "2026-11-21T07:59:59-05:00", "2026-11-21T08:00:00-05:00"},
		{"as they end", night, "2026-11-21T08:00:00-05:00", ""},
		{"in the night in which clocks go forward", night, "2026-03-07T22:00:00-05:00", "2026-03-08T08:00:00-04:00"},
		{"in the night in which clocks go back", night, "2026-10-31T22:00:00-04:00", "2026-11-01T08:00:00-05:00"},
		{"before an end that happens twice", "21:00-01:30", "2026-11-01T01:29:00-04:00", "2026-11-01T01:30:00-04:00"},
		{"when that end comes again", "21:00-01:30", "2026-11-01T01:29:00-05:00", ""},
		{"before an end over which clocks go forward", "21:00-02:30", "2026-03-08T01:59:00-05:00", "2026-03-08T03:30:00-04:00"},
		{"at noon", "12:00-13:00", "2026-11-20T12:30:00-05:00", "2026-11-20T13:00:00-05:00"},
		{"in the night, of hours at noon", "12:00-13:00", "2026-11-20T23:30:00-05:00", ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			s := campaigns.NewService(nil, time.Now, campaigns.Options{Quiet: quiet(t, x.hours), Zone: zone})
			var want db.Instant
			if x.until != "" {
				want = instant(t, x.until)
			}
			if got := s.QuietUntil(instant(t, x.at)); got != want {
				t.Errorf("until %s, want %s", got.Time().In(zone), x.until)
			}
		})
	}
}

// The clock of a world begins at 13:00, and its zone is UTC.
func TestService_BeginDue_within_quiet_hours(t *testing.T) {
	const hour = time.Hour
	for _, x := range []struct {
		name         string
		start, after time.Duration // since 13:00
		want         campaigns.State
	}{
		{"a start before them begins", 2 * hour, 2 * hour, campaigns.Sending},
		{"a start as they begin waits", 3 * hour, 3 * hour, campaigns.Scheduled},
		{"a start within them waits, however long", 4 * hour, 19*hour - time.Millisecond, campaigns.Scheduled},
		{"a start within them begins when they end", 4 * hour, 19 * hour, campaigns.Sending},
		{"a start within them is not late within an hour of their end", 4 * hour, 20*hour - time.Second, campaigns.Sending},
		{"a start within them is late afterwards", 4 * hour, 20*hour + time.Second, campaigns.Paused},
		{"a start before them that was missed asks staff at once", time.Minute, 5 * hour, campaigns.Paused},
		{"a start as they end begins", 19 * hour, 19 * hour, campaigns.Sending},
	} {
		t.Run(x.name, func(t *testing.T) {
			sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
				w.Options.Quiet = quiet(t, "16:00-08:00")
				w.S = w.NewService(w.DB)
				c := w.Invite(1).Schedule(begins(db.InstantOf(w.Clock.Now().Add(x.start))))
				w.Clock.Advance(x.after)
				must(t, w.S.BeginDue(t.Context()))
				if got := w.Campaign(c.ID); got.State != x.want {
					t.Errorf("%s %s, want %s", got.State, got.Reason, x.want)
				}
			})
		})
	}
}

func TestPages_quiet_hours(t *testing.T) {
	w := ready(t, sink.Options{}, 3)
	w.Options.Quiet = quiet(t, "21:00-08:00")
	w.S = w.NewService(w.DB)
	staff, l := officeIn(w, time.UTC), i18n.EN
	page := paths.SendEvent("gala", nil)
	warning := "quiet hours: starts at 8:00 a.m."
	t.Run("a start within them is warned of before and after it is chosen, and on the pages that show it", func(t *testing.T) {
		a := staff.On(t).Get(page)
		if got := a.Text("form.send-form"); !strings.Contains(got, l.F(i18n.SendQuietHint, "9:00 p.m.", "8:00 a.m.")) {
			t.Errorf("%q", got)
		}
		v := later(a, "2026-12-01T22:00")
		v.Set("frozen", "false")
		a = staff.On(t).Form(page, v).Follow().Want(200)
		if !strings.Contains(a.Text(".toast"), warning) || !strings.Contains(a.Text("#plan"), warning) {
			t.Errorf("%q, %q", a.Text(".toast"), a.Text("#plan"))
		}
		if got := staff.On(t).Get(page).Text("#planned"); !strings.Contains(got, warning) {
			t.Errorf("%q", got)
		}
	})
	t.Run("a start outside of them has no warning", func(t *testing.T) {
		v := later(staff.On(t).Get(page), "2026-12-01T20:59")
		v.Set("frozen", "false")
		if a := staff.On(t).Form(page, v).Follow().Want(200); strings.Contains(a.Text("#plan"), "quiet hours: ") {
			t.Errorf("%q", a.Text("#plan"))
		}
	})
	held := l.F(i18n.CampQuiet, "8:00 a.m.")
	t.Run("a campaign that waits for their end says until when, and that it continues on its own", func(t *testing.T) {
		w.Clock.Advance(9 * time.Hour)
		if got := staff.On(t).Get(page).Text("#message"); !strings.Contains(got, l.F(i18n.SendQuietNow, "8:00 a.m.")) {
			t.Errorf("%q", got)
		}
		a := staff.On(t).Form(page, filled(staff.On(t).Get(page), "3")).Follow().Want(200)
		if !strings.Contains(a.Text(".toast"), held) || !strings.Contains(a.Text(".badge"), held) ||
			!strings.Contains(a.Text(".banner"), l.T(i18n.CampQuietText)) {
			t.Errorf("%q, %q, %q", a.Text(".toast"), a.Text(".badge"), a.Text(".banner"))
		}
		if got := staff.On(t).Get(paths.Campaigns()).Text("main"); !strings.Contains(got, held) {
			t.Errorf("%q", got)
		}
	})
	t.Run("and no more once they have ended", func(t *testing.T) {
		w.Clock.Advance(10 * time.Hour)
		if a := staff.On(t).Get(paths.Campaign(3, nil)).Want(200); strings.Contains(a.Text("main"), held) || a.Has(".banner") {
			t.Errorf("%q", a.Text("main"))
		}
	})
}

func TestAPI_quiet_until(t *testing.T) {
	w := small(t, sink.Options{}).Invite(2)
	w.Options.Quiet = quiet(t, "21:00-08:00")
	w.S = w.NewService(w.DB)
	staff := office(w, nil)
	type held struct {
		Status     string
		QuietUntil *string `json:"quiet_until"`
	}
	get := func(t *testing.T) held {
		t.Helper()
		return answered[held](t, staff.On(t).Get("/campaigns/1").Want(200))
	}
	staff.Post("/events/gala/send", "{}").Want(201)
	t.Run("null outside of quiet hours", func(t *testing.T) {
		if c := get(t); c.Status != "sending" || c.QuietUntil != nil {
			t.Errorf("%+v", c)
		}
	})
	w.Clock.Advance(9 * time.Hour)
	t.Run("their end for a campaign that waits for it", func(t *testing.T) {
		if c := get(t); c.Status != "sending" || c.QuietUntil == nil || *c.QuietUntil != "2026-11-21T08:00:00Z" {
			t.Errorf("%+v", c)
		}
	})
	t.Run("null for one that staff have paused", func(t *testing.T) {
		staff.On(t).Post("/events/gala/send/pause", "").Want(200)
		if c := get(t); c.Status != "paused" || c.QuietUntil != nil {
			t.Errorf("%+v", c)
		}
	})
}
