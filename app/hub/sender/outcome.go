package sender

import (
	"errors"
	"time"

	"presence/app/platform/mail"
)

// outcome is what became of one attempt to send a message.
type outcome struct {
	id            int64 // the recipient's
	kind          outcomeKind
	text          string        // what the other side said
	retryAfter    time.Duration // how long the other side asks to wait
	attempt       int64         // from 1
	noSuchAddress bool          // refused because the address does not exist
}

type outcomeKind int

const (
	outcomeSent     outcomeKind = iota
	outcomeRefused              // for good
	outcomeDeferred             // to be tried again
	outcomeUnknown              // handed over, and no answer came
	outcomeNotTried             // certainly not handed over, for no fault of the message: back to where it was
)

const (
	firstRetry  = 15 * time.Second // after the first attempt; doubles
	lastRetry   = time.Hour
	maxAttempts = 8
)

// retryDelay is how long to wait after the nth attempt was deferred, n from 1.
func retryDelay(n int64) time.Duration {
	d := firstRetry
	for i := int64(1); i < n && d < lastRetry; i++ {
		d *= 2
	}
	return min(d, lastRetry)
}

// outcomeOf reads what mail.Session.Send returned for the nth attempt. inFlight reports whether the recipient was marked in
// flight, so that the message may have been handed over.
func outcomeOf(id, attempt int64, err error, inFlight bool) outcome {
	o := outcome{id: id, attempt: attempt, kind: outcomeNotTried}
	if err == nil {
		o.kind = outcomeSent
		return o
	}
	if errors.Is(err, errNotOurs) || errors.Is(err, errStopping) {
		return o
	}
	f := mail.FailureOf(err)
	if f == nil {
		if inFlight {
			o.kind, o.text = outcomeUnknown, "the answer never came"
		}
		return o
	}
	o.text, o.retryAfter = f.Text, f.After
	switch f.Kind {
	case mail.Refused:
		o.kind, o.noSuchAddress = outcomeRefused, f.NoSuchAddress
	case mail.Retry:
		if o.kind = outcomeDeferred; attempt >= maxAttempts {
			o.kind = outcomeRefused
		}
	case mail.Unknown:
		if inFlight {
			o.kind = outcomeUnknown
		}
	}
	return o
}

// outcomeWindow remembers how the last messages of a run went.
type outcomeWindow struct {
	refused [100]bool
	n       int
}

const (
	minOutcomes       = 50 // messages, before which the share of refusals says nothing
	maxRefusedPercent = 20
)

func (w *outcomeWindow) add(o outcome) {
	if o.kind == outcomeSent || o.kind == outcomeRefused {
		w.refused[w.n%len(w.refused)] = o.kind == outcomeRefused
		w.n++
	}
}

// tooManyRefused reports whether so many are refused that more than single addresses must be wrong.
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
