package webhooks_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/accounts/webhooks"
	"presence/app/apptest/fake"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/tracing"
	"presence/db"
	"presence/db/dbtest"
)

const kind webhooks.Kind = "rsvp.created"

var (
	began  = time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC)
	secret = []byte("thirty-two bytes for tests only!")
	admin  = auth.Actor{PersonID: "00000000-0000-4000-8000-00000000000a", Role: auth.Admin, Language: i18n.EN}
)

// request is a request that a receiver got.
type request struct {
	header http.Header
	body   string
}

func (r request) id() string { return r.header.Get("webhook-id") }

// verifies reports whether one of the signatures was made with the secret.
func (r request) verifies(secret string) bool {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return false
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(r.id() + "." + r.header.Get("webhook-timestamp") + "." + r.body))
	want := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	return slices.Contains(strings.Fields(r.header.Get("webhook-signature")), want)
}

// receiver is the system that webhooks are sent to.
type receiver struct {
	*httptest.Server
	mu     sync.Mutex
	got    []request
	status int
	before func(n int) // called with the number of the request before it is answered; may be nil
}

func newReceiver(t *testing.T) *receiver {
	r := &receiver{status: http.StatusNoContent}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		body, _ := io.ReadAll(q.Body)
		r.mu.Lock()
		r.got = append(r.got, request{q.Header, string(body)})
		n, status, before := len(r.got), r.status, r.before
		r.mu.Unlock()
		if before != nil {
			before(n)
		}
		w.Header().Set("Location", "/elsewhere")
		w.WriteHeader(status)
	}))
	t.Cleanup(r.Close)
	return r
}

func (r *receiver) answers(status int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.status = status
}

func (r *receiver) requests() []request {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.got)
}

// world is a service with a receiver.
type world struct {
	t     *testing.T
	db    *db.DB
	clock *fake.Clock
	r     *receiver
	s     *webhooks.Service

	mu   sync.Mutex
	told []webhooks.Trouble
}

func each(t *testing.T, do func(w *world)) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) { do(newWorld(t, d)) })
}

func newWorld(t *testing.T, d *db.DB) *world {
	w := &world{t: t, db: d, clock: fake.NewClock(began), r: newReceiver(t)}
	w.must(d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, `INSERT INTO people (id, email, role, created_at, updated_at) VALUES ($1, 'admin@example.org', 'admin', 1, 1)`,
			admin.PersonID)
		return err
	}))
	w.s = w.service(true)
	return w
}

// service returns the service of another replica.
func (w *world) service(private bool) *webhooks.Service {
	w.t.Helper()
	s, err := webhooks.NewService(w.db, w.clock.Now, webhooks.Options{Secret: secret, Kinds: []webhooks.Kind{kind, "rsvp.cancelled"},
		Private: private, NotifyTrouble: func(_ context.Context, _ *db.Tx, t webhooks.Trouble) error {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.told = append(w.told, t)
			return nil
		}})
	if err != nil {
		w.t.Fatal(err)
	}
	return s
}

// endpoint creates an endpoint that subscribes to kind.
func (w *world) endpoint(url string) (webhooks.Endpoint, string) {
	w.t.Helper()
	e, secret, err := w.s.Create(w.t.Context(), admin, webhooks.Changes{URL: &url, Kinds: &[]webhooks.Kind{kind}})
	if err != nil {
		w.t.Fatal(err)
	}
	return e, secret
}

func (w *world) publish(kind webhooks.Kind) {
	w.t.Helper()
	w.must(w.db.Write(w.t.Context(), func(ctx context.Context, tx *db.Tx) error {
		return webhooks.Publish(ctx, tx, webhooks.Event{Kind: kind, At: db.InstantOf(w.clock.Now()), Data: map[string]any{"id": 7}})
	}))
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) deliver() {
	w.t.Helper()
	w.must(w.s.DeliverDue(w.t.Context()))
}

// log returns the deliveries of an endpoint, the latest first.
func (w *world) log(id int64) []webhooks.Delivery {
	w.t.Helper()
	list, err := w.s.Deliveries(w.t.Context(), id, 0, 100)
	w.must(err)
	return list
}

// is checks the state of the latest delivery of an endpoint, and how many requests the receiver has got.
func (w *world) is(id int64, state webhooks.State, requests int) webhooks.Delivery {
	w.t.Helper()
	d, got := w.log(id)[0], len(w.r.requests())
	if d.State != state || got != requests {
		w.t.Fatalf("%s after %d requests (%s), want %s after %d", d.State, got, d.Reason, state, requests)
	}
	return d
}

func TestDeliverDue(t *testing.T) {
	each(t, func(w *world) {
		e, secret := w.endpoint(w.r.URL)
		w.publish(kind)
		w.deliver()
		d := w.is(e.ID, webhooks.Delivered, 1)
		got := w.r.requests()[0]
		const want = `{"type":"rsvp.created","timestamp":"2026-11-20T13:00:00Z","data":{"id":7}}`
		if got.body != want || got.header.Get("Content-Type") != "application/json" {
			t.Errorf("%+v", got)
		}
		if !got.verifies(secret) || got.verifies("whsec_AAAA") || got.id() != d.MessageID || d.Status != http.StatusNoContent {
			t.Errorf("%+v of %+v", got, d)
		}
		w.deliver()
		w.is(e.ID, webhooks.Delivered, 1)
	})
}

// TestDeliverDue_names_the_request has the id and the trace of the request that published an event in each attempt to deliver it.
func TestDeliverDue_names_the_request(t *testing.T) {
	each(t, func(w *world) {
		w.endpoint(w.r.URL)
		const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
		ctx := tracing.WithRequest(w.t.Context(), tracing.Request{ID: "of-the-proxy", Traceparent: traceparent})
		w.must(w.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			return webhooks.Publish(ctx, tx, webhooks.Event{Kind: kind, At: db.InstantOf(w.clock.Now())})
		}))
		w.publish(kind) // of no request
		w.deliver()
		got := w.r.requests()
		if len(got) != 2 {
			w.t.Fatalf("%d requests", len(got))
		}
		if h := got[0].header; h.Get("X-Request-Id") != "of-the-proxy" || h.Get("Traceparent") != traceparent {
			w.t.Errorf("it names %v", h)
		}
		if h := got[1].header; h.Get("X-Request-Id") != "" || h.Get("Traceparent") != "" {
			w.t.Errorf("one of no request names %v", h)
		}
	})
}

func TestPublish(t *testing.T) {
	for _, x := range []struct {
		name string
		do   func(w *world, e webhooks.Endpoint)
		want int
	}{
		{"an event of a kind that is subscribed to", func(w *world, _ webhooks.Endpoint) { w.publish(kind) }, 1},
		{"not one of another kind", func(w *world, _ webhooks.Endpoint) { w.publish("rsvp.cancelled") }, 0},
		{"not one of a transaction that is rolled back", func(w *world, _ webhooks.Endpoint) {
			undone := errors.New("undone")
			err := w.db.Write(w.t.Context(), func(ctx context.Context, tx *db.Tx) error {
				return errors.Join(webhooks.Publish(ctx, tx, webhooks.Event{Kind: kind, At: 1}), undone)
			})
			if !errors.Is(err, undone) {
				w.t.Error(err)
			}
		}, 0},
		{"not to an endpoint that is disabled", func(w *world, e webhooks.Endpoint) {
			w.enable(e.ID, false)
			w.publish(kind)
		}, 0},
		{"not what waited when it was disabled", func(w *world, e webhooks.Endpoint) {
			w.publish(kind)
			w.enable(e.ID, false)
			w.enable(e.ID, true)
		}, 0},
		{"not to an endpoint that is deleted", func(w *world, e webhooks.Endpoint) {
			w.publish(kind)
			w.must(w.s.Delete(w.t.Context(), admin, e.ID, nil))
		}, 0},
	} {
		t.Run(x.name, func(t *testing.T) {
			each(t, func(w *world) {
				e, _ := w.endpoint(w.r.URL)
				x.do(w, e)
				w.deliver()
				if got := len(w.r.requests()); got != x.want {
					w.t.Errorf("%d requests, want %d", got, x.want)
				}
			})
		})
	}
}

func (w *world) enable(id int64, enabled bool) {
	w.t.Helper()
	_, err := w.s.Update(w.t.Context(), admin, id, nil, webhooks.Changes{Enabled: &enabled})
	w.must(err)
}

// An event is delivered that was committed while an endpoint was being deleted.
func TestPublish_while_an_endpoint_is_deleted(t *testing.T) {
	each(t, func(w *world) {
		e, _ := w.endpoint(w.r.URL)
		var failed error
		err := dbtest.Meanwhile(w.t, w.db, func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.Exec(ctx, "DELETE FROM webhook_endpoints WHERE id = $1", e.ID)
			return err
		}, func(ctx context.Context) error {
			failed = w.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
				return webhooks.Publish(ctx, tx, webhooks.Event{Kind: kind, At: 1})
			})
			return failed
		})
		if err != nil || failed != nil {
			w.t.Error(err, failed)
		}
	})
}

// An event that is committed while its endpoint is being disabled is not seen by the transaction that disables it. It waits, is not sent,
// and is cancelled by the next Sweep.
func TestPublish_while_an_endpoint_is_disabled(t *testing.T) {
	each(t, func(w *world) {
		e, _ := w.endpoint(w.r.URL)
		w.must(w.db.Write(w.t.Context(), func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.Exec(ctx, "UPDATE webhook_endpoints SET disabled = 'staff' WHERE id = $1", e.ID)
			return errors.Join(err, webhooks.QueueTest(ctx, tx, e.ID))
		}))
		w.deliver()
		w.is(e.ID, webhooks.Queued, 0)
		w.must(w.s.Sweep(w.t.Context()))
		w.is(e.ID, webhooks.Cancelled, 0)
	})
}

// modified_since of the list finds an endpoint that begins to fail, and one that works again.
func TestEndpoint_is_updated_by_failing(t *testing.T) {
	each(t, func(w *world) {
		e, _ := w.endpoint(w.r.URL)
		w.publish(kind)
		first := w.clock.Now()
		for _, x := range []struct {
			name   string
			status int
			after  time.Duration // since the event
		}{
			{"it begins to fail", http.StatusInternalServerError, time.Hour},
			{"it still fails", http.StatusInternalServerError, time.Hour},
			{"it works again", http.StatusOK, 3 * time.Hour},
		} {
			w.clock.Advance(time.Hour)
			w.r.answers(x.status)
			w.deliver()
			got, err := w.s.Endpoint(w.t.Context(), e.ID)
			if err != nil || got.UpdatedAt != db.InstantOf(first.Add(x.after)) || got.Version != e.Version {
				w.t.Errorf("%s: updated at %v, version %d: %v", x.name, got.UpdatedAt, got.Version, err)
			}
		}
	})
}

// A form that says again that an endpoint is enabled, or that it is not, leaves since when it fails and why it is disabled.
func TestUpdate_enabled_again(t *testing.T) {
	each(t, func(w *world) {
		e, _ := w.endpoint(w.r.URL)
		w.r.answers(http.StatusInternalServerError)
		w.publish(kind)
		w.deliver()
		w.enable(e.ID, true)
		if e, err := w.s.Endpoint(w.t.Context(), e.ID); err != nil || e.FailingSince == 0 {
			w.t.Errorf("%+v %v", e, err)
		}
		w.r.answers(http.StatusGone)
		w.clock.Advance(5 * time.Second)
		w.deliver()
		w.enable(e.ID, false)
		if e, err := w.s.Endpoint(w.t.Context(), e.ID); err != nil || e.Disabled != webhooks.Gone {
			w.t.Errorf("%+v %v", e, err)
		}
		w.enable(e.ID, true)
		if e, err := w.s.Endpoint(w.t.Context(), e.ID); err != nil || e.Disabled != webhooks.Enabled || e.FailingSince != 0 {
			w.t.Errorf("%+v %v", e, err)
		}
	})
}

// The log has the body that was signed, byte for byte, with its texts as they are (C4).
func TestDeliverDue_body(t *testing.T) {
	each(t, func(w *world) {
		e, _ := w.endpoint(w.r.URL)
		w.must(w.db.Write(w.t.Context(), func(ctx context.Context, tx *db.Tx) error {
			return webhooks.Publish(ctx, tx, webhooks.Event{Kind: kind, At: 1, Data: map[string]any{"name": "Ann <R&D>"}})
		}))
		w.deliver()
		body := w.r.requests()[0].body
		if !strings.Contains(body, `{"name":"Ann <R&D>"}`) {
			w.t.Error(body)
		}
		answer := w.client().Get(fmt.Sprintf("/webhooks/%d/deliveries", e.ID)).Want(http.StatusOK)
		if !strings.Contains(answer.Body, `"payload":`+body) {
			w.t.Errorf("%s lacks %s", answer.Body, body)
		}
	})
}

func TestDeliverDue_again(t *testing.T) {
	delays := []time.Duration{5 * time.Second, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 5 * time.Hour, 10 * time.Hour,
		14 * time.Hour, 20 * time.Hour, 24 * time.Hour}
	each(t, func(w *world) {
		e, _ := w.endpoint(w.r.URL)
		w.r.answers(http.StatusInternalServerError)
		w.publish(kind)
		w.deliver()
		for i, delay := range delays {
			w.is(e.ID, webhooks.Queued, i+1)
			w.clock.Advance(delay - time.Millisecond)
			w.deliver()
			w.is(e.ID, webhooks.Queued, i+1)
			w.clock.Advance(time.Millisecond)
			w.deliver()
		}
		d := w.is(e.ID, webhooks.Failed, len(delays)+1)
		if d.Status != 500 || !strings.Contains(d.Reason, "500") || d.Attempts != 10 {
			w.t.Errorf("%+v", d)
		}
		ids := map[string]bool{}
		for _, r := range w.r.requests() {
			ids[r.id()] = true
		}
		if len(ids) != 1 || !ids[d.MessageID] {
			w.t.Errorf("the attempts have the ids %v", ids)
		}
		if len(w.told) != 1 || w.told[0].Endpoint.ID != e.ID || w.told[0].Endpoint.Disabled != webhooks.Enabled {
			w.t.Errorf("told %+v", w.told)
		}
	})
}

func TestDeliverDue_answers(t *testing.T) {
	for _, x := range []struct {
		name     string
		status   int
		state    webhooks.State
		disabled webhooks.Reason
		requests int
	}{
		{"200 is success", http.StatusOK, webhooks.Delivered, webhooks.Enabled, 1},
		{"a redirect is not followed", http.StatusTemporaryRedirect, webhooks.Queued, webhooks.Enabled, 1},
		{"404 is tried again", http.StatusNotFound, webhooks.Queued, webhooks.Enabled, 1},
		{"410 disables the endpoint", http.StatusGone, webhooks.Cancelled, webhooks.Gone, 1},
	} {
		t.Run(x.name, func(t *testing.T) {
			each(t, func(w *world) {
				e, _ := w.endpoint(w.r.URL)
				w.r.answers(x.status)
				w.publish(kind)
				w.deliver()
				w.is(e.ID, x.state, x.requests)
				e, err := w.s.Endpoint(w.t.Context(), e.ID)
				w.must(err)
				if e.Disabled != x.disabled || len(w.told) > 0 != (x.disabled != webhooks.Enabled) {
					w.t.Errorf("%q, told %+v", e.Disabled, w.told)
				}
			})
		})
	}
}

func TestDeliverDue_disables_what_fails_for_five_days(t *testing.T) {
	for name, once := range map[string]bool{"without a success": false, "but not with one between": true} {
		t.Run(name, func(t *testing.T) {
			each(t, func(w *world) {
				e, _ := w.endpoint(w.r.URL)
				w.r.answers(http.StatusInternalServerError)
				for day := range 6 {
					if day == 3 && once {
						w.r.answers(http.StatusOK)
					}
					w.publish(kind)
					w.deliver()
					w.r.answers(http.StatusInternalServerError)
					w.clock.Advance(24 * time.Hour)
				}
				e, err := w.s.Endpoint(w.t.Context(), e.ID)
				w.must(err)
				if (e.Disabled == webhooks.Failing) == once {
					w.t.Errorf("it is disabled because of %q", e.Disabled)
				}
			})
		})
	}
}

// Failures of events that are no longer tried do not disable an endpoint: the next event has all its attempts.
func TestDeliverDue_counts_anew(t *testing.T) {
	t.Run("after a delivery failed for good and nothing is queued", func(t *testing.T) {
		each(t, func(w *world) {
			e, _ := w.endpoint(w.r.URL)
			w.r.answers(http.StatusInternalServerError)
			w.publish(kind)
			for w.deliver(); w.log(e.ID)[0].State == webhooks.Queued; w.deliver() {
				w.clock.Set(w.log(e.ID)[0].NextAt.Time())
			}
			w.is(e.ID, webhooks.Failed, 10)
			w.clock.Advance(20 * 24 * time.Hour)
			w.publish(kind)
			w.deliver()
			e, err := w.s.Endpoint(w.t.Context(), e.ID)
			w.must(err)
			if e.Disabled != webhooks.Enabled || e.FailingSince != db.InstantOf(w.clock.Now()) {
				w.t.Errorf("disabled %q, failing since %v", e.Disabled, e.FailingSince)
			}
		})
	})
	t.Run("when the address changes", func(t *testing.T) {
		each(t, func(w *world) {
			e, _ := w.endpoint(w.r.URL)
			w.r.answers(http.StatusInternalServerError)
			w.publish(kind)
			w.deliver()
			for _, x := range []struct {
				url   string
				since bool
			}{{w.r.URL, true}, {w.r.URL + "/new", false}} {
				e, err := w.s.Update(w.t.Context(), admin, e.ID, nil, webhooks.Changes{URL: &x.url})
				w.must(err)
				if (e.FailingSince != 0) != x.since {
					w.t.Errorf("%s: failing since %v", x.url, e.FailingSince)
				}
			}
		})
	})
}

// A request that was sent before all sign-ins of its administrator ended gets no secret, and has nothing sent to another address.
func TestSecrets_after_the_sign_ins_ended(t *testing.T) {
	each(t, func(w *world) {
		e, _ := w.endpoint(w.r.URL)
		ended := admin
		ended.TokensAfter--
		_, _, created := w.s.Create(w.t.Context(), ended, webhooks.Changes{URL: &w.r.URL, Kinds: &[]webhooks.Kind{kind}})
		_, _, rotated := w.s.Rotate(w.t.Context(), ended, e.ID, nil, false)
		_, changed := w.s.Update(w.t.Context(), ended, e.ID, nil, webhooks.Changes{URL: new("https://elsewhere.example/")})
		list, err := w.s.Endpoints(w.t.Context())
		w.must(err)
		if !errs.HasCode(created, "session_ended") || !errs.HasCode(rotated, "session_ended") || !errs.HasCode(changed, "session_ended") ||
			len(list) != 1 || list[0].Version != e.Version {
			w.t.Errorf("created: %v; rotated: %v; changed: %v; %+v", created, rotated, changed, list)
		}
	})
}

func TestRotate(t *testing.T) {
	each(t, func(w *world) {
		e, before := w.endpoint(w.r.URL)
		_, after, err := w.s.Rotate(w.t.Context(), admin, e.ID, nil, false)
		w.must(err)
		for _, x := range []struct {
			wait time.Duration
			old  bool
		}{{0, true}, {24*time.Hour - time.Millisecond, true}, {time.Millisecond, false}} {
			w.clock.Advance(x.wait)
			w.publish(kind)
			w.deliver()
			list := w.r.requests()
			if got := list[len(list)-1]; !got.verifies(after) || got.verifies(before) != x.old {
				w.t.Errorf("after %s: %q", x.wait, got.header.Get("webhook-signature"))
			}
		}
		w.must(w.s.Sweep(w.t.Context()))
		if n := count(w, "SELECT COUNT(*) FROM webhook_endpoints WHERE old_secret IS NOT NULL"); n != 0 {
			w.t.Error("the secret before is still stored")
		}
		if n := count(w, "SELECT COUNT(*) FROM audit_log WHERE changes LIKE '%whsec_%'"); n != 0 {
			w.t.Error("the audit log contains a secret")
		}
	})
}

// The secret that a receiver may still have is not lost by replacing it twice, unless the administrator confirms that.
func TestRotate_twice(t *testing.T) {
	each(t, func(w *world) {
		e, first := w.endpoint(w.r.URL)
		_, second, err := w.s.Rotate(w.t.Context(), admin, e.ID, nil, false)
		w.must(err)
		signed := func() request {
			w.publish(kind)
			w.deliver()
			list := w.r.requests()
			return list[len(list)-1]
		}
		w.clock.Advance(24*time.Hour - time.Millisecond)
		if _, _, err := w.s.Rotate(w.t.Context(), admin, e.ID, nil, false); !errs.HasCode(err, "old_secret_signs") {
			w.t.Errorf("while the old secret signs: %v", err)
		}
		if got := signed(); !got.verifies(first) || !got.verifies(second) {
			w.t.Error("a rotation that was refused has changed the secrets")
		}
		_, third, err := w.s.Rotate(w.t.Context(), admin, e.ID, nil, true)
		w.must(err)
		if got := signed(); got.verifies(first) || !got.verifies(second) || !got.verifies(third) {
			w.t.Errorf("after the old secret was ended: %q", got.header.Get("webhook-signature"))
		}
		w.clock.Advance(24 * time.Hour)
		if _, _, err := w.s.Rotate(w.t.Context(), admin, e.ID, nil, false); err != nil {
			w.t.Errorf("when the old secret signs no more: %v", err)
		}
	})
}

func count(w *world, sql string, args ...any) (n int) {
	w.t.Helper()
	w.must(w.db.Read(w.t.Context(), func(ctx context.Context, q db.Queryer) error { return q.QueryRow(ctx, sql, args...).Scan(&n) }))
	return n
}

func TestReplay(t *testing.T) {
	each(t, func(w *world) {
		e, _ := w.endpoint(w.r.URL)
		w.publish(kind)
		queued := w.log(e.ID)[0]
		if err := w.s.Replay(w.t.Context(), admin, e.ID, queued.ID); errs.KindOf(err) != errs.KindNotFound {
			w.t.Errorf("one that is queued: %v", err)
		}
		w.deliver()
		w.must(w.s.Replay(w.t.Context(), admin, e.ID, queued.ID))
		w.deliver()
		w.is(e.ID, webhooks.Delivered, 2)
		got := w.r.requests()
		if got[0].id() != got[1].id() || got[0].body != got[1].body {
			w.t.Errorf("%+v", got)
		}
		if err := w.s.Replay(w.t.Context(), admin, e.ID+1, queued.ID); errs.KindOf(err) != errs.KindNotFound {
			w.t.Errorf("of another endpoint: %v", err)
		}
		w.enable(e.ID, false)
		if err := w.s.Replay(w.t.Context(), admin, e.ID, queued.ID); !errs.HasCode(err, "webhook_disabled") {
			w.t.Errorf("of a disabled endpoint: %v", err)
		}
	})
}

func TestSendTest(t *testing.T) {
	each(t, func(w *world) {
		e, secret := w.endpoint(w.r.URL)
		w.endpoint(w.r.URL + "/other")
		w.publish(kind)
		id, err := w.s.SendTest(w.t.Context(), admin, e.ID)
		w.must(err)
		if d := w.log(e.ID)[0]; d.ID != id || d.Kind != webhooks.TestKind {
			w.t.Errorf("the test is %d, the log begins with %+v", id, d)
		}
		w.deliver()
		w.is(e.ID, webhooks.Delivered, 3) // the event was for both endpoints
		tests := slices.DeleteFunc(w.r.requests(), func(r request) bool { return !strings.Contains(r.body, `"type":"webhook.test"`) })
		if len(tests) != 1 || !tests[0].verifies(secret) {
			w.t.Errorf("%+v", tests)
		}
	})
}

// A worker that gets no answer from one endpoint delivers to the others meanwhile.
func TestDeliverDue_slow_endpoint(t *testing.T) {
	each(t, func(w *world) {
		slow := newReceiver(w.t)
		answer := make(chan struct{})
		slow.before = func(int) { <-answer }
		w.endpoint(slow.URL)
		fast, _ := w.endpoint(w.r.URL)
		arrived := make(chan struct{})
		w.r.before = func(int) { close(arrived) }
		w.publish(kind)
		ended := make(chan error)
		go func() { ended <- w.s.DeliverDue(context.WithoutCancel(w.t.Context())) }()
		select {
		case <-arrived:
		case <-time.After(10 * time.Second):
			w.t.Error("the other endpoint waits")
		}
		close(answer)
		w.must(<-ended)
		w.is(fast.ID, webhooks.Delivered, 1)
	})
}

func TestDeliverDue_of_two_replicas(t *testing.T) {
	each(t, func(w *world) {
		const events = 30
		e, _ := w.endpoint(w.r.URL)
		for range events {
			w.publish(kind)
		}
		failed := make([]error, 2)
		var both sync.WaitGroup
		for i := range failed {
			s := w.service(true)
			both.Go(func() { failed[i] = s.DeliverDue(w.t.Context()) })
		}
		both.Wait()
		w.must(errors.Join(failed...))
		w.deliver() // what one of them had leased when the other ended
		ids := map[string]bool{}
		for _, r := range w.r.requests() {
			ids[r.id()] = true
		}
		w.is(e.ID, webhooks.Delivered, events)
		if len(ids) != events {
			w.t.Errorf("%d events arrived", len(ids))
		}
	})
}

// The address is judged when the name has been resolved, at each attempt: a name can lead to this machine at any time.
func TestDeliverDue_private_address(t *testing.T) {
	each(t, func(w *world) {
		listener := httptest.NewTLSServer(http.NotFoundHandler())
		w.t.Cleanup(listener.Close)
		_, port, _ := strings.Cut(strings.TrimPrefix(listener.URL, "https://"), ":")
		e, _ := w.endpoint("https://localhost:" + port + "/hook")
		w.publish(kind)
		w.must(w.service(false).DeliverDue(w.t.Context()))
		if d := w.log(e.ID)[0]; d.State != webhooks.Queued || !strings.Contains(d.Reason, "refused, and so are") || d.Status != 0 {
			w.t.Errorf("%+v", d)
		}
	})
}

func TestCreate_validates(t *testing.T) {
	for name, x := range map[string]struct {
		url     string
		kinds   []webhooks.Kind
		private bool
		field   string
	}{
		"https":                                {"https://example.org/hook?a=b", []webhooks.Kind{kind}, false, ""},
		"plain http":                           {"http://example.org/hook", []webhooks.Kind{kind}, false, "url"},
		"plain http where that is allowed":     {"http://10.0.0.1/hook", []webhooks.Kind{kind}, true, ""},
		"another scheme":                       {"ftp://example.org/hook", []webhooks.Kind{kind}, true, "url"},
		"no host":                              {"https:///hook", []webhooks.Kind{kind}, false, "url"},
		"no address":                           {"", []webhooks.Kind{kind}, false, "url"},
		"a user name":                          {"https://a:b@example.org/", []webhooks.Kind{kind}, false, "url"},
		"no kind":                              {"https://example.org/", nil, false, "kinds"},
		"a kind that does not exist":           {"https://example.org/", []webhooks.Kind{"x"}, false, "kinds"},
		"the kind of tests, which is not open": {"https://example.org/", []webhooks.Kind{webhooks.TestKind}, false, "kinds"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, dbtest.OpenSQLite(t))
			_, _, err := w.service(x.private).Create(t.Context(), admin, webhooks.Changes{URL: &x.url, Kinds: &x.kinds})
			if fields := errs.FieldsOf(err); (x.field == "") != (err == nil) || x.field != "" && !fields.Has(x.field) {
				t.Error(err)
			}
		})
	}
	t.Run("not more than 20 endpoints", func(t *testing.T) {
		w := newWorld(t, dbtest.OpenSQLite(t))
		for range 20 {
			w.endpoint(w.r.URL)
		}
		_, _, err := w.s.Create(t.Context(), admin, webhooks.Changes{URL: &w.r.URL, Kinds: &[]webhooks.Kind{kind}})
		if !errs.HasCode(err, "too_many_webhooks") {
			t.Error(err)
		}
	})
}

func TestSweep(t *testing.T) {
	each(t, func(w *world) {
		e, _ := w.endpoint(w.r.URL)
		other, _ := w.endpoint(w.r.URL)
		w.publish(kind)
		w.deliver()
		w.must(w.s.Delete(w.t.Context(), admin, other.ID, nil))
		left := func(after time.Duration) int {
			w.clock.Advance(after)
			w.must(w.s.Sweep(w.t.Context()))
			return count(w, "SELECT COUNT(*) FROM webhook_deliveries")
		}
		if n := left(30 * 24 * time.Hour); n != 1 {
			w.t.Errorf("%d are left after 30 days, want that of the endpoint that exists", n)
		}
		w.publish(kind)
		if n := left(time.Millisecond); n != 1 || w.log(e.ID)[0].State != webhooks.Queued {
			w.t.Errorf("%d are left after that, want the one that is queued", n)
		}
	})
}
