package auth

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/a-h/templ"
	"github.com/gin-gonic/gin"

	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/db/dbtest"
	"presence/views/layout"
)

// BenchmarkSignedInPage reads a page as a person with a session cookie: who calls, the frame with its theme and messages,
// and the page itself.
func BenchmarkSignedInPage(b *testing.B) {
	d := dbtest.OpenSQLite(b)
	s, err := New(b.Context(), Options{DB: d, PublicURL: testURL, Now: time.Now, Secret: []byte("0123456789abcdef0123456789abcdef")})
	if err != nil {
		b.Fatal(err)
	}
	p, err := s.AddPerson(b.Context(), Actor{Via: "command"}, NewPerson{Email: "jeanne@ferme.example", Name: "Jeanne Roy", Role: Employee})
	if err != nil {
		b.Fatal(err)
	}
	cookie, err := s.StartSession(b.Context(), NewSession{Person: p, How: "password", IP: "192.0.2.1", Agent: "bench"})
	if err != nil {
		b.Fatal(err)
	}
	gin.SetMode(gin.ReleaseMode)
	e := gin.New()
	r := httpx.NewRouter(e, httpx.Config{}, httpx.NoRules)
	r.ErrorPage = func(c *gin.Context, p *httpx.Problem) templ.Component {
		return layout.ErrorPage(frame.ErrorPage(c), layout.Problem{Status: p.Status})
	}
	e.Use(s.BrowserSessions(), s.Authenticate(func(c *gin.Context, err error) { b.Error(err) }), ProvideViewer)
	API(r, s)
	Pages(r, s)
	b.ReportAllocs()
	for b.Loop() {
		r := httptest.NewRequest(http.MethodGet, "/auth/v1/login", nil)
		r.AddCookie(cookie)
		rec := httptest.NewRecorder()
		e.ServeHTTP(rec, r)
		if rec.Code != http.StatusOK {
			b.Fatal(rec.Code)
		}
	}
}
