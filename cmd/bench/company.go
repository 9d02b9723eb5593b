package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"presence/db"
)

// company is a data set: every employee has a sheet a period, and a shift on each of its ten weekdays.
type company struct{ employees, periods int }

var (
	long = company{400, 250} // 1,000,000 shifts, ten years back from the last period
	wide = company{5000, 1}  // 50,000 shifts in one period
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
func (c company) cached(ctx context.Context) (string, error) {
	schema, err := os.ReadFile("db/migrations/schema.sql")
	if err != nil {
		return "", fmt.Errorf("run me from the folder that holds go.mod: %w", err)
	}
	h := sha256.New()
	h.Write(schema)
	for _, s := range fill {
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
	if err := c.build(ctx, filepath.Join(half, file)); err != nil {
		return "", err
	}
	return dir, os.Rename(half, dir)
}

// file is the database's name in a data folder, as the product names it.
const file = "presence.db"

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
			for _, s := range fill {
				if _, err := tx.Exec(ctx, s, c.employees, c.periods, shiftsEach, periodStart); err != nil {
					return err
				}
			}
			return nil
		})
	})
	return errors.Join(err, d.Close())
}

// copyTo copies the data for a run, and waits until it is on disk.
func (c company) copyTo(ctx context.Context, dir string) error {
	from, err := c.cached(ctx)
	if err != nil {
		return err
	}
	text, err := os.Open(filepath.Join(from, file))
	if err != nil {
		return err
	}
	defer text.Close()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	to, err := os.Create(filepath.Join(dir, file))
	if err != nil {
		return err
	}
	_, err = to.ReadFrom(text)
	return errors.Join(err, to.Sync(), to.Close())
}
