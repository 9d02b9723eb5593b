package mail

import (
	"regexp"
	"strings"
)

// Cause is the reason for which a mail server did not deliver a message to an address, in general terms. It is stored, and shown in
// words.
type Cause string

// The causes. The first three are permanent.
const (
	NoSuchAddress Cause = "no_such_address"
	NoSuchDomain  Cause = "no_such_domain"
	Disabled      Cause = "disabled" // the mailbox exists, and takes no mail
	MailboxFull   Cause = "mailbox_full"
	TooLarge      Cause = "too_large"
	Policy        Cause = "policy"      // refused for its content, its sender or a rule of the recipient's
	Unreachable   Cause = "unreachable" // the server of the address did not take it in time
	OtherCause    Cause = "other"
)

// Permanent reports whether the address takes no mail, so that further messages would come back too.
func (c Cause) Permanent() bool { return c == NoSuchAddress || c == NoSuchDomain || c == Disabled }

// enhanced matches an enhanced status code (RFC 3463) in the words of a server: its class, subject and detail.
var enhanced = regexp.MustCompile(`(?:^|[^\d.])([245])\.(\d{1,3})\.(\d{1,3})(?:$|[^\d.])`)

// basic matches an SMTP reply code in the words of a server.
var basic = regexp.MustCompile(`(?:^|[^\d.])([45]\d\d)(?:$|[ \-:;#,.)\]])`)

// CauseOf returns the cause of a failure, from the enhanced status code of a report ("5.1.1", may be empty) and the words of the server,
// which begin with its reply code if there is one.
func CauseOf(status, text string) Cause {
	m := enhanced.FindStringSubmatch(status)
	if m == nil || m[2] == "0" {
		if inText := enhanced.FindStringSubmatch(text); inText != nil {
			m = inText
		}
	}
	code := ""
	if b := basic.FindStringSubmatch(text); b != nil {
		code = b[1]
	}
	if m != nil && m[2] != "0" {
		if c := causeOfStatus(m[2]+"."+m[3], text); c != "" {
			return permanentOnly(c, m[1] == "5")
		}
	}
	permanent := m != nil && m[1] == "5" || m == nil && !strings.HasPrefix(code, "4")
	return permanentOnly(causeOfText(code, text), permanent)
}

// permanentOnly returns the cause, unless it is one of an address that takes no mail and the failure is temporary.
func permanentOnly(c Cause, permanent bool) Cause {
	if c.Permanent() && !permanent {
		return Unreachable
	}
	return c
}

// causeOfStatus returns the cause for the subject and detail of an enhanced status code; "" if they leave it open.
func causeOfStatus(status, text string) Cause {
	subject, detail, _ := strings.Cut(status, ".")
	switch {
	case status == "1.2" || status == "4.4" && noSuchDomain.MatchString(text):
		return NoSuchDomain
	case status == "1.7" || status == "1.8": // these are about the sender's address
		return Policy
	case subject == "1":
		return NoSuchAddress
	case status == "2.1" && !tooFast.MatchString(text):
		return Disabled
	case status == "2.2":
		return MailboxFull
	case status == "2.3" || status == "3.4":
		return TooLarge
	case status == "4.1" && strings.Contains(strings.ToLower(text), "recipient address rejected"): // Exchange Online, of an unknown address
		return NoSuchAddress
	case subject == "7", status == "2.1":
		return Policy
	case subject == "4" && (detail == "1" || detail == "2" || detail == "3" || detail == "4" || detail == "7"):
		return Unreachable
	}
	return ""
}

// What mail servers say, also those that give no enhanced code.
var (
	tooFast      = regexp.MustCompile(`(?i)rate|too (many|quickly)|exceed`)
	noSuchDomain = regexp.MustCompile(`(?i)host (or domain )?(name )?not found|domain (name )?(not found|does not exist|doesn'?t exist)|nxdomain|` +
		`couldn'?t find any host|unrouteable address|no such domain|bad destination (system|host)|hôte introuvable|domaine (inconnu|introuvable)`)
	mailboxFull = regexp.MustCompile(`(?i)(mailbox|inbox|user|account|quota|storage|boîte).{0,40}(full|over ?quota|exceed|pleine|voll)|over ?quota|` +
		`quota exceeded|insufficient (disk|storage|system storage)|pleine|postfach .{0,30}voll|buzón .{0,20}lleno`)
	disabled = regexp.MustCompile(`(?i)(mailbox|account|user|address|recipient|compte).{0,30}(disabled|inactive|deactivated|suspended|discontinued|` +
		`not active|désactivé|suspendu)|(disabled|inactive|deactivated) (mailbox|account|user)`)
	tooLarge = regexp.MustCompile(`(?i)message.{0,20}(too (big|large)|size)|exceeds? .{0,30}size`)
	refused  = regexp.MustCompile(`(?i)\bspam|block(ed|list)|blacklist|policy|reputation|denied|dmarc|\bspf\b|dkim|authenticat|relay|banned|` +
		`greylist|content rejected|not (permitted|allowed|authorized)|sender|virus|refused by`)
	unreachable = regexp.MustCompile(`(?i)timed? ?out|retry timeout|connection refused|network is unreachable|(host|server|mta).{0,30}` +
		`(unreachable|not respond)|too many (hops|loops)|mail (is )?loop|no route to host|could not be delivered within|délai`)
	unknownUser = regexp.MustCompile(`(?i)(user|recipient|mailbox|address|account|destinataire|adresse|compte|empfänger|usuario|destinatario)\b.{0,60}` +
		`\b(unknown|not found|notfound|does ?n.t exist|does not exist|not exist|couldn.t be found|wasn.t found|inconnue?|introuvable|n.existe pas|` +
		`nicht gefunden|unbekannt|no existe|non esiste)|(unknown|no such|invalid|non-?existent) (local )?(user|recipient|mailbox|address|account)|` +
		`no mailbox here|recipnotfound|recipientnotfound|user doesn.t have|nobody here by that name|not our customer`)
)

// causeOfText returns the cause for the words of a server. A code of a permanent refusal of the address alone says that it takes no
// mail, if the words give no other reason.
func causeOfText(code, text string) Cause {
	for _, x := range []struct {
		words *regexp.Regexp
		cause Cause
	}{{mailboxFull, MailboxFull}, {disabled, Disabled}, {unknownUser, NoSuchAddress}, {noSuchDomain, NoSuchDomain}, {tooLarge, TooLarge},
		{refused, Policy}, {unreachable, Unreachable}} {
		if x.words.MatchString(text) {
			return x.cause
		}
	}
	switch code {
	case "550", "551", "553":
		return NoSuchAddress
	case "552":
		return MailboxFull
	case "554":
		return Policy
	}
	return OtherCause
}
