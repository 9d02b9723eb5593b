package httpx

import (
	"reflect"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-json-experiment/json"

	"presence/app/platform/errs"
)

// Opt is a field of a body: absent, null, or a value (C4).
type Opt[T any] struct {
	Set   bool // the key was there
	Null  bool // its value was null
	Value T

	unfit bool // its value was no T
}

// UnmarshalJSON is called only when the key is there. A value that does not fit is remembered, not returned: the decoder
// would stop at it, and the faults of the fields after it would stay unheard (C3).
func (o *Opt[T]) UnmarshalJSON(b []byte) error {
	o.Set = true
	if string(b) == "null" {
		o.Null = true
		return nil
	}
	o.unfit = json.Unmarshal(b, &o.Value) != nil
	return nil
}

// MarshalJSON writes the value, or null.
func (o Opt[T]) MarshalJSON() ([]byte, error) {
	if !o.Set || o.Null {
		return []byte("null"), nil
	}
	return json.Marshal(o.Value)
}

// Schema describes the field as its value, which may be null.
func (o Opt[T]) Schema(r huma.Registry) *huma.Schema {
	s := *huma.SchemaFromType(r, reflect.TypeFor[T]())
	s.Nullable = true
	return &s
}

// Ptr is nil when the field is absent; null is a fault. See OrZero for a field that may be emptied.
func (o Opt[T]) Ptr(faults *errs.Fields, field string) *T {
	if o.Null {
		faults.Add(field, "required", "This field cannot be null.")
		return nil
	}
	return o.OrZero(faults, field)
}

// OrZero is nil when the field is absent, and points to the zero value when it is null.
func (o Opt[T]) OrZero(faults *errs.Fields, field string) *T {
	if o.unfit {
		faults.Add(field, "type", "The value is not of the documented type, or too large for it.")
	}
	if !o.Set || o.unfit {
		return nil
	}
	return &o.Value
}
