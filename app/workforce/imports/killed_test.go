package imports

import (
	"bufio"
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/workforce/customers"
	"presence/app/workforce/employees"
	"presence/db"
	"presence/db/dbtest"
)

// TestMain plays the child process of the test below.
func TestMain(m *testing.M) {
	url := os.Getenv("IMPORT_URL")
	if url == "" {
		os.Exit(m.Run())
	}
	if err := applyOnce(url, os.Getenv("IMPORT_ID")); err != nil {
		fmt.Println("failed", err)
		os.Exit(1)
	}
}

// applyOnce is the child process: it begins to save an import, says so when some lines are saved, and goes on.
func applyOnce(url, number string) error {
	ctx := context.Background()
	d, err := db.Open(ctx, url, db.Options{Conns: 4})
	if err != nil {
		return err
	}
	s := NewService(d, time.Now, Parts{Employees: employees.NewService(d, time.Now, time.UTC, nil), Customers: customers.NewService(d, time.Now, "")},
		Config{Zone: time.UTC, Log: slog.Default()})
	id, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		return err
	}
	by := auth.Actor{PersonID: "00000000-0000-4000-8000-000000000002", Role: auth.Payroll, Via: "cookie"}
	if err := s.Apply(confirmed(ctx), by, id, Saving{}); err != nil {
		return err
	}
	for {
		im, err := s.Get(ctx, by, id)
		if err != nil || im.State != Applying {
			return fmt.Errorf("it has ended: %s %w", im.State, err)
		}
		if im.Done > 0 {
			fmt.Println("saving")
			s.Wait()
			return nil
		}
	}
}

// many returns the lines of n employees, each under the one in the next line, who is named by number and by address in turn.
func many(n int) string {
	var b strings.Builder
	for i := range n {
		boss := ""
		if i+1 < n {
			boss = strconv.Itoa(2_000_000 + i + 1)
			if i%2 == 1 {
				boss = fmt.Sprintf("m%d@example.org", i+1)
			}
		}
		fmt.Fprintf(&b, "%d;7;Maude;Côté %[2]d;m%[2]d@example.org;5145550101;Saint-Jérôme;2025-01-06;;%[3]s\n", 2_000_000+i, i, boss)
	}
	return b.String()
}

func TestService_Apply_KilledBetweenLines(t *testing.T) {
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(dialect.String(), func(t *testing.T) {
			url := dbtest.URL(t, dialect)
			d, err := db.Open(t.Context(), url, db.Options{})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = d.Close() })
			w := newWorld(t, d)
			im := w.upload(t, many(4000))
			child := exec.Command(os.Args[0])
			child.Env = append(os.Environ(), "IMPORT_URL="+url, fmt.Sprint("IMPORT_ID=", im.ID))
			out, err := child.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := child.Start(); err != nil {
				t.Fatal(err)
			}
			if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || line != "saving\n" {
				t.Fatal(line, err)
			}
			if err := child.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			_ = child.Wait() // killed
			dbtest.Until(t, "the server notices the lost connection", func() bool {
				im = w.finished(t, im.ID)
				return im.State != Applying
			})
			if im.State != Checked || im.Problem != "interrupted" || team(t, d) != "" {
				t.Fatalf("%+v: %d are saved", im, strings.Count(team(t, d), "\n"))
			}
			if im = w.apply(t, im.ID, false); im.State != Applied || strings.Count(team(t, d), "\n") != 3999 {
				t.Errorf("it cannot be saved afterwards: %+v", im)
			}
		})
	}
}
