package campaigns

import (
	"context"
	"log/slog"
	"sync"
	"testing"
	"time"

	"presence/app/apptest/sink"
	"presence/app/platform/mail"
	"presence/db"
	"presence/db/dbtest"
)

// replicas are two processes on one PostgreSQL database, with the world of a third that only looks on.
func replicas(t *testing.T, o sink.Options) (w *world, one, two *Service, url string) {
	t.Helper()
	url = dbtest.URL(t, db.Postgres)
	w = newWorld(t, openAt(t, url), o)
	return w, w.service(openAt(t, url)), w.service(openAt(t, url)), url
}

// dropConnections ends every connection to the database but the one that asks, as a restart of the server does.
func (w *world) dropConnections() {
	w.Helper()
	if n := w.count("SELECT COUNT(*) FROM (SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()) x"); n == 0 {
		w.Fatal("there was no connection to end")
	}
}

// comes waits until a count is what it should be, at most for the 5 s that a worker has to join again, and a machine
// under load as long again.
func (w *world) comes(what string, want int64, sql string, args ...any) {
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
	allHeld   = `SELECT COUNT(*) FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 1 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
)

func TestWorker_joins_again(t *testing.T) {
	t.Run("when its connections are ended, before and in the middle of a send", func(t *testing.T) {
		w, one, two, _ := replicas(t, sink.Options{Dot: time.Millisecond})
		w.work(one)
		w.work(two)
		w.comes("workers at the start", 2, newerThan, 0)
		before := w.count(lastOne)
		w.dropConnections()
		w.comes("workers that joined again", 2, newerThan, before)
		const guests = 600
		id := w.invite(guests).send().ID
		w.Sink.Wait(guests/6, time.Minute)
		before = w.count(lastOne)
		w.dropConnections()
		w.until(id, Completed)
		w.deliveredAll(guests)
		w.comes("workers that joined again in the middle", 2, newerThan, before)
		w.comes("workers without their lock", 2, allHeld)
		if n := w.count("SELECT COUNT(*) FROM campaign_workers"); n != 2 {
			t.Errorf("%d workers are members, want 2", n)
		}
	})
	t.Run("when another one has deleted its row", func(t *testing.T) {
		w, one, _, _ := replicas(t, sink.Options{})
		w.work(one)
		w.comes("workers at the start", 1, newerThan, 0)
		before := w.count(lastOne)
		w.exec("DELETE FROM campaign_workers")
		w.comes("workers that joined again", 1, newerThan, before)
		id := w.invite(20).send().ID
		w.until(id, Completed)
		w.deliveredAll(20)
	})
	t.Run("without stopping what others are not to take up by themselves", func(t *testing.T) {
		w, _, _, url := replicas(t, sink.Options{Dot: time.Millisecond})
		w.o.AutoResume = false
		w.work(w.service(openAt(t, url)))
		w.comes("workers at the start", 1, newerThan, 0) // which stops what it finds under way
		id := w.invite(200).send().ID
		w.Sink.Wait(20, time.Minute)
		w.dropConnections()
		w.until(id, Completed)
		w.deliveredAll(200)
	})
}

// TestWorker_slow_relay shows that a worker joins again while a relay still keeps the answer to a message of before, and
// that the answer counts when it comes.
func TestWorker_slow_relay(t *testing.T) {
	w, one, _, _ := replicas(t, sink.Options{})
	g := &gate{Channel: w.o.Channels[Bulk], to: "g0@example.org", past: true, reached: make(chan struct{}), open: make(chan struct{})}
	one.o.Channels, one.o.Connections = map[string]mail.Channel{Bulk: g}, 2
	w.work(one)
	id := w.invite(10).send().ID
	<-g.reached
	before := w.count(lastOne)
	w.dropConnections()
	w.comes("workers that joined again", 1, newerThan, before)
	w.untilIt("sent all the others", id, func(c Campaign) bool { return c.Counts.Sent == 9 && c.Counts.Unconfirmed == 1 })
	close(g.open)
	w.until(id, Completed)
	w.deliveredAll(10)
}

func TestWorker_heals(t *testing.T) {
	t.Run("a send that stands still because its rows are leased to nobody", func(t *testing.T) {
		eachWorld(t, sink.Options{}, func(t *testing.T, w *world) {
			c := w.invite(20).send()
			w.abandon(c, 8, 4)
			w.exec("DELETE FROM campaign_workers")
			w.work(w.S)
			if got := w.until(c.ID, Interrupted); got.Reason != UnconfirmedLeft || got.Counts.Sent != 16 || got.Counts.Unconfirmed != 4 {
				t.Errorf("%s %+v", got.Reason, got.Counts)
			}
			w.deliveredAll(16)
		})
	})
	t.Run("on its regular round, too", func(t *testing.T) {
		w, one, _, _ := replicas(t, sink.Options{})
		w.work(one)
		w.comes("workers at the start", 1, newerThan, 0)
		c := w.invite(20).send()
		w.until(c.ID, Completed)
		w.exec("UPDATE campaign_recipients SET status = 0, phase = 1, lease = 1000000 WHERE id = $1", w.campaign(c.ID).FirstID)
		w.exec("UPDATE campaign_recipients SET status = 0, phase = 2, lease = 1000001 WHERE id = $1", w.campaign(c.ID).LastID)
		w.exec("UPDATE campaigns SET status = 'sending', pending = 2, sent = 18, finished_at = 0")
		got := w.until(c.ID, Interrupted)
		if got.Counts.Sent != 19 || got.Counts.Unconfirmed != 1 {
			t.Errorf("%+v", got.Counts)
		}
	})
}

// TestWorker_relieves shows that a worker that stands still loses its rows to another one, claims and marks nothing more
// under its old membership, and joins again when it goes on.
func TestWorker_relieves(t *testing.T) {
	w, one, two, _ := replicas(t, sink.Options{})
	g := &gate{Channel: w.o.Channels[Bulk], to: "g0@example.org", reached: make(chan struct{}), open: make(chan struct{})}
	one.o.Channels, one.o.Connections = map[string]mail.Channel{Bulk: g}, 1
	one.heartbeatEvery = time.Hour
	frozen := NewWorker(one, slog.New(slog.NewTextHandler(w.Log, nil)))
	r, err := frozen.join(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ctx, end := context.WithCancel(context.Background())
	var served sync.WaitGroup
	served.Go(func() { r.run(ctx, ctx) })
	defer func() { end(); served.Wait(); frozen.draining.Wait() }()
	id := w.invite(10).send().ID
	<-g.reached
	w.work(two)
	w.until(id, Completed)
	w.deliveredAll(10)
	if alive, err := r.beatOnce(ctx); alive || err != nil {
		t.Errorf("the worker that stood still has its row still: %v", err)
	}
	w.exec("UPDATE campaign_recipients SET status = 0, phase = 0")
	w.exec("UPDATE campaigns SET status = 'sending', pending = 10, sent = 0")
	err = w.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		var d countsChange
		rows, err := claimRecipients(ctx, tx, w.campaign(id), r.id, w.S.at(), 5, &d)
		if len(rows) > 0 {
			t.Errorf("without a row it claimed %d", len(rows))
		}
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "UPDATE campaign_recipients SET phase = 1, lease = $1", r.id); err != nil {
			return err
		}
		first := w.campaign(id).FirstID
		granted, err := setInFlight(ctx, tx, id, r.id, []int64{first})
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

// TestWorker_takes_nothing_from_one_that_joins shows that rows which were nobody's, and which somebody who joins
// meanwhile claims, stay with whoever claimed them.
func TestWorker_takes_nothing_from_one_that_joins(t *testing.T) {
	w, one, _, _ := replicas(t, sink.Options{})
	c := w.invite(4).send()
	w.abandon(c, 2, 0)
	w.exec("DELETE FROM campaign_workers")
	c = w.campaign(c.ID)
	taker := newMembership(NewWorker(one, slog.New(slog.DiscardHandler)), nil)
	var fresh int64
	err := dbtest.Meanwhile(t, w.DB, func(ctx context.Context, tx *db.Tx) (err error) {
		var d countsChange
		if fresh, err = insertWorker(ctx, tx, "fresh", 1); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "UPDATE campaign_recipients SET phase = 0, lease = 0 WHERE phase = 1"); err != nil {
			return err
		}
		rows, err := claimRecipients(ctx, tx, c, fresh, w.S.at(), 4, &d)
		if err == nil && len(rows) != 4 {
			t.Errorf("%d rows are claimed", len(rows))
		}
		return err
	}, taker.releaseOrphans) // it has found the old lease, and waits for the rows
	if err != nil {
		t.Fatal(err)
	}
	if n := w.count("SELECT COUNT(*) FROM campaign_recipients WHERE phase = 1 AND lease = $1", fresh); n != 4 {
		t.Errorf("of 4 rows that a worker claimed while it joined it has %d", n)
	}
}
