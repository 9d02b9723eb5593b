// Package help renders the guides.
package help

import "presence/views/ui"

// Index is the list of all guides, or of the tasks that a search found.
type Index struct {
	Query  string // empty: all guides
	Search ui.Filters
	Guides []Card
	Found  []Found
}

// Card is a guide in the list.
type Card struct {
	Title, Lead, Href string
	First             bool // shown with its tasks
	Own               bool // for the reader's roles; the others are folded
	Tasks             []Group
}

// Group is some of the tasks of a guide.
type Group struct {
	Title string // empty: the guide has one group
	Links []Link
}

// Link leads to a task.
type Link struct{ Title, Href string }

// Found is a task that a search found.
type Found struct {
	Title, Href string
	Guide       string // its title
	Line        string // HTML of a step that has one of the words
}

// Guide is the page of one guide.
type Guide struct {
	Title, Lead string
	Search      ui.Filters
	Tabs        []ui.Tab // all guides
	Links       []Group
	Tasks       []Task
}

// Task is one thing to do, in steps.
type Task struct {
	ID, Title string
	Steps     string // HTML of the guide, which ships with the program
	Pictures  []Picture
}

// Picture is a part of a page.
type Picture struct {
	Src, Alt      string
	Width, Height int
}
