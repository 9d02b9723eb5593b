package bouncemail

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"unicode"

	"presence/app/platform/mail"
)

// token is the token of the unsubscribe link in the messages of testdata.
const token = "AAAAAAAAAAcAAQIDBAUGBwgJCgsMDQ4P"

// read returns a message of testdata.
func read(t testing.TB, name string) []byte {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("testdata", name+".eml"))
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// TestParse reads messages in the shapes of several mail servers and languages.
func TestParse(t *testing.T) {
	bounced := func(cause mail.Cause, words string) Report {
		return Report{Kind: mail.Bounced, Cause: cause, Diagnostic: words}
	}
	for name, want := range map[string]Report{
		"postfix-unknown-en":         bounced(mail.NoSuchAddress, "550 5.1.1 <zoe@example.org>: Recipient address rejected: User unknown"),
		"postfix-no-domain-en":       bounced(mail.NoSuchDomain, "Host or domain name not found"),
		"postfix-full-fr":            bounced(mail.MailboxFull, "552 5.2.2 La boite aux lettres du destinataire est pleine"),
		"postfix-expired-en":         bounced(mail.Unreachable, "connect to mx.example.org[192.0.2.7]:25: Connection timed out"),
		"gmail-unknown-en":           bounced(mail.NoSuchAddress, "550-5.1.1 The email account that you tried to reach does not exist"),
		"gmail-full-fr":              bounced(mail.MailboxFull, "452-4.2.2 The recipient's inbox is out of storage space"),
		"gmail-disabled-es":          bounced(mail.Disabled, "550 5.2.1 The email account that you tried to reach is disabled."),
		"exchange-online-unknown-en": bounced(mail.NoSuchAddress, "550 5.1.10 RESOLVER.ADR.RecipientNotFound"),
		"exchange-online-access-fr":  bounced(mail.NoSuchAddress, "550 5.4.1 Recipient address rejected: Access denied."),
		"outlook-com-full-de":        bounced(mail.MailboxFull, "554 5.2.2 mailbox full"),
		"outlook-com-blocked-en":     bounced(mail.Policy, "550 5.7.1 Unfortunately, messages from [192.0.2.1]"),
		"exim-unknown-en":            bounced(mail.NoSuchAddress, "550 5.1.1 <zoe@example.org>: User unknown"),
		"exim-domain-en":             bounced(mail.NoSuchDomain, "all relevant MX records point to non-existent hosts"),
		"exim-timeout-en":            bounced(mail.Unreachable, "retry timeout exceeded"),
		"exim-full-fr":               bounced(mail.MailboxFull, "552 La boîte du destinataire est pleine"),
		"qmail-unknown-en":           bounced(mail.NoSuchAddress, "Sorry, no mailbox here by that name. (#5.1.1)"),
		"qmail-host-en":              bounced(mail.NoSuchDomain, "Sorry, I couldn't find any host named example.org. (#5.1.2)"),
		"exchange-2010-en":           bounced(mail.NoSuchAddress, "#550 5.1.1 RESOLVER.ADR.RecipNotFound; not found"),
		"exchange-html-fr":           bounced(mail.NoSuchAddress, "#550 5.1.1 RESOLVER.ADR.RecipNotFound; not found"),
		"mdaemon-de":                 bounced(mail.NoSuchAddress, "550 Empfänger unbekannt"),
		"zimbra-it":                  bounced(mail.NoSuchAddress, "550 il destinatario non esiste"),
		"arf-abuse":                  {Kind: mail.Complained},
		"arf-redacted":               {Kind: mail.Complained},
		"arf-opt-out":                {Kind: mail.Unsubscribed},
		"outlook-jmrp":               {Kind: mail.Complained},
	} {
		t.Run(name, func(t *testing.T) {
			r, ok := Parse(read(t, name))
			if !ok || r.Kind != want.Kind || r.Cause != want.Cause || !strings.Contains(r.Diagnostic, want.Diagnostic) {
				t.Fatalf("%t %+v", ok, r)
			}
			if r.MessageID != "1.0a0b0c0d.7@nova.example" {
				t.Errorf("it is about the message %q", r.MessageID)
			}
			if r.Recipient != "zoe@example.org" && name != "arf-redacted" {
				t.Errorf("it is about the address %q", r.Recipient)
			}
			gmail := strings.HasPrefix(name, "gmail") // returns a part of the header only
			if (len(r.Tokens) != 1 || r.Tokens[0] != token) != gmail {
				t.Errorf("the tokens are %q", r.Tokens)
			}
			if e, ok := r.Event(""); !ok || (e.Token == token) == gmail || e.Permanent != want.Cause.Permanent() {
				t.Errorf("the event is %+v (%t)", e, ok)
			}
		})
	}
}

func TestParse_what_is_no_report(t *testing.T) {
	for name, why := range map[string]string{
		"postfix-delayed-en":           "the server still tries",
		"postfix-delivered-en":         "the message arrived",
		"exim-delayed-en":              "the server still tries, and says so in words only",
		"arf-not-spam":                 "somebody says that the message is no spam",
		"out-of-office-fr":             "a person is away",
		"out-of-office-null-sender-en": "a person is away, whose server sends that without a sender",
		"answer-en":                    "a person quotes a bounce",
		"newsletter-en":                "it is about something else",
	} {
		t.Run(name+": "+why, func(t *testing.T) {
			if r, ok := Parse(read(t, name)); ok {
				t.Errorf("%+v", r)
			}
		})
	}
}

func TestReport_Event(t *testing.T) {
	const verp = "aaaaaaaaaaadqaaebagbafaydqqcikbmga2dqpby"
	for _, x := range []struct {
		name  string
		r     Report
		token string
		ok    bool
	}{
		{"the envelope sender says whose it is, whatever the message contains", Report{To: []string{"Bounces+" + verp + "@nova.example"}}, verp, true},
		{"it is preferred to the link in what came back", Report{To: []string{"bounces+" + verp + "@nova.example"}, Tokens: []string{token}},
			verp, true},
		{"the link in what came back says whose it is", Report{To: []string{"bounces@nova.example"}, Tokens: []string{token}}, token, true},
		{"a Message-ID is enough with the address", Report{MessageID: "a@b", Recipient: "zoe@example.org"}, "", true},
		{"a Message-ID alone is not: those of others can be guessed", Report{MessageID: "a@b"}, "", false},
		{"neither is an address", Report{Recipient: "zoe@example.org"}, "", false},
	} {
		t.Run(x.name, func(t *testing.T) {
			if e, ok := x.r.Event("bounces+*@nova.example"); ok != x.ok || e.Token != x.token {
				t.Errorf("%t %+v", ok, e)
			}
		})
	}
}

// TestParse_reads_a_megabyte_of_nonsense holds the memory within a bound, whatever a message contains.
func TestParse_reads_a_megabyte_of_nonsense(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	noise := make([]byte, 1<<20)
	for i := range noise {
		noise[i] = byte(random.Uint32())
	}
	head := "From: MAILER-DAEMON\r\nX-Failed-Recipients: zoe@example.org\r\n"
	for name, raw := range map[string][]byte{
		"noise":              noise,
		"noise as a text":    append([]byte(head+"\r\n"), noise...),
		"one line":           append([]byte(head+"\r\n"), bytes.Repeat([]byte("a@"), 1<<19)...),
		"one header":         append([]byte("X: "), bytes.Repeat([]byte("y"), 1<<20)...),
		"parts within parts": []byte(strings.Repeat("Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\n", 20_000)),
		"many parts":         []byte("Content-Type: multipart/mixed; boundary=a\r\n\r\n" + strings.Repeat("--a\r\n\r\nx\r\n", 90_000)),
		"many blocks": []byte("Content-Type: multipart/report; boundary=a\r\n\r\n--a\r\nContent-Type: message/delivery-status\r\n\r\n" +
			strings.Repeat("Action: delayed\r\n\r\n", 50_000)),
		"open tags": append([]byte(head+"Content-Type: text/html\r\n\r\n"), bytes.Repeat([]byte("<a"), 1<<19)...),
	} {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			Parse(raw)
			runtime.ReadMemStats(&after)
			if used := after.TotalAlloc - before.TotalAlloc; used > 8<<20 {
				t.Errorf("%d bytes", used)
			}
		})
	}
}

func FuzzParse(f *testing.F) {
	files, err := filepath.Glob("testdata/*.eml")
	if err != nil || len(files) == 0 {
		f.Fatal(err)
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		r, ok := Parse(raw)
		if !ok {
			return
		}
		if len(r.Diagnostic) > 320 || strings.ContainsFunc(r.Diagnostic, unicode.IsControl) || r.Kind == mail.Bounced && r.Cause == "" {
			t.Errorf("%+v", r)
		}
	})
}

func BenchmarkParse(b *testing.B) {
	raw := read(b, "postfix-unknown-en")
	b.ReportAllocs()
	for b.Loop() {
		if _, ok := Parse(raw); !ok {
			b.Fatal("not read")
		}
	}
}
