package blocks

import (
	"context"
	"strconv"
	"strings"
	"time"

	"presence/app/accounts/auth"
	"presence/app/hub/events"
	"presence/app/hub/templates"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/palette"
	"presence/db"
)

// Service reads and changes the blocks of events. The routes' access rules admit only the roles admin and events.
type Service struct {
	db        *db.DB
	events    *events.Service
	templates *templates.Service
	now       func() time.Time
}

// NewService makes the service.
func NewService(d *db.DB, now func() time.Time, e *events.Service, t *templates.Service) *Service {
	return &Service{d, e, t, now}
}

// Saved are the blocks of an event as they are stored. Version 0: none are stored, and the list is that of the festive invitation.
type Saved struct {
	List
	Event     string
	Version   int64
	UpdatedAt db.Instant
}

// Get returns the blocks of an event, or errs.NotFound.
func (s *Service) Get(ctx context.Context, event string) (b Saved, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		if _, err := events.ByID(ctx, q, event); err != nil {
			return err
		}
		b, err = byEvent(ctx, q, event)
		return err
	})
	return b, err
}

// Save replaces the blocks of an event. It fails with errs.Stale if they no longer have the version that the caller expects; nil: any.
// Nothing is written if the list is the stored one.
func (s *Service) Save(ctx context.Context, by auth.Actor, event string, expect *int64, l List) (b Saved, err error) {
	if err := l.Validate().Err(); err != nil {
		return b, err
	}
	err = s.change(ctx, event, func(ctx context.Context, tx *db.Tx, stored Saved) error {
		if err := findPictures(ctx, tx, event, &l); err != nil {
			return err
		}
		if expect != nil && *expect != stored.Version {
			return errs.Stale()
		}
		b, err = replace(ctx, tx, by, s.at(), stored, l, nil)
		return err
	})
	return b, err
}

// change calls fn with the stored blocks of an event in a transaction in which nobody else changes them, or changes or deletes the event.
func (s *Service) change(ctx context.Context, event string, fn func(ctx context.Context, tx *db.Tx, stored Saved) error) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := tx.SerializeBy(ctx, "event:"+event); err != nil {
			return err
		}
		if _, err := events.ByID(ctx, tx, event); err != nil {
			return err
		}
		stored, err := byEvent(ctx, tx, event)
		if err != nil {
			return err
		}
		return fn(ctx, tx, stored)
	})
}

// replace stores a valid list in place of the stored one at an instant, and undo, to which Undo goes back; nil: there is no way back.
// Nothing is written if the list is the stored one.
func replace(ctx context.Context, tx *db.Tx, by auth.Actor, at db.Instant, stored Saved, l List, undo *List) (b Saved, err error) {
	var before List // whose IDs are taken; those of the festive invitation are free until it is stored
	if stored.Version > 0 {
		before = stored.List
	}
	l.follow(before)
	l.number()
	changes := diff(stored.List, l)
	if len(changes) == 0 && stored.Version > 0 {
		return stored, nil
	}
	b = Saved{List: l, Event: stored.Event, UpdatedAt: at}
	if b.Version, err = store(ctx, tx, stored, b, undo); err != nil {
		return b, err
	}
	return b, audit.Record(ctx, tx, audit.Entry{At: b.UpdatedAt, Who: by.Who(), Action: "updated", Kind: "event_blocks", RecordID: b.Event,
		Changes: changes})
}

// Undo takes back the last change, which has led to a version. It fails with errs.Stale if another change has followed.
func (s *Service) Undo(ctx context.Context, by auth.Actor, event string, version int64) error {
	return s.change(ctx, event, func(ctx context.Context, tx *db.Tx, stored Saved) error {
		undo, err := undoOf(ctx, tx, event)
		if err != nil {
			return err
		}
		if undo == nil || stored.Version != version {
			return errs.Stale()
		}
		_, err = replace(ctx, tx, by, s.at(), stored, *undo, nil)
		return err
	})
}

// Copy gives an event the stored blocks of another one with their pictures at an instant, within the transaction that creates the event.
func Copy(ctx context.Context, tx *db.Tx, by auth.Actor, at db.Instant, from, to string) error {
	b, err := byEvent(ctx, tx, from)
	if err != nil || b.Version == 0 {
		return err
	}
	if err := copyPictures(ctx, tx, from, to, b.pictures(), at); err != nil {
		return err
	}
	if err := tx.SerializeBy(ctx, "event:"+to); err != nil { // a built-in event may have blocks before it is saved
		return err
	}
	stored, err := byEvent(ctx, tx, to)
	if err == nil {
		_, err = replace(ctx, tx, by, at, stored, b.List, nil) // valid since it was stored
	}
	return err
}

// Use has the invitation of an event composed from its blocks, instead of a template.
func (s *Service) Use(ctx context.Context, by auth.Actor, event string) error {
	_, err := s.events.Update(ctx, by, event, nil, events.Changes{EmailTemplate: new(events.BlocksTemplate)})
	return err
}

// ToHTML creates a template with what the blocks render now, and makes it the invitation of the event. The blocks stay. It fails with
// errs.Stale if the blocks or the event are changed meanwhile: slow work is done before the transaction.
func (s *Service) ToHTML(ctx context.Context, by auth.Actor, event string) (t templates.Template, err error) {
	var e events.Event
	var rendered Saved
	var content templates.Template
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		if e, err = events.ByID(ctx, q, event); err != nil {
			return err
		}
		if rendered, err = byEvent(ctx, q, event); err != nil {
			return err
		}
		content, err = Template(ctx, q, e, s.templates.Origin())
		return err
	})
	if err != nil {
		return t, err
	}
	changes := templates.Changes{FR: templates.ContentChanges{Subject: &content.FR.Subject, HTML: &content.FR.HTML},
		EN: templates.ContentChanges{Subject: &content.EN.Subject, HTML: &content.EN.HTML}}
	if err := changes.Validate().Err(); err != nil {
		return t, err
	}
	err = s.change(ctx, event, func(ctx context.Context, tx *db.Tx, stored Saved) error {
		if stored.Version != rendered.Version {
			return errs.Stale()
		}
		name, err := freeName(ctx, tx, event)
		if err != nil {
			return err
		}
		if t, err = s.templates.CreateValid(ctx, by, name, changes); err != nil {
			return err
		}
		_, err = s.events.Update(ctx, by, event, &e.Version, events.Changes{EmailTemplate: &t.Name})
		return err
	})
	return t, err
}

// freeName returns a name for the template of an event: event-gala, or event-gala-2 if that is taken, and so on.
func freeName(ctx context.Context, q db.Queryer, event string) (string, error) {
	const begin, longest = "event-", 54
	base := begin + strings.Trim(event[:min(len(event), longest)], "-")
	name := base
	for n := 2; ; n++ {
		taken, err := templates.Exists(ctx, q, name)
		if err != nil || !taken {
			return name, err
		}
		name = base + "-" + strconv.Itoa(n)
	}
}

// Template returns the blocks of an event as a template, for templates.Service. The addresses of their pictures begin with origin.
func Template(ctx context.Context, q db.Queryer, e events.Event, origin string) (t templates.Template, err error) {
	b, err := byEvent(ctx, q, e.ID)
	if err != nil {
		return t, err
	}
	t.Name, t.FrenchParts = events.BlocksTemplate, b.lacksEnglish()
	if t.FR, err = b.Content(ctx, palette.Of(e.Palette), i18n.FR, origin); err != nil {
		return t, err
	}
	t.EN, err = b.Content(ctx, palette.Of(e.Palette), i18n.EN, origin)
	return t, err
}

// Delete deletes the blocks of an event and their pictures within the transaction that deletes the event, or what staff saved of it.
func Delete(ctx context.Context, tx *db.Tx, event string) error { return remove(ctx, tx, event) }

func (s *Service) at() db.Instant { return db.InstantOf(s.now()) }

// diff returns what an entry of the audit log says of a change: the blocks that differ, or their order.
func diff(old, l List) audit.Changes {
	before := audit.Fields{"content.fr.subject": old.Subject.FR, "content.en.subject": old.Subject.EN}
	after := audit.Fields{"content.fr.subject": l.Subject.FR, "content.en.subject": l.Subject.EN}
	before["blocks"], after["blocks"] = describe(old, l), describe(l, old)
	if before["blocks"] == after["blocks"] {
		before["blocks"], after["blocks"] = order(old), order(l)
	}
	return audit.Diff(before, after)
}

// describe returns the blocks of a list that another one lacks or has otherwise.
func describe(l, other List) string {
	var lines []string
	for _, b := range l.Blocks {
		if i := other.index(b.ID); i >= 0 && other.Blocks[i] == b {
			continue
		}
		parts := []string{strconv.FormatInt(b.ID, 10) + " " + string(b.Kind)}
		for _, x := range b.texts() {
			if *x.text != "" {
				parts = append(parts, *x.text)
			}
		}
		for _, part := range []string{b.URL, b.Own.Hash} {
			if part != "" {
				parts = append(parts, part)
			}
		}
		lines = append(lines, strings.Join(parts, "\n"))
	}
	return strings.Join(lines, "\n\n")
}

// order returns the numbers of the blocks in their order.
func order(l List) string {
	numbers := make([]string, len(l.Blocks))
	for i, b := range l.Blocks {
		numbers[i] = strconv.FormatInt(b.ID, 10)
	}
	return strings.Join(numbers, ", ")
}
