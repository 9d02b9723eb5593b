package events

import (
	"testing"
	"time"

	"presence/db"
)

func TestEvent_Text(t *testing.T) {
	e := Event{Content: Contents{FR: Content{"Fête", "Venez", "Souper", "1, rue A", "Merci"}, EN: Content{Title: "Party", ThankYou: "Thanks"}}}
	if got, want := e.Text("en"), (Content{"Party", "Venez", "Souper", "1, rue A", "Thanks"}); got != want {
		t.Errorf("English is %+v, want each empty field in French: %+v", got, want)
	}
	if got := e.Text("fr"); got != e.Content.FR {
		t.Errorf("French is %+v", got)
	}
}

func TestEvent_Status(t *testing.T) {
	start := time.Date(2026, 12, 17, 22, 30, 0, 0, time.UTC)
	before, deadline := start.Add(-72*time.Hour), start.Add(-24*time.Hour)
	at := func(state State, deadline time.Time, capacity *int64) Event {
		e := Event{State: state, StartsAt: db.InstantOf(start), EndsAt: db.InstantOf(start.Add(time.Hour)), Capacity: capacity}
		if !deadline.IsZero() {
			e.Deadline = db.InstantOf(deadline)
		}
		return e
	}
	for name, c := range map[string]struct {
		e         Event
		headcount int64
		now       time.Time
		want      string
	}{
		"a draft stays one, however late":          {at(Draft, deadline, nil), 0, start.Add(time.Hour), "draft"},
		"closed by staff":                          {at(Closed, deadline, nil), 0, before, "closed"},
		"open until the deadline, that moment too": {at(Open, deadline, nil), 0, deadline, "open"},
		"closed after the deadline":                {at(Open, deadline, nil), 0, deadline.Add(time.Millisecond), "closed"},
		"without a deadline open until it starts":  {at(Open, time.Time{}, nil), 0, start.Add(-time.Millisecond), "open"},
		"without a deadline closed when it starts": {at(Open, time.Time{}, nil), 0, start, "closed"},
		"one place left":                           {at(Open, deadline, new(int64(10))), 9, before, "open"},
		"no place left":                            {at(Open, deadline, new(int64(10))), 10, before, "full"},
		"more guests than a lowered capacity":      {at(Open, deadline, new(int64(10))), 12, before, "full"},
		"closed wins over full":                    {at(Open, deadline, new(int64(10))), 10, start, "closed"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := c.e.StateAt(c.headcount, c.now); got != c.want {
				t.Errorf("the status is %q, want %q", got, c.want)
			}
		})
	}
}

func TestBuiltIns(t *testing.T) {
	for _, e := range builtIns {
		if e.Content.FR.Title == "" || e.Content.EN.Title == "" || e.StartsAt >= e.EndsAt || e.Deadline > e.StartsAt || e.Palette == "" {
			t.Errorf("%s is not whole: %+v", e.ID, e)
		}
	}
	e, _ := builtIn("fete-clients-2026")
	*e.Capacity = 1
	if again, _ := builtIn("fete-clients-2026"); *again.Capacity == 1 {
		t.Error("a change of an event that was handed out changes the program's own")
	}
}
