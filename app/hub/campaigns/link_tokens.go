package campaigns

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
)

// LinkTokens derives the tokens in the links of a campaign's messages from the secret of the installation, the salt of the
// campaign and the id of the recipient. So no token needs to be stored to compose the same message again, and nobody can
// compute a token from an id alone.
type LinkTokens struct{ key []byte }

// NewLinkTokens returns the tokens of the campaign with that salt.
func NewLinkTokens(secret, salt []byte) LinkTokens {
	key := hmac.New(sha256.New, secret)
	key.Write([]byte("campaign links\x00"))
	key.Write(salt)
	return LinkTokens{key.Sum(nil)}
}

const (
	forRSVP     = 'r' // the personal link (R18)
	forTracking = 't' // the pixel, counted links and the unsubscribe link
)

// derive returns a MAC of 16 bytes over purpose and id.
func (t LinkTokens) derive(purpose byte, id int64) []byte {
	mac := hmac.New(sha256.New, t.key)
	mac.Write(binary.BigEndian.AppendUint64([]byte{purpose}, uint64(id)))
	return mac.Sum(nil)[:16]
}

// RSVP returns the token of a recipient's personal link.
func (t LinkTokens) RSVP(id int64) string {
	return base64.RawURLEncoding.EncodeToString(t.derive(forRSVP, id))
}

// Tracking returns the token of the pixel, the counted links and the unsubscribe link: the recipient's id (8 bytes) and its
// MAC.
func (t LinkTokens) Tracking(id int64) string {
	return base64.RawURLEncoding.EncodeToString(append(binary.BigEndian.AppendUint64(nil, uint64(id)), t.derive(forTracking, id)...))
}

// ParseTrackingToken splits a token into the recipient's id and the MAC (proof). It does not check the MAC: the caller does, by
// Valid of the campaign's LinkTokens.
func ParseTrackingToken(token string) (id int64, proof []byte, ok bool) {
	b, err := base64.RawURLEncoding.Strict().DecodeString(token)
	if err != nil || len(b) != 24 {
		return 0, nil, false
	}
	id = int64(binary.BigEndian.Uint64(b))
	return id, b[8:], id > 0
}

// Valid reports whether proof is the MAC of the recipient's tracking token.
func (t LinkTokens) Valid(id int64, proof []byte) bool {
	return hmac.Equal(t.derive(forTracking, id), proof)
}
