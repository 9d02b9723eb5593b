package capacity

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

func TestLimit_Acquire(t *testing.T) {
	busy := errors.New("busy")
	full := func(t *testing.T) *Limit {
		l := New(3, busy)
		if err := l.Acquire(t.Context(), 2, 0); err != nil {
			t.Fatal(err)
		}
		return l
	}
	for name, test := range map[string]func(t *testing.T, l *Limit){
		"what fits is taken at once": func(t *testing.T, l *Limit) {
			if err := l.Acquire(t.Context(), 1, 0); err != nil {
				t.Error(err)
			}
		},
		"what does not fit waits, and is refused": func(t *testing.T, l *Limit) {
			began := time.Now()
			if err := l.Acquire(t.Context(), 2, time.Second); !errors.Is(err, busy) || time.Since(began) != time.Second {
				t.Errorf("%v after %v", err, time.Since(began))
			}
			if err := l.Acquire(t.Context(), 1, 0); err != nil {
				t.Errorf("what was refused is taken: %v", err)
			}
		},
		"what is released goes to the one that waits": func(t *testing.T, l *Limit) {
			time.AfterFunc(time.Second, func() { l.Release(2) })
			if err := l.Acquire(t.Context(), 3, time.Minute); err != nil {
				t.Error(err)
			}
		},
		"a caller that gives up gets its own error": func(t *testing.T, l *Limit) {
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(time.Second, cancel)
			if err := l.Acquire(ctx, 2, time.Minute); !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { test(t, full(t)) })
		})
	}
}
