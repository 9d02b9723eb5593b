package app_test

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
	a := demoCompany(t, db.SQLite)
	clerk := enter(t, a, "payroll")
	t.Run("shows how far each period has come", func(t *testing.T) {
		clerk.On(t).Get(payrollPage).Want(http.StatusOK).Has("2026-25", "en cours", "2026-23", `href="/staff/periods/2026/23"`, "Rien n’a encore été transmis", `href="/staff/payroll?export=2026-24"`)
	})
	t.Run("asks before it exports", func(t *testing.T) {
		clerk.On(t).Get(payrollPage+"?export=2026-25").Want(http.StatusOK).Has("Exporter la période 2026-25", "La période n’est pas terminée", "ne sont pas encore approuvées", `name="period" value="2026-25"`)
		clerk.On(t).Get(payrollPage + "?export=2027-20").Want(http.StatusOK).HasNot("<dialog id=\"export\"")
	})
	one := ""
	t.Run("hands a period over, as the export of what is approved has it", func(t *testing.T) {
		plain := clerk.On(t).Get("/exports/csv?period=2026-23&status=approved").Want(http.StatusOK)
		one = clerk.On(t).Form(payrollPage+"/exports", form("period", "2026-23", "format", "csv")).Want(http.StatusSeeOther).Header.Get("Location")
		file := clerk.On(t).Get(one + "?as=file").Want(http.StatusOK)
		if !bytes.Equal(file.Body, plain.Body) {
			t.Error("the file kept is another one")
		}
		if got := file.Header.Get("Content-Disposition"); got != "attachment; filename=presence-2026-23-export-1.csv" {
			t.Errorf("it is called %s", got)
		}
		lines := strconv.Itoa(bytes.Count(plain.Body, []byte("\n")) - 1)
		clerk.On(t).Get(one).Want(http.StatusOK).Has("Export 1", "Période 2026-23", "Rien n’a changé depuis", lines)
		clerk.On(t).Do(http.MethodGet, one, nil, "HX-Request", "true").Want(http.StatusOK).Has("Identique").HasNot("<html")
	})
	t.Run("hands it over once", func(t *testing.T) {
		before := a.Count("payroll_exports", "TRUE")
		clerk.On(t).Form(payrollPage+"/exports", form("period", "2026-23", "format", "xlsx")).Want(http.StatusSeeOther).HasHeader("Location", payrollPage)
		if a.Count("payroll_exports", "TRUE") != before {
			t.Error("it was handed over twice")
		}
	})
	t.Run("takes the newest back after asking", func(t *testing.T) {
		two := clerk.On(t).Form(payrollPage+"/exports", form("period", "2026-24", "format", "csv-fr")).Want(http.StatusSeeOther).Header.Get("Location")
		clerk.On(t).Get(one + "?ask=withdraw").Want(http.StatusOK).HasNot("Retirer l’export")
		clerk.On(t).Get(two+"?ask=withdraw").Want(http.StatusOK).Has("Retirer l’export 2", `action="`+two+`/withdraw"`)
		clerk.On(t).Form(one+"/withdraw", "").Want(http.StatusSeeOther)
		clerk.On(t).Form(two+"/withdraw", "").Want(http.StatusSeeOther)
		if n := a.Count("payroll_exports", "withdrawn_at IS NULL"); n != 1 {
			t.Errorf("%d exports stand, want 1", n)
		}
		clerk.On(t).Get(two).Want(http.StatusOK).Has("Cet export est retiré")
	})
	for _, lang := range []string{"fr", "en"} {
		t.Run("looks as it did in "+lang, func(t *testing.T) {
			clerk.On(t).Form("/staff/preferences", form("lang", lang, "next", "/staff/")).Want(http.StatusSeeOther)
			apptest.Golden(t, "page-payroll."+lang+".html", content(clerk.On(t).Get(payrollPage).Want(http.StatusOK)))
			page := content(clerk.On(t).Get(one).Want(http.StatusOK))
			apptest.Golden(t, "page-payroll-export."+lang+".html", page[:strings.Index(page, "<code")])
		})
	}
}

func TestPayrollPage_Refusals(t *testing.T) {
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
