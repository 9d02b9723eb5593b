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
	who  *auth.Service
	zone *time.Location // the company's: days are its days

	forwarded func() bool // whether X-Forwarded-For came from where it is not believed (R20)
	now       func() time.Time
}

// NewService wires the service.
func NewService(d *db.DB, who *auth.Service, zone *time.Location, now func() time.Time) *Service {
	return &Service{db: d, who: who, zone: zone, now: now, forwarded: func() bool { return false }}
}

// WatchForwarded says who knows whether X-Forwarded-For came from an address that is not among TRUSTED_PROXIES. Call it
// before serving.
func (s *Service) WatchForwarded(came func() bool) { s.forwarded = came }

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

// manyPeople is how many of those who fit the words of a search are looked for.
const manyPeople = 100

// Found is a part of the log, with the names of the people whose accounts it speaks of.
type Found struct {
	List  []audit.StoredEntry
	Names map[string]string // by their ids
}

// Log reads the entries that fit, newest first.
func (s *Service) Log(ctx context.Context, by auth.Actor, look LogSearch) (f Found, err error) {
	if f.List, err = s.entries(ctx, by, look); err != nil {
		return f, err
	}
	var accounts []string
	for _, e := range f.List {
		if e.Kind == "person" && !slices.Contains(accounts, e.RecordID) {
			accounts = append(accounts, e.RecordID)
		}
	}
	f.Names, err = s.who.Names(ctx, accounts)
	return f, err
}

func (s *Service) entries(ctx context.Context, by auth.Actor, look LogSearch) ([]audit.StoredEntry, error) {
	if by.Role != auth.Admin {
		return nil, errs.Forbidden("not_allowed", "Only an administrator reads the audit log.")
	}
	f := audit.Filter{Kind: look.Kind, RecordID: look.Record, Action: look.Action, Before: look.Before, Rows: look.Rows}
	if !look.From.IsZero() {
		f.From = db.InstantOf(look.From.In(s.zone))
	}
	if !look.To.IsZero() {
		f.Until = db.InstantOf(look.To.Add(1).In(s.zone))
	}
	switch {
	case look.PersonID != "":
		f.People = []string{look.PersonID}
	case look.Person != "":
		found, _, err := s.who.People(ctx, by, auth.PeopleSearch{Text: look.Person, Rows: manyPeople})
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
