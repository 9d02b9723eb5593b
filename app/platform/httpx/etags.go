package httpx

import (
	"fmt"
	"strconv"
	"strings"
)

// Versioned is the JSON of a record that knows the record's id, a number or a text, and its version.
type Versioned[ID int64 | string] interface{ Tag() (id ID, version int64) }

// Response is the response with a single record and its ETag (C8).
type Response[T any] struct {
	ETag string `header:"ETag"`
	Body T
}

// id returns the record's id as in its ETag.
func (o *Response[T]) id() string {
	tag := strings.Trim(o.ETag, `"`)
	return tag[:max(strings.LastIndexByte(tag, '-'), 0)]
}

// Respond returns the response with a single record.
func Respond[T Versioned[ID], ID int64 | string](v T) *Response[T] {
	id, version := v.Tag()
	return &Response[T]{ETag: ETag(id, version), Body: v}
}

// NoContent is a response without a body.
type NoContent struct{}

// ETag returns the ETag of a record at a version.
func ETag[ID int64 | string](id ID, version int64) string { return fmt.Sprintf(`"%v-%d"`, id, version) }

// ByID is the input of a read: the record's id, a positive number.
type ByID struct {
	ID int64 `path:"id" minimum:"1" doc:"The record's id" example:"12"`
}

// IfMatchInput is the input of a write to one record: its id, and optionally the ETag that the caller has read.
type IfMatchInput struct {
	ByID
	IfMatch string `header:"If-Match" doc:"The ETag that was read: the write fails with 412 when the record has changed since" example:"\"12-3\""`
}

// ExpectedVersion returns the version in If-Match; see the function ExpectedVersion.
func (in IfMatchInput) ExpectedVersion() *int64 {
	return ExpectedVersion(in.IfMatch, in.ID)
}

// UpdateInput is the input of a write to one record that takes a JSON body.
type UpdateInput[B Parser[V], V any] struct {
	IfMatchInput
	Body Body[B, V]
}

// ExpectedVersion parses the If-Match header of a write to the record with that id: nil if any version is accepted ("*" or no
// header), the version of the first tag that belongs to the record, and -1 when none does, which no record has, so that
// the comparison fails and the answer is 412.
func ExpectedVersion[ID int64 | string](header string, id ID) *int64 {
	if header == "" || header == "*" {
		return nil
	}
	for tag := range strings.SplitSeq(header, ",") {
		rest, ok := strings.CutPrefix(strings.TrimSpace(tag), fmt.Sprintf(`"%v-`, id))
		if !ok {
			continue
		}
		digits, ok := strings.CutSuffix(rest, `"`)
		if version, err := strconv.ParseInt(digits, 10, 64); ok && err == nil { // 0 is the version of a built-in record
			return &version
		}
	}
	return new(int64(-1))
}
