package main

import (
	"fmt"
	"os"
	"time"

	"presence/cmd/bench/load"
	"presence/db"
)

// figure is one line of the table, and the function that measures it.
type figure struct {
	name    string
	measure func(*bench) (row, error)
	engines []db.Dialect // on which it is measured
}

var (
	onSQLite   = []db.Dialect{db.SQLite}
	onPostgres = []db.Dialect{db.Postgres}
	onBoth     = []db.Dialect{db.SQLite, db.Postgres}
)

// figures are all figures in the order of the table. Those that change the data are last.
var figures = []figure{
	{"binary", (*bench).size, onSQLite},
	{"start", (*bench).startUp, onSQLite},
	{"idle", (*bench).idle, onSQLite},
	{"read", (*bench).read, onBoth},
	{"list of 50", (*bench).list, onBoth},
	{"overview, 400 employees, 1,000,000 shifts", func(b *bench) (row, error) { return b.overview(long, 8*time.Millisecond) }, onBoth},
	{"overview, 5,000 employees, 50,000 shifts", func(b *bench) (row, error) { return b.overview(wide, 40*time.Millisecond) }, onBoth},
	{"overview page", (*bench).page, onBoth},
	{"schedule page, 100 people × 4 weeks", (*bench).schedule, onBoth},
	{"who is working, of 5,000 employees", (*bench).present, onBoth},
	{"page weight", (*bench).weight, onSQLite},
	{"summary over a year, 104,000 shifts", (*bench).summary, onBoth},
	{"hours by activity over two years, among 1,000,000 shifts", (*bench).activityReport, onBoth},
	{"balances of 5,000 employees on a day", (*bench).balances, onBoth},
	{"CSV of 1,000,000 shifts", (*bench).export, onSQLite},
	{"directory sync of 100,000 customers", (*bench).directorySync, onSQLite},
	{"customer search among 100,000", (*bench).customerSearch, onSQLite},
	{"audience preview, all filters, 100,000 customers", (*bench).audiencePreview, onSQLite},
	{"preview of 40 blocks", (*bench).blocksPreview, onSQLite},
	{"audience import of 1,000,000 lines", (*bench).audienceImport, onSQLite},
	{"import of 10,000 employees", (*bench).importEmployees, onSQLite},
	{"import of 20,000 shifts", (*bench).importShifts, onSQLite},
	{"upload of a directory of 300,000 customers", (*bench).uploadDirectory, onSQLite},
	{"rsvp page", (*bench).invitation, onSQLite},
	{"rsvp submit", (*bench).answer, onSQLite},
	{"1,000 places offered to a waiting list", (*bench).offers, onSQLite},
	{"2,200 guests told of a change", (*bench).tell, onSQLite},
	{"door, 20 arrivals a second, search among 20,000", (*bench).door, onSQLite},
	{"10,000 stamps of 200 phones, handed over", (*bench).handOver, onBoth},
	{"clock, 500 stamps a second from 200 phones", (*bench).stampAtOnce, onBoth},
	{"50 receipts of 4 MB, uploaded at once", (*bench).uploadReceipts, onBoth},
	{"create, durable", (*bench).create, onBoth},
	{"approve 1,000 shifts one by one", (*bench).approveItems, onSQLite},
	{"approve 5,000 sheets", (*bench).approve, onSQLite},
	{"routes of 5,000 employees, 1,000,000 shifts, 300,000 customers", (*bench).routesAtFullSize, onBoth},
	{"lists, each filter alone and in pairs", (*bench).listsAtFullSize, onBoth},
	{"mixed, every route, beside a slow CSV", (*bench).mixed, onBoth},
	durable.figureOf(onBoth),
	twoReplicas.figureOf(onPostgres),
	fifty.figureOf(onSQLite),
	four.figureOf(onSQLite),
	sixteen.figureOf(onSQLite),
	fourTrips.figureOf(onSQLite),
	attachments.figureOf(onSQLite),
	{"send to 100,000", (*bench).sendToMany, onSQLite},
	{"growth of the main works with their data", (*bench).growth, onBoth},
	{"streams, 10,000 open, all told at once", (*bench).streams, onSQLite},
	{"peak", (*bench).peak, onSQLite},
	{"conformance requests", (*bench).conformance, onSQLite},
}

// clients of the figures in requests a second.
const clients = 16

func (b *bench) size() (row, error) {
	st, err := os.Stat(b.binary)
	if err != nil {
		return row{}, err
	}
	mb := float64(st.Size()) / 1e6
	return row{memory: fmt.Sprintf("%.1f MB", mb), target: "< 45 MB", checks: checks{below(mb, 45)}}, nil
}

// startUp measures the time from the start of the process to its first 200 response, on a migrated database, compared with the
// hello server. There are few starts, so it reports the slowest instead of a 99th percentile.
func (b *bench) startUp() (row, error) {
	dir := b.in("start")
	if err := long.copyTo(b, dir); err != nil {
		return row{}, err
	}
	var took, floor []time.Duration
	for range b.starts {
		for _, half := range []struct {
			start func() (*child, error)
			into  *[]time.Duration
		}{{b.startHello, &floor}, {func() (*child, error) { return b.serve(dir) }, &took}} {
			c, err := half.start()
			if err != nil {
				return row{}, err
			}
			*half.into = append(*half.into, c.ready)
			if err := c.stop(); err != nil {
				return row{}, err
			}
		}
	}
	p50, worst := load.Spread(took)
	beside, _ := load.Spread(floor)
	return row{p50: ms(p50), p99: ms(worst), floor: "hello " + ms(beside), ratio: times(p50.Seconds() / beside.Seconds()),
		target: "< 100 ms", checks: checks{atMost(p50, 100*time.Millisecond)}}, nil
}

// idle measures the memory of a server that has started and waits. The first start brings the database up to date; what that takes is
// not what a server needs, and is not given back at once.
func (b *bench) idle() (row, error) {
	dir := b.in("idle")
	if err := long.copyTo(b, dir); err != nil {
		return row{}, err
	}
	c, err := b.serve(dir)
	if err == nil {
		err = c.stop()
	}
	if err == nil {
		c, err = b.serve(dir)
	}
	if err != nil {
		return row{}, err
	}
	time.Sleep(2 * b.span)
	now, _, err := c.memory()
	if err != nil {
		return row{}, err
	}
	return row{memory: fmt.Sprintf("%.0f MB", now), target: "< 60 MB", checks: checks{below(now, 60)}}, c.stop()
}

// peak returns the highest memory of all figures before.
func (b *bench) peak() (row, error) {
	for _, l := range b.labs {
		if _, err := b.remember(l); err != nil {
			return row{}, err
		}
	}
	return row{memory: fmt.Sprintf("%.0f MB", b.highest), target: "< 200 MB", checks: checks{below(b.highest, 200)}}, nil
}
