package httpx

import (
	"strconv"
	"strings"
)

// Versioned is a record as JSON that knows its id and version.
type Versioned interface{ Tag() (id, version int64) }

// VersionedByName is Versioned where ids are text.
type VersionedByName interface {
	Tag() (id string, version int64)
}

// Response is the answer of a single resource, with its ETag (C8).
type Response[T any] struct {
	ETag string `header:"ETag"`
	Body T
}

// id is the record's, as its tag has it.
func (o *Response[T]) id() string {
	tag := strings.Trim(o.ETag, `"`)
	return tag[:max(strings.LastIndexByte(tag, '-'), 0)]
}

// Respond wraps a single resource for its answer.
func Respond[T Versioned](v T) *Response[T] {
	id, version := v.Tag()
	return &Response[T]{ETag: ETag(id, version), Body: v}
}

// RespondByName is Respond where ids are text.
func RespondByName[T VersionedByName](v T) *Response[T] {
	id, version := v.Tag()
	return &Response[T]{ETag: etagByName(id, version), Body: v}
}

// NoContent is an answer without a body.
type NoContent struct{}

// ETag of a record at a version.
func ETag(id, version int64) string { return etagByName(strconv.FormatInt(id, 10), version) }

func etagByName(id string, version int64) string {
	return `"` + id + "-" + strconv.FormatInt(version, 10) + `"`
}

// ByID is the input of a read: the record's id, a positive number.
type ByID struct {
	ID int64 `path:"id" minimum:"1" doc:"The record's id" example:"12"`
}

// IfMatchInput is the input of a write to one record: its id, and the ETag that the caller read, if it wants to be sure.
type IfMatchInput struct {
	ByID
	IfMatch string `header:"If-Match" doc:"The ETag that was read: the write is refused with 412 when the record has changed since" example:"\"12-3\""`
}

// ExpectedVersion is the version that If-Match names, as the function ExpectedVersion reads it.
func (in IfMatchInput) ExpectedVersion() *int64 {
	return ExpectedVersion(in.IfMatch, strconv.FormatInt(in.ID, 10))
}

// ExpectedVersion reads the If-Match header of a write to the record with that id: nil when any version will do ("*" or no
// header), the version of the first tag that belongs to the record, and -1 when none does, which no record has, so that
// the comparison fails and the answer is 412.
func ExpectedVersion(header, id string) *int64 {
	if header == "" || header == "*" {
		return nil
	}
	for tag := range strings.SplitSeq(header, ",") {
		rest, ok := strings.CutPrefix(strings.TrimSpace(tag), `"`+id+"-")
		if !ok {
			continue
		}
		digits, ok := strings.CutSuffix(rest, `"`)
		if version, err := strconv.ParseInt(digits, 10, 64); ok && err == nil && version >= 0 { // 0 is what ships with the program
			return &version
		}
	}
	return new(int64(-1))
}
