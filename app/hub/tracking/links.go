package tracking

import (
	"context"
	"strings"
	"time"

	"presence/app/hub/campaigns"
	"presence/app/hub/events"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/palette"
	"presence/app/platform/paths"
	"presence/db"
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
var scannerAgents = []string{"bot", "crawl", "spider", "preview", "scan", "headless", "barracuda", "mimecast", "proofpoint", "safelinks",
	"symantec",
	"fireeye", "trendmicro", "sophos", "forcepoint", "zscaler", "cloudmark", "facebookexternalhit", "whatsapp", "slurp", "urldefense"}

// isBot reports whether a program made the request, and not a person.
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

// Open records that the pixel of a message was fetched. An invalid token changes nothing.
func (s *Service) Open(ctx context.Context, token string, v Visit) {
	to, err := s.verifyToken(ctx, token)
	if err != nil {
		return
	}
	k := kindOpen
	if v.isBot() {
		k = kindBotHit
	}
	s.record(ctx, to, k)
}

// Click records that a link of a message was followed and returns the address that it leads to, which depends on the stored
// recipient alone. It fails with NotFound for an invalid token and for any destination but those of package campaigns.
func (s *Service) Click(ctx context.Context, token, destination string, v Visit) (address string, err error) {
	to, err := s.verifyToken(ctx, token)
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
	if v.isBot() || to.sentAt != 0 && s.at()-to.sentAt < db.Instant(humanDelay.Milliseconds()) {
		k = kindBotHit
	}
	s.record(ctx, to, k)
	return address, nil
}

// Subscriber is what the page of an unsubscribe link shows: nothing about the recipient, since links are forwarded.
type Subscriber struct {
	Lang    i18n.Lang // of the message
	Palette string    // of the event
}

// Subscriber reads that of a token. It fails with NotFound.
func (s *Service) Subscriber(ctx context.Context, token string) (sub Subscriber, err error) {
	to, err := s.verifyToken(ctx, token)
	if err != nil {
		return sub, err
	}
	sub = Subscriber{Lang: i18n.Lang(to.lang), Palette: palette.Default}
	e, err := events.ByID(ctx, s.db, to.eventID)
	switch {
	case err == nil:
		sub.Palette = e.Palette
	case errs.KindOf(err) != errs.KindNotFound: // links outlive their event
		return sub, err
	}
	return sub, nil
}

// Unsubscribe keeps the recipient of the token from being written to again (RFC 8058). Doing so twice changes nothing.
func (s *Service) Unsubscribe(ctx context.Context, token string) error {
	to, err := s.verifyToken(ctx, token)
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return campaigns.SuppressRecipient(ctx, tx, to.id, campaigns.Unsubscribed, s.at())
	})
}

// verifyToken returns the recipient that a token proves; NotFound when it proves none.
func (s *Service) verifyToken(ctx context.Context, token string) (to linkTarget, err error) {
	id, proof, ok := campaigns.ParseTrackingToken(token)
	if !ok {
		return to, errs.NotFound("link")
	}
	if to, err = linkTargetByID(ctx, s.db, id); err != nil {
		return to, err
	}
	if !campaigns.NewLinkTokens(s.o.Secret, to.salt).Valid(id, proof) {
		return linkTarget{}, errs.NotFound("link")
	}
	return to, nil
}
