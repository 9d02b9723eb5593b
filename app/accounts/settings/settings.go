// Package settings serves the settings pages: people's own tokens and sessions, and for administrators the people, their roles
// and the audit log. It has no tables of its own.
package settings

import (
	"context"
	"time"

	"presence/app/accounts/apitokens"
	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/db"
)

// Service reads the audit log; people and sessions belong to package auth, tokens to package apitokens.
type Service struct {
	db   *db.DB
	auth *auth.Service
	zone *time.Location // of the company, for the days of the log

	tokens *apitokens.Service

	warnings Warnings
	now      func() time.Time
}

// Warnings are about the installation; administrators see them on the settings pages.
type Warnings struct {
	ForwardedIgnored func() bool // reports whether X-Forwarded-For came from an address that is not in TRUSTED_PROXIES (R20)
	OutboxOnly       bool        // nothing is sent: MAIL_OUTBOX_ONLY (O2)
}

// Options are what the service needs besides the database.
type Options struct {
	Accounts *auth.Service
	Zone     *time.Location // of the company, for the days of the log
	Warnings Warnings
}

// NewService makes the service.
func NewService(d *db.DB, now func() time.Time, o Options) *Service {
	return &Service{db: d, auth: o.Accounts, tokens: apitokens.NewService(d, now, o.Accounts), zone: o.Zone, now: now, warnings: o.Warnings}
}

// LogSearch selects entries of the log; zero values select all.
type LogSearch struct {
	Person   string // words of a name or an e-mail address
	PersonID string // the id of one person, instead of Person
	Kind     string
	Record   string
	Action   string
	From, To db.Day // both included
	Before   int64  // only entries older than that id
	Rows     int
}

// maxMatchedPeople is the maximum number of people that the words of a search select.
const maxMatchedPeople = 100

// Record identifies a record that the log mentions.
type Record struct{ Kind, ID string }

// RecordNames returns what records are called, in the actor's language: a timesheet by its period and employee, a pay code by its
// code. It leaves out records without a name, and those that are stored no more. Package settings does not know the features.
type RecordNames func(ctx context.Context, by auth.Actor, records []Record) (map[Record]string, error)

// Log returns the matching entries, newest first.
func (s *Service) Log(ctx context.Context, by auth.Actor, search LogSearch) ([]audit.StoredEntry, error) {
	if by.Role != auth.Admin {
		return nil, errs.Forbidden("not_allowed", "Only an administrator reads the audit log.")
	}
	f := audit.Filter{Kind: search.Kind, RecordID: search.Record, Actions: named(by.Language, search.Action),
		Before: search.Before, Rows: search.Rows}
	if !search.From.IsZero() {
		f.From = db.InstantOf(search.From.In(s.zone))
	}
	if !search.To.IsZero() {
		f.Until = db.InstantOf(search.To.Add(1).In(s.zone))
	}
	switch {
	case search.PersonID != "":
		f.People = []string{search.PersonID}
	case search.Person != "":
		found, _, err := s.auth.People(ctx, by, auth.PeopleSearch{Text: search.Person, Rows: maxMatchedPeople})
		if err != nil {
			return nil, err
		}
		f.People = make([]string, len(found))
		for i, p := range found {
			f.People[i] = p.ID
		}
	}
	return audit.Search(ctx, s.db, f)
}
