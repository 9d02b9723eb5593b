package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"
)

const (
	memoryAllowed = 300.0 // MB, whatever is sent
	droppedWithin = 10 * time.Second
)

// hostileClients sends invalid, slow and very many requests at once while an ordinary client works. The ordinary client must be
// answered as usual, nothing of a refused request may be stored, and memory must not grow.
func hostileClients(h *harness, r *row) error {
	s, err := h.open(h.binary, "", 1, steady)
	if err != nil {
		return err
	}
	defer s.leave(r)
	event, err := s.newList()
	if err != nil {
		return err
	}
	ordinary := &ordinaryClient{site: s, event: event}
	ordinary.start()
	var all sync.WaitGroup
	all.Go(func() { s.slowClients(r, event) })
	for range h.few(5, 1) {
		err = errors.Join(err, s.hostileBodies(r, event))
	}
	all.Wait()
	p99, failed := ordinary.end()
	if failed != nil {
		r.failf("an ordinary request: %v", failed)
	}
	if p99 > h.asUsual() {
		r.failf("an ordinary request took %s", p99)
	}
	peak, known := s.nodes[0].memory()
	if peak > memoryAllowed {
		r.failf("it took %.0f MB of memory", peak)
	}
	if l, late := s.list(event, 0, 2); late != nil || l.Total != 1 {
		r.failf("of what was refused %d addresses are kept: %v", l.Total-1, late)
	}
	r.note = fmt.Sprintf("others' p99 %d ms, memory %.0f MB at most", p99.Milliseconds(), peak)
	return errors.Join(err, known)
}

// asUsual returns within what time 99 of 100 ordinary requests are answered; a short run shares its machine with other tests.
func (h *harness) asUsual() time.Duration {
	if h.quick {
		return 3 * time.Second
	}
	return 300 * time.Millisecond
}

// repeated returns n times the same byte.
func repeated(b byte, n int64) io.Reader { return io.LimitReader(endless(b), n) }

type endless byte

func (e endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(e)
	}
	return len(p), nil
}

// packed returns n spaces as gzip, which has about a thousandth of that size.
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
		{"JSON of what is no UTF-8", json, "application/json", "",
			io.MultiReader(strings.NewReader(`{"id":"`), repeated(0xff, 1000), strings.NewReader(`"}`))},
		{"a form without an end", csv, "multipart/form-data; boundary=x", "",
			io.MultiReader(strings.NewReader("--x\r\nContent-Disposition: form-data; name=\"other\"\r\n\r\n"), repeated('x', int64(load)))},
	} {
		r.requests++
		status, err := s.deliver(x.path, x.media, x.encoding, x.body)
		if err != nil {
			return err
		}
		if status/100 != 4 && status != 0 {
			r.failf("%s was answered %d", x.what, status)
		}
	}
	return nil
}

// deliver sends a body and returns the status, or 0 when the server closed the connection instead.
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
