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

// How much of a campaign staff have been notified of: nothing, that it has begun, a percentage, that it has ended or stopped.
const (
	notifiedNothing = 0
	notifiedBegun   = 1
	notifiedAtRest  = 100
	notifyEvery     = 25 // percent
)

// pendingNotification is how much of c there is to tell. A send that staff paused is not reported.
func (c Campaign) pendingNotification() int64 {
	switch {
	case c.Status == Completed, c.Status == Cancelled, c.Status == Interrupted, c.Status == Paused && c.Reason != ByStaff:
		return notifiedAtRest
	case c.Status != Sending:
		return notifiedNothing
	}
	guests := c.Counts.Total - c.Counts.Excluded
	if guests == 0 {
		return notifiedBegun
	}
	return max(notifiedBegun, min(notifiedAtRest-notifyEvery, (c.Counts.Sent+c.Counts.Failed)*(notifiedAtRest/notifyEvery)/guests*notifyEvery))
}

// NotifyStaff notifies those who run events, and the person who started the send, of what has changed about a campaign, in the
// transaction that changed it (W15). by changed it; the zero Actor is the program. Nothing is notified twice. Call it last.
func (s *Service) NotifyStaff(ctx context.Context, tx *db.Tx, id int64, by auth.Actor) error {
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
	n := notifications.Send{At: s.at(), Campaign: c.ID, EventID: c.EventID, StartedBy: c.CreatedBy, By: by.PersonID,
		ByName: cmp.Or(by.Name, by.Email)}
	if c.FinishedAt != 0 {
		n.At = c.FinishedAt
	}
	if pending == notifiedBegun { // it is who started it that the others hear of
		n.By = c.CreatedBy
		if n.ByName, err = nameOfPerson(ctx, tx, c.CreatedBy); err != nil {
			return err
		}
	}
	if n.TitleFR, n.TitleEN, err = eventTitles(ctx, tx, c.EventID); err != nil {
		return err
	}
	n.Sending = c.stats(pending)
	return notifications.NotifySend(ctx, tx, n)
}

// stats are what a notification says of the campaign.
func (c Campaign) stats(state int64) notifications.Sending {
	n := c.Counts
	f := notifications.Sending{Status: string(c.Status), Reason: c.Reason, Reminder: c.ReminderOf != 0, Kept: c.OutboxOnly,
		Guests: n.Total - n.Excluded,
		Sent:   n.Sent, Failed: n.Failed, Excluded: n.Excluded, Unconfirmed: n.Unconfirmed, Waiting: n.Pending - n.Unconfirmed}
	if state > notifiedBegun && state < notifiedAtRest {
		f.Percent = state
	}
	return f
}

// eventTitles is what the event is called; its id when it is gone.
func eventTitles(ctx context.Context, q db.Queryer, eventID string) (fr, en string, err error) {
	e, err := events.ByID(ctx, q, eventID)
	if errs.KindOf(err) == errs.KindNotFound {
		return eventID, eventID, nil
	}
	return e.Text("fr").Title, e.Text("en").Title, err
}

// NotifyPending notifies staff of all campaigns that have a pending notification. Workers call it every few seconds: so progress
// costs the send nothing, and what a process that died did not notify of is notified by another.
func (s *Service) NotifyPending(ctx context.Context) error {
	list, err := withPendingNotification(ctx, s.db)
	if err != nil {
		return err
	}
	for _, c := range list {
		if c.pendingNotification() <= c.notified {
			continue
		}
		if err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return s.NotifyStaff(ctx, tx, c.ID, auth.Actor{}) }); err != nil {
			return err
		}
	}
	return nil
}
