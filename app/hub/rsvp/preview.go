package rsvp

import (
	"context"
	"strings"
	"time"

	"presence/app/hub/events"
	"presence/app/platform/i18n"
	views "presence/views/hub/rsvp"
)

// Preview draws the guests' page of an event that may not be saved yet, as it would be if it were open: for whoever is
// writing it. now and zone are those of the pages themselves.
func Preview(zone *time.Location, now func() time.Time) events.PreviewRenderer {
	return func(ctx context.Context, e events.Event, headcount int64, lang i18n.Lang) (string, error) {
		v := presenter{e: e, seats: Seats{Headcount: headcount}, lang: lang, now: now(), zone: zone}
		if e.State == events.Draft {
			v.e.State = events.Open
		}
		p := v.invitation()
		p.Switch = "" // it leads out of the preview
		var b strings.Builder
		err := views.Invitation(p).Render(ctx, &b)
		return b.String(), err
	}
}
