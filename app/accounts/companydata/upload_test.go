package companydata

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/db"
	"presence/db/dbtest"
)

// first is the only person of a new installation. An administrator of the archive has the same address.
var first = auth.Actor{PersonID: "first", Email: "b@x.example", Role: auth.Admin}

var newInstallation = []string{
	`INSERT INTO people (id, email, name, sort_name, role, language, password_hash, created_at, updated_at)
		VALUES ('first', 'b@x.example', 'F', 'f', 'admin', 'fr', 'secret', 1, 1)`,
	`INSERT INTO bank_codes (id, type, categorie, modifier, bank_code, created_at, updated_at) VALUES (9, 'regular', 'shift', 1, 'X', 1, 1)`,
	`INSERT INTO settings (name, value, version, updated_at) VALUES ('COMPANY_NAME', 'Nouveau', 1, 1)`,
	`INSERT INTO audit_log (at, person_id, person_name, via, ip, request_id, action, kind, record_id, changes)
		VALUES (1, 'first', 'F', '', '', '', 'created', 'person', 'first', '{}')`,
}

// uploadable returns an archive in which b@x.example is an administrator, as a ZIP file, with what statements add to it.
func uploadable(t *testing.T, add ...string) []byte {
	t.Helper()
	d := dbtest.Open(t, db.SQLite)
	exec(t, d, slices.Concat(company, []string{`UPDATE people SET role = 'admin' WHERE email = 'b@x.example'`}, add)...)
	var b bytes.Buffer
	if err := service(d).ExportZIP(t.Context(), boss, &b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// large makes an archive of more than two chunks: its audit entries cannot be compressed well.
const large = `INSERT INTO audit_log (at, person_id, person_name, via, ip, request_id, action, kind, record_id, changes)
	WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 45)
	SELECT i, 'a', 'A', '', '', '', 'updated', 'person', 'a', '{"note":[null,"' || hex(randomblob(50000)) || '"]}' FROM n`

// huge makes a ZIP file whose only file is said to have that size.
func huge(t *testing.T, size uint64) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	_, err := z.CreateRaw(&zip.FileHeader{Name: "people.csv", Method: zip.Deflate, UncompressedSize64: size})
	if err := errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestService_ImportUpload_of_repetitive_texts: whatever people write, the export can be imported.
func TestService_ImportUpload_of_repetitive_texts(t *testing.T) {
	content := uploadable(t, `INSERT INTO audit_log (at, person_id, person_name, via, ip, request_id, action, kind, record_id, changes)
		WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
		SELECT i, 'a', 'A', '', '', '', 'updated', 'template', 'a', '{"html":[null,"' || printf('%.*c', 1000000, 'x') || '"]}' FROM n`)
	if len(content) > 40_000_000/300 {
		t.Fatalf("the archive has %d bytes", len(content))
	}
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		exec(t, d, newInstallation...)
		if _, err := service(d).ImportUpload(t.Context(), first, bytes.NewReader(content), ""); err != nil {
			t.Error(err)
		}
	})
}

func TestService_Begin(t *testing.T) {
	content := uploadable(t, large)
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		exec(t, d, newInstallation...)
		s := process(t, d)
		u, err := s.Receive(t.Context(), first, bytes.NewReader(content))
		if err != nil {
			t.Fatal(err)
		}
		if len(u.Settings) != 1 || u.Settings[0] != (Setting{"COMPANY_NAME", "Ferme"}) {
			t.Errorf("the settings are %v", u.Settings)
		}
		if u.Company != "Ferme" || len(u.Administrators) != 2 || u.Rows == 0 || len(u.Files) != len(parts) {
			t.Errorf("the check says %s, %d rows, %v", u.Company, u.Rows, u.Administrators)
		}
		t.Run("the archive is stored in chunks of 1 MiB", func(t *testing.T) {
			var chunks, largest int
			err := d.QueryRow(t.Context(), "SELECT COUNT(*), MAX(LENGTH(bytes)) FROM company_archive_chunks").Scan(&chunks, &largest)
			if chunks != len(content)>>20+1 || chunks < 3 || largest != 1<<20 || err != nil {
				t.Errorf("%d chunks of up to %d bytes for %d bytes, %v", chunks, largest, len(content), err)
			}
		})
		t.Run("is refused to another administrator", func(t *testing.T) {
			if err := s.Begin(t.Context(), boss, u.ID, ""); errs.KindOf(err) != errs.KindNotFound {
				t.Error(err)
			}
		})
		t.Run("is refused for a person who is no administrator of the archive", func(t *testing.T) {
			if err := s.Begin(t.Context(), first, u.ID, "stranger"); errs.KindOf(err) != errs.KindInvalid {
				t.Error(err)
			}
		})
		if err := s.Begin(t.Context(), first, u.ID, ""); err != nil {
			t.Fatal(err)
		}
		s.o.Work.Wait()
		t.Run("deletes the archive when it is imported", func(t *testing.T) {
			if _, err := s.Upload(t.Context(), first, u.ID); !errs.HasCode(err, "archive_gone") {
				t.Error(err)
			}
			noneStored(t, d)
		})
		t.Run("gives the password to the administrator of the archive, and nobody else has one", func(t *testing.T) {
			var n int
			err := d.QueryRow(t.Context(), `SELECT COUNT(*) FROM people WHERE password_hash IS NOT NULL OR id = 'first'`).Scan(&n)
			var hash string
			if err == nil {
				err = d.QueryRow(t.Context(), `SELECT password_hash FROM people WHERE email = 'b@x.example'`).Scan(&hash)
			}
			if n != 1 || hash != "secret" || err != nil {
				t.Error(n, hash, err)
			}
		})
		t.Run("leaves the records of the archive alone", func(t *testing.T) {
			var b bytes.Buffer
			if err := s.ExportZIP(t.Context(), boss, &b); err != nil {
				t.Fatal(err)
			}
			before, after := unzipped(t, content), unzipped(t, b.Bytes())
			for name, text := range before {
				if name == manifestFile || name == "audit_log.jsonl" && strings.HasPrefix(after[name], text) {
					continue
				}
				if after[name] != text {
					t.Errorf("%s\n%s\n%s", name, text, after[name])
				}
			}
		})
		t.Run("is refused now", func(t *testing.T) {
			if _, err := s.ImportUpload(t.Context(), first, bytes.NewReader(content), ""); errs.KindOf(err) != errs.KindConflict {
				t.Error(err)
			}
		})
	})
}

func unzipped(t *testing.T, content []byte) map[string]string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		files[f.Name] = string(text)
	}
	return files
}

func TestService_ImportUpload_refuses(t *testing.T) {
	whole := uploadable(t)
	add := func(name string, size int) []byte {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		w, err := z.Create(name)
		for range size {
			if err == nil {
				_, err = w.Write(make([]byte, 1<<20))
			}
		}
		if err == nil {
			err = z.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	for _, x := range []struct {
		name, code string
		content    []byte
		with       []string
	}{
		{"what is no ZIP file", "archive_no_zip", []byte("people"), nil},
		{"half a file", "archive_no_zip", whole[:len(whole)/2], nil},
		{"a name that leads out of the archive", "archive_foreign_file", add("../people.csv", 0), nil},
		{"a file that unpacks to more than 8 GB", "archive_too_large", huge(t, 8<<30+1<<20), nil},
		{"a file that is said to unpack to 8 GB", "archive_incomplete", huge(t, 8<<30), nil},
		{"an archive without a manifest", "archive_incomplete", add("people.csv", 0), nil},
		{"an installation with an excluded address", "company_not_empty", whole, []string{
			`INSERT INTO suppressions (email_key, reason, since) VALUES ('x', 'bounced', 1)`}},
		{"an installation with a second person", "company_not_empty", whole, []string{
			`INSERT INTO people (id, email, name, sort_name, role, language, created_at, updated_at)
				VALUES ('second', 's@x.example', 'S', 's', 'employee', 'fr', 1, 1)`}},
		{"an installation whose administrator has an employee record", "company_not_empty", whole, []string{
			`INSERT INTO employees (id, user_id, first_name, last_name, sort_name, email, phone_number, external_payroll_id, company_code,
				first_work_day, created_at, updated_at) VALUES (1, 'first', 'F', 'R', 'r', 'f@x.example', 1, 7, 8, '2026-01-05', 1, 1)`}},
		{"an administrator without a password", "import_needs_password", whole, []string{`UPDATE people SET password_hash = NULL`}},
	} {
		t.Run(x.name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				exec(t, d, append(newInstallation, x.with...)...)
				_, err := service(d).ImportUpload(t.Context(), first, bytes.NewReader(x.content), "")
				if e, ok := errs.Of(err); !ok || e.Code != x.code {
					t.Errorf("%v, not %s", err, x.code)
				}
				untouched(t, d)
			})
		})
	}
}

// untouched fails unless the new installation is as it was.
func untouched(t *testing.T, d *db.DB) {
	t.Helper()
	for _, table := range []string{"people WHERE id = 'first'", "bank_codes WHERE id = 9", "settings WHERE value = 'Nouveau'", "audit_log"} {
		var n int
		if err := d.QueryRow(t.Context(), "SELECT COUNT(*) FROM "+table).Scan(&n); n != 1 || err != nil {
			t.Errorf("%s: %d rows, %v", table, n, err)
		}
	}
}

func TestService_Begin_saves_nothing_when_the_program_ends(t *testing.T) {
	content := uploadable(t)
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		exec(t, d, newInstallation...)
		s := process(t, d)
		ended := make(chan struct{})
		s.o.Imported = func(ctx context.Context) error { // the last step of an import waits until the program ends
			close(ended)
			<-ctx.Done()
			return ctx.Err()
		}
		u := begun(t, s, content)
		<-ended
		t.Run("and no other archive is taken meanwhile", func(t *testing.T) {
			if _, err := s.Receive(t.Context(), first, unread{t}); !errs.HasCode(err, "import_running") {
				t.Error(err)
			}
		})
		s.o.Work.Close()
		untouched(t, d)
		t.Run("the archive can be imported by the next program", func(t *testing.T) {
			interrupted(t, s, u.ID)
			next := process(t, d)
			if err := next.Begin(t.Context(), first, u.ID, ""); err != nil {
				t.Fatal(err)
			}
			next.o.Work.Wait()
			imported(t, d)
		})
	})
}

// unread is a body that fails the test when it is read.
type unread struct{ *testing.T }

func (u unread) Read([]byte) (int, error) {
	u.Error("the archive was read")
	return 0, io.EOF
}

// Where a company works, nobody waits for an upload that cannot be imported: it is refused before it is read.
func TestUpload_of_a_company_that_works(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		exec(t, d, newInstallation...)
		s := service(d)
		if err := s.RequireNew(t.Context(), first); err != nil {
			t.Errorf("a new installation: %v", err)
		}
		for name, statement := range map[string]string{
			"a second person": `INSERT INTO people (id, email, name, sort_name, role, language, created_at, updated_at)
				VALUES ('second', 's@x.example', 'S', 's', 'employee', 'fr', 1, 1)`,
			"an excluded address": `INSERT INTO suppressions (email_key, reason, since) VALUES ('x', 'bounced', 1)`,
		} {
			t.Run(name, func(t *testing.T) {
				exec(t, d, statement)
				if _, err := s.Receive(t.Context(), first, unread{t}); !errs.HasCode(err, "company_not_empty") {
					t.Errorf("the upload: %v", err)
				}
				if _, err := s.ImportUpload(t.Context(), first, unread{t}, ""); !errs.HasCode(err, "company_not_empty") {
					t.Errorf("the import in one step: %v", err)
				}
				exec(t, d, "DELETE FROM suppressions", "DELETE FROM people WHERE id = 'second'")
			})
		}
	})
}
