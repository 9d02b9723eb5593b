// Package configuration renders the company's settings.
package configuration

import "presence/views/ui"

// Page is a form of settings.
type Page struct {
	Title  string // of the part of the page; empty: the tab is the page
	Tabs   []ui.Tab
	Action string
	Hidden []ui.Hidden
	Faults ui.Faults
	Groups []Group
	Save   string
	Undo   string // link that throws the changes away: the form has the bar that saves; empty: a button at its end
	More   []Link // pages of related settings
	Clash  *ui.Clash
	Failed string // why the test of the typed values failed; empty: it did not
	Anyway string // label of the button that saves them nevertheless
}

// Link leads to a page of related settings.
type Link struct{ Label, Text, Href, Button string }

// Group is a part of the form with a title.
type Group struct {
	Title, Note  string
	ID           string // not empty: it opens, and says in Sum what is set in it
	Sum          string
	Fields       []ui.Field
	Breaks       *Breaks   // in place of the field of its name; nil: none
	StartsClosed bool      // it is drawn as a heading that opens the rest; of mail, where only the group with a title can be
	Copy         *Copy     // nil: none
	Presets      []ui.Chip // links that fill in a field
}

// Breaks is a break rule: a line of fields for each break.
type Breaks struct {
	ui.Field // of the rule
	Rows     [][]ui.Field
}

// Copy is a text to copy into the settings of another system.
type Copy struct {
	Label, Text string
}

// MailPage are the forms of mail.
type MailPage struct {
	Steps      []Step
	Bounces    MailChannel // the mailbox to which messages come back
	Channels   []MailChannel
	Senders    Page
	OutboxOnly string   // that nothing is sent (MAIL_OUTBOX_ONLY); empty: it is
	NoSender   string   // which address messages come from while no sender is set; empty: one is
	Domains    []string // of the senders; nil: none is set
}

// Step is something to do before mail is sent: what, whether it is done (ui.Good), that in words, and where.
type Step struct {
	Name, State, Href string
	Tone              ui.Tone
}

// MailChannel is the form of the channel of a group.
type MailChannel struct {
	Group, Title, Note, Action string
	State                      State // of what is stored
	Hidden                     []ui.Hidden
	Faults                     ui.Faults
	Answer                     *ui.BannerProps // answer of the other side
	Failed                     bool            // and it can be saved nevertheless
	Locked                     string          // who decides, if it is the environment
	Choice                     ui.Field
	Parts                      []MailPart
	Sends                      bool // it can send a message
}

// State says whether something is set up.
type State struct {
	Tone ui.Tone
	Icon ui.Icon
	Text string
}

// MailPart are the fields of one channel of a form.
type MailPart struct {
	Channel, Note string
	Wide          bool // its fields stand beside each other where there is room
	Fields        []ui.Field
}

// SendersPage is the check of a sender's domain.
type SendersPage struct {
	Tabs     []ui.Tab
	Domain   string
	Selector ui.Field
	Faults   ui.Faults
	Rows     []Finding
}

// Finding is the verdict on a record.
type Finding struct {
	Record      string
	Tone        ui.Tone
	Icon        ui.Icon
	State, Text string
	Found       []string
	Name, Value string // the record to add; Value is empty if there is none
}
