package blocks

import (
	"context"
	"slices"

	"presence/app/accounts/auth"
	"presence/app/hub/events"
	"presence/app/hub/templates"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/db"
)

// MaxPictures is how many pictures for its blocks an event keeps, with those that no block shows any more.
const MaxPictures = 60

// AddPicture stores a JPEG, PNG or WebP file as a picture that blocks of the event may show. The same file again is the same picture. When
// the event has too many pictures, the earliest ones go that neither the blocks nor Undo nor a template needs; e-mails that were sent show
// the description of those instead. The errors are those of the field data.
func (s *Service) AddPicture(ctx context.Context, by auth.Actor, event string, data []byte) (p events.Picture, err error) {
	if _, err := s.events.Get(ctx, event); err != nil {
		return p, err
	}
	if len(data) == 0 {
		return p, errs.InvalidField("data", "required", "This field is required.")
	}
	scaled, err := events.ScalePicture(ctx, data)
	if err != nil {
		return p, err
	}
	err = s.change(ctx, event, func(ctx context.Context, tx *db.Tx, stored Saved) error {
		if err := insertPicture(ctx, tx, event, scaled, s.at()); err != nil {
			return err
		}
		if err := limitPictures(ctx, tx, stored, scaled.Hash); err != nil {
			return err
		}
		return audit.Record(ctx, tx, audit.Entry{At: s.at(), Who: by.Who(), Action: "updated", Kind: "event_blocks", RecordID: event,
			Changes: audit.Changes{"picture": {nil, scaled.Hash}}})
	})
	return scaled.Picture, err
}

// limitPictures deletes pictures of an event that has more than MaxPictures, all but the new one and those that are needed.
func limitPictures(ctx context.Context, tx *db.Tx, stored Saved, added string) error {
	list, err := images(ctx, tx, stored.Event)
	over := len(list) - MaxPictures
	if err != nil || over <= 0 {
		return err
	}
	undo, err := undoOf(ctx, tx, stored.Event)
	if err != nil {
		return err
	}
	kept := append(stored.pictures(), added)
	if undo != nil {
		kept = append(kept, undo.pictures()...)
	}
	for _, p := range list {
		if over == 0 || slices.Contains(kept, p.Hash) {
			continue
		}
		used, err := templates.Contains(ctx, tx, p.Hash)
		if err != nil {
			return err
		}
		if used {
			continue
		}
		if err := removePicture(ctx, tx, stored.Event, p.Hash); err != nil {
			return err
		}
		over--
	}
	if over > 0 {
		return errs.InvalidField("data", "too_many_pictures", "The invitation and templates show 60 pictures of the event already.")
	}
	return nil
}

// pictures returns the hashes of the list's own pictures.
func (l List) pictures() (hashes []string) {
	for _, b := range l.Blocks {
		if b.Own.Hash != "" {
			hashes = append(hashes, b.Own.Hash)
		}
	}
	return hashes
}

// FindPictures sets the sizes of the pictures that a list names. It fails with a validation error for one that the event does not have,
// whose size it sets to 0.
func (s *Service) FindPictures(ctx context.Context, event string, l *List) error {
	return findPictures(ctx, s.db, event, l)
}

// findPictures is FindPictures within a transaction.
func findPictures(ctx context.Context, q db.Queryer, event string, l *List) error {
	if len(l.pictures()) == 0 {
		return nil
	}
	known, err := images(ctx, q, event)
	if err != nil {
		return err
	}
	var faults errs.Fields
	l.Blocks = slices.Clone(l.Blocks)
	for i := range l.Blocks {
		own := &l.Blocks[i].Own
		if own.Hash == "" {
			continue
		}
		*own = Image{Hash: own.Hash}
		if n := slices.IndexFunc(known, func(k Image) bool { return k.Hash == own.Hash }); n >= 0 {
			*own = known[n]
		} else {
			faults.Add(blockAt(i)+"picture", "unknown_picture", "The event has no picture with this hash.")
		}
	}
	return faults.Err()
}
