package httpx

import (
	"bytes"
	"errors"
	"io"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// jsonFormats are the formats of the API, by media type and by suffix, for application/problem+json.
var jsonFormats = map[string]huma.Format{"application/json": jsonFormat, "json": jsonFormat}

// jsonFormat reads and writes JSON. Marshal ignores a failed write: the client has disconnected. Unmarshal keeps the text of a
// body for Body.Resolve, which knows the schema and reports every validation error; into is a pointer to the field Body of an
// input.
var jsonFormat = huma.Format{
	Marshal: func(w io.Writer, v any) error {
		text, err := json.Marshal(v)
		if err == nil {
			_, _ = w.Write(text)
		}
		return err
	},
	Unmarshal: func(text []byte, into any) error {
		field := reflect.ValueOf(into).Elem()
		if field.Kind() == reflect.Pointer {
			field.Set(reflect.New(field.Type().Elem()))
			field = field.Elem()
		}
		field.Addr().Interface().(rawBody).setRaw(bytes.Clone(text)) // huma reuses its buffer
		return nil
	},
}

// maxDepth is the maximum nesting of a JSON body (C4).
const maxDepth = 32

var (
	errDepth = errors.New("the body is nested deeper than 32 levels")
	errNUL   = errors.New("the body contains the character U+0000")
)

// checkShape rejects what the decoder accepts: too deep nesting, and U+0000, raw or escaped. It ignores other errors, which the
// decoder finds.
func checkShape(data []byte) error {
	depth, inString := 0, false
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case c == 0:
			return errNUL
		case inString && c == '\\':
			if i+5 < len(data) && string(data[i+1:i+6]) == "u0000" {
				return errNUL
			}
			i++ // an escaped character is not the closing quote
		case c == '"':
			inString = !inString
		case inString:
		case c == '{' || c == '[':
			if depth++; depth > maxDepth {
				return errDepth
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	return nil
}

// jsonFault returns code and text for a body that is not valid JSON, without repeating its content.
func jsonFault(err error) (code, detail string) {
	switch {
	case errors.Is(err, errDepth), errors.Is(err, errNUL):
		return "malformed_json", "The body is refused: " + err.Error() + "."
	case errors.Is(err, jsontext.ErrDuplicateName):
		return "duplicate_key", "An object of the body has the same key twice."
	case errors.Is(err, errNoObject):
		return "type", "The body must be a JSON object."
	case errors.Is(err, errUndecoded):
		return "malformed_json", "A value of the body does not fit its field."
	}
	return "malformed_json", "The body is not a single valid JSON value in UTF-8."
}
