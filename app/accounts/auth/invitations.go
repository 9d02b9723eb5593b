package auth

import (
	"context"
	"net/url"

	"presence/app/accounts/outgoingmail"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/mail"
	"presence/db"
)

// Invitation is a link to choose a password that was made for a person.
type Invitation struct {
	Name       string
	Email      string
	Language   i18n.Lang
	ValidUntil db.Instant
	Link       string // "": it is sent to Email
}

// Access tells how a person signs in, and the state of their invitation.
type Access struct {
	Active bool // false: disabled, or an archived employee
	State  State
	WaysIn

	PasswordSetAt, LinkedAt, SignedInAt db.Instant            // 0: never, or before it was recorded
	LinkMadeAt, LinkUntil               db.Instant            // of the invitation that is valid now; 0: there is none
	Message                             *outgoingmail.Message // the last invitation by e-mail; nil: none is recorded

	ByMail    bool // an invitation is sent by e-mail
	MayInvite bool // the actor may call Invite
	MayCopy   bool // the actor may call PasswordLink
}

// CanSignIn reports whether the person has a way to sign in.
func (x Access) CanSignIn() bool { return x.State == StateActive }

// MailConfigured reports whether links to choose a password are sent by e-mail.
func (s *Service) MailConfigured() bool { return s.mail != nil && s.mail.Configured() }

// Access returns how a person signs in, for administrators and payroll.
func (s *Service) Access(ctx context.Context, by Actor, id string) (x Access, err error) {
	if !by.SeesAll() {
		return x, errs.Forbidden("not_allowed", "Only admin and payroll see how people sign in.")
	}
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		a, err := accountByID(ctx, q, id)
		if err != nil {
			return err
		}
		if x, err = accessByID(ctx, q, id, db.InstantOf(s.now())); err != nil {
			return err
		}
		x.Active, x.ByMail = a.Active(), s.MailConfigured()
		above, err := isAbove(ctx, q, a.EmployeeID, by.EmployeeID)
		if err != nil {
			return err
		}
		x.MayInvite = x.Active && checkInviter(by, a, above, !x.ByMail) == nil
		x.MayCopy = x.Active && checkInviter(by, a, above, true) == nil
		x.Message, err = outgoingmail.Latest(ctx, q, id, outgoingmail.Invitation)
		return err
	})
	return x, err
}

// checkInviter fails unless the actor may invite the person. An administrator may invite everyone. Payroll may invite those with an
// employee record, but see the link only of an employee who has never been able to sign in and approves no time: with the link
// of anyone else it could sign in as them and approve its own time (C11). above says that the person is in the line above the actor:
// payroll does not invite them at all, since it may have chosen the address that the message goes to.
func checkInviter(by Actor, a account, above, copied bool) error {
	switch by.Role {
	case Admin:
		return nil
	case Payroll:
		return checkPayrollInvites(a, above, copied)
	default:
		return errNoInviter()
	}
}

// errNoInviter returns the error for somebody whom the actor never invites.
func errNoInviter() error {
	return errs.Forbidden("not_allowed", "Admin invites everyone, and payroll those who have an employee record.")
}

// checkPayrollInvites is checkInviter for payroll.
func checkPayrollInvites(a account, above, copied bool) error {
	switch {
	case a.EmployeeID == 0:
		return errNoInviter()
	case above:
		return errs.Forbidden("own_line_not_allowed", "Only a Presence administrator can invite the people you report to.")
	case copied && (a.Role != Employee || a.Supervises || a.WaysIn.Any()):
		return errs.Forbidden("link_not_allowed", "Only a Presence administrator can copy this link.")
	}
	return nil
}

// Invite makes a one-time link with which a person chooses a password, and queues it for the person in the same transaction. Without
// a mail channel it returns the link instead. Invitations before are void. People who cannot sign in get none (409 cannot_sign_in).
func (s *Service) Invite(ctx context.Context, by Actor, id string) (Invitation, error) {
	return s.makeInvitation(ctx, by, id, !s.MailConfigured())
}

// InviteNew is Invite, in the transaction in ctx if there is one, for a person who may be new: it does nothing for one who can sign in
// already or is disabled.
func (s *Service) InviteNew(ctx context.Context, by Actor, id string) error {
	a, err := accountByID(ctx, s.db, id)
	if err != nil || !a.Active() || a.WaysIn.Any() {
		return err
	}
	_, err = s.Invite(ctx, by, id)
	return err
}

// PasswordLink makes the link of Invite and returns it. It is stored only as a hash.
func (s *Service) PasswordLink(ctx context.Context, by Actor, id string) (Invitation, error) {
	return s.makeInvitation(ctx, by, id, true)
}

// makeInvitation makes a link, which is copied by the actor or else sent to the person.
func (s *Service) makeInvitation(ctx context.Context, by Actor, id string, copied bool) (v Invitation, err error) {
	if !by.SeesAll() {
		return v, errs.Forbidden("not_allowed", "Only admin and payroll invite people.")
	}
	at := db.InstantOf(s.now())
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		a, err := accountByID(ctx, tx, id)
		if err != nil {
			return err
		}
		above, err := isAbove(ctx, tx, a.EmployeeID, by.EmployeeID)
		if err != nil {
			return err
		}
		if err := checkInviter(by, a, above, copied); err != nil {
			return err
		}
		if !a.Active() {
			return errs.Conflict("cannot_sign_in", "This person doesn’t have access to Presence. Re-enable the account first.")
		}
		mark := ""
		if copied && by.Role != Admin {
			mark = payrollsMark
		}
		var link storedLink
		v, link = s.newInvitation(a.Person, mark, at)
		if err := saveLinks(ctx, tx, link); err != nil {
			return err
		}
		if err := outgoingmail.Cancel(ctx, tx, id, outgoingmail.Invitation); err != nil {
			return err
		}
		action := "password_link_made"
		if !copied {
			action = "invited"
			if err := s.mail.Queue(ctx, tx, s.invitationLetter(by, a, v)); err != nil {
				return err
			}
			v.Link = ""
		}
		return audit.Record(ctx, tx, audit.Entry{At: at, Who: by.Who(), Action: action, Kind: "person", RecordID: id})
	})
	return v, err
}

// newInvitation returns an invitation with its link, and what is to be stored of that.
func (s *Service) newInvitation(p Person, mark string, at db.Instant) (v Invitation, link storedLink) {
	v = Invitation{Name: p.Name, Email: p.Email, Language: p.Language, ValidUntil: db.InstantOf(at.Time().Add(invitationTTL))}
	v.Link, link = s.newPasswordLink(passwordLink{personID: p.ID, mark: mark, at: at, expires: v.ValidUntil})
	return v, link
}

// maxInvited is the number of people whom InviteAll and PasswordLinks invite at once, so that the transaction stays short.
const maxInvited = 500

// InviteAll invites the employees who cannot sign in yet and have no valid invitation, in one transaction; payroll does not invite those
// above itself (checkInviter). It returns how many were invited, and whether there are more. Without a mail channel it fails with the
// conflict no_mail.
func (s *Service) InviteAll(ctx context.Context, by Actor) (invited int, more bool, err error) {
	if !by.SeesAll() {
		return 0, false, errs.Forbidden("not_allowed", "Only admin and payroll invite people.")
	}
	if !s.MailConfigured() {
		return 0, false, errNoMail()
	}
	return s.inviteByMail(ctx, by, uninvitedSearch{records: true})
}

// inviteByMail invites the people of a search by e-mail, at most maxInvited: of those, payroll invites the ones whom checkInviter lets it
// invite. A message that is still queued for one of them is cancelled.
func (s *Service) inviteByMail(ctx context.Context, by Actor, search uninvitedSearch) (invited int, more bool, err error) {
	if by.Role != Admin {
		search.records, search.notAbove = true, by.EmployeeID
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		people, list, rest, err := s.inviteUninvited(ctx, tx, by, bulkInvitation{action: "invited", search: search})
		if err != nil {
			return err
		}
		ids, letters := make([]string, len(list)), make([]outgoingmail.Letter, len(list))
		for i, v := range list {
			ids[i], letters[i] = people[i].ID, s.invitationLetter(by, account{Person: people[i]}, v)
		}
		if err := outgoingmail.CancelOf(ctx, tx, ids, outgoingmail.Invitation); err != nil {
			return err
		}
		invited, more = len(list), rest
		return s.mail.Queue(ctx, tx, letters...)
	})
	return invited, more, err
}

// PasswordLinks makes links with which the employees who cannot sign in yet choose a password, in one transaction, and returns them, to
// be handed over. Those who have a valid invitation are left out, unless again is true: then it becomes void. Payroll gets the links
// only of employees who approve no time (checkInviter). more says that there are others.
func (s *Service) PasswordLinks(ctx context.Context, by Actor, again bool) (list []Invitation, more bool, err error) {
	if !by.SeesAll() {
		return nil, false, errs.Forbidden("not_allowed", "Only admin and payroll invite people.")
	}
	x := bulkInvitation{action: "password_link_made", search: uninvitedSearch{again: again, records: true}}
	if by.Role != Admin {
		x.mark, x.search.plain = payrollsMark, true
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		people, made, rest, err := s.inviteUninvited(ctx, tx, by, x)
		if err != nil {
			return err
		}
		ids := make([]string, len(people))
		for i, p := range people {
			ids[i] = p.ID
		}
		list, more = made, rest
		return outgoingmail.CancelOf(ctx, tx, ids, outgoingmail.Invitation)
	})
	return list, more, err
}

// bulkInvitation says how inviteUninvited invites.
type bulkInvitation struct {
	search uninvitedSearch
	mark   string // of the links: payrollsMark or ""
	action string // in the audit log
}

// inviteUninvited makes and stores invitations for the people of a search, at most maxInvited, with an audit entry for each. more says
// that the search has others.
func (s *Service) inviteUninvited(
	ctx context.Context, tx *db.Tx, by Actor, x bulkInvitation,
) (people []Person, list []Invitation, more bool, err error) {
	x.search.at, x.search.limit = db.InstantOf(s.now()), maxInvited+1
	if people, err = uninvited(ctx, tx, x.search); err != nil {
		return nil, nil, false, err
	}
	if more = len(people) > maxInvited; more {
		people = people[:maxInvited]
	}
	list, links, entries := make([]Invitation, len(people)), make([]storedLink, len(people)), make([]audit.Entry, len(people))
	for i, p := range people {
		list[i], links[i] = s.newInvitation(p, x.mark, x.search.at)
		entries[i] = audit.Entry{At: x.search.at, Who: by.Who(), Action: x.action, Kind: "person", RecordID: p.ID}
	}
	if err := saveLinks(ctx, tx, links...); err != nil {
		return nil, nil, false, err
	}
	return people, list, more, audit.Record(ctx, tx, entries...)
}

func errNoMail() error {
	return errs.Conflict("no_mail", "Email isn’t set up. A Presence administrator can do that in Settings.")
}

// invitationLetter returns the message that carries an invitation.
func (s *Service) invitationLetter(by Actor, a account, v Invitation) outgoingmail.Letter {
	l := a.Language
	letter := s.letter(a.Person, outgoingmail.Invitation, v.Link, v.ValidUntil)
	letter.Subject, letter.Title = l.T(i18n.InviteSubject), l.T(i18n.InviteTitle)
	text := l.F(i18n.InviteText, a.Email)
	if a.HasPassword {
		letter.Subject, letter.Title, text = l.T(i18n.ResetSubject), l.T(i18n.ResetTitle), l.F(i18n.InviteAgainText, a.Email)
	}
	switch {
	case by.Name != "" && s.company != "":
		text = l.F(i18n.InviteFromOf, by.Name, s.company) + " " + text
	case by.Name != "" || s.company != "":
		text = l.F(i18n.InviteFrom, by.Name+s.company) + " " + text
	}
	letter.Text = append(letter.Text, text)
	letter.Notes = []string{l.T(i18n.InviteValid)}
	return letter
}

// letter returns a message with a link by which a person chooses a password, without the texts in which an invitation and a forgotten
// password differ.
func (s *Service) letter(p Person, kind outgoingmail.Kind, link string, expires db.Instant) outgoingmail.Letter {
	l, greeting := p.Language, p.Language.T(i18n.MailGreeting)
	if p.Name != "" {
		greeting = l.F(i18n.MailGreetingTo, p.Name)
	}
	host := s.publicURL
	if u, err := url.Parse(s.publicURL); err == nil {
		host = u.Host
	}
	return outgoingmail.Letter{PersonID: p.ID, Kind: kind, To: mail.Address{Name: p.Name, Email: p.Email}, Lang: l, Text: []string{greeting},
		Button: outgoingmail.Button{Label: l.T(i18n.ChooseTitle), URL: link}, Why: l.F(i18n.LetterWhy, host), Expires: expires}
}
