package directory

import (
	"context"
	"errors"
	"io"
	"sync/atomic"
	"time"
)

var errLimit = errors.New("over a limit")

// limitedReader reads a response within limits: the bytes of the page, of all pages and of one record, and the time without a
// byte.
type limitedReader struct {
	body   io.ReadCloser
	cancel context.CancelFunc
	timer  *time.Timer

	stall     time.Duration
	page, all int64
	cost      *usage
	record    int64
	left      int64 // bytes left for the current record

	over    string // the limit that was exceeded
	stalled atomic.Bool
}

// expire closes the connection.
func (b *limitedReader) expire() {
	b.stalled.Store(true)
	b.cancel()
}

// Read implements io.Reader.
func (b *limitedReader) Read(p []byte) (int, error) {
	b.timer.Reset(b.stall)
	n, err := b.body.Read(p)
	b.timer.Stop()
	b.page, b.left = b.page-int64(n), b.left-int64(n)
	b.cost.bytes += int64(n)
	switch {
	case b.page < 0:
		b.over = "a page"
	case b.left < 0:
		b.over = "a record"
	case b.cost.bytes > b.all:
		b.over = "the whole listing"
	default:
		return n, err
	}
	return 0, errLimit
}

// next begins a new record.
func (b *limitedReader) next() { b.left = b.record }

// Close closes the response.
func (b *limitedReader) Close() {
	b.timer.Stop()
	if b.body != nil {
		_ = b.body.Close()
	}
	b.cancel()
}
