package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"sync/atomic"
	"time"

	"presence/cmd/bench/load"
	"presence/db"
)

// newShift returns the n-th shift that a run creates. It goes through the employees in turn, one day later each time around, on
// the sheet of their last period, so that no shifts overlap.
func (c company) newShift(n int) (employee int, sheet int, start time.Time) {
	employee = 1 + n%c.employees
	sheet = (c.periods-1)*c.employees + employee
	return employee, sheet, time.Date(2027, 1, 4, 13, 0, 0, 0, time.UTC).AddDate(0, 0, n/c.employees)
}

// create measures requests that create one shift each, which is on disk before the response. The floor is the bare insert of
// the same rows by one connection, each in its own transaction.
func (b *bench) create() (row, error) {
	l, err := b.lab(long)
	if err != nil {
		return row{}, err
	}
	insert, err := l.raw.PrepareContext(b.ctx, rawInsert)
	if err != nil {
		return row{}, err
	}
	next := 0
	floor := func() (load.Result, error) {
		return b.repeat(func() error {
			employee, sheet, start := l.company.newShift(next)
			next++
			var id int64
			day, week := start.Format(time.DateOnly), start.AddDate(0, 0, -int(start.Weekday())).Format(time.DateOnly)
			return insert.QueryRowContext(b.ctx, sheet, employee, 1, day, week, start.UnixMilli(), start.Add(8*time.Hour).UnixMilli(), 480,
				1).Scan(&id)
		})
	}
	before, err := l.count(b.ctx, countShifts)
	if err != nil {
		return row{}, err
	}
	if err := l.forget(); err != nil {
		return row{}, err
	}
	var sent atomic.Int64
	of, beside, ratio, err := b.duel(b.ask(l, clients, http.StatusCreated, func(buf []byte, _ int) []byte {
		return load.Send(buf, http.MethodPost, "/shifts", l.addr, l.bearer, l.company.shiftBody(int(sent.Add(1)-1)))
	}), floor)
	if err != nil {
		return row{}, err
	}
	after, err := l.count(b.ctx, countShifts)
	if err != nil {
		return row{}, err
	}
	if after-before < of.Count {
		return row{}, fmt.Errorf("%d were acknowledged, %d are there", of.Count, after-before)
	}
	memory, err := b.remember(l)
	return row{p50: ms(of.P50), p99: ms(of.P99), rate: perSecond(of.Rate), memory: memory,
		floor: "raw insert " + perSecond(beside.Rate) + ", p99 " + ms(beside.P99),
		ratio: times(ratio), target: "≥ 0.8 ×, p99 ≤ 15 ms", checks: checks{ratioOf(ratio, 0.8), atMost(of.P99, 15*time.Millisecond)}}, err
}

// outside opens the product's database by the bare driver.
func (l *lab) outside() (*sql.DB, error) {
	if l.engine == db.Postgres {
		return sql.Open("pgx", l.url)
	}
	return raw(filepath.Join(l.dir, file))
}

// count looks into the product's database from outside.
func (l *lab) count(ctx context.Context, query string) (n int, err error) {
	d, err := l.outside()
	if err != nil {
		return 0, err
	}
	err = d.QueryRowContext(ctx, query).Scan(&n)
	return n, errors.Join(err, d.Close())
}

// export measures the CSV export of every shift, compared with encoding/csv of the same rows.
func (b *bench) export() (row, error) {
	l, err := b.lab(long)
	if err != nil {
		return row{}, err
	}
	const path = "/shifts/export.csv?from=2000-01-01&to=2026-12-31"
	_, text, err := l.body(b.ctx, path, l.bearer)
	if err != nil {
		return row{}, err
	}
	if n := lines(text); n != l.company.shifts()+1 {
		return row{}, fmt.Errorf("%d lines in the export of %d shifts: %.200s", n, l.company.shifts(), text)
	}
	if err := b.restart(l); err != nil {
		return row{}, err
	}
	one := func(fn func() error) func() (load.Result, error) {
		return func() (load.Result, error) { return load.Repeat(b.ctx, 0, time.Nanosecond, fn) }
	}
	of, beside, ratio, err := b.duel(one(func() error {
		c, err := load.Dial(b.ctx, l.addr)
		if err != nil {
			return err
		}
		defer c.Close()
		a, err := c.Do(load.Get(nil, path, l.addr, l.bearer))
		if err == nil && a.Status != http.StatusOK {
			err = fmt.Errorf("status %d", a.Status)
		}
		return err
	}), one(func() error {
		n, err := rawCSV(b.ctx, l.raw, io.Discard)
		if err == nil && n < l.company.shifts() {
			err = fmt.Errorf("%d rows", n)
		}
		return err
	}))
	if err != nil {
		return row{}, err
	}
	_, peak, err := l.memory()
	b.highest = max(b.highest, peak)
	rate, floor := float64(l.company.shifts())/of.P50.Seconds(), float64(l.company.shifts())/beside.P50.Seconds()
	return row{p50: ms(of.P50), p99: ms(of.Max), rate: perSecond(rate) + " rows", memory: fmt.Sprintf("peak %.0f MB", peak),
			floor: "encoding/csv " + perSecond(floor), ratio: times(ratio), target: "≥ 150,000 rows/s, < 100 MB",
			checks: checks{atLeast(rate, 150_000), below(peak, 100)}},
		err
}

// approve measures the approval of a whole period at once. A period can be approved once, so every round has its own data.
func (b *bench) approve() (row, error) {
	var took, raw []time.Duration
	var memory string
	for i := range b.rounds {
		name := fmt.Sprintf("approve-%d", i)
		l, err := b.open(wide, name)
		if err != nil {
			return row{}, err
		}
		begin := time.Now()
		if err := rawApprove(b.ctx, l.raw); err != nil {
			return row{}, err
		}
		raw = append(raw, time.Since(begin))
		t, err := l.approveAll(b.ctx)
		if err != nil {
			return row{}, err
		}
		took = append(took, t)
		if memory, err = b.remember(l); err != nil {
			return row{}, err
		}
		if err := l.close(); err != nil {
			return row{}, err
		}
	}
	p50, worst := load.Spread(took)
	floor, _ := load.Spread(raw)
	return row{p50: ms(p50), p99: ms(worst), memory: memory, floor: "raw writes " + ms(floor), ratio: times(p50.Seconds() / floor.Seconds()),
		target: "< 1,000 ms", checks: checks{atMost(p50, time.Second)}}, nil
}

func (l *lab) approveAll(ctx context.Context) (time.Duration, error) {
	c, err := load.Dial(ctx, l.addr)
	if err != nil {
		return 0, err
	}
	defer c.Close()
	request := load.Send(nil, http.MethodPatch, "/pay-periods/"+periodPath+"/approval", l.addr, l.bearer, []byte("{}"))
	begin := time.Now()
	a, err := c.Do(request)
	took := time.Since(begin)
	if err == nil && a.Status != http.StatusOK {
		err = fmt.Errorf("status %d", a.Status)
	}
	if err != nil {
		return 0, err
	}
	n, err := l.count(ctx, `SELECT COUNT(*) FROM timesheets WHERE is_approved`)
	if err == nil && n != l.company.employees {
		err = fmt.Errorf("%d of %d sheets are approved", n, l.company.employees)
	}
	return took, err
}
