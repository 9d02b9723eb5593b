package hours

import (
	"net/url"
	"slices"
	"strconv"

	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/workforce/crews"
	"presence/app/workforce/payperiods"
	"presence/db"
)

// request is the query of the page's address.
type request struct {
	from, to string // as typed; both empty: the default
	filter   payperiods.HoursFilter
	group    grouping
	page     int  // from 1
	allRows  bool // all lines on one page, for printing
}

// parse parses the query; since and until are the first and last day of the default range. Only invalid days are errors, which
// people type; other invalid parameters are ignored, because a bookmark may be old.
func parse(q url.Values, since, until db.Day) (r request, faults errs.Fields) {
	r = request{from: q.Get("from"), to: q.Get("to"), group: byPerson, page: 1, allRows: q.Get("rows") == "all"}
	if g := grouping(q.Get("by")); slices.Contains(groupings, g) {
		r.group = g
	}
	r.filter.Name = httpx.SearchText(q.Get("q"))
	r.filter.Crew, r.filter.Employee = crews.Chosen(id(q.Get("team"))), id(q.Get("employee"))
	if n, err := strconv.Atoi(q.Get("page")); err == nil {
		r.page = max(n, 1)
	}
	if r.from != "" || r.to != "" {
		since, until = httpx.ReadDays(&faults, r.from, r.to)
	}
	if len(faults) > 0 {
		return r, faults
	}
	r.filter.From, r.filter.To = since.Week(), until.Week().Add(6)
	return r, faults
}

func id(text string) int64 {
	n, _ := strconv.ParseInt(text, 10, 64)
	return max(n, 0)
}

// query returns the query that parse parses, without the page.
func (r request) query() url.Values {
	q := url.Values{}
	set := func(name, value string, given bool) {
		if given {
			q.Set(name, value)
		}
	}
	set("from", r.from, r.from != "")
	set("to", r.to, r.to != "")
	set("by", string(r.group), r.group != byPerson)
	set("team", strconv.FormatInt(r.filter.Crew.Supervisor(), 10), r.filter.Crew != crews.Everyone)
	set("employee", strconv.FormatInt(r.filter.Employee, 10), r.filter.Employee != 0)
	set("q", r.filter.Name, r.filter.Name != "")
	set("rows", "all", r.allRows)
	return q
}

// filtered reports whether the report leaves out employees in the actor's scope.
func (r request) filtered() bool {
	return r.filter.Crew != crews.Everyone || r.filter.Employee != 0 || r.filter.Name != ""
}
