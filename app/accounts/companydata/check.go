package companydata

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/db"
)

// Check is what a verified archive contains. It is stored as JSON with an uploaded archive.
type Check struct {
	Version    string // of the program that wrote the archive
	ExportedAt string // RFC 3339
	Company    string // its name; empty: the settings have none
	Files      []PartCount
	Rows       int64
	// The active administrators, at most maxAdministrators of them. The person who imports the archive goes on as one of them.
	Administrators []Administrator
	Settings       []Setting // those of the company, at most maxSettings of them
}

// Setting is a setting in an archive.
type Setting struct{ Name, Value string }

// maxSettings is how many settings a Check lists.
const maxSettings = 100

// PartCount is the number of rows of one file.
type PartCount struct {
	Table, File string
	Rows        int64
}

// Administrator is an active administrator in an archive.
type Administrator struct{ ID, Name, Email string }

// maxAdministrators is how many administrators a Check lists.
const maxAdministrators = 200

// Codes of the errors of an archive that cannot be imported.
const (
	codeRefused = "archive_refused"
	codeForeign = "archive_foreign_file" // it has a file that no archive has
)

// The tables of the people who can sign in, and of the settings.
const (
	peopleTable   = "people"
	settingsTable = "settings"
)

// AdministratorID returns the id of the listed administrator who has an id or, if that is empty, an e-mail address; "" if none does.
func (c Check) AdministratorID(id, email string) string {
	for _, a := range c.Administrators {
		if a.ID == id || id == "" && strings.EqualFold(a.Email, email) {
			return a.ID
		}
	}
	return ""
}

// verify reads a whole archive and fails unless it can be imported, as far as that shows without a database.
func (s *Service) verify(ctx context.Context, from source) (m manifest, c Check, err error) {
	if m, err = readManifest(from); err != nil {
		return m, c, err
	}
	c = Check{Version: m.Version, ExportedAt: m.ExportedAt}
	for i, f := range m.Files {
		c.Rows += f.Rows
		c.Files = append(c.Files, PartCount{parts[i].Table, f.Name, f.Rows})
		err := readPart(ctx, from, parts[i], f, func(line int, row []cell) error {
			if name := valueOf(row, "name").text; parts[i].Table == settingsTable && s.o.NeedsSecret(name) {
				return lineError(f.Name, line, refusedf("archive_secret_setting", "no archive contains the setting %.100q, which is entered again", name))
			}
			c.note(parts[i].Table, row)
			return nil
		})
		if err != nil {
			return m, c, err
		}
	}
	return m, c, nil
}

// note takes from a row what a Check shows.
func (c *Check) note(table string, row []cell) {
	value := func(name string) cell { return valueOf(row, name) }
	switch table {
	case peopleTable:
		if value("role").text == string(auth.Admin) && value("disabled_at").null && len(c.Administrators) < maxAdministrators {
			c.Administrators = append(c.Administrators, Administrator{value("id").text, value("name").text, value("email").text})
		}
	case "employees":
		if !value("archived_at").null {
			c.withoutAdministrator(value("user_id").text)
		}
	case settingsTable:
		set := Setting{value("name").text, value("value").text}
		if set.Name == "COMPANY_NAME" {
			c.Company = set.Value
		}
		if len(c.Settings) < maxSettings {
			c.Settings = append(c.Settings, set)
		}
	}
}

// valueOf returns the value of a column, or null if the row has no such column.
func valueOf(row []cell, name string) cell {
	for _, x := range row {
		if x.column.Name == name {
			return x
		}
	}
	return cell{null: true}
}

// withoutAdministrator removes a person whose employee record is archived, and who cannot sign in.
func (c *Check) withoutAdministrator(id string) {
	for i, a := range c.Administrators {
		if a.ID == id {
			c.Administrators = append(c.Administrators[:i], c.Administrators[i+1:]...)
			return
		}
	}
}

// refusal returns the error of an archive that cannot be imported, for the person who has uploaded it: an errs.Error whose detail is the
// reason, as a placedError if its place is known. Errors of the database and of the request stay as they are.
func refusal(ctx context.Context, err error) error {
	if _, ok := errors.AsType[*storageError](err); ok || err == nil || ctx.Err() != nil {
		return err
	}
	if _, ok := errs.Of(err); ok {
		return err
	}
	code := codeRefused
	if known, ok := errors.AsType[*refusedError](err); ok {
		code = known.code
	}
	refused := &errs.Error{Kind: errs.KindInvalid, Code: code, Detail: err.Error()}
	if at, ok := errors.AsType[*placedError](err); ok {
		return &placedError{at.file, at.line, refused}
	}
	return refused
}

// refusedError is a reason not to import an archive that has a code, and so a text in both languages.
type refusedError struct {
	code string
	error
}

func (e *refusedError) Unwrap() error { return e.error }

// refusedf returns a refusedError with the text of fmt.Errorf.
func refusedf(code, format string, args ...any) error {
	return &refusedError{code, fmt.Errorf(format, args...)}
}

// saveRefusal is refusal for an error while rows are saved: only what the rows violate is the fault of the archive.
func saveRefusal(ctx context.Context, err error) error {
	if _, ok := errors.AsType[*db.ConstraintError](err); ok {
		return refusal(ctx, err)
	}
	return err
}
