// Package passwords says which passwords may be chosen, and hashes and verifies them, no more at the same time than the machine can
// bear (A5).
package passwords

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"time"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"
	"golang.org/x/text/unicode/norm"

	"presence/app/platform/capacity"
	"presence/app/platform/errs"
	"presence/db"
)

// Limits of the length of a password, in characters. There are no rules about its composition, because people write such
// passwords down. The maximum limits the cost of hashing.
const (
	minPassword = 10  // characters
	maxPassword = 128 // characters
)

// argon2id with the minimum parameters of OWASP: 19 MiB, two passes, one lane (A5).
const (
	argonMemory = 19 * 1024 // KiB
	argonTime   = 2
	argonLanes  = 1
	argonSalt   = 16 // bytes
	argonKey    = 32 // bytes
)

// ErrBusy is the error for a caller that would have to wait too long.
var ErrBusy = &errs.Error{Kind: errs.KindUnavailable, Code: "busy",
	Detail: "Too many people are signing in at once. Try again in a moment.", RetryAfter: 2}

// Hasher hashes and verifies passwords. Each hash takes a core and 19 MiB for tens of milliseconds, so that only as many run at
// the same time as there are cores; some others wait, and the rest fail with ErrBusy. Inside a write transaction all fail with
// db.ErrInWrite.
type Hasher struct {
	room  *capacity.Limit // callers that hash or wait
	cores *capacity.Limit // callers that hash
	decoy string          // a hash that no password matches, used for unknown people
}

// longestWait is longer than the callers ahead of the last one can take, unless the machine stands still.
const longestWait = time.Minute

// New makes a hasher that uses a number of cores, for which a number of callers may wait.
func New(cores, waiting int) *Hasher {
	return &Hasher{room: capacity.New(int64(cores+waiting), ErrBusy), cores: capacity.New(int64(cores), ErrBusy),
		// All zero, which is not the argon2 hash of any password.
		decoy: phc(make([]byte, argonSalt), make([]byte, argonKey))}
}

// Check adds the error of a new password to faults, for the field password.
func Check(faults *errs.Fields, password string) {
	switch n := utf8.RuneCountInString(password); {
	case !utf8.ValidString(password):
		faults.Add("password", "invalid", "The password is not valid UTF-8.")
	case n < minPassword:
		faults.Add("password", "too_short", "The password must have at least 10 characters.")
	case n > maxPassword:
		faults.Add("password", "too_long", "A password has at most 128 characters.")
	}
}

// Hash returns the PHC string of a valid password. It waits for a free core for as long as ctx allows.
func (h *Hasher) Hash(ctx context.Context, password string) (string, error) {
	salt := make([]byte, argonSalt)
	rand.Read(salt)
	key, err := h.derive(ctx, password, salt, noCheck)
	if err != nil {
		return "", err
	}
	return phc(salt, key), nil
}

// Verify reports whether the password matches the PHC string. An empty string stands for "no such person, or no password": it
// takes the same work and never matches, so that response times do not reveal who is known (A5). check is called when a core is
// free; its error ends the work.
func (h *Hasher) Verify(ctx context.Context, hash, password string, check func() error) (bool, error) {
	known := hash != ""
	if !known {
		hash = h.decoy
	}
	salt, want, err := parsePHC(hash)
	if err != nil {
		return false, err
	}
	got, err := h.derive(ctx, password, salt, check)
	if err != nil {
		return false, err
	}
	return subtle.ConstantTimeCompare(got, want) == 1 && known, nil
}

// noCheck never fails.
func noCheck() error { return nil }

func (h *Hasher) derive(ctx context.Context, password string, salt []byte, check func() error) ([]byte, error) {
	if err := db.NotInWrite(ctx); err != nil {
		return nil, err
	}
	if err := h.room.Acquire(ctx, 1, 0); err != nil {
		return nil, err
	}
	defer h.room.Release(1)
	if err := h.cores.Acquire(ctx, 1, longestWait); err != nil {
		return nil, err
	}
	defer h.cores.Release(1)
	if err := check(); err != nil {
		return nil, err
	}
	// NFC, so that a keyboard that sends é as two characters gives the same password.
	return argon2.IDKey(norm.NFC.Bytes([]byte(password)), salt, argonTime, argonMemory, argonLanes, argonKey), nil
}

func phc(salt, key []byte) string {
	e := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, argonMemory, argonTime, argonLanes, e.EncodeToString(salt),
		e.EncodeToString(key))
}

var errPHC = errors.New("a stored password hash is not readable")

// parsePHC parses what phc returns. It rejects other parameters: write access to the database must not decide how
// much memory a sign-in takes.
func parsePHC(s string) (salt, key []byte, err error) {
	prefix := fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$", argon2.Version, argonMemory, argonTime, argonLanes)
	e := base64.RawStdEncoding
	saltLen, keyLen := e.EncodedLen(argonSalt), e.EncodedLen(argonKey)
	if len(s) != len(prefix)+saltLen+1+keyLen || s[:len(prefix)] != prefix || s[len(prefix)+saltLen] != '$' {
		return nil, nil, errPHC
	}
	salt, err1 := e.DecodeString(s[len(prefix) : len(prefix)+saltLen])
	key, err2 := e.DecodeString(s[len(prefix)+saltLen+1:])
	if errors.Join(err1, err2) != nil {
		return nil, nil, errPHC
	}
	return salt, key, nil
}
