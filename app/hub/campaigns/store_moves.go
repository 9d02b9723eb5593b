package campaigns

import (
	"context"

	"presence/app/hub/suppressions"
	"presence/app/platform/mail"
	"presence/db"
)

// This file has all statements that change the state, the phase or the lease of recipients. Each function is one transition, and counts
// it in the Moves that it is given.
//
//	from                            to                         by
//
//	waiting                         claimed                    Claim
//	waiting                         excluded                   Claim, if the guest is not to get the message any more; excludeWaiting
//	claimed, in flight              in flight                  MarkInFlight
//	claimed, in flight              failed                     Refuse
//	claimed, in flight              waiting                    Defer; Return, without an attempt
//	claimed, in flight              unconfirmed                MarkUnconfirmed
//	unconfirmed                     failed, waiting            Refuse, Defer: the answer came late
//	claimed                         waiting                    Release: the worker is dead
//	in flight                       unconfirmed                Release
//	any pending                     sent                       MarkSent
//	unconfirmed                     sent                       ConfirmSent, confirmResponded, resolveUnconfirmed
//	unconfirmed                     waiting                    resolveUnconfirmed
//	any                             sent, failed               SaveProgress: what a provider reports

// Step is how far a recipient has come: its state and, while it is pending, its phase.
type Step struct {
	State RecipientState
	Phase Phase
}

// Attempting reports whether an attempt to send the message is being made, which is not counted among the attempts yet.
func (s Step) Attempting() bool {
	return s.State == Pending && (s.Phase == PhaseClaimed || s.Phase == PhaseInFlight)
}

// count returns how n recipients at the step are counted.
func (s Step) count(n int64) CountsChange {
	switch {
	case s.State == Sent:
		return CountsChange{Sent: n}
	case s.State == Failed:
		return CountsChange{Failed: n}
	case s.State == Excluded:
		return CountsChange{Excluded: n}
	case s.unconfirmed():
		return CountsChange{Pending: n, Unconfirmed: n}
	}
	return CountsChange{Pending: n}
}

// moved returns the change of a campaign's counts when n of its recipients go from one step to another.
func moved(n int64, from, to Step) CountsChange {
	change := from.count(-n).Plus(to.count(n))
	if from.unconfirmed() && !to.unconfirmed() {
		change.Resolved = n
	}
	return change
}

func (s Step) unconfirmed() bool { return s.State == Pending && s.Phase == PhaseUnconfirmed }

// origin is where recipients come from: a condition, and the step at which all that meet it are counted.
type origin struct {
	condition string // SQL
	counted   Step
}

var (
	fromWaiting     = origin{PendingIn("", PhaseWaiting), Step{Pending, PhaseWaiting}}
	fromQueue       = origin{PendingIn("", PhaseWaiting, PhaseClaimed, PhaseInFlight), Step{Pending, PhaseWaiting}}
	fromClaimed     = origin{PendingIn("", PhaseClaimed), Step{Pending, PhaseClaimed}}
	fromInFlight    = origin{PendingIn("", PhaseInFlight), Step{Pending, PhaseInFlight}}
	fromLeased      = origin{PendingIn("", PhaseClaimed, PhaseInFlight), Step{Pending, PhaseClaimed}}
	fromUnconfirmed = origin{PendingIn("", PhaseUnconfirmed), Step{Pending, PhaseUnconfirmed}}
)

// move moves recipients of a campaign to another step, and returns their number. set (further assignments, each with a comma before it)
// and where (a condition) are SQL with placeholders for args.
func move(ctx context.Context, tx *Moves, campaign int64, from origin, to Step, set, where string, args ...any) (n int64, err error) {
	n, err = tx.Exec(ctx, "UPDATE campaign_recipients SET "+setStep(to)+set+" WHERE "+from.condition+" AND "+where, args...)
	tx.Count(campaign, moved(n, from.counted, to))
	return n, err
}

// setStep returns the assignments that set a recipient's step (see setStepTo).
func setStep(s Step) string { return setStepTo(s.State.SQL(), s.Phase.SQL()) }

// setStepTo returns the assignments that set a recipient's state and phase, which are SQL, remove its lease, and reset what
// is planned of lookups, which a recipient that becomes unconfirmed again begins anew.
func setStepTo(state, phase string) string {
	return "status = " + state + ", phase = " + phase + ", lease = 0, lookups = 0, lookup_at = 0"
}

// Claim claims up to n recipients of a campaign that are due, for the worker. The same statement checks each of them
// again: recipients who have unsubscribed since, who answered before their reminder, or who have answered otherwise or lost their
// registration before a message to those who come or decline, are excluded instead. A worker whose membership row is gone gets none.
// Recipients that wait for the choice of a subject are never claimed, even if they are due.
func Claim(ctx context.Context, tx *Moves, c Campaign, worker int64, at db.Instant, n int64) (claimed []Recipient, err error) {
	reason := suppressions.Reason("campaign_recipients.email_key", c.ToComing())
	args := []any{worker, c.ID, int64(at), n}
	event := tx.Dialect().GenericParam("$5", "TEXT")
	switch {
	case c.Type == TypeMessage:
		reason = "CASE WHEN " + answeredStill("campaign_recipients", event, peopleOf(!c.ToComing())) + " THEN " + reason +
			" WHEN " + answeredStill("campaign_recipients", event, ">= 0") + " THEN '" + Registered + "' ELSE '" + Unregistered + "' END"
		args = append(args, c.EventID)
	case c.ReminderOf != 0:
		responded := respondedCondition("campaign_recipients", event)
		reason = "CASE WHEN " + responded + " THEN '" + Registered + "' WHEN " +
			suppressions.WantsNoReminders("campaign_recipients") + " THEN '" + NoReminders + "' ELSE " + reason + " END"
		args = append(args, c.EventID)
	}
	rows, err := tx.Query(ctx, `WITH due AS MATERIALIZED (
			SELECT id FROM campaign_recipients WHERE campaign_id = $2 AND `+PendingIn("", PhaseWaiting)+` AND next_at <= $3
				AND `+isSending("$2")+` AND `+workerExists("$1")+` AND `+mayBeSent("$2")+`
			ORDER BY next_at, id LIMIT CAST($4 AS BIGINT)`+tx.Dialect().SkipLocked()+`)
		UPDATE campaign_recipients SET phase = `+PhaseClaimed.SQL()+`, lease = $1 WHERE id IN (SELECT id FROM due)
		RETURNING id, attempts, email, firstname, lastname, language, customer_id, `+hasSubjectB("$2")+`, `+reason, args...)
	if err != nil {
		return nil, err
	}
	reasons := map[int64]string{}
	err = db.ForEachRow(rows, func() error {
		var r Recipient
		err := rows.Scan(&r.ID, &r.Attempts, &r.Email, &r.FirstName, &r.LastName, &r.Language, &r.CustomerID, &r.SubjectB, &r.Reason)
		if r.Reason != "" {
			reasons[r.ID] = r.Reason
		} else {
			claimed = append(claimed, r)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	for id, reason := range reasons {
		if _, err := move(ctx, tx, c.ID, fromClaimed, Step{State: Excluded}, ", reason = $2", "id = $1", id, reason); err != nil {
			return nil, err
		}
	}
	return claimed, nil
}

// isSending is the condition that the campaign with that placeholder is being sent.
func isSending(campaign string) string {
	return "EXISTS (SELECT 1 FROM campaigns WHERE id = " + campaign + " AND " + inState("", Sending) + ")"
}

// MarkInFlight marks claimed recipients whose messages are about to be handed over, and returns those that the worker may still
// send to (R11). A recipient that is in flight already, but whose message was certainly not handed over, may be marked again.
func MarkInFlight(ctx context.Context, tx *db.Tx, campaign, worker int64, ids []int64) (map[int64]bool, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	marked, err := db.ReadIDs(tx.Query(ctx, "UPDATE campaign_recipients SET phase = "+PhaseInFlight.SQL()+
		" WHERE id IN ("+tx.Dialect().IDs("$1")+") AND "+PendingIn("", PhaseClaimed, PhaseInFlight)+
		" AND lease = $2 AND "+isSending("$3")+" AND "+workerExists("$2")+" RETURNING id", db.IDs(ids), worker, campaign))
	granted := make(map[int64]bool, len(marked))
	for _, id := range marked {
		granted[id] = true
	}
	return granted, err
}

// Attempt is an attempt to send a message that has ended without being accepted.
type Attempt struct {
	Campaign   int64
	Recipient  int64
	Worker     int64  // that made it
	Number     int64  // from 1
	Answer     string // of the relay or provider
	HandedOver bool   // the message was handed over, and Answer says that it is not accepted, now or ever
}

// Refuse makes a recipient failed whose message is never accepted. bounce is why the address was refused, "" if it was not.
func Refuse(ctx context.Context, tx *Moves, a Attempt, bounce mail.Cause, at db.Instant) error {
	n, err := endAttempt(ctx, tx, a, Step{State: Failed}, 0)
	if err != nil || n == 0 || bounce == "" {
		return err
	}
	return recordRefusal(ctx, tx, suppressions.Bounce{Recipient: a.Recipient, Cause: bounce, Diagnostic: a.Answer, At: at})
}

// Defer lets a recipient wait until next for another attempt.
func Defer(ctx context.Context, tx *Moves, a Attempt, next db.Instant) error {
	_, err := endAttempt(ctx, tx, a, Step{}, next)
	return err
}

// MarkUnconfirmed saves that a message may have been handed over, and that no answer was received.
func MarkUnconfirmed(ctx context.Context, tx *Moves, a Attempt) error {
	_, err := endAttempt(ctx, tx, a, Step{Phase: PhaseUnconfirmed}, 0)
	return err
}

// Return gives a recipient back that the worker leases: its message was certainly not handed over. It waits again as before.
func Return(ctx context.Context, tx *Moves, campaign, recipient, worker int64) error {
	_, err := move(ctx, tx, campaign, fromLeased, Step{}, "", "id = $1 AND lease = $2", recipient, worker)
	return err
}

// endAttempt moves a recipient whose attempt has ended, if it is still leased to the worker. If the worker has lost it, and it is
// unconfirmed since, the answer to a message that was handed over is saved all the same, if it is the answer to the attempt that is
// unconfirmed: staff may have had the message sent again, and that later attempt may have succeeded. An attempt that became
// unconfirmed has a number that no other one has. next is the time of the next attempt; 0: it stays. n is 1, or 0 if nothing was saved.
func endAttempt(ctx context.Context, tx *Moves, a Attempt, to Step, next db.Instant) (n int64, err error) {
	set, args := ", attempts = $3, reason = $4", []any{a.Number, a.Answer}
	if next != 0 {
		set, args = set+", next_at = $5", append(args, int64(next))
	}
	n, err = move(ctx, tx, a.Campaign, fromLeased, to, set, "id = $1 AND lease = $2", append([]any{a.Recipient, a.Worker}, args...)...)
	if err != nil || n > 0 || !a.HandedOver {
		return n, err
	}
	return move(ctx, tx, a.Campaign, fromUnconfirmed, to, set, "id = $1 AND attempts = $2", append([]any{a.Recipient, a.Number}, args...)...)
}

// recordRefusal records that the mail server refused the address of a recipient at RCPT, whose state is Failed already.
func recordRefusal(ctx context.Context, tx *Moves, b suppressions.Bounce) error {
	a, err := setBounced(ctx, tx.Tx, b)
	if err != nil {
		return err
	}
	tx.Count(a.Campaign, CountsChange{Bounced: 1})
	return suppressions.RecordBounces(ctx, tx.Tx, []suppressions.BouncedAddress{a})
}

// setBounced saves the bounce of a recipient, and returns its address.
func setBounced(ctx context.Context, tx *db.Tx, b suppressions.Bounce) (a suppressions.BouncedAddress, err error) {
	a.Bounce = b
	err = tx.QueryRow(ctx, `UPDATE campaign_recipients SET bounced_at = $2, bounce = $3 WHERE id = $1
		RETURNING email_key, campaign_id`, b.Recipient, int64(b.At), string(b.Cause)).Scan(&a.EmailKey, &a.Campaign)
	return a, err
}

// Release releases the recipients of a campaign that a dead worker leases: claimed ones wait again, those in flight become
// unconfirmed, until staff, the guest or the provider resolve them (R11).
func Release(ctx context.Context, tx *Moves, c Campaign, worker int64) error {
	const where = "id BETWEEN $1 AND $2 AND +campaign_id = $3 AND lease = $4"
	args := []any{c.FirstID, c.LastID, c.ID, worker}
	if _, err := move(ctx, tx, c.ID, fromClaimed, Step{}, "", where, args...); err != nil {
		return err
	}
	_, err := move(ctx, tx, c.ID, fromInFlight, Step{Phase: PhaseUnconfirmed},
		", attempts = attempts + 1, reason = 'the sender ended before the answer came'", where, args...)
	return err
}

// moveToSent is move for recipients whose message has arrived, or was accepted. sentAt is SQL for the time at which it was
// sent. An attempt that is being made is counted; that of an unconfirmed recipient is counted already.
func moveToSent(ctx context.Context, tx *Moves, campaign int64, from origin, sentAt, where string, args ...any) (n int64, err error) {
	return move(ctx, tx, campaign, from, Step{State: Sent}, ", reason = '', sent_at = "+sentAt+", attempts = attempts + CASE WHEN phase IN ("+
		PhaseClaimed.SQL()+", "+PhaseInFlight.SQL()+") THEN 1 ELSE 0 END", where, args...)
}

// MarkSent saves that the relay or provider has accepted messages of a campaign, whichever worker leases the recipients now.
func MarkSent(ctx context.Context, tx *Moves, campaign int64, ids []int64, at db.Instant) error {
	if len(ids) == 0 {
		return nil
	}
	where := "id IN (" + tx.Dialect().IDs("$1") + ")"
	n, err := moveToSent(ctx, tx, campaign, fromQueue, "$2", where, db.IDs(ids), int64(at))
	if err != nil || n == int64(len(ids)) {
		return err
	}
	_, err = moveToSent(ctx, tx, campaign, fromUnconfirmed, "$2", where, db.IDs(ids), int64(at))
	return err
}

// ConfirmSent makes a recipient of a campaign sent, if it is unconfirmed, since its message is known to have arrived (R11).
func ConfirmSent(ctx context.Context, tx *Moves, campaign, id int64, at db.Instant) error {
	_, err := moveToSent(ctx, tx, campaign, fromUnconfirmed, "$2", "id = $1", id, int64(at))
	return err
}

// confirmResponded makes the unconfirmed recipients sent whose guests have answered, since they must have received the message
// (R11).
func confirmResponded(ctx context.Context, tx *Moves, c Campaign) error {
	_, err := moveToSent(ctx, tx, c.ID, fromUnconfirmed, "CASE WHEN sent_at = 0 THEN $2 ELSE sent_at END",
		"campaign_id = $1 AND EXISTS (SELECT 1 FROM rsvps v WHERE v.recipient_id = campaign_recipients.id)", c.ID, int64(c.StartedAt))
	return err
}

// resolveUnconfirmed makes unconfirmed recipients sent, or pending again when sent is false, as staff decided. No ids means all
// of the campaign. It returns the number of recipients changed.
func resolveUnconfirmed(ctx context.Context, tx *Moves, campaign int64, ids []int64, sent bool, at db.Instant) (n int64, err error) {
	where, args := "campaign_id = $1", []any{campaign, int64(at)}
	if len(ids) > 0 {
		where += " AND id IN (" + tx.Dialect().IDs("$3") + ")"
		args = append(args, db.IDs(ids))
	}
	if sent {
		return moveToSent(ctx, tx, campaign, fromUnconfirmed, "$2", where, args...)
	}
	return move(ctx, tx, campaign, fromUnconfirmed, Step{Pending, PhaseWaiting}, ", next_at = $2", where, args...)
}

// SaveProgress saves the progress of recipients, which are not pending any more. It is one statement.
func SaveProgress(ctx context.Context, tx *Moves, changed []ProgressChange) error {
	if len(changed) == 0 {
		return nil
	}
	var rows [][]any
	for _, x := range changed {
		tx.Count(x.Campaign, x.counts())
		p := x.After
		rows = append(rows, []any{x.Recipient, int64(p.State), p.Attempts, int64(p.SentAt), int64(p.OpenedAt), int64(p.ClickedAt),
			int64(p.ScannedAt), int64(p.BouncedAt), int64(p.ComplainedAt), p.Reason, string(p.Bounce)})
	}
	_, err := tx.Exec(ctx, "WITH v (id, status, attempts, sent_at, opened_at, clicked_at, scanned_at, bounced_at, complained_at, reason, bounce) AS ("+
		tx.Dialect().Rows("$1", "BIGINT", "BIGINT", "BIGINT", "BIGINT", "BIGINT", "BIGINT", "BIGINT", "BIGINT", "BIGINT", "TEXT", "TEXT")+`)
		UPDATE campaign_recipients SET `+setStepTo("v.status", PhaseWaiting.SQL())+`, attempts = v.attempts,
			sent_at = v.sent_at, opened_at = v.opened_at, clicked_at = v.clicked_at, scanned_at = v.scanned_at, bounced_at = v.bounced_at,
			complained_at = v.complained_at, reason = v.reason, bounce = v.bounce
		FROM v WHERE campaign_recipients.id = v.id`, db.RowList(rows))
	return err
}

// excludeWaiting excludes those of these recipients of a campaign that wait, because they are erased.
func excludeWaiting(ctx context.Context, tx *Moves, campaign int64, ids []int64) error {
	_, err := move(ctx, tx, campaign, fromWaiting, Step{State: Excluded}, ", reason = $3",
		"campaign_id = $1 AND id IN ("+tx.Dialect().IDs("$2")+")", campaign, db.IDs(ids), stop)
	return err
}
