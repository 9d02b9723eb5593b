// Package tracking renders the page behind an unsubscribe link.
package tracking

import "presence/app/platform/i18n"

// UnsubscribePage is the page behind an unsubscribe link. It shows only the outline of the address, since links get forwarded.
type UnsubscribePage struct {
	Address string // masked: m•••@example.com
	Lang    i18n.Lang
	Done    bool   // it has been asked
	Palette string // the class of the event's colours
	Other   string // the same page in the other language; empty: there is none
}
