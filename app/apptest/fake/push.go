package fake

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
)

// PushDevice is a browser that has subscribed to notices (Web Push): it decrypts what its push service gets.
type PushDevice struct {
	key  *ecdh.PrivateKey
	auth []byte
}

// NewPushDevice returns a device with keys of its own.
func NewPushDevice() (*PushDevice, error) {
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	d := &PushDevice{key, make([]byte, 16)}
	_, _ = rand.Read(d.auth) // never fails
	return d, err
}

// P256DH returns the device's public key as its browser sends it.
func (d *PushDevice) P256DH() string {
	return base64.RawURLEncoding.EncodeToString(d.key.PublicKey().Bytes())
}

// Auth returns the device's authentication secret as its browser sends it.
func (d *PushDevice) Auth() string { return base64.RawURLEncoding.EncodeToString(d.auth) }

// Open decrypts a message as RFC 8291 says.
func (d *PushDevice) Open(body []byte) (string, error) {
	if len(body) < 21+65 {
		return "", errors.New("too short")
	}
	salt, n := body[:16], int(body[20])
	sender, sealed := body[21:21+n], body[21+n:]
	public, err := ecdh.P256().NewPublicKey(sender)
	if err != nil || binary.BigEndian.Uint32(body[16:]) < uint32(len(sealed)) {
		return "", fmt.Errorf("header: %w", err)
	}
	shared, err := d.key.ECDH(public)
	if err != nil {
		return "", err
	}
	info := append(append([]byte("WebPush: info\x00"), d.key.PublicKey().Bytes()...), sender...)
	ikm, _ := hkdf.Key(sha256.New, shared, d.auth, string(info), 32)
	key, _ := hkdf.Key(sha256.New, ikm, salt, "Content-Encoding: aes128gcm\x00", 16)
	nonce, _ := hkdf.Key(sha256.New, ikm, salt, "Content-Encoding: nonce\x00", 12)
	block, err := aes.NewCipher(key)
	if err != nil {
		return "", err
	}
	aead, err := cipher.NewGCM(block)
	if err != nil {
		return "", err
	}
	text, err := aead.Open(nil, nonce, sealed, nil)
	return strings.TrimRight(string(text), "\x00\x02"), err
}
