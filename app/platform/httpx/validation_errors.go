package httpx

import (
	"errors"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/validation"

	"presence/app/platform/errs"
)

// ToHumaErrors hands the faults that a body's own Resolve found to huma, which reports them together with those of the schema (C3).
func ToHumaErrors(fields errs.Fields) []error {
	out := make([]error, len(fields))
	for i, f := range fields {
		out[i] = fieldError{f}
	}
	return out
}

type fieldError struct{ errs.Field }

func (f fieldError) Error() string { return f.Code + ": " + f.Detail }

// problemOfRequest is huma's hook for every request it refuses before a handler runs. It keeps the faults, drops the
// values (they may be personal), and gives the documented status: 400, or the family's "missing" for a bad path.
func problemOfRequest(ctx huma.Context, status int, _ string, list ...error) huma.StatusError {
	c := ctx.Context()
	switch status {
	case http.StatusRequestEntityTooLarge:
		return statusProblem(c, status, "too_large", "The body is over the limit of this route.")
	case http.StatusUnsupportedMediaType:
		return statusProblem(c, status, "unsupported_media_type", "Send the body as application/json.")
	case http.StatusRequestTimeout:
		return statusProblem(c, status, "timeout", "The body did not arrive in time.")
	case http.StatusNotAcceptable:
		return statusProblem(c, status, "not_acceptable", "This route answers application/json.")
	case http.StatusInternalServerError:
		return ProblemOf(c, errors.Join(list...), http.StatusNotFound)
	}
	var fields errs.Fields
	told := map[string]bool{} // by field
	p := statusProblem(c, http.StatusBadRequest, "invalid", "The data sent is incomplete or invalid.")
	for _, err := range list {
		if errors.Is(err, huma.ErrUnknownContentType) {
			return statusProblem(c, http.StatusUnsupportedMediaType, "unsupported_media_type", "Send the body as application/json.")
		}
		f, where := fieldOf(err)
		switch {
		case where == "path":
			op := ctx.Operation()
			missing, _ := op.Metadata["missing"].(int)
			return statusProblem(c, missing, "not_found", "There is no such record.")
		case where == "": // no object of ours: what else was found, was found in an empty one
			p.Code, p.Detail = f.Code, f.Detail
			return p
		case told[f.Field]:
			continue
		case len(fields) == maxFaults:
			p.Detail = moreFaults
			continue
		}
		told[f.Field] = true
		fields = append(fields, f)
	}
	if len(list) == 0 {
		p.Code, p.Detail = "body_required", "This route needs a JSON body."
	}
	p.Errors = fields
	return p
}

// moreFaults is the detail of a problem that does not list every fault.
const moreFaults = "The data sent is incomplete or invalid. The first 100 faults are listed; there are more."

// fieldOf reads one of huma's findings: which field, and whether it stands in the path, the query or the body; "" for a
// body that is no object at all.
func fieldOf(err error) (f errs.Field, where string) {
	if own, ok := errors.AsType[fieldError](err); ok {
		return own.Field, "body"
	}
	d, ok := errors.AsType[*huma.ErrorDetail](err)
	if !ok {
		code, detail := jsonFault(err)
		return errs.Field{Code: code, Detail: detail}, ""
	}
	where, name, _ := strings.Cut(d.Location, ".")
	if where == "body" && name == "" {
		if name, ok = between(d.Message, "expected required property ", " to be present"); ok {
			return errs.Field{Field: name, Code: "required", Detail: "This field is required."}, where
		}
		if d.Value != nil && d.Message != validation.MsgExpectedObject { // the decoder's own message: the value is the body, never echoed
			return errs.Field{Code: "malformed_json", Detail: "The body is not a single valid JSON object in UTF-8, at most 32 levels deep."}, ""
		}
		return errs.Field{Code: "type", Detail: "The body must be a JSON object."}, ""
	}
	code, detail := faultCode(d.Message)
	return errs.Field{Field: shortName(name), Code: code, Detail: detail}, where
}

func between(s, before, after string) (string, bool) {
	rest, ok := strings.CutPrefix(s, before)
	if !ok {
		return "", false
	}
	return strings.CutSuffix(rest, after)
}

// faultCode turns the schema's words into codes of ours, which pages translate.
func faultCode(message string) (code, detail string) {
	for _, c := range schemaFaults {
		if strings.HasPrefix(message, c.prefix) {
			return c.code, sentence(message)
		}
	}
	return "invalid", sentence(message)
}

var schemaFaults = []struct{ prefix, code string }{
	{"unexpected property", "unknown"},
	{"unknown query parameter", "unknown"},
	{"required ", "required"},
	{"expected value to be one of", "not_allowed"},
	{"expected number ", "out_of_range"},
	{"expected length ", "length"},
	{"expected array length", "length"},
	{"expected string to be", "format"},
	{"expected string to match", "format"},
	{"expected ", "type"},
	{"invalid ", "type"},
}

func sentence(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:] + "."
}
