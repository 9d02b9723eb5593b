package calendars

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"slices"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/platform/ratelimit"
	"presence/app/platform/seal"
	"presence/db"
)

// Options are the dependencies of a service.
type Options struct {
	DB      *db.DB
	Now     func() time.Time
	Zone    *time.Location
	Origin  string // https://host
	Host    string // part of the UID of entries
	Sources map[Content]Source
}

// Service keeps the calendars of people.
type Service struct {
	Options
	reads *ratelimit.ByKey // by calendar, and by network for unknown secrets
}

// NewService makes the service.
func NewService(o Options) *Service { return &Service{o, ratelimit.NewByKey(limit)} }

// limit is how often a calendar may be read, and how often a network may ask for unknown ones. Calendars are not limited by network,
// because all phones of a company may share one address, where a single one could then keep the others from theirs.
var limit = ratelimit.Limit{Burst: 60, Every: 10 * time.Second}

func (s *Service) at() db.Instant { return db.InstantOf(s.Now()) }

// List returns the actor's own calendars, the newest first.
func (s *Service) List(ctx context.Context, by auth.Actor) ([]Calendar, error) {
	return list(ctx, s.DB, by.PersonID)
}

// Offered returns the contents that the actor may have.
func (s *Service) Offered(by auth.Actor) []Content {
	return slices.DeleteFunc(slices.Clone(Contents), func(c Content) bool { return !c.offered(by) })
}

// Create makes a calendar and returns its secret, this once. It fails with session_ended as auth.RequireSignedIn does, and with
// browser_only as auth.RequireLasting does.
func (s *Service) Create(ctx context.Context, by auth.Actor, n New) (c Calendar, secret string, err error) {
	if err := auth.RequireLasting(by); err != nil {
		return c, "", err
	}
	if err := n.normalize(by).Err(); err != nil {
		return c, "", err
	}
	bytes := make([]byte, 16)
	rand.Read(bytes)
	secret = base64.RawURLEncoding.EncodeToString(bytes)
	c = Calendar{person: by.PersonID, Name: n.Name, Contents: n.Contents, CreatedAt: s.at()}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := auth.RequireSignedIn(ctx, tx, by); err != nil {
			return err
		}
		if err := tx.SerializeBy(ctx, "calendars of "+by.PersonID); err != nil { // so that two requests do not exceed the limit
			return err
		}
		own, err := list(ctx, tx, by.PersonID)
		if err != nil {
			return err
		}
		if len(own) >= maxCalendars {
			return errs.Conflict("too_many_calendars", "You already have 20 calendars. Revoke one first.")
		}
		if c.ID, err = insert(ctx, tx, c, seal.Hash(secret)); err != nil {
			return err
		}
		return s.recordAudit(ctx, tx, by, "calendar_made", [2]any{nil, c.Name})
	})
	return c, secret, err
}

// Revoke revokes one of the actor's own calendars; its address is unknown at once.
func (s *Service) Revoke(ctx context.Context, by auth.Actor, id int64) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		name, err := remove(ctx, tx, by.PersonID, id)
		if err != nil {
			return err
		}
		return s.recordAudit(ctx, tx, by, "calendar_revoked", [2]any{name, nil})
	})
}

func (s *Service) recordAudit(ctx context.Context, tx *db.Tx, by auth.Actor, action string, name [2]any) error {
	return audit.Record(ctx, tx, audit.Entry{At: s.at(), Who: by.Who(), Action: action, Kind: "person", RecordID: by.PersonID,
		Changes: audit.Changes{"calendar": name}})
}

// File is what a calendar program reads.
type File struct {
	Tag  string
	Body []byte // nil if the caller already has it, by its tag
}

// Read returns the file of a secret, unless its tag is the known one. It fails with errs.KindNotFound for a secret that is unknown or
// revoked, or of a person who may not sign in any more, and with errs.KindRateLimited if the calendar is read too often, or if the network
// of the address ip asks for unknown ones too often. The secret is looked up by its hash, so that the time of the answer says nothing about
// it.
func (s *Service) Read(ctx context.Context, ip, secret string, known func(tag string) bool) (f File, err error) {
	c, err := bySecret(ctx, s.DB, seal.Hash(secret))
	limited := fmt.Sprint("calendar ", c.ID)
	if errs.KindOf(err) == errs.KindNotFound {
		limited = "network " + ratelimit.Network(ip)
	} else if err != nil {
		return f, err
	}
	if wait := s.reads.Take(limited, s.Now()); wait > 0 {
		return f, errs.TooOften("rate_limited", "Calendars are read too often.", ratelimit.Seconds(wait))
	}
	if err != nil {
		return f, err
	}
	people, err := auth.PeopleWithAccess(ctx, s.DB, []string{c.person})
	if err != nil {
		return f, err
	}
	p, ok := people[c.person]
	if !ok {
		return f, errs.NotFound("calendar")
	}
	entries, err := s.entries(ctx, p.Reader(), c)
	if err != nil {
		return f, err
	}
	if err := s.markRead(ctx, c); err != nil {
		return f, err
	}
	if f.Tag = tag(entries, c.Name, p.Language); known(f.Tag) {
		return f, nil
	}
	f.Body = file(entries, c.Name, p.Language, s.Zone, s.Host)
	return f, nil
}

// entries reads what the calendar holds of what the actor may see now, in the order of time.
func (s *Service) entries(ctx context.Context, by auth.Actor, c Calendar) (all []Entry, err error) {
	now := s.Now().In(s.Zone)
	from := db.InstantOf(time.Date(now.Year(), now.Month(), now.Day()-daysBefore, 0, 0, 0, 0, s.Zone))
	to := db.InstantOf(time.Date(now.Year(), now.Month(), now.Day()+daysAfter, 0, 0, 0, 0, s.Zone))
	for _, content := range c.Contents {
		if !content.offered(by) {
			continue
		}
		list, err := s.Sources[content](ctx, s.DB, by, from, to)
		if err != nil {
			return nil, err
		}
		all = append(all, list...)
	}
	slices.SortFunc(all, func(a, b Entry) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.UID, b.UID)) })
	return all, nil
}

// markRead records the reading, once an hour. It returns nil even if the database cannot be written, so that the calendar can still be
// read.
func (s *Service) markRead(ctx context.Context, c Calendar) error {
	hour := db.InstantOf(s.Now().Truncate(time.Hour))
	if c.ReadAt >= hour {
		return nil
	}
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return setRead(ctx, tx, c.ID, hour) })
	if errs.KindOf(err) == errs.KindStorage {
		return nil
	}
	return err
}
