package campaigns

import (
	"cmp"
	"context"
	"strings"

	"github.com/go-json-experiment/json"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
)

// sendBody is the body of POST …/send: a test or a mass send.
type sendBody struct {
	Test        httpx.Opt[bool]     `json:"test,omitzero" nullable:"false" doc:"true: only to test_emails, without a campaign and without an Idempotency-Key, which is refused" example:"true"`
	TestEmails  httpx.Opt[[]string] `json:"test_emails,omitzero" nullable:"false" doc:"At most 10; by default the caller's own address" example:"maude.theriault@example.com"`
	Language    httpx.Opt[string]   `json:"language,omitzero" nullable:"false" enum:"fr,en" doc:"Of a test"`
	Channel     httpx.Opt[string]   `json:"channel,omitzero" nullable:"false" enum:"bulk,mailbox" doc:"bulk: tracked; mailbox: from a personal mailbox" example:"bulk"`
	From        httpx.Opt[string]   `json:"from,omitzero" nullable:"false" doc:"One of the allowed senders; by default the first" example:"events@example.com"`
	Sender      httpx.Opt[string]   `json:"sender,omitzero" nullable:"false" doc:"Another name of from: give one of them, or both alike"`
	Subject     httpx.Opt[string]   `json:"subject,omitzero" nullable:"false" doc:"In place of the invitation's own" example:""`
	SubjectEN   httpx.Opt[string]   `json:"subject_en,omitzero" nullable:"false" doc:"In English; by default that of subject" example:""`
	SubjectB    httpx.Opt[string]   `json:"subject_b,omitzero" nullable:"false" doc:"A second subject: each of the two goes to a part of the recipients first, the better one to the rest" example:""`
	TestPercent httpx.Opt[int64]    `json:"test_percent,omitzero" nullable:"false" minimum:"10" maximum:"50" doc:"With subject_b: the part of the recipients that gets one of the two first, both together; by default 20" example:"20"`
	TestHours   httpx.Opt[int64]    `json:"test_hours,omitzero" nullable:"false" minimum:"1" maximum:"72" doc:"With subject_b: how long after the beginning the subject of the rest is chosen; by default 4" example:"4"`
	Template    httpx.Opt[string]   `json:"template,omitzero" nullable:"false" doc:"In place of the event's own look" example:""`
	ConfirmLate httpx.Opt[bool]     `json:"confirm_late,omitzero" nullable:"false" doc:"Also after the event has begun" example:"false"`
	Follows     httpx.Opt[int64]    `json:"follows,omitzero" nullable:"false" minimum:"1" doc:"The id of an invitation: only to those added to the list since" example:"3"`
	ScheduleBody
}

// ScheduleBody are the fields of a campaign that begins later. It is exported because other structs embed it (see JSON).
type ScheduleBody struct {
	StartsAt httpx.Opt[string] `json:"starts_at,omitzero" nullable:"false" doc:"When it begins by itself: within a year; without an offset, in the company's time zone. By default at once" example:"2026-12-01T09:00:00-05:00"`
	Frozen   httpx.Opt[bool]   `json:"frozen,omitzero" nullable:"false" doc:"With starts_at. true: recipients and texts as they are now; false: as they are then" example:"false"`
}

// parse adds the errors of the fields.
func (b ScheduleBody) parse(ctx context.Context, f *errs.Fields) (w Schedule) {
	b.Frozen.Ptr(f, "frozen")
	if v := b.StartsAt.Ptr(f, "starts_at"); v != nil {
		w.StartsAt = httpx.ReadUniqueInstant(f, "starts_at", *v, httpx.InfoOf(ctx).Zone)
	}
	w.Frozen = b.Frozen.Value
	return w
}

// confirmsDraft reports whether a program that sends so confirms that the event may be a draft (New.ConfirmDraft): it sends now what it
// knows now. One that schedules may expect the event to be open by then.
func (s Schedule) confirmsDraft() bool { return s.StartsAt == 0 }

// Example is a mass send with the defaults. The other fields belong to a test, or override settings of the event.
func (sendBody) Example() any {
	return map[string]any{"channel": "bulk", "from": "events@example.com"}
}

// sendRequest is a parsed sendBody: a test or a mass send.
type sendRequest struct {
	test        bool
	testEmails  []string
	language    string
	params      Params
	confirmLate bool
	schedule    Schedule
	follows     int64
}

// Parse validates which fields may be combined.
func (b sendBody) Parse(ctx context.Context) (s sendRequest, f errs.Fields) {
	b.Test.Ptr(&f, "test")
	b.TestEmails.Ptr(&f, "test_emails")
	b.ConfirmLate.Ptr(&f, "confirm_late")
	for _, t := range []struct {
		name string
		o    httpx.Opt[string]
	}{{"language", b.Language}, {"channel", b.Channel}, {"from", b.From}, {"sender", b.Sender}, {"subject", b.Subject},
		{fieldSubjectEN, b.SubjectEN}, {"subject_b", b.SubjectB}, {"template", b.Template}} {
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
	if b.Test.Value && (b.StartsAt.Set || b.Frozen.Set) {
		f.Add("starts_at", "not_allowed", "A test is sent at once.")
	}
	b.TestPercent.Ptr(&f, "test_percent")
	b.TestHours.Ptr(&f, "test_hours")
	if b.Test.Value && b.SubjectB.Set {
		f.Add("subject_b", "not_allowed", "A test has one subject.")
	}
	if b.SubjectB.Value == "" && (b.TestPercent.Set || b.TestHours.Set) {
		f.Add("subject_b", "required", "test_percent and test_hours are of a test of two subjects: send subject_b as well.")
	}
	s.schedule = b.parse(ctx, &f)
	b.Follows.Ptr(&f, "follows")
	s.follows = b.Follows.Value
	s.params = Params{Channel: b.Channel.Value, From: cmp.Or(b.From.Value, b.Sender.Value),
		Subject: b.Subject.Value, SubjectEN: b.SubjectEN.Value, Template: b.Template.Value,
		SubjectTest: SubjectTest{SubjectB: b.SubjectB.Value, TestPercent: b.TestPercent.Value, TestHours: b.TestHours.Value}}
	s.test, s.testEmails, s.language, s.confirmLate = b.Test.Value, b.TestEmails.Value, b.Language.Value, b.ConfirmLate.Value
	return s, f
}

type sendInput struct {
	EventPath
	Body httpx.Body[sendBody, sendRequest]
}

// RefusesKey returns true for a test: it stores no record, and it waits for the relay, which must not happen inside the transaction of
// an Idempotency-Key.
func (in *sendInput) RefusesKey() bool { return in.Body.Value().test }

type trialJSON struct {
	Email string `json:"email" doc:"Email address" example:"maude.theriault@example.com"`
	OK    bool   `json:"ok" doc:"Whether it was accepted" example:"true"`
	Error string `json:"error" doc:"Why it was not accepted; empty when it was" example:""`
}

// trialsJSON is the answer to a test.
type trialsJSON struct {
	Results []trialJSON `json:"results" doc:"What became of each message"`
}

// sentJSON is the answer to POST …/send: the campaign of a mass send, or the results of a test (trials is not nil).
type sentJSON struct {
	JSON
	trials []trialJSON
}

// MarshalJSON writes a test as trialsJSON and a mass send as JSON.
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
	c, err := a.s.Send(ctx, auth.From(ctx), New{EventID: in.EventID, Params: b.params, ConfirmLate: b.confirmLate,
		ConfirmDraft: b.schedule.confirmsDraft(), Schedule: b.schedule, Follows: b.follows})
	if err != nil {
		return nil, err
	}
	return &sent{Status: 201, ETag: httpx.ETag(c.ID, c.Version), Body: sentJSON{JSON: a.json(c)}}, nil
}

type previewInput struct {
	EventPath
	Source int64 `query:"source" minimum:"1" required:"true" doc:"The id of the campaign to remind of" example:"3"`
}

type previewJSON struct {
	Count     int64         `json:"count" doc:"How many would be reminded" example:"292"`
	Breakdown breakdownJSON `json:"breakdown" doc:"How far they came"`
	Sample    []sampleJSON  `json:"sample" doc:"The first 20"`
}

// breakdownJSON counts the candidates of a reminder by what they did with the invitation.
type breakdownJSON struct {
	NotOpened            int64 `json:"not_opened" doc:"Never opened the invitation" example:"164"`
	OpenedNotClicked     int64 `json:"opened_not_clicked" doc:"Opened it, and followed no link" example:"105"`
	ClickedNotRegistered int64 `json:"clicked_not_registered" doc:"Followed a link, and did not reply" example:"23"`
}

type sampleJSON struct {
	Email      string `json:"email" doc:"Email address" example:"maude.theriault@example.com"`
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
	Source      httpx.Opt[int64]  `json:"source" nullable:"false" minimum:"1" doc:"The id of the campaign to remind of" example:"3"`
	Channel     httpx.Opt[string] `json:"channel,omitzero" nullable:"false" enum:"bulk,mailbox" doc:"By default the source's" example:"bulk"`
	From        httpx.Opt[string] `json:"from,omitzero" nullable:"false" doc:"By default the source's" example:"events@example.com"`
	ConfirmLate httpx.Opt[bool]   `json:"confirm_late,omitzero" nullable:"false" doc:"Also after the event has begun" example:"false"`
	ScheduleBody
}

// reminder is a parsed remindBody.
type reminder struct {
	source      int64
	params      Params
	confirmLate bool
	schedule    Schedule
}

// Parse rejects null values.
func (b remindBody) Parse(ctx context.Context) (r reminder, f errs.Fields) {
	b.Source.Ptr(&f, "source")
	b.Channel.Ptr(&f, "channel")
	b.From.Ptr(&f, "from")
	b.ConfirmLate.Ptr(&f, "confirm_late")
	r = reminder{b.Source.Value, Params{Channel: b.Channel.Value, From: b.From.Value}, b.ConfirmLate.Value, b.parse(ctx, &f)}
	return r, f
}

type remindInput struct {
	EventPath
	Body httpx.Body[remindBody, reminder]
}

func (a api) remind(ctx context.Context, in *remindInput) (*httpx.Response[JSON], error) {
	b := in.Body.Value()
	n := New{EventID: in.EventID, Params: b.params, ConfirmLate: b.confirmLate, ConfirmDraft: b.schedule.confirmsDraft(), Schedule: b.schedule}
	c, err := a.s.Remind(ctx, auth.From(ctx), n, b.source)
	return httpx.Respond(a.json(c)), err
}
