package rsvp

import (
	"context"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"presence/app/accounts/auth"
	"presence/app/accounts/outgoingmail"
	"presence/app/hub/events"
	"presence/app/hub/suppressions"
	"presence/app/hub/timeline"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/db"
)

// Changed is the signal (db.Tx.Signal) that is sent when an event becomes full, or has places again.
const Changed = "rsvps"

// Service stores the registrations. Guests submit them (Submit); staff who run events read and change them. The routes' access
// rules check who calls.
type Service struct {
	db     *db.DB
	secret []byte // key of the hashes of lookups
	now    func() time.Time
	mail   MailOptions // zero: nothing is sent

	updates     chan struct{}             // wakes WorkUpdates
	limitLogged atomic.Pointer[time.Time] // when a reached limit was logged last; nil: never
}

// NewService makes the service. All replicas must use the same secret. Without a queue in mail nothing is sent.
func NewService(d *db.DB, now func() time.Time, secret []byte, mail MailOptions) *Service {
	return &Service{db: d, secret: secret, now: now, mail: mail, updates: make(chan struct{}, 1)}
}

// Query says which registrations of an event are read (C7), in which order, and from which on; zero values: all, by id.
type Query struct {
	After      int64      // only larger ids
	IDs        []int64    // only these; nil: all
	Before     int64      // only smaller ids
	Others     bool       // of Newest with a Text: Before is one of the others, that have the text elsewhere than in their own name
	Since      db.Instant // only those changed at or after, or with an arrival entered then
	Rows       int64      // at most this many; 0: all
	Confidence Confidence
	Attending  *bool  // only those who are coming, or only those who are not; nil: all
	Text       string // in the name, the name on file, the e-mail address or the customer number; accents and case are ignored
	Allergies  bool   // only those that name allergies
	Newest     bool   // newest ids first; with a Text, those whose own name has it come before the others
	ByName     bool   // by name, first names first; with a Text, those whose own name has it come before the others
}

// Each calls each for the registrations of an event in the order of their ids.
func (s *Service) Each(ctx context.Context, eventID string, f Query, each func(RSVP) error) error {
	return list(ctx, s.db, eventID, f, each)
}

// Find returns at most n registrations of any event that have the text in the name, the name on file, the e-mail address or the
// customer number, those whose own name has it first, the latest of each first. Accents and case are ignored.
func (s *Service) Find(ctx context.Context, text string, n int64) ([]RSVP, error) {
	return find(ctx, s.db, text, n)
}

// Snapshot is an event with its registrations as they are at one moment. It is valid within the function that Within calls.
type Snapshot struct {
	Event events.Event
	Taken Seats

	q db.Queryer
}

// Within calls read with an event and its registrations in one snapshot.
func (s *Service) Within(ctx context.Context, eventID string, read func(context.Context, Snapshot) error) error {
	return s.db.Read(ctx, func(ctx context.Context, q db.Queryer) (err error) {
		x := Snapshot{q: q}
		if x.Event, err = events.ByID(ctx, q, eventID); err != nil {
			return err
		}
		if x.Taken, err = seats(ctx, q, eventID); err != nil {
			return err
		}
		return read(ctx, x)
	})
}

// Each calls fn for the registrations that the filter selects.
func (x Snapshot) Each(ctx context.Context, f Query, fn func(RSVP) error) error {
	return list(ctx, x.q, x.Event.ID, f, fn)
}

// EachName calls fn for the id and the name of each registration whose guest is coming, in no order.
func (x Snapshot) EachName(ctx context.Context, fn func(id int64, name string)) error {
	return eachName(ctx, x.q, x.Event.ID, fn)
}

// EachDetails calls fn for the details of each registration whose guest is coming and that has some, with its number of people.
func (x Snapshot) EachDetails(ctx context.Context, fn func(people int64, d Details)) error {
	return eachDetails(ctx, x.q, x.Event.ID, fn)
}

// OfGuest returns the registrations of a guest, the latest answer first, and the guest's parties on waiting lists.
func (s *Service) OfGuest(ctx context.Context, guest timeline.Guest) (answers []RSVP, parties []Party, err error) {
	keys := []string{}
	for _, e := range guest.Emails {
		if key := mailKey(e); key != "" {
			keys = append(keys, key)
		}
	}
	if answers, err = ofGuest(ctx, s.db, guest.Registration, guest.CustomerID, keys); err != nil {
		return nil, nil, err
	}
	parties, err = partiesOfGuest(ctx, s.db, keys)
	return answers, parties, err
}

// ByIDs returns the registrations with these ids, of any event and in any order.
func (s *Service) ByIDs(ctx context.Context, ids []int64) ([]RSVP, error) {
	return ofAllEvents(ctx, s.db, ids)
}

// Event returns the event with that id, or errs.NotFound.
func (s *Service) Event(ctx context.Context, id string) (events.Event, error) {
	return events.ByID(ctx, s.db, id)
}

// OnChange calls fn after every change that guests' pages depend on, by this process or by another: of an event, or of whether
// an event is full. It returns when ctx has ended.
func (s *Service) OnChange(ctx context.Context, fn func()) {
	var listeners sync.WaitGroup
	for _, name := range []string{events.Changed, Changed} {
		listeners.Go(func() { s.db.Listen(ctx, name, func() error { fn(); return nil }) })
	}
	listeners.Wait()
}

// Get returns one registration of the event.
func (s *Service) Get(ctx context.Context, eventID string, id int64) (RSVP, error) {
	return byID(ctx, s.db, eventID, id)
}

// Revisions returns the earlier answers of a registration, newest first.
func (s *Service) Revisions(ctx context.Context, eventID string, id int64) ([]Revision, error) {
	if _, err := byID(ctx, s.db, eventID, id); err != nil {
		return nil, err
	}
	return revisions(ctx, s.db, id)
}

// EarlierAnswers returns what guests said before the answers that count: for each registration the times and numbers of people, the
// latest first. A change that is no answer, such as a correction by staff, is not among them.
func (s *Service) EarlierAnswers(ctx context.Context, answers []RSVP) (earlier []RSVP, err error) {
	ids := make([]int64, len(answers))
	for i, r := range answers {
		ids[i] = r.ID
	}
	revisions, err := revisionsOf(ctx, s.db, ids)
	for _, r := range answers {
		at := r.RespondedAt
		for _, v := range revisions[r.ID] {
			if v.RespondedAt != at {
				at = v.RespondedAt
				earlier = append(earlier, RSVP{ID: r.ID, EventID: r.EventID, Answer: v.Answer, RespondedAt: at})
			}
		}
	}
	return earlier, err
}

// Seats returns the taken places of an event.
func (s *Service) Seats(ctx context.Context, eventID string) (Seats, error) {
	return seats(ctx, s.db, eventID)
}

// MayConfirm reports whether an answer that staff enter can be confirmed to the guest: there is a channel, guests see the event, and it is
// not over.
func (s *Service) MayConfirm(e events.Event) bool {
	return s.MailConfigured() && e.State != events.Draft && e.EndsAt > s.at()
}

// EnterForGuest saves an answer that staff enter for a guest, even while the event is closed to guests. It finds the guest's
// earlier registration as Submit does. It fails with 409 booking_full when there are not enough places. With confirm it also queues a
// confirmation: mailedTo is the address that it goes to; it is empty when no message is sent: there is no address, it takes no mail, a
// limit of messages is reached (mayMail), or MayConfirm is false.
func (s *Service) EnterForGuest(ctx context.Context, by auth.Actor, eventID string, a Answer, confirm bool) (r RSVP, updated bool,
	mailedTo string, err error) {
	e, err := events.ByID(ctx, s.db, eventID)
	if err != nil {
		return r, false, "", err
	}
	if err := append(a.Validate(), (&detailsCheck{event: e}).run(&a)...).Err(); err != nil {
		return r, false, "", err
	}
	x, err := s.prepareAnswer(ctx, a, Guest{})
	if err != nil {
		return r, false, "", err
	}
	x.by = by.PersonID
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		t, err := lockTally(ctx, tx, e.ID)
		if err != nil {
			return err
		}
		var old *RSVP
		if r, old, err = s.saveAnswer(ctx, tx, e, t, x); err != nil {
			return err
		}
		action, changes := "created", audit.Diff(nil, r.Answer)
		if updated = old != nil; updated {
			action, changes = "updated", audit.Diff(old.Answer, r.Answer)
		}
		if err := s.recordAudit(ctx, tx, by, action, r.ID, changes); err != nil {
			return err
		}
		if mailedTo = ""; confirm && s.MayConfirm(e) {
			mailedTo, err = s.confirmEntered(ctx, tx, confirmation{event: e, version: t.eventVersion, answer: r.Answer,
				attended: peopleOf(old) > 0, party: mailKey(r.Email), by: by.PersonID}, r.ID)
		}
		return err
	})
	return r, updated, mailedTo, err
}

// confirmEntered is confirm for an answer that staff have entered. It queues nothing to an address that takes no mail: unlike a guest,
// staff may know that.
func (s *Service) confirmEntered(ctx context.Context, tx *db.Tx, c confirmation, id int64) (to string, err error) {
	refused, err := suppressions.ReasonOf(ctx, tx, mailKey(c.answer.Email))
	if err != nil || refused != "" {
		return "", err
	}
	if !c.answer.Declines() {
		if c.code, err = issueCode(ctx, tx, id); err != nil {
			return "", err
		}
	}
	return s.confirm(ctx, tx, c)
}

// Restore restores an earlier answer with its match; the current one becomes a revision. It fails with 409 booking_full when there
// are not enough places, and with 409 registered_already when that guest has another registration by now, which r then is.
func (s *Service) Restore(ctx context.Context, by auth.Actor, eventID string, id, version int64, expect *int64) (r RSVP, err error) {
	e, err := events.ByID(ctx, s.db, eventID)
	if err != nil {
		return r, err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		e, t, err := lockEvent(ctx, tx, e)
		if err != nil {
			return err
		}
		old, err := current(ctx, tx, eventID, id, expect)
		if err != nil {
			return err
		}
		v, err := revision(ctx, tx, id, version)
		if err != nil {
			return err
		}
		r = old
		r.Answer, r.Attribution, r.IP, r.EnteredBy = v.Answer, v.Attribution, v.IP, by.PersonID
		k := keysOf(r.Answer)
		r.emailKey, r.phoneKey = k.email, k.phone
		if r.identity = r.ofAnswer(); r.identity != old.identity {
			other, err := conflicting(ctx, tx, r)
			if err != nil {
				return err
			}
			if other != nil {
				r = *other
				return errs.Conflict(RegisteredAlready, "The same guest has another registration of this event.")
			}
		}
		return s.replaceByStaff(ctx, tx, e, t, staffReplacement{by: by, action: "restored", new: &r, old: old})
	})
	return r, err
}

// Delete deletes a registration with its revisions and frees its places. The audit log keeps its content (C12).
func (s *Service) Delete(ctx context.Context, by auth.Actor, eventID string, id int64, expect *int64) error {
	e, err := events.ByID(ctx, s.db, eventID)
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		t, err := lockTally(ctx, tx, eventID)
		if err != nil {
			return err
		}
		old, err := current(ctx, tx, eventID, id, expect)
		if err != nil {
			return err
		}
		if !old.Declines() {
			gone := old
			gone.People, gone.ChangedAt = 0, s.at()
			gone.Version++
			if err := s.publish(ctx, tx, webhookCancelled, gone); err != nil {
				return err
			}
		}
		if err := remove(ctx, tx, id); err != nil {
			return err
		}
		if err := s.applyChange(ctx, tx, e, t, changeBetween(&old.Answer, nil)); err != nil {
			return err
		}
		return s.recordAudit(ctx, tx, by, "deleted", id, audit.Diff(old.Answer, nil))
	})
}

// DeleteEvent deletes all registrations of an event, in the transaction that deletes the event, and cancels the messages about it that are
// queued, except for those that say that it is cancelled: of PrepareCancellation, and of an event that has become a draft.
func (s *Service) DeleteEvent(ctx context.Context, tx *db.Tx, eventID string) error {
	e, err := events.ByID(ctx, tx, eventID)
	if err != nil && errs.KindOf(err) != errs.KindNotFound {
		return err
	}
	if err := outgoingmail.CancelAllAbout(ctx, tx, eventID, cancellationOf(e).once(eventID), outgoingmail.Confirmation,
		outgoingmail.WaitingList, outgoingmail.Offer); err != nil {
		return err
	}
	return deleteEvent(ctx, tx, eventID)
}

// current returns the registration if it has the version that the caller expects; expect nil accepts any.
func current(ctx context.Context, tx *db.Tx, eventID string, id int64, expect *int64) (RSVP, error) {
	r, err := byID(ctx, tx, eventID, id)
	if err == nil && expect != nil && *expect != r.Version {
		err = errs.Stale()
	}
	return r, err
}

func (s *Service) at() db.Instant { return db.InstantOf(s.now()) }

func (s *Service) recordAudit(ctx context.Context, tx *db.Tx, by auth.Actor, action string, id int64, changes audit.Changes) error {
	return audit.Record(ctx, tx, audit.Entry{At: s.at(), Who: by.Who(), Action: action, Kind: "rsvp", RecordID: strconv.FormatInt(id, 10),
		Changes: changes})
}

// Admins names the administrators, who set up a channel; see auth.AdminsToAsk.
func (s *Service) Admins(ctx context.Context, l i18n.Lang) (string, error) {
	return auth.AdminsToAsk(ctx, s.db, l)
}
