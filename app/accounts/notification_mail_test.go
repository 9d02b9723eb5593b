package accounts_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"presence/app"
	"presence/app/apptest"
	"presence/app/apptest/browser"
	"presence/app/apptest/mailtest"
)

// password gives a user of the test world a password.
func password(t *testing.T, a *apptest.App, who, text string) (email string) {
	t.Helper()
	email = a.World.People[who].Email
	if err := a.Auth.SetPassword(t.Context(), a.Actor("admin"), email, text); err != nil {
		t.Fatal(err)
	}
	return email
}

// localPath returns the path of an address of the product.
func localPath(t *testing.T, a *apptest.App, address string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil || u.Scheme+"://"+u.Host != a.URL {
		t.Fatalf("%q is not an address of %s (%v)", address, a.URL, err)
	}
	return u.Path
}

// TestNotificationMail follows a decision to the mail server, opens what its button leads to, and unsubscribes.
func TestNotificationMail(t *testing.T) {
	t.Parallel()
	relay, mailing := mailtest.StartServer(t)
	sent := 0
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		email := password(t, a, "employee", "a phrase that is long enough")
		decide := func(status string) {
			a.As("supervisor").On(t).Patch("/leave-requests/{employee.leave}/approval", `{"approval_status":"`+status+`"}`).Want(http.StatusOK)
		}
		decide("Denied")
		sent++
		m := mailtest.NextMessage(t, a, relay, sent)
		if m.To.Email != email || m.Subject == "" || strings.Contains(m.Text, "Vacation") {
			t.Errorf("to %s: %s\n%s", m.To.Email, m.Subject, m.Text)
		}
		t.Run("the button leads to sign-in, and from there to the leave", func(t *testing.T) {
			if !strings.Contains(m.Text, a.URL+"/staff/leave\n") {
				t.Fatalf("there is no button in\n%s", m.Text)
			}
			to := a.Browser(apptest.Anonymous).On(t).Get("/staff/leave").Want(http.StatusSeeOther).Header.Get("Location")
			if u, err := url.Parse(to); err != nil || u.Query().Get("next") != "/staff/leave" {
				t.Errorf("it leads to %s", to)
			}
		})
		link := localPath(t, a, m.Unsubscribe)
		t.Run("a program that follows the link to unsubscribe changes nothing", func(t *testing.T) {
			a.Browser(apptest.Anonymous).On(t).Get(link).Want(http.StatusOK)
			decide("True")
			sent++
			mailtest.NextMessage(t, a, relay, sent)
		})
		t.Run("one POST from anywhere unsubscribes (RFC 8058)", func(t *testing.T) {
			a.As(apptest.Anonymous).On(t).Form(link, "List-Unsubscribe=One-Click").Want(http.StatusOK)
			decide("Cancelled")
			mailtest.NextMessage(t, a, relay, sent)
			a.As("employee").On(t).Get("/notifications/preferences").Want(http.StatusOK).Has(`"topic":"leave.decided"`, `"email":"never"`)
		})
	}, mailing)
}

// TestRemind_is_a_setting has the program remind of timesheets unless the company does not want it.
func TestRemind_is_a_setting(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	a.Clock.Set(time.Date(2026, 11, 26, 23, 0, 0, 0, time.UTC)) // the evening two days before the end of the period
	reminders := func() (n int) {
		if err := a.DB.QueryRow(t.Context(), `SELECT COUNT(*) FROM notifications WHERE kind = 'timesheet.reminder'`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	c := a.Config(t)
	c.NoReminders = true
	other, err := app.New(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if err := other.Remind(t.Context()); err != nil || reminders() != 0 {
		t.Errorf("%d are reminded, %v", reminders(), err)
	}
	if err := a.Remind(t.Context()); err != nil || reminders() == 0 {
		t.Errorf("nobody is reminded, %v", err)
	}
}

// TestBrowser_NotificationMail chooses what comes by e-mail, and unsubscribes by the link of a message, without script.
func TestBrowser_NotificationMail(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	relay, mailing := mailtest.StartServer(t)
	b, a := browser.Start(t), apptest.New(t, mailing)
	password(t, a, "employee", "a phrase that is long enough")
	chosen := func(p *browser.Page, topic string) string {
		t.Helper()
		return browser.Eval[string](p, `document.querySelector("[name='`+topic+`']:checked").value`)
	}
	p := b.Open(t, a, browser.View{Lang: "en", Width: 360, NoScript: true}).As("employee").Go("/staff/settings/notifications")
	p.Do(chromedp.Click(`[name="timesheet.reminder"][value="never"]`))
	p.Follow(browser.Click(`.stack .btn-primary`)).At("/staff/settings/notifications").Quiet()
	if got := chosen(p, "timesheet.reminder") + " " + chosen(p, "leave.decided"); got != "never now" {
		t.Errorf("chosen are %s", got)
	}
	a.As("supervisor").On(t).Patch("/leave-requests/{employee.leave}/approval", `{"approval_status":"True"}`).Want(http.StatusOK)
	m := mailtest.NextMessage(t, a, relay, 1)
	link := localPath(t, a, m.Unsubscribe)
	b.Open(t, a, browser.View{Lang: "fr", Width: 360}).Go(link).Inspect("notifications-unsubscribe")
	guest := b.Open(t, a, browser.View{Lang: "en", Width: 360, NoScript: true}).Go(link)
	guest.Follow(browser.Click(`.signin .btn-primary`)).Reads("h1", "Done").Quiet()
	again := b.Open(t, a, browser.View{Lang: "en", Width: 360}).Go(link)
	again.Follow(browser.Click(`.signin .btn-primary`)).Fits().Axe().Shot("notifications-unsubscribed")
	if got := chosen(p.Go("/staff/settings/notifications"), "leave.decided"); got != "never" {
		t.Errorf("after unsubscribing it is %s", got)
	}
}
