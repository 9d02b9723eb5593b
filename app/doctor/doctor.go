// Package doctor checks whether an installation is well, and says what to do where it is not. It changes nothing, and may run beside a
// server that uses the same database. `presence doctor` runs every check; the system page of the settings runs those that are fast.
package doctor

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"runtime"
	"time"

	"presence/app/accounts/auth"
	"presence/app/accounts/configuration"
	"presence/app/accounts/oauthsessions"
	"presence/app/accounts/outgoingmail"
	"presence/app/accounts/push"
	"presence/app/accounts/webhooks"
	"presence/app/platform/audit"
	"presence/app/platform/i18n"
	"presence/app/platform/seal"
	"presence/db"
)

// Severity says how bad a result is.
type Severity string

// The severities.
const (
	OK      Severity = "ok"
	Warning Severity = "warning" // something does not work as it should, or soon will not
	Error   Severity = "error"   // something does not work, or data is wrong
)

// rank orders the severities from the least to the worst.
func (s Severity) rank() int { return map[Severity]int{OK: 0, Warning: 1, Error: 2}[s] }

// Compare orders severities, the least first.
func (s Severity) Compare(other Severity) int { return cmp.Compare(s.rank(), other.rank()) }

// Check names what was checked.
type Check string

// The checks, in the order in which they are done.
const (
	Settings   Check = "settings"
	Database   Check = "database"
	Schema     Check = "schema"
	Conns      Check = "connections"
	Replicas   Check = "replicas"
	References Check = "references"
	Sums       Check = "sums"
	Key        Check = "key"
	Files      Check = "files"
	Clock      Check = "clock"
	BulkMail   Check = "bulk_mail"
	Mailboxes  Check = "mailboxes"
	Bounces    Check = "bounces"
	Customers  Check = "customers"
	Mail       Check = "mail"
	Webhooks   Check = "webhooks"
	Campaigns  Check = "campaigns"
	Backup     Check = "backup"
)

// Result is what one check has found.
type Result struct {
	Check    Check    `json:"check"`
	Severity Severity `json:"severity"`
	Text     string   `json:"text"`             // a sentence
	Remedy   string   `json:"remedy,omitempty"` // what to do; empty if all is well
}

// Worst returns the worst severity of results.
func Worst(results []Result) Severity {
	worst := OK
	for _, r := range results {
		if r.Severity.rank() > worst.rank() {
			worst = r.Severity
		}
	}
	return worst
}

// Finding writes results in one language.
type Finding struct {
	Lang i18n.Lang
	Check
}

// OK returns the result of a check that found nothing.
func (f Finding) OK(text i18n.Text, args ...any) Result {
	return Result{Check: f.Check, Severity: OK, Text: f.Lang.F(text, args...)}
}

// Bad returns the result of a check that found something.
func (f Finding) Bad(s Severity, remedy, text i18n.Text, args ...any) Result {
	return Result{f.Check, s, f.Lang.F(text, args...), f.Lang.T(remedy)}
}

// Failed returns the result of a check that met an error, which is the argument of text. Where a file may not be read, the remedy is to
// run the command as another user.
func (f Finding) Failed(remedy, text i18n.Text, err error) Result {
	if errors.Is(err, fs.ErrPermission) {
		remedy = i18n.DoctorRunAsUserDo
	}
	return f.Bad(Error, remedy, text, err.Error())
}

// failed returns the result of a check that could not be done.
func (f Finding) failed(err error) Result {
	return f.Failed(i18n.DoctorFailedDo, i18n.DoctorFailed, err)
}

// Patient is the installation that is checked.
type Patient struct {
	DB   *db.DB
	Lang i18n.Lang
	Now  func() time.Time

	Timeout time.Duration // for the answer of another system; 0: answerTimeout
}

func (p Patient) finding(c Check) Finding { return Finding{p.Lang, c} }

// Schema compares the tables of the database with those of this program. The other checks of the database need ok.
func (p Patient) Schema(ctx context.Context) (r Result, ok bool) {
	f := p.finding(Schema)
	needs := db.SchemaVersion()
	has, err := p.DB.StoredSchema(ctx)
	if err != nil {
		return f.failed(err), false
	}
	switch {
	case has == 0:
		return f.Bad(Error, i18n.DoctorSchemaNoneDo, i18n.DoctorSchemaNone), false
	case has < needs:
		return f.Bad(Error, i18n.DoctorSchemaOldDo, i18n.DoctorSchemaOther, has, needs), false
	}
	whole, err := p.DB.Usable(ctx)
	_, refused := errors.AsType[*db.SchemaError](err)
	switch {
	case has > needs && refused:
		return f.Bad(Error, i18n.DoctorSchemaNewDo, i18n.DoctorSchemaOther, has, needs), false
	case err != nil:
		return f.failed(err), false
	case whole && has > needs:
		return f.OK(i18n.DoctorSchemaNewer, has, needs), true
	case !whole:
		return f.Bad(Warning, i18n.DoctorSchemaHashesDo, i18n.DoctorSchemaHashes), true
	}
	return f.OK(i18n.DoctorSchemaOK, has), true
}

// Connections compares what the PostgreSQL server allows with what the running servers may open; on SQLite it has no result.
func (p Patient) Connections(ctx context.Context) []Result {
	f := p.finding(Conns)
	c, limited, err := p.DB.Connections(ctx)
	switch {
	case err != nil:
		return []Result{f.failed(err)}
	case !limited:
		return nil
	case c.Short():
		return []Result{f.Bad(Warning, i18n.DoctorConnectionsDo, i18n.DoctorConnections, c.Allowed, max(1, c.Replicas), c.Each)}
	}
	return []Result{f.OK(i18n.DoctorConnectionsOK, c.Allowed, max(1, c.Replicas), c.Each)}
}

// References looks for rows whose parent is missing.
func (p Patient) References(ctx context.Context) (list []Result) {
	f := p.finding(References)
	found, err := p.DB.Orphans(ctx)
	if err != nil {
		return []Result{f.failed(err)}
	}
	for _, o := range found {
		list = append(list, f.Bad(Error, i18n.DoctorOrphansDo, i18n.DoctorOrphans, o.Table, o.Parent, o.Rows))
	}
	if list == nil {
		list = append(list, f.OK(i18n.DoctorOrphansOK))
	}
	return list
}

// Sums compares the sums that the program keeps with the records that they are of.
func (p Patient) Sums(ctx context.Context) (list []Result) {
	f := p.finding(Sums)
	for _, s := range sums {
		n, example, err := s.differences(ctx, p.DB)
		switch {
		case err != nil:
			list = append(list, f.failed(err))
		case n > 0:
			list = append(list, f.Bad(Error, i18n.DoctorSumsDo, i18n.DoctorSums, p.Lang.T(s.name), n, example))
		}
	}
	if list == nil {
		list = append(list, f.OK(i18n.DoctorSumsOK))
	}
	return list
}

// Key looks whether the key opens the secrets in the database; secret is empty if there is none.
func (p Patient) Key(ctx context.Context, secret []byte) Result {
	f := p.finding(Key)
	total := int64(0)
	for _, unreadable := range []func(context.Context, db.Queryer, []byte) (int64, error){auth.Unreadable, configuration.Unreadable,
		webhooks.Unreadable, oauthsessions.Unreadable, outgoingmail.Unreadable, push.Unreadable} {
		n, err := unreadable(ctx, p.DB, cmpKey(secret))
		if err != nil {
			return f.failed(err)
		}
		total += n
	}
	switch {
	case total > 0 && len(secret) == 0:
		return f.Bad(Error, i18n.DoctorKeyDo, i18n.DoctorKeyNone)
	case total > 0:
		return f.Bad(Error, i18n.DoctorKeyDo, i18n.DoctorKeyOther, total)
	case len(secret) == 0:
		return f.OK(i18n.DoctorKeyNotYet)
	}
	return f.OK(i18n.DoctorKeyOK)
}

// cmpKey returns a key that opens nothing in place of a missing one.
func cmpKey(secret []byte) []byte {
	if len(secret) == 0 {
		return make([]byte, seal.MinSecret)
	}
	return secret
}

// PrivateFile is a file or folder that others must not read.
type PrivateFile struct {
	Path   string
	Others fs.FileMode // the permissions that nobody but its owner, or its owner and its group, may have
	Remedy i18n.Text   // what to do where others have them
}

// Files looks at the permissions of files; those that do not exist are well.
func (p Patient) Files(files []PrivateFile) (list []Result) {
	f := p.finding(Files)
	for _, x := range files {
		info, err := os.Stat(x.Path)
		switch {
		case errors.Is(err, fs.ErrNotExist) || runtime.GOOS == "windows": // which has no such permissions
		case err != nil:
			list = append(list, f.failed(err))
		case info.Mode().Perm()&x.Others == 0:
		case info.IsDir():
			list = append(list, f.Bad(Warning, x.Remedy, i18n.DoctorFolder, x.Path, info.Mode().Perm().String()))
		default:
			list = append(list, f.Bad(Error, x.Remedy, i18n.DoctorFiles, x.Path, info.Mode().Perm().String()))
		}
	}
	if list == nil {
		list = append(list, f.OK(i18n.DoctorFilesOK))
	}
	return list
}

// clockTolerance is the difference between clocks that is accepted. With larger ones, one-time codes and sign-ins by a provider
// begin to fail.
const clockTolerance = 5 * time.Minute

// ClockFault is a wrong clock of this machine: Difference by which it is wrong, against the clock of the database server or, if Newest is
// true, against the newest entry of the audit log, which is in its future.
type ClockFault struct {
	Difference time.Duration
	Newest     bool
}

// ReadClock compares the clock of this machine with that of the PostgreSQL server; on SQLite, which has none, with the newest entry of the
// audit log. It returns nil if the clock is right.
func ReadClock(ctx context.Context, d *db.DB, now time.Time) (*ClockFault, error) {
	server, has, err := d.ServerTime(ctx)
	if err != nil {
		return nil, err
	}
	fault := ClockFault{Difference: now.Sub(server).Abs()}
	if !has {
		newest, err := audit.NewestTime(ctx, d)
		if err != nil {
			return nil, err
		}
		fault = ClockFault{newest.Time().Sub(now), true}
	}
	if fault.Difference <= clockTolerance {
		return nil, nil
	}
	return &fault, nil
}

// Clock checks the clock of this machine.
func (p Patient) Clock(ctx context.Context) Result {
	f := p.finding(Clock)
	fault, err := ReadClock(ctx, p.DB, p.Now())
	switch {
	case err != nil:
		return f.failed(err)
	case fault == nil:
		return f.OK(i18n.DoctorClockOK)
	}
	text := i18n.DoctorClockServer
	if fault.Newest {
		text = i18n.DoctorClockNewest
	}
	return f.Bad(Warning, i18n.DoctorClockDo, text, fault.Difference.Round(time.Second).String())
}

// answerTimeout is how long a check waits for a mail server or the source of customers.
const answerTimeout = 15 * time.Second

// errNoAnswer is the error of a check that waited too long.
var errNoAnswer = errors.New("no answer in time")

// Reach calls another system and returns what it answered. A call that does not end in time is left behind.
func (p Patient) Reach(ctx context.Context, c Check, name string, test func(context.Context) error) Result {
	ctx, cancel := context.WithTimeoutCause(ctx, cmp.Or(p.Timeout, answerTimeout), errNoAnswer)
	defer cancel()
	answer := make(chan error, 1)
	go func() { answer <- test(ctx) }()
	var err error
	select {
	case err = <-answer:
	case <-ctx.Done():
		err = context.Cause(ctx)
	}
	f := p.finding(c)
	switch {
	case err == nil:
		return f.OK(i18n.DoctorReached, name)
	case c == Customers:
		return f.Bad(Error, i18n.DoctorCustomersDo, i18n.DoctorNotReached, name, err.Error())
	}
	return f.Bad(Error, i18n.DoctorMailDo, i18n.DoctorNotReached, name, err.Error())
}

// NotUsed returns the result of a check of something that is not set up.
func (p Patient) NotUsed(c Check) Result {
	return p.finding(c).OK(map[Check]i18n.Text{BulkMail: i18n.DoctorNoBulk, Mailboxes: i18n.DoctorNoMailboxes,
		Bounces: i18n.DoctorNoBounces, Customers: i18n.DoctorNoCustomers}[c])
}

// Name returns what a check is called.
func (c Check) Name(l i18n.Lang) string { return cmp.Or(l.T(i18n.DoctorChecks[string(c)]), string(c)) }
