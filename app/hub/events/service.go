package events

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/db"
)

// Record is an event with what is known of it beside its configuration.
type Record struct {
	Event
	Headcount     int64 // people coming
	Registrations int64 // answers
	Audience      int64 // entries of the main list
	Files         []File
	BuiltIn       bool // ships in the program, saved or not
}

// Filter narrows a list (C7).
type Filter struct {
	After string     // only larger ids
	Since db.Instant // only events saved at or after; what only ships was saved never
	Rows  int64      // at most so many
}

// Hook runs in the transaction that takes an event away, before it is gone. Its error keeps the event.
type Hook func(ctx context.Context, tx *db.Tx, id string) error

// Service reads and changes events for admin and events; the routes' rule keeps others out.
type Service struct {
	db       *db.DB
	now      func() time.Time
	onDelete []Hook
	template func(ctx context.Context, q db.Queryer, name string) (bool, error)
}

// NewService wires the service.
func NewService(d *db.DB, now func() time.Time) *Service { return &Service{db: d, now: now} }

// OnDelete adds a hook: features that keep something of an event take it away with it, or refuse. They run in the order
// in which they were added. Call it before serving.
func (s *Service) OnDelete(h Hook) { s.onDelete = append(s.onDelete, h) }

// CheckTemplates says who knows whether there is an e-mail template of a name. Call it before serving.
func (s *Service) CheckTemplates(known func(ctx context.Context, q db.Queryer, name string) (bool, error)) {
	s.template = known
}

// Get is one event.
func (s *Service) Get(ctx context.Context, id string) (r Record, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		r, err = record(ctx, q, id)
		return err
	})
	return r, err
}

// record reads an event with what belongs to it.
func record(ctx context.Context, q db.Queryer, id string) (r Record, err error) {
	if r.Event, err = byID(ctx, q, id); err != nil {
		return r, err
	}
	_, r.BuiltIn = builtIn(id)
	if r.Headcount, r.Registrations, r.Audience, err = counts(ctx, q, id); err != nil {
		return r, err
	}
	r.Files, err = filesOf(ctx, q, id)
	return r, err
}

// Each calls each for the events in the order of their ids, saved and built-in ones together.
func (s *Service) Each(ctx context.Context, f Filter, each func(Record) error) error {
	list, err := s.all(ctx)
	if err != nil {
		return err
	}
	for _, r := range list {
		if r.ID <= f.After || r.UpdatedAt < f.Since {
			continue
		}
		if f.Rows--; f.Rows < 0 {
			return nil
		}
		if err := each(r); err != nil {
			return err
		}
	}
	return nil
}

// all reads every event with four statements: there are as many as a company invites to.
func (s *Service) all(ctx context.Context) (list []Record, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		if list, err = saved(ctx, q); err != nil {
			return err
		}
		open, err := openBuiltIns(ctx, q)
		if err != nil {
			return err
		}
		for _, b := range builtIns {
			if slices.Contains(open, b.ID) {
				b.State = Open
			}
			i := slices.IndexFunc(list, func(r Record) bool { return r.ID == b.ID })
			if i < 0 {
				list = append(list, Record{Event: b.clone()})
				i = len(list) - 1
			}
			list[i].BuiltIn = true
		}
		slices.SortFunc(list, func(a, b Record) int { return strings.Compare(a.ID, b.ID) })
		return loadCounts(ctx, q, list)
	})
	return list, err
}

// Create keeps a new event, or saves one that ships in the program: then what c does not name is as it ships.
func (s *Service) Create(ctx context.Context, by auth.Actor, id string, c Changes) (r Record, err error) {
	faults := c.Validate()
	checkID(&faults, id)
	if c.State != nil && *c.State == Full {
		faults.Add("status", "not_allowed", "Expected one of draft, open, closed.")
	}
	e, shipped := builtIn(id)
	if !shipped {
		e = blank(id)
	}
	e = e.apply(c)
	if err := append(faults, e.check()...).FirstPerField().Err(); err != nil {
		return r, err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		before, err := current(ctx, tx, id, nil)
		if err == nil && before.Source == Saved {
			return errs.Conflict("exists", "There is an event with this id already.")
		}
		if err != nil && errs.KindOf(err) != errs.KindNotFound {
			return err
		}
		if err == nil {
			e = before.apply(c)
		}
		if err := s.checkTemplate(ctx, tx, c.EmailTemplate); err != nil {
			return err
		}
		if err := s.insert(ctx, tx, by, e); err != nil {
			return err
		}
		r, err = record(ctx, tx, id)
		return err
	})
	return r, err
}

// OpenBuiltIns opens the events that ship with the program to guests as they are, without saving them: for demos and tests.
func (s *Service) OpenBuiltIns(ctx context.Context, by auth.Actor) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		for _, b := range builtIns {
			if err := insertOpenBuiltIn(ctx, tx, b.ID); err != nil {
				return err
			}
			if err := s.recordChange(ctx, tx, by, "updated", b.ID, audit.Changes{"status": {b.State, Open}}); err != nil {
				return err
			}
		}
		return nil
	})
}

// insert saves e, which nobody has saved yet, with its trail.
func (s *Service) insert(ctx context.Context, tx *db.Tx, by auth.Actor, e Event) error {
	if err := insert(ctx, tx, e, s.at()); err != nil {
		return err
	}
	return s.recordChange(ctx, tx, by, "created", e.ID, audit.Diff(nil, auditFields(e)))
}

// Update changes the fields named. Changing an event that ships in the program saves its configuration.
func (s *Service) Update(ctx context.Context, by auth.Actor, id string, expect *int64, c Changes) (r Record, err error) {
	if err := c.Validate().Err(); err != nil {
		return r, err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		old, err := current(ctx, tx, id, expect)
		if err != nil {
			return err
		}
		headcount, _, _, err := counts(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := c.dropUnchangedStatus(old.Status(headcount, s.now())); err != nil {
			return err
		}
		e := old.apply(c)
		if e.EmailTemplate != old.EmailTemplate {
			if err := s.checkTemplate(ctx, tx, c.EmailTemplate); err != nil {
				return err
			}
		}
		if err := e.check().Err(); err != nil {
			return err
		}
		if old.Source == BuiltIn {
			err = s.insert(ctx, tx, by, e)
		} else if err = update(ctx, tx, e, s.at()); err == nil {
			err = s.recordChange(ctx, tx, by, "updated", id, audit.Diff(auditFields(old), auditFields(e)))
		}
		if err != nil {
			return err
		}
		r, err = record(ctx, tx, id)
		return err
	})
	return r, err
}

// Delete takes an event away with all that belongs to it. Of one that ships in the program it takes away what was saved,
// attachments among it: the event is then as it ships, and keeps its answers and its audience (R1).
func (s *Service) Delete(ctx context.Context, by auth.Actor, id string, expect *int64) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		old, err := current(ctx, tx, id, expect)
		if err != nil {
			return err
		}
		if old.Source == BuiltIn {
			return errs.Conflict("built_in", "This event ships with the program, and nothing of it was saved: there is nothing to delete.")
		}
		action := "uncovered"
		if _, shipped := builtIn(id); !shipped {
			action = "deleted"
			for _, hook := range s.onDelete {
				if err := hook(ctx, tx, id); err != nil {
					return err
				}
			}
		}
		if err := remove(ctx, tx, id); err != nil {
			return err
		}
		return s.recordChange(ctx, tx, by, action, id, audit.Diff(auditFields(old), nil))
	})
}

// current is the event at the version that the caller expects. Whoever else changes it, or its attachments, waits.
func current(ctx context.Context, tx *db.Tx, id string, expect *int64) (Event, error) {
	if err := tx.SerializeBy(ctx, "event:"+id); err != nil {
		return Event{}, err
	}
	e, err := byID(ctx, tx, id)
	if err == nil && expect != nil && *expect != e.Version {
		err = errs.Stale()
	}
	return e, err
}

func (s *Service) checkTemplate(ctx context.Context, tx *db.Tx, name *string) error {
	if name == nil || *name == "" || s.template == nil {
		return nil
	}
	known, err := s.template(ctx, tx, *name)
	if err == nil && !known {
		err = errs.InvalidField("email_template", "not_found", "There is no such template.")
	}
	return err
}

func (s *Service) at() db.Instant { return db.InstantOf(s.now()) }

// recordChange leaves the trail of a change and tells whoever keeps something of events in mind.
func (s *Service) recordChange(ctx context.Context, tx *db.Tx, by auth.Actor, action, id string, changes audit.Changes) error {
	if err := audit.Record(ctx, tx, audit.Entry{At: s.at(), Who: by.Who(), Action: action, Kind: "event", RecordID: id,
		Changes: changes}); err != nil {
		return err
	}
	return tx.Signal(ctx, Changed)
}

// AuditTrail is the history of an event, newest first.
func (s *Service) AuditTrail(ctx context.Context, id string, limit int) ([]audit.Entry, error) {
	return audit.History(ctx, s.db, "event", id, limit)
}

// versionAt is an event with what it said at an earlier version and with its last change; nil stands for what nobody knows.
func (s *Service) versionAt(ctx context.Context, id string, version int64) (now Event, was audit.Fields, last *audit.Entry, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		if now, err = byID(ctx, q, id); err != nil {
			return err
		}
		was, last, err = audit.StateBefore(ctx, q, "event", id, auditFields(now), now.Version-version)
		if _, shipped := builtIn(id); err != nil || !shipped || version != 0 {
			return err
		}
		b, err := builtInByID(ctx, q, id)
		was = auditFields(b)
		return err
	})
	return now, was, last, err
}

// auditFields is an event as its history keeps it: each field by its name in JSON.
func auditFields(e Event) audit.Fields {
	t := audit.Fields{
		"status": e.State, "starts_at": e.StartsAt.String(), "ends_at": e.EndsAt.String(), "rsvp_deadline": nil, "capacity": e.Capacity,
		"palette": e.Palette, "email_template": e.EmailTemplate,
	}
	if e.Deadline != 0 {
		t["rsvp_deadline"] = e.Deadline.String()
	}
	for _, f := range fields {
		t["content.fr."+f.name], t["content.en."+f.name] = *f.content(&e.Content.FR), *f.content(&e.Content.EN)
	}
	return t
}

// Upcoming are the events that are not over, the next first, at most n of them, without drafts.
func (s *Service) Upcoming(ctx context.Context, n int) ([]Record, error) {
	list, err := s.all(ctx)
	list = slices.DeleteFunc(list, func(r Record) bool { return r.State == Draft || r.EndsAt <= s.at() })
	slices.SortFunc(list, func(a, b Record) int { return cmp.Compare(a.StartsAt, b.StartsAt) })
	return list[:min(n, len(list))], err
}
