package auth

import (
	"context"

	"presence/app/accounts/outgoingmail"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/db"
)

// SignInState tells on a list since when a person can sign in, or when they were invited.
type SignInState struct {
	State State
	WaysIn
	Since     db.Instant // when the person got a way to sign in; 0: they have none, or it was not recorded
	InvitedAt db.Instant // of the last invitation, by e-mail or as a link; 0: none is recorded
	Valid     bool       // its link can still be used
	Refused   bool       // its message was refused, or could not be sent in time
	MayInvite bool       // the actor may pass the person to InviteSelected
	Customer  bool       // the person has a record of a payroll customer, and none of an employee

	record, above bool // the person has an employee record, and is in the line above the actor
}

// SignInStates returns how far people are on the way to signing in, by id, for administrators and payroll. It makes two queries.
func (s *Service) SignInStates(ctx context.Context, by Actor, ids []string) (found map[string]*SignInState, err error) {
	if !by.SeesAll() {
		return nil, errs.Forbidden("not_allowed", "Only admin and payroll see how people sign in.")
	}
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		if found, err = signInsByID(ctx, q, ids, by.EmployeeID, db.InstantOf(s.now())); err != nil {
			return err
		}
		messages, err := outgoingmail.LatestOf(ctx, q, ids, outgoingmail.Invitation)
		for id, x := range found {
			x.addMessage(messages[id])
			canBe := x.State == StateInvited || x.State == StateCannotSignIn
			x.MayInvite = canBe && s.MailConfigured() && (by.Role == Admin || x.record && !x.above)
		}
		return err
	})
	return found, err
}

// addMessage adds the delivery state of the last invitation by e-mail (nil: there is none), unless a link was made later, which
// replaces it.
func (x *SignInState) addMessage(m *outgoingmail.Message) {
	if m == nil || m.State == outgoingmail.Cancelled || m.CreatedAt < x.InvitedAt {
		return
	}
	x.InvitedAt, x.Refused = m.CreatedAt, m.State == outgoingmail.Refused || m.State == outgoingmail.Expired
}

// Text returns how and since when the person can sign in, or when they were invited. day formats an instant.
func (x SignInState) Text(l i18n.Lang, day func(db.Instant) string) string {
	switch {
	case x.WaysIn.Any() && x.Since != 0:
		return l.F(i18n.AccessSince, x.WaysIn.Text(l), day(x.Since))
	case x.State != StateInvited && x.State != StateCannotSignIn:
		return x.WaysIn.Text(l)
	case x.InvitedAt == 0:
		return l.T(i18n.SignInListUninvited)
	case x.Refused:
		return l.F(i18n.SignInListRefused, day(x.InvitedAt))
	case !x.Valid:
		return l.F(i18n.SignInListExpired, day(x.InvitedAt))
	}
	return l.F(i18n.SignInListInvited, day(x.InvitedAt))
}

// InviteSelected invites those of the people who cannot sign in yet, whether or not they have been invited before, in one transaction,
// and returns how many. The others, and those whom checkInviter does not let the actor invite, are left out. Without a mail channel it
// fails with the conflict no_mail.
func (s *Service) InviteSelected(ctx context.Context, by Actor, ids []string) (invited int, err error) {
	switch {
	case !by.SeesAll():
		return 0, errs.Forbidden("not_allowed", "Only admin and payroll invite people.")
	case !s.MailConfigured():
		return 0, errNoMail()
	case len(ids) > maxInvited:
		return 0, errs.InvalidField("person", "too_many_invited", "At most 500 people are invited at once.")
	case len(ids) == 0:
		return 0, errs.InvalidField("person", "required", "Select at least one person.")
	}
	invited, _, err = s.inviteByMail(ctx, by, uninvitedSearch{ids: ids, again: true})
	return invited, err
}
