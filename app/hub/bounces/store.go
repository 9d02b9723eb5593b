package bounces

import (
	"context"
	"database/sql"
	"errors"

	"presence/db"
)

// cursor says how far a mailbox has been read.
type cursor struct {
	mailbox            string
	validity, uid      int64
	messages, recorded int64
}

// errElsewhere is the error of a cursor that another process has moved.
var errElsewhere = errors.New("bounces: another process reads the mailbox")

// cursorOf returns the cursor of a mailbox; one that was never read begins at 0.
func cursorOf(ctx context.Context, q db.Queryer, mailbox string) (c cursor, err error) {
	c.mailbox = mailbox
	err = q.QueryRow(ctx, "SELECT uid_validity, last_uid, messages, recorded FROM bounce_mailboxes WHERE mailbox = $1", mailbox).
		Scan(&c.validity, &c.uid, &c.messages, &c.recorded)
	return c, db.IgnoreNoRows(err)
}

// saveCursor moves the cursor of a mailbox from one position to the next. It fails with errElsewhere when it is at another one.
func saveCursor(ctx context.Context, tx *db.Tx, from, to cursor, at db.Instant) error {
	n, err := tx.Exec(ctx, `INSERT INTO bounce_mailboxes (mailbox, uid_validity, last_uid, read_at, messages, recorded)
		VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (mailbox) DO UPDATE SET uid_validity = excluded.uid_validity,
			last_uid = excluded.last_uid, read_at = excluded.read_at, messages = excluded.messages, recorded = excluded.recorded
		WHERE bounce_mailboxes.uid_validity = $7 AND bounce_mailboxes.last_uid = $8`,
		to.mailbox, to.validity, to.uid, int64(at), to.messages, to.recorded, from.validity, from.uid)
	if err == nil && n == 0 {
		err = errElsewhere
	}
	return err
}

// saveAttempt saves that the mailbox was read, or why that failed.
func saveAttempt(ctx context.Context, tx *db.Tx, mailbox, failure string, at db.Instant) error {
	_, err := tx.Exec(ctx, `INSERT INTO bounce_mailboxes (mailbox, uid_validity, last_uid, read_at, messages, recorded, failure)
		VALUES ($1, 0, 0, CASE WHEN $2 = '' THEN CAST($3 AS BIGINT) ELSE 0 END, 0, 0, $2) ON CONFLICT (mailbox) DO UPDATE SET
			read_at = CASE WHEN $2 = '' THEN $3 ELSE bounce_mailboxes.read_at END, failure = $2`, mailbox, failure, int64(at))
	return err
}

func storedState(ctx context.Context, q db.Queryer, mailbox string) (st State, err error) {
	st.Mailbox = mailbox
	err = q.QueryRow(ctx, "SELECT read_at, messages, recorded, failure FROM bounce_mailboxes WHERE mailbox = $1", mailbox).
		Scan(&st.ReadAt, &st.Messages, &st.Recorded, &st.Failure)
	if errors.Is(err, sql.ErrNoRows) {
		return st, nil
	}
	return st, err
}
