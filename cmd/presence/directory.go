package main

import (
	"context"
	"errors"
	"flag"
	"fmt"

	"presence/app"
	"presence/app/hub/directory"
)

// directorySync syncs the customer directory while a server may be running, and prints what has changed.
func directorySync(ctx context.Context, c *cli, args []string) error {
	var force bool
	err := c.flags("directory sync", args, func(f *flag.FlagSet) {
		f.BoolVar(&force, "force", false, "re-read everything and accept it even if most customers are gone")
	})
	if err != nil {
		return err
	}
	return c.withApp(ctx, func(a *app.App) error {
		r, err := a.Directory.Sync(ctx, directory.SyncOptions{Force: force})
		if f, ok := errors.AsType[*directory.Failure](err); ok && f.Code == "shrunk" {
			return fmt.Errorf("the source has only %s customers, so the previous ones were kept; --force accepts it as is", f.Detail)
		}
		if err != nil {
			return err
		}
		if r.State == "unchanged" {
			_, err = fmt.Fprintf(c.out, "%s: unchanged\n", r.Source)
			return err
		}
		_, err = fmt.Fprintf(c.out, "%s: %d read, %d added, %d changed, %d removed, %d rejected\n", r.Source, r.Read, r.Added, r.Changed,
			r.Removed, r.Rejected)
		return err
	})
}
