package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"

	"presence/app/accounts/outgoingmail"
	"presence/app/accounts/push"
	"presence/app/accounts/webhooks"
	"presence/app/hub/sender"
	"presence/app/hub/suppressions"
	"presence/app/platform/background"
	"presence/app/platform/httpx"
	"presence/db"
)

// Timeouts of the server.
const (
	headerTimeout = 5 * time.Second  // to receive a request's headers
	bodyTimeout   = 30 * time.Second // to receive its body (the first 64 KiB, and a body that no handler reads, within 5 s)
	idleTimeout   = 2 * time.Minute  // between requests on a connection

	// How the program stops: for a while /readyz answers 503 and requests are still accepted, so that a proxy sends its requests to other
	// replicas; SQLite has none. Then the listener is closed, and requests in progress are finished.
	drainDelay        = time.Second
	replicaDrainDelay = 5 * time.Second
	drainTimeout      = 12 * time.Second

	leaveTimeout = 2 * time.Second // then, for removing the registration of the server
	startupWait  = 2 * time.Second // a request waits so long for a program that starts
	maxHeader    = 32 << 10
)

// How long the jobs take to return, and what follows when they and the requests have ended: the registration, then imports and syncs.
const (
	jobsStopWithin  = max(sender.StopWithin, outgoingmail.StopWithin, webhooks.StopWithin, push.StopWithin)
	closeStopWithin = leaveTimeout + background.FinishWithin
)

// StopWithin is the longest time that a program that is told to stop needs, on PostgreSQL. Whatever starts it must leave it more.
const StopWithin = max(replicaDrainDelay+drainTimeout, jobsStopWithin) + closeStopWithin

// stopWithin is StopWithin of a program that accepts requests for another delay.
func stopWithin(delay time.Duration) time.Duration {
	return max(delay+drainTimeout, jobsStopWithin) + closeStopWithin
}

// Serve makes the product and serves it until ctx ends; then requests in progress are answered and it returns nil. It accepts
// connections at once, and passes requests on when the product is ready. What an operator should see once (the address, the
// bootstrap link) is written to out.
func Serve(ctx context.Context, c Config, out io.Writer) error {
	listener, err := listen(ctx, "LISTEN", c.Listen)
	if err != nil {
		return err
	}
	defer func() { _ = listener.Close() }() // the server may have closed it already
	var metricsListener net.Listener
	if c.MetricsListen != "" {
		if metricsListener, err = listen(ctx, "METRICS_LISTEN", c.MetricsListen); err != nil {
			return err
		}
		defer func() { _ = metricsListener.Close() }()
	}
	in := newStartupHandler(strings.TrimRight(c.PublicURL.Path, "/"), startupWait)
	server := newServer(c, in)
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	a, link, err := startWithRetry(ctx, c)
	if err != nil {
		if ctx.Err() != nil { // stopped before it was ready: not a failure
			err = nil
		}
		return errors.Join(err, server.Close())
	}
	in.serveWith(a.handler)
	a.announce(out, listener.Addr(), link)
	r := newRunner(a, in)
	r.metricsListener = metricsListener
	err = r.serve(ctx, server, served)
	leaving, cancel := context.WithTimeout(context.WithoutCancel(ctx), leaveTimeout)
	defer cancel()
	if late := a.replica.Leave(leaving); late != nil {
		c.Log.Warn("this server stays registered for half a minute", "error", late)
	}
	return errors.Join(err, r.current().Close())
}

// listen opens the address of a setting. The error names the setting.
func listen(ctx context.Context, setting, address string) (net.Listener, error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", setting, err)
	}
	return l, nil
}

func newServer(c Config, h http.Handler) *http.Server {
	return &http.Server{
		Handler: httpx.DrainUnreadBodies(h), ReadHeaderTimeout: headerTimeout, ReadTimeout: bodyTimeout, WriteTimeout: httpx.StallTimeout,
		IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeader, ErrorLog: slog.NewLogLogger(c.Log.Handler(), slog.LevelWarn),
	}
}

// announce writes the product's address, and at a first start the link to create the first administrator.
func (a *App) announce(out io.Writer, at net.Addr, link string) {
	fmt.Fprintf(out, "Presence %s listens on %s: %s\n", a.config.Version, at, a.config.PublicURL)
	if a.anonymous != nil {
		fmt.Fprintln(out, "WARNING: UNDECLARED_ROUTES=documented lets anyone who reaches this address read and write what the "+
			"document lists without security.")
		a.config.Log.Warn("routes without declared security are open to anyone", "setting", "UNDECLARED_ROUTES")
	}
	if a.config.Mail.OutboxOnly {
		a.config.Log.Warn("this is a trial: messages of campaigns stay in the outbox, no other message or webhook is sent, and neither "+
			"customers nor bounced messages are read", "setting", "MAIL_OUTBOX_ONLY")
	}
	if link != "" {
		fmt.Fprintf(out, "There is no administrator yet. Make the first one within 24 hours at %s\n", link)
	}
}

// runMaintenance checks the clock, computes the pay of statutory holidays and deletes expired rows every ten minutes, archives once a day
// what is due, and erases at night what was kept long enough. It returns when ctx ends.
func (a *App) runMaintenance(ctx context.Context, report func(context.Context, error)) {
	var done maintained
	background.Repeat(ctx, 10*time.Minute, nil, func() { report(ctx, a.maintain(ctx, &done)) })
}

// maintained are the days on which the tasks of each day were last done.
type maintained struct{ archive, outbox, retention db.Day }

// maintain runs the tasks that are due. A task that fails does not stop the others.
func (a *App) maintain(ctx context.Context, done *maintained) error {
	err := errors.Join(a.clock.run(ctx), a.Auth.Sweep(ctx), a.DeleteExpiredIdempotencyKeys(ctx))
	err = errors.Join(err, a.Remind(ctx), a.PayPeriods.KeepHolidayPay(ctx), a.Audience.Sweep(ctx), a.Imports.Sweep(ctx),
		a.Directory.Sweep(ctx), a.Notifications.Sweep(ctx), a.Mail.Sweep(ctx), a.Webhooks.Sweep(ctx),
		a.RSVP.Sweep(ctx), a.CompanyData.Sweep(ctx), a.PersonalData.Sweep(ctx))
	today := a.PayPeriods.Today()
	daily := func(last *db.Day, task func() error) {
		if today == *last {
			return
		}
		if failed := task(); failed != nil {
			err = errors.Join(err, failed)
			return
		}
		*last = today
	}
	daily(&done.archive, func() error { return a.Archive(ctx) })
	daily(&done.outbox, func() error { return a.Outbox.Sweep(a.config.Now()) })
	if a.isNight() {
		daily(&done.retention, func() error { return a.PersonalData.SweepOld(ctx) })
	}
	return err
}

// Remind notifies those who have a timesheet to submit, and supervisors of those that wait for them, unless the company does not want
// it. It may be called repeatedly, and by several replicas.
func (a *App) Remind(ctx context.Context) error {
	if a.config.NoReminders {
		return nil
	}
	_, late := a.PayPeriods.Remind(ctx)
	return errors.Join(late, a.approvals.RemindSupervisors(ctx))
}

// workRegistrations notifies staff of new answers of guests, within half a minute of each, and ends and makes offers to waiting lists.
// It returns when ctx ends.
func (a *App) workRegistrations(ctx context.Context, report func(context.Context, error)) {
	background.Repeat(ctx, 15*time.Second, nil, func() {
		report(ctx, errors.Join(a.RSVP.NotifyStaff(ctx), a.RSVP.OfferPlaces(ctx)))
	})
}

// workCampaigns calls FollowCampaigns every two seconds until ctx ends.
func (a *App) workCampaigns(ctx context.Context, report func(context.Context, error)) {
	background.Repeat(ctx, 2*time.Second, nil, func() { report(ctx, a.FollowCampaigns(ctx)) })
}

// FollowCampaigns does what is due of campaigns beside sending, which package sender does: it chooses between two subjects, and notifies
// staff of the progress of campaigns and of addresses that were suppressed. It may be called repeatedly, and by several replicas.
func (a *App) FollowCampaigns(ctx context.Context) error {
	return errors.Join(a.Campaigns.ChooseDue(ctx), a.Campaigns.NotifyPending(ctx),
		suppressions.NotifyStaff(ctx, a.DB, db.InstantOf(a.config.Now())))
}

// DeleteExpiredIdempotencyKeys deletes stored responses to requests with an Idempotency-Key after a day (C8).
func (a *App) DeleteExpiredIdempotencyKeys(ctx context.Context) error {
	return a.router.DeleteExpiredIdempotencyKeys(ctx)
}

// Archive does what is due once a day. It posts leave that was earned and leave that has expired, and archives employees whose last work
// day has passed, and decided records in periods that were closed long ago (W11). It may be called repeatedly, and by several replicas.
func (a *App) Archive(ctx context.Context) error {
	before := a.PayPeriods.StartBefore(a.config.ArchiveAfter)
	_, left := a.Employees.ArchiveDue(ctx, a.PayPeriods.Today())
	_, sheets := a.Timesheets.ArchiveAged(ctx, before)
	_, leave := a.Leave.ArchiveAged(ctx, db.InstantOf(before.In(a.config.Zone)))
	return errors.Join(left, sheets, leave, a.Balances.PostDue(ctx))
}
