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

// Record is an event with the data that depends on it.
type Record struct {
	Event
	Headcount     int64 // people coming
	Held          int64 // people of parties that are offered places
	Waiting       int64 // parties that wait for an offer
	Registrations int64 // registrations
	Audience      int64 // entries of the main list
	Files         []File
	BuiltIn       bool // there is a built-in event with this id
}

// Filter selects events (C7).
type Filter struct {
	After string     // only larger ids
	Since db.Instant // only events saved at or after; a built-in one was never saved
	Rows  int64      // at most this many
}

// Taken returns the places that are taken or held.
func (r Record) Taken() int64 { return r.Headcount + r.Held }

// Hooks are what other features do for events. Those features depend on this package, so it gets their functions.
type Hooks struct {
	// Template reports whether a template exists; nil: every name is accepted.
	Template func(ctx context.Context, q db.Queryer, name string) (bool, error)
	// CopyBlocks gives a new event the blocks of another one's invitation, in the transaction that saves it; nil: none are copied.
	CopyBlocks func(ctx context.Context, tx *db.Tx, by auth.Actor, from, to string) error
	// DeleteBlocks deletes the blocks of an event's invitation, in the transaction that deletes what staff saved of it; nil: it has none.
	DeleteBlocks func(ctx context.Context, tx *db.Tx, id string) error
	// Reachable returns how many guests can be told that an event has changed; nil: staff are not asked.
	Reachable func(ctx context.Context, id string) (int64, error)
	// CountToCancel returns how many guests PrepareCancellation has a message for; nil: staff who delete an event are not asked.
	CountToCancel func(ctx context.Context, e Event) (int64, error)
	// PrepareCancellation prepares the messages that say that an event is cancelled, before the transaction that deletes it.
	PrepareCancellation func(ctx context.Context, e Event) (StoreCancellation, error)
	// Saved run in the transaction that saves an event, after it. If one fails, the event is not saved.
	Saved []func(ctx context.Context, tx *db.Tx, e Event) error
	// Deleted run in the transaction that deletes an event, before the deletion and in this order: they delete what is stored of the
	// event. If one fails, the event is not deleted.
	Deleted []func(ctx context.Context, tx *db.Tx, id string) error
}

// StoreCancellation queues the messages that say that an event is cancelled, in the transaction that deletes it, and returns how many.
type StoreCancellation func(ctx context.Context, tx *db.Tx, by auth.Actor) (int64, error)

// Service reads and changes events. The routes' access rules admit only the roles admin and events.
type Service struct {
	db    *db.DB
	now   func() time.Time
	hooks Hooks
}

// NewService makes the service.
func NewService(d *db.DB, now func() time.Time, h Hooks) *Service {
	return &Service{db: d, now: now, hooks: h}
}

// Get returns one event.
func (s *Service) Get(ctx context.Context, id string) (r Record, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		r, err = record(ctx, q, id)
		return err
	})
	return r, err
}

// record reads an event with the data that depends on it.
func record(ctx context.Context, q db.Queryer, id string) (r Record, err error) {
	if r.Event, err = byID(ctx, q, id); err != nil {
		return r, err
	}
	_, r.BuiltIn = builtIn(id)
	if err = loadCountsOf(ctx, q, &r); err != nil {
		return r, err
	}
	r.Files, err = filesOf(ctx, q, id)
	return r, err
}

// Each calls each for the selected events in the order of their ids, saved and built-in ones together.
func (s *Service) Each(ctx context.Context, f Filter, each func(Record) error) error {
	list, err := s.All(ctx)
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

// All returns every event in the order of the ids, with four queries. It needs no paging: a company has few events.
func (s *Service) All(ctx context.Context) (list []Record, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		if list, err = withBuiltIns(ctx, q); err != nil {
			return err
		}
		return loadCounts(ctx, q, list)
	})
	return list, err
}

// Events returns every event, saved and built-in ones together, in the order of their ids, without what is counted of them.
func (s *Service) Events(ctx context.Context) (list []Event, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		records, err := withBuiltIns(ctx, q)
		for _, r := range records {
			list = append(list, r.Event)
		}
		return err
	})
	return list, err
}

// withBuiltIns reads the saved events and adds the built-in ones without a saved row.
func withBuiltIns(ctx context.Context, q db.Queryer) ([]Record, error) {
	list, err := saved(ctx, q)
	if err != nil {
		return nil, err
	}
	open, err := openBuiltIns(ctx, q)
	if err != nil {
		return nil, err
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
	return list, nil
}

// Create saves a new event. With the id of a built-in event, it saves that one with the changes c.
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
	faults = append(faults, c.prepareQuestions(e, 0, s.at())...)
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
		if err := s.insertWithPicture(ctx, tx, by, e, c.PictureOf); err != nil {
			return err
		}
		if c.BlocksOf != "" && s.hooks.CopyBlocks != nil {
			if err := s.hooks.CopyBlocks(ctx, tx, by, c.BlocksOf, e.ID); err != nil {
				return err
			}
		}
		r, err = s.saved(ctx, tx, id)
		return err
	})
	return r, err
}

// saved reads an event that the transaction has saved, after the functions of Hooks.Saved have run.
func (s *Service) saved(ctx context.Context, tx *db.Tx, id string) (r Record, err error) {
	e, err := byID(ctx, tx, id)
	if err != nil {
		return r, err
	}
	for _, fn := range s.hooks.Saved {
		if err := fn(ctx, tx, e); err != nil {
			return r, err
		}
	}
	return record(ctx, tx, id)
}

// OpenBuiltIns opens the built-in events to guests without saving them, for demos and tests.
func (s *Service) OpenBuiltIns(ctx context.Context, by auth.Actor) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		for _, b := range builtIns {
			if err := insertOpenBuiltIn(ctx, tx, b.ID); err != nil {
				return err
			}
			if err := s.recordAudit(ctx, tx, by, "updated", b.ID, audit.Changes{"status": {b.State, Open}}); err != nil {
				return err
			}
		}
		return nil
	})
}

// insert saves e, which has no row yet, with its audit entry.
func (s *Service) insert(ctx context.Context, tx *db.Tx, by auth.Actor, e Event) error {
	if err := insert(ctx, tx, e, s.at()); err != nil {
		return err
	}
	return s.recordAudit(ctx, tx, by, "created", e.ID, audit.Diff(nil, auditFields(e)))
}

// Update changes fields of an event. Changing a built-in event saves it.
func (s *Service) Update(ctx context.Context, by auth.Actor, id string, expect *int64, c Changes) (r Record, err error) {
	faults := c.Validate()
	cover, err := c.prepareCover(ctx)
	if coverFaults := errs.FieldsOf(err); len(coverFaults) > 0 {
		faults = append(faults, coverFaults...)
	} else if err != nil {
		return r, err
	}
	if err := faults.Err(); err != nil {
		return r, err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		old, err := current(ctx, tx, id, expect)
		if err != nil {
			return err
		}
		before := Record{Event: old}
		if err := loadCountsOf(ctx, tx, &before); err != nil {
			return err
		}
		if err := c.dropUnchangedState(old.StateAt(before.Taken(), s.now())); err != nil {
			return err
		}
		if err := c.prepareQuestions(old, before.Registrations, s.at()).Err(); err != nil {
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
		if cover != nil {
			if e.Picture, err = cover.apply(old.Picture); err != nil {
				return coverFault(err)
			}
		}
		if err := s.store(ctx, tx, by, old, e); err != nil {
			return err
		}
		if cover != nil {
			if err := cover.store(ctx, tx, id, s.at()); err != nil {
				return err
			}
		}
		r, err = s.saved(ctx, tx, id)
		return err
	})
	return r, err
}

// store saves e, which was old, with its audit entry. A built-in event without a saved row is inserted.
func (s *Service) store(ctx context.Context, tx *db.Tx, by auth.Actor, old, e Event) error {
	if old.Source == BuiltIn {
		return s.insert(ctx, tx, by, e)
	}
	if err := update(ctx, tx, e, s.at()); err != nil {
		return err
	}
	return s.recordAudit(ctx, tx, by, "updated", e.ID, audit.Diff(auditFields(old), auditFields(e)))
}

// Delete deletes an event with all that belongs to it. For a built-in event it deletes what staff saved, including the
// attachments and the blocks: the event is then as it ships, and keeps its registrations and its audience (R1).
func (s *Service) Delete(ctx context.Context, by auth.Actor, id string, expect *int64) error {
	return s.delete(ctx, by, id, expect, nil)
}

// DeleteAndTell is Delete, after which the guests who are coming get a message that the event is cancelled. It returns how many: none of a
// built-in event, which is not cancelled, and of an event that is over.
func (s *Service) DeleteAndTell(ctx context.Context, by auth.Actor, id string, expect *int64) (told int64, err error) {
	e, err := byID(ctx, s.db, id)
	if err != nil {
		return 0, err
	}
	switch n, err := s.countToCancel(ctx, e); {
	case err != nil:
		return 0, err
	case n == 0:
		return 0, s.Delete(ctx, by, id, expect)
	}
	store, err := s.hooks.PrepareCancellation(ctx, e)
	if err != nil {
		return 0, err
	}
	err = s.delete(ctx, by, id, expect, func(ctx context.Context, tx *db.Tx) (err error) {
		told, err = store(ctx, tx, by)
		return err
	})
	return told, err
}

// countToCancel returns how many guests DeleteAndTell tells.
func (s *Service) countToCancel(ctx context.Context, e Event) (int64, error) {
	if _, shipped := builtIn(e.ID); shipped || s.hooks.CountToCancel == nil || e.EndsAt <= s.at() {
		return 0, nil
	}
	return s.hooks.CountToCancel(ctx, e)
}

// delete is Delete, which runs tell before the records of the event are deleted; nil: nothing is run.
func (s *Service) delete(ctx context.Context, by auth.Actor, id string, expect *int64, tell func(context.Context, *db.Tx) error) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		old, err := current(ctx, tx, id, expect)
		if err != nil {
			return err
		}
		if old.Source == BuiltIn {
			return errs.Conflict("built_in", "This event is included with Presence and can’t be deleted.")
		}
		action := "uncovered"
		if _, shipped := builtIn(id); !shipped {
			action = "deleted"
			if tell != nil {
				if err := tell(ctx, tx); err != nil {
					return err
				}
			}
			for _, hook := range s.hooks.Deleted {
				if err := hook(ctx, tx, id); err != nil {
					return err
				}
			}
		}
		if s.hooks.DeleteBlocks != nil {
			if err := s.hooks.DeleteBlocks(ctx, tx, id); err != nil {
				return err
			}
		}
		if err := remove(ctx, tx, id); err != nil {
			return err
		}
		return s.recordAudit(ctx, tx, by, action, id, audit.Diff(auditFields(old), nil))
	})
}

// current returns the event if it has the version that the caller expects, and locks it: other changes of it or its attachments
// wait.
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
	if name == nil || *name == "" || *name == BlocksTemplate || s.hooks.Template == nil {
		return nil
	}
	if err := tx.SerializeBy(ctx, "template:"+*name); err != nil { // it is not deleted meanwhile
		return err
	}
	known, err := s.hooks.Template(ctx, tx, *name)
	if err == nil && !known {
		err = errs.InvalidField("email_template", "not_found", "There is no such template.")
	}
	return err
}

func (s *Service) at() db.Instant { return db.InstantOf(s.now()) }

// recordAudit writes the audit entry of a change and sends the signal Changed.
func (s *Service) recordAudit(ctx context.Context, tx *db.Tx, by auth.Actor, action, id string, changes audit.Changes) error {
	if err := audit.Record(ctx, tx, audit.Entry{At: s.at(), Who: by.Who(), Action: action, Kind: "event", RecordID: id,
		Changes: changes, Whole: true}); err != nil {
		return err
	}
	return tx.Signal(ctx, Changed)
}

// versionAt returns the event, its content at an earlier version and its last change; was is nil when the audit log does not have
// that version.
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

// auditFields returns the fields that the audit log compares, by their JSON names.
func auditFields(e Event) audit.Fields {
	t := audit.Fields{}
	for _, f := range fields {
		t[f.name] = f.logged(e)
	}
	if e.Picture.Shown() {
		t[pictureField], t[pictureFRField], t[pictureENField] = e.Picture.Hash, e.Picture.FR, e.Picture.EN
	}
	return t
}

// Upcoming returns at most n events that are not over, the next first, without drafts. The built-in ones, which are examples, stand last.
func (s *Service) Upcoming(ctx context.Context, n int) ([]Record, error) {
	list, err := s.All(ctx)
	list = slices.DeleteFunc(list, func(r Record) bool { return r.State == Draft || r.EndsAt <= s.at() })
	slices.SortFunc(list, func(a, b Record) int {
		switch {
		case (a.Source == BuiltIn) == (b.Source == BuiltIn):
			return cmp.Compare(a.StartsAt, b.StartsAt)
		case a.Source == BuiltIn:
			return 1
		}
		return -1
	})
	return list[:min(n, len(list))], err
}
