package auth

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"runtime"
	"sync/atomic"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"
	"golang.org/x/text/unicode/norm"

	"presence/app/platform/errs"
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

// maxWaiting is how many passwords may wait for a free core: about five seconds of work for two cores.
const maxWaiting = 256

// errBusy is the error for a caller that would have to wait too long.
var errBusy = &errs.Error{Kind: errs.KindUnavailable, Code: "busy",
	Detail: "Too many people are signing in at once. Try again in a moment.", RetryAfter: 2}

// hasher hashes and verifies passwords. Each hash takes a core and 19 MiB for tens of milliseconds, so that only as many run at
// the same time as there are cores; maxWaiting others wait, and the rest fail with errBusy.
type hasher struct {
	slots   chan struct{}
	waiting atomic.Int32 // number of waiting callers
	decoy   string       // a hash that no password matches, used for unknown people
}

func newHasher() *hasher {
	h := &hasher{slots: make(chan struct{}, runtime.GOMAXPROCS(0))}
	// All zero, which is not the argon2 hash of any password.
	h.decoy = phc(make([]byte, argonSalt), make([]byte, argonKey))
	return h
}

func checkPassword(faults *errs.Fields, password string) {
	switch n := utf8.RuneCountInString(password); {
	case !utf8.ValidString(password):
		faults.Add("password", "invalid", "The password is not valid UTF-8.")
	case n < minPassword:
		faults.Add("password", "too_short", "The password must have at least 10 characters.")
	case n > maxPassword:
		faults.Add("password", "too_long", "A password has at most 128 characters.")
	}
}

// hash returns the PHC string of a valid password. It waits for a free core for as long as ctx allows.
func (h *hasher) hash(ctx context.Context, password string) (string, error) {
	salt := make([]byte, argonSalt)
	rand.Read(salt)
	key, err := h.derive(ctx, password, salt, noCheck)
	if err != nil {
		return "", err
	}
	return phc(salt, key), nil
}

// verify reports whether the password matches the PHC string. An empty string stands for "no such person, or no password": it
// takes the same work and never matches, so that response times do not reveal who is known (A5). check is called when a core is
// free; its error ends the work.
func (h *hasher) verify(ctx context.Context, hash, password string, check func() error) (bool, error) {
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

func (h *hasher) derive(ctx context.Context, password string, salt []byte, check func() error) ([]byte, error) {
	if err := h.acquire(ctx); err != nil {
		return nil, err
	}
	defer func() { <-h.slots }()
	if err := check(); err != nil {
		return nil, err
	}
	// NFC, so that a keyboard that sends é as two characters gives the same password.
	return argon2.IDKey(norm.NFC.Bytes([]byte(password)), salt, argonTime, argonMemory, argonLanes, argonKey), nil
}

// acquire waits for a free core.
func (h *hasher) acquire(ctx context.Context) error {
	defer h.waiting.Add(-1)
	if h.waiting.Add(1) > maxWaiting {
		return errBusy
	}
	select {
	case h.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
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
