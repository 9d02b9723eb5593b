// Package change applies partial updates, which change only the fields that are present.
package change

// Set assigns *value to *field, unless value is nil.
func Set[T any](field *T, value *T) {
	if value != nil {
		*field = *value
	}
}
