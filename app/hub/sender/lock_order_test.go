package sender_test

import (
	"context"
	"errors"
	"testing"

	"presence/app/accounts/auth"
	"presence/app/apptest/sends"
	"presence/app/apptest/sink"
	"presence/app/hub/campaigns"
	"presence/app/hub/sender"
	"presence/app/hub/tracking"
	"presence/app/platform/mail"
	"presence/db"
	"presence/db/dbtest"
)

// TestLockOrder shows that every transaction that changes recipients and their campaign locks the recipients first: while
// another one holds the recipients, it waits without having locked the campaign.
func TestLockOrder(t *testing.T) {
	type write func(ctx context.Context) error
	cases := map[string]func(w *sends.World, c campaigns.Campaign) write{
		"a batch with an outcome that pauses the campaign": func(w *sends.World, c campaigns.Campaign) write {
			m := claimed(w, c)
			return func(ctx context.Context) error { return m.PauseInBatch(ctx, c, c.FirstID) }
		},
		"the release of what a dead worker leased": func(w *sends.World, c campaigns.Campaign) write {
			w.Abandon(c, 2, 2)
			w.Exec("DELETE FROM campaign_workers")
			return w.Worker(w.S).NeverJoined().ReleaseOrphans
		},
		"the confirmation of a guest who answered": func(w *sends.World, c campaigns.Campaign) write {
			unconfirmed(w, c)
			w.Register(c.FirstID)
			return w.S.ConfirmAllResponded
		},
		"staff who resume and have messages sent again": func(w *sends.World, c campaigns.Campaign) write {
			unconfirmed(w, c)
			w.Exec("UPDATE campaigns SET status = 'paused'")
			return func(ctx context.Context) error {
				_, err := w.S.Resume(ctx, sends.Staff, c.ID, campaigns.Resumption{Again: true})
				return err
			}
		},
		"staff who resolve unconfirmed messages": func(w *sends.World, c campaigns.Campaign) write {
			unconfirmed(w, c)
			return func(ctx context.Context) error {
				_, err := w.S.Resolve(ctx, sends.Staff, c.ID, campaigns.Resolution{Sent: true, Recipients: []int64{c.FirstID}})
				return err
			}
		},
		"a click": func(w *sends.World, c campaigns.Campaign) write {
			token := campaigns.NewLinkTokens(w.Options.Secret, c.Salt).Tracking(c.FirstID)
			return func(ctx context.Context) error {
				_, err := w.Tracking.Click(ctx, token, campaigns.ClickRSVP, tracking.Visit{Agent: sends.BrowserAgent})
				w.Recorded()
				return err
			}
		},
		"a call of the delivery webhook": func(w *sends.World, c campaigns.Campaign) write {
			id := w.S.MessageID(c, c.FirstID, "example.com")
			return func(ctx context.Context) error {
				return w.Tracking.RecordDeliveryEvents(ctx, []mail.ProviderEvent{{Kind: mail.Delivered, At: w.Clock.Now(), ID: id}})
			}
		},
	}
	for name, prepare := range cases {
		t.Run(name, func(t *testing.T) {
			sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
				c := w.Campaign(w.Invite(4).Send().ID)
				write := prepare(w, c)
				waited, err := whileLocked(t, w.DB, all(c), func(ctx context.Context, tx *db.Tx) error {
					return dbtest.LockNow(ctx, tx, "campaigns", c.ID)
				}, write)
				if err != nil {
					t.Fatal(err)
				}
				if !waited && !w.DB.Dialect().OneWriter() {
					t.Error("the transaction waits for no recipient")
				}
				if w.Campaign(c.ID).Version == c.Version {
					t.Error("the transaction did not change the campaign")
				}
				w.CheckCounts(c.ID)
			})
		})
	}
}

// TestLockOrder_within_a_batch shows that a batch locks recipients by ascending id, whatever the order of its outcomes:
// while it waits for the first one it holds no later one, which another transaction in that order may want next.
func TestLockOrder_within_a_batch(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		c := w.Campaign(w.Invite(4).Send().ID)
		m := claimed(w, c)
		_, err := whileLocked(t, w.DB, []int64{c.FirstID}, func(ctx context.Context, tx *db.Tx) error {
			return dbtest.LockNow(ctx, tx, "campaign_recipients", c.LastID)
		}, func(ctx context.Context) error {
			return m.PauseInBatch(ctx, c, c.LastID, c.FirstID)
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := w.Campaign(c.ID); got.State != campaigns.Paused || got.Counts.Failed != 2 {
			t.Errorf("%s %+v", got.State, got.Counts)
		}
		w.CheckCounts(c.ID)
	})
}

// TestLockOrder_of_notifications shows that a transaction which completes a campaign, and then changes the counts of another, takes the
// lock of notifications after the rows of both: while it waits for the second, who holds that row can notify staff.
func TestLockOrder_of_notifications(t *testing.T) {
	w := sends.New(t, dbtest.Open(t, db.Postgres), sink.Options{})
	w.Exec("INSERT INTO people (id, email, name, role, language, created_at, updated_at) "+
		"VALUES ($1, 'a@example.org', 'A', 'events', 'fr', 1, 1)", sends.Staff.PersonID)
	first := w.Invite(2).Send()
	w.Exec("UPDATE campaigns SET status = 'cancelled'")
	w.Exec("DELETE FROM campaign_recipients")
	second := w.Send()
	w.Exec("UPDATE campaigns SET status = 'interrupted', reason = $1, pending = 1, unconfirmed = 1, sent = 1 WHERE id = $2",
		campaigns.UnconfirmedLeft, first.ID)
	done := make(chan error, 1)
	err := w.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		if err := tx.LockRows(ctx, "campaigns", second.ID); err != nil {
			return err
		}
		go func() {
			done <- w.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				_, err := campaigns.MoveRecipients(ctx, tx, db.InstantOf(w.Clock.Now()), auth.Actor{}, func(m *campaigns.Moves) error {
					m.Count(second.ID, campaigns.CountsChange{Opened: 1})
					m.Count(first.ID, campaigns.CountsChange{Pending: -1, Unconfirmed: -1, Sent: 1, Resolved: 1})
					return nil
				})
				return err
			})
		}()
		if ended, err := dbtest.UntilBlocked(t, w.DB, done); ended {
			t.Errorf("the transaction waits for no campaign (%v)", err)
			done <- err
		}
		var free bool
		err := tx.QueryRow(ctx, "SELECT pg_try_advisory_xact_lock(hashtext('notifications'))").Scan(&free)
		if err == nil && !free {
			t.Error("the transaction that waits holds the lock of notifications")
		}
		return err
	})
	if err := errors.Join(err, <-done); err != nil {
		t.Fatal(err)
	}
	if got := w.Campaign(first.ID); got.State != campaigns.Completed {
		t.Errorf("the first campaign is %s", got.State)
	}
	if n := w.Count("SELECT COUNT(*) FROM notifications WHERE kind = 'campaign.finished'"); n == 0 {
		t.Error("nobody was notified")
	}
}

// all are the ids of a campaign's recipients.
func all(c campaigns.Campaign) (ids []int64) {
	for id := c.FirstID; id <= c.LastID; id++ {
		ids = append(ids, id)
	}
	return ids
}

// claimed is the membership of a worker that has claimed all recipients of a campaign.
func claimed(w *sends.World, c campaigns.Campaign) sender.Membership {
	w.Helper()
	m, err := w.Worker(w.S).Join(w.Context())
	if err != nil {
		w.Fatal(err)
	}
	w.Exec("UPDATE campaign_recipients SET phase = "+campaigns.PhaseClaimed.SQL()+", lease = $1 WHERE campaign_id = $2", m.ID(), c.ID)
	return m
}

// unconfirmed makes all recipients of a campaign unconfirmed.
func unconfirmed(w *sends.World, c campaigns.Campaign) {
	w.Helper()
	w.Exec("UPDATE campaign_recipients SET phase = "+campaigns.PhaseUnconfirmed.SQL()+", attempts = 1 WHERE campaign_id = $1", c.ID)
	w.Exec("UPDATE campaigns SET unconfirmed = pending WHERE id = $1", c.ID)
}

// whileLocked runs write while another transaction holds recipients, and then in that transaction, which must not have to
// wait for what write holds, once write waits or has ended. SQLite has one writer at a time: there it only runs write.
func whileLocked(t *testing.T, d *db.DB, held []int64, then func(context.Context, *db.Tx) error,
	write func(context.Context) error) (waited bool, err error) {
	t.Helper()
	if d.Dialect().OneWriter() {
		return false, write(t.Context())
	}
	done := make(chan error, 1)
	err = d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		if err := tx.LockRows(ctx, "campaign_recipients", held...); err != nil {
			return err
		}
		go func() { done <- write(t.Context()) }()
		ended, result := dbtest.UntilBlocked(t, d, done)
		if ended {
			done <- result
		}
		waited = !ended
		return then(ctx, tx)
	})
	if err != nil {
		t.Errorf("the transaction that waits holds what is locked later: %v", err)
	}
	return waited, <-done
}
