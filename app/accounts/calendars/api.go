package calendars

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
)

// calendarJSON is a calendar in the JSON API.
type calendarJSON struct {
	ID        int64     `json:"id" readOnly:"true" doc:"The record's id" example:"4"`
	Name      string    `json:"name" doc:"Says which program reads it" example:"Phone"`
	Contents  []Content `json:"contents" doc:"What it holds: shifts, leave, team, periods, events" example:"shifts"`
	CreatedAt string    `json:"created_at" format:"date-time" doc:"When it was made" example:"2026-11-20T13:00:00Z"`
	ReadAt    *string   `json:"read_at" format:"date-time" doc:"The last reading, to the hour; null: never" example:"2026-11-20T14:00:00Z"`
	URL       *string   `json:"url,omitempty" doc:"The secret address, in the answer to POST alone" example:"https://presence.example.com/u/calendars/q3Jm1v7mQ0aXn2bq5kTn1A.ics"`
}

// Tag returns the id. A calendar has no versions.
func (f calendarJSON) Tag() (id, version int64) { return f.ID, 0 }

func toJSON(c Calendar) calendarJSON {
	f := calendarJSON{ID: c.ID, Name: c.Name, Contents: c.Contents, CreatedAt: c.CreatedAt.String()}
	if c.ReadAt != 0 {
		f.ReadAt = new(c.ReadAt.String())
	}
	return f
}

type api struct{ s *Service }

type listInput struct{}

func (a api) list(ctx context.Context, _ *listInput, each func(calendarJSON) error) error {
	list, err := a.s.List(ctx, auth.From(ctx))
	for i := 0; err == nil && i < len(list); i++ {
		err = each(toJSON(list[i]))
	}
	return err
}

// createBody is the body of POST.
type createBody struct {
	Name     httpx.Opt[string]   `json:"name" nullable:"false" maxLength:"60" doc:"Says which program reads it" example:"Phone"`
	Contents httpx.Opt[[]string] `json:"contents" nullable:"false" doc:"What it holds, of what the caller may see: shifts, leave, team, periods, events" example:"shifts"`
}

// Parse returns the fields of a new calendar; the service validates them.
func (b createBody) Parse(context.Context) (n New, faults errs.Fields) {
	if v := b.Name.Ptr(&faults, "name"); v != nil {
		n.Name = *v
	}
	if v := b.Contents.Ptr(&faults, "contents"); v != nil {
		for _, name := range *v {
			n.Contents = append(n.Contents, Content(name))
		}
	}
	return n, faults
}

func (a api) create(ctx context.Context, in *httpx.BodyInput[createBody, New]) (*httpx.Response[calendarJSON], error) {
	c, secret, err := a.s.Create(ctx, auth.From(ctx), in.Body.Value())
	out := toJSON(c)
	out.URL = new(a.s.address(secret))
	return httpx.Respond(out), err
}

// CalendarPath holds the path parameter that names a calendar.
type CalendarPath struct {
	ID int64 `path:"calendar_id" minimum:"1" doc:"The record's id" example:"4"`
}

func (a api) revoke(ctx context.Context, in *CalendarPath) (*httpx.NoContent, error) {
	return nil, a.s.Revoke(ctx, auth.From(ctx), in.ID)
}
