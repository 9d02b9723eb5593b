package main

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"presence/app/apptest/sink"
	"presence/cmd/bench/load"
	"presence/db"
)

const (
	sendMemory = 150 // MB, the highest that a send may take
	attachment = 200 << 10
)

// mass is one way to measure a send.
type mass struct {
	name     string
	conns    int
	relay    sink.Options
	guests   int // a round
	attached int
	target   string
	holds    func(rate, ratio float64) check
	replicas int // 0: one

	onPostgres func(rate, ratio float64) check // nil: as on SQLite
}

// send measures a campaign sent to a relay in its own process, with a durable state for each recipient. The floor is a bare
// client that only hands messages of the same size to the same relay.
func (b *bench) send(s mass) (r row, err error) {
	if b.quick {
		s.guests = min(s.guests, 2000)
	}
	holds := s.holds
	if b.engine == db.Postgres && s.onPostgres != nil {
		holds = s.onPostgres
	}
	m, err := b.mailing(strings.ReplaceAll(s.name, " ", "-"), s.conns, max(1, s.replicas), s.relay)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, m.end()) }()
	size := 0
	round := func(guests int) (load.Result, error) {
		event, err := m.invite(b.ctx, guests, s.attached)
		if err != nil {
			return load.Result{}, err
		}
		result, n, err := m.send(b.ctx, event, guests)
		size = n
		return result, err
	}
	if _, err := round(min(s.guests, 500)); err != nil { // which also tells how large a message is
		return r, err
	}
	var rates, floors, ratios []float64
	for range b.rounds {
		floor, err := b.sendFloor(m, s, size)
		if err != nil {
			return r, err
		}
		result, err := round(s.guests)
		if err != nil {
			return r, err
		}
		rates, floors, ratios = append(rates, result.Rate), append(floors, floor), append(ratios, result.Rate/floor)
	}
	b.spread = max(b.spread, slices.Max(floors)/slices.Min(floors))
	rate, ratio := median(rates), median(ratios)
	b.highest = max(b.highest, m.highest)
	return row{rate: perSecond(rate), memory: fmt.Sprintf("peak %.0f MB, %d µs of a processor each", m.highest, m.each.Microseconds()),
		floor: "bare client " + perSecond(median(floors)), ratio: times(ratio),
		target: fmt.Sprintf("%s, < %d MB", s.target, sendMemory), checks: checks{holds(rate, ratio), below(m.highest, sendMemory)}}, nil
}

func median(list []float64) float64 {
	s := slices.Sorted(slices.Values(list))
	return s[len(s)/2]
}

// sendFloor measures the bare client's rate.
func (b *bench) sendFloor(m *mailing, s mass, size int) (float64, error) {
	begin := time.Now()
	if err := bareSMTP(b.ctx, strings.TrimPrefix(m.relay.URL, "smtp://"), s.conns, s.guests, size); err != nil {
		return 0, err
	}
	rate := float64(s.guests) / time.Since(begin).Seconds()
	_, _, _, err := m.arrive(b.ctx, s.guests)
	return rate, err
}

// The figures of sends. A relay that answers at once shows the product's own cost; one that takes a while to answer shows whether
// connections are kept busy.
var (
	durable = mass{name: "send, durable", conns: 16, guests: 20_000, target: "≥ 8,000/s, PostgreSQL ≥ 6,000/s", holds: least(8000),
		onPostgres: least(6000)}
	twoReplicas = mass{name: "send, durable, two replicas", conns: 16, guests: 20_000, replicas: 2, target: "≥ 6,000/s", holds: least(6000)}
	fifty       = mass{name: "send, relay takes 4 ms, 50 connections", conns: 50, relay: slowDot, guests: 20_000, target: "≥ 6,000/s",
		holds: least(6000)}
	four = mass{name: "send, relay takes 4 ms, 4 connections", conns: 4, relay: slowDot, guests: 2000, target: "≥ 0.75 ×",
		holds: part(0.75)}
	sixteen = mass{name: "send, relay takes 4 ms, 16 connections", conns: 16, relay: slowDot, guests: 8000, target: "≥ 0.7 ×",
		holds: part(0.7)}
	fourTrips = mass{name: "send, 4 ms a round trip, 4 connections", conns: 4, relay: sink.Options{Trip: 4 * time.Millisecond}, guests: 2000,
		target: "≥ 0.9 ×", holds: part(0.9)}
	attachments = mass{name: "send, 200 KB attached", conns: 16, guests: 3000, attached: attachment, target: "≥ 1,000/s", holds: least(1000)}
)

var slowDot = sink.Options{Dot: 4 * time.Millisecond}

// least limits the messages a second, part their ratio to those of the bare client.
func least(limit float64) func(rate, ratio float64) check {
	return func(rate, _ float64) check { return atLeast(rate, limit) }
}

func part(limit float64) func(rate, ratio float64) check {
	return func(_, ratio float64) check { return ratioOf(ratio, limit) }
}

// figureOf returns the line of the table.
func (s mass) figureOf(engines []db.Dialect) figure {
	return figure{s.name, func(b *bench) (row, error) { return b.send(s) }, engines}
}

// sendToMany measures a send to 100,000 recipients: the time until the first message is at the relay, and the response times of
// the report's page during the send.
func (b *bench) sendToMany() (r row, err error) {
	guests := 100_000
	if b.quick {
		guests = 10_000
	}
	m, err := b.mailing("many", 4, 1, sink.Options{})
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, m.end()) }()
	event, err := m.invite(b.ctx, guests, 0)
	if err != nil {
		return r, err
	}
	if err := m.anew(); err != nil {
		return r, err
	}
	asked := time.Now()
	heard := make(chan struct{})
	var first time.Time
	var lost error
	go func() {
		first, _, _, lost = m.arrive(b.ctx, guests)
		close(heard)
	}()
	var c sent
	if err := m.post(b.ctx, "/events/"+event+"/send", "application/json", `{"channel":"bulk"}`, &c); err != nil {
		return r, err
	}
	page := fmt.Sprint("/staff/campaigns/", c.ID)
	var took []time.Duration
	for under := true; under; {
		begin := time.Now()
		answer, _, err := m.body(b.ctx, page, m.cookie)
		if err != nil {
			return r, err
		}
		if answer.StatusCode != http.StatusOK {
			return r, fmt.Errorf("%s: %s", page, answer.Status)
		}
		took = append(took, time.Since(begin))
		select {
		case <-heard:
			under = false
		case <-time.After(50 * time.Millisecond):
		}
	}
	if lost != nil {
		return r, lost
	}
	if err := m.completed(b.ctx, c.ID, guests); err != nil {
		return r, err
	}
	p50, worst := load.Spread(took)
	_, peak, err := m.memory()
	b.highest = max(b.highest, peak)
	soon := first.Sub(asked)
	return row{p50: "page " + ms(p50), p99: ms(worst) + " (slowest)", rate: "first message after " + ms(soon),
		memory: fmt.Sprintf("peak %.0f MB", peak),
		target: fmt.Sprintf("first ≤ 1 s, page p50 ≤ 30 ms, < %d MB", sendMemory),
		checks: checks{atMost(soon, time.Second), atMost(p50, 30*time.Millisecond),
			below(peak, sendMemory)}}, err
}
