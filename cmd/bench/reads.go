package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"

	"presence/cmd/bench/load"
)

// read measures reading a single shift by a random id, with a bearer token.
func (b *bench) read() (row, error) {
	l, err := b.lab(long)
	if err != nil {
		return row{}, err
	}
	if err := l.sees(b.ctx, "/shifts/1", http.StatusCreated, `"id":1,`); err != nil {
		return row{}, err
	}
	return b.served(l, "≥ 0.2 × hello", func(_ load.Result, ratio float64) check { return ratioOf(ratio, 0.2) }, http.StatusCreated,
		func(buf []byte, _ int) []byte {
			return load.Get(buf, "/shifts/"+strconv.Itoa(1+rand.IntN(l.company.shifts())), l.addr, l.bearer)
		})
}

// list measures a list of fifty shifts from a random place on.
func (b *bench) list() (row, error) {
	l, err := b.lab(long)
	if err != nil {
		return row{}, err
	}
	path := func() string { return "/shifts?limit=50&after=" + strconv.Itoa(rand.IntN(l.company.shifts()-50)) }
	_, text, err := l.body(b.ctx, path(), l.bearer)
	if err != nil {
		return row{}, err
	}
	var records []struct{ ID int64 }
	if err := json.Unmarshal(text, &records); err != nil || len(records) != 50 {
		return row{}, fmt.Errorf("%d records in a list of 50: %v", len(records), err)
	}
	return b.served(l, "≥ 5,000/s", func(r load.Result, _ float64) check { return atLeast(r.Rate, 5000) }, http.StatusCreated,
		func(buf []byte, _ int) []byte {
			return load.Get(buf, path(), l.addr, l.bearer)
		})
}

// served measures a figure in requests per second, compared with the hello server.
func (b *bench) served(l *lab, target string, holds func(load.Result, float64) check, want int, next func([]byte, int) []byte) (row,
	error) {
	if err := l.forget(); err != nil {
		return row{}, err
	}
	of, beside, ratio, err := b.duel(b.ask(l, clients, want, next), b.greeting(clients))
	if err != nil {
		return row{}, err
	}
	memory, err := b.remember(l)
	return row{p50: ms(of.P50), p99: ms(of.P99), rate: perSecond(of.Rate), memory: memory, floor: "hello " + perSecond(beside.Rate),
		ratio: times(ratio), target: target, checks: checks{holds(of, ratio)}}, err
}

// overview measures one client that requests the overview of the last period. The floor is the query of the sums of shifts that
// it needs.
func (b *bench) overview(c company, target time.Duration) (row, error) {
	l, err := b.lab(c)
	if err != nil {
		return row{}, err
	}
	path := "/pay-periods/" + periodPath + "/overview"
	_, text, err := l.body(b.ctx, path, l.bearer)
	if err != nil {
		return row{}, err
	}
	var o struct {
		Employees []struct {
			Hours float64 `json:"regular_hours"`
		} `json:"employees_overview"`
	}
	if err := json.Unmarshal(text, &o); err != nil || len(o.Employees) != c.employees || o.Employees[0].Hours == 0 {
		return row{}, fmt.Errorf("%d of %d employees in the overview: %v", len(o.Employees), c.employees, err)
	}
	return b.timed(l, target, lastPeriod, b.ask(l, 1, http.StatusOK, l.always(path, l.bearer)))
}

// page measures the same overview as a page.
func (b *bench) page() (row, error) {
	l, err := b.lab(long)
	if err != nil {
		return row{}, err
	}
	const path = "/staff/periods/" + periodPath
	if err := l.sees(b.ctx, path, http.StatusOK, "Tremblay 7"); err != nil {
		return row{}, err
	}
	return b.timed(l, 25*time.Millisecond, lastPeriod, b.ask(l, 1, http.StatusOK, l.always(path, l.cookie)))
}

// schedule measures the schedule of a hundred people for four weeks, and what its first visit transfers.
func (b *bench) schedule() (row, error) {
	l, err := b.lab(long)
	if err != nil {
		return row{}, err
	}
	const path, shifts = "/staff/schedule?from=2026-11-29&weeks=4&crew=21", 2000
	_, text, err := l.body(b.ctx, path, l.cookie)
	if err != nil {
		return row{}, err
	}
	if n := bytes.Count(text, []byte("data-id=")); n != shifts {
		return row{}, fmt.Errorf("%d of %d shifts on the page", n, shifts)
	}
	total, err := l.visit(b, path)
	if err != nil {
		return row{}, err
	}
	r, err := b.timed(l, 60*time.Millisecond, lastPeriod, b.ask(l, 1, http.StatusOK, l.always(path, l.cookie)))
	kb := float64(total) / 1024
	r.memory, r.target, r.checks = fmt.Sprintf("%.1f KB", kb), r.target+", < 120 KB", append(r.checks, below(kb, 120))
	return r, err
}

// The range of the summary over a year, which begins and ends within a week, as users request it; the number of its weeks, and
// of an employee's shifts in each.
const (
	yearRange  = "?from=2025-12-01&to=2026-11-30"
	yearWeeks  = 52 // with hours
	weekShifts = 5  // of an employee
)

// summary measures one client that requests the hours of everyone in a year. The floor is the query of the sums of shifts.
func (b *bench) summary() (row, error) {
	l, err := b.lab(long)
	if err != nil {
		return row{}, err
	}
	const path = "/shifts/summary" + yearRange
	_, text, err := l.body(b.ctx, path, l.bearer)
	if err != nil {
		return row{}, err
	}
	var s struct{ Employees []struct{ Shifts int } }
	if err := json.Unmarshal(text, &s); err != nil {
		return row{}, err
	}
	n := 0
	for _, e := range s.Employees {
		n += e.Shifts
	}
	if want := yearWeeks * weekShifts * l.company.employees; n != want {
		return row{}, fmt.Errorf("%d of %d shifts in the summary", n, want)
	}
	return b.timed(l, 50*time.Millisecond, [2]string{"2025-11-30", "2026-11-29"}, b.ask(l, 1, http.StatusOK, l.always(path, l.bearer)))
}

// activityReport measures one client that requests the hours of the longest time, two years, by activity: half of the shifts
// name one of four.
func (b *bench) activityReport() (row, error) {
	l, err := b.lab(long)
	if err != nil {
		return row{}, err
	}
	const path = "/activities/report?by=activity&from=2024-12-01&to=2026-11-28"
	_, text, err := l.body(b.ctx, path, l.bearer)
	if err != nil {
		return row{}, err
	}
	var s struct {
		Lines []struct{ Hours float64 } `json:"lines"`
	}
	if err := json.Unmarshal(text, &s); err != nil {
		return row{}, err
	}
	if len(s.Lines) != 4 {
		return row{}, fmt.Errorf("%d lines in the report, not four activities", len(s.Lines))
	}
	return b.timed(l, 300*time.Millisecond, [2]string{"2024-12-01", "2026-11-29"}, b.ask(l, 1, http.StatusOK, l.always(path, l.bearer)))
}

// present measures the page of who works and who should, of 5,000 employees: four of five have clocked in.
func (b *bench) present() (row, error) {
	l, err := b.lab(wide)
	if err != nil {
		return row{}, err
	}
	const path, rows = "/staff/present?page=3", 100 // 50 who work, and the first 50 of those who are not in yet
	_, text, err := l.body(b.ctx, path, l.cookie)
	if err != nil {
		return row{}, err
	}
	if n := bytes.Count(text, []byte("Marie-Ève Tremblay")); n != rows {
		return row{}, fmt.Errorf("%d of %d people on the page", n, rows)
	}
	return b.timed(l, 50*time.Millisecond, lastPeriod, b.ask(l, 1, http.StatusOK, l.always(path, l.cookie)))
}

// balances measures one client that requests what leave 5,000 employees have left on a day in the next year.
func (b *bench) balances() (row, error) {
	l, err := b.lab(wide)
	if err != nil {
		return row{}, err
	}
	const path = "/leave-balances?date=2027-06-30"
	_, text, err := l.body(b.ctx, path, l.bearer)
	if err != nil {
		return row{}, err
	}
	var list []struct{}
	if err := json.Unmarshal(text, &list); err != nil {
		return row{}, err
	}
	if len(list) != l.company.employees {
		return row{}, fmt.Errorf("%d of %d balances", len(list), l.company.employees)
	}
	return b.timed(l, 300*time.Millisecond, lastPeriod, b.ask(l, 1, http.StatusOK, l.always(path, l.bearer)))
}

// lastPeriod are the weeks that most of the reads are about.
var lastPeriod = [2]string{periodStart, "2026-11-22"}

// timed measures a figure in milliseconds, compared with the bare query over its weeks.
func (b *bench) timed(l *lab, target time.Duration, weeks [2]string, measure func() (load.Result, error)) (row, error) {
	floor, err := b.sums(l, weeks)
	if err != nil {
		return row{}, err
	}
	if err := l.forget(); err != nil {
		return row{}, err
	}
	of, beside, ratio, err := b.duel(measure, floor)
	if err != nil {
		return row{}, err
	}
	memory, err := b.remember(l)
	return row{p50: ms(of.P50), p99: ms(of.P99), rate: perSecond(of.Rate), memory: memory, floor: "raw query " + ms(beside.P50),
		ratio: times(1 / ratio), target: "p50 ≤ " + ms(target), checks: checks{atMost(of.P50, target)}}, err
}

func (b *bench) sums(l *lab, weeks [2]string) (func() (load.Result, error), error) {
	s, err := l.raw.PrepareContext(b.ctx, rawSumsText)
	if err != nil {
		return nil, err
	}
	return func() (load.Result, error) {
		return b.repeat(func() error {
			n, err := rawSums(b.ctx, s, weeks)
			if err == nil && n < l.company.employees {
				err = fmt.Errorf("%d sums of %d employees", n, l.company.employees)
			}
			return err
		})
	}, nil
}

// sees fails unless the response to an administrator has the status and contains part.
func (l *lab) sees(ctx context.Context, path string, status int, part string) error {
	answer, text, err := l.body(ctx, path, l.bearer+l.cookie)
	if err != nil {
		return err
	}
	if answer.StatusCode != status || !contains(text, part) {
		return fmt.Errorf("%s: status %d, want %d and %q in it", path, answer.StatusCode, status, part)
	}
	return nil
}
