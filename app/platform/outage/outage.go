// Package outage logs failures of something that is tried again and again, such as the database or a mail server: when they begin, once
// a minute while they last, and when they are over.
package outage

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// Log logs the failures of one thing. It is safe for concurrent use. A nil Log logs nothing.
type Log struct {
	log  *slog.Logger
	what string // what fails: the beginning of each line
	now  func() time.Time

	lines Limit

	mu    sync.Mutex
	since time.Time // of the first failure; zero: it works
	told  bool      // a line says that it fails
}

// New makes the log of what.
func New(log *slog.Logger, what string, now func() time.Time) *Log {
	return &Log{log: log, what: what, now: now}
}

// Report calls Works if err is nil, and otherwise Failed, unless ctx has ended: then the error says only that the program stops.
func (l *Log) Report(ctx context.Context, err error) {
	switch {
	case err == nil:
		l.Works()
	case ctx.Err() == nil:
		l.Failed(err)
	}
}

// Failed logs an error, or counts it if another one was logged less than a minute ago.
func (l *Log) Failed(err error, args ...any) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	if l.since.IsZero() {
		l.since = now
	}
	log, notLogged := l.lines.Next(now)
	if !log {
		return
	}
	args = append(args, "error", err)
	if notLogged > 0 {
		args = append(args, "not_logged", notLogged)
	}
	l.log.Error(l.what+" fails", args...)
	l.told = true
}

// Works logs the end of the failures, if any were logged.
func (l *Log) Works() {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.since.IsZero() {
		return
	}
	if l.told {
		l.log.Info(l.what+" works again", "failed_for", l.now().Sub(l.since).Round(time.Millisecond).String())
	}
	l.since, l.told = time.Time{}, false
}
