package rsvp

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"
	ics "github.com/arran4/golang-ical"

	"presence/app/accounts/outgoingmail"
	"presence/app/apptest/htmltest"
	"presence/app/apptest/sink"
	"presence/app/platform/i18n"
	"presence/app/platform/mail"
	"presence/app/platform/seal"
	"presence/db"
	"presence/db/dbtest"
)

// mailWorld is a world whose service sends by a relay.
type mailWorld struct {
	*world
	relay *sink.Sink
	queue *outgoingmail.Service
	route outgoingmail.Route
	read  int // messages of the relay that were looked at
}

func eachMailWorld(t *testing.T, fn func(t *testing.T, w *mailWorld)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, d *db.DB) { fn(t, newMailWorld(newWorld(t, d))) })
}

func newMailWorld(w *world) *mailWorld {
	w.Helper()
	relay, err := sink.Start(sink.Options{Keep: 50})
	if err != nil {
		w.Fatal(err)
	}
	w.Cleanup(func() { _ = relay.Close() })
	c, err := mail.ParseSMTP(relay.URL())
	if err != nil {
		w.Fatal(err)
	}
	sealer, err := seal.New(secret, "outgoing mail")
	if err != nil {
		w.Fatal(err)
	}
	m := &mailWorld{world: w, relay: relay,
		route: outgoingmail.Route{Channel: mail.NewRelay(c), From: mail.Address{Name: "Ferme Lune", Email: "gala@ferme.example"}}}
	m.queue = outgoingmail.NewService(w.DB, w.now, sealer, func() outgoingmail.Route { return m.route })
	w.Service.mail = MailOptions{Queue: m.queue, Origin: "https://presence.example", Host: "presence.example", Zone: time.UTC,
		Company: "Ferme Lune", Postal: "1, rue du Quai"}
	w.exec(`UPDATE events SET address_fr = '12, rue de l’Église', address_en = '12 Church Street'`)
	return m
}

// delivered sends what is due, and returns the messages that the relay has taken since.
func (w *mailWorld) delivered() (list []mail.Content) {
	w.Helper()
	if err := w.queue.SendDue(context.Background()); err != nil {
		w.Fatal(err)
	}
	for _, m := range w.relay.Taken()[w.read:] {
		c, err := mail.Parse(bytes.NewReader(m.Content))
		if err != nil {
			w.Fatal(err)
		}
		list = append(list, c)
		w.read++
	}
	return list
}

// one is delivered for a single message.
func (w *mailWorld) one() mail.Content {
	w.Helper()
	list := w.delivered()
	if len(list) != 1 {
		w.Fatalf("%d messages were delivered, want 1", len(list))
	}
	return list[0]
}

// icsEntry is the event in a calendar file.
type icsEntry struct {
	method, uid, status, organizer, attendee string

	sequence int
}

// entryOf parses the only calendar file of a message; its zero value stands for none.
func (w *mailWorld) entryOf(c mail.Content) (e icsEntry) {
	w.Helper()
	i := slices.IndexFunc(c.Attachments, func(a mail.Attachment) bool { return strings.HasPrefix(a.MediaType, "text/calendar") })
	if i < 0 {
		return e
	}
	file, err := ics.ParseCalendar(bytes.NewReader(c.Attachments[i].Data))
	if err != nil || len(file.Events()) != 1 {
		w.Fatalf("%v\n%s", err, c.Attachments[i].Data)
	}
	for _, p := range file.CalendarProperties {
		if p.IANAToken == string(ics.PropertyMethod) {
			e.method = p.Value
		}
	}
	value := func(name ics.ComponentProperty) string {
		if p := file.Events()[0].GetProperty(name); p != nil {
			return p.Value
		}
		return ""
	}
	e.uid, e.status = value(ics.ComponentPropertyUniqueId), value(ics.ComponentPropertyStatus)
	e.organizer, e.attendee = value(ics.ComponentPropertyOrganizer), value(ics.ComponentPropertyAttendee)
	if e.sequence, err = strconv.Atoi(value(ics.ComponentPropertySequence)); err != nil {
		w.Error(err)
	}
	return e
}

// has fails unless both parts of a message have the texts.
func (w *mailWorld) has(c mail.Content, texts ...string) {
	w.Helper()
	html := htmltest.Text(htmltest.Parse(w, c.HTML).Find("body"))
	for _, text := range texts {
		for part, got := range map[string]string{"text": c.Text, "HTML": html} {
			if !strings.Contains(plain(got), plain(text)) {
				w.Errorf("the %s part lacks %q:\n%s", part, text, got)
			}
		}
	}
}

func plain(s string) string {
	return strings.Join(strings.Fields(strings.NewReplacer("\u00a0", " ", "\u202f", " ").Replace(s)), " ")
}

// tokenIn returns the token of the personal link of a message.
func (w *mailWorld) tokenIn(c mail.Content) string {
	w.Helper()
	for line := range strings.Lines(c.Text) {
		if u, err := url.Parse(strings.TrimSpace(line)); err == nil && strings.HasPrefix(u.Path, "/rsvp/gala") {
			return u.Query().Get("t")
		}
	}
	w.Fatalf("there is no link in\n%s", c.Text)
	return ""
}

func TestSubmit_confirms(t *testing.T) {
	eachMailWorld(t, func(t *testing.T, w *mailWorld) {
		maude := Answer{Name: "Maude Thériault", Email: "Maude@Example.org", People: 3, Language: i18n.FR}
		o, err := w.answer(maude, "")
		if err != nil || o.MailedTo != "Maude@Example.org" {
			t.Fatalf("it goes to %q: %v", o.MailedTo, err)
		}
		first := w.one()
		came := w.entryOf(first)
		t.Run("with the details, in the language of the answer", func(t *testing.T) {
			w := w.mailOn(t)
			w.has(first, "Gala des clients", "Votre hôte\u00a0: Ferme Lune", "Bonjour Maude,", "3 personnes", "17 décembre 2026",
				"12, rue de l’Église", "Modifier ou annuler", "1, rue du Quai")
			if first.Subject != "Présence confirmée\u00a0: Gala des clients" || first.To != (mail.Address{Name: "Maude Thériault", Email: "Maude@Example.org"}) {
				t.Errorf("%q to %v", first.Subject, first.To)
			}
			for _, address := range []string{"https://calendar.google.com/", "https://outlook.live.com/", "https://www.google.com/maps/"} {
				if !strings.Contains(first.Text, "\n"+address) || !strings.Contains(first.HTML, `href="`+address) {
					t.Errorf("no link to %s", address)
				}
			}
		})
		t.Run("with an entry for the calendar", func(t *testing.T) {
			if came.method != "REQUEST" || came.uid != "gala@presence.example" || came.status != "CONFIRMED" ||
				came.organizer != "mailto:gala@ferme.example" || came.attendee != "mailto:Maude@Example.org" {
				t.Errorf("%+v", came)
			}
		})
		t.Run("with a link that changes the answer", func(t *testing.T) {
			w := w.mailOn(t)
			w.clock = w.clock.Add(time.Second)
			o, err := w.answer(Answer{Name: "Maude Thériault", People: 2, Language: i18n.EN}, w.tokenIn(first))
			if err != nil || !o.Updated || len(w.registrations("gala")) != 1 || o.MailedTo != "Maude@Example.org" {
				t.Fatalf("%+v %v", o, err)
			}
			again := w.one()
			w.has(again, "Customer gala", "Hosted by Ferme Lune", "Hello Maude,", "2 people", "12 Church Street")
			if e := w.entryOf(again); e.uid != came.uid || e.sequence <= came.sequence || e.method != "REQUEST" {
				t.Errorf("after %+v the calendar gets %+v", came, e)
			}
		})
		t.Run("and takes the event out of the calendar when the guest cancels", func(t *testing.T) {
			w := w.mailOn(t)
			w.clock = w.clock.Add(time.Second)
			if _, err := w.answer(Answer{Name: "Maude Thériault", Email: "maude@example.org", Language: i18n.FR}, ""); err != nil {
				t.Fatal(err)
			}
			gone := w.one()
			w.has(gone, "C’est noté : vous ne pourrez pas être des nôtres", "Je change d’idée")
			e := w.entryOf(gone)
			if e.method != "CANCEL" || e.status != "CANCELLED" || e.uid != came.uid || e.sequence <= came.sequence+1 {
				t.Errorf("after %+v the calendar gets %+v", came, e)
			}
			if gone.Subject != "C’est noté, à une prochaine fois\u00a0: Gala des clients" || strings.Contains(gone.Text, "calendar.google.com") {
				t.Errorf("%s\n%s", gone.Subject, gone.Text)
			}
		})
	})
}

// mailOn is w, failing the subtest t as long as it runs.
func (w *mailWorld) mailOn(t testing.TB) *mailWorld {
	whole := w.TB
	w.TB = t
	t.Cleanup(func() { w.TB = whole })
	return w
}

func TestSubmit_confirms_only(t *testing.T) {
	for _, x := range []struct {
		name   string
		before func(w *mailWorld)
		answer Answer
		token  string
		to     string // of the outcome
		sent   string // the recipient; empty: nothing is sent
	}{
		{"an answer that has an address", nil, Answer{Email: "zoe@example.org"}, "", "zoe@example.org", "zoe@example.org"},
		{"none that has no address", nil, Answer{Phone: "418 555-0142"}, "", "", ""},
		{"an invited guest, at the address of the link", nil, Answer{}, "tok", "link@example.org", "link@example.org"},
		{"an invited guest who gives another address, there", nil, Answer{Email: "zoe@example.org"}, "tok", "zoe@example.org", "zoe@example.org"},
		{"with a link that is unknown, nobody", nil, Answer{}, "other", "", ""},
		{"a guest who has unsubscribed from invitations, too", suppress("unsubscribed"), Answer{Email: "zoe@example.org"}, "", "zoe@example.org",
			"zoe@example.org"},
		{"no address that bounced, which the answer does not reveal", suppress("bounced"), Answer{Email: "Zoe@example.org"}, "", "Zoe@example.org", ""},
		{"no address that complained, which the answer does not reveal", suppress("complained"), Answer{Email: "zoe@example.org"}, "",
			"zoe@example.org", ""},
		{"nobody without a mail server", func(w *mailWorld) { w.route.Channel = nil }, Answer{Email: "zoe@example.org"}, "", "", ""},
		{"a guest who declines without an earlier answer, without an entry for the calendar", nil, Answer{Email: "zoe@example.org", People: -1}, "",
			"zoe@example.org", "zoe@example.org"},
	} {
		t.Run(x.name, func(t *testing.T) {
			eachMailWorld(t, func(t *testing.T, w *mailWorld) {
				w.link("tok", "Zoé Roy", "link@example.org", "")
				if x.before != nil {
					x.before(w)
				}
				x.answer.Name, x.answer.People = "Zoé Roy", max(0, cmp.Or(x.answer.People, 1))
				o, err := w.answer(x.answer, x.token)
				if err != nil || o.MailedTo != x.to {
					t.Fatalf("a confirmation is said to go to %q, want %q (%v)", o.MailedTo, x.to, err)
				}
				var sent string
				for _, c := range w.delivered() {
					if sent += c.To.Email; x.answer.Declines() && w.entryOf(c) != (icsEntry{}) {
						t.Error("there is an entry for the calendar")
					}
				}
				if sent != x.sent {
					t.Errorf("sent to %q, want %q", sent, x.sent)
				}
				if n := w.count("SELECT COUNT(*) FROM outgoing_mail WHERE content IS NOT NULL OR state = 'queued'"); n != 0 {
					t.Errorf("%d messages wait or are still readable", n)
				}
			})
		})
	}
}

func suppress(reason string) func(*mailWorld) {
	return func(w *mailWorld) {
		w.exec("INSERT INTO suppressions (email_key, reason, since) VALUES ('zoe@example.org', $1, 1)", reason)
	}
}

func TestSubmit_confirms_with_the_answer(t *testing.T) {
	eachMailWorld(t, func(t *testing.T, w *mailWorld) {
		t.Run("and nothing when there are no places", func(t *testing.T) {
			w.event("small", "open", 1)
			_, err := w.Submit(t.Context(), "small", Submission{Answer: Answer{Name: "Zoé", Email: "zoe@example.org", People: 2}}, Visitor{IP: newIP()})
			if err == nil || w.count("SELECT COUNT(*) FROM outgoing_mail") != 0 || w.count("SELECT COUNT(*) FROM rsvp_links") != 0 {
				t.Errorf("something was queued: %v", err)
			}
		})
		t.Run("and not for an answer that staff enter without asking for it", func(t *testing.T) {
			if _, _, _, err := w.EnterForGuest(t.Context(), staff, "gala",
				Answer{Name: "Ann", Email: "ann@example.org", People: 1}, false); err != nil {
				t.Fatal(err)
			}
			if list := w.delivered(); len(list) != 0 {
				t.Errorf("%d messages", len(list))
			}
		})
		t.Run("and replaces a confirmation that waits", func(t *testing.T) {
			w.answers(Answer{Name: "Zoé", Email: "zoe@example.org", People: 2}, "")
			w.answers(Answer{Name: "Zoé", Email: "ZOE@example.org", People: 3, Language: i18n.EN}, "")
			w.mailOn(t).has(w.one(), "3 people")
		})
		t.Run("with a new link when the one of the answer is unknown", func(t *testing.T) {
			w := w.mailOn(t)
			w.answers(Answer{Name: "Noé", Email: "noe@example.org"}, "unknown")
			if o, err := w.answer(Answer{Name: "Noé", People: 2}, w.tokenIn(w.one())); err != nil || !o.Updated {
				t.Errorf("its link answers %+v %v", o, err)
			}
			w.one()
		})
		t.Run("with the details of the event as it is when the answer is stored", func(t *testing.T) {
			w := w.mailOn(t)
			read, err := readEvent(w.world, "gala")
			if err != nil {
				t.Fatal(err)
			}
			w.exec("UPDATE events SET title_en = 'Moved gala', version = version + 1 WHERE id = 'gala'")
			err = w.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				_, err := w.confirm(ctx, tx, confirmation{event: read, version: read.Version + 1,
					answer: Answer{Name: "Eve", Email: "eve@example.org", People: 1, Language: i18n.EN}})
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			w.has(w.one(), "Moved gala")
		})
		t.Run("and only as long as the event lasts", func(t *testing.T) {
			w.clock = starts.Add(-time.Minute)
			w.answers(Answer{Name: "Léo", Email: "leo@example.org"}, "")
			w.clock = starts.Add(4 * time.Hour)
			if list := w.delivered(); len(list) != 0 {
				t.Errorf("%d messages", len(list))
			}
		})
	})
}

func TestSubmit_confirms_five_times_an_hour(t *testing.T) {
	eachMailWorld(t, func(t *testing.T, w *mailWorld) {
		w.event("other", "open", 0)
		to := func(event, email string) string {
			t.Helper()
			o, err := w.Submit(t.Context(), event, Submission{Answer: Answer{Name: "Zoé", Email: email, People: 1}}, Visitor{IP: newIP()})
			if err != nil {
				t.Fatal(err)
			}
			return o.MailedTo
		}
		for i, want := range []string{"zoe@example.org", "ZOE@example.org", "zoe@example.org", "zoe@example.org", "zoe@example.org", ""} {
			if got := to([]string{"gala", "other"}[i%2], cmp.Or(want, "zoe@example.org")); got != want {
				t.Errorf("answer %d: a confirmation is said to go to %q, want %q", i+1, got, want)
			}
			w.delivered()
			w.clock = w.clock.Add(time.Minute)
		}
		if n := w.relay.Len(); n != 5 {
			t.Errorf("%d were sent, want 5", n)
		}
		if a, b := len(w.registrations("gala")), len(w.registrations("other")); a != 1 || b != 1 {
			t.Errorf("%d and %d registrations, want one each", a, b)
		}
		if to("gala", "leo@example.org") == "" {
			t.Error("another address gets none")
		}
		w.clock = w.clock.Add(55 * time.Minute)
		if to("gala", "zoe@example.org") == "" {
			t.Error("an hour after the first one there is none")
		}
	})
}

// TestSubmit_confirms_to_a_mailbox_with_tags answers with addresses that lead to one mailbox. Each is another guest, but the mailbox gets
// no more messages than by one address.
func TestSubmit_confirms_to_a_mailbox_with_tags(t *testing.T) {
	eachMailWorld(t, func(t *testing.T, w *mailWorld) {
		to := func(email string) string {
			t.Helper()
			o, err := w.Submit(t.Context(), "gala", Submission{Answer: Answer{Name: "Zoé", Email: email, People: 1}}, Visitor{IP: newIP()})
			if err != nil {
				t.Fatal(err)
			}
			return o.MailedTo
		}
		for i, email := range []string{"zoe@example.org", "zoe+1@example.org", "zoe+2@example.org", "ZOE+3@example.org", "zoe+4@example.org"} {
			if to(email) != email {
				t.Errorf("answer %d is not confirmed", i+1)
			}
		}
		for _, email := range []string{"zoe+5@example.org", "zoe@example.org"} {
			if to(email) != "" {
				t.Errorf("the mailbox gets one more, by %s", email)
			}
		}
		if to("zo@example.org") == "" {
			t.Error("another mailbox gets none")
		}
		if n := len(w.registrations("gala")); n != 7 {
			t.Errorf("%d registrations, want 7", n)
		}
	})
}

// TestSubmit_confirms_to_twenty_mailboxes_of_a_network answers with many addresses from one network.
func TestSubmit_confirms_to_twenty_mailboxes_of_a_network(t *testing.T) {
	eachMailWorld(t, func(t *testing.T, w *mailWorld) {
		var log bytes.Buffer
		w.Service.mail.Log = slog.New(slog.NewTextHandler(&log, nil))
		network := func() Visitor { visitors++; return Visitor{IP: fmt.Sprintf("2001:db8:7:7::%x", visitors)} }
		to := func(from Visitor, name, token string) string {
			t.Helper()
			a := Answer{Name: name, Email: strings.ToLower(name) + "@example.org", People: 1}
			o, err := w.Submit(t.Context(), "gala", Submission{Answer: a, Token: token}, from)
			if err != nil {
				t.Fatal(err)
			}
			return o.MailedTo
		}
		letter := func(i int) string { return "Guest" + string(rune('a'+i)) }
		for i := range maxMailboxes {
			if to(network(), letter(i), "") == "" {
				t.Fatalf("mailbox %d gets no message", i+1)
			}
		}
		w.link("t", "Owner", "owner@example.org", "")
		for _, x := range []struct {
			name, guest, token string
			from               Visitor
			sent               bool
		}{
			{"another mailbox gets none", "Late", "", network(), false},
			{"a mailbox that has had one gets another", letter(0), "", network(), true},
			{"the owner of a personal link gets one", "Owner", "t", network(), true},
			{"the link of one guest does not lift the limit for another address", "Stranger", "t", network(), false},
			{"another network causes one", "Elsewhere", "", Visitor{IP: newIP()}, true},
		} {
			t.Run(x.name, func(t *testing.T) {
				if got := to(x.from, x.guest, x.token); (got != "") != x.sent {
					t.Errorf("the message is said to go to %q", got)
				}
			})
		}
		if said := log.String(); strings.Count(said, "level=WARN") != 1 || strings.Contains(said, "2001:db8") {
			t.Errorf("the operator is to be told once an hour, without the network:\n%s", said)
		}
		if n := w.count("SELECT COUNT(*) FROM rsvps"); n < maxMailboxes+3 {
			t.Errorf("%d registrations are stored", n)
		}
		w.clock = w.clock.Add(mailWindow - time.Millisecond)
		if err := w.Sweep(t.Context()); err != nil || to(network(), "Late", "") != "" {
			t.Errorf("the window is shorter than an hour: %v", err)
		}
		w.clock = w.clock.Add(time.Second)
		if err := w.Sweep(t.Context()); err != nil || to(network(), "Late", "") == "" {
			t.Errorf("the window does not end: %v", err)
		}
	})
}

// TestSubmit_confirms_at_once has an answer to another event come while the last confirmation that a limit allows is stored.
func TestSubmit_confirms_at_once(t *testing.T) {
	from := Visitor{IP: "2001:db8:8:8::1"}
	for _, x := range []struct {
		name, more string
		before     func(w *mailWorld) // uses the limit except for one
		stored     int64              // messages afterwards
	}{
		{"to the same address", "zoe@example.org", fourToZoe, maxMails - 1},
		{"to the same mailbox, with a tag", "zoe+2@example.org", fourToZoe, maxMails - 1},
		{"from the same network, to another mailbox", "late@example.org", func(w *mailWorld) {
			for i := range maxMailboxes - 1 {
				a := Answer{Name: "X", Email: fmt.Sprintf("x%d@example.org", i), People: 1}
				if _, err := w.Submit(w.Context(), "gala", Submission{Answer: a}, from); err != nil {
					w.Fatal(err)
				}
				w.clock = w.clock.Add(time.Second)
			}
		}, maxMailboxes},
	} {
		t.Run(x.name, func(t *testing.T) {
			eachMailWorld(t, func(t *testing.T, w *mailWorld) {
				w.event("other", "open", 0)
				x.before(w)
				gala, err := readEvent(w.world, "gala")
				if err != nil {
					t.Fatal(err)
				}
				var last, more string
				err = dbtest.Meanwhile(t, w.DB, func(ctx context.Context, tx *db.Tx) error {
					c := confirmation{event: gala, version: gala.Version, answer: answerOfZoe, network: attemptOf(from.IP, w.clock).network}
					last, err = w.confirm(ctx, tx, c)
					return err
				}, func(ctx context.Context) error {
					o, err := w.Submit(ctx, "other", Submission{Answer: Answer{Name: "Zoé", Email: x.more, People: 1}}, from)
					more = o.MailedTo
					return err
				})
				if err != nil || last == "" || more != "" {
					t.Errorf("the last confirmation goes to %q, one more to %q (%v)", last, more, err)
				}
				if n := w.count("SELECT COUNT(*) FROM outgoing_mail"); n != x.stored {
					t.Errorf("%d were queued, want %d", n, x.stored)
				}
			})
		})
	}
}

var answerOfZoe = Answer{Name: "Zoé", Email: "zoe@example.org", People: 1, Language: i18n.FR}

// fourToZoe causes one message less to a mailbox than may be.
func fourToZoe(w *mailWorld) {
	for range maxMails - 2 {
		w.answers(answerOfZoe, "")
	}
}

// TestSubmit_confirms_blindly compares what a stranger is sent who answers with the name and number of a customer and an address of the
// stranger's own: before and after the customer has a registration.
func TestSubmit_confirms_blindly(t *testing.T) {
	eachMailWorld(t, func(t *testing.T, w *mailWorld) {
		w.knows(customer{id: "C-1", account: "A-1", name: "Maude Thériault", emails: []string{"maude@example.org"}, phones: []string{"418 555-0142"}})
		stranger := Answer{Name: "Maude Thériault", CustomerNumber: "C-1", Phone: "418 555-0142", Email: "stranger@example.org", People: 2}
		ask := func() mail.Content {
			w.answers(stranger, "")
			c := w.one()
			for _, secret := range []string{w.tokenIn(c), w.codeIn(c)} {
				c.Text, c.HTML = strings.ReplaceAll(c.Text, secret, "secret"), strings.ReplaceAll(c.HTML, secret, "secret")
			}
			return c
		}
		alone := ask()
		w.exec("DELETE FROM rsvps")
		w.exec("UPDATE rsvp_tallies SET headcount = 0, registrations = 0")
		w.answers(Answer{Name: "Maude Thériault", Email: "maude@example.org", CustomerNumber: "C-1", People: 4}, "")
		w.one()
		after := ask()
		if alone.Text != after.Text || alone.HTML != after.HTML || w.entryOf(alone) != w.entryOf(after) || alone.Subject != after.Subject {
			t.Errorf("without the customer's registration:\n%s\nwith it:\n%s", alone.Text, after.Text)
		}
	})
}

func TestGuests_say_who_invites(t *testing.T) {
	eachFixture(t, func(t *testing.T, d *fixture) {
		answer := "name=Zo%C3%A9&email=zoe%40example.org&attending="
		for name, page := range map[string]*goquery.Selection{
			"the invitation":      d.page("/rsvp/gala?lang=fr"),
			"the page of a yes":   d.send(http.MethodPost, "/rsvp/gala/submit", answer+"yes", formType...).Doc(),
			"the page after a no": d.send(http.MethodPost, "/rsvp/gala/submit", answer+"no", formType...).Doc(),
		} {
			t.Run(name, func(t *testing.T) {
				if got := htmltest.Text(page.Find(".host")); got != "Votre hôte : Ferme Lune" {
					t.Errorf("it says %q", got)
				}
			})
		}
		t.Run("unless that is not known", func(t *testing.T) {
			if got := (presenter{lang: i18n.FR}).hostedBy(); got != "" {
				t.Errorf("it says %q", got)
			}
		})
	})
}

func TestConfirmation_lists_what_was_answered(t *testing.T) {
	eachMailWorld(t, func(t *testing.T, w *mailWorld) {
		w.asks("asked", 4)
		d := newFixture(w.world)
		w.link("own", "Zoé Roy", "own@example.org", "")
		form := func(lang, address, token string) url.Values {
			return url.Values{"name": {"Zoé Roy"}, "email": {address}, "people": {"3"}, "attending": {"yes"}, "language": {lang}, "shown": {"3"}, "t": {token},
				"companions[0]": {"Luc"}, "companions[1]": {"call 555-0101"}, "answers.11.0": {"1"}, "answers.11.1": {"2"}, "answers.11.2": {"2"},
				"answers.12.0": {"2"}, "answers.13.0": {"1", "2"}, "answers.14.0": {"see example.net"}}
		}
		for _, x := range []struct {
			name, want, not string
			form            url.Values
		}{
			{"in French, without what a stranger typed", "3 personnes|Accompagnateurs|Luc|Plat|Zoé Roy : Poulet|Luc : Poisson|Personne 3 : Poisson|" +
				"Stationnements|2|Musique|Valse, Rock", "555|example.net|Mot", form("fr", "fr@example.org", "")},
			{"in English", "3 people|Companions|Luc|Meal|Zoé Roy: Chicken|Luc: Fish|Person 3: Fish|Parking|2|Music|Waltz, Rock", "555|example.net|Note",
				form("en", "en@example.org", "")},
			{"with all that the owner of the address typed", "Companions|Luc|call 555-0101|Zoé Roy: Chicken|Note|see example.net", "Person 3",
				form("en", "own@example.org", "own")},
		} {
			t.Run(x.name, func(t *testing.T) {
				d.on(t).post("/rsvp/gala/submit", x.form).Want(http.StatusOK)
				sent := w.delivered()
				if len(sent) != 1 {
					t.Fatal(len(sent))
				}
				spaces := strings.NewReplacer("\u00a0", " ", "\u202f", " ")
				for part, text := range map[string]string{"HTML": htmltest.Text(htmltest.Parse(t, sent[0].HTML)), "text": sent[0].Text} {
					rest := spaces.Replace(text)
					for want := range strings.SplitSeq(x.want, "|") {
						var found bool
						if _, rest, found = strings.Cut(rest, want); !found {
							t.Errorf("the %s lacks %q in its place: %s", part, want, text)
						}
					}
					for not := range strings.SplitSeq(x.not, "|") {
						if strings.Contains(text, not) {
							t.Errorf("the %s contains %q: %s", part, not, text)
						}
					}
				}
			})
		}
	})
}

func TestConfirmation_shows_the_picture(t *testing.T) {
	eachMailWorld(t, func(t *testing.T, w *mailWorld) {
		w.exec(`UPDATE events SET picture_hash = 'abc', picture_width = 1200, picture_height = 500, picture_fr = 'Une salle', picture_en = 'A hall'`)
		d := newFixture(w.world)
		for lang, text := range map[string]string{"fr": "Une salle", "en": "A hall"} {
			form := url.Values{"name": {"Zoé"}, "email": {lang + "@example.org"}, "people": {"1"}, "attending": {"yes"}, "language": {lang}}
			d.post("/rsvp/gala/submit", form).Want(http.StatusOK)
			sent := w.delivered()
			if len(sent) != 1 {
				t.Fatal(len(sent))
			}
			shown := htmltest.One(t, htmltest.Parse(t, sent[0].HTML), "img[src='https://presence.example/pictures/abc/large']")
			for name, want := range map[string]string{"alt": text, "width": "600", "height": "250"} {
				if got := shown.AttrOr(name, ""); got != want {
					t.Errorf("%s: %s is %q, want %q", lang, name, got, want)
				}
			}
		}
	})
}

var formType = []string{"Content-Type", "application/x-www-form-urlencoded"}

func TestGuests_thanks_says_where_the_confirmation_goes(t *testing.T) {
	eachMailWorld(t, func(t *testing.T, w *mailWorld) {
		d := newFixture(w.world)
		said := func(form url.Values) string {
			t.Helper()
			page := d.post("/rsvp/gala/submit", form, "Accept-Language", "en").Want(http.StatusOK).Doc()
			return htmltest.Text(page.Find(".mailed"))
		}
		form := url.Values{"name": {"Zoé"}, "email": {"zoe@example.org"}, "people": {"1"}, "attending": {"yes"}}
		t.Run("when there is one", func(t *testing.T) {
			if got := said(form); got != "A confirmation is on its way to zoe@example.org." {
				t.Errorf("it says %q", got)
			}
		})
		t.Run("of a no as well", func(t *testing.T) {
			form.Set("attending", "no")
			if got := said(form); got != "A confirmation is on its way to zoe@example.org." {
				t.Errorf("it says %q", got)
			}
		})
		t.Run("and nothing when there is none", func(t *testing.T) {
			w.route.Channel = nil
			if got := said(form); got != "" {
				t.Errorf("it says %q", got)
			}
		})
	})
}
