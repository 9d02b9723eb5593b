package events

import (
	"context"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/views/layout"
	"presence/views/ui"
)

// HeadOf returns the header of an event for one of its tabs, in the reader's language.
type HeadOf func(ctx context.Context, id string, tab layout.EventTab) (layout.EventHead, error)

// Header returns what builds the header for the tabs of other features; dates are shown in zone.
func Header(s *Service, zone *time.Location) HeadOf {
	return func(ctx context.Context, id string, tab layout.EventTab) (layout.EventHead, error) {
		r, err := s.Get(ctx, id)
		if err != nil {
			return layout.EventHead{}, err
		}
		return presenter{now: s.now(), zone: zone, lang: auth.From(ctx).Language}.head(r, tab), nil
	}
}

// head returns the header of an event. On the editor's page a change of the state saves the form as well.
func (d presenter) head(r Record, tab layout.EventTab) layout.EventHead {
	l, badge := d.lang, d.badge(r)
	h := layout.EventHead{Title: r.Text(string(l)).Title, When: i18n.Capital(d.brief(r.Event)), Tone: badge.Tone, State: badge.Text,
		Moves: d.moves(r.State), Post: paths.Event(r.ID), Copy: paths.CopyEvent(r.ID), Repeat: paths.RepeatEvent(r.ID),
		Tab: tab, Tabs: layout.EventTabs(l, r.ID, tab)}
	if place := AddressLines(r.Text(string(l)).Address); len(place) > 0 {
		h.When += " · " + place[0]
	}
	if r.State != Draft {
		h.Guest = paths.Rsvp(r.ID, "", "")
	}
	if r.Source == Saved {
		h.Delete = paths.AskDeleteEvent(r.ID)
	}
	if tab == layout.EventContent {
		h.Form = "event"
	}
	return h
}

// moves returns the states that follow a state, the usual one first.
func (d presenter) moves(from State) []layout.EventMove {
	move := func(to State, label i18n.Text, icon ui.Icon) layout.EventMove {
		return layout.EventMove{State: string(to), Label: d.lang.T(label), Icon: icon, Primary: from == Draft}
	}
	draft := move(Draft, i18n.EventToDraft, ui.IconDraft)
	switch from {
	case Open:
		return []layout.EventMove{move(Closed, i18n.EventShut, ui.IconLock), draft}
	case Closed:
		return []layout.EventMove{move(Open, i18n.EventReopen, ui.IconTicket), draft}
	}
	return []layout.EventMove{move(Open, i18n.EventPublish, ui.IconSend)}
}
