package home

import (
	"net/http"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/hub/campaigns"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	views "presence/views/home"
)

// pages handles the request for the start page.
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
	if err := p.s.Deputies.ShowBanner(c); err != nil {
		return err
	}
	return frame.Page(c, http.StatusOK, views.Today, p.page(actor, d))
}

func (p pages) page(by auth.Actor, d Dashboard) views.Page {
	l := by.Language
	page := views.Page{Title: l.T(i18n.HelloNobody), Date: l.DayTitle(p.s.Periods.Today())}
	if first, _, _ := strings.Cut(by.Name, " "); first != "" {
		page.Title = l.F(i18n.Hello, first)
	}
	if n := d.Pending.Total(); n > 0 {
		page.Date += " · " + l.N(n, i18n.QueueSub)
	}
	if n := d.exportable(); n > 0 {
		page.Date += " · " + l.N(n, i18n.TodayToExport)
	}
	if d.Setup != nil {
		page.Setup = setup(l, *d.Setup)
	}
	if o := d.Overdue; o != nil {
		page.Overdue = &views.Overdue{Title: l.F(i18n.MySheetOverdue, o.Period.Name()),
			Text: l.F(i18n.MySheetOverdueTxt, l.DayShort(o.Period.End)),
			Href: paths.TimeIn(o.Period.Year, o.Period.Number)}
	}
	t := tasks{pages: p, by: by, lang: l, d: d}
	for _, list := range []*views.List{t.payroll(), t.approvals()} {
		if list != nil {
			page.Lists = append(page.Lists, *list)
		}
	}
	page.Next, page.Events = t.nextEvent(), t.events()
	if d.Own != nil {
		page.Sheet = p.sheet(l, *d.Own, d.Clock != nil && (d.Clock.Running != nil || len(d.Clock.Refused) > 0))
		page.Sheet.Also = t.also()
	}
	if own := t.ownSheet(page.Sheet); own != nil && len(page.Lists) > 0 {
		page.Lists = append([]views.List{*own}, page.Lists...)
		page.Sheet.Button, page.Sheet.Href, page.Sheet.Ready = l.T(i18n.MySheetOpen), paths.TimeIn(d.Own.Period.Year, d.Own.Period.Number), false
	}
	page.Sends = p.sends(l, d.Sends)
	page.Nothing = d.Clock == nil && page.Setup == nil && page.Overdue == nil && len(page.Lists) == 0 && page.Next == nil &&
		page.Sheet == nil && len(page.Sends) == 0
	onClock := markMain(&page, d.Clock != nil && !d.Clock.Forgotten())
	if d.Clock != nil {
		page.Clock = p.s.Clockings.Card(l, *d.Clock, onClock, t.shiftToday())
		page.ClockLast = d.Clock.Idle() && slices.ContainsFunc(append(page.Lists, lists(page.Events)...),
			func(x views.List) bool { return len(x.Tasks) > 0 })
	}
	return page
}

// markMain marks the main button of the page, of which there is one: that of the next step of a new installation, else that of the
// first task, else that of the user's own sheet if it is ready to be submitted, else that of the clock, else that of the sheet, else that
// of the next event. clocks: there is a clock that can be stamped. It returns whether the main button is the clock's.
func markMain(page *views.Page, clocks bool) (clock bool) {
	if page.Setup != nil && page.Setup.First {
		if i := slices.IndexFunc(page.Setup.Steps, func(s views.Step) bool { return !s.Done && s.Later == "" }); i >= 0 {
			page.Setup.Steps[i].Main = true
		}
		return false
	}
	for _, l := range append(page.Lists, lists(page.Events)...) {
		for j := range l.Tasks {
			if l.Tasks[j].Button != "" {
				l.Tasks[j].Main = true
				return false
			}
		}
	}
	switch {
	case page.Sheet != nil && page.Sheet.Ready && page.Overdue == nil:
		page.Sheet.Main = true
	case clocks:
		return true
	case page.Overdue != nil:
		page.Overdue.Main = true
	case page.Sheet != nil && page.Sheet.Open:
		page.Sheet.Main = true
	case page.Next != nil:
		page.Next.Main = true
	}
	return false
}

func lists(l *views.List) []views.List {
	if l == nil {
		return nil
	}
	return []views.List{*l}
}

// sends returns the rows of the sends that are not finished.
func (p pages) sends(l i18n.Lang, list []Send) (lines []views.Send) {
	for _, x := range list {
		title := x.Event.Text(string(l)).Title
		kind := campaigns.KindName(l, x.Campaign)
		if x.State == campaigns.Scheduled {
			at := x.StartsAt.Time().In(p.s.zone)
			kind += " · " + l.DayShort(at) + ", " + l.Clock(at)
		}
		lines = append(lines, views.Send{Title: title, Kind: kind, Href: paths.Campaign(x.ID, nil),
			State: p.s.Campaigns.StateLabel(l, x.Campaign), Bar: campaigns.ProgressBar(l, x.Campaign), Act: campaigns.NextAct(l, x.Campaign, title),
			Moves: x.State == campaigns.Sending})
	}
	return lines
}
