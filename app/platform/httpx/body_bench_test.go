package httpx

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/gin-gonic/gin"
)

// BenchmarkBody_Hostile is what one request costs that sends what nobody asked for.
func BenchmarkBody_Hostile(b *testing.B) {
	gin.SetMode(gin.TestMode)
	engine := gin.New()
	r := NewRouter(engine, Config{}, NoRules)
	Handle(r, Op{Method: http.MethodPost, Path: "/tree", Rule: SignedIn, ID: "post-tree", Success: 200},
		func(context.Context, *treeInput) (*NoContent, error) { return nil, nil })
	for name, c := range map[string]struct{ query, body string }{
		"97,000 unknown members":   {"", many(97_000)},
		"nested arrays of 1 MiB":   {"", `{"name":[` + strings.Repeat("[],", 349_000) + `1]}`},
		"a list without an end":    {"", `{"name":"x","codes":[` + strings.Repeat(`"",`, 349_000) + `""]}`},
		"one text of 1 MiB":        {"", `{"name":"` + strings.Repeat("é", 520_000) + `"}`},
		"6,000 unknown parameters": {params(6_000), `{}`},
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				engine.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodPost, "/tree?"+c.query, strings.NewReader(c.body)))
			}
		})
	}
}
