package oauthsessions

import "presence/db"

// Connection is a session as the pages show it: without its tokens, which are not read from the database for it.
type Connection struct {
	ID            string // UUID of the session
	PersonID      string
	PersonName    string // "" when the person has none
	PersonEmail   string
	Application   string // URL
	Scopes        []string
	Since         db.Instant // when the session was created
	AccessExpiry  db.Instant
	RefreshExpiry db.Instant // 0: not known
}

// Validity is the state of the tokens of a connection.
type Validity uint8

// The validities.
const (
	Valid     Validity = iota // the access token is valid
	Renewable                 // the access token has expired; the refresh token has not
	Expired                   // both have expired
)

// Validity returns the state of the tokens at an instant. A token is no longer valid at the instant of its expiry.
func (c Connection) Validity(at db.Instant) Validity {
	switch {
	case at < c.AccessExpiry:
		return Valid
	case c.RefreshExpiry == 0 || at < c.RefreshExpiry:
		return Renewable
	}
	return Expired
}

// Search selects connections; zero values select all.
type Search struct {
	Own  bool   // only those of the actor
	Text string // words of the person's name or e-mail address, or of the application's address
	Page int64  // from 1; a page after the last one is the last one
	Rows int64  // on a page
}

// SearchResult is a page of the connections found.
type SearchResult struct {
	List []Connection
	All  int64 // on all pages
	Page int64
}
