package app

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"presence/app/platform/audit"
	"presence/db"
)

// clockTolerance is the difference between clocks that is accepted. With larger ones, one-time codes and sign-ins by a provider
// begin to fail.
const clockTolerance = 5 * time.Minute

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
	server, ok, err := c.db.ServerTime(ctx)
	if err != nil {
		return err
	}
	if ok {
		c.report(c.now().Sub(server).Abs(), "the clock of this machine differs from the clock of the database server: set both, for "+
			"example by NTP, because deadlines, pay periods and sign-ins depend on them")
		return nil
	}
	newest, err := audit.NewestTime(ctx, c.db)
	if err != nil {
		return err
	}
	c.report(newest.Time().Sub(c.now()), "the newest record in the database is from the future: the clock of this machine is slow, or "+
		"was fast when the record was written; check it, because deadlines, pay periods and sign-ins depend on it")
	return nil
}

// report logs text, unless the difference is tolerable or a warning was logged before.
func (c *clockCheck) report(difference time.Duration, text string) {
	if difference <= clockTolerance {
		c.warned.Store(false)
		return
	}
	if !c.warned.Swap(true) {
		c.log.Warn(text, "difference", difference.Round(time.Second).String())
	}
}
