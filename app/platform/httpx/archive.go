package httpx

import (
	"reflect"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"presence/app/platform/archival"
)

// Archived is a record in the archive: its JSON, with when and why it went there beside its own members (W11).
type Archived[T Versioned[int64]] struct {
	Record T `json:",embed"`
	ArchiveJSON
}

// ArchiveJSON is what the archive knows of a record.
type ArchiveJSON struct {
	ArchivedAt     string `json:"archived_at" format:"date-time" doc:"When it went to the archive" example:"2026-11-21T15:04:05Z"`
	ArchivedReason string `json:"archived_reason" enum:"deleted,left,aged" doc:"deleted: moved there by DELETE; left: the last work day has passed; aged: its pay period is long closed"`
}

// ToArchived is the JSON of a record and of its state in the archive.
func ToArchived[T Versioned[int64]](record T, in archival.State) Archived[T] {
	return Archived[T]{record, ArchiveJSON{in.At.String(), in.Reason}}
}

// Tag is the record's.
func (a Archived[T]) Tag() (id, version int64) { return a.Record.Tag() }

// Schema is the record's with the members of ArchiveJSON, under the record's name and Archived.
func (a Archived[T]) Schema(r huma.Registry) *huma.Schema {
	name := schemaName(reflect.TypeFor[T](), "") + "Archived"
	ref := &huma.Schema{Ref: schemaPrefix + name}
	if r.SchemaFromRef(ref.Ref) != nil {
		return ref
	}
	// Made from the types, and not taken from the registry: the description of either must not change the other's.
	record, archive := huma.SchemaFromType(r, reflect.TypeFor[T]()), huma.SchemaFromType(r, reflect.TypeFor[ArchiveJSON]())
	for member, s := range archive.Properties {
		record.Properties[member] = s
	}
	record.Required = slices.Concat(record.Required, archive.Required)
	record.PrecomputeMessages()
	r.Map()[name] = record
	return ref
}
