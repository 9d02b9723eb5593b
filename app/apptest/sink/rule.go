package sink

import (
	"strings"
	"time"
)

// Step is a step of the SMTP dialogue.
type Step string

// The steps, in their order.
const (
	Greeting Step = "greeting"
	Hello    Step = "hello"
	Auth     Step = "auth"
	Mail     Step = "mail"
	Rcpt     Step = "rcpt"
	Data     Step = "data"     // the command
	Content  Step = "content"  // in the middle of the content, after its first lines
	Dot      Step = "dot"      // the final dot was received, the message is not counted yet
	Counted  Step = "counted"  // the message is counted, no reply was sent yet
	Answered Step = "answered" // the message is counted, and the reply was sent
	Reset    Step = "reset"
	Quit     Step = "quit"
)

// Rule makes the sink behave differently at one step.
type Rule struct {
	At      Step
	To      string        // a recipient, or a prefix before a *; empty: any. Greeting, Hello and Auth have no recipient
	From    int           // the first occasion on which it applies, from 0: "after 250 messages" is From 250
	Times   int           // how often it applies; 0: always
	Reply   string        // replaces the usual reply: "450 4.2.0 busy"
	Delay   time.Duration // before the reply
	Drop    bool          // closes the connection (after Reply, if there is one)
	Stall   bool          // never replies again; the log has the time
	Endless int           // sends this many bytes of a reply that does not end, then closes the connection
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

// rule returns the first rule that applies now; an occasion counts for each rule that matches.
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
