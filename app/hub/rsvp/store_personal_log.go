package rsvp

import (
	"context"
	"slices"
	"strconv"

	"presence/app/platform/audit"
	"presence/app/platform/personal"
	"presence/db"
)

// FindEntries finds the entries of the audit log that hold values of the subject about registrations and waiting parties that are
// deleted, or shared with another person. Each side of an entry, the values before and those after the change, belongs to the email
// address in it. A side without an address belongs to the subject if the nearest addresses in earlier and later entries are the
// subject's; if the record is deleted, one of them is enough.
func FindEntries(ctx context.Context, q db.Queryer, of *personal.Subject) error {
	of.Entries = map[int64]audit.Sides{}
	if len(of.Emails) == 0 {
		return nil
	}
	for _, x := range []struct {
		kind, table string
		whole, own  []int64 // records whose entries are all the person's; those whose present state is
	}{
		{"rsvp", "rsvps", of.Whole, slices.Concat(of.Registrations, of.Shared)},
		{"waiting_party", "waiting_parties", of.Parties, of.Parties},
	} {
		named, err := audit.RecordsNaming(ctx, q, x.kind, "email", of.HasAddress)
		if err != nil {
			return err
		}
		histories, err := audit.Histories(ctx, q, x.kind, named)
		if err != nil {
			return err
		}
		ids := make([]int64, 0, len(histories))
		for record := range histories {
			if id, err := strconv.ParseInt(record, 10, 64); err == nil {
				ids = append(ids, id)
			}
		}
		present, err := db.ReadIDs(q.Query(ctx, "SELECT id FROM "+x.table+" WHERE id IN ("+q.Dialect().IDs("$1")+")", db.IDs(ids)))
		if err != nil {
			return err
		}
		for _, id := range ids {
			if slices.Contains(x.whole, id) {
				continue
			}
			last := ofUnknown
			if slices.Contains(present, id) {
				last = ownerIf(slices.Contains(x.own, id))
			}
			sortEntries(of, histories[strconv.FormatInt(id, 10)], last)
		}
	}
	return nil
}

// owner says whose a state of a record is.
type owner int

const (
	ofUnknown owner = iota
	ofSubject
	ofAnother // another person's, or without a known owner
)

func ownerIf(isSubject bool) owner {
	if isSubject {
		return ofSubject
	}
	return ofAnother
}

// sortEntries adds to the subject the sides that are the subject's, of the entries of one record, the oldest first. last is the
// present owner of the record; ofUnknown: the record is deleted.
func sortEntries(of *personal.Subject, entries []audit.StoredEntry, last owner) {
	owners := make([][2]owner, len(entries)) // before and after each entry, as it says
	for i, e := range entries {
		for side, v := range e.Changes["email"] {
			if text, isText := v.(string); isText {
				owners[i][side] = ownerIf(of.HasAddress(text))
			}
		}
	}
	for i, e := range entries {
		var sides audit.Sides
		if _, isNamed := e.Changes["email"]; isNamed {
			sides = audit.Sides{owners[i][0] == ofSubject, owners[i][1] == ofSubject}
		} else {
			before, after := ofUnknown, last
			for j := i - 1; j >= 0 && before == ofUnknown; j-- {
				before = owners[j][1]
			}
			for j := len(entries) - 1; j > i; j-- {
				if owners[j][0] != ofUnknown {
					after = owners[j][0]
				}
			}
			isSubject := before == ofSubject && after == ofSubject ||
				last == ofUnknown && before != ofAnother && after != ofAnother && before != after
			sides = audit.Sides{isSubject, isSubject}
		}
		if e.Changes.Has(sides) {
			of.Entries[e.ID] = sides
		}
	}
}
