package rsvp

import (
	"context"
	"database/sql"
	"errors"

	"presence/app/accounts/outgoingmail"
	"presence/app/hub/suppressions"
	"presence/app/platform/errs"
	"presence/db"
)

const partyColumns = `id, event_id, position, state, name, email, email_key, people, language, customer_id, COALESCE(recipient_id, 0),
	offered_until, created_at, changed_at, version`

func scanParty(row db.Row) (p Party, err error) {
	err = row.Scan(&p.ID, &p.EventID, &p.Position, &p.State, &p.Name, &p.Email, &p.emailKey, &p.People, &p.Language, &p.customerID,
		&p.recipientID, &p.OfferedUntil, &p.CreatedAt, &p.ChangedAt, &p.Version)
	if errors.Is(err, sql.ErrNoRows) {
		err = errs.NotFound("party")
	}
	return p, err
}

func partyByID(ctx context.Context, q db.Queryer, eventID string, id int64) (Party, error) {
	return scanParty(q.QueryRow(ctx, "SELECT "+partyColumns+" FROM waiting_parties WHERE id = $1 AND event_id = $2", id, eventID))
}

// partyByEmail returns the party with an address key; nil: there is none.
func partyByEmail(ctx context.Context, q db.Queryer, eventID, key string) (*Party, error) {
	p, err := scanParty(q.QueryRow(ctx, "SELECT "+partyColumns+" FROM waiting_parties WHERE event_id = $1 AND email_key = $2", eventID, key))
	if errs.KindOf(err) == errs.KindNotFound {
		return nil, nil
	}
	return &p, err
}

// partiesOfAllEvents returns the parties with these ids, of any event.
func partiesOfAllEvents(ctx context.Context, q db.Queryer, ids []int64) ([]Party, error) {
	return db.Collect(scanParty)(q.Query(ctx, "SELECT "+partyColumns+" FROM waiting_parties WHERE id IN ("+q.Dialect().IDs("$1")+")",
		db.IDs(ids)))
}

// partiesOfGuest returns the parties with these address keys, of all events, the latest first.
func partiesOfGuest(ctx context.Context, q db.Queryer, keys []string) ([]Party, error) {
	return db.Collect(scanParty)(q.Query(ctx, "SELECT "+partyColumns+` FROM waiting_parties
		WHERE event_id IN (SELECT event_id FROM rsvp_tallies) AND email_key IN (`+q.Dialect().Texts("$1")+`)
		ORDER BY created_at DESC LIMIT 100`, db.Texts(keys)))
}

// eachParty calls fn for the parties of an event: those that are on the list in their order, then the others.
func eachParty(ctx context.Context, q db.Queryer, eventID string, fn func(Party) error) error {
	return db.Stream(scanParty, fn)(q.Query(ctx, "SELECT "+partyColumns+` FROM waiting_parties WHERE event_id = $1
		ORDER BY CASE state WHEN 'offered' THEN 0 WHEN 'waiting' THEN 0 ELSE 1 END, position, id`, eventID))
}

// partyFilter chooses parties of the waiting list of an event. A zero field does not narrow the list.
type partyFilter struct {
	State      PartyState
	IDs        []int64 // nil: all of them
	Skip, Rows int64   // of those found; Rows is at least 1
}

// ListedParty is a party with its place in the order of the list.
type ListedParty struct {
	Party
	Place int64 // among those on the list, from 1; of the others: after them
	Nth   int64 // of a party that waits: among those that wait, from 1
}

// listedParties returns the parties that the filter chooses, in the order of eachParty.
func listedParties(ctx context.Context, q db.Queryer, eventID string, f partyFilter) ([]ListedParty, error) {
	var w db.Where
	if f.State != "" {
		w.And("state = ?", f.State)
	}
	if f.IDs != nil {
		w.And("id IN ("+q.Dialect().IDs("?")+")", db.IDs(f.IDs))
	}
	query := "SELECT " + partyColumns + `, place, nth FROM (
			SELECT w.*, ROW_NUMBER() OVER listed AS place, SUM(CASE state WHEN 'waiting' THEN 1 ELSE 0 END) OVER listed AS nth
			FROM waiting_parties w WHERE event_id = ` + w.Bind(eventID) + `
			WINDOW listed AS (ORDER BY CASE state WHEN 'offered' THEN 0 WHEN 'waiting' THEN 0 ELSE 1 END, position, id)) p
		WHERE ` + w.String() + " ORDER BY place" + db.Limit(w.Bind(f.Rows)) + " OFFSET CAST(" + w.Bind(f.Skip) + " AS BIGINT)"
	return db.Collect(func(row db.Row) (x ListedParty, err error) {
		x.Party, err = scanParty(db.ExtendRow(row, &x.Place, &x.Nth))
		return x, err
	})(q.Query(ctx, query, w.Args()...))
}

// countParties returns how many parties of an event are in each state.
func countParties(ctx context.Context, q db.Queryer, eventID string) (map[PartyState]int64, error) {
	counts := map[PartyState]int64{}
	rows, err := q.Query(ctx, "SELECT state, COUNT(*) FROM waiting_parties WHERE event_id = $1 GROUP BY state", eventID)
	if err != nil {
		return nil, err
	}
	err = db.ForEachRow(rows, func() error {
		var state PartyState
		var n int64
		err := rows.Scan(&state, &n)
		counts[state] = n
		return err
	})
	return counts, err
}

// eachPartyName calls fn for the name and address of each party of an event.
func eachPartyName(ctx context.Context, q db.Queryer, eventID string, fn func(id int64, state PartyState, name, email string)) error {
	rows, err := q.Query(ctx, "SELECT id, state, name, email FROM waiting_parties WHERE event_id = $1", eventID)
	if err != nil {
		return err
	}
	return db.ForEachRow(rows, func() error {
		var id int64
		var state PartyState
		var name, email string
		err := rows.Scan(&id, &state, &name, &email)
		fn(id, state, name, email)
		return err
	})
}

// reachableParty returns a condition, which begins with AND, for rows of waiting_parties under the alias w: the address of the party is
// not suppressed, and fewer than maxMails messages have been sent to it since the instant since. Both arguments are placeholders of the
// query, such as "$3".
func reachableParty(d db.Dialect, since, maxMails string) string {
	return " AND " + suppressions.TakesPracticalMail("w.email_key") +
		" AND " + outgoingmail.CountToSQL(d, "w.email_key", since) + " < " + maxMails
}

// eachFitting calls fn for the parties of an event that wait for at most people places and can be sent an offer now (reachableParty), in
// the order of the list.
func eachFitting(ctx context.Context, q db.Queryer, eventID string, people int64, since db.Instant, fn func(Party) error) error {
	return db.Stream(scanParty, fn)(q.Query(ctx, "SELECT "+partyColumns+` FROM waiting_parties w WHERE event_id = $1 AND state = 'waiting'
		AND people <= $2`+reachableParty(q.Dialect(), "$3", "$4")+` ORDER BY position, id`, eventID, people, since, maxMails))
}

// insertParty adds a party at the end of the list of its event.
func insertParty(ctx context.Context, tx *db.Tx, p Party) (id int64, err error) {
	err = tx.QueryRow(ctx, `INSERT INTO waiting_parties (event_id, position, state, name, email, email_key, people, language, customer_id,
			recipient_id, created_at, changed_at, version)
		VALUES ($1, (SELECT COALESCE(MAX(position), 0) + 1 FROM waiting_parties WHERE event_id = $1), $2, $3, $4, $5, $6, $7, $8,
			NULLIF($9, CAST(0 AS BIGINT)), $10, $11, $12) RETURNING id`, p.EventID, p.State, p.Name, p.Email, p.emailKey, p.People, p.Language,
		p.customerID, p.recipientID, p.CreatedAt, p.ChangedAt, p.Version).Scan(&id)
	return id, err
}

// updateParty replaces what was given of a party. With position 0 it moves to the end of the list of its event.
func updateParty(ctx context.Context, tx *db.Tx, p Party) error {
	_, err := tx.Exec(ctx, `UPDATE waiting_parties SET state = $2, name = $3, email = $4, people = $5, language = $6, customer_id = $7,
			recipient_id = NULLIF($8, CAST(0 AS BIGINT)), created_at = $9, changed_at = $10, version = version + 1,
			position = CASE WHEN $11 = CAST(0 AS BIGINT) THEN (SELECT MAX(position) + 1 FROM waiting_parties WHERE event_id = $12)
				ELSE position END
		WHERE id = $1`, p.ID, p.State, p.Name, p.Email, p.People, p.Language, p.customerID, p.recipientID, p.CreatedAt, p.ChangedAt,
		p.Position, p.EventID)
	return err
}

func setPartyState(ctx context.Context, tx *db.Tx, p Party) error {
	_, err := tx.Exec(ctx, "UPDATE waiting_parties SET state = $2, changed_at = $3, version = $4 WHERE id = $1", p.ID, p.State, p.ChangedAt,
		p.Version)
	return err
}

func setPosition(ctx context.Context, tx *db.Tx, p Party) error {
	_, err := tx.Exec(ctx, "UPDATE waiting_parties SET position = $2, version = version + 1 WHERE id = $1", p.ID, p.Position)
	return err
}

func setOffered(ctx context.Context, tx *db.Tx, ids []int64, until, at db.Instant) error {
	_, err := tx.Exec(ctx, `UPDATE waiting_parties SET state = 'offered', offered_until = $2, changed_at = $3, version = version + 1
		WHERE id IN (`+tx.Dialect().IDs("$1")+`)`, db.IDs(ids), until, at)
	return err
}

// offerEnds returns the condition that the offer of the party w ends: its time is over, or the mail server has refused the message with
// its link. at is a placeholder.
func offerEnds(at string) string {
	return `w.state = 'offered' AND (w.offered_until <= ` + at + ` OR ` +
		outgoingmail.RefusedSQL(outgoingmail.Offer, "w.event_id", "w.email_key", "w.changed_at") + `)`
}

// expireOffers ends the offers of an event that end at an instant or before, and returns how many people they were for.
func expireOffers(ctx context.Context, tx *db.Tx, eventID string, at db.Instant) (people int64, err error) {
	list, err := db.ReadColumn[int64](tx.Query(ctx, `UPDATE waiting_parties AS w SET state = 'expired', changed_at = $2, version = version + 1,
			offered_until = CASE WHEN offered_until < $2 THEN offered_until ELSE $2 END
		WHERE event_id = $1 AND `+offerEnds("$2")+` RETURNING people`, eventID, at))
	for _, n := range list {
		people += n
	}
	return people, err
}

// neighbour returns the party that waits before or after p; with MoveTop the first party of all, unless p is it. nil: there is none.
func neighbour(ctx context.Context, tx *db.Tx, p Party, move string) (*Party, error) {
	query := map[string]string{
		MoveUp:   " AND state = 'waiting' AND (position, id) < ($2, $3) ORDER BY position DESC, id DESC",
		MoveDown: " AND state = 'waiting' AND (position, id) > ($2, $3) ORDER BY position, id",
		MoveTop:  " AND (position, id) < ($2, $3) ORDER BY position, id",
	}[move]
	found, err := scanParty(tx.QueryRow(ctx, "SELECT "+partyColumns+" FROM waiting_parties WHERE event_id = $1"+query+" LIMIT 1",
		p.EventID, p.Position, p.ID))
	if errs.KindOf(err) == errs.KindNotFound {
		return nil, nil
	}
	return &found, err
}

// comingByEmail returns the registration with an address key whose guest is coming, the one with the most people; none: the list is empty.
func comingByEmail(ctx context.Context, q db.Queryer, eventID, key string) ([]RSVP, error) {
	return db.Collect(scan)(q.Query(ctx, "SELECT "+columns+` FROM rsvps WHERE event_id = $1 AND email_key = $2 AND people > 0
		ORDER BY people DESC, id LIMIT 1`, eventID, key))
}

// eventsToOffer returns the events with offers that end, and with offer also those with free places that fit a party which waits. A
// saved event can be of the latter, and one with a party that a message may be queued to again (see reachableParty, also for since):
// other places that become free are offered at once.
func eventsToOffer(ctx context.Context, q db.Queryer, at, since db.Instant, offer bool) ([]string, error) {
	due, args := `t.held > 0 AND EXISTS (SELECT 1 FROM waiting_parties w WHERE w.event_id = t.event_id AND `+offerEnds("$1")+`)`, []any{at}
	if offer {
		due += ` OR t.waiting > 0 AND e.state = 'open' AND e.starts_at - e.offer_cutoff_hours * 3600000 > $1
				AND COALESCE(e.rsvp_deadline, $1) >= $1
				AND EXISTS (SELECT 1 FROM waiting_parties w WHERE w.event_id = t.event_id AND w.state = 'waiting'
					AND w.people <= COALESCE(e.capacity - t.headcount - t.held, 20)` + reachableParty(q.Dialect(), "$2", "$3") + `)`
		args = append(args, since, maxMails)
	}
	return db.ReadTexts(q.Query(ctx, `SELECT t.event_id FROM rsvp_tallies t LEFT JOIN events e ON e.id = t.event_id
		WHERE `+due+` ORDER BY t.event_id`, args...))
}
