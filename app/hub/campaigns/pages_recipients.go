package campaigns

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	views "presence/views/hub/campaigns"
	"presence/views/ui"
)

// peopleOnPage is the number of recipients on a page.
const peopleOnPage = 25

// people returns the page of recipients that the query q asks for: by state, text and the id to continue after.
func (p pages) people(ctx context.Context, l i18n.Lang, c Campaign, s Stages, q url.Values) (v views.People, err error) {
	state, text := q.Get("state"), httpx.SearchText(q.Get("q"))
	after, _ := strconv.ParseInt(q.Get("after"), 10, 64)
	from, _ := strconv.ParseInt(q.Get("from"), 10, 64)
	from = max(from, 1)
	list, err := p.s.SearchRecipients(ctx, c, RecipientFilter{State: state, After: after, Rows: peopleOnPage + 1}, text)
	if err != nil {
		return v, err
	}
	at := func(state, text string, after, from int64) string {
		q := url.Values{}
		for _, x := range [][2]string{{"state", state}, {"q", text}} {
			if x[1] != "" {
				q.Set(x[0], x[1])
			}
		}
		if after > 0 {
			q.Set("after", strconv.FormatInt(after, 10))
			q.Set("from", strconv.FormatInt(from, 10))
		}
		return paths.Campaign(c.ID, q) + "#people"
	}
	v = views.People{Action: paths.Campaign(c.ID, nil) + "#people", Query: text, Clear: at("", "", 0, 0),
		Tracked: c.Tracked, SentAt: l.T(c.sentAt()), Resolve: paths.ResolveCampaign(c.ID)}
	if state != "" {
		v.Hidden = []ui.Hidden{{Name: "state", Value: state}}
	}
	if after > 0 {
		v.First = at(state, text, 0, 0)
	}
	if len(list) > peopleOnPage {
		list = list[:peopleOnPage]
		v.Next = at(state, text, list[peopleOnPage-1].ID, from+peopleOnPage)
	}
	for _, r := range list {
		v.Rows = append(v.Rows, p.person(l, c, r))
	}
	differ := func(r views.Person) bool { return r.Sent != v.Rows[0].Sent }
	if len(v.Rows) > 1 && !c.OutboxOnly && !slices.ContainsFunc(v.Rows, differ) {
		v.SentAt = ""
	}
	for _, x := range filters(c, s) {
		if n := int64(len(v.Rows)); x.state == state && text == "" && n > 0 {
			v.Shown = l.F(i18n.Paged, l.Int(from), l.Int(from+n-1), l.Int(x.n))
		}
		if x.isOffered(state) {
			v.Filters = append(v.Filters, ui.Chip{Label: l.T(x.text), Count: l.Int(x.n), Href: at(x.state, text, 0, 0), Current: x.state == state})
		}
	}
	return v, nil
}

// filter is a filter of the recipients with their number.
type filter struct {
	state    string
	text     i18n.Text
	n        int64
	inFunnel bool // the report's funnel links to it
}

// isOffered reports whether the list offers the filter while another one, or this one, is chosen. It need not offer what the
// funnel above it links to.
func (f filter) isOffered(chosen string) bool { return f.n > 0 && !f.inFunnel || f.state == chosen }

// filters returns the filters of a campaign's recipients, each with the number of recipients it selects: first by progress
// (sent, opened, clicked, registered), then the messages that were not sent. For a campaign without tracking, it leaves out
// opens and clicks.
func filters(c Campaign, s Stages) (list []filter) {
	n := c.Counts
	list = []filter{{"", i18n.CampAll, n.Total, false}, {"sent", c.sentPlural(), n.Sent, n.Sent == n.Total && !c.OutboxOnly},
		{"delivered", i18n.CampPieceHere, n.Delivered(), true}}
	if c.Tracked {
		list = append(list, filter{"opened", i18n.CampFunnelOpen, n.Opened, true},
			filter{"not_opened", i18n.CampStageNotOpened, s.NotOpened, false}, filter{"clicked", i18n.CampFunnelGo, n.Clicked, true},
			filter{"opened_not_clicked", i18n.CampStageNotClicked, s.OpenedNotClicked, false},
			filter{"clicked_not_registered", i18n.CampStageNotIn, s.ClickedNotRegistered, false})
	}
	return append(list, filter{"registered", i18n.CampFunnelIn, n.Registered, false},
		filter{"declined", i18n.CampDeclined, n.Declined, false},
		filter{"not_registered", i18n.CampStageNotRegistered, s.Total(), c.Tracked},
		filter{"bounced", i18n.CampPieceBounced, n.Bounced, false},
		filter{"complained", i18n.CampPieceSpam, n.Complained, false}, filter{"failed", i18n.CampStageFailed, n.Failed, n.Failed == n.Bounced},
		filter{"rejected", i18n.CampPieceFailed, n.Failed - n.Bounced, true},
		filter{"unconfirmed", i18n.CampPieceUnconfirmed, n.Unconfirmed, false},
		filter{"pending", c.pendingPlural(), n.Pending - n.Unconfirmed, false}, filter{"excluded", i18n.CampPieceExcluded, n.Excluded, false})
}

var recipientStates = map[RecipientState]struct {
	tone ui.Tone
	icon ui.Icon
	text i18n.Text
}{
	Pending:  {ui.Info, ui.IconClock, i18n.CampIsPending},
	Sent:     {ui.Neutral, ui.IconSend, i18n.CampIsSent},
	Failed:   {ui.Bad, ui.IconRefused, i18n.CampIsFailed},
	Excluded: {ui.Neutral, ui.IconDraft, i18n.CampIsExcluded},
}

// furthest returns the badge for the furthest step of a recipient (sent, opened, clicked or replied), or for the state of a
// message that was not sent.
func furthest(l i18n.Lang, c Campaign, r Recipient) ui.Status {
	x := recipientStates[r.State]
	switch {
	case r.Unconfirmed:
		x.tone, x.icon, x.text = ui.Warn, ui.IconWarning, i18n.CampIsUnconfirmed
	case r.State == Pending && c.State == Cancelled:
		x.tone, x.icon, x.text = ui.Neutral, ui.IconDraft, i18n.CampIsUnsent
	case r.State == Failed && r.BouncedAt != 0:
		x.text = i18n.CampIsBounced
	case r.State != Sent:
	case r.ComplainedAt != 0:
		x.tone, x.icon, x.text = ui.Bad, ui.IconWarning, i18n.CampIsSpam
	case r.Declined:
		x.tone, x.icon, x.text = ui.Neutral, ui.IconDraft, i18n.RegDeclined
	case r.RegisteredAt != 0:
		x.tone, x.icon, x.text = ui.Good, ui.IconApproved, i18n.CampRepliedAt
	case r.ClickedAt != 0:
		x.tone, x.icon, x.text = ui.Accent, ui.IconCursor, i18n.CampClickedAt
	case r.OpenedAt != 0:
		x.tone, x.icon, x.text = ui.Info, ui.IconMail, i18n.CampOpenedAt
	default:
		x.text = c.sentOne()
	}
	return ui.Status{Tone: x.tone, Icon: x.icon, Text: l.T(x.text)}
}

func (p pages) person(l i18n.Lang, c Campaign, r Recipient) views.Person {
	name := FullName(r.FirstName, r.LastName)
	v := views.Person{ID: number(r.ID), Name: cmp.Or(name, r.Email), Lang: strings.ToUpper(r.Language), State: furthest(l, c, r),
		Sent: p.short(l, r.SentAt), Opened: p.short(l, r.OpenedAt), Clicked: p.short(l, r.ClickedAt), Registered: p.short(l, r.RegisteredAt),
		Unconfirmed: r.Unconfirmed}
	if name != "" {
		v.Email = r.Email
	}
	var why []string
	if r.BouncedAt != 0 {
		why = append(why, l.T(i18n.BounceCauses[string(r.BounceCause)]))
	}
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
		v.Mark = l.F(i18n.CampMarkOf, r.Email)
		if c.State != Cancelled {
			v.Again = l.F(i18n.CampAgainOf, r.Email)
		}
	}
	return v
}
