package sink

import (
	"strings"
	"time"
)

// Step is a moment of the dialogue.
type Step string

// The steps, in the order in which they come.
const (
	Greeting Step = "greeting"
	Hello    Step = "hello"
	Auth     Step = "auth"
	Mail     Step = "mail"
	Rcpt     Step = "rcpt"
	Data     Step = "data"     // the command
	Content  Step = "content"  // in the middle of the content, after its first lines
	Dot      Step = "dot"      // all has come, nothing is counted yet
	Counted  Step = "counted"  // counted, not answered yet
	Answered Step = "answered" // counted, and the answer is on its way
	Reset    Step = "reset"
	Quit     Step = "quit"
)

// Rule makes the sink behave differently at one step.
type Rule struct {
	At      Step
	To      string        // a recipient, or the beginning of one before a *; empty: any. Greeting, Hello and Auth know none
	From    int           // the first occasion that counts, from 0: "after 250 messages" is From 250
	Times   int           // on how many occasions it applies; 0: always
	Reply   string        // said instead of the usual: "450 4.2.0 busy"
	Delay   time.Duration // waits first
	Drop    bool          // breaks the connection without a word (after Reply, if there is one)
	Stall   bool          // never answers again; the log has the time
	Endless int           // says so many bytes of a reply that does not end, then breaks off
}

func (r Rule) matches(at Step, to string) bool {
	if r.At != at {
		return false
	}
	if start, open := strings.CutSuffix(r.To, "*"); open {
		return strings.HasPrefix(to, start)
	}
	return r.To == "" || r.To == to
}

// rule is the first one that applies now; each that fits is an occasion used.
func (s *Sink) rule(at Step, to string) (Rule, bool) {
	if len(s.o.Rules) == 0 {
		return Rule{}, false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, r := range s.o.Rules {
		if !r.matches(at, to) {
			continue
		}
		occasion := s.used[i]
		s.used[i]++
		if occasion >= r.From && (r.Times == 0 || occasion < r.From+r.Times) {
			return r, true
		}
	}
	return Rule{}, false
}
