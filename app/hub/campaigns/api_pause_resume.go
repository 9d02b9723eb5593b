package campaigns

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
)

func (a api) pause(ctx context.Context, in *EventPath) (*httpx.Response[JSON], error) {
	c, err := a.s.Pause(ctx, auth.From(ctx), in.EventID)
	return httpx.Respond(a.json(c)), err
}

func (a api) cancel(ctx context.Context, in *EventPath) (*httpx.Response[JSON], error) {
	c, err := a.s.Cancel(ctx, auth.From(ctx), in.EventID)
	return httpx.Respond(a.json(c)), err
}

type resumeBody struct {
	CampaignID         httpx.Opt[int64] `json:"campaign_id" nullable:"false" minimum:"1" doc:"The campaign to resume" example:"3"`
	IncludeUnconfirmed httpx.Opt[bool]  `json:"include_unconfirmed,omitzero" nullable:"false" doc:"true: also those of whom nobody knows whether the message arrived" example:"false"`
	ConfirmLate        httpx.Opt[bool]  `json:"confirm_late,omitzero" nullable:"false" doc:"true: also after the event has begun" example:"false"`
}

// resumption is a parsed resumeBody.
type resumption struct {
	campaign int64
	how      Resumption
}

// Parse rejects null values.
func (b resumeBody) Parse(context.Context) (r resumption, f errs.Fields) {
	b.CampaignID.Ptr(&f, "campaign_id")
	b.IncludeUnconfirmed.Ptr(&f, "include_unconfirmed")
	b.ConfirmLate.Ptr(&f, "confirm_late")
	return resumption{b.CampaignID.Value, Resumption{Again: b.IncludeUnconfirmed.Value, ConfirmLate: b.ConfirmLate.Value}}, f
}

func (a api) resume(ctx context.Context, in *httpx.BodyInput[resumeBody, resumption]) (*httpx.Response[JSON], error) {
	c, err := a.s.Resume(ctx, auth.From(ctx), in.Body.Value().campaign, in.Body.Value().how)
	return httpx.Respond(a.json(c)), err
}

type resolveBody struct {
	Action     httpx.Opt[string]  `json:"action" nullable:"false" enum:"mark_sent,send_again" doc:"mark_sent: the messages arrived; send_again: they did not and wait again, and an interrupted campaign goes on unless its reason is restored" example:"mark_sent"`
	Recipients httpx.Opt[[]int64] `json:"recipient_ids,omitzero" nullable:"false" minItems:"1" doc:"Which of them; without this member, all that are unconfirmed" example:"[812]"`
	Late       httpx.Opt[bool]    `json:"confirm_late,omitzero" nullable:"false" doc:"With send_again: also after the event has begun" example:"false"`
}

// Parse rejects null values.
func (b resolveBody) Parse(context.Context) (r Resolution, f errs.Fields) {
	b.Action.Ptr(&f, "action")
	b.Recipients.Ptr(&f, "recipient_ids")
	b.Late.Ptr(&f, "confirm_late")
	return Resolution{Sent: b.Action.Value == "mark_sent", Recipients: b.Recipients.Value, ConfirmLate: b.Late.Value}, f
}

type resolveInput struct {
	httpx.ByID
	Body httpx.Body[resolveBody, Resolution]
}

func (a api) resolve(ctx context.Context, in *resolveInput) (*httpx.Response[JSON], error) {
	c, err := a.s.Resolve(ctx, auth.From(ctx), in.ID, in.Body.Value())
	return httpx.Respond(a.json(c)), err
}
