package bankcodes

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/platform/change"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
)

// bankCodeJSON is a bank code in the JSON API.
type bankCodeJSON struct {
	ID       int64   `json:"id" readOnly:"true" doc:"The record's id" example:"12"`
	Type     string  `json:"type" example:"regular" doc:"The type of code: regular, evening, emergency, overtime, vacation, mileage, …"`
	Category string  `json:"categorie" enum:"shift,expense,leave" doc:"What the code is for" example:"shift"`
	Modifier float64 `json:"modifier" example:"1.5" doc:"Multiplier applied to the salary; dollars per kilometre for type mileage"`
	Code     string  `json:"bank_code" example:"G1" doc:"The code as the pay system spells it"`

	version int64
}

// Tag returns the record's id and version, from which its ETag is made.
func (f bankCodeJSON) Tag() (id, version int64) { return f.ID, f.version }

func toJSON(b BankCode) bankCodeJSON {
	return bankCodeJSON{
		ID: b.ID, Type: b.Type, Category: string(b.Category), Modifier: b.Modifier.Float(), Code: b.Code, version: b.Version,
	}
}

// createBody is the body of POST.
type createBody struct {
	Type     httpx.Opt[string]  `json:"type" nullable:"false" doc:"The type of code: regular, evening, emergency, overtime, vacation, mileage, …" example:"evening"`
	Category httpx.Opt[string]  `json:"categorie" nullable:"false" enum:"shift,expense,leave" doc:"What the code is for" example:"shift"`
	Modifier httpx.Opt[float64] `json:"modifier" nullable:"false" minimum:"0" maximum:"100" doc:"Multiplier applied to the salary; dollars per kilometre for type mileage" example:"1.25"`
	Code     httpx.Opt[string]  `json:"bank_code" nullable:"false" doc:"The code as the pay system spells it" example:"G43"`
}

// Parse validates each field alone.
func (b createBody) Parse(ctx context.Context) (n New, faults errs.Fields) {
	c, faults := updateBody(b).Parse(ctx)
	change.Set(&n.Type, c.Type)
	change.Set(&n.Category, c.Category)
	change.Set(&n.Modifier, c.Modifier)
	change.Set(&n.Code, c.Code)
	return n, faults
}

// updateBody is the body of PATCH: any of the fields.
type updateBody struct {
	Type     httpx.Opt[string]  `json:"type,omitzero" nullable:"false" doc:"The type of code: regular, evening, emergency, overtime, vacation, mileage, …" example:"evening"`
	Category httpx.Opt[string]  `json:"categorie,omitzero" nullable:"false" enum:"shift,expense,leave" doc:"What the code is for" example:"shift"`
	Modifier httpx.Opt[float64] `json:"modifier,omitzero" nullable:"false" minimum:"0" maximum:"100" doc:"Multiplier applied to the salary; dollars per kilometre for type mileage" example:"1.25"`
	Code     httpx.Opt[string]  `json:"bank_code,omitzero" nullable:"false" doc:"The code as the pay system spells it" example:"G43"`
}

// Example changes only one field.
func (updateBody) Example() any {
	return map[string]any{"bank_code": "G44"}
}

// Parse validates the fields in the request. null is an error in every field.
func (b updateBody) Parse(context.Context) (c Changes, faults errs.Fields) {
	c.Type = b.Type.Ptr(&faults, "type")
	c.Code = b.Code.Ptr(&faults, "bank_code")
	if v := b.Category.Ptr(&faults, "categorie"); v != nil {
		c.Category = new(Category(*v))
	}
	if v := b.Modifier.Ptr(&faults, "modifier"); v != nil {
		c.Modifier = new(ModifierOf(*v))
	}
	return c, append(faults, c.Validate()...)
}

type api struct{ s *Service }

type listInput struct {
	httpx.OptionalPage
	Category string `query:"categorie" enum:"shift,expense,leave" doc:"What the code is for" example:"shift"`
}

func (a api) list(ctx context.Context, in *listInput, each func(bankCodeJSON) error) error {
	since, err := in.Since(ctx)
	if err != nil {
		return err
	}
	f := Filter{After: in.After, Since: since, Rows: in.LimitPlusOne(), Category: Category(in.Category)}
	return a.s.Each(ctx, f, func(b BankCode) error { return each(toJSON(b)) })
}

func (a api) get(ctx context.Context, in *httpx.ByID) (*httpx.Response[bankCodeJSON], error) {
	b, err := a.s.Get(ctx, in.ID)
	return httpx.Respond(toJSON(b)), err
}

func (a api) create(ctx context.Context, in *httpx.BodyInput[createBody, New]) (*httpx.Response[bankCodeJSON], error) {
	b, err := a.s.Create(ctx, auth.From(ctx), in.Body.Value())
	return httpx.Respond(toJSON(b)), err
}

func (a api) update(ctx context.Context, in *httpx.UpdateInput[updateBody, Changes]) (*httpx.Response[bankCodeJSON], error) {
	b, err := a.s.Update(ctx, auth.From(ctx), in.ID, in.ExpectedVersion(), in.Body.Value())
	return httpx.Respond(toJSON(b)), err
}

func (a api) delete(ctx context.Context, in *httpx.IfMatchInput) (*httpx.NoContent, error) {
	return nil, a.s.Delete(ctx, auth.From(ctx), in.ID, in.ExpectedVersion())
}
