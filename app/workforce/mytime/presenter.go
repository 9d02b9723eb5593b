package mytime

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/app/workforce/payperiods"
	"presence/app/workforce/timesheets"
	"presence/db"
	"presence/views/layout"
	"presence/views/ui"
	views "presence/views/workforce/mytime"
	"presence/views/workforce/review"
)

// presenter builds the view models of the pages of a PeriodView, for one user.
type presenter struct {
	s        *Service
	actor    auth.Actor
	lang     i18n.Lang
	view     *PeriodView
	location gridLocation
	open     openForm
	ask      bool // the confirmation to submit despite warnings is open

	neighbours   map[payperiods.Period]Sheet // on the page of a sheet: the owner's sheets of the previous and the next period
	history      []audit.Entry               // of the page's sheet, newest first
	previous     int64                       // on the page of a sheet: minutes that the owner worked in the period before
	approvers    map[string]string           // on the page of a sheet: who approved single lines, by kind and id
	linesOpen    bool                        // the list of the single lines is open
	overviewNav  *review.QueueNav            // within the overview from which the page was opened; nil: it was not opened from one
	reminded     bool                        // on the page of a sheet: the owner was reminded today to submit it
	place        Place                       // of the page's sheet in the queue of the actor
	pageOf       func(item string) string    // the address of an item of the queue
	commentFault string                      // the error of the typed comment
	comment      *string                     // the typed comment, if it had an error
}

// loadPresenter reads the period of a location.
func (p pages) loadPresenter(ctx context.Context, l gridLocation) (*presenter, error) {
	d := &presenter{s: p.s, actor: auth.From(ctx), location: l}
	d.lang = d.actor.Language
	var err error
	if d.view, err = p.s.PeriodView(ctx, d.actor, l.owner, l.period); err != nil {
		return d, err
	}
	if err = p.s.readFormJobs(ctx, d.view); err != nil || l.sheet == nil {
		return d, err
	}
	if d.neighbours, err = p.s.neighbours(ctx, l.owner, l.period); err != nil {
		return d, err
	}
	if d.previous, err = p.s.WorkedBefore(ctx, d.actor, l.owner, l.period); err != nil {
		return d, err
	}
	if d.history, err = p.s.history(ctx, l.sheet.ID); err != nil {
		return d, err
	}
	if d.mayRemind() {
		done, err := p.s.Periods.RemindedToday(ctx, l.period)
		if err != nil {
			return d, err
		}
		d.reminded = done[l.owner]
	}
	return d, p.s.readPastJobs(ctx, d.view, d.history)
}

// own reports whether the actor is the owner of the time shown.
func (d *presenter) own() bool { return d.actor.EmployeeID == d.location.owner }

// sheets returns the timesheets shown: the one of the location, or all of the period.
func (d *presenter) sheets() []Sheet {
	if d.location.sheet == nil {
		return d.view.Sheets
	}
	for i, s := range d.view.Sheets {
		if s.ID == d.location.sheet.ID {
			return d.view.Sheets[i : i+1]
		}
	}
	return []Sheet{*d.location.sheet} // the sheet has no line in the period
}

// state returns the state of the page's sheets; if there are several, the one that needs most attention.
func (d *presenter) state() payperiods.State {
	f := PeriodView{Sheets: d.sheets()}
	return f.State()
}

// mayAdd reports whether entries can be added: not if everything is approved (W7).
func (d *presenter) mayAdd() bool { return d.state() != payperiods.Approved }

// mayRemind reports whether the actor may ask the owner of the page's sheet to submit it.
func (d *presenter) mayRemind() bool {
	return d.mayDecide() && !d.own() && d.state() == payperiods.Draft && d.view.Period.Remindable(d.view.Today)
}

// mayDecide reports whether the actor may approve the page's sheet (C11).
func (d *presenter) mayDecide() bool {
	return d.location.sheet != nil && !d.location.sheet.Aged && d.actor.Approver() && timesheets.MayApprove(d.actor, d.location.owner)
}

func (d *presenter) page() views.Page {
	p := d.view.Period
	page := views.Page{
		Title:    d.lang.T(i18n.TimeTitle),
		Subtitle: p.Name() + d.s.Periods.PayDayNote(d.lang, p),
		Section:  layout.Time,
		Period:   d.switcher(),
		State:    d.stateOf(),
		Weeks:    [2]views.Week{d.week(0), d.week(1)},
		Checks:   d.checks(),
		Printed: d.lang.F(i18n.PrintedBy, d.view.Owner.Name+" · "+d.lang.F(i18n.BoardTitle, p.Name()), d.moment(db.InstantOf(d.s.now())),
			cmp.Or(d.actor.Name, d.actor.Email)),
	}
	page.Bar = d.bar(len(page.Checks.List))
	if fill := d.fill(); fill != nil {
		page.Weeks[d.firstToFill()].Fill = fill
	}
	page.Views = d.views()
	if week := d.location.week; !week.IsZero() {
		page.Picture, page.Entry = d.picture(page.Weeks[week.Sub(p.Start)/7]), d.entryDialog()
	}
	if d.location.sheet == nil {
		page.NotYet = d.notYet()
		if len(d.view.Sheets) > 0 {
			page.Links = []views.Link{{Label: d.lang.T(i18n.TimeHistory), Href: paths.Timesheet(d.view.Sheets[0].ID), Icon: ui.IconHistory}}
		}
		return page
	}
	if d.own() {
		page.Title = d.lang.T(i18n.TimeOwnSheet)
		page.Links = []views.Link{{Label: d.lang.T(i18n.TimeTitle), Href: paths.TimeIn(p.Year, p.Number), Icon: ui.IconClock}}
	} else {
		page.Title, page.TabTitle = d.view.Owner.Name, d.lang.F(i18n.TimeSheetOf, d.view.Owner.Name)
		page.Head = d.head(page.Bar)
		page.Subtitle = strings.TrimPrefix(d.s.Periods.PayDayNote(d.lang, p), " · ") // the breadcrumb has the name of the period
		page.Section = layout.Periods
		page.Crumbs = []ui.Crumb{{Label: d.lang.T(i18n.Periods), Href: paths.Periods()}, {Label: p.Name(), Href: paths.Period(p.Year, p.Number)}}
		if !d.location.overview.IsZero() {
			page.Crumbs[1].Href = d.location.overview.Href()
		}
	}
	page.Review, page.Queue = d.review(page.Bar), d.queueNav()
	if len(d.view.Sheets) > 1 {
		page.Subtitle = strings.TrimPrefix(page.Subtitle+" · "+d.lang.F(i18n.TimeSheetNo, d.location.sheet.ID), " · ")
	}
	return page
}

// switcher returns the links to the previous and the next period; on the page of a sheet, only to periods with a sheet.
func (d *presenter) switcher() ui.PeriodNav {
	if !d.location.week.IsZero() {
		return d.weekSwitcher()
	}
	p, calendar := d.view.Period, d.s.Periods.Calendar()
	nav := ui.PeriodNav{Name: p.Name(), Dates: d.lang.Range(p.Start, p.End)}
	if l, ok := d.neighbour(calendar.Previous(p)); ok {
		nav.Prev = l.href(url.Values{})
	}
	if l, ok := d.neighbour(calendar.Next(p)); ok {
		nav.Next = l.href(url.Values{})
	}
	if now := d.s.Periods.Current(); now != p && d.location.sheet == nil {
		nav.Now = paths.TimeIn(now.Year, now.Number)
	}
	return nav
}

// neighbour returns the page of another period; false if there is none, as that of a sheet when the owner has none in the period.
func (d *presenter) neighbour(p payperiods.Period) (l gridLocation, ok bool) {
	if _, ok := d.s.Periods.Calendar().Number(p.Year, p.Number); !ok {
		return l, false
	}
	if d.location.sheet == nil {
		return gridLocation{grid: paths.Grid(paths.TimeIn(p.Year, p.Number)), period: p}, true
	}
	s, ok := d.neighbours[p]
	return gridLocation{grid: paths.Grid(paths.Timesheet(s.ID)), period: p, sheet: &s}, ok
}

// headed reports whether the page is that of another person's sheet, the head of which has its state.
func (d *presenter) headed() bool { return d.location.sheet != nil && !d.own() }

// head returns the state of another person's sheet, for the head of its page: the hours, the state, and who submitted or approved the
// sheet when. A submitted sheet is marked as one even if it has changed since an approval, which a banner says.
func (d *presenter) head(bar views.Bar) *views.Head {
	h := &views.Head{Hours: bar.Total, State: review.State{State: bar.State, Words: bar.Words}}
	by := func(name string, at db.Instant) string {
		moment := d.lang.MomentNear(at.Time().In(d.s.zone), d.s.now().In(d.s.zone))
		if name == "" {
			return d.lang.F(i18n.TimeHeadOn, moment)
		}
		return d.lang.F(i18n.TimeHeadBy, name, moment)
	}
	switch t := d.sheets()[0]; {
	case t.Approved && t.ApprovedAt != 0:
		h.State.Note = by(t.Approver, t.ApprovedAt)
	case !t.Approved && t.SubmittedAt != 0:
		h.State = review.State{State: ui.StateSubmitted, Note: by(d.submitter(), t.SubmittedAt)}
	case d.reminded:
		h.State.Note = d.lang.T(i18n.RemindedToday)
	}
	return h
}

// submitter returns the name of who submitted the page's sheet last, or "" if the history that was read does not tell.
func (d *presenter) submitter() string {
	for _, e := range d.history { // newest first
		if e.Kind == "timesheet" && e.Action == "submitted" {
			return d.lang.ActedFor(e.Who.Name, e.Who.For)
		}
	}
	return ""
}

// stateOf returns what the page says of the state of the sheets, with the reason.
func (d *presenter) stateOf() (s views.State) {
	seen := map[string]bool{"": true}
	for _, x := range d.sheets() {
		switch {
		case x.Approved && d.headed():
			s.Banners = append(s.Banners, ui.BannerProps{Tone: ui.Neutral, Icon: ui.IconLock, Text: d.lang.T(i18n.TimeApprovedLock)})
		case x.Approved:
			s.Banners = append(s.Banners, ui.BannerProps{Tone: ui.Good, Icon: ui.IconLock, Text: d.lang.T(i18n.TimeApprovedWhy),
				Title: d.lang.F(i18n.TimeApprovedBy, x.Approver, d.moment(x.ApprovedAt))})
		case x.SubmittedAt != 0 && !d.headed():
			s.Banners = append(s.Banners, ui.BannerProps{Tone: ui.Info, Icon: ui.IconSend, Text: d.lang.T(i18n.TimeSubmittedWhy),
				Title: d.lang.F(i18n.TimeSubmittedOn, d.moment(x.SubmittedAt))})
		case x.ReturnedAt != 0 && !d.mayDecide():
			s.Banners = append(s.Banners, ui.BannerProps{Tone: ui.Warn, Icon: ui.IconUndo, Title: d.lang.F(i18n.TimeReturnedOn,
				d.moment(x.ReturnedAt)), Text: x.Comment})
			seen[x.Comment] = true
		}
		if !seen[x.Comment] && !d.mayDecide() {
			s.Banners = append(s.Banners, ui.BannerProps{Tone: ui.Neutral, Icon: ui.IconNote, Title: d.lang.T(i18n.TimeCommentBy), Text: x.Comment})
		}
		seen[x.Comment] = true
		s.Changes = append(s.Changes, d.differences(x.Changed)...)
	}
	s.Title = d.lang.T(i18n.TimeChangedTitle)
	if d.own() && d.view.Owner.FirstDay.After(d.view.Today) || d.view.early(d.view.Days[0]) {
		s.Banners = append(s.Banners, ui.BannerProps{Tone: ui.Neutral, Icon: ui.IconInfo, Text: d.firstDay() + "."})
	}
	if d.view.Owner.Archived {
		s.Banners = append(s.Banners, ui.BannerProps{Tone: ui.Neutral, Icon: ui.IconInfo, Text: d.lang.T(i18n.TimeArchived)})
	}
	return s
}

// firstDay says when the owner begins, or began.
func (d *presenter) firstDay() string {
	first := d.view.Owner.FirstDay
	if d.own() && first.After(d.view.Today) {
		return d.lang.F(i18n.TimeNotYet, d.lang.DayNear(first))
	}
	return d.lang.F(i18n.TimeFirstDay, d.lang.DayLong(first))
}

// notYet returns what stands in place of the days of a period that ends before the owner's first work day; nil: there are days to show.
func (d *presenter) notYet() *views.NotYet {
	if len(d.view.Sheets) > 0 || slices.ContainsFunc(d.view.Days[:], func(x Day) bool { return !d.view.early(x) }) {
		return nil
	}
	n := &views.NotYet{Title: d.firstDay(), Text: d.lang.T(i18n.TimeNotYetText)}
	if p, err := d.s.Periods.PeriodOn(d.view.Owner.FirstDay); err == nil {
		n.Href, n.Label = paths.TimeIn(p.Year, p.Number), d.lang.F(i18n.TimeNotYetGo, p.Name())
	}
	return n
}

// bar returns the totals of the period, and the buttons to submit, withdraw or approve.
func (d *presenter) bar(checks int) views.Bar {
	t := d.view.total()
	b := views.Bar{Label: d.lang.T(i18n.TimeTotals), Total: views.Figure{Label: d.lang.T(i18n.TimeHours),
		Value: d.lang.Hours(t.Hours.Total())}}
	for _, x := range []struct {
		n      int64
		figure views.Figure
	}{
		{t.Leave, views.Figure{Label: d.lang.T(i18n.TimeLeave), Value: d.lang.Hours(t.Leave)}},
		{t.Hours.Overtime, views.Figure{Label: d.lang.T(i18n.TimeOvertime), Value: d.lang.Hours(t.Hours.Overtime), Over: true}},
		{t.Cents, views.Figure{Label: d.lang.T(i18n.TimeSpent), Value: d.lang.Dollars(t.Cents), Column: "spent"}},
		{t.Distance, views.Figure{Label: d.lang.T(i18n.TimeDistance), Value: d.km(t.Distance), Column: "distance"}},
	} {
		if x.n != 0 {
			b.Figures = append(b.Figures, x.figure)
		}
	}
	state := d.state()
	if b.State = ui.State(state.String()); state == payperiods.Missing {
		b.State, b.Words = ui.StateDraft, d.lang.T(i18n.TimeStateNone)
	}
	if state == payperiods.Draft && slices.ContainsFunc(d.sheets(), func(x Sheet) bool { return x.ReturnedAt != 0 }) {
		b.State, b.Words = ui.StateWarning, d.lang.T(i18n.QueueReturned)
	}
	if d.own() {
		d.submitButtons(&b, checks)
	}
	return b
}

// submitButtons adds the buttons by which the owner enters the first empty day, submits the time, or withdraws it.
func (d *presenter) submitButtons(b *views.Bar, checks int) {
	var in, out bool
	for _, s := range d.sheets() {
		in, out = in || !s.Approved && s.SubmittedAt == 0, out || !s.Approved && s.SubmittedAt != 0
	}
	if out {
		b.Withdraw = &views.Post{Action: d.location.grid.Withdraw(), Label: d.lang.T(i18n.TimeTakeBack), Hidden: d.location.hidden()}
	}
	if first, empty := d.view.firstEmpty(); empty && (in || len(d.sheets()) == 0) {
		b.Next = &views.Link{Label: d.lang.T(i18n.TimeEnter), Href: d.location.dayHref(first, "open", "shift"), Whole: !d.location.shows(first)}
		if first != d.view.Today {
			_, _, number := first.Date()
			b.Next.Label = d.lang.F(i18n.TimeEnterDay, d.lang.WeekdayShort(first), number)
		}
	}
	if _, _, short := d.view.shortToday(); b.Next == nil && (short && in || d.untouched()) {
		b.Next = &views.Link{Label: d.lang.T(i18n.TimeEnter), Href: d.location.dayHref(d.view.Today, "open", "shift"),
			Whole: !d.location.shows(d.view.Today)}
	}
	if !in {
		return
	}
	b.Submit = &views.Post{Action: d.location.grid.Submit(), Label: d.lang.T(i18n.TimeSubmit), Hidden: d.location.hidden()}
	left := d.view.left(d.state())
	if checks == 0 && len(left) == 0 {
		return
	}
	b.Submit.Label = d.lang.T(i18n.TimeSubmitAsk)
	b.Confirm = &views.Confirm{Href: d.location.href(url.Values{"ask": {"submit"}}), Open: d.ask, Title: d.lang.T(i18n.TimeAskTitle)}
	if checks > 0 {
		b.Confirm.Text = d.lang.N(checks, i18n.TimeAskText)
	}
	if len(left) > 0 {
		b.Confirm.Title = d.lang.F(i18n.TimeAskHours, d.lang.Hours(d.view.total().Hours.Total()))
		if d.emptyWeek(1) {
			b.Confirm.Title = d.lang.F(i18n.TimeAskEmpty, 2, d.lang.Hours(d.view.total().Hours.Total()))
		}
	}
}

// untouched reports whether the period is the present one and has no sheet yet.
func (d *presenter) untouched() bool {
	return len(d.sheets()) == 0 && d.view.Period.Contains(d.view.Today) && !d.view.Owner.Archived && d.view.employed(d.view.Today)
}

// emptyWeek reports whether week i, 0 or 1, has neither shifts nor leave.
func (d *presenter) emptyWeek(i int) bool {
	return !slices.ContainsFunc(d.view.week(i), func(x Day) bool { return len(x.Shifts) > 0 || x.away() })
}

// daysLeft names the working days from today on without hours; "" if there are none.
func (d *presenter) daysLeft() string {
	left := d.view.left(d.state())
	if len(left) == 0 {
		return ""
	}
	names := make([]string, len(left))
	for i, day := range left {
		names[i] = d.lang.DayWeek(day)
	}
	return d.lang.N(len(left), i18n.TimeLeft) + d.lang.Colon() + strings.Join(names, "\u00a0· ")
}

// checks lists the warnings of the period while it can still change.
func (d *presenter) checks() views.Checks {
	state := d.state()
	title := i18n.TimeChecks
	if !d.own() {
		title = i18n.TimeChecksLook
	}
	c := views.Checks{Title: d.lang.T(title), None: d.lang.T(i18n.TimeChecksNone)}
	c.Show = state != payperiods.Approved && state != payperiods.Missing && (!d.own() || state != payperiods.Submitted)
	if state != payperiods.Approved {
		c.NormsTitle, c.NormsWhy, c.Norms = d.lang.T(i18n.NormsTitle), d.labourSource(), d.labourNotices()
	}
	if !c.Show {
		return c
	}
	if d.own() {
		c.Left = d.daysLeft()
		if today, usual, short := d.view.shortToday(); short {
			c.List = append(c.List, views.Check{Day: d.lang.T(i18n.TimeToday), Href: d.anchor(d.view.Today, dayID(d.view.Today)),
				Text: d.lang.F(i18n.TimeCheckShort, d.lang.Hours(today), d.lang.Hours(usual))})
		}
	}
	for _, w := range d.view.Warnings(state) {
		name, id := d.warned(w)
		c.List = append(c.List, views.Check{Day: name, Href: d.anchor(w.Day, id), Text: d.warning(w)})
	}
	return c
}

// warned returns the name of the day or week that a warning is about, and the id of its element.
func (d *presenter) warned(w Warning) (name, id string) {
	if w.Kind == LeftOut {
		return d.lang.F(i18n.TimeWeek, w.Day.Sub(d.view.Period.Start)/7+1), weekID(w.Day)
	}
	return d.lang.DayWeek(w.Day), dayID(w.Day)
}

func (d *presenter) warning(w Warning) string {
	switch w.Kind {
	case LongDay:
		return d.lang.F(i18n.TimeCheckLong, d.lang.Hours(w.Minutes))
	case FutureDay:
		return d.lang.T(i18n.TimeCheckAhead)
	case NoReceipt:
		return d.lang.F(i18n.CheckReceipt, d.lang.Dollars(w.Cents))
	case LeftOut:
		return d.lang.F(i18n.TimeCheckLeftOut, d.lang.Hours(w.Minutes), d.limits())
	}
	return d.lang.T(i18n.TimeCheckNone)
}

func (d *presenter) moment(at db.Instant) string { return d.lang.Moment(at.Time().In(d.s.zone)) }

func (d *presenter) km(distance int64) string { return d.lang.Km(float64(distance) / 100) }

// codeName returns the name of a bank code: the text for its type, and its bank_code.
func (d *presenter) codeName(id int64) string {
	c := d.view.Codes[id]
	name := c.Kind
	if t, known := i18n.KindNames[c.Kind]; known {
		name = d.lang.T(t)
	}
	return strings.TrimSuffix(name+" · "+c.Name, " · ")
}

func formatID(n int64) string { return strconv.FormatInt(n, 10) }
