package settings

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"
	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/accounts/outgoingmail"
	"presence/app/apptest/featuretest"
	"presence/app/apptest/htmltest"
	"presence/app/platform/audit"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/seal"
	"presence/db"
	"presence/db/dbtest"
)

// world is the settings pages on a real database, with the accounts that they show and a settable clock.
type world struct {
	t      *testing.T
	db     *db.DB
	auth   *auth.Service
	s      *Service
	client *featuretest.Client // without a session
	now    time.Time
	route  outgoingmail.Route // of invitations; none at first
	report SystemReport       // that the system page shows
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{t: t, db: dbtest.OpenSQLite(t), now: time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC)}
	clock := func() time.Time { return w.now }
	sealer, err := seal.New([]byte("0123456789abcdef0123456789abcdef"), "outgoing mail")
	if err != nil {
		t.Fatal(err)
	}
	accounts, err := auth.New(t.Context(), auth.Options{DB: w.db, Now: clock, Secret: []byte("0123456789abcdef0123456789abcdef"),
		PublicURL: "http://presence.example:8080", Mail: outgoingmail.NewService(w.db, clock, sealer, func() outgoingmail.Route { return w.route })})
	if err != nil {
		t.Fatal(err)
	}
	zone, err := time.LoadLocation("America/Toronto")
	if err != nil {
		t.Fatal(err)
	}
	w.auth, w.s = accounts, NewService(w.db, clock, Options{Accounts: accounts, Zone: zone,
		Warnings: Warnings{ForwardedIgnored: func() bool { return false }}})
	w.client = w.serve(clock)
	return w
}

// serve has the pages behind the middleware of sign-in, with a gate that knows the two rules of these pages.
func (w *world) serve(clock func() time.Time) *featuretest.Client {
	refuse := func(c *gin.Context, err error) {
		httpx.Abort(c, err, http.StatusNotFound)
	}
	gate := func(c *gin.Context) {
		row := httpx.RouteOf(c)
		by := auth.From(c.Request.Context())
		if row.Rule == httpx.SignedIn && !by.SignedIn() || row.Rule == httpx.Admin && by.Role != auth.Admin {
			c.AbortWithStatus(http.StatusForbidden)
		}
	}
	use := []gin.HandlerFunc{w.auth.BrowserSessions(), w.auth.Authenticate(refuse), auth.ProvideViewer, gate}
	return featuretest.New(w.t, featuretest.Options{Now: clock, Use: use}, func(r *httpx.Router) {
		Pages(r, w.s, func(ctx context.Context, _ auth.Actor, records []Record) (map[Record]string, error) {
			names := map[Record]string{}
			for _, x := range records {
				found, err := w.auth.Names(ctx, []string{x.ID})
				if err != nil {
					return nil, err
				}
				names[x] = found[x.ID]
			}
			return names, nil
		}, func(context.Context, auth.Actor) (SystemReport, error) { return w.report, nil })
	})
}

// add makes a person who has no password.
func (w *world) add(name string, role auth.Role) auth.Person {
	w.t.Helper()
	p, err := w.auth.AddPerson(w.t.Context(), auth.Actor{Via: "command"}, auth.NewPerson{Email: strings.ToLower(name) + "@ferme.example",
		Name: name, Role: role, Language: i18n.EN})
	if err != nil {
		w.t.Fatal(err)
	}
	return p
}

func (w *world) exec(sql string, args ...any) {
	w.t.Helper()
	if err := w.db.Write(w.t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, sql, args...)
		return err
	}); err != nil {
		w.t.Fatal(err)
	}
}

// record adds entries to the audit log.
func (w *world) record(entries ...audit.Entry) {
	w.t.Helper()
	if err := w.db.Write(w.t.Context(), func(ctx context.Context, tx *db.Tx) error { return audit.Record(ctx, tx, entries...) }); err != nil {
		w.t.Fatal(err)
	}
}

// browser is a browser in which a person is signed in.
type browser struct {
	*featuretest.Client
	session *http.Cookie // with which it began
}

func (w *world) signIn(p auth.Person, ip, agent string) browser {
	w.t.Helper()
	p, _, err := w.auth.Person(w.t.Context(), auth.Actor{Role: auth.Admin}, p.ID) // as they are now
	if err != nil {
		w.t.Fatal(err)
	}
	cookie, err := w.auth.StartSession(w.t.Context(), auth.NewSession{Person: p, How: "password", IP: ip, Agent: agent})
	if err != nil {
		w.t.Fatal(err)
	}
	b := browser{w.client.On(w.t).As(auth.Actor{}), cookie}
	b.SetCookie(cookie)
	return b
}

func (b browser) on(t *testing.T) browser { return browser{b.On(t), b.session} }

// get returns the page at path, which must answer with 200.
func (b browser) get(path string) *goquery.Selection { return b.Get(path).Want(http.StatusOK).Doc() }

// post sends a form that must succeed, and returns the page to which the answer leads.
func (b browser) post(path string, form url.Values) (to string, page *goquery.Selection) {
	a := b.Form(path, form)
	return a.Header.Get("Location"), a.Follow().Want(http.StatusOK).Doc()
}

// refused sends a form that must be refused with 422, and returns the page.
func (b browser) refused(path string, form url.Values) *goquery.Selection {
	return b.Form(path, form).Want(http.StatusUnprocessableEntity).Doc()
}

// has compares a text of a page.
func has(t *testing.T, page *goquery.Selection, selector, want string) {
	t.Helper()
	if got := strings.ReplaceAll(htmltest.Text(page.Find(selector)), "\u00a0", " "); got != want {
		t.Errorf("%s is %q, want %q", selector, got, want)
	}
}

// finds compares how many elements of a page a selector matches.
func finds(t *testing.T, page *goquery.Selection, selector string, want int) {
	t.Helper()
	if got := page.Find(selector).Length(); got != want {
		t.Errorf("%d elements match %s, want %d", got, selector, want)
	}
}

// texts returns the texts of the elements, separated by commas.
func texts(page *goquery.Selection, selector string) string {
	list := page.Find(selector).Map(func(_ int, s *goquery.Selection) string { return htmltest.Text(s) })
	return strings.ReplaceAll(strings.Join(list, ", "), "\u00a0", " ")
}

// crowd adds n people without passwords, named in order.
func (w *world) crowd(n int) {
	w.t.Helper()
	if err := w.db.Write(w.t.Context(), func(ctx context.Context, tx *db.Tx) error {
		for i := range n {
			if _, err := tx.Exec(ctx, `INSERT INTO people (id, email, name, sort_name, role, created_at, updated_at)
				VALUES ($1, $2, $3, LOWER($3), 'payroll', 1, 1)`,
				fmt.Sprintf("00000000-0000-4000-9000-%012d", i), fmt.Sprintf("crowd%02d@ferme.example", i), fmt.Sprintf("Crowd %02d", i)); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		w.t.Fatal(err)
	}
}
