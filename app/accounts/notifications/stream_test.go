package notifications

import (
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"presence/db"
	"presence/db/dbtest"
)

var quiet = slog.New(slog.DiscardHandler)

func each2(t *testing.T, fn func(t *testing.T, k *fixture)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		k := newFixture(t, d, 200*time.Millisecond)
		k.crew = dbtest.NewCrew(t, d)
		fn(t, k)
	})
}

func TestStream(t *testing.T) {
	each2(t, func(t *testing.T, k *fixture) {
		sheet := k.sheet(k.crew.Ann)
		submitted := k.event(k.crew.Ann, SheetSubmitted, sheet)
		t.Run("says how many are unread, then each as it comes, and outlives the server's deadlines", func(t *testing.T) {
			k.t = t
			boss, other := k.open(k.crew.Boss.PersonID), k.open(k.crew.Stranger.PersonID)
			first := boss.want("unread", `{"unread":0}`)
			other.want("unread", `{"unread":0}`)
			k.awaitTimeout() // of the server, which is for answers that end
			k.tell(submitted)
			g := boss.want("notification", `"kind":"timesheet.submitted"`, `"text":"Élise Member5 submitted their timesheet"`, `"unread":1`,
				fmt.Sprintf(`"record":{"kind":"timesheet","id":"%d"}`, sheet))
			if g.id <= first.id {
				t.Errorf("id %d after %d", g.id, first.id)
			}
			k.tell(k.event(k.crew.Foreman, SheetApproved, k.sheet(k.crew.Stranger)))
			other.want("notification", `"kind":"timesheet.approved"`) // its first: the notification of the boss did not come here
			if h := boss.res.Header; h.Get("Content-Type") != "text/event-stream" || h.Get("Cache-Control") != "no-store" ||
				h.Get("Content-Encoding") != "" {
				t.Errorf("headers %v", h)
			}
		})
		t.Run("sends what was missed since the last event seen, once and in order", func(t *testing.T) {
			k.t = t
			r := k.open(k.crew.Boss.PersonID)
			last := r.want("unread").id
			r.close()
			var ids []int64
			for range 3 {
				s := k.sheet(k.crew.Ann)
				k.tell(k.event(k.crew.Ann, SheetSubmitted, s))
				ids = append(ids, s)
			}
			for name, again := range map[string]*reader{
				"by the header":      k.open(k.crew.Boss.PersonID, "Last-Event-ID", fmt.Sprint(last)),
				"by the query":       k.openAt("/notifications/stream?last_event_id="+fmt.Sprint(last), k.crew.Boss.PersonID),
				"the header decides": k.openAt("/notifications/stream?last_event_id=1", k.crew.Boss.PersonID, "Last-Event-ID", fmt.Sprint(last)),
			} {
				seen := last
				for _, s := range ids {
					g := again.skip("unread", fmt.Sprintf(`"id":"%d"`, s))
					if g.id <= seen {
						t.Errorf("%s: %d after %d", name, g.id, seen)
					}
					seen = g.id
				}
				again.close()
			}
			other := k.open(k.crew.Cid.PersonID, "Last-Event-ID", "0")
			other.want("unread", `{"unread":0}`) // nothing of another's is replayed
		})
		t.Run("begins with the time after which to reconnect, between 2 and 6 seconds", func(t *testing.T) {
			k.t = t
			r := k.open(k.crew.Cid.PersonID)
			r.lines.Scan()
			ms, found := strings.CutPrefix(r.lines.Text(), "retry: ")
			if n, err := strconv.Atoi(ms); !found || err != nil || n < 2000 || n >= 6000 {
				t.Errorf("the first line is %q", r.lines.Text())
			}
			r.close()
		})
		t.Run("is not packed, whatever the client would take", func(t *testing.T) {
			k.t = t
			r := k.open(k.crew.Boss.PersonID, "Accept-Encoding", "gzip")
			r.want("unread")
			if e := r.res.Header.Get("Content-Encoding"); e != "" {
				t.Errorf("packed as %s: it would wait for more", e)
			}
		})
		for name, path := range map[string]string{"a word": "?last_event_id=x", "a negative": "?last_event_id=-1",
			"too large a number": "?last_event_id=99999999999999999999", "an unknown query": "?since=1"} {
			t.Run("refuses "+name, func(t *testing.T) {
				k.t = t
				if r := k.openAt("/notifications/stream"+path, k.crew.Boss.PersonID); r.res.StatusCode != http.StatusBadRequest {
					t.Errorf("status %d", r.res.StatusCode)
				}
			})
		}
		t.Run("answers HEAD with the headers alone, and holds nothing after", func(t *testing.T) {
			k.t = t
			req, _ := http.NewRequestWithContext(t.Context(), http.MethodHead, k.server.URL+"/notifications/stream", nil)
			req.Header.Set("Person", k.crew.Cid.PersonID)
			res, err := k.server.Client().Do(req)
			if err != nil || res.StatusCode != http.StatusOK || res.Header.Get("Content-Type") != "text/event-stream" {
				t.Fatalf("%v, %v", res, err)
			}
			res.Body.Close()
		})
		t.Run("refuses an eleventh of one person, and takes it when one has gone", func(t *testing.T) {
			k.t = t
			var open []*reader
			for range maxStreamsPerPerson {
				r := k.open(k.crew.Ann.PersonID)
				r.want("unread")
				open = append(open, r)
			}
			r := k.open(k.crew.Ann.PersonID)
			if r.res.StatusCode != http.StatusTooManyRequests || r.res.Header.Get("Retry-After") == "" {
				t.Errorf("status %d", r.res.StatusCode)
			}
			k.open(k.crew.Cid.PersonID).want("unread") // another's own limit
			open[0].close()
			for person := ""; person != k.crew.Ann.PersonID; person = <-k.ended {
			}
			k.open(k.crew.Ann.PersonID).want("unread")
		})
		t.Run("ends when the service closes, and none begins after", func(t *testing.T) {
			k.t = t
			r := k.open(k.crew.Boss.PersonID)
			r.want("unread")
			k.Close()
			if g, ok := r.next(); ok {
				t.Errorf("it goes on with %+v", g)
			}
			if r := k.open(k.crew.Boss.PersonID); r.res.StatusCode != http.StatusServiceUnavailable {
				t.Errorf("status %d", r.res.StatusCode)
			}
		})
	})
}

// TestStream_Replicas has two processes on one database: each sends notifications, and the streams of the other receive them.
func TestStream_Replicas(t *testing.T) {
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(dialect.String(), func(t *testing.T) {
			url := dbtest.URL(t, dialect)
			var fixtures [2]*fixture
			for i := range fixtures {
				d, err := db.Open(t.Context(), url, db.Options{Conns: 4})
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { d.Close() })
				if err := d.Migrate(t.Context()); err != nil {
					t.Fatal(err)
				}
				fixtures[i] = newFixture(t, d, time.Minute)
			}
			here, there := fixtures[0], fixtures[1]
			crew := dbtest.NewCrew(t, here.db)
			near, far := here.open(crew.Boss.PersonID), there.open(crew.Boss.PersonID)
			near.want("unread")
			far.want("unread")
			here.tell(here.event(crew.Ann, SheetSubmitted, here.sheet(crew.Ann)))
			there.tell(there.event(crew.Deputy, SheetSubmitted, there.sheet(crew.Deputy)))
			for _, r := range []*reader{near, far} {
				a, b := r.want("notification", "Member5"), r.want("notification", "Member6")
				if a.id >= b.id {
					t.Errorf("ids %d, %d", a.id, b.id)
				}
			}
		})
	}
}

// TestStream_InOrder writes many notifications at the same time on both engines: no stream may miss or repeat one, although transactions
// end in another order than they began.
func TestStream_InOrder(t *testing.T) {
	each2(t, func(t *testing.T, k *fixture) {
		const writers, each = 8, 10
		r := k.open(k.crew.Boss.PersonID)
		last := r.want("unread").id
		var all sync.WaitGroup
		for range writers {
			sheets := make([]int64, each)
			for i := range sheets {
				sheets[i] = k.sheet(k.crew.Ann)
			}
			all.Go(func() {
				for _, s := range sheets {
					k.tell(k.event(k.crew.Ann, SheetSubmitted, s))
				}
			})
		}
		seen := map[string]bool{}
		for range writers * each {
			g := r.want("notification")
			if g.id <= last {
				t.Errorf("%d after %d", g.id, last)
			}
			last = g.id
			_, record, _ := strings.Cut(g.data, `"record":`)
			seen[record[:40]] = true
		}
		all.Wait()
		if len(seen) != writers*each {
			t.Errorf("%d of %d sheets were told of", len(seen), writers*each)
		}
	})
}

// TestStream_Thousand opens a thousand streams and notifies all of them at once. Nothing is left when they have ended.
func TestStream_Thousand(t *testing.T) {
	const n = 1000
	k := newFixture(t, dbtest.OpenSQLite(t), time.Minute)
	people := k.people(n)
	took := make([]time.Duration, n)
	var open, done sync.WaitGroup
	open.Add(n)
	began := make(chan struct{})
	var at time.Time
	for i, p := range people {
		done.Go(func() {
			r := k.open(p)
			defer r.close()
			first, _ := r.next()
			open.Done()
			<-began
			if first.name != "unread" {
				t.Errorf("the first event is %+v", first)
				return
			}
			r.want("notification", `"period.approved"`, `"unread":1`)
			took[i] = time.Since(at)
		})
	}
	open.Wait()
	at = time.Now()
	close(began)
	k.tellAll(people)
	done.Wait()
	slowest := slices.Max(took)
	if slowest > 2*time.Second {
		t.Errorf("the slowest heard of it after %v", slowest)
	}
	t.Logf("the slowest heard of it after %v", slowest)
	for range n {
		<-k.ended
	}
	if k.broker.session != nil || k.broker.open != 0 || len(k.broker.streams) != 0 {
		t.Fatalf("after the last stream, %d are open, and the session is %+v", k.broker.open, k.broker.session)
	}
	k.broker.work.Wait()
}
