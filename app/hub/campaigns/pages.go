package campaigns

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/hub/events"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/mail"
	"presence/app/platform/paths"
	"presence/db"
	views "presence/views/hub/campaigns"
	"presence/views/ui"
)

// pages handles the requests of the HTML pages.
type pages struct {
	s      *Service
	outbox *mail.Outbox
	zone   *time.Location
	head   events.HeadOf

	upcoming func(ctx context.Context, n int) ([]events.Record, error)
}

// tabs are the tabs of the pages that do not belong to one event.
func tabs(l i18n.Lang, here string) []ui.Tab {
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
	page := views.List{Tabs: tabs(l, paths.Campaigns()), Events: paths.Events()}
	if before != 0 {
		page.Newest = paths.CampaignsBefore(0, event)
	}
	if len(all) > onPage {
		all = all[:onPage]
		page.Older = paths.CampaignsBefore(all[onPage-1].ID, event)
	}
	titles := p.titles(ctx, l)
	for _, x := range all {
		if x.Status == Scheduled || x.Status == Sending {
			page.Live = paths.CampaignsBefore(before, event)
		}
		row, err := p.row(l, x, titles)
		if err != nil {
			return err
		}
		page.Rows = append(page.Rows, row)
	}
	if httpx.IsHTMX(c) && c.GetHeader("HX-Target") == "rows" {
		return frame.Fragment(c, http.StatusOK, views.Rows, page)
	}
	if before == 0 && event == "" {
		if page.Unsent, err = p.unsent(ctx, l); err != nil {
			return err
		}
	}
	return frame.Page(c, http.StatusOK, views.All, page)
}

// unsent returns the events that have an audience and take answers, and whose invitation was not sent yet.
func (p pages) unsent(ctx context.Context, l i18n.Lang) (list []views.Unsent, err error) {
	next, err := p.upcoming(ctx, maxUnsent)
	if err != nil {
		return nil, err
	}
	sent, err := p.s.EventsSent(ctx)
	if err != nil {
		return nil, err
	}
	for _, e := range next {
		if e.Audience > 0 && !sent[e.ID] && !e.ClosedAt(p.s.now()) {
			list = append(list, views.Unsent{Title: e.Text(string(l)).Title, Href: paths.SendEvent(e.ID, nil),
				Note: l.N(int(e.Audience), i18n.CampUnsentNote)})
		}
	}
	return list, nil
}

// maxUnsent is how many of the next events are looked at for unsent invitations.
const maxUnsent = 50

// titles returns a function that gives the title of an event and reads each event once. A deleted event is called by its slug.
func (p pages) titles(ctx context.Context, l i18n.Lang) func(id string) (string, error) {
	known := map[string]string{}
	return func(id string) (string, error) {
		title, ok := known[id]
		if ok {
			return title, nil
		}
		e, err := p.s.Event(ctx, id)
		switch {
		case errs.KindOf(err) == errs.KindNotFound:
			title = id
		case err != nil:
			return "", err
		default:
			title = e.Text(string(l)).Title
		}
		known[id] = title
		return title, nil
	}
}

func (p pages) row(l i18n.Lang, c Campaign, titles func(string) (string, error)) (row views.Row, err error) {
	at := c.CreatedAt.Time().In(p.zone)
	row = views.Row{Kind: kindOf(l, c), Href: paths.Campaign(c.ID, nil), State: statusLabel(l, c.Status), Bar: barOf(l, c),
		When: l.DayShort(at) + ", " + l.Clock(at), Moment: l.Moment(at)}
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
	row.Registered, row.RegisteredRate = l.Int(c.Counts.Registered), rate(l, c, c.Counts.Registered)
	return row, nil
}

// rate returns a number of a campaign's recipients as a part of those who got the message; empty when nobody did.
func rate(l i18n.Lang, c Campaign, n int64) string {
	if c.Counts.Sent == 0 {
		return ""
	}
	return l.Percent(min(n, c.Counts.Sent), c.Counts.Sent)
}

func kindOf(l i18n.Lang, c Campaign) string {
	if c.ReminderOf != 0 {
		return l.T(i18n.CampReminder)
	}
	return l.T(i18n.CampInvitation)
}

var statusLabels = map[Status]struct {
	tone ui.Tone
	icon ui.Icon
	text i18n.Text
}{
	Scheduled:   {ui.Info, ui.IconClock, i18n.CampScheduled},
	Sending:     {ui.Info, ui.IconSend, i18n.CampSending},
	Paused:      {ui.Warn, ui.IconLock, i18n.CampPaused},
	Interrupted: {ui.Warn, ui.IconWarning, i18n.CampInterrupted},
	Completed:   {ui.Good, ui.IconApproved, i18n.CampCompleted},
	Cancelled:   {ui.Neutral, ui.IconClose, i18n.CampCancelled},
}

func statusLabel(l i18n.Lang, s Status) views.State {
	x := statusLabels[s]
	return views.State{Tone: x.tone, Icon: x.icon, Text: l.T(x.text)}
}

// sentPlural and sentOne are the labels for messages that were handed over. Messages in the outbox
// reached nobody, so theirs say "kept".
func (c Campaign) sentPlural() i18n.Text {
	if c.OutboxOnly {
		return i18n.CampPieceKept
	}
	return i18n.CampPieceSent
}

func (c Campaign) sentOne() i18n.Text {
	if c.OutboxOnly {
		return i18n.CampIsKept
	}
	return i18n.CampIsSent
}

// pendingPlural is the label for messages that wait; those of a cancelled campaign are never sent.
func (c Campaign) pendingPlural() i18n.Text {
	if c.Status == Cancelled {
		return i18n.CampPieceUnsent
	}
	return i18n.CampPiecePending
}

// sentAt is the label for when a message was handed over.
func (c Campaign) sentAt() i18n.Text {
	if c.OutboxOnly {
		return i18n.OutboxDate
	}
	return i18n.CampSentAt
}

// barOf returns the progress bar of a campaign.
func barOf(l i18n.Lang, c Campaign) views.Bar {
	n := c.Counts
	b := views.Bar{Text: l.F(i18n.CampDone, l.Int(n.Total-n.Pending), l.Int(n.Total))}
	var before int64
	for _, x := range []struct {
		class  string
		text   i18n.Text
		n      int64
		filter string
	}{{"sent", c.sentPlural(), n.Sent, "sent"}, {"failed", i18n.CampPieceFailed, n.Failed, "failed"},
		{"excluded", i18n.CampPieceExcluded, n.Excluded, "excluded"}, {"unsure", i18n.CampPieceUnsure, n.Unconfirmed, "unconfirmed"},
		{"rest", c.pendingPlural(), n.Pending - n.Unconfirmed, "pending"}} {
		if x.n > 0 {
			b.Parts = append(b.Parts, views.Piece{Class: x.class, X: part(before, n.Total), W: part(x.n, n.Total), Label: l.T(x.text),
				Count: l.Int(x.n), Href: peopleIn(c, x.filter)})
			before += x.n
		}
	}
	return b
}

// part returns n as a percentage of whole, formatted for an SVG attribute.
func part(n, whole int64) string {
	if whole <= 0 {
		return "0"
	}
	return strconv.FormatFloat(float64(n)*100/float64(whole), 'f', 3, 64)
}

// short formats an instant for a table; it returns "" for the zero instant ("never").
func (p pages) short(l i18n.Lang, at db.Instant) string {
	if at == 0 {
		return ""
	}
	t := at.Time().In(p.zone)
	return l.DayShort(t) + ", " + l.Clock(t)
}
