package main

import (
	"io"
	"sync"
	"time"
)

// How long a log line may wait for others, and how many bytes of them.
const (
	logDelay = 200 * time.Millisecond
	logBytes = 32 << 10
)

// logBuffer gathers log lines, so that a busy server does not pay a system call for each. A line is out after logDelay
// at most; Flush sends what waits at once.
type logBuffer struct {
	mu      sync.Mutex
	out     io.Writer
	waiting []byte
	soon    *time.Timer // set while something waits
}

func newLogBuffer(out io.Writer) *logBuffer {
	return &logBuffer{out: out, waiting: make([]byte, 0, logBytes)}
}

// Write takes whole lines.
func (b *logBuffer) Write(lines []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.waiting)+len(lines) > logBytes {
		if err := b.flush(); err != nil {
			return 0, err
		}
	}
	b.waiting = append(b.waiting, lines...)
	if b.soon == nil {
		b.soon = time.AfterFunc(logDelay, func() { _ = b.Flush() }) // a log that cannot be written has nowhere to say so
	}
	return len(lines), nil
}

// Flush writes what waits.
func (b *logBuffer) Flush() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.flush()
}

func (b *logBuffer) flush() error {
	if b.soon != nil {
		b.soon.Stop()
		b.soon = nil
	}
	if len(b.waiting) == 0 {
		return nil
	}
	_, err := b.out.Write(b.waiting)
	b.waiting = b.waiting[:0]
	return err
}
