package auth

import (
	"context"
	"maps"
	"net/mail"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"
	"golang.org/x/text/unicode/norm"

	"presence/app/accounts/passwords"
	"presence/app/platform/contact"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/db"
)

// Person is a person with an account. An employee record or a customer record may belong to a person (W17).
type Person struct {
	ID        string // UUID, lower case
	Email     string // lower case, NFC, the domain in ASCII; unique
	Name      string // shown while there is no employee record
	Role      Role
	Language  i18n.Lang
	CreatedAt db.Instant
	Disabled  bool

	// From the person's employee record, loaded with the same query.
	EmployeeID int64 // 0: no employee record
	Archived   bool  // the employee record is archived: the person has left
	Supervises bool  // has at least one live report

	// standsInFor has the ids of the supervisors whom the employee stands in for, read only with the caller of a request: see supervisorIDs.
	standsInFor string

	// TokensAfter: tokens and sessions created before it are void.
	TokensAfter db.Instant

	// shortLived: authenticated by a token of a sign-in, or of the identity provider. See Actor.
	shortLived bool

	passwordHash string // PHC string; empty: no local password
}

// Active reports whether the person may do anything (A3): not if disabled, or if an archived employee.
func (p Person) Active() bool { return !p.Disabled && !p.Archived }

// WaysIn says which ways to sign in a person has.
type WaysIn struct {
	HasPassword bool
	Linked      bool // has signed in with the company's account
	HasPasskey  bool
}

// Any reports whether there is a way.
func (w WaysIn) Any() bool { return w.HasPassword || w.Linked || w.HasPasskey }

// State tells whether a person can sign in, and why not.
type State string

// The states of people.
const (
	StateActive       State = "active"         // can sign in
	StateInvited      State = "invited"        // has no way to sign in yet, and a valid link to choose a password
	StateCannotSignIn State = "cannot_sign_in" // has neither
	StateDisabled     State = "disabled"       // an administrator has disabled the account
	StateArchived     State = "archived"       // the employee record is archived
)

// States are all states, in the order of lists.
var States = []State{StateActive, StateInvited, StateCannotSignIn, StateDisabled, StateArchived}

// Account is a person as administrators see them.
type Account struct {
	Person
	WaysIn
	State   State
	Version int64 // of the account; People leaves it 0
}

// PeopleWithAccess returns those of the people who may and can sign in, by id: with a password, a passkey or the company's account.
func PeopleWithAccess(ctx context.Context, q db.Queryer, ids []string) (map[string]Person, error) {
	found, err := peopleWithAccess(ctx, q, ids)
	maps.DeleteFunc(found, func(_ string, p Person) bool { return !p.Active() })
	return found, err
}

// Reader returns the person as an Actor who only reads, at an address that is as secret as a token.
func (p Person) Reader() Actor { return p.actor("link") }

// actor returns the person as an Actor.
func (p Person) actor(via string) Actor {
	return Actor{PersonID: p.ID, EmployeeID: p.EmployeeID, Name: p.Name, Email: p.Email, Role: p.Role,
		Supervises: p.Supervises, StandsInFor: supervisorIDs(p.standsInFor), Language: p.Language, Via: via,
		TokensAfter: p.TokensAfter, ShortLived: p.shortLived}
}

// NewPerson is the input for a new person.
type NewPerson struct {
	Email    string
	Name     string
	Role     Role
	Language i18n.Lang // empty: French
	Password string    // empty: none
	Invite   bool      // send an invitation, if messages can be sent
}

// Validate cleans the fields and returns all errors (fields email, name, role, language, password).
func (n *NewPerson) Validate() errs.Fields {
	var faults errs.Fields
	email, ok := CleanEmail(n.Email)
	switch {
	case strings.TrimSpace(n.Email) == "":
		faults.Add("email", "required", "The email address is missing.")
	case !ok:
		faults.Add("email", "bad_email", "This is not an email address.")
	}
	n.Email = email
	n.Name = strings.Join(strings.Fields(norm.NFC.String(n.Name)), " ")
	if !validName(n.Name) {
		faults.Add("name", "invalid", "A name has at most 200 characters, none of them control characters.")
	}
	if !n.Role.valid() {
		faults.Add("role", "invalid", "The role is one of admin, payroll, events, employee.")
	}
	if n.Language == "" {
		n.Language = i18n.FR
	}
	if n.Language != i18n.FR && n.Language != i18n.EN {
		faults.Add("language", "invalid", "The language is fr or en.")
	}
	if n.Password != "" {
		passwords.Check(&faults, n.Password)
	}
	return faults
}

func (r Role) valid() bool {
	switch r {
	case Admin, Payroll, Events, Employee:
		return true
	}
	return false
}

func validName(name string) bool {
	return utf8.ValidString(name) && utf8.RuneCountInString(name) <= 200 && !strings.ContainsFunc(name, errs.Unreadable)
}

// CleanEmail returns the address in the form in which it is stored and compared: lower case, NFC, the domain in ASCII (IDNA).
// ok is false unless it is a plain address: without a display name, comment or quoted local part, with a full domain, up to 254
// bytes, without invisible characters, and without a misleading spelling of the domain (contact.ASCIIDomain).
func CleanEmail(s string) (email string, ok bool) {
	s = norm.NFC.String(strings.TrimSpace(s))
	if len(s) > 254 || !utf8.ValidString(s) || strings.ContainsAny(s, "\"()<>[]\\,;: \t\r\n\x00") ||
		strings.IndexFunc(s, unicode.IsControl) >= 0 {
		return "", false
	}
	a, err := mail.ParseAddress(s)
	if err != nil || a.Address != s {
		return "", false
	}
	at := strings.LastIndexByte(s, '@')
	local, domain := s[:at], s[at+1:]
	domain, ok = contact.ASCIIDomain(domain)
	if !ok || len(local) > 64 || contact.Misleading(local) {
		return "", false
	}
	email = norm.NFC.String(strings.ToLower(local)) + "@" + domain
	return email, len(email) <= 254
}

// cleanUUID returns the UUID in the form in which it is stored. ok is false for anything except the 36-character form, and for
// the nil UUID.
func cleanUUID(s string) (id string, ok bool) {
	u, err := uuid.Parse(s)
	if err != nil || len(s) != 36 || u == uuid.Nil {
		return "", false
	}
	return u.String(), true
}
