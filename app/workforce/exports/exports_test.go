package exports

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"presence/app/accounts/auth"
	"presence/app/apptest/featuretest"
	"presence/app/platform/httpx"
	"presence/app/platform/tablewriter"
	"presence/app/workforce/payperiods"
	"presence/db"
	"presence/db/dbtest"
)

var update = flag.Bool("update", false, "write the goldens anew")

// scene is a small company in the period 2026-25: overtime in one week only, two sheets of one person of which one is
// approved, mileage, leave, a name that looks like a formula, and a person who has left but has hours.
var scene = []string{
	`INSERT INTO people (id, email, role, created_at, updated_at)
	VALUES ('p1','1@example.org','employee',1,1), ('p2','2@example.org','employee',1,1), ('p3','3@example.org','employee',1,1)`,
	`INSERT INTO employees (user_id, first_name, last_name, sort_name, email, phone_number, external_payroll_id, company_code, first_work_day,
		created_at, updated_at) VALUES
		('p1', 'Anne', 'Aubin', 'aubin anne', 'x', 5145550123, 101, 271583, '2020-01-06', 1, 1),
		('p2', '=cmd()', 'Bédard, fils', 'bedard', 'x', 5145550123, 102, 271583, '2020-01-06', 1, 1)`,
	`INSERT INTO employees (user_id, first_name, last_name, sort_name, email, phone_number, external_payroll_id, company_code, first_work_day,
		last_work_day, archived_at, created_at, updated_at) VALUES
		('p3', 'Denis', 'Dubé', 'dube denis', 'x', 5145550123, 103, 271584, '2020-01-06', '2026-11-20', 1, 1, 1)`,
	`INSERT INTO bank_codes (type, categorie, modifier, bank_code, created_at, updated_at) VALUES
		('regular','shift',10000,'G1',1,1), ('evening','shift',12500,'G43',1,1), ('overtime','shift',15000,'G44',1,1),
		('mileage','expense',7200,'G57',1,1), ('meal','expense',10000,'G56',1,1), ('vacation','leave',10000,'G109',1,1)`,
	`INSERT INTO timesheets (employee_id, is_approved, created_at, updated_at)
	VALUES (1, TRUE, 1, 1), (1, FALSE, 1, 1), (2, FALSE, 1, 1), (3, TRUE, 1, 1)`,
	`INSERT INTO shifts (timesheet_id, employee_id, bank_code_id, day, week, start_at, end_at, minutes, created_at, updated_at) VALUES
		(1, 1, 1, '2026-11-16', '2026-11-15', 1, 2, 600, 1, 1), (1, 1, 1, '2026-11-17', '2026-11-15', 1, 2, 600, 1, 1),
		(1, 1, 1, '2026-11-18', '2026-11-15', 1, 2, 600, 1, 1), (2, 1, 1, '2026-11-19', '2026-11-15', 1, 2, 605, 1, 1),
		(2, 1, 2, '2026-11-20', '2026-11-15', 1, 2, 240, 1, 1), (2, 1, 1, '2026-11-23', '2026-11-22', 1, 2, 450, 1, 1),
		(3, 2, 1, '2026-11-24', '2026-11-22', 1, 2, 440, 1, 1), (4, 3, 1, '2026-11-16', '2026-11-15', 1, 2, 480, 1, 1)`,
	`INSERT INTO expenses (timesheet_id, employee_id, bank_code_id, day, week, amount, description, created_at, updated_at) VALUES
		(1, 1, 4, '2026-11-16', '2026-11-15', 1805, 'x', 1, 1), (1, 1, 5, '2026-11-16', '2026-11-15', 1999, 'x', 1, 1),
		(2, 1, 5, '2026-11-20', '2026-11-15', 1, 'x', 1, 1)`,
}

func service(t *testing.T, d *db.DB) *payperiods.Service {
	t.Helper()
	zone, err := time.LoadLocation("America/Toronto")
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	err = d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		for _, sql := range scene {
			if _, err := tx.Exec(ctx, sql); err != nil {
				return fmt.Errorf("%s: %w", sql, err)
			}
		}
		if err := dbtest.AddUp(ctx, tx); err != nil {
			return err
		}
		at := func(day, hour int) db.Instant {
			return db.InstantOf(time.Date(2026, 11, day, hour, 0, 0, 0, zone))
		}
		_, err := tx.Exec(ctx, `INSERT INTO leave_requests (employee_id, bank_code_id, leave_type, start_at, end_at,
			approval_status, created_at, updated_at)
			VALUES (2, 6, 'Vacation', $1, $2, 'True', 1, 1)`, at(20, 8), at(23, 12))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	calendar, err := payperiods.NewCalendar(db.MustDay("2025-12-14"))
	if err != nil {
		t.Fatal(err)
	}
	return payperiods.NewService(d, now, payperiods.Config{Calendar: calendar, Zone: zone})
}

// now is after the period of the scene.
func now() time.Time { return time.Date(2026, 11, 30, 17, 0, 0, 0, time.UTC) }

// client calls the route as a person of payroll.
func client(t *testing.T, s *payperiods.Service) *featuretest.Client {
	t.Helper()
	by := auth.Actor{PersonID: "p", Role: auth.Payroll}
	return featuretest.New(t, featuretest.Options{By: by, Now: now}, func(r *httpx.Router) { API(r, s) })
}

func TestAPI_Export(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		api := client(t, service(t, d))
		for _, x := range []struct{ name, query, golden string }{
			{"gives every line", "period=2026-25", "all.csv"},
			{"takes a date in the period", "period=2026-11-28&status=all&format=csv&bom=0&sep=,", "all.csv"},
			{"leaves out what is not approved", "period=2026-25&status=approved", "approved.csv"},
			{"writes for a French Excel", "period=2026-25&bom=1&sep=%3B", "french.csv"},
			{"gives the header of an empty period", "period=2027-25", "empty.csv"},
			{"takes the current period", "period=current", "empty.csv"},
		} {
			t.Run(x.name, func(t *testing.T) {
				a := api.On(t).Get("/exports/csv?" + x.query)
				if a.Status != 200 || a.Header.Get("Content-Type") != "text/csv; charset=utf-8; header=present" {
					t.Fatalf("got %d %v", a.Status, a.Header)
				}
				golden(t, x.golden, []byte(a.Body))
				if again := api.On(t).Get("/exports/csv?" + x.query); again.Body != a.Body {
					t.Error("the same question gives other bytes")
				}
			})
		}
		t.Run("names the file", func(t *testing.T) {
			name := api.On(t).Get("/exports/csv?period=2026-11-20").Header.Get("Content-Disposition")
			if name != "attachment; filename=presence-2026-25.csv" {
				t.Errorf("got %s", name)
			}
		})
		t.Run("gives the same cells as a workbook", func(t *testing.T) {
			api := api.On(t)
			workbook := strings.NewReader(api.Get("/exports/csv?period=2026-25&format=xlsx").Body)
			sameCells(t, workbook, api.Get("/exports/csv?period=2026-25").Body)
		})
	})
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := "testdata/" + name
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func sameCells(t *testing.T, workbook io.Reader, text string) {
	t.Helper()
	f, err := excelize.OpenReader(workbook)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := f.GetRows("Sheet1", excelize.Options{RawCellValue: true})
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(text, "\r\n"), "\r\n")
	if len(rows) != len(lines) {
		t.Fatalf("%d rows, %d lines", len(rows), len(lines))
	}
	for i, row := range rows {
		for j := range row {
			row[j] = strings.TrimSuffix(row[j], ".00")
			if i > 0 && j == 4 { // the week: a date, shown as CSV writes it
				if row[j], err = f.GetCellValue("Sheet1", fmt.Sprintf("E%d", i+1)); err != nil {
					t.Fatal(err)
				}
			}
			if strings.Contains(row[j], ",") {
				row[j] = `"'` + row[j] + `"` // the one name that CSV quotes and marks
			}
		}
		plain := strings.NewReplacer(".50", ".5").Replace(lines[i])
		if got := strings.Join(row, ","); got != plain {
			t.Errorf("row %d: got %s, want %s", i+1, got, plain)
		}
	}
}

func TestAPI_ExportRefuses(t *testing.T) {
	api := client(t, service(t, dbtest.OpenSQLite(t)))
	for _, x := range []struct{ name, query, want string }{
		{"no period", "", `"field":"period"`},
		{"period 27", "period=2026-27", `"field":"period","code":"not_found"`},
		{"an unreal date", "period=2026-02-30", `"field":"period","code":"format"`},
		{"a word", "period=last", `"field":"period","code":"format"`},
		{"an unknown status", "period=2026-25&status=open", `"field":"status"`},
		{"an unknown format", "period=2026-25&format=pdf", `"field":"format"`},
		{"an unknown separator", "period=2026-25&sep=|", `"field":"sep"`},
		{"an unknown parameter", "period=2026-25&year=2026", `"field":"year"`},
		{"every fault at once", "period=x&status=x&format=x&bom=x&sep=x", `"field":"period","code":"format"`},
	} {
		t.Run(x.name, func(t *testing.T) {
			a := api.On(t).Get("/exports/csv?" + x.query)
			if a.Status != 400 || !strings.Contains(a.Body, x.want) {
				t.Errorf("got %d %s", a.Status, a.Body)
			}
			if x.name == "every fault at once" && strings.Count(a.Body, `"field"`) != 5 {
				t.Errorf("got %s", a.Body)
			}
		})
	}
}

// If the connection breaks, the export ends with its error.
func TestWrite_TellsABrokenConnection(t *testing.T) {
	s := service(t, dbtest.OpenSQLite(t))
	p, err := s.PeriodByNumber(2026, 25)
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range []tablewriter.Format{tablewriter.CSV, tablewriter.XLSX} {
		rows, err := tablewriter.New(brokenPipe{}, tablewriter.Options{Format: format})
		if err != nil {
			t.Fatal(err)
		}
		err = writeLines(t.Context(), s, auth.Actor{Role: auth.Payroll}, p, false, rows)
		if !errors.Is(err, io.ErrClosedPipe) {
			t.Errorf("%s: got %v", format, err)
		}
	}
}

// A file that cannot be finished stays incomplete, even if it is closed.
func TestWrite_LeavesAFailedFileIncomplete(t *testing.T) {
	s := service(t, dbtest.OpenSQLite(t))
	ctx, stop := context.WithCancel(t.Context())
	stop()
	for format, closes := range map[tablewriter.Format]bool{tablewriter.CSV: true, tablewriter.XLSX: false} {
		var file bytes.Buffer
		rows, err := tablewriter.New(&file, tablewriter.Options{Format: format})
		if err != nil {
			t.Fatal(err)
		}
		if err := writeLines(ctx, s, auth.Actor{Role: auth.Payroll}, s.Current(), false, rows); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: got %v", format, err)
		}
		if err := rows.Close(); (err == nil) != closes || closes && file.Len() > 0 {
			t.Errorf("%s: it closes with %v and %d bytes", format, err, file.Len())
		}
	}
}

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }
