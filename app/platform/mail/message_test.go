package mail_test

import (
	"bytes"
	"flag"
	"fmt"
	"net/mail"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"presence/app/platform/errs"
	presence "presence/app/platform/mail"
)

var update = flag.Bool("update", false, "write the golden files anew")

func bytesOf(t testing.TB, m *presence.Message) string {
	t.Helper()
	var b strings.Builder
	n, err := m.WriteTo(&b)
	if err != nil {
		t.Fatal(err)
	}
	if n != int64(b.Len()) {
		t.Errorf("WriteTo says %d bytes and wrote %d", n, b.Len())
	}
	return b.String()
}

// makes are messages of every make, and what each shows.
func makes() map[string]*presence.Message {
	plain, french, full := message(1), message(2), message(3)
	plain.HTML, plain.Lang, plain.Subject, plain.Text = "", "en", "You are invited", "Hello,\n\nyou are invited.\n"
	plain.From.Name, plain.To.Name, plain.Unsubscribe = "Presence, Inc.", "Guest", ""
	french.ReplyTo = presence.Address{Name: "Comité social", Email: "comite@presence.example"}
	full.Lang, full.Subject = "en", "Reminder — you are invited to the December party of everybody who works here 🎄, at the city hall"
	full.Calendar = []byte("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n")
	full.Parts = presence.Encode([]presence.Attachment{
		{Filename: "Plan d'accès.pdf", MediaType: "application/pdf", Data: bytes.Repeat([]byte("plan"), 40)},
		{Filename: "../a\r\nb\".png", MediaType: "image/png\r\nX: y", Data: []byte{0, 1, 2, 255}},
	})
	picture := message(4)
	picture.Image = []byte("\x89PNG\r\n\x1a\n, and what it shows")
	return map[string]*presence.Message{"a picture in the HTML, French": picture, "text alone, English": plain, "text and HTML, French": french,
		"attachments and calendar, English": full}
}

func TestMessage_WriteTo(t *testing.T) {
	for name, m := range makes() {
		t.Run(name, func(t *testing.T) {
			got := bytesOf(t, m)
			if again := bytesOf(t, m); again != got {
				t.Error("a second attempt is other bytes")
			}
			file := filepath.Join("testdata", strings.ReplaceAll(strings.ReplaceAll(name, ",", ""), " ", "-")+".eml")
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("%s differs:\n%s", file, got)
			}
			checkWire(t, got)
			checkParsed(t, m, got)
		})
	}
}

// checkWire holds a message against what every relay takes, and what lets no text pass for the end of a message.
func checkWire(t *testing.T, raw string) {
	t.Helper()
	if !strings.HasSuffix(raw, "\r\n") {
		t.Error("the last line has no end")
	}
	for i, line := range strings.Split(strings.TrimSuffix(raw, "\r\n"), "\r\n") {
		switch {
		case strings.ContainsAny(line, "\r\n\x00"):
			t.Errorf("line %d holds a bare line end or NUL: %q", i, line)
		case len(line) > 998:
			t.Errorf("line %d has %d bytes", i, len(line))
		case strings.HasPrefix(line, "."):
			t.Errorf("line %d begins with a dot: %q", i, line)
		case strings.ContainsFunc(line, func(r rune) bool { return r > 127 }):
			t.Errorf("line %d is not 7-bit: %q", i, line)
		}
	}
	head, _, _ := strings.Cut(raw, "\r\n\r\n")
	for line := range strings.SplitSeq(head, "\r\n") {
		if len(line) > 78 && strings.ContainsAny(line, " ") && strings.Contains(line, "=?") {
			t.Errorf("a line of the head is not folded: %q", line)
		}
	}
}

// lines are a text as it comes out again: line ends made \n, the last ones dropped.
func lines(s string) string {
	s = strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
	return strings.TrimRight(s, "\n")
}

// checkParsed reads a message back with the standard library, and holds it against what went in.
func checkParsed(t *testing.T, m *presence.Message, raw string) {
	t.Helper()
	c, err := presence.Parse(strings.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	for field, pair := range map[string][2]any{
		"ID": {c.ID, m.ID}, "Subject": {c.Subject, m.Subject}, "From": {c.From, m.From}, "To": {c.To, m.To},
		"Date": {c.Date.Unix(), m.Date.Unix()},
		"Lang": {c.Lang, m.Lang}, "Unsubscribe": {c.Unsubscribe, m.Unsubscribe}, "HTML": {c.HTML, lines(m.HTML)}, "Text": {c.Text, lines(m.Text)},
	} {
		if pair[0] != pair[1] {
			t.Errorf("%s came back as %q, want %q", field, pair[0], pair[1])
		}
	}
	parsed, err := mail.ReadMessage(strings.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := parsed.Header.Get("List-Unsubscribe-Post") == "List-Unsubscribe=One-Click", m.Unsubscribe != ""; got != want {
		t.Errorf("one-click unsubscribe: %v, want %v", got, want)
	}
}

func TestMessage_Attachments(t *testing.T) {
	c, err := presence.Parse(strings.NewReader(bytesOf(t, makes()["attachments and calendar, English"])))
	if err != nil || len(c.Attachments) != 3 {
		t.Fatal(err, c.Attachments)
	}
	for i, want := range []presence.Attachment{
		{Filename: "invitation.ics", MediaType: "text/calendar", Data: []byte("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n")},
		{Filename: "Plan d'accès.pdf", MediaType: "application/pdf", Data: bytes.Repeat([]byte("plan"), 40)},
		{Filename: ".._a__b\".png", MediaType: "application/octet-stream", Data: []byte{0, 1, 2, 255}},
	} {
		if got := c.Attachments[i]; got.Filename != want.Filename || got.MediaType != want.MediaType || !bytes.Equal(got.Data, want.Data) {
			t.Errorf("attachment %d is %q %q of %d bytes", i, got.Filename, got.MediaType, len(got.Data))
		}
	}
}

func TestMessage_Attachments_of_one_kind(t *testing.T) {
	for name, change := range map[string]func(m *presence.Message){
		"a file alone": func(m *presence.Message) {
			m.Parts = presence.Encode([]presence.Attachment{{Filename: "a.pdf", MediaType: "application/pdf", Data: []byte("plan")}})
		},
		"a picture alone":  func(m *presence.Message) { m.Image = []byte("plan") },
		"a calendar alone": func(m *presence.Message) { m.Calendar = []byte("plan") },
	} {
		t.Run(name, func(t *testing.T) {
			m := message(1)
			change(m)
			raw := bytesOf(t, m)
			checkWire(t, raw)
			checkParsed(t, m, raw)
			if c, err := presence.Parse(strings.NewReader(raw)); err != nil || len(c.Attachments) != 1 || string(c.Attachments[0].Data) != "plan" {
				t.Errorf("%+v, %v", c.Attachments, err)
			}
		})
	}
}

func TestParse_of_nested_parts(t *testing.T) {
	nested := func(depth int) string {
		head, body := "From: a@b.ca\r\nTo: c@d.ca\r\n", ""
		for i := range depth {
			body += fmt.Sprintf("Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%[1]d\r\n", i)
		}
		return head + body + "Content-Type: text/plain\r\n\r\nhello\r\n"
	}
	for depth, ok := range map[int]bool{1: true, 5: true, 6: false, 20: false} {
		t.Run(fmt.Sprintf("%d deep", depth), func(t *testing.T) {
			end := ""
			for i := range depth {
				end += fmt.Sprintf("--b%d--\r\n", depth-1-i)
			}
			c, err := presence.Parse(strings.NewReader(nested(depth) + end))
			if (err == nil) != ok || ok && c.Text != "hello" {
				t.Errorf("%q, %v", c.Text, err)
			}
		})
	}
}

func TestAddress_String(t *testing.T) {
	for want, a := range map[string]presence.Address{"Zoé <z@example.com>": {Name: "Zoé", Email: "z@example.com"},
		"z@example.com": {Email: "z@example.com"}} {
		if got := a.String(); got != want {
			t.Errorf("%+v is written as %q", a, got)
		}
	}
}

func TestMessage_Size(t *testing.T) {
	for name, m := range makes() {
		for _, text := range []string{"", strings.Repeat("é", 4000), strings.Repeat("plain ascii text\n", 4000)} {
			m.Text += text
			is := int64(len(bytesOf(t, m)))
			if got := m.Size(); got < is*97/100-200 || got > is*12/10+1200 {
				t.Errorf("%s: says %d, is %d", name, got, is)
			}
		}
	}
}

func TestMessage_Check(t *testing.T) {
	for name, test := range map[string]struct {
		change func(*presence.Message)
		field  string
	}{
		"a line break in the subject":       {func(m *presence.Message) { m.Subject = "a\r\nBcc: x@example.com" }, "subject"},
		"a bare CR in the subject":          {func(m *presence.Message) { m.Subject = "a\rb" }, "subject"},
		"a Unicode line end in the subject": {func(m *presence.Message) { m.Subject = "a\u2028b" }, "subject"},
		"NUL in a name":                     {func(m *presence.Message) { m.To.Name = "a\x00" }, "to"},
		"a line break in a name":            {func(m *presence.Message) { m.From.Name = "a\nb" }, "from"},
		"bad UTF-8 in a name":               {func(m *presence.Message) { m.From.Name = "a\xff" }, "from"},
		"an endless subject":                {func(m *presence.Message) { m.Subject = strings.Repeat("a", 501) }, "subject"},
		"no sender":                         {func(m *presence.Message) { m.From = presence.Address{} }, "from"},
		"a line break in an address":        {func(m *presence.Message) { m.ReplyTo.Email = "a@example.com\r\nX: y" }, "reply_to"},
		"a name without an address":         {func(m *presence.Message) { m.ReplyTo.Name = "a" }, "reply_to"},
		"a bracket in the ID":               {func(m *presence.Message) { m.ID = "a>@b" }, "id"},
		"no ID":                             {func(m *presence.Message) { m.ID = "" }, "id"},
		"a line break in the language":      {func(m *presence.Message) { m.Lang = "fr\r\nX: y" }, "lang"},
		"a space in the unsubscribe link":   {func(m *presence.Message) { m.Unsubscribe = "https://x.example/ a" }, "unsubscribe"},
		"two unsubscribe links": {func(m *presence.Message) { m.Unsubscribe = "https://x.example/>,<https://y.example/" },
			"unsubscribe"},
		"an endless name":                       {func(m *presence.Message) { m.To.Name = strings.Repeat("é", 201) }, "to"},
		"a line break before the subject":       {func(m *presence.Message) { m.Subject = "\na" }, "subject"},
		"an endless unsubscribe link":           {func(m *presence.Message) { m.Unsubscribe = "https://x.example/" + strings.Repeat("x", 883) }, "unsubscribe"},
		"a bracket before the unsubscribe link": {func(m *presence.Message) { m.Unsubscribe = "<https://x.example/" }, "unsubscribe"},
		"nothing to read":                       {func(m *presence.Message) { m.HTML, m.Text = "", "" }, "body"},
	} {
		t.Run(name, func(t *testing.T) {
			m := message(1)
			if err := m.Check(); err != nil {
				t.Fatal("refused as it was:", err)
			}
			test.change(m)
			err := m.Check()
			if e, ok := errs.Of(err); !ok || !e.Fields.Has(test.field) || len(e.Fields) != 1 {
				t.Errorf("got %v, want %s alone", err, test.field)
			}
		})
	}
}

func TestMessage_Check_takes_what_is_just_short_enough(t *testing.T) {
	for name, change := range map[string]func(*presence.Message){
		"a subject of 500 characters": func(m *presence.Message) { m.Subject = strings.Repeat("é", 500) },
		"a name of 200 characters":    func(m *presence.Message) { m.To.Name = strings.Repeat("é", 200) },
		"an unsubscribe link of 900":  func(m *presence.Message) { m.Unsubscribe = "https://x.example/" + strings.Repeat("x", 882) },
		"a page without a text":       func(m *presence.Message) { m.HTML, m.Text = "<p>x</p>", "" },
		"a text without a page":       func(m *presence.Message) { m.HTML, m.Text = "", "x" },
		"no address to answer to":     func(m *presence.Message) { m.ReplyTo = presence.Address{} },
		"a language with a country":   func(m *presence.Message) { m.Lang = "en-CA" },
		"no link to unsubscribe with": func(m *presence.Message) { m.Unsubscribe = "" },
	} {
		t.Run(name, func(t *testing.T) {
			m := message(1)
			if change(m); m.Check() != nil {
				t.Errorf("refused: %v", m.Check())
			}
		})
	}
}

// FuzzMessage writes whatever passes Check, and reads it back.
func FuzzMessage(f *testing.F) {
	f.Add("Fête", "Zoé, « la » vraie", "z@example.com", "Bonjour\n.\n..\r\nFrom me\n--=_a\n", "<p>\t \r\r\n</p> \n")
	f.Add("a  b ", "=?UTF-8?q?x?=", "o'neil+tag@fête.example", strings.Repeat("x", 2000), "a=b "+strings.Repeat("é. ", 90))
	f.Add(strings.Repeat("word ", 60)+"end", strings.Repeat("n", 180), "a@b.co", "\r.\r\n\x00\x01", ".")
	f.Fuzz(func(t *testing.T, subject, name, email, text, html string) {
		m := message(1)
		m.Subject, m.To, m.Text, m.HTML, m.Lang = subject, presence.Address{Name: name, Email: email}, text, html, "en"
		m.From.Name = name
		if m.Check() != nil {
			return
		}
		raw := bytesOf(t, m)
		if strings.Contains(raw[:strings.Index(raw, "\r\n\r\n")], email) && strings.ContainsFunc(email, func(r rune) bool { return r > 127 }) {
			return // goes with SMTPUTF8 alone
		}
		checkWire(t, raw)
		parsed, err := mail.ReadMessage(strings.NewReader(raw))
		if err != nil {
			t.Fatal(err)
		}
		for field := range parsed.Header {
			if !strings.Contains(" Date From To Subject Message-Id List-Unsubscribe List-Unsubscribe-Post Content-Language "+
				"Mime-Version Content-Type Content-Transfer-Encoding ", " "+field+" ") {
				t.Errorf("a field of its own making: %s", field)
			}
		}
		c, err := presence.Parse(strings.NewReader(raw))
		if err != nil {
			t.Fatal(err)
		}
		for what, pair := range map[string][2]string{"subject": {c.Subject, subject}, "name": {c.To.Name, name},
			"text": {c.Text, lines(strings.ToValidUTF8(text, "\uFFFD"))}, "html": {c.HTML, lines(strings.ToValidUTF8(html, "\uFFFD"))}} {
			if pair[0] != pair[1] {
				t.Errorf("%s came back as %q, want %q", what, pair[0], pair[1])
			}
		}
	})
}

func ExampleMessage() {
	m := presence.Message{
		ID: "c1.r1@presence.example", Date: time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC), Lang: "fr",
		From: presence.Address{Name: "Fêtes", Email: "fetes@presence.example"}, To: presence.Address{Email: "guest@example.com"},
		Subject: "Invitation", Text: "Bonjour",
	}
	var b strings.Builder
	_, _ = m.WriteTo(&b)
	fmt.Println(strings.ReplaceAll(b.String(), "\r\n", "\n"))
	// Output:
	// Date: Fri, 20 Nov 2026 09:00:00 +0000
	// From: =?UTF-8?q?F=C3=AAtes?= <fetes@presence.example>
	// To: guest@example.com
	// Subject: Invitation
	// Message-ID: <c1.r1@presence.example>
	// Content-Language: fr
	// MIME-Version: 1.0
	// Content-Type: text/plain; charset=utf-8
	// Content-Transfer-Encoding: 7bit
	//
	// Bonjour
}
