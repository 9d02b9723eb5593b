package notifications

import (
	"context"
	"sync"

	"presence/app/platform/background"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
)

// stream is one open response of server-sent events.
type stream struct {
	person      string
	lang        i18n.Lang
	check       func(ctx context.Context) error // auth.Service.Revalidate
	startedAt   int                             // second of the run, which determines when it is checked
	checkFailed bool                            // the last check failed for another reason than lost access
	wake        background.Wake

	mu    sync.Mutex
	queue [][]byte
	ended bool
}

// heartbeat checks the credentials of a stream and queues a heartbeat, or ends the stream. The stream also ends when the check
// fails twice in a row for another reason, so that it is closed within 30 s of losing access, whatever fails (W15).
func (s *stream) heartbeat(ctx context.Context) {
	ask, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	err := s.check(ask)
	if ctx.Err() != nil {
		return
	}
	if err != nil && (s.checkFailed || errs.KindOf(err) == errs.KindUnauthenticated) {
		s.end()
		return
	}
	s.checkFailed = err != nil
	s.push(heartbeatEvent)
}

func (s *stream) push(event []byte) {
	s.mu.Lock()
	if s.queue = append(s.queue, event); len(s.queue) > maxQueued {
		s.ended = true
	}
	s.mu.Unlock()
	s.wake.Up()
}

func (s *stream) end() {
	s.mu.Lock()
	s.ended = true
	s.mu.Unlock()
	s.wake.Up()
}

// drain empties the queue and returns it; over: the caller must end the stream without sending it.
func (s *stream) drain() (events [][]byte, over bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	events, s.queue = s.queue, nil
	return events, s.ended
}
