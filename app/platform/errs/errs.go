// Package errs defines the kinds of failure of the product. It does not depend on HTTP: package httpx turns a kind into a
// status, a problem document, a form with its errors or a message.
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
	KindInternal        Kind = iota // a fault of the program: logged, not explained to the caller
	KindInvalid                     // the input is invalid; Fields says where
	KindNotFound                    // there is no such record, or the caller may not see it: the answer is the same
	KindForbidden                   // the caller is known, but not allowed to do this
	KindUnauthenticated             // no credentials, or invalid ones
	KindConflict                    // valid, but not allowed in the current state; Code says why
	KindStale                       // the record changed since the caller read it (If-Match)
	KindTooLarge                    // over a documented limit
	KindRateLimited                 // too many requests; RetryAfter says when to try again
	KindStorage                     // the database cannot be used now, or not be written
	KindUnavailable                 // something else cannot be used now: too much is being done, or another server does not answer
	KindTimeout                     // the body did not arrive in time
)

// Error is a failure that the caller may see.
type Error struct {
	Kind       Kind
	Code       string // stable and machine readable, in snake_case: "timesheet_approved"
	Detail     string // one English sentence for the API; pages translate the Code
	Fields     Fields // only with KindInvalid
	RetryAfter int    // seconds; with KindRateLimited, KindStorage and KindUnavailable
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

// Unwrap returns the cause, for the log. Callers never see it.
func (e *Error) Unwrap() error { return e.cause }

// Field is a validation error. Its field Field is the JSON name, which is also the name of the input in the form.
type Field struct {
	Field  string `json:"field" doc:"Which field" example:"end_time"`
	Code   string `json:"code" doc:"What is wrong, for programs" example:"required"`
	Detail string `json:"detail" doc:"What is wrong, for people" example:"This field is required."`
	Other  string `json:"-"` // the other line or records that the error is about, for a page's text; Detail says it too; empty: none
}

// Fields are all validation errors of one input, so that the caller sees them together (C3).
type Fields []Field

// Add adds a validation error.
func (f *Fields) Add(field, code, detail string) { f.AddOther(field, code, detail, "") }

// AddOther adds a validation error that is about another line or other records.
func (f *Fields) AddOther(field, code, detail, other string) {
	*f = append(*f, Field{field, code, detail, other})
}

// Has reports whether the field has a validation error.
func (f Fields) Has(field string) bool {
	for _, x := range f {
		if x.Field == field {
			return true
		}
	}
	return false
}

// FirstPerField returns the first error of each field.
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

// Err returns nil if there are no errors, else an Error of KindInvalid that contains them.
func (f Fields) Err() error {
	if len(f) == 0 {
		return nil
	}
	return &Error{Kind: KindInvalid, Code: "invalid", Detail: "The data sent is incomplete or invalid.", Fields: f}
}

// InvalidField returns the error for a single invalid field.
func InvalidField(field, code, detail string) error {
	return Fields{{Field: field, Code: code, Detail: detail}}.Err()
}

// NotFound returns the error for a record that does not exist or that the caller may not see.
func NotFound(what string) error {
	return &Error{Kind: KindNotFound, Code: "not_found", Detail: "There is no such " + what + "."}
}

// Forbidden returns the error for a caller who is signed in but may not do this.
func Forbidden(code, detail string) error {
	return &Error{Kind: KindForbidden, Code: code, Detail: detail}
}

// Conflict returns the error for a request that the current state does not allow; code says why.
func Conflict(code, detail string) error {
	return &Error{Kind: KindConflict, Code: code, Detail: detail}
}

// Stale returns the error for a write whose expected version is not the current one (C8).
func Stale() error {
	return &Error{Kind: KindStale, Code: "stale", Detail: "The record has changed since it was read."}
}

// TooOften returns the error for a request that comes too often, with the seconds to wait.
func TooOften(code, detail string, seconds int) error {
	return &Error{Kind: KindRateLimited, Code: code, Detail: detail, RetryAfter: seconds}
}

// TooManyChanges returns the error for somebody who changes their own records again and again.
func TooManyChanges(seconds int) error {
	return TooOften("too_many_changes", "You are making too many changes. Try again in a moment.", seconds)
}

// StorageUnavailable wraps a database failure that may be temporary: disk full, read-only file, lost connection.
func StorageUnavailable(cause error) *Error {
	return &Error{Kind: KindStorage, Code: "storage_unavailable", Detail: "Storage is unavailable. Try again later.",
		RetryAfter: 5, cause: cause}
}

// commitUnknown returns the error for a commit whose connection was lost: it may have succeeded.
func commitUnknown(cause error) *Error {
	return &Error{Kind: KindStorage, Code: "commit_unknown", RetryAfter: 5, cause: cause,
		Detail: "The database connection was lost while saving. Check whether it was saved, or repeat the request with the same " +
			"Idempotency-Key."}
}

// Draining returns the error for requests while the server shuts down: the client may ask another server.
func Draining() error {
	return &Error{Kind: KindUnavailable, Code: codeDraining, Detail: "The server is shutting down.", RetryAfter: 5}
}

const codeDraining = "draining"

// IsDraining reports whether err only says that the server shuts down.
func IsDraining(err error) bool { return HasCode(err, codeDraining) }

// FieldsOf returns the validation errors in err; nil when there are none.
func FieldsOf(err error) Fields {
	if e, ok := Of(err); ok && e.Kind == KindInvalid {
		return e.Fields
	}
	return nil
}

// Of returns what the caller may see of err: the Error in it, or one for a failure of the database. ok is false for other
// errors, which are internal.
func Of(err error) (e *Error, ok bool) {
	if e, ok = errors.AsType[*Error](err); ok {
		return e, true
	}
	if u, lost := errors.AsType[*db.UnavailableError](err); lost && u.CommitUnknown {
		return commitUnknown(err), true
	} else if lost {
		return StorageUnavailable(err), true
	}
	return nil, false
}

// KindOf returns the kind of err; KindInternal when err is not an Error.
func KindOf(err error) Kind {
	if e, ok := Of(err); ok {
		return e.Kind
	}
	return KindInternal
}

// IsServerError reports whether err is a failure of the server, which is answered with a 5xx, and not a refusal of the request.
func IsServerError(err error) bool {
	k := KindOf(err)
	return err != nil && (k == KindInternal || k == KindStorage || k == KindUnavailable)
}

// HasCode reports whether err is an Error with this code.
func HasCode(err error, code string) bool {
	e, ok := Of(err)
	return ok && e.Code == code
}
