package app_test

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"presence/app/apptest"
	"presence/app/platform/seal"
	"presence/db"
)

// TestIdempotency_backgroundWork shows that an import that is saved in the background begins after the request's transaction, and once.
func TestIdempotency_backgroundWork(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		c := a.As("payroll")
		for i := range 5 {
			file := fmt.Sprintf("Matricule,Compagnie,Prénom,Nom,Courriel,Téléphone,Adresse,Embauche\n%d,1,Zoé,Roy,zoe%d@example.com,"+
				"514 555-0199,1 rue A,2026-01-15\n", 88000+i, i)
			uploaded := c.On(t).Do(http.MethodPost, "/imports?kind=employees&filename=x.csv", file, "Content-Type", "text/csv")
			var im struct{ ID int64 }
			uploaded.Want(http.StatusCreated).JSON(&im)
			path := fmt.Sprintf("/imports/%d", im.ID)
			a.Imports.WaitStep(t.Context(), im.ID, time.Minute)
			for range 2 {
				c.On(t).Do(http.MethodPost, path+"/apply", `{"skip_wrong":true}`, "Idempotency-Key", path).Want(http.StatusAccepted)
			}
			a.Imports.WaitStep(t.Context(), im.ID, time.Minute)
			var end struct{ Status, Problem string }
			c.On(t).Get(path).JSON(&end)
			if end.Status != "applied" || end.Problem != "" {
				t.Errorf("it ended as %q with %q", end.Status, end.Problem)
			}
			if n := a.Count("employees", "external_payroll_id = $1", 88000+i); n != 1 {
				t.Errorf("%d employees were saved", n)
			}
		}
	})
}

// TestIdempotency repeats POST requests with one Idempotency-Key over HTTP: the stored answer is returned and nothing is written
// again (C8).
func TestIdempotency(t *testing.T) {
	t.Parallel()
	const expense = `{"timesheet_id":{employee.timesheet},"bank_code_id":{per-diem},"date":"2026-11-18","amount":12.5,"description":"Stationnement","is_approved":false,"supervisor_comment":""}`
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		employee := a.As("employee")
		post := func(t *testing.T, c *apptest.Client, path, body, key string) *apptest.Response {
			t.Helper()
			return c.On(t).Do(http.MethodPost, path, body, "Idempotency-Key", key)
		}
		t.Run("a request sent again gets the same answer and does nothing", func(t *testing.T) {
			first := post(t, employee, "/Expenses", expense, "one").Want(http.StatusCreated)
			before := a.Rows()
			for _, body := range []string{expense, "  " + strings.Replace(expense, `"amount":12.5,`, "", 1)[:1] + `"amount":12.50,` +
				strings.Replace(expense, `"amount":12.5,`, "", 1)[1:]} {
				again := post(t, employee, "/Expenses", body, "one").Want(http.StatusCreated)
				if string(again.Body) != string(first.Body) || again.ETag() != first.ETag() ||
					again.Header.Get("Content-Type") != first.Header.Get("Content-Type") {
					t.Errorf("first %s %s, then %s %s", first.ETag(), first.Body, again.ETag(), again.Body)
				}
			}
			a.Unchanged(t, before, "the same request")
		})
		t.Run("the answer stays what it was when the record changes", func(t *testing.T) {
			first := post(t, employee, "/Expenses", expense, "changes").Want(http.StatusCreated)
			employee.On(t).Patch(fmt.Sprintf("/Expenses/%d", first.ID()), `{"amount":1}`).Want(http.StatusCreated)
			if again := post(t, employee, "/Expenses", expense, "changes"); string(again.Body) != string(first.Body) {
				t.Errorf("first %s, then %s", first.Body, again.Body)
			}
		})
		t.Run("another body under the same key is refused", func(t *testing.T) {
			before := a.Rows()
			if p := post(t, employee, "/Expenses", strings.Replace(expense, "12.5", "13", 1),
				"one").Want(http.StatusConflict).Problem(); p.Code != "idempotency_key_reused" {
				t.Errorf("code %q", p.Code)
			}
			a.Unchanged(t, before, "another body")
		})
		t.Run("another caller's key, and one on another path, is another", func(t *testing.T) {
			first := post(t, employee, "/Expenses", expense, "shared").Want(http.StatusCreated)
			if other := post(t, a.As("supervisor"), "/Expenses", expense, "shared").Want(http.StatusCreated); other.ID() == first.ID() {
				t.Error("one caller heard the other's answer")
			}
			post(t, employee, "/timesheets", `{"employee_id":{employee},"is_approved":false}`, "shared").Want(http.StatusCreated)
		})
		t.Run("a refusal is not remembered, and leaves nothing", func(t *testing.T) {
			bad := strings.Replace(expense, "{per-diem}", "{regular}", 1)
			before := a.Rows()
			post(t, employee, "/Expenses", bad, "mended").Want(http.StatusBadRequest)
			post(t, employee, "/Expenses", strings.Replace(expense, "false", "true", 1), "mended").Want(http.StatusForbidden)
			a.Unchanged(t, before, "a refused request")
			post(t, employee, "/Expenses", expense, "mended").Want(http.StatusCreated)
		})
		t.Run("a key is one line of plain characters", func(t *testing.T) {
			before := a.Rows()
			for _, key := range []string{strings.Repeat("k", 256), "clé"} {
				if faults := post(t, employee, "/Expenses", expense,
					key).Want(http.StatusBadRequest).Faults(); fmt.Sprint(faults) != "[Idempotency-Key]" {
					t.Errorf("%.10q: faults %v", key, faults)
				}
			}
			a.Unchanged(t, before, "a bad key")
		})
		t.Run("of many at once one is done, and all hear its answer", func(t *testing.T) {
			n := a.Count("expenses", "TRUE")
			answers := make([]string, 50)
			var all sync.WaitGroup
			for i := range answers {
				all.Go(func() {
					answers[i] = string(post(t, employee, "/Expenses", expense, "many").Want(http.StatusCreated).Body)
				})
			}
			all.Wait()
			for _, answer := range answers {
				if answer != answers[0] {
					t.Errorf("%s and %s", answers[0], answer)
				}
			}
			if made := a.Count("expenses", "TRUE") - n; made != 1 {
				t.Errorf("%d records", made)
			}
		})
		t.Run("without a key each is done", func(t *testing.T) { // which shows that the test above could fail
			n := a.Count("expenses", "TRUE")
			var all sync.WaitGroup
			for range 10 {
				all.Go(func() { employee.On(t).Post("/Expenses", expense).Want(http.StatusCreated) })
			}
			all.Wait()
			if made := a.Count("expenses", "TRUE") - n; made != 10 {
				t.Errorf("%d records", made)
			}
		})
		routes := keyedRoutes(t, a)
		t.Run("the description of each POST says whether it takes one", func(t *testing.T) {
			var description struct {
				Paths map[string]map[string]struct{ Description string }
			}
			a.As(apptest.Anonymous).On(t).Get("/openapi.json").JSON(&description)
			for route := range routes {
				path := ginParameter.ReplaceAllString(strings.TrimPrefix(route, "POST "), "{$1}")
				text := description.Paths[path]["post"].Description
				if strings.Contains(text, "An Idempotency-Key is refused.") != refusesKey[route] ||
					strings.Contains(text, "with the same Idempotency-Key") == refusesKey[route] {
					t.Errorf("%s is described as %q", route, text)
				}
			}
		})
		t.Run("a POST that takes none does nothing with one", func(t *testing.T) {
			before := a.Rows()
			for route := range refusesKey {
				method, path, body, headers := routes[route].about(route, "supervisor")
				p := a.As("admin").On(t).Do(method, path, body, append(headers, "Idempotency-Key", "every")...).
					Want(http.StatusBadRequest).Problem()
				if p.Code != "idempotency_unsupported" {
					t.Errorf("%s: code %q", route, p.Code)
				}
			}
			a.Unchanged(t, before, "what refuses a key")
		})
		t.Run("every other POST takes one", func(t *testing.T) {
			for route, c := range routes {
				if refusesKey[route] {
					continue
				}
				_, path, body, _ := c.about(route, "supervisor")
				first := post(t, a.As("admin"), path, body, "every")
				if first.Status >= http.StatusInternalServerError { // as where the network is used inside the transaction
					t.Errorf("%s: %d %s", route, first.Status, first.Body)
				}
				again := post(t, a.As("admin"), path, body, "every")
				if _, once := shownOnce[route]; once { // TestIdempotency_Secrets
					continue
				}
				if again.Status != first.Status || first.Status < http.StatusBadRequest && string(again.Body) != string(first.Body) {
					t.Errorf("%s: first %d %s, then %d %s", route, first.Status, first.Body, again.Status, again.Body)
				}
				if !stateful[route] && first.Want(http.StatusCreated).ETag() != again.ETag() {
					t.Errorf("%s: first %s, then %s", route, first.ETag(), again.ETag())
				}
			}
		})
		t.Run("the test of a send refuses it, and the send takes it", func(t *testing.T) {
			const path, test = "/events/{event}/send", `{"channel":"bulk","from":"events@example.com","test":true}`
			if p := post(t, a.As("admin"), path, test, "tests").Want(http.StatusBadRequest).Problem(); p.Code != "idempotency_unsupported" {
				t.Errorf("code %q", p.Code)
			}
			a.As("admin").On(t).Post(path, test).Want(http.StatusOK)
		})
		t.Run("where nobody signs in it is ignored: the second answer updates the first", func(t *testing.T) {
			_, path, body, _ := calls["POST /rsvp/:event_id/submit"].about("POST /rsvp/:event_id/submit", "supervisor")
			for _, want := range []string{"stored", "updated"} {
				if r := post(t, a.As("admin"), path, body, "every").Want(http.StatusOK); !strings.Contains(string(r.Body), want) {
					t.Errorf("%s, want %s", r.Body, want)
				}
			}
		})
		t.Run("nothing of an answer stands in the clear, and what it showed takes it along", func(t *testing.T) {
			session := fmt.Sprintf(`{"user_id":%q,"application":"https://canary-application.example","access_token":"canary-access","refresh_token":"canary-refresh","access_token_expiry":"2026-12-20T08:00:00Z"}`, a.World.People["employee"].UserID)
			first := post(t, employee, "/oauth-sessions", session, "canary-key").Want(http.StatusCreated).Has("canary-access", "canary-refresh")
			if again := post(t, employee, "/oauth-sessions", session,
				"canary-key").Want(http.StatusCreated); string(again.Body) != string(first.Body) {
				t.Errorf("first %s, then %s", first.Body, again.Body)
			}
			for _, canary := range []string{"canary-application", "canary-access", "canary-refresh", "access_token", "Stationnement"} {
				if n := a.Count("idempotency_keys", "answer LIKE $1", "%"+canary+"%"); n != 0 {
					t.Errorf("C8: %q stands in %d answers", canary, n)
				}
			}
			var made struct{ ID string }
			first.JSON(&made)
			if n := a.Count("idempotency_keys", "record = $1", "/oauth-sessions/"+made.ID); n != 1 {
				t.Fatalf("%d answers are about the session", n)
			}
			employee.On(t).Delete("/oauth-sessions/" + made.ID).Want(http.StatusCreated)
			if n := a.Count("idempotency_keys", "key = 'canary-key'"); n != 0 {
				t.Error("A4: the deleted session's tokens are remembered")
			}
		})
		t.Run("an answer opens in its own row only", func(t *testing.T) {
			post(t, employee, "/Expenses", expense, "row one").Want(http.StatusCreated)
			post(t, employee, "/Expenses", expense, "row two").Want(http.StatusCreated)
			err := a.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				_, err := tx.Exec(ctx, "UPDATE idempotency_keys SET answer = (SELECT o.answer FROM idempotency_keys o WHERE o.key = 'row "+
					"one') WHERE key = 'row two'")
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			post(t, employee, "/Expenses", expense, "row one").Want(http.StatusCreated)
			if p := post(t, employee, "/Expenses", expense, "row two").Want(http.StatusConflict).Problem(); p.Code != "idempotency_key_reused" {
				t.Errorf("code %q", p.Code)
			}
		})
		t.Run("after a day it is forgotten", func(t *testing.T) {
			first := post(t, employee, "/Expenses", expense, "old").Want(http.StatusCreated)
			a.Clock.Advance(24*time.Hour - time.Second)
			later := a.Browser("employee")
			if again := post(t, later, "/Expenses", expense, "old").Want(http.StatusCreated); again.ID() != first.ID() {
				t.Error("forgotten too early")
			}
			a.Clock.Advance(time.Second)
			if again := post(t, later, "/Expenses", expense, "old").Want(http.StatusCreated); again.ID() == first.ID() {
				t.Error("remembered too long")
			}
			if err := a.DeleteExpiredIdempotencyKeys(t.Context()); err != nil {
				t.Fatal(err)
			}
			if n := a.Count("idempotency_keys", "TRUE"); n != 1 {
				t.Errorf("%d keys are kept", n)
			}
		})
	})
}

// TestIdempotency_Secrets shows that no stored answer contains a secret that is shown once, whatever route makes it, and that a repeated
// request learns that it was done and what to do.
func TestIdempotency_Secrets(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		sealer, err := seal.New(a.Config(t).SecretKey, "idempotency keys")
		if err != nil {
			t.Fatal(err)
		}
		// stored returns the answer that is stored under a key; "": none.
		stored := func(t *testing.T, key string) (answer string) {
			t.Helper()
			err := a.DB.Read(t.Context(), func(ctx context.Context, q db.Queryer) error {
				var person, path, sealed string
				err := q.QueryRow(ctx, "SELECT person_id, path, answer FROM idempotency_keys WHERE key = $1", key).
					Scan(&person, &path, &sealed)
				if err != nil || sealed == "" {
					return err
				}
				b, err := base64.StdEncoding.DecodeString(sealed)
				if err != nil {
					return err
				}
				answer, err = sealer.Open("idempotency_keys\x00"+person+"\x00"+path+"\x00"+key+"\x00answer", b)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			return answer
		}
		var description struct {
			Paths map[string]map[string]struct {
				Description string
				Responses   map[string]struct{ Description string }
			}
		}
		a.As(apptest.Anonymous).On(t).Get("/openapi.json").JSON(&description)
		routes := keyedRoutes(t, a)
		for _, route := range slices.Sorted(maps.Keys(routes)) {
			if refusesKey[route] {
				continue
			}
			t.Run(route, func(t *testing.T) {
				call := routes[route]
				body, once := shownOnce[route]
				if body != "" {
					call.body = body
				}
				_, path, body, _ := call.about(route, "supervisor")
				post := func(body string) *apptest.Response {
					return a.As("admin").On(t).Do(http.MethodPost, path, body, "Idempotency-Key", route)
				}
				first := post(body)
				if first.Status >= http.StatusBadRequest && !once {
					return // nothing is stored
				}
				if secret := secretIn(string(first.Body)); once != (secret != "") {
					t.Fatalf("the secret of the answer is %q: %d %s", secret, first.Status, first.Body)
				}
				if secret := secretIn(stored(t, route)); secret != "" {
					t.Errorf("the stored answer contains %q", secret)
				}
				if !once {
					return
				}
				if answer := stored(t, route); answer != "" {
					t.Errorf("%s is stored", answer)
				}
				a.Imports.Wait() // POST /imports/:id/apply, posted before, ends in the background
				a.Directory.Wait()
				before := a.Rows()
				if p := post(body).Want(http.StatusConflict).Problem(); p.Code != "shown_once" || !strings.Contains(p.Detail, "To get ") {
					t.Errorf("a repetition is answered %s: %s", p.Code, p.Detail)
				}
				a.Unchanged(t, before, "a repetition")
				o := description.Paths[ginParameter.ReplaceAllString(strings.TrimPrefix(route, "POST "), "{$1}")]["post"]
				if !strings.Contains(o.Description, "409 shown_once") || !strings.Contains(o.Responses["409"].Description, "shown_once") {
					t.Errorf("it is described as %q, and 409 as %q", o.Description, o.Responses["409"].Description)
				}
			})
		}
		t.Run("another body under the same key is refused as such", func(t *testing.T) {
			p := a.As("admin").On(t).Do(http.MethodPost, "/webhooks", `{"url":"https://hooks.example.com/third","kinds":["rsvp.created"]}`,
				"Idempotency-Key", "POST /webhooks").Want(http.StatusConflict).Problem()
			if p.Code != "idempotency_key_reused" {
				t.Errorf("code %q", p.Code)
			}
		})
		for route := range shownOnce {
			if _, ok := routes[route]; !ok {
				t.Errorf("there is no route %s", route)
			}
		}
	})
}

// shownOnce are the requests whose answers contain a secret that is shown once, with the body that has one made; "": that of calls.
var shownOnce = map[string]string{
	"POST /webhooks":                        "",
	"POST /calendars":                       `{"name":"Phone","contents":["events"]}`,
	"POST /kiosks":                          "",
	"POST /webhooks/:webhook_id/secret":     "",
	"POST /events/:event_id/check-in-links": "",
	"POST /auth/v1/people/:id/invitation":   "",
	"POST /employees/:id/invitation":        `{"by":"link"}`,
	"POST /employees/password-links":        `{"again":true}`,
}

// secretIn returns the first text of an answer that looks like a secret: at least 22 characters without a space, as 16 random bytes have,
// and some of them capital letters, which ids do not have; "": there is none.
func secretIn(answer string) string {
	for _, text := range longText.FindAllString(answer, -1) {
		if strings.ToLower(text) != text {
			return text
		}
	}
	return ""
}

var longText = regexp.MustCompile(`[A-Za-z0-9+/_-]{22,}`)

// TestIdempotency_ofATest shows that a test of a mail server that does not answer holds up no other write, with a key or without.
func TestIdempotency_ofATest(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		relay, err := net.Listen("tcp", "127.0.0.1:0") // says nothing
		if err != nil {
			t.Fatal(err)
		}
		reached := make(chan net.Conn, 1)
		go func() {
			for {
				c, err := relay.Accept()
				if err != nil {
					close(reached)
					return
				}
				reached <- c
			}
		}()
		body := fmt.Sprintf(`{"channel":"bulk","values":{"SMTP_URL":"smtp://%s?starttls=off"}}`, relay.Addr())
		test := func(headers ...string) *apptest.Response {
			return a.As("admin").On(t).Do(http.MethodPost, "/settings/mail/test", body, headers...)
		}
		if p := test("Idempotency-Key", "silent").Want(http.StatusBadRequest).Problem(); p.Code != "idempotency_unsupported" {
			t.Errorf("code %q", p.Code)
		}
		var tested sync.WaitGroup
		tested.Go(func() { test().Want(http.StatusOK).Has(`"works":false`) })
		waits := <-reached // the first connection, so that the request with a key made none
		a.As("employee").On(t).Post("/timesheets", `{"employee_id":{employee},"is_approved":false}`).Want(http.StatusCreated)
		if err := errors.Join(waits.Close(), relay.Close()); err != nil {
			t.Error(err)
		}
		tested.Wait()
		if again, more := <-reached; more {
			t.Errorf("another connection from %s", again.RemoteAddr())
		}
	})
}

// keyedRoutes are the calls of every POST of the JSON API that needs a sign-in.
func keyedRoutes(t *testing.T, a *apptest.App) map[string]call {
	t.Helper()
	routes := jsonRoutes(t, a)
	maps.DeleteFunc(routes, func(route string, _ call) bool {
		return !strings.HasPrefix(route, "POST ") || strings.HasPrefix(route, "POST /rsvp/:event_id/")
	})
	routes["POST /auth/v1/people"] = call{body: `{"email":"another.person@example.com"}`}
	for _, route := range []string{"POST /auth/v1/people/:id/invitation", "POST /webhooks/:webhook_id/secret"} {
		routes[route] = calls[route]
	}
	return routes
}

// ginParameter is a parameter of a path as gin writes it.
var ginParameter = regexp.MustCompile(`:(\w+)`)

// refusesKey are the requests that take no Idempotency-Key: those that stream a file, wait for the network, or change nothing.
var refusesKey = map[string]bool{"POST /imports": true, "POST /directory/uploads": true, "POST /events/:event_id/audience/import": true,
	"POST /Expenses/:id/receipts": true,
	"POST /company-data":          true, "POST /company-data/check": true, "POST /company-data/import": true, "POST /settings/mail/test": true,
	"POST /directory/syncs": true, "POST /events/:event_id/audience": true, "POST /events/:event_id/blocks/pictures": true,
	"POST /personal-data/erasures": true, "POST /personal-data/admissions": true,
}

// stateful are the requests that may be made of a record in one state and not in another, and those that make nothing
// that has a version.
var stateful = map[string]bool{
	"POST /personal-data/admissions": true, "POST /employees/:id/hourly-costs": true,
	"POST /planned-shifts/publish": true, "POST /published-shifts/:id/take": true,
	"POST /clock/in": true, "POST /clock/break": true, "POST /clock/back": true, "POST /clock/task": true, "POST /clock/out": true,
	"POST /clockings/:id/settle": true, "POST /clock/stamps": true, "POST /clock/stamps/:id/settle": true,
	"POST /timesheets/:id/restore": true, "POST /shifts/:id/restore": true, "POST /Expenses/:id/restore": true,
	"POST /leave-requests/:id/restore":        true,
	"POST /events/:event_id/audience/entries": true,
	"POST /events/:event_id/send":             true, "POST /events/:event_id/send/pause": true, "POST /events/:event_id/send/cancel": true,
	"POST /events/:event_id/reminder-send": true, "POST /events/campaign-resume": true, "POST /campaigns/:id/unconfirmed": true,
	"POST /campaigns/:id/start": true, "POST /campaigns/:id/cancel": true, "POST /campaigns/:id/subject": true, "POST /campaigns/:id/schedule": true, "POST /events/:event_id/messages/:kind": true,
	"POST /employees/invitations": true, "POST /employees/password-links": true, "POST /employees/:id/invitation": true, "POST /auth/v1/people/:id/invitation": true,
	"POST /auth/v1/forgotten-password": true, "POST /imports/:id/apply": true, "POST /imports/:id/undo": true,
	"POST /webhooks/:webhook_id/test": true, "POST /webhooks/:webhook_id/deliveries/:delivery_id/replay": true,
	"POST /rsvp/:event_id/waiting-list": true, "POST /rsvp/:event_id/waiting-list/take": true, "POST /rsvp/:event_id/waiting-list/leave": true,
	"POST /directory/uploads/:id/publish": true, "POST /directory/uploads/:id/undo": true,
	"POST /customers/:id/restore": true, "POST /timesheets/:id/return": true, "POST /notifications/read": true,
	"POST /pay-periods/:year/:periodNumber/reminders": true, "POST /payroll/exports": true, "POST /payroll/exports/:id/withdraw": true,
	"POST /campaigns/bouncing-addresses/:email/decision": true, "POST /events/:event_id/rsvps/:rsvp_id/match": true,
	"POST /events/:event_id/rsvps/:rsvp_id/restore": true, "POST /events/:event_id/rsvps/updates": true,
	"POST /events/:event_id/check-in/arrivals": true, "POST /events/:event_id/check-in/walk-ins": true,
}
