package auth

import (
	"crypto/subtle"
	"encoding/base64"
	"net/http"
	"strings"

	"presence/app/platform/httpx"
)

// trustedDeviceCookie marks a browser in which a person has signed in before, so that somebody else's failed sign-ins do not
// lock the person out of it (A5). It signs nobody in. It is not part of the session, because it lives longer than sessions, and
// because the limits are checked before a session is read.
const (
	trustedDeviceCookie  = "familiar"
	maxTrustedDeviceSize = 64              // bytes
	trustedDeviceAge     = 365 * 24 * 3600 // seconds
)

// newTrustedDevice returns a new cookie value for that person.
func (l limitKeys) newTrustedDevice(p Person) string {
	id, _ := newSecret(16)
	return id + "." + base64.RawURLEncoding.EncodeToString(l.mac("familiar", p.ID+"\x00"+id))
}

// trustedDevice reports whether a cookie value was created for that person, and returns the id of the device.
func (l limitKeys) trustedDevice(p Person, value string) (id string, trusted bool) {
	id, mac, _ := strings.Cut(value, ".")
	given, err := base64.RawURLEncoding.DecodeString(mac)
	return id, err == nil && subtle.ConstantTimeCompare(given, l.mac("familiar", p.ID+"\x00"+id)) == 1 && p.ID != ""
}

// OriginOf returns where a request with a password comes from.
func OriginOf(r *http.Request) Origin {
	from := Origin{IP: httpx.InfoOf(r.Context()).IP}
	if known, err := r.Cookie(trustedDeviceCookie); err == nil && len(known.Value) <= maxTrustedDeviceSize {
		from.Browser = known.Value
	}
	return from
}

// trustDevice sets the cookie.
func (p *pages) trustDevice(w http.ResponseWriter, person Person) {
	http.SetCookie(w, &http.Cookie{
		Name: trustedDeviceCookie, Value: p.limits.newTrustedDevice(person), Path: "/", MaxAge: trustedDeviceAge,
		HttpOnly: true, Secure: p.secure(), SameSite: http.SameSiteLaxMode,
	})
}
