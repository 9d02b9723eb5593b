package campaigns

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
)

// LinkTokens derives what stands in the links of a campaign's messages from the secret of the installation, the salt of the
// campaign and the id of the recipient: nothing need be stored to write the same message again, and nobody can make a token
// from an id.
type LinkTokens struct{ key []byte }

// NewLinkTokens are the tokens of the campaign with that salt.
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

// derive returns 128 bits.
func (t LinkTokens) derive(purpose byte, id int64) []byte {
	mac := hmac.New(sha256.New, t.key)
	mac.Write(binary.BigEndian.AppendUint64([]byte{purpose}, uint64(id)))
	return mac.Sum(nil)[:16]
}

// RSVP is the token of the personal link.
func (t LinkTokens) RSVP(id int64) string {
	return base64.RawURLEncoding.EncodeToString(t.derive(forRSVP, id))
}

// Tracking is the token of the pixel, counted links and the unsubscribe link: the recipient's id and the bits that prove it.
func (t LinkTokens) Tracking(id int64) string {
	return base64.RawURLEncoding.EncodeToString(append(binary.BigEndian.AppendUint64(nil, uint64(id)), t.derive(forTracking, id)...))
}

// ParseTrackingToken takes a token apart. The proof is still to be checked with Valid, on the tokens of the recipient's
// campaign.
func ParseTrackingToken(token string) (id int64, proof []byte, ok bool) {
	b, err := base64.RawURLEncoding.Strict().DecodeString(token)
	if err != nil || len(b) != 24 {
		return 0, nil, false
	}
	id = int64(binary.BigEndian.Uint64(b))
	return id, b[8:], id > 0
}

// Valid reports whether a tracking token's proof is that of the recipient.
func (t LinkTokens) Valid(id int64, proof []byte) bool {
	return hmac.Equal(t.derive(forTracking, id), proof)
}
