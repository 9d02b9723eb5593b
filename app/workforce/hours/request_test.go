package hours

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"presence/app/workforce/crews"
	"presence/db"
)

func TestParse(t *testing.T) {
	for _, x := range []struct{ name, query, want string }{
		{"nothing chosen: the default", "", "2026-08-23 2026-11-14 by=person"},
		{"days are widened to whole weeks", "from=2026-11-03&to=2026-11-17", "2026-11-01 2026-11-21 by=person"},
		{"a Sunday and a Saturday stay", "from=2026-11-01&to=2026-11-07", "2026-11-01 2026-11-07 by=person"},
		{"one day is a week", "from=2026-11-04&to=2026-11-04", "2026-11-01 2026-11-07 by=person"},
		{"two years with a leap day are the most", "from=2024-01-01&to=2025-12-31", "2023-12-31 2026-01-03 by=person"},
		{"one day more is refused", "from=2024-01-01&to=2026-01-01", "to over_two_years"},
		{"the last day before the first", "from=2026-11-04&to=2026-11-03", "to before_first"},
		{"a first day alone", "from=2026-11-04", "to required"},
		{"a last day alone", "to=2026-11-04", "from required"},
		{"days that do not exist, both named", "from=2026-02-30&to=soon", "from format, to format"},
		{"grouping, team, employee and name", "by=month&team=7&employee=8&q=+ann+", "2026-08-23 2026-11-14 by=month team=7 employee=8 q=ann"},
		{"what an old bookmark has is ignored", "by=colour&team=x&employee=-1&page=0", "2026-08-23 2026-11-14 by=person"},
		{"a page, and all lines", "page=3&rows=all", "2026-08-23 2026-11-14 by=person page=3 all"},
	} {
		t.Run(x.name, func(t *testing.T) {
			q, err := url.ParseQuery(x.query)
			if err != nil {
				t.Fatal(err)
			}
			r, faults := parse(q, db.MustDay("2026-08-23"), db.MustDay("2026-11-14"))
			f := r.filter
			got := fmt.Sprintf("%s %s by=%s", f.From, f.To, r.group)
			for _, part := range []struct {
				given bool
				text  string
			}{{f.Crew != crews.Everyone, fmt.Sprintf(" team=%d", f.Crew.Supervisor())}, {f.Employee != 0, fmt.Sprintf(" employee=%d", f.Employee)},
				{f.Name != "", " q=" + f.Name}, {r.page != 1, fmt.Sprintf(" page=%d", r.page)}, {r.allRows, " all"}} {
				if part.given {
					got += part.text
				}
			}
			if len(faults) > 0 {
				var list []string
				for _, fault := range faults {
					list = append(list, fault.Field+" "+fault.Code)
				}
				got = strings.Join(list, ", ")
			}
			if got != x.want {
				t.Errorf("got  %s\nwant %s", got, x.want)
			}
		})
	}
}

func TestRequest_query(t *testing.T) {
	for _, query := range []string{"", "by=week", "by=team&employee=8&from=2026-11-03&q=ann&rows=all&team=7&to=2026-11-17"} {
		t.Run("keeps "+query, func(t *testing.T) {
			q, _ := url.ParseQuery(query)
			r, _ := parse(q, db.MustDay("2026-08-23"), db.MustDay("2026-11-14"))
			if got := r.query().Encode(); got != query {
				t.Errorf("%q", got)
			}
		})
	}
}
