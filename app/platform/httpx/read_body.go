package httpx

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	jsonv1 "github.com/go-json-experiment/json/v1"

	"presence/app/platform/errs"
)

// readBody decodes the body of a request into sent, a pointer to its struct, and returns all validation errors: those of the
// schema, then unknown members, then those of parse, then read-only members that differ from the record. A body that cannot be
// read further is a *Problem. Between these steps it stops if the client has disconnected.
func readBody(hc huma.Context, text []byte, sent any, parse func() errs.Fields) []error {
	ctx, o := hc.Context(), hc.Operation()
	info := infoOfOperation(o)
	read, err := readAlong(ctx, info.registry, o.RequestBody.Content["application/json"].Schema, text)
	faults := slices.Concat(read.faults, read.unknown)
	switch {
	case ctx.Err() != nil:
		return []error{ProblemOf(ctx, ctx.Err(), http.StatusNotFound)}
	case errors.Is(err, errGivenUp):
		return append(asErrors(read.unknown), err)
	case err != nil:
		return []error{unreadable(ctx, err)}
	case len(read.faults) > maxFaults:
		return asErrors(faults)
	}
	// readAlong has refused duplicate names. A member that cannot be decoded does not keep those after it from being read: parse looks at
	// them all.
	if err := json.Unmarshal(text, sent, jsontext.AllowDuplicateNames(true), jsonv1.ReportErrorsWithLegacySemantics(true)); err != nil &&
		len(faults) == 0 {
		return []error{unreadable(ctx, errUndecoded)}
	}
	faults = append(faults, parse()...)
	differing, failure := info.readOnly.differing(hc, read.readOnly)
	if failure != nil {
		return []error{failure}
	}
	return asErrors(append(faults, differing...))
}

// errUndecoded is the error for a value that its schema allows and its field does not.
var errUndecoded = errors.New("httpx: a value does not fit its field")

// unreadable returns the problem for a body that is not a valid JSON object.
func unreadable(ctx context.Context, err error) *Problem {
	code, detail := jsonFault(err)
	return statusProblem(ctx, http.StatusBadRequest, code, detail)
}

// fieldError is a validation error in huma's form.
type fieldError struct{ errs.Field }

func (f fieldError) Error() string { return f.Code + ": " + f.Detail }

func asErrors(fields errs.Fields) []error {
	list := make([]error, len(fields))
	for i, f := range fields {
		list[i] = fieldError{f}
	}
	return list
}
