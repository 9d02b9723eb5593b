package events

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"presence/app/apptest/featuretest"
	"presence/app/apptest/htmltest"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/db"
	"presence/db/dbtest"
)

// fixture serves the pages and the API of events to a person of staff who reads English, at noon UTC.
type fixture struct {
	*Service
	t      testing.TB
	client *featuretest.Client
}

func eachFixture(t *testing.T, fn func(t *testing.T, d *fixture)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, d *db.DB) { fn(t, newFixture(t, d)) })
}

func newFixture(t testing.TB, database *db.DB) *fixture {
	t.Helper()
	s, reader := serve(database), staff
	reader.Language = i18n.EN
	return &fixture{s, t, featuretest.New(t, featuretest.Options{By: reader, Now: func() time.Time { return noon }}, func(r *httpx.Router) {
		API(r, s)
		Pages(r, s, time.UTC, func(_ context.Context, e Event, headcount int64, lang i18n.Lang, _ string) (string, error) {
			return fmt.Sprintf("%s in %s at %d with %d people", e.Content.FR.Title, lang, e.StartsAt.Time().UTC().Hour(), headcount), nil
		}, func(context.Context) ([]string, error) { return []string{"event-a"}, nil },
			func(context.Context) (map[string]bool, error) { return nil, nil },
			func(context.Context, []string) (map[string]int64, error) { return nil, nil })
	})}
}

// on returns the fixture for a subtest.
func (d *fixture) on(t testing.TB) *fixture { return &fixture{d.Service, t, d.client.On(t)} }

func (d *fixture) send(method, path string, body io.Reader, headers ...string) *featuretest.Answer {
	d.t.Helper()
	return d.client.Send(featuretest.NewRequest(d.t.Context(), method, path, body, headers...))
}

// get opens a page, and stops the test unless it is there.
func (d *fixture) get(path string, headers ...string) *goquery.Selection {
	d.t.Helper()
	return d.client.Get(path, headers...).Want(http.StatusOK).Doc()
}

func (d *fixture) post(path string, form url.Values, headers ...string) *featuretest.Answer {
	d.t.Helper()
	return d.client.Form(path, form, headers...)
}

// leadsTo fails unless the answer leads to an address, and returns the message that the next page shows.
func (d *fixture) leadsTo(a *featuretest.Answer, to string) (toast *goquery.Selection) {
	d.t.Helper()
	a.RedirectsTo(to)
	return d.get("/staff/events").Find(".toast")
}

func (d *fixture) says(toast *goquery.Selection, text string) {
	d.t.Helper()
	if got := htmltest.Text(toast.Find("p")); got != text {
		d.t.Errorf("the message is %q, want %q", got, text)
	}
}

func value(t testing.TB, page *goquery.Selection, name string) string {
	t.Helper()
	field := page.Find("#event [name='" + name + "']")
	switch {
	case field.Is("textarea"):
		return field.Text()
	case field.Is("select"):
		return field.Find("option[selected]").AttrOr("value", "")
	case field.Is("[type=radio]"):
		return field.Filter("[checked]").AttrOr("value", "")
	}
	return htmltest.One(t, page, "#event [name='"+name+"']").AttrOr("value", "")
}

// faulty returns the names of the fields that a page marks, in their order.
func faulty(page *goquery.Selection) (names []string) {
	page.Find("[aria-invalid=true]").Each(func(_ int, s *goquery.Selection) { names = append(names, s.AttrOr("name", "")) })
	return names
}

// saved returns an event as it is stored, and stops the test when there is none.
func (d *fixture) saved(id string) Record {
	d.t.Helper()
	r, err := d.Get(d.t.Context(), id)
	if err != nil {
		d.t.Fatal(err)
	}
	return r
}

// made saves an event with the required fields and some changes.
func (d *fixture) made(id string, change func(*Changes)) Record {
	d.t.Helper()
	r, err := d.Create(d.t.Context(), staff, id, with(gala(), change))
	if err != nil {
		d.t.Fatal(err)
	}
	return r
}
