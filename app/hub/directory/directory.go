// Package directory keeps a copy of the customer records of another system (R7), so that a search or a match never waits for
// the network. A sync reads the source, writes the changed records as the next generation, and publishes it.
package directory

import (
	"strings"
	"unicode/utf8"

	"presence/app/platform/contact"
	"presence/db"
)

// Limits of one record. A record that exceeds them is rejected with the reason, and the sync continues.
const (
	maxText          = 200 // characters of a name, a number, a city
	maxContacts      = 20  // e-mail addresses, and phone numbers
	maxSubscriptions = 200
	maxMonthly       = 100_000_000 // cents per month of one subscription
)

// Status of a customer's account.
const (
	Active  = "active"
	HasLeft = "resiliated" // has left
)

// Type of a customer.
const (
	Individual = "Individual"
	Company    = "Company"
)

// Customer is one record of the directory, with the fields of R7.
type Customer struct {
	ID            string // the customer number that the customer knows
	Name          string
	AccountID     string
	AccountName   string
	AccountStatus string // Active or HasLeft
	Type          string // Individual or Company
	Mandatary     string // who may act for the customer; empty for none
	LegacyContact string // the contact's name in the source's previous system
	Emails        []string
	Phones        []string
	City          string
	Language      string // "fr", "en", "" unknown
	Subscriptions []Subscription
}

// Subscription is a subscription of a customer.
type Subscription struct {
	Status       string // Active counts; any other value is stored as the source has it
	MonthlyCents int64
}

// Monthly returns the total of the active subscriptions in cents per month, and whether there is any.
func (c Customer) Monthly() (cents int64, subscribed bool) {
	for _, s := range c.Subscriptions {
		if s.Status == Active {
			cents += s.MonthlyCents
			subscribed = true
		}
	}
	return cents, subscribed
}

// Reject is the error that rejects a record.
type Reject struct {
	Reason string // "required", "too_long", "too_many", "bad_text", "bad_value", "duplicate", "unreadable"
	Field  string // the field with the error; empty for the whole record
	Value  string // of "bad_value": the value as written; empty where it is not a text
}

func (r *Reject) Error() string { return strings.TrimSpace(r.Reason + " " + r.Field) }

// Clean normalizes a record: it trims texts and translates the words of other systems. It fails with a *Reject. Invalid e-mail
// addresses and phone numbers are kept as written: staff can read them, but nothing is sent there.
func (c *Customer) Clean() error {
	if r := c.clean(false, func(Reject) {}); r != nil {
		return r
	}
	return nil
}

// clean is Clean. With unknownAsEmpty, a type or status that is not known counts as an empty one. note receives each value that
// is removed from a record that is kept: unknown types and statuses, and languages other than French and English.
func (c *Customer) clean(unknownAsEmpty bool, note func(Reject)) *Reject {
	for _, x := range c.texts() {
		if err := cleanText(x.field, x.text); err != nil {
			return err
		}
	}
	if c.ID == "" {
		return &Reject{Reason: "required", Field: "customer_id"}
	}
	if c.Name == "" {
		c.Name = firstOf(c.AccountName, c.Mandatary)
	}
	if c.Name == "" {
		return &Reject{Reason: "required", Field: "name"}
	}
	c.AccountID, c.AccountName = firstOf(c.AccountID, c.ID), firstOf(c.AccountName, c.Name)
	if err := c.cleanWords(unknownAsEmpty, note); err != nil {
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

// cleanWords translates the fields that have a fixed set of values. unknownAsEmpty and note are as in clean.
func (c *Customer) cleanWords(unknownAsEmpty bool, note func(Reject)) *Reject {
	for _, x := range [...]namedText{{"account_status", &c.AccountStatus}, {"type", &c.Type}} {
		known, ok := words[x.field][contact.Fold(*x.text)]
		if !ok {
			unknown := Reject{Reason: "bad_value", Field: x.field, Value: *x.text}
			if !unknownAsEmpty {
				return &unknown
			}
			note(unknown)
			known = words[x.field][""]
		}
		*x.text = known
	}
	language, known := contact.Language(c.Language)
	if !known {
		note(Reject{Reason: "bad_value", Field: "language", Value: c.Language})
	}
	c.Language = language
	return nil
}

// words map the words of sources to ours, by field. An empty value means the most common case.
var words = map[string]map[string]string{
	"account_status": wordsFor(map[string]string{
		Active: "|active|actif|active customer|client actif|enabled|open|opened|ouvert|current|en cours|en vigueur|courant|valid|valide|1|yes|oui|" +
			"true|vrai",
		HasLeft: "resiliated|resilie|terminated|termine|closed|ferme|inactive|inactif|cancelled|canceled|annule|disabled|desactive|ended|left|" +
			"parti|ancien client|former|former customer|ex-client|archived|archive|0|no|non|false|faux",
	}),
	"type": wordsFor(map[string]string{
		Individual: "|individual|individu|individuel|particulier|residential|residentiel|person|personne|personne physique|private|prive|" +
			"private person|consumer|consommateur|home|household|menage|domicile|b2c|p",
		Company: "company|companies|compagnie|entreprise|commercial|commerce|commercant|corporate|corporation|corporatif|business|organization|" +
			"organisation|organisme|societe|personne morale|partnership|professional|professionnel|enterprise|firm|inc|inc.|b2b|e",
	}),
}

// wordsFor returns a map from each folded word to the value in whose list it is.
func wordsFor(lists map[string]string) map[string]string {
	m := map[string]string{}
	for value, list := range lists {
		for word := range strings.SplitSeq(list, "|") {
			m[word] = value
		}
	}
	return m
}

func (c *Customer) cleanSubscriptions() *Reject {
	if len(c.Subscriptions) > maxSubscriptions {
		return &Reject{Reason: "too_many", Field: "subscriptions"}
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
			return &Reject{Reason: "bad_value", Field: "subscriptions"}
		}
	}
	return nil
}

// cleanText trims a text and replaces control characters by spaces: a line break in a name is a typing error, not a reason to
// reject.
func cleanText(field string, s *string) *Reject {
	if plain(*s) {
		*s = strings.TrimSpace(*s)
	} else {
		if strings.ContainsRune(*s, utf8.RuneError) { // as bytes that are no UTF-8 are read
			return &Reject{Reason: "bad_text", Field: field}
		}
		*s = strings.Join(strings.FieldsFunc(*s, func(r rune) bool {
			return r <= ' ' || r == 0x7f || r == 0x85 || r == '\u00a0' || r == '\u2028' || r == '\u2029'
		}), " ")
	}
	if utf8.RuneCountInString(*s) > maxText {
		return &Reject{Reason: "too_long", Field: field}
	}
	return nil
}

// plain reports whether a text is printable ASCII, as most are.
func plain(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] >= 0x7f {
			return false
		}
	}
	return true
}

// cleanList trims the entries and removes empty ones and duplicates.
func cleanList(field string, list *[]string) *Reject {
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
		return &Reject{Reason: "too_many", Field: field}
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

// Run is one sync, running or finished.
type Run struct {
	ID         int64
	Generation int64
	Source     string // type and address of the source, without secrets
	StartedAt  db.Instant
	SeenAt     db.Instant  // the last heartbeat
	FinishedAt *db.Instant // nil: still running
	State      string      // "running", "done", "unchanged", "failed"
	Read       int64       // records read so far
	Total      *int64      // number of records; nil: the source does not say
	Added      int64
	Changed    int64
	Removed    int64
	Rejected   int64
	Problem    string     // why it failed: a code, or code:detail
	Upload     int64      // the file that was read; 0: the source
	UndoneAt   db.Instant // 0: never
	Findings   *Findings  // nil: it has not ended, or ended before they were stored

	previous  int64      // the generation that was read before
	undoUntil db.Instant // 0: the run cannot be undone
}

// Code splits Problem into its code and its detail.
func (r Run) Code() (code, detail string) {
	code, detail, _ = strings.Cut(r.Problem, ": ")
	return code, detail
}

// Rejected is a record that a run rejected.
type Rejected struct {
	Place      string // its place in the source
	CustomerID string // empty when it could not be read
	Reject
}
