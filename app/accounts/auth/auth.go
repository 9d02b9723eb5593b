// Package auth identifies callers: it stores people, their passwords, sessions and tokens, and defines what each may see and
// approve (A1-A5, C10, C11).
//
// Where to look, by the beginning of a file's name:
//
//	actor, anonymous          the caller of a request, and what they may see and approve
//	middleware, viewer        how a request gets its caller, and a page the caller's name
//	people, *_people          people with an account
//	first_admin, last_admin   there is always an administrator
//	access, invitations       how a person signs in, and how staff invite them
//	pages, preferences, demo  the sign-in page
//	sign_in                   how often a sign-in may be tried
//	password                  changing, forgotten passwords, links to choose one; hashing them is package passwords
//	factor                    second factors: passkeys, one-time codes, recovery codes, asking again
//	provider                  signing in with the company's identity provider; its protocol is package openid
//	session                   browser sessions
//	*_tokens, token_request   access, refresh and API tokens; signing them is package accesstokens
//	store                     the SQL of each of these
//
// New in service.go wires them; api.go and routes.go are the JSON API.
package auth
