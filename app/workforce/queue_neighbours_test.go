package workforce_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"presence/app/apptest"
	"presence/app/apptest/browser"
	"presence/app/platform/i18n"
)

// On the page of a timesheet that waits, the queue goes on: to what stands before and after, and by itself after a decision.
func TestTimesheetPage_InTheQueue(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		handIn(t, a)
		c := a.Browser("supervisor")
		first, second := "/staff/timesheets/{employee.timesheet}", "/staff/timesheets/{colleague.timesheet}"
		own := a.World.Fill(second + "?period=2026-25")
		leave := a.World.Fill(queue + "?item=leave-{employee.leave}")
		links := func(page *apptest.Response) (list []string) {
			for _, n := range page.Doc().Find(".queue-nav a").EachIter() {
				list = append(list, n.AttrOr("rel", "")+" "+n.AttrOr("href", ""))
			}
			return list
		}
		decide := func(page *apptest.Response, path, comment string) string {
			next := page.Doc().Find(".decide-bar [name=next]").AttrOr("value", "")
			return c.On(t).Form(path, form("version", page.FormVersion(), "next", next, "supervisor_comment", comment)).
				Want(http.StatusSeeOther).Header.Get("Location")
		}
		t.Run("a sheet leads to its neighbours in the order of the queue", func(t *testing.T) {
			page := c.On(t).Get(first).Want(http.StatusOK).Has("1 of 4", "Next: Théophile Ganache")
			if got, want := links(page), []string{" " + queue, "next " + a.World.Fill(second)}; !slices.Equal(got, want) {
				t.Errorf("the page leads to %q, want %q", got, want)
			}
			page = c.On(t).Get(second).Want(http.StatusOK).Has("2 of 4", "Previous: Maëlle Trudelle")
			if got := links(page); len(got) != 3 || got[0] != "prev "+a.World.Fill(first) || got[2] != "next "+leave {
				t.Errorf("the page leads to %q", got)
			}
		})
		t.Run("a sheet that does not wait, and one of somebody else’s queue, has no neighbours", func(t *testing.T) {
			c.On(t).Get("/staff/timesheets/{supervisor.timesheet}").Want(http.StatusOK).HasNot("queue-nav")
			a.Browser("employee").On(t).Get(first).Want(http.StatusOK).HasNot("queue-nav")
		})
		t.Run("sent back, the next sheet comes, and the message names the person", func(t *testing.T) {
			if to := decide(c.On(t).Get(first), first+"/return", "Tuesday is missing"); to != a.World.Fill(second) {
				t.Errorf("led to %s", to)
			}
			c.On(t).Get(second).Has("Timesheet sent back: Maëlle Trudelle.", "1 of 3")
		})
		t.Run("approved, the leave that is next comes, and undo leads back", func(t *testing.T) {
			if to := decide(c.On(t).Get(second), second+"/approve", ""); to != leave {
				t.Errorf("led to %s", to)
			}
			path, fields := c.On(t).Get(leave).Has("Approved: Théophile Ganache.").Undo()
			c.On(t).Form(path, fields).Want(http.StatusSeeOther).HasHeader("Location", a.World.Fill(queue+"?item=sheet-{colleague.timesheet}"))
		})
		t.Run("what the form names as next leads to no other site", func(t *testing.T) {
			for _, next := range []string{"", "https://example.com/", "//example.com", "sheet-x"} {
				page := c.On(t).Get(second)
				answer := c.On(t).Form(second+"/approve", form("version", page.FormVersion(), "next", next)).Want(http.StatusSeeOther)
				answer.HasHeader("Location", own)
				c.On(t).Form(second+"/unapprove", "").Want(http.StatusSeeOther)
			}
		})
	})
}

// On the page of a timesheet that was opened from a list of the pay period, that list goes on instead of the queue.
func TestTimesheetPage_InAList(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		handIn(t, a)
		c := a.Browser("supervisor")
		const list = "/staff/periods/2026/25?state=check"
		nav := func(page *apptest.Response) (place, list, prev, next string) {
			n := page.Doc().Find(".queue-nav")
			return n.Find("a.num").Text(), n.Find("a.num").AttrOr("href", ""), n.Find("[rel=prev]").AttrOr("href", ""),
				n.Find("[rel=next]").AttrOr("href", "")
		}
		var rows []string
		for _, n := range c.On(t).Get(list).Want(http.StatusOK).Doc().Find(".board .row-name").EachIter() {
			rows = append(rows, n.AttrOr("href", ""))
		}
		if len(rows) != 2 {
			t.Fatalf("the list has %q", rows)
		}
		t.Run("its first timesheet leads to the second, and back to the list", func(t *testing.T) {
			page := c.On(t).Get(rows[0]).Want(http.StatusOK)
			if place, back, prev, next := nav(page); place != "1 of 2" || back != list || prev != "" || next != rows[1] {
				t.Errorf("%q leads to %q, %q and %q", place, back, prev, next)
			}
			page.Has(`href="` + list + `">2026-25`)
		})
		t.Run("the overview of everyone leads to the list of a row’s group", func(t *testing.T) {
			c.On(t).Get("/staff/periods/2026/25").Want(http.StatusOK).Has(rows[0], rows[1])
		})
		t.Run("what names no list, or one without the timesheet, is as without", func(t *testing.T) {
			sheet, _, _ := strings.Cut(rows[0], "?")
			for _, name := range []string{"x", "2026-99", "2026-24%3Fstate%3Dcheck", "2026-25%3Fstate%3Dapproved"} {
				place, back, _, next := nav(c.On(t).Get(sheet + "?list=" + name).Want(http.StatusOK))
				if !strings.HasSuffix(place, "of 4") || back != queue || strings.Contains(next, "list=") {
					t.Errorf("%s: %q leads to %q and %q", name, place, back, next)
				}
			}
		})
		t.Run("after the decisions come the next timesheet of the list, and the list", func(t *testing.T) {
			for i, want := range []string{rows[1], list} {
				path, query, _ := strings.Cut(rows[i], "?")
				page := c.On(t).Get(rows[i]).Want(http.StatusOK)
				values, _ := url.ParseQuery(query)
				next := page.Doc().Find(".decide-bar [name=next]").AttrOr("value", "")
				c.On(t).Form(path+"/approve", form("version", page.FormVersion(), "next", next, "list", values.Get("list"))).
					Want(http.StatusSeeOther).HasHeader("Location", want)
			}
		})
	})
}

// leaving collects the rows that close before an answer takes the place of the list.
const leaving = `window.left = [], new MutationObserver(list => list.forEach(x => left.push(x.target.id))).
	observe(document.body, {subtree: true, attributes: true, attributeFilter: ["data-leaving"]}), true`

// What a decision takes away closes in 150 ms, and one item fades into the next; where less motion is asked for, nothing moves.
func TestBrowser_QueueMoves(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	handIn(t, a)
	moves := func(p *browser.Page, script string) bool { // by time: what scrolls fades as it is scrolled
		return browser.Eval[bool](p, `(async () => { `+script+`; return document.getAnimations().some(a => a.timeline === document.timeline) })()`)
	}
	p := b.Open(t, a, browser.View{Lang: i18n.EN, Width: 1280, Moving: true}).As("supervisor").Go(queue)
	const row, fade = `document.querySelector(".queue-row").dataset.leaving = ""`, `await document.startViewTransition(() => {}).ready`
	t.Run("a refused decision closes no row", func(t *testing.T) {
		browser.Eval[bool](p, leaving)
		p.Do(browser.Click(`.decide-bar [value="refuse"]`), chromedp.WaitVisible("#f-note-error"))
		p.Settled()
		if list := browser.Eval[[]string](p, `left`); len(list) > 0 {
			t.Errorf("%q close", list)
		}
	})
	t.Run("the approved row closes, and the heading of the next item has the focus", func(t *testing.T) {
		title := p.Text("#item-title")
		p.Do(browser.Click(`.decide-bar [value="approve"]`)).Until(`document.querySelector("#item-title").textContent !== "` + title + `"`)
		p.Settled()
		if list := browser.Eval[[]string](p, `left`); !slices.Equal(list, []string{a.World.Fill("row-sheet-{employee.timesheet}")}) {
			t.Errorf("%q close", list)
		}
		if at := here(p); at != "item-title" {
			t.Errorf("the focus is on %q", at)
		}
	})
	t.Run("the keys open what they come to, as without motion, and links lead on", func(t *testing.T) {
		p.Go(queue)
		for range 2 {
			title := p.Text("#item-title")
			p.Do(chromedp.KeyEvent("j")).Until(`document.querySelector("#item-title").textContent !== "` + title + `"`)
			p.Settled()
			if open := browser.Eval[string](p, openRow); open != p.Text("#item-title") {
				t.Errorf("%q is marked as open, and %q shown", open, p.Text("#item-title"))
			}
			if at := here(p); !strings.HasPrefix(at, "row-") {
				t.Errorf("the focus is on %q", at)
			}
		}
		p.Go("/staff/timesheets/{colleague.timesheet}").Follow(browser.Click(".queue-nav [rel=next]"))
		if at := p.Path(); !strings.HasPrefix(at, queue) {
			t.Errorf("next leads to %s", at)
		}
	})
	t.Run("rows close and items fade", func(t *testing.T) {
		if !moves(p.Go(queue), row) || !moves(p.Go(queue), fade) {
			t.Error("nothing moves")
		}
	})
	t.Run("nothing moves where less motion is asked for", func(t *testing.T) {
		p = p.Again(t, browser.View{Lang: i18n.EN, Width: 1280})
		if moves(p.Go(queue), row) || moves(p.Go(queue), fade) {
			t.Error("something moves")
		}
	})
}
