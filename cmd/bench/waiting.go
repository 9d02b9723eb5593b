package main

import (
	"fmt"
	"net/http"
	"path/filepath"
	"time"

	"presence/cmd/bench/load"
)

const (
	offerRounds = 5    // events whose capacity is raised
	offerPlaces = 1000 // by which it is, and parties that are offered a place each
)

// fillWaiting makes the events of offers: $1 is how many, $2 how many parties wait for each, $3 when they begin.
var fillWaiting = []string{
	`WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < $1 - 1)
		INSERT INTO events (id, state, starts_at, ends_at, capacity, palette, title_fr, title_en, intro_fr, created_at, updated_at)
		SELECT 'full-' || i, 'open', $3, $3 + 14400000 + 0 * $2, 1, 'sapin', 'Souper des clients', 'Customer supper', 'Venez **nombreux** !', 1, 1 FROM n`,
	`INSERT INTO rsvp_tallies (event_id, headcount, registrations, waiting) SELECT id, 1, 1, $2 + 0 * $1 * $3 FROM events WHERE id LIKE 'full-%'`,
	`WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < $2 - 1)
		INSERT INTO waiting_parties (event_id, position, state, name, email, email_key, people, language, created_at, changed_at)
		SELECT e.id, i, 'waiting', 'Client Numéro ' || i, 'c' || i || '@example.com', 'c' || i || '@example.com', 1 + 0 * $1 * $3, 'fr', 1, 1
		FROM n, events e WHERE e.id LIKE 'full-%'`,
}

// offers measures requests that raise the capacity of a full event by 1,000 places, which are offered to 1,000 parties of its waiting
// list, with their messages, in the transaction of the request. The relay takes none of them.
func (b *bench) offers() (row, error) {
	l, err := b.open(full, "offers", "SMTP_URL=smtp://127.0.0.1:1?starttls=off", "MAIL_FROM=events@example.com")
	if err != nil {
		return row{}, err
	}
	defer func() { _ = l.close() }()
	d, err := raw(filepath.Join(l.dir, file))
	if err != nil {
		return row{}, err
	}
	defer func() { _ = d.Close() }()
	for _, s := range fillWaiting {
		if _, err := d.ExecContext(b.ctx, s, offerRounds, offerPlaces, time.Now().AddDate(1, 0, 0).UnixMilli()); err != nil {
			return row{}, err
		}
	}
	body := fmt.Appendf(nil, `{"capacity":%d}`, 1+offerPlaces)
	of, err := load.Batch(b.ctx, l.addr, 1, http.StatusOK, offerRounds, func(buf []byte, i int) []byte {
		return load.Send(buf, http.MethodPatch, fmt.Sprint("/events/full-", i), l.addr, l.bearer, body)
	})
	if err != nil {
		return row{}, err
	}
	for _, query := range []string{"SELECT COUNT(*) FROM waiting_parties WHERE state = 'offered'", "SELECT COUNT(*) FROM outgoing_mail WHERE kind = 'offer'"} {
		var n int
		if err := d.QueryRowContext(b.ctx, query).Scan(&n); err != nil || n != offerRounds*offerPlaces {
			return row{}, fmt.Errorf("%d places were to be offered, %d are there by %s (%w)", offerRounds*offerPlaces, n, query, err)
		}
	}
	memory, err := b.remember(l)
	return row{p50: ms(of.P50), p99: ms(of.P99), rate: perSecond(of.Rate), memory: memory, target: "≤ 1 s",
		checks: checks{atMost(of.P99, time.Second)}}, err
}
