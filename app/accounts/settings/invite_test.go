package settings

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"presence/app/accounts/auth"
	"presence/app/accounts/outgoingmail"
	"presence/app/platform/mail"
	"presence/app/platform/paths"
)

func TestPages_invite(t *testing.T) {
	w := newWorld(t)
	admin, luc := w.signIn(w.add("Ada", auth.Admin), "", ""), w.add("Luc", auth.Events)
	t.Run("without a mail server the link is shown once, and the form has no tick", func(t *testing.T) {
		page := admin.on(t).Form(paths.PersonInvitation(luc.ID), nil).Want(http.StatusOK).Doc()
		finds(t, page, "#password-link", 1)
		page = admin.on(t).get(paths.Person(luc.ID))
		finds(t, page, "#password-link, form[action$='/invitation']", 0)
		finds(t, page, "form[action$='/password-link']", 1)
		finds(t, admin.on(t).get(paths.NewPerson()), "input[name=invite]", 0)
	})
	w.route = outgoingmail.Route{Channel: mail.NewRelay(mail.SMTP{Host: "127.0.0.1", Port: "1"}),
		From: mail.Address{Email: "no-reply@ferme.example"}}
	t.Run("with one the person is invited by e-mail", func(t *testing.T) {
		to, page := admin.on(t).post(paths.PersonInvitation(luc.ID), nil)
		has(t, page, ".toast p", "Invitation on its way to luc@ferme.example.")
		finds(t, page, "#password-link", 0)
		if text := texts(page, "main dd"); to != paths.Person(luc.ID) || !strings.Contains(text, "Sending since Nov 20, 2026") {
			t.Errorf("%s: %s", to, text)
		}
		has(t, page, "form[action$='/invitation'] button", "Invite again")
	})
	t.Run("the form for a new person has the tick set, and keeps it as it was", func(t *testing.T) {
		finds(t, admin.on(t).get(paths.NewPerson()), "input[name=invite][checked]", 1)
		page := admin.on(t).refused(paths.People(), url.Values{"email": {"x"}, "role": {"events"}, "language": {"fr"}})
		finds(t, page, "input[name=invite]:not([checked])", 1)
		page = admin.on(t).refused(paths.People(), url.Values{"email": {"x"}, "role": {"events"}, "language": {"fr"}, "invite": {"true"}})
		finds(t, page, "input[name=invite][checked]", 1)
	})
	t.Run("and a new person is invited with it", func(t *testing.T) {
		_, page := admin.on(t).post(paths.People(), url.Values{"email": {"bea@ferme.example"}, "role": {"events"}, "language": {"fr"},
			"invite": {"true"}})
		if text := texts(page, "main dd"); !strings.Contains(text, "Sending since") {
			t.Error(text)
		}
	})
}

func TestPages_people_invite(t *testing.T) {
	w := newWorld(t)
	ada := w.add("Ada", auth.Admin)
	admin := w.signIn(ada, "", "")
	luc, bea := w.add("Luc", auth.Events), w.add("Bea", auth.Events)
	off := w.add("Off", auth.Events)
	w.exec(`UPDATE people SET disabled_at = 1 WHERE id = $1`, off.ID)
	w.exec(`UPDATE people SET password_hash = 'x', password_set_at = $1 WHERE email = 'ada@ferme.example'`, w.now.UnixMilli())
	notes := func(t *testing.T, page *goquery.Selection) string { return texts(page, "main .invite-cell") }
	t.Run("without a mail server nobody can be invited, and the list says how it stands", func(t *testing.T) {
		page := admin.on(t).get(paths.People())
		finds(t, page, "#invite, [form=invite]", 0)
		if got := notes(t, page); got != "Password, since November 20, 2026, Not invited, Not invited, No password yet" {
			t.Errorf("%q", got)
		}
	})
	w.route = outgoingmail.Route{Channel: mail.NewRelay(mail.SMTP{Host: "127.0.0.1", Port: "1"}),
		From: mail.Address{Email: "no-reply@ferme.example"}}
	const post = "/staff/settings/people/invitations"
	t.Run("each who cannot sign in has a checkbox and a button, which invites only this person", func(t *testing.T) {
		page := admin.on(t).get(paths.People())
		finds(t, page, "input[form=invite][name=person]", 2)
		finds(t, page, "button[form=invite][name=only]", 2)
		_, page = admin.on(t).post(post, url.Values{"selected": {"true"}, "only": {bea.ID}, "person": {luc.ID}})
		has(t, page, ".toast p", "1 invitation on its way, valid for 72 hours.")
		if got := notes(t, page); got != "Password, since November 20, 2026, Invited on November 20, 2026 Resend, Not invited Invite, No password yet" {
			t.Errorf("%q", got)
		}
	})
	t.Run("those who are ticked are invited together, again or for the first time", func(t *testing.T) {
		w.now = w.now.Add(24 * time.Hour)
		admin = w.signIn(ada, "", "")
		_, page := admin.on(t).post(post, url.Values{"selected": {"true"}, "person": {luc.ID, bea.ID, off.ID}})
		has(t, page, ".toast p", "2 invitations on their way, valid for 72 hours.")
		if got := notes(t, page); strings.Count(got, "Invited on November 21, 2026 Resend") != 2 {
			t.Errorf("%q", got)
		}
	})
	t.Run("without a selection nobody is invited", func(t *testing.T) {
		_, page := admin.on(t).post(post, url.Values{"selected": {"true"}})
		has(t, page, ".toast p", "Select at least one person first.")
	})
	t.Run("nor those who can sign in, or may not", func(t *testing.T) {
		_, page := admin.on(t).post(post, url.Values{"person": {off.ID}})
		has(t, page, ".toast p", "These people can sign in already, or their access has ended.")
	})
	t.Run("a link that has expired is named so", func(t *testing.T) {
		w.now = w.now.Add(73 * time.Hour)
		admin = w.signIn(ada, "", "")
		if got := notes(t, admin.on(t).get(paths.People())); strings.Count(got, "Invited on November 21, 2026, link expired") != 2 {
			t.Errorf("%q", got)
		}
	})
	t.Run("and an invitation that was refused", func(t *testing.T) {
		w.exec(`UPDATE outgoing_mail SET state = 'refused'`)
		if got := notes(t, admin.on(t).get(paths.People())); strings.Count(got, "Invited on November 21, 2026, not delivered") != 2 {
			t.Errorf("%q", got)
		}
	})
}
