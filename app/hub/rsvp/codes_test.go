package rsvp

import (
	"bytes"
	"image/png"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"presence/app/apptest/htmltest"
	"presence/app/platform/mail"
)

const codeAddress = "https://presence.example/door/"

// codeIn returns the check-in code of a message.
func (w *mailWorld) codeIn(c mail.Content) string {
	w.Helper()
	for line := range strings.Lines(c.Text) {
		if code, ok := strings.CutPrefix(strings.TrimSpace(line), codeAddress); ok && IsCode(code) {
			return code
		}
	}
	w.Fatalf("there is no code in\n%s", c.Text)
	return ""
}

func TestConfirmation_code(t *testing.T) {
	eachMailWorld(t, func(t *testing.T, w *mailWorld) {
		w.answers(Answer{Name: "Zoé", Email: "zoe@example.org", People: 2}, "")
		c := w.one()
		code := w.codeIn(c)
		t.Run("leads to the registration", func(t *testing.T) {
			if r, err := w.ByCode(t.Context(), code); err != nil || r.Name != "Zoé" {
				t.Errorf("%+v, %v", r, err)
			}
		})
		t.Run("is a picture in the message, which links to its address", func(t *testing.T) {
			page := htmltest.Parse(t, c.HTML)
			image := htmltest.One(t, page, "a[href='"+codeAddress+code+"'] img")
			if image.AttrOr("src", "") != "cid:picture@presence" || image.AttrOr("alt", "") == "" {
				t.Errorf("the picture is %s", image.AttrOr("src", ""))
			}
			for _, a := range c.Attachments {
				if a.MediaType == "image/png" {
					if _, err := png.Decode(bytes.NewReader(a.Data)); err != nil || len(a.Data) > 4<<10 {
						t.Errorf("%d bytes, %v", len(a.Data), err)
					}
					return
				}
			}
			t.Error("there is no picture")
		})
		t.Run("is the link of the calendar entry", func(t *testing.T) {
			for _, a := range c.Attachments {
				if a.MediaType == "text/calendar" && strings.Contains(unfolded(a.Data), "\nURL:"+codeAddress+code+"\n") {
					return
				}
			}
			t.Error("the entry has no link")
		})
		t.Run("is not in the message to a guest who declines", func(t *testing.T) {
			if _, err := w.answer(Answer{Name: "Zoé", Email: "zoe@example.org"}, ""); err != nil {
				t.Fatal(err)
			}
			if no := w.one(); strings.Contains(no.Text, "/door/") || strings.Contains(no.HTML, "cid:") {
				t.Errorf("says\n%s", no.Text)
			}
		})
	})
}

// unfolded returns a calendar file with long lines joined.
func unfolded(file []byte) string {
	return strings.ReplaceAll(strings.ReplaceAll(string(file), "\r\n", "\n"), "\n ", "")
}

func TestSubmit_code(t *testing.T) {
	eachFixture(t, func(t *testing.T, d *fixture) {
		form := url.Values{"name": {"Zoé"}, "email": {"zoe@example.com"}, "people": {"2"}, "attending": {"yes"}}
		thanks := d.on(t).post("/rsvp/gala/submit", form, "Accept-Language", "en").Want(http.StatusOK)
		t.Run("is on the page after the answer, which stays below 30 KB", func(t *testing.T) {
			if keep := thanks.Doc().Find(".keep a"); !IsCode(strings.TrimPrefix(keep.AttrOr("href", ""), "/door/")) {
				t.Errorf("the link to keep is %s", keep.AttrOr("href", ""))
			}
			if thanks.Doc().Find(".ticket svg.qr path").Length() != 1 || len(thanks.Body) > 30<<10 {
				t.Errorf("%d bytes", len(thanks.Body))
			}
		})
		t.Run("is the link of the calendar file of that page", func(t *testing.T) {
			address := htmltest.One(t, thanks.Doc(), ".calendars a[download]").AttrOr("href", "")
			u, err := url.Parse(address)
			if err != nil {
				t.Fatal(err)
			}
			code := u.Query().Get("code")
			if r, err := d.ByCode(t.Context(), code); err != nil || r.Name != "Zoé" {
				t.Errorf("%s: %+v, %v", address, r, err)
			}
			file := unfolded([]byte(d.on(t).send(http.MethodGet, address, "").Body))
			if !strings.Contains(file, "\nURL:"+codeAddress+code+"\n") {
				t.Errorf("the file is\n%s", file)
			}
		})
		t.Run("is only what looks like a code", func(t *testing.T) {
			file := d.on(t).send(http.MethodGet, "/rsvp/gala/calendar.ics?lang=en&code=https://evil.example", "").Body
			if strings.Contains(file, "URL:") || strings.Contains(file, "evil") {
				t.Errorf("the file is\n%s", file)
			}
		})
		t.Run("is not on the page after a no", func(t *testing.T) {
			form.Set("attending", "no")
			if page := d.on(t).post("/rsvp/gala/submit", form).Want(http.StatusOK).Doc(); page.Find("svg.qr").Length() != 0 {
				t.Error("there is one")
			}
		})
	})
}
