package employees

import (
	"reflect"
	"strings"
	"testing"

	"presence/app/platform/errs"
	"presence/db"
)

// marie is a record without a fault.
func marie() New {
	return New{
		UserID: "0b0e7a46-36a5-4c4c-9d2f-0a5f8d7c1e11", FirstName: "Marie", LastName: "Roy", Email: "marie.roy@example.com",
		PhoneNumber: 5145550123,
		Residence:   "12, rue des Érables, Laval", ExternalPayrollID: 7001, CompanyCode: 271583, FirstWorkDay: db.MustDay("2024-03-04"),
	}
}

func TestNew_Validate(t *testing.T) {
	tests := []struct {
		name   string
		change func(n *New)
		want   string // field code, in order
	}{
		{"takes a whole record", func(*New) {}, ""},
		{"finds every fault at once", func(n *New) { *n = New{} },
			"user_id required, first_name required, last_name required, email required, phone_number required, external_payroll_id " +
				"required, company_code required, first_work_day required"},
		{"takes no residence", func(n *New) { n.Residence = "" }, ""},
		{"refuses a user_id that is no UUID", func(n *New) { n.UserID = "marie" }, "user_id format"},
		{"refuses a UUID in braces", func(n *New) { n.UserID = "{" + n.UserID + "}" }, "user_id format"},
		{"refuses a UUID without dashes", func(n *New) { n.UserID = strings.ReplaceAll(n.UserID, "-", "") }, "user_id format"},
		{"refuses the UUID of nobody", func(n *New) { n.UserID = "00000000-0000-0000-0000-000000000000" }, "user_id format"},
		{"refuses a name of spaces", func(n *New) { n.FirstName = " \u00a0 " }, "first_name required"},
		{"takes a name of 100 characters", func(n *New) { n.LastName = strings.Repeat("é", 100) }, ""},
		{"refuses a name of 101 characters", func(n *New) { n.LastName = strings.Repeat("é", 101) }, "last_name length"},
		{"refuses a line break in a name", func(n *New) { n.LastName = "Roy\r\nBcc: x" }, "last_name format"},
		{"refuses text that is no UTF-8", func(n *New) { n.LastName = "Ro\xff" }, "last_name format"},
		{"refuses a residence of 201 characters", func(n *New) { n.Residence = strings.Repeat("a", 201) }, "residence length"},
		{"refuses an e-mail with a display name", func(n *New) { n.Email = "Marie <marie@example.com>" }, "email format"},
		{"refuses an e-mail without a domain", func(n *New) { n.Email = "marie@" }, "email format"},
		{"refuses an e-mail with a line break", func(n *New) { n.Email = "marie@example.com\r\nBcc: x@example.com" }, "email format"},
		{"takes 11 digits that begin with 1", func(n *New) { n.PhoneNumber = 15145550123 }, ""},
		{"refuses 11 digits that begin with 2", func(n *New) { n.PhoneNumber = 25145550123 }, "phone_number format"},
		{"refuses 9 digits", func(n *New) { n.PhoneNumber = 514555012 }, "phone_number format"},
		{"refuses 12 digits", func(n *New) { n.PhoneNumber = 115145550123 }, "phone_number format"},
		{"refuses a negative phone number", func(n *New) { n.PhoneNumber = -5145550123 }, "phone_number format"},
		{"refuses negative numbers of the pay system", func(n *New) { n.ExternalPayrollID, n.CompanyCode = -1, -2 },
			"external_payroll_id out_of_range, company_code out_of_range"},
		{"takes one day of work", func(n *New) { n.LastWorkDay = n.FirstWorkDay }, ""},
		{"refuses a last day before the first", func(n *New) { n.LastWorkDay = n.FirstWorkDay.Add(-1) }, "last_work_day before_first"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			n := marie()
			tt.change(&n)
			var got []string
			for _, f := range n.Validate() {
				got = append(got, f.Field+" "+f.Code)
			}
			if s := strings.Join(got, ", "); s != tt.want {
				t.Errorf("faults: %q, want %q", s, tt.want)
			}
		})
	}
}

func TestNew_Validate_cleans(t *testing.T) {
	n := marie()
	n.UserID, n.FirstName, n.Email = strings.ToUpper(n.UserID), "  Marie\u00a0 Eve\u0301 ", " Marie.ROY@Example.COM "
	if faults := n.Validate(); faults != nil {
		t.Fatal(faults)
	}
	want := marie()
	want.FirstName = "Marie Ev\u00e9"
	if n != want {
		t.Errorf("got %+v, want %+v", n, want)
	}
}

func TestChanges_Validate(t *testing.T) {
	if faults := (Changes{}).Validate(); faults != nil {
		t.Errorf("no change has faults: %v", faults)
	}
	got := Changes{FirstName: new(""), SupervisorID: new(int64(-1)), LastWorkDay: new(db.Day), Residence: new("")}.Validate()
	if len(got) != 2 || got[0].Field != "first_name" || got[1].Field != "supervisor_id" {
		t.Errorf("faults %v, want those of first_name and supervisor_id", got)
	}
}

func TestEmployee_with(t *testing.T) {
	const at, before = db.Instant(1000), db.Instant(500)
	today := db.MustDay("2026-11-19")
	live, gone := Employee{ID: 1, FirstName: "Marie"}, Employee{ID: 1, FirstName: "Marie", ArchivedAt: before, ArchivedReason: Deleted}
	tests := []struct {
		name   string
		e      Employee
		c      Changes
		at     db.Instant
		reason string
	}{
		{"today archives", live, Changes{LastWorkDay: new(today)}, at, Left},
		{"an earlier day archives", live, Changes{LastWorkDay: new(today.Add(-400))}, at, Left},
		{"tomorrow is only kept", live, Changes{LastWorkDay: new(today.Add(1))}, 0, ""},
		{"null leaves a live record live", live, Changes{LastWorkDay: new(db.Day)}, 0, ""},
		{"null restores", gone, Changes{LastWorkDay: new(db.Day)}, 0, ""},
		{"a day to come restores", gone, Changes{LastWorkDay: new(today.Add(1))}, 0, ""},
		{"today leaves an archived record as it was archived", gone, Changes{LastWorkDay: new(today)}, before, Deleted},
		{"another field moves nothing", gone, Changes{FirstName: new("Mia")}, before, Deleted},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := tt.e.withChanges(tt.c, today, at)
			if e.ArchivedAt != tt.at || e.ArchivedReason != tt.reason {
				t.Errorf("archived at %d (%s), want %d (%s)", e.ArchivedAt, e.ArchivedReason, tt.at, tt.reason)
			}
			if tt.c.LastWorkDay != nil && e.LastWorkDay != *tt.c.LastWorkDay {
				t.Errorf("last work day %v, want %v", e.LastWorkDay, *tt.c.LastWorkDay)
			}
		})
	}
}

func TestEmployee_with_takes_every_field(t *testing.T) {
	n := marie()
	n.LastWorkDay = db.MustDay("2030-01-01")
	c := n.asChanges()
	c.SupervisorID = new(int64(9))
	got := Employee{ID: 1, Version: 3}.withChanges(c, db.MustDay("2026-11-19"), 1)
	want := Employee{1, n.UserID, n.FirstName, n.LastName, n.Email, n.PhoneNumber, n.Residence, n.ExternalPayrollID, n.CompanyCode,
		n.FirstWorkDay, n.LastWorkDay, 9, "", 3, 0, 0, ""}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestSortName(t *testing.T) {
	for _, tt := range [][3]string{
		{"Marie", "Roy", "roy marie"},
		{"Émile", "Bélanger", "belanger emile"},
		{"E\u0301mile", "BÉLANGER", "belanger emile"},
		{"Ève", "Lecœur", "lecoeur eve"},
		{"Jürgen", "Strauß", "strauss jurgen"},
		{"Łukasz", "Ørsted", "orsted lukasz"},
	} {
		if got := sortName(tt[0], tt[1]); got != tt[2] {
			t.Errorf("%s %s sorts as %q, want %q", tt[0], tt[1], got, tt[2])
		}
	}
}

func TestChain(t *testing.T) {
	// 1 over 2 over 3 over 4; 5 stands alone; 6 is in the archive.
	c := reportingLine{1: {}, 2: {supervisor: 1}, 3: {supervisor: 2}, 4: {supervisor: 3}, 5: {}, 6: {archived: true}}
	for _, tt := range []struct {
		name           string
		id, supervisor int64
		want           string
	}{
		{"takes nobody", 2, 0, ""},
		{"takes another tree", 2, 5, ""},
		{"takes the same again", 2, 1, ""},
		{"takes one further up", 4, 1, ""},
		{"refuses itself", 2, 2, "self"},
		{"refuses a report", 3, 4, "cycle"},
		{"refuses one far below", 1, 4, "cycle"},
		{"refuses the archived", 2, 6, "unknown"},
		{"refuses the unknown", 2, 77, "unknown"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var faults errs.Fields
			c.validateSupervisor(&faults, tt.id, tt.supervisor)
			if tt.want == "" && faults == nil {
				return
			}
			if len(faults) != 1 || faults[0].Field != "supervisor_id" || faults[0].Code != tt.want {
				t.Errorf("%d under %d: %v, want %q", tt.id, tt.supervisor, faults, tt.want)
			}
		})
	}
	for _, tt := range []struct {
		name    string
		id      int64
		leaving []int64
		want    int64
	}{
		{"the supervisor takes over", 4, []int64{4}, 3},
		{"the next supervisor takes over when the nearest leave too", 4, []int64{2, 3, 4}, 1},
		{"nobody takes over when all supervisors leave", 2, []int64{1, 2}, 0},
		{"nobody takes over from who has no supervisor", 5, []int64{5}, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := c.successor(tt.id, tt.leaving); got != tt.want {
				t.Errorf("the successor of %d when %v leave is %d, want %d", tt.id, tt.leaving, got, tt.want)
			}
		})
	}
}
