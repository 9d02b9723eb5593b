package overview

import (
	"slices"
	"strings"
	"testing"
	"time"

	"presence/app/hub/campaigns"
	"presence/app/hub/events"
	"presence/app/hub/rsvp"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/db"
	"presence/views/ui"
)

var (
	zone = time.FixedZone("", -5*3600)
	noon = time.Date(2026, 11, 26, 12, 0, 0, 0, zone)
)

func at(days int) db.Instant { return db.InstantOf(noon.AddDate(0, 0, days)) }

// gala returns the overview of an open event that begins in ten days.
func gala() Overview {
	return Overview{Event: events.Record{Event: events.Event{ID: "gala", State: events.Open, StartsAt: at(10), EndsAt: at(10) + 4*3_600_000}}}
}

func present(o Overview) presenter {
	return presenter{o: o, now: noon, zone: zone, today: db.DayOf(noon), lang: i18n.EN,
		sends: campaigns.NewService(nil, func() time.Time { return noon }, campaigns.Options{})}
}

func TestPresenter_tasks(t *testing.T) {
	invited := func(o *Overview) {
		o.Invitation = &campaigns.Campaign{ID: 7, State: campaigns.Completed, Tracked: true}
		o.Stages = campaigns.Stages{NotOpened: 3, OpenedNotClicked: 2}
	}
	audience, send, remind := paths.Audience("gala", nil), paths.SendEvent("gala", nil), paths.RemindCampaign(7, nil)
	for _, x := range []struct {
		name   string
		change func(*Overview)
		leads  []string
		main   bool
	}{
		{"an event without an audience needs one", func(*Overview) {}, []string{audience}, true},
		{"an audience without invitations is invited", func(o *Overview) { o.Event.Audience = 5 }, []string{send}, true},
		{"a draft is edited first, and its main button publishes it", func(o *Overview) { o.Event.State = events.Draft },
			[]string{paths.Event("gala"), audience}, false},
		{"those who have not replied are reminded", invited, []string{remind}, true},
		{"they are not while something is sent", func(o *Overview) {
			invited(o)
			o.Active = &campaigns.Campaign{ID: 8, State: campaigns.Paused}
		}, []string{paths.Campaign(8, nil)}, true},
		{"they are not once answers are closed", func(o *Overview) { invited(o); o.Event.State = events.Closed }, nil, false},
		{"nobody is reminded when all have replied", func(o *Overview) { invited(o); o.Stages = campaigns.Stages{} }, nil, false},
		{"on the day the guests are checked in", func(o *Overview) { invited(o); o.Event.StartsAt, o.Event.EndsAt = at(0)+1, at(0)+2 },
			[]string{paths.Door("gala"), remind}, true},
		{"probable matches are reviewed, and a waiting list is looked at", func(o *Overview) {
			o.Invitation = &campaigns.Campaign{ID: 7}
			o.Stats.By, o.Event.Waiting = map[rsvp.Confidence]int64{rsvp.Probable: 2}, 3
		}, []string{paths.RegistrationsOf("gala", map[string][]string{"confidence": {"probable"}}), paths.StaffWaitingList("gala")}, true},
		{"a full event says so first, and invites and reminds nobody", func(o *Overview) {
			invited(o)
			o.Event.Capacity, o.Event.Headcount = new(int64(4)), 5
		}, []string{paths.Event("gala") + "#offers"}, true},
		{"the waiting list of a full event is its first task, and once in the list", func(o *Overview) {
			invited(o)
			o.Stats.By = map[rsvp.Confidence]int64{rsvp.Probable: 2}
			o.Event.Capacity, o.Event.Headcount, o.Event.Waiting = new(int64(4)), 4, 2
		}, []string{paths.StaffWaitingList("gala"), paths.RegistrationsOf("gala", map[string][]string{"confidence": {"probable"}})}, true},
		{"after the event those who came are thanked, and the report of the invitation is read", func(o *Overview) {
			invited(o)
			o.Event.StartsAt, o.Event.EndsAt = at(-2), at(-1)
			o.Thanks = &campaigns.EventMessage{Kind: campaigns.ThankYou, Recipients: 3}
		}, []string{paths.EventMessages("gala") + "#thank_you", paths.Campaign(7, nil)}, true},
		{"they are not thanked twice", func(o *Overview) {
			o.Event.StartsAt, o.Event.EndsAt = at(-2), at(-1)
			o.Thanks = &campaigns.EventMessage{Kind: campaigns.ThankYou, Recipients: 3, CampaignID: 9}
		}, nil, false},
		{"nor is anyone thanked without an address", func(o *Overview) {
			o.Event.StartsAt, o.Event.EndsAt = at(-2), at(-1)
			o.Thanks = &campaigns.EventMessage{Kind: campaigns.ThankYou}
		}, nil, false},
		{"after the event nothing is sent", func(o *Overview) { o.Event.StartsAt, o.Event.EndsAt, o.Event.Waiting = at(-2), at(-1), 3 }, nil, false},
	} {
		t.Run(x.name, func(t *testing.T) {
			o := gala()
			x.change(&o)
			var leads []string
			list := present(o).tasks()
			for _, task := range list {
				leads = append(leads, task.Href)
			}
			if !slices.Equal(leads, x.leads) {
				t.Errorf("the tasks lead to %q", leads)
			}
			if main := slices.ContainsFunc(list, func(t ui.Task) bool { return t.Main }); main != x.main {
				t.Errorf("a main button: %v", main)
			}
		})
	}
}

func TestPresenter_stats(t *testing.T) {
	for _, x := range []struct {
		name   string
		change func(*Overview)
		want   string
		gauge  string
	}{
		{"before the event: who is expected, without a waiting list that is empty", func(o *Overview) { o.Event.Capacity = new(int64(9)) },
			"Expected guests 7, Registrations 4, Not coming 1", "7 of 9"},
		{"with a waiting list that is not", func(o *Overview) { o.Event.Capacity, o.Event.Waiting = new(int64(9)), 2 },
			"Expected guests 7, Registrations 4, Not coming 1, Waiting list 2", "7 of 9"},
		{"after the event: who came, and who did not", func(o *Overview) { o.Event.EndsAt, o.Arrived = at(-1), 5 },
			"Attended 5, No-shows 2, Registrations 4, Not coming 1", "5 of 7"},
		{"more people came than were expected", func(o *Overview) { o.Event.EndsAt, o.Arrived = at(-1), 8 },
			"Attended 8, No-shows 0, Registrations 4, Not coming 1", "8 of 7"},
		{"after an event at which nobody was checked in: who was expected",
			func(o *Overview) { o.Event.EndsAt, o.Event.Capacity = at(-1), new(int64(9)) },
			"Expected guests 7, Registrations 4, Not coming 1", ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			o := gala()
			o.Event.Headcount, o.Stats.Registrations, o.Stats.Declined = 7, 5, 1
			x.change(&o)
			var list []string
			for _, s := range present(o).stats() {
				list = append(list, s.Label+" "+s.Value)
			}
			if got := strings.Join(list, ", "); got != x.want {
				t.Errorf("got %s", got)
			}
			got := ""
			if g := present(o).gauge(); g != nil {
				got = g.Text
			}
			if got != x.gauge {
				t.Errorf("the gauge says %q", got)
			}
		})
	}
}

func TestPresenter_figures_add_up(t *testing.T) {
	o := gala()
	o.Stats.Registrations, o.Stats.Declined = 7, 1
	o.Invitation = &campaigns.Campaign{ID: 7, State: campaigns.Completed, Tracked: true, Counts: campaigns.Counts{Sent: 9, Registered: 4, Declined: 1}}
	o.Stages = campaigns.Stages{NotOpened: 3, OpenedNotClicked: 2}
	if s := present(o).stats()[1]; s.Value != "6" || s.Note != "3 in response to the invitation, 3\u00a0with no matching invitation" {
		t.Errorf("%s: %s", s.Value, s.Note)
	}
	task, _ := present(o).remind()
	if task.Text != "5 people haven’t replied yet" || task.Note != "" || task.Caution == nil {
		t.Errorf("%s %s: the figures are those of the tiles, and nothing can be sent", task.Text, task.Note)
	}
	o.Invitation.Tracked = false
	if task, _ := present(o).remind(); task.Note != "4 of 9 have replied" {
		t.Errorf("of a campaign that is not tracked, which has no tile: %q", task.Note)
	}
}

func TestPresenter_dates(t *testing.T) {
	t.Run("a scheduled campaign, in the order of time, but none that is stopped", func(t *testing.T) {
		o := gala()
		o.Next = []campaigns.Campaign{{Type: "event", State: campaigns.Scheduled, StartsAt: at(3)},
			{Type: "event", ReminderOf: 1, State: campaigns.Paused, StartsAt: at(4)}}
		var got []string
		for _, d := range present(o).dates() {
			got = append(got, d.Name+" "+d.Left)
		}
		if want := []string{"Invitation in 3 days", "Start in 10 days"}; !slices.Equal(got, want) {
			t.Errorf("got %q", got)
		}
	})
	for _, x := range []struct {
		name   string
		change func(*events.Record)
		want   string
	}{
		{"its start", func(*events.Record) {}, "Start in 10 days"},
		{"the deadline before it", func(e *events.Record) { e.Deadline = at(1) }, "RSVP deadline in 1 day, Start in 10 days"},
		{"not the deadline of an event that is closed", func(e *events.Record) { e.Deadline, e.State = at(1), events.Closed }, "Start in 10 days"},
		{"not what is past", func(e *events.Record) { e.Deadline = at(-1) }, "Start in 10 days"},
		{"the last offers, as long as somebody waits", func(e *events.Record) { e.Waiting, e.OfferCutoff = 1, 24 },
			"Waiting list offers end in 9 days, Start in 10 days"},
		{"nothing of an event that has begun", func(e *events.Record) { e.StartsAt = at(0) }, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			o := gala()
			x.change(&o.Event)
			var got []string
			for _, d := range present(o).dates() {
				got = append(got, d.Name+" "+d.Left)
			}
			if strings.Join(got, ", ") != x.want {
				t.Errorf("got %q", got)
			}
		})
	}
}

func TestPresenter_chart(t *testing.T) {
	days := func(list ...int) map[db.Instant]int64 {
		m := map[db.Instant]int64{}
		for _, d := range list {
			m[at(d)]++
		}
		return m
	}
	t.Run("there is none without registrations", func(t *testing.T) {
		if c, _ := present(gala()).chart(); c != nil {
			t.Error(c)
		}
	})
	o := gala()
	o.Days = days(-5, -5, -4, 0)
	total := func(o Overview) presenter {
		d := present(o)
		d.total = true
		return d
	}
	t.Run("the days end with today, and are not drawn on the scale of their total", func(t *testing.T) {
		c, lately := present(o).chart()
		n := len(c.Columns)
		if n != 14 || c.Columns[8].Value != 2 || c.Columns[9].Value != 1 || c.Columns[13].Value != 1 || c.Ahead != 0 || !c.NoTotal || c.Line {
			t.Errorf("%d columns, %d to come: %+v", n, c.Ahead, c.Columns)
		}
		if lately != "4 registrations in the last 7 days" {
			t.Errorf("the note is %q", lately)
		}
	})
	t.Run("the total alone ends with today too", func(t *testing.T) {
		if c, _ := total(o).chart(); len(c.Columns) != 14 || c.Before != nil || c.NoTotal || !c.Line {
			t.Errorf("%+v", c)
		}
	})
	t.Run("it compares with the last event by the days before each", func(t *testing.T) {
		last := events.Record{Event: events.Event{StartsAt: at(-300)}}
		last.Content.FR.Title = "Fête"
		o := o
		o.Last, o.LastDays = &last, days(-400, -315, -314, -311, -310, -309, -300, -299)
		if c, _ := present(o).chart(); c.Before != nil {
			t.Error("the days are beside a total")
		}
		c, pace := total(o).chart()
		want := []int64{2, 3, 3, 3, 4, 5, 6, 6, 6, 6, 6, 6, 6, 6, 6, 8}
		if !slices.Equal(c.Before, want) {
			t.Errorf("its total is %d", c.Before)
		}
		if pace != "4 registrations in the last 7 days · 5 registrations at this point for the previous event: Fête" {
			t.Errorf("the pace is %q", pace)
		}
	})
	t.Run("many days make weeks, of which the last ends with the event", func(t *testing.T) {
		o := o
		o.Days = days(-60, -54, -53, 0)
		last := events.Record{Event: events.Event{StartsAt: at(-300)}}
		o.Last, o.LastDays = &last, nil
		c, _ := total(o).chart()
		if n := len(c.Columns); n != 11 || c.Columns[0].Value != 1 || c.Columns[1].Value != 2 || c.Ahead != 1 {
			t.Errorf("%d columns, %d to come: %+v", n, c.Ahead, c.Columns)
		}
	})
}
