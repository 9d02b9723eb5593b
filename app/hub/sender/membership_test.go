package sender_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"presence/app/apptest/sends"
	"presence/app/apptest/sink"
	"presence/app/hub/campaigns"
	"presence/app/hub/sender"
	"presence/app/platform/mail"
	"presence/db"
	"presence/db/dbtest"
)

// replicas are two processes on one PostgreSQL database, with the world of a third that only looks on.
func replicas(t *testing.T, o sink.Options) (w *sends.World, one, two *campaigns.Service, url string) {
	t.Helper()
	url = dbtest.URL(t, db.Postgres)
	w = sends.New(t, sends.OpenAt(t, url), o)
	return w, w.NewService(sends.OpenAt(t, url)), w.NewService(sends.OpenAt(t, url)), url
}

// dropConnections ends every connection to the database but the one that asks, as a restart of the server does.
func dropConnections(w *sends.World) {
	w.Helper()
	if n := w.Count("SELECT COUNT(*) FROM (SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = " +
		"current_database() AND pid <> pg_backend_pid()) x"); n == 0 {
		w.Fatal("there was no connection to end")
	}
	dbtest.Until(w.TB, "lists can be read again", func() bool { // the world's connection for them has ended too
		_, err := db.ReadIDs(w.DB.Query(context.Background(), "SELECT 1"))
		return err == nil
	})
}

// comes waits until a count is what it should be, at most for the 5 s that a worker has to join again, and a machine
// under load as long again.
func comes(w *sends.World, what string, want int64, sql string, args ...any) {
	w.Helper()
	late := time.NewTimer(time.Minute)
	defer late.Stop()
	look := time.NewTicker(5 * time.Millisecond)
	defer look.Stop()
	for {
		var n int64
		err := w.DB.QueryRow(context.Background(), sql, args...).Scan(&n)
		if err == nil && n == want {
			return
		}
		select {
		case <-look.C:
		case <-late.C:
			w.Fatalf("%s: %d, want %d: %v\n%s", what, n, want, err, w.Log.String())
		}
	}
}

const (
	newerThan = "SELECT COUNT(*) FROM campaign_workers WHERE id > $1"
	lastOne   = "SELECT COALESCE(MAX(id), 0) FROM campaign_workers"
	allHeld   = `SELECT COUNT(*) FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 1
	AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
)

func TestWorker_joins_again(t *testing.T) {
	t.Run("when its connections are ended, before and in the middle of a send", func(t *testing.T) {
		w, one, two, _ := replicas(t, sink.Options{Dot: time.Millisecond})
		w.Work(one)
		w.Work(two)
		comes(w, "workers at the start", 2, newerThan, 0)
		before := w.Count(lastOne)
		dropConnections(w)
		comes(w, "workers that joined again", 2, newerThan, before)
		const guests = 600
		id := w.Invite(guests).Send().ID
		w.Sink.Wait(guests/6, time.Minute)
		before = w.Count(lastOne)
		dropConnections(w)
		w.Until(id, campaigns.Completed)
		w.DeliveredAll(guests)
		comes(w, "workers that joined again in the middle", 2, newerThan, before)
		comes(w, "workers without their lock", 2, allHeld)
		if n := w.Count("SELECT COUNT(*) FROM campaign_workers"); n != 2 {
			t.Errorf("%d workers are members, want 2", n)
		}
	})
	t.Run("when another one has deleted its row", func(t *testing.T) {
		w, one, _, _ := replicas(t, sink.Options{})
		w.Work(one)
		comes(w, "workers at the start", 1, newerThan, 0)
		before := w.Count(lastOne)
		w.Exec("DELETE FROM campaign_workers")
		comes(w, "workers that joined again", 1, newerThan, before)
		id := w.Invite(20).Send().ID
		w.Until(id, campaigns.Completed)
		w.DeliveredAll(20)
	})
	t.Run("without stopping what others are not to take up by themselves", func(t *testing.T) {
		w, _, _, url := replicas(t, sink.Options{Dot: time.Millisecond})
		w.Options.AutoResume = false
		w.Work(w.NewService(sends.OpenAt(t, url)))
		comes(w, "workers at the start", 1, newerThan, 0) // which stops what it finds under way
		id := w.Invite(200).Send().ID
		w.Sink.Wait(20, time.Minute)
		dropConnections(w)
		w.Until(id, campaigns.Completed)
		w.DeliveredAll(200)
	})
}

// TestWorker_slow_relay shows that a worker joins again while a relay still keeps the answer to a message of before, and
// that the answer counts when it comes.
func TestWorker_slow_relay(t *testing.T) {
	w, _, _, url := replicas(t, sink.Options{})
	g := &gate{Channel: w.Options.Channels[campaigns.Bulk], to: "g0@example.org", past: true, reached: make(chan struct{}),
		open: make(chan struct{})}
	w.Options.Channels, w.Options.Connections = map[string]mail.Channel{campaigns.Bulk: g}, 2
	w.Work(w.NewService(sends.OpenAt(t, url)))
	id := w.Invite(10).Send().ID
	<-g.reached
	before := w.Count(lastOne)
	dropConnections(w)
	comes(w, "workers that joined again", 1, newerThan, before)
	w.UntilIt("sent all the others", id, func(c campaigns.Campaign) bool { return c.Counts.Sent == 9 && c.Counts.Unconfirmed == 1 })
	close(g.open)
	w.Until(id, campaigns.Completed)
	w.DeliveredAll(10)
}

func TestWorker_heals(t *testing.T) {
	t.Run("a send that stands still because its rows are leased to nobody", func(t *testing.T) {
		sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
			c := w.Invite(20).Send()
			w.Abandon(c, 8, 4)
			w.Exec("DELETE FROM campaign_workers")
			w.Work(w.S)
			if got := w.Until(c.ID, campaigns.Interrupted); got.Reason != campaigns.UnconfirmedLeft || got.Counts.Sent != 16 ||
				got.Counts.Unconfirmed != 4 {
				t.Errorf("%s %+v", got.Reason, got.Counts)
			}
			w.DeliveredAll(16)
		})
	})
	t.Run("on its regular round, too", func(t *testing.T) {
		w, one, _, _ := replicas(t, sink.Options{})
		w.Work(one)
		comes(w, "workers at the start", 1, newerThan, 0)
		c := w.Invite(20).Send()
		w.Until(c.ID, campaigns.Completed)
		w.Exec("UPDATE campaign_recipients SET status = 0, phase = 1, lease = 1000000 WHERE id = $1", w.Campaign(c.ID).FirstID)
		w.Exec("UPDATE campaign_recipients SET status = 0, phase = 2, lease = 1000001 WHERE id = $1", w.Campaign(c.ID).LastID)
		w.Exec("UPDATE campaigns SET status = 'sending', pending = 2, sent = 18, finished_at = 0")
		got := w.Until(c.ID, campaigns.Interrupted)
		if got.Counts.Sent != 19 || got.Counts.Unconfirmed != 1 {
			t.Errorf("%+v", got.Counts)
		}
	})
}

// TestWorker_relieves shows that a worker that stands still loses its rows to another one, claims and marks nothing more
// under its old membership, and joins again when it goes on.
func TestWorker_relieves(t *testing.T) {
	w, _, two, url := replicas(t, sink.Options{})
	g := &gate{Channel: w.Options.Channels[campaigns.Bulk], to: "g0@example.org", reached: make(chan struct{}), open: make(chan struct{})}
	w.Options.Channels, w.Options.Connections = map[string]mail.Channel{campaigns.Bulk: g}, 1
	stalled := w.Worker(w.NewService(sends.OpenAt(t, url)), sends.Frozen)
	m, err := stalled.Join(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ctx, end := context.WithCancel(context.Background())
	var served sync.WaitGroup
	served.Go(func() { m.Run(ctx) })
	defer func() { end(); served.Wait(); stalled.Drained() }()
	id := w.Invite(10).Send().ID
	<-g.reached
	w.Work(two)
	w.Until(id, campaigns.Completed)
	w.DeliveredAll(10)
	if alive, err := m.BeatOnce(ctx); alive || err != nil {
		t.Errorf("the worker that stood still has its row still: %v", err)
	}
	w.Exec("UPDATE campaign_recipients SET status = 0, phase = 0")
	w.Exec("UPDATE campaigns SET status = 'sending', pending = 10, sent = 0")
	err = w.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		rows, err := sender.ClaimRecipients(ctx, tx, w.Campaign(id), m.ID(), db.InstantOf(w.Clock.Now()), 5)
		if len(rows) > 0 {
			t.Errorf("without a row it claimed %d", len(rows))
		}
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "UPDATE campaign_recipients SET phase = 1, lease = $1", m.ID()); err != nil {
			return err
		}
		first := w.Campaign(id).FirstID
		granted, err := sender.SetInFlight(ctx, tx, id, m.ID(), []int64{first})
		if len(granted) > 0 {
			t.Error("without a row it marked one that it had claimed")
		}
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, "UPDATE campaign_recipients SET status = 1, phase = 0, lease = 0")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	close(g.open)
}

// TestWorker_relieves_at_the_next_heartbeat shows that a worker that counts as stalled, and whose row could not be deleted because a
// transaction of its process still locked it, is relieved by the first heartbeat after that, not after as many more.
func TestWorker_relieves_at_the_next_heartbeat(t *testing.T) {
	w, one, two, _ := replicas(t, sink.Options{})
	stalled, err := w.Worker(one).Join(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	other := w.Worker(two).NeverJoined()
	reap := func(ctx context.Context) {
		if err := other.ReapDeadWorkers(ctx); err != nil {
			t.Fatal(err)
		}
	}
	for range sends.StalledAfter { // the first of them learns where its counter stands
		reap(t.Context())
	}
	err = w.DB.Write(t.Context(), func(_ context.Context, tx *db.Tx) error {
		if _, err := tx.Exec(t.Context(), "UPDATE campaign_workers SET name = name WHERE id = $1", stalled.ID()); err != nil {
			return err
		}
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		done := make(chan error, 1)
		go func() { done <- other.ReapDeadWorkers(ctx) }()
		if ended, err := dbtest.UntilBlocked(t, w.DB, done); ended {
			t.Errorf("it did not wait for the row: %v", err)
			return nil
		}
		cancel()
		if err := <-done; err == nil {
			t.Error("it deleted a row that was locked")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	reap(t.Context())
	if n := w.Count("SELECT COUNT(*) FROM campaign_workers WHERE id = $1", stalled.ID()); n != 0 {
		t.Error("the stalled worker has its row still")
	}
}

// TestWorker_takes_nothing_from_one_that_joins shows that rows which no worker had claimed, and which a worker that joins
// meanwhile claims, stay with that worker.
func TestWorker_takes_nothing_from_one_that_joins(t *testing.T) {
	w, one, _, _ := replicas(t, sink.Options{})
	c := w.Invite(4).Send()
	w.Abandon(c, 2, 0)
	w.Exec("DELETE FROM campaign_workers")
	c = w.Campaign(c.ID)
	taker := w.Worker(one).NeverJoined()
	var fresh int64
	err := dbtest.Meanwhile(t, w.DB, func(ctx context.Context, tx *db.Tx) (err error) {
		if fresh, err = sender.InsertWorker(ctx, tx, "fresh"); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "UPDATE campaign_recipients SET phase = 0, lease = 0 WHERE phase = 1"); err != nil {
			return err
		}
		rows, err := sender.ClaimRecipients(ctx, tx, c, fresh, db.InstantOf(w.Clock.Now()), 4)
		if err == nil && len(rows) != 4 {
			t.Errorf("%d rows are claimed", len(rows))
		}
		return err
	}, taker.ReleaseOrphans) // it has found the old lease, and waits for the rows
	if err != nil {
		t.Fatal(err)
	}
	if n := w.Count("SELECT COUNT(*) FROM campaign_recipients WHERE phase = 1 AND lease = $1", fresh); n != 4 {
		t.Errorf("of 4 rows that a worker claimed while it joined it has %d", n)
	}
}

// TestWorker_heartbeat_empties_no_cache shows that a heartbeat, every two seconds, is no change of a record.
func TestWorker_heartbeat_empties_no_cache(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		m, err := w.Worker(w.S).Join(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		before := w.DB.Generation()
		if alive, err := m.BeatOnce(t.Context()); !alive || err != nil || w.DB.Generation() != before {
			t.Errorf("alive: %t, %v; generation %d, before %d", alive, err, w.DB.Generation(), before)
		}
	})
}

// TestWorker_ends tests the stored state after a campaign and then the program ends, before the next heartbeat.
func TestWorker_ends(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		w.Exec("INSERT INTO people (id, email, name, role, language, created_at, updated_at) "+
			"VALUES ($1, 'a@example.org', 'A', 'events', 'fr', 1, 1)", sends.Staff.PersonID)
		stop := w.Run(w.Worker(w.S, sends.Frozen))
		w.Until(w.Invite(2).Send().ID, campaigns.Completed)
		t.Run("staff were notified in the transaction that completed the campaign", func(t *testing.T) {
			if n := w.Count("SELECT COUNT(*) FROM notifications WHERE kind = 'campaign.finished'"); n != 1 {
				t.Errorf("%d notifications", n)
			}
		})
		stop()
		t.Run("a worker that has stopped has no row any more", func(t *testing.T) {
			if n := w.Count("SELECT COUNT(*) FROM campaign_workers"); n != 0 {
				t.Errorf("%d rows", n)
			}
		})
	})
}

// TestWorker_waitToJoin has a worker try to join without a database, once a second: one attempt in 15 is logged.
func TestWorker_waitToJoin(t *testing.T) {
	w := sends.New(t, dbtest.Open(t, db.SQLite), sink.Options{})
	worker := w.Worker(w.S)
	if err := w.DB.Close(); err != nil {
		t.Fatal(err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if worker.WaitToJoin(ended) || w.Log.String() != "" {
		t.Errorf("a program that ends logs %s", w.Log.String())
	}
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 29*time.Second+500*time.Millisecond)
		defer cancel()
		if worker.WaitToJoin(ctx) {
			t.Error("it has joined")
		}
	})
	if n := strings.Count(w.Log.String(), "sender: the database fails"); n != 1 { // the service's clock stands still
		t.Errorf("30 attempts are logged %d times\n%s", n, w.Log.String())
	}
}

// What is done beside sending logs one line when it begins to fail, and one when it works again, also while nothing is sent.
func TestMembership_schedule_logs(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		m, err := w.Worker(w.S).Join(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		w.Exec("ALTER TABLE campaigns RENAME TO campaigns_moved")
		m.ScheduleOnce(t.Context())
		m.ScheduleOnce(t.Context())
		w.Exec("ALTER TABLE campaigns_moved RENAME TO campaigns")
		m.ScheduleOnce(t.Context())
		for _, line := range []string{"sender: maintenance fails", "sender: maintenance works again"} {
			if n := strings.Count(w.Log.String(), line); n != 1 {
				t.Errorf("%q is logged %d times\n%s", line, n, w.Log.String())
			}
		}
	})
}

// TestWorker_looks_for_work_again begins a send although its first look for campaigns has failed, and no signal follows. The log says
// that it fails, and that it works again.
func TestWorker_looks_for_work_again(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		id := w.Invite(2).Send().ID
		w.Exec("ALTER TABLE campaigns RENAME COLUMN status TO status_moved")
		w.Work(w.S)
		dbtest.Until(t, "a look that fails, and on PostgreSQL the one when Listen begins", func() bool {
			return strings.Contains(w.Log.String(), "looking for campaigns to send") && (w.DB.Dialect().OneMachine() || w.Count(
				"SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'") == 1)
		})
		w.Exec("ALTER TABLE campaigns RENAME COLUMN status_moved TO status")
		w.Until(id, campaigns.Completed)
		if n := strings.Count(w.Log.String(), "sender: the database works again"); n != 1 {
			t.Errorf("the end of the failures is logged %d times\n%s", n, w.Log.String())
		}
	})
}

// TestWorker_join_gives_its_lock_back joins again after a failure: the lock of the first attempt is free.
func TestWorker_join_gives_its_lock_back(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		worker := w.Worker(w.S)
		w.Exec("ALTER TABLE campaign_workers RENAME TO workers_moved")
		if _, err := worker.Join(t.Context()); err == nil {
			t.Fatal("it has joined without its table")
		}
		w.Exec("ALTER TABLE workers_moved RENAME TO campaign_workers")
		if _, err := worker.Join(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

// TestWorker_signals_the_end tells other processes that a campaign has ended.
func TestWorker_signals_the_end(t *testing.T) {
	w := sends.New(t, dbtest.Open(t, db.Postgres), sink.Options{}) // on SQLite Listen also calls each second, signal or not
	heard := make(chan struct{}, 1)
	var listener sync.WaitGroup
	ctx, stop := context.WithCancel(t.Context())
	defer listener.Wait()
	defer stop()
	listener.Go(func() {
		w.DB.Listen(ctx, campaigns.Changed, func() error {
			select {
			case heard <- struct{}{}:
			case <-ctx.Done():
			}
			return nil
		})
	})
	<-heard // it is connected
	id := w.Invite(2).Send().ID
	<-heard // the campaign has begun
	w.Work(w.S)
	w.Until(id, campaigns.Completed)
	select {
	case <-heard:
	case <-time.After(20 * time.Second):
		t.Error("no signal")
	}
}
