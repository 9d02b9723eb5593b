package payperiods

import (
	"strconv"
	"strings"

	"presence/app/accounts/auth"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/views/layout"
	"presence/views/ui"
	views "presence/views/workforce/payperiods"
)

// presenter builds the props of the overview page from a Review, for one person.
type presenter struct {
	service       *Service
	actor         auth.Actor
	lang          i18n.Lang
	review        Review
	view          viewState
	laborWarnings map[int64]LaborWarnings // of the people on the page
	first         Period                  // no page leads to one before it
	next          int64                   // whose row takes the focus, after that of the one decided about; 0: none
	approvedNow   []int64                 // the sheets that the approval named by view.done approved
}

// href is the page with something about the view changed.
func (d *presenter) href(change func(*viewState)) string {
	v := d.view
	change(&v)
	return address(d.review.Period, v.query())
}

func (d *presenter) page() views.Page {
	p := d.review.Period
	page := views.Page{
		Title:    d.lang.F(i18n.BoardTitle, p.Name()),
		Subtitle: d.lang.Range(p.Start, p.End) + " · " + d.whose(),
		Period:   d.switcher(),
		Search: layout.Search{Action: paths.Period(p.Year, p.Number), Value: d.view.name, Label: d.lang.T(i18n.BoardSearch),
			Hidden: d.hiddenFields(func(v *viewState) { v.name = "" }), Filter: ".board tr[data-row]"},
		Tiles:  d.tiles(),
		Decide: d.decisionBox(),
		Tabs:   d.tabs(),
		Crew:   d.crew(),
		Weeks:  d.weeks(),
		Table:  d.table(),
		Files: []views.File{
			{Label: d.lang.T(i18n.ExportCSV), Href: paths.Export(p.Year, p.Number, "csv")},
			{Label: d.lang.T(i18n.ExportXLSX), Href: paths.Export(p.Year, p.Number, "xlsx")},
		},
	}
	if d.view.allRows {
		page.Printed = d.lang.F(i18n.PrintedAt, d.lang.Moment(d.service.now().In(d.service.config.Zone)))
	} else {
		page.Print = d.href(func(v *viewState) { v.allRows, v.weeks = true, true })
	}
	if len(d.approvedNow) > 0 {
		page.Done = d.doneBanner()
	}
	return page
}

// whose says whose rows these are.
func (d *presenter) whose() string {
	if !d.actor.SeesAll() {
		if d.view.crew.Direct {
			return d.lang.T(i18n.BoardDirect)
		}
		return d.lang.T(i18n.BoardCrew)
	}
	for _, s := range d.review.Crews {
		if s.ID == d.view.crew.Crew {
			return d.lang.F(i18n.BoardCrewOf, s.Name)
		}
	}
	return d.lang.T(i18n.BoardEveryone)
}

// switcher keeps the view from one period to the next.
func (d *presenter) switcher() ui.PeriodNav {
	p, calendar := d.review.Period, d.service.Calendar()
	to := func(x Period) string {
		if _, ok := calendar.Number(x.Year, x.Number); !ok || x.Start.Before(d.first.Start) {
			return ""
		}
		return address(x, d.view.query())
	}
	nav := ui.PeriodNav{Name: p.Name(), Label: d.lang.Range(p.Start, p.End), Prev: to(calendar.Previous(p)), Next: to(calendar.Next(p))}
	if now := d.service.Current(); now != p {
		nav.Now = to(now)
	}
	return nav
}

// hiddenFields is the view as hidden fields of a GET form, without what the form itself sends.
func (d *presenter) hiddenFields(without func(*viewState)) (list []ui.Hidden) {
	v := d.view
	without(&v)
	q := v.query()
	for _, name := range []string{"crew", "reports", "state", "q", "sort", "weeks", "rows"} {
		if q.Has(name) {
			list = append(list, ui.Hidden{Name: name, Value: q.Get(name)})
		}
	}
	return list
}

// viewField is the view as a POST form sends it.
func (d *presenter) viewField() ui.Hidden {
	return ui.Hidden{Name: "view", Value: d.view.query().Encode()}
}

func (d *presenter) tabs() []ui.Tab {
	var counts [groups]int
	for i := range d.review.Rows {
		counts[every]++
		counts[d.review.Rows[i].group()]++
	}
	list := make([]ui.Tab, 0, groups)
	for g, text := range [groups]i18n.Text{i18n.TabAll, i18n.TabLook, i18n.TabReady, i18n.TabOpen, i18n.TabDone} {
		if counts[g] == 0 && group(g) != every && group(g) != d.view.group {
			continue
		}
		list = append(list, ui.Tab{
			Label: d.lang.T(text), Count: d.lang.Int(int64(counts[g])), Current: d.view.group == group(g),
			Href: d.href(func(v *viewState) { v.group = group(g) }),
		})
	}
	return list
}

func (d *presenter) crew() views.Crew {
	if !d.actor.SeesAll() && !d.review.HasSubcrews && !d.view.crew.Direct {
		return views.Crew{}
	}
	if !d.actor.SeesAll() {
		return views.Crew{Segments: []ui.Segment{
			{Label: d.lang.T(i18n.BoardSubtree), Href: d.href(func(v *viewState) { v.crew.Direct = false }), Current: !d.view.crew.Direct},
			{Label: d.lang.T(i18n.BoardDirect), Href: d.href(func(v *viewState) { v.crew.Direct = true }), Current: d.view.crew.Direct},
		}}
	}
	if len(d.review.Crews) == 0 {
		return views.Crew{}
	}
	crew := views.Crew{Action: paths.Period(d.review.Period.Year, d.review.Period.Number),
		Keep:    d.hiddenFields(func(v *viewState) { v.crew = CrewFilter{} }),
		Options: []ui.Option{{Label: d.lang.T(i18n.BoardAllCrews)}}}
	for _, s := range d.review.Crews {
		crew.Options = append(crew.Options, ui.Option{Value: strconv.FormatInt(s.ID, 10), Label: s.Name})
	}
	if d.view.crew.Crew != 0 {
		crew.Value = strconv.FormatInt(d.view.crew.Crew, 10)
	}
	return crew
}

func (d *presenter) weeks() []ui.Segment {
	return []ui.Segment{
		{Label: d.lang.T(i18n.BoardFortnight), Href: d.href(func(v *viewState) { v.weeks = false }), Current: !d.view.weeks},
		{Label: d.lang.T(i18n.BoardWeeks), Href: d.href(func(v *viewState) { v.weeks = true }), Current: d.view.weeks},
	}
}

// formatSelection is sheets with their versions as forms send them: "12-3,14-1".
func formatSelection(sheets []SelectedSheet) string {
	words := make([]string, len(sheets))
	for i, s := range sheets {
		words[i] = strconv.FormatInt(s.ID, 10) + "-" + strconv.FormatInt(s.Version, 10)
	}
	return strings.Join(words, ",")
}

// parseSelection reads what list writes; ok is false for anything else.
func parseSelection(text string) (sheets []SelectedSheet, ok bool) {
	for word := range strings.SplitSeq(text, ",") {
		id, version, _ := strings.Cut(word, "-")
		n, bad := strconv.ParseInt(id, 10, 64)
		v, worse := strconv.ParseInt(version, 10, 64)
		if bad != nil || worse != nil || n <= 0 {
			return nil, false
		}
		sheets = append(sheets, SelectedSheet{n, v})
	}
	return sheets, true
}
