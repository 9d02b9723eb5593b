package bounces

import (
	"bytes"
	"context"
	"crypto/tls"
	"fmt"
	"log/slog"
	"net"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"

	"presence/app/apptest/sends"
	"presence/app/apptest/sink"
	"presence/app/hub/campaigns"
	"presence/app/platform/bouncemail"
	"presence/app/platform/mail"
	"presence/db"
	"presence/db/dbtest"
)

// imapServer is a server with a mailbox of the user "bounces", whose password is "secret".
type imapServer struct {
	testing.TB
	user   *imapmemserver.User
	server *imapserver.Server
	url    string
}

func startIMAP(t testing.TB) *imapServer {
	t.Helper()
	s := &imapServer{TB: t, user: imapmemserver.NewUser("bounces", "secret")}
	if err := s.user.Create("INBOX", nil); err != nil {
		t.Fatal(err)
	}
	memory := imapmemserver.New()
	memory.AddUser(s.user)
	s.server = imapserver.New(&imapserver.Options{
		NewSession: func(*imapserver.Conn) (imapserver.Session, *imapserver.GreetingData, error) {
			return memory.NewSession(), nil, nil
		},
		Caps: imap.CapSet{imap.CapIMAP4rev1: {}}, InsecureAuth: true, TLSConfig: (*tls.Config)(nil),
		Logger: slog.NewLogLogger(slog.DiscardHandler, slog.LevelDebug),
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = s.server.Serve(listener) }()
	t.Cleanup(func() { _ = s.server.Close() })
	s.url = "imap://bounces:secret@" + listener.Addr().String() + "/INBOX?starttls=off"
	return s
}

// box returns the settings of the mailbox; replace are pairs of texts to replace in its address.
func (s *imapServer) box(replace ...string) *mail.IMAP {
	s.Helper()
	c, err := mail.ParseIMAP(strings.NewReplacer(replace...).Replace(s.url))
	if err != nil {
		s.Fatal(err)
	}
	return &c
}

// deliver puts a message into the mailbox.
func (s *imapServer) deliver(raw string) {
	s.Helper()
	raw = strings.ReplaceAll(raw, "\n", "\r\n")
	if _, err := s.user.Append("INBOX", literal{bytes.NewReader([]byte(raw))}, &imap.AppendOptions{Time: sends.Began}); err != nil {
		s.Fatal(err)
	}
}

type literal struct{ *bytes.Reader }

func (l literal) Size() int64 { return l.Reader.Size() }

// office is a world of sends with a mailbox, and a campaign whose messages have been sent by SMTP.
type office struct {
	*sends.World
	imap     *imapServer
	s        *Service
	campaign campaigns.Campaign
	tokens   campaigns.LinkTokens
}

const returnAddress = "bounces+*@nova.example"

// newOffice sends a campaign to n guests.
func newOffice(t *testing.T, w *sends.World, n int) *office {
	t.Helper()
	w.Options.Bounces = returnAddress
	w.S = w.NewService(w.DB)
	o := &office{World: w.Invite(n), imap: startIMAP(t)}
	stop := w.Work(w.S)
	o.campaign = w.Until(w.Send().ID, campaigns.Completed)
	stop()
	o.tokens = campaigns.NewLinkTokens(w.Options.Secret, o.campaign.Salt)
	o.s = o.service(Options{Mailbox: o.imap.box(), Address: returnAddress})
	return o
}

func (o *office) service(options Options) *Service {
	options.Tracking, options.Log = o.Tracking, slog.New(slog.NewTextHandler(o.Log, nil))
	return NewService(o.DB, o.Clock.Now, options)
}

// read reads the mailbox, and fails the test unless it has n new messages.
func (o *office) read(n int) {
	o.Helper()
	if got, err := o.s.ReadMailbox(o.Context()); err != nil || got != n {
		o.Errorf("%d messages were read, want %d (%v)", got, n, err)
	}
}

func (o *office) Context() context.Context { return context.Background() }

// verp returns a bounce that only its envelope recipient names.
func (o *office) verp(n int64, status string) string {
	to := mail.BounceAddress(returnAddress).For(o.tokens.Bounce(o.campaign.FirstID + n))
	return fmt.Sprintf(`Return-Path: <>
Delivered-To: %s
From: MAILER-DAEMON@mx.example
Subject: Undelivered
Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example

Final-Recipient: rfc822; somebody@elsewhere.example
Action: failed
Status: %s
Diagnostic-Code: smtp; 550 %s said by the server

--b--
`, to, status, status)
}

// returned returns a bounce that contains the header of the message.
func (o *office) returned(n int64, recipient, list string) string {
	return returnedOf(o.messageID(n), recipient, list)
}

func (o *office) messageID(n int64) string {
	return o.S.MessageID(o.campaign, o.campaign.FirstID+n, "example.com")
}

func (o *office) tag() string { return campaigns.MessageTag(o.campaign.ID, o.campaign.Salt) }

// forged returns a bounce with a Message-ID that a guest can write from the one of another guest's own message: that of an earlier
// version, or with the guest's own proof.
func (o *office) forged(n int64, proof string) string {
	id := fmt.Sprintf("%s.%s%s@example.com", o.tag(), strconv.FormatInt(o.campaign.FirstID+n, 36), proof)
	return returnedOf(id, fmt.Sprintf("g%d@example.org", n), "")
}

// proof returns the end of the Message-ID of a guest's message.
func (o *office) proof(n int64) string {
	local, _, _ := strings.Cut(o.messageID(n), "@")
	return local[strings.LastIndexByte(local, '.'):]
}

func complaintOf(id, recipient string) string {
	return fmt.Sprintf(`From: staff@isp.example
Subject: complaint
Content-Type: multipart/report; report-type=feedback-report; boundary=b

--b
Content-Type: message/feedback-report

Feedback-Type: abuse
Original-Rcpt-To: %s

--b
Content-Type: message/rfc822

Message-ID: <%s>
Subject: Gala

--b--
`, recipient, id)
}

func returnedOf(id, recipient, list string) string {
	return fmt.Sprintf(`Return-Path: <>
From: MAILER-DAEMON@mx.example
Subject: failure notice

Hi. This is the qmail-send program at mx.example.

<%s>:
Sorry, no mailbox here by that name. (#5.1.1)

--- Below this line is a copy of the message.

Message-ID: <%s>
%s
`, recipient, id, list)
}

// A guest writes reports about the messages of other guests, from what the guest's own message contains.
func TestReadMailbox_forged(t *testing.T) {
	sends.Each(t, sink.Options{Keep: 20}, func(t *testing.T, w *sends.World) {
		o := newOffice(t, w, 4)
		id := fmt.Sprintf("%s.%s@example.com", o.tag(), strconv.FormatInt(o.campaign.FirstID+3, 36))
		for _, x := range []struct {
			name, message string
			recorded      int64
		}{
			{"a bounce with a Message-ID of an earlier version", o.forged(1, ""), 0},
			{"a bounce with the proof of the guest's own message", o.forged(2, o.proof(0)), 0},
			{"a complaint with a Message-ID of an earlier version", complaintOf(id, "g3@example.org"), 0},
			{"a complaint with the proof of the guest's own message",
				complaintOf(strings.Replace(id, "@", o.proof(0)+"@", 1), "g3@example.org"), 0},
			{"an authentic complaint", complaintOf(o.messageID(3), "g3@example.org"), 1},
			{"an authentic bounce", o.returned(1, "g1@example.org", ""), 2},
		} {
			t.Run(x.name, func(t *testing.T) {
				o.imap.deliver(x.message)
				o.read(1)
				if n := w.On(t).Count("SELECT COUNT(*) FROM suppressions"); n != x.recorded {
					t.Errorf("%d addresses are suppressed, want %d", n, x.recorded)
				}
			})
		}
	})
}

func TestReadMailbox(t *testing.T) {
	sends.Each(t, sink.Options{Keep: 20}, func(t *testing.T, w *sends.World) {
		o := newOffice(t, w, 8)
		for _, m := range w.Sink.Taken() {
			if !strings.HasPrefix(m.From, "bounces+") || !strings.HasSuffix(m.From, "@nova.example") {
				t.Errorf("the envelope sender is %q", m.From)
			}
		}
		unsubscribe := func(n int64) string {
			return "List-Unsubscribe: <https://p.example/u/" + o.tokens.Tracking(o.campaign.FirstID+n) + ">"
		}
		o.imap.deliver(o.verp(0, "5.1.1"))
		o.imap.deliver(o.returned(1, "G1@example.org", ""))              // the Message-ID, and the address that it belongs to
		o.imap.deliver(o.returned(2, "g3@example.org", ""))              // the Message-ID of another guest
		o.imap.deliver(o.returned(4, "old@example.net", unsubscribe(4))) // forwarded to another address
		o.imap.deliver(o.verp(5, "4.2.2"))
		o.imap.deliver("From: a person <p@example.org>\nSubject: Re: Gala\n\nThank you! 550 5.1.1\n")
		o.imap.deliver(strings.Replace(o.verp(6, "5.1.1"), "bounces+", "bounces+a", 1)) // no token of ours
		o.read(7)
		check := func(t *testing.T) {
			want := "g0 failed g1 failed g2 sent g3 sent g4 failed g5 failed g6 sent g7 sent"
			var got []string
			for _, state := range w.On(t).States(o.campaign.ID) {
				state, _, _ = strings.Cut(state, " (")
				got = append(got, state)
			}
			if strings.Join(got, " ") != want {
				t.Errorf("%v, want %s", got, want)
			}
			w.On(t).CheckCounts(o.campaign.ID)
			for key, cause := range map[string]mail.Cause{"g0@example.org": mail.NoSuchAddress, "g1@example.org": mail.NoSuchAddress,
				"g4@example.org": mail.NoSuchAddress} {
				if w.Count("SELECT COUNT(*) FROM suppressions WHERE email_key = $1 AND cause = $2 AND diagnostic <> ''", key, string(cause)) != 1 {
					t.Errorf("%s is not suppressed", key)
				}
			}
			if n := w.Count("SELECT COUNT(*) FROM suppressions"); n != 3 {
				t.Errorf("%d addresses are suppressed", n)
			}
			if n := w.Count("SELECT in_a_row FROM soft_bounces WHERE email_key = 'g5@example.org'"); n != 1 {
				t.Errorf("the full mailbox counts as %d messages", n)
			}
		}
		t.Run("records what the messages say", check)
		t.Run("reads nothing twice", func(t *testing.T) {
			o.read(0)
			check(t)
		})
		t.Run("goes on where it stopped", func(t *testing.T) {
			o.imap.deliver("From: a person <p@example.org>\n\nHello\n")
			o.read(1)
			st, err := o.s.State(t.Context())
			if err != nil || st.Messages != 8 || st.Recorded != 4 || st.Failure != "" || st.ReadAt == 0 {
				t.Errorf("%+v (%v)", st, err)
			}
		})
		t.Run("counts nothing twice when the server gives the messages other numbers", func(t *testing.T) {
			w.Exec("UPDATE bounce_mailboxes SET uid_validity = uid_validity + 1")
			o.read(8)
			check(t)
		})
	})
}

// TestReadMailbox_is_one_transaction has what the messages say and how far the mailbox has been read stand or fall together.
func TestReadMailbox_is_one_transaction(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		o := newOffice(t, w, 1)
		bounced := func() int64 { return w.Count("SELECT COUNT(*) FROM soft_bounces") }
		o.read(0)
		o.imap.deliver(o.verp(0, "4.2.2"))
		c, err := cursorOf(t.Context(), o.DB, o.s.o.Mailbox.Name())
		if err != nil {
			t.Fatal(err)
		}
		t.Run("another process that was faster keeps this one from recording anything", func(t *testing.T) {
			w.Exec("UPDATE bounce_mailboxes SET last_uid = last_uid + 1")
			if _, err := o.s.record(t.Context(), c, 1, nil); err != errElsewhere { //nolint:errorlint // it is returned as it is
				t.Errorf("%v", err)
			}
			w.Exec("UPDATE bounce_mailboxes SET last_uid = last_uid - 1")
		})
		t.Run("what cannot be recorded is read again", func(t *testing.T) {
			w.Exec("ALTER TABLE soft_bounces RENAME TO soft_bounces_moved")
			if _, err := o.s.ReadMailbox(t.Context()); err == nil {
				t.Error("it was recorded in no table")
			}
			w.Exec("ALTER TABLE soft_bounces_moved RENAME TO soft_bounces")
			if bounced() != 0 {
				t.Error("a part was recorded")
			}
			o.read(1)
			if bounced() != 1 {
				t.Error("the message was lost")
			}
		})
	})
}

// TestReadMailbox_by_two_processes has two processes read at the same time.
func TestReadMailbox_by_two_processes(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		o := newOffice(t, w, 1)
		for range 250 {
			o.imap.deliver(o.verp(0, "4.2.2"))
		}
		var wait sync.WaitGroup
		var total int64
		var mu sync.Mutex
		for range 4 {
			wait.Go(func() {
				s := o.service(o.s.o)
				n, err := s.ReadMailbox(t.Context())
				if err != nil {
					t.Error(err)
				}
				mu.Lock()
				defer mu.Unlock()
				total += int64(n)
			})
		}
		wait.Wait()
		st, err := o.s.State(t.Context())
		if err != nil || total != 250 || st.Messages != 250 || st.Recorded != 250 {
			t.Errorf("%d messages were read, %+v (%v)", total, st, err)
		}
		if n := w.Count("SELECT in_a_row FROM soft_bounces"); n != 1 {
			t.Errorf("one message counts %d times", n)
		}
	})
}

func TestReadMailbox_failures(t *testing.T) {
	w := sends.New(t, dbtest.Open(t, db.SQLite), sink.Options{})
	o := newOffice(t, w, 1)
	for _, x := range []struct {
		name string
		box  *mail.IMAP
		kind mail.Kind
	}{
		{"a wrong password is told in the words of the server", o.imap.box("secret", "wrong"), mail.SignIn},
		{"a folder that does not exist is told, too", o.imap.box("INBOX", "Nowhere"), mail.Down},
		{"a server without encryption gets no password, unless the settings say so", o.imap.box("off", "required"), mail.Down},
	} {
		t.Run(x.name, func(t *testing.T) {
			s := o.service(Options{Mailbox: x.box})
			_, err := s.ReadMailbox(t.Context())
			f := mail.FailureOf(err)
			if f == nil || f.Kind != x.kind || f.Text == "" {
				t.Fatalf("%+v", err)
			}
			if st, err := s.State(t.Context()); err != nil || st.Failure != f.Text || st.Messages != 0 {
				t.Errorf("%+v (%v)", st, err)
			}
		})
	}
	t.Run("once it works again, the failure is forgotten", func(t *testing.T) {
		w.Exec("UPDATE bounce_mailboxes SET failure = 'x'")
		o.read(0)
		if st, err := o.s.State(t.Context()); err != nil || st.Failure != "" {
			t.Errorf("%+v (%v)", st, err)
		}
	})
	t.Run("old messages are not read", func(t *testing.T) {
		o.imap.deliver(o.verp(0, "5.1.1"))
		w.Clock.Advance(40 * 24 * time.Hour)
		o.read(0)
	})
}

// BenchmarkRecord parses 2,000 reports and records them, as they are fetched from a mailbox, and reports how many a second.
func BenchmarkRecord(b *testing.B) {
	const n = 2000
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		b.Run(dialect.String(), func(b *testing.B) {
			w := sends.New(b, dbtest.Open(b, dialect), sink.Options{})
			c := w.Campaign(w.Invite(n).Send().ID)
			o := &office{World: w, campaign: c, tokens: campaigns.NewLinkTokens(w.Options.Secret, c.Salt)}
			s := o.service(Options{Mailbox: &mail.IMAP{Server: mail.SMTP{User: "a", Host: "b"}}, Address: returnAddress})
			var batches [][]bouncemail.Message
			for i := range int64(n) {
				if i%perBatch == 0 {
					batches = append(batches, nil)
				}
				raw := []byte(o.verp(i, []string{"5.1.1", "4.2.2"}[i%2]))
				batches[len(batches)-1] = append(batches[len(batches)-1], bouncemail.Message{UID: uint32(i + 1), Raw: raw})
			}
			for b.Loop() {
				b.StopTimer()
				w.Exec("UPDATE campaign_recipients SET status = 1, phase = 0, bounced_at = 0, bounce = '' ")
				w.Exec("UPDATE campaigns SET status = 'completed', pending = 0, sent = $1, failed = 0, bounced = 0", n)
				w.Exec("DELETE FROM suppressions")
				w.Exec("DELETE FROM soft_bounces")
				w.Exec("DELETE FROM bounce_mailboxes")
				at := cursor{mailbox: s.o.Mailbox.Name()}
				b.StartTimer()
				for _, batch := range batches {
					var err error
					if at, err = s.record(b.Context(), at, int64(batch[len(batch)-1].UID), batch); err != nil {
						b.Fatal(err)
					}
				}
				if at.recorded != n {
					b.Fatalf("%d of %d reports were recorded", at.recorded, n)
				}
			}
			b.ReportMetric(n*float64(b.N)/b.Elapsed().Seconds(), "reports/s")
		})
	}
}
