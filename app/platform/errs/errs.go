// Package errs defines the kinds of failure of the product. It knows no HTTP: package httpx turns a kind
// into a status, a problem document, a form with its faults or a toast.
package errs

import (
	"errors"
	"fmt"
	"strings"

	"presence/db"
)

// Kind is what went wrong, from the caller's point of view.
type Kind int

// The kinds of failure.
const (
	KindInternal        Kind = iota // our fault: logged, never explained to the caller
	KindInvalid                     // what was sent is wrong; Fields says where
	KindNotFound                    // no such record, or none the caller may see: the two are never told apart
	KindForbidden                   // known caller, not allowed
	KindUnauthenticated             // no credentials, or bad ones
	KindConflict                    // valid, but not allowed in the present state (Code says why)
	KindStale                       // the record changed since the caller read it (If-Match)
	KindTooLarge                    // over a documented limit
	KindRateLimited                 // too often; RetryAfter says when to come back
	KindUnavailable                 // storage cannot take or give it now; nothing was lost
)

// Error is a failure that the caller may be told about.
type Error struct {
	Kind       Kind
	Code       string // stable, machine readable, snake_case: "timesheet_approved"
	Detail     string // one English sentence for the API; pages translate the Code
	Fields     Fields // only with Invalid
	RetryAfter int    // seconds, with RateLimited and Unavailable
	cause      error
}

func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.Code)
	if e.Detail != "" {
		b.WriteString(": " + e.Detail)
	}
	for _, f := range e.Fields {
		fmt.Fprintf(&b, "; %s %s", f.Field, f.Code)
	}
	if e.cause != nil {
		b.WriteString(": " + e.cause.Error())
	}
	return b.String()
}

// Unwrap returns the cause, for the log. It never reaches the caller.
func (e *Error) Unwrap() error { return e.cause }

// Field is one fault of the input: Field is the JSON name, which is also the name of the form's input.
type Field struct {
	Field  string `json:"field" doc:"Which field" example:"end_time"`
	Code   string `json:"code" doc:"What is wrong, for programs" example:"required"`
	Detail string `json:"detail" doc:"What is wrong, for people" example:"This field is required."`
}

// Fields collects every fault of one input, so that the caller hears all of them at once (C3).
type Fields []Field

// Add adds a fault.
func (f *Fields) Add(field, code, detail string) { *f = append(*f, Field{field, code, detail}) }

// Has tells whether the field already has a fault.
func (f Fields) Has(field string) bool {
	for _, x := range f {
		if x.Field == field {
			return true
		}
	}
	return false
}

// FirstPerField keeps the first fault of each field.
func (f Fields) FirstPerField() (list Fields) {
	seen := make(map[string]bool, len(f))
	for _, x := range f {
		if !seen[x.Field] {
			seen[x.Field] = true
			list = append(list, x)
		}
	}
	return list
}

// Err is nil without faults, else the Invalid error that carries them.
func (f Fields) Err() error {
	if len(f) == 0 {
		return nil
	}
	return &Error{Kind: KindInvalid, Code: "invalid", Detail: "The data sent is incomplete or invalid.", Fields: f}
}

// InvalidField is the error of a single fault.
func InvalidField(field, code, detail string) error {
	return Fields{{field, code, detail}}.Err()
}

// NotFound is the error for a record that does not exist or that the caller may not see: the two are never told apart.
func NotFound(what string) error {
	return &Error{Kind: KindNotFound, Code: "not_found", Detail: "There is no such " + what + "."}
}

// Forbidden is the error for a caller who is signed in and may not do this.
func Forbidden(code, detail string) error {
	return &Error{Kind: KindForbidden, Code: code, Detail: detail}
}

// Conflict is the error for a request that the present state does not allow; code says why.
func Conflict(code, detail string) error {
	return &Error{Kind: KindConflict, Code: code, Detail: detail}
}

// Stale is the error for a write with the version of a record that has changed since (C8).
func Stale() error {
	return &Error{Kind: KindStale, Code: "stale", Detail: "The record has changed since it was read."}
}

// StorageUnavailable wraps a failure of storage that may pass: disk full, read-only file, lost connection.
func StorageUnavailable(cause error) error { return storageUnavailable(cause) }

func storageUnavailable(cause error) *Error {
	return &Error{Kind: KindUnavailable, Code: "storage_unavailable", Detail: "Storage is unavailable; nothing was saved. Try again later.",
		RetryAfter: 5, cause: cause}
}

// commitUnknown is the error of a commit whose connection was lost: it may have succeeded.
func commitUnknown(cause error) *Error {
	return &Error{Kind: KindUnavailable, Code: "commit_unknown", RetryAfter: 5, cause: cause,
		Detail: "Storage went away while it saved: it is not known whether this was saved. Look first, or repeat the request with " +
			"the same Idempotency-Key."}
}

// Draining is the answer while the server shuts down: another server may be asked.
func Draining() error {
	return &Error{Kind: KindUnavailable, Code: codeDraining, Detail: "The server is shutting down.", RetryAfter: 5}
}

const codeDraining = "draining"

// IsDraining reports whether err only says that the server shuts down.
func IsDraining(err error) bool { return HasCode(err, codeDraining) }

// FieldsOf are the faults of an input, where err carries them.
func FieldsOf(err error) Fields {
	if e, ok := Of(err); ok && e.Kind == KindInvalid {
		return e.Fields
	}
	return nil
}

// Of returns what the caller may be told about err: the Error in it, or one for a failure of the database. ok is false for
// other errors, which are internal.
func Of(err error) (e *Error, ok bool) {
	if e, ok = errors.AsType[*Error](err); ok {
		return e, true
	}
	if u, lost := errors.AsType[*db.UnavailableError](err); lost && u.CommitUnknown {
		return commitUnknown(err), true
	} else if lost {
		return storageUnavailable(err), true
	}
	return nil, false
}

// KindOf is the kind of err, Internal when it is not one of ours.
func KindOf(err error) Kind {
	if e, ok := Of(err); ok {
		return e.Kind
	}
	return KindInternal
}

// HasCode tells whether err is one of ours with this code.
func HasCode(err error, code string) bool {
	e, ok := Of(err)
	return ok && e.Code == code
}
