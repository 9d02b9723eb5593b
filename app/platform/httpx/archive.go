package httpx

import (
	"reflect"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"presence/app/platform/archival"
)

// Archived is an archived record: its JSON with two more members, when and why it was archived (W11).
type Archived[T Versioned[int64]] struct {
	Record T `json:",embed"`
	ArchiveJSON
}

// ArchiveJSON are the members that an archived record has in addition.
type ArchiveJSON struct {
	ArchivedAt     string `json:"archived_at" format:"date-time" doc:"When it went to the archive" example:"2026-11-21T15:04:05Z"`
	ArchivedReason string `json:"archived_reason" enum:"deleted,left,aged" doc:"deleted: moved there by DELETE; left: the last work day has passed; aged: its pay period is long closed"`
}

// ToArchived returns the JSON of an archived record.
func ToArchived[T Versioned[int64]](record T, in archival.State) Archived[T] {
	return Archived[T]{record, ArchiveJSON{in.At.String(), in.Reason}}
}

// Tag returns the record's tag.
func (a Archived[T]) Tag() (id, version int64) { return a.Record.Tag() }

// Schema returns the record's schema with the members of ArchiveJSON; its name is that of the record with the suffix Archived.
func (a Archived[T]) Schema(r huma.Registry) *huma.Schema {
	name := schemaName(reflect.TypeFor[T](), "") + "Archived"
	ref := &huma.Schema{Ref: schemaPrefix + name}
	if r.SchemaFromRef(ref.Ref) != nil {
		return ref
	}
	// Built from the types and not taken from the registry, so that the schemas of the two types are not changed.
	record, archive := huma.SchemaFromType(r, reflect.TypeFor[T]()), huma.SchemaFromType(r, reflect.TypeFor[ArchiveJSON]())
	for member, s := range archive.Properties {
		record.Properties[member] = s
	}
	record.Required = slices.Concat(record.Required, archive.Required)
	record.PrecomputeMessages()
	r.Map()[name] = record
	return ref
}
