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

// View is how a page is looked at.
type View struct {
	Lang     i18n.Lang
	Dark     bool
	Width    int  // CSS pixels: 360 is a phone, 1280 a desk
	NoScript bool // the browser runs no script
}

// Name tells one view from another in names of subtests and pictures: "fr-dark-360".
func (v View) Name() string {
	scheme := "light"
	if v.Dark {
		scheme = "dark"
	}
	return fmt.Sprintf("%s-%s-%d", v.Lang, scheme, v.Width)
}

// Views are both languages, both schemes, phone and desk.
func Views() []View {
	var all []View
	for _, lang := range []i18n.Lang{i18n.FR, i18n.EN} {
		all = append(all, ViewsIn(lang)...)
	}
	return all
}

// ViewsIn are the views of one language: a page that is open is taken from each to the next by Turn.
func ViewsIn(lang i18n.Lang) []View {
	var all []View
	for _, width := range []int{360, 1280} {
		for _, dark := range []bool{false, true} {
			all = append(all, View{Lang: lang, Dark: dark, Width: width})
		}
	}
	return all
}

// Page is one tab with cookies of its own, as one test looks at it.
type Page struct {
	t    testing.TB
	app  *apptest.App
	view View
	tab  *tab
}

// tab is what a tab keeps from one test to the next.
type tab struct {
	ctx    context.Context
	height int64     // of the window, in CSS pixels
	rest   int64     // how high what is open remained once Axe had unrolled it, in CSS pixels
	judged *sync.Map // of the browser: what Axe has held against its rules

	mu      sync.Mutex
	console []string
}

// Open gives a new tab over the app, signed in as nobody. It is shut when the test ends.
func (b *Browser) Open(t testing.TB, a *apptest.App, v View) *Page {
	t.Helper()
	ctx, shut := chromedp.NewContext(b.ctx, chromedp.WithNewBrowserContext())
	t.Cleanup(shut)
	p := &Page{t: t, app: a, tab: &tab{ctx: ctx, judged: &b.judged}}
	p.must("opening a tab", chromedp.Do(ctx))
	p.must("listening to the console", p.listen())
	return p.Again(t, v)
}

// step bounds what one step may take.
func (p *Page) step() (context.Context, context.CancelFunc) {
	return context.WithTimeout(p.tab.ctx, patience)
}

// Again is the same tab, as another test looks at it or in another view: for the page that is opened next, what is open
// may not be drawn anew yet. What the console said so far is forgotten.
func (p *Page) Again(t testing.TB, v View) *Page {
	t.Helper()
	again := &Page{t: t, app: p.app, view: v, tab: p.tab}
	again.must("choosing the view", again.look())
	p.tab.said()
	return again
}

// Turn is what is open, as another test looks at it or in another width or scheme: it is not loaded anew. The language is
// that in which it was loaded.
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

// Everywhere looks at what is open in both schemes, on a phone and at a desk, and then leaves it as it was.
func (p *Page) Everywhere(look func(p *Page)) *Page {
	p.t.Helper()
	in := p
	for _, v := range ViewsIn(p.view.Lang) {
		in = in.Turn(p.t, v)
		look(in)
	}
	return in.Turn(p.t, p.view)
}

// screenHeight is that of a small screen, in CSS pixels.
const screenHeight = 800

// resize gives the tab the view's width and a height. What is open is drawn anew in them a moment later: see draw.
func (p *Page) resize(height int64) error {
	ctx, done := p.step()
	defer done()
	p.tab.height, p.tab.rest = height, 0
	_, err := chromedp.Call(ctx, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: int64(p.view.Width), Height: height, DeviceScaleFactor: 1, Mobile: p.view.Width < 600})
	return err
}

// unroll makes the window as high as what is open. Where that fills the window and stands above a bar of its own, it
// remains higher than any window: it is unrolled again once its height is another than it remained.
func (p *Page) unroll() {
	p.t.Helper()
	const height = `document.documentElement.scrollHeight`
	full := Eval[int64](p, height)
	if full <= p.tab.height || full == p.tab.rest {
		return
	}
	p.must("unrolling the page", errors.Join(p.resize(full), p.draw()))
	p.tab.rest = Eval[int64](p, height)
}

// rollUp gives a tab that Axe has unrolled its height again.
func (p *Page) rollUp() {
	p.t.Helper()
	if p.tab.height != screenHeight {
		p.must("rolling it up", errors.Join(p.resize(screenHeight), p.draw()))
	}
}

// draw waits until what is open is drawn as it is now. Without script nothing can tell.
func (p *Page) draw() error {
	if p.view.NoScript {
		return nil
	}
	ctx, done := p.step()
	defer done()
	_, err := chromedp.Run(ctx, chromedp.Evaluate[bool](drawn, chromedp.EvalAwaitPromise))
	return err
}

// drawn comes true two frames from now, since the first may still show what was laid out before, and once no colour is on
// its way to another one: a transition that is nearly at once takes some frames all the same where colours are inherited,
// one for each level of the page. Those of what is not drawn never end: nobody waits for them beyond so many frames.
const drawn = `new Promise(done => {
	const fades = a => a instanceof CSSTransition && a.playState === "running" && /color|opacity|fill/.test(a.transitionProperty);
	let still = 0, frames = 0;
	const look = () => {
		still = document.getAnimations().some(fades) ? 0 : still + 1;
		if (still < 2 && ++frames < 60) requestAnimationFrame(look); else done(true);
	};
	requestAnimationFrame(look);
})`

// scheme gives the tab the view's colours, and no motion.
func (p *Page) scheme() error {
	scheme := "light"
	if p.view.Dark {
		scheme = "dark"
	}
	ctx, done := p.step()
	defer done()
	_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"}}})
	return err
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

// listen keeps what the console says: errors of scripts, files that did not load, violations of the content policy.
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

// said is what the console said since it was asked last.
func (t *tab) said() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := t.console
	t.console = nil
	return lines
}

// As gives the tab the session of a person of the World, who reads in the view's language from now on.
func (p *Page) As(who string) *Page {
	p.t.Helper()
	person := p.app.World.People[who]
	p.must("choosing the language", p.app.Auth.SetLanguage(p.tab.ctx, auth.Actor{PersonID: person.UserID}, p.view.Lang))
	c := p.app.Browser(who).Cookie
	p.must("signing in", p.setCookie(c.Name, c.Value))
	return p
}

// SignIn goes through the real page by keyboard alone, which works without script too.
func (p *Page) SignIn(email, password string) *Page {
	p.t.Helper()
	p.Go("/auth/v1/login").Do(chromedp.WaitVisible("[name=email]:focus")) // what is typed before would be lost
	return p.Follow(chromedp.KeyEvent(email + "\t" + password + "\r"))
}

// painted is true once there is something to see. The browser takes no click before that.
const painted = `performance.getEntriesByName("first-contentful-paint").length > 0`

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
	for _, s := range steps {
		ctx, done := p.step()
		err := chromedp.Do(ctx, s)
		done()
		p.must("acting", err)
	}
	return p
}

// Follow runs steps that lead to another page, and waits until that one is there.
func (p *Page) Follow(steps ...chromedp.Action[chromedp.Void]) *Page {
	p.t.Helper()
	p.rollUp()
	ctx, done := p.step()
	defer done()
	_, err := chromedp.RunResponse(ctx, steps...)
	p.must("following", err)
	return p.Until(painted)
}

// Path is where the tab is.
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

// At waits until the tab is at a path, as it is once the page's script has followed a form's answer.
func (p *Page) At(path string) *Page {
	p.t.Helper()
	return p.Until(`location.pathname + location.search === ` + strconv.Quote(path))
}

// Text is what a person reads in the first element that fits, once there is one.
func (p *Page) Text(selector string) string {
	p.t.Helper()
	return once[string](p, `(e => e?.checkVisibility() ? e.innerText : null)(document.querySelector(`+strconv.Quote(selector)+`))`)
}

// Reads waits until that is what a person reads in the first element that fits.
func (p *Page) Reads(selector, text string) *Page {
	p.t.Helper()
	return p.Until(`document.querySelector(` + strconv.Quote(selector) + `)?.innerText === ` + strconv.Quote(text))
}

// Until waits for an expression to become true on the page.
func (p *Page) Until(so string) *Page {
	p.t.Helper()
	once[bool](p, `(`+so+`) ? true : null`)
	return p
}

// once gives the value of a script as soon as it is not null. The page may meanwhile put other elements in the place of
// those asked for, and lead to another one.
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

// ask gives the value of a script as soon as it is not null, or null after a while. The page itself looks again and again,
// unless it runs no script. A page that is left does not always tell that nobody will answer.
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

// Settled waits until htmx has nothing under way: what has come minds its buttons, and nothing waits for more.
func (p *Page) Settled() *Page {
	p.t.Helper()
	Eval[bool](p, drawn)
	return p.Until(`!document.querySelector('[hx-trigger~="load"], .htmx-request, .htmx-swapping, .htmx-added, .htmx-settling')`)
}

// Eval gives the value of a script, run beside the page's own.
func Eval[T any](p *Page, script string) T {
	p.t.Helper()
	ctx, done := p.step()
	defer done()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
	p.must("asking the page", err)
	return v
}

// Quiet fails when the console said anything: no script fails, nothing is missing, and the page breaks no policy.
func (p *Page) Quiet() *Page {
	p.t.Helper()
	for _, line := range p.tab.said() {
		p.t.Errorf("the console says %s", line)
	}
	return p
}

// Shot writes a picture of the whole page into the folder that SHOTS names; without it nothing happens.
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
