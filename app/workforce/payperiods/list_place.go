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

// List is a list of the overview: of a period, with its filters and its order. The page that is opened from the list has it in the
// parameter "list" of its address. The zero List is none.
type List struct {
	period Period
	view   viewState
}

// List parses what List.String formats; the zero List for anything else.
func (s *Service) List(name string) List {
	period, filters, _ := strings.Cut(name, "?")
	p, err := s.PeriodByName(period)
	if err != nil {
		return List{}
	}
	q, _ := url.ParseQuery(filters) // parameters that cannot be parsed are left out
	return List{p, parseViewState(q)}
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

// IsZero reports whether there is no list.
func (l List) IsZero() bool { return l.period == Period{} }

// String formats the list for an address: "2026-25?state=check"; "" for the zero List.
func (l List) String() string {
	if l.IsZero() {
		return ""
	}
	if q := l.view.query(); len(q) > 0 {
		return l.period.Name() + "?" + q.Encode()
	}
	return l.period.Name()
}

// Href returns the address of the list.
func (l List) Href() string { return address(l.period, l.view.query()) }

// Keep returns the address of a page without a query, with the list; the address alone for the zero List.
func (l List) Keep(page string) string {
	if l.IsZero() {
		return page
	}
	return page + "?" + url.Values{"list": {l.String()}}.Encode()
}

// listOf returns the list in which the view shows a row: all rows if they are sorted by a column, else those of its group.
func (v viewState) listOf(p Period, r *Row) List {
	if v.sort == "" {
		v.group = r.group()
	}
	v.allRows = false
	return List{p, v}
}

// RowHref returns the address of a row's first sheet, or of the employee's page for the period if there is no sheet, with the list of the
// row's group.
func RowHref(p Period, r *Row) string { return viewState{}.rowHref(p, r) }

func (v viewState) rowHref(p Period, r *Row) string {
	page := paths.PeriodPerson(p.Year, p.Number, r.Employee.ID)
	if len(r.Sheets) > 0 {
		page = paths.Timesheet(r.Sheets[0].ID)
	}
	return v.listOf(p, r).Keep(page)
}

// ListPlace is the place of an employee in a List; Position is 0 if the employee is not in it.
type ListPlace struct {
	Position       int // from 1
	Total          int
	Previous, Next *Row // nil: none
}

// Place returns where an employee stands in a list, as the actor sees it.
func (s *Service) Place(ctx context.Context, by auth.Actor, l List, employee int64) (p ListPlace, err error) {
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
func (l List) Nav(lang i18n.Lang, p ListPlace) *review.QueueNav {
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

// RowHref returns the address of a row of the list, with the list.
func (l List) RowHref(r *Row) string { return l.view.rowHref(l.period, r) }
