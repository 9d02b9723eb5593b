package campaigns

import (
	"strconv"

	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/views/ui"
)

// KindName says whether a campaign is an invitation, a reminder, or which message before or after the event.
func KindName(l i18n.Lang, c Campaign) string {
	if spec := specOf(c.Message); spec != nil {
		return spec.name(l)
	}
	if c.ReminderOf != 0 {
		return l.T(i18n.CampReminder)
	}
	return l.T(i18n.CampInvitation)
}

// OwnTitle returns the title of a campaign: that of its event, then what kind it is.
func OwnTitle(l i18n.Lang, c Campaign, event string) string {
	return l.F(i18n.CampOwnTitle, event, i18n.Uncapital(KindName(l, c)))
}

var statusLabels = map[State]struct {
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

// StateLabel returns the badge of a campaign's state. For one that waits for the end of quiet hours it says until when.
func (s *Service) StateLabel(l i18n.Lang, c Campaign) ui.Status {
	if until := s.HeldUntil(c); until != 0 {
		return ui.Status{Tone: ui.Info, Icon: ui.IconClock, Text: l.F(i18n.CampQuiet, l.Clock(until.Time().In(s.o.Zone)))}
	}
	x := statusLabels[c.State]
	return ui.Status{Tone: x.tone, Icon: x.icon, Text: l.T(x.text)}
}

// sentPlural, sentCount and sentOne are the labels for messages that were handed over. Messages in the outbox were not delivered,
// so their labels say "kept".
func (c Campaign) sentPlural() i18n.Text {
	if c.OutboxOnly {
		return i18n.CampPieceKept
	}
	return i18n.CampPieceSent
}

func (c Campaign) sentCount() i18n.Count {
	if c.OutboxOnly {
		return i18n.CampCountKept
	}
	return i18n.CampCountSent
}

func (c Campaign) sentOne() i18n.Text {
	if c.OutboxOnly {
		return i18n.CampIsKept
	}
	return i18n.CampIsSent
}

// pendingPlural is the label for messages that wait; those of a cancelled campaign are never sent.
func (c Campaign) pendingPlural() i18n.Text {
	if c.State == Cancelled {
		return i18n.CampPieceUnsent
	}
	return i18n.CampPiecePending
}

// toSend returns how many pending messages are not unconfirmed: those that wait, and those that a worker has claimed or is sending.
func (c Campaign) toSend() int64 { return c.Counts.Pending - c.Counts.Unconfirmed }

// resumable reports whether staff can resume the campaign.
func (c Campaign) resumable() bool {
	return (c.State == Paused || c.State == Interrupted) && c.toSend() > 0 && !c.Unstarted()
}

// NextAct returns what staff do next about a campaign that is stopped: resume it, or decide about its start or its unconfirmed
// messages. It returns nil for every other campaign. title is the title of the event, for screen readers, which may read the
// button without its surroundings.
func NextAct(l i18n.Lang, c Campaign, title string) *ui.Act {
	var a ui.Act
	switch {
	case c.resumable() && c.Reason == EventStarted: // staff confirm there that it goes on late
		a = ui.Act{Label: l.T(i18n.CampDecide), Icon: ui.IconWarning, Href: paths.Campaign(c.ID, nil) + "#resume"}
	case c.resumable():
		a = ui.Act{Label: l.T(i18n.CampResume), Icon: ui.IconSend, Post: paths.ResumeCampaign(c.ID)}
	case c.Unstarted() && c.State == Paused:
		a = ui.Act{Label: l.T(i18n.CampDecide), Icon: ui.IconWarning, Href: paths.Campaign(c.ID, nil)}
	case c.Counts.Unconfirmed > 0 && (c.State == Paused || c.State == Interrupted):
		a = ui.Act{Label: l.T(i18n.CampDecide), Icon: ui.IconWarning, Href: paths.Campaign(c.ID, nil) + "#unconfirmed"}
	default:
		return nil
	}
	a.Spoken = l.F(i18n.CampTitle, a.Label, title)
	return &a
}

// ProgressBar returns the bar of a campaign: its messages by what became of them. A campaign that is completed has figures only.
func ProgressBar(l i18n.Lang, c Campaign) ui.PartBar {
	n := c.Counts
	b := ui.PartBar{Label: l.T(i18n.CampLive), Text: l.T(c.sentPlural()) + l.Colon() + l.F(i18n.CampDone, l.Int(n.Sent), l.Int(n.Total))}
	if c.Unstarted() {
		b.Text = l.T(i18n.CampNotBegun)
	}
	if c.State == Completed {
		b.Full, b.Text = true, l.N(int(n.Sent), c.sentCount())
	}
	var before int64
	for _, x := range []struct {
		kind   string
		text   i18n.Text
		n      int64
		filter string
	}{{"done", c.sentPlural(), n.Delivered(), "delivered"}, {"complained", i18n.CampPieceSpam, n.Complained, "complained"},
		{"bounced", i18n.CampPieceBounced, n.Bounced, "bounced"}, {"failed", i18n.CampPieceFailed, n.Failed - n.Bounced, "rejected"},
		{"excluded", i18n.CampPieceExcluded, n.Excluded, "excluded"}, {"unsure", i18n.CampPieceUnconfirmed, n.Unconfirmed, "unconfirmed"},
		{"rest", c.pendingPlural(), n.Pending - n.Unconfirmed, "pending"}} {
		if x.n > 0 {
			b.Parts = append(b.Parts, ui.BarPart{Kind: x.kind, X: part(before, n.Total), W: part(x.n, n.Total), Label: l.T(x.text),
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
