// Package audience builds the main list of an event: whom its mass send goes to, each address once (R4–R6). Entries come
// from filters over the customer directory, from picks by hand and from CSV files.
package audience

import (
	"strings"
	"unicode/utf8"

	"presence/app/platform/contact"
	"presence/app/platform/errs"
)

// Kind says how entries came into the list.
type Kind string

// The kinds.
const (
	ByFilters Kind = "filters"
	ByHand    Kind = "manual"
	ByCSV     Kind = "csv"
)

// CustomerType narrows to private or business customers.
type CustomerType string

// The types of customers.
const (
	Residential CustomerType = "residential" // Individual
	Commercial  CustomerType = "commercial"  // Company
	AllTypes    CustomerType = "all"
)

// Filters choose customers of the directory; all of them must match (R4).
type Filters struct {
	ActiveCustomers    bool // only customers with an active account, also where IncludeResiliated is on
	ActiveSubscription bool
	MinMonthly         int64 // cents that the active subscriptions cost a month together; counts only with ActiveSubscription
	CustomerType       CustomerType
	IncludeChurned     bool `json:"IncludeResiliated"` // keep customers who have left; the JSON name is the one in stored labels
	Name               string
	City               string
}

// Validate cleans f and finds every fault of it. A monthly total without ActiveSubscription counts as 0.
func (f *Filters) Validate() (faults errs.Fields) {
	switch f.CustomerType {
	case "":
		f.CustomerType = AllTypes
	case Residential, Commercial, AllTypes:
	default:
		faults.Add("filters.customer_type", "not_allowed", "Expected one of residential, commercial, all.")
	}
	if f.MinMonthly < 0 || f.MinMonthly > maxMonthly {
		faults.Add("filters.min_monthly", "out_of_range", "Expected dollars from 0 to 1,000,000.")
	}
	if !f.ActiveSubscription {
		f.MinMonthly = 0
	}
	f.Name, f.City = strings.TrimSpace(f.Name), strings.TrimSpace(f.City)
	checkText(&faults, "filters.name", f.Name)
	checkText(&faults, "filters.city", f.City)
	return faults
}

// includesChurned reports whether customers who have left are among the chosen.
func (f Filters) includesChurned() bool { return f.IncludeChurned && !f.ActiveCustomers }

// Bounds of what is taken.
const (
	maxText    = 200         // characters of a name, a number, a phone, a filter
	maxMonthly = 100_000_000 // cents
	maxPicks   = 1000        // customers, and entries, of one request
)

func checkText(faults *errs.Fields, field, s string) {
	switch {
	case utf8.RuneCountInString(s) > maxText:
		faults.Add(field, "too_long", "Expected at most 200 characters.")
	default:
		faults.Line(field, s)
	}
}

// Monthly is what a customer pays.
type Monthly struct {
	Number int64 // of active subscriptions
	Cents  int64 // a month, together
}

// Entry is one address of a list.
type Entry struct {
	ID         int64  // 0: not in a list
	Email      string // as written
	FirstName  string
	LastName   string
	Language   string // "fr", "en", "" unknown
	CustomerID string
	Phone      string
	Monthly    *Monthly // nil: not computed
	Kind       Kind     // of the batch that brought it

	key string // the address as it is compared (R5)
}

// Name is both names.
func (e Entry) Name() string { return strings.TrimSpace(e.FirstName + " " + e.LastName) }

// clean puts the fields into the form that is kept; reason is why it cannot be taken, a code, "" for none, and field
// what the reason is about.
func (e *Entry) clean() (field, reason string) {
	for _, f := range []struct {
		name string
		at   *string
	}{{"email", &e.Email}, {"firstname", &e.FirstName}, {"lastname", &e.LastName}, {"customer_id", &e.CustomerID}, {"phone", &e.Phone}} {
		if reason := cleanText(f.at); reason != "" {
			return f.name, reason
		}
	}
	e.Language = languageOf(e.Language)
	if e.Email == "" {
		return "email", NoEmail
	}
	key, err := contact.EmailKey(e.Email)
	if err != nil {
		return "email", BadEmail
	}
	e.key = key
	return "", ""
}

// cleanText makes one line of a text.
func cleanText(s *string) (reason string) {
	if plainLine(*s) {
		*s = strings.TrimSpace(*s)
		return ""
	}
	*s = strings.Join(strings.Fields(errs.Undirected(*s)), " ")
	switch {
	case utf8.RuneCountInString(*s) > maxText:
		return TooLong
	case strings.ContainsFunc(*s, errs.Unreadable):
		return BadText
	}
	return ""
}

// plainLine reports whether a text is short and of printable ASCII with single spaces, as nearly all are.
func plainLine(s string) bool {
	if len(s) > maxText {
		return false
	}
	for i := 0; i < len(s); i++ {
		if s[i] < ' ' || s[i] > '~' || i > 0 && s[i] == ' ' && s[i-1] == ' ' {
			return false
		}
	}
	return true
}

// languageOf understands what people write for a language; what it does not know is unknown.
func languageOf(s string) string {
	switch s {
	case "", "fr", "en":
		return s
	}
	s = contact.Fold(strings.TrimSpace(s))
	switch {
	case s == "f" || strings.HasPrefix(s, "fr"):
		return "fr"
	case s == "e" || s == "a" || strings.HasPrefix(s, "en") || strings.HasPrefix(s, "an"):
		return "en"
	}
	return ""
}

// folded is what the search of a list looks at.
func (e Entry) folded() string {
	return contact.Fold(e.FirstName+" "+e.LastName) + "\n" + e.key + "\n" + contact.Fold(e.CustomerID)
}

// The reasons why a line, or an entry, cannot be taken. A reader's faults (csvx.Fault) are reasons too.
const (
	NoEmail  = "no_email"
	BadEmail = "bad_email"
	TooLong  = "too_long"
	BadText  = "control"
	Columns  = "columns" // more cells than the heading names
)

// splitName parts the name of a person: the last word is the last name, with the particles before it. A company's name
// is whole, and a last name.
func splitName(name string, person bool) (first, last string) {
	words := strings.Fields(name)
	if !person || len(words) < 2 {
		return "", strings.Join(words, " ")
	}
	at := len(words) - 1
	for at > 1 && particles[contact.Fold(words[at-1])] {
		at--
	}
	return strings.Join(words[:at], " "), strings.Join(words[at:], " ")
}

var particles = map[string]bool{"de": true, "du": true, "des": true, "la": true, "le": true, "van": true, "von": true, "der": true,
	"den": true, "di": true, "da": true, "st": true, "ste": true}

// NoAddress is a chosen customer who cannot be written to.
type NoAddress struct{ CustomerID, Name string }

// Rejected is a line that was not taken.
type Rejected struct {
	Line   int
	Reason string
}

// Stats are what is known of a choice of entries.
type Stats struct {
	Count         int64 // different addresses
	AlreadyListed int64 // of them, those that the list has
	Duplicates    int64 // entries left out because another one has their address
	NoEmail       []NoAddress
	NoEmailTotal  int64
	Churned       int64 // customers left out because they have left
	Rejected      []Rejected
	RejectedTotal int64
}

// Bounds of what figures name one by one; their totals have no bound.
const (
	maxNoEmail  = 300
	maxRejected = 1000
	sampleSize  = 20
)

func (f *Stats) reject(line int, reason string) {
	if f.RejectedTotal++; len(f.Rejected) < maxRejected {
		f.Rejected = append(f.Rejected, Rejected{line, reason})
	}
}

func (f *Stats) noAddress(c NoAddress) {
	if f.NoEmailTotal++; len(f.NoEmail) < maxNoEmail {
		f.NoEmail = append(f.NoEmail, c)
	}
}

// Preview is what would be added.
type Preview struct {
	Stats
	Sample []Entry // the first 20
}

// Source is a batch of the list.
type Source struct {
	ID    int64
	Kind  Kind
	Label Label
	Count int64
}

// Label says what a batch is of.
type Label struct {
	Filters *Filters `json:"filters,omitempty"`
	File    string   `json:"file,omitempty"` // empty: pasted
}

// List is the main list of an event in figures.
type List struct {
	Total   int64
	Sources []Source
}

// Added is what became of a batch.
type Added struct {
	Stats
	Added int64
	List  List
}
