package sender

import (
	"context"
	"slices"

	"presence/app/accounts/auth"
	"presence/app/hub/campaigns"
	"presence/app/platform/mail"
	"presence/db"
)

// What the tests see of the package beside its exported names.

const MaxChannelFailures = maxChannelFailures

type Membership struct{ *membership }

func (w *Worker) Join(ctx context.Context) (Membership, error) {
	m, err := w.join(ctx)
	return Membership{m}, err
}

// WaitToJoin reports whether the worker has joined before ctx ended.
func (w *Worker) WaitToJoin(ctx context.Context) bool { return w.waitToJoin(ctx) != nil }

func (w *Worker) NeverJoined() Membership { return Membership{newMembership(w, nil)} }

func (m Membership) ID() int64                                  { return m.lease }
func (m Membership) Run(ctx context.Context)                    { m.serve(lifetimes{ctx, ctx, ctx}) }
func (m Membership) BeatOnce(ctx context.Context) (bool, error) { return m.beatOnce(ctx) }
func (m Membership) ScheduleOnce(ctx context.Context)           { m.scheduleOnce(ctx) }
func (m Membership) ReapDeadWorkers(ctx context.Context) error  { return m.reapDeadWorkers(ctx) }
func (m Membership) ReleaseOrphans(ctx context.Context) error   { return m.releaseOrphans(ctx) }
func (w *Worker) ClampFutureRetries(ctx context.Context) error  { return w.clampFutureRetries(ctx) }
func (w *Worker) Drained()                                      { w.draining.Wait() }
func (w *Worker) Reconcile(ctx context.Context) error           { return w.reconcile(ctx) }
func (w *Worker) Now() db.Instant                               { return w.now() }

func (w *Worker) TakeFromBucket(ctx context.Context, tx *db.Tx, sender string, n int64, at db.Instant) (int64, error) {
	b, err := openBucket(ctx, tx, w.service().Options().Rate, sender, n, at)
	if err != nil {
		return 0, err
	}
	return b.allowed, b.charge(ctx, tx, b.allowed)
}

func ClaimRecipients(ctx context.Context, tx *db.Tx, c campaigns.Campaign, worker int64, at db.Instant,
	n int64) (claimed []campaigns.Recipient, err error) {
	_, err = campaigns.MoveRecipients(ctx, tx, at, auth.Actor{}, func(m *campaigns.Moves) (err error) {
		claimed, err = campaigns.Claim(ctx, m, c, worker, at, n)
		return err
	})
	return claimed, err
}

func SetInFlight(ctx context.Context, tx *db.Tx, campaign, worker int64, ids []int64) (map[int64]bool, error) {
	return campaigns.MarkInFlight(ctx, tx, campaign, worker, ids)
}

func InsertWorker(ctx context.Context, tx *db.Tx, name string) (int64, error) {
	return insertWorker(ctx, tx, name, "", Channels{Bulk: true, Mailbox: true}, 1)
}

// Answer has one batch save what became of an attempt to send a message, as mail.Session.Send returned it.
func (m Membership) Answer(ctx context.Context, c campaigns.Campaign, recipient, attempt int64, err error, marked bool) error {
	r := &commitRequest{outcomes: []outcome{outcomeOf(recipient, attempt, err, marked)}}
	_, err = newCommitter(m.worker, m.worker.service(), m.lease, c, nil).commitBatch(ctx, []*commitRequest{r})
	return err
}

// PauseInBatch has one batch save that recipients were refused and pause the campaign.
func (m Membership) PauseInBatch(ctx context.Context, c campaigns.Campaign, refused ...int64) error {
	batch := []*commitRequest{{pause: &pause{reason: campaigns.RelayDown}}}
	for _, id := range refused {
		batch = append(batch, &commitRequest{outcomes: []outcome{{id: id, kind: outcomeRefused, attempt: 1}}, claims: 1})
	}
	_, err := newCommitter(m.worker, m.worker.service(), m.lease, c, nil).commitBatch(ctx, batch)
	return err
}

// SaveInBatch has one batch save that messages were sent, and ask for more recipients.
func (m Membership) SaveInBatch(ctx context.Context, c campaigns.Campaign, sent ...int64) error {
	r := &commitRequest{claims: 1}
	for _, id := range sent {
		r.outcomes = append(r.outcomes, outcome{id: id, kind: outcomeSent, attempt: 1})
	}
	_, err := newCommitter(m.worker, m.worker.service(), m.lease, c, nil).commitBatch(ctx, []*commitRequest{r})
	return err
}

// ClaimInBatch has one batch claim up to n recipients. It returns how many it claimed, and whether it says that more may be due.
func (m Membership) ClaimInBatch(ctx context.Context, c campaigns.Campaign, n int) (claimed int, more bool, err error) {
	service := m.worker.service()
	composer, err := service.Compose(ctx, m.worker.db, c)
	if err != nil {
		return 0, false, err
	}
	results, err := newCommitter(m.worker, service, m.lease, c, composer).commitBatch(ctx, []*commitRequest{{claims: n}})
	if err != nil {
		return 0, false, err
	}
	return len(results[0].claimed), results[0].more, nil
}

// RefusalsCounted returns how many refusals a run has counted after one attempt to commit n of them with ctx.
func (m Membership) RefusalsCounted(ctx context.Context, c campaigns.Campaign, n int) (counted int, err error) {
	committer := newCommitter(m.worker, m.worker.service(), m.lease, c, nil)
	_, err = committer.commitBatch(ctx, []*commitRequest{{outcomes: slices.Repeat([]outcome{{kind: outcomeRefused, attempt: 1}}, n)}})
	return committer.window.n, err
}

// SaveOutcome saves what became of an attempt for a worker, and returns the change of the campaign's counts.
type SaveOutcome func(ctx context.Context, tx *db.Tx, campaign, worker int64, at db.Instant) (campaigns.CountsChange, error)

// SaveOutcomes returns functions that save the outcomes other than sent of the message to a recipient.
func SaveOutcomes(id int64) map[string]SaveOutcome {
	saves := map[string]SaveOutcome{}
	for name, kind := range map[string]outcomeKind{
		"refused": outcomeRefused, "deferred": outcomeDeferred, "unknown": outcomeUnknown, "not tried": outcomeNotTried,
	} {
		saves[name] = func(ctx context.Context, tx *db.Tx, campaign, worker int64, at db.Instant) (campaigns.CountsChange, error) {
			o := outcome{id: id, kind: kind, attempt: 1, text: "450 later", bounce: mail.NoSuchAddress}
			changes, err := campaigns.MoveRecipients(ctx, tx, at, auth.Actor{}, func(m *campaigns.Moves) error {
				return saveOutcome(ctx, m, campaign, worker, o, at)
			})
			return changes[campaign], err
		}
	}
	return saves
}
