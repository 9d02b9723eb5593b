package campaigns_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"presence/app/apptest/sends"
	"presence/app/apptest/sink"
	"presence/app/hub/answers"
	"presence/app/hub/audience"
	"presence/app/hub/campaigns"
	"presence/db"
	"presence/db/dbtest"
)

// directory puts customers C1 … into the mirror, one in twenty of whom has left.
func directory(w *sends.World, n int) {
	w.Helper()
	w.Exec(`INSERT INTO directory_customers (customer_id, number_key, from_gen, to_gen, digest, name, account_id, account_name, account_status,
		type, email, email_key, subscribed, monthly_cents, names_folded, city_folded)
		WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1)
		SELECT 'C' || i, 'c' || i, 0, 9000000000000000, '', 'Name ' || i, 'A' || i, 'Name', CASE
		WHEN i % 20 = 7 THEN 'resiliated' ELSE 'active' END, 'Individual',
			'g' || i || '@example.org', 'g' || i || '@example.org', TRUE, 100, 'name ' || i, 'montreal' FROM n`, n)
}

// list puts an event with a main list of n guests there: a file, and a batch of filters that leave out who has left. One
// guest in ten is nobody's customer, and one in every of is the same customer as the guest before.
func list(w *sends.World, event string, n, every int) {
	w.Helper()
	w.Exec(`INSERT INTO events (id, state, starts_at, ends_at, palette, title_fr, created_at, updated_at)
	VALUES ($1, 'open', $2, $3, 'fete', 'Gala', 1, 1) ON CONFLICT DO NOTHING`,
		event, sends.Began.Add(27*24*time.Hour).UnixMilli(), sends.Began.Add(28*24*time.Hour).UnixMilli())
	for half, label := range []string{`{}`, staying} {
		kind := []string{"csv", "filters"}[half]
		w.Exec(`INSERT INTO audience_sources (event_id, kind, label, state, entries, seen_at, created_at, created_by)
		VALUES ($1, $2, $3, 'live', $4, 1, 1, 'x')`, event, kind, label, n/2)
		w.Exec(`INSERT INTO audience_entries (event_id, source_id, email, email_key, firstname, lastname, language, customer_id, created_at)
			WITH RECURSIVE n(i) AS (SELECT CAST($2 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < $3)
			SELECT $1, (SELECT MAX(id) FROM audience_sources), 'g' || i || '@example.org', 'g' || i || '@example.org', 'Élise', 'Guest' || i, CASE
			WHEN i % 2 = 0 THEN 'fr' ELSE 'en' END,
				CASE WHEN i % 10 = 0 THEN '' WHEN i % $4 = 1 THEN 'C' || (i + 1) ELSE 'C' || i END, 1 FROM n`, event, half*(n/2)+1, (half+1)*(n/2), every)
	}
	w.CountBatches()
}

// answer has every third recipient of a campaign answer.
func answer(w *sends.World, campaign int64) {
	w.Helper()
	w.Exec(`INSERT INTO rsvps (event_id, identity, name, email, email_key, people, language, confidence, created_at, responded_at, recipient_id)
		SELECT c.event_id, r.email_key, r.firstname, r.email, r.email_key, 1, 'fr', 'none', 1, 1, r.id FROM campaign_recipients r JOIN campaigns c ON c.id = r.campaign_id WHERE r.campaign_id = $1 AND r.id % 3 = 0`, campaign)
}

var manyRows = []string{"audience_entries", "audience_sources", "directory_customers", "suppressions", "campaign_recipients",
	"campaign_answers", "rsvps"}

// A list that PostgreSQL knows nothing of yet is as quickly counted and reserved as one that it knows: the work grows
// with the list, and not with its square. An index is as good as another to a planner that expects no row of an event.
func TestInvited_StaleStatistics(t *testing.T) {
	const n, most = 3000, 100 * 3000 // rows touched; a loop within a loop has millions
	for name, before := range map[string]func(w *sends.World){
		"the first list of a new database":              func(*sends.World) {},
		"a small list beside a large one that is known": func(w *sends.World) { list(w, "fete", 12*n, 100); w.Exec("ANALYZE") },
		"a list beside many that are known": func(w *sends.World) {
			for i := range 40 {
				list(w, fmt.Sprint("small-", i), 40, 10)
			}
			w.Exec("ANALYZE")
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := sends.New(t, dbtest.Open(t, db.Postgres), sink.Options{})
			dbtest.Stale(t, w.DB, manyRows...)
			directory(w, 2*n)
			before(w)
			list(w, "gala", n, 4) // every fourth guest is the same customer as the next
			w.Exec("INSERT INTO suppressions (email_key, reason, since) SELECT email_key, 'bounced', 1 FROM audience_entries WHERE " +
				"event_id = 'gala' AND id % 9 = 0")
			w.Exec("INSERT INTO suppressions (email_key, reason, since) SELECT 'long gone ' || email_key, 'bounced', 1 FROM " +
				"audience_entries WHERE event_id = 'gala'")
			batches, err := audience.BatchesExcludingLeft(t.Context(), w.DB, "gala")
			if err != nil || len(batches) != 1 {
				t.Fatal(batches, err)
			}
			dialect := w.DB.Dialect()
			bounded(w, most, "the page of the send", campaigns.AudienceOfText(dialect), "gala", db.IDs(batches))
			first := campaignOf(w, "gala")
			bounded(w, most, "the start of the send", campaigns.InsertAudienceText(dialect), first, "gala", db.IDs(batches))
			w.Exec("UPDATE campaign_recipients SET status = 1 WHERE status = 0 AND campaign_id = $1", first)
			answer(w, first)
			w.Exec("UPDATE directory_customers SET account_status = 'resiliated' WHERE id % 2 = 0")
			bounded(w, most, "the page of the reminder", campaigns.RemindedOfText(dialect), first, "gala", db.IDs(batches))
			bounded(w, most, "the start of the reminder", campaigns.InsertReminderText(dialect), campaignOf(w, "gala"), first, "gala",
				db.IDs(batches))
			bounded(w, most, "who answered", "SELECT COUNT(*) FROM ("+answers.Counted("c.id = "+dialect.GenericParam("$1", "BIGINT")+
				" AND v.event_id = "+dialect.GenericParam("$2", "TEXT"))+") x", first, "gala")
			bounded(w, most, "whom a reminder would go to",
				"SELECT COUNT(*) FROM campaign_recipients r WHERE r.campaign_id = $1 AND r.status = 1 AND NOT "+
					campaigns.RespondedCondition("r", dialect.GenericParam("$2", "TEXT")), first, "gala")
		})
	}
}

// campaignOf makes the row of a campaign that has come to rest.
func campaignOf(w *sends.World, event string) (id int64) {
	w.Helper()
	w.Exec("INSERT INTO campaigns (event_id, type, status, channel, sender, tracked, salt, created_at, updated_at) VALUES ($1, "+
		"'event', 'completed', 'bulk', 'x', FALSE, '', 1, 1)", event)
	return w.Count("SELECT MAX(id) FROM campaigns")
}

// bounded fails when a statement touches more rows than that.
func bounded(w *sends.World, most float64, what, statement string, args ...any) {
	w.Helper()
	err := w.DB.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
		work, plan := dbtest.Work(w.TB, tx, statement, args...)
		if work > most {
			w.Errorf("%s touches %.0f rows, %.0f are plenty:\n%s", what, work, most, plan)
		}
		return nil
	})
	if err != nil {
		w.Fatal(err)
	}
}

// BenchmarkAudienceOf counts whom a send to a list of 300,000 beside as many customers of the directory would go to.
func BenchmarkAudienceOf(b *testing.B) {
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		b.Run(dialect.String(), func(b *testing.B) {
			w := sends.New(b, dbtest.Open(b, dialect), sink.Options{})
			directory(w, 300000)
			list(w, "gala", 300000, 100)
			w.Exec("INSERT INTO suppressions (email_key, reason, since) SELECT email_key, 'bounced', 1 FROM audience_entries WHERE id % 30 = 0")
			w.DB.Analyze(b.Context(), manyRows...)
			for b.Loop() {
				if a, _, err := campaigns.AudienceOf(b.Context(), w.DB, "gala", 0); err != nil || a.Total()+a.Out() != 300000 {
					b.Fatal(a, err)
				}
			}
		})
	}
}

// BenchmarkSendStart counts and reserves a send to a list of 20,000 that came a moment ago, alone and beside one of 300,000.
// PostgreSQL knows nothing of any of them.
func BenchmarkSendStart(b *testing.B) {
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		for name, beside := range map[string]int{"alone": 0, "beside 300,000": 300_000} {
			b.Run(dialect.String()+"/"+name, func(b *testing.B) {
				w := sends.New(b, dbtest.Open(b, dialect), sink.Options{})
				dbtest.Stale(b, w.DB, manyRows...)
				directory(w, 20_000+beside)
				if beside > 0 {
					list(w, "fete", beside, 100)
				}
				list(w, "gala", 20_000, 100)
				for b.Loop() {
					if a, _, err := campaigns.AudienceOf(b.Context(), w.DB, "gala", 0); err != nil || a.Total()+a.Out() != 20_000 {
						b.Fatal(a, err)
					}
					c := w.Send()
					b.StopTimer()
					w.Exec("DELETE FROM campaign_recipients WHERE campaign_id = $1", c.ID)
					w.Exec("UPDATE campaigns SET status = 'completed' WHERE id = $1", c.ID)
					b.StartTimer()
				}
			})
		}
	}
}
