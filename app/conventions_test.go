package app_test

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"presence/app/apptest"
	"presence/app/platform/httpx"
)

// jsonRoutes are the routes of the JSON face, each with its call; those that answer people or sign them in are not.
func jsonRoutes(t *testing.T, a *apptest.App) map[string]call {
	t.Helper()
	found := map[string]call{}
	for _, r := range a.Routes() {
		route := r.Method + " " + r.Path
		if isPage(r.Path) || strings.HasPrefix(r.Path, "/static/") || r.Path == "/clock/offline" || r.Path == "/manifest.webmanifest" || strings.HasPrefix(r.Path, "/t/") || strings.HasPrefix(r.Path, "/u/") ||
			strings.HasPrefix(r.Path, "/webhooks/") || (strings.HasPrefix(r.Path, "/auth/") && r.Path != "/auth/v1/me") || r.Path == "/docs" {
			continue
		}
		found[route] = calls[route]
	}
	if len(found) < 20 {
		t.Fatalf("only %d routes of the JSON face", len(found))
	}
	return found
}

// described are the JSON routes that read their input by the description: all but the two that take none.
func described(t *testing.T, a *apptest.App) map[string]call {
	t.Helper()
	found := jsonRoutes(t, a)
	delete(found, "GET /")
	delete(found, "GET /openapi.json")
	delete(found, "GET /rsvp/:event_id") // pages, on whose links mail programs hang what they like
	delete(found, "GET /rsvp/:event_id/waiting-list")
	delete(found, "GET /rsvp/:event_id/calendar.ics")
	delete(found, "GET /door/:code")
	delete(found, "GET /door/open/:token")
	return found
}

// each runs fn for every route in a fixed order, with the call made about the employee's records.
func each(t *testing.T, routes map[string]call, fn func(t *testing.T, route, method, path, body string)) {
	t.Helper()
	for _, route := range slices.Sorted(maps.Keys(routes)) {
		method, path, body, _ := routes[route].about(route, "employee")
		t.Run(route, func(t *testing.T) { fn(t, route, method, path, body) })
	}
}

func payload(body string) any {
	if body == "" {
		return nil
	}
	return body
}

func TestConventions_UnknownQueryIsRefused(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	admin := a.As("admin")
	before := a.Rows()
	each(t, described(t, a), func(t *testing.T, route, method, path, body string) {
		sign := "?"
		if strings.Contains(path, "?") {
			sign = "&"
		}
		if ignoresQuery(path) {
			return // TestConventions_UnknownQueryIsIgnored
		}
		r := admin.On(t).Do(method, path+sign+"nonsense=1", payload(body)).Want(http.StatusBadRequest)
		if faults := r.Faults(); !slices.Equal(faults, []string{"nonsense"}) {
			t.Errorf("C7: the faults are %q, want the parameter's name", faults)
		}
		a.Unchanged(t, before, route)
	})
}

// ignoresQuery reports whether a route ignores unknown query parameters, because other programs add them to its URL (C7).
func ignoresQuery(path string) bool {
	for _, prefix := range []string{"/auth/", "/.well-known/", "/rsvp/", "/t/", "/u/", "/pictures/"} {
		if strings.HasPrefix(path, prefix) {
			return true
		}
	}
	return slices.Contains([]string{"/", "/health", "/livez", "/readyz", "/docs", "/help", "/openapi.json"}, path)
}

// TestConventions_UnknownQueryIsIgnored is C7 of probes, of sign-in and of what guests open: a cache-buster or a mail
// program's parameters, also such as cannot be read, change nothing.
func TestConventions_UnknownQueryIsIgnored(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	seen := 0
	for _, row := range a.Routes() {
		path := strings.NewReplacer(":event_id", "gala-2026", ":token", "none", ":to", "0").Replace(row.Path)
		if !ignoresQuery(path) || row.Method != http.MethodGet {
			continue
		}
		seen++
		t.Run(row.Path, func(t *testing.T) {
			c := a.As("admin").On(t)
			want := c.Get(path)
			for _, query := range []string{"?_=1763812345", "?utm_source=mail&utm_campaign=a%20b", "?%zz=1&=&&", "?a=1;b=2"} {
				if r := c.Get(path + query); r.Status != want.Status || r.Header.Get("Location") != want.Header.Get("Location") {
					t.Errorf("with %s it answers %d, not %d: %s", query, r.Status, want.Status, r.Body)
				}
			}
		})
	}
	if seen < 12 {
		t.Errorf("only %d routes were tried", seen)
	}
	body := `{"name":"Zoé","email":"zoe@example.com"}`
	a.As(apptest.Anonymous).On(t).Post("/rsvp/gala-2026/submit?utm_source=mail", body).Want(http.StatusOK)
}

func TestConventions_HeadersOfEveryAnswer(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	want := map[string]string{
		"X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Referrer-Policy": "same-origin",
		"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
	}
	ids := map[string]bool{}
	sandboxed := func(r *apptest.Response) bool { // an e-mail in a frame of ours, where nothing of it runs
		policy := r.Header.Get("Content-Security-Policy")
		return strings.HasPrefix(policy, "sandbox") && strings.Contains(policy, "default-src 'none'") &&
			strings.Contains(policy, "frame-ancestors 'self'") &&
			!strings.Contains(policy, "script") && r.Header.Get("X-Frame-Options") == "SAMEORIGIN"
	}
	check := func(t *testing.T, r *apptest.Response) {
		t.Helper()
		framed := sandboxed(r)
		for name, value := range want {
			if name != "X-Frame-Options" || !framed {
				r.HasHeader(name, value)
			}
		}
		policy := r.Header.Get("Content-Security-Policy")
		if !framed && (!strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") ||
			!strings.Contains(policy, "frame-ancestors 'none'")) {
			t.Errorf("the content security policy is %q", policy)
		}
		id := r.Header.Get("X-Request-Id")
		if id == "" || ids[id] {
			t.Errorf("the request id %q is empty or another request's", id)
		}
		ids[id] = true
	}
	for _, route := range a.Routes() {
		if route.Method != http.MethodGet {
			continue
		}
		key := route.Method + " " + route.Path
		_, path, _, _ := calls[key].about(key, "employee")
		t.Run(key, func(t *testing.T) {
			check(t, a.Browser("admin").On(t).Get(path))
			check(t, a.As(apptest.Anonymous).On(t).Get(path))
		})
	}
	t.Run("refusals too", func(t *testing.T) {
		check(t, a.As("admin").On(t).Get("/nowhere"))
		check(t, a.As("admin").On(t).Do(http.MethodTrace, "/shifts", nil))
		check(t, a.As("admin").On(t).Post("/shifts", "{"))
	})
}

func TestConventions_Methods(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	admin := a.As("admin")
	methods := map[string][]string{}
	for _, r := range a.Routes() {
		if !isPage(r.Path) {
			methods[r.Path] = append(methods[r.Path], r.Method)
		}
	}
	for pattern, known := range methods {
		key := known[0] + " " + pattern
		_, path, _, _ := calls[key].about(key, "employee")
		for _, method := range []string{"POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND"} {
			if slices.Contains(known, method) || slices.ContainsFunc(a.Routes(),
				func(r httpx.Route) bool {
					return r.Method == method && apptest.MatchesRoute(r.Path, a.World.Fill(path))
				}) {
				continue // /shifts/summary is, for PATCH, a shift with a strange id
			}
			t.Run(method+" "+pattern, func(t *testing.T) {
				r := admin.On(t).Do(method, path, nil).Want(http.StatusMethodNotAllowed)
				if p := r.Problem(); p.Code != "method_not_allowed" {
					t.Errorf("C2: code %q", p.Code)
				}
				allow := strings.Split(strings.ReplaceAll(r.Header.Get("Allow"), " ", ""), ",")
				for _, m := range known {
					if !slices.Contains(allow, m) {
						t.Errorf("C2: Allow is %q and lacks %s", allow, m)
					}
				}
			})
		}
	}
}

func TestConventions_HeadIsGetWithoutItsBody(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	admin := a.As("admin")
	each(t, jsonRoutes(t, a), func(t *testing.T, route, method, path, _ string) {
		if method != http.MethodGet {
			t.Skip("writes")
		}
		before := a.Rows()
		get, head := admin.On(t).Get(path), admin.On(t).Do(http.MethodHead, path, nil)
		head.Want(get.Status)
		if len(head.Body) != 0 {
			t.Errorf("HEAD has a body: %s", head.Body)
		}
		for _, name := range []string{"Content-Type", "ETag", "Cache-Control"} {
			head.HasHeader(name, get.Header.Get(name))
		}
		if reads(route) {
			a.Unchanged(t, before, "HEAD "+path)
		}
	})
}

func TestConventions_NoSuchPath(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	for _, path := range []string{"/nowhere", "/shifts/", "/Shifts", "/expenses", "/EXPENSES", "/shifts/{employee.shift}/",
		"/shifts/{employee.shift}/nothing", "//shifts", "/%00", "/%ff", "/.git/config", "/auth"} {
		for _, who := range []string{apptest.Anonymous, "admin"} {
			t.Run(path+" for "+who, func(t *testing.T) {
				if p := a.As(who).On(t).Get(path).Want(http.StatusNotFound).Problem(); p.Code != "not_found" {
					t.Errorf("C3: code %q", p.Code)
				}
			})
		}
	}
	t.Run("but /staff without its slash leads to the start page", func(t *testing.T) {
		for _, who := range []string{apptest.Anonymous, "employee"} {
			for _, method := range []string{http.MethodGet, http.MethodHead} {
				a.Browser(who).On(t).Do(method, "/staff", nil).Want(http.StatusMovedPermanently).HasHeader("Location", "/staff/")
			}
		}
	})
	t.Run("a page that does not exist is a page", func(t *testing.T) {
		r := a.Browser("employee").On(t).Get("/staff/nowhere").Want(http.StatusNotFound)
		r.Has("<!doctype html>").HasHeader("Content-Type", "text/html; charset=utf-8")
	})
}

func TestConventions_NoSuchRecord(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	admin := a.As("admin")
	before := a.Rows()
	each(t, described(t, a), func(t *testing.T, route, method, path, body string) {
		pattern := strings.SplitN(route, " ", 2)[1]
		if !strings.Contains(pattern, "/:id") {
			t.Skip("names no record")
		}
		missing := http.StatusBadRequest
		if strings.HasPrefix(pattern, "/bank-codes") || strings.HasPrefix(pattern, "/activities") || strings.HasPrefix(pattern, "/deputies") || strings.HasPrefix(pattern, "/holiday-pay") || strings.HasPrefix(pattern, "/planned-shifts") || strings.HasPrefix(pattern, "/published-shifts") || strings.HasPrefix(pattern, "/kiosks") || strings.HasSuffix(pattern, "/badge") || strings.HasSuffix(pattern, "/usual-week") && method == http.MethodPut || strings.HasSuffix(pattern, "/leave-ledger") || strings.HasPrefix(pattern, "/clockings/") || strings.HasPrefix(pattern, "/clock/") || strings.HasPrefix(pattern, "/events/") || strings.HasPrefix(pattern, "/campaigns/") ||
			strings.HasPrefix(pattern, "/imports/") || strings.HasPrefix(pattern, "/directory/") || strings.HasPrefix(pattern, "/payroll/") ||
			(strings.HasPrefix(pattern, "/employees") && method != http.MethodGet) {
			missing = http.StatusNotFound
		}
		segments, at := strings.Split(path, "/"), slices.Index(strings.Split(pattern, "/"), ":id")
		for _, id := range []string{"0", "-1", "x", "1.5", "999999", "9223372036854775807", "9223372036854775808", "1e3", "%20", "%00", "0x1",
			"1;2", "١"} {
			segments[at] = id
			r := admin.On(t).Do(method, strings.Join(segments, "/"), payload(body))
			if number, err := strconv.ParseInt(id, 10, 64); strings.HasPrefix(pattern, "/archives/") && err == nil && number > 0 {
				r.Want(http.StatusNotFound) // W11: an unknown id is a 404 there, a bad one a 400
			} else {
				r.Want(missing)
			}
			if p := r.Problem(); p.Code != "not_found" && !strings.HasPrefix(pattern, "/archives/") {
				t.Errorf("C2: id %s: code %q, want not_found", id, p.Code)
			}
		}
		a.Unchanged(t, before, route)
	})
}

// withBody are the routes that read a JSON body.
func withBody(t *testing.T, a *apptest.App) map[string]call {
	t.Helper()
	found := described(t, a)
	for route, c := range found {
		if !strings.HasPrefix(c.body, "{") { // none, or a table
			delete(found, route)
		}
	}
	return found
}

func TestConventions_Bodies(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	admin := a.As("admin")
	before := a.Rows()
	const attach, picture = "POST /events/:event_id/attachments", "PUT /events/:event_id/picture"
	const ofBlocks = "POST /events/:event_id/blocks/pictures"
	// else 1 MiB (C4)
	limit := map[string]int{attach: 8 << 20, picture: 15 << 20, ofBlocks: 15 << 20, "POST /events/:event_id/audience": 8 << 20, "POST /events/:event_id/audience/entries": 8 << 20}
	each(t, withBody(t, a), func(t *testing.T, route, method, path, body string) {
		c := admin.On(t)
		big := `{"comment":"` + strings.Repeat("x", cmp.Or(limit[route], 1<<20)) + `"}`
		for _, media := range []string{"text/plain", "application/xml", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x",
			"application/jsonp", "text/json"} {
			want := http.StatusUnsupportedMediaType
			if (route == attach || route == picture || route == ofBlocks) && strings.HasPrefix(media, "multipart/") { // it takes a form too, and this is none
				want = http.StatusBadRequest
			}
			if strings.HasPrefix(route, "POST /rsvp/") && strings.Contains(media, "form") { // the form of a page, answered by one
				continue
			}
			c.Do(method, path, body, "Content-Type", media).Want(want).Problem()
		}
		c.Do(method, path, big).Want(http.StatusRequestEntityTooLarge).Problem()
		for name, bad := range corpus(a.World.Fill(body)) {
			if r := c.Do(method, path, bad); r.Status != http.StatusBadRequest {
				t.Errorf("C4: %s is answered %d: %s", name, r.Status, r.Body)
			} else if p := r.Problem(); strings.Contains(string(r.Body), "Mallory") || p.Code == "" {
				t.Errorf("C3: %s: what was sent comes back: %s", name, r.Body)
			}
		}
		a.Unchanged(t, before, route)
	})
}

// corpus spoils a good body in the ways that decoders have fallen for (C4).
func corpus(good string) map[string][]byte {
	good = strings.TrimSpace(good)
	key := good[strings.IndexByte(good, '"')+1:]
	key = key[:strings.IndexByte(key, '"')]
	rest := good[1:] // without the opening brace
	deep := strings.Repeat(`{"a":`, 40) + "1" + strings.Repeat("}", 40)
	bad := map[string]string{
		"an unfinished object": good[:len(good)-1], "a second value": good + good, "text behind": good + "x", "an array": "[" + good + "]",
		"a string": `"Mallory"`,
		"a number": "1", "null": "null", "true": "true", "a comment": "/* Mallory */" + good, "a trailing comma": good[:len(good)-1] + ",}",
		"single quotes": strings.ReplaceAll(good, `"`, `'`), "a byte order mark": "\xef\xbb\xbf" + good,
		"a key in capitals": `{"` + strings.ToUpper(key) + `":1,` + rest, "an unknown key": `{"mallory":1,` + rest,
		"an empty key": `{"":1,` + rest,
		"a key twice":  good[:len(good)-1] + "," + rest, "a key twice in disguise": `{"\u00` + fmt.Sprintf("%02x", key[0]) + key[1:] + `":1,` +
			rest,
		"invalid UTF-8": `{"` + key + "\xff\":1," + rest, "a lone surrogate": `{"` + key + `\ud800":1,` + rest,
		"U+0000 in a key": `{"` + key + `\u0000":1,` + rest,
		"a raw U+0000":    good + "\x00", "depth": `{"mallory":` + deep + "," + rest, "a prototype": `{"__proto__":{"is_approved":true},` + rest,
		"NaN": `{"` + key + `":NaN}`, "an endless number": `{"` + key + `":1e999}`,
		"a huge integer":        `{"` + key + `":123456789012345678901234567890}`,
		"an object for a value": `{"` + key + `":{"Mallory":1}}`, "a list for a value": `{"` + key + `":[1]}`, "nothing but blanks": " \n",
	}
	if strings.HasPrefix(good, `{"`+key+`":[`) {
		bad["a list for a value"] = `{"` + key + `":[[1]]}`
	}
	if strings.HasPrefix(good, `{"`+key+`":{`) {
		bad["an object for a value"] = `{"` + key + `":"Mallory"}`
	}
	out := map[string][]byte{}
	for name, b := range bad {
		out[name] = []byte(b)
	}
	return out
}

// TestConventions_EveryFaultIsTold sends creates without any field, and with every field wrong (C3).
func TestConventions_EveryFaultIsTold(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	admin := a.As("admin")
	before := a.Rows()
	required := map[string][]string{
		"/employees": {"company_code", "email", "external_payroll_id", "first_name", "first_work_day", "last_name", "phone_number",
			"user_id"},
		"/timesheets":     {"employee_id", "is_approved"},
		"/shifts":         {"bank_code_id", "date", "end_time", "start_time", "timesheet_id"},
		"/Expenses":       {"amount", "bank_code_id", "date", "description", "is_approved", "supervisor_comment", "timesheet_id"},
		"/activities":     {"code", "name_fr"},
		"/bank-codes":     {"bank_code", "categorie", "modifier", "type"},
		"/customers":      {"email", "first_name", "last_name", "phone_number", "user_id"},
		"/leave-requests": {"approval_status", "bank_code_id", "comment", "employee_id", "end_date_time", "leave_type", "start_date_time"},
	}
	for path, fields := range required {
		t.Run("POST "+path+" without any field", func(t *testing.T) {
			p := admin.On(t).Post(path, "{}").Want(http.StatusBadRequest).Problem()
			checkFaults(t, p, fields, "required")
		})
		t.Run("POST "+path+" with a list for every field", func(t *testing.T) {
			body := "{"
			for i, f := range fields {
				if i > 0 {
					body += ","
				}
				body += `"` + f + `":[1]`
			}
			p := admin.On(t).Post(path, body+"}").Want(http.StatusBadRequest).Problem()
			checkFaults(t, p, fields, "type")
		})
	}
	a.Unchanged(t, before, "bodies full of faults")
}

// checkFaults fails unless the problem has one error for each of the fields, all with the code.
func checkFaults(t *testing.T, p apptest.Problem, fields []string, code string) {
	t.Helper()
	var got []string
	for _, e := range p.Errors {
		got = append(got, e.Field)
		if e.Code != code {
			t.Errorf("C3: %s has code %q, want %q", e.Field, e.Code, code)
		}
		if e.Detail == "" {
			t.Errorf("C3: %s is refused without a word", e.Field)
		}
	}
	slices.Sort(got)
	if !slices.Equal(got, fields) {
		t.Errorf("C3: faults told of %q, want each of %q once", got, fields)
	}
}

func TestConventions_JSONOut(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	admin := a.As("admin")
	admin.On(t).Patch("/bank-codes/{regular}", `{"type":"<b>&é</b>"}`).Want(http.StatusOK)
	r := admin.On(t).Get("/bank-codes/{regular}").Want(http.StatusOK)
	r.HasHeader("Content-Type", "application/json")
	if !bytes.Contains(r.Body, []byte(`"<b>&é`)) {
		t.Errorf("C4: HTML is escaped in JSON: %s", r.Body)
	}
	again := admin.On(t).Get("/bank-codes/{regular}")
	if !bytes.Equal(r.Body, again.Body) {
		t.Errorf("C4: the order of the keys changes: %s and %s", r.Body, again.Body)
	}
}
