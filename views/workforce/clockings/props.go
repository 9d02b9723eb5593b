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
	Shift       string // when the person works today, as planned; empty: nothing is planned
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

// Present is the page of who is working today.
type Present struct {
	Address   string    // of this page of the list
	Count     string    // of all people
	Waiting   []Waiting // stamps of these people to settle
	Groups    []Group   // those who are late, work, are on a break or on leave, each with rows
	Later     Group     // those who come later, folded; it may have no rows
	LaterOpen bool      // Later is open: the page is short
	Pages     *ui.Pages // of those who work; nil: all are on one page
}

// Group is a part of the page: people who are late, work, are on a break, on leave, or come later.
type Group struct {
	ID, Title, Note string
	Count           string
	Planned         bool   // the rows have the times of the schedule
	Fact            string // what Person.Fact is called where it is read out; empty: there is none
	Task            bool   // the rows have a task
	Contact         bool   // the rows have a telephone number
	Rows            []Person
	More            string // how many are not shown; empty: none
	MoreHref        string // where they are
}

// Person is a row of a group.
type Person struct {
	Name, Href string
	Planned    string    // the times of the schedule
	Unplanned  bool      // Planned says that there are none
	Fact       string    // since when they work, how late they are, until when they are on leave
	Note       string    // beside Fact: "in at 8:02 a.m." during a break, "clocked without a network"
	State      ui.Status // in place of Fact if it has a text
	Task       string
	Phone, Tel string // as it is shown and dialled
	Sheet      string // the address of the timesheet; empty: no link
	SheetOf    string // what the link is called where it is read out
}

// columns says which columns a table of groups has beside the names.
type columns struct {
	Planned, Fact, Task bool
	Act                 bool // a telephone number or the link to a timesheet
}

func (g Group) columns() columns {
	return columns{g.Planned, g.Fact != "", g.Task, g.Contact || g.Task}
}

// columns returns the columns of the table of all groups.
func (p Present) columns() (c columns) {
	for _, g := range p.Groups {
		x := g.columns()
		c = columns{c.Planned || x.Planned, c.Fact || x.Fact, c.Task || x.Task, c.Act || x.Act}
	}
	return c
}

// cols returns the headings.
func (c columns) cols(l i18n.Lang) []ui.Col {
	list := []ui.Col{{Label: l.T(i18n.ClockName)}}
	if c.Planned {
		list = append(list, ui.Col{Label: l.T(i18n.ClockPlannedAt)})
	}
	if c.Fact {
		list = append(list, ui.Col{Label: l.T(i18n.ClockTime)})
	}
	if c.Task {
		list = append(list, ui.Col{Label: l.T(i18n.ClockTask)})
	}
	if c.Act {
		list = append(list, ui.Col{Label: l.T(i18n.ColActions), HideLabel: true})
	}
	return list
}

// Offline is the page that devices show without a network. Its script fills it in.
type Offline struct {
	Texts    string // JSON
	Language string // of dates, with the region
	Acts     []Act  // the buttons but Switch; Action is the act
	Switch   Act
}
