package dbtest

import (
	"encoding/json"
	"testing"

	"presence/db"
)

// node is a part of a plan with what PostgreSQL counted when it ran.
type node struct {
	Rows      float64 `json:"Actual Rows"`
	Loops     float64 `json:"Actual Loops"`
	Filtered  float64 `json:"Rows Removed by Filter"`
	Joined    float64 `json:"Rows Removed by Join Filter"`
	Rechecked float64 `json:"Rows Removed by Index Recheck"`
	Parts     []node  `json:"Plans"`
}

func (n node) work() float64 {
	sum := n.Loops * (1 + n.Rows + n.Filtered + n.Joined + n.Rechecked)
	for _, part := range n.Parts {
		sum += part.work()
	}
	return sum
}

// Work runs a statement on PostgreSQL and counts the rows that all parts of its plan touched, again in each loop: what a
// plan costs, on a slow machine as on a fast one. It also gives the plan.
func Work(t testing.TB, q db.Queryer, statement string, args ...any) (rows float64, plan string) {
	t.Helper()
	if err := q.QueryRow(t.Context(), "EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) "+statement, args...).Scan(&plan); err != nil {
		t.Fatal(err)
	}
	var plans []struct{ Plan node }
	if err := json.Unmarshal([]byte(plan), &plans); err != nil {
		t.Fatal(err)
	}
	return plans[0].Plan.work(), plan
}
