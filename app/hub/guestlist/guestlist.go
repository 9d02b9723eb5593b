// Package guestlist shows the registrations of an event to those who prepare it, and changes nothing: the guest list and the name
// badges to print, the totals of the answers for the caterer, and the files of both (R19).
package guestlist

import (
	"presence/app/hub/events"
	"presence/app/hub/rsvp"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	views "presence/views/hub/guestlist"
)

// api handles the requests of the JSON API.
type api struct{ rsvps *rsvp.Service }

// pages handles the requests of the staff pages.
type pages struct{ rsvps *rsvp.Service }

// head returns what the pages of one event have in common.
func head(l i18n.Lang, e events.Event, subtitle string) views.Head {
	return views.Head{Event: e.Text(string(l)).Title, Href: paths.EventOverview(e.ID), Back: paths.Registrations(e.ID), Subtitle: subtitle}
}
