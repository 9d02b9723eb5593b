package campaigns

import (
	"context"
	"fmt"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
)

// messageJSON is a message before or after an event in JSON answers.
type messageJSON struct {
	Kind       string              `json:"kind" enum:"week_before,day_before,thank_you,declined" doc:"The first two go out before the event, the others after it; declined goes to those who declined, the others to those who come" example:"day_before"`
	On         bool                `json:"on" doc:"It is to go out" example:"true"`
	Days       int64               `json:"days" minimum:"0" maximum:"60" doc:"Before the day on which the event starts, or after the one on which it ends" example:"1"`
	Time       string              `json:"time" doc:"Of that day, in the company's time zone" example:"09:00"`
	Content    messageContentsJSON `json:"content"`
	DueAt      string              `json:"due_at" format:"date-time" doc:"When it goes out, if it is on" example:"2026-12-17T14:00:00Z"`
	Recipients int64               `json:"recipients" doc:"How many would get it now" example:"84"`
	CampaignID *int64              `json:"campaign_id" doc:"Its latest campaign; null if it was never on"`
}

type messageContentsJSON struct {
	FR messageContentJSON `json:"fr"`
	EN messageContentJSON `json:"en"`
}

type messageContentJSON struct {
	Subject string `json:"subject" doc:"Empty: that of the program" example:""`
	Text    string `json:"text" doc:"Markdown; empty: that of the program" example:""`
}

// messagesJSON are the messages before and after an event.
type messagesJSON struct {
	Messages []messageJSON `json:"messages" doc:"One of each kind"`
}

func messageToJSON(m EventMessage) messageJSON {
	f := messageJSON{Kind: string(m.Kind), On: m.On(), Days: m.Days, Time: clockOf(m.Minutes),
		Content: messageContentsJSON{messageContentJSON(m.FR), messageContentJSON(m.EN)}, DueAt: m.Due.String(), Recipients: m.Recipients}
	if m.CampaignID != 0 {
		f.CampaignID = &m.CampaignID
	}
	return f
}

// clockOf writes a time of day, in minutes after midnight, as 09:00.
func clockOf(minutes int64) string { return fmt.Sprintf("%02d:%02d", minutes/60, minutes%60) }

// readClock reads a time of day such as 09:00. An invalid one is one that Validate refuses.
func readClock(text string) int64 {
	t, err := time.Parse("15:04", text)
	if err != nil {
		return -1
	}
	return int64(t.Hour()*60 + t.Minute())
}

func (a api) messages(ctx context.Context, in *EventPath) (*struct{ Body messagesJSON }, error) {
	list, err := a.s.Messages(ctx, in.EventID)
	out := &struct{ Body messagesJSON }{Body: messagesJSON{Messages: []messageJSON{}}}
	for _, m := range list {
		out.Body.Messages = append(out.Body.Messages, messageToJSON(m))
	}
	return out, err
}

type saveMessageBody struct {
	On      httpx.Opt[bool]   `json:"on,omitzero" nullable:"false" doc:"true: it goes out; false: it does not" example:"true"`
	Days    httpx.Opt[int64]  `json:"days,omitzero" nullable:"false" minimum:"0" maximum:"60" doc:"Before the day on which the event starts, or after the one on which it ends" example:"1"`
	Time    httpx.Opt[string] `json:"time,omitzero" nullable:"false" doc:"Of that day, in the company's time zone" example:"09:00"`
	Content savedContentsBody `json:"content,omitzero" doc:"An empty text is that of the program"`
}

type savedContentsBody struct {
	FR savedContentBody `json:"fr,omitzero"`
	EN savedContentBody `json:"en,omitzero"`
}

type savedContentBody struct {
	Subject httpx.Opt[string] `json:"subject,omitzero" nullable:"false" maxLength:"200" doc:"One line; may contain the placeholders of a template"`
	Text    httpx.Opt[string] `json:"text,omitzero" nullable:"false" maxLength:"4000" doc:"Markdown: paragraphs, lists, emphasis and links"`
}

// Parse reads and validates the changes.
func (b saveMessageBody) Parse(context.Context) (c MessageChanges, f errs.Fields) {
	c.On, c.Days = b.On.Ptr(&f, "on"), b.Days.Ptr(&f, "days")
	if v := b.Time.Ptr(&f, "time"); v != nil {
		c.Minutes = new(readClock(*v))
	}
	c.FR = MessageContentChanges{b.Content.FR.Subject.Ptr(&f, "content.fr.subject"), b.Content.FR.Text.Ptr(&f, "content.fr.text")}
	c.EN = MessageContentChanges{b.Content.EN.Subject.Ptr(&f, "content.en.subject"), b.Content.EN.Text.Ptr(&f, "content.en.text")}
	return c, append(f, c.Validate()...).FirstPerField()
}

type messageInput struct {
	EventPath
	Kind string `path:"kind" enum:"week_before,day_before,thank_you,declined" doc:"Which message" example:"day_before"`
	Body httpx.Body[saveMessageBody, MessageChanges]
}

func (a api) saveMessage(ctx context.Context, in *messageInput) (*struct{ Body messageJSON }, error) {
	m, err := a.s.SaveMessage(ctx, auth.From(ctx), in.EventID, MessageKind(in.Kind), in.Body.Value())
	return &struct{ Body messageJSON }{messageToJSON(m)}, err
}
