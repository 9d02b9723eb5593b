package imports

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/workforce/shifts"
	"presence/app/workforce/timesheets"
	"presence/db"
	"presence/db/dbtest"
)

const (
	shiftHeading   = "Matricule;Date;Début;Fin;Code\n"
	expenseHeading = "Employee,Date,Amount,Pay code,Description\n"
	leaveHeading   = "Employé;Type de congé;Premier jour;Dernier jour;Code de paie;État\n"
)

// emailOf returns the address by which files of these tests name a member of the crew.
func (w *world) emailOf(t testing.TB, d *db.DB, m dbtest.Member) string {
	t.Helper()
	runSQL(t, d, "UPDATE employees SET email = LOWER(email) WHERE id = $1", m.EmployeeID) // as every service stores it
	return text(t, d, "SELECT email FROM employees WHERE id = $1", m.EmployeeID)
}

// time is every live shift, expense and leave with its sheet's period, in the order of their ids.
func timeOf(t testing.TB, d *db.DB, query string) string {
	t.Helper()
	list, err := db.ReadTexts(d.Query(t.Context(), query))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(list, "\n")
}

const (
	allShifts = `SELECT CAST(s.employee_id AS TEXT) || ' ' || s.day || ' ' || s.week || ' ' || CAST(s.minutes AS TEXT) || ' ' || t.period_start
		FROM shifts s JOIN timesheets t ON t.id = s.timesheet_id ORDER BY s.employee_id, s.start_at`
	allTotals = `SELECT CAST(employee_id AS TEXT) || ' ' || week || ' ' || CAST(SUM(minutes) AS TEXT) || ' ' || CAST(SUM(shifts) AS TEXT)
		FROM shift_weeks GROUP BY employee_id, week HAVING SUM(shifts) <> 0 ORDER BY employee_id, week`
	sumsOfShifts = `SELECT CAST(employee_id AS TEXT) || ' ' || week || ' ' || CAST(SUM(minutes) AS TEXT) || ' ' || CAST(COUNT(*) AS TEXT)
		FROM shifts WHERE archived_at IS NULL GROUP BY employee_id, week ORDER BY employee_id, week`
)

func TestShifts(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		ann, cid := w.emailOf(t, d, w.crew.Ann), w.emailOf(t, d, w.crew.Cid)
		number := text(t, d, "SELECT CAST(external_payroll_id AS TEXT) FROM employees WHERE id = $1", w.crew.Ann.EmployeeID)
		file := shiftHeading + number + ";2026-11-02;8h;16h30;Normal\n" + ann + ";2026-11-02;23:00;07:00:00;regular\n" +
			strings.ToUpper(cid) + ";16/11/2026;2026-11-16 08:00;12:00;Evening\n"
		im := w.uploadKind(t, Shifts, file)
		t.Run("every line is new, by number and by address, and the code by its name in both languages", func(t *testing.T) {
			if got := w.verdicts(t, im.ID); got != "2 new\n3 new\n4 new" {
				t.Fatal(got)
			}
		})
		im = w.apply(t, im.ID, false)
		t.Run("saving puts each shift on the sheet of its period", func(t *testing.T) {
			want := fmt.Sprintf("%[1]d 2026-11-02 2026-11-01 510 2026-11-01\n%[1]d 2026-11-02 2026-11-01 480 2026-11-01\n"+
				"%[2]d 2026-11-16 2026-11-15 240 2026-11-15", w.crew.Ann.EmployeeID, w.crew.Cid.EmployeeID)
			if got := timeOf(t, d, allShifts); im.State != Applied || got != want {
				t.Errorf("%+v\n%s\nwant\n%s", im, got, want)
			}
		})
		t.Run("the totals of the weeks count them", func(t *testing.T) {
			if got, want := timeOf(t, d, allTotals), timeOf(t, d, sumsOfShifts); got != want || got == "" {
				t.Errorf("%s\nwant\n%s", got, want)
			}
		})
		t.Run("the history says who imported them", func(t *testing.T) {
			n := text(t, d, `SELECT CAST(COUNT(*) AS TEXT) FROM audit_log WHERE kind = 'shift' AND action = 'created' AND person_name = 'Paule'`)
			if n != "3" {
				t.Error(n)
			}
		})
		t.Run("the same file changes nothing", func(t *testing.T) {
			if again := w.uploadKind(t, Shifts, file); again.Count[Unchanged] != 3 || again.Savable() != 0 {
				t.Errorf("%+v\n%s", again, w.verdicts(t, again.ID))
			}
		})
		t.Run("undoing deletes them with their sheets", func(t *testing.T) {
			if in, err := w.Undo(t.Context(), w.payroll, im.ID); err != nil || len(in) != 0 {
				t.Fatalf("%v %v", in, err)
			}
			left := timeOf(t, d, allShifts) + timeOf(t, d, allTotals) + timeOf(t, d, "SELECT CAST(id AS TEXT) FROM timesheets")
			if left != "" {
				t.Errorf("%s", left)
			}
		})
	})
}

// wrongLine is a line with a fault.
type wrongLine struct{ name, line, want string }

// checkWrong uploads the lines in one file and compares the verdict of each.
func checkWrong(t *testing.T, w *world, kind Kind, heading string, cases []wrongLine) {
	t.Helper()
	file := heading
	for _, c := range cases {
		file += c.line + "\n"
	}
	got := strings.Split(w.verdicts(t, w.uploadKind(t, kind, file).ID), "\n")
	for i, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if _, verdict, _ := strings.Cut(got[i], " "); verdict != c.want {
				t.Errorf("%q, want %q", verdict, c.want)
			}
		})
	}
}

// runSQL runs a statement.
func runSQL(t testing.TB, d *db.DB, query string, args ...any) {
	t.Helper()
	err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, query, args...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// shift creates a shift of eight hours by the service, on the sheet of its period.
func (w *world) shift(t testing.TB, d *db.DB, of dbtest.Member, day, start string) shifts.Shift {
	t.Helper()
	at, err := time.Parse("2006-01-02 15:04", day+" "+start)
	var s shifts.Shift
	if err == nil {
		err = d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			sheet, err := timesheets.FindOrCreate(ctx, tx, w.payroll, of.EmployeeID, period(db.MustDay(day)), db.InstantOf(noon))
			if err != nil {
				return err
			}
			s, err = shifts.NewService(d, func() time.Time { return noon }, shifts.Options{}).CreateIn(ctx, tx, w.payroll, shifts.New{TimesheetID: sheet.ID,
				BankCodeID: w.crew.Regular, Day: db.MustDay(day), Start: db.InstantOf(at), End: db.InstantOf(at.Add(8 * time.Hour))})
			return err
		})
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestShifts_Wrong(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		ann, cid, boss := w.emailOf(t, d, w.crew.Ann), w.emailOf(t, d, w.crew.Cid), w.emailOf(t, d, w.crew.Boss)
		w.shift(t, d, w.crew.Ann, "2026-11-03", "08:00")
		approved := w.shift(t, d, w.crew.Cid, "2026-11-03", "08:00")
		runSQL(t, d, "UPDATE timesheets SET is_approved = TRUE WHERE id = $1", approved.TimesheetID)
		runSQL(t, d, "UPDATE employees SET first_work_day = '2026-10-01', last_work_day = '2026-12-31' WHERE id = $1", w.crew.Boss.EmployeeID)
		runSQL(t, d, "UPDATE employees SET archived_at = 1 WHERE id = $1", w.crew.Stranger.EmployeeID)
		gone := w.emailOf(t, d, w.crew.Stranger)
		checkWrong(t, w, Shifts, shiftHeading, []wrongLine{
			{"nobody", ";2026-11-02;8;16;Normal", "wrong employee:required"},
			{"an unknown employee", "nobody@example.org;2026-11-02;8;16;Normal", "wrong employee:unknown_employee"},
			{"an archived employee", gone + ";2026-11-02;8;16;Normal", "wrong employee:record_archived"},
			{"no day", ann + ";;8;16;Normal", "wrong date:required"},
			{"no day that exists", ann + ";2026-02-30;8;16;Normal", "wrong date:no_such_day"},
			{"no day at all", ann + ";lundi;8;16;Normal", "wrong date:day"},
			{"no start", ann + ";2026-11-02;;16;Normal", "wrong start_time:required"},
			{"no time", ann + ";2026-11-02;8;noon;Normal", "wrong end_time:clock"},
			{"no code", ann + ";2026-11-02;8;16;", "wrong bank_code:required"},
			{"an unknown code", ann + ";2026-11-02;8;16;Z99", "wrong bank_code:no_code"},
			{"a code for expenses", ann + ";2026-11-02;8;16;Mileage", "wrong bank_code:category"},
			{"a day to come", ann + ";2026-11-21;8;16;Normal", "wrong date:future_day"},
			{"before the first day of work", boss + ";2026-09-30;8;16;Normal", "wrong date:before_first_day"},
			{"on an approved sheet", cid + ";2026-11-04;8;16;Normal", "wrong date:timesheet_approved"},
			{"equal to a shift on an approved sheet", cid + ";2026-11-03;8;16;Normal", "unchanged"},
			{"days in both columns of times", ann + ";2026-11-02;2026-11-02;2026-11-03;Normal", "wrong start_time:clock end_time:clock"},
			{"the same day in both", ann + ";2026-11-02;2026-11-02;2026-11-02;Normal", "wrong end_time:clock"},
			{"another day as the beginning", ann + ";2026-11-02;2026-11-03;07:00;Normal", "wrong start_time:clock"},
			{"another day as the end", ann + ";2026-11-02;16:00;2026-11-04;Normal", "wrong end_time:clock"},
			{"over another shift", ann + ";2026-11-03;7;9;Normal", "wrong start_time:overlap"},
			{"after another shift", ann + ";2026-11-03;16;17;Normal", "new"},
			{"over another line", ann + ";2026-11-03;16:30;18;Normal", "wrong start_time:overlap_line"},
			{"twice", ann + ";2026-11-03;16;17;Normal", "wrong start_time:twice"},
		})
	})
}

func TestShifts_Undo(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		before := w.shift(t, d, w.crew.Ann, "2026-11-03", "08:00")
		runSQL(t, d, "UPDATE timesheets SET submitted_at = 1 WHERE id = $1", before.TimesheetID)
		ann, cid := w.emailOf(t, d, w.crew.Ann), w.emailOf(t, d, w.crew.Cid)
		im := w.uploadKind(t, Shifts, shiftHeading+ann+";2026-11-04;8;16;Normal\n"+cid+";2026-11-04;8;16;Normal\n")
		im = w.apply(t, im.ID, false)
		t.Run("the owner of a submitted sheet hears that it changed", func(t *testing.T) {
			if n := text(t, d, "SELECT CAST(COUNT(*) AS TEXT) FROM notifications WHERE person_id = $1", w.crew.Ann.PersonID); n != "1" {
				t.Error(n)
			}
		})
		t.Run("a shift that has changed is in the way", func(t *testing.T) {
			runSQL(t, d, "UPDATE shifts SET version = version + 1 WHERE employee_id = $1", w.crew.Cid.EmployeeID)
			in, err := w.Undo(t.Context(), w.payroll, im.ID)
			if err != nil || len(in) != 1 || in[0].Reason != "changed" || !strings.Contains(in[0].Name, "2026-11-04") {
				t.Errorf("%v %v", in, err)
			}
			runSQL(t, d, "UPDATE shifts SET version = version - 1 WHERE employee_id = $1", w.crew.Cid.EmployeeID)
		})
		t.Run("an approved sheet is in the way", func(t *testing.T) {
			runSQL(t, d, "UPDATE timesheets SET is_approved = TRUE WHERE employee_id = $1", w.crew.Cid.EmployeeID)
			in, err := w.Undo(t.Context(), w.payroll, im.ID)
			if err != nil || len(in) != 1 || in[0].Reason != "approved" {
				t.Errorf("%v %v", in, err)
			}
			runSQL(t, d, "UPDATE timesheets SET is_approved = FALSE WHERE employee_id = $1", w.crew.Cid.EmployeeID)
		})
		t.Run("a sheet that was there, and its shifts, stay", func(t *testing.T) {
			if in, err := w.Undo(t.Context(), w.payroll, im.ID); err != nil || len(in) != 0 {
				t.Fatalf("%v %v", in, err)
			}
			want := fmt.Sprintf("%d 2026-11-03 2026-11-01 480 2026-11-01", w.crew.Ann.EmployeeID)
			if got := timeOf(t, d, allShifts); got != want || timeOf(t, d, allTotals) != timeOf(t, d, sumsOfShifts) {
				t.Error(got)
			}
			if n := text(t, d, "SELECT CAST(COUNT(*) AS TEXT) FROM timesheets"); n != "1" {
				t.Errorf("%s sheets", n)
			}
		})
	})
}

func TestShifts_Outdated(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		im := w.uploadKind(t, Shifts, shiftHeading+w.emailOf(t, d, w.crew.Ann)+";2026-11-03;9;10;Normal\n")
		w.shift(t, d, w.crew.Ann, "2026-11-03", "08:00")
		im = w.apply(t, im.ID, false)
		if got := w.verdicts(t, im.ID); im.State != Checked || im.Problem != "import_outdated" || got != "2 wrong start_time:overlap" {
			t.Errorf("%+v\n%s", im, got)
		}
	})
}

func TestExpenses(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		ann := w.emailOf(t, d, w.crew.Ann)
		line := func(s string) string { return ann + "," + s }
		checkWrong(t, w, Expenses, expenseHeading, []wrongLine{
			{"an expense", line("2026-11-02,$12.50,Per diem,Lunch"), "new"},
			{"an amount computed with taxes, as a workbook has it", line("2026-11-03,114.975,Per diem,Lunch"), "new"},
			{"the same again", line("2026-11-02,12.5,per_diem,Lunch"), "wrong description:twice"},
			{"no amount", line("2026-11-02,,Per diem,Lunch"), "wrong amount:required"},
			{"no number", line("2026-11-02,much,Per diem,Lunch"), "wrong amount:amount"},
			{"nothing", line("2026-11-02,0,Per diem,Lunch"), "wrong amount:out_of_range"},
			{"no description", line("2026-11-02,5,Per diem,"), "wrong description:required"},
			{"a code for shifts", line("2026-11-02,5,Regular,Lunch"), "wrong bank_code:category"},
			{"a day to come", line("2026-12-24,5,Per diem,Lunch"), "wrong date:future_day"},
		})
		file := expenseHeading + line("2026-11-02,\"1 234,56 $\",Per diem,Hotel\n") + line("2026-11-16,7.245,Mileage,Visit\n")
		im := w.apply(t, w.uploadKind(t, Expenses, file).ID, false)
		const all = `SELECT e.day || ' ' || e.week || ' ' || CAST(e.amount AS TEXT) || ' ' || e.description || ' ' || t.period_start
			FROM expenses e JOIN timesheets t ON t.id = e.timesheet_id ORDER BY e.day`
		t.Run("expenses are saved on the sheets of their periods", func(t *testing.T) {
			want := "2026-11-02 2026-11-01 123456 Hotel 2026-11-01\n2026-11-16 2026-11-15 725 Visit 2026-11-15"
			if got := timeOf(t, d, all); im.State != Applied || got != want {
				t.Errorf("%+v\n%s", im, got)
			}
		})
		t.Run("the same file changes nothing", func(t *testing.T) {
			if again := w.uploadKind(t, Expenses, file); again.Count[Unchanged] != 2 {
				t.Error(w.verdicts(t, again.ID))
			}
		})
		t.Run("undoing deletes them with their sheets", func(t *testing.T) {
			in, err := w.Undo(t.Context(), w.payroll, im.ID)
			if err != nil || len(in) != 0 || timeOf(t, d, all)+timeOf(t, d, "SELECT CAST(id AS TEXT) FROM timesheets") != "" {
				t.Errorf("%v %v", in, err)
			}
		})
	})
}

// A workbook has midnight as the day alone, or as the hour 24.
func TestShifts_at_midnight(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		for _, x := range []struct{ name, times, minutes string }{
			{"a day alone is the end", "2026-11-02 18:00;2026-11-03", "360"},
			{"24:00 is the end", "16:00;24:00", "480"},
			{"24:00:00 is the end", "17:00;24:00:00", "420"},
			{"a day alone is the beginning", "2026-11-02;2026-11-02 07:00", "420"},
		} {
			t.Run(x.name, func(t *testing.T) {
				im := w.apply(t, w.uploadKind(t, Shifts, shiftHeading+w.emailOf(t, d, w.crew.Ann)+";2026-11-02;"+x.times+";regular\n").ID, false)
				if got := text(t, d, "SELECT CAST(minutes AS TEXT) FROM shifts WHERE archived_at IS NULL"); im.State != Applied || got != x.minutes {
					t.Errorf("%s minutes, %+v\n%s", got, im, w.verdicts(t, im.ID))
				}
				if in, err := w.Undo(t.Context(), w.payroll, im.ID); err != nil || len(in) > 0 {
					t.Fatal(in, err)
				}
			})
		}
	})
}

// A workbook leaves midnight out, which databases write.
func TestLeave_times(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		for _, x := range []struct{ name, cells, hours string }{
			{"whole days by their days", "2026-09-01;2026-09-04", "96"},
			{"whole days with midnight as both times", "2026-09-07 00:00;2026-09-11 00:00", "120"},
			{"one day with midnight as both times", "2026-09-14 00:00:00;2026-09-14 00:00:00", "24"},
			{"times with full seconds", "2026-09-21 08:00:00;2026-09-21 12:00:00", "4"},
			{"an evening that ends at midnight", "2026-09-24 16:00;2026-09-25 00:00", "8"},
			{"an evening that ends at 24:00 of its own day", "2026-09-22 16:00;2026-09-22 24:00", "8"},
			{"leave that ends at 24:00 of another day", "2026-10-01 12:00;2026-10-02 24:00:00", "36"},
			{"the rest of a day", "2026-09-28 08:00;", "16"},
			{"a day until noon", "2026-09-29;2026-09-29 12:00", "12"},
		} {
			t.Run(x.name, func(t *testing.T) {
				im := w.apply(t, w.uploadKind(t, Leave, leaveHeading+w.emailOf(t, d, w.crew.Ann)+";Vacances;"+x.cells+";Vacances;\n").ID, false)
				got := text(t, d, "SELECT CAST((end_at - start_at) / 3600000 AS TEXT) FROM leave_requests ORDER BY id DESC LIMIT 1")
				if im.State != Applied || got != x.hours {
					t.Errorf("%s hours, %+v\n%s", got, im, w.verdicts(t, im.ID))
				}
			})
		}
	})
}

func TestLeave(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		ann, own := w.emailOf(t, d, w.crew.Ann), w.emailOf(t, d, w.crew.Payroll)
		line := func(s string) string { return ann + ";" + s }
		checkWrong(t, w, Leave, leaveHeading, []wrongLine{
			{"leave without a status", line("Vacances;2026-11-02;2026-11-06;Vacances;"), "new"},
			{"the same again", line("Vacances;2026-11-02;2026-11-06;Vacances;"), "wrong start_date_time:twice"},
			{"over another line", line("Maladie;2026-11-06;;Vacation;"), "wrong start_date_time:overlap_line"},
			{"declined leave may overlap", line("Maladie;2026-11-06;;Vacation;refusé"), "new"},
			{"declined leave twice", line("Maladie;2026-11-06;;Vacation;Declined"), "wrong start_date_time:twice"},
			{"leave to come", line("Vacation;2027-07-05;2027-07-09;vacation;Demandé"), "new"},
			{"no type", line(";2026-10-05;;Vacances;"), "wrong leave_type:required"},
			{"an unknown type", line("Fishing;2026-10-05;;Vacances;"), "wrong leave_type:not_allowed"},
			{"an unknown status", line("Vacances;2026-10-05;;Vacances;maybe"), "wrong approval_status:not_allowed"},
			{"no first day", line("Vacances;;;Vacances;"), "wrong start_date_time:required"},
			{"the end before the start", line("Vacances;2026-10-05;2026-10-01;Vacances;"), "wrong end_date_time:not_after_start"},
			{"no time of day", line("Vacances;2026-10-05 soon;;Vacances;"), "wrong start_date_time:clock"},
			{"an end without a time, after a start with one", line("Vacances;2026-10-05 16:00;2026-10-06;Vacances;"), "wrong end_date_time:clock"},
			{"a code for shifts", line("Vacances;2026-10-05;;Regular;"), "wrong bank_code:category"},
			{"one's own, approved", own + ";Vacances;2026-10-05;;Vacances;", "wrong approval_status:own_leave"},
			{"one's own, requested", own + ";Vacances;2026-10-05;;Vacances;Demandé", "new"},
		})
		file := leaveHeading + line("Vacances;2026-11-02;2026-11-06;Vacances;\n") + line("Maladie;2026-11-09 08:00;2026-11-09 12:00;Vacances;Demandé\n")
		im := w.apply(t, w.uploadKind(t, Leave, file).ID, false)
		const all = `SELECT leave_type || ' ' || CAST((end_at - start_at) / 3600000 AS TEXT) || ' ' || approval_status
			FROM leave_requests ORDER BY start_at`
		t.Run("whole days end at midnight, and leave without a status is approved", func(t *testing.T) {
			if got := timeOf(t, d, all); im.State != Applied || got != "Vacation 120 True\nSick 4 Pending" {
				t.Errorf("%+v\n%s", im, got)
			}
		})
		t.Run("nobody is notified of history", func(t *testing.T) {
			if n := text(t, d, "SELECT CAST(COUNT(*) AS TEXT) FROM notifications"); n != "0" {
				t.Error(n)
			}
		})
		t.Run("the same file changes nothing", func(t *testing.T) {
			if again := w.uploadKind(t, Leave, file); again.Count[Unchanged] != 2 {
				t.Error(w.verdicts(t, again.ID))
			}
		})
		t.Run("leave that was decided since is in the way", func(t *testing.T) {
			runSQL(t, d, "UPDATE leave_requests SET version = 2 WHERE leave_type = 'Sick'")
			if in, err := w.Undo(t.Context(), w.payroll, im.ID); err != nil || len(in) != 1 || in[0].Reason != "changed" {
				t.Errorf("%v %v", in, err)
			}
			runSQL(t, d, "UPDATE leave_requests SET version = 1 WHERE leave_type = 'Sick'")
		})
		t.Run("undoing deletes it, also after the daily task has counted it", func(t *testing.T) {
			w.rule(t)
			if err := w.balances.PostDue(t.Context()); err != nil || text(t, d, "SELECT CAST(COUNT(*) AS TEXT) FROM leave_counts") != "2" {
				t.Errorf("it is not counted: %v", err)
			}
			if in, err := w.Undo(t.Context(), w.payroll, im.ID); err != nil || len(in) != 0 || timeOf(t, d, all) != "" {
				t.Errorf("%v %v", in, err)
			}
		})
	})
}

// Times of a file are those of the company's zone, where the clocks change.
func TestShifts_Zone(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		zone, err := time.LoadLocation("America/Toronto")
		if err != nil {
			t.Fatal(err)
		}
		kind := shiftSource(Parts{Shifts: shifts.NewService(d, func() time.Time { return noon }, shifts.Options{}), Period: period}, zone, w.today)
		w.sources[Shifts] = kind
		ann := w.emailOf(t, d, w.crew.Ann)
		im := w.uploadKind(t, Shifts, shiftHeading+ann+";2026-10-31;23:00;07:00;Normal\n"+ann+";2026-03-08;02:30;07:00;Normal\n")
		if got := w.verdicts(t, im.ID); got != "2 new\n3 wrong start_time:no_such_time" {
			t.Fatal(got)
		}
		w.apply(t, im.ID, true)
		if got := text(t, d, "SELECT CAST(minutes AS TEXT) FROM shifts"); got != "540" {
			t.Errorf("%s minutes in the night in which the clocks go back, want 540", got)
		}
	})
}

func TestTime_WhoMay(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		for _, kind := range []Kind{Shifts, Expenses, Leave} {
			if _, err := w.sources[kind].open(actor(w.crew.Boss, auth.Employee), layout{}); errs.KindOf(err) != errs.KindForbidden {
				t.Errorf("%s: %v", kind, err)
			}
		}
	})
}
