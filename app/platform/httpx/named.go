package httpx

import "strconv"

// VersionedByName is Versioned where ids are text.
type VersionedByName interface {
	Tag() (id string, version int64)
}

// FoundByName is Found where ids are text.
func FoundByName[T VersionedByName](v T) *One[T] {
	id, version := v.Tag()
	return &One[T]{ETag: etagByName(id, version), Body: v}
}

func etagByName(id string, version int64) string {
	return `"` + id + "-" + strconv.FormatInt(version, 10) + `"`
}

// ByName is ByID where ids are text.
type ByName struct {
	ID string `path:"id" doc:"The record's id"`
}

// GuardedByName is Guarded where ids are text.
type GuardedByName struct {
	ByName
	IfMatch string `header:"If-Match" doc:"The ETag that was read: the write is refused with 412 when the record has changed since"`
}

// Expect is the version that If-Match names, as Guarded.Expect gives it.
func (g GuardedByName) Expect() *int64 {
	if g.IfMatch == "" || g.IfMatch == "*" {
		return nil
	}
	return expect(g.IfMatch, g.ID)
}
