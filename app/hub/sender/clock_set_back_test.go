package sender_test

import (
	"testing"
	"time"

	"presence/app/apptest/sends"
	"presence/app/apptest/sink"
	"presence/app/hub/campaigns"
	"presence/db"
)

func TestWorker_clock_set_back(t *testing.T) {
	sends.Each(t, sink.Options{Rules: []sink.Rule{{At: sink.Rcpt, Times: 5, Reply: "450 4.2.1 later"}}}, func(t *testing.T, w *sends.World) {
		id := w.Invite(20).Send().ID
		w.Work(w.S)
		w.UntilIt("sent all but those who were put off", id, func(c campaigns.Campaign) bool { return c.Counts.Sent == 15 })
		w.Clock.Advance(-2 * time.Hour)
		w.Until(id, campaigns.Completed)
		w.DeliveredAll(20)
	})
}

// Recipients who wait for the choice of a subject are not taken for retries that lie too far in the future, unless they lie beyond it.
func TestWorker_clock_set_back_during_a_test_of_subjects(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		c, err := w.Invite(20).S.Send(t.Context(), sends.Staff,
			campaigns.New{EventID: "gala", Params: campaigns.Params{SubjectTest: campaigns.SubjectTest{SubjectB: "Second"}}})
		if err != nil {
			t.Fatal(err)
		}
		w.Exec("UPDATE campaign_recipients SET next_at = $1 WHERE variant = 1", int64(c.ChooseAt)+1)
		now := int64(db.InstantOf(w.Clock.Now()))
		if err := w.Worker(w.S).ClampFutureRetries(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := w.Count("SELECT COUNT(*) FROM campaign_recipients WHERE variant = 0 AND next_at = $1", int64(c.ChooseAt)); n != 16 {
			t.Errorf("%d wait for the choice, want 16", n)
		}
		if n := w.Count("SELECT COUNT(*) FROM campaign_recipients WHERE variant = 1 AND next_at <= $1", now); n != 2 {
			t.Errorf("%d of the first group are due, want 2", n)
		}
	})
}
