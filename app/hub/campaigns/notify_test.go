package campaigns_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/apptest/sends"
	"presence/app/apptest/sink"
	"presence/app/hub/campaigns"
	"presence/app/platform/i18n"
	"presence/app/platform/mail"
)

// The people of these tests: the sender, another member of the event staff, an administrator, an employee, a user who is gone.
const (
	colleague = "00000000-0000-4000-8000-00000000000a"
	boss      = "00000000-0000-4000-8000-00000000000b"
	clerk     = "00000000-0000-4000-8000-00000000000c"
	gone      = "00000000-0000-4000-8000-00000000000d"
)

// hire makes the people.
func hire(w *sends.World) *sends.World {
	w.Helper()
	for id, role := range map[string]string{sends.Staff.PersonID: "events", colleague: "events", boss: "admin", clerk: "employee",
		gone: "events"} {
		disabled := any(nil)
		if id == gone {
			disabled = 1
		}
		w.Exec("INSERT INTO people (id, email, name, role, language, disabled_at, created_at, updated_at) VALUES ($1, $2, $3, $4, "+
			"'fr', $5, 1, 1)",
			id, id[30:]+"@example.org", "Person "+id[34:], role, disabled)
	}
	return w
}

// heard is what people have been told and have not read: "a campaign.finished completed 25/25".
func heard(w *sends.World) (list []string) {
	w.Helper()
	rows, err := w.DB.Query(context.Background(),
		"SELECT person_id, kind, data FROM notifications WHERE read_at IS NULL ORDER BY person_id, id")
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
func hears(w *sends.World, want ...string) {
	w.Helper()
	late := time.NewTimer(time.Minute)
	defer late.Stop()
	look := time.NewTicker(3 * time.Millisecond)
	defer look.Stop()
	for {
		got := fmt.Sprintf("%q", heard(w))
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

// workWithoutMaintenance starts a worker that tells nobody anything at its heartbeats.
func workWithoutMaintenance(w *sends.World) {
	w.Run(w.Worker(w.S, sends.Frozen))
}

func TestService_tells(t *testing.T) {
	t.Run("who started it and who runs events, once and of nothing but the end when it is quick", func(t *testing.T) {
		sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
			hire(w).Invite(25)
			workWithoutMaintenance(w)
			w.Until(w.Send().ID, campaigns.Completed)
			hears(w, "a finished completed 25 of 25", "e finished completed 25 of 25")
			w.CheckCounts(w.Count("SELECT MAX(id) FROM campaigns"))
		})
	})
	t.Run("that it waits for them, when it was paused by itself", func(t *testing.T) {
		sends.Each(t, sink.Options{Rules: []sink.Rule{{At: sink.Rcpt, Reply: "550 5.1.1 no such user"}}}, func(t *testing.T, w *sends.World) {
			hire(w).Invite(80)
			workWithoutMaintenance(w) // told in the transaction that pauses it
			w.Until(w.Send().ID, campaigns.Paused)
			got := heard(w)
			if len(got) != 2 || !strings.Contains(got[0], "paused") || !strings.Contains(got[1], "paused") {
				t.Errorf("staff heard %q", got)
			}
		})
	})
	t.Run("that it has begun and how far it is, a quarter at a time, each in place of the last", func(t *testing.T) {
		sends.Each(t, sink.Options{Rules: []sink.Rule{{At: sink.Dot, Stall: true}}}, func(t *testing.T, w *sends.World) {
			hire(w).Invite(40)
			c := w.Send()
			w.Exec("UPDATE campaigns SET status = 'sending', started_at = 1")
			step := func(sent int, want ...string) {
				t.Helper()
				w.Exec("UPDATE campaigns SET pending = total - $1, sent = $1", sent)
				w.Exec("UPDATE campaign_recipients SET status = CASE WHEN id < $1 THEN 1 ELSE 0 END", c.FirstID+int64(sent))
				for range 3 { // by any user
					if err := w.S.NotifyPending(t.Context()); err != nil {
						t.Fatal(err)
					}
				}
				hears(w, want...)
			}
			step(0, "a progress sending begun for 40 by Person 0e")
			step(9, "a progress sending begun for 40 by Person 0e")
			step(10, "a progress sending 25% 10 of 40", "e progress sending 25% 10 of 40")
			step(19, "a progress sending 25% 10 of 40", "e progress sending 25% 10 of 40")
			w.Exec("UPDATE notifications SET read_at = 1 WHERE person_id = $1", colleague)
			step(39, "a progress sending 75% 39 of 40", "e progress sending 75% 39 of 40")
			if n := w.Count("SELECT COUNT(*) FROM notifications"); n != 3 {
				t.Errorf("%d notifications: what was read stays, and nothing else", n)
			}
			w.Exec("UPDATE notifications SET read_at = 1")
			step(39)
			w.Exec("UPDATE campaigns SET pending = total, sent = 0")
			w.Exec("UPDATE campaign_recipients SET status = 0")
		})
	})
	t.Run("an administrator who started it, and nobody who may not run events", func(t *testing.T) {
		sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
			hire(w).Invite(2)
			admin, other := sends.Staff, sends.Staff
			admin.PersonID, other.PersonID = boss, clerk
			w.Work(w.S)
			for _, by := range []auth.Actor{admin, other} {
				c, err := w.S.Send(t.Context(), by, campaigns.New{EventID: "gala"})
				if err != nil {
					t.Fatal(err)
				}
				w.Until(c.ID, campaigns.Completed)
			}
			hears(w, "a finished completed 2 of 2", "a finished completed 2 of 2", "b finished completed 2 of 2", "e finished completed 2 of 2",
				"e finished completed 2 of 2")
		})
	})
	t.Run("why it stands still, and when it goes on and ends", func(t *testing.T) {
		sends.Each(t, sink.Options{User: "nova", Password: "secret"}, func(t *testing.T, w *sends.World) {
			hire(w).Invite(6)
			good := w.Options.Channels
			w.Options.Channels = map[string]mail.Channel{campaigns.Bulk: mail.NewRelay(w.WrongPassword())}
			w.S = w.NewService(w.DB)
			stop := w.Work(w.S)
			id := w.Send().ID
			hears(w, "a finished paused sign_in_failed 0 of 6", "e finished paused sign_in_failed 0 of 6")
			w.Exec("UPDATE notifications SET read_at = 1")
			if _, err := w.S.Resume(t.Context(), sends.Staff, id, campaigns.Resumption{}); err != nil {
				t.Fatal(err)
			}
			hears(w, "a finished paused sign_in_failed 0 of 6", "e finished paused sign_in_failed 0 of 6") // once more
			stop()
			w.Options.Channels = good
			w.S = w.NewService(w.DB)
			w.Work(w.S)
			if _, err := w.S.Resume(t.Context(), sends.Staff, id, campaigns.Resumption{}); err != nil {
				t.Fatal(err)
			}
			w.Until(id, campaigns.Completed)
			hears(w, "a finished completed 6 of 6", "e finished completed 6 of 6")
		})
	})
	t.Run("that a look is broken", func(t *testing.T) {
		sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
			hire(w).Invite(2)
			w.Send()
			w.Exec("UPDATE campaigns SET template = 'event-gone'")
			w.Work(w.S)
			hears(w, "a finished paused look_broken 0 of 2", "e finished paused look_broken 0 of 2")
		})
	})
	t.Run("others of what somebody does", func(t *testing.T) {
		sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
			hire(w).Invite(5)
			other := sends.Staff
			other.PersonID, other.Name = colleague, "Ana"
			w.Send()
			if _, err := w.S.Pause(t.Context(), other, "gala"); err != nil {
				t.Fatal(err)
			}
			hears(w) // the user who paused the send knows
			if _, err := w.S.Cancel(t.Context(), other, "gala"); err != nil {
				t.Fatal(err)
			}
			hears(w, "e finished cancelled 0 of 5 by Ana")
		})
	})
	t.Run("that messages wait for a decision, and nobody of the own decision", func(t *testing.T) {
		sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
			c := hire(w).Invite(4).Send()
			w.Abandon(c, 0, 2)
			stop := w.Work(w.S)
			w.Until(c.ID, campaigns.Interrupted)
			hears(w, "a finished interrupted unconfirmed 2 of 4", "e finished interrupted unconfirmed 2 of 4")
			stop()
			if _, err := w.S.Resolve(t.Context(), sends.Staff, c.ID, campaigns.Resolution{Sent: true}); err != nil {
				t.Fatal(err)
			}
			hears(w, "a finished completed 4 of 4 by Rosalie Vadeboncœur")
		})
	})
	t.Run("that the program ended, by the next one", func(t *testing.T) {
		sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
			w.Options.AutoResume = false
			w.S = w.NewService(w.DB)
			c := hire(w).Invite(4).Send()
			w.Abandon(c, 0, 0)
			w.Work(w.S)
			hears(w, "a finished interrupted stopped 0 of 4", "e finished interrupted stopped 0 of 4")
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
	for _, reason := range []string{campaigns.SignInFailed, campaigns.ManyFailures, campaigns.RelayDown, campaigns.NotSaved, campaigns.TemplateBroken,
		campaigns.ChannelAdded, campaigns.ChannelRemoved, campaigns.SenderRemoved, campaigns.Stopped, campaigns.Restored} {
		if i18n.NoteSendStopped[reason].FR == "" || i18n.CampReasons[reason].FR == "" {
			t.Errorf("%s has no words", reason)
		}
	}
}
