// Package companydata writes all records of a company to an archive of CSV and JSON files, and reads such an archive into an empty
// database of either engine.
//
// The archive has one file for each table that holds records (the parts), and a manifest with the number of rows and the SHA-256 of each
// file. The list of parts says which tables and columns are left out, and why. A file has a line for each row: CSV where all values are
// plain, JSON where one is nested or binary. Rows are streamed in the order of their keys, so that the same records give the same bytes on
// both engines, and all files show the same moment.
package companydata

import (
	"fmt"
	"strings"
)

// Part is one file of the archive: the rows of one table.
type Part struct {
	Table   string
	About   string // what the rows are, for the documentation
	Columns []Column

	key         string // the columns by which rows are ordered, with commas
	parents     string // SQL that orders rows which refer to others of the same table after those; empty: the key does
	where       string // SQL that selects the rows; empty: all
	serial      bool   // the database gives the ids, and never gives one again
	preset      bool   // the migrations insert the table's only row, which the import deletes before it inserts that of the archive
	replaceable bool   // may have rows in a new installation, made by its first administrator, which the import deletes first
}

// Column is a column of a part.
type Column struct {
	Name     string // in the archive; that of the JSON API where the API has it
	Kind     Kind
	Nullable bool

	sql string // in the database
}

// Kind says how the values of a column are written.
type Kind string

// The kinds.
const (
	Text     Kind = "text"
	Int      Kind = "int"
	Bool     Kind = "bool"     // true or false
	Instant  Kind = "instant"  // RFC 3339 in UTC with milliseconds; empty or null for never
	Day      Kind = "day"      // YYYY-MM-DD
	Decimal2 Kind = "decimal2" // dollars or kilometres; stored in hundredths
	Decimal4 Kind = "decimal4" // a multiplier; stored in 1/10,000
	Hex      Kind = "hex"      // bytes
	Base64   Kind = "base64"   // bytes of a file
	JSON     Kind = "json"     // a nested value
)

// columns reads a list of columns as in parts: each is its name in the archive, "=" and that in the database where they differ, ":" and its
// kind unless it is text, and "?" if it may be null.
func columns(list string) (all []Column) {
	for word := range strings.FieldsSeq(list) {
		var c Column
		word, c.Nullable = strings.CutSuffix(word, "?")
		name, kind, ok := strings.Cut(word, ":")
		c.Kind = Text
		if ok {
			c.Kind = Kind(kind)
		}
		if c.Name, c.sql, ok = strings.Cut(name, "="); !ok {
			c.sql = name
		}
		all = append(all, c)
	}
	return all
}

// File returns the name of the part's file.
func (p Part) File() string {
	for _, c := range p.Columns {
		if c.Kind == JSON || c.Kind == Base64 {
			return p.Table + ".jsonl"
		}
	}
	return p.Table + ".csv"
}

// sqlColumns returns the columns in the database, with commas.
func (p Part) sqlColumns() string {
	names := make([]string, len(p.Columns))
	for i, c := range p.Columns {
		names[i] = c.sql
	}
	return strings.Join(names, ", ")
}

// cells returns a row of the part, to read values into.
func (p Part) cells() []cell {
	row := make([]cell, len(p.Columns))
	for i, c := range p.Columns {
		row[i].column = c
	}
	return row
}

// placedError is an error of an archive with its place.
type placedError struct {
	file string
	line int // where the row begins; 0: the error is not of one row
	error
}

func (e *placedError) Unwrap() error { return e.error }

// lineError returns an error of a line of a file.
func lineError(file string, line int, err error) error {
	return &placedError{file, line, fmt.Errorf("%s, line %d: %w", file, line, err)}
}

// fileError returns an error of a file, with the text of fmt.Errorf after its name.
func fileError(file, format string, args ...any) error {
	return &placedError{file: file, error: fmt.Errorf(file+": "+format, args...)}
}
