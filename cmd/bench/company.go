package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"presence/db"
)

// company is a data set: every employee has a sheet a period, and a shift on each of its ten weekdays. With customers, it also has what
// fillLarge adds.
type company struct{ employees, periods, customers int }

var (
	long  = company{400, 250, 0}       // 1,000,000 shifts, ten years back from the last period
	wide  = company{5000, 1, 0}        // 50,000 shifts in one period
	large = company{5000, 20, 300_000} // 1,000,000 shifts; directory, audience list and campaign of 300,000
)

// The last period of every data set.
const (
	periodStart = "2026-11-15"
	periodPath  = "2026/25"
	shiftsEach  = 10 // a period
)

func (c company) shifts() int { return c.employees * c.periods * shiftsEach }

func (c company) String() string { return fmt.Sprintf("%d-%d", c.employees, c.shifts()) }

// cached returns the folder of the company's data, made on first use and again when the schema or what fills it changes.
func (c company) cached(b *bench) (string, error) {
	schema, err := os.ReadFile("db/migrations/schema.sql")
	if err != nil {
		return "", fmt.Errorf("run me from the folder that holds go.mod: %w", err)
	}
	h := sha256.New()
	h.Write(schema)
	for _, s := range c.statements() {
		h.Write([]byte(s))
	}
	dir := filepath.Join(folder, c.String()+"-"+hex.EncodeToString(h.Sum(nil))[:8])
	if _, err := os.Stat(dir); err == nil {
		return dir, nil
	}
	fmt.Fprintf(os.Stderr, "making %d employees with %d shifts …\n", c.employees, c.shifts())
	old, err := filepath.Glob(filepath.Join(folder, c.String()+"-*"))
	for _, o := range old {
		err = errors.Join(err, os.RemoveAll(o))
	}
	half := dir + ".half"
	if err := errors.Join(err, os.MkdirAll(half, 0o755)); err != nil {
		return "", err
	}
	if err := c.build(b.ctx, filepath.Join(half, file)); err != nil {
		return "", err
	}
	if c.customers > 0 {
		if err := b.syncLarge(half, c.customers); err != nil {
			return "", err
		}
	}
	return dir, os.Rename(half, dir)
}

// Names in a data folder, as the product has them: the database, and the key of its secrets.
const (
	file = "presence.db"
	key  = "secret.key"
)

// statements returns what fills the data set.
func (c company) statements() []string {
	if c.customers == 0 {
		return fill
	}
	return slices.Concat(fill, fillLarge)
}

func (c company) build(ctx context.Context, path string) error {
	d, err := db.Open(ctx, "sqlite:"+path, db.Options{})
	if err != nil {
		return err
	}
	if err := d.Migrate(ctx); err != nil {
		return errors.Join(err, d.Close())
	}
	err = d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return withoutIndexes(ctx, tx, func() error {
			for _, s := range c.statements() {
				if _, err := tx.Exec(ctx, s, c.employees, c.periods, shiftsEach, periodStart, c.customers); err != nil {
					return err
				}
			}
			return nil
		})
	})
	return errors.Join(err, d.Close())
}

// copyTo copies the data for a run, and waits until it is on disk.
func (c company) copyTo(b *bench, dir string) error {
	from, err := c.cached(b)
	if err != nil {
		return err
	}
	if err := copyFile(filepath.Join(from, file), filepath.Join(dir, file)); err != nil {
		return err
	}
	return c.copyKey(from, dir)
}

// copyKey copies the key of the secrets in the database; only a company with customers has one.
func (c company) copyKey(from, dir string) error {
	if c.customers == 0 {
		return nil
	}
	return copyFile(filepath.Join(from, key), filepath.Join(dir, key))
}

func copyFile(from, to string) error {
	source, err := os.Open(from)
	if err != nil {
		return err
	}
	defer source.Close()
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	target, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = target.ReadFrom(source)
	return errors.Join(err, target.Sync(), target.Close())
}
