package db

import "testing"

func TestValues(t *testing.T) {
	want := "(CAST($2 AS BIGINT),CAST($3 AS TEXT)),($4,$5)"
	if got := Values(2, 1, "BIGINT", "TEXT"); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
