package main

import (
	"bufio"
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"presence/cmd/bench/load"
)

// directorySize is how many customers the directory's figures have: an address and a number each, and half as many
// subscriptions again.
const directorySize = 100_000

var (
	directoryFirst = []string{"Élise", "Marie-Ève", "Jean-François", "Luc", "Anne", "Théophile", "Gisèle", "Noé", "Zoé", "Maxime", "Étienne",
		"Chloé", "Rosalie", "Gaétan", "Solange", "Hélène", "Benoît"}
	directoryLast = []string{"Tremblay", "Côté", "Bélanger", "Lévesque", "Ouellet", "Gagné", "D’Amours", "Saint-Pierre", "Desjardins",
		"Vadeboncœur", "Roy", "Larivée", "Gagnon"}
)

// surname returns one of some thousand surnames.
func surname(n int) string {
	const letters = "bcdfglmnprst"
	return directoryLast[n%13] + "-" + strings.ToUpper(letters[n%12:n%12+1]) + "a" + letters[n/12%12:n/12%12+1] + "o" +
		letters[n/144%12:n/144%12+1] + "ier"
}

// writeDirectory writes size customers as a folder of one file.
func writeDirectory(dir string, size int) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	f, err := os.Create(filepath.Join(dir, "customers.ndjson"))
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, 1<<20)
	for n := range size {
		more := ""
		if n%2 == 0 {
			more = `,{"status":"cancelled","monthly_price":20}`
		}
		fmt.Fprintf(w, `{"customer_id":"C-%06d","name":"%s %s","account_id":"A-%06d","account_status":"active","type":"Individual","emails":["client%d@example.com"],"phones":["418 %03d-%04d"],"city":"Québec","language":"fr","subscriptions":[{"status":"active","monthly_price":49.95}%s]}`+"\n",
			n, directoryFirst[n%17], surname(n/3), n, n, 200+n/10000%700, n%10000, more)
	}
	return errors.Join(w.Flush(), f.Close())
}

// directorySync measures `presence directory sync` of all customers into an empty mirror, with the search index. The floor is
// the bare insert of the customers and their related rows in one transaction.
func (b *bench) directorySync() (row, error) {
	source := b.in("customers")
	if err := writeDirectory(source, directorySize); err != nil {
		return row{}, err
	}
	rounds := min(b.rounds, 3)
	var took, beside []time.Duration
	highest := 0.0
	for n := range rounds {
		dir := b.in(fmt.Sprint("directory-", n))
		if _, err := b.command(dir, "", "migrate"); err != nil {
			return row{}, err
		}
		floor, err := b.rawDirectory(b.in(fmt.Sprint("directory-floor-", n)))
		if err != nil {
			return row{}, err
		}
		span, mb, err := b.syncOnce(dir, source, directorySize)
		if err != nil {
			return row{}, err
		}
		took, beside, highest = append(took, span), append(beside, floor), max(highest, mb)
	}
	p50, worst := load.Spread(took)
	floor, _ := load.Spread(beside)
	return row{p50: ms(p50), p99: ms(worst), rate: perSecond(directorySize / p50.Seconds()), memory: fmt.Sprintf("peak %.0f MB", highest),
		floor: "raw inserts " + ms(floor),
		ratio: times(p50.Seconds() / floor.Seconds()), target: "≤ 10 s, < 300 MB",
		checks: checks{atMost(p50, 10*time.Second), below(highest, 300)}}, nil
}

// syncOnce runs the command and returns how long it took and its peak of memory, in MB.
func (b *bench) syncOnce(dir, source string, size int) (time.Duration, float64, error) {
	cmd := exec.CommandContext(b.ctx, b.binary, "directory", "sync")
	cmd.Env = append(b.environment(dir, "127.0.0.1:0"), "DIRECTORY_URL=files:"+source)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	start := time.Now()
	if err := cmd.Start(); err != nil {
		return 0, 0, err
	}
	highest := watchMemory(cmd)
	err := cmd.Wait()
	span := time.Since(start)
	if want := fmt.Sprintf("%d added", size); err == nil && !bytes.Contains(out.Bytes(), []byte(want)) {
		err = errors.New("not all were added")
	}
	if err != nil {
		return 0, 0, fmt.Errorf("%w: %s", err, &out)
	}
	return span, <-highest, nil
}

// watchMemory polls the memory of a process and sends its peak, in MB, when the process has ended. The peak that the system
// reports after the end of a child also counts the memory of its parent, so it cannot be used.
func watchMemory(cmd *exec.Cmd) <-chan float64 {
	highest := make(chan float64, 1)
	go func() {
		most := 0.0
		for {
			_, peak, err := (&child{cmd: cmd}).memory()
			if err != nil || peak == 0 { // it has ended
				highest <- most
				return
			}
			most = peak
			time.Sleep(10 * time.Millisecond)
		}
	}()
	return highest
}

// rawDirectory measures the floor of a sync.
func (b *bench) rawDirectory(dir string) (time.Duration, error) {
	if _, err := b.command(dir, "", "migrate"); err != nil {
		return 0, err
	}
	d, err := raw(filepath.Join(dir, file))
	if err != nil {
		return 0, err
	}
	start := time.Now()
	if err := rawCustomers(b.ctx, d); err != nil {
		return 0, errors.Join(err, d.Close())
	}
	return time.Since(start), d.Close()
}

// customerSearch measures one client that searches for names: complete, incomplete and misspelt. The floor is the bare lookup
// of a word.
func (b *bench) customerSearch() (row, error) {
	l, err := b.directoryLab("search")
	if err != nil {
		return row{}, err
	}
	defer l.close()
	if err := l.sees(b.ctx, "/collab/customer-search?q="+url.QueryEscape("Elise "+surname(0)), http.StatusOK, surname(0)); err != nil {
		return row{}, err
	}
	lookup, err := l.raw.PrepareContext(b.ctx, rawSearch)
	if err != nil {
		return row{}, err
	}
	of, beside, ratio, err := b.duel(b.ask(l, 1, http.StatusOK, func(buf []byte, _ int) []byte {
		return load.Get(buf, "/collab/customer-search?q="+url.QueryEscape(searchText()), l.addr, l.bearer)
	}), func() (load.Result, error) {
		return b.repeat(func() error { return rawSearchOnce(b.ctx, lookup) })
	})
	if err != nil {
		return row{}, err
	}
	memory, err := b.remember(l)
	return row{p50: ms(of.P50), p99: ms(of.P99), rate: perSecond(of.Rate), memory: memory, floor: "raw lookup " + ms(beside.P50),
		ratio:  times(1 / ratio),
		target: "p95 ≤ 15 ms: " + ms(of.P95), checks: checks{atMost(of.P95, 15*time.Millisecond)}}, err
}

// searchText returns a text to search for.
func searchText() string {
	n := rand.IntN(directorySize)
	last := surname(n / 3)
	switch rand.IntN(6) {
	case 0:
		return last
	case 1:
		return directoryFirst[n%17] + " " + last[:5]
	case 2: // a letter too few
		return last[:len(last)-4] + last[len(last)-3:]
	case 3:
		return fmt.Sprintf("client%d@", n)
	case 4:
		return fmt.Sprintf("418 %03d-%04d", 200+n/10000%700, n%10000)
	}
	return "trembley " + directoryFirst[n%17]
}

// directoryLab returns a lab whose directory contains all customers.
func (b *bench) directoryLab(name string) (*lab, error) {
	l, _, err := b.syncedLab(name, directorySize)
	return l, err
}

// syncedLab returns a lab whose directory contains size customers, and how long their synchronization took.
func (b *bench) syncedLab(name string, size int) (*lab, time.Duration, error) {
	dir, source := b.in(name), b.in("customers")
	if err := errors.Join(writeDirectory(source, size), os.MkdirAll(dir, 0o755), b.empty(dir)); err != nil {
		return nil, 0, err
	}
	took, _, err := b.syncOnce(dir, source, size)
	if err != nil {
		return nil, 0, err
	}
	l, err := b.attach(dir)
	return l, took, err
}

// attach starts the product on a folder that has been filled, with an administrator.
func (b *bench) attach(dir string) (*lab, error) {
	l := &lab{dir: dir, engine: b.engine, url: b.urls[dir]}
	if _, err := b.command(dir, password+"\n", "user", "add", "--email", adminEmail, "--role", "admin", "--password-stdin"); err != nil {
		return nil, err
	}
	var err error
	if l.raw, err = l.outside(); err != nil {
		return nil, err
	}
	if l.child, err = b.serve(dir); err != nil {
		return nil, err
	}
	l.bearer, err = b.token(l, adminEmail)
	return l, err
}

func rawSearchOnce(ctx context.Context, s *sql.Stmt) error {
	rows, err := s.QueryContext(ctx, "tremblay")
	if err != nil {
		return err
	}
	defer rows.Close()
	n := 0
	for ; rows.Next(); n++ {
		var id, name string
		if err := rows.Scan(&id, &name); err != nil {
			return err
		}
	}
	if n != 20 {
		return fmt.Errorf("%d rows", n)
	}
	return rows.Err()
}
