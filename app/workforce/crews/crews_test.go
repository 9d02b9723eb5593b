package crews

import (
	"fmt"
	"slices"
	"testing"

	"presence/db"
	"presence/db/dbtest"
)

// TestCrew compares the members of crews with those that plain queries find.
func TestCrew(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		m := dbtest.NewCrew(t, d)
		top, head := m.Admin.EmployeeID, m.Boss.EmployeeID
		all := read(t, d, "SELECT id FROM employees ORDER BY id")
		alone := read(t, d, "SELECT id FROM employees WHERE supervisor_id IS NULL ORDER BY id")
		direct := read(t, d, fmt.Sprintf("SELECT id FROM employees WHERE supervisor_id = %d ORDER BY id", head))
		if len(direct) == 0 || len(alone) == 0 || !slices.Contains(alone, top) {
			t.Fatalf("the company has no crew of %d: %v, or nobody without a supervisor: %v", head, direct, alone)
		}
		below := slices.Clone(direct)
		for i := 0; i < len(below); i++ {
			below = append(below, read(t, d, fmt.Sprintf("SELECT id FROM employees WHERE supervisor_id = %d", below[i]))...)
		}
		slices.Sort(below)
		for _, x := range []struct {
			name           string
			crew           Crew
			members, below []int64
		}{
			{"everyone is in the crew of all", Everyone, all, all},
			{"a filter without a choice is of everyone", Chosen(0), all, all},
			{"who reports to a supervisor is in their crew", Of(head), direct, below},
			{"a filter names a crew by its supervisor", Chosen(head), direct, below},
			{"who has no supervisor is in a crew of their own", Unsupervised, alone, all},
			{"nobody reports to a user without an employee record", Of(0), nil, nil},
		} {
			t.Run(x.name, func(t *testing.T) {
				for name, c := range map[string]struct {
					scope  func(column string, n int) (string, []any)
					column string
					want   []int64
				}{"BySupervisor": {x.crew.BySupervisor, "supervisor_id", x.members}, "Members": {x.crew.Members, "id", x.members},
					"AndBelow": {x.crew.AndBelow, "id", x.below}} {
					cond, args := c.scope(c.column, 1)
					if got := read(t, d, "SELECT id FROM employees WHERE "+cond+" ORDER BY id", args...); !slices.Equal(got, c.want) {
						t.Errorf("%s has %v, want %v", name, got, c.want)
					}
				}
			})
		}
	})
}

func read(t *testing.T, d *db.DB, query string, args ...any) []int64 {
	t.Helper()
	list, err := db.ReadIDs(d.Query(t.Context(), query, args...))
	if err != nil {
		t.Fatal(err)
	}
	return list
}
