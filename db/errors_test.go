package db_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"presence/db"
)

func TestConstraintError(t *testing.T) {
	unique, foreign := &db.ConstraintError{Kind: db.Unique, Name: "people.email"}, &db.ConstraintError{Kind: db.ForeignKey,
		Name: "people.email"}
	for _, x := range []struct {
		name            string
		err             error
		unique, foreign bool
	}{
		{"that value is taken", unique, true, false},
		{"that value is taken, with a word about it", fmt.Errorf("saving: %w", unique), true, false},
		{"another value is taken", &db.ConstraintError{Kind: db.Unique, Name: "people.id"}, false, false},
		{"what it refers to is not there", foreign, false, true},
		{"it is no constraint", errors.New("people.email"), false, false},
		{"nothing is wrong", nil, false, false},
	} {
		t.Run(x.name, func(t *testing.T) {
			if db.IsUnique(x.err, "people.email") != x.unique || db.IsForeignKey(x.err) != x.foreign {
				t.Errorf("unique %v, foreign key %v", db.IsUnique(x.err, "people.email"), db.IsForeignKey(x.err))
			}
		})
	}
}

func TestUnavailableError(t *testing.T) {
	disk := errors.New("disk full")
	for unknown, want := range map[bool]string{false: "storage is unavailable: disk full", true: "during a commit: disk full"} {
		err := fmt.Errorf("saving: %w", &db.UnavailableError{CommitUnknown: unknown, Cause: disk})
		if !db.IsUnavailable(err) || !errors.Is(err, disk) || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%v", err)
		}
	}
	if db.IsUnavailable(disk) {
		t.Error("any error is one of storage")
	}
}

func TestDialect_String(t *testing.T) {
	if db.SQLite.String() != "sqlite" || db.Postgres.String() != "postgres" {
		t.Errorf("%s, %s", db.SQLite, db.Postgres)
	}
}
