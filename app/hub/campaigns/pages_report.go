package campaigns

import (
	"context"
	"net/http"
	"net/url"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/mail"
	"presence/app/platform/paths"
	views "presence/views/hub/campaigns"
	"presence/views/ui"
)

// report shows one send. The page polls for its live part alone; when the status of the send has changed meanwhile, the answer
// has the browser reload the whole page.
func (p pages) report(c *gin.Context) error {
	ctx, l := c.Request.Context(), auth.Lang(c)
	id, err := httpx.PathID(c, "id", "campaign")
	if err != nil {
		return err
	}
	x, err := p.s.Get(ctx, id)
	if err != nil {
		return err
	}
	t, err := p.s.Timeline(ctx, x)
	if err != nil {
		return err
	}
	live := p.live(l, x, t)
	if httpx.IsHTMX(c) && c.GetHeader("HX-Target") == "course" {
		if seen := c.Query("seen"); seen != "" && seen != footing(x) {
			c.Header("HX-Refresh", "true")
		}
		return frame.Fragment(c, http.StatusOK, views.Course, live)
	}
	title, err := p.titles(ctx, l)(x.EventID)
	if err != nil {
		return err
	}
	page := views.Report{Title: l.F(i18n.CampTitle, kindOf(l, x), title), Crumbs: []ui.Crumb{{Label: l.T(i18n.Camp), Href: paths.Campaigns()}},
		Live: live, CSV: paths.CampaignReport(id),
		Banner: bannerOf(l, x)}
	if page.Subtitle, err = p.line(ctx, l, x); err != nil {
		return err
	}
	moves(l, &page, x, c.Query("ask") == "cancel")
	p.chart(l, &page, x, t, c.Query("chart"))
	if page.People, err = p.people(ctx, l, x, c.Request.URL.Query()); err != nil {
		return err
	}
	return frame.Page(c, http.StatusOK, views.One, page)
}

// footing is what of a campaign decides which buttons its page has.
func footing(c Campaign) string {
	if c.Counts.Unconfirmed > 0 {
		return string(c.Status) + "-unconfirmed"
	}
	return string(c.Status)
}

// line says who sent it, when, and how.
func (p pages) line(ctx context.Context, l i18n.Lang, c Campaign) (string, error) {
	name, err := p.s.CreatorName(ctx, c)
	if err != nil {
		return "", err
	}
	at := l.Moment(c.CreatedAt.Time().In(p.zone))
	text := l.F(i18n.CampLine, at)
	if name != "" {
		text = l.F(i18n.CampLineBy, name, at)
	}
	channel := p.s.o.Channels[c.Channel]
	switch {
	case c.OutboxOnly:
		return text + " · " + l.F(i18n.CampLineFrom, c.From, l.T(i18n.ChannelNames[mail.OutboxName])), nil
	case channel == nil, channel.Name() == mail.OutboxName: // what it was sent through is no longer configured
		return text + " · " + l.F(i18n.CampLineSender, c.From), nil
	}
	return text + " · " + l.F(i18n.CampLineFrom, c.From, l.T(i18n.ChannelNames[channel.Name()])), nil
}

// bannerOf says why a send does not go on, and what to do about it.
func bannerOf(l i18n.Lang, c Campaign) *ui.BannerProps {
	why, known := i18n.CampReasons[c.Reason]
	if !known || c.Status != Paused && c.Status != Interrupted {
		return nil
	}
	b := ui.BannerProps{Tone: ui.Warn, Title: statusLabel(l, c.Status).Text, Text: l.T(why)}
	if c.ReasonDetail != "" {
		b.Text += " " + c.ReasonDetail
	}
	return &b
}

// moves adds the actions that the status of a send allows.
func moves(l i18n.Lang, page *views.Report, c Campaign, ask bool) {
	waiting := c.Counts.Pending - c.Counts.Unconfirmed
	switch c.Status {
	case Scheduled, Sending:
		page.Pause = paths.PauseCampaign(c.ID)
	case Paused, Interrupted:
		if waiting > 0 {
			page.Resume = paths.ResumeCampaign(c.ID)
		}
	case Completed, Cancelled:
		if c.Counts.Sent > 0 {
			source := c.ID
			page.Remind = paths.RemindCampaign(source, nil)
		}
	}
	if c.Status.Active() {
		page.Cancel = &views.Cancel{Ask: paths.Campaign(c.ID, url.Values{"ask": {"cancel"}}), Post: paths.CancelCampaign(c.ID),
			Text: l.N(int(waiting), i18n.CampCancelText), Open: ask}
	}
	if c.Counts.Unconfirmed > 0 {
		page.Unsure = &views.Unsure{Title: l.N(int(c.Counts.Unconfirmed), i18n.CampUnconfirmed), Text: l.T(i18n.CampUnconfirmedText),
			Post: paths.ResolveCampaign(c.ID),
			See:  paths.Campaign(c.ID, url.Values{"state": {"unconfirmed"}}) + "#people", Mark: l.T(i18n.CampMarkAll), Again: l.T(i18n.CampAgainAll)}
		if c.Counts.Unconfirmed == 1 {
			page.Unsure.Text, page.Unsure.Mark, page.Unsure.Again = l.T(i18n.CampUnconfirmedOne), l.T(i18n.CampMark), l.T(i18n.CampAgain)
		}
	}
}

// live is what moves: how far it is, and from send to registration.
func (p pages) live(l i18n.Lang, c Campaign, t Timeline) views.Live {
	n := c.Counts
	v := views.Live{State: statusLabel(l, c.Status), Bar: barOf(l, c), Tracked: c.Tracked}
	if c.Status == Scheduled || c.Status == Sending {
		v.Poll = paths.Campaign(c.ID, url.Values{"seen": {footing(c)}})
	}
	if c.OutboxOnly {
		v.Notes = append(v.Notes, l.T(i18n.CampKept))
	}
	step := func(text i18n.Text, count int64) {
		s := views.Step{Label: l.T(text), Count: l.Int(count), W: part(min(count, n.Sent), n.Sent)}
		if text != c.sentPlural() && n.Sent > 0 {
			s.Part = l.F(i18n.CampFunnelPart, l.Percent(count, n.Sent))
		}
		v.Funnel = append(v.Funnel, s)
	}
	step(c.sentPlural(), n.Sent)
	if c.Tracked {
		step(i18n.CampFunnelOpen, n.Opened)
		step(i18n.CampFunnelGo, n.Clicked)
	} else {
		v.Notes = append(v.Notes, l.T(i18n.CampUntracked))
	}
	step(i18n.CampFunnelIn, n.Registered)
	if t.Scanned > 0 {
		v.Notes = append(v.Notes, l.N(int(t.Scanned), i18n.CampScanners))
	}
	return v
}
