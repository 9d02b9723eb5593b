package audience

import (
	"context"

	"presence/app/platform/i18n"
	"presence/views/ui"
)

// SentInvitation tells what became of the messages of an invitation that was sent to an audience.
type SentInvitation struct {
	Title  string
	State  ui.Status // of the campaign
	Chips  []ui.Chip // the recipients by what became of them, those that need attention first; each leads to them
	Report string    // link to the campaign
}

// SentInvitationOf returns what became of the newest invitation to an event's audience that was started; nil: none was. Package audience
// does not know campaigns.
type SentInvitationOf func(ctx context.Context, l i18n.Lang, eventID string) (*SentInvitation, error)
