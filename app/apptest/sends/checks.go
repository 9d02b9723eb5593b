package sends

import (
	"context"
	"fmt"
	"maps"
	"net/url"
	"path"
	"slices"
	"strings"
	"testing"

	"presence/app/hub/campaigns"
	"presence/db"
)

// CheckCounts compares the counts with the rows (R10).
func (w *World) CheckCounts(id int64) {
	w.Helper()
	ctx := context.Background()
	err := w.DB.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		c, err := campaigns.ByID(ctx, q, id)
		if err != nil {
			return err
		}
		var n campaigns.Counts
		err = q.QueryRow(ctx, `SELECT COUNT(*), COALESCE(SUM(CASE WHEN status = 0 THEN 1 ELSE 0 END), 0), COALESCE(SUM(CASE
		WHEN status = 1 THEN 1 ELSE 0 END), 0),
			COALESCE(SUM(CASE WHEN status = 2 THEN 1 ELSE 0 END), 0), COALESCE(SUM(CASE WHEN status = 3 THEN 1 ELSE 0 END), 0),
			COALESCE(SUM(CASE WHEN status = 0 AND phase = 3 THEN 1 ELSE 0 END), 0), COALESCE(SUM(CASE WHEN opened_at > 0 THEN 1 ELSE 0 END), 0),
			COALESCE(SUM(CASE WHEN clicked_at > 0 THEN 1 ELSE 0 END), 0),
			COUNT(CASE WHEN status = 2 AND bounced_at > 0 THEN 1 END), COUNT(CASE WHEN status = 1 AND complained_at > 0 THEN 1 END)
			FROM campaign_recipients WHERE campaign_id = $1`, id).
			Scan(&n.Total, &n.Pending, &n.Sent, &n.Failed, &n.Excluded, &n.Unconfirmed, &n.Opened, &n.Clicked, &n.Bounced, &n.Complained)
		if err == nil && n != c.Counts {
			w.Errorf("the figures say %+v, the rows %+v", c.Counts, n)
		}
		return err
	})
	if err != nil {
		w.Fatal(err)
	}
}

// States returns the recipients as "g1 sent", with the reason if there is one.
func (w *World) States(id int64) (list []string) {
	w.Helper()
	err := w.S.Recipients(context.Background(), w.Campaign(id), campaigns.RecipientPage{Rows: 50}, func(r campaigns.Recipient) error {
		name, _, _ := strings.Cut(r.Email, "@")
		state := name + " " + r.State.String()
		if r.Unconfirmed {
			state += " unconfirmed"
		}
		if r.Reason != "" {
			state += " (" + r.Reason + ")"
		}
		list = append(list, state)
		return nil
	})
	if err != nil {
		w.Fatal(err)
	}
	return list
}

// Delivered fails the test unless exactly these guests have a message, one each.
func (w *World) Delivered(want ...string) {
	w.Helper()
	counts := w.Sink.Counts()
	got := []string{}
	for _, to := range slices.Sorted(maps.Keys(counts)) {
		name, _, _ := strings.Cut(to, "@")
		if counts[to] != 1 {
			name += fmt.Sprintf("×%d", counts[to])
		}
		got = append(got, name)
	}
	slices.Sort(want)
	if !slices.Equal(got, want) {
		w.Errorf("the relay has messages for %v, want %v", got, want)
	}
	if f := w.Sink.Faults(); len(f) > 0 {
		w.Errorf("breaches of the protocol: %v", f)
	}
}

// DeliveredAll fails the test unless each of n guests has one message.
func (w *World) DeliveredAll(n int) {
	w.Helper()
	counts := w.Sink.Counts()
	for to, times := range counts {
		if times != 1 {
			w.Errorf("%s has %d messages", to, times)
		}
	}
	if len(counts) != n {
		w.Errorf("%d guests have a message, want %d", len(counts), n)
	}
}

// MessageLinks returns the links in a message that the relay received.
func MessageLinks(t testing.TB, content []byte) []*url.URL {
	t.Helper()
	text := strings.ReplaceAll(strings.ReplaceAll(string(content), "=\r\n", ""), "=3D", "=")
	var list []*url.URL
	for _, part := range strings.Split(text, "https://")[1:] {
		end := strings.IndexAny(part, "\" \r\n<>")
		u, err := url.Parse("https://" + part[:end])
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, u)
	}
	return list
}

// BrowserAgent is the User-Agent of a person's browser.
const BrowserAgent = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36"

// Tracked returns the token in the links of a message that the relay received, and the links.
func (w *World) Tracked(to string) (token string, list []*url.URL) {
	w.Helper()
	for _, m := range w.Sink.Taken() {
		if m.To != to {
			continue
		}
		list = MessageLinks(w.TB, m.Content)
		for _, u := range list {
			if strings.HasPrefix(u.Path, "/t/o/") {
				return path.Base(u.Path), list
			}
		}
	}
	w.Fatalf("no tracked message for %s", to)
	return "", nil
}

// Recipient returns the recipient with an address, when the opens and clicks until now are recorded.
func (w *World) Recipient(c campaigns.Campaign, email string) (found campaigns.Recipient) {
	w.Helper()
	w.Recorded()
	if err := w.S.Recipients(context.Background(), c, campaigns.RecipientPage{Rows: 100}, func(r campaigns.Recipient) error {
		if r.Email == email {
			found = r
		}
		return nil
	}); err != nil {
		w.Fatal(err)
	}
	return found
}
