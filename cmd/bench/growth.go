package main

import (
	"errors"
	"fmt"
	"math"
	"net/http"
	"strings"
	"time"

	"presence/app/apptest/sink"
	"presence/cmd/bench/load"
)

// work is something whose cost depends on how much data there is.
type work struct {
	name    string
	of      string // what there is more of
	sizes   [3]int // roughly 1, 3 and 10 times the first
	order   float64
	middle  time.Duration // limit of the middle size; 0: none
	measure func(b *bench, size int) (time.Duration, error)
}

// The main works. The cost of most grows as what they work on (order 1); a page of fifty costs the same anywhere (order 0).
var works = []work{
	{"overview of a period", "employees", [3]int{500, 1500, 5000}, 1, 0, (*bench).growingOverview},
	{"approval of a period", "employees", [3]int{500, 1500, 5000}, 1, 0, (*bench).growingApproval},
	{"list of 50 of one employee", "shifts", [3]int{100_000, 300_000, 1_000_000}, 0, 0, (*bench).growingList},
	{"directory sync", "customers", [3]int{100_000, 300_000, 1_000_000}, 1, 40 * time.Second, (*bench).growingSync},
	{"audience preview", "customers", [3]int{100_000, 300_000, 1_000_000}, 1, 150 * time.Millisecond, (*bench).growingPreview},
	{"import of a list", "lines", [3]int{100_000, 300_000, 1_000_000}, 1, 10 * time.Second, (*bench).growingImport},
	{"send", "recipients", [3]int{100_000, 300_000, 1_000_000}, 1, 0, (*bench).growingSend},
}

// tolerated is by how much the measured order of a work may exceed its own: caches hold less of what is larger.
const tolerated = 0.2

// growth measures each work at its three sizes. Its rows say by which power of the size the cost grows.
func (b *bench) growth() (row, error) {
	var curves []curve
	worst := row{target: "no work grows faster than what it works on"}
	for _, w := range works {
		c := curve{work: w}
		for i, size := range w.sizes {
			if b.quick {
				size /= 50
			}
			took, err := w.measure(b, size)
			if err != nil {
				return row{}, fmt.Errorf("%s, %d %s: %w", w.name, size, w.of, err)
			}
			c.sizes[i], c.took[i] = size, took
		}
		curves = append(curves, c)
		limits, target := checks{below(c.order(), w.order+tolerated)}, fmt.Sprintf("order ≤ %.1f", w.order+tolerated)
		if w.middle > 0 {
			limits, target = append(limits, atMost(c.took[1], w.middle)), target+", the middle one ≤ "+w.middle.String()
		}
		b.rows = append(b.rows, row{name: b.named("growth: " + w.name), p50: c.times(), memory: c.labels(),
			ratio: fmt.Sprintf("order %.2f", c.order()), target: target, checks: limits})
		worst.checks = append(worst.checks, limits[0])
	}
	b.pictures[b.named("growth")] = chart(curves)
	return worst, nil
}

// curve is what a work cost at each size.
type curve struct {
	work
	sizes [3]int
	took  [3]time.Duration
}

// order returns the power of the size with which the cost grows: 0 for a constant, 1 for what grows as its size, 2 for its square.
func (c curve) order() float64 {
	return math.Log(c.took[2].Seconds()/c.took[0].Seconds()) / math.Log(float64(c.sizes[2])/float64(c.sizes[0]))
}

func (c curve) times() string {
	return ms(c.took[0]) + ", " + ms(c.took[1]) + ", " + ms(c.took[2])
}

func (c curve) labels() string {
	var all []string
	for _, n := range c.sizes {
		all = append(all, strings.TrimSuffix(perSecond(float64(n)), "/s"))
	}
	return strings.Join(all, ", ") + " " + c.of
}

// medianOf measures one client that sends requests, for the span of a round; want is the expected status.
func (b *bench) medianOf(l *lab, want int, next func([]byte, int) []byte) (time.Duration, error) {
	if err := l.forget(); err != nil {
		return 0, err
	}
	r, err := b.ask(l, 1, want, next)()
	if err == nil && (r.Wrong > 0 || r.Count == 0) {
		err = fmt.Errorf("%d answers, %d wrong: %w", r.Count, r.Wrong, r.Fault)
	}
	return r.P50, err
}

func (b *bench) growingOverview(size int) (time.Duration, error) {
	l, err := b.open(company{size, 1, 0}, b.named(fmt.Sprint("growth-overview-", size)))
	if err != nil {
		return 0, err
	}
	took, err := b.medianOf(l, http.StatusOK, l.always("/pay-periods/"+periodPath+"/overview", l.bearer))
	return took, errors.Join(err, l.close())
}

func (b *bench) growingApproval(size int) (time.Duration, error) {
	l, err := b.open(company{size, 1, 0}, b.named(fmt.Sprint("growth-approval-", size)))
	if err != nil {
		return 0, err
	}
	took, err := l.approveAll(b.ctx)
	return took, errors.Join(err, l.close())
}

func (b *bench) growingList(size int) (time.Duration, error) {
	l, err := b.open(company{400, max(1, size/400/shiftsEach), 0}, b.named(fmt.Sprint("growth-list-", size)))
	if err != nil {
		return 0, err
	}
	n, middle := 0, l.company.shifts()/2
	took, err := b.medianOf(l, http.StatusCreated, func(buf []byte, _ int) []byte {
		n++
		return load.Get(buf, fmt.Sprintf("/shifts?employee_id=%d&limit=50&after=%d", 1+n*7919%l.company.employees, middle), l.addr, l.bearer)
	})
	return took, errors.Join(err, l.close())
}

func (b *bench) growingSync(size int) (time.Duration, error) {
	l, took, err := b.syncedLab(b.named(fmt.Sprint("growth-directory-", size)), size)
	if err != nil {
		return 0, err
	}
	b.synced[size] = l // for growingPreview, which is measured after it
	return took, nil
}

func (b *bench) growingPreview(size int) (time.Duration, error) {
	l := b.synced[size]
	if l == nil {
		return 0, errors.New("the directory of this size was not made")
	}
	delete(b.synced, size)
	took, err := b.medianOf(l, http.StatusOK, func(buf []byte, _ int) []byte {
		return load.Send(buf, http.MethodPost, audienceOf, l.addr, l.bearer, []byte(allFilters))
	})
	return took, errors.Join(err, l.close())
}

// invited is a server with an event and its list.
type invited struct {
	*mailing
	event string
}

func (b *bench) growingImport(size int) (time.Duration, error) {
	m, err := b.mailing(fmt.Sprint("growth-", size), 16, 1, sink.Options{})
	if err != nil {
		return 0, err
	}
	begin := time.Now()
	event, err := m.invite(b.ctx, size, 0)
	if err != nil {
		return 0, errors.Join(err, m.end())
	}
	b.invited[size] = &invited{m, event} // for growingSend, which is measured after it
	return time.Since(begin), nil
}

func (b *bench) growingSend(size int) (time.Duration, error) {
	m := b.invited[size]
	if m == nil {
		return 0, errors.New("the list of this size was not made")
	}
	delete(b.invited, size)
	r, _, err := m.send(b.ctx, m.event, size)
	if err := errors.Join(err, m.end()); err != nil {
		return 0, err
	}
	return time.Duration(float64(size) / r.Rate * float64(time.Second)), nil
}
