package campaigns

import (
	"context"
	"io"
	"strconv"

	"presence/app/platform/httpx"
	"presence/app/platform/tablewriter"
)

// JSON is a campaign in JSON answers (R10). It is exported because other structs embed it: huma leaves the fields of an
// unexported embedded struct out of the API description.
type JSON struct {
	ID         int64            `json:"id" readOnly:"true" doc:"The record's id" example:"12"`
	Type       string           `json:"type" enum:"event,message" doc:"What is sent: an invitation or reminder, or a message before or after the event" example:"event"`
	EventID    string           `json:"event_id" doc:"The event's slug" example:"gala-2026"`
	ReminderOf *int64           `json:"reminder_of" doc:"The campaign that this one is a reminder of; null if it is not a reminder"`
	Status     string           `json:"status" enum:"scheduled,sending,paused,interrupted,completed,cancelled" doc:"The state" example:"sending"`
	Reason     string           `json:"reason" enum:",staff,sign_in_failed,many_failures,relay_down,not_saved,look_broken,channel_removed,sender_removed,stopped,restored,unconfirmed,missed,channel_added,event_hidden,event_started,event_moved,channel_missing,sender_missing,postal_missing,audience_empty" doc:"Why it is paused or interrupted" example:""`
	Note       string           `json:"note" doc:"What the mail server said, if that is the reason" example:""`
	Params     paramsJSON       `json:"params"`
	Counts     countsJSON       `json:"counts"`
	CreatedAt  string           `json:"created_at" format:"date-time" doc:"When" example:"2026-11-20T13:00:00Z"`
	StartedAt  *string          `json:"started_at" format:"date-time" doc:"When it began" example:"2026-11-20T13:00:01Z"`
	FinishedAt *string          `json:"finished_at" format:"date-time" doc:"When it was completed or cancelled; null before"`
	CreatedBy  string           `json:"created_by" doc:"Who reserved it: a person's id" example:"3f6c1a52-8d0e-4b7a-9c51-2f8e6d4b0a97"`
	Follows    *int64           `json:"follows" doc:"The invitation that this one sends to those added to the list since; null: it went to all of them"`
	Message    string           `json:"message" enum:",week_before,day_before,thank_you,declined" doc:"Which message before or after the event; empty: none" example:""`
	StartsAt   *string          `json:"starts_at" format:"date-time" doc:"When it begins by itself, or was to; null: it began when it was created"`
	Frozen     bool             `json:"frozen" doc:"Recipients and texts are those of its creation, not those of starts_at" example:"false"`
	QuietUntil *string          `json:"quiet_until" format:"date-time" doc:"With the status sending, within quiet hours: when it goes on by itself; null: it does not wait"`
	Test       *subjectTestJSON `json:"subject_test,omitempty" doc:"The test of two subjects; missing where there is none"`

	version int64
}

// subjectTestJSON is a campaign's test of two subjects.
type subjectTestJSON struct {
	Percent  int64            `json:"percent" doc:"The part of the recipients that gets one of the two first, both together" example:"20"`
	Hours    int64            `json:"hours" doc:"How long after the beginning the subject of the rest is chosen" example:"4"`
	ChooseAt *string          `json:"choose_at" format:"date-time" doc:"When it is chosen by itself; null: the campaign has not begun, or could not try two" example:"2026-11-20T17:00:01Z"`
	Chosen   string           `json:"chosen" enum:",a,b" doc:"The subject of the rest: a is subject, b is subject_b; empty: not chosen yet" example:"b"`
	A        subjectGroupJSON `json:"a" doc:"Those who got subject first"`
	B        subjectGroupJSON `json:"b" doc:"Those who got subject_b first"`
}

type subjectGroupJSON struct {
	Sent    int64 `json:"sent" doc:"Accepted by the mail server" example:"41"`
	Opened  int64 `json:"opened" doc:"Of those sent, by people" example:"22"`
	Clicked int64 `json:"clicked" doc:"Of those sent, by people" example:"9"`
}

func testToJSON(c Campaign) *subjectTestJSON {
	if c.SubjectB == "" {
		return nil
	}
	group := func(g SubjectGroup) subjectGroupJSON { return subjectGroupJSON{g.Sent, g.Opened, g.Clicked} }
	return &subjectTestJSON{Percent: c.TestPercent, Hours: c.TestHours, ChooseAt: httpx.TimeOrNil(c.ChooseAt), Chosen: c.Chosen,
		A: group(c.Groups[0]), B: group(c.Groups[1])}
}

// Tag returns the record's id and version, from which its ETag is made.
func (f JSON) Tag() (id, version int64) { return f.ID, f.version }

type paramsJSON struct {
	Channel  string `json:"channel" enum:"bulk,mailbox" doc:"bulk is tracked, mailbox is not" example:"bulk"`
	From     string `json:"from" format:"email" doc:"The sender's address" example:"events@example.com"`
	EventID  string `json:"event_id" doc:"The event's slug" example:"gala-2026"`
	Subject  string `json:"subject" doc:"Leave empty for that of the invitation" example:""`
	English  string `json:"subject_en" doc:"In English; empty: subject, in both languages" example:""`
	SubjectB string `json:"subject_b" doc:"The second subject of a test of two; empty: none" example:""`
	Template string `json:"template" doc:"Leave empty for the event's own appearance" example:""`
}

type countsJSON struct {
	Total       int64 `json:"total" doc:"pending, sent, failed and excluded together" example:"412"`
	Pending     int64 `json:"pending" doc:"Not sent yet" example:"61"`
	Sent        int64 `json:"sent" doc:"Accepted by the mail server" example:"344"`
	Failed      int64 `json:"failed" doc:"Rejected permanently, or too often" example:"3"`
	Excluded    int64 `json:"excluded" doc:"Not to be written to" example:"4"`
	Unconfirmed int64 `json:"unconfirmed" doc:"Of those pending: sent, but never confirmed" example:"0"`
	Opened      int64 `json:"opened" doc:"By people; programs that look at links are not counted" example:"180"`
	Clicked     int64 `json:"clicked" doc:"By people" example:"75"`
	Registered  int64 `json:"registered" doc:"Replied to the invitation" example:"52"`
	Declined    int64 `json:"declined" doc:"Of those who replied: not coming" example:"7"`
	Bounced     int64 `json:"bounced" doc:"Of those failed: the message came back, or the address was refused" example:"2"`
	Complained  int64 `json:"complained" doc:"Of those sent: reported as spam; the rest of them was delivered so far" example:"1"`
}

func (a api) json(c Campaign) JSON {
	f := JSON{ID: c.ID, Type: c.Type, EventID: c.EventID, Status: string(c.State), Reason: c.Reason, Note: c.ReasonDetail,
		Params: paramsJSON{c.Channel, c.From, c.EventID, c.Subject, c.SubjectEN, c.SubjectB, c.Template}, Counts: countsJSON(c.Counts),
		CreatedAt: c.CreatedAt.String(), StartedAt: httpx.TimeOrNil(c.StartedAt), FinishedAt: httpx.TimeOrNil(c.FinishedAt),
		CreatedBy: c.CreatedBy,
		Message:   string(c.Message), StartsAt: httpx.TimeOrNil(c.StartsAt), Frozen: c.Frozen, QuietUntil: httpx.TimeOrNil(a.s.HeldUntil(c)),
		Test: testToJSON(c), version: c.Version}
	if c.Follows != 0 {
		f.Follows = &c.Follows
	}
	if c.ReminderOf != 0 {
		f.ReminderOf = &c.ReminderOf
	}
	return f
}

// recipientJSON is a recipient in JSON answers.
type recipientJSON struct {
	ID           int64   `json:"id" doc:"The recipient's id" example:"812"`
	Email        string  `json:"email" doc:"Email address" example:"maude.theriault@example.com"`
	FirstName    string  `json:"firstname" doc:"First name; may be empty" example:"Maude"`
	LastName     string  `json:"lastname" doc:"Last name; may be empty" example:"Thériault"`
	Language     string  `json:"language" enum:"fr,en" doc:"The recipient's language" example:"fr"`
	CustomerID   string  `json:"customer_id" doc:"The customer's number; may be empty" example:"C-1042"`
	Status       string  `json:"status" enum:"pending,sent,failed,excluded" doc:"The state" example:"sent"`
	Unconfirmed  bool    `json:"unconfirmed" doc:"Pending, and nobody knows whether the message arrived"`
	Reason       string  `json:"reason" doc:"Why it is excluded (unsubscribed, bounced, complained, registered, unregistered, no_reminders, resiliated, duplicate) or failed, or what the last attempt met with" example:""`
	RSVPURL      string  `json:"rsvp_url" format:"uri" doc:"The personal link" example:"https://presence.example.com/rsvp/gala-2026?t=3q2-7wAAAAAAAAAAAAAAAA&lang=fr"`
	SentAt       *string `json:"sent_at" format:"date-time" doc:"When the mail server accepted the message; null before" example:"2026-11-20T13:00:02Z"`
	OpenedAt     *string `json:"opened_at" format:"date-time" doc:"When a person first opened it; null: never" example:"2026-11-20T14:12:40Z"`
	ClickedAt    *string `json:"clicked_at" format:"date-time" doc:"When a person first followed a link; null: never"`
	ScannedAt    *string `json:"scanned_at" format:"date-time" doc:"When a program first looked at its links"`
	RegisteredAt *string `json:"registered_at" format:"date-time" doc:"When the guest replied; null if not yet"`
	Declined     bool    `json:"declined" doc:"The guest replied, and is not coming"`
	Attempts     int64   `json:"attempts" doc:"How often it was tried" example:"1"`
	BouncedAt    *string `json:"bounced_at" format:"date-time" doc:"When the message came back, or the address was refused; null: neither"`
	BounceCause  string  `json:"bounce_cause" enum:",no_such_address,no_such_domain,disabled,mailbox_full,too_large,policy,unreachable,other" doc:"Why, in general terms; reason has the words of the mail server" example:""`
	ComplainedAt *string `json:"complained_at" format:"date-time" doc:"When the guest reported the message as spam; null: never"`
}

func recipientToJSON(r Recipient) recipientJSON {
	return recipientJSON{ID: r.ID, Email: r.Email, FirstName: r.FirstName, LastName: r.LastName, Language: r.Language,
		CustomerID: r.CustomerID, Status: r.State.String(), Unconfirmed: r.Unconfirmed, Reason: r.Reason, RSVPURL: r.RSVPURL,
		SentAt: httpx.TimeOrNil(r.SentAt), OpenedAt: httpx.TimeOrNil(r.OpenedAt), ClickedAt: httpx.TimeOrNil(r.ClickedAt),
		ScannedAt: httpx.TimeOrNil(r.ScannedAt), RegisteredAt: httpx.TimeOrNil(r.RegisteredAt), Declined: r.Declined, Attempts: r.Attempts,
		BouncedAt: httpx.TimeOrNil(r.BouncedAt), BounceCause: string(r.BounceCause), ComplainedAt: httpx.TimeOrNil(r.ComplainedAt)}
}

// detailJSON is one campaign with a page of its recipients.
type detailJSON struct {
	JSON
	Recipients []recipientJSON `json:"recipients" doc:"A page of them, ordered by id"`
}

type detail struct {
	ETag string `header:"ETag"`
	Link string `header:"Link"`
	Body detailJSON
}

type api struct{ s *Service }

// EventPath holds the path parameter that names an event.
type EventPath struct {
	EventID string `path:"event_id" doc:"The event's slug" example:"gala-2026"`
}

type listInput struct {
	httpx.OptionalPage
	Status  string `query:"status" enum:"scheduled,sending,paused,interrupted,completed,cancelled" doc:"Only campaigns in this state"`
	EventID string `query:"event_id" doc:"Only campaigns of this event" example:"gala-2026"`
}

func (a api) list(ctx context.Context, in *listInput, each func(JSON) error) error {
	return a.each(ctx, in.OptionalPage, Filter{EventID: in.EventID, State: State(in.Status)}, each)
}

type ofEventInput struct {
	EventPath
	httpx.OptionalPage
}

func (a api) ofEvent(ctx context.Context, in *ofEventInput, each func(JSON) error) error {
	if err := a.s.CheckEvent(ctx, in.EventID); err != nil {
		return err
	}
	return a.each(ctx, in.OptionalPage, Filter{EventID: in.EventID}, each)
}

func (a api) each(ctx context.Context, p httpx.OptionalPage, f Filter, each func(JSON) error) (err error) {
	if f.Since, err = p.Since(ctx); err != nil {
		return err
	}
	f.After, f.Rows = p.After, p.LimitPlusOne()
	return a.s.Each(ctx, f, func(c Campaign) error { return each(a.json(c)) })
}

type getInput struct {
	httpx.ByID
	httpx.Page
	Status string `query:"status" enum:"pending,sent,failed,excluded,unconfirmed,bounced,complained" doc:"Only recipients in this state"`
}

func (a api) get(ctx context.Context, in *getInput) (*detail, error) {
	c, err := a.s.Get(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	d := &detail{ETag: httpx.ETag(c.ID, c.Version), Body: detailJSON{JSON: a.json(c)}}
	id := func(r recipientJSON) string { return strconv.FormatInt(r.ID, 10) }
	d.Body.Recipients, d.Link, err = httpx.ReadPage(ctx, in, id, func(each func(recipientJSON) error) error {
		return a.s.Recipients(ctx, c, RecipientPage{State: in.Status, After: in.After, Rows: in.LimitPlusOne()}, func(r Recipient) error {
			return each(recipientToJSON(r))
		})
	})
	return d, err
}

type reportInput struct {
	httpx.ByID
	BOM string `query:"bom" doc:"1: with a byte order mark, for Excel"`
	Sep string `query:"sep" doc:"The separator: a comma, or a semicolon for a French Excel"`
}

func (a api) report(ctx context.Context, in *reportInput) (*httpx.Download, error) {
	o, err := tablewriter.ParseOptions("", in.BOM, in.Sep)
	if err != nil {
		return nil, err
	}
	c, err := a.s.Get(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return &httpx.Download{ContentType: o.ContentType(), Disposition: o.Disposition("campaign-" + strconv.FormatInt(c.ID, 10)),
		Write: func(w io.Writer) error {
			out, err := tablewriter.New(w, o)
			if err != nil {
				return err
			}
			return a.s.Report(ctx, c, out)
		}}, nil
}
