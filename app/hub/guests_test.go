package hub_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"presence/app/apptest"
	"presence/app/hub/rsvp"
	"presence/app/platform/i18n"
	"presence/db"
	"presence/db/dbtest"
)

// party is the page of the event that most tests answer.
const party = apptest.PartyPage

// hashedName is the part of an asset's address that follows its content.
var hashedName = regexp.MustCompile(`-[0-9a-f]{16}\.`)

// What is random in a page after an answer.
var (
	checkInCode = regexp.MustCompile(`(code=|name="code" value="|/door/)[A-Z2-7]{26}`)
	qrSquares   = regexp.MustCompile(`d="[^"]*" fill`)
)

// goldenPage holds a page of the guests against what it was, line by line.
func goldenPage(t *testing.T, name string, r *apptest.Response) {
	t.Helper()
	page := hashedName.ReplaceAllString(string(r.Body), ".")
	page = qrSquares.ReplaceAllString(checkInCode.ReplaceAllString(page, "${1}CODE"), `d="" fill`)
	apptest.Golden(t, name, strings.ReplaceAll(page, "><", ">\n<")+"\n")
}

// issueLink issues a personal link.
func issueLink(t *testing.T, a *apptest.App, l rsvp.Link) rsvp.Link {
	t.Helper()
	err := a.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		return rsvp.IssueLinks(ctx, tx, db.InstantOf(a.Clock.Now()), []rsvp.Link{l})
	})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// eventually asks until the answer holds: a kept page is looked at again as soon as its change is heard.
func eventually(t *testing.T, ask func() *apptest.Response, holds func(*apptest.Response) bool) *apptest.Response {
	t.Helper()
	var r *apptest.Response
	dbtest.Until(t, "the page becomes so", func() bool {
		r = ask()
		return holds(r)
	})
	return r
}

// containing returns a check that a text is in the body of an answer.
func containing(text string) func(*apptest.Response) bool {
	return func(r *apptest.Response) bool { return strings.Contains(string(r.Body), text) }
}

// TestGuests_Invitation shows the page as guests get it (R15).
func TestGuests_Invitation(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	c := a.As(apptest.Anonymous)
	for _, l := range []i18n.Lang{i18n.FR, i18n.EN} {
		t.Run("the whole page in "+string(l), func(t *testing.T) {
			goldenPage(t, "guest-invitation-"+string(l)+".html", c.On(t).Get(party+"?lang="+string(l)).Want(200))
		})
	}
	t.Run("in the language asked for, else the browser's, else French", func(t *testing.T) {
		for _, x := range []struct{ query, accept, want string }{
			{"", "", "fr"}, {"", "en-CA,fr;q=0.5", "en"}, {"", "de", "fr"}, {"?lang=fr", "en", "fr"}, {"?lang=en", "fr", "en"},
			{"?lang=de", "en", "en"}, {"?utm_source=x", "en", "en"}, {"?lang=%zz", "en", "en"},
		} {
			c.On(t).Do("GET", party+x.query, nil, "Accept-Language",
				x.accept).Want(200).Has(`<html lang="`+x.want+`"`).HasHeader("Vary", "Accept-Encoding, Accept-Language")
		}
	})
	t.Run("asks nobody to sign in, and looks at no credentials", func(t *testing.T) {
		c.On(t).Do("GET", party, nil, "Authorization", "Bearer nonsense").Want(200)
	})
	t.Run("under a policy without scripts", func(t *testing.T) {
		r := c.On(t).Get(party).Want(200).HasNot("<script", " style=", " onclick").HasHeader("Cache-Control", "no-cache")
		if p := r.Header.Get("Content-Security-Policy"); !strings.HasPrefix(p,
			"default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'") {
			t.Errorf("policy %q", p)
		}
	})
	t.Run("not sent again to whoever has it", func(t *testing.T) {
		plain := c.On(t).Do("GET", party, nil, "Accept-Encoding", "identity").Want(200)
		tag := plain.Header.Get("ETag")
		r := c.On(t).Do("GET", party, nil, "Accept-Encoding", "identity", "If-None-Match", tag).Want(304)
		if len(r.Body) != 0 || tag == "" {
			t.Errorf("%d bytes, tag %q", len(r.Body), tag)
		}
		packed := c.On(t).Do("GET", party, nil, "Accept-Encoding", "gzip").Want(200).HasHeader("Content-Encoding", "gzip")
		if packed.Header.Get("ETag") == tag {
			t.Error("two encodings share a tag")
		}
		z, err := gzip.NewReader(bytes.NewReader(packed.Body))
		if err != nil {
			t.Fatal(err)
		}
		if whole, err := io.ReadAll(z); err != nil || !bytes.Equal(whole, plain.Body) {
			t.Errorf("it unpacks to something else: %v", err)
		}
		for accept, want := range map[string]string{"gzip;q=0": "", "gzip; q=0.0, br": "", "br, gzip;q=0.5": "gzip", "deflate": ""} {
			c.On(t).Do("GET", party, nil, "Accept-Encoding", accept).Want(200).HasHeader("Content-Encoding", want)
		}
	})
	t.Run("missing for what guests do not see, in the guests' look", func(t *testing.T) {
		a.As("events").On(t).Post("/events",
			`{"id":"secret","status":"draft","starts_at":"2027-01-08T18:00:00-05:00","ends_at":"2027-01-08T23:00:00-05:00","content":{"fr":{"title":"Encore secret"}}}`).
			Want(201)
		for _, path := range []string{"/rsvp/none", "/rsvp/secret", "/rsvp/secret?t=x", "/rsvp/secret/calendar.ics", "/rsvp/none/nowhere",
			"/rsvp/%00"} {
			c.On(t).Do("GET", path, nil, "Accept-Language", "en").Want(404).Has("We can’t find this invitation", "guest-").HasNot("secret\"", "app-")
		}
	})
}

// TestGuests_Reading asks as link scanners and mail programs do: neither GET nor HEAD changes anything.
func TestGuests_Reading(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		l := issueLink(t, a, rsvp.Link{Token: "tokentokentoken", EventID: "fete-clients-2026", Name: "Zoé Marchesault", Email: "zoe@example.com",
			Language: i18n.EN})
		before, c := a.Rows(), a.As(apptest.Anonymous)
		for _, path := range []string{party, party + "?t=" + l.Token, party + "?t=none", party + "/calendar.ics"} {
			for _, method := range []string{"GET", "HEAD"} {
				c.On(t).Do(method, path, nil).Want(200)
			}
		}
		for _, path := range []string{party + "/submit", party + "/submit?name=x&people=2"} {
			if s := c.On(t).Get(path).Status; s != 404 && s != 405 {
				t.Errorf("GET %s answers %d", path, s)
			}
		}
		a.Unchanged(t, before, "reading")
	})
}

// TestGuests_Link shows what a personal link does, and what it does not (R18).
func TestGuests_Link(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		c := a.As(apptest.Anonymous)
		l := issueLink(t, a, rsvp.Link{Token: "tokentokentoken", EventID: "fete-clients-2026", Name: `Zoé "<b>" Marchesault`, Email: "zoe@example.com",
			Language: i18n.EN})
		page := func(t *testing.T, path string) *apptest.Response { return c.On(t).Get(path).Want(200) }
		t.Run("name and e-mail are there, in the language of the invitation, and nobody keeps the page", func(t *testing.T) {
			page(t, party+"?t="+l.Token).Has(`<html lang="en"`, `value="Zoé &#34;&lt;b&gt;&#34; Marchesault"`, `value="zoe@example.com"`,
				`name="t" value="tokentokentoken"`, "Not you?", `href="`+party+`?lang=en"`).
				HasNot("<b>\"").HasHeader("Cache-Control", "private, no-store")
			page(t, party+"?lang=fr&t="+l.Token).Has(`<html lang="fr"`, `?lang=en&amp;t=tokentokentoken"`)
		})
		t.Run("greets by the first name and folds what is known to one line", func(t *testing.T) {
			doc := page(t, party+"?t="+l.Token).Doc()
			if h := doc.Find("#answer h2").Text(); h != "Hello Zoé, will you join us?" {
				t.Errorf("greets by %q", h)
			}
			if doc.Find(`.for details:not([open]) [name="email"]`).Length() != 1 || doc.Find(`.rest:not([open]) [name="allergies"]`).Length() != 1 {
				t.Error("the known or the optional fields are not folded")
			}
		})
		t.Run("what is folded away is open where it has a value or an error, on the page itself", func(t *testing.T) {
			r := c.On(t).Form(party+"/submit", "name=&phone=12&language=en&t="+l.Token).Want(422)
			if doc := r.Doc(); doc.Find("form[novalidate] .rest[open] #phone-fault").Length() != 1 || doc.Find("#name-fault").Length() != 1 {
				t.Error("the errors are not at their fields")
			}
		})
		t.Run("not you leads to a page without any of it", func(t *testing.T) {
			page(t, party+"?lang=en").HasNot("Marchesault", "zoe@example.com", "tokentokentoken", "Not you?")
		})
		for name, path := range map[string]string{"an unknown token": party + "?t=guessed",
			"a token of another event": "/rsvp/soiree-des-partenaires?t=" + l.Token, "an endless token": party + "?t=" + strings.Repeat("x", 5000)} {
			t.Run(name+" is told kindly and opens nothing", func(t *testing.T) {
				page(t, path+"&lang=en").Has("Your personal link no longer works").HasNot("Marchesault", "zoe@example.com", `name="t"`)
			})
		}
		t.Run("expired, as if it had never been", func(t *testing.T) {
			a.Clock.Set(time.Date(2026, 12, 26, 12, 0, 0, 0, time.UTC)) // over a week after the end
			page(t, party+"?lang=en&t="+l.Token).Has("Your personal link no longer works", "The event is over").HasNot("Marchesault")
		})
	})
}

// TestGuests_States shows the page as the event goes on.
func TestGuests_States(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	c := a.As(apptest.Anonymous)
	en := func() *apptest.Response { return c.Get(party + "?lang=en") }
	if r := en(); !containing("RSVP by Sunday, December\u00a013")(r) {
		t.Error("an open event does not say until when")
	}
	a.Clock.Set(time.Date(2026, 12, 14, 12, 0, 0, 0, time.UTC))
	en().Want(200).Has("RSVPs are closed", "The deadline was Sunday, December\u00a013").HasNot("<form")
	a.Clock.Set(time.Date(2026, 12, 17, 23, 0, 0, 0, time.UTC))
	en().Want(200).Has("The event has started").HasNot("<form")
	a.Clock.Set(time.Date(2026, 12, 18, 12, 0, 0, 0, time.UTC))
	en().Want(200).Has("The event is over").HasNot("<form")
	c.Form(party+"/submit", "name=Zo%C3%A9&language=en").Want(409).Has("The event is over").HasNot("<form")
	a.Clock.Set(apptest.Start)
	events := a.As("events").On(t)
	events.Patch("/events/fete-clients-2026", `{"content":{"en":{"title":"A winter night"}},"palette":"nuit"}`).Want(200)
	eventually(t, en, containing("A winter night")).Has("palette-nuit", "Salle du Vieux-Moulin")
	events.Patch("/events/fete-clients-2026", `{"status":"closed"}`).Want(200)
	eventually(t, en, containing("RSVPs are closed")).HasNot("The deadline was")
	events.Patch("/events/fete-clients-2026", `{"status":"draft"}`).Want(200)
	eventually(t, en, func(r *apptest.Response) bool { return r.Status == 404 })
}

// TestGuests_Answer sends the form as a browser does (R16).
func TestGuests_Answer(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		c := a.As(apptest.Anonymous)
		send := func(t *testing.T, form string) *apptest.Response {
			return c.On(t).Form(party+"/submit", form)
		}
		t.Run("thanks, with all that was answered and how it is changed", func(t *testing.T) {
			for l, form := range map[string]string{
				"fr": "name=Zo%C3%A9+Marchesault&people=3&email=zoe%40example.com&phone=418+555-0177&customer_number=&allergies=Noix%0D%0AGluten&language=fr",
				"en": "name=Ann+O%E2%80%99Neil&people=1&email=ann%40example.com&language=en",
			} {
				goldenPage(t, "guest-thanks-"+l+".html", send(t, form).Want(200).HasHeader("Cache-Control", "private, no-store"))
			}
		})
		t.Run("the address of a form leads a browser to the event, and no program", func(t *testing.T) {
			for _, form := range []string{"/submit", "/waiting-list/take", "/waiting-list/leave"} {
				const browser = "text/html,application/xhtml+xml,*/*;q=0.8"
				c.On(t).Do(http.MethodGet, party+form, nil, "Accept", browser).Want(http.StatusSeeOther).HasHeader("Location", party)
				c.On(t).Do(http.MethodGet, party+form, nil).Want(http.StatusMethodNotAllowed)
				c.On(t).Do(http.MethodGet, party+form, nil, "Accept", "application/json").Want(http.StatusMethodNotAllowed)
			}
		})
		t.Run("a second answer replaces the first", func(t *testing.T) {
			send(t, "name=Zo%C3%A9+M.&people=2&email=ZOE%40example.com&language=en").Want(200).Has("We’ve got your RSVP.")
			if n := a.Count("rsvps", "event_id = 'fete-clients-2026'"); n != 2 {
				t.Errorf("%d registrations of 2 guests", n)
			}
		})
		t.Run("what is wrong stands beside its field, and what was typed stays", func(t *testing.T) {
			before := a.Count("rsvps", "TRUE")
			r := send(t, "name=+&people=21&email=zoe%40&phone=12&customer_number=C%3C1&allergies=%3Cscript%3E&language=en&t=guessed").Want(422).
				Has(`autofocus`, `id="name-fault"`, `id="people-fault"`, `id="email-fault"`, `id="phone-fault"`, `aria-invalid="true"`, `value="zoe@"`,
					`value="C&lt;1"`, "&lt;script&gt;", `value="guessed"`).HasNot("<script")
			if n := strings.Count(string(r.Body), `class="fault"`); n != 4 || a.Count("rsvps", "TRUE") != before {
				t.Errorf("%d faults shown, want 4; or something was stored", n)
			}
		})
		t.Run("a number of people that is none is a fault of that field", func(t *testing.T) {
			for _, people := range []string{"0", "-1", "two", "1e1", "99999999999999999999"} {
				send(t, "name=Zo%C3%A9&people="+people).Want(422).Has(`id="people-fault"`)
			}
		})
		t.Run("refused to nobody and nowhere", func(t *testing.T) {
			c.On(t).Form("/rsvp/none/submit", "name=Zo%C3%A9").Want(404).Has("guest-")
			c.On(t).Do("POST", party+"/submit", strings.Repeat("x", 100_000), "Content-Type", "application/x-www-form-urlencoded").Want(413)
		})
	})
}

// TestGuests_Full fills an event to its capacity: new guests are refused, registered ones can change their answers.
func TestGuests_Full(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		a.As("events").On(t).Patch("/events/fete-clients-2026", `{"capacity":4}`).Want(200)
		c := a.As(apptest.Anonymous).On(t)
		en := func() *apptest.Response { return c.Get(party + "?lang=en") }
		eventually(t, en, func(r *apptest.Response) bool { return r.Status == 200 }).HasNot("We’re full!")
		c.Form(party+"/submit", "name=First&people=3&email=first%40example.com&language=en").Want(200)
		c.Form(party+"/submit", "name=Second&people=2&email=second%40example.com&language=en").Want(409).Has("There aren’t enough spots left",
			`value="second@example.com"`, "checked")
		c.Form(party+"/submit", "name=Third&people=1&email=third%40example.com&language=en").Want(200)
		eventually(t, en, containing("We’re full!")).Has("Every spot is taken", "<details", "Change my RSVP",
			"use your personal link or the same email")
		c.Form(party+"/submit", "name=Fourth&people=1&email=fourth%40example.com&language=en").Want(409).Has("We’re full!", "Every spot is taken",
			`value="Fourth"`)
		c.Form(party+"/submit", "name=First&people=4&email=first%40example.com&language=en").Want(409)
		c.Form(party+"/submit", "name=First&people=2&email=first%40example.com&language=en").Want(200).Has("We’ve got your RSVP.")
		eventually(t, en, func(r *apptest.Response) bool { return !containing("We’re full!")(r) })
		l := issueLink(t, a, rsvp.Link{Token: "tokentokentoken", EventID: "fete-clients-2026", Name: "Zoé", Email: "zoe@example.com",
			Language: i18n.EN})
		c.Form(party+"/submit", "name=Fifth&people=1&email=fifth%40example.com&language=en").Want(200)
		c.Get(party+"?t="+l.Token).Want(200).Has("We’re full!", "<details class=\"fold\" open", `value="zoe@example.com"`)
	})
}

// TestGuests_TooMany shows that a guest beyond the rate limit gets a page that says when to try again (R17).
func TestGuests_TooMany(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	c := a.As(apptest.Anonymous).On(t)
	for i := range 300 {
		c.Form(party+"/submit", fmt.Sprintf("name=N%d&email=n%d%%40example.com", i, i%3)).Want(200)
	}
	r := c.Form(party+"/submit", "name=N&email=n%40example.com&language=en").Want(429).Has("guest-", "Réessayer")
	if r.Header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
}

// TestGuests_Outage says that nothing was saved when storage fails.
func TestGuests_Outage(t *testing.T) {
	t.Parallel()
	a := apptest.New(t, apptest.Faulty())
	c := a.As(apptest.Anonymous).On(t)
	err := a.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, "DROP TABLE rsvp_tallies")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	r := c.Do("GET", party, nil, "Accept-Language", "en").Has("Something went wrong on our side", "guest-").HasNot("rsvp_tallies")
	if r.Status < 500 {
		t.Errorf("status %d", r.Status)
	}
}

// TestGuests_Weight keeps the page under 30 KB in all, fetched from nowhere else (R15).
func TestGuests_Weight(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	c := a.As(apptest.Anonymous).On(t)
	page := c.Do("GET", party, nil, "Accept-Encoding", "gzip").Want(200)
	total := len(page.Body)
	text := string(c.Do("GET", party, nil, "Accept-Encoding", "identity").Body)
	fetched := regexp.MustCompile(`<(?:link rel="(?:icon|stylesheet)"[^>]* href|(?:script|img|iframe|source)[^>]* src)="([^"]+)"`).
		FindAllStringSubmatch(text, -1)
	for _, f := range fetched {
		if !strings.HasPrefix(f[1], "/static/") {
			t.Errorf("the page fetches %s", f[1])
			continue
		}
		total += len(c.Do("GET", f[1], nil, "Accept-Encoding", "gzip").Want(200).HasNot("url(http", "@import").Body)
	}
	if len(fetched) != 2 || total > 15<<10 {
		t.Errorf("%d files and %d bytes: half of what is allowed is enough", len(fetched), total)
	}
}

// TestGuests_Calendar reads the file as RFC 5545 has it.
func TestGuests_Calendar(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	c := a.As(apptest.Anonymous).On(t)
	get := func(l string) string {
		r := c.Get(party+"/calendar.ics?lang="+l).Want(200).HasHeader("Content-Type", "text/calendar; charset=utf-8").
			HasHeader("Cache-Control", "no-cache")
		return string(r.Body)
	}
	file := get("en")
	for line := range strings.SplitSeq(strings.TrimSuffix(file, "\r\n"), "\r\n") {
		if len(line) > 75 || strings.ContainsAny(line, "\r\n") || !utf8.ValidString(line) {
			t.Errorf("no line of RFC 5545: %q", line)
		}
	}
	unfolded := strings.ReplaceAll(file, "\r\n ", "")
	for _, want := range []string{"VERSION:2.0", "UID:fete-clients-2026@127.0.0.1", "DTSTART;TZID=America/Toronto:20261217T173000",
		"DTEND;TZID=America/Toronto:20261217T220000",
		"BEGIN:VTIMEZONE", "TZID:America/Toronto", "BEGIN:STANDARD", "DTSTART:20261101T020000", "TZOFFSETFROM:-0400", "TZOFFSETTO:-0500",
		"TZNAME:EST",
		"SUMMARY;LANGUAGE=en:Our customer holiday party",
		`LOCATION;LANGUAGE=en:Salle du Vieux-Moulin\, 1200\, rue du Quai\, Trois-Rivières (Québec)`} {
		if !strings.Contains(unfolded, "\r\n"+want+"\r\n") {
			t.Errorf("no line %q in\n%s", want, unfolded)
		}
	}
	if french := get("fr"); !strings.Contains(french, "La fête des clients") || french != get("fr") {
		t.Error("the French file is not French, or not the same twice")
	}
	a.As("events").On(t).Patch("/events/fete-clients-2026",
		`{"starts_at":"2026-07-10T17:30:00-04:00","ends_at":"2026-07-10T23:30:00-04:00","rsvp_deadline":null,"content":{"fr":{"title":"Été; fin, début"}}}`).
		Want(200)
	moved := get("fr")
	if before, after := sequenceOf(t, file), sequenceOf(t, moved); after <= before {
		t.Errorf("SEQUENCE is %d after %d", after, before)
	}
	for _, want := range []string{"UID:fete-clients-2026@127.0.0.1\r\n", "BEGIN:DAYLIGHT\r\n", "TZOFFSETTO:-0400\r\n",
		"DTSTART;TZID=America/Toronto:20260710T173000\r\n", `Été\; fin\, début`} {
		if !strings.Contains(moved, want) {
			t.Errorf("no %q in\n%s", want, moved)
		}
	}
}

// sequenceOf returns the SEQUENCE of a calendar file.
func sequenceOf(t *testing.T, file string) (n int) {
	t.Helper()
	_, rest, found := strings.Cut(file, "\r\nSEQUENCE:")
	if _, err := fmt.Sscanf(rest, "%d\r\n", &n); !found || err != nil {
		t.Fatalf("no SEQUENCE in\n%s: %v", file, err)
	}
	return n
}

// TestGuests_PublicURL carries the path of PUBLIC_URL in every address.
func TestGuests_PublicURL(t *testing.T) {
	a := apptest.New(t, apptest.PublicURL("https://fetes.example.com/presence"))
	c := a.As(apptest.Anonymous).On(t)
	c.Get(party+"?lang=en").Want(200).Has(`action="/presence/rsvp/fete-clients-2026/submit"`,
		`href="/presence/rsvp/fete-clients-2026?lang=fr"`, `href="/presence/static/guest-`)
	c.Get(party + "/calendar.ics").Want(200).Has("UID:fete-clients-2026@fetes.example.com")
	if c.Get("/presence"+party).Status != http.StatusOK {
		t.Error("with the prefix it is not found")
	}
}
