package employees

import (
	"net/url"
	"strconv"
	"strings"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/contact"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/views/layout"
	"presence/views/ui"
	views "presence/views/workforce/employees"
)

// presenter builds the view models of the team pages in one language.
type presenter struct {
	lang i18n.Lang
	zone *time.Location
}

// pageRows is the number of rows on a page of the list.
const pageRows = 50

// viewState is the state of the list in the query of its URL: filters, order and page.
type viewState struct {
	Search
	page  int64 // from 1
	crews bool  // the list may be grouped: there is more than one supervisor; not in the query
}

// parseViewState parses the query. Unknown and invalid parameters are ignored, because a bookmark may be old.
func parseViewState(q url.Values) viewState {
	v := viewState{Search: Search{Text: httpx.SearchText(q.Get("q")), SupervisorID: httpx.ID(q.Get("supervisor_id")),
		CompanyCode: httpx.ID(q.Get("company_code")), Archive: q.Get("view") == "archive", NoWayIn: q.Get("sign_in") == "none"}, page: 1}
	if n := httpx.ID(q.Get("page")); n > 0 && n < 1_000_000 {
		v.page = n
	}
	return v
}

func (v viewState) search() Search {
	s := v.Search
	s.ByCrew = v.grouped()
	s.Skip, s.Rows = (v.page-1)*pageRows, pageRows
	return s
}

// grouped reports whether the list is grouped by supervisor: not the results of a search, one crew, or the archive.
func (v viewState) grouped() bool {
	return v.crews && v.Text == "" && v.SupervisorID == 0 && !v.Archive && !v.NoWayIn
}

// query returns the query that parseViewState parses, without the page number.
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
	if v.NoWayIn {
		q.Set("sign_in", "none")
	}
	return q
}

// pageQuery returns the query with the page number.
func (v viewState) pageQuery() url.Values {
	q := v.query()
	if v.page > 1 {
		q.Set("page", number(v.page))
	}
	return q
}

func address(q url.Values) string { return paths.EmployeesOf(q) }

func (d presenter) crumbs() []ui.Crumb {
	return []ui.Crumb{{Label: d.lang.T(i18n.Team), Href: paths.Employees()}}
}

// head returns what the list, the tree and the archive have in common.
func (d presenter) head(by auth.Actor, now string) views.Head {
	here := paths.Employees()
	switch now {
	case "tree":
		here = paths.EmployeesTree(0)
	case "archive":
		here = paths.EmployeesArchive()
	}
	h := views.Head{Title: d.lang.T(i18n.Team), Tabs: layout.TeamTabs(d.lang, here)}
	h.Filter = ui.Filters{Action: paths.Employees(), Search: &ui.Search{Label: d.lang.T(i18n.TeamFilter), Target: ui.ListTarget}}
	if by.SeesAll() {
		h.New, h.Import = paths.NewEmployee(), paths.ImportsOf("employees")
	}
	return h
}

func (d presenter) list(by auth.Actor, v viewState, found SearchResult, choices Choices, now *attendance) views.List {
	view := ""
	if v.Archive {
		view = "archive"
	}
	p := views.List{Head: d.head(by, view), Archive: v.Archive, Above: v.Archive || v.Text != "" || v.NoWayIn}
	p.Count = d.lang.N(int(found.All), i18n.TeamCount)
	if v.Archive && by.Approver() {
		p.Kinds = d.archiveKinds()
	}
	p.Filter.Search.Value, p.Filter.Selects = v.Text, d.selects(by, v, choices)
	p.Filter = p.Filter.Keeping(v.query())
	for i, l := range found.List {
		row := d.row(l)
		if now != nil {
			d.setAttendance(&row, v, l.ID, l.Name(), now)
		}
		if i == 0 || v.grouped() && l.SupervisorID != found.List[i-1].SupervisorID {
			p.Groups = append(p.Groups, views.Group{})
			if g := &p.Groups[len(p.Groups)-1]; v.grouped() {
				g.Title = d.lang.T(i18n.TeamTop)
				if l.SupervisorID != 0 {
					g.Title = d.lang.TeamOf(l.Supervisor)
				}
			}
		}
		g := &p.Groups[len(p.Groups)-1]
		g.Rows = append(g.Rows, row)
	}
	p.Pages = d.pages(v, found)
	p.Empty = ui.Empty{Icon: ui.IconUsers, Title: d.lang.T(i18n.TeamEmpty), Text: d.lang.T(i18n.TeamEmptyT)}
	switch {
	case v.Text != "" || v.SupervisorID != 0 || v.CompanyCode != 0 || v.NoWayIn:
		p.Empty = ui.Empty{Icon: ui.IconSearch, Title: d.lang.T(i18n.TeamNobody), Text: d.lang.T(i18n.TeamNobodyT)}
		p.Clear = address(viewState{Search: Search{Archive: v.Archive}}.query())
	case v.Archive:
		p.Empty = ui.Empty{Icon: ui.IconInbox, Title: d.lang.T(i18n.TeamNoGone), Text: d.lang.T(i18n.TeamNoGoneT)}
	}
	return p
}

// archiveKinds returns the links to the other kinds of archived records, a page of another feature.
func (d presenter) archiveKinds() []ui.Chip {
	var list []ui.Chip
	for _, k := range []struct {
		name string
		text i18n.Text
	}{{"timesheets", i18n.ArchSheets}, {"shifts", i18n.ArchShifts}, {"expenses", i18n.ArchExpenses}, {"leave", i18n.ArchLeave}} {
		list = append(list, ui.Chip{Label: d.lang.T(k.text), Href: paths.Archive(url.Values{"kind": {k.name}})})
	}
	return append(list, ui.Chip{Label: d.lang.T(i18n.ArchEmployees), Href: paths.EmployeesArchive(), Current: true})
}

// selects returns the filters that have more than one choice.
func (d presenter) selects(by auth.Actor, v viewState, choices Choices) (list []ui.Field) {
	submit := map[string]any{"data-autosubmit": true}
	if len(choices.Heads) > 1 || v.SupervisorID != 0 {
		f := ui.Field{Name: "supervisor_id", Label: d.lang.T(i18n.EmpSuper), HideLabel: true, Attrs: submit,
			Value: number(v.SupervisorID)}
		f.Options = append(f.Options, ui.Option{Label: d.lang.T(i18n.TeamAnyBoss)})
		for _, n := range choices.Heads {
			f.Options = append(f.Options, ui.Option{Value: number(n.ID), Label: n.Name})
		}
		list = append(list, f)
	}
	if len(choices.Companies) > 1 || v.CompanyCode != 0 {
		f := ui.Field{Name: "company_code", Label: d.lang.T(i18n.TeamCompany), HideLabel: true, Attrs: submit,
			Value: number(v.CompanyCode)}
		f.Options = append(f.Options, ui.Option{Label: d.lang.T(i18n.TeamAnyFirm)})
		for _, code := range choices.Companies {
			f.Options = append(f.Options, ui.Option{Value: number(code), Label: number(code)})
		}
		list = append(list, f)
	}
	if by.SeesAll() && !v.Archive {
		f := ui.Field{Name: "sign_in", Label: d.lang.T(i18n.InviteFilter), HideLabel: true, Attrs: submit,
			Options: []ui.Option{{Label: d.lang.T(i18n.InviteAny)}, {Value: "none", Label: d.lang.T(i18n.InviteNotYet)}}}
		if v.NoWayIn {
			f.Value = "none"
		}
		list = append(list, f)
	}
	return list
}

func (d presenter) row(l Listed) views.Row {
	r := views.Row{Name: l.Name(), Href: paths.Employee(l.ID), Above: l.Supervisor,
		Phone: phone(l.PhoneNumber), Tel: dial(l.PhoneNumber), Email: l.Email, Gone: d.archivedText(l.Employee)}
	if l.Reports > 0 {
		r.Note = d.lang.N(int(l.Reports), i18n.TeamReportsN)
	}
	if !l.LastWorkDay.IsZero() && !l.Archived() {
		r.Note = strings.TrimPrefix(r.Note+" · "+d.lang.F(i18n.TeamLastDay, d.lang.Day(l.LastWorkDay)), " · ")
	}
	return r
}

// archivedText says why and when a record was archived; "" when it is not.
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
	return ui.NumberedPages(d.lang, v.page, pageRows, found.All, func(page int64) string {
		q := v.query()
		q.Set("page", number(page))
		return address(q)
	})
}

// phone formats a number for reading: 514 555-1234.
func phone(n int64) string { return contact.Phone(number(n)) }

// dial formats a number for a tel: link, with the country code.
func dial(n int64) string {
	if n < 10_000_000_000 {
		n += 10_000_000_000
	}
	return "+" + number(n)
}

func number(n int64) string { return strconv.FormatInt(n, 10) }
