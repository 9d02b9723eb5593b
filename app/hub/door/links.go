package door

import (
	"context"
	"crypto/rand"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"presence/app/accounts/auth"
	"presence/app/hub/events"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/platform/seal"
	"presence/db"
)

// Link lets helpers without an account check in the guests of one event, and do nothing else. It is valid until linkGrace after
// the end of the event, or until it is revoked.
type Link struct {
	ID        int64
	EventID   string
	Name      string // stands beside what is counted with the link: "Entrance B"
	CreatedAt db.Instant
	RevokedAt db.Instant // 0: it was not revoked
}

const (
	linkGrace   = 6 * time.Hour
	maxLinks    = 50 // of one event that are not revoked
	maxLinkName = 60 // characters
	maxToken    = 64 // bytes; no valid token is longer
)

// linksEnd returns when the check-in links of an event end, and when devices delete the list of its parties.
func linksEnd(e events.Event) db.Instant { return db.InstantOf(e.EndsAt.Time().Add(linkGrace)) }

// AuditFields implements audit.Auditable.
func (l Link) AuditFields() audit.Fields {
	return audit.Fields{"event_id": l.EventID, "name": l.Name, "revoked": l.RevokedAt != 0}
}

// CreateLink creates a link of an event. Its token is returned once; only the hash is stored. It fails with session_ended as
// auth.RequireSignedIn does.
func (s *Service) CreateLink(ctx context.Context, by auth.Actor, eventID, name string) (token string, l Link, err error) {
	l = Link{EventID: eventID, Name: strings.Join(strings.Fields(norm.NFC.String(name)), " "), CreatedAt: db.InstantOf(s.now())}
	var faults errs.Fields
	switch {
	case l.Name == "":
		faults.Add("name", "required", "This field is required.")
	case utf8.RuneCountInString(l.Name) > maxLinkName:
		faults.Add("name", "too_long", "A name has at most 60 characters.")
	case strings.ContainsFunc(l.Name, errs.Unreadable):
		faults.Add("name", "invalid", "A name has no control characters.")
	}
	if err := faults.Err(); err != nil {
		return "", l, err
	}
	token = rand.Text()
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := auth.RequireSignedIn(ctx, tx, by); err != nil {
			return err
		}
		e, err := events.ByID(ctx, tx, eventID)
		if err != nil {
			return err
		}
		if l.CreatedAt >= linksEnd(e) {
			return errs.Conflict("event_over", "This event is over.")
		}
		if err := tx.SerializeBy(ctx, "door_links:"+eventID); err != nil {
			return err
		}
		if n, err := countLinks(ctx, tx, eventID); err != nil {
			return err
		} else if n >= maxLinks {
			return errs.Conflict("too_many_links", "The event already has 50 check-in links. Revoke one first.")
		}
		if l.ID, err = insertLink(ctx, tx, l, seal.Hash(token)); err != nil {
			return err
		}
		return s.recordLink(ctx, tx, by, "created", l.ID, audit.Diff(nil, l))
	})
	return token, l, err
}

// Links returns the links of an event that are not revoked, in the order in which they were created, and until when they are
// valid.
func (s *Service) Links(ctx context.Context, eventID string) (list []Link, e events.Event, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		if e, err = s.rsvp.Event(ctx, eventID); err != nil {
			return err
		}
		list, err = openLinks(ctx, q, eventID)
		return err
	})
	return list, e, err
}

// LinkNames returns the names of links by their ids, for the audit log.
func (s *Service) LinkNames(ctx context.Context, ids []int64) (map[int64]string, error) {
	return linkNames(ctx, s.db, ids)
}

// RevokeLink ends a link at once. It fails with NotFound for one that was revoked before.
func (s *Service) RevokeLink(ctx context.Context, by auth.Actor, eventID string, id int64) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		l, err := revokeLink(ctx, tx, eventID, id, db.InstantOf(s.now()))
		if err != nil {
			return err
		}
		before := l
		before.RevokedAt = 0
		return s.recordLink(ctx, tx, by, "revoked", id, audit.Diff(before, l))
	})
}

func (s *Service) recordLink(ctx context.Context, tx *db.Tx, by auth.Actor, action string, id int64, changes audit.Changes,
) error {
	return audit.Record(ctx, tx, audit.Entry{At: db.InstantOf(s.now()), Who: by.Who(), Action: action, Kind: "door_link",
		RecordID: strconv.FormatInt(id, 10), Changes: changes})
}

// LinkVoid is the code of the error for a link that has ended, was revoked, or never existed: the caller cannot tell which.
const LinkVoid = "check_in_link_void"

// OpenLink returns the valid link with a token, and when it ends. Unknown tokens of a network count like answers from it (R17):
// with too many, the call fails with rate_limited.
func (s *Service) OpenLink(ctx context.Context, token, ip string) (l Link, until db.Instant, err error) {
	void := &errs.Error{Kind: errs.KindNotFound, Code: LinkVoid, Detail: "This check-in link is no longer valid. Ask for a new one."}
	if token == "" || len(token) > maxToken {
		return l, 0, void
	}
	l, err = linkByHash(ctx, s.db, seal.Hash(token))
	if errs.KindOf(err) == errs.KindNotFound {
		if err := s.rsvp.Spend(ctx, ip); err != nil {
			return l, 0, err
		}
		return l, 0, void
	}
	if err != nil {
		return l, 0, err
	}
	e, err := s.rsvp.Event(ctx, l.EventID)
	if errs.KindOf(err) == errs.KindNotFound || err == nil && db.InstantOf(s.now()) >= linksEnd(e) {
		return l, 0, void
	}
	return l, linksEnd(e), err
}

// helper returns the actor of a caller who has opened a link.
func helper(l Link, from auth.Actor) auth.Actor {
	return auth.Actor{Name: l.Name, Via: "link", HelperOf: l.EventID, Language: from.Language, IP: from.IP,
		RequestID: from.RequestID}
}

// DeleteEvent deletes the links of an event, in the transaction that deletes it.
func (s *Service) DeleteEvent(ctx context.Context, tx *db.Tx, eventID string) error {
	return deleteLinks(ctx, tx, eventID)
}
