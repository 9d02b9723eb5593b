// Package change applies partial updates: the fields that are named, and no others.
package change

// Set assigns *value to *field, unless value is nil.
func Set[T any](field *T, value *T) {
	if value != nil {
		*field = *value
	}
}
