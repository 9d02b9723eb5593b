package sender

import (
	"context"

	"presence/app/hub/campaigns"
	"presence/app/hub/suppressions"
	"presence/app/platform/background"
	"presence/db"
)

// claimRecipients claims up to n recipients of a campaign that are due, for the worker. The same statement checks each of them
// again: recipients who have unsubscribed since, or who answered before their reminder, are excluded instead. A worker whose
// membership row is gone gets none. Recipients that wait for the choice of a subject are never claimed, even if they are due.
func claimRecipients(
	ctx context.Context, tx *db.Tx, c campaigns.Campaign, worker int64, at db.Instant, n int64,
) (claimed []campaigns.Recipient, excluded campaigns.CountsChange, err error) {
	reason := suppressions.Reason("campaign_recipients.email_key", c.ToComing())
	args := []any{worker, c.ID, int64(at), n}
	if c.ReminderOf != 0 {
		responded := campaigns.RespondedCondition("campaign_recipients", tx.Dialect().GenericParam("$5", "TEXT"))
		reason = "CASE WHEN " + responded + " THEN '" + campaigns.Registered + "' WHEN " +
			suppressions.WantsNoReminders("campaign_recipients") + " THEN '" + campaigns.NoReminders + "' ELSE " + reason + " END"
		args = append(args, c.EventID)
	}
	rows, err := tx.Query(ctx, `WITH due AS MATERIALIZED (
			SELECT id FROM campaign_recipients WHERE campaign_id = $2 AND `+campaigns.PendingIn("", campaigns.PhaseWaiting)+` AND next_at <= $3
				AND `+isSending("$2")+` AND `+workerExists("$1")+` AND `+campaigns.MayBeSent("$2")+`
			ORDER BY next_at, id LIMIT CAST($4 AS BIGINT)`+tx.Dialect().SkipLocked()+`)
		UPDATE campaign_recipients SET phase = `+campaigns.PhaseClaimed.SQL()+`, lease = $1 WHERE id IN (SELECT id FROM due)
		RETURNING id, attempts, email, firstname, lastname, language, customer_id, `+campaigns.HasSubjectB("$2")+`, `+reason, args...)
	if err != nil {
		return nil, excluded, err
	}
	reasons := map[int64]string{}
	err = db.ForEachRow(rows, func() error {
		var r campaigns.Recipient
		err := rows.Scan(&r.ID, &r.Attempts, &r.Email, &r.FirstName, &r.LastName, &r.Language, &r.CustomerID, &r.SubjectB, &r.Reason)
		if r.Reason != "" {
			reasons[r.ID] = r.Reason
		} else {
			claimed = append(claimed, r)
		}
		return err
	})
	if err != nil {
		return nil, excluded, err
	}
	for id, reason := range reasons {
		_, one, err := campaigns.Move(ctx, tx, []campaigns.Phase{campaigns.PhaseClaimed}, campaigns.Step{State: campaigns.Excluded},
			", reason = $2", "id = $1", id, reason)
		if err != nil {
			return nil, excluded, err
		}
		excluded = excluded.Plus(one)
	}
	return claimed, excluded, nil
}

// isSending is the condition that the campaign with that placeholder is being sent.
func isSending(campaign string) string {
	return "EXISTS (SELECT 1 FROM campaigns WHERE id = " + campaign + " AND " + campaigns.InState("", campaigns.Sending) + ")"
}

// setInFlight marks claimed recipients whose messages are about to be handed over, and returns those that the worker may still
// send to (R11). A recipient that is in flight already, but whose message was certainly not handed over, may be marked again.
func setInFlight(ctx context.Context, tx *db.Tx, campaign, worker int64, ids []int64) (map[int64]bool, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	marked, err := db.ReadIDs(tx.Query(ctx, "UPDATE campaign_recipients SET phase = "+campaigns.PhaseInFlight.SQL()+
		" WHERE id IN ("+tx.Dialect().IDs("$1")+") AND "+campaigns.PendingIn("", campaigns.PhaseClaimed, campaigns.PhaseInFlight)+
		" AND lease = $2 AND "+isSending("$3")+" AND "+workerExists("$2")+" RETURNING id", db.IDs(ids), worker, campaign))
	granted := make(map[int64]bool, len(marked))
	for _, id := range marked {
		granted[id] = true
	}
	return granted, err
}

// saveOutcomes saves the outcomes of messages and returns the change of the campaign's counts.
func saveOutcomes(ctx context.Context, tx *db.Tx, worker int64, outcomes []outcome,
	at db.Instant) (change campaigns.CountsChange, err error) {
	var sent []int64
	for _, o := range outcomes {
		if o.kind == outcomeSent {
			sent = append(sent, o.id)
			continue
		}
		one, err := saveOutcome(ctx, tx, worker, o, at)
		if err != nil {
			return change, err
		}
		change = change.Plus(one)
	}
	accepted, err := campaigns.MarkSent(ctx, tx, sent, at)
	return change.Plus(accepted), err
}

// saveOutcome saves any outcome except outcomeSent, if the recipient is still leased to the worker. If the worker has lost it,
// and it is unconfirmed since, the answer to a message that was handed over is saved all the same, if it is the answer to the
// attempt that is unconfirmed: staff may have had the message sent again, and that later attempt may have succeeded. An attempt
// that became unconfirmed has a number that no other one has.
func saveOutcome(ctx context.Context, tx *db.Tx, worker int64, o outcome, at db.Instant) (change campaigns.CountsChange, err error) {
	to, set, args := o.move(at)
	n, change, err := campaigns.Move(ctx, tx, leased, to, set, "id = $1 AND lease = $2", append([]any{o.id, worker}, args...)...)
	if err == nil && n == 0 && o.answered {
		n, change, err = campaigns.Move(ctx, tx, []campaigns.Phase{campaigns.PhaseUnconfirmed}, to, set, "id = $1 AND attempts = $2",
			append([]any{o.id, o.attempt}, args...)...)
	}
	if err == nil && n > 0 && o.bounce != "" {
		var bounced campaigns.CountsChange
		bounced, err = recordRefusal(ctx, tx, suppressions.Bounce{Recipient: o.id, Cause: o.bounce, Diagnostic: o.text, At: at})
		change = change.Plus(bounced)
	}
	return change, err
}

// leased are the phases of recipients that a worker leases.
var leased = []campaigns.Phase{campaigns.PhaseClaimed, campaigns.PhaseInFlight}

// move returns what becomes of the recipient after any outcome except outcomeSent: its step, and further assignments with their
// arguments, from $3 on.
func (o outcome) move(at db.Instant) (to campaigns.Step, set string, args []any) {
	const attempted = ", attempts = $3, reason = $4"
	switch o.kind {
	case outcomeRefused:
		return campaigns.Step{State: campaigns.Failed}, attempted, []any{o.attempt, o.text}
	case outcomeDeferred:
		next := at.Add(max(background.Backoff(o.attempt, firstRetry, lastRetry), o.retryAfter))
		return campaigns.Step{}, attempted + ", next_at = $5", []any{o.attempt, o.text, int64(next)}
	case outcomeUnknown:
		return campaigns.Step{Phase: campaigns.PhaseUnconfirmed}, attempted, []any{o.attempt, o.text}
	}
	return campaigns.Step{}, "", nil
}

// recordRefusal records that the mail server refused the address of a recipient at RCPT, whose state is Failed already. It
// returns the change of the campaign's counts.
func recordRefusal(ctx context.Context, tx *db.Tx, b suppressions.Bounce) (change campaigns.CountsChange, err error) {
	a, err := setBounced(ctx, tx, b)
	if err != nil {
		return change, err
	}
	return campaigns.CountsChange{Bounced: 1}, suppressions.RecordBounces(ctx, tx, []suppressions.BouncedAddress{a})
}

// setBounced saves the bounce of a recipient, and returns its address.
func setBounced(ctx context.Context, tx *db.Tx, b suppressions.Bounce) (a suppressions.BouncedAddress, err error) {
	a.Bounce = b
	err = tx.QueryRow(ctx, `UPDATE campaign_recipients SET bounced_at = $2, bounce = $3 WHERE id = $1
		RETURNING email_key, campaign_id`, b.Recipient, int64(b.At), string(b.Cause)).Scan(&a.EmailKey, &a.Campaign)
	return a, err
}

// nextDue returns when the next waiting recipient is due; waiting is false when there is none.
func nextDue(ctx context.Context, q db.Queryer, campaign int64) (at db.Instant, waiting bool, err error) {
	err = q.QueryRow(ctx, "SELECT COALESCE(MIN(next_at), -1) FROM campaign_recipients WHERE campaign_id = $1 AND "+
		campaigns.PendingIn("", campaigns.PhaseWaiting), campaign).Scan(&at)
	return at, at >= 0, err
}

// latestRetryAt returns the latest time at which a waiting recipient of a campaign is due; 0 when there is none.
func latestRetryAt(ctx context.Context, q db.Queryer, campaign int64) (at db.Instant, err error) {
	err = q.QueryRow(ctx, "SELECT COALESCE(MAX(next_at), 0) FROM campaign_recipients WHERE campaign_id = $1 AND "+
		campaigns.PendingIn("", campaigns.PhaseWaiting), campaign).Scan(&at)
	return at, err
}

// makeDueAfter sets the next attempt of waiting recipients to at, if that lies after latest.
func makeDueAfter(ctx context.Context, tx *db.Tx, campaign int64, latest, at db.Instant) error {
	_, err := tx.Exec(ctx, "UPDATE campaign_recipients SET next_at = $3 WHERE campaign_id = $1 AND next_at > $2 AND "+
		campaigns.PendingIn("", campaigns.PhaseWaiting), campaign, int64(latest), int64(at))
	return err
}

// releaseRecipients releases the recipients of a campaign that a dead worker leases: claimed ones wait again, those in flight
// become unconfirmed, until staff, the guest or the provider resolve them (R11).
func releaseRecipients(ctx context.Context, tx *db.Tx, c campaigns.Campaign, worker int64) (change campaigns.CountsChange, err error) {
	const where = "id BETWEEN $1 AND $2 AND +campaign_id = $3 AND lease = $4"
	args := []any{c.FirstID, c.LastID, c.ID, worker}
	_, _, err = campaigns.Move(ctx, tx, []campaigns.Phase{campaigns.PhaseClaimed}, campaigns.Step{}, "", where, args...)
	if err != nil {
		return change, err
	}
	_, change, err = campaigns.Move(ctx, tx, []campaigns.Phase{campaigns.PhaseInFlight}, campaigns.Step{Phase: campaigns.PhaseUnconfirmed},
		", attempts = attempts + 1, reason = 'the sender ended before the answer came'", where, args...)
	return change, err
}

// lockBucket returns the sender's token bucket and locks it until the end of the transaction. A new bucket is full.
func lockBucket(ctx context.Context, tx *db.Tx, sender string, full int64, at db.Instant) (tokens int64, filled db.Instant, err error) {
	_, err = tx.Exec(ctx, "INSERT INTO send_limits (sender, tokens, filled_at) VALUES ($1, $2, $3) ON CONFLICT (sender) DO NOTHING",
		sender, full, int64(at))
	if err != nil {
		return 0, 0, err
	}
	err = tx.QueryRow(ctx, "UPDATE send_limits SET tokens = tokens WHERE sender = $1 RETURNING tokens, filled_at",
		sender).Scan(&tokens, &filled)
	return tokens, filled, err
}

func saveBucket(ctx context.Context, tx *db.Tx, sender string, tokens int64, at db.Instant) error {
	_, err := tx.Exec(ctx, "UPDATE send_limits SET tokens = $2, filled_at = $3 WHERE sender = $1", sender, tokens, int64(at))
	return err
}
