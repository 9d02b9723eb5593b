package door

import (
	"context"
	"encoding/hex"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"

	"presence/app/apptest/htmltest"
	"presence/app/hub/rsvp"
	"presence/app/platform/errs"
	"presence/db"
	"presence/db/dbtest"
)

// kept is a tap on a party that a device kept.
func keptTap(party, people int64) Kept {
	return Kept{Tap: Tap{Registration: party, People: people, Key: newKey()}}
}

// hands hands a tap over, and fails unless it has that fate.
func (w *world) hands(k Kept, want Fate) {
	w.Helper()
	if got, err := w.HandOver(w.Context(), marc, "gala", k); err != nil || got != want {
		w.Errorf("the fate is %q, want %q (%v)", got, want, err)
	}
}

func TestService_HandOver(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		w.exec("UPDATE events SET capacity = NULL")
		t.Run("counts a tap as of when it was made, and once only", func(t *testing.T) {
			w := w.on(t)
			id := w.party(newKey(), 2)
			k := keptTap(id, 2)
			k.Ago = 10 * time.Minute
			w.hands(k, Counted)
			w.hands(k, Again)
			w.there(id, 2)
			if p, err := w.Party(t.Context(), "gala", id); err != nil || p.Last.At.Time() != evening.Add(-10*time.Minute) || p.Last.By != "Marc" {
				t.Errorf("%+v, %v", p.Last, err)
			}
		})
		t.Run("counts no tap as of the future, or of more than a day ago", func(t *testing.T) {
			w := w.on(t)
			for ago, want := range map[time.Duration]time.Time{-time.Hour: evening, 100 * time.Hour: evening.Add(-24 * time.Hour)} {
				k := keptTap(w.party(newKey(), 1), 1)
				k.Ago = ago
				w.hands(k, Counted)
				if p, err := w.Party(t.Context(), "gala", k.Registration); err != nil || p.Last.At.Time() != want {
					t.Errorf("%v: %+v, %v", ago, p.Last, err)
				}
			}
		})
		t.Run("adds up what two devices counted of one party", func(t *testing.T) {
			w := w.on(t)
			id := w.party(newKey(), 4)
			w.taps(rosalie, id, 2)
			w.hands(keptTap(id, 2), Counted)
			w.there(id, 4)
		})
		t.Run("holds what another device has counted already, and once only", func(t *testing.T) {
			w := w.on(t)
			id := w.party(newKey(), 2)
			w.taps(rosalie, id, 2)
			k := keptTap(id, 2)
			w.hands(k, Held)
			w.hands(k, Again)
			w.there(id, 2)
			list, err := w.HeldArrivals(t.Context(), "gala", 9)
			if err != nil || len(list) != 1 || list[0].By != "Marc" || list[0].People != 2 || list[0].Party.Last.By != "Rosalie" {
				t.Fatalf("%+v, %v", list, err)
			}
			if x, err := w.DecideHeld(t.Context(), rosalie, "gala", list[0].ID, false); err != nil || x.Repeated {
				t.Errorf("%+v, %v", x, err)
			}
			w.there(id, 2)
			w.hands(k, Again) // it does not come back
			if list, err := w.HeldArrivals(t.Context(), "gala", 9); err != nil || len(list) != 0 {
				t.Errorf("%+v, %v", list, err)
			}
		})
		t.Run("counts what is held if staff decide so, once, as of when it was counted", func(t *testing.T) {
			w := w.on(t)
			id := w.party(newKey(), 2)
			w.taps(rosalie, id, 2)
			k := keptTap(id, 1)
			k.Ago = time.Minute
			w.hands(k, Held)
			list, err := w.HeldArrivals(t.Context(), "gala", 9)
			if err != nil || len(list) != 1 {
				t.Fatalf("%+v, %v", list, err)
			}
			for i, again := range []bool{false, true} {
				if x, err := w.DecideHeld(t.Context(), rosalie, "gala", list[0].ID, true); err != nil || x.Repeated != again {
					t.Errorf("time %d: %+v, %v", i+1, x, err)
				}
			}
			w.there(id, 3)
			if p, err := w.Party(t.Context(), "gala", id); err != nil || p.Last.By != "Marc" || p.Last.At.Time() != evening.Add(-time.Minute) {
				t.Errorf("%+v, %v", p.Last, err)
			}
			w.hands(k, Again)
		})
		t.Run("counts more than are expected if the device has asked, and knew how many were there", func(t *testing.T) {
			w := w.on(t)
			id := w.party(newKey(), 1)
			w.taps(rosalie, id, 1)
			k := keptTap(id, 1)
			k.Anyway, k.Seen = true, 1
			w.hands(k, Counted)
			k = keptTap(id, 1)
			k.Anyway, k.Seen = true, 1 // by now there are two
			w.hands(k, Held)
			w.there(id, 2)
			w.dropHeld()
		})
		t.Run("holds a guest who has declined since", func(t *testing.T) {
			w := w.on(t)
			w.hands(keptTap(w.party(newKey(), 0), 1), Held)
			w.dropHeld()
		})
		t.Run("takes back a tap that was handed over before, whatever became of it", func(t *testing.T) {
			w := w.on(t)
			id := w.party(newKey(), 2)
			first, second := keptTap(id, 2), keptTap(id, 2)
			w.hands(first, Counted)
			w.hands(second, Held)
			for _, k := range []Kept{second, first} {
				undo := Kept{UndoKey: k.Key, Tap: Tap{Key: newKey()}}
				w.hands(undo, Counted)
				w.hands(undo, Again)
			}
			w.there(id, 0)
			if list, err := w.HeldArrivals(t.Context(), "gala", 9); err != nil || len(list) != 0 {
				t.Errorf("%+v, %v", list, err)
			}
		})
		t.Run("registers a walk-in above the capacity, once", func(t *testing.T) {
			w := w.on(t)
			w.exec("UPDATE events SET capacity = 1")
			k := Kept{WalkIn: "Nadia Offline", Tap: Tap{People: 2, Key: newKey()}}
			w.hands(k, Counted)
			w.hands(k, Again)
			if n := w.count("SELECT SUM(a.people) FROM arrivals a JOIN rsvps r ON r.id = a.rsvp_id WHERE r.name = 'Nadia Offline' AND r.walk_in"); n != 2 {
				t.Errorf("%d are there", n)
			}
			w.exec("UPDATE events SET capacity = NULL")
			other := Kept{WalkIn: "nadia offline", Tap: Tap{People: 1, Key: newKey()}}
			w.hands(other, Held)
			w.hands(other, Again)
			w.dropHeld()
		})
		t.Run("refuses what no longer applies", func(t *testing.T) {
			w := w.on(t)
			id := w.party(newKey(), 2)
			w.hands(keptTap(id, -1), Refused)
			w.hands(keptTap(999999, 1), Refused)
			w.hands(Kept{UndoKey: "unknown", Tap: Tap{Key: newKey()}}, Refused)
			w.hands(Kept{WalkIn: "Nobody", Tap: Tap{People: 400, Key: newKey()}}, Refused)
			if _, err := w.HandOver(t.Context(), marc, "gala", keptTap(id, 0)); errs.KindOf(err) != errs.KindInvalid {
				t.Errorf("a tap of nobody: %v", err)
			}
		})
	})
}

// A device keeps a tap that was not answered in time, and hands it over while the server is still at work on it.
func TestService_HandOver_walk_in_under_way(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		k := keptTap(0, 2)
		k.WalkIn = "Ninon Lavoie"
		err := dbtest.Meanwhile(t, w.DB, func(ctx context.Context, _ *db.Tx) error {
			_, err := w.WalkIn(ctx, marc, "gala", rsvp.Answer{Name: k.WalkIn, People: k.People}, k.Key, true)
			return err
		}, func(ctx context.Context) error {
			fate, err := w.HandOver(ctx, marc, "gala", k)
			if fate != Again {
				t.Errorf("the fate is %q", fate)
			}
			return err
		})
		held, parties := w.count("SELECT COUNT(*) FROM held_arrivals"), w.count("SELECT COUNT(*) FROM rsvps WHERE name = $1", k.WalkIn)
		if err != nil || held != 0 || parties != 1 {
			t.Errorf("%v, %d arrivals held, %d parties", err, held, parties)
		}
	})
}

// dropHeld drops what is held.
func (w *world) dropHeld() {
	w.Helper()
	w.exec("UPDATE held_arrivals SET settled_at = $1 WHERE settled_at IS NULL", db.InstantOf(w.clock))
}

func TestPages_parties(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		w.exec("UPDATE events SET capacity = NULL, companions = 'asked'")
		w.clock = evening.Add(-time.Hour) // guests still reply
		out, err := w.RSVP.Submit(t.Context(), "gala", rsvp.Submission{Answer: rsvp.Answer{Name: "Zoé", Email: "zoe@example.com", Phone: "418 555-0142",
			Allergies: "nuts", People: 2, Details: rsvp.Details{Companions: []string{"Ève Martel"}}}}, rsvp.Visitor{IP: "192.0.2.1", Language: "en"})
		if err != nil {
			t.Fatal(err)
		}
		for _, email := range []string{"a@example.com", "b@example.com"} {
			if _, _, _, err := w.RSVP.EnterForGuest(t.Context(), rosalie, "gala",
				rsvp.Answer{Name: "Ann Roy", Email: email, People: 1}, false); err != nil {
				t.Fatal(err)
			}
		}
		w.clock = evening
		last := w.taps(marc, out.ID, 1).Arrival.ID
		answer := w.browser(rosalie).On(t).Get(self + "/parties").Want(http.StatusOK)
		var got struct {
			Left    int64            `json:"left"`
			Parties []entryJSON      `json:"parties"`
			Codes   map[string]int64 `json:"codes"`
		}
		answer.JSON(&got)
		if got.Left != (10*time.Hour).Milliseconds() || len(got.Parties) != 3 {
			t.Fatalf("%+v", got)
		}
		want := entryJSON{ID: out.ID, Name: "Zoé", With: []string{"Ève Martel"}, People: 2, Arrived: 1, By: "Marc", At: "7:04\u00a0p.m.",
			Last: last, Came: 1}
		if p := got.Parties[2]; !reflect.DeepEqual(p, want) {
			t.Errorf("%+v", p)
		}
		if a, b := got.Parties[0], got.Parties[1]; a.Note+b.Note != "a@example.comb@example.com" {
			t.Errorf("two of one name: %+v, %+v", a, b)
		}
		if id := got.Codes[hex.EncodeToString(rsvp.CodeHash(out.Code)[:8])]; id != out.ID || len(got.Codes) != 1 {
			t.Errorf("%+v", got.Codes)
		}
		for _, secret := range []string{"nuts", "0142", "zoe@", out.Code} {
			if strings.Contains(answer.Body, secret) {
				t.Errorf("the list has %s", secret)
			}
		}
		w.browser(rosalie).On(t).Get("/staff/events/nothing/door/parties").Want(http.StatusNotFound)
	})
}

func TestPages_kept(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		c, id := w.browser(marc).On(t), w.party("Maude", 2)
		w.taps(rosalie, id, 1)
		var fates map[string]string
		c.Do(http.MethodPost, self+"/kept", `[{"key":"k1","party":`+itoa(id)+`,"people":1,"ago":1000},{"key":"k2","party":`+itoa(id)+
			`,"people":1,"ago":500},{"key":"k3"}]`, "Content-Type", "application/json").Want(http.StatusOK).JSON(&fates)
		if fates["k1"] != "counted" || fates["k2"] != "held" || fates["k3"] != "refused" {
			t.Errorf("%v", fates)
		}
		for name, body := range map[string]string{"what is no array": `{}`, "too many taps": "[" + strings.Repeat("{},", 100) + "{}]"} {
			t.Run("refuse "+name, func(t *testing.T) {
				if got := c.On(t).Do(http.MethodPost, self+"/kept", body, "Content-Type", "application/json"); got.Status < 400 || got.Status >= 500 {
					t.Errorf("answers %d", got.Status)
				}
			})
		}
		t.Run("tell every device of a party that two have counted", func(t *testing.T) {
			form := htmltest.One(t, w.browser(rosalie).On(t).Get(self, "HX-Request", "true", "HX-Target", "door-held").Doc(), "form.door-held")
			want := "MaudeAlready checked in: 2 of 2, by Marc at 7:03 p.m.Marc checked in 1 more guest at 7:03 p.m., while offline.Check in 1 moreDon’t check in"
			if got := htmltest.Text(form); got != want {
				t.Errorf("says %q", got)
			}
			v := url.Values{"held": {form.Find("[name=held]").AttrOr("value", "")}, "count": {"0"}}
			c.Form(self+"/held", v).RedirectsTo(self + "?at=" + itoa(id))
			w.on(t).there(id, 2)
		})
	})
}
