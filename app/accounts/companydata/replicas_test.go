package companydata

import (
	"archive/zip"
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	osexec "os/exec"
	"strings"
	"testing"
	"time"

	"presence/app/platform/errs"
	"presence/db"
	"presence/db/dbtest"
)

// TestMain plays the child process of TestService_Begin_killed.
func TestMain(m *testing.M) {
	url := os.Getenv("COMPANY_DATA_URL")
	if url == "" {
		os.Exit(m.Run())
	}
	if err := importAndStay(url, os.Getenv("COMPANY_DATA_ARCHIVE")); err != nil {
		fmt.Println("failed", err)
		os.Exit(1)
	}
}

// importAndStay is the child process: it imports an archive, says so when all rows are written, and never ends the transaction.
func importAndStay(url, id string) error {
	ctx := context.Background()
	d, err := db.Open(ctx, url, db.Options{Conns: 4})
	if err != nil {
		return err
	}
	s := service(d)
	s.o.Imported = func(context.Context) error {
		fmt.Println("written")
		select {}
	}
	if err := s.Begin(ctx, first, id, ""); err != nil {
		return err
	}
	s.o.Work.Wait()
	return errors.New("the import has ended")
}

// begun returns an archive that is being imported.
func begun(t *testing.T, s *Service, content []byte) Upload {
	t.Helper()
	u, err := s.Receive(t.Context(), first, bytes.NewReader(content))
	if err == nil {
		err = s.Begin(t.Context(), first, u.ID, "")
	}
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// interrupted fails unless an archive is shown as not imported, because the program ended.
func interrupted(t *testing.T, s *Service, id string) {
	t.Helper()
	u, err := s.Upload(t.Context(), first, id)
	if err != nil || u.Running || !errs.HasCode(u.Failure, "interrupted") {
		t.Errorf("running: %v, failure: %v, %v", u.Running, u.Failure, err)
	}
}

// imported fails unless the archive's records have replaced those of the new installation, and no archive is left.
func imported(t *testing.T, d *db.DB) {
	t.Helper()
	var people, shifts int
	var hash string
	err := d.QueryRow(t.Context(), `SELECT (SELECT COUNT(*) FROM people), (SELECT COUNT(*) FROM shifts), password_hash FROM people
		WHERE email = 'b@x.example'`).Scan(&people, &shifts, &hash)
	if people != 2 || shifts != 1 || hash != "secret" || err != nil {
		t.Errorf("%d people, %d shifts, password %q, %v", people, shifts, hash, err)
	}
	noneStored(t, d)
}

// noneStored fails if anything of an uploaded archive is in the database.
func noneStored(t *testing.T, d *db.DB) {
	t.Helper()
	if archives, chunks := stored(t, d); archives != 0 || chunks != 0 {
		t.Errorf("%d archives and %d chunks are stored", archives, chunks)
	}
}

func stored(t *testing.T, d *db.DB) (archives, chunks int) {
	t.Helper()
	err := d.QueryRow(t.Context(), "SELECT (SELECT COUNT(*) FROM company_archives), (SELECT COUNT(*) FROM company_archive_chunks)").
		Scan(&archives, &chunks)
	if err != nil {
		t.Fatal(err)
	}
	return archives, chunks
}

// replicas returns two programs on one database, each with connections of its own.
func replicas(t *testing.T, dialect db.Dialect) (one, other *Service) {
	t.Helper()
	url := dbtest.URL(t, dialect)
	open := func() *Service {
		d, err := db.Open(t.Context(), url, db.Options{Conns: 4})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = d.Close() })
		return process(t, d)
	}
	one, other = open(), open()
	exec(t, one.db, newInstallation...)
	return one, other
}

func eachDialect(t *testing.T, fn func(t *testing.T, dialect db.Dialect)) {
	t.Helper()
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(dialect.String(), func(t *testing.T) { fn(t, dialect) })
	}
}

// held lets an import wait in its last step, inside its transaction.
func held(s *Service) (written <-chan struct{}, end func()) {
	reached, ended := make(chan struct{}), make(chan struct{})
	s.o.Imported = func(ctx context.Context) error {
		close(reached)
		select {
		case <-ended:
		case <-ctx.Done(): // the test has failed
		}
		return ctx.Err()
	}
	return reached, func() { close(ended) }
}

func TestService_Begin_at_another_replica(t *testing.T) {
	content := uploadable(t)
	eachDialect(t, func(t *testing.T, dialect db.Dialect) {
		one, other := replicas(t, dialect)
		u, err := one.Receive(t.Context(), first, bytes.NewReader(content))
		if err != nil {
			t.Fatal(err)
		}
		t.Run("shows what the archive contains", func(t *testing.T) {
			seen, err := other.Upload(t.Context(), first, u.ID)
			if err != nil || seen.Rows != u.Rows || seen.Company != "Ferme" || len(seen.Administrators) != 2 || len(seen.Files) != len(parts) {
				t.Errorf("%+v, %v", seen, err)
			}
		})
		if _, err := one.store(t.Context(), first, "half", bytes.NewReader(content)); err != nil { // another one, which is still arriving
			t.Fatal(err)
		}
		written, end := held(other)
		if err := other.Begin(t.Context(), first, u.ID, ""); err != nil {
			t.Fatal(err)
		}
		<-written
		t.Run("the replica that received the archive shows that it is being imported", func(t *testing.T) {
			if seen, err := one.Upload(t.Context(), first, u.ID); err != nil || !seen.Running {
				t.Errorf("%+v, %v", seen, err)
			}
		})
		if !dialect.OneMachine() { // a machine has one server
			dbtest.Until(t, "it shows how many rows are saved", func() bool {
				seen, err := one.Upload(t.Context(), first, u.ID)
				return err == nil && seen.Running && seen.Saved == u.Rows
			})
		}
		for name, s := range map[string]*Service{"the replica that received the archive": one, "the replica that imports it": other} {
			t.Run(name+" begins no second import", func(t *testing.T) {
				if seen, err := s.Upload(t.Context(), first, u.ID); err != nil || seen.Saved != u.Rows && s == other {
					t.Errorf("%d rows are saved, %v", seen.Saved, err)
				}
				if err := s.Begin(t.Context(), first, u.ID, ""); !errs.HasCode(err, "import_running") {
					t.Errorf("begin: %v", err)
				}
				if _, err := s.Receive(t.Context(), first, unread{t}); !errs.HasCode(err, "import_running") {
					t.Errorf("another archive: %v", err)
				}
				if _, err := s.ImportUpload(t.Context(), first, bytes.NewReader(content), ""); !errs.HasCode(err, "import_running") {
					t.Errorf("in one step: %v", err)
				}
			})
		}
		end()
		other.o.Work.Wait()
		imported(t, one.db)
		if _, err := one.Upload(t.Context(), first, u.ID); !errs.HasCode(err, "archive_gone") {
			t.Errorf("afterwards: %v", err)
		}
	})
}

func TestService_Begin_killed(t *testing.T) {
	content := uploadable(t)
	eachDialect(t, func(t *testing.T, dialect db.Dialect) {
		url := dbtest.URL(t, dialect)
		d, err := db.Open(t.Context(), url, db.Options{Conns: 4})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = d.Close() })
		exec(t, d, newInstallation...)
		s := process(t, d)
		u, err := s.Receive(t.Context(), first, bytes.NewReader(content))
		if err != nil {
			t.Fatal(err)
		}
		s.o.Work.Wait()
		child := osexec.Command(os.Args[0])
		child.Env = append(os.Environ(), "COMPANY_DATA_URL="+url, "COMPANY_DATA_ARCHIVE="+u.ID)
		out, err := child.StdoutPipe()
		if err == nil {
			err = child.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		line, err := bufio.NewReader(out).ReadString('\n')
		if seen, readErr := s.Upload(t.Context(), first, u.ID); line != "written\n" || !seen.Running || readErr != nil {
			t.Errorf("before: %q, running: %v, %v, %v", line, seen.Running, err, readErr)
		}
		if err := child.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = child.Wait() // killed
		dbtest.Until(t, "the other replica notices", func() bool {
			seen, err := s.Upload(t.Context(), first, u.ID)
			return err == nil && !seen.Running
		})
		interrupted(t, s, u.ID)
		untouched(t, d)
		if err := s.Begin(t.Context(), first, u.ID, ""); err != nil {
			t.Fatal(err)
		}
		s.o.Work.Wait()
		imported(t, d)
	})
}

// The lock of a process that lives may pass to another one, with the connection that holds it. What the first one has written is then rolled
// back.
func TestService_Begin_that_was_given_up(t *testing.T) {
	s, other := replicas(t, db.Postgres)
	written, end := held(s)
	u := begun(t, s, uploadable(t))
	<-written
	err := other.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		claim, err := runningClaim(ctx, tx)
		if err == nil {
			err = endImport(ctx, tx, claim, errInterrupted)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	end()
	s.o.Work.Wait()
	untouched(t, other.db)
	interrupted(t, other, u.ID)
}

func TestService_Begin_fails(t *testing.T) {
	folder := archive(t)
	forge(t, folder, "shifts.csv", "\r\n1,1,1,1,", "\r\n1,99,1,1,", 0)
	content, err := os.ReadFile(zipped(t, folder, func(*zip.Writer) error { return nil }))
	if err != nil {
		t.Fatal(err)
	}
	eachDialect(t, func(t *testing.T, dialect db.Dialect) {
		s, other := replicas(t, dialect)
		u, err := s.Receive(t.Context(), first, bytes.NewReader(content))
		if err == nil {
			err = s.Begin(t.Context(), first, u.ID, u.Administrators[0].ID)
		}
		if err != nil {
			t.Fatal(err)
		}
		s.o.Work.Wait()
		untouched(t, s.db)
		seen, err := other.Upload(t.Context(), first, u.ID)
		at, placed := errors.AsType[*placedError](seen.Failure)
		if err != nil || seen.Running || !errs.HasCode(seen.Failure, codeRefused) || !placed || at.file != "shifts.csv" {
			t.Errorf("the other replica shows %+v, %v", seen.Failure, err)
		}
	})
}

// cut is a body that ends before its time.
type cut struct{ io.Reader }

func (c cut) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	if errors.Is(err, io.EOF) {
		err = &errs.Error{Kind: errs.KindInvalid, Code: "cut"}
	}
	return n, err
}

func TestService_Receive_keeps_nothing(t *testing.T) {
	whole := uploadable(t, large)
	for name, x := range map[string]struct {
		body func() io.Reader
		code string
	}{
		"of an upload that breaks off":  {func() io.Reader { return cut{bytes.NewReader(whole[:3<<19])} }, "cut"},
		"of a file that is no ZIP file": {func() io.Reader { return strings.NewReader(strings.Repeat("x", 3<<19)) }, "archive_no_zip"},
	} {
		t.Run(name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				exec(t, d, newInstallation...)
				s := process(t, d)
				if _, err := s.Receive(t.Context(), first, x.body()); !errs.HasCode(err, x.code) {
					t.Error(err)
				}
				s.o.Work.Wait()
				noneStored(t, d)
			})
		})
	}
	t.Run("of the archive before", func(t *testing.T) {
		dbtest.Each(t, func(t *testing.T, d *db.DB) {
			exec(t, d, newInstallation...)
			s := process(t, d)
			for range 2 {
				if _, err := s.Receive(t.Context(), first, bytes.NewReader(whole)); err != nil {
					t.Fatal(err)
				}
			}
			s.o.Work.Wait()
			if archives, chunks := stored(t, d); archives != 1 || chunks != len(whole)>>20+1 {
				t.Errorf("%d archives, %d chunks", archives, chunks)
			}
		})
	})
}

func TestService_Sweep(t *testing.T) {
	content := uploadable(t)
	for _, x := range []struct {
		name  string
		made  func(t *testing.T, s *Service)
		keeps time.Duration
	}{
		{"deletes an archive after a day", func(t *testing.T, s *Service) {
			if _, err := s.Receive(t.Context(), first, bytes.NewReader(content)); err != nil {
				t.Fatal(err)
			}
		}, 24 * time.Hour},
		{"deletes what has arrived by a process that was killed, after an hour", func(t *testing.T, s *Service) {
			if _, err := s.store(t.Context(), first, "half", bytes.NewReader(content)); err != nil {
				t.Fatal(err)
			}
		}, time.Hour},
		{"deletes what is discarded, of a process that was killed while it deleted it", func(t *testing.T, s *Service) {
			_, err := s.store(t.Context(), first, "half", bytes.NewReader(content))
			if err == nil {
				err = s.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { return discardArchive(ctx, tx, "half") })
			}
			if err != nil {
				t.Fatal(err)
			}
		}, -time.Millisecond},
	} {
		t.Run(x.name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				exec(t, d, newInstallation...)
				s := process(t, d)
				x.made(t, s)
				for _, after := range []time.Duration{x.keeps, x.keeps + time.Millisecond} {
					s.now = func() time.Time { return start.Add(after) }
					if err := s.Sweep(t.Context()); err != nil {
						t.Fatal(err)
					}
					if archives, _ := stored(t, d); (archives == 1) != (after == x.keeps && after > 0) {
						t.Errorf("%s later, %d archives are stored", after, archives)
					}
				}
				noneStored(t, d)
			})
		})
	}
}

// TestDeleteChunks_by_two_processes deletes an archive in two transactions at once: the second goes on where the first has ended.
func TestDeleteChunks_by_two_processes(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			err := insertArchive(ctx, tx, "a", first.PersonID, 1)
			for position := int64(0); err == nil && position < 3; position++ {
				err = insertChunk(ctx, tx, "a", position, []byte("x"), 1)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		purge := func(ctx context.Context) error {
			return d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
				_, err := deleteChunks(ctx, tx, "a", 2)
				return err
			})
		}
		err = dbtest.Meanwhile(t, d, func(ctx context.Context, _ *db.Tx) error { return purge(ctx) }, purge)
		if err == nil {
			err = purge(t.Context())
		}
		var left int
		if err == nil {
			err = d.QueryRow(t.Context(), "SELECT COUNT(*) FROM company_archives").Scan(&left)
		}
		if err != nil || left != 0 {
			t.Errorf("%d archives are left, %v", left, err)
		}
	})
}

// TestKeepChecked_two_at_once ends the arrival of two archives at once: one of them is kept.
func TestKeepChecked_two_at_once(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			return errors.Join(insertArchive(ctx, tx, "a", first.PersonID, 1), insertArchive(ctx, tx, "b", first.PersonID, 1))
		})
		if err != nil {
			t.Fatal(err)
		}
		err = dbtest.Meanwhile(t, d, func(ctx context.Context, tx *db.Tx) error { return keepChecked(ctx, tx, "a", Check{}) },
			func(ctx context.Context) error {
				return d.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return keepChecked(ctx, tx, "b", Check{}) })
			})
		var kept string
		if err == nil {
			err = d.QueryRow(t.Context(), "SELECT id FROM company_archives WHERE state = 'checked'").Scan(&kept)
		}
		var all int
		if err == nil {
			err = d.QueryRow(t.Context(), "SELECT COUNT(*) FROM company_archives WHERE state = 'checked'").Scan(&all)
		}
		if err != nil || kept != "b" || all != 1 {
			t.Errorf("%d are kept, of them %q, %v", all, kept, err)
		}
	})
}
