// Package webhooks tells other systems what happens, by POST requests that are signed as Standard Webhooks (standardwebhooks.com)
// defines. An event is stored in the transaction that it tells of (Publish), once for each endpoint that subscribes to its kind, and
// delivered by a worker in every replica: at least once, always with the same webhook-id, in no certain order (ADR 40).
package webhooks

import (
	"cmp"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/platform/tracing"
	"presence/db"
)

// Kind is the kind of an event, such as rsvp.created. The features that publish events declare theirs.
type Kind string

// TestKind is the kind of the event that staff send to try an endpoint. It needs no subscription.
const TestKind Kind = "webhook.test"

// Reason is why an endpoint is disabled.
type Reason string

// The reasons.
const (
	Enabled Reason = ""
	Staff   Reason = "staff"   // an administrator has disabled it
	Gone    Reason = "gone"    // it has answered 410
	Failing Reason = "failing" // every attempt has failed for maxFailing, while there was always something to try again
)

// Endpoint is an address that events are delivered to.
type Endpoint struct {
	ID               int64
	URL, Description string
	Kinds            []Kind
	Disabled         Reason
	OldSecretUntil   db.Instant // the secret before the last rotation signs too until then; 0: there is none
	FailingSince     db.Instant // since when attempts have failed; 0: the last one succeeded, or the address is new
	Version          int64
	CreatedAt        db.Instant
	UpdatedAt        db.Instant

	reference         string
	secret, oldSecret []byte // sealed
}

// OldSecretSigns reports whether requests are signed with the secret before the last rotation too.
func (e Endpoint) OldSecretSigns(at db.Instant) bool {
	return e.oldSecret != nil && at < e.OldSecretUntil
}

// Name returns the description, or the host of the address if there is none. The rest of an address may contain a secret.
func (e Endpoint) Name() string { return cmp.Or(e.Description, e.Host()) }

// Host returns the host of the address, with its port.
func (e Endpoint) Host() string {
	u, err := url.Parse(e.URL)
	if err != nil {
		return ""
	}
	return u.Host
}

// AuditFields implements audit.Auditable. Secrets are left out.
func (e Endpoint) AuditFields() audit.Fields {
	return audit.Fields{"url": e.URL, "description": e.Description, "kinds": e.Kinds, "enabled": e.Disabled == Enabled}
}

// State is how far a delivery is.
type State string

// The states.
const (
	Queued    State = "queued"
	Delivered State = "delivered"
	Failed    State = "failed"    // every attempt has failed
	Cancelled State = "cancelled" // the endpoint was disabled before
)

// Delivery is an event for one endpoint.
type Delivery struct {
	ID         int64
	EndpointID int64
	MessageID  string // the header webhook-id
	Kind       Kind
	Payload    string // JSON, as it is sent
	State      State
	Attempts   int64
	NextAt     db.Instant // of the next attempt, if it is queued
	CreatedAt  db.Instant
	TriedAt    db.Instant // of the last attempt; 0: none
	Status     int64      // of the last answer; 0: none
	Reason     string     // why the last attempt failed; empty: it did not

	cause tracing.Request // that published the event; zero: none
}

// Limits.
const (
	maxEndpoints   = 20
	maxURL         = 2000 // bytes
	maxDescription = 200  // characters

	secretOverlap = 24 * time.Hour      // for which a rotated secret signs beside the new one
	maxFailing    = 5 * 24 * time.Hour  // after which a failing endpoint is disabled
	retention     = 30 * 24 * time.Hour // of deliveries
)

// delays are the times between the attempts. After the last one the delivery has failed.
var delays = []time.Duration{5 * time.Second, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 5 * time.Hour, 10 * time.Hour,
	14 * time.Hour, 20 * time.Hour, 24 * time.Hour}

// Changes are changes of an endpoint; nil fields stay. A new endpoint has a URL and kinds.
type Changes struct {
	URL, Description *string
	Kinds            *[]Kind
	Enabled          *bool
}

// validate validates the fields that are given; known are the kinds that there are. With private, plain http is allowed.
func (c Changes) validate(known []Kind, private bool) errs.Fields {
	var faults errs.Fields
	if c.URL != nil {
		if fault := checkURL(*c.URL, private); fault != "" {
			faults.Add("url", "webhook_url", fault)
		}
	}
	if c.Description != nil {
		if utf8.RuneCountInString(*c.Description) > maxDescription {
			faults.Add("description", "too_long", "A description has at most 200 characters.")
		}
		faults.Line("description", *c.Description)
	}
	if c.Kinds != nil {
		unknown := slices.ContainsFunc(*c.Kinds, func(k Kind) bool { return !slices.Contains(known, k) })
		switch {
		case len(*c.Kinds) == 0:
			faults.Add("kinds", "webhook_kinds", "At least one type of event is required.")
		case unknown:
			faults.Add("kinds", "invalid", "This type of event does not exist.")
		}
	}
	return faults
}

// checkURL returns what is wrong with the address of an endpoint; empty if nothing is.
func checkURL(address string, private bool) string {
	u, err := url.Parse(address)
	switch {
	case err != nil || u.Hostname() == "" || u.Fragment != "" || len(address) > maxURL || strings.ContainsFunc(address, errs.Unreadable):
		return "Expected an address such as https://example.org/hook."
	case u.User != nil:
		return "The address must not contain a user name or a password."
	case u.Scheme != "https" && (u.Scheme != "http" || !private):
		return "The address must begin with https://."
	}
	return ""
}

// with returns the endpoint with the changes.
func (e Endpoint) with(c Changes) Endpoint {
	if c.URL != nil && *c.URL != e.URL {
		e.URL, e.FailingSince = *c.URL, 0
	}
	if c.Description != nil {
		e.Description = strings.TrimSpace(*c.Description)
	}
	if c.Kinds != nil {
		e.Kinds = slices.Compact(slices.Sorted(slices.Values(*c.Kinds)))
	}
	if c.Enabled != nil && *c.Enabled != (e.Disabled == Enabled) {
		if e.Disabled = Staff; *c.Enabled {
			e.Disabled, e.FailingSince = Enabled, 0
		}
	}
	return e
}
