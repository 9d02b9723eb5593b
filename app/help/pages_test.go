package help

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/apptest/featuretest"
	"presence/app/apptest/htmltest"
	"presence/app/platform/i18n"
)

// reader serves the pages to a person.
func reader(t *testing.T, by auth.Actor) *featuretest.Client {
	t.Helper()
	return featuretest.New(t, featuretest.Options{By: by, Now: time.Now}, Pages)
}

func TestPages_list(t *testing.T) {
	t.Run("shows every guide, the reader's own first and marked, and those of other roles folded", func(t *testing.T) {
		page := reader(t, payroll).Get("/staff/help").Want(http.StatusOK).Doc()
		cards, others := page.Find(".help-card"), 0
		for _, x := range audiences {
			if !x.own(payroll) {
				others++
			}
		}
		if cards.Length() != len(audiences) || !cards.First().HasClass("help-own") || page.Find(".help-own").Length() != 1 ||
			page.Find("details .help-card").Length() != others {
			t.Errorf("%d cards, %d marked", cards.Length(), page.Find(".help-own").Length())
		}
		first := cards.First().Find(".help-links a").First()
		if to := first.AttrOr("href", ""); to != "/staff/help/payroll#ready" {
			t.Errorf("the first link leads to %q", to)
		}
	})
	t.Run("without JavaScript, a search is a form by GET", func(t *testing.T) {
		page := reader(t, employee).Get("/staff/help?q=mileage").Want(http.StatusOK).Doc()
		form := htmltest.One(t, page, `form[action="/staff/help"]`)
		if form.AttrOr("method", "") != "get" || form.AttrOr("action", "") != "/staff/help" ||
			form.Find("input[name=q]").AttrOr("value", "") != "mileage" {
			t.Error("the form is another")
		}
		found := page.Find(".help-found li")
		if found.First().Find("a").AttrOr("href", "") != "/staff/help/employee#expense" ||
			!strings.Contains(htmltest.Text(found.First()), "Employees") {
			t.Errorf("it finds %q first", htmltest.Text(found.First()))
		}
		if status := htmltest.Text(page.Find(`[role="status"]`).First()); !strings.HasSuffix(status, "results") {
			t.Errorf("it says %q", status)
		}
	})
	t.Run("a step has the names of the interface in bold, and no fourth dot after one that ends in three", func(t *testing.T) {
		answer := reader(t, payroll).Get("/staff/help?q=export").Want(http.StatusOK)
		if step := htmltest.Text(answer.Doc().Find(".help-found strong").First()); step != "Payroll" || strings.Contains(answer.Body, "….") ||
			strings.Contains(answer.Body, "…</strong>.") {
			t.Errorf("%q", step)
		}
	})
	t.Run("as one types, it answers with the list alone", func(t *testing.T) {
		answer := reader(t, employee).Part("/staff/help?q=mileage", "help").Want(http.StatusOK)
		if doc := answer.Doc(); doc.Find("#help .help-found").Length() != 1 || strings.Contains(answer.Body, "<html") {
			t.Error(answer.Body)
		}
	})
	t.Run("says that nothing was found, and how to go on", func(t *testing.T) {
		page := reader(t, employee).Get("/staff/help?q=zzzz").Want(http.StatusOK).Doc()
		if page.Find(".help-found").Length() != 0 || page.Find(`.empty a[href="/staff/help"]`).Length() != 1 ||
			page.Find(".help-card").Length() != 6 {
			t.Error("no empty state")
		}
	})
	t.Run("from a page, it leads to the task which that is about", func(t *testing.T) {
		if to := reader(t, employee).Get("/staff/help?page=%2Fstaff%2Fleave").Want(http.StatusSeeOther).
			Header.Get("Location"); to != "/staff/help/employee#leave" {
			t.Errorf("it leads to %q", to)
		}
	})
}

func TestPages_guide(t *testing.T) {
	t.Run("has its tasks in steps, with links to each, and tabs to the others", func(t *testing.T) {
		page := reader(t, employee).Get("/staff/help/supervisor").Want(http.StatusOK).Doc()
		tasks := page.Find(".help-task")
		if n := page.Find(".help-nav a").Length(); n != tasks.Length() || n < 8 {
			t.Errorf("%d links, %d tasks", n, tasks.Length())
		}
		if tabs := page.Find(".tabs a"); tabs.Length() != len(audiences) ||
			htmltest.Text(page.Find(`.tabs a[aria-current="page"]`)) != "Supervisors" {
			t.Errorf("%d tabs", tabs.Length())
		}
		if text := htmltest.Text(page.Find("#send-back")); !strings.Contains(text, "Select "+i18n.EN.T(i18n.QueueReturn)+".") {
			t.Errorf("%q", text)
		}
	})
	t.Run("has pictures that load late and keep their place", func(t *testing.T) {
		c := reader(t, employee)
		img := c.Get("/staff/help/supervisor").Doc().Find("#send-back img")
		for _, name := range []string{"alt", "width", "height"} {
			if v := img.AttrOr(name, ""); v == "" || v == "0" {
				t.Errorf("%s is %q", name, v)
			}
		}
		if img.AttrOr("loading", "") != "lazy" {
			t.Error("it is loaded at once")
		}
		answer := c.Get(img.AttrOr("src", "")).Want(http.StatusOK)
		if answer.Header.Get("Content-Type") != "image/webp" || !strings.Contains(answer.Header.Get("Cache-Control"), "immutable") {
			t.Errorf("%v", answer.Header)
		}
	})
	t.Run("weighs less than 50 KB in both languages", func(t *testing.T) {
		for _, l := range []i18n.Lang{i18n.FR, i18n.EN} {
			by := admin
			by.Language = l
			for _, x := range audiences {
				if n := len(reader(t, by).Get("/staff/help/" + x.guide).Want(http.StatusOK).Body); n > 50_000 {
					t.Errorf("%s in %s has %d bytes", x.guide, l.Name(), n)
				}
			}
		}
	})
	t.Run("is not found under another name, nor is a picture", func(t *testing.T) {
		for _, path := range []string{"/staff/help/guests", "/staff/help/pictures/none.webp", "/staff/help/pictures/sizes.json"} {
			reader(t, employee).Get(path).Want(http.StatusNotFound)
		}
	})
}

func TestPages_short_address(t *testing.T) {
	answer := reader(t, employee).Get("/help").Want(http.StatusMovedPermanently)
	if to := answer.Header.Get("Location"); to != "/staff/help" {
		t.Errorf("it leads to %q", to)
	}
}
