package rsvp

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
	"presence/app/apptest/sink"
	"presence/app/platform/mail"
	"presence/app/platform/seal"
	"presence/db"
	"presence/db/dbtest"
)

// The child process of TestSubmit_killed finds the database, the relay and the step at which it stops in these variables.
const (
	killedURL, killedRelay, killedStep = "RSVP_KILLED_URL", "RSVP_KILLED_RELAY", "RSVP_KILLED_STEP"
)

// stopAt prints a step, and waits to be killed if it is the one of this process.
func stopAt(step string) {
	fmt.Println(step)
	if os.Getenv(killedStep) == step {
		select {}
	}
}

// answerUntilKilled is the child process: it stores one answer, and sends its confirmation.
func answerUntilKilled() error {
	ctx := context.Background()
	d, err := db.Open(ctx, os.Getenv(killedURL), db.Options{Conns: 4})
	if err != nil {
		return err
	}
	c, err := mail.ParseSMTP(os.Getenv(killedRelay))
	if err != nil {
		return err
	}
	sealer, err := seal.New(secret, "outgoing mail")
	if err != nil {
		return err
	}
	route := outgoingmail.Route{Channel: stoppingChannel{mail.NewRelay(c)}, From: mail.Address{Email: "gala@ferme.example"}}
	queue := outgoingmail.NewService(d, stoppingSealer{sealer}, time.Now, func() outgoingmail.Route { return route })
	s := NewService(d, secret, time.Now)
	s.EnableMail(MailOptions{Queue: queue, Origin: "https://presence.example", Host: "presence.example", Zone: time.UTC})
	if _, err := s.Submit(ctx, "gala", Submission{Answer: Answer{Name: "Zoé", Email: "zoe@example.org", People: 2}}, Visitor{IP: "192.0.2.1"}); err != nil {
		return err
	}
	stopAt("stored")
	queue.Work(ctx, slog.Default())
	return nil
}

// stoppingSealer stops in the transaction that stores the answer.
type stoppingSealer struct{ outgoingmail.Sealer }

func (s stoppingSealer) Seal(place, text string) []byte {
	stopAt("storing")
	return s.Sealer.Seal(place, text)
}

// stoppingChannel stops when a message is claimed.
type stoppingChannel struct{ mail.Channel }

func (c stoppingChannel) Open(ctx context.Context) (mail.Session, error) {
	stopAt("claimed")
	return c.Channel.Open(ctx)
}

// TestSubmit_killed kills the program while it stores an answer and sends its confirmation. There is never one without the other, and the
// next process sends what is there, once.
func TestSubmit_killed(t *testing.T) {
	for _, x := range []struct {
		name, step    string
		answers, sent int64
	}{
		{"while it stores the answer, neither is there", "storing", 0, 0},
		{"when it has stored the answer, the confirmation is sent", "stored", 1, 1},
		{"when it has claimed the confirmation, it is sent all the same", "claimed", 1, 1},
	} {
		for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
			t.Run(x.name+"/"+dialect.String(), func(t *testing.T) {
				url := dbtest.URL(t, dialect)
				w := newMailWorld(newWorld(t, openAt(t, url)))
				w.exec("UPDATE events SET starts_at = $1, ends_at = $2", db.InstantOf(time.Now().Add(time.Hour)), db.InstantOf(time.Now().Add(2*time.Hour)))
				killAt(t, url, w.relay, x.step)
				w.clock = time.Now()
				if n := w.count("SELECT COUNT(*) FROM rsvps"); n != x.answers {
					t.Errorf("%d answers are stored, want %d", n, x.answers)
				}
				if n := w.count("SELECT COUNT(*) FROM outgoing_mail WHERE state = 'queued'"); n != x.answers {
					t.Errorf("%d confirmations wait, want %d", n, x.answers)
				}
				w.clock = w.clock.Add(3 * time.Minute) // the lease has ended
				if n := int64(len(w.delivered()) + len(w.delivered())); n != x.sent {
					t.Errorf("%d were sent, want %d", n, x.sent)
				}
			})
		}
	}
}

// killAt starts the child process, and kills it when it has come to a step.
func killAt(t *testing.T, url string, relay *sink.Sink, step string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), killedURL+"="+url, killedRelay+"="+relay.URL(), killedStep+"="+step)
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
