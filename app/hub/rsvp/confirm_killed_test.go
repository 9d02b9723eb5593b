package rsvp

import (
	"bufio"
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"presence/app/accounts/outgoingmail"
	"presence/app/apptest/sink"
	"presence/app/platform/mail"
	"presence/app/platform/seal"
	"presence/db"
	"presence/db/dbtest"
)

// The child process of TestSubmit_killed, TestOffer_killed and TestQueueUpdates_killed finds in these variables the database, the relay,
// the step at which it stops, and for how many people it answers.
const (
	killedURL, killedRelay, killedStep, killedPeople = "RSVP_KILLED_URL", "RSVP_KILLED_RELAY", "RSVP_KILLED_STEP", "RSVP_KILLED_PEOPLE"
)

// stopAt prints a step, and waits to be killed if it is the one of this process.
func stopAt(step string) {
	fmt.Println(step)
	if os.Getenv(killedStep) == step {
		select {}
	}
}

// answerUntilKilled is the child process: it stores one answer, and sends its confirmation. If the step is one of sealing, it tells the
// guests of a change that staff have asked for.
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
	messages := 0
	stopping := interruptedSealer{sealer, func() {
		messages++
		stopAt("storing")
		stopAt(sealing + strconv.Itoa(messages))
	}}
	queue := outgoingmail.NewService(d, time.Now, stopping, func() outgoingmail.Route { return route })
	s := NewService(d, time.Now, secret,
		MailOptions{Queue: queue, Origin: "https://presence.example", Host: "presence.example", Zone: time.UTC})
	if strings.HasPrefix(os.Getenv(killedStep), sealing) {
		return s.QueueUpdates(ctx)
	}
	var people int64
	if _, err := fmt.Sscan(os.Getenv(killedPeople), &people); err != nil {
		return err
	}
	a := Answer{Name: "Zoé", Email: "zoe@example.org", People: people}
	if _, err := s.Submit(ctx, "gala", Submission{Answer: a}, Visitor{IP: "192.0.2.1"}); err != nil {
		return err
	}
	stopAt("stored")
	queue.Work(ctx, slog.Default())
	return nil
}

// sealing begins the name of the step in which a message is encrypted: its number follows.
const sealing = "sealing "

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
				killAt(t, url, w.relay, x.step, 2)
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

// TestOffer_killed kills the program while a guest cancels, and the places are offered to a party of the waiting list. Either both are
// stored or neither, and the next process sends the offer, once.
func TestOffer_killed(t *testing.T) {
	for _, x := range []struct {
		name, step, list string
		people, sent     int64
	}{
		{"while it stores the cancellation, nothing is there", "storing", "Ann 2 waiting", 10, 0},
		{"when it has stored the cancellation, the offer is sent", "stored", "Ann 2 offered", 0, 1},
		{"when it has claimed a message, the offer is sent all the same", "claimed", "Ann 2 offered", 0, 1},
	} {
		for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
			t.Run(x.name+"/"+dialect.String(), func(t *testing.T) {
				url := dbtest.URL(t, dialect)
				w := newWaitingWorld(newWorld(t, openAt(t, url)))
				w.clock = time.Now()
				w.exec("UPDATE events SET starts_at = $1, ends_at = $2", db.InstantOf(time.Now().Add(48*time.Hour)), db.InstantOf(time.Now().Add(50*time.Hour)))
				_, err := w.answer(Answer{Name: "Zoé", Email: "zoe@example.org", People: 10}, "")
				w.must(err)
				w.must(w.joins("Ann", 2))
				w.delivered()
				killAt(t, url, w.relay, x.step, 0)
				w.clock = time.Now()
				w.wantList(x.list)
				if list := w.registrations("gala"); len(list) != 1 || list[0].People != x.people {
					t.Errorf("%+v", list)
				}
				w.must(w.OfferPlaces(t.Context()))
				w.clock = w.clock.Add(3 * time.Minute) // the lease has ended
				offers := int64(0)
				for _, m := range append(w.delivered(), w.delivered()...) {
					if m.To.Email == email("Ann") {
						offers++
					}
				}
				if offers != x.sent {
					t.Errorf("%d offers were sent, want %d", offers, x.sent)
				}
			})
		}
	}
}

// TestQueueUpdates_killed kills the program while it tells guests of a change. The next process tells the others: each is told once.
func TestQueueUpdates_killed(t *testing.T) {
	const guests = 2*updatesPerStep + 1
	for _, x := range []struct {
		name        string
		at, already int64 // the message during which it is killed; those that are queued by then
	}{
		{"in the first step, nobody is told yet", 1, 0},
		{"in the second step, those of the first are told", updatesPerStep + updatesPerStep/2, updatesPerStep},
	} {
		for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
			t.Run(x.name+"/"+dialect.String(), func(t *testing.T) {
				url := dbtest.URL(t, dialect)
				w := newMailWorld(newWorld(t, openAt(t, url)))
				w.clock = time.Now()
				w.exec("UPDATE events SET starts_at = $1, ends_at = $2", db.InstantOf(w.clock.Add(time.Hour)), db.InstantOf(w.clock.Add(2*time.Hour)))
				w.guests(guests)
				_, err := w.SendUpdates(t.Context(), staff, "gala", 1)
				w.must(err)
				killAt(t, url, w.relay, sealing+strconv.FormatInt(x.at, 10), 0)
				w.wantTold(x.already)
				w.must(w.QueueUpdates(t.Context()))
				w.wantTold(guests)
			})
		}
	}
}

// killAt starts the child process, and kills it when it has come to a step of an answer with so many people.
func killAt(t *testing.T, url string, relay *sink.Sink, step string, people int64) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), killedURL+"="+url, killedRelay+"="+relay.URL(), killedStep+"="+step,
		fmt.Sprintf("%s=%d", killedPeople, people))
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
