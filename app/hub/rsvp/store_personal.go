package rsvp

import (
	"context"
	"encoding/json"
	"slices"

	"presence/app/hub/answers"
	"presence/app/hub/events"
	"presence/app/platform/contact"
	"presence/app/platform/personal"
	"presence/db"
)

// Personal says what the tables of this package hold of a guest. Each table comes before those by which its rows are found. The
// earlier answers of a registration that is whole go with it, because without it nothing says whose some of them are.
func (s *Service) Personal() []personal.Table {
	return []personal.Table{
		{
			Name: "rsvp_revisions", Of: "id IN ({revisions})", At: "replaced_at",
			Event: "(SELECT r.event_id FROM rsvps r WHERE r.id = rsvp_id)",
			Link:  "rsvp_id", Show: []string{"id", "rsvp_id", "version", "content", "replaced_at"}, View: true,
		},
		{Name: "rsvp_revisions", Of: "id IN ({revisions}) AND rsvp_id NOT IN ({whole})", More: true},
		{
			Name: "rsvp_links", Key: "token_hash", Find: personal.FindWritten("rsvp_links"),
			Of: "customer_id NOT IN ({others}) AND (" + personal.WrittenTo("rsvp_links", "token_hash") +
				" OR customer_id <> '' AND customer_id IN ({numbers}) OR recipient_id IN (SELECT r.id FROM campaigns c " +
				"CROSS JOIN campaign_recipients r WHERE r.campaign_id = c.id AND r.email_key IN ({emails})))",
			At: "created_at", Event: "event_id", What: "email",
			Show: []string{"event_id", "name", "email", "language", "customer_id", "created_at"},
		},
		{
			Name: "waiting_parties", Of: "id IN ({parties}) AND email_key <> '#' || id", At: "created_at", Event: "event_id", What: "name",
			Show: []string{"id", "event_id", "state", "name", "email", "people", "language", "customer_id", "offered_until", "created_at",
				"changed_at"},
			Set: "name = '#' || id, email = '#' || id, email_key = '#' || id, customer_id = '', recipient_id = NULL, " +
				"version = version + 1",
			Before: s.leaveLists,
		},
		{
			Name: "rsvps", Of: "id IN ({registrations} UNION ALL {shared}) AND " + notErased, At: "responded_at", Event: "event_id", What: "name",
			Link: "id",
			Show: []string{"id", "event_id", "name", "customer_number", "phone", "email", "people", "allergies", "language", "confidence", "signals",
				"ip", personal.OfCustomer("customer_id"), personal.OfCustomer("account_id"), personal.OfCustomer("name_on_file"), "walk_in", "details",
				"created_at", "responded_at"},
			Set: anonymous, View: true,
		},
		{Name: "rsvps", Of: "id IN ({registrations}) AND " + notErased, Set: anonymous, Before: keepFigures, More: true},
		{ // what the last answer has given; whose name, phone and number it names is not certain
			Name: "rsvps", Of: "id IN ({shared}) AND " + notErased, More: true, Before: keepPerson,
			Set: "email = '', email_key = '', allergies = '', ip = '', changed_at = {at}, version = version + 1",
		},
		{ // a registration is found by the address of its first answer, even if another person has answered later
			Name: "rsvps", Of: "identity IN (SELECT '" + emailIdentity + "' || value FROM ({emails}) e) AND email_key NOT IN ({emails})", More: true,
			Set: "identity = '" + nameIdentity + "#' || id, changed_at = {at}, version = version + 1",
		},
	}
}

const notErased = "identity NOT LIKE 'erased:%'"

// anonymous are the assignments that erase a registration.
const anonymous = "identity = 'erased:' || id, name = '#' || id, customer_number = '', phone = '', phone_key = '', email = '', email_key = '', " +
	"allergies = '', signals = '', confidence = 'none', ip = '', customer_id = '', account_id = '', name_on_file = '', folded = '#' || id, " +
	"recipient_id = NULL, changed_at = {at}, version = version + 1"

// leaveLists takes parties off their waiting lists, so that nothing is offered to them any more.
func (s *Service) leaveLists(ctx context.Context, tx *db.Tx, _ personal.Subject, ids []int64) error {
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

// keepFigures removes the earlier answers of registrations that are whole, and the free text in the details of all.
func keepFigures(ctx context.Context, tx *db.Tx, s personal.Subject, ids []int64) error {
	d := tx.Dialect()
	if _, err := tx.Exec(ctx, "DELETE FROM rsvp_revisions WHERE rsvp_id IN ("+d.IDs("$1")+") AND rsvp_id IN ("+d.IDs("$2")+")",
		db.IDs(ids), db.IDs(s.Whole)); err != nil {
		return err
	}
	return dropFreeText(ctx, tx, ids)
}

// keepPerson takes what a guest has typed out of the details of registrations, and their address out of the text that is searched.
func keepPerson(ctx context.Context, tx *db.Tx, _ personal.Subject, ids []int64) error {
	if err := dropFreeText(ctx, tx, ids); err != nil {
		return err
	}
	found, err := db.Collect(func(row db.Row) (r RSVP, err error) {
		err = row.Scan(&r.ID, &r.Name, &r.NameOnFile, &r.CustomerNumber)
		return r, err
	})(tx.Query(ctx, "SELECT id, name, name_on_file, customer_number FROM rsvps WHERE id IN ("+tx.Dialect().IDs("$1")+")", db.IDs(ids)))
	for _, r := range found {
		if err == nil {
			_, err = tx.Exec(ctx, "UPDATE rsvps SET folded = $2 WHERE id = $1", r.ID, folded(r))
		}
	}
	return err
}

// dropFreeText removes the free text from the details of registrations: names of companions and answers in words. Numbers and chosen
// options stay, because they are counted.
func dropFreeText(ctx context.Context, tx *db.Tx, ids []int64) error {
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

// OfSubject finds the registrations and the parties of a person.
//
// An answer is the person's if it has one of their addresses, or is of one of their customers with certainty: by a confirmed match, or by a
// personal link. It is not the person's if it is certainly that of another customer with the same address.
func OfSubject(ctx context.Context, q db.Queryer, of *personal.Subject) error {
	emails, numbers, others := q.Dialect().Texts("$1"), q.Dialect().Texts("$2"), q.Dialect().Texts("$3")
	args := []any{db.Texts(of.Emails), db.Texts(of.Numbers)}
	written := q.Dialect().JSONText("content", "email")
	candidates, err := db.ReadIDs(q.Query(ctx, `SELECT id FROM rsvps WHERE email_key <> '' AND email_key IN (`+emails+`)
		OR customer_id <> '' AND customer_id IN (`+numbers+`) OR recipient_id IN (SELECT r.id FROM campaigns c
			CROSS JOIN campaign_recipients r WHERE r.campaign_id = c.id AND r.email_key IN (`+emails+`))
		UNION SELECT rsvp_id FROM rsvp_revisions WHERE LOWER(`+written+`) IN (`+emails+`) OR `+q.Dialect().NotASCII(written)+`
			OR `+q.Dialect().JSONText("content", "customer_id")+` IN (`+numbers+`) ORDER BY id`, args...))
	if err != nil {
		return err
	}
	if err := sortAnswers(ctx, q, of, candidates); err != nil {
		return err
	}
	of.Parties, err = db.ReadIDs(q.Query(ctx, `SELECT id FROM waiting_parties WHERE email_key IN (`+emails+`)
		AND customer_id NOT IN (`+others+`) OR customer_id <> '' AND customer_id IN (`+numbers+`) ORDER BY id`,
		append(args, db.Texts(of.Others))...))
	return err
}

// sortAnswers finds out whose the answers of registrations are.
func sortAnswers(ctx context.Context, q db.Queryer, of *personal.Subject, ids []int64) error {
	of.Registrations, of.Whole, of.Shared, of.Revisions = nil, nil, nil, nil
	list, args := q.Dialect().IDs("$1"), []any{db.IDs(ids)}
	present, err := db.Collect(func(row db.Row) (x givenAnswer, err error) {
		err = row.Scan(&x.id, &x.email, &x.customer, &x.isCertain, &x.isLinked, &x.isErased, &x.link)
		return x, err
	})(q.Query(ctx, `SELECT id, email_key, customer_id, confidence = 'confirmed' OR customer_id <> '' AND `+answers.IsCertain("")+`,
		recipient_id IS NOT NULL, NOT `+notErased+`, COALESCE((SELECT r.email_key FROM campaign_recipients r WHERE r.id = recipient_id), '')
		FROM rsvps WHERE id IN (`+list+`) ORDER BY id`, args...))
	if err != nil {
		return err
	}
	earlier := map[int64][]givenAnswer{}
	rows, err := q.Query(ctx, "SELECT id, rsvp_id, content FROM rsvp_revisions WHERE rsvp_id IN ("+list+") ORDER BY id", args...)
	if err != nil {
		return err
	}
	err = db.ForEachRow(rows, func() error {
		var x givenAnswer
		var registration int64
		var text string
		if err := rows.Scan(&x.id, &registration, &text); err != nil {
			return err
		}
		var c revisionContent
		if err := json.Unmarshal([]byte(text), &c); err != nil {
			return err
		}
		x.email, _ = contact.EmailKey(c.Email) // "": none, or none that could be compared
		x.customer, x.isCertain = c.CustomerID, c.Confidence == Confirmed
		earlier[registration] = append(earlier[registration], x)
		return nil
	})
	if err != nil {
		return err
	}
	for _, x := range present {
		sortRegistration(of, x, earlier[x.id])
	}
	return nil
}

// givenAnswer holds the values of an answer that identify the guest.
type givenAnswer struct {
	id              int64
	email, customer string // empty: unknown
	isCertain       bool   // that it is of the customer
	isLinked        bool   // it came by a personal link
	isErased        bool
	link            string // the address that the link was sent to
}

// isByNumber reports whether an answer is certainly of a customer of the subject, or came by their link.
func (x givenAnswer) isByNumber(of *personal.Subject) bool {
	return x.isCertain && x.customer != "" && slices.Contains(of.Numbers, x.customer) || x.link != "" && slices.Contains(of.Emails, x.link)
}

func (x givenAnswer) isOf(of *personal.Subject) bool {
	if x.isCertain && slices.Contains(of.Others, x.customer) {
		return false
	}
	return x.email != "" && slices.Contains(of.Emails, x.email) || x.isByNumber(of)
}

// isNamed reports whether the answer has a value that identifies the guest.
func (x givenAnswer) isNamed() bool { return x.email != "" || x.isCertain && x.customer != "" }

// sortRegistration adds a registration and its earlier answers to the subject, as far as they are theirs.
func sortRegistration(of *personal.Subject, present givenAnswer, earlier []givenAnswer) {
	var own []int64
	isMixed := present.isNamed() && !present.isOf(of)
	for _, x := range earlier {
		switch {
		case x.isOf(of) || !x.isNamed() && present.isLinked && present.isByNumber(of): // by the link, or before it by its owner
			own = append(own, x.id)
		default: // not provably theirs: an earlier answer without a name may be another guest's. The registration is not erased whole.
			isMixed = true
		}
	}
	of.Revisions = append(of.Revisions, own...)
	switch {
	case present.isErased:
	case !isMixed && (present.isOf(of) || len(own) > 0):
		of.Registrations, of.Whole = append(of.Registrations, present.id), append(of.Whole, present.id)
	case present.isByNumber(of) && present.isOf(of):
		of.Registrations = append(of.Registrations, present.id)
	case present.isOf(of):
		of.Shared = append(of.Shared, present.id)
	}
}

// GuestRules are the registrations and the parties of past events.
func GuestRules() []personal.Rule {
	ended := events.EndedBefore()
	return []personal.Rule{
		{Table: personal.Table{Name: "rsvps", Of: ended + " AND identity NOT LIKE 'erased:%'"}, Group: "event_id", IDs: true},
		{Table: personal.Table{Name: "rsvp_revisions", Of: "rsvp_id IN (SELECT r.id FROM rsvps r WHERE NOT " + notErased + " AND " + ended + ")"},
			Group: "rsvp_id"}, // answers of others to registrations that were erased on request
		{Table: personal.Table{Name: "waiting_parties", Of: ended + " AND email_key <> '#' || id"}, Group: "event_id", IDs: true},
	}
}

// LinkRules are the personal links to past events.
func LinkRules() []personal.Rule {
	return []personal.Rule{{Table: personal.Table{Name: "rsvp_links", Key: "token_hash", Of: events.EndedBefore()}, Group: "event_id"}}
}
