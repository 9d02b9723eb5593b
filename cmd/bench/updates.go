package main

import (
	"fmt"
	"net/http"
	"path/filepath"
	"time"

	"presence/cmd/bench/load"
)

// toldGuests is how many guests are told of a change of their event.
const toldGuests = 2200

// fillTold makes the event and its guests: $1 is how many there are, $2 when the event begins.
var fillTold = []string{
	`INSERT INTO events (id, state, starts_at, ends_at, palette, title_fr, title_en, intro_fr, created_at, updated_at)
		VALUES ('told', 'open', $2, $2 + 14400000 + 0 * $1, 'sapin', 'Souper des clients', 'Customer supper', 'Venez **nombreux** !', 1, 1)`,
	`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1)
		INSERT INTO rsvps (event_id, identity, name, folded, email, email_key, people, language, confidence, created_at, responded_at)
		SELECT 'told', 'email:' || i, 'Anne Roy', 'anne roy', i || '@example.org', i || '@example.org', 2 + 0 * $2, 'fr', 'none', 1, 1 FROM n`,
}

// tell measures other writes, one after the other, from the request to tell guests of a change of their event until the messages of all
// are queued. The slowest is reported instead of a 99th percentile, and as the rate how many guests are told a second.
func (b *bench) tell() (row, error) {
	l, err := b.open(full, "told", "SMTP_URL=smtp://127.0.0.1:1?starttls=off", "MAIL_FROM=events@example.com")
	if err != nil {
		return row{}, err
	}
	defer func() { _ = l.close() }()
	d, err := raw(filepath.Join(l.dir, file))
	if err != nil {
		return row{}, err
	}
	defer func() { _ = d.Close() }()
	for _, s := range fillTold {
		if _, err := d.ExecContext(b.ctx, s, toldGuests, time.Now().AddDate(1, 0, 0).UnixMilli()); err != nil {
			return row{}, err
		}
	}
	c, err := load.Dial(b.ctx, l.addr)
	if err != nil {
		return row{}, err
	}
	defer c.Close()
	ask := func(method, path, headers string, body []byte) error {
		a, err := c.Do(load.Send(nil, method, path, l.addr, l.bearer+headers, body))
		if err == nil && a.Status != http.StatusOK {
			err = fmt.Errorf("%s answered %d", path, a.Status)
		}
		return err
	}
	begun := time.Now()
	if err := ask(http.MethodPost, "/events/told/rsvps/updates", "If-Match: \"told-1\"\r\n", []byte("{}")); err != nil {
		return row{}, err
	}
	var waits []time.Duration
	for queued := 0; queued < toldGuests; {
		from := time.Now()
		if err := ask(http.MethodPatch, "/events/fete-clients-2026", "", fmt.Appendf(nil, `{"capacity":%d}`, 5000+len(waits))); err != nil {
			return row{}, err
		}
		waits = append(waits, time.Since(from))
		if err := d.QueryRowContext(b.ctx, "SELECT COUNT(*) FROM outgoing_mail WHERE kind = 'event_update'").Scan(&queued); err != nil {
			return row{}, err
		}
	}
	took := time.Since(begun)
	p50, worst := load.Spread(waits)
	memory, err := b.remember(l)
	return row{p50: "another write " + ms(p50), p99: ms(worst), rate: perSecond(toldGuests / took.Seconds()), memory: memory,
		target: "≤ 500 ms", checks: checks{atMost(worst, 500*time.Millisecond)}}, err
}
