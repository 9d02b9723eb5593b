package auth

import (
	"net/netip"
	"time"

	"golang.org/x/time/rate"

	"presence/app/errs"
)

// How often somebody may fail to sign in (A5). An attempt that succeeds is given back, so a whole office behind one
// address can begin its day at the same minute.
const (
	perEmailBurst = 10
	perEmailEvery = 12 * time.Second // one more attempt after
	perIPBurst    = 60
	perIPEvery    = time.Second
	startsBurst   = 300 // sign-ins begun with the provider: each is a row until it is over
	startsEvery   = time.Second / 5
	limitedKeys   = 10_000 // addresses remembered, of each kind
)

// attempts counts failed sign-ins by e-mail and by address. Each replica counts for itself.
type attempts struct {
	byEmail *recent[string, *rate.Limiter]
	byIP    *recent[string, *rate.Limiter]
	starts  *recent[string, *rate.Limiter] // by address
}

func newAttempts() *attempts {
	return &attempts{newRecent[string, *rate.Limiter](limitedKeys), newRecent[string, *rate.Limiter](limitedKeys), newRecent[string, *rate.Limiter](limitedKeys)}
}

// start counts the sign-ins that an address begins with the provider.
func (a *attempts) start(ip string, now time.Time) error {
	l := a.starts.getOr(Network(ip), func() *rate.Limiter { return rate.NewLimiter(rate.Every(startsEvery), startsBurst) })
	if _, wait := take(l, now); wait > 0 {
		return tooOften(wait)
	}
	return nil
}

// begin takes one attempt from both budgets, or none and says when to come back. The caller gives the attempt back
// when it was a good one.
func (a *attempts) begin(email, ip string, now time.Time) (giveBack func(), err error) {
	byIP := a.byIP.getOr(Network(ip), func() *rate.Limiter { return rate.NewLimiter(rate.Every(perIPEvery), perIPBurst) })
	one, wait := take(byIP, now)
	if wait > 0 {
		return nil, tooOften(wait)
	}
	byEmail := a.byEmail.getOr(email, func() *rate.Limiter { return rate.NewLimiter(rate.Every(perEmailEvery), perEmailBurst) })
	two, wait := take(byEmail, now)
	if wait > 0 {
		one.CancelAt(now)
		return nil, tooOften(wait)
	}
	return func() { one.CancelAt(now); two.CancelAt(now) }, nil
}

func take(l *rate.Limiter, now time.Time) (*rate.Reservation, time.Duration) {
	r := l.ReserveN(now, 1)
	wait := r.DelayFrom(now)
	if wait > 0 {
		r.CancelAt(now)
	}
	return r, wait
}

func tooOften(wait time.Duration) error {
	return &errs.Error{Kind: errs.RateLimited, Code: "rate_limited", Detail: "Too many attempts to sign in. Try again later.",
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
