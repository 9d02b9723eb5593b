package sender_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"presence/app/apptest/sends"
	"presence/app/apptest/sink"
	"presence/app/hub/campaigns"
	"presence/app/hub/sender"
	"presence/app/platform/mail"
)

// provider speaks Mailjet's interface. It takes every message, and loses its answers to some guests.
type provider struct {
	*httptest.Server
	worker *sender.Worker // reconciles with it

	mu    sync.Mutex
	taken map[string]string // guest, by CustomID
	loses []string          // guests whose answer is lost
	late  []string          // guests whose message it does not list
	asked map[string]int    // how often, by guest
	sick  bool              // it answers no search
}

func startProvider(w *sends.World, loses ...string) *provider {
	w.Helper()
	p := &provider{taken: map[string]string{}, asked: map[string]int{}, loses: loses}
	p.Server = httptest.NewServer(http.HandlerFunc(p.answer))
	w.Cleanup(p.Close)
	w.Options.Channels = map[string]mail.Channel{campaigns.Bulk: mail.NewMailjet(p.URL, "key", "secret")}
	w.S = w.NewService(w.DB)
	p.worker = w.Worker(w.S)
	return p
}

func (p *provider) answer(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if r.Method == http.MethodGet {
		guest := p.taken[r.URL.Query().Get("CustomID")]
		p.asked[guest]++
		if p.sick {
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		n := 0
		if guest != "" && !slices.Contains(p.late, guest) {
			n = 1
		}
		fmt.Fprintf(w, `{"Count":%d,"Data":[],"Total":%d}`, n, n)
		return
	}
	var body struct {
		Messages []struct {
			CustomID string
			To       []struct{ Email string }
		}
	}
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	m := body.Messages[0]
	guest, _, _ := strings.Cut(m.To[0].Email, "@")
	p.taken[m.CustomID] = guest
	if slices.Contains(p.loses, guest) {
		panic(http.ErrAbortHandler)
	}
	_, _ = w.Write([]byte(`{"Messages":[{"Status":"success"}]}`))
}

// is changes how it behaves.
func (p *provider) is(sick bool, late ...string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sick, p.late = sick, late
}

// searches is how often it was asked for a guest's message.
func (p *provider) searches(guest string) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.asked[guest]
}

// lose sends to n guests, of whose messages those to some are unconfirmed at the end, with no worker left.
func lose(w *sends.World, n int, guests ...string) (*provider, campaigns.Campaign) {
	w.Helper()
	p := startProvider(w, guests...)
	p.is(false, guests...)
	c := w.Invite(n).Send()
	stop := w.Run(withoutLookups(w))
	c = w.UntilIt("lost some", c.ID, func(c campaigns.Campaign) bool {
		return c.State == campaigns.Interrupted && int(c.Counts.Unconfirmed) == len(guests)
	})
	stop()
	p.reconcile(w.TB)
	return p, c
}

// withoutLookups returns a worker that sends and asks no provider: while it asked, a call of reconcile would skip the rows it locks.
func withoutLookups(w *sends.World) *sender.Worker {
	return w.Worker(w.S, sends.Frozen)
}

// stuckFinder is a channel that never says whether it has a message.
type stuckFinder struct {
	mail.Channel
	asked chan struct{} // receives each question
	stuck chan struct{} // closed: it answers
}

func (f *stuckFinder) Find(context.Context, string, string) (bool, error) {
	f.asked <- struct{}{}
	<-f.stuck
	return false, nil
}

func TestWorker_reconcile_holds_nothing_up(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		_, c := lose(w, 2, "g1")
		w.Clock.Advance(time.Minute)
		f := &stuckFinder{Channel: w.Options.Channels[campaigns.Bulk], asked: make(chan struct{}, 10), stuck: make(chan struct{})}
		w.Options.Channels = map[string]mail.Channel{campaigns.Bulk: f}
		stop := w.Work(w.NewService(w.DB))
		defer stop()
		defer close(f.stuck)
		<-f.asked
		w.Exec("UPDATE campaigns SET status = 'scheduled', starts_at = 1, started_at = 0, reason = '' WHERE id = $1", c.ID)
		w.UntilIt("has missed its start while the provider is asked", c.ID, func(c campaigns.Campaign) bool { return c.State == campaigns.Paused })
	})
}

// patientFinder is a channel that answers about some messages, and then no more.
type patientFinder struct {
	mail.Channel
	answers   int         // how many questions it answers
	deadlines []time.Time // of the questions
}

func (f *patientFinder) Find(ctx context.Context, _, _ string) (bool, error) {
	until, _ := ctx.Deadline()
	if f.deadlines = append(f.deadlines, until); len(f.deadlines) > f.answers {
		return false, context.DeadlineExceeded
	}
	return true, nil
}

// A provider that is slow is asked about the rest in the next round: it has failed only if it has not answered about any message.
func TestWorker_reconcile_with_a_slow_provider(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		_, c := lose(w, 4, "g0", "g1", "g2", "g3")
		w.Clock.Advance(time.Minute)
		f := &patientFinder{Channel: w.Options.Channels[campaigns.Bulk], answers: 2}
		w.Options.Channels = map[string]mail.Channel{campaigns.Bulk: f}
		worker := w.Worker(w.NewService(w.DB))
		reconcile := func(asked int, unconfirmed int64) {
			t.Helper()
			if err := worker.Reconcile(t.Context()); err != nil {
				t.Fatal(err)
			}
			if got := w.Campaign(c.ID); len(f.deadlines) != asked || got.Counts.Unconfirmed != unconfirmed {
				t.Errorf("asked %d times, want %d; %+v", len(f.deadlines), asked, got.Counts)
			}
		}
		reconcile(3, 2)
		if !f.deadlines[1].After(f.deadlines[0]) {
			t.Error("the time for the second answer is part of that for the first one")
		}
		reconcile(4, 2) // at once: it had answered; now it answers nothing
		reconcile(4, 2)
		f.answers = 100
		w.Clock.Advance(30 * time.Second)
		reconcile(6, 0)
		w.CheckCounts(c.ID)
	})
}

// reconcile asks the provider once about what is due.
func (p *provider) reconcile(t testing.TB) {
	t.Helper()
	if err := p.worker.Reconcile(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func TestWorker_reconcile(t *testing.T) {
	t.Run("finds a message whose answer was lost, and ends the campaign by itself", func(t *testing.T) {
		sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
			p := startProvider(w, "g1")
			c := w.Invite(3).Send()
			w.Work(w.S)
			w.UntilIt("lost one", c.ID, func(c campaigns.Campaign) bool { return c.State == campaigns.Interrupted && c.Counts.Unconfirmed == 1 })
			w.Clock.Advance(30 * time.Second)
			c = w.UntilIt("found it", c.ID, func(c campaigns.Campaign) bool { w.Clock.Advance(time.Second); return c.State == campaigns.Completed })
			if p.searches("g1") != 1 || c.Counts.Sent != 3 {
				t.Errorf("asked %d times, %+v", p.searches("g1"), c.Counts)
			}
			if n := w.Count("SELECT COUNT(*) FROM campaign_recipients WHERE sent_at < 1 OR lookups <> 0"); n != 0 {
				t.Errorf("%d rows have no outcome", n)
			}
		})
	})
	t.Run("asks four times, further and further apart, and leaves the rest to staff", func(t *testing.T) {
		sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
			p, c := lose(w, 2, "g1")
			at := time.Duration(0)
			for _, x := range []struct {
				at   time.Duration // since it was lost
				want int
			}{{0, 0}, {59 * time.Second, 0}, {time.Minute, 1}, {4 * time.Minute, 1}, {5 * time.Minute, 2}, {29 * time.Minute, 2},
				{30 * time.Minute, 3}, {119 * time.Minute, 3}, {2 * time.Hour, 4}, {240 * time.Hour, 4}} {
				w.Clock.Advance(x.at - at)
				at = x.at
				for range 3 {
					p.reconcile(t)
				}
				if n := p.searches("g1"); n != x.want {
					t.Errorf("%s after it was lost: asked %d times, want %d", at, n, x.want)
				}
			}
			if got := w.States(c.ID); !strings.HasPrefix(got[1], "g1 pending unconfirmed") {
				t.Errorf("%q", got)
			}
			if _, err := w.S.Resolve(t.Context(), sends.Staff, c.ID, campaigns.Resolution{}); err != nil { // to be sent again, and lost again
				t.Fatal(err)
			}
			p.is(false)
			stop := w.Run(withoutLookups(w))
			w.UntilIt("lost it again", c.ID, func(c campaigns.Campaign) bool {
				return c.State == campaigns.Interrupted &&
					c.Counts.Unconfirmed == 1
			})
			stop()
			p.reconcile(t)
			w.Clock.Advance(time.Minute)
			p.reconcile(t)
			if got := w.Campaign(c.ID); got.State != campaigns.Completed || got.Counts.Sent != 2 {
				t.Errorf("%s %+v", got.State, got.Counts)
			}
		})
	})
	t.Run("leaves a provider alone that does not answer, longer and longer, and tries again", func(t *testing.T) {
		sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
			p, c := lose(w, 4, "g1", "g2")
			p.is(true)
			w.Clock.Advance(time.Minute)
			for range 5 {
				p.reconcile(t)
			}
			asked := func(want int) {
				t.Helper()
				if n := p.searches("g1") + p.searches("g2"); n != want {
					t.Errorf("asked %d times, want %d", n, want)
				}
				if n := strings.Count(w.Log.String(), "does not say"); n != want {
					t.Errorf("logged %d times, want %d", n, want)
				}
			}
			asked(1)
			w.Clock.Advance(30 * time.Second)
			p.reconcile(t)
			asked(2)
			w.Clock.Advance(59 * time.Second)
			p.reconcile(t)
			asked(2)
			w.Clock.Advance(-3 * time.Hour) // set back
			p.reconcile(t)
			asked(3)
			p.is(false)
			w.Clock.Advance(2 * time.Minute)
			p.reconcile(t)
			w.CheckCounts(c.ID)
			if got := w.Campaign(c.ID); got.State != campaigns.Completed || got.Counts.Sent != 4 {
				t.Errorf("%s %+v", got.State, got.Counts)
			}
		})
	})
	t.Run("asks once, however many workers look", func(t *testing.T) {
		sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
			guests := []string{}
			for i := range 12 {
				guests = append(guests, fmt.Sprint("g", i))
			}
			p, c := lose(w, 12, guests...)
			p.reconcile(t) // plans the last two
			w.Clock.Advance(time.Minute)
			var all sync.WaitGroup
			for range 8 {
				other := w.Worker(w.NewService(w.DB))
				all.Go(func() {
					for range 3 {
						if err := other.Reconcile(t.Context()); err != nil {
							t.Error(err)
						}
					}
				})
			}
			all.Wait()
			for _, g := range guests {
				if n := p.searches(g); n != 1 {
					t.Errorf("%s: asked %d times", g, n)
				}
			}
			if n := w.Campaign(c.ID).Counts.Unconfirmed; n != 12 {
				t.Errorf("%d are unconfirmed", n)
			}
		})
	})
	t.Run("passes over a relay, which cannot be asked", func(t *testing.T) {
		sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
			c := w.Invite(2).Send()
			w.Abandon(c, 0, 2)
			stop := w.Work(w.S)
			w.Until(c.ID, campaigns.Interrupted)
			stop()
			w.Clock.Advance(time.Hour)
			if err := w.Worker(w.S).Reconcile(t.Context()); err != nil {
				t.Fatal(err)
			}
			if n := w.Count("SELECT COUNT(*) FROM campaign_recipients WHERE phase = 3 AND lookups = 0"); n != 2 {
				t.Errorf("%d rows are as they were", n)
			}
		})
	})
}
