package rsvp

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"
	"github.com/gin-gonic/gin"

	"presence/app/apptest/featuretest"
	"presence/app/apptest/htmltest"
	"presence/app/hub/events"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/db"
	"presence/db/dbtest"
)

// notices returns the titles of the notices above the form.
func notices(page *goquery.Selection) string { return htmltest.Text(page.Find("#answer h2")) }

func TestGuests_page(t *testing.T) {
	eachFixture(t, func(t *testing.T, d *fixture) {
		d.event("draft", "draft", 0)
		d.event("closed", "closed", 0)
		for _, x := range []struct{ name, query, accept, lang, title string }{
			{"in the language of the browser", "", "en-CA", "en", "Customer gala"},
			{"in the language that the link names", "?lang=fr", "en", "fr", "Gala des clients"},
			{"in the language of the browser where the link names none that exists", "?lang=de&utm_source=mail", "en", "en", "Customer gala"},
			{"although a parameter cannot be read", "?x=%zz&lang=en", "fr", "en", "Customer gala"},
		} {
			t.Run("shows the invitation "+x.name, func(t *testing.T) {
				page := d.on(t).page("/rsvp/gala"+x.query, "Accept-Language", x.accept)
				if got := page.Find("html").AttrOr("lang", ""); got != x.lang || htmltest.Text(page.Find("h1")) != x.title {
					t.Errorf("in %s: %q", got, htmltest.Text(page.Find("h1")))
				}
				if page.Find("form [name=t]").Length() != 0 || page.Find(".soft").Length() != 0 {
					t.Error("it is a personal page")
				}
			})
		}
		t.Run("is sent again only when it has changed, packed where the browser can unpack it", func(t *testing.T) {
			d := d.on(t)
			plain := d.send("GET", "/rsvp/gala?lang=en", "")
			packed := d.send("GET", "/rsvp/gala?lang=en", "", "Accept-Encoding", "gzip")
			unpack, err := gzip.NewReader(strings.NewReader(packed.Body))
			if err != nil {
				t.Fatal(err)
			}
			if text, err := io.ReadAll(unpack); err != nil || string(text) != plain.Body || packed.Header.Get("Content-Encoding") != "gzip" ||
				plain.Header.Get("Content-Encoding") != "" {
				t.Errorf("unpacked %d bytes of %d, %v", len(text), len(plain.Body), err)
			}
			for _, a := range []*featuretest.Answer{plain, packed} {
				if a.Header.Get("Content-Length") != fmt.Sprint(len(a.Body)) || a.Header.Get("Content-Type") != "text/html; charset=utf-8" ||
					a.Header.Get("Cache-Control") != "no-cache" || !strings.HasPrefix(a.Header.Get("Content-Security-Policy"), "default-src 'none'") {
					t.Errorf("headers %v", a.Header)
				}
			}
			tag := plain.Header.Get("ETag")
			for has, want := range map[string]int{tag: 304, `W/"x", ` + tag: 304, packed.Header.Get("ETag"): 200, "": 200, `"x"`: 200} {
				a := d.send("GET", "/rsvp/gala?lang=en", "", "If-None-Match", has)
				if a.Status != want || (a.Body == "") != (want == 304) {
					t.Errorf("a browser that has %s is answered %d with %d bytes", has, a.Status, len(a.Body))
				}
			}
		})
		t.Run("greets the owner of a personal link, in the language of the link", func(t *testing.T) {
			d := d.on(t)
			d.link("tok", "Élise Côté", "elise@example.com", "")
			page := d.page("/rsvp/gala?t=tok", "Accept-Language", "fr")
			if typed(page, "name") != "Élise Côté" || typed(page, "email") != "elise@example.com" || typed(page, "t") != "tok" ||
				page.Find("html").AttrOr("lang", "") != "en" || notices(page) != i18n.EN.F(i18n.RsvpHello, "Élise") {
				t.Errorf("greeted by %q in %s", notices(page), page.Find("html").AttrOr("lang", ""))
			}
			if got := page.Find("a.language").AttrOr("href", ""); got != "/rsvp/gala?lang=fr&t=tok" {
				t.Errorf("the other language is at %q", got)
			}
			if got := d.send("GET", "/rsvp/gala?t=tok", "").Header.Get("Cache-Control"); got != "private, no-store" {
				t.Errorf("it is kept: %q", got)
			}
			if got := d.page("/rsvp/gala?t=tok&lang=fr").Find("html").AttrOr("lang", ""); got != "fr" {
				t.Errorf("asked for French, it is %s", got)
			}
		})
		t.Run("says that a link is no longer good, and shows the page of everybody", func(t *testing.T) {
			page := d.on(t).page("/rsvp/gala?t=forged", "Accept-Language", "en")
			if htmltest.Text(page.Find(".soft")) != i18n.EN.T(i18n.RsvpLinkExpired) || page.Find("form [name=t]").Length() != 0 ||
				page.Find("a.language").AttrOr("href", "") != "/rsvp/gala?lang=fr" || page.Find("html").AttrOr("lang", "") != "en" {
				t.Errorf("says %q", htmltest.Text(page.Find("#answer")))
			}
		})
		t.Run("shows the owner of a link that an event is closed", func(t *testing.T) {
			d := d.on(t)
			err := d.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				return IssueLinks(ctx, tx, 1, []Link{{Token: "shut", EventID: "closed", Name: "Zoé", Language: i18n.EN}})
			})
			if err != nil {
				t.Fatal(err)
			}
			if page := d.page("/rsvp/closed?t=shut"); notices(page) != i18n.EN.T(i18n.RsvpClosed) || page.Find("form").Length() != 0 {
				t.Errorf("says %q", notices(page))
			}
		})
		d.on(t).missing(http.MethodGet, "/rsvp/draft", "/rsvp/none", "/rsvp/draft?t=tok", "/rsvp/none?t=tok", "/rsvp/draft/calendar.ics",
			"/rsvp/none/calendar.ics")
	})
}

// TestGuests_hear signals a change until the page shows it: nothing says when its listener listens. The clock stands still, so
// that the page would not be read again otherwise.
func TestGuests_hear(t *testing.T) {
	gin.SetMode(gin.TestMode)
	d := newFixture(newWorld(t, dbtest.Open(t, db.SQLite)))
	if got := htmltest.Text(d.page("/rsvp/gala").Find("h1")); got != "Gala des clients" {
		t.Fatalf("the title is %q", got)
	}
	d.exec("UPDATE events SET title_fr = 'Bal', version = version + 1 WHERE id = 'gala'")
	dbtest.Until(t, "the change is heard", func() bool {
		err := d.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { return tx.Signal(ctx, events.Changed) })
		if err != nil {
			t.Fatal(err)
		}
		return htmltest.Text(d.page("/rsvp/gala").Find("h1")) == "Bal"
	})
}

func TestGuests_submit(t *testing.T) {
	l := i18n.EN
	eachFixture(t, func(t *testing.T, d *fixture) {
		d.exec("UPDATE events SET capacity = 5 WHERE id = 'gala'")
		d.event("closed", "closed", 0)
		d.link("tok", "Élise Côté", "elise@example.com", "")
		form := func(change func(url.Values)) url.Values {
			v := url.Values{"name": {"Zoé"}, "email": {"zoe@example.com"}, "people": {"2"}, "language": {"en"}}
			change(v)
			return v
		}
		t.Run("thanks for an answer, in the language of the form", func(t *testing.T) {
			a := d.on(t).post("/rsvp/gala/submit", form(func(url.Values) {}), "Accept-Language", "fr")
			page := a.Doc()
			if got := htmltest.Text(page.Find("html")); a.Status != 200 || !strings.Contains(got, l.F(i18n.RsvpThanksName, "Zoé")) ||
				!strings.Contains(got, l.T(i18n.RsvpStored)) || !strings.HasPrefix(a.Header.Get("Content-Security-Policy"), "default-src 'none'") {
				t.Errorf("answered %d %q", a.Status, got)
			}
		})
		t.Run("takes one person where no number is sent, and the browser's language where none is named", func(t *testing.T) {
			d := d.on(t)
			a := d.post("/rsvp/gala/submit", form(func(v url.Values) { v.Set("people", " "); v.Set("language", "de") }), "Accept-Language", "fr")
			if r := d.kept(1); a.Status != 200 || r.People != 1 || r.Language != "fr" ||
				!strings.Contains(a.Body, i18n.FR.T(i18n.RsvpStored)) {
				t.Errorf("answered %d, kept %+v", a.Status, r)
			}
		})
		for _, x := range []struct {
			name, event string
			change      func(url.Values)
			status      int
			notice      string
			faults      []string
			form        bool
			language    string // where the link to the other language leads
		}{
			{"what has errors", "gala", func(v url.Values) { v.Set("name", ""); v.Set("people", "x"); v.Set("phone", "1") }, 422,
				l.T(i18n.RsvpAnswer), []string{"name", "people", "phone"}, true, "/rsvp/gala?lang=fr"},
			{"errors of a personal link, which it keeps", "gala", func(v url.Values) { v.Set("people", "21"); v.Set("t", "tok") }, 422,
				l.F(i18n.RsvpHello, "Élise"), []string{"people"}, true, "/rsvp/gala?lang=fr&t=tok"},
			{"more people than places", "gala", func(v url.Values) { v.Set("people", "6") }, 409, l.T(i18n.RsvpTooMany), nil, true,
				"/rsvp/gala?lang=fr"},
			{"an answer to a closed event", "closed", func(url.Values) {}, 409, l.T(i18n.RsvpClosed), nil, false, "/rsvp/closed?lang=fr"},
		} {
			t.Run("refuses "+x.name, func(t *testing.T) {
				sent := form(x.change)
				a := d.on(t).post("/rsvp/"+x.event+"/submit", sent)
				page := a.Doc()
				var faults []string
				page.Find(".faults li a").Each(func(_ int, s *goquery.Selection) {
					faults = append(faults, strings.TrimPrefix(s.AttrOr("href", ""), "#"))
				})
				if a.Status != x.status || notices(page) != x.notice || !slices.Equal(faults, x.faults) {
					t.Errorf("answered %d, %q, errors of %q", a.Status, notices(page), faults)
				}
				if got := page.Find("#attend").Length() == 1; got != x.form || got && (typed(page, "email") != "zoe@example.com" ||
					typed(page, "name") != sent.Get("name") || typed(page, "t") != sent.Get("t")) {
					t.Errorf("the form: %v, %q", got, typed(page, "name"))
				}
				greets := sent.Get("t") == "tok"
				if got := strings.Contains(page.Find("h2").Text(), l.F(i18n.RsvpHello, "Élise")); got != greets {
					t.Errorf("it greets the guest: %v; %s", got, page.Find("h2").Text())
				}
				if got := page.Find("a.language").AttrOr("href", ""); got != x.language {
					t.Errorf("the other language is at %q", got)
				}
				if fold := page.Find("details.fold"); x.notice == l.T(i18n.RsvpTooMany) && !fold.Is("[open]") {
					t.Error("the form with what was typed is folded")
				}
			})
		}
		t.Run("answers an event that guests do not see as one that does not exist", func(t *testing.T) {
			d := d.on(t)
			d.event("draft", "draft", 0)
			for _, id := range []string{"draft", "none"} {
				if a := d.post("/rsvp/"+id+"/submit", form(func(url.Values) {})); a.Status != http.StatusNotFound {
					t.Errorf("%s answers %d", id, a.Status)
				}
			}
		})
		if n := len(d.registrations("gala")); n != 1 {
			t.Errorf("%d registrations are kept", n)
		}
	})
}

// A guest without a personal link changes the answer from the page that thanks for it: the form has what was sent.
func TestGuests_changing(t *testing.T) {
	eachFixture(t, func(t *testing.T, d *fixture) {
		d.asks("asked", 4)
		form := url.Values{"name": {"Zoé Roy"}, "phone": {"514 555-0142"}, "people": {"2"}, "language": {"en"}, "allergies": {"Nuts"},
			companionField(1): {"Luc"}, replyField(11, 0): {"1"}, replyField(11, 1): {"2"}, replyField(12, 0): {"2"}}
		for _, x := range []struct {
			name    string
			change  func(url.Values)
			heading string
			cancels bool
		}{
			{"without an e-mail address, whose answer has a code", func(url.Values) {}, i18n.EN.N(2, i18n.RsvpSaidYes), true},
			{"with an e-mail address", func(v url.Values) { v.Set("email", "zoe@example.com") }, i18n.EN.N(2, i18n.RsvpSaidYes), true},
			{"who declines", func(v url.Values) { v.Set("email", "zoe@example.com"); v.Set("attending", "no") }, i18n.EN.T(i18n.RsvpSaidNo), false},
		} {
			t.Run("is offered to a guest "+x.name, func(t *testing.T) {
				d, sent := d.on(t), maps.Clone(form)
				x.change(sent)
				again := d.post("/rsvp/gala/submit", sent).Want(http.StatusOK).Doc().Find("form.again")
				back := hidden(again)
				back.Set("attending", again.Find("button").AttrOr("value", ""))
				page := d.post(strings.TrimSuffix(again.AttrOr("action", ""), "#answer"), back).Want(http.StatusOK).Doc()
				if got := notices(page); got != x.heading || page.Find("details.fold[open] > #attend").Length() != 1 {
					t.Errorf("the form stands under %q", got)
				}
				if got := page.Find("button[value=no]").Length() > 0; got != x.cancels {
					t.Errorf("it can be cancelled: %v", got)
				}
				if got := page.Find("#attend ~ form.cancel, .fold ~ form.cancel").Length() > 0; got != x.cancels {
					t.Errorf("what cancels it stands after the form: %v", got)
				}
				filled := page.Find("#attend")
				if x.cancels {
					saved := hidden(filled)
					saved.Set("people", "2")
					for name, values := range sent {
						saved[name] = values
					}
					saved.Set("attending", "yes")
					if got := htmltest.Text(d.post("/rsvp/gala/submit", saved).Want(http.StatusOK).Doc().Find(".lead")); got != i18n.EN.T(i18n.RsvpChanged) {
						t.Errorf("saving it again says %q", got)
					}
				}
				for name, values := range sent {
					if name == "attending" || sent.Get("attending") == "no" && name != "name" && name != "email" && name != "phone" {
						continue
					}
					field := filled.Find("[name='" + name + "']")
					got := field.AttrOr("value", field.Text())
					if field.Is("select") {
						got = field.Find("[selected]").AttrOr("value", "")
					} else if field.Is("[type=radio]") {
						got = field.Filter("[checked]").AttrOr("value", "")
					}
					if got != values[0] {
						t.Errorf("%s is %q, want %q", name, got, values[0])
					}
				}
			})
		}
		if n := len(d.registrations("gala")); n != 1 {
			t.Errorf("%d registrations are kept", n)
		}
		t.Run("with the name as text to a guest who gave nothing else, who can cancel with the code of the page", func(t *testing.T) {
			d := d.on(t)
			again := d.post("/rsvp/gala/submit", url.Values{"name": {"Denise M."}, "people": {"1"}, "language": {"en"}, replyField(11, 0): {"1"},
				replyField(12, 0): {"0"}}).Want(http.StatusOK).Doc().Find("form.again")
			back := hidden(again)
			back.Set("attending", "change")
			page := d.post("/rsvp/gala/submit", back).Want(http.StatusOK).Doc()
			if got := htmltest.Text(page.Find("#attend .for")); !strings.Contains(got, "Denise M.") ||
				page.Find("#attend [name=name]:not([type=hidden])").Length() != 0 || page.Find("button[value=no]").Length() != 1 {
				t.Errorf("the form has %q", got)
			}
			no := hidden(page.Find("form.cancel"))
			no.Set("attending", "no")
			for name, change := range map[string]func(url.Values){"another name": func(v url.Values) { v.Set("name", "Denise D.") },
				"no code": func(v url.Values) { v.Del("code") }, "a code that is none": func(v url.Values) { v.Set("code", strings.Repeat("A", codeLength)) }} {
				other := maps.Clone(no)
				change(other)
				if a := d.post("/rsvp/gala/submit", other); a.Status != http.StatusUnprocessableEntity {
					t.Errorf("with %s it is answered by %d", name, a.Status)
				}
			}
			if got := d.registrations("gala"); len(got) != 2 || got[1].People != 1 {
				t.Errorf("stored are %+v", got)
			}
			d.post("/rsvp/gala/submit", no).Want(http.StatusOK)
			if got := d.registrations("gala"); len(got) != 2 || got[1].People != 0 {
				t.Errorf("stored are %+v", got)
			}
		})
	})
}

// TestGuests_showAgain refuses an answer in moments that a request hardly meets.
func TestGuests_showAgain(t *testing.T) {
	gin.SetMode(gin.TestMode)
	broken := errors.New("broken")
	for _, x := range []struct {
		name    string
		v       presenter
		refusal error
		status  int // 0: the error is returned
	}{
		{"Full, but closed since", presenting(start, nil), errs.Conflict(CodeBookingFull, "There aren’t enough spots left."), http.StatusConflict},
		{"Full", presenting(start.Add(-time.Hour), nil), errs.Conflict(CodeBookingFull, "There aren’t enough spots left."), http.StatusConflict},
		{"another conflict", presenting(start.Add(-time.Hour), nil), errs.Conflict("other", "Something else."), 0},
		{"an error of another package", presenting(start.Add(-time.Hour), nil), broken, 0},
	} {
		t.Run(x.name, func(t *testing.T) {
			w := httptest.NewRecorder()
			c, _ := gin.CreateTestContext(w)
			c.Request = httptest.NewRequest(http.MethodPost, "/rsvp/gala/submit", nil)
			err := new(Guests).showAgain(c, x.v, Submission{Answer: Answer{Name: "Zoé"}}, x.refusal)
			if x.status == 0 {
				if !errors.Is(err, x.refusal) || w.Body.Len() != 0 {
					t.Errorf("answered %d, %v", w.Code, err)
				}
			} else if err != nil || w.Code != x.status {
				t.Errorf("answered %d, %v", w.Code, err)
			}
		})
	}
	t.Run("staff get such errors as they are", func(t *testing.T) {
		for _, refusal := range []error{broken, errs.NotFound("event")} {
			c, _ := gin.CreateTestContext(httptest.NewRecorder())
			if err := (pages{}).formRefused(c, refusal, formState{}); !errors.Is(err, refusal) {
				t.Errorf("%v, want %v", err, refusal)
			}
		}
	})
}

func TestGuests_calendar(t *testing.T) {
	eachFixture(t, func(t *testing.T, d *fixture) {
		for query, want := range map[string]string{"": "Gala des clients", "?lang=en": "Customer gala"} {
			a := d.send("GET", "/rsvp/gala/calendar.ics"+query, "", "Accept-Language", "fr")
			if a.Status != 200 || !strings.Contains(a.Body, ":"+want+"\r\n") || !strings.Contains(a.Body, "UID:gala@presence.example\r\n") ||
				a.Header.Get("Content-Type") != "text/calendar; charset=utf-8" || a.Header.Get("Cache-Control") != "no-cache" ||
				a.Header.Get("Content-Disposition") != `attachment; filename="gala.ics"` {
				t.Errorf("%q: %d %v %s", query, a.Status, a.Header, a.Body)
			}
		}
	})
}

// TestGuestPages_are_described reads the API description, which programs and its page show.
func TestGuestPages_are_described(t *testing.T) {
	gin.SetMode(gin.TestMode)
	r := httpx.NewRouter(gin.New(), httpx.Config{}, httpx.NoRules)
	GuestPages(r, NewGuests(NewService(nil, time.Now, secret, MailOptions{}), time.UTC, Site{Host: "presence.example"}))
	if err := r.Build(httpx.APIInfo{}); err != nil {
		t.Fatal(err)
	}
	text, err := r.OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	var described struct {
		Paths map[string]map[string]struct {
			OperationID string `json:"operationId"`
			Parameters  []struct{ Name string }
			Responses   map[string]any
		}
	}
	if err := json.Unmarshal(text, &described); err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct{ method, path, id, parameters, statuses string }{
		{"get", "/rsvp/{event_id}", "show-invitation", "event_id lang t", "200 404 503"},
		{"get", "/rsvp/{event_id}/calendar.ics", "get-calendar-entry", "code event_id lang", "200 404 503"},
		{"post", "/rsvp/{event_id}/submit", "submit-rsvp", "Accept-Language event_id", "200 429"},
	} {
		t.Run(x.id, func(t *testing.T) {
			op := described.Paths[x.path][x.method]
			var names []string
			for _, p := range op.Parameters {
				names = append(names, p.Name)
			}
			slices.Sort(names)
			if op.OperationID != x.id || strings.Join(names, " ") != x.parameters {
				t.Errorf("%s takes %q", op.OperationID, names)
			}
			for _, status := range strings.Fields(x.statuses) {
				if op.Responses[status] == nil {
					t.Errorf("%s is missing", status)
				}
			}
		})
	}
}

func TestRefusal(t *testing.T) {
	gin.SetMode(gin.TestMode)
	for _, x := range []struct {
		name, method, path string
		status             int
		title              i18n.Text
		retry              string // empty: none
		id                 bool
	}{
		{"an event that guests do not see", "GET", "/rsvp/none?lang=en", 404, i18n.RsvpLost, "", false},
		{"too many answers, with the way back to the invitation", "POST", "/rsvp/gala/submit?lang=en", 429, i18n.RsvpBusy,
			"/rsvp/gala?lang=en", false},
		{"a page that failed, with the same address", "GET", "/rsvp/gala?lang=en&t=tok", 500, i18n.RsvpBroken, "/rsvp/gala?lang=en&t=tok", true},
		{"a page that cannot be read now", "GET", "/rsvp/gala?lang=en", 503, i18n.RsvpBroken, "/rsvp/gala?lang=en", true},
		{"a form for no event, with the same address", "POST", "/other?lang=en", 499, i18n.RsvpRefused, "/other?lang=en", false},
	} {
		t.Run("tells of "+x.name, func(t *testing.T) {
			c, _ := gin.CreateTestContext(httptest.NewRecorder())
			c.Request = httptest.NewRequest(x.method, x.path, nil)
			c.Request.Header.Set("Accept-Language", "fr")
			if event, found := strings.CutPrefix(c.Request.URL.Path, "/rsvp/"); found {
				c.Params = gin.Params{{Key: "event_id", Value: strings.TrimSuffix(event, "/submit")}}
			}
			var b strings.Builder
			p := &httpx.Problem{Status: x.status, RequestID: "ID-OF-REQUEST"}
			if err := Refusal(c, p).Render(t.Context(), &b); err != nil {
				t.Fatal(err)
			}
			page := htmltest.Parse(t, b.String())
			if got := htmltest.Text(page.Find("h1")); got != i18n.EN.T(x.title) {
				t.Errorf("the title is %q", got)
			}
			if got := page.Find("main a").AttrOr("href", ""); got != x.retry {
				t.Errorf("leads to %q", got)
			}
			if got := strings.Contains(b.String(), "ID-OF-REQUEST"); got != x.id {
				t.Errorf("shows the id of the request: %v", got)
			}
		})
	}
}

func TestPreview(t *testing.T) {
	render := Preview(time.UTC, "", func() time.Time { return start.Add(-time.Hour) })
	for _, x := range []struct {
		state events.State
		form  bool
	}{{events.Draft, true}, {events.Open, true}, {events.Closed, false}} {
		t.Run("shows a page that is "+string(x.state), func(t *testing.T) {
			e := presenting(start, func(e *events.Event) { e.State = x.state }).e
			text, err := render(t.Context(), e, 0, i18n.EN, "light")
			if err != nil {
				t.Fatal(err)
			}
			page := htmltest.Parse(t, text)
			if got := page.Find("#attend").Length() == 1; got != x.form || page.Find("a.language").Length() != 0 {
				t.Errorf("a form: %v", got)
			}
		})
	}
	t.Run("counts the people", func(t *testing.T) {
		e := presenting(start, func(e *events.Event) { e.Capacity = new(int64(3)) }).e
		if text, err := render(t.Context(), e, 3, i18n.EN, "light"); err != nil || notices(htmltest.Parse(t, text)) != i18n.EN.T(i18n.RsvpFull) {
			t.Errorf("%v in %s", err, text)
		}
	})
}
