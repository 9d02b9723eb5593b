package apptest

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"strings"
	"sync"
	"testing"
)

// Log keeps what the product logs.
type Log struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *Log) logger() *slog.Logger { return slog.New(slog.NewJSONHandler(l, nil)) }

// Write takes one line of the log.
func (l *Log) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(b)
}

// String is the whole log.
func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.String()
}

// Lines are the log's entries, decoded.
func (l *Log) Lines() []map[string]any {
	var lines []map[string]any
	for line := range strings.Lines(l.String()) {
		var m map[string]any
		if json.Unmarshal([]byte(line), &m) == nil {
			lines = append(lines, m)
		}
	}
	return lines
}

// check fails when the log names anybody or holds what opens a door (O5).
func (l *Log) check(t testing.TB, secrets []string) {
	t.Helper()
	if strings.Contains(l.String(), "server: http: panic") {
		t.Errorf("a request ended in a panic:\n%s", l.String())
	}
	text := strings.ToLower(l.String())
	for _, secret := range secrets {
		if len(secret) > 3 && strings.Contains(text, strings.ToLower(secret)) {
			t.Errorf("O5: the log holds %q. It may say a route, a status and an id, never personal data, a query or a token:\n%s", secret,
				lineWith(l.String(), secret))
		}
	}
}

func lineWith(text, secret string) string {
	for line := range strings.Lines(text) {
		if strings.Contains(strings.ToLower(line), strings.ToLower(secret)) {
			return line
		}
	}
	return ""
}
