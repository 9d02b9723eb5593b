package db

import (
	"database/sql"
	"database/sql/driver"
	"errors"

	"presence/app/platform/errs"
)

// Constraint is the kind of rule that the schema keeps.
type Constraint string

// The kinds of constraint.
const (
	Unique     Constraint = "unique"
	ForeignKey Constraint = "foreign key"
	Check      Constraint = "check"
	NotNull    Constraint = "not null"
)

// ConstraintError says that a write would break a rule of the schema. Name is the same on both engines for unique
// indexes ("employees_user_id"; a primary key is "people_pkey") and for not null ("employees.email"). SQLite does not
// name foreign keys.
type ConstraintError struct {
	Kind  Constraint
	Name  string
	cause error
}

func (e *ConstraintError) Error() string {
	return string(e.Kind) + " " + e.Name + ": " + e.cause.Error()
}

// Unwrap gives the engine's own error.
func (e *ConstraintError) Unwrap() error { return e.cause }

// IsUnique tells whether err breaks the unique index of that name.
func IsUnique(err error, name string) bool {
	c, ok := errors.AsType[*ConstraintError](err)
	return ok && c.Kind == Unique && c.Name == name
}

// IsForeignKey tells whether err points to a row that is not there, or removes one that is pointed to.
func IsForeignKey(err error) bool {
	c, ok := errors.AsType[*ConstraintError](err)
	return ok && c.Kind == ForeignKey
}

var (
	errReadOnly   = errors.New("db: Write inside a Read")
	errEnded      = errors.New("db: this transaction has ended")
	errUnfinished = errors.New("db: a function that joined the transaction did not return")
	errWaited     = errors.New("db: waited too long for a turn to write")
	errClosed     = errors.New("db: closed")
)

// lost turns what database/sql says about a connection that is gone into a storage failure.
func lost(err error) error {
	if errors.Is(err, driver.ErrBadConn) || errors.Is(err, sql.ErrConnDone) || errors.Is(err, errClosed) {
		if errs.KindOf(err) == errs.KindUnavailable {
			return err
		}
		return errs.StorageUnavailable(err)
	}
	return err
}
