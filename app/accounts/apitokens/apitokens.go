// Package apitokens stores the access tokens that people create for programs (A3). Package auth verifies them, records their use, and
// deletes those that have expired and those of people whose sign-ins end.
package apitokens

import "presence/db"

// Token is an access token that a person created for a program. Its text is shown once and not stored.
type Token struct {
	ID        string // UUID; the token's claims carry it
	Name      string // says which program uses it
	CreatedAt db.Instant
	ExpiresAt db.Instant
	UsedAt    db.Instant // last recorded use, see auth.TokenUseInterval; 0: never
}

const (
	maxTokens = 50 // of one person at the same time
	maxName   = 60 // characters
)
