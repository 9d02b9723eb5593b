package sender

import (
	"errors"
	"testing"
	"time"

	"presence/db"
)

func TestProviderBackoff(t *testing.T) {
	const start = db.Instant(1_000_000_000)
	after := func(d time.Duration) db.Instant { return start + db.Instant(d.Milliseconds()) }
	failed := errors.New("no answer")
	waits := func(failures int) time.Duration {
		var k providerBackoff
		for range failures {
			k.recordResult("bulk", start, failed)
		}
		for d := time.Second; d <= time.Hour; d += time.Second {
			if k.allows("bulk", after(d)) {
				if k.allows("bulk", after(d)-1) {
					t.Errorf("allowed before %s are over", d)
				}
				return d
			}
		}
		return -1
	}
	for failures, want := range map[int]time.Duration{1: 30 * time.Second, 2: time.Minute, 3: 2 * time.Minute, 7: 30 * time.Minute,
		20: 30 * time.Minute} {
		if got := waits(failures); got != want {
			t.Errorf("after %d failures it waits %s, want %s", failures, got, want)
		}
	}
	var k providerBackoff
	if !k.allows("bulk", start) {
		t.Error("a provider that never failed is not asked")
	}
	for range 20 {
		k.recordResult("bulk", start, failed)
	}
	if !k.allows("other", start) {
		t.Error("another channel waits too")
	}
	if k.allows("bulk", start) {
		t.Error("it is asked within the longest wait")
	}
	if !k.allows("bulk", start-1) {
		t.Error("a wait that is longer than the longest, from before the clock was set back, is not ignored")
	}
	k.recordResult("bulk", start, nil)
	if !k.allows("bulk", start) {
		t.Error("an answer does not end the waiting")
	}
}
