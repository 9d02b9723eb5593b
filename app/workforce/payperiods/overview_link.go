package payperiods

import (
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/app/workforce/crews"
	"presence/views/workforce/review"
)

// OverviewLink leads back to the overview of a period, with the filters and the order that it had when a page was opened from it. The page
// has it in the parameter "list" of its address. The zero OverviewLink is none.
type OverviewLink struct {
	period Period
	view   viewState
}

// ParseOverviewLink parses what OverviewLink.String formats; the zero OverviewLink for anything else.
func (s *Service) ParseOverviewLink(text string) OverviewLink {
	period, filters, _ := strings.Cut(text, "?")
	p, err := s.PeriodByName(period)
	if err != nil {
		return OverviewLink{}
	}
	q, _ := url.ParseQuery(filters) // parameters that cannot be parsed are left out
	return OverviewLink{p, parseViewState(q)}
}

// PeriodByName returns the period of a name such as 2026-25; NotFound when there is none.
func (s *Service) PeriodByName(name string) (Period, error) {
	year, number, _ := strings.Cut(name, "-")
	y, _ := strconv.Atoi(year) // of a text that is no number, no period has the result
	n, _ := strconv.Atoi(number)
	p, err := s.PeriodByNumber(y, n)
	if err == nil && p.Name() != name {
		err = errs.NotFound("pay period")
	}
	return p, err
}

// IsZero reports whether there is no link.
func (l OverviewLink) IsZero() bool { return l.period == Period{} }

// String formats the link for an address: "2026-25?state=check"; "" for the zero OverviewLink.
func (l OverviewLink) String() string {
	if l.IsZero() {
		return ""
	}
	if q := l.view.query(); len(q) > 0 {
		return l.period.Name() + "?" + q.Encode()
	}
	return l.period.Name()
}

// Href returns the address of the overview.
func (l OverviewLink) Href() string { return address(l.period, l.view.query()) }

// Keep returns the address of a page without a query, with the link; the address alone for the zero OverviewLink.
func (l OverviewLink) Keep(page string) string {
	if l.IsZero() {
		return page
	}
	return page + "?" + url.Values{"list": {l.String()}}.Encode()
}

// linkTo returns the link to the overview in which the view shows a row: of all rows if they are sorted by a column, else of its group.
func (v viewState) linkTo(p Period, r *Row) OverviewLink {
	if v.sort == "" {
		v.group = r.group()
	}
	v.allRows = false
	return OverviewLink{p, v}
}

// RowHref returns the address of a row's first sheet, or of the employee's page for the period if there is no sheet, with the link to the
// overview of the row's group.
func RowHref(p Period, r *Row) string { return viewState{}.rowHref(p, r) }

func (v viewState) rowHref(p Period, r *Row) string {
	page := paths.PeriodPerson(p.Year, p.Number, r.Employee.ID)
	if len(r.Sheets) > 0 {
		page = paths.Timesheet(r.Sheets[0].ID)
	}
	return v.linkTo(p, r).Keep(page)
}

// OverviewPlace is the place of an employee in the overview that an OverviewLink leads to; Position is 0 if the employee is not in it.
type OverviewPlace struct {
	Position       int // from 1
	Total          int
	Previous, Next *Row // nil: none
}

// Place returns where an employee stands in the overview that l leads to, as the actor sees it.
func (s *Service) Place(ctx context.Context, by auth.Actor, l OverviewLink, employee int64) (p OverviewPlace, err error) {
	if !by.SeesAll() {
		l.view.crew.Crew = crews.Everyone
	}
	b, err := s.Review(ctx, by, l.period, l.view.crew)
	if err != nil {
		return p, err
	}
	rows := l.view.filter(b.Rows)
	at := slices.IndexFunc(rows, func(r *Row) bool { return r.Employee.ID == employee })
	if at < 0 {
		return p, nil
	}
	p.Position, p.Total = at+1, len(rows)
	if at > 0 {
		p.Previous = rows[at-1]
	}
	if at+1 < len(rows) {
		p.Next = rows[at+1]
	}
	return p, nil
}

// Nav returns the links to the rows before and after a place; nil if it is none.
func (l OverviewLink) Nav(lang i18n.Lang, p OverviewPlace) *review.QueueNav {
	if p.Position == 0 {
		return nil
	}
	link := func(r *Row, text i18n.Text) (x review.QueueLink) {
		if r != nil {
			x = review.QueueLink{Href: l.RowHref(r), Label: lang.F(text, r.Employee.Name)}
		}
		return x
	}
	return &review.QueueNav{Label: lang.F(i18n.BoardTitle, l.period.Name()), List: l.Href(), Previous: link(p.Previous, i18n.QueuePrevious),
		Next: link(p.Next, i18n.QueueNext), Place: lang.F(i18n.QueuePlace, lang.Int(int64(p.Position)), lang.Int(int64(p.Total)))}
}

// RowHref returns the address of a row of the overview, with the link.
func (l OverviewLink) RowHref(r *Row) string { return l.view.rowHref(l.period, r) }
