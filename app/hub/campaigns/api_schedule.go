package campaigns

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/db"
)

type rescheduleBody struct {
	StartsAt httpx.Opt[string] `json:"starts_at" nullable:"false" doc:"When it begins by itself: within a year; without an offset, in the company's time zone" example:"2026-12-01T09:00:00-05:00"`
}

// Parse reads the time.
func (b rescheduleBody) Parse(ctx context.Context) (at db.Instant, f errs.Fields) {
	if v := b.StartsAt.Ptr(&f, "starts_at"); v != nil {
		at = httpx.ReadUniqueInstant(&f, "starts_at", *v, httpx.InfoOf(ctx).Zone)
	}
	return at, f
}

type rescheduleInput struct {
	httpx.ByID
	Body httpx.Body[rescheduleBody, db.Instant]
}

func (a api) reschedule(ctx context.Context, in *rescheduleInput) (*httpx.Response[JSON], error) {
	c, err := a.s.Reschedule(ctx, auth.From(ctx), in.ID, in.Body.Value())
	return httpx.Respond(a.json(c)), err
}

func (a api) start(ctx context.Context, in *httpx.ByID) (*httpx.Response[JSON], error) {
	c, err := a.s.StartNow(ctx, auth.From(ctx), in.ID)
	return httpx.Respond(a.json(c)), err
}

func (a api) cancelOne(ctx context.Context, in *httpx.ByID) (*httpx.Response[JSON], error) {
	c, err := a.s.CancelCampaign(ctx, auth.From(ctx), in.ID)
	return httpx.Respond(a.json(c)), err
}
