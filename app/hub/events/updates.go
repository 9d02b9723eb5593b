package events

import (
	"context"
	"strconv"

	"github.com/gin-gonic/gin"

	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	views "presence/views/hub/events"
	"presence/views/ui"
)

// concernsGuests reports whether guests who are coming should know of a change: of the time, the place, or whether they see the event.
func concernsGuests(before, after Event) bool {
	return before.Moved(after) || (before.State == Draft) != (after.State == Draft)
}

// Moved reports whether another version of the event has another time or place.
func (e Event) Moved(other Event) bool {
	return e.StartsAt != other.StartsAt || e.EndsAt != other.EndsAt || e.Text("fr").Address != other.Text("fr").Address ||
		e.Text("en").Address != other.Text("en").Address
}

// offerUpdate returns the page that asks whether to tell guests of a change that was saved, or back when there is nothing to ask. Undoing
// a change is not asked about.
func (p pages) offerUpdate(c *gin.Context, before, after Event, back string) (string, error) {
	if c.PostForm("undo") != "" || !concernsGuests(before, after) {
		return back, nil
	}
	n, err := p.guestsToTell(c.Request.Context(), after)
	if err != nil || n == 0 {
		return back, err
	}
	return paths.AskToTellGuests(after.ID, after.Version), nil
}

// guestsToTell returns how many guests can be told of a change.
func (p pages) guestsToTell(ctx context.Context, e Event) (int64, error) {
	if p.s.hooks.Reachable == nil || e.EndsAt <= p.s.at() {
		return 0, nil
	}
	return p.s.hooks.Reachable(ctx, e.ID)
}

// question returns the question whether to tell guests of the change that the address names; nil when there is nothing to ask, because
// the event was changed since.
func (p pages) question(c *gin.Context, e Event) (*views.UpdateOffer, error) {
	version := strconv.FormatInt(e.Version, 10)
	if c.Query("tell") != version {
		return nil, nil
	}
	n, err := p.guestsToTell(c.Request.Context(), e)
	if err != nil || n == 0 {
		return nil, err
	}
	l, text := p.presenter(c).lang, i18n.TellText
	if e.State == Draft {
		text = i18n.TellGone
	}
	return &views.UpdateOffer{Text: l.N(int(n), text), Action: paths.SendUpdates(e.ID),
		Hidden: []ui.Hidden{{Name: "version", Value: version}}}, nil
}
