package kiosks

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/paths"
)

// kioskJSON is a kiosk in the JSON API.
type kioskJSON struct {
	ID        int64   `json:"id" readOnly:"true" doc:"The record's id" example:"2"`
	Name      string  `json:"name" doc:"Where it stands; shown with the times that are stamped at it" example:"Warehouse"`
	State     string  `json:"state" readOnly:"true" enum:"waiting,expired,enrolled,revoked" doc:"waiting: its link was not opened yet; expired: nor will it be; enrolled: in use"`
	MadeBy    string  `json:"made_by" readOnly:"true" doc:"The name of the administrator who created it" example:"Zoé Lavoie"`
	CreatedAt string  `json:"created_at" readOnly:"true" format:"date-time" doc:"When" example:"2026-11-20T13:00:00Z"`
	Enrolled  *string `json:"enrolled_at" readOnly:"true" format:"date-time" doc:"When a device opened the link; null: none has" example:"2026-11-20T13:04:00Z"`
	Used      *string `json:"used_at" readOnly:"true" format:"date-time" doc:"The last use, to the minute; null: none" example:"2026-11-20T21:31:00Z"`
	Revoked   *string `json:"revoked_at" readOnly:"true" format:"date-time" doc:"When it was revoked; null: it was not" example:"2026-12-01T13:00:00Z"`
	URL       *string `json:"url" readOnly:"true" doc:"The link that makes a device the kiosk, once, within 15 minutes: only in the answer that creates it, otherwise null" example:"https://presence.example.com/kiosk/enrol/3Q2TWAAAAAAAAAAAAAAAAAAAAA"`

	version int64
}

// Tag returns the record's id and version, from which its ETag is made.
func (k kioskJSON) Tag() (id, version int64) { return k.ID, k.version }

func (a api) toJSON(k Kiosk) kioskJSON {
	return kioskJSON{ID: k.ID, Name: k.Name, State: string(k.State(a.s.at())), MadeBy: k.MadeBy, CreatedAt: k.CreatedAt.String(),
		Enrolled: httpx.TimeOrNil(k.EnrolledAt), Used: httpx.TimeOrNil(k.UsedAt), Revoked: httpx.TimeOrNil(k.RevokedAt), version: k.Version}
}

// createBody is the body of a new kiosk.
type createBody struct {
	Name httpx.Opt[string] `json:"name" nullable:"false" maxLength:"60" doc:"Where it stands; shown with the times that are stamped at it" example:"Warehouse"`
}

// Parse returns the name; the service validates it.
func (b createBody) Parse(context.Context) (name string, faults errs.Fields) {
	if p := b.Name.Ptr(&faults, "name"); p != nil {
		name = *p
	}
	return name, faults
}

// badgeJSON is the badge of an employee in the JSON API.
type badgeJSON struct {
	EmployeeID int64   `json:"employee_id" readOnly:"true" doc:"The employee's id" example:"7"`
	Number     *string `json:"badge_number" doc:"In upper case; null: none" example:"A-107"`
	PINSet     bool    `json:"pin_set" readOnly:"true" doc:"Whether they have a PIN, which is never shown" example:"true"`
	Locked     *string `json:"locked_until" readOnly:"true" format:"date-time" doc:"Until when no PIN is taken, after five wrong ones in a row; null: it is taken" example:"2026-11-20T13:15:00Z"`

	version int64
}

// Tag returns the employee's id and the badge's version, from which its ETag is made.
func (b badgeJSON) Tag() (id, version int64) { return b.EmployeeID, b.version }

func (a api) badgeJSON(b Badge) badgeJSON {
	j := badgeJSON{EmployeeID: b.EmployeeID, PINSet: b.HasPIN, version: b.Version}
	if b.Number != "" {
		j.Number = &b.Number
	}
	if b.Locked(a.s.at()) {
		j.Locked = httpx.TimeOrNil(b.LockedUntil)
	}
	return j
}

// setBadgeBody is the body that changes a badge.
type setBadgeBody struct {
	Number httpx.Opt[string] `json:"badge_number,omitzero" doc:"At most 32 letters, digits, hyphens and dots, upper and lower case alike; null removes it, left out it stays" example:"A-107"`
	PIN    httpx.Opt[string] `json:"pin,omitzero" doc:"4 to 8 digits, none of them repeated throughout, and no sequence; null removes it, left out it stays" example:"2580"`
	Locked httpx.Opt[string] `json:"locked_until,omitzero" doc:"null unlocks a PIN that is locked after wrong ones, if If-Match is the ETag of the locked badge; without If-Match the PIN stays locked. Another value changes nothing" example:"2026-11-20T13:15:00Z"`
}

// Parse returns the changes; the service validates them.
func (b setBadgeBody) Parse(context.Context) (c BadgeChanges, faults errs.Fields) {
	c.Number = b.Number.OrZero(&faults, "badge_number")
	c.PIN = b.PIN.OrZero(&faults, "pin")
	c.Unlock = b.Locked.Null
	return c, faults
}

type api struct{ s *Service }

func (a api) list(ctx context.Context, in *struct{ httpx.OptionalPage }, each func(kioskJSON) error) error {
	return a.s.Each(ctx, Filter{After: in.After, Rows: in.LimitPlusOne()}, func(k Kiosk) error { return each(a.toJSON(k)) })
}

func (a api) get(ctx context.Context, in *httpx.ByID) (*httpx.Response[kioskJSON], error) {
	k, err := a.s.Get(ctx, in.ID)
	return httpx.Respond(a.toJSON(k)), err
}

func (a api) create(ctx context.Context, in *httpx.BodyInput[createBody, string]) (*httpx.Response[kioskJSON], error) {
	token, k, err := a.s.Create(ctx, auth.From(ctx), in.Body.Value())
	if err != nil {
		return nil, err
	}
	out := a.toJSON(k)
	out.URL = new(a.s.Origin + paths.KioskEnrol(token))
	return httpx.Respond(out), nil
}

func (a api) revoke(ctx context.Context, in *httpx.IfMatchInput) (*httpx.NoContent, error) {
	return nil, a.s.Revoke(ctx, auth.From(ctx), in.ID, in.ExpectedVersion())
}

func (a api) badge(ctx context.Context, in *httpx.ByID) (*httpx.Response[badgeJSON], error) {
	b, err := a.s.Badge(ctx, auth.From(ctx), in.ID)
	return httpx.Respond(a.badgeJSON(b)), err
}

func (a api) setBadge(ctx context.Context, in *httpx.UpdateInput[setBadgeBody, BadgeChanges]) (*httpx.Response[badgeJSON], error) {
	b, err := a.s.SetBadge(ctx, auth.From(ctx), in.ID, in.ExpectedVersion(), in.Body.Value())
	return httpx.Respond(a.badgeJSON(b)), err
}
