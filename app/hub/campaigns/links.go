package campaigns

import (
	"context"
	"strings"
	"time"

	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/db"
)

// Where a click may lead: nothing in the address chooses anything else.
const (
	clickRSVP     = "rsvp"
	clickCalendar = "calendar"
)

// Visit is a request to a link of a message, as far as it tells a person from a program.
type Visit struct {
	Agent   string // User-Agent
	Purpose string // of a prefetch: the headers Purpose, Sec-Purpose and X-Moz together
	Head    bool   // only the headers were asked for
}

// humanDelay is how soon after its sending nobody has read a message and followed a link in it.
const humanDelay = time.Second

// scannerAgents are what scanners and previews call themselves. Mail clients and the picture proxies of Gmail and Yahoo, which
// fetch when a person opens the message, are none of them.
var scannerAgents = []string{"bot", "crawl", "spider", "preview", "scan", "headless", "barracuda", "mimecast", "proofpoint", "safelinks", "symantec",
	"fireeye", "trendmicro", "sophos", "forcepoint", "zscaler", "cloudmark", "facebookexternalhit", "whatsapp", "slurp", "urldefense"}

// isBot tells whether a program looked, and no person.
func (v Visit) isBot() bool {
	if v.Head || strings.Contains(v.Purpose, "prefetch") || strings.Contains(v.Purpose, "preview") {
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

// Open notes that the pixel of a message was fetched. A token that vouches for nobody changes nothing.
func (s *Service) Open(ctx context.Context, token string, v Visit) {
	to, err := s.verifyToken(ctx, token)
	if err != nil {
		return
	}
	k := trackOpen
	if v.isBot() {
		k = trackBotHit
	}
	s.tracking.record(ctx, to, k)
}

// Click notes that a link of a message was followed and gives the address that it leads to, which is found by the stored
// recipient alone. It fails with NotFound for a token that vouches for nobody, and for any other destination.
func (s *Service) Click(ctx context.Context, token, to string, v Visit) (address string, err error) {
	found, err := s.verifyToken(ctx, token)
	if err != nil {
		return "", err
	}
	switch to {
	case clickRSVP:
		address = personalLink(found.eventID, newLinkTokens(s.o.Secret, found.salt).rsvp(found.id), found.lang)
	case clickCalendar:
		address = paths.RsvpCalendar(found.eventID, found.lang)
	default:
		return "", errs.NotFound("link")
	}
	k := trackClick
	if v.isBot() || found.sentAt != 0 && s.at()-found.sentAt < db.Instant(humanDelay.Milliseconds()) {
		k = trackBotHit
	}
	s.tracking.record(ctx, found, k)
	return address, nil
}

// Subscriber is whom an unsubscribe link is about; it names the language of the page and the event of the message, and
// nothing else. It fails with NotFound.
func (s *Service) Subscriber(ctx context.Context, token string) (l i18n.Lang, eventID string, err error) {
	v, err := s.verifyToken(ctx, token)
	return i18n.Lang(v.lang), v.eventID, err
}

// Unsubscribe keeps the recipient of the token from being written to again (RFC 8058). To do so twice is no fault.
func (s *Service) Unsubscribe(ctx context.Context, token string) error {
	v, err := s.verifyToken(ctx, token)
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return suppress(ctx, tx, v.emailKey, Unsubscribed, v.id, s.at())
	})
}

// verifyToken finds the recipient that a token vouches for.
func (s *Service) verifyToken(ctx context.Context, token string) (v linkTarget, err error) {
	id, bits, ok := parseTrackingToken(token)
	if !ok {
		return v, errs.NotFound("link")
	}
	if v, err = linkTargetByID(ctx, s.db, id); err != nil {
		return v, err
	}
	if !newLinkTokens(s.o.Secret, v.salt).valid(id, bits) {
		return linkTarget{}, errs.NotFound("link")
	}
	return v, nil
}
