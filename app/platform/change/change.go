// Package change applies what somebody asks to change of a record: fields that are named, and no others.
package change

// Set gives the field the value, if one is named.
func Set[T any](field *T, value *T) {
	if value != nil {
		*field = *value
	}
}
