package db

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Intervals of replicas. A replica that has not been seen for replicaStale no longer holds up a migration.
const (
	schemaInterval    = 2 * time.Second // between looks at the schema
	looksPerHeartbeat = 3
	replicaStale      = 30 * time.Second
	replicaForgotten  = 24 * time.Hour // its row is deleted
	olderInterval     = time.Second
)

// olderWait is for how long a migration waits until older servers have ended; a variable for tests.
var olderWait = 5 * time.Minute

// SchemaError is the error for a database whose schema this program cannot work with.
type SchemaError struct{ text string }

func (e *SchemaError) Error() string { return e.text }

// Registration is the registration of a server in the table replicas.
type Registration struct {
	db          *DB
	id, version string
	at          int64 // the schema of the database when it was last looked at
}

// ID returns the id of the registration.
func (r *Registration) ID() string { return r.id }

// Replica is a server that uses the database, or was killed within the last day and could not remove its registration.
type Replica struct {
	ID, Version string
	StartedAt   Instant // 0: unknown
	SeenAt      Instant // its last heartbeat; one each few seconds
	Alive       bool    // it was seen within the last half minute
	Announced   Announced
}

// Replicas returns the registered servers, in the order in which they started.
func (d *DB) Replicas(ctx context.Context) ([]Replica, error) {
	return Collect(func(row Row) (r Replica, err error) {
		err = row.Scan(&r.ID, &r.Version, &r.StartedAt, &r.SeenAt, &r.Alive, &r.Announced.PublicURL, &r.Announced.Zone)
		return r, err
	})(d.Query(ctx, //nolint:rowserrcheck // Collect checks it
		"SELECT id, version, started_at, seen_at, seen_at > "+d.Dialect().now()+" - $1, public_url, zone FROM replicas ORDER BY started_at, id",
		replicaStale.Milliseconds()))
}

// now returns an expression: the time in milliseconds, by the clock of the database.
func (d Dialect) now() string {
	if d == Postgres {
		return "(EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::BIGINT"
	}
	return "CAST((julianday('now') - 2440587.5) * 86400000 AS BIGINT)"
}

// Register registers a server whose program has a version; Migrate must have been called. It waits for a process that migrates, and
// fails with a SchemaError if that has left a schema that this program cannot work with.
func (d *DB) Register(ctx context.Context, version string) (*Registration, error) {
	r := &Registration{db: d, id: rand.Text(), version: version}
	err := d.underMigrationLock(ctx, func(ctx context.Context) error {
		if _, err := r.look(ctx); err != nil {
			return err
		}
		return r.beat(ctx)
	})
	if err != nil {
		return nil, err
	}
	return r, nil
}

// beat saves that the server is there.
func (r *Registration) beat(ctx context.Context) error {
	now := r.db.Dialect().now()
	return r.db.WriteUncached(ctx, func(ctx context.Context, tx *Tx) error {
		_, err := tx.Exec(ctx, "DELETE FROM replicas WHERE seen_at < "+now+" - $1", replicaForgotten.Milliseconds())
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, "INSERT INTO replicas (id, version, schema, started_at, seen_at) VALUES ($1, $2, $3, "+now+", "+now+") "+
			"ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at", r.id, r.version, SchemaVersion())
		return err
	})
}

// look reports whether the schema has changed since the last look. It fails with a SchemaError for one that this program cannot work with.
func (r *Registration) look(ctx context.Context) (changed bool, err error) {
	at, err := currentVersion(ctx, r.db)
	if err != nil || at == r.at {
		return false, err
	}
	known, err := knownMigrations()
	if err != nil {
		return false, err
	}
	if _, err := checkHistory(ctx, r.db, known); err != nil {
		return false, err
	}
	changed, r.at = r.at != 0, at
	return changed, nil
}

// Watch saves heartbeats and looks at the schema until ctx ends, when it returns nil, or until another program has migrated the database
// to a schema that this program cannot work with, when it returns a SchemaError. Other errors are reported, and nil when there was none.
func (r *Registration) Watch(ctx context.Context, report func(context.Context, error)) error {
	tick := time.NewTicker(schemaInterval)
	defer tick.Stop()
	for n := 1; ; n++ {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		changed, err := r.look(ctx)
		if failed, is := errors.AsType[*SchemaError](err); is {
			return failed
		}
		if changed {
			r.db.log.Info("another program has migrated the database; this one can go on", "schema", r.at, "knows", SchemaVersion())
		}
		if err == nil && n%looksPerHeartbeat == 0 {
			err = r.beat(ctx)
		}
		if ctx.Err() == nil {
			report(ctx, err)
		}
	}
}

// Leave removes the registration, so that no migration waits for it.
func (r *Registration) Leave(ctx context.Context) error {
	return r.db.WriteUncached(ctx, func(ctx context.Context, tx *Tx) error {
		_, err := tx.Exec(ctx, "DELETE FROM replicas WHERE id = $1", r.id)
		return err
	})
}

// WithoutReplicas calls fn while no server uses the database, and none can begin to. It fails if a server is registered that was seen in
// the last half minute: one that was killed cannot remove its registration. As underMigrationLock, it fails if the lock that keeps servers
// out is lost.
func (d *DB) WithoutReplicas(ctx context.Context, fn func(ctx context.Context) error) error {
	return d.underMigrationLock(ctx, func(ctx context.Context) error {
		running, err := ReadTexts(d.Query(ctx, "SELECT version FROM replicas WHERE seen_at > "+d.Dialect().now()+" - $1 ORDER BY version",
			replicaStale.Milliseconds()))
		if err != nil {
			return err
		}
		if len(running) > 0 {
			return fmt.Errorf("a server uses the database: stop it first, and all replicas (version %s); one that was killed counts for half a minute",
				strings.Join(running, ", "))
		}
		return fn(ctx)
	})
}

// olderReplicas returns the versions of the servers that could not go on with the migrations that are missing.
func olderReplicas(ctx context.Context, d *DB, known []migration) ([]string, error) {
	has, err := hasColumn(ctx, d, "replicas.schema")
	if err != nil || !has { // a new database, or one from before servers registered
		return nil, err
	}
	at, err := currentVersion(ctx, d)
	if err != nil {
		return nil, err
	}
	var breaking int64 // the last migration that older programs cannot go on with
	for _, m := range known {
		if m.version > at && !m.oldPrograms {
			breaking = m.version
		}
	}
	if breaking == 0 {
		return nil, nil
	}
	return ReadTexts(d.Query(ctx, "SELECT version FROM replicas WHERE schema < $1 AND seen_at > "+d.Dialect().now()+" - $2 ORDER BY version",
		breaking, replicaStale.Milliseconds()))
}

// currentVersion returns the number of the last migration of the database.
func currentVersion(ctx context.Context, q Queryer) (at int64, err error) {
	err = q.QueryRow(ctx, "SELECT COALESCE(MAX(version_id), 0) FROM goose_db_version WHERE is_applied").Scan(&at)
	return at, err
}

// hasColumn reports whether there is a column, given as "table.column".
func hasColumn(ctx context.Context, q Queryer, name string) (bool, error) {
	columns, err := columnsOf(ctx, q)
	return slices.Contains(columns, name), err
}

// understood reports whether a program that knows the migrations up to last can work with those after it, which another program has applied
// up to at.
func understood(ctx context.Context, q Queryer, last, at int64) (bool, error) {
	has, err := hasColumn(ctx, q, "schema_migrations.old_programs")
	if err != nil || !has {
		return false, err
	}
	var unknown int
	err = q.QueryRow(ctx, `SELECT COUNT(*) FROM goose_db_version v WHERE v.is_applied AND v.version_id > $1 AND v.version_id <= $2
		AND NOT EXISTS (SELECT 1 FROM schema_migrations m WHERE m.version = v.version_id AND m.old_programs)`, last, at).Scan(&unknown)
	return unknown == 0, err
}
