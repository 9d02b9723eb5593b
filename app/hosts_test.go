package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"presence/app/apptest"
)

// TestEdge_Host shows that a host name which others made point here opens nothing, on either face and in no setting.
func TestEdge_Host(t *testing.T) {
	public := apptest.PublicURL("https://presence.example:8443/tools")
	for _, tt := range []struct {
		name, host, path, more string
		options                []apptest.Option
		status                 int
	}{
		{"the public name is answered to", "presence.example", "/bank-codes", "", []apptest.Option{public}, 200},
		{"with any port", "presence.example:1", "/bank-codes", "", []apptest.Option{public}, 200},
		{"in any case, and with the dot of the root", "PRESENCE.example.", "/bank-codes", "", []apptest.Option{public}, 200},
		{"an address is no name that could be made to point here", "192.0.2.7:8080", "/bank-codes", "", []apptest.Option{public}, 200},
		{"nor one of IPv6", "[2001:db8::1]:8080", "/bank-codes", "", []apptest.Option{public}, 200},
		{"localhost is this machine", "localhost:8080", "/bank-codes", "", []apptest.Option{public}, 200},
		{"another name is not", "evil.example", "/bank-codes", "", []apptest.Option{public}, 421},
		{"nor one that begins like ours", "presence.example.evil.example", "/bank-codes", "", []apptest.Option{public}, 421},
		{"nor one that only looks like an address", "192.0.2.7.evil.example", "/bank-codes", "", []apptest.Option{public}, 421},
		{"nor a page", "evil.example", "/staff/", "", []apptest.Option{public}, 421},
		{"nor a guest's page", "evil.example", "/rsvp/gala-2026", "", []apptest.Option{public}, 421},
		{"nor where routes are open", "evil.example", "/pay-periods/2026/25/overview", "", []apptest.Option{public, apptest.Open()}, 421},
		{"nor for an address that nothing is at", "evil.example", "/nothing", "", []apptest.Option{public}, 421},
		{"a probe is answered by any name", "backend-3", "/health", "", []apptest.Option{public}, 200},
		{"what a stranger forwards is not looked at", "evil.example", "/bank-codes", "X-Forwarded-Host: presence.example\r\n",
			[]apptest.Option{public}, 421},
		{"nor what a trusted proxy forwards, since a page's script can say it too", "evil.example", "/bank-codes",
			"X-Forwarded-Host: presence.example\r\n", []apptest.Option{public, apptest.Trusting("127.0.0.0/8")}, 421},
		{"and it does no harm", "presence.example", "/bank-codes", "X-Forwarded-Host: evil.example\r\n",
			[]apptest.Option{public, apptest.Trusting("127.0.0.0/8")}, 200},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a := apptest.New(t, tt.options...)
			status, body := raw(t, a, "GET "+tt.path+" HTTP/1.1\r\nHost: "+tt.host+"\r\n"+tt.more)
			if status != tt.status {
				t.Errorf("answered %d %s", status, body)
			}
			if status == http.StatusMisdirectedRequest && (strings.Contains(body, "evil") ||
				!strings.Contains(body, "https://presence.example:8443/tools")) {
				t.Errorf("says %s", body)
			}
		})
	}
	t.Run("a write under another name does nothing", func(t *testing.T) {
		a := apptest.New(t, public, apptest.Open())
		before := a.Rows()
		body := `{"type":"a","categorie":"leave","modifier":1,"bank_code":"b"}`
		head := fmt.Sprintf("POST /bank-codes HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example\r\nContent-Type: "+
			"application/json\r\nContent-Length: %d\r\n", len(body))
		if status, _ := raw(t, a, head); status != http.StatusMisdirectedRequest {
			t.Errorf("answered %d", status)
		}
		a.Unchanged(t, before, "a foreign host")
	})
	t.Run("a program that names no host is served", func(t *testing.T) {
		a := apptest.New(t, public)
		if status, body := raw(t, a, "GET /bank-codes HTTP/1.0\r\n"); status != 200 {
			t.Errorf("answered %d %s", status, body)
		}
	})
}

// TestEdge_Labels sends what strangers may invent: it becomes no label, and no text in the log (O5).
func TestEdge_Labels(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	for i := range 1000 {
		for _, head := range []string{fmt.Sprintf("CANARY%d /health HTTP/1.1\r\nHost: 127.0.0.1\r\n", i),
			fmt.Sprintf("GET /canary%d HTTP/1.1\r\nHost: canary%d.example\r\nX-Canary: canary\r\n", i, i)} {
			if status, _ := raw(t, a, head); status < 400 || status >= 500 {
				t.Fatalf("answered %d", status)
			}
		}
	}
	if strings.Contains(strings.ToLower(a.Log.String()), "canary") {
		t.Errorf("the log repeats what was sent: %.300s", a.Log)
	}
	series := map[string]bool{}
	for _, line := range a.Log.Lines() {
		series[fmt.Sprint(line["method"], " ", line["route"], " ", line["status"])] = true
	}
	if len(series) != 2 || !series["OTHER  405"] {
		t.Errorf("%d kinds of line: %v", len(series), series)
	}
}
