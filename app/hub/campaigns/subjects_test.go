package campaigns_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"presence/app/apptest/sends"
	"presence/app/apptest/sink"
	"presence/app/hub/campaigns"
	"presence/app/hub/tracking"
	"presence/app/platform/errs"
	"presence/db"
	"presence/db/dbtest"
)

// twoSubjects are the parameters of a campaign that tries two subjects: on 20% of its recipients, for 4 hours.
var twoSubjects = campaigns.Params{Subject: "Premier", SubjectTest: campaigns.SubjectTest{SubjectB: "Second"}}

const testTime = 4 * time.Hour

// try begins a campaign to so many guests that tries two subjects.
func try(w *sends.World, guests int) campaigns.Campaign {
	w.Helper()
	c, err := w.Invite(guests).S.Send(w.Context(), sends.Staff, campaigns.New{EventID: "gala", Params: twoSubjects})
	if err != nil {
		w.Fatal(err)
	}
	return c
}

// variants returns the variants of a campaign's recipients in the order of the list: "00102".
func variants(w *sends.World, id int64) string {
	w.Helper()
	rows, err := w.DB.Query(w.Context(), "SELECT variant FROM campaign_recipients WHERE campaign_id = $1 ORDER BY id", id)
	if err != nil {
		w.Fatal(err)
	}
	var text strings.Builder
	var v int64
	if err := db.ForEachRow(rows, func() error {
		err := rows.Scan(&v)
		fmt.Fprint(&text, v)
		return err
	}); err != nil {
		w.Fatal(err)
	}
	return text.String()
}

// subjectOf returns which subject the relay got in the message to each guest: 'A' or 'B'.
func subjectOf(w *sends.World) map[string]string {
	of := map[string]string{}
	for _, m := range w.Sink.Taken() {
		switch text := string(m.Content); {
		case strings.Contains(text, "Subject: Premier"):
			of[m.To] = "A"
		case strings.Contains(text, "Subject: Second"):
			of[m.To] = "B"
		}
	}
	return of
}

// The groups are even, at least one guest each, and spread over the list: of any stretch of it, both have their share, give or take one.
func TestService_Send_forms_groups(t *testing.T) {
	for _, x := range []struct {
		name            string
		guests, percent int64
		each            int64
	}{
		{"of the shortest list", 20, 10, 1},
		{"of a list that is no multiple of the groups", 23, 20, 2},
		{"of half of the list", 50, 50, 12},
		{"of a long list", 1000, 15, 75},
	} {
		t.Run(x.name, func(t *testing.T) {
			sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
				p := twoSubjects
				p.TestPercent = x.percent
				w.Invite(int(x.guests + 1))
				w.Exec("INSERT INTO suppressions (email_key, reason, since) VALUES ('g3@example.org', 'unsubscribed', 1)")
				c, err := w.S.Send(t.Context(), sends.Staff, campaigns.New{EventID: "gala", Params: p})
				must(t, err)
				got := variants(w, c.ID)
				if got[3] != '0' || int64(len(got)) != x.guests+1 {
					t.Errorf("a guest who is left out is in a group, or there are %d: %s", len(got), got)
				}
				list := got[:3] + got[4:]
				var seen [3]int64
				for i, v := range list {
					seen[v-'0']++
					share := float64(x.each) * float64(i+1) / float64(x.guests)
					for _, n := range seen[1:] {
						if d := float64(n) - share; d < -1 || d > 1 {
							t.Fatalf("of the first %d, %d are in a group whose share is %.1f: %s", i+1, n, share, got)
						}
					}
				}
				if seen[1] != x.each || seen[2] != x.each {
					t.Errorf("groups of %d and %d, want %d: %s", seen[1], seen[2], x.each, got)
				}
			})
		})
	}
}

// Both groups are sent at once. When the time of the test is over, the rest gets the subject that more people clicked.
func TestWorker_sends_the_rest_with_the_chosen_subject(t *testing.T) {
	sends.Each(t, sink.Options{Keep: 40}, func(t *testing.T, w *sends.World) {
		c := try(w, 40)
		w.Work(w.S)
		w.UntilIt("has sent both groups", c.ID, func(c campaigns.Campaign) bool { return c.Counts.Sent == 8 })
		var groups []string
		for _, s := range subjectOf(w) {
			groups = append(groups, s)
		}
		if slices.Sort(groups); strings.Join(groups, "") != "AAAABBBB" {
			t.Errorf("the groups have %v", groups)
		}
		w.Clock.Advance(time.Minute)
		list := variants(w, c.ID)
		second := w.Campaign(c.ID).FirstID + int64(strings.IndexByte(list, '2'))
		token := campaigns.NewLinkTokens(w.Options.Secret, w.Campaign(c.ID).Salt).Tracking(second)
		_, err := w.Tracking.Click(t.Context(), token, campaigns.ClickRSVP, tracking.Visit{Agent: sends.BrowserAgent})
		must(t, err)
		dbtest.Until(t, "the click counts", func() bool { return w.Campaign(c.ID).Groups[1].Clicked == 1 })
		w.Clock.Advance(testTime - 2*time.Minute)
		must(t, w.S.ChooseDue(t.Context()))
		if got := w.Campaign(c.ID); got.Chosen != "" || got.Counts.Sent != 8 {
			t.Fatalf("before its time: %q, %+v", got.Chosen, got.Counts)
		}
		w.Clock.Advance(time.Minute)
		got := w.Until(c.ID, campaigns.Completed)
		w.DeliveredAll(40)
		if got.Chosen != campaigns.ChosenB || got.Groups[0] != (campaigns.SubjectGroup{Size: 4, Sent: 4}) ||
			got.Groups[1] != (campaigns.SubjectGroup{Size: 4, Sent: 4, Clicked: 1, Opened: got.Groups[1].Opened}) {
			t.Errorf("%q, %+v", got.Chosen, got.Groups)
		}
		var b int
		for _, s := range subjectOf(w) {
			if s == "B" {
				b++
			}
		}
		if b != 36 {
			t.Errorf("%d have the second subject, want the second group and the rest: 36", b)
		}
	})
}

// What people did decides; a scanner's visits do not.
func TestService_ChooseDue(t *testing.T) {
	const a, b = "variant = 1", "variant = 2"
	first := func(group string, n int) string {
		return fmt.Sprintf("id IN (SELECT id FROM campaign_recipients WHERE %s ORDER BY id LIMIT %d)", group, n)
	}
	for _, x := range []struct {
		name string
		set  []string // statements, each after UPDATE campaign_recipients SET
		want string
	}{
		{"the first, without clicks", nil, "a"},
		{"the second, which more people clicked", []string{"clicked_at = 1 WHERE " + first(a, 1), "clicked_at = 1 WHERE " + first(b, 2)}, "b"},
		{"the first, which more people clicked", []string{"clicked_at = 1 WHERE " + first(a, 2), "clicked_at = 1 WHERE " + first(b, 1)}, "a"},
		{"the first, if only programs looked at the links of the second", []string{"scanned_at = 1 WHERE " + b}, "a"},
		{"the greater share of those to whom it was sent", []string{"clicked_at = 1 WHERE " + first(a, 2), "clicked_at = 1 WHERE " + first(b, 2),
			"status = 2, clicked_at = 0 WHERE id IN (SELECT MAX(id) FROM campaign_recipients WHERE " + b + ")"}, "b"},
		{"not those whose message failed", []string{"status = 2, clicked_at = 1 WHERE " + first(b, 1)}, "a"},
		{"the second of two that are equal, if more people opened it", []string{"clicked_at = 1 WHERE " + first(a, 1),
			"clicked_at = 1 WHERE " + first(b, 1), "opened_at = 1 WHERE " + first(b, 2)}, "b"},
		{"clicks before opens", []string{"clicked_at = 1 WHERE " + first(a, 1), "opened_at = 1 WHERE " + b}, "a"},
		{"the first of two that are equal", []string{"clicked_at = 1 WHERE " + first(a, 1), "clicked_at = 1 WHERE " + first(b, 1)}, "a"},
		{"the second, if nobody got the first", []string{"status = 2 WHERE " + a, "clicked_at = 1 WHERE " + first(b, 1)}, "b"},
	} {
		t.Run(x.name, func(t *testing.T) {
			sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
				c := try(w, 40)
				w.Exec("UPDATE campaign_recipients SET status = 1, sent_at = 1 WHERE variant > 0")
				for _, set := range x.set {
					w.Exec("UPDATE campaign_recipients SET " + set)
				}
				w.Clock.Advance(testTime)
				must(t, w.S.ChooseDue(t.Context()))
				if got := w.Campaign(c.ID); got.Chosen != x.want || got.Version == c.Version {
					t.Errorf("chosen %q, want %q: %+v", got.Chosen, x.want, got.Groups)
				}
			})
		})
	}
}

// The subject is chosen while the campaign is stopped, but not if it was given up; its rest is sent when it goes on.
func TestService_ChooseDue_of_a_stopped_campaign(t *testing.T) {
	for _, x := range []struct {
		name, status, want string
	}{
		{"of one that is paused", "paused", "a"},
		{"of one that is interrupted", "interrupted", "a"},
		{"not of one that is cancelled", "cancelled", ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
				c := try(w, 20)
				w.Exec("UPDATE campaigns SET status = $1", x.status)
				w.Clock.Advance(testTime)
				must(t, w.S.ChooseDue(t.Context()))
				if got := w.Campaign(c.ID); got.Chosen != x.want || string(got.State) != x.status {
					t.Fatalf("%q, %s", got.Chosen, got.State)
				}
				if x.want == "" {
					return
				}
				_, err := w.S.Resume(t.Context(), sends.Staff, c.ID, campaigns.Resumption{})
				must(t, err)
				w.Work(w.S)
				w.Until(c.ID, campaigns.Completed)
				w.DeliveredAll(20)
			})
		})
	}
}

// Several processes choose at the same time as staff do: the subject is chosen once, and its people are notified once.
func TestService_ChooseDue_at_once(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		hire(w)
		c := try(w, 40)
		w.Exec("UPDATE campaign_recipients SET status = 1, clicked_at = 1 WHERE variant = 2")
		w.Clock.Advance(testTime)
		var all sync.WaitGroup
		for range 8 {
			s := w.NewService(w.DB)
			all.Go(func() {
				if err := s.ChooseDue(context.Background()); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if got := audited(t, w); !slices.Equal(got, []string{"scheduled", "subject_chosen"}) {
			t.Errorf("audited %v", got)
		}
		if _, err := w.S.ChooseSubject(t.Context(), sends.Staff, c.ID, "a"); !errs.HasCode(err, "no_subject_choice") {
			t.Errorf("chosen again: %v", err)
		}
		if got := w.Campaign(c.ID); got.Chosen != "b" {
			t.Errorf("chosen %q", got.Chosen)
		}
		if n := w.Count(`SELECT COUNT(*) FROM notifications WHERE data LIKE '%"chosen_subject":"b"%'`); n != 2 {
			t.Errorf("%d people are told", n)
		}
	})
}

// A process finds that a choice is due; staff choose before it has the lock.
func TestService_ChooseDue_after_staff(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		c := try(w, 20)
		w.Clock.Advance(testTime)
		_, err := w.S.ChooseSubject(t.Context(), sends.Staff, c.ID, "b")
		must(t, err)
		must(t, w.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { return campaigns.ChooseDueNow(w.S, ctx, tx, c.ID) }))
		if got := w.Campaign(c.ID); got.Chosen != "b" {
			t.Errorf("chosen %q", got.Chosen)
		}
	})
}

// Staff choose before the time of the test is over: the rest goes out at once.
func TestService_ChooseSubject(t *testing.T) {
	sends.Each(t, sink.Options{Keep: 40}, func(t *testing.T, w *sends.World) {
		hire(w)
		c := try(w, 20)
		if _, err := w.S.ChooseSubject(t.Context(), sends.Staff, c.ID, "c"); errs.KindOf(err) != errs.KindInvalid {
			t.Errorf("a third subject: %v", err)
		}
		if _, err := w.S.ChooseSubject(t.Context(), sends.Staff, c.ID+1, "b"); errs.KindOf(err) != errs.KindNotFound {
			t.Errorf("of no campaign: %v", err)
		}
		w.Work(w.S)
		w.UntilIt("has sent both groups", c.ID, func(c campaigns.Campaign) bool { return c.Counts.Sent == 4 })
		got, err := w.S.ChooseSubject(t.Context(), sends.Staff, c.ID, "b")
		if err != nil || got.Chosen != "b" || got.Groups[1].Sent != 2 {
			t.Fatalf("%+v, %v", got, err)
		}
		w.Until(c.ID, campaigns.Completed)
		w.DeliveredAll(20)
		of := subjectOf(w)
		for i, v := range variants(w, c.ID) {
			if want := map[rune]string{'1': "A"}[v]; want != "" && of[fmt.Sprintf("g%d@example.org", i)] != want {
				t.Errorf("g%d of the first group has %s", i, of[fmt.Sprintf("g%d@example.org", i)])
			}
		}
		r, err := w.S.Remind(t.Context(), sends.Staff, campaigns.New{EventID: "gala"}, c.ID)
		if err != nil || r.Subject != "Second" || r.SubjectB != "" {
			t.Errorf("its reminder has %q and %q, %v", r.Subject, r.SubjectB, err)
		}
		if _, err := w.S.ChooseSubject(t.Context(), sends.Staff, r.ID, "b"); !errs.HasCode(err, "no_subject_choice") {
			t.Errorf("of a campaign with one subject: %v", err)
		}
	})
}

func TestService_Send_refuses_a_test(t *testing.T) {
	test := func(change func(p *campaigns.Params)) campaigns.Params {
		p := twoSubjects
		change(&p)
		return p
	}
	for _, x := range []struct {
		name string
		n    campaigns.New
		set  func(w *sends.World)
		code string
	}{
		{"on fewer than 20 recipients", campaigns.New{Params: twoSubjects}, nil, "too_few_for_test"},
		{"on fewer than 20 recipients, later", campaigns.New{Params: twoSubjects, Schedule: begins(inDays(1))}, nil, "too_few_for_test"},
		{"of messages whose clicks are not recorded", campaigns.New{Params: twoSubjects},
			func(w *sends.World) { must(t, w.S.SetTracking(t.Context(), sends.Staff, false)); w.Invite(20) }, "test_untracked"},
		{"of a subject of two lines", campaigns.New{Params: test(func(p *campaigns.Params) { p.SubjectB = "a\r\nb" })}, nil, "invalid"},
		{"on too small a share", campaigns.New{Params: test(func(p *campaigns.Params) { p.TestPercent = 9 })}, nil, "invalid"},
		{"on too large a share", campaigns.New{Params: test(func(p *campaigns.Params) { p.TestPercent = 51 })}, nil, "invalid"},
		{"of less than an hour", campaigns.New{Params: test(func(p *campaigns.Params) { p.TestHours = -1 })}, nil, "invalid"},
		{"of more than three days", campaigns.New{Params: test(func(p *campaigns.Params) { p.TestHours = 73 })}, nil, "invalid"},
	} {
		t.Run(x.name, func(t *testing.T) {
			sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
				w.Invite(19)
				if x.set != nil {
					w.Exec("DELETE FROM audience_entries")
					x.set(w)
				}
				x.n.EventID = "gala"
				_, err := w.S.Send(t.Context(), sends.Staff, x.n)
				if n := w.Count("SELECT COUNT(*) FROM campaigns"); !errs.HasCode(err, x.code) || n != 0 {
					t.Errorf("%v, %d campaigns", err, n)
				}
			})
		})
	}
}

// The time of a test runs from the moment at which a scheduled campaign begins.
func TestService_BeginDue_begins_a_test(t *testing.T) {
	schedule := func(w *sends.World, s campaigns.Schedule) campaigns.Campaign {
		c, err := w.Invite(40).S.Send(t.Context(), sends.Staff, campaigns.New{EventID: "gala", Params: twoSubjects, Schedule: s})
		must(t, err)
		if c.ChooseAt != 0 {
			t.Errorf("it is tried from %v on, before it has begun", c.ChooseAt)
		}
		w.Clock.Advance(24*time.Hour + time.Minute) // the worker may be late
		return c
	}
	for _, frozen := range []bool{false, true} {
		t.Run(fmt.Sprintf("frozen: %v", frozen), func(t *testing.T) {
			sends.Each(t, sink.Options{Keep: 40}, func(t *testing.T, w *sends.World) {
				c := schedule(w, campaigns.Schedule{StartsAt: inDays(1), Frozen: frozen})
				if _, err := w.S.ChooseSubject(t.Context(), sends.Staff, c.ID, "b"); !errs.HasCode(err, "no_subject_choice") {
					t.Errorf("chosen before it has begun: %v", err)
				}
				must(t, w.S.BeginDue(t.Context()))
				begun := w.Campaign(c.ID)
				if want := inDays(1) + db.Instant((testTime + time.Minute).Milliseconds()); begun.ChooseAt != want || begun.Groups[1].Size != 4 {
					t.Fatalf("chosen at %v, want %v: %+v", begun.ChooseAt, want, begun.Groups)
				}
				w.Work(w.S)
				w.UntilIt("has sent both groups", c.ID, func(c campaigns.Campaign) bool { return c.Counts.Sent == 8 })
				w.Clock.Advance(testTime)
				w.Until(c.ID, campaigns.Completed)
				w.DeliveredAll(40)
			})
		})
	}
	for _, x := range []struct {
		name string
		set  func(w *sends.World)
	}{
		{"everyone gets the first subject at once if the list has become too short", func(w *sends.World) {
			w.Exec("DELETE FROM audience_entries WHERE id > (SELECT MIN(id) + 18 FROM audience_entries)")
			w.CountBatches()
		}},
		{"and if clicks are not recorded any more", func(w *sends.World) { must(t, w.S.SetTracking(t.Context(), sends.Staff, false)) }},
	} {
		t.Run(x.name, func(t *testing.T) {
			sends.Each(t, sink.Options{Keep: 40}, func(t *testing.T, w *sends.World) {
				c := schedule(w, begins(inDays(1)))
				x.set(w)
				w.Work(w.S)
				got := w.Until(c.ID, campaigns.Completed)
				for to, s := range subjectOf(w) {
					if s != "A" {
						t.Errorf("%s has %s", to, s)
					}
				}
				if got.Chosen != "a" || got.Counts.Sent != got.Counts.Total || got.Groups != [2]campaigns.SubjectGroup{} {
					t.Errorf("%q, %+v", got.Chosen, got.Groups)
				}
			})
		})
	}
}

// TestService_ChooseDue_killed kills the program between the choice and the rest. The next process sends the rest once, with the
// chosen subject.
func TestService_ChooseDue_killed(t *testing.T) {
	for _, x := range []struct{ name, step string }{
		{"after the choice", "chosen"},
		{"when it has claimed recipients of the rest", "claimed"},
	} {
		for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
			t.Run(x.name+"/"+dialect.String(), func(t *testing.T) {
				url := dbtest.URL(t, dialect)
				w := sends.New(t, sends.OpenAt(t, url), sink.Options{Keep: 40})
				c := try(w, 40)
				stop := w.Work(w.S)
				w.UntilIt("has sent both groups", c.ID, func(c campaigns.Campaign) bool { return c.Counts.Sent == 8 })
				stop()
				w.Exec("UPDATE campaign_recipients SET clicked_at = 1 WHERE variant = 2")
				w.Exec("UPDATE campaigns SET clicked = 4")
				killAt(t, url, w.Sink.URL(), x.step)
				if got := w.Campaign(c.ID); got.Chosen != "b" || got.Counts.Sent != 8 {
					t.Fatalf("chosen %q, %+v", got.Chosen, got.Counts)
				}
				w.Clock.Advance(24 * time.Hour)
				w.Work(w.S)
				w.Until(c.ID, campaigns.Completed)
				w.DeliveredAll(40)
				b := 0
				for _, s := range subjectOf(w) {
					b += strings.Count(s, "B")
				}
				if b != 36 {
					t.Errorf("%d have the second subject, want 36", b)
				}
			})
		}
	}
}

func TestService_Compose_each_language(t *testing.T) {
	for _, x := range []struct {
		name   string
		p      campaigns.Params
		fr, en string
	}{
		{"one subject is in both languages", campaigns.Params{Subject: "Bonjour"}, "Bonjour", "Bonjour"},
		{"a subject in English is in English", campaigns.Params{Subject: "Bonjour", SubjectEN: "Hello"}, "Bonjour", "Hello"},
		{"and leaves French its usual one", campaigns.Params{SubjectEN: "Hello"}, "Invitation\u00a0: Gala", "Hello"},
	} {
		t.Run(x.name, func(t *testing.T) {
			w := small(t, sink.Options{}).Invite(2)
			c, err := w.S.Send(t.Context(), sends.Staff, campaigns.New{EventID: "gala", Params: x.p})
			if err == nil {
				c, err = w.S.Get(t.Context(), c.ID)
			}
			if err != nil {
				t.Fatal(err)
			}
			m, err := w.S.Compose(t.Context(), w.DB, c)
			if err != nil {
				t.Fatal(err)
			}
			for lang, want := range map[string]string{"fr": x.fr, "en": x.en} {
				if got := m.Message(campaigns.Recipient{ID: 1, Email: "a@example.org", Language: lang}).Subject; got != want {
					t.Errorf("%s: %q, want %q", lang, got, want)
				}
			}
		})
	}
}
