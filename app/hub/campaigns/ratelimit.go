package campaigns

import (
	"context"

	"presence/db"
)

const thousandth = 1000 // tokens are kept in thousandths of a message

// maxClockDifference is how far the clocks of replicas may be from each other before the limit takes one of them for set back.
const maxClockDifference = 5 * 60 * 1000 // milliseconds

// takeFromBucket takes up to n messages from the sender's bucket (SEND_RATE), which holds what may go out in one second and is
// shared by all processes. Only the time that passes on the clock that is ahead fills it, or two clocks that are not
// quite the same would fill it each time that they take turns. A clock that was set back far gives nothing and takes
// nothing.
func (s *Service) takeFromBucket(ctx context.Context, tx *db.Tx, sender string, n int64, at db.Instant) (int64, error) {
	if s.o.Rate <= 0 {
		return n, nil
	}
	full := int64(max(s.o.Rate, 1) * thousandth)
	tokens, filled, err := lockBucket(ctx, tx, sender, full, at)
	if err != nil {
		return 0, err
	}
	passed := int64(at - filled)
	if passed > 0 { // in milliseconds, each worth a thousandth of the rate
		tokens = min(full, tokens+int64(float64(min(passed, 1000*1000))*s.o.Rate))
	}
	if -maxClockDifference < passed && passed < 0 {
		at = filled
	}
	n = min(n, tokens/thousandth)
	return n, saveBucket(ctx, tx, sender, tokens-n*thousandth, at)
}
