// Package campaigns draws what guests see of the sends: the page on which they ask to be written to no more.
package campaigns

import "presence/app/i18n"

// Asking is the page behind an unsubscribe link. It shows nobody's address: links are forwarded.
type Asking struct {
	Lang i18n.Lang
	Done bool // it has been asked
}
