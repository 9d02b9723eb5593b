package accounts_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"presence/app"
	"presence/app/apptest"
	"presence/app/apptest/browser"
	"presence/app/apptest/sink"
	"presence/app/hub/campaigns"
	"presence/app/platform/i18n"
	"presence/app/platform/mail"
)

// company is a server with an empty database, on which an administrator sets up a company in a browser. It counts their acts.
type company struct {
	*apptest.App
	t              *testing.T
	first          string // the one-time link for the first administrator
	clicks, fields int
	steps          []string
}

// emptyCompany starts a server with an empty database and without mail, customers and other settings.
func emptyCompany(t *testing.T) *company {
	t.Helper()
	a := apptest.New(t, apptest.Empty())
	a.Clock.Set(time.Date(2026, 11, 27, 20, 0, 0, 0, time.UTC)) // the Friday at the end of period 2026-25
	free, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := free.Addr().String()
	public := &url.URL{Scheme: "http", Host: address}
	c := a.Config(t)
	c.Listen, c.PublicURL, c.Directory = address, public, nil
	c.Mail = app.Mail{Senders: []mail.Address{{Email: "no-reply@localhost"}}, Outbox: c.Mail.Outbox, Connections: 2, AutoResume: true}
	if err := free.Close(); err != nil {
		t.Fatal(err)
	}
	a.URL = public.String()
	set := &company{App: a, t: t, first: serveUntilEnd(t, c)}
	t.Cleanup(func() { t.Logf("%d clicks and %d fields:\n%s", set.clicks, set.fields, strings.Join(set.steps, "\n")) })
	return set
}

// serveUntilEnd runs a server until the test ends, and returns the link for its first administrator.
func serveUntilEnd(t *testing.T, c app.Config) (first string) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	out, in := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- app.Serve(ctx, c, in) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if found := regexp.MustCompile(`http://\S+/auth/first/(\S+)`).FindStringSubmatch(lines.Text()); found != nil {
			go func() { _, _ = io.Copy(io.Discard, out) }()
			return "/auth/first/" + found[1]
		}
	}
	t.Fatal("the server printed no link")
	return ""
}

// click clicks an element, and waits until another is on the page that this leads to.
func (c *company) click(p *browser.Page, selector, then string) {
	c.t.Helper()
	c.clicks++
	c.steps = append(c.steps, fmt.Sprintf("click %d: %s", c.clicks, selector))
	p.Do(browser.Click(selector), chromedp.WaitVisible(then))
	p.Settled()
}

// fill types into a field.
func (c *company) fill(p *browser.Page, selector, text string) {
	c.t.Helper()
	c.change(p, selector)
	browser.Eval[bool](p, fmt.Sprintf("document.querySelector(%q).value = '', true", selector))
	p.Do(chromedp.SendKeys(selector, text))
}

// change changes a field by other steps than typing.
func (c *company) change(p *browser.Page, selector string, steps ...chromedp.Action[chromedp.Void]) {
	c.t.Helper()
	c.fields++
	c.steps = append(c.steps, fmt.Sprintf("field %d: %s", c.fields, selector))
	p.Do(append([]chromedp.Action[chromedp.Void]{chromedp.WaitReady(selector)}, steps...)...)
}

// within fails if more was done than is allowed.
func (c *company) within(clicks, fields int) {
	c.t.Helper()
	if c.clicks > clicks || c.fields > fields {
		c.t.Errorf("%d clicks and %d fields, at most %d and %d are allowed", c.clicks, c.fields, clicks, fields)
	}
}

// begin creates the account of the administrator by the one-time link, and answers the first steps. All of it is counted.
func (c *company) begin(b *browser.Browser, lang i18n.Lang) *browser.Page {
	c.t.Helper()
	p := b.Open(c.t, c.App, browser.View{Lang: lang, Width: 1280}).Go(c.first)
	c.fill(p, "#f-name", "Ada Roy")
	c.fill(p, "#f-email", "ada@example.com")
	c.fill(p, "#f-password", "correct horse battery")
	c.click(p, "main form button", "#f-COMPANY_NAME")
	c.fill(p, "#f-COMPANY_NAME", "Rivière inc.")
	c.click(p, "main form .btn-primary", "#setup")
	return p
}

// file writes a file to choose in the browser, and returns its path.
func (c *company) file(name, text string) string {
	c.t.Helper()
	path := filepath.Join(c.t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		c.t.Fatal(err)
	}
	return path
}

// TestBrowser_MovingIn plays a new administrator with an empty database, from the one-time link to the first approved pay period. What the
// employee does is counted as well: choosing a password, entering two weeks and submitting them.
func TestBrowser_MovingIn(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b := browser.Start(t)
	t.Run("an employee is added and the first period approved, in at most 15 clicks and 12 fields", func(t *testing.T) {
		c := emptyCompany(t)
		p := c.begin(b, i18n.EN)
		c.click(p, `#setup a[href="/staff/employees/new"]`, "#f-first_name")
		for _, x := range [][2]string{{"first_name", "Jean"}, {"last_name", "Roy"}, {"email", "jean@example.com"}, {"phone_number", "819 555-1234"}} {
			c.fill(p, "#f-"+x[0], x[1])
		}
		c.change(p, "#f-first_work_day", chromedp.SetValue("#f-first_work_day", "2026-11-16"))
		c.click(p, "main form .btn-primary", `form[action$="/password-link"]`)
		c.click(p, `form[action$="/password-link"] button`, "#password-link")
		c.periodApproved(b, p, p.Text("#password-link"))
		c.within(15, 12)
	})
	t.Run("employees are imported and the first period approved, in at most 15 clicks and 12 fields", func(t *testing.T) {
		c := emptyCompany(t)
		p := c.begin(b, i18n.EN)
		c.click(p, `#setup a[href^="/staff/imports"]`, "#f-file")
		c.change(p, "#f-file", chromedp.SetUploadFiles("#f-file", []string{c.file("employees.csv", "Payroll number,Company,First name,Last name,"+
			"Email,Phone,First day of work\n10,1,Jean,Roy,jean@example.com,819 555-1234,2026-11-16\n")}))
		c.click(p, `main form[action="/staff/imports"] .btn-primary`, ".import-apply button")
		c.click(p, ".import-apply button", "#invite form button")
		c.click(p, "#invite form button", ".slip-link")
		c.periodApproved(b, p, p.Text(".slip-link"))
		c.within(15, 12)
	})
	t.Run("employees and the shifts of a past period are imported, and all approved together, in at most 12 clicks and 7 fields", func(t *testing.T) {
		c := emptyCompany(t)
		p := c.begin(b, i18n.EN)
		team, hours := "Payroll number,Company,First name,Last name,Email,Phone,First day of work\n", "Employee,Date,Start,End,Pay code\n"
		for n := 10; n < 13; n++ {
			team += fmt.Sprintf("%[1]d,1,Jean,Roy,jean%[1]d@example.com,819 555-1234,2026-11-02\n", n)
			for _, day := range []string{"02", "03", "04", "05", "06", "09", "10", "11", "12", "13"} {
				hours += fmt.Sprintf("%d,2026-11-%s,8:00,15:30,Regular\n", n, day)
			}
		}
		c.click(p, `#setup a[href^="/staff/imports"]`, "#f-file")
		c.imported(p, "employees.csv", team, "#invite")
		p.Go("/staff/imports?kind=shifts")
		c.imported(p, "shifts.csv", hours, "#periods a")
		c.click(p, "#periods a", "#decide .btn-primary")
		c.click(p, "#decide .btn-primary", `[href$="/undo"], form[action$="/undo"]`)
		if n := c.Count("timesheets", "is_approved"); n != 3 {
			t.Errorf("%d timesheets are approved", n)
		}
		c.within(12, 7)
	})
}

// imported chooses a file on the page of the imports and saves its lines, after which an element is on the page.
func (c *company) imported(p *browser.Page, name, text, then string) {
	c.t.Helper()
	c.change(p, "#f-file", chromedp.SetUploadFiles("#f-file", []string{c.file(name, text)}))
	c.click(p, `main form[action="/staff/imports"] .btn-primary`, ".import-apply button")
	c.click(p, ".import-apply .btn-primary", then)
}

// periodApproved continues from the page p with the link for the employee who was added: he chooses a password with it, enters his hours
// of two weeks and submits them, and the administrator approves them.
func (c *company) periodApproved(b *browser.Browser, p *browser.Page, address string) {
	c.t.Helper()
	link, err := url.Parse(address)
	if err != nil {
		c.t.Fatal(err)
	}
	jean := b.Open(c.t, c.App, browser.View{Lang: i18n.EN, Width: 360}).Go(link.Path)
	c.fill(jean, "#f-password", "one two three four")
	c.click(jean, "main form button", `.today-sheet a.btn`)
	c.click(jean, `.today-sheet a.btn`, "#f-start_time-2026-11-16")
	c.fill(jean, "#f-start_time-2026-11-16", "8")
	c.fill(jean, "#f-end_time-2026-11-16", "1630")
	c.click(jean, `.entry button:not([name=then])`, `form[action$="/copy"] [value=rest] ~ button, form:has([value=rest]) button`)
	c.click(jean, `form:has([value=rest]) button`, `form:has([value=week]) button`)
	c.click(jean, `form:has([value=week]) button`, ".sheet-bar")
	c.click(jean, `.sheet-bar form[action$="/submit"] button`, `.sheet-bar form[action$="/withdraw"]`)
	c.click(p, `.rail a[href="/staff/approvals"]`, "[id^=q-sheet-]")
	c.click(p, "[id^=q-sheet-]", ".decide-verbs")
	c.click(p, `.decide-bar [value="approve"]`, "[data-toast]")
	if n := c.Count("timesheets", "is_approved"); n != 1 {
		c.t.Errorf("%d timesheets are approved", n)
	}
}

// TestBrowser_FirstInvitation plays a new administrator from the one-time link to the first invitation that a mail server accepts and a
// guest answers. The account of the administrator and the click of the guest are counted as well.
func TestBrowser_FirstInvitation(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b := browser.Start(t)
	relay, err := sink.Start(sink.Options{Keep: 10})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = relay.Close() })
	host, port, err := net.SplitHostPort(relay.Addr())
	if err != nil {
		t.Fatal(err)
	}
	c := emptyCompany(t)
	p := c.begin(b, i18n.FR)
	c.click(p, `#setup a[href="/staff/settings/mail"]`, "#f-bulk")
	c.click(p, `[name=bulk][value=smtp]`, "#f-smtp_host")
	c.fill(p, "#f-smtp_host", host)
	c.fill(p, "#f-smtp_port", port)
	c.change(p, "#f-smtp_security", chromedp.SetValue("#f-smtp_security", "off"))
	c.click(p, `#bulk button[value=test]`, ".toast")
	c.fill(p, "#f-MAIL_FROM", "Fête <fete@example.com>")
	c.fill(p, "#f-MAIL_POSTAL_ADDRESS", "1, rue du Quai, Trois-Rivières")
	c.click(p, "#senders .actions button", ".toast")
	c.click(p, `.rail a[href="/staff/"]`, "#setup")
	c.click(p, `#setup a[href="/staff/events/new"]`, `[name="content.fr.title"]`)
	c.fill(p, `[name="content.fr.title"]`, "Fête des clients")
	c.click(p, ".save-end .btn-primary", `button[name=status][value=open]`)
	c.click(p, `button[name=status][value=open]`, `a[href$="/audience"]`)
	c.click(p, `main a[href$="/audience"]`, "#f-file")
	c.change(p, "#f-file", chromedp.SetUploadFiles("#f-file", []string{c.file("guests.csv",
		"email,firstname,lastname,language\nelise@example.org,Élise,Côté,fr\n")}))
	c.click(p, "#import .actions button:not([formaction])", `main a[href$="/send"]`)
	c.click(p, `main a[href$="/send"]`, "#test button")
	c.click(p, "#test button", "#send")
	c.fill(p, "#f-count", "1")
	c.click(p, "#send .btn-primary", "#course")
	if !relay.Wait(2, time.Minute) {
		t.Fatalf("the mail server has %d messages", relay.Len())
	}
	guest := b.Open(t, c.App, browser.View{Lang: i18n.FR, Width: 360}).Go(c.invitation(relay))
	c.click(guest, "form.attend .go", ".ticket")
	if n := c.Count("rsvps", "event_id = $1 AND email = $2", "fete-des-clients", "elise@example.org"); n != 1 {
		t.Errorf("%d responses of the guest", n)
	}
	if list, err := c.Campaigns.Newest(t.Context(), "fete-des-clients", 0, 1); err != nil || len(list) != 1 || list[0].State != campaigns.Completed {
		t.Errorf("the campaign: %v %v", list, err)
	}
	c.within(20, 12)
}

// invitation returns the path of the personal link in the message to the guest.
func (c *company) invitation(relay *sink.Sink) string {
	c.t.Helper()
	for _, x := range relay.Taken() {
		if x.To != "elise@example.org" {
			continue
		}
		m, err := mail.Parse(strings.NewReader(string(x.Content)))
		if err != nil {
			c.t.Fatal(err)
		}
		if found := regexp.MustCompile(`/t/c/[\w-]+/rsvp`).FindString(m.HTML); found != "" {
			return found
		}
	}
	c.t.Fatal("no invitation has a link")
	return ""
}
