package main

import (
	"context"
	"fmt"

	"presence/app"
	"presence/app/accounts/auth"
)

// exportCompany writes all records of the company into a folder while a server may be running.
func exportCompany(ctx context.Context, c *cli, args []string) error {
	folder, _, err := c.file("export", args, nil)
	if err != nil {
		return err
	}
	return c.withApp(ctx, func(a *app.App) error {
		if err := a.CompanyData.ExportFolder(ctx, operator, folder); err != nil {
			return fmt.Errorf("export: %w", err)
		}
		_, err := fmt.Fprintf(c.out, "%s is complete. It contains everyone's pay and contact details: keep it in a safe place.\n", folder)
		return err
	})
}

// importCompany reads such a folder, or the ZIP file of the settings page, into a database without records. It prints the links with which
// the administrators of the company choose new passwords.
func importCompany(ctx context.Context, c *cli, args []string) error {
	path, _, err := c.file("import", args, nil)
	if err != nil {
		return err
	}
	s, err := c.prepared()
	if err != nil {
		return err
	}
	s.OpenUndeclared = false // it would create a person for anonymous callers
	return s.withApp(ctx, func(a *app.App) error {
		done, err := a.CompanyData.Import(ctx, operator, path)
		if err != nil {
			return fmt.Errorf("import: nothing was saved: %w", err)
		}
		if _, err = fmt.Fprintf(c.out, "%s was imported: %d rows of %d files, exported at %s by version %s.\n", path, done.Rows, done.Files,
			done.ExportedAt, done.Version); err != nil {
			return err
		}
		return printPasswordLinks(ctx, c, a)
	})
}

// maxLinks is the maximum number of administrators whose links are printed: one of them invites the others.
const maxLinks = 5

// printPasswordLinks prints links with which administrators choose passwords.
func printPasswordLinks(ctx context.Context, c *cli, a *app.App) error {
	admins, _, err := a.Auth.People(ctx, operator, auth.PeopleSearch{Role: auth.Admin, Rows: 100})
	if err != nil {
		return err
	}
	printed := 0
	for _, p := range admins {
		if !p.Active() || printed == maxLinks {
			continue
		}
		link, err := a.Auth.PasswordLink(ctx, operator, p.ID)
		if err != nil {
			return err
		}
		if printed++; printed == 1 {
			fmt.Fprintln(c.out, "No one has a password yet. Administrators choose theirs here, and then invite the others:")
		}
		fmt.Fprintf(c.out, "  %s  %s (until %s)\n", p.Email, link.Link, link.ValidUntil)
	}
	if printed == 0 {
		_, err = fmt.Fprintln(c.out, "There is no administrator: restart the server to print the link that creates one.")
	}
	return err
}
