// Package settings shows people what they set: their own tokens and sessions, and to administrators the people, their
// roles and the audit log. What it shows is kept by others; it has no tables.
package settings

import (
	"context"
	"slices"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/db"
)

// Service reads the log; people, tokens and sessions are auth's.
type Service struct {
	db   *db.DB
	auth *auth.Service
	zone *time.Location // the company's: days are its days

	forwardedIgnored func() bool // whether X-Forwarded-For came from where it is not believed (R20)
	now              func() time.Time
}

// NewService wires the service.
func NewService(d *db.DB, who *auth.Service, zone *time.Location, now func() time.Time) *Service {
	return &Service{db: d, auth: who, zone: zone, now: now, forwardedIgnored: func() bool { return false }}
}

// SetForwardedIgnored says who knows whether X-Forwarded-For came from an address that is not among TRUSTED_PROXIES. Call it
// before serving.
func (s *Service) SetForwardedIgnored(came func() bool) { s.forwardedIgnored = came }

// LogSearch is what an administrator looks for in the log; zero values do not narrow it.
type LogSearch struct {
	Person   string // words of a name or an e-mail
	PersonID string // exactly this one, instead
	Kind     string
	Record   string
	Action   string
	From, To db.Day // both included
	Before   int64  // only entries older than that id
	Rows     int
}

// maxMatchedPeople is how many of those who fit the words of a search are looked for.
const maxMatchedPeople = 100

// LogResult is a part of the log, with the names of the people whose accounts it speaks of.
type LogResult struct {
	List  []audit.StoredEntry
	Names map[string]string // by their ids
}

// Log reads the entries that fit, newest first.
func (s *Service) Log(ctx context.Context, by auth.Actor, search LogSearch) (f LogResult, err error) {
	if f.List, err = s.entries(ctx, by, search); err != nil {
		return f, err
	}
	var accounts []string
	for _, e := range f.List {
		if e.Kind == "person" && !slices.Contains(accounts, e.RecordID) {
			accounts = append(accounts, e.RecordID)
		}
	}
	f.Names, err = s.auth.Names(ctx, accounts)
	return f, err
}

func (s *Service) entries(ctx context.Context, by auth.Actor, search LogSearch) ([]audit.StoredEntry, error) {
	if by.Role != auth.Admin {
		return nil, errs.Forbidden("not_allowed", "Only an administrator reads the audit log.")
	}
	f := audit.Filter{Kind: search.Kind, RecordID: search.Record, Action: search.Action, Before: search.Before, Rows: search.Rows}
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
