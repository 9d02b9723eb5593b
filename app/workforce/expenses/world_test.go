package expenses_test

import (
	"testing"

	"presence/app/apptest/timetest"
	"presence/db"
	"presence/db/dbtest"
)

// world is the common world of the tests of time, in which Ann has sheet 1 and Cid sheet 2.
type world struct{ *timetest.World }

// each runs fn on both engines.
func each(t *testing.T, fn func(t *testing.T, w *world)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, d *db.DB) { fn(t, newWorld(t, d)) })
}

func newWorld(t testing.TB, d *db.DB) *world {
	t.Helper()
	w := &world{timetest.New(t, d)}
	w.Sheet(w.Ann)
	w.Sheet(w.Cid)
	return w
}

// in is the same world for a subtest.
func (w *world) in(t testing.TB) *world { return &world{w.In(t)} }
