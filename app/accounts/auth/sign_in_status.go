package auth

import (
	"presence/app/accounts/outgoingmail"
	"presence/app/platform/i18n"
	"presence/db"
)

// AccessLine says one thing about how a person signs in, for the pages of accounts and of employees.
type AccessLine struct{ Name, Value string }

// Lines returns how the person signs in, when they did last, and the delivery state of the last invitation. moment formats an
// instant.
func (x Access) Lines(l i18n.Lang, moment func(db.Instant) string) []AccessLine {
	lines := []AccessLine{{l.T(i18n.PeopleSignIn), x.way(l, moment)}}
	if x.WaysIn.Any() || x.SignedInAt != 0 {
		last := l.T(i18n.AccessNoneRecorded)
		if x.SignedInAt != 0 {
			last = moment(x.SignedInAt)
		}
		lines = append(lines, AccessLine{l.T(i18n.AccessLast), last})
	}
	return append(lines, AccessLine{l.T(i18n.AccessInvitation), x.invitation(l, moment)})
}

func (x Access) way(l i18n.Lang, moment func(db.Instant) string) string {
	text, since := x.WaysIn.Text(l), x.PasswordSetAt
	if !x.HasPassword {
		since = x.LinkedAt
	}
	if since == 0 {
		return text
	}
	return l.F(i18n.AccessSince, text, moment(since))
}

// Text names the ways to sign in; a passkey only where there is no other, because it is listed with the second factors.
func (w WaysIn) Text(l i18n.Lang) string {
	switch {
	case w.HasPassword && w.Linked:
		return l.T(i18n.AccessBoth)
	case w.HasPassword:
		return l.T(i18n.PeoplePassword)
	case w.Linked:
		return l.T(i18n.AccessCompany)
	case w.HasPasskey:
		return l.T(i18n.AccessPasskey)
	}
	return l.T(i18n.AccessNotYet)
}

// messageTexts are the texts for the delivery states of a message; those with a placeholder get the time of the message.
var messageTexts = map[outgoingmail.State]i18n.Text{outgoingmail.Queued: i18n.AccessQueued, outgoingmail.Sent: i18n.AccessSent,
	outgoingmail.Refused: i18n.AccessRefused, outgoingmail.Expired: i18n.AccessExpired, outgoingmail.Unconfirmed: i18n.AccessUnconfirmed,
	outgoingmail.Cancelled: i18n.AccessCancelled}

func (x Access) invitation(l i18n.Lang, moment func(db.Instant) string) string {
	current := x.Message != nil && x.Message.ExpiresAt == x.LinkUntil // the message has the link that is valid now
	var text string
	switch m := x.Message; {
	case x.LinkUntil != 0 && !current:
		text = l.F(i18n.AccessLinkMade, moment(x.LinkMadeAt))
	case m == nil:
		return l.T(i18n.AccessNone)
	default:
		at := m.SentAt
		if at == 0 {
			at = m.CreatedAt
		}
		text = l.F(messageTexts[m.State], moment(at))
		if m.State == outgoingmail.Refused && m.Reason != "" {
			text += " " + m.Reason
		}
	}
	if x.LinkUntil != 0 {
		text += " " + l.F(i18n.AccessValidUntil, moment(x.LinkUntil))
	}
	return text
}

// InviteLabel returns the label of the button that sends an invitation.
func (x Access) InviteLabel(l i18n.Lang) string {
	switch {
	case x.WaysIn.Any():
		return l.T(i18n.AccessSendLink)
	case x.Message != nil || x.LinkUntil != 0:
		return l.T(i18n.AccessInviteAgain)
	}
	return l.T(i18n.AccessInvite)
}
