package httpx

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/gin-gonic/gin"

	"presence/app/platform/errs"
)

type thingOutput struct {
	Body struct {
		ID   string `json:"id"`
		Name string `json:"name"`
	}
}

type thingBody struct {
	Name string `json:"name,omitempty"`
}

func (b thingBody) Parse(context.Context) (thingBody, errs.Fields) { return b, nil }

type thingInput struct {
	ID   string `path:"id"`
	Body Body[thingBody, thingBody]
}

type thingPath struct {
	ID string `path:"id"`
}

// A record that GET returns can be sent back by PATCH, with members that no write changes; also where new records are made
// without a body.
func TestComplete_accepts_what_GET_returns(t *testing.T) {
	gin.SetMode(gin.TestMode)
	engine := gin.New()
	r := NewRouter(engine, Config{}, NoRules)
	get := func(_ context.Context, in *thingPath) (*thingOutput, error) {
		o := &thingOutput{}
		o.Body.ID, o.Body.Name = in.ID, "Gala"
		return o, nil
	}
	Handle(r, Op{Method: http.MethodGet, Path: "/things/{id}", Rule: SignedIn, ID: "get-thing", Success: 200}, get)
	Handle(r, Op{Method: http.MethodPatch, Path: "/things/{id}", Rule: SignedIn, ID: "patch-thing", Success: 200}.With(ReadBy(get)),
		func(context.Context, *thingInput) (*NoContent, error) { return nil, nil })
	Handle(r, Op{Method: http.MethodPost, Path: "/things", Rule: SignedIn, ID: "post-thing", Success: 200},
		func(context.Context, *struct{}) (*NoContent, error) { return nil, nil })
	if err := r.Build(APIInfo{}); err != nil {
		t.Fatal(err)
	}
	for name, x := range map[string]struct {
		body   string
		status int
	}{
		"as it was read":          {`{"id":"7","name":"Bal"}`, http.StatusOK},
		"with another id":         {`{"id":"8","name":"Bal"}`, http.StatusBadRequest},
		"with a member of no GET": {`{"ids":"7","name":"Bal"}`, http.StatusBadRequest},
	} {
		t.Run(name, func(t *testing.T) {
			w := httptest.NewRecorder()
			q := httptest.NewRequest(http.MethodPatch, "/things/7", strings.NewReader(x.body))
			q.Header.Set("Content-Type", "application/json")
			engine.ServeHTTP(w, q)
			if w.Code != x.status {
				t.Errorf("answered %d: %s", w.Code, w.Body)
			}
		})
	}
}

// TestBuild_without_ReadBy shows that a PATCH beside a GET says how the record is read.
func TestBuild_without_ReadBy(t *testing.T) {
	r := NewRouter(gin.New(), Config{}, NoRules)
	Handle(r, Op{Method: http.MethodGet, Path: "/things/{id}", Rule: SignedIn, ID: "get-thing", Success: 200},
		func(context.Context, *thingPath) (*thingOutput, error) { return nil, nil })
	Handle(r, Op{Method: http.MethodPatch, Path: "/things/{id}", Rule: SignedIn, ID: "patch-thing", Success: 200},
		func(context.Context, *thingInput) (*NoContent, error) { return nil, nil })
	defer func() {
		if recover() == nil {
			t.Error("it was built")
		}
	}()
	_ = r.Build(APIInfo{})
}
