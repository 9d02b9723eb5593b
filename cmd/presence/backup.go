package main

import (
	"context"
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

// backup copies the embedded database beside a running server.
func backup(ctx context.Context, c *cli, args []string) error {
	file, s, err := c.file("backup", args, nil)
	if err != nil {
		return err
	}
	if err := db.Backup(ctx, s.DatabaseURL, file); err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	_, err = fmt.Fprintf(c.out, "%s is complete. The key that seals secrets is not in it (%s): keep a copy of it elsewhere.\n", file,
		s.keyPlace())
	return err
}

// restore puts a backup in the place of the embedded database. Sends that were under way in the backup wait for staff.
func restore(ctx context.Context, c *cli, args []string) error {
	var replace bool
	file, s, err := c.file("restore", args, func(f *flag.FlagSet) {
		f.BoolVar(&replace, "replace", false, "there is a database already: keep it under another name")
	})
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

// printRestored says what was written where, and what waits for a decision.
func (s *settings) printRestored(w io.Writer, file, path, keepAs string, held int64) error {
	text := fmt.Sprintf("%s is restored as %s. It opens with the key it was sealed with (%s).\n", file, path, s.keyPlace())
	if _, err := os.Lstat(keepAs); err == nil {
		text += fmt.Sprintf("The database that was there is kept as %s.\n", keepAs)
	}
	if held > 0 {
		text += fmt.Sprintf("Sends that were not finished in the backup: %d. They wait until staff resume them, since guests may "+
			"have been written to after the backup.\n", held)
	}
	_, err := io.WriteString(w, text)
	return err
}

// keyPlace says where the key is: nothing here reads it, nor makes one.
func (s *settings) keyPlace() string {
	if s.secretKey != "" {
		return "SECRET_KEY"
	}
	return "secret.key in DATA_DIR"
}

// file reads the settings and the arguments of a command about one file, which may stand before or after its flags. It
// gives the absolute path of the file, and makes neither DATA_DIR nor a key.
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
		return "", nil, fmt.Errorf("%s: name the file", name)
	}
	if file, err = filepath.Abs(file); err != nil {
		return "", nil, err
	}
	s, err = c.settings()
	return file, s, err
}
