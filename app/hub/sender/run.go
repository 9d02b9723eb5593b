package sender

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"presence/app/hub/campaigns"
	"presence/app/platform/errs"
	"presence/app/platform/mail"
)

const (
	pollEvery   = time.Second // checks whether a next attempt is due
	storageRest = time.Second // after the database failed
	maxRest     = time.Minute // after the relay was down
)

// campaignRun sends one campaign until nothing is due any more, the campaign is stopped or the program stops.
type campaignRun struct {
	member    *membership
	campaign  campaigns.Campaign
	channel   mail.Channel
	composer  *campaigns.Composer
	committer *committer
	drain     context.Context // ends messages in flight; connections stop earlier, when stop is closed
	stop      <-chan struct{}
	changed   <-chan struct{} // a campaign has changed
	stopped   atomic.Bool     // this campaign is no longer being sent
	failures  atomic.Int64    // of the channel, in a row

	mu       sync.Mutex    // of moreWork
	moreWork chan struct{} // closed when there may be something to claim
}

// startRuns starts a run for every campaign to be sent that has none in this process. Within quiet hours it starts none.
func (m *membership) startRuns(ctx, drain context.Context) error {
	if m.isQuiet() {
		m.heldUp.Store(true)
		return nil
	}
	ids, err := campaigns.IDsToSend(ctx, m.db)
	if err != nil {
		return err
	}
	for _, id := range ids {
		changed, added := m.addRun(id)
		if !added {
			continue
		}
		m.running.Go(func() {
			err := m.send(drain, ctx.Done(), changed, id)
			if err != nil && errs.KindOf(err) != errs.KindNotFound {
				m.log.Error("sender: sending", "campaign", id, "error", err)
				sleep(ctx, storageRest)
			}
			m.mu.Lock()
			delete(m.runWakeups, id)
			m.mu.Unlock()
			notify(m.wake) // the campaign may have been resumed in the meantime
		})
	}
	return nil
}

// addRun registers a run; added is false when the campaign has one already.
func (m *membership) addRun(id int64) (changed chan struct{}, added bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.runWakeups[id] != nil {
		return nil, false
	}
	m.runWakeups[id] = make(chan struct{}, 1)
	return m.runWakeups[id], true
}

// wakeAll wakes the worker and its runs.
func (m *membership) wakeAll() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, changed := range m.runWakeups {
		notify(changed)
	}
	notify(m.wake)
}

// send runs one campaign over its connections. It returns when nothing is left to do for now.
func (m *membership) send(drain context.Context, stop, changed <-chan struct{}, id int64) error {
	c, err := campaigns.ByID(drain, m.db, id)
	if err != nil || c.State != campaigns.Sending {
		return err
	}
	composer, err := m.sends.Compose(drain, m.db, c)
	if err != nil {
		return m.sends.PauseOnError(drain, c, err)
	}
	m.log.Info("sender: sending a campaign", "campaign", id, "event", c.EventID, "pending", c.Counts.Pending)
	r := &campaignRun{
		member: m, campaign: c, channel: m.o.Channels[c.Channel], composer: composer, committer: newCommitter(m, c, composer),
		drain: drain, stop: stop, changed: changed, moreWork: make(chan struct{}),
	}
	connectionsEnded := make(chan struct{})
	var connections, helpers sync.WaitGroup
	helpers.Go(func() { r.committer.loop(context.WithoutCancel(drain)) })
	helpers.Go(func() { r.watch(connectionsEnded) })
	for range m.o.Connections {
		connections.Go(func() { (&connection{run: r, result: make(chan commitResult, 1)}).work() })
	}
	connections.Wait()
	close(connectionsEnded)
	close(r.committer.requests)
	helpers.Wait()
	m.logEnd(drain, id)
	if r.committer.uncertain.Load() { // all connections have ended, so none of them uses what this worker still leases
		return r.releaseAll()
	}
	return nil
}

// logEnd logs the state of a campaign when its run in this process ends.
func (m *membership) logEnd(ctx context.Context, id int64) {
	c, err := campaigns.ByID(ctx, m.db, id)
	if err != nil {
		return // a failure of the database is logged already
	}
	n := c.Counts
	m.log.Info("sender: stopped sending a campaign", "campaign", id, "status", string(c.State), "reason", c.Reason, "sent", n.Sent,
		"failed", n.Failed, "pending", n.Pending, "unconfirmed", n.Unconfirmed)
}

// releaseAll releases all recipients of the campaign that this worker leases. It retries until the database works; if the program
// ends before, the next worker recovers the leases.
func (r *campaignRun) releaseAll() error {
	for {
		err := r.member.releaseLease(r.drain, lease{campaign: r.campaign.ID, worker: r.member.lease})
		if err == nil {
			return nil
		}
		select {
		case <-r.stop:
			return err
		case <-time.After(storageRest):
		}
	}
}

// watch wakes waiting connections when an attempt is due, and stops them all when the campaign is stopped or quiet hours begin. A read that
// fails is repeated at the next tick, and is not logged: the commits of the connections report that the database does not answer.
func (r *campaignRun) watch(connectionsEnded <-chan struct{}) {
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	for {
		select {
		case <-connectionsEnded:
			return
		case <-tick.C:
		case <-r.changed:
		}
		c, err := campaigns.ByID(r.drain, r.member.db, r.campaign.ID)
		if err != nil {
			continue
		}
		if c.State != campaigns.Sending || r.member.isQuiet() {
			r.stopped.Store(true)
		}
		due, waiting, err := nextDue(r.drain, r.member.db, r.campaign.ID)
		if r.stopped.Load() || c.Counts.Pending == c.Counts.Unconfirmed || err == nil && waiting && due <= r.member.now() {
			r.wakeConnections()
		}
	}
}

func (r *campaignRun) wakeConnections() {
	r.mu.Lock()
	defer r.mu.Unlock()
	close(r.moreWork)
	r.moreWork = make(chan struct{})
}

func (r *campaignRun) workAvailable() <-chan struct{} {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.moreWork
}

// stopping reports whether connections must stop: the program or the membership ends, or the campaign was stopped.
func (r *campaignRun) stopping() bool {
	select {
	case <-r.stop:
		return true
	default:
		return r.stopped.Load()
	}
}

// rest waits for d; it returns false when the run stops meanwhile.
func (r *campaignRun) rest(d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return !r.stopping()
	case <-r.stop:
		return false
	}
}

// restAfter returns how long the campaign waits before it uses the channel again, after n failures of the channel in a row.
func (r *campaignRun) restAfter(n int64) time.Duration {
	d := r.member.Rest
	for i := int64(1); i < n && d < maxRest; i++ {
		d *= 2
	}
	return min(d, maxRest)
}
