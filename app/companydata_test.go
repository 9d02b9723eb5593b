package app_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"presence/app/accounts/auth"
	"presence/app/apptest"
	"presence/db"
)

// operator is the actor of the commands.
var operator = auth.Actor{Via: "command", Role: auth.Admin}

// exported returns the folder of an archive of the company.
func exported(t *testing.T, a *apptest.App) string {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "archive")
	if err := a.CompanyData.ExportFolder(t.Context(), operator, folder); err != nil {
		t.Fatal(err)
	}
	return folder
}

func TestCompanyData_moves_to_the_other_engine(t *testing.T) {
	for from, to := range map[db.Dialect]db.Dialect{db.SQLite: db.Postgres, db.Postgres: db.SQLite} {
		t.Run(from.String()+" to "+to.String(), func(t *testing.T) {
			a := demoCompany(t, from)
			first := exported(t, a)
			b := apptest.New(t, apptest.Empty(), apptest.On(to))
			if _, err := b.CompanyData.Import(t.Context(), operator, first); err != nil {
				t.Fatal(err)
			}
			second := exported(t, b)
			files, err := os.ReadDir(first)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range files {
				if f.Name() == "manifest.json" {
					continue
				}
				t.Run(f.Name(), func(t *testing.T) { sameFile(t, first, second, f.Name()) })
			}
		})
	}
}

// sameFile fails unless a file is the same in both folders; the audit log has two entries more, of the import and the second export.
func sameFile(t *testing.T, first, second, name string) {
	one, err := os.ReadFile(filepath.Join(first, name))
	if err != nil {
		t.Fatal(err)
	}
	two, err := os.ReadFile(filepath.Join(second, name))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d lines", bytes.Count(one, []byte("\n")))
	if name == "audit_log.jsonl" {
		rest, ok := bytes.CutPrefix(two, one)
		if !ok || bytes.Count(rest, []byte("\n")) != 2 || !strings.Contains(string(rest), `"imported"`) {
			t.Errorf("after the first entries: %s", rest)
		}
		return
	}
	if !bytes.Equal(one, two) {
		a, b := strings.Split(string(one), "\n"), strings.Split(string(two), "\n")
		for i := range min(len(a), len(b)) {
			if a[i] != b[i] {
				t.Fatalf("line %d\n%s\n%s", i+1, a[i], b[i])
			}
		}
		t.Fatalf("%d lines, %d", len(a), len(b))
	}
}

func TestCompanyData_page(t *testing.T) {
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		t.Run("gives an administrator the file, and records it", func(t *testing.T) {
			res := a.Browser("admin").On(t).Form("/staff/settings/export", "").Want(200).HasHeader("Content-Type", "application/zip")
			wholeArchive(t, res.Body)
			if n := a.Count("audit_log", "kind = 'company' AND action = 'exported'"); n != 1 {
				t.Errorf("%d entries", n)
			}
		})
		t.Run("gives it to a program of an administrator", func(t *testing.T) {
			wholeArchive(t, a.As("admin").On(t).Post("/company-data", nil).Want(200).Body)
		})
		t.Run("gives it to nobody else", func(t *testing.T) {
			a.As("payroll").On(t).Post("/company-data", nil).Want(403)
			a.Browser("payroll").On(t).Form("/staff/settings/export", "").Want(403)
		})
	})
}

// wholeArchive fails unless a ZIP file has a manifest with the number of shifts that its file has.
func wholeArchive(t *testing.T, body []byte) {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(body), int64(len(body)))
	if err != nil {
		t.Fatal(err)
	}
	shifts, err := fs.ReadFile(z, "shifts.csv")
	if err != nil {
		t.Fatal(err)
	}
	manifest, err := fs.ReadFile(z, "manifest.json")
	rows := bytes.Count(shifts, []byte("\r\n")) - 1
	if want := fmt.Sprintf("\"name\": \"shifts.csv\",\n      \"rows\": %d,", rows); err != nil || rows == 0 || !strings.Contains(string(manifest), want) {
		t.Errorf("%v: %s has no %s", err, manifest, want)
	}
}
