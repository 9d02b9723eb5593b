package sender

import (
	"errors"
	"time"

	"presence/app/hub/campaigns"
	"presence/app/platform/background"
	"presence/app/platform/mail"
)

// maxChannelFailures is how many failures of the channel in a row pause the campaign: after about a quarter of an hour.
const maxChannelFailures = 20

// perConnection is how many recipients a connection claims ahead: the one that it sends, and the next, which it announces to
// the session.
const perConnection = 2

// message is a claimed recipient with the message to send.
type message struct {
	campaigns.Recipient
	mail *mail.Message
}

// connection sends messages over one session with the relay or provider, one after the other.
type connection struct {
	run      *campaignRun
	session  mail.Session
	queue    []message // claimed: the first is sent next, the second is announced to the session
	outcomes []outcome // not committed yet
	result   chan commitResult
	refused  int // commits in a row that the database refused
}

var (
	errNotOurs  = errors.New("sender: the recipient is not leased to this worker any more, or the campaign was stopped")
	errRunEnded = errors.New("sender: the run has ended")
)

// work claims, connects and delivers until the run ends.
func (c *connection) work() {
	defer c.finish()
	for c.run.life.claiming.Err() == nil {
		switch {
		case len(c.queue) == 0:
			c.claim()
		case c.session == nil:
			c.connect()
		default:
			c.deliver()
		}
	}
}

// maxRefused is how many commits in a row of a connection the database may refuse before the campaign is paused.
const maxRefused = 3

// requestCommit sends a request to the committer, together with the outcomes that are not committed yet, and waits for the result.
// After an error the outcomes are kept for the next request. It ends the run when the campaign is no longer being sent, when
// the database refuses the outcomes again and again, and when it is not known whether the commit succeeded: then recipients may
// be claimed that no connection knows of, which are released when the run has ended.
func (c *connection) requestCommit(r commitRequest) commitResult {
	r.outcomes, r.result = c.outcomes, c.result
	c.run.committer.requests <- &r
	result := <-c.result
	if result.err == nil {
		c.outcomes = nil
	}
	if refused, is := errors.AsType[refusedError](result.err); !is {
		c.refused = 0
	} else if c.refused++; c.refused == maxRefused {
		c.run.giveUp(refused)
	}
	if result.stopped || isCommitUnknown(result.err) {
		c.run.end()
	}
	return result
}

// claim fills the empty queue, or leaves it empty if all recipients that it claimed were excluded: work then claims again. If no
// recipient is due, it closes the session and waits until one may be, or the run ends. While
// the rate limit allows no message, it keeps the session open, since signing in again for every message would cost the relay
// more than the messages.
func (c *connection) claim() {
	available := c.run.moreWork.next() // before the claim, so that work which comes up after it ends the wait below
	result := c.requestCommit(commitRequest{claims: perConnection})
	if result.err != nil {
		c.run.rest(storageRest)
		return
	}
	c.compose(result.claimed)
	if len(c.queue) > 0 || result.more {
		return
	}
	if !result.limited {
		c.disconnect()
	}
	select {
	case <-available:
	case <-c.run.life.claiming.Done():
	}
}

// compose appends claimed recipients with their messages to the queue.
func (c *connection) compose(claimed []campaigns.Recipient) {
	for _, r := range claimed {
		c.queue = append(c.queue, message{r, c.run.composer.Message(r)})
	}
}

// connect opens a session. If the channel fails, it returns after a rest, without one.
func (c *connection) connect() {
	session, err := c.run.channel.Open(c.run.life.delivering)
	if err != nil {
		c.channelFailed(err)
		return
	}
	c.session = session
}

// deliver sends the first message of the queue. The recipient is marked in flight just before the last step, which for SMTP is
// the final dot.
func (c *connection) deliver() {
	cur := c.queue[0]
	var next *mail.Message
	if len(c.queue) > 1 {
		next = c.queue[1].mail
	}
	marked, storageFailed := false, false
	err := c.session.Send(c.run.life.delivering, cur.mail, next, func() error {
		if c.run.life.claiming.Err() != nil {
			return errRunEnded
		}
		err := c.markInFlight(cur.ID)
		marked = err == nil
		storageFailed = err != nil && !errors.Is(err, errNotOurs)
		return err
	})
	if storageFailed { // the message was not handed over, and this connection still leases the recipient
		c.disconnect()
		c.run.rest(storageRest)
		return
	}
	c.queue = c.queue[1:]
	c.recordOutcome(cur, err, marked)
}

// markInFlight commits that the recipient's message may be handed over from now on, and claims recipients for the space in the
// queue. It fails with errNotOurs when the recipient may no longer be sent to.
func (c *connection) markInFlight(id int64) error {
	result := c.requestCommit(commitRequest{mark: id, claims: perConnection + 1 - len(c.queue)})
	c.compose(result.claimed)
	if result.err == nil && !result.marked {
		return errNotOurs
	}
	return result.err
}

// recordOutcome stores the result of sending a message until the next request commits it. A message that is accepted, or refused for
// its recipient, ends the failures of the channel in a row.
func (c *connection) recordOutcome(m message, err error, marked bool) {
	c.outcomes = append(c.outcomes, outcomeOf(m.ID, m.Attempts+1, err, marked))
	f := mail.FailureOf(err)
	if err != nil && (f == nil || f.Ended) {
		c.disconnect()
	}
	if f != nil && (f.Kind == mail.SignIn || f.Kind == mail.Down) {
		c.disconnect()
		c.channelFailed(err)
		return
	}
	if err == nil || f != nil && f.AboutRecipient() {
		c.run.failures.recordSuccess()
		c.run.worker.channels.Works()
	}
}

// channelFailed handles a failure of the channel: it gives the queue back, and rests or pauses the campaign. Of several
// connections that fail at the same time, the first rests and the others wait for it.
func (c *connection) channelFailed(err error) {
	c.returnQueue()
	f := mail.FailureOf(err)
	n, resting := c.run.failures.recordFailure()
	if resting == nil {
		defer c.run.failures.endRest()
	}
	c.run.worker.channels.Failed(err, "campaign", c.run.campaign.ID, "channel", c.run.campaign.Channel)
	switch {
	case f != nil && f.Kind == mail.SignIn:
		c.pauseCampaign(campaigns.SignInFailed, f.Text)
		return
	case n > maxChannelFailures:
		c.pauseCampaign(campaigns.RelayDown, err.Error())
		return
	}
	c.requestCommit(commitRequest{}) // give the queue back now: other connections may still work
	var rest time.Duration
	if f != nil {
		rest = min(f.After, maxRest)
	}
	if resting == nil {
		rest = max(rest, background.Backoff(n, c.run.worker.intervals.Rest, maxRest))
	}
	c.run.rest(rest)
	if resting != nil {
		select {
		case <-resting:
		case <-c.run.life.claiming.Done():
		}
	}
}

// pauseCampaign pauses the campaign with a reason for staff; detail is what the relay or provider answered.
func (c *connection) pauseCampaign(reason, detail string) {
	for c.requestCommit(commitRequest{pause: &pause{reason, detail}}).err != nil && c.run.life.claiming.Err() == nil {
		c.run.rest(storageRest)
	}
}

// returnQueue gives claimed recipients back without counting an attempt.
func (c *connection) returnQueue() {
	for _, m := range c.queue {
		c.outcomes = append(c.outcomes, outcome{id: m.ID, kind: outcomeNotTried})
	}
	c.queue = nil
}

// disconnect closes the session. A message that was only announced is not handed over.
func (c *connection) disconnect() {
	if c.session != nil {
		_ = c.session.Close()
		c.session = nil
	}
}

// finish gives the queue back and commits the remaining outcomes. It retries until the database works or saving ends; it leaves
// outcomes that the database refuses.
func (c *connection) finish() {
	c.disconnect()
	c.returnQueue()
	for len(c.outcomes) > 0 && c.refused < maxRefused && c.requestCommit(commitRequest{}).err != nil {
		if !sleep(c.run.life.saving, storageRest) {
			return
		}
	}
}
