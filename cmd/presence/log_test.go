package main

import (
	"errors"
	"io"
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

func TestLogBuffer(t *testing.T) {
	t.Run("lines that come together go out together, soon", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			out := &writes{}
			b := newLogBuffer(out)
			io.WriteString(b, "one\n")
			io.WriteString(b, "two\n")
			if len(out.calls) != 0 {
				t.Fatal("written at once", out.calls)
			}
			time.Sleep(logDelay)
			synctest.Wait()
			if len(out.calls) != 1 || out.calls[0] != "one\ntwo\n" {
				t.Fatalf("%q", out.calls)
			}
			io.WriteString(b, "three\n")
			time.Sleep(logDelay)
			synctest.Wait()
			if len(out.calls) != 2 || out.calls[1] != "three\n" {
				t.Errorf("%q", out.calls)
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
		if err := b.Flush(); err != nil || len(out.calls) != 4 || strings.Join(out.calls, "") != strings.Repeat(line, 100) {
			t.Errorf("%d writes, %v", len(out.calls), err)
		}
		for _, c := range out.calls {
			if len(c)%1000 != 0 {
				t.Errorf("a line is cut after %d bytes", len(c))
			}
		}
	})
	t.Run("a line longer than the buffer is written whole", func(t *testing.T) {
		out := &writes{}
		b := newLogBuffer(out)
		io.WriteString(b, strings.Repeat("y", 2*logBytes))
		if err := b.Flush(); err != nil || len(out.calls) != 1 || len(out.calls[0]) != 2*logBytes {
			t.Errorf("%d writes, %v", len(out.calls), err)
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
