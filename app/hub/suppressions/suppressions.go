// Package suppressions says whether an address takes mail from the hub, and of which kind. It stores the addresses that nothing
// is sent to, those whose messages keep coming back (bounces.go), and what their owners want to receive (store_preferences.go).
package suppressions

import (
	"presence/app/platform/mail"
	"presence/db"
)

// The reasons of a suppression.
const (
	Unsubscribed = "unsubscribed"
	Bounced      = "bounced"
	Complained   = "complained"
)

// Suppression is an address that nothing is sent to.
type Suppression struct {
	Email  string // the normalized form by which addresses are compared
	Reason string // Unsubscribed, Bounced or Complained
	Since  db.Instant
	Event  string // the event whose message caused it; empty: staff added it

	ByStaff bool // staff added it; set for the suppressions of a guest

	Cause      mail.Cause // of a bounce, also of an address that unsubscribed besides
	Diagnostic string     // the words of the mail server
}

// Suppressing is an address to suppress, with the message that led to it.
type Suppressing struct {
	EmailKey   string
	Reason     string // Unsubscribed, Bounced or Complained
	Recipient  int64  // 0: staff added it
	At         db.Instant
	Cause      mail.Cause // of a bounce
	Diagnostic string
}
