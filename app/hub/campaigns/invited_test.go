package campaigns_test

import (
	"slices"
	"testing"

	"presence/app/apptest/sends"
	"presence/app/apptest/sink"
	"presence/app/hub/campaigns"
)

// customer puts one into the directory.
func customer(w *sends.World, id, status string) {
	w.Helper()
	w.Exec(`INSERT INTO directory_customers (customer_id, number_key, from_gen, to_gen, digest, name, account_id, account_name, account_status,
		type, subscribed, monthly_cents, names_folded, city_folded)
		VALUES ($1, $1, 0, 9000000000000000, '', $1, $1, $1, $2, 'Individual', TRUE, 0, '', '')`, id, status)
}

// batch puts a batch on the main list; each guest is the local part of an address, and a customer's id or "".
func batch(w *sends.World, kind, label string, guests ...[2]string) {
	w.Helper()
	w.Exec(`INSERT INTO audience_sources (event_id, kind, label, state, entries, seen_at, created_at, created_by)
	VALUES ('gala', $1, $2, 'live', $3, 1, 1, 'x')`, kind, label, len(guests))
	for _, g := range guests {
		w.Exec(`INSERT INTO audience_entries (event_id, source_id, email, email_key, customer_id, created_at)
		VALUES ('gala', (SELECT MAX(id) FROM audience_sources), $1, $1, $2, 1)`, g[0]+"@example.org", g[1])
	}
	w.CountBatches()
}

const (
	staying = `{"filters":{"CustomerType":"all","City":"\"IncludeResiliated\":true"}}`
	winBack = `{"filters":{"CustomerType":"all","IncludeResiliated":true}}`
	active  = `{"filters":{"CustomerType":"all","IncludeResiliated":true,"ActiveCustomers":true}}`
)

// An invitation goes out in the language that the owner of the address chose, and a reminder only to those who want reminders.
func TestService_Send_preferences(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		batch(w, "manual", `{}`, [2]string{"g0", ""}, [2]string{"g1", ""}, [2]string{"g2", ""}, [2]string{"g3", ""})
		w.Exec("UPDATE audience_entries SET language = CASE WHEN email_key = 'g0@example.org' THEN 'en' ELSE 'fr' END")
		w.CountBatches()
		w.Exec(`INSERT INTO guest_preferences (email_key, reminders, language, changed_at) VALUES ('g0@example.org', TRUE, 'fr', 1),
			('g1@example.org', FALSE, 'en', 1), ('g2@example.org', TRUE, 'en', 1), ('g3@example.org', TRUE, 'en', 1)`)
		w.Exec("INSERT INTO suppressions (email_key, reason, since) VALUES ('g3@example.org', 'unsubscribed', 1)")
		preview := func(source int64) campaigns.Audience {
			p, err := w.S.PreviewSend(t.Context(), "gala", campaigns.Params{}, campaigns.Whom{Reminder: source})
			if err != nil {
				t.Fatal(err)
			}
			return p.Audience
		}
		if got := preview(0); got != (campaigns.Audience{FR: 1, EN: 2, Suppressed: 1}) {
			t.Errorf("the checklist counts %+v", got)
		}
		w.Work(w.S)
		c := w.Until(w.Send().ID, campaigns.Completed)
		languages := func(c campaigns.Campaign) (out []string) {
			for _, name := range []string{"g0", "g1", "g2"} {
				out = append(out, w.Recipient(c, name+"@example.org").Language)
			}
			return out
		}
		if got := languages(c); !slices.Equal(got, []string{"fr", "en", "en"}) {
			t.Errorf("the messages are in %q", got)
		}
		w.Exec("UPDATE guest_preferences SET language = 'fr' WHERE email_key = 'g2@example.org'") // since the invitation
		if got := preview(c.ID); got != (campaigns.Audience{FR: 2, NoReminders: 1}) {
			t.Errorf("the checklist of the reminder counts %+v", got)
		}
		r, err := w.S.Remind(t.Context(), sends.Staff, campaigns.New{EventID: "gala"}, c.ID)
		if err != nil {
			t.Fatal(err)
		}
		r = w.Until(r.ID, campaigns.Completed)
		if got := w.States(r.ID); !slices.Equal(got, []string{"g0 sent", "g1 excluded (no_reminders)", "g2 sent"}) {
			t.Errorf("got %q", got)
		}
		if got := languages(r); !slices.Equal(got, []string{"fr", "en", "fr"}) {
			t.Errorf("the reminders are in %q", got)
		}
	})
}

func TestService_Send_leaves_out(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		for _, id := range []string{"L1", "L2", "L3", "L4", "L5", "L6"} {
			customer(w, id, "resiliated")
		}
		for _, id := range []string{"A1", "A2", "A3", "A4"} {
			customer(w, id, "active")
		}
		batch(w, "filters", staying, [2]string{"g0", "L1"}, [2]string{"g1", "A1"}, [2]string{"g2", "A2"})
		batch(w, "filters", winBack, [2]string{"g3", "L2"})
		batch(w, "filters", active, [2]string{"g4", "L3"})
		batch(w, "manual", `{}`, [2]string{"g5", "L4"})
		batch(w, "csv", `{}`, [2]string{"g6", "L5"}, [2]string{"g7", "A2"}, [2]string{"g8", ""}, [2]string{"g9", ""}, [2]string{"h0", "0"},
			[2]string{"h1", "0"})
		batch(w, "filters", staying, [2]string{"h2", "L6"}, [2]string{"h3", "A3"}, [2]string{"h4", "A3"}, [2]string{"h5", "A3"},
			[2]string{"h6", "A4"}, [2]string{"h7", "A4"})
		batch(w, "csv", `{}`, [2]string{"h8", "L6"})
		// those of the first batch left after that one was made, if not after this one
		w.Exec("UPDATE audience_sources SET generation = 0 WHERE id = (SELECT MAX(id) FROM audience_sources WHERE kind = 'filters')")
		w.Exec("INSERT INTO suppressions (email_key, reason, since) VALUES ('h5@example.org', 'bounced', 1), ('h6@example.org', " +
			"'unsubscribed', 1)")
		d, err := w.S.PreviewSend(t.Context(), "gala", campaigns.Params{}, campaigns.Whom{})
		if err != nil || d.Audience != (campaigns.Audience{FR: 12, Suppressed: 2, CustomersCancelled: 3, Duplicates: 2}) {
			t.Errorf("the checklist counts %+v, %v", d.Audience, err)
		}
		w.Work(w.S)
		c := w.Until(w.Send().ID, campaigns.Completed)
		want := []string{
			"g0 excluded (resiliated)", "g1 sent", "g2 excluded (duplicate)", // g7 is the same customer
			"g3 sent",                                                        // win-back
			"g4 excluded (resiliated)",                                       // who asks for active customers has no win-back
			"g5 sent",                                                        // picked by hand
			"g6 sent", "g7 sent", "g8 sent", "g9 sent", "h0 sent", "h1 sent", // a file; of no customer, and of a number that is nobody's
			"h2 excluded (resiliated)", "h3 excluded (duplicate)", "h4 sent", "h5 excluded (bounced)", // the last that may be written to
			"h6 excluded (unsubscribed)", "h7 sent",
			"h8 sent", // in a file: meant, whatever the filters leave out
		}
		if got := w.States(c.ID); !slices.Equal(got, want) {
			t.Errorf("got %q", got)
		}
		if c.Counts.Total != 19 || c.Counts.Excluded != 7 {
			t.Errorf("%+v", c.Counts)
		}
		t.Run("and a reminder who has left since", func(t *testing.T) {
			w := w.On(t)
			w.Exec("UPDATE directory_customers SET account_status = 'resiliated'")
			w.Exec("DELETE FROM audience_entries WHERE email_key = 'h7@example.org'") // nothing is known of it any more
			d, err := w.S.PreviewSend(t.Context(), "gala", campaigns.Params{}, campaigns.Whom{Reminder: c.ID})
			if err != nil || d.Audience != (campaigns.Audience{FR: 10, CustomersCancelled: 2}) {
				t.Errorf("the checklist counts %+v, %v", d.Audience, err)
			}
			r, err := w.S.Remind(t.Context(), sends.Staff, campaigns.New{EventID: "gala"}, c.ID)
			if err != nil {
				t.Fatal(err)
			}
			w.Until(r.ID, campaigns.Completed)
			got := slices.DeleteFunc(w.States(r.ID), func(s string) bool { return s[3:] == "sent" })
			if !slices.Equal(got, []string{"g1 excluded (resiliated)", "h4 excluded (resiliated)"}) {
				t.Errorf("left out: %q", got)
			}
		})
	})
}
