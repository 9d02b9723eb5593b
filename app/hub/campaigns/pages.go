package campaigns

import (
	"cmp"
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/hub/events"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/db"
	views "presence/views/hub/campaigns"
	"presence/views/ui"
)

// pages handles the requests of the HTML pages.
type pages struct {
	s    *Service
	zone *time.Location
	head events.HeadOf

	upcoming func(ctx context.Context, n int) ([]events.Record, error)
	mailbox  func(ctx context.Context) (ReturnedMail, error) // nil: there is none
}

// Tabs are the tabs of the pages that do not belong to one event.
func Tabs(l i18n.Lang, here string) []ui.Tab {
	list := []ui.Tab{{Label: l.T(i18n.Camp), Href: paths.Campaigns()}, {Label: l.T(i18n.Outbox), Href: paths.Outbox()}}
	for i := range list {
		list[i].Current = list[i].Href == here
	}
	return list
}

const onPage = 50

// list shows the newest campaigns, or those older than the one in the query parameter before. While one of them is being sent,
// the page polls for its rows.
func (p pages) list(c *gin.Context) error {
	ctx, l := c.Request.Context(), auth.Lang(c)
	before, _ := strconv.ParseInt(c.Query("before"), 10, 64)
	event := c.Query("event")
	all, err := p.s.Newest(ctx, event, before, onPage+1)
	if err != nil {
		return err
	}
	page := views.List{Tabs: Tabs(l, paths.Campaigns()), Events: paths.Events()}
	if before != 0 {
		page.Newest = paths.CampaignsBefore(0, event)
	}
	if len(all) > onPage {
		all = all[:onPage]
		page.Older = paths.CampaignsBefore(all[onPage-1].ID, event)
	}
	titles, shown := p.s.EventTitles(ctx, l), map[string]bool{}
	ahead, err := p.ahead(ctx)
	if err != nil {
		return err
	}
	caution := p.s.NotSetUp(l, auth.From(ctx))
	for _, x := range all {
		if x.State == Sending {
			page.Live = paths.CampaignsBefore(before, event)
		}
		row, err := p.row(l, x, titles)
		if err != nil {
			return err
		}
		if !shown[x.EventID] && row.Act == nil && ahead[x.EventID] && x.remindable() {
			row.Act = &ui.Act{Label: l.T(i18n.CampRemind), Icon: ui.IconBell, Spoken: l.F(i18n.CampTitle, l.T(i18n.CampRemind), row.Title),
				Href: paths.RemindCampaign(cmp.Or(x.ReminderOf, x.ID), nil), Waits: caution != nil}
		}
		shown[x.EventID] = true
		page.Rows = append(page.Rows, row)
	}
	if httpx.IsHTMX(c) && c.GetHeader("HX-Target") == "rows" {
		return frame.Fragment(c, http.StatusOK, views.Rows, page)
	}
	if caution != nil {
		page.NotSetUp, page.SetUp = l.T(i18n.SendWayOutbox), caution.Href
		if page.SetUp == "" {
			admins, err := p.s.Admins(ctx, l)
			if err != nil {
				return err
			}
			page.NotSetUp += " " + l.F(i18n.SendWayAsk, admins)
		}
	}
	if before == 0 && event == "" {
		if err := p.addEvents(ctx, l, &page, c.Query("ask") == "new"); err != nil {
			return err
		}
	}
	return frame.Page(c, http.StatusOK, views.All, page)
}

// ahead returns the ids of the next events that take answers.
func (p pages) ahead(ctx context.Context) (map[string]bool, error) {
	next, err := p.upcoming(ctx, maxUpcoming)
	ids := map[string]bool{}
	for _, e := range next {
		ids[e.ID] = !e.ClosedAt(p.s.now())
	}
	return ids, err
}

// remindable reports whether recipients of a completed campaign have not answered, and could be reminded.
func (c Campaign) remindable() bool {
	n := c.Counts
	return c.State == Completed && c.Type != TypeMessage && n.Sent > n.Registered
}

// addEvents adds the next events that take answers: those whose invitation was not sent yet as a list, and all of them to the
// dialog from which a new campaign begins.
func (p pages) addEvents(ctx context.Context, l i18n.Lang, page *views.List, ask bool) error {
	next, err := p.upcoming(ctx, maxUpcoming)
	if err != nil {
		return err
	}
	sent, err := p.s.EventsSent(ctx)
	if err != nil {
		return err
	}
	var all []views.EventChoice
	for _, e := range next {
		if e.ClosedAt(p.s.now()) {
			continue
		}
		at := e.StartsAt.Time().In(p.zone)
		x := views.EventChoice{Title: e.Text(string(l)).Title, Href: paths.SendEvent(e.ID, nil), Note: l.DayBrief(at, p.today()) + " · "}
		switch {
		case e.Audience == 0:
			x.Href = paths.Audience(e.ID, nil)
			x.Note += l.T(i18n.CampNewNobody)
			if !sent[e.ID] {
				page.Unsent = append(page.Unsent, views.EventChoice{Title: x.Title, Href: x.Href, Note: x.Note, Do: l.T(i18n.SendAudienceBuild)})
			}
		case sent[e.ID]:
			x.Note += l.T(i18n.CampNewSent)
		default:
			x.Note += l.N(int(e.Audience), i18n.TaskAddresses)
			note := l.DayBrief(at, p.today()) + " · " + l.N(int(e.Audience), i18n.CampUnsentNote)
			page.Unsent = append(page.Unsent, views.EventChoice{Title: x.Title, Href: x.Href, Note: note, Do: l.T(i18n.CampUnsentDo)})
		}
		all = append(all, x)
	}
	if len(all) > 0 {
		page.New = &views.NewSend{Ask: paths.Campaigns() + "?ask=new", Open: ask, Events: all}
	}
	return nil
}

// maxUpcoming is how many of the next events are offered.
const maxUpcoming = 50

func (p pages) row(l i18n.Lang, c Campaign, titles func(string) (string, error)) (row views.Row, err error) {
	at := c.Began().Time().In(p.zone)
	row = views.Row{Kind: KindName(l, c), Href: paths.Campaign(c.ID, nil), State: p.s.StateLabel(l, c), Held: p.s.HeldUntil(c) != 0,
		Bar: ProgressBar(l, c), Began: l.T(c.began()), When: l.MomentBrief(at, p.today()), Moment: l.Moment(at)}
	if c.OutboxOnly {
		row.Kind += " · " + l.T(i18n.CampPieceKept)
	}
	if c.Tracked {
		row.Opened, row.OpenedRate = l.Int(c.Counts.Opened), rate(l, c, c.Counts.Opened)
		row.Clicked, row.ClickedRate = l.Int(c.Counts.Clicked), rate(l, c, c.Counts.Clicked)
	}
	if row.Title, err = titles(c.EventID); err != nil {
		return row, err
	}
	row.Act = NextAct(l, c, row.Title)
	row.Registered, row.RegisteredRate = l.Int(c.Counts.Registered), rate(l, c, c.Counts.Registered)
	return row, nil
}

// today returns the time in the zone of the company.
func (p pages) today() time.Time { return p.s.now().In(p.zone) }

// began returns the words before when the campaign began.
func (c Campaign) began() i18n.Text {
	switch {
	case c.Unstarted():
		return i18n.CampBegins
	case c.State == Completed:
		return i18n.CampSentOn
	}
	return i18n.CampBegan
}

// rate returns a number of a campaign's recipients as a part of those who got the message; empty if no recipient did.
func rate(l i18n.Lang, c Campaign, n int64) string {
	if c.Counts.Sent == 0 {
		return ""
	}
	return l.Percent(min(n, c.Counts.Sent), c.Counts.Sent)
}

// sentAt is the label for when a message was handed over.
func (c Campaign) sentAt() i18n.Text {
	if c.OutboxOnly {
		return i18n.OutboxDate
	}
	return i18n.CampSentAt
}

// short formats an instant for a table; it returns "" for the zero instant ("never").
func (p pages) short(l i18n.Lang, at db.Instant) string {
	if at == 0 {
		return ""
	}
	t := at.Time().In(p.zone)
	return l.DayShort(t) + ", " + l.Clock(t)
}
