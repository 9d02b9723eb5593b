package notifications

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/db/dbtest"
)

// TestHub_Beat runs in a synctest bubble, whose time passes without waiting.
func TestHub_Beat(t *testing.T) {
	voided := error(&errs.Error{Kind: errs.KindUnauthenticated, Code: "session_ended"})
	for _, x := range []struct {
		name     string
		answers  []error // of each check; the last one stays
		beats    int     // heartbeats in the first minute
		endAfter time.Duration
	}{
		{"sends a heartbeat every 15 seconds", []error{nil}, 3, 0},
		{"ends with the credentials", []error{nil, voided}, 1, 30 * time.Second},
		{"ends at the first question when they are void from the start", []error{voided}, 0, 15 * time.Second},
		{"outlives one question that nobody could answer", []error{errors.New("storage"), nil}, 3, 0},
		{"ends when nobody can answer for 30 seconds", []error{errors.New("storage")}, 1, 30 * time.Second},
	} {
		t.Run(x.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := newBroker(dbtest.OpenSQLite(t), func(Notification, *int64, i18n.Lang) []byte { return nil })
				asked := 0
				s := &stream{person: "p", check: func(context.Context) error {
					asked++
					return x.answers[min(asked, len(x.answers))-1]
				}}
				if _, err := h.subscribe(t.Context(), s); err != nil {
					t.Fatal(err)
				}
				began, beats := time.Now(), 0
				minute := time.After(59 * time.Second)
				for over := false; !over; {
					select {
					case <-minute:
						over = true
						if x.endAfter != 0 {
							t.Error("it goes on for a minute")
						}
						continue
					case <-s.wake:
					}
					var events [][]byte
					if events, over = s.drain(); over {
						if took := time.Since(began); took != x.endAfter {
							t.Errorf("it ends after %v, want %v", took, x.endAfter)
						}
						continue
					}
					beats += len(events)
				}
				if beats != x.beats {
					t.Errorf("%d heartbeats, want %d", beats, x.beats)
				}
				h.unsubscribe(s)
				h.work.Wait()
				if h.session != nil || len(h.streams) != 0 {
					t.Error("something is left after the last stream")
				}
			})
		})
	}
}

func TestStream_Push(t *testing.T) {
	t.Run("drops whoever lets too much wait", func(t *testing.T) {
		s := &stream{wake: make(chan struct{}, 1)}
		for range maxQueued {
			s.push(heartbeatEvent)
		}
		if events, over := s.drain(); over || len(events) != maxQueued {
			t.Fatalf("%d wait, over: %v", len(events), over)
		}
		for range maxQueued + 1 {
			s.push(heartbeatEvent)
		}
		if _, over := s.drain(); !over {
			t.Error("it may let any number wait")
		}
	})
}
