package imports

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/tablereader"
	"presence/db"
	"presence/db/dbtest"
)

// dated is a file of employees without a company, with a first day of work each.
func dated(days ...string) string {
	var b strings.Builder
	b.WriteString("Matricule;Prénom;Nom;Courriel;Téléphone;Date d’embauche\n")
	for i, day := range days {
		fmt.Fprintf(&b, "%d;Maude;Côté;m%d@example.org;514 555-0101;%s\n", 1000001+i, i, day)
	}
	return b.String()
}

// firstDays are the first days of work of the imported employees.
func firstDays(t testing.TB, d *db.DB) string {
	t.Helper()
	list, err := db.ReadTexts(d.Query(t.Context(),
		"SELECT first_work_day FROM employees WHERE external_payroll_id > 1000000 ORDER BY external_payroll_id"))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(list, " ")
}

func TestDayOrder_of_a_file(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		for _, x := range []struct {
			name string
			days []string
			want DayOrder
			new  int64
		}{
			{"one date with the day first decides for all", []string{"03/04/2025", "13/04/2025"}, DayFirst, 2},
			{"one date with the month first decides for all", []string{"03/04/2025", "04/13/2025"}, MonthFirst, 2},
			{"ISO dates show nothing, and need nothing", []string{"2025-04-03", "20250403"}, NoOrder, 2},
			{"dates that all mean one day need nothing", []string{"13/04/2025", "04/13/2025", "05/05/2025"}, NoOrder, 3},
			{"where none shows it, it is asked", []string{"03/04/2025", "2025-04-13"}, UnknownOrder, 1},
			{"where some show one and some the other, it is asked", []string{"03/04/2025", "13/04/2025", "04/13/2025"}, UnknownOrder, 2},
		} {
			t.Run(x.name, func(t *testing.T) {
				im := w.uploadKind(t, Employees, dated(x.days...))
				if im.DayOrder != x.want || im.Count[New] != x.new || im.Count[Wrong] != int64(len(x.days))-x.new {
					t.Errorf("%q %v %s", im.DayOrder, im.Count, w.verdicts(t, im.ID))
				}
			})
		}
		im := w.uploadKind(t, Employees, dated("03/04/2025", "05/06/2025"))
		t.Run("an order that there is not is refused", func(t *testing.T) {
			err := w.Map(t.Context(), w.payroll, im.ID, Choice{DayOrder: UnknownOrder})
			if !errs.FieldsOf(err).Has("day_order") {
				t.Error(err)
			}
		})
		t.Run("the choice holds for every line, and stays when a line is corrected", func(t *testing.T) {
			if err := w.Map(t.Context(), w.payroll, im.ID, Choice{DayOrder: DayFirst}); err != nil {
				t.Fatal(err)
			}
			w.Wait()
			if err := w.Correct(t.Context(), w.payroll, im.ID, 2, map[string]string{"first_name": "Élise"}); err != nil {
				t.Fatal(err)
			}
			if im = w.finished(t, im.ID); im.DayOrder != DayFirst || im.Count[New] != 2 {
				t.Errorf("%+v", im)
			}
		})
		t.Run("the lines that are saved are read as they were checked, without those that show the order", func(t *testing.T) {
			first := w.uploadKind(t, Employees, dated("13/04/2025"))
			w.apply(t, first.ID, false)
			w.apply(t, w.uploadKind(t, Employees, dated("13/04/2025", "03/04/2025")).ID, false)
			if got := firstDays(t, d); got != "2025-04-13 2025-04-03" {
				t.Error(got)
			}
		})
	})
}

func TestDayOrder_of_times_and_leave(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		for kind, file := range map[Kind]string{
			Shifts:   "Employé;Date;Début;Fin;Code\nx;03/04/2026;03/04/2026 08:00;16:00;R\nx;13/04/2026;08:00;16:00;R\n",
			Expenses: "Employé;Date;Montant;Code;Description\nx;03/04/2026;12;R;y\nx;13/04/2026;12;R;y\n",
			Leave:    "Employé;Type;Du;Au;Code\nx;Vacances;03/04/2026;04/04/2026;R\nx;Vacances;11/04/2026;13/04/2026;R\n",
		} {
			t.Run("a file of "+string(kind)+" is read by its own dates", func(t *testing.T) {
				im := w.uploadKind(t, kind, file)
				if err := w.Map(t.Context(), w.payroll, im.ID, Choice{Fields: im.Fields}); err != nil {
					t.Fatal(err)
				}
				if im = w.finished(t, im.ID); im.DayOrder != DayFirst || strings.Contains(w.verdicts(t, im.ID), ":day") {
					t.Errorf("%q %q %s", im.DayOrder, im.Fields, w.verdicts(t, im.ID))
				}
			})
		}
	})
}

func TestEmployees_WithoutCompany(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		w.payroll = actor(w.crew.Payroll, auth.Payroll)
		setCompanies := func(t *testing.T, query string) {
			err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				_, err := tx.Exec(ctx, query)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		for _, x := range []struct {
			name, companies string
			want            int64
		}{
			{"employees of one company: theirs", "UPDATE employees SET company_code = 271583", 271583},
			{"employees of several: the first one", "UPDATE employees SET company_code = id", 1},
			{"archived employees do not count", "UPDATE employees SET company_code = 8, archived_at = 1, archived_reason = 'deleted'", 1},
		} {
			t.Run(x.name, func(t *testing.T) {
				setCompanies(t, x.companies)
				im := w.uploadKind(t, Employees, dated("2025-04-13"))
				if im.Company != x.want || im.Count[New] != 1 {
					t.Errorf("%d %s", im.Company, w.verdicts(t, im.ID))
				}
			})
		}
		t.Run("what was shown is what is saved", func(t *testing.T) {
			setCompanies(t, "UPDATE employees SET company_code = 7, archived_at = NULL, archived_reason = NULL")
			im := w.uploadKind(t, Employees, dated("2025-04-13"))
			setCompanies(t, "UPDATE employees SET company_code = 9")
			w.apply(t, im.ID, false)
			if got := text(t, d, "SELECT CAST(company_code AS TEXT) FROM employees WHERE external_payroll_id = 1000001"); got != "7" {
				t.Error(got)
			}
		})
		t.Run("employees whom the file changes keep their company", func(t *testing.T) {
			im := w.apply(t, w.uploadKind(t, Employees, dated("2025-04-14")).ID, false)
			got := text(t, d, "SELECT CAST(company_code AS TEXT) FROM employees WHERE external_payroll_id = 1000001")
			if got != "7" || im.Count[Changed] != 1 {
				t.Error(got, im.Count)
			}
		})
	})
}

// A date that is written as one and does not exist is told apart from a text that is no date.
func TestIsWrittenAsDay(t *testing.T) {
	for text, want := range map[string]bool{"31/02/2023": true, "2023-02-31": true, "2023/2/31 08:00": true, "20230231": true, "32.1.2023": true,
		"lundi": false, "31/02/23": false, "2023-02": false, "0023-02-31": false, "12345678": false, "31-02-2023-1": false} {
		t.Run(text, func(t *testing.T) {
			if got := isWrittenAsDay(text); got != want {
				t.Errorf("%v", got)
			}
		})
	}
}

func TestPages_reading(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newSite(t, d)
		t.Run("the form says for each kind which columns are required", func(t *testing.T) {
			a := s.on(t).Get("/staff/imports").Want(http.StatusOK)
			got := a.Text(`[data-kind="employees"]`)
			if !strings.Contains(got, "Required columnsPayroll number (a whole number), First name, Last name, Email, Phone, First day of work") ||
				!strings.Contains(got, "Optional columnsCompany, Address, Last day of work, Supervisor") || a.Doc().Find("[data-kind]").Length() != len(Kinds) {
				t.Error(got)
			}
		})
		one := s.send(t, "employees", "équipe.csv", strings.Replace(dated("03/04/2025", "05/06/2025"), "Téléphone", "Salaire", 1)).
			Want(http.StatusSeeOther).Header.Get("Location")
		t.Run("a column that was not recognized is chosen on the page of the import", func(t *testing.T) {
			a := s.on(t).Get(one).Want(http.StatusOK)
			if !a.Has(".import-columns[open]") || !strings.Contains(a.Text(".import-columns"), "Not imported: Salaire") ||
				!strings.Contains(a.Text(".import-columns"), "There’s no column for: Phone") {
				t.Error(a.Text(".import-columns"))
			}
			form := url.Values{}
			for i, field := range []string{"external_payroll_id", "first_name", "last_name", "email", "phone_number", "first_work_day"} {
				form.Set(fmt.Sprintf("column_%d", i), field)
			}
			s.on(t).Form(one+"/columns", form).RedirectsTo(one)
		})
		t.Run("the order of the dates is asked once", func(t *testing.T) {
			a := s.on(t).Get(one).Want(http.StatusOK)
			if a.Doc().Find(`form[action="`+one+`/day-order"] button`).Length() != 2 ||
				!strings.Contains(a.Text(".banner"), "the day or the month?") || a.Has(".import-apply") {
				t.Error(a.Text("#import"))
			}
			s.on(t).Form(one+"/day-order", url.Values{"day_order": {"day_first"}}).RedirectsTo(one)
		})
		t.Run("then the page says how they are read, which company new employees get, and offers the other order", func(t *testing.T) {
			a := s.on(t).Get(one).Want(http.StatusOK)
			if !strings.Contains(a.Text(".banner"), "the day first: April 3, 2026") || !a.Has(`button[name="day_order"][value="month_first"]`) ||
				!strings.Contains(a.Text(".import-apply"), "new employees will belong to company") ||
				!strings.Contains(a.Text(".import-columns"), "All columns were recognized.") {
				t.Error(a.Text("#import"))
			}
		})
		t.Run("an order that there is not is refused", func(t *testing.T) {
			s.on(t).Form(one+"/day-order", url.Values{"day_order": {"year_first"}}).Want(http.StatusBadRequest)
		})
		t.Run("programs say it with PATCH", func(t *testing.T) {
			s.on(t).Do(http.MethodPatch, "/imports/1", `{}`).Want(http.StatusBadRequest)
			a := s.on(t).Do(http.MethodPatch, "/imports/1", `{"day_order":"month_first"}`).Want(http.StatusOK)
			if s.Wait(); !strings.Contains(a.Body, `"day_order":"month_first"`) {
				t.Error(a.Body)
			}
		})
	})
}

// A heading that two columns of a kind are called would be matched with either.
func TestColumns_are_told_apart(t *testing.T) {
	for kind, columns := range map[Kind][]Column{Employees: employeeColumns, Customers: customerColumns, Shifts: shiftColumns,
		Expenses: expenseColumns, Leave: leaveColumns} {
		known := map[string]string{}
		for _, c := range columns {
			for _, name := range append([]string{c.Field}, c.Names...) {
				key := tablereader.Key(name)
				if other, ok := known[key]; ok && other != c.Field {
					t.Errorf("%s: %q is %s and %s", kind, name, other, c.Field)
				}
				known[key] = c.Field
			}
		}
	}
}

func TestColumns_that_people_use(t *testing.T) {
	for _, x := range []struct {
		headings string
		want     []string
	}{
		{"Matricule;Société;Prénom;Nom de famille;Adresse courriel;Téléphone;Ville;Date d'embauche;Date de départ;Chef",
			[]string{"external_payroll_id", "company_code", "first_name", "last_name", "email", "phone_number", "residence", "first_work_day",
				"last_work_day", "supervisor"}},
		{"N° employé;Compagnie;Prénom;Nom;Adresse mail;Cellulaire;Adresse;Date d’embauche;Supérieur",
			[]string{"external_payroll_id", "company_code", "first_name", "last_name", "email", "phone_number", "residence", "first_work_day",
				"supervisor"}},
		{"No employé;Nom;Prénom;Courriel;Tél.;Embauche;Supérieur immédiat",
			[]string{"external_payroll_id", "last_name", "first_name", "email", "phone_number", "first_work_day", "supervisor"}},
		{"N° d'employé;Prénom;Nom de famille;Courriel;Téléphone;Date d'embauche;Superviseur immédiat",
			[]string{"external_payroll_id", "first_name", "last_name", "email", "phone_number", "first_work_day", "supervisor"}},
		{"Matricule;Prénom;Nom;Courriel;Téléphone;Date d'embauche;Courriel du supérieur",
			[]string{"external_payroll_id", "first_name", "last_name", "email", "phone_number", "first_work_day", "supervisor"}},
	} {
		t.Run(x.headings, func(t *testing.T) {
			if got := match(strings.Split(x.headings, ";"), employeeColumns, nil); !slices.Equal(got, x.want) {
				t.Errorf("%q", got)
			}
		})
	}
}
