// Package notifications renders the page behind the bell, the choice of what comes by e-mail, and the page that stops it.
package notifications

import "presence/views/ui"

// Page is a page of a person's notifications.
type Page struct {
	Unread  string // how many are not read, in words; empty: none
	Days    []Day
	MarkAll *ui.Hidden // the last notification that the button marks as read; nil: none to mark
	Older   string     // link to the next page; empty: the last
	Newest  string     // link to the first page; empty: this is it
}

// Day is the notifications of one day.
type Day struct {
	ID, Title string
	Items     []Item
}

// Item is one notification.
type Item struct {
	Text     string
	Detail   string
	When     string // "2 hours ago"
	Moment   string // the same in full
	At       string // the same for programs
	Href     string // empty: no link
	Icon     ui.Icon
	Unread   bool
	Mark     []ui.Hidden // what its button sends
	MarkText string

	People     []Submitter // if it stands for several sheets, whose; else none
	PeopleText string      // how many
}

// Submitter is one of those who submitted a timesheet.
type Submitter struct{ Name, Href string }

// Preferences is the page on which a person chooses which notifications come by e-mail.
type Preferences struct {
	Tabs    []ui.Tab
	Address string // where e-mail goes, in words
	NoMail  bool   // nothing can be sent
	Groups  []PreferenceGroup
	Key     string // with which browsers ask for notices; empty: notices are turned off
	Worker  string // the script that shows notices
	Devices []Device
}

// Device is a browser on which the person receives notices.
type Device struct {
	ID, Name, Added, Used string
	Remove                string // the label of its button
}

// PreferenceGroup is a part of the page. A choice without options cannot be changed: its hint says what holds.
type PreferenceGroup struct {
	Title   string
	Choices []Choice
}

// Choice is what is chosen for a topic.
type Choice struct {
	ui.Field
	Phone *ui.Field // notices on devices; nil: there are none
}

// Unsubscribe is the page of a link in a message.
type Unsubscribe struct {
	Label string // what is stopped
	Done  bool
}
