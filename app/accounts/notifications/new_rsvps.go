package notifications

import (
	"context"

	"presence/db"
)

// NewRSVPs are answers of guests that staff have not heard of.
type NewRSVPs struct {
	At               db.Instant
	Record           int64 // of the event, for as long as it has registrations
	EventID          string
	TitleFR, TitleEN string
	Count            int64
}

// NotifyRSVPs tells whoever runs events of answers, in the transaction that keeps the last of them. What somebody has not
// read yet about the event counts on. Call it last: until the end of the transaction nobody else tells anything.
func NotifyRSVPs(ctx context.Context, tx *db.Tx, a NewRSVPs) error {
	people, err := eventStaff(ctx, tx, "")
	if err != nil || len(people) == 0 {
		return err
	}
	if err := tx.InOrder(ctx, signal); err != nil {
		return err
	}
	before, err := unread(ctx, tx, AnswersReceived, a.Record)
	if err != nil {
		return err
	}
	counts := map[string]int64{}
	for _, n := range before {
		counts[n.PersonID] = n.Data.Count
	}
	list := make([]Notification, len(people))
	for i, p := range people {
		list[i] = Notification{PersonID: p, Kind: AnswersReceived, RecordID: a.Record, At: a.At,
			Data: Data{EventID: a.EventID, TitleFR: a.TitleFR, TitleEN: a.TitleEN, Count: a.Count + counts[p]}}
	}
	if err := deleteUnread(ctx, tx, list); err != nil {
		return err
	}
	if err := insert(ctx, tx, kinds[AnswersReceived].record, list); err != nil {
		return err
	}
	return tx.Signal(ctx, signal)
}
