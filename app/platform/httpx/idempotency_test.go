package httpx

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/gin-gonic/gin"

	"presence/app/platform/errs"
	"presence/db"
	"presence/db/dbtest"
)

// plainSealer does not encrypt.
type plainSealer struct{}

func (plainSealer) Seal(_, text string) []byte                   { return []byte(text) }
func (plainSealer) Open(_ string, sealed []byte) (string, error) { return string(sealed), nil }

// What waits for the network runs outside of the transaction of an Idempotency-Key, for which all other writes would wait, or not at all.
func TestIdempotencyKey_and_the_network(t *testing.T) {
	gin.SetMode(gin.TestMode)
	engine := gin.New()
	var logged *record
	engine.Use(func(c *gin.Context) {
		logged = &record{}
		c.Request = withInfo(c.Request, Info{Path: c.Request.URL.Path, Zone: time.UTC})
		c.Request = c.Request.WithContext(withRecord(c.Request.Context(), logged))
		if c.GetHeader("Unknown") == "" {
			setCaller(c, Caller{PersonID: "p", SignedIn: true})
		}
	})
	r := NewRouter(engine, Config{Idempotency: &Idempotency{dbtest.OpenSQLite(t), plainSealer{}, time.Now}}, NoRules)
	calls := 0
	network := func(ctx context.Context) error {
		calls++
		return db.NotInWrite(ctx) // as everything that connects
	}
	handler := func(ctx context.Context, _ *struct{}) (*NoContent, error) { return nil, network(ctx) }
	op := Op{Method: http.MethodPost, Path: "/honours", Rule: SignedIn, ID: "honours", Success: 204}
	Handle(r, op, handler)
	op.Path, op.ID = "/refuses", "refuses"
	Handle(r, op.With(RefusesKey), handler)
	raw := Op{Method: http.MethodPost, Path: "/raw", Rule: SignedIn}
	r.HandleRaw(raw, func(c *gin.Context) error {
		c.Status(http.StatusNoContent)
		return network(c.Request.Context())
	})
	raw.Path, raw.Rule = "/public", Anyone
	r.HandleRaw(raw, func(c *gin.Context) error {
		c.Status(http.StatusNoContent)
		return network(c.Request.Context())
	})
	for _, x := range []struct {
		name, path, key string
		status, calls   int
		cause           error
		unknown         bool // whether the caller has signed in
	}{
		{"a route that honours the key uses it without one", "/honours", "", 204, 1, nil, false},
		{"but fails with one, which the log says", "/honours", "k", 500, 1, db.ErrInWrite, false},
		{"a route that refuses the key uses it without one", "/refuses", "", 204, 1, nil, false},
		{"and does nothing with one", "/refuses", "k", 400, 0, nil, false},
		{"an upload uses it without a key", "/raw", "", 204, 1, nil, false},
		{"and does nothing with one", "/raw", "k", 400, 0, nil, false},
		{"an upload that needs no sign-in ignores it", "/public", "k", 204, 1, nil, false},
		{"a key is not ignored where the access rules were not checked", "/honours", "k", 500, 0, errCallerUnknown, true},
	} {
		t.Run(x.path+": "+x.name, func(t *testing.T) {
			calls = 0
			q := httptest.NewRequestWithContext(t.Context(), http.MethodPost, x.path, http.NoBody)
			q.Header.Set("Idempotency-Key", x.key)
			if x.unknown {
				q.Header.Set("Unknown", "yes")
			}
			w := httptest.NewRecorder()
			engine.ServeHTTP(w, q)
			if w.Code != x.status || calls != x.calls || !errors.Is(logged.cause, x.cause) {
				t.Errorf("%d %s after %d calls, because of %v", w.Code, w.Body, calls, logged.cause)
			}
		})
	}
}

// keyedBody is the body of an operation in one release, laterBody in the next one.
type (
	keyedBody struct {
		Amount Opt[float64] `json:"amount"`
		ID     Opt[int64]   `json:"id,omitzero"`
		Note   Opt[string]  `json:"note,omitzero"`
	}
	laterBody struct {
		Amount Opt[float64] `json:"amount"`
		ID     Opt[int64]   `json:"id,omitzero"`
		Note   Opt[string]  `json:"note,omitzero"`
		Colour Opt[string]  `json:"colour,omitzero"`
	}
)

func (keyedBody) Parse(context.Context) (int, errs.Fields) { return 0, nil }
func (laterBody) Parse(context.Context) (int, errs.Fields) { return 0, nil }

type (
	keyedInput struct {
		Dry  bool `query:"dry"`
		Body Body[keyedBody, int]
	}
	laterInput struct {
		Dry  bool `query:"dry"`
		Wet  bool `query:"wet"`
		Body Body[laterBody, int]
	}
)

// TestIdempotencyKey_of_another_request repeats a request with its key, the same or changed, to the same release and to the next one.
func TestIdempotencyKey_of_another_request(t *testing.T) {
	gin.SetMode(gin.TestMode)
	keys := &Idempotency{dbtest.OpenSQLite(t), plainSealer{}, time.Now}
	calls := 0
	release := func(register func(r *Router, op Op)) *gin.Engine {
		engine := gin.New()
		engine.Use(func(c *gin.Context) {
			c.Request = withInfo(c.Request, Info{Path: c.Request.URL.Path, Zone: time.UTC})
			setCaller(c, Caller{PersonID: "p", SignedIn: true})
		})
		register(NewRouter(engine, Config{Idempotency: keys}, NoRules), Op{Method: http.MethodPost, Path: "/act", Rule: SignedIn, ID: "act", Success: 204})
		return engine
	}
	now := release(func(r *Router, op Op) {
		Handle(r, op, func(context.Context, *keyedInput) (*NoContent, error) { calls++; return nil, nil })
	})
	next := release(func(r *Router, op Op) {
		Handle(r, op, func(context.Context, *laterInput) (*NoContent, error) { calls++; return nil, nil })
	})
	send := func(t *testing.T, engine *gin.Engine, query, body string) int {
		q := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/act"+query, strings.NewReader(body))
		q.Header.Set("Idempotency-Key", t.Name())
		w := httptest.NewRecorder()
		engine.ServeHTTP(w, q)
		return w.Code
	}
	const body = `{"amount":12.5,"id":9007199254740993}`
	for _, x := range []struct {
		name, query, body string
		same              bool
	}{
		{"the same", "", body, true},
		{"with spaces, in another order, with another notation", "", `{ "id": 9007199254740993, "amount": 1.250e1 }`, true},
		{"with another value", "", `{"amount":12.6,"id":9007199254740993}`, false},
		{"with an id that is the same as a float", "", `{"amount":12.5,"id":9007199254740992}`, false},
		{"with null, which was absent", "", `{"amount":12.5,"id":9007199254740993,"note":null}`, false},
		{"with a parameter", "?dry=true", body, false},
	} {
		for name, engine := range map[string]*gin.Engine{"to the same release": now, "to the next release": next} {
			t.Run(x.name+" "+name, func(t *testing.T) {
				calls = 0
				first := send(t, now, "", body)
				want := http.StatusConflict
				if x.same {
					want = http.StatusNoContent
				}
				if again := send(t, engine, x.query, x.body); first != http.StatusNoContent || again != want || calls != 1 {
					t.Errorf("answered %d, then %d, after %d calls", first, again, calls)
				}
			})
		}
	}
}
