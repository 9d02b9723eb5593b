package app

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"presence/app/hub/directory"
	"presence/app/platform/i18n"
	"presence/app/platform/typed"
	"presence/app/workforce/breakrules"
	"presence/app/workforce/clockings"
	"presence/app/workforce/expenses"
	"presence/app/workforce/labourstandards"
	"presence/db"
)

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

// CompanyOvertime are a company's own limits of overtime. A nil one is that of the labour standards.
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
