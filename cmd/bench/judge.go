package main

import (
	"fmt"
	"slices"
	"strconv"
	"time"
)

// referenceHello is the rate of the hello server on the machine where the limits of times and rates were set.
const referenceHello = 87_000

// machine is how fast the machine was while a figure was measured, compared with the reference machine: the hello server's rate
// before and after, divided by referenceHello. It is zero if nobody measured it.
type machine struct{ slow, fast float64 }

func (m machine) String() string {
	if m == (machine{}) {
		return ""
	}
	return fmt.Sprintf("%.2f–%.2f", m.slow, m.fast)
}

// beside calls measure between two measurements of the hello server.
func (b *bench) beside(measure func() error) (machine, error) {
	var speeds []float64
	greet := func() error {
		r, err := b.greeting(clients)()
		speeds = append(speeds, r.Rate/referenceHello)
		b.hellos = append(b.hellos, r.Rate)
		return err
	}
	for _, step := range []func() error{greet, measure, greet} {
		if err := step(); err != nil {
			return machine{}, err
		}
	}
	return machine{slices.Min(speeds), slices.Max(speeds)}, nil
}

// allowed returns what a limit of the reference machine allows on this one, by the hello server's rate before the figure.
func (b *bench) allowed(limit time.Duration) time.Duration {
	return time.Duration(float64(limit) * referenceHello / b.hellos[len(b.hellos)-1])
}

// check compares what was measured with its limit.
type check struct {
	value, limit float64
	least        bool // the value should be at least the limit, otherwise at most
	scaled       bool // the limit is that of the reference machine; a machine of half its speed has twice the time
}

// checks are all that a figure should keep.
type checks []check

// atMost limits a time.
func atMost(d, limit time.Duration) check {
	return check{value: d.Seconds(), limit: limit.Seconds(), scaled: true}
}

// atLeast limits a rate.
func atLeast(rate, limit float64) check {
	return check{value: rate, limit: limit, least: true, scaled: true}
}

// ratioOf limits a ratio to a floor of the same run, or a count: what is the same on every machine.
func ratioOf(ratio, limit float64) check { return check{value: ratio, limit: limit, least: true} }

// below limits a size.
func below(size, limit float64) check { return check{value: size, limit: limit} }

// verdict returns "ok", "MISS", or "unclear" if that depends on which of the two speeds of the machine counts: the worst of the checks.
func (c checks) verdict(m machine) string {
	if m == (machine{}) {
		m = machine{1, 1}
	}
	worst := "ok"
	for _, x := range c {
		strict, lenient := x.limit, x.limit
		switch {
		case x.scaled && x.least:
			strict, lenient = x.limit*m.fast, x.limit*m.slow
		case x.scaled:
			strict, lenient = x.limit/m.fast, x.limit/m.slow
		}
		within := func(limit float64) bool {
			if x.least {
				return x.value >= limit
			}
			return x.value <= limit
		}
		switch {
		case within(strict):
		case within(lenient):
			worst = "unclear"
		default:
			return "MISS"
		}
	}
	return worst
}

// speed returns a sentence about the machine, by the hello servers of the run; empty if none ran.
func (b *bench) speed() string {
	if len(b.hellos) == 0 {
		return ""
	}
	all := slices.Sorted(slices.Values(b.hellos))
	at := all[len(all)/2]
	return "Hello answered " + perSecond(at) + " here, " + strconv.FormatFloat(at/referenceHello, 'f', 2, 64) + " of the reference machine. "
}
