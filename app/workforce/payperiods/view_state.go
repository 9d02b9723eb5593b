package payperiods

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"presence/app/platform/contact"
	"presence/app/platform/httpx"
	"presence/app/workforce/crews"
	"presence/db"
)

// viewState is the state of the overview page in the query of its URL: filters, order and level of detail.
type viewState struct {
	crew    CrewFilter
	group   group  // show only this group; every: all groups
	name    string // show only names that contain these words
	sort    string // a key of sorts, with a leading "-" for descending order; empty: exceptions first
	page    int    // from 1
	weeks   bool   // show the hours of each week
	allRows bool   // all rows on one page, for printing
	open    int64  // the employee whose row shows its days and weeks; 0: none
	doneAt  db.Instant
	askAll  bool
}

// pageRows is the number of rows on a page of the overview: with 60, the first visit to a full page transfers less than 50 KB.
const pageRows = 60

// parseViewState parses the query. Unknown and invalid parameters are ignored, because a bookmark may be old.
func parseViewState(q url.Values) viewState {
	v := viewState{name: httpx.SearchText(q.Get("q")), page: 1, weeks: q.Get("weeks") == "1", allRows: q.Get("rows") == "all",
		askAll: q.Get("ask") == "all"}
	crew, _ := strconv.ParseInt(q.Get("crew"), 10, 64)
	v.crew.Crew = crews.Chosen(max(crew, 0))
	v.crew.Direct = q.Get("reports") == "direct"
	if i := slices.Index(groupNames[:], q.Get("state")); i > 0 {
		v.group = group(i)
	}
	if _, known := sorts[strings.TrimPrefix(q.Get("sort"), "-")]; known {
		v.sort = q.Get("sort")
	}
	if n, err := strconv.Atoi(q.Get("page")); err == nil {
		v.page = max(n, 1)
	}
	v.open, _ = strconv.ParseInt(q.Get("open"), 10, 64)
	at, _ := strconv.ParseInt(q.Get("done"), 10, 64)
	v.doneAt = db.Instant(at)
	return v
}

// query returns the query that parseViewState parses, without the parameters that apply to one request only (page, open,
// done, ask).
func (v viewState) query() url.Values {
	q := url.Values{}
	set := func(name, value string, given bool) {
		if given {
			q.Set(name, value)
		}
	}
	set("crew", strconv.FormatInt(v.crew.Crew.Supervisor(), 10), v.crew.Crew != crews.Everyone)
	set("reports", "direct", v.crew.Direct)
	set("state", groupNames[v.group], v.group != every)
	set("q", v.name, v.name != "")
	set("sort", v.sort, v.sort != "")
	set("weeks", "1", v.weeks)
	set("rows", "all", v.allRows)
	return q
}

// group is the group of the table to which a row belongs.
type group uint8

// The groups of rows, in the order of the page. every stands for all of them; groups is the number of constants.
const (
	every      group = iota
	toCheck          // with a sheet that waits for the viewer, and something to look at first
	incomplete       // with something that the employee has not entered or submitted in time
	ready
	open
	approved
	groups
)

var groupNames = [groups]string{"", "check", "incomplete", "ready", "open", "approved"}

// IncompletePath returns the address of the overview of a period with the employees who have something left to enter or to submit.
func IncompletePath(p Period) string { return address(p, viewState{group: incomplete}.query()) }

func (r *Row) group() group {
	switch {
	case r.State() == Approved:
		return approved
	case r.Clean():
		return ready
	case !r.Own && slices.ContainsFunc(r.Sheets, Sheet.AwaitsApproval):
		return toCheck
	case len(r.Warnings) > 0 && !r.isSubmitted():
		return incomplete
	default:
		return open
	}
}

// sorts are the comparison functions of the columns by which the table can be sorted.
var sorts = map[string]func(a, b *Row) int{
	"name":      func(_, _ *Row) int { return 0 }, // rows are already sorted by name
	"regular":   by(func(l *Row) int64 { return l.Hours().Regular }),
	"evening":   by(func(l *Row) int64 { return l.Hours().Evening }),
	"emergency": by(func(l *Row) int64 { return l.Hours().Emergency }),
	"overtime":  by(func(l *Row) int64 { return l.Hours().Overtime }),
	"hours":     by(func(l *Row) int64 { return l.Hours().Total() }),
	"expenses":  by(func(l *Row) int64 { return l.Cents }),
	"mileage":   by(func(l *Row) int64 { return l.Distance }),
	"state":     by(func(l *Row) int64 { return int64(l.group()) }),
}

func by(figure func(*Row) int64) func(a, b *Row) int {
	return func(a, b *Row) int { return cmp.Compare(figure(a), figure(b)) }
}

// filter returns the rows that match the view state, in its order.
func (v viewState) filter(lines []Row) []*Row {
	words := strings.Fields(contact.Fold(v.name))
	list := make([]*Row, 0, len(lines))
	for i := range lines {
		l := &lines[i]
		if (v.group == every || l.group() == v.group) && matchesName(l.Employee.Name, words) {
			list = append(list, l)
		}
	}
	column, descending := strings.CutPrefix(v.sort, "-")
	switch {
	case v.sort == "":
		slices.SortStableFunc(list, urgency)
	case descending && column == "name":
		slices.Reverse(list)
	default:
		order := sorts[column]
		slices.SortStableFunc(list, func(a, b *Row) int {
			if descending {
				return order(b, a)
			}
			return order(a, b)
		})
	}
	return list
}

// InOrder returns rows of a period that are sorted by name in the order of its overview, which the Today page and the queue of approvals
// have as well.
func InOrder(rows []Row) []*Row { return viewState{}.filter(rows) }

// urgency compares rows: exceptions first, the most severe before the others.
func urgency(a, b *Row) int {
	if n := cmp.Compare(a.group(), b.group()); n != 0 || a.group() != toCheck && a.group() != incomplete {
		return n
	}
	return cmp.Compare(a.severity(), b.severity())
}

func matchesName(name string, words []string) bool {
	if len(words) == 0 {
		return true
	}
	name = contact.Fold(name)
	return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(name, w) })
}
