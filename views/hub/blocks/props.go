// Package blocks renders the editor of the blocks of an invitation.
package blocks

import (
	"presence/views/layout"
	"presence/views/ui"

	templates "presence/views/hub/templates"
)

// Editor is the page.
type Editor struct {
	Head     layout.EventHead
	Event    string // link to the editor of the event
	Action   string
	Preview  string // where the form goes for a preview; as a GET it shows the stored blocks
	Sample   string // the preview at first
	Instead  string // what guests would get, as blocks are not the invitation; empty: they are
	NoAnswer bool   // in one of the languages, nothing leads to the page where guests answer
	Subject  []templates.Text
	Faults   ui.Faults
	Clash    *ui.Clash
	State    State
	Blocks   []Block
	Add      []Act // adds a block at the end
	Lang     ui.Field
	Show     ui.Field
	Toasts   []ui.Toast // of an answer that replaces the list
}

// State says whether the blocks are saved, and carries what the next save is compared with.
type State struct {
	Hidden []ui.Hidden
	Tone   ui.Tone // Good, Warn or Bad
	Text   string
	See    string // link to what another person saved; empty: nothing
	Save   string // label of the button that saves, or shows the conflict; empty: only where there is no script
}

// Saved is the answer of a save that leaves the form as it is.
type Saved struct {
	State State
	Texts []templates.Text // those of the form
}

// Block is one block of the form.
type Block struct {
	ID      string // of its element
	Name    string // Block 3: Text
	Kind    string
	Focus   bool // it takes the focus
	Hidden  []ui.Hidden
	Parts   []Part
	URL     *ui.Field
	Note    string // of a block without fields
	Link    string // at the end of the note; empty: none
	Picture *ui.Picture
	Upload  *Upload // nil: it is no picture block
	Acts    []Act   // up and down
	Rest    []Act   // copy and remove, in a menu
	More    string  // label of that menu
	After   []Act   // adds a block after this one
	Insert  string  // heading of After in the menu
}

// Upload is what gives a picture block a picture of its own, and describes it.
type Upload struct {
	Label  string // of what can be opened
	Open   bool
	Own    bool   // it has one
	To     string // where the form goes with the file
	File   ui.Field
	FR, EN ui.Field // descriptions
	Use    Act
	Cover  *Act // back to the cover picture; nil: it shows that
}

// Part is a text in both languages.
type Part struct {
	Lines  bool // Markdown of several lines
	FR, EN templates.Text
}

// Act is a button that changes the list.
type Act struct {
	Value    string // of the field act
	Label    string
	Icon     ui.Icon
	Disabled bool
}
