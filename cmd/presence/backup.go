package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"presence/app/hub/sender"
	"presence/db"
)

// backup copies the SQLite database while a server may be running, and records when. With --done it only records that a backup was made by
// other means.
func backup(ctx context.Context, c *cli, args []string) error {
	done := false
	define := func(f *flag.FlagSet) {
		f.BoolVar(&done, "done", false, "only record that a backup was made by other means, such as pg_dump; no FILE")
	}
	if slices.Equal(args, []string{"--done"}) {
		s, err := c.settings()
		if err == nil {
			err = s.recordBackup(ctx)
		}
		return err
	}
	file, s, err := c.file("backup", args, define)
	if err == nil && done {
		err = errors.New("backup: give either the name of the file or --done")
	}
	if err != nil {
		return err
	}
	if err := db.Backup(ctx, s.DatabaseURL, file); err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	if err := s.recordBackup(ctx); err != nil { // such as for a database that an older version has made
		s.Log.Warn("the backup is complete, but when it was made could not be recorded", "error", err)
	}
	_, err = fmt.Fprintf(c.out, "%s is complete. It does not contain the encryption key (%s): keep a copy of the key somewhere else.\n", file,
		s.keyPlace())
	return err
}

// recordBackup saves in the database that a backup was made now.
func (s *settings) recordBackup(ctx context.Context) error {
	d, err := db.Open(ctx, s.DatabaseURL, db.Options{Conns: 1, Log: s.Log})
	if err != nil {
		return err
	}
	return errors.Join(db.RecordBackup(ctx, d, db.InstantOf(s.Now())), d.Close())
}

// restore replaces the SQLite database by a backup. Sends that were active in the backup wait for staff. With --done the database was
// restored by other means, such as pg_restore, and restore only has them wait.
func restore(ctx context.Context, c *cli, args []string) error {
	var replace, done bool
	define := func(f *flag.FlagSet) {
		f.BoolVar(&replace, "replace", false, "if a database already exists, keep it under another name")
		f.BoolVar(&done, "done", false, "only pause the campaigns of a database that was restored by other means, such as pg_restore; no FILE")
	}
	if slices.Equal(args, []string{"--done"}) {
		s, err := c.settings()
		if err != nil {
			return err
		}
		if err := s.holdRestored(ctx, c.out); err != nil {
			return fmt.Errorf("restore: %w", err)
		}
		return nil
	}
	file, s, err := c.file("restore", args, define)
	if err == nil && done {
		err = errors.New("restore: give either the name of the file or --done")
	}
	if err != nil {
		return err
	}
	_, path, _ := strings.Cut(s.DatabaseURL, ":")
	if path, err = filepath.Abs(strings.TrimPrefix(path, "//")); err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	keepAs := ""
	if replace {
		keepAs = path + ".replaced-" + s.Now().UTC().Format("20060102T150405.000Z")
	}
	held := int64(0)
	err = db.Restore(ctx, s.DatabaseURL, file, keepAs, func(ctx context.Context, d *db.DB) (err error) {
		held, err = sender.HoldRestored(ctx, d, s.Now())
		return err
	})
	if err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	return s.printRestored(c.out, file, path, keepAs, held)
}

// printRestored prints which files were written, and what staff must decide.
func (s *settings) printRestored(w io.Writer, file, path, keepAs string, held int64) error {
	text := fmt.Sprintf("%s was restored as %s. It needs the encryption key it was made with (%s).\n", file, path, s.keyPlace())
	if _, err := os.Lstat(keepAs); err == nil {
		text += fmt.Sprintf("The previous database was kept as %s.\n", keepAs)
	}
	_, err := io.WriteString(w, text+heldText(held))
	return err
}

// heldText says how many campaigns staff must decide about; empty for none.
func heldText(held int64) string {
	if held == 0 {
		return ""
	}
	return fmt.Sprintf("Campaigns that were not finished in the backup: %d. They stay paused until staff resume them, because guests may "+
		"have received messages after the backup.\n", held)
}

// holdRestored migrates a database that was restored by other means, and has its sends wait for staff. No server may use it yet.
func (s *settings) holdRestored(ctx context.Context, w io.Writer) error {
	d, err := db.Open(ctx, s.DatabaseURL, db.Options{Conns: 2, Log: s.Log})
	if err != nil {
		return err
	}
	held, err := s.hold(ctx, d)
	if err := errors.Join(err, d.Close()); err != nil {
		return err
	}
	_, err = io.WriteString(w, "The restored database is ready to be used. Start the server.\n"+heldText(held))
	return err
}

// hold is holdRestored for an open database; it returns how many sends wait.
func (s *settings) hold(ctx context.Context, d *db.DB) (held int64, err error) {
	switch version, err := d.StoredSchema(ctx); {
	case err != nil:
		return 0, err
	case version == 0:
		return 0, errors.New("the database has no tables: restore the backup into it first, or check DATABASE_URL")
	}
	if err := d.Migrate(ctx); err != nil {
		return 0, err
	}
	err = d.WithoutReplicas(ctx, func(ctx context.Context) error {
		held, err = sender.HoldRestored(ctx, d, s.Now())
		return err
	})
	return held, err
}

// keyPlace returns where the key is; it neither reads nor creates one.
func (s *settings) keyPlace() string {
	if s.secretKey != "" {
		return "SECRET_KEY"
	}
	return "secret.key in DATA_DIR"
}

// file parses the settings and the arguments of a command about one file, which may be before or after its flags. It returns
// the absolute path of the file, and creates neither DATA_DIR nor a key.
func (c *cli) file(name string, args []string, define func(f *flag.FlagSet)) (file string, s *settings, err error) {
	rest := slices.Clone(args)
	if i := slices.IndexFunc(rest, func(a string) bool { return !strings.HasPrefix(a, "-") }); i >= 0 {
		file = rest[i]
		rest = slices.Delete(rest, i, i+1)
	}
	if err := c.flags(name, rest, define); err != nil {
		return "", nil, err
	}
	if file == "" {
		return "", nil, fmt.Errorf("%s: give the name of the file", name)
	}
	if file, err = filepath.Abs(file); err != nil {
		return "", nil, err
	}
	s, err = c.settings()
	return file, s, err
}
