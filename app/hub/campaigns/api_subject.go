package campaigns

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
)

type subjectBody struct {
	Subject httpx.Opt[string] `json:"subject" nullable:"false" enum:"a,b" doc:"The subject of the rest: a is subject, b is subject_b" example:"b"`
}

// Parse rejects null values.
func (b subjectBody) Parse(context.Context) (subject string, f errs.Fields) {
	b.Subject.Ptr(&f, "subject")
	return b.Subject.Value, f
}

type subjectInput struct {
	httpx.ByID
	Body httpx.Body[subjectBody, string]
}

func (a api) chooseSubject(ctx context.Context, in *subjectInput) (*httpx.Response[JSON], error) {
	c, err := a.s.ChooseSubject(ctx, auth.From(ctx), in.ID, in.Body.Value())
	return httpx.Respond(a.json(c)), err
}
