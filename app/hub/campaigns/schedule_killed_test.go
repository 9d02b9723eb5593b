package campaigns_test

import (
	"bufio"
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"os/exec"
	"testing"
	"time"

	"presence/app/apptest/sends"
	"presence/app/apptest/sink"
	"presence/app/hub/campaigns"
	"presence/app/hub/sender"
	"presence/app/hub/templates"
	"presence/app/platform/mail"
	"presence/db"
	"presence/db/dbtest"
)

// The child process of TestService_BeginDue_killed and TestService_ChooseDue_killed finds the database, the relay and the step at which it
// stops in these variables.
const killedURL, killedRelay, killedStep = "CAMPAIGNS_KILLED_URL", "CAMPAIGNS_KILLED_RELAY", "CAMPAIGNS_KILLED_STEP"

func TestMain(m *testing.M) {
	if os.Getenv(killedURL) == "" {
		os.Exit(m.Run())
	}
	fmt.Println("failed", beginUntilKilled())
}

// stopAt prints a step, and waits to be killed if it is the one of this process.
func stopAt(step string) {
	fmt.Println(step)
	if os.Getenv(killedStep) == step {
		select {}
	}
}

// dueClock is the clock of the child process.
func dueClock() time.Time { return inDays(1).Time() }

// beginUntilKilled is the child process: it begins what is due, chooses subjects, and sends.
func beginUntilKilled() error {
	ctx := context.Background()
	d, err := db.Open(ctx, os.Getenv(killedURL), db.Options{Conns: 4})
	if err != nil {
		return err
	}
	relay, err := mail.ParseSMTP(os.Getenv(killedRelay))
	if err != nil {
		return err
	}
	s := campaigns.NewService(d, dueClock, campaigns.Options{Secret: []byte("thirty-two bytes for tests only!"),
		Origin: "https://presence.example", Postal: "12, rue du Quai", Senders: []mail.Address{{Email: "nova@example.com"}},
		Channels:    map[string]mail.Channel{campaigns.Bulk: stoppingChannel{mail.NewRelay(relay)}},
		Templates:   templates.NewService(d, dueClock, templates.Config{Zone: time.UTC, Site: &url.URL{Scheme: "https", Host: "presence.example"}}),
		Connections: 1, AutoResume: true})
	if err := s.BeginDue(ctx); err != nil {
		return err
	}
	stopAt("begun")
	if err := s.ChooseDue(ctx); err != nil {
		return err
	}
	stopAt("chosen")
	sender.NewWorker(d, s, slog.New(slog.DiscardHandler), sender.Intervals{}, "").Work(ctx)
	return nil
}

// stoppingChannel stops in the transaction that begins a campaign, after its recipients are inserted, and before anything is
// sent.
type stoppingChannel struct{ mail.Channel }

func (c stoppingChannel) Tracked() bool {
	stopAt("beginning")
	return c.Channel.Tracked()
}

func (c stoppingChannel) Open(ctx context.Context) (mail.Session, error) {
	stopAt("claimed")
	return c.Channel.Open(ctx)
}

// TestService_BeginDue_killed kills the program while it begins a scheduled campaign. It has begun entirely or not at all, and
// the next process sends one message to each recipient.
func TestService_BeginDue_killed(t *testing.T) {
	for _, x := range []struct {
		name, step string
		want       campaigns.State
		recipients int64
	}{
		{"in the transaction, nothing has begun", "beginning", campaigns.Scheduled, 0},
		{"after the transaction, it has begun", "begun", campaigns.Sending, 5},
		{"when it has claimed recipients, they are sent to all the same", "claimed", campaigns.Sending, 5},
	} {
		for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
			t.Run(x.name+"/"+dialect.String(), func(t *testing.T) {
				url := dbtest.URL(t, dialect)
				w := sends.New(t, sends.OpenAt(t, url), sink.Options{})
				c := w.Invite(5).Schedule(begins(inDays(1)))
				killAt(t, url, w.Sink.URL(), x.step)
				got := w.Campaign(c.ID)
				n := w.Count("SELECT COUNT(*) FROM campaign_recipients")
				if got.State != x.want || n != x.recipients || got.Counts.Total != x.recipients {
					t.Fatalf("%s with %d recipients, %+v", got.State, n, got.Counts)
				}
				w.Clock.Advance(24 * time.Hour)
				w.Work(w.S)
				w.Until(c.ID, campaigns.Completed)
				w.DeliveredAll(5)
			})
		}
	}
}

// killAt starts the child process, and kills it when it has come to a step.
func killAt(t *testing.T, url, relay, step string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), killedURL+"="+url, killedRelay+"="+relay, killedStep+"="+step)
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() && lines.Text() != step {
	}
	if lines.Text() != step {
		t.Errorf("it came to %q", lines.Text())
	}
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
}
