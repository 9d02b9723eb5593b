package expenses

import (
	"fmt"
	"strings"
	"testing"

	"presence/db"
)

func TestCents(t *testing.T) {
	for dollars, want := range map[float64]int64{
		12.5: 1250, 0.1 + 0.2: 30, 1.005: 100, 19.99: 1999, 0.005: 1, 0.004: 0, -0.5: -50, 1_000_000: 100_000_000, 1e300: 200_000_000,
		-1e300: -200_000_000,
	} {
		t.Run(fmt.Sprint("rounds ", dollars), func(t *testing.T) {
			if got := Cents(dollars); got != want {
				t.Errorf("%d cents, want %d", got, want)
			}
		})
	}
}

func TestNew_Validate(t *testing.T) {
	good := New{TimesheetID: 1, BankCodeID: 1, Day: db.MustDay("2026-11-17"), Amount: 1250, Description: "Dîner"}
	for _, x := range []struct {
		name   string
		change func(*New)
		want   string // field and code
	}{
		{"an expense as it should be", func(*New) {}, ""},
		{"the largest amount", func(n *New) { n.Amount = maxAmount }, ""},
		{"more than that", func(n *New) { n.Amount = maxAmount + 1 }, "amount out_of_range"},
		{"a cent", func(n *New) { n.Amount = 1 }, ""},
		{"a description with a control character", func(n *New) { n.Description = "Dîner\x00" }, "description format"},
		{"nothing", func(n *New) { n.Amount = 0 }, "amount out_of_range"},
		{"less than nothing", func(n *New) { n.Amount = -1 }, "amount out_of_range"},
		{"without a day", func(n *New) { n.Day = db.Day{} }, "date required"},
		{"spaces are no description", func(n *New) { n.Description = " \t" }, "description required"},
		{"a description of 500 characters", func(n *New) { n.Description = strings.Repeat("é", 500) }, ""},
		{"a description too long", func(n *New) { n.Description = strings.Repeat("é", 501) }, "description length"},
		{"a comment too long", func(n *New) { n.Comment = strings.Repeat("é", 1001) }, "supervisor_comment length"},
		{"taxes in the amount", func(n *New) { n.Taxes = Taxes{54, 108} }, ""},
		{"taxes of all of the amount", func(n *New) { n.Taxes = Taxes{1000, 250} }, "qst taxes"},
		{"a tax of more than the amount", func(n *New) { n.Taxes = Taxes{1250, 0} }, "gst taxes"},
		{"a tax below zero", func(n *New) { n.Taxes = Taxes{0, -1} }, "qst taxes"},
		{"no sheet", func(n *New) { n.TimesheetID = 0 }, "timesheet_id out_of_range"},
		{"no code", func(n *New) { n.BankCodeID = -1 }, "bank_code_id out_of_range"},
	} {
		t.Run(x.name, func(t *testing.T) {
			n := good
			x.change(&n)
			var got []string
			for _, f := range n.Validate() {
				got = append(got, f.Field+" "+f.Code)
			}
			if strings.Join(got, ", ") != x.want {
				t.Errorf("%s: faults %v, want %q", x.name, got, x.want)
			}
		})
	}
	if n := (New{}); len(n.Validate()) != 5 {
		t.Errorf("an empty expense has the faults %v", n.Validate())
	}
}

// The history has dollars, as the API does.
func TestExpense_AuditFields(t *testing.T) {
	if got := (Expense{Amount: 1250}).AuditFields()["amount"]; got != 12.5 {
		t.Errorf("1250 cents are %v dollars", got)
	}
}
