package audience

import (
	"context"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
)

// filtersBody are the filters in JSON (R4).
type filtersBody struct {
	ActiveCustomers    bool    `json:"active_customers,omitempty" doc:"Only customers with an active account, also where include_resiliated is on"`
	ActiveSubscription bool    `json:"active_subscription,omitempty" doc:"Only customers with an active subscription"`
	MinMonthly         float64 `json:"min_monthly,omitempty" minimum:"0" maximum:"1000000" doc:"Dollars a month of the active subscriptions together; counts as 0 while active_subscription is off" example:"40"`
	CustomerType       string  `json:"customer_type,omitempty" enum:"residential,commercial,all" doc:"Private people (residential), companies (commercial), or all"`
	IncludeLeft        bool    `json:"include_resiliated,omitempty" doc:"Keep customers who have left"`
	Name               string  `json:"name,omitempty" maxLength:"200" doc:"Part of a name: of the customer, the account, the authorized contact (mandatary) or the former contact; accents and case do not matter" example:"côté"`
	City               string  `json:"city,omitempty" maxLength:"200" doc:"Part of the city's name; accents and case do not matter" example:"Laval"`
}

func (b filtersBody) filters() Filters {
	return Filters{b.ActiveCustomers, b.ActiveSubscription, int64(math.Round(b.MinMonthly * 100)), CustomerType(b.CustomerType),
		b.IncludeLeft, b.Name, b.City}
}

// choiceBody is the body of the preview (R4).
type choiceBody struct {
	Mode    string      `json:"mode,omitempty" enum:"filters,csv" doc:"filters by default"`
	Filters filtersBody `json:"filters,omitzero"`
	CSV     string      `json:"csv,omitempty" doc:"A table with a heading; see the operation import-audience for what is read"`
}

// choice is a parsed choiceBody: the filters, or the text of a CSV.
type choice struct {
	kind    Kind
	filters Filters
	csv     string
}

// Parse validates the filters, or requires a CSV.
func (b choiceBody) Parse(context.Context) (choice, errs.Fields) {
	c := choice{Kind(b.Mode), b.Filters.filters(), b.CSV}
	return c, validate(c, nil)
}

// validate validates the fields that belong to the kind of source.
func validate(c choice, p *Picks) (faults errs.Fields) {
	switch c.kind {
	case ByCSV:
		if strings.TrimSpace(c.csv) == "" {
			faults.Add("csv", "required", "This field is required.")
		}
	case ByHand:
		faults = p.Validate()
	default:
		faults = c.filters.Validate()
	}
	return faults
}

// PersonJSON is an address that is not on a list yet. Like StatsJSON, it is exported for the API description.
type PersonJSON struct {
	Email         string   `json:"email" doc:"As it was written" example:"maude.theriault@example.com"`
	FirstName     string   `json:"firstname" doc:"Empty for a company" example:"Maude"`
	LastName      string   `json:"lastname" doc:"Of a company without an authorized contact (mandatary), its name" example:"Thériault"`
	Language      string   `json:"language" enum:"fr,en," doc:"Empty if unknown"`
	CustomerID    string   `json:"customer_id" doc:"The number that the customer knows; empty if none" example:"C-000123"`
	Phone         string   `json:"phone" doc:"As it was written; empty if unknown" example:"+15145550142"`
	Monthly       *float64 `json:"monthly,omitzero" doc:"Dollars a month, the total of the active subscriptions; absent if unknown" example:"74.95"`
	Subscriptions *int64   `json:"subscriptions,omitzero" doc:"How many are active; absent if unknown" example:"2"`
}

func toPersonJSON(e Entry) PersonJSON {
	f := PersonJSON{Email: e.Email, FirstName: e.FirstName, LastName: e.LastName, Language: e.Language, CustomerID: e.CustomerID,
		Phone: e.Phone}
	if e.Monthly != nil {
		f.Monthly, f.Subscriptions = new(float64(e.Monthly.Cents)/100), &e.Monthly.Number
	}
	return f
}

type noEmailJSON struct {
	CustomerID string `json:"customer_id" doc:"The number that the customer knows; empty if none" example:"C-000123"`
	Name       string `json:"name" doc:"As the directory has it" example:"Maude Thériault"`
}

type rejectedJSON struct {
	Line   int    `json:"line" doc:"Counted from 1, the heading among them" example:"17"`
	Reason string `json:"reason" enum:"no_email,bad_email,too_long,control,columns,quote,encoding" doc:"Why it cannot be taken"`
}

// StatsJSON are the counts of a choice of entries. It is exported because other structs embed it: huma leaves the fields of an
// unexported embedded struct out of the API description.
type StatsJSON struct {
	NoEmail       []noEmailJSON  `json:"no_email" doc:"Customers who cannot be written to, the first 300"`
	NoEmailTotal  int64          `json:"no_email_total" doc:"How many customers cannot be written to" example:"6"`
	Left          int64          `json:"resiliated_excluded" doc:"Customers excluded because they have left" example:"21"`
	Erased        int64          `json:"erased" doc:"Excluded because they were erased at their request" example:"0"`
	Duplicates    int64          `json:"duplicates" doc:"Excluded because another one has the same address" example:"3"`
	AlreadyListed int64          `json:"already_listed" doc:"Addresses in the audience" example:"12"`
	Rejected      []rejectedJSON `json:"rejected" doc:"Lines of a CSV that cannot be taken, the first 1,000"`
	RejectedTotal int64          `json:"rejected_total" doc:"How many lines cannot be taken" example:"1"`
}

func toStatsJSON(f Stats) StatsJSON {
	out := StatsJSON{NoEmail: []noEmailJSON{}, NoEmailTotal: f.NoEmailTotal, Left: f.Left, Duplicates: f.Duplicates, Erased: f.Erased,
		AlreadyListed: f.AlreadyListed, Rejected: []rejectedJSON{}, RejectedTotal: f.RejectedTotal}
	for _, c := range f.NoEmail {
		out.NoEmail = append(out.NoEmail, noEmailJSON(c))
	}
	for _, r := range f.Rejected {
		out.Rejected = append(out.Rejected, rejectedJSON(r))
	}
	return out
}

type previewJSON struct {
	Count  int64        `json:"count" doc:"Different addresses" example:"412"`
	Sample []PersonJSON `json:"sample" doc:"The first 20"`
	StatsJSON
}

type sourceJSON struct {
	ID     int64  `json:"id" doc:"Grows with every one that is added" example:"12"`
	Source string `json:"source" enum:"filters,manual,csv" doc:"Where it comes from: filters over the directory, picks by hand, or a CSV"`
	Label  string `json:"label" doc:"The filters, or the name of the file" example:"clients.csv"`
	Count  int64  `json:"count" doc:"Entries left of it" example:"412"`
}

func toSourcesJSON(l List) []sourceJSON {
	out := []sourceJSON{}
	for _, s := range l.Sources {
		out = append(out, sourceJSON{s.ID, string(s.Kind), s.Label.text(), s.Count})
	}
	return out
}

// text returns the label as one line, for the JSON API.
func (l Label) text() string {
	if l.Filters == nil {
		return l.File
	}
	f := *l.Filters
	var parts []string
	for _, x := range []struct {
		on   bool
		text string
	}{{f.ActiveCustomers, "active_customers"}, {f.ActiveSubscription, "active_subscription"},
		{f.MinMonthly > 0, fmt.Sprintf("min_monthly %.2f", float64(f.MinMonthly)/100)},
		{f.CustomerType != AllTypes, string(f.CustomerType)}, {f.IncludeLeft, "include_resiliated"}, {f.Name != "", "name " + f.Name},
		{f.City != "", "city " + f.City}} {
		if x.on {
			parts = append(parts, x.text)
		}
	}
	return strings.Join(parts, ", ")
}

type addedJSON struct {
	Added int64        `json:"added" doc:"Addresses that were added" example:"38"`
	Total int64        `json:"total" doc:"Entries in the audience now" example:"412"`
	By    []sourceJSON `json:"sources" doc:"The batches that the list was built from, with what is left of each"`
	StatsJSON
}

func toAddedJSON(a Added) addedJSON {
	return addedJSON{a.Added, a.List.Total, toSourcesJSON(a.List), toStatsJSON(a.Stats)}
}

// newcomerBody is a person added by hand who is not in the directory.
type newcomerBody struct {
	Email      string `json:"email" maxLength:"320" doc:"As it was written" example:"maude.theriault@example.com"`
	FirstName  string `json:"firstname,omitempty" maxLength:"200" doc:"Empty for a company" example:"Maude"`
	LastName   string `json:"lastname,omitempty" maxLength:"200" doc:"Of a company without an authorized contact (mandatary), its name" example:"Thériault"`
	Language   string `json:"language,omitempty" maxLength:"200" doc:"fr or en; anything else is unknown"`
	CustomerID string `json:"customer_id,omitempty" maxLength:"200" doc:"The number that the customer knows; empty if none" example:"C-000123"`
	Phone      string `json:"phone,omitempty" maxLength:"200" doc:"As it was written; empty if unknown" example:"+15145550142"`
}

// addBody is the body of a request that adds to the main list (R5).
type addBody struct {
	Source      string         `json:"source" enum:"filters,manual,csv" doc:"Where it comes from: filters over the directory, picks by hand, or a CSV"`
	Filters     filtersBody    `json:"filters,omitzero" doc:"With filters"`
	CustomerIDs []string       `json:"customer_ids,omitempty" nullable:"false" maxItems:"1000" doc:"With manual: customers of the directory"`
	Entries     []newcomerBody `json:"entries,omitempty" nullable:"false" maxItems:"1000" doc:"With manual: anybody"`
	CSV         string         `json:"csv,omitempty" doc:"With csv: a table with a heading; see the operation import-audience for what is read"`
	Filename    string         `json:"filename,omitempty" maxLength:"200" doc:"With csv: what the batch is called" example:"clients.csv"`
}

// addition is a parsed addBody.
type addition struct {
	choice
	picks    Picks
	filename string
}

// Parse returns what is to be added. It validates the fields that the named source uses.
func (b addBody) Parse(context.Context) (addition, errs.Fields) {
	a := addition{choice{Kind(b.Source), b.Filters.filters(), b.CSV}, Picks{CustomerIDs: b.CustomerIDs}, fileName(b.Filename)}
	for _, e := range b.Entries {
		a.picks.Entries = append(a.picks.Entries, Entry{Email: e.Email, FirstName: e.FirstName, LastName: e.LastName, Language: e.Language,
			CustomerID: e.CustomerID, Phone: e.Phone})
	}
	err := validate(a.choice, &a.picks)
	return a, err
}

type api struct{ s *Service }

// EventPath holds the path parameter that names an event.
type EventPath struct {
	Event string `path:"event_id" doc:"The event's slug" example:"gala-2026"`
}

type previewInput struct {
	EventPath
	Body httpx.Body[choiceBody, choice]
}

type previewOutput struct{ Body previewJSON }

func (a api) preview(ctx context.Context, in *previewInput) (*previewOutput, error) {
	var p Preview
	var err error
	if c := in.Body.Value(); c.kind == ByCSV {
		p, err = a.s.PreviewCSV(ctx, in.Event, strings.NewReader(c.csv))
	} else {
		p, err = a.s.Preview(ctx, in.Event, c.filters)
	}
	f := previewJSON{p.Count, []PersonJSON{}, toStatsJSON(p.Stats)}
	for _, e := range p.Sample {
		f.Sample = append(f.Sample, toPersonJSON(e))
	}
	return &previewOutput{f}, err
}

type addInput struct {
	EventPath
	Body httpx.Body[addBody, addition]
}

type addOutput struct{ Body addedJSON }

func (a api) add(ctx context.Context, in *addInput) (out *addOutput, err error) {
	var added Added
	by, b := auth.From(ctx), in.Body.Value()
	switch b.kind {
	case ByFilters:
		added, err = a.s.AddFilters(ctx, by, in.Event, b.filters)
	case ByHand:
		added, err = a.s.AddPicks(ctx, by, in.Event, b.picks)
	default:
		added, err = a.s.AddCSV(ctx, by, in.Event, b.filename, strings.NewReader(b.csv))
	}
	return &addOutput{toAddedJSON(added)}, err
}

// entryJSON is an entry of the main list.
type entryJSON struct {
	ID     int64  `json:"id" doc:"Grows with every one that is added" example:"12"`
	Source string `json:"source" enum:"filters,manual,csv" doc:"Where it comes from: filters over the directory, picks by hand, or a CSV"`
	PersonJSON
}

type entriesInput struct {
	EventPath
	httpx.Page
	Q      string `query:"q" maxLength:"200" doc:"Part of a name, an address or a customer number; accents and case do not matter" example:"theriau"`
	Source int64  `query:"source_id" minimum:"1" doc:"Only the entries of one source"`
}

type entriesOutput struct {
	Link string `header:"Link"`
	Body listJSON
}

// listJSON is a page of the main list, with the totals of the whole list.
type listJSON struct {
	Entries []entryJSON  `json:"entries" doc:"In the order in which they were added"`
	Total   int64        `json:"total" doc:"Of the whole list" example:"412"`
	Sources []sourceJSON `json:"sources" doc:"The batches that the list was built from, with what is left of each"`
}

func (a api) entries(ctx context.Context, in *entriesInput) (*entriesOutput, error) {
	list, err := a.s.List(ctx, in.Event)
	if err != nil {
		return nil, err
	}
	out := &entriesOutput{Body: listJSON{Total: list.Total, Sources: toSourcesJSON(list)}}
	id := func(e entryJSON) string { return strconv.FormatInt(e.ID, 10) }
	out.Body.Entries, out.Link, err = httpx.ReadPage(ctx, in, id, func(each func(entryJSON) error) error {
		return a.s.Entries(ctx, in.Event, Page{in.After, in.LimitPlusOne(), in.Q, in.Source}, func(e Entry) error {
			return each(entryJSON{e.ID, string(e.Kind), toPersonJSON(e)})
		})
	})
	return out, err
}

type entryInput struct {
	EventPath
	ID int64 `path:"id" minimum:"1" doc:"The entry's id" example:"12"`
}

func (a api) remove(ctx context.Context, in *entryInput) (*httpx.NoContent, error) {
	_, err := a.s.Remove(ctx, auth.From(ctx), in.Event, in.ID)
	return nil, err
}

func (a api) clear(ctx context.Context, in *EventPath) (*httpx.NoContent, error) {
	_, err := a.s.Clear(ctx, auth.From(ctx), in.Event)
	return nil, err
}

// upload adds a CSV of any length, which it streams (R6).
func (a api) upload(c *gin.Context) error {
	ctx := c.Request.Context()
	var faults errs.Fields
	for name := range c.Request.URL.Query() {
		if name != "filename" {
			faults.Add(name, "unknown", "Unknown query parameter.")
		}
	}
	if err := faults.Err(); err != nil {
		return err
	}
	file, err := uploadOf(c)
	if err != nil {
		return err
	}
	added, err := a.s.AddCSV(ctx, auth.From(ctx), c.Param("event_id"), file.name, file)
	if err != nil {
		return err
	}
	c.PureJSON(http.StatusOK, toAddedJSON(added))
	return nil
}
