package rsvp

import (
	"context"
	"strings"
	"time"

	"presence/app/hub/events"
	"presence/app/platform/i18n"
	views "presence/views/hub/rsvp"
)

// Preview returns the renderer for the preview of an event that may not be saved yet. It renders the guests' page as it would
// be if the event were open. zone, company and now are those of the guests' pages.
func Preview(zone *time.Location, company string, now func() time.Time) events.PreviewRenderer {
	return func(ctx context.Context, e events.Event, headcount int64, lang i18n.Lang, scheme string) (string, error) {
		v := presenter{e: e, seats: Seats{Headcount: headcount}, lang: lang, now: now(), zone: zone, company: company}
		if e.State == events.Draft {
			v.e.State = events.Open
		}
		p := v.invitation()
		p.Still, p.Scheme = true, scheme
		p.Switch, p.Event.Map = "", "#" // these links would leave the preview
		var b strings.Builder
		err := views.Invitation(p).Render(ctx, &b)
		return b.String(), err
	}
}
