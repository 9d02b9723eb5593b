package dbtest

import (
	"testing"
	"time"
)

// patience is the time limit of Until: much longer than anything takes on a slow and busy machine.
const patience = 60 * time.Second

// Until waits until something holds, which other goroutines, connections or processes bring about, and fails the test if it does not
// within a minute. Between two looks it leaves the processors to them.
func Until(t testing.TB, what string, holds func() bool) {
	t.Helper()
	look := time.NewTicker(5 * time.Millisecond)
	defer look.Stop()
	late := time.After(patience)
	for !holds() {
		select {
		case <-look.C:
		case <-late:
			t.Fatalf("not within %v: %s", patience, what)
		}
	}
}
