package auth

import (
	"context"
	"encoding/hex"
	"errors"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"presence/app/accounts/passkeys"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/platform/ratelimit"
	"presence/app/platform/seal"
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
	credential passkeys.Credential
}

const (
	maxPasskeys    = 20 // that one person may have
	maxPasskeyName = 60 // characters
)

// HasPasskeys reports whether browsers offer passkeys at PUBLIC_URL.
func (s *Service) HasPasskeys() bool { return s.passkeys != nil }

// The purposes of a challenge. An answer for one purpose is not accepted for another.
const signInPurpose = "sign in"

func addPurpose(personID string) string    { return "add/" + personID }
func reauthPurpose(personID string) string { return "confirm/" + personID }

func usedChallengeName(hash []byte) string { return "passkey/" + hex.EncodeToString(hash) }

// passkeyUser returns a person as the owner of passkeys.
func passkeyUser(id, email, name string, keys []Passkey) passkeys.User {
	u := passkeys.User{ID: id, Email: email, Name: name, Credentials: make([]passkeys.Credential, len(keys))}
	for i, k := range keys {
		u.Credentials[i] = k.credential
	}
	return u
}

// errPasskey returns the error for every passkey that is refused, whatever the reason.
func errPasskey() error {
	return &errs.Error{Kind: errs.KindUnauthenticated, Code: "passkey_refused", Detail: "The passkey is not taken: it is unknown, or the " +
		"page was open for too long."}
}

// SignInOptions returns what a browser needs to sign in with a passkey, as JSON; "" where it offers none.
func (s *Service) SignInOptions() (string, error) { return s.passkeys.UseOptions(signInPurpose) }

// ReauthOptions is SignInOptions for the reauthentication of the actor.
func (s *Service) ReauthOptions(by Actor) (string, error) {
	return s.passkeys.UseOptions(reauthPurpose(by.PersonID))
}

// CheckPasskey returns the person who signs in with a passkey; answer is the browser's, as JSON. It fails with passkey_refused, and
// with errs.KindRateLimited after too many failures from one network.
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
	var k Passkey
	var p Person
	credential, challenge, err := s.passkeys.VerifyUse(purpose, answer, func(credentialID []byte) (passkeys.User, error) {
		var err error
		k, p, err = passkeyByCredential(ctx, s.db, credentialID)
		if errs.KindOf(err) == errs.KindNotFound || err == nil && !p.Active() {
			err = passkeys.ErrRefused
		}
		return passkeyUser(p.ID, p.Email, p.Name, []Passkey{k}), err
	})
	if errors.Is(err, passkeys.ErrRefused) {
		err = errPasskey()
	}
	if err != nil {
		return Person{}, err
	}
	at := db.InstantOf(s.now())
	k.credential, k.UsedAt = credential, at
	return p, s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		first, err := insertUsedChallenge(ctx, tx, seal.Hash(challenge.Text), at, challenge.Expires)
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
	return s.passkeys.AddOptions(addPurpose(by.PersonID), passkeyUser(by.PersonID, by.Email, by.Name, keys))
}

// AddPasskey adds the passkey that the browser has made for the actor; answer is the browser's, as JSON. With the first second factor
// it returns recovery codes. The validation errors are of the field name; it fails with passkey_refused (409) for another answer.
func (s *Service) AddPasskey(ctx context.Context, by Actor, name, answer string) (recovery []string, err error) {
	name, err = cleanPasskeyName(name)
	if err != nil {
		return nil, err
	}
	credential, challenge, err := s.passkeys.VerifyAdded(addPurpose(by.PersonID), by.PersonID, answer)
	if err != nil {
		return nil, errNewPasskey()
	}
	err = s.changeFactors(ctx, by, func(ctx context.Context, tx *db.Tx, at db.Instant, f Factors) error {
		if f.Passkeys >= maxPasskeys {
			return errs.Conflict("too_many_passkeys", "You already have 20 passkeys. Remove one first.")
		}
		first, err := insertUsedChallenge(ctx, tx, seal.Hash(challenge.Text), at, challenge.Expires)
		if err != nil {
			return err
		}
		if !first {
			return errNewPasskey()
		}
		k := Passkey{Name: name, CreatedAt: at, personID: by.PersonID, credential: credential}
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
	return errs.Conflict("passkey_refused",
		"This passkey couldn’t be added: it’s already registered, or the page was open for too long. Try again.")
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
			return errs.Conflict("last_way_in", "This passkey is your only way to sign in. Add another one first.")
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
