package timesheets_test

import (
	"strconv"
	"testing"

	"presence/app/apptest/timetest"
	"presence/app/workforce/timesheets"
	"presence/db"
	"presence/db/dbtest"
)

// world is the common world of the tests of time.
type world struct{ *timetest.World }

// each runs fn on both engines.
func each(t *testing.T, fn func(t *testing.T, w *world)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, d *db.DB) { fn(t, newWorld(t, d)) })
}

func newWorld(t testing.TB, d *db.DB) *world {
	t.Helper()
	return &world{timetest.New(t, d)}
}

// amount is what a line comes to, as a test writes it.
func amount(l *timesheets.Line) string {
	switch {
	case l == nil:
		return ""
	case l.Kind == timesheets.KindShift:
		return strconv.FormatInt(l.Minutes, 10) + " min"
	}
	return strconv.FormatInt(l.Amount, 10) + " ¢"
}

// in is the same world for a subtest.
func (w *world) in(t testing.TB) *world { return &world{w.In(t)} }
