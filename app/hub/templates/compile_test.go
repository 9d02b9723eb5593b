package templates

import (
	"context"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"presence/app/hub/events"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/db"
)

func service(t testing.TB) *Service {
	t.Helper()
	zone, err := time.LoadLocation("America/Toronto")
	if err != nil {
		t.Fatal(err)
	}
	return NewService(nil, nil, Config{Zone: zone, Site: &url.URL{Scheme: "https", Host: "presence.example"}})
}

func party() events.Event {
	at := func(s string) db.Instant {
		x, err := time.Parse(time.RFC3339, s)
		if err != nil {
			panic(err)
		}
		return db.InstantOf(x)
	}
	return events.Event{
		ID: "fete", State: events.Open, StartsAt: at("2026-12-10T18:00:00-05:00"), EndsAt: at("2026-12-10T22:00:00-05:00"), Palette: "sapin",
		Content: events.Contents{
			FR: events.Content{Title: "Fête <des> clients", Intro: "Venez **fêter** avec nous.", Details: "- vin chaud\n- musique",
				Address: "Salle des Érables, 12, rue du Moulin, Québec"},
			EN: events.Content{Title: "Customers’ party"},
		},
	}
}

var links = Links{RSVP: "https://p.example/t/c/abc?x=1&y=2", Calendar: "https://p.example/cal.ics", Unsubscribe: "https://p.example/u/abc",
	Pixel: "https://p.example/t/o/abc"}

func compiled(t testing.TB, w Content, o Options) *Compiled {
	t.Helper()
	c, err := service(t).compile(t.Context(), party(), w, o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestCompile(t *testing.T) {
	festive := Content{}
	for name, x := range map[string]struct {
		words   Content
		options Options
		guest   Guest
		subject string
		html    []string
		text    []string
	}{
		"the festive invitation in French": {festive, Options{Lang: i18n.FR, Postal: "1, rue X, Québec", Linked: true},
			Guest{"Zoé", "<b>Roy</b>"}, "Invitation : Fête <des> clients",
			[]string{`lang="fr"`, "Bonjour Zoé,", "Fête &lt;des&gt; clients", "<strong>fêter</strong>", "https://p.example/t/c/abc?x=1&amp;y=2",
				`src="https://p.example/t/o/abc"`, "https://p.example/u/abc", "1, rue X, Québec", "Jeudi 10\u00a0décembre\u00a02026"},
			[]string{"Bonjour Zoé,", "Venez fêter avec nous.", "- vin chaud", "https://p.example/t/c/abc?x=1&y=2", "https://p.example/u/abc",
				"1, rue X, Québec"}},
		"English falls back to French field by field": {festive, Options{Lang: i18n.EN}, Guest{}, "You’re invited: Customers’ party",
			[]string{`lang="en"`, "Hello,", "Customers’ party", "<strong>fêter</strong>"}, []string{"Hello,", "Customers’ party"}},
		"a reminder has its prefix and its bell": {festive, Options{Lang: i18n.FR, Reminder: true}, Guest{},
			"Petit rappel – Invitation : Fête <des> clients",
			[]string{"🔔", "Petit rappel"}, []string{"Petit rappel – Fête"}},
		"a reminder in English": {festive, Options{Lang: i18n.EN, Reminder: true}, Guest{}, "Reminder: You’re invited: Customers’ party",
			[]string{"🔔"}, nil},
		"a template": {Content{Subject: "{{firstname}} : {{event_title}}",
			HTML: `<h2>{{event_title}}</h2>{{event_intro}}<p>{{greeting}} {{lastname}}</p>{{rsvp_button}}<a href="{{rsvp_url}}">x</a>`},
			Options{Lang: i18n.FR, Linked: true}, Guest{"Zoé", "<b>Roy</b>"}, "Zoé : Fête <des> clients",
			[]string{"<h2>Fête &lt;des&gt; clients</h2>", "<strong>fêter</strong>", "Bonjour Zoé, &lt;b&gt;Roy&lt;/b&gt;",
				`<a href="https://p.example/t/c/abc?x=1&amp;y=2"`, "https://p.example/u/abc"}, []string{"Bonjour Zoé,"}},
		"a subject of the send wins": {Content{Subject: "own", HTML: "<p>x</p>"}, Options{Lang: i18n.FR, Subject: "Pour {{name}}"},
			Guest{"Zoé", "Roy"}, "Pour Zoé Roy", nil, nil},
		"a name cannot break out of a subject": {festive, Options{Lang: i18n.FR, Subject: "{{firstname}}"}, Guest{"a\r\nBcc: b@example.com", ""},
			"a  Bcc: b@example.com", nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			subject, page, text := compiled(t, x.words, x.options).Message(x.guest, links)
			if subject != x.subject {
				t.Errorf("subject %q, want %q", subject, x.subject)
			}
			for _, want := range x.html {
				if !strings.Contains(page, want) {
					t.Errorf("the page lacks %q", want)
				}
			}
			for _, want := range x.text {
				if !strings.Contains(text, want) {
					t.Errorf("the text lacks %q:\n%s", want, text)
				}
			}
			if strings.ContainsFunc(subject+page+text, isMarker) || strings.Contains(page, "{{") {
				t.Error("a placeholder is left")
			}
		})
	}
}

func TestCompile_Text(t *testing.T) {
	l := i18n.FR
	e := party()
	message := func(e events.Event, o Options) string {
		o.Lang = l
		c, err := service(t).compile(t.Context(), e, Content{}, o)
		if err != nil {
			t.Fatal(err)
		}
		_, _, text := c.Message(Guest{"Zoé", "Roy"}, links)
		return text
	}
	from, to := e.StartsAt.Time().In(service(t).zone), e.EndsAt.Time().In(service(t).zone)
	when := l.T(i18n.MailWhen) + "\n" + l.DayTitle(from) + "\n" + i18n.Capital(l.FromTo(from, to))
	answer := l.T(i18n.MailAnswerText) + "\n" + links.RSVP + "\n\n" + l.T(i18n.MailCalendar) + "\n" + links.Calendar + "\n\n-- \n" +
		l.T(i18n.MailWhy)
	t.Run("of a whole invitation", func(t *testing.T) {
		where := l.T(i18n.MailWhere) + "\n" + strings.Join(events.AddressLines(e.Content.FR.Address), "\n")
		want := strings.Join([]string{"Fête <des> clients", "Bonjour Zoé,", "Venez fêter avec nous.", when, where, "- vin chaud\n- musique",
			answer, l.T(i18n.MailStopText) + "\n" + links.Unsubscribe, "1, rue X"}, "\n\n") + "\n"
		if got := message(e, Options{Postal: "1, rue X", Linked: true}); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	})
	t.Run("of one with nothing but a title", func(t *testing.T) {
		e.Content.FR = events.Content{Title: "Fête"}
		want := strings.Join([]string{l.T(i18n.MailReminder) + "Fête", "Bonjour Zoé,", when, answer}, "\n\n") + "\n"
		if got := message(e, Options{Reminder: true}); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	})
}

// The button of the page is the counted link; the text contains the personal one.
func TestCompiled_Message_button(t *testing.T) {
	l := links
	l.Button = "https://p.example/counted?a=1&b=2"
	c := compiled(t, Content{HTML: `<p>{{greeting}}</p>{{rsvp_button}}<a href="{{calendar_url}}">x</a>`}, Options{Lang: i18n.FR})
	_, page, text := c.Message(Guest{"a\ue100b\u202e", "Roy"}, l)
	for _, want := range []string{"Bonjour a b,", i18n.FR.T(i18n.MailAnswer), `href="https://p.example/counted?a=1&amp;b=2"`,
		`href="https://p.example/cal.ics"`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q:\n%s", want, page)
		}
	}
	if strings.Contains(page, "abc?x=1") || !strings.Contains(text, l.RSVP) || strings.Contains(text, "counted") {
		t.Error("the page leads past the count, or the text to it")
	}
}

func TestCompile_WithoutPixelNothingIsLoaded(t *testing.T) {
	l := links
	l.Pixel = ""
	_, page, _ := compiled(t, Content{}, Options{Lang: i18n.FR}).Message(Guest{}, l)
	if strings.Contains(page, "<img") || strings.Contains(page, "src=") {
		t.Error("the message loads something")
	}
}

func TestWithoutPixel(t *testing.T) {
	c, l := compiled(t, Content{}, Options{Lang: i18n.FR}), links
	_, with, _ := c.Message(Guest{}, l)
	l.Pixel = ""
	_, without, _ := c.Message(Guest{}, l)
	if with == without || WithoutPixel(with) != without || WithoutPixel(without) != without {
		t.Error("it is not the same message without its picture")
	}
	if WithoutPixel(with+with) != without+without {
		t.Error("a picture like it stays")
	}
}

func TestWithoutPixel_of_other_pages(t *testing.T) {
	for name, x := range map[string]struct{ in, want string }{
		"that begins with it":      {pixelHead + "u" + pixelTail + "x", "x"},
		"with its end alone":       {"a" + pixelTail + "b", "a" + pixelTail + "b"},
		"with its beginning alone": {"a" + pixelHead + "b", "a" + pixelHead + "b"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := WithoutPixel(x.in); got != x.want {
				t.Errorf("got %q, want %q", got, x.want)
			}
		})
	}
}

func TestCompile_NamesOfPlaceholdersInTheEventStayWords(t *testing.T) {
	e := party()
	e.Content.FR.Title, e.Content.FR.Intro = "{{rsvp_url}} \ue100", "{{firstname}} \ue10c"
	c, err := service(t).compile(t.Context(), e, Content{}, Options{Lang: i18n.FR})
	if err != nil {
		t.Fatal(err)
	}
	subject, page, _ := c.Message(Guest{"Zoé", ""}, links)
	if subject != "Invitation : {{rsvp_url}} " || !strings.Contains(page, "{{firstname}}") {
		t.Errorf("the words of an event were read as placeholders: %q", subject)
	}
}

// The company is named in the body and beside the postal address of every look; a template's placeholder has the address alone.
func TestCompile_names_the_company(t *testing.T) {
	s := service(t)
	s.company = "Boulangerie Roy"
	for _, x := range []struct {
		name  string
		words Content
		l     i18n.Lang
		html  string // in the HTML part
		text  string
	}{
		{"the festive invitation in French", Content{}, i18n.FR, "partenaires de l’entreprise (Boulangerie Roy).", "Boulangerie Roy, 1, rue X"},
		{"the festive invitation in English", Content{}, i18n.EN, "customer or partner of Boulangerie Roy.", "Boulangerie Roy, 1, rue X"},
		{"a template", Content{Subject: "x", HTML: `<p>{{sender_address}}</p><a href="{{rsvp_url}}">x</a><a href="{{unsubscribe_url}}">y</a>`},
			i18n.EN, "<p>1, rue X</p>", "Boulangerie Roy, 1, rue X"},
	} {
		t.Run(x.name, func(t *testing.T) {
			c, err := s.compile(t.Context(), party(), x.words, Options{Lang: x.l, Postal: "1, rue X", Linked: true})
			if err != nil {
				t.Fatal(err)
			}
			if _, page, text := c.Message(Guest{"Zoé", "Roy"}, links); !strings.Contains(page, x.html) || !strings.Contains(text, x.text) {
				t.Errorf("%s\n%s", page, text)
			}
		})
	}
}

func TestCompile_StaysSmall(t *testing.T) {
	_, page, _ := compiled(t, Content{}, Options{Lang: i18n.FR, Postal: "1, rue X", Linked: true}).Message(Guest{"Zoé", "Roy"}, links)
	if len(page) > 16<<10 {
		t.Errorf("the festive invitation weighs %d bytes: mailboxes cut what is long", len(page))
	}
	if dir := os.Getenv("SHOTS"); dir != "" {
		if err := os.WriteFile(dir+"/invitation.html", []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func BenchmarkCompiled_Message(b *testing.B) {
	c, err := service(b).compile(context.Background(), party(), Content{}, Options{Lang: i18n.FR, Linked: true})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		c.Message(Guest{"Zoé", "Roy"}, links)
	}
}

func TestCompile_refuses_what_cannot_be_sent(t *testing.T) {
	for _, x := range []struct {
		name    string
		content Content
		subject string // of the send
		field   string
		code    string
	}{
		{"a subject of the template", Content{Subject: "{{rsvp_url}}"}, "", "subject", "placeholder_place"},
		{"a subject of the send", Content{Subject: "x"}, "{{x}}", "subject", "unknown_placeholder"},
		{"a message", Content{HTML: "{{x}}"}, "", "html", "unknown_placeholder"},
	} {
		t.Run(x.name, func(t *testing.T) {
			_, err := service(t).compile(t.Context(), party(), x.content, Options{Lang: i18n.FR, Subject: x.subject})
			e, ok := errs.Of(err)
			if !ok || e.Kind != errs.KindInvalid || len(e.Fields) != 1 || e.Fields[0].Field != x.field || e.Fields[0].Code != x.code {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestCompiled_SubjectText(t *testing.T) {
	for _, x := range []struct{ name, own, want string }{
		{"the values of the event are filled in, and those of a guest are not", "{{firstname}} : {{event_title}}", "{{firstname}} : Fête <des> clients"},
		{"the usual subject has the event's title", "", i18n.FR.F(i18n.MailSubject, "Fête <des> clients")},
	} {
		t.Run(x.name, func(t *testing.T) {
			c := compiled(t, Content{}, Options{Lang: i18n.FR, Subject: x.own})
			if got := c.SubjectText(); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}
