package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"presence/app"
	"presence/db"
)

// move copies everything into another database, of either engine, and says what to change. The server must be stopped.
func move(ctx context.Context, c *cli, args []string) error {
	var to string
	if err := c.flags("move", args, func(f *flag.FlagSet) {
		f.StringVar(&to, "to", "", "the database to move to, without records: postgres://… or sqlite:PATH")
	}); err != nil {
		return err
	}
	s, err := c.prepared()
	if err != nil {
		return err
	}
	if err := s.move(ctx, c.out, to); err != nil {
		return fmt.Errorf("move: %w", err)
	}
	return nil
}

func (s *settings) move(ctx context.Context, out io.Writer, to string) error {
	if err := s.checkTarget(to); err != nil {
		return err
	}
	from, err := s.openSource(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = from.Close() }() // it was only read
	return from.WithoutReplicas(ctx, func(ctx context.Context) error { return s.moveFrom(ctx, out, from, to) })
}

// moveFrom is move while no server uses the database.
func (s *settings) moveFrom(ctx context.Context, out io.Writer, from *db.DB, to string) error {
	if err := s.withApp(ctx, func(*app.App) error { return nil }); err != nil { // it checks that the key opens the secrets
		return err
	}
	target, err := db.Open(ctx, to, db.Options{Log: s.Log})
	if err != nil {
		return fmt.Errorf("the database to move to: %w", err)
	}
	tables, rows := 0, int64(0)
	err = db.Copy(ctx, from, target, func(t db.CopiedTable) {
		if tables++; t.Rows > 0 {
			fmt.Fprintf(out, "  %-28s %10d\n", t.Name, t.Rows)
		}
		rows += t.Rows
	})
	if err := errors.Join(err, target.Close()); err != nil {
		return fmt.Errorf("nothing was moved: %w", err)
	}
	_, err = fmt.Fprintf(out, "%d rows of %d tables were copied, read again and found equal. The database before is unchanged.\n"+
		"Set DATABASE_URL to the new database, keep the same key (%s), and start the server.\n", rows, tables, s.keyPlace())
	return err
}

// checkTarget fails for an address that is no other database than that of the settings.
func (s *settings) checkTarget(to string) error {
	switch {
	case to == "":
		return errors.New("say where to: --to postgres://… or --to sqlite:PATH")
	case !strings.HasPrefix(to, "sqlite:") && !strings.HasPrefix(to, "postgres://") && !strings.HasPrefix(to, "postgresql://"):
		return errors.New("--to: expected sqlite:PATH or postgres://…")
	case to == s.DatabaseURL:
		return errors.New("--to is the database of DATABASE_URL")
	}
	path, isFile := strings.CutPrefix(to, "sqlite:")
	source, fromFile := strings.CutPrefix(s.DatabaseURL, "sqlite:")
	if !isFile {
		return nil
	}
	if fromFile {
		a, err := os.Stat(strings.TrimPrefix(source, "//"))
		b, missing := os.Stat(strings.TrimPrefix(path, "//"))
		if err == nil && missing == nil && os.SameFile(a, b) {
			return errors.New("--to is the database of DATABASE_URL")
		}
	}
	return os.MkdirAll(filepath.Dir(strings.TrimPrefix(path, "//")), 0o700)
}

// openSource opens the database of the settings. It fails if there is none, or if its schema is not that of this program.
func (s *settings) openSource(ctx context.Context) (_ *db.DB, err error) {
	if path, isFile := strings.CutPrefix(s.DatabaseURL, "sqlite:"); isFile {
		if _, err := os.Stat(strings.TrimPrefix(path, "//")); err != nil {
			return nil, fmt.Errorf("the database to move: %w", err)
		}
	}
	d, err := db.Open(ctx, s.DatabaseURL, db.Options{Log: s.Log})
	if err != nil {
		return nil, fmt.Errorf("the database to move: %w", err)
	}
	done, err := d.UpToDate(ctx)
	if err == nil && !done {
		err = errors.New("the database to move has the tables of an earlier version: back it up, and run “presence migrate” first")
	}
	if err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}
