package app

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"presence/app/platform/audit"
	"presence/db"
	"presence/db/dbtest"
)

func TestClockCheck(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		// The newest record is written now, by the clock of the machine, which PostgreSQL shares.
		written := time.Now() //nolint:forbidigo // the clock of the database server
		if err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			return audit.Record(ctx, tx, audit.Entry{At: db.InstantOf(written), Action: "created", Kind: "shift", RecordID: "1"})
		}); err != nil {
			t.Fatal(err)
		}
		wrong := -24 * time.Hour
		var log bytes.Buffer
		now := written
		c := clockCheck{db: d, now: func() time.Time { return now }, log: slog.New(slog.NewJSONHandler(&log, nil))}
		for _, x := range []struct {
			name     string
			offset   time.Duration
			warnings int // in total
		}{
			{"says nothing about a clock that is right", 0, 0},
			{"says nothing about four minutes", -4 * time.Minute, 0},
			{"warns of a clock that is a day behind", wrong, 1},
			{"does not repeat the warning", wrong, 1},
			{"says nothing when the clock was set", 0, 1},
			{"warns again when it is wrong again", wrong, 2},
		} {
			t.Run(x.name, func(t *testing.T) {
				now = written.Add(x.offset)
				if err := c.run(t.Context()); err != nil {
					t.Fatal(err)
				}
				if n := strings.Count(log.String(), `"level":"WARN"`); n != x.warnings {
					t.Errorf("%d warnings, want %d:\n%s", n, x.warnings, &log)
				}
			})
		}
		if !d.Dialect().OneMachine() {
			t.Run("warns of a clock that is a day ahead of the server", func(t *testing.T) {
				log.Reset()
				c.warned.Store(false)
				now = written.Add(24 * time.Hour)
				if err := c.run(t.Context()); err != nil || !strings.Contains(log.String(), "database server") {
					t.Errorf("%v, logged %q", err, &log)
				}
			})
		}
	})
}
