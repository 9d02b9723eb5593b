package httpx

import "strconv"

// VersionedByName is Versioned where ids are text.
type VersionedByName interface {
	Tag() (id string, version int64)
}

// RespondByName is Respond where ids are text.
func RespondByName[T VersionedByName](v T) *Response[T] {
	id, version := v.Tag()
	return &Response[T]{ETag: etagByName(id, version), Body: v}
}

func etagByName(id string, version int64) string {
	return `"` + id + "-" + strconv.FormatInt(version, 10) + `"`
}

// ByName is ByID where ids are text.
type ByName struct {
	ID string `path:"id" doc:"The record's id"`
}

// IfMatchInputByName is IfMatchInput where ids are text.
type IfMatchInputByName struct {
	ByName
	IfMatch string `header:"If-Match" doc:"The ETag that was read: the write is refused with 412 when the record has changed since"`
}

// ExpectedVersion is the version that If-Match names, as IfMatchInput.ExpectedVersion gives it.
func (g IfMatchInputByName) ExpectedVersion() *int64 {
	if g.IfMatch == "" || g.IfMatch == "*" {
		return nil
	}
	return parseIfMatch(g.IfMatch, g.ID)
}
