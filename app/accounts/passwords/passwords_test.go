package passwords

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"presence/app/apptest/argon"
	"presence/app/platform/errs"
	"presence/db"
	"presence/db/dbtest"
)

func TestHasher(t *testing.T) {
	h := New(2, 4)
	hash, err := h.Hash(t.Context(), "crème brûlée")
	if err != nil {
		t.Fatal(err)
	}
	for password, want := range map[string]bool{"crème brûlée": true, "cre\u0300me bru\u0302le\u0301e": true, "creme brulee": false, "": false,
		"crème brûlée ": false} {
		t.Run(password, func(t *testing.T) {
			if ok, err := h.Verify(t.Context(), hash, password, noCheck); ok != want || err != nil {
				t.Errorf("%q: %v, %v", password, ok, err)
			}
		})
	}
	if again, _ := h.Hash(t.Context(), "crème brûlée"); again == hash {
		t.Error("two hashes of one password are alike: no salt")
	}
}

func TestHasher_works_as_hard_for_a_person_who_does_not_exist(t *testing.T) {
	h := New(2, 4)
	runs := argon.Runs()
	if ok, err := h.Verify(t.Context(), "", "whatever it is", noCheck); ok || err != nil || runs() != 1 {
		t.Errorf("%v, %v, argon2 ran %d times", ok, err, runs())
	}
}

func TestHasher_hash_has_a_salt_of_its_own(t *testing.T) {
	h := New(2, 4)
	one, err := h.Hash(t.Context(), "quatre chevaux bleus")
	if other, again := h.Hash(t.Context(), "quatre chevaux bleus"); err != nil || again != nil || one == other {
		t.Errorf("two hashes of one password are %s and %s", one, other)
	}
}

func TestHasher_obeys_no_parameters_from_the_database(t *testing.T) {
	h := New(2, 4)
	good, _ := h.Hash(t.Context(), "quatre chevaux bleus")
	for _, bad := range []string{
		strings.Replace(good, "m=19456", "m=99999", 1), strings.Replace(good, "t=2", "t=9", 1), strings.Replace(good, "argon2id", "argon2ii", 1),
		good[:strings.LastIndex(good, "$")] + "A" + good[strings.LastIndex(good, "$")+1:],
		good[:len(good)-1], good + "A", "plain text", strings.Replace(good, "$v=19", "$v=16", 1), good[:len(good)-1] + "!",
	} {
		if ok, err := h.Verify(t.Context(), bad, "quatre chevaux bleus", noCheck); ok || err == nil {
			t.Errorf("%s: %v, %v", bad, ok, err)
		}
	}
}

// occupied returns a hasher with a number of cores, all of which are in use until free is closed.
func occupied(t *testing.T, cores, waiting int) (h *Hasher, free chan struct{}) {
	h, free = New(cores, waiting), make(chan struct{})
	for range cores {
		go func() {
			_, _ = h.Verify(t.Context(), "", "x", func() error {
				<-free
				return errRoomless
			})
		}()
	}
	synctest.Wait()
	return h, free
}

func TestHasher_runs_no_more_at_once_than_there_are_cores(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, free := occupied(t, 3, 8)
		var running atomic.Int32
		for range 8 {
			go func() {
				_, _ = h.Verify(t.Context(), "", "x", func() error {
					running.Add(1)
					return errRoomless
				})
			}()
		}
		synctest.Wait()
		if n := running.Load(); n != 0 {
			t.Errorf("%d run while no core is free", n)
		}
		close(free)
		synctest.Wait()
		if n := running.Load(); n != 8 {
			t.Errorf("%d of 8 run when cores are free", n)
		}
	})
}

func TestHasher_gives_up_waiting_with_its_caller(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, free := occupied(t, 1, 1)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := h.Verify(ctx, "", "x", noCheck); !errors.Is(err, context.Canceled) {
			t.Errorf("it ends with %v", err)
		}
		close(free)
	})
}

func TestHasher_refuses_who_would_wait_too_long(t *testing.T) {
	const waiting = 20
	synctest.Test(t, func(t *testing.T) {
		h, free := occupied(t, 2, waiting)
		var refused atomic.Int32
		for range waiting + 5 {
			go func() {
				switch _, err := h.Verify(t.Context(), "", "x", func() error { return errRoomless }); {
				case errors.Is(err, ErrBusy):
					refused.Add(1)
				case !errors.Is(err, errRoomless):
					t.Error(err)
				}
			}()
		}
		synctest.Wait()
		if n := refused.Load(); n != 5 {
			t.Errorf("%d are refused", n)
		}
		close(free)
		synctest.Wait()
		if _, err := h.Verify(t.Context(), "", "x", func() error { return errRoomless }); !errors.Is(err, errRoomless) {
			t.Errorf("when all have gone, the next one ends with %v", err)
		}
	})
}

// errRoomless spares the test the work of hashing.
var errRoomless = errors.New("no room")

func TestCheck_asks_for_the_length_alone(t *testing.T) {
	for password, want := range map[string]string{
		"123456789": "too_short", "1234567890": "", strings.Repeat("é", 9): "too_short", strings.Repeat("é", 10): "", "          ": "",
		strings.Repeat("é", 128): "", strings.Repeat("x", 128): "", strings.Repeat("x", 129): "too_long", "abcdefghij\xff": "invalid",
	} {
		t.Run(password, func(t *testing.T) {
			var faults errs.Fields
			Check(&faults, password)
			got := ""
			if len(faults) > 0 {
				got = faults[0].Code
			}
			if got != want || len(faults) > 1 {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
}

// Other writes would wait for the hash, and for those that are ahead of it.
func TestHasher_in_a_write_transaction(t *testing.T) {
	h := New(2, 4)
	dbtest.InWrite(t, func(ctx context.Context) {
		runs := argon.Runs() // here, because making the database allocates as much as a run
		_, hashing := h.Hash(ctx, "crème brûlée")
		_, verifying := h.Verify(ctx, "", "crème brûlée", noCheck)
		if !errors.Is(hashing, db.ErrInWrite) || !errors.Is(verifying, db.ErrInWrite) || runs() != 0 {
			t.Errorf("%v, %v, argon2 ran %d times", hashing, verifying, runs())
		}
	})
}
