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

// How much of a campaign staff have been told: nothing, that it has begun, a percentage, that it has come to rest.
const (
	toldNothing = 0
	toldBegun   = 1
	toldRest    = 100
	toldEvery   = 25 // percent
)

// news is how much of c there is to tell. A send that staff paused is nobody's news.
func (c Campaign) news() int64 {
	switch {
	case c.Status == Completed, c.Status == Cancelled, c.Status == Interrupted, c.Status == Paused && c.Reason != ByStaff:
		return toldRest
	case c.Status != Sending:
		return toldNothing
	}
	guests := c.Counts.Total - c.Counts.Excluded
	if guests == 0 {
		return toldBegun
	}
	return max(toldBegun, min(toldRest-toldEvery, (c.Counts.Sent+c.Counts.Failed)*(toldRest/toldEvery)/guests*toldEvery))
}

// tell keeps whoever runs events, and who started the send, up to date about a campaign, in the transaction that brought
// it where it is (W15). by did it; the zero Actor is the program. What has been told is not told again. Call it last.
func (s *Service) tell(ctx context.Context, tx *db.Tx, id int64, by auth.Actor) error {
	c, err := byID(ctx, tx, id)
	if err != nil {
		return err
	}
	news := c.news()
	if news <= c.told {
		return nil
	}
	if first, err := setTold(ctx, tx, c, news); err != nil || !first {
		return err
	}
	n := notifications.Send{At: s.at(), Campaign: c.ID, EventID: c.EventID, StartedBy: c.CreatedBy, By: by.PersonID, ByName: cmp.Or(by.Name, by.Email)}
	if c.FinishedAt != 0 {
		n.At = c.FinishedAt
	}
	if news == toldBegun { // it is who started it that the others hear of
		n.By = c.CreatedBy
		if n.ByName, err = nameOfPerson(ctx, tx, c.CreatedBy); err != nil {
			return err
		}
	}
	if n.TitleFR, n.TitleEN, err = titlesOf(ctx, tx, c.EventID); err != nil {
		return err
	}
	n.Sending = c.figures(news)
	return notifications.TellSend(ctx, tx, n)
}

// figures are what a notification says of the campaign.
func (c Campaign) figures(news int64) notifications.Sending {
	n := c.Counts
	f := notifications.Sending{Status: string(c.Status), Reason: c.Reason, Reminder: c.ReminderOf != 0, Kept: c.Kept, Guests: n.Total - n.Excluded,
		Sent: n.Sent, Failed: n.Failed, Excluded: n.Excluded, Unconfirmed: n.Unconfirmed, Waiting: n.Pending - n.Unconfirmed}
	if news > toldBegun && news < toldRest {
		f.Percent = news
	}
	return f
}

// titlesOf is what the event is called; its id when it is gone.
func titlesOf(ctx context.Context, q db.Queryer, eventID string) (fr, en string, err error) {
	e, err := events.In(ctx, q, eventID)
	if errs.KindOf(err) == errs.KindNotFound {
		return eventID, eventID, nil
	}
	return e.Text("fr").Title, e.Text("en").Title, err
}

// tellNews tells of all campaigns of which there is something to tell. Workers call it every few seconds: so progress is
// told at no cost to the send, and nothing is left untold by a process that died.
func (s *Service) tellNews(ctx context.Context) error {
	list, err := untold(ctx, s.db)
	if err != nil {
		return err
	}
	for _, c := range list {
		if c.news() <= c.told {
			continue
		}
		if err := s.db.Write(ctx, func(tx *db.Tx) error { return s.tell(ctx, tx, c.ID, auth.Actor{}) }); err != nil {
			return err
		}
	}
	return nil
}
