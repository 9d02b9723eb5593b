package campaigns

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"maps"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/apptest/sink"
	"presence/app/hub/templates"
	"presence/app/platform/mail"
	"presence/db"
	"presence/db/dbtest"
)

// world is an event, "gala", with an audience, a service, and a relay that counts.
type world struct {
	testing.TB
	DB    *db.DB
	S     *Service
	Sink  *sink.Sink
	Log   *syncBuffer
	clock *clock
	o     Options
}

var began = time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC)

var staff = auth.Actor{PersonID: "00000000-0000-4000-8000-00000000000e", Name: "Rosalie Vadeboncœur", Email: "rosalie@example.org", Role: auth.Events, Language: "fr"}

// clock stands still until it is moved.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) move(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *syncBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *syncBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

func eachWorld(t *testing.T, o sink.Options, fn func(t *testing.T, w *world)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, d *db.DB) { fn(t, newWorld(t, d, o)) })
}

func newWorld(t testing.TB, d *db.DB, o sink.Options) *world {
	t.Helper()
	relay, err := sink.Start(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = relay.Close() })
	w := &world{TB: t, DB: d, Sink: relay, Log: &syncBuffer{}, clock: &clock{at: began}}
	w.o = Options{Secret: []byte("thirty-two bytes for tests only!"), Origin: "https://presence.example", Senders: []mail.Address{{Name: "Nova", Email: "nova@example.com"}, {Email: "gala@example.com"}},
		Channels: map[string]mail.Channel{Bulk: w.smtp(mail.Timeouts{})}, Templates: templates.NewService(d, time.UTC, "presence.example", w.clock.now), Connections: 4, AutoResume: true}
	w.S = w.service(d)
	w.exec(`INSERT INTO events (id, state, starts_at, ends_at, palette, title_fr, created_at, updated_at) VALUES ('gala', 'open', $1, $2, 'fete', 'Gala', 1, 1)`,
		began.Add(27*24*time.Hour).UnixMilli(), began.Add(28*24*time.Hour).UnixMilli())
	return w
}

// service is a second one on a handle of its own, or the first.
func (w *world) service(d *db.DB) *Service {
	s := NewService(d, w.clock.now, w.o)
	s.retryRest, s.heartbeatEvery = time.Millisecond, 20*time.Millisecond
	w.Cleanup(s.Close)
	return s
}

func (w *world) smtp(times mail.Timeouts) mail.Channel {
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

// on is w, failing t.
func (w *world) on(t testing.TB) *world {
	same := *w
	same.TB = t
	return &same
}

func (w *world) exec(sql string, args ...any) {
	w.Helper()
	ctx := context.Background()
	if err := w.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { _, err := tx.Exec(ctx, sql, args...); return err }); err != nil {
		w.Fatal(err)
	}
}

func (w *world) count(sql string, args ...any) (n int64) {
	w.Helper()
	if err := w.DB.QueryRow(context.Background(), sql, args...).Scan(&n); err != nil {
		w.Fatal(err)
	}
	return n
}

// invite puts guests on the main list: g0@example.org, g1@….
func (w *world) invite(n int) *world {
	w.Helper()
	w.exec(`INSERT INTO audience_sources (event_id, kind, label, state, entries, seen_at, created_at, created_by) VALUES ('gala', 'csv', '{}', 'live', 0, 1, 1, 'x')`)
	w.exec(`INSERT INTO audience_entries (event_id, source_id, email, email_key, firstname, lastname, language, created_at)
		WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < $1)
		SELECT 'gala', (SELECT MAX(id) FROM audience_sources), 'g' || i || '@example.org', 'g' || i || '@example.org', 'Élise', 'Guest' || i, CASE WHEN i % 2 = 0 THEN 'fr' ELSE 'en' END, 1 FROM n`, n)
	w.countBatches()
	return w
}

// countBatches has the batches of the main lists count their entries, as publishing them does.
func (w *world) countBatches() {
	w.Helper()
	w.exec(`UPDATE audience_sources SET entries = (SELECT COUNT(*) FROM audience_entries e WHERE e.source_id = audience_sources.id),
		english = (SELECT COUNT(*) FROM audience_entries e WHERE e.source_id = audience_sources.id AND e.language = 'en')`)
}

// work starts a worker and gives what stops it and waits for its end.
func (w *world) work(s *Service) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var done sync.WaitGroup
	worker := NewWorker(s, slog.New(slog.NewTextHandler(w.Log, nil)))
	done.Go(func() { worker.Work(ctx) })
	var once sync.Once
	stop = func() { once.Do(func() { cancel(); done.Wait() }) }
	w.Cleanup(stop)
	return stop
}

func (w *world) send() Campaign {
	w.Helper()
	c, err := w.S.Send(context.Background(), staff, New{EventID: "gala"})
	if err != nil {
		w.Fatal(err)
	}
	return c
}

func (w *world) campaign(id int64) Campaign {
	w.Helper()
	c, err := w.S.Get(context.Background(), id)
	if err != nil {
		w.Fatal(err)
	}
	return c
}

// until waits for a campaign to come to a status.
func (w *world) until(id int64, want Status) Campaign {
	w.Helper()
	return w.untilIt("is "+string(want), id, func(c Campaign) bool { return c.Status == want })
}

func (w *world) untilIt(what string, id int64, is func(Campaign) bool) Campaign {
	w.Helper()
	late := time.NewTimer(2 * time.Minute)
	defer late.Stop()
	look := time.NewTicker(3 * time.Millisecond)
	defer look.Stop()
	for {
		c := w.campaign(id)
		if is(c) {
			w.adds(id)
			return c
		}
		select {
		case <-look.C:
		case <-late.C:
			w.Fatalf("the campaign never %s: %s %s %q %+v\n%s\n%s", what, c.Status, c.Reason, c.ReasonDetail, c.Counts, strings.Join(w.states(id), " "), w.Log.String())
		}
	}
}

// adds holds the figures against the rows (R10).
func (w *world) adds(id int64) {
	w.Helper()
	ctx := context.Background()
	err := w.DB.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		c, err := byID(ctx, q, id)
		if err != nil {
			return err
		}
		var n Counts
		err = q.QueryRow(ctx, `SELECT COUNT(*), COALESCE(SUM(CASE WHEN status = 0 THEN 1 ELSE 0 END), 0), COALESCE(SUM(CASE WHEN status = 1 THEN 1 ELSE 0 END), 0),
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

// states are the recipients as "g1 sent", with the reason where there is one.
func (w *world) states(id int64) (list []string) {
	w.Helper()
	err := w.S.Recipients(context.Background(), w.campaign(id), RecipientPage{Rows: 50}, func(r Recipient) error {
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

// delivered fails unless exactly these guests have a message, one each.
func (w *world) delivered(want ...string) {
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

// deliveredAll fails unless each of n guests has one message.
func (w *world) deliveredAll(n int) {
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

// links are the addresses in a message that the relay kept.
func links(t testing.TB, content []byte) []*url.URL {
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
