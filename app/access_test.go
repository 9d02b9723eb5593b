package app_test

import (
	"fmt"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"

	"presence/app/apptest"
	"presence/app/hub/campaigns"
	"presence/app/platform/httpx"
)

// callers are the columns of the matrix.
var callers = []string{apptest.Anonymous, "employee", "colleague", "supervisor", "stranger", "payroll", "events", "admin"}

// TestAccess asks every route as everyone, about records of their own, of their crew and of others, with a bearer token
// and with a cookie, and compares the statuses with the golden (C10, C11). A + says that something was written; a refusal must leave the
// database as it was. (reauth) follows a route that requires reauthentication (A5).
func TestAccess(t *testing.T) {
	t.Parallel()
	routes := apptest.New(t, apptest.Empty()).Routes()
	var table strings.Builder
	var rows []*string // in the order of the table; each is written by a subtest
	worlds := worlds{t: t}
	fmt.Fprintf(&table, "%-56s %-11s", "route", "about")
	for _, who := range callers {
		fmt.Fprintf(&table, " %-10s", who)
	}
	table.WriteString("\n")
	for _, r := range routes {
		route := r.Method + " " + r.Path
		c, known := calls[route]
		if !known {
			t.Errorf("no call for %s: add one to calls, so that the matrix has a row for it", route)
			continue
		}
		label := route
		if r.Reauth != httpx.ReauthNever {
			label += " (" + string(r.Reauth) + ")"
		}
		for _, owner := range c.owners() {
			row := new(string)
			rows = append(rows, row)
			t.Run(strings.TrimSpace(route+" "+owner), func(t *testing.T) {
				t.Parallel()
				*row = fmt.Sprintf("%-56s %-11s%s\n", label, owner, accessRow(t, &worlds, route, c, owner))
			})
		}
	}
	t.Cleanup(func() { // when all rows are written
		for _, row := range rows {
			table.WriteString(*row)
		}
		if !t.Failed() {
			apptest.Golden(t, "access.golden", table.String())
		}
	})
}

// byCookie are the routes that answer a browser in another way than a program, with the reason.
var byCookie = map[string]string{
	"POST /auth/v1/logout":          "a browser is sent on to the sign-in page",
	"POST /staff/settings/tokens":   "a token makes no token",
	"POST /staff/settings/password": "a token changes no password",

	"POST /staff/settings/security/passkeys/:passkey":        "a token changes no passkey",
	"POST /staff/settings/security/passkeys/:passkey/remove": "a token removes no passkey",
	"POST /staff/settings/security/codes/remove":             "a token changes no one-time codes",
	"POST /staff/settings/security/recovery":                 "a token makes no recovery codes",
}

// goesOn are the routes that write after their answer as well, with what does so. Their app is not used again.
var goesOn = map[string]string{
	"PATCH /imports/:id":                 "the check of the lines",
	"PATCH /imports/:id/rows/:line":      "the check of the lines",
	"POST /imports/:id/apply":            "saving the lines",
	"POST /staff/imports/:id/columns":    "the check of the lines",
	"POST /staff/imports/:id/rows/:line": "the check of the lines",
	"POST /staff/imports/:id/apply":      "saving the lines",
	"POST /events/:event_id/send":        "the sender",
	"POST /directory/syncs":              "the sync",
	"POST /staff/directory/sync":         "the sync",
	"POST /staff/events/:event/send":     "the sender",
}

// marksRead are the routes that read and write something of the caller's alone, with what.
var marksRead = map[string]string{"GET /staff/notifications/open": "that a notification was read"}

// worlds are apps whose databases are as they began. Lines of the matrix use them one after another.
type worlds struct {
	t    *testing.T
	mu   sync.Mutex
	idle []*world
}

// world is an app in which everybody is signed in, and what its database holds.
type world struct {
	*apptest.App
	before apptest.Rows
	saved  apptest.Snapshot
}

func (w *worlds) take() *world {
	if taken := w.takeIdle(); taken != nil {
		return taken
	}
	return w.make()
}

func (w *worlds) make() *world {
	a := apptest.New(w.t)
	for _, everyone := range callers {
		a.As(everyone)
		a.Browser(everyone)
	}
	shown, err := a.Campaigns.PreviewSend(w.t.Context(), a.World.Fill("{event}"), campaigns.Params{}, campaigns.Whom{})
	if err != nil {
		w.t.Error(err)
	}
	a.World.Names = maps.Clone(a.World.Names)
	a.World.Names["seen"] = shown.Seen // what the form of a send says of its recipients
	return &world{a, a.Rows(), a.Snapshot()}
}

func (w *worlds) takeIdle() *world {
	w.mu.Lock()
	defer w.mu.Unlock()
	last := len(w.idle) - 1
	if last < 0 {
		return nil
	}
	taken := w.idle[last]
	w.idle = w.idle[:last]
	return taken
}

func (w *worlds) giveBack(clean *world) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.idle = append(w.idle, clean)
}

// notYet are the routes that are asked about people who cannot sign in yet: payroll gets the links of such people alone.
var notYet = map[string]bool{
	"POST /employees/:id/invitation": true, "POST /staff/employees/:id/invitation": true, "POST /staff/employees/:id/password-link": true,
	"POST /employees/password-links": true, "POST /staff/employees/password-links": true,
}

// accessRow is one line of the matrix. What a caller was allowed to write is undone before the next one asks.
func accessRow(t *testing.T, worlds *worlds, route string, c call, owner string) string {
	var row strings.Builder
	var a *world
	if notYet[route] {
		a = worlds.make()
		a.WithoutPassword(t, "employee", "stranger")
		a.before, a.saved = a.Rows(), a.Snapshot()
	} else {
		a = worlds.take()
		defer func() { worlds.giveBack(a) }()
	}
	method, path, body, headers := c.about(route, owner)
	ask := func(as func(a *apptest.App, who string) *apptest.Client, who string) string {
		var payload any
		if body != "" {
			payload = body
		}
		r := as(a.App, who).On(t).Do(method, path, payload, headers...)
		mark := ""
		switch {
		case r.Status >= 400 || reads(route) && marksRead[route] == "":
			a.Unchanged(t, a.before, who+" "+route)
		case !maps.Equal(a.before, a.Rows()):
			mark = "+"
			if goesOn[route] != "" {
				a = worlds.make()
			} else {
				a.Restore(t, a.saved)
			}
		}
		if r.Status >= 400 && !isPage(path) && !strings.HasPrefix(path, "/static/") {
			refusal(t, r)
		}
		return strconv.Itoa(r.Status) + mark
	}
	for _, who := range callers {
		bearer, cookie := ask((*apptest.App).As, who), ask((*apptest.App).Browser, who)
		if bearer != cookie && byCookie[route] == "" {
			t.Errorf("C10: %s %s: %s with a bearer token, %s with a cookie: one gate for both", who, route, bearer, cookie)
		}
		fmt.Fprintf(&row, " %-10s", bearer)
	}
	return strings.TrimRight(row.String(), " ")
}

// refusal holds any refusal against C2 and C3.
func refusal(t *testing.T, r *apptest.Response) {
	t.Helper()
	if strings.HasPrefix(r.Header.Get("Content-Type"), "text/html") {
		return // the sign-in pages answer people
	}
	r.Problem()
	switch r.Status {
	case http.StatusUnauthorized:
		r.HasHeader("WWW-Authenticate", "Bearer")
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		if r.Header.Get("Retry-After") == "" {
			t.Errorf("C2: %d without Retry-After", r.Status)
		}
	}
}
