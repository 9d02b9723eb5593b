package campaigns_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"presence/app/apptest/sends"
	"presence/app/apptest/sink"
	"presence/app/hub/audience"
	"presence/app/hub/campaigns"
	"presence/db"
	"presence/db/dbtest"
)

// addAnyone adds a batch of guests with new addresses to the list, the stage-th, and suppresses some of all. Some have the same customer,
// that of an earlier stage, one that is not in the directory, or none.
func addAnyone(w *sends.World, round, stage int) {
	w.Helper()
	name := fmt.Sprint("g", round, "-", stage)
	var guests [][2]string
	for n := range 40 {
		customer := []string{"", fmt.Sprint("U", stage), fmt.Sprint("C", rand.IntN(20*stage+1)), fmt.Sprint("C", 20*stage+rand.IntN(20)),
			fmt.Sprint("C", 20*stage+rand.IntN(20))}[rand.IntN(5)]
		guests = append(guests, [2]string{fmt.Sprint(name, "-", n), customer})
	}
	if (round+stage)%2 == 0 { // each stage is of either kind in some round
		batch(w, "filters", staying, guests...)
	} else {
		batch(w, "csv", `{}`, guests...)
	}
	w.Exec("UPDATE audience_entries SET language = CASE WHEN id % 3 = 0 THEN 'en' ELSE 'fr' END")
	for _, reason := range []string{"bounced", "unsubscribed"} {
		w.Exec("INSERT INTO suppressions (email_key, reason, since) SELECT email_key, $1, 1 FROM audience_entries WHERE (id + $2) % 11 = 0 "+
			"ON CONFLICT DO NOTHING", reason, rand.IntN(11))
	}
	w.Exec("INSERT INTO guest_preferences (email_key, reminders, language, changed_at) SELECT email_key, TRUE, 'en', 1 FROM audience_entries "+
		"WHERE (id + $1) % 7 = 0 ON CONFLICT DO NOTHING", rand.IntN(7))
	w.CountBatches()
}

// sent sends an invitation, or a follow-up of one, to whoever is to get it, and ends it.
func sent(w *sends.World, follows int64) campaigns.Campaign {
	w.Helper()
	c, err := w.S.Send(w.Context(), sends.Staff, campaigns.New{EventID: "gala", Follows: follows})
	if err != nil {
		w.Fatal(err)
	}
	w.Exec("UPDATE campaigns SET status = 'completed' WHERE id = $1", c.ID)
	return c
}

// Those who were added since an invitation are looked for among the entries after the last one that it read. They are all entries of the
// list that have no recipient in it, each with the reason that a send to the whole list would have.
func TestAdded_since_an_invitation(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		for n := range 80 {
			customer(w, fmt.Sprint("C", n), []string{"active", "active", "resiliated"}[n%3])
		}
		dialect, reasons := w.DB.Dialect(), map[string]bool{}
		check := func(root int64) {
			t.Helper()
			batches, err := audience.BatchesExcludingLeft(t.Context(), w.DB, "gala")
			if err != nil {
				t.Fatal(err)
			}
			last, err := campaigns.LastEntry(t.Context(), w.DB, root, 0)
			if err != nil || last == 0 {
				t.Fatal("the last entry of the list was not kept: ", err)
			}
			const columns = "SELECT x.id || ' ' || x.why || ' ' || x.language FROM ("
			got, err := db.ReadTexts(w.DB.Query(t.Context(), columns+campaigns.AddedBy(dialect, "$1", "$2", "$3", "$4", last)+") x ORDER BY x.id",
				"gala", db.IDs(batches), root, 0))
			if err != nil {
				t.Fatal(err)
			}
			recipient := "SELECT 1 FROM campaign_recipients r JOIN campaigns k ON k.id = r.campaign_id WHERE (k.id = $3 OR k.follows = $3) AND "
			want, err := db.ReadTexts(w.DB.Query(t.Context(), columns+"SELECT a.id, y.why, COALESCE((SELECT p.language FROM guest_preferences p "+
				"WHERE p.email_key = a.email_key), a.language) AS language FROM ("+campaigns.InvitedBy(dialect, "$1", "$2")+
				") y JOIN audience_entries a ON a.id = y.id WHERE NOT EXISTS ("+recipient+"r.email_key = a.email_key) AND NOT EXISTS ("+recipient+
				"r.customer_id = a.customer_id AND r.customer_id <> '')) x ORDER BY x.id", "gala", db.IDs(batches), root))
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(got, want) {
				t.Errorf("added: %q, but without a recipient are %q", got, want)
			}
			var counted campaigns.Audience
			for _, line := range want {
				f := strings.Split(line, " ")
				reasons[f[1]] = true
				switch {
				case f[1] == "resiliated":
					counted.CustomersCancelled++
				case f[1] == "duplicate":
					counted.Duplicates++
				case f[1] != "":
					counted.Suppressed++
				case f[2] == "en":
					counted.EN++
				default:
					counted.FR++
				}
			}
			p, err := w.S.PreviewSend(t.Context(), "gala", campaigns.Params{}, campaigns.Whom{Follows: root})
			if err != nil || p.Audience != counted {
				t.Errorf("the page counts %+v of %+v, %v", p.Audience, counted, err)
			}
		}
		for round := range 4 {
			for _, table := range []string{"audience_entries", "audience_sources", "suppressions", "guest_preferences"} {
				w.Exec("DELETE FROM " + table)
			}
			addAnyone(w, round, 0)
			addAnyone(w, round, 1)
			if round%2 == 0 { // the second batch is being written while the invitation is sent
				w.Exec("UPDATE audience_sources SET state = 'staged' WHERE id = (SELECT MAX(id) FROM audience_sources)")
			}
			root := sent(w, 0).ID
			check(root)
			w.Exec("UPDATE audience_sources SET state = 'live'")
			check(root)
			addAnyone(w, round, 2)
			check(root)
			w.Exec("DELETE FROM audience_entries WHERE id % 5 = 0")
			w.CountBatches()
			check(root)
			sent(w, root)
			addAnyone(w, round, 3)
			check(root)
		}
		for _, why := range []string{"", "bounced", "unsubscribed", "resiliated", "duplicate"} {
			if !reasons[why] {
				t.Errorf("in no round an entry was left out for %q", why)
			}
		}
	})
}

// Whom a follow-up would go to is found without reading the list or the recipients of the invitation.
func TestAdded_reads_later_entries_only(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		const n = 3000
		directory(w, n)
		list(w, "gala", n, 4)
		root := sent(w, 0).ID
		addToList(w, "new", "C1")
		addToList(w, "newer", "")
		w.DB.Analyze(t.Context(), manyRows...)
		last, err := campaigns.LastEntry(t.Context(), w.DB, root, 0)
		if err != nil {
			t.Fatal(err)
		}
		text := campaigns.AddedOfText(w.DB.Dialect(), last)
		if !w.DB.Dialect().OneWriter() {
			bounded(w, 100, "whom a follow-up goes to", text, "gala", db.IDs(nil), root, 0)
			return
		}
		plan := dbtest.Plan(t.Context(), t, w.DB, text, "gala", db.IDs(nil), root, 0)
		if !strings.Contains(plan, "SEARCH e USING INDEX audience_entries_event_id (event_id=? AND id>?)") ||
			strings.Count(plan, "audience_entries_event_id") != 1 {
			t.Errorf("the list is read otherwise:\n%s", plan)
		}
	})
}
