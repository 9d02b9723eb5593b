package dbtest

import (
	"encoding/json"
	"testing"

	"presence/db"
)

// node is a node of a plan with PostgreSQL's counters of its run.
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

// Work runs a statement on PostgreSQL and returns the number of rows that all nodes of its plan touched, counted for each loop,
// and the plan. The number measures the cost independent of the machine's speed.
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
