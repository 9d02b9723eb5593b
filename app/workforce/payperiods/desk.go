package payperiods

import (
	"strconv"
	"strings"

	"presence/app/accounts/auth"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/views/layout"
	"presence/views/ui"
	draw "presence/views/workforce/payperiods"
)

// desk turns a board into what the page shows of it to one person.
type desk struct {
	service *Service
	actor   auth.Actor
	lang    i18n.Lang
	board   Board
	view    view
	norms   map[int64]Norms // of the people on the page
	first   Period          // no page leads to one before it
	next    int64           // whose row takes the focus, after that of the one decided about; 0: nobody's
	made    []int64         // the sheets that the approval named by view.done approved
}

// href is the page with something about the view changed.
func (d *desk) href(change func(*view)) string {
	v := d.view
	change(&v)
	return address(d.board.Period, v.query())
}

func (d *desk) page() draw.Page {
	p := d.board.Period
	page := draw.Page{
		Title:    d.lang.F(i18n.BoardTitle, p.Name()),
		Subtitle: d.lang.Range(p.Start, p.End) + " · " + d.whose(),
		Period:   d.switcher(),
		Search: layout.Search{Action: paths.Period(p.Year, p.Number), Value: d.view.name, Label: d.lang.T(i18n.BoardSearch),
			Hidden: d.keep(func(v *view) { v.name = "" }), Filter: ".board tr[data-row]"},
		Tiles:  d.tiles(),
		Decide: d.decide(),
		Tabs:   d.tabs(),
		Crew:   d.crew(),
		Weeks:  d.weeks(),
		Table:  d.table(),
		Files: []draw.File{
			{Label: d.lang.T(i18n.ExportCSV), Href: paths.Export(p.Year, p.Number, "csv")},
			{Label: d.lang.T(i18n.ExportXLSX), Href: paths.Export(p.Year, p.Number, "xlsx")},
		},
	}
	if d.view.whole {
		page.Printed = d.lang.F(i18n.PrintedAt, d.lang.Moment(d.service.now().In(d.service.config.Zone)))
	} else {
		page.Print = d.href(func(v *view) { v.whole, v.weeks = true, true })
	}
	if len(d.made) > 0 {
		page.Done = d.done()
	}
	return page
}

// whose says whose rows these are.
func (d *desk) whose() string {
	if !d.actor.SeesAll() {
		if d.view.look.Direct {
			return d.lang.T(i18n.BoardDirect)
		}
		return d.lang.T(i18n.BoardCrew)
	}
	for _, s := range d.board.Crews {
		if s.ID == d.view.look.Crew {
			return d.lang.F(i18n.BoardCrewOf, s.Name)
		}
	}
	return d.lang.T(i18n.BoardEveryone)
}

// switcher keeps the view from one period to the next.
func (d *desk) switcher() ui.PeriodNav {
	p, calendar := d.board.Period, d.service.Calendar()
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

// keep is the view as hidden fields of a GET form, without what the form itself sends.
func (d *desk) keep(without func(*view)) (list []ui.Hidden) {
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

// hidden is the view as a POST form sends it.
func (d *desk) hidden() ui.Hidden { return ui.Hidden{Name: "view", Value: d.view.query().Encode()} }

func (d *desk) tabs() []ui.Tab {
	var counts [groups]int
	for i := range d.board.Lines {
		counts[every]++
		counts[d.board.Lines[i].group()]++
	}
	list := make([]ui.Tab, 0, groups)
	for g, text := range [groups]i18n.Text{i18n.TabAll, i18n.TabLook, i18n.TabReady, i18n.TabOpen, i18n.TabDone} {
		if counts[g] == 0 && group(g) != every && group(g) != d.view.group {
			continue
		}
		list = append(list, ui.Tab{
			Label: d.lang.T(text), Count: d.lang.Int(int64(counts[g])), Current: d.view.group == group(g),
			Href: d.href(func(v *view) { v.group = group(g) }),
		})
	}
	return list
}

func (d *desk) crew() draw.Crew {
	if !d.actor.SeesAll() && !d.board.Deep && !d.view.look.Direct {
		return draw.Crew{}
	}
	if !d.actor.SeesAll() {
		return draw.Crew{Segments: []ui.Segment{
			{Label: d.lang.T(i18n.BoardSubtree), Href: d.href(func(v *view) { v.look.Direct = false }), Current: !d.view.look.Direct},
			{Label: d.lang.T(i18n.BoardDirect), Href: d.href(func(v *view) { v.look.Direct = true }), Current: d.view.look.Direct},
		}}
	}
	if len(d.board.Crews) == 0 {
		return draw.Crew{}
	}
	crew := draw.Crew{Action: paths.Period(d.board.Period.Year, d.board.Period.Number), Keep: d.keep(func(v *view) { v.look = Look{} }),
		Options: []ui.Option{{Label: d.lang.T(i18n.BoardAllCrews)}}}
	for _, s := range d.board.Crews {
		crew.Options = append(crew.Options, ui.Option{Value: strconv.FormatInt(s.ID, 10), Label: s.Name})
	}
	if d.view.look.Crew != 0 {
		crew.Value = strconv.FormatInt(d.view.look.Crew, 10)
	}
	return crew
}

func (d *desk) weeks() []ui.Segment {
	return []ui.Segment{
		{Label: d.lang.T(i18n.BoardFortnight), Href: d.href(func(v *view) { v.weeks = false }), Current: !d.view.weeks},
		{Label: d.lang.T(i18n.BoardWeeks), Href: d.href(func(v *view) { v.weeks = true }), Current: d.view.weeks},
	}
}

// list is sheets with their versions as forms send them: "12-3,14-1".
func list(sheets []Chosen) string {
	words := make([]string, len(sheets))
	for i, s := range sheets {
		words[i] = strconv.FormatInt(s.ID, 10) + "-" + strconv.FormatInt(s.Version, 10)
	}
	return strings.Join(words, ",")
}

// readList reads what list writes; ok is false for anything else.
func readList(text string) (sheets []Chosen, ok bool) {
	for word := range strings.SplitSeq(text, ",") {
		id, version, _ := strings.Cut(word, "-")
		n, bad := strconv.ParseInt(id, 10, 64)
		v, worse := strconv.ParseInt(version, 10, 64)
		if bad != nil || worse != nil || n <= 0 {
			return nil, false
		}
		sheets = append(sheets, Chosen{n, v})
	}
	return sheets, true
}
