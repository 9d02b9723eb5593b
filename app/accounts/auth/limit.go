package auth

import (
	"context"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"net/netip"
	"strings"
	"time"

	"presence/app/platform/errs"
	"presence/db"
)

// allowance is how often something may happen: so many times at once, and once more each time that much has passed.
type allowance struct {
	of    string // keeps the budgets of one kind apart from those of others
	burst int
	every time.Duration
}

// What somebody may do (A1, A5). Only failures count against the first three, so a whole office behind one address can
// begin its day at the same minute.
var (
	failuresByEmail   = allowance{"email", 10, 12 * time.Second}
	failuresByBrowser = allowance{"browser", 10, 12 * time.Second} // instead, in a browser that the person has signed in with
	failuresByAddress = allowance{"address", 60, time.Second}
	signInsBegun      = allowance{"begun", 300, time.Second / 5} // with the provider, by address: each is a row until it is over
)

// maxClockSkew is how far the clocks of two replicas may differ. What lies further ahead was written before a clock was set
// back, and keeps nobody out.
const maxClockSkew = 10 * time.Minute

// budget is what one e-mail, browser or address may still do. It is kept in the database, where all replicas take from
// it, as one number: the moment at which all that was taken has come back. A row whose moment has passed says nothing.
type budget struct {
	allowance
	key []byte
}

// take is that moment after one more is taken, and how long to wait until one may be; none or less: it may be now.
func (b budget) take(fullAt, now db.Instant) (next db.Instant, wait time.Duration) {
	all := time.Duration(b.burst) * b.every
	if fullAt < now || fullAt > db.InstantOf(now.Time().Add(all+maxClockSkew)) {
		fullAt = now
	}
	next = db.InstantOf(fullAt.Time().Add(b.every))
	return next, next.Time().Sub(now.Time()) - all
}

// limits make budgets, whose keys say nothing to whoever reads the table: no e-mail and no address stands in it.
type limits struct{ key []byte }

func newLimits(secret []byte) (limits, error) {
	key, err := hkdf.Key(sha256.New, secret, nil, "presence sign-in limits", 32)
	if err != nil {
		return limits{}, fmt.Errorf("deriving from SECRET_KEY: %w", err)
	}
	return limits{key}, nil
}

func (l limits) mac(of, who string) []byte {
	h := hmac.New(sha256.New, l.key)
	h.Write([]byte(of + "\x00" + who))
	return h.Sum(nil)[:16]
}

func (l limits) budget(a allowance, who string) budget { return budget{a, l.mac(a.of, who)} }

// Origin is where somebody signs in from.
type Origin struct {
	IP      string
	Browser string // what Familiar gave the browser when the person signed in with it before; "" for none
}

// ofSignIn are the two budgets of an attempt to sign in: one by network address, and one by e-mail, or by browser where this
// person has signed in with it before. So a stranger who types somebody's e-mail again and again does not lock them out there.
func (l limits) ofSignIn(email string, p Person, from Origin) []budget {
	one := l.budget(failuresByEmail, emailLimitKey(email))
	if id, known := l.knows(p, from.Browser); known {
		one = l.budget(failuresByBrowser, id)
	}
	return []budget{l.budget(failuresByAddress, Network(from.IP)), one}
}

// familiar is a new value by which a browser is known as the person's. It lets nobody in.
func (l limits) familiar(p Person) string {
	id, _ := newSecret(16)
	return id + "." + base64.RawURLEncoding.EncodeToString(l.mac("familiar", p.ID+"\x00"+id))
}

// knows tells whether familiar gave the value for that person, and which it is.
func (l limits) knows(p Person, value string) (id string, known bool) {
	id, mac, _ := strings.Cut(value, ".")
	given, err := base64.RawURLEncoding.DecodeString(mac)
	return id, err == nil && subtle.ConstantTimeCompare(given, l.mac("familiar", p.ID+"\x00"+id)) == 1 && p.ID != ""
}

// room refuses, and writes nothing, when one of the budgets is used up.
func (s *Service) room(ctx context.Context, q db.Queryer, budgets ...budget) error {
	now := db.InstantOf(s.now())
	for _, b := range budgets {
		fullAt, err := budgetFullAt(ctx, q, b.key)
		if err != nil {
			return err
		}
		if _, wait := b.take(fullAt, now); wait > 0 {
			return tooOften(wait)
		}
	}
	return nil
}

// spend takes one from each of the budgets, whose kinds come in the same order wherever they are locked together. It
// refuses when one is used up; undone with its transaction, a refusal takes nothing, so that asking on and on does not
// put off the moment at which one may try again.
func (s *Service) spend(ctx context.Context, tx *db.Tx, budgets ...budget) error {
	now := db.InstantOf(s.now())
	for _, b := range budgets {
		fullAt, err := lockBudget(ctx, tx, b.key)
		if err != nil {
			return err
		}
		next, wait := b.take(fullAt, now)
		if wait > 0 {
			return tooOften(wait)
		}
		if err := updateBudget(ctx, tx, b.key, next); err != nil {
			return err
		}
	}
	return nil
}

func tooOften(wait time.Duration) error {
	return &errs.Error{Kind: errs.KindRateLimited, Code: "rate_limited", Detail: "Too many attempts to sign in. Try again later.",
		RetryAfter: int((wait + time.Second - 1) / time.Second)}
}

// Network is what counts as one address: an IPv4 address, or the /64 that one IPv6 customer owns.
func Network(ip string) string {
	a, err := netip.ParseAddr(ip)
	if err != nil {
		return ip
	}
	a = a.Unmap()
	if a.Is4() {
		return a.String()
	}
	p, _ := a.WithZone("").Prefix(64)
	return p.String()
}
