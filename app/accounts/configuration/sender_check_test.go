package configuration

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/miekg/dns"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/mail"
	"presence/app/platform/paths"
	"presence/db"
	"presence/db/dbtest"
)

// serveDNS serves records in zone file format, and returns a resolver that asks for them. Names that end with "broken." fail.
func serveDNS(t *testing.T, records ...string) *net.Resolver {
	t.Helper()
	var list []dns.RR
	for _, text := range records {
		rr, err := dns.NewRR(text)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, rr)
	}
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &dns.Server{PacketConn: conn, Handler: dns.HandlerFunc(func(w dns.ResponseWriter, q *dns.Msg) {
		m := new(dns.Msg).SetReply(q)
		m.Authoritative, m.Rcode = true, dns.RcodeNameError
		for _, rr := range list {
			if strings.EqualFold(rr.Header().Name, q.Question[0].Name) {
				if m.Rcode = dns.RcodeSuccess; rr.Header().Rrtype == q.Question[0].Qtype {
					m.Answer = append(m.Answer, rr)
				}
			}
		}
		if strings.HasSuffix(q.Question[0].Name, "broken.example.") {
			m.Rcode = dns.RcodeServerFailure
		}
		_ = w.WriteMsg(m)
	})}
	go func() { _ = s.ActivateAndServe() }()
	t.Cleanup(func() { _ = conn.Close() })
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "udp", conn.LocalAddr().String())
	}}
}

// summary writes findings as "RECORD code about", with the record to add.
func summary(list []Finding) string {
	var lines []string
	for _, f := range list {
		line := strings.TrimSpace(fmt.Sprint(f.Record, " ", f.Code, " ", f.About))
		if f.Value != "" {
			line += " + " + f.Name + " " + f.Value
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// channelNamed is a channel with no more than a name.
type channelNamed struct {
	mail.Channel
	name string
}

func (c channelNamed) Name() string { return c.name }

func TestDNSCheck(t *testing.T) {
	relay := func(host string) Mail { return Mail{Bulk: mail.NewRelay(mail.SMTP{Host: host})} }
	mailjet, both := Mail{Bulk: channelNamed{name: "mailjet"}}, Mail{Bulk: channelNamed{name: "mailjet"}, Mailbox: channelNamed{name: "gmail"}}
	spfOf := func(m Mail) func(c dnsCheck) []Finding { return func(c dnsCheck) []Finding { return c.spf(m) } }
	reverseOf := func(m Mail) func(c dnsCheck) []Finding { return func(c dnsCheck) []Finding { return c.reverse(m) } }
	dkimOf := func(tried ...string) func(c dnsCheck) []Finding {
		return func(c dnsCheck) []Finding { return c.dkim(tried) }
	}
	server, ptr := "relay.example. A 203.0.113.5", "5.113.0.203.in-addr.arpa. PTR relay.example."
	spfText := func(text string) string { return `nova.example. TXT "` + text + `"` }
	for _, x := range []struct {
		name   string
		domain string
		check  func(c dnsCheck) []Finding
		zone   []string
		want   string
	}{
		{"servers that receive", "nova.example", dnsCheck.mx, []string{"nova.example. MX 10 mx1.example.", "nova.example. MX 20 mx2.example."},
			"MX mx_ok mx1.example, mx2.example"},
		{"no server", "nova.example", dnsCheck.mx, nil, "MX mx_missing"},
		{"a domain that receives nothing", "nova.example", dnsCheck.mx, []string{"nova.example. MX 0 ."}, "MX mx_missing"},
		{"a DNS that fails", "broken.example", dnsCheck.mx, nil, "MX dns_failed"},

		{"SPF for the relay", "nova.example", spfOf(relay("relay.example")), []string{server, spfText("v=spf1 ip4:203.0.113.0/24 -all")},
			"SPF spf_ok relay.example"},
		{"SPF without the relay", "nova.example", spfOf(relay("relay.example")), []string{server, spfText("v=spf1 mx -all")},
			"SPF spf_refused 203.0.113.5 + nova.example v=spf1 mx a:relay.example -all"},
		{"SPF without the second address of the relay", "nova.example", spfOf(relay("relay.example")), []string{server,
			"relay.example. A 198.51.100.9", spfText("v=spf1 ip4:203.0.113.5")},
			"SPF spf_refused 198.51.100.9 + nova.example v=spf1 ip4:203.0.113.5 a:relay.example"},
		{"SPF without an address", "nova.example", spfOf(relay("203.0.113.5")), []string{spfText("v=spf1 redirect=x.example"),
			`x.example. TXT "v=spf1 -all"`}, "SPF spf_refused 203.0.113.5 + nova.example v=spf1 ip4:203.0.113.5 redirect=x.example"},
		{"no SPF", "nova.example", spfOf(relay("relay.example")), []string{server, spfText("v=spf10 -all")},
			"SPF spf_missing relay.example + nova.example v=spf1 a:relay.example ~all"},
		{"no SPF and an address of IPv6", "nova.example", spfOf(relay("2001:db8::5")), nil,
			"SPF spf_missing 2001:db8::5 + nova.example v=spf1 ip6:2001:db8::5 ~all"},
		{"SPF with an error", "nova.example", spfOf(relay("relay.example")), []string{server, spfText("v=spf1 ip4:nonsense -all")},
			"SPF spf_invalid 203.0.113.5"},
		{"SPF that cannot be evaluated", "nova.example", spfOf(relay("relay.example")), []string{server, spfText("v=spf1 include:broken.example -all")},
			"SPF dns_failed 203.0.113.5"},
		{"two SPF", "nova.example", spfOf(relay("relay.example")), []string{server, spfText("v=spf1 -all"), spfText("v=spf1 ~all")}, "SPF spf_several"},
		{"SPF and an unknown relay", "nova.example", spfOf(relay("relay.example")), []string{spfText("v=spf1 -all")},
			"SPF relay_unknown relay.example"},
		{"SPF and a relay inside", "nova.example", spfOf(relay("10.0.0.5")), []string{spfText("v=spf1 -all")}, "SPF relay_inside 10.0.0.5"},
		{"SPF and no channel", "nova.example", spfOf(Mail{}), []string{spfText("v=spf1 -all")}, "SPF spf_present"},
		{"no SPF and no channel", "nova.example", spfOf(Mail{}), nil, "SPF spf_missing"},
		{"SPF with the provider", "nova.example", spfOf(mailjet), []string{spfText("v=spf1 include:SPF.mailjet.com ~all")},
			"SPF spf_ok spf.mailjet.com"},
		{"SPF without two providers", "nova.example", spfOf(both), []string{spfText("v=spf1 ~all")},
			"SPF spf_not_included spf.mailjet.com + nova.example v=spf1 include:spf.mailjet.com include:_spf.google.com ~all\n" +
				"SPF spf_not_included _spf.google.com + nova.example v=spf1 include:spf.mailjet.com include:_spf.google.com ~all"},
		{"SPF that DNS does not tell", "broken.example", spfOf(mailjet), nil, "SPF dns_failed"},

		{"a key of DKIM", "nova.example", dkimOf("a", "mail"), []string{`mail._domainkey.nova.example. TXT "v=DKIM1; k=rsa; p=MIIB"`}, "DKIM dkim_ok mail"},
		{"a key without a version", "nova.example", dkimOf("mail"), []string{`mail._domainkey.nova.example. TXT "p=MIIB"`}, "DKIM dkim_ok mail"},
		{"a revoked key", "nova.example", dkimOf("mail"), []string{`mail._domainkey.nova.example. TXT "v=DKIM1; p="`}, "DKIM dkim_revoked mail"},
		{"a text that is no key", "nova.example", dkimOf("mail", "x"),
			[]string{`mail._domainkey.nova.example. TXT "v=other; p=1"`}, "DKIM dkim_missing mail, x"},
		{"no key", "nova.example", dkimOf("mail"), nil, "DKIM dkim_missing mail + mail._domainkey.nova.example v=DKIM1; k=rsa; p=…"},
		{"a key that DNS does not tell", "broken.example", dkimOf("mail"), nil, "DKIM dns_failed mail"},

		{"a policy", "nova.example", dnsCheck.dmarc, []string{`_dmarc.nova.example. TXT "v=DMARC1; p=reject"`}, "DMARC dmarc_ok reject"},
		{"a policy that does nothing", "nova.example", dnsCheck.dmarc, []string{`_dmarc.nova.example. TXT "v=DMARC1;p=none"`}, "DMARC dmarc_none"},
		{"the policy of the domain above", "news.nova.example", dnsCheck.dmarc, []string{`_dmarc.nova.example. TXT "v=DMARC1; p=quarantine"`},
			"DMARC dmarc_ok quarantine"},
		{"a policy with an error", "nova.example", dnsCheck.dmarc, []string{`_dmarc.nova.example. TXT "v=DMARC1; p=perhaps"`}, "DMARC dmarc_invalid"},
		{"two policies", "nova.example", dnsCheck.dmarc, []string{`_dmarc.nova.example. TXT "v=DMARC1; p=none"`,
			`_dmarc.nova.example. TXT "v=DMARC1; p=reject"`}, "DMARC dmarc_invalid"},
		{"no policy", "nova.example", dnsCheck.dmarc, nil,
			"DMARC dmarc_missing + _dmarc.nova.example v=DMARC1; p=none; rua=mailto:postmaster@nova.example"},
		{"a policy that DNS does not tell", "broken.example", dnsCheck.dmarc, nil, "DMARC dns_failed"},

		{"a name that leads back", "nova.example", reverseOf(relay("relay.example")), []string{server, ptr}, "PTR ptr_ok relay.example"},
		{"an address without a name", "nova.example", reverseOf(relay("relay.example")), []string{server}, "PTR ptr_missing 203.0.113.5"},
		{"a name that leads elsewhere", "nova.example", reverseOf(relay("relay.example")), []string{server,
			"5.113.0.203.in-addr.arpa. PTR other.example."}, "PTR ptr_other 203.0.113.5"},
		{"a relay inside has none", "nova.example", reverseOf(relay("127.0.0.1")), nil, "PTR relay_inside 127.0.0.1"},
		{"an unknown relay has none", "nova.example", reverseOf(relay("relay.example")), nil, "PTR relay_unknown relay.example"},
		{"a provider takes care of its own", "nova.example", reverseOf(mailjet), nil, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			c := dnsCheck{t.Context(), serveDNS(t, x.zone...), x.domain}
			findings := x.check(c)
			if got := summary(findings); got != x.want {
				t.Errorf("got\n%s\nwant\n%s", got, x.want)
			}
			for _, f := range findings {
				if p := findingProps(i18n.EN, f); p.Text == "" || p.Record == "" || strings.Contains(p.Text, "%") {
					t.Errorf("the text of %s is %q", f.Code, p.Text)
				}
			}
		})
	}
}

func TestPages_senders(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		o := at(t, d, "", "", "")
		o.s.o.Resolver = serveDNS(t, "example.org. MX 10 mx.example.org.", `example.org. TXT "v=spf1 -all"`,
			`_dmarc.example.org. TXT "v=DMARC1; p=reject"`, `nova._domainkey.example.org. TXT "v=DKIM1; p=MIIB"`)
		address := paths.SenderCheckOf("example.org")
		t.Run("are linked from the page of mail once there is a sender", func(t *testing.T) {
			o.store(values{mailFrom: "Fêtes <fetes@example.org>"})
			link := o.Get(paths.MailSettings()).Want(200).Doc().Find("#domains a")
			if link.AttrOr("href", "") != address || link.AttrOr("hx-get", "") != address || link.Length() != 1 {
				t.Error(link.Text())
			}
		})
		t.Run("have a verdict on each record, and the record to add", func(t *testing.T) {
			o.store(values{smtpURL: "smtp://203.0.113.5"})
			a := o.Get(address + "&selector=nova").Want(200)
			text := a.Text("#sender-check")
			for _, part := range []string{"Bounces and replies go to mx.example.org.", "The record doesn’t authorize the server’s address, 203.0.113.5.",
				"There is a key for selector nova.", "The policy is reject.", "No name is set for the address 203.0.113.5."} {
				if !strings.Contains(text, part) {
					t.Errorf("no %q in %s", part, text)
				}
			}
			if got := a.Text("#sender-record-1"); got != "v=spf1 ip4:203.0.113.5 -all" {
				t.Error(got)
			}
		})
		t.Run("try the usual selectors if none is typed", func(t *testing.T) {
			if text := o.Get(address).Want(200).Text("#sender-check"); !strings.Contains(text, "No key for: default, mail,") {
				t.Error(text)
			}
		})
		t.Run("keep a selector that is none beside its error", func(t *testing.T) {
			a := o.Get(address + "&selector=a+b").Want(422)
			if v := a.Doc().Find("[name=selector]").AttrOr("value", ""); v != "a b" || !a.Has("#f-selector-error") {
				t.Error(a.Text("#sender-check"))
			}
		})
		t.Run("are those of the senders alone", func(t *testing.T) {
			o.Get(paths.SenderCheckOf("example.com")).Want(404)
		})
		t.Run("are checked for programs too", func(t *testing.T) {
			a := o.Get("/settings/mail/senders/example.org").Want(200)
			if !strings.Contains(a.Body, `{"record":"DMARC","verdict":"dmarc_ok","about":"reject","found":["v=DMARC1; p=reject"],"name":"","value":""}`) {
				t.Error(a.Body)
			}
			o.Do(http.MethodGet, "/settings/mail/senders/example.com", "").Want(404)
		})
		t.Run("are not for others than administrators", func(t *testing.T) {
			if _, err := o.s.CheckSender(t.Context(), auth.Actor{Role: auth.Events}, "example.org", ""); errs.KindOf(err) != errs.KindForbidden {
				t.Error(err)
			}
		})
	})
}

func TestDomainsOf(t *testing.T) {
	got := domainsOf([]mail.Address{{Email: "a@one.example"}, {Email: "b@two.example"}, {Email: "c@one.example"}})
	if fmt.Sprint(got) != "[one.example two.example]" {
		t.Error(got)
	}
}
