package httpx

import (
	"context"
	"io"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"presence/app/platform/errs"
)

// Parser is the struct of a JSON body: Parse turns what was sent into what the service takes, and returns all validation
// errors that the schema cannot find. The value is used only where there are none.
type Parser[V any] interface {
	Parse(ctx context.Context) (V, errs.Fields)
}

// Body is the field Body of an operation's input. B describes the JSON; it is read strictly (C4), held against its schema
// and parsed once, before the handler is called. A pointer to a Body is an optional one: nil when nothing was sent.
type Body[B Parser[V], V any] struct {
	raw   []byte
	sent  B
	value V
}

// Value is what Parse returned.
func (b *Body[B, V]) Value() V { return b.value }

// ValueOr is Value, or v when no body was sent.
func (b *Body[B, V]) ValueOr(v V) V {
	if b == nil {
		return v
	}
	return b.value
}

// Schema describes the body as B.
func (b *Body[B, V]) Schema(r huma.Registry) *huma.Schema {
	return r.Schema(reflect.TypeFor[B](), true, "")
}

// MarshalJSONTo writes what was sent; the fingerprint of an idempotent request is made of it.
func (b *Body[B, V]) MarshalJSONTo(enc *jsontext.Encoder) error {
	return json.MarshalEncode(enc, b.sent)
}

// Resolve reads the body. huma calls it after the parameters are bound, and reports its errors together with theirs.
func (b *Body[B, V]) Resolve(hc huma.Context) []error {
	if b.raw == nil {
		return nil
	}
	return readBody(hc, b.raw, &b.sent, func() (faults errs.Fields) {
		b.value, faults = b.sent.Parse(hc.Context())
		return faults
	})
}

func (b *Body[B, V]) setRaw(text []byte) { b.raw = text }

// rawBody is a Body of any types.
type rawBody interface{ setRaw(text []byte) }

// jsonAPI is huma's API with one format: JSON goes out whatever the Accept header says, and what comes in is kept for
// Body.Resolve, which alone knows the request and the schema.
type jsonAPI struct {
	huma.API
	adapter huma.Adapter
}

// Adapter registers the routes.
func (a jsonAPI) Adapter() huma.Adapter { return a.adapter }

// Negotiate chooses JSON.
func (jsonAPI) Negotiate(string) (string, error) { return "application/json", nil }

// Marshal writes v. A failed write is no error: the client has gone.
func (jsonAPI) Marshal(w io.Writer, _ string, v any) error {
	text, err := json.Marshal(v)
	if err == nil {
		_, _ = w.Write(text)
	}
	return err
}

// Unmarshal keeps a copy of the text, since huma uses its buffer again; into is a pointer to the field Body.
func (jsonAPI) Unmarshal(_ string, text []byte, into any) error {
	field := reflect.ValueOf(into).Elem()
	if field.Kind() == reflect.Pointer {
		field.Set(reflect.New(field.Type().Elem()))
		field = field.Elem()
	}
	field.Addr().Interface().(rawBody).setRaw(append([]byte{}, text...))
	return nil
}
