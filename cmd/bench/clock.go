package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"time"

	"presence/cmd/bench/load"
)

// The clock's figures: the phones of so many employees hand over what was stamped without a network, and stamp with one.
const (
	phones       = 200
	phoneStamps  = 50  // that each hands over
	stampsSecond = 500 // that all of them make with a network
)

// phonesLab returns a company of which the employees of the phones have clocked nothing, with the header line of each of them.
func (b *bench) phonesLab(name string) (l *lab, bearers []string, err error) {
	if l, err = b.open(wide, b.named(name)); err != nil {
		return nil, nil, err
	}
	l.company = company{} // no other figure uses it
	b.labs = append(b.labs, l)
	d, err := l.outside()
	if err != nil {
		return nil, nil, err
	}
	defer d.Close()
	for _, table := range []string{"clock_stamps", "clockings"} {
		if _, err := d.ExecContext(b.ctx, "DELETE FROM "+table+" WHERE employee_id % 5 = 0"); err != nil {
			return nil, nil, err
		}
	}
	bearers = make([]string, phones)
	for i := range bearers {
		if bearers[i], err = b.token(l, fmt.Sprintf("%d@example.org", phoneEmployee(i)-1)); err != nil {
			return nil, nil, err
		}
	}
	return l, bearers, nil
}

func phoneEmployee(i int) int { return 5 + 5*i }

// phoneBody is what the i-th phone hands over: the shifts of some nights, with breaks.
func phoneBody(i int, now time.Time) []byte {
	var list []map[string]any
	for night := now.UTC().Truncate(24*time.Hour).AddDate(0, 0, -6).Add(21 * time.Hour); ; night = night.AddDate(0, 0, 1) {
		for _, begin := range []time.Duration{0, 5 * time.Hour, 10 * time.Hour} {
			for n, act := range []string{"in", "break", "back", "out"} {
				if len(list) == phoneStamps {
					body, _ := json.Marshal(map[string]any{"employee_id": phoneEmployee(i), "sent_at": now.Format(time.RFC3339), "stamps": list})
					return body
				}
				list = append(list, map[string]any{"stamp_id": fmt.Sprintf("phone-%d-%d", i, len(list)), "act": act,
					"at": night.Add(begin + time.Duration(n)*time.Hour).Format(time.RFC3339)})
			}
		}
	}
}

// handOver measures phones that hand over 10,000 stamps in all, and then the same again, which must change nothing.
func (b *bench) handOver() (row, error) {
	l, bearers, err := b.phonesLab("phones")
	if err != nil {
		return row{}, err
	}
	now := time.Now()
	send := func() (took time.Duration, err error) {
		start := time.Now()
		_, err = load.Arrive(b.ctx, l.addr, clients, phones, time.Microsecond, func(buf []byte, i int) ([]byte, int) {
			return load.Send(buf, http.MethodPost, "/clock/stamps", l.addr, bearers[i], phoneBody(i, now)), http.StatusOK
		})
		return time.Since(start), err
	}
	if err := l.forget(); err != nil {
		return row{}, err
	}
	before, err := l.count(b.ctx, countShifts)
	if err != nil {
		return row{}, err
	}
	first, err := send()
	if err != nil {
		return row{}, err
	}
	again, err := send()
	if err != nil {
		return row{}, err
	}
	after, err := l.count(b.ctx, countShifts)
	if err != nil {
		return row{}, err
	}
	taken, err := l.count(b.ctx, "SELECT COUNT(*) FROM clock_stamps WHERE stamp_id LIKE 'phone-%' AND refusal = ''")
	if shifts := phones * (phoneStamps / 4); err == nil && (taken != phones*phoneStamps || after-before != shifts) {
		err = fmt.Errorf("%d stamps were taken and became %d shifts, want %d and %d", taken, after-before, phones*phoneStamps, shifts)
	}
	if err != nil {
		return row{}, err
	}
	memory, err := b.remember(l)
	return row{p50: ms(first), rate: perSecond(float64(phones*phoneStamps) / first.Seconds()), memory: memory,
		floor: "the same again " + ms(again), target: "≤ 5 s, each once", checks: checks{atMost(first, 5*time.Second)}}, err
}

// stampAtOnce measures phones that stamp with a network, all together so many times a second: in, break, back and out in turn.
func (b *bench) stampAtOnce() (row, error) {
	l, bearers, err := b.phonesLab("clock")
	if err != nil {
		return row{}, err
	}
	n := stampsSecond * int(5*b.span/time.Second)
	took, err := load.Arrive(b.ctx, l.addr, phones, n, time.Second/stampsSecond, func(buf []byte, i int) ([]byte, int) {
		act, want := [...]string{"in", "break", "back", "out"}[i/phones%4], http.StatusOK
		if act == "in" {
			want = http.StatusCreated
		}
		return load.Send(buf, http.MethodPost, "/clock/"+act, l.addr, bearers[i%phones], []byte("{}")), want
	})
	if err != nil {
		return row{}, err
	}
	slices.Sort(took)
	memory, err := b.remember(l)
	p99 := load.Percentile(took, 99)
	return row{p50: ms(load.Percentile(took, 50)), p99: ms(p99), rate: perSecond(stampsSecond), memory: memory, target: "p99 ≤ 100 ms",
		checks: checks{atMost(p99, 100*time.Millisecond)}}, err
}
