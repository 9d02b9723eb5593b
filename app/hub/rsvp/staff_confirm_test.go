package rsvp

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"presence/app/platform/i18n"
)

// TestEnter_confirms enters answers on the page of staff, who want them confirmed.
func TestEnter_confirms(t *testing.T) {
	l := i18n.EN
	const page, address = "/staff/events/gala/rsvps/new", "zoe@example.org"
	zoe := func(fields ...string) url.Values {
		return entry(func(v url.Values) {
			v.Set("confirm", "true")
			v.Set("email", address)
			for i := 0; i < len(fields); i += 2 {
				v.Set(fields[i], fields[i+1])
			}
		})
	}
	eachMailWorld(t, func(t *testing.T, w *mailWorld) {
		d := newFixture(w.world)
		// entered posts the form, and compares what the next page says.
		entered := func(t *testing.T, v url.Values, texts ...string) {
			t.Helper()
			d := d.on(t)
			a := d.post("/staff/events/gala/rsvps", v)
			d.says(d.leadsTo(a, a.Header.Get("Location")), strings.Join(texts, " "))
		}
		tick := func(t *testing.T) (offered, checked bool) {
			t.Helper()
			x := d.on(t).page(page).Find("main [name=confirm]")
			_, checked = x.Attr("checked")
			return x.Length() == 1, checked
		}
		nothing := func(t *testing.T) {
			t.Helper()
			if list := w.mailOn(t).delivered(); len(list) != 0 {
				t.Errorf("%d messages", len(list))
			}
		}
		on, again := l.F(i18n.ThanksMail, address), l.F(i18n.RegReplaced, "Zoé")
		t.Run("is offered, and on", func(t *testing.T) {
			if offered, checked := tick(t); !offered || !checked {
				t.Errorf("offered %v, checked %v", offered, checked)
			}
		})
		t.Run("sends what the guest's own answer sends", func(t *testing.T) {
			w := w.mailOn(t)
			entered(t, zoe("language", "en"), l.F(i18n.RegEntered, "Zoé"), on)
			m := w.one()
			w.has(m, "2 people")
			if e := w.entryOf(m); e.method != "REQUEST" || w.codeIn(m) == "" {
				t.Errorf("%+v", e)
			}
			if o, err := w.answer(Answer{Name: "Zoé", People: 1}, w.tokenIn(m)); err != nil || !o.Updated {
				t.Errorf("its link answers %+v %v", o, err)
			}
			w.one()
		})
		t.Run("takes the event out of the calendar of a guest who comes no more", func(t *testing.T) {
			w := w.mailOn(t)
			entered(t, zoe("people", "0"), again, on)
			if e := w.entryOf(w.one()); e.method != "CANCEL" {
				t.Errorf("%+v", e)
			}
		})
		t.Run("sends nothing when it is not ticked", func(t *testing.T) {
			entered(t, zoe("confirm", ""), again)
			nothing(t)
		})
		t.Run("stays as it was ticked when the form has errors", func(t *testing.T) {
			for _, value := range []string{"true", ""} {
				a := d.on(t).post("/staff/events/gala/rsvps", zoe("name", "", "confirm", value))
				if _, checked := a.Doc().Find("main [name=confirm]").Attr("checked"); checked != (value != "") {
					t.Errorf("%q: checked %v", value, checked)
				}
			}
		})
		t.Run("says that nothing is sent to a mailbox that has had five messages in the hour", func(t *testing.T) {
			w := w.mailOn(t)
			for range 2 {
				entered(t, zoe(), again, on)
				w.one()
			}
			entered(t, zoe(), again, l.T(i18n.RegNotConfirmed))
			nothing(t)
			d.pass(time.Hour)
			entered(t, zoe(), again, on)
			w.one()
		})
		t.Run("says that nothing is sent when the person of staff has confirmed to as many mailboxes in the hour as one may", func(t *testing.T) {
			w := w.mailOn(t)
			for i := range maxEntered - 1 {
				w.exec(fmt.Sprintf("INSERT INTO rsvp_asked (ip, account, at) SELECT MIN(ip), '%sother %d', MAX(at) FROM rsvp_asked WHERE ip LIKE 'staff:%%'",
					mailedTo, i))
			}
			entered(t, zoe(), again, on) // to a mailbox that counts already
			w.one()
			someone := zoe("email", "max@example.org", "name", "Max")
			entered(t, someone, l.F(i18n.RegEntered, "Max"), l.T(i18n.RegNotConfirmed))
			nothing(t)
			d.pass(time.Hour)
			entered(t, someone, l.F(i18n.RegReplaced, "Max"), l.F(i18n.ThanksMail, "max@example.org"))
			w.one()
		})
		t.Run("says that nothing is sent to an address that takes no mail", func(t *testing.T) {
			w.exec("INSERT INTO suppressions (email_key, reason, since) VALUES ('leo@example.org', 'bounced', 1)")
			entered(t, zoe("email", "leo@example.org", "name", "Léo"), l.F(i18n.RegEntered, "Léo"), l.T(i18n.RegNotConfirmed))
			nothing(t)
		})
		t.Run("says nothing of it for a guest without an address", func(t *testing.T) {
			entered(t, zoe("email", "", "name", "Noé", "phone", "418 555-0199"), l.F(i18n.RegEntered, "Noé"))
			nothing(t)
		})
		t.Run("is not offered for a draft, nor when the event is over", func(t *testing.T) {
			w.exec("UPDATE events SET state = 'draft', version = version + 1 WHERE id = 'gala'")
			if offered, _ := tick(t); offered {
				t.Error("it is offered for a draft")
			}
			w.exec("UPDATE events SET state = 'open', starts_at = 1, ends_at = 2, version = version + 1 WHERE id = 'gala'")
			if offered, _ := tick(t); offered {
				t.Error("it is offered after the end")
			}
		})
	})
	t.Run("is not offered without a channel", func(t *testing.T) {
		eachFixture(t, func(t *testing.T, d *fixture) {
			if d.page(page).Find("main [name=confirm]").Length() != 0 {
				t.Error("it is offered")
			}
		})
	})
}
