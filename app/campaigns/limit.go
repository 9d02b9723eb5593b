package campaigns

import (
	"context"

	"presence/db"
)

const thousandth = 1000 // tokens are kept in thousandths of a message

// allow takes up to n messages from the sender's bucket (SEND_RATE), which holds what may go out in one second and is
// shared by all processes. A clock that was set back gives nothing and takes nothing.
func (s *Service) allow(ctx context.Context, tx *db.Tx, sender string, n int64, at db.Instant) (int64, error) {
	if s.o.Rate <= 0 {
		return n, nil
	}
	full := int64(max(s.o.Rate, 1) * thousandth)
	tokens, filled, err := bucket(ctx, tx, sender, full, at)
	if err != nil {
		return 0, err
	}
	if passed := int64(at - filled); passed > 0 { // in milliseconds, each worth a thousandth of the rate
		tokens = min(full, tokens+int64(float64(min(passed, 1000*1000))*s.o.Rate))
	}
	n = min(n, tokens/thousandth)
	return n, saveBucket(ctx, tx, sender, tokens-n*thousandth, at)
}
