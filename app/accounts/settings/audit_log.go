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
	for _, x := range []ui.Hidden{{Name: "person_id", Value: search.PersonID}, {Name: "record_id", Value: search.Record}} {
		if x.Value != "" {
			page.Keep = append(page.Keep, x)
		}
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
	if search.Record != "" && len(list) > 0 {
		page.Only = l.F(i18n.LogOnly, p.noun(l, list[0].Entry, "", names))
	}
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
	"supervisor_id": "employee", "user_id": "person", "event_id": "event", "period": "pay_period"}

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

// mentioned returns the records that entries are about or refer to, and the timesheets that contain them, each once.
func mentioned(list []audit.StoredEntry) []Record {
	found := map[Record]bool{}
	for _, e := range list {
		found[Record{e.Kind, e.RecordID}] = true
		if e.TimesheetID != 0 {
			found[sheetOf(e.Entry)] = true
		}
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

// actPause is the longest time between two entries of one act.
const actPause = 15 * time.Minute

// sameAct reports whether two consecutive entries belong to one act of a person: what one request did, or the same action on several
// records of a kind, or of one timesheet, in requests that follow one another.
func sameAct(a, b audit.Entry) bool {
	pause := a.At.Time().Sub(b.At.Time())
	if a.Who.PersonID == "" || a.Who.PersonID != b.Who.PersonID || a.Who.For != b.Who.For || a.Who.Via != b.Who.Via ||
		a.Who.Kiosk != b.Who.Kiosk || a.Who.IP != b.Who.IP ||
		pause.Abs() > actPause {
		return false
	}
	sameSheet := a.TimesheetID != 0 && a.TimesheetID == b.TimesheetID
	return a.Who.RequestID != "" && a.Who.RequestID == b.Who.RequestID || a.Action == b.Action && (a.Kind == b.Kind || sameSheet)
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
		choose("action", i18n.LogAction, i18n.LogAnyAction, i18n.LogActions, firstNamed(l, s.Action)),
		{Field: ui.Field{Name: "from", Type: "date", Label: l.T(i18n.LogFrom), Value: s.From.String()}},
		{Field: ui.Field{Name: "to", Type: "date", Label: l.T(i18n.LogTo), Value: s.To.String()}},
	}
}

// recordHref returns the address of the record's page; "" when it has none, or has been deleted.
func recordHref(e audit.Entry) string {
	if e.Action == "deleted" {
		return ""
	}
	switch e.Kind { // records that are not known by a number
	case "person":
		return paths.Person(e.RecordID)
	case "pay_period": // by its year and its number: 2026-25
		year, number, _ := strings.Cut(e.RecordID, "-")
		y, yearErr := strconv.Atoi(year)
		if n, err := strconv.Atoi(number); yearErr == nil && err == nil {
			return paths.Period(y, n)
		}
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
	if t, known := i18n.LogFields[field]; known {
		return l.T(t)
	}
	return word(l, i18n.EmployeeFields, field)
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
		text := strconv.FormatFloat(x, 'f', -1, 64)
		if l != i18n.EN {
			text = strings.Replace(text, ".", ",", 1)
		}
		return text
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
		if _, records := i18n.LogNouns[strings.TrimSuffix(field, "s")]; records { // the ids of what was archived with its period
			return l.Int(int64(len(x)))
		}
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
	if field == "breaks" {
		return p.breaks(l, s)
	}
	return s
}

// breaks formats the intervals of breaks: "12:00 p.m. – 12:30 p.m., 3:00 p.m. – 3:15 p.m. (paid)".
func (p pages) breaks(l i18n.Lang, s string) string {
	list := strings.Split(s, ", ")
	for i, text := range list {
		span, paid := strings.CutSuffix(text, " paid")
		from, to, _ := strings.Cut(span, "/")
		start, err := time.Parse(time.RFC3339Nano, from)
		end, err2 := time.Parse(time.RFC3339Nano, to)
		if err != nil || err2 != nil {
			return s
		}
		if list[i] = l.ClockRange(start.In(p.s.zone), end.In(p.s.zone)); paid {
			list[i] += " " + l.T(i18n.TimePaidBreak)
		}
	}
	return strings.Join(list, ", ")
}

func clip(s string) string {
	r := []rune(s)
	if len(r) <= maxShownValue {
		return s
	}
	return string(r[:maxShownValue]) + "…"
}
