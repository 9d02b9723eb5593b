package webhooks_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"testing"
	"time"

	"presence/app/accounts/webhooks"
	"presence/app/apptest/fake"
	"presence/db"
	"presence/db/dbtest"
)

// TestMain plays the child process of the test below.
func TestMain(m *testing.M) {
	url := os.Getenv("WEBHOOKS_TEST_DATABASE")
	if url == "" {
		os.Exit(m.Run())
	}
	if err := workUntilKilled(url); err != nil {
		fmt.Println("failed", err)
		os.Exit(1)
	}
}

func workUntilKilled(url string) error {
	d, err := db.Open(context.Background(), url, db.Options{Conns: 2})
	if err != nil {
		return err
	}
	s, err := webhooks.NewService(d, time.Now, webhooks.Options{Secret: secret, Private: true})
	if err == nil {
		s.Work(context.Background(), slog.Default())
	}
	return err
}

// TestWork_killed kills a worker that has delivered an event and has not heard the answer. When its lease has ended, another worker
// delivers the event again, with the same webhook-id.
func TestWork_killed(t *testing.T) {
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(dialect.String(), func(t *testing.T) {
			url := dbtest.URL(t, dialect)
			d, err := db.Open(t.Context(), url, db.Options{Conns: 2})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = d.Close() })
			if err := d.Migrate(t.Context()); err != nil {
				t.Fatal(err)
			}
			w := newWorld(t, d)
			w.clock = fake.NewClock(time.Now())
			w.s = w.service(true)
			e, _ := w.endpoint(w.r.URL)
			arrived, killed := make(chan struct{}), make(chan struct{})
			w.r.before = func(n int) {
				if n == 1 {
					close(arrived)
					<-killed
				}
			}
			w.publish(kind)
			cmd := exec.CommandContext(t.Context(), os.Args[0])
			cmd.Env = append(os.Environ(), "WEBHOOKS_TEST_DATABASE="+url)
			w.must(cmd.Start())
			<-arrived
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
			close(killed)
			w.deliver()
			w.is(e.ID, webhooks.Queued, 1) // it is leased
			w.clock.Advance(2 * time.Minute)
			w.deliver()
			w.is(e.ID, webhooks.Delivered, 2)
			if got := w.r.requests(); got[0].id() != got[1].id() {
				t.Errorf("the ids are %s and %s", got[0].id(), got[1].id())
			}
		})
	}
}
