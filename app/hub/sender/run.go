package sender

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"presence/app/hub/campaigns"
	"presence/app/platform/mail"
)

const (
	pollEvery   = time.Second // checks whether a next attempt is due
	storageRest = time.Second // after the database failed
	maxRest     = time.Minute // after the relay was down

	manyRecipients = 1000 // so many new rows that the planner of queries is to know of them before they are sent to
)

// campaignRun sends one campaign until it is no longer to be sent (it is finished, paused or cancelled, or quiet hours begin),
// it is not known whether a commit succeeded, or the membership ends.
type campaignRun struct {
	worker    *Worker
	service   *campaigns.Service
	campaign  campaigns.Campaign
	channel   mail.Channel
	composer  *campaigns.Composer
	committer *committer
	changed   *broadcast // a campaign has changed
	life      lifetimes  // claiming ends with the membership, or by end
	end       context.CancelFunc
	failures  channelFailures
	moreWork  broadcast   // there may be something to claim
	leftovers atomic.Bool // outcomes were left that the database refused
}

// work sends over the connections until the run has ended and what was in flight is finished.
func (r *campaignRun) work() {
	defer r.end()
	if r.campaign.Counts.Pending >= manyRecipients {
		r.worker.db.Analyze(r.life.claiming, "campaign_recipients")
	}
	var connections, helpers sync.WaitGroup
	helpers.Go(func() { r.committer.loop(r.life.saving) })
	helpers.Go(r.watch)
	for range r.service.Options().Connections {
		connections.Go(func() { (&connection{run: r, result: make(chan commitResult, 1)}).work() })
	}
	connections.Wait()
	close(r.committer.requests)
	helpers.Wait()
}

// leavesLeases reports, after work, whether recipients may be leased to this worker of which no connection knows any more.
func (r *campaignRun) leavesLeases() bool { return r.committer.commitUnknown || r.leftovers.Load() }

// giveUp pauses the campaign and ends the run, because the database refuses to save what became of its messages. Those that are in
// flight become unconfirmed when the run has ended.
func (r *campaignRun) giveUp(why error) {
	r.leftovers.Store(true)
	if err := r.service.PauseByRule(r.life.saving, r.campaign, campaigns.NotSaved, why.Error()); err != nil {
		r.worker.log.Error("sender: pausing a campaign", "campaign", r.campaign.ID, "error", err)
	}
	r.end()
}

// watch wakes waiting connections when an attempt is due or only unconfirmed recipients are left, and ends the run when the
// campaign was stopped or quiet hours begin. A read that fails is repeated at the next tick, and is not logged: the commits of
// the connections report that the database does not answer.
func (r *campaignRun) watch() {
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	for {
		changed := r.changed.next()
		c, err := campaigns.ByID(r.life.claiming, r.worker.db, r.campaign.ID)
		if err == nil && (c.State != campaigns.Sending || r.worker.isQuiet()) {
			r.end()
			return
		}
		if err == nil && r.mayClaim(c) {
			r.moreWork.wake()
		}
		select {
		case <-r.life.claiming.Done():
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
	due, waiting, err := campaigns.NextDue(r.life.claiming, r.worker.db, r.campaign.ID)
	return err == nil && waiting && due <= r.worker.now()
}

// rest waits for d, or until the run ends.
func (r *campaignRun) rest(d time.Duration) { sleep(r.life.claiming, d) }

// channelFailures counts how often the channel of a run failed in a row. The connections of a run notice the same failure at the same
// time: those that fail while one rests after a failure belong to that failure, and rest with it.
type channelFailures struct {
	mu    sync.Mutex
	inRow int64
	rest  chan struct{} // closed when the rest is over; nil: there is none
}

// recordFailure counts a failure and begins the rest after it. If the caller is the first to notice the failure, resting is nil, and the
// caller calls endRest when it has rested; else resting is closed then. n is the number of failures in a row.
func (f *channelFailures) recordFailure() (n int64, resting <-chan struct{}) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.rest != nil {
		return max(f.inRow, 1), f.rest
	}
	f.inRow++
	f.rest = make(chan struct{})
	return f.inRow, nil
}

func (f *channelFailures) endRest() {
	f.mu.Lock()
	defer f.mu.Unlock()
	close(f.rest)
	f.rest = nil
}

// recordSuccess ends the failures in a row.
func (f *channelFailures) recordSuccess() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.inRow = 0
}
