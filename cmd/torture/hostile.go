package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	memoryAllowed = 300.0 // MB, whatever is sent
	droppedWithin = 10 * time.Second
)

// hostileClients sends what no client should, slowly and all at once, while others ask as usual: these are answered as
// ever, nothing that was refused is kept, and memory stays what it is.
func hostileClients(h *hall, r *row) error {
	s, err := h.open(h.binary, "", 1, steady)
	if err != nil {
		return err
	}
	defer s.leave(r)
	event, err := s.newList()
	if err != nil {
		return err
	}
	usual := &usual{site: s, event: event}
	usual.start()
	var all sync.WaitGroup
	all.Go(func() { s.slowClients(r) })
	for range h.few(5, 1) {
		err = errors.Join(err, s.hostileBodies(r, event))
	}
	all.Wait()
	p99, failed := usual.end()
	if failed != nil {
		r.blame("an ordinary request: %v", failed)
	}
	if p99 > h.asUsual() {
		r.blame("an ordinary request took %s", p99)
	}
	peak, known := s.nodes[0].memory()
	if peak > memoryAllowed {
		r.blame("it took %.0f MB of memory", peak)
	}
	if l, late := s.list(event, 0, 2); late != nil || l.Total != 1 {
		r.blame("of what was refused %d addresses are kept: %v", l.Total-1, late)
	}
	r.note = fmt.Sprintf("others' p99 %d ms, memory %.0f MB at most", p99.Milliseconds(), peak)
	return errors.Join(err, known)
}

// asUsual is within what time 99 of 100 ordinary requests are answered; a short run shares its machine with other tests.
func (h *hall) asUsual() time.Duration {
	if h.quick {
		return 3 * time.Second
	}
	return 300 * time.Millisecond
}

// repeated is n times the same byte.
func repeated(b byte, n int64) io.Reader { return io.LimitReader(endless(b), n) }

type endless byte

func (e endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(e)
	}
	return len(p), nil
}

// packed is n bytes of nothing, a thousandth of that when they are packed.
func packed(n int64) *bytes.Buffer {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = io.Copy(w, repeated(' ', n))
	_ = w.Close()
	return &b
}

// hostileBodies sends each of them once.
func (s *site) hostileBodies(r *row, event string) error {
	csv, json, load := "/events/"+event+"/audience/import", "/events", s.few(500<<20, 50<<20)
	for _, x := range []struct {
		what, path, media, encoding string
		body                        io.Reader
	}{
		{"a line without an end", csv, "text/csv", "", repeated('x', int64(load))},
		{"a cell without an end", csv, "text/csv", "", io.MultiReader(strings.NewReader(`"`), repeated('x', int64(load)))},
		{"a CSV that grows when it is unpacked", csv, "text/csv", "gzip", packed(int64(load))},
		{"a packed CSV that does not say so", csv, "text/csv", "", packed(1 << 20)},
		{"JSON that grows when it is unpacked", json, "application/json", "gzip", packed(int64(load))},
		{"JSON without an end", json, "application/json", "", io.MultiReader(strings.NewReader(`{"id":"`), repeated('x', int64(load)))},
		{"JSON of a million levels", json, "application/json", "", repeated('[', 1_000_000)},
		{"JSON of a million objects", json, "application/json", "", strings.NewReader(strings.Repeat(`{"a":`, 200_000))},
		{"JSON of nothing but U+0000", json, "application/json", "", repeated(0, 1000)},
		{"JSON of what is no UTF-8", json, "application/json", "", io.MultiReader(strings.NewReader(`{"id":"`), repeated(0xff, 1000), strings.NewReader(`"}`))},
		{"a form without an end", csv, "multipart/form-data; boundary=x", "", io.MultiReader(strings.NewReader("--x\r\nContent-Disposition: form-data; name=\"other\"\r\n\r\n"), repeated('x', int64(load)))},
	} {
		r.requests++
		status, err := s.deliver(x.path, x.media, x.encoding, x.body)
		if err != nil {
			return err
		}
		if status/100 != 4 && status != 0 {
			r.blame("%s was answered %d", x.what, status)
		}
	}
	return nil
}

// deliver sends a body and gives the status, 0 when the connection was broken off instead.
func (s *site) deliver(path, media, encoding string, body io.Reader) (int, error) {
	r, err := http.NewRequestWithContext(s.ctx, http.MethodPost, "http://"+s.nodes[0].addr+path, io.NopCloser(body))
	if err != nil {
		return 0, err
	}
	r.Header.Set("Authorization", "Bearer "+s.token)
	r.Header.Set("Content-Type", media)
	if encoding != "" {
		r.Header.Set("Content-Encoding", encoding)
	}
	answer, err := s.client.Do(r)
	if err != nil {
		return 0, s.ctx.Err()
	}
	return answer.StatusCode, answer.Body.Close()
}

// slowClients begins requests that never end, a byte now and then. All are dropped.
func (s *site) slowClients(r *row) {
	body := fmt.Sprintf("POST /events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{", s.token)
	var mu sync.Mutex
	var all sync.WaitGroup
	n := s.few(300, 100)
	r.requests += 2 * n
	for i := range 2 * n {
		begin := "GET /health HTTP/1.1\r\nHost: x\r\nX-Slow: "
		if i%2 == 1 {
			begin = body
		}
		all.Go(func() {
			if took, err := s.trickle(begin); err != nil || took > droppedWithin {
				mu.Lock()
				defer mu.Unlock()
				r.blame("a client that sends a byte now and then was kept for %s: %v", took, err)
			}
		})
	}
	all.Wait()
}

// trickle sends the beginning of a request, and then a byte a few times a second, until the other side has enough.
func (s *site) trickle(begin string) (time.Duration, error) {
	since := time.Now()
	c, err := net.Dial("tcp", s.nodes[0].addr)
	if err != nil {
		return 0, err
	}
	defer c.Close()
	over := make(chan struct{})
	go func() {
		defer close(over)
		_, _ = io.Copy(io.Discard, c)
	}()
	_, err = io.WriteString(c, begin)
	for tick := time.NewTicker(200 * time.Millisecond); err == nil && time.Since(since) < 2*droppedWithin; {
		select {
		case <-over:
			tick.Stop()
			return time.Since(since), nil
		case <-tick.C:
			_, err = io.WriteString(c, "x")
		}
	}
	return time.Since(since), nil // a broken pipe is an end as well
}

// usual are clients who ask as clients do, and how long they waited.
type usual struct {
	*site
	event string
	stop  chan struct{}
	all   sync.WaitGroup

	mu   sync.Mutex
	took []time.Duration
	err  error
}

func (u *usual) start() {
	u.stop = make(chan struct{})
	for range 4 {
		u.all.Go(func() {
			for u.once() {
				u.wait(5 * time.Millisecond)
			}
		})
	}
}

func (u *usual) once() bool {
	select {
	case <-u.stop:
		return false
	default:
	}
	begin := time.Now()
	err := u.call(u.nodes[0], http.MethodGet, "/events/"+u.event+"/audience/entries?limit=1", "", nil, nil)
	u.mu.Lock()
	defer u.mu.Unlock()
	u.took, u.err = append(u.took, time.Since(begin)), errors.Join(u.err, err)
	return u.err == nil
}

// end gives the 99th percentile.
func (u *usual) end() (time.Duration, error) {
	close(u.stop)
	u.all.Wait()
	slices.Sort(u.took)
	return u.took[len(u.took)*99/100], u.err
}

// memory is the most that the process ever had resident, in MB; 0 where the system does not tell.
func (n *node) memory() (peak float64, err error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", n.cmd.Process.Pid))
	if errors.Is(err, os.ErrNotExist) {
		return 0, nil
	}
	for line := range strings.Lines(string(text)) {
		if value, found := strings.CutPrefix(line, "VmHWM:"); found {
			kb, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(value), " kB"), 64)
			return kb / 1024, err
		}
	}
	return 0, err
}
