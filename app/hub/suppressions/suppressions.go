// Package suppressions says whether an address takes mail from the hub. The table has the addresses that unsubscribed, do not
// exist, or reported a message as spam; package campaigns writes it.
package suppressions

// The reasons of a suppression.
const (
	Unsubscribed = "unsubscribed"
	Bounced      = "bounced"
	Complained   = "complained"
)
