// Package companydata renders the page that exports all records of the company.
package companydata

import "presence/views/ui"

// Page is the page of the export.
type Page struct {
	Tabs    []ui.Tab
	Command string // that imports the file
}
