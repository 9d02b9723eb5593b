package gallery_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"presence/app/apptest/chromium"
	"presence/app/platform/i18n"
	"presence/static"
	"presence/views/ui/gallery"

	"github.com/chromedp/chromedp"
)

// policy is as strict as the product's own; what it refuses is counted.
const policy = "default-src 'self'; img-src 'self' data:; report-uri /refused"

// site serves the gallery as the product would.
type site struct {
	*httptest.Server
	refused atomic.Int32
	mu      sync.Mutex
	kept    []string // themes that were posted
}

func serve(t *testing.T) *site {
	s := &site{}
	mux := http.NewServeMux()
	mux.Handle("/static/", static.Handler())
	mux.HandleFunc("POST /refused", func(http.ResponseWriter, *http.Request) { s.refused.Add(1) })
	mux.HandleFunc("POST /staff/preferences", func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.kept = append(s.kept, r.FormValue("theme")+" "+r.FormValue("next"))
	})
	mux.HandleFunc("POST /refuse", func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusConflict)
		if err := gallery.Pages(i18n.EN, "")["error"].Render(r.Context(), w); err != nil {
			t.Error(err)
		}
	})
	mux.HandleFunc("GET /gallery/{lang}/{page}", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", policy)
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		page, ok := gallery.Pages(i18n.Lang(r.PathValue("lang")), r.FormValue("theme"))[r.PathValue("page")]
		if !ok {
			http.NotFound(w, r)
			return
		}
		if err := page.Render(r.Context(), w); err != nil {
			t.Error(err)
		}
	})
	s.Server = httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s
}

// tab is one tab of a real browser.
type tab struct {
	t   *testing.T
	ctx context.Context
}

func browse(t *testing.T) tab {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.ExecPath(chromium.Path(t)))
	alloc, stop := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(stop)
	ctx, end := chromedp.NewContext(alloc)
	t.Cleanup(end)
	b := tab{t, ctx}
	b.do(chromedp.EmulateViewport(1280, 900))
	return b
}

func (b tab) do(steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	if err := chromedp.Do(b.ctx, steps...); err != nil {
		b.t.Fatal(err)
	}
}

// eval is the value of an expression, or of what it promises, as text.
func (b tab) eval(expression string) string {
	b.t.Helper()
	v, err := chromedp.Run(b.ctx, chromedp.Evaluate[string]("Promise.resolve("+expression+").then(String)", chromedp.EvalAwaitPromise))
	if err != nil {
		b.t.Fatalf("%s: %v", expression, err)
	}
	return v
}

func (b tab) want(expression, want string) {
	b.t.Helper()
	if got := b.eval(expression); got != want {
		b.t.Errorf("%s is %q, want %q", expression, got, want)
	}
}

// eventually waits until the expression is true; the page itself looks again on each frame.
func (b tab) eventually(expression string) {
	b.t.Helper()
	limit := time.Second * 5
	b.want(fmt.Sprintf(`new Promise((done) => { const end = performance.now() + %d; (function look() { if (%s) done(true); else if (performance.now() > end) done(false); else requestAnimationFrame(look) })() })`, limit.Milliseconds(), expression), "true")
}

// press sends keys to whatever has the focus.
func (b tab) press(keys ...string) {
	b.t.Helper()
	for _, k := range keys {
		b.eval(`document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key: "` + k + `", bubbles: true, cancelable: true}))`)
	}
}

const (
	focus = `document.activeElement`
	here  = `document.activeElement.closest("[data-row]")?.querySelector(".person-name").textContent`
)

func TestScripts(t *testing.T) {
	s, b := serve(t), browse(t)
	open := func(page string) { b.do(chromedp.Navigate(s.URL + "/gallery" + page)) }

	t.Run("keys_move_through_the_queue_and_approve_the_row_at_hand", func(t *testing.T) {
		b := tab{t, b.ctx}
		open("/fr/overview")
		b.eval(`document.addEventListener("submit", (e) => { window.sent = e.target.closest("tr").querySelector(".person-name").textContent; e.preventDefault() }, true)`)
		b.press("j")
		b.want(here, "Maxime Tremblay")
		b.press("j", "j", "k")
		b.want(here, "Geneviève Côté-Lavoie")
		b.want(focus+`.hasAttribute("data-row")`, "true")
		b.press("a") // approved already: its button is off
		b.want(`window.sent`, "undefined")
		b.press("j", "a")
		b.want(`window.sent`, "Samuel Nguyen")
		b.press("k", "k", "k", "k")
		b.want(here, "Maxime Tremblay")
	})
	t.Run("slash_finds_a_person_without_accents_and_keys_rest_while_one_types", func(t *testing.T) {
		b := tab{t, b.ctx}
		open("/fr/overview")
		b.press("/")
		b.want(focus+`.type`, "search")
		b.press("j")
		b.want(here, "undefined")
		b.do(chromedp.SendKeys("[data-search]", "cote"))
		b.want(`[...document.querySelectorAll("[data-row]")].filter((r) => r.checkVisibility()).length`, "1")
	})
	t.Run("question_mark_lists_the_keys_and_they_can_be_switched_off", func(t *testing.T) {
		b := tab{t, b.ctx}
		open("/en/overview")
		b.press("?")
		b.want(`document.getElementById("keys").matches(":modal")`, "true")
		b.eval(`document.querySelector("[data-keys-switch]").click()`)
		b.eval(`document.getElementById("keys").close()`)
		b.press("j")
		b.want(here, "undefined")
		open("/en/overview")
		b.want(`document.querySelector("[data-keys-switch]").checked`, "false")
		b.press("j")
		b.want(here, "undefined")
		b.eval(`localStorage.clear()`)
	})
	t.Run("the_theme_changes_at_once_and_is_kept", func(t *testing.T) {
		b := tab{t, b.ctx}
		open("/en/overview?theme=dark")
		dark := b.eval(`getComputedStyle(document.documentElement).backgroundColor`)
		b.eval(`document.querySelector("[data-theme-switch] [value=light]").click()`)
		b.want(`document.documentElement.dataset.theme`, "light")
		if light := b.eval(`getComputedStyle(document.documentElement).backgroundColor`); light == dark {
			t.Errorf("both themes have the ground %s", light)
		}
		b.want(`document.querySelector("[data-theme-switch] [aria-pressed=true]").value`, "light")
		b.eventually(`performance.getEntriesByType("resource").some((r) => r.name.endsWith("/staff/preferences"))`)
		s.mu.Lock()
		defer s.mu.Unlock()
		if got := strings.Join(s.kept, "|"); got != "light /staff/gallery?q=1" {
			t.Errorf("the server kept %q", got)
		}
	})
	t.Run("a_menu_closes_by_escape_and_by_a_click_elsewhere", func(t *testing.T) {
		b := tab{t, b.ctx}
		open("/en/overview")
		b.eval(`document.querySelector(".account summary").click()`)
		b.press("Escape")
		b.want(`document.querySelector(".account").open`, "false")
		b.want(focus+`.tagName`, "SUMMARY")
		b.eval(`document.querySelector(".account summary").click()`)
		b.eval(`document.querySelector("h1").click()`)
		b.want(`document.querySelector(".account").open`, "false")
	})
	t.Run("a_toast_goes_when_it_is_dismissed", func(t *testing.T) {
		b := tab{t, b.ctx}
		open("/fr/overview")
		b.want(`document.querySelectorAll("[data-toast]").length`, "1")
		b.eval(`document.querySelector("[data-dismiss]").click()`)
		b.eventually(`document.querySelectorAll("[data-toast]").length === 0`)
	})
	t.Run("a_refused_form_has_the_focus_on_its_summary", func(t *testing.T) {
		b := tab{t, b.ctx}
		open("/fr/forms")
		b.want(focus+`.classList.contains("form-errors")`, "true")
	})
	t.Run("unsaved_changes_are_asked_about_until_they_are_sent", func(t *testing.T) {
		b := tab{t, b.ctx}
		open("/fr/forms")
		asks := `!window.dispatchEvent(new Event("beforeunload", {cancelable: true}))`
		b.want(asks, "false")
		b.eval(`(() => { const f = document.getElementById("f-first_name"); f.value = "x"; f.dispatchEvent(new Event("input", {bubbles: true})) })()`)
		b.want(asks, "true")
		b.eval(`document.querySelector("form[data-guard]").dispatchEvent(new SubmitEvent("submit", {bubbles: true, cancelable: true}))`)
		b.want(asks, "false")
	})
	t.Run("a_long_list_of_choices_scrolls_in_itself_and_keeps_the_chosen_one_in_view", func(t *testing.T) {
		b := tab{t, b.ctx}
		open("/fr/pickers")
		const list, row = `document.querySelector("#pick-long .picks")`, `document.querySelector("#pick-long .check:has(:checked)")`
		b.want(list+`.scrollHeight > `+list+`.clientHeight && `+list+`.clientHeight < innerHeight * .4`, "true")
		b.want(`[...`+list+`.children].every((x) => x.offsetHeight >= 44)`, "true")
		b.want(list+`.clientHeight % 44 > 10 && `+list+`.clientHeight % 44 < 34`, "true") // a row is cut
		b.want(row+`.getBoundingClientRect().bottom <= `+list+`.getBoundingClientRect().bottom`, "true")
	})

	t.Run("a_dialog_opens_as_a_modal_instead_of_its_link", func(t *testing.T) {
		b := tab{t, b.ctx}
		open("/fr/forms")
		b.eval(`document.querySelector("[data-dialog=gone]").click()`)
		b.want(`document.getElementById("gone").matches(":modal")`, "true")
		b.want(`document.activeElement.id`, "gone-title")
		b.eval(`document.querySelector("#gone .actions button:last-child").click()`)
		b.want(`document.getElementById("gone").open`, "false")
		b.want(`location.hash`, "")
	})
	t.Run("a_refusal_is_told_in_a_toast_and_changes_nothing_else", func(t *testing.T) {
		b := tab{t, b.ctx}
		open("/en/messages")
		b.eval(`htmx.ajax("POST", "/refuse", {target: "main"})`)
		b.eventually(`document.querySelector("[data-toast] p")?.textContent.startsWith("There is no such page – The link may be old")`)
		b.want(`document.querySelector("main h1").textContent`, "Today")
	})
	t.Run("htmx_runs_within_the_policy", func(t *testing.T) {
		b := tab{t, b.ctx}
		b.want(`htmx.config.allowEval + " " + htmx.config.selfRequestsOnly + " " + htmx.config.includeIndicatorStyles`, "false true false")
	})
	if n := s.refused.Load(); n > 0 {
		t.Errorf("the Content-Security-Policy refused %d things", n)
	}
}

func TestPages_never_scroll_sideways(t *testing.T) {
	s, b := serve(t), browse(t)
	for _, l := range []i18n.Lang{i18n.FR, i18n.EN} {
		for name := range gallery.Pages(l, "") {
			b.do(chromedp.Navigate(s.URL + "/gallery/" + string(l) + "/" + name))
			for _, width := range []int64{320, 360, 719, 720, 899, 1099, 1100, 1280, 1440} {
				b.do(chromedp.EmulateViewport(width, 900))
				if got := b.eval(`(scrollTo(9999, 0), scrollX)`); got != "0" {
					t.Errorf("%s/%s at %d px scrolls by %s px", l, name, width, got)
				}
			}
		}
	}
}
