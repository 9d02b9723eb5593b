package httpx

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-json-experiment/json/jsontext"

	"presence/app/platform/errs"
)

// Limits of reading one body.
const (
	maxFaults   = 100    // validation errors in one answer (C4)
	maxSkipped  = 1_000  // tokens skipped because the schema does not allow them
	maxReadOnly = 10_000 // tokens of read-only members
	maxItems    = 10_000 // of an array without a limit in its schema
	maxName     = 64     // bytes of an unknown member's name that are repeated in the response
)

var (
	errGivenUp  = errors.New("httpx: too much of the body is unknown")
	errTrailing = errors.New("httpx: more than one value")
	errNoObject = errors.New("httpx: the body is no JSON object")
)

// schemaReader validates a JSON body by its schema, token by token. It builds no tree, so that its memory does not grow with
// the body: unknown members, and arrays and objects where another type is expected, are reported and skipped. huma.Validate
// would need the whole body as a tree.
type schemaReader struct {
	ctx      context.Context
	dec      *jsontext.Decoder
	text     []byte
	registry huma.Registry
	path     []byte                    // of the current value within the body: entries[3].email
	faults   errs.Fields               // of members in the schema, in its order
	unknown  errs.Fields               // of unknown members, and of arrays that are too long
	readOnly map[string]jsontext.Value // read-only members in the body
	skipped  int                       // tokens of values that the schema does not allow
	kept     int                       // tokens of read-only members
	read     int                       // number of values
}

// readAlong reads the whole body. It fails with errGivenUp if the rest of the body is not worth reading (unknown says why),
// with errNoObject, with an error of the JSON syntax (see jsonFault), or with that of ctx.
func readAlong(ctx context.Context, registry huma.Registry, s *huma.Schema, text []byte) (*schemaReader, error) {
	dec := jsontext.NewDecoder(bytes.NewBuffer(text))
	r := &schemaReader{ctx: ctx, dec: dec, text: text, registry: registry, readOnly: map[string]jsontext.Value{}}
	if err := checkShape(text); err != nil {
		return r, err
	}
	if kind := r.dec.PeekKind(); kind != '{' && kind != 0 {
		return r, r.noObject()
	}
	if err := r.value(s); err != nil {
		return r, err
	}
	return r, r.end()
}

// noObject returns the error for a body that is no object: errNoObject for valid JSON of another type, else the syntax error.
func (r *schemaReader) noObject() error {
	err := r.skip(&r.skipped, maxSkipped)
	if err == nil {
		err = r.end()
	}
	if err == nil || errors.Is(err, errGivenUp) {
		return errNoObject
	}
	return err
}

// end fails if something follows the body's value.
func (r *schemaReader) end() error {
	if _, err := r.dec.ReadToken(); !errors.Is(err, io.EOF) {
		return errTrailing
	}
	return nil
}

// value reads one value. Values are counted, so that a disconnected client is noticed in the middle of a long body.
func (r *schemaReader) value(s *huma.Schema) error {
	if r.read++; r.read%1024 == 0 && r.ctx.Err() != nil {
		return r.ctx.Err()
	}
	s = resolveRef(r.registry, s)
	switch kind := r.dec.PeekKind(); {
	case kind == '{' && s.Type == huma.TypeObject:
		return r.object(s)
	case kind == '[' && s.Type == huma.TypeArray:
		return r.array(s)
	case kind == '{' || kind == '[':
		return r.misplaced(s)
	}
	token, err := r.dec.ReadToken()
	if err != nil {
		return err
	}
	switch code, detail, ok := violation(r.registry, s, scalar(token)); {
	case !ok:
		r.addFault(code, detail)
	case token.Kind() == '0' && !fits(s, token.String()):
		r.addFault("type", unfitDetail)
	}
	return nil
}

// fits reports whether a number can be decoded: a whole one has 64 bits, neither a fraction nor an exponent.
func fits(s *huma.Schema, text string) bool {
	if s.Type != huma.TypeInteger {
		_, err := strconv.ParseFloat(text, 64)
		return err == nil
	}
	bits := 64
	if s.Format == "int32" {
		bits = 32
	}
	_, err := strconv.ParseInt(text, 10, bits)
	return err == nil
}

// misplaced reports and skips an array or object where a value of another type is expected.
func (r *schemaReader) misplaced(s *huma.Schema) error {
	err := r.skip(&r.skipped, maxSkipped)
	if errors.Is(err, errGivenUp) {
		r.addUnknown("type", "Expected "+s.Type+".")
	} else if err == nil {
		r.addFault("type", "Expected "+s.Type+".")
	}
	return err
}

// scalar converts a token to a value for huma.Validate. A number that is too large is infinite.
func scalar(token jsontext.Token) any {
	switch token.Kind() {
	case '"':
		return token.String()
	case '0':
		n, _ := strconv.ParseFloat(token.String(), 64) // fits says whether it is a number of ours
		return n
	case 't', 'f':
		return token.Bool()
	}
	return nil
}

// memberFaults are the validation errors of one member of an object.
type memberFaults struct {
	name   string
	faults errs.Fields
}

// object reads an object. Its errors are sorted by the names of the members, so that they do not depend on the client's order.
func (r *schemaReader) object(s *huma.Schema) error {
	if _, err := r.dec.ReadToken(); err != nil {
		return err
	}
	outer := r.faults
	var found []memberFaults
	seen := map[string]bool{}
	for r.dec.PeekKind() != '}' {
		name, err := r.dec.ReadToken()
		if err != nil {
			return err
		}
		key := name.String()
		if s.Properties[key] != nil {
			seen[key] = true
		}
		r.faults = nil
		parent := len(r.path)
		r.push(key)
		err = r.member(s, key)
		r.path = r.path[:parent]
		if len(r.faults) > 0 {
			found = append(found, memberFaults{key, r.faults})
		}
		if err != nil {
			r.faults = outer
			return err
		}
	}
	for _, name := range s.Required {
		if !seen[name] && !s.Properties[name].ReadOnly {
			found = append(found, memberFaults{name, errs.Fields{r.faultAt(name, "required", "This field is required.")}})
		}
	}
	slices.SortFunc(found, func(a, b memberFaults) int { return cmp.Compare(a.name, b.name) })
	for _, f := range found {
		outer = append(outer, f.faults...)
	}
	r.faults = outer
	_, err := r.dec.ReadToken()
	return err
}

// member reads the value of an object's member.
func (r *schemaReader) member(s *huma.Schema, key string) error {
	schema, declared := s.Properties[key]
	if !declared {
		schema, declared = s.AdditionalProperties.(*huma.Schema)
	}
	switch {
	case !declared:
		return r.unknownMember(key)
	case schema.ReadOnly && r.dec.StackDepth() == 1:
		return r.readOnlyMember(key)
	case r.dec.PeekKind() == 'n' && !slices.Contains(s.Required, key): // null: interpreted by the body's Parse
		_, err := r.dec.ReadToken()
		return err
	}
	return r.value(schema)
}

// readOnlyMember stores the text of a read-only member; see readOnlyMembers.
func (r *schemaReader) readOnlyMember(key string) error {
	from := r.dec.InputOffset()
	err := r.skip(&r.kept, maxReadOnly)
	r.readOnly[key] = jsontext.Value(bytes.TrimLeft(r.text[from:r.dec.InputOffset()], ": \t\r\n"))
	return err
}

// array reads an array. It stops one item after the maximum, so that the cost does not grow with the body.
func (r *schemaReader) array(s *huma.Schema) error {
	if _, err := r.dec.ReadToken(); err != nil {
		return err
	}
	most := maxItems
	if s.MaxItems != nil {
		most = *s.MaxItems
	}
	count := 0
	for ; r.dec.PeekKind() != ']'; count++ {
		if count > most {
			r.addUnknown("length", "Expected array length <= "+strconv.Itoa(most)+".")
			return errGivenUp
		}
		parent := len(r.path)
		r.path = append(strconv.AppendInt(append(r.path, '['), int64(count), 10), ']')
		err := r.value(s.Items)
		r.path = r.path[:parent]
		if err != nil {
			return err
		}
	}
	switch {
	case s.MinItems != nil && count < *s.MinItems:
		r.addFault("length", "Expected array length >= "+strconv.Itoa(*s.MinItems)+".")
	case count > most:
		r.addFault("length", "Expected array length <= "+strconv.Itoa(most)+".")
	}
	_, err := r.dec.ReadToken()
	return err
}

// unknownMember reports an unknown member and skips its value.
func (r *schemaReader) unknownMember(key string) error {
	detail := "Unexpected property."
	if key == "" {
		detail = "Unexpected property: its name is empty."
	}
	r.addUnknown("unknown", detail)
	if len(r.unknown) >= maxFaults {
		return errGivenUp
	}
	return r.skip(&r.skipped, maxSkipped)
}

// skip skips a value. It adds its tokens to n, and fails with errGivenUp when there are more than most of a body.
func (r *schemaReader) skip(n *int, most int) error {
	depth := r.dec.StackDepth()
	for {
		if _, err := r.dec.ReadToken(); err != nil {
			return err
		}
		if *n++; *n > most {
			return errGivenUp
		}
		if r.dec.StackDepth() <= depth {
			return nil
		}
	}
}

func (r *schemaReader) push(key string) {
	if len(r.path) > 0 {
		r.path = append(r.path, '.')
	}
	r.path = append(r.path, key...)
}

func (r *schemaReader) addFault(code, detail string) {
	r.faults.Add(shortName(string(r.path)), code, detail)
}

func (r *schemaReader) addUnknown(code, detail string) {
	r.unknown.Add(shortName(string(r.path)), code, detail)
}

// faultAt returns a validation error of a member of the current object.
func (r *schemaReader) faultAt(member, code, detail string) errs.Field {
	parent := len(r.path)
	r.push(member)
	f := errs.Field{Field: shortName(string(r.path)), Code: code, Detail: detail}
	r.path = r.path[:parent]
	return f
}

// resolveRef follows the references of a schema.
func resolveRef(registry huma.Registry, s *huma.Schema) *huma.Schema {
	for s.Ref != "" {
		s = registry.SchemaFromRef(s.Ref)
	}
	return s
}

// shortName shortens a name for the response.
func shortName(name string) string {
	if len(name) <= maxName {
		return name
	}
	return strings.ToValidUTF8(name[:maxName], "") + "…"
}
