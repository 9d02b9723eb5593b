package httpx

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"presence/app/platform/errs"
)

// violation validates a value that is neither an object nor an array. huma.Validate decides whether it is valid; code and text
// are derived from the schema and the value. Only the text of the code "format" is huma's, which names the format or has the description
// of the pattern.
func violation(registry huma.Registry, s *huma.Schema, v any) (code, detail string, ok bool) {
	var found huma.ValidateResult
	huma.Validate(registry, s, huma.NewPathBuffer(nil, 0), huma.ModeWriteToServer, v, &found)
	if len(found.Errors) == 0 {
		return "", "", true
	}
	code, detail = violated(s, v)
	if code == "format" {
		if d, described := errors.AsType[*huma.ErrorDetail](found.Errors[0]); described {
			detail = sentence(d.Message)
		}
	}
	return code, detail, false
}

// violated returns code and text of the first keyword of the schema that the value violates, in huma's order; the code is
// "format" for a pattern and for a format.
func violated(s *huma.Schema, v any) (code, detail string) {
	n, isNumber := number(v)
	text, isText := v.(string)
	_, isBool := v.(bool)
	switch s.Type {
	case huma.TypeNumber, huma.TypeInteger:
		if !isNumber || s.Type == huma.TypeInteger && n != math.Trunc(n) {
			return "type", "Expected " + s.Type + "."
		}
		if code, detail = outOfRange(s, n); code != "" {
			return code, detail
		}
	case huma.TypeString:
		if !isText {
			return "type", "Expected string."
		}
		if code, detail = wrongLength(s, text); code != "" {
			return code, detail
		}
	case huma.TypeBoolean:
		if !isBool {
			return "type", "Expected boolean."
		}
	case huma.TypeArray, huma.TypeObject:
		return "type", "Expected " + s.Type + "."
	}
	if len(s.Enum) > 0 {
		return "not_allowed", `Expected value to be one of "` + listed(s.Enum) + `".`
	}
	return "format", "The value is not of the documented format."
}

func number(v any) (float64, bool) {
	switch v := v.(type) {
	case float64:
		return v, true
	case int64:
		return float64(v), true
	}
	return 0, false
}

func outOfRange(s *huma.Schema, n float64) (code, detail string) {
	switch {
	case s.Minimum != nil && n < *s.Minimum:
		return "out_of_range", fmt.Sprintf("Expected number >= %v.", *s.Minimum)
	case s.Maximum != nil && n > *s.Maximum:
		return "out_of_range", fmt.Sprintf("Expected number <= %v.", *s.Maximum)
	}
	return "", ""
}

func wrongLength(s *huma.Schema, text string) (code, detail string) {
	length := utf8.RuneCountInString(text)
	switch {
	case s.MinLength != nil && length < *s.MinLength:
		return "length", fmt.Sprintf("Expected length >= %d.", *s.MinLength)
	case s.MaxLength != nil && length > *s.MaxLength:
		return "length", fmt.Sprintf("Expected length <= %d.", *s.MaxLength)
	}
	return "", ""
}

func listed(values []any) string {
	list := make([]string, len(values))
	for i, v := range values {
		list[i] = fmt.Sprint(v)
	}
	return strings.Join(list, ", ")
}

func sentence(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:] + "."
}

// wrongParameter returns the error for a parameter that huma rejected. unknown: the operation has no parameter of that name.
func wrongParameter(hc huma.Context, in, name string, value any) (f errs.Field, unknown bool) {
	f.Field = shortName(name)
	o := hc.Operation()
	at := slices.IndexFunc(o.Parameters, func(p *huma.Param) bool { return p.In == in && p.Name == name })
	if at < 0 {
		f.Code, f.Detail = "unknown", "Unknown "+in+" parameter."
		return f, true
	}
	schema := resolveRef(infoOfOperation(o).registry, o.Parameters[at].Schema)
	text, unread := value.(string)
	switch {
	case unread && text == "":
		f.Code, f.Detail = "required", "Required "+in+" parameter is missing."
	case unread && schema.Type != huma.TypeString:
		f.Code, f.Detail = "type", "Invalid "+schema.Type+"."
	default:
		f.Code, f.Detail, _ = violation(infoOfOperation(o).registry, schema, value)
	}
	return f, false
}

// problemOfRequest is huma's hook for a request that it rejects before the handler runs. It returns a problem with the
// validation errors, without the values, which may be personal data, and with the contract's status: 400, or for an
// invalid value in the path the status with which the route answers an unknown record.
func problemOfRequest(hc huma.Context, status int, _ string, list ...error) huma.StatusError {
	ctx := hc.Context()
	switch status {
	case http.StatusRequestEntityTooLarge:
		return ProblemOf(ctx, errTooLarge, http.StatusNotFound)
	case http.StatusRequestTimeout:
		return ProblemOf(ctx, errLate, http.StatusNotFound)
	case http.StatusInternalServerError:
		err := errors.Join(list...)
		if p, ok := errors.AsType[*Problem](err); ok { // from Body.Resolve
			return p
		}
		if p := cutOff(ctx, err); p != nil {
			return p
		}
		return statusProblem(ctx, http.StatusBadRequest, "malformed_json",
			"The body is not a single valid JSON object in UTF-8, at most 32 levels deep.")
	}
	p := statusProblem(ctx, http.StatusBadRequest, "invalid", "The data sent is incomplete or invalid.")
	if len(list) == 0 {
		p.Code, p.Detail = "body_required", "This route needs a JSON body."
		return p
	}
	if whole := p.addFields(hc, list); whole != nil {
		return whole
	}
	return p
}

// addFields adds the validation errors of a request to p. It returns the problem of a request that has one as a whole, else nil.
func (p *Problem) addFields(hc huma.Context, list []error) *Problem {
	var fields errs.Fields
	unordered := false
	for _, err := range list {
		whole, isWhole := errors.AsType[*Problem](err)
		detail, isDetail := errors.AsType[*huma.ErrorDetail](err)
		own, isOwn := errors.AsType[fieldError](err)
		switch {
		case isWhole:
			return whole
		case errors.Is(err, errGivenUp):
			p.Detail = "The data sent is incomplete or invalid. The body holds so much that is unknown here that the rest of it was not read."
		case isOwn:
			fields = append(fields, own.Field)
		case isDetail:
			in, name, _ := strings.Cut(detail.Location, ".")
			if in == "path" {
				return statusProblem(hc.Context(), infoOfOperation(hc.Operation()).op.notFoundStatus(), "not_found", "There is no such record.")
			}
			f, unknown := wrongParameter(hc, in, name, detail.Value)
			fields = append(fields, f)
			unordered = unordered || unknown // huma reports unknown parameters separately, in no order
		}
	}
	if unordered {
		slices.SortFunc(fields, func(a, b errs.Field) int { return cmp.Compare(a.Field, b.Field) })
	}
	fields = fields.FirstPerField()
	if len(fields) > maxFaults {
		fields, p.Detail = fields[:maxFaults], moreFaults
	}
	p.Errors = fields
	return nil
}

// moreFaults is the text of a problem that does not list every validation error.
const moreFaults = "The data sent is incomplete or invalid. The first 100 faults are listed; there are more."

// cutOff returns the problem for a body of which no more is read; nil if err has another cause.
func cutOff(ctx context.Context, err error) *Problem {
	if _, over := errors.AsType[*http.MaxBytesError](err); over {
		return ProblemOf(ctx, errTooLarge, http.StatusNotFound)
	}
	if errors.Is(err, errPartHeader) {
		return ProblemOf(ctx, errPartHeader, http.StatusNotFound)
	}
	if timedOut(err) {
		return ProblemOf(ctx, errLate, http.StatusNotFound)
	}
	return nil
}
