// Package push sends notices to the devices on which people have asked for them (Web Push, RFC 8030). A notice is a queue row for each
// device, which the transaction that takes the notification inserts (package notifications), and is sent by a worker in every replica.
// It is encrypted for the device (RFC 8291), so that the push service of the browser's maker, which passes it on, cannot read it. The
// company's key, by which push services know its notices (VAPID, RFC 8292), is derived from SECRET_KEY, so that all replicas have it
// (ADR 64).
package push

import (
	"crypto/ecdh"
	"encoding/base64"
	"encoding/json"
	"net/url"
	"strings"
	"time"

	"presence/app/platform/errs"
	"presence/app/platform/useragent"
	"presence/db"
)

// Device is a browser on which a person receives notices.
type Device struct {
	ID        int64
	Name      string // browser and system: Chrome · Android
	CreatedAt db.Instant
	UsedAt    db.Instant // when a notice was accepted last; 0: never
	Failures  int64      // notices since then that were not accepted

	person, endpoint string
	keys             []byte // encrypted with package seal
}

// Subscription is what a browser says of itself when a person asks for notices on it.
type Subscription struct {
	Endpoint string
	P256DH   string // the device's public key: a point of P-256, in base64url
	Auth     string // the device's authentication secret: 16 bytes, in base64url
	Agent    string // the User-Agent header
}

// Notice is the text of a notification on a device.
type Notice struct {
	Title  string `json:"title"`
	Body   string `json:"body,omitempty"`
	URL    string `json:"url"`    // the page that it opens, within the product
	Tag    string `json:"tag"`    // a notice replaces an earlier one with the same tag
	Unread int64  `json:"unread"` // how many notifications the person has not read
	Lang   string `json:"lang"`
}

const (
	maxDevices  = 20 // of one person
	maxEndpoint = 1000
	maxFailures = 50      // notices in a row that are not accepted before a device is removed
	maxPayload  = 3 << 10 // bytes
	maxBody     = 400     // characters
	validFor    = 24 * time.Hour
)

// encode returns the notice as JSON of at most maxPayload bytes: a long text is cut.
func (n Notice) encode() (string, error) {
	n.Title, n.Body = shortened(n.Title), shortened(n.Body)
	text, err := json.Marshal(n)
	if err == nil && len(text) > maxPayload {
		n.Body = ""
		text, err = json.Marshal(n)
	}
	return string(text), err
}

func shortened(text string) string {
	if runes := []rune(text); len(runes) > maxBody {
		return string(runes[:maxBody-1]) + "…"
	}
	return text
}

// check returns the validation errors of a subscription.
func (x Subscription) check() errs.Fields {
	var faults errs.Fields
	u, err := url.Parse(x.Endpoint)
	if err != nil || u.Hostname() == "" || u.User != nil || u.Fragment != "" || len(x.Endpoint) > maxEndpoint ||
		u.Scheme != "https" || strings.ContainsFunc(x.Endpoint, errs.Unreadable) {
		faults.Add("endpoint", "push_endpoint", "Expected the https:// address that the browser got from its push service.")
	}
	point, err := decode(x.P256DH)
	if err == nil {
		_, err = ecdh.P256().NewPublicKey(point)
	}
	if err != nil {
		faults.Add("p256dh", "invalid", "Expected a public key of the curve P-256, uncompressed, in base64url.")
	}
	if secret, err := decode(x.Auth); err != nil || len(secret) != 16 {
		faults.Add("auth", "invalid", "Expected 16 bytes in base64url.")
	}
	return faults
}

func decode(text string) ([]byte, error) {
	return base64.RawURLEncoding.DecodeString(strings.TrimRight(text, "="))
}

// name returns the name of the device.
func (x Subscription) name() string {
	browser, system := useragent.Parts(x.Agent)
	return strings.Trim(browser+" · "+system, " ·")
}
