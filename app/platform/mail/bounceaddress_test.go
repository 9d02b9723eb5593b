package mail_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"presence/app/apptest/sink"
	"presence/app/platform/mail"
)

func TestBounceAddress(t *testing.T) {
	for _, x := range []struct {
		name, setting string
		ok            bool
	}{
		{"none is the sender", "", true},
		{"one address for all", "bounces@example.com", true},
		{"one for each recipient", "bounces+*@example.com", true},
		{"the token alone", "*@bounces.example.com", true},
		{"two stars", "a*b*@example.com", false},
		{"a star in the domain", "a@*.example.com", false},
		{"no address", "bounces", false},
		{"a local part that leaves no room for the token", strings.Repeat("b", 25) + "*@example.com", false},
		{"a command", "a@b.example>\r\nRCPT TO:<x*@y.example", false},
	} {
		t.Run(x.name, func(t *testing.T) {
			if a, err := mail.ParseBounceAddress(x.setting); (err == nil) != x.ok || x.ok && string(a) != x.setting {
				t.Errorf("%q %v", a, err)
			}
		})
	}
	t.Run("the token is found in whatever case it comes back, and in other addresses not", func(t *testing.T) {
		a := mail.BounceAddress("bounces+*@Example.com")
		got := a.Tokens([]string{"nova@example.com", "Bounces+ABC@EXAMPLE.com", "bounces+@example.com", "bounces+d@example.com.evil"})
		if !slices.Equal(got, []string{"abc"}) || a.For("abc") != "bounces+abc@Example.com" {
			t.Errorf("%q", got)
		}
	})
}

func TestRelay_ReturnPath(t *testing.T) {
	for way, noGroup := range map[string]bool{"in groups": false, "step by step": true} {
		t.Run("a message leaves from its return path, "+way, func(t *testing.T) {
			s := start(t, sink.Options{NoGroup: noGroup})
			session := open(t, relayTo(t, s.URL(), quick))
			for i, path := range []string{"bounces+a@example.com", ""} {
				m := message(i)
				m.ReturnPath = path
				if err := session.Send(context.Background(), m, nil, new(marks).mark); err != nil {
					t.Fatal(err)
				}
				want := path
				if path == "" {
					want = m.From.Email
				}
				if got := s.Taken()[i].From; got != want {
					t.Errorf("it left from %q, want %q", got, want)
				}
			}
		})
	}
	t.Run("an invalid one is refused before anything is sent", func(t *testing.T) {
		m := message(0)
		m.ReturnPath = "a@b>\r\nRSET"
		if err := m.Check(); err == nil {
			t.Error("it was accepted")
		}
	})
}

func TestRelay_TestEnvelope(t *testing.T) {
	s := start(t, sink.Options{Rules: []sink.Rule{{At: sink.Mail, From: 1, Times: 1, Reply: "553 5.7.1 sender not owned by user"}}})
	relay := relayTo(t, s.URL(), quick)
	t.Run("a relay that takes the address passes", func(t *testing.T) {
		if err := relay.TestEnvelope(t.Context(), "bounces+test@example.com", "staff@example.com"); err != nil {
			t.Error(err)
		}
	})
	t.Run("the words of a relay that refuses it are told", func(t *testing.T) {
		err := relay.TestEnvelope(t.Context(), "bounces+test@example.com", "staff@example.com")
		if f := mail.FailureOf(err); f == nil || f.Code != 553 || !strings.Contains(f.Text, "not owned") {
			t.Errorf("%v", err)
		}
	})
	if s.Len() != 0 {
		t.Error("a message was sent")
	}
}

func TestParseIMAP(t *testing.T) {
	for _, x := range []struct{ name, setting, want string }{
		{"encrypted from the first byte", "imaps://u:p@imap.example.com", "imaps://u:p@imap.example.com:993/INBOX"},
		{"with STARTTLS", "imap://u:p@imap.example.com/Bounces", "imap://u:p@imap.example.com:143/Bounces?starttls=required"},
		{"a folder in a folder", "imaps://u:p@imap.example.com:1993/INBOX/Retours", "imaps://u:p@imap.example.com:1993/INBOX/Retours"},
		{"without a user", "imaps://imap.example.com", ""},
		{"another protocol", "pop3://u:p@example.com", ""},
		{"without a host", "imaps://u:p@/INBOX", ""},
		{"an unknown option", "imaps://u:p@imap.example.com/?x=1", ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			c, err := mail.ParseIMAP(x.setting)
			if (err == nil) != (x.want != "") || err == nil && c.URL() != x.want {
				t.Fatalf("%q %v", c.URL(), err)
			}
			if err == nil {
				if again, err := mail.ParseIMAP(c.URL()); err != nil || again != c {
					t.Errorf("%+v is read as %+v (%v)", c, again, err)
				}
			}
		})
	}
}
