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
	"sync"
	"time"

	"presence/app/hub/sender"
	"presence/app/platform/httpx"
	"presence/db"
)

// How long the server waits for others.
const (
	headerTimeout = 5 * time.Second  // for a request's headers
	bodyTimeout   = 30 * time.Second // for its body (the first 64 KiB of it, and what nobody reads, within 5 s)
	stallTimeout  = 30 * time.Second // for a reader that has stopped reading
	idleTimeout   = 2 * time.Minute  // between requests on a connection
	drainDelay    = time.Second      // in which /health tells load balancers to look elsewhere, while requests still come
	drainTimeout  = 12 * time.Second // for requests under way when the program is told to stop
	maxHeader     = 32 << 10
)

// Serve makes the product and serves it until ctx ends; then requests under way are answered and it returns nil. It takes
// connections at once, and lets requests in when the product is there. What an operator should see once (the address, the
// first-start link) goes to out.
func Serve(ctx context.Context, c Config, out io.Writer) error {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", c.Listen)
	if err != nil {
		return fmt.Errorf("LISTEN: %w", err)
	}
	in := &startupHandler{prefix: strings.TrimRight(c.PublicURL.Path, "/")}
	server := newServer(c, in)
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	a, err := newWithRetry(ctx, c)
	if err != nil {
		if ctx.Err() != nil { // told to stop before it had begun: that is no failure
			err = nil
		}
		return errors.Join(err, server.Close())
	}
	in.serveWith(a.handler)
	if err := a.announce(ctx, out, listener.Addr()); err != nil && ctx.Err() == nil {
		return errors.Join(err, server.Close(), a.Close())
	}
	return errors.Join(a.serve(ctx, server, served), a.Close())
}

func newServer(c Config, h http.Handler) *http.Server {
	return &http.Server{
		Handler: httpx.DrainUnreadBodies(h), ReadHeaderTimeout: headerTimeout, ReadTimeout: bodyTimeout, WriteTimeout: stallTimeout,
		IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeader, ErrorLog: slog.NewLogLogger(c.Log.Handler(), slog.LevelWarn),
	}
}

// serve does what the product does beside answering requests, until ctx ends and the server has stopped, or the server
// fails; served gives the end of its Serve.
func (a *App) serve(ctx context.Context, s *http.Server, served <-chan error) error {
	stopped := make(chan error, 1)
	go func() {
		<-ctx.Done()
		a.Drain()
		<-time.After(drainDelay)
		drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTimeout)
		defer cancel()
		err := s.Shutdown(drain)
		if errors.Is(err, context.DeadlineExceeded) {
			err = s.Close()
		}
		stopped <- err
	}()
	var sending sync.WaitGroup
	defer sending.Wait() // what is past its mark is heard out
	housekeeping, stop := context.WithCancel(ctx)
	defer stop()
	go a.runMaintenance(housekeeping)
	go a.notifyNewRSVPs(housekeeping)
	sending.Go(func() { sender.NewWorker(a.DB, a.Campaigns, a.config.Log).Work(housekeeping) })
	go a.Directory.SyncPeriodically(housekeeping, func(err error) { a.config.Log.Error("directory", "error", err) })
	if a.metrics != nil {
		go func() {
			if err := a.metrics.serve(housekeeping, a.config.MetricsListen); err != nil {
				a.config.Log.Error("metrics", "error", err)
			}
		}()
	}
	if err := <-served; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return <-stopped
}

// announce says where the product is and, on a first start, how to become its administrator.
func (a *App) announce(ctx context.Context, out io.Writer, at net.Addr) error {
	fmt.Fprintf(out, "Presence %s listens on %s: %s\n", a.config.Version, at, a.config.PublicURL)
	if a.anonymous != nil {
		fmt.Fprintln(out, "WARNING: UNDECLARED_ROUTES=documented lets anyone who reaches this address read and write what the "+
			"document lists without security.")
		a.config.Log.Warn("routes without declared security are open to anyone", "setting", "UNDECLARED_ROUTES")
	}
	if err := a.Auth.RecordIssuer(ctx); err != nil {
		return err
	}
	if a.config.Demo {
		return nil
	}
	link, err := a.Auth.BootstrapLink(ctx)
	if err == nil && link != "" {
		fmt.Fprintf(out, "There is no administrator yet. Make the first one within 24 hours at %s\n", link)
	}
	return err
}

// runMaintenance deletes expired rows every ten minutes, and once a day archives what is due. It returns when ctx ends.
func (a *App) runMaintenance(ctx context.Context) {
	tick := time.NewTicker(10 * time.Minute)
	defer tick.Stop()
	var archived db.Day
	for {
		err := errors.Join(a.Auth.Sweep(ctx), a.DeleteExpiredIdempotencyKeys(ctx))
		_, late := a.PayPeriods.Remind(ctx)
		err = errors.Join(err, late, a.Audience.Sweep(ctx), a.Notifications.Sweep(ctx), a.RSVP.Sweep(ctx))
		if today := a.PayPeriods.Today(); err == nil && today != archived {
			if err = errors.Join(a.Archive(ctx), a.Outbox.Sweep(a.config.Now())); err == nil {
				archived = today
			}
		}
		if err != nil && ctx.Err() == nil {
			a.config.Log.Error("housekeeping", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// notifyNewRSVPs notifies staff of new answers of guests, within half a minute of each. It returns when ctx ends.
func (a *App) notifyNewRSVPs(ctx context.Context) {
	tick := time.NewTicker(15 * time.Second)
	defer tick.Stop()
	for {
		if err := a.RSVP.NotifyStaff(ctx); err != nil && ctx.Err() == nil {
			a.config.Log.Error("telling of answers", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// DeleteExpiredIdempotencyKeys removes what was answered to requests with an Idempotency-Key more than a day ago (C8).
func (a *App) DeleteExpiredIdempotencyKeys(ctx context.Context) error {
	return a.router.PurgeIdempotencyKeys(ctx)
}

// Archive moves what is due by today to the archive: whoever's last work day has passed, and what was decided in
// periods that are long closed (W11). Doing it again, or in several replicas at once, changes nothing more.
func (a *App) Archive(ctx context.Context) error {
	before := a.PayPeriods.StartBefore(a.config.ArchiveAfter)
	_, left := a.Employees.ArchiveDue(ctx, a.PayPeriods.Today())
	_, sheets := a.Timesheets.ArchiveAged(ctx, before)
	_, leave := a.Leave.ArchiveAged(ctx, db.InstantOf(before.In(a.config.Zone)))
	return errors.Join(left, sheets, leave)
}
