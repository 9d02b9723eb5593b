package kiosks

import (
	"context"
	"strconv"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/platform/ratelimit"
	"presence/app/platform/seal"
	"presence/app/workforce/clockings"
	"presence/db"
)

// Options are what the service needs beside the database.
type Options struct {
	Accounts  *auth.Service
	Clockings *clockings.Service
	Origin    string // https://presence.example.com
	Zone      *time.Location
	Now       func() time.Time
}

// Service keeps kiosks and the badges with which employees stamp at them. Administrators enrol and revoke kiosks; payroll and
// administrators give badges, and everybody chooses their own PIN.
type Service struct {
	Options
	db *db.DB
}

// NewService makes the service.
func NewService(d *db.DB, o Options) *Service { return &Service{o, d} }

func (s *Service) at() db.Instant { return db.InstantOf(s.Now()) }

// Each calls each for the kiosks, sorted by id.
func (s *Service) Each(ctx context.Context, f Filter, each func(Kiosk) error) error {
	return list(ctx, s.db, f, each)
}

// Filter selects kiosks; zero values select all.
type Filter struct {
	After int64 // only larger ids
	Rows  int64 // at most this many; 0: all
}

// Get returns a kiosk.
func (s *Service) Get(ctx context.Context, id int64) (Kiosk, error) { return byID(ctx, s.db, id) }

// Names returns the names of kiosks by their ids, for the audit log.
func (s *Service) Names(ctx context.Context, ids []int64) (map[int64]string, error) {
	return names(ctx, s.db, ids)
}

// Create makes a kiosk, and the token of the link with which a device becomes it. The token is returned once. It
// fails with session_ended as auth.RequireSignedIn does.
func (s *Service) Create(ctx context.Context, by auth.Actor, name string) (token string, k Kiosk, err error) {
	var faults errs.Fields
	k.Name = checkName(&faults, name)
	if err := faults.Err(); err != nil {
		return "", k, err
	}
	token, hash := newSecret()
	k.MadeBy, k.CreatedAt, k.UpdatedAt, k.Version = by.Name, s.at(), s.at(), 1
	k.LinkUntil = k.CreatedAt.Add(linkTTL)
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := auth.RequireSignedIn(ctx, tx, by); err != nil {
			return err
		}
		if err := tx.SerializeBy(ctx, "kiosks"); err != nil {
			return err
		}
		if n, err := countOpen(ctx, tx); err != nil {
			return err
		} else if n >= maxKiosks {
			return errs.Conflict("too_many_kiosks", "There are already 100 kiosks. Revoke one first.")
		}
		if k.ID, err = insert(ctx, tx, k, hash); err != nil {
			return err
		}
		return s.record(ctx, tx, by, "created", Kind, k.ID, audit.Diff(nil, k))
	})
	return token, k, err
}

// Revoke ends a kiosk at once, and with it the locks of PINs that were tried on it. It fails with NotFound for one that was revoked before,
// and with Stale for another version than expect.
func (s *Service) Revoke(ctx context.Context, by auth.Actor, id int64, expect *int64) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		k, err := revoke(ctx, tx, id, s.at())
		if err != nil {
			return err
		}
		if expect != nil && *expect != k.Version-1 {
			return errs.Stale()
		}
		before := k
		before.RevokedAt = 0
		if err := s.record(ctx, tx, by, "revoked", Kind, id, audit.Diff(before, k)); err != nil {
			return err
		}
		return s.unlockAt(ctx, tx, by, k)
	})
}

// unlockAt ends the locks that wrong PINs on a kiosk have begun.
func (s *Service) unlockAt(ctx context.Context, tx *db.Tx, by auth.Actor, k Kiosk) error {
	list, err := lockedByKiosk(ctx, tx, k.ID, s.at())
	if err != nil {
		return err
	}
	for _, id := range list {
		b, err := lockBadge(ctx, tx, id)
		if err != nil {
			return err
		}
		if !b.Locked(s.at()) || b.kioskOfLock != k.ID { // it was unlocked meanwhile
			continue
		}
		changes := audit.Changes{"locked_until": unlocked(b)}
		b.wrong, b.LockedUntil = 0, 0
		b.Version++
		if err := countWrong(ctx, tx, b); err != nil {
			return err
		}
		if err := s.record(ctx, tx, by, "updated", badgeKind, b.EmployeeID, changes); err != nil {
			return err
		}
	}
	return nil
}

// unlocked is the change of a lock that ends before its time.
func unlocked(was Badge) [2]any { return [2]any{was.LockedUntil.String(), nil} }

func errLinkVoid() error {
	return &errs.Error{Kind: errs.KindNotFound, Code: LinkVoid,
		Detail: "This link has been used, or is older than 15 minutes. Ask an administrator for a new one."}
}

// Link returns the kiosk of a link that can still enrol a device.
func (s *Service) Link(ctx context.Context, token string) (Kiosk, error) {
	k, err := byLink(ctx, s.db, seal.Hash(token), s.at())
	if errs.KindOf(err) == errs.KindNotFound {
		err = errLinkVoid()
	}
	return k, err
}

// Enrol makes the device that opened a link its kiosk, and returns the secret for the device's cookie. A link does it once.
func (s *Service) Enrol(ctx context.Context, token string, from auth.Actor) (secret string, k Kiosk, err error) {
	secret, hash := newSecret()
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if k, err = enrol(ctx, tx, seal.Hash(token), hash, s.at()); errs.KindOf(err) == errs.KindNotFound {
			return errLinkVoid()
		} else if err != nil {
			return err
		}
		before := k
		before.EnrolledAt = 0
		who := audit.Who{Via: "kiosk", Kiosk: k.Name, IP: from.IP, RequestID: from.RequestID}
		return audit.Record(ctx, tx, audit.Entry{At: s.at(), Who: who, Action: "enrolled", Kind: Kind,
			RecordID: strconv.FormatInt(k.ID, 10), Changes: audit.Diff(before, k)})
	})
	return secret, k, err
}

// Identify returns the kiosk of a device with a secret, and keeps when it was used. It fails for a kiosk that was revoked.
func (s *Service) Identify(ctx context.Context, secret string) (Kiosk, error) {
	if secret == "" {
		return Kiosk{}, errVoid()
	}
	k, err := bySecret(ctx, s.db, seal.Hash(secret))
	if errs.KindOf(err) == errs.KindNotFound {
		err = errVoid()
	}
	if now := s.at(); err == nil && now.Sub(k.UsedAt) >= usedEvery {
		err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return touch(ctx, tx, k.ID, now, now.Add(-usedEvery)) })
	}
	return k, err
}

// Badge returns the badge of an employee, an empty one if they have none. Only payroll and administrators ask for it, and the employee.
func (s *Service) Badge(ctx context.Context, by auth.Actor, employee int64) (Badge, error) {
	if err := mayGive(by, employee); err != nil {
		return Badge{}, err
	}
	return badgeOf(ctx, s.db, employee)
}

func mayGive(by auth.Actor, employee int64) error {
	if !by.SeesAll() && (by.EmployeeID == 0 || by.EmployeeID != employee) {
		return errs.NotFound("employee")
	}
	return nil
}

// BadgeChanges are the new values of a badge; nil leaves them as they are, empty removes them.
type BadgeChanges struct {
	Number *string
	PIN    *string
	Unlock bool // the PIN that was locked after wrong ones is taken again, if the caller has seen the lock (the version of SetBadge)
}

// SetBadge gives an employee a badge number or a PIN, or takes them away. Payroll and administrators do it, and the employees themselves
// for their own PIN. A new PIN ends the lock of wrong ones; payroll and administrators also end it without one, by a change of the version
// that is locked (expect): who changes any version (nil) may not know of the lock, which stays then. Errors: those of the fields
// badge_number and pin; badge_taken.
func (s *Service) SetBadge(ctx context.Context, by auth.Actor, employee int64, expect *int64, c BadgeChanges) (b Badge, err error) {
	if err := mayGive(by, employee); err != nil {
		return b, err
	}
	if c.Number != nil && !by.SeesAll() {
		return b, errs.Forbidden("badge_not_yours", "Only payroll and Presence administrators can assign badge numbers.")
	}
	c.Unlock = c.Unlock && by.SeesAll() && expect != nil
	var faults errs.Fields
	number, hash := "", ""
	if c.Number != nil {
		number = checkNumber(&faults, *c.Number)
	}
	if c.PIN != nil && *c.PIN != "" {
		CheckPIN(&faults, *c.PIN)
	}
	if err := faults.Err(); err != nil {
		return b, err
	}
	if c.PIN != nil && *c.PIN != "" {
		if hash, err = s.Accounts.Hasher().Hash(ctx, *c.PIN); err != nil {
			return b, err
		}
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		old, err := lockBadge(ctx, tx, employee)
		if err != nil {
			return err
		}
		if expect != nil && *expect != old.Version {
			return errs.Stale()
		}
		b = old
		if c.Number != nil {
			b.Number = number
		}
		if c.PIN != nil {
			b.pinHash, b.HasPIN, b.wrong, b.LockedUntil = hash, hash != "", 0, 0
		}
		if c.Unlock && old.Locked(s.at()) {
			b.wrong, b.LockedUntil = 0, 0
		}
		if b == old {
			return nil
		}
		b.Version++
		if err := saveBadge(ctx, tx, b, s.at()); err != nil {
			return taken(err)
		}
		changes := audit.Diff(old, b)
		if old.HasPIN && b.HasPIN && old.pinHash != b.pinHash {
			changes["pin_set"] = [2]any{true, true} // it was replaced
		}
		if c.Unlock && old.Locked(s.at()) {
			changes["locked_until"] = unlocked(old)
		}
		return s.record(ctx, tx, by, "updated", badgeKind, employee, changes)
	})
	return b, err
}

func taken(err error) error {
	if db.IsUnique(err, "badges_number_key") {
		return errs.InvalidField("badge_number", "badge_taken", "Another employee has this badge number.")
	}
	return err
}

// pinLocked is the action of the audit log for a PIN that is locked after wrong ones.
const pinLocked = "pin_locked"

func (s *Service) record(ctx context.Context, tx *db.Tx, by auth.Actor, action, kind string, id int64, changes audit.Changes) error {
	return audit.Record(ctx, tx, audit.Entry{At: s.at(), Who: by.Who(), Action: action, Kind: kind, RecordID: strconv.FormatInt(id, 10),
		Changes: changes})
}

// takePIN takes one of the PINs that can be tried at a kiosk, or fails with errs.KindRateLimited.
func (s *Service) takePIN(ctx context.Context, k Kiosk) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		fullAt, err := lockKiosk(ctx, tx, k.ID)
		if errs.KindOf(err) == errs.KindNotFound {
			return errVoid()
		}
		if err != nil {
			return err
		}
		next, wait := pins.Take(fullAt.Time(), s.at().Time())
		if wait > 0 {
			return &errs.Error{Kind: errs.KindRateLimited, Code: "rate_limited", Detail: "Too many PINs were tried on this kiosk. Try again later.",
				RetryAfter: ratelimit.Seconds(wait)}
		}
		return saveLimit(ctx, tx, k.ID, db.InstantOf(next))
	})
}
