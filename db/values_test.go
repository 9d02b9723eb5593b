package db

import "testing"

func TestValues(t *testing.T) {
	want := "(CAST($1 AS BIGINT),CAST($2 AS TEXT)),($3,$4)"
	if got := Values(2, "BIGINT", "TEXT"); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
