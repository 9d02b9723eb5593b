package app

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"presence/app/accounts/configuration"
	"presence/app/accounts/openid"
	"presence/app/hub/directory"
	"presence/app/platform/bouncemail"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/mail"
	"presence/app/platform/typed"
	"presence/app/workforce/bankcodes"
	"presence/app/workforce/breakrules"
	"presence/app/workforce/clockings"
	"presence/app/workforce/expenses"
	"presence/app/workforce/holidaypay"
	"presence/app/workforce/labourstandards"
	"presence/app/workforce/leaverequests"
	"presence/app/workforce/payperiods"
	"presence/db"
)

// Setting is a setting of the company. Its value is that of the environment; without one it is the value that an administrator has
// stored in the database, else the default.
type Setting struct {
	Name    string // of the environment variable
	Default string
	Help    string
	Group   string // a value in the environment for one setting locks its whole group; "": the setting alone
	Secret  bool   // contains a password or a key: it is stored encrypted and never shown
	SentTo  string // of a secret: the setting that says to whom it is sent
	Machine bool   // only the environment can set it
	Decides bool   // of a setting of the machine: a value locks the group as well

	Read       func(c *Config, value string) error // reads the value of the setting into c
	readStored func(c *Config, value string) error // of a value that an administrator has stored; nil: as Read
}

// Groups of settings that are decided in one place.
const (
	signInGroup  = "sign-in"
	bulkGroup    = "bulk"
	mailboxGroup = "mailbox"
	bouncesGroup = "bounces"
)

// CompanySettings returns the settings of the company in the order in which they must be read: some depend on others.
func CompanySettings() []Setting { return slices.Concat(generalSettings, mailSettings) }

// isSecretSetting reports whether the setting with a name is secret.
func isSecretSetting(name string) bool {
	return slices.ContainsFunc(CompanySettings(), func(x Setting) bool { return x.Name == name && x.Secret })
}

// needsSecret reports whether the setting with a name is secret, or is in a group with a secret one, without which it has no effect.
func needsSecret(name string) bool {
	all := CompanySettings()
	i := slices.IndexFunc(all, func(x Setting) bool { return x.Name == name })
	return i >= 0 && slices.ContainsFunc(all, func(x Setting) bool { return x.Secret && x.group() == all[i].group() })
}

// group returns the setting's group; a setting without one is its own group.
func (x Setting) group() string {
	if x.Group != "" {
		return x.Group
	}
	return x.Name
}

// lockedGroups returns the groups whose values the environment decides, each with the first variable that is set.
func (c *Config) lockedGroups() map[string]string {
	locked := map[string]string{}
	for _, x := range CompanySettings() {
		if c.Environment[x.Name] != "" && (!x.Machine || x.Decides) && locked[x.group()] == "" {
			locked[x.group()] = x.Name
		}
	}
	return locked
}

// withStored returns the configuration with values stored in the database, by the names of their settings. Locked groups are not
// changed. Neither is a group in which a value is invalid; its errors are returned, by the names of the settings. The result is isolated
// if MAIL_OUTBOX_ONLY says so.
func (c Config) withStored(stored map[string]string) (Config, map[string]error) {
	done, faults := map[string]bool{}, map[string]error{}
	for group := range c.lockedGroups() {
		done[group] = true
	}
	for _, first := range CompanySettings() {
		group := first.group()
		if done[group] {
			continue
		}
		done[group] = true
		next, invalid := c.withStoredGroup(group, stored)
		if len(invalid) == 0 {
			c = next
		}
		maps.Copy(faults, invalid)
	}
	return c.isolated(), faults
}

// withStoredGroup reads all settings of a group if a value is stored for one of them.
func (c Config) withStoredGroup(group string, stored map[string]string) (Config, map[string]error) {
	members := slices.DeleteFunc(CompanySettings(), func(x Setting) bool { return x.group() != group })
	if !slices.ContainsFunc(members, func(x Setting) bool { return !x.Machine && stored[x.Name] != "" }) {
		return c, nil
	}
	invalid := map[string]error{}
	for _, x := range members {
		value, read := c.Environment[x.Name], x.Read
		if value == "" && !x.Machine {
			value = stored[x.Name]
			if value != "" && x.readStored != nil {
				read = x.readStored
			}
		}
		if value == "" {
			value = x.Default
		}
		if err := read(&c, value); err != nil {
			invalid[x.Name] = err
		}
	}
	return c, invalid
}

// configurationOptions returns the settings that can be stored, for package configuration.
func (c Config) configurationOptions() configuration.Options {
	o := configuration.Options{
		Resolver:   c.Resolver,
		OutboxOnly: c.Mail.OutboxOnly,
		Allow:      c.allow, TestSignIn: c.testSignIn, TestCustomers: c.testCustomers,
		TestBounces: c.testBounces,
		Norms:       normOptions,
		BreakSteps:  breakSteps,
		Check: func(stored map[string]string) map[string]error {
			_, invalid := c.withStored(stored)
			return invalid
		},
		Mail: func(stored map[string]string) configuration.Mail {
			next, _ := c.withStored(stored)
			return configuration.Mail{Bulk: next.Mail.Bulk, Mailbox: next.Mail.Mailbox, Senders: next.Mail.Senders}
		},
	}
	locked := c.lockedGroups()
	for _, x := range CompanySettings() {
		if !x.Machine {
			o.Settings = append(o.Settings, configuration.Setting{Name: x.Name, Default: x.Default, Help: x.Help, Group: x.group(),
				Secret: x.Secret, SentTo: x.SentTo,
				Locked: locked[x.group()] != "", LockedBy: locked[x.group()], Environment: c.Environment[x.Name]})
		}
	}
	return o
}

// normOptions returns the labour standards that a company chooses from.
func normOptions(l i18n.Lang) (list []configuration.Choice) {
	for _, n := range labourstandards.All() {
		list = append(list, configuration.Choice{Value: n.ID, Label: n.Title(l)})
	}
	return list
}

// breakSteps returns the breaks of a break rule.
func breakSteps(text string) (list []configuration.BreakStep, ok bool) {
	rule, ok := breakrules.Parse(text)
	rule.Each(func(hours string, b breakrules.Break) {
		list = append(list, configuration.BreakStep{Hours: hours, Minutes: strconv.FormatInt(b.Minutes, 10), Paid: b.Paid})
	})
	return list, ok
}

// testSignIn fetches the discovery document and the keys of the identity provider that the settings in values would configure. It returns
// nil if they configure none.
func (c Config) testSignIn(ctx context.Context, values map[string]string) error {
	next, _ := c.withStored(values)
	if next.OIDC.Issuer == "" {
		return nil
	}
	return openid.Check(ctx, next.OIDC, strings.TrimRight(c.PublicURL.String(), "/"), c.Now)
}

// testCustomers reads the first customers from the source that the settings in values would configure. It returns nil if they configure
// none.
func (c Config) testCustomers(ctx context.Context, values map[string]string) error {
	next, _ := c.withStored(values)
	if next.Directory == nil {
		return nil
	}
	return directory.Check(ctx, next.Directory)
}

// testBounces opens the bounce mailbox that the settings in values would configure, and asks the SMTP server whether it takes a message
// from their envelope sender to an address. What they do not configure is not tested.
func (c Config) testBounces(ctx context.Context, to string, values map[string]string) error {
	next, _ := c.withStored(values)
	m := next.Mail
	if m.BounceMailbox != nil {
		if err := bouncemail.Test(ctx, *m.BounceMailbox); err != nil {
			return err
		}
	}
	if relay, ok := m.Bulk.(*mail.Relay); ok && m.BounceAddress != "" {
		return relay.TestEnvelope(ctx, m.BounceAddress.For("test"), to)
	}
	return nil
}

// CompanyOvertime are a company's own limits of overtime. What is nil is as the labour standards have it.
type CompanyOvertime struct {
	Weekly, Daily *int64   // minutes
	Leave         []string // as labourstandards.Limits.Leave
}

// OvertimeLimits returns the limits in effect: those of the labour standards, with the company's own in their place (W3).
func (c Config) OvertimeLimits() *labourstandards.Limits {
	l, own := c.Norm.Overtime.Limits, c.Overtime
	if own.Weekly != nil {
		l.Weekly = *own.Weekly
	}
	if own.Daily != nil {
		l.Daily = *own.Daily
	}
	if own.Leave != nil {
		l.Leave = own.Leave
	}
	return &l
}

// readHours reads a number of hours up to a most, and returns it in minutes; nil for an empty text.
func readHours(v string, most float64) (*int64, error) {
	if v == "" {
		return nil, nil
	}
	h, err := strconv.ParseFloat(v, 64)
	if err != nil || !(h >= 0 && h <= most) {
		return nil, fmt.Errorf("expected a number of hours from 0 to %g", most)
	}
	minutes := int64(h*60 + 0.5)
	return &minutes, nil
}

// allow refuses changes of the settings that stored records do not permit, and prepares the records for those that it permits.
func (c Config) allow(ctx context.Context, tx *db.Tx, before, after map[string]string) error {
	old, _ := c.withStored(before)
	next, _ := c.withStored(after)
	if old.Norm != next.Norm {
		if err := leaverequests.ForgetCounts(ctx, tx); err != nil {
			return err
		}
	}
	if next.HolidayPay && !old.HolidayPay {
		codes, err := bankcodes.Live(ctx, tx)
		if err == nil && holidaypay.CodeOf(codes) == 0 {
			err = errs.InvalidField("HOLIDAY_PAY", "no_holiday_code", "Holidays are paid under a bank code of categorie leave and of type "+
				"statutory_holiday or holiday: create one first.")
		}
		if err != nil {
			return err
		}
	}
	return c.keepPeriods(ctx, tx, before, after)
}

// keepPeriods refuses a change that moves the boundaries of pay periods while timesheets or payroll exports are stored by period.
// A change of their numbers alone is allowed.
func (c Config) keepPeriods(ctx context.Context, tx *db.Tx, before, after map[string]string) error {
	old, _ := c.withStored(before)
	next, _ := c.withStored(after)
	if payperiods.SameBoundaries(old.PeriodAnchor, next.PeriodAnchor) {
		return nil
	}
	stored, err := payperiods.HasRecordsByPeriod(ctx, tx)
	if err == nil && stored {
		err = errs.InvalidField("PAY_PERIOD_ANCHOR", "periods_in_use", "Timesheets or payroll exports are stored by pay period: its first "+
			"day can move by whole periods of two weeks only.")
	}
	return err
}

// generalSettings are the settings of time, sign-in and customers.
var generalSettings = []Setting{
	{
		Name: "COMPANY_NAME",
		Help: "name of the company, shown to guests, on the sign-in page and in messages",
		Read: func(c *Config, v string) error {
			c.Company = v
			if utf8.RuneCountInString(v) > maxCompanyName || strings.ContainsFunc(v, unicode.IsControl) {
				return errors.New("expected one line of at most 80 characters")
			}
			return nil
		},
	},
	{
		Name: "DEFAULT_LANGUAGE", Default: "fr",
		Help: "fr or en: of pages for visitors whose browser asks for neither, of new people, and of invitations to guests whose language is unknown",
		Read: func(c *Config, v string) error {
			if c.Language = i18n.Lang(v); c.Language != i18n.FR && c.Language != i18n.EN {
				return errors.New("expected fr or en")
			}
			return nil
		},
	},
	{
		Name: "TIMEZONE", Default: "America/Toronto",
		Help: "company time zone (IANA name)",
		Read: func(c *Config, v string) (err error) {
			if c.Zone, err = time.LoadLocation(v); err != nil || v == "Local" {
				return errors.New("expected an IANA name such as America/Toronto")
			}
			return nil
		},
	},
	{
		Name: "PAY_PERIOD_ANCHOR", Default: "2025-12-14",
		Help: "first day of any pay period 1 (a Sunday, YYYY-MM-DD)",
		Read: func(c *Config, v string) (err error) {
			if c.PeriodAnchor, err = db.ParseDay(v); err != nil || c.PeriodAnchor.Weekday() != time.Sunday {
				return errors.New("expected a Sunday, such as 2025-12-14")
			}
			return nil
		},
	},
	{
		Name: "PAY_DAY_AFTER_DAYS", Default: "0",
		Help: "days from the last day of a pay period to the day on which it is paid, 1 to 60; 0: pay days are not shown",
		Read: func(c *Config, v string) (err error) {
			if c.PayDayAfter, err = strconv.Atoi(v); err != nil || c.PayDayAfter < 0 || c.PayDayAfter > 60 {
				return errors.New("expected a whole number from 0 to 60")
			}
			return nil
		},
	},
	{
		Name: "LABOUR_STANDARDS", Default: labourstandards.Default,
		Help: "labour standards that the company is under: quebec, canada (Canada Labour Code) or ontario",
		Read: func(c *Config, v string) error {
			var known bool
			if c.Norm, known = labourstandards.Find(v); !known {
				return errors.New("expected quebec, canada or ontario")
			}
			return nil
		},
	},
	{
		Name: "OVERTIME_WEEKLY_HOURS",
		Help: "weekly hours after which regular hours count as overtime, 0 to 168; leave empty for those of the labour standards",
		Read: func(c *Config, v string) (err error) {
			c.Overtime.Weekly, err = readHours(v, 168)
			return err
		},
	},
	{
		Name: "OVERTIME_DAILY_HOURS",
		Help: "daily hours after which regular hours count as overtime, 0 (none) to 24; leave empty for those of the labour standards",
		Read: func(c *Config, v string) (err error) {
			c.Overtime.Daily, err = readHours(v, 24)
			return err
		},
	},
	{
		Name: "OVERTIME_COUNTS_LEAVE",
		Help: "vacation and statutory holidays count toward the weekly hours before overtime: true or false; leave empty as the labour standards say",
		Read: func(c *Config, v string) error {
			if v == "" {
				c.Overtime.Leave = nil
				return nil
			}
			counts, err := strconv.ParseBool(v)
			if err != nil {
				return errors.New("expected true or false")
			}
			c.Overtime.Leave = []string{}
			if counts {
				c.Overtime.Leave = labourstandards.PaidLeave
			}
			return nil
		},
	},
	{
		Name: "HOLIDAY_PAY", Default: "false",
		Help: "put the indemnity of statutory holidays on timesheets, as leave under the first pay code of type statutory_holiday or holiday: true or false",
		Read: func(c *Config, v string) (err error) {
			if c.HolidayPay, err = strconv.ParseBool(v); err != nil {
				return errors.New("expected true or false")
			}
			return nil
		},
	},
	{
		Name: "CLOCK_ROUNDING_MINUTES", Default: "1",
		Help: "minutes to whose nearest multiple the times of shifts that were clocked are rounded: 1, 5, 6, 10 or 15",
		Read: func(c *Config, v string) (err error) {
			if c.ClockStep, err = strconv.Atoi(v); err != nil || !slices.Contains(clockings.Steps, c.ClockStep) {
				return errors.New("expected 1, 5, 6, 10 or 15")
			}
			return nil
		},
	},
	{
		Name: "DEFAULT_BREAKS",
		Help: "breaks of shifts entered without any, by their length, such as 5 h: 30; 10 h: 30 + 15 paid; leave empty for none",
		Read: func(c *Config, v string) error {
			var ok bool
			if c.DefaultBreaks, ok = breakrules.Parse(v); !ok {
				return errors.New("expected hours and minutes such as 5 h: 30; 10 h: 30 + 15 paid, with breaks that fit into shifts of that length")
			}
			return nil
		},
	},
	{
		Name: "AUTO_REMINDERS", Default: "true",
		Help: "remind employees to submit their timesheet, and supervisors of those that await their approval: true or false",
		Read: func(c *Config, v string) error {
			remind, err := strconv.ParseBool(v)
			if err != nil {
				return errors.New("expected true or false")
			}
			c.NoReminders = !remind
			return nil
		},
	},
	{
		Name: "PHONE_NOTICES", Default: "true",
		Help: "send notices to devices on which people ask for them, by the push services of the browsers' makers: true or false",
		Read: func(c *Config, v string) error {
			send, err := strconv.ParseBool(v)
			if err != nil {
				return errors.New("expected true or false")
			}
			c.NoPhoneNotices = !send
			return nil
		},
	},
	{
		Name: "APPROVAL_OVERDUE_DAYS", Default: "5",
		Help: "working days after which what waits for a supervisor is reported to whoever is above, 1 to 30; 0: never",
		Read: func(c *Config, v string) (err error) {
			if c.OverdueDays, err = strconv.Atoi(v); err != nil || c.OverdueDays < 0 || c.OverdueDays > 30 {
				return errors.New("expected a whole number from 0 to 30")
			}
			return nil
		},
	},
	{
		Name: "ARCHIVE_AFTER_PERIODS", Default: "26",
		Help: "number of closed pay periods after which approved timesheets and decided leave requests are archived, 1 to 2600",
		Read: func(c *Config, v string) (err error) {
			if c.ArchiveAfter, err = strconv.Atoi(v); err != nil || c.ArchiveAfter < 1 || c.ArchiveAfter > 2600 {
				return errors.New("expected a whole number from 1 to 2600")
			}
			return nil
		},
	},
	{
		Name: "EXPENSE_TAXES", Default: "false",
		Help: "the form of an expense asks for the GST and the QST in its amount: true or false",
		Read: func(c *Config, v string) (err error) {
			if c.ExpenseTaxes, err = strconv.ParseBool(v); err != nil {
				return errors.New("expected true or false")
			}
			return nil
		},
	},
	{
		Name: "RECEIPTS_ABOVE",
		Help: "dollars: an expense above this amount needs a receipt before its timesheet is submitted, 0 to 1000000; leave empty for none",
		Read: func(c *Config, v string) error {
			c.ReceiptsAbove = nil
			if v == "" {
				return nil
			}
			dollars, ok := typed.Decimal(v)
			if !ok || dollars < 0 || dollars > 1e6 {
				return errors.New("expected an amount from 0 to 1000000, or nothing")
			}
			c.ReceiptsAbove = new(expenses.Cents(dollars))
			return nil
		},
	},
	{
		Name: "KEEP_GUESTS_MONTHS", Default: "0",
		Help: "months after an event until its guests become anonymous, 1 to 600; 0 keeps them",
		Read: func(c *Config, v string) error { return months(&c.Keep.Guests, v, 1) },
	},
	{
		Name: "KEEP_RECIPIENTS_MONTHS", Default: "0",
		Help: "months after a campaign until its recipients become anonymous, 1 to 600; 0 keeps them",
		Read: func(c *Config, v string) error { return months(&c.Keep.Recipients, v, 1) },
	},
	{
		Name: "KEEP_LINKS_MONTHS", Default: "0",
		Help: "months after an event until its personal links are deleted, 1 to 600; 0 keeps them",
		Read: func(c *Config, v string) error { return months(&c.Keep.Links, v, 1) },
	},
	{
		Name: "KEEP_AUDIT_MONTHS", Default: "0",
		Help: "months until entries of the audit log are deleted, 36 to 600; 0 keeps them",
		Read: func(c *Config, v string) error { return months(&c.Keep.Audit, v, 36) },
	},
	{
		Name: "KEEP_RECEIPTS_MONTHS", Default: "84",
		Help: "months after their upload until receipts of expenses are deleted, 84 to 600; 0 keeps them",
		Read: func(c *Config, v string) error { return months(&c.Keep.Receipts, v, 84) },
	},
	{
		Name: "OIDC_ISSUER", Group: signInGroup,
		Help: "issuer URL of the company's OpenID Connect provider (https://…), exactly as in its tokens",
		Read: func(c *Config, v string) error {
			c.OIDC.Issuer = v
			return issuer(v)
		},
	},
	{
		Name: "OIDC_CLIENT_ID", Group: signInGroup,
		Help: "client ID of this service at the provider; required with OIDC_ISSUER",
		Read: func(c *Config, v string) error {
			c.OIDC.ClientID = v
			if v == "" && c.OIDC.Issuer != "" {
				return errors.New("required when OIDC_ISSUER is set")
			}
			return nil
		},
	},
	{
		Name: "OIDC_CLIENT_SECRET", Group: signInGroup, Secret: true, SentTo: "OIDC_ISSUER",
		Help: "client secret from the provider; leave empty for a public client",
		Read: func(c *Config, v string) error {
			c.OIDC.ClientSecret = v
			return nil
		},
	},
	{
		Name: "DIRECTORY_URL", Secret: true,
		Help: "where customer records are read from: files:PATH, https://host/path or frappe+https://key:secret@host; leave empty for none",
		Read: func(c *Config, v string) (err error) {
			c.Directory, err = directory.Open(v)
			return err
		},
		readStored: func(c *Config, v string) (err error) {
			c.Directory, err = directory.OpenStored(v, c.DirectoryRoots)
			return err
		},
	},
	{
		Name: "DIRECTORY_EVERY", Default: "15m",
		Help: "how often customer records are synced, 1m to 168h",
		Read: func(c *Config, v string) (err error) {
			if c.DirectoryEvery, err = time.ParseDuration(v); err != nil || c.DirectoryEvery < time.Minute || c.DirectoryEvery > 168*time.Hour {
				return errors.New("expected a duration from 1m to 168h, such as 15m")
			}
			return nil
		},
	},
}

// months reads a number of months, which is 0 or at least a number.
func months(to *int, v string, least int) (err error) {
	if *to, err = strconv.Atoi(v); err != nil || *to != 0 && *to < least || *to > 600 {
		return fmt.Errorf("expected 0, or a whole number from %d to 600", least)
	}
	return nil
}

const maxCompanyName = 80 // characters

// issuer accepts an https address, or an http address of this machine: sign-ins must not be read or changed on the way.
func issuer(v string) error {
	if v == "" {
		return nil
	}
	u, err := url.Parse(v)
	if err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" || u.Scheme != "https" &&
		!(u.Scheme == "http" && thisMachine(u.Hostname())) {
		return errors.New("expected https://host, optionally followed by a path; http:// only for a provider on this machine")
	}
	return nil
}

func thisMachine(host string) bool {
	a, _ := netip.ParseAddr(host) // the zero address is not a loopback address
	return host == "localhost" || a.IsLoopback()
}
