package deputies

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/db"
)

// deputyJSON is a deputy in the JSON API.
type deputyJSON struct {
	ID             int64   `json:"id" readOnly:"true" doc:"The record's id" example:"4"`
	SupervisorID   int64   `json:"supervisor_id" doc:"The employee id of the supervisor" example:"3"`
	SupervisorName string  `json:"supervisor_name" readOnly:"true" doc:"The name of the supervisor" example:"Jean Roy"`
	DeputyID       int64   `json:"deputy_id" doc:"The employee id of who stands in" example:"7"`
	DeputyName     string  `json:"deputy_name" readOnly:"true" doc:"The name of who stands in" example:"Marie Tremblay"`
	From           *string `json:"from_day" doc:"The first day; null: on each day that approved leave of the supervisor covers" example:"2026-11-02"`
	Until          *string `json:"until_day" doc:"The last day, included; null with from_day" example:"2026-11-14"`
	Active         bool    `json:"active" readOnly:"true" doc:"Whether the delegate stands in today, in the company's time zone" example:"false"`

	version int64
}

// Tag returns the record's id and version, from which its ETag is made.
func (d deputyJSON) Tag() (id, version int64) { return d.ID, d.version }

func toJSON(d Deputy) deputyJSON {
	day := func(d db.Day) *string {
		if d.IsZero() {
			return nil
		}
		return new(d.String())
	}
	return deputyJSON{ID: d.ID, SupervisorID: d.SupervisorID, SupervisorName: d.SupervisorName, DeputyID: d.DeputyID, DeputyName: d.DeputyName,
		From: day(d.From), Until: day(d.Until), Active: d.Active, version: d.Version}
}

// createBody is the body of POST.
type createBody struct {
	SupervisorID httpx.Opt[int64]  `json:"supervisor_id,omitzero" nullable:"false" minimum:"1" doc:"The employee id of the supervisor; without it, the caller's" example:"3"`
	DeputyID     httpx.Opt[int64]  `json:"deputy_id" nullable:"false" minimum:"1" doc:"The employee id of who stands in" example:"7"`
	From         httpx.Opt[string] `json:"from_day,omitzero" doc:"The first day; null or without it: on each day that approved leave of the supervisor covers" example:"2026-11-02"`
	Until        httpx.Opt[string] `json:"until_day,omitzero" doc:"The last day, included; needed with from_day" example:"2026-11-14"`
}

// Parse validates each field alone.
func (b createBody) Parse(ctx context.Context) (n New, faults errs.Fields) {
	c, faults := updateBody{b.From, b.Until}.Parse(ctx)
	if c.From != nil {
		n.From = *c.From
	}
	if c.Until != nil {
		n.Until = *c.Until
	}
	if v := b.SupervisorID.Ptr(&faults, "supervisor_id"); v != nil {
		n.SupervisorID = *v
	}
	if v := b.DeputyID.Ptr(&faults, "deputy_id"); v != nil {
		n.DeputyID = *v
	}
	return n, faults
}

// updateBody is the body of PATCH: any of the fields.
type updateBody struct {
	From  httpx.Opt[string] `json:"from_day,omitzero" doc:"The first day; null together with until_day: on each day that approved leave of the supervisor covers" example:"2026-11-02"`
	Until httpx.Opt[string] `json:"until_day,omitzero" doc:"The last day, included" example:"2026-11-20"`
}

// Example changes only one field.
func (updateBody) Example() any { return map[string]any{"until_day": "2026-11-20"} }

// Parse validates the fields in the request.
func (b updateBody) Parse(context.Context) (c Changes, faults errs.Fields) {
	day := func(field string, o httpx.Opt[string]) *db.Day {
		if o.Null {
			return new(db.Day)
		}
		if text := o.OrZero(&faults, field); text != nil {
			return new(httpx.ReadDay(&faults, field, *text))
		}
		return nil
	}
	c.From, c.Until = day("from_day", b.From), day("until_day", b.Until)
	return c, faults
}

type api struct{ s *Service }

type listInput struct {
	httpx.OptionalPage
	SupervisorID int64 `query:"supervisor_id" minimum:"1" doc:"Only the delegates of this supervisor" example:"3"`
}

func (a api) list(ctx context.Context, in *listInput, each func(deputyJSON) error) error {
	since, err := in.Since(ctx)
	if err != nil {
		return err
	}
	f := Filter{After: in.After, Since: since, Rows: in.LimitPlusOne(), SupervisorID: in.SupervisorID}
	return a.s.Each(ctx, auth.From(ctx), f, func(d Deputy) error { return each(toJSON(d)) })
}

func (a api) get(ctx context.Context, in *httpx.ByID) (*httpx.Response[deputyJSON], error) {
	d, err := a.s.Get(ctx, auth.From(ctx), in.ID)
	return httpx.Respond(toJSON(d)), err
}

func (a api) create(ctx context.Context, in *httpx.BodyInput[createBody, New]) (*httpx.Response[deputyJSON], error) {
	d, err := a.s.Create(ctx, auth.From(ctx), in.Body.Value())
	return httpx.Respond(toJSON(d)), err
}

func (a api) update(ctx context.Context, in *httpx.UpdateInput[updateBody, Changes]) (*httpx.Response[deputyJSON], error) {
	d, err := a.s.Update(ctx, auth.From(ctx), in.ID, in.ExpectedVersion(), in.Body.Value())
	return httpx.Respond(toJSON(d)), err
}

func (a api) delete(ctx context.Context, in *httpx.IfMatchInput) (*httpx.NoContent, error) {
	return nil, a.s.Delete(ctx, auth.From(ctx), in.ID, in.ExpectedVersion())
}
