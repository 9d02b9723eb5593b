package bouncemail

import (
	"regexp"
	"strings"

	"github.com/emersion/go-message"
	"golang.org/x/net/html"

	"presence/app/platform/mail"
)

// The words by which the notices of mail servers are recognized that send no delivery status notification.
var (
	address = regexp.MustCompile(`[A-Za-z0-9!#$%&'*+/=?^_{|}~.\-\x{80}-\x{10FFFF}]{1,64}@[A-Za-z0-9.\-\x{80}-\x{10FFFF}]{1,200}[A-Za-z0-9\x{80}-\x{10FFFF}]`)
	system  = regexp.MustCompile(`(?i)mailer-?daemon|postmaster|mail ?delivery|mail administrator|system administrator|microsoft ?exchange|` +
		`mdaemon|undeliver|nicht zustellbar`)
	// delayed are notices of servers that still try.
	delayed = regexp.MustCompile(`(?i)\bdelay(ed)?\b|warning: could not send|will (continue|keep|be) (to )?(try|retri)|still (being )?(trying|retri)|` +
		`no action is required|not? need to (re)?send|not necessary to resend|retard|nouvelle tentative|réessay|verzöger|wird weiter versucht`)
	// copyBegins is the line above the copy of the message that came back.
	copyBegins = regexp.MustCompile(`(?im)^[\s>]*(-{2,}.{0,20}(copy of|below this line|original message|message original|returned message|` +
		`ursprüngliche|mensaje original|undelivered message).*|original message headers:?|en-têtes de message d.origine\s*:?|` +
		`ursprüngliche nachrichtenkopfzeilen:?|return-path: .*|received: from .*)$`)
	hasCode = regexp.MustCompile(`(?:^|[^\d.])[45]\d\d(?:[ \-#]|$)|#?[45]\.\d{1,3}\.\d{1,3}`)
)

// notice reads what mail servers such as Exim, qmail and older ones of Exchange write, each in its own way. It must come from a mail
// system, name an address, and give a code or a reason that is known.
func (p *parts) notice(h message.Header) (r Report, ok bool) {
	if original := h.Get("X-HmXmrOriginalRecipient"); original != "" || strings.Contains(p.original, "X-HmXmrOriginalRecipient") {
		return p.outlookComplaint(original)
	}
	words, _ := cutCopy(p.words())
	subject, _ := h.Text("Subject")
	failed := addressIn(h.Get("X-Failed-Recipients"))
	if failed == "" && !fromSystem(h) || delayed.MatchString(subject) || failed == "" && delayed.MatchString(words) {
		return r, false
	}
	if failed == "" {
		if failed = recipientIn(words, h); failed == "" {
			return r, false
		}
	}
	diagnostic := diagnosticIn(words, failed)
	cause := mail.CauseOf("", diagnostic)
	if cause == mail.OtherCause && !hasCode.MatchString(diagnostic) && h.Get("X-Failed-Recipients") == "" {
		return r, false
	}
	return Report{Kind: mail.Bounced, Recipient: failed, Cause: cause, Diagnostic: mail.OneLine(diagnostic)}, true
}

// outlookComplaint reads a complaint of Outlook.com, which forwards the message with the recipient in a field of its own.
func (p *parts) outlookComplaint(recipient string) (Report, bool) {
	if recipient == "" && p.original != "" {
		for _, f := range blocks(p.original) {
			recipient = f["x-hmxmroriginalrecipient"]
			break
		}
	}
	return Report{Kind: mail.Complained, Recipient: addressIn(recipient)}, true
}

// fromSystem reports whether a message comes from a mail system and not from a person.
func fromSystem(h message.Header) bool {
	if strings.TrimSpace(h.Get("Return-Path")) == "<>" && !strings.EqualFold(h.Get("X-Auto-Response-Suppress"), "all") {
		return !strings.HasPrefix(strings.ToLower(h.Get("Auto-Submitted")), "auto-replied") || system.MatchString(h.Get("From"))
	}
	return system.MatchString(h.Get("From"))
}

// cutCopy splits the text of a notice: the words of the mail system, and the copy of the message that came back, which follows them.
func cutCopy(text string) (words, copied string) {
	if at := copyBegins.FindStringIndex(text); at != nil {
		return text[:at[0]], text[at[0]:]
	}
	return text, ""
}

// recipientIn returns the address that a notice is about: the first one in its words that neither stands in the notice's own header nor
// is that of a mail system; "" if there is none.
func recipientIn(words string, h message.Header) string {
	own := strings.ToLower(h.Get("From") + " " + strings.Join(addressesOf(h), " "))
	for _, a := range address.FindAllString(words, 20) {
		if !strings.Contains(own, strings.ToLower(a)) && !system.MatchString(a) {
			return strings.Trim(a, ".'")
		}
	}
	return ""
}

// addressIn returns the first address in a text; "" if there is none.
func addressIn(text string) string { return strings.Trim(address.FindString(text), ".'") }

// maxDiagnostic is the number of lines below an address that belong to what the server says about it.
const maxDiagnostic = 8

// diagnosticIn returns what a notice says about a recipient: three lines after its address, from the first one that contains a status
// code on (see fromCode). If the address stands in several places, the first place that is followed by a code counts; if none is, all that
// follows the first place. If the notice does not contain the address, or says nothing after it, the whole notice is read in the same way.
func diagnosticIn(words, recipient string) string {
	lines := strings.Split(words, "\n")
	var first []string
	for i, line := range lines {
		if recipient == "" || !strings.Contains(strings.ToLower(line), strings.ToLower(recipient)) {
			continue
		}
		about, coded := fromCode(below(lines[i:], recipient))
		if coded {
			return strings.TrimSpace(strings.Join(about, " "))
		}
		if len(first) == 0 {
			first = about
		}
	}
	if len(strings.Join(first, "")) == 0 {
		first, _ = fromCode(lines)
	}
	return strings.TrimSpace(strings.Join(first, " "))
}

// below returns what a notice says after an address, which is in lines[0]: the rest of that line, and up to maxDiagnostic lines below it.
// An empty line ends it, but not before the first text.
func below(lines []string, recipient string) []string {
	_, rest, _ := strings.Cut(lines[0], recipient)
	about := []string{strings.Trim(rest, " >:;\t")}
	for _, line := range lines[1:min(1+maxDiagnostic, len(lines))] {
		if line = strings.TrimSpace(line); line == "" && len(strings.Join(about, "")) > 0 {
			break
		}
		about = append(about, line)
	}
	return about
}

// fromCode returns the first line that contains a status code and the two after it. If no line does, it returns all lines and false.
func fromCode(lines []string) ([]string, bool) {
	for i, line := range lines {
		if hasCode.MatchString(line) {
			return lines[i:min(i+3, len(lines))], true
		}
	}
	return lines, false
}

// untag returns the text of an HTML page, in lines.
func untag(page string) string {
	var text strings.Builder
	for z := html.NewTokenizer(strings.NewReader(page)); ; {
		switch z.Next() {
		case html.ErrorToken:
			return text.String()
		case html.TextToken:
			text.Write(z.Text())
		case html.StartTagToken, html.SelfClosingTagToken:
			name, _ := z.TagName()
			switch string(name) {
			case "style", "script":
				z.Next() // their content
			case "br", "p", "div", "tr", "td", "li", "pre":
				text.WriteString("\n")
			}
		}
	}
}
