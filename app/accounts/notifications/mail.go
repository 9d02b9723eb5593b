package notifications

import (
	"cmp"
	"context"
	"slices"
	"time"

	"presence/app/accounts/auth"
	"presence/app/accounts/outgoingmail"
	"presence/app/platform/background"
	"presence/db"
)

// The times of notifications by e-mail.
const (
	sendDelay   = 2 * time.Minute  // a notification that is read, replaced or decided meanwhile is not sent
	digestTime  = 7*60 + 30        // minutes after midnight in the company's zone
	lookEvery   = 20 * time.Second // interval at which notifications that are due are looked for
	mailValid   = 48 * time.Hour   // a message that could not be sent for so long is dropped
	peoplePerTx = 100              // people whose messages are queued in one transaction
)

// MailOptions are the parts that notifications by e-mail depend on; zero: nothing is sent.
type MailOptions struct {
	Queue      *outgoingmail.Service
	Origin     string // of the addresses in messages: https://host
	WorkingDay func(db.Day) bool
}

// MailConfigured reports whether there is a channel to send e-mail by.
func (s *Service) MailConfigured() bool { return s.mail.Queue != nil && s.mail.Queue.Configured() }

// WorkMail calls QueueMail until ctx ends. Every replica may run it.
func (s *Service) WorkMail(ctx context.Context, report func(context.Context, error)) {
	background.Repeat(ctx, lookEvery, nil, func() { report(ctx, s.QueueMail(ctx)) })
}

// due selects the notifications that are sent now.
type due struct {
	mode   Mode
	before db.Instant // notifications created before it
	since  db.Instant // of a digest: people who got one since then are left out
}

// QueueMail queues the messages that are due: those of the mode Now, one for each person and topic, and from digestTime of a working day
// on those of the mode Digest, one for each person and day. It may be called at any time, by several replicas. A message is queued in
// the transaction that marks its notifications as sent, for up to peoplePerTx people at once.
func (s *Service) QueueMail(ctx context.Context) error {
	now := s.now().In(s.zone)
	if err := s.queueDue(ctx, due{mode: Now, before: db.InstantOf(now.Add(-sendDelay))}); err != nil {
		return err
	}
	morning, ok := s.morningOf(now)
	if !ok {
		return nil
	}
	return s.queueDue(ctx, due{mode: Digest, before: morning, since: morning})
}

// morningOf returns the instant from which the digests of today are sent. It returns false before that, and on a day that is no working
// day: those notifications are sent on the next working day.
func (s *Service) morningOf(now time.Time) (db.Instant, bool) {
	today := db.DayOf(now)
	year, month, day := today.Date()
	morning := time.Date(year, month, day, 0, digestTime, 0, 0, now.Location())
	return db.InstantOf(morning), s.mail.WorkingDay != nil && s.mail.WorkingDay(today) && !now.Before(morning)
}

// queueDue queues the messages for all people, in the order of their ids. Each person is processed once, even if some of their
// notifications were skipped because another transaction was changing them.
func (s *Service) queueDue(ctx context.Context, d due) error {
	for after := ""; ; {
		people, err := duePeople(ctx, s.db, d, after, peoplePerTx)
		if err != nil || len(people) == 0 {
			return err // without a transaction
		}
		if err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			if err := tx.SerializeBy(ctx, mailLock); err != nil {
				return err
			}
			if people, err = duePeople(ctx, tx, d, after, peoplePerTx); err != nil { // again, because another replica may have queued theirs
				return err
			}
			return s.queueFor(ctx, tx, d, people)
		}); err != nil {
			return err
		}
		if len(people) < peoplePerTx {
			return nil
		}
		after = people[len(people)-1]
	}
}

// mailLock lets the transactions of QueueMail run one after another.
const mailLock = "notifications by e-mail"

// queueFor takes the due notifications of some people and queues their messages. It queues nothing for people who cannot sign in, for
// notifications that have been read, and while no channel is configured.
func (s *Service) queueFor(ctx context.Context, tx *db.Tx, d due, people []string) error {
	taken, err := takeDue(ctx, tx, d, people)
	if err != nil || len(taken) == 0 || !s.MailConfigured() {
		return err
	}
	taken = slices.DeleteFunc(taken, func(n Notification) bool { return n.ReadAt != 0 && n.topic() != AccountSecurity })
	slices.SortFunc(taken, func(a, b Notification) int {
		return cmp.Or(cmp.Compare(a.PersonID, b.PersonID), cmp.Compare(b.ID, a.ID))
	})
	recipients, err := auth.PeopleWithAccess(ctx, tx, people)
	if err != nil {
		return err
	}
	var letters []outgoingmail.Letter
	for len(taken) > 0 {
		person := taken[0].PersonID
		n := slices.IndexFunc(taken, func(x Notification) bool { return x.PersonID != person })
		if n < 0 {
			n = len(taken)
		}
		if p, ok := recipients[person]; ok {
			letters = append(letters, s.letters(p, d.mode, taken[:n])...)
		}
		taken = taken[n:]
	}
	return s.mail.Queue.Queue(ctx, tx, letters...)
}
