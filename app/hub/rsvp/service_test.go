package rsvp

import (
	"context"
	"strings"
	"testing"
	"time"

	"presence/app/hub/events"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/platform/seal"
	"presence/db"
)

func TestEnter(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		ctx := context.Background()
		w.event("shut", "closed", 3)
		r, updated, _, err := w.EnterForGuest(ctx, staff, "shut", Answer{Name: "Aînée", Phone: "418-555-0123", People: 2}, false)
		if err != nil || updated || r.EnteredBy != staff.PersonID || r.IP != "" || r.Language != "fr" {
			t.Fatalf("entered %+v, %v, %v", r, updated, err)
		}
		if _, updated, _, err = w.EnterForGuest(ctx, staff, "shut",
			Answer{Name: "Aînée", Phone: "(418) 555-0123", People: 3}, false); err != nil ||
			!updated {
			t.Errorf("entered again: %v, %v", updated, err)
		}
		if _, _, _, err := w.EnterForGuest(ctx, staff, "shut", Answer{Name: "X", People: 1}, false); !errs.HasCode(err, "booking_full") {
			t.Errorf("staff got a place that was not there: %v", err)
		}
		if _, _, _, err := w.EnterForGuest(ctx, staff, "shut",
			Answer{People: -1}, false); faultsOfErr(err) != "name required, people out_of_range" {
			t.Errorf("%v", err)
		}
		if _, _, _, err := w.EnterForGuest(ctx, staff, "nowhere",
			Answer{Name: "X", People: 1}, false); errs.KindOf(err) != errs.KindNotFound {
			t.Errorf("%v", err)
		}
		w.registrations("shut")
		trail, err := audit.History(ctx, w.DB, "rsvp", "1", 10)
		if err != nil || len(trail) != 2 || trail[0].Action != "updated" || trail[1].Action != "created" ||
			trail[0].Who.PersonID != staff.PersonID {
			t.Errorf("the trail is %+v, %v", trail, err)
		}
		if n := w.count("SELECT COUNT(*) FROM notifications"); n != 0 {
			t.Errorf("staff were told %d times of what staff did", n)
		}
	})
}

func TestRestore(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		ctx := context.Background()
		w.exec("UPDATE events SET capacity = 5 WHERE id = 'gala'")
		r := w.answers(Answer{Name: "X Y", Email: "x@example.com", People: 4}, "")
		w.answers(Answer{Name: "Somebody else", Email: "x@example.com", People: 1}, "")
		other := w.answers(Answer{Name: "B", Email: "b@example.com", People: 2}, "")
		if _, err := w.Restore(ctx, staff, "gala", r.ID, 1, nil); !errs.HasCode(err, "booking_full") {
			t.Errorf("restored four people into the three places that are left: %v", err)
		}
		if err := w.Delete(ctx, staff, "gala", other.ID, nil); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Restore(ctx, staff, "gala", r.ID, 1, new(int64(1))); errs.KindOf(err) != errs.KindStale {
			t.Errorf("restored over a version that was not read: %v", err)
		}
		if _, err := w.Restore(ctx, staff, "gala", r.ID, 9, nil); errs.KindOf(err) != errs.KindNotFound {
			t.Errorf("restored a revision that is not there: %v", err)
		}
		got, err := w.Restore(ctx, staff, "gala", r.ID, 1, new(int64(2)))
		if err != nil || got.Name != "X Y" || got.People != 4 || got.Version != 3 {
			t.Fatalf("restored %+v, %v", got, err)
		}
		stored, err := w.Get(ctx, "gala", r.ID)
		if err != nil || stored.Name != "X Y" || stored.EnteredBy != staff.PersonID || stored.identity != "email:x@example.com" {
			t.Errorf("stored %+v, %v", stored, err)
		}
		old, err := w.Revisions(ctx, "gala", r.ID)
		if err != nil || len(old) != 2 || old[0].Name != "Somebody else" || old[0].ReplacedBy != staff.PersonID || old[1].ReplacedBy != "" {
			t.Errorf("the revisions are %+v, %v", old, err)
		}
		if again := w.answers(Answer{Name: "X Y", Email: "x@example.com", People: 1}, ""); again.ID != r.ID {
			t.Error("the guest is no longer known after staff restored an answer")
		}
		w.registrations("gala")
	})
}

// An answer of a guest who has registered anew meanwhile is not restored into another registration.
func TestRestore_of_a_guest_who_has_another_registration(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		r := w.answers(Answer{Name: "X", Email: "x@example.com", People: 1}, "")
		if _, err := w.Correct(ctx, staff, "gala", r.ID, nil, Answer{Name: "Y", Email: "y@example.com", People: 1}); err != nil {
			t.Fatal(err)
		}
		other := w.answers(Answer{Name: "X", Email: "x@example.com", People: 2}, "")
		if got, err := w.Restore(ctx, staff, "gala", r.ID, 1, nil); !errs.HasCode(err, "registered_already") || got.ID != other.ID {
			t.Errorf("restored %+v, %v", got, err)
		}
		if now, err := w.Get(ctx, "gala", r.ID); err != nil || now.Email != "y@example.com" || now.Version != 2 {
			t.Errorf("the refusal left %+v, %v", now, err)
		}
		if err := w.Delete(ctx, staff, "gala", other.ID, nil); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Restore(ctx, staff, "gala", r.ID, 1, nil); err != nil {
			t.Fatal(err)
		}
		if y := w.answers(Answer{Name: "Y", Email: "y@example.com", People: 1}, ""); y.ID == r.ID {
			t.Error("the guest of the answer that was taken back overwrites the restored one")
		}
		if x := w.answers(Answer{Name: "X", Email: "x@example.com", People: 3}, ""); x.ID != r.ID {
			t.Error("the guest of the restored answer is not known")
		}
		w.registrations("gala")
	})
}

func TestDelete(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		ctx := context.Background()
		r := w.answers(Answer{Name: "X Y", Email: "x@example.com", People: 4}, "")
		w.answers(Answer{Name: "Z", Email: "x@example.com", People: 1}, "")
		if err := w.Delete(ctx, staff, "other", r.ID, nil); errs.KindOf(err) != errs.KindNotFound {
			t.Errorf("deleted through an event that is not there: %v", err)
		}
		w.event("other", "open", 0)
		if err := w.Delete(ctx, staff, "other", r.ID, nil); errs.KindOf(err) != errs.KindNotFound {
			t.Errorf("deleted through another event: %v", err)
		}
		if err := w.Delete(ctx, staff, "gala", r.ID, new(int64(1))); errs.KindOf(err) != errs.KindStale {
			t.Errorf("deleted a version that was not read: %v", err)
		}
		if err := w.Delete(ctx, staff, "gala", r.ID, new(int64(2))); err != nil {
			t.Fatal(err)
		}
		if n := w.count("SELECT COUNT(*) FROM rsvps") + w.count("SELECT COUNT(*) FROM rsvp_revisions"); n != 0 ||
			len(w.registrations("gala")) != 0 {
			t.Errorf("%d rows are left", n)
		}
		trail, err := audit.History(ctx, w.DB, "rsvp", "1", 10)
		if err != nil || len(trail) != 1 || trail[0].Changes["name"][0] != "Z" {
			t.Errorf("what was deleted is not in the log: %+v, %v", trail, err)
		}
	})
}

func TestDeleteEvent(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		ctx := context.Background()
		w.event("other", "open", 0)
		w.link("t", "G", "g@example.com", "")
		w.answers(Answer{Name: "A"}, "")
		w.answers(Answer{Name: "A", Allergies: "nuts"}, "")
		if _, err := w.Submit(ctx, "other", Submission{Answer: Answer{Name: "B", People: 1}}, Visitor{IP: "10.9.9.9"}); err != nil {
			t.Fatal(err)
		}
		if err := w.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return w.DeleteEvent(ctx, tx, "gala") }); err != nil {
			t.Fatal(err)
		}
		left := []int64{w.count("SELECT COUNT(*) FROM rsvps"), w.count("SELECT COUNT(*) FROM rsvp_revisions"),
			w.count("SELECT COUNT(*) FROM rsvp_links"), w.count("SELECT COUNT(*) FROM rsvp_tallies")}
		if left[0] != 1 || left[1] != 0 || left[2] != 0 || left[3] != 1 {
			t.Errorf("left %v", left)
		}
		w.registrations("gala")
		w.registrations("other")
	})
}

func TestEach_Filter(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		w.knows(elise)
		w.answers(Answer{Name: "Élise Côté", Email: "elise@example.com"}, "")
		w.answers(Answer{Name: "Jean_Noël 100%", Email: "jn@example.com", CustomerNumber: "K-7"}, "")
		w.clock = w.clock.Add(time.Minute)
		w.answers(Answer{Name: "X", CustomerNumber: "C-1001", Allergies: "nuts"}, "")
		for name, tt := range map[string]struct {
			f    Query
			want string
		}{
			"all registrations":                     {Query{}, "1 2 3"},
			"the newest first":                      {Query{Newest: true}, "3 2 1"},
			"those after an id":                     {Query{After: 1, Rows: 1}, "2"},
			"those before an id":                    {Query{Before: 3, Newest: true}, "2 1"},
			"those of one confidence":               {Query{Confidence: Probable}, "3"},
			"those answered since a moment":         {Query{Since: db.InstantOf(w.clock)}, "3"},
			"those answered since an earlier one":   {Query{Since: db.InstantOf(began)}, "1 2 3"},
			"those that name allergies":             {Query{Allergies: true}, "3"},
			"a text without its accents":            {Query{Text: "COTE"}, "1 3"}, // also the name on file
			"a percent sign that stands for itself": {Query{Text: "0%"}, "2"},
			"an underscore that stands for itself":  {Query{Text: "n_n"}, "2"},
			"a backslash that stands for itself":    {Query{Text: `\`}, ""},
			"the beginning of an address":           {Query{Text: "jn@"}, "2"},
			"a customer number in lower case":       {Query{Text: "k-7"}, "2"},
		} {
			t.Run("reads "+name, func(t *testing.T) {
				var got []string
				if err := w.Each(context.Background(), "gala", tt.f,
					func(r RSVP) error { got = append(got, string(rune('0'+r.ID))); return nil }); err != nil {
					t.Fatal(err)
				}
				if s := strings.Join(got, " "); s != tt.want {
					t.Errorf("got %q, want %q", s, tt.want)
				}
			})
		}
	})
}

// TestGuest shows R18: a link is good for its event until a week after it ends, and the ways in which it is not good are
// not told apart.
func TestGuest(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		w.event("other", "open", 0)
		w.link("good", "Élise Côté", "elise@example.com", "C-1001")
		w.link("good", "Again", "again@example.com", "") // a send that is taken up again
		longest := strings.Repeat("k", maxToken)
		w.link(longest, "Longest", "l@example.com", "")
		w.link(longest+"k", "Longer", "l@example.com", "")
		ends := starts.Add(4 * time.Hour)
		for name, tt := range map[string]struct {
			event, token string
			at           time.Time
			want         string
		}{
			"takes a link of the event":                               {"gala", "good", began, "Élise Côté"},
			"takes it at the last moment of the week after the event": {"gala", "good", ends.Add(7 * 24 * time.Hour), "Élise Côté"},
			"refuses it a millisecond later":                          {"gala", "good", ends.Add(7*24*time.Hour + time.Millisecond), ""},
			"refuses it for another event":                            {"other", "good", began, ""},
			"refuses a token that was never issued":                   {"gala", "goof", began, ""},
			"refuses the hash of a token":                             {"gala", string(seal.Hash("good")), began, ""},
			"refuses an empty token":                                  {"gala", "", began, ""},
			"refuses a token with a NUL":                              {"gala", "good\x00", began, ""},
			"refuses a token that is no UTF-8":                        {"gala", "\xff", began, ""},
			"takes the longest token":                                 {"gala", longest, began, "Longest"},
			"refuses one that is longer":                              {"gala", longest + "k", began, ""},
			"refuses a token of a million characters":                 {"gala", strings.Repeat("a", 1_000_000), began, ""},
		} {
			t.Run(name, func(t *testing.T) {
				w.clock = tt.at
				e, err := readEvent(w, tt.event)
				if err != nil {
					t.Fatal(err)
				}
				g, ok, err := w.Guest(context.Background(), e, tt.token)
				if err != nil || g.Name != tt.want || ok != (tt.want != "") {
					t.Errorf("%+v, %v, %v", g, ok, err)
				}
			})
		}
		var kept []byte
		if err := w.DB.QueryRow(context.Background(), "SELECT token_hash FROM rsvp_links WHERE name = 'Élise Côté'").Scan(&kept); err != nil || string(kept) == "good" ||
			len(kept) != 32 {
			t.Errorf("kept %q, %v", kept, err)
		}
	})
}

func TestTally_checkCapacity(t *testing.T) {
	const isFull, tooMany = "There aren’t enough spots left.", "There aren’t that many spots left."
	for _, x := range []struct {
		name                          string
		capacity                      *int64
		headcount, held, people, mine int64
		want                          string
	}{
		{"any number without a limit", nil, 1000, 5, 20, 0, ""},
		{"the last places", new(int64(5)), 3, 0, 2, 0, ""},
		{"one person more than places", new(int64(5)), 3, 0, 3, 0, tooMany},
		{"the last place for two", new(int64(5)), 4, 0, 2, 0, tooMany},
		{"no place", new(int64(5)), 5, 0, 1, 0, isFull},
		{"a capacity that was lowered", new(int64(5)), 7, 0, 1, 0, isFull},
		{"no more people, although the capacity was lowered", new(int64(5)), 7, 0, 0, 0, ""},
		{"fewer people, although the capacity was lowered", new(int64(5)), 7, 0, -1, 0, ""},
		{"places that are held for others", new(int64(5)), 3, 2, 1, 0, isFull},
		{"places some of which are held for others", new(int64(5)), 3, 1, 2, 0, tooMany},
		{"the places that are held for the guest", new(int64(5)), 3, 2, 2, 2, ""},
		{"more than the places that are held for the guest", new(int64(5)), 3, 2, 3, 2, tooMany},
		{"places that are held for another guest as well", new(int64(5)), 1, 4, 3, 2, tooMany},
	} {
		t.Run(x.name, func(t *testing.T) {
			tally := tally{Seats: Seats{Headcount: x.headcount, Held: x.held}}
			err := tally.checkCapacity(events.Event{Capacity: x.capacity}, x.people, x.mine)
			var got string
			if e, ok := errs.Of(err); ok {
				got = e.Detail
			}
			if got != x.want || (err != nil) != errs.HasCode(err, CodeBookingFull) {
				t.Errorf("refused by %q, want %q", got, x.want)
			}
		})
	}
}

// TestTell shows that a burst of answers is one notification that counts on until it is read.
func TestTell(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		ctx := context.Background()
		told := func(want string) {
			t.Helper()
			var got []string
			rows, err := w.DB.Query(ctx, "SELECT data FROM notifications WHERE person_id = $1 ORDER BY id", staff.PersonID)
			if err != nil {
				t.Fatal(err)
			}
			defer rows.Close()
			for rows.Next() {
				var data string
				if err := rows.Scan(&data); err != nil {
					t.Fatal(err)
				}
				_, count, _ := strings.Cut(data, `"count":`)
				got = append(got, strings.Trim(count, "}"))
			}
			if s := strings.Join(got, " "); s != want {
				t.Errorf("told %q, want %q", s, want)
			}
		}
		for i := range 10 {
			w.answers(Answer{Name: string(rune('a' + i))}, "")
		}
		told("1") // the first at once
		if err := w.NotifyStaff(ctx); err != nil {
			t.Fatal(err)
		}
		told("1") // too soon
		w.clock = w.clock.Add(notifyInterval)
		if err := w.NotifyStaff(ctx); err != nil {
			t.Fatal(err)
		}
		told("10")
		w.exec("INSERT INTO rsvp_tallies (event_id, untold) VALUES ('gone', 1)")
		if err := w.NotifyStaff(ctx); err != nil {
			t.Errorf("answers to an event that is deleted: %v", err)
		}
		w.exec("DELETE FROM rsvp_tallies WHERE event_id = 'gone'")
		w.exec("UPDATE notifications SET read_at = 1")
		w.clock = w.clock.Add(notifyInterval)
		w.answers(Answer{Name: "a", Allergies: "nuts"}, "") // a change is an answer too
		told("10 1")
		w.clock = w.clock.Add(time.Hour)
		if err := w.NotifyStaff(ctx); err != nil {
			t.Fatal(err)
		}
		told("10 1")
		w.answers(Answer{Name: "b", Allergies: "nuts"}, "")
		told("10 2")
	})
}
