package campaigns

import (
	"context"
	"log/slog"
	"runtime"
	"sync/atomic"

	"presence/app/accounts/auth"
	"presence/app/hub/rsvp"
	"presence/app/platform/i18n"
	"presence/db"
)

// commitRequest is what a session asks of the book, all in one commit: to note what became of its last message, to mark the one
// that it is about to hand over, and to claim more.
type commitRequest struct {
	outcomes []outcome // what became of messages
	returned []int64   // claimed rows that it will not send
	inFlight int64     // 0: none
	claims   int
	stopped  Status // the campaign is to be stopped: Paused
	reason   string
	detail   string
	result   chan commitResult
}

type commitResult struct {
	inFlight bool
	claimed  []claimedRow
	ended    bool // the campaign is not sending any more
	err      error
}

// committer writes down what the sessions of one campaign do. What they ask for while it writes goes together into its next
// commit, so that a message costs a share of one commit, and the disk is waited for once.
type committer struct {
	s         *Service
	c         Campaign
	worker    int64
	requests  chan *commitRequest
	log       *slog.Logger
	tokens    *linkTokens
	window    outcomeWindow
	shared    bool
	uncertain atomic.Bool // a commit failed: it may be on disk all the same, with claims that nobody heard of
}

func newCommitter(r *membership, c Campaign, sessions int) *committer {
	s := r.s
	return &committer{s: s, c: c, worker: r.id, log: r.log, requests: make(chan *commitRequest, sessions), tokens: newLinkTokens(s.o.Secret, c.Salt)}
}

// loop answers orders until there are no more sessions.
func (b *committer) loop(ctx context.Context) {
	for o := range b.requests {
		batch := b.nextBatch(o)
		answers, err := b.commitBatch(ctx, batch)
		if err != nil {
			b.uncertain.Store(true)
			b.log.Error("campaigns: writing down", "campaign", b.c.ID, "error", err)
		}
		for i, o := range batch {
			if err != nil {
				o.result <- commitResult{err: err}
				continue
			}
			o.result <- answers[i]
		}
	}
}

// nextBatch takes what waits already. After a shared commit its sessions are just about to ask again: they get a turn of
// the scheduler to do so.
func (b *committer) nextBatch(first *commitRequest) []*commitRequest {
	batch := []*commitRequest{first}
	if b.shared {
		runtime.Gosched()
	}
	for {
		select {
		case o, open := <-b.requests:
			if !open {
				return batch
			}
			batch = append(batch, o)
			continue
		default:
		}
		b.shared = len(batch) > 1
		return batch
	}
}

// commitBatch is one transaction for the whole batch.
func (b *committer) commitBatch(ctx context.Context, batch []*commitRequest) (answers []commitResult, err error) {
	at := db.InstantOf(b.s.now())
	pause := b.checkFailureRate(batch)
	err = b.s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		answers = make([]commitResult, len(batch))
		var d countsChange
		if err := b.applyOutcomes(ctx, tx, batch, at, &d); err != nil {
			return err
		}
		if pause != nil {
			if _, err := changeStatus(ctx, tx, b.c.ID, "'sending'", Paused, pause.reason, pause.detail, at); err != nil {
				return err
			}
			if err := tx.Signal(ctx, Changed); err != nil {
				return err
			}
		}
		if err := b.applyInFlight(ctx, tx, batch, answers); err != nil {
			return err
		}
		short, err := b.applyClaims(ctx, tx, batch, answers, at, &d)
		if err != nil {
			return err
		}
		if err := addCounts(ctx, tx, b.c.ID, d, at); err != nil {
			return err
		}
		if d.Unconfirmed < 0 { // an answer that was heard after all, maybe the last that staff were waiting for
			if err := b.s.completeIfResolved(ctx, tx, b.c.ID, auth.Actor{}); err != nil {
				return err
			}
		}
		if short {
			if err := b.finishIfDone(ctx, tx, answers, at); err != nil {
				return err
			}
		}
		if pause != nil {
			return b.s.notifyStaff(ctx, tx, b.c.ID, auth.Actor{})
		}
		return nil
	})
	return answers, err
}

// applyOutcomes notes what became of messages.
func (b *committer) applyOutcomes(ctx context.Context, tx *db.Tx, batch []*commitRequest, at db.Instant, d *countsChange) error {
	var sent []int64
	for _, o := range batch {
		for _, one := range o.outcomes {
			if one.kind == outcomeSent {
				sent = append(sent, one.id)
			} else if err := saveOutcome(ctx, tx, b.worker, one, at, d); err != nil {
				return err
			}
		}
		for _, id := range o.returned {
			if err := saveOutcome(ctx, tx, b.worker, outcome{id: id, kind: outcomeNotTried}, at, d); err != nil {
				return err
			}
		}
	}
	if len(sent) == 0 {
		return nil
	}
	return saveSent(ctx, tx, sent, at, d)
}

// applyInFlight notes which messages are about to be handed over (R11).
func (b *committer) applyInFlight(ctx context.Context, tx *db.Tx, batch []*commitRequest, answers []commitResult) error {
	var ids []int64
	for _, o := range batch {
		if o.inFlight != 0 {
			ids = append(ids, o.inFlight)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	granted, err := setInFlight(ctx, tx, b.c.ID, b.worker, ids)
	if err != nil {
		return err
	}
	yes := make(map[int64]bool, len(granted))
	for _, id := range granted {
		yes[id] = true
	}
	for i, o := range batch {
		answers[i].inFlight = o.inFlight != 0 && yes[o.inFlight]
	}
	return nil
}

// applyClaims hands out rows. short says that there were fewer than were wanted.
func (b *committer) applyClaims(ctx context.Context, tx *db.Tx, batch []*commitRequest, answers []commitResult, at db.Instant, d *countsChange) (short bool, err error) {
	want := 0
	for _, o := range batch {
		want += o.claims
	}
	if want == 0 {
		return false, nil
	}
	n, err := b.s.takeFromBucket(ctx, tx, b.c.From, int64(want), at)
	if err != nil {
		return false, err
	}
	var rows []claimedRow
	if n > 0 {
		if rows, err = claimRecipients(ctx, tx, b.c, b.worker, at, n, d); err != nil {
			return false, err
		}
	}
	short = len(rows) < want
	if err := rsvp.IssueLinks(ctx, tx, at, b.rsvpLinks(rows)); err != nil {
		return false, err
	}
	for share := true; share && len(rows) > 0; { // one each, then a second one, so that every session has something to do
		share = false
		for i, o := range batch {
			if len(answers[i].claimed) < o.claims && len(rows) > 0 {
				answers[i].claimed, rows, share = append(answers[i].claimed, rows[0]), rows[1:], true
			}
		}
	}
	return short, nil
}

func (b *committer) rsvpLinks(rows []claimedRow) []rsvp.Link {
	links := make([]rsvp.Link, len(rows))
	for i, r := range rows {
		links[i] = rsvp.Link{Token: b.tokens.rsvp(r.id), EventID: b.c.EventID, Name: nameOf(r.first, r.last), Email: r.email,
			Language: i18n.Lang(r.language), CustomerID: r.customer, RecipientID: r.id}
	}
	return links
}

// finishIfDone looks whether the campaign has come to its end, or was stopped by somebody.
func (b *committer) finishIfDone(ctx context.Context, tx *db.Tx, answers []commitResult, at db.Instant) error {
	done, err := finishSending(ctx, tx, b.c.ID, at)
	if err != nil {
		return err
	}
	if done {
		if err := tx.Signal(ctx, Changed); err != nil {
			return err
		}
		if err := b.s.notifyStaff(ctx, tx, b.c.ID, auth.Actor{}); err != nil {
			return err
		}
	}
	c, err := byID(ctx, tx, b.c.ID)
	if err != nil {
		return err
	}
	for i := range answers {
		answers[i].ended = c.Status != Sending
	}
	return nil
}

// outcomeWindow remembers how the last messages went.
type outcomeWindow struct {
	results [100]bool // true: refused for good
	n       int
}

const (
	minOutcomes       = 50 // messages, before which nothing is concluded
	maxRefusedPercent = 20 // percent refused
)

func (r *outcomeWindow) add(isRefused bool) {
	r.results[r.n%len(r.results)] = isRefused
	r.n++
}

// tooManyRefused tells whether so many were refused that something is wrong with more than single addresses.
func (r *outcomeWindow) tooManyRefused() bool {
	n := min(r.n, len(r.results))
	if n < minOutcomes {
		return false
	}
	bad := 0
	for _, isRefused := range r.results[:n] {
		if isRefused {
			bad++
		}
	}
	return bad*100 > n*maxRefusedPercent
}

// checkFailureRate finds out whether the campaign must be paused: a session said so, or too much is refused.
func (b *committer) checkFailureRate(batch []*commitRequest) *commitRequest {
	for _, o := range batch {
		if o.stopped == Paused {
			return o
		}
		for _, one := range o.outcomes {
			if one.kind == outcomeSent || one.kind == outcomeRefused {
				b.window.add(one.kind == outcomeRefused)
			}
		}
	}
	if b.window.tooManyRefused() {
		b.window = outcomeWindow{}
		return &commitRequest{reason: ManyFailures}
	}
	return nil
}
