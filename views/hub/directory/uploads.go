package directory

import "presence/views/ui"

// UploadsPage is the form for a file of customers, with the files that were uploaded before.
type UploadsPage struct {
	HasSource bool // the customers are read from a source, so that no file can be uploaded
	Faults    ui.Faults
	File      ui.Field
	Samples   []Fact // names of formats with addresses
	Files     []UploadRow
}

// UploadRow is a file in the list.
type UploadRow struct{ Name, Href, Lines, By, When string }

// UploadPage is the page of a file.
type UploadPage struct {
	Title, Subtitle string
	Self            string
	Running         *ui.Progress   // it is being published
	Problem         string         // why it could not be published; empty: it could
	Shrunk          bool           // because it has far fewer customers
	Done            string         // what became of it; empty: it was not published
	Rejected        string         // how many lines were rejected; empty: none
	Run             string         // address of its sync
	Columns         *ui.ColumnForm // what the columns contain can be chosen
	Discard         string         // where it is discarded; empty: it cannot be
	Publish         string         // where it is published; empty: it cannot be
	PublishLabel    string
	Undo, UndoText  string // where it is undone; empty: it cannot be
	First           []UploadLine

	Findings      []Finding
	FindingsNote  string      // how many lines are rejected; empty: none
	Unknown       string      // what the button says that changes what becomes of unknown values; empty: there is no button
	UnknownText   string      // what happens then
	UnknownInputs []ui.Hidden // sent to the address of the columns
}

// UploadLine is one of the first lines of a file.
type UploadLine struct {
	Name, Number, Email, Phone, City string
	Reason                           string // why it would be rejected; empty: it would not be
}
