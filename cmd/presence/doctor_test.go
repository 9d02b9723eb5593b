package main

import (
	"database/sql"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"presence/app/doctor"
	"presence/db"
	"presence/db/dbtest"
)

// examine runs the doctor, and returns its results and the exit status, which must be that of the worst result.
func (i *installation) examine() []doctor.Result {
	i.Helper()
	out, log, code := i.run("", "doctor", "--json")
	var answer struct {
		Status  doctor.Severity
		Results []doctor.Result
	}
	if err := json.Unmarshal([]byte(out), &answer); err != nil || log != "" {
		i.Fatal(err, out, log)
	}
	if code != int(exitStatuses[answer.Status]) || answer.Status != doctor.Worst(answer.Results) {
		i.Errorf("exit status %d for %s", code, answer.Status)
	}
	return answer.Results
}

// TestLong_DoctorHealthy examines a demo that is running, on both engines: all is well, and nothing is changed.
func TestLong_DoctorHealthy(t *testing.T) {
	for _, engine := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(engine.String(), func(t *testing.T) {
			i := install(t)
			if engine == db.Postgres {
				i = i.on(dbtest.Empty(t, engine))
			}
			s := i.begin(i.command("demo"), nil).ready()
			for _, r := range i.examine() {
				if r.Severity != doctor.OK || r.Remedy != "" || r.Check == doctor.Customers && !strings.Contains(r.Text, "demo") {
					t.Errorf("%+v", r)
				}
			}
			if out := i.good("", "doctor"); !strings.Contains(out, "ok  sums") {
				t.Errorf("prints %q", out)
			}
			if code := s.stop(); code != 0 || engine != db.SQLite {
				return
			}
			before := i.sum()
			i.examine()
			if i.sum() != before {
				t.Error("the database has changed")
			}
		})
	}
}

// TestDoctor_Faults makes faults that the doctor reads from outside of the database.
func TestDoctor_Faults(t *testing.T) {
	i := install(t)
	i.good("", "migrate")
	data := strings.TrimPrefix(i.env[1], "DATA_DIR=")
	chmod := func(name string, mode os.FileMode) func(t *testing.T) {
		return func(t *testing.T) {
			path := filepath.Join(data, name)
			before, err := os.Stat(path)
			if err == nil {
				err = os.Chmod(path, mode)
			}
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() {
				if after, err := os.Stat(path); err != nil || after.Mode().Perm() != mode {
					t.Error("the mode was changed", err)
				}
				_ = os.Chmod(path, before.Mode().Perm())
			})
		}
	}
	file := filepath.Join(t.TempDir(), "presence.env")
	for _, x := range []struct {
		name     string
		env      []string
		prepare  func(t *testing.T)
		check    doctor.Check
		severity doctor.Severity
		says     string
	}{
		{"a variable with a letter too few", []string{"PUBLIC_UR=x"}, nil, doctor.Settings, doctor.Warning, "Did you mean PUBLIC_URL?"},
		{"a variable with another letter", []string{"TIMEZOME=x"}, nil, doctor.Settings, doctor.Warning, "Did you mean TIMEZONE?"},
		{"a variable with a prefix of the program", []string{"SMTP_PASSWORD=x"}, nil, doctor.Settings, doctor.Warning,
			"SMTP_PASSWORD isn’t a setting"},
		{"variables of other programs", []string{"LISTEN_FDS=1", "MAIL=/var/mail/x", "LANG=C"}, nil, doctor.Settings, doctor.OK, "All setting names"},
		{"an unknown name in the settings file", []string{"SETTINGS_FILE=" + file}, func(t *testing.T) { write(t, file, "COLOUR=red\n") },
			doctor.Settings, doctor.Warning, "COLOUR isn’t a setting"},
		{"a settings file that others can read", []string{"SETTINGS_FILE=" + file}, func(t *testing.T) {
			write(t, file, "AUTO_RESUME=true\n")
			_ = os.Chmod(file, 0o644)
		}, doctor.Files, doctor.Error, file + " (-rw-r--r--). Give the file to root"},
		{"an invalid value", []string{"TIMEZONE=Nowhere"}, nil, doctor.Settings, doctor.Error, "TIMEZONE: expected an IANA name"},
		{"a key that others can read", nil, chmod(keyFile, 0o644), doctor.Files, doctor.Error, keyFile},
		{"a database that others can read", nil, chmod("presence.db", 0o644), doctor.Files, doctor.Error, "presence.db"},
		{"a data folder that others can enter", nil, chmod("", 0o755), doctor.Files, doctor.Warning, data},
		{"another key", []string{"SECRET_KEY=" + strings.Repeat("x", 32)}, nil, doctor.Key, doctor.Error, "doesn’t decrypt"},
		{"no database", []string{"DATABASE_URL=sqlite:" + filepath.Join(data, "none.db")}, nil, doctor.Database, doctor.Error, "no database"},
		{"a database server that is gone", []string{"DATABASE_URL=postgres://nobody@127.0.0.1:1/none"}, nil, doctor.Database, doctor.Error,
			"couldn’t be checked"},
		{"a mail server that is gone", []string{"SMTP_URL=smtp://127.0.0.1:1"}, nil, doctor.BulkMail, doctor.Error, "smtp can’t be used"},
		{"a mailbox that is gone", []string{"BOUNCE_IMAP_URL=imap://u:p@127.0.0.1:1?starttls=off"}, nil, doctor.Bounces, doctor.Error,
			"can’t be used"},
		{"a source of customers that is gone", []string{"DIRECTORY_URL=files:" + filepath.Join(data, "none")}, nil, doctor.Customers,
			doctor.Error, "can’t be used"},
		{"no backup since the installation of last week", nil, func(t *testing.T) {
			d, err := sql.Open("sqlite", filepath.Join(data, "presence.db"))
			if err != nil {
				t.Fatal(err)
			}
			defer d.Close()
			if _, err := d.ExecContext(t.Context(), "UPDATE auth_secrets SET created_at = created_at - 604800000"); err != nil {
				t.Fatal(err)
			}
		}, doctor.Backup, doctor.Warning, "No backup has been made yet"},
	} {
		t.Run(x.name, func(t *testing.T) {
			if x.prepare != nil {
				x.prepare(t)
			}
			results := (&installation{t, append(slices.Clone(i.env), x.env...)}).examine()
			n := slices.IndexFunc(results, func(r doctor.Result) bool { return r.Check == x.check })
			if n < 0 || results[n].Severity != x.severity || !strings.Contains(results[n].Text+" "+results[n].Remedy, x.says) {
				t.Errorf("%+v", results)
			}
			for _, r := range results {
				if r.Check != x.check && r.Severity != doctor.OK {
					t.Errorf("also finds %+v", r)
				}
			}
		})
	}
	if _, err := os.Stat(filepath.Join(data, "none.db")); err == nil {
		t.Error("a database was created")
	}
}
