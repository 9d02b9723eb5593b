package mail_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"presence/app/apptest/sink"
	"presence/app/platform/mail"
)

// sendAll sends n messages in one session, each announced with the one before it.
func sendAll(t *testing.T, s mail.Session, n int) (outcomes []string) {
	t.Helper()
	for i := range n {
		var next *mail.Message
		if i < n-1 {
			next = message(i + 1)
		}
		var marked marks
		err := s.Send(context.Background(), message(i), next, marked.mark)
		outcomes = append(outcomes, kindOf(err))
		if err == nil && marked != 1 {
			t.Errorf("message %d was marked %d times", i, marked)
		}
	}
	return outcomes
}

func TestRelay_Send(t *testing.T) {
	for name, o := range map[string]sink.Options{
		"in groups, one round trip a message": {Keep: 3}, "step by step where no groups are offered": {Keep: 3, NoGroup: true},
	} {
		t.Run(name, func(t *testing.T) {
			s := start(t, o)
			session := open(t, relayTo(t, s.URL(), quick))
			got := sendAll(t, session, 3)
			if err := session.Close(); err != nil {
				t.Error(err)
			}
			if want := []string{"sent", "sent", "sent"}; !slices.Equal(got, want) {
				t.Fatalf("got %v", got)
			}
			for i, m := range s.Taken() {
				if want := fmt.Sprintf("guest%d@example.com <c7.%d@presence.example>", i, i); m.To+" "+m.ID != want {
					t.Errorf("message %d went as %s %s, want %s", i, m.To, m.ID, want)
				}
				if want := bytesOf(t, message(i)); string(m.Content) != want {
					t.Errorf("message %d came as\n%s\nwant\n%s", i, m.Content, want)
				}
			}
		})
	}
}

// TestRelay_Answers is the table of what a relay may do, and what each means for the message.
func TestRelay_Answers(t *testing.T) {
	const one = "guest1@example.com"
	for name, test := range map[string]struct {
		rule    sink.Rule
		want    string // the outcomes of messages 0 to 3
		taken   int
		noGroup bool
	}{
		"450 at MAIL": {sink.Rule{At: sink.Mail, From: 1, Times: 1, Reply: "450 4.3.2 later"}, "sent retry sent sent", 3,
			false},
		"450 at RCPT":               {sink.Rule{At: sink.Rcpt, To: one, Reply: "450 4.2.0 busy"}, "sent retry sent sent", 3, false},
		"450 at RCPT, step by step": {sink.Rule{At: sink.Rcpt, To: one, Reply: "450 4.2.0 busy"}, "sent retry sent sent", 3, true},
		"550 at RCPT":               {sink.Rule{At: sink.Rcpt, To: one, Reply: "550 5.1.1 nobody"}, "sent refused sent sent", 3, false},
		"550 at RCPT of several lines": {sink.Rule{At: sink.Rcpt, To: one, Reply: "550-5.1.1 nobody\r\n550 5.1.1 here"},
			"sent refused sent sent", 3, false},
		"550 at RCPT, step by step":       {sink.Rule{At: sink.Rcpt, To: one, Reply: "550 5.1.1 nobody"}, "sent refused sent sent", 3, true},
		"451 at DATA":                     {sink.Rule{At: sink.Data, To: one, Reply: "451 4.3.0 no"}, "sent retry sent sent", 3, false},
		"450 after the dot":               {sink.Rule{At: sink.Dot, To: one, Reply: "450 4.2.0 grey"}, "sent retry sent sent", 3, false},
		"552 after the dot":               {sink.Rule{At: sink.Dot, To: one, Reply: "552 5.3.4 too big"}, "sent refused sent sent", 3, false},
		"554 after the dot, step by step": {sink.Rule{At: sink.Dot, To: one, Reply: "554 5.7.1 spam"}, "sent refused sent sent", 3, true},
		"530 at MAIL": {sink.Rule{At: sink.Mail, From: 1, Reply: "530 5.7.0 sign in"}, "sent sign-in sign-in sign-in", 1,
			false},
		"421 at MAIL": {sink.Rule{At: sink.Mail, From: 1, Times: 1, Reply: "421 4.3.2 closing"}, "sent down down down", 1,
			false},
		"421 at RCPT":                     {sink.Rule{At: sink.Rcpt, To: one, Reply: "421 4.3.2 closing"}, "sent down down down", 1, false},
		"421 after the dot":               {sink.Rule{At: sink.Dot, To: one, Reply: "421 4.3.2 closing"}, "sent retry down down", 1, false},
		"lost while idle":                 {sink.Rule{At: sink.Mail, From: 1, Drop: true}, "sent down down down", 1, true},
		"lost at RCPT":                    {sink.Rule{At: sink.Rcpt, To: one, Reply: "250 ok", Drop: true}, "sent retry down down", 1, true},
		"lost in the content":             {sink.Rule{At: sink.Content, To: one, Drop: true}, "sent unknown down down", 1, false},
		"lost after the dot, not taken":   {sink.Rule{At: sink.Dot, To: one, Drop: true}, "sent unknown down down", 1, false},
		"lost after the dot, taken":       {sink.Rule{At: sink.Counted, To: one, Drop: true}, "sent unknown down down", 2, false},
		"no answer to RCPT":               {sink.Rule{At: sink.Rcpt, To: one, Stall: true}, "sent retry down down", 1, false},
		"no answer to the dot":            {sink.Rule{At: sink.Counted, To: one, Stall: true}, "sent unknown down down", 2, false},
		"a slow answer":                   {sink.Rule{At: sink.Counted, To: one, Delay: 60 * time.Millisecond}, "sent sent sent sent", 4, false},
		"no end of the answer to RCPT":    {sink.Rule{At: sink.Rcpt, To: one, Endless: 10 << 20}, "sent retry down down", 1, true},
		"no end of the answer to the dot": {sink.Rule{At: sink.Counted, To: one, Endless: 10 << 20}, "sent unknown down down", 2, false},
		"nonsense after the dot":          {sink.Rule{At: sink.Counted, To: one, Reply: "hello"}, "sent unknown down down", 2, false},
		"354 after the dot":               {sink.Rule{At: sink.Counted, To: one, Reply: "354 more"}, "sent unknown down down", 2, false},
		"354 without a recipient":         {sink.Rule{At: sink.Data, To: one, Reply: "250 what"}, "sent retry down down", 1, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := start(t, sink.Options{Rules: []sink.Rule{test.rule}, NoGroup: test.noGroup})
			session := open(t, relayTo(t, s.URL(), quick))
			if got := strings.Join(sendAll(t, session, 4), " "); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
			_ = session.Close()
			if got := s.Len(); got != test.taken {
				t.Errorf("the relay took %d messages, want %d", got, test.taken)
			}
			if twice := s.Twice(); len(twice) > 0 {
				t.Error("sent twice:", twice)
			}
		})
	}
}

func TestRelay_Open(t *testing.T) {
	account := sink.Options{User: "presence", Password: "secret"}
	with := func(o sink.Options, r sink.Rule) sink.Options { o.Rules = []sink.Rule{r}; return o }
	for name, test := range map[string]struct {
		o    sink.Options
		url  func(string) string
		want string
		code int
	}{
		"signs in with PLAIN": {account, nil, "sent", 0},
		"signs in with LOGIN": {sink.Options{User: "presence", Password: "secret", Ways: []string{"LOGIN"}}, nil, "sent", 0},
		"signs in with CRAM-MD5": {sink.Options{User: "presence", Password: "secret", Ways: []string{"XOAUTH2", "CRAM-MD5"}}, nil,
			"sent", 0},
		"535 is the account's fault": {account, func(u string) string { return strings.Replace(u, "secret", "wrong", 1) }, "sign-in",
			535},
		"454 may pass": {with(account, sink.Rule{At: sink.Auth, Reply: "454 4.7.0 later"}), nil, "down", 454},
		"no way to sign in": {sink.Options{}, func(u string) string { return strings.Replace(u, "smtp://", "smtp://a:b@", 1) },
			"sign-in", 0},
		"lost while signing in":              {with(account, sink.Rule{At: sink.Auth, Drop: true}), nil, "down", 0},
		"421 at the greeting":                {with(sink.Options{}, sink.Rule{At: sink.Greeting, Reply: "421 4.3.2 not now"}), nil, "down", 421},
		"554 at the greeting":                {with(sink.Options{}, sink.Rule{At: sink.Greeting, Reply: "554 5.7.1 not you"}), nil, "down", 554},
		"no greeting":                        {with(sink.Options{}, sink.Rule{At: sink.Greeting, Stall: true}), nil, "down", 0},
		"a greeting without end":             {with(sink.Options{}, sink.Rule{At: sink.Greeting, Endless: 10 << 20}), nil, "down", 0},
		"no encryption where it is required": {sink.Options{}, func(u string) string { return u + "?starttls=required" }, "down", 0},
		"no relay listens":                   {sink.Options{}, func(string) string { return "smtp://127.0.0.1:1" }, "down", 0},
		"the password is never sent in clear to an address that is not this machine's own": {account, func(u string) string {
			return strings.Replace(u, "127.0.0.1", "0.0.0.0", 1) + "?starttls=optional"
		}, "sign-in", 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := start(t, test.o)
			url := s.URL()
			if test.url != nil {
				url = test.url(url)
			}
			err := relayTo(t, url, quick).Test(context.Background())
			if got := kindOf(err); got != test.want {
				t.Fatalf("got %s (%v), want %s", got, err, test.want)
			}
			if f := mail.FailureOf(err); f != nil && (f.Code != test.code || !f.Ended || f.Text == "") {
				t.Errorf("got %+v, want code %d, ended and a text", f, test.code)
			}
		})
	}
}

func TestRelay_Mark(t *testing.T) {
	t.Run("a failing mark hands over nothing", func(t *testing.T) {
		s := start(t, sink.Options{})
		session := open(t, relayTo(t, s.URL(), quick))
		lease := errors.New("the lease is lost")
		if err := session.Send(context.Background(), message(0), message(1), func() error { return lease }); !errors.Is(err, lease) {
			t.Errorf("got %v", err)
		}
		f := mail.FailureOf(session.Send(context.Background(), message(1), nil, new(marks).mark))
		if f == nil || f.Kind != mail.Down || f.Text != "the connection has ended" {
			t.Errorf("the session went on: %+v", f)
		}
		_ = s.Close()
		if s.Len() != 0 || len(s.CutOff()) != 1 {
			t.Errorf("taken %v, cut off %v", s.Taken(), s.CutOff())
		}
	})
	t.Run("all but the dot is written when it is called", func(t *testing.T) {
		s := start(t, sink.Options{Rules: []sink.Rule{{At: sink.Content, To: "*", Drop: true}}})
		session := open(t, relayTo(t, s.URL(), quick))
		called := false
		err := session.Send(context.Background(), message(0), nil, func() error {
			called = true
			_ = s.Close() // waits until the sink has read the content and broken off
			return nil
		})
		if !called || kindOf(err) != "unknown" {
			t.Errorf("called: %v, got %v", called, err)
		}
	})
	t.Run("what is refused before is not marked", func(t *testing.T) {
		s := start(t, sink.Options{Rules: []sink.Rule{{At: sink.Rcpt, Reply: "550 5.1.1 nobody"}}})
		session := open(t, relayTo(t, s.URL(), quick))
		var marked marks
		if got := kindOf(session.Send(context.Background(), message(0), nil, marked.mark)); got != "refused" || marked != 0 {
			t.Errorf("got %s, marked %d times", got, marked)
		}
	})
	t.Run("a message is not begun after a stop", func(t *testing.T) {
		s := start(t, sink.Options{})
		session := open(t, relayTo(t, s.URL(), quick))
		ctx, stop := context.WithCancel(context.Background())
		stop()
		var marked marks
		err := session.Send(ctx, message(0), nil, marked.mark)
		if got := kindOf(err); got != "down" || !errors.Is(err, context.Canceled) || marked != 0 {
			t.Errorf("got %s: %v, marked %d times", got, err, marked)
		}
	})
	t.Run("a stop before it hands over nothing", func(t *testing.T) {
		s := start(t, sink.Options{Rules: []sink.Rule{{At: sink.Rcpt, Stall: true}}})
		session := open(t, relayTo(t, s.URL(), mail.DefaultTimeouts))
		ctx, stop := context.WithTimeout(context.Background(), 30*time.Millisecond)
		defer stop()
		var marked marks
		if got := kindOf(session.Send(ctx, message(0), nil, marked.mark)); got != "retry" || marked != 0 {
			t.Errorf("got %s, marked %d times", got, marked)
		}
	})
}

func TestRelay_Announced(t *testing.T) {
	ctx := context.Background()
	t.Run("closing hands over nothing", func(t *testing.T) {
		s := start(t, sink.Options{})
		session := open(t, relayTo(t, s.URL(), quick))
		if err := session.Send(ctx, message(0), message(1), new(marks).mark); err != nil {
			t.Fatal(err)
		}
		_ = session.Close()
		_ = s.Close()
		if s.Len() != 1 {
			t.Errorf("taken: %v", s.Taken())
		}
	})
	t.Run("another message is not sent in its place", func(t *testing.T) {
		s := start(t, sink.Options{})
		session := open(t, relayTo(t, s.URL(), quick))
		_ = session.Send(ctx, message(0), message(1), new(marks).mark)
		if got := kindOf(session.Send(ctx, message(2), nil, new(marks).mark)); got != "down" {
			t.Errorf("got %s", got)
		}
		_ = s.Close()
		if s.Len() != 1 {
			t.Errorf("taken: %v", s.Taken())
		}
	})
	t.Run("one that cannot be sent is not offered", func(t *testing.T) {
		s := start(t, sink.Options{NoUTF8: true})
		session := open(t, relayTo(t, s.URL(), quick))
		odd := message(1)
		odd.To.Email = "élodie@example.com"
		if err := session.Send(ctx, message(0), odd, new(marks).mark); err != nil {
			t.Fatal(err)
		}
		if got := kindOf(session.Send(ctx, odd, message(2), new(marks).mark)); got != "refused" {
			t.Errorf("got %s", got)
		}
		if err := session.Send(ctx, message(2), nil, new(marks).mark); err != nil {
			t.Error("the session did not go on:", err)
		}
	})
}

func TestRelay_Addresses(t *testing.T) {
	send := func(t *testing.T, o sink.Options, change func(*mail.Message)) (*sink.Sink, string) {
		t.Helper()
		o.Keep = 1
		s := start(t, o)
		m := message(0)
		change(m)
		return s, kindOf(open(t, relayTo(t, s.URL(), quick)).Send(context.Background(), m, nil, new(marks).mark))
	}
	t.Run("a domain of other letters goes in ASCII", func(t *testing.T) {
		s, got := send(t, sink.Options{NoUTF8: true}, func(m *mail.Message) { m.To.Email = "guest@fête.example" })
		if got != "sent" || s.Taken()[0].To != "guest@xn--fte-fma.example" {
			t.Errorf("got %s, %v", got, s.Taken())
		}
	})
	t.Run("other letters before the @ where they are taken", func(t *testing.T) {
		s, got := send(t, sink.Options{}, func(m *mail.Message) { m.To.Email = "élodie@example.com" })
		if got != "sent" || s.Taken()[0].To != "élodie@example.com" || !strings.Contains(string(s.Taken()[0].Content), "<élodie@example.com>") {
			t.Errorf("got %s, %v", got, s.Taken())
		}
	})
	for _, bad := range []string{"", "nobody", "a@b@", "a b@example.com", "a>@example.com", "a@example.com\r\nRCPT TO:<b@example.com>",
		"a@exa\nmple.com", "\"a\"@example.com", "a@[127.0.0.1]", "a@-x.example", "a@x..example", "a\x00@example.com",
		strings.Repeat("a", 65) + "@example.com"} {
		t.Run("never "+bad, func(t *testing.T) {
			s, got := send(t, sink.Options{}, func(m *mail.Message) { m.To.Email = bad })
			if got != "refused" || s.Len() != 0 {
				t.Errorf("got %s, %v", got, s.Taken())
			}
		})
	}
	t.Run("a message larger than the relay takes is not offered", func(t *testing.T) {
		s, got := send(t, sink.Options{Size: 5000}, func(m *mail.Message) {
			m.Parts = mail.Encode([]mail.Attachment{{Filename: "a.pdf", MediaType: "application/pdf", Data: make([]byte, 6000)}})
		})
		if got != "refused" || s.Len() != 0 {
			t.Errorf("got %s, %v", got, s.Taken())
		}
	})
}

// TestRelay_Smuggling sends texts that try to end the message and begin another one.
func TestRelay_Smuggling(t *testing.T) {
	const second = "MAIL FROM:<evil@example.com>\r\nRCPT TO:<victim@example.com>\r\nDATA\r\nSubject: x\r\n\r\nx\r\n.\r\n"
	for i, end := range []string{"\r\n.\r\n", "\n.\n", "\n.\r\n", "\r.\r", "\r\n.\n", "\r\n.\r", "\n.\r", "\r\n\x00.\r\n", "\r\n.=\r\n",
		"\u2028.\u2028", "\x85.\x85"} {
		t.Run(fmt.Sprintf("%q", end), func(t *testing.T) {
			s := start(t, sink.Options{Keep: 1})
			m := message(i)
			m.Text += end + second
			m.HTML += end + second
			m.Calendar = []byte(end + second)
			m.Parts = mail.Encode([]mail.Attachment{{Filename: end + second, MediaType: end + second, Data: []byte(end + second)}})
			session := open(t, relayTo(t, s.URL(), quick))
			for _, each := range []*mail.Message{m, message(99)} {
				if err := session.Send(context.Background(), each, nil, new(marks).mark); err != nil {
					t.Fatal(err)
				}
			}
			if counts := s.Counts(); len(counts) != 2 || s.Len() != 2 || counts["victim@example.com"] != 0 {
				t.Errorf("it took %v", counts)
			}
			if got := string(s.Taken()[0].Content); got != bytesOf(t, m) {
				t.Errorf("it took\n%s", got)
			}
		})
	}
}
