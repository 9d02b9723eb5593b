package campaigns

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
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
}

// tabs are the pages that belong to no single event.
func tabs(l i18n.Lang, here string) []ui.Tab {
	list := []ui.Tab{{Label: l.T(i18n.Camp), Href: paths.Campaigns()}, {Label: l.T(i18n.Outbox), Href: paths.Outbox()}}
	for i := range list {
		list[i].Current = list[i].Href == here
	}
	return list
}

const onPage = 50

// list shows the newest sends, or those before one. While one of them is being sent, the page polls for the rows.
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
	return frame.Page(c, http.StatusOK, views.All, page)
}

// titles gives the titles of events, each read once; one that is gone goes by its slug.
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
		Opened: l.T(i18n.CampUnknown),
		When:   l.DayShort(at) + ", " + l.Clock(at), Moment: l.Moment(at)}
	if c.OutboxOnly {
		row.Kind += " · " + l.T(i18n.CampPieceKept)
	}
	if c.Tracked {
		row.Opened = l.Int(c.Counts.Opened)
	}
	if row.Title, err = titles(c.EventID); err != nil {
		return row, err
	}
	row.Registered = l.Int(c.Counts.Registered)
	return row, nil
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

// sentPlural, sentOne and sentAt say what became of messages that were handed over, and when: those in the outbox have
// reached nobody.
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

func (c Campaign) sentAt() i18n.Text {
	if c.OutboxOnly {
		return i18n.OutboxDate
	}
	return i18n.CampSentAt
}

// barOf is how far a send has come.
func barOf(l i18n.Lang, c Campaign) views.Bar {
	n := c.Counts
	b := views.Bar{Text: l.F(i18n.CampDone, l.Int(n.Total-n.Pending), l.Int(n.Total))}
	var before int64
	for _, x := range []struct {
		class string
		text  i18n.Text
		n     int64
	}{{"sent", c.sentPlural(), n.Sent}, {"failed", i18n.CampPieceFailed, n.Failed}, {"excluded", i18n.CampPieceExcluded, n.Excluded},
		{"unsure", i18n.CampPieceUnsure, n.Unconfirmed}, {"rest", i18n.CampPiecePending, n.Pending - n.Unconfirmed}} {
		if x.n > 0 {
			b.Parts = append(b.Parts, views.Piece{Class: x.class, X: part(before, n.Total), W: part(x.n, n.Total), Label: l.T(x.text),
				Count: l.Int(x.n)})
			before += x.n
		}
	}
	return b
}

// part is a share of a hundred, as a figure of a drawing.
func part(n, whole int64) string {
	if whole <= 0 {
		return "0"
	}
	return strconv.FormatFloat(float64(n)*100/float64(whole), 'f', 3, 64)
}

// short is a time for a table; empty for never.
func (p pages) short(l i18n.Lang, at db.Instant) string {
	if at == 0 {
		return ""
	}
	t := at.Time().In(p.zone)
	return l.DayShort(t) + ", " + l.Clock(t)
}
