// Package tracking renders the page behind the unsubscribe link of an invitation.
package tracking

import "presence/app/platform/i18n"

// PreferencesPage is the page on which the recipient of an invitation unsubscribes, or chooses what to receive. It shows only the outline
// of the address, since messages get forwarded.
type PreferencesPage struct {
	Address string // masked: m•••@example.com
	Lang    i18n.Lang
	Sender  string // whose mail it is, in words; empty: not known
	Postal  string // the sender's postal address; empty: not known
	Done    string // what was stored by this request, as the heading of the page; empty: nothing was
	Palette string // the class of the event's colours
	Other   string // the same page in the other language
	Limited bool   // nothing was stored by this request, because the choices changed too often

	Subscribed bool      // the address gets invitations
	Withdrawn  bool      // staff excluded the address, messages came back, or one was reported as spam: staff must allow it again
	Reminders  bool      // and reminders of them
	Language   i18n.Lang // of the messages
}

// title returns the heading of the page.
func (p PreferencesPage) title() string {
	switch {
	case p.Limited:
		return p.Lang.T(i18n.CampLimited)
	case p.Done != "":
		return p.Done
	case p.Withdrawn:
		return p.Lang.T(i18n.CampWithdrawn)
	case !p.Subscribed:
		return p.Lang.T(i18n.CampUnsubscribed)
	}
	return p.Lang.T(i18n.CampUnsubscribe)
}

// option is one of the choices of a group of radio buttons.
type option struct {
	value, label string
	chosen       bool
}

func (p PreferencesPage) kinds() []option {
	return []option{{"all", p.Lang.T(i18n.CampKindAll), p.Reminders}, {"invitations", p.Lang.T(i18n.CampKindInvitations), !p.Reminders}}
}

func (p PreferencesPage) languages() []option {
	return []option{{string(i18n.FR), i18n.FR.Name(), p.Language == i18n.FR}, {string(i18n.EN), i18n.EN.Name(), p.Language == i18n.EN}}
}
