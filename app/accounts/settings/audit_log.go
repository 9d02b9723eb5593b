package settings

import (
	"cmp"
	"context"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/frame"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/db"
	views "presence/views/accounts/settings"
	"presence/views/ui"
)

// parseLogSearch parses the query of an address; unknown and invalid values are ignored.
func parseLogSearch(q url.Values) LogSearch {
	s := LogSearch{Person: strings.TrimSpace(q.Get("person")), PersonID: q.Get("person_id"), Record: strings.TrimSpace(q.Get("record_id")),
		Rows: pageRows + 1}
	if _, known := i18n.LogKinds[q.Get("kind")]; known {
		s.Kind = q.Get("kind")
	}
	if _, known := i18n.LogActions[q.Get("action")]; known {
		s.Action = q.Get("action")
	}
	s.From, _ = db.ParseDay(q.Get("from"))
	s.To, _ = db.ParseDay(q.Get("to"))
	if n, err := strconv.ParseInt(q.Get("before"), 10, 64); err == nil && n > 0 {
		s.Before = n
	}
	return s
}

// query returns the query that parseLogSearch parses, without the position in the log.
func (s LogSearch) query() url.Values {
	q := url.Values{}
	for name, value := range map[string]string{"person": s.Person, "person_id": s.PersonID, "record_id": s.Record, "kind": s.Kind,
		"action": s.Action, "from": s.From.String(), "to": s.To.String()} {
		if value != "" {
			q.Set(name, value)
		}
	}
	return q
}

func (p pages) log(c *gin.Context) error {
	by := auth.From(c.Request.Context())
	search := parseLogSearch(c.Request.URL.Query())
	list, more, err := p.wholeActs(c.Request.Context(), by, search)
	if err != nil {
		return err
	}
	l := by.Language
	page := views.Log{Head: p.head(by, log), Action: paths.AuditLog(), Fields: logFields(l, search)}
	q := search.query()
	if len(q) > 0 {
		page.Clear = paths.AuditLog()
	}
	if search.PersonID != "" {
		page.Keep = []ui.Hidden{{Name: "person_id", Value: search.PersonID}}
	}
	if search.Before != 0 {
		page.Newest = logURL(q)
	}
	if more {
		older := maps.Clone(q)
		older.Set("before", strconv.FormatInt(list[len(list)-1].ID, 10))
		page.Older = logURL(older)
	}
	names, err := p.names(c.Request.Context(), by, mentioned(list))
	if err != nil {
		return err
	}
	page.Days = p.days(l, list, names)
	return frame.Page(c, http.StatusOK, views.LogPage, page)
}

// maxActRows is how many more entries a page has at most, so that it ends with a whole act.
const maxActRows = 500

// wholeActs returns the entries of a page: pageRows of them, and those that follow and belong to the act of the last one. more reports
// whether there are older ones.
func (p pages) wholeActs(ctx context.Context, by auth.Actor, search LogSearch) (list []audit.StoredEntry, more bool, err error) {
	if list, err = p.s.Log(ctx, by, search); err != nil || len(list) <= pageRows {
		return list, false, err
	}
	if p.continues(list[pageRows-1], list[pageRows]) {
		search.Before, search.Rows = list[pageRows].ID, maxActRows
		rest, err := p.s.Log(ctx, by, search)
		if err != nil {
			return nil, false, err
		}
		list = append(list, rest...)
	}
	n := pageRows
	for n < len(list) && p.continues(list[n-1], list[n]) {
		n++
	}
	return list[:n], n < len(list) || n > pageRows+maxActRows, nil
}

// continues reports whether an entry belongs to the act of the one before it, on the same day.
func (p pages) continues(before, e audit.StoredEntry) bool {
	return sameAct(before.Entry, e.Entry) && p.dayOf(before) == p.dayOf(e)
}

func (p pages) dayOf(e audit.StoredEntry) db.Day { return db.DayOf(e.At.Time().In(p.s.zone)) }

// references are the fields of records that hold the id of another record, with its kind.
var references = map[string]string{"bank_code_id": "bank_code", "timesheet_id": "timesheet", "employee_id": "employee",
	"supervisor_id": "employee", "user_id": "person", "event_id": "event"}

// reference returns the record that a value of a field refers to; ok is false for other fields.
func reference(field string, v any) (r Record, ok bool) {
	kind, ok := references[field]
	switch id := v.(type) {
	case string:
		return Record{kind, id}, ok
	case float64:
		return Record{kind, strconv.FormatFloat(id, 'f', -1, 64)}, ok
	}
	return r, false
}

// mentioned returns the records that entries are about or refer to, each once.
func mentioned(list []audit.StoredEntry) []Record {
	found := map[Record]bool{}
	for _, e := range list {
		found[Record{e.Kind, e.RecordID}] = true
		for field, values := range e.Changes {
			for _, v := range values {
				if r, ok := reference(field, v); ok {
					found[r] = true
				}
			}
		}
	}
	return slices.Collect(maps.Keys(found))
}

// days returns entries by their days; consecutive entries of one act are folded under the first of them.
func (p pages) days(l i18n.Lang, list []audit.StoredEntry, names map[Record]string) (days []views.LogDay) {
	for i, e := range list {
		v := p.entry(l, e.Entry, names)
		at := e.At.Time().In(p.s.zone)
		if title := l.DayLong(at); len(days) == 0 || days[len(days)-1].Title != title {
			days = append(days, views.LogDay{ID: "day-" + db.DayOf(at).String(), Title: title})
		} else if p.continues(list[i-1], e) {
			day := days[len(days)-1].List
			first := &day[len(day)-1]
			first.Same = append(first.Same, v)
			first.SameText = l.N(len(first.Same)+1, i18n.LogSame)
			nameRecords(l, first)
			continue
		}
		day := &days[len(days)-1]
		day.List = append(day.List, v)
	}
	return days
}

// nameRecords says which records the entries of an act are about: the first ones by name, each once, and how many others there are; of a
// single record which fields they changed.
func nameRecords(l i18n.Lang, first *views.Entry) {
	others := map[[2]string]bool{}
	first.Second = nil
	for i, x := range first.Same {
		if key := [2]string{x.Record, x.Href}; key != [2]string{first.Record, first.Href} && !others[key] {
			others[key] = true
			if first.Second == nil {
				first.Second = &first.Same[i]
			}
		}
	}
	first.SameMore = ""
	switch n := len(others) + 1 - namedRecords; {
	case len(others) == 0 && !first.Created:
		first.SameText += changed(l, *first)
	case n > 0:
		first.SameMore = l.N(n, i18n.AndMore)
	}
}

// changed names the fields that the entries of an act changed, after a colon; "" for none.
func changed(l i18n.Lang, first views.Entry) string {
	var names []string
	for _, e := range append([]views.Entry{first}, first.Same...) {
		for _, c := range slices.Concat(e.Changes, e.More) {
			if !slices.Contains(names, c.Field) {
				names = append(names, c.Field)
			}
		}
	}
	text := strings.Join(names[:min(len(names), maxShownChanges)], ", ")
	if n := len(names) - maxShownChanges; n > 0 {
		text += " " + l.N(n, i18n.AndMore)
	}
	if text == "" {
		return ""
	}
	return l.Colon() + text
}

// namedRecords is how many records of one act are named above the others.
const namedRecords = 2

// actPause is the longest time between two entries of one act.
const actPause = 15 * time.Minute

// sameAct reports whether two consecutive entries belong to one act: a person applied the same action to several records of a
// kind, such as the shifts of a week, in one request or in several that follow one another.
func sameAct(a, b audit.Entry) bool {
	pause := a.At.Time().Sub(b.At.Time())
	return a.Who.PersonID != "" && a.Who.PersonID == b.Who.PersonID && a.Who.Via == b.Who.Via && a.Who.IP == b.Who.IP &&
		a.Action == b.Action && a.Kind == b.Kind && pause.Abs() <= actPause
}

// named returns the actions that have the same name as one, itself among them, by their codes; nil for no action.
func named(l i18n.Lang, action string) (list []string) {
	name, known := i18n.LogActions[action]
	if !known {
		return nil
	}
	for code, x := range i18n.LogActions {
		if l.T(x) == l.T(name) {
			list = append(list, code)
		}
	}
	slices.Sort(list)
	return list
}

// firstNamed returns the action that the search offers for all of one name; "" for no action.
func firstNamed(l i18n.Lang, action string) string {
	if list := named(l, action); len(list) > 0 {
		return list[0]
	}
	return ""
}

func logURL(q url.Values) string {
	if len(q) == 0 {
		return paths.AuditLog()
	}
	return paths.AuditLog() + "?" + q.Encode()
}

func logFields(l i18n.Lang, s LogSearch) []views.LogField {
	choose := func(name string, label, every i18n.Text, words map[string]i18n.Text, value string) views.LogField {
		f := ui.Field{Name: name, Label: l.T(label), Value: value, Options: []ui.Option{{Label: l.T(every)}}}
		for _, key := range slices.SortedFunc(maps.Keys(words), func(a, b string) int {
			return cmp.Or(cmp.Compare(l.T(words[a]), l.T(words[b])), cmp.Compare(a, b))
		}) {
			if last := f.Options[len(f.Options)-1]; last.Label != l.T(words[key]) { // one for the actions of one name
				f.Options = append(f.Options, ui.Option{Value: key, Label: l.T(words[key])})
			}
		}
		return views.LogField{Field: f, Choose: true}
	}
	return []views.LogField{
		{Field: ui.Field{Name: "person", Label: l.T(i18n.LogPerson), Placeholder: l.T(i18n.LogHint), Value: s.Person,
			AutoComplete: "off"}},
		choose("kind", i18n.LogKind, i18n.LogAnyKind, i18n.LogKinds, s.Kind),
		{Field: ui.Field{Name: "record_id", Label: l.T(i18n.LogRecord), Value: s.Record, AutoComplete: "off", MaxLength: 64}},
		choose("action", i18n.LogAction, i18n.LogAnyAction, i18n.LogActions, firstNamed(l, s.Action)),
		{Field: ui.Field{Name: "from", Type: "date", Label: l.T(i18n.LogFrom), Value: s.From.String()}},
		{Field: ui.Field{Name: "to", Type: "date", Label: l.T(i18n.LogTo), Value: s.To.String()}},
	}
}

// Limits of what an entry shows at first.
const (
	maxShownChanges = 4 // changed fields
	maxOpenFields   = 2 // fields of a new record: with more, all are folded
)

// entry returns one entry of the log as text.
func (p pages) entry(l i18n.Lang, e audit.Entry, names map[Record]string) views.Entry {
	v := views.Entry{When: l.Clock(e.At.Time().In(p.s.zone)), Who: cmp.Or(e.Who.Name, l.T(i18n.LogProgram)), From: e.Who.IP,
		Action: word(l, i18n.LogActions, e.Action) + l.Colon(), Kind: word(l, i18n.LogKinds, e.Kind), Href: recordHref(e)}
	v.Record = p.record(l, e, names)
	if e.RecordID != "" {
		v.ID = l.T(i18n.LogRecord) + l.Colon() + e.RecordID
	}
	v.Created = e.Action == "created" && len(e.Changes) > 0
	if via, known := i18n.LogVia[e.Who.Via]; known {
		v.From = strings.TrimSuffix(l.T(via)+" · "+e.Who.IP, " · ")
	}
	for _, field := range slices.Sorted(maps.Keys(e.Changes)) {
		c := e.Changes[field]
		x := views.Change{Field: fieldName(l, field), Before: p.change(l, field, c[0], names), After: p.change(l, field, c[1], names)}
		if x.Before == "" && x.After == "" {
			continue // such as a comment left empty
		}
		if v.Created || len(v.Changes) < maxShownChanges {
			v.Changes = append(v.Changes, x)
		} else {
			v.More = append(v.More, x)
		}
	}
	if v.Created && len(v.Changes) > maxOpenFields {
		v.Folded = l.N(len(v.Changes), i18n.LogFieldsSet)
	}
	if len(v.More) > 0 {
		v.MoreText = l.N(len(v.More), i18n.LogMore)
	}
	return v
}

// record returns what an entry is about: the kind of record with its name, or with its id if it has none.
func (p pages) record(l i18n.Lang, e audit.Entry, names map[Record]string) string {
	kind, name := word(l, i18n.LogKinds, e.Kind), names[Record{e.Kind, e.RecordID}]
	if how, known := i18n.LogNamed[e.Kind]; known && name != "" {
		return l.F(how, kind, name)
	}
	switch e.Kind {
	case "directory", "send_settings": // there is one of each
		return kind
	}
	return kind + " " + p.text(l, "", cmp.Or(name, e.RecordID))
}

// change returns a value of a changed field as text: the name of the record that it refers to, if it has one.
func (p pages) change(l i18n.Lang, field string, v any, names map[Record]string) string {
	if r, ok := reference(field, v); ok && names[r] != "" {
		return clip(names[r])
	}
	return p.value(l, field, v)
}

// recordHref returns the address of the record's page; "" when it has none, or has been deleted.
func recordHref(e audit.Entry) string {
	if e.Action == "deleted" {
		return ""
	}
	switch e.Kind { // records that are not known by a number
	case "person":
		return paths.Person(e.RecordID)
	case "event":
		return paths.Event(e.RecordID)
	case "event_blocks":
		return paths.EventBlocks(e.RecordID)
	case "audience":
		return paths.Audience(e.RecordID, nil)
	case "template":
		return paths.Template(e.RecordID)
	}
	id, err := strconv.ParseInt(e.RecordID, 10, 64)
	switch {
	case e.Kind == "employee" && err == nil:
		return paths.Employee(id)
	case e.Kind == "campaign" && err == nil:
		return paths.Campaign(id, nil)
	case e.Kind == "webhook" && err == nil:
		return paths.Webhook(id, nil)
	case e.Kind == "import" && err == nil:
		return paths.Import(id, nil)
	case e.Kind == "payroll_export" && err == nil:
		return paths.PayrollExport(id)
	case e.Kind == "customer" && err == nil && e.Action != "archived":
		return paths.Customer(id)
	case e.Kind == "timesheet" && err == nil && e.Action != "archived":
		return paths.Timesheet(id)
	case e.TimesheetID != 0:
		return paths.Timesheet(e.TimesheetID)
	}
	return ""
}

// word returns the text for a code; an unknown code is returned as it is.
func word(l i18n.Lang, words map[string]i18n.Text, code string) string {
	if t, known := words[code]; known {
		return l.T(t)
	}
	return strings.ReplaceAll(code, "_", " ")
}

func fieldName(l i18n.Lang, field string) string {
	if t, known := i18n.EmployeeFields[field]; known {
		return l.T(t)
	}
	return word(l, i18n.LogFields, field)
}

// maxShownValue is how many characters of a value are shown.
const maxShownValue = 160

// value returns the value of a field as text; "" for an empty one.
func (p pages) value(l i18n.Lang, field string, v any) string {
	switch x := v.(type) {
	case nil:
		return ""
	case bool:
		if x {
			return l.T(i18n.Yes)
		}
		return l.T(i18n.No)
	case float64:
		return strconv.FormatFloat(x, 'f', -1, 64)
	case string:
		return clip(p.text(l, field, x))
	}
	return clip(p.parts(l, field, v))
}

// parts returns the values of a list or of an object as one line, the fields of an object by their names in alphabetical
// order. A field that is true is shown by its name alone; empty ones are left out.
func (p pages) parts(l i18n.Lang, field string, v any) string {
	var list []string
	switch x := v.(type) {
	case []any:
		for _, element := range x {
			if text := p.value(l, field, element); text != "" {
				list = append(list, text)
			}
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(x)) {
			switch text := p.value(l, name, x[name]); {
			case x[name] == true:
				list = append(list, fieldName(l, name))
			case text != "" && x[name] != false:
				list = append(list, fieldName(l, name)+l.Colon()+text)
			}
		}
	}
	return strings.Join(list, ", ")
}

// text formats a text; days and instants in it are formatted as such.
func (p pages) text(l i18n.Lang, field, s string) string {
	if field == "date" {
		s = strings.TrimSuffix(s, "T00:00:00Z")
	}
	if day, err := db.ParseDay(s); err == nil {
		return l.Day(day)
	}
	if at, err := time.Parse(time.RFC3339Nano, s); err == nil {
		return l.Moment(at.In(p.s.zone))
	}
	if t, known := i18n.LogValues[field][s]; known {
		return l.T(t)
	}
	return s
}

func clip(s string) string {
	r := []rune(s)
	if len(r) <= maxShownValue {
		return s
	}
	return string(r[:maxShownValue]) + "…"
}
