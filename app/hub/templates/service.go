package templates

import (
	"context"
	"net/url"
	"time"

	"presence/app/accounts/auth"
	"presence/app/hub/events"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/db"
)

// Service stores the templates and composes messages from them. The routes' access rules admit only the roles admin and events.
type Service struct {
	db     *db.DB
	zone   *time.Location
	origin string // of the addresses in messages: https://host
	host   string // part of the UID in .ics files
	now    func() time.Time

	company string // who invites; may be empty

	blocks Blocks
}

// Blocks returns the blocks of an event as a template, with pictures at addresses that begin with origin. Package blocks, which has
// them, depends on this one.
type Blocks func(ctx context.Context, q db.Queryer, e events.Event, origin string) (Template, error)

// Config is what the service needs besides the database.
type Config struct {
	Zone    *time.Location // in which the times of events are shown
	Site    *url.URL       // PUBLIC_URL
	Company string         // who invites; may be empty
	Blocks  Blocks         // nil: no invitation is composed of blocks
}

// NewService makes the service.
func NewService(d *db.DB, now func() time.Time, c Config) *Service {
	return &Service{db: d, now: now, zone: c.Zone, origin: c.Site.Scheme + "://" + c.Site.Host, host: c.Site.Hostname(), company: c.Company,
		blocks: c.Blocks}
}

// Origin begins the addresses in messages: https://host.
func (s *Service) Origin() string { return s.origin }

// Event returns the event with that id, or errs.NotFound.
func (s *Service) Event(ctx context.Context, id string) (events.Event, error) {
	return events.ByID(ctx, s.db, id)
}

// Filter selects templates (C7).
type Filter struct {
	After string     // only names after this one
	Since db.Instant // only templates changed at or after
	Rows  int64      // at most this many
}

// Exists reports whether there is a template with that name.
func Exists(ctx context.Context, q db.Queryer, name string) (bool, error) {
	return exists(ctx, q, name)
}

// Get returns one template; errs.NotFound when there is none.
func (s *Service) Get(ctx context.Context, name string) (Template, error) {
	return byName(ctx, s.db, name)
}

// Names returns the names of all templates, sorted.
func (s *Service) Names(ctx context.Context) ([]string, error) { return allNames(ctx, s.db) }

// Each calls each for the templates in the order of their names.
func (s *Service) Each(ctx context.Context, f Filter, each func(Template) error) error {
	return list(ctx, s.db, f, each)
}

// Create saves a new template.
func (s *Service) Create(ctx context.Context, by auth.Actor, name string, c Changes) (t Template, err error) {
	faults := c.Validate()
	checkName(&faults, name)
	if err := append(faults, Template{}.apply(c).check()...).Err(); err != nil {
		return t, err
	}
	return s.CreateValid(ctx, by, name, c)
}

// CreateValid is Create for a name and content that need no check, which would take time within a transaction.
func (s *Service) CreateValid(ctx context.Context, by auth.Actor, name string, c Changes) (t Template, err error) {
	t = Template{Name: name}.apply(c)
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := requireFreeName(ctx, tx, name); err != nil {
			return err
		}
		if err := insert(ctx, tx, t, s.at()); err != nil {
			return err
		}
		if err := s.recordAudit(ctx, tx, by, "created", name, audit.Diff(nil, auditFields(t))); err != nil {
			return err
		}
		t, err = byName(ctx, tx, name)
		return err
	})
	return t, err
}

// Update changes fields of a template. A campaign that is being sent keeps the template as it was when it began.
func (s *Service) Update(ctx context.Context, by auth.Actor, name string, expect *int64, c Changes) (t Template, err error) {
	if err := c.Validate().Err(); err != nil {
		return t, err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		old, err := current(ctx, tx, name, expect)
		if err != nil {
			return err
		}
		t = old.apply(c)
		if err := t.check().Err(); err != nil {
			return err
		}
		if err := update(ctx, tx, t, s.at()); err != nil {
			return err
		}
		if err := s.recordAudit(ctx, tx, by, "updated", name, audit.Diff(auditFields(old), auditFields(t))); err != nil {
			return err
		}
		t, err = byName(ctx, tx, name)
		return err
	})
	return t, err
}

// Delete deletes a template. It fails while an event uses the template for its invitation.
func (s *Service) Delete(ctx context.Context, by auth.Actor, name string, expect *int64) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		old, err := current(ctx, tx, name, expect)
		if err != nil {
			return err
		}
		if len(old.UsedBy) > 0 {
			return errs.Conflict("in_use", "The invitation of an event looks like this template: choose another one there first.")
		}
		if err := remove(ctx, tx, name); err != nil {
			return err
		}
		return s.recordAudit(ctx, tx, by, "deleted", name, audit.Diff(auditFields(old), nil))
	})
}

// requireFreeName fails when there is a template with that name. Another transaction that creates one with that name waits.
func requireFreeName(ctx context.Context, tx *db.Tx, name string) error {
	if err := tx.SerializeBy(ctx, "template:"+name); err != nil {
		return err
	}
	known, err := exists(ctx, tx, name)
	if err == nil && known {
		err = errs.Conflict("exists", "There is a template with this name already.")
	}
	return err
}

// current returns the template if it has the version that the caller expects, and locks it until the end of the transaction.
func current(ctx context.Context, tx *db.Tx, name string, expect *int64) (Template, error) {
	if err := tx.SerializeBy(ctx, "template:"+name); err != nil {
		return Template{}, err
	}
	t, err := byName(ctx, tx, name)
	if err == nil && expect != nil && *expect != t.Version {
		err = errs.Stale()
	}
	return t, err
}

// versionAt returns the content of a template at an earlier version, with its last change; nil when the audit log does not have it.
func (s *Service) versionAt(ctx context.Context, name string,
	version int64) (now Template, was audit.Fields, last *audit.Entry, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		if now, err = byName(ctx, q, name); err != nil {
			return err
		}
		was, last, err = audit.StateBefore(ctx, q, "template", name, auditFields(now), now.Version-version)
		return err
	})
	return now, was, last, err
}

func (s *Service) at() db.Instant { return db.InstantOf(s.now()) }

func (s *Service) recordAudit(ctx context.Context, tx *db.Tx, by auth.Actor, action, name string, changes audit.Changes) error {
	return audit.Record(ctx, tx, audit.Entry{At: s.at(), Who: by.Who(), Action: action, Kind: "template", RecordID: name, Changes: changes,
		Whole: true})
}

// auditFields returns the fields that the audit log compares.
func auditFields(t Template) audit.Fields {
	return audit.Fields{"content.fr.subject": t.FR.Subject, "content.fr.html": t.FR.HTML, "content.en.subject": t.EN.Subject,
		"content.en.html": t.EN.HTML}
}
