// Package timeline renders what happened between the events and one guest.
package timeline

import "presence/views/ui"

// Row is something that happened.
type Row struct {
	Icon              ui.Icon
	Text, When, Event string // Event: its title; empty: of no event
	Href              string // of the event, or of the registration
	Why               string // the words of the mail server; empty: there are none
}
