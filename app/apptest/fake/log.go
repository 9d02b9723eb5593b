package fake

import (
	"bytes"
	"encoding/json"
	"strings"
	"sync"
)

// Log collects what the product logs.
type Log struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

// Write adds one line of the log.
func (l *Log) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(b)
}

// String returns the whole log.
func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.String()
}

// Lines returns the log's entries, decoded from JSON.
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
