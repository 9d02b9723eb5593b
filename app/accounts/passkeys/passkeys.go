// Package passkeys speaks WebAuthn, the protocol of passkeys, as a relying party: it makes the options that browsers need, and
// verifies their answers. It stores nothing: package auth keeps the credentials of people, and the challenges that were answered.
package passkeys

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"net"
	"net/url"
	"strings"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"presence/app/platform/seal"
	"presence/db"
)

// ChallengeTTL is how long a page that asks for a passkey may stay open.
const ChallengeTTL = time.Hour

// ErrRefused is the error for every answer of a browser that is not valid, whatever the reason.
var ErrRefused = errors.New("passkeys: the answer is not valid")

// Credential is the public key of a passkey, with the state of its authenticator. It is stored as JSON.
type Credential = webauthn.Credential

// RelyingParty makes options and verifies answers for one public address. A nil RelyingParty offers no passkeys: its options are
// "", and it refuses every answer.
type RelyingParty struct {
	w    *webauthn.WebAuthn
	seal seal.Sealer
	now  func() time.Time
}

// New returns the relying party of a public address; nil if browsers offer no passkeys there: without https, except on localhost, and at
// an address without a name.
func New(publicURL string, sealer seal.Sealer, now func() time.Time) *RelyingParty {
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
	return &RelyingParty{w: w, seal: sealer, now: now}
}

// User is the owner of passkeys. ID is the user handle, which must not contain personal data; Email is the name by which devices list the
// passkey.
type User struct {
	ID, Email, Name string
	Credentials     []Credential
}

// webauthnUser is a User as the WebAuthn library knows it.
type webauthnUser struct{ u User }

// WebAuthnID returns the user handle.
func (x webauthnUser) WebAuthnID() []byte { return []byte(x.u.ID) }

// WebAuthnName returns the name by which the device lists the passkey.
func (x webauthnUser) WebAuthnName() string { return x.u.Email }

// WebAuthnDisplayName returns the name of the owner.
func (x webauthnUser) WebAuthnDisplayName() string { return x.u.Name }

// WebAuthnCredentials returns the passkeys.
func (x webauthnUser) WebAuthnCredentials() []webauthn.Credential { return x.u.Credentials }

// Challenge is a challenge that a browser has answered. The caller stores it until it expires, and refuses it a second time.
type Challenge struct {
	Text    string
	Expires db.Instant
}

func challengeSealName(purpose string) string { return "passkey challenge/" + purpose }

// newChallenge returns a random challenge for a purpose, sealed with its time, so that nothing is stored for a page that is only looked at.
func (p *RelyingParty) newChallenge(purpose string) (protocol.URLEncodedBase64, error) {
	random, err := protocol.CreateChallenge()
	if err != nil {
		return nil, err
	}
	expires := db.InstantOf(p.now().Add(ChallengeTTL))
	plain := binary.BigEndian.AppendUint64(random, uint64(expires))
	return protocol.URLEncodedBase64(p.seal.Seal(challengeSealName(purpose), string(plain))), nil
}

// openChallenge returns the challenge in an answer; ok is false if it has expired, or is of another purpose.
func (p *RelyingParty) openChallenge(purpose, text string) (c Challenge, ok bool) {
	b, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return c, false
	}
	plain, err := p.seal.Open(challengeSealName(purpose), b)
	if err != nil || len(plain) < 8 {
		return c, false
	}
	expires := db.Instant(binary.BigEndian.Uint64([]byte(plain[len(plain)-8:])))
	return Challenge{text, expires}, expires > db.InstantOf(p.now())
}

// UseOptions returns what a browser needs to use a passkey, as JSON. Its answer is valid for the purpose alone.
func (p *RelyingParty) UseOptions(purpose string) (string, error) {
	if p == nil {
		return "", nil
	}
	challenge, err := p.newChallenge(purpose)
	if err != nil {
		return "", err
	}
	o, _, err := p.w.BeginDiscoverableLogin(webauthn.WithChallenge(challenge))
	if err != nil {
		return "", err
	}
	b, err := json.Marshal(o.Response)
	return string(b), err
}

// VerifyUse verifies the answer of a browser that has used a passkey, as JSON, and returns the credential with its new state. find returns
// the owner of the credential with that id, with this credential alone; its error is returned. Other errors are ErrRefused.
func (p *RelyingParty) VerifyUse(purpose, answer string, find func(credentialID []byte) (User, error)) (Credential, Challenge, error) {
	if p == nil {
		return Credential{}, Challenge{}, ErrRefused
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes([]byte(answer))
	if err != nil {
		return Credential{}, Challenge{}, ErrRefused
	}
	challenge, ok := p.openChallenge(purpose, parsed.Response.CollectedClientData.Challenge)
	if !ok {
		return Credential{}, Challenge{}, ErrRefused
	}
	user, err := find(parsed.RawID)
	if err != nil {
		return Credential{}, Challenge{}, err
	}
	session := webauthn.SessionData{Challenge: challenge.Text, RelyingPartyID: p.w.Config.RPID,
		UserVerification: protocol.VerificationRequired}
	owner := func(_, _ []byte) (webauthn.User, error) { return webauthnUser{user}, nil }
	credential, err := p.w.ValidateDiscoverableLogin(owner, session, parsed)
	if err != nil || credential.Authenticator.CloneWarning {
		return Credential{}, Challenge{}, ErrRefused
	}
	return *credential, challenge, nil
}

// AddOptions returns what a browser needs to make a passkey for a user, as JSON. A device that has one of the user's credentials
// makes none. The browser's answer is valid for the purpose alone.
func (p *RelyingParty) AddOptions(purpose string, user User) (string, error) {
	if p == nil {
		return "", nil
	}
	challenge, err := p.newChallenge(purpose)
	if err != nil {
		return "", err
	}
	known := webauthn.Credentials(user.Credentials).CredentialDescriptors()
	o, _, err := p.w.BeginRegistration(webauthnUser{user}, webauthn.WithExclusions(known),
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

// VerifyAdded verifies the answer of a browser that has made a passkey for the user with that id, as JSON. It fails with ErrRefused.
func (p *RelyingParty) VerifyAdded(purpose, userID, answer string) (Credential, Challenge, error) {
	if p == nil {
		return Credential{}, Challenge{}, ErrRefused
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes([]byte(answer))
	if err != nil {
		return Credential{}, Challenge{}, ErrRefused
	}
	challenge, ok := p.openChallenge(purpose, parsed.Response.CollectedClientData.Challenge)
	if !ok {
		return Credential{}, Challenge{}, ErrRefused
	}
	c, err := p.w.CreateCredential(webauthnUser{User{ID: userID}}, webauthn.SessionData{Challenge: challenge.Text,
		RelyingPartyID: p.w.Config.RPID, UserID: []byte(userID), UserVerification: protocol.VerificationRequired,
		CredParams: webauthn.CredentialParametersDefault()}, parsed)
	if err != nil {
		return Credential{}, Challenge{}, ErrRefused
	}
	return *c, challenge, nil
}
