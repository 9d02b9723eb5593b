package home

import (
	"net/http"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/hub/campaigns"
	"presence/app/hub/events"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/app/workforce/payperiods"
	views "presence/views/home"
	"presence/views/ui"
)

// pages handles the request of the page Today.
type pages struct{ s *Today }

func (p pages) today(c *gin.Context) error {
	actor := auth.From(c.Request.Context())
	if httpx.IsHTMX(c) && c.GetHeader("HX-Target") == "sends" && actor.RunsEvents() {
		list, err := p.s.unfinishedSends(c.Request.Context())
		if err != nil {
			return err
		}
		return frame.Fragment(c, http.StatusOK, views.Sends, p.sends(actor.Language, list))
	}
	d, err := p.s.Dashboard(c.Request.Context(), actor)
	if err != nil {
		return err
	}
	return frame.Page(c, http.StatusOK, views.Today, p.page(actor, d))
}

func (p pages) page(by auth.Actor, d Dashboard) views.Page {
	l := by.Language
	page := views.Page{Title: l.T(i18n.HelloNobody), Date: l.DayLong(p.s.Periods.Today())}
	if first, _, _ := strings.Cut(by.Name, " "); first != "" {
		page.Title = l.F(i18n.Hello, first)
	}
	if n := d.Pending.Total(); n > 0 {
		page.Date += " · " + l.N(n, i18n.QueueSub)
	}
	page.Others = others(l, d)
	for i, w := range d.Periods {
		page.Approve = append(page.Approve, approveCard(l, w, i == 0))
	}
	if d.Done != nil {
		page.Done = &views.Done{Title: l.F(i18n.TodayAllDone, d.Done.Period.Name()), Href: periodURL(d.Done.Period),
			Gauge: progress(l, d.Done.Progress)}
	}
	if d.Own != nil {
		page.Sheet = p.sheet(l, *d.Own)
		page.Sheet.Main = len(d.Periods) == 0 && d.Overdue == nil && unfinished(d.Own.Line)
	}
	if o := d.Overdue; o != nil {
		page.Overdue = &views.Overdue{Title: l.F(i18n.MySheetOverdue, o.Period.Name()),
			Text: l.F(i18n.MySheetOverdueTxt, l.DayShort(o.Period.End)),
			Href: paths.TimeIn(o.Period.Year, o.Period.Number)}
	}
	for _, e := range d.Events {
		page.Events = append(page.Events, p.event(l, e))
	}
	page.AllEvents = paths.Events()
	page.Sends = p.sends(l, d.Sends)
	page.Nothing = len(page.Events) == 0 && len(page.Sends) == 0 && len(page.Approve) == 0 && page.Others == nil && page.Done == nil &&
		page.Overdue == nil && (page.Sheet == nil || !unfinished(d.Own.Line))
	return page
}

// sends are the lines of the sends under way.
func (p pages) sends(l i18n.Lang, list []Send) (lines []views.Send) {
	for _, x := range list {
		n := x.Counts
		g := ui.Gauge{Label: l.T(i18n.CampStates[string(x.Status)]), Text: l.F(i18n.CampDone, l.Int(n.Total-n.Pending), l.Int(n.Total)),
			Value: float64(n.Total - n.Pending), Max: float64(n.Total)}
		if x.Status == campaigns.Paused || x.Status == campaigns.Interrupted {
			g.Tone = ui.Warn
		}
		kind := i18n.CampInvitation
		if x.ReminderOf != 0 {
			kind = i18n.CampReminder
		}
		lines = append(lines, views.Send{Title: x.Event.Text(string(l)).Title, Kind: l.T(kind), Href: paths.Campaign(x.ID, nil), Gauge: g,
			Moves: x.Status == campaigns.Scheduled || x.Status == campaigns.Sending})
	}
	return lines
}

// event is a line of the events to come.
func (p pages) event(l i18n.Lang, e events.Record) views.Event {
	from := e.StartsAt.Time().In(p.s.zone)
	d := views.Event{Title: e.Text(string(l)).Title, Href: paths.Event(e.ID), When: l.DayLong(from),
		People: l.N(int(e.Headcount), i18n.EventPeopleN)}
	if e.Capacity != nil {
		d.Gauge = &ui.Gauge{Label: l.T(i18n.EventPeople), Text: l.F(i18n.EventPeopleOf, l.Int(e.Headcount), l.Int(*e.Capacity)),
			Value: float64(e.Headcount), Max: float64(*e.Capacity)}
		if e.Headcount >= *e.Capacity {
			d.Gauge.Tone = ui.Warn
		}
	}
	return d
}

func unfinished(l payperiods.Row) bool {
	return l.State() != payperiods.Approved && l.State() != payperiods.Submitted
}

func periodURL(p payperiods.Period) string { return paths.Period(p.Year, p.Number) }

func approveCard(l i18n.Lang, w PeriodToApprove, first bool) views.Approve {
	p := w.Period
	a := views.Approve{
		Title:  l.N(len(w.Waiting), i18n.TodayWaiting),
		Period: l.F(i18n.TodayPeriod, p.Name(), l.Range(p.Start, p.End)),
		Button: l.T(i18n.TodayReview), Label: l.F(i18n.TodayReviewOf, p.Name()), Href: periodURL(p), First: first,
		Gauge: progress(l, w.Progress),
	}
	if w.Ready > 0 {
		a.Ready = l.N(w.Ready, i18n.TodayReady)
	}
	if n := len(w.Waiting) - w.Ready; n > 0 {
		a.Look = l.N(n, i18n.TodayToCheck)
	}
	if w.Oldest > 0 {
		a.Facts = append(a.Facts, views.Fact{Name: l.T(i18n.TodayOldestName), Value: l.Age(max(w.Oldest, time.Minute))})
	}
	if w.Expenses > 0 {
		a.Facts = append(a.Facts, views.Fact{Name: l.T(i18n.TodayExpenses), Value: l.Int(int64(w.Expenses)) + " · " + l.Dollars(w.Cents)})
	}
	return a
}

// others is what waits for a decision beside the sheets of the periods shown: leave, and sheets of earlier periods.
func others(l i18n.Lang, d Dashboard) *views.Others {
	o := &views.Others{Href: paths.Approvals()}
	if n := d.Pending.Leave; n > 0 {
		o.Parts = append(o.Parts, l.N(n, i18n.TodayLeave))
	}
	if n := d.otherSheets(); n > 0 {
		o.Parts = append(o.Parts, l.N(n, i18n.TodayElsewhere))
	}
	if len(o.Parts) == 0 {
		return nil
	}
	return o
}

func progress(l i18n.Lang, p payperiods.Progress) ui.Gauge {
	g := ui.Gauge{Label: l.T(i18n.TodayProgress), Value: float64(p.Approved), Max: float64(max(p.All, 1)),
		Text: l.F(i18n.TodayProgressOf, l.Int(int64(p.Approved)), l.Int(int64(p.All)))}
	if p.Approved == p.All {
		g.Tone = ui.Good
	}
	return g
}

var states = map[payperiods.State]ui.State{
	payperiods.Changed: ui.StateChanged, payperiods.Draft: ui.StateDraft, payperiods.Submitted: ui.StateSubmitted,
	payperiods.Approved: ui.StateApproved, payperiods.Missing: ui.StateDraft,
}

func (p pages) sheet(l i18n.Lang, own Sheet) *views.Sheet {
	line, period := own.Line, own.Period
	s := &views.Sheet{
		Period: l.F(i18n.TodayPeriod, period.Name(), l.Range(period.Start, period.End)),
		State:  states[line.State()], Hours: l.Hours(line.Hours().Total()),
		Button: l.T(i18n.MySheetOpen), Href: paths.TimeIn(period.Year, period.Number),
	}
	if line.State() == payperiods.Missing {
		s.Label, s.Button = l.T(i18n.MySheetNone), l.T(i18n.MySheetStart)
	}
	threshold := p.s.Periods.Threshold()
	for i, w := range line.Weeks {
		worked := w.Hours.Total() + w.Credited
		g := ui.Gauge{Label: l.F(i18n.MySheetWeek, i+1), Text: l.F(i18n.MySheetOf, l.Hours(worked), l.Hours(threshold)), Value: float64(worked),
			Max: float64(threshold)}
		if w.Hours.Overtime > 0 {
			g.Tone = ui.Warn
		}
		s.Weeks = append(s.Weeks, g)
	}
	s.Notes = sheetNotes(l, line)
	return s
}

// sheetNotes say what is missing from the own sheet, or that nothing is.
func sheetNotes(l i18n.Lang, line payperiods.Row) (list []views.Note) {
	warn := func(text string) { list = append(list, views.Note{Icon: ui.IconWarning, Tone: ui.Warn, Text: text}) }
	for _, w := range line.Warnings {
		switch w.Kind {
		case payperiods.MissingDays, payperiods.NoSheet:
			warn(l.N(int(w.N), i18n.WarnMissing))
		case payperiods.LongDay:
			warn(l.F(i18n.WarnLongDay, l.Duration(w.N)))
		case payperiods.Over:
			warn(l.F(i18n.WarnOver, l.Hours(w.N)))
		case payperiods.SheetChanged:
			warn(l.T(i18n.WarnChanged))
		}
	}
	if leave := line.Weeks[0].Leave + line.Weeks[1].Leave; leave > 0 {
		list = append(list, views.Note{Icon: ui.IconPalm, Tone: ui.Info, Text: l.F(i18n.MySheetLeave, l.Hours(leave))})
	}
	if len(line.Warnings) == 0 && line.Hours().Total() > 0 {
		list = append(list, views.Note{Icon: ui.IconApproved, Tone: ui.Good, Text: l.T(i18n.MySheetOnTrack)})
	}
	return list
}
