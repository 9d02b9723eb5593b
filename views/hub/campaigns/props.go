// Package campaigns renders the sends: the page that starts one, its report, the outbox and the channels.
package campaigns

import (
	"slices"

	"presence/views/layout"
	"presence/views/ui"
)

// SendPage is the page from which an invitation or a reminder is sent, in four steps.
type SendPage struct {
	Head            *layout.EventHead // of an invitation; nil: of a reminder
	Title, Subtitle string            // of a reminder
	Crumbs          []ui.Crumb
	Stops           []Check // what keeps everything from being sent, which the top of the page says; none: nothing, or the steps are folded
	Steps           []SendStep
	Total           string  // how many people it goes to
	TotalOf         string  // their list; empty: there is none
	Who             *Who    // of a reminder
	Recipients      []Check // the first step
	Message         []Check // the second
	How             How
	Previews        []Preview
	Tests           []Check // the third
	Try             Try
	Blockers        []Check        // what must be corrected before anything can be sent, each with a link to its step
	Form            *SendForm      // nil: nothing can be sent
	Nobody          bool           // there is no one to remind
	Planned         []Planned      // campaigns of the event that are still to begin
	Last            *LastSend      // of an event that was invited before: the steps are folded behind it; nil: none
	NoneAdded       bool           // no people were added since the campaign that it follows: only the first step is shown
	Messages        *OtherMessages // nil on the page of a reminder
}

// LastSend is the last campaign of an event, before the steps of another one.
type LastSend struct {
	Title, Text string
	Status      ui.Status
	Report      string
	Remind      MessageLink // to a reminder; the zero value: none can be sent now
	Added       MessageLink // the campaign to the people added since; the zero value: there are none
	NotSetUp    *ui.Caution // nothing can be sent; nil: it can
	Open        bool        // the steps of another campaign are open
}

// OtherMessages are the messages before and after an event on the page from which its campaigns are sent.
type OtherMessages struct {
	Href string // of their page
	List []OtherMessage
}

// OtherMessage is one of them: State says whether it goes out, and when.
type OtherMessage struct {
	ID, Name, State string
	Tone            ui.Tone
	Off             string // that it is turned off; empty: it is not
}

// Messages is the page with the messages before and after an event.
type Messages struct {
	Head layout.EventHead
	List []MessageCard
}

// MessageCard is one message before or after an event, with its form.
type MessageCard struct {
	ID, Name, State, To string
	Tone                ui.Tone
	Report              string // its latest campaign; empty: none
	Action, Try         string
	Previews            []MessageLink
	On                  ui.Field
	When                []ui.Field
	French, English     []ui.Field // subject and text
	Faults              ui.Faults
	Open                bool // the texts are shown
}

// MessageLink is a link beside the buttons of a message.
type MessageLink struct{ Label, Href string }

// Planned is a campaign that is still to begin.
type Planned struct {
	Kind, When, How, Href string
	Stopped               string // why it could not begin; empty: it is scheduled
}

// When are the fields that say when a campaign begins.
type When struct {
	Choice, At, Frozen ui.Field
	Note               string // why it cannot begin at once; empty: it can
	Button             string // label of the button that schedules it
}

// SendStep is one of the four steps.
type SendStep struct {
	ID, Name string
	Tone     ui.Tone // of the worst check in it; Neutral: still to do, or not reached
	State    string  // the tone in words
	Sum      string  // what is set in it, or what it waits for
	Open     bool
}

// Who says whom a reminder goes to.
type Who struct {
	Stats  []ui.Stat
	Sample string
}

// Check is one thing to verify before a send.
type Check struct {
	Tone        ui.Tone // Good, Warn, Bad, Info, or Neutral: still to do
	State       string  // the tone in words
	Name        string
	Lines       []string
	Ask         string    // whom to ask to fix it; empty: nobody
	AskBoth     string    // the same, about this check and another one
	Href, Label string    // link to where it is fixed; empty: nothing to fix
	Ack         *ui.Field // the tick by which staff send in spite of it; nil: none
}

// How is the form of the channel, the sender and the subject.
type How struct {
	Action        string
	Follows       string // value of the hidden field; empty: there is none
	Channel, From ui.Field
	Subjects      []ui.Field // one for each language
	Second        Second
	Same          []Check // a warning that both languages would get one subject; none: they would not
}

// Second are the fields of a test of two subjects.
type Second struct {
	Open                    bool
	Subject, Percent, Hours ui.Field
}

// Preview is the e-mail of one language.
type Preview struct {
	Lang, Name, Subject, Src, Title, Open string
	Palette                               string // the class of its colours
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
	Lang        string // "FR"
	OK          bool
}

// SendForm is the form that starts the send.
type SendForm struct {
	Action string
	Hidden []ui.Hidden
	Acks   []ui.Field // each names a warning; all must be ticked
	Groups string     // how many get which of two subjects; empty: there is one
	Count  ui.Field
	When   When
	Button string
	// Stops say why no message can leave yet, each with a link to its step. With one, the form only puts messages into the outbox, and is
	// folded.
	Stops   []Check
	Open    bool // the folded form is open, because it was sent
	Faults  ui.Faults
	Refused string // why the last try was refused
}

// List is the page of all sends.
type List struct {
	Tabs     []ui.Tab
	Rows     []Row
	Live     string // the URL that the list is polled from while a send is under way; empty: no polling
	Older    string
	Newest   string
	Events   string
	NotSetUp string        // that no message can leave; empty: they can
	SetUp    string        // the settings of email, for those who may change them
	Unsent   []EventChoice // events whose invitation was not sent yet
	New      *NewSend      // nil: there is no event to invite to
}

// NewSend is the dialog that asks for which event a new invitation is.
type NewSend struct {
	Ask    string // opens the dialog without a script
	Open   bool
	Events []EventChoice
}

// EventChoice is an event that guests can be invited to: Href leads to its send, or to its audience if that is empty.
type EventChoice struct{ Title, Note, Href, Do string }

// Row is one send. Opened and Clicked are empty when they are not known.
type Row struct {
	Held                       bool // it waits for the end of quiet hours: its status is a longer text
	Title, Kind, Href          string
	State                      ui.Status
	Bar                        ui.PartBar
	Act                        *ui.Act // what staff do next about it; nil: nothing
	Opened, OpenedRate         string
	Clicked, ClickedRate       string
	Registered, RegisteredRate string
	Began                      string // the words before When: "Sent on"
	When, Moment               string
}

// Report is the page of one send.
type Report struct {
	Title, Subtitle string
	Crumbs          []ui.Crumb
	Live            Live
	Banner          *ui.BannerProps
	CSV             string
	Pause, Resume   string
	ResumeLate      *Late // in place of Resume; nil: the event has not begun
	Cancel          *Cancel
	Plan            *Plan // nil: it has begun
	Choose          []ChooseButton
	Empty           bool // it has no recipients yet
	Unconfirmed     *Unconfirmed
	Chart           ui.Chart
	ChartOf         []ui.Segment
	ChartAs         []ui.Segment // each interval by itself, or their running total
	ChartNone       string       // in place of a chart without columns
	People          People
}

// Live is the part of the page that is updated while it is open.
type Live struct {
	Poll   string // the URL that it is polled from; empty: no polling
	State  ui.Status
	Bar    ui.PartBar
	Busy   bool  // not all messages are out: the bar is shown
	Fate   *Fate // what became of the messages that were sent; nil: none of them came back
	Stats  []ui.Stat
	Stages []Stage
	Left   string // how many have not registered, in words; empty: none
	Notes  []string
	Remind *Remind // nil: there is no one to remind yet

	Subjects *Subjects // nil: no test of two subjects
}

// Remind is the link to a reminder.
type Remind struct {
	Href, Label string
	NotSetUp    *ui.Caution // nil: messages can be sent
}

// Subjects is what is known of a test of two subjects.
type Subjects struct {
	List []Subject
	Next string // what becomes of the rest, or has become; empty: nothing
}

// Subject is one of two subjects, and what the people of its group did; Result is empty without a group.
type Subject struct {
	Name, Text, Result string
	Chosen             bool
}

// ChooseButton sends the rest with one of two subjects.
type ChooseButton struct{ Post, Subject, Label string }

// Fate is what became of the messages that were sent. Its parts add up to Total.
type Fate struct {
	Total string // in words
	Parts []ui.BarPart
}

// Others returns the parts of the bar that neither the figures nor Fate tell.
func (v Live) Others() []ui.BarPart {
	return slices.DeleteFunc(v.Bar.Others(), func(p ui.BarPart) bool {
		return v.Fate != nil && slices.ContainsFunc(v.Fate.Parts, func(told ui.BarPart) bool { return told.Kind == p.Kind })
	})
}

// Stage is one step of the recipients on their way to a registration.
type Stage struct {
	Label, Count, Part, Href string
	W                        string // of its bar, in percent
	Done                     bool   // these have registered
}

// Plan is the section of a campaign that is still to begin: when it begins, a form for another time, and a button that begins
// it now.
type Plan struct {
	Text, How, Start, Action string
	Test                     string // of two subjects; empty: none
	At                       ui.Field
	Faults                   ui.Faults
}

// Cancel is the dialog that confirms cancelling a send.
type Cancel struct {
	Ask, Post, Text string
	Open            bool
}

// Unconfirmed is the form that resolves the unconfirmed messages.
type Unconfirmed struct {
	Title, Text, Post, See string
	Mark, Again            string // labels of the two buttons
	Late                   *Late  // in place of Again; nil: the event has not begun, or nothing would go on
}

// Late is a form by which a campaign goes on although its event has begun: a tick that confirms this, and the button.
type Late struct {
	Post   string
	Hidden []ui.Hidden
	Tick   ui.Field
	Button ui.Btn
}

// People are the recipients.
type People struct {
	Filters []ui.Chip
	Action  string
	Hidden  []ui.Hidden
	Query   string
	Clear   string
	Rows    []Person
	First   string
	Next    string
	Tracked bool
	SentAt  string // heading of the column with the time each message was sent; empty: all were sent at one time
	Shown   string // which of how many are shown; empty: a search has found them
	Resolve string // URL that resolves one unconfirmed message
}

// Person is a recipient.
type Person struct {
	ID                                string
	Name, Email, Lang                 string // Email is empty where it stands for the name
	State                             ui.Status
	Why                               string
	Sent, Opened, Clicked, Registered string
	Unconfirmed                       bool
	Mark, Again                       string // labels of the two buttons; an empty one: there is none
}

// ChannelsPage is the page of the channels.
type ChannelsPage struct {
	Tabs     []ui.Tab
	Channels []Channel
	Facts    []Fact
	Who      string // who changes the settings, for those who may not
	Change   string // where the facts are changed, for administrators
	Tracking Tracking
}

// Channel is one channel of e-mail with its settings.
type Channel struct {
	Kind, Name, Text, Via string
	Set                   bool
	First                 bool   // it is to be set up before the others, and is not
	Optional              bool   // it need not be set up
	Label                 string // of the button that tests it
	SetUp                 string // address of its form, for administrators
	Answer                *ui.BannerProps
}

// Fact is a setting.
type Fact struct {
	Name   string
	Values []string
	Gone   bool // it is not set
	Needed bool // no message to guests is sent without it
}

// Tracking is the switch of the tracking of opens.
type Tracking struct {
	On                  bool
	Text, Button, Value string
}
