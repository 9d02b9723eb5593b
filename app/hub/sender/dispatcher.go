package sender

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"presence/app/hub/campaigns"
	"presence/app/platform/errs"
	"presence/db"
)

// dispatcher starts and ends the runs of campaigns in this process, under the lease of one membership.
type dispatcher struct {
	worker *Worker
	lease  int64
	left   map[int64]bool // campaigns that are left to other processes, which have their channel; of the goroutine that calls startRuns

	changed broadcast // a campaign has changed, or a run has ended
	mu      sync.Mutex
	runs    map[int64]bool // the campaigns that have a run
	running sync.WaitGroup // the runs
}

func newDispatcher(w *Worker, lease int64) *dispatcher {
	return &dispatcher{worker: w, lease: lease, left: map[int64]bool{}, runs: map[int64]bool{}}
}

// listen wakes the runs when any process has changed a campaign, until ctx ends.
func (d *dispatcher) listen(ctx context.Context) {
	d.worker.db.Listen(ctx, campaigns.Changed, func() error { d.changed.wake(); return nil })
}

// startRuns starts a run for every campaign to be sent that has none in this process. Within quiet hours it starts none. It is
// called when a campaign has changed, and at each tick of serve, also for what a failed read or quiet hours have left out.
func (d *dispatcher) startRuns(l lifetimes) {
	if d.worker.isQuiet() {
		return
	}
	d.worker.storage.Report(l.claiming, d.startMissing(l))
}

// startMissing starts the runs, also if leaving or pausing one of the campaigns fails.
func (d *dispatcher) startMissing(l lifetimes) error {
	list, err := campaigns.ToSend(l.claiming, d.worker.db)
	if err != nil {
		return fmt.Errorf("looking for campaigns to send: %w", err)
	}
	var failed []error
	for _, c := range list {
		id := c.ID
		if c.Counts.Pending == c.Counts.Unconfirmed { // nothing is left to send: a removed sender or channel is no reason to pause it
			if err := d.finish(l.claiming, id); err != nil {
				failed = append(failed, fmt.Errorf("ending campaign %d: %w", id, err))
			}
			continue
		}
		if d.worker.service().ChannelOf(c) == nil {
			if err := d.leaveOrPause(l.claiming, c); err != nil {
				failed = append(failed, fmt.Errorf("looking for a channel of campaign %d: %w", id, err))
			}
			continue
		}
		if !d.addRun(id) {
			continue
		}
		d.running.Go(func() {
			err := d.send(l, id)
			if err != nil && errs.KindOf(err) != errs.KindNotFound {
				d.worker.log.Error("sender: sending", "campaign", id, "error", err)
				sleep(l.claiming, storageRest)
			}
			d.removeRun(id)
			d.changed.wake() // the campaign may have been resumed in the meantime
		})
	}
	return errors.Join(failed...)
}

// finish ends a campaign of which only unconfirmed recipients are left.
func (d *dispatcher) finish(ctx context.Context, id int64) error {
	return d.worker.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := campaigns.FinishSending(ctx, tx, id, d.worker.now())
		return err
	})
}

// leaveOrPause handles a campaign that began for a channel which this process does not have: the messages must not go to its outbox
// (ADR 48). If another process has the channel, the campaign is left to that one; else it is paused.
func (d *dispatcher) leaveOrPause(ctx context.Context, c campaigns.Campaign) error {
	w := d.worker
	elsewhere, err := campaigns.SentElsewhere(ctx, w.db, c.Channel)
	switch {
	case err != nil:
		return err
	case elsewhere:
		if !d.left[c.ID] {
			d.left[c.ID] = true
			w.log.Warn("sender: this process has no channel for a campaign and leaves it to the others; give all of them the same settings",
				"campaign", c.ID, "channel", c.Channel)
		}
		return nil
	}
	w.log.Warn("sender: no process has the channel of a campaign, only the outbox; pausing it", "campaign", c.ID, "channel", c.Channel)
	return w.service().PauseByRule(ctx, c, campaigns.ChannelRemoved, "")
}

// addRun registers a run; it returns false when the campaign has one already.
func (d *dispatcher) addRun(id int64) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.runs[id] {
		return false
	}
	d.runs[id] = true
	return true
}

func (d *dispatcher) removeRun(id int64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.runs, id)
}

// send runs one campaign over its connections. It returns when nothing is left to do for now, and what was in flight is finished.
func (d *dispatcher) send(l lifetimes, id int64) error {
	service := d.worker.service() // the run goes on with it when settings change
	c, err := campaigns.ByID(l.delivering, d.worker.db, id)
	channel := service.ChannelOf(c)
	if err != nil || c.State != campaigns.Sending || channel == nil { // the channel is gone since startRuns, which decides what follows
		return err
	}
	if service.AllowedSender(c.From).Email == "" {
		d.worker.log.Warn("sender: the sender of a campaign is no longer allowed; pausing it", "campaign", id)
		return service.PauseByRule(l.delivering, c, campaigns.SenderRemoved, "")
	}
	held, err := service.HeldByEvent(l.delivering, d.worker.db, c)
	if err != nil {
		return err
	}
	if held != "" {
		d.worker.log.Warn("sender: the event of a campaign is hidden or has begun; pausing it", "campaign", id, "reason", held)
		return service.PauseByRule(l.delivering, c, held, "")
	}
	composer, err := service.Compose(l.delivering, d.worker.db, c)
	if err != nil {
		return service.PauseOnError(l.delivering, c, err)
	}
	d.worker.log.Info("sender: sending a campaign", "campaign", id, "event", c.EventID, "pending", c.Counts.Pending)
	r := &campaignRun{
		worker: d.worker, service: service, campaign: c, channel: channel, composer: composer, changed: &d.changed,
		committer: newCommitter(d.worker, service, d.lease, c, composer),
	}
	r.life, r.end = l.within()
	r.work()
	d.logEnd(l.saving, id)
	if r.leavesLeases() { // all connections have ended, so none of them uses what this worker still leases
		return d.releaseAll(l, id)
	}
	return nil
}

// logEnd logs the state of a campaign when its run in this process ends.
func (d *dispatcher) logEnd(ctx context.Context, id int64) {
	c, err := campaigns.ByID(ctx, d.worker.db, id)
	if err != nil {
		return // a failure of the database is logged already
	}
	n := c.Counts
	d.worker.log.Info("sender: stopped sending a campaign", "campaign", id, "status", string(c.State), "reason", c.Reason, "sent", n.Sent,
		"failed", n.Failed, "pending", n.Pending, "unconfirmed", n.Unconfirmed)
}

// releaseAll releases all recipients of a campaign that this worker leases. It retries until the database works; if the membership
// ends before, the next worker recovers the leases.
func (d *dispatcher) releaseAll(l lifetimes, campaign int64) error {
	for {
		err := d.worker.releaseLease(l.saving, campaigns.Lease{Campaign: campaign, Worker: d.lease})
		if err == nil || !sleep(l.claiming, storageRest) {
			return err
		}
	}
}
