package capacity

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

func TestTurns(t *testing.T) {
	busy := errors.New("busy")
	for name, test := range map[string]func(t *testing.T, turns *Turns){
		"work of another owner does not wait": func(t *testing.T, turns *Turns) {
			if err := turns.Acquire(t.Context(), "ben", 0); err != nil {
				t.Error(err)
			}
		},
		"work of the same owner waits, and is refused": func(t *testing.T, turns *Turns) {
			began := time.Now()
			if err := turns.Acquire(t.Context(), "ann", time.Minute); !errors.Is(err, busy) || time.Since(began) != time.Minute {
				t.Errorf("%v after %v", err, time.Since(began))
			}
		},
		"it is done when the work before has ended": func(t *testing.T, turns *Turns) {
			time.AfterFunc(time.Second, func() { turns.Release("ann") })
			if err := turns.Acquire(t.Context(), "ann", time.Minute); err != nil {
				t.Error(err)
			}
		},
		"owners without work are forgotten": func(t *testing.T, turns *Turns) {
			turns.Release("ann")
			if len(turns.owners) != 0 {
				t.Errorf("%d owners", len(turns.owners))
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				turns := NewTurns(1, busy)
				if err := turns.Acquire(t.Context(), "ann", 0); err != nil {
					t.Fatal(err)
				}
				test(t, turns)
			})
		})
	}
}
