// Package calendars renders the page of a person's calendars.
package calendars

import "presence/views/ui"

// Page is a person's calendars, with the form of a new one.
type Page struct {
	Tabs     []ui.Tab
	Name     ui.Field
	Contents []ui.Field // empty: the person may have none
	Faults   ui.Faults
	New      *Secret // the one that was made now; nil: none
	List     []Calendar
}

// Secret is the address of a new calendar, which is shown once.
type Secret struct {
	Name, URL, Webcal string
	QR                ui.QRCode
}

// Calendar is one of the person's calendars.
type Calendar struct {
	ID, Name, Made, Read string
	Contents             []string
	Revoke               string // the label of its button
}
