package db_test

import (
	"testing"

	"presence/db"
)

func TestNilIfZero(t *testing.T) {
	if db.NilIfZero("") != nil || db.NilIfZero(7) != 7 {
		t.Error("only a zero value is nil")
	}
}
