package payperiods

import (
	"cmp"
	"strconv"
	"strings"

	"presence/app/accounts/auth"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/db"
	"presence/views/ui"
	views "presence/views/workforce/payperiods"
)

// presenter builds the view model of the overview page from a Review, for one user.
type presenter struct {
	service        *Service
	actor          auth.Actor
	lang           i18n.Lang
	review         Review
	view           viewState
	labourWarnings map[int64]LabourWarnings // by employee id, for the rows on the page
	planned        map[int64]int64          // minutes until today, likewise
	first          Period                   // the first period that the page links to
	earlier        *EarlierWork             // nil: no period before this one has work for the person
	next           int64                    // the employee whose row gets the focus after a decision; 0: none
	approvedNow    []SheetVersion           // the sheets approved by the approval in view.doneAt
	reminded       map[int64]bool           // the employees who were asked today to submit
	today          db.Day
}

// href returns the address of the page with a change of the view state.
func (d *presenter) href(change func(*viewState)) string {
	v := d.view
	change(&v)
	return address(d.review.Period, v.query())
}

func (d *presenter) page() views.Page {
	p := d.review.Period
	page := views.Page{
		Title:    d.lang.Range(p.Start, p.End),
		TabTitle: d.lang.F(i18n.BoardTitle, p.Name()),
		Subtitle: d.whose() + " · " + p.Name() + d.service.PayDayNote(d.lang, p),
		Period:   d.switcher(),
		Filter:   d.filter(),
		Tiles:    d.tiles(),
		Decide:   d.decisionBox(),
		Tabs:     d.tabs(),
		Crew:     d.crew(),
		Weeks:    d.weeks(),
		Table:    d.table(),
		Norms:    paths.PeriodStandards(p.Year, p.Number, nil),
	}
	if !page.Table.Nobody {
		page.Files = []views.File{
			{Label: d.lang.T(i18n.ExportCSV), Href: paths.Export(p.Year, p.Number, "csv")},
			{Label: d.lang.T(i18n.ExportXLSX), Href: paths.Export(p.Year, p.Number, "xlsx")},
		}
	}
	page.Printed = d.lang.F(i18n.PrintedBy, d.lang.F(i18n.BoardTitle, p.Name()), d.lang.Moment(d.service.Now()),
		cmp.Or(d.actor.Name, d.actor.Email))
	if !d.view.allRows {
		page.Print = d.href(func(v *viewState) { v.allRows = true })
	}
	if d.earlier != nil {
		page.Earlier = d.earlierLink(*d.earlier)
	}
	if len(d.approvedNow) > 0 {
		page.Done = d.doneBanner()
	}
	return page
}

// earlierLink returns the link to a period before, which says what it needs.
func (d *presenter) earlierLink(w EarlierWork) *views.File {
	return &views.File{Label: w.Period.Name() + d.lang.Colon() + d.lang.N(w.ToApprove, i18n.EarlierToApprove), Href: address(w.Period, nil)}
}

// whose returns the heading that names whose rows are shown.
func (d *presenter) whose() string {
	if !d.actor.SeesAll() {
		if d.view.crew.Direct {
			return d.lang.T(i18n.BoardDirect)
		}
		return d.lang.T(i18n.BoardCrew)
	}
	for _, s := range d.review.Crews {
		if s.ID == d.view.crew.Crew.Supervisor() {
			return d.lang.TeamOf(s.Name)
		}
	}
	return d.lang.T(i18n.BoardEveryone)
}

// switcher returns the links to other periods; they keep the view state.
func (d *presenter) switcher() ui.PeriodNav {
	p, calendar := d.review.Period, d.service.Calendar()
	to := func(x Period) string {
		if _, ok := calendar.Number(x.Year, x.Number); !ok || x.Start.Before(d.first.Start) {
			return ""
		}
		return address(x, d.view.query())
	}
	nav := ui.PeriodNav{Name: p.Name(), Prev: to(calendar.Previous(p)), Next: to(calendar.Next(p))}
	if now := d.service.Current(); now != p {
		nav.Now = to(now)
	}
	return nav
}

// filter returns the row that narrows the table by name and, for those who see everyone, by team.
func (d *presenter) filter() ui.Filters {
	p := d.review.Period
	f := ui.Filters{Action: paths.Period(p.Year, p.Number),
		Search: &ui.Search{Value: d.view.name, Label: d.lang.T(i18n.BoardSearch), Filter: ".board tr[data-row]"},
		Fold:   true, Narrowed: d.view.crew.Direct}
	if d.actor.SeesAll() && len(d.review.Crews) > 0 {
		crew := ui.Field{Name: "crew", Label: d.lang.T(i18n.BoardWhose), HideLabel: true,
			Options: []ui.Option{{Label: d.lang.T(i18n.BoardAllCrews)}}, Attrs: map[string]any{"data-autosubmit": true}}
		for _, s := range d.review.Crews {
			crew.Options = append(crew.Options, ui.Option{Value: strconv.FormatInt(s.ID, 10), Label: s.Name})
		}
		if id := d.view.crew.Crew.Supervisor(); id != 0 {
			crew.Value = strconv.FormatInt(id, 10)
		}
		f.Selects = []ui.Field{crew}
	}
	return f.Keeping(d.view.query())
}

// viewField returns the view state as one hidden field of a POST form.
func (d *presenter) viewField() ui.Hidden {
	return ui.Hidden{Name: "view", Value: d.view.query().Encode()}
}

func (d *presenter) tabs() []ui.Chip {
	var counts [groups]int
	for i := range d.review.Rows {
		counts[every]++
		counts[d.review.Rows[i].group()]++
	}
	list := make([]ui.Chip, 0, groups)
	for g, text := range [groups]i18n.Text{i18n.TabAll, i18n.TabLook, i18n.TabIncomplete, i18n.TabReady, i18n.TabOpen, i18n.TabDone} {
		if counts[g] == 0 && group(g) != every && group(g) != d.view.group {
			continue
		}
		list = append(list, ui.Chip{
			Label: d.lang.T(text), Count: d.lang.Int(int64(counts[g])), Current: d.view.group == group(g),
			Href: d.href(func(v *viewState) { v.group = group(g) }),
		})
	}
	return list
}

// crew returns the links by which a supervisor chooses between the whole team and direct reports; nil where both are the same.
func (d *presenter) crew() []ui.Segment {
	if d.actor.SeesAll() || !d.review.HasSubcrews && !d.view.crew.Direct {
		return nil
	}
	return []ui.Segment{
		{Label: d.lang.T(i18n.BoardSubtree), Href: d.href(func(v *viewState) { v.crew.Direct = false }), Current: !d.view.crew.Direct},
		{Label: d.lang.T(i18n.BoardDirect), Href: d.href(func(v *viewState) { v.crew.Direct = true }), Current: d.view.crew.Direct},
	}
}

func (d *presenter) weeks() []ui.Segment {
	return []ui.Segment{
		{Label: d.lang.T(i18n.BoardFortnight), Href: d.href(func(v *viewState) { v.weeks = false }), Current: !d.view.weeks},
		{Label: d.lang.T(i18n.BoardWeeks), Href: d.href(func(v *viewState) { v.weeks = true }), Current: d.view.weeks},
	}
}

// FormatSelection formats sheets with their versions for a form: "12-3,14-1".
func FormatSelection(sheets []SheetVersion) string {
	words := make([]string, len(sheets))
	for i, s := range sheets {
		words[i] = strconv.FormatInt(s.ID, 10) + "-" + strconv.FormatInt(s.Version, 10)
	}
	return strings.Join(words, ",")
}

// parseSelection parses what FormatSelection writes; ok is false for anything else.
func parseSelection(text string) (sheets []SheetVersion, ok bool) {
	for word := range strings.SplitSeq(text, ",") {
		id, version, _ := strings.Cut(word, "-")
		n, bad := strconv.ParseInt(id, 10, 64)
		v, worse := strconv.ParseInt(version, 10, 64)
		if bad != nil || worse != nil || n <= 0 {
			return nil, false
		}
		sheets = append(sheets, SheetVersion{n, v})
	}
	return sheets, true
}
