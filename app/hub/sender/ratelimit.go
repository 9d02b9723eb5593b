package sender

import (
	"context"

	"presence/db"
)

// milli is the number of tokens that a message costs: a bucket counts thousandths of a message.
const milli = 1000

// maxClockDifference, in milliseconds, is the largest difference between two readings of the clock that counts as a difference
// between replicas; with a larger one the clock was set back. After a smaller step back, a send with a single process waits for
// up to this time. It is therefore shorter than the value of package ratelimit.
const maxClockDifference = 5 * 60 * 1000

// bucket is the token bucket of a sender, locked until the end of the transaction. A zero bucket has no limit.
type bucket struct {
	allowed int64 // messages, of those asked for

	sender string
	tokens int64
	filled db.Instant
}

// openBucket locks the sender's token bucket and fills it up; n messages are asked for. rate is SEND_RATE. The bucket is
// shared by all processes and holds the messages of one second. It counts thousandths of a message and is not a
// ratelimit.Limit, whose resolution of one millisecond is too coarse for hundreds of messages a second.
//
// Only a clock that is ahead of the bucket's last time refills it: otherwise two replicas whose clocks differ slightly would
// refill it each time they take turns. A clock that is behind by more than maxClockDifference was set back, and refills from
// its own time on.
func openBucket(ctx context.Context, tx *db.Tx, rate float64, sender string, n int64, at db.Instant) (bucket, error) {
	if rate <= 0 || n == 0 {
		return bucket{allowed: n}, nil
	}
	full := int64(max(rate, 1) * milli)
	tokens, filled, err := lockBucket(ctx, tx, sender, full, at)
	if err != nil {
		return bucket{}, err
	}
	passed := int64(at - filled)
	if passed > 0 { // 1 ms × messages a second = thousandths of a message
		tokens = min(full, tokens+int64(float64(min(passed, 1000*1000))*rate))
	}
	if -maxClockDifference < passed && passed < 0 {
		at = filled
	}
	return bucket{min(n, tokens/milli), sender, tokens, at}, nil
}

// charge takes n messages from the bucket, at most as many as are allowed, and saves it.
func (b bucket) charge(ctx context.Context, tx *db.Tx, n int64) error {
	if b.sender == "" {
		return nil
	}
	return saveBucket(ctx, tx, b.sender, b.tokens-n*milli, b.filled)
}
