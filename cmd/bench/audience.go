package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"presence/cmd/bench/load"
)

// audienceLines is how many lines the CSV has that is imported, each with another address.
const audienceLines = 1_000_000

const (
	audienceOf  = "/events/fete-clients-2026/audience"
	besideOf    = "/events/portes-ouvertes-2027/audience"
	allFilters  = `{"mode":"filters","filters":{"active_customers":true,"active_subscription":true,"min_monthly":40,"customer_type":"residential","name":"cote","city":"quebec"}}`
	listedLines = "SELECT COUNT(*) FROM audience_live WHERE event_id = 'fete-clients-2026'"
)

// audiencePreview measures one client that requests the preview of all filters together, compared with the bare SQL count.
func (b *bench) audiencePreview() (row, error) {
	l, err := b.directoryLab("audience")
	if err != nil {
		return row{}, err
	}
	defer l.close()
	of, beside, ratio, err := b.duel(b.ask(l, 1, http.StatusOK, func(buf []byte, _ int) []byte {
		return load.Send(buf, http.MethodPost, audienceOf, l.addr, l.bearer, []byte(allFilters))
	}), func() (load.Result, error) {
		return b.repeat(func() error { return rawChoice(b.ctx, l.raw) })
	})
	if err != nil {
		return row{}, err
	}
	memory, err := b.remember(l)
	return row{p50: ms(of.P50), p99: ms(of.P99), rate: perSecond(of.Rate), memory: memory, floor: "raw count " + ms(beside.P50),
		ratio:  times(1 / ratio),
		target: "p50 ≤ 60 ms", checks: checks{atMost(of.P50, 60*time.Millisecond)}}, err
}

// audienceImport measures the import of a CSV of a million lines into a list while other clients add to another list. The floor
// is the bare insert of as many addresses in one transaction.
func (b *bench) audienceImport() (row, error) {
	dir := b.in("import")
	if _, err := b.command(dir, "", "migrate"); err != nil {
		return row{}, err
	}
	l, err := b.attach(dir)
	if err != nil {
		return row{}, err
	}
	defer l.close()
	if err := l.forget(); err != nil {
		return row{}, err
	}
	var done atomic.Bool
	took := make(chan time.Duration, 1)
	failed := make(chan error, 1)
	go func() {
		defer done.Store(true)
		span, err := l.importLines(b.ctx)
		took <- span
		failed <- err
	}()
	n := atomic.Int64{}
	var others []load.Result
	for !done.Load() && b.ctx.Err() == nil {
		r, err := load.Run(b.ctx, load.Plan{Addr: l.addr, Conns: 2, Time: 500 * time.Millisecond, Want: http.StatusOK,
			Next: func(buf []byte, _ int) []byte {
				time.Sleep(5 * time.Millisecond)
				body := fmt.Appendf(nil, `{"source":"manual","entries":[{"email":"beside%d@example.com"}]}`, n.Add(1))
				return load.Send(buf, http.MethodPost, besideOf+"/entries", l.addr, l.bearer, body)
			}})
		if err != nil {
			return row{}, err
		}
		others = append(others, r)
	}
	span, err := <-took, <-failed
	if err != nil {
		return row{}, err
	}
	if listed, err := l.count(b.ctx, listedLines); err != nil || listed != audienceLines {
		return row{}, errors.Join(fmt.Errorf("%d lines are listed", listed), err)
	}
	_, peak, err := l.memory()
	if err != nil {
		return row{}, err
	}
	floor, err := b.rawListing()
	beside := load.Join(others...)
	return row{p50: ms(span), p99: "others " + ms(beside.P99), rate: perSecond(audienceLines / span.Seconds()),
		memory: fmt.Sprintf("peak %.0f MB", peak), floor: "raw inserts " + ms(floor),
		ratio: times(span.Seconds() / floor.Seconds()), target: "≤ 30 s, < 300 MB, others' p99 ≤ 300 ms",
		checks: checks{atMost(span, 30*time.Second),
			below(peak, 300), atMost(beside.P99, 300*time.Millisecond)}}, err
}

// importLines sends the CSV as it is made.
func (l *lab) importLines(ctx context.Context) (time.Duration, error) {
	r, w := io.Pipe()
	go func() {
		var b strings.Builder
		b.WriteString("courriel;prénom;nom;langue;no client\r\n")
		for n := range audienceLines {
			fmt.Fprintf(&b, "client%d@example.com;Élise;Tremblay %d;fr;C-%06d\r\n", n*7919%audienceLines, n, n)
			if b.Len() > 32<<10 || n == audienceLines-1 {
				if _, err := io.WriteString(w, b.String()); err != nil {
					return
				}
				b.Reset()
			}
		}
		w.Close()
	}()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+l.addr+audienceOf+"/import", r)
	if err != nil {
		return 0, err
	}
	request.Header.Set("Content-Type", "text/csv")
	name, value, _ := strings.Cut(strings.TrimSpace(l.bearer), ": ")
	request.Header.Set(name, value)
	start := time.Now()
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err == nil && !strings.Contains(string(text), fmt.Sprintf(`"added":%d`, audienceLines)) {
		err = fmt.Errorf("%s: %.300s", answer.Status, text)
	}
	return time.Since(start), err
}

// rawListing measures the floor of the import.
func (b *bench) rawListing() (time.Duration, error) {
	dir := b.in("import-floor")
	if _, err := b.command(dir, "", "migrate"); err != nil {
		return 0, err
	}
	d, err := raw(dir + "/" + file)
	if err != nil {
		return 0, err
	}
	start := time.Now()
	err = rawEntries(b.ctx, d)
	return time.Since(start), errors.Join(err, d.Close())
}

// rawChoice counts the customers that all the filters select.
func rawChoice(ctx context.Context, d *sql.DB) error {
	var n int
	err := d.QueryRowContext(ctx, rawChosen).Scan(&n)
	if err == nil && n == 0 {
		err = errors.New("nobody is chosen")
	}
	return err
}
