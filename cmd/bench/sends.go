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
}

// send measures a campaign sent to a relay in its own process, with a durable state for each recipient. The floor is a bare
// client that only hands messages of the same size to the same relay.
func (b *bench) send(s mass) (r row, err error) {
	if b.quick {
		s.guests = min(s.guests, 2000)
	}
	m, err := b.mailing(strings.ReplaceAll(s.name, " ", "-"), s.conns, s.relay)
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
		target: fmt.Sprintf("%s, < %d MB", s.target, sendMemory), checks: checks{s.holds(rate, ratio), below(m.highest, sendMemory)}}, nil
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

// masses are the figures of sends. A relay that answers at once shows the product's own cost; one that takes a while to answer
// shows whether connections are kept busy.
var masses = []mass{
	{"send, durable", 16, sink.Options{}, 20_000, 0, "≥ 8,000/s", func(rate, _ float64) check { return atLeast(rate, 8000) }},
	{"send, relay takes 4 ms, 50 connections", 50, sink.Options{Dot: 4 * time.Millisecond}, 20_000, 0, "≥ 6,000/s",
		func(rate, _ float64) check { return atLeast(rate, 6000) }},
	{"send, relay takes 4 ms, 4 connections", 4, sink.Options{Dot: 4 * time.Millisecond}, 2000, 0, "≥ 0.75 ×",
		func(_, ratio float64) check { return ratioOf(ratio, 0.75) }},
	{"send, relay takes 4 ms, 16 connections", 16, sink.Options{Dot: 4 * time.Millisecond}, 8000, 0, "≥ 0.7 ×",
		func(_, ratio float64) check { return ratioOf(ratio, 0.7) }},
	{"send, 4 ms a round trip, 4 connections", 4, sink.Options{Trip: 4 * time.Millisecond}, 2000, 0, "≥ 0.9 ×",
		func(_, ratio float64) check { return ratioOf(ratio, 0.9) }},
	{"send, 200 KB attached", 16, sink.Options{}, 3000, attachment, "≥ 1,000/s", func(rate, _ float64) check { return atLeast(rate, 1000) }},
}

// sendToMany measures a send to 100,000 recipients: the time until the first message is at the relay, and the response times of
// the report's page during the send.
func (b *bench) sendToMany() (r row, err error) {
	guests := 100_000
	if b.quick {
		guests = 10_000
	}
	m, err := b.mailing("many", 4, sink.Options{})
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
		target: fmt.Sprintf("first ≤ 1 s, page p50 ≤ 30 ms, < %d MB", sendMemory), checks: checks{atMost(soon, time.Second), atMost(p50, 30*time.Millisecond),
			below(peak, sendMemory)}}, err
}
