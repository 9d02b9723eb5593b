package sender

import (
	"context"
	"sync"
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

// campaignRun sends one campaign until it is no longer to be sent (it is finished, paused or cancelled, or quiet hours begin),
// it is not known whether a commit succeeded, or the membership ends.
type campaignRun struct {
	member    *membership
	campaign  campaigns.Campaign
	channel   mail.Channel
	composer  *campaigns.Composer
	committer *committer
	lifetimes // claiming ends with the membership, or by end
	end       context.CancelFunc
	failures  channelFailures
	moreWork  broadcast // there may be something to claim
}

// startRuns starts a run for every campaign to be sent that has none in this process. Within quiet hours it starts none. It is
// called when a campaign has changed, and at each tick of serve, also for what a failed read or quiet hours have left out.
func (m *membership) startRuns(l lifetimes) {
	ctx := l.claiming
	if m.isQuiet() {
		return
	}
	list, err := campaigns.ToSend(ctx, m.worker.db)
	if err != nil {
		if ctx.Err() == nil {
			m.worker.storage.Failed(err, "while", "looking for work")
		}
		return
	}
	for _, c := range list {
		id := c.ID
		if m.worker.sends().ChannelOf(c) == nil {
			m.leaveOrPause(ctx, c)
			continue
		}
		if !m.addRun(id) {
			continue
		}
		m.running.Go(func() {
			err := m.send(l, id)
			if err != nil && errs.KindOf(err) != errs.KindNotFound {
				m.worker.log.Error("sender: sending", "campaign", id, "error", err)
				sleep(ctx, storageRest)
			}
			m.removeRun(id)
			m.changed.wake() // the campaign may have been resumed in the meantime
		})
	}
}

// leaveOrPause handles a campaign that began for a channel which this process does not have: the messages must not go to its outbox
// (ADR 48). If another process has the channel, the campaign is left to that one; else it is paused.
func (m *membership) leaveOrPause(ctx context.Context, c campaigns.Campaign) {
	w := m.worker
	elsewhere, err := campaigns.SentElsewhere(ctx, w.db, c.Channel)
	switch {
	case err != nil:
	case elsewhere:
		if !m.left[c.ID] {
			m.left[c.ID] = true
			w.log.Warn("sender: this process has no channel for a campaign and leaves it to the others; give all of them the same settings",
				"campaign", c.ID, "channel", c.Channel)
		}
	default:
		w.log.Warn("sender: no process has the channel of a campaign, only the outbox; pausing it", "campaign", c.ID, "channel", c.Channel)
		err = w.sends().PauseByRule(ctx, c, campaigns.ChannelRemoved, "")
	}
	if err != nil && ctx.Err() == nil {
		w.storage.Failed(err, "while", "looking for a channel", "campaign", c.ID)
	}
}

// addRun registers a run; it returns false when the campaign has one already.
func (m *membership) addRun(id int64) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.runs[id] {
		return false
	}
	m.runs[id] = true
	return true
}

func (m *membership) removeRun(id int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.runs, id)
}

// send runs one campaign over its connections. It returns when nothing is left to do for now, and what was in flight is finished.
func (m *membership) send(l lifetimes, id int64) error {
	c, err := campaigns.ByID(l.delivering, m.worker.db, id)
	if err != nil || c.State != campaigns.Sending {
		return err
	}
	if m.worker.sends().AllowedSender(c.From).Email == "" {
		m.worker.log.Warn("sender: the sender of a campaign is no longer allowed; pausing it", "campaign", id)
		return m.worker.sends().PauseByRule(l.delivering, c, campaigns.SenderRemoved, "")
	}
	composer, err := m.worker.sends().Compose(l.delivering, m.worker.db, c)
	if err != nil {
		return m.worker.sends().PauseOnError(l.delivering, c, err)
	}
	m.worker.log.Info("sender: sending a campaign", "campaign", id, "event", c.EventID, "pending", c.Counts.Pending)
	r := &campaignRun{
		member: m, campaign: c, channel: m.worker.sends().ChannelOf(c), composer: composer, committer: newCommitter(m, c, composer),
	}
	r.lifetimes, r.end = l.within()
	defer r.end()
	var connections, helpers sync.WaitGroup
	helpers.Go(func() { r.committer.loop(l.saving) })
	helpers.Go(r.watch)
	for range m.worker.sends().Options().Connections {
		connections.Go(func() { (&connection{run: r, result: make(chan commitResult, 1)}).work() })
	}
	connections.Wait()
	close(r.committer.requests)
	helpers.Wait()
	m.logEnd(l.saving, id)
	if r.committer.unknown { // all connections have ended, so none of them uses what this worker still leases
		return m.releaseAll(l, id)
	}
	return nil
}

// logEnd logs the state of a campaign when its run in this process ends.
func (m *membership) logEnd(ctx context.Context, id int64) {
	c, err := campaigns.ByID(ctx, m.worker.db, id)
	if err != nil {
		return // a failure of the database is logged already
	}
	n := c.Counts
	m.worker.log.Info("sender: stopped sending a campaign", "campaign", id, "status", string(c.State), "reason", c.Reason, "sent", n.Sent,
		"failed", n.Failed, "pending", n.Pending, "unconfirmed", n.Unconfirmed)
}

// releaseAll releases all recipients of a campaign that this worker leases. It retries until the database works; if the membership
// ends before, the next worker recovers the leases.
func (m *membership) releaseAll(l lifetimes, campaign int64) error {
	for {
		err := m.worker.releaseLease(l.saving, campaigns.Lease{Campaign: campaign, Worker: m.lease})
		if err == nil || !sleep(l.claiming, storageRest) {
			return err
		}
	}
}

// watch wakes waiting connections when an attempt is due or only unconfirmed recipients are left, and ends the run when the
// campaign was stopped or quiet hours begin. A read that fails is repeated at the next tick, and is not logged: the commits of
// the connections report that the database does not answer.
func (r *campaignRun) watch() {
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	for {
		changed := r.member.changed.next()
		c, err := campaigns.ByID(r.claiming, r.member.worker.db, r.campaign.ID)
		if err == nil && (c.State != campaigns.Sending || r.member.isQuiet()) {
			r.end()
			return
		}
		if err == nil && r.mayClaim(c) {
			r.moreWork.wake()
		}
		select {
		case <-r.claiming.Done():
			return
		case <-tick.C:
		case <-changed:
		}
	}
}

// mayClaim reports whether an attempt of the campaign is due, or only unconfirmed recipients are left, which a claim finds out. It is
// false when that cannot be read.
func (r *campaignRun) mayClaim(c campaigns.Campaign) bool {
	if c.Counts.Pending == c.Counts.Unconfirmed {
		return true
	}
	due, waiting, err := campaigns.NextDue(r.claiming, r.member.worker.db, r.campaign.ID)
	return err == nil && waiting && due <= r.member.worker.now()
}

// rest waits for d, or until the run ends.
func (r *campaignRun) rest(d time.Duration) { sleep(r.claiming, d) }

// channelFailures counts how often the channel of a run failed in a row. The connections of a run notice the same failure at the same
// time: those that fail while one rests after a failure belong to that failure, and rest with it.
type channelFailures struct {
	mu    sync.Mutex
	inRow int64
	rest  chan struct{} // closed when the rest is over; nil: there is none
}

// add counts a failure. If the caller is the first to notice it, resting is nil, and the caller calls restOver when it has rested; else
// resting is closed then. n is the number of failures in a row.
func (f *channelFailures) add() (n int64, resting <-chan struct{}) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.rest != nil {
		return max(f.inRow, 1), f.rest
	}
	f.inRow++
	f.rest = make(chan struct{})
	return f.inRow, nil
}

func (f *channelFailures) restOver() {
	f.mu.Lock()
	defer f.mu.Unlock()
	close(f.rest)
	f.rest = nil
}

// works ends the failures in a row.
func (f *channelFailures) works() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.inRow = 0
}
