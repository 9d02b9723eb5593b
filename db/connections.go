package db

import (
	"cmp"
	"context"
)

// sideConnections is how many connections a server may have beside its pools, on PostgreSQL: one for all its listeners, one for the lock of
// its sender, and one for each task that holds a lock while it works, of which few work at the same time.
const sideConnections = 5

// Connections compares what the PostgreSQL server allows with what servers of the product may open.
type Connections struct {
	Allowed  int // by the server: max_connections without those that are reserved
	Each     int // of a server with the options of this DB
	Replicas int // that are running, by their heartbeats
}

// Short reports whether the servers may need more than are allowed; without a server, one is counted.
func (c Connections) Short() bool { return c.Allowed < c.Each*cmp.Or(c.Replicas, 1) }

// Connections returns the figures; ok is false for SQLite, which has no limit. The tables must exist.
func (d *DB) Connections(ctx context.Context) (c Connections, ok bool, err error) {
	if d.Dialect() != Postgres {
		return c, false, nil
	}
	c.Each = sideConnections
	for _, p := range d.Pools() {
		c.Each += p.MaxOpenConnections
	}
	err = d.QueryRow(ctx, `SELECT (SELECT SUM(CASE name WHEN 'max_connections' THEN 1 ELSE -1 END * CAST(setting AS INTEGER)) FROM pg_settings
			WHERE name IN ('max_connections', 'reserved_connections', 'superuser_reserved_connections')),
		(SELECT COUNT(*) FROM replicas WHERE seen_at > `+d.Dialect().now()+` - $1)`, replicaStale.Milliseconds()).Scan(&c.Allowed, &c.Replicas)
	return c, true, err
}
