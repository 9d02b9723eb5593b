package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"presence/cmd/internal/overlay"
)

// The migration of the next release: one that programs of this one can go on with, and one that they cannot.
const (
	nextSchema    = 999
	nextGoesOn    = "-- +goose Up\n-- old programs: yes\nALTER TABLE audience_entries ADD COLUMN next BIGINT NOT NULL DEFAULT 7;\n"
	nextDoesBreak = "-- +goose Up\n-- old programs: no\nALTER TABLE audience_entries ADD COLUMN next BIGINT NOT NULL DEFAULT 7;\n"
)

// nextRelease builds the product with one more migration.
func (h *harness) nextRelease(migration string) (binary string, err error) {
	root, err := overlay.Root(h.ctx)
	if err != nil {
		return "", err
	}
	dir := filepath.Join(h.dir, h.name("next"))
	folder, name := filepath.Join(root, "db", "migrations"), fmt.Sprintf("%05d_next.sql", nextSchema)
	hashes, err := os.ReadFile(filepath.Join(folder, "HASHES"))
	if err != nil {
		return "", err
	}
	hashes = fmt.Appendf(hashes, "%x  %s\n", sha256.Sum256([]byte(migration)), name)
	err = errors.Join(os.Mkdir(dir, 0o700), os.WriteFile(filepath.Join(dir, name), []byte(migration), 0o600),
		os.WriteFile(filepath.Join(dir, "HASHES"), hashes, 0o600))
	if err != nil {
		return "", err
	}
	file, err := overlay.Write(dir, map[string]string{filepath.Join(folder, name): filepath.Join(dir, name),
		filepath.Join(folder, "HASHES"): filepath.Join(dir, "HASHES")})
	if err != nil {
		return "", err
	}
	return h.build(filepath.Base(dir)+"-presence", "-overlay="+file)
}

// schemaAt returns the schema of the database at url.
func schemaAt(ctx context.Context, url string) (version int, err error) {
	c, err := pgx.Connect(ctx, url)
	if err != nil {
		return 0, err
	}
	defer c.Close(ctx)
	err = c.QueryRow(ctx, "SELECT MAX(version_id) FROM goose_db_version").Scan(&version)
	return version, err
}

// upgrading opens three replicas behind our own proxy, and calls do with the next release while clients read and write and a campaign is
// sent.
func upgrading(h *harness, r *row, migration string, do func(o *iteration, c *traffic, url, next string) error) error {
	return onPostgres(h, r, func(h *harness, r *row, url string) error {
		next, err := h.nextRelease(migration)
		if err != nil {
			return err
		}
		s, err := h.open(h.binary, url, 3, slow)
		if err != nil {
			return err
		}
		defer s.leave(r)
		return s.withTraffic(r, ownProxy, func(c *traffic) error {
			return s.sendWhile(r, func(o *iteration) error { return do(o, c, url, next) })
		})
	})
}

// rollingUpgrade replaces the replicas one after the other by the next release, whose migration the others can go on with, and then by
// this one again. No request may fail.
func rollingUpgrade(h *harness, r *row) error {
	return upgrading(h, r, nextGoesOn, func(o *iteration, _ *traffic, url, next string) error {
		for i, release := range []string{next, next, next, ""} {
			n := o.nodes[i%len(o.nodes)]
			n.release = release
			if err := o.restart(n); err != nil {
				return err
			}
			if at, err := schemaAt(o.ctx, url); err != nil || at != nextSchema {
				o.row.failf("after %d upgrades the schema is %d (%v)", i+1, at, err)
			}
		}
		return nil
	})
}

// heldUpgrade starts the next release in place of one replica. The others cannot go on with its migration: it waits while they serve, and
// migrates when they have ended. No request may fail before.
func heldUpgrade(h *harness, r *row) error {
	return upgrading(h, r, nextDoesBreak, func(o *iteration, c *traffic, url, next string) error {
		first := o.nodes[0]
		first.release = next
		took, err := first.end(syscall.SIGTERM)
		o.row.stops = append(o.row.stops, took)
		if err := errors.Join(err, first.start(), first.readiness(http.StatusServiceUnavailable)); err != nil {
			return err
		}
		o.wait(5 * time.Second)
		if at, err := schemaAt(o.ctx, url); err != nil || at == nextSchema {
			o.row.failf("the database was migrated beside programs that cannot go on (%v)", err)
		}
		if err := first.readiness(http.StatusServiceUnavailable); err != nil {
			return err
		}
		c.pause()
		for _, n := range o.nodes[1:] {
			took, err := n.end(syscall.SIGTERM)
			if err != nil {
				return err
			}
			o.row.stops = append(o.row.stops, took)
		}
		if err := first.ready(); err != nil {
			return err
		}
		if at, err := schemaAt(o.ctx, url); err != nil || at != nextSchema {
			o.row.failf("the schema is %d (%v)", at, err)
		}
		for _, n := range o.nodes[1:] {
			n.release = next
			if err := errors.Join(n.start(), n.ready()); err != nil {
				return err
			}
		}
		return nil
	})
}
