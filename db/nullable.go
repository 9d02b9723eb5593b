package db

// NilIfZero returns a value, or nil, which is NULL in SQL and null in JSON, if it is the zero value of its type.
func NilIfZero[T comparable](v T) any {
	var zero T
	if v == zero {
		return nil
	}
	return v
}
