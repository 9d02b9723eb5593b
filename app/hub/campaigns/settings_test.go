package campaigns_test

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"presence/app/apptest/sends"
	"presence/app/apptest/sink"
	"presence/app/hub/campaigns"
	"presence/app/hub/suppressions"
	"presence/app/platform/errs"
	"presence/app/platform/mail"
	"presence/app/platform/paths"
	"presence/db"
)

// untracked is a channel whose messages may not be tracked.
type untracked struct{ mail.Channel }

func (untracked) Tracked() bool { return false }

// TestService_PreviewSend reads what staff see before a send.
func TestService_PreviewSend(t *testing.T) {
	w := small(t, sink.Options{}).Invite(4)
	bulk := w.Options.Channels[campaigns.Bulk]
	box, err := mail.OpenOutbox(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer box.Close()
	source := w.Send().ID
	w.Exec("UPDATE campaigns SET status = 'completed', pending = 0, sent = 4, channel = 'mailbox', sender = 'gala@example.com', " +
		"subject = 'Hello', template = 'event-gone'")
	w.Exec("UPDATE campaign_recipients SET status = 1")
	both := map[string]mail.Channel{campaigns.Bulk: bulk, campaigns.Mailbox: bulk}
	for _, x := range []struct {
		name     string
		channels map[string]mail.Channel
		p        campaigns.Params
		source   int64
		want     campaigns.Params
		tracked  bool
		channel  string
	}{
		{"an invitation has the defaults", both, campaigns.Params{}, 0,
			campaigns.Params{Channel: campaigns.Bulk, From: "nova@example.com"}, true, "smtp"},
		{"the choices of staff, without the white space around them", both, campaigns.Params{Channel: campaigns.Mailbox, From: "GALA@example.com",
			Subject: " Hi "}, 0, campaigns.Params{Channel: campaigns.Mailbox, From: "GALA@example.com", Subject: "Hi"}, false, "smtp"},
		{"the outbox tracks as bulk does", map[string]mail.Channel{campaigns.Bulk: box}, campaigns.Params{}, 0,
			campaigns.Params{Channel: campaigns.Bulk, From: "nova@example.com"}, true, "outbox"},
		{"a provider that does not track", map[string]mail.Channel{campaigns.Bulk: untracked{bulk}}, campaigns.Params{}, 0,
			campaigns.Params{Channel: campaigns.Bulk, From: "nova@example.com"}, false, "smtp"},
		{"a reminder is sent as the campaign was", both, campaigns.Params{}, source,
			campaigns.Params{Channel: campaigns.Mailbox, From: "gala@example.com", Subject: "Hello", Template: "event-gone"}, false, "smtp"},
		{"except for the choices of staff", both, campaigns.Params{Channel: campaigns.Bulk, From: "nova@example.com", Subject: "Hi", Template: "x"},
			source,
			campaigns.Params{Channel: campaigns.Bulk, From: "nova@example.com", Subject: "Hi", Template: "x"}, true, "smtp"},
		{"except for a channel that is no longer configured", map[string]mail.Channel{campaigns.Bulk: bulk}, campaigns.Params{}, source,
			campaigns.Params{Channel: campaigns.Bulk, From: "gala@example.com", Subject: "Hello", Template: "event-gone"}, true, "smtp"},
	} {
		t.Run(x.name, func(t *testing.T) {
			w := w.On(t)
			w.Options.Channels = x.channels
			d, err := w.NewService(w.DB).PreviewSend(t.Context(), "gala", x.p, campaigns.Whom{Reminder: x.source})
			if err != nil || d.Params != x.want || d.Tracked != x.tracked || d.Channel != x.channel {
				t.Errorf("%+v %v %s, %v", d.Params, d.Tracked, d.Channel, err)
			}
			if broken := x.want.Template != ""; (d.TemplateError != nil) != broken || broken != (len(d.Sizes) == 0) {
				t.Errorf("%v, %+v", d.TemplateError, d.Sizes)
			}
		})
	}
	t.Run("a reminder of a campaign whose sender is no longer allowed has the default", func(t *testing.T) {
		w := w.On(t)
		w.Options.Senders = w.Options.Senders[:1]
		d, err := w.NewService(w.DB).PreviewSend(t.Context(), "gala", campaigns.Params{}, campaigns.Whom{Reminder: source})
		if err != nil || d.Params.From != "nova@example.com" {
			t.Errorf("%+v, %v", d.Params, err)
		}
	})
	t.Run("without an allowed sender nothing can be sent", func(t *testing.T) {
		w := w.On(t)
		w.Options.Senders = nil
		for _, from := range []string{"", "nova@example.com"} {
			if _, err := w.NewService(w.DB).PreviewSend(t.Context(), "gala", campaigns.Params{From: from}, campaigns.Whom{}); errs.KindOf(err) != errs.KindInvalid {
				t.Errorf("from %q: %v", from, err)
			}
		}
	})
	t.Run("tracking is off when staff turned it off", func(t *testing.T) {
		for _, on := range []bool{false, true} {
			if err := w.S.SetTracking(t.Context(), sends.Staff, on); err != nil {
				t.Fatal(err)
			}
			if d, err := w.S.PreviewSend(t.Context(), "gala", campaigns.Params{}, campaigns.Whom{}); err != nil || d.Tracked != on {
				t.Errorf("%v, %v", d.Tracked, err)
			}
		}
	})
	t.Run("suppressed addresses are left out of the counts of their language", func(t *testing.T) {
		defer w.Exec("DELETE FROM suppressions")
		for _, x := range []struct {
			key  string // of an address more: the French g0, the English g1 and g3
			want campaigns.Audience
		}{
			{"g1@example.org", campaigns.Audience{FR: 2, EN: 1, Suppressed: 1}},
			{"g0@example.org", campaigns.Audience{FR: 1, EN: 1, Suppressed: 2}},
			{"g3@example.org", campaigns.Audience{FR: 1, EN: 0, Suppressed: 3}},
		} {
			w.Exec("INSERT INTO suppressions (email_key, reason, since) VALUES ($1, 'bounced', 1)", x.key)
			if d, err := w.S.PreviewSend(t.Context(), "gala", campaigns.Params{}, campaigns.Whom{}); err != nil || d.Audience != x.want {
				t.Errorf("%+v, want %+v, %v", d.Audience, x.want, err)
			}
		}
	})
	t.Run("a suppressed address that chose another language is counted once", func(t *testing.T) {
		defer w.Exec("DELETE FROM suppressions")
		defer w.Exec("DELETE FROM guest_preferences")
		for _, key := range []string{"g0@example.org", "g2@example.org"} { // both French
			w.Exec("INSERT INTO guest_preferences (email_key, reminders, language, changed_at) VALUES ($1, TRUE, 'en', 1)", key)
		}
		w.Exec("INSERT INTO suppressions (email_key, reason, since) VALUES ('g0@example.org', 'bounced', 1)")
		want := campaigns.Audience{EN: 3, Suppressed: 1}
		before, err := w.S.PreviewSend(t.Context(), "gala", campaigns.Params{}, campaigns.Whom{})
		if err != nil || before.Audience != want {
			t.Errorf("%+v, want %+v, %v", before.Audience, want, err)
		}
		w.Exec("UPDATE suppressions SET reason = 'unsubscribed'")
		after, err := w.S.PreviewSend(t.Context(), "gala", campaigns.Params{}, campaigns.Whom{})
		if err != nil || after.Seen != before.Seen {
			t.Errorf("another reason makes it other recipients: %v", err)
		}
	})
	t.Run("files are counted by language", func(t *testing.T) {
		w.Exec(`INSERT INTO event_attachments (event_id, filename, media_type, size, language, sha256, data, created_at)
			VALUES ('gala', 'menu.txt', 'text/plain', 4, 'fr', $1, $1, 1), ('gala', 'map.txt', 'text/plain', 4, 'both', $1, $1, 1)`, []byte("text"))
		d, err := w.S.PreviewSend(t.Context(), "gala", campaigns.Params{}, campaigns.Whom{})
		if fr, en := d.Sizes["fr"], d.Sizes["en"]; err != nil || fr.Files != 2 || en.Files != 1 || fr.Bytes <= en.Bytes || fr.Subject == "" {
			t.Errorf("%+v, %v", d.Sizes, err)
		}
	})
	t.Run("an event that does not exist is not found", func(t *testing.T) {
		if _, err := w.S.PreviewSend(t.Context(), "none", campaigns.Params{}, campaigns.Whom{}); errs.KindOf(err) != errs.KindNotFound {
			t.Error(err)
		}
	})
}

// TestService_PreviewSend_tests says which change of a message makes its test one of another message.
func TestService_PreviewSend_tests(t *testing.T) {
	w := small(t, sink.Options{}).Invite(1)
	preview := func(t *testing.T) map[string]campaigns.LastTest {
		t.Helper()
		d, err := w.S.PreviewSend(t.Context(), "gala", campaigns.Params{}, campaigns.Whom{})
		if err != nil {
			t.Fatal(err)
		}
		return d.Tests
	}
	test := func(t *testing.T, lang string) db.Instant {
		t.Helper()
		w.Clock.Advance(time.Minute)
		if _, err := w.S.SendTest(t.Context(), reader, campaigns.TestSend{EventID: "gala", Language: lang}); err != nil {
			t.Fatal(err)
		}
		return db.InstantOf(w.Clock.Now())
	}
	t.Run("without a language a test is in that of the person who sends it", func(t *testing.T) {
		at := test(t, "")
		if got := preview(t); len(got) != 1 || got["en"] != (campaigns.LastTest{At: at}) {
			t.Errorf("%+v", got)
		}
		w.Exec("DELETE FROM send_tests")
	})
	at := test(t, "fr")
	t.Run("a test is of one language", func(t *testing.T) {
		if got := preview(t); len(got) != 1 || got["fr"] != (campaigns.LastTest{At: at}) {
			t.Errorf("%+v", got)
		}
	})
	t.Run("a test with another subject is one of another message", func(t *testing.T) {
		p := campaigns.Params{Subject: "Hello"}
		d, err := w.S.PreviewSend(t.Context(), "gala", p, campaigns.Whom{})
		if err != nil || d.Tests["fr"] != (campaigns.LastTest{Other: at}) {
			t.Errorf("%+v, %v", d.Tests, err)
		}
	})
	file := func(data string) {
		w.Exec("DELETE FROM event_attachments")
		w.Exec(`INSERT INTO event_attachments (event_id, filename, media_type, size, language, sha256, data, created_at)
			VALUES ('gala', 'menu.txt', 'text/plain', 4, 'fr', $1, $1, 1)`, []byte(data))
	}
	t.Run("so is one before a file was added or replaced", func(t *testing.T) {
		for _, data := range []string{"menu", "MENU"} {
			file(data)
			if got := preview(t)["fr"]; got != (campaigns.LastTest{Other: at}) {
				t.Errorf("%+v", got)
			}
			at = test(t, "fr")
			if got := preview(t)["fr"]; got.At != at || got.Other == 0 {
				t.Errorf("%+v", got)
			}
		}
	})
	t.Run("the tests of a deleted event are forgotten", func(t *testing.T) {
		err := w.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { return w.S.DeleteTestSends(ctx, tx, "gala") })
		if err != nil {
			t.Fatal(err)
		}
		if got := preview(t); len(got) != 0 {
			t.Errorf("%+v", got)
		}
	})
}

func TestService_SetTracking(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		for _, x := range []struct {
			name    string
			on      bool
			entries int64
		}{
			{"turning it on while it is on changes nothing", true, 0},
			{"turning it off is recorded", false, 1},
			{"turning it off again changes nothing", false, 1},
			{"turning it on is recorded", true, 2},
		} {
			t.Run(x.name, func(t *testing.T) {
				if err := w.S.SetTracking(t.Context(), sends.Staff, x.on); err != nil {
					t.Fatal(err)
				}
				on, err := w.S.Tracking(t.Context())
				if n := w.Count("SELECT COUNT(*) FROM audit_log WHERE kind = 'send_settings'"); on != x.on || err != nil || n != x.entries {
					t.Errorf("%v, %v, %d entries, want %d", on, err, n, x.entries)
				}
			})
		}
	})
}

func TestService_KeepEvent(t *testing.T) {
	w := small(t, sink.Options{}).Invite(1)
	keep := func() error {
		return w.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { return w.S.KeepEvent(ctx, tx, "gala") })
	}
	if err := keep(); err != nil {
		t.Errorf("without a send: %v", err)
	}
	w.Send()
	for status, active := range map[string]bool{"scheduled": false, "sending": true, "paused": true, "interrupted": false, "completed": false,
		"cancelled": false} {
		t.Run("an event whose send is "+status+" may be deleted unless the send is active", func(t *testing.T) {
			w.Exec("UPDATE campaigns SET status = $1", status)
			if err := keep(); errs.HasCode(err, "send_active") != active || (err != nil) != active {
				t.Error(err)
			}
		})
	}
}

// TestService_lists_of_campaigns reads the campaigns of other pages: those under way, and the events whose invitation was sent.
func TestService_lists_of_campaigns(t *testing.T) {
	w := small(t, sink.Options{})
	for i, x := range []string{"scheduled", "sending", "paused", "interrupted", "completed", "cancelled"} {
		w.Exec(`INSERT INTO campaigns (event_id, type, status, channel, sender, tracked, salt, total, pending, unconfirmed, created_at,
				updated_at)
			VALUES ($1, 'event', $1, 'bulk', 'x', FALSE, '', 1, 1, $2, 1, 1)`, x, map[bool]int{true: 1}[x == "cancelled"])
		if id := w.Count("SELECT MAX(id) FROM campaigns"); id != int64(i+1) {
			t.Fatal(id)
		}
	}
	t.Run("those under way are neither completed nor cancelled, the newest first", func(t *testing.T) {
		list, err := w.S.UnderWay(t.Context(), 10)
		var got []string
		for _, c := range list {
			got = append(got, string(c.State))
		}
		if want := []string{"interrupted", "paused", "sending", "scheduled"}; err != nil || !slices.Equal(got, want) {
			t.Errorf("%v, %v", got, err)
		}
		if list, err = w.S.UnderWay(t.Context(), 2); err != nil || len(list) != 2 {
			t.Errorf("%v, %v", list, err)
		}
	})
	t.Run("an event was invited to when a send of it is active, or handed a message over, or may have", func(t *testing.T) {
		got, err := w.S.EventsSent(t.Context())
		if want := []string{"cancelled", "paused", "scheduled", "sending"}; err != nil || !slices.Equal(slices.Sorted(maps.Keys(got)), want) {
			t.Errorf("%v, %v", got, err)
		}
	})
}

func TestService_OfGuest(t *testing.T) {
	w := small(t, sink.Options{}).Invite(3)
	c := w.Campaign(w.Send().ID)
	w.Exec("UPDATE campaign_recipients SET customer_id = 'C1', sent_at = CASE WHEN id < $1 THEN id ELSE 0 END", c.LastID)
	w.Exec("INSERT INTO suppressions (email_key, reason, since) VALUES ('g0@example.org', 'bounced', 5), ('other@example.org', 'bounced', 5)")
	got, err := w.S.OfGuest(t.Context(), "C1", []string{"G0@Example.org", "no address", "g1@example.org"})
	mails, stops := got.Sends, got.Stops
	if err != nil || len(mails) != 2 || mails[0].SentAt != db.Instant(c.FirstID+1) || mails[0].EventID != "gala" || mails[0].Reminder {
		t.Errorf("%+v, %v", mails, err)
	}
	if len(stops) != 1 || stops[0] != (suppressions.Suppression{Email: "g0@example.org", Reason: "bounced", Since: 5, ByStaff: true}) {
		t.Errorf("%+v", stops)
	}
	w.Exec("UPDATE campaign_recipients SET bounced_at = 9, bounce = 'other', sent_at = 0 WHERE email_key = 'g2@example.org'")
	w.Exec("INSERT INTO guest_preferences (email_key, reminders, language, changed_at) VALUES ('g2@example.org', TRUE, 'fr', 11)")
	got, err = w.S.OfGuest(t.Context(), "", []string{"g2@example.org"})
	if err != nil || len(got.Sends) != 1 || got.Sends[0].BouncedAt != 9 || got.Choice != 11 {
		t.Errorf("by the address: %+v, %v", got, err)
	}
	if got, err = w.S.OfGuest(t.Context(), "", nil); err != nil || len(got.Sends) != 0 || len(got.Stops) != 0 {
		t.Errorf("of no guest: %+v, %v", got, err)
	}
}

// TestService_ConfirmAllResponded has guests answer whose messages are unconfirmed.
func TestService_ConfirmAllResponded(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		c := w.Campaign(w.Invite(3).Send().ID)
		confirm := func(t *testing.T, want campaigns.Counts, status campaigns.State) {
			t.Helper()
			if err := w.S.ConfirmAllResponded(t.Context()); err != nil {
				t.Fatal(err)
			}
			want.Registered = w.Campaign(c.ID).Counts.Registered
			if got := w.Campaign(c.ID); got.Counts != want || got.State != status {
				t.Errorf("%s %+v, want %s %+v", got.State, got.Counts, status, want)
			}
			w.On(t).CheckCounts(c.ID)
		}
		w.Register(c.FirstID)
		t.Run("a message that is not unconfirmed stays pending", func(t *testing.T) {
			confirm(t, campaigns.Counts{Total: 3, Pending: 3}, campaigns.Sending)
		})
		w.Exec("UPDATE campaign_recipients SET phase = 3 WHERE id < $1", c.LastID)
		w.Exec("UPDATE campaigns SET unconfirmed = 2, status = 'interrupted'")
		t.Run("the message of a guest who answered has arrived", func(t *testing.T) {
			confirm(t, campaigns.Counts{Total: 3, Pending: 2, Unconfirmed: 1, Sent: 1}, campaigns.Interrupted)
		})
		t.Run("looking again changes nothing", func(t *testing.T) {
			before := w.Campaign(c.ID).Version
			confirm(t, campaigns.Counts{Total: 3, Pending: 2, Unconfirmed: 1, Sent: 1}, campaigns.Interrupted)
			if got := w.Campaign(c.ID).Version; got != before {
				t.Errorf("version %d, want %d", got, before)
			}
		})
		w.Exec("UPDATE campaign_recipients SET status = 1 WHERE id = $1", c.LastID)
		w.Exec("UPDATE campaigns SET pending = 1, sent = 2")
		w.Register(c.FirstID + 1)
		t.Run("the last one completes the campaign", func(t *testing.T) {
			confirm(t, campaigns.Counts{Total: 3, Sent: 3}, campaigns.Completed)
		})
	})
}

// TestService_Resolve_afterRestore sends one message again after a backup was restored: the others wait for staff.
func TestService_Resolve_afterRestore(t *testing.T) {
	w := small(t, sink.Options{}).Invite(3)
	c := w.Campaign(w.Send().ID)
	for _, x := range []struct {
		name, status, reason string
		want                 campaigns.State
	}{
		{"an interrupted campaign goes on", "interrupted", campaigns.UnconfirmedLeft, campaigns.Sending},
		{"after a restored backup it does not", "interrupted", campaigns.Restored, campaigns.Interrupted},
		{"a paused one does not", "paused", campaigns.ByStaff, campaigns.Paused},
	} {
		t.Run(x.name, func(t *testing.T) {
			w.Exec("UPDATE campaigns SET status = $1, reason = $2, unconfirmed = 1", x.status, x.reason)
			w.Exec("UPDATE campaign_recipients SET phase = CASE WHEN id = $1 THEN 3 ELSE 0 END", c.FirstID)
			got, err := w.S.Resolve(t.Context(), sends.Staff, c.ID, campaigns.Resolution{})
			if err != nil || got.State != x.want || got.Counts.Unconfirmed != 0 || got.Counts.Pending != 3 {
				t.Errorf("%s %+v, %v", got.State, got.Counts, err)
			}
		})
	}
}

// A campaign that was stopped is completed with its last recipient, whoever stopped it.
func TestService_Resolve_the_last(t *testing.T) {
	for _, x := range []struct{ name, status, reason string }{
		{"of an interrupted campaign", "interrupted", campaigns.UnconfirmedLeft},
		{"of one that staff paused", "paused", campaigns.ByStaff},
		{"of one whose sender was removed", "paused", campaigns.SenderRemoved},
	} {
		t.Run(x.name, func(t *testing.T) {
			sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
				id := w.Invite(2).Send().ID
				w.Exec("UPDATE campaigns SET status = $1, reason = $2, unconfirmed = 2", x.status, x.reason)
				w.Exec("UPDATE campaign_recipients SET phase = 3")
				for i, want := range []campaigns.State{campaigns.State(x.status), campaigns.Completed} {
					one := []int64{w.Count("SELECT MIN(id) FROM campaign_recipients WHERE status = 0")}
					got, err := w.S.Resolve(t.Context(), sends.Staff, id, campaigns.Resolution{Sent: true, Recipients: one})
					if err != nil || got.State != want || got.Counts.Pending != int64(1-i) || got.State == campaigns.Completed && got.Reason != "" {
						t.Errorf("%s %q %+v, %v; want %s", got.State, got.Reason, got.Counts, err, want)
					}
				}
			})
		})
	}
}

func TestService_Resolve_cancelled(t *testing.T) {
	w := small(t, sink.Options{}).Invite(2)
	c := w.Campaign(w.Send().ID)
	w.Exec("UPDATE campaigns SET status = 'cancelled', unconfirmed = 1")
	w.Exec("UPDATE campaign_recipients SET phase = CASE WHEN id = $1 THEN 3 ELSE 0 END", c.FirstID)
	t.Run("nothing is sent again", func(t *testing.T) {
		if _, err := w.S.Resolve(t.Context(), sends.Staff, c.ID, campaigns.Resolution{}); !errs.HasCode(err, "campaign_cancelled") {
			t.Errorf("%v", err)
		}
		if got := w.Campaign(c.ID); got.Counts.Unconfirmed != 1 {
			t.Errorf("%+v", got.Counts)
		}
	})
	t.Run("a message is marked as sent", func(t *testing.T) {
		got, err := w.S.Resolve(t.Context(), sends.Staff, c.ID, campaigns.Resolution{Sent: true})
		if err != nil || got.State != campaigns.Cancelled || got.Counts.Unconfirmed != 0 {
			t.Errorf("%s %+v, %v", got.State, got.Counts, err)
		}
	})
}

// TestComposer compares the messages of a campaign with its settings.
func TestComposer(t *testing.T) {
	w := small(t, sink.Options{}).Invite(2)
	c := w.Campaign(w.Send().ID)
	tokens := campaigns.NewLinkTokens(w.Options.Secret, c.Salt)
	track, stop, origin := tokens.Tracking(c.FirstID), tokens.Stopping(c.FirstID), w.Options.Origin
	personal := origin + paths.Rsvp("gala", "", "") + "?t=" + tokens.RSVP(c.FirstID) + "&lang=fr"
	message := func(t *testing.T, change func(*campaigns.Campaign)) *mail.Message {
		t.Helper()
		c := c
		change(&c)
		composer, err := w.S.Compose(t.Context(), w.DB, c)
		if err != nil {
			t.Fatal(err)
		}
		return composer.Message(w.Recipient(c, "g0@example.org"))
	}
	has := func(m *mail.Message, address string) bool {
		return strings.Contains(strings.ReplaceAll(m.HTML, "&amp;", "&"), `"`+address+`"`)
	}
	t.Run("a tracked message has counted links and a pixel", func(t *testing.T) {
		m := message(t, func(c *campaigns.Campaign) { c.Tracked = true })
		for _, address := range []string{origin + paths.Click(track, campaigns.ClickRSVP), origin + paths.Click(track, campaigns.ClickCalendar),
			origin + paths.Pixel(track)} {
			if !has(m, address) {
				t.Errorf("%s is missing\n%s", address, m.HTML)
			}
		}
	})
	t.Run("an untracked one has the links themselves", func(t *testing.T) {
		m := message(t, func(c *campaigns.Campaign) { c.Tracked = false })
		if !has(m, personal) || !has(m, origin+paths.RsvpCalendar("gala", "fr")) || strings.Contains(m.HTML, "/t/c/") ||
			strings.Contains(m.HTML, "/t/o/") {
			t.Error(m.HTML)
		}
	})
	t.Run("the message is from the sender and to the guest, and names its campaign", func(t *testing.T) {
		m := message(t, func(*campaigns.Campaign) {})
		want := w.S.MessageID(c, c.FirstID, "example.com")
		if m.ID != want || m.From != (mail.Address{Name: "Nova", Email: "nova@example.com"}) || m.Lang != "fr" ||
			m.To != (mail.Address{Name: "Élise Guest0", Email: "g0@example.org"}) || !m.Date.Equal(sends.Began) ||
			m.Unsubscribe != origin+paths.Unsubscribe(stop) || !strings.Contains(m.Text, personal) {
			t.Errorf("%+v", m)
		}
	})
	t.Run("a reminder says so", func(t *testing.T) {
		invitation := message(t, func(*campaigns.Campaign) {})
		reminder := message(t, func(c *campaigns.Campaign) { c.ReminderOf = 1 })
		if invitation.Subject == reminder.Subject || !strings.HasPrefix(reminder.Subject, "Petit rappel") {
			t.Errorf("%q and %q", invitation.Subject, reminder.Subject)
		}
	})
	t.Run("the message of a deleted event cannot be composed", func(t *testing.T) {
		w.Exec("DELETE FROM events")
		if _, err := w.S.Compose(t.Context(), w.DB, c); errs.KindOf(err) != errs.KindNotFound {
			t.Error(err)
		}
	})
}

// TestService_audit reads the audit entries of a campaign.
func TestService_audit(t *testing.T) {
	w := small(t, sink.Options{}).Invite(1)
	id := w.Send().ID
	for _, x := range []struct {
		name, action string
		do           func() error
	}{
		{"a send", "scheduled", func() error { return nil }},
		{"a pause", "paused", func() error { _, err := w.S.Pause(t.Context(), sends.Staff, "gala"); return err }},
		{"a decision about unconfirmed messages", "unconfirmed_resolved", func() error {
			w.Exec("UPDATE campaign_recipients SET phase = 3")
			w.Exec("UPDATE campaigns SET unconfirmed = 1")
			_, err := w.S.Resolve(t.Context(), sends.Staff, id, campaigns.Resolution{})
			return err
		}},
		{"a resumption", "resumed", func() error { _, err := w.S.Resume(t.Context(), sends.Staff, id, campaigns.Resumption{}); return err }},
		{"a cancellation", "cancelled", func() error { _, err := w.S.Cancel(t.Context(), sends.Staff, "gala"); return err }},
	} {
		t.Run(x.name+" is recorded", func(t *testing.T) {
			if err := x.do(); err != nil {
				t.Fatal(err)
			}
			if n := w.Count("SELECT COUNT(*) FROM audit_log WHERE kind = 'campaign' AND action = $1 AND record_id = '1' AND person_id = $2", x.action,
				sends.Staff.PersonID); n != 1 {
				t.Errorf("%d entries", n)
			}
		})
	}
}

// TestService_DeletedEvent names a campaign by the event's id when the event is deleted.
func TestService_DeletedEvent(t *testing.T) {
	w := hire(small(t, sink.Options{})).Invite(1)
	w.Send()
	w.Exec("UPDATE events SET title_en = 'The gala'")
	if _, err := w.S.Cancel(t.Context(), sends.Staff, "gala"); err != nil {
		t.Fatal(err)
	}
	titles := func() (list []string) {
		for _, title := range []string{"The gala", "gala"} {
			if n := w.Count(`SELECT COUNT(*) FROM notifications WHERE data LIKE '%"title_en":"' || $1 || '"%'`, title); n > 0 {
				list = append(list, title)
			}
		}
		w.Exec("DELETE FROM notifications")
		return list
	}
	if got := titles(); !slices.Equal(got, []string{"The gala"}) {
		t.Errorf("%q", got)
	}
	w.Exec("DELETE FROM events")
	w.Exec("UPDATE campaigns SET told = 0, status = 'completed'")
	if err := w.S.NotifyPending(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := titles(); !slices.Equal(got, []string{"gala"}) {
		t.Errorf("%q", got)
	}
}
