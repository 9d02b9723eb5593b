package campaigns

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/apptest/sink"
	"presence/app/platform/i18n"
	"presence/app/platform/mail"
)

// The people of these tests: who sends, another who runs events, an administrator, somebody else, one who is gone.
const (
	colleague = "00000000-0000-4000-8000-00000000000a"
	boss      = "00000000-0000-4000-8000-00000000000b"
	clerk     = "00000000-0000-4000-8000-00000000000c"
	gone      = "00000000-0000-4000-8000-00000000000d"
)

// hire makes the people.
func (w *world) hire() *world {
	w.Helper()
	for id, role := range map[string]string{staff.PersonID: "events", colleague: "events", boss: "admin", clerk: "employee", gone: "events"} {
		disabled := any(nil)
		if id == gone {
			disabled = 1
		}
		w.exec("INSERT INTO people (id, email, name, role, language, disabled_at, created_at, updated_at) VALUES ($1, $2, $3, $4, 'fr', $5, 1, 1)",
			id, id[30:]+"@example.org", "Person "+id[34:], role, disabled)
	}
	return w
}

// heard is what people have been told and have not read: "a campaign.finished completed 25/25".
func (w *world) heard() (list []string) {
	w.Helper()
	rows, err := w.DB.Query(context.Background(), "SELECT person_id, kind, data FROM notifications WHERE read_at IS NULL ORDER BY person_id, id")
	if err != nil {
		w.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var person, kind, data string
		if err := rows.Scan(&person, &kind, &data); err != nil {
			w.Fatal(err)
		}
		list = append(list, person[35:]+" "+strings.TrimPrefix(kind, "campaign.")+" "+said(w.TB, data))
	}
	return list
}

// hears waits until what is unread is as wanted.
func (w *world) hears(want ...string) {
	w.Helper()
	late := time.NewTimer(time.Minute)
	defer late.Stop()
	look := time.NewTicker(3 * time.Millisecond)
	defer look.Stop()
	for {
		got := fmt.Sprintf("%q", w.heard())
		if got == fmt.Sprintf("%q", want) {
			return
		}
		select {
		case <-look.C:
		case <-late.C:
			w.Fatalf("heard %s, want %q\n%s", got, want, w.Log.String())
		}
	}
}

func TestService_tells(t *testing.T) {
	t.Run("who started it and who runs events, once and of nothing but the end when it is quick", func(t *testing.T) {
		eachWorld(t, sink.Options{}, func(t *testing.T, w *world) {
			w.hire().invite(25)
			w.S.heartbeatEvery = time.Hour
			w.work(w.S)
			w.until(w.send().ID, Completed)
			w.hears("a finished completed 25 of 25", "e finished completed 25 of 25")
			w.adds(w.count("SELECT MAX(id) FROM campaigns"))
		})
	})
	t.Run("that it waits for them, when it was paused by itself", func(t *testing.T) {
		eachWorld(t, sink.Options{Rules: []sink.Rule{{At: sink.Rcpt, Reply: "550 5.1.1 no such user"}}}, func(t *testing.T, w *world) {
			w.hire().invite(80)
			w.S.heartbeatEvery = time.Hour // in the transaction that pauses it, not when somebody looks
			w.work(w.S)
			w.until(w.send().ID, Paused)
			got := w.heard()
			if len(got) != 2 || !strings.Contains(got[0], "paused") || !strings.Contains(got[1], "paused") {
				t.Errorf("staff heard %q", got)
			}
		})
	})
	t.Run("that it has begun and how far it is, a quarter at a time, each in place of the last", func(t *testing.T) {
		eachWorld(t, sink.Options{Rules: []sink.Rule{{At: sink.Dot, Stall: true}}}, func(t *testing.T, w *world) {
			w.hire().invite(40)
			c := w.send()
			w.exec("UPDATE campaigns SET status = 'sending', started_at = 1")
			step := func(sent int, want ...string) {
				t.Helper()
				w.exec("UPDATE campaigns SET pending = total - $1, sent = $1", sent)
				w.exec("UPDATE campaign_recipients SET status = CASE WHEN id < $1 THEN 1 ELSE 0 END", c.FirstID+int64(sent))
				for range 3 { // whoever looks
					if err := w.S.notifyPending(t.Context()); err != nil {
						t.Fatal(err)
					}
				}
				w.hears(want...)
			}
			step(0, "a progress sending begun for 40 by Person 0e")
			step(9, "a progress sending begun for 40 by Person 0e")
			step(10, "a progress sending 25% 10 of 40", "e progress sending 25% 10 of 40")
			step(19, "a progress sending 25% 10 of 40", "e progress sending 25% 10 of 40")
			w.exec("UPDATE notifications SET read_at = 1 WHERE person_id = $1", colleague)
			step(39, "a progress sending 75% 39 of 40", "e progress sending 75% 39 of 40")
			if n := w.count("SELECT COUNT(*) FROM notifications"); n != 3 {
				t.Errorf("%d notifications: what was read stays, and nothing else", n)
			}
			w.exec("UPDATE notifications SET read_at = 1")
			step(39)
			w.exec("UPDATE campaigns SET pending = total, sent = 0")
			w.exec("UPDATE campaign_recipients SET status = 0")
		})
	})
	t.Run("an administrator who started it, and nobody who may not run events", func(t *testing.T) {
		eachWorld(t, sink.Options{}, func(t *testing.T, w *world) {
			w.hire().invite(2)
			admin, other := staff, staff
			admin.PersonID, other.PersonID = boss, clerk
			w.work(w.S)
			for _, by := range []auth.Actor{admin, other} {
				c, err := w.S.Send(t.Context(), by, New{EventID: "gala"})
				if err != nil {
					t.Fatal(err)
				}
				w.until(c.ID, Completed)
			}
			w.hears("a finished completed 2 of 2", "a finished completed 2 of 2", "b finished completed 2 of 2", "e finished completed 2 of 2", "e finished completed 2 of 2")
		})
	})
	t.Run("why it stands still, and when it goes on and ends", func(t *testing.T) {
		eachWorld(t, sink.Options{User: "nova", Password: "secret"}, func(t *testing.T, w *world) {
			w.hire().invite(6)
			good := w.o.Channels
			w.o.Channels = map[string]mail.Channel{Bulk: mail.NewRelay(w.wrongPassword())}
			w.S = w.service(w.DB)
			stop := w.work(w.S)
			id := w.send().ID
			w.hears("a finished paused sign_in_failed 0 of 6", "e finished paused sign_in_failed 0 of 6")
			w.exec("UPDATE notifications SET read_at = 1")
			if _, err := w.S.Resume(t.Context(), staff, id, false); err != nil {
				t.Fatal(err)
			}
			w.hears("a finished paused sign_in_failed 0 of 6", "e finished paused sign_in_failed 0 of 6") // once more
			stop()
			w.o.Channels = good
			w.S = w.service(w.DB)
			w.work(w.S)
			if _, err := w.S.Resume(t.Context(), staff, id, false); err != nil {
				t.Fatal(err)
			}
			w.until(id, Completed)
			w.hears("a finished completed 6 of 6", "e finished completed 6 of 6")
		})
	})
	t.Run("that a look is broken", func(t *testing.T) {
		eachWorld(t, sink.Options{}, func(t *testing.T, w *world) {
			w.hire().invite(2)
			w.send()
			w.exec("UPDATE campaigns SET template = 'event-gone'")
			w.work(w.S)
			w.hears("a finished paused look_broken 0 of 2", "e finished paused look_broken 0 of 2")
		})
	})
	t.Run("others of what somebody does", func(t *testing.T) {
		eachWorld(t, sink.Options{}, func(t *testing.T, w *world) {
			w.hire().invite(5)
			other := staff
			other.PersonID, other.Name = colleague, "Ana"
			w.send()
			if _, err := w.S.Pause(t.Context(), other, "gala"); err != nil {
				t.Fatal(err)
			}
			w.hears() // whoever pauses a send knows
			if _, err := w.S.Cancel(t.Context(), other, "gala"); err != nil {
				t.Fatal(err)
			}
			w.hears("e finished cancelled 0 of 5 by Ana")
		})
	})
	t.Run("that messages wait for a decision, and nobody of the own decision", func(t *testing.T) {
		eachWorld(t, sink.Options{}, func(t *testing.T, w *world) {
			c := w.hire().invite(4).send()
			w.abandon(c, 0, 2)
			stop := w.work(w.S)
			w.until(c.ID, Interrupted)
			w.hears("a finished interrupted unconfirmed 2 of 4", "e finished interrupted unconfirmed 2 of 4")
			stop()
			if _, err := w.S.Resolve(t.Context(), staff, c.ID, true, nil); err != nil {
				t.Fatal(err)
			}
			w.hears("a finished completed 4 of 4 by Rosalie Vadeboncœur")
		})
	})
	t.Run("that the program ended, by the next one", func(t *testing.T) {
		eachWorld(t, sink.Options{}, func(t *testing.T, w *world) {
			w.o.AutoResume = false
			w.S = w.service(w.DB)
			c := w.hire().invite(4).send()
			w.abandon(c, 0, 0)
			w.work(w.S)
			w.hears("a finished interrupted stopped 0 of 4", "e finished interrupted stopped 0 of 4")
		})
	})
}

// said is a notification's data in short.
func said(t testing.TB, data string) string {
	t.Helper()
	var d struct {
		By      string
		EventID string `json:"event_id"`
		TitleFR string `json:"title_fr"`
		Send    struct {
			Status, Reason        string
			Percent, Guests, Sent int64
		}
	}
	if err := json.Unmarshal([]byte(data), &d); err != nil || d.EventID != "gala" || d.TitleFR != "Gala" {
		t.Fatal(data, err)
	}
	s, text := d.Send, d.Send.Status
	if s.Reason != "" {
		text += " " + s.Reason
	}
	switch {
	case s.Status == "sending" && s.Percent == 0:
		text += fmt.Sprintf(" begun for %d", s.Guests)
	case s.Status == "sending":
		text += fmt.Sprintf(" %d%% %d of %d", s.Percent, s.Sent, s.Guests)
	default:
		text += fmt.Sprintf(" %d of %d", s.Sent, s.Guests)
	}
	if d.By != "" {
		text += " by " + d.By
	}
	return text
}

// TestReasons_have_words holds the reasons of this package against the texts of notifications and reports.
func TestReasons_have_words(t *testing.T) {
	for _, reason := range []string{SignInFailed, ManyFailures, RelayDown, TemplateBroken, Stopped, Restored} {
		if i18n.NoteSendStopped[reason].FR == "" || i18n.CampReasons[reason].FR == "" {
			t.Errorf("%s has no words", reason)
		}
	}
}
