package db

import (
	"database/sql"
	"database/sql/driver"
	"errors"
)

// Constraint is the kind of a constraint of the schema.
type Constraint string

// The kinds of constraint.
const (
	Unique     Constraint = "unique"
	ForeignKey Constraint = "foreign key"
	Check      Constraint = "check"
	NotNull    Constraint = "not null"
)

// ConstraintError means that a write violates a constraint. Name is the same on both engines for unique indexes
// ("employees_user_id"; a primary key is "people_pkey") and for not null ("employees.email"). SQLite does not name foreign
// keys.
type ConstraintError struct {
	Kind  Constraint
	Name  string
	cause error
}

func (e *ConstraintError) Error() string {
	return string(e.Kind) + " " + e.Name + ": " + e.cause.Error()
}

// Unwrap returns the engine's own error.
func (e *ConstraintError) Unwrap() error { return e.cause }

// IsUnique reports whether err violates the unique index with that name.
func IsUnique(err error, name string) bool {
	c, ok := errors.AsType[*ConstraintError](err)
	return ok && c.Kind == Unique && c.Name == name
}

// IsForeignKey reports whether err is a violated foreign key: a reference to a missing row, or the deletion of a referenced
// one.
func IsForeignKey(err error) bool {
	c, ok := errors.AsType[*ConstraintError](err)
	return ok && c.Kind == ForeignKey
}

var (
	errReadOnly   = errors.New("db: Write inside a Read")
	errUncached   = errors.New("db: Write inside a WriteUncached")
	errEnded      = errors.New("db: this transaction has ended")
	errUnfinished = errors.New("db: a function that joined the transaction did not return")
	errWaited     = errors.New("db: waited too long for a turn to write")
)

// UnavailableError is a database failure that may be temporary: a full disk, a file that cannot be written, a lost connection,
// a lock that was not released in time.
type UnavailableError struct {
	// CommitUnknown: the connection was lost during the commit, so that the changes may have been saved or not.
	// Otherwise nothing was saved.
	CommitUnknown bool
	Cause         error // for the log
}

func (e *UnavailableError) Error() string {
	if e.CommitUnknown {
		return "storage went away during a commit: " + e.Cause.Error()
	}
	return "storage is unavailable: " + e.Cause.Error()
}

// Unwrap returns the engine's own error.
func (e *UnavailableError) Unwrap() error { return e.Cause }

// IsUnavailable reports whether err is an UnavailableError.
func IsUnavailable(err error) bool {
	_, ok := errors.AsType[*UnavailableError](err)
	return ok
}

// unavailable wraps err in an UnavailableError, unless it is one.
func unavailable(err error) error {
	if IsUnavailable(err) {
		return err
	}
	return &UnavailableError{Cause: err}
}

// wrapLost wraps database/sql's errors about a lost connection in an UnavailableError.
func wrapLost(err error) error {
	if errors.Is(err, driver.ErrBadConn) || errors.Is(err, sql.ErrConnDone) {
		return unavailable(err)
	}
	return err
}
