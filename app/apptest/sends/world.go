// Package sends provides the worlds of tests of campaigns: an event with an audience, the services of campaigns and of
// tracking, workers, and a relay that counts messages.
package sends

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/apptest/fake"
	"presence/app/apptest/featuretest"
	"presence/app/apptest/sink"
	"presence/app/hub/answers"
	"presence/app/hub/blocks"
	"presence/app/hub/campaigns"
	"presence/app/hub/sender"
	"presence/app/hub/suppressions"
	"presence/app/hub/templates"
	"presence/app/hub/tracking"
	"presence/app/platform/background"
	"presence/app/platform/httpx"
	"presence/app/platform/mail"
	"presence/db"
	"presence/db/dbtest"
)

// World is an event, "gala", with an audience, a service, and a relay that counts messages.
type World struct {
	testing.TB
	DB       *db.DB
	S        *campaigns.Service
	Tracking *tracking.Service
	Sink     *sink.Sink
	Log      *fake.Log
	Clock    *fake.Clock
	Options  campaigns.Options // of the next service

	recording *background.Group // records opens and clicks
	databases map[*campaigns.Service]*db.DB
}

// Began is the initial time of a world's clock.
var Began = time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC)

// Staff is the person who sends.
var Staff = auth.Actor{PersonID: "00000000-0000-4000-8000-00000000000e", Name: "Rosalie Vadeboncœur", Email: "rosalie@example.org",
	Role: auth.Events, Language: "fr"}

// Each runs fn in a world on each engine.
func Each(t *testing.T, o sink.Options, fn func(t *testing.T, w *World)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, d *db.DB) { fn(t, New(t, d, o)) })
}

// New returns a world on a database.
func New(t testing.TB, d *db.DB, o sink.Options) *World {
	t.Helper()
	relay, err := sink.Start(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = relay.Close() })
	w := &World{TB: t, DB: d, Sink: relay, Log: &fake.Log{}, Clock: fake.NewClock(Began), recording: background.NewGroup(),
		databases: map[*campaigns.Service]*db.DB{}}
	composer := templates.NewService(d, w.Clock.Now, templates.Config{Zone: time.UTC,
		Site: &url.URL{Scheme: "https", Host: "presence.example"}, Blocks: blocks.Template})
	w.Options = campaigns.Options{Secret: []byte("thirty-two bytes for tests only!"), Origin: "https://presence.example",
		Postal:    "12, rue du Quai, Sorel",
		Senders:   []mail.Address{{Name: "Nova", Email: "nova@example.com"}, {Email: "gala@example.com"}},
		Channels:  map[string]mail.Channel{campaigns.Bulk: w.Relay(mail.Timeouts{})},
		Zone:      time.UTC,
		Templates: composer, Connections: 4, AutoResume: true}
	w.S = w.NewService(d)
	w.Tracking = tracking.NewService(d, w.Clock.Now, w.S, tracking.Options{Secret: w.Options.Secret,
		Log: slog.New(slog.NewTextHandler(w.Log, nil)), Work: w.recording})

	w.Exec(`INSERT INTO events (id, state, starts_at, ends_at, palette, title_fr, created_at, updated_at)
	VALUES ('gala', 'open', $1, $2, 'fete', 'Gala', 1, 1)`,
		Began.Add(27*24*time.Hour).UnixMilli(), Began.Add(28*24*time.Hour).UnixMilli())
	return w
}

// NewService returns a service as of another process, with the world's present options.
func (w *World) NewService(d *db.DB) *campaigns.Service {
	s := campaigns.NewService(d, w.Clock.Now, w.Options)
	w.databases[s] = d
	return s
}

// Worker returns the worker of a service's process, with short intervals, which change may change.
func (w *World) Worker(s *campaigns.Service, change ...func(*sender.Intervals)) *sender.Worker {
	i := sender.Intervals{Heartbeat: beat, StalledAfter: StalledAfter * beat, Schedule: beat, Rest: time.Millisecond}
	for _, c := range change {
		c(&i)
	}
	return sender.NewWorker(w.databases[s], s, slog.New(slog.NewTextHandler(w.Log, nil)), i, "")
}

// beat is the interval of what a worker of the world does periodically.
const beat = 20 * time.Millisecond

// StalledAfter is the number of heartbeats after which a worker of the world takes another one for stalled.
const StalledAfter = 8

// Frozen has a worker do nothing periodically: it neither shows that it lives, nor does what is due.
func Frozen(i *sender.Intervals) { i.Heartbeat, i.Schedule = time.Hour, time.Hour }

// Relay returns a channel to the sink.
func (w *World) Relay(times mail.Timeouts) mail.Channel {
	w.Helper()
	c, err := mail.ParseSMTP(w.Sink.URL())
	if err != nil {
		w.Fatal(err)
	}
	if times != (mail.Timeouts{}) {
		c.Times = times
	}
	return mail.NewRelay(c)
}

// WrongPassword returns the relay's settings with a password that it refuses.
func (w *World) WrongPassword() mail.SMTP {
	w.Helper()
	c, err := mail.ParseSMTP(strings.Replace(w.Sink.URL(), "secret", "wrong", 1))
	if err != nil {
		w.Fatal(err)
	}
	return c
}

// On returns w with failures reported to t.
func (w *World) On(t testing.TB) *World {
	same := *w
	same.TB = t
	return &same
}

// Client returns a client of the routes that register adds, as the person by.
func (w *World) Client(by auth.Actor, register func(r *httpx.Router)) *featuretest.Client {
	w.Helper()
	return featuretest.New(w.TB, featuretest.Options{By: by, Now: w.Clock.Now, Log: slog.New(slog.NewTextHandler(w.Log, nil))}, register)
}

// Exec runs a statement.
func (w *World) Exec(sql string, args ...any) {
	w.Helper()
	ctx := context.Background()
	err := w.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if _, err := tx.Exec(ctx, sql, args...); err != nil || !strings.Contains(sql, "rsvps") {
			return err
		}
		return CountAnswers(ctx, tx)
	})
	if err != nil {
		w.Fatal(err)
	}
}

// CountAnswers matches registrations and recipients again, for tests that write registrations without the feature.
func CountAnswers(ctx context.Context, tx *db.Tx) error {
	if _, err := tx.Exec(ctx, "DELETE FROM campaign_answers"); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, "INSERT INTO campaign_answers (campaign_id, recipient_id, people, answered_at) "+answers.Counted("TRUE"))
	return err
}

// Count returns the number that a query returns.
func (w *World) Count(sql string, args ...any) (n int64) {
	w.Helper()
	if err := w.DB.QueryRow(context.Background(), sql, args...).Scan(&n); err != nil {
		w.Fatal(err)
	}
	return n
}

// Invite puts guests on the main list: g0@example.org, g1@….
func (w *World) Invite(n int) *World {
	w.Helper()
	w.Exec(`INSERT INTO audience_sources (event_id, kind, label, state, entries, seen_at, created_at, created_by)
	VALUES ('gala', 'csv', '{}', 'live', 0, 1, 1, 'x')`)
	w.Exec(`INSERT INTO audience_entries (event_id, source_id, email, email_key, firstname, lastname, language, created_at)
		WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < $1)
		SELECT 'gala', (SELECT MAX(id) FROM audience_sources), 'g' || i || '@example.org', 'g' || i || '@example.org', 'Élise', 'Guest' || i,
			CASE WHEN i % 2 = 0 THEN 'fr' ELSE 'en' END, 1 FROM n`, n)
	w.CountBatches()
	return w
}

// CountBatches updates what adding entries to main lists keeps: the counts of their batches, and which entries repeat a customer.
func (w *World) CountBatches() {
	w.Helper()
	w.Exec(`UPDATE audience_sources SET entries = (SELECT COUNT(*) FROM audience_entries e WHERE e.source_id = audience_sources.id),
		english = (SELECT COUNT(*) FROM audience_entries e WHERE e.source_id = audience_sources.id AND e.language = 'en')`)
	w.Exec(`UPDATE audience_entries SET repeated = TRUE WHERE id IN (SELECT id FROM (SELECT id, ROW_NUMBER() OVER (
		PARTITION BY event_id, customer_id ORDER BY id) AS place FROM audience_entries WHERE customer_id <> '') e WHERE place > 1)`)
}

// Work starts the worker of a service's process, and its job that follows campaigns; stop stops both and waits until they have ended.
func (w *World) Work(s *campaigns.Service) (stop func()) {
	worker, d := w.Worker(s), w.databases[s]
	return w.start(worker.Work, func(ctx context.Context) {
		background.Repeat(ctx, beat, nil, func() {
			// its errors are those of a database that a test has made fail
			_ = errors.Join(s.ChooseDue(ctx), s.NotifyPending(ctx), suppressions.NotifyStaff(ctx, d, db.InstantOf(w.Clock.Now())))
		})
	})
}

// Run starts a worker alone; stop stops it and waits until it has ended.
func (w *World) Run(worker *sender.Worker) (stop func()) { return w.start(worker.Work) }

func (w *World) start(jobs ...func(ctx context.Context)) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var done sync.WaitGroup
	for _, job := range jobs {
		done.Go(func() { job(ctx) })
	}
	var once sync.Once
	stop = func() { once.Do(func() { cancel(); done.Wait() }) }
	w.Cleanup(stop)
	return stop
}

// Send sends the gala's invitations.
func (w *World) Send() campaigns.Campaign {
	w.Helper()
	c, err := w.S.Send(context.Background(), Staff, campaigns.New{EventID: "gala"})
	if err != nil {
		w.Fatal(err)
	}
	return c
}

// Schedule schedules the gala's invitations.
func (w *World) Schedule(s campaigns.Schedule) campaigns.Campaign {
	w.Helper()
	c, err := w.S.Send(context.Background(), Staff, campaigns.New{EventID: "gala", Schedule: s})
	if err != nil {
		w.Fatal(err)
	}
	return c
}

// Recorded waits until the opens and clicks until now are recorded.
func (w *World) Recorded() { w.recording.Wait() }

// Campaign returns the current state of a campaign.
func (w *World) Campaign(id int64) campaigns.Campaign {
	w.Helper()
	c, err := w.S.Get(context.Background(), id)
	if err != nil {
		w.Fatal(err)
	}
	return c
}

// Until waits until a campaign has a status.
func (w *World) Until(id int64, want campaigns.State) campaigns.Campaign {
	w.Helper()
	return w.UntilIt("is "+string(want), id, func(c campaigns.Campaign) bool { return c.State == want })
}

// UntilIt waits until is returns true; what describes that condition.
func (w *World) UntilIt(what string, id int64, is func(campaigns.Campaign) bool) campaigns.Campaign {
	w.Helper()
	late := time.NewTimer(2 * time.Minute)
	defer late.Stop()
	look := time.NewTicker(3 * time.Millisecond)
	defer look.Stop()
	for {
		c := w.Campaign(id)
		if is(c) {
			w.CheckCounts(id)
			return c
		}
		select {
		case <-look.C:
		case <-late.C:
			w.Fatalf("the campaign never %s: %s %s %q %+v\n%s\n%s", what, c.State, c.Reason, c.ReasonDetail, c.Counts,
				strings.Join(w.States(id), " "), w.Log.String())
		}
	}
}

// Abandon leaves a campaign as a killed process does: some recipients claimed, some in flight, and the worker's lock free.
func (w *World) Abandon(c campaigns.Campaign, claimed, inFlight int) {
	w.Helper()
	w.Exec("INSERT INTO campaign_workers (name, started_at) VALUES ('sender-gone', 1)")
	first := w.Campaign(c.ID).FirstID
	lease := w.Count("SELECT MAX(id) FROM campaign_workers")
	set := "UPDATE campaign_recipients SET phase = "
	w.Exec(set+campaigns.PhaseInFlight.SQL()+", lease = $1 WHERE id >= $2 AND id < $3", lease, first, first+int64(inFlight))
	w.Exec(set+campaigns.PhaseClaimed.SQL()+", lease = $1 WHERE id >= $2 AND id < $3", lease, first+int64(inFlight),
		first+int64(inFlight+claimed))
}

// Register submits an answer by the personal link of a recipient.
func (w *World) Register(recipient int64) {
	w.Helper()
	w.Exec(`INSERT INTO rsvps (event_id, identity, name, people, language, confidence, recipient_id, created_at, responded_at)
		VALUES ('gala', $2, 'Élise', 1, 'fr', 'none', $1, 1, 1)`, recipient, fmt.Sprint("name:", recipient))
}

// OpenAt opens a database and migrates it.
func OpenAt(t testing.TB, url string) *db.DB {
	t.Helper()
	d, err := db.Open(context.Background(), url, db.Options{Conns: 8})
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Migrate(context.Background()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	return d
}
