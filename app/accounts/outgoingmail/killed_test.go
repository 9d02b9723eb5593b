package outgoingmail_test

import (
	"bufio"
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"testing"
	"time"

	"presence/app/accounts/outgoingmail"
	"presence/app/apptest/fake"
	"presence/app/apptest/sink"
	"presence/app/platform/mail"
	"presence/db"
	"presence/db/dbtest"
)

// TestMain plays the child processes of the test below.
func TestMain(m *testing.M) {
	relay := os.Getenv("STAFFMAIL_RELAY")
	if relay == "" {
		os.Exit(m.Run())
	}
	if err := workUntilKilled(relay, os.Getenv("STAFFMAIL_DATABASE")); err != nil {
		fmt.Println("failed", err)
		os.Exit(1)
	}
}

// workUntilKilled is the child process: a worker that prints how far it has come with a message.
func workUntilKilled(relay, url string) error {
	d, err := db.Open(context.Background(), url, db.Options{Conns: 2})
	if err != nil {
		return err
	}
	c, err := mail.ParseSMTP(relay)
	if err != nil {
		return err
	}
	route := outgoingmail.Route{Channel: tellingChannel{mail.NewRelay(c)}, From: from}
	outgoingmail.NewService(d, time.Now, sealer(), func() outgoingmail.Route { return route }).Work(context.Background(), slog.Default())
	return nil
}

// tellingChannel prints when a message is claimed, and when it is about to be handed over.
type tellingChannel struct{ mail.Channel }

func (c tellingChannel) Open(ctx context.Context) (mail.Session, error) {
	fmt.Println("claimed")
	if os.Getenv("STAFFMAIL_STOP") == "claimed" {
		select {} // until it is killed
	}
	s, err := c.Channel.Open(ctx)
	return tellingSession{s}, err
}

type tellingSession struct{ mail.Session }

func (s tellingSession) Send(ctx context.Context, m, next *mail.Message, mark func() error) error {
	return s.Session.Send(ctx, m, next, func() error {
		err := mark()
		fmt.Println("marked")
		if os.Getenv("STAFFMAIL_STOP") == "marked" {
			select {}
		}
		return err
	})
}

// kill starts a worker, and kills it when it prints the step and the relay has accepted so many messages.
func kill(t *testing.T, url string, relay *sink.Sink, step string, accepted int) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), "STAFFMAIL_RELAY="+relay.URL(), "STAFFMAIL_DATABASE="+url, "STAFFMAIL_STOP="+step)
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	told := step
	if step == "counted" { // which only the relay knows
		told = "marked"
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() && lines.Text() != told {
	}
	if lines.Text() != told || !relay.Wait(accepted, 10*time.Second) {
		t.Errorf("it came to %q, with %d accepted", lines.Text(), relay.Len())
	}
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
}

// TestWork_killed kills a worker while it sends a message. The message is not lost: when its lease has ended another worker sends it,
// once if it was certainly not handed over, and otherwise at most a second time (ADR 25).
func TestWork_killed(t *testing.T) {
	for _, x := range []struct {
		name     string
		rules    []sink.Rule
		step     string
		kills    []int // for each killed worker, how many messages the relay has accepted by then
		state    outgoingmail.State
		accepted int
	}{
		{"after it has claimed it", nil, "claimed", []int{0}, outgoingmail.Sent, 1},
		{"before the last step of handing it over", nil, "marked", []int{0}, outgoingmail.Sent, 1},
		{"after the relay has accepted it", []sink.Rule{{At: sink.Counted, Stall: true, Times: 1}}, "counted", []int{1}, outgoingmail.Sent, 2},
		{"twice after the relay has accepted it", []sink.Rule{{At: sink.Counted, Stall: true, Times: 2}}, "counted", []int{1, 2},
			outgoingmail.Unconfirmed, 2},
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
				w := newWorld(t, d, sink.Options{Rules: x.rules})
				w.clock = fake.NewClock(time.Now())
				w.s = w.service()
				w.queue("ann@ferme.example")
				for _, accepted := range x.kills {
					kill(t, url, w.relay, x.step, accepted)
					w.send()
					w.is(outgoingmail.Queued, accepted) // the lease has not ended
					run(t, d, `UPDATE outgoing_mail SET next_at = $1`, db.InstantOf(time.Now().Add(-time.Second)))
				}
				w.clock.Advance(time.Minute)
				w.send()
				w.is(x.state, x.accepted)
			})
		}
	}
}
