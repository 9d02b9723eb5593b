// Package search finds records of all features by words, for the dialog that Ctrl+K opens.
package search

import (
	"context"
	"unicode/utf8"

	"presence/app/accounts/auth"
	"presence/app/help"
	"presence/app/hub/directory"
	"presence/app/hub/events"
	"presence/app/hub/rsvp"
	"presence/app/platform/contact"
	"presence/app/workforce/employees"
)

const (
	minSearched = 2 // characters: with fewer, nearly everything matches
	rowsOfGroup = 8
)

// Service finds records of all features by words.
type Service struct {
	Employees *employees.Service
	Events    *events.Service
	RSVP      *rsvp.Service
	Directory *directory.Service
}

// Found are the records that a search found, at most rowsOfGroup of each kind.
type Found struct {
	Employees     []employees.Listed
	Events        []events.Event
	Registrations []rsvp.RSVP
	Customers     []directory.Match

	Help []help.Found // tasks of the guides

	All map[string]events.Event // all events by id, for the titles beside registrations
}

// Search returns the records with these words that the actor may see. Case and accents do not matter, nor do small typos in names. A
// text of fewer than two characters finds nothing.
func (s *Service) Search(ctx context.Context, by auth.Actor, text string) (f Found, err error) {
	if n := utf8.RuneCountInString(contact.Fold(text)); n < minSearched {
		return f, nil
	}
	if f.Help, err = help.Find(by, text, rowsOfGroup); err != nil {
		return f, err
	}
	if by.EmployeeID != 0 || by.Approver() {
		found, err := s.Employees.Search(ctx, by, employees.Search{Text: text, Rows: rowsOfGroup})
		if err != nil {
			return f, err
		}
		if f.Employees = found.List; len(f.Employees) == 0 {
			if f.Employees, err = s.similar(ctx, by, text); err != nil {
				return f, err
			}
		}
	}
	if !by.RunsEvents() {
		return f, nil
	}
	all, err := s.Events.Events(ctx)
	if err != nil {
		return f, err
	}
	f.All = map[string]events.Event{}
	for _, e := range all {
		f.All[e.ID] = e
		if len(f.Events) < rowsOfGroup && contact.HasWords(e.ID+" "+e.Content.FR.Title+" "+e.Content.EN.Title, text) {
			f.Events = append(f.Events, e)
		}
	}
	if f.Registrations, err = s.RSVP.Find(ctx, text, rowsOfGroup); err != nil {
		return f, err
	}
	if f.Customers, err = s.Directory.Search(ctx, text); err != nil {
		return f, err
	}
	f.Customers = f.Customers[:min(len(f.Customers), rowsOfGroup)]
	return f, nil
}

// similar returns the employees whose names have words that are like those of a text, if it has typos.
func (s *Service) similar(ctx context.Context, by auth.Actor, text string) ([]employees.Listed, error) {
	all, err := s.Employees.TreeNodes(ctx, by)
	if err != nil {
		return nil, err
	}
	names := make([]string, len(all))
	for i, x := range all {
		names[i] = x.Name
	}
	corrected := contact.Corrected(names, text)
	if corrected == "" {
		return nil, nil
	}
	found, err := s.Employees.Search(ctx, by, employees.Search{Text: corrected, Rows: rowsOfGroup})
	return found.List, err
}
