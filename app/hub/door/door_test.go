package door

import (
	"strings"
	"sync"
	"testing"
	"time"

	"presence/app/hub/rsvp"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
)

func TestService_Count(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		w.exec("UPDATE events SET capacity = NULL")
		t.Run("adds up the counts of several devices", func(t *testing.T) {
			w := w.on(t)
			id := w.party("sum", 4)
			w.taps(rosalie, id, 1)
			w.taps(marc, id, 3)
			w.taps(rosalie, id, -1)
			w.there(id, 3)
		})
		t.Run("counts a tap that is sent again once", func(t *testing.T) {
			w := w.on(t)
			id, tap := w.party("again", 4), Tap{People: 2, Key: newKey()}
			tap.Registration = id
			for i, repeated := range []bool{false, true} {
				if x, err := w.Count(t.Context(), rosalie, "gala", tap); err != nil || x.Repeated != repeated || x.Party.Arrived != 2 {
					t.Errorf("time %d: %+v, %v", i+1, x, err)
				}
			}
			w.there(id, 2)
		})
		t.Run("refuses the key of a tap on another party, so that none is lost in silence", func(t *testing.T) {
			w := w.on(t)
			one, other, key := w.party("one", 1), w.party("other", 1), newKey()
			if _, err := w.Count(t.Context(), rosalie, "gala", Tap{Registration: one, People: 1, Key: key}); err != nil {
				t.Fatal(err)
			}
			if _, err := w.Count(t.Context(), rosalie, "gala", Tap{Registration: other, People: 1, Key: key}); !errs.HasCode(err, otherTap) {
				t.Errorf("answers %v", err)
			}
		})
		for _, x := range []struct {
			name            string
			people, arrived int64 // of the party
			tap             int64
			code            string // empty: it is counted
		}{
			{"counts the whole party at once", 4, 0, 4, ""},
			{"counts the rest of a party", 4, 3, 1, ""},
			{"asks when all have arrived", 4, 4, 1, Already},
			{"asks when more would have arrived than are expected", 4, 2, 3, Already},
			{"asks before more come than are expected, though none has arrived", 2, 0, 3, TooMany},
			{"asks when a guest who declined comes", 0, 0, 1, Declined},
			{"does not ask when people are taken back", 2, 2, -1, ""},
			{"refuses to take back more than have arrived", 4, 1, -2, NotThere},
		} {
			t.Run(x.name, func(t *testing.T) {
				w := w.on(t)
				id := w.party(newKey(), x.people)
				if x.arrived > 0 {
					w.taps(marc, id, x.arrived)
				}
				tap := Tap{Registration: id, People: x.tap, Key: newKey()}
				_, err := w.Count(t.Context(), rosalie, "gala", tap)
				if got := err == nil; got != (x.code == "") || !got && !errs.HasCode(err, x.code) {
					t.Fatalf("answers %v, want %q", err, x.code)
				}
				if tap.Anyway = true; x.code == "" {
					w.there(id, x.arrived+x.tap)
					return
				}
				_, err = w.Count(t.Context(), rosalie, "gala", tap)
				if x.code == NotThere {
					w.there(id, x.arrived)
				} else if w.there(id, x.arrived+x.tap); err != nil {
					t.Errorf("after the question: %v", err)
				}
			})
		}
		for name, tap := range map[string]Tap{"of nobody": {Key: "k"}, "without a key": {People: 1},
			"with a key that is too long": {People: 1, Key: strings.Repeat("k", maxKey+1)}, "of too many": {People: maxPeople + 1, Key: "k"}} {
			t.Run("refuses a tap "+name, func(t *testing.T) {
				if _, err := w.Count(t.Context(), rosalie, "gala", tap); errs.KindOf(err) != errs.KindInvalid {
					t.Errorf("answers %v", err)
				}
			})
		}
		t.Run("finds no registration of another event", func(t *testing.T) {
			w := w.on(t)
			w.event("picnic", 5)
			tap := Tap{Registration: w.party("elsewhere", 1), People: 1, Key: newKey()}
			if _, err := w.Count(t.Context(), rosalie, "picnic", tap); errs.KindOf(err) != errs.KindNotFound {
				t.Errorf("answers %v", err)
			}
		})
		t.Run("says in the history how many were there before and after", func(t *testing.T) {
			w := w.on(t)
			id := w.party("history", 2)
			w.taps(marc, id, 2)
			list, err := audit.History(t.Context(), w.DB, "rsvp", itoa(id), 1)
			if err != nil || len(list) != 1 || list[0].Who.Name != "Marc" || list[0].Changes["arrived"] != [2]any{0.0, 2.0} {
				t.Errorf("%+v, %v", list, err)
			}
		})
	})
}

func TestService_Count_undo(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		id := w.party("undo", 4)
		w.taps(rosalie, id, 2)
		second := w.taps(marc, id, 2)
		t.Run("takes back one arrival, and once only, from whatever device", func(t *testing.T) {
			for i, by := range []string{"k1", "k2"} {
				x, err := w.Count(t.Context(), rosalie, "gala", Tap{Registration: id, Undo: second.Arrival.ID, Key: by})
				if err != nil || x.Repeated != (i == 1) {
					t.Errorf("time %d: %+v, %v", i+1, x, err)
				}
				w.on(t).there(id, 2)
			}
		})
		t.Run("finds no arrival of another party", func(t *testing.T) {
			other := w.on(t).party("undo.other", 2)
			_, err := w.Count(t.Context(), rosalie, "gala", Tap{Registration: other, Undo: second.Arrival.ID, Key: "k3"})
			if errs.KindOf(err) != errs.KindNotFound {
				t.Errorf("answers %v", err)
			}
		})
	})
}

// TestService_Count_atOnce has two devices count the same party in at the same moment, party after party: one is counted, the other
// is asked.
func TestService_Count_atOnce(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		w.exec("UPDATE events SET capacity = NULL")
		for round := range 20 {
			id := w.party(newKey(), 3)
			var all sync.WaitGroup
			start, refused := make(chan struct{}), make([]error, 2)
			for i := range refused {
				tap := Tap{Registration: id, People: 3, Key: newKey()}
				all.Go(func() {
					<-start
					_, refused[i] = w.Count(t.Context(), rosalie, "gala", tap)
				})
			}
			close(start)
			all.Wait()
			w.there(id, 3)
			if a, b := refused[0], refused[1]; (a == nil) == (b == nil) || !errs.HasCode(a, Already) && !errs.HasCode(b, Already) {
				t.Errorf("round %d: %v and %v", round, a, b)
			}
		}
	})
}

// TestService_Count_sentTwiceAtOnce has the same tap arrive twice at the same moment.
func TestService_Count_sentTwiceAtOnce(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		id := w.party("twice", 20)
		for round := range 10 {
			tap := Tap{Registration: id, People: 1, Key: newKey()}
			var all sync.WaitGroup
			for range 3 {
				all.Go(func() {
					if _, err := w.Count(t.Context(), rosalie, "gala", tap); err != nil {
						t.Error(err)
					}
				})
			}
			all.Wait()
			w.there(id, int64(round+1))
		}
	})
}

func TestService_WalkIn(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		w.party("expected", 17)
		t.Run("registers the party as a walk-in, takes its places and counts it in", func(t *testing.T) {
			x, err := w.WalkIn(t.Context(), marc, "gala", rsvp.Answer{Name: "Zoé Roy", People: 2}, newKey(), false)
			if err != nil || !x.Party.WalkIn || x.Party.EnteredBy != marc.PersonID {
				t.Fatalf("%+v, %v", x, err)
			}
			w.on(t).there(x.Party.ID, 2)
			totals, err := w.Totals(t.Context(), "gala")
			if err != nil || totals.Expected != 19 || totals.Arrived != 2 {
				t.Errorf("%d of %d are there, %v", totals.Arrived, totals.Expected, err)
			}
		})
		t.Run("counts a form that is sent twice at once as one party", func(t *testing.T) {
			key, before := newKey(), w.count("SELECT COUNT(*) FROM rsvps")
			var all sync.WaitGroup
			for range 4 {
				all.Go(func() {
					if _, err := w.WalkIn(t.Context(), marc, "gala", rsvp.Answer{Name: "Twice", People: 1}, key, false); err != nil {
						t.Error(err)
					}
				})
			}
			all.Wait()
			if n := w.count("SELECT COUNT(*) FROM rsvps") - before; n != 1 {
				t.Errorf("%d parties", n)
			}
		})
		t.Run("asks before the capacity is exceeded, and leaves nothing behind", func(t *testing.T) {
			before := w.count("SELECT COUNT(*) FROM rsvps")
			a, key := rsvp.Answer{Name: "One more", People: 1}, newKey()
			if _, err := w.WalkIn(t.Context(), marc, "gala", a, key, false); !errs.HasCode(err, rsvp.CodeBookingFull) {
				t.Errorf("answers %v", err)
			}
			if n := w.count("SELECT COUNT(*) FROM rsvps"); n != before {
				t.Errorf("%d parties more", n-before)
			}
			x, err := w.WalkIn(t.Context(), marc, "gala", a, key, true)
			if err != nil || x.Party.Arrived != 1 {
				t.Errorf("after the question: %+v, %v", x, err)
			}
			if seats, err := w.RSVP.Seats(t.Context(), "gala"); err != nil || seats.Headcount != 21 {
				t.Errorf("%+v, %v", seats, err)
			}
		})
		t.Run("never replaces the registration of a guest of the same name", func(t *testing.T) {
			x, err := w.WalkIn(t.Context(), marc, "gala", rsvp.Answer{Name: "zoe roy", People: 5}, newKey(), true)
			if !errs.HasCode(err, rsvp.RegisteredAlready) || x.Party.Name != "Zoé Roy" || x.Party.People != 2 {
				t.Errorf("%+v, %v", x.Party, err)
			}
		})
		t.Run("refuses a party of nobody", func(t *testing.T) {
			if _, err := w.WalkIn(t.Context(), marc, "gala", rsvp.Answer{Name: "Nobody"}, newKey(), true); errs.KindOf(err) != errs.KindInvalid {
				t.Errorf("answers %v", err)
			}
		})
	})
}

func TestService_Find(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		for name, people := range map[string]int64{"Zoé": 2, "André": 1, "Maude": 0} {
			w.party(name, people)
		}
		w.exec("UPDATE events SET companions = 'asked' WHERE id = 'gala'")
		w.partyWith("Benoit", "Anne Roy")
		w.party("Zoé.Roy", 0)
		w.exec("UPDATE rsvps SET name = 'Zara Côté' WHERE id = $1", w.party("Zara", 1))
		for _, x := range []struct{ name, text, want string }{
			{"lists those who come, by family name", "", "André Benoit Zara Côté Zoé"},
			{"finds a name without its accents", "zoe", "Zoé Zoé.Roy"},
			{"finds those who declined", "maude", "Maude"},
			{"finds an address", "andré@example", "André"},
			{"lists those whose own name has the text before those whose party has it", "roy", "Zoé.Roy Benoit"},
			{"finds nothing", "nobody", ""},
		} {
			t.Run(x.name, func(t *testing.T) {
				var names []string
				list, err := w.Find(t.Context(), "gala", x.text, 9)
				for _, r := range list {
					names = append(names, r.Name)
				}
				if got := strings.Join(names, " "); err != nil || got != x.want {
					t.Errorf("%q, %v", got, err)
				}
			})
		}
	})
}

func TestService_Find_loads_the_last_arrival(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		here := w.party("here", 4)
		w.party("missing", 4)
		w.taps(rosalie, here, 1)
		w.clock = w.clock.Add(time.Minute)
		w.taps(marc, here, 2)
		got, err := w.Find(t.Context(), "gala", "", 9)
		if err != nil || len(got) != 2 || got[1].Last != (Arrival{}) {
			t.Fatalf("%+v, %v", got, err)
		}
		if a := got[0].Last; a.By != "Marc" || a.People != 2 || a.At.Time() != w.clock {
			t.Errorf("%+v", a)
		}
		if one, err := w.Party(t.Context(), "gala", here); err != nil || one.Last != got[0].Last {
			t.Errorf("alone: %+v, %v", one.Last, err)
		}
	})
}
