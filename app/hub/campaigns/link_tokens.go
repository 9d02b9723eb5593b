package campaigns

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"encoding/base64"
	"encoding/binary"
	"strings"
)

// LinkTokens derives the tokens in the links of a campaign's messages from the secret of the installation, the salt of the
// campaign and the id of the recipient. So the same message can be composed again without a stored token, and a token cannot be
// computed from an id alone.
type LinkTokens struct{ key []byte }

// NewLinkTokens returns the tokens of the campaign with that salt.
func NewLinkTokens(secret, salt []byte) LinkTokens {
	key := hmac.New(sha256.New, secret)
	key.Write([]byte("campaign links\x00"))
	key.Write(salt)
	return LinkTokens{key.Sum(nil)}
}

// TokenPurpose is the use for which a token is valid. A token that was seen in one place, such as an unsubscribe link, is invalid
// for any other use.
type TokenPurpose byte

// The purposes.
const (
	ForRSVP      TokenPurpose = 'r' // the personal link (R18)
	ForTracking  TokenPurpose = 't' // the pixel and counted links, which lead to the personal link
	ForStopping  TokenPurpose = 'u' // the unsubscribe link, which mail programs and their servers read: it leads to nothing else
	ForBounces   TokenPurpose = 'b' // the envelope sender, to which a message comes back
	ForMessageID TokenPurpose = 'm' // the Message-ID
)

// derive returns a MAC of 16 bytes over purpose and id.
func (t LinkTokens) derive(purpose TokenPurpose, id int64) []byte {
	mac := hmac.New(sha256.New, t.key)
	mac.Write(binary.BigEndian.AppendUint64([]byte{byte(purpose)}, uint64(id)))
	return mac.Sum(nil)[:16]
}

// RSVP returns the token of a recipient's personal link.
func (t LinkTokens) RSVP(id int64) string {
	return base64.RawURLEncoding.EncodeToString(t.derive(ForRSVP, id))
}

// Tracking returns the token of the pixel and the counted links: the recipient's id (8 bytes) and its MAC.
func (t LinkTokens) Tracking(id int64) string {
	return base64.RawURLEncoding.EncodeToString(t.withID(ForTracking, id))
}

// Stopping returns the token of the unsubscribe link, made as that of Tracking.
func (t LinkTokens) Stopping(id int64) string {
	return base64.RawURLEncoding.EncodeToString(t.withID(ForStopping, id))
}

// withID returns the recipient's id and its MAC.
func (t LinkTokens) withID(purpose TokenPurpose, id int64) []byte {
	return append(binary.BigEndian.AppendUint64(nil, uint64(id)), t.derive(purpose, id)...)
}

// bounceText encodes the token of envelope senders: mail servers may change the case of a local part.
var bounceText = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// bounceTokenLength is the length of such a token.
const bounceTokenLength = 39

// Bounce returns the token in the envelope sender of a recipient's message: the recipient's id and its MAC, in lower-case letters
// and digits.
func (t LinkTokens) Bounce(id int64) string {
	return bounceText.EncodeToString(t.withID(ForBounces, id))
}

// ParseToken splits a tracking token or a token of an envelope sender into the recipient's id and the MAC (proof), without
// checking the MAC: the caller checks it with LinkTokens.Proves of the campaign.
func ParseToken(token string) (id int64, proof []byte, purpose TokenPurpose, ok bool) {
	if len(token) != bounceTokenLength {
		id, proof, ok = ParseTrackingToken(token)
		return id, proof, ForTracking, ok
	}
	b, err := bounceText.DecodeString(strings.ToLower(token))
	if err != nil || len(b) != 24 {
		return 0, nil, 0, false
	}
	id = int64(binary.BigEndian.Uint64(b))
	return id, b[8:], ForBounces, id > 0
}

// ParseTrackingToken splits a token into the recipient's id and the MAC (proof). It does not check the MAC: the caller checks it
// with LinkTokens.Valid of the campaign.
func ParseTrackingToken(token string) (id int64, proof []byte, ok bool) {
	b, err := base64.RawURLEncoding.Strict().DecodeString(token)
	if err != nil || len(b) != 24 {
		return 0, nil, false
	}
	id = int64(binary.BigEndian.Uint64(b))
	return id, b[8:], id > 0
}

// Valid reports whether proof is the MAC of the recipient's tracking token.
func (t LinkTokens) Valid(id int64, proof []byte) bool { return t.Proves(ForTracking, id, proof) }

// ValidToStop reports whether proof is the MAC of the recipient's token to unsubscribe. The tracking token is valid, too, because
// the unsubscribe links of earlier versions carry it.
func (t LinkTokens) ValidToStop(id int64, proof []byte) bool {
	return t.Proves(ForStopping, id, proof) || t.Valid(id, proof)
}

// Proves reports whether proof is the MAC of the recipient's token of a purpose.
func (t LinkTokens) Proves(purpose TokenPurpose, id int64, proof []byte) bool {
	return hmac.Equal(t.derive(purpose, id), proof)
}
