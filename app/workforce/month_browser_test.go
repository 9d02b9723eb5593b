package workforce_test

import (
	"context"
	"encoding/csv"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"presence/app/apptest"
	"presence/app/apptest/browser"
	"presence/app/platform/i18n"
)

// month is a pay period as the people of a company live it.
type month struct {
	t     *testing.T
	a     *apptest.App
	near  *apptest.App    // as the phone reaches it
	pages []*browser.Page // of those who sign in
}

// at moves the clock to a time in Montréal in December 2026. Everyone signs in anew; their pages are closed before, as they would be
// signed out while the next ones open.
func (m month) at(day, hour, minute int) {
	for _, p := range m.pages {
		p.Do(chromedp.Navigate("about:blank"), chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
			_, err := chromedp.Call(ctx, network.ClearBrowserCookies, cdp.Empty{})
			return err
		}))
	}
	m.a.Clock.Set(time.Date(2026, time.December, day, hour+5, minute, 0, 0, time.UTC))
	m.a.SignInAgain()
	m.near.SignInAgain()
}

// as signs a person in, and opens a page.
func (m month) as(p *browser.Page, who, path string) *browser.Page { return p.As(who).Go(path) }

// send fills in the fields of a form, and follows its main button to the next page.
func (m month) send(p *browser.Page, form string, pairs ...string) {
	m.t.Helper()
	m.fill(p, form, pairs...)
	p.Follow(browser.Click(form + " .btn-primary"))
}

// fill fills in the fields of a form, pairs of name and value.
func (m month) fill(p *browser.Page, form string, pairs ...string) {
	m.t.Helper()
	for i := 0; i < len(pairs); i += 2 {
		set := fmt.Sprintf(`(e => { if (e.type === "radio") e.checked = true; else e.value = %q
			e.dispatchEvent(new Event("change", {bubbles: true})); return true })
			(document.querySelector('%s [name=%s]:is(:not([type=radio]), [value="%s"])'))`, pairs[i+1], form, pairs[i], pairs[i+1])
		browser.Eval[bool](p, set)
	}
}

// one returns a number of the database.
func (m month) one(query string, args ...any) (n int64) {
	m.t.Helper()
	if err := m.a.DB.QueryRow(m.t.Context(), query, args...).Scan(&n); err != nil {
		m.t.Fatalf("%s: %v", query, err)
	}
	return n
}

// TestBrowser_Month plays a pay period: hours are planned and published, stamped on a phone with and without a network, at a kiosk,
// forgotten and corrected; leave is asked and approved by the deputy of an absent supervisor, who approves the timesheet; payroll exports it, and the
// file has every minute that was worked.
func TestBrowser_Month(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	me := a.World.IDs["employee"]
	net, near := browser.NewNetwork(t, a)
	phone := b.Open(t, near, browser.View{Lang: i18n.EN, Width: 360})
	office := b.Open(t, a, browser.View{Lang: i18n.EN, Width: 1280})
	m := month{t, a, near, []*browser.Page{phone, office}}
	stamp := func(act string) {
		t.Helper()
		m.as(phone, "employee", "/staff/").Follow(browser.Click(
			`.clock-buttons :is([formaction$="/clock/` + act + `"], form[action$="/clock/` + act + `"] .btn:not([formaction]))`))
	}

	m.at(4, 9, 0) // planned and published
	m.as(office, "supervisor", "/staff/schedule?from=2026-12-06")
	office.Do(chromedp.Click(fmt.Sprintf(`#schedule tr[data-e="%d"] td:nth-child(4)`, me)), chromedp.WaitVisible("dialog [name=start_time]"))
	office.Follow(chromedp.KeyEvent("8:00\t16:00\r"))
	office.Follow(browser.Click(`form[action$="/publish"] button`))
	if n := a.Count("published_shifts", "employee_id = $1 AND day = '2026-12-08'", me); n != 1 {
		t.Fatalf("%d shifts are published for Tuesday", n)
	}
	a.Browser("supervisor").On(t).Form("/staff/deputies", form("deputy_id", fmt.Sprint(a.World.IDs["stranger"]), "when", "days",
		"from_day", "2026-12-09", "until_day", "2026-12-20")).Want(http.StatusSeeOther)

	kiosk := enrolled(t, b, a, browser.View{Lang: i18n.EN, Width: 768})

	m.at(7, 8, 0) // with a network
	stamp("in")
	m.at(7, 12, 0)
	stamp("break")
	m.at(7, 12, 30)
	stamp("back")
	m.at(7, 16, 30)
	stamp("out")

	m.at(8, 8, 0) // without one
	m.as(phone, "employee", "/staff/").Until(clockReady)
	net.Cut(true)
	phone.Go("/staff/").Until(clockOffline).Do(browser.Click(`[data-act="in"]`)).Reads("[data-count]", "1 clock time kept on this device")
	net.Cut(false)
	phone.Until(clockToday).Until(`document.querySelector(".clock-state")?.textContent.includes("Working since")`)
	m.at(8, 16, 0)
	stamp("out")
	if n := a.Count("clockings", "handed_over_at IS NOT NULL AND shift_id IS NOT NULL"); n != 1 {
		t.Errorf("%d clockings began without a network", n)
	}
	m.as(phone, "employee", "/staff/leave?ask=1")
	m.send(phone, `form:has([name="leave_type"])`, "leave_type", "Vacation", "span", "days",
		"start_date", "2026-12-11", "end_date", "2026-12-11", "comment", "Family")
	leave := m.one("SELECT id FROM leave_requests WHERE employee_id = $1 AND comment = 'Family' ORDER BY id DESC LIMIT 1", me)

	for i, act := range []string{"in", "out"} { // at the kiosk
		m.at(9, 8+8*i, 0)
		kiosk.Go("/kiosk").Do(chromedp.Focus("[name=badge]")).Follow(chromedp.KeyEvent("a-107" + kb.Enter))
		for _, digit := range "2580" {
			kiosk.Do(browser.Click(`[data-digit="` + string(digit) + `"]`))
		}
		kiosk.Follow(browser.Click("main form .btn-primary"))
		kiosk.Follow(browser.Click("main button[value=" + act + "]"))
	}

	m.as(office, "stranger", fmt.Sprintf("%s?kind=leave&item=leave-%d", queue, leave)) // by the deputy
	office.Do(browser.Click(`.decide-bar [value="approve"]`)).Settled()
	if n := a.Count("leave_requests", "id = $1 AND approval_status = 'True'", leave); n != 1 {
		t.Fatal("the deputy has not approved the leave")
	}

	m.at(10, 8, 0) // forgotten
	stamp("in")
	m.at(11, 2, 0)
	m.as(phone, "employee", "/staff/").Follow(browser.Click(`.clock a[href*="clockings"]`))
	m.send(phone, `form:has([name="reason"])`, "end_time", "16:00", "reason", "Forgot to clock out")

	shift := m.one("SELECT id FROM shifts WHERE employee_id = $1 AND day = '2026-12-07' AND archived_at IS NULL", me) // corrected
	m.as(phone, "employee", fmt.Sprintf("/staff/time/2026-26?day=2026-12-07&open=shift-%d", shift))
	m.fill(phone, `form:has([name="reason"])`, "end_time", "17:00", "reason", "Closed the site")
	phone.Do(browser.Click(`form:has([name="reason"]) .btn-primary`)).Until(`!document.querySelector("form [name=reason]")`).Settled()

	m.at(12, 9, 0) // submitted
	m.as(phone, "employee", "/staff/time/2026-26?ask=submit")
	phone.Follow(browser.Click(`dialog[open] .btn-primary`))
	sheet := m.one("SELECT id FROM timesheets WHERE employee_id = $1 AND period_start = '2026-11-29' AND submitted_at IS NOT NULL", me)

	m.at(14, 9, 0) // approved
	m.as(office, "stranger", fmt.Sprintf("%s?kind=sheet&item=sheet-%d", queue, sheet))
	office.Do(browser.Click(`.decide-bar [value="approve"]`)).Settled()
	boss := a.World.People["supervisor"].Name()
	if n := a.Count("audit_log", "action = 'approved' AND kind = 'timesheet' AND record_id = $1 AND acted_for = $2",
		fmt.Sprint(sheet), boss); n != 1 {
		t.Errorf("%d approvals by the deputy", n)
	}
	m.as(office, "supervisor", fmt.Sprintf("/staff/timesheets/%d", sheet))
	for _, text := range []string{"Forgot to clock out", "Closed the site", "for " + boss} {
		if !browser.Eval[bool](office, fmt.Sprintf(`document.querySelector("main").textContent.includes(%q)`, text)) {
			t.Errorf("the trail doesn’t say %q", text)
		}
	}

	m.as(office, "payroll", "/staff/payroll?export=2026-26") // exported and paid
	browser.Eval[bool](office, `document.querySelectorAll("dialog[open] [name=partial]").forEach(e => e.click()), true`)
	office.Follow(browser.Click(`dialog[open] form .btn-primary`))
	if !strings.HasPrefix(office.Path(), "/staff/payroll/exports/") {
		t.Fatalf("after the export: %s", office.Path())
	}
	file := a.Browser("payroll").On(t).Get(office.Path() + "?as=file").Want(http.StatusOK)
	worked := m.one(`SELECT SUM(minutes) FROM shifts WHERE employee_id = $1 AND day >= '2026-11-29' AND day <= '2026-12-12'
		AND archived_at IS NULL`, me)
	if paid := paidMinutes(t, string(file.Body), a.World.People["employee"].LastName); paid != worked+8*60 {
		t.Errorf("the file pays %d minutes, %d were worked and 480 are leave", paid, worked)
	}
	if worked < 4*8*60+30 || worked > 4*8*60+35 { // what was stamped without a network began some seconds before
		t.Errorf("%d minutes were worked", worked)
	}
}

// paidMinutes adds up the hours of an employee in a payroll file.
func paidMinutes(t *testing.T, file, name string) (sum int64) {
	t.Helper()
	lines, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(file, "\ufeff"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	column := map[string]int{}
	for i, title := range lines[0] {
		column[title] = i
	}
	for _, line := range lines[1:] {
		if !strings.Contains(strings.Join(line, " "), name) || line[column["hours"]] == "" {
			continue
		}
		hours, err := strconv.ParseFloat(line[column["hours"]], 64)
		if err != nil {
			t.Fatal(err)
		}
		sum += int64(hours*60 + 0.5)
	}
	return sum
}
