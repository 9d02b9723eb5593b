package sender

import (
	"context"
	"slices"
	"sync/atomic"

	"presence/app/accounts/auth"
	"presence/app/hub/campaigns"
	"presence/app/hub/rsvp"
	"presence/app/platform/i18n"
	"presence/db"
)

// commitRequest is what a connection needs committed before it goes on: the outcomes of its messages, the recipient that
// is about to be in flight, and new claims.
type commitRequest struct {
	outcomes []outcome
	inFlight int64  // a recipient's id; 0: none
	claims   int    // how many recipients the connection can take
	pause    *pause // the campaign is to be paused; nil: it is not
	result   chan commitResult
}

type pause struct{ reason, detail string }

type commitResult struct {
	inFlight bool                  // the recipient asked for was marked; false: it is not this worker's to send
	claimed  []campaigns.Recipient // at most as many as were asked for
	ended    bool                  // the campaign is not sending any more
	err      error
}

// committer commits what the connections of one campaign ask for. Requests that arrive while a commit is under way share
// the next one: each transaction updates the campaign's counts once, whose row would otherwise make the connections of all
// replicas wait for each other's commits on PostgreSQL, and claims, marks and outcomes take one statement each (ADR 20).
type committer struct {
	*membership
	campaign  campaigns.Campaign
	composer  *campaigns.Composer
	requests  chan *commitRequest
	window    outcomeWindow
	uncertain atomic.Bool // a commit failed; it may be on disk all the same, with claims that no connection knows of
}

func newCommitter(m *membership, c campaigns.Campaign, composer *campaigns.Composer) *committer {
	return &committer{membership: m, campaign: c, composer: composer, requests: make(chan *commitRequest, m.o.Connections)}
}

// loop commits requests until the channel is closed.
func (c *committer) loop(ctx context.Context) {
	for first := range c.requests {
		batch := []*commitRequest{first}
		for range len(c.requests) {
			batch = append(batch, <-c.requests)
		}
		results, err := c.commitBatch(ctx, batch)
		if err != nil {
			c.uncertain.Store(true)
			c.log.Error("sender: committing", "campaign", c.campaign.ID, "error", err)
		}
		for i, r := range batch {
			if err != nil {
				r.result <- commitResult{err: err}
				continue
			}
			r.result <- results[i]
		}
	}
}

// commitBatch is one transaction for all requests of a batch. It locks in the order that the package comment gives: the
// recipients first, the campaign's row last. A batch that pauses the campaign neither marks nor claims anything.
func (c *committer) commitBatch(ctx context.Context, batch []*commitRequest) (results []commitResult, err error) {
	at, sum := c.now(), c.sum(batch)
	if sum.pause != nil {
		sum.inFlight, sum.claims = nil, 0
	}
	err = c.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := tx.LockRows(ctx, "campaign_recipients", sum.recipients()...); err != nil {
			return err
		}
		change, err := saveOutcomes(ctx, tx, c.id, sum.outcomes, at)
		if err != nil {
			return err
		}
		inFlight, err := setInFlight(ctx, tx, c.campaign.ID, c.id, sum.inFlight)
		if err != nil {
			return err
		}
		claimed, excluded, err := c.claimUpTo(ctx, tx, sum.claims, at)
		if err != nil {
			return err
		}
		if err := campaigns.AddCounts(ctx, tx, c.campaign.ID, change.Plus(excluded), at); err != nil {
			return err
		}
		if sum.pause != nil {
			if err := c.pauseCampaign(ctx, tx, *sum.pause, at); err != nil {
				return err
			}
		}
		ended, err := c.endIfDone(ctx, tx, change.Unconfirmed < 0, sum.pause != nil || len(claimed) < sum.claims, at)
		if err != nil {
			return err
		}
		results = share(batch, inFlight, claimed, ended)
		if sum.pause != nil {
			return c.sends.NotifyStaff(ctx, tx, c.campaign.ID, auth.Actor{})
		}
		return nil
	})
	return results, err
}

// batchSum is what the requests of a batch ask for together.
type batchSum struct {
	outcomes []outcome
	inFlight []int64
	claims   int
	pause    *pause
}

// recipients are the ids of those whose rows the batch changes, beside the ones that it claims.
func (b batchSum) recipients() []int64 {
	ids := slices.Clone(b.inFlight)
	for _, o := range b.outcomes {
		ids = append(ids, o.id)
	}
	return ids
}

// sum adds the requests of a batch up to one.
func (c *committer) sum(batch []*commitRequest) (sum batchSum) {
	for _, r := range batch {
		sum.outcomes = append(sum.outcomes, r.outcomes...)
		sum.claims += r.claims
		if r.inFlight != 0 {
			sum.inFlight = append(sum.inFlight, r.inFlight)
		}
		if r.pause != nil {
			sum.pause = r.pause
		}
	}
	for _, o := range sum.outcomes {
		c.window.add(o)
	}
	if sum.pause == nil && c.window.tooManyRefused() {
		c.window = outcomeWindow{}
		sum.pause = &pause{reason: campaigns.ManyFailures}
	}
	return sum
}

// claimUpTo claims up to n recipients, as many as the sender's rate limit allows, and issues their RSVP links.
func (c *committer) claimUpTo(ctx context.Context, tx *db.Tx, n int,
	at db.Instant) (claimed []campaigns.Recipient, excluded campaigns.CountsChange, err error) {
	if n == 0 {
		return nil, excluded, nil
	}
	allowed, err := c.takeFromBucket(ctx, tx, c.campaign.From, int64(n), at)
	if err != nil || allowed == 0 {
		return nil, excluded, err
	}
	if claimed, excluded, err = claimRecipients(ctx, tx, c.campaign, c.id, at, allowed); err != nil {
		return nil, excluded, err
	}
	links := make([]rsvp.Link, len(claimed))
	for i, r := range claimed {
		links[i] = rsvp.Link{
			Token: c.composer.RSVPToken(r.ID), EventID: c.campaign.EventID, Name: campaigns.FullName(r.FirstName, r.LastName), Email: r.Email,
			Language: i18n.Lang(r.Language), CustomerID: r.CustomerID, RecipientID: r.ID,
		}
	}
	return claimed, excluded, rsvp.IssueLinks(ctx, tx, at, links)
}

func (c *committer) pauseCampaign(ctx context.Context, tx *db.Tx, p pause, at db.Instant) error {
	to := campaigns.Transition{To: campaigns.Paused, Reason: p.reason, Detail: p.detail}
	if _, err := campaigns.ChangeStatus(ctx, tx, c.campaign.ID, []campaigns.Status{campaigns.Sending}, to, at); err != nil {
		return err
	}
	return tx.Signal(ctx, campaigns.Changed)
}

// endIfDone ends the campaign when this transaction has settled its last recipient, and reports whether the campaign is
// not sending any more. resolved: an unconfirmed message was answered after all. short: there were fewer recipients to
// claim than connections could take, or the campaign was paused.
func (c *committer) endIfDone(ctx context.Context, tx *db.Tx, resolved, short bool, at db.Instant) (ended bool, err error) {
	id := c.campaign.ID
	if resolved {
		if err := c.sends.CompleteIfResolved(ctx, tx, id, auth.Actor{}); err != nil {
			return false, err
		}
	}
	if !short {
		return false, nil
	}
	finished, err := campaigns.FinishSending(ctx, tx, id, at)
	if err != nil {
		return false, err
	}
	if finished {
		if err := tx.Signal(ctx, campaigns.Changed); err != nil {
			return false, err
		}
		if err := c.sends.NotifyStaff(ctx, tx, id, auth.Actor{}); err != nil {
			return false, err
		}
	}
	now, err := campaigns.ByID(ctx, tx, id)
	return now.Status != campaigns.Sending, err
}

// share gives each request its part of what was committed: one recipient each first, then a second one, so that every
// connection has something to do.
func share(batch []*commitRequest, inFlight map[int64]bool, claimed []campaigns.Recipient, ended bool) []commitResult {
	results := make([]commitResult, len(batch))
	for i, r := range batch {
		results[i] = commitResult{inFlight: inFlight[r.inFlight], ended: ended}
	}
	for given := true; given && len(claimed) > 0; {
		given = false
		for i, r := range batch {
			if len(claimed) > 0 && len(results[i].claimed) < r.claims {
				results[i].claimed, claimed, given = append(results[i].claimed, claimed[0]), claimed[1:], true
			}
		}
	}
	return results
}
