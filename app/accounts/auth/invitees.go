package auth

import (
	"net/url"

	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/db"
	"presence/views/ui"
)

// Invitee returns the last column of a list for a person with a name.
func (x SignInState) Invitee(l i18n.Lang, id, name string, day func(db.Instant) string) ui.Invitee {
	v := ui.Invitee{ID: id, Note: x.Text(l, day)}
	switch {
	case !x.MayInvite:
		return v
	case x.InvitedAt == 0:
		v.Label, v.Spoken = l.T(i18n.AccessInvite), l.F(i18n.SignInListInviteOf, name)
	default:
		v.Label, v.Spoken = l.T(i18n.SignInListAgain), l.F(i18n.SignInListAgainOf, name)
	}
	v.Tick = l.F(i18n.SignInListTick, name)
	return v
}

// SelectedPeople returns the ids of the people whom the form of a list names: the one whose button was pressed, or those that are
// ticked.
func SelectedPeople(form url.Values) []string {
	if only := form.Get("only"); only != "" {
		return []string{only}
	}
	return form["person"]
}

// Invited returns the message about people who were invited from a list, or that none was selected.
func Invited(l i18n.Lang, n int, err error) (ui.Toast, error) {
	switch {
	case errs.FieldsOf(err).Has("person"):
		return ui.Toast{Tone: ui.Warn, Text: l.T(i18n.SignInListNobody)}, nil
	case n == 0:
		return ui.Toast{Tone: ui.Warn, Text: l.T(i18n.SignInListNone)}, err
	}
	return ui.Toast{Text: l.N(n, i18n.InviteAllDone)}, err
}
