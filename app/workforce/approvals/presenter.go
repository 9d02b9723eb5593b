package approvals

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/app/workforce/payperiods"
	"presence/db"
	"presence/views/ui"
	views "presence/views/workforce/approvals"
	"presence/views/workforce/review"
)

// presenter builds the view model of the approvals page from a QueuePage, for one user.
type presenter struct {
	s     *Service
	actor auth.Actor
	lang  i18n.Lang
	view  View
	queue QueuePage
	asked bool   // an item was asked for
	focus bool   // the open item is shown after a decision, so it gets the focus
	note  string // the typed note, if it had an error
	fault string // the error of the note

	selected []Decision // that were to be approved together
	check    []Item     // those among them that need a review, about which the page asks
}

var tabNames = map[Tab]i18n.Text{Waiting: i18n.QueueWaiting, Changed: i18n.QueueChanged, Approved: i18n.QueueApproved,
	Refused: i18n.QueueRefused}
var kindNames = map[Kind]i18n.Text{Main: i18n.QueueMain, Sheet: i18n.QueueSheets, Leave: i18n.QueueLeave, Expense: i18n.QueueExpenses}
var icons = map[Kind]ui.Icon{Sheet: ui.IconClock, Leave: ui.IconPalm, Expense: ui.IconReceipt}

func (d *presenter) page() views.Page {
	p := views.Page{Focus: d.focus, Chosen: d.asked, List: d.view.href(func(v *View) { v.Open = Ref{} })}
	for _, t := range Tabs {
		p.Tabs = append(p.Tabs, ui.Chip{Label: d.lang.T(tabNames[t]), Count: d.lang.Int(int64(d.queue.Counts[t])), Current: t == d.view.Tab,
			Href: d.view.href(func(v *View) { v.Tab, v.From, v.Open = t, 0, Ref{} })})
	}
	for _, k := range Kinds {
		p.Kinds = append(p.Kinds, ui.Chip{Label: d.lang.T(kindNames[k]), Count: d.lang.Int(int64(d.queue.Kinds[k])), Icon: icons[k],
			Current: k == d.view.Kind,
			Href:    d.view.href(func(v *View) { v.Kind, v.From, v.Open = k, 0, Ref{} })})
	}
	switch {
	case d.view.Kind == Expense:
		p.Note = d.lang.T(i18n.QueueExpNote)
	case d.view.Tab.isDecided():
		p.Note = d.lang.T(i18n.QueueDecided)
	}
	p.Rows, p.Age = d.rows()
	strips := make([]ui.DayStrip, len(p.Rows))
	for i, r := range p.Rows {
		strips[i] = r.Strip
	}
	p.Legend = payperiods.ListLegend(d.lang, strips)
	d.addPaging(&p)
	if d.queue.Open != nil {
		p.Item = d.item(*d.queue.Open)
	}
	return p
}

// addPaging adds the links to other pages of the list, and the button to approve several items.
func (d *presenter) addPaging(p *views.Page) {
	if d.queue.From > 0 {
		p.Start = d.view.href(func(v *View) { v.From, v.Open = 0, Ref{} })
	}
	if d.queue.More {
		p.More = d.view.href(func(v *View) { v.From, v.Open = d.queue.From+pageItems, Ref{} })
	}
	p.Empty = ui.Empty{Icon: ui.IconInbox, Title: d.lang.T(i18n.QueueNoneElse), Text: d.lang.T(i18n.QueueNoneElseText)}
	if d.view.Tab == Waiting {
		p.Empty = ui.Empty{Icon: ui.IconApproved, Title: d.lang.T(i18n.QueueNone), Text: d.lang.T(i18n.QueueNoneText)}
		if len(p.Rows) > 1 {
			p.Bulk = &views.Bulk{Action: paths.ApprovalsMany(), Hidden: []ui.Hidden{d.hidden()}, Ask: d.ask(), All: d.tickAll()}
		}
	}
}

// tickAll labels the checkbox for all; empty: it would tick none.
func (d *presenter) tickAll() string {
	shown := countParts(d.queue.Items)
	check, n := shown[toCheck], shown[ready]
	switch {
	case check == len(d.queue.Items):
		return ""
	case n == 0 && check > 0:
		return d.lang.N(check, i18n.QueueTickBut)
	case n == 0, n == len(d.queue.Items) && !d.queue.More && d.queue.From == 0:
		return d.lang.T(i18n.QueueTickAll)
	case n < d.queue.Parts[ready]:
		return d.lang.N(n, i18n.QueueTickReadyHere)
	}
	return d.lang.N(n, i18n.QueueTickReady)
}

// ready returns the button that approves all timesheets that need no review, also those of other pages, which are approved as on the page
// of their period; nil if they are fewer than two, or on several pages and of several periods.
func (d *presenter) ready() *views.Ready {
	n := d.queue.Parts[ready]
	if n < 2 {
		return nil
	}
	b := &views.Ready{Label: d.lang.N(n, i18n.QueueApproveAll)}
	switch {
	case countParts(d.queue.Items)[ready] == n:
		b.Action, b.Hidden = paths.ApprovalsMany(), []ui.Hidden{d.hidden()}
		for _, i := range d.queue.Items {
			if i.part() == ready {
				b.Hidden = append(b.Hidden, ui.Hidden{Name: "items", Value: i.tick()})
			}
		}
	case len(d.queue.Ready) == n:
		p := d.s.Time.Periods.Calendar().At(d.queue.Ready[0].Day)
		sheets := make([]payperiods.SheetVersion, n)
		for i, x := range d.queue.Ready {
			sheets[i] = payperiods.SheetVersion{ID: x.ID, Version: x.Version}
		}
		b.Leaves, b.Action = true, paths.PeriodApprove(p.Year, p.Number)
		b.Hidden = []ui.Hidden{{Name: "which", Value: "clean"}, {Name: "sheets", Value: payperiods.FormatSelection(sheets)}}
	default:
		return nil
	}
	return b
}

// tick returns the value of the checkbox of an item, with the version that the page shows.
func (i Item) tick() string { return i.Ref.String() + "-" + strconv.FormatInt(i.Version, 10) }

// ask returns the question about the selected items, some of which need a review; nil: there is none.
func (d *presenter) ask() *views.Ask {
	if len(d.check) == 0 {
		return nil
	}
	a := &views.Ask{Title: d.lang.N(len(d.selected), i18n.QueueAskMany), Hidden: []ui.Hidden{d.hidden(), {Name: "confirmed", Value: "1"}}}
	for _, x := range d.selected {
		a.Hidden = append(a.Hidden, ui.Hidden{Name: "items", Value: x.tick()})
	}
	for _, i := range d.check {
		var why []string
		if i.Changed {
			why = append(why, d.lang.T(i18n.WarnChanged))
		}
		for _, f := range d.row(i).Flags {
			why = append(why, f.Text)
		}
		if len(why) == 0 {
			why = []string{d.sheetName(i)}
		}
		a.Names = append(a.Names, review.Reason{Name: i.Name, Why: strings.Join(why, " · "), Href: paths.Timesheet(i.ID)})
	}
	return a
}

// hidden returns the view as a hidden field of a form.
func (d *presenter) hidden() ui.Hidden {
	return ui.Hidden{Name: "view", Value: d.view.query().Encode()}
}

var partNames = [...]i18n.Text{toCheck: i18n.GroupLook, ready: i18n.GroupReady, others: i18n.QueueLeave}

// headingAges say in a heading how long ago all items of a part came.
var headingAges = [...]i18n.Text{toCheck: i18n.QueueSubmitted, ready: i18n.QueueSubmitted, others: i18n.QueueReceived}

// rows returns the rows of the list. The first row of each part has its heading, unless all are of one part or are not waiting. A
// value that is equal in all rows of a part (the period of sheets, or how long ago they came) is in the heading instead of the
// rows. age is the text for a list without headings; empty: the rows have it.
func (d *presenter) rows() (list []views.Row, age string) {
	counts, days := d.queue.Parts, map[part]map[db.Day]bool{}
	for _, i := range d.queue.Items {
		if days[i.part()] == nil {
			days[i.part()] = map[db.Day]bool{}
		}
		days[i.part()][i.Day] = true
	}
	ages := d.commonAges()
	all := ready // the part whose rows the checkbox for all ticks
	if countParts(d.queue.Items)[ready] == 0 {
		all = others
	}
	now, once := part(-1), false // once: the heading says the period of all its rows
	for _, i := range d.queue.Items {
		r := d.row(i)
		r.TickedByAll = i.part() == all
		if x := i.part(); d.view.Tab == Waiting && len(counts) > 1 && x != now {
			now = x
			r.Heading, r.HeadingCount = d.lang.T(partNames[x]), d.lang.Int(int64(counts[x]))
			if x == ready {
				r.Ready = d.ready()
			}
			if i.Kind == Sheet && !i.Day.IsZero() && len(days[x]) == 1 {
				r.HeadingPeriod = d.lang.F(i18n.QueueSheetsIn, d.s.Time.Periods.Calendar().At(i.Day).Name())
			}
			once = r.HeadingPeriod != ""
			if r.HeadingAge = ages[x]; r.HeadingAge != "" {
				r.HeadingAge = d.lang.F(headingAges[x], r.HeadingAge)
			}
		}
		if ages[i.part()] != "" {
			r.When = ""
		}
		if once && i.Kind == Sheet {
			r.What = d.amounts(i)
		}
		list = append(list, r)
	}
	if len(counts) < 2 && len(list) > 0 {
		if age = ages[d.queue.Items[0].part()]; age != "" {
			age = d.lang.F(i18n.QueueAge, age)
		}
	}
	return list, age
}

// commonAges returns how long ago the waiting items of each part came, for parts of several items that all came long ago and for which
// the text is the same.
func (d *presenter) commonAges() map[part]string {
	ages, counts := map[part]string{}, map[part]int{}
	if d.view.Tab != Waiting {
		return ages
	}
	for _, i := range d.queue.Items {
		x, age := i.part(), d.age(i)
		if counts[x]++; counts[x] == 1 {
			ages[x] = age
		} else if ages[x] != age {
			ages[x] = ""
		}
	}
	for x, n := range counts {
		if n == 1 {
			delete(ages, x)
		}
	}
	return ages
}

// age returns how long ago an item came or was decided; empty for one that came lately.
func (d *presenter) age(i Item) string {
	if d.view.Tab.isDecided() || d.s.Now().Sub(i.At.Time()) > longWait {
		return d.ago(i.At)
	}
	return ""
}

// longWait is the waiting time from which the list shows how long ago an item came.
const longWait = 3 * 24 * time.Hour

func (d *presenter) row(i Item) views.Row {
	r := views.Row{
		Row: review.Row{Name: i.Name}, ID: i.Ref.String(), What: d.what(i), Icon: icons[i.Kind],
		Current: d.queue.Open != nil && d.queue.Open.Ref == i.Ref,
	}
	if i.Row != nil {
		r.Row = payperiods.Summary(d.lang, d.s.Time.Periods.Calendar().At(i.Day), i.Row, i.Labour)
		if r.Over != "" { // after the other warnings, before the notices of the labour standards
			at := slices.IndexFunc(r.Flags, func(f review.Flag) bool { return f.Tone == ui.Neutral })
			if at < 0 {
				at = len(r.Flags)
			}
			r.Flags = slices.Insert(r.Flags, at, review.Flag{Text: r.Over, Tone: ui.Warn})
		}
	}
	r.Href = d.view.href(func(v *View) { v.Open = i.Ref })
	r.When = d.age(i)
	if i.Kind == Expense {
		r.Amount, r.What = d.lang.Dollars(i.Cents), d.spent(i)
	}
	switch {
	case i.State == Escalated:
		r.State, r.Label = ui.StatePending, d.lang.T(i18n.QueueEscalated)
	case i.Changed && d.view.Tab == Waiting:
		r.State, r.Label = ui.StateChanged, d.lang.T(i18n.QueueChangedOne)
	}
	if d.view.Tab == Waiting && len(d.queue.Items) > 1 {
		r.Tick = i.tick()
		r.TickFor = d.lang.F(i18n.QueueSelect, i.Name+" – "+d.what(i))
		r.Minutes, r.Cents, r.Check = i.Minutes, i.Cents, i.part() == toCheck
		r.Ticked = slices.ContainsFunc(d.selected, func(x Decision) bool { return x.tick() == r.Tick })
	}
	return r
}

// what returns a description of an item in one line.
func (d *presenter) what(i Item) string {
	switch i.Kind {
	case Leave:
		return d.lang.T(i18n.LeaveNames[i.LeaveType]) + " · " + d.span(i.Start, i.End)
	case Expense:
		return d.lang.Dollars(i.Cents) + " · " + d.spent(i)
	}
	return d.sheetName(i) + dot + d.amounts(i)
}

// spent returns when an expense was made, and for what.
func (d *presenter) spent(i Item) string { return d.lang.DayShort(i.Day) + " · " + i.Description }

// dot separates two texts. A line may end with it, and does not begin with it.
const dot = "\u00a0· "

// amounts returns the hours and the expenses of a sheet.
func (d *presenter) amounts(i Item) string {
	text := d.lang.Hours(i.Minutes)
	if i.Cents > 0 {
		text += dot + d.lang.Dollars(i.Cents)
	}
	return text
}

// sheetName returns the period of a sheet of the staff pages.
func (d *presenter) sheetName(i Item) string {
	if i.Day.IsZero() {
		return d.lang.T(i18n.QueueSheetOf)
	}
	p := d.s.Time.Periods.Calendar().At(i.Day)
	return d.lang.F(i18n.QueueSheetIn, p.Name())
}

// span formats the days of leave. Leave that ends at midnight does not include the day that begins then.
func (d *presenter) span(start, end db.Instant) string {
	from, to := db.DayOf(start.Time().In(d.s.Zone)), db.DayOf((end - 1).Time().In(d.s.Zone))
	if from == to {
		return d.lang.Day(from)
	}
	return d.lang.Range(from, to)
}

func (d *presenter) ago(at db.Instant) string { return d.lang.Ago(d.s.Now().Sub(at.Time())) }

func (d *presenter) moment(at db.Instant) string { return d.lang.Moment(at.Time().In(d.s.Zone)) }
