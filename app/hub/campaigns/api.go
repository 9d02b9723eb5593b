package campaigns

import (
	"cmp"
	"context"
	"io"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"

	"presence/app/accounts/auth"
	"presence/app/platform/csvx"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/paths"
	"presence/db"
)

// JSON is a campaign as JSON shows it (R10). It is exported for those that embed it, which would hide it from the
// description otherwise.
type JSON struct {
	ID         int64      `json:"id" readOnly:"true" doc:"The record's id" example:"12"`
	Type       string     `json:"type" enum:"event" doc:"What is sent: the invitation to an event" example:"event"`
	EventID    string     `json:"event_id" doc:"The event's slug" example:"gala-2026"`
	ReminderOf *int64     `json:"reminder_of" doc:"The send that this one reminds of; null when it is no reminder"`
	Status     string     `json:"status" enum:"scheduled,sending,paused,interrupted,completed,cancelled" doc:"The state" example:"sending"`
	Reason     string     `json:"reason" enum:",staff,sign_in_failed,many_failures,relay_down,look_broken,stopped,restored,unconfirmed" doc:"Why it is paused or interrupted" example:""`
	Note       string     `json:"note" doc:"What the relay said, where that is why" example:""`
	Params     paramsJSON `json:"params"`
	Counts     countsJSON `json:"counts"`
	CreatedAt  string     `json:"created_at" format:"date-time" doc:"When" example:"2026-11-20T13:00:00Z"`
	StartedAt  *string    `json:"started_at" format:"date-time" doc:"When it began" example:"2026-11-20T13:00:01Z"`
	FinishedAt *string    `json:"finished_at" format:"date-time" doc:"When it was completed or cancelled; null before"`
	CreatedBy  string     `json:"created_by" doc:"Who reserved it: a person's id" example:"3f6c1a52-8d0e-4b7a-9c51-2f8e6d4b0a97"`

	version int64
}

// Tag is the record's id and version, for its ETag.
func (f JSON) Tag() (id, version int64) { return f.ID, f.version }

type paramsJSON struct {
	Channel  string `json:"channel" enum:"bulk,mailbox" doc:"bulk is tracked, mailbox is not" example:"bulk"`
	From     string `json:"from" format:"email" doc:"The sender's address" example:"events@example.com"`
	EventID  string `json:"event_id" doc:"The event's slug" example:"gala-2026"`
	Subject  string `json:"subject" doc:"Empty: that of the invitation" example:""`
	Template string `json:"template" doc:"Empty: the event's own look" example:""`
}

type countsJSON struct {
	Total       int64 `json:"total" doc:"pending, sent, failed and excluded together" example:"412"`
	Pending     int64 `json:"pending" doc:"Not sent yet" example:"61"`
	Sent        int64 `json:"sent" doc:"Taken by the relay" example:"344"`
	Failed      int64 `json:"failed" doc:"Refused for good, or too often" example:"3"`
	Excluded    int64 `json:"excluded" doc:"Not to be written to" example:"4"`
	Unconfirmed int64 `json:"unconfirmed" doc:"Of those pending: handed over, and the answer was never heard" example:"0"`
	Opened      int64 `json:"opened" doc:"By people; programs that look at links are not counted" example:"180"`
	Clicked     int64 `json:"clicked" doc:"By people" example:"75"`
	Registered  int64 `json:"registered" doc:"Answered the invitation" example:"52"`
}

func toJSON(c Campaign) JSON {
	f := JSON{ID: c.ID, Type: c.Type, EventID: c.EventID, Status: string(c.Status), Reason: c.Reason, Note: c.ReasonDetail,
		Params: paramsJSON{c.Channel, c.From, c.EventID, c.Subject, c.Template}, Counts: countsJSON(c.Counts),
		CreatedAt: c.CreatedAt.String(), StartedAt: timestamp(c.StartedAt), FinishedAt: timestamp(c.FinishedAt), CreatedBy: c.CreatedBy,
		version: c.Version}
	if c.ReminderOf != 0 {
		f.ReminderOf = &c.ReminderOf
	}
	return f
}

// timestamp is null for never.
func timestamp(at db.Instant) *string {
	if at == 0 {
		return nil
	}
	return new(at.String())
}

// recipientJSON is a recipient as JSON shows it.
type recipientJSON struct {
	ID           int64   `json:"id" doc:"The recipient's id" example:"812"`
	Email        string  `json:"email" doc:"E-mail address" example:"maude.theriault@example.com"`
	FirstName    string  `json:"firstname" doc:"First name; may be empty" example:"Maude"`
	LastName     string  `json:"lastname" doc:"Last name; may be empty" example:"Thériault"`
	Language     string  `json:"language" enum:"fr,en" doc:"The recipient's language" example:"fr"`
	CustomerID   string  `json:"customer_id" doc:"The customer's number; may be empty" example:"C-1042"`
	Status       string  `json:"status" enum:"pending,sent,failed,excluded" doc:"The state" example:"sent"`
	Unconfirmed  bool    `json:"unconfirmed" doc:"Pending, and nobody knows whether the message arrived"`
	Reason       string  `json:"reason" doc:"Why it is excluded or failed, or what the last attempt met with" example:""`
	RSVPURL      string  `json:"rsvp_url" format:"uri" doc:"The personal link" example:"https://presence.example.com/rsvp/gala-2026?t=3q2-7wAAAAAAAAAAAAAAAA&lang=fr"`
	SentAt       *string `json:"sent_at" format:"date-time" doc:"When the relay took the message; null before" example:"2026-11-20T13:00:02Z"`
	OpenedAt     *string `json:"opened_at" format:"date-time" doc:"When a person first opened it; null: never" example:"2026-11-20T14:12:40Z"`
	ClickedAt    *string `json:"clicked_at" format:"date-time" doc:"When a person first followed a link; null: never"`
	ScannedAt    *string `json:"scanned_at" format:"date-time" doc:"When a program first looked at its links"`
	RegisteredAt *string `json:"registered_at" format:"date-time" doc:"When the guest answered; null: not yet"`
	Attempts     int64   `json:"attempts" doc:"How often it was tried" example:"1"`
}

func recipientToJSON(r Recipient) recipientJSON {
	return recipientJSON{ID: r.ID, Email: r.Email, FirstName: r.FirstName, LastName: r.LastName, Language: r.Language,
		CustomerID: r.CustomerID, Status: r.Status(), Unconfirmed: r.Unconfirmed, Reason: r.Reason, RSVPURL: r.RSVPURL,
		SentAt: timestamp(r.SentAt), OpenedAt: timestamp(r.OpenedAt), ClickedAt: timestamp(r.ClickedAt), ScannedAt: timestamp(r.ScannedAt),
		RegisteredAt: timestamp(r.RegisteredAt), Attempts: r.Attempts}
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

// EventPath is the event of a path.
type EventPath struct {
	EventID string `path:"event_id" doc:"The event's slug" example:"gala-2026"`
}

type listInput struct {
	httpx.Paging
	Status  string `query:"status" enum:"scheduled,sending,paused,interrupted,completed,cancelled" doc:"Only campaigns in this state"`
	EventID string `query:"event_id" doc:"Only campaigns of this event" example:"gala-2026"`
}

func (a api) list(ctx context.Context, in *listInput, each func(JSON) error) error {
	return a.each(ctx, in.Paging, Filter{EventID: in.EventID, Status: Status(in.Status)}, each)
}

type ofEventInput struct {
	EventPath
	httpx.Paging
}

func (a api) ofEvent(ctx context.Context, in *ofEventInput, each func(JSON) error) error {
	if err := a.s.Knows(ctx, in.EventID); err != nil {
		return err
	}
	return a.each(ctx, in.Paging, Filter{EventID: in.EventID}, each)
}

func (a api) each(ctx context.Context, p httpx.Paging, f Filter, each func(JSON) error) (err error) {
	if f.Since, err = p.Since(ctx); err != nil {
		return err
	}
	f.After, f.Rows = p.After, p.LimitPlusOne()
	return a.s.Each(ctx, f, func(c Campaign) error { return each(toJSON(c)) })
}

type getInput struct {
	httpx.ByID
	Limit  int64  `query:"limit" minimum:"1" maximum:"1000" doc:"At most so many recipients, 100 by default; the Link header leads to the next ones" example:"100"`
	After  int64  `query:"after" minimum:"0" doc:"Only recipients with a larger id: the last one seen" example:"12"`
	Status string `query:"status" enum:"pending,sent,failed,excluded,unconfirmed" doc:"Only recipients in this state"`
}

func (a api) get(ctx context.Context, in *getInput) (*detail, error) {
	c, err := a.s.Get(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	if in.Limit == 0 {
		in.Limit = 100
	}
	d := &detail{ETag: httpx.ETag(c.ID, c.Version), Body: detailJSON{toJSON(c), []recipientJSON{}}}
	err = a.s.Recipients(ctx, c, RecipientPage{State: in.Status, After: in.After, Rows: in.Limit + 1}, func(r Recipient) error {
		if int64(len(d.Body.Recipients)) == in.Limit {
			last := d.Body.Recipients[in.Limit-1].ID
			d.Link = "<" + paths.CampaignRecipients(c.ID, in.Limit, last, in.Status) + `>; rel="next"`
			return nil
		}
		d.Body.Recipients = append(d.Body.Recipients, recipientToJSON(r))
		return nil
	})
	return d, err
}

type reportInput struct {
	httpx.ByID
	BOM string `query:"bom" doc:"1: with a byte order mark, for Excel"`
	Sep string `query:"sep" doc:"The separator: a comma, or a semicolon for a French Excel"`
}

func (a api) report(ctx context.Context, in *reportInput) (*httpx.Download, error) {
	o, err := csvx.ParseOptions("", in.BOM, in.Sep)
	if err != nil {
		return nil, err
	}
	c, err := a.s.Get(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return &httpx.Download{ContentType: o.ContentType(), Disposition: o.Disposition("campaign-" + strconv.FormatInt(c.ID, 10)),
		Write: func(w io.Writer) error {
			out, err := csvx.New(w, o)
			if err != nil {
				return err
			}
			return a.s.Report(ctx, c, out)
		}}, nil
}

// sendBody is what POST …/send takes: a test, or a mass send.
type sendBody struct {
	Test        httpx.Opt[bool]     `json:"test,omitzero" nullable:"false" doc:"true: only to test_emails, and without a campaign" example:"true"`
	TestEmails  httpx.Opt[[]string] `json:"test_emails,omitzero" nullable:"false" doc:"At most 10; by default the caller's own address" example:"maude.theriault@example.com"`
	Language    httpx.Opt[string]   `json:"language,omitzero" nullable:"false" enum:"fr,en" doc:"Of a test"`
	Channel     httpx.Opt[string]   `json:"channel,omitzero" nullable:"false" enum:"bulk,mailbox" doc:"bulk: tracked; mailbox: as a person sends" example:"bulk"`
	From        httpx.Opt[string]   `json:"from,omitzero" nullable:"false" doc:"One of the allowed senders; by default the first" example:"events@example.com"`
	Sender      httpx.Opt[string]   `json:"sender,omitzero" nullable:"false" doc:"Another name of from: give one of them, or both alike"`
	Subject     httpx.Opt[string]   `json:"subject,omitzero" nullable:"false" doc:"In place of the invitation's own" example:""`
	Template    httpx.Opt[string]   `json:"template,omitzero" nullable:"false" doc:"In place of the event's own look" example:""`
	ConfirmLate httpx.Opt[bool]     `json:"confirm_late,omitzero" nullable:"false" doc:"Also after the event has begun" example:"false"`
}

// Example shows a send; the other fields belong to a test, or replace what the event says.
func (sendBody) Example() any {
	return map[string]any{"channel": "bulk", "from": "events@example.com"}
}

// sendRequest is what a sendBody asks for: a test, or a send.
type sendRequest struct {
	test        bool
	testEmails  []string
	language    string
	params      Params
	confirmLate bool
}

// Parse validates which fields go together.
func (b sendBody) Parse(context.Context) (s sendRequest, f errs.Fields) {
	b.Test.Ptr(&f, "test")
	b.TestEmails.Ptr(&f, "test_emails")
	b.ConfirmLate.Ptr(&f, "confirm_late")
	for _, t := range []struct {
		name string
		o    httpx.Opt[string]
	}{{"language", b.Language}, {"channel", b.Channel}, {"from", b.From}, {"sender", b.Sender}, {"subject", b.Subject},
		{"template", b.Template}} {
		t.o.Ptr(&f, t.name)
	}
	if b.From.Set && b.Sender.Set && !strings.EqualFold(b.From.Value, b.Sender.Value) {
		f.Add("sender", "not_allowed", "sender is another name of from: give one of them, or both alike.")
	}
	if b.Test.Value && b.ConfirmLate.Set {
		f.Add("confirm_late", "not_allowed", "A test is sent at any time.")
	}
	if !b.Test.Value && (b.TestEmails.Set || b.Language.Set) {
		f.Add("test", "required", "test_emails and language are of a test: send test as well.")
	}
	s.params = Params{b.Channel.Value, cmp.Or(b.From.Value, b.Sender.Value), b.Subject.Value, b.Template.Value}
	s.test, s.testEmails, s.language, s.confirmLate = b.Test.Value, b.TestEmails.Value, b.Language.Value, b.ConfirmLate.Value
	return s, f
}

type sendInput struct {
	EventPath
	Body httpx.Body[sendBody, sendRequest]
}

// Repeatable tells that a test waits for the outside world, and is no record that a repeated request must not make twice.
func (in *sendInput) Repeatable() bool { return in.Body.Value().test }

type trialJSON struct {
	Email string `json:"email" doc:"E-mail address" example:"maude.theriault@example.com"`
	OK    bool   `json:"ok" doc:"Whether it was accepted" example:"true"`
	Error string `json:"error" doc:"Why it was not accepted; empty when it was" example:""`
}

// trialsJSON is the answer to a test.
type trialsJSON struct {
	Results []trialJSON `json:"results" doc:"What became of each message"`
}

// sentJSON is the campaign of a mass send; of a test it is written as trialsFace.
type sentJSON struct {
	JSON
	trials []trialJSON
}

// MarshalJSON writes whichever it is.
func (f sentJSON) MarshalJSON() ([]byte, error) {
	if f.trials != nil {
		return json.Marshal(trialsJSON{f.trials})
	}
	return json.Marshal(f.JSON)
}

type sent struct {
	Status int
	ETag   string `header:"ETag"`
	Body   sentJSON
}

func (a api) send(ctx context.Context, in *sendInput) (*sent, error) {
	b := in.Body.Value()
	if b.test {
		results, err := a.s.SendTest(ctx, auth.From(ctx), TestSend{EventID: in.EventID, Params: b.params, To: b.testEmails, Language: b.language})
		if err != nil {
			return nil, err
		}
		out := &sent{Status: 200}
		for _, r := range results {
			out.Body.trials = append(out.Body.trials, trialJSON{r.Email, r.Error == "", r.Error})
		}
		return out, nil
	}
	c, err := a.s.Send(ctx, auth.From(ctx), New{EventID: in.EventID, Params: b.params, ConfirmLate: b.confirmLate})
	if err != nil {
		return nil, err
	}
	return &sent{Status: 201, ETag: httpx.ETag(c.ID, c.Version), Body: sentJSON{JSON: toJSON(c)}}, nil
}

func (a api) pause(ctx context.Context, in *EventPath) (*httpx.Response[JSON], error) {
	c, err := a.s.Pause(ctx, auth.From(ctx), in.EventID)
	return httpx.Respond(toJSON(c)), err
}

func (a api) cancel(ctx context.Context, in *EventPath) (*httpx.Response[JSON], error) {
	c, err := a.s.Cancel(ctx, auth.From(ctx), in.EventID)
	return httpx.Respond(toJSON(c)), err
}

type resumeBody struct {
	CampaignID         httpx.Opt[int64] `json:"campaign_id" nullable:"false" minimum:"1" doc:"The campaign to take up" example:"3"`
	IncludeUnconfirmed httpx.Opt[bool]  `json:"include_unconfirmed,omitzero" nullable:"false" doc:"true: also those of whom nobody knows whether the message arrived" example:"false"`
}

// resumption is what a resumeBody asks for.
type resumption struct {
	campaign    int64
	unconfirmed bool
}

// Parse refuses null.
func (b resumeBody) Parse(context.Context) (r resumption, f errs.Fields) {
	b.CampaignID.Ptr(&f, "campaign_id")
	b.IncludeUnconfirmed.Ptr(&f, "include_unconfirmed")
	return resumption{b.CampaignID.Value, b.IncludeUnconfirmed.Value}, f
}

type resumeInput struct {
	Body httpx.Body[resumeBody, resumption]
}

func (a api) resume(ctx context.Context, in *resumeInput) (*httpx.Response[JSON], error) {
	c, err := a.s.Resume(ctx, auth.From(ctx), in.Body.Value().campaign, in.Body.Value().unconfirmed)
	return httpx.Respond(toJSON(c)), err
}

type previewInput struct {
	EventPath
	Source int64 `query:"source" minimum:"1" required:"true" doc:"The id of the send to remind of" example:"3"`
}

type previewJSON struct {
	Count     int64         `json:"count" doc:"How many would be reminded" example:"292"`
	Breakdown breakdownJSON `json:"breakdown" doc:"How far they came"`
	Sample    []sampleJSON  `json:"sample" doc:"The first 20"`
}

// breakdownJSON counts the guests of a reminder by what they did with the invitation.
type breakdownJSON struct {
	NotOpened            int64 `json:"not_opened" doc:"Never opened the invitation" example:"164"`
	OpenedNotClicked     int64 `json:"opened_not_clicked" doc:"Opened it, and followed no link" example:"105"`
	ClickedNotRegistered int64 `json:"clicked_not_registered" doc:"Followed a link, and did not answer" example:"23"`
}

type sampleJSON struct {
	Email      string `json:"email" doc:"E-mail address" example:"maude.theriault@example.com"`
	FirstName  string `json:"firstname" doc:"First name; may be empty" example:"Maude"`
	LastName   string `json:"lastname" doc:"Last name; may be empty" example:"Thériault"`
	Language   string `json:"language" enum:"fr,en" doc:"The guest's language" example:"fr"`
	CustomerID string `json:"customer_id" doc:"The customer's number; may be empty" example:"C-1042"`
}

func (a api) preview(ctx context.Context, in *previewInput) (*struct{ Body previewJSON }, error) {
	p, err := a.s.Candidates(ctx, in.EventID, in.Source)
	if err != nil {
		return nil, err
	}
	out := &struct{ Body previewJSON }{}
	b := &out.Body
	b.Count = p.NotOpened + p.OpenedNotClicked + p.ClickedNotRegistered
	b.Breakdown = breakdownJSON{NotOpened: p.NotOpened, OpenedNotClicked: p.OpenedNotClicked, ClickedNotRegistered: p.ClickedNotRegistered}
	b.Sample = []sampleJSON{}
	for _, r := range p.Sample {
		b.Sample = append(b.Sample, sampleJSON{r.Email, r.FirstName, r.LastName, r.Language, r.CustomerID})
	}
	return out, nil
}

type remindBody struct {
	Source      httpx.Opt[int64]  `json:"source" nullable:"false" minimum:"1" doc:"The id of the send to remind of" example:"3"`
	Channel     httpx.Opt[string] `json:"channel,omitzero" nullable:"false" enum:"bulk,mailbox" doc:"By default the source's" example:"bulk"`
	From        httpx.Opt[string] `json:"from,omitzero" nullable:"false" doc:"By default the source's" example:"events@example.com"`
	ConfirmLate httpx.Opt[bool]   `json:"confirm_late,omitzero" nullable:"false" doc:"Also after the event has begun" example:"false"`
}

// reminder is what a remindBody asks for.
type reminder struct {
	source      int64
	params      Params
	confirmLate bool
}

// Parse refuses null.
func (b remindBody) Parse(context.Context) (r reminder, f errs.Fields) {
	b.Source.Ptr(&f, "source")
	b.Channel.Ptr(&f, "channel")
	b.From.Ptr(&f, "from")
	b.ConfirmLate.Ptr(&f, "confirm_late")
	return reminder{b.Source.Value, Params{Channel: b.Channel.Value, From: b.From.Value}, b.ConfirmLate.Value}, f
}

type remindInput struct {
	EventPath
	Body httpx.Body[remindBody, reminder]
}

func (a api) remind(ctx context.Context, in *remindInput) (*httpx.Response[JSON], error) {
	b := in.Body.Value()
	n := New{EventID: in.EventID, Params: b.params, ConfirmLate: b.confirmLate}
	c, err := a.s.Remind(ctx, auth.From(ctx), n, b.source)
	return httpx.Respond(toJSON(c)), err
}

type resolveBody struct {
	Action     httpx.Opt[string]  `json:"action" nullable:"false" enum:"mark_sent,send_again" doc:"mark_sent: the messages arrived; send_again: they did not and wait again, and an interrupted campaign goes on unless its reason is restored" example:"mark_sent"`
	Recipients httpx.Opt[[]int64] `json:"recipient_ids,omitzero" nullable:"false" doc:"By default all that are unconfirmed" example:"[812]"`
}

// resolution is what a resolveBody asks for.
type resolution struct {
	sent       bool    // the messages arrived
	recipients []int64 // empty: all that are unconfirmed
}

// Parse refuses null.
func (b resolveBody) Parse(context.Context) (r resolution, f errs.Fields) {
	b.Action.Ptr(&f, "action")
	b.Recipients.Ptr(&f, "recipient_ids")
	return resolution{b.Action.Value == "mark_sent", b.Recipients.Value}, f
}

type resolveInput struct {
	httpx.ByID
	Body httpx.Body[resolveBody, resolution]
}

func (a api) resolve(ctx context.Context, in *resolveInput) (*httpx.Response[JSON], error) {
	c, err := a.s.Resolve(ctx, auth.From(ctx), in.ID, in.Body.Value().sent, in.Body.Value().recipients)
	return httpx.Respond(toJSON(c)), err
}
