package activities

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/platform/change"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
)

// activityJSON is an activity in the JSON API.
type activityJSON struct {
	ID     int64  `json:"id" readOnly:"true" doc:"The record's id" example:"12"`
	Code   string `json:"code" doc:"Short" example:"INST"`
	NameFR string `json:"name_fr" doc:"The name in French" example:"Installation"`
	NameEN string `json:"name_en" doc:"The name in English" example:"Installation"`

	version int64
}

// Tag returns the record's id and version, from which its ETag is made.
func (f activityJSON) Tag() (id, version int64) { return f.ID, f.version }

func toJSON(a Activity) activityJSON {
	return activityJSON{a.ID, a.Code, a.NameFR, a.NameEN, a.Version}
}

// createBody is the body of POST.
type createBody struct {
	Code   httpx.Opt[string] `json:"code" nullable:"false" doc:"Short" example:"INST"`
	NameFR httpx.Opt[string] `json:"name_fr,omitzero" nullable:"false" doc:"The name in French; left out: that in English" example:"Installation"`
	NameEN httpx.Opt[string] `json:"name_en,omitzero" nullable:"false" doc:"The name in English; left out: that in French" example:"Installation"`
}

// Parse validates the activity.
func (b createBody) Parse(ctx context.Context) (n New, faults errs.Fields) {
	c, faults := updateBody(b).Parse(ctx)
	change.Set(&n.Code, c.Code)
	change.Set(&n.NameFR, c.NameFR)
	change.Set(&n.NameEN, c.NameEN)
	return n, append(faults, n.Validate()...).FirstPerField()
}

// updateBody is the body of PATCH: any of the fields.
type updateBody struct {
	Code   httpx.Opt[string] `json:"code,omitzero" nullable:"false" doc:"Short" example:"INST"`
	NameFR httpx.Opt[string] `json:"name_fr,omitzero" nullable:"false" doc:"The name in French" example:"Installation"`
	NameEN httpx.Opt[string] `json:"name_en,omitzero" nullable:"false" doc:"The name in English" example:"Installation"`
}

// Example changes only one field.
func (updateBody) Example() any { return map[string]any{"name_en": "Setup"} }

// Parse reads the fields in the request. null is an error in every field.
func (b updateBody) Parse(context.Context) (c Changes, faults errs.Fields) {
	c.Code = b.Code.Ptr(&faults, "code")
	c.NameFR = b.NameFR.Ptr(&faults, "name_fr")
	c.NameEN = b.NameEN.Ptr(&faults, "name_en")
	return c, faults
}

type api struct{ s *Service }

type listInput struct{ httpx.OptionalPage }

func (a api) list(ctx context.Context, in *listInput, each func(activityJSON) error) error {
	since, err := in.Since(ctx)
	if err != nil {
		return err
	}
	return a.s.Each(ctx, Filter{in.After, since, in.LimitPlusOne()}, func(x Activity) error { return each(toJSON(x)) })
}

func (a api) get(ctx context.Context, in *httpx.ByID) (*httpx.Response[activityJSON], error) {
	x, err := a.s.Get(ctx, in.ID)
	return httpx.Respond(toJSON(x)), err
}

func (a api) create(ctx context.Context, in *httpx.BodyInput[createBody, New]) (*httpx.Response[activityJSON], error) {
	x, err := a.s.Create(ctx, auth.From(ctx), in.Body.Value())
	return httpx.Respond(toJSON(x)), err
}

func (a api) update(ctx context.Context, in *httpx.UpdateInput[updateBody, Changes]) (*httpx.Response[activityJSON], error) {
	x, err := a.s.Update(ctx, auth.From(ctx), in.ID, in.ExpectedVersion(), in.Body.Value())
	return httpx.Respond(toJSON(x)), err
}

func (a api) delete(ctx context.Context, in *httpx.IfMatchInput) (*httpx.NoContent, error) {
	return nil, a.s.Delete(ctx, auth.From(ctx), in.ID, in.ExpectedVersion())
}

// ReadJob reads the job in a body; null and what is left out are none.
func ReadJob(faults *errs.Fields, customer, activity httpx.Opt[int64]) (j Job) {
	change.Set(&j.CustomerID, customer.OrZero(faults, "customer_id"))
	change.Set(&j.ActivityID, activity.OrZero(faults, "activity_id"))
	return j
}
