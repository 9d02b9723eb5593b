package suppressions

import (
	"context"
	"strings"

	"presence/app/accounts/auth"
	"presence/app/platform/contact"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
)

// api handles the requests of the JSON API.
type api struct{ s *Service }

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

func (a api) list(ctx context.Context, in *suppressionsInput, each func(suppressionJSON) error) error {
	list, err := a.s.List(ctx, httpx.SearchText(in.Q), in.After, in.LimitPlusOne())
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
