package directory

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/db"
	"presence/db/dbtest"
)

// mirrored returns every customer that readers see: number, name, and how many addresses and subscriptions it has.
func mirrored(t *testing.T, d *db.DB) string {
	t.Helper()
	rows, err := d.Query(t.Context(),
		`SELECT customer_id, name, (SELECT COUNT(*) FROM directory_emails e WHERE e.customer = l.id), (SELECT COUNT(*)
		FROM directory_subscriptions s WHERE s.customer = l.id), monthly_cents
		FROM directory_live l ORDER BY customer_id`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var b strings.Builder
	for rows.Next() {
		var id, name string
		var emails, plans, cents int64
		if err := rows.Scan(&id, &name, &emails, &plans, &cents); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%s %s %d %d %d\n", id, name, emails, plans, cents)
	}
	return b.String()
}

func scalar(t *testing.T, d *db.DB, query string) (n int64) {
	t.Helper()
	if err := d.QueryRow(t.Context(), query).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// sweptUp fails when a table holds rows that no reader sees.
func sweptUp(t *testing.T, d *db.DB) {
	t.Helper()
	for _, query := range []string{
		`SELECT COUNT(*) FROM directory_customers WHERE id NOT IN (SELECT id FROM directory_live)`,
		`SELECT COUNT(*) FROM directory_customers WHERE to_gen < 9223372036854775807`,
		`SELECT COUNT(*) FROM directory_words WHERE customer NOT IN (SELECT id FROM directory_live)`,
		`SELECT COUNT(*) FROM directory_emails WHERE customer NOT IN (SELECT id FROM directory_live)`,
	} {
		if n := scalar(t, d, query); n != 0 {
			t.Errorf("%d rows are left by %s", n, query)
		}
	}
}

func TestService_Sync(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		source := &fixed{mark: "1", customers: testCustomers(1203)}
		s, _ := serviceOf(d, source)
		t.Run("fills an empty mirror", func(t *testing.T) {
			r := mustSync(t, s, SyncOptions{})
			if r.State != "done" || r.Read != 1203 || r.Added != 1203 || r.Changed+r.Removed+r.Rejected != 0 || r.Total == nil || *r.Total != 1203 {
				t.Errorf("the run is %+v", r)
			}
			if n := scalar(t, d, "SELECT COUNT(*) FROM directory_live"); n != 1203 {
				t.Errorf("%d customers are read", n)
			}
			if n := scalar(t, d, "SELECT COUNT(*) FROM directory_live WHERE monthly_cents = 4995 AND subscribed"); n != 1203 {
				t.Errorf("%d customers have what they pay", n)
			}
		})
		t.Run("leaves everything when the source has not changed", func(t *testing.T) {
			if r := mustSync(t, s, SyncOptions{}); r.State != "unchanged" || r.Read != 0 {
				t.Errorf("the run is %+v", r)
			}
		})
		t.Run("changes, adds and removes", func(t *testing.T) {
			source.mark = "2"
			source.customers = append(testCustomers(1200), testCustomer(5000))
			source.customers[7].City = "Gaspé"
			source.customers[8].Emails = append(source.customers[8].Emails, "deux@example.com")
			r := mustSync(t, s, SyncOptions{})
			if r.State != "done" || r.Added != 1 || r.Changed != 2 || r.Removed != 3 {
				t.Errorf("the run is %+v", r)
			}
			sweptUp(t, d)
			list, err := s.Get(t.Context(), []string{"C-000008", "C-nobody", "C-000007"})
			if err != nil || len(list) != 2 || list[0].ID != "C-000008" || len(list[0].Emails) != 2 || list[1].City != "Gaspé" ||
				len(list[1].Subscriptions) != 1 {
				t.Errorf("the customers are %+v, %v", list, err)
			}
			if n := scalar(t, d, "SELECT customers FROM directory_state"); n != 1201 {
				t.Errorf("%d customers were counted", n)
			}
			if n := scalar(t, d, "SELECT customers FROM directory_cities WHERE city = 'Gaspé'"); n != 1 {
				t.Errorf("%d customers of Gaspé were counted", n)
			}
			if all := scalar(t, d, "SELECT CAST(SUM(customers) AS BIGINT) FROM directory_cities"); all != 1201 {
				t.Errorf("%d customers of cities were counted", all)
			}
		})
		t.Run("writes nothing when a forced reading finds nothing new", func(t *testing.T) {
			last := scalar(t, d, "SELECT last_id FROM directory_state")
			r := mustSync(t, s, SyncOptions{Force: true})
			if r.State != "done" || r.Read != 1201 || r.Added+r.Changed+r.Removed != 0 {
				t.Errorf("the run is %+v", r)
			}
			if now := scalar(t, d, "SELECT last_id FROM directory_state"); now != last {
				t.Errorf("%d copies were written", now-last)
			}
		})
		t.Run("rejects what it cannot take, and keeps what it had of it", func(t *testing.T) {
			source.mark = "3"
			source.customers[3].Name = strings.Repeat("x", 201)
			source.customers[4].Type = "robot"
			source.items = []Item{
				{Place: "nowhere", Customer: Customer{Name: "Sans numéro"}},
				{Place: "twice", Customer: source.customers[5]},
				{Place: "garbled", Customer: Customer{ID: "C-G", Name: "\xff\xfe"}},
				{Place: "broken", Reject: &Reject{Reason: "unreadable"}},
			}
			r := mustSync(t, s, SyncOptions{})
			if r.Rejected != 6 || r.Removed != 0 || r.Changed != 0 || r.State != "done" {
				t.Errorf("the run is %+v", r)
			}
			_, list, err := s.Run(t.Context(), r.ID)
			got := ""
			for _, x := range list {
				got += x.Place + "|" + x.CustomerID + "|" + x.Error() + "\n"
			}
			want := "record 4|C-000003|too_long name\nrecord 5|C-000004|bad_value type\nnowhere||required " +
				"customer_id\ntwice|C-000005|duplicate customer_id\ngarbled|C-G|bad_text name\nbroken||unreadable\n"
			if err != nil || got != want {
				t.Errorf("rejected are\n%s%v, want\n%s", got, err, want)
			}
		})
		t.Run("publishes a change of the first batch when the last has only what is rejected", func(t *testing.T) {
			source.mark = "rejects last"
			source.customers[9].City = "Percé"
			if r := mustSync(t, s, SyncOptions{}); r.Changed != 1 || r.Rejected != 6 {
				t.Errorf("the run is %+v", r)
			}
			if list, err := s.Get(t.Context(), []string{"C-000009"}); err != nil || len(list) != 1 || list[0].City != "Percé" {
				t.Errorf("readers see %+v, %v", list, err)
			}
		})
		t.Run("refuses a source that has lost most of its customers, until it is forced", func(t *testing.T) {
			before := mirrored(t, d)
			source.mark, source.items, source.customers = "4", nil, testCustomers(500)
			r, err := s.Sync(t.Context(), SyncOptions{})
			if f, ok := errors.AsType[*Failure](err); !ok || f.Code != "shrunk" || r.State != "failed" || r.Problem != "shrunk: 500 of 1201" {
				t.Errorf("the run is %+v, %v", r, err)
			}
			if mirrored(t, d) != before {
				t.Error("readers see something else than before")
			}
			sweptUp(t, d)
			if r := mustSync(t, s, SyncOptions{Force: true}); r.Removed != 701 {
				t.Errorf("the forced run is %+v", r)
			}
		})
		t.Run("refuses an empty source", func(t *testing.T) {
			source.mark, source.customers = "5", nil
			if r, err := s.Sync(t.Context(), SyncOptions{}); err == nil || r.Problem != "shrunk: 0 of 500" {
				t.Errorf("the run is %+v, %v", r, err)
			}
		})
		t.Run("takes what a source says of changes alone", func(t *testing.T) {
			source.mark, source.partial, source.customers = "6", true, []Customer{testCustomer(600)}
			source.items = []Item{{Gone: true, Customer: Customer{ID: "C-000001"}}, {Gone: true, Customer: Customer{ID: "C-never"}}}
			r := mustSync(t, s, SyncOptions{})
			if r.Added != 1 || r.Removed != 1 || scalar(t, d, "SELECT COUNT(*) FROM directory_live") != 500 {
				t.Errorf("the run is %+v", r)
			}
			sweptUp(t, d)
		})
	})
}

// TestService_Sync_Abandoned leaves runs at several points as a process does that dies: without a heartbeat, and with half a
// generation written.
func TestService_Sync_Abandoned(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		source := &fixed{mark: "1", customers: testCustomers(1100)}
		s, clock := serviceOf(d, source)
		mustSync(t, s, SyncOptions{})
		before := mirrored(t, d)
		source.customers = testCustomers(1500)
		for i := range source.customers {
			source.customers[i].City = "Amos"
		}
		for point := 1; point < 1500; point += 499 {
			source.mark = fmt.Sprint("half ", point)
			run, held, err := beginRun(t, s)
			if err != nil {
				t.Fatal(err)
			}
			x := &syncRun{s: s, source: s.Source, run: run, old: run.previous, screening: screening{seen: map[string]bool{}}}
			source.at = func(n int) error {
				if n == point {
					return errors.New("killed")
				}
				return nil
			}
			if _, _, err := x.work(t.Context()); err == nil {
				t.Fatal("the run goes on")
			}
			if _, err := s.Sync(t.Context(), SyncOptions{}); !errs.HasCode(err, "sync_running") {
				t.Errorf("beside a run that is alive another one begins: %v", err)
			}
			if mirrored(t, d) != before {
				t.Fatalf("after %d records readers see half a generation", point)
			}
			if frozen := point > 500; frozen {
				clock.forward(2 * runTimeout)
			} else {
				held.Release() // as the system does when a process dies
			}
			source.at = func(int) error { return errors.New("unplugged") }
			if _, err := s.Sync(t.Context(), SyncOptions{}); err == nil {
				t.Fatal("a source that fails syncs")
			}
			if mirrored(t, d) != before {
				t.Fatalf("the run after it changes what readers see")
			}
			sweptUp(t, d)
			if err := x.write(t.Context(), &batch{fresh: []*storedCustomer{toStored(testCustomer(9), digestOf(testCustomer(9)))}}); !errors.Is(err,
				errLost) {
				t.Errorf("a run that was given up for dead still writes: %v", err)
			}
			x.wrote = true
			if err := x.publish(t.Context(), ""); !errors.Is(err, errLost) {
				t.Errorf("it publishes: %v", err)
			}
			x.seen = map[string]bool{}
			if err := x.endMissing(t.Context()); !errors.Is(err, errLost) {
				t.Errorf("it removes customers: %v", err)
			}
			if r, err := x.finish(t.Context(), runResult{state: "unchanged"}, nil); err != nil || r.State != "failed" {
				t.Errorf("it saves a result of its own: %+v, %v", r, err)
			}
			if r, err := x.finish(t.Context(), runResult{}, errLost); !errors.Is(err, errLost) || r.State != "failed" {
				t.Errorf("that it was given up is not told: %+v, %v", r, err)
			}
			if err := x.sweep(t.Context()); !errors.Is(err, errLost) {
				t.Errorf("it deletes what another run may have written: %v", err)
			}
			held.Release()
		}
		source.at = nil
		if r := mustSync(t, s, SyncOptions{}); r.Changed != 1100 || r.Added != 400 {
			t.Errorf("the run is %+v", r)
		}
		sweptUp(t, d)
	})
}

// broken is a source that never comes to its end, for example because the database drops all its connections.
type broken struct {
	fixed
	drop func() // called once the records are read
}

func (b *broken) Each(ctx context.Context, since string, to RecordWriter) (Listing, error) {
	if l, err := b.fixed.Each(ctx, since, to); err != nil {
		return l, err
	}
	b.drop()
	<-ctx.Done() // the run notices by itself, with nothing to write
	return Listing{}, ctx.Err()
}

// When Close returns, the stopped sync has saved that it failed and has deleted the rows it wrote, so that the database can be
// closed.
func TestService_WorkIsClosed(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		read := make(chan struct{})
		s, _ := serviceOf(d, &broken{fixed: fixed{customers: testCustomers(10)}, drop: func() { close(read) }})
		if _, err := s.Start(t.Context(), auth.Actor{}, SyncOptions{}); err != nil {
			t.Fatal(err)
		}
		<-read
		s.Work.Close()
		if r, err := s.Latest(t.Context()); err != nil || r.State != "failed" {
			t.Errorf("the run is %q, %v", r.State, err)
		}
		sweptUp(t, d)
	})
}

// TestService_Sync_LosesItsLock shows that a run whose lock is lost ends by itself, leaves what readers see as it is, and
// that another one may take it up at once.
func TestService_Sync_LosesItsLock(t *testing.T) {
	d := dbtest.Open(t, db.Postgres)
	source := &broken{fixed: fixed{mark: "1", customers: testCustomers(1100)}}
	s, _ := serviceOf(d, &source.fixed)
	mustSync(t, s, SyncOptions{})
	before := mirrored(t, d)
	source.customers = testCustomers(1500)
	source.mark = "2"
	source.drop = func() {
		var n int
		if err := d.QueryRow(t.Context(),
			"SELECT COUNT(*) FROM (SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = current_database() "+
				"AND pid <> pg_backend_pid()) x").Scan(&n); err != nil || n == 0 {
			t.Errorf("ended %d connections: %v", n, err)
		}
	}
	s.Source = source
	if r, err := s.Sync(t.Context(), SyncOptions{}); !errors.Is(err, errLost) || r.State != "running" {
		t.Errorf("the run that lost its lock is %+v, %v", r, err)
	}
	dbtest.Until(t, "a list is read by a new connection", func() bool {
		_, err := db.ReadIDs(d.Query(t.Context(), "SELECT 1"))
		return err == nil
	})
	if mirrored(t, d) != before {
		t.Error("readers see half a generation")
	}
	s.Source = &source.fixed
	if r := mustSync(t, s, SyncOptions{onlyIfDue: true}); r.Added != 400 {
		t.Errorf("the run that took it up is %+v", r)
	}
	sweptUp(t, d)
}

func TestService_Sync_Stopped(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		source := &fixed{customers: testCustomers(1200)}
		s, _ := serviceOf(d, source)
		ctx, cancel := context.WithCancel(t.Context())
		source.at = func(n int) error {
			if n == 900 {
				cancel()
			}
			return ctx.Err()
		}
		r, err := s.Sync(ctx, SyncOptions{})
		if !errors.Is(err, context.Canceled) || r.State != "failed" || r.Problem != "interrupted" {
			t.Errorf("the run is %+v, %v", r, err)
		}
		sweptUp(t, d)
	})
}

func TestService_Sync_WithoutASource(t *testing.T) {
	s, _ := serviceOf(dbtest.Open(t, db.SQLite), nil)
	s.Source = nil
	if _, err := s.Sync(t.Context(), SyncOptions{}); !errs.HasCode(err, "no_source") {
		t.Errorf("it fails with %v", err)
	}
}

func TestService_Keep(t *testing.T) {
	d := dbtest.Open(t, db.SQLite)
	source := &fixed{mark: "1", customers: testCustomers(10)}
	s, clock := serviceOf(d, source)
	if _, err := s.Sync(t.Context(), SyncOptions{onlyIfDue: true}); err != nil {
		t.Fatal(err)
	}
	clock.forward(14 * time.Minute)
	if _, err := s.Sync(t.Context(), SyncOptions{onlyIfDue: true}); !errors.Is(err, errNotDue) {
		t.Errorf("before its time it syncs: %v", err)
	}
	clock.forward(time.Minute)
	if r, err := s.Sync(t.Context(), SyncOptions{onlyIfDue: true}); err != nil || r.State != "unchanged" {
		t.Errorf("when it is time it does not sync: %+v, %v", r, err)
	}
	clock.forward(-2 * time.Hour)
	if r, err := s.Sync(t.Context(), SyncOptions{onlyIfDue: true}); err != nil || r.State != "unchanged" {
		t.Errorf("after the clock was set back it waits for the old time to come again: %+v, %v", r, err)
	}
	ctx, stop := context.WithCancel(t.Context())
	over := make(chan struct{})
	go func() { s.SyncPeriodically(ctx, noFailure(t)); close(over) }()
	stop()
	select {
	case <-over:
	case <-time.After(10 * time.Second):
		t.Error("it keeps on after the end of its context")
	}
}

func TestService_Sync_tells_the_planner_of_the_mirror(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s, _ := serviceOf(d, &fixed{customers: testCustomers(300)})
		mustSync(t, s, SyncOptions{})
		for _, table := range loaded {
			if !dbtest.Analyzed(t, d, table) {
				t.Errorf("the planner knows nothing of %s", table)
			}
		}
	})
}

func TestService_Sync_takes_over_a_silent_run(t *testing.T) {
	d := dbtest.Open(t, db.SQLite)
	source := &fixed{customers: testCustomers(1)}
	s, clock := serviceOf(d, source)
	_, held, err := beginRun(t, s)
	if err != nil {
		t.Fatal(err)
	}
	defer held.Release()
	for _, x := range []struct {
		name    string
		forward time.Duration
		code    string
	}{
		{"a run that was heard just now", 0, "sync_running"}, {"a run that was silent for less than a minute", runTimeout - time.Millisecond,
			"sync_running"},
		{"a run that was silent for a minute", time.Millisecond, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			clock.forward(x.forward)
			if _, err := s.Sync(t.Context(), SyncOptions{}); (err == nil) != (x.code == "") || x.code != "" && !errs.HasCode(err, x.code) {
				t.Errorf("got %v", err)
			}
		})
	}
}

// A run that could not begin does not keep the next one from beginning.
func TestService_Sync_that_could_not_begin(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s, _ := serviceOf(d, &fixed{customers: testCustomers(1)})
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := s.Sync(ctx, SyncOptions{}); err == nil {
			t.Fatal("it began")
		}
		mustSync(t, s, SyncOptions{})
	})
}

func TestService_Sync_that_loses_customers(t *testing.T) {
	bad := func(id string) Item { return Item{Place: "x", Customer: Customer{ID: id, Name: "x", Type: "robot"}} }
	for _, x := range []struct {
		name      string
		had, has  int
		items     []Item
		partial   bool
		problem   string
		customers int64
	}{
		{"half of a hundred", 100, 50, nil, false, "", 50}, {"more than half of a hundred", 100, 49, nil, false, "shrunk: 49 of 100", 100},
		{"nearly all of fewer", 99, 1, nil, false, "", 1}, {"all of a few", 3, 0, nil, false, "shrunk: 0 of 3", 3},
		{"all, for one without a number", 3, 0, []Item{bad(" ")}, false, "shrunk: 0 of 3", 3},
		{"all, for one with a number that is too long", 3, 0, []Item{bad(strings.Repeat("x", maxText+1))}, false, "shrunk: 0 of 3", 3},
		{"all but one that cannot be read", 3, 0, []Item{bad("C-000001")}, false, "", 1},
		{"half of a hundred, one by one", 100, 0, gone(50), true, "", 50},
		{"more than half of a hundred, one by one", 100, 0, gone(51), true, "shrunk: 49 of 100", 100},
	} {
		t.Run(x.name, func(t *testing.T) {
			d := dbtest.Open(t, db.SQLite)
			source := &fixed{customers: testCustomers(x.had)}
			s, _ := serviceOf(d, source)
			mustSync(t, s, SyncOptions{})
			source.customers, source.items, source.partial = testCustomers(x.has), x.items, x.partial
			r, err := s.Sync(t.Context(), SyncOptions{})
			if r.Problem != x.problem || (err == nil) != (x.problem == "") {
				t.Errorf("the run is %+v, %v", r, err)
			}
			if n := scalar(t, d, "SELECT COUNT(*) FROM directory_live"); n != x.customers {
				t.Errorf("%d customers are left, want %d", n, x.customers)
			}
		})
	}
}

// gone returns the items of a partial listing for the first n customers, which were deleted.
func gone(n int) (list []Item) {
	for i := range n {
		list = append(list, Item{Gone: true, Customer: Customer{ID: " " + testCustomer(i).ID + " "}})
	}
	return list
}

func TestService_Sync_rejects_every_record_but_the_first_of_a_number(t *testing.T) {
	d := dbtest.Open(t, db.SQLite)
	one, robot := testCustomer(1), testCustomer(1)
	robot.Type = "robot"
	long := Customer{ID: strings.Repeat("é", maxText/2), Name: "Ada"}
	source := &fixed{customers: []Customer{one, robot, one, long}}
	s, _ := serviceOf(d, source)
	if r := mustSync(t, s, SyncOptions{}); r.Added != 2 || r.Rejected != 2 {
		t.Errorf("the run is %+v", r)
	}
	long.Type = "robot"
	source.customers = []Customer{robot, one, long}
	if r := mustSync(t, s, SyncOptions{}); r.Rejected != 2 || r.Removed+r.Changed != 0 {
		t.Errorf("a customer of 200 bytes that cannot be read is kept, and a good record after a bad one is taken: %+v", r)
	}
}

func TestProblemOf(t *testing.T) {
	for _, x := range []struct {
		name string
		err  error
		want string
	}{
		{"of the source", failure("cut", "page 1"), "cut: page 1"}, {"of a stopped run", fmt.Errorf("x: %w", context.Canceled), "interrupted"},
		{"of a run that another one took over", errors.Join(errLost, errors.New("x")), "interrupted"},
		{"of the database", &errs.Error{Kind: errs.KindStorage}, "storage"}, {"of the program", errors.New("x"), "internal"},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := problemOf(x.err); got != x.want {
				t.Errorf("got %q, want %q", got, x.want)
			}
		})
	}
}

// noFailure fails the test for a reported failure.
func noFailure(t *testing.T) func(context.Context, error) {
	return func(_ context.Context, err error) {
		if err != nil {
			t.Error(err)
		}
	}
}

func TestService_SyncPeriodically_without_a_source_or_an_interval(t *testing.T) {
	for name, c := range map[string]Config{"no source": {Every: time.Minute}, "no interval": {Source: &fixed{customers: testCustomers(1)}}} {
		t.Run(name, func(t *testing.T) {
			d := dbtest.Open(t, db.SQLite)
			s := NewService(d, newClock().now, c)
			over := make(chan struct{})
			go func() { s.SyncPeriodically(t.Context(), noFailure(t)); close(over) }()
			select {
			case <-over:
			case <-time.After(10 * time.Second):
				t.Fatal("it waits for ever")
			}
			if n := scalar(t, d, "SELECT COUNT(*) FROM directory_syncs"); n != 0 {
				t.Errorf("%d runs", n)
			}
		})
	}
}

// A lock that is held without a run belongs to a process whose run is about to begin.
func TestService_Sync_beside_a_lock(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s, _ := serviceOf(d, &fixed{customers: testCustomers(1)})
		held, ok, err := d.TryLock(t.Context(), "directory")
		if err != nil || !ok {
			t.Fatal(ok, err)
		}
		if _, err := s.Sync(t.Context(), SyncOptions{}); !errs.HasCode(err, "sync_running") {
			t.Errorf("got %v", err)
		}
		held.Release()
		mustSync(t, s, SyncOptions{})
	})
}

func TestService_Sync_of_another_source(t *testing.T) {
	d := dbtest.Open(t, db.SQLite)
	s, _ := serviceOf(d, &fixed{mark: "1", customers: testCustomers(2)})
	mustSync(t, s, SyncOptions{})
	dir := t.TempDir()
	writeLines(t, dir, "a.ndjson", testCustomers(3))
	s.Source = Files{dir}
	if r := mustSync(t, s, SyncOptions{}); r.State != "done" || r.Added != 1 || r.Source != "files:"+dir {
		t.Errorf("the first run of the new source: %+v", r)
	}
	s.Source = &fixed{mark: "1", customers: testCustomers(4)}
	if r := mustSync(t, s, SyncOptions{}); r.State != "done" || r.Added != 1 {
		t.Errorf("the cursor of another source is used: %+v", r)
	}
	t.Run("a cursor of another format of records is not used", func(t *testing.T) {
		err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.Exec(ctx, "UPDATE directory_syncs SET mark = '1'")
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if r := mustSync(t, s, SyncOptions{}); r.State != "done" || r.Read != 4 {
			t.Errorf("the run is %+v", r)
		}
	})
}

func TestService_Sync_keeps_the_order_of_what_it_rejects(t *testing.T) {
	d := dbtest.Open(t, db.SQLite)
	source := &fixed{}
	add := func(good, bad int) {
		for range good {
			source.customers = append(source.customers, testCustomer(len(source.customers)))
		}
		for range bad {
			c := testCustomer(len(source.customers))
			c.Type = "robot"
			source.customers = append(source.customers, c)
		}
	}
	add(0, 3)
	add(batchSize, 1) // in the second batch
	s, _ := serviceOf(d, source)
	run := mustSync(t, s, SyncOptions{})
	_, list, err := s.Run(t.Context(), run.ID)
	var places []string
	for _, r := range list {
		places = append(places, r.Place)
	}
	if want := fmt.Sprintf("record 1, record 2, record 3, record %d", batchSize+4); err != nil || strings.Join(places, ", ") != want {
		t.Errorf("%q, want %s; %v", places, want, err)
	}
}

// A run that is stopped because the program ends is not reported as an error.
func TestService_SyncPeriodically_is_stopped(t *testing.T) {
	d := dbtest.Open(t, db.SQLite)
	read := make(chan struct{})
	s, _ := serviceOf(d, &broken{fixed: fixed{customers: testCustomers(10)}, drop: func() { close(read) }})
	over := make(chan struct{})
	ctx, stop := context.WithCancel(t.Context())
	go func() {
		s.SyncPeriodically(ctx, func(work context.Context, err error) {
			if work.Err() == nil {
				t.Errorf("reported: %v", err)
			}
		})
		close(over)
	}()
	<-read
	stop()
	s.Work.Close()
	<-over
	if r, err := s.Latest(t.Context()); err != nil || r.State != "failed" || r.Problem != "interrupted" {
		t.Errorf("the run is %+v, %v", r, err)
	}
}

func TestService_SyncPeriodically_reports_what_fails(t *testing.T) {
	d := dbtest.Open(t, db.SQLite)
	s, _ := serviceOf(d, &fixed{err: failure("no_files", "/srv")})
	ctx, cancel := context.WithCancel(t.Context())
	var reported []error
	s.SyncPeriodically(ctx, func(_ context.Context, err error) { reported = append(reported, err); cancel() })
	if f, ok := errors.AsType[*Failure](errors.Join(reported...)); !ok || f.Code != "no_files" || len(reported) != 1 {
		t.Errorf("reported %v", reported)
	}
}
