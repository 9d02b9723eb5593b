package settings

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

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
