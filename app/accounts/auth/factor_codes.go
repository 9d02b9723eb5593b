package auth

import (
	"context"
	"encoding/base64"
	"net/url"
	"time"

	"github.com/pquerna/otp"
	"github.com/pquerna/otp/hotp"
	"github.com/pquerna/otp/totp"

	"presence/app/platform/errs"
	"presence/app/platform/ratelimit"
	"presence/db"
)

// One-time codes are those of RFC 6238 that every app makes: six digits of HMAC-SHA-1, a new one every 30 seconds.
const (
	codeDigits = 6
	codePeriod = 30 // seconds
	codeDrift  = 1  // steps by which the clock of the phone may differ
)

// Limits of wrong codes. They are lower than those of passwords, because a code has only a million values: after five, one every
// five minutes, a guess succeeds in one of a thousand days.
var (
	wrongCodesByPerson = limitKind{ratelimit.Limit{Burst: 5, Every: 5 * time.Minute}, "code"}
	// used on a trusted device instead of the limit by person
	wrongCodesByBrowser = limitKind{ratelimit.Limit{Burst: 5, Every: 5 * time.Minute}, "code browser"}
)

// CodeKey is a key for one-time codes that is not saved yet.
type CodeKey struct {
	Sealed string // sealed key, which the form returns with the first code
	Secret string // base32, to type
	URL    string // otpauth:, for the QR code
}

func codeSealName(personID string) string { return "code_apps/" + personID }

// NewCodeKey returns a new key for the actor's app.
func (s *Service) NewCodeKey(by Actor) (CodeKey, error) {
	key, err := totp.Generate(totp.GenerateOpts{Issuer: "Presence", AccountName: by.Email, Period: codePeriod})
	if err != nil {
		return CodeKey{}, err
	}
	return s.codeKey(by, key.Secret()), nil
}

func (s *Service) codeKey(by Actor, secret string) CodeKey {
	sealed := s.seal.Seal("new "+codeSealName(by.PersonID), secret)
	q := url.Values{"secret": {secret}, "issuer": {"Presence"}}
	return CodeKey{Sealed: base64.RawURLEncoding.EncodeToString(sealed), Secret: secret,
		URL: "otpauth://totp/" + url.PathEscape("Presence:"+by.Email) + "?" + q.Encode()}
}

// OpenCodeKey returns the key that a form carries; NewCodeKey made it for the actor.
func (s *Service) OpenCodeKey(by Actor, sealed string) (CodeKey, error) {
	b, err := base64.RawURLEncoding.DecodeString(sealed)
	if err != nil {
		return CodeKey{}, errs.NotFound("key of one-time codes")
	}
	secret, err := s.seal.Open("new "+codeSealName(by.PersonID), b)
	if err != nil {
		return CodeKey{}, errs.NotFound("key of one-time codes")
	}
	return s.codeKey(by, secret), nil
}

// SetCodeApp saves the key of the actor's app, once a code of it shows that the app has it. A key before it is replaced. With the
// first second factor it returns recovery codes. The validation error is wrong_code of the field code.
func (s *Service) SetCodeApp(ctx context.Context, by Actor, sealed, code string) (recovery []string, err error) {
	key, err := s.OpenCodeKey(by, sealed)
	if err != nil {
		return nil, err
	}
	step, fits := stepOf(cleanCode(code), key.Secret, s.now(), 0)
	if !fits {
		return nil, errs.InvalidField("code", "wrong_code", "This is not the present code of that key.")
	}
	err = s.changeFactors(ctx, by, func(ctx context.Context, tx *db.Tx, at db.Instant, f Factors) error {
		app := codeApp{secret: s.seal.Seal(codeSealName(by.PersonID), key.Secret), lastStep: step}
		if err := saveCodeApp(ctx, tx, by.PersonID, app, at); err != nil {
			return err
		}
		if err := factorChanged(ctx, tx, by, at, "code_app_added", nil); err != nil {
			return err
		}
		recovery, err = s.firstRecoveryCodes(ctx, tx, by.PersonID, f)
		return err
	})
	return recovery, err
}

// RemoveCodeApp removes the actor's app. If there is none it does nothing.
func (s *Service) RemoveCodeApp(ctx context.Context, by Actor) error {
	return s.changeFactors(ctx, by, func(ctx context.Context, tx *db.Tx, at db.Instant, f Factors) error {
		existed, err := deleteCodeApp(ctx, tx, by.PersonID)
		if err != nil || !existed {
			return err
		}
		if err := loseFactor(ctx, tx, by, f, f.Passkeys); err != nil {
			return err
		}
		return factorChanged(ctx, tx, by, at, "code_app_removed", nil)
	})
}

// stepOf returns the time step whose code for the secret equals code. Only the present step, the one before and the one after are
// accepted, and only if they are later than the step last, which was used before.
func stepOf(code, secret string, now time.Time, last int64) (step int64, fits bool) {
	present := now.Unix() / codePeriod
	for step := max(present-codeDrift, last+1); step <= present+codeDrift; step++ {
		ok, err := hotp.ValidateCustom(code, uint64(step), secret, hotp.ValidateOpts{Digits: codeDigits, Algorithm: otp.AlgorithmSHA1})
		if ok && err == nil {
			return step, true
		}
	}
	return 0, false
}

// errWrongCode returns the error for a code that is wrong, or was used before.
func errWrongCode() error {
	return &errs.Error{Kind: errs.KindUnauthenticated, Code: "wrong_code", Detail: "The code is wrong, or it was used before."}
}

// CheckCode checks a one-time code or a recovery code of a person, which is used up. After too many wrong ones, of that person or
// from one network, it fails with errs.KindRateLimited. A wrong code is counted before the response, and the guesses of one person
// are checked one after another, so that concurrent guesses, even at several replicas, get no more attempts than successive ones.
func (s *Service) CheckCode(ctx context.Context, by Actor, p Person, code string, from Origin) error {
	code = cleanCode(code)
	second := s.limits.bucket(wrongCodesByPerson, p.ID)
	if id, trusted := s.limits.trustedDevice(p, from.Browser); trusted {
		second = s.limits.bucket(wrongCodesByBrowser, id)
	}
	buckets := []bucket{s.limits.bucket(failuresByAddress, ratelimit.Network(from.IP)), second}
	fits := false
	background := context.WithoutCancel(ctx) // count the failure even if the client has disconnected
	err := s.db.Write(background, func(ctx context.Context, tx *db.Tx) (err error) {
		if err := s.lockBuckets(ctx, tx, buckets...); err != nil {
			return err
		}
		if fits, err = s.useCode(ctx, tx, by, p.ID, code); err != nil || fits {
			return err
		}
		return s.takeFrom(ctx, tx, buckets...)
	})
	if err == nil && !fits {
		err = errWrongCode()
	}
	return err
}

// useCode marks a code as used; it returns false if the person has no such code.
func (s *Service) useCode(ctx context.Context, tx *db.Tx, by Actor, personID, code string) (bool, error) {
	at := db.InstantOf(s.now())
	switch len(code) {
	case codeDigits:
		app, err := codeAppOf(ctx, tx, personID)
		if err != nil || app.secret == nil {
			return false, err
		}
		secret, err := s.seal.Open(codeSealName(personID), app.secret)
		if err != nil {
			return false, err
		}
		step, fits := stepOf(code, secret, at.Time(), app.lastStep)
		if !fits {
			return false, nil
		}
		return useCodeStep(ctx, tx, personID, step, at)
	case recoveryCodeLength:
		used, err := useRecoveryCode(ctx, tx, personID, s.recoveryCodeHash(personID, code))
		if err != nil || !used {
			return false, err
		}
		return true, recordFactorAudit(ctx, tx, by, at, "recovery_code_used", nil)
	}
	return false, nil
}
