package personaldata

import (
	"cmp"
	"context"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"

	"presence/app/platform/contact"
	"presence/app/platform/personal"
	"presence/db"
)

// Identities knows who was erased, by hashes of addresses and customer numbers.
type Identities struct {
	db  *db.DB
	key []byte
}

// NewIdentities returns the identities that were hashed with a key from the secret.
func NewIdentities(d *db.DB, secret []byte) (*Identities, error) {
	key, err := hkdf.Key(sha256.New, secret, nil, "presence erased identities", 32)
	return &Identities{d, key}, err
}

// hash returns what is stored of a value of a kind, from which it cannot be read back.
func (x *Identities) hash(kind, value string) string {
	if kind == personal.NumberHash {
		value = cmp.Or(contact.NumberKey(value), value) // as the directory compares numbers
	}
	h := hmac.New(sha256.New, x.key)
	h.Write([]byte(kind + "\x00" + value))
	return hex.EncodeToString(h.Sum(nil)[:16])
}

func (x *Identities) hashes(of personal.Subject) (list []string) {
	for _, e := range of.Emails {
		list = append(list, x.hash(personal.AddressHash, e))
	}
	for _, n := range of.Numbers {
		list = append(list, x.hash(personal.NumberHash, n))
	}
	return list
}

// Barred returns which addresses and customers were erased.
func (x *Identities) Barred(ctx context.Context) (personal.Barred, error) {
	list, err := allHashes(ctx, x.db)
	b := personal.Barred{Hash: x.hash, Hashes: make(map[string]bool, len(list))}
	for _, h := range list {
		b.Hashes[h] = true
	}
	return b, err
}
