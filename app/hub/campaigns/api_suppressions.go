package campaigns

import (
	"context"
	"net/http"
	"strings"

	"presence/app/accounts/auth"
	"presence/app/platform/contact"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
)

// suppressionAPI registers the JSON routes of the addresses that nothing is sent to, and of the recording of opens and clicks.
func suppressionAPI(r *httpx.Router, a api) {
	op := func(method, path, id, summary string, success int) httpx.Op {
		return httpx.Op{Method: method, Path: "/campaigns" + path, Rule: httpx.Events, ID: id, Tag: "campaigns", Summary: summary,
			Success: success}
	}
	const all, one = "/suppressions", "/suppressions/{email}"
	httpx.HandleList(r, op(http.MethodGet, all, "list-suppressions", "List the addresses that nothing is sent to", 200), a.suppressions)
	httpx.Handle(r, op(http.MethodPost, all, "create-suppression", "Exclude an address from campaigns", 201), a.suppress)
	httpx.Handle(r, op(http.MethodDelete, one, "delete-suppression", "Send to an excluded address again", 204), a.unsuppress)
	httpx.HandleList(r, op(http.MethodGet, "/bouncing-addresses", "list-bouncing-addresses",
		"List the addresses whose messages keep coming back, until staff decide", 200), a.bouncing)
	httpx.Handle(r, op(http.MethodPost, "/bouncing-addresses/{email}/decision", "decide-bouncing-address",
		"Keep or exclude an address whose messages keep coming back", 204), a.decide)
	httpx.Handle(r, op(http.MethodGet, "/tracking", "get-tracking", "Whether opens and clicks are recorded for each person", 200), a.tracking)
	httpx.Handle(r, op(http.MethodPut, "/tracking", "set-tracking", "Record opens and clicks for each person, or no longer", 200),
		a.setTracking)
}

// suppressionJSON is an address that nothing is sent to, in the JSON API.
type suppressionJSON struct {
	Email      string `json:"email" doc:"The address as it is compared: in lower case" example:"maude.theriault@example.com"`
	Reason     string `json:"reason" enum:"unsubscribed,bounced,complained" doc:"Why" example:"unsubscribed"`
	Since      string `json:"since" format:"date-time" doc:"Since when" example:"2026-11-20T13:00:00Z"`
	EventID    string `json:"event_id" doc:"The event whose message caused it; empty: staff added it" example:"gala-2026"`
	Cause      string `json:"cause" doc:"Of a bounce; otherwise empty" example:"no_such_address"`
	Diagnostic string `json:"diagnostic" doc:"The words of the mail server; may be empty" example:"550 5.1.1 User unknown"`
}

// Tag returns the address, by which the list is sorted. A suppression has no versions.
func (f suppressionJSON) Tag() (email string, version int64) { return f.Email, 0 }

func toSuppressionJSON(x Suppression) suppressionJSON {
	return suppressionJSON{x.Email, x.Reason, x.Since.String(), x.Event, string(x.Cause), x.Diagnostic}
}

// AddressPage is the input of a list that is sorted by address. It is exported because inputs embed it.
type AddressPage struct {
	httpx.PageSize
	After string `query:"after" maxLength:"320" doc:"Only addresses behind this one: the last one seen" example:"a@example.com"`
}

type suppressionsInput struct {
	AddressPage
	Q string `query:"q" maxLength:"200" doc:"Only addresses that contain this" example:"example.com"`
}

func (a api) suppressions(ctx context.Context, in *suppressionsInput, each func(suppressionJSON) error) error {
	list, err := a.s.Suppressions(ctx, httpx.SearchText(in.Q), in.After, in.LimitPlusOne())
	for i := 0; err == nil && i < len(list); i++ {
		err = each(toSuppressionJSON(list[i]))
	}
	return err
}

// suppressBody is the body of POST.
type suppressBody struct {
	Email httpx.Opt[string] `json:"email" nullable:"false" doc:"The address" example:"maude.theriault@example.com"`
}

// Parse returns the address; the service validates it.
func (b suppressBody) Parse(context.Context) (email string, faults errs.Fields) {
	b.Email.Ptr(&faults, "email")
	return b.Email.Value, faults
}

func (a api) suppress(ctx context.Context, in *httpx.BodyInput[suppressBody, string]) (*httpx.Response[suppressionJSON], error) {
	key, err := a.s.Suppress(ctx, auth.From(ctx), in.Body.Value())
	return httpx.Respond(suppressionJSON{Email: key, Reason: Unsubscribed, Since: a.s.at().String()}), err
}

// AddressPath holds the path parameter that names an address.
type AddressPath struct {
	Email string `path:"email" maxLength:"320" doc:"The address" example:"maude.theriault@example.com"`
}

// key returns the address as it is compared. One that is none is not found later.
func (p AddressPath) key() string {
	if key, err := contact.EmailKey(p.Email); err == nil {
		return key
	}
	return strings.ToLower(p.Email)
}

func (a api) unsuppress(ctx context.Context, in *AddressPath) (*httpx.NoContent, error) {
	return nil, a.s.Unsuppress(ctx, auth.From(ctx), in.key())
}

// bouncingJSON is an address whose messages keep coming back, in the JSON API.
type bouncingJSON struct {
	Email      string `json:"email" doc:"The address as it is compared: in lower case" example:"maude.theriault@example.com"`
	InARow     int64  `json:"in_a_row" doc:"How many messages in a row came back" example:"3"`
	LastAt     string `json:"last_at" format:"date-time" doc:"When the last one did" example:"2026-11-20T13:00:00Z"`
	Cause      string `json:"cause" doc:"Why" example:"mailbox_full"`
	Diagnostic string `json:"diagnostic" doc:"The words of the mail server; may be empty" example:"452 4.2.2 Mailbox full"`
}

// Tag returns the address, by which the list is sorted.
func (f bouncingJSON) Tag() (email string, version int64) { return f.Email, 0 }

func (a api) bouncing(ctx context.Context, in *AddressPage, each func(bouncingJSON) error) error {
	list, err := a.s.Bouncing(ctx, in.After, in.LimitPlusOne())
	for i := 0; err == nil && i < len(list); i++ {
		x := list[i]
		err = each(bouncingJSON{x.Email, x.InARow, x.LastAt.String(), string(x.Cause), x.Diagnostic})
	}
	return err
}

// decisionBody is the body of a decision about an address.
type decisionBody struct {
	Keep httpx.Opt[bool] `json:"keep" nullable:"false" doc:"true: its messages are counted anew; false: nothing is sent to it any more" example:"true"`
}

// Parse rejects null.
func (b decisionBody) Parse(context.Context) (keep bool, faults errs.Fields) {
	b.Keep.Ptr(&faults, "keep")
	return b.Keep.Value, faults
}

type decisionInput struct {
	AddressPath
	Body httpx.Body[decisionBody, bool]
}

func (a api) decide(ctx context.Context, in *decisionInput) (*httpx.NoContent, error) {
	return nil, a.s.Decide(ctx, auth.From(ctx), in.key(), in.Body.Value())
}

// trackingJSON says whether opens and clicks are recorded.
type trackingJSON struct {
	TrackPeople bool `json:"track_people" doc:"Opens and clicks are recorded for each person"`
}

type trackingOutput struct{ Body trackingJSON }

func (a api) tracking(ctx context.Context, _ *struct{}) (*trackingOutput, error) {
	on, err := a.s.Tracking(ctx)
	return &trackingOutput{trackingJSON{on}}, err
}

// setTrackingBody is the body of PUT.
type setTrackingBody struct {
	TrackPeople httpx.Opt[bool] `json:"track_people" nullable:"false" doc:"false: new messages have no pixel and no counted links" example:"true"`
}

// Parse rejects null.
func (b setTrackingBody) Parse(context.Context) (on bool, faults errs.Fields) {
	b.TrackPeople.Ptr(&faults, "track_people")
	return b.TrackPeople.Value, faults
}

func (a api) setTracking(ctx context.Context, in *httpx.BodyInput[setTrackingBody, bool]) (*trackingOutput, error) {
	if err := a.s.SetTracking(ctx, auth.From(ctx), in.Body.Value()); err != nil {
		return nil, err
	}
	return a.tracking(ctx, nil)
}
