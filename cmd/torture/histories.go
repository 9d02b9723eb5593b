package main

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"sync"
	"syscall"
	"time"
)

const (
	clientsOfHistories = 8
	historiesOfAKind   = 4
	keysOfHistories    = 24
	answerWithin       = 3 * time.Second // else it is lost
)

// checkedHistories has clients answer nearly full events, change a few timesheets and repeat requests under one key, at random, while
// processes are killed, stopped and told to end and connections are dropped. What they saw must be what one client after another would see.
func checkedHistories(h *harness, r *row, url string, processes int) error {
	s, err := h.open(h.binary, url, processes, steady)
	if err != nil {
		return err
	}
	defer s.leave(r)
	for range h.few(10, 2) {
		m, err := s.newMill(r, allKinds...)
		if err != nil {
			return err
		}
		m.start()
		disturbed := m.disturb(url)
		if err := errors.Join(disturbed, m.end()); err != nil {
			return err
		}
		if m.check(); r.fault != "" {
			break
		}
	}
	return nil
}

// withoutGuard has clients make histories of one kind, without disturbance, with a program that lacks the guard, on PostgreSQL.
func withoutGuard(guard string, kind historyKind) func(*harness, *row) error {
	return func(h *harness, r *row) error {
		return onPostgres(h, r, func(h *harness, r *row, url string) error { return historiesWithout(h, r, guard, kind, url) })
	}
}

// withoutRefusalsGuard is withoutGuard on SQLite, whose writer shares commits.
func withoutRefusalsGuard(h *harness, r *row) error {
	return historiesWithout(h, r, "refusals", (*mill).addSheets, "")
}

// historiesWithout must find a history that nothing explains.
func historiesWithout(h *harness, r *row, guard string, kind historyKind, url string) error {
	binary, err := h.controlled()
	if err != nil {
		return err
	}
	s, err := h.open(binary, url, 2, steady, "TORTURE_WITHOUT="+guard)
	if err != nil {
		return err
	}
	defer s.leave(r)
	r.kept = true
	impossible := 0
	for n := 0; n < 20 && impossible == 0; n++ {
		m, err := s.newMill(r, kind)
		if err != nil {
			return err
		}
		m.start()
		s.wait(3 * time.Second)
		if err := m.end(); err != nil {
			return err
		}
		impossible = m.check()
	}
	r.found(impossible > 0, "a history that nothing explains")
	return nil
}

// mill is what clients work at together: each object has its history.
type mill struct {
	*site
	row     *row
	client  http.Client
	objects []object
	stop    chan struct{}
	all     sync.WaitGroup

	mu      sync.Mutex
	strange error // the first answer that is neither success, the refusal that the model has, nor one that says nothing
}

// object is an object of a mill: act does something at random, look sees all of it.
type object struct {
	*history
	act  func(client int, n *node)
	look func(n *node)
}

// historyKind makes the objects of one kind.
type historyKind func(*mill) error

var allKinds = []historyKind{(*mill).addEvents, (*mill).addSheets, (*mill).addKeys}

func (s *site) newMill(r *row, kinds ...historyKind) (*mill, error) {
	m := &mill{site: s, row: r, stop: make(chan struct{})}
	m.client = http.Client{Timeout: answerWithin, Transport: &http.Transport{MaxIdleConnsPerHost: clientsOfHistories}}
	for _, add := range kinds {
		if err := add(m); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// start has the clients work until end is called.
func (m *mill) start() {
	for client := range clientsOfHistories {
		m.all.Go(func() {
			for {
				o := m.objects[m.random.IntN(len(m.objects))]
				o.act(client, m.nodes[m.random.IntN(len(m.nodes))])
				select {
				case <-m.stop:
					return
				case <-time.After(time.Duration(m.random.IntN(10)) * time.Millisecond):
				}
			}
		})
	}
}

// end stops the clients, and looks at every object.
func (m *mill) end() error {
	close(m.stop)
	m.all.Wait()
	for _, n := range m.nodes {
		if err := n.ready(); err != nil {
			return err
		}
	}
	for _, o := range m.objects {
		o.look(m.nodes[0])
	}
	return m.strange
}

// disturb kills, stops or ends processes, or drops the connections of PostgreSQL, one after the other.
func (m *mill) disturb(url string) error {
	for range m.few(6, 3) {
		m.wait(time.Duration(500+m.random.IntN(500)) * time.Millisecond)
		n := m.nodes[m.random.IntN(len(m.nodes))]
		var err error
		switch what := m.random.IntN(4); {
		case what == 0:
			m.row.frozen++
			err = n.freeze(answerWithin + time.Second)
		case what == 1 && url != "":
			m.row.drops++
			err = endConnections(&server{site: m.site, url: url})
		case what == 2:
			var took time.Duration
			if took, err = n.end(syscall.SIGTERM); err == nil {
				m.row.stops = append(m.row.stops, took)
				err = n.start()
			}
		default:
			m.row.kills++
			n.kill()
			err = n.start()
		}
		if err == nil {
			err = n.ready()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// check checks the histories, and returns how many nothing explains. Not to know that of one is a fault, too.
func (m *mill) check() (impossible int) {
	for _, o := range m.objects {
		m.row.requests += len(o.all)
		m.row.unanswered += o.lost()
		no, undecided := o.history.check()
		switch {
		case undecided:
			m.row.failf("%s: no order of its %d operations was found or excluded within %s", o.name, len(o.all), decideWithin)
		case no:
			impossible++
			m.row.failf("%s: no order of its %d operations explains what the clients saw", o.name, len(o.all))
			if os.Getenv("TORTURE_VERBOSE") != "" && !m.row.kept {
				fmt.Fprintln(os.Stderr, o.history)
			}
		}
	}
	m.row.histories += len(m.objects)
	m.row.note = fmt.Sprintf("%d histories, %d operations without an answer", m.row.histories, m.row.unanswered)
	return impossible
}

// try makes a request. done: something is known of it, or may have been done; answered: it succeeded, or was refused with a code.
func (m *mill) try(n *node, q request, into any, code string) (refused, answered, done bool) {
	err := (&api{site: m.site, client: m.client}).call(n, q, into)
	f, isRefusal := errors.AsType[*refusal](err)
	switch {
	case err == nil:
		return false, true, true
	case isRefusal && code != "" && f.code == code:
		return true, true, true
	case isRefusal && f.status < 500:
		m.mu.Lock()
		defer m.mu.Unlock()
		if m.strange == nil {
			m.strange = fmt.Errorf("%s %s: %w", q.method, q.path, err)
		}
	}
	return false, false, maybeDone(q, err)
}

// maybeDone reports whether a request that failed with err may have been carried out. When a connection breaks before the answer, net/http
// itself sends a request with an Idempotency-Key again: the error is then that of the second attempt, also if that found no connection.
func maybeDone(q request, err error) bool { return q.idempotencyKey != "" || !notSent(err) }

// oneOf returns one of some words at random; a word that stands there twice is twice as likely.
func (m *mill) oneOf(words ...string) string { return words[m.random.IntN(len(words))] }

// addEvents makes events with few places.
func (m *mill) addEvents() error {
	for range historiesOfAKind {
		event, capacity := m.name("event-"), 4
		at := func(days int) string { return time.Now().UTC().AddDate(0, 1, days).Format(time.RFC3339) }
		err := m.post("/events", fmt.Sprintf(`{"id":%q,"starts_at":%q,"ends_at":%q,"capacity":%d,
			"content":{"fr":{"title":"Gala"},"en":{"title":"Gala"}}}`, event, at(0), at(1), capacity), nil)
		if err != nil {
			return err
		}
		h := newHistory(event, seatsModel(capacity))
		do := func(client int, n *node, in seatsInput) {
			record(h, client, in, func() (*seatsOutput, bool) { return m.doAtEvent(n, event, in) })
		}
		raised := make(chan int, 1) // one client at a time raises, so that it is raised and not lowered
		raised <- capacity
		m.objects = append(m.objects, object{h, func(client int, n *node) {
			in := seatsInput{op: m.oneOf("answer", "answer", "answer", "answer", "answer", "answer", "look", "look", "raise")}
			switch in.op {
			case "answer":
				in.guest, in.n = m.random.IntN(guestsOfEvent), m.random.IntN(4)
			case "raise":
				in.n = <-raised + 1
				defer func() { raised <- in.n }()
			}
			do(client, n, in)
		}, func(n *node) { do(0, n, seatsInput{op: "look"}) }})
	}
	return nil
}

func (m *mill) doAtEvent(n *node, event string, in seatsInput) (*seatsOutput, bool) {
	var out seatsOutput
	var list struct {
		Registrations []struct {
			Email  string
			People int
		}
	}
	var answered, done bool
	switch in.op {
	case "answer":
		q := post("/rsvp/"+event+"/submit", fmt.Sprintf(`{"name":"Élise Côté","email":%q,"people":%d,"attending":%t}`, guest(event, in.guest),
			in.n, in.n > 0))
		number := m.numbers.Add(1)
		q.from = fmt.Sprintf("44.%d.%d.1", number/250, number%250)
		out.full, answered, done = m.try(n, q, nil, "booking_full")
	case "raise":
		_, answered, done = m.try(n, request{method: http.MethodPatch, path: "/events/" + event, contentType: "application/json",
			body: fmt.Sprintf(`{"capacity":%d}`, in.n)}, nil, "")
	default:
		_, answered, _ = m.try(n, request{method: http.MethodGet, path: "/events/" + event + "/rsvps"}, &list, "")
		done = answered
		for _, one := range list.Registrations {
			for g := range guestsOfEvent {
				if one.Email == guest(event, g) {
					out.people[g] += one.People
				}
			}
		}
	}
	if !answered {
		return nil, done
	}
	return &out, true
}

// addSheets makes timesheets of employees of their own.
func (m *mill) addSheets() error {
	var code struct{ ID int64 }
	err := m.post("/bank-codes", fmt.Sprintf(`{"type":"regular","categorie":"shift","modifier":1,"bank_code":%q}`, m.name("G")), &code)
	if err != nil {
		return err
	}
	for range historiesOfAKind {
		number := m.numbers.Add(1)
		var employee, made struct{ ID int64 }
		err := m.post("/employees", fmt.Sprintf(`{"user_id":"00000000-0000-4000-8000-%012d","first_name":"Élise","last_name":"Côté",
			"email":"e%d@example.org","phone_number":5145550142,"external_payroll_id":%d,"company_code":1,"first_work_day":"2020-01-06"}`,
			number, number, number), &employee)
		if err == nil {
			err = m.post("/timesheets", fmt.Sprintf(`{"employee_id":%d,"is_approved":false}`, employee.ID), &made)
		}
		if err != nil {
			return err
		}
		begin := time.Now().UTC().AddDate(0, 0, -5).Truncate(24 * time.Hour)
		w := work{employee: employee.ID, sheet: made.ID, code: code.ID, begin: begin}
		h := newHistory(fmt.Sprintf("timesheet %d", made.ID), sheetModel)
		do := func(client int, n *node, in sheetInput) {
			record(h, client, in, func() (*sheetOutput, bool) { return m.doAtSheet(n, &w, in) })
		}
		m.objects = append(m.objects, object{h, func(client int, n *node) {
			do(client, n, sheetInput{m.oneOf("approve", "reopen", "reopen", "submit", "withdraw", "add", "add", "add", "look", "list", "list")})
		}, func(n *node) { do(0, n, sheetInput{"look"}); do(0, n, sheetInput{"list"}) }})
	}
	return nil
}

// work is a timesheet and what its shifts need.
type work struct {
	employee, sheet, code int64
	begin                 time.Time

	mu     sync.Mutex
	shifts int // that were tried: none overlaps another
}

func (w *work) next() (begin, end time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.shifts++
	begin = w.begin.Add(time.Duration(w.shifts) * 5 * time.Minute)
	return begin, begin.Add(5 * time.Minute)
}

func (m *mill) doAtSheet(n *node, w *work, in sheetInput) (*sheetOutput, bool) {
	const locked = "timesheet_approved"
	at := fmt.Sprint("/timesheets/", w.sheet)
	var out sheetOutput
	var answered, done bool
	switch in.op {
	case "approve", "reopen":
		_, answered, done = m.try(n, request{method: http.MethodPatch, path: at + "/approval", contentType: "application/json",
			body: fmt.Sprintf(`{"is_approved":%t}`, in.op == "approve")}, nil, "")
	case "submit":
		out.refused, answered, done = m.try(n, request{method: http.MethodPut, path: at + "/submission"}, nil, locked)
	case "withdraw":
		out.refused, answered, done = m.try(n, request{method: http.MethodDelete, path: at + "/submission"}, nil, locked)
	case "add":
		begin, end := w.next()
		out.refused, answered, done = m.try(n, post("/shifts", fmt.Sprintf(`{"timesheet_id":%d,"bank_code_id":%d,"date":%q,
			"start_time":%q,"end_time":%q}`, w.sheet, w.code, begin.Format(time.DateOnly), begin.Format(time.RFC3339),
			end.Format(time.RFC3339))), nil, locked)
	case "look":
		var now struct {
			Approved  bool    `json:"is_approved"`
			Submitted *string `json:"submitted_at"`
		}
		_, answered, _ = m.try(n, request{method: http.MethodGet, path: at}, &now, "")
		done, out.approved, out.submitted = answered, now.Approved, now.Submitted != nil
	default:
		var list []struct {
			Approved bool `json:"is_approved"`
		}
		_, answered, _ = m.try(n, request{method: http.MethodGet, path: fmt.Sprint("/shifts?employee_id=", w.employee)}, &list, "")
		done, out.shifts = answered, len(list)
		for _, one := range list {
			if one.Approved {
				out.locked++
			}
		}
	}
	if !answered {
		return nil, done
	}
	return &out, true
}

// addKeys makes an event whose registrations are made under Idempotency-Keys.
func (m *mill) addKeys() error {
	event := m.name("event-")
	if err := m.invite(event, 1); err != nil {
		return err
	}
	for range keysOfHistories {
		key := m.name("key-")
		h := newHistory(key, keyedModel)
		do := func(client int, n *node, in keyedInput) {
			record(h, client, in, func() (*keyedOutput, bool) { return m.doWithKey(n, event, key, in) })
		}
		m.objects = append(m.objects, object{h, func(client int, n *node) {
			in := keyedInput{op: m.oneOf("post", "post", "post", "look")}
			if in.op == "post" {
				in.body = 1 + int64(m.random.IntN(4))/3 // one in four is another one
			}
			do(client, n, in)
		}, func(n *node) { do(0, n, keyedInput{op: "look"}) }})
	}
	return nil
}

func (m *mill) doWithKey(n *node, event, key string, in keyedInput) (*keyedOutput, bool) {
	type registered struct {
		ID   int64
		Name string
	}
	var out keyedOutput
	var answered, done bool
	if in.op == "post" {
		var made registered
		q := post("/events/"+event+"/rsvps", fmt.Sprintf(`{"name":%q,"people":%d}`, key, in.body))
		q.idempotencyKey = key
		out.reused, answered, done = m.try(n, q, &made, "idempotency_key_reused")
		out.id = made.ID
	} else {
		var list struct{ Registrations []registered }
		_, answered, _ = m.try(n, request{method: http.MethodGet, path: "/events/" + event + "/rsvps"}, &list, "")
		done = answered
		for _, one := range list.Registrations {
			if one.Name == key {
				out.records = append(out.records, one.ID)
			}
		}
	}
	if !answered {
		return nil, done
	}
	return &out, true
}
