package personaldata

import (
	"context"
	"encoding/json"

	"presence/db"
)

func insertErasure(ctx context.Context, tx *db.Tx, e Erasure) (id int64, err error) {
	err = tx.QueryRow(ctx, "INSERT INTO erasures (reason, person_id, person_name, created_at) VALUES ($1, $2, $3, $4) RETURNING id",
		e.Reason, e.PersonID, e.ByName, e.At).Scan(&id)
	return id, err
}

func saveSubject(ctx context.Context, tx *db.Tx, id int64, sealed []byte) error {
	_, err := tx.Exec(ctx, "UPDATE erasures SET subject = $2 WHERE id = $1", id, sealed)
	return err
}

func saveCounts(ctx context.Context, tx *db.Tx, id int64, counts map[string]int64) error {
	text, err := json.Marshal(counts)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, "UPDATE erasures SET counts = $2 WHERE id = $1", id, string(text))
	return err
}

// finish erases the subject of an erasure, which is not needed any more.
func finish(ctx context.Context, tx *db.Tx, e Erasure) error {
	if err := saveCounts(ctx, tx, e.ID, e.Counts); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, "UPDATE erasures SET subject = NULL, done_at = $2 WHERE id = $1", e.ID, e.DoneAt)
	return err
}

func insertHashes(ctx context.Context, tx *db.Tx, id int64, hashes []string) error {
	in := db.Insert{Into: "INSERT INTO erased_identities (hash, erasure_id)",
		Conflict: "ON CONFLICT (hash) DO UPDATE SET erasure_id = excluded.erasure_id"}
	for _, h := range hashes {
		in.Add(h, id)
	}
	_, err := in.Write(ctx, tx)
	return err
}

// deleteHashes returns the last erasure that one of them was of; 0: none.
func deleteHashes(ctx context.Context, tx *db.Tx, hashes []string) (id int64, err error) {
	list, err := db.ReadIDs(tx.Query(ctx, "DELETE FROM erased_identities WHERE hash IN ("+tx.Dialect().Texts("$1")+") RETURNING erasure_id",
		db.Texts(hashes)))
	for _, x := range list {
		id = max(id, x)
	}
	return id, err
}

func allHashes(ctx context.Context, q db.Queryer) ([]string, error) {
	return db.ReadTexts(q.Query(ctx, "SELECT hash FROM erased_identities"))
}

const columns = "e.id, e.reason, e.person_id, e.person_name, e.created_at, e.counts, COALESCE(e.done_at, 0)"

func scan(row db.Row, more ...any) (e Erasure, err error) {
	var counts string
	if err := row.Scan(append([]any{&e.ID, &e.Reason, &e.PersonID, &e.ByName, &e.At, &counts, &e.DoneAt}, more...)...); err != nil {
		return e, err
	}
	err = json.Unmarshal([]byte(counts), &e.Counts)
	return e, err
}

func lastErasure(ctx context.Context, q db.Queryer, hashes []string) (*Erasure, error) {
	e, err := scan(q.QueryRow(ctx, "SELECT "+columns+" FROM erasures e WHERE e.id = (SELECT MAX(i.erasure_id) FROM erased_identities i "+
		"WHERE i.hash IN ("+q.Dialect().Texts("$1")+"))", db.Texts(hashes)))
	if err != nil {
		return nil, db.IgnoreNoRows(err)
	}
	return &e, nil
}

// open is an erasure that is not finished.
type open struct {
	Erasure
	sealed []byte
}

func unfinished(ctx context.Context, q db.Queryer) ([]open, error) {
	return db.Collect(func(row db.Row) (x open, err error) {
		x.Erasure, err = scan(row, &x.sealed)
		return x, err
	})(q.Query(ctx, "SELECT "+columns+", e.subject FROM erasures e WHERE e.done_at IS NULL ORDER BY e.id"))
}
