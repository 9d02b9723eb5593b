package sender

import (
	"io"
	"testing"

	"presence/app/platform/mail"
)

func TestOutcomeWindow_tooManyRefused(t *testing.T) {
	for _, x := range []struct {
		name          string
		refused, sent int // in this order
		want          bool
	}{
		{"says nothing of fewer than fifty messages", 49, 0, false},
		{"looks at fifty", 50, 0, true},
		{"allows a fifth", 10, 40, false},
		{"not more than a fifth", 11, 40, true},
		{"allows a fifth of a hundred", 20, 80, false},
		{"not more of a hundred", 21, 79, true},
		{"forgets what is a hundred messages ago", 60, 100, false},
	} {
		t.Run(x.name, func(t *testing.T) {
			var w outcomeWindow
			for range x.refused {
				w.add([]outcome{{kind: outcomeRefused}, {kind: outcomeDeferred}}) // the latter says nothing of the address
			}
			for range x.sent {
				w.add([]outcome{{kind: outcomeSent}})
			}
			if got := w.tooManyRefused(); got != x.want {
				t.Errorf("got %t", got)
			}
		})
	}
}

func TestOutcomeOf(t *testing.T) {
	for _, x := range []struct {
		name    string
		attempt int64
		err     error
		marked  bool
		want    outcomeKind
	}{
		{"is sent without an error", 1, nil, true, outcomeSent},
		{"is not tried when the recipient is not the worker's", 1, errNotOurs, true, outcomeNotTried},
		{"is not tried when the run has ended", 1, errRunEnded, true, outcomeNotTried},
		{"is unknown when the answer of a message in flight never came", 1, io.ErrUnexpectedEOF, true, outcomeUnknown},
		{"is not tried when the message was not in flight", 1, io.ErrUnexpectedEOF, false, outcomeNotTried},
		{"is refused for good", 1, &mail.Failure{Kind: mail.Refused}, false, outcomeRefused},
		{"is put off", 1, &mail.Failure{Kind: mail.Retry}, true, outcomeDeferred},
		{"is put off the last time but one", 7, &mail.Failure{Kind: mail.Retry}, true, outcomeDeferred},
		{"is refused when it was put off too often", 8, &mail.Failure{Kind: mail.Retry}, true, outcomeRefused},
		{"is unknown where the other side does not know", 1, &mail.Failure{Kind: mail.Unknown}, true, outcomeUnknown},
		{"is not tried where nothing was handed over", 1, &mail.Failure{Kind: mail.Unknown}, false, outcomeNotTried},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := outcomeOf(7, x.attempt, x.err, x.marked); got.kind != x.want || got.id != 7 || got.attempt != x.attempt {
				t.Errorf("got %+v, want kind %d", got, x.want)
			}
		})
	}
}
