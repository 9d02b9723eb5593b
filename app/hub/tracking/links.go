package tracking

import (
	"context"
	"strings"
	"time"
	"unicode/utf8"

	"presence/app/hub/campaigns"
	"presence/app/hub/events"
	"presence/app/hub/suppressions"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/palette"
	"presence/app/platform/paths"
	"presence/db"
)

// Visit is a request to a link of a message, with the headers by which people are distinguished from programs.
type Visit struct {
	Agent     string // User-Agent
	InAdvance bool   // a prefetch or preview (httpx.InAdvance)
	Head      bool   // a HEAD request
}

// humanDelay is the time after sending within which no person can have opened a message and followed a link.
const humanDelay = time.Second

// scannerAgents are substrings of the User-Agent of scanners and link previews. Mail programs and the image proxies of Gmail
// and Yahoo are not among them: those fetch images when a person opens the message.
var scannerAgents = []string{"bot", "crawl", "spider", "preview", "scan", "headless", "barracuda", "mimecast", "proofpoint", "safelinks",
	"symantec",
	"fireeye", "trendmicro", "sophos", "forcepoint", "zscaler", "cloudmark", "facebookexternalhit", "whatsapp", "slurp", "urldefense"}

// isBot reports whether a program made the request rather than a person.
func (v Visit) isBot() bool {
	if v.Head || v.InAdvance {
		return true
	}
	agent := strings.ToLower(v.Agent)
	for _, p := range scannerAgents {
		if strings.Contains(agent, p) {
			return true
		}
	}
	return false
}

// sentJustBefore reports whether the message is being sent at that time, or was sent less than humanDelay before.
func (t linkTarget) sentJustBefore(at db.Instant) bool {
	return t.inFlight || at.Sub(t.sentAt) < humanDelay
}

// Open records that the pixel of a message was fetched. An invalid token changes nothing.
func (s *Service) Open(ctx context.Context, token string, v Visit) {
	to, err := s.verifyToken(ctx, token, campaigns.LinkTokens.Valid)
	if err != nil {
		return
	}
	k := kindOpen
	if v.isBot() {
		k = kindBotHit
	}
	s.record(ctx, to, k)
}

// Click records that a link of a message was followed and returns the address to redirect to. The address depends only on the
// stored recipient and the name of the destination. It fails with NotFound for an invalid token or an unknown destination
// (campaigns.ClickRSVP, campaigns.ClickCalendar).
func (s *Service) Click(ctx context.Context, token, destination string, v Visit) (address string, err error) {
	to, err := s.verifyToken(ctx, token, campaigns.LinkTokens.Valid)
	if err != nil {
		return "", err
	}
	switch destination {
	case campaigns.ClickRSVP:
		address = campaigns.PersonalLink(to.eventID, campaigns.NewLinkTokens(s.o.Secret, to.salt).RSVP(to.id), to.lang)
	case campaigns.ClickCalendar:
		address = paths.RsvpCalendar(to.eventID, to.lang)
	default:
		return "", errs.NotFound("link")
	}
	k := kindClick
	if v.isBot() || to.sentJustBefore(s.at()) {
		k = kindBotHit
	}
	s.record(ctx, to, k)
	return address, nil
}

// Subscriber is the content of the unsubscribe page. It contains only a masked form of the recipient's address, because
// messages are forwarded and the page may be opened by another person.
type Subscriber struct {
	Lang    i18n.Lang // of the message
	Palette string    // of the event
	Address string    // masked: the first letter and the domain
	suppressions.Preferences
}

// Subscriber returns the content of the unsubscribe page for a token. It fails with NotFound.
func (s *Service) Subscriber(ctx context.Context, token string) (sub Subscriber, err error) {
	to, err := s.verifyToken(ctx, token, campaigns.LinkTokens.ValidToStop)
	if err != nil {
		return sub, err
	}
	sub = Subscriber{Lang: i18n.Lang(to.lang), Palette: palette.Default, Address: masked(to.emailKey)}
	if sub.Preferences, err = suppressions.PreferencesOf(ctx, s.db, to.emailKey, sub.Lang); err != nil {
		return sub, err
	}
	e, err := events.ByID(ctx, s.db, to.eventID)
	switch {
	case err == nil:
		sub.Palette = e.Palette
	case errs.KindOf(err) != errs.KindNotFound: // the event may be deleted; its links still work
		return sub, err
	}
	return sub, nil
}

// masked returns the first letter and the domain of an address: m•••@example.com.
func masked(email string) string {
	at := strings.LastIndexByte(email, '@')
	if at < 1 {
		return "•••"
	}
	_, first := utf8.DecodeRuneInString(email)
	return email[:first] + "•••" + email[at:]
}

// Unsubscribe adds the recipient of the token to the suppressions (RFC 8058). Repeating it changes nothing.
func (s *Service) Unsubscribe(ctx context.Context, by audit.Who, token string) error {
	c, err := s.change(ctx, by, token)
	if err != nil {
		return err
	}
	return s.db.Write(ctx, c.Unsubscribe)
}

// Choose stores what the recipient of the token wants to receive from now on. It ends an earlier unsubscription. It fails with
// rate_limited if the choices for the address have changed too often.
func (s *Service) Choose(ctx context.Context, by audit.Who, token string, reminders bool, lang i18n.Lang) error {
	c, err := s.change(ctx, by, token)
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return c.Save(ctx, tx, reminders, lang) })
}

// change returns an unsaved change of the preferences of the recipient to whom a token belongs.
func (s *Service) change(ctx context.Context, by audit.Who, token string) (suppressions.PreferencesChange, error) {
	to, err := s.verifyToken(ctx, token, campaigns.LinkTokens.ValidToStop)
	by.Via = "link"
	return suppressions.PreferencesChange{EmailKey: to.emailKey, Language: i18n.Lang(to.lang), Recipient: to.id, By: by, At: s.at()}, err
}

// verifyToken returns the recipient of a token whose proof is valid; NotFound for any other token.
func (s *Service) verifyToken(ctx context.Context, token string, valid func(t campaigns.LinkTokens, id int64, proof []byte) bool) (
	to linkTarget, err error) {
	id, proof, ok := campaigns.ParseTrackingToken(token)
	if !ok {
		return to, errs.NotFound("link")
	}
	if to, err = linkTargetByID(ctx, s.db, id); err != nil {
		return to, err
	}
	if !valid(campaigns.NewLinkTokens(s.o.Secret, to.salt), id, proof) {
		return linkTarget{}, errs.NotFound("link")
	}
	return to, nil
}
