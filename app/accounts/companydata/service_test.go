package companydata

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/db"
	"presence/db/dbtest"
)

// archive returns the folder of an archive of the company.
func archive(t *testing.T) string {
	t.Helper()
	d := dbtest.Open(t, db.SQLite)
	exec(t, d, company...)
	folder := filepath.Join(t.TempDir(), "archive")
	if err := service(d).ExportFolder(t.Context(), boss, folder); err != nil {
		t.Fatal(err)
	}
	return folder
}

// zipped returns a ZIP file with the files of a folder, then those that add adds.
func zipped(t *testing.T, folder string, add func(z *zip.Writer) error) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	err := z.AddFS(os.DirFS(folder))
	if err == nil {
		err = add(z)
	}
	path := filepath.Join(t.TempDir(), "archive.zip")
	if err := errors.Join(err, z.Close(), os.WriteFile(path, b.Bytes(), 0o600)); err != nil {
		t.Fatal(err)
	}
	return path
}

func edit(t *testing.T, folder, name, before, after string) {
	t.Helper()
	path := filepath.Join(folder, name)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), before) {
		t.Fatalf("%s has no %q:\n%s", name, before, text)
	}
	if err := os.WriteFile(path, []byte(strings.Replace(string(text), before, after, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
}

// forge is edit with a manifest that fits the new text; rows is by how many the number of rows changes.
func forge(t *testing.T, folder, name, before, after string, rows int64) {
	t.Helper()
	edit(t, folder, name, before, after)
	var m manifest
	text, err := os.ReadFile(filepath.Join(folder, manifestFile))
	if err == nil {
		err = json.Unmarshal(text, &m)
	}
	data, readErr := os.ReadFile(filepath.Join(folder, name))
	sum := sha256.Sum256(data)
	for i, f := range m.Files {
		if f.Name == name {
			m.Files[i].Bytes, m.Files[i].SHA256, m.Files[i].Rows = int64(len(data)), hex.EncodeToString(sum[:]), f.Rows+rows
		}
	}
	var b bytes.Buffer
	if err := errors.Join(err, readErr, m.writeTo(&b), os.WriteFile(filepath.Join(folder, manifestFile), b.Bytes(), 0o600)); err != nil {
		t.Fatal(err)
	}
}

// empty fails unless the database has none of the archive's rows.
func empty(t *testing.T, d *db.DB) {
	t.Helper()
	for _, p := range parts {
		if n, err := count(t.Context(), d, p); err != nil || n != 0 && !p.preset {
			t.Errorf("%s has %d rows, %v", p.Table, n, err)
		}
	}
}

const person = "b@x.example"

func TestImport_refuses(t *testing.T) {
	for name, x := range map[string]struct {
		change func(t *testing.T, folder string) (path string)
		says   string
	}{
		"a file with another byte": {func(t *testing.T, f string) string {
			edit(t, f, "people.csv", person, "c@x.example")
			return f
		}, "people.csv: it is not as it was exported"},
		"a file without a row": {func(t *testing.T, f string) string {
			edit(t, f, "shifts.csv", "1,1,1,1,", "")
			return f
		}, "shifts.csv"},
		"a missing row, with a hash that fits": {func(t *testing.T, f string) string {
			edit(t, f, "import_headings.csv", "field\r\n", "field\r\na,b,c\r\n")
			forge(t, f, "import_headings.csv", "a,b,c", "a,b,d", 2)
			return f
		}, "import_headings.csv: it has 1 rows, and the manifest says 2"},
		"a secret setting": {func(t *testing.T, f string) string {
			forge(t, f, "settings.csv", "COMPANY_NAME,", "SMTP_URL,", 0)
			return f
		}, `settings.csv, line 2: no archive contains the setting "SMTP_URL"`},
		"a file that is missing": {func(t *testing.T, f string) string {
			if err := os.Remove(filepath.Join(f, "shifts.csv")); err != nil {
				t.Fatal(err)
			}
			return f
		}, "shifts.csv"},
		"an archive without a manifest": {func(t *testing.T, f string) string {
			if err := os.Remove(filepath.Join(f, manifestFile)); err != nil {
				t.Fatal(err)
			}
			return f
		}, "no whole archive of Presence"},
		"the archive of another schema": {func(t *testing.T, f string) string {
			edit(t, f, manifestFile, `"schema": `, `"schema": 1`)
			return f
		}, "import it with that version"},
		"an unknown column": {func(t *testing.T, f string) string {
			forge(t, f, "people.csv", "id,email", "id,mail", 0)
			return f
		}, `people.csv: the header has the column "mail" where "email" belongs`},
		"an unknown column in JSON": {func(t *testing.T, f string) string {
			forge(t, f, "audit_log.jsonl", `{"id"`, `{"extra":1,"id"`, 0)
			return f
		}, `audit_log.jsonl, line 1: the column "extra" is where "id" belongs`},
		"a value of another kind": {func(t *testing.T, f string) string {
			forge(t, f, "employees.csv", "2026-01-05", "05/01/2026", 0)
			return f
		}, "employees.csv, line 2: first_work_day is no value of kind day"},
		"a row with a column more": {func(t *testing.T, f string) string {
			forge(t, f, "shifts.csv", "\r\n1,1,1,1,", "\r\n1,1,1,1,1,", 0)
			return f
		}, "shifts.csv, line 2"},
		"a record that refers to none": {func(t *testing.T, f string) string {
			forge(t, f, "shifts.csv", "\r\n1,1,1,1,", "\r\n1,99,1,1,", 0)
			return f
		}, "shifts.csv: lines 2 to 2"},
		"a last id below that of a row": {func(t *testing.T, f string) string {
			edit(t, f, manifestFile, `"last_id": 5`, `"last_id": 4`)
			return f
		}, "employees.csv: the last id is 4, and a row has 5"},
		"a file that does not belong to it": {func(t *testing.T, f string) string {
			if err := os.WriteFile(filepath.Join(f, "more.csv"), nil, 0o600); err != nil {
				t.Fatal(err)
			}
			return f
		}, "does not belong to an archive"},
		"a symbolic link": {func(t *testing.T, f string) string {
			at := filepath.Join(f, "people.csv")
			if err := errors.Join(os.Rename(at, f+"-moved"), os.Symlink(f+"-moved", at)); err != nil {
				t.Fatal(err)
			}
			return f
		}, "no regular file"},
		"a ZIP file with a path that leads out": {func(t *testing.T, f string) string {
			return zipped(t, f, func(z *zip.Writer) error { _, err := z.Create("../people.csv"); return err })
		}, `"../people.csv": it does not belong`},
		"a ZIP file with a name twice": {func(t *testing.T, f string) string {
			return zipped(t, f, func(z *zip.Writer) error { _, err := z.Create("people.csv"); return err })
		}, "twice"},
		"a ZIP file that unpacks to gigabytes": {func(t *testing.T, f string) string {
			if err := os.Remove(filepath.Join(f, "shifts.csv")); err != nil {
				t.Fatal(err)
			}
			return zipped(t, f, func(z *zip.Writer) error {
				_, err := z.CreateRaw(&zip.FileHeader{Name: "shifts.csv", Method: zip.Deflate, UncompressedSize64: 16 << 30})
				return err
			})
		}, "unpacks to more than"},
		"what is no ZIP file": {func(t *testing.T, f string) string { return filepath.Join(f, "people.csv") }, "not a valid zip file"},
	} {
		t.Run(name, func(t *testing.T) {
			path := x.change(t, archive(t))
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				if _, err := service(d).Import(t.Context(), boss, path); err == nil || !strings.Contains(err.Error(), x.says) {
					t.Errorf("%v does not say %q", err, x.says)
				}
				empty(t, d)
			})
		})
	}
}

func TestService_ExportZIP_is_of_the_day_of_the_company(t *testing.T) {
	d := dbtest.Open(t, db.SQLite)
	exec(t, d, company...)
	at := time.Date(2026, 11, 27, 3, 30, 0, 0, time.UTC) // the evening of the 26th in Toronto
	s := service(d)
	s.o.Zone, s.now = time.FixedZone("", -5*60*60), func() time.Time { return at }
	if name := s.fileName(); name != "presence-2026-11-26.zip" {
		t.Errorf("the file is %s", name)
	}
	var b bytes.Buffer
	if err := s.ExportZIP(t.Context(), boss, &b); err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range z.File {
		if !f.Modified.Equal(at) {
			t.Errorf("%s is of %s", f.Name, f.Modified)
		}
	}
}

func TestImport_takes_a_zip_file(t *testing.T) {
	from := dbtest.Open(t, db.SQLite)
	exec(t, from, company...)
	path := filepath.Join(t.TempDir(), "archive.zip")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(service(from).ExportZIP(t.Context(), boss, f), f.Close()); err != nil {
		t.Fatal(err)
	}
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		if _, err := service(d).Import(t.Context(), boss, path); err != nil {
			t.Fatal(err)
		}
		var name string
		var secret *string
		err := d.QueryRow(t.Context(), "SELECT name, password_hash FROM people WHERE id = 'a'").Scan(&name, &secret)
		if err != nil || name != "=1+1" || secret != nil {
			t.Error(name, secret, err)
		}
		t.Run("new records get ids above all that were ever given", func(t *testing.T) {
			if last, err := db.LastID(t.Context(), d, "employees"); err != nil || last != 5 {
				t.Error(last, err)
			}
			exec(t, d, "INSERT INTO timesheets (employee_id, created_at, updated_at) VALUES (1, 1, 1)")
		})
		t.Run("a second import is refused", func(t *testing.T) {
			if _, err := service(d).Import(t.Context(), boss, path); err == nil || !strings.Contains(err.Error(), "the database is not empty") {
				t.Error(err)
			}
		})
	})
}

func TestImport_saves_nothing_when_its_last_step_fails(t *testing.T) {
	path := archive(t)
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := service(d)
		s.o.Imported = func(context.Context) error { return io.ErrClosedPipe }
		if _, err := s.Import(t.Context(), boss, path); !errors.Is(err, io.ErrClosedPipe) {
			t.Error(err)
		}
		empty(t, d)
		t.Run("or when it is interrupted", func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			s.o.Imported = func(context.Context) error { cancel(); return ctx.Err() }
			if _, err := s.Import(ctx, boss, path); !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
			empty(t, d)
		})
	})
}

// meanwhile is a target that calls do when the second file is begun.
type meanwhile struct {
	Target
	do func()
}

func (m meanwhile) create(name string) (io.Writer, error) {
	if name == parts[1].File() {
		m.do()
	}
	return m.Target.create(name)
}

func TestExport_shows_one_moment(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		exec(t, d, company...)
		folder := filepath.Join(t.TempDir(), "archive")
		err := intoFolder(folder, func(to Target) error {
			return service(d).write(t.Context(), meanwhile{to, func() {
				exec(t, d, "INSERT INTO import_headings (kind, heading, field) VALUES ('employees', 'late', 'x')", "DELETE FROM expenses")
			}})
		})
		if err != nil {
			t.Fatal(err)
		}
		for name, want := range map[string]int{"import_headings.csv": 1, "expenses.csv": 2} {
			if text, err := os.ReadFile(filepath.Join(folder, name)); err != nil || strings.Count(string(text), "\r\n") != want {
				t.Errorf("%s: %q, %v", name, text, err)
			}
		}
	})
}

func TestExport_refuses(t *testing.T) {
	d := dbtest.Open(t, db.SQLite)
	t.Run("a folder with something in it", func(t *testing.T) {
		folder := t.TempDir()
		if err := os.WriteFile(filepath.Join(folder, "note"), []byte("mine"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := service(d).ExportFolder(t.Context(), boss, folder); err == nil || !strings.Contains(err.Error(), "not empty") {
			t.Error(err)
		}
	})
	t.Run("who is no administrator", func(t *testing.T) {
		err := service(d).ExportFolder(t.Context(), auth.Actor{PersonID: "p", Role: auth.Payroll}, filepath.Join(t.TempDir(), "x"))
		if errs.KindOf(err) != errs.KindForbidden {
			t.Error(err)
		}
	})
}

func TestExport_leaves_nothing_when_it_fails(t *testing.T) {
	d := dbtest.Open(t, db.SQLite)
	exec(t, d, company...)
	parent := t.TempDir()
	err := intoFolder(filepath.Join(parent, "archive"), func(to Target) error {
		if err := service(d).write(t.Context(), to); err != nil {
			return err
		}
		return io.ErrShortWrite
	})
	if list, readErr := os.ReadDir(parent); !errors.Is(err, io.ErrShortWrite) || readErr != nil || len(list) != 0 {
		t.Error(err, list, readErr)
	}
}

// BenchmarkExport writes and reads companies with many shifts. The MB are by how much the heap grows at most, which does not depend on how
// many there are.
func BenchmarkExport(b *testing.B) {
	for _, shifts := range []string{"10000", "100000"} {
		b.Run(shifts+" shifts", func(b *testing.B) {
			d := dbtest.OpenSQLite(b)
			exec(b, d, company...)
			exec(b, d, `INSERT INTO shifts (timesheet_id, employee_id, bank_code_id, day, week, start_at, end_at, minutes, created_at, updated_at)
				WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < `+shifts+`)
				SELECT 1, 1, 1, '2026-11-16', '2026-11-15', i * 60000, (i + 1) * 60000, 1, i, i FROM n`)
			for b.Loop() {
				moveCompany(b, d)
			}
		})
	}
}

// moveCompany exports a company and imports it into a new database.
func moveCompany(b *testing.B, d *db.DB) {
	path := filepath.Join(b.TempDir(), "archive.zip")
	f, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	measure(b, "export", func() error { return errors.Join(service(d).ExportZIP(b.Context(), boss, f), f.Close()) })
	to := dbtest.OpenSQLite(b)
	measure(b, "import", func() error { _, err := service(to).Import(b.Context(), boss, path); return err })
}

// measure reports the time of fn, and by how much the heap grows at most meanwhile.
func measure(b *testing.B, name string, fn func() error) {
	var before runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	begun, peak := b.Elapsed(), before.HeapAlloc
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		var now runtime.MemStats
		for tick := time.NewTicker(10 * time.Millisecond); ; {
			select {
			case <-tick.C:
				runtime.ReadMemStats(&now)
				peak = max(peak, now.HeapAlloc)
			case <-done:
				tick.Stop()
				return
			}
		}
	}()
	err := fn()
	close(done)
	<-ended
	if err != nil {
		b.Fatal(err)
	}
	b.ReportMetric((b.Elapsed() - begun).Seconds(), name+"-s")
	b.ReportMetric(float64(peak-before.HeapAlloc)/(1<<20), name+"-MB")
}
