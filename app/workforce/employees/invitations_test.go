package employees

import (
	"encoding/base64"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"presence/app/accounts/auth"
	"presence/app/accounts/outgoingmail"
	"presence/app/apptest/featuretest"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/mail"
	"presence/app/platform/seal"
	"presence/db"
)

// mailing makes the service send invitations, to a mail server that nothing is handed to here.
func (c company) mailing() {
	c.t.Helper()
	sealer, err := seal.New([]byte("0123456789abcdef0123456789abcdef"), "outgoing mail")
	if err != nil {
		c.t.Fatal(err)
	}
	route := outgoingmail.Route{Channel: mail.NewRelay(mail.SMTP{Host: "127.0.0.1", Port: "1"}),
		From: mail.Address{Email: "no-reply@example.com"}}
	c.accounts = accountsOf(c.t, c.d, outgoingmail.NewService(c.d, func() time.Time { return nineteenth }, sealer,
		func() outgoingmail.Route { return route }))
}

func (c company) queued() (to []string) {
	c.t.Helper()
	to, err := db.ReadTexts(c.d.Query(c.t.Context(), `SELECT recipient FROM outgoing_mail WHERE state = 'queued' ORDER BY recipient`))
	if err != nil {
		c.t.Fatal(err)
	}
	return to
}

func TestInvitations(t *testing.T) {
	eachSite(t, func(t *testing.T, s *site) {
		t.Run("without a mail server, a link to copy is shown once", func(t *testing.T) {
			if page := s.visit(t, "/{bob}", nil); page.Has("form[action$='/invitation']") || !page.Has("form[action$='/password-link']") {
				t.Errorf("%s", page.Body)
			}
			a := s.visit(t, "/{bob}/invitation", url.Values{}).Want(http.StatusOK)
			if link := a.Text("#password-link"); !strings.HasPrefix(link, "https://presence.example/auth/password/"+uuidOf(3)+".") {
				t.Errorf("the link is %q", link)
			}
			if again := s.visit(t, "/{bob}", nil); again.Has("#password-link") || !strings.Contains(says(again), "Link created on Nov 19, 2026") {
				t.Errorf("%s", again.Body)
			}
		})
		t.Run("nor is one for a supervisor shown to payroll", func(t *testing.T) {
			if page := s.visit(t, "/{ann}", nil); page.Has("form[action$='/password-link']") ||
				!strings.Contains(says(page), i18n.EN.T(i18n.AccessAdminCopies)) {
				t.Errorf("%s", page.Body)
			}
			s.visit(t, "/{ann}/password-link", url.Values{}).IsRefused(http.StatusForbidden, "link_not_allowed")
		})
		t.Run("and there is no tick, and nothing to invite all with", func(t *testing.T) {
			if s.visit(t, "/new", nil).Has("input[name=invite]") {
				t.Error("a tick that does nothing")
			}
			page := s.visit(t, "?sign_in=none", nil)
			if !page.Has("form[action$='/password-links']") {
				t.Error("it does not offer links")
			}
			if page.Has("form[action$='/invitations']") || !strings.Contains(says(page), "Email isn’t set up") {
				t.Errorf("%s", page.Body)
			}
			s.visit(t, "/invitations", url.Values{}).IsRefused(http.StatusConflict, "no_mail")
		})
		t.Run("but links for everyone, which are shown once, as slips and as a file", func(t *testing.T) {
			page := s.visit(t, "/password-links", url.Values{"again": {"true"}}).Want(http.StatusOK)
			if cache := page.Header.Get("Cache-Control"); cache != "private, no-store" {
				t.Errorf("it is cached: %q", cache)
			}
			file, err := url.PathUnescape(page.Doc().Find("a[download='links.csv']").AttrOr("href", ""))
			if err != nil {
				t.Fatal(err)
			}
			text, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(file, "data:text/csv;charset=utf-8;base64,"))
			if err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(strings.TrimSpace(string(text)), "\r\n")
			slips := page.Doc().Find(".slip")
			if slips.Length() != 2 || len(lines) != 3 { // the two who supervise no one
				t.Fatalf("%d slips and %d lines", slips.Length(), len(lines))
			}
			for i := range slips.Length() {
				link := slips.Eq(i).Find(".slip-link").Text()
				if !strings.HasPrefix(link, "https://presence.example/auth/password/") || !strings.Contains(lines[i+1], link) ||
					slips.Eq(i).Find("svg.qr path").Length() != 1 || slips.Eq(i).AttrOr("lang", "") != "fr" {
					t.Errorf("%s\n%s", slips.Eq(i).Text(), lines[i+1])
				}
			}
			if strings.Contains(s.visit(t, "?sign_in=none", nil).Body, slips.First().Find(".slip-link").Text()) {
				t.Error("the link is shown again")
			}
			if again := says(s.visit(t, "/password-links", url.Values{})); !strings.Contains(again, "No links created") {
				t.Errorf("%s", again)
			}
			s.exec(`DELETE FROM auth_secrets WHERE name LIKE 'password/%' AND name <> $1`, "password/"+uuidOf(3))
		})
		s.mailing()
		t.Run("with one, an employee is invited by e-mail", func(t *testing.T) {
			a := s.visit(t, "/{ann}/invitation", url.Values{})
			if text := says(a); !strings.Contains(text, "Invitation on its way to e2@example.com.") ||
				!strings.Contains(text, "Sending since Nov 19") {
				t.Errorf("%s", text)
			}
			if got := s.queued(); len(got) != 1 || got[0] != "e2@example.com" {
				t.Errorf("queued for %v", got)
			}
		})
		t.Run("those who cannot sign in yet are listed and invited at once", func(t *testing.T) {
			page := s.visit(t, "?sign_in=none", nil)
			if text := says(page); !strings.Contains(text, "4 people can’t sign in yet") || !page.Has("option[value=none][selected]") {
				t.Errorf("%s", text)
			}
			// bob has a link, ann a message
			for _, want := range []string{"2 invitations on their way, valid for 72 hours.", "Everyone already has a valid invitation."} {
				if text := says(s.visit(t, "/invitations", url.Values{})); !strings.Contains(text, want) {
					t.Errorf("%q is missing in %s", want, text)
				}
			}
			if got := s.queued(); len(got) != 3 {
				t.Errorf("queued for %v", got)
			}
		})
		t.Run("the list says when each was invited, and invites those who are ticked again", func(t *testing.T) {
			page := s.visit(t, "?sign_in=none", nil)
			want := page.Doc().Find("#team tbody tr").Length()
			if notes := page.Text(".invite-cell"); want < 2 || strings.Count(notes, "Invited on November 19, 2026 Resend") != want {
				t.Errorf("%d people: %s", want, notes)
			}
			ids := page.Doc().Find("input[name=person][form=invite]").Map(func(_ int, x *goquery.Selection) string { return x.AttrOr("value", "") })
			before := len(s.queued())
			if text := says(s.visit(t, "/invitations", url.Values{"selected": {"true"}, "person": ids[:2]})); !strings.Contains(text, "2 invitations") {
				t.Error(text)
			}
			if text := says(s.visit(t, "/invitations", url.Values{"selected": {"true"}})); !strings.Contains(text, "Select at least one person first.") {
				t.Error(text)
			}
			if got := s.queued(); len(got) != before {
				t.Errorf("the earlier messages are still queued: %v", got)
			}
		})
		t.Run("a part of them is listed without inviting all", func(t *testing.T) {
			for _, query := range []string{"&q=roy3", "&supervisor_id={ann}", "&company_code=271583", "&view=archive"} {
				if s.visit(t, "?sign_in=none"+query, nil).Has("form[action$='/invitations']:not(#invite)") {
					t.Errorf("%s invites others too", query)
				}
			}
		})
		t.Run("a supervisor sees neither how people sign in nor the list", func(t *testing.T) {
			s.calledBy(head(s.ann))
			if s.visit(t, "/{bob}", nil).Has("#sign-in") {
				t.Error("the profile says it")
			}
			if page := s.visit(t, "?sign_in=none", nil); page.Has("select[name=sign_in]") || page.Has("form[action$='/invitations']") {
				t.Error("the list offers it")
			}
			s.calledBy(payroll)
		})
		t.Run("whom nobody employs is not invited", func(t *testing.T) {
			s.visit(t, "/{gone}/invitation", url.Values{}).IsRefused(http.StatusNotFound, "not_found")
		})
	})
}

func TestInvitations_API(t *testing.T) {
	eachStaff(t, func(t *testing.T, c staff) {
		api := featuretest.New(t, featuretest.Options{By: payroll, Now: c.now}, func(r *httpx.Router) { API(r, c.Service) })
		at := site{staff: c}
		var got auth.InvitationJSON
		for _, x := range []struct {
			name, path, body string
			mailing          bool
			status           int
			link             bool
			refused          string
		}{
			{"without a mail server it answers with the link", "/employees/{bob}/invitation", "", false, 200, true, ""},
			{"asked for a link, too", "/employees/{bob}/invitation", `{"by":"link"}`, false, 200, true, ""},
			{"of an employee that there is not", "/employees/99/invitation", "", false, 404, false, "not_found"},
			{"with one it sends it", "/employees/{bob}/invitation", `{"by":"email"}`, true, 200, false, ""},
			{"unless asked for the link", "/employees/{bob}/invitation", `{"by":"link"}`, true, 200, true, ""},
			{"in no other way", "/employees/{bob}/invitation", `{"by":"fax"}`, true, 400, false, "by not_allowed"},
			{"nor in none", "/employees/{bob}/invitation", `{"by":null}`, true, 400, false, "by required"},
		} {
			t.Run(x.name, func(t *testing.T) {
				if x.mailing {
					c.mailing()
				}
				a := api.On(t).Post(at.fill(x.path), x.body)
				if x.refused != "" {
					a.IsRefused(x.status, x.refused)
					return
				}
				a.Want(x.status).JSON(&got)
				if (got.Link != nil) != x.link || got.Email != "e3@example.com" || got.Language != "fr" || got.ValidUntil != "2026-11-23T02:00:00Z" {
					t.Errorf("%s", a.Body)
				}
			})
		}
		t.Run("links for all, again", func(t *testing.T) {
			var got linksJSON
			a := api.On(t).Post("/employees/password-links", `{"again":true}`).Want(http.StatusOK)
			a.JSON(&got)
			if len(got.Links) != 2 || got.More || got.Links[0].Link == "" || a.Header.Get("Cache-Control") != "no-store" {
				t.Errorf("%s", a.Body)
			}
			api.On(t).Post("/employees/password-links", "").Is(http.StatusOK, `{"links":[],"more":false}`)
			api.On(t).Post("/employees/password-links", `{"again":null}`).IsRefused(http.StatusBadRequest, "again required")
			c.exec(`DELETE FROM auth_secrets WHERE name LIKE 'password/%' AND name <> $1`, "password/"+uuidOf(3))
		})
		t.Run("all at once", func(t *testing.T) {
			api.On(t).Post("/employees/invitations", "").Is(http.StatusOK, `{"invited":3,"more":false}`)
		})
	})
}

func TestHire_with_an_invitation(t *testing.T) {
	each(t, func(t *testing.T, c company) {
		hire := func(email string, invite bool) {
			t.Helper()
			n := marie()
			n.Email = email
			if _, err := c.Hire(t.Context(), payroll, Hiring{New: n, Invite: invite}); err != nil {
				t.Fatal(err)
			}
		}
		hire("no-mail@example.com", true)
		c.mailing()
		hire("silent@example.com", false)
		hire("invited@example.com", true)
		person, err := c.accounts.AddPerson(t.Context(), auth.Actor{}, auth.NewPerson{Email: "known@example.com", Role: auth.Employee,
			Password: "une phrase assez longue"})
		if err != nil {
			t.Fatal(err)
		}
		hire(person.Email, true)
		if got := c.queued(); len(got) != 1 || got[0] != "invited@example.com" {
			t.Errorf("queued for %v", got)
		}
	})
}
