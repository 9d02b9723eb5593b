package screens_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"presence/app/apptest"
	"presence/app/apptest/browser"
	"presence/app/platform/i18n"
	"presence/db"
)

// outgrown is a script that returns the tables that are wider than their frame, which hides their last column.
const outgrown = `[...document.querySelectorAll(".table-wrap")].filter(e => e.checkVisibility() && e.scrollWidth > e.clientWidth + 1)
	.map(e => e.querySelector("caption").innerText + " is " + (e.scrollWidth - e.clientWidth) + " px wider than its frame")`

// The pages that people open every week have room for everything, on a small phone and on a small desktop, and nothing on them moves
// while they are loaded.
func TestLong_BrowserWeekly(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.NewDemo(t, db.SQLite)
	tabs := map[string]*browser.Page{}
	for _, s := range weekly {
		if tabs[s.as] == nil {
			tabs[s.as] = b.Open(t, a, browser.View{Lang: i18n.FR, Width: 1280}).Go("/auth/v1/login")
			if s.as != apptest.Anonymous {
				tabs[s.as].Follow(browser.Click(`button[value="` + s.as + `@demo.presence.example"]`))
			}
		}
		for _, width := range []int{320, 1024} {
			v := browser.View{Lang: i18n.FR, Width: width}
			t.Run(s.name+"/"+v.Name(), func(t *testing.T) {
				p := tabs[s.as].Again(t, v).GoSteadily(s.path).Fits()
				if width == 1024 && s.name != "period by week" { // which has more columns than any screen
					for _, fault := range browser.Eval[[]string](p, outgrown) {
						t.Error(fault)
					}
				}
			})
		}
	}
}

// Without a script every button and link of the weekly pages does something, and nothing waits for one to be filled in.
func TestPages_WithoutScript(t *testing.T) {
	t.Parallel()
	a := apptest.NewDemo(t, db.SQLite)
	clients := map[string]*apptest.Client{apptest.Anonymous: a.As(apptest.Anonymous)}
	for _, s := range weekly {
		t.Run(s.name, func(t *testing.T) {
			if clients[s.as] == nil {
				clients[s.as] = a.EnterDemo(t, s.as)
			}
			page := clients[s.as].On(t).Get(s.path).Doc()
			if page.Find("h1").Length() != 1 {
				t.Errorf("%d headings", page.Find("h1").Length())
			}
			page.Find("main .search > [data-search]").Each(func(_ int, x *goquery.Selection) {
				if x.AttrOr("data-filter", "") == "" && x.Closest("[hx-target]").Length() == 0 && s.as != apptest.Anonymous {
					t.Errorf("%s: the list does not follow what is typed", x.AttrOr("placeholder", ""))
				}
				if x.Closest("form").Find("button").Length() > 0 { // that in noscript is text here
					t.Errorf("%s: has a button beside it", x.AttrOr("placeholder", ""))
				}
			})
			page.Find("button, a, [hx-get], [hx-post]").Each(func(_ int, x *goquery.Selection) {
				if !worksAlone(page, x) {
					html, _ := goquery.OuterHtml(x)
					t.Errorf("does nothing: %.200s", html)
				}
			})
		})
	}
}

// worksAlone reports whether an element does what it is for without a script, or is not shown then.
func worksAlone(page, x *goquery.Selection) bool {
	switch form, named := x.Attr("form"); {
	case x.Closest(".js-only, dialog:not([open]), template").Length() > 0:
		return true
	case x.Is("a"):
		return x.AttrOr("href", "") != ""
	case x.Is("button"):
		_, opens := x.Attr("popovertarget")
		opens = opens || x.AttrOr("type", "") == "reset"
		submits := x.AttrOr("type", "submit") == "submit" && (x.Closest("form").Length() > 0 || named && page.Find("#"+form).Length() > 0)
		return opens || submits
	case x.Is("form"):
		_, posts := x.Attr("action")
		return posts
	}
	if strings.HasPrefix(x.AttrOr("hx-trigger", ""), "every ") {
		return true // it shows what is new in the meantime
	}
	// Something that is loaded into an element replaces what is there already; a field asks while one types, and its form has a button.
	return slices.ContainsFunc([]string{"input", "select", "textarea"}, x.Is) || x.Children().Length() > 0 || x.Text() != ""
}
