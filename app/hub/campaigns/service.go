package campaigns

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"presence/app/accounts/auth"
	"presence/app/hub/events"
	"presence/app/hub/suppressions"
	"presence/app/hub/templates"
	"presence/app/platform/audit"
	"presence/app/platform/contact"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/mail"
	"presence/db"
)

// Options are the settings of the installation that campaigns use.
type Options struct {
	Secret      []byte                  // the tokens in links are derived from it
	Origin      string                  // "https://host", prepended to the paths of package paths
	Senders     []mail.Address          // the allowed ones; the first is the default (MAIL_FROM)
	Postal      string                  // the sender's postal address (R21)
	Channels    map[string]mail.Channel // keyed by Bulk and Mailbox
	Outbox      mail.Channel            // of campaigns that began when no channel was configured; nil: that of Channels
	Templates   *templates.Service
	Zone        *time.Location     // of the company: of quiet hours, and of the time of day of messages before and after an event
	Quiet       QuietHours         // within them campaigns wait; the zero value: there are none
	Connections int                // concurrent sessions for one campaign (SMTP_CONNECTIONS)
	Rate        float64            // messages per second and sender; 0: no limit
	Bounces     mail.BounceAddress // the envelope sender of messages of the bulk channel; empty: their sender
	AutoResume  bool               // campaigns that were interrupted by the end of a process are resumed at the next start
}

// ReturnedMail is the state of the mailbox that receives bounces.
type ReturnedMail struct {
	Mailbox  string     // "" if none is read
	ReadAt   db.Instant // for the last time; 0: never
	Messages int64      // read so far
	Failure  string     // why the last attempt failed, in the words of the server
}

// Service creates campaigns and changes them on behalf of staff; package sender sends them.
type Service struct {
	db        *db.DB
	o         Options
	now       func() time.Time
	timelines timelineCache
}

// NewService makes the service.
func NewService(d *db.DB, now func() time.Time, o Options) *Service {
	return &Service{db: d, o: o, now: now}
}

// Options returns the options that the service was made with.
func (s *Service) Options() Options { return s.o }

// Now returns the time of the service's clock.
func (s *Service) Now() time.Time { return s.now() }

func (s *Service) at() db.Instant { return db.InstantOf(s.now()) }

// Filter narrows a list (C7).
type Filter struct {
	EventID string // "" for all
	State   State  // "" for all
	After   int64
	Since   db.Instant
	Rows    int64
}

// Get returns one campaign with its counts.
func (s *Service) Get(ctx context.Context, id int64) (Campaign, error) { return s.get(ctx, s.db, id) }

func (s *Service) get(ctx context.Context, q db.Queryer, id int64) (Campaign, error) {
	c, err := ByID(ctx, q, id)
	if err == nil {
		err = countRegistered(ctx, q, &c)
	}
	if err == nil {
		err = countGroups(ctx, q, []*Campaign{&c})
	}
	return c, err
}

// Admins names the administrators, who set up what campaigns need; see auth.AdminsToAsk.
func (s *Service) Admins(ctx context.Context, l i18n.Lang) (string, error) {
	return auth.AdminsToAsk(ctx, s.db, l)
}

// CheckEvent fails with NotFound when there is no event with that id.
func (s *Service) CheckEvent(ctx context.Context, eventID string) error {
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
	tested := make([]*Campaign, len(all))
	for i := range all {
		tested[i] = &all[i]
	}
	if err := countGroups(ctx, s.db, tested); err != nil {
		return err
	}
	for _, c := range all {
		if err := each(c); err != nil {
			return err
		}
	}
	return nil
}

// sendActiveCode is the code of the conflict of a campaign that cannot begin while another one of its event is active.
const sendActiveCode = "send_active"

func sendActive() error {
	return errs.Conflict(sendActiveCode, "A campaign for this event is in progress or paused. Wait until it’s finished, or cancel it first.")
}

func (s *Service) recordAudit(ctx context.Context, tx *db.Tx, by auth.Actor, action string, c Campaign) error {
	changes := audit.Changes{"event_id": {nil, c.EventID}, "status": {nil, c.State}, "total": {nil, c.Counts.Total},
		"pending": {nil, c.Counts.Pending}}
	if c.StartsAt != 0 {
		changes["starts_at"] = [2]any{nil, c.StartsAt.String()}
	}
	if c.Late {
		changes["late"] = [2]any{nil, true}
	}
	if c.Draft {
		changes["draft"] = [2]any{nil, true}
	}
	if c.Chosen != "" {
		changes["chosen_subject"] = [2]any{nil, c.Chosen}
	}
	return audit.Record(ctx, tx, audit.Entry{At: s.at(), Who: by.Who(), Action: action, Kind: "campaign",
		RecordID: strconv.FormatInt(c.ID, 10), Changes: changes})
}

// Event returns the event with that id; NotFound when it is deleted.
func (s *Service) Event(ctx context.Context, id string) (events.Event, error) {
	return events.ByID(ctx, s.db, id)
}

// EventTitles returns a function that returns the title of an event (events.Titles).
func (s *Service) EventTitles(ctx context.Context, l i18n.Lang) func(id string) (string, error) {
	return events.Titles(ctx, s.db, string(l))
}

// KeepEvent fails while a campaign of the event, of any type, is being sent or paused, and cancels those that are still to
// begin; package events calls it before it deletes an event.
func (s *Service) KeepEvent(ctx context.Context, tx *db.Tx, eventID string) error {
	id, err := begunOf(ctx, tx, eventID)
	if err == nil && id != 0 {
		err = sendActive()
	}
	if err != nil {
		return err
	}
	return cancelUnstarted(ctx, tx, eventID, s.at())
}

// Next returns the campaigns that are still to begin, the first first: of an event, or of all events (""); at most limit.
func (s *Service) Next(ctx context.Context, eventID string, limit int64) ([]Campaign, error) {
	return unstarted(ctx, s.db, eventID, limit)
}

// Newest returns up to limit campaigns, the latest first. before: only ids below it; 0 for all. eventID: only campaigns of that
// event; "" for all.
func (s *Service) Newest(ctx context.Context, eventID string, before, limit int64) ([]Campaign, error) {
	list, err := newest(ctx, s.db, eventID, before, false, limit)
	if err != nil {
		return nil, err
	}
	return list, addRegistered(ctx, s.db, list)
}

// EventsSent returns the ids of the events whose invitation was sent, is being sent or is scheduled.
func (s *Service) EventsSent(ctx context.Context) (map[string]bool, error) {
	return eventsSent(ctx, s.db)
}

// MessageID returns the Message-ID of the message to a recipient of the campaign, with a domain.
func (s *Service) MessageID(c Campaign, recipient int64, domain string) string {
	return NewLinkTokens(s.o.Secret, c.Salt).MessageID(MessageTag(c.ID, c.Salt), recipient, domain)
}

// ByMessageTags returns the campaigns that the tags of Message-IDs name, by tag (MessageTag). Other tags are left out.
func (s *Service) ByMessageTags(ctx context.Context, tags []string) (map[string]Campaign, error) {
	var ids []int64
	for _, tag := range tags {
		id, _, _ := strings.Cut(tag, ".")
		if n, err := strconv.ParseInt(id, 36, 64); err == nil && !slices.Contains(ids, n) {
			ids = append(ids, n)
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	list, err := byIDs(ctx, s.db, ids)
	found := map[string]Campaign{}
	for _, c := range list {
		found[MessageTag(c.ID, c.Salt)] = c
	}
	return found, err
}

// ByIDs returns the campaigns with these ids, in any order.
func (s *Service) ByIDs(ctx context.Context, ids []int64) ([]Campaign, error) {
	return byIDs(ctx, s.db, ids)
}

// UnderWay returns the campaigns that are neither completed nor cancelled, the latest first, without scheduled messages before and
// after an event.
func (s *Service) UnderWay(ctx context.Context, limit int64) ([]Campaign, error) {
	return newest(ctx, s.db, "", 0, true, limit)
}

// Summary returns a campaign without its count of registrations, so that pages can poll it at little cost.
func (s *Service) Summary(ctx context.Context, id int64) (Campaign, error) {
	return ByID(ctx, s.db, id)
}

// CreatorName returns the name of the person who created a campaign; "" when the person is unknown.
func (s *Service) CreatorName(ctx context.Context, c Campaign) (string, error) {
	return nameOfPerson(ctx, s.db, c.CreatedBy)
}

// GuestHistory is what happened with the messages to a guest.
type GuestHistory struct {
	Sends  []GuestSend                // the newest first
	Stops  []suppressions.Suppression // those of the guest's addresses that are suppressed
	Choice db.Instant                 // when the guest last chose what to receive; 0: never
}

// OfGuest returns what happened with the messages to a customer, and to these addresses.
func (s *Service) OfGuest(ctx context.Context, customerID string, emails []string) (h GuestHistory, err error) {
	keys := []string{}
	for _, e := range emails[:min(len(emails), mostOfGuest)] {
		if key, err := contact.EmailKey(e); err == nil {
			keys = append(keys, key)
		}
	}
	if h.Sends, err = sendsTo(ctx, s.db, customerID, keys); err != nil {
		return h, err
	}
	if h.Stops, err = suppressions.Of(ctx, s.db, keys); err != nil {
		return h, err
	}
	h.Choice, err = suppressions.LastChoice(ctx, s.db, keys)
	return h, err
}
