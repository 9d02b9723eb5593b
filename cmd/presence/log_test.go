package main

import (
	"errors"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// writes remembers each call of Write.
type writes struct {
	mu    sync.Mutex
	calls []string
	err   error
}

func (w *writes) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.calls = append(w.calls, string(b))
	return len(b), w.err
}

// got is what was written so far.
func (w *writes) got() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.calls)
}

func TestLogBuffer(t *testing.T) {
	t.Run("lines that come together go out together, soon", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			out := &writes{}
			b := newLogBuffer(out)
			io.WriteString(b, "one\n")
			io.WriteString(b, "two\n")
			if len(out.got()) != 0 {
				t.Fatal("written at once", out.got())
			}
			time.Sleep(logDelay)
			synctest.Wait()
			if len(out.got()) != 1 || out.got()[0] != "one\ntwo\n" {
				t.Fatalf("%q", out.got())
			}
			io.WriteString(b, "three\n")
			time.Sleep(logDelay)
			synctest.Wait()
			if len(out.got()) != 2 || out.got()[1] != "three\n" {
				t.Errorf("%q", out.got())
			}
		})
	})
	t.Run("a full buffer does not wait, and no line is cut", func(t *testing.T) {
		out := &writes{}
		b := newLogBuffer(out)
		line := strings.Repeat("x", 999) + "\n"
		for range 100 {
			io.WriteString(b, line)
		}
		if err := b.Flush(); err != nil || len(out.got()) != 4 || strings.Join(out.got(), "") != strings.Repeat(line, 100) {
			t.Errorf("%d writes, %v", len(out.got()), err)
		}
		for _, c := range out.got() {
			if len(c)%1000 != 0 {
				t.Errorf("a line is cut after %d bytes", len(c))
			}
		}
	})
	t.Run("a buffer that is exactly full waits for one more line", func(t *testing.T) {
		out := &writes{}
		b := newLogBuffer(out)
		line := strings.Repeat("x", logBytes/2-1) + "\n"
		for want := range 3 {
			io.WriteString(b, line)
			if n := len(out.got()); n != max(0, want-1) {
				t.Errorf("%d writes after line %d", n, want+1)
			}
		}
	})
	t.Run("a line longer than the buffer is written whole", func(t *testing.T) {
		out := &writes{}
		b := newLogBuffer(out)
		io.WriteString(b, strings.Repeat("y", 2*logBytes))
		if err := b.Flush(); err != nil || len(out.got()) != 1 || len(out.got()[0]) != 2*logBytes {
			t.Errorf("%d writes, %v", len(out.got()), err)
		}
	})
	t.Run("a line is refused when those before it cannot be written", func(t *testing.T) {
		full := errors.New("no space left")
		b := newLogBuffer(&writes{err: full})
		io.WriteString(b, "one\n")
		if n, err := io.WriteString(b, strings.Repeat("y", logBytes)); n != 0 || !errors.Is(err, full) {
			t.Errorf("%d bytes, %v", n, err)
		}
	})
	t.Run("Flush tells a fault once", func(t *testing.T) {
		full := errors.New("no space left")
		b := newLogBuffer(&writes{err: full})
		io.WriteString(b, "one\n")
		if err := b.Flush(); !errors.Is(err, full) {
			t.Error(err)
		}
		if err := b.Flush(); err != nil {
			t.Error("again", err)
		}
	})
}
