package mail_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"math/big"
	"net"
	"strings"
	"testing"
	"time"

	"presence/app/apptest/sink"
	"presence/app/platform/mail"
)

// certificate is one for 127.0.0.1, and the roots that know it.
func certificate(t *testing.T) (*tls.Config, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: time.Unix(0, 0), NotAfter: time.Unix(1<<33, 0),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	leaf, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AddCert(leaf)
	return &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}}, roots
}

func TestRelay_Encryption(t *testing.T) {
	server, roots := certificate(t)
	for name, test := range map[string]struct {
		implicit bool
		setting  string
		known    bool
		want     string
	}{
		"STARTTLS where it is required":               {false, "?starttls=required", true, "sent"},
		"STARTTLS where it is offered":                {false, "?starttls=optional", true, "sent"},
		"without, when the settings say so":           {false, "?starttls=off", true, "sent"},
		"without, whatever certificate the relay has": {false, "?starttls=off", false, "sent"},
		"TLS from the first byte":                     {true, "", true, "sent"},
		"an unknown certificate is no relay":          {false, "?starttls=required", false, "down"},
		"neither is it when TLS comes first":          {true, "", false, "down"},
		"nor where encryption is only offered":        {false, "?starttls=optional", false, "down"},
	} {
		t.Run(name, func(t *testing.T) {
			s := start(t, sink.Options{TLS: server, Implicit: test.implicit, User: "presence", Password: "s:e/c@ret", Keep: 1})
			c, err := mail.ParseSMTP(strings.Replace(s.URL(), "s:e/c@ret", "s%3Ae%2Fc%40ret", 1) + test.setting)
			if err != nil {
				t.Fatal(err)
			}
			c.Times = quick
			c.Times.Open = 5 * time.Second
			c.TLS = &tls.Config{MinVersion: tls.VersionTLS12}
			if test.known {
				c.TLS.RootCAs = roots
			}
			session, err := mail.NewRelay(c).Open(context.Background())
			if err != nil || test.want != "sent" {
				if got := kindOf(err); got != test.want {
					t.Fatalf("got %s (%v), want %s", got, err, test.want)
				}
				return
			}
			defer session.Close()
			for i := range 2 {
				if err := session.Send(context.Background(), message(i), nil, new(marks).mark); err != nil {
					t.Fatal(err)
				}
			}
			if got := string(s.Taken()[0].Content); got != bytesOf(t, message(0)) {
				t.Errorf("came as\n%s", got)
			}
		})
	}
}

// On an encrypted connection the password may be sent to another machine. The address 0.0.0.0 is not one of loopback.
func TestRelay_signs_in_elsewhere_when_encrypted(t *testing.T) {
	server, roots := certificate(t)
	s := start(t, sink.Options{TLS: server, User: "presence", Password: "secret"})
	c, err := mail.ParseSMTP(strings.Replace(s.URL(), "127.0.0.1", "0.0.0.0", 1))
	if err != nil {
		t.Fatal(err)
	}
	c.Times = quick
	c.Times.Open = 5 * time.Second
	c.TLS = &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: roots, ServerName: "127.0.0.1"}
	if err := mail.NewRelay(c).Test(context.Background()); err != nil {
		t.Error(err)
	}
}

func TestParseSMTP(t *testing.T) {
	for setting, want := range map[string]mail.SMTP{
		"smtp://relay.example":                 {Host: "relay.example", Port: "587", StartTLS: mail.Required},
		"smtp://relay.example:25?starttls=off": {Host: "relay.example", Port: "25", StartTLS: mail.Off},
		"smtp://127.0.0.1:2525":                {Host: "127.0.0.1", Port: "2525", StartTLS: mail.Optional},
		"smtp://u%40x:p%2Fw@relay.example/?hello=h.example": {Host: "relay.example", Port: "587", StartTLS: mail.Required, User: "u@x",
			Password: "p/w", Hello: "h.example"},
		"smtps://relay.example": {Host: "relay.example", Port: "465", Implicit: true},
	} {
		t.Run("reads "+setting, func(t *testing.T) {
			t.Run(setting, func(t *testing.T) {
				got, err := mail.ParseSMTP(setting)
				if err != nil || got != want {
					t.Errorf("%s: %+v %v", setting, got, err)
				}
			})
		})
	}
	for _, setting := range []string{"smtp://user:pass#word@relay.example:587", "smtp://user:12#word@relay.example:587"} {
		t.Run("says how to write the password of "+setting, func(t *testing.T) {
			_, err := mail.ParseSMTP(setting)
			if err == nil || !strings.Contains(err.Error(), "percent-encoded: # is %23") || strings.Contains(err.Error(), "#word") {
				t.Errorf("%v", err)
			}
		})
	}
	for _, bad := range []string{"", "relay.example", "http://relay.example", "smtp://", "smtp://relay.example/path",
		"smtp://relay.example?starttls=maybe", "smtps://relay.example?starttls=off", "smtp://relay.example?pipelining=off",
		"smtp://u:secret@[::1", "smtp://relay.example?hello=a%0d%0ab", "smtp://relay.example?a=%zz"} {
		t.Run(bad, func(t *testing.T) {
			if _, err := mail.ParseSMTP(bad); err == nil || strings.Contains(err.Error(), "secret") {
				t.Errorf("%q: %v", bad, err)
			}
		})
	}
}
