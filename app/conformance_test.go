package app_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"presence/app/apptest"
)

// actors are who sends the requests; admin most often, since most of what is valid is then accepted.
var actors = []string{"admin", "admin", "admin", "admin", "payroll", "payroll", "supervisor", "employee", "stranger", "events",
	apptest.Anonymous, forged}

// forged is a caller with an invalid token. Every route that needs a token must refuse it.
const forged = "forged"

// atLeast is how often each operation is called in each run, however rarely it is drawn.
const atLeast = 5

// often are operations that are accepted only if several of their members fit each other, and how often they are called in each run.
var often = map[string]int{"send-event": 500, "update-shift": 150, "create-deputy": 40, "set-usual-week": 40, "create-planned-shift": 40, "publish-planned-shifts": 40, "set-event-picture": 200}

// rarely are operations that answer slowly on purpose, end a session or never end; each is called once in so many times
// that its turn comes, and atLeast times in each run.
var rarely = map[string]int{"create-token": 60, "sign-out": 10, "stream-notifications": 60, "export-pay-period": 6, "export-shifts": 6,
	"export-company-data": 6, "check-company-data": 60, "import-company-data": 60,
	"get-description": 40,
	"start-sign-in":   10, "finish-sign-in": 10, "approve-pay-period": 12,
	"delete-employee": 3, "delete-bank-code": 6, "delete-timesheet": 4, "delete-event": 3, "clear-audience": 20,
	"set-event-picture": 2, "create-event-block-picture": 4, "delete-event-picture": 6,
	// most of which the state of a record refuses
	"restore-timesheet": 6, "restore-shift": 6, "restore-expense": 6, "invite-person": 4, "invite-employees": 4, "request-password": 4,
	"create-import": 4, "map-import": 4, "correct-import-row": 4, "apply-import": 4, "undo-import": 4, "delete-import": 10, "check-sender": 4,
	"delete-directory-upload": 3, "set-event-blocks": 8, "get-event-blocks": 3, "undo-directory-upload": 4, "publish-directory-upload": 4,
	"start-directory-sync": 30, "create-payroll-export": 4, "get-payroll-export-file": 4, "withdraw-payroll-export": 4, "set-second-factor-roles": 4,
	"update-waiting-party": 6, "join-waiting-list": 6, "show-waiting-party": 6, "take-offer": 6, "leave-waiting-list": 6,
	// most of which the state of a send refuses
	"pause-send": 4, "cancel-send": 2, "resume-campaign": 4, "resolve-unconfirmed": 8, "send-reminder": 8, "start-campaign": 8,
	"reschedule-campaign": 8, "cancel-campaign": 8, "choose-subject": 8, "delete-webhook": 10, "create-webhook": 10,
	"erase-personal-data": 12, "admit-person": 4,
	// which an administrator without an employee record cannot do
	"get-clock": 4, "clock-in": 2, "start-break": 2, "end-break": 2, "change-task": 2, "clock-out": 2, "settle-clocking": 10,
	"hand-over-stamps": 40, "settle-stamp": 40}

// first are operations on a record that others soon bring into a state that refuses them, and how often an administrator calls each before
// all others.
var first = map[string]int{"get-directory-upload": 3, "map-directory-upload": 6, "delete-directory-upload": 6, "remove-from-audience": 20, "erase-personal-data": 20,
	"settle-stamp": 6}

// unreached are successes that no generated request can have, with the reason.
var unreached = map[string]string{
	"take-published-shift 200": "needs an open shift that nobody has taken before, and an employee of its crew",
	"create-token 200":         "needs a password, and no one knows those of the World",
	"resolve-unconfirmed 200":  "needs a program that died while it sent", "send-reminder 201": "needs a send that reached somebody",
	"start-campaign 200":      "needs one that is scheduled, which the World cannot have without a mailing address",
	"reschedule-campaign 200": "likewise", "cancel-campaign 200": "needs one that has not ended",
	"choose-subject 200": "needs one that tries two subjects", "resume-campaign 200": "needs one that was stopped", "pause-send 200": "needs one that is under way",
	"sign-out 303":        "is for browsers",
	"restore-expense 200": "needs an expense that was deleted before", "restore-timesheet 200": "needs a timesheet that was deleted before",
	"request-password 202": "needs a mail channel, and messages go to the outbox", "invite-employees 200": "needs a mail channel, likewise",
	"invite-person 200":      "needs the id of an account, and only that of an employee is known",
	"check-company-data 200": "needs a ZIP file of an archive", "import-company-data 200": "likewise, and a new installation",
	"create-import 201": "needs a file of CSV or XLSX with the columns of a kind", "map-import 200": "needs one that waits for its columns",
	"apply-import 202": "needs an import that was not discarded before", "undo-import 200": "needs one that was saved",
	"correct-import-row 200": "needs an import with a row that can be corrected", "restore-shift 200": "needs a shift that was deleted before",
	"create-directory-upload 201": "needs a file, and no source of customers", "publish-directory-upload 202": "needs to have no source of customers",
	"undo-directory-upload 200": "needs a file that was published",
	"update-waiting-party 200":  "needs a party on a waiting list, which needs a mail channel", "join-waiting-list 200": "likewise",
	"show-waiting-party 200": "likewise", "take-offer 200": "likewise", "leave-waiting-list 200": "likewise",
	"check-sender 200": "needs the domain of an allowed sender",
	"get-person 200":   "needs the id of an account, and only that of an employee is known", "update-person 200": "likewise",
	"reset-second-factors 204":  "likewise",
	"create-payroll-export 201": "needs a period in which something is approved", "get-payroll-export 200": "likewise",
	"get-payroll-export-file 200": "likewise", "withdraw-payroll-export 200": "likewise",
	"restore-customer 200": "needs a customer who was deleted before", "return-timesheet 200": "needs a timesheet that is submitted",
	"settle-rsvp 200": "needs a response with a probable match", "restore-rsvp 200": "needs a response with a revision",
	"send-event-updates 200":      "needs the ETag of the event",
	"delete-suppression 204":      "needs an address that was excluded before",
	"replay-webhook-delivery 204": "needs a delivery that is queued no more, and a moment before another test",
	"hand-over-stamps 200":        "needs the id of the employee who asks",
	"settle-clocking 200":         "needs a clocking whose end was forgotten, or that became no shift",
	"decide-bouncing-address 204": "needs an address whose messages keep coming back",
	"add-receipt 200":             "needs a photo or a PDF that the expense has", "add-receipt 201": "needs a photo or a PDF",
	"get-receipt 200": "needs an expense and its receipt", "delete-receipt 204": "likewise",
	"get-payroll-export-receipts 200": "needs a period in which something is approved",
}

// tolerant are operations that take what they do not know, with the reason.
var tolerant = map[string]string{
	"show-invitation": "mail programs hang what they like on its links", "show-waiting-party": "likewise", "get-calendar-entry": "likewise",
	"get-index": "the door", "get-description": "a file", "start-sign-in": "a page", "finish-sign-in": "providers add their own",
	"create-token": "reads the body alone, as RFC 6749 has it", "sign-out": "reads the body alone",
}

// TestLong_Conformance drives every operation of the description with requests made from its schemas, good ones and such as
// go against it, as several people, and holds each answer against the description: its status is documented, its body
// fits, what goes against the description is refused, and nothing leads to a 5xx (C9).
//
// CONFORMANCE_REQUESTS and CONFORMANCE_SEED make longer runs and other ones (make fuzz).
func TestLong_Conformance(t *testing.T) {
	t.Parallel()
	seen, d := drive(t, setting(t, "CONFORMANCE_REQUESTS", 130_000), setting(t, "CONFORMANCE_SEED", 4))
	if !t.Failed() {
		seen.check(t, d)
	}
}

// TestConformance is a tenth of TestLong_Conformance, too few requests for each operation to be accepted and refused.
func TestConformance(t *testing.T) {
	t.Parallel()
	drive(t, 13_000, 4)
}

// drive sends the requests to three apps, and returns what was answered, and the description that the answers were held against.
func drive(t *testing.T, requests, seed int) (*sightings, *description) {
	t.Helper()
	if seed == 0 {
		seed = int(rand.Uint32())
		t.Logf("CONFORMANCE_SEED=%d", seed)
	}
	seen := &sightings{count: map[string]int{}}
	var d *description
	t.Run("drives", func(t *testing.T) {
		for i, opts := range [][]apptest.Option{nil, nil, {apptest.Open()}} {
			t.Run(fmt.Sprintf("seed %d of run %d", seed+i, i), func(t *testing.T) {
				t.Parallel()
				w := newDriver(t, uint64(seed+i), seen, opts...)
				w.run(requests / 3)
				seen.mu.Lock()
				defer seen.mu.Unlock()
				d = w.d
			})
		}
	})
	t.Logf("%v; of %d good requests of admin %d accepted", seen.byStatus(), seen.good, seen.accepted)
	return seen, d
}

func setting(t *testing.T, name string, otherwise int) int {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return n
}

// sightings counts what was answered, by operation and status.
type sightings struct {
	mu    sync.Mutex
	count map[string]int

	good, accepted int // requests of admin that keep to the description
}

func (s *sightings) add(r request, status int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.count[fmt.Sprint(r.op.ID, " ", status)]++
	if r.who == "admin" && r.broken == "" {
		s.good++
		if status < 400 {
			s.accepted++
		}
	}
}

// byStatus adds up over all operations.
func (s *sightings) byStatus() map[string]int {
	sums := map[string]int{}
	for name, n := range s.count {
		sums[name[strings.LastIndexByte(name, ' ')+1:]] += n
	}
	return sums
}

// of returns how often each status answered an operation.
func (s *sightings) of(operation string) map[string]int {
	statuses := map[string]int{}
	for name, n := range s.count {
		if id, status, _ := strings.Cut(name, " "); id == operation {
			statuses[status] = n
		}
	}
	return statuses
}

// check fails when an operation was never accepted, or never refused: then the run has shown nothing of it.
func (s *sightings) check(t *testing.T, d *description) {
	if s.accepted*2 < s.good {
		t.Errorf("of %d requests of admin that keep to the description only %d were accepted: the run shows too little", s.good, s.accepted)
	}
	for _, o := range d.operations() {
		refused, refuses := 0, false
		for status := range o.Responses {
			n := s.count[o.ID+" "+status]
			refuses = refuses || status == "400" || status == "404"
			if status >= "4" {
				refused += n
			} else if n == 0 && unreached[o.ID+" "+status] == "" {
				t.Errorf("%s was never answered with %s: %v", o.ID, status, s.of(o.ID))
			}
		}
		if refused == 0 && refuses {
			t.Errorf("%s never refused anything", o.ID)
		}
	}
}

// driver sends generated requests to an app of its own.
type driver struct {
	*generator
	t       *testing.T
	a       *apptest.App
	handler http.Handler
	bearers map[string]string
	seen    *sightings
}

func newDriver(t *testing.T, seed uint64, seen *sightings, opts ...apptest.Option) *driver {
	a := apptest.New(t, append(opts, apptest.Faulty())...)
	d := describe(t, a)
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 2026)), d: d, ids: map[string][]any{}}
	w := &driver{generator: g, t: t, a: a, handler: a.Handler(), bearers: map[string]string{}, seen: seen}
	for _, who := range actors {
		if who != apptest.Anonymous && who != forged {
			w.bearers[who] = a.As(who).Bearer
		}
	}
	w.bearers[forged] = "eyJhbGciOiJub25lIn0.e30."
	w.learn()
	return w
}

// homes are where the records of the event half live.
var homes = map[string]string{"campaign": "campaigns", "attachment": "attachments", "listed": "audience", "registration": "rsvps",
	"rsvp": "rsvps", "import": "imports", "upload": "uploads", "webhook": "webhooks", "deputy": "deputies", "holiday": "holiday-pay",
	"planned": "planned-shifts", "draft": "planned-shifts", "opening": "published-shifts", "activity": "activities", "kiosk": "kiosks",
	"device": "push-subscriptions", "calendar": "calendars"}

// shippedEvents are there again after they were deleted, as they ship.
var shippedEvents = []string{"fete-clients-2026", "soiree-des-partenaires", "portes-ouvertes-2027"}

// learn gives the generator the ids of the World and words that mean something.
func (w *driver) learn() {
	for name, id := range w.a.World.IDs {
		kinds := map[string]string{"timesheet": "timesheets", "shift": "shifts", "evening": "shifts", "expense": "Expenses",
			"mileage": "Expenses", "receipt": "receipts", "leave": "leave-requests", "clocking": "clockings", "stamp": "clock",
			"gone": "gone"}
		part, kind, found := strings.Cut(name, ".")
		switch {
		case found:
			w.keep(kinds[kind], float64(id))
		case w.a.World.People[part].EmployeeID != 0:
			if !slices.Contains(actors, part) { // whose record goes to the archive may no longer ask anything
				w.keep("employees", float64(id))
			}
			w.keep("people", float64(id))
		case part == "customer":
			w.keep("customers", float64(id))
		case homes[part] != "":
			w.keep(homes[part], float64(id))
		default:
			w.keep("bank-codes", float64(id))
		}
	}
	for _, list := range w.ids {
		slices.SortFunc(list, func(a, b any) int { return int(a.(float64) - b.(float64)) })
	}
	w.keep("oauth-sessions", w.a.World.Names["employee.session"])
	for _, id := range append(slices.Clone(shippedEvents), w.a.World.Names["event"]) {
		w.keep("events", id)
	}
	w.keep("templates", w.a.World.Names["template"])
	var people []any
	for _, part := range []string{"employee", "payroll", "supervisor", "stranger"} {
		people = append(people, w.a.World.People[part].UserID)
	}
	days := []any{"2026-11-20", "2026-11-18", "2026-11-02", "2026-11-20T00:00:00Z", "2027-03-14", "2026-02-30", "2025-11-02"}
	w.words = map[string][]any{
		"people": {1.0, 1.0, 2.0, 2.0, 3.0, -1.0, 40.0},
		"date":   days, "from": {"2026-11-01", "2026-11-15", "events@example.com"}, "to": {"2026-11-28", "2026-12-31"},
		"period": {"current", "2026-25", "2026-11-20", "2026-27"},
		"year":   {2026.0, 2026.0, 2025.0, 2027.0}, "limit": {1.0, 5.0, 20.0}, "modified_since": {"2026-11-20T00:00:00Z", "2026-11-20T08:00"},
		"email": {"a#@example.com", "b#@example.com", "c#@example.org", "x"}, "phone_number": {5145550100.0, 15145550101.0, 4185550102.0, 12.0},
		"first_name": {"Maude", "Zoé", "Jean-Éric"}, "last_name": {"Thériault", "O’Neil", "Nguyễn"},
		"first_work_day": {"2024-03-04", "2026-01-05", "2026-01-05T00:00:00Z"}, "last_work_day": {"2026-11-20", "2027-01-01", "2026-10-30"},
		"amount": {12.5, 0.01, 999.99, 100000.0, -1.0}, "gst": {0.0, 0.6}, "qst": {0.0, 1.2}, "description": {"Stationnement", "Repas", "50 km"}, "supervisor_comment": {"", "Merci"},
		"comment": {"", "Noël"},
		"type":    {"regular", "evening", "vacation", "mileage", "sick"}, "bank_code": {"G#", "H#"}, "modifier": {1.0, 1.5, 0.72},
		"who":         {"fabien@example.com", "fabien@example.com", "odile@example.com", "nobody@example.com", "x"},
		"application": {"https://api.example.com", "https://books.example.com/v2", "ftp://x"}, "access_token": {"at-#"},
		"refresh_token":       {"rt-#"},
		"access_token_expiry": {"2026-11-20T14:00:00Z", "2027-01-01T00:00"}, "refresh_token_expiry": {"2026-12-20T14:00:00Z"},
		"grant_type": {"password", "refresh_token", "client_credentials"}, "status": {"approved", "all", "none"},
		"format": {"csv", "xlsx", "pdf"}, "bom": {"1", "0"}, "sep": {",", ";"},
		"start_time": {"2026-11-19T08:00:00-05:00", "2026-11-19T08:00"}, "end_time": {"2026-11-19T12:00:00-05:00", "2026-11-19T17:00"},
		"starts_at": {"2026-12-18T18:00:00-05:00", "2026-12-18T18:00"}, "ends_at": {"2026-12-18T23:00:00-05:00", "2026-12-19T02:00"},
		"sent_at": {"2026-11-20T14:00:00Z"}, "at": {"2026-11-20T13:30:00Z"}, "stamp_id": {"stamp-of-#"},
		"rsvp_deadline": {"2026-12-11T23:59:00-05:00", "2026-12-01"},
		"event_id":      {"none", "Gala"}, "title": {"Le gala", "Soirée #"}, "address": {"12, rue du Quai"},
		"email_template": {"", "", "event-hiver", "event-none"}, "html": {"<p>{{greeting}}</p>{{rsvp_button}}", "<h1>#</h1>", "{{secret}}"},
		"subject": {"{{event_title}}", "", "#"}, "filename": {"plan.pdf", "../a.html"},
		"data":           {"JVBERi0xLjQKJSVFT0YK", "JVBERi0xLjQKJSVFT0YK", "PHN2Zz4=", base64.StdEncoding.EncodeToString(apptest.Cover().Data)},
		"description_fr": {"Une salle", "Une salle", " "}, "description_en": {"A hall", "A hall", "A\nhall"},
		"test": {true, true, false}, "sender": {"events@example.com"}, "follows": {1.0}, "key": {"tablet-1/#"},
		"url":      {"https://hooks.example.com/#", "https://hooks.example.com/#", "http://hooks.example.com"},
		"kinds":    {[]any{"rsvp.created", "rsvp.changed"}, []any{"rsvp.created"}, []any{"rsvp.none"}},
		"from_day": {"2026-05-01", "2026-11-02", "2026-13-01"}, "until_day": {"2026-12-31"}, "day": {"2026-11-20", "2026-05-01"},
		"contents": {[]any{"events"}, []any{"periods"}, []any{"shifts", "leave"}}, "leave_type": {"Vacation", "Vacation", "Sick", "Unpaid"},
		"year_start": {"05-01", "01-01", "13-01"}, "minutes": {480.0}, "note": {"Correction"},
		"first_day": {"2026-11-15", "2026-11-20", "2026-02-30"}, "start": {"08:00", "22:30", "24:30"}, "end": {"16:00", "06:00"},
		"endpoint": {"https://push.example.com/#"}, "auth": {"BTBZMqHH6r4Tts7J_aSIgg"},
		"p256dh":          {"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"},
		"start_date_time": {"2026-12-21T08:00:00-05:00"}, "end_date_time": {"2026-12-22T08:00:00-05:00"},
	}
	w.words["user_id"] = append(people, "00000000-0000-4000-8000-000000#", "00000000-0000-4000-9000-000000#",
		"00000000-0000-4000-a000-000000#", "no uuid")
}

func (w *driver) keep(family string, id any) {
	if !slices.Contains(w.ids[family], id) {
		w.ids[family] = append(w.ids[family], id)
	}
}

func (w *driver) run(requests int) {
	operations := w.d.operations()
	var owed []*operation // what is still to be called, so that each operation is atLeast times
	for _, o := range operations {
		owed = append(owed, slices.Repeat([]*operation{o}, max(atLeast, often[o.ID]))...)
	}
	w.Shuffle(len(owed), func(i, j int) { owed[i], owed[j] = owed[j], owed[i] })
	calls := map[string]int{}
	w.refer()
	early := slices.Clone(operations)
	slices.SortStableFunc(early, func(a, b *operation) int { return rank(a) - rank(b) })
	for _, o := range early {
		for range first[o.ID] {
			r := w.request(o, false)
			r.who = "admin"
			w.send(r)
		}
	}
	for left := max(requests, len(owed)); left > 0; left-- {
		o := w.draw(operations)
		if w.IntN(left) < len(owed) { // spread over the run
			o, owed = owed[0], owed[1:]
		}
		calls[o.ID]++
		w.refer()
		r := w.request(o, w.chance(3))
		r.who = pick(w.generator, actors)
		if o.ID == "sign-out" {
			r.who = apptest.Anonymous // or the caller would be gone
		}
		w.send(r)
		if w.t.Failed() {
			return
		}
	}
	for _, o := range operations {
		if calls[o.ID] < atLeast {
			w.t.Errorf("%s was called %d times, want %d at least", o.ID, calls[o.ID], atLeast)
		}
	}
}

// rank puts operations that read or change a record before those that delete it.
func rank(o *operation) int {
	if o.method == http.MethodDelete {
		return 1
	}
	return 0
}

// draw returns an operation by chance, those of rarely less often.
func (w *driver) draw(operations []*operation) *operation {
	for {
		o := pick(w.generator, operations)
		if n := rarely[o.ID]; n == 0 || w.chance(n) {
			return o
		}
	}
}

// refer lets fields that name records name those that are there.
func (w *driver) refer() {
	for field, family := range map[string]string{"timesheet_id": "timesheets", "employee_id": "people", "supervisor_id": "people", "deputy_id": "employees",
		"bank_code_id": "bank-codes", "activity_id": "activities", "customer_id": "customers", "campaign_id": "campaigns", "rsvp_id": "rsvps"} {
		w.words[field] = w.ids[family]
	}
	w.words["fields"] = []any{[]any{"customer_id", "name", "emails"}} // of the uploaded file
	w.words["source"] = append([]any{"manual", "filters", "csv"}, w.ids["campaigns"]...)
	w.words["id"] = append(slices.Concat(w.ids["gone"], w.ids["shifts"][:1]), "event-#", "event-#", "event-#") // of archives, and of new events
}

func (w *driver) send(r request) {
	ctx, cancel := context.WithTimeout(w.t.Context(), time.Minute)
	defer cancel()
	q := httptest.NewRequestWithContext(ctx, r.op.method, r.path, bytes.NewReader(r.body))
	q.Host = "127.0.0.1"
	for name, value := range r.headers {
		q.Header.Set(name, value)
	}
	if bearer := w.bearers[r.who]; bearer != "" {
		q.Header.Set("Authorization", "Bearer "+bearer)
	}
	answer := httptest.NewRecorder()
	if r.op.ID == "stream-notifications" {
		w.handler.ServeHTTP(leaver{answer, cancel}, q)
	} else {
		w.handler.ServeHTTP(answer, q)
	}
	w.seen.add(r, answer.Code)
	w.judge(r, answer)
	w.remember(r, answer)
	switch {
	case r.who == forged && answer.Code != http.StatusUnauthorized && len(r.op.Security) > 0:
		w.t.Errorf("%s\n→ %d: a forged token is refused everywhere", r, answer.Code)
	case r.who != forged && answer.Code == http.StatusUnauthorized: // the person has left by what was asked before
		delete(w.bearers, r.who)
	}
}

// leaver is a client that goes away 5 ms after the first part of a stream has come.
type leaver struct {
	*httptest.ResponseRecorder
	leave func()
}

func (l leaver) Flush() {
	l.ResponseRecorder.Flush()
	time.AfterFunc(5*time.Millisecond, l.leave)
}

// judge holds an answer against the description.
func (w *driver) judge(r request, answer *httptest.ResponseRecorder) {
	fail := func(format string, args ...any) {
		w.t.Errorf("%s\n→ %d %s\n%s", r, answer.Code, clipped(answer.Body.Bytes()), fmt.Sprintf(format, args...))
	}
	documented, known := r.op.Responses[strconv.Itoa(answer.Code)]
	switch {
	case answer.Code >= 500:
		fail("no input may lead to a 5xx")
	case !known:
		fail("this status is not documented")
	case r.broken != "" && answer.Code < 400:
		fail("what goes against the description was accepted")
	}
	kind := answer.Header().Get("Content-Type")
	if len(documented.Content) == 0 {
		if answer.Body.Len() > 0 {
			fail("no body is documented")
		}
		return
	}
	m, known := documented.Content[kind]
	if base, _, more := strings.Cut(kind, ";"); !known && more {
		kind = base
		m, known = documented.Content[kind]
	}
	if !known {
		fail("the media type %q is not documented", kind)
	}
	for name := range documented.Headers {
		if (name == "ETag" || name == "WWW-Authenticate") && answer.Header().Get(name) == "" {
			fail("the header %s is missing", name)
		}
	}
	if !strings.HasSuffix(kind, "/json") && !strings.HasSuffix(kind, "+json") {
		return
	}
	var v any
	if err := json.Unmarshal(answer.Body.Bytes(), &v); err != nil {
		fail("%v", err)
	}
	if wrong := w.d.misfits("the body", m.Schema, v); len(wrong) > 0 {
		fail("%s", strings.Join(wrong, "\n"))
	}
	if problem, ok := v.(map[string]any); ok && answer.Code >= 400 && problem["status"] != float64(answer.Code) {
		fail("the problem speaks of another status")
	}
}

// remember keeps the ids of what was made, and forgets those of what is gone.
func (w *driver) remember(r request, answer *httptest.ResponseRecorder) {
	home := family(r.op.path)
	if answer.Code >= 300 {
		return
	}
	if r.op.Tags[0] == "campaigns" {
		home = "campaigns"
	}
	if r.op.ID == "send-event" && answer.Code == http.StatusOK || r.op.ID == "export-company-data" { // a test, and a file: no record
		return
	}
	switch {
	case r.op.method == http.MethodPost && home != "auth" && answer.Body.Len() > 0:
		var record struct{ ID, Name any }
		if err := json.Unmarshal(answer.Body.Bytes(), &record); err != nil {
			w.t.Fatal(err)
		}
		if home == "templates" {
			record.ID = record.Name
		}
		if record.ID != nil {
			w.keep(home, record.ID)
		}
	case r.op.method == http.MethodDelete && (strings.HasSuffix(r.op.path, "id}") || home == "templates") && len(w.ids[home]) > 3:
		id := r.path[strings.LastIndexByte(r.path, '/')+1:]
		if slices.Contains(shippedEvents, id) {
			return
		}
		w.ids[home] = slices.DeleteFunc(w.ids[home], func(x any) bool { return fmt.Sprint(x) == id })
		if n, err := strconv.ParseFloat(id, 64); err == nil {
			w.keep("gone", n)
		}
	}
}
