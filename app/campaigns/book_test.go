package campaigns

import (
	"log/slog"
	"testing"

	"presence/app/apptest/sink"
)

// TestBook_gives_no_row_to_two_sessions shows what happens when others take this worker for frozen, and it then claims a
// row anew that one of its own sessions has in hand all the time: no other session gets it, until the first one lets go.
func TestBook_gives_no_row_to_two_sessions(t *testing.T) {
	eachWorld(t, sink.Options{}, func(t *testing.T, w *world) {
		id := w.invite(1).send().ID
		w.exec("UPDATE campaigns SET status = 'sending', started_at = 1")
		worker := NewWorker(w.S, slog.New(slog.DiscardHandler))
		if err := worker.register(t.Context()); err != nil {
			t.Fatal(err)
		}
		defer worker.held.Release()
		c, err := byID(t.Context(), w.DB, id)
		if err != nil {
			t.Fatal(err)
		}
		b := newBook(worker, c, 1)
		go b.keep(t.Context())
		defer close(b.orders)
		claim := func(what string, o order, want int) (ids []int64) {
			t.Helper()
			o.want, o.answer = 1, make(chan answer, 1)
			b.orders <- &o
			a := <-o.answer
			if a.err != nil || len(a.rows) != want {
				t.Fatalf("%s: %d rows, want %d: %v", what, len(a.rows), want, a.err)
			}
			for _, r := range a.rows {
				ids = append(ids, r.id)
			}
			return ids
		}
		hand := claim("the first session", order{}, 1)
		if err := w.S.release(t.Context(), c, worker.id.Load(), nil); err != nil { // as another worker does
			t.Fatal(err)
		}
		claim("the second session", order{}, 0)
		if n := w.count("SELECT COUNT(*) FROM campaign_recipients WHERE id = $1 AND lease = $2", hand[0], worker.id.Load()); n != 1 {
			t.Error("the row was not claimed anew: the test has shown nothing")
		}
		claim("whoever asks, once the first session has let go", order{back: hand}, 1)
	})
}
