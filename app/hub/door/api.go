package door

import (
	"context"
	"strings"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/paths"
	"presence/db"
)

// api handles the requests of the JSON API.
type api struct{ s *Service }

// linkJSON is a check-in link in JSON answers.
type linkJSON struct {
	ID         int64   `json:"id" doc:"The record's id" example:"3"`
	EventID    string  `json:"event_id" doc:"The event's slug" example:"gala-2026"`
	Name       string  `json:"name" doc:"Stands beside what is counted with the link" example:"Entrance B"`
	CreatedAt  string  `json:"created_at" format:"date-time" doc:"When" example:"2026-12-17T13:00:00Z"`
	ValidUntil string  `json:"valid_until" format:"date-time" doc:"Six hours after the end of the event, unless it is revoked before" example:"2026-12-18T09:00:00Z"`
	URL        *string `json:"url" doc:"What helpers open on their phones: only in the answer that creates the link, otherwise null" example:"https://presence.example.com/door/open/3Q2TWAAAAAAAAAAAAAAAAAAAAA"`
}

// Tag returns the id and the version, from which the ETag is made. A link never changes.
func (f linkJSON) Tag() (id, version int64) { return f.ID, 1 }

func toJSON(l Link, until db.Instant) linkJSON {
	return linkJSON{ID: l.ID, EventID: l.EventID, Name: l.Name, CreatedAt: l.CreatedAt.String(), ValidUntil: until.String()}
}

// EventPath holds the path parameter that names an event.
type EventPath struct {
	EventID string `path:"event_id" pattern:"^[a-z0-9-]{1,64}$" doc:"The event's slug" example:"gala-2026"`
}

type listInput struct {
	EventPath
	httpx.OptionalPage
}

func (a api) list(ctx context.Context, in *listInput, each func(linkJSON) error) error {
	list, e, err := a.s.Links(ctx, in.EventID)
	if err != nil {
		return err
	}
	return httpx.EachOf(ctx, &in.OptionalPage, list, func(l Link) (int64, db.Instant) { return l.ID, l.CreatedAt },
		func(l Link) error { return each(toJSON(l, linksEnd(e))) })
}

type createBody struct {
	Name httpx.Opt[string] `json:"name" nullable:"false" maxLength:"60" doc:"Stands beside what is counted with the link" example:"Entrance B"`
}

// Parse returns the name; the service validates it.
func (b createBody) Parse(context.Context) (name string, faults errs.Fields) {
	if p := b.Name.Ptr(&faults, "name"); p != nil {
		name = strings.TrimSpace(*p)
	}
	return name, faults
}

type createInput struct {
	EventPath
	Body httpx.Body[createBody, string]
}

func (a api) create(ctx context.Context, in *createInput) (*httpx.Response[linkJSON], error) {
	token, l, err := a.s.CreateLink(ctx, auth.From(ctx), in.EventID, in.Body.Value())
	if err != nil {
		return nil, err
	}
	e, err := a.s.rsvp.Event(ctx, in.EventID)
	out := toJSON(l, linksEnd(e))
	out.URL = new(a.s.origin + paths.OpenDoor(token))
	return httpx.Respond(out), err
}

type revokeInput struct {
	EventPath
	ID int64 `path:"link_id" minimum:"1" doc:"The link's id" example:"3"`
}

func (a api) revoke(ctx context.Context, in *revokeInput) (*httpx.NoContent, error) {
	return nil, a.s.RevokeLink(ctx, auth.From(ctx), in.EventID, in.ID)
}
