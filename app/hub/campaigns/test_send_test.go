package campaigns_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"presence/app/apptest/sends"
	"presence/app/apptest/sink"
	"presence/app/hub/campaigns"
	"presence/db"
)

// TestService_SendTest_is_of_the_message_sent saves the event again and again while tests of its message are sent: a test is always
// recorded for the message that the relay got.
func TestService_SendTest_is_of_the_message_sent(t *testing.T) {
	const rounds = 30
	sends.Each(t, sink.Options{Keep: rounds + 2}, func(t *testing.T, w *sends.World) {
		save := func(title string) {
			w.Exec("UPDATE events SET title_fr = $1, title_en = $1, updated_at = updated_at + 1, version = version + 1 WHERE id = 'gala'", title)
		}
		// try sends a test, and returns the title in its subject and the digest that it is recorded under.
		try := func() (title, digest string) {
			t.Helper()
			w.Exec("DELETE FROM send_tests")
			results, err := w.S.SendTest(t.Context(), sends.Staff, campaigns.TestSend{EventID: "gala"})
			if err != nil || results[0].Error != "" {
				t.Fatal(results, err)
			}
			if err := w.DB.QueryRow(t.Context(), "SELECT message FROM send_tests").Scan(&digest); err != nil {
				t.Fatal(err)
			}
			taken := w.Sink.Taken()
			for _, title := range []string{"Automne", "Printemps"} {
				if strings.Contains(string(taken[len(taken)-1].Content), title) {
					return title, digest
				}
			}
			t.Fatalf("the message has neither title:\n%s", taken[len(taken)-1].Content)
			return "", ""
		}
		of := map[string]string{}
		for _, title := range []string{"Automne", "Printemps"} {
			save(title)
			_, of[title] = try()
		}
		if of["Automne"] == of["Printemps"] {
			t.Fatal("two messages have one digest")
		}
		ctx, stop := context.WithCancel(t.Context())
		var editor sync.WaitGroup
		editor.Go(func() {
			for ctx.Err() == nil {
				save("Automne")
				save("Printemps")
			}
		})
		for range rounds {
			if title, digest := try(); digest != of[title] {
				t.Errorf("a test of %s is recorded as one of another message", title)
			}
		}
		stop()
		editor.Wait()
	})
}

// The answer of the mail server is of each address; that it was called inside a transaction is of the whole test.
func TestService_SendTest_in_a_write_transaction(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		err := w.DB.Write(t.Context(), func(ctx context.Context, _ *db.Tx) error {
			_, err := w.S.SendTest(ctx, sends.Staff, campaigns.TestSend{EventID: "gala"})
			return err
		})
		if !errors.Is(err, db.ErrInWrite) || len(w.Sink.Taken()) != 0 {
			t.Errorf("%v, with %d messages sent", err, len(w.Sink.Taken()))
		}
	})
}
