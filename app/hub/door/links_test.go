package door

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/apptest/htmltest"
	"presence/app/hub/rsvp"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/platform/seal"
	"presence/db"
)

// link creates a link of the gala.
func (w *world) link(name string) (token string, l Link) {
	w.Helper()
	token, l, err := w.CreateLink(w.Context(), rosalie, "gala", name)
	if err != nil {
		w.Fatal(err)
	}
	return token, l
}

func TestService_OpenLink(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		ends := evening.Add(4 * time.Hour)
		for _, x := range []struct {
			name   string
			change func(w *world, l Link) // before the link is opened
			opens  bool
		}{
			{"opens a link from the moment it is created", func(*world, Link) {}, true},
			{"opens it until six hours after the end of the event", func(w *world, _ Link) { w.clock = ends.Add(6*time.Hour - time.Millisecond) }, true},
			{"refuses it from then on", func(w *world, _ Link) { w.clock = ends.Add(6 * time.Hour) }, false},
			{"refuses one that was revoked", func(w *world, l Link) {
				if err := w.RevokeLink(t.Context(), marc, "gala", l.ID); err != nil {
					t.Fatal(err)
				}
			}, false},
			{"refuses one of an event that was deleted", func(w *world, _ Link) {
				w.exec("DELETE FROM door_links") // as DeleteEvent does
			}, false},
			{"ends later when the event does", func(w *world, _ Link) {
				w.exec("UPDATE events SET ends_at = ends_at + 3600000 WHERE id = 'gala'")
				w.clock = ends.Add(6*time.Hour + time.Minute)
			}, true},
		} {
			t.Run(x.name, func(t *testing.T) {
				w.clock = evening
				token, l := w.on(t).link("Entrance B")
				x.change(w, l)
				got, _, err := w.OpenLink(t.Context(), token, "192.0.2.1")
				if x.opens && (err != nil || got.Name != "Entrance B" || got.EventID != "gala") {
					t.Errorf("%+v, %v", got, err)
				}
				if !x.opens && !errs.HasCode(err, LinkVoid) {
					t.Errorf("answers %v", err)
				}
			})
		}
		t.Run("limits how many unknown tokens a network may try", func(t *testing.T) {
			var err error
			n := 0
			for ; n < 400 && !errs.HasCode(err, "rate_limited"); n++ {
				_, _, err = w.OpenLink(t.Context(), fmt.Sprint("guess-", n), "192.0.2.9")
			}
			if n != 301 {
				t.Errorf("%d are tried before %v", n, err)
			}
		})
		t.Run("stores the hash of a token only", func(t *testing.T) {
			w.clock = evening
			token, l := w.on(t).link("Secret")
			if n := w.count("SELECT COUNT(*) FROM door_links WHERE id = $1 AND token_hash = $2", l.ID, seal.Hash(token)); n != 1 {
				t.Error("the hash is not there")
			}
		})
	})
}

func TestService_CreateLink(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		for name, text := range map[string]string{"no name": "  ", "a name that is too long": strings.Repeat("x", maxLinkName+1),
			"a control character in the name": "a\x00b"} {
			t.Run("refuses "+name, func(t *testing.T) {
				if _, _, err := w.CreateLink(t.Context(), rosalie, "gala", text); errs.KindOf(err) != errs.KindInvalid {
					t.Errorf("answers %v", err)
				}
			})
		}
		t.Run("refuses an event that there is not", func(t *testing.T) {
			if _, _, err := w.CreateLink(t.Context(), rosalie, "nothing", "B"); errs.KindOf(err) != errs.KindNotFound {
				t.Errorf("answers %v", err)
			}
		})
		t.Run("refuses a request that was sent before all sign-ins ended", func(t *testing.T) {
			ended := rosalie
			ended.TokensAfter--
			if _, _, err := w.CreateLink(t.Context(), ended, "gala", "B"); !errs.HasCode(err, "session_ended") {
				t.Errorf("answers %v", err)
			}
		})
		t.Run("says in the audit log who created and who revoked it", func(t *testing.T) {
			_, l := w.on(t).link("Entrance C")
			if err := w.RevokeLink(t.Context(), marc, "gala", l.ID); err != nil {
				t.Fatal(err)
			}
			list, err := audit.History(t.Context(), w.DB, "door_link", itoa(l.ID), 5)
			if err != nil || len(list) != 2 || list[0].Action != "revoked" || list[0].Who.Name != "Marc" || list[1].Action != "created" {
				t.Errorf("%+v, %v", list, err)
			}
			if err := w.RevokeLink(t.Context(), marc, "gala", l.ID); errs.KindOf(err) != errs.KindNotFound {
				t.Errorf("a second time: %v", err)
			}
		})
		t.Run("refuses more than fifty at a time", func(t *testing.T) {
			w := w.on(t)
			for w.count("SELECT COUNT(*) FROM door_links WHERE revoked_at IS NULL") < maxLinks {
				w.link("one more")
			}
			if _, _, err := w.CreateLink(t.Context(), rosalie, "gala", "too many"); !errs.HasCode(err, "too_many_links") {
				t.Errorf("answers %v", err)
			}
		})
		t.Run("refuses an event that is over", func(t *testing.T) {
			w := w.on(t)
			w.event("past", 9)
			w.exec("UPDATE events SET ends_at = 1000, starts_at = 500 WHERE id = 'past'")
			if _, _, err := w.CreateLink(t.Context(), rosalie, "past", "B"); !errs.HasCode(err, "event_over") {
				t.Errorf("answers %v", err)
			}
		})
	})
}

func TestPages_links(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		staff, phone := w.browser(rosalie), w.browser(auth.Actor{Language: "en"})
		var opened string
		t.Run("show a new link once, with its QR code", func(t *testing.T) {
			staff := staff.On(t)
			page := staff.Form(self+"/links", url.Values{"name": {"Entrance B"}}).Want(http.StatusOK).Doc()
			opened = htmltest.Text(htmltest.One(t, page, "#door-link"))
			if !strings.HasPrefix(opened, "https://presence.example/door/open/") || page.Find("svg.qr path").Length() != 1 {
				t.Fatalf("shows %q", opened)
			}
			again := staff.Get(self + "/links").Want(http.StatusOK)
			if strings.Contains(again.Body, strings.TrimPrefix(opened, "https://presence.example")) || !strings.Contains(again.Body, "Entrance B") {
				t.Error("the list shows the address again, or not the name")
			}
		})
		t.Run("say what is wrong with a name", func(t *testing.T) {
			page := staff.On(t).Form(self+"/links", url.Values{"name": {""}}).Want(http.StatusUnprocessableEntity)
			if !page.Has("#f-name[aria-invalid=true]") {
				t.Error("the field is not marked")
			}
		})
		t.Run("lead a helper to the page, whose name then stands beside the arrivals", func(t *testing.T) {
			w := w.on(t)
			id := w.party("Maude", 2)
			page := phone.On(t).Get(strings.TrimPrefix(opened, "https://presence.example"))
			page.RedirectsTo(self)
			c := page.Header.Get("Set-Cookie")
			for _, want := range []string{"__Host-presence-door=", "HttpOnly", "Secure", "SameSite=Lax", "Path=/", "Max-Age=36000"} {
				if !strings.Contains(c, want) {
					t.Errorf("the cookie %s lacks %s", c, want)
				}
			}
			r, _ := http.NewRequest(http.MethodGet, self, nil)
			token, _, _ := strings.Cut(strings.TrimPrefix(c, "__Host-presence-door="), ";")
			r.Header.Set("Cookie", "__Host-presence-door="+token)
			by, carried, err := w.Identify(r, auth.Actor{Language: "en"})
			if err != nil || !carried || by.HelperOf != "gala" || by.SignedIn() || by.RunsEvents() {
				t.Fatalf("%+v, %v", by, err)
			}
			w.taps(by, id, 2)
			list, err := audit.History(t.Context(), w.DB, "rsvp", itoa(id), 1)
			if err != nil || list[0].Who.Name != "Entrance B" || list[0].Who.Via != "link" {
				t.Errorf("%+v, %v", list, err)
			}
			if p, err := w.Party(t.Context(), "gala", id); err != nil || p.Last.By != "Entrance B" {
				t.Errorf("%+v, %v", p.Last, err)
			}
			helper := w.browser(by)
			if got := helper.Get(self).Want(http.StatusOK); got.Has("a[href$='/links']") || got.Has("a[href$='/rsvps']") {
				t.Error("the helper's page leads elsewhere")
			}
		})
		t.Run("revoke a link", func(t *testing.T) {
			staff := staff.On(t)
			form := htmltest.One(t, staff.Get(self+"/links").Doc(), "form[action$='/revoke']")
			staff.Form(form.AttrOr("action", ""), url.Values{}).RedirectsTo(self + "/links")
			phone.On(t).Get(strings.TrimPrefix(opened, "https://presence.example")).Want(http.StatusNotFound)
		})
	})
}

func TestPages_code(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		w.clock = evening.Add(-time.Hour) // guests still reply
		out, err := w.RSVP.Submit(t.Context(), "gala", rsvp.Submission{Answer: rsvp.Answer{Name: "Zoé Martel", Email: "zoe@example.com", People: 2}},
			rsvp.Visitor{IP: "192.0.2.1", Language: "en"})
		if err != nil {
			t.Fatal(err)
		}
		address, unknown := "/door/"+out.Code, "/door/"+strings.Repeat("A", 26)
		t.Run("leads staff to the guest's registration", func(t *testing.T) {
			w.browser(rosalie).On(t).Get(address).RedirectsTo(self + "?at=" + itoa(out.ID))
		})
		t.Run("tells staff that no registration has it", func(t *testing.T) {
			w.browser(rosalie).On(t).Get(unknown).Want(http.StatusNotFound)
		})
		t.Run("shows everybody else the code, and nothing of the guest, whether there is one or not", func(t *testing.T) {
			stranger := w.browser(auth.Actor{Language: "en"}).On(t)
			known, other := stranger.Get(address).Want(http.StatusOK), stranger.Get(unknown).Want(http.StatusOK)
			for _, word := range []string{"Zoé", "Martel", "zoe@example.com", "gala"} {
				if strings.Contains(known.Body, word) {
					t.Errorf("the page says %s", word)
				}
			}
			if known.Text("h1") != "Your check\u2011in code" || known.Text("main") != other.Text("main") || !known.Has("svg.qr") {
				t.Errorf("says %q and %q", known.Text("main"), other.Text("main"))
			}
		})
		t.Run("is no code if it does not look like one", func(t *testing.T) {
			w.browser(rosalie).On(t).Get("/door/42").Want(http.StatusNotFound)
		})
		t.Run("stays valid when somebody answers again with the address alone, who gets none", func(t *testing.T) {
			again, err := w.RSVP.Submit(t.Context(), "gala", rsvp.Submission{Answer: rsvp.Answer{Name: "Zoé Martel", Email: "zoe@example.com", People: 3}},
				rsvp.Visitor{IP: "192.0.2.1", Language: "en"})
			if err != nil || again.Code != "" || again.ID != out.ID {
				t.Fatalf("%+v, %v", again, err)
			}
			if r, err := w.RSVP.ByCode(t.Context(), out.Code); err != nil || r.ID != out.ID {
				t.Errorf("%+v, %v", r, err)
			}
		})
		t.Run("is not given to a guest who declines", func(t *testing.T) {
			no, err := w.RSVP.Submit(t.Context(), "gala", rsvp.Submission{Answer: rsvp.Answer{Name: "Zoé Martel", Email: "zoe@example.com"}},
				rsvp.Visitor{IP: "192.0.2.1", Language: "en"})
			if err != nil || no.Code != "" {
				t.Errorf("%+v, %v", no, err)
			}
		})
		t.Run("ends with the registration", func(t *testing.T) {
			w.on(t).exec("DELETE FROM rsvps WHERE id = $1", out.ID)
			if n := w.count("SELECT COUNT(*) FROM rsvp_codes"); n != 0 {
				t.Errorf("%d codes are left", n)
			}
		})
	})
}

func TestAPI_links(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		const all = "/events/gala/check-in-links"
		c := w.browser(rosalie).On(t)
		var made linkJSON
		c.Post(all, `{"name":" Entrance  B "}`).Want(http.StatusCreated).JSON(&made)
		if made.URL == nil || !strings.HasPrefix(*made.URL, "https://presence.example/door/open/") || made.Name != "Entrance B" ||
			made.ValidUntil != db.InstantOf(evening.Add(10*time.Hour)).String() {
			t.Errorf("%+v", made)
		}
		var list []linkJSON
		c.Get(all).Want(http.StatusOK).JSON(&list)
		if len(list) != 1 || list[0].ID != made.ID || list[0].URL != nil {
			t.Errorf("%+v", list)
		}
		var second linkJSON
		c.Post(all, `{"name":"Entrance C"}`).Want(http.StatusCreated).JSON(&second)
		for query, want := range map[string]int64{"limit=1": made.ID, "after=" + itoa(made.ID): second.ID} {
			if c.Get(all + "?" + query).Want(http.StatusOK).JSON(&list); len(list) != 1 || list[0].ID != want {
				t.Errorf("?%s: %+v", query, list)
			}
		}
		if c.Get(all + "?modified_since=2199-01-01T00:00:00Z").Want(http.StatusOK).JSON(&list); len(list) != 0 {
			t.Errorf("?modified_since: %+v", list)
		}
		c.Do(http.MethodDelete, all+"/"+itoa(second.ID), "").Want(http.StatusNoContent)
		c.Do(http.MethodDelete, all+"/"+itoa(made.ID), "").Want(http.StatusNoContent)
		c.Do(http.MethodDelete, all+"/"+itoa(made.ID), "").Want(http.StatusNotFound)
		c.Post(all, `{"name":""}`).Want(http.StatusBadRequest)
		c.Get("/events/nothing/check-in-links").Want(http.StatusNotFound)
	})
}
