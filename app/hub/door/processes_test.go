package door

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"presence/app/hub/rsvp"
	"presence/db"
	"presence/db/dbtest"
)

// The child process finds the database, the prefix of its keys and the parties in these variables.
const childURL, childKeys, childParties = "DOOR_TEST_URL", "DOOR_TEST_KEYS", "DOOR_TEST_PARTIES"

// TestMain is the child process of the tests below: it hands over one tap of two people for each party, prints each, and reads a byte of its
// standard input, if that is open, before the next.
func TestMain(m *testing.M) {
	if os.Getenv(childURL) == "" {
		os.Exit(m.Run())
	}
	d, err := db.Open(context.Background(), os.Getenv(childURL), db.Options{Conns: 4})
	if err == nil {
		s := NewService(d, time.Now, "", rsvp.NewService(d, time.Now, secret, rsvp.MailOptions{}))
		err = handAll(s, os.Getenv(childKeys), strings.Fields(os.Getenv(childParties)), func() {
			fmt.Println("one")
			_, _ = os.Stdin.Read(make([]byte, 1))
		})
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// handAll hands over a tap of two people for each party, from two tabs of the same device at once.
func handAll(s *Service, keys string, parties []string, each func()) error {
	var all sync.WaitGroup
	failed := make(chan error, 2)
	for range 2 {
		all.Go(func() {
			for _, id := range parties {
				n, err := strconv.ParseInt(id, 10, 64)
				if err == nil {
					_, err = s.HandOver(context.Background(), marc, "gala", Kept{Tap: Tap{Registration: n, People: 2, Key: keys + id}})
				}
				if err != nil {
					failed <- err
					return
				}
				each()
			}
		})
	}
	all.Wait()
	close(failed)
	return <-failed
}

// child starts the other process. It hands over at most two more taps than most, if that is not zero.
func child(t *testing.T, url, keys string, parties []string, most int) (cmd *exec.Cmd, lines *bufio.Scanner) {
	t.Helper()
	cmd = exec.CommandContext(t.Context(), os.Args[0])
	if most > 0 {
		input, err := cmd.StdinPipe()
		if err == nil {
			_, err = input.Write(make([]byte, most)) // which the pipe keeps
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	cmd.Env = append(os.Environ(), childURL+"="+url, childKeys+"="+keys, childParties+"="+strings.Join(parties, " "))
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	return cmd, bufio.NewScanner(out)
}

// shared is a world whose database another process can open, with parties of two.
func shared(t *testing.T, dialect db.Dialect, n int) (w *world, url string, parties []string) {
	t.Helper()
	url = dbtest.URL(t, dialect)
	d, err := db.Open(t.Context(), url, db.Options{Conns: 4})
	if err == nil {
		err = d.Migrate(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	w = newWorld(t, d)
	w.exec("UPDATE events SET capacity = NULL")
	for range n {
		parties = append(parties, itoa(w.party(newKey(), 2)))
	}
	return w, url, parties
}

// TestService_HandOver_twoProcesses has two devices hand over the same parties to two processes at once. Each party is counted
// once, and staff are asked about the other tap, once.
func TestService_HandOver_twoProcesses(t *testing.T) {
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(dialect.String(), func(t *testing.T) {
			const n = 40
			w, url, parties := shared(t, dialect, n)
			cmd, lines := child(t, url, "theirs:", parties, 0)
			lines.Scan() // the other process is at work
			if err := handAll(w.Service, "ours:", parties, func() {}); err != nil {
				t.Error(err)
			}
			for lines.Scan() {
			}
			if err := cmd.Wait(); err != nil {
				t.Error(err)
			}
			for _, x := range []struct {
				what, sql string
				want      int64
			}{
				{"people are there", "SELECT SUM(people) FROM arrivals", 2 * n},
				{"parties are there", "SELECT COUNT(DISTINCT rsvp_id) FROM arrivals", n},
				{"taps are held", "SELECT COUNT(*) FROM held_arrivals WHERE settled_at IS NULL", n},
				{"parties have a tap that is held", "SELECT COUNT(DISTINCT rsvp_id) FROM held_arrivals", n},
			} {
				if got := w.count(x.sql); got != x.want {
					t.Errorf("%d %s, want %d", got, x.what, x.want)
				}
			}
			if ours := w.count("SELECT COUNT(*) FROM arrivals WHERE tap_key LIKE 'ours:%'"); ours == 0 || ours == n {
				t.Logf("the processes did not take turns: %d of %d are ours", ours, n)
			}
		})
	}
}

// TestService_HandOver_killed kills the process to which a device hands its taps over, in the middle. The device hands all of
// them over again, to another one: none is lost, and none counts twice.
func TestService_HandOver_killed(t *testing.T) {
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(dialect.String(), func(t *testing.T) {
			const n = 60
			w, url, parties := shared(t, dialect, n)
			cmd, lines := child(t, url, "k:", parties, n/2) // the kill comes before the end, however late it is
			for i := 0; i < 20 && lines.Scan(); i++ {
			}
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
			before := w.count("SELECT COUNT(*) FROM arrivals")
			if before == 0 || before == n {
				t.Fatalf("%d of %d taps were stored when it was killed", before, n)
			}
			if err := handAll(w.Service, "k:", parties, func() {}); err != nil {
				t.Error(err)
			}
			if people, held := w.count("SELECT SUM(people) FROM arrivals"), w.count("SELECT COUNT(*) FROM held_arrivals"); people != 2*n || held != 0 {
				t.Errorf("%d people are there and %d taps are held, want %d and none", people, held, 2*n)
			}
		})
	}
}
