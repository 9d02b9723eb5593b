package campaigns

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"slices"

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

// report shows one campaign. The page polls for its live part only; when its buttons would change as well, the answer makes the
// browser reload the whole page.
func (p pages) report(c *gin.Context) error { return p.showReport(c, http.StatusOK, "", nil) }

// showReport is report, with the time that a form has posted and its errors.
func (p pages) showReport(c *gin.Context, status int, posted string, faults ui.Faults) error {
	ctx, l := c.Request.Context(), auth.Lang(c)
	id, err := httpx.PathID(c, "id", "campaign")
	if err != nil {
		return err
	}
	x, err := p.s.Get(ctx, id)
	if err != nil {
		return err
	}
	t, err := p.s.Timeline(ctx, x, p.zone)
	if err != nil {
		return err
	}
	x.Counts = t.Campaign.Counts // all figures of the page are from the moment of the timeline
	live := p.live(l, x, t)
	live.Remind = p.reminder(ctx, l, x, t)
	if httpx.IsHTMX(c) && c.GetHeader("HX-Target") == "course" {
		if seen := c.Query("seen"); seen != "" && seen != p.footing(x) {
			c.Header("HX-Refresh", "true")
		}
		return frame.Fragment(c, http.StatusOK, views.CourseUpdate, live)
	}
	title, err := p.s.EventTitles(ctx, l)(x.EventID)
	if err != nil {
		return err
	}
	page := views.Report{Title: OwnTitle(l, x, title), Live: live, Banner: p.bannerOf(l, x),
		Crumbs: []ui.Crumb{{Label: l.T(i18n.Camp), Href: paths.Campaigns()}, {Label: title, Href: paths.EventOverview(x.EventID)}},
		CSV:    paths.CampaignReport(id)}
	if page.Subtitle, err = p.line(ctx, l, x); err != nil {
		return err
	}
	page.Plan, page.Choose = p.plan(l, x, posted, faults), chooseButtons(l, x)
	page.Empty = page.Plan != nil && x.Counts.Total == 0
	addStateActions(l, &page, x, c.Query("ask") == "cancel")
	p.chart(l, &page, x, t, c.Query("chart"), c.Query("as") == "total")
	if page.People, err = p.people(ctx, l, x, t.Stages, c.Request.URL.Query()); err != nil {
		return err
	}
	if x.State == Paused || x.State == Interrupted {
		held, err := p.s.held(ctx, x)
		if err != nil {
			return err
		}
		if held == EventStarted {
			askLate(l, &page, x)
		}
	}
	return frame.Page(c, status, views.One, page)
}

// reminder returns the link to a reminder of a campaign; nil: there is no one to remind yet.
func (p pages) reminder(ctx context.Context, l i18n.Lang, c Campaign, t Timeline) *views.Remind {
	if c.Counts.Sent == 0 || c.Type == TypeMessage || !slices.Contains([]State{Sending, Completed, Cancelled}, c.State) {
		return nil
	}
	r := &views.Remind{Href: paths.RemindCampaign(c.ID, nil), Label: l.T(i18n.CampRemind), NotSetUp: p.s.NotSetUp(l, auth.From(ctx))}
	if n := t.Stages.Total(); n > 0 {
		r.Label = l.N(int(n), i18n.SendRemindN)
	}
	return r
}

// footing returns the part of a campaign's state that decides which buttons and which banner its page has.
func (p pages) footing(c Campaign) string {
	state := string(c.State)
	switch {
	case p.s.HeldUntil(c) != 0:
		state += "-quiet"
	case c.Counts.Unconfirmed > 0:
		state += "-unconfirmed"
	}
	if c.choosing() {
		state += "-subject"
	}
	return state
}

// line returns the sentence that says who sent the campaign, when, and by which channel and sender.
func (p pages) line(ctx context.Context, l i18n.Lang, c Campaign) (string, error) {
	name, err := p.s.CreatorName(ctx, c)
	if err != nil {
		return "", err
	}
	at, line, lineBy := c.Began(), i18n.CampLine, i18n.CampLineBy
	if c.StartedAt == 0 && c.StartsAt != 0 {
		at, line, lineBy = c.CreatedAt, i18n.CampLinePlanned, i18n.CampLinePlannedBy
	}
	when := l.MomentBrief(at.Time().In(p.zone), p.today())
	text := l.F(line, when)
	if name != "" {
		text = l.F(lineBy, name, when)
	}
	channel := p.s.o.Channels[c.Channel]
	switch {
	case c.OutboxOnly:
		return text + " · " + l.F(i18n.CampLineFrom, c.From, l.T(i18n.ChannelNames[mail.OutboxName])), nil
	case channel == nil, channel.Name() == mail.OutboxName: // the channel it was sent by is no longer configured
		return text + " · " + l.F(i18n.CampLineSender, c.From), nil
	}
	return text + " · " + l.F(i18n.CampLineFrom, c.From, l.T(i18n.ChannelNames[channel.Name()])), nil
}

// bannerOf returns the banner that says why a campaign is stopped and what to do about it, or that it waits for the end of quiet
// hours, or that a channel was added since it was scheduled for the outbox; nil: none of these.
func (p pages) bannerOf(l i18n.Lang, c Campaign) *ui.BannerProps {
	if p.s.HeldUntil(c) != 0 {
		return &ui.BannerProps{Tone: ui.Info, Title: p.s.StateLabel(l, c).Text, Text: l.T(i18n.CampQuietText)}
	}
	reason := c.Reason
	if p.s.channelAdded(c) {
		reason = ChannelAdded
	}
	why, known := i18n.CampReasons[reason]
	if !known || c.State != Paused && c.State != Interrupted && reason != ChannelAdded {
		return nil
	}
	b := ui.BannerProps{Tone: ui.Warn, Title: p.s.StateLabel(l, c).Text, Text: l.T(why)}
	if c.ReasonDetail != "" {
		b.Text += " " + c.ReasonDetail
	}
	return &b
}

// addStateActions adds the actions that the state of the campaign allows.
func addStateActions(l i18n.Lang, page *views.Report, c Campaign, ask bool) {
	switch c.State {
	case Sending:
		page.Pause = paths.PauseCampaign(c.ID)
	case Paused, Interrupted:
		if c.resumable() {
			page.Resume = paths.ResumeCampaign(c.ID)
		}
	}
	if c.Active() || c.Unstarted() {
		page.Cancel = &views.Cancel{Ask: paths.Campaign(c.ID, url.Values{"ask": {"cancel"}}), Post: paths.CancelCampaign(c.ID),
			Text: l.N(int(c.toSend()), i18n.CampCancelText), Open: ask}
		if c.Unstarted() {
			page.Cancel.Text = l.T(i18n.CampCancelPlanned)
		}
	}
	if c.Counts.Unconfirmed > 0 {
		page.Unconfirmed = &views.Unconfirmed{Title: l.N(int(c.Counts.Unconfirmed), i18n.CampUnconfirmed), Text: l.T(i18n.CampUnconfirmedText),
			Post: paths.ResolveCampaign(c.ID),
			See:  paths.Campaign(c.ID, url.Values{"state": {"unconfirmed"}}) + "#people", Mark: l.T(i18n.CampMarkAll), Again: l.T(i18n.CampAgainAll)}
		if c.Counts.Unconfirmed == 1 {
			x := page.Unconfirmed
			x.Text, x.Mark, x.Again = l.T(i18n.CampUnconfirmedOne), l.T(i18n.CampMark), l.T(i18n.CampAgain)
		}
		if c.State == Cancelled {
			page.Unconfirmed.Again = "" // nothing of it is sent again
		}
	}
}

// askLate replaces the buttons by which a campaign goes on that is held because its event has begun: beside them is a tick to send late.
// The rows of recipients have no such button then.
func askLate(l i18n.Lang, page *views.Report, c Campaign) {
	late := func(id, post string, b ui.Btn) *views.Late {
		return &views.Late{Post: post, Button: b,
			Tick: ui.Field{Name: confirmLate, ID: id, Label: l.T(i18n.SendLate), Required: true}}
	}
	if page.Resume != "" {
		page.ResumeLate = late("resume-late", page.Resume, ui.Btn{Label: l.T(i18n.CampResume), Icon: ui.IconSend, Kind: ui.Primary})
		page.Resume = ""
	}
	if u := page.Unconfirmed; u != nil && u.Again != "" && c.restartsByResolving() {
		u.Late = late("again-late", u.Post, ui.Btn{Label: u.Again, Icon: ui.IconSend})
		u.Late.Hidden, u.Again = sendAgain, ""
		for i := range page.People.Rows {
			page.People.Rows[i].Again = "" // it would ask for the tick
		}
	}
}

// sendAgain is what the form sends by which unconfirmed messages are sent again.
var sendAgain = []ui.Hidden{{Name: "action", Value: "send_again"}}

// live returns the part of the report that changes during a send: the progress of the send and the stages that the recipients
// have reached.
func (p pages) live(l i18n.Lang, c Campaign, t Timeline) views.Live {
	n := c.Counts
	v := views.Live{State: p.s.StateLabel(l, c), Bar: ProgressBar(l, c), Busy: n.Pending > 0}
	if c.State == Sending {
		v.Poll = paths.Campaign(c.ID, url.Values{"seen": {p.footing(c)}})
	}
	if c.OutboxOnly && !c.Unstarted() {
		v.Notes = append(v.Notes, l.T(i18n.CampKept))
	}
	figure := func(icon ui.Icon, text i18n.Text, count int64, filter string) {
		s := ui.Stat{Label: l.T(text), Value: l.Int(count), Icon: icon, Href: peopleIn(c, filter)}
		if filter == "sent" {
			s.Note = l.N(int(n.Total), i18n.CampOfRecipients)
		} else {
			s.Unit = rate(l, c, count)
		}
		switch {
		case filter == "opened" && t.Stages.RepliedUnopened > 0:
			s.Note = l.N(int(t.Stages.RepliedUnopened), i18n.CampRepliedUnopened)
		case filter == "clicked" && t.Stages.RepliedUnclicked > 0:
			s.Note = l.N(int(t.Stages.RepliedUnclicked), i18n.CampRepliedUnclicked)
		case filter == "registered" && n.Declined > 0:
			s.Note = l.N(int(n.Declined), i18n.RegDeclines)
		}
		v.Stats = append(v.Stats, s)
	}
	figure(ui.IconSend, c.sentPlural(), n.Sent, "sent")
	v.Fate = fateOf(l, c)
	if c.Tracked {
		figure(ui.IconMail, i18n.CampFunnelOpen, n.Opened, "opened")
		figure(ui.IconCursor, i18n.CampFunnelGo, n.Clicked, "clicked")
	} else {
		v.Notes = append(v.Notes, l.T(i18n.CampUntracked))
	}
	if c.Type != TypeMessage { // all of its recipients have replied
		figure(ui.IconTicket, i18n.CampFunnelIn, n.Registered, "registered")
		p.stages(l, &v, c, t.Stages)
	}
	v.Subjects = p.subjects(l, c)
	if t.Scanned > 0 {
		v.Notes = append(v.Notes, l.N(int(t.Scanned), i18n.CampScanners))
	}
	return v
}

// fateOf divides the messages that were sent into those that came back, those that were reported as spam, and the others. It
// returns nil if none came back and none was reported.
func fateOf(l i18n.Lang, c Campaign) *views.Fate {
	n := c.Counts
	if n.Bounced+n.Complained == 0 {
		return nil
	}
	f := &views.Fate{Total: l.N(int(n.Sent+n.Bounced), i18n.CampHandedOver)}
	for _, x := range []struct {
		kind   string
		text   i18n.Text
		n      int64
		filter string
	}{{"done", i18n.CampPieceHere, n.Delivered(), "delivered"}, {"bounced", i18n.CampPieceBounced, n.Bounced, "bounced"},
		{"complained", i18n.CampPieceSpam, n.Complained, "complained"}} {
		f.Parts = append(f.Parts, ui.BarPart{Kind: x.kind, Label: l.T(x.text), Count: l.Int(x.n), Href: peopleIn(c, x.filter)})
	}
	return f
}

// stages adds the bars of messages that came back or were reported as spam, of those who did not open the message, did not click,
// did not register, and of those who did. The bars add up to the number of messages sent, and to 100 percent.
func (p pages) stages(l i18n.Lang, v *views.Live, c Campaign, s Stages) {
	all := c.Counts.Sent + c.Counts.Bounced
	rest := all
	if all == 0 {
		return
	}
	var counts []int64
	add := func(text i18n.Text, count int64, filter string) {
		count = min(count, rest)
		rest -= count
		counts = append(counts, count)
		v.Stages = append(v.Stages, views.Stage{Label: l.T(text), Count: l.Int(count), W: part(count, all),
			Href: peopleIn(c, filter)})
	}
	if c.Counts.Bounced > 0 {
		add(i18n.CampPieceBounced, c.Counts.Bounced, "bounced")
	}
	if s.Complained > 0 {
		add(i18n.CampPieceSpam, s.Complained, "complained")
	}
	if c.Tracked {
		add(i18n.CampStageNotOpened, s.NotOpened, "not_opened")
		add(i18n.CampStageNotClicked, s.OpenedNotClicked, "opened_not_clicked")
		add(i18n.CampStageNotIn, s.ClickedNotRegistered, "clicked_not_registered")
	} else {
		add(i18n.CampStageNotRegistered, s.Total(), "not_registered")
	}
	v.Stages = append(v.Stages, views.Stage{Label: l.T(i18n.CampFunnelIn), Count: l.Int(rest), W: part(rest, all),
		Href: peopleIn(c, "registered"), Done: true})
	for i, n := range percents(append(counts, rest)) {
		v.Stages[i].Part = l.Percent(n, 100)
	}
	if s.Total() > 0 {
		v.Left = l.N(int(s.Total()), i18n.CampNotIn)
	}
}

// percents returns counts as percentages of their sum, which is positive, so that they add up to 100. The last percentage is
// rounded half up, because other pages show it so; of the others, those with the largest remainders are rounded up.
func percents(counts []int64) []int64 {
	var whole int64
	for _, n := range counts {
		whole += n
	}
	last := len(counts) - 1
	list, order := make([]int64, len(counts)), make([]int, last)
	list[last] = (counts[last]*200 + whole) / (2 * whole)
	rest := 100 - list[last]
	for i, n := range counts[:last] {
		list[i], order[i] = n*100/whole, i
		rest -= list[i]
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(counts[b]*100%whole, counts[a]*100%whole) })
	for _, i := range order[:rest] {
		list[i]++
	}
	return list
}

// peopleIn returns the address of the report's list with a filter.
func peopleIn(c Campaign, filter string) string {
	return paths.Campaign(c.ID, url.Values{"state": {filter}}) + "#people"
}
