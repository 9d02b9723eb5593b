package browser

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/serviceworker"
	"github.com/chromedp/chromedp"
)

// Allow grants the page a permission, such as "notifications".
func (p *Page) Allow(permission string) *Page {
	p.t.Helper()
	ctx, done := p.step()
	defer done()
	_, err := chromedp.CallBrowser(ctx, browser.SetPermission, browser.SetPermissionParams{Setting: browser.PermissionSettingGranted,
		Permission: &browser.PermissionDescriptor{Name: permission}, Origin: p.app.URL,
		BrowserContextID: chromedp.FromContext(p.tab.ctx).BrowserContextID})
	p.must("granting "+permission, err)
	return p
}

// Worker is the service worker of the page that a tab shows.
type Worker struct {
	p   *Page
	id  serviceworker.RegistrationID
	ctx context.Context // of its target
}

// Worker returns the service worker of the page, which must have been registered, and lets it record what it would show: the headless
// browser has neither notifications nor badges of a system.
func (p *Page) Worker() *Worker {
	p.t.Helper()
	scope := Eval[string](p, `navigator.serviceWorker.ready.then(r => r.scope)`)
	w := &Worker{p: p}
	var mu sync.Mutex
	ctx, done := p.step()
	defer done()
	err := chromedp.Listen(p.tab.ctx, func(event any) {
		e, ok := event.(*serviceworker.EventWorkerRegistrationUpdated)
		if !ok {
			return
		}
		mu.Lock()
		defer mu.Unlock()
		for _, r := range e.Registrations {
			if r.ScopeURL == scope && !r.IsDeleted {
				w.id = r.RegistrationID
			}
		}
	})
	_, on := chromedp.Call(ctx, serviceworker.Enable, cdp.Empty{})
	p.must("listening to service workers", errors.Join(err, on))
	for known := func() bool { mu.Lock(); defer mu.Unlock(); return w.id != "" }; !known(); {
		select {
		case <-time.After(10 * time.Millisecond):
		case <-ctx.Done():
			p.must("waiting for the service worker", ctx.Err())
		}
	}
	w.attach(ctx)
	w.Eval(`self.shown = []
		self.registration.showNotification = async (title, options) => { self.shown.push({title, ...options}) }
		navigator.setAppBadge = async (count) => { self.shown.at(-1).badge = count }
		navigator.clearAppBadge = async () => {}
		"ready"`)
	return w
}

// attach opens a connection to the worker of the tab’s own context.
func (w *Worker) attach(ctx context.Context) {
	w.p.t.Helper()
	all, err := chromedp.Targets(ctx)
	w.p.must("listing what runs", err)
	for _, x := range all {
		if x.Type == "service_worker" && strings.HasPrefix(x.URL, w.p.app.URL) &&
			x.BrowserContextID == chromedp.FromContext(w.p.tab.ctx).BrowserContextID {
			at, leave := chromedp.NewContext(w.p.tab.ctx, chromedp.WithTargetID(x.TargetID), chromedp.WithDetachOnCancel())
			w.p.t.Cleanup(leave)
			w.p.must("connecting to the service worker", chromedp.Do(at))
			w.ctx = at
			return
		}
	}
	w.p.t.Fatal("the service worker does not run")
}

// Eval returns the text that a script in the worker results in.
func (w *Worker) Eval(script string) string {
	w.p.t.Helper()
	ctx, done := context.WithTimeout(w.ctx, patience)
	defer done()
	text, err := chromedp.Run(ctx, chromedp.Evaluate[string](script, chromedp.EvalAwaitPromise))
	w.p.must("asking the worker", err)
	return text
}

// Notice is what the worker shows of a message.
type Notice struct {
	Title, Body, Tag, Lang string
	URL                    string `json:"data"`
	Badge                  int    // on the icon of the program
}

// Push delivers a message about something unread, as the browser does once it has decrypted it, and returns the notice that it becomes.
func (w *Worker) Push(data string) (n Notice) {
	w.p.t.Helper()
	w.Eval(`self.shown.length = 0; ""`)
	ctx, done := w.p.step()
	defer done()
	_, err := chromedp.Call(ctx, serviceworker.DeliverPushMessage,
		serviceworker.DeliverPushMessageParams{Origin: w.p.app.URL, RegistrationID: w.id, Data: data})
	w.p.must("delivering a message", err)
	text := w.Eval(`new Promise(done => {
		const look = () => self.shown[0]?.badge ? done(JSON.stringify(self.shown[0])) : setTimeout(look, 10)
		look()
	})`)
	w.p.must("reading the notice", json.Unmarshal([]byte(text), &n))
	return n
}

// Click clicks a notice, as a person does on their device.
func (w *Worker) Click(n Notice) {
	w.p.t.Helper()
	w.Eval(`self.dispatchEvent(Object.assign(new Event("notificationclick"), {
		waitUntil: (done) => done.catch(() => {}), // focus needs the click of a person
		notification: {data: ` + strconv.Quote(n.URL) + `, close() {}},
	})) ? "" : ""`)
}
