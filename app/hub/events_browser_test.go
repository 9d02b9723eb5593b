package hub_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"presence/app/apptest"
	"presence/app/apptest/browser"
	"presence/app/apptest/mailtest"
	"presence/app/platform/i18n"
	"presence/db"
)

// A user makes an event by what the pages offer: refused at first, then kept, previewed, given a file and deleted; on
// a phone without script, and at a desk with it.
func TestBrowser_Event(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b := browser.Start(t)
	file := filepath.Join(t.TempDir(), "menu.html") // by its bytes a PDF
	if err := os.WriteFile(file, []byte("%PDF-1.4\n%%EOF\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, v := range []browser.View{{Lang: i18n.EN, Width: 360, NoScript: true}, {Lang: i18n.EN, Width: 1280}} {
		t.Run(v.Name(), func(t *testing.T) {
			a := apptest.New(t)
			p := b.Open(t, a, v).As("events").Go("/staff/events")
			p.Fits().Follow(browser.Click(`.page-title .btn-primary`))
			title, save := `[name="content.fr.title"]`, `.save-bar .btn-primary`
			p.Do(browser.Click(`#event-lang [value="both"]`), browser.Click(`details:has(> #offers) > summary`), browser.Click(`details:has(> #look) > summary`))
			p.Do(chromedp.SendKeys(title, "Le bal d’été"), chromedp.SendKeys(`[name="capacity"]`, "beaucoup"), browser.Click(`.palette-or input`))
			if v.NoScript {
				p.Follow(browser.Click(`.save-bar [popovertarget]`), browser.Click(`.event-plain button`))
			} else {
				p.Do(chromedp.WaitReady(`iframe[srcdoc*="Le bal d"][srcdoc*="palette-or"]`)) // one drawn while it was typed may have come before
			}
			if doc := browser.Eval[string](p, `document.querySelector('.event-frame').srcdoc`); !strings.Contains(doc, "palette-or") ||
				!strings.Contains(doc, "Le bal d’été") {
				t.Errorf("the preview does not show what was typed: %.200s", doc)
			}
			p.Follow(browser.Click(save))
			if wrong := p.Text(".form-errors"); !strings.Contains(wrong, "Capacity") || strings.Contains(wrong, "Title") {
				t.Fatalf("the form says %q", wrong)
			}
			p.Fits().Follow(chromedp.SetValue(`[name="capacity"]`, "40"), browser.Click(save))
			p.At("/staff/events/le-bal-d-ete")
			if v.Width < 720 {
				p.On(t).ToastAbove(".save-bar")
			}
			if s := p.Text(".page-head .state-dot"); s != "Draft" {
				t.Errorf("a new event is %q", s)
			}
			p.Do(browser.Click(`details:has(> #files) > summary`))
			if v.NoScript {
				p.Fits().Follow(chromedp.SetUploadFiles(`#files [name="file"]`, []string{file}), browser.Click(`#files form[enctype] .btn`))
			} else {
				p.Fits().Follow(chromedp.SetUploadFiles(`#files [name="file"]`, []string{file})) // it is sent at once
			}
			if name := p.Text(".event-file a"); name != "menu.html.pdf" {
				t.Errorf("the attachment is called %q", name)
			}
			p.Follow(browser.Click(`.event-files button`)) // the address names the files, whose part is open
			p.Follow(chromedp.SetValue(`[name="capacity"]`, "41"), browser.Click(`.page-title .btn-primary`))
			if s := p.Text(".page-head .state-dot"); s != "Open" || a.Count("events", "id = 'le-bal-d-ete' AND capacity = 41") != 1 {
				t.Errorf("published with what was typed, it is %q", s)
			}
			p.Go("/staff/events/le-bal-d-ete?ask=delete").Follow(browser.Click(`.dialog .btn-danger`)).At("/staff/events")
			if n := a.Count("events", "id = 'le-bal-d-ete'"); n != 0 {
				t.Error("it is still there")
			}
		})
	}
}

// TestEventPages shows what the pages say in words, without a browser.
func TestEventPages(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	c := a.Browser("events").On(t)
	t.Run("the header is the same on each tab", func(t *testing.T) {
		text := func(path string) string {
			head := c.On(t).Get("/staff/events/{event}" + path).Want(200).Doc().Find(".page-head")
			return strings.Join(strings.Fields(head.Text()), " ")
		}
		want := text("")
		for _, path := range []string{"/audience", "/send", "/rsvps"} {
			if got := text(path); got != want || !strings.Contains(got, "Close RSVPs") {
				t.Errorf("%s has %q, the editor %q", path, got, want)
			}
		}
	})
	t.Run("another tab changes the state alone, comes back and can undo it", func(t *testing.T) {
		r := c.On(t).Form("/staff/events/{event}", "status=closed&tab=rsvps").Want(303)
		if to := r.Header.Get("Location"); !strings.HasSuffix(to, "/rsvps") {
			t.Errorf("leads to %s", to)
		}
		page := c.On(t).Get("/staff/events/{event}/rsvps").Want(200).Has("Reopen RSVPs").Doc()
		if undo, _ := page.Find(`.toast [name="status"]`).Attr("value"); undo != "open" {
			t.Errorf("the undo leads to %q", undo)
		}
		c.On(t).Form("/staff/events/{event}", "status=open&tab=rsvps").Want(303)
	})
	t.Run("the editor comes back in the languages that it showed", func(t *testing.T) {
		r := c.On(t).Form("/staff/events/{event}", "capacity=90&preview=both").Want(303)
		if to := r.Header.Get("Location"); !strings.HasSuffix(to, "?preview=both") {
			t.Errorf("leads to %s", to)
		}
		both, _ := c.On(t).Get("/staff/events/{event}?preview=both").Want(200).Doc().Find("#event-lang :checked").Attr("value")
		if both != "both" {
			t.Errorf("shows %q", both)
		}
	})
	t.Run("a form that was filled from an older version is refused", func(t *testing.T) {
		a.As("events").On(t).Patch("/events/{event}", `{"capacity":90}`).Want(200)
		c.On(t).Form("/staff/events/{event}", "version=1&capacity=80").Want(412)
	})
	t.Run("the preview draws what cannot be saved, and saves nothing", func(t *testing.T) {
		before := a.Rows()
		r := c.On(t).Form("/staff/events/{event}/preview",
			"content.fr.title=%3Cscript%3Ealert(1)%3C/script%3E&capacity=x&palette=rose&preview=fr").Want(200)
		r.HasNot("<script>alert").Has("srcdoc=")
		c.On(t).Form("/staff/events/new/preview", "content.fr.title=Neuf").Want(200).Has("Neuf")
		a.Unchanged(t, before, "a preview")
	})
	t.Run("a slug that is taken is told at its field", func(t *testing.T) {
		c.On(t).Form("/staff/events",
			"id=gala-2026&content.fr.title=T&starts_at=2027-01-01T10:00&ends_at=2027-01-01T12:00").Want(422).Has(`id="f-id-error"`)
	})
	t.Run("the templates there are can be chosen, and one that is gone stays chosen", func(t *testing.T) {
		page := c.On(t).Get("/staff/events/{event}").Want(200).Has(`<option value="" selected>Festive invitation</option>`,
			`<option value="event-hiver">event-hiver</option>`)
		version := page.FormVersion()
		c.On(t).Form("/staff/events/{event}", "email_template=event-hiver&version="+version).Want(303)
		err := a.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.Exec(ctx, "DELETE FROM templates")
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		page = c.On(t).Get("/staff/events/{event}").Want(200).Has(`<option value="event-hiver" selected>event-hiver (deleted)</option>`,
			"Choose another one")
		c.On(t).Form("/staff/events/{event}", "email_template=event-hiver&capacity=81&version="+page.FormVersion()).Want(303)
		c.On(t).Form("/staff/events/{event}", "email_template=event-other").Want(422).Has(`id="f-email_template-error"`)
	})
	t.Run("a file of another kind is refused beside the form", func(t *testing.T) {
		body, media := attachmentForm("x.png", "<svg>", "fr")
		c.On(t).Do("POST", "/staff/events/{event}/attachments", body, "Content-Type", media).Want(422).Has(`id="f-data-error"`)
	})
	t.Run("deleting a saved built-in event uncovers it", func(t *testing.T) {
		a.As("events").On(t).Patch("/events/portes-ouvertes-2027", `{"content":{"fr":{"title":"Autre"}}}`).Want(200)
		c.On(t).Get("/staff/events/portes-ouvertes-2027?ask=delete").Want(200).Has("back to the one included with Presence")
		c.On(t).Form("/staff/events/portes-ouvertes-2027/delete", "").Want(303)
		c.On(t).Get("/staff/events/portes-ouvertes-2027").Want(200).Has("Open house").HasNot("?ask=delete")
	})
}

// What the buttons above a Markdown field do, by pointer and by keys, and the counter below its limit.
func TestBrowser_EventFormat(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	p := b.Open(t, a, browser.View{Lang: i18n.EN, Width: 1280}).As("events").Go("/staff/events/{event}").Settled()
	const field = `document.querySelector('[name="content.en.intro"]')`
	press := func(key string) { // with Ctrl
		p.Do(chromedp.KeyEvent(key, chromedp.KeyModifiers(2)))
	}
	const button = `[aria-controls="f-content.en.intro"] `
	write := func(text string, from, to int) {
		browser.Eval[bool](p, fmt.Sprintf(`(f => {
			f.focus()
			f.select()
			document.execCommand("insertText", false, %q)
			f.setSelectionRange(%d, %d)
			return true
		})(%s)`, text, from, to, field))
	}
	for _, x := range []struct {
		name, text string
		from, to   int
		do         func()
		want       string
	}{
		{"Ctrl B makes the selection bold", "a fine day", 2, 6, func() { press("b") }, "a **fine** day"},
		{"and again takes it away", "a fine day", 2, 6, func() { press("b"); press("b") }, "a fine day"},
		{"italic within bold is both", "a fine day", 2, 6, func() { press("b"); press("i") }, "a ***fine*** day"},
		{"and bold alone stays", "a fine day", 2, 6, func() { press("b"); press("i"); press("i") }, "a **fine** day"},
		{"Ctrl K makes the selection a link", "see the menu", 8, 12, func() { press("k") }, "see the [menu](https://)"},
		{"an address is where the link leads", "https://example.org", 0, 19, func() { press("k"); p.Do(chromedp.KeyEvent("Menu")) },
			"[Menu](https://example.org)"},
		{"the button makes lines a list", "soup\ncake", 0, 9, func() { p.Do(browser.Click(button + `[data-format="list"]`)) }, "- soup\n- cake"},
		{"what a button did can be undone", "a fine day", 2, 6, func() {
			p.Do(browser.Click(button + `[data-format="bold"]`))
			browser.Eval[bool](p, `document.execCommand("undo")`)
		}, "a fine day"},
	} {
		t.Run(x.name, func(t *testing.T) {
			write(x.text, x.from, x.to)
			x.do()
			if got := browser.Eval[string](p, field+".value"); got != x.want {
				t.Errorf("the field holds %q, want %q", got, x.want)
			}
		})
	}
	t.Run("the buttons are one stop of the Tab key, and the arrows reach the others", func(t *testing.T) {
		browser.Eval[bool](p, field+`.closest(".markdown").querySelector("button").focus() ?? true`)
		p.Do(chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowRight))
		if at := browser.Eval[string](p, "document.activeElement.dataset.format"); at != "link" {
			t.Errorf("the focus is on %q", at)
		}
		if n := browser.Eval[int](p, field+`.closest(".markdown").querySelectorAll("button:not([tabindex='-1'])").length`); n != 1 {
			t.Errorf("%d stops", n)
		}
	})
	t.Run("the counter shows how much of the limit is used, and says it near the limit", func(t *testing.T) {
		write(strings.Repeat("x", 1990), 0, 0)
		p.Until(field + `.closest(".markdown").querySelector("[role=status]").textContent === "Characters left: 10"`)
		if s := p.Text(button + ".field-count span"); s != "1,990 / 2,000" {
			t.Errorf("the counter says %q", s)
		}
	})
	t.Run("the list of keys has those of the field", func(t *testing.T) {
		if browser.Eval[string](p, `getComputedStyle(document.querySelector("#keys .key-format")).display`) == "none" {
			t.Error("it lacks them")
		}
	})
	t.Run("a saved text is shown without its marks until one writes in it", func(t *testing.T) {
		write("a **fine** day", 0, 0)
		p.Follow(browser.Click(".save-bar .btn-primary")).Settled()
		const read = field + `.closest(".markdown").querySelector(".as-read strong").checkVisibility()`
		if !browser.Eval[bool](p, read) {
			t.Error("the marks are shown")
		}
		if p.Do(chromedp.Focus(`[name="content.en.intro"]`)); browser.Eval[bool](p, read) {
			t.Error("it covers what is written")
		}
		p.Do(chromedp.KeyEvent("!"))
		browser.Eval[bool](p, field+`.blur() ?? true`)
		if browser.Eval[bool](p, read) {
			t.Error("it covers a text that has changed")
		}
	})
	t.Run("Ctrl K without a selection opens the search", func(t *testing.T) {
		write("a fine day", 2, 2)
		press("k")
		p.Do(chromedp.WaitVisible("#search"))
	})
	p.Quiet()
}

// The preview of a template follows what is typed, and the placeholders go where one writes.
func TestBrowser_TemplateFollows(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	p := b.Open(t, a, browser.View{Lang: i18n.FR, Width: 1280}).As("events").Go("/staff/templates/{template}").Settled()
	before := browser.Eval[int](p, "history.length")
	field := `[name="content.fr.html"]`
	const menu = `[data-insert-into="f-content.fr.html"] `
	p.Do(chromedp.SendKeys(field, "<p>Bienvenue"), browser.Click(menu+"summary"), browser.Click(menu+`[data-insert="{{firstname}}"]`),
		chromedp.SendKeys(field, "</p>"))
	p.Until(`document.querySelector(".tpl-frame:only-child:not(.is-coming)")?.name === "preview-next"`)
	if v := browser.Eval[string](p, `document.activeElement.value`); !strings.Contains(v, "<p>Bienvenue{{firstname}}</p>") {
		t.Errorf("one writes in a field that holds %q", v)
	}
	if n := browser.Eval[int](p, "history.length"); n != before {
		t.Errorf("typing left %d entries in the history", n-before)
	}
	if browser.Eval[bool](p, `document.querySelector('[name="content.en.html"]').checkVisibility()`) {
		t.Error("the other language shows as well")
	}
	p.Quiet()
}

// The menu of placeholders is a sheet at the bottom of a phone, over all bars, and stays in the window of a desk.
func TestBrowser_TemplateInsertSheet(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	for _, width := range []int{360, 1280} {
		v := browser.View{Lang: i18n.FR, Width: width}
		t.Run(v.Name(), func(t *testing.T) {
			p := b.Open(t, a, v).As("events").Go("/staff/templates/{template}").Settled()
			p.Do(browser.Click(`[data-insert-into="f-content.fr.html"] summary`))
			at := browser.Eval[struct {
				Left, Top, Right, Bottom float64
				Over                     bool // nothing covers its last line
			}](p, `(list => {
				const box = list.getBoundingClientRect(), last = document.elementFromPoint(box.left + box.width / 2, Math.min(box.bottom, innerHeight) - 8)
				return {Left: box.left, Top: box.top, Right: innerWidth - box.right, Bottom: innerHeight - box.bottom, Over: list.contains(last)}
			})(document.querySelector('[data-insert-into="f-content.fr.html"] .menu-list'))`)
			if !at.Over || at.Left < 0 || at.Right < 0 {
				t.Errorf("it is covered, or out of the window: %+v", at)
			}
			if phone := width == 360; phone && (at.Left != 0 || at.Right != 0 || at.Bottom != 0 || at.Top < 240) {
				t.Errorf("it is no sheet at the bottom: %+v", at)
			}
			p.Fits()
		})
	}
}

// Previews of e-mails can be seen as on a phone and as at a desk, also without a script and after they were drawn anew.
func TestBrowser_PreviewWidths(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	mailtest.Invite(t, a, "fete-clients-2026", mailtest.Guests[:3]...)
	for _, v := range []browser.View{{Lang: i18n.FR, Width: 1280}, {Lang: i18n.EN, Width: 1024, NoScript: true}} {
		for _, x := range []struct{ page, frame, at string }{
			{"/staff/templates/{template}", ".tpl-frame", "wide"}, {"/staff/events/fete-clients-2026/send", ".send-preview iframe", "phone"},
		} {
			t.Run(v.Name()+" "+x.frame, func(t *testing.T) {
				p := b.Open(t, a, v).As("events").Go(x.page)
				check := func(width string) {
					t.Helper()
					n := browser.Eval[int](p, `document.querySelector("`+x.frame+`").clientWidth`)
					if (width == "phone") != (n == 375) || width == "wide" && n < 400 {
						t.Errorf("%s: it is %d px wide", width, n)
					}
				}
				check(x.at)
				p.Do(browser.Click(`#preview-width [value="phone"]`))
				check("phone")
				if x.frame == ".tpl-frame" && !v.NoScript {
					p.Do(chromedp.SendKeys(`[name="content.fr.html"]`, "<p>Bienvenue</p>"))
					p.Until(`document.querySelector(".tpl-frame:only-child:not(.is-coming)")?.name === "preview-next"`)
					check("phone")
				}
				p.Do(browser.Click(`#preview-width [value="wide"]`))
				check("wide")
				p.Fits()
			})
		}
	}
	for _, v := range []browser.View{{Lang: i18n.FR, Width: 360}, {Lang: i18n.EN, Width: 360, NoScript: true}} {
		t.Run(v.Name()+" a phone shows the e-mail of one language at a time", func(t *testing.T) {
			p := b.Open(t, a, v).As("events").Go("/staff/events/fete-clients-2026/send")
			shown := func(want string) {
				t.Helper()
				if got := browser.Eval[string](p, `[...document.querySelectorAll(".send-preview")].filter(e => e.checkVisibility())
					.map(e => e.dataset.language).join()`); got != want {
					t.Errorf("%s is shown, want %s", got, want)
				}
			}
			shown("FR")
			p.Do(browser.Click(`#preview-language [value="EN"]`))
			shown("EN")
			p.Fits()
		})
	}
}

// On a phone the header of a page is one line, with the search over everything as an icon, and what an event has as buttons is in its
// menu, except for the next thing to do.
func TestBrowser_EventHeadOnAPhone(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	const seen = `(() => {
		const menu = document.querySelector(".event-head .menu"); menu.open = true
		const words = l => [...l].filter(e => e.checkVisibility()).map(e => e.innerText.trim()).join(", ")
		return words(document.querySelectorAll(".event-head .btn:not(summary)")) + " | " + words(menu.querySelectorAll(".event-phone .menu-item"))
	})()`
	for _, x := range []struct {
		name string
		v    browser.View
		path string
		want string // the buttons, and what only a phone has in the menu
	}{
		{"an open event on a phone", browser.View{Lang: i18n.EN, Width: 360, NoScript: true}, "/rsvps", " | Guest page, Close RSVPs"},
		{"the editor on a phone", browser.View{Lang: i18n.FR, Width: 360}, "", " | Page des invités, Clore la période de réponse"},
		{"at a desk", browser.View{Lang: i18n.EN, Width: 1280}, "/send", "Guest page, Close RSVPs | "},
	} {
		t.Run(x.name, func(t *testing.T) {
			p := b.Open(t, a, x.v).As("events").Go(a.World.Fill("/staff/events/{event}") + x.path)
			if got := browser.Eval[string](p, seen); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
			p.Fits()
			if high := browser.Eval[float64](p, `document.querySelector(".header").offsetHeight`); high > 60 {
				t.Errorf("the header is %v px high", high)
			}
			if x.v.NoScript {
				p.Follow(browser.Click(".search-link")).At("/staff/search")
			}
		})
	}
	t.Run("what comes next for a draft stays a button", func(t *testing.T) {
		c := a.Browser("events").On(t)
		c.Form("/staff/events/{event}", "status=draft&tab=rsvps").Want(303)
		p := b.Open(t, a, browser.View{Lang: i18n.EN, Width: 360}).As("events").Go(a.World.Fill("/staff/events/{event}/rsvps"))
		if got, want := browser.Eval[string](p, seen), "Publish | "; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	})
}

// The end of an event moves with its start, and keeps the length, until a person changes it.
func TestBrowser_EventTimes(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	p := b.Open(t, a, browser.View{Lang: i18n.EN, Width: 1280}).As("events")
	enter := func(name, value string) {
		browser.Eval[bool](p, fmt.Sprintf(`(f => { f.value = %q; f.dispatchEvent(new Event("input", { bubbles: true })); return true })(
			document.querySelector('[name="%s"]'))`, value, name))
	}
	for _, x := range []struct {
		name  string
		enter [][2]string
		want  string
	}{
		{"it moves with the start", [][2]string{{"starts_at", "2027-03-13T19:30"}}, "2027-03-13T23:30"},
		{"over midnight too", [][2]string{{"starts_at", "2027-12-31T22:00"}}, "2028-01-01T02:00"},
		{"a start that is being typed moves it as well", [][2]string{{"starts_at", "0002-03-13T19:30"}, {"starts_at", "2027-03-13T10:00"}},
			"2027-03-13T14:00"},
		{"one that was changed stays", [][2]string{{"ends_at", "2027-03-13T23:00"}, {"starts_at", "2027-03-13T10:00"}}, "2027-03-13T23:00"},
		{"unless it would come before the start", [][2]string{{"starts_at", "2027-03-13T21:00"}, {"ends_at", "2027-03-13T23:00"},
			{"starts_at", "2027-03-14T08:00"}}, "2027-03-14T12:00"},
		{"one that was emptied follows again", [][2]string{{"ends_at", ""}, {"starts_at", "2027-03-14T08:00"}}, "2027-03-14T12:00"},
	} {
		t.Run(x.name, func(t *testing.T) {
			p = p.On(t).Go("/staff/events/new").Settled()
			for _, e := range x.enter {
				enter(e[0], e[1])
			}
			if got := browser.Eval[string](p, `document.querySelector('[name="ends_at"]').value`); got != x.want {
				t.Errorf("it ends at %s, want %s", got, x.want)
			}
		})
	}
}

// TestBrowser_AudienceFilter closes an event on its audience page: the filters and the search are kept.
func TestBrowser_AudienceFilter(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	p := b.Open(t, a, browser.View{Lang: i18n.EN, Width: 1280}).As("events").Go("/staff/events/{event}/audience").Settled()
	p.Do(chromedp.SendKeys(`.audience-find [name=find]`, "roy"))
	p.Until(`location.search.includes("find=roy")`)
	if strings.Contains(p.Path(), "customer_type") {
		t.Errorf("the search alone leads to %s", p.Path())
	}
	p.Go("/staff/events/{event}/audience?add=choose&find=roy").Settled()
	p.Do(chromedp.SendKeys(`#filters [name=city]`, "Laval"))
	p.Until(`location.search.includes("city=Laval") && location.search.includes("find=roy")`)
	p.Until(`document.querySelector(".audience-chips") !== null`)
	p.Follow(browser.Click(".event-head .inline-form button"))
	if !strings.Contains(p.Path(), "city=Laval") || !strings.Contains(p.Path(), "find=roy") {
		t.Errorf("it leads to %s", p.Path())
	}
	p.Quiet()
	if city := browser.Eval[string](p, `document.querySelector("#filters [name=city]").value`); city != "Laval" {
		t.Errorf("the city is %q", city)
	}
}
