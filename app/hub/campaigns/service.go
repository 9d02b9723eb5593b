package campaigns

import (
	"context"
	"crypto/rand"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"presence/app/accounts/auth"
	"presence/app/hub/events"
	"presence/app/hub/templates"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/platform/mail"
	"presence/db"
)

// Options are what the campaigns of an installation share.
type Options struct {
	Secret      []byte                  // what the tokens in links are derived from
	Origin      string                  // "https://host" before every address of package paths
	Senders     []mail.Address          // the allowed ones; the first is the default (MAIL_FROM)
	Postal      string                  // the sender's postal address (R21)
	Channels    map[string]mail.Channel // by Bulk and Mailbox
	Templates   *templates.Service
	Connections int     // sessions at a time for one campaign (SMTP_CONNECTIONS)
	Rate        float64 // messages a second and sender; 0: no limit
	AutoResume  bool    // what the end of a process interrupted is taken up without being asked
}

// Service reserves campaigns and changes them as staff say; package sender sends them.
type Service struct {
	db        *db.DB
	o         Options
	now       func() time.Time
	timelines timelineCache
}

// NewService wires the service.
func NewService(d *db.DB, now func() time.Time, o Options) *Service {
	return &Service{db: d, o: o, now: now}
}

// Options are those that the service was made with.
func (s *Service) Options() Options { return s.o }

// Now is the service's clock.
func (s *Service) Now() time.Time { return s.now() }

func (s *Service) at() db.Instant { return db.InstantOf(s.now()) }

// Filter narrows a list (C7).
type Filter struct {
	EventID string // "" for all
	Status  Status // "" for all
	After   int64
	Since   db.Instant
	Rows    int64
}

// Get is one campaign with its figures.
func (s *Service) Get(ctx context.Context, id int64) (Campaign, error) { return s.get(ctx, s.db, id) }

func (s *Service) get(ctx context.Context, q db.Queryer, id int64) (Campaign, error) {
	c, err := ByID(ctx, q, id)
	if err == nil {
		c.Counts.Registered, err = countRegistered(ctx, q, c.ID, c.EventID)
	}
	return c, err
}

// Knows fails with NotFound when there is no such event.
func (s *Service) Knows(ctx context.Context, eventID string) error {
	_, err := events.ByID(ctx, s.db, eventID)
	return err
}

// Each calls each for the campaigns in the order of their ids.
func (s *Service) Each(ctx context.Context, f Filter, each func(Campaign) error) error {
	all, err := list(ctx, s.db, f)
	if err != nil {
		return err
	}
	if err := addRegistered(ctx, s.db, all); err != nil {
		return err
	}
	for _, c := range all {
		if err := each(c); err != nil {
			return err
		}
	}
	return nil
}

// New is what a mass send is made of. Empty fields have defaults: Bulk, the first sender, the event's look.
type New struct {
	EventID     string
	Params      Params
	ConfirmLate bool  // also after the event has begun
	Expect      int64 // refuse with audience_changed unless so many get a message; 0: however many
}

// Send reserves and starts a mass send: the campaign and a recipient for everyone on the main list, in one transaction.
// Workers take it up at once. It is refused with send_active, audience_empty or event_started (R8).
func (s *Service) Send(ctx context.Context, by auth.Actor, n New) (c Campaign, err error) {
	if err := s.completeParams(&n.Params); err != nil {
		return c, err
	}
	return s.reserve(ctx, by, n, Campaign{}, func(tx *db.Tx, id int64) (int64, error) { return insertAudience(ctx, tx, id, n.EventID) })
}

// Remind reserves a reminder of a send: for everyone whom it reached and who has not answered (R13).
func (s *Service) Remind(ctx context.Context, by auth.Actor, n New, source int64) (c Campaign, err error) {
	of, err := s.reminded(ctx, n.EventID, source)
	if err != nil {
		return c, err
	}
	n.Params = s.inheritParams(n.Params, of.Params)
	if err := s.completeParams(&n.Params); err != nil {
		return c, err
	}
	return s.reserve(ctx, by, n, of, func(tx *db.Tx, id int64) (int64, error) { return insertReminder(ctx, tx, id, of.ID, n.EventID) })
}

// Candidates tells whom a reminder of a send would go to, and does nothing (R13).
func (s *Service) Candidates(ctx context.Context, eventID string, source int64) (p Reminder, err error) {
	if _, err := s.reminded(ctx, eventID, source); err != nil {
		return p, err
	}
	return reminderCandidates(ctx, s.db, source, eventID)
}

// reminded is the send of that event that a reminder is about.
func (s *Service) reminded(ctx context.Context, eventID string, id int64) (Campaign, error) {
	if _, err := events.ByID(ctx, s.db, eventID); err != nil {
		return Campaign{}, err
	}
	c, err := ByID(ctx, s.db, id)
	if err == nil && c.EventID != eventID {
		err = errs.NotFound("campaign")
	}
	return c, err
}

// completeParams fills in what is left out and refuses what is not allowed.
func (s *Service) completeParams(p *Params) error {
	var faults errs.Fields
	if p.Channel == "" {
		p.Channel = Bulk
	}
	if s.o.Channels[p.Channel] == nil {
		faults.Add("channel", "not_allowed", "Expected bulk or mailbox, whichever is configured.")
	}
	if p.From == "" && len(s.o.Senders) > 0 {
		p.From = s.o.Senders[0].Email
	}
	if s.AllowedSender(p.From).Email == "" {
		faults.Add("from", "not_allowed", "Expected one of the senders that the settings allow.")
	}
	p.Subject = strings.TrimSpace(p.Subject)
	if err := checkSubject(p.Subject); err != "" {
		faults.Add("subject", err, "Expected one line of at most 200 characters.")
	}
	return faults.Err()
}

// AllowedSender is the allowed sender of that address; the zero Address when it is none.
func (s *Service) AllowedSender(email string) mail.Address {
	i := slices.IndexFunc(s.o.Senders, func(a mail.Address) bool { return strings.EqualFold(a.Email, email) })
	if i < 0 {
		return mail.Address{}
	}
	return s.o.Senders[i]
}

// reserve writes a campaign with its recipients, or nothing.
func (s *Service) reserve(ctx context.Context, by auth.Actor, n New, of Campaign,
	recipients func(tx *db.Tx, id int64) (int64, error)) (c Campaign, err error) {
	if err := s.checkComposable(ctx, n, of); err != nil {
		return c, err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		e, err := events.ByID(ctx, tx, n.EventID)
		if err != nil {
			return err
		}
		if active, err := activeOf(ctx, tx, n.EventID); err != nil {
			return err
		} else if active != 0 {
			return sendActive()
		}
		if e.Started(s.now()) && !n.ConfirmLate {
			return errs.Conflict("event_started", "The event has begun. Send confirm_late to invite to it all the same.")
		}
		salt := make([]byte, 16)
		rand.Read(salt)
		tracked, err := s.tracks(ctx, tx, n.Params)
		if err != nil {
			return err
		}
		id, err := insert(ctx, tx, Campaign{EventID: n.EventID, ReminderOf: of.ID, Params: n.Params, Tracked: tracked,
			OutboxOnly: s.o.Channels[n.Params.Channel].Name() == mail.OutboxName, CreatedBy: by.PersonID, Salt: salt}, s.at())
		if db.IsUnique(err, "campaigns_active") {
			return sendActive()
		}
		if err != nil {
			return err
		}
		total, err := recipients(tx, id)
		if err != nil {
			return err
		}
		if total == 0 {
			return errs.Conflict("audience_empty", "There is nobody to send to.")
		}
		if err := countIn(ctx, tx, id, total); err != nil {
			return err
		}
		if _, err := ChangeStatus(ctx, tx, id, []Status{Scheduled}, Transition{To: Sending}, s.at()); err != nil {
			return err
		}
		if c, err = ByID(ctx, tx, id); err != nil {
			return err
		}
		if n.Expect != 0 && n.Expect != c.Counts.Pending {
			return errs.Conflict("audience_changed", "Others than were expected would get a message.")
		}
		if err := s.recordAudit(ctx, tx, by, "scheduled", c); err != nil {
			return err
		}
		return tx.Signal(ctx, Changed)
	})
	return c, err
}

// checkComposable refuses now what the worker could not write, rather than when it finds out.
func (s *Service) checkComposable(ctx context.Context, n New, of Campaign) error {
	e, err := events.ByID(ctx, s.db, n.EventID)
	if err != nil {
		return err
	}
	for _, lang := range []string{"fr", "en"} {
		o := messageOptions{Params: n.Params, Lang: lang, Reminder: of.ID != 0, Linked: true}
		if _, err := s.compileTemplate(ctx, s.db, e, o); err != nil {
			return err
		}
	}
	return nil
}

func sendActive() error {
	return errs.Conflict("send_active", "A send of this event is under way or paused.")
}

func (s *Service) recordAudit(ctx context.Context, tx *db.Tx, by auth.Actor, action string, c Campaign) error {
	return audit.Record(ctx, tx, audit.Entry{At: s.at(), Who: by.Who(), Action: action, Kind: "campaign",
		RecordID: strconv.FormatInt(c.ID, 10),
		Changes: audit.Changes{"event_id": {nil, c.EventID}, "status": {nil, c.Status}, "total": {nil, c.Counts.Total},
			"pending": {nil, c.Counts.Pending}}})
}

// Pause stops the event's send until it is resumed. Messages past their mark still go out.
func (s *Service) Pause(ctx context.Context, by auth.Actor, eventID string) (Campaign, error) {
	return s.stopActive(ctx, by, eventID, []Status{Scheduled, Sending}, Paused, "paused")
}

// Cancel gives the event's send up for good; who is still pending gets nothing.
func (s *Service) Cancel(ctx context.Context, by auth.Actor, eventID string) (Campaign, error) {
	return s.stopActive(ctx, by, eventID, activeStatuses, Cancelled, "cancelled")
}

func (s *Service) stopActive(ctx context.Context, by auth.Actor, eventID string, from []Status, to Status,
	action string) (c Campaign, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if _, err := events.ByID(ctx, tx, eventID); err != nil {
			return err
		}
		id, err := activeOf(ctx, tx, eventID)
		if err != nil {
			return err
		}
		t := Transition{To: to}
		if to == Paused {
			t.Reason = ByStaff
		}
		moved, err := ChangeStatus(ctx, tx, id, from, t, s.at())
		if err != nil {
			return err
		}
		if !moved {
			return errs.Conflict("no_send", "No send of this event is under way.")
		}
		if c, err = s.get(ctx, tx, id); err != nil {
			return err
		}
		if err := s.recordAudit(ctx, tx, by, action, c); err != nil {
			return err
		}
		if err := tx.Signal(ctx, Changed); err != nil || to == Paused {
			return err
		}
		return s.NotifyStaff(ctx, tx, id, by)
	})
	return c, err
}

// Resume takes a campaign up again (R12). again also sends to those of whom nobody knows whether they have the message.
// It is refused with send_active or nothing_pending.
func (s *Service) Resume(ctx context.Context, by auth.Actor, id int64, again bool) (c Campaign, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		change, err := s.settleUnconfirmed(ctx, tx, id, again)
		if err != nil {
			return err
		}
		if c, err = lockCampaign(ctx, tx, id); err != nil {
			return err
		}
		if c.Status == Sending || c.Status == Scheduled {
			return sendActive()
		}
		if err := AddCounts(ctx, tx, id, change, s.at()); err != nil {
			return err
		}
		pending, unconfirmed := c.Counts.Pending+change.Pending, c.Counts.Unconfirmed+change.Unconfirmed
		if c.Status == Cancelled || c.Status == Completed || pending == unconfirmed {
			return errs.Conflict("nothing_pending", "Nothing of this campaign is left to be sent.")
		}
		if err := s.restart(ctx, tx, id); err != nil {
			return err
		}
		if c, err = s.get(ctx, tx, id); err != nil {
			return err
		}
		return s.recordAudit(ctx, tx, by, "resumed", c)
	})
	return c, err
}

// settleUnconfirmed takes the unconfirmed recipients of a campaign for sent whose guests have answered, and puts the others
// back into the queue where again says so. It returns how the campaign's counts change.
func (s *Service) settleUnconfirmed(ctx context.Context, tx *db.Tx, id int64, again bool) (change CountsChange, err error) {
	c, err := ByID(ctx, tx, id)
	if err != nil {
		return change, err
	}
	answered, err := confirmResponded(ctx, tx, c)
	if err != nil || !again {
		return confirmed(answered), err
	}
	n, err := resolveUnconfirmed(ctx, tx, id, nil, false, s.at())
	return confirmed(answered).Plus(CountsChange{Unconfirmed: -n}), err
}

// lockCampaign reads a campaign and keeps others from changing it. Transactions that change recipients do so before.
func lockCampaign(ctx context.Context, tx *db.Tx, id int64) (Campaign, error) {
	if err := tx.LockRows(ctx, "campaigns", id); err != nil {
		return Campaign{}, err
	}
	return ByID(ctx, tx, id)
}

// restart hands a stopped campaign to the workers.
func (s *Service) restart(ctx context.Context, tx *db.Tx, id int64) error {
	_, err := ChangeStatus(ctx, tx, id, []Status{Paused, Interrupted}, Transition{To: Sending}, s.at())
	if db.IsUnique(err, "campaigns_active") {
		return sendActive()
	}
	if err != nil {
		return err
	}
	return tx.Signal(ctx, Changed)
}

// ConfirmAllResponded takes the unconfirmed recipients of all campaigns for sent whose guests have answered, and completes the
// campaigns that have nothing left to ask staff.
func (s *Service) ConfirmAllResponded(ctx context.Context) error {
	list, err := WithUnconfirmed(ctx, s.db)
	if err != nil || len(list) == 0 {
		return err
	}
	for _, c := range list {
		n, err := countUnconfirmedResponded(ctx, s.db, c.ID)
		if err != nil {
			return err
		}
		if n == 0 {
			continue
		}
		err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			n, err := confirmResponded(ctx, tx, c)
			if err != nil {
				return err
			}
			return s.AddCountsOf(ctx, tx, map[int64]CountsChange{c.ID: confirmed(n)})
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// CompleteIfResolved completes an interrupted campaign that has nothing pending any more. by settled the last of it; the zero Actor
// is the program.
func (s *Service) CompleteIfResolved(ctx context.Context, tx *db.Tx, id int64, by auth.Actor) error {
	done, err := completeInterrupted(ctx, tx, id, s.at())
	if err != nil || !done {
		return err
	}
	if err := tx.Signal(ctx, Changed); err != nil {
		return err
	}
	return s.NotifyStaff(ctx, tx, id, by)
}

// Resolve settles unconfirmed recipients as staff say: as sent, or to be sent again, which resumes an interrupted
// campaign unless it is Restored. No ids means all of them. It tells how the campaign then stands.
func (s *Service) Resolve(ctx context.Context, by auth.Actor, id int64, sent bool, ids []int64) (c Campaign, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		n, err := resolveUnconfirmed(ctx, tx, id, ids, sent, s.at())
		if err != nil {
			return err
		}
		if c, err = lockCampaign(ctx, tx, id); err != nil {
			return err
		}
		if n == 0 {
			return errs.Conflict("nothing_unconfirmed", "None of these recipients is unconfirmed.")
		}
		d := CountsChange{Unconfirmed: -n}
		if sent {
			d.Pending, d.Sent = -n, n
		}
		if err := AddCounts(ctx, tx, id, d, s.at()); err != nil {
			return err
		}
		switch {
		case sent:
			err = s.CompleteIfResolved(ctx, tx, id, by)
		case c.Status == Interrupted && c.Reason != Restored: // there, one message is no decision about all the others
			err = s.restart(ctx, tx, id)
		}
		if err != nil {
			return err
		}
		if c, err = s.get(ctx, tx, id); err != nil {
			return err
		}
		return s.recordAudit(ctx, tx, by, "unconfirmed_resolved", c)
	})
	return c, err
}

// AddCountsOf changes the counts of campaigns, in the order of their ids, and completes those whose last unconfirmed message
// is resolved by it.
func (s *Service) AddCountsOf(ctx context.Context, tx *db.Tx, changes map[int64]CountsChange) error {
	for _, id := range slices.Sorted(maps.Keys(changes)) {
		if err := AddCounts(ctx, tx, id, changes[id], s.at()); err != nil {
			return err
		}
		if changes[id].Unconfirmed != 0 {
			if err := s.CompleteIfResolved(ctx, tx, id, auth.Actor{}); err != nil {
				return err
			}
		}
	}
	return nil
}

// BeginSending is a campaign as a worker takes it up. Those reserved by an earlier version of the program are still scheduled.
func (s *Service) BeginSending(ctx context.Context, id int64) (c Campaign, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		moved, err := ChangeStatus(ctx, tx, id, []Status{Scheduled}, Transition{To: Sending}, s.at())
		if err != nil {
			return err
		}
		if moved {
			if err := tx.Signal(ctx, Changed); err != nil {
				return err
			}
		}
		c, err = ByID(ctx, tx, id)
		return err
	})
	return c, err
}

// PauseOnError pauses a campaign whose messages cannot be composed, with the reason. Any other error, such as failed storage, is
// returned: the worker takes the campaign up again after a rest.
func (s *Service) PauseOnError(ctx context.Context, c Campaign, why error) error {
	if k := errs.KindOf(why); k != errs.KindInvalid && k != errs.KindNotFound && k != errs.KindConflict {
		return why
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if _, err := ChangeStatus(ctx, tx, c.ID, []Status{Sending}, Transition{To: Paused, Reason: TemplateBroken, Detail: why.Error()},
			s.at()); err != nil {
			return err
		}
		if err := tx.Signal(ctx, Changed); err != nil {
			return err
		}
		return s.NotifyStaff(ctx, tx, c.ID, auth.Actor{})
	})
}

// Event is the event with that id; NotFound when it is gone.
func (s *Service) Event(ctx context.Context, id string) (events.Event, error) {
	return events.ByID(ctx, s.db, id)
}

// RequireActive fails with no_send unless the campaign is its event's active one: a button on the page of an older send must not
// stop the one that is under way now.
func (s *Service) RequireActive(ctx context.Context, c Campaign) error {
	id, err := activeOf(ctx, s.db, c.EventID)
	if err == nil && id != c.ID {
		err = errs.Conflict("no_send", "This send is not under way.")
	}
	return err
}

// KeepEvent refuses to let an event go while a send of it is active; events calls it before it deletes one.
func (s *Service) KeepEvent(ctx context.Context, tx *db.Tx, eventID string) error {
	id, err := activeOf(ctx, tx, eventID)
	if err == nil && id != 0 {
		err = sendActive()
	}
	return err
}
