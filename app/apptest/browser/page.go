package browser

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"presence/app/accounts/auth"
	"presence/app/apptest"
	"presence/app/platform/i18n"
)

// View is the state of a browser in which a page is shown.
type View struct {
	Lang     i18n.Lang
	Dark     bool
	Width    int  // CSS pixels: 360 is a phone, 1280 a desktop
	NoScript bool // scripts are disabled
	Moving   bool // animations run; else the page is asked for less motion
}

// Name returns the name of a view for subtests and screenshots: "fr-dark-360".
func (v View) Name() string {
	scheme := "light"
	if v.Dark {
		scheme = "dark"
	}
	return fmt.Sprintf("%s-%s-%d", v.Lang, scheme, v.Width)
}

// ViewsIn returns the views in one language; Turn changes an open page from one to the next.
func ViewsIn(lang i18n.Lang) []View {
	var all []View
	for _, width := range []int{360, 1280} {
		for _, dark := range []bool{false, true} {
			all = append(all, View{Lang: lang, Dark: dark, Width: width})
		}
	}
	return all
}

// Page is a tab with its own cookies, as used by one test.
type Page struct {
	t    testing.TB
	app  *apptest.App
	view View
	tab  *tab
}

// tab is the state of a tab that several tests may use one after the other.
type tab struct {
	ctx    context.Context
	height int64     // of the window, in CSS pixels
	rest   int64     // height that the page kept after Axe had enlarged the window, in CSS pixels
	judged *sync.Map // of the browser: what Axe has checked

	mu      sync.Mutex
	console []string
}

// Open opens a new tab for the app, not signed in. It is closed when the test ends.
func (b *Browser) Open(t testing.TB, a *apptest.App, v View) *Page {
	t.Helper()
	ctx, shut := chromedp.NewContext(b.ctx, chromedp.WithNewBrowserContext())
	t.Cleanup(shut)
	p := &Page{t: t, app: a, tab: &tab{ctx: ctx, judged: &b.judged}}
	p.must("opening a tab", chromedp.Do(ctx))
	p.must("listening to the console", p.listen())
	return p.Again(t, v)
}

// View returns the view in which the page is shown.
func (p *Page) View() View { return p.view }

// step returns a context with the time limit of one step.
func (p *Page) step() (context.Context, context.CancelFunc) {
	return context.WithTimeout(p.tab.ctx, patience)
}

// Again returns the same tab for another test or another view, in which a page is to be opened next; the present page may not
// be drawn in the new view. Messages of the console are dropped.
func (p *Page) Again(t testing.TB, v View) *Page {
	t.Helper()
	again := &Page{t: t, app: p.app, view: v, tab: p.tab}
	again.must("choosing the view", again.look())
	p.tab.said()
	return again
}

// Turn returns the open page for another test, or in another width or scheme, without loading it again. Its language stays the
// same.
func (p *Page) Turn(t testing.TB, v View) *Page {
	t.Helper()
	turned := &Page{t: t, app: p.app, view: v, tab: p.tab}
	err := turned.scheme()
	if v.Width != p.view.Width {
		err = errors.Join(err, turned.resize(screenHeight))
	}
	turned.must("turning to "+v.Name(), errors.Join(err, turned.draw()))
	return turned
}

// On returns the open page as it is, for another test.
func (p *Page) On(t testing.TB) *Page {
	same := *p
	same.t = t
	return &same
}

// screenHeight is the height of a small screen, in CSS pixels.
const screenHeight = 800

// resize sets the tab's size to the view's width and a height. The page is drawn a moment later: see draw.
func (p *Page) resize(height int64) error {
	ctx, done := p.step()
	defer done()
	p.tab.height, p.tab.rest = height, 0
	_, err := chromedp.Call(ctx, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: int64(p.view.Width), Height: height, DeviceScaleFactor: 1, Mobile: p.view.Width < 600})
	return err
}

// unroll makes the window as high as the page, and as the content of an open dialog. A page that fills the window and has a bar below it
// stays higher than any window: it is enlarged again only if its height differs from the one it kept.
func (p *Page) unroll() {
	p.t.Helper()
	const height = `Math.max(document.documentElement.scrollHeight, ...[...document.querySelectorAll("dialog[open]")].map(d => d.scrollHeight + 40))`
	full := Eval[int64](p, height)
	if full <= p.tab.height || full == p.tab.rest {
		return
	}
	p.must("unrolling the page", errors.Join(p.resize(full), p.draw()))
	p.tab.rest = Eval[int64](p, height)
}

// rollUp restores the height of a tab after Axe.
func (p *Page) rollUp() {
	p.t.Helper()
	if p.tab.height != screenHeight {
		p.must("rolling it up", errors.Join(p.resize(screenHeight), p.draw()))
	}
}

// draw waits until the page is drawn in its present state. Without scripts it cannot tell, and does nothing.
func (p *Page) draw() error {
	if p.view.NoScript {
		return nil
	}
	ctx, done := p.step()
	defer done()
	_, err := chromedp.Run(ctx, chromedp.Evaluate[bool](drawn, chromedp.EvalAwaitPromise))
	return err
}

// drawn is a script whose promise resolves after two frames, since the first may still show the old layout, and when no colour
// transition is running: where colours are inherited, even a very short transition takes a frame for each level of the page.
// Transitions of elements that are not drawn never end, so that the number of frames is limited.
const drawn = `new Promise(done => {
	const fades = a => a instanceof CSSTransition && a.playState === "running" && /color|opacity|fill/.test(a.transitionProperty);
	let still = 0, frames = 0;
	const look = () => {
		still = document.getAnimations().some(fades) ? 0 : still + 1;
		if (still < 2 && ++frames < 60) requestAnimationFrame(look); else done(true);
	};
	requestAnimationFrame(look);
})`

// scheme sets the view's colour scheme, and turns animations off unless the view has them.
func (p *Page) scheme() error {
	scheme, motion := "light", "reduce"
	if p.view.Dark {
		scheme = "dark"
	}
	if p.view.Moving {
		motion = "no-preference"
	}
	ctx, done := p.step()
	defer done()
	_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: motion}}})
	return err
}

// Printed shows the page as it is printed.
func (p *Page) Printed() *Page {
	p.t.Helper()
	ctx, done := p.step()
	defer done()
	_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
	p.must("showing it as it is printed", err)
	return p
}

func (p *Page) look() error {
	if err := errors.Join(p.scheme(), p.resize(screenHeight)); err != nil {
		return err
	}
	ctx, done := p.step()
	defer done()
	if _, err := chromedp.Call(ctx, emulation.SetScriptExecutionDisabled,
		emulation.SetScriptExecutionDisabledParams{Value: p.view.NoScript}); err != nil {
		return err
	}
	_, err := chromedp.Call(ctx, emulation.SetUserAgentOverride, emulation.SetUserAgentOverrideParams{AcceptLanguage: string(p.view.Lang)})
	return err
}

func (p *Page) setCookie(name, value string) error {
	ctx, done := p.step()
	defer done()
	_, err := chromedp.Call(ctx, network.SetCookie, network.SetCookieParams{Name: name, Value: value, URL: p.app.URL})
	return err
}

// listen collects the messages of the console: script errors, files that did not load, violations of the content security
// policy.
func (p *Page) listen() error {
	for _, enable := range []cdp.Command[cdp.Empty, cdp.Empty]{log.Enable, runtime.Enable} {
		if _, err := chromedp.Call(p.tab.ctx, enable, cdp.Empty{}); err != nil {
			return err
		}
	}
	return chromedp.Listen(p.tab.ctx, func(event any) {
		switch e := event.(type) {
		case *log.EventEntryAdded:
			p.tab.heard(string(e.Entry.Source) + " " + string(e.Entry.Level) + ": " + e.Entry.Text + " " + e.Entry.URL)
		case *runtime.EventExceptionThrown:
			p.tab.heard("exception: " + e.ExceptionDetails.Text)
		case *runtime.EventConsoleAPICalled:
			p.tab.heard("console." + string(e.Type))
		}
	})
}

func (t *tab) heard(line string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.console = append(t.console, line)
}

// said returns the messages of the console since the last call.
func (t *tab) said() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := t.console
	t.console = nil
	return lines
}

// As gives the tab the session of a person of the World, with the view's language.
func (p *Page) As(who string) *Page {
	p.t.Helper()
	person := p.app.World.People[who]
	p.must("choosing the language", p.app.Auth.SetLanguage(p.tab.ctx, auth.Actor{PersonID: person.UserID}, p.view.Lang))
	c := p.app.Browser(who).Cookie
	p.must("signing in", p.setCookie(c.Name, c.Value))
	return p
}

// Expire takes the session of a person from the tab, as if it had ended.
func (p *Page) Expire(who string) *Page {
	p.t.Helper()
	p.must("signing out", p.setCookie(p.app.Browser(who).Cookie.Name, "expired"))
	return p
}

// SignIn signs in on the real page by keyboard alone; it works without scripts too.
func (p *Page) SignIn(email, password string) *Page {
	p.t.Helper()
	p.Go("/auth/v1/login").Do(chromedp.WaitVisible("[name=email]:focus")) // keys typed before would be lost
	return p.Follow(chromedp.KeyEvent(email + "\t" + password + "\r"))
}

// painted is an expression that is true when something is visible and the page's fonts are loaded. The browser ignores clicks
// before the first paint, and a click may miss what moves when a font replaces its fallback.
const painted = `performance.getEntriesByName("first-contentful-paint").length > 0 && document.fonts.status === "loaded"`

// Go opens a path; names of the World in braces are replaced.
func (p *Page) Go(path string) *Page {
	p.t.Helper()
	if p.tab.height != screenHeight {
		p.must("rolling it up", p.resize(screenHeight))
	}
	ctx, done := p.step()
	defer done()
	p.must("opening "+path, chromedp.Do(ctx, chromedp.Navigate(p.app.URL+p.app.World.Fill(path))))
	return p.Until(painted)
}

// Do runs steps of package chromedp.
func (p *Page) Do(steps ...chromedp.Action[chromedp.Void]) *Page {
	p.t.Helper()
	p.rollUp()
	for i, s := range steps {
		ctx, done := p.step()
		err := chromedp.Do(ctx, s)
		done()
		p.must(fmt.Sprintf("step %d of %d", i+1, len(steps)), err)
	}
	return p
}

// Follow runs steps that lead to another page, and waits until that is loaded.
func (p *Page) Follow(steps ...chromedp.Action[chromedp.Void]) *Page {
	p.t.Helper()
	p.rollUp()
	ctx, done := p.step()
	defer done()
	_, err := chromedp.RunResponse(ctx, steps...)
	p.must("following", err)
	return p.Until(painted)
}

// Path returns the path of the tab's address.
func (p *Page) Path() string {
	p.t.Helper()
	ctx, done := p.step()
	defer done()
	at, err := chromedp.Run(ctx, chromedp.Location())
	p.must("asking where", err)
	u, err := url.Parse(at)
	p.must("reading the address", err)
	return u.RequestURI()
}

// At waits until the tab is at a path, for example after the page's script has followed the answer to a form.
func (p *Page) At(path string) *Page {
	p.t.Helper()
	return p.Until(`location.pathname + location.search === ` + strconv.Quote(path))
}

// Text returns the visible text of the first element that matches, and waits for one.
func (p *Page) Text(selector string) string {
	p.t.Helper()
	return once[string](p, `(e => e?.checkVisibility() ? e.innerText : null)(document.querySelector(`+strconv.Quote(selector)+`))`)
}

// Reads waits until the first element that matches has that visible text.
func (p *Page) Reads(selector, text string) *Page {
	p.t.Helper()
	return p.Until(`document.querySelector(` + strconv.Quote(selector) + `)?.innerText === ` + strconv.Quote(text))
}

// Until waits until an expression is true on the page.
func (p *Page) Until(so string) *Page {
	p.t.Helper()
	once[bool](p, `(`+so+`) ? true : null`)
	return p
}

// once returns the value of a script as soon as it is not null. Meanwhile the page may replace elements, and another page may
// be loaded.
func once[T any](p *Page, script string) T {
	p.t.Helper()
	ctx, done := p.step()
	defer done()
	for {
		v, err := ask[*T](ctx, p, script)
		if err == nil && v != nil {
			return *v
		}
		select {
		case <-time.After(10 * time.Millisecond):
		case <-ctx.Done():
			p.must("waiting for "+script, errors.Join(err, ctx.Err()))
		}
	}
}

// ask returns the value of a script as soon as it is not null, or null after a while. The page itself repeats the script,
// unless scripts are disabled. When a page is left, the browser does not always report that the script will not answer.
func ask[T any](ctx context.Context, p *Page, script string) (T, error) {
	if p.view.NoScript {
		return chromedp.Run(ctx, chromedp.Evaluate[T](script))
	}
	ctx, done := context.WithTimeout(ctx, 10*time.Second)
	defer done()
	return chromedp.Run(ctx, chromedp.Evaluate[T](`new Promise((done, failed) => {
		const end = performance.now() + 2000
		const look = () => {
			try {
				const v = (`+script+`)
				if (v !== null || performance.now() > end) done(v); else setTimeout(look, 10)
			} catch (e) { failed(e) }
		}
		look()
	})`, chromedp.EvalAwaitPromise))
}

// Settled waits until htmx has no request and no swap pending, and no view transition runs: new elements then react to clicks.
func (p *Page) Settled() *Page {
	p.t.Helper()
	Eval[bool](p, drawn)
	return p.Until(`!document.querySelector('[hx-trigger~="load"], .htmx-request, .htmx-swapping, .htmx-added, .htmx-settling') &&
		!document.getAnimations().some(a => a.effect?.pseudoElement?.startsWith("::view-transition"))`)
}

// Eval returns the value of a script, run in addition to the page's own.
func Eval[T any](p *Page, script string) T {
	p.t.Helper()
	ctx, done := p.step()
	defer done()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
	p.must("asking the page", err)
	return v
}

// Quiet fails if there are messages of the console: script errors, missing files, violations of the content security policy.
func (p *Page) Quiet() *Page {
	p.t.Helper()
	for _, line := range p.tab.said() {
		p.t.Errorf("the console says %s", line)
	}
	return p
}

// Shot writes a screenshot of the whole page into the folder in SHOTS; if that is not set it does nothing.
func (p *Page) Shot(name string) *Page {
	p.t.Helper()
	dir := os.Getenv("SHOTS")
	if dir == "" {
		return p
	}
	p.rollUp()
	ctx, done := p.step()
	defer done()
	png, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
	p.must("taking the picture", err)
	p.must("making the folder", os.MkdirAll(dir, 0o755))
	p.must("keeping the picture", os.WriteFile(filepath.Join(dir, name+"-"+p.view.Name()+".png"), png, 0o644))
	return p
}

func (p *Page) must(what string, err error) {
	p.t.Helper()
	if err != nil {
		p.t.Fatalf("%s: %v (console: %q)", what, err, p.tab.said())
	}
}
