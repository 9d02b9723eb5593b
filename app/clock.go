package app

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"presence/app/doctor"
	"presence/db"
)

// clockCheck looks for a wrong clock of this machine: on PostgreSQL one that differs from the clock of the database server, on
// SQLite one that is earlier than the newest entry of the audit log. It logs one warning when it finds one, and the next only
// after the clock was right in between. Nothing is refused.
type clockCheck struct {
	db     *db.DB
	now    func() time.Time
	log    *slog.Logger
	warned atomic.Bool
}

// run checks the clock once. It is safe for concurrent use.
func (c *clockCheck) run(ctx context.Context) error {
	fault, err := doctor.ReadClock(ctx, c.db, c.now())
	if err != nil {
		return err
	}
	if fault == nil {
		c.warned.Store(false)
		return nil
	}
	text := "the clock of this machine differs from the clock of the database server: set both, for " +
		"example by NTP, because deadlines, pay periods and sign-ins depend on them"
	if fault.Newest {
		text = "the newest record in the database is from the future: the clock of this machine is slow, or " +
			"was fast when the record was written; check it, because deadlines, pay periods and sign-ins depend on it"
	}
	if !c.warned.Swap(true) {
		c.log.Warn(text, "difference", fault.Difference.Round(time.Second).String())
	}
	return nil
}
