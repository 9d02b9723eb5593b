package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"

	"presence/app/apptest/sink"
)

// The month of a company: each day everybody's hours are written, and a campaign is sent. A short run has a few days of a small one.
const (
	monthDays       = 30
	monthPeople     = 200
	writesADay      = 84 // of each person: 500,000 in the month
	guestsADay      = 2000
	monthClients    = 16
	settled         = 5 // days after which a process has grown to its size
	growthAllowed   = 1.25
	descriptorsMore = 20
	goroutinesMore  = 50
)

// month is a month of a company in fast motion. Each day, the clock is set a day forward, and the maintenance of that day is done.
type month struct {
	*site
	row     *row
	url     string // of the database; empty: a SQLite file
	code    int64  // a bank code
	sheets  []int64
	metrics string // address

	writes  atomic.Int64
	keyed   atomic.Int64 // of the day: writes with an Idempotency-Key
	created atomic.Int64 // shifts
	sizes   []processSize
}

// processSize is what a process uses at the end of a day.
type processSize struct {
	memory                  float64 // MB
	descriptors, goroutines int
}

// aMonth plays a month and checks that the process does not grow, that expired rows are deleted, and that the sums are right.
func aMonth(h *harness, r *row, url string) error {
	binary, err := h.controlled()
	if err != nil {
		return err
	}
	metrics, err := free()
	if err != nil {
		return err
	}
	s, err := h.open(binary, url, 1, sink.Options{}, "TORTURE_WITHOUT=interval", "METRICS_LISTEN="+metrics)
	if err != nil {
		return err
	}
	defer s.leave(r)
	m := &month{site: s, row: r, url: url, metrics: metrics}
	if err := m.hire(h.few(monthPeople, 4)); err != nil {
		return err
	}
	days := h.few(monthDays, 3)
	for day := range days {
		if err := m.day(day); err != nil {
			return fmt.Errorf("day %d: %w", day, err)
		}
	}
	r.requests = int(m.writes.Load())
	m.compareSizes()
	return errors.Join(m.compareTables(days), m.doctor()) // doctor compares the sums that are kept with the rows
}

// hire makes the people, each with a sheet.
func (m *month) hire(people int) error {
	var made struct{ ID int64 }
	if err := m.post("/bank-codes", `{"type":"regular","categorie":"shift","modifier":1,"bank_code":"G1"}`, &made); err != nil {
		return err
	}
	m.code = made.ID
	for n := range people {
		err := m.post("/employees", fmt.Sprintf(`{"user_id":"00000000-0000-4000-8000-%012d","first_name":"Élise","last_name":"Côté %d",
			"email":"p%d@month.example","phone_number":5145550142,"external_payroll_id":%d,"company_code":1,"first_work_day":"2020-01-06"}`,
			n, n, n, n+1), &made)
		if err == nil {
			err = m.post("/timesheets", fmt.Sprintf(`{"employee_id":%d,"is_approved":false}`, made.ID), &made)
		}
		if err != nil {
			return err
		}
		m.sheets = append(m.sheets, made.ID)
	}
	return nil
}

// day sets the clock to a day, writes the hours of all people, sends a campaign, and waits until the maintenance has deleted what has
// expired.
func (m *month) day(n int) error {
	wrong := time.Duration(n) * 24 * time.Hour
	if err := m.put(wrong); err != nil {
		return err
	}
	m.row.clocks++
	m.keyed.Store(0)
	o, err := m.begin(m.row, m.few(guestsADay, 20))
	if err != nil {
		return err
	}
	if err := m.write(time.Now().Add(wrong)); err != nil {
		return err
	}
	if err := o.rest(); err != nil {
		return err
	}
	err = m.untilAsked("the keys of the day before to be deleted", func() (bool, error) {
		keys, err := m.count("idempotency_keys")
		return keys <= m.keyed.Load()+m.numbers.Load(), err
	})
	size, failed := m.size()
	m.sizes = append(m.sizes, size)
	return errors.Join(err, failed)
}

// write has clients write the hours of everybody.
func (m *month) write(now time.Time) error {
	sheets := make(chan int64)
	var all sync.WaitGroup
	failed := make(chan error, monthClients)
	for range monthClients {
		all.Go(func() {
			for sheet := range sheets {
				if err := m.writeSheet(sheet, now); err != nil {
					select {
					case failed <- err:
					default:
					}
				}
			}
		})
	}
	for _, sheet := range m.sheets {
		sheets <- sheet
	}
	close(sheets)
	all.Wait()
	close(failed)
	return <-failed
}

// writeSheet writes shifts of a day: each is created, changed and deleted, but the last stays.
func (m *month) writeSheet(sheet int64, now time.Time) error {
	day := now.UTC().Truncate(24 * time.Hour)
	for n := range m.few(writesADay, 6) / 3 {
		start := day.Add(time.Duration(8*60+n*5) * time.Minute)
		body := fmt.Sprintf(`{"timesheet_id":%d,"bank_code_id":%d,"date":%q,"start_time":%q,"end_time":%q}`, sheet, m.code,
			day.Format(time.DateOnly), start.Format(time.RFC3339), start.Add(5*time.Minute).Format(time.RFC3339))
		var made struct{ ID int64 }
		create := post("/shifts", body)
		create.idempotencyKey = fmt.Sprint(sheet, " ", day.Unix(), " ", n)
		m.keyed.Add(1)
		if err := m.call(m.nodes[0], create, &made); err != nil {
			return err
		}
		m.created.Add(1)
		path := fmt.Sprint("/shifts/", made.ID)
		change := request{method: http.MethodPatch, path: path, contentType: "application/json",
			body: fmt.Sprintf(`{"end_time":%q}`, start.Add(4*time.Minute).Format(time.RFC3339))}
		if err := m.call(m.nodes[0], change, nil); err != nil {
			return err
		}
		m.writes.Add(2)
		if n == 0 {
			continue
		}
		if err := m.call(m.nodes[0], request{method: http.MethodDelete, path: path}, nil); err != nil {
			return err
		}
		m.writes.Add(1)
	}
	return nil
}

// size reads what the process uses now.
func (m *month) size() (z processSize, err error) {
	pid := m.nodes[0].cmd.Process.Pid
	if z.memory, err = m.nodes[0].status("VmRSS:"); err != nil {
		return z, err
	}
	if open, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", pid)); err == nil {
		z.descriptors = len(open)
	}
	r, err := http.Get("http://" + m.metrics + "/metrics")
	if err != nil {
		return z, err
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	for line := range strings.Lines(string(text)) {
		if value, found := strings.CutPrefix(line, "go_goroutines "); found {
			z.goroutines, err = strconv.Atoi(strings.TrimSpace(value))
		}
	}
	return z, err
}

// compareSizes compares the last days with those after which the process had grown to its size.
func (m *month) compareSizes() {
	first, last := m.sizes[min(settled, len(m.sizes)-1)], m.sizes[len(m.sizes)-1]
	m.row.note = fmt.Sprintf("%.0f → %.0f MB, %d → %d descriptors, %d → %d goroutines", first.memory, last.memory, first.descriptors,
		last.descriptors, first.goroutines, last.goroutines)
	of := func(days []processSize) float64 {
		return slices.MinFunc(days, func(a, b processSize) int { return int(a.memory - b.memory) }).memory
	}
	if half := len(m.sizes) / 2; half > settled { // the least of several days: between two collections of garbage the memory varies
		if early, late := of(m.sizes[settled:half]), of(m.sizes[half:]); late > early*growthAllowed {
			m.row.failf("the memory grew from %.0f to %.0f MB", early, late)
		}
	}
	if last.descriptors > first.descriptors+descriptorsMore || last.goroutines > first.goroutines+goroutinesMore {
		m.row.failf("the process grew: %s", m.row.note)
	}
}

// compareTables compares the number of rows of tables with what was written.
func (m *month) compareTables(days int) error {
	guests := int64(days * m.few(guestsADay, 20))
	for _, x := range []struct {
		table       string
		least, most int64
	}{
		{"shifts", m.created.Load(), m.created.Load()},
		{"campaign_recipients", guests, guests},
		{"outgoing_mail", 0, int64(days)}, // one morning summary of a working day, to the administrator
		{"sessions", 0, 0},
		{"replicas", 1, 1},
		{"campaign_workers", 1, 1},
		{"audit_log", m.writes.Load(), m.writes.Load() + int64(20*(days+len(m.sheets)))},
	} {
		n, err := m.count(x.table)
		if err != nil {
			return err
		}
		if n < x.least || n > x.most {
			m.row.failf("%s has %d rows, expected %d to %d", x.table, n, x.least, x.most)
		}
	}
	return nil
}

// count returns the number of rows of a table.
func (m *month) count(table string) (n int64, err error) {
	driver, source := "pgx", m.url
	if source == "" {
		driver, source = "sqlite", "file:"+m.dir+"/presence.db?mode=ro"
	}
	d, err := sql.Open(driver, source)
	if err != nil {
		return 0, err
	}
	defer d.Close()
	err = d.QueryRowContext(context.WithoutCancel(m.ctx), "SELECT COUNT(*) FROM "+table).Scan(&n)
	return n, err
}
