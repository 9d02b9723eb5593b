package blocks

import (
	"context"
	"slices"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/db"
)

// edited is what became of a form.
type edited struct {
	Saved
	form   List         // with its texts cleaned
	merged merged       // the form with what was stored since it was filled
	last   *audit.Entry // the last change by another person, if the form was merged with one; see lastOf
}

// edit saves a form that was filled from was, and then changes the list by change, which may be nil. It fails with errs.Stale, and saves
// nothing, if another person has changed a block of the form differently since; merged then says which.
func (s *Service) edit(ctx context.Context, by auth.Actor, event string, form List, was base, change func(*List)) (e edited, err error) {
	if err := form.Validate().Err(); err != nil {
		return e, err
	}
	err = s.change(ctx, event, func(ctx context.Context, tx *db.Tx, stored Saved) error {
		if err := findPictures(ctx, tx, event, &form); err != nil {
			return err
		}
		e = edited{Saved: stored, form: form, merged: merge(form, stored.List, was)}
		if e.merged.taken || len(e.merged.clashes) > 0 {
			if e.last, err = lastOf(ctx, tx, by, event); err != nil {
				return err
			}
		}
		if len(e.merged.clashes) > 0 {
			return errs.Stale()
		}
		next := e.merged.List
		var undo *List
		if change != nil {
			undo, next.Blocks = &e.merged.List, slices.Clone(next.Blocks)
			next.follow(stored.List)
			change(&next)
		}
		if change != nil || e.merged.taken { // else it is the form
			if err := next.check(form, stored.List).Err(); err != nil {
				return err
			}
		}
		if stored.Version == 0 && next.equal(stored.List) { // looked at only: it stays the festive invitation, also if that changes
			return nil
		}
		e.Saved, err = replace(ctx, tx, by, s.at(), stored, next, undo)
		return err
	})
	return e, err
}

// lastOf returns the last change of the blocks by another person; the last one of all if every other is by the same person, nil if there
// is none.
func lastOf(ctx context.Context, q db.Queryer, by auth.Actor, event string) (*audit.Entry, error) {
	last, err := audit.LastByOther(ctx, q, "event_blocks", event, by.PersonID)
	if err != nil || len(last) > 0 {
		return first(last), err
	}
	last, err = audit.History(ctx, q, "event_blocks", event, 1)
	return first(last), err
}

func first(list []audit.Entry) *audit.Entry {
	if len(list) == 0 {
		return nil
	}
	return &list[0]
}

// startOver replaces all blocks by those of the festive invitation, which get new IDs.
func (l *List) startOver() {
	fresh := Standard()
	for i := range fresh.Blocks {
		fresh.Blocks[i].ID = l.nextID()
	}
	l.Subject, l.Blocks = fresh.Subject, fresh.Blocks
}

// add puts a new block behind the one with the ID after, or at the end if there is none, and returns its ID.
func (l *List) add(kind Kind, after int64) int64 {
	id := l.nextID()
	at := len(l.Blocks)
	if i := l.index(after); i >= 0 {
		at = i + 1
	}
	l.Blocks = slices.Insert(l.Blocks, at, Block{ID: id, Kind: kind})
	return id
}

// move exchanges a block with the one that is step places further.
func (l *List) move(id int64, step int) {
	i := l.index(id)
	if to := i + step; i >= 0 && to >= 0 && to < len(l.Blocks) {
		l.Blocks[i], l.Blocks[to] = l.Blocks[to], l.Blocks[i]
	}
}

// duplicate puts a copy of a block behind it, and returns the ID of the copy; 0: there is no such block.
func (l *List) duplicate(id int64) int64 {
	i := l.index(id)
	if i < 0 {
		return 0
	}
	b := l.Blocks[i]
	b.ID = l.nextID()
	l.Blocks = slices.Insert(l.Blocks, i+1, b)
	return b.ID
}

// showOwn makes a picture block show an uploaded picture instead of the cover picture of the event. It does nothing for another block.
func (l *List) showOwn(id int64, own Image) {
	if i := l.index(id); i >= 0 && l.Blocks[i].Kind == Picture {
		l.Blocks[i].Own = own
	}
}

// showCover makes a picture block show the cover picture of the event, and removes its own picture and the description of that.
func (l *List) showCover(id int64) {
	if i := l.index(id); i >= 0 && l.Blocks[i].Kind == Picture {
		l.Blocks[i].Own, l.Blocks[i].Words = Image{}, Words{}
	}
}

// removeBlock removes a block, and returns the ID of the one that takes its place, or of the last one; 0: there is none.
func (l *List) removeBlock(id int64) int64 {
	i := l.index(id)
	if i < 0 {
		return 0
	}
	l.Blocks = slices.Delete(slices.Clone(l.Blocks), i, i+1)
	if len(l.Blocks) == 0 {
		return 0
	}
	return l.Blocks[min(i, len(l.Blocks)-1)].ID
}
