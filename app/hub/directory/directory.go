// Package directory mirrors the customer records that another system keeps (R7), so that a search or a match never waits
// on the network: a sync reads a source, writes what changed as the next generation, and publishes that.
package directory

import (
	"strings"
	"unicode/utf8"

	"presence/app/platform/contact"
	"presence/db"
)

// Bounds of one record. What is over them is rejected with its reason, and the sync goes on.
const (
	maxText          = 200 // characters of a name, a number, a city
	maxContacts      = 20  // addresses, and numbers
	maxSubscriptions = 200
	maxMonthly       = 100_000_000 // cents a month of one subscription
)

// Status of a customer's account.
const (
	Active     = "active"
	Resiliated = "resiliated" // has left
)

// Type of a customer.
const (
	Individual = "Individual"
	Company    = "Company"
)

// Customer is one record of the directory, as R7 names its fields.
type Customer struct {
	ID            string // the number that customers know
	Name          string
	AccountID     string
	AccountName   string
	AccountStatus string // Active or Resiliated
	Type          string // Individual or Company
	Mandatary     string // who may act for the customer; '' for none
	LegacyContact string // the contact's name in the system before this one
	Emails        []string
	Phones        []string
	City          string
	Language      string // "fr", "en", "" unknown
	Subscriptions []Subscription
}

// Subscription is what a customer pays for.
type Subscription struct {
	Status       string // Active counts, whatever else is kept as the source says it
	MonthlyCents int64
}

// Monthly is what the active subscriptions cost a month together, in cents, and whether there is one.
func (c Customer) Monthly() (cents int64, subscribed bool) {
	for _, s := range c.Subscriptions {
		if s.Status == Active {
			cents += s.MonthlyCents
			subscribed = true
		}
	}
	return cents, subscribed
}

// Reject is why a record cannot be taken.
type Reject struct {
	Reason string // "required", "too_long", "too_many", "bad_text", "bad_value", "duplicate", "unreadable"
	Field  string // that the reason is about; '' for the whole record
}

func (r *Reject) Error() string { return strings.TrimSpace(r.Reason + " " + r.Field) }

// Clean brings a record into the one form in which it is kept: texts trimmed, words of other systems in ours. It fails
// with a *Reject. Addresses and numbers that are none are kept as they are written: people see them, nothing is sent there.
func (c *Customer) Clean() error {
	for _, x := range c.texts() {
		if err := cleanText(x.field, x.text); err != nil {
			return err
		}
	}
	if c.ID == "" {
		return &Reject{"required", "customer_id"}
	}
	if c.Name == "" {
		c.Name = firstOf(c.AccountName, c.Mandatary)
	}
	if c.Name == "" {
		return &Reject{"required", "name"}
	}
	c.AccountID, c.AccountName = firstOf(c.AccountID, c.ID), firstOf(c.AccountName, c.Name)
	if err := c.cleanWords(); err != nil {
		return err
	}
	if err := cleanList("emails", &c.Emails); err != nil {
		return err
	}
	if err := cleanList("phones", &c.Phones); err != nil {
		return err
	}
	return c.cleanSubscriptions()
}

type namedText struct {
	field string
	text  *string
}

func (c *Customer) texts() [10]namedText {
	return [...]namedText{
		{"customer_id", &c.ID}, {"name", &c.Name}, {"account_id", &c.AccountID}, {"account_name", &c.AccountName},
		{"account_status", &c.AccountStatus},
		{"type", &c.Type}, {"mandatary", &c.Mandatary}, {"legacy_contact", &c.LegacyContact}, {"city", &c.City}, {"language", &c.Language},
	}
}

// cleanWords translates the fields of few values.
func (c *Customer) cleanWords() error {
	status, known := statuses[contact.Fold(c.AccountStatus)]
	if !known {
		return &Reject{"bad_value", "account_status"}
	}
	kind, known := types[contact.Fold(c.Type)]
	if !known {
		return &Reject{"bad_value", "type"}
	}
	c.AccountStatus, c.Type, c.Language = status, kind, languageOf(c.Language)
	return nil
}

// statuses and types are the words that sources use; what is not said is the common case.
var (
	statuses = map[string]string{
		"": Active, "active": Active, "actif": Active, "enabled": Active, "open": Active, "ouvert": Active, "1": Active,
		"resiliated": Resiliated, "resilie": Resiliated, "terminated": Resiliated, "closed": Resiliated, "ferme": Resiliated,
		"inactive": Resiliated,
		"inactif":  Resiliated, "cancelled": Resiliated, "canceled": Resiliated, "disabled": Resiliated, "0": Resiliated,
	}
	types = map[string]string{
		"": Individual, "individual": Individual, "particulier": Individual, "residential": Individual, "residentiel": Individual,
		"person":  Individual,
		"company": Company, "entreprise": Company, "commercial": Company, "compagnie": Company, "business": Company, "partnership": Company,
	}
)

func languageOf(s string) string {
	switch folded := contact.Fold(s); {
	case strings.HasPrefix(folded, "fr"):
		return "fr"
	case strings.HasPrefix(folded, "en"), strings.HasPrefix(folded, "ang"):
		return "en"
	}
	return ""
}

func (c *Customer) cleanSubscriptions() error {
	if len(c.Subscriptions) > maxSubscriptions {
		return &Reject{"too_many", "subscriptions"}
	}
	for i := range c.Subscriptions {
		s := &c.Subscriptions[i]
		if err := cleanText("subscriptions", &s.Status); err != nil {
			return err
		}
		if s.Status = contact.Fold(s.Status); s.Status == "" || s.Status == "actif" {
			s.Status = Active
		}
		if s.MonthlyCents < 0 || s.MonthlyCents > maxMonthly {
			return &Reject{"bad_value", "subscriptions"}
		}
	}
	return nil
}

// cleanText trims a text; controls become spaces, for a line break in a name is a slip and no attack that matters here.
func cleanText(field string, s *string) error {
	if plain(*s) {
		*s = strings.TrimSpace(*s)
	} else {
		if !utf8.ValidString(*s) || strings.ContainsRune(*s, utf8.RuneError) {
			return &Reject{"bad_text", field}
		}
		*s = strings.Join(strings.FieldsFunc(*s, func(r rune) bool {
			return r <= ' ' || r == 0x7f || r == 0x85 || r == '\u00a0' || r == '\u2028' || r == '\u2029'
		}), " ")
	}
	if len(*s) > maxText && utf8.RuneCountInString(*s) > maxText {
		return &Reject{"too_long", field}
	}
	return nil
}

// plain reports whether a text is of printable ASCII, as most are.
func plain(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] >= 0x7f {
			return false
		}
	}
	return true
}

// cleanList trims the entries and drops those that are empty or twice there.
func cleanList(field string, list *[]string) error {
	kept := (*list)[:0]
next:
	for _, s := range *list {
		if err := cleanText(field, &s); err != nil {
			return err
		}
		for _, k := range kept {
			if k == s {
				continue next
			}
		}
		if s != "" {
			kept = append(kept, s)
		}
	}
	if *list = kept; len(kept) > maxContacts {
		return &Reject{"too_many", field}
	}
	return nil
}

func firstOf(texts ...string) string {
	for _, s := range texts {
		if s != "" {
			return s
		}
	}
	return ""
}

// Run is one sync, under way or over.
type Run struct {
	ID         int64
	Generation int64
	Source     string // what kind and where, without secrets
	StartedAt  db.Instant
	SeenAt     db.Instant  // its last sign of life
	FinishedAt *db.Instant // nil: under way
	Status     string      // "running", "done", "unchanged", "failed"
	Read       int64       // records read so far
	Total      *int64      // records there are; nil: the source does not say
	Added      int64
	Changed    int64
	Removed    int64
	Rejected   int64
	Problem    string // why it failed: a code, and behind a colon what the code leaves open
}

// Code is the code of the run's problem, and what it leaves open.
func (r Run) Code() (code, detail string) {
	code, detail, _ = strings.Cut(r.Problem, ": ")
	return code, detail
}

// Rejected is a record that a run could not take.
type Rejected struct {
	Place      string // where it stands in the source
	CustomerID string // '' when it could not be read
	Reject
}
