package campaigns_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"presence/app/apptest/sends"
	"presence/app/apptest/sink"
	"presence/app/hub/audience"
	"presence/app/hub/campaigns"
	"presence/db"
)

// invitation puts an invitation to a main list of its own, whose recipients met everything that can happen to them.
func invitation(w *sends.World, round int) int64 {
	w.Helper()
	w.Exec("DELETE FROM audience_entries")
	w.Exec("DELETE FROM audience_sources")
	w.Exec("DELETE FROM rsvps")
	w.Exec("DELETE FROM suppressions")
	w.Exec("DELETE FROM guest_preferences")
	var guests [][2]string
	for n := range 60 {
		customer := ""
		if n%4 != 0 {
			customer = fmt.Sprint("C", n/2) // some have several addresses
		}
		guests = append(guests, [2]string{fmt.Sprintf("g%d-%d", round, n), customer})
	}
	batch(w, "filters", staying, guests[:40]...)
	batch(w, "csv", `{}`, guests[40:]...)
	id := campaignOf(w, "gala")
	w.Exec(`INSERT INTO campaign_recipients (campaign_id, status, email, email_key, firstname, lastname, language, customer_id)
		SELECT $1, 0, email, email_key, '', '', 'fr', customer_id FROM audience_entries ORDER BY id`, id)
	each := func(share int, set string, args ...any) {
		for r := w.Count("SELECT MIN(id) FROM campaign_recipients WHERE campaign_id = $1", id); r <= w.Count("SELECT MAX(id) FROM campaign_recipients"); r++ {
			if rand.IntN(share) == 0 {
				w.Exec(set, append([]any{r}, args...)...)
			}
		}
	}
	each(1, "UPDATE campaign_recipients SET status = 1 WHERE id = $1")
	each(5, "UPDATE campaign_recipients SET status = 0 WHERE id = $1")
	each(5, "UPDATE campaign_recipients SET status = 2 WHERE id = $1")
	each(9, "UPDATE campaign_recipients SET status = 3 WHERE id = $1")
	each(3, "UPDATE campaign_recipients SET language = 'en' WHERE id = $1")
	each(2, "UPDATE campaign_recipients SET opened_at = 1 WHERE id = $1")
	each(2, "UPDATE campaign_recipients SET clicked_at = 1 WHERE opened_at > 0 AND id = $1")
	for _, reason := range []string{"bounced", "unsubscribed"} {
		each(8, "INSERT INTO suppressions (email_key, reason, since) SELECT email_key, $2, 1 FROM campaign_recipients WHERE id = $1 ON CONFLICT DO NOTHING", reason)
	}
	for _, language := range []string{"en", "fr"} {
		each(8, `INSERT INTO guest_preferences (email_key, reminders, language, changed_at)
			SELECT email_key, id % 2 = 0, $2, 1 FROM campaign_recipients WHERE id = $1 ON CONFLICT DO NOTHING`, language)
	}
	each(6, `INSERT INTO rsvps (event_id, identity, name, people, language, confidence, recipient_id, created_at, responded_at)
		SELECT 'gala', email_key, 'G', 1, 'fr', 'none', id, 1, 1 FROM campaign_recipients WHERE id = $1`)
	each(8, "UPDATE campaign_recipients SET email = '#' || id, email_key = '#' || id, customer_id = '' WHERE id = $1")
	w.Exec(`UPDATE campaigns SET first_id = (SELECT MIN(id) FROM campaign_recipients WHERE campaign_id = $1), last_id = (SELECT MAX(id) FROM campaign_recipients),
		total = (SELECT COUNT(*) FROM campaign_recipients WHERE campaign_id = $1),
		pending = (SELECT COUNT(*) FROM campaign_recipients WHERE campaign_id = $1 AND status = 0),
		sent = (SELECT COUNT(*) FROM campaign_recipients WHERE campaign_id = $1 AND status = 1),
		failed = (SELECT COUNT(*) FROM campaign_recipients WHERE campaign_id = $1 AND status = 2),
		excluded = (SELECT COUNT(*) FROM campaign_recipients WHERE campaign_id = $1 AND status = 3),
		opened = (SELECT COUNT(*) FROM campaign_recipients WHERE campaign_id = $1 AND opened_at > 0),
		clicked = (SELECT COUNT(*) FROM campaign_recipients WHERE campaign_id = $1 AND clicked_at > 0) WHERE id = $1`, id)
	return id
}

// The counts of a reminder, which are made of kept counts and of those who are left out, are those of the recipients that it gets.
func TestReminder_counts(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		for n := range 30 {
			customer(w, fmt.Sprint("C", n), []string{"active", "active", "resiliated"}[n%3])
		}
		var all campaigns.Audience // of all rounds: by chance one of them may have nobody of a kind
		for round := range 4 {
			source := invitation(w, round)
			got, _, err := campaigns.AudienceOf(t.Context(), w.DB, "gala", source)
			if err != nil {
				t.Fatal(err)
			}
			p, err := w.S.Candidates(t.Context(), "gala", source)
			if err != nil {
				t.Fatal(err)
			}
			batches, err := audience.BatchesExcludingLeft(t.Context(), w.DB, "gala")
			if err != nil {
				t.Fatal(err)
			}
			reminder := campaignOf(w, "gala")
			err = w.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				_, err := tx.Exec(ctx, campaigns.InsertReminderText(tx.Dialect()), reminder, source, "gala", db.IDs(batches))
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			count := func(where string) int64 {
				return w.Count("SELECT COUNT(*) FROM campaign_recipients r WHERE r.campaign_id = $1 AND "+where, reminder)
			}
			want := campaigns.Audience{FR: count("status = 0 AND language = 'fr'"), EN: count("status = 0 AND language = 'en'"),
				Suppressed: count("reason IN ('bounced', 'unsubscribed')"), CustomersCancelled: count("reason = 'resiliated'"),
				NoReminders: count("reason = 'no_reminders'")}
			all.FR, all.EN, all.Suppressed = all.FR+want.FR, all.EN+want.EN, all.Suppressed+want.Suppressed
			if got != want {
				t.Errorf("it counts %+v, and gets %+v", got, want)
			}
			stage := func(where string) int64 {
				return w.Count("SELECT COUNT(*) FROM campaign_recipients r WHERE r.campaign_id = $1 AND r.status = 1 AND "+where+
					" AND NOT EXISTS (SELECT 1 FROM rsvps v WHERE v.recipient_id = r.id)", source)
			}
			of := [3]int64{stage("r.opened_at = 0"), stage("r.opened_at > 0 AND r.clicked_at = 0"), stage("r.clicked_at > 0")}
			if counted := [3]int64{p.NotOpened, p.OpenedNotClicked, p.ClickedNotRegistered}; counted != of {
				t.Errorf("by what they did, it counts %v, and there are %v", counted, of)
			}
		}
		if all.FR == 0 || all.EN == 0 || all.Suppressed == 0 {
			t.Errorf("in no round there was anybody of each kind: %+v", all)
		}
	})
}
