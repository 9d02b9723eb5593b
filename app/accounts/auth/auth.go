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
//	factor                    second factors: passkeys, one-time codes, recovery codes, asking again; the protocol of
//	                          passkeys is package passkeys
//	provider                  signing in with the company's identity provider; its protocol is package openid
//	session                   browser sessions
//	*_tokens, token_request   access and refresh tokens; signing them is package accesstokens, API tokens are package apitokens
//	store                     the SQL of each of these
//
// New in service.go wires them; api.go and routes.go are the JSON API.
//
//	             signing in with a browser
//
//	a new person, or a password forgotten            a person with a password
//
//	Service.Invite (invitations.go)                  pages.signIn (pages.go)
//	Service.RequestPassword (password_forgotten.go)    └─ Service.CheckPassword (service.go)
//	  │  stored, and answered in the background:             limits (sign_in_limits.go), then the hash
//	  │  Service.AnswerPasswordRequests                │
//	  │  (password_forgotten.go)                       │  the company's identity provider:
//	  ▼                                                │  Service.startProviderSignIn (provider_sign_in.go)
//	the message with the link                          │  Service.finishProviderSignIn (provider_sign_in.go)
//	  │                                                │  which asks for its own second factor: no step follows
//	  └─ Service.UsePasswordLink (password_link.go)    │
//	       sets the password, ends all sessions        │
//	       and tokens; the link is void                │
//	       │                                           │
//	       └──────────────┬────────────────────────────┘
//	                      ▼
//	     pages.afterPassword (factor_pages.go)
//	       ├─ no second factor ──▶ pages.signInAndRedirect (pages.go)
//	       └─ Service.awaitFactor (factor_awaited.go)          a session without a person, which waits for the factor
//	            └─ pages.submitFactor (factor_pages.go)        a one-time code or a recovery code; or
//	               pages.signInWithPasskey (factor_pages.go)   a passkey
//	                 └──▶ signInAndRedirect
//	                                 └─ Service.StartSession (session.go): the cookie; the earlier session of the browser ends
//
//	             each request
//
//	Service.BrowserSessions (session_middleware.go)   reads the session of the cookie
//	Service.Authenticate (middleware.go)              the caller, an Actor: of the session, or of a token
//	Service.RequireReauth (reauth_pages.go)           on routes that require reauthentication (httpx.Reauth)
//	  ├─ Service.checkProof (reauth_pages.go)         the proof in the form, if there is one
//	  │    └─ Service.Reauthenticate (reauth.go)
//	  └─ Service.ReauthPage (reauth_pages.go)         the form that asks for a proof and repeats the request with it
package auth
