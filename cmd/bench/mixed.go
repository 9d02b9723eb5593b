package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"presence/cmd/bench/load"
)

const (
	mixedRate  = 100     // requests a second, of all routes together
	slowReader = 2 << 20 // bytes a second
)

// mixed requests every route that reads, and creates shifts, at a fixed rate in an open loop, while one client slowly reads
// every shift as CSV. The figure is the 99th percentile of the slowest route.
func (b *bench) mixed() (row, error) {
	l, err := b.open(long, "mixed")
	if err != nil {
		return row{}, err
	}
	r, err := b.mix(l)
	return r, errors.Join(err, l.close())
}

func (b *bench) mix(l *lab) (row, error) {
	routes, err := b.routes(l.dir)
	if err != nil {
		return row{}, err
	}
	m := &mixture{lab: l, want: map[string]int{}}
	if err := m.prepare(b.ctx); err != nil {
		return row{}, err
	}
	for _, route := range routes {
		err = errors.Join(err, m.first(b.ctx, route))
	}
	if err != nil {
		return row{}, err
	}
	stop := make(chan struct{})
	read := make(chan error, 1)
	go func() { read <- l.readSlowly(b.ctx, stop, l.company.shifts()-shiftsEach) }()
	n := mixedRate * int(10*b.span/time.Second)
	order := turns(routes, n)
	took, err := load.Arrive(b.ctx, l.addr, 64, n, time.Second/mixedRate, func(buf []byte, i int) ([]byte, int) {
		return m.request(buf, order[i]), m.want[order[i]]
	})
	close(stop)
	if err := errors.Join(err, <-read); err != nil {
		return row{}, err
	}
	worst, all := slowest(order, took)
	memory, err := b.remember(l)
	return row{p50: ms(all.p50), p99: ms(worst.p99), rate: perSecond(mixedRate), memory: memory,
		floor:  "slowest: " + worst.route + "; all: p99 " + ms(all.p99),
		target: "p99 of each ≤ 50 ms", checks: checks{atMost(worst.p99, 50*time.Millisecond)}}, err
}

// turns returns n routes in random order, such that each occurs once before any occurs again.
func turns(routes []string, n int) (order []string) {
	for len(order) < n {
		for _, i := range rand.Perm(len(routes)) {
			order = append(order, routes[i])
		}
	}
	return order[:n]
}

// timing is how one route fared.
type timing struct {
	route    string
	p50, p99 time.Duration
	least    time.Duration // set by time alone
}

// slowest returns the timing of the route with the largest 99th percentile, and that of all requests. It prints the ten slowest
// routes on standard error.
func slowest(order []string, took []time.Duration) (worst, all timing) {
	each := map[string][]time.Duration{}
	for i, route := range order {
		each[route] = append(each[route], took[i])
	}
	timingOf := func(route string, took []time.Duration) timing {
		sorted := slices.Sorted(slices.Values(took))
		return timing{route: route, p50: load.Percentile(sorted, 50), p99: load.Percentile(sorted, 99)}
	}
	var list []timing
	for route, took := range each {
		list = append(list, timingOf(route, took))
	}
	slices.SortFunc(list, func(a, b timing) int { return int(b.p99 - a.p99) })
	for _, t := range list[:min(10, len(list))] {
		fmt.Fprintf(os.Stderr, "  %-52s p50 %10s  p99 %10s\n", t.route, ms(t.p50), ms(t.p99))
	}
	return list[0], timingOf("", took)
}

// mixture is what the requests of the mixed figure depend on.
type mixture struct {
	*lab
	known *strings.Replacer // what only this run's database knows
	want  map[string]int    // status by route
	sent  atomic.Int64      // shifts
}

// request appends one of the route's.
func (m *mixture) request(buf []byte, route string) []byte {
	if route == "POST /shifts" {
		return load.Send(buf, http.MethodPost, "/shifts", m.addr, m.bearer, m.company.shiftBody(int(m.sent.Add(1)-1)))
	}
	return load.Get(buf, m.company.path(route, m.known), m.addr, m.headers(route))
}

func (m *mixture) headers(route string) string {
	if strings.HasPrefix(route, "GET /staff/") {
		return m.cookie
	}
	return m.bearer
}

// first requests a route once. The status of a good response becomes the one that all its responses must have.
func (m *mixture) first(ctx context.Context, route string) error {
	c, err := load.Dial(ctx, m.addr)
	if err != nil {
		return err
	}
	defer c.Close()
	request := m.request(nil, route)
	a, err := c.Do(request)
	if err == nil && a.Status >= http.StatusBadRequest {
		err = fmt.Errorf("status %d", a.Status)
	}
	if err != nil {
		line, _, _ := bytes.Cut(request, []byte("\r\n"))
		return fmt.Errorf("%s: %w", line, err)
	}
	m.want[route] = a.Status
	return nil
}

// prepare adds records that some routes show and the data set lacks: leave, a customer, a session at a provider, and an
// archive.
func (m *mixture) prepare(ctx context.Context) error {
	leave := `{"employee_id":1,"bank_code_id":4,"leave_type":"Vacation","start_date_time":"2026-12-%s","end_date_time":"2026-12-%s","comment":"","approval_status":"Pending"}`
	for _, x := range []struct{ method, path, body string }{
		{"POST", "/bank-codes", `{"type":"vacation","categorie":"leave","modifier":1,"bank_code":"G4"}`},
		{"POST", "/leave-requests", fmt.Sprintf(leave, "21T13:00:00Z", "21T21:00:00Z")},
		{"POST", "/leave-requests", fmt.Sprintf(leave, "22T13:00:00Z", "22T21:00:00Z")},
		{"PATCH", "/leave-requests/2/approval", `{"approval_status":"Cancelled"}`},
		{"DELETE", "/leave-requests/2", ""},
		{"DELETE", "/timesheets/1", ""},
		{"DELETE", fmt.Sprint("/employees/", m.company.employees), ""},
		{"POST", "/customers", `{"user_id":"8a1d6f20-3c47-4e0b-9f55-6b2c7d8e9f01","first_name":"Odile","last_name":"Gervais","email":"odile@example.com","phone_number":4505550133,"invoice_id":1}`},
	} {
		if _, err := m.do(ctx, x.method, x.path, x.body); err != nil {
			return err
		}
	}
	text, err := m.do(ctx, "POST", "/oauth-sessions",
		fmt.Sprintf(`{"user_id":"%08x-0000-4000-8000-000000000001","application":"https://books.example.com","access_token":"a",
		"refresh_token":"b","access_token_expiry":"2030-01-01T00:00:00Z","scopes":["read"]}`, 0))
	if err != nil {
		return err
	}
	var session struct{ ID string }
	if err := json.Unmarshal(text, &session); err != nil {
		return err
	}
	_, page, err := m.body(ctx, "/auth/v1/login", "")
	if err != nil {
		return err
	}
	style := asset.FindSubmatch(page)
	if style == nil {
		return errors.New("the sign-in page loads nothing")
	}
	m.known = strings.NewReplacer("{session}", session.ID, "{style}", strings.TrimPrefix(string(style[1]), "/static/"))
	return nil
}

// do sends JSON with the administrator's token and fails unless it is accepted.
func (l *lab) do(ctx context.Context, method, path, body string) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, method, "http://"+l.addr+path, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	name, value, _ := strings.Cut(strings.TrimSpace(l.bearer), ": ")
	r.Header.Set(name, value)
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode >= http.StatusBadRequest {
		err = fmt.Errorf("%s %s: %s: %s", method, path, answer.Status, text)
	}
	return text, err
}

// readSlowly reads every shift as CSV: a fixed number of bytes a second until stop, then the rest at full speed. It fails if
// the file ended before stop or does not contain the expected number of shifts.
func (l *lab) readSlowly(ctx context.Context, stop <-chan struct{}, shifts int) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+l.addr+"/shifts/export.csv?from=2000-01-01&to=2026-12-31", nil)
	if err != nil {
		return err
	}
	name, value, _ := strings.Cut(strings.TrimSpace(l.bearer), ": ")
	r.Header.Set(name, value)
	answer, err := (&http.Client{Transport: &http.Transport{DisableCompression: true}}).Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	const part = 10 * time.Millisecond
	buf := make([]byte, slowReader/int(time.Second/part))
	tick := time.NewTicker(part)
	defer tick.Stop()
	lines, slow := 0, true
	for {
		n, err := io.ReadFull(answer.Body, buf)
		lines += bytes.Count(buf[:n], []byte("\n"))
		if err != nil {
			switch {
			case slow:
				return fmt.Errorf("the slow reader's file ended too soon, after %d lines: %w", lines, err)
			case err != io.EOF && err != io.ErrUnexpectedEOF:
				return err
			case lines != shifts+1:
				return fmt.Errorf("%d lines in the slow reader's file of %d shifts", lines, shifts)
			}
			return nil
		}
		if slow {
			select {
			case <-stop:
				slow = false
			case <-tick.C:
			}
		}
	}
}
