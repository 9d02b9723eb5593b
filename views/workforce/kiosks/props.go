// Package kiosks renders the screens of a kiosk, and the pages on which kiosks, badge numbers and PINs are managed.
package kiosks

import "presence/views/ui"

// Home is the first screen of a kiosk.
type Home struct {
	Name  string // of the kiosk
	Time  string
	Here  string // how many have clocked in
	Badge ui.Field
}

// Names is the screen on which employees pick their names.
type Names struct {
	Query string
	List  []Name
	Pages *ui.Pages
}

// Name leads to the screen on which its employee enters the PIN.
type Name struct{ Name, Href string }

// PIN is the screen on which a PIN is entered.
type PIN struct {
	Who    string // who was picked, or the badge number
	Hidden []ui.Hidden
	Error  string // why the one before was not taken; empty: none was entered
}

// Screen is what an employee sees after the right PIN.
type Screen struct {
	Hello  string
	State  string
	Note   string // the task
	Stuck  string // why nothing can be stamped; empty: something can
	Hidden []ui.Hidden
	Acts   []Act
	Tasks  *ui.Field // the tasks to choose from; nil: there is one, or none can be chosen now
	Switch *Act      // changes to the chosen task; nil: the task is chosen when clocking in
}

// Act is a button that stamps.
type Act struct {
	Value, Label string
	Icon         ui.Icon
	Main         bool
}

// Done confirms a stamp, or says why it was refused.
type Done struct {
	Title, Text string
	Tone        ui.Tone
	Icon        ui.Icon
}

// Present is the screen of who has clocked in.
type Present struct {
	Count string
	List  []Person
	Pages *ui.Pages
}

// Person has clocked in.
type Person struct {
	Name, Since string
	OnBreak     bool
}

// Enrol asks whether a device is to become a kiosk.
type Enrol struct{ Text, Token string }

// List is the administrators' page of kiosks.
type List struct {
	Tabs    []ui.Tab
	New     *NewLink
	Name    ui.Field
	Faults  ui.Faults
	Refused string
	Rows    []Row
}

// NewLink is a link that was just made.
type NewLink struct {
	Title, URL string
	QR         ui.QRCode
}

// Row is one kiosk.
type Row struct {
	Name, MadeBy, Used string
	State              ui.Status
	Revoke, RevokeOf   string // empty: it is revoked
}

// Badge is the form for the badge number and the PIN of an employee.
type Badge struct {
	Title   string
	Crumbs  []ui.Crumb
	Action  string
	Version string
	State   ui.Status
	Locked  string // until when, and why; empty: it is not locked
	Faults  ui.Faults
	Number  ui.Field
	PIN     ui.Field
	Remove  string // where the PIN is removed; empty: there is none
	Cancel  string
}

// OwnPIN is the form for the user's own PIN.
type OwnPIN struct {
	Tabs    []ui.Tab
	Nobody  bool // the user has no employee record
	State   ui.Status
	Locked  string
	Number  string // the badge number; empty: there is none
	Email   string
	Refused string
	Faults  ui.Faults
	Current *ui.Field // nil: the user has no password
	PIN     ui.Field
	Remove  string
}
