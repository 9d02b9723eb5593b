package app

import (
	"context"
	"errors"
	"net"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"presence/app/accounts/configuration"
	"presence/app/hub/sender"
	"presence/app/platform/outage"
	"presence/app/platform/tracing"
	"presence/db"
)

// runner runs the product of a process. When the stored settings change, in this process or another, it makes the product anew on
// the same database and replaces the running one by it: requests that come in go to the new one at once, those in progress are
// finished by the old one, and so are imports and syncs (process.work). Each job of the old one (App.jobs) is ended, and when it has
// returned, that of the new one begins; none waits for another. Campaigns go on, unless a setting has changed that sending depends on
// (App.sendsAs). At the end of the program all jobs are ended and waited for, before the database is closed.
type runner struct {
	product atomic.Pointer[App]
	in      *startupHandler

	metricsListener net.Listener // nil without METRICS_LISTEN
}

func newRunner(a *App, in *startupHandler) *runner {
	r := &runner{in: in}
	r.product.Store(a)
	return r
}

// current returns the product that handles requests.
func (r *runner) current() *App { return r.product.Load() }

// serve runs the background work until ctx ends and the server has stopped, or the server fails; served delivers the result of
// the server.
func (r *runner) serve(ctx context.Context, s *http.Server, served <-chan error) error {
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	stopped := make(chan error, 1)
	go func() {
		<-ctx.Done()
		stopped <- r.stop(context.WithoutCancel(ctx), s)
	}()
	var working sync.WaitGroup
	defer working.Wait()
	work, stop := context.WithCancel(ctx)
	defer stop()
	working.Go(func() { r.work(work) })
	working.Go(func() { r.watchSchema(work, end) })
	if a := r.current(); r.metricsListener != nil {
		working.Go(func() {
			if err := a.metrics.serve(work, r.metricsListener); err != nil {
				a.config.Log.Error("metrics", "error", err)
			}
		})
	}
	if err := <-served; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	err := <-stopped
	if failed, is := errors.AsType[*db.SchemaError](context.Cause(ctx)); is {
		return errors.Join(failed, err)
	}
	return err
}

// watchSchema ends the program when another one has migrated the database to a schema that this one cannot work with. Until then every
// request but those in progress is refused.
func (r *runner) watchSchema(ctx context.Context, end context.CancelCauseFunc) {
	a := r.current()
	if err := a.replica.Watch(ctx, outage.New(a.config.Log, "heartbeats of this server", a.config.Now).Report); err != nil {
		a.config.Log.Error("another program has migrated the database, and this one cannot go on: it ends", "error", err)
		r.in.withdraw()
		end(err)
	}
}

// waitForProxies is replicaDrainDelay, and shorter in tests.
var waitForProxies = replicaDrainDelay

// stop ends the server in the order that loses no request.
func (r *runner) stop(ctx context.Context, s *http.Server) error {
	a := r.current()
	delay := drainDelay
	if !a.DB.Dialect().OneMachine() {
		delay = waitForProxies
	}
	if a.config.Drain != nil {
		delay = *a.config.Drain
	}
	a.config.Log.Info("stopping: what is in progress is finished first", "drain", delay.String(), "at_most", stopWithin(delay).String())
	r.in.drain()
	a.Drain()
	<-time.After(delay)
	drain, cancel := context.WithTimeout(ctx, drainTimeout)
	defer cancel()
	err := s.Shutdown(drain)
	if errors.Is(err, context.DeadlineExceeded) {
		err = s.Close()
	}
	return err
}

// work does the background work until ctx ends, with the settings of the moment.
func (r *runner) work(ctx context.Context) {
	a := r.current()
	ctx = tracing.WithProvider(ctx, a.config.Traces)
	worker := sender.NewWorker(a.DB, a.Campaigns, a.config.Log, sender.Intervals{}, a.replica.ID())
	sending := startJob(ctx, worker.Work, nil)
	jobs := a.startJobs(ctx, nil)
	var retired sync.WaitGroup
	for next := a.awaitNewSettings(ctx); next != nil; next = a.awaitNewSettings(ctx) {
		r.replace(ctx, next)
		if a.sendsAs(next) {
			worker.Use(next.Campaigns)
		} else {
			sending = startJob(ctx, func(ctx context.Context) {
				worker.Use(r.current().Campaigns)
				worker.Work(ctx)
			}, sending)
		}
		before, ended := a, jobs
		jobs = next.startJobs(ctx, ended)
		retired.Go(func() {
			ended.wait()
			before.closeServices()
		})
		a.logChangedSettings(ctx, next)
		a = next
	}
	jobs.wait()
	<-sending.returned
	retired.Wait()
}

// runningJob is a job that has begun, or waits for the one that it replaces.
type runningJob struct {
	stop     context.CancelFunc
	returned chan struct{} // closed when it has returned
}

// startJob runs a job until ctx ends. It stops the job before, which it replaces, and waits until that has returned; nil: there is none.
func startJob(ctx context.Context, job func(ctx context.Context), before *runningJob) *runningJob {
	ctx, stop := context.WithCancel(ctx)
	j := &runningJob{stop, make(chan struct{})}
	go func() {
		defer close(j.returned)
		defer stop()
		if before != nil {
			before.stop()
			<-before.returned
		}
		if ctx.Err() == nil {
			job(ctx)
		}
	}()
	return j
}

// runningJobs are the jobs of a product, by name.
type runningJobs map[string]*runningJob

// wait waits until all have returned.
func (jobs runningJobs) wait() {
	for _, j := range jobs {
		<-j.returned
	}
}

// startJobs starts the jobs of a, each in place of the one of that name of the product before; nil: there was none.
func (a *App) startJobs(ctx context.Context, before runningJobs) runningJobs {
	running := runningJobs{}
	for name, work := range a.jobs() {
		// The log tells when a job begins to fail and when it works again, and not each attempt between.
		report := outage.New(a.config.Log, name, a.config.Now).Report
		running[name] = startJob(ctx, func(ctx context.Context) { work(ctx, report) }, before[name])
	}
	return running
}

// sendsAs reports whether a campaign that a sends can go on in next: no setting of outgoing mail has changed, nor the time zone of quiet
// hours.
func (a *App) sendsAs(next *App) bool {
	changed := func(name string) bool { return a.stored[name] != next.stored[name] }
	return !changed("TIMEZONE") && !slices.ContainsFunc(mailSettings, func(x Setting) bool { return changed(x.Name) })
}

// logChangedSettings logs the names of the settings that changed from a to next, never their values.
func (a *App) logChangedSettings(ctx context.Context, next *App) {
	names, err := configuration.ChangedSince(ctx, a.DB, a.version)
	if err != nil {
		if ctx.Err() == nil {
			a.config.Log.Error("the settings have changed, but their names cannot be read", "version", next.version, "error", err)
		}
		return
	}
	a.config.Log.Info("the settings have changed", "version", next.version, "settings", names)
}

// replace lets next handle the requests.
func (r *runner) replace(ctx context.Context, next *App) {
	r.product.Store(next)
	r.in.serveWith(next.handler)
	if ctx.Err() != nil {
		next.Drain() // the program is stopping, and may have drained the one before
	}
}

// job is work in the background. It goes on until its context ends, and returns when nothing of it is running any more. It reports the
// error of each attempt, and nil after one that succeeded.
type job func(ctx context.Context, report func(context.Context, error))

// jobs returns all that the product does in the background beside sending campaigns. Each product has the same names, which the log shows.
func (a *App) jobs() map[string]job {
	return map[string]job{
		"reading bounces":            func(ctx context.Context, _ func(context.Context, error)) { a.bounces.Work(ctx) },
		"sending transactional mail": func(ctx context.Context, _ func(context.Context, error)) { a.Mail.Work(ctx, a.config.Log) },
		"delivering webhooks": func(ctx context.Context, _ func(context.Context, error)) {
			if !a.config.Mail.OutboxOnly {
				a.Webhooks.Work(ctx, a.config.Log)
			}
		},
		"sending notices to devices": func(ctx context.Context, _ func(context.Context, error)) {
			if !a.config.Mail.OutboxOnly {
				a.Push.Work(ctx, a.config.Log)
			}
		},
		"queueing notices for devices":                      a.Notifications.WorkPhones,
		"telling guests of changes":                         a.RSVP.WorkUpdates,
		"sending notifications by e-mail":                   a.Notifications.WorkMail,
		"answering requests for a forgotten password":       a.Auth.AnswerRequests,
		"syncing customers":                                 a.Directory.SyncPeriodically,
		"telling staff of answers, and offering places":     a.workRegistrations,
		"choosing subjects, and telling staff of campaigns": a.workCampaigns,
		"housekeeping":                                      a.runMaintenance,
		"comparing this server with the others":             a.watchReplicas,
	}
}

// awaitNewSettings waits until the stored settings differ from those that a was made with, and returns the product made with the new
// ones; nil when ctx ends. Settings with which it cannot be made are logged, and a stays. While the database fails, it tries again.
func (a *App) awaitNewSettings(ctx context.Context) (next *App) {
	listening, stop := context.WithCancel(ctx)
	defer stop()
	tried := a.settings
	a.DB.Listen(listening, configuration.Signal, func() error {
		state, err := configuration.StateOf(ctx, a.DB)
		if err != nil || state == tried {
			return err
		}
		made, err := build(ctx, a.base, a.process)
		switch {
		case err == nil:
			next = made
			stop()
			return nil
		case db.IsUnavailable(err):
			return err
		case ctx.Err() == nil:
			a.config.Log.Error("the changed settings cannot be used; those before stay in effect", "version", state.Version, "error", err)
		}
		tried = state
		return nil
	})
	return next
}
