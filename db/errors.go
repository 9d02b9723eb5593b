package db

import (
	"database/sql"
	"database/sql/driver"
	"errors"
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
)

// UnavailableError is a failure of the storage that may pass: a full disk, a file that cannot be written, a lost
// connection, a lock that was not released in time.
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

// Unwrap gives the engine's own error.
func (e *UnavailableError) Unwrap() error { return e.Cause }

// IsUnavailable tells whether err is an UnavailableError.
func IsUnavailable(err error) bool {
	_, ok := errors.AsType[*UnavailableError](err)
	return ok
}

// unavailable makes err an UnavailableError, unless it is one.
func unavailable(err error) error {
	if IsUnavailable(err) {
		return err
	}
	return &UnavailableError{Cause: err}
}

// wrapLost makes an UnavailableError of what database/sql says about a connection that is gone.
func wrapLost(err error) error {
	if errors.Is(err, driver.ErrBadConn) || errors.Is(err, sql.ErrConnDone) {
		return unavailable(err)
	}
	return err
}
