package main

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"presence/cmd/bench/load"
)

// The check-in page's figure: how many parties there are, how many people arrive a second, and at how many devices.
const (
	doorParties = 20_000
	doorRate    = 20
	doorDevices = 5
)

// fillDoor makes the event and its parties: $1 is how many there are, $2 when the event begins.
var fillDoor = []string{
	`INSERT INTO events (id, state, starts_at, ends_at, palette, title_fr, title_en, created_at, updated_at)
		VALUES ('door', 'open', $2, $2 + 14400000 + 0 * $1, 'sapin', 'Souper', 'Supper', 1, 1)`,
	`WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < $1 - 1)
		INSERT INTO rsvps (id, event_id, identity, name, folded, email, email_key, people, language, confidence, created_at, responded_at)
		SELECT i + 1, 'door', 'email:' || i, 'Anne Roy ' || i, 'anne roy ' || i || ' ' || i || '@example.org', i || '@example.org',
			i || '@example.org', 2 + 0 * $2, 'fr', 'none', 1, 1 FROM n`,
	`INSERT INTO rsvp_codes (code_hash, rsvp_id) SELECT randomblob(32), id FROM rsvps WHERE 0 * $1 * $2 = 0`,
}

// door measures the search of the check-in page while people arrive: each device searches for a party, and counts it in. That
// every arrival is stored once is checked at the end.
func (b *bench) door() (row, error) {
	l, err := b.open(full, "door")
	if err != nil {
		return row{}, err
	}
	l.company = company{} // no other figure uses it
	b.labs = append(b.labs, l)
	if err := b.fillDoor(l); err != nil {
		return row{}, err
	}
	const page = "/staff/events/door/door"
	n := 2 * doorRate * int(5*b.span/time.Second)
	took, err := load.Arrive(b.ctx, l.addr, doorDevices, n, time.Second/(2*doorRate), func(buf []byte, i int) ([]byte, int) {
		party := i / 2 * 7919 % doorParties // all over the list
		if i%2 == 0 {
			return load.Get(buf, page+"?q="+url.QueryEscape("roy "+strconv.Itoa(party)), l.addr,
				l.cookie+"HX-Request: true\r\nHX-Target: door-list\r\n"), http.StatusOK
		}
		return load.Send(buf, http.MethodPost, page+"/kept", l.addr, l.bearer,
			fmt.Appendf(nil, `[{"key":"tap-%d","party":%d,"people":2}]`, i, party+1)), http.StatusOK
	})
	if err != nil {
		return row{}, err
	}
	var searches, taps []time.Duration
	for i, t := range took {
		if i%2 == 0 {
			searches = append(searches, t)
		} else {
			taps = append(taps, t)
		}
	}
	slices.Sort(searches)
	slices.Sort(taps)
	stored, err := l.count(b.ctx, "SELECT SUM(people) FROM arrivals")
	if err == nil && stored != n {
		err = fmt.Errorf("%d people are there, %d were counted", stored, n)
	}
	if err != nil {
		return row{}, err
	}
	memory, err := b.remember(l)
	p95 := load.Percentile(searches, 95)
	return row{p50: ms(load.Percentile(searches, 50)), p99: ms(load.Percentile(searches, 99)), rate: perSecond(doorRate), memory: memory,
		floor: "search p95 " + ms(p95) + ", arrival p99 " + ms(load.Percentile(taps, 99)), target: "search p95 ≤ 30 ms",
		checks: checks{atMost(p95, 30*time.Millisecond)}}, err
}

// fillDoor adds the parties to the data of a lab, whose product is started again.
func (b *bench) fillDoor(l *lab) error {
	if err := l.stop(); err != nil {
		return err
	}
	d, err := raw(filepath.Join(l.dir, file))
	if err != nil {
		return err
	}
	for _, s := range fillDoor {
		if _, fault := d.ExecContext(b.ctx, s, doorParties, time.Now().AddDate(0, 0, 1).UnixMilli()); fault != nil {
			err = errors.Join(err, fault)
		}
	}
	if err := errors.Join(err, d.Close()); err != nil {
		return err
	}
	l.child, err = b.serve(l.dir)
	return err
}
