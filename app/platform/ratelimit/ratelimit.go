// Package ratelimit limits rates by the generic cell rate algorithm (GCRA): a token bucket whose state is one moment. It stores
// nothing: the caller keeps the moment by key, in the database where replicas share a limit.
package ratelimit

import (
	"net/netip"
	"time"
)

// Limit allows Burst events at once, and one more each time that Every has passed.
type Limit struct {
	Burst int
	Every time.Duration
}

// maxClockSkew is how far the clocks of two replicas may differ.
const maxClockSkew = 10 * time.Minute

// Take takes one event at now. fullAt is the stored moment at which the whole burst is available again; the zero Time, or
// one that has passed, means that nothing was taken. It returns the moment to store, and how long to wait: where wait is
// above 0 the event is not allowed and next must not be stored, so that a refusal puts nothing off.
//
// A fullAt further ahead than a full burst and maxClockSkew was written before a clock was set back, and is ignored.
func (l Limit) Take(fullAt, now time.Time) (next time.Time, wait time.Duration) {
	burst := time.Duration(l.Burst) * l.Every
	if fullAt.Before(now) || fullAt.After(now.Add(burst+maxClockSkew)) {
		fullAt = now
	}
	next = fullAt.Add(l.Every)
	return next, next.Sub(now) - burst
}

// Seconds rounds a wait up to whole seconds, as a Retry-After header has it.
func Seconds(wait time.Duration) int { return int((wait + time.Second - 1) / time.Second) }

// Network returns what counts as one address: an IPv4 address, or the /64 that one IPv6 customer owns. What is not an
// address is returned as it is.
func Network(ip string) string {
	a, err := netip.ParseAddr(ip)
	if err != nil {
		return ip
	}
	a = a.Unmap()
	if a.Is4() {
		return a.String()
	}
	p, _ := a.WithZone("").Prefix(64) // 64 bits are valid for IPv6
	return p.String()
}
