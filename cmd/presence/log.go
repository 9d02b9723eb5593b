package main

import (
	"io"
	"sync"
	"time"
)

// Limits of the log buffer: the maximum delay of a line, and the maximum size in bytes.
const (
	logDelay = 200 * time.Millisecond
	logBytes = 32 << 10
)

// logBuffer buffers log lines, so that a busy server does not need a system call for each. A line is written after at most
// logDelay; Flush writes all at once.
type logBuffer struct {
	mu      sync.Mutex
	out     io.Writer
	waiting []byte
	soon    *time.Timer // set while lines are buffered
}

func newLogBuffer(out io.Writer) *logBuffer {
	return &logBuffer{out: out, waiting: make([]byte, 0, logBytes)}
}

// Write adds whole lines.
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
		b.soon = time.AfterFunc(logDelay, func() { _ = b.Flush() }) // an error of the log cannot be logged
	}
	return len(lines), nil
}

// Flush writes the buffered lines.
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
