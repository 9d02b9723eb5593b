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

// order is what a session asks of the book, all in one commit: to note what became of its last message, to mark the one
// that it is about to hand over, and to claim more.
type order struct {
	done    []outcome // what became of messages
	back    []int64   // claimed rows that it will not send
	mark    int64     // 0: none
	want    int
	stopped Status // the campaign is to be stopped: Paused
	reason  string
	note    string
	answer  chan answer
}

type answer struct {
	marked bool
	rows   []row
	over   bool // the campaign is not sending any more
	err    error
}

// book writes down what the sessions of one campaign do. What they ask for while it writes goes together into its next
// commit, so that a message costs a share of one commit, and the disk is waited for once.
type book struct {
	s      *Service
	c      Campaign
	worker int64
	orders chan *order
	log    *slog.Logger
	tokens *tokens
	recent recent
	crowd  bool
	doubt  atomic.Bool // a commit failed: it may be on disk all the same, with claims that nobody heard of
}

func newBook(r *membership, c Campaign, sessions int) *book {
	s := r.s
	return &book{s: s, c: c, worker: r.id, log: r.log, orders: make(chan *order, sessions), tokens: newTokens(s.o.Secret, c.salt)}
}

// keep answers orders until there are no more sessions.
func (b *book) keep(ctx context.Context) {
	for o := range b.orders {
		batch := b.collect(o)
		answers, err := b.write(ctx, batch)
		if err != nil {
			b.doubt.Store(true)
			b.log.Error("campaigns: writing down", "campaign", b.c.ID, "error", err)
		}
		for i, o := range batch {
			if err != nil {
				o.answer <- answer{err: err}
				continue
			}
			o.answer <- answers[i]
		}
	}
}

// collect takes what waits already. After a shared commit its sessions are just about to ask again: they get a turn of
// the scheduler to do so.
func (b *book) collect(first *order) []*order {
	batch := []*order{first}
	if b.crowd {
		runtime.Gosched()
	}
	for {
		select {
		case o, open := <-b.orders:
			if !open {
				return batch
			}
			batch = append(batch, o)
			continue
		default:
		}
		b.crowd = len(batch) > 1
		return batch
	}
}

// write is one transaction for the whole batch.
func (b *book) write(ctx context.Context, batch []*order) (answers []answer, err error) {
	at := db.InstantOf(b.s.now())
	pause := b.judge(batch)
	err = b.s.db.Write(ctx, func(tx *db.Tx) error {
		answers = make([]answer, len(batch))
		var d tally
		if err := b.settle(ctx, tx, batch, at, &d); err != nil {
			return err
		}
		if pause != nil {
			if _, err := move(ctx, tx, b.c.ID, "'sending'", Paused, pause.reason, pause.note, at); err != nil {
				return err
			}
			if err := tx.Signal(ctx, Changed); err != nil {
				return err
			}
		}
		if err := b.mark(ctx, tx, batch, answers); err != nil {
			return err
		}
		short, err := b.claim(ctx, tx, batch, answers, at, &d)
		if err != nil {
			return err
		}
		if err := addTally(ctx, tx, b.c.ID, d, at); err != nil {
			return err
		}
		if d.unconfirmed < 0 { // an answer that was heard after all, maybe the last that staff were waiting for
			if err := b.s.close(ctx, tx, b.c.ID, auth.Actor{}); err != nil {
				return err
			}
		}
		if short {
			if err := b.end(ctx, tx, answers, at); err != nil {
				return err
			}
		}
		if pause != nil {
			return b.s.tell(ctx, tx, b.c.ID, auth.Actor{})
		}
		return nil
	})
	return answers, err
}

// settle notes what became of messages.
func (b *book) settle(ctx context.Context, tx *db.Tx, batch []*order, at db.Instant, d *tally) error {
	var sent []int64
	for _, o := range batch {
		for _, one := range o.done {
			if one.what == delivered {
				sent = append(sent, one.id)
			} else if err := settle(ctx, tx, b.worker, one, at, d); err != nil {
				return err
			}
		}
		for _, id := range o.back {
			if err := settle(ctx, tx, b.worker, outcome{id: id, what: untried}, at, d); err != nil {
				return err
			}
		}
	}
	if len(sent) == 0 {
		return nil
	}
	return settleSent(ctx, tx, sent, at, d)
}

// mark notes which messages are about to be handed over (R11).
func (b *book) mark(ctx context.Context, tx *db.Tx, batch []*order, answers []answer) error {
	var ids []int64
	for _, o := range batch {
		if o.mark != 0 {
			ids = append(ids, o.mark)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	granted, err := mark(ctx, tx, b.c.ID, b.worker, ids)
	if err != nil {
		return err
	}
	yes := make(map[int64]bool, len(granted))
	for _, id := range granted {
		yes[id] = true
	}
	for i, o := range batch {
		answers[i].marked = o.mark != 0 && yes[o.mark]
	}
	return nil
}

// claim hands out rows. short says that there were fewer than were wanted.
func (b *book) claim(ctx context.Context, tx *db.Tx, batch []*order, answers []answer, at db.Instant, d *tally) (short bool, err error) {
	want := 0
	for _, o := range batch {
		want += o.want
	}
	if want == 0 {
		return false, nil
	}
	n, err := b.s.allow(ctx, tx, b.c.From, int64(want), at)
	if err != nil {
		return false, err
	}
	var rows []row
	if n > 0 {
		if rows, err = claim(ctx, tx, b.c, b.worker, at, n, d); err != nil {
			return false, err
		}
	}
	short = len(rows) < want
	if err := rsvp.IssueLinks(ctx, tx, at, b.links(rows)); err != nil {
		return false, err
	}
	for share := true; share && len(rows) > 0; { // one each, then a second one, so that every session has something to do
		share = false
		for i, o := range batch {
			if len(answers[i].rows) < o.want && len(rows) > 0 {
				answers[i].rows, rows, share = append(answers[i].rows, rows[0]), rows[1:], true
			}
		}
	}
	return short, nil
}

func (b *book) links(rows []row) []rsvp.Link {
	links := make([]rsvp.Link, len(rows))
	for i, r := range rows {
		links[i] = rsvp.Link{Token: b.tokens.rsvp(r.id), EventID: b.c.EventID, Name: nameOf(r.first, r.last), Email: r.email,
			Language: i18n.Lang(r.language), CustomerID: r.customer, RecipientID: r.id}
	}
	return links
}

// end looks whether the campaign has come to its end, or was stopped by somebody.
func (b *book) end(ctx context.Context, tx *db.Tx, answers []answer, at db.Instant) error {
	done, err := finish(ctx, tx, b.c.ID, at)
	if err != nil {
		return err
	}
	if done {
		if err := tx.Signal(ctx, Changed); err != nil {
			return err
		}
		if err := b.s.tell(ctx, tx, b.c.ID, auth.Actor{}); err != nil {
			return err
		}
	}
	c, err := byID(ctx, tx, b.c.ID)
	if err != nil {
		return err
	}
	for i := range answers {
		answers[i].over = c.Status != Sending
	}
	return nil
}

// recent remembers how the last messages went.
type recent struct {
	results [100]bool // true: refused for good
	n       int
}

const (
	judgedFrom = 50 // messages, before which nothing is concluded
	tooMany    = 20 // percent refused
)

func (r *recent) add(isRefused bool) {
	r.results[r.n%len(r.results)] = isRefused
	r.n++
}

// bad tells whether so many were refused that something is wrong with more than single addresses.
func (r *recent) bad() bool {
	n := min(r.n, len(r.results))
	if n < judgedFrom {
		return false
	}
	bad := 0
	for _, isRefused := range r.results[:n] {
		if isRefused {
			bad++
		}
	}
	return bad*100 > n*tooMany
}

// judge finds out whether the campaign must be paused: a session said so, or too much is refused.
func (b *book) judge(batch []*order) *order {
	for _, o := range batch {
		if o.stopped == Paused {
			return o
		}
		for _, one := range o.done {
			if one.what == delivered || one.what == refused {
				b.recent.add(one.what == refused)
			}
		}
	}
	if b.recent.bad() {
		b.recent = recent{}
		return &order{reason: ManyFailures}
	}
	return nil
}
