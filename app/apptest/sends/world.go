// Package sends makes worlds for the tests of sends: an event with an audience, the services of campaigns and of tracking,
// workers, and a relay that counts.
package sends

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"maps"
	"net/url"
	"path"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/apptest/sink"
	"presence/app/hub/campaigns"
	"presence/app/hub/sender"
	"presence/app/hub/templates"
	"presence/app/hub/tracking"
	"presence/app/platform/mail"
	"presence/db"
	"presence/db/dbtest"
)

// World is an event, "gala", with an audience, a service, and a relay that counts.
type World struct {
	testing.TB
	DB       *db.DB
	S        *campaigns.Service
	Tracking *tracking.Service
	Sink     *sink.Sink
	Log      *Log
	Clock    *Clock
	Options  campaigns.Options // of the next service

	databases map[*campaigns.Service]*db.DB
}

// Began is when the clock of a world stands still first.
var Began = time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC)

// Staff is who sends.
var Staff = auth.Actor{PersonID: "00000000-0000-4000-8000-00000000000e", Name: "Rosalie Vadeboncœur", Email: "rosalie@example.org",
	Role: auth.Events, Language: "fr"}

// Clock stands still until it is moved.
type Clock struct {
	mu sync.Mutex
	at time.Time
}

// Now is where the clock stands.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

// Move moves it.
func (c *Clock) Move(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

// Log is what a world's workers log.
type Log struct {
	mu sync.Mutex
	b  bytes.Buffer
}

// Write implements io.Writer.
func (s *Log) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

// String is all of it.
func (s *Log) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// Each runs fn in a world on each engine.
func Each(t *testing.T, o sink.Options, fn func(t *testing.T, w *World)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, d *db.DB) { fn(t, New(t, d, o)) })
}

// New is a world on a database.
func New(t testing.TB, d *db.DB, o sink.Options) *World {
	t.Helper()
	relay, err := sink.Start(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = relay.Close() })
	w := &World{TB: t, DB: d, Sink: relay, Log: &Log{}, Clock: &Clock{at: Began}, databases: map[*campaigns.Service]*db.DB{}}
	w.Options = campaigns.Options{Secret: []byte("thirty-two bytes for tests only!"), Origin: "https://presence.example",
		Senders:   []mail.Address{{Name: "Nova", Email: "nova@example.com"}, {Email: "gala@example.com"}},
		Channels:  map[string]mail.Channel{campaigns.Bulk: w.Relay(mail.Timeouts{})},
		Templates: templates.NewService(d, time.UTC, "presence.example", w.Clock.Now), Connections: 4, AutoResume: true}
	w.S = w.NewService(d)
	w.Tracking = tracking.NewService(d, w.S, w.Clock.Now, tracking.Options{Secret: w.Options.Secret})
	w.Exec(`INSERT INTO events (id, state, starts_at, ends_at, palette, title_fr, created_at, updated_at)
	VALUES ('gala', 'open', $1, $2, 'fete', 'Gala', 1, 1)`,
		Began.Add(27*24*time.Hour).UnixMilli(), Began.Add(28*24*time.Hour).UnixMilli())
	return w
}

// NewService is the service of one more process, with the world's options of now.
func (w *World) NewService(d *db.DB) *campaigns.Service {
	s := campaigns.NewService(d, w.Clock.Now, w.Options)
	w.databases[s] = d
	return s
}

// Worker is the worker of a service's process, which is quick to beat and to try again.
func (w *World) Worker(s *campaigns.Service) *sender.Worker {
	worker := sender.NewWorker(w.databases[s], s, slog.New(slog.NewTextHandler(w.Log, nil)))
	worker.Rest, worker.Heartbeat = time.Millisecond, 20*time.Millisecond
	return worker
}

// Relay is a channel to the sink.
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

// WrongPassword is the relay's address with a password that it refuses.
func (w *World) WrongPassword() mail.SMTP {
	w.Helper()
	c, err := mail.ParseSMTP(strings.Replace(w.Sink.URL(), "secret", "wrong", 1))
	if err != nil {
		w.Fatal(err)
	}
	return c
}

// On is w, failing t.
func (w *World) On(t testing.TB) *World {
	same := *w
	same.TB = t
	return &same
}

// Exec runs a statement.
func (w *World) Exec(sql string, args ...any) {
	w.Helper()
	ctx := context.Background()
	if err := w.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { _, err := tx.Exec(ctx, sql, args...); return err }); err != nil {
		w.Fatal(err)
	}
}

// Count is the number that a query gives.
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
		SELECT 'gala', (SELECT MAX(id) FROM audience_sources), 'g' || i || '@example.org', 'g' || i || '@example.org', 'Élise', 'Guest' || i, CASE WHEN i % 2 = 0 THEN 'fr' ELSE 'en' END, 1 FROM n`, n)
	w.CountBatches()
	return w
}

// CountBatches has the batches of the main lists count their entries, as publishing them does.
func (w *World) CountBatches() {
	w.Helper()
	w.Exec(`UPDATE audience_sources SET entries = (SELECT COUNT(*) FROM audience_entries e WHERE e.source_id = audience_sources.id),
		english = (SELECT COUNT(*) FROM audience_entries e WHERE e.source_id = audience_sources.id AND e.language = 'en')`)
}

// Work starts the worker of a service's process; stop stops it and waits for its end.
func (w *World) Work(s *campaigns.Service) (stop func()) { return w.Run(w.Worker(s)) }

// Run is Work for a worker.
func (w *World) Run(worker *sender.Worker) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var done sync.WaitGroup
	done.Go(func() { worker.Work(ctx) })
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

// Campaign is a campaign as it stands.
func (w *World) Campaign(id int64) campaigns.Campaign {
	w.Helper()
	c, err := w.S.Get(context.Background(), id)
	if err != nil {
		w.Fatal(err)
	}
	return c
}

// Until waits for a campaign to come to a status.
func (w *World) Until(id int64, want campaigns.Status) campaigns.Campaign {
	w.Helper()
	return w.UntilIt("is "+string(want), id, func(c campaigns.Campaign) bool { return c.Status == want })
}

// UntilIt waits until is holds; what says what that means.
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
			w.Fatalf("the campaign never %s: %s %s %q %+v\n%s\n%s", what, c.Status, c.Reason, c.ReasonDetail, c.Counts,
				strings.Join(w.States(id), " "), w.Log.String())
		}
	}
}

// CheckCounts holds the figures against the rows (R10).
func (w *World) CheckCounts(id int64) {
	w.Helper()
	ctx := context.Background()
	err := w.DB.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		c, err := campaigns.ByID(ctx, q, id)
		if err != nil {
			return err
		}
		var n campaigns.Counts
		err = q.QueryRow(ctx, `SELECT COUNT(*), COALESCE(SUM(CASE WHEN status = 0 THEN 1 ELSE 0 END), 0), COALESCE(SUM(CASE
		WHEN status = 1 THEN 1 ELSE 0 END), 0),
			COALESCE(SUM(CASE WHEN status = 2 THEN 1 ELSE 0 END), 0), COALESCE(SUM(CASE WHEN status = 3 THEN 1 ELSE 0 END), 0),
			COALESCE(SUM(CASE WHEN status = 0 AND phase = 3 THEN 1 ELSE 0 END), 0), COALESCE(SUM(CASE WHEN opened_at > 0 THEN 1 ELSE 0 END), 0),
			COALESCE(SUM(CASE WHEN clicked_at > 0 THEN 1 ELSE 0 END), 0) FROM campaign_recipients WHERE campaign_id = $1`, id).
			Scan(&n.Total, &n.Pending, &n.Sent, &n.Failed, &n.Excluded, &n.Unconfirmed, &n.Opened, &n.Clicked)
		if err == nil && n != c.Counts {
			w.Errorf("the figures say %+v, the rows %+v", c.Counts, n)
		}
		return err
	})
	if err != nil {
		w.Fatal(err)
	}
}

// States are the recipients as "g1 sent", with the reason where there is one.
func (w *World) States(id int64) (list []string) {
	w.Helper()
	err := w.S.Recipients(context.Background(), w.Campaign(id), campaigns.RecipientPage{Rows: 50}, func(r campaigns.Recipient) error {
		name, _, _ := strings.Cut(r.Email, "@")
		state := name + " " + r.Status()
		if r.Unconfirmed {
			state += " unconfirmed"
		}
		if r.Reason != "" {
			state += " (" + r.Reason + ")"
		}
		list = append(list, state)
		return nil
	})
	if err != nil {
		w.Fatal(err)
	}
	return list
}

// Delivered fails unless exactly these guests have a message, one each.
func (w *World) Delivered(want ...string) {
	w.Helper()
	counts := w.Sink.Counts()
	got := []string{}
	for _, to := range slices.Sorted(maps.Keys(counts)) {
		name, _, _ := strings.Cut(to, "@")
		if counts[to] != 1 {
			name += fmt.Sprintf("×%d", counts[to])
		}
		got = append(got, name)
	}
	slices.Sort(want)
	if !slices.Equal(got, want) {
		w.Errorf("the relay has messages for %v, want %v", got, want)
	}
	if f := w.Sink.Faults(); len(f) > 0 {
		w.Errorf("breaches of the protocol: %v", f)
	}
}

// DeliveredAll fails unless each of n guests has one message.
func (w *World) DeliveredAll(n int) {
	w.Helper()
	counts := w.Sink.Counts()
	for to, times := range counts {
		if times != 1 {
			w.Errorf("%s has %d messages", to, times)
		}
	}
	if len(counts) != n {
		w.Errorf("%d guests have a message, want %d", len(counts), n)
	}
}

// MessageLinks are the addresses in a message that the relay kept.
func MessageLinks(t testing.TB, content []byte) []*url.URL {
	t.Helper()
	text := strings.ReplaceAll(strings.ReplaceAll(string(content), "=\r\n", ""), "=3D", "=")
	var list []*url.URL
	for _, part := range strings.Split(text, "https://")[1:] {
		end := strings.IndexAny(part, "\" \r\n<>")
		u, err := url.Parse("https://" + part[:end])
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, u)
	}
	return list
}

// Abandon leaves a campaign as a process that is killed does: so many recipients claimed, so many in flight, and the worker's
// lock free.
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

// Register makes an answer by the personal link of a recipient.
func (w *World) Register(recipient int64) {
	w.Helper()
	w.Exec(`INSERT INTO rsvps (event_id, identity, name, people, language, confidence, recipient_id, created_at, responded_at)
		VALUES ('gala', $2, 'Élise', 1, 'fr', 'none', $1, 1, 1)`, recipient, fmt.Sprint("name:", recipient))
}

// OpenAt opens a database and brings it up to date.
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

// BrowserAgent is what a person's browser calls itself.
const BrowserAgent = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36"

// Tracked is the token in the links of one of the messages that the relay kept.
func (w *World) Tracked(to string) (token string, list []*url.URL) {
	w.Helper()
	for _, m := range w.Sink.Taken() {
		if m.To != to {
			continue
		}
		list = MessageLinks(w.TB, m.Content)
		for _, u := range list {
			if strings.HasPrefix(u.Path, "/t/o/") {
				return path.Base(u.Path), list
			}
		}
	}
	w.Fatalf("no tracked message for %s", to)
	return "", nil
}

// Recipient is the one with an address.
func (w *World) Recipient(c campaigns.Campaign, email string) (found campaigns.Recipient) {
	w.Helper()
	if err := w.S.Recipients(context.Background(), c, campaigns.RecipientPage{Rows: 100}, func(r campaigns.Recipient) error {
		if r.Email == email {
			found = r
		}
		return nil
	}); err != nil {
		w.Fatal(err)
	}
	return found
}
