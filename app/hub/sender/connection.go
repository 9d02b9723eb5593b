package sender

import (
	"errors"

	"presence/app/hub/campaigns"
	"presence/app/platform/mail"
)

// maxChannelFailures is how many failures of the channel in a row, over all connections, pause the campaign.
const maxChannelFailures = 120

// perConnection is how many recipients a connection claims ahead: the one it sends, and the one announced behind it.
const perConnection = 2

// message is a claimed recipient with the message to send.
type message struct {
	campaigns.Recipient
	mail *mail.Message
}

// connection sends the messages of one connection to the relay or provider, one after the other.
type connection struct {
	*run
	session  mail.Session
	queue    []message // claimed: the first is sent next, the second is announced behind it
	outcomes []outcome // not committed yet
	result   chan commitResult
}

var (
	errNotOurs  = errors.New("sender: the recipient is not leased to this worker any more, or the campaign was stopped")
	errStopping = errors.New("sender: the program is stopping")
)

// work claims and delivers until nothing is left to do or the run stops.
func (c *connection) work() {
	defer c.finish()
	for !c.stopping() {
		if len(c.queue) == 0 && !c.claim() {
			return
		}
		if len(c.queue) == 0 || c.session == nil && !c.connect() {
			continue
		}
		c.deliver()
	}
}

// commit hands a request to the committer, together with the outcomes that are not committed yet, and waits for it. After
// an error the outcomes are kept for the next request.
func (c *connection) commit(r commitRequest) commitResult {
	r.outcomes, r.result = c.outcomes, c.result
	c.committer.requests <- &r
	result := <-c.result
	if result.err == nil {
		c.outcomes = nil
	}
	if result.ended {
		c.ended.Store(true)
	}
	return result
}

// claim fills the empty queue. When nothing is due it closes the session and waits until something may be; false: the
// connection has nothing more to do.
func (c *connection) claim() bool {
	available := c.workAvailable()
	result := c.commit(commitRequest{claims: perConnection})
	if result.err != nil {
		return c.rest(storageRest)
	}
	c.compose(result.claimed)
	if len(c.queue) > 0 {
		return true
	}
	if result.ended || c.committer.uncertain.Load() {
		c.wakeConnections()
		return false
	}
	c.disconnect()
	select {
	case <-available:
		return true
	case <-c.stop:
		return false
	}
}

// compose puts claimed recipients into the queue with their messages.
func (c *connection) compose(claimed []campaigns.Recipient) {
	for _, r := range claimed {
		c.queue = append(c.queue, message{r, c.composer.Message(r)})
	}
}

// connect opens a session; false: the channel failed, and the connection has rested.
func (c *connection) connect() bool {
	session, err := c.channel.Open(c.drain)
	if err != nil {
		c.channelFailed(err)
		return false
	}
	c.session = session
	return true
}

// deliver hands the first message of the queue over. The recipient is marked in flight just before the last step, which
// for SMTP is the final dot.
func (c *connection) deliver() {
	cur := c.queue[0]
	var next *mail.Message
	if len(c.queue) > 1 {
		next = c.queue[1].mail
	}
	inFlight, storageFailed := false, false
	err := c.session.Send(c.drain, cur.mail, next, func() error {
		if c.stopping() {
			return errStopping
		}
		err := c.markInFlight(cur.ID)
		inFlight = err == nil
		storageFailed = err != nil && !errors.Is(err, errNotOurs)
		return err
	})
	if storageFailed { // nothing was handed over, and the recipient is still this connection's
		c.disconnect()
		c.rest(storageRest)
		return
	}
	c.queue = c.queue[1:]
	c.recordOutcome(cur, err, inFlight)
}

// markInFlight has it committed that the recipient's message may be handed over from now on, and claims as many recipients
// as the queue will have room for. It fails with errNotOurs when the recipient may not be sent to any more.
func (c *connection) markInFlight(id int64) error {
	result := c.commit(commitRequest{inFlight: id, claims: perConnection + 1 - len(c.queue)})
	c.compose(result.claimed)
	if result.err == nil && !result.inFlight {
		return errNotOurs
	}
	return result.err
}

// recordOutcome notes what became of a message, to be committed with the next request.
func (c *connection) recordOutcome(m message, err error, inFlight bool) {
	o := outcomeOf(m.ID, m.Attempts+1, err, inFlight)
	f := mail.FailureOf(err)
	if err != nil && (f == nil || f.Ended) {
		c.disconnect()
	}
	if f != nil && (f.Kind == mail.SignIn || f.Kind == mail.Down) {
		c.outcomes = append(c.outcomes, o)
		c.disconnect()
		c.channelFailed(err)
		return
	}
	if err == nil {
		c.failures.Store(0)
	}
	c.outcomes = append(c.outcomes, o)
}

// channelFailed returns the queue to the campaign, and rests or pauses the campaign.
func (c *connection) channelFailed(err error) {
	c.returnQueue()
	f := mail.FailureOf(err)
	n := c.failures.Add(1)
	switch {
	case f != nil && f.Kind == mail.SignIn:
		c.pauseCampaign(campaigns.SignInFailed, f.Text)
		return
	case n > maxChannelFailures:
		c.pauseCampaign(campaigns.RelayDown, err.Error())
		return
	}
	c.commit(commitRequest{}) // other connections may have more luck with the recipients
	rest := c.restAfter(n)
	if f != nil {
		rest = max(rest, min(f.After, maxRest))
	}
	c.rest(rest)
}

// pauseCampaign pauses the campaign for a reason that staff are told, with what the other side said.
func (c *connection) pauseCampaign(reason, detail string) {
	for c.commit(commitRequest{pause: &pause{reason, detail}}).err != nil {
		if !c.rest(storageRest) {
			return
		}
	}
	c.ended.Store(true)
	c.wakeConnections()
}

// returnQueue gives claimed recipients back: they were not tried.
func (c *connection) returnQueue() {
	for _, m := range c.queue {
		c.outcomes = append(c.outcomes, outcome{id: m.ID, kind: outcomeNotTried})
	}
	c.queue = nil
}

// disconnect closes the session at once. A message that was only announced is not handed over.
func (c *connection) disconnect() {
	if c.session != nil {
		_ = c.session.Close()
		c.session = nil
	}
}

// finish returns the queue and commits what is known, trying until storage works or the program gives up waiting.
func (c *connection) finish() {
	c.disconnect()
	c.returnQueue()
	for len(c.outcomes) > 0 && c.commit(commitRequest{}).err != nil {
		if !sleep(c.drain, storageRest) {
			return
		}
	}
}
