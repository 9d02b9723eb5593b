package suppressions

import (
	"context"

	"presence/db"
)

// practical is the condition of the suppressions s that also apply to practical messages: those about the reply of a guest, and
// those about an event to the people who come. An address that unsubscribed from invitations still gets them.
const practical = " AND s.reason <> '" + Unsubscribed + "'"

// Reason returns an expression: why an address gets no message; empty: it gets one. key is the column of the address. toComing:
// it is a practical message.
func Reason(key string, toComing bool) string {
	and := ""
	if toComing {
		and = practical
	}
	return "COALESCE((SELECT s.reason FROM suppressions s WHERE s.email_key = " + key + and + "), '')"
}

// TakesMail returns the condition that an address gets practical messages. key is the column of the address.
func TakesMail(key string) string {
	return "NOT EXISTS (SELECT 1 FROM suppressions s WHERE s.email_key = " + key + practical + ")"
}

// ReasonOf returns why an address gets no practical message; empty: it gets one.
func ReasonOf(ctx context.Context, q db.Queryer, emailKey string) (reason string, err error) {
	err = q.QueryRow(ctx, "SELECT reason FROM suppressions s WHERE email_key = $1"+practical, emailKey).Scan(&reason)
	return reason, db.IgnoreNoRows(err)
}
