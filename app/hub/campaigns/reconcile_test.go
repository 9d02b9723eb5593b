package campaigns

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"presence/app/apptest/sink"
	"presence/app/platform/mail"
)

// provider speaks Mailjet's interface. It takes every message, and loses its answers to some guests.
type provider struct {
	*httptest.Server

	mu    sync.Mutex
	taken map[string]string // guest, by CustomID
	loses []string          // guests whose answer is lost
	late  []string          // guests whose message it does not list
	asked map[string]int    // how often, by guest
	sick  bool              // it answers no search
}

func (w *world) provider(loses ...string) *provider {
	w.Helper()
	p := &provider{taken: map[string]string{}, asked: map[string]int{}, loses: loses}
	p.Server = httptest.NewServer(http.HandlerFunc(p.answer))
	w.Cleanup(p.Close)
	w.o.Channels = map[string]mail.Channel{Bulk: mail.NewMailjet(p.URL, "key", "secret")}
	w.S = w.service(w.DB)
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
func (w *world) lose(n int, guests ...string) (*provider, Campaign) {
	w.Helper()
	p := w.provider(guests...)
	p.is(false, guests...)
	w.S.heartbeatEvery = time.Hour
	c := w.invite(n).send()
	stop := w.work(w.S)
	c = w.untilIt("lost some", c.ID, func(c Campaign) bool { return c.Status == Interrupted && int(c.Counts.Unconfirmed) == len(guests) })
	stop()
	w.seek()
	return p, c
}

func (w *world) seek() {
	w.Helper()
	if err := w.S.reconcile(w.Context(), slog.New(slog.NewTextHandler(w.Log, nil))); err != nil {
		w.Fatal(err)
	}
}

func TestService_seek(t *testing.T) {
	t.Run("finds a message whose answer was lost, and ends the campaign by itself", func(t *testing.T) {
		eachWorld(t, sink.Options{}, func(t *testing.T, w *world) {
			p := w.provider("g1")
			c := w.invite(3).send()
			w.work(w.S)
			w.untilIt("lost one", c.ID, func(c Campaign) bool { return c.Status == Interrupted && c.Counts.Unconfirmed == 1 })
			w.clock.move(30 * time.Second)
			c = w.untilIt("found it", c.ID, func(c Campaign) bool { w.clock.move(time.Second); return c.Status == Completed })
			if p.searches("g1") != 1 || c.Counts.Sent != 3 {
				t.Errorf("asked %d times, %+v", p.searches("g1"), c.Counts)
			}
			if n := w.count("SELECT COUNT(*) FROM campaign_recipients WHERE sent_at < 1 OR lease <> 0"); n != 0 {
				t.Errorf("%d rows are not settled", n)
			}
		})
	})
	t.Run("asks four times, further and further apart, and leaves the rest to staff", func(t *testing.T) {
		eachWorld(t, sink.Options{}, func(t *testing.T, w *world) {
			p, c := w.lose(2, "g1")
			at := time.Duration(0)
			for _, x := range []struct {
				at   time.Duration // since it was lost
				want int
			}{{0, 0}, {59 * time.Second, 0}, {time.Minute, 1}, {4 * time.Minute, 1}, {5 * time.Minute, 2}, {29 * time.Minute, 2}, {30 * time.Minute, 3}, {119 * time.Minute, 3}, {2 * time.Hour, 4}, {240 * time.Hour, 4}} {
				w.clock.move(x.at - at)
				at = x.at
				for range 3 {
					w.seek()
				}
				if n := p.searches("g1"); n != x.want {
					t.Errorf("%s after it was lost: asked %d times, want %d", at, n, x.want)
				}
			}
			if got := w.states(c.ID); !strings.HasPrefix(got[1], "g1 pending unconfirmed") {
				t.Errorf("%q", got)
			}
			if _, err := w.S.Resolve(t.Context(), staff, c.ID, false, nil); err != nil { // to be sent again, and lost again
				t.Fatal(err)
			}
			p.is(false)
			stop := w.work(w.S)
			w.untilIt("lost it again", c.ID, func(c Campaign) bool { return c.Status == Interrupted && c.Counts.Unconfirmed == 1 })
			stop()
			w.seek()
			w.clock.move(time.Minute)
			w.seek()
			if got := w.campaign(c.ID); got.Status != Completed || got.Counts.Sent != 2 {
				t.Errorf("%s %+v", got.Status, got.Counts)
			}
		})
	})
	t.Run("leaves a provider alone that does not answer, longer and longer, and tries again", func(t *testing.T) {
		eachWorld(t, sink.Options{}, func(t *testing.T, w *world) {
			p, c := w.lose(4, "g1", "g2")
			p.is(true)
			w.clock.move(time.Minute)
			for range 5 {
				w.seek()
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
			w.clock.move(30 * time.Second)
			w.seek()
			asked(2)
			w.clock.move(59 * time.Second)
			w.seek()
			asked(2)
			w.clock.move(-3 * time.Hour) // set back
			w.seek()
			asked(3)
			p.is(false)
			w.clock.move(2 * time.Minute)
			w.seek()
			w.adds(c.ID)
			if got := w.campaign(c.ID); got.Status != Completed || got.Counts.Sent != 4 {
				t.Errorf("%s %+v", got.Status, got.Counts)
			}
		})
	})
	t.Run("asks once, however many workers look", func(t *testing.T) {
		eachWorld(t, sink.Options{}, func(t *testing.T, w *world) {
			guests := []string{}
			for i := range 12 {
				guests = append(guests, fmt.Sprint("g", i))
			}
			p, c := w.lose(12, guests...)
			w.seek() // plans the last two
			w.clock.move(time.Minute)
			var all sync.WaitGroup
			for range 8 {
				other := w.service(w.DB)
				all.Go(func() {
					for range 3 {
						if err := other.reconcile(t.Context(), slog.New(slog.DiscardHandler)); err != nil {
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
			if n := w.campaign(c.ID).Counts.Unconfirmed; n != 12 {
				t.Errorf("%d are unconfirmed", n)
			}
		})
	})
	t.Run("passes over a relay, which cannot be asked", func(t *testing.T) {
		eachWorld(t, sink.Options{}, func(t *testing.T, w *world) {
			c := w.invite(2).send()
			w.abandon(c, 0, 2)
			stop := w.work(w.S)
			w.until(c.ID, Interrupted)
			stop()
			w.clock.move(time.Hour)
			w.seek()
			if n := w.count("SELECT COUNT(*) FROM campaign_recipients WHERE phase = 3 AND lease = 0"); n != 2 {
				t.Errorf("%d rows are as they were", n)
			}
		})
	})
}
