package campaigns

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"hash"
)

// linkTokens derives what stands in the links of a message from the secret of the installation, the salt of the campaign
// and the id of the recipient, so that nothing need be stored to write the same message again, and nobody can make one
// from an id. It is not safe for several goroutines: its hash is used over and over.
type linkTokens struct {
	mac hash.Hash
	sum [sha256.Size]byte
	in  [9]byte
}

func newLinkTokens(secret, salt []byte) *linkTokens {
	key := hmac.New(sha256.New, secret)
	key.Write([]byte("campaign links\x00"))
	key.Write(salt)
	return &linkTokens{mac: hmac.New(sha256.New, key.Sum(nil))}
}

const (
	forRSVP  = 'r' // the personal link of R18
	forTrack = 't' // pixel, clicks and unsubscribe
)

func (t *linkTokens) derive(kind byte, id int64) []byte {
	t.mac.Reset()
	t.in[0] = kind
	binary.BigEndian.PutUint64(t.in[1:], uint64(id))
	t.mac.Write(t.in[:])
	return t.mac.Sum(t.sum[:0])[:16]
}

// rsvp is the token of the personal link: 128 bits as text.
func (t *linkTokens) rsvp(id int64) string {
	return base64.RawURLEncoding.EncodeToString(t.derive(forRSVP, id))
}

// track names the recipient in pixel, click and unsubscribe links: the id and 128 bits that vouch for it.
func (t *linkTokens) track(id int64) string {
	var b [24]byte
	binary.BigEndian.PutUint64(b[:], uint64(id))
	copy(b[8:], t.derive(forTrack, id))
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// parseTrackingToken takes a token apart; vouched is still to be compared with what the recipient's campaign derives.
func parseTrackingToken(token string) (id int64, vouched []byte, ok bool) {
	b, err := base64.RawURLEncoding.Strict().DecodeString(token)
	if err != nil || len(b) != 24 {
		return 0, nil, false
	}
	id = int64(binary.BigEndian.Uint64(b))
	return id, b[8:], id > 0
}

// valid tells whether those bits are what the recipient's link holds.
func (t *linkTokens) valid(id int64, bits []byte) bool {
	return hmac.Equal(t.derive(forTrack, id), bits)
}
