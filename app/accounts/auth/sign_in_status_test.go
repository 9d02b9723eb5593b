package auth

import (
	"strings"
	"testing"

	"presence/app/accounts/outgoingmail"
	"presence/app/platform/i18n"
	"presence/db"
)

func TestAccess_Lines(t *testing.T) {
	moment := func(at db.Instant) string { return "t" + at.String()[20:23] } // the milliseconds
	message := func(state outgoingmail.State, sent db.Instant) *outgoingmail.Message {
		return &outgoingmail.Message{State: state, CreatedAt: 101, SentAt: sent, ExpiresAt: 109}
	}
	for _, x := range []struct {
		name  string
		x     Access
		lines string
		label string
	}{
		{"a person who was never invited", Access{}, "No password yet | None", "Invite"},
		{"one with a password from before it was recorded", Access{WaysIn: WaysIn{HasPassword: true}}, "Password | None recorded | None", "Send a password link"},
		{"one with a password", Access{WaysIn: WaysIn{HasPassword: true}, PasswordSetAt: 101, SignedInAt: 102}, "Password, since t101 | t102 | None",
			"Send a password link"},
		{"one with the company's account", Access{WaysIn: WaysIn{Linked: true}, LinkedAt: 103}, "Company account, since t103 | None recorded | None",
			"Send a password link"},
		{"one with both", Access{WaysIn: WaysIn{Linked: true, HasPassword: true}, LinkedAt: 103, PasswordSetAt: 104},
			"Password and company account, since t104 | None recorded | None", "Send a password link"},
		{"one with a passkey alone", Access{WaysIn: WaysIn{HasPasskey: true}}, "Passkey | None recorded | None", "Send a password link"},
		{"an invitation that waits", Access{Message: message(outgoingmail.Queued, 0), LinkMadeAt: 101, LinkUntil: 109},
			"No password yet | Sending since t101. Valid until t109.", "Invite again"},
		{"one that was sent", Access{Message: message(outgoingmail.Sent, 105), LinkMadeAt: 101, LinkUntil: 109},
			"No password yet | Sent on t105. Valid until t109.", "Invite again"},
		{"one whose link has expired", Access{Message: message(outgoingmail.Sent, 105)}, "No password yet | Sent on t105.", "Invite again"},
		{"one that was refused", Access{Message: &outgoingmail.Message{State: outgoingmail.Refused, CreatedAt: 101, Reason: "no such user"}},
			"No password yet | Rejected by the mail server on t101. no such user", "Invite again"},
		{"a link that was made after the message", Access{Message: message(outgoingmail.Cancelled, 0), LinkMadeAt: 107, LinkUntil: 119},
			"No password yet | Link created on t107. Valid until t119.", "Invite again"},
		{"a link without a message", Access{LinkMadeAt: 107, LinkUntil: 119}, "No password yet | Link created on t107. Valid until t119.",
			"Invite again"},
		{"one that was cancelled", Access{Message: message(outgoingmail.Cancelled, 0)},
			"No password yet | The email from t101 was cancelled before it was sent.", "Invite again"},
		{"one that came too late", Access{Message: message(outgoingmail.Expired, 0)},
			"No password yet | The email from t101 couldn’t be sent in time.",
			"Invite again"},
		{"one without an answer", Access{Message: message(outgoingmail.Unconfirmed, 0)},
			"No password yet | Sent on t101, unconfirmed by the mail server.", "Invite again"},
	} {
		t.Run(x.name, func(t *testing.T) {
			var values []string
			for _, line := range x.x.Lines(i18n.EN, moment) {
				values = append(values, line.Value)
			}
			if got := strings.Join(values, " | "); got != x.lines || x.x.InviteLabel(i18n.EN) != x.label {
				t.Errorf("%q, %q\nwant %q, %q", got, x.x.InviteLabel(i18n.EN), x.lines, x.label)
			}
		})
	}
}
