package passkeys_test

import (
	"errors"
	"testing"
	"time"

	"presence/app/accounts/passkeys"
	"presence/app/platform/seal"
)

func TestNew(t *testing.T) {
	sealer, err := seal.New([]byte("0123456789abcdef0123456789abcdef"), "test")
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		name, url string
		offered   bool
	}{
		{"with https and a name", "https://presence.example", true},
		{"with https, a port and a path", "https://presence.example:8443/presence", true},
		{"on localhost without https", "http://localhost:8080", true},
		{"below localhost without https", "http://presence.localhost:8080", true},
		{"not without https", "http://presence.example", false},
		{"not at an address without a name", "https://192.0.2.1", false},
		{"not at an IPv6 address", "https://[2001:db8::1]:8443", false},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := passkeys.New(x.url, sealer, time.Now) != nil; got != x.offered {
				t.Errorf("offered: %v", got)
			}
		})
	}
}

func TestRelyingParty_refuses_other_text(t *testing.T) {
	sealer, err := seal.New([]byte("0123456789abcdef0123456789abcdef"), "test")
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		name string
		p    *passkeys.RelyingParty
	}{
		{"where passkeys are offered", passkeys.New("https://presence.example", sealer, time.Now)},
		{"where they are not", nil},
	} {
		t.Run(x.name, func(t *testing.T) {
			find := func([]byte) (passkeys.User, error) {
				t.Error("the owner is looked up")
				return passkeys.User{}, nil
			}
			if _, _, err := x.p.VerifyUse("sign in", "{}", find); !errors.Is(err, passkeys.ErrRefused) {
				t.Error(err)
			}
			if _, _, err := x.p.VerifyAdded("add", "id", "{}"); !errors.Is(err, passkeys.ErrRefused) {
				t.Error(err)
			}
		})
	}
}
