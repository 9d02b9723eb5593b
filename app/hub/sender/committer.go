package sender

import (
	"context"
	"errors"
	"log/slog"
	"slices"

	"presence/app/accounts/auth"
	"presence/app/hub/campaigns"
	"presence/app/hub/rsvp"
	"presence/app/platform/i18n"
	"presence/app/platform/outage"
	"presence/db"
)

// commitRequest is what a connection needs committed before it continues: the outcomes of its messages, the mark on the
// recipient whose message is about to be handed over, and new claims.
type commitRequest struct {
	outcomes []outcome
	mark     int64  // the id of the recipient to mark in flight; 0: none
	claims   int    // maximum number of recipients to claim
	pause    *pause // pause the campaign; nil: do not
	result   chan commitResult
}

type pause struct{ reason, detail string }

type commitResult struct {
	marked  bool                  // false: the recipient to mark may no longer be sent to by this worker
	claimed []campaigns.Recipient // at most as many as requested
	limited bool                  // fewer were claimed than requested because of the rate limit: more may be claimed in a moment
	more    bool                  // recipients that were due have been excluded: others may be due already
	stopped bool                  // the campaign is no longer being sent: finished, paused, cancelled or held up by quiet hours
	err     error
}

// committer commits the requests of the connections of one campaign. Requests that arrive during a commit are joined in the
// next transaction. So each transaction updates the row of the campaign once; on PostgreSQL the connections of all replicas
// would otherwise wait for each other's commits because of that row. Claims, marks and messages that were
// sent need one statement each per transaction (ADR 20); each other outcome and each exclusion needs one of its own.
type committer struct {
	db            *db.DB
	service       *campaigns.Service
	log           *slog.Logger
	storage       *outage.Log // failures of the database while committing
	now           func() db.Instant
	lease         int64
	campaign      campaigns.Campaign
	composer      *campaigns.Composer
	requests      chan *commitRequest
	window        outcomeWindow
	commitUnknown bool // it is not known whether a commit succeeded, with claims that no connection knows of; read when loop has returned
}

func newCommitter(w *Worker, service *campaigns.Service, lease int64, c campaigns.Campaign, composer *campaigns.Composer) *committer {
	return &committer{db: w.db, service: service, log: w.log, storage: w.committing, now: w.now, lease: lease, campaign: c, composer: composer,
		requests: make(chan *commitRequest, service.Options().Connections)}
}

// loop commits requests until the channel is closed.
func (c *committer) loop(ctx context.Context) {
	for first := range c.requests {
		batch := []*commitRequest{first}
		for range len(c.requests) {
			batch = append(batch, <-c.requests)
		}
		for i, result := range c.commitOrSplit(ctx, batch) {
			batch[i].result <- result
		}
	}
}

// commitOrSplit commits a batch and returns the result of each request. If the database refuses the changes, it commits each request by
// itself, so that only the one fails whose changes are refused.
func (c *committer) commitOrSplit(ctx context.Context, batch []*commitRequest) []commitResult {
	results, err := c.commitBatch(ctx, batch)
	switch {
	case err == nil:
		c.storage.Works()
		return results
	case !isRefused(ctx, err):
		c.commitUnknown = c.commitUnknown || isCommitUnknown(err)
		c.storage.Failed(err, "campaign", c.campaign.ID)
	case len(batch) > 1:
		for _, r := range batch {
			results = append(results, c.commitOrSplit(ctx, []*commitRequest{r})...)
		}
		return results
	default:
		c.log.Error("sender: the database refuses to save changes of a campaign", "campaign", c.campaign.ID, "error", err)
		err = refusedError{err}
	}
	return slices.Repeat([]commitResult{{err: err}}, len(batch))
}

// refusedError is the error of a commit that the database refused, although it works: repeating it would fail again.
type refusedError struct{ error }

// isRefused reports whether err, of a commit with ctx, is neither a failure of the database nor the end of ctx.
func isRefused(ctx context.Context, err error) bool {
	return err != nil && ctx.Err() == nil && !db.IsUnavailable(err)
}

// isCommitUnknown reports whether err means that the changes may have been saved or not. After any other error of a commit
// nothing was saved.
func isCommitUnknown(err error) bool {
	u, ok := errors.AsType[*db.UnavailableError](err)
	return ok && u.CommitUnknown
}

// commitBatch is one transaction for all requests of a batch. It locks in the order that the package comment gives: the
// recipients first, the campaign's row last.
func (c *committer) commitBatch(ctx context.Context, batch []*commitRequest) (results []commitResult, err error) {
	at := c.now()
	sum, window := c.plan(batch, c.service.QuietUntil(at) != 0)
	err = c.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := tx.LockRows(ctx, "campaign_recipients", sum.recipients()...); err != nil {
			return err
		}
		var marked map[int64]bool
		var claimed []campaigns.Recipient
		var allowed int64
		changes, err := campaigns.MoveRecipients(ctx, tx, at, auth.Actor{}, func(m *campaigns.Moves) (err error) {
			if err = saveOutcomes(ctx, m, c.campaign.ID, c.lease, sum.outcomes, at); err != nil {
				return err
			}
			if marked, err = campaigns.MarkInFlight(ctx, tx, c.campaign.ID, c.lease, sum.marks); err != nil {
				return err
			}
			claimed, allowed, err = c.claimWithinRate(ctx, m, int64(sum.claims), at)
			return err
		})
		if err != nil {
			return err
		}
		change := changes[c.campaign.ID]
		short := sum.quiet || sum.pause != nil || int64(len(claimed)) < allowed
		stopped, err := c.endOrPause(ctx, tx, change.Resolved > 0, short, sum.pause, at)
		if err != nil {
			return err
		}
		results = share(batch, marked, claimed, commitResult{limited: allowed < int64(sum.claims), more: change.Excluded > 0,
			stopped: stopped || sum.quiet})
		return nil
	})
	if err == nil { // after an error the connections send the same outcomes again, which must not be counted twice
		c.window = window
	}
	return results, err
}

// batchSum is the sum of the requests of a batch.
type batchSum struct {
	outcomes []outcome
	marks    []int64 // ids of the recipients to mark in flight
	claims   int
	pause    *pause
	quiet    bool // the quiet hours have begun: nothing is marked or claimed, and the run ends
}

// recipients returns the ids of the recipients that the batch changes, except for those that it claims.
func (b batchSum) recipients() []int64 {
	ids := slices.Clone(b.marks)
	for _, o := range b.outcomes {
		ids = append(ids, o.id)
	}
	return ids
}

// plan adds up the requests of a batch. It pauses the campaign when too many of the last messages were refused. Then, and within
// quiet hours, it neither marks nor claims anything. window is the new value of the committer's window, to be set after the
// commit.
func (c *committer) plan(batch []*commitRequest, quiet bool) (sum batchSum, window outcomeWindow) {
	sum.quiet = quiet
	for _, r := range batch {
		sum.outcomes = append(sum.outcomes, r.outcomes...)
		sum.claims += r.claims
		if r.mark != 0 {
			sum.marks = append(sum.marks, r.mark)
		}
		if r.pause != nil {
			sum.pause = r.pause
		}
	}
	window = c.window
	window.add(sum.outcomes)
	if sum.pause == nil && window.tooManyRefused() {
		window, sum.pause = outcomeWindow{}, &pause{reason: campaigns.ManyFailures}
	}
	if sum.pause != nil || sum.quiet {
		sum.marks, sum.claims = nil, 0
	}
	return sum, window
}

// claimWithinRate claims up to n recipients, as many as the rate limit allows, and charges it for those that it claimed.
func (c *committer) claimWithinRate(ctx context.Context, m *campaigns.Moves, n int64,
	at db.Instant) (claimed []campaigns.Recipient, allowed int64, err error) {
	limited, err := openBucket(ctx, m.Tx, c.service.Options().Rate, c.campaign.From, n, at)
	if err != nil {
		return nil, 0, err
	}
	if claimed, err = c.claimUpTo(ctx, m, limited.allowed, at); err != nil {
		return nil, 0, err
	}
	return claimed, limited.allowed, limited.charge(ctx, m.Tx, int64(len(claimed)))
}

// claimUpTo claims up to n recipients and stores their personal links.
func (c *committer) claimUpTo(ctx context.Context, m *campaigns.Moves, n int64, at db.Instant) (claimed []campaigns.Recipient, err error) {
	if n == 0 {
		return nil, nil
	}
	if claimed, err = campaigns.Claim(ctx, m, c.campaign, c.lease, at, n); err != nil {
		return nil, err
	}
	links := make([]rsvp.Link, len(claimed))
	for i, r := range claimed {
		links[i] = rsvp.Link{
			Token: c.composer.RSVPToken(r.ID), EventID: c.campaign.EventID, Name: campaigns.FullName(r.FirstName, r.LastName), Email: r.Email,
			Language: i18n.Lang(r.Language), CustomerID: r.CustomerID, RecipientID: r.ID,
		}
	}
	return claimed, rsvp.IssueLinks(ctx, m.Tx, at, links)
}

func (c *committer) pauseCampaign(ctx context.Context, tx *db.Tx, p pause, at db.Instant) error {
	to := campaigns.Transition{To: campaigns.Paused, Reason: p.reason, Detail: p.detail}
	if _, err := campaigns.ChangeState(ctx, tx, c.campaign.ID, []campaigns.State{campaigns.Sending}, to, at); err != nil {
		return err
	}
	campaigns.NotifyStaff(tx, at, c.campaign.ID, auth.Actor{})
	return tx.Signal(ctx, campaigns.Changed)
}

// endOrPause ends the campaign if this transaction has saved the outcome of its last recipient, or else pauses it if that was asked for.
// It reports whether the campaign is no longer being sent. resolved: the transaction resolved an unconfirmed recipient. short: there
// were fewer recipients to claim than connections asked for, the campaign is to be paused, or the quiet hours have begun.
func (c *committer) endOrPause(ctx context.Context, tx *db.Tx, resolved, short bool, p *pause, at db.Instant) (stopped bool, err error) {
	id := c.campaign.ID
	if resolved {
		if err := c.service.ContinueIfRetried(ctx, tx, id); err != nil {
			return false, err
		}
	}
	if !short {
		return false, nil
	}
	ended, err := campaigns.FinishSending(ctx, tx, id, at)
	if err == nil && !ended && p != nil {
		err = c.pauseCampaign(ctx, tx, *p, at)
	}
	if err != nil {
		return false, err
	}
	now, err := campaigns.ByID(ctx, tx, id)
	return now.State != campaigns.Sending, err
}

// share returns the result of each request: whether its recipient was marked, and its part of the claimed recipients. Each
// request gets one recipient before any gets a second one, so that every connection has work. all holds the fields that are equal
// in all results.
func share(batch []*commitRequest, marked map[int64]bool, claimed []campaigns.Recipient, all commitResult) []commitResult {
	results := make([]commitResult, len(batch))
	for i, r := range batch {
		results[i] = all
		results[i].marked = marked[r.mark]
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
