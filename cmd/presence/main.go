// Command presence is the whole product: the server, and the operator's commands (O3).
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
	_ "time/tzdata" // for machines without time zone files

	"presence/app"
	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/outage"
	"presence/app/platform/tracing/otlp"
)

const (
	garbagePercent = 300
	memoryLimit    = 128 << 20 // bytes (GOMEMLIMIT): above it the garbage collector runs more often
)

// version is set by the linker.
var version = "dev"

// command is one subcommand: its words, its help, and its function.
type command struct {
	name, args, help string
	run              func(ctx context.Context, c *cli, args []string) error
}

// cli is the environment of a command.
type cli struct {
	in       io.Reader
	out, err io.Writer
	getenv   func(string) string
	environ  []string // all variables, as NAME=value
}

var commands = []command{
	{"serve", "", "run the server", serve},
	{"demo", "", "run a demo company (created on first start)", demo},
	{"migrate", "[--force]", "bring the database up to date; --force does not wait until servers of older versions have ended", migrate},
	{"user add", "--email E --role employee|payroll|events|admin [--name N] [--password-stdin]", "add a person and print the UUID", userAdd},
	{"user password", "--email E", "set a new password from standard input; ends all of the person's sessions", userPassword},
	{"user disable", "--email E", "disable an account: end its sessions and tokens and block sign-in", userDisable},
	{"user enable", "--email E", "enable a disabled account again", userEnable},
	{"user recover", "--email E", "remove a person's passkeys, one-time codes and recovery codes; ends all of their sessions", userRecover},
	{"user unlink", "--email E", "unlink a person from the sign-in provider; their next sign-in by email links them again", userUnlink},
	{"token", "--user E [--ttl 1h]", "print a bearer token for scripts", token},
	{"settings list", "", "list the company's settings, and whether each comes from the environment, the database or the default",
		settingsList},
	{"settings get", "--name NAME", "print one setting of the company; passwords and keys are not printed", settingsGet},
	{"settings set", "--name NAME [--default]", "store one setting, read from standard input; running servers use it within seconds",
		settingsSet},
	{"directory sync", "[--force]", "sync customer records now; --force accepts a source that lost most of them", directorySync},
	{"backup", "FILE | --done", "back up the embedded database, even while the server runs; the encryption key is not included", backup},
	{"restore", "FILE [--replace] | --done",
		"replace the embedded database with a backup, or pause the campaigns of one that pg_restore has restored; stop the server first", restore},
	{"move", "--to postgres://…|sqlite:PATH", "copy everything into another database, of either engine; stop the server first", move},
	{"export", "DIR", "write all records of the company into a new folder of CSV and JSON files, even while the server runs", exportCompany},
	{"import", "DIR|FILE.zip", "read the records of an export into a new, empty database", importCompany},
	{"doctor", "[--json]", "check the installation, even while the server runs: exit status 0 all is well, 1 warnings, 2 errors", runDoctor},
	{"health", "", "ask the server with these settings whether it is ready: exit status 0 or 1; for the health check of a container", health},
	{"routes", "", "list the routes and their access rules", routes},
	{"version", "", "print the version", func(_ context.Context, c *cli, _ []string) error {
		_, err := fmt.Fprintln(c.out, version)
		return err
	}},
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	c := &cli{os.Stdin, os.Stdout, os.Stderr, os.Getenv, os.Environ()}
	err := c.run(ctx, os.Args[1:])
	stop()
	if status, ok := errors.AsType[exitStatus](err); ok {
		os.Exit(int(status))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "presence: "+strings.ReplaceAll(err.Error(), "\n", "; "))
		os.Exit(1)
	}
}

// run runs the subcommand. It returns exit code 0, or 1 after one line on standard error (O3); the exit codes of doctor are its own.
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
			return fmt.Errorf("%w (run it as the user of the service, who must own the files in DATA_DIR)", err)
		}
		return inSentences(err)
	}
	if len(args) == 0 || args[0] == "help" || args[0] == "-h" || args[0] == "--help" {
		c.usage()
		return nil
	}
	return fmt.Errorf("unknown command %q: run “presence help” for the list", args[0])
}

// inSentences returns err with the sentences of a refusal in place of its codes, which are for programs.
func inSentences(err error) error {
	e, ok := errors.AsType[*errs.Error](err)
	if !ok || e.Detail == "" || errs.IsServerError(e) {
		return err
	}
	sentence := e.Detail
	if len(e.Fields) > 0 {
		var list []string
		for _, f := range e.Fields {
			list = append(list, f.Field+": "+f.Detail)
		}
		sentence = strings.Join(list, " ")
	}
	return errors.New(strings.Replace(err.Error(), e.Error(), sentence, 1))
}

func (c *cli) usage() {
	fmt.Fprintln(c.out, "Presence: time tracking and event invitations in a single program.")
	fmt.Fprintln(c.out)
	for _, cmd := range commands {
		fmt.Fprintf(c.out, "  presence %-14s %s\n", cmd.name, cmd.args)
		fmt.Fprintf(c.out, "  %23s %s\n", "", cmd.help)
	}
	fmt.Fprintln(c.out)
	printSettings(c.out)
}

// flags parses the arguments of a command; --help prints them with the settings.
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

// serve runs the server with a buffered log, and with less frequent garbage collection than Go's default: requests leave little
// garbage, and there is room for it up to memoryLimit. GOGC and GOMEMLIMIT override this.
func (c *cli) serve(ctx context.Context, s *settings) error {
	if c.getenv("GOGC") == "" {
		debug.SetGCPercent(garbagePercent)
	}
	if c.getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(memoryLimit)
	}
	log := newLogBuffer(c.err)
	s.Log = s.newLog(log, &slog.HandlerOptions{Level: s.logLevel})
	for _, u := range s.unknown {
		u.warn(s.Log)
	}
	stop, err := s.startTraces(ctx)
	if err != nil {
		return errors.Join(err, log.Flush())
	}
	err = app.Serve(ctx, s.Config, c.out)
	stop()
	return errors.Join(err, log.Flush())
}

// startTraces sends traces to the collector that the settings name, if they do. Failures are logged once a minute. The SDK reads its
// settings from the environment of the process alone, into which those of the settings file are therefore written.
func (s *settings) startTraces(ctx context.Context) (stop func(), err error) {
	for name, value := range s.telemetry {
		if err := os.Setenv(name, value); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	failures := outage.New(s.Log, "sending traces", s.Now)
	provider, flush, err := otlp.Start(ctx, s.Version, func(err error) { failures.Failed(err) })
	if err != nil {
		return nil, fmt.Errorf("OTEL_EXPORTER_OTLP_ENDPOINT: %w", err)
	}
	if provider == nil {
		return func() {}, nil
	}
	s.Traces = provider
	return func() {
		if err := flush(); err != nil {
			s.Log.Warn("the last traces were not sent", "error", err)
		}
	}, nil
}

func demo(ctx context.Context, c *cli, args []string) error {
	if err := c.flags("demo", args, nil); err != nil {
		return err
	}
	// The demo is independent: it has its own folder by default, and does not read the settings file of a service on the same
	// machine.
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
	force := false
	err := c.flags("migrate", args, func(f *flag.FlagSet) {
		f.BoolVar(&force, "force", false, "do not wait until servers of older versions have ended: they end when they see the new schema")
	})
	if err != nil {
		return err
	}
	s, err := c.prepared()
	if err != nil {
		return err
	}
	s.ForceMigration = force
	return s.withApp(ctx, func(*app.App) error { return nil })
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
		f.StringVar(&email, "email", "", "email address")
		f.StringVar(&role, "role", string(auth.Employee), "admin, payroll, events or employee")
		f.StringVar(&name, "name", "", "full name; leave empty to use the first part of the email")
		f.BoolVar(&fromStdin, "password-stdin", false, "read the password from standard input; without it, no password is set")
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
		f.StringVar(&email, "email", "", "email address of the person")
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

func userRecover(ctx context.Context, c *cli, args []string) error {
	return c.withPerson(ctx, "user recover", args, func(a *app.App, by auth.Actor, email string) error {
		return a.Auth.ResetFactorsByEmail(ctx, by, email)
	})
}

func userUnlink(ctx context.Context, c *cli, args []string) error {
	return c.withPerson(ctx, "user unlink", args, func(a *app.App, by auth.Actor, email string) error {
		return a.Auth.UnlinkIdentities(ctx, by, email)
	})
}

// withPerson runs a command about the person in --email.
func (c *cli) withPerson(ctx context.Context, name string, args []string, do func(a *app.App, by auth.Actor, email string) error) error {
	var email string
	err := c.flags(name, args, func(f *flag.FlagSet) {
		f.StringVar(&email, "email", "", "email address of the person")
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
		f.StringVar(&email, "user", "", "email address of the person")
		f.DurationVar(&ttl, "ttl", time.Hour, "how long the token stays valid")
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

// settings reads the environment and the settings file; every command except demo uses it.
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
	s.Log = s.newLog(c.err, nil)
	return s, nil
}

// prepared returns the settings after prepare, for the service.
func (c *cli) prepared() (*settings, error) {
	s, err := c.settings()
	if err != nil {
		return nil, err
	}
	return s, s.prepare()
}

// withApp opens the product for one command; a server may be running.
func (c *cli) withApp(ctx context.Context, do func(*app.App) error) error {
	s, err := c.prepared()
	if err != nil {
		return err
	}
	return s.withApp(ctx, do)
}

// withApp opens the product with these settings for one command.
func (s *settings) withApp(ctx context.Context, do func(*app.App) error) error {
	a, err := app.New(ctx, s.Config)
	if err != nil {
		return err
	}
	return errors.Join(do(a), a.Close())
}
