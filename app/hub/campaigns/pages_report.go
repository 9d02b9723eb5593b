package campaigns

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/mail"
	"presence/app/platform/paths"
	views "presence/views/hub/campaigns"
	"presence/views/ui"
)

// report shows one send. A request for what moves alone gets that; when the send has come to another state meanwhile,
// the whole page comes anew.
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

// bannerOf tells why a send stands still, and what to do.
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

// moves are what can be done about a send as it stands.
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

// series are what the chart can show.
var series = []struct {
	name string
	text i18n.Text
	of   func(Interval) int64
}{
	{"sent", i18n.CampPieceSent, func(s Interval) int64 { return s.Sent }},
	{"opened", i18n.CampFunnelOpen, func(s Interval) int64 { return s.Opened }},
	{"clicked", i18n.CampFunnelGo, func(s Interval) int64 { return s.Clicked }},
}

// chart draws one of them over time: opens where there are any and nothing else is asked for.
func (p pages) chart(l i18n.Lang, page *views.Report, c Campaign, t Timeline, asked string) {
	if len(t.Intervals) == 0 {
		return
	}
	if asked == "" || !c.Tracked {
		asked = "sent"
		if c.Counts.Opened > 0 {
			asked = "opened"
		}
	}
	for _, s := range series {
		if s.name != "sent" && !c.Tracked {
			continue
		}
		if s.name == "sent" {
			s.text = c.sentPlural()
		}
		page.ChartOf = append(page.ChartOf, ui.Segment{Label: l.T(s.text),
			Href: paths.Campaign(c.ID, url.Values{"chart": {s.name}}) + "#timeline", Current: s.name == asked})
		if s.name != asked {
			continue
		}
		page.Chart = ui.Chart{Label: l.T(i18n.CampTimeline) + l.Colon() + l.T(s.text), Heads: [2]string{l.T(i18n.CampTimeCol), l.T(s.text)}}
		before := ""
		for _, x := range t.Intervals {
			at := x.From.Time().In(p.zone)
			column := ui.Column{Label: tick(l, at, t.Width), Value: float64(s.of(x))}
			if day := l.DayShort(at); t.Width < 24*time.Hour && t.Width >= time.Hour {
				column.Row = day + ", " + column.Label
				switch {
				case day != before:
					column.Label, before = day, day
				case t.Width > 6*time.Hour: // the day's name needs the room
					column.Label = ""
				}
			}
			if n := s.of(x); n > 0 {
				column.Text = l.Int(n)
			}
			page.Chart.Columns = append(page.Chart.Columns, column)
		}
	}
	page.ChartNote = l.F(i18n.CampTimelineBy, width(l, t.Width))
}

// tick names a column by when it begins, as exactly as its width asks.
func tick(l i18n.Lang, at time.Time, width time.Duration) string {
	switch {
	case width >= 24*time.Hour:
		return l.DayShort(at)
	case width >= time.Hour:
		return strings.Replace(l.Clock(at), ":00", "", 1)
	case width >= time.Minute:
		return at.Format("15:04")
	}
	return at.Format("15:04:05")
}

func width(l i18n.Lang, d time.Duration) string {
	if d < time.Minute {
		return l.N(int(d/time.Second), i18n.CampSeconds)
	}
	return l.Age(d)
}

// people are the recipients in a state, with a text in them, from a place on.
func (p pages) people(ctx context.Context, l i18n.Lang, c Campaign, q url.Values) (v views.People, err error) {
	state, text := q.Get("state"), strings.TrimSpace(strings.ToValidUTF8(q.Get("q"), ""))
	after, _ := strconv.ParseInt(q.Get("after"), 10, 64)
	list, err := p.s.SearchRecipients(ctx, c, RecipientFilter{State: state, After: after, Rows: onPage + 1}, text)
	if err != nil {
		return v, err
	}
	at := func(state, text string, after int64) string {
		q := url.Values{}
		for _, x := range [][2]string{{"state", state}, {"q", text}} {
			if x[1] != "" {
				q.Set(x[0], x[1])
			}
		}
		if after > 0 {
			q.Set("after", strconv.FormatInt(after, 10))
		}
		return paths.Campaign(c.ID, q) + "#people"
	}
	v = views.People{Action: paths.Campaign(c.ID, nil) + "#people", Query: text, Filtered: state != "" || text != "", Clear: at("", "", 0),
		Tracked: c.Tracked, SentAt: l.T(c.sentAt()), Resolve: paths.ResolveCampaign(c.ID)}
	if state != "" {
		v.Hidden = []ui.Hidden{{Name: "state", Value: state}}
	}
	if after > 0 {
		v.First = at(state, text, 0)
	}
	if len(list) > onPage {
		list = list[:onPage]
		v.Next = at(state, text, list[onPage-1].ID)
	}
	for _, r := range list {
		v.Rows = append(v.Rows, p.person(l, c, r))
	}
	n := c.Counts
	for _, x := range []struct {
		state string
		text  i18n.Text
		n     int64
	}{{"", i18n.CampAll, n.Total}, {"unconfirmed", i18n.CampPieceUnsure, n.Unconfirmed}, {"failed", i18n.CampPieceFailed, n.Failed},
		{"sent", c.sentPlural(), n.Sent},
		{"pending", i18n.CampPiecePending, n.Pending - n.Unconfirmed}, {"excluded", i18n.CampPieceExcluded, n.Excluded},
		{"opened", i18n.CampOpened, n.Opened}} {
		if x.n > 0 || x.state == state {
			v.Filters = append(v.Filters, ui.Segment{Label: l.T(x.text) + " " + l.Int(x.n), Href: at(x.state, text, 0), Current: x.state == state})
		}
	}
	return v, nil
}

var recipientStates = map[State]struct {
	tone ui.Tone
	icon ui.Icon
	text i18n.Text
}{
	Pending:  {ui.Info, ui.IconClock, i18n.CampIsPending},
	Sent:     {ui.Good, ui.IconApproved, i18n.CampIsSent},
	Failed:   {ui.Bad, ui.IconRefused, i18n.CampIsFailed},
	Excluded: {ui.Neutral, ui.IconDraft, i18n.CampIsExcluded},
}

func (p pages) person(l i18n.Lang, c Campaign, r Recipient) views.Person {
	x := recipientStates[r.State]
	if r.State == Sent {
		x.text = c.sentOne()
	}
	name := FullName(r.FirstName, r.LastName)
	v := views.Person{ID: number(r.ID), Name: cmp.Or(name, r.Email), State: views.State{Tone: x.tone, Icon: x.icon, Text: l.T(x.text)},
		Sent: p.short(l, r.SentAt), Opened: p.short(l, r.OpenedAt), Clicked: p.short(l, r.ClickedAt), Registered: p.short(l, r.RegisteredAt),
		Unsure: r.Unconfirmed}
	note := []string{strings.ToUpper(r.Language)}
	if name != "" {
		note = append([]string{r.Email}, note...)
	}
	v.Note = strings.Join(note, " · ")
	var why []string
	if r.Reason != "" && r.State != Sent {
		text := r.Reason
		if known, ok := i18n.CampOut[r.Reason]; ok {
			text = l.T(known)
		}
		why = append(why, text)
	}
	if r.Attempts > 1 {
		why = append(why, l.N(int(r.Attempts), i18n.CampAttempts))
	}
	if r.ScannedAt != 0 && r.OpenedAt == 0 {
		why = append(why, l.T(i18n.CampScannedAt))
	}
	v.Why = strings.Join(why, " · ")
	if r.Unconfirmed {
		v.State = views.State{Tone: ui.Warn, Icon: ui.IconWarning, Text: l.T(i18n.CampIsUnsure)}
		v.Mark, v.Again = l.F(i18n.CampMarkOf, r.Email), l.F(i18n.CampAgainOf, r.Email)
	}
	return v
}

// act does something about the campaign in the address and goes back to its report, whatever came of it.
func (p pages) act(c *gin.Context, done i18n.Text, do func(ctx context.Context, by auth.Actor, x Campaign) error) error {
	ctx := c.Request.Context()
	id, err := httpx.PathID(c, "id", "campaign")
	if err != nil {
		return err
	}
	x, err := p.s.Summary(ctx, id)
	if err != nil {
		return err
	}
	toast := ui.Toast{Text: auth.Lang(c).T(done)}
	err = do(ctx, auth.From(ctx), x)
	if e, ok := errs.Of(err); ok && e.Kind == errs.KindConflict {
		toast = ui.Toast{Tone: ui.Warn, Text: auth.Lang(c).T(conflict(e))}
	} else if err != nil {
		return err
	}
	httpx.Flash(c, toast)
	return httpx.SeeOther(c, paths.Campaign(id, nil))
}

// conflict says kindly that the send has moved on.
func conflict(e *errs.Error) i18n.Text {
	switch e.Code {
	case "nothing_pending":
		return i18n.CampNothing
	case "send_active":
		return i18n.SendBeforeActive
	}
	return i18n.CampNotNow
}

func (p pages) pause(c *gin.Context) error {
	return p.act(c, i18n.CampDidPause, func(ctx context.Context, by auth.Actor, x Campaign) error {
		if err := p.s.RequireActive(ctx, x); err != nil {
			return err
		}
		_, err := p.s.Pause(ctx, by, x.EventID)
		return err
	})
}

func (p pages) cancel(c *gin.Context) error {
	return p.act(c, i18n.CampDidCancel, func(ctx context.Context, by auth.Actor, x Campaign) error {
		if err := p.s.RequireActive(ctx, x); err != nil {
			return err
		}
		_, err := p.s.Cancel(ctx, by, x.EventID)
		return err
	})
}

func (p pages) resume(c *gin.Context) error {
	return p.act(c, i18n.CampDidResume, func(ctx context.Context, by auth.Actor, x Campaign) error {
		_, err := p.s.Resume(ctx, by, x.ID, false)
		return err
	})
}

// resolve says what became of one unconfirmed message, or of all.
func (p pages) resolve(c *gin.Context) error {
	sent, done := true, i18n.CampMarked
	switch c.PostForm("action") {
	case "mark_sent":
	case "send_again":
		sent, done = false, i18n.CampAgainDone
	default:
		return errs.Fields{{Field: "action", Code: "not_allowed", Detail: "Expected mark_sent or send_again."}}.Err()
	}
	var ids []int64
	if text := c.PostForm("recipient"); text != "" {
		id, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return errs.NotFound("recipient")
		}
		ids = []int64{id}
	}
	return p.act(c, done, func(ctx context.Context, by auth.Actor, x Campaign) error {
		_, err := p.s.Resolve(ctx, by, x.ID, sent, ids)
		return err
	})
}
