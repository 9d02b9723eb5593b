package webhooks_test

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"presence/app/accounts/webhooks"
	"presence/app/apptest/featuretest"
	"presence/app/platform/httpx"
	"presence/db/dbtest"
)

// client serves the JSON routes and the pages to an administrator who reads English, five hours west of the clock of the tests.
func (w *world) client() *featuretest.Client {
	w.t.Helper()
	return featuretest.New(w.t, featuretest.Options{By: admin, Now: w.clock.Now}, func(r *httpx.Router) {
		webhooks.API(r, w.s)
		webhooks.Pages(r, w.s, time.FixedZone("west", -5*3600))
	})
}

// record is an endpoint in JSON.
type record struct {
	ID             int64    `json:"id"`
	URL            string   `json:"url"`
	Description    string   `json:"description"`
	Kinds          []string `json:"kinds"`
	Enabled        bool     `json:"enabled"`
	DisabledReason string   `json:"disabled_reason"`
	FailingSince   *string  `json:"failing_since"`
	OldSecretUntil *string  `json:"old_secret_until"`
	Secret         *string  `json:"secret"`
}

// Both lists take limit, after and modified_since (C7).
func TestAPI_lists(t *testing.T) {
	each(t, func(w *world) {
		c := w.client()
		first, _ := w.endpoint(w.r.URL)
		w.publish(kind)
		w.deliver()
		begun := w.clock.Now()
		w.clock.Advance(time.Hour)
		second, _ := w.endpoint(w.r.URL)
		since := func(at time.Time) string { return "?modified_since=" + url.QueryEscape(at.Format(time.RFC3339)) }
		one := fmt.Sprintf("/webhooks/%d/deliveries", first.ID)
		is := func(path string, want ...int64) {
			w.t.Helper()
			var list []struct{ ID int64 }
			var got []int64
			c.Get(path).Want(http.StatusOK).JSON(&list)
			for _, x := range list {
				got = append(got, x.ID)
			}
			if !slices.Equal(got, want) {
				w.t.Errorf("%s answers %v, want %v", path, got, want)
			}
		}
		is("/webhooks?limit=1", first.ID)
		is(fmt.Sprintf("/webhooks?after=%d", first.ID), second.ID)
		is("/webhooks"+since(begun), first.ID, second.ID)
		is("/webhooks"+since(w.clock.Now()), second.ID)
		if link := c.Get("/webhooks?limit=1").Header.Get("Link"); !strings.Contains(link, fmt.Sprintf("after=%d", first.ID)) {
			w.t.Errorf("the next page is %q", link)
		}
		delivery := w.log(first.ID)[0].ID
		is(one + since(w.clock.Now()))
		w.must(w.s.Replay(w.t.Context(), admin, first.ID, delivery))
		is(one+since(w.clock.Now()), delivery)
		w.clock.Advance(time.Hour)
		is(one + since(w.clock.Now()))
		w.enable(first.ID, false)
		is(one+since(w.clock.Now()), delivery)
	})
}

func TestAPI(t *testing.T) {
	each(t, func(w *world) {
		c := w.client()
		var made, read record
		c.Post("/webhooks", fmt.Sprintf(`{"url":%q,"kinds":["rsvp.created"]}`, w.r.URL)).Want(http.StatusCreated).JSON(&made)
		one := fmt.Sprintf("/webhooks/%d", made.ID)
		c.Get(one).Want(http.StatusOK).JSON(&read)
		if made.Secret == nil || !strings.HasPrefix(*made.Secret, "whsec_") || read.Secret != nil || !read.Enabled || read.URL != w.r.URL {
			w.t.Errorf("created %+v, read %+v", made, read)
		}
		var off record
		c.Post("/webhooks", fmt.Sprintf(`{"url":%q,"kinds":["rsvp.created"],"enabled":false}`, w.r.URL)).Want(http.StatusCreated).JSON(&off)
		if off.Enabled || off.DisabledReason != "staff" {
			w.t.Errorf("created %+v", off)
		}
		c.Post("/webhooks", `{"url":"nowhere","kinds":[]}`).IsRefused(http.StatusBadRequest, "kinds webhook_kinds, url webhook_url")
		c.Do(http.MethodPatch, one, `{"description":"Kitchen","enabled":false}`).Want(http.StatusOK).JSON(&read)
		if read.Description != "Kitchen" || read.Enabled || read.DisabledReason != "staff" || !slices.Equal(read.Kinds, []string{"rsvp.created"}) {
			w.t.Errorf("changed %+v", read)
		}
		c.Post(one+"/test", "").IsRefused(http.StatusConflict, "webhook_disabled")
		c.Do(http.MethodPatch, one, `{"enabled":true}`).Want(http.StatusOK)

		c.Post(one+"/test", "").Want(http.StatusNoContent)
		w.deliver()
		var log []struct {
			ID       int64
			Kind     string
			State    string
			Status   *int
			Attempts int
			Payload  map[string]any
		}
		c.Get(one + "/deliveries").Want(http.StatusOK).JSON(&log)
		if len(log) != 1 || log[0].State != "delivered" || *log[0].Status != 204 || log[0].Payload["type"] != "webhook.test" {
			w.t.Fatalf("log %+v", log)
		}
		c.Post(fmt.Sprintf("%s/deliveries/%d/replay", one, log[0].ID), "").Want(http.StatusNoContent)
		c.Post(fmt.Sprintf("%s/deliveries/%d/replay", one, log[0].ID), "").IsRefused(http.StatusNotFound, "not_found")
		w.deliver()
		w.is(made.ID, webhooks.Delivered, 2)

		var rotated record
		c.Post(one+"/secret", "").Want(http.StatusOK).JSON(&rotated)
		if rotated.Secret == nil || *rotated.Secret == *made.Secret || rotated.OldSecretUntil == nil {
			w.t.Errorf("rotated %+v", rotated)
		}
		c.Post(one+"/secret", "").IsRefused(http.StatusConflict, "old_secret_signs")
		c.Post(one+"/secret", `{"end_old_secret":false}`).IsRefused(http.StatusConflict, "old_secret_signs")
		c.Post(one+"/secret", `{"end_old_secret":true}`).Want(http.StatusOK)
		c.Do(http.MethodDelete, one, "").Want(http.StatusNoContent)
		c.Get(one).IsRefused(http.StatusNotFound, "not_found")
		c.Get(one+"/deliveries").IsRefused(http.StatusNotFound, "not_found")
	})
}

// form returns the values of the form of an endpoint.
func (w *world) form(more ...string) url.Values {
	q := url.Values{"url": {w.r.URL}, "description": {"Kitchen"}, "kinds": {string(kind)}, "enabled": {"true"}}
	for i := 0; i < len(more); i += 2 {
		q.Set(more[i], more[i+1])
	}
	return q
}

func TestPages(t *testing.T) {
	each(t, func(w *world) {
		const all = "/staff/settings/webhooks"
		c := w.client()
		if page := c.Get(all).Want(http.StatusOK); !page.Has(".empty") || page.Has("tbody tr") {
			w.t.Error("a list without endpoints is not empty")
		}
		if got := c.Get(all + "/new").Want(http.StatusOK).Doc().Find(`[name=kinds]`).Length(); got != 2 {
			w.t.Errorf("the form offers %d kinds, want those that there are", got)
		}
		made := c.Form(all, w.form()).Want(http.StatusOK)
		secret := made.Text("#webhook-secret")
		e := w.only()
		one := fmt.Sprintf("%s/%d", all, e.ID)
		if again := c.Get(one).Want(http.StatusOK); !strings.HasPrefix(secret, "whsec_") || strings.Contains(again.Body, "whsec_") {
			w.t.Error("the secret is not shown once only")
		}
		if got := c.Get(all).Texts("tbody tr"); len(got) != 1 || !strings.Contains(got[0], "Kitchen") || !strings.Contains(got[0], "Active") {
			w.t.Errorf("the list shows %q", got)
		}
		w.logOnPage(c, e.ID, one)

		rotated := c.Form(one+"/secret", nil).Want(http.StatusOK)
		if got := rotated.Text("#webhook-secret"); got == secret || !strings.HasPrefix(got, "whsec_") || !strings.Contains(rotated.Text("main"), "until Nov 21") {
			w.t.Errorf("the new secret is %q", got)
		}
		refused := c.Form(one+"/secret", nil).Want(http.StatusConflict)
		if got := refused.Text("#secret"); !strings.Contains(got, "The secret wasn’t replaced: the old one is still in use until Nov 21") || refused.Has("#webhook-secret") {
			w.t.Errorf("a second rotation is refused with %q", got)
		}
		if page := c.Form(one+"/secret", url.Values{"end_old_secret": {"true"}}).Want(http.StatusOK); !page.Has("#webhook-secret") {
			w.t.Error("the old secret can't be ended")
		}
		if c.Get(one).Has("dialog[open]") || !c.Get(one+"?ask=delete").Has("dialog[open]") {
			w.t.Error("the page does not ask before it deletes")
		}
		c.Form(one+"/delete", nil).RedirectsTo(all)
		if list, err := w.s.Endpoints(w.t.Context()); err != nil || len(list) > 0 {
			w.t.Errorf("%+v %v", list, err)
		}
	})
}

// only returns the only endpoint.
func (w *world) only() webhooks.Endpoint {
	w.t.Helper()
	list, err := w.s.Endpoints(w.t.Context())
	if err != nil || len(list) != 1 {
		w.t.Fatal(list, err)
	}
	return list[0]
}

// logOnPage sends a test event and replays it, and checks what the log of the page says of it.
func (w *world) logOnPage(c *featuretest.Client, id int64, one string) {
	w.t.Helper()
	w.r.answers(http.StatusInternalServerError)
	w.resultInPlace(c, c.Form(one+"/test", nil).Want(http.StatusSeeOther).Header.Get("Location"), "response 500")
	page := c.Get(one)
	if got := page.Text(".webhook-log li"); !strings.Contains(got, "Queued") || !strings.Contains(got, "response 500") || page.Has("[name=delivery]") ||
		!strings.Contains(page.Text(".banner"), "Every attempt has failed since Nov 20, 2026 at 8:00") {
		w.t.Errorf("the log says %q of what is tried again", got)
	}
	w.r.answers(http.StatusNoContent)
	w.clock.Advance(5 * time.Second)
	w.deliver()
	page = c.Get(one)
	if got := page.Text(".webhook-log li"); !strings.Contains(got, "Delivered") || !strings.Contains(got, "2 attempts") || page.Has(".banner") {
		w.t.Errorf("the log says %q of what was delivered", got)
	}
	delivery, _ := page.Doc().Find("[name=delivery]").Attr("value")
	w.resultInPlace(c, c.Form(one+"/replay", url.Values{"delivery": {delivery}}).Want(http.StatusSeeOther).Header.Get("Location"), "Delivered")
	w.is(id, webhooks.Delivered, 3)
}

// resultInPlace follows to the page of what was queued just now, and delivers it: its line asks for itself until it says the result.
func (w *world) resultInPlace(c *featuretest.Client, page, result string) {
	w.t.Helper()
	waiting := c.Get(page).Want(http.StatusOK)
	line := waiting.Doc().Find(".webhook-log > li[hx-get]")
	address, _ := line.Attr("hx-get")
	if line.Length() != 1 || line.Find(`noscript`).Length() != 1 || strings.Contains(line.Text(), result) {
		w.t.Errorf("what waits is %q", line.Text())
	}
	fetch := func() *featuretest.Answer {
		return c.Do(http.MethodGet, address, "", "HX-Request", "true").Want(http.StatusOK)
	}
	if got := fetch(); got.Has("main") || !got.Has("li[hx-get]") {
		w.t.Errorf("before it is delivered: %s", got.Body)
	}
	w.deliver()
	if got := fetch(); got.Has("[hx-get]") || !strings.Contains(got.Text("li"), result) {
		w.t.Errorf("after it is delivered: %s", got.Body)
	}
	c.Do(http.MethodGet, address+"0", "", "HX-Request", "true").IsRefused(http.StatusNotFound, "not_found")
}

func TestPages_change(t *testing.T) {
	each(t, func(w *world) {
		e, _ := w.endpoint(w.r.URL)
		c, one := w.client(), fmt.Sprintf("/staff/settings/webhooks/%d", e.ID)
		refused := c.Form(one, w.form("url", "nowhere", "description", "Bar")).Want(http.StatusUnprocessableEntity)
		if got, _ := refused.Doc().Find("[name=description]").Attr("value"); got != "Bar" || !refused.Has("#f-url-error") {
			w.t.Errorf("the refused form has the description %q", got)
		}
		if got := c.Form(one, url.Values{"url": {w.r.URL}}).Want(http.StatusUnprocessableEntity); !got.Has("#f-kinds-error") {
			w.t.Error("a form without kinds is not explained")
		}
		c.Form(one, w.form("version", "1")).RedirectsTo(one)
		if got := w.only(); got.Description != "Kitchen" || got.Disabled != webhooks.Enabled {
			w.t.Errorf("%+v", got)
		}
		stale := c.Form(one, w.form("version", "1", "description", "Bar")).Want(http.StatusPreconditionFailed)
		if got, _ := stale.Doc().Find("[name=description]").Attr("value"); got != "Kitchen" || !stale.Has(".banner") {
			w.t.Errorf("the form of what somebody else has saved has the description %q", got)
		}
		c.Form(one, w.form("enabled", "")).RedirectsTo(one)
		if got := w.only(); got.Disabled != webhooks.Staff {
			w.t.Errorf("%+v", got)
		}
		if page := c.Get(one); page.Has(`[action$="/test"]`) || !page.Has(".banner") {
			w.t.Error("the page of a disabled endpoint offers a test, or does not say that it is disabled")
		}
		c.Get("/staff/settings/webhooks/none").IsRefused(http.StatusNotFound, "not_found")
	})
}

// The log is shown in parts of 20, the latest first.
func TestPages_log(t *testing.T) {
	each(t, func(w *world) {
		e, _ := w.endpoint(w.r.URL)
		for range 25 {
			w.publish(kind)
		}
		c := w.client()
		first := c.Get(fmt.Sprintf("/staff/settings/webhooks/%d", e.ID))
		older, _ := first.Doc().Find(`a[href*="before="]`).Attr("href")
		second := c.Get(strings.TrimSuffix(older, "#log"))
		if a, b := len(first.Texts(".webhook-log > li")), len(second.Texts(".webhook-log > li")); a != 20 || b != 5 {
			w.t.Errorf("the parts have %d and %d deliveries", a, b)
		}
		if second.Has(`a[href*="before="]`) || !second.Has(`a[href$="#log"]`) {
			w.t.Error("the last part does not lead back to the first alone")
		}
	})
}

// No more endpoints can be added on the pages than there may be.
func TestPages_too_many(t *testing.T) {
	w := newWorld(t, dbtest.OpenSQLite(t))
	for range 20 {
		w.endpoint(w.r.URL)
	}
	c := w.client()
	if c.Get("/staff/settings/webhooks").Has(`a[href$="/webhooks/new"]`) {
		t.Error("the list leads to the form of a 21st")
	}
	if page := c.Form("/staff/settings/webhooks", w.form()).Want(http.StatusConflict); !page.Has(".banner") {
		t.Error("the refusal is not explained")
	}
}
