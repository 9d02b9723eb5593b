package db

import (
	"context"
	"slices"
)

// Announced are settings of a running server that must be the same on all of them.
type Announced struct {
	ID        string // of its registration
	PublicURL string // empty, as Zone: the server has not announced it
	Zone      string
}

// Announced returns what the running servers have announced.
func (d *DB) Announced(ctx context.Context) ([]Announced, error) {
	return Collect(func(row Row) (a Announced, err error) {
		err = row.Scan(&a.ID, &a.PublicURL, &a.Zone)
		return a, err
	})(d.Query(ctx, //nolint:rowserrcheck // Collect checks it
		"SELECT id, public_url, zone FROM replicas WHERE seen_at > "+d.Dialect().now()+" - $1 ORDER BY id",
		replicaStale.Milliseconds()))
}

// Announce saves the settings of the server, unless they are saved already, and returns those of the other running servers. They are read
// after that: of two servers that start at the same time, at least one sees the other.
func (r *Replica) Announce(ctx context.Context, own Announced) (others []Announced, err error) {
	own.ID = r.id
	all, err := r.db.Announced(ctx)
	if err == nil && !slices.Contains(all, own) {
		err = r.db.WriteUncached(ctx, func(ctx context.Context, tx *Tx) error {
			_, err := tx.Exec(ctx, "UPDATE replicas SET public_url = $1, zone = $2 WHERE id = $3", own.PublicURL, own.Zone, r.id)
			return err
		})
		if err == nil {
			all, err = r.db.Announced(ctx)
		}
	}
	return slices.DeleteFunc(all, func(a Announced) bool { return a.ID == r.id }), err
}
