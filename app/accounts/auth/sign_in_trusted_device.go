package auth

import (
	"crypto/subtle"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"

	"presence/app/platform/httpx"
)

// trustedDeviceCookie marks a browser in which a person has signed in before, so that another person's failed sign-ins do not
// lock the person out of it (A5). It does not sign the person in. It is not part of the session, because it lives longer than sessions, and
// because the limits are checked before a session is read.
const (
	trustedDeviceCookie  = "familiar"
	maxTrustedDeviceSize = 64              // bytes
	trustedDeviceAge     = 365 * 24 * 3600 // seconds
)

// newTrustedDevice returns a new cookie value for that person.
func (l limitKeys) newTrustedDevice(p Person) string {
	id, _ := newSecret(16)
	return id + "." + base64.RawURLEncoding.EncodeToString(l.deviceMAC(p, id))
}

// deviceMAC returns the code that ties a device to a person and to the instant at which their sign-ins ended last: a new password, a
// reset of second factors and signing out everywhere take the mark from every device.
func (l limitKeys) deviceMAC(p Person, id string) []byte {
	return l.mac("familiar", p.ID+"\x00"+id+"\x00"+strconv.FormatInt(int64(p.TokensAfter), 10))
}

// trustedDevice reports whether a cookie value was created for that person, and returns the id of the device.
func (l limitKeys) trustedDevice(p Person, value string) (id string, trusted bool) {
	id, mac, _ := strings.Cut(value, ".")
	given, err := base64.RawURLEncoding.DecodeString(mac)
	return id, err == nil && subtle.ConstantTimeCompare(given, l.deviceMAC(p, id)) == 1 && p.ID != ""
}

// OriginOf returns where a request with a password comes from.
func OriginOf(r *http.Request) Origin {
	from := Origin{IP: httpx.InfoOf(r.Context()).IP}
	if known, err := r.Cookie(trustedDeviceCookie); err == nil && len(known.Value) <= maxTrustedDeviceSize {
		from.Browser = known.Value
	}
	return from
}

// TrustDevice marks the browser as one in which the person has signed in.
func (s *Service) TrustDevice(w http.ResponseWriter, person Person) {
	http.SetCookie(w, &http.Cookie{
		Name: trustedDeviceCookie, Value: s.limits.newTrustedDevice(person), Path: "/", MaxAge: trustedDeviceAge,
		HttpOnly: true, Secure: s.secure(), SameSite: http.SameSiteLaxMode,
	})
}
