package oauthsessions

import (
	"context"
	"strings"
	"time"

	"github.com/google/uuid"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/db"
)

// oauthSessionJSON is a session in JSON answers.
type oauthSessionJSON struct {
	ID            string   `json:"id" readOnly:"true" doc:"The record's id" example:"9b2d7c4e-51aa-4f0c-8e3d-7a6b5c4d3e2f"`
	UserID        string   `json:"user_id" doc:"UUID of the person" example:"3f6c1a52-8d0e-4b7a-9c51-2f8e6d4b0a97"`
	Application   string   `json:"application" doc:"URL that the access token is used for" example:"https://books.example.com"`
	AccessToken   string   `json:"access_token" doc:"Masked for anyone but its owner" example:"at-2Yx8"`
	RefreshToken  string   `json:"refresh_token" doc:"Masked for anyone but its owner" example:"rt-9Kq1"`
	AccessExpiry  string   `json:"access_token_expiry" format:"date-time" doc:"When the access token ends" example:"2026-11-20T14:00:00Z"`
	RefreshExpiry *string  `json:"refresh_token_expiry" format:"date-time" doc:"When the refresh token ends; null when it does not" example:"2026-12-20T14:00:00Z"`
	Scopes        []string `json:"scopes" doc:"What the tokens are good for" example:"invoices.read"`

	version int64
}

// Tag returns the record's id and version, from which its ETag is made.
func (f oauthSessionJSON) Tag() (id string, version int64) { return f.ID, f.version }

func toJSON(o Session) oauthSessionJSON {
	f := oauthSessionJSON{ID: o.ID, UserID: o.UserID, Application: o.Application, AccessToken: o.AccessToken, RefreshToken: o.RefreshToken,
		AccessExpiry: o.AccessExpiry.String(), Scopes: o.Scopes, version: o.Version}
	if o.RefreshExpiry != 0 {
		f.RefreshExpiry = new(o.RefreshExpiry.String())
	}
	return f
}

// createBody is the body of POST. The times are validated by Parse, not by the schema (C5).
type createBody struct {
	UserID        httpx.Opt[string]   `json:"user_id" nullable:"false" doc:"The caller's own, unless admin" example:"3f6c1a52-8d0e-4b7a-9c51-2f8e6d4b0a97"`
	Application   httpx.Opt[string]   `json:"application" nullable:"false" doc:"URL that the access token is used for" example:"https://books.example.com"`
	AccessToken   httpx.Opt[string]   `json:"access_token" nullable:"false" doc:"The access token" example:"at-2Yx8"`
	RefreshToken  httpx.Opt[string]   `json:"refresh_token" nullable:"false" doc:"The refresh token" example:"rt-9Kq1"`
	AccessExpiry  httpx.Opt[string]   `json:"access_token_expiry" nullable:"false" doc:"When the access token ends" example:"2026-11-20T14:00:00Z"`
	RefreshExpiry httpx.Opt[string]   `json:"refresh_token_expiry,omitzero" doc:"When the refresh token ends; null when it does not" example:"2026-12-20T14:00:00Z"`
	Scopes        httpx.Opt[[]string] `json:"scopes,omitzero" doc:"What the tokens are good for" example:"invoices.read"`
}

// Parse validates the fields of a new session.
func (b createBody) Parse(ctx context.Context) (New, errs.Fields) {
	c, faults := b.parse(ctx, func(all Changes) Changes { return all })
	return Session{}.with(c), faults
}

// parse validates the part of the changes that toCheck returns.
func (b createBody) parse(ctx context.Context, toCheck func(Changes) Changes) (Changes, errs.Fields) {
	var faults errs.Fields
	c := b.changes(&faults, httpx.InfoOf(ctx).Zone)
	return c, append(faults, toCheck(c).Validate()...)
}

func (b createBody) changes(faults *errs.Fields, zone *time.Location) Changes {
	instant := func(field string, v *string) *db.Instant {
		if v == nil {
			return nil
		}
		return new(httpx.ReadInstant(faults, field, *v, zone))
	}
	c := Changes{
		UserID: b.UserID.Ptr(faults, "user_id"), Application: b.Application.Ptr(faults, "application"),
		AccessToken: b.AccessToken.Ptr(faults, "access_token"), RefreshToken: b.RefreshToken.Ptr(faults, "refresh_token"),
		AccessExpiry: instant("access_token_expiry", b.AccessExpiry.Ptr(faults, "access_token_expiry")),
		Scopes:       b.Scopes.OrZero(faults, "scopes"),
	}
	if b.RefreshExpiry.Null {
		c.RefreshExpiry = new(db.Instant)
	} else {
		c.RefreshExpiry = instant("refresh_token_expiry", b.RefreshExpiry.OrZero(faults, "refresh_token_expiry"))
	}
	return c
}

// updateBody is the body of PATCH: any of the fields.
type updateBody struct {
	UserID        httpx.Opt[string]   `json:"user_id,omitzero" nullable:"false" doc:"The caller's own, unless admin" example:"3f6c1a52-8d0e-4b7a-9c51-2f8e6d4b0a97"`
	Application   httpx.Opt[string]   `json:"application,omitzero" nullable:"false" doc:"URL that the access token is used for" example:"https://books.example.com"`
	AccessToken   httpx.Opt[string]   `json:"access_token,omitzero" nullable:"false" doc:"The mask leaves it as it is" example:"at-2Yx8"`
	RefreshToken  httpx.Opt[string]   `json:"refresh_token,omitzero" nullable:"false" doc:"The mask leaves it as it is" example:"rt-9Kq1"`
	AccessExpiry  httpx.Opt[string]   `json:"access_token_expiry,omitzero" nullable:"false" doc:"When the access token ends" example:"2026-11-20T14:00:00Z"`
	RefreshExpiry httpx.Opt[string]   `json:"refresh_token_expiry,omitzero" doc:"When the refresh token ends; null when it does not" example:"2026-12-20T14:00:00Z"`
	Scopes        httpx.Opt[[]string] `json:"scopes,omitzero" doc:"What the tokens are good for" example:"invoices.read"`
}

// Example changes only two fields.
func (updateBody) Example() any {
	return map[string]any{"access_token": "at-7Qw3", "access_token_expiry": "2026-11-20T15:00:00Z"}
}

// Parse validates the fields in the request. A masked token is treated as missing.
func (b updateBody) Parse(ctx context.Context) (Changes, errs.Fields) {
	return createBody(b).parse(ctx, Changes.unmasked)
}

type api struct{ s *Service }

type listInput struct {
	httpx.OptionalPageSize
	After       string `query:"after" doc:"Only records with a larger id: the last one seen" example:"9b2d7c4e-51aa-4f0c-8e3d-7a6b5c4d3e2f"`
	UserID      string `query:"user_id" doc:"Only those of this person" example:"3f6c1a52-8d0e-4b7a-9c51-2f8e6d4b0a97"`
	Application string `query:"application" doc:"URL that the access token is used for" example:"https://books.example.com"`
}

func (a api) list(ctx context.Context, in *listInput, each func(oauthSessionJSON) error) error {
	since, err := in.Since(ctx)
	if err != nil {
		return err
	}
	var faults errs.Fields
	for field, id := range map[string]string{"after": in.After, "user_id": in.UserID} {
		if id != "" && uuid.Validate(id) != nil {
			faults.Add(field, "format", "Expected a UUID.")
		}
	}
	if in.Application != "" {
		checkApplication(&faults, &in.Application)
	}
	if err := faults.Err(); err != nil {
		return err
	}
	f := Filter{After: in.After, Since: since, Rows: in.LimitPlusOne(), UserID: strings.ToLower(in.UserID), Application: in.Application}
	return a.s.Each(ctx, auth.From(ctx), f, func(o Session) error { return each(toJSON(o)) })
}

// SessionPath holds the path parameter that names a session.
type SessionPath struct {
	ID string `path:"id" doc:"The record's id" example:"9b2d7c4e-51aa-4f0c-8e3d-7a6b5c4d3e2f"`
}

// SessionIfMatch is the input of a write to one session.
type SessionIfMatch struct {
	SessionPath
	IfMatch string `header:"If-Match" doc:"The ETag that was read: the write fails with 412 when the record has changed since" example:"\"12-3\""`
}

func (in SessionIfMatch) expect() *int64 { return httpx.ExpectedVersion(in.IfMatch, in.ID) }

func (a api) get(ctx context.Context, in *SessionPath) (*httpx.Response[oauthSessionJSON], error) {
	o, err := a.s.Get(ctx, auth.From(ctx), in.ID)
	return httpx.Respond(toJSON(o)), err
}

func (a api) create(ctx context.Context, in *httpx.BodyInput[createBody, New]) (*httpx.Response[oauthSessionJSON], error) {
	o, err := a.s.Create(ctx, auth.From(ctx), in.Body.Value())
	return httpx.Respond(toJSON(o)), err
}

type updateInput struct {
	SessionIfMatch
	Body httpx.Body[updateBody, Changes]
}

func (a api) update(ctx context.Context, in *updateInput) (*httpx.Response[oauthSessionJSON], error) {
	o, err := a.s.Update(ctx, auth.From(ctx), in.ID, in.expect(), in.Body.Value())
	return httpx.Respond(toJSON(o)), err
}

func (a api) delete(ctx context.Context, in *SessionIfMatch) (*httpx.Response[oauthSessionJSON], error) {
	o, err := a.s.Delete(ctx, auth.From(ctx), in.ID, in.expect())
	return httpx.Respond(toJSON(o)), err
}
