package push

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
)

// deviceJSON is a device in the JSON API.
type deviceJSON struct {
	ID        int64   `json:"id" readOnly:"true" doc:"The record's id" example:"7"`
	Device    string  `json:"device" doc:"Browser and system" example:"Chrome · Android"`
	CreatedAt string  `json:"created_at" format:"date-time" doc:"When it was added" example:"2026-11-20T13:00:00Z"`
	UsedAt    *string `json:"used_at" format:"date-time" doc:"When a notice was accepted last; null: never" example:"2026-11-20T14:00:00Z"`
}

// Tag returns the id. A device has no versions.
func (f deviceJSON) Tag() (id, version int64) { return f.ID, 0 }

func toJSON(d Device) deviceJSON {
	f := deviceJSON{ID: d.ID, Device: d.Name, CreatedAt: d.CreatedAt.String()}
	if d.UsedAt != 0 {
		f.UsedAt = new(d.UsedAt.String())
	}
	return f
}

type devicesJSON struct {
	Key     string       `json:"application_server_key" doc:"The key with which browsers subscribe, in base64url; empty: notices are turned off" example:"BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM"`
	Devices []deviceJSON `json:"subscriptions" doc:"The caller's devices, the newest first"`
}

type devicesAnswer struct {
	CacheControl string `header:"Cache-Control"`
	Body         devicesJSON
}

type api struct{ s *Service }

func (a api) list(ctx context.Context, _ *struct{}) (*devicesAnswer, error) {
	list, err := a.s.Devices(ctx, auth.From(ctx))
	if err != nil {
		return nil, err
	}
	out := devicesJSON{Key: a.s.Key(), Devices: make([]deviceJSON, len(list))}
	for i, d := range list {
		out.Devices[i] = toJSON(d)
	}
	return &devicesAnswer{"private, no-store", out}, nil
}

// createBody is the body of POST, which is what PushSubscription.toJSON returns.
type createBody struct {
	Endpoint httpx.Opt[string]   `json:"endpoint" nullable:"false" doc:"The https:// address that the browser got from its push service" example:"https://push.example.net/s/4f1c"`
	Expires  httpx.Opt[int64]    `json:"expirationTime,omitzero" doc:"Not used: a device whose address has ended is removed with its next notice" example:"1789000000000"`
	Keys     httpx.Opt[keysBody] `json:"keys" nullable:"false" doc:"The keys with which notices are encrypted for the device"`
}

type keysBody struct {
	P256DH string `json:"p256dh" doc:"Public key of the curve P-256, in base64url" example:"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"`
	Auth   string `json:"auth" doc:"16 bytes in base64url" example:"BTBZMqHH6r4Tts7J_aSIgg"`
}

// Parse returns the subscription; the service validates it.
func (b createBody) Parse(context.Context) (x Subscription, faults errs.Fields) {
	if v := b.Endpoint.Ptr(&faults, "endpoint"); v != nil {
		x.Endpoint = *v
	}
	if v := b.Keys.Ptr(&faults, "keys"); v != nil {
		x.P256DH, x.Auth = v.P256DH, v.Auth
	}
	return x, faults
}

type createInput struct {
	Agent string `header:"User-Agent" doc:"Names the device" example:"Mozilla/5.0 (Android 16; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0"`
	Body  httpx.Body[createBody, Subscription]
}

func (a api) create(ctx context.Context, in *createInput) (*httpx.Response[deviceJSON], error) {
	x := in.Body.Value()
	x.Agent = in.Agent
	d, err := a.s.Add(ctx, auth.From(ctx), x)
	return httpx.Respond(toJSON(d)), err
}

// DevicePath holds the path parameter that names a device.
type DevicePath struct {
	ID int64 `path:"subscription_id" minimum:"1" doc:"The record's id" example:"7"`
}

func (a api) delete(ctx context.Context, in *DevicePath) (*httpx.NoContent, error) {
	return nil, a.s.Remove(ctx, auth.From(ctx), in.ID)
}
