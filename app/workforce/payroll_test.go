package workforce_test

import (
	"bytes"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"presence/app/apptest"
	"presence/db"
)

const payrollPage = "/staff/payroll"

func TestPayrollPage(t *testing.T) {
	t.Parallel()
	a := apptest.NewDemo(t, db.SQLite)
	clerk := a.EnterDemo(t, "payroll")
	t.Run("shows how far each period has come", func(t *testing.T) {
		clerk.On(t).Get(payrollPage).Want(http.StatusOK).Has("2026-25", "En cours", "2026-23", `href="/staff/periods/2026/23"`,
			`href="/staff/payroll?export=2026-24"`, `href="/staff/payroll/exports/1"`)
		// the demo's own, whose correction would come with the next
		clerk.On(t).Form(payrollPage+"/exports/1/withdraw", "").Want(http.StatusSeeOther)
	})
	t.Run("asks before it exports", func(t *testing.T) {
		clerk.On(t).Get(payrollPage+"?export=2026-23").Want(http.StatusOK).Has("Exporter la période 2026-23", `<dt>Personnes</dt><dd>59`,
			"<dt>Heures travaillées</dt>", `name="period" value="2026-23"`, "Exporter 2").HasNot(`name="partial"`)
		clerk.On(t).Get(payrollPage + "?export=2027-20").Want(http.StatusOK).HasNot("<dialog id=\"export\"")
	})
	t.Run("says what is not approved, and exports it only when that is ticked", func(t *testing.T) {
		before := a.Count("payroll_exports", "TRUE")
		clerk.On(t).Get(payrollPage+"?export=2026-24").Want(http.StatusOK).Has("feuilles de temps ne sont pas encore approuvées",
			`name="partial"`)
		clerk.On(t).Form(payrollPage+"/exports", form("period", "2026-24", "format", "xlsx")).Want(http.StatusUnprocessableEntity).
			Has(`id="f-partial-error"`, `value="xlsx" selected`)
		clerk.On(t).Get(payrollPage + "?export=2026-25").Want(http.StatusOK).Has("Rien n’est approuvé pour cette période").HasNot(`name="format"`)
		if a.Count("payroll_exports", "TRUE") != before {
			t.Error("it was exported")
		}
	})
	one := ""
	t.Run("hands a period over, as the export of what is approved has it", func(t *testing.T) {
		plain := clerk.On(t).Get("/exports/csv?period=2026-23&status=approved").Want(http.StatusOK)
		one = clerk.On(t).Form(payrollPage+"/exports", form("period", "2026-23", "format",
			"csv")).Want(http.StatusSeeOther).Header.Get("Location")
		file := clerk.On(t).Get(one + "?as=file").Want(http.StatusOK)
		if !bytes.Equal(file.Body, plain.Body) {
			t.Error("the file kept is another one")
		}
		if got := file.Header.Get("Content-Disposition"); got != "attachment; filename=presence-2026-23-export-2.csv" {
			t.Errorf("it is called %s", got)
		}
		lines := strconv.Itoa(bytes.Count(plain.Body, []byte("\n")) - 1)
		clerk.On(t).Get(one).Want(http.StatusOK).Has("Exportation 2", "Période 2026-23", "Aucun changement depuis", lines+"\u00a0lignes",
			"Par code de paie", "G1 · Normal", "Par personne", "Les 20 premières sur "+lines, `data-copy="hash"`)
		clerk.On(t).Do(http.MethodGet, one, nil, "HX-Request", "true").Want(http.StatusOK).Has("Aucune différence").HasNot("<html")
	})
	t.Run("hands it over once", func(t *testing.T) {
		before := a.Count("payroll_exports", "TRUE")
		clerk.On(t).Form(payrollPage+"/exports", form("period", "2026-23", "format", "xlsx")).Want(http.StatusSeeOther).HasHeader("Location",
			payrollPage)
		if a.Count("payroll_exports", "TRUE") != before {
			t.Error("it was handed over twice")
		}
	})
	t.Run("takes the newest back after asking", func(t *testing.T) {
		two := clerk.On(t).Form(payrollPage+"/exports", form("period", "2026-24", "format",
			"csv-fr", "partial", "true")).Want(http.StatusSeeOther).Header.Get("Location")
		clerk.On(t).Get(one + "?ask=withdraw").Want(http.StatusOK).HasNot("Retirer l’exportation")
		clerk.On(t).Get(two+"?ask=withdraw").Want(http.StatusOK).Has("Retirer l’exportation 3", `action="`+two+`/withdraw"`)
		clerk.On(t).Form(one+"/withdraw", "").Want(http.StatusSeeOther)
		clerk.On(t).Form(two+"/withdraw", "").Want(http.StatusSeeOther)
		if n := a.Count("payroll_exports", "withdrawn_at IS NULL"); n != 1 {
			t.Errorf("%d exports stand, want 1", n)
		}
		clerk.On(t).Get(two).Want(http.StatusOK).Has("Cette exportation a été retirée")
	})
	for _, lang := range []string{"fr", "en"} {
		t.Run("looks as it did in "+lang, func(t *testing.T) {
			clerk.On(t).Form("/staff/preferences", form("lang", lang, "next", "/staff/")).Want(http.StatusSeeOther)
			apptest.Golden(t, "page-payroll."+lang+".html", mainContent(clerk.On(t).Get(payrollPage).Want(http.StatusOK)))
			page := mainContent(clerk.On(t).Get(one).Want(http.StatusOK))
			apptest.Golden(t, "page-payroll-export."+lang+".html", strings.Split(page, "<tbody>")[0])
		})
	}
}

func TestPayrollPage_Refusals(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	clerk, head := a.Browser("payroll"), a.Browser("supervisor")
	before := a.Rows()
	for _, c := range []struct {
		name         string
		who          *apptest.Client
		method, path string
		body         string
		status       int
	}{
		{"is not for a supervisor", head, "GET", payrollPage, "", 403},
		{"takes no export from a supervisor", head, "POST", payrollPage + "/exports", "period=2026-25&format=csv", 403},
		{"knows no period 27", clerk, "POST", payrollPage + "/exports", "period=2026-27&format=csv", 400},
		{"knows no such format", clerk, "POST", payrollPage + "/exports", "period=2026-25&format=pdf", 400},
		{"knows no such export", clerk, "GET", payrollPage + "/exports/7", "", 404},
		{"knows no file of it", clerk, "GET", payrollPage + "/exports/7?as=file", "", 404},
		{"knows no export called x", clerk, "POST", payrollPage + "/exports/x/withdraw", "", 404},
		{"hands over nothing when nothing is approved", clerk, "POST", payrollPage + "/exports", "period=2026-25&format=csv", 303},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.who.On(t).Do(c.method, c.path, c.body, "Content-Type", "application/x-www-form-urlencoded").Want(c.status)
		})
	}
	a.Unchanged(t, before, "refused requests")
}

func TestPayrollPresetsPage(t *testing.T) {
	t.Parallel()
	const page = payrollPage + "/presets"
	a := apptest.New(t)
	clerk := a.Browser("payroll")
	t.Run("offers the plain layout, and forms of others", func(t *testing.T) {
		clerk.On(t).Get(page).Want(http.StatusOK).Has("Generic", "Pay period, Company code").HasNot(`<dialog id="preset"`)
		clerk.On(t).Get(page+"?open=columns").Want(http.StatusOK).Has(`name="column" value="mileage_km" checked`,
			"Payroll number", "2026-25,271583,1042,Marie Tremblay,2026-11-15,G1,regular,38.5,,,approved")
		clerk.On(t).Get(page+"?open=adp").Want(http.StatusOK).Has(`name="company"`, `name="codes"`)
	})
	t.Run("tells every fault beside its field", func(t *testing.T) {
		clerk.On(t).Form(page, form("kind", "columns", "name", "", "column", "hours")).Want(http.StatusUnprocessableEntity).
			Has(`id="f-name-error"`, `value="hours" checked`)
		clerk.On(t).Form(page, form("kind", "columns", "name", "Nomina")).Want(http.StatusUnprocessableEntity).Has(`href="#f-columns"`)
		clerk.On(t).Form(page, form("kind", "adp", "name", "ADP", "company", "ABCD", "codes", "G1")).Want(http.StatusUnprocessableEntity).
			Has(`id="f-company-error"`, `id="f-codes-error"`)
		clerk.On(t).Form(page, form("kind", "excel", "name", "x")).Want(http.StatusBadRequest)
	})
	t.Run("moves a column by a button, and keeps what is typed and ticked", func(t *testing.T) {
		clerk.On(t).Form(page, "kind=columns&name=Nom&order=week&order=hours&column=hours&column=week&move=up.hours").Want(http.StatusOK).
			Has(`value="Nom"`, "hours,week\n38.5,2026-11-15", `value="up.hours" title="Move up: Hours"`)
	})
	t.Run("keeps the ticked columns in the order of the rows", func(t *testing.T) {
		clerk.On(t).Form(page, "kind=columns&name=Nomina&order=external_payroll_id&order=bank_code&order=hours&order=week"+
			"&column=hours&column=bank_code&column=external_payroll_id").Want(http.StatusSeeOther)
		clerk.On(t).Get(page).Has("Nomina", "Payroll number, Pay code, Hours")
		clerk.On(t).Form(page, form("kind", "columns", "name", "Nomina", "column", "hours")).Want(http.StatusUnprocessableEntity).
			Has(`id="f-name-error"`)
	})
	t.Run("changes one in the version that was looked at", func(t *testing.T) {
		clerk.On(t).Get(page+"?open=1").Want(http.StatusOK).Has("Edit format Nomina", `name="version" value="1"`)
		clerk.On(t).Form(page+"/1", "version=1&name=Nomina&column=hours&column=external_payroll_id&order=external_payroll_id").Want(http.StatusSeeOther)
		clerk.On(t).Form(page+"/1", form("version", "1", "name", "Nomina", "column", "hours")).Want(http.StatusPreconditionFailed)
	})
	t.Run("lays out the file that is handed over", func(t *testing.T) {
		a.As("payroll").On(t).Patch("/timesheets/{stranger.timesheet}/approval", `{"is_approved":true}`).Want(http.StatusOK)
		clerk.On(t).Get(payrollPage + "?export=2026-25").Want(http.StatusOK).Has(`<option value="1">Nomina</option>`)
		clerk.On(t).Form(payrollPage+"/exports", form("period", "2026-25", "format", "csv", "preset", "9")).Want(http.StatusBadRequest)
		to := clerk.On(t).Form(payrollPage+"/exports", form("period", "2026-25", "format", "csv", "preset",
			"1", "partial", "true")).Want(http.StatusSeeOther).Header.Get("Location")
		file := string(clerk.On(t).Get(to + "?as=file").Want(http.StatusOK).Body)
		if !strings.HasPrefix(file, "external_payroll_id,hours\r\n7706,8\r\n") {
			t.Errorf("got\n%s", file)
		}
		clerk.On(t).Form(page+"/1/delete", "version=2").Want(http.StatusSeeOther)
		clerk.On(t).Get(to).Want(http.StatusOK).Has("Nomina")
		if again := string(clerk.On(t).Get(to + "?as=file").Body); again != file {
			t.Error("the file changed with its layout")
		}
	})
}
