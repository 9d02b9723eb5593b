package auth

import (
	"context"
	"errors"
	"runtime"
	"runtime/metrics"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
)

func TestHasher(t *testing.T) {
	h := newHasher()
	hash, err := h.hash(t.Context(), "crème brûlée")
	if err != nil {
		t.Fatal(err)
	}
	for password, want := range map[string]bool{"crème brûlée": true, "cre\u0300me bru\u0302le\u0301e": true, "creme brulee": false, "": false,
		"crème brûlée ": false} {
		t.Run(password, func(t *testing.T) {
			if ok, err := h.verify(t.Context(), hash, password, noCheck); ok != want || err != nil {
				t.Errorf("%q: %v, %v", password, ok, err)
			}
		})
	}
	if again, _ := h.hash(t.Context(), "crème brûlée"); again == hash {
		t.Error("two hashes of one password are alike: no salt")
	}
}

// argonRuns returns a function that tells how often argon2 has run in this process since, by the memory that was allocated: each
// run takes 19 MiB at its beginning, and all else together must stay below that.
func argonRuns() func() int {
	allocated := func() uint64 {
		bytes := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
		metrics.Read(bytes)
		return bytes[0].Value.Uint64()
	}
	start := allocated()
	return func() int { return int((allocated() - start) / (argonMemory * 1024)) }
}

func TestHasher_works_as_hard_for_a_person_who_does_not_exist(t *testing.T) {
	h := newHasher()
	runs := argonRuns()
	if ok, err := h.verify(t.Context(), "", "whatever it is", noCheck); ok || err != nil || runs() != 1 {
		t.Errorf("%v, %v, argon2 ran %d times", ok, err, runs())
	}
}

func TestHasher_hash_has_a_salt_of_its_own(t *testing.T) {
	h := newHasher()
	one, err := h.hash(t.Context(), testPassword)
	if other, again := h.hash(t.Context(), testPassword); err != nil || again != nil || one == other {
		t.Errorf("two hashes of one password are %s and %s", one, other)
	}
}

func TestHasher_obeys_no_parameters_from_the_database(t *testing.T) {
	h := newHasher()
	good, _ := h.hash(t.Context(), testPassword)
	for _, bad := range []string{
		strings.Replace(good, "m=19456", "m=99999", 1), strings.Replace(good, "t=2", "t=9", 1), strings.Replace(good, "argon2id", "argon2ii", 1),
		good[:strings.LastIndex(good, "$")] + "A" + good[strings.LastIndex(good, "$")+1:],
		good[:len(good)-1], good + "A", "plain text", strings.Replace(good, "$v=19", "$v=16", 1), good[:len(good)-1] + "!",
	} {
		if ok, err := h.verify(t.Context(), bad, testPassword, noCheck); ok || err == nil {
			t.Errorf("%s: %v, %v", bad, ok, err)
		}
	}
}

func TestHasher_runs_no_more_at_once_than_there_are_cores(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHasher()
		cores := runtime.GOMAXPROCS(0)
		var running atomic.Int32
		done := make(chan struct{})
		for range cores + 8 {
			go func() {
				_, _ = h.verify(t.Context(), "", "x", func() error {
					running.Add(1)
					<-done
					return errRoomless
				})
			}()
		}
		synctest.Wait()
		if n := running.Load(); int(n) != cores {
			t.Errorf("%d at once, %d cores", n, cores)
		}
		close(done)
	})
}

func TestHasher_gives_up_waiting_with_its_caller(t *testing.T) {
	h := newHasher()
	for range cap(h.slots) {
		h.slots <- struct{}{}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := h.verify(ctx, "", "x", noCheck); err == nil {
		t.Error("it did not")
	}
}

func TestHasher_refuses_who_would_wait_too_long(t *testing.T) {
	h := newHasher()
	for range cap(h.slots) {
		h.slots <- struct{}{}
	}
	var refused atomic.Int32
	var wg sync.WaitGroup
	for range maxWaiting + 5 {
		wg.Go(func() {
			ok, err := h.verify(t.Context(), "", "x", func() error { return errRoomless })
			switch {
			case ok:
				t.Error("it fits")
			case errors.Is(err, errBusy):
				if refused.Add(1) == 5 { // all others wait: let them on, one after the other
					for range cap(h.slots) {
						<-h.slots
					}
				}
			case !errors.Is(err, errRoomless):
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if n := refused.Load(); n != 5 || h.waiting.Load() != 0 {
		t.Errorf("%d refused, %d still wait", n, h.waiting.Load())
	}
}

// errRoomless spares the test the work of hashing.
var errRoomless = errors.New("no room")
