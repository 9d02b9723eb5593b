package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"presence/cmd/bench/load"
)

// streamCount is the number of open streams: two for each person of the wide company.
const streamCount = 10_000

// streams opens the streams, approves everyone's period at once and waits until each stream has received a notification. The
// time is measured from the response to the approval; a notification that arrives before it counts as 0.
func (b *bench) streams() (row, error) {
	l, err := b.open(wide, "streams")
	if err != nil {
		return row{}, err
	}
	cookies, err := l.signInAll(b.ctx)
	if err != nil {
		return row{}, errors.Join(err, l.close())
	}
	open := make([]*follower, streamCount)
	err = inParallel(streamCount, 64, func(i int) (err error) {
		open[i], err = follow(b.ctx, l.addr, cookies[i%len(cookies)])
		return err
	})
	defer func() {
		for _, f := range open {
			if f != nil {
				f.conn.Close()
			}
		}
	}()
	if err != nil {
		return row{}, errors.Join(err, l.close())
	}
	heard := make([]time.Time, streamCount)
	done := make(chan error, 1)
	go func() {
		done <- inParallel(streamCount, streamCount, func(i int) (err error) {
			heard[i], err = open[i].hears("event: notification")
			return err
		})
	}()
	if _, err := l.approveAll(b.ctx); err != nil {
		return row{}, errors.Join(err, l.close())
	}
	answered := time.Now()
	if err := <-done; err != nil {
		return row{}, errors.Join(err, l.close())
	}
	took := make([]time.Duration, streamCount)
	for i, at := range heard {
		took[i] = max(0, at.Sub(answered))
	}
	p50, slowest := load.Spread(took)
	_, peak, err := l.memory()
	return row{p50: ms(p50), p99: ms(slowest) + " (slowest)", memory: fmt.Sprintf("%.0f MB", peak),
		target: "< 1,000 ms, < 600 MB", checks: checks{atMost(slowest, time.Second), below(peak, 600)}}, errors.Join(err, l.close())
}

// follower is a client of one stream.
type follower struct {
	conn net.Conn
	in   *bufio.Reader
}

// follow opens a stream and waits until it is established.
func follow(ctx context.Context, addr, cookie string) (*follower, error) {
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", addr)
	if err != nil {
		return nil, err
	}
	f := &follower{conn, bufio.NewReaderSize(conn, 512)}
	_, err = fmt.Fprintf(conn,
		"GET /notifications/stream HTTP/1.1\r\nHost: %s\r\nAccept: text/event-stream\r\nAccept-Encoding: gzip\r\n%s\r\n", addr, cookie)
	if err == nil {
		_, err = f.hears("event: unread")
	}
	return f, err
}

// hears waits for a line and returns when it arrived.
func (f *follower) hears(want string) (time.Time, error) {
	if err := f.conn.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
		return time.Time{}, err
	}
	for {
		line, err := f.in.ReadSlice('\n')
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return time.Time{}, fmt.Errorf("waiting for %q: %w", want, err)
		}
		if bytes.HasPrefix(line, []byte(want)) {
			return time.Now(), nil
		}
	}
}

// signInAll creates a browser session for every employee of the company, directly in the database: signing in by password is
// slow on purpose. It returns their Cookie header lines.
func (l *lab) signInAll(ctx context.Context) (cookies []string, err error) {
	d, err := raw(filepath.Join(l.dir, file))
	if err != nil {
		return nil, err
	}
	defer d.Close()
	secrets, err := insertSessions(ctx, d, time.Now())
	for _, s := range secrets {
		cookies = append(cookies, "Cookie: presence="+s+"\r\n")
	}
	return cookies, err
}

// inParallel calls fn with 0 to n-1, at most atOnce at a time, and returns the first error.
func inParallel(n, atOnce int, fn func(i int) error) error {
	var all sync.WaitGroup
	var mu sync.Mutex
	var first error
	turns := make(chan struct{}, atOnce)
	for i := range n {
		turns <- struct{}{}
		all.Go(func() {
			defer func() { <-turns }()
			if err := fn(i); err != nil {
				mu.Lock()
				if first == nil {
					first = errors.New(strconv.Itoa(i) + ": " + err.Error())
				}
				mu.Unlock()
			}
		})
	}
	all.Wait()
	return first
}
