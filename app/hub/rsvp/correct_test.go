package rsvp

import (
	"context"
	"testing"

	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
)

func TestCorrect(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		ctx := context.Background()
		w.knows(elise)
		correct := func(r RSVP, change func(*Answer)) (RSVP, error) {
			a := r.Answer
			change(&a)
			return w.Correct(ctx, staff, "gala", r.ID, &r.Version, a)
		}
		w.exec("UPDATE events SET capacity = 6, state = 'closed' WHERE id = 'gala'")
		r, _, _, err := w.EnterForGuest(ctx, staff, "gala",
			Answer{Name: "Elise Cote", Email: "elise@exemple.com", People: 4, Language: i18n.FR}, false)
		if err != nil {
			t.Fatal(err)
		}
		w.exec("UPDATE rsvps SET ip = '10.0.0.9', entered_by = NULL WHERE id = $1", r.ID) // as if she had answered herself

		t.Run("keeps what was said before, and who put it right", func(t *testing.T) {
			w := w.on(t)
			got, err := correct(r, func(a *Answer) { a.Allergies, a.People = " noix ", 5 })
			if err != nil || got.Allergies != "noix" || got.People != 5 || got.Version != 2 {
				t.Fatalf("corrected %+v, %v", got, err)
			}
			old, err := w.Revisions(ctx, "gala", r.ID)
			if err != nil || len(old) != 1 || old[0].People != 4 || old[0].ReplacedBy != staff.PersonID || old[0].Replacer != staff.Name {
				t.Errorf("the revisions are %+v, %v", old, err)
			}
			stored, err := w.Get(ctx, "gala", r.ID)
			if err != nil || stored.IP != "10.0.0.9" || stored.EnteredBy != "" || stored.identity != "email:elise@exemple.com" ||
				stored.Confidence != Unknown {
				t.Errorf("stored %+v, %v", stored, err)
			}
			trail, err := audit.History(ctx, w.DB, "rsvp", "1", 1)
			if err != nil || trail[0].Action != "updated" || trail[0].Who.PersonID != staff.PersonID || len(trail[0].Changes) != 2 {
				t.Errorf("the trail is %+v, %v", trail, err)
			}
			r = got
		})
		t.Run("gives no place that is not free", func(t *testing.T) {
			if _, err := correct(r, func(a *Answer) { a.People = 7 }); !errs.HasCode(err, "booking_full") {
				t.Errorf("got %v", err)
			}
		})
		t.Run("is refused over a version that was not read, and with faults", func(t *testing.T) {
			if _, err := w.Correct(ctx, staff, "gala", r.ID, new(int64(1)), r.Answer); errs.KindOf(err) != errs.KindStale {
				t.Errorf("got %v", err)
			}
			if _, err := correct(r, func(a *Answer) {
				a.Name, a.Email, a.People = "", "x",
					21
			}); faultsOfErr(err) != "name required, email format, people out_of_range" {
				t.Errorf("got %v", err)
			}
			if _, err := w.Correct(ctx, staff, "gala", 99, nil, r.Answer); errs.KindOf(err) != errs.KindNotFound {
				t.Errorf("got %v", err)
			}
		})
		t.Run("writes nothing when nothing is different", func(t *testing.T) {
			if got, err := correct(r, func(*Answer) {}); err != nil || got.Version != r.Version {
				t.Errorf("got %+v, %v", got, err)
			}
		})
		t.Run("matches anew when it is about who the guest is, also away from whom it was taken for", func(t *testing.T) {
			got, err := correct(r, func(a *Answer) { a.Name, a.Email = "Élise Côté", "elise@example.com" })
			if err != nil || got.Confidence != Confirmed || got.CustomerID != elise.id || got.identity != "account:"+elise.account {
				t.Fatalf("got %+v, %v", got, err)
			}
			got, err = correct(got, func(a *Answer) { a.Name, a.Email = "Élise Caron", "caron@example.com" })
			if err != nil || got.Confidence != Unknown || got.AccountID != "" || got.identity != "email:caron@example.com" {
				t.Fatalf("got %+v, %v", got, err)
			}
			r = got
		})
		t.Run("is refused when the guest has another registration, which it names", func(t *testing.T) {
			w := w.on(t)
			other, _, _, err := w.EnterForGuest(ctx, staff, "gala", Answer{Name: "B", Email: "b@example.com", People: 1}, false)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := correct(r, func(a *Answer) { a.Email = "B@example.com" }); !errs.HasCode(err, "registered_already") ||
				got.ID != other.ID {
				t.Errorf("got %+v, %v", got, err)
			}
			if again, err := w.Get(ctx, "gala", r.ID); err != nil || again.Version != r.Version || again.Email != "caron@example.com" {
				t.Errorf("the refusal left %+v, %v", again, err)
			}
			w.registrations("gala")
		})
		t.Run("is not refused because of a relative with the same phone", func(t *testing.T) {
			w := w.on(t)
			w.exec("UPDATE events SET capacity = NULL WHERE id = 'gala'")
			if _, _, _, err := w.EnterForGuest(ctx, staff, "gala",
				Answer{Name: "Paul Lee", Email: "paul@example.com", Phone: "418 555-0166",
					People: 1}, false); err != nil {
				t.Fatal(err)
			}
			mary, _, _, err := w.EnterForGuest(ctx, staff, "gala", Answer{Name: "Mary Lee", Email: "mary@example.com", People: 1}, false)
			if err != nil {
				t.Fatal(err)
			}
			got, err := correct(mary, func(a *Answer) { a.Phone = "418 555-0166" })
			if err != nil || got.ID != mary.ID || got.Phone != "418 555-0166" {
				t.Errorf("got %+v, %v", got, err)
			}
		})
		t.Run("leaves the guest of a personal link its guest", func(t *testing.T) {
			w := w.on(t)
			w.exec("UPDATE events SET capacity = NULL, state = 'open' WHERE id = 'gala'")
			w.link("t", "Élise Côté", "elise@example.com", elise.id)
			r := w.answers(Answer{Name: "Élise Côté", Phone: "418 555-0199"}, "t")
			got, err := correct(r, func(a *Answer) { a.Name, a.Phone = "Paul Roy", "418 555-0198" })
			if err != nil || got.identity != r.identity || got.CustomerID != elise.id {
				t.Errorf("got %+v, %v", got, err)
			}
			if again := w.answers(Answer{Name: "Élise Côté"}, "t"); again.ID != r.ID {
				t.Error("the link leads to another registration now")
			}
		})
	})
}
