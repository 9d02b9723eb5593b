package settings

import (
	"cmp"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"presence/app/platform/audit"
	"presence/app/platform/contact"
	"presence/app/platform/i18n"
	"presence/db"
	views "presence/views/accounts/settings"
)

// days returns the acts of entries by their days.
func (p pages) days(l i18n.Lang, list []audit.StoredEntry, names map[Record]string) (days []views.LogDay) {
	for len(list) > 0 {
		n := 1
		for n < len(list) && p.continues(list[n-1], list[n]) {
			n++
		}
		title := l.DayTitle(list[0].At.Time().In(p.s.zone))
		if len(days) == 0 || days[len(days)-1].Title != title {
			days = append(days, views.LogDay{ID: "day-" + p.dayOf(list[0]).String(), Title: title})
		}
		day := &days[len(days)-1]
		day.List = append(day.List, p.act(l, list[:n], names))
		list = list[n:]
	}
	return days
}

func recordOf(e audit.Entry) Record { return Record{e.Kind, e.RecordID} }

// sheetOf returns the timesheet to whose history an entry belongs.
func sheetOf(e audit.Entry) Record { return Record{"timesheet", strconv.FormatInt(e.TimesheetID, 10)} }

// act returns the entries of an act as one sentence, with what they changed.
func (p pages) act(l i18n.Lang, entries []audit.StoredEntry, names map[Record]string) views.Act {
	head := headOf(entries)
	v := views.Act{When: l.Clock(entries[0].At.Time().In(p.s.zone)),
		Who: cmp.Or(l.ActedFor(head.Who.Name, head.Who.For), l.T(i18n.LogProgram)), From: from(l, head.Who)}
	did := word(l, i18n.LogActions, head.Action)
	if first, rest, several := strings.Cut(did, " "); several && (first == "a" || first == "s’est") {
		did = first + "\u00a0" + rest // the auxiliary and the participle of French stay on one line
	}
	if x := l.T(i18n.LogPrepositions[head.Action]); x != "" {
		did += " " + x
	}
	container := slices.Contains(containers, head.Kind)
	records := recordsOf(entries, func(audit.Entry) bool { return true })
	counted := recordsOf(entries, func(e audit.Entry) bool { return e.Action == head.Action && (!container || e.Kind == head.Kind) })
	v.Parts = p.partsOf(l, entries, names, Record{})
	switch {
	case alone[head.Action]:
		v.Did = did
		if v.Fold = p.stamped(l, head, names); v.Fold == "" && (len(entries) > 1 || !stampsAlone(head)) {
			v.Fold = p.changedFields(l, v.Parts, head)
		}
	case len(counted) == 1 && (len(records) == 1 || container):
		v.Did, v.Record = l.Joined(did, p.noun(l, head, head.Who.Name, names))
		v.Href, v.Parts = recordHref(head), p.partsOf(l, entries, names, recordOf(head))
		if others := slices.DeleteFunc(records, func(r Record) bool { return r == recordOf(head) }); len(others) > 0 {
			v.Fold = tally(l, others)
		} else {
			v.Fold = p.changedFields(l, v.Parts, head)
			v.History = historyOf(head)
		}
	default:
		v.Did, v.Record = l.Joined(did, tally(l, counted))
		if sheet := sheetOf(head); head.Kind != sheet.Kind && oneSheet(entries) {
			of := audit.Entry{Kind: sheet.Kind, RecordID: sheet.ID, TimesheetID: head.TimesheetID}
			v.Did, v.Record = l.Joined(v.Did+v.Record+" "+l.T(i18n.LogIn), p.noun(l, of, head.Who.Name, names))
			v.Href = recordHref(of)
		}
		if v.Fold = tally(l, records); v.Fold == tally(l, counted) {
			v.Fold = l.T(i18n.LogMore)
		}
	}
	return v
}

// oneSheet reports whether the records of all entries are in one timesheet.
func oneSheet(entries []audit.StoredEntry) bool {
	other := func(e audit.StoredEntry) bool { return e.TimesheetID != entries[0].TimesheetID }
	return entries[0].TimesheetID != 0 && !slices.ContainsFunc(entries, other)
}

// alone are the actions whose verb says everything.
var alone = map[string]bool{"admitted": true, "signed_out_everywhere": true, "clocked_in": true, "clocked_out": true, "break_started": true,
	"break_ended": true, "task_changed": true, "expired": true}

// containers are the kinds of record that stand for the others of an act, the most important one first.
var containers = []string{"import", "pay_period", "timesheet", "employee"}

// headOf returns the entry that says what an act is about: that of a container if it has one, and a decision rather than its note.
func headOf(entries []audit.StoredEntry) audit.Entry {
	rank := func(e audit.StoredEntry) int {
		n := 2 * slices.Index(containers, e.Kind)
		if n < 0 {
			n = 2 * len(containers)
		}
		if e.Action == "updated" || e.Action == "commented" {
			n++
		}
		return n
	}
	return slices.MinFunc(entries, func(a, b audit.StoredEntry) int { return cmp.Compare(rank(a), rank(b)) }).Entry
}

// recordsOf returns the records of entries that are chosen, each once.
func recordsOf(entries []audit.StoredEntry, chosen func(audit.Entry) bool) (list []Record) {
	for _, e := range entries {
		if r := recordOf(e.Entry); chosen(e.Entry) && !slices.Contains(list, r) {
			list = append(list, r)
		}
	}
	return list
}

// tally returns how many records there are of each kind: 9 shifts and 1 expense.
func tally(l i18n.Lang, records []Record) string {
	counts := map[string]int{}
	var kinds []string
	for _, r := range records {
		if counts[r.Kind]++; counts[r.Kind] == 1 {
			kinds = append(kinds, r.Kind)
		}
	}
	text := ""
	for i, kind := range kinds {
		switch {
		case i > 0 && i == len(kinds)-1:
			text += l.T(i18n.LogAnd)
		case i > 0:
			text += ", "
		}
		text += several(l, kind, counts[kind])
	}
	return text
}

// several returns n records of a kind in words.
func several(l i18n.Lang, kind string, n int) string {
	noun, known := i18n.LogNouns[kind]
	switch {
	case !known:
		return word(l, i18n.LogKinds, kind)
	case noun.Many == (i18n.Count{}):
		return l.T(noun.Named)
	}
	return l.N(n, noun.Many)
}

// partsOf returns what the entries of an act changed, by record in the order of the entries. The record named by the sentence has no title.
func (p pages) partsOf(l i18n.Lang, entries []audit.StoredEntry, names map[Record]string, named Record) (list []views.Part) {
	at := map[Record]int{}
	for _, e := range entries {
		r := recordOf(e.Entry)
		i, known := at[r]
		if !known {
			i = len(list)
			at[r], list = i, append(list, views.Part{})
			if r != named {
				list[i].Record, list[i].Href = p.noun(l, e.Entry, "", names), recordHref(e.Entry)
			}
		}
		list[i].Changes = append(list[i].Changes, p.changes(l, e.Entry, names)...)
	}
	return list
}

// stamps are the fields of a clocking that a stamp sets.
var stamps = []string{"bank_code_id", "start_time", "break_start", "end_time"}

// stampsAlone reports whether an entry of the clock changed nothing but stamps.
func stampsAlone(e audit.Entry) bool {
	for field := range e.Changes {
		if !slices.Contains(stamps, field) {
			return false
		}
	}
	return e.Kind == "clocking"
}

// stamped returns the task and the times that an act of a clock set: Pay code: G2 · 6:44 a.m. A task that was changed stands after the one
// before: Pay code: G1 → G2. Times of the day of the act are without the day; the
// minute of the act is left out.
func (p pages) stamped(l i18n.Lang, head audit.Entry, names map[Record]string) string {
	var list []string
	for _, field := range stamps {
		c, changed := head.Changes[field]
		if !changed || c[1] == nil {
			continue
		}
		text := p.change(l, field, c[1], names)
		if field == "bank_code_id" {
			if before := p.change(l, field, c[0], names); before != "" {
				text = before + " → " + text
			}
			text = fieldName(l, field) + l.Colon() + text
		}
		s, _ := c[1].(string)
		if at, err := time.Parse(time.RFC3339Nano, s); err == nil && db.DayOf(at.In(p.s.zone)) == db.DayOf(head.At.Time().In(p.s.zone)) {
			if text = l.Clock(at.In(p.s.zone)); text == l.Clock(head.At.Time().In(p.s.zone)) {
				continue
			}
		}
		list = append(list, text)
	}
	if all, _ := head.Changes["breaks"][1].(string); head.Action == "break_ended" && all != "" {
		breaks := strings.Split(all, ", ")
		list = append(list, l.F(i18n.LogBreak, p.breaks(l, breaks[len(breaks)-1])))
	}
	if c := head.Changes["handed_over_at"]; c[1] != nil {
		list = append(list, l.T(i18n.ClockNoNet))
	}
	return strings.Join(list, " · ")
}

// maxNamedFields is how many changed fields the fold of an act names.
const maxNamedFields = 3

// changedFields returns what the changes of one record are folded under: the names of the changed fields, or their number in a new record.
func (p pages) changedFields(l i18n.Lang, parts []views.Part, head audit.Entry) string {
	var list []string
	for _, part := range parts {
		for _, c := range part.Changes {
			if !slices.Contains(list, c.Field) {
				list = append(list, c.Field)
			}
		}
	}
	switch n := len(list) - maxNamedFields; {
	case len(list) == 0:
		return l.T(i18n.LogMore)
	case head.Action == "created":
		return l.N(len(list), i18n.LogFieldsSet)
	case n > 0:
		return strings.Join(list[:maxNamedFields], ", ") + " " + l.N(n, i18n.AndMore)
	}
	return strings.Join(list, ", ")
}

// historyOf returns the address of all entries about the record of e; "" if it has no id.
func historyOf(e audit.Entry) string {
	if e.RecordID == "" {
		return ""
	}
	return logURL(url.Values{"kind": {e.Kind}, "record_id": {e.RecordID}})
}

// from returns how (pages, JSON, command) and from which address the user acted.
func from(l i18n.Lang, w audit.Who) string {
	if w.Kiosk != "" {
		return strings.TrimSuffix(l.F(i18n.LogKiosk, w.Kiosk)+" · "+w.IP, " · ")
	}
	if via, known := i18n.LogVia[w.Via]; known {
		return strings.TrimSuffix(l.T(via)+" · "+w.IP, " · ")
	}
	return w.IP
}

// legible are the kinds of record whose ids people have written, are days or are codes, with the field of the codes.
var legible = map[string]string{"audience": "", "event": "", "event_blocks": "", "leave_requests": "", "leave_rule": "leave_type",
	"setting":     "",
	"suppression": "", "template": "", "timesheets": ""}

// noun returns what an entry is about, as a part of a sentence about the person called who.
func (p pages) noun(l i18n.Lang, e audit.Entry, who string, names map[Record]string) string {
	n, known := i18n.LogNouns[e.Kind]
	name := names[recordOf(e)]
	if field, ok := legible[e.Kind]; ok && name == "" {
		name = p.text(l, field, e.RecordID)
	}
	own, isOwn := strings.CutPrefix(name, who)
	switch {
	case !known || name == "" || n.Many == (i18n.Count{}):
		return several(l, e.Kind, 1)
	case e.Action == "invited":
		return name
	case who != "" && n.Own != (i18n.Text{}) && isOwn && (own == "" || strings.HasPrefix(own, ", ")):
		return l.T(n.Own) + own
	case n.Of:
		name = l.Of(name)
	}
	return l.F(n.Named, name)
}

// firstFields stand before the other fields of a record, in this order.
var firstFields = []string{"first_name", "last_name", "name", "email", "phone_number", "start_time", "end_time"}

// compareFields orders firstFields before the others, which are in the order of their names.
func compareFields(a, b string) int {
	rank := func(field string) int {
		if i := slices.Index(firstFields, field); i >= 0 {
			return i
		}
		return len(firstFields)
	}
	return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a, b))
}

// changes returns the changed fields of an entry in the order of compareFields. Left out are empty ones, the id of the record and of its
// timesheet, and what its action says. A picture, which is known by a hash, is new or removed.
func (p pages) changes(l i18n.Lang, e audit.Entry, names map[Record]string) (list []views.Change) {
	for _, field := range slices.SortedFunc(maps.Keys(e.Changes), compareFields) {
		if field == "id" || field == "is_approved" && e.Action != "updated" {
			continue
		}
		c := e.Changes[field]
		x := views.Change{Field: fieldName(l, field), Before: p.change(l, field, c[0], names), After: p.change(l, field, c[1], names)}
		switch r, _ := reference(field, c[1]); {
		case e.TimesheetID != 0 && r == sheetOf(e):
			continue
		case field == "picture" && x.After != "":
			x.Before, x.After = "", l.T(i18n.LogNewPicture)
		case field == "picture" && x.Before != "":
			x.Before, x.After = "", l.T(i18n.LogNoPicture)
		}
		if x.Before != "" || x.After != "" {
			list = append(list, x)
		}
	}
	return list
}

// change returns a value of a changed field as text; that of a field that refers to a record says what the record is called.
func (p pages) change(l i18n.Lang, field string, v any, names map[Record]string) string {
	r, ok := reference(field, v)
	switch {
	case field == "phone_number":
		return contact.Phone(p.value(l, field, v))
	case !ok || r.ID == "":
		return p.value(l, field, v)
	case names[r] != "":
		return clip(names[r])
	}
	return several(l, r.Kind, 1)
}
