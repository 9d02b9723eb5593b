package db

import "context"

// Announced are the settings of a running server that must be the same on all of them; empty: it has not announced one. They are in this
// package because it writes the servers' table, and a table has one writer.
type Announced struct{ PublicURL, Zone string }

// Announced returns what the running servers have announced.
func (d *DB) Announced(ctx context.Context) (list []Announced, err error) {
	all, err := d.Replicas(ctx)
	for _, r := range all {
		if r.Alive {
			list = append(list, r.Announced)
		}
	}
	return list, err
}

// Announce saves the settings of the server, unless they are saved already, and returns those of the other running servers. They are read
// after that: of two servers that start at the same time, at least one sees the other.
func (r *Registration) Announce(ctx context.Context, own Announced) (others []Announced, err error) {
	saved, others, err := r.announced(ctx)
	if err != nil || saved == own {
		return others, err
	}
	err = r.db.WriteUncached(ctx, func(ctx context.Context, tx *Tx) error {
		_, err := tx.Exec(ctx, "UPDATE replicas SET public_url = $1, zone = $2 WHERE id = $3", own.PublicURL, own.Zone, r.id)
		return err
	})
	if err == nil {
		_, others, err = r.announced(ctx)
	}
	return others, err
}

// announced returns what this server and the other running ones have announced.
func (r *Registration) announced(ctx context.Context) (own Announced, others []Announced, err error) {
	all, err := r.db.Replicas(ctx)
	for _, other := range all {
		switch {
		case other.ID == r.id:
			own = other.Announced
		case other.Alive:
			others = append(others, other.Announced)
		}
	}
	return own, others, err
}
