package outgoingmail_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"presence/app/accounts/outgoingmail"
	"presence/app/apptest/fake"
	"presence/app/apptest/sink"
	"presence/app/platform/i18n"
	"presence/app/platform/mail"
	"presence/app/platform/seal"
	"presence/db"
	"presence/db/dbtest"
)

var (
	began  = time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC)
	secret = []byte("thirty-two bytes for tests only!")
	from   = mail.Address{Name: "Presence", Email: "no-reply@presence.example"}
)

const (
	ann  = "00000000-0000-4000-8000-000000000001"
	link = "https://presence.example/auth/password/" + ann + ".secret-of-the-link"
)

// world is a queue with a relay to which it is sent.
type world struct {
	t     *testing.T
	db    *db.DB
	clock *fake.Clock
	relay *sink.Sink
	s     *outgoingmail.Service

	mu    sync.Mutex
	route outgoingmail.Route
}

func newWorld(t *testing.T, d *db.DB, o sink.Options) *world {
	t.Helper()
	w := &world{t: t, db: d, clock: fake.NewClock(began), relay: startSink(t, o)}
	w.route = outgoingmail.Route{Channel: relayOf(t, w.relay.URL()), From: from}
	w.s = w.service()
	addAnn(t, d)
	return w
}

func startSink(t *testing.T, o sink.Options) *sink.Sink {
	t.Helper()
	o.Keep = 10
	s, err := sink.Start(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func relayOf(t *testing.T, url string) mail.Channel {
	t.Helper()
	c, err := mail.ParseSMTP(url)
	if err != nil {
		t.Fatal(err)
	}
	return mail.NewRelay(c)
}

func sealer() seal.Sealer {
	s, err := seal.New(secret, "outgoing mail")
	if err != nil {
		panic(err)
	}
	return s
}

// service returns the service of another replica.
func (w *world) service() *outgoingmail.Service {
	return outgoingmail.NewService(w.db, w.clock.Now, sealer(), func() outgoingmail.Route {
		w.mu.Lock()
		defer w.mu.Unlock()
		return w.route
	})
}

func (w *world) sendBy(r outgoingmail.Route) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.route = r
}

func addAnn(t *testing.T, d *db.DB) {
	t.Helper()
	run(t, d, `INSERT INTO people (id, email, name, role, language, created_at, updated_at)
		VALUES ($1, 'ann@ferme.example', 'Ann Côté', 'employee', 'fr', 1, 1)`, ann)
}

func run(t *testing.T, d *db.DB, sql string, args ...any) {
	t.Helper()
	err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, sql, args...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// letter is valid for an hour from at.
func letter(to string, at time.Time) outgoingmail.Letter {
	return outgoingmail.Letter{PersonID: ann, Kind: outgoingmail.Invitation, To: mail.Address{Name: "Ann Côté", Email: to}, Lang: i18n.FR,
		Subject: "Choisissez votre mot de passe", Title: "Votre compte est prêt", Text: []string{"Bonjour Ann,", "Votre compte est créé."},
		Button: outgoingmail.Button{Label: "Choisir", URL: link}, Notes: []string{"Ce lien ne sert qu’une fois."},
		Why: "Vous avez un compte.", Expires: db.InstantOf(at.Add(time.Hour))}
}

func queue(t *testing.T, d *db.DB, s *outgoingmail.Service, letters ...outgoingmail.Letter) {
	t.Helper()
	if err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { return s.Queue(ctx, tx, letters...) }); err != nil {
		t.Fatal(err)
	}
}

func (w *world) queue(to string) {
	w.t.Helper()
	queue(w.t, w.db, w.s, letter(to, w.clock.Now()))
}

func (w *world) send() {
	w.t.Helper()
	if err := w.s.SendDue(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
}

// is compares the state of the last message and how many messages the relay has accepted.
func (w *world) is(state outgoingmail.State, accepted int) outgoingmail.Message {
	w.t.Helper()
	m, err := outgoingmail.Latest(w.t.Context(), w.db, ann, outgoingmail.Invitation)
	if err != nil || m == nil {
		w.t.Fatal(m, err)
	}
	if m.State != state || w.relay.Len() != accepted {
		w.t.Errorf("it is %s (%s), with %d accepted; want %s with %d", m.State, m.Reason, w.relay.Len(), state, accepted)
	}
	if faults := w.relay.Faults(); len(faults) > 0 {
		w.t.Error(faults)
	}
	if n := w.count(`SELECT COUNT(*) FROM outgoing_mail WHERE (content IS NULL) = (state = 'queued')`); n > 0 {
		w.t.Errorf("%d messages are closed and not erased, or erased and not closed", n)
	}
	return *m
}

func (w *world) count(sql string, args ...any) (n int) {
	w.t.Helper()
	if err := w.db.QueryRow(w.t.Context(), sql, args...).Scan(&n); err != nil {
		w.t.Fatal(err)
	}
	return n
}

func each(t *testing.T, o sink.Options, fn func(w *world)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, d *db.DB) { fn(newWorld(t, d, o)) })
}

func TestQueue(t *testing.T) {
	each(t, sink.Options{}, func(w *world) {
		w.queue("ann@ferme.example")
		var sealed []byte
		if err := w.db.QueryRow(w.t.Context(), `SELECT content FROM outgoing_mail`).Scan(&sealed); err != nil {
			w.t.Fatal(err)
		}
		if text := string(sealed); strings.Contains(text, "secret-of-the-link") || strings.Contains(text, "Bonjour") {
			w.t.Errorf("the message can be read in the database: %q", text)
		}
		w.is(outgoingmail.Queued, 0)
		w.clock.Advance(time.Minute)
		w.send()
		if m := w.is(outgoingmail.Sent, 1); m.To != "ann@ferme.example" || m.CreatedAt.Time() != began ||
			m.SentAt.Time() != began.Add(time.Minute) {
			w.t.Errorf("it is recorded as %+v", m)
		}
		got, err := mail.Parse(strings.NewReader(string(w.relay.Taken()[0].Content)))
		if err != nil {
			w.t.Fatal(err)
		}
		if got.Subject != "Choisissez votre mot de passe" || !strings.Contains(got.From.Email, from.Email) || got.To.Name != "Ann Côté" {
			w.t.Errorf("the head is %+v", got.Summary)
		}
		for _, part := range []string{got.Text, got.HTML} {
			for _, want := range []string{"Votre compte est prêt", "Bonjour Ann,", "Choisir", link,
				"Ce lien ne sert qu’une fois.", "Vous avez un compte."} {
				if !strings.Contains(part, want) {
					w.t.Errorf("%q is missing in %s", want, part)
				}
			}
		}
		w.send()
		w.is(outgoingmail.Sent, 1)
	})
}

func TestQueue_is_part_of_the_transaction(t *testing.T) {
	each(t, sink.Options{}, func(w *world) {
		undone := errors.New("undone")
		err := w.db.Write(w.t.Context(), func(ctx context.Context, tx *db.Tx) error {
			return errors.Join(w.s.Queue(ctx, tx, letter("ann@ferme.example", began)), undone)
		})
		w.send()
		if n := w.count(`SELECT COUNT(*) FROM outgoing_mail`); !errors.Is(err, undone) || n != 0 || w.relay.Len() != 0 {
			w.t.Errorf("%v: %d are queued, %d sent", err, n, w.relay.Len())
		}
	})
}

func TestSendDue(t *testing.T) {
	for _, x := range []struct {
		name  string
		rules []sink.Rule
		do    func(w *world)
	}{
		{"a message that is refused is not sent again, and says why", []sink.Rule{{At: sink.Rcpt, Reply: "550 5.1.1 no such user"}},
			func(w *world) {
				if m := w.is(outgoingmail.Refused, 0); !strings.Contains(m.Reason, "no such user") {
					w.t.Errorf("because of %q", m.Reason)
				}
			}},
		{"one that is not taken now is sent again after 15 seconds, and not before",
			[]sink.Rule{{At: sink.Dot, Reply: "451 4.3.0 later", Times: 1}},
			func(w *world) {
				if m := w.is(outgoingmail.Queued, 0); !strings.Contains(m.Reason, "later") {
					w.t.Errorf("because of %q", m.Reason)
				}
				w.clock.Advance(15*time.Second - time.Millisecond)
				w.send()
				w.is(outgoingmail.Queued, 0)
				w.clock.Advance(time.Millisecond)
				w.send()
				w.is(outgoingmail.Sent, 1)
			}},
		{"one that is never taken is given up when it expires", []sink.Rule{{At: sink.Dot, Reply: "451 4.3.0 later"}}, func(w *world) {
			for range 60 {
				w.clock.Advance(time.Minute)
				w.send()
			}
			w.is(outgoingmail.Expired, 0)
			if n := w.count(`SELECT attempts FROM outgoing_mail`); n != 8 {
				w.t.Errorf("it was tried %d times", n)
			}
		}},
		{"one without an answer is sent once more, with the same Message-ID",
			[]sink.Rule{{At: sink.Counted, Drop: true, Times: 1}}, func(w *world) {
				w.is(outgoingmail.Queued, 1)
				w.clock.Advance(15 * time.Second)
				w.send()
				w.is(outgoingmail.Sent, 2)
				if len(w.relay.Twice()) != 1 {
					w.t.Errorf("the relay cannot know that these are the same: %+v", w.relay.Taken())
				}
			}},
		{"one that is twice without an answer is not sent a third time", []sink.Rule{{At: sink.Counted, Drop: true}}, func(w *world) {
			for range 10 {
				w.clock.Advance(time.Minute)
				w.send()
			}
			w.is(outgoingmail.Unconfirmed, 2)
		}},
		{"answers between do not count as missing ones", []sink.Rule{{At: sink.Dot, Reply: "451 4.3.0 later", Times: 3}}, func(w *world) {
			for range 10 {
				w.clock.Advance(5 * time.Minute)
				w.send()
			}
			w.is(outgoingmail.Sent, 1)
		}},
	} {
		t.Run(x.name, func(t *testing.T) {
			each(t, sink.Options{Rules: x.rules}, func(w *world) {
				w.queue("ann@ferme.example")
				w.send()
				x.do(w)
			})
		})
	}
}

func TestSendDue_does_not_send(t *testing.T) {
	for _, x := range []struct {
		name  string
		after func(w *world)
		state outgoingmail.State
	}{
		{"what was cancelled", func(w *world) { w.cancel(ann, outgoingmail.Forgotten, outgoingmail.Invitation) }, outgoingmail.Cancelled},
		{"what has expired", func(w *world) { w.clock.Advance(time.Hour) }, outgoingmail.Expired},
	} {
		t.Run(x.name, func(t *testing.T) {
			each(t, sink.Options{}, func(w *world) {
				w.queue("ann@ferme.example")
				x.after(w)
				w.send()
				w.is(x.state, 0)
			})
		})
	}
	t.Run("but what only another kind or person has lost", func(t *testing.T) {
		each(t, sink.Options{}, func(w *world) {
			w.queue("ann@ferme.example")
			w.cancel(ann, outgoingmail.Forgotten)
			w.cancel("00000000-0000-4000-8000-000000000002", outgoingmail.Invitation)
			w.clock.Advance(time.Hour - time.Millisecond)
			w.send()
			w.is(outgoingmail.Sent, 1)
		})
	})
}

func (w *world) cancel(person string, kinds ...outgoingmail.Kind) {
	w.t.Helper()
	if err := w.db.Write(w.t.Context(), func(ctx context.Context, tx *db.Tx) error {
		return outgoingmail.Cancel(ctx, tx, person, kinds...)
	}); err != nil {
		w.t.Fatal(err)
	}
}

// The channel and the sender may change while messages wait.
func TestSendDue_by_the_present_channel(t *testing.T) {
	each(t, sink.Options{}, func(w *world) {
		route := w.route
		w.sendBy(outgoingmail.Route{})
		if w.s.Configured() {
			w.t.Error("no channel counts as one")
		}
		w.queue("ann@ferme.example")
		w.send()
		w.is(outgoingmail.Queued, 0)
		w.sendBy(outgoingmail.Route{Channel: mail.NewRelay(mail.SMTP{Host: "127.0.0.1", Port: "1"}), From: from})
		w.queue("bob@ferme.example")
		w.send()
		w.is(outgoingmail.Queued, 0)
		if n := w.count(`SELECT COUNT(*) FROM outgoing_mail WHERE attempts > 0`); n != 1 {
			w.t.Errorf("%d messages were tried by a relay that is down", n)
		}
		route.From = mail.Address{Email: "people@other.example"}
		w.sendBy(route)
		w.clock.Advance(15 * time.Second)
		w.send()
		w.is(outgoingmail.Sent, 2)
		for _, m := range w.relay.Taken() {
			if !strings.Contains(string(m.Content), "people@other.example") || !strings.HasSuffix(m.ID, "@other.example>") {
				w.t.Errorf("not from the present sender: %s", m.Content)
			}
		}
	})
}

// Two replicas that send at the same time send each message once.
func TestSendDue_of_two_replicas(t *testing.T) {
	each(t, sink.Options{}, func(w *world) {
		const messages = 40
		for i := range messages {
			w.queue(fmt.Sprintf("ann%d@ferme.example", i))
		}
		failed := make([]error, 2)
		var both sync.WaitGroup
		for i := range failed {
			s := w.service()
			both.Go(func() { failed[i] = s.SendDue(w.t.Context()) })
		}
		both.Wait()
		if err := errors.Join(failed...); err != nil {
			w.t.Fatal(err)
		}
		w.send() // leased by one of them when the other ended
		w.is(outgoingmail.Sent, messages)
		if twice := w.relay.Twice(); len(twice) > 0 {
			w.t.Errorf("sent twice: %v", twice)
		}
	})
}

// frozenChannel opens no session until it is thawed.
type frozenChannel struct {
	mail.Channel
	opening, thawed chan struct{}
}

func (c frozenChannel) Open(ctx context.Context) (mail.Session, error) {
	close(c.opening)
	<-c.thawed
	return c.Channel.Open(ctx)
}

// A worker that was frozen for longer than its lease does not hand over what another one has taken, whatever became of it there.
func TestSendDue_of_a_worker_that_was_frozen(t *testing.T) {
	for _, x := range []struct {
		name  string
		rules []sink.Rule
		state outgoingmail.State
		want  int
	}{
		{"when the other has sent it", nil, outgoingmail.Sent, 1},
		{"when it waits again", []sink.Rule{{At: sink.Dot, Reply: "451 4.3.0 later", Times: 1}}, outgoingmail.Queued, 0},
	} {
		t.Run(x.name, func(t *testing.T) {
			each(t, sink.Options{Rules: x.rules}, func(w *world) {
				w.queue("ann@ferme.example")
				frozen := frozenChannel{w.route.Channel, make(chan struct{}), make(chan struct{})}
				s := outgoingmail.NewService(w.db, w.clock.Now, sealer(), func() outgoingmail.Route { return outgoingmail.Route{Channel: frozen, From: from} })
				ended := make(chan error)
				go func() { ended <- s.SendDue(context.WithoutCancel(w.t.Context())) }()
				<-frozen.opening
				w.send()
				w.is(outgoingmail.Queued, 0) // it is leased
				w.clock.Advance(2 * time.Minute)
				w.send()
				w.is(x.state, x.want)
				close(frozen.thawed)
				if err := <-ended; err != nil {
					w.t.Error(err)
				}
				w.is(x.state, x.want)
			})
		})
	}
}

func TestSweep(t *testing.T) {
	each(t, sink.Options{}, func(w *world) {
		w.queue("ann@ferme.example")
		w.send()
		left := func(after time.Duration) int {
			w.clock.Advance(after)
			if err := w.s.Sweep(w.t.Context()); err != nil {
				w.t.Fatal(err)
			}
			return w.count(`SELECT COUNT(*) FROM outgoing_mail`)
		}
		if n := left(90 * 24 * time.Hour); n != 1 {
			w.t.Errorf("%d are left after 90 days", n)
		}
		w.queue("bob@ferme.example")
		run(w.t, w.db, `UPDATE outgoing_mail SET created_at = 1 WHERE state = 'queued'`)
		if n := left(time.Millisecond); n != 1 {
			w.t.Errorf("%d are left after that, want the one that is queued", n)
		}
	})
}

// TestWork_logs shows that an operator learns of a relay that takes no messages.
func TestWork_logs(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d, sink.Options{Rules: []sink.Rule{{At: sink.Greeting, Reply: "421 4.3.2 not now", Drop: true}}})
		w.queue("ann@ferme.example")
		var log fake.Log
		ctx, stop := context.WithTimeout(t.Context(), time.Minute)
		defer stop()
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			w.s.Work(ctx, slog.New(slog.NewTextHandler(&log, nil)))
		}()
		for look := time.NewTicker(3 * time.Millisecond); log.String() == "" && ctx.Err() == nil; <-look.C {
		}
		stop()
		<-ended
		const want = `msg="transactional e-mail: the mail server fails" error="mail: down: 421 4.3.2 not now"`
		if !strings.Contains(log.String(), want) || strings.Contains(log.String(), "ann@") {
			t.Errorf("%q lacks %s", log.String(), want)
		}
	})
}

// slowChannel answers a message when the test lets it.
type slowChannel struct {
	mail.Channel
	marked, answer chan struct{}
}

func (c slowChannel) Open(context.Context) (mail.Session, error) { return slowSession(c), nil }

type slowSession slowChannel

func (slowSession) Close() error { return nil }

func (s slowSession) Send(ctx context.Context, _, _ *mail.Message, mark func() error) error {
	if err := mark(); err != nil {
		return err
	}
	close(s.marked)
	<-s.answer
	if err := ctx.Err(); err != nil {
		return &mail.Failure{Kind: mail.Unknown, Text: "sending was stopped", Ended: true}
	}
	return nil
}

// The work ends when the program stops, and when its settings change.
func TestSendDue_finishes_the_message_in_flight_when_the_work_ends(t *testing.T) {
	each(t, sink.Options{}, func(w *world) {
		w.queue("ann@ferme.example")
		slow := slowChannel{marked: make(chan struct{}), answer: make(chan struct{})}
		w.sendBy(outgoingmail.Route{Channel: slow, From: from})
		ctx, stop := context.WithCancel(context.WithoutCancel(w.t.Context()))
		ended := make(chan error)
		go func() { ended <- w.s.SendDue(ctx) }()
		<-slow.marked
		stop()
		close(slow.answer)
		if err := <-ended; err != nil {
			w.t.Error(err)
		}
		w.is(outgoingmail.Sent, 0)
	})
}

// Two thousand guests are being told of a change when others need a message.
func TestSendDue_by_priority(t *testing.T) {
	each(t, sink.Options{}, func(w *world) {
		expires := db.InstantOf(began.Add(time.Hour))
		guest := func(kind outgoingmail.Kind, name string) outgoingmail.Mail {
			return outgoingmail.Mail{Kind: kind, To: mail.Address{Email: name + "@example.com"}, Lang: i18n.EN, Subject: string(kind), Text: name,
				HTML: name, Expires: expires}
		}
		updates := make([]outgoingmail.Mail, 2000)
		for i := range updates {
			updates[i] = guest(outgoingmail.EventUpdate, fmt.Sprintf("guest%04d", i))
		}
		w.queueMail(updates...)
		w.clock.Advance(time.Minute)
		w.queueMail(guest(outgoingmail.Confirmation, "confirmed"), guest(outgoingmail.Offer, "offered"))
		w.clock.Advance(time.Minute)
		forgotten := letter("ann@ferme.example", w.clock.Now())
		forgotten.Kind = outgoingmail.Forgotten
		queue(w.t, w.db, w.s, forgotten)
		if got, want := strings.Join(w.sendSome(5), " "), "ann@ferme.example confirmed@example.com offered@example.com "+
			"guest0000@example.com guest0001@example.com"; got != want {
			w.t.Errorf("%s were sent, want %s", got, want)
		}
		w.queueMail(guest(outgoingmail.Confirmation, "meanwhile"))
		if got, want := strings.Join(w.sendSome(2), " "), "meanwhile@example.com guest0002@example.com"; got != want {
			w.t.Errorf("then %s were sent, want %s", got, want)
		}
	})
}

func (w *world) queueMail(list ...outgoingmail.Mail) {
	w.t.Helper()
	err := w.db.Write(w.t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := w.s.QueueMail(ctx, tx, list...)
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
}

// sendSome sends n messages, and returns to whom they went. The channel is asked for before each message, and taken away after the last one.
func (w *world) sendSome(n int) (to []string) {
	w.t.Helper()
	before, left := w.relay.Len(), n
	s := outgoingmail.NewService(w.db, w.clock.Now, sealer(), func() outgoingmail.Route {
		if left--; left < 0 {
			return outgoingmail.Route{}
		}
		return w.route
	})
	if err := s.SendDue(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
	for _, m := range w.relay.Taken()[before:] {
		to = append(to, strings.Fields(m.To)[0])
	}
	return to
}
