package httpx

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"presence/app/platform/errs"
)

// readBody reads the body of a request into sent, a pointer to its struct, and returns all that is wrong with it: what the
// schema finds, then unknown members, then what parse finds, then read-only members that differ from the record. A body
// that is not worth reading on is a *Problem. Between its steps it stops for a client that has gone.
func readBody(hc huma.Context, raw []byte, sent any, parse func() errs.Fields) []error {
	ctx, o := hc.Context(), hc.Operation()
	info := infoOfOperation(o)
	text, problem := info.asJSON(ctx, hc.Header("Content-Type"), raw)
	if problem != nil {
		return []error{problem}
	}
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
	// readAlong has refused names that stand twice.
	if err := json.Unmarshal(text, sent, jsontext.AllowDuplicateNames(true)); err != nil && len(faults) == 0 {
		return []error{unreadable(ctx, errNumber)}
	}
	faults = append(faults, parse()...)
	differing, failure := info.readOnly.differing(hc, read.readOnly)
	if failure != nil {
		return []error{failure}
	}
	return asErrors(append(faults, differing...))
}

// errNumber is a number that its field cannot hold.
var errNumber = errors.New("httpx: a number is too large")

// unreadable is the problem of a body that is no JSON object of ours.
func unreadable(ctx context.Context, err error) *Problem {
	code, detail := jsonFault(err)
	return statusProblem(ctx, http.StatusBadRequest, code, detail)
}

// fieldError is a validation error as huma hands it on.
type fieldError struct{ errs.Field }

func (f fieldError) Error() string { return f.Code + ": " + f.Detail }

func asErrors(fields errs.Fields) []error {
	list := make([]error, len(fields))
	for i, f := range fields {
		list[i] = fieldError{f}
	}
	return list
}

// isJSON accepts a body without a media type as JSON, with parameters or not.
func isJSON(mediaType string) bool {
	media, _, _ := strings.Cut(mediaType, ";")
	media = strings.TrimSpace(media)
	return media == "" || strings.EqualFold(media, "application/json")
}
