package main

import (
	"fmt"
	"net/http"
	"strconv"
	"time"

	"presence/cmd/bench/load"
)

// itemCount is how many shifts are approved one by one in a round.
const itemCount = 1000

// approveItems measures the approval of a thousand shifts, one per request, by concurrent clients. The floor is the bare update
// of a shift with its row in the audit log, by one connection, each pair on disk before the next. Each round takes other
// shifts, beginning with the last ones.
func (b *bench) approveItems() (row, error) {
	l, err := b.lab(long)
	if err != nil {
		return row{}, err
	}
	if err := l.forget(); err != nil {
		return row{}, err
	}
	body := []byte(`{"is_approved":true}`)
	rounds, floors := 0, 0
	of, beside, ratio, err := b.duel(func() (load.Result, error) {
		last := l.company.shifts() - rounds*itemCount
		rounds++
		return load.Batch(b.ctx, l.addr, clients, http.StatusOK, itemCount, func(buf []byte, i int) []byte {
			return load.Send(buf, http.MethodPatch, "/shifts/"+strconv.Itoa(last-i)+"/approval", l.addr, l.bearer, body)
		})
	}, func() (load.Result, error) {
		last := l.company.shifts() - floors*itemCount
		floors++
		return load.Times(b.ctx, itemCount, func(i int) error { return rawApproveItem(b.ctx, l.raw, last-i) })
	})
	if err != nil {
		return row{}, err
	}
	if err := l.approvedItems(b, rounds*itemCount); err != nil {
		return row{}, err
	}
	memory, err := b.remember(l)
	return row{p50: ms(of.P50), p99: ms(of.P99), rate: perSecond(of.Rate), memory: memory,
		floor: "raw update " + perSecond(beside.Rate) + ", p99 " + ms(beside.P99),
		ratio: times(ratio), target: "≥ 0.8 ×, p99 ≤ 50 ms", checks: checks{ratioOf(ratio, 0.8), atMost(of.P99, 50*time.Millisecond)}}, err
}

// approvedItems fails unless want shifts are approved and the audit log contains as many approvals.
func (l *lab) approvedItems(b *bench, want int) error {
	for _, query := range []string{countApproved, countApprovals} {
		n, err := l.count(b.ctx, query)
		if err != nil {
			return err
		}
		if n != want {
			return fmt.Errorf("%d were approved, %d are there by %s", want, n, query)
		}
	}
	return nil
}
