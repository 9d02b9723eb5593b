package webhooks

import (
	"context"
	"encoding/json"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/db"
)

// api handles the requests of the JSON API.
type api struct{ s *Service }

// endpointJSON is an endpoint in JSON answers.
type endpointJSON struct {
	ID             int64   `json:"id" doc:"The record's id" example:"3"`
	URL            string  `json:"url" doc:"Where events are sent" example:"https://hooks.example.com/presence"`
	Description    string  `json:"description" doc:"May be empty" example:"Caterer's kitchen"`
	Kinds          []Kind  `json:"kinds" doc:"The kinds of events that are sent" example:"rsvp.created"`
	Enabled        bool    `json:"enabled" doc:"Whether events are sent"`
	DisabledReason Reason  `json:"disabled_reason" enum:",staff,gone,failing" doc:"Why it is disabled: by an administrator, because it answered 410, or because it failed for five days; empty while it is enabled" example:"failing"`
	FailingSince   *string `json:"failing_since" format:"date-time" doc:"Since when every attempt has failed; null: the last one succeeded" example:"2026-11-20T13:00:00Z"`
	OldSecretUntil *string `json:"old_secret_until" format:"date-time" doc:"Until when requests are also signed with the old secret; null: there is none" example:"2026-11-21T13:00:00Z"`
	Secret         *string `json:"secret" doc:"Only in the answer that creates or replaces it, otherwise null" example:"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"`
	CreatedAt      string  `json:"created_at" format:"date-time" doc:"When" example:"2026-11-20T13:00:00Z"`
	UpdatedAt      string  `json:"updated_at" format:"date-time" doc:"When" example:"2026-11-20T13:00:00Z"`

	version int64
}

// Tag returns the record's id and version, from which its ETag is made.
func (f endpointJSON) Tag() (id, version int64) { return f.ID, f.version }

func toJSON(e Endpoint) endpointJSON {
	return endpointJSON{ID: e.ID, URL: e.URL, Description: e.Description, Kinds: e.Kinds, Enabled: e.Disabled == Enabled,
		DisabledReason: e.Disabled, FailingSince: httpx.TimeOrNil(e.FailingSince), OldSecretUntil: httpx.TimeOrNil(e.OldSecretUntil),
		CreatedAt: e.CreatedAt.String(), UpdatedAt: e.UpdatedAt.String(), version: e.Version}
}

// deliveryJSON is a delivery in JSON answers.
type deliveryJSON struct {
	ID        int64           `json:"id" doc:"The record's id" example:"41"`
	MessageID string          `json:"message_id" doc:"The header webhook-id, the same at every attempt" example:"msg_2KWPBGLLLLLLLLLLLLLLLLLLLL"`
	Kind      Kind            `json:"kind" doc:"What happened" example:"rsvp.created"`
	State     State           `json:"state" enum:"queued,delivered,failed,cancelled" doc:"failed: after the last attempt; cancelled: the endpoint was disabled before it was delivered"`
	Attempts  int64           `json:"attempts" doc:"How many requests were made" example:"1"`
	Status    *int64          `json:"status" doc:"Of the last answer; null: there was none" example:"204"`
	Reason    string          `json:"reason" doc:"Why the last attempt failed; empty: it did not" example:"answered 500 Internal Server Error"`
	CreatedAt string          `json:"created_at" format:"date-time" doc:"When" example:"2026-11-20T13:00:00Z"`
	TriedAt   *string         `json:"tried_at" format:"date-time" doc:"Of the last attempt; null: there was none" example:"2026-11-20T13:00:01Z"`
	NextAt    *string         `json:"next_at" format:"date-time" doc:"Of the next attempt; null: there is none" example:"2026-11-20T13:05:00Z"`
	Payload   json.RawMessage `json:"payload" doc:"The body that is sent" example:"{\"type\":\"rsvp.created\",\"timestamp\":\"2026-11-20T13:00:00Z\",\"data\":{\"id\":31}}"`
}

// Tag returns the id, by which the list is sorted. A delivery has no versions.
func (f deliveryJSON) Tag() (id, version int64) { return f.ID, 0 }

func toDeliveryJSON(d Delivery) deliveryJSON {
	f := deliveryJSON{ID: d.ID, MessageID: d.MessageID, Kind: d.Kind, State: d.State, Attempts: d.Attempts, Reason: d.Reason,
		CreatedAt: d.CreatedAt.String(), TriedAt: httpx.TimeOrNil(d.TriedAt), Payload: json.RawMessage(d.Payload)}
	if d.Status != 0 {
		f.Status = &d.Status
	}
	if d.State == Queued {
		f.NextAt = httpx.TimeOrNil(d.NextAt)
	}
	return f
}

type listInput struct{ httpx.OptionalPage }

func (a api) list(ctx context.Context, in *listInput, each func(endpointJSON) error) error {
	list, err := a.s.Endpoints(ctx)
	if err != nil {
		return err
	}
	return httpx.EachOf(ctx, &in.OptionalPage, list, func(e Endpoint) (int64, db.Instant) { return e.ID, max(e.UpdatedAt, e.FailingSince) },
		func(e Endpoint) error { return each(toJSON(e)) })
}

// createBody is the body of POST.
type createBody struct {
	URL         httpx.Opt[string]   `json:"url" nullable:"false" maxLength:"2000" doc:"Begins with https://" example:"https://hooks.example.com/presence"`
	Description httpx.Opt[string]   `json:"description,omitzero" nullable:"false" maxLength:"200" doc:"For people" example:"Caterer's kitchen"`
	Kinds       httpx.Opt[[]string] `json:"kinds" nullable:"false" doc:"The kinds of events to send" example:"rsvp.created"`
	Enabled     httpx.Opt[bool]     `json:"enabled,omitzero" nullable:"false" doc:"false: nothing is sent yet; true by default"`
}

// Parse returns the fields of a new endpoint; the service validates them.
func (b createBody) Parse(context.Context) (c Changes, faults errs.Fields) {
	c.URL, c.Description = b.URL.Ptr(&faults, "url"), b.Description.Ptr(&faults, "description")
	c.Kinds, c.Enabled = kindsPtr(b.Kinds.Ptr(&faults, "kinds")), b.Enabled.Ptr(&faults, "enabled")
	return c, faults
}

// updateBody is the body of PATCH: any of the fields.
type updateBody struct {
	URL         httpx.Opt[string]   `json:"url,omitzero" nullable:"false" maxLength:"2000" doc:"Begins with https://" example:"https://hooks.example.com/presence"`
	Description httpx.Opt[string]   `json:"description,omitzero" nullable:"false" maxLength:"200" doc:"For people" example:"Caterer's kitchen"`
	Kinds       httpx.Opt[[]string] `json:"kinds,omitzero" nullable:"false" doc:"The kinds of events to send" example:"rsvp.created"`
	Enabled     httpx.Opt[bool]     `json:"enabled,omitzero" nullable:"false" doc:"false: queued deliveries are cancelled, and nothing more is sent"`
}

// Parse returns the fields in the request; the service validates them.
func (b updateBody) Parse(ctx context.Context) (Changes, errs.Fields) {
	return createBody(b).Parse(ctx)
}

// kindsPtr converts a list of names; nil stays.
func kindsPtr(names *[]string) *[]Kind {
	if names == nil {
		return nil
	}
	list := make([]Kind, len(*names))
	for i, name := range *names {
		list[i] = Kind(name)
	}
	return &list
}

// EndpointPath holds the path parameter that names an endpoint.
type EndpointPath struct {
	ID int64 `path:"webhook_id" minimum:"1" doc:"The record's id" example:"3"`
}

// EndpointIfMatch is the input of a write to one endpoint.
type EndpointIfMatch struct {
	EndpointPath
	IfMatch string `header:"If-Match" doc:"The ETag that was read: the write fails with 412 when the record has changed since" example:"\"12-3\""`
}

func (in EndpointIfMatch) expect() *int64 { return httpx.ExpectedVersion(in.IfMatch, in.ID) }

func (a api) get(ctx context.Context, in *EndpointPath) (*httpx.Response[endpointJSON], error) {
	e, err := a.s.Endpoint(ctx, in.ID)
	return httpx.Respond(toJSON(e)), err
}

func (a api) create(ctx context.Context, in *httpx.BodyInput[createBody, Changes]) (*httpx.Response[endpointJSON], error) {
	e, secret, err := a.s.Create(ctx, auth.From(ctx), in.Body.Value())
	out := toJSON(e)
	out.Secret = &secret
	return httpx.Respond(out), err
}

type updateInput struct {
	EndpointIfMatch
	Body httpx.Body[updateBody, Changes]
}

func (a api) update(ctx context.Context, in *updateInput) (*httpx.Response[endpointJSON], error) {
	e, err := a.s.Update(ctx, auth.From(ctx), in.ID, in.expect(), in.Body.Value())
	return httpx.Respond(toJSON(e)), err
}

func (a api) delete(ctx context.Context, in *EndpointIfMatch) (*httpx.NoContent, error) {
	return nil, a.s.Delete(ctx, auth.From(ctx), in.ID, in.expect())
}

// rotateBody is the body of POST …/secret, which may be left out.
type rotateBody struct {
	EndOld bool `json:"end_old_secret,omitempty" doc:"End a secret that was replaced before and still signs; without it the request is refused while there is one"`
}

// Parse returns whether the old secret ends.
func (b rotateBody) Parse(context.Context) (bool, errs.Fields) { return b.EndOld, nil }

type rotateInput struct {
	EndpointIfMatch
	Body *httpx.Body[rotateBody, bool]
}

func (a api) rotate(ctx context.Context, in *rotateInput) (*httpx.Response[endpointJSON], error) {
	e, secret, err := a.s.Rotate(ctx, auth.From(ctx), in.ID, in.expect(), in.Body.ValueOr(false))
	out := toJSON(e)
	out.Secret = &secret
	return httpx.Respond(out), err
}

func (a api) test(ctx context.Context, in *EndpointPath) (*httpx.NoContent, error) {
	_, err := a.s.SendTest(ctx, auth.From(ctx), in.ID)
	return nil, err
}

type deliveriesInput struct {
	EndpointPath
	httpx.OptionalPage
}

func (a api) deliveries(ctx context.Context, in *deliveriesInput, each func(deliveryJSON) error) error {
	since, err := in.Since(ctx)
	if err != nil {
		return err
	}
	return a.s.EachDelivery(ctx, in.ID, Filter{After: in.After, Since: since, Rows: in.LimitPlusOne()}, func(d Delivery) error {
		return each(toDeliveryJSON(d))
	})
}

// DeliveryPath holds the path parameters that name a delivery.
type DeliveryPath struct {
	EndpointPath
	DeliveryID int64 `path:"delivery_id" minimum:"1" doc:"The delivery's id" example:"41"`
}

func (a api) replay(ctx context.Context, in *DeliveryPath) (*httpx.NoContent, error) {
	return nil, a.s.Replay(ctx, auth.From(ctx), in.ID, in.DeliveryID)
}
