// Package ratelimit implements rate limits by the generic cell rate algorithm (GCRA): a token bucket whose state is a single
// time. The caller stores that time by key, in the database if replicas share a limit, or ByKey keeps it in memory.
package ratelimit

import (
	"net/netip"
	"time"
)

// Limit allows Burst events at once, and one more after each interval Every.
type Limit struct {
	Burst int
	Every time.Duration
}

// maxClockSkew is the maximum difference between the clocks of two replicas.
const maxClockSkew = 10 * time.Minute

// Take takes one event at now. fullAt is the stored time at which the whole burst is available again; the zero Time, or one in
// the past, means that nothing was taken. It returns the time to store, and how long to wait: if wait is above 0 the event is
// not allowed and next must not be stored, so that a refusal does not extend the wait.
//
// A fullAt that is further ahead than a full burst plus maxClockSkew was stored before a clock was set back, and is ignored.
func (l Limit) Take(fullAt, now time.Time) (next time.Time, wait time.Duration) {
	burst := time.Duration(l.Burst) * l.Every
	if fullAt.Before(now) || fullAt.After(now.Add(burst+maxClockSkew)) {
		fullAt = now
	}
	next = fullAt.Add(l.Every)
	return next, next.Sub(now) - burst
}

// Seconds rounds a wait up to whole seconds, for a Retry-After header.
func Seconds(wait time.Duration) int { return int((wait + time.Second - 1) / time.Second) }

// Network returns the key that counts as one client: an IPv4 address, or the /64 of an IPv6 address, which belongs to one
// customer. A text that is not an address is returned as it is.
func Network(ip string) string {
	a, err := netip.ParseAddr(ip)
	if err != nil {
		return ip
	}
	a = a.Unmap()
	if a.Is4() {
		return a.String()
	}
	p, _ := a.WithZone("").Prefix(64) // 64 bits are always valid for IPv6
	return p.String()
}
