package configuration

import (
	"context"
	"errors"
	"net"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"blitiri.com.ar/go/spf"
	"github.com/emersion/go-msgauth/dmarc"
	"golang.org/x/net/idna"
	"golang.org/x/net/publicsuffix"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/mail"
)

// dnsTimeout is how long the check of a domain may take.
const dnsTimeout = 10 * time.Second

// Finding is what DNS says of one kind of record of a sender's domain.
type Finding struct {
	Record      string   // "MX", "SPF", "DKIM", "DMARC" or "PTR"
	Code        string   // the verdict, by which its text is found
	About       string   // subject of the verdict: a server, an address, a selector or a policy
	Found       []string // the records
	Name, Value string   // the TXT record to add; empty: none
}

// SenderCheck is the check of a sender's domain.
type SenderCheck struct {
	Domain   string
	Findings []Finding
}

// selectors are those that providers usually have.
var selectors = []string{"default", "mail", "dkim", "google", "selector1", "selector2", "mailjet", "s1", "s2", "k1", "smtp"}

var selectorFormat = regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$`)

// includes are the SPF records of providers.
var includes = map[string]string{"mailjet": "spf.mailjet.com", "gmail": "_spf.google.com", "graph": "spf.protection.outlook.com"}

// domainsOf returns the domains of senders, each once.
func domainsOf(senders []mail.Address) (domains []string) {
	for _, a := range senders {
		if domain := a.Email[strings.LastIndexByte(a.Email, '@')+1:]; !slices.Contains(domains, domain) {
			domains = append(domains, domain)
		}
	}
	return domains
}

// CheckSender looks up the records of the domain of an allowed sender. selector is that of its DKIM key; empty: the usual ones are tried.
func (s *Service) CheckSender(ctx context.Context, by auth.Actor, domain, selector string) (SenderCheck, error) {
	stored, err := s.Stored(ctx, by, nil)
	if err != nil {
		return SenderCheck{}, err
	}
	means := s.o.Mail(stored)
	if !slices.Contains(domainsOf(means.Senders), domain) {
		return SenderCheck{}, errs.NotFound("sender")
	}
	if selector != "" && !selectorFormat.MatchString(selector) {
		return SenderCheck{}, errs.InvalidField("selector", "selector", "Expected a selector such as mail or s1.")
	}
	ctx, cancel := context.WithTimeout(ctx, dnsTimeout)
	defer cancel()
	ascii, err := idna.Lookup.ToASCII(domain)
	if err != nil {
		ascii = domain
	}
	c := dnsCheck{ctx, s.o.Resolver, ascii}
	tried := selectors
	if selector != "" {
		tried = []string{selector}
	}
	parts := []func() []Finding{c.mx, func() []Finding { return c.spf(means) }, func() []Finding { return c.dkim(tried) }, c.dmarc,
		func() []Finding { return c.reverse(means) }}
	found := make([][]Finding, len(parts))
	var all sync.WaitGroup
	for i, part := range parts {
		all.Go(func() { found[i] = part() })
	}
	all.Wait()
	return SenderCheck{domain, slices.Concat(found...)}, nil
}

// dnsCheck looks up the records of a domain.
type dnsCheck struct {
	ctx    context.Context
	dns    *net.Resolver
	domain string
}

// missing reports whether err says that there is no such record.
func missing(err error) bool {
	e, ok := errors.AsType[*net.DNSError](err)
	return ok && e.IsNotFound
}

// missingOr returns code if a lookup found no record, and dns_failed if it failed with err.
func missingOr(err error, code string) string {
	if err == nil || missing(err) {
		return code
	}
	return "dns_failed"
}

func (c dnsCheck) mx() []Finding {
	f := Finding{Record: "MX", Code: "mx_ok"}
	list, err := c.dns.LookupMX(c.ctx, c.domain)
	for _, x := range list {
		f.Found = append(f.Found, strings.TrimSuffix(x.Host, "."))
	}
	if len(list) == 0 || len(list) == 1 && list[0].Host == "." { // a null MX (RFC 7505)
		f.Code = missingOr(err, "mx_missing")
	}
	f.About = strings.Join(f.Found, ", ")
	return []Finding{f}
}

// records returns the TXT records of a name that begin with a version.
func (c dnsCheck) records(name, version string) (list []string, err error) {
	all, err := c.dns.LookupTXT(c.ctx, name)
	for _, x := range all {
		if end := strings.IndexAny(x+" ", " ;"); strings.EqualFold(x[:end], version) {
			list = append(list, x)
		}
	}
	return list, err
}

// spf returns a verdict for each channel that is configured.
func (c dnsCheck) spf(means Mail) (list []Finding) {
	records, err := c.records(c.domain, "v=spf1")
	f := Finding{Record: "SPF", Code: "spf_ok", Found: records, Name: c.domain}
	if len(records) > 1 {
		f.Code, f.Name = "spf_several", ""
		return []Finding{f}
	}
	if len(records) == 0 {
		f.Code = missingOr(err, "spf_missing")
	}
	record := "v=spf1 ~all"
	if len(records) == 1 {
		record = records[0]
	}
	var add []string
	for _, channel := range []mail.Channel{means.Bulk, means.Mailbox} {
		if channel == nil {
			continue
		}
		x, term := f, "include:"+includes[channel.Name()]
		if r, ok := channel.(*mail.Relay); ok {
			x, term = c.spfOfRelay(f, r.Host())
		} else if f.Code == "spf_ok" {
			if x.About = includes[channel.Name()]; !strings.Contains(strings.ToLower(record), term) {
				x.Code = "spf_not_included"
			}
		}
		if x.Code == "spf_missing" || x.Code == "spf_refused" || x.Code == "spf_not_included" {
			add = append(add, term)
		}
		list = append(list, x)
	}
	if len(list) == 0 { // nothing to allow
		if f.Name = ""; f.Code == "spf_ok" {
			f.Code = "spf_present"
		}
		return []Finding{f}
	}
	for i, x := range list {
		switch x.Code {
		case "spf_missing", "spf_refused", "spf_not_included":
			list[i].Value = withTerms(record, add)
		default:
			list[i].Name = ""
		}
	}
	return list
}

// spfOfRelay evaluates the record for the addresses of a relay, and returns the term that would allow them.
func (c dnsCheck) spfOfRelay(f Finding, host string) (x Finding, term string) {
	if term = "a:" + host; net.ParseIP(host) != nil {
		term = ipTerm(net.ParseIP(host))
	}
	if f.About = host; f.Code != "spf_ok" {
		return f, term
	}
	addresses, err := c.dns.LookupIP(c.ctx, "ip", host)
	if err != nil {
		f.Code = "relay_unknown"
		return f, term
	}
	if slices.ContainsFunc(addresses, inside) {
		f.Code = "relay_inside"
		return f, term
	}
	for _, ip := range addresses {
		result, _ := spf.CheckHostWithSender(ip, c.domain, "postmaster@"+c.domain, spf.WithContext(c.ctx), spf.WithResolver(c.dns))
		if result == spf.Pass {
			continue
		}
		f.Code, f.About = "spf_refused", ip.String()
		if code, ok := map[spf.Result]string{spf.TempError: "dns_failed", spf.PermError: "spf_invalid"}[result]; ok {
			f.Code = code
		}
		return f, term
	}
	return f, term
}

func ipTerm(ip net.IP) string {
	if ip.To4() != nil {
		return "ip4:" + ip.String()
	}
	return "ip6:" + ip.String()
}

// inside reports whether an address is not seen from outside.
func inside(ip net.IP) bool { return ip.IsPrivate() || ip.IsLoopback() || ip.IsLinkLocalUnicast() }

// withTerms returns an SPF record with more terms, before the one for all others.
func withTerms(record string, add []string) string {
	terms := strings.Fields(record)
	at := slices.IndexFunc(terms, func(t string) bool {
		t = strings.ToLower(t)
		return strings.TrimLeft(t, "+-~?") == "all" || strings.HasPrefix(t, "redirect=")
	})
	if at < 0 {
		at = len(terms)
	}
	return strings.Join(slices.Insert(terms, at, add...), " ")
}

// dkim looks for a key under each selector.
func (c dnsCheck) dkim(tried []string) []Finding {
	f := Finding{Record: "DKIM", Code: "dkim_missing", About: strings.Join(tried, ", ")}
	for _, selector := range tried {
		list, err := c.dns.LookupTXT(c.ctx, selector+"._domainkey."+c.domain)
		if err != nil && !missing(err) {
			f.Code = "dns_failed"
		}
		for _, text := range list {
			key, ok := dkimKey(text)
			switch {
			case ok && key != "":
				return []Finding{{Record: "DKIM", Code: "dkim_ok", About: selector, Found: []string{text}}}
			case ok:
				f.Code, f.About, f.Found = "dkim_revoked", selector, []string{text}
			}
		}
	}
	if f.Code == "dkim_missing" && len(tried) == 1 {
		f.Name, f.Value = tried[0]+"._domainkey."+c.domain, "v=DKIM1; k=rsa; p=…"
	}
	return []Finding{f}
}

// dkimKey returns the public key of a DKIM record (RFC 6376, 3.6.1); empty if it is revoked.
func dkimKey(text string) (key string, ok bool) {
	for part := range strings.SplitSeq(text, ";") {
		name, value, _ := strings.Cut(part, "=")
		switch strings.TrimSpace(name) {
		case "v":
			if strings.TrimSpace(value) != "DKIM1" {
				return "", false
			}
		case "p":
			key, ok = strings.TrimSpace(value), true
		}
	}
	return key, ok
}

// dmarc looks for the policy of the domain, or of the registered domain above it.
func (c dnsCheck) dmarc() []Finding {
	f := Finding{Record: "DMARC", Code: "dmarc_ok"}
	names := []string{c.domain}
	if above, err := publicsuffix.EffectiveTLDPlusOne(c.domain); err == nil && above != c.domain {
		names = append(names, above)
	}
	var err error
	for _, name := range names {
		if f.Found, err = c.records("_dmarc."+name, "v=DMARC1"); len(f.Found) > 0 {
			break
		}
	}
	if len(f.Found) == 0 {
		if f.Code = missingOr(err, "dmarc_missing"); f.Code == "dmarc_missing" {
			f.Name, f.Value = "_dmarc."+c.domain, "v=DMARC1; p=none; rua=mailto:postmaster@"+c.domain
		}
		return []Finding{f}
	}
	r, err := dmarc.Parse(f.Found[0])
	switch {
	case err != nil || len(f.Found) > 1:
		f.Code = "dmarc_invalid"
	case r.Policy == dmarc.PolicyNone:
		f.Code = "dmarc_none"
	default:
		f.About = string(r.Policy)
	}
	return []Finding{f}
}

// reverse checks that the addresses of the relay have a name that leads back to them. Providers maintain their own.
func (c dnsCheck) reverse(means Mail) []Finding {
	r, ok := means.Bulk.(*mail.Relay)
	if !ok {
		return nil
	}
	f := Finding{Record: "PTR", Code: "ptr_ok", About: r.Host()}
	addresses, err := c.dns.LookupIP(c.ctx, "ip", r.Host())
	switch {
	case err != nil:
		f.Code = "relay_unknown"
		return []Finding{f}
	case slices.ContainsFunc(addresses, inside):
		f.Code = "relay_inside"
		return []Finding{f}
	}
	for _, ip := range addresses {
		names, err := c.dns.LookupAddr(c.ctx, ip.String())
		if len(names) == 0 {
			f.Code, f.About = missingOr(err, "ptr_missing"), ip.String()
			return []Finding{f}
		}
		f.Found = append(f.Found, strings.TrimSuffix(names[0], "."))
		back, _ := c.dns.LookupIP(c.ctx, "ip", names[0])
		if !slices.ContainsFunc(back, ip.Equal) {
			f.Code, f.About = "ptr_other", ip.String()
			return []Finding{f}
		}
	}
	return []Finding{f}
}
