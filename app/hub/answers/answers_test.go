package answers_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"presence/app/hub/answers"
	"presence/db"
	"presence/db/dbtest"
)

// world has two campaigns of an event with recipients whose addresses and customers are few, so that many match, and one of another event.
type world struct {
	*testing.T
	tx        *db.Tx
	campaigns int // of the event
}

func (w *world) exec(text string, args ...any) {
	w.Helper()
	if _, err := w.tx.Exec(w.Context(), text, args...); err != nil {
		w.Fatal(err)
	}
}

// rows are the rows of a query of four numbers.
func (w *world) rows(text string) string {
	w.Helper()
	rows, err := w.tx.Query(w.Context(), text+" ORDER BY 1, 2")
	if err != nil {
		w.Fatal(err)
	}
	var list string
	err = db.ForEachRow(rows, func() error {
		var a, b, c, d int64
		err := rows.Scan(&a, &b, &c, &d)
		list += fmt.Sprintln(a, b, c, d)
		return err
	})
	if err != nil {
		w.Fatal(err)
	}
	return list
}

func (w *world) check(after string) {
	w.Helper()
	kept := w.rows("SELECT campaign_id, recipient_id, people, answered_at FROM campaign_answers")
	if counted := w.rows(answers.Counted("TRUE")); kept != counted {
		w.Fatalf("after %s the answers are\n%sand not\n%s", after, kept, counted)
	}
}

// campaign inserts a campaign with recipients.
func (w *world) campaign(id int64, event string) {
	w.exec(`INSERT INTO campaigns (id, event_id, type, status, channel, sender, tracked, salt, created_at, updated_at)
		VALUES ($1, $2, 'event', 'completed', 'bulk', 'a@example.com', FALSE, '', 1, 1)`, id, event)
	for n := range int64(6) {
		customer := ""
		if n > 1 {
			customer = fmt.Sprint("C", n/2) // two recipients are the same customer
		}
		w.exec(`INSERT INTO campaign_recipients (id, campaign_id, status, email, email_key, firstname, lastname, language, customer_id)
			VALUES ($1, $2, 1, $3, $3, '', '', 'fr', $4)`, id*100+n, id, fmt.Sprintf("g%d@example.com", (n+id)%8), customer)
	}
	if err := answers.Added(w.Context(), w.tx, id, event); err != nil {
		w.Fatal(err)
	}
}

// random returns a registration of a guest, who may be a recipient by any of the three ways, by several or by none.
func (w *world) random() answers.Registration {
	r := answers.Registration{EventID: "gala"}
	if rand.IntN(2) == 0 {
		r.EmailKey = fmt.Sprintf("g%d@example.com", rand.IntN(9))
	}
	if rand.IntN(2) == 0 {
		r.CustomerID = fmt.Sprint("C", rand.IntN(4))
	}
	if rand.IntN(2) == 0 {
		r.RecipientID = int64(1+rand.IntN(w.campaigns))*100 + int64(rand.IntN(6))
	}
	return r
}

func (w *world) save(id int64, r answers.Registration) {
	w.exec("DELETE FROM rsvps WHERE id = $1", id)
	w.exec(`INSERT INTO rsvps (id, event_id, identity, name, people, language, confidence, email_key, customer_id, recipient_id,
			created_at, responded_at)
		VALUES ($1, $2, $3, 'G', $4, 'fr', CASE WHEN $8 % 2 = 0 THEN 'probable' ELSE 'confirmed' END, $5, $6, NULLIF($7, CAST(0 AS BIGINT)), 1, $8)`, id, r.EventID, fmt.Sprint([]string{"name:", "customer:"}[rand.IntN(2)], id),
		rand.IntN(3), r.EmailKey, r.CustomerID, r.RecipientID, 1+rand.IntN(100))
}

// TestAnswers_AnyChanges makes changes at random, and compares the kept answers with all matches of registrations and recipients.
func TestAnswers_AnyChanges(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			w := &world{T: t, tx: tx, campaigns: 1}
			w.campaign(1, "gala")
			w.campaign(3, "fete")
			stored := map[int64]answers.Registration{}
			for step := range 150 {
				if step == 75 {
					w.campaign(2, "gala")
					w.campaigns = 2
					w.check("a campaign was added")
				}
				id := int64(1 + rand.IntN(8))
				old, found := stored[id]
				r := w.random()
				states, what := []answers.Registration{r}, "a registration was made"
				switch {
				case found && rand.IntN(3) == 0:
					w.exec("DELETE FROM rsvps WHERE id = $1", id)
					delete(stored, id)
					states, what = []answers.Registration{old}, "a registration was deleted"
				case found:
					w.save(id, r)
					stored[id] = r
					states, what = []answers.Registration{old, r}, "a registration changed"
				default:
					w.save(id, r)
					stored[id] = r
				}
				if err := answers.Changed(ctx, tx, "gala", states...); err != nil {
					return err
				}
				w.check(what)
			}
			w.exec("DELETE FROM rsvps WHERE event_id = 'gala'")
			if err := answers.EventDeleted(ctx, tx, "gala"); err != nil {
				return err
			}
			w.check("the event was deleted")
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}
