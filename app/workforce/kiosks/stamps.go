package kiosks

import (
	"context"
	"strconv"
	"strings"
	"unicode/utf8"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/contact"
	"presence/app/platform/errs"
	"presence/app/platform/seal"
	"presence/app/workforce/clockings"
	"presence/db"
)

// Named is an employee who can stamp at a kiosk.
type Named struct {
	ID   int64
	Name string
}

// pageRows is how many people are on a page of a kiosk.
const pageRows = 12

// Employees returns a page, from 1, of the employees with a PIN whose first or last name begins with a text, by name, and how many all
// pages have.
func (s *Service) Employees(ctx context.Context, text string, page int64) (found []Named, all int64, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		found, all, err = listEmployees(ctx, q, contact.Fold(text), pageRows, (page-1)*pageRows)
		return err
	})
	return found, all, err
}

// NameOf returns the name of an employee who can stamp at a kiosk; empty if there is none with this id.
func (s *Service) NameOf(ctx context.Context, employee int64) (string, error) {
	e, err := stamperByID(ctx, s.db, employee)
	if errs.KindOf(err) == errs.KindNotFound {
		return "", nil
	}
	return e.Name, err
}

// Here is an employee who has clocked in.
type Here struct {
	First, Last string
	Since       db.Instant // when they clocked in, or when the break began
	OnBreak     bool
}

// Name returns the first name and the initial of the last: everyone who passes by can read the screen.
func (h Here) Name() string {
	r, n := utf8.DecodeRuneInString(h.Last)
	if n == 0 {
		return h.First
	}
	return strings.TrimSpace(h.First + " " + strings.ToUpper(string(r)) + ".")
}

// Present returns a page, from 1, of those who have clocked in, by first name, and how many all pages have.
func (s *Service) Present(ctx context.Context, page int64) (found []Here, all int64, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		found, all, err = listPresent(ctx, q, pageRows, (page-1)*pageRows)
		return err
	})
	return found, all, err
}

// Claim identifies an employee at a kiosk: by their badge number or, if it is empty, by the id that they chose from the names.
type Claim struct {
	Number     string
	EmployeeID int64
	PIN        string
}

// Screen is what an employee sees after a right PIN: their clock, and the token with which they stamp once.
type Screen struct {
	By    auth.Actor
	First string // first name
	Clock clockings.Clock
	Proof string
}

// Open checks a PIN and opens the screen of the employee on a kiosk: it returns the screen's token. Unknown badge numbers, employees
// without a PIN and wrong PINs cost the same work and give the same error. Five wrong PINs in a row lock those of the employee for 15
// minutes, more of them for longer.
//
// As a sign-in, the PIN is verified outside of a transaction, and its result counts in one in which the badge is locked. So concurrent
// guesses, at any kiosk and replica, get no more answers than successive ones: also a right one gets none after the fifth wrong one.
func (s *Service) Open(ctx context.Context, k Kiosk, from auth.Actor, c Claim) (proof string, err error) {
	if err := s.takePIN(ctx, k); err != nil {
		return "", err
	}
	e, err := stamperBy(ctx, s.db, c)
	if err != nil && errs.KindOf(err) != errs.KindNotFound {
		return "", err
	}
	if e.badge.Locked(s.at()) {
		return "", errLocked(e.badge.LockedUntil)
	}
	check := func() error { return nil }
	right, err := s.Accounts.Hasher().Verify(ctx, e.badge.pinHash, c.PIN, check)
	if err != nil {
		return "", err
	}
	if e.ID == 0 {
		return "", errWrongPIN()
	}
	proof, hash := newSecret()
	var refusal error
	background := context.WithoutCancel(ctx) // count the failure even if the device has disconnected
	err = s.db.Write(background, func(ctx context.Context, tx *db.Tx) error {
		now, err := lockBadge(ctx, tx, e.ID)
		if err != nil {
			return err
		}
		// A PIN that was replaced or removed meanwhile is not right any more.
		next, refused := now.tried(right && now.pinHash == e.badge.pinHash, s.at())
		if refusal = refused; refusal == nil {
			return openScreen(ctx, tx, e.ID, k.ID, hash, s.at().Add(proofTTL))
		}
		locks := next.LockedUntil != now.LockedUntil
		if locks {
			next.kioskOfLock = k.ID
			next.Version++
		}
		if err := countWrong(ctx, tx, next); err != nil || !locks {
			return err
		}
		return s.recordLock(ctx, tx, k, from, next)
	})
	if err == nil {
		err = refusal
	}
	if err != nil {
		return "", err
	}
	return proof, nil
}

// Opened returns the screen with a token on a kiosk. The call fails with ScreenOver if none is open.
func (s *Service) Opened(ctx context.Context, k Kiosk, from auth.Actor, proof string) (x Screen, err error) {
	e, err := stamperOf(ctx, s.db, seal.Hash(proof), k.ID, s.at())
	if err != nil {
		return x, orOver(err)
	}
	x.By, x.First, x.Proof = e.actor(k, from), e.first, proof
	x.Clock, err = s.Clockings.Clock(ctx, x.By)
	return x, err
}

// orOver returns the error for who has no screen open, for one that says that there is none.
func orOver(err error) error {
	if errs.KindOf(err) == errs.KindNotFound {
		return errs.Conflict(ScreenOver, "This screen was open for too long, or has stamped already. Nothing was stamped now.")
	}
	return err
}

// recordLock records that wrong PINs have locked those of an employee. Who typed them is not known.
func (s *Service) recordLock(ctx context.Context, tx *db.Tx, k Kiosk, from auth.Actor, b Badge) error {
	who := audit.Who{Via: "kiosk", Kiosk: k.Name, IP: from.IP, RequestID: from.RequestID}
	return audit.Record(ctx, tx, audit.Entry{At: s.at(), Who: who, Action: pinLocked, Kind: badgeKind,
		RecordID: strconv.FormatInt(b.EmployeeID, 10), Changes: audit.Changes{"locked_until": {nil, b.LockedUntil.String()}}})
}

// Stamp stamps once for the employee whose screen has the token. The token is void from then on, whatever becomes of the stamp: to try
// again, the employee enters the PIN again. The stamp goes on if the device disconnects: its token is spent. first is their first name.
func (s *Service) Stamp(ctx context.Context, k Kiosk, from auth.Actor, proof string, act clockings.Act, code int64,
) (by auth.Actor, first string, c clockings.Clocking, err error) {
	var e stamper
	ctx = context.WithoutCancel(ctx)
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		id, err := takeProof(ctx, tx, seal.Hash(proof), k.ID, s.at())
		if err == nil {
			e, err = stamperByID(ctx, tx, id)
		}
		return orOver(err)
	})
	if err != nil {
		return by, "", c, err
	}
	by = e.actor(k, from)
	switch act {
	case clockings.ActIn:
		c, err = s.Clockings.ClockIn(ctx, by, code)
	case clockings.ActBreak:
		c, err = s.Clockings.StartBreak(ctx, by)
	case clockings.ActBack:
		c, err = s.Clockings.EndBreak(ctx, by)
	case clockings.ActTask:
		c, err = s.Clockings.ChangeTask(ctx, by, clockings.Choice{BankCodeID: code})
	case clockings.ActOut:
		c, err = s.Clockings.ClockOut(ctx, by)
	default:
		err = errs.Conflict(ScreenOver, "There is nothing to stamp.")
	}
	return by, e.first, c, err
}
