package mail_test

import (
	"bufio"
	"context"
	"io"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"presence/app/apptest/sink"
	"presence/app/platform/mail"
)

// What a refusal in the envelope says of the recipient's address. The session goes on after it.
func TestRelay_refused_recipient(t *testing.T) {
	const one = "guest1@example.com"
	for name, x := range map[string]struct {
		rules []sink.Rule
		want  string     // the outcomes of messages 0 to 2
		why   mail.Cause // of the refusal of the address
	}{
		"an unknown address": {[]sink.Rule{{At: sink.Rcpt, To: one, Reply: "550 5.1.1 nobody"}}, "sent refused sent", mail.NoSuchAddress},
		"a refusal for another reason": {[]sink.Rule{{At: sink.Rcpt, To: one, Reply: "550 5.7.1 policy"}},
			"sent refused sent", mail.Policy},
		"the same words about the sender": {[]sink.Rule{{At: sink.Mail, From: 1, Times: 1, Reply: "550 5.1.1 nobody"}},
			"sent refused sent", ""},
	} {
		for way, noGroup := range map[string]bool{"in groups": false, "step by step": true} {
			t.Run(name+", "+way, func(t *testing.T) {
				t.Parallel()
				s := start(t, sink.Options{Rules: x.rules, NoGroup: noGroup})
				session := open(t, relayTo(t, s.URL(), quick))
				var got []string
				for i := range 3 {
					err := session.Send(context.Background(), message(i), nil, new(marks).mark)
					got = append(got, kindOf(err))
					if f := mail.FailureOf(err); i == 1 && (f == nil || f.Bounce != x.why || f.Ended) {
						t.Errorf("%+v: want the cause %q", f, x.why)
					}
				}
				if strings.Join(got, " ") != x.want {
					t.Errorf("got %v, want %s", got, x.want)
				}
			})
		}
	}
}

// A relay that has refused the recipient and answers DATA in another way than with a refusal: the message is refused, and the
// session is over, because the relay would take the next command for content.
func TestRelay_answers_data_after_a_refused_recipient(t *testing.T) {
	const good, nobody = "250 ok\r\n", "550 5.1.1 nobody\r\n"
	for name, x := range map[string]struct {
		mail, rcpt, data string
		why              mail.Cause
	}{
		"it waits for content":                   {good, nobody, "354 go on\r\n", mail.NoSuchAddress},
		"it hangs up":                            {good, nobody, "", mail.NoSuchAddress},
		"it hangs up before it answers RCPT":     {nobody, "", "", ""},
		"it refuses both, and waits for content": {nobody, nobody, "354 go on\r\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			url, _ := scripted(t, map[string]string{"EHLO": "250-relay\r\n250 PIPELINING\r\n", "MAIL": x.mail, "RCPT": x.rcpt, "DATA": x.data})
			session := open(t, relayTo(t, url, quick))
			f := mail.FailureOf(session.Send(context.Background(), message(0), nil, new(marks).mark))
			if f == nil || f.Kind != mail.Refused || f.Bounce != x.why || !f.Ended {
				t.Errorf("got %+v", f)
			}
			if got := kindOf(session.Send(context.Background(), message(1), nil, new(marks).mark)); got != "down" {
				t.Errorf("the session goes on: %s", got)
			}
		})
	}
}

// scripted runs a relay that answers each command of its only connection with a fixed text, and hangs up when that is empty. It
// returns its address, and a function that waits for the end of the connection and returns the commands.
func scripted(t *testing.T, answers map[string]string) (url string, commands func() []string) {
	t.Helper()
	listen, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listen.Close() })
	over := make(chan []string, 1)
	go func() {
		var said []string
		defer func() { over <- said }()
		conn, err := listen.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		_, _ = io.WriteString(conn, "220 relay\r\n")
		for lines := bufio.NewScanner(conn); lines.Scan(); {
			command := lines.Text()[:min(4, len(lines.Text()))]
			said = append(said, lines.Text())
			if _, err := io.WriteString(conn, answers[command]); err != nil || answers[command] == "" {
				return
			}
		}
	}()
	return "smtp://" + listen.Addr().String(), func() []string { return <-over }
}

func TestRelay_Close_takes_leave(t *testing.T) {
	url, commands := scripted(t, map[string]string{"EHLO": "250 relay\r\n", "QUIT": "221 bye\r\n"})
	session := open(t, relayTo(t, url, quick))
	for range 2 {
		if err := session.Close(); err != nil {
			t.Error(err)
		}
	}
	if got := commands(); len(got) != 2 || !strings.HasPrefix(got[0], "EHLO ") || got[1] != "QUIT" {
		t.Errorf("the relay is told %q", got)
	}
	f := mail.FailureOf(session.Send(context.Background(), message(0), nil, new(marks).mark))
	if f == nil || f.Kind != mail.Down || f.Text != "the connection has ended" {
		t.Errorf("after the end: %+v", f)
	}
}

func TestRelay_asks_for_SMTPUTF8_where_it_is_needed(t *testing.T) {
	for to, want := range map[string]string{"guest@example.com": "MAIL FROM:<fetes@presence.example>",
		"guest@fête.example": "MAIL FROM:<fetes@presence.example>",
		"élodie@example.com": "MAIL FROM:<fetes@presence.example> SMTPUTF8 BODY=8BITMIME"} {
		t.Run(to, func(t *testing.T) {
			url, commands := scripted(t, map[string]string{"EHLO": "250-relay\r\n250 SMTPUTF8\r\n", "MAIL": "250 ok\r\n"})
			m := message(0)
			m.To.Email = to
			_ = open(t, relayTo(t, url, quick)).Send(context.Background(), m, nil, new(marks).mark)
			if got := commands(); len(got) < 2 || got[1] != want {
				t.Errorf("the relay is told %q", got)
			}
		})
	}
}

// Each step has its own limit: a relay that is silent at one of them is given up after that limit, however long the others are.
func TestRelay_Timeouts(t *testing.T) {
	const short, long = 500 * time.Millisecond, time.Minute
	times := func(set func(*mail.Timeouts)) mail.Timeouts {
		all := mail.Timeouts{Open: long, Command: long, Content: long, Answer: long, Quit: long}
		set(&all)
		return all
	}
	for name, x := range map[string]struct {
		times   mail.Timeouts
		at      sink.Step
		noGroup bool
		want    string
	}{
		"a command in a group": {times(func(t *mail.Timeouts) { t.Command = short }), sink.Rcpt, false, "retry"},
		"a single command":     {times(func(t *mail.Timeouts) { t.Command = short }), sink.Mail, true, "down"},
		"the answer":           {times(func(t *mail.Timeouts) { t.Answer = short }), sink.Counted, false, "unknown"},
		"the end":              {times(func(t *mail.Timeouts) { t.Quit = short }), sink.Quit, false, "sent"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := start(t, sink.Options{Rules: []sink.Rule{{At: x.at, Stall: true}}, NoGroup: x.noGroup})
			session := open(t, relayTo(t, s.URL(), x.times))
			began := time.Now()
			got := kindOf(session.Send(context.Background(), message(0), nil, new(marks).mark))
			_ = session.Close()
			if took := time.Since(began); got != x.want || took > long/2 {
				t.Errorf("got %s after %v, want %s", got, took, x.want)
			}
		})
	}
}

// A message that was announced and is not good in the end: the relay waits for its content, so that the session is over.
func TestRelay_announced_message_that_is_not_good(t *testing.T) {
	s := start(t, sink.Options{})
	session := open(t, relayTo(t, s.URL(), quick))
	if err := session.Send(context.Background(), message(0), message(1), new(marks).mark); err != nil {
		t.Fatal(err)
	}
	bad := message(1)
	bad.Subject = "a\nb"
	var marked marks
	f := mail.FailureOf(session.Send(context.Background(), bad, nil, marked.mark))
	if f == nil || f.Kind != mail.Refused || !f.Ended {
		t.Errorf("got %+v", f)
	}
	if got := kindOf(session.Send(context.Background(), message(1), nil, marked.mark)); got != "down" || marked != 0 {
		t.Errorf("the session went on: %s, marked %d times", got, marked)
	}
	_ = s.Close()
	if s.Len() != 1 {
		t.Errorf("taken: %v", s.Taken())
	}
}

// A message whose address cannot be used in a command is not announced: the session goes on without it.
func TestRelay_next_message_without_an_address(t *testing.T) {
	for name, change := range map[string]func(m *mail.Message){
		"of its recipient": func(m *mail.Message) { m.To.Email = "a b@example.com" },
		"of its sender":    func(m *mail.Message) { m.From.Email = "a b@example.com" },
	} {
		t.Run(name, func(t *testing.T) {
			s := start(t, sink.Options{})
			session := open(t, relayTo(t, s.URL(), quick))
			bad := message(1)
			change(bad)
			var got []string
			for i, m := range []*mail.Message{message(0), bad, message(2)} {
				err := session.Send(context.Background(), m, []*mail.Message{bad, message(2), nil}[i], new(marks).mark)
				got = append(got, kindOf(err))
			}
			if want := []string{"sent", "refused", "sent"}; !slices.Equal(got, want) {
				t.Errorf("got %v, want %v", got, want)
			}
		})
	}
}

// stopping is a context that is found to have ended from the second look at it.
type stopping struct {
	context.Context
	looks int
}

func (c *stopping) Err() error {
	if c.looks++; c.looks > 1 {
		return context.Canceled
	}
	return nil
}

func TestRelay_stops_between_the_content_and_the_mark(t *testing.T) {
	s := start(t, sink.Options{})
	session := open(t, relayTo(t, s.URL(), quick))
	var marked marks
	err := session.Send(&stopping{Context: context.Background()}, message(0), nil, marked.mark)
	_ = s.Close()
	if got := kindOf(err); got != "retry" || marked != 0 || s.Len() != 0 {
		t.Errorf("got %s, marked %d times, taken %d", got, marked, s.Len())
	}
}

// A connection that breaks while a long content is written: nothing was marked, so that the message is sent again.
func TestRelay_lost_while_the_content_is_written(t *testing.T) {
	s := start(t, sink.Options{Rules: []sink.Rule{{At: sink.Content, To: "*", Drop: true}}})
	session := open(t, relayTo(t, s.URL(), mail.DefaultTimeouts))
	m := message(0)
	m.Parts = mail.Encode([]mail.Attachment{{Filename: "plan.pdf", MediaType: "application/pdf", Data: make([]byte, 12<<20)}})
	var marked marks
	if got := kindOf(session.Send(context.Background(), m, nil, marked.mark)); got != "retry" || marked != 0 {
		t.Errorf("got %s, marked %d times", got, marked)
	}
}

// The limit that a relay announces counts all that a message contains.
func TestRelay_Size(t *testing.T) {
	text := strings.Repeat("x", 70) + "\n"
	for name, x := range map[string]struct {
		change func(m *mail.Message)
		want   string
	}{
		"a short message": {func(*mail.Message) {}, "sent"},
		"a long text":     {func(m *mail.Message) { m.Text, m.HTML = strings.Repeat(text, 80), "" }, "refused"},
		"a long page":     {func(m *mail.Message) { m.Text, m.HTML = "", strings.Repeat(text, 80) }, "refused"},
		"text and page that are long together": {func(m *mail.Message) { m.Text, m.HTML = strings.Repeat(text, 40), strings.Repeat(text, 40) },
			"refused"},
		"a long calendar": {func(m *mail.Message) { m.Calendar = make([]byte, 5000) }, "refused"},
	} {
		t.Run(name, func(t *testing.T) {
			s := start(t, sink.Options{Size: 5000})
			m := message(0)
			x.change(m)
			var marked marks
			got := kindOf(open(t, relayTo(t, s.URL(), quick)).Send(context.Background(), m, nil, marked.mark))
			if got != x.want || (marked == 1) != (x.want == "sent") {
				t.Errorf("got %s, marked %d times, want %s", got, marked, x.want)
			}
		})
	}
}

// What a session is opened with ends with opening it: the session lives on.
func TestRelay_Open_with_a_context_that_ends(t *testing.T) {
	s := start(t, sink.Options{})
	ctx, stop := context.WithCancel(context.Background())
	session, err := relayTo(t, s.URL(), quick).Open(ctx)
	if err != nil {
		t.Fatal(err)
	}
	stop()
	if err := session.Send(context.Background(), message(0), nil, new(marks).mark); err != nil {
		t.Error(err)
	}
	if err := session.Close(); err != nil {
		t.Error(err)
	}
}
