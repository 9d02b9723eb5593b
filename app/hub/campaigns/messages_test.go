package campaigns_test

import (
	"context"
	"net/url"
	"strings"
	"testing"
	"time"

	"presence/app/apptest/sends"
	"presence/app/apptest/sink"
	"presence/app/hub/campaigns"
	"presence/app/hub/events"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/db"
)

// replies makes registrations with the names and numbers of people, each with an address: "Ann 2" has ann@example.org.
func replies(w *sends.World, list ...string) {
	for _, x := range list {
		name, people, _ := strings.Cut(x, " ")
		email := strings.ToLower(name) + "@example.org"
		w.Exec(`INSERT INTO rsvps (event_id, identity, name, people, language, confidence, email, email_key, created_at, responded_at)
			VALUES ('gala', $1, $2, $3, 'fr', 'none', $4, $4, 1, 1)`, "name:"+x, name, people[0]-'0', email)
	}
}

// turnOn turns a message on, and returns it.
func turnOn(t *testing.T, w *sends.World, kind campaigns.MessageKind) campaigns.EventMessage {
	t.Helper()
	m, err := w.S.SaveMessage(t.Context(), sends.Staff, "gala", kind, campaigns.MessageChanges{On: new(true)})
	must(t, err)
	return m
}

func TestService_SaveMessage(t *testing.T) {
	t.Run("one that is turned on is scheduled at its time of the company's day, and moves with the event", func(t *testing.T) {
		sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
			zone, err := time.LoadLocation("America/Toronto")
			must(t, err)
			w.Options.Zone = zone
			w.S = w.NewService(w.DB)
			e := events.NewService(w.DB, w.Clock.Now, events.Hooks{
				Saved: []func(context.Context, *db.Tx, events.Event) error{w.S.MoveMessages}})
			for kind, want := range map[campaigns.MessageKind]time.Time{
				campaigns.WeekBefore: time.Date(2026, 12, 10, 9, 0, 0, 0, zone), campaigns.DayBefore: time.Date(2026, 12, 16, 9, 0, 0, 0, zone),
				campaigns.ThankYou: time.Date(2026, 12, 19, 10, 0, 0, 0, zone), campaigns.DeclinedAfter: time.Date(2026, 12, 19, 10, 0, 0, 0, zone),
			} {
				m := turnOn(t, w, kind)
				if c := w.Campaign(m.CampaignID); !m.On() || c.Type != campaigns.TypeMessage || c.Message != kind || c.StartsAt != db.InstantOf(want) {
					t.Errorf("%s: %+v", kind, c)
				}
				_, err := e.Update(t.Context(), sends.Staff, "gala", nil, events.Changes{
					StartsAt: new(db.InstantOf(sends.Began.Add(30 * 24 * time.Hour))), EndsAt: new(db.InstantOf(sends.Began.Add(31 * 24 * time.Hour)))})
				must(t, err)
				if c := w.Campaign(m.CampaignID); c.StartsAt != db.InstantOf(want.AddDate(0, 0, 3)) {
					t.Errorf("%s after the event has moved: %v", kind, c.StartsAt)
				}
				_, err = e.Update(t.Context(), sends.Staff, "gala", nil, events.Changes{
					StartsAt: new(db.InstantOf(sends.Began.Add(27 * 24 * time.Hour))), EndsAt: new(db.InstantOf(sends.Began.Add(28 * 24 * time.Hour)))})
				must(t, err)
			}
		})
	})
	t.Run("its days, its time and its texts change, and one that is turned off is cancelled", func(t *testing.T) {
		sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
			m := turnOn(t, w, campaigns.DayBefore)
			changed, err := w.S.SaveMessage(t.Context(), sends.Staff, "gala", campaigns.DayBefore, campaigns.MessageChanges{Days: new(int64(2)),
				Minutes: new(int64(600)), FR: campaigns.MessageContentChanges{Subject: new(" Objet "), Text: new("Un\r\nmot")}})
			must(t, err)
			if changed.CampaignID != m.CampaignID || changed.FR != (campaigns.MessageContent{Subject: "Objet", Text: "Un\nmot"}) ||
				w.Campaign(m.CampaignID).StartsAt != db.InstantOf(time.Date(2026, 12, 15, 10, 0, 0, 0, time.UTC)) {
				t.Errorf("%+v", changed)
			}
			off, err := w.S.SaveMessage(t.Context(), sends.Staff, "gala", campaigns.DayBefore, campaigns.MessageChanges{On: new(false)})
			must(t, err)
			if off.On() || off.Days != 2 || w.Campaign(m.CampaignID).State != campaigns.Cancelled {
				t.Errorf("%+v", off)
			}
			if again := turnOn(t, w, campaigns.DayBefore); again.CampaignID == m.CampaignID || !again.On() {
				t.Errorf("%+v", again)
			}
		})
	})
	for _, x := range []struct {
		name, code string
		kind       campaigns.MessageKind
		change     campaigns.MessageChanges
	}{
		{"a time that has passed", "invalid", campaigns.WeekBefore, campaigns.MessageChanges{On: new(true), Days: new(int64(28))}},
		{"a time after the event has begun", "invalid", campaigns.DayBefore, campaigns.MessageChanges{On: new(true), Days: new(int64(0)),
			Minutes: new(int64(13 * 60))}},
		{"too many days", "invalid", campaigns.DayBefore, campaigns.MessageChanges{Days: new(int64(61))}},
		{"no time of day", "invalid", campaigns.DayBefore, campaigns.MessageChanges{Minutes: new(int64(-1))}},
		{"an unknown placeholder", "invalid", campaigns.DayBefore, campaigns.MessageChanges{
			EN: campaigns.MessageContentChanges{Subject: new("{{nobody}}")}}},
		{"a text that is too long", "invalid", campaigns.DayBefore, campaigns.MessageChanges{
			EN: campaigns.MessageContentChanges{Text: new(strings.Repeat("a", 4001))}}},
		{"a text of many brackets", "invalid", campaigns.DayBefore, campaigns.MessageChanges{
			EN: campaigns.MessageContentChanges{Text: new(strings.Repeat("[a](", 201))}}},
		{"another kind", "not_found", "birthday", campaigns.MessageChanges{}},
	} {
		t.Run("refuses "+x.name, func(t *testing.T) {
			w := small(t, sink.Options{})
			if _, err := w.S.SaveMessage(t.Context(), sends.Staff, "gala", x.kind, x.change); !errs.HasCode(err, x.code) {
				t.Errorf("%v", err)
			}
			if n := w.Count("SELECT COUNT(*) FROM campaigns") + w.Count("SELECT COUNT(*) FROM event_messages"); n != 0 {
				t.Errorf("%d rows", n)
			}
		})
	}
}

// TestWorker_messages sends the messages: once to each address of those who come, or of those who declined, also while an
// invitation of the event is paused.
func TestWorker_messages(t *testing.T) {
	sends.Each(t, sink.Options{Keep: 20}, func(t *testing.T, w *sends.World) {
		w.Invite(1).Send()
		_, err := w.S.Pause(t.Context(), sends.Staff, "gala")
		must(t, err)
		replies(w, "Ann 2", "Bea 1", "Cid 3", "Dan 0", "Eve 0", "Flo 0")
		w.Exec(`INSERT INTO rsvps (event_id, identity, name, people, language, confidence, email, email_key, created_at, responded_at)
			VALUES ('gala', 'x', 'Ann B', 1, 'fr', 'none', 'ann@example.org', 'ann@example.org', 1, 1), ('gala', 'y', 'Gil', 1, 'fr', 'none', '', '', 1, 1)`)
		w.Exec(`INSERT INTO suppressions (email_key, reason, since) VALUES ('bea@example.org', 'unsubscribed', 1),
			('cid@example.org', 'bounced', 1), ('dan@example.org', 'unsubscribed', 1), ('eve@example.org', 'complained', 1)`)
		m, err := w.S.SaveMessage(t.Context(), sends.Staff, "gala", campaigns.DayBefore, campaigns.MessageChanges{On: new(true),
			FR: campaigns.MessageContentChanges{Subject: new("Demain"), Text: new("Le stationnement est **gratuit**.")}})
		must(t, err)
		declined := turnOn(t, w, campaigns.DeclinedAfter)
		list, err := w.S.Messages(t.Context(), "gala")
		must(t, err)
		if list[1].Recipients != 2 || list[3].Recipients != 1 {
			t.Errorf("%d come, %d declined", list[1].Recipients, list[3].Recipients)
		}
		w.Clock.Advance(m.Due.Time().Sub(w.Clock.Now()))
		w.Work(w.S)
		got := w.Until(m.CampaignID, campaigns.Completed)
		w.Delivered("ann", "bea")
		if got.Counts.Excluded != 1 {
			t.Errorf("%+v", got.Counts)
		}
		all := subjects(t, w)
		if !strings.Contains(all, "Subject: Demain") || !strings.Contains(all, "gratuit") || !strings.Contains(all, "17=C2=A0d") ||
			!strings.Contains(all, "text/calendar") {
			t.Error(all)
		}
		w.Clock.Advance(declined.Due.Time().Sub(w.Clock.Now()))
		w.Until(declined.CampaignID, campaigns.Completed)
		w.Delivered("ann", "bea", "flo")
		if last := w.Sink.Taken()[2]; strings.Contains(string(last.Content), "text/calendar") {
			t.Error("a message after the event has a calendar file")
		}
		if c, err := w.S.PreviewSend(t.Context(), "gala", campaigns.Params{}, campaigns.Whom{}); err != nil || c.Last.ID != 1 || !c.Active {
			t.Errorf("the invitation is no longer the event's last one: %+v, %v", c.Last, err)
		}
	})
}

// An event that is withdrawn stops its messages, and one that is deleted takes them along; one that takes no replies any more
// does not.
func TestWorker_messages_of_a_withdrawn_event(t *testing.T) {
	for _, x := range []struct {
		name, state string
		want        campaigns.State
	}{{"withdrawn", "draft", campaigns.Paused}, {"closed", "closed", campaigns.Sending}} {
		t.Run(x.name, func(t *testing.T) {
			sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
				replies(w, "Ann 2")
				m := turnOn(t, w, campaigns.DayBefore)
				w.Exec("UPDATE events SET state = $1", x.state)
				w.Clock.Advance(m.Due.Time().Sub(w.Clock.Now()))
				must(t, w.S.BeginDue(t.Context()))
				if c := w.Campaign(m.CampaignID); c.State != x.want {
					t.Errorf("%s %s", c.State, c.Reason)
				}
			})
		})
	}
	t.Run("deleted", func(t *testing.T) {
		w := small(t, sink.Options{})
		m := turnOn(t, w, campaigns.DayBefore)
		must(t, w.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			if err := w.S.KeepEvent(ctx, tx, "gala"); err != nil {
				return err
			}
			return w.S.DeleteMessages(ctx, tx, "gala")
		}))
		if c := w.Campaign(m.CampaignID); c.State != campaigns.Cancelled || w.Count("SELECT COUNT(*) FROM event_messages") != 0 {
			t.Errorf("%s", c.State)
		}
	})
}

func TestPages_messages(t *testing.T) {
	w := small(t, sink.Options{Keep: 9})
	replies(w, "Ann 2", "Dan 0")
	staff, l := office(w, nil), i18n.EN
	page, one := paths.EventMessages("gala"), paths.EventMessage("gala", "day_before")
	form := func() url.Values {
		v := url.Values{}
		for _, field := range staff.On(t).Get(page).Want(200).Doc().Find("#day_before input, #day_before textarea").EachIter() {
			if field.AttrOr("type", "") != "checkbox" {
				v.Set(field.AttrOr("name", ""), field.AttrOr("value", field.Text()))
			}
		}
		return v
	}
	t.Run("each message says when it would go out, to how many, and has the text of the program", func(t *testing.T) {
		a := staff.On(t).Get(page).Want(200)
		if got := a.Text("#day_before"); !strings.Contains(got, "Would go out on Wed, Dec 16 at 9:00 a.m.") ||
			!strings.Contains(got, l.N(1, i18n.MsgComing)) || !strings.Contains(got, i18n.FR.T(i18n.MsgDayText)) {
			t.Errorf("%q", got)
		}
	})
	t.Run("an error stands at its field, and the form keeps what was typed", func(t *testing.T) {
		v := form()
		v.Set("on", "true")
		v.Set("days", "many")
		v.Set("content.fr.text", "Mon texte")
		a := staff.On(t).Form(one, v).Want(422)
		if !strings.Contains(a.Text("#day_before .form-errors"), l.T(i18n.MsgDaysBefore)) || a.Text("#day_before-content-fr-text") != "Mon texte" ||
			!a.Has("#day_before-on[checked]") || !a.Has("#day_before details[open]") {
			t.Error(a.Text("#day_before"))
		}
	})
	t.Run("one that is turned on says when it goes out, here and among what goes out next", func(t *testing.T) {
		v := form()
		v.Set("on", "true")
		staff.On(t).Form(one, v).Want(303)
		a := staff.On(t).Get(page).Want(200)
		at := "Wed, Dec 16 at 9:00 a.m."
		if got := a.Text("#day_before .msg-state"); !strings.Contains(got, l.F(i18n.MsgGoesOut, at)) || !a.Has("#day_before-on[checked]") {
			t.Errorf("%q", got)
		}
		a = staff.On(t).Get(paths.SendEvent("gala", nil))
		if got := a.Text("#planned"); !strings.Contains(got, l.T(i18n.MsgDayBefore)+" · "+at) {
			t.Errorf("%q", got)
		}
		if list, err := w.S.Messages(t.Context(), "gala"); err != nil || list[1].FR != (campaigns.MessageContent{}) {
			t.Errorf("the text of the program is stored: %+v, %v", list[1].FR, err)
		}
	})
	t.Run("it is seen in each language, and sent to the reader in both", func(t *testing.T) {
		a := staff.On(t).Get(paths.EventMessagePreview("gala", "day_before", "en")).Want(200)
		if !strings.Contains(a.Body, l.T(i18n.MsgDayText)) || !strings.Contains(a.Body, l.T(i18n.MailWhyReplied)) {
			t.Error(a.Body)
		}
		staff.On(t).Form(paths.EventMessageTest("gala", "day_before"), nil).Want(303)
		if w.Sink.Len() != 2 {
			t.Errorf("%d messages", w.Sink.Len())
		}
	})
}
