package auth

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"net"
	"net/url"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
	"golang.org/x/text/unicode/norm"

	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/platform/ratelimit"
	"presence/db"
)

// Passkey is a key pair of a person's device or password manager (WebAuthn). The device asks for a finger, a face or a PIN before it
// signs, so that a passkey alone counts as two factors.
type Passkey struct {
	ID        int64
	Name      string
	CreatedAt db.Instant
	UsedAt    db.Instant // 0: never

	personID   string
	credential webauthn.Credential
}

const (
	maxPasskeys    = 20 // that one person may have
	maxPasskeyName = 60 // characters
	// challengeTTL is how long a page that asks for a passkey may stay open.
	challengeTTL = time.Hour
)

// newPasskeys returns the relying party of a public address; nil if browsers offer no passkeys there: without https, except on
// localhost, and at an address without a name.
func newPasskeys(publicURL string) *webauthn.WebAuthn {
	u, err := url.Parse(publicURL)
	if err != nil {
		return nil
	}
	host := u.Hostname()
	local := host == "localhost" || strings.HasSuffix(host, ".localhost")
	if u.Scheme != "https" && !local || net.ParseIP(host) != nil {
		return nil
	}
	resident := true
	w, err := webauthn.New(&webauthn.Config{RPID: host, RPDisplayName: "Presence", RPOrigins: []string{u.Scheme + "://" + u.Host},
		AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{ResidentKey: protocol.ResidentKeyRequirementRequired,
			RequireResidentKey: &resident, UserVerification: protocol.VerificationRequired}})
	if err != nil { // a host name that is no domain
		return nil
	}
	return w
}

// HasPasskeys reports whether browsers offer passkeys at PUBLIC_URL.
func (s *Service) HasPasskeys() bool { return s.passkeys != nil }

// passkeyUser is a person as the WebAuthn library knows them.
type passkeyUser struct {
	Person
	keys []Passkey
}

// WebAuthnID returns the user handle, which is the person's id, because it must not contain personal data.
func (u passkeyUser) WebAuthnID() []byte { return []byte(u.ID) }

// WebAuthnName returns the name by which the device lists the passkey.
func (u passkeyUser) WebAuthnName() string { return u.Email }

// WebAuthnDisplayName returns the person's name.
func (u passkeyUser) WebAuthnDisplayName() string { return u.Name }

// WebAuthnCredentials returns the passkeys.
func (u passkeyUser) WebAuthnCredentials() []webauthn.Credential {
	list := make([]webauthn.Credential, len(u.keys))
	for i, k := range u.keys {
		list[i] = k.credential
	}
	return list
}

// The purposes of a challenge. An answer for one purpose is not accepted for another.
const signInPurpose = "sign in"

func addPurpose(personID string) string    { return "add/" + personID }
func reauthPurpose(personID string) string { return "confirm/" + personID }

func challengeSealName(purpose string) string { return "passkey challenge/" + purpose }

// newChallenge returns a random challenge for a purpose, sealed with its time. So nothing is stored for a page that is only looked
// at; that a challenge was answered is stored until it expires (usedChallengeName).
func (s *Service) newChallenge(purpose string) (protocol.URLEncodedBase64, error) {
	random, err := protocol.CreateChallenge()
	if err != nil {
		return nil, err
	}
	expires := db.InstantOf(s.now().Add(challengeTTL))
	plain := binary.BigEndian.AppendUint64(random, uint64(expires))
	return protocol.URLEncodedBase64(s.seal.Seal(challengeSealName(purpose), string(plain))), nil
}

// challengeExpiry returns when a challenge of that purpose expires; ok is false if it has expired, or is of another purpose.
func (s *Service) challengeExpiry(purpose, challenge string) (expires db.Instant, ok bool) {
	b, err := base64.RawURLEncoding.DecodeString(challenge)
	if err != nil {
		return 0, false
	}
	plain, err := s.seal.Open(challengeSealName(purpose), b)
	if err != nil || len(plain) < 8 {
		return 0, false
	}
	expires = db.Instant(binary.BigEndian.Uint64([]byte(plain[len(plain)-8:])))
	return expires, expires > db.InstantOf(s.now())
}

func usedChallengeName(hash []byte) string { return "passkey/" + hex.EncodeToString(hash) }

// errPasskey returns the error for every passkey that is refused, whatever the reason.
func errPasskey() error {
	return &errs.Error{Kind: errs.KindUnauthenticated, Code: "passkey_refused", Detail: "The passkey is not taken: it is unknown, or the " +
		"page was open for too long."}
}

// SignInOptions returns what a browser needs to sign in with a passkey, as JSON; "" where it offers none.
func (s *Service) SignInOptions() (string, error) { return s.assertionOptions(signInPurpose) }

// ReauthOptions is SignInOptions for the reauthentication of the actor.
func (s *Service) ReauthOptions(by Actor) (string, error) {
	return s.assertionOptions(reauthPurpose(by.PersonID))
}

func (s *Service) assertionOptions(purpose string) (string, error) {
	if s.passkeys == nil {
		return "", nil
	}
	challenge, err := s.newChallenge(purpose)
	if err != nil {
		return "", err
	}
	o, _, err := s.passkeys.BeginDiscoverableLogin(webauthn.WithChallenge(challenge))
	if err != nil {
		return "", err
	}
	b, err := json.Marshal(o.Response)
	return string(b), err
}

// CheckPasskey returns the person who signs in with a passkey; answer is the browser's, as JSON. It fails with passkey_refused, and
// with errs.RateLimited after too many failures from one network.
func (s *Service) CheckPasskey(ctx context.Context, answer string, from Origin) (Person, error) {
	return s.checkPasskey(ctx, signInPurpose, answer, from)
}

func (s *Service) checkPasskey(ctx context.Context, purpose, answer string, from Origin) (Person, error) {
	limit := s.limits.bucket(failuresByAddress, ratelimit.Network(from.IP))
	if err := s.checkLimits(ctx, s.db, limit); err != nil {
		return Person{}, err
	}
	p, err := s.usePasskey(ctx, purpose, answer)
	if !errs.HasCode(err, "passkey_refused") {
		return p, err
	}
	background := context.WithoutCancel(ctx)
	if err := s.db.Write(background, func(ctx context.Context, tx *db.Tx) error { return s.takeFrom(ctx, tx, limit) }); err != nil {
		return Person{}, err
	}
	return Person{}, err
}

// usePasskey verifies the answer of a browser, and marks its challenge as used.
func (s *Service) usePasskey(ctx context.Context, purpose, answer string) (Person, error) {
	if s.passkeys == nil {
		return Person{}, errPasskey()
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes([]byte(answer))
	if err != nil {
		return Person{}, errPasskey()
	}
	challenge := parsed.Response.CollectedClientData.Challenge
	expires, ok := s.challengeExpiry(purpose, challenge)
	if !ok {
		return Person{}, errPasskey()
	}
	k, p, err := passkeyByCredential(ctx, s.db, parsed.RawID)
	if errs.KindOf(err) == errs.KindNotFound || err == nil && !p.Active() {
		err = errPasskey()
	}
	if err != nil {
		return Person{}, err
	}
	session := webauthn.SessionData{Challenge: challenge, RelyingPartyID: s.passkeys.Config.RPID,
		UserVerification: protocol.VerificationRequired}
	owner := func(_, _ []byte) (webauthn.User, error) { return passkeyUser{p, []Passkey{k}}, nil }
	credential, err := s.passkeys.ValidateDiscoverableLogin(owner, session, parsed)
	if err != nil || credential.Authenticator.CloneWarning {
		return Person{}, errPasskey()
	}
	at := db.InstantOf(s.now())
	k.credential, k.UsedAt = *credential, at
	return p, s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		first, err := insertUsedChallenge(ctx, tx, hashOf(challenge), at, expires)
		if err != nil {
			return err
		}
		found, err := updatePasskeyUse(ctx, tx, k)
		if err == nil && (!first || !found) { // answered before, or removed in the meantime
			err = errPasskey()
		}
		return err
	})
}

// Passkeys returns the actor's own passkeys, the oldest first.
func (s *Service) Passkeys(ctx context.Context, by Actor) ([]Passkey, error) {
	return passkeysOf(ctx, s.db, by.PersonID)
}

// PasskeyOptions returns what a browser needs to make a passkey for the actor, as JSON; "" where it offers none. keys are the actor's
// passkeys, so that no device makes a second one.
func (s *Service) PasskeyOptions(by Actor, keys []Passkey) (string, error) {
	if s.passkeys == nil {
		return "", nil
	}
	challenge, err := s.newChallenge(addPurpose(by.PersonID))
	if err != nil {
		return "", err
	}
	user := passkeyUser{Person{ID: by.PersonID, Email: by.Email, Name: by.Name}, keys}
	known := webauthn.Credentials(user.WebAuthnCredentials()).CredentialDescriptors()
	o, _, err := s.passkeys.BeginRegistration(user, webauthn.WithExclusions(known),
		func(o *protocol.PublicKeyCredentialCreationOptions) error {
			o.Challenge = challenge
			return nil
		})
	if err != nil {
		return "", err
	}
	b, err := json.Marshal(o.Response)
	return string(b), err
}

// AddPasskey adds the passkey that the browser has made for the actor; answer is the browser's, as JSON. With the first second factor
// it returns recovery codes. The validation errors are of the field name; it fails with passkey_refused (409) for another answer.
func (s *Service) AddPasskey(ctx context.Context, by Actor, name, answer string) (recovery []string, err error) {
	name, err = cleanPasskeyName(name)
	if err != nil {
		return nil, err
	}
	credential, challenge, expires, err := s.newCredential(by, answer)
	if err != nil {
		return nil, err
	}
	err = s.changeFactors(ctx, by, func(ctx context.Context, tx *db.Tx, at db.Instant, f Factors) error {
		if f.Passkeys >= maxPasskeys {
			return errs.Conflict("too_many_passkeys", "You have 20 passkeys already: remove one first.")
		}
		first, err := insertUsedChallenge(ctx, tx, hashOf(challenge), at, expires)
		if err != nil {
			return err
		}
		if !first {
			return errNewPasskey()
		}
		k := Passkey{Name: name, CreatedAt: at, personID: by.PersonID, credential: *credential}
		if err := insertPasskey(ctx, tx, k); err != nil {
			if db.IsUnique(err, "passkeys_credential_id") {
				return errNewPasskey()
			}
			return err
		}
		if err := factorChanged(ctx, tx, by, at, "passkey_added", audit.Changes{"passkey": {nil, name}}); err != nil {
			return err
		}
		recovery, err = s.firstRecoveryCodes(ctx, tx, by.PersonID, f)
		return err
	})
	return recovery, err
}

// errNewPasskey returns the error for a passkey that cannot be added.
func errNewPasskey() error {
	return errs.Conflict("passkey_refused", "The passkey was not added: it is known already, or the page was open for too long.")
}

// newCredential verifies the answer of a browser that has made a passkey for the actor.
func (s *Service) newCredential(by Actor, answer string) (c *webauthn.Credential, challenge string, expires db.Instant, err error) {
	if s.passkeys == nil {
		return nil, "", 0, errNewPasskey()
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes([]byte(answer))
	if err != nil {
		return nil, "", 0, errNewPasskey()
	}
	challenge = parsed.Response.CollectedClientData.Challenge
	expires, ok := s.challengeExpiry(addPurpose(by.PersonID), challenge)
	if !ok {
		return nil, "", 0, errNewPasskey()
	}
	user := passkeyUser{Person: Person{ID: by.PersonID}}
	c, err = s.passkeys.CreateCredential(user, webauthn.SessionData{Challenge: challenge, RelyingPartyID: s.passkeys.Config.RPID,
		UserID: user.WebAuthnID(), UserVerification: protocol.VerificationRequired, CredParams: webauthn.CredentialParametersDefault()}, parsed)
	if err != nil {
		return nil, "", 0, errNewPasskey()
	}
	return c, challenge, expires, nil
}

// cleanPasskeyName returns a name as it is stored, or the error of the field name.
func cleanPasskeyName(name string) (string, error) {
	name = strings.Join(strings.Fields(norm.NFC.String(name)), " ")
	switch {
	case name == "":
		return "", errs.InvalidField("name", "required", "A passkey needs a name.")
	case !validName(name) || utf8.RuneCountInString(name) > maxPasskeyName:
		return "", errs.InvalidField("name", "too_long", "A passkey's name has at most 60 characters.")
	}
	return name, nil
}

// RenamePasskey renames one of the actor's own passkeys. The validation errors are of the field name.
func (s *Service) RenamePasskey(ctx context.Context, by Actor, id int64, name string) error {
	name, err := cleanPasskeyName(name)
	if err != nil {
		return err
	}
	return s.changeFactors(ctx, by, func(ctx context.Context, tx *db.Tx, at db.Instant, _ Factors) error {
		before, err := renamePasskey(ctx, tx, by.PersonID, id, name)
		if err != nil || before == name {
			return err
		}
		return recordFactorAudit(ctx, tx, by, at, "passkey_renamed", audit.Changes{"passkey": {before, name}})
	})
}

// RemovePasskey removes one of the actor's own passkeys. It fails if the person could not sign in any more (409 last_way_in), or if
// their role must have a second factor and this is the last one (409 factor_required).
func (s *Service) RemovePasskey(ctx context.Context, by Actor, id int64) error {
	return s.changeFactors(ctx, by, func(ctx context.Context, tx *db.Tx, at db.Instant, f Factors) error {
		issuer := ""
		if s.provider != nil {
			issuer = s.provider.Issuer
		}
		other, err := hasWayIn(ctx, tx, by.PersonID, id, issuer)
		if err != nil {
			return err
		}
		if !other && !s.isDemoPerson(by.Email) {
			return errs.Conflict("last_way_in", "You could not sign in without this passkey.")
		}
		name, err := deletePasskey(ctx, tx, by.PersonID, id)
		if err != nil {
			return err
		}
		left := f.Passkeys - 1
		if f.CodesSince != 0 {
			left++
		}
		if err := loseFactor(ctx, tx, by, f, left); err != nil {
			return err
		}
		return factorChanged(ctx, tx, by, at, "passkey_removed", audit.Changes{"passkey": {name, nil}})
	})
}
