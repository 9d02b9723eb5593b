package hub_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"presence/app/accounts/auth"
	"presence/app/apptest"
	"presence/app/hub/events"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/db"
	"presence/db/dbtest"
)

// An event that takes a template and somebody who deletes the template do not both succeed.
func TestEvents_template_deleted_meanwhile(t *testing.T) {
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		name := a.World.Names["template"]
		err := dbtest.Meanwhile(t, a.DB, func(ctx context.Context, tx *db.Tx) error {
			if err := tx.SerializeBy(ctx, "template:"+name); err != nil {
				return err
			}
			_, err := tx.Exec(ctx, "DELETE FROM templates WHERE name = $1", name)
			return err
		}, func(ctx context.Context) error {
			_, err := a.Events.Update(ctx, a.Actor("events"), a.World.Names["event"], nil, events.Changes{EmailTemplate: &name})
			return err
		})
		if fields := errs.FieldsOf(err); len(fields) != 1 || fields[0].Code != "not_found" {
			t.Errorf("the event has a template that is gone: %v", err)
		}
	})
}

// TestEvents follows an event from its first line to its end, as programs see it (R1–R3).
func TestEvents(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		c := a.As("events").On(t)
		t.Run("built-in ones are there before anybody saved one", func(t *testing.T) {
			r := c.On(t).Get("/events/fete-clients-2026").Want(200)
			r.Has(`{"id":"fete-clients-2026","source":"built-in","status":"open","starts_at":"2026-12-17T22:30:00Z","ends_at":"2026-12-18T03:00:00Z","rsvp_deadline":"2026-12-14T04:59:00Z","capacity":220,"headcount":0,"palette":"sapin","email_template":"","content":{"fr":{"title":"La fête des clients"`)
			r.Has(`"attachments":[],"audience_count":0,"updated_at":null}`).HasHeader("ETag", `"fete-clients-2026-0"`)
			c.On(t).Do("DELETE", "/events/fete-clients-2026", nil).Want(409).Has(`"code":"built_in"`)
		})
		t.Run("a change saves one, field by field, and only over what was read", func(t *testing.T) {
			tag := c.On(t).Get("/events/fete-clients-2026").ETag()
			r := c.On(t).Do("PATCH", "/events/fete-clients-2026", `{"capacity":null,"content":{"en":{"title":null}}}`, "If-Match", tag).Want(200)
			r.Has(`"source":"saved"`).Has(`"capacity":null`).Has(`"en":{"title":"","intro":"An evening to say thank you`).Has(`"updated_at":"2026-11-20T`)
			c.On(t).Do("PATCH", "/events/fete-clients-2026", `{"status":"closed"}`, "If-Match", tag).Want(412)
			c.On(t).Do("DELETE", "/events/fete-clients-2026", nil, "If-Match", r.ETag()).Want(204)
			c.On(t).Get("/events/fete-clients-2026").Want(200).Has(`"source":"built-in"`)
		})
		t.Run("every fault is told, in both languages' fields too", func(t *testing.T) {
			r := c.On(t).Post("/events",
				`{"id":"Bal d'hiver","starts_at":"2027-01-01T20:00","ends_at":"2027-01-01T19:00","rsvp_deadline":"2027-02-01T00:00","capacity":0,"palette":"rose","content":{"fr":{"title":"","intro":7},"en":{"title":"A\nB","motto":""}}}`).Want(400)
			want := "capacity content.en.motto content.en.title content.fr.intro content.fr.title ends_at id palette rsvp_deadline"
			if got := strings.Join(slices.Sorted(slices.Values(r.Faults())), " "); got != want {
				t.Errorf("C3: told of %s, want %s", got, want)
			}
		})
		t.Run("a time that the clocks go over, and one that comes twice", func(t *testing.T) {
			c.On(t).Patch("/events/{event}", `{"starts_at":"2026-03-08T02:30"}`).Want(400).Has(`"no_such_time"`)
			c.On(t).Patch("/events/{event}",
				`{"starts_at":"2026-11-01T01:30","ends_at":"2026-11-01T04:00","rsvp_deadline":null}`).
				Want(200).Has(`"starts_at":"2026-11-01T05:30:00Z"`).Has(`"status":"closed"`)
		})
		t.Run("the list narrows", func(t *testing.T) {
			r := c.On(t).Get("/events?limit=1&after=gala").Want(200).Has(`[{"id":"gala-2026"`)
			if !strings.Contains(r.Header.Get("Link"), "after=gala-2026") {
				t.Errorf("C7: the link is %q", r.Header.Get("Link"))
			}
			c.On(t).Get("/events?modified_since=2026-11-19T00:00:00Z").Want(200).HasNot("built-in")
		})
	})
}

// TestEvents_Shipped shows a new installation, in which guests see nothing of the events that ship with the program (R1).
func TestEvents_Shipped(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		p, err := a.Auth.AddPerson(t.Context(), auth.Actor{Via: "command"},
			auth.NewPerson{Email: "fleur@example.com", Name: "Fleur Hamelin", Role: auth.Events, Language: i18n.EN})
		if err != nil {
			t.Fatal(err)
		}
		a.World.People = map[string]apptest.Person{"events": {UserID: p.ID, Email: p.Email, Role: p.Role}}
		const id, form = "fete-clients-2026", "name=Zo%C3%A9&email=zoe%40example.com&language=en"
		staff, guest := a.As("events"), a.As(apptest.Anonymous)
		hidden := func(t *testing.T) {
			t.Helper()
			guest := guest.On(t)
			for _, rest := range []string{"?lang=en", "?lang=en&t=guessed", "/calendar.ics"} {
				if is, of := guest.Get("/rsvp/"+id+rest), guest.Get("/rsvp/unknown"+rest); is.Status != 404 ||
					string(is.Body) != strings.ReplaceAll(string(of.Body), "unknown", id) {
					t.Errorf("%s answers %d, and otherwise than an event that nobody knows: %s", rest, is.Status, is.Body)
				}
			}
			guest.Form("/rsvp/"+id+"/submit", form).Want(404)
			if n := a.Count("rsvps", "1 = 1"); n != 0 {
				t.Errorf("%d answers were kept", n)
			}
		}
		page := func(t *testing.T) *apptest.Response { return guest.On(t).Get("/rsvp/" + id + "?lang=en") }
		status := func(want int) func(*apptest.Response) bool {
			return func(r *apptest.Response) bool { return r.Status == want }
		}
		t.Run("staff see drafts, and guests what they see of an event that nobody knows", func(t *testing.T) {
			staff.On(t).Get("/events/" + id).Want(200).Has(`"source":"built-in","status":"draft"`)
			staff.On(t).Get("/events").Want(200).HasNot(`"status":"open"`)
			hidden(t)
		})
		t.Run("Today announces none", func(t *testing.T) {
			a.Browser("events").On(t).Get("/staff/").Want(200).HasNot("/staff/events/" + id)
		})
		t.Run("POST without a status saves a draft", func(t *testing.T) {
			staff.On(t).Post("/events", `{"id":"`+id+`","palette":"or"}`).Want(201).Has(`"source":"saved","status":"draft"`)
			hidden(t)
			staff.On(t).Do("DELETE", "/events/"+id, nil).Want(204)
		})
		t.Run("PATCH opens one by saving it, and its deletion uncovers the draft", func(t *testing.T) {
			staff.On(t).Patch("/events/"+id, `{"status":"open"}`).Want(200).Has(`"source":"saved","status":"open"`)
			eventually(t, func() *apptest.Response { return page(t) }, status(200))
			guest.On(t).Get("/rsvp/" + id + "/calendar.ics").Want(200)
			staff.On(t).Do("DELETE", "/events/"+id, nil).Want(204)
			staff.On(t).Get("/events/" + id).Want(200).Has(`"source":"built-in","status":"draft"`)
			eventually(t, func() *apptest.Response { return page(t) }, status(404))
			hidden(t)
		})
		t.Run("the editor opens one by saving it", func(t *testing.T) {
			editor := a.Browser("events").On(t)
			version := editor.Get("/staff/events/" + id).Want(200).FormVersion()
			editor.Form("/staff/events/"+id, "status=open&version="+version).Want(303)
			staff.On(t).Get("/events/" + id).Want(200).Has(`"source":"saved","status":"open"`)
			eventually(t, func() *apptest.Response { return page(t) }, status(200))
			guest.On(t).Form("/rsvp/"+id+"/submit", form).Want(200)
		})
	}, apptest.Empty())
}

// attachmentForm returns the body of a form with one file and the language of its readers, and its media type.
func attachmentForm(filename, content, language string) (body, mediaType string) {
	return "--x\r\nContent-Disposition: form-data; name=\"language\"\r\n\r\n" + language +
		"\r\n--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"" + filename + "\"\r\nContent-Type: text/html\r\n\r\n" + content +
		"\r\n--x--\r\n", "multipart/form-data; boundary=x"
}

func TestEvents_Attachments(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		c := a.As("events").On(t)
		const files = "/events/{event}/attachments"
		send := func(t *testing.T, filename, content string, want int) *apptest.Response {
			t.Helper()
			body, media := attachmentForm(filename, content, "fr")
			return c.On(t).Do("POST", files, body, "Content-Type", media).Want(want)
		}
		const pdf = "%PDF-1.4\n%%EOF\n"
		t.Run("come as a form, and are what their bytes are", func(t *testing.T) {
			r := send(t, "C:\\menu d’été.html", pdf,
				201).Has(`"filename":"menu d’été.html.pdf","media_type":"application/pdf","size":15,"language":"fr"}`)
			var f struct{ ID int64 }
			r.JSON(&f)
			d := c.On(t).Get(fmt.Sprintf(files+"/%d", f.ID)).Want(200)
			d.HasHeader("Content-Type", "application/pdf").HasHeader("X-Content-Type-Options", "nosniff").HasHeader("ETag", r.ETag())
			d.HasHeader("Content-Disposition", `attachment; filename*=utf-8''menu%20d%E2%80%99%C3%A9t%C3%A9.html.pdf`)
			if policy := d.Header.Get("Content-Security-Policy"); !strings.HasPrefix(policy, "sandbox;") || string(d.Body) != pdf {
				t.Errorf("R3: a file is sent under %q: %s", policy, d.Body)
			}
			c.On(t).Get("/events/{event}").Want(200).Has(`"attachments":[{"id":`)
			c.On(t).Get(fmt.Sprintf("/events/fete-clients-2026/attachments/%d", f.ID)).Want(404)
		})
		t.Run("of other kinds are refused", func(t *testing.T) {
			for name, content := range map[string]string{"x.png": `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`,
				"y.pdf": "<html>", "z.pdf": pdf + strings.Repeat("x", 4<<20)} {
				send(t, name, content, 400).Has(`"field":"data"`)
			}
			body, media := attachmentForm("a.pdf", pdf, "de")
			c.On(t).Do("POST", files, body, "Content-Type", media).Want(400).Has(`"field":"language","code":"not_allowed"`)
			c.On(t).Do("POST", files, body[:len(body)-6], "Content-Type", media).Want(400).Has(`"malformed_form"`)
			c.On(t).Do("POST", files, strings.Repeat(body[:len(body)-7], 2)+"--\r\n", "Content-Type", media).Want(400)
			c.On(t).Post(files, `{"filename":"a.pdf","data":"not base64!"}`).Want(400).Has(`"field":"data","code":"format"`)
			c.On(t).Post("/events/none/attachments", `{"filename":"a.pdf","data":"JVBERi0xLjQKJSVFT0YK"}`).Want(404)
		})
		t.Run("are six at most", func(t *testing.T) {
			for range 4 {
				send(t, "a.pdf", pdf, 201)
			}
			send(t, "a.pdf", pdf, 409).Has(`"code":"too_many_attachments"`)
			c.On(t).Do("DELETE", files+"/{attachment}", nil).Want(204)
			send(t, "a.pdf", pdf, 201)
		})
		t.Run("sent twice with one key are kept once", func(t *testing.T) {
			body, media := attachmentForm("b.pdf", pdf, "fr")
			c.On(t).Post("/events", `{"id":"bal","starts_at":"2027-02-12T19:00","ends_at":"2027-02-12T23:00","content":{"fr":{"title":"Le bal"}}}`).Want(201)
			one := c.On(t).Do("POST", "/events/bal/attachments", body, "Content-Type", media, "Idempotency-Key", "b").Want(http.StatusCreated)
			two := c.On(t).Do("POST", "/events/bal/attachments", body, "Content-Type", media, "Idempotency-Key", "b").Want(http.StatusCreated)
			if string(one.Body) != string(two.Body) {
				t.Errorf("C8: the answers are %s and %s", one.Body, two.Body)
			}
		})
	})
}
