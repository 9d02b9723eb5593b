package campaigns

import (
	"context"
	"net/url"

	"presence/app/hub/audience"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/views/ui"
)

// invitationRead is how many of an event's campaigns are looked through for the invitation: reminders are newer than it.
const invitationRead = 20

// SentInvitation returns what became of the newest invitation to the event's audience that was started; nil: none was.
func (s *Service) SentInvitation(ctx context.Context, l i18n.Lang, eventID string) (*audience.SentInvitation, error) {
	list, err := s.Newest(ctx, eventID, 0, invitationRead)
	if err != nil {
		return nil, err
	}
	for _, c := range list {
		if c.ReminderOf != 0 || c.Type == TypeMessage || c.StartedAt == 0 {
			continue
		}
		t, err := s.Timeline(ctx, c, s.o.Zone)
		if err != nil {
			return nil, err
		}
		return &audience.SentInvitation{Title: KindName(l, c), State: s.StateLabel(l, c), Chips: recipientChips(l, c, t.Stages),
			Report: paths.Campaign(c.ID, nil)}, nil
	}
	return nil, nil
}

// recipientChips returns the recipients of a campaign by what became of their messages: first what needs attention, then the steps in
// their order, and those who have not replied. Each leads to these recipients in the report.
func recipientChips(l i18n.Lang, c Campaign, s Stages) (chips []ui.Chip) {
	n := c.Counts
	for _, x := range []struct {
		state string
		text  i18n.Text
		icon  ui.Icon
		n     int64
	}{
		{"unconfirmed", i18n.CampPieceUnconfirmed, ui.IconWarning, n.Unconfirmed},
		{"failed", i18n.CampPieceFailed, ui.IconWarning, n.Failed},
		{"complained", i18n.CampPieceSpam, ui.IconWarning, n.Complained},
		{"pending", c.pendingPlural(), "", c.toSend()},
		{"sent", c.sentPlural(), "", n.Sent},
		{"opened", i18n.CampFunnelOpen, "", n.Opened},
		{"registered", i18n.CampFunnelIn, "", n.Registered},
		{"not_registered", i18n.CampStageNotRegistered, "", s.Total()},
		{"excluded", i18n.CampPieceExcluded, "", n.Excluded},
	} {
		if x.n == 0 || x.state == "opened" && !c.Tracked {
			continue
		}
		chips = append(chips, ui.Chip{Label: l.T(x.text), Icon: x.icon, Count: l.Int(x.n),
			Href: paths.Campaign(c.ID, url.Values{"state": {x.state}}) + "#people"})
	}
	return chips
}
