package notifications

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"testing"
	"time"

	"presence/app/accounts/outgoingmail"
	"presence/app/platform/mail"
	"presence/app/platform/seal"
	"presence/db"
	"presence/db/dbtest"
)

// TestMain plays the child processes of the test below.
func TestMain(m *testing.M) {
	url := os.Getenv("NOTIFICATIONS_DATABASE")
	if url == "" {
		os.Exit(m.Run())
	}
	if err := queueUntilKilled(url); err != nil {
		fmt.Println("failed", err)
		os.Exit(1)
	}
	fmt.Println("reached")
	select {} // until it is killed
}

// friday is the time of the child's clock.
var friday = time.Date(2026, 11, 20, 12, 31, 0, 0, time.UTC)

// queueUntilKilled is the child process: it queues the digests, and stops while it seals a message.
func queueUntilKilled(url string) error {
	d, err := db.Open(context.Background(), url, db.Options{Conns: 2})
	if err != nil {
		return err
	}
	sealer, err := seal.New(secret, "outgoing mail")
	if err != nil {
		return err
	}
	stop, err := strconv.Atoi(os.Getenv("NOTIFICATIONS_STOP"))
	if err != nil {
		return err
	}
	now := func() time.Time { return friday }
	zone, err := time.LoadLocation("America/Toronto")
	if err != nil {
		return err
	}
	route := outgoingmail.Route{Channel: mail.NewRelay(mail.SMTP{Host: "127.0.0.1", Port: "1"}),
		From: mail.Address{Email: "no-reply@presence.example"}}
	queue := outgoingmail.NewService(d, now, &stoppingSealer{sealer, stop}, func() outgoingmail.Route { return route })
	s, err := NewService(Options{DB: d, Zone: zone, Now: now, PeriodOf: func(db.Day) (int, int) { return 2026, 25 }, Secret: secret,
		Mail: MailOptions{Queue: queue, Origin: origin, WorkingDay: func(db.Day) bool { return true }}})
	if err != nil {
		return err
	}
	return s.QueueMail(context.Background())
}

// stoppingSealer stops when it has sealed so many messages.
type stoppingSealer struct {
	seal.Sealer
	left int
}

func (s *stoppingSealer) Seal(place, text string) []byte {
	if s.left--; s.left == 0 {
		fmt.Println("reached")
		select {}
	}
	return s.Sealer.Seal(place, text)
}

// TestQueueMail_killed kills the process that queues the digests. The process after it queues those that are missing: everyone gets one,
// and nothing is lost.
func TestQueueMail_killed(t *testing.T) {
	const people = peoplePerTx + 20
	for _, x := range []struct {
		name   string
		stop   int // so many messages are composed
		queued int
	}{
		{"in the middle of the first transaction", peoplePerTx / 2, 0},
		{"in the middle of the second transaction", peoplePerTx + 5, peoplePerTx},
		{"when everything is queued", people + 1, people},
	} {
		for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
			t.Run(x.name+"/"+dialect.String(), func(t *testing.T) {
				url := dbtest.URL(t, dialect)
				d, err := db.Open(t.Context(), url, db.Options{Conns: 2})
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { _ = d.Close() })
				if err := d.Migrate(t.Context()); err != nil {
					t.Fatal(err)
				}
				p := newPost(t, d)
				p.at("2026-11-19 16:00")
				p.digestFor(people, 3)
				killAtStop(t, url, x.stop)
				var queued int
				if err := d.QueryRow(t.Context(), "SELECT COUNT(*) FROM outgoing_mail").Scan(&queued); err != nil || queued != x.queued {
					t.Errorf("%d were queued when it was killed, %v, want %d", queued, err, x.queued)
				}
				p.at("2026-11-20 07:32")
				if err := p.QueueMail(t.Context()); err != nil {
					t.Fatal(err)
				}
				p.queuedOnce(people)
			})
		}
	}
}

// killAtStop starts the child process, and kills it when it has composed so many messages.
func killAtStop(t *testing.T, url string, stop int) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), "NOTIFICATIONS_DATABASE="+url, "NOTIFICATIONS_STOP="+strconv.Itoa(stop))
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil || line != "reached\n" {
		t.Errorf("it says %q, %v", line, err)
	}
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
}

// BenchmarkQueueMail queues the digests of 5,000 people with three unread notifications each.
func BenchmarkQueueMail(b *testing.B) {
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		b.Run(dialect.String(), func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				d := dbtest.Open(b, dialect)
				p := newPost(b, d)
				p.at("2026-11-19 16:00")
				p.digestFor(5000, 3)
				p.at("2026-11-20 07:30")
				p.exec("ANALYZE") // as PostgreSQL does by itself after a while
				b.StartTimer()
				if err := p.QueueMail(b.Context()); err != nil {
					b.Fatal(err)
				}
				b.StopTimer()
				p.queuedOnce(5000)
				b.StartTimer()
			}
		})
	}
}
