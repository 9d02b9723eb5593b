package sender

import (
	"context"
	"errors"
	"time"

	"presence/app/hub/campaigns"
	"presence/app/platform/background"
	"presence/app/platform/mail"
	"presence/db"
)

// outcome is the result of one attempt to send a message.
type outcome struct {
	id          int64 // of the recipient
	kind        outcomeKind
	text        string        // the answer of the relay or provider
	retryAfter  time.Duration // how long the relay or provider asks to wait
	attempt     int64         // from 1
	bounce      mail.Cause    // why the address was refused; "" if it was not
	notAccepted bool          // the message was handed over, and the answer was that it is not accepted, now or ever
}

type outcomeKind int

const (
	outcomeSent     outcomeKind = iota
	outcomeRefused              // permanently
	outcomeDeferred             // to be tried again
	outcomeUnknown              // handed over, but no answer was received
	outcomeNotTried             // certainly not handed over, and not because of the message: the recipient waits again as before
)

const (
	firstRetry  = 15 * time.Second // after the first attempt; doubles with each
	lastRetry   = time.Hour
	maxAttempts = 8
)

// outcomeOf interprets the error that mail.Session.Send returned for the nth attempt. marked: the recipient was marked in
// flight, so that the message may have been handed over.
func outcomeOf(id, attempt int64, err error, marked bool) outcome {
	o := outcome{id: id, attempt: attempt, kind: outcomeNotTried}
	if err == nil {
		o.kind = outcomeSent
		return o
	}
	if errors.Is(err, errNotOurs) || errors.Is(err, errRunEnded) {
		return o
	}
	f := mail.FailureOf(err)
	if f == nil {
		if marked {
			o.kind, o.text = outcomeUnknown, "the answer never came"
		}
		return o
	}
	o.text, o.retryAfter = f.Text, f.After
	o.notAccepted = marked && (f.Kind == mail.Refused || f.Kind == mail.Retry)
	switch f.Kind {
	case mail.Refused:
		o.kind, o.bounce = outcomeRefused, f.Bounce
	case mail.Retry:
		if o.kind = outcomeDeferred; attempt >= maxAttempts {
			o.kind = outcomeRefused
		}
	case mail.Unknown:
		if marked {
			o.kind = outcomeUnknown
		}
	}
	return o
}

// saveOutcomes saves the outcomes of messages of a campaign.
func saveOutcomes(ctx context.Context, m *campaigns.Moves, campaign, worker int64, outcomes []outcome, at db.Instant) error {
	var sent []int64
	for _, o := range outcomes {
		if o.kind == outcomeSent {
			sent = append(sent, o.id)
			continue
		}
		if err := saveOutcome(ctx, m, campaign, worker, o, at); err != nil {
			return err
		}
	}
	return campaigns.MarkSent(ctx, m, campaign, sent, at)
}

// saveOutcome saves any outcome except outcomeSent.
func saveOutcome(ctx context.Context, m *campaigns.Moves, campaign, worker int64, o outcome, at db.Instant) error {
	a := campaigns.Attempt{Campaign: campaign, Recipient: o.id, Worker: worker, Number: o.attempt, Answer: o.text, HandedOver: o.notAccepted}
	switch o.kind {
	case outcomeRefused:
		return campaigns.Refuse(ctx, m, a, o.bounce, at)
	case outcomeDeferred:
		return campaigns.Defer(ctx, m, a, at.Add(max(background.Backoff(o.attempt, firstRetry, lastRetry), o.retryAfter)))
	case outcomeUnknown:
		return campaigns.MarkUnconfirmed(ctx, m, a)
	}
	return campaigns.Return(ctx, m, campaign, o.id, worker)
}

// outcomeWindow keeps the results of a run's last messages.
type outcomeWindow struct {
	refused [100]bool
	n       int
}

const (
	minOutcomes       = 50 // the share of refusals is not judged before this many messages
	maxRefusedPercent = 20
)

func (w *outcomeWindow) add(outcomes []outcome) {
	for _, o := range outcomes {
		if o.kind == outcomeSent || o.kind == outcomeRefused {
			w.refused[w.n%len(w.refused)] = o.kind == outcomeRefused
			w.n++
		}
	}
}

// tooManyRefused reports whether the share of refusals is too high to come from single wrong addresses.
func (w *outcomeWindow) tooManyRefused() bool {
	n := min(w.n, len(w.refused))
	if n < minOutcomes {
		return false
	}
	refused := 0
	for _, r := range w.refused[:n] {
		if r {
			refused++
		}
	}
	return refused*100 > n*maxRefusedPercent
}
