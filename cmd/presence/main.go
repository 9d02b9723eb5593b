// Command presence is the whole product: it serves it, and does by hand what an operator sometimes must (O3).
package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"
	"time"
	_ "time/tzdata" // a machine without zone files still knows the company's clock

	"presence/app"
	"presence/app/accounts/auth"
	"presence/app/platform/i18n"
)

const (
	garbagePercent = 300
	memoryLimit    = 128 << 20 // bytes; above it garbage is collected as eagerly as need be
)

// version is set by the build.
var version = "dev"

// command is one subcommand: its words, what it does, and how.
type command struct {
	name, args, help string
	run              func(ctx context.Context, c *cli, args []string) error
}

// cli is what a command may touch.
type cli struct {
	in       io.Reader
	out, err io.Writer
	getenv   func(string) string
}

var commands = []command{
	{"serve", "", "serve until told to stop", serve},
	{"demo", "", "serve a demo company, made on the first start", demo},
	{"migrate", "", "bring the database up to date", migrate},
	{"user add", "--email E --role ROLE [--name N] [--password-stdin]", "add a person and print the UUID", userAdd},
	{"user password", "--email E", "read a new password from standard input; ends every session of the person", userPassword},
	{"user disable", "--email E", "keep a person out at once: sessions, tokens and sign-ins stop", userDisable},
	{"user enable", "--email E", "let a disabled person sign in again", userEnable},
	{"user unlink", "--email E", "forget who a person is at the sign-in provider; the next sign-in by e-mail links anew", userUnlink},
	{"token", "--user E [--ttl 1h]", "print a bearer token for scripts", token},
	{"directory sync", "[--force]", "read the customer records now; --force also when most of them are gone", directorySync},
	{"backup", "FILE", "write a copy of the embedded database, beside a running server; without the key that seals secrets", backup},
	{"restore", "FILE [--replace]", "put a backup in the place of the embedded database, while no server runs", restore},
	{"routes", "", "print the table of routes and their rules", routes},
	{"version", "", "print the version", func(_ context.Context, c *cli, _ []string) error {
		_, err := fmt.Fprintln(c.out, version)
		return err
	}},
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	c := &cli{os.Stdin, os.Stdout, os.Stderr, os.Getenv}
	err := c.run(ctx, os.Args[1:])
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "presence: "+strings.ReplaceAll(err.Error(), "\n", "; "))
		os.Exit(1)
	}
}

// run finds the subcommand. Exit 0, or 1 with one line on standard error (O3).
func (c *cli) run(ctx context.Context, args []string) error {
	for _, cmd := range commands {
		words := strings.Fields(cmd.name)
		if len(args) < len(words) || strings.Join(args[:len(words)], " ") != cmd.name {
			continue
		}
		err := cmd.run(ctx, c, args[len(words):])
		switch {
		case errors.Is(err, flag.ErrHelp):
			return nil
		case errors.Is(err, fs.ErrPermission):
			return fmt.Errorf("%w (run it as the user of the service, to whom the files of DATA_DIR must belong)", err)
		}
		return err
	}
	if len(args) == 0 || args[0] == "help" || args[0] == "-h" || args[0] == "--help" {
		c.usage()
		return nil
	}
	return fmt.Errorf("unknown command %q: presence help lists them", args[0])
}

func (c *cli) usage() {
	fmt.Fprintln(c.out, "Presence: workforce time-tracking and event invitations in one binary.")
	fmt.Fprintln(c.out)
	for _, cmd := range commands {
		fmt.Fprintf(c.out, "  presence %-14s %s\n", cmd.name, cmd.args)
		fmt.Fprintf(c.out, "  %23s %s\n", "", cmd.help)
	}
	fmt.Fprintln(c.out)
	printSettings(c.out)
}

// flags reads the arguments of a command; --help shows them with the settings.
func (c *cli) flags(name string, args []string, define func(f *flag.FlagSet)) error {
	f := flag.NewFlagSet("presence "+name, flag.ContinueOnError)
	f.SetOutput(io.Discard)
	if define != nil {
		define(f)
	}
	err := f.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(c.out, "presence "+name)
		f.SetOutput(c.out)
		f.PrintDefaults()
		printSettings(c.out)
	}
	if err == nil && f.NArg() > 0 {
		err = fmt.Errorf("unexpected argument %q", f.Arg(0))
	}
	return err
}

func serve(ctx context.Context, c *cli, args []string) error {
	if err := c.flags("serve", args, nil); err != nil {
		return err
	}
	s, err := c.prepared()
	if err != nil {
		return err
	}
	return c.serve(ctx, s)
}

// serve runs the server with its log gathered, and with less collecting of garbage than Go does by itself: what a
// request leaves behind is little, and up to memoryLimit there is room for it. GOGC and GOMEMLIMIT still count.
func (c *cli) serve(ctx context.Context, s *settings) error {
	if c.getenv("GOGC") == "" {
		debug.SetGCPercent(garbagePercent)
	}
	if c.getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(memoryLimit)
	}
	log := newLogBuffer(c.err)
	s.Log = slog.New(slog.NewJSONHandler(log, &slog.HandlerOptions{Level: s.logLevel}))
	for _, name := range s.unknown {
		s.Log.Warn("the settings file has a name that is no setting", "name", name)
	}
	return errors.Join(app.Serve(ctx, s.Config, c.out), log.Flush())
}

func demo(ctx context.Context, c *cli, args []string) error {
	if err := c.flags("demo", args, nil); err != nil {
		return err
	}
	// The demo keeps to itself: it has a folder of its own unless told otherwise, and does not read the settings of a
	// service on the same machine.
	s, err := c.settingsFrom(func(name string) string {
		if v := c.getenv(name); v != "" || name != "DATA_DIR" {
			return v
		}
		return "./data/demo"
	})
	if err == nil {
		err = s.prepare()
	}
	if err != nil {
		return err
	}
	s.Demo = true
	return c.serve(ctx, s)
}

func migrate(ctx context.Context, c *cli, args []string) error {
	if err := c.flags("migrate", args, nil); err != nil {
		return err
	}
	return c.withApp(ctx, func(*app.App) error { return nil })
}

func routes(ctx context.Context, c *cli, args []string) error {
	if err := c.flags("routes", args, nil); err != nil {
		return err
	}
	return c.withApp(ctx, func(a *app.App) error { return a.PrintRoutes(c.out) })
}

func userAdd(ctx context.Context, c *cli, args []string) error {
	var email, role, name string
	var fromStdin bool
	err := c.flags("user add", args, func(f *flag.FlagSet) {
		f.StringVar(&email, "email", "", "e-mail address")
		f.StringVar(&role, "role", string(auth.Employee), "admin, payroll, events or employee")
		f.StringVar(&name, "name", "", "full name; the e-mail's first part when empty")
		f.BoolVar(&fromStdin, "password-stdin", false, "read the password from standard input; without it the person has none")
	})
	if err != nil {
		return err
	}
	password := ""
	if fromStdin {
		if password, err = firstLine(c.in); err != nil {
			return err
		}
		if password == "" {
			return errors.New("password: standard input is empty")
		}
	}
	return c.withApp(ctx, func(a *app.App) error {
		n := auth.NewPerson{Email: email, Name: name, Role: auth.Role(role), Password: password, Language: i18n.FR}
		p, err := a.Auth.AddPerson(ctx, auth.Actor{Via: "command"}, n)
		if err == nil {
			_, err = fmt.Fprintln(c.out, p.ID)
		}
		return err
	})
}

func userPassword(ctx context.Context, c *cli, args []string) error {
	var email string
	err := c.flags("user password", args, func(f *flag.FlagSet) {
		f.StringVar(&email, "email", "", "e-mail address of the person")
	})
	if err != nil {
		return err
	}
	password, err := firstLine(c.in)
	if err != nil {
		return err
	}
	return c.withApp(ctx, func(a *app.App) error {
		return a.Auth.SetPassword(ctx, auth.Actor{Via: "command"}, email, password)
	})
}

func userDisable(ctx context.Context, c *cli, args []string) error {
	return c.withPerson(ctx, "user disable", args, func(a *app.App, by auth.Actor, email string) error {
		return a.Auth.SetDisabled(ctx, by, email, true)
	})
}

func userEnable(ctx context.Context, c *cli, args []string) error {
	return c.withPerson(ctx, "user enable", args, func(a *app.App, by auth.Actor, email string) error {
		return a.Auth.SetDisabled(ctx, by, email, false)
	})
}

func userUnlink(ctx context.Context, c *cli, args []string) error {
	return c.withPerson(ctx, "user unlink", args, func(a *app.App, by auth.Actor, email string) error {
		return a.Auth.UnlinkIdentities(ctx, by, email)
	})
}

// withPerson runs a command about the person of --email.
func (c *cli) withPerson(ctx context.Context, name string, args []string, do func(a *app.App, by auth.Actor, email string) error) error {
	var email string
	err := c.flags(name, args, func(f *flag.FlagSet) {
		f.StringVar(&email, "email", "", "e-mail address of the person")
	})
	if err != nil {
		return err
	}
	return c.withApp(ctx, func(a *app.App) error { return do(a, auth.Actor{Via: "command"}, email) })
}

func token(ctx context.Context, c *cli, args []string) error {
	var email string
	var ttl time.Duration
	err := c.flags("token", args, func(f *flag.FlagSet) {
		f.StringVar(&email, "user", "", "e-mail address of the person")
		f.DurationVar(&ttl, "ttl", time.Hour, "how long the token is good")
	})
	if err != nil {
		return err
	}
	return c.withApp(ctx, func(a *app.App) error {
		t, err := a.Auth.IssueToken(ctx, email, ttl)
		if err == nil {
			_, err = fmt.Fprintln(c.out, t)
		}
		return err
	})
}

func firstLine(r io.Reader) (string, error) {
	line, err := bufio.NewReader(r).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", err
	}
	return strings.TrimRight(line, "\r\n"), nil
}

// settings reads the environment and the settings file: every command but demo takes its settings from here.
func (c *cli) settings() (*settings, error) {
	getenv, unknown, err := withSettingsFile(c.getenv)
	if err != nil {
		return nil, err
	}
	s, err := c.settingsFrom(getenv)
	if err != nil {
		return nil, err
	}
	s.unknown = unknown
	return s, nil
}

// settingsFrom reads the settings from getenv alone.
func (c *cli) settingsFrom(getenv func(string) string) (*settings, error) {
	s, err := readSettings(getenv)
	if err != nil {
		return nil, err
	}
	s.Version, s.Now = version, now
	s.Log = slog.New(slog.NewJSONHandler(c.err, nil))
	return s, nil
}

// prepared is settings, with DATA_DIR and the key made ready for the service.
func (c *cli) prepared() (*settings, error) {
	s, err := c.settings()
	if err != nil {
		return nil, err
	}
	return s, s.prepare()
}

// withApp opens the product beside a running server, for one command.
func (c *cli) withApp(ctx context.Context, do func(*app.App) error) error {
	s, err := c.prepared()
	if err != nil {
		return err
	}
	a, err := app.New(ctx, s.Config)
	if err != nil {
		return err
	}
	return errors.Join(do(a), a.Close())
}
