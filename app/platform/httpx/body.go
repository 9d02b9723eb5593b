package httpx

import (
	"context"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"presence/app/platform/errs"
)

// Parser is implemented by the struct of a JSON body. Parse converts the body to the input of the service, and returns all
// validation errors that the schema cannot find. The value is used only if there are none.
type Parser[V any] interface {
	Parse(ctx context.Context) (V, errs.Fields)
}

// Body is the type of the field Body in an operation's input. B describes the JSON; it is decoded strictly (C4), validated by
// its schema and parsed once, before the handler is called. A pointer to a Body is optional: nil when no body was sent.
type Body[B Parser[V], V any] struct {
	raw   []byte
	sent  B
	value V
}

// BodyInput is the input of an operation that takes a JSON body and nothing else.
type BodyInput[B Parser[V], V any] struct {
	Body Body[B, V]
}

// Value returns the result of Parse.
func (b *Body[B, V]) Value() V { return b.value }

// ValueOr returns Value, or v if no body was sent.
func (b *Body[B, V]) ValueOr(v V) V {
	if b == nil {
		return v
	}
	return b.value
}

// Schema returns the schema of B.
func (b *Body[B, V]) Schema(r huma.Registry) *huma.Schema {
	return r.Schema(reflect.TypeFor[B](), true, "")
}

// Resolve reads the body. huma calls it after it has parsed the parameters, and reports the errors of both together.
func (b *Body[B, V]) Resolve(hc huma.Context) []error {
	if b.raw == nil {
		return nil
	}
	if keyed, ok := keyedRequestOf(hc.Context()); ok {
		keyed.body = b.raw
	}
	return readBody(hc, b.raw, &b.sent, func() (faults errs.Fields) {
		b.value, faults = b.sent.Parse(hc.Context())
		return faults
	})
}

func (b *Body[B, V]) setRaw(text []byte) { b.raw = text }

// rawBody is implemented by a Body of any types.
type rawBody interface{ setRaw(text []byte) }
