package bankcodes

import (
	"strings"
	"testing"

	"presence/db"
	"presence/db/dbtest"
)

func TestNew_Validate(t *testing.T) {
	tests := []struct {
		name string
		n    New
		want string // field code, in order
	}{
		{"takes a code for shifts", New{"regular", ForShift, 10_000, "G1"}, ""},
		{"takes a type of its own", New{"on call", ForShift, 2_500, "G77"}, ""},
		{"takes a modifier of 0", New{"unpaid", ForLeave, 0, "G9"}, ""},
		{"takes a modifier of 100", New{"regular", ForShift, 1_000_000, "G1"}, ""},
		{"takes mileage with dollars per kilometre", New{"mileage", ForExpense, 7_200, "G503"}, ""},
		{"takes mileage for shifts without", New{"mileage", ForShift, 0, "G503"}, ""},
		{"takes another expense with a modifier of 0", New{"meal", ForExpense, 0, "G501"}, ""},
		{"finds every fault at once", New{}, "type required, categorie required, bank_code required"},
		{"refuses spaces for text", New{"  ", ForShift, 0, "\u00a0"}, "type required, bank_code required"},
		{"refuses an unknown categorie", New{"regular", "Shift", 0, "G1"}, "categorie not_allowed"},
		{"refuses a negative modifier", New{"regular", ForShift, -1, "G1"}, "modifier out_of_range"},
		{"refuses a modifier above 100", New{"regular", ForShift, 1_000_001, "G1"}, "modifier out_of_range"},
		{"refuses mileage without dollars per kilometre", New{"Mileage", ForExpense, 0, "G503"}, "modifier out_of_range"},
		{"takes 50 characters", New{strings.Repeat("é", 50), ForShift, 0, "G1"}, ""},
		{"refuses 51 characters", New{"regular", ForShift, 0, strings.Repeat("é", 51)}, "bank_code length"},
		{"refuses a line break", New{"regular", ForShift, 0, "G1\nG2"}, "bank_code format"},
		{"refuses what is no UTF-8", New{"reg\xff", ForShift, 0, "G1"}, "type format"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, f := range tt.n.Validate() {
				got = append(got, f.Field+" "+f.Code)
			}
			if s := strings.Join(got, ", "); s != tt.want {
				t.Errorf("faults %q, want %q", s, tt.want)
			}
		})
	}
}

func TestNew_Validate_cleans(t *testing.T) {
	n := New{" regular ", ForShift, 10_000, "\tG1 "}
	if faults := n.Validate(); faults != nil || n != (New{"regular", ForShift, 10_000, "G1"}) {
		t.Errorf("%+v, %v", n, faults)
	}
}

func TestChanges_Validate(t *testing.T) {
	if faults := (Changes{}).Validate(); faults != nil {
		t.Errorf("no change has faults: %v", faults)
	}
	faults := Changes{Type: new(""), Category: new(Category("x")), Modifier: new(Modifier(-1)), Code: new("")}.Validate()
	if len(faults) != 4 {
		t.Errorf("faults %v, want four", faults)
	}
}

// C6: a modifier is kept in 1/10 000 and goes out as it came in.
func TestModifierOf(t *testing.T) {
	for in, want := range map[float64]Modifier{0: 0, 1: 10_000, 1.5: 15_000, 0.61: 6_100, 0.72: 7_200, 0.1 + 0.2: 3_000, 0.00005: 1,
		0.00004: 0, 100: 1_000_000} {
		if got := ModifierOf(in); got != want {
			t.Errorf("%v is kept as %d, want %d", in, got, want)
		}
	}
	if got := Modifier(6_100).Float(); got != 0.61 {
		t.Errorf("goes out as %v", got)
	}
}

// TestFold has a type mean the same however it was written, in Go and in SQL.
func TestFold(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		for written, want := range map[string]string{" Overtime ": Overtime, "MILEAGE": Mileage, "statutory_holiday": "statutory_holiday",
			"On Call ": "on call"} {
			t.Run(written, func(t *testing.T) {
				if got := (BankCode{Type: written}).Kind(); got != want {
					t.Errorf("kind %q, want %q", got, want)
				}
				var got string
				err := d.QueryRow(t.Context(), "SELECT "+FoldSQL("x.kind")+" FROM (SELECT CAST($1 AS TEXT) AS kind) x", written).Scan(&got)
				if err != nil || got != want {
					t.Errorf("in SQL %q, want %q: %v", got, want, err)
				}
			})
		}
	})
}
