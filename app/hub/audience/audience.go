// Package audience builds the main list of an event: the addresses that its mass send goes to, each of them once (R4–R6).
// Entries come from filters over the customer directory, from picks by hand and from CSV files.
package audience

import (
	"slices"
	"strings"
	"unicode/utf8"

	"presence/app/platform/audit"
	"presence/app/platform/contact"
	"presence/app/platform/errs"
)

// Kind says where the entries of a batch come from.
type Kind string

// The kinds.
const (
	ByFilters Kind = "filters"
	ByHand    Kind = "manual"
	ByCSV     Kind = "csv"
)

// CustomerType restricts filters to private or to business customers.
type CustomerType string

// The types of customers.
const (
	Residential CustomerType = "residential" // Individual
	Commercial  CustomerType = "commercial"  // Company
	AllTypes    CustomerType = "all"
)

// Filters select customers of the directory; a customer must match all of them (R4).
type Filters struct {
	ActiveCustomers    bool // only customers with an active account, even if IncludeLeft is set
	ActiveSubscription bool
	MinMonthly         int64 // minimum total of the active subscriptions in cents per month; used only with ActiveSubscription
	CustomerType       CustomerType
	IncludeLeft        bool `json:"IncludeResiliated"` // keep customers who have left; the JSON name is the one in stored labels
	Name               string
	City               string
}

// Validate cleans f and returns its errors. Without ActiveSubscription it sets the monthly minimum to 0.
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

// includesLeft reports whether customers who have left may match.
func (f Filters) includesLeft() bool { return f.IncludeLeft && !f.ActiveCustomers }

// Limits of the input.
const (
	maxText    = 200         // characters of a name, a number, a phone, a filter
	maxMonthly = 100_000_000 // cents
	maxPicks   = 1000        // customers and entries in one request
)

func checkText(faults *errs.Fields, field, s string) {
	switch {
	case utf8.RuneCountInString(s) > maxText:
		faults.Add(field, "too_long", "Expected at most 200 characters.")
	default:
		faults.Line(field, s)
	}
}

// Monthly is what a customer pays each month.
type Monthly struct {
	Number int64 // of active subscriptions
	Cents  int64 // their total per month
}

// Entry is one address of a list.
type Entry struct {
	ID         int64  // 0: not on a list yet
	Email      string // as written
	FirstName  string
	LastName   string
	Language   string // "fr", "en", "" unknown
	CustomerID string
	Phone      string
	Monthly    *Monthly // nil: not loaded
	Kind       Kind     // of its batch

	key           string // the address, normalized for comparison (R5)
	otherLanguage string // as written, if it is neither French nor English; then Language is empty
}

// Name returns first and last name.
func (e Entry) Name() string { return strings.TrimSpace(e.FirstName + " " + e.LastName) }

// clean normalizes the fields. If the entry is invalid, reason is the code of the error and field the field with the error;
// else both are empty.
func (e *Entry) clean() (field, reason string) {
	for _, f := range []struct {
		name string
		at   *string
	}{{"email", &e.Email}, {"firstname", &e.FirstName}, {"lastname", &e.LastName}, {"customer_id", &e.CustomerID}, {"phone", &e.Phone}} {
		if reason := cleanText(f.at); reason != "" {
			return f.name, reason
		}
	}
	if code, known := contact.Language(e.Language); known {
		e.Language = code
	} else {
		e.Language, e.otherLanguage = "", strings.TrimSpace(e.Language)
	}
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

// cleanText collapses white space to single spaces and removes direction characters; reason is as in clean.
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

// plainLine reports whether a text is short printable ASCII with single spaces, which needs no cleaning. Nearly all texts are.
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

// folded returns the text in which a list is searched, without accents and case.
func (e Entry) folded() string {
	return contact.Fold(e.FirstName+" "+e.LastName) + "\n" + e.key + "\n" + contact.Fold(e.CustomerID)
}

// The reasons why a line or an entry is rejected. Errors of the CSV reader (tablereader.Fault) are further reasons.
const (
	NoEmail  = "no_email"
	BadEmail = "bad_email"
	TooLong  = "too_long"
	BadText  = "control"
	Columns  = "columns" // more cells than the header has columns
)

// splitName splits the name of a person into first and last name: the last name is the last word, with the particles before it.
// The whole name of a company is returned as last.
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

// NoAddress is a selected customer without a valid e-mail address.
type NoAddress struct{ CustomerID, Name string }

// Rejected is a line of a CSV that was not added.
type Rejected struct {
	Line   int
	Reason string
}

// Stats are the counts of a choice of entries.
type Stats struct {
	Count         int64 // different addresses
	AlreadyListed int64 // of these, on the list already
	Duplicates    int64 // entries left out because another entry has the same address
	NoEmail       []NoAddress
	NoEmailTotal  int64
	Erased        int64 // people left out because they were erased on request
	Left          int64 // customers left out because they have left
	Rejected      []Rejected
	RejectedTotal int64

	OtherLanguages     []string // languages of a CSV that are neither French nor English, as written: the first different ones
	OtherLanguageTotal int64    // lines with such a language, whose language is unknown
}

// Limits of the lists in Stats; its counts have no limit.
const (
	maxNoEmail  = 300
	maxRejected = 1000
	sampleSize  = 20

	maxOtherLanguages = 5
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

func (f *Stats) noteLanguage(e Entry) {
	if e.otherLanguage == "" {
		return
	}
	f.OtherLanguageTotal++
	if len(f.OtherLanguages) < maxOtherLanguages && !slices.Contains(f.OtherLanguages, e.otherLanguage) {
		f.OtherLanguages = append(f.OtherLanguages, e.otherLanguage)
	}
}

// Preview is what would be added to a list.
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

// Label describes where a batch comes from.
type Label struct {
	Filters *Filters `json:"filters,omitempty"`
	File    string   `json:"file,omitempty"`   // empty: the CSV was pasted as text
	Before  int64    `json:"before,omitempty"` // addresses of the batch that were listed before it, which it does not count
}

// AuditFields returns the file, or the filters that are set under the names that the API has for them; a monthly minimum is in
// dollars.
func (l Label) AuditFields() audit.Fields {
	fields := audit.Fields{}
	set := func(name string, value any, on bool) {
		if on {
			fields[name] = value
		}
	}
	set("file", l.File, l.File != "")
	if f := l.Filters; f != nil {
		set("active_customers", true, f.ActiveCustomers)
		set("active_subscription", true, f.ActiveSubscription)
		set("min_monthly", float64(f.MinMonthly)/100, f.MinMonthly > 0)
		set("customer_type", f.CustomerType, f.CustomerType != AllTypes)
		set("include_resiliated", true, f.IncludeLeft)
		set("name", f.Name, f.Name != "")
		set("city", f.City, f.City != "")
	}
	return fields
}

// List holds the totals of an event's main list.
type List struct {
	Total   int64
	Sources []Source
}

// Added is the result of adding a batch.
type Added struct {
	Stats
	Added int64
	List  List
}
