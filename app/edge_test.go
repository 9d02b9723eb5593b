package app_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"presence/app/apptest"
	"presence/db"
)

func TestEdge_CrossOrigin(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	body := `{"type":"a","categorie":"leave","modifier":1,"bank_code":"b"}`
	a.Browser("admin")
	before := a.Rows()
	for name, headers := range map[string][]string{
		"another site":           {"Sec-Fetch-Site", "cross-site", "Origin", "https://evil.example"},
		"a sister site":          {"Sec-Fetch-Site", "same-site", "Origin", "https://sister.presence.test"},
		"an old browser":         {"Sec-Fetch-Site", "", "Origin", "https://evil.example"},
		"a page without address": {"Sec-Fetch-Site", "", "Origin", "null"},
	} {
		t.Run("a write from "+name+" is refused", func(t *testing.T) {
			r := a.Browser("admin").On(t).Do("POST", "/bank-codes", body, headers...).Want(http.StatusForbidden)
			if p := r.Problem(); p.Code != "cross_origin" {
				t.Errorf("code %q", p.Code)
			}
			a.Unchanged(t, before, name)
		})
	}
	t.Run("a read from another site is let through without our data in its reach", func(t *testing.T) {
		r := a.Browser("admin").On(t).Do("GET", "/bank-codes", nil, "Sec-Fetch-Site", "cross-site", "Origin",
			"https://evil.example").Want(http.StatusOK)
		r.HasHeader("Access-Control-Allow-Origin", "").HasHeader("Cross-Origin-Resource-Policy", "same-origin")
	})
	t.Run("a write of our own page passes", func(t *testing.T) {
		a.Browser("admin").On(t).Post("/bank-codes", body).Want(http.StatusCreated)
	})
}

// TestEdge_Visitor shows R20 by the addresses in the audit log (C12).
func TestEdge_Visitor(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ trusted, forwarded, want string }{
		"a stranger's claim is ignored":                       {"", "203.0.113.9", "127.0.0.1"},
		"a proxy that is not trusted is the visitor":          {"10.0.0.0/8", "203.0.113.9", "127.0.0.1"},
		"a trusted proxy is believed":                         {"127.0.0.0/8", "203.0.113.9", "203.0.113.9"},
		"what the visitor put before it is not":               {"127.0.0.0/8", "198.51.100.1, 203.0.113.9", "203.0.113.9"},
		"a chain of trusted proxies is walked from the right": {"127.0.0.0/8", "203.0.113.9, 127.0.0.7", "203.0.113.9"},
		"nonsense is not an address":                          {"127.0.0.0/8", "<script>", "127.0.0.1"},
		"a proxy may add the visitor's port":                  {"127.0.0.0/8", "203.0.113.9:5123", "203.0.113.9"},
		"to an IPv6 address too":                              {"127.0.0.0/8", "[2001:db8::7]:5123", "2001:db8::7"},
		"or brackets alone":                                   {"127.0.0.0/8", "[2001:db8::7]", "2001:db8::7"},
		"IPv6":                                                {"127.0.0.0/8", "2001:db8::7", "2001:db8::7"},
		"an address in another spelling is the same":          {"127.0.0.0/8", "::ffff:203.0.113.9", "203.0.113.9"},
		"a long spelling of IPv6 is the short one":            {"127.0.0.0/8", "2001:0DB8:0:0:0:0:0:7", "2001:db8::7"},
		"what no chain of ours is that long is not walked":    {"127.0.0.0/8", "203.0.113.9" + strings.Repeat(",127.0.0.2", 50), "127.0.0.2"},
	} {
		t.Run(name, func(t *testing.T) {
			var options []apptest.Option
			if c.trusted != "" {
				options = append(options, apptest.Trusting(c.trusted))
			}
			a := apptest.New(t, options...)
			a.As("admin").On(t).Do("PATCH", "/bank-codes/{regular}", `{"bank_code":"X"}`, "X-Forwarded-For", c.forwarded).Want(http.StatusOK)
			if n := a.Count("audit_log", "action = 'updated' AND kind = 'bank_code' AND ip = $1", c.want); n != 1 {
				t.Errorf("R20: no entry from %s", c.want)
			}
		})
	}
}

// TestEdge_ForwardedIgnored shows R20: an ignored header is reported to the operator once, with the private address to trust and no visitor's.
func TestEdge_ForwardedIgnored(t *testing.T) {
	t.Parallel()
	const said = "TRUSTED_PROXIES"
	t.Run("from elsewhere it is told once in the log and on Settings", func(t *testing.T) {
		a := apptest.New(t)
		a.Browser("admin").On(t).Get("/staff/settings/people").Want(http.StatusOK).HasNot(said)
		for range 3 {
			a.As(apptest.Anonymous).On(t).Do("GET", "/health", nil, "X-Forwarded-For", "203.0.113.9").Want(http.StatusOK)
		}
		if log := a.Log.String(); strings.Count(log, said) != 1 || strings.Contains(log, "203.0.113.9") ||
			!strings.Contains(log, `"address":"127.0.0.1"`) {
			t.Errorf("the log says\n%s", log)
		}
		a.Browser("admin").On(t).Get("/staff/settings/people").Want(http.StatusOK).Has(said)
		a.Browser("admin").On(t).Get("/staff/settings/audit").Want(http.StatusOK).Has(said)
		a.Browser("employee").On(t).Get("/staff/settings/sessions").Want(http.StatusOK).HasNot(said)
	})
	t.Run("from a proxy of ours it is no news", func(t *testing.T) {
		a := apptest.New(t, apptest.Trusting("127.0.0.0/8"))
		a.As(apptest.Anonymous).On(t).Do("GET", "/health", nil, "X-Forwarded-For", "203.0.113.9").Want(http.StatusOK)
		a.Browser("admin").On(t).Get("/staff/settings/people").Want(http.StatusOK).HasNot(said)
		if strings.Contains(a.Log.String(), said) {
			t.Error("the log tells of it")
		}
	})
}

// TestEdge_Log reads the lines of a few requests: what they say, and that they contain no personal data (O5).
func TestEdge_Log(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	employee := a.World.People["employee"]
	a.As("supervisor").On(t).Get("/shifts/{employee.shift}?canary-query=1").Want(http.StatusBadRequest)
	a.As(apptest.Anonymous).On(t).Do("POST", "/auth/v1/token",
		`{"grant_type":"password","username":"`+employee.Email+`","password":"canary-password"}`).Want(http.StatusBadRequest)
	a.As(apptest.Anonymous).On(t).Do("GET", "/canary-path", nil, "User-Agent", "canary-agent", "Referer",
		"https://canary.example/").Want(http.StatusNotFound)
	a.As("admin").On(t).Post("/employees", `{"first_name":"canary-name","email":"canary-mail@example.com"}`).Want(http.StatusBadRequest)
	if strings.Contains(a.Log.String(), "canary") {
		t.Errorf("O5: the log says what was sent:\n%s", a.Log)
	}
	lines := a.Log.Lines()
	if len(lines) != 4 {
		t.Fatalf("O5: %d lines for 4 requests:\n%s", len(lines), a.Log)
	}
	first := lines[0]
	for key, want := range map[string]any{"method": "GET", "route": "/shifts/:id", "status": 400.0,
		"actor": a.World.People["supervisor"].UserID} {
		if first[key] != want {
			t.Errorf("O5: the line says %s %v, want %v", key, first[key], want)
		}
	}
	for _, key := range []string{"id", "ms"} {
		if first[key] == nil {
			t.Errorf("O5: the line has no %s: %v", key, first)
		}
	}
}

func TestEdge_Health(t *testing.T) {
	t.Parallel()
	for name, breaks := range map[string]func(a *apptest.App){
		"draining":            func(a *apptest.App) { a.Home.Drain() },
		"storage_unavailable": func(a *apptest.App) { _ = a.DB.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			a := apptest.New(t, apptest.Faulty())
			c, signedIn := a.As(apptest.Anonymous).On(t), a.As("admin").On(t)
			c.Get("/health").Want(http.StatusOK).Has(`{"status":"ok","version":"test","database":"ok"}`)
			breaks(a)
			r := c.Get("/health").Want(http.StatusServiceUnavailable)
			c.Get("/livez").Want(http.StatusOK).Has(`{"status":"ok"}`)
			signedIn.Get("/livez").Want(http.StatusOK)
			c.Get("/readyz").Want(http.StatusServiceUnavailable)
			if p := r.Problem(); p.Code != name || r.Header.Get("Retry-After") == "" {
				t.Errorf("W16: code %q, Retry-After %q", p.Code, r.Header.Get("Retry-After"))
			}
			c.Do("HEAD", "/health", nil).Want(http.StatusServiceUnavailable)
		})
	}
}

func TestEdge_LogNamesTheRouteOfWhatStorageRefuses(t *testing.T) {
	t.Parallel()
	a := apptest.New(t, apptest.Faulty())
	c := a.As("admin").On(t)
	_ = a.DB.Close() // so that nobody can tell who calls
	if r := c.Get("/bank-codes/{regular}"); r.Status < http.StatusInternalServerError {
		t.Fatalf("answered with %d", r.Status)
	}
	if log := a.Log.String(); !strings.Contains(log, `"route":"/bank-codes/:id"`) && !strings.Contains(log, "route=/bank-codes/:id") {
		t.Errorf("no route in\n%s", log)
	}
}

// TestEdge_HealthOfADatabaseThatOnlyReads takes the right to write from the database, as when a standby answers in its place. What only
// reads is served, also where it notes when it was read.
func TestEdge_HealthOfADatabaseThatOnlyReads(t *testing.T) {
	t.Parallel()
	a := apptest.New(t, apptest.Faulty(), apptest.On(db.Postgres))
	c := a.As(apptest.Anonymous).On(t)
	c.Get("/readyz").Want(http.StatusOK)
	var calendar struct {
		URL string `json:"url"`
	}
	a.As("employee").On(t).Post("/calendars", `{"name":"Phone","contents":["shifts"]}`).Want(http.StatusCreated).JSON(&calendar)
	address, err := url.Parse(calendar.URL)
	if err != nil {
		t.Fatal(err)
	}
	setReadOnly(t, a.DB, true)
	a.Clock.Advance(time.Second)
	read := c.Get(address.Path)
	for range 50 { // sessions end a little after they were told to, and a query that is under way fails with its session
		if read.Status != http.StatusServiceUnavailable {
			break
		}
		read = c.Get(address.Path)
	}
	read.Want(http.StatusOK).Has("BEGIN:VCALENDAR")
	for _, path := range []string{"/readyz", "/health"} {
		if p := c.Get(path).Want(http.StatusServiceUnavailable).Problem(); p.Code != "storage_unavailable" {
			t.Errorf("W16: %s says %s", path, p.Code)
		}
	}
	c.Get("/livez").Want(http.StatusOK)
	setReadOnly(t, a.DB, false)
	c.Get("/readyz").Want(http.StatusServiceUnavailable) // storage is not tried with a write more than once a second
	a.Clock.Advance(time.Second)
	c.Get("/readyz").Want(http.StatusOK)
}

// setReadOnly makes every session of the database begin its transactions read-only, or not, and ends those there are.
func setReadOnly(t *testing.T, d *db.DB, on bool) {
	t.Helper()
	err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		if _, err := tx.Exec(ctx, "SET TRANSACTION READ WRITE"); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, fmt.Sprintf(`DO $$ BEGIN
			EXECUTE format('ALTER DATABASE %%I SET default_transaction_read_only = %t', current_database()); END $$`, on))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	var ended int // the last to be ended is the session that asks, and so there is no answer
	if err := d.QueryRow(t.Context(),
		`SELECT COUNT(pg_terminate_backend(pid)) FROM (SELECT pid FROM pg_stat_activity WHERE datname = current_database()
		ORDER BY pid = pg_backend_pid()) s`).Scan(&ended); err == nil {
		t.Fatal("the session that ended all sessions is still there")
	}
}

// TestEdge_PublicURL serves under https and under a path, as behind a reverse proxy.
func TestEdge_PublicURL(t *testing.T) {
	a := apptest.New(t, apptest.PublicURL("https://presence.example/tools/presence"))
	c := a.As("admin").On(t)
	for _, prefix := range []string{"", "/tools/presence"} {
		c.Get(prefix+"/shifts?limit=1").Want(http.StatusCreated).HasHeader("Strict-Transport-Security", "max-age=31536000")
	}
	if link := c.Get("/shifts?limit=1").Header.Get("Link"); !strings.HasPrefix(link, "</tools/presence/shifts?") {
		t.Errorf("C1: the next page is at %q, which the visitor cannot reach", link)
	}
	c.Get("/tools/presence?lang=en").Want(http.StatusPermanentRedirect).HasHeader("Location", "/tools/presence/?lang=en")
	c.Get("/tools").Want(http.StatusNotFound)
	cookie := a.Browser("admin").Cookie
	if !strings.HasPrefix(cookie.Name, "__Host-") || !cookie.Secure || !cookie.HttpOnly || cookie.SameSite != http.SameSiteLaxMode ||
		cookie.Path != "/" {
		t.Errorf("A2: the session cookie is %s", cookie)
	}
	a.Browser("admin").On(t).Get("/auth/v1/me").Want(http.StatusOK)
	r := a.As(apptest.Anonymous).On(t).Get("/staff/").Want(http.StatusSeeOther)
	r.HasHeader("Location", "/tools/presence/auth/v1/login?next=%2Fstaff%2F")
	a.Browser("admin").On(t).Do("PATCH", "/bank-codes/{regular}", `{"bank_code":"X"}`, "Origin", "https://presence.example", "Sec-Fetch-Site",
		"").Want(http.StatusOK)
	for proxy, prefix := range map[string]string{"removes the path": "", "keeps the path": "/tools/presence"} {
		anyone := a.As(apptest.Anonymous)
		t.Run("where the proxy "+proxy+", the page of an archive that polls itself leads to the sign-in page, which tells of the import",
			func(t *testing.T) {
				const signIn = "/tools/presence/auth/v1/login?next=%2Fstaff%2Fsettings%2Fexport%3Farchive%3Dx"
				anyone.On(t).Do("GET", prefix+"/staff/settings/export?archive=x", nil, "HX-Request", "true").
					Want(http.StatusUnauthorized).HasHeader("HX-Redirect", signIn)
				if anyone.On(t).Get(prefix+strings.TrimPrefix(signIn, "/tools/presence")).Want(http.StatusOK).Doc().Find(".banner").Length() != 1 {
					t.Error("it does not")
				}
			})
		t.Run("where the proxy "+proxy+", the page of a check-in code leads back to itself after signing in", func(t *testing.T) {
			code := "/door/" + strings.Repeat("A", 26)
			anyone.On(t).Get(prefix + code).Want(http.StatusOK).Has(`href="/tools/presence/auth/v1/login?next=` + url.QueryEscape(code) + `"`)
		})
	}
}

func TestEdge_Compression(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	plain := a.As("admin").On(t).Get("/pay-periods")
	r := a.As("admin").On(t).Do("GET", "/pay-periods", nil, "Accept-Encoding", "gzip").HasHeader("Content-Encoding", "gzip")
	z, err := gzip.NewReader(bytes.NewReader(r.Body))
	if err != nil {
		t.Fatal(err)
	}
	whole, err := io.ReadAll(z)
	if err != nil || !bytes.Equal(whole, plain.Body) {
		t.Errorf("unpacked it is not what is sent plainly (%v)", err)
	}
}

// TestEdge_Credentials sends invalid tokens: each is a 401, and never falls back to a cookie or an anonymous caller.
func TestEdge_Credentials(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	good := a.As("admin").Bearer
	for name, header := range map[string]string{
		"nothing": "Bearer ", "nonsense": "Bearer x.y.z", "a cut token": "Bearer " + good[:len(good)-4],
		"a spoilt token": "Bearer " + good[:20] + "A" + good[21:],
		"a huge token":   "Bearer " + strings.Repeat("a", 20_000),
		"no algorithm":   "Bearer eyJhbGciOiJub25lIiwidHlwIjoiYXQrand0In0.eyJzdWIiOiJ4In0.",
	} {
		t.Run(name, func(t *testing.T) {
			for _, path := range []string{"/shifts", "/bank-codes"} {
				r := a.Browser("admin").On(t).Do("GET", path, nil, "Authorization", header).Want(http.StatusUnauthorized)
				if challenge := r.Header.Get("WWW-Authenticate"); !strings.HasPrefix(challenge, "Bearer") {
					t.Errorf("C2: WWW-Authenticate is %q", challenge)
				}
				r.HasNot(good).Problem()
			}
		})
	}
}

// TestStory is the main job over the documented routes on both engines: record, submit, approve, lock, withdraw.
func TestStory(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		employee, supervisor := a.As("employee").On(t), a.As("supervisor").On(t)
		_, _, body, _ := calls["POST /shifts"].about("POST /shifts", "employee")
		shift := employee.Post("/shifts", body).Want(http.StatusCreated)
		employee.Do("PUT", "/timesheets/{employee.timesheet}/submission", nil).Want(http.StatusOK)
		supervisor.Get("/pay-periods/2026/25/overview").Want(http.StatusOK).Has(`"regular_hours":16`, `"evening_hours":4`, `"mileage":50`,
			`"is_approved":false`)
		supervisor.Patch("/pay-periods/2026/25/approval", nil).Want(http.StatusOK).Has(`"approved":2`, `"skipped":[{"timesheet_id":`)
		if p := employee.Patch("/shifts/{employee.shift}",
			`{"date":"2026-11-17"}`).Want(http.StatusConflict).Problem(); p.Code != "timesheet_approved" {
			t.Errorf("W7: code %q", p.Code)
		}
		employee.Get("/shifts/{employee.shift}").Want(http.StatusCreated).Has(`"is_approved":true`)
		supervisor.Patch("/timesheets/{employee.timesheet}/approval",
			`{"is_approved":false,"supervisor_comment":"Le 18?"}`).Want(http.StatusOK).Has(`"is_approved":false`)
		employee.Delete("/shifts/" + strconv.FormatInt(shift.ID(), 10)).Want(http.StatusCreated)
		a.As("payroll").On(t).Get("/exports/csv?period=2026-25").Want(http.StatusOK).Has("G1,regular,8")
	})
}

// TestEdge_StorageDies ends the database's connection while a request waits for it: 503, and the next one is served (W16).
func TestEdge_StorageDies(t *testing.T) {
	t.Parallel()
	a := apptest.New(t, apptest.On(db.Postgres), apptest.Faulty())
	ctx := t.Context()
	locked, release, ended := make(chan bool), make(chan bool), make(chan error, 1)
	go func() {
		ended <- a.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.Exec(ctx, "LOCK TABLE bank_codes IN ACCESS EXCLUSIVE MODE")
			close(locked)
			<-release
			return err
		})
	}()
	<-locked
	answer := make(chan *apptest.Response, 1)
	c := a.As("admin").On(t)
	go func() { answer <- c.Get("/bank-codes") }()
	for n := 0; n == 0; { // until the request waits for the lock
		if err := a.DB.QueryRow(ctx,
			"SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database() "+
				"AND wait_event_type = 'Lock'").Scan(&n); err != nil {
			t.Fatal(err)
		}
	}
	r := <-answer
	if r.Want(http.StatusServiceUnavailable); r.Problem().Code != "storage_unavailable" || r.Header.Get("Retry-After") == "" {
		t.Errorf("W16: %s, Retry-After %q", r.Body, r.Header.Get("Retry-After"))
	}
	close(release)
	if err := <-ended; err != nil {
		t.Error(err)
	}
	c.Get("/bank-codes").Want(http.StatusOK)
}
