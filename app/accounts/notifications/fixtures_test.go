package notifications

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/db"
	"presence/db/dbtest"
)

// fixture is a service with a crew, and a server before it.
type fixture struct {
	*Service
	t      testing.TB
	crew   dbtest.Crew
	server *httptest.Server
	out    atomic.Bool // everyone has lost access
	ended  chan string // whose streams the server has ended, each
}

var start = time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC)

// newFixture has a server whose timeouts, for answers that end, are as given.
func newFixture(t testing.TB, d *db.DB, timeout time.Duration) *fixture {
	t.Helper()
	zone, err := time.LoadLocation("America/Toronto")
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewService(Options{DB: d, Zone: zone, Now: func() time.Time { return start }, Secret: secret,
		PeriodOf: func(day db.Day) (int, int) {
			y, _, _ := day.Date()
			return y, 25
		},
		CountPending: func(context.Context, auth.Actor) (Pending, error) { return Pending{}, nil }})
	if err != nil {
		t.Fatal(err)
	}
	k := &fixture{t: t, Service: s, ended: make(chan string, 2000)} // more than any test opens
	k.serveHTTP(timeout)
	return k
}

// serveHTTP puts the API behind a server on which the header Person says who calls.
func (k *fixture) serveHTTP(timeout time.Duration) {
	gin.SetMode(gin.ReleaseMode)
	engine := gin.New()
	engine.ContextWithFallback = true
	engine.Use(func(c *gin.Context) {
		who := auth.Actor{PersonID: c.GetHeader("Person"), Role: auth.Employee, Language: i18n.EN}
		c.Request = c.Request.WithContext(auth.With(c.Request.Context(), who))
	})
	router := httpx.NewRouter(engine, httpx.Config{}, httpx.NoRules)
	a := api{k.Service, func(*http.Request) func(context.Context) error { return k.check }}
	op := httpx.Op{Method: http.MethodGet, Path: "/notifications/stream", Rule: httpx.SignedIn, ID: "stream", Success: http.StatusOK}
	httpx.HandleEvents(router, op, func(ctx context.Context, r *http.Request, in *streamInput) (func(*httpx.EventStream), error) {
		serve, err := a.stream(ctx, r, in)
		if err != nil {
			return nil, err
		}
		return func(out *httpx.EventStream) {
			serve(out)
			k.ended <- r.Header.Get("Person")
		}, nil
	})
	edge := httpx.Middleware{Log: quiet, Now: time.Now, Zone: time.UTC}
	k.server = httptest.NewUnstartedServer(edge.Wrap(engine))
	k.server.Config.WriteTimeout, k.server.Config.ReadTimeout = timeout, timeout
	k.server.Start()
	k.t.Cleanup(func() {
		k.Close()
		k.server.CloseClientConnections()
		k.server.Close()
	})
}

// awaitTimeout waits until the server ends a connection that it gets no request on. By then, its timeouts are over for every request that
// began before.
func (k *fixture) awaitTimeout() {
	k.t.Helper()
	conn, err := net.Dial("tcp", k.server.Listener.Addr().String())
	if err != nil {
		k.t.Fatal(err)
	}
	defer conn.Close()
	if _, err := conn.Read(make([]byte, 1)); !errors.Is(err, io.EOF) {
		k.t.Fatalf("the server does not end the connection: %v", err)
	}
}

func (k *fixture) check(context.Context) error {
	if k.out.Load() {
		return &errs.Error{Kind: errs.KindUnauthenticated, Code: "session_ended"}
	}
	return nil
}

// by is a member of the crew.
func by(m dbtest.Member) auth.Actor {
	return auth.Actor{PersonID: m.PersonID, EmployeeID: m.EmployeeID, Name: "Member of the crew", Role: auth.Role(m.Role), Language: i18n.EN}
}

func (k *fixture) write(fn func(tx *db.Tx) error) {
	k.t.Helper()
	if err := k.db.Write(context.Background(), func(_ context.Context, tx *db.Tx) error { return fn(tx) }); err != nil {
		k.t.Fatal(err)
	}
}

// sheet makes a timesheet of the member.
func (k *fixture) sheet(m dbtest.Member) (id int64) {
	k.t.Helper()
	k.write(func(tx *db.Tx) error {
		return tx.QueryRow(context.Background(), "INSERT INTO timesheets (employee_id, created_at, updated_at) VALUES ($1, 1, 1) RETURNING id",
			m.EmployeeID).Scan(&id)
	})
	return id
}

// leave makes a leave request of the member.
func (k *fixture) leave(m dbtest.Member) (id int64) {
	k.t.Helper()
	k.write(func(tx *db.Tx) error {
		return tx.QueryRow(context.Background(), `INSERT INTO leave_requests (employee_id, bank_code_id, leave_type, start_at, end_at,
			approval_status, created_at, updated_at) VALUES ($1, $2, 'Sick', 1, 2, 'Pending', 1, 1) RETURNING id`,
			m.EmployeeID, k.crew.Vacation).Scan(&id)
	})
	return id
}

// expense makes an expense on a sheet.
func (k *fixture) expense(sheet int64) (id int64) {
	k.t.Helper()
	k.write(func(tx *db.Tx) error {
		return tx.QueryRow(context.Background(), `INSERT INTO expenses (timesheet_id, employee_id, bank_code_id, day, week, amount, description,
			created_at, updated_at) SELECT id, employee_id, $1, '2026-11-16', '2026-11-15', 100, 'Parking', 1, 1 FROM timesheets WHERE id = $2
			RETURNING id`, k.crew.Vacation, sheet).Scan(&id)
	})
	return id
}

// readAll marks all notifications of a member as read.
func (k *fixture) readAll(m dbtest.Member) {
	k.t.Helper()
	if err := k.MarkRead(context.Background(), by(m), nil, 1<<40); err != nil {
		k.t.Fatal(err)
	}
}

// records returns the records of a kind of event with these ids, sorted, as the features that have them do.
func (k *fixture) records(kind Kind, ids ...int64) []Record {
	k.t.Helper()
	query := "id, employee_id, period_start, 0 FROM timesheets"
	switch kinds[kind].record {
	case "leave_request":
		query = "id, employee_id, NULL, 0 FROM leave_requests"
	case "expense":
		query = "id, employee_id, NULL, timesheet_id FROM expenses"
	}
	list, err := db.Collect(func(row db.Row) (r Record, err error) {
		err = row.Scan(&r.ID, &r.EmployeeID, &r.Period, &r.SheetID)
		return r, err
	})(k.db.Query(context.Background(), "SELECT "+query+" WHERE id IN ("+k.db.Dialect().IDs("$1")+") ORDER BY id", db.IDs(ids)))
	if err != nil {
		k.t.Fatal(err)
	}
	return list
}

// event returns an event about records with these ids, without data.
func (k *fixture) event(m dbtest.Member, kind Kind, ids ...int64) Event {
	k.t.Helper()
	return Event{By: by(m), Kind: kind, Records: k.records(kind, ids...)}
}

func (k *fixture) tell(e Event) {
	k.t.Helper()
	e.At = db.InstantOf(start)
	k.write(func(tx *db.Tx) error { return Notify(context.Background(), tx, e) })
}

// told returns the kinds of a person's notifications, newest first.
func (k *fixture) told(m dbtest.Member) (kinds string) {
	k.t.Helper()
	list, err := k.List(context.Background(), by(m), 0, 100)
	if err != nil {
		k.t.Fatal(err)
	}
	for _, n := range list {
		if n.PersonID != m.PersonID {
			k.t.Errorf("%s is shown what %s was told", m.PersonID, n.PersonID)
		}
		kinds += " " + string(n.Kind)
	}
	return strings.TrimSpace(kinds)
}

// reader reads one stream.
type reader struct {
	t      testing.TB
	res    *http.Response
	lines  *bufio.Scanner
	cancel context.CancelFunc
}

// event is one event as it came; its name is "beat" for a heartbeat.
type got struct {
	id         int64
	name, data string
}

func (k *fixture) open(person string, headers ...string) *reader {
	k.t.Helper()
	return k.openAt("/notifications/stream", person, headers...)
}

func (k *fixture) openAt(path, person string, headers ...string) *reader {
	k.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, k.server.URL+path, nil)
	if err != nil {
		k.t.Fatal(err)
	}
	req.Header.Set("Person", person)
	for i := 0; i < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	res, err := k.server.Client().Do(req)
	if err != nil {
		cancel()
		k.t.Error(err)
		res = &http.Response{Body: http.NoBody}
	}
	r := &reader{k.t, res, bufio.NewScanner(res.Body), cancel}
	k.t.Cleanup(r.close)
	return r
}

func (r *reader) close() {
	r.cancel()
	r.res.Body.Close()
}

// next is the next event; ok is false at the end of the stream.
func (r *reader) next() (g got, ok bool) {
	r.t.Helper()
	for r.lines.Scan() {
		field, value, _ := strings.Cut(r.lines.Text(), ": ")
		switch field {
		case "":
			if value != "" {
				g.name = value
			}
			if g.name != "" {
				return g, true
			}
		case "id":
			g.id, _ = strconv.ParseInt(value, 10, 64)
		case "event":
			g.name = value
		case "data":
			g.data = value
		}
	}
	return g, false
}

// want reads the next event and holds it against a name.
func (r *reader) want(name string, in ...string) got {
	r.t.Helper()
	g, ok := r.next()
	if !ok || g.name != name {
		r.t.Fatalf("got %+v (%v), want %s", g, ok, name)
	}
	for _, s := range in {
		if !strings.Contains(g.data, s) {
			r.t.Errorf("%q is not in %s", s, g.data)
		}
	}
	return g
}

// skip is want for a notification, after whatever is called name.
func (r *reader) skip(name string, in ...string) got {
	r.t.Helper()
	for {
		g, ok := r.next()
		if ok && g.name == name {
			continue
		}
		if !ok || g.name != "notification" {
			r.t.Fatalf("got %+v (%v), want a notification", g, ok)
		}
		for _, s := range in {
			if !strings.Contains(g.data, s) {
				r.t.Errorf("%q is not in %s", s, g.data)
			}
		}
		return g
	}
}

// people makes so many persons and gives their ids.
func (k *fixture) people(n int) (ids []string) {
	k.t.Helper()
	k.write(func(tx *db.Tx) error {
		for i := range n {
			id := fmt.Sprintf("00000000-0000-4000-9000-%012d", i)
			ids = append(ids, id)
			if _, err := tx.Exec(context.Background(),
				`INSERT INTO people (id, email, role, created_at, updated_at) VALUES ($1, $2, 'employee', 1, 1)`,
				id, fmt.Sprintf("crowd%d@example.org", i)); err != nil {
				return err
			}
		}
		return nil
	})
	return ids
}

// tellAll notifies all people with the same event.
func (k *fixture) tellAll(people []string) {
	k.t.Helper()
	list := make([]Notification, len(people))
	for i, p := range people {
		list[i] = Notification{PersonID: p, Kind: PeriodApproved, At: db.InstantOf(start),
			Data: Data{By: "Boss", Period: db.MustDay("2026-11-15")}}
	}
	k.write(func(tx *db.Tx) error {
		if err := tx.SerializeBy(context.Background(), signal); err != nil {
			return err
		}
		if err := insert(context.Background(), tx, "pay_period", list); err != nil {
			return err
		}
		return tx.Signal(context.Background(), signal)
	})
}
