package campaigns

import (
	"cmp"
	"context"

	"presence/app/accounts/auth"
	"presence/app/accounts/notifications"
	"presence/app/hub/events"
	"presence/app/platform/errs"
	"presence/db"
)

// The values of Campaign.notified, the progress that staff were notified of: nothing, the begin, a percentage of the messages,
// or the end or an interruption.
const (
	notifiedNothing = 0
	notifiedBegun   = 1
	notifiedAtRest  = 100
	notifyEvery     = 25 // percent
)

// pendingNotification returns the progress that staff are to be notified of. A pause by staff is not reported.
func (c Campaign) pendingNotification() int64 {
	switch {
	case c.State == Completed, c.State == Cancelled, c.State == Interrupted, c.State == Paused && c.Reason != ByStaff:
		return notifiedAtRest
	case c.State != Sending:
		return notifiedNothing
	}
	guests := c.Counts.Total - c.Counts.Excluded
	if guests == 0 {
		return notifiedBegun
	}
	return max(notifiedBegun, min(notifiedAtRest-notifyEvery, (c.Counts.Sent+c.Counts.Failed)*(notifiedAtRest/notifyEvery)/guests*notifyEvery))
}

// NotifyStaff notifies those who run events, and the person who started the send, of a campaign's progress (W15), at the end of the
// transaction that changed the campaign: notifications take a lock which comes after all rows (see Lock order in package sender). by made
// the change; the zero Actor is the program. The same progress is never notified twice.
func NotifyStaff(tx *db.Tx, at db.Instant, id int64, by auth.Actor) {
	tx.BeforeCommit(func(ctx context.Context, tx *db.Tx) error { return notifyStaff(ctx, tx, at, id, by) })
}

func notifyStaff(ctx context.Context, tx *db.Tx, at db.Instant, id int64, by auth.Actor) error {
	c, err := ByID(ctx, tx, id)
	if err != nil {
		return err
	}
	pending := c.pendingNotification()
	if pending <= c.notified {
		return nil
	}
	if first, err := setNotified(ctx, tx, c, pending); err != nil || !first {
		return err
	}
	n, err := notification(ctx, tx, at, c, by)
	if err != nil {
		return err
	}
	if c.FinishedAt != 0 {
		n.At = c.FinishedAt
	}
	if pending == notifiedBegun { // this notification names the person who started the send
		n.By = c.CreatedBy
		if n.ByName, err = nameOfPerson(ctx, tx, c.CreatedBy); err != nil {
			return err
		}
	}
	n.Sending = c.stats(pending)
	return notifications.NotifySend(ctx, tx, n)
}

// notification returns a notification about a campaign, without its figures.
func notification(ctx context.Context, tx *db.Tx, at db.Instant, c Campaign, by auth.Actor) (n notifications.Send, err error) {
	n = notifications.Send{At: at, Campaign: c.ID, EventID: c.EventID, StartedBy: c.CreatedBy, By: by.PersonID,
		ByName: cmp.Or(by.Name, by.Email)}
	n.TitleFR, n.TitleEN, err = eventTitles(ctx, tx, c.EventID)
	return n, err
}

// notifyChoice notifies the same people of the subject that was chosen for the rest, at the end of the transaction as NotifyStaff does.
func notifyChoice(tx *db.Tx, at db.Instant, c Campaign, by auth.Actor) {
	tx.BeforeCommit(func(ctx context.Context, tx *db.Tx) error {
		n, err := notification(ctx, tx, at, c, by)
		if err != nil {
			return err
		}
		n.Sending = c.stats(notifiedBegun)
		n.Chosen = c.Chosen
		return notifications.NotifySend(ctx, tx, n)
	})
}

// stats returns the figures of the campaign for a notification.
func (c Campaign) stats(state int64) notifications.Sending {
	n := c.Counts
	f := notifications.Sending{Status: string(c.State), Reason: c.Reason, Reminder: c.ReminderOf != 0, Message: string(c.Message),
		Kept:   c.OutboxOnly,
		Guests: n.Total - n.Excluded,
		Sent:   n.Sent, Failed: n.Failed, Excluded: n.Excluded, Unconfirmed: n.Unconfirmed, Waiting: n.Pending - n.Unconfirmed}
	if state > notifiedBegun && state < notifiedAtRest {
		f.Percent = state
	}
	return f
}

// eventTitles returns the titles of an event; its id when the event is deleted.
func eventTitles(ctx context.Context, q db.Queryer, eventID string) (fr, en string, err error) {
	e, err := events.ByID(ctx, q, eventID)
	if errs.KindOf(err) == errs.KindNotFound {
		return eventID, eventID, nil
	}
	return e.Text("fr").Title, e.Text("en").Title, err
}

// NotifyPending sends the pending notifications of all campaigns. It is called every few seconds in each process, so that sending a
// message never waits for a notification, and a worker that dies leaves none behind unsent.
func (s *Service) NotifyPending(ctx context.Context) error {
	list, err := withPendingNotification(ctx, s.db)
	if err != nil {
		return err
	}
	for _, c := range list {
		if c.pendingNotification() <= c.notified {
			continue
		}
		err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return notifyStaff(ctx, tx, s.at(), c.ID, auth.Actor{}) })
		if err != nil {
			return err
		}
	}
	return nil
}
