package accounts_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"presence/app/apptest"
	"presence/app/apptest/sink"
	"presence/app/platform/mail"
)

// TestGettingIn follows the messages of the whole product to a mail server, and opens their links.
func TestGettingIn(t *testing.T) {
	t.Parallel()
	relay, err := sink.Start(sink.Options{Keep: 10})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = relay.Close() })
	c, err := mail.ParseSMTP(relay.URL())
	if err != nil {
		t.Fatal(err)
	}
	linkPath := regexp.MustCompile(`/auth/password/\S+`)
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		for _, x := range []struct {
			name string
			ask  func(t *testing.T)
			text string
		}{
			{"an invitation by payroll", func(t *testing.T) {
				a.As("payroll").On(t).Post(a.World.Fill("/employees/{colleague}/invitation"), `{}`).Want(http.StatusOK).Has(`"link":null`)
			}, "72"},
			{"a forgotten password", func(t *testing.T) {
				body := `{"email":"` + a.World.People["colleague"].Email + `"}`
				a.As(apptest.Anonymous).On(t).Post("/auth/v1/forgotten-password", body).Want(http.StatusAccepted)
				if err := a.Auth.AnswerPasswordRequests(t.Context()); err != nil {
					t.Fatal(err)
				}
			}, ""},
		} {
			t.Run(x.name, func(t *testing.T) {
				before := relay.Len()
				x.ask(t)
				if err := a.Mail.SendDue(t.Context()); err != nil {
					t.Fatal(err)
				}
				taken := relay.Taken()[before:]
				if len(taken) != 1 || taken[0].To != a.World.People["colleague"].Email {
					t.Fatalf("the mail server has %+v", taken)
				}
				m, err := mail.Parse(strings.NewReader(string(taken[0].Content)))
				if err != nil {
					t.Fatal(err)
				}
				if m.From.Email != "events@example.com" || !strings.Contains(m.Text, x.text) {
					t.Errorf("from %s:\n%s", m.From, m.Text)
				}
				page := a.As(apptest.Anonymous).On(t).Get(linkPath.FindString(m.Text)).Want(http.StatusOK)
				page.Has(`autocomplete="new-password"`, a.World.People["colleague"].Email)
			})
		}
	}, apptest.Mailing(mail.NewRelay(c)))
}
