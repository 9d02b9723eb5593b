package httpx

import (
	"mime"
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"
)

// Rule is an access rule: it says who may call a route (C10, C11). The services restrict the caller further to the records in
// scope.
type Rule string

// The rules. Each except Anyone admits exactly the callers that its name says.
const (
	Anyone     Rule = "anyone"     // no credentials needed
	SignedIn   Rule = "signed-in"  // any person; services return what is in the person's scope
	Approver   Rule = "approver"   // admin, payroll, a supervisor, or the deputy of one (auth.Actor.Approver)
	Payroll    Rule = "payroll"    // admin, payroll
	Events     Rule = "events"     // admin, events
	Door       Rule = "door"       // admin, events, and helpers with a check-in link of the event in the path
	Backoffice Rule = "backoffice" // admin, payroll, events: the roles that work with other people's records
	Admin      Rule = "admin"
	Kiosk      Rule = "kiosk" // a device that is enrolled as a kiosk; no person has signed in
)

// Kind is what a route answers, and to whom: how errors are shown, and whether credentials are read.
type Kind int

// The kinds of routes.
const (
	API        Kind = iota // programs: errors are problems
	StaffPage              // the pages of staff, under /staff: with navigation, after signing in
	PublicPage             // other pages in the same layout: signing in, the documentation
	GuestPage              // the pages of guests and what their forms send, under /rsvp: credentials are ignored
	KioskPage              // the screens of a kiosk, under /kiosk: credentials of people are ignored
	Probe                  // polled by load balancers: credentials are ignored, any host is accepted, the log has them at level debug
	File                   // the files of the layout: credentials are ignored
)

// Route is a row of the table of routes: method, path, access rule and handler.
type Route struct {
	Method, Path string // Path in gin's notation; empty: the request has no route
	Kind         Kind
	Rule         Rule
	Handler      string
	Undeclared   bool  // the API's contract lists it as public, but it requires sign-in (C10)
	MaxBody      int64 // bytes; 0: that of C4, see bodyLimit
	Reauth       Reauth
	// Credentials marks a route that issues or revokes credentials: an invalid token is no error there.
	Credentials bool
	// AdmitsUnenrolled marks a route on which a person who must have a second factor sets one up: it is open to them before.
	AdmitsUnenrolled bool
	// Polled marks a page whose script polls its own address: when the session ends meanwhile, signing in leads back to it.
	Polled bool
}

// IgnoresCredentials reports whether credentials are not read, so that no query is needed, and probes answer while the database does
// not. A path without a route ignores them too, except among the pages of staff, where the page that says so has the navigation of the
// person who has signed in.
func (row Route) IgnoresCredentials() bool {
	if row.Path == "" {
		return row.Kind != StaffPage
	}
	return row.Kind == GuestPage || row.Kind == KioskPage || row.Kind == Probe || row.Kind == File
}

const routeKey = "httpx.route"

// RouteOf returns the row of the request's route. A request whose route is not in the table has a row without a rule, and without Path if
// it has no route at all; its Kind follows from where the path is.
func RouteOf(c *gin.Context) Route {
	if row, ok := c.Value(routeKey).(Route); ok {
		return row
	}
	row := Route{Path: c.FullPath()}
	switch path := c.Request.URL.Path; {
	case path == "/staff" || strings.HasPrefix(path, "/staff/"):
		row.Kind = StaffPage
	case strings.HasPrefix(path, "/rsvp/"):
		row.Kind = GuestPage
	case ofKiosk(path):
		row.Kind = KioskPage
	}
	return row
}

// ofKiosk reports whether a path is that of a kiosk's screen, to which the cookie of the device is sent.
func ofKiosk(path string) bool { return path == "/kiosk" || strings.HasPrefix(path, "/kiosk/") }

// findRoute is the first middleware of the engine. It makes the row of the route available to RouteOf, the log and the metrics.
func (r *Router) findRoute(c *gin.Context) {
	recordOf(c.Request.Context()).route = c.FullPath()
	if row, ok := r.table[c.Request.Method+" "+c.FullPath()]; ok {
		c.Set(routeKey, row)
	}
}

// Refuse answers with an error and aborts the request's handlers: with a page where the route answers with pages, else with a problem.
// Middleware calls it, and the handlers of requests without a route.
func (r *Router) Refuse(c *gin.Context, err error) {
	switch RouteOf(c).Kind {
	case GuestPage: // programs send JSON there
		if media, _, _ := mime.ParseMediaType(c.GetHeader("Content-Type")); media != "application/json" {
			r.RenderErrorPage(c, err)
			return
		}
	case PublicPage: // programs sign in there too
		if !PrefersJSON(c.Request) {
			r.RenderErrorPage(c, err)
			return
		}
	case StaffPage, KioskPage:
		r.RenderErrorPage(c, err)
		return
	}
	Abort(c, err, http.StatusNotFound)
}
