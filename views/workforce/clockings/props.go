// Package clockings renders the clock on Today, the page that settles a clocking, and the page of who has clocked in.
package clockings

import (
	"presence/app/platform/i18n"
	"presence/views/ui"
)

// Clock is the card of a person's clock.
type Clock struct {
	Title       string
	State       string // "Clocked in since 8:02 a.m."; empty: a clocking must be settled first
	Worked      string // for how long, without breaks; of a break its length; empty: not clocked in
	Elapsed     int64  // the same in milliseconds, from which a script goes on
	Note        string // the task, and how times are rounded
	OnBreak     bool
	Handed      []string // what a device sent lately, and that its clock was wrong
	Lang        i18n.Lang
	Device      string     // JSON of what the device keeps for when there is no network
	Waiting     []Waiting  // clockings and stamps to settle, the oldest first
	MoreWaiting string     // how many more there are; empty: none
	Main        *Act       // the large button; nil: a clocking must be settled first
	Other       *Act       // a second button; nil: none
	Tasks       *ui.Field  // the tasks to choose from; nil: there is one, or none can be chosen now
	Switch      *Act       // goes on with the task that is chosen; nil: the task is chosen with Main
	Jobs        []ui.Field // of Switch: for whom and for what, beside the task; one with Options is a list
	Primary     bool       // Main is the main button of the page
}

// Act is a button that stamps.
type Act struct {
	Label, Action string
	Icon          ui.Icon
}

// Waiting is a clocking that must be settled.
type Waiting struct{ Title, Text, Href, Button string }

// Settle is the page that settles a clocking, or a stamp of a device, which has no End and no Drop.
type Settle struct {
	Title, Text string
	Advice      string // what to do first
	Done        bool   // nothing is left to settle: Text says what became of it
	Action      string
	Version     string
	Faults      ui.Faults
	End, Reason ui.Field
	Save, Drop  string // buttons
}

// Present is the page of who has clocked in.
type Present struct {
	Address string    // of this page of the list
	Count   string    // of all people
	Late    []Late    // who should be at work and is not
	Waiting []Waiting // stamps of these people to settle
	Rows    []Person
	Pages   *ui.Pages // nil: all are on one page
}

// Late is a person whose planned shift has begun without them.
type Late struct{ Name, Href, Planned, By string }

// Person has clocked in.
type Person struct {
	Name, Href, Since, Task string
	Note                    string // below Since: "in at 8:02 a.m." during a break, "clocked without a network"
	State                   ui.Status
	Usual                   bool // State says that they work, as the title of the page does
}

// Offline is the page that devices show without a network. Its script fills it in.
type Offline struct {
	Texts    string // JSON
	Language string // of dates, with the region
	Acts     []Act  // the buttons but Switch; Action is the act
	Switch   Act
}
