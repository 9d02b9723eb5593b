package rsvp

import (
	"context"

	"presence/app/hub/events"
	"presence/app/platform/personal"
	"presence/db"
)

// Personal says what the tables of this package hold of a guest. Each table comes before those by which its rows are found.
func (s *Service) Personal() []personal.Table {
	return []personal.Table{
		{
			Name: "rsvp_revisions", Of: "rsvp_id IN ({registrations})", At: "replaced_at",
			Event: "(SELECT r.event_id FROM rsvps r WHERE r.id = rsvp_id)",
			Link:  "rsvp_id", Show: []string{"id", "rsvp_id", "version", "content", "replaced_at"},
		},
		{
			Name: "rsvp_links", Key: "token_hash",
			Of: "LOWER(email) IN ({emails}) OR customer_id <> '' AND customer_id IN ({numbers}) OR recipient_id IN (SELECT r.id FROM campaigns c " +
				"CROSS JOIN campaign_recipients r WHERE r.campaign_id = c.id AND r.email_key IN ({emails}))",
			At: "created_at", Event: "event_id", What: "email",
			Show: []string{"event_id", "name", "email", "language", "customer_id", "created_at"},
		},
		{
			Name: "waiting_parties", Of: "id IN ({parties}) AND email_key NOT LIKE '#%'", At: "created_at", Event: "event_id", What: "name",
			Show: []string{"id", "event_id", "state", "name", "email", "people", "language", "customer_id", "offered_until", "created_at", "changed_at"},
			Set: "name = '#' || id, email = '#' || id, email_key = '#' || id, customer_id = '', recipient_id = NULL, " +
				"version = version + 1",
			Before: s.leaveLists,
		},
		{
			Name: "rsvps", Of: "id IN ({registrations}) AND identity NOT LIKE 'erased:%'", At: "responded_at", Event: "event_id", What: "name",
			Link: "id",
			Show: []string{"id", "event_id", "name", "customer_number", "phone", "email", "people", "allergies", "language", "confidence", "signals",
				"ip", "customer_id", "account_id", "name_on_file", "walk_in", "details", "created_at", "responded_at"},
			Set: "identity = 'erased:' || id, name = '#' || id, customer_number = '', phone = '', phone_key = '', email = '', email_key = '', " +
				"allergies = '', signals = '', confidence = 'none', ip = '', customer_id = '', account_id = '', name_on_file = '', folded = '#' || id, " +
				"recipient_id = NULL, version = version + 1",
			Before: keepFigures,
		},
	}
}

// leaveLists takes parties off their waiting lists, so that nothing is offered to them any more.
func (s *Service) leaveLists(ctx context.Context, tx *db.Tx, ids []int64) error {
	parties, err := partiesOfAllEvents(ctx, tx, ids)
	if err != nil {
		return err
	}
	for _, p := range parties {
		if p.State != Waiting && p.State != Offered {
			continue
		}
		read, err := events.ByID(ctx, tx, p.EventID)
		if err != nil {
			return err
		}
		e, t, err := lockEvent(ctx, tx, read)
		if err != nil {
			return err
		}
		if err := s.moveParty(ctx, tx, &t, &p, Left); err != nil {
			return err
		}
		if err := s.applyChange(ctx, tx, e, t, tallyChange{}); err != nil {
			return err
		}
	}
	return nil
}

// keepFigures removes from the details of registrations what somebody has typed in words: names of companions and texts. Numbers and chosen
// options stay, which are counted.
func keepFigures(ctx context.Context, tx *db.Tx, ids []int64) error {
	stored, err := db.ReadMap[int64, string](tx.Query(ctx, "SELECT id, details FROM rsvps WHERE details <> $1 AND id IN ("+
		tx.Dialect().IDs("$2")+")", noDetails, db.IDs(ids)))
	if err != nil {
		return err
	}
	for id, text := range stored {
		d, err := UnmarshalDetails(text)
		if err != nil {
			return err
		}
		if text, err = d.figures().marshal(); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "UPDATE rsvps SET details = $2 WHERE id = $1", id, text); err != nil {
			return err
		}
	}
	return nil
}

// figures returns the details without texts.
func (d Details) figures() (out Details) {
	for _, r := range d.Answers {
		if r.Text = ""; !r.isEmpty() {
			out.Answers = append(out.Answers, r)
		}
	}
	return out
}

// OfSubject returns the ids of the registrations and of the parties of a person.
func OfSubject(ctx context.Context, q db.Queryer, of personal.Subject) (registrations, parties []int64, err error) {
	emails, numbers := q.Dialect().Texts("$1"), q.Dialect().Texts("$2")
	registrations, err = db.ReadIDs(q.Query(ctx, `SELECT id FROM rsvps WHERE email_key <> '' AND email_key IN (`+emails+`)
		OR customer_id <> '' AND customer_id IN (`+numbers+`) OR recipient_id IN (SELECT r.id FROM campaigns c
			CROSS JOIN campaign_recipients r WHERE r.campaign_id = c.id AND r.email_key IN (`+emails+`)) ORDER BY id`,
		db.Texts(of.Emails), db.Texts(of.Numbers)))
	if err != nil {
		return nil, nil, err
	}
	parties, err = db.ReadIDs(q.Query(ctx, `SELECT id FROM waiting_parties WHERE email_key IN (`+emails+`)
		OR customer_id <> '' AND customer_id IN (`+numbers+`) ORDER BY id`, db.Texts(of.Emails), db.Texts(of.Numbers)))
	return registrations, parties, err
}

// endedBefore is the condition that the event of a row ended long enough ago.
const endedBefore = "event_id IN (SELECT e.id FROM events e WHERE e.ends_at < {before})"

// GuestRules are the registrations and the parties of past events.
func GuestRules() []personal.Rule {
	return []personal.Rule{
		{Table: personal.Table{Name: "rsvps", Of: endedBefore + " AND identity NOT LIKE 'erased:%'"}, Group: "event_id", IDs: true},
		{Table: personal.Table{Name: "waiting_parties", Of: endedBefore + " AND email_key NOT LIKE '#%'"}, Group: "event_id", IDs: true},
	}
}

// LinkRules are the personal links to past events.
func LinkRules() []personal.Rule {
	return []personal.Rule{{Table: personal.Table{Name: "rsvp_links", Key: "token_hash", Of: endedBefore}, Group: "event_id"}}
}
