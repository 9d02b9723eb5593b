package payperiods

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/workforce/timesheets"
	"presence/db"
	"presence/db/dbtest"
)

// TestMain plays the child processes of the test below.
func TestMain(m *testing.M) {
	how := os.Getenv("APPROVE_HOW")
	if how == "" {
		os.Exit(m.Run())
	}
	if err := approveOnce(how, os.Getenv("APPROVE_URL")); err != nil {
		fmt.Println("failed", err)
		os.Exit(1)
	}
}

// manySheets is how many the child approves.
const manySheets = 400

var killedAdmin = auth.Actor{PersonID: "00000000-0000-4000-8000-000000000001", Role: auth.Admin, Via: "bearer"}

// approveOnce is the child process: it prints when it begins to approve the period and when that is acknowledged. "whole" is how
// the product does it; "piecemeal" is the control, a transaction for each sheet.
func approveOnce(how, url string) error {
	ctx := context.Background()
	d, err := db.Open(ctx, url, db.Options{Conns: 2})
	if err != nil {
		return err
	}
	c, err := NewCalendar(db.MustDay("2025-12-14"))
	if err != nil {
		return err
	}
	s := NewService(d, time.Now, Config{Calendar: c, Zone: time.UTC})
	p, err := s.PeriodByNumber(2026, 25)
	if err != nil {
		return err
	}
	fmt.Println("begin")
	if how == "whole" {
		_, err = s.Approve(ctx, killedAdmin, p)
	} else {
		for id := range int64(manySheets) {
			err = d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
				_, err := timesheets.ApproveAll(ctx, tx, killedAdmin, 1, []int64{id + 1})
				return err
			})
			if err != nil {
				return err
			}
		}
	}
	if err == nil {
		fmt.Println("done")
	}
	return err
}

// packed is a period in which each of many people has a sheet with a shift.
func packed(t *testing.T, url string) *world {
	t.Helper()
	d, err := db.Open(t.Context(), url, db.Options{Conns: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	if err := d.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	w := newWorld(t, d)
	w.person("admin")
	regular := w.code("regular", "shift", 10000, "G1")
	boss := w.employee("Anne", "Aubin", 0)
	err = d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		for i := range manySheets {
			var sheet int64
			if err := tx.QueryRow(ctx, `INSERT INTO timesheets (employee_id, created_at, updated_at) VALUES ($1, 1, 1) RETURNING id`,
				boss).Scan(&sheet); err != nil {
				return err
			}
			if _, err := tx.Exec(ctx,
				`INSERT INTO shifts (timesheet_id, employee_id, bank_code_id, day, week, start_at, end_at, minutes, created_at, updated_at)
				VALUES ($1, $2, $3, '2026-11-17', '2026-11-15', $4, $5, 1, 1, 1)`, sheet, boss, regular, 60_000*i, 60_000*(i+1)); err != nil {
				return err
			}
		}
		return dbtest.AddUp(ctx, tx)
	})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// approveAndKill starts a child that approves the period, kills it after a time, and returns how long the approval took: zero
// if the child was killed before it was acknowledged.
func approveAndKill(t *testing.T, how, url string, after time.Duration) (took time.Duration) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), "APPROVE_HOW="+how, "APPROVE_URL="+url)
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	var begun time.Time
	for lines := bufio.NewScanner(out); lines.Scan(); {
		switch lines.Text() {
		case "begin":
			begun = time.Now()
			defer time.AfterFunc(after, func() { _ = cmd.Process.Kill() }).Stop()
		case "done":
			took = time.Since(begun)
		default:
			t.Fatal(lines.Text())
		}
	}
	_ = cmd.Wait()
	return took
}

// left are the rows that an approval of the period leaves: sheets, what each approval covers, lines of the trail, notes.
// A server that lost its client may be at work yet: it holds the sheets until it is through.
func (w *world) left() [4]int {
	w.exec(`UPDATE timesheets SET version = version`)
	return [4]int{w.count(`SELECT COUNT(*) FROM timesheets WHERE is_approved`), w.count(`SELECT COUNT(*) FROM timesheet_approvals`),
		w.count(`SELECT COUNT(*) FROM audit_log WHERE kind = 'timesheet'`), w.count(`SELECT COUNT(*) FROM audit_log WHERE kind = 'pay_period'`)}
}

// undo takes the approvals back for the next round.
func (w *world) undo() {
	w.exec(`UPDATE timesheets SET is_approved = FALSE`)
	w.exec(`DELETE FROM timesheet_approvals`)
	w.exec(`DELETE FROM audit_log`)
	w.exec(`DELETE FROM notifications`)
}

// TestApprove_killed kills a process at chance moments of approving a period: afterwards all of its sheets are approved,
// with all that belongs to it, or none; and all of them when that was acknowledged (W6).
func TestApprove_killed(t *testing.T) {
	for dialect, rounds := range map[db.Dialect]int{db.SQLite: 12, db.Postgres: 8} {
		t.Run(dialect.String(), func(t *testing.T) {
			url := dbtest.URL(t, dialect)
			w := packed(t, url)
			took := approveAndKill(t, "whole", url, time.Minute)
			whole := w.left()
			if took == 0 || whole != [4]int{manySheets, manySheets, manySheets, 1} {
				t.Fatalf("undisturbed it leaves %d in %s", whole, took)
			}
			none := 0
			for round := 0; round < rounds || none == 0 && round < 20*rounds; round++ {
				w.undo()
				acknowledged := approveAndKill(t, "whole", url, rand.N(took)) > 0
				switch left := w.left(); {
				case left == whole:
				case left == [4]int{} && !acknowledged:
					none++
				default:
					t.Fatalf("acknowledged: %v; it left %d of %d", acknowledged, left, whole)
				}
			}
			if none == 0 {
				t.Error("it was always too late: the test has shown nothing")
			}
		})
	}
}

// TestApprove_killed_notices_half is the control: approving sheet by sheet and killed, some are left approved.
func TestApprove_killed_notices_half(t *testing.T) {
	url := dbtest.URL(t, db.SQLite)
	w := packed(t, url)
	took := approveAndKill(t, "piecemeal", url, time.Minute)
	for range 40 {
		w.undo()
		approveAndKill(t, "piecemeal", url, rand.N(took))
		if n := w.left()[0]; n > 0 && n < manySheets {
			return
		}
	}
	t.Error("half a period goes unnoticed: the test of killed ones proves nothing")
}
