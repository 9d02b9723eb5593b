package outbox_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"presence/app/apptest/featuretest"
	"presence/app/apptest/htmltest"
	"presence/app/apptest/sends"
	"presence/app/apptest/sink"
	"presence/app/hub/campaigns"
	"presence/app/hub/outbox"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/mail"
	"presence/app/platform/paths"
	"presence/db"
	"presence/db/dbtest"
)

// TestPages reads the messages that were kept as files.
func TestPages(t *testing.T) {
	w := sends.New(t, dbtest.Open(t, db.SQLite), sink.Options{}).Invite(1)
	box, err := mail.OpenOutbox(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer box.Close()
	by := sends.Staff
	by.Language = i18n.EN
	staff, l := w.Client(by, func(r *httpx.Router) { outbox.Pages(r, w.S, box, time.UTC) }), i18n.EN
	c := w.Send()
	c = w.Campaign(c.ID)
	w.Exec("INSERT INTO campaigns (event_id, type, status, channel, sender, tracked, salt, created_at, updated_at) VALUES ('gone', " +
		"'event', 'completed', 'bulk', 'x', FALSE, '', 1, 1)")
	gone := w.Campaign(w.Count("SELECT MAX(id) FROM campaigns")) // its event is deleted
	w.Exec("UPDATE campaigns SET salt = $2 WHERE id = $1", gone.ID, []byte("another salt"))
	gone = w.Campaign(gone.ID)
	kept := 0
	keep := func(id string, change func(*mail.Message)) {
		t.Helper()
		kept++
		m := &mail.Message{ID: id, Date: sends.Began.Add(time.Duration(kept) * time.Minute), From: mail.Address{Email: "nova@example.com"},
			To: mail.Address{Name: "Ève", Email: fmt.Sprintf("guest%d@example.org", kept)}, Lang: "fr", Subject: fmt.Sprint("Message ", kept),
			HTML: "<p>Hello</p>", Text: "Hello"}
		if change != nil {
			change(m)
		}
		session, err := box.Open(t.Context())
		if err == nil {
			err = session.Send(context.Background(), m, nil, func() error { return nil })
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	of := func(c campaigns.Campaign, n int64) string {
		return w.S.MessageID(c, n, "example.com")
	}
	// outline returns the groups of the list, each with the subjects of its messages.
	outline := func(a *featuretest.Answer) (list []string) {
		for _, group := range a.Doc().Find("tbody[data-queue]").EachIter() {
			text := htmltest.Text(group.Find("tr.group")) + " " + group.Find("tr.group a").AttrOr("href", "-") + ":"
			for _, x := range group.Find(".camp-to").EachIter() {
				text += " " + strings.TrimPrefix(htmltest.Text(x), "Message ")
			}
			list = append(list, text)
		}
		return list
	}
	links := func(a *featuretest.Answer, selector string) (list []string) {
		for _, link := range a.Doc().Find(selector).EachIter() {
			list = append(list, link.AttrOr("href", ""))
		}
		return list
	}
	get := func(t *testing.T, path string) *featuretest.Answer {
		t.Helper()
		return staff.On(t).Get(path).Want(200)
	}
	t.Run("without a message the page says so", func(t *testing.T) {
		if a := get(t, paths.Outbox()); !a.Has("main .empty") || len(outline(a)) != 0 {
			t.Error(a.Body)
		}
	})
	t.Run("messages are grouped by their campaign, the newest first", func(t *testing.T) {
		keep(of(c, 1), nil)
		keep("test.abc@example.com", nil)
		keep(of(c, 2), nil)
		keep(of(gone, 3), func(m *mail.Message) { m.Subject = " " })
		keep("test.def@example.com", nil)
		want := []string{l.T(i18n.OutboxGroupTest) + " -: 5 2",
			"gone: invitation " + paths.Campaign(gone.ID, nil) + ": " + l.T(i18n.OutboxNoSubj),
			"Gala: invitation " + paths.Campaign(c.ID, nil) + ": 3 1"}
		if got := outline(get(t, paths.Outbox())); !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	})
	t.Run("50 messages are one page", func(t *testing.T) {
		for kept < 50 {
			keep(fmt.Sprintf("test.%d@example.com", kept), nil)
		}
		if got := links(get(t, paths.Outbox()), "main .row.no-print a"); len(got) != 0 {
			t.Errorf("%v", got)
		}
	})
	t.Run("of 51 the oldest is on the second page", func(t *testing.T) {
		keep("test.last@example.com", nil)
		older := links(get(t, paths.Outbox()), "main .row.no-print a")
		if len(older) != 1 {
			t.Fatal(older)
		}
		a := get(t, older[0])
		if got := outline(a); len(got) != 1 || !strings.HasSuffix(got[0], ": 1") {
			t.Errorf("%q", got)
		}
		if got := links(a, "main .row.no-print a"); !slices.Equal(got, []string{paths.Outbox()}) {
			t.Errorf("%v", got)
		}
	})

	const pixel = `<img src="https://presence.example/t/o/abc" width="1" height="1" alt="" style="display:block;border:0">`
	keep("test.full@example.com", func(m *mail.Message) {
		m.Unsubscribe = "https://presence.example/u/abc"
		m.HTML = "<p>Hello</p>" + pixel
		m.Parts = mail.Encode([]mail.Attachment{{Filename: "menu été.pdf", MediaType: "application/pdf", Data: []byte("the menu")},
			{Filename: "map.png", MediaType: "image/png", Data: []byte("the map")}})
	})
	list, _, err := box.List("", 1)
	if err != nil {
		t.Fatal(err)
	}
	name := list[0].Name
	t.Run("a message shows its files, its HTML in a frame and where to unsubscribe", func(t *testing.T) {
		a := get(t, paths.OutboxMessage(name))
		if got := links(a, ".camp-files a"); !slices.Equal(got, []string{paths.OutboxPart(name, 0), paths.OutboxPart(name, 1)}) {
			t.Errorf("%v", got)
		}
		if a.Doc().Find("iframe").AttrOr("src", "") != paths.OutboxHTML(name) || !a.Has(`a[href="https://presence.example/u/abc"]`) {
			t.Error(a.Body)
		}
		if policy := a.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "frame-src 'self'") {
			t.Errorf("the frame is not allowed: %s", policy)
		}
	})
	t.Run("the frame has the HTML without the pixel", func(t *testing.T) {
		if a := get(t, paths.OutboxHTML(name)); !strings.Contains(a.Body, "<p>Hello</p>") || strings.Contains(a.Body, "/t/o/") {
			t.Error(a.Body)
		}
	})
	t.Run("the file is a download of the whole message", func(t *testing.T) {
		a := get(t, paths.OutboxFile(name))
		if a.Header.Get("Content-Disposition") != `attachment; filename="`+name+`"` || a.Header.Get("Content-Type") != "message/rfc822" ||
			a.Header.Get("Cache-Control") != "no-store" || !strings.Contains(a.Body, "test.full@example.com") {
			t.Errorf("%v\n%.200s", a.Header, a.Body)
		}
	})
	t.Run("an attachment is a download, whatever it contains", func(t *testing.T) {
		a := get(t, paths.OutboxPart(name, 0))
		if a.Header.Get("Content-Disposition") != "attachment; filename*=UTF-8''menu%20%C3%A9t%C3%A9.pdf" ||
			a.Header.Get("Content-Type") != "application/octet-stream" || a.Header.Get("Cache-Control") != "no-store" || a.Body != "the menu" {
			t.Errorf("%v %q", a.Header, a.Body)
		}
	})
	for _, part := range []string{"-1", "2", "3", "x"} {
		t.Run("there is no attachment "+part, func(t *testing.T) {
			staff.On(t).Get(paths.OutboxMessage(name) + "/parts/" + part).Want(404)
		})
	}
	t.Run("a message of plain text has no frame", func(t *testing.T) {
		keep("test.plain@example.com", func(m *mail.Message) { m.HTML = "" })
		list, _, err := box.List("", 1)
		if err != nil {
			t.Fatal(err)
		}
		if a := get(t, paths.OutboxMessage(list[0].Name)); a.Has("iframe") || a.Has(".camp-files") {
			t.Error(a.Body)
		}
		staff.On(t).Get(paths.OutboxHTML(list[0].Name)).Want(404)
	})
	t.Run("a message that does not exist is not found", func(t *testing.T) {
		for _, path := range []string{paths.OutboxMessage("x"), paths.OutboxHTML("x"), paths.OutboxFile("x"), paths.OutboxPart("x", 0)} {
			staff.On(t).Get(path).Want(404)
		}
	})
}
