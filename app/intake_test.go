package app_test

import (
	"bufio"
	"bytes"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"presence/app/apptest"
	"presence/app/platform/httpx"
)

// publicRoute is a route that needs no sign-in, and an address of it.
type publicRoute struct {
	httpx.Route
	address string
}

func publicRoutes(a *apptest.App) (list []publicRoute) {
	for _, row := range a.Routes() {
		if row.Rule == httpx.Anyone {
			path := strings.NewReplacer(":event_id", "gala-2026", ":token", "none", ":to", "0", ":id", "1", ":year", "2026", ":periodNumber", "25",
				":date", "2026-11-20", "*file", "none").Replace(row.Path)
			list = append(list, publicRoute{row, path})
		}
	}
	return list
}

// TestPublic_Bodies walks the routes that need no sign-in: none reads more than 64 KiB (C4), but for the webhook, which
// looks at its password first.
func TestPublic_Bodies(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	before := a.Rows()
	writes := 0
	for _, row := range publicRoutes(a) {
		if row.Method == http.MethodGet {
			continue
		}
		writes++
		for _, media := range []string{"application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""} {
			for _, length := range []string{"a length", "chunks"} {
				t.Run(row.Method+" "+row.Path+" with "+length+" as "+media, func(t *testing.T) {
					var body io.Reader = strings.NewReader(`{"name":"` + strings.Repeat("x", 64<<10) + `"}`)
					if length == "chunks" {
						body = io.MultiReader(body)
					}
					q, err := http.NewRequest(row.Method, a.URL+row.address, body)
					if err != nil {
						t.Fatal(err)
					}
					q.Header.Set("Content-Type", media)
					r, err := http.DefaultClient.Do(q)
					if err != nil {
						t.Fatal(err)
					}
					defer r.Body.Close()
					want := http.StatusRequestEntityTooLarge
					if strings.HasPrefix(row.Path, "/webhooks/") {
						want = http.StatusUnauthorized
					}
					if r.StatusCode != want {
						t.Errorf("answered %d", r.StatusCode)
					}
				})
			}
		}
	}
	if writes < 6 {
		t.Errorf("only %d routes were tried", writes)
	}
	a.Unchanged(t, before, "a body that is too large")
}

// TestPublic_Methods is 405 for a method that a route does not take, and one answer for all that nobody knows.
func TestPublic_Methods(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	for _, row := range publicRoutes(a) {
		t.Run(row.Method+" "+row.Path, func(t *testing.T) {
			for _, method := range []string{"TRACE", "CONNECT", "PROPFIND", "get", "X-" + strings.Repeat("A", 2000)} {
				if status, _ := raw(t, a, method+" "+row.address+" HTTP/1.1\r\nHost: "+strings.TrimPrefix(a.URL, "http://")+
					"\r\n"); status != http.StatusMethodNotAllowed {
					t.Errorf("%.20s is answered %d", method, status)
				}
			}
		})
	}
}

// raw sends a request as it is written, and reads the status and the body of the answer.
func raw(t *testing.T, a *apptest.App, head string) (status int, body string) {
	t.Helper()
	c, err := net.Dial("tcp", strings.TrimPrefix(a.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := io.WriteString(c, head+"Connection: close\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	r, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	var b bytes.Buffer
	_, _ = b.ReadFrom(io.LimitReader(r.Body, 1<<16))
	return r.StatusCode, b.String()
}
