package httpx

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/gin-gonic/gin"
)

// TestPrepareBody shows which media types a JSON body may have; the body of /optional is optional, and /none takes none.
func TestPrepareBody(t *testing.T) {
	gin.SetMode(gin.TestMode)
	engine := gin.New()
	r := NewRouter(engine, Config{}, NoRules)
	Handle(r, Op{Method: http.MethodPost, Path: "/optional", Rule: Anyone, ID: "post-optional", Success: 200},
		func(context.Context, *countedInput) (*NoContent, error) { return nil, nil })
	Handle(r, Op{Method: http.MethodPost, Path: "/none", Rule: Anyone, ID: "post-none", Success: 200},
		func(context.Context, *struct{}) (*NoContent, error) { return nil, nil })
	for _, x := range []struct {
		name, path, mediaType, body string
		want                        int
	}{
		{"JSON", "/optional", "application/json", `{"n":1}`, 200},
		{"JSON in capitals, with a parameter", "/optional", "Application/JSON ; charset=utf-8", `{"n":1}`, 200},
		{"no media type is JSON", "/optional", "", `{"n":1}`, 200},
		{"another type", "/optional", "text/plain", `{"n":1}`, 415},
		{"a type of JSON that the API does not have", "/optional", "application/merge-patch+json", `{"n":1}`, 415},
		{"a form, where no file is taken", "/optional", "multipart/form-data; boundary=x", "--x--\r\n", 415},
		{"another type of nothing", "/optional", "text/plain", "", 200},
		{"another type, where no body is read", "/none", "text/plain", "x", 200},
	} {
		t.Run(x.name, func(t *testing.T) {
			q := httptest.NewRequest(http.MethodPost, x.path, strings.NewReader(x.body))
			q.Header.Set("Content-Type", x.mediaType)
			rec := httptest.NewRecorder()
			engine.ServeHTTP(rec, q)
			if rec.Code != x.want {
				t.Errorf("answered %d: %s", rec.Code, rec.Body)
			}
		})
	}
}
