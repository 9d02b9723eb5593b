package rsvp

import (
	"context"
	"database/sql"
	"errors"
	"maps"
	"slices"
	"strings"

	"presence/app/hub/answers"
	"presence/app/platform/contact"
	"presence/app/platform/errs"
	"presence/app/platform/seal"
	"presence/db"
)

// noKey stands for a missing value in a lookup: no stored key is equal to it.
const noKey = "\x7f"

func orNoKey(value string) string {
	if value == "" {
		return noKey
	}
	return value
}

// findCandidates runs one query whose text is always the same (R17). The most selective value comes first, so that an e-mail
// address that many customers share does not displace the customer whose number was given. If nobody is found, it reads some
// other customer and drops them, so that the time it takes does not tell whether a customer is in the directory.
func findCandidates(ctx context.Context, q db.Queryer, k keys, invited string) (list []candidate, err error) {
	list, err = db.Collect(func(row db.Row) (c candidate, err error) {
		err = row.Scan(&c.customerID, &c.accountID, &c.name, &c.names[0], &c.names[1], &c.names[2], &c.invited, &c.number, &c.phone, &c.email,
			&c.decoy)
		return c, err
	})(q.Query(ctx, `SELECT c.customer_id, c.account_id, c.name, c.account_name, c.mandatary, c.legacy_contact, c.customer_id = $1, c.number_key = $2,
			EXISTS (SELECT 1 FROM directory_phones p WHERE p.customer = c.id AND p.phone_key = $3), EXISTS (SELECT 1
			FROM directory_emails e WHERE e.customer = c.id AND e.email_key = $4), f.way = 5
		FROM (SELECT id, way, ROW_NUMBER() OVER (ORDER BY way) AS place FROM (SELECT id, 1 AS way FROM directory_customers WHERE customer_id = $1
			UNION ALL SELECT id, 2 FROM directory_customers WHERE number_key = $2
			UNION ALL SELECT customer, 3 FROM directory_phones WHERE phone_key = $3
			UNION ALL SELECT customer, 4 FROM directory_emails WHERE email_key = $4
			UNION ALL SELECT MAX(id), 5 FROM directory_customers) ways) f
		JOIN directory_customers c ON c.id = f.id JOIN directory_state s ON f.way = 5 OR c.from_gen <= s.generation AND c.to_gen > s.generation
		WHERE f.way < 5 OR f.place = 1 ORDER BY f.way, c.id LIMIT 400`, orNoKey(invited), orNoKey(k.number), orNoKey(k.phone), orNoKey(k.email)))
	return slices.DeleteFunc(list, func(c candidate) bool { return c.decoy }), err
}

func findGuest(ctx context.Context, q db.Queryer, eventID string, hash []byte) (g Guest, ok bool, err error) {
	err = q.QueryRow(ctx, "SELECT name, email, language, customer_id, COALESCE(recipient_id, 0) FROM rsvp_links WHERE "+
		"token_hash = $1 AND event_id = $2", hash, eventID).
		Scan(&g.Name, &g.Email, &g.Language, &g.customerID, &g.recipientID)
	if errors.Is(err, sql.ErrNoRows) {
		return g, false, nil
	}
	return g, err == nil, err
}

// byIdentity returns the registration that is kept under an identity.
func byIdentity(ctx context.Context, q db.Queryer, eventID, identity string) (RSVP, error) {
	return scan(q.QueryRow(ctx, "SELECT "+columns+" FROM rsvps WHERE event_id = $1 AND identity = $2", eventID, identity))
}

func insertLinks(ctx context.Context, tx *db.Tx, at db.Instant, links []Link) error {
	in := db.Insert{
		Into: "INSERT INTO rsvp_links (token_hash, event_id, name, email, language, customer_id, recipient_id, created_at)",
		Row:  "?, ?, ?, ?, ?, ?, NULLIF(?, CAST(0 AS BIGINT)), ?", Conflict: "ON CONFLICT (token_hash) DO NOTHING",
	}
	for _, l := range links {
		in.Add(seal.Hash(l.Token), l.EventID, l.Name, l.Email, l.Language, l.CustomerID, l.RecipientID, at)
	}
	_, err := in.Write(ctx, tx)
	return err
}

// insertCodes stores check-in codes with the ids of their registrations.
func insertCodes(ctx context.Context, tx *db.Tx, codes map[string]int64) error {
	in := db.Insert{Into: "INSERT INTO rsvp_codes (code_hash, rsvp_id)"}
	for _, code := range slices.Sorted(maps.Keys(codes)) {
		in.Add(CodeHash(code), codes[code])
	}
	_, err := in.Write(ctx, tx)
	return err
}

func byCode(ctx context.Context, q db.Queryer, hash []byte) (RSVP, error) {
	return scan(q.QueryRow(ctx, "SELECT "+columns+` FROM rsvps
		WHERE id = (SELECT c.rsvp_id FROM rsvp_codes c WHERE c.code_hash = $1)`, hash))
}

const columns = `id, event_id, identity, name, customer_number, phone, phone_key, email, email_key,
	people, allergies, language, confidence, signals, ip,
	customer_id, account_id, name_on_file, COALESCE(recipient_id, 0), COALESCE(entered_by, ''), walk_in,
	COALESCE((SELECT CAST(SUM(a.people) AS BIGINT) FROM arrivals a WHERE a.rsvp_id = rsvps.id), 0), details, created_at, responded_at,
	changed_at, version`

func scan(row db.Row) (r RSVP, err error) {
	var signals, details string
	err = row.Scan(&r.ID, &r.EventID, &r.identity, &r.Name, &r.CustomerNumber, &r.Phone, &r.phoneKey, &r.Email, &r.emailKey, &r.People,
		&r.Allergies, &r.Language, &r.Confidence, &signals, &r.IP, &r.CustomerID, &r.AccountID, &r.NameOnFile, &r.RecipientID, &r.EnteredBy,
		&r.WalkIn, &r.Arrived, &details, &r.CreatedAt, &r.RespondedAt, &r.ChangedAt, &r.Version)
	if errors.Is(err, sql.ErrNoRows) {
		return r, errs.NotFound("registration")
	}
	if err == nil {
		r.Details, err = UnmarshalDetails(details)
	}
	r.ChangedAt = max(r.ChangedAt, r.RespondedAt) // see migration 00118
	r.Signals = splitSignals(signals)
	return r, err
}

func byID(ctx context.Context, q db.Queryer, eventID string, id int64) (RSVP, error) {
	return scan(q.QueryRow(ctx, "SELECT "+columns+" FROM rsvps WHERE id = $1 AND event_id = $2", id, eventID))
}

// ownName is the condition that the guest's own name, with which folded begins, is like a pattern (?).
const ownName = `SUBSTR(folded, 1, LENGTH(name)) LIKE ? ESCAPE '\'`

// ownNameFirst orders those whose own name is like the pattern bound to a parameter before the others.
func ownNameFirst(parameter string) string {
	return "CASE WHEN " + strings.Replace(ownName, "?", parameter, 1) + " THEN 0 ELSE 1 END"
}

func list(ctx context.Context, q db.Queryer, eventID string, f Query, fn func(RSVP) error) error {
	var w db.Where
	w.And("event_id = ? AND id > ?", eventID, f.After)
	if f.IDs != nil {
		w.And("id IN ("+q.Dialect().IDs("?")+")", db.IDs(f.IDs))
	}
	switch {
	case f.Before == 0:
	case f.Text == "" || !f.Newest:
		w.And("id < ?", f.Before)
	case f.Others:
		w.And("id < ? AND NOT "+ownName, f.Before, containing(f.Text))
	default:
		w.And("(id < ? OR NOT "+ownName+")", f.Before, containing(f.Text))
	}
	if f.Since != 0 {
		w.And("(changed_at >= ? OR responded_at >= ?)", f.Since, f.Since)
	}
	if f.Confidence != "" {
		w.And("confidence = ?", f.Confidence)
	}
	if f.Attending != nil && *f.Attending {
		w.And("people > 0")
	}
	if f.Attending != nil && !*f.Attending {
		w.And("people = 0")
	}
	if f.Allergies {
		w.And("allergies <> ''")
	}
	if f.Text != "" {
		w.And(`folded LIKE ? ESCAPE '\'`, containing(f.Text))
	}
	query := "SELECT " + columns + " FROM rsvps WHERE " + w.String()
	switch {
	case f.ByName && f.Text != "":
		query += " ORDER BY " + ownNameFirst(w.Bind(containing(f.Text))) + ", folded, id"
	case f.ByName:
		query += " ORDER BY folded, id"
	case f.Newest && f.Text != "":
		query += " ORDER BY " + ownNameFirst(w.Bind(containing(f.Text))) + ", id DESC"
	case f.Newest:
		query += " ORDER BY id DESC"
	default:
		query += " ORDER BY id"
	}
	if f.Rows != 0 {
		query += db.Limit(w.Bind(f.Rows))
	}
	return db.Stream(scan, fn)(q.Query(ctx, query, w.Args()...))
}

// eachName calls fn for the name of each registration of an event whose guest is coming.
func eachName(ctx context.Context, q db.Queryer, eventID string, fn func(id int64, name string)) error {
	rows, err := q.Query(ctx, "SELECT id, name FROM rsvps WHERE event_id = $1 AND people > 0", eventID)
	if err != nil {
		return err
	}
	return db.ForEachRow(rows, func() error {
		var id int64
		var name string
		err := rows.Scan(&id, &name)
		fn(id, name)
		return err
	})
}

// eachDetails calls fn for the details of each registration of an event whose guest is coming and that has some.
func eachDetails(ctx context.Context, q db.Queryer, eventID string, fn func(people int64, d Details)) error {
	rows, err := q.Query(ctx, "SELECT people, details FROM rsvps WHERE event_id = $1 AND people > 0 AND details <> $2", eventID, noDetails)
	if err != nil {
		return err
	}
	return db.ForEachRow(rows, func() error {
		var people int64
		var text string
		if err := rows.Scan(&people, &text); err != nil {
			return err
		}
		d, err := UnmarshalDetails(text)
		fn(people, d)
		return err
	})
}

// ofAllEvents returns the registrations with these ids, of any event.
func ofAllEvents(ctx context.Context, q db.Queryer, ids []int64) ([]RSVP, error) {
	return db.Collect(scan)(q.Query(ctx, "SELECT "+columns+" FROM rsvps WHERE id IN ("+q.Dialect().IDs("$1")+")", db.IDs(ids)))
}

// containing returns the LIKE pattern of a folded column that contains text.
func containing(text string) string { return db.Containing(contact.Fold(text)) }

func find(ctx context.Context, q db.Queryer, text string, n int64) ([]RSVP, error) {
	return db.Collect(scan)(q.Query(ctx, "SELECT "+columns+` FROM rsvps WHERE folded LIKE $1 ESCAPE '\' ORDER BY `+ownNameFirst("$1")+
		", id DESC"+db.Limit("$2"), containing(text), n))
}

// matchingClaims returns the registrations that share a value with the claims, with one query.
func matchingClaims(ctx context.Context, q db.Queryer, eventID string, c claims) ([]RSVP, error) {
	args := []any{eventID}
	take := func(values []string, n int) {
		for i := range n {
			if i < len(values) {
				args = append(args, orNoKey(values[i]))
			} else {
				args = append(args, noKey)
			}
		}
	}
	take(c.identities(), maxIdentities)
	take(c.emails, 2)
	take([]string{c.phone}, 1)
	take([]string{c.account}, 1)
	return db.Collect(scan)(q.Query(ctx, "SELECT "+columns+` FROM rsvps WHERE id IN (
		SELECT id FROM rsvps WHERE event_id = $1 AND identity IN ($2, $3, $4, $5, $6, $7)
		UNION SELECT id FROM rsvps WHERE event_id = $1 AND email_key IN ($8, $9)
		UNION SELECT id FROM rsvps WHERE event_id = $1 AND phone_key = $10 AND phone_key <> ''
		UNION SELECT id FROM rsvps WHERE event_id = $1 AND account_id = $11)
		ORDER BY id LIMIT 200`, args...))
}

// maxIdentities is the maximum number of identities of one guest: a customer, an account, two e-mail addresses, a phone and a
// name.
const maxIdentities = 6

// folded returns the text of a registration in which the list is searched, without accents and case.
func folded(r RSVP) string {
	lines := append([]string{r.Name, r.NameOnFile, r.Email, r.CustomerNumber}, r.NamedCompanions()...)
	for i, line := range lines {
		lines[i] = contact.Fold(line)
	}
	return strings.Join(lines, "\n")
}

func values(r RSVP) ([]any, error) {
	details, err := r.Details.marshal()
	return []any{r.identity, r.Name, r.CustomerNumber, r.Phone, r.phoneKey, r.Email, r.emailKey, r.People, r.Allergies, r.Language,
		r.Confidence, JoinSignals(r.Signals), r.IP,
		r.CustomerID, r.AccountID, r.NameOnFile, r.RecipientID, r.EnteredBy, r.RespondedAt, r.Version, folded(r), details, r.ChangedAt}, err
}

func insert(ctx context.Context, tx *db.Tx, r RSVP) (id int64, err error) {
	list, err := values(r)
	if err != nil {
		return 0, err
	}
	err = tx.QueryRow(ctx, `INSERT INTO rsvps (identity, name, customer_number, phone, phone_key, email, email_key,
		people, allergies, language, confidence, signals, ip,
			customer_id, account_id, name_on_file, recipient_id, entered_by, responded_at, version, folded, details, changed_at, event_id,
			walk_in, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, NULLIF($17, CAST(0 AS BIGINT)),
			NULLIF($18, ''), $19, $20, $21, $22, $23, $24, $25, $26) RETURNING id`,
		append(list, r.EventID, r.WalkIn, r.CreatedAt)...).Scan(&id)
	if err != nil {
		return 0, err
	}
	return id, answers.Changed(ctx, tx, r.EventID, registrationOf(r))
}

// registrationOf returns what ties a registration to the recipients of campaigns.
func registrationOf(r RSVP) answers.Registration {
	return answers.Registration{EventID: r.EventID, EmailKey: r.emailKey, CustomerID: r.CustomerID, RecipientID: r.RecipientID}
}

func storedRegistration(ctx context.Context, q db.Queryer, id int64) (r answers.Registration, err error) {
	err = q.QueryRow(ctx, "SELECT event_id, email_key, customer_id, COALESCE(recipient_id, 0) FROM rsvps WHERE id = $1", id).
		Scan(&r.EventID, &r.EmailKey, &r.CustomerID, &r.RecipientID)
	return r, err
}

func update(ctx context.Context, tx *db.Tx, r RSVP) error {
	list, err := values(r)
	if err != nil {
		return err
	}
	before, err := storedRegistration(ctx, tx, r.ID)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `UPDATE rsvps
	SET identity = $1, name = $2, customer_number = $3, phone = $4, phone_key = $5, email = $6, email_key = $7, people = $8, allergies = $9,
			language = $10, confidence = $11, signals = $12, ip = $13, customer_id = $14, account_id = $15, name_on_file = $16,
			recipient_id = NULLIF($17, CAST(0 AS BIGINT)), entered_by = NULLIF($18, ''), responded_at = $19, version = $20, folded = $21,
			details = $22, changed_at = $23
			WHERE id = $24`, append(list, r.ID)...)
	if err != nil {
		return err
	}
	return answers.Changed(ctx, tx, before.EventID, before, registrationOf(r))
}

// setChanged saves when a registration last changed, where none of its other columns does: an arrival has a table of its own.
func setChanged(ctx context.Context, tx *db.Tx, id int64, at db.Instant) error {
	_, err := tx.Exec(ctx, "UPDATE rsvps SET changed_at = $2 WHERE id = $1", id, at)
	return err
}

// countArrivals returns how many arrivals of a registration were entered, those that took others back included, and how many people are
// there. The registration's row is locked.
func countArrivals(ctx context.Context, q db.Queryer, id int64) (entered, people int64, err error) {
	err = q.QueryRow(ctx, "SELECT COUNT(*), COALESCE(CAST(SUM(people) AS BIGINT), 0) FROM arrivals WHERE rsvp_id = $1", id).
		Scan(&entered, &people)
	return entered, people, err
}

func remove(ctx context.Context, tx *db.Tx, id int64) error {
	before, err := storedRegistration(ctx, tx, id)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, "DELETE FROM rsvps WHERE id = $1", id) // its revisions are deleted with it (ON DELETE CASCADE)
	if err != nil {
		return err
	}
	return answers.Changed(ctx, tx, before.EventID, before)
}

// lockTally reads the tally of an event and locks it until the end of the transaction. The first answer to an event inserts the row.
func lockTally(ctx context.Context, tx *db.Tx, eventID string) (t tally, err error) {
	err = lockTallyRow(ctx, tx, eventID)
	if errors.Is(err, sql.ErrNoRows) {
		// Of several first answers one inserts the row; the others wait here for its commit.
		_, err = tx.Exec(ctx, "INSERT INTO rsvp_tallies (event_id) VALUES ($1) ON CONFLICT (event_id) DO NOTHING", eventID)
		if err == nil {
			err = lockTallyRow(ctx, tx, eventID)
		}
	}
	if err != nil {
		return t, err
	}
	err = tx.QueryRow(ctx, `SELECT t.id, t.headcount, t.registrations, t.declined, t.held, t.waiting, t.untold, t.told_at,
			COALESCE(e.version, 0), t.update_version, t.update_after
		FROM rsvp_tallies t LEFT JOIN events e ON e.id = t.event_id WHERE t.event_id = $1`, eventID).
		Scan(&t.id, &t.Headcount, &t.Registrations, &t.Declined, &t.Held, &t.Waiting, &t.unnotified, &t.notifiedAt, &t.eventVersion,
			&t.update.version, &t.update.after)
	return t, err
}

// lockTallyRow locks the row of a tally; sql.ErrNoRows: there is none, and nothing is locked. The tally is read by a statement of its
// own afterwards, which sees what was saved while this one waited. On SQLite, which has one writer at a time, it only looks whether the
// row exists.
func lockTallyRow(ctx context.Context, tx *db.Tx, eventID string) error {
	var id int64
	return tx.QueryRow(ctx, "SELECT id FROM rsvp_tallies WHERE event_id = $1"+tx.Dialect().ForUpdate(), eventID).Scan(&id)
}

func saveTally(ctx context.Context, tx *db.Tx, t tally) error {
	_, err := tx.Exec(ctx, `UPDATE rsvp_tallies SET headcount = $2, registrations = $3, untold = $4, told_at = $5, declined = $6, held = $7,
		waiting = $8 WHERE id = $1`, t.id, t.Headcount, t.Registrations, t.unnotified, t.notifiedAt, t.Declined, t.Held, t.Waiting)
	return err
}

func seats(ctx context.Context, q db.Queryer, eventID string) (x Seats, err error) {
	err = q.QueryRow(ctx, "SELECT headcount, registrations, declined, held, waiting FROM rsvp_tallies WHERE event_id = $1", eventID).
		Scan(&x.Headcount, &x.Registrations, &x.Declined, &x.Held, &x.Waiting)
	return x, db.IgnoreNoRows(err)
}

// eventsToNotify returns the events with answers that staff have not been notified of, and no notification since before.
func eventsToNotify(ctx context.Context, q db.Queryer, before db.Instant) (events []string, err error) {
	return db.ReadTexts(q.Query(ctx, "SELECT event_id FROM rsvp_tallies WHERE untold > 0 AND told_at <= $1 ORDER BY told_at", before))
}

func deleteEvent(ctx context.Context, tx *db.Tx, eventID string) error {
	for _, table := range []string{"rsvp_tallies", "rsvps", "waiting_parties", "rsvp_links"} { // the tally first: its row is the lock
		if _, err := tx.Exec(ctx, "DELETE FROM "+table+" WHERE event_id = $1", eventID); err != nil {
			return err
		}
	}
	return answers.EventDeleted(ctx, tx, eventID)
}

// RecentRegistrations counts the registrations created at since or later whose guests are coming, by the half hour of their
// creation. Half hours can be added up to days of any time zone.
func RecentRegistrations(ctx context.Context, q db.Queryer, eventID string, since db.Instant) (map[db.Instant]int64, error) {
	return db.ReadMap[db.Instant, int64](q.Query(ctx, "SELECT created_at - created_at % 1800000, COUNT(*) FROM rsvps "+
		"WHERE event_id = $1 AND created_at >= $2 AND people > 0 GROUP BY 1", eventID, int64(since)))
}

func byConfidence(ctx context.Context, q db.Queryer, eventID string) (map[Confidence]int64, error) {
	return db.ReadMap[Confidence, int64](q.Query(ctx, "SELECT confidence, COUNT(*) FROM rsvps WHERE event_id = $1 GROUP BY confidence",
		eventID))
}

// withAllergies returns the number of registrations that name allergies.
func withAllergies(ctx context.Context, q db.Queryer, eventID string) (n int64, err error) {
	err = q.QueryRow(ctx, "SELECT COUNT(*) FROM rsvps WHERE event_id = $1 AND allergies <> ''", eventID).Scan(&n)
	return n, err
}

// ofGuest returns a registration, and those of a customer and of some address keys, the latest answer first. It looks them up in each event
// by index.
func ofGuest(ctx context.Context, q db.Queryer, id int64, customerID string, keys []string) ([]RSVP, error) {
	const ofEvents = "SELECT id FROM rsvps WHERE event_id IN (SELECT event_id FROM rsvp_tallies) AND "
	return db.Collect(scan)(q.Query(ctx, "SELECT "+columns+" FROM rsvps WHERE id IN ("+
		ofEvents+"customer_id = $1 AND customer_id <> '' UNION "+ofEvents+"email_key IN ("+q.Dialect().Texts("$2")+
		") UNION SELECT CAST($3 AS BIGINT)) ORDER BY responded_at DESC LIMIT 100", customerID, db.Texts(keys), id))
}

// ResponsesToCheck counts, for the events with these ids, the responses that probably belong to a customer.
func ResponsesToCheck(ctx context.Context, q db.Queryer, events []string) (map[string]int64, error) {
	if len(events) == 0 {
		return nil, nil
	}
	var w db.Where
	marks := make([]string, len(events))
	for i, id := range events {
		marks[i] = w.Bind(id)
	}
	return db.ReadMap[string, int64](q.Query(ctx, "SELECT event_id, COUNT(*) FROM rsvps WHERE confidence = 'probable' AND event_id IN ("+
		strings.Join(marks, ", ")+") GROUP BY event_id", w.Args()...))
}
