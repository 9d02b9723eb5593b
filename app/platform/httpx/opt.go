package httpx

import (
	"reflect"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-json-experiment/json"

	"presence/app/platform/errs"
)

// Opt is a member of a JSON body that may be absent or null (C4).
type Opt[T any] struct {
	Set   bool // the member was present
	Null  bool // its value was null
	Value T

	unfit bool // its value could not be decoded into a T
}

// UnmarshalJSON is called only if the member is present. A value of another type is recorded and not returned as an error: the
// decoder would stop, and the errors of later members would be missing (C3).
func (o *Opt[T]) UnmarshalJSON(b []byte) error {
	o.Set = true
	if string(b) == "null" {
		o.Null = true
		return nil
	}
	o.unfit = json.Unmarshal(b, &o.Value) != nil
	return nil
}

// unfitDetail is the text of the error of a value that cannot be decoded.
const unfitDetail = "The value is not of the documented type, or too large for it."

// MarshalJSON writes the value, or null.
func (o Opt[T]) MarshalJSON() ([]byte, error) {
	if !o.Set || o.Null {
		return []byte("null"), nil
	}
	return json.Marshal(o.Value)
}

// Schema returns the schema of the value, which may be null.
func (o Opt[T]) Schema(r huma.Registry) *huma.Schema {
	s := *huma.SchemaFromType(r, reflect.TypeFor[T]())
	s.Nullable = true
	return &s
}

// Ptr returns nil if the field is absent; null is an error. See OrZero for a field that may be emptied.
func (o Opt[T]) Ptr(faults *errs.Fields, field string) *T {
	if o.Null {
		faults.Add(field, "required", "This field cannot be null.")
		return nil
	}
	return o.OrZero(faults, field)
}

// OrZero returns nil if the field is absent, and a pointer to the zero value if it is null.
func (o Opt[T]) OrZero(faults *errs.Fields, field string) *T {
	if o.unfit {
		faults.Add(field, "type", unfitDetail)
	}
	if !o.Set || o.unfit {
		return nil
	}
	return &o.Value
}
