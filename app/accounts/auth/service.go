package auth

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/base64"
	"runtime"
	"strings"
	"time"
	"unicode"

	"github.com/google/uuid"
	"golang.org/x/text/unicode/norm"

	"presence/app/accounts/accesstokens"
	"presence/app/accounts/openid"
	"presence/app/accounts/outgoingmail"
	"presence/app/accounts/passkeys"
	"presence/app/accounts/passwords"
	"presence/app/platform/audit"
	"presence/app/platform/contact"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/seal"
	"presence/db"
)

// Options are the dependencies and settings of New.
type Options struct {
	DB        *db.DB
	Now       func() time.Time
	Zone      *time.Location        // the company's, in which a deputy's days begin; nil: UTC
	Secret    []byte                // SECRET_KEY, at least 16 bytes
	Company   string                // name of the company, for the sign-in page; may be empty
	Language  i18n.Lang             // of new people for whom none is given; empty: French
	PublicURL string                // without a trailing slash; the issuer of tokens
	Demo      []DemoPerson          // people anyone may sign in as; empty outside the demo
	OIDC      openid.Config         // the identity provider; zero: none
	Mail      *outgoingmail.Service // sends links to choose a password; nil: none are sent
	// FactorsReset runs last in the transaction in which an administrator resets a person's second factors, to tell the person; nil:
	// nothing.
	FactorsReset func(ctx context.Context, tx *db.Tx, r FactorsReset) error
}

// Service signs people in and identifies callers.
type Service struct {
	db        *db.DB
	now       func() time.Time
	zone      *time.Location
	company   string
	language  i18n.Lang
	publicURL string
	demo      []DemoPerson
	hasher    *passwords.Hasher
	limits    limitKeys
	tokens    *accesstokens.Tokens
	owners    *owners
	seal      seal.Sealer
	provider  *openid.Provider       // nil: none
	mail      *outgoingmail.Service  // nil: nothing is sent
	passkeys  *passkeys.RelyingParty // nil: browsers offer none at PUBLIC_URL

	factorsReset func(ctx context.Context, tx *db.Tx, r FactorsReset) error // see Options; may be nil
}

// maxWaiting is how many passwords may wait for a free core: about five seconds of work for two cores.
const maxWaiting = 256

// New reads the signing key, or creates it at the first start. The database must be migrated. It fails if the stored key was
// sealed with another SECRET_KEY.
func New(ctx context.Context, o Options) (*Service, error) {
	s := &Service{db: o.DB, now: o.Now, zone: cmp.Or(o.Zone, time.UTC), company: o.Company, language: cmp.Or(o.Language, i18n.FR),
		publicURL: strings.TrimRight(o.PublicURL, "/"), demo: o.Demo,
		hasher: passwords.New(runtime.GOMAXPROCS(0), maxWaiting), owners: newOwners(), mail: o.Mail, factorsReset: o.FactorsReset}
	var err error
	if s.seal, err = newSealer(o.Secret); err != nil {
		return nil, err
	}
	s.passkeys = passkeys.New(s.publicURL, s.seal, o.Now)
	if s.limits, err = newLimitKeys(o.Secret); err != nil {
		return nil, err
	}
	if s.tokens, err = accesstokens.New(ctx, o.DB, s.seal, s.publicURL, o.Now); err != nil {
		return nil, err
	}
	if o.OIDC.Issuer != "" {
		s.provider = openid.New(o.OIDC, s.publicURL, o.Now)
	}
	return s, nil
}

func newSealer(secret []byte) (seal.Sealer, error) { return seal.New(secret, "auth secrets") }

// Unreadable returns how many of the signing key and the keys of people's apps SECRET_KEY does not open.
func Unreadable(ctx context.Context, q db.Queryer, secret []byte) (int64, error) {
	return seal.Unreadable(ctx, q, secret, newSealer, sealedTexts)
}

// sealedTexts returns the sealed signing key and keys of apps, by their places.
func sealedTexts(ctx context.Context, q db.Queryer) (map[string][]byte, error) {
	texts, err := accesstokens.SealedTexts(ctx, q)
	if err != nil {
		return nil, err
	}
	apps, err := codeSecrets(ctx, q)
	for person, secret := range apps {
		texts[codeSealName(person)] = secret
	}
	return texts, err
}

// secure reports whether browsers use https.
func (s *Service) secure() bool { return strings.HasPrefix(s.publicURL, "https://") }

// errCredentials returns the error for every sign-in with wrong credentials, whatever is wrong (A5).
func errCredentials() error {
	return &errs.Error{Kind: errs.KindUnauthenticated, Code: "wrong_credentials", Detail: "The email address or the password is wrong."}
}

// CheckPassword returns the person with this e-mail address and password. Unknown people, people without a password, wrong
// passwords and people who have left cost the same work and give the same error; after too many failures from one network or
// for one e-mail address it fails with errs.KindRateLimited (A5).
//
// The limits are checked three times: at the beginning; when a core is free, because others may have failed in the meantime;
// and with the result. A failure is recorded before it is answered, so that concurrent guesses, at any replica, get no more
// answers than successive ones. A success writes nothing.
func (s *Service) CheckPassword(ctx context.Context, email, password string, from Origin) (Person, error) {
	clean, _ := CleanEmail(email)
	p, err := personByEmail(ctx, s.db, clean)
	if err != nil && errs.KindOf(err) != errs.KindNotFound {
		return Person{}, err
	}
	buckets := s.limits.ofSignIn(email, p, from)
	check := func() error { return s.checkLimits(ctx, s.db, buckets...) }
	if err := check(); err != nil {
		return Person{}, err
	}
	fits, err := s.hasher.Verify(ctx, p.passwordHash, password, check)
	if err != nil {
		return Person{}, err
	}
	if fits && p.Active() {
		if err := check(); err != nil {
			return Person{}, err
		}
		return p, nil
	}
	background := context.WithoutCancel(ctx) // count the failure even if the client has disconnected
	if err := s.db.Write(background, func(ctx context.Context, tx *db.Tx) error { return s.takeFrom(ctx, tx, buckets...) }); err != nil {
		return Person{}, err
	}
	return Person{}, errCredentials()
}

// emailLimitKey returns the key under which failures for an e-mail address are counted. Texts that only look like an address
// (see contact.ASCIIDomain) get the key of that address, although nobody can sign in with them.
func emailLimitKey(email string) string {
	key := norm.NFKC.String(strings.Map(func(r rune) rune {
		if contact.Misleading(string(r)) && r > unicode.MaxASCII && unicode.ToLower(r) == r {
			return -1
		}
		return r
	}, email))
	key = strings.ToLower(strings.TrimSpace(strings.ReplaceAll(key, "\u3002", ".")))
	if clean, ok := CleanEmail(key); ok {
		return clean
	}
	if len(key) > 254 {
		return "too long"
	}
	return key
}

// Hasher returns what hashes and verifies passwords. PINs are hashed by it too, so that both together take no more than the machine can
// bear.
func (s *Service) Hasher() *passwords.Hasher { return s.hasher }

// Language returns the language of new people for whom none is given.
func (s *Service) Language() i18n.Lang { return s.language }

// AddPerson creates a person; the default name is the part of the e-mail address before the @. Its validation errors are those
// of NewPerson.Validate, and "taken" when another person has the e-mail address.
func (s *Service) AddPerson(ctx context.Context, by Actor, n NewPerson) (Person, error) {
	if n.Name == "" {
		n.Name, _, _ = strings.Cut(strings.TrimSpace(n.Email), "@")
	}
	n.Language = cmp.Or(n.Language, s.language)
	p, err := s.buildPerson(ctx, n)
	if err != nil {
		return Person{}, err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := createPerson(ctx, tx, by, p); err != nil || !n.Invite || !s.MailConfigured() {
			return err
		}
		_, err := s.Invite(ctx, by, p.ID)
		return err
	})
	return p, err
}

// buildPerson validates n and hashes the password, before a transaction begins.
func (s *Service) buildPerson(ctx context.Context, n NewPerson) (Person, error) {
	if err := n.Validate().Err(); err != nil {
		return Person{}, err
	}
	p := Person{ID: uuid.NewString(), Email: n.Email, Name: n.Name, Role: n.Role, Language: n.Language, CreatedAt: db.InstantOf(s.now())}
	if n.Password == "" {
		return p, nil
	}
	hash, err := s.hasher.Hash(ctx, n.Password)
	p.passwordHash = hash
	return p, err
}

// createPerson inserts a new person with its audit entry (C12).
func createPerson(ctx context.Context, tx *db.Tx, by Actor, p Person) error {
	if err := insertPerson(ctx, tx, p); err != nil {
		if db.IsUnique(err, "people_email") {
			return errs.InvalidField("email", "taken", "Another person has this email address.")
		}
		return err
	}
	return audit.Record(ctx, tx, audit.Entry{At: p.CreatedAt, Who: by.Who(), Action: "created", Kind: "person", RecordID: p.ID,
		Changes: audit.Diff(nil, audit.Fields{"email": p.Email, "name": p.Name, "role": p.Role, "language": p.Language})})
}

// RecordPerson identifies the person of an employee or customer record.
type RecordPerson struct {
	UserID, Email, Name string
	Language            i18n.Lang // empty: French
}

// RecordUserID returns the UUID for a record that is given an e-mail address and no UUID (W17): that of the person who signs in
// with this address, else a new one.
func RecordUserID(ctx context.Context, q db.Queryer, email string) (string, error) {
	clean, ok := CleanEmail(email)
	if !ok {
		return uuid.NewString(), nil
	}
	id, err := personIDByEmail(ctx, q, clean)
	return cmp.Or(id, uuid.NewString()), err
}

// EnsurePerson returns the person of an employee or customer record (W17): the one with that UUID, or a new one with that id,
// the role employee, no password, and the record's e-mail address and name. It is called in the transaction that saves the
// record. Validation errors: user_id is not a UUID; email is invalid, or "taken" by another person.
func EnsurePerson(ctx context.Context, tx *db.Tx, by Actor, at db.Instant, r RecordPerson) (Person, error) {
	id, ok := cleanUUID(r.UserID)
	if !ok {
		return Person{}, errs.InvalidField("user_id", "bad_uuid", "The user_id is not a UUID.")
	}
	p, err := personByID(ctx, tx, id)
	if err == nil || errs.KindOf(err) != errs.KindNotFound {
		return p, err
	}
	n := NewPerson{Email: r.Email, Name: r.Name, Role: Employee, Language: r.Language}
	if err := n.Validate().Err(); err != nil {
		return Person{}, err
	}
	p = Person{ID: id, Email: n.Email, Name: n.Name, Role: n.Role, Language: n.Language, CreatedAt: at}
	return p, createPerson(ctx, tx, by, p)
}

// SetPassword sets a person's password and ends every session and token made before.
func (s *Service) SetPassword(ctx context.Context, by Actor, email, password string) error {
	var faults errs.Fields
	passwords.Check(&faults, password)
	if err := faults.Err(); err != nil {
		return err
	}
	clean, _ := CleanEmail(email)
	p, err := personByEmail(ctx, s.db, clean)
	if err != nil {
		return err
	}
	_, err = s.savePassword(ctx, by, p, password, updatePassword)
	return err
}

// savePassword hashes a valid password, and in one transaction saves it by save, ends every session and token of the person, and
// records the change. It returns the person with the new TokensAfter.
func (s *Service) savePassword(ctx context.Context, by Actor, p Person, password string,
	save func(ctx context.Context, tx *db.Tx, id, hash string, at db.Instant) error) (Person, error) {
	hash, err := s.hasher.Hash(ctx, password)
	if err != nil {
		return Person{}, err
	}
	p.TokensAfter = db.InstantOf(s.now())
	return p, s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := save(ctx, tx, p.ID, hash, p.TokensAfter); err != nil {
			return err
		}
		if err := VoidTokens(ctx, tx, p.ID, p.TokensAfter); err != nil {
			return err
		}
		return audit.Record(ctx, tx, audit.Entry{At: p.TokensAfter, Who: by.Who(), Action: "password_changed", Kind: "person",
			RecordID: p.ID})
	})
}

// SetDisabled disables or enables a person. Disabling voids sessions and tokens, and enabling does not restore them. If there
// is nothing to change it does nothing. The last administrator cannot be disabled (409 last_admin).
func (s *Service) SetDisabled(ctx context.Context, by Actor, email string, disabled bool) error {
	clean, _ := CleanEmail(email)
	at := db.InstantOf(s.now())
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		p, err := personByEmail(ctx, tx, clean)
		if err != nil {
			return err
		}
		return setDisabled(ctx, tx, by, p, disabled, at)
	})
}

func setDisabled(ctx context.Context, tx *db.Tx, by Actor, p Person, disabled bool, at db.Instant) error {
	if p.Disabled == disabled {
		return nil
	}
	action, since := "enabled", (*db.Instant)(nil)
	if disabled {
		if err := KeepAdmin(ctx, tx, p.ID); err != nil {
			return err
		}
		action, since = "disabled", &at
	}
	if err := updateDisabled(ctx, tx, p.ID, since, at); err != nil {
		return err
	}
	if err := VoidTokens(ctx, tx, p.ID, at); err != nil {
		return err
	}
	return audit.Record(ctx, tx, audit.Entry{At: at, Who: by.Who(), Action: action, Kind: "person", RecordID: p.ID})
}

// SignOutEverywhere ends all sign-ins of a person: sessions, refresh tokens, and every access token created before now.
func (s *Service) SignOutEverywhere(ctx context.Context, by Actor) error {
	at := db.InstantOf(s.now())
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := VoidTokens(ctx, tx, by.PersonID, at); err != nil {
			return err
		}
		return audit.Record(ctx, tx, audit.Entry{At: at, Who: by.Who(), Action: "signed_out_everywhere", Kind: "person", RecordID: by.PersonID})
	})
}

// hasSignedIn reports whether a person has signed in before.
func (s *Service) hasSignedIn(ctx context.Context, id string) (bool, error) {
	return signedInBefore(ctx, s.db, id)
}

// SetLanguage saves the language of the actor's pages and messages.
func (s *Service) SetLanguage(ctx context.Context, by Actor, lang i18n.Lang) error {
	if lang != i18n.FR && lang != i18n.EN {
		return errs.InvalidField("lang", "invalid", "The language is fr or en.")
	}
	if !by.SignedIn() || lang == by.Language {
		return nil
	}
	at := db.InstantOf(s.now())
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := updateLanguage(ctx, tx, by.PersonID, lang, at); err != nil {
			return err
		}
		return audit.Record(ctx, tx, audit.Entry{At: at, Who: by.Who(), Action: "updated", Kind: "person", RecordID: by.PersonID,
			Changes: audit.Changes{"language": {by.Language, lang}}})
	})
}

// Sweep deletes expired sessions, tokens, links and limits. Expired rows have no effect, so it may run at any time.
func (s *Service) Sweep(ctx context.Context) error {
	now := s.now()
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := deleteOldSessions(ctx, tx, db.InstantOf(now), db.InstantOf(now.Add(-sessionAbsolute))); err != nil {
			return err
		}
		return deleteExpired(ctx, tx, db.InstantOf(now))
	})
}

// newSecret returns a random value for a cookie, a link or a refresh token, and the hash that is stored, so that a copied
// database contains no credentials.
func newSecret(bytes int) (value string, hash []byte) {
	b := make([]byte, bytes)
	rand.Read(b)
	value = base64.RawURLEncoding.EncodeToString(b)
	return value, seal.Hash(value)
}
