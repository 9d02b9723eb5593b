package events

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"presence/app/apptest/featuretest"
	"presence/app/apptest/htmltest"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/db"
	"presence/views/ui"
)

const shipped = "fete-clients-2026"

func TestPages_list(t *testing.T) {
	eachFixture(t, func(t *testing.T, d *fixture) {
		d.made("gala", func(c *Changes) { c.FR.Title = new("Bal") })
		page := d.get("/staff/events")
		if got := htmltest.Text(htmltest.One(t, page, ".event-card a[href='/staff/events/gala/overview']")); got != "Bal" {
			t.Errorf("the card says %q", got)
		}
		htmltest.One(t, page, ".event-card a[href='/staff/events/"+shipped+"/overview']")
	})
}

func TestPages_list_filter(t *testing.T) {
	eachFixture(t, func(t *testing.T, d *fixture) {
		d.made("gala", func(c *Changes) { c.FR.Title, c.FR.Address = new("Bal d’été"), new("Salle Dorée") })
		d.made("later", func(c *Changes) {
			c.FR.Title, c.StartsAt, c.EndsAt = new("Portes ouvertes"), new(db.InstantOf(noon.AddDate(3, 0, 0))), new(db.InstantOf(noon.AddDate(3, 0, 1)))
		})
		for _, x := range []struct{ name, query, want string }{
			{"a word of a title, without its accents", "?q=bal+ETE", "gala"},
			{"a word of an address and one of a title", "?q=bal+doree", "gala"},
			{"words of two events", "?q=bal+portes", ""},
			{"a season", "?season=2029-autumn", "later"},
			{"a season and a word of another", "?season=2029-autumn&q=bal", ""},
		} {
			t.Run("by "+x.name, func(t *testing.T) {
				page := d.on(t).get("/staff/events" + x.query)
				var found []string
				page.Find(".event-card h2 a").Each(func(_ int, a *goquery.Selection) {
					found = append(found, strings.TrimSuffix(strings.TrimPrefix(a.AttrOr("href", ""), "/staff/events/"), "/overview"))
				})
				if got := strings.Join(found, " "); got != x.want {
					t.Errorf("found %q, want %q", got, x.want)
				}
				if empty := page.Find(".empty").Length() > 0; empty != (x.want == "") {
					t.Errorf("says that there is none: %v", empty)
				}
			})
		}
		t.Run("offers the seasons that have events, the latest first", func(t *testing.T) {
			options := d.on(t).get("/staff/events?q=bal").Find("select[name=season] option")
			if got := options.Map(func(_ int, o *goquery.Selection) string { return o.AttrOr("value", "") }); got[0] != "" || got[1] != "2029-autumn" {
				t.Errorf("%q", got)
			}
		})
	})
}

func TestPages_blank(t *testing.T) {
	eachFixture(t, func(t *testing.T, d *fixture) {
		d.made("gala", func(c *Changes) {
			c.Palette, c.Capacity, c.EmailTemplate, c.EN.Intro = new("nuit"), new(int64(40)), new("event-a"), new("Hello")
		})
		t.Run("suggests an evening of four hours in a month", func(t *testing.T) {
			page := d.on(t).get("/staff/events/new")
			for name, want := range map[string]string{"starts_at": "2026-12-20T18:00", "ends_at": "2026-12-20T22:00", "rsvp_deadline": "",
				"content.fr.title": "", "capacity": "", "palette": "sapin", "id": ""} {
				if got := value(t, page, name); got != want {
					t.Errorf("%s is %q, want %q", name, got, want)
				}
			}
		})
		t.Run("takes over the texts, the places and the look of another event, and not its dates", func(t *testing.T) {
			page := d.on(t).get("/staff/events/new?from=gala")
			for name, want := range map[string]string{"starts_at": "2026-12-20T18:00", "content.fr.title": "Gala", "content.en.intro": "Hello",
				"capacity": "40", "palette": "nuit", "email_template": "event-a", "id": ""} {
				if got := value(t, page, name); got != want {
					t.Errorf("%s is %q, want %q", name, got, want)
				}
			}
		})
		t.Run("repeats another event a year later, with its dates", func(t *testing.T) {
			page := d.on(t).get("/staff/events/new?repeat=gala")
			for name, want := range map[string]string{"starts_at": "2027-12-19T17:00", "content.fr.title": "Gala", "capacity": "40", "palette": "nuit", "id": ""} {
				if got := value(t, page, name); got != want {
					t.Errorf("%s is %q, want %q", name, got, want)
				}
			}
		})
		t.Run("does not repeat an event that does not exist", func(t *testing.T) {
			if a := d.on(t).send(http.MethodGet, "/staff/events/new?repeat=none", nil); a.Status != http.StatusNotFound {
				t.Errorf("answered %d", a.Status)
			}
		})
		t.Run("does not copy an event that does not exist", func(t *testing.T) {
			if a := d.on(t).send(http.MethodGet, "/staff/events/new?from=none", nil); a.Status != http.StatusNotFound {
				t.Errorf("answered %d", a.Status)
			}
		})
	})
}

func TestPages_one(t *testing.T) {
	eachFixture(t, func(t *testing.T, d *fixture) {
		d.made("gala", func(c *Changes) { c.Deadline = new(db.InstantOf(noon)) })
		for _, x := range []struct {
			name, path string
			asks       bool
			fields     string // of which languages
			preview    string
		}{
			{"the editor in the reader's language", "gala", false, "en", "Gala in en at 17 with 0 people"},
			{"the French fields", "gala?preview=fr", false, "fr", "Gala in fr at 17 with 0 people"},
			{"the fields of both languages, with a preview in the reader's", "gala?preview=both", false, "both",
				"Gala in en at 17 with 0 people"},
			{"the reader's language for one that does not exist", "gala?preview=de", false, "en", "Gala in en at 17 with 0 people"},
			{"the question whether to delete it", "gala?ask=delete", true, "en", "Gala in en at 17 with 0 people"},
			{"no question but this one", "gala?ask=other", false, "en", "Gala in en at 17 with 0 people"},
			{"no such question about an event of which nothing is saved", shipped + "?ask=delete", false, "en",
				"La fête des clients in en at 22 with 0 people"},
		} {
			t.Run("shows "+x.name, func(t *testing.T) {
				page := d.on(t).get("/staff/events/" + x.path)
				if got := page.Find("dialog#delete").Length() == 1; got != x.asks {
					t.Errorf("asks: %v", got)
				}
				if got := page.Find("[name=preview][checked]").AttrOr("value", ""); got != x.fields {
					t.Errorf("the fields of %q", got)
				}
				if got := htmltest.One(t, page, "iframe").AttrOr("srcdoc", ""); got != x.preview {
					t.Errorf("the preview is %q", got)
				}
			})
		}
		t.Run("shows the deadline, and a whole page to a request of a script for another part", func(t *testing.T) {
			page := d.on(t).get("/staff/events/gala", "HX-Request", "true")
			if got := value(t, page, "rsvp_deadline"); got != "2026-11-20T17:00" {
				t.Errorf("the deadline is %q", got)
			}
		})
		t.Run("shows nothing of an event that does not exist", func(t *testing.T) {
			if a := d.on(t).send(http.MethodGet, "/staff/events/none", nil); a.Status != http.StatusNotFound {
				t.Errorf("answered %d", a.Status)
			}
		})
	})
}

// whole returns the fields of a form that can be saved.
func whole(change func(url.Values)) url.Values {
	v := url.Values{"starts_at": {"2026-12-20T18:00"}, "ends_at": {"2026-12-20T22:00"}, "rsvp_deadline": {""}, "capacity": {""},
		"palette": {"sapin"}, "email_template": {""}, "content.fr.title": {"Bal d’hiver"}, "content.en.title": {""}}
	change(v)
	return v
}

func TestPages_create(t *testing.T) {
	eachFixture(t, func(t *testing.T, d *fixture) {
		d.made("gala", func(*Changes) {})
		l := i18n.EN
		for _, x := range []struct {
			name   string
			change func(url.Values)
			id     string
			state  State
		}{
			{"makes a draft, whose address comes from its title", func(url.Values) {}, "bal-d-hiver", Draft},
			{"takes the address that was typed", func(v url.Values) { v.Set("id", " bal-2 ") }, "bal-2", Draft},
			{"takes the state that was chosen", func(v url.Values) { v.Set("id", "bal-3"); v.Set("status", "open") }, "bal-3", Open},
		} {
			t.Run(x.name, func(t *testing.T) {
				d := d.on(t)
				d.says(d.leadsTo(d.post("/staff/events", whole(x.change)), "/staff/events/"+x.id), l.F(i18n.EventSaved, "Bal d’hiver"))
				if r := d.saved(x.id); r.State != x.state || r.Capacity != nil || r.Deadline != 0 || r.StartsAt.String() != "2026-12-20T18:00:00Z" {
					t.Errorf("saved %+v", r.Event)
				}
			})
		}
		t.Run("without an end it lasts three hours", func(t *testing.T) {
			d := d.on(t)
			d.leadsTo(d.post("/staff/events", whole(func(v url.Values) { v.Set("id", "bal-5"); v.Set("ends_at", "") })), "/staff/events/bal-5")
			if r := d.saved("bal-5"); r.EndsAt.String() != "2026-12-20T21:00:00Z" {
				t.Errorf("it ends at %s", r.EndsAt)
			}
		})
		for _, x := range []struct {
			name   string
			change func(url.Values)
			want   []string // the fields with errors
		}{
			{"an address that is taken", func(v url.Values) { v.Set("id", "gala") }, []string{"id"}},
			{"no start, although there is no deadline either", func(v url.Values) { v.Set("starts_at", " ") }, []string{"starts_at"}},
			{"errors of reading and of the values at once", func(v url.Values) {
				v.Set("starts_at", "tomorrow")
				v.Set("capacity", "many")
				v.Set("content.en.title", strings.Repeat("x", 121))
			}, []string{"content.en.title", "starts_at", "capacity"}},
			{"no title", func(v url.Values) { v.Set("id", "other"); v.Set("content.fr.title", "") }, []string{"content.fr.title"}},
		} {
			t.Run("refuses "+x.name+", and keeps what was typed", func(t *testing.T) {
				d := d.on(t)
				form := whole(x.change)
				form.Set("palette", "nuit")
				a := d.post("/staff/events", form)
				page := a.Doc()
				if got := faulty(page); a.Status != http.StatusUnprocessableEntity || !slices.Equal(got, x.want) {
					t.Fatalf("answered %d with errors of %q, want %q", a.Status, got, x.want)
				}
				if got := page.Find(".form-errors li").Length(); got != len(x.want) {
					t.Errorf("%d errors are listed", got)
				}
				for name := range form {
					if got := value(t, page, name); got != form.Get(name) {
						t.Errorf("%s is %q, want %q", name, got, form.Get(name))
					}
				}
				if _, err := d.Get(t.Context(), "other"); errs.KindOf(err) != errs.KindNotFound {
					t.Errorf("it is saved: %v", err)
				}
			})
		}
		t.Run("does not show another failure as an error of the form", func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			form := strings.NewReader(whole(func(v url.Values) { v.Set("id", "bal-4") }).Encode())
			if a := d.on(t).client.Send(featuretest.NewRequest(ctx, http.MethodPost, "/staff/events", form,
				"Content-Type", "application/x-www-form-urlencoded")); a.Status < 499 {
				t.Errorf("answered %d", a.Status)
			}
		})
	})
}

func TestPages_save(t *testing.T) {
	l := i18n.EN
	eachFixture(t, func(t *testing.T, d *fixture) {
		t.Run("saves the fields of the form, and leaves the others as they are", func(t *testing.T) {
			d := d.on(t)
			d.made("one", func(c *Changes) {
				c.Capacity, c.Deadline, c.EN.Intro = new(int64(9)), new(db.InstantOf(noon)), new("Hello")
			})
			toast := d.leadsTo(d.post("/staff/events/one", url.Values{"content.fr.title": {"Bal"}, "version": {"1"}}), "/staff/events/one")
			d.says(toast, l.F(i18n.EventSaved, "Bal"))
			if toast.Find("form").Length() != 0 {
				t.Error("the message offers to undo a change that it cannot undo")
			}
			r := d.saved("one")
			if r.Content.FR.Title != "Bal" || *r.Capacity != 9 || r.Deadline != db.InstantOf(noon) || r.Content.EN.Intro != "Hello" ||
				r.State != Open {
				t.Errorf("saved %+v", r.Event)
			}
			d.leadsTo(d.post("/staff/events/one", url.Values{"rsvp_deadline": {" "}, "capacity": {""}, "version": {"2"}}), "/staff/events/one")
			if r := d.saved("one"); r.Deadline != 0 || r.Capacity != nil {
				t.Errorf("after the deadline and the limit were emptied: %+v", r.Event)
			}
			d.leadsTo(d.post("/staff/events/one", url.Values{"rsvp_deadline": {"2026-12-01T12:00"}, "preview": {"en"}}), "/staff/events/one")
			if r := d.saved("one"); r.Deadline.String() != "2026-12-01T12:00:00Z" {
				t.Errorf("the deadline is %s", r.Deadline)
			}
		})
		t.Run("an end that was left empty keeps the length", func(t *testing.T) {
			d := d.on(t)
			d.made("two", func(c *Changes) { c.EndsAt = new(*c.StartsAt + db.Instant(5*time.Hour/time.Millisecond)) })
			before := d.saved("two")
			length := before.EndsAt - before.StartsAt
			d.leadsTo(d.post("/staff/events/two", url.Values{"starts_at": {"2030-05-01T18:00"}, "ends_at": {" "}}), "/staff/events/two")
			r := d.saved("two")
			if r.StartsAt.String() != "2030-05-01T18:00:00Z" || r.EndsAt != r.StartsAt+length {
				t.Errorf("from %s to %s", r.StartsAt, r.EndsAt)
			}
			d.leadsTo(d.post("/staff/events/two", url.Values{"ends_at": {""}}), "/staff/events/two")
			if again := d.saved("two"); again.EndsAt != r.EndsAt {
				t.Errorf("without a start to %s", again.EndsAt)
			}
		})
		t.Run("leads back to the languages that were edited", func(t *testing.T) {
			d := d.on(t)
			for _, shown := range []string{"fr", "both"} {
				d.leadsTo(d.post("/staff/events/one", url.Values{"palette": {"or"}, "preview": {shown}}), "/staff/events/one?preview="+shown)
			}
		})
		t.Run("says which state it changed, and undoes that", func(t *testing.T) {
			d := d.on(t)
			for _, x := range []struct {
				tab, to, want string
				state         State
				text          i18n.Text
			}{
				{"", "/staff/events/one", "", Closed, i18n.EventIsShutNow},
				{"rsvps", "/staff/events/one/rsvps", "rsvps", Draft, i18n.EventIsDraftNow},
				{"send", "/staff/events/one/send", "send", Closed, i18n.EventIsShutNow},
			} {
				before := d.saved("one")
				form := url.Values{"status": {string(x.state)}, "version": {strconv.FormatInt(before.Version, 10)}}
				if x.tab != "" {
					form.Set("tab", x.tab)
				}
				toast := d.leadsTo(d.post("/staff/events/one", form), x.to)
				d.says(toast, l.F(x.text, "Bal"))
				undo := htmltest.One(t, toast, "form")
				back := hidden(undo)
				want := url.Values{"status": {"open"}, "version": {strconv.FormatInt(before.Version+1, 10)}, "undo": {"1"}}
				if x.want != "" {
					want.Set("tab", x.want)
				}
				if undo.AttrOr("action", "") != "/staff/events/one" || back.Encode() != want.Encode() {
					t.Fatalf("undone by %s %q, want %q", undo.AttrOr("action", ""), back.Encode(), want.Encode())
				}
				d.says(d.leadsTo(d.post("/staff/events/one", back), x.to), l.F(i18n.EventIsOpenNow, "Bal"))
				if r := d.saved("one"); r.State != Open {
					t.Errorf("undone, it is %s", r.State)
				}
			}
		})
		t.Run("leads back to the tab as it was filtered", func(t *testing.T) {
			d := d.on(t)
			const audience = "/staff/events/one/audience"
			for from, to := range map[string]string{
				"http://example.com" + audience + "?city=Laval&customer_type=all": audience + "?city=Laval&customer_type=all",
				"http://example.com" + audience + "?ask=clear&find=roy":           audience + "?find=roy",
				"http://example.com" + audience + "?ask=clear":                    audience,
				"http://example.com/staff/events/two/audience?city=Laval":         audience,
				"http://example.com" + audience + "/import?city=Laval":            audience,
				"http://elsewhere.example" + audience + "?city=Laval":             audience,
			} {
				state := "closed"
				if d.saved("one").State == Closed {
					state = "open"
				}
				d.leadsTo(d.post("/staff/events/one", url.Values{"status": {state}, "tab": {"audience"}}, "Referer", from), to)
			}
		})
		t.Run("refuses what is invalid, and keeps what was typed", func(t *testing.T) {
			d := d.on(t)
			before := d.saved("one")
			a := d.post("/staff/events/one", url.Values{"capacity": {"0"}, "content.fr.title": {"Typed"}, "palette": {"none"}, "preview": {"fr"}})
			page := a.Doc()
			if got := page.Find(".form-errors li").Length(); a.Status != http.StatusUnprocessableEntity || got != 2 ||
				value(t, page, "capacity") != "0" || value(t, page, "content.fr.title") != "Typed" {
				t.Errorf("answered %d with %d errors: %s", a.Status, got, htmltest.Text(page.Find(".form-errors")))
			}
			if got := htmltest.One(t, page, "iframe").AttrOr("srcdoc", ""); got != "Typed in fr at 17 with 0 people" {
				t.Errorf("the preview is %q", got)
			}
			a = d.post("/staff/events/one", url.Values{"content.fr.title": {strings.Repeat("x", 121)}})
			if got := htmltest.One(t, a.Doc(), "iframe").AttrOr("srcdoc", ""); got != "Bal in en at 17 with 0 people" {
				t.Errorf("the preview of a title that is too long is %q", got)
			}
			a = d.post("/staff/events/one", url.Values{"ends_at": {"2026-12-01T12:00"}, "capacity": {"12"}})
			if got := faulty(a.Doc()); a.Status != http.StatusUnprocessableEntity || !slices.Equal(got, []string{"ends_at"}) {
				t.Errorf("answered %d with errors of %q", a.Status, got)
			}
			if r := d.saved("one"); r.Version != before.Version {
				t.Errorf("saved %+v", r.Event)
			}
		})
		t.Run("saves nothing of an event that does not exist", func(t *testing.T) {
			if a := d.on(t).post("/staff/events/none", url.Values{"palette": {"or"}}); a.Status != http.StatusNotFound {
				t.Errorf("answered %d", a.Status)
			}
		})
	})
}

// hidden returns the hidden fields of a form.
func hidden(form *goquery.Selection) url.Values {
	v := url.Values{}
	form.Find("input[type=hidden]").Each(func(_ int, s *goquery.Selection) { v.Set(s.AttrOr("name", ""), s.AttrOr("value", "")) })
	return v
}

// TestPages_conflict saves a form that was opened before another person saved the event.
func TestPages_conflict(t *testing.T) {
	eachFixture(t, func(t *testing.T, d *fixture) {
		n := 0
		// saved posts a form that was filled from the first version of an event, whose second version has other changes.
		saved := func(d *fixture, theirs Changes, mine url.Values) (*featuretest.Answer, string) {
			n++
			id := fmt.Sprint("event-", n)
			d.made(id, func(c *Changes) { c.Palette, c.Capacity = new("sapin"), new(int64(10)) })
			if _, err := d.Update(d.t.Context(), staff, id, nil, theirs); err != nil {
				d.t.Fatal(err)
			}
			mine.Set("version", "1")
			return d.post("/staff/events/"+id, mine), id
		}
		t.Run("saves it when the fields of the form are as they were", func(t *testing.T) {
			d := d.on(t)
			a, id := saved(d, Changes{Palette: new("or")}, url.Values{"capacity": {"12"}, "content.fr.title": {"Gala"}})
			d.says(d.leadsTo(a, "/staff/events/"+id), i18n.EN.F(i18n.EventSaved, "Gala"))
			if r := d.saved(id); *r.Capacity != 12 || r.Palette != "or" || r.Version != 3 {
				t.Errorf("saved %+v", r.Event)
			}
		})
		t.Run("does not undo a change over a version that the reader has not seen", func(t *testing.T) {
			d := d.on(t)
			a, id := saved(d, Changes{Palette: new("or")}, url.Values{"status": {"draft"}, "undo": {"1"}})
			if r := d.saved(id); a.Status != http.StatusPreconditionFailed || r.State != Open {
				t.Errorf("answered %d, and it is %s", a.Status, r.State)
			}
		})
		for _, x := range []struct {
			name   string
			theirs Changes
			mine   url.Values
			both   []string // the fields that both changed
			now    map[string]string
		}{
			{"takes over what only the saved version changed", Changes{Palette: new("or")},
				url.Values{"palette": {"sapin"}, "capacity": {"12"}}, nil, map[string]string{"palette": "or", "capacity": "12", "version": "2"}},
			{"shows what both changed", Changes{Capacity: new(int64(11))}, url.Values{"capacity": {"12"}, "palette": {"nuit"}},
				[]string{"capacity"}, map[string]string{"palette": "nuit", "capacity": "12", "version": "2"}},
			{"does the one and the other at once", Changes{Capacity: new(int64(11)), Palette: new("or")},
				url.Values{"capacity": {"12"}, "palette": {"sapin"}}, []string{"capacity"},
				map[string]string{"palette": "or", "capacity": "12", "version": "2"}},
		} {
			t.Run(x.name, func(t *testing.T) {
				d := d.on(t)
				a, id := saved(d, x.theirs, x.mine)
				page := a.Doc()
				var both []string
				htmltest.One(t, page, ".clash").Find("dt a").Each(func(_ int, s *goquery.Selection) {
					both = append(both, strings.TrimPrefix(s.AttrOr("href", ""), "#f-"))
				})
				if a.Status != http.StatusPreconditionFailed || !slices.Equal(both, x.both) {
					t.Errorf("answered %d, and both changed %q", a.Status, both)
				}
				for name, want := range x.now {
					if got := value(t, page, name); got != want {
						t.Errorf("%s is %q, want %q", name, got, want)
					}
				}
				if got := page.Find("[name=preview][checked]").AttrOr("value", ""); got != "both" {
					t.Errorf("the fields of %q are shown", got)
				}
				if r := d.saved(id); r.Version != 2 {
					t.Errorf("version %d is saved", r.Version)
				}
			})
		}
	})
}

func TestPages_preview(t *testing.T) {
	eachFixture(t, func(t *testing.T, d *fixture) {
		d.made("gala", func(*Changes) {})
		for _, x := range []struct{ name, id, title, want string }{
			{"renders what is typed", "gala", "Bal", "Bal in fr at 17 with 0 people"},
			{"keeps the saved value of a field with an error", "gala", strings.Repeat("x", 121), "Gala in fr at 17 with 0 people"},
			{"renders a new event", "new", "Bal", "Bal in fr at 0 with 0 people"},
		} {
			t.Run(x.name, func(t *testing.T) {
				form := url.Values{"content.fr.title": {x.title}, "preview": {"fr"}, "capacity": {"many"}, "starts_at": {""}}
				a := d.on(t).post("/staff/events/"+x.id+"/preview", form, "HX-Request", "true")
				part := a.Doc()
				if got := htmltest.One(t, part, "iframe").AttrOr("srcdoc", ""); a.Status != http.StatusOK || got != x.want {
					t.Errorf("answered %d with %q", a.Status, got)
				}
				if part.Find("form").Length() != 0 {
					t.Error("the script gets more than the preview")
				}
			})
		}
		t.Run("is a whole page without the script", func(t *testing.T) {
			a := d.on(t).post("/staff/events/gala/preview", url.Values{"content.fr.title": {"Bal"}})
			if page := a.Doc(); a.Status != http.StatusOK || value(t, page, "content.fr.title") != "Bal" {
				t.Errorf("answered %d %s", a.Status, a.Body)
			}
		})
		t.Run("is not rendered of an event that does not exist", func(t *testing.T) {
			if a := d.on(t).post("/staff/events/none/preview", url.Values{}); a.Status != http.StatusNotFound {
				t.Errorf("answered %d", a.Status)
			}
		})
	})
}

func TestPages_delete(t *testing.T) {
	l := i18n.EN
	eachFixture(t, func(t *testing.T, d *fixture) {
		var refuse error
		d.hooks.Deleted = append(d.hooks.Deleted, func(context.Context, *db.Tx, string) error { return refuse })
		d.made("gala", func(*Changes) {})
		gone := errs.NotFound("campaign")
		for _, x := range []struct {
			name    string
			refuse  error
			version string
			text    string
		}{
			{"an event that another feature still needs", errs.Conflict("send_active", "Invitations are being sent."), "1",
				l.T(i18n.Fault("send_active", "Invitations are being sent."))},
			{"a version that was changed since", nil, "9", l.T(i18n.Fault("stale", ""))},
		} {
			t.Run("does not delete "+x.name+", and says why on its page", func(t *testing.T) {
				d := d.on(t)
				refuse = x.refuse
				toast := d.leadsTo(d.post("/staff/events/gala/delete", url.Values{"version": {x.version}}), "/staff/events/gala")
				d.says(toast, x.text)
				if !toast.HasClass("tone-" + string(ui.Warn)) {
					t.Error("the message is not a warning")
				}
				d.saved("gala")
			})
		}
		t.Run("answers another failure as such", func(t *testing.T) {
			refuse = gone
			if a := d.on(t).post("/staff/events/gala/delete", url.Values{}); a.Status != http.StatusNotFound {
				t.Errorf("answered %d", a.Status)
			}
			if a := d.on(t).post("/staff/events/none/delete", url.Values{}); a.Status != http.StatusNotFound {
				t.Errorf("answered %d", a.Status)
			}
		})
		t.Run("deletes an event and leads to the list", func(t *testing.T) {
			d := d.on(t)
			refuse = nil
			d.says(d.leadsTo(d.post("/staff/events/gala/delete", url.Values{"version": {"1"}}), "/staff/events"), l.F(i18n.EventDeleted, "Gala"))
			if _, err := d.Get(t.Context(), "gala"); errs.KindOf(err) != errs.KindNotFound {
				t.Errorf("it is still there: %v", err)
			}
		})
		t.Run("deletes what was saved of a built-in event and leads to it", func(t *testing.T) {
			d := d.on(t)
			if _, err := d.Update(t.Context(), staff, shipped, nil, Changes{EN: ContentChanges{Title: new("Ball")}}); err != nil {
				t.Fatal(err)
			}
			toast := d.leadsTo(d.post("/staff/events/"+shipped+"/delete", url.Values{"version": {"1"}}), "/staff/events/"+shipped)
			d.says(toast, l.F(i18n.EventUncovered, "Ball"))
		})
	})
}

// upload returns a form with a file, and its media type.
func upload(name, language string, data []byte) (io.Reader, string) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	_ = w.WriteField("language", language) // a bytes.Buffer never fails
	if name != "" {
		part, _ := w.CreateFormFile("file", name)
		_, _ = part.Write(data)
	}
	_ = w.Close()
	return &b, w.FormDataContentType()
}

// broken is a body that fails.
type broken struct{ err error }

func (b broken) Read([]byte) (int, error) { return 0, b.err }

func TestPages_attachments(t *testing.T) {
	l := i18n.EN
	eachFixture(t, func(t *testing.T, d *fixture) {
		d.made("gala", func(*Changes) {})
		attach := func(d *fixture, event, name, language string, data []byte) *featuretest.Answer {
			body, media := upload(name, language, data)
			return d.send(http.MethodPost, "/staff/events/"+event+"/attachments", body, "Content-Type", media)
		}
		t.Run("attaches a file for one language, and removes it", func(t *testing.T) {
			d := d.on(t)
			d.says(d.leadsTo(attach(d, "gala", "plan.png", "fr", pixel()), "/staff/events/gala#files"), l.F(i18n.EventAttached, "plan.png"))
			files := d.saved("gala").Files
			if len(files) != 1 || files[0].Name != "plan.png" || files[0].Language != "fr" || files[0].Size != int64(len(pixel())) {
				t.Fatalf("attached %+v", files)
			}
			path := fmt.Sprintf("/staff/events/gala/attachments/%d/delete", files[0].ID)
			toast := d.leadsTo(d.post(path, url.Values{}), "/staff/events/gala#files")
			d.says(toast, l.T(i18n.EventDetached))
			if left := d.saved("gala").Files; len(left) != 0 {
				t.Errorf("left %+v", left)
			}
			for _, path := range []string{path, "/staff/events/gala/attachments/x/delete"} {
				if a := d.post(path, url.Values{}); a.Status != http.StatusNotFound {
					t.Errorf("%s answers %d", path, a.Status)
				}
			}
		})
		t.Run("refuses a file for an event that does not exist", func(t *testing.T) {
			if a := attach(d.on(t), "none", "plan.png", "fr", pixel()); a.Status != http.StatusNotFound {
				t.Errorf("answered %d", a.Status)
			}
		})
		for range MaxFiles {
			d.leadsTo(attach(d, shipped, "plan.png", "both", pixel()), "/staff/events/"+shipped+"#files")
		}
		start, media := upload("plan.png", "fr", pixel())
		for _, x := range []struct {
			name   string
			answer func(d *fixture) *featuretest.Answer
			field  string
			code   string
		}{
			{"no file", func(d *fixture) *featuretest.Answer { return attach(d, "gala", "", "fr", nil) }, "file", "required"},
			{"a text", func(d *fixture) *featuretest.Answer { return attach(d, "gala", "a.txt", "fr", []byte("hello")) }, "file", "file_kind"},
			{"another language", func(d *fixture) *featuretest.Answer { return attach(d, "gala", "a.png", "de", pixel()) }, "language",
				"not_allowed"},
			{"a body that is larger than the limit", func(d *fixture) *featuretest.Answer {
				limited := http.MaxBytesReader(nil, io.NopCloser(start), 10)
				return d.send(http.MethodPost, "/staff/events/gala/attachments", limited, "Content-Type", media)
			}, "file", "file_too_large"},
			{"a body whose reading is refused", func(d *fixture) *featuretest.Answer {
				return d.send(http.MethodPost, "/staff/events/gala/attachments", broken{errs.Conflict("slow", "Too slow.")}, "Content-Type", media)
			}, "file", "slow"},
			{"a body that breaks off", func(d *fixture) *featuretest.Answer {
				return d.send(http.MethodPost, "/staff/events/gala/attachments", broken{errors.New("reset")}, "Content-Type", media)
			}, "file", "required"},
		} {
			t.Run("refuses "+x.name, func(t *testing.T) {
				a := x.answer(d.on(t))
				page := a.Doc()
				errors := page.Find("#files .form-errors")
				if a.Status != http.StatusUnprocessableEntity || errors.Find("li").Length() != 1 {
					t.Fatalf("answered %d: %s", a.Status, htmltest.Text(errors))
				}
				if got := htmltest.Text(errors.Find("li")); !strings.Contains(got, l.T(i18n.Fault(x.code, "Too slow."))) {
					t.Errorf("the error is %q", got)
				}
				if len(d.saved("gala").Files) != 0 {
					t.Error("the file is attached")
				}
			})
		}
		t.Run("refuses one file too many", func(t *testing.T) {
			d := d.on(t)
			a := attach(d, shipped, "plan.png", "fr", pixel())
			if a.Status != http.StatusUnprocessableEntity || len(d.saved(shipped).Files) != MaxFiles {
				t.Errorf("answered %d", a.Status)
			}
			if a.Doc().Find("#files form[enctype]").Length() != 0 {
				t.Error("the form for another file is offered")
			}
		})
	})
}
