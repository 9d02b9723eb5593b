package notifications

import (
	"context"
	"time"

	"presence/app/accounts/auth"
	"presence/app/accounts/push"
	"presence/db"
)

// retention is how long a notification is kept, read or unread.
const retention = 90 * 24 * time.Hour

// PeriodOf returns the year and number of the pay period that begins on a day.
type PeriodOf func(start db.Day) (year, number int)

// Service shows people their own notifications.
type Service struct {
	db           *db.DB
	now          func() time.Time
	periodOf     PeriodOf
	countPending CountPending
	zone         *time.Location
	broker       *broker
	mail         MailOptions
	phones       *push.Service // nil: there are no devices
	links        links
}

// Options are the dependencies and settings of NewService.
type Options struct {
	DB           *db.DB
	Zone         *time.Location // of the days of leave
	Now          func() time.Time
	PeriodOf     PeriodOf
	CountPending CountPending
	Secret       []byte // the links to unsubscribe are signed with a key derived from it
	Mail         MailOptions
	Phones       *push.Service // sends notices to devices; nil: none are sent
}

// NewService makes the service. Close must be called before the database is closed.
func NewService(o Options) (s *Service, err error) {
	s = &Service{db: o.DB, now: o.Now, periodOf: o.PeriodOf, countPending: o.CountPending, zone: o.Zone, mail: o.Mail, phones: o.Phones}
	if s.links, err = newLinks(o.Secret); err != nil {
		return nil, err
	}
	s.broker = newBroker(o.DB, s.encodeEvent)
	return s, nil
}

func (s *Service) at() db.Instant { return db.InstantOf(s.now()) }

// Close ends every stream; clients reconnect, to another replica or to this one after its restart.
func (s *Service) Close() { s.broker.close() }

// Summary is the number of unread notifications with the newest notifications.
type Summary struct {
	Unread  int64 // entries of the list: the sheets that were submitted for one period are one
	Pending Pending
	Items   []Notification // the newest ones, newest first
}

// Summary reads the summary of the actor.
func (s *Service) Summary(ctx context.Context, by auth.Actor, items int) (sum Summary, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		if sum.Unread, err = countUnread(ctx, q, by.PersonID); err != nil {
			return err
		}
		sum.Items, err = listBefore(ctx, q, by.PersonID, 0, items)
		return err
	})
	if err == nil && by.SignedIn() {
		sum.Pending, err = s.countPending(ctx, by)
	}
	return sum, err
}

// Unread counts the unread notifications of the actor as the list shows them: the sheets that were submitted for one period are one.
func (s *Service) Unread(ctx context.Context, by auth.Actor) (int64, error) {
	return countUnread(ctx, s.db, by.PersonID)
}

// List returns the actor's notifications, newest first, with ids below before (0: from the newest), at most limit.
func (s *Service) List(ctx context.Context, by auth.Actor, before int64, limit int) ([]Notification, error) {
	return listBefore(ctx, s.db, by.PersonID, before, limit)
}

// Named returns the actor's notifications with the ids, newest first. Ids of other people's and of deleted ones are left out.
func (s *Service) Named(ctx context.Context, by auth.Actor, ids []int64) ([]Notification, error) {
	return listNamed(ctx, s.db, by.PersonID, ids)
}

// MarkRead marks notifications of the actor as read: those with the ids, and all up to an id; 0 selects none. Notifications of
// other people are not changed.
func (s *Service) MarkRead(ctx context.Context, by auth.Actor, ids []int64, upTo int64) error {
	at := s.at()
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return setRead(ctx, tx, by.PersonID, ids, upTo, at) })
}

// Sweep deletes notifications older than 90 days.
func (s *Service) Sweep(ctx context.Context) error {
	before := db.InstantOf(s.now().Add(-retention))
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return deleteBefore(ctx, tx, before) })
}
