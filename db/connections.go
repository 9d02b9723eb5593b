package db

import (
	"cmp"
	"context"
)

// sideConnections is how many connections a server may have beside its pools, on PostgreSQL: those of its locks and listeners.
const sideConnections = 10

// Connections compares what the PostgreSQL server allows with what servers of the product may open.
type Connections struct {
	Allowed int // by the server: max_connections without those that are reserved
	Each    int // of a server with the options of this DB
	Servers int // that are running, by their heartbeats
}

// Short reports whether the servers may need more than are allowed; without a server, one is counted.
func (c Connections) Short() bool { return c.Allowed < c.Each*cmp.Or(c.Servers, 1) }

// Connections returns the figures; ok is false for SQLite, which has no limit. The tables must exist.
func (d *DB) Connections(ctx context.Context) (c Connections, ok bool, err error) {
	p, ok := d.engine.(*postgresDB)
	if !ok {
		return c, false, nil
	}
	c.Each = p.pool.Stats().MaxOpenConnections + p.readers.Stats().MaxOpenConnections + sideConnections
	err = d.QueryRow(ctx, `SELECT (SELECT SUM(CASE name WHEN 'max_connections' THEN 1 ELSE -1 END * CAST(setting AS INTEGER)) FROM pg_settings
			WHERE name IN ('max_connections', 'reserved_connections', 'superuser_reserved_connections')),
		(SELECT COUNT(*) FROM replicas WHERE seen_at > `+d.Dialect().now()+` - $1)`, replicaStale.Milliseconds()).Scan(&c.Allowed, &c.Servers)
	return c, true, err
}
