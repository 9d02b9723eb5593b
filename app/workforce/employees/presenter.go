package employees

import (
	"net/url"
	"strconv"
	"strings"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/views/layout"
	"presence/views/ui"
	views "presence/views/workforce/employees"
)

// presenter builds the props of the team pages, in one language.
type presenter struct {
	lang i18n.Lang
	zone *time.Location
}

// pageRows is how many rows a page of the list has.
const pageRows = 50

// viewState is the state of the list that the query of its URL holds: filter, order, page.
type viewState struct {
	Search
	page int64 // from 1
}

// parseViewState reads the query. Parameters that it does not know or cannot parse are ignored, as a bookmark may be old.
func parseViewState(q url.Values) viewState {
	v := viewState{Search{Text: strings.TrimSpace(q.Get("q")), SupervisorID: httpx.ID(q.Get("supervisor_id")),
		CompanyCode: httpx.ID(q.Get("company_code")), Archive: q.Get("view") == "archive"}, 1}
	if n := httpx.ID(q.Get("page")); n > 0 && n < 1_000_000 {
		v.page = n
	}
	return v
}

func (v viewState) search() Search {
	s := v.Search
	s.Skip, s.Rows = (v.page-1)*pageRows, pageRows
	return s
}

// query is what readView reads, but for the page.
func (v viewState) query() url.Values {
	q := url.Values{}
	if v.Archive {
		q.Set("view", "archive")
	}
	if v.Text != "" {
		q.Set("q", v.Text)
	}
	if v.SupervisorID != 0 {
		q.Set("supervisor_id", number(v.SupervisorID))
	}
	if v.CompanyCode != 0 {
		q.Set("company_code", number(v.CompanyCode))
	}
	return q
}

func address(q url.Values) string {
	if len(q) == 0 {
		return paths.Employees()
	}
	return paths.Employees() + "?" + q.Encode()
}

func (d presenter) crumbs() []ui.Crumb {
	return []ui.Crumb{{Label: d.lang.T(i18n.Team), Href: paths.Employees()}}
}

// head is what the list, the tree and the archive share.
func (d presenter) head(by auth.Actor, now string) views.Head {
	tab := func(label i18n.Text, view string) ui.Tab {
		q := url.Values{}
		if view != "" {
			q.Set("view", view)
		}
		return ui.Tab{Label: d.lang.T(label), Href: address(q), Current: now == view}
	}
	h := views.Head{Title: d.lang.T(i18n.Team), Tabs: []ui.Tab{tab(i18n.TeamList, ""), tab(i18n.TeamTree, "tree"),
		tab(i18n.TeamArchive, "archive")}}
	h.Search = &layout.Search{Action: paths.Employees(), Label: d.lang.T(i18n.TeamSearch)}
	if by.SeesAll() {
		h.New = paths.NewEmployee()
	}
	return h
}

func (d presenter) list(by auth.Actor, v viewState, found SearchResult, choices Choices) views.List {
	now := ""
	if v.Archive {
		now = "archive"
	}
	p := views.List{Head: d.head(by, now), Action: paths.Employees(), Archive: v.Archive}
	p.Count = d.lang.N(int(found.All), i18n.TeamCount)
	p.Search.Value = v.Text
	p.Filters, p.Keep = d.filters(v, choices)
	for name, values := range v.query() {
		if name != "q" {
			p.Search.Hidden = append(p.Search.Hidden, ui.Hidden{Name: name, Value: values[0]})
		}
	}
	for _, l := range found.List {
		p.Rows = append(p.Rows, d.row(l))
	}
	p.Pages = d.pages(v, found)
	p.Empty = ui.Empty{Icon: ui.IconUsers, Title: d.lang.T(i18n.TeamEmpty), Text: d.lang.T(i18n.TeamEmptyT)}
	switch {
	case v.Text != "" || v.SupervisorID != 0 || v.CompanyCode != 0:
		p.Empty = ui.Empty{Icon: ui.IconSearch, Title: d.lang.T(i18n.TeamNobody), Text: d.lang.T(i18n.TeamNobodyT)}
		p.Clear = address(viewState{Search: Search{Archive: v.Archive}}.query())
	case v.Archive:
		p.Empty = ui.Empty{Icon: ui.IconInbox, Title: d.lang.T(i18n.TeamNoGone), Text: d.lang.T(i18n.TeamNoGoneT)}
	}
	return p
}

// filters are the lists to choose from, where there is a choice.
func (d presenter) filters(v viewState, choices Choices) (list []ui.Field, keep []ui.Hidden) {
	submit := map[string]any{"data-autosubmit": true}
	if len(choices.Heads) > 1 || v.SupervisorID != 0 {
		f := ui.Field{Name: "supervisor_id", Label: d.lang.T(i18n.EmpSuper), HideLabel: true, Small: true, Attrs: submit,
			Value: number(v.SupervisorID)}
		f.Options = append(f.Options, ui.Option{Label: d.lang.T(i18n.TeamAnyBoss)})
		for _, n := range choices.Heads {
			f.Options = append(f.Options, ui.Option{Value: number(n.ID), Label: n.Name})
		}
		list = append(list, f)
	}
	if len(choices.Companies) > 1 || v.CompanyCode != 0 {
		f := ui.Field{Name: "company_code", Label: d.lang.T(i18n.TeamCompany), HideLabel: true, Small: true, Attrs: submit,
			Value: number(v.CompanyCode)}
		f.Options = append(f.Options, ui.Option{Label: d.lang.T(i18n.TeamAnyFirm)})
		for _, code := range choices.Companies {
			f.Options = append(f.Options, ui.Option{Value: number(code), Label: number(code)})
		}
		list = append(list, f)
	}
	if v.Text != "" {
		keep = append(keep, ui.Hidden{Name: "q", Value: v.Text})
	}
	if v.Archive {
		keep = append(keep, ui.Hidden{Name: "view", Value: "archive"})
	}
	return list, keep
}

func (d presenter) row(l Listed) views.Row {
	r := views.Row{Name: l.Name(), Href: paths.Employee(l.ID), Above: l.Supervisor, Company: number(l.CompanyCode),
		Payroll: number(l.ExternalPayrollID),
		Phone:   phone(l.PhoneNumber), Tel: dial(l.PhoneNumber), Email: l.Email, Gone: d.archivedText(l.Employee)}
	if l.Reports > 0 {
		r.Crew = d.lang.Int(l.Reports)
	}
	if !l.LastWorkDay.IsZero() && !l.Archived() {
		r.Note = d.lang.F(i18n.TeamLastDay, d.lang.Day(l.LastWorkDay))
	}
	return r
}

// archivedText says why and when a record went to the archive, "" when it did not.
func (d presenter) archivedText(e Employee) string {
	switch {
	case !e.Archived():
		return ""
	case e.ArchivedReason == Left && !e.LastWorkDay.IsZero():
		return d.lang.F(i18n.TeamLeftOn, d.lang.Day(e.LastWorkDay))
	}
	return d.lang.F(i18n.TeamDeleted, d.lang.Day(e.ArchivedAt.Time().In(d.zone)))
}

func (d presenter) pages(v viewState, found SearchResult) *ui.Pages {
	if found.All <= pageRows {
		return nil
	}
	to := func(page int64) string {
		q := v.query()
		q.Set("page", number(page))
		return address(q)
	}
	first := min((v.page-1)*pageRows+1, found.All)
	last := min(v.page*pageRows, found.All)
	p := &ui.Pages{Text: d.lang.F(i18n.TeamPaged, d.lang.Int(first), d.lang.Int(last), d.lang.Int(found.All))}
	if v.page > 1 {
		p.Prev = to(v.page - 1)
	}
	if last < found.All {
		p.Next = to(v.page + 1)
	}
	return p
}

// phone is a number as people read it: 514 555-1234.
func phone(n int64) string {
	s := number(n)
	if len(s) == 11 {
		return s[:1] + " " + s[1:4] + " " + s[4:7] + "-" + s[7:]
	}
	if len(s) != 10 {
		return s
	}
	return s[:3] + " " + s[3:6] + "-" + s[6:]
}

// dial is a number as a phone dials it, with the country code.
func dial(n int64) string {
	if n < 10_000_000_000 {
		n += 10_000_000_000
	}
	return "+" + number(n)
}

func number(n int64) string { return strconv.FormatInt(n, 10) }
