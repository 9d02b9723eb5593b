package auth

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"strings"
	"testing"

	"github.com/go-webauthn/webauthn/protocol/webauthncbor"

	"presence/db"
	"presence/db/dbtest"
)

// passkeyURL is an address at which browsers offer passkeys.
const passkeyURL = "http://localhost:8080"

// eachWithPasskeys is each at an address at which browsers offer passkeys.
func eachWithPasskeys(t *testing.T, fn func(w *world)) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) { fn(newWorld(t, d, passkeyURL)) })
}

// authenticator is a device with one passkey that signs as WebAuthn says, with the browser around it.
type authenticator struct {
	t      *testing.T
	key    *ecdsa.PrivateKey
	id     []byte
	handle string // of the person
	count  uint32 // of signatures

	uncounted bool // the count stays 0, as that of a passkey that is synced between devices

	// What a test may make wrong.
	origin, host string
	flags        byte // user present, user verified
}

func newAuthenticator(t *testing.T) *authenticator {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	id := make([]byte, 20)
	rand.Read(id)
	return &authenticator{t: t, key: key, id: id, origin: passkeyURL, host: "localhost", flags: 0x01 | 0x04}
}

var b64 = base64.RawURLEncoding

func (a *authenticator) clientData(kind, challenge string) []byte {
	b, err := json.Marshal(map[string]any{"type": kind, "challenge": challenge, "origin": a.origin, "crossOrigin": false})
	if err != nil {
		a.t.Fatal(err)
	}
	return b
}

func (a *authenticator) data(flags byte) []byte {
	host := sha256.Sum256([]byte(a.host))
	return binary.BigEndian.AppendUint32(append(host[:], flags), a.count)
}

func (a *authenticator) answer(response map[string]any) string {
	b, err := json.Marshal(map[string]any{"id": b64.EncodeToString(a.id), "rawId": b64.EncodeToString(a.id), "type": "public-key",
		"response": response, "clientExtensionResults": map[string]any{}})
	if err != nil {
		a.t.Fatal(err)
	}
	return string(b)
}

func (a *authenticator) cbor(v any) []byte {
	b, err := webauthncbor.Marshal(v)
	if err != nil {
		a.t.Fatal(err)
	}
	return b
}

// create answers navigator.credentials.create.
func (a *authenticator) create(options string) string {
	a.t.Helper()
	var o struct {
		Challenge string
		User      struct{ ID string }
	}
	if err := json.Unmarshal([]byte(options), &o); err != nil {
		a.t.Fatal(err)
	}
	a.handle = o.User.ID
	point, err := a.key.PublicKey.Bytes()
	if err != nil {
		a.t.Fatal(err)
	}
	public := a.cbor(map[int]any{1: 2, 3: -7, -1: 1, -2: point[1:33], -3: point[33:]})
	data := append(a.data(a.flags|0x40), make([]byte, 16)...)
	data = append(append(binary.BigEndian.AppendUint16(data, uint16(len(a.id))), a.id...), public...)
	object := a.cbor(map[string]any{"fmt": "none", "attStmt": map[string]any{}, "authData": data})
	return a.answer(map[string]any{"clientDataJSON": b64.EncodeToString(a.clientData("webauthn.create", o.Challenge)),
		"attestationObject": b64.EncodeToString(object)})
}

// get answers navigator.credentials.get.
func (a *authenticator) get(options string) string {
	a.t.Helper()
	var o struct{ Challenge string }
	if err := json.Unmarshal([]byte(options), &o); err != nil {
		a.t.Fatal(err)
	}
	if !a.uncounted {
		a.count++
	}
	data, client := a.data(a.flags), a.clientData("webauthn.get", o.Challenge)
	hash := sha256.Sum256(client)
	digest := sha256.Sum256(append(append([]byte{}, data...), hash[:]...))
	signature, err := ecdsa.SignASN1(rand.Reader, a.key, digest[:])
	if err != nil {
		a.t.Fatal(err)
	}
	return a.answer(map[string]any{"clientDataJSON": b64.EncodeToString(client), "authenticatorData": b64.EncodeToString(data),
		"signature": b64.EncodeToString(signature), "userHandle": a.handle})
}

// browserOf is the actor of a person's browser.
func browserOf(p Person) Actor { return p.actor("cookie") }

// addPasskey adds a passkey of that name.
func (w *world) addPasskey(p Person, name string) *authenticator {
	w.t.Helper()
	a := newAuthenticator(w.t)
	if _, err := w.s.AddPasskey(w.ctx(), browserOf(p), name, a.create(w.passkeyOptions(p))); err != nil {
		w.t.Fatal(err)
	}
	return a
}

func (w *world) passkeyOptions(p Person) string {
	w.t.Helper()
	keys, err := w.s.Passkeys(w.ctx(), browserOf(p))
	if err != nil {
		w.t.Fatal(err)
	}
	o, err := w.s.PasskeyOptions(browserOf(p), keys)
	if err != nil {
		w.t.Fatal(err)
	}
	return o
}

func (w *world) signInOptions() string {
	w.t.Helper()
	o, err := w.s.SignInOptions()
	if err != nil {
		w.t.Fatal(err)
	}
	return o
}

// audited returns the actions of the log about a person, the oldest first, except that they were created.
func (w *world) audited(p Person) string {
	w.t.Helper()
	list, err := db.ReadTexts(w.db.Query(w.ctx(),
		`SELECT action FROM audit_log WHERE kind = 'person' AND record_id = $1 AND action <> 'created' ORDER BY id`, p.ID))
	if err != nil {
		w.t.Fatal(err)
	}
	return strings.Join(list, " ")
}
