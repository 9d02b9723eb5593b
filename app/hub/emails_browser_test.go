package hub_test

import (
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/chromedp/chromedp"

	"presence/app/apptest"
	"presence/app/apptest/browser"
	"presence/app/platform/i18n"
	"presence/app/platform/palette"
)

// TestBrowser_DeliveredFonts computes the style of a message as it was delivered: every text has the fonts that it names.
func TestBrowser_DeliveredFonts(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	a.As("events").On(t).Post("/events/{event}/send",
		`{"test":true,"test_emails":["guest@example.org"],"channel":"bulk","language":"fr"}`).Want(http.StatusOK)
	kept, _, err := a.Outbox.List("", 1)
	if err != nil || len(kept) != 1 {
		t.Fatalf("the message is not in the outbox: %v %v", kept, err)
	}
	m, err := a.Outbox.Read(kept[0].Name)
	if err != nil {
		t.Fatal(err)
	}
	p := b.Open(t, a, browser.View{Lang: i18n.FR, Width: 1280})
	p.Do(chromedp.Navigate("data:text/html;charset=utf-8;base64," + base64.StdEncoding.EncodeToString([]byte(m.HTML))))
	for selector, font := range map[string]string{"h1": "Georgia", "td p": "Segoe UI", "td": "Segoe UI", "a": "Segoe UI"} {
		p.Until(`[...document.querySelectorAll("` + selector +
			`")].filter((x) => x.textContent.trim() && x.querySelector("*") === null).every((x) => getComputedStyle(x).fontFamily.replaceAll('"', "").startsWith("` + font + `"))`)
	}
}

// TestBrowser_Emails holds the e-mails against WCAG 2.2 AA as a mailbox shows them: the festive invitation in every palette,
// and a template, as invitation and as reminder. They load nothing and scroll nowhere sideways.
func TestBrowser_Emails(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	staff := a.As("events").On(t)
	looks := map[string]string{"template": "look=override&template={template}", "reminder": "look=festive&reminder=1"}
	for _, name := range palette.Names() {
		looks[name] = "look=festive"
	}
	for name, query := range looks {
		langs := []i18n.Lang{i18n.FR, i18n.EN}
		if palette.Known(name) {
			staff.Patch("/events/{event}", `{"palette":"`+name+`"}`).Want(http.StatusOK)
			langs = langs[:1] // a palette's colours are the same in both languages and in every width
		}
		for _, lang := range langs {
			page := a.As("events").On(t).Get("/events/{event}/invite-preview?" + query + "&lang=" + string(lang)).Want(http.StatusOK)
			mailbox := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/" { // and not its icon
					w.Header().Set("Content-Type", "text/html; charset=utf-8")
					_, _ = w.Write(page.Body)
				}
			}))
			t.Cleanup(mailbox.Close)
			p := b.Open(t, a, browser.View{Lang: lang, Width: 1280}).Do(chromedp.Navigate(mailbox.URL))
			t.Run(name+"/"+string(lang), func(t *testing.T) {
				if !palette.Known(name) {
					p.On(t).Quiet().Inspect("email-" + name)
					return
				}
				for _, dark := range []bool{false, true} {
					p = p.Turn(t, browser.View{Lang: lang, Width: 1280, Dark: dark})
					p.Quiet().Fits().Axe().Shot("email-" + name)
				}
			})
		}
	}
}
