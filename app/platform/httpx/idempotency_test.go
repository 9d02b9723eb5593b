package httpx

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/gin-gonic/gin"

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
			SetCaller(c, Caller{PersonID: "p", SignedIn: true})
		}
	})
	r := NewRouter(engine, Config{Idempotency: &Idempotency{dbtest.OpenSQLite(t), plainSealer{}, time.Now}})
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
		{"a key is not ignored where the access rules were not checked", "/honours", "k", 500, 0, errKeyIgnored, true},
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
