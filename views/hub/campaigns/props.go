// Package campaigns draws the sends: the page from which one starts, its report, the outbox and the channels.
package campaigns

import (
	"presence/views/layout"
	"presence/views/ui"
)

// SendPage is the page from which an invitation or a reminder is sent.
type SendPage struct {
	Title, Subtitle string
	Crumbs          []ui.Crumb
	Section         layout.Section
	Tabs            []ui.Tab
	Who             *Who // of a reminder
	Checks          []Check
	How             How
	Previews        []Preview
	Try             Try
	Form            *SendForm // nil: nothing can be sent
	Blocked         string    // why
	Active          string    // link to the send that is under way; empty: none
	Nobody          bool      // there is nobody to remind
}

// Who is whom a reminder goes to.
type Who struct {
	Stats  []ui.Stat
	Sample string
}

// Check is one thing to be sure of before a send.
type Check struct {
	Tone        ui.Tone // Good, Warn, Bad or Info
	State       string  // the tone in words
	Name        string
	Lines       []string
	Href, Label string // where it is settled; empty: nothing to settle
}

// How is the form of the channel, the sender and the subject.
type How struct {
	Action                 string
	Channel, From, Subject ui.Field
}

// Preview is the e-mail of one language.
type Preview struct {
	Lang, Name, Subject, Src, Title, Open string
}

// Try is the form of a test.
type Try struct {
	Action   string
	Hidden   []ui.Hidden
	To, Lang ui.Field
	Faults   ui.Faults
	Results  []Result
}

// Result is the result of one test message.
type Result struct {
	Email, Text string
	OK          bool
}

// SendForm is the last step.
type SendForm struct {
	Action  string
	Hidden  []ui.Hidden
	Count   ui.Field
	Late    *ui.Field
	Button  string
	Faults  ui.Faults
	Refused string // why the last try was refused
}

// List is the page of all sends.
type List struct {
	Tabs   []ui.Tab
	Rows   []Row
	Live   string // the URL that the list is polled from while a send is under way; empty: no polling
	Older  string
	Newest string
	Events string
}

// Row is one send.
type Row struct {
	Title, Kind, Href                string
	State                            State
	Bar                              Bar
	Opened, Registered, When, Moment string
}

// State is the status of a send or a recipient as a badge.
type State struct {
	Tone ui.Tone
	Icon ui.Icon
	Text string
}

// Bar is a whole in parts of a hundred.
type Bar struct {
	Text  string // the figures in words
	Parts []Piece
}

// Piece is a part of a Bar.
type Piece struct {
	Class, X, W  string
	Label, Count string
}

// Report is the page of one send.
type Report struct {
	Title, Subtitle string
	Crumbs          []ui.Crumb
	Live            Live
	Banner          *ui.BannerProps
	CSV             string
	Pause, Resume   string
	Cancel          *Cancel
	Remind          string
	Unsure          *Unsure
	Chart           ui.Chart
	ChartOf         []ui.Segment
	ChartNote       string
	People          People
}

// Live is the part of the page that is updated while it is open.
type Live struct {
	Poll    string // the URL that it is polled from; empty: no polling
	State   State
	Bar     Bar
	Funnel  []Step
	Notes   []string
	Tracked bool
}

// Step is a step from the send to the registration.
type Step struct {
	Label, Count, Part, W string
}

// Cancel asks before a send is given up.
type Cancel struct {
	Ask, Post, Text string
	Open            bool
}

// Unsure is what staff say of the unconfirmed.
type Unsure struct {
	Title, Text, Post, See string
	Mark, Again            string // what the two buttons say
}

// People are the recipients.
type People struct {
	Filters  []ui.Segment
	Action   string
	Hidden   []ui.Hidden
	Query    string
	Filtered bool
	Clear    string
	Rows     []Person
	First    string
	Next     string
	Tracked  bool
	SentAt   string // the heading above when each message was handed over
	Resolve  string // where one unconfirmed message is resolved
}

// Person is a recipient.
type Person struct {
	ID                                        string
	Name, Email, Lang, Note                   string
	State                                     State
	Why                                       string
	Sent, Opened, Clicked, Registered, SentOn string
	Unsure                                    bool
	Mark, Again                               string // what the two buttons say
}

// OutboxPage is the list of the messages kept.
type OutboxPage struct {
	Tabs   []ui.Tab
	Rows   []Kept
	Older  string
	Newest string
}

// Kept is one message.
type Kept struct {
	Href, Subject, When, Size string
	To, From                  Address
}

// Address is an e-mail address and whose it is, if that is known.
type Address struct{ Name, Email string }

// Message is one message taken apart.
type Message struct {
	Kept
	Crumbs []ui.Crumb
	HTML   string // the address of its frame; empty: it has none
	Text   string
	File   string
	Stop   string // its unsubscribe address
	Files  []File
}

// File is an attachment.
type File struct{ Name, Size, Href string }

// ChannelsPage is the page of the channels.
type ChannelsPage struct {
	Tabs     []ui.Tab
	Channels []Channel
	Facts    []Fact
	Tracking Tracking
}

// Channel is one way out.
type Channel struct {
	Kind, Name, Text, Via string
	Set                   bool
	Label                 string // of the button that tests it
	Answer                *ui.BannerProps
}

// Fact is a setting.
type Fact struct {
	Name   string
	Values []string
	Gone   bool // it is not set
}

// Tracking is the switch.
type Tracking struct {
	On                  bool
	Text, Button, Value string
}

// SuppressedPage is the list of the addresses that nothing is sent to.
type SuppressedPage struct {
	Tabs     []ui.Tab
	Count    string
	Faults   ui.Faults
	Email    ui.Field
	Query    string
	Rows     []Suppressed
	First    string
	Next     string
	Filtered bool
}

// Suppressed is one of them.
type Suppressed struct{ Email, Reason, Since, From, Href, Remove string }
