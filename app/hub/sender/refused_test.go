package sender_test

import (
	"strings"
	"testing"

	"presence/app/apptest/sends"
	"presence/app/apptest/sink"
	"presence/app/hub/campaigns"
)

// refuseToSave has the database refuse to save that the message to an address was sent.
func refuseToSave(w *sends.World, email string) {
	if !w.DB.Dialect().OneMachine() {
		w.Exec(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused by a trigger'; END $$`)
		w.Exec(`CREATE TRIGGER refuse BEFORE UPDATE ON campaign_recipients FOR EACH ROW
			WHEN (NEW.email = '` + email + `' AND NEW.status = 1) EXECUTE FUNCTION refuse()`)
		return
	}
	w.Exec(`CREATE TRIGGER refuse BEFORE UPDATE ON campaign_recipients WHEN NEW.email = '` + email + `' AND NEW.status = 1
		BEGIN SELECT RAISE(ABORT, 'refused by a trigger'); END`)
}

// TestWorker_database_refuses: a change that the database refuses is not tried for ever, and holds no other recipient up.
func TestWorker_database_refuses(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		w.Invite(12)
		refuseToSave(w, "g2@example.org")
		w.Work(w.S)
		id := w.Send().ID
		c := w.Until(id, campaigns.Paused)
		if c.Reason != campaigns.NotSaved || !strings.Contains(c.ReasonDetail, "refused by a trigger") {
			t.Errorf("paused for %q: %q", c.Reason, c.ReasonDetail)
		}
		w.UntilIt("released its rows", id, func(c campaigns.Campaign) bool {
			return c.Counts.Unconfirmed == 1 && w.Count("SELECT COUNT(*) FROM campaign_recipients WHERE lease <> 0") == 0
		})
		if c = w.Campaign(id); c.Counts.Sent != int64(w.Sink.Len())-1 {
			t.Errorf("%d are saved as sent, %d messages are at the relay", c.Counts.Sent, w.Sink.Len())
		}
		if n := strings.Count(w.Log.String(), "the database refuses to save changes of a campaign"); n != 3 {
			t.Errorf("%d lines in the log, want 3", n)
		}
	})
}
