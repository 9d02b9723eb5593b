package workforce_test

import (
	"fmt"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"

	"presence/app/apptest"
)

var (
	guideShift   = regexp.MustCompile(`(?m)^\| (\d{4}-\d\d-\d\d) \| ([a-z_]+) \| (\d\d:\d\d) \| (\d\d:\d\d) \|$`)
	guideExpense = regexp.MustCompile(`(?m)^\| (\d{4}-\d\d-\d\d) \| ([a-z_]+) \| (\d+\.\d\d) \|$`)
	guideFile    = regexp.MustCompile("(?s)```csv\n(.*?)```")
)

// TestPayrollGuide enters the example of docs/payroll.md and compares the file with the one printed there.
func TestPayrollGuide(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../docs/payroll.md")
	if err != nil {
		t.Fatal(err)
	}
	guide := string(text)
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		admin := a.As("admin").On(t)
		admin.Post("/bank-codes", `{"type":"overtime","categorie":"shift","modifier":1.5,"bank_code":"G44"}`).Want(http.StatusCreated)
		sheet := admin.Post("/timesheets", `{"employee_id":{employee},"is_approved":false}`).ID()
		shifts, expenses := guideShift.FindAllStringSubmatch(guide, -1), guideExpense.FindAllStringSubmatch(guide, -1)
		if len(shifts) != 10 || len(expenses) != 2 {
			t.Fatalf("the guide has %d shifts and %d expenses", len(shifts), len(expenses))
		}
		for _, s := range shifts {
			admin.Post("/shifts", fmt.Sprintf(`{"timesheet_id":%d,"bank_code_id":{%s},"date":"%s","start_time":"%[3]sT%[4]s","end_time":"%[3]sT%[5]s"}`, sheet, s[2], s[1], s[3], s[4])).
				Want(http.StatusCreated)
		}
		for _, e := range expenses {
			admin.Post("/Expenses", fmt.Sprintf(`{"timesheet_id":%d,"bank_code_id":{%s},"date":"%s","amount":%s,"description":"Route","is_approved":false,"supervisor_comment":""}`, sheet, strings.ReplaceAll(e[2], "_", "-"), e[1], e[3])).Want(http.StatusCreated)
		}
		admin.Post("/leave-requests",
			`{"employee_id":{employee},"bank_code_id":{vacation},"leave_type":"Vacation","start_date_time":"2026-12-04T08:00","end_date_time":"2026-12-04T16:00","comment":"","approval_status":"True"}`).Want(http.StatusCreated)
		admin.Patch(fmt.Sprintf("/timesheets/%d/approval", sheet), map[string]bool{"is_approved": true}).Want(http.StatusOK)

		got := strings.ReplaceAll(string(admin.Get("/exports/csv?period=2026-26").Want(http.StatusOK).Body), "\r\n", "\n")
		if printed := guideFile.FindStringSubmatch(guide); printed == nil || printed[1] != got {
			t.Errorf("the file is\n%s\nand the guide prints\n%s", got, printed)
		}
	})
}
