// Package search renders what the search over everything found.
package search

import "presence/views/ui"

// Results are what a search over everything found.
type Results struct {
	Query  string // empty: all actions and pages
	Count  int    // rows in all groups
	Help   string // where the guides are searched for the same
	Groups []Group
}

// Group lists the results of one kind.
type Group struct {
	Title string
	Rows  []Result
}

// Result is a link to something that was found.
type Result struct {
	Icon       ui.Icon
	Text, Note string
	Href       string
}
