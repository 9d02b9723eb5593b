package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
	"testing/iotest"
)

// inside runs a command within the process of the test and returns its output.
func inside(t *testing.T, env map[string]string, in io.Reader, args ...string) (string, error) {
	t.Helper()
	var out strings.Builder
	c := &cli{in: in, out: &out, err: io.Discard, getenv: from(env)}
	err := c.run(t.Context(), args)
	return out.String(), err
}

func TestRun(t *testing.T) {
	for _, x := range []struct {
		name    string
		args    []string
		in      io.Reader
		prints  string // the beginning
		refusal string // a part
	}{
		{"no command prints the help", nil, nil,
			"Presence: time tracking and event invitations in a single program.\n\n  presence serve", ""},
		{"help prints it", []string{"help"}, nil, "Presence: ", ""},
		{"-h prints it", []string{"-h"}, nil, "Presence: ", ""},
		{"--help prints it", []string{"--help"}, nil, "Presence: ", ""},
		{"the help of a command has its flags", []string{"user", "add", "--help"}, nil, "presence user add\n  -email string\n", ""},
		{"help is given beside an argument, too", []string{"serve", "--help", "now"}, nil, "presence serve\n", ""},
		{"an unknown command", []string{"sreve"}, nil, "", `unknown command "sreve"`},
		{"the first word of a command of two", []string{"user"}, nil, "", `unknown command "user"`},
		{"an argument that the command does not have", []string{"serve", "now"}, nil, "", `unexpected argument "now"`},
		{"an argument of the demo", []string{"demo", "now"}, nil, "", `unexpected argument "now"`},
		{"an argument of migrate", []string{"migrate", "now"}, nil, "", `unexpected argument "now"`},
		{"an argument of routes", []string{"routes", "now"}, nil, "", `unexpected argument "now"`},
		{"a flag that the command does not have", []string{"serve", "--quick", "now"}, nil, "", "not defined: -quick"},
		{"a password that cannot be read", []string{"user", "add", "--password-stdin"}, iotest.ErrReader(errors.New("cut off")), "", "cut off"},
		{"a password that is empty", []string{"user", "add", "--password-stdin"}, strings.NewReader("\r\n"), "",
			"password: standard input is empty"},
		{"a new password that cannot be read", []string{"user", "password"}, iotest.ErrReader(errors.New("cut off")), "", "cut off"},
		{"a backup without a file", []string{"backup"}, nil, "", "backup: give the name of the file"},
	} {
		t.Run(x.name, func(t *testing.T) {
			out, err := inside(t, nil, x.in, x.args...)
			if (err == nil) != (x.refusal == "") || err != nil && !strings.Contains(err.Error(), x.refusal) {
				t.Errorf("%v, want %s", err, x.refusal)
			}
			if x.prints == "" && out != "" || !strings.HasPrefix(out, x.prints) {
				t.Errorf("it prints %q, want %q…", out, x.prints)
			}
		})
	}
	t.Run("the usage ends with the settings", func(t *testing.T) {
		out, err := inside(t, nil, nil)
		if err != nil || !strings.Contains(out, "\n  presence token          --user E [--ttl 1h]\n") ||
			!strings.Contains(out, "                          print a bearer token for scripts\n") || !strings.Contains(out, "\n\nSettings (") {
			t.Errorf("%v\n%s", err, out)
		}
	})
}

func TestFirstLine(t *testing.T) {
	for text, want := range map[string]string{"": "", "\n": "", "one": "one", "one\r\ntwo\n": "one", " one \n": " one "} {
		t.Run(fmt.Sprintf("%q", text), func(t *testing.T) {
			if got, err := firstLine(strings.NewReader(text)); got != want || err != nil {
				t.Errorf("%q, %v; want %q", got, err, want)
			}
		})
	}
}

// TestDemo_has_its_own_folder puts a key that is too short into the folder: the refusal says which one was read.
func TestDemo_has_its_own_folder(t *testing.T) {
	t.Chdir(t.TempDir())
	other := t.TempDir()
	for dir, env := range map[string]map[string]string{filepath.Join("data", "demo"): nil, other: {"DATA_DIR": other}} {
		t.Run(dir, func(t *testing.T) {
			if err := os.MkdirAll(dir, 0o700); err != nil {
				t.Fatal(err)
			}
			write(t, filepath.Join(dir, "secret.key"), "short")
			_, err := inside(t, env, nil, "demo")
			if want := "SECRET_KEY: " + filepath.Join(dir, "secret.key") + " is too short"; err == nil || !strings.HasPrefix(err.Error(), want) {
				t.Errorf("%v, want %s…", err, want)
			}
		})
	}
}

// TestServe_sets_the_garbage_collector serves from a database that is a folder, which fails when it is opened.
func TestServe_sets_the_garbage_collector(t *testing.T) {
	percent, limit := debug.SetGCPercent(100), debug.SetMemoryLimit(-1)
	t.Cleanup(func() {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
	})
	for _, x := range []struct {
		name, percent, limit string
		wantPercent          int
		wantLimit            int64
	}{
		{"for a server, by itself", "", "", garbagePercent, memoryLimit},
		{"but not how often, when GOGC says it", "50", "", 100, memoryLimit},
		{"nor the limit, when GOMEMLIMIT says it", "", "1GiB", garbagePercent, 1 << 30},
	} {
		t.Run(x.name, func(t *testing.T) {
			debug.SetGCPercent(100)
			debug.SetMemoryLimit(1 << 30)
			dir := t.TempDir()
			if _, err := inside(t, map[string]string{"DATA_DIR": dir, "DATABASE_URL": "sqlite:" + dir, "LISTEN": "127.0.0.1:0", "GOGC": x.percent,
				"GOMEMLIMIT": x.limit}, nil, "serve"); err == nil {
				t.Fatal("a folder was served from")
			}
			if p, l := debug.SetGCPercent(100), debug.SetMemoryLimit(-1); p != x.wantPercent || l != x.wantLimit {
				t.Errorf("GOGC %d, GOMEMLIMIT %d; want %d, %d", p, l, x.wantPercent, x.wantLimit)
			}
		})
	}
}

func TestFile(t *testing.T) {
	t.Chdir(t.TempDir())
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"copy.db", "--replace"}, {"--replace", "copy.db"}} {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			replace := false
			given := append([]string(nil), args...)
			file, s, err := (&cli{getenv: from(nil), err: io.Discard}).file("restore", args, func(f *flag.FlagSet) {
				f.BoolVar(&replace, "replace", false, "")
			})
			if err != nil || file != filepath.Join(here, "copy.db") || !replace || s == nil {
				t.Errorf("%s, replace %v, %v", file, replace, err)
			}
			if strings.Join(args, " ") != strings.Join(given, " ") {
				t.Errorf("the arguments are %v afterwards", args)
			}
		})
	}
}

func TestSettings_printRestored(t *testing.T) {
	kept := filepath.Join(t.TempDir(), "kept.db")
	write(t, kept, "")
	for _, x := range []struct {
		name, secret, keepAs string
		held                 int64
		want                 string
	}{
		{"a new database", "", "", 0, "a was restored as b. It needs the encryption key it was made with (secret.key in DATA_DIR).\n"},
		{"a key in the settings", "k", kept + ".none", 0, "a was restored as b. It needs the encryption key it was made with (SECRET_KEY).\n"},
		{"a database was there, and a campaign is held", "k", kept, 1,
			"a was restored as b. It needs the encryption key it was made with (SECRET_KEY).\nThe previous database was kept as " + kept +
				".\nCampaigns that were not finished in the backup: 1. They stay paused until staff resume them, because guests may have " +
				"received messages after the backup.\n"},
	} {
		t.Run(x.name, func(t *testing.T) {
			var out strings.Builder
			if err := (&settings{secretKey: x.secret}).printRestored(&out, "a", "b", x.keepAs, x.held); err != nil || out.String() != x.want {
				t.Errorf("%q, %v", out.String(), err)
			}
		})
	}
}
