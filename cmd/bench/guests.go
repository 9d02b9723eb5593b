package main

import (
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"time"

	"presence/cmd/bench/load"
)

// guests is the number of connections for the figures of guests, as after an invitation to many people.
const guests = 64

// full is the data set of the guests' figures: an event without a capacity, and a directory of customers to match answers with.
var full = company{1, 1, 0}

const (
	fullEvent     = "hall"
	fullCustomers = 100_000
	perVisitor    = 200 // answers from one address: fewer than what R17 refuses in a minute
)

// fillEvent makes the hall: $1 is how many customers there are, $2 when the event begins.
var fillEvent = []string{
	`INSERT INTO events (id, state, starts_at, ends_at, palette, title_fr, title_en, intro_fr, created_at, updated_at)
		VALUES ('hall', 'open', $2, $2 + 14400000 + 0 * $1, 'sapin', 'Souper des clients', 'Customer supper', 'Venez **nombreux** !', 1, 1)`,
	`WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < $1 - 1)
		INSERT INTO directory_customers (id, from_gen, digest, customer_id, number_key, name, account_id, account_name,
			account_status, type, subscribed, monthly_cents, names_folded, city_folded)
		SELECT i + 1, 0 * $2, x'00', 'C-' || i, 'c' || i, 'Client Numéro ' || i,
			'A' || i, 'Compte ' || i, 'active', 'Individual', TRUE, 4500, '', '' FROM n`,
	`INSERT INTO directory_emails (customer, position, email, email_key)
	SELECT id, 0 * $1 * $2, 'known' || (id - 1) || '@example.com', 'known' || (id - 1) || '@example.com' FROM directory_customers`,
	`INSERT INTO directory_phones (customer, position, phone, phone_key, local_key)
	SELECT id, 0 * $1 * $2, '', '+1418' || printf('%07d', id), printf('%07d', id) FROM directory_customers`,
}

// startFull starts the product on the data set full, as behind a trusted proxy, so that requests can come from any address.
func (b *bench) startFull() (*lab, error) {
	for _, l := range b.labs {
		if l.company == full {
			return l, nil
		}
	}
	dir, floor := b.in("hall"), b.in("hall-floor")
	l := &lab{company: full, dir: dir}
	for _, d := range []string{dir, floor} {
		if err := errors.Join(full.copyTo(b, d), b.fill(d)); err != nil {
			return nil, err
		}
	}
	var err error
	if l.raw, err = raw(filepath.Join(floor, file)); err != nil {
		return nil, err
	}
	if l.child, err = b.serve(dir, "TRUSTED_PROXIES=127.0.0.1/32"); err != nil {
		return nil, err
	}
	b.labs = append(b.labs, l)
	return l, nil
}

func (b *bench) fill(dir string) error {
	d, err := raw(filepath.Join(dir, file))
	if err != nil {
		return err
	}
	for _, s := range fillEvent {
		if _, fault := d.ExecContext(b.ctx, s, fullCustomers, time.Now().AddDate(1, 0, 0).UnixMilli()); fault != nil {
			err = errors.Join(err, fault)
		}
	}
	return errors.Join(err, d.Close())
}

// invitation measures the guest's page without a personal link.
func (b *bench) invitation() (row, error) {
	l, err := b.startFull()
	if err != nil {
		return row{}, err
	}
	const path = "/rsvp/" + fullEvent
	if err := l.sees(b.ctx, path, http.StatusOK, "Souper des clients"); err != nil {
		return row{}, err
	}
	if err := l.forget(); err != nil {
		return row{}, err
	}
	of, beside, ratio, err := b.duel(b.ask(l, guests, http.StatusOK, l.always(path, "Accept-Encoding: gzip\r\n")), b.greeting(guests))
	if err != nil {
		return row{}, err
	}
	memory, err := b.remember(l)
	return row{p50: ms(of.P50), p99: ms(of.P99), rate: perSecond(of.Rate), memory: memory, floor: "hello " + perSecond(beside.Rate),
		ratio: times(ratio), target: "≥ 0.35 × hello", checks: checks{ratioOf(ratio, 0.35)}}, err
}

// submission returns the n-th guest's answer: every second one is a customer's.
func submission(n int) []byte {
	who := "guest"
	if n%2 == 0 {
		who = "known"
	}
	return fmt.Appendf(nil, `{"name":"Client Numéro %d","email":"%s%d@example.com","phone":"418 555-%04d","people":%d,"allergies":"arachides"}`,
		n, who, n%fullCustomers, n%10_000, 1+n%4)
}

// answer measures requests that submit one guest's answer each, which is matched with the directory and on disk before the
// response. The floor is the bare insert of the same rows by one connection, each in its own transaction.
func (b *bench) answer() (row, error) {
	l, err := b.startFull()
	if err != nil {
		return row{}, err
	}
	const countAnswers = "SELECT COUNT(*) FROM rsvps"
	insert, err := l.raw.PrepareContext(b.ctx,
		`INSERT INTO rsvps (event_id, identity, name, phone, phone_key, email, email_key, people,
			allergies, language, confidence, signals, ip, created_at, responded_at)
		VALUES ('hall', $1, $2, $3, $3, $1, $1, 2, 'arachides', 'fr', 'probable', 'email', '10.0.0.1', 1, 1) RETURNING id`)
	if err != nil {
		return row{}, err
	}
	if err := l.forget(); err != nil {
		return row{}, err
	}
	next := 0
	var sent atomic.Int64
	of, beside, ratio, err := b.duel(b.ask(l, guests, http.StatusOK, func(buf []byte, _ int) []byte {
		n := int(sent.Add(1) - 1)
		from := n / perVisitor
		return load.Send(buf, http.MethodPost, "/rsvp/"+fullEvent+"/submit", l.addr,
			fmt.Sprintf("X-Forwarded-For: 10.%d.%d.%d\r\n", from>>16&255, from>>8&255, from&255), submission(n))
	}), func() (load.Result, error) {
		return b.repeat(func() error { next++; return rawAnswer(b, insert, next) })
	})
	if err != nil {
		return row{}, err
	}
	after, err := l.count(b.ctx, countAnswers)
	if err != nil {
		return row{}, err
	}
	if after < min(of.Count, fullCustomers) {
		return row{}, fmt.Errorf("%d were acknowledged, %d are there", of.Count, after)
	}
	memory, err := b.remember(l)
	return row{p50: ms(of.P50), p99: ms(of.P99), rate: perSecond(of.Rate), memory: memory,
		floor: "raw insert " + perSecond(beside.Rate) + ", p99 " + ms(beside.P99),
		ratio: times(ratio), target: "≥ 1,500/s, p99 ≤ 100 ms", checks: checks{atLeast(of.Rate, 1500), atMost(of.P99, 100*time.Millisecond)}}, err
}

func rawAnswer(b *bench, insert *sql.Stmt, n int) error {
	var id int64
	return insert.QueryRowContext(b.ctx, "email:raw"+strconv.Itoa(n)+"@example.com", "Client Numéro "+strconv.Itoa(n),
		"+1418555"+strconv.Itoa(1000+n%9000)).Scan(&id)
}
