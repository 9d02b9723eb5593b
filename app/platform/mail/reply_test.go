package mail

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"
	"unicode"
)

func TestReadReply(t *testing.T) {
	for in, want := range map[string]reply{
		"250 ok\r\n":                           {250, ""},
		"250\r\n":                              {250, ""},
		"250 ok\n":                             {250, ""},
		"250\n":                                {250, ""},
		"250-a\r\n250-b\r\n250 c\r\n":          {250, ""},
		"550 5.1.1 nobody\r\n":                 {550, "5.1.1 nobody"},
		"550-5.1.1 nobody\r\n550 \x00here\r\n": {550, "5.1.1 nobody here"},
	} {
		t.Run(fmt.Sprintf("reads %q", in), func(t *testing.T) {
			t.Run(in, func(t *testing.T) {
				if got, err := readReply(bufio.NewReader(strings.NewReader(in))); err != nil || got != want {
					t.Errorf("%q: %+v %v", in, got, err)
				}
			})
		})
	}
	for _, in := range []string{"", "250", "250 ok", "\r\n", "ok\r\n", "25\r\n", "25x ok\r\n", "250ok\r\n", "150 x\r\n",
		"600 x\r\n", "250-a\r\n550 b\r\n",
		"250-a\r\n", "+50 ok\r\n",
		"250 " + strings.Repeat("x", 5000) + "\r\n", strings.Repeat("250-x\r\n", 2000) + "250 x\r\n"} {
		if got, err := readReply(bufio.NewReader(strings.NewReader(in))); err == nil {
			t.Errorf("%.40q: %+v", in, got)
		}
	}
}

func TestLimitedConn_Read(t *testing.T) {
	for _, x := range []struct {
		name string
		left int64
		want int // bytes of 6, read two at a time
	}{{"as many bytes as are left", 6, 6}, {"up to the limit", 4, 4}, {"nothing once nothing is left", 0, 0},
		{"all without a limit", unbounded, 6}} {
		t.Run(x.name, func(t *testing.T) {
			near, far := net.Pipe()
			defer near.Close()
			go func() {
				_, _ = far.Write([]byte("abcdef"))
				far.Close()
			}()
			c, got := &limitedConn{Conn: near, left: x.left}, 0
			var err error
			for err == nil {
				var n int
				n, err = c.Read(make([]byte, 2))
				got += n
			}
			if got != x.want || errors.Is(err, errTooMuch) != (x.left != unbounded) {
				t.Errorf("read %d bytes, then %v", got, err)
			}
		})
	}
}

// TestReply_bounce holds what relays say to RCPT, as they word it, against what it says of the address.
func TestReply_bounce(t *testing.T) {
	for _, c := range []struct {
		name  string
		reply reply
		want  Cause
	}{
		{"Postfix does not know the user", reply{550, "5.1.1 <x@example.org>: Recipient address rejected: User unknown in virtual mailbox table"},
			NoSuchAddress},
		{"Gmail has no such account", reply{550, "5.1.1 The email account that you tried to reach does not exist."}, NoSuchAddress},
		{"Exchange does not find the recipient", reply{550, "5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found"}, NoSuchAddress},
		{"there is no such domain", reply{550, "5.1.2 bad destination system address"}, NoSuchDomain},
		{"the recipient has moved", reply{551, "5.1.6 moved"}, NoSuchAddress},
		{"an old relay without codes does not know the user", reply{550, "unknown user <x@example.org>"}, NoSuchAddress},
		{"an old relay has no such user", reply{550, "No such user here"}, NoSuchAddress},
		{"an old relay says no more than the number", reply{550, ""}, NoSuchAddress},
		{"Exchange Online knows no such address", reply{550, "5.4.1 Recipient address rejected: Access denied. [AM0EUR02FT015.eop]"},
			NoSuchAddress},
		{"the mailbox is disabled", reply{550, "5.2.1 mailbox disabled"}, Disabled},
		{"the mailbox gets too much at once", reply{550, "5.2.1 The user you are trying to contact is receiving mail at a rate that prevents it"},
			Policy},
		{"the sender's address is refused", reply{550, "5.1.8 <a@b>: Sender address rejected: Domain not found"}, Policy},
		{"the sender's address is malformed", reply{553, "5.1.7 bad sender address"}, Policy},
		{"policy, in spite of its words", reply{550, "5.7.1 user unknown to our policy service"}, Policy},
		{"an old relay refuses for policy", reply{550, "Blocked, see https://blocks.example"}, Policy},
		{"an old relay does not relay", reply{550, "relaying denied"}, Policy},
		{"the mailbox is full", reply{552, "5.2.2 mailbox full"}, MailboxFull},
		{"the mailbox of an old relay is full", reply{552, "Over quota"}, MailboxFull},
		{"the message is too big", reply{552, "5.3.4 message too big"}, TooLarge},
		{"what may be otherwise later", reply{450, "4.1.1 user unknown"}, ""},
		{"what is accepted", reply{250, "ok"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := c.reply.bounce(); got != c.want {
				t.Errorf("%+v: %q, want %q", c.reply, got, c.want)
			}
		})
	}
}

func TestSMTP_extraHeader(t *testing.T) {
	for host, want := range map[string]string{"smtp.postmarkapp.com": "X-PM-KeepID: true\r\nX-PM-Metadata-message-id: a@b\r\n",
		"smtp.example.com": "", "evilpostmarkapp.com": ""} {
		t.Run(host, func(t *testing.T) {
			if got := string(SMTP{Host: host}.extraHeader("a@b")); got != want {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
}

// FuzzReadReply reads whatever a relay may say.
func FuzzReadReply(f *testing.F) {
	f.Add("250 ok\r\n")
	f.Add("550-a\r\n550 b\r\n")
	f.Add("421 \xff\u202e\r\n")
	f.Fuzz(func(t *testing.T, in string) {
		r, err := readReply(bufio.NewReader(strings.NewReader(in)))
		if err != nil {
			return
		}
		if r.code < 200 || r.code > 599 || len(r.text) > maxText+3 || strings.ContainsFunc(r.text, unicode.IsControl) {
			t.Errorf("%q: %+v", in, r)
		}
	})
}

// The failures after which the channel is known to work: those that are answers about one message or recipient.
func TestFailure_AboutRecipient(t *testing.T) {
	for _, x := range []struct {
		name    string
		failure Failure
		want    bool
	}{
		{"a refusal of the recipient", Failure{Kind: Refused, Code: 550, Text: "5.1.1 no such user"}, true},
		{"a refusal of the message by a provider", Failure{Kind: Refused, Code: 400, Text: "invalid"}, true},
		{"not a message that is invalid before it is sent", Failure{Kind: Refused, Text: "no address"}, false},
		{"greylisting", Failure{Kind: Retry, Code: 450, Text: "4.2.0 greylisted"}, true},
		{"a mailbox that is full", Failure{Kind: Retry, Code: 452, Text: "4.2.2 mailbox full"}, true},
		{"an address that cannot be verified now", Failure{Kind: Retry, Code: 450, Text: "4.1.1 unverified"}, true},
		{"not a sender that is not accepted now", Failure{Kind: Retry, Code: 450, Text: "4.1.8 sender's domain not found"}, false},
		{"not a rate limit", Failure{Kind: Retry, Code: 450, Text: "4.7.1 too much mail"}, false},
		{"not a full disk of the relay", Failure{Kind: Retry, Code: 452, Text: "4.3.1 insufficient system storage"}, false},
		{"not a temporary answer that says no more", Failure{Kind: Retry, Code: 451, Text: "try again"}, false},
		{"not the end of the session", Failure{Kind: Retry, Code: 421, Text: "4.2.1 closing"}, false},
		{"not a connection that is lost", Failure{Kind: Retry, Text: "the connection was lost"}, false},
		{"not a relay that is down", Failure{Kind: Down, Code: 450, Text: "4.2.0 later"}, false},
		{"not an account that is refused", Failure{Kind: SignIn, Code: 535, Text: "5.1.1 no"}, false},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := x.failure.AboutRecipient(); got != x.want {
				t.Errorf("%t", got)
			}
		})
	}
}
