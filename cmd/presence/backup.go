package main

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"strings"
	"time"

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
	_, err = fmt.Fprintf(c.out, "%s is complete. The key that seals secrets is not in it (%s): keep a copy of it elsewhere.\n", file, s.keyPlace())
	return err
}

// restore puts a backup in the place of the embedded database.
func restore(ctx context.Context, c *cli, args []string) error {
	var replace bool
	file, s, err := c.file("restore", args, func(f *flag.FlagSet) {
		f.BoolVar(&replace, "replace", false, "there is a database already: keep it under another name")
	})
	if err != nil {
		return err
	}
	keepAs := ""
	if replace {
		_, path, _ := strings.Cut(s.DatabaseURL, ":")
		keepAs = strings.TrimPrefix(path, "//") + ".replaced-" + time.Now().UTC().Format("20060102T150405.000Z")
	}
	if err := db.Restore(ctx, s.DatabaseURL, file, keepAs); err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	_, err = fmt.Fprintf(c.out, "%s is restored. It opens with the key it was sealed with (%s).\n", file, s.keyPlace())
	return err
}

// keyPlace says where the key is: nothing here reads it, nor makes one.
func (s *settings) keyPlace() string {
	if s.secretKey != "" {
		return "SECRET_KEY"
	}
	return "secret.key in DATA_DIR"
}

// file reads the settings and the arguments of a command about one file, which may stand before or after its flags.
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
	s, err = readSettings(c.getenv)
	return file, s, err
}
