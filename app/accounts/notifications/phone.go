package notifications

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"presence/app/accounts/auth"
	"presence/app/accounts/push"
	"presence/app/platform/background"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/db"
)

// The times of notices on devices.
const (
	phoneDelay     = 20 * time.Second // a notification that is read, replaced or withdrawn meanwhile is not sent
	phoneLookEvery = 10 * time.Second // interval at which notifications that are due are looked for
	phonesPerTx    = 500              // notifications that are taken in one transaction
)

// WorkPhones calls QueuePhones until ctx ends. Every replica may run it.
func (s *Service) WorkPhones(ctx context.Context, report func(context.Context, error)) {
	background.Repeat(ctx, phoneLookEvery, nil, func() { report(ctx, s.QueuePhones(ctx)) })
}

// QueuePhones queues the notices that are due on devices. It may be called at any time, by several replicas: a notice is queued in the
// transaction that marks its notifications as done, and so once.
func (s *Service) QueuePhones(ctx context.Context) error {
	before := db.InstantOf(s.now().Add(-phoneDelay))
	for n := phonesPerTx; n == phonesPerTx; {
		if due, err := anyForPhones(ctx, s.db, before); err != nil || !due {
			return err // without a transaction
		}
		if err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			taken, err := takeForPhones(ctx, tx, before, phonesPerTx)
			n = len(taken)
			if err != nil || n == 0 || s.phones == nil {
				return err
			}
			list, err := s.notices(ctx, tx, taken)
			if err != nil {
				return err
			}
			return s.phones.Queue(ctx, tx, list)
		}); err != nil {
			return err
		}
	}
	return nil
}

// notices returns a notice for each person and topic of some notifications that have not been read, for people who can sign in.
func (s *Service) notices(ctx context.Context, tx *db.Tx, taken []Notification) (list []push.Message, err error) {
	taken = slices.DeleteFunc(taken, func(n Notification) bool { return n.ReadAt != 0 })
	if len(taken) == 0 {
		return nil, nil
	}
	slices.SortFunc(taken, func(a, b Notification) int {
		return cmp.Or(cmp.Compare(a.PersonID, b.PersonID), cmp.Compare(a.topic(), b.topic()), cmp.Compare(b.ID, a.ID))
	})
	people := personIDs(taken, func(n Notification) string { return n.PersonID })
	recipients, err := auth.PeopleWithAccess(ctx, tx, people)
	if err != nil {
		return nil, err
	}
	unread, err := unreadCounts(ctx, tx, people)
	if err != nil {
		return nil, err
	}
	for len(taken) > 0 {
		first := taken[0]
		n := slices.IndexFunc(taken, func(x Notification) bool { return x.PersonID != first.PersonID || x.topic() != first.topic() })
		if n < 0 {
			n = len(taken)
		}
		if p, ok := recipients[first.PersonID]; ok {
			m := push.Message{PersonID: p.ID, Notification: first.ID, Notice: s.notice(p.Language, taken[:n])}
			m.Unread = unread[p.ID]
			list = append(list, m)
		}
		taken = taken[n:]
	}
	return list, nil
}

// notice returns what a device shows for notifications of one topic, the newest first. Anyone near the device can read it, so it gives the
// days of leave and not the type.
func (s *Service) notice(l i18n.Lang, list []Notification) push.Notice {
	first := list[0]
	w := s.mailMessage(l, first)
	body := strings.TrimSuffix(w.text, ".")
	if w.detail != "" {
		body += " · " + w.detail
	}
	notice := push.Notice{Title: l.T(specOf(first.topic()).subject), Body: body, URL: paths.NotificationsOpen(first.ID),
		Tag: "n" + strconv.FormatInt(first.ID, 10), Lang: string(l)}
	if len(list) > 1 {
		notice.Body += "\n" + l.N(len(list)-1, i18n.PrefMore)
		notice.URL = paths.Notifications()
	}
	return notice
}
