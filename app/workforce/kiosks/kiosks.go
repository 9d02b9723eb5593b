// Package kiosks keeps the tablets on which employees clock in and out by their badge number or name and a PIN (docs/adr/0060). A kiosk
// has no person: what is stamped at it is stamped by the employee, through package clockings.
package kiosks

import (
	"crypto/rand"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/platform/ratelimit"
	"presence/app/platform/seal"
	"presence/db"
)

// Kinds of the records in the audit log and in errors.
const (
	Kind      = "kiosk"
	badgeKind = "badge"
)

// Kiosk is a device on which employees stamp.
type Kiosk struct {
	ID         int64
	Name       string
	MadeBy     string     // the name of the administrator
	LinkUntil  db.Instant // until when the link enrols a device, once
	EnrolledAt db.Instant // 0: no device has opened the link
	UsedAt     db.Instant // 0: never; to the minute
	RevokedAt  db.Instant // 0: it was not revoked
	CreatedAt  db.Instant
	UpdatedAt  db.Instant
	Version    int64
}

// State says what a kiosk can be used for.
type State string

// The states of a kiosk.
const (
	Waiting  State = "waiting"  // for a device that opens its link
	Expired  State = "expired"  // the link was not opened in time
	Enrolled State = "enrolled" // in use
	Revoked  State = "revoked"
)

// State returns the state at a time.
func (k Kiosk) State(now db.Instant) State {
	switch {
	case k.RevokedAt != 0:
		return Revoked
	case k.EnrolledAt != 0:
		return Enrolled
	case now < k.LinkUntil:
		return Waiting
	}
	return Expired
}

// AuditFields implements audit.Auditable.
func (k Kiosk) AuditFields() audit.Fields {
	return audit.Fields{"name": k.Name, "enrolled": k.EnrolledAt != 0, "revoked": k.RevokedAt != 0}
}

const (
	linkTTL   = 15 * time.Minute
	maxName   = 60          // characters
	maxKiosks = 100         // that are not revoked
	usedEvery = time.Minute // minimum time between two updates of UsedAt
)

// pins is how many PINs can be tried at one kiosk: a shift of people who arrive together, and not more than they type.
var pins = ratelimit.Limit{Burst: 60, Every: 2 * time.Second}

// checkName returns the name of a kiosk without superfluous blanks.
func checkName(faults *errs.Fields, name string) string {
	name = strings.Join(strings.Fields(norm.NFC.String(name)), " ")
	switch {
	case name == "":
		faults.Add("name", "required", "This field is required.")
	case utf8.RuneCountInString(name) > maxName:
		faults.Add("name", "too_long", "A name has at most 60 characters.")
	case strings.ContainsFunc(name, errs.Unreadable):
		faults.Add("name", "invalid", "A name has no control characters.")
	}
	return name
}

// newSecret returns a token with its hash, as it is stored. A fast hash is enough, since tokens have 128 random bits.
func newSecret() (token string, hash []byte) {
	token = rand.Text()
	return token, seal.Hash(token)
}

// Badge is with what an employee stamps at a kiosk. The PIN itself is stored nowhere.
type Badge struct {
	EmployeeID  int64
	Name        string // of the employee
	Number      string // in upper case; empty: none
	HasPIN      bool
	LockedUntil db.Instant // after too many wrong PINs; 0: never
	Version     int64

	pinHash     string // empty: no PIN
	wrong       int64  // in a row, also before a lock
	kioskOfLock int64  // the id of the kiosk at which the last lock began; 0: none that is known
}

// AuditFields implements audit.Auditable. A PIN that replaces another leaves no trace here: see Service.SetBadge.
func (b Badge) AuditFields() audit.Fields {
	return audit.Fields{"badge_number": b.Number, "pin_set": b.HasPIN}
}

// Locked reports whether no PIN is taken at a time.
func (b Badge) Locked(now db.Instant) bool { return now < b.LockedUntil }

const (
	maxNumber = 32 // characters
	minPIN    = 4  // digits
	maxPIN    = 8
	maxWrong  = 5 // PINs in a row
	proofTTL  = time.Minute
)

// lockTimes are how long no PIN of an employee is taken after five wrong ones in a row, after five more, and so on: the last for all that
// follow. 10,000 guesses take years.
var lockTimes = [...]time.Duration{15 * time.Minute, time.Hour, 4 * time.Hour, 24 * time.Hour}

// CleanNumber returns a badge number as it is stored: in upper case, without blanks around it.
func CleanNumber(number string) string {
	return strings.ToUpper(norm.NFKC.String(strings.TrimSpace(number)))
}

func checkNumber(faults *errs.Fields, number string) string {
	number = CleanNumber(number)
	switch {
	case utf8.RuneCountInString(number) > maxNumber:
		faults.Add("badge_number", "too_long", "A badge number has at most 32 characters.")
	case strings.ContainsFunc(number, func(r rune) bool { return (r < '0' || r > '9') && (r < 'A' || r > 'Z') && r != '-' && r != '.' }):
		faults.Add("badge_number", "badge_characters", "A badge number has letters, digits, hyphens and dots.")
	}
	return number
}

// CheckPIN adds the error of a new PIN to faults, for the field pin.
func CheckPIN(faults *errs.Fields, pin string) {
	switch {
	case len(pin) < minPIN || len(pin) > maxPIN || strings.ContainsFunc(pin, func(r rune) bool { return r < '0' || r > '9' }):
		faults.Add("pin", "pin_digits", "A PIN has 4 to 8 digits.")
	case weak(pin):
		faults.Add("pin", "weak_pin", "This PIN is easy to guess: no repeated digit, and no sequence.")
	}
}

// weak reports whether each digit differs from the one before by the same step: 0000, 1234, 9876, 2468, also 7890.
func weak(pin string) bool {
	step := (pin[1] - pin[0] + 10) % 10
	for i := 2; i < len(pin); i++ {
		if (pin[i]-pin[i-1]+10)%10 != step {
			return false
		}
	}
	return true
}

// tried returns the badge after a PIN was tried at a time, and the error if it was wrong or is not taken now.
func (b Badge) tried(right bool, now db.Instant) (Badge, error) {
	if b.Locked(now) {
		return b, errLocked(b.LockedUntil)
	}
	if right {
		b.wrong = 0
		return b, nil
	}
	if b.wrong++; b.wrong%maxWrong != 0 {
		return b, errWrongPIN()
	}
	b.LockedUntil = now.Add(lockTimes[min(b.wrong/maxWrong, int64(len(lockTimes)))-1])
	return b, errLocked(b.LockedUntil)
}

// Codes of errors that the kiosk's pages handle.
const (
	WrongPIN   = "wrong_pin"
	PINLocked  = "pin_locked"
	ScreenOver = "kiosk_screen_over"
	KioskVoid  = "kiosk_void"
	LinkVoid   = "kiosk_link_void"
)

// errWrongPIN is also the answer to an unknown badge number or name.
func errWrongPIN() error {
	return &errs.Error{Kind: errs.KindUnauthenticated, Code: WrongPIN, Detail: "The badge number, the name or the PIN is wrong."}
}

// lockedError says until when no PIN of an employee is taken.
type lockedError struct {
	refusal *errs.Error
	until   db.Instant
}

func (e lockedError) Error() string { return e.refusal.Error() }
func (e lockedError) Unwrap() error { return e.refusal }

func errLocked(until db.Instant) error {
	return lockedError{&errs.Error{Kind: errs.KindConflict, Code: PINLocked,
		Detail: "Five PINs in a row were wrong. None is taken until " + until.String() + "."}, until}
}

func errVoid() error {
	return &errs.Error{Kind: errs.KindUnauthenticated, Code: KioskVoid,
		Detail: "This device is not a kiosk. Ask an administrator to enrol it under Settings, Kiosks."}
}
