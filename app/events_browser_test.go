package app_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"presence/app/apptest"
	"presence/app/apptest/browser"
	"presence/app/platform/i18n"
	"presence/db"
)

// Somebody makes an event by what the pages offer: refused at first, then kept, previewed, given a file and deleted; on
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
			p.Fits().Follow(chromedp.Click(`.page-title .btn-primary`))
			title, save := `[name="content.fr.title"]`, `.event-save button`
			p.Do(chromedp.SendKeys(title, "Le bal d’été"), chromedp.SendKeys(`[name="capacity"]`, "beaucoup"), chromedp.Click(`.palette-or input`))
			if v.NoScript {
				p.Follow(chromedp.Click(`.event-plain button`))
			} else {
				p.Do(chromedp.WaitReady(`iframe[srcdoc*="Le bal d"][srcdoc*="palette-or"]`)) // one drawn while it was typed may have come before
			}
			if doc := browser.Eval[string](p, `document.querySelector('.event-frame').srcdoc`); !strings.Contains(doc, "palette-or") ||
				!strings.Contains(doc, "Le bal d’été") {
				t.Errorf("the preview does not show what was typed: %.200s", doc)
			}
			p.Follow(chromedp.Click(save))
			if wrong := p.Text(".form-errors"); !strings.Contains(wrong, "Places") || strings.Contains(wrong, "Title") {
				t.Fatalf("the form says %q", wrong)
			}
			p.Fits().Follow(chromedp.SetValue(`[name="capacity"]`, "40"), chromedp.Click(save))
			p.At("/staff/events/le-bal-d-ete")
			if s := p.Text(".page-title .badge"); s != "Draft" {
				t.Errorf("a new event is %q", s)
			}
			p.Fits().Follow(chromedp.SetUploadFiles(`[name="file"]`, []string{file}), chromedp.Click(`.event-drop ~ .split button`))
			if name := p.Text(".event-file a"); name != "menu.html.pdf" {
				t.Errorf("the attachment is called %q", name)
			}
			p.Follow(chromedp.Click(`.event-files button`))
			p.Go("/staff/events/le-bal-d-ete?ask=delete").Follow(chromedp.Click(`.dialog .btn-danger`)).At("/staff/events")
			if n := a.Count("events", "id = 'le-bal-d-ete'"); n != 0 {
				t.Error("it is still there")
			}
		})
	}
}

// TestEventPages shows what the pages say in words, without a browser.
func TestEventPages(t *testing.T) {
	a := apptest.New(t)
	c := a.Browser("events").On(t)
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
		version := formVersion(t, page)
		c.On(t).Form("/staff/events/{event}", "email_template=event-hiver&version="+version).Want(303)
		err := a.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.Exec(ctx, "DELETE FROM templates")
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		page = c.On(t).Get("/staff/events/{event}").Want(200).Has(`<option value="event-hiver" selected>event-hiver (gone)</option>`,
			"Choose another one")
		c.On(t).Form("/staff/events/{event}", "email_template=event-hiver&capacity=81&version="+formVersion(t, page)).Want(303)
		c.On(t).Form("/staff/events/{event}", "email_template=event-other").Want(422).Has(`id="f-email_template-error"`)
	})
	t.Run("a file of another kind is refused beside the form", func(t *testing.T) {
		body, media := part("x.png", "<svg>", "fr")
		c.On(t).Do("POST", "/staff/events/{event}/attachments", body, "Content-Type", media).Want(422).Has(`id="f-data-error"`)
	})
	t.Run("deleting a saved built-in event uncovers it", func(t *testing.T) {
		a.As("events").On(t).Patch("/events/portes-ouvertes-2027", `{"content":{"fr":{"title":"Autre"}}}`).Want(200)
		c.On(t).Get("/staff/events/portes-ouvertes-2027?ask=delete").Want(200).Has("again the one that ships")
		c.On(t).Form("/staff/events/portes-ouvertes-2027/delete", "").Want(303)
		c.On(t).Get("/staff/events/portes-ouvertes-2027").Want(200).Has("Open house").HasNot("?ask=delete")
	})
}
