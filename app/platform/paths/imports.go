package paths

import (
	"net/url"
	"strconv"
)

// Imports returns the address of the list of imports, and where a file is uploaded (POST, multipart: kind, then file).
func Imports() string { return prefix + "/staff/imports" }

// ImportsOf returns the address of the list with a kind of records chosen.
func ImportsOf(kind string) string { return Imports() + "?kind=" + url.QueryEscape(kind) }

// ImportSample returns the address of a sample file: "employees-fr.csv".
func ImportSample(name string) string { return Imports() + "/samples/" + url.PathEscape(name) }

// Import returns the address of an import. query, which may be empty, selects lines.
func Import(id int64, query url.Values) string {
	address := Imports() + "/" + strconv.FormatInt(id, 10)
	if len(query) > 0 {
		address += "?" + query.Encode()
	}
	return address
}

// MapImport returns where the columns of a file are chosen (POST).
func MapImport(id int64) string { return Import(id, nil) + "/columns" }

// OrderImport returns where staff choose whether the day or the month comes first in the dates of a file (POST: day_order).
func OrderImport(id int64) string { return Import(id, nil) + "/day-order" }

// CorrectImport returns where cells of a line are corrected (POST).
func CorrectImport(id int64, line int) string { return Import(id, nil) + "/rows/" + strconv.Itoa(line) }

// ApplyImport returns where the lines are saved (POST).
func ApplyImport(id int64) string { return Import(id, nil) + "/apply" }

// UndoImport returns where an import is undone (POST).
func UndoImport(id int64) string { return Import(id, nil) + "/undo" }

// DeleteImport returns where a file is given up (POST).
func DeleteImport(id int64) string { return Import(id, nil) + "/delete" }

// ImportResource returns the address of an import in the API.
func ImportResource(id int64) string { return prefix + "/imports/" + strconv.FormatInt(id, 10) }
