package httpx

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/validation"
	"github.com/go-json-experiment/json/jsontext"

	"presence/app/platform/errs"
)

// What reading one body may cost.
const (
	maxFaults  = 100    // that are told of one request (C4)
	maxSkipped = 1_000  // tokens that are passed over because the schema has no place for them
	maxItems   = 10_000 // of an array whose schema has no bound of its own
	maxName    = 64     // bytes of an unknown member's name that are repeated in the answer
)

// errGivenUp ends the reading of a body with too many values or members that the schema does not have.
var errGivenUp = errors.New("httpx: too much of the body is unknown")

// treeReader reads a JSON body along its schema into what huma.Validate takes. What the schema has no place for (unknown
// members, arrays and objects where something else is expected) is reported, passed over and never built, so that the
// memory that a body takes is bounded by what the schema allows.
type treeReader struct {
	ctx      context.Context
	dec      *jsontext.Decoder
	registry huma.Registry
	path     []byte // of the value at hand, from the body on: entries[3].email
	unknown  []error
	skipped  int // tokens
	read     int // values
}

// readTree gives nil, the faults found so far and errGivenUp for a body that is not worth reading to its end. Other errors
// are those of JSON (see jsonFault), and that of ctx.
func readTree(ctx context.Context, registry huma.Registry, s *huma.Schema, text []byte) (tree any, unknown []error, err error) {
	if err := checkShape(text); err != nil {
		return nil, nil, err
	}
	t := &treeReader{ctx: ctx, dec: jsontext.NewDecoder(bytes.NewBuffer(text)), registry: registry}
	if tree, err = t.value(s); err != nil {
		return nil, t.unknown, err
	}
	if _, err := t.dec.ReadToken(); !errors.Is(err, io.EOF) {
		return nil, nil, errTrailing
	}
	return tree, t.unknown, nil
}

var errTrailing = errors.New("httpx: more than one value")

func (t *treeReader) value(s *huma.Schema) (any, error) {
	if t.read++; t.read%1024 == 0 && t.ctx.Err() != nil {
		return nil, t.ctx.Err()
	}
	for s.Ref != "" {
		s = t.registry.SchemaFromRef(s.Ref)
	}
	switch t.dec.PeekKind() {
	case '{':
		if s.Type == huma.TypeObject {
			return t.object(s)
		}
		return map[string]any{}, t.misplaced(s) // the validation says which type it should have
	case '[':
		if s.Type == huma.TypeArray {
			return t.array(s)
		}
		return []any{}, t.misplaced(s)
	}
	token, err := t.dec.ReadToken()
	if err != nil {
		return nil, err
	}
	switch token.Kind() {
	case '"':
		return token.String(), nil
	case '0':
		return strconv.ParseFloat(token.String(), 64)
	case 't', 'f':
		return token.Bool(), nil
	}
	return nil, nil
}

func (t *treeReader) object(s *huma.Schema) (any, error) {
	if _, err := t.dec.ReadToken(); err != nil {
		return nil, err
	}
	members := map[string]any{}
	for t.dec.PeekKind() != '}' {
		name, err := t.dec.ReadToken()
		if err != nil {
			return nil, err
		}
		key := name.String()
		parent := len(t.path)
		if t.path = append(t.path, key...); parent > 0 {
			t.path = slices.Insert(t.path, parent, '.')
		}
		member := s.Properties[key]
		if member == nil {
			member, _ = s.AdditionalProperties.(*huma.Schema)
		}
		if member == nil {
			err = t.stray(key)
		} else {
			members[key], err = t.value(member)
		}
		t.path = t.path[:parent]
		if err != nil {
			return nil, err
		}
	}
	_, err := t.dec.ReadToken()
	return members, err
}

// array stops building one item after the schema's bound: the validation says that there are too many.
func (t *treeReader) array(s *huma.Schema) (any, error) {
	if _, err := t.dec.ReadToken(); err != nil {
		return nil, err
	}
	most := maxItems
	if s.MaxItems != nil {
		most = *s.MaxItems
	}
	items := []any{}
	for t.dec.PeekKind() != ']' {
		if len(items) > most {
			t.add("length", "Expected array length <= "+strconv.Itoa(most)+".")
			return nil, errGivenUp
		}
		parent := len(t.path)
		t.path = append(strconv.AppendInt(append(t.path, '['), int64(len(items)), 10), ']')
		item, err := t.value(s.Items)
		t.path = t.path[:parent]
		if err != nil {
			return nil, err
		}
		items = append(items, item)
	}
	_, err := t.dec.ReadToken()
	return items, err
}

// misplaced passes over an array or an object that stands where a value of another type should.
func (t *treeReader) misplaced(s *huma.Schema) error {
	err := t.skip()
	switch {
	case !errors.Is(err, errGivenUp):
	case len(t.path) == 0:
		t.unknown = append(t.unknown, &huma.ErrorDetail{Location: "body", Message: validation.MsgExpectedObject})
	default:
		t.add("type", "Expected "+s.Type+".")
	}
	return err
}

// stray reports a member that the schema does not have, and passes over its value.
func (t *treeReader) stray(key string) error {
	detail := "Unexpected property."
	if key == "" {
		detail = "Unexpected property: its name is empty."
	}
	t.add("unknown", detail)
	if len(t.unknown) >= maxFaults {
		return errGivenUp
	}
	return t.skip()
}

func (t *treeReader) add(code, detail string) {
	t.unknown = append(t.unknown, fieldError{errs.Field{Field: shortName(string(t.path)), Code: code, Detail: detail}})
}

// skip passes over a value.
func (t *treeReader) skip() error {
	depth := t.dec.StackDepth()
	for {
		if _, err := t.dec.ReadToken(); err != nil {
			return err
		}
		if t.skipped++; t.skipped > maxSkipped {
			return errGivenUp
		}
		if t.dec.StackDepth() <= depth {
			return nil
		}
	}
}

// shortName is a name as an answer repeats it.
func shortName(name string) string {
	if len(name) <= maxName {
		return name
	}
	return strings.ToValidUTF8(name[:maxName], "") + "…"
}
