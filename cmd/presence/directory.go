package main

import (
	"context"
	"errors"
	"flag"
	"fmt"

	"presence/app"
	"presence/app/hub/directory"
)

// directorySync reads the customer records beside a running server, and prints what has changed.
func directorySync(ctx context.Context, c *cli, args []string) error {
	var force bool
	err := c.flags("directory sync", args, func(f *flag.FlagSet) {
		f.BoolVar(&force, "force", false, "read everything anew, and take it though most of the customers are gone")
	})
	if err != nil {
		return err
	}
	return c.withApp(ctx, func(a *app.App) error {
		r, err := a.Directory.Sync(ctx, directory.SyncOptions{Force: force})
		if f, ok := errors.AsType[*directory.Failure](err); ok && f.Code == "shrunk" {
			return fmt.Errorf("the source has only %s customers: the old ones are kept; --force takes it as it is", f.Detail)
		}
		if err != nil {
			return err
		}
		if r.Status == "unchanged" {
			_, err = fmt.Fprintf(c.out, "%s: unchanged\n", r.Source)
			return err
		}
		_, err = fmt.Fprintf(c.out, "%s: %d read, %d added, %d changed, %d removed, %d rejected\n", r.Source, r.Read, r.Added, r.Changed,
			r.Removed, r.Rejected)
		return err
	})
}
