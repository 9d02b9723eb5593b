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
	before List         // as it was stored before, with the changes of the form: what undoing restores
	merged merged       // the form with what was stored since it was filled
	last   *audit.Entry // the last change before, see lastOf
}

// edit saves a form that was filled from was, and then changes the list by change, which may be nil. It fails with errs.Stale, and saves
// nothing, if another person has changed a block of the form differently since; merged then says which.
func (s *Service) edit(ctx context.Context, by auth.Actor, event string, form List, was base, change func(*List)) (e edited, err error) {
	if err := form.Validate().Err(); err != nil {
		return e, err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := tx.SerializeBy(ctx, "event_blocks:"+event); err != nil {
			return err
		}
		stored, err := byEvent(ctx, tx, event)
		if err != nil {
			return err
		}
		if e.last, err = lastOf(ctx, tx, by, event); err != nil {
			return err
		}
		e.Saved, e.merged = stored, merge(form, stored.List, was)
		if len(e.merged.clashes) > 0 {
			return errs.Stale()
		}
		e.before = e.merged.List
		next := List{e.before.Subject, slices.Clone(e.before.Blocks)}
		if change != nil {
			change(&next)
		}
		e.Saved, err = s.Save(ctx, by, event, nil, next)
		return err
	})
	return e, err
}

// lastOf returns the last change of the blocks by another person; by the same one if nobody else is among the latest, nil if there is none.
func lastOf(ctx context.Context, q db.Queryer, by auth.Actor, event string) (*audit.Entry, error) {
	const latest = 20
	history, err := audit.History(ctx, q, "event_blocks", event, latest)
	if err != nil || len(history) == 0 {
		return nil, err
	}
	i := slices.IndexFunc(history, func(e audit.Entry) bool { return e.Who.PersonID != by.PersonID })
	return &history[max(i, 0)], nil
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

func (l *List) removeBlock(id int64) {
	l.Blocks = slices.DeleteFunc(l.Blocks, func(b Block) bool { return b.ID == id })
}
