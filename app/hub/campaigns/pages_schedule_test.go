package campaigns_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"presence/app/apptest/featuretest"
	"presence/app/apptest/sink"
	"presence/app/hub/campaigns"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/db"
)

// later fills in the form of a page that sends, for a later start.
func later(a *featuretest.Answer, at string) url.Values {
	v := filled(a, "3")
	v.Set("when", "later")
	v.Set("starts_at", at)
	return v
}

func TestPages_schedule(t *testing.T) {
	w := ready(t, sink.Options{}, 3)
	zone, err := time.LoadLocation("America/Toronto")
	must(t, err)
	staff, l := officeIn(w, zone), i18n.EN
	page := paths.SendEvent("gala", nil)
	w.Exec("UPDATE events SET starts_at = $1, ends_at = $1", int64(db.InstantOf(time.Date(2027, 3, 20, 0, 0, 0, 0, time.UTC))))
	for _, x := range []struct{ name, at, says string }{
		{"without a time", "", "This field is required."},
		{"at a time that has passed", "2026-11-20T07:59", l.T(i18n.Fault("past_start", ""))},
		{"in more than a year", "2027-11-22T08:00", l.T(i18n.Fault("far_start", ""))},
		{"at a time that does not exist", "2027-03-14T02:30", l.T(i18n.Fault("no_such_time", ""))},
		{"at a time that exists twice", "2027-11-07T01:30", l.T(i18n.Fault("time_twice", ""))},
		{"after the event has begun", "2027-03-21T08:00", l.T(i18n.Fault("after_event", ""))},
	} {
		t.Run("nothing is scheduled "+x.name+", and the form says why", func(t *testing.T) {
			a := staff.On(t).Form(page, later(staff.On(t).Get(page), x.at)).Want(422)
			if got := a.Text("form.send-form .form-errors"); !strings.Contains(got, x.says) {
				t.Errorf("%q, want %q", got, x.says)
			}
			if a.Doc().Find("input[name=starts_at]").AttrOr("value", "") != x.at || !a.Has("input[name=when][value=later][checked]") ||
				w.Count("SELECT COUNT(*) FROM campaigns") != 0 {
				t.Error("the form forgets the choice, or there is a campaign")
			}
		})
	}
	t.Run("the report of a scheduled one says when it begins, in the zone of the company, and so does the page that sends", func(t *testing.T) {
		v := later(staff.On(t).Get(page), "2026-12-01T09:00")
		v.Set("frozen", "false")
		a := staff.On(t).Form(page, v).Follow().Want(200)
		at := "Tue, Dec 1 at 9:00 a.m."
		if !strings.Contains(a.Text(".toast"), at) || !strings.Contains(a.Text("#plan"), at) || a.Has("#course") || a.Has("#people") {
			t.Errorf("%q, %q", a.Text(".toast"), a.Text("#plan"))
		}
		c := w.Campaign(1)
		if c.State != campaigns.Scheduled || c.Frozen || c.StartsAt != db.InstantOf(time.Date(2026, 12, 1, 14, 0, 0, 0, time.UTC)) {
			t.Errorf("%+v", c)
		}
		a = staff.On(t).Get(page).Want(200)
		if got := a.Text("#planned"); !strings.Contains(got, at) || !strings.Contains(got, l.T(i18n.CampPlanThen)) {
			t.Errorf("%q", got)
		}
		if !a.Has("input[name=when][value=now]:not([disabled])") {
			t.Error("beside a scheduled one, none can be sent at once")
		}
	})
	t.Run("another time is checked as the first one, and shown", func(t *testing.T) {
		move := paths.RescheduleCampaign(1)
		a := staff.On(t).Form(move, url.Values{"starts_at": {"2027-03-14T02:30"}}).Want(422)
		if got := a.Text("#plan .form-errors"); !strings.Contains(got, l.T(i18n.Fault("no_such_time", ""))) {
			t.Errorf("%q", got)
		}
		a = staff.On(t).Form(move, url.Values{"starts_at": {"2026-12-02T09:30"}}).Follow().Want(200)
		if got := a.Text("#plan"); !strings.Contains(got, "Wed, Dec 2 at 9:30 a.m.") {
			t.Errorf("%q", got)
		}
	})
	t.Run("one that could not begin says why, and begins by hand once it can", func(t *testing.T) {
		w.Exec("UPDATE events SET state = 'draft'")
		w.Clock.Advance(12*24*time.Hour + 2*time.Hour)
		must(t, w.S.BeginDue(t.Context()))
		a := staff.On(t).Get(paths.Campaign(1, nil)).Want(200)
		if got := a.Text(".banner"); !strings.Contains(got, l.T(i18n.CampReasons["event_hidden"])) || !a.Has("#plan") {
			t.Errorf("%q", got)
		}
		if got := staff.On(t).Get(page).Text("#planned"); !strings.Contains(got, l.T(i18n.CampReasons["event_hidden"])) {
			t.Errorf("%q", got)
		}
		a = staff.On(t).Form(paths.StartCampaign(1), nil).Follow().Want(200)
		if got := a.Text(".toast"); !strings.Contains(got, l.T(i18n.CampReasons["event_hidden"])) {
			t.Errorf("%q", got)
		}
		w.Exec("UPDATE events SET state = 'open'")
		a = staff.On(t).Form(paths.StartCampaign(1), nil).Follow().Want(200)
		if got := w.Campaign(1); got.State != campaigns.Sending || got.Counts.Pending != 3 || !a.Has("#course") || a.Has("#plan") {
			t.Errorf("%s %+v", got.State, got.Counts)
		}
	})
	t.Run("a scheduled one is cancelled from its report, beside one that is being sent", func(t *testing.T) {
		v := later(staff.On(t).Get(page), "2026-12-10T09:00")
		v.Set("frozen", "true")
		staff.On(t).Form(page, v).Want(303)
		if c := w.Campaign(2); !c.Frozen || c.Counts.Pending != 3 {
			t.Errorf("%+v", c)
		}
		staff.On(t).Form(paths.CancelCampaign(2), nil).Want(303)
		if a, b := w.Campaign(1), w.Campaign(2); a.State != campaigns.Sending || b.State != campaigns.Cancelled {
			t.Errorf("%s, %s", a.State, b.State)
		}
	})
}
