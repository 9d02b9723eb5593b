package push_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"presence/app/accounts/auth"
	"presence/app/accounts/push"
	"presence/app/apptest/fake"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/db"
	"presence/db/dbtest"
)

var (
	began  = time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC)
	secret = []byte("thirty-two bytes for tests only!")
	b64    = base64.RawURLEncoding
)

// browser is a device, which decrypts what its push service gets.
type browser struct{ *fake.PushDevice }

func newBrowser(t testing.TB) browser {
	t.Helper()
	device, err := fake.NewPushDevice()
	if err != nil {
		t.Fatal(err)
	}
	return browser{device}
}

func (b browser) at(endpoint string) push.Subscription {
	return push.Subscription{Endpoint: endpoint, P256DH: b.P256DH(), Auth: b.Auth(),
		Agent: "Mozilla/5.0 (Linux; Android 16) Chrome/150.0.0.0 Mobile Safari/537.36"}
}

// service is a push service.
type service struct {
	*httptest.Server
	mu     sync.Mutex
	got    []*http.Request
	bodies [][]byte
	status int
	header http.Header
	heard  func() // is called with each request, unless it is nil
}

func newService(t testing.TB) *service {
	s := &service{status: http.StatusCreated, header: http.Header{}}
	s.Server = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		s.mu.Lock()
		defer s.mu.Unlock()
		s.got, s.bodies = append(s.got, r), append(s.bodies, body)
		if s.heard != nil {
			s.heard()
		}
		for name, values := range s.header {
			w.Header()[name] = values
		}
		w.WriteHeader(s.status)
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *service) answers(status int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.status = status
}

func (s *service) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.got)
}

// world is a service of notices with a push service.
type world struct {
	t       *testing.T
	db      *db.DB
	crew    dbtest.Crew
	clock   *fake.Clock
	service *service
	s       *push.Service
}

func each(t *testing.T, do func(t *testing.T, w *world)) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := &world{t: t, db: d, clock: fake.NewClock(began), service: newService(t), crew: dbtest.NewCrew(t, d)}
		w.s = w.replica(push.Options{HTTPClient: w.service.Client()})
		do(t, w)
	})
}

func (w *world) replica(o push.Options) *push.Service {
	w.t.Helper()
	o.Secret, o.Origin = secret, "https://presence.example"
	s, err := push.NewService(w.db, w.clock.Now, o)
	if err != nil {
		w.t.Fatal(err)
	}
	return s
}

func by(m dbtest.Member) auth.Actor { return auth.Actor{PersonID: m.PersonID, Role: auth.Employee} }

func (w *world) add(m dbtest.Member, path string) browser {
	w.t.Helper()
	b := newBrowser(w.t)
	if _, err := w.s.Add(w.t.Context(), by(m), b.at(w.service.URL+path)); err != nil {
		w.t.Fatal(err)
	}
	return b
}

func (w *world) write(fn func(ctx context.Context, tx *db.Tx) error) {
	w.t.Helper()
	if err := w.db.Write(w.t.Context(), fn); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) exec(statement string, args ...any) {
	w.t.Helper()
	w.write(func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, statement, args...)
		return err
	})
}

// queue queues a notice about a new notification, and returns its id.
func (w *world) queue(m dbtest.Member, title string) (id int64) {
	w.t.Helper()
	w.write(func(ctx context.Context, tx *db.Tx) error {
		if err := tx.QueryRow(ctx, `INSERT INTO notifications (person_id, kind, record_kind, record_id, data, created_at)
			VALUES ($1, 'k', 'r', 1, '{}', 1) RETURNING id`, m.PersonID).Scan(&id); err != nil {
			return err
		}
		return w.s.Queue(ctx, tx, []push.Message{{PersonID: m.PersonID, Notification: id,
			Notice: push.Notice{Title: title, URL: "/staff/notifications", Tag: "n1", Lang: "en"}}})
	})
	return id
}

func (w *world) send() {
	w.t.Helper()
	if err := w.s.SendDue(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) rows(table string) (n int64) {
	w.t.Helper()
	if err := w.db.QueryRow(w.t.Context(), "SELECT COUNT(*) FROM "+table).Scan(&n); err != nil {
		w.t.Fatal(err)
	}
	return n
}

func TestService_SendDue(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		phone, tablet := w.add(w.crew.Ann, "/phone"), w.add(w.crew.Ann, "/tablet")
		w.add(w.crew.Cid, "/other")
		w.queue(w.crew.Ann, "A decision on your leave")
		w.send()
		t.Run("sends a notice to each device of its person, once, so that only the device can read it", func(t *testing.T) {
			w.send()
			if n := w.service.count(); n != 2 || w.rows("push_messages") != 0 {
				t.Fatalf("%d requests, %d rows", n, w.rows("push_messages"))
			}
			for i, r := range w.service.got {
				device, other := phone, tablet
				if r.URL.Path == "/tablet" {
					device, other = tablet, phone
				}
				text, err := device.Open(w.service.bodies[i])
				var n push.Notice
				if err != nil || json.Unmarshal([]byte(text), &n) != nil || n.Title != "A decision on your leave" || n.URL != "/staff/notifications" {
					t.Errorf("%s: %q, %v", r.URL.Path, text, err)
				}
				if _, err := other.Open(w.service.bodies[i]); err == nil {
					t.Error("another device can read it")
				}
				if r.Header.Get("Content-Encoding") != "aes128gcm" || r.Header.Get("TTL") != "86400" || len(w.service.bodies[i]) > 4096 {
					t.Errorf("%v, %d bytes", r.Header, len(w.service.bodies[i]))
				}
			}
		})
		t.Run("names the company by its key, which all replicas have", func(t *testing.T) {
			token, key, _ := strings.Cut(strings.TrimPrefix(w.service.got[0].Header.Get("Authorization"), "vapid t="), ", k=")
			if key != w.s.Key() || key != w.replica(push.Options{}).Key() {
				t.Errorf("%s and %s", key, w.s.Key())
			}
			point, err := b64.DecodeString(key)
			if err != nil {
				t.Fatal(err)
			}
			public, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), point)
			if err != nil {
				t.Fatal(err)
			}
			claims := jwt.MapClaims{}
			_, err = jwt.ParseWithClaims(token, claims, func(*jwt.Token) (any, error) { return public, nil }, jwt.WithoutClaimsValidation())
			if err != nil || claims["aud"] != w.service.URL || claims["sub"] != "https://presence.example" {
				t.Errorf("%v, %v", claims, err)
			}
		})
	})
}

func TestService_SendDue_outcomes(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.add(w.crew.Ann, "/phone")
		for _, x := range []struct {
			name              string
			status            int
			requests, waiting int64
			devices           int64
		}{
			{"a notice that the push service cannot take now waits", http.StatusServiceUnavailable, 1, 1, 1},
			{"and is not sent again before its time", http.StatusCreated, 0, 1, 1},
		} {
			t.Run(x.name, func(t *testing.T) {
				before := int64(w.service.count())
				if before == 0 {
					w.queue(w.crew.Ann, "One")
				}
				w.service.answers(x.status)
				w.send()
				if n := int64(w.service.count()) - before; n != x.requests || w.rows("push_messages") != x.waiting || w.rows("push_subscriptions") != x.devices {
					t.Errorf("%d requests, %d wait, %d devices", n, w.rows("push_messages"), w.rows("push_subscriptions"))
				}
			})
		}
		t.Run("it is sent again later", func(t *testing.T) {
			w.clock.Advance(time.Minute)
			w.send()
			if w.service.count() != 2 || w.rows("push_messages") != 0 {
				t.Errorf("%d requests, %d wait", w.service.count(), w.rows("push_messages"))
			}
		})
		t.Run("the time that the push service asks for is waited for", func(t *testing.T) {
			w.service.header.Set("Retry-After", "600")
			w.service.answers(http.StatusTooManyRequests)
			w.queue(w.crew.Ann, "Two")
			w.send()
			before := w.service.count()
			w.clock.Advance(9 * time.Minute)
			w.send()
			if w.service.count() != before {
				t.Error("it is sent after 9 minutes")
			}
			w.clock.Advance(2 * time.Minute)
			w.service.answers(http.StatusCreated)
			w.send()
			if w.service.count() != before+1 || w.rows("push_messages") != 0 {
				t.Errorf("%d requests", w.service.count()-before)
			}
		})
		t.Run("one that was read elsewhere meanwhile is not sent", func(t *testing.T) {
			id := w.queue(w.crew.Ann, "Three")
			w.exec("UPDATE notifications SET read_at = 1 WHERE id = $1", id)
			before := w.service.count()
			w.send()
			if w.service.count() != before || w.rows("push_messages") != 0 {
				t.Errorf("%d requests, %d wait", w.service.count()-before, w.rows("push_messages"))
			}
		})
		t.Run("one that has waited for a day is not sent", func(t *testing.T) {
			w.queue(w.crew.Ann, "Four")
			before := w.service.count()
			w.clock.Advance(25 * time.Hour)
			w.send()
			if w.service.count() != before || w.rows("push_messages") != 0 {
				t.Errorf("%d requests, %d wait", w.service.count()-before, w.rows("push_messages"))
			}
		})
		t.Run("one that is withdrawn is not sent", func(t *testing.T) {
			id := w.queue(w.crew.Ann, "Five")
			w.exec("DELETE FROM notifications WHERE id = $1", id)
			if w.rows("push_messages") != 0 {
				t.Error("it waits")
			}
		})
		t.Run("a refused notice is dropped and leaves the device", func(t *testing.T) {
			w.service.answers(http.StatusBadRequest)
			w.queue(w.crew.Ann, "Six")
			w.send()
			if w.rows("push_messages") != 0 || w.rows("push_subscriptions") != 1 {
				t.Errorf("%d wait, %d devices", w.rows("push_messages"), w.rows("push_subscriptions"))
			}
		})
		t.Run("a device that the push service does not know any more is removed", func(t *testing.T) {
			w.service.answers(http.StatusGone)
			w.queue(w.crew.Ann, "Seven")
			w.queue(w.crew.Ann, "Eight")
			w.send()
			if w.rows("push_messages") != 0 || w.rows("push_subscriptions") != 0 {
				t.Errorf("%d wait, %d devices", w.rows("push_messages"), w.rows("push_subscriptions"))
			}
		})
	})
}

// Two workers that look at the same time send a notice once.
func TestService_SendDue_leases(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.add(w.crew.Ann, "/phone")
		for i := range 20 {
			w.queue(w.crew.Ann, fmt.Sprint(i))
		}
		other := w.replica(push.Options{HTTPClient: w.service.Client()})
		var both sync.WaitGroup
		for _, s := range []*push.Service{w.s, other} {
			both.Go(func() {
				if err := s.SendDue(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		both.Wait()
		if n := w.service.count(); n != 20 || w.rows("push_messages") != 0 {
			t.Errorf("%d requests, %d wait", n, w.rows("push_messages"))
		}
	})
}

// A program that is stopping finishes the requests that it has begun. The next one sends the rest at once; they count as not yet attempted.
func TestService_SendDue_stopped(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.add(w.crew.Ann, "/phone")
		const notices = 30
		for i := range notices {
			w.queue(w.crew.Ann, fmt.Sprint(i))
		}
		ctx, stop := context.WithCancel(t.Context())
		w.service.heard = stop
		if err := w.s.SendDue(ctx); err != nil {
			t.Fatal(err)
		}
		w.service.heard = nil
		sent := w.service.count()
		if sent == 0 || sent == notices || w.rows("push_messages WHERE attempts = 0") != int64(notices-sent) {
			t.Fatalf("%d of %d were sent, and %d have had no attempt", sent, notices, w.rows("push_messages WHERE attempts = 0"))
		}
		w.send()
		if n := w.service.count(); n != notices {
			t.Errorf("%d were sent", n)
		}
	})
}

// Notices are not sent to addresses on this machine or the private network, whose services may trust any caller.
func TestService_SendDue_connects_to_public_addresses_only(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.add(w.crew.Ann, "/phone")
		w.queue(w.crew.Ann, "One")
		if err := w.replica(push.Options{}).SendDue(t.Context()); err != nil {
			t.Fatal(err)
		}
		if w.service.count() != 0 {
			t.Error("it was sent to this machine")
		}
	})
}

func TestService_Add(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ann, ben := by(w.crew.Ann), by(w.crew.Cid)
		good := newBrowser(t).at("https://push.example.net/one")
		public := w.replica(push.Options{})
		t.Run("names the device by its browser and system", func(t *testing.T) {
			d, err := public.Add(t.Context(), ann, good)
			if err != nil || d.Name != "Chrome · Android" {
				t.Errorf("%+v, %v", d, err)
			}
		})
		t.Run("again replaces the keys", func(t *testing.T) {
			if _, err := public.Add(t.Context(), ann, newBrowser(t).at(good.Endpoint)); err != nil || w.rows("push_subscriptions") != 1 {
				t.Errorf("%d, %v", w.rows("push_subscriptions"), err)
			}
		})
		t.Run("by another person gives the device to that person", func(t *testing.T) {
			if _, err := public.Add(t.Context(), ben, good); err != nil {
				t.Fatal(err)
			}
			list, err := public.Devices(t.Context(), ann)
			if err != nil || len(list) != 0 || w.rows("push_subscriptions") != 1 {
				t.Errorf("%+v, %v", list, err)
			}
		})
		for _, x := range []struct {
			name   string
			change func(*push.Subscription)
			field  string
		}{
			{"refuses an address without TLS", func(x *push.Subscription) { x.Endpoint = "http://push.example.net/" }, "endpoint"},
			{"refuses an address with a password", func(x *push.Subscription) { x.Endpoint = "https://a:b@push.example.net/" }, "endpoint"},
			{"refuses what is no address", func(x *push.Subscription) { x.Endpoint = "push" }, "endpoint"},
			{"refuses a key that is not on the curve", func(x *push.Subscription) { x.P256DH = b64.EncodeToString(make([]byte, 65)) }, "p256dh"},
			{"refuses a secret that is too short", func(x *push.Subscription) { x.Auth = "AAAA" }, "auth"},
		} {
			t.Run(x.name, func(t *testing.T) {
				bad := good
				x.change(&bad)
				_, err := public.Add(t.Context(), ann, bad)
				fields := errs.FieldsOf(err)
				if len(fields) != 1 || fields[0].Field != x.field {
					t.Errorf("%v", err)
				}
			})
		}
		t.Run("refuses a twenty-first device", func(t *testing.T) {
			for i := range 20 {
				if _, err := public.Add(t.Context(), ann, newBrowser(t).at(fmt.Sprint("https://push.example.net/", i))); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := public.Add(t.Context(), ann, newBrowser(t).at("https://push.example.net/more")); errs.KindOf(err) != errs.KindConflict {
				t.Errorf("%v", err)
			}
		})
		t.Run("refuses all while notices are turned off", func(t *testing.T) {
			if _, err := w.replica(push.Options{Off: true}).Add(t.Context(), ann, good); errs.KindOf(err) != errs.KindConflict {
				t.Errorf("%v", err)
			}
		})
	})
}

func TestService_Remove(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.add(w.crew.Ann, "/phone")
		list, err := w.s.Devices(t.Context(), by(w.crew.Ann))
		if err != nil || len(list) != 1 {
			t.Fatal(list, err)
		}
		t.Run("does not find the device of another person", func(t *testing.T) {
			if err := w.s.Remove(t.Context(), by(w.crew.Cid), list[0].ID); errs.KindOf(err) != errs.KindNotFound || w.rows("push_subscriptions") != 1 {
				t.Errorf("%v", err)
			}
		})
		t.Run("removes the device with what waits for it, and says so in the audit log", func(t *testing.T) {
			w.queue(w.crew.Ann, "One")
			if err := w.s.Remove(t.Context(), by(w.crew.Ann), list[0].ID); err != nil || w.rows("push_messages") != 0 {
				t.Errorf("%v, %d wait", err, w.rows("push_messages"))
			}
			log, err := audit.History(t.Context(), w.db, "person", w.crew.Ann.PersonID, 10)
			actions := make([]string, len(log))
			for i, e := range log {
				actions[i] = e.Action
			}
			if err != nil || !slices.Equal(actions, []string{"device_removed", "device_added"}) {
				t.Errorf("%v, %v", actions, err)
			}
		})
	})
}

// While notices are turned off, nothing is queued and what waits is dropped.
func TestService_off(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.add(w.crew.Ann, "/phone")
		w.queue(w.crew.Ann, "One")
		w.s = w.replica(push.Options{HTTPClient: w.service.Client(), Off: true})
		w.queue(w.crew.Ann, "Two")
		if w.rows("push_messages") != 1 {
			t.Error("it is queued")
		}
		w.send()
		if w.service.count() != 0 || w.rows("push_messages") != 0 || w.s.Key() != "" {
			t.Errorf("%d requests, %d wait, key %q", w.service.count(), w.rows("push_messages"), w.s.Key())
		}
	})
}

// A push service takes at most 4096 bytes.
func TestNotice_is_small(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		phone := w.add(w.crew.Ann, "/phone")
		w.queue(w.crew.Ann, strings.Repeat("é", 5000))
		w.send()
		if text, err := phone.Open(w.service.bodies[0]); err != nil || len(text) > 3<<10 || len(w.service.bodies[0]) > 4096 {
			t.Errorf("%d bytes, %v", len(text), err)
		}
	})
}

func TestService_Add_by_whom(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ann := by(w.crew.Ann)
		add := func(who auth.Actor) error {
			_, err := w.s.Add(t.Context(), who, newBrowser(t).at(w.service.URL+"/planted"))
			return err
		}
		w.write(func(ctx context.Context, tx *db.Tx) error {
			return auth.VoidTokens(ctx, tx, ann.PersonID, db.InstantOf(w.clock.Now()))
		})
		t.Run("a request that was sent before everything ended adds no device", func(t *testing.T) {
			if err := add(ann); !errs.HasCode(err, "session_ended") {
				t.Errorf("%v", err)
			}
		})
		t.Run("a token that ends within minutes adds no device", func(t *testing.T) {
			program := ann
			program.ShortLived, program.TokensAfter = true, db.InstantOf(w.clock.Now())
			if err := add(program); !errs.HasCode(err, "browser_only") {
				t.Errorf("%v", err)
			}
		})
		if n := w.rows("push_subscriptions"); n != 0 {
			t.Errorf("%d devices", n)
		}
	})
}
