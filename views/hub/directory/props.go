// Package directory renders the customer directory: the search, a customer, and the syncs.
package directory

import (
	"github.com/a-h/templ"

	"presence/app/platform/i18n"
	"presence/views/hub/timeline"
	"presence/views/ui"
)

// Page is the search with what it found.
type Page struct {
	Query string
	State State
	Found Found
}

// State is how fresh the mirror is.
type State struct {
	Source    string // empty: none is set
	Every     string
	Uploaded  string // the file that the customers were read from; empty: none
	Settings  string // where the viewer chooses the source; empty: the viewer may not
	Uploads   bool   // files may be uploaded
	Customers string // how many, in words
	Empty     bool
	Fresh     string // when it was last up to date
	FreshAt   string // the same for programs; empty: never
	FreshFull string
	Running   *ui.Progress // nil: nothing is under way
	Problem   string       // why the last run failed; empty: it did not
	Detail    string
	Shrunk    bool   // the last run waits until staff accept that the source has shrunk
	Rejected  string // number of records that the last run rejected; empty: none
	Run       string // the URL of the page of the last run
}

// first reports whether the state comes before the search: something is wrong with the mirror, or it is being filled.
func (s State) first() bool { return s.Empty || s.Problem != "" || s.Running != nil }

// Found is what stands below the field: the result of a search, a segment, or where to begin.
type Found struct {
	Count         string    // how many, in words; empty without a search
	Heading       string    // of the rows; empty: of a search
	All           string    // the address of the beginning, from a segment
	Kinds, Cities []ui.Chip // of the cities, the first is the name of their menu
	Title         string    // when there are no rows
	Text          string
	Rows          []Row
	Pages         *ui.Pages // nil: there is one

	ShowMonthly bool // a column, where any customer of the directory has something to show there
}

// state returns what marks a customer whose account has ended; nil: it is active.
func (c Customer) state(l i18n.Lang) templ.Component {
	if c.HasLeft {
		return left(l)
	}
	return nil
}

// columns returns the columns of the rows.
func (f Found) columns(l i18n.Lang) []ui.Col {
	list := []ui.Col{{Label: l.T(i18n.DirCustomer)}, {Label: l.T(i18n.DirContact)}, {Label: l.T(i18n.DirCity)}, {Label: l.T(i18n.DirType)}}
	if f.ShowMonthly {
		list = append(list, ui.Col{Label: l.T(i18n.DirMonthly), Numeric: true})
	}
	return list
}

// Row is a customer found.
type Row struct {
	Name, Account, Href, Number, Email, Phone, City, Type, Monthly string

	HasEmail, Company, HasLeft bool
}

// Customer is the page of one.
type Customer struct {
	Name, Subtitle, Back string
	HasLeft              bool
	Facts                []Fact
	Emails               []string
	Phones               []Phone
	Total                string // of the active subscriptions; empty: none
	NoPlans              string
	Plans                []Plan
	Timeline             []timeline.Row
}

// Phone is a telephone number with the number to dial; empty: it cannot be dialled.
type Phone struct{ Text, Tel string }

// Fact is a name with its value.
type Fact struct{ Name, Value string }

// Plan is a subscription.
type Plan struct {
	Status, Price string
	Active        bool
}

// History is the page of the syncs.
type History struct {
	State State
	Runs  []Run
}

// Run is one sync.
type Run struct {
	Href, When, At, Outcome, Read, Added, Changed, Removed, Rejected, Took, Source string

	Tone            ui.Tone
	Icon            ui.Icon
	Problem, Detail string
}

// RunPage is one sync with the records that it rejected.
type RunPage struct {
	Run     Run
	Figures []Fact
	Note    string
	Rejects []Reject

	Findings []Finding // equal reasons counted together
}

// Finding is a reason for which records are rejected or, if they are kept, a value that is ignored.
type Finding struct {
	Reason, Records string
	Places          string // of the first records
	Kept            bool
}

// Reject is a rejected record.
type Reject struct{ Place, Number, Reason string }
