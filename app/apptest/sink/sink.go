// Package sink is an SMTP relay for tests and measurements. It counts each message, by recipient and Message-ID, before it
// replies, so that what it has counted is what a real relay would have accepted; it delivers nothing. Rules make it refuse,
// stall, disconnect or send invalid replies at any step. It runs inside a test, or as a child process that survives a killed
// sender.
package sink

import (
	"bufio"
	"crypto/tls"
	"fmt"
	"maps"
	"net"
	"os"
	"slices"
	"strings"
	"sync"
	"time"
)

// Options configure a sink. The zero value accepts everything at once, with PIPELINING and without encryption.
type Options struct {
	Listen string // address; empty: a free local port
	Log    string // file with a line for each message, written before the reply, and for each stall; empty: none
	Rules  []Rule

	Trip    time.Duration // simulated round trip, a delay for each group of input
	Dot     time.Duration // simulated work on a message, a delay between counting it and the reply
	NoGroup bool          // does not offer PIPELINING, and replies 503 to a client that uses it
	NoUTF8  bool          // does not offer SMTPUTF8
	Size    int64         // the announced limit; 0: 50 MiB
	Keep    int           // number of messages whose content is kept

	User, Password string      // required credentials; empty: none
	Ways           []string    // authentication mechanisms; nil: PLAIN and LOGIN
	TLS            *tls.Config `json:"-"` // for STARTTLS
	Implicit       bool        // TLS from the first byte
}

// Taken is a message that was counted.
type Taken struct {
	From    string // envelope sender, lower case
	To      string // first recipient, lower case
	ID      string // Message-ID with its brackets
	Bytes   int
	Content []byte // without the final dot; only of the first Options.Keep messages
}

// Sink is a running relay.
type Sink struct {
	o      Options
	listen net.Listener
	log    *os.File
	done   sync.WaitGroup

	mu      sync.Mutex
	open    map[net.Conn]bool
	used    []int // how often each rule was applied
	taken   []Taken
	count   map[string]int // by recipient and Message-ID
	faults  []string
	cut     []string // recipients of messages that ended before their final dot
	opened  int
	most    int
	changed chan struct{} // closed and replaced at each message
}

// Start starts a sink, which serves until Close.
func Start(o Options) (*Sink, error) {
	if o.Listen == "" {
		o.Listen = "127.0.0.1:0"
	}
	if o.Size == 0 {
		o.Size = 50 << 20
	}
	if o.Ways == nil {
		o.Ways = []string{"PLAIN", "LOGIN"}
	}
	s := &Sink{o: o, open: map[net.Conn]bool{}, used: make([]int, len(o.Rules)), count: map[string]int{}, changed: make(chan struct{})}
	var err error
	if o.Log != "" {
		if s.log, err = os.OpenFile(o.Log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600); err != nil {
			return nil, err
		}
	}
	if s.listen, err = net.Listen("tcp", o.Listen); err != nil {
		return nil, err
	}
	s.done.Go(s.accept)
	return s, nil
}

func (s *Sink) accept() {
	for {
		c, err := s.listen.Accept()
		if err != nil {
			return
		}
		s.mu.Lock()
		s.opened++
		number := s.opened
		s.open[c] = true
		s.most = max(s.most, len(s.open))
		s.mu.Unlock()
		s.done.Go(func() {
			s.serve(c, number)
			s.mu.Lock()
			delete(s.open, c)
			s.mu.Unlock()
			_ = c.Close()
		})
	}
}

func (s *Sink) serve(raw net.Conn, number int) {
	conn := raw
	if s.o.Implicit {
		conn = tls.Server(raw, s.o.TLS)
	}
	d := &dialogue{sink: s, conn: conn, number: number, encrypted: s.o.Implicit}
	if s.o.Dot > 0 || s.o.Trip > 0 {
		d.pause = newPause()
		defer d.pause.close()
	}
	d.in, d.out = bufio.NewReaderSize(conn, 64<<10), bufio.NewWriterSize(conn, 4<<10)
	d.run()
}

// Close stops listening and closes every connection.
func (s *Sink) Close() error {
	err := s.listen.Close()
	s.mu.Lock()
	for c := range s.open {
		_ = c.Close()
	}
	s.mu.Unlock()
	s.done.Wait()
	if s.log != nil {
		_ = s.log.Close()
	}
	return err
}

// Addr returns host:port.
func (s *Sink) Addr() string { return s.listen.Addr().String() }

// URL returns the sink's address as a setting for a sender.
func (s *Sink) URL() string {
	scheme, user := "smtp", ""
	if s.o.Implicit {
		scheme = "smtps"
	}
	if s.o.User != "" {
		user = s.o.User + ":" + s.o.Password + "@"
	}
	return scheme + "://" + user + s.Addr()
}

// store counts a message. When it returns, the message is in the log file.
func (s *Sink) store(t Taken) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.log != nil {
		if _, err := fmt.Fprintf(s.log, "%s %s %d\n", t.To, t.ID, t.Bytes); err != nil {
			s.faults = append(s.faults, "log: "+err.Error())
		}
	}
	if len(s.taken) >= s.o.Keep {
		t.Content = nil
	}
	s.taken = append(s.taken, t)
	s.count[t.To+" "+t.ID]++
	close(s.changed)
	s.changed = make(chan struct{})
}

// note writes a line into the log that is not about a message; its number of words differs.
func (s *Sink) note(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.log == nil {
		return
	}
	if _, err := fmt.Fprintf(s.log, "# "+format+"\n", args...); err != nil {
		s.faults = append(s.faults, "log: "+err.Error())
	}
}

func (s *Sink) fault(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.faults) < 100 {
		s.faults = append(s.faults, fmt.Sprintf(format, args...))
	}
}

// Taken returns the messages counted so far, in order.
func (s *Sink) Taken() []Taken {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.taken)
}

// Len returns the number of messages counted so far.
func (s *Sink) Len() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.taken)
}

// Counts returns how many messages each recipient got, by address.
func (s *Sink) Counts() map[string]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := make(map[string]int, len(s.count))
	for key, n := range s.count {
		to, _, _ := strings.Cut(key, " ")
		out[to] += n
	}
	return out
}

// Twice returns the messages that were counted more than once, as "recipient Message-ID".
func (s *Sink) Twice() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := maps.Clone(s.count)
	maps.DeleteFunc(all, func(_ string, n int) bool { return n < 2 })
	return slices.Sorted(maps.Keys(all))
}

// Faults returns protocol errors: commands out of order, bare line ends, lines that are too long, empty messages.
func (s *Sink) Faults() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.faults)
}

// CutOff returns the recipients of messages that ended before their final dot.
func (s *Sink) CutOff() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.cut)
}

// Connections returns how many connections were opened, and the most at the same time.
func (s *Sink) Connections() (opened, most int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.opened, s.most
}

// Wait returns true when n messages have been counted, or false after patience.
func (s *Sink) Wait(n int, patience time.Duration) bool {
	late := time.NewTimer(patience)
	defer late.Stop()
	for {
		s.mu.Lock()
		have, changed := len(s.taken), s.changed
		s.mu.Unlock()
		if have >= n {
			return true
		}
		select {
		case <-changed:
		case <-late.C:
			return false
		}
	}
}
