package imports

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"presence/db"
	"presence/db/dbtest"
)

func TestPages_of_shifts(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newSite(t, d)
		ann := s.emailOf(t, d, s.crew.Ann)
		name := text(t, d, "SELECT first_name || ' ' || last_name FROM employees WHERE id = $1", s.crew.Ann.EmployeeID)
		im := s.uploadKind(t, Shifts, "Matricule;Date;Début;Fin;Pause (min);Code;\n"+ann+";2026-11-02;8;16;30;Normal;\n"+ann+";2026-11-03;8;16;30;Sunday;\n")
		address := fmt.Sprintf("/staff/imports/%d", im.ID)
		page := s.on(t).Get(address + "?verdict=").Want(http.StatusOK)
		t.Run("a warning above the button names the columns that are left out, without empty ones", func(t *testing.T) {
			warning := strings.Index(page.Body, "Not imported: Pause (min)</p>")
			if warning < 0 || warning > strings.Index(page.Body, `action="`+address+`/apply"`) {
				t.Error(page.Body)
			}
		})
		for what, want := range map[string]string{"the name stands beside what the file calls the employee": name + " · " + ann,
			"a line to correct shows its day": "2026-11-03 · 8 · 16 · Sunday"} {
			t.Run(what, func(t *testing.T) {
				if got := page.Text("main table"); !strings.Contains(got, want) {
					t.Errorf("%q is not in %s", want, got)
				}
			})
		}
		t.Run("an unknown pay code lists those of the kind", func(t *testing.T) {
			got := page.Text("main table .import-fix")
			code := text(t, d, "SELECT bank_code FROM bank_codes WHERE id = $1", s.crew.Regular)
			if !strings.Contains(got, "No pay code has this name. Possible codes: ") || !strings.Contains(got, "Regular ("+code+")") ||
				strings.Contains(got, "Mileage") {
				t.Error(got)
			}
		})
		t.Run("submitting is proposed, and stays as it was chosen", func(t *testing.T) {
			a := s.on(t).Form(address+"/apply", nil).Want(http.StatusUnprocessableEntity)
			if !page.Has(`[name="submit"][checked]`) || !a.Has(`[name="submit"]`) || a.Has(`[name="submit"][checked]`) {
				t.Error(a.Body)
			}
		})
		t.Run("the saved import leads to its period", func(t *testing.T) {
			s.apply(t, im.ID, true)
			if a := s.on(t).Get(address); a.Text("#periods a") != "Open period 2026-11-01" || !a.Has(`#periods a[href="/staff/periods/2026-11-01"]`) {
				t.Error(a.Text("#periods"))
			}
		})
		t.Run("a kind without optional columns has no heading for them", func(t *testing.T) {
			a := s.on(t).Get("/staff/imports")
			if got := a.Text(`[data-kind="shifts"]`); strings.Contains(got, "Optional") {
				t.Error(got)
			}
			if got := a.Text(`[data-kind="employees"]`); !strings.Contains(got, "Optional") ||
				!strings.Contains(got, "Payroll number (a whole number)") {
				t.Error(got)
			}
		})
	})
}

func TestPages_common_faults(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newSite(t, d)
		line := func(number, phone string) string {
			return number + ";7;Omar;Aziz;omar" + number + "@example.org;" + phone + ";;2024-03-04;;\n"
		}
		banner := func(t *testing.T, lines ...string) string {
			t.Helper()
			im := s.upload(t, strings.Join(lines, ""))
			return s.on(t).Get(fmt.Sprintf("/staff/imports/%d", im.ID)).Want(http.StatusOK).Text(".banner")
		}
		const good = "514 555-0101"
		t.Run("a fault of most lines is named once, however else they differ", func(t *testing.T) {
			got := banner(t, line("E1", good), line("E2", good), line("E3", "x"), line("1000004", good))
			if !strings.Contains(got, "3 rows: Payroll number: Enter a whole number.") || strings.Contains(got, "Phone") {
				t.Error(got)
			}
		})
		t.Run("a fault of half of the lines is not, although more are wrong", func(t *testing.T) {
			if got := banner(t, line("E1", good), line("E2", good), line("E3", good), line("1000004", "x"), line("1000005", good),
				line("1000006", good)); strings.Contains(got, "rows:") {
				t.Error(got)
			}
		})
		t.Run("of a column that is missing or empty, it says what to do once", func(t *testing.T) {
			got := banner(t, line("1000004", ""), line("1000005", ""), line("1000006", ""))
			if !strings.Contains(got, "3 rows: Phone: This column is required. Complete it in the file, then upload it again.") {
				t.Error(got)
			}
			at := s.send(t, "employees", "a.csv", strings.Replace(dated("2024-03-04", "2024-03-04", "2024-03-04"), "Téléphone", "Salaire", 1)).
				Want(http.StatusSeeOther).Header.Get("Location")
			chosen := url.Values{}
			for i, field := range []string{"external_payroll_id", "first_name", "last_name", "email", "", "first_work_day"} {
				chosen.Set(fmt.Sprintf("column_%d", i), field)
			}
			s.on(t).Form(at+"/columns", chosen).RedirectsTo(at)
			got = s.on(t).Get(at).Want(http.StatusOK).Text(".banner")
			if !strings.Contains(got, "3 rows: Phone: The file doesn’t have this column") {
				t.Error(got)
			}
		})
		t.Run("nor one of two lines", func(t *testing.T) {
			if got := banner(t, line("E1", good), line("E2", good)); strings.Contains(got, "rows:") {
				t.Error(got)
			}
		})
	})
}
