package mail_test

import (
	"context"
	"io"
	"net"
	"strings"
	"sync"
	"testing"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"

	"presence/app/platform/mail"
)

// peer is a relay that others have written.
type peer struct {
	mu    sync.Mutex
	taken []string // "sender recipient\n" and the content
}

func (p *peer) NewSession(*smtp.Conn) (smtp.Session, error) { return &peerSession{peer: p}, nil }

type peerSession struct {
	*peer
	envelope string
	signedIn bool
}

func (s *peerSession) AuthMechanisms() []string { return []string{sasl.Plain} }

func (s *peerSession) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		s.signedIn = user == "presence" && password == "secret"
		if !s.signedIn {
			return smtp.ErrAuthFailed
		}
		return nil
	}), nil
}

func (s *peerSession) Mail(from string, _ *smtp.MailOptions) error {
	if !s.signedIn {
		return smtp.ErrAuthRequired
	}
	s.envelope = from
	return nil
}

func (s *peerSession) Rcpt(to string, _ *smtp.RcptOptions) error {
	if strings.HasPrefix(to, "nobody") {
		return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "no such person"}
	}
	s.envelope += " " + to
	return nil
}

func (s *peerSession) Data(r io.Reader) error {
	content, err := io.ReadAll(r)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.taken = append(s.taken, s.envelope+"\n"+string(content))
	return err
}

func (s *peerSession) Reset()        { s.envelope = "" }
func (s *peerSession) Logout() error { return nil }

// TestRelay_Peer sends to a server by other hands, so that two mistakes of ours cannot cancel each other out.
func TestRelay_Peer(t *testing.T) {
	p := &peer{}
	server := smtp.NewServer(p)
	server.AllowInsecureAuth, server.EnableSMTPUTF8, server.Domain = true, true, "peer.example"
	listen, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = server.Serve(listen) }()
	t.Cleanup(func() { _ = server.Close() })

	session := open(t, relayTo(t, "smtp://presence:secret@"+listen.Addr().String(), mail.DefaultTimeouts))
	list := []*mail.Message{message(0), makes()["attachments and calendar, English"], message(2), message(3), makes()["text alone, English"]}
	list[2].To.Email = "nobody@example.com"
	list[3].To.Email = "élodie@fête.example"
	for i, m := range list {
		var next *mail.Message
		if i+1 < len(list) {
			next = list[i+1]
		}
		want := "sent"
		if i == 2 {
			want = "refused"
		}
		if err := session.Send(context.Background(), m, next, new(marks).mark); kindOf(err) != want {
			t.Errorf("message %d: %v", i, err)
		}
	}
	if err := session.Close(); err != nil {
		t.Error(err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, want := range []string{
		"fetes@presence.example guest0@example.com\n" + bytesOf(t, list[0]), "fetes@presence.example guest3@example.com\n" + bytesOf(t, list[1]),
		"fetes@presence.example élodie@xn--fte-fma.example\n" + bytesOf(t, list[3]),
		"fetes@presence.example guest1@example.com\n" + bytesOf(t, list[4]),
	} {
		if i >= len(p.taken) || p.taken[i] != want {
			t.Errorf("message %d of %d came as\n%s\nwant\n%s", i, len(p.taken), p.taken[min(i, len(p.taken)-1)], want)
		}
	}
}
