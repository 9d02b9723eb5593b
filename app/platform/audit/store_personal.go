package audit

import (
	"context"
	"encoding/json"

	"presence/db"
)

// personalPage is how many entries are read at a time when the entries of a person are looked for.
const personalPage = 1000

// RecordsNaming returns the ids of the records of a kind of which some entry has a text in a field, before or after, that is accepted.
// It reads all entries of the kind, in pages.
func RecordsNaming(ctx context.Context, q db.Queryer, kind, field string, accept func(text string) bool) (records []string, err error) {
	type named struct {
		id     int64
		record string
		values [2]any
	}
	value := q.Dialect().JSONText("changes", field)
	seen := map[string]bool{}
	for last := int64(0); ; {
		page, err := db.Collect(func(row db.Row) (x named, err error) {
			var text string
			if err := row.Scan(&x.id, &x.record, &text); err != nil {
				return x, err
			}
			err = json.Unmarshal([]byte(text), &x.values)
			return x, err
		})(q.Query(ctx, "SELECT id, record_id, "+value+" FROM audit_log WHERE kind = $1 AND id > $2 AND "+value+
			" IS NOT NULL ORDER BY id"+db.Limit("$3"), kind, last, personalPage))
		if err != nil {
			return nil, err
		}
		for _, x := range page {
			for _, v := range x.values {
				if text, isText := v.(string); isText && text != "" && !seen[x.record] && accept(text) {
					seen[x.record] = true
					records = append(records, x.record)
				}
			}
		}
		if len(page) < personalPage {
			return records, nil
		}
		last = page[len(page)-1].id
	}
}

// Histories returns all entries of records of a kind, by the records' ids, the oldest first.
func Histories(ctx context.Context, q db.Queryer, kind string, records []string) (map[string][]StoredEntry, error) {
	list, err := db.Collect(scan)(q.Query(ctx, selected+"kind = $1 AND record_id IN ("+q.Dialect().Texts("$2")+") ORDER BY id", kind,
		db.Texts(records)))
	histories := map[string][]StoredEntry{}
	for _, e := range list {
		histories[e.RecordID] = append(histories[e.RecordID], e)
	}
	return histories, err
}

// Sides says which values of an entry are meant: those before the change, those after it.
type Sides [2]bool

// Has reports whether the changes have a value on one of the sides.
func (c Changes) Has(sides Sides) bool {
	for _, values := range c {
		if sides[0] && values[0] != nil || sides[1] && values[1] != nil {
			return true
		}
	}
	return false
}

// Without returns the changes without the values of the sides, and without the fields that have no value then.
func (c Changes) Without(sides Sides) Changes {
	out := Changes{}
	for name, values := range c {
		for i := range values {
			if sides[i] {
				values[i] = nil
			}
		}
		if values != [2]any{} {
			out[name] = values
		}
	}
	return out
}

// RemoveValues removes the values of the sides from entries, by their ids. The field that identifies the person becomes an empty text,
// so that entries without an address beside it are not taken for those of another address.
func RemoveValues(ctx context.Context, tx *db.Tx, entries map[int64]Sides, field string) error {
	ids := make([]int64, 0, len(entries))
	for id := range entries {
		ids = append(ids, id)
	}
	list, err := db.Collect(scan)(tx.Query(ctx, selected+"id IN ("+tx.Dialect().IDs("$1")+") ORDER BY id", db.IDs(ids)))
	if err != nil {
		return err
	}
	for _, e := range list {
		left := e.Changes.Without(entries[e.ID])
		if named, has := e.Changes[field]; has {
			for side, removed := range entries[e.ID] {
				if removed && named[side] != nil {
					named[side] = ""
				}
			}
			left[field] = named
		}
		text, err := json.Marshal(left)
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "UPDATE audit_log SET changes = $2 WHERE id = $1", e.ID, string(text)); err != nil {
			return err
		}
	}
	return nil
}
