package audience

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"presence/app/hub/directory"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	views "presence/views/hub/audience"
	staff "presence/views/layout"
	"presence/views/ui"
)

// page returns the whole page, with the filters, search texts and list position from the query.
func (b *presenter) page(v url.Values) (p views.Page, err error) {
	l, id := b.lang, b.event.ID
	p = views.Page{Self: paths.Audience(id, nil), Add: paths.Audience(id, nil) + "?add=", Summary: b.summary(), Directory: paths.Directory(),
		Table: views.Table{Post: paths.ImportAudienceCSV(id), Check: paths.CheckAudienceCSV(id)}, Else: b.otherForm(url.Values{}, nil)}
	if p.Head, err = b.head(b.ctx, id, staff.EventAudience); err != nil {
		return p, err
	}
	sent, err := b.sentInvitation(b.ctx, l, id)
	if err != nil {
		return p, err
	}
	if sent != nil {
		p.Sent = &views.Sent{Title: sent.Title, State: sent.State, Chips: sent.Chips, Report: sent.Report}
	}
	if p.Customers, err = b.s.HasDirectory(b.ctx); err != nil {
		return p, err
	}
	if p.Open = b.openWay(v, p.Customers); p.Open == views.WayChoose && p.Customers {
		cities, err := b.s.Cities(b.ctx)
		if err != nil {
			return p, err
		}
		used, err := b.directory.Used(b.ctx)
		if err != nil {
			return p, err
		}
		p.Filters = b.filters(v, cities, used)
		p.Preview.Wait = paths.Audience(id, url.Values{"customer_type": {string(AllTypes)}})
		if v.Has("customer_type") {
			if p.Preview, err = b.preview(v); err != nil {
				return p, err
			}
		}
	}
	if p.Pick, err = b.pick(httpx.SearchText(v.Get("q"))); err != nil {
		return p, err
	}
	if p.List, err = b.list(v); err != nil {
		return p, err
	}
	n := int(b.lists.Total)
	p.Clear = views.Clear{Ask: paths.Audience(id, url.Values{"ask": {"clear"}}), Open: v.Get("ask") == "clear",
		Post: paths.ClearAudience(id),
		Text: l.N(n, i18n.AudClearText), Label: l.N(n, i18n.AudClearDo)}
	return p, nil
}

// openWay returns the id of the way to add that the page opens: that of the form that is answered, else the one that the query is about.
// An empty list begins with the filters, or with a file where there are no customers to choose from.
func (b *presenter) openWay(v url.Values, customers bool) string {
	asked := v.Get("add")
	switch {
	case b.answers != "":
		return b.answers
	case v.Get("q") != "":
		return views.WayPick
	case v.Has("customer_type"):
		return views.WayChoose
	case asked == views.WayChoose || asked == views.WayPick || asked == views.WayTable:
		return asked
	case b.lists.Total > 0:
		return ""
	case customers:
		return views.WayChoose
	}
	return views.WayTable
}

// kinds are the ways to add entries, in the order in which they are shown.
var kinds = []struct {
	kind  Kind
	text  i18n.Text
	class string
}{{ByFilters, i18n.AudFromFilters, "a"}, {ByHand, i18n.AudFromHand, "b"}, {ByCSV, i18n.AudFromCSV, "c"}}

func (b *presenter) summary() views.Summary {
	unit := i18n.AudAddresses
	if b.lists.Total == 1 || b.lists.Total == 0 && b.lang == i18n.FR {
		unit = i18n.AudAddress
	}
	s := views.Summary{Total: b.lang.Int(b.lists.Total), Unit: b.lang.T(unit) + " " + strings.ToLower(b.lang.T(i18n.AudOnList)),
		Empty: b.lists.Total == 0, Send: paths.SendEvent(b.event.ID, nil)}
	list := b.sources()
	s.Parts = b.shares(list)
	s.Overlap = slices.ContainsFunc(list, func(x share) bool { return x.before > 0 })
	if s.Overlap {
		s.Unit += ", " + b.lang.T(i18n.AudOnce)
	}
	return s
}

// maxSources is how many sources are named one by one; of more, the kinds are.
const maxSources = 4

// sources returns the shares of the sources of the list, or those of their kinds if there are many.
func (b *presenter) sources() (list []share) {
	if len(b.lists.Sources) <= maxSources {
		for i, x := range b.lists.Sources {
			list = append(list, share{b.sourceName(x), x.Count, x.Label.Before, string(rune('a' + i))})
		}
		return list
	}
	for _, k := range kinds {
		sum := share{text: b.lang.T(k.text), class: k.class}
		for _, x := range b.lists.Sources {
			if x.Kind == k.kind {
				sum.count += x.Count
				sum.before += x.Label.Before
			}
		}
		list = append(list, sum)
	}
	return list
}

// share is one segment of a bar.
type share struct {
	text   string
	count  int64
	before int64 // addresses that it brought too, but that were listed before
	class  string
}

// shares returns the segments that are not empty, as percentages side by side.
func (b *presenter) shares(list []share) (parts []views.Part) {
	var whole, before int64
	for _, x := range list {
		whole += x.count
	}
	place := func(n int64) string { return strconv.FormatFloat(float64(n)*100/float64(whole), 'f', 2, 64) }
	for _, x := range list {
		if x.count > 0 {
			p := views.Part{Label: x.text, Count: b.lang.Int(x.count), X: place(before), W: place(x.count), Class: x.class}
			if x.before > 0 {
				p.More = b.lang.N(int(x.before), i18n.AudListedBefore)
			}
			parts = append(parts, p)
			before += x.count
		}
	}
	return parts
}

// filters returns the form of the filters with its values. Filters that no customer differs by are left out, unless they are set.
func (b *presenter) filters(v url.Values, cities []string, used directory.Used) views.Filters {
	l := b.lang
	return views.Filters{
		ShowPlans: used.Subscriptions || v.Get("active_subscription") == "true",
		ShowLeft:  used.Left || v.Get("include_resiliated") == "true",
		Type: ui.Field{Name: "customer_type", Label: l.T(i18n.AudType), Value: cmp.Or(v.Get("customer_type"), string(AllTypes)),
			Options: []ui.Option{
				{Value: string(AllTypes), Label: l.T(i18n.AudTypeAll)}, {Value: string(Residential), Label: l.T(i18n.AudTypeHome)},
				{Value: string(Commercial), Label: l.T(i18n.AudTypeBusiness)}}},
		Subscribed: ui.Field{Name: "active_subscription", Label: l.T(i18n.AudSubscribed), Checked: v.Get("active_subscription") == "true"},
		Monthly: ui.Field{Name: "min_monthly", Label: l.T(i18n.AudMonthly), Hint: l.T(i18n.AudMonthlyHint), Value: v.Get("min_monthly"),
			InputMode: "decimal", Suffix: "$ " + l.T(i18n.AudPerMonth), AutoComplete: "off", MaxLength: 12},
		Name: ui.Field{Name: "name", Label: l.T(i18n.AudName), Hint: l.T(i18n.AudNameHint), Value: v.Get("name"), AutoComplete: "off",
			MaxLength: maxText},
		City: ui.Field{Name: "city", Label: l.T(i18n.AudCity), Value: v.Get("city"), AutoComplete: "off", MaxLength: maxText,
			Attrs: map[string]any{"list": "cities"}},
		Left: ui.Field{Name: "include_resiliated", Label: l.T(i18n.AudLeft), Hint: l.T(i18n.AudLeftHint),
			Checked: v.Get("include_resiliated") == "true"},
		Cities: cities,
	}
}

var filterLabels = map[string]i18n.Text{"filters.min_monthly": i18n.AudMonthly, "filters.name": i18n.AudName, "filters.city": i18n.AudCity,
	"filters.customer_type": i18n.AudType}

func (b *presenter) faults(list errs.Fields) (faults ui.Faults) {
	for _, x := range list {
		faults.Add(b.lang, strings.TrimPrefix(x.Field, "filters."), b.lang.T(filterLabels[x.Field]), x.Code, x.Detail)
	}
	return faults
}

// preview returns the counts for the filters in the form.
func (b *presenter) preview(v url.Values) (views.Preview, error) {
	f, faults := filtersOf(v)
	if len(faults) > 0 {
		return views.Preview{Faults: b.faults(faults)}, nil
	}
	p, err := b.s.Preview(b.ctx, b.event.ID, f)
	if err != nil {
		return views.Preview{}, err
	}
	l, fresh := b.lang, p.Count-p.AlreadyListed
	out := views.Preview{New: l.Int(fresh), Any: fresh > 0, Add: l.N(int(fresh), i18n.AudAddThem), Post: paths.AddAudienceFilters(b.event.ID),
		Chips: b.chips(v, f)}
	out.Parts = b.shares([]share{{text: l.T(i18n.AudNew), count: fresh, class: "a"},
		{text: l.T(i18n.AudAlready), count: p.AlreadyListed, class: "c"},
		{text: l.T(i18n.AudDuplicates), count: p.Duplicates, class: "d"}, {text: l.T(i18n.AudNoEmail), count: p.NoEmailTotal, class: "e"}})
	if p.Left > 0 {
		out.Left = l.Int(p.Left)
	}
	for _, c := range p.NoEmail {
		out.NoEmail = append(out.NoEmail, views.Person{Name: c.Name, Note: c.CustomerID})
	}
	if more := p.NoEmailTotal - int64(len(p.NoEmail)); more > 0 {
		out.More = l.N(int(more), i18n.AudNoEmailMore)
	}
	for _, e := range p.Sample {
		out.Sample = append(out.Sample, views.Person{Name: cmp.Or(e.Name(), e.Email), Note: e.Email})
	}
	return out, nil
}

// pick searches the directory and marks the customers who are on the list already.
func (b *presenter) pick(query string) (views.Pick, error) {
	query = strings.TrimSpace(query)
	p := views.Pick{Self: paths.Audience(b.event.ID, nil), Query: query}
	switch n := utf8.RuneCountInString(query); {
	case n == 0:
		return p, nil
	case n < 2:
		p.Note = b.lang.T(i18n.AudPickShort)
		return p, nil
	}
	found, err := b.directory.Search(b.ctx, query)
	if errs.KindOf(err) == errs.KindInvalid {
		p.Note = b.lang.T(i18n.AudPickShort)
		return p, nil
	}
	if err != nil {
		return p, err
	}
	numbers := make([]string, len(found))
	for i, m := range found {
		numbers[i] = m.ID
	}
	here, err := b.listedNumbers(numbers)
	for _, m := range found {
		p.Found = append(p.Found, views.Found{Number: m.ID, Name: m.Name, Note: noteOf(m.Email, m.ID, m.City),
			Left: m.AccountStatus == directory.HasLeft, Listed: here[m.ID], Silent: m.Email == "",
			Post: paths.AddAudiencePicks(b.event.ID), Query: query, AddFor: b.lang.F(i18n.AudPickAdd, m.Name)})
	}
	if len(found) == 0 {
		p.Note = b.lang.T(i18n.AudPickNone)
	}
	return p, err
}

// listedNumbers returns which of these customers have their address on the list.
func (b *presenter) listedNumbers(numbers []string) (map[string]bool, error) {
	here := map[string]bool{}
	if len(numbers) == 0 || b.lists.Total == 0 {
		return here, nil
	}
	list, err := b.s.listedCustomers(b.ctx, b.event.ID, numbers)
	for _, number := range list {
		here[number] = true
	}
	return here, err
}

func noteOf(parts ...string) string {
	var some []string
	for _, p := range parts {
		if p != "" {
			some = append(some, p)
		}
	}
	return strings.Join(some, " · ")
}

// otherForm returns the form to add a person who is not in the directory.
func (b *presenter) otherForm(v url.Values, faults errs.Fields) views.Else {
	l := b.lang
	out := views.Else{Open: len(faults) > 0, Post: paths.AddAudiencePicks(b.event.ID)}
	labels := map[string]i18n.Text{"email": i18n.AudEmail, "firstname": i18n.AudFirstName, "lastname": i18n.AudLastName}
	for _, x := range faults {
		field := x.Field[strings.LastIndexByte(x.Field, '.')+1:]
		out.Faults.Add(l, field, l.T(labels[field]), x.Code, x.Detail)
	}
	for _, x := range []struct{ name, kind string }{{"email", "email"}, {"firstname", ""}, {"lastname", ""}} {
		out.Fields = append(out.Fields, ui.Field{Name: x.name, Label: l.T(labels[x.name]), Type: x.kind, Value: v.Get(x.name),
			Error: out.Faults.Of(x.name), Required: x.name == "email", AutoComplete: "off", MaxLength: maxText})
	}
	out.Lang = ui.Field{Name: "language", Label: l.T(i18n.AudLanguage), Value: v.Get("language"),
		Options: []ui.Option{{Label: l.T(i18n.AudLanguageNone)}, {Value: "fr", Label: l.T(i18n.AudFrench)},
			{Value: "en", Label: l.T(i18n.AudEnglish)}}}
	return out
}

// list returns the page of the main list that the query selects.
func (b *presenter) list(v url.Values) (views.List, error) {
	l, self := b.lang, paths.Audience(b.event.ID, nil)
	source, _ := strconv.ParseInt(v.Get("source"), 10, 64)
	after, _ := strconv.ParseInt(v.Get("after"), 10, 64)
	out := views.List{Self: self, Find: v.Get("find"), Source: v.Get("source"), Empty: b.lists.Total == 0,
		Sources: []ui.Option{{Label: l.T(i18n.AudAllOfIt)}}}
	names := map[Kind]string{}
	for _, k := range kinds {
		names[k.kind] = l.T(k.text)
	}
	for _, x := range b.lists.Sources {
		out.Mixed = out.Mixed || source == 0 && x.Kind != b.lists.Sources[0].Kind
		out.Sources = append(out.Sources, ui.Option{Value: strconv.FormatInt(x.ID, 10), Label: noteOf(b.sourceName(x), l.Int(x.Count))})
	}
	query := func(after int64) url.Values {
		q := url.Values{}
		for name, value := range map[string]string{"find": out.Find, "source": out.Source} {
			if value != "" {
				q.Set(name, value)
			}
		}
		if after > 0 {
			q.Set("after", strconv.FormatInt(after, 10))
		}
		return q
	}
	if after > 0 {
		out.First = paths.Audience(b.event.ID, query(0)) + "#main"
	}
	var last int64
	part := Page{After: after, Rows: rowsPerPage + 1, Search: strings.TrimSpace(out.Find), Source: source}
	err := b.s.Entries(b.ctx, b.event.ID, part, func(e Entry) error {
		if len(out.Rows) == rowsPerPage {
			out.Further = paths.Audience(b.event.ID, query(last)) + "#main"
			return nil
		}
		last = e.ID
		row := views.Row{Name: e.Name(), Email: e.Email, Customer: e.CustomerID, Language: l.T(languages[e.Language]), Source: names[e.Kind],
			Remove: paths.RemoveAudienceEntry(b.event.ID, e.ID), RemoveFor: l.F(i18n.AudRemoveOf, e.Email)}
		if e.Monthly != nil && e.Monthly.Number > 0 {
			row.Pays = l.Dollars(e.Monthly.Cents)
		}
		out.Rows = append(out.Rows, row)
		return nil
	})
	return out, err
}

var languages = map[string]i18n.Text{"fr": i18n.AudFrench, "en": i18n.AudEnglish, "": {FR: "–", EN: "–"}}

// sourceName returns the name of a batch as text.
func (b *presenter) sourceName(s Source) string {
	l := b.lang
	switch s.Kind {
	case ByHand:
		return l.T(i18n.AudFromHand)
	case ByCSV:
		return cmp.Or(s.Label.File, l.T(i18n.AudPasted))
	}
	var f Filters
	if s.Label.Filters != nil {
		f = *s.Label.Filters
	}
	var parts []string
	for _, x := range b.filterTexts(f) {
		if x.text != f.City { // a name
			x.text = i18n.Uncapital(x.text)
		}
		parts = append(parts, x.text)
	}
	return l.T(i18n.AudFromFilters) + l.Colon() + cmp.Or(strings.Join(parts, ", "), l.T(i18n.AudEverybody))
}

// filterText is a filter in words, with the parameters of the form that set it.
type filterText struct {
	text   string
	params []string
}

// filterTexts returns the filters that are set.
func (b *presenter) filterTexts(f Filters) (list []filterText) {
	l := b.lang
	for _, x := range []struct {
		on     bool
		text   string
		params []string
	}{{f.CustomerType == Residential, l.T(i18n.AudTypeHome), []string{"customer_type"}},
		{f.CustomerType == Commercial, l.T(i18n.AudTypeBusiness), []string{"customer_type"}},
		{f.ActiveSubscription, l.T(i18n.AudSubscribed), []string{"active_subscription", "min_monthly"}},
		{f.MinMonthly > 0, l.F(i18n.AudAtLeast, l.Dollars(f.MinMonthly)), []string{"min_monthly"}},
		{f.Name != "", l.F(i18n.AudNamed, f.Name), []string{"name"}}, {f.City != "", f.City, []string{"city"}},
		{f.IncludeLeft, l.T(i18n.AudWithLeft), []string{"include_resiliated"}}} {
		if x.on {
			list = append(list, filterText{x.text, x.params})
		}
	}
	return list
}

// chips returns the filters that are set, each with the address of the page without it.
func (b *presenter) chips(v url.Values, f Filters) (list []views.Chip) {
	for _, x := range b.filterTexts(f) {
		rest := url.Values{}
		for _, name := range []string{"customer_type", "active_subscription", "min_monthly", "name", "city", "include_resiliated"} {
			if v.Get(name) != "" && !slices.Contains(x.params, name) {
				rest.Set(name, v.Get(name))
			}
		}
		if !rest.Has("customer_type") {
			rest.Set("customer_type", string(AllTypes))
		}
		list = append(list, views.Chip{Label: x.text, Href: paths.Audience(b.event.ID, rest) + "#choose"})
	}
	return list
}

// addedText returns the message about an added batch.
func (b *presenter) addedText(a Added) string {
	text := b.lang.N(int(a.Added), i18n.AudAdded)
	if a.AlreadyListed > 0 {
		text += " " + b.lang.N(int(a.AlreadyListed), i18n.AudAddedBefore)
	}
	return text
}

// report returns the result of a CSV, with the lines that were rejected.
func (b *presenter) report(f Stats, fresh int64, check bool) *views.Report {
	l := b.lang
	r := &views.Report{Title: l.T(i18n.AudReport), Good: !check && fresh > 0}
	if check {
		r.Title = l.T(i18n.AudChecked)
	}
	for _, x := range []struct {
		text  i18n.Text
		count int64
	}{{i18n.AudNew, fresh}, {i18n.AudAlready, f.AlreadyListed}, {i18n.AudDuplicates, f.Duplicates}} {
		r.Facts = append(r.Facts, views.Person{Name: l.T(x.text), Note: l.Int(x.count)})
	}
	if f.Erased > 0 {
		r.Facts = append(r.Facts, views.Person{Name: l.T(i18n.AudErased), Note: l.Int(f.Erased)})
	}
	if f.OtherLanguageTotal > 0 {
		r.Warning = l.N(int(f.OtherLanguageTotal), i18n.AudOtherLanguages) + l.Colon() + strings.Join(f.OtherLanguages, ", ") + ". " +
			l.T(i18n.AudOtherLanguageText)
	}
	if f.RejectedTotal == 0 {
		return r
	}
	r.Rejected = l.N(int(f.RejectedTotal), i18n.AudRejected)
	for _, x := range f.Rejected {
		r.Lines = append(r.Lines, views.Line{Number: l.Int(int64(x.Line)), Reason: l.T(i18n.AudReasons[x.Reason])})
	}
	if more := f.RejectedTotal - int64(len(f.Rejected)); more > 0 {
		r.More = l.N(int(more), i18n.AudMoreLines)
	}
	return r
}
