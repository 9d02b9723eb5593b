package sender

import (
	"context"

	"presence/db"
)

// milli is how many tokens a message costs: buckets hold thousandths of a message.
const milli = 1000

// maxClockDifference is how far apart the clocks of replicas may be, in milliseconds, before the limit takes one of them
// for set back.
const maxClockDifference = 5 * 60 * 1000

// takeFromBucket takes up to n messages from the sender's token bucket (SEND_RATE) and returns how many it got. The bucket
// holds what may be sent in one second and is shared by all processes. It counts thousandths of messages, and is no
// ratelimit.Limit, whose stored moment in milliseconds would be too coarse for hundreds of messages a second. Only the clock
// that is ahead refills it: two clocks that differ a little would otherwise refill it each time they take turns. A clock that
// was set back far starts to refill it anew from its own time.
func (w *Worker) takeFromBucket(ctx context.Context, tx *db.Tx, sender string, n int64, at db.Instant) (int64, error) {
	if w.o.Rate <= 0 {
		return n, nil
	}
	full := int64(max(w.o.Rate, 1) * milli)
	tokens, filled, err := lockBucket(ctx, tx, sender, full, at)
	if err != nil {
		return 0, err
	}
	passed := int64(at - filled)
	if passed > 0 { // in milliseconds, each worth a thousandth of the rate
		tokens = min(full, tokens+int64(float64(min(passed, 1000*1000))*w.o.Rate))
	}
	if -maxClockDifference < passed && passed < 0 {
		at = filled
	}
	n = min(n, tokens/milli)
	return n, saveBucket(ctx, tx, sender, tokens-n*milli, at)
}
