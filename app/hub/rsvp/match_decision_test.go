package rsvp

import (
	"context"
	"testing"

	"presence/app/hub/answers"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
)

func TestService_DecideMatch(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		ctx := context.Background()
		w.knows(elise)
		enter := func(t *testing.T, name, email string) RSVP {
			t.Helper()
			r, _, _, err := w.EnterForGuest(ctx, staff, "gala", Answer{Name: name, Email: email, People: 2, Language: i18n.FR}, false)
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		first := enter(t, "Somebody Else", "elise@example.com")
		if first.Confidence != Probable || first.CustomerID != elise.id {
			t.Fatalf("the match is %+v", first.Attribution)
		}
		t.Run("yes confirms the match, keeps the answer and its time, and is audited", func(t *testing.T) {
			got, err := w.DecideMatch(ctx, staff, "gala", first.ID, &first.Version, true)
			if err != nil || got.Confidence != Confirmed || got.CustomerID != elise.id || got.identity != "account:"+elise.account ||
				got.RespondedAt != first.RespondedAt || !got.Answer.equal(first.Answer) || got.Version != 2 {
				t.Fatalf("got %+v, %v", got, err)
			}
			stored, err := w.Get(ctx, "gala", first.ID)
			if err != nil || stored.Confidence != Confirmed || stored.identity != got.identity {
				t.Errorf("stored %+v, %v", stored, err)
			}
			trail, err := audit.History(ctx, w.DB, "rsvp", "1", 1)
			if err != nil || trail[0].Action != "updated" || trail[0].Who.PersonID != staff.PersonID || len(trail[0].Changes) == 0 {
				t.Errorf("the trail is %+v, %v", trail, err)
			}
		})
		t.Run("a second decision finds nothing to decide", func(t *testing.T) {
			if _, err := w.DecideMatch(ctx, staff, "gala", first.ID, nil, false); errs.KindOf(err) != errs.KindStale {
				t.Errorf("got %v", err)
			}
		})
		t.Run("it is undone by bringing back the version before", func(t *testing.T) {
			got, err := w.Restore(ctx, staff, "gala", first.ID, 1, new(int64(2)))
			if err != nil || got.Confidence != Probable || got.CustomerID != elise.id {
				t.Fatalf("got %+v, %v", got, err)
			}
		})
		t.Run("a decision over a version that was not read is refused", func(t *testing.T) {
			if _, err := w.DecideMatch(ctx, staff, "gala", first.ID, new(int64(1)), true); errs.KindOf(err) != errs.KindStale {
				t.Errorf("got %v", err)
			}
		})
		t.Run("the next one to check is the newest before it", func(t *testing.T) {
			if next, err := w.NextToCheck(ctx, "gala", 0); err != nil || next.ID != first.ID {
				t.Errorf("got %d, %v", next.ID, err)
			}
			if _, err := w.NextToCheck(ctx, "gala", first.ID); errs.KindOf(err) != errs.KindNotFound {
				t.Errorf("got %v", err)
			}
		})
		t.Run("no takes the customer away", func(t *testing.T) {
			got, err := w.DecideMatch(ctx, staff, "gala", first.ID, nil, false)
			if err != nil || got.Confidence != Unknown || got.CustomerID+got.AccountID+got.NameOnFile != "" || len(got.Signals) != 0 {
				t.Fatalf("got %+v, %v", got, err)
			}
		})
		t.Run("after yes, its undo and no, the customer's own answer is a registration of its own", func(t *testing.T) {
			own, updated, _, err := w.EnterForGuest(ctx, staff, "gala",
				Answer{Name: elise.name, Phone: elise.phones[0], People: 1, Language: i18n.FR}, false)
			if err != nil || updated || own.ID == first.ID || own.Confidence != Confirmed {
				t.Fatalf("got %+v, updated %t, %v", own, updated, err)
			}
		})
	})
}

func TestService_DecideMatch_registration_by_link(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		ctx := context.Background()
		w.knows(elise)
		r, _, _, err := w.EnterForGuest(ctx, staff, "gala",
			Answer{Name: "Somebody Else", Email: "elise@example.com", People: 2, Language: i18n.FR}, false)
		if err != nil {
			t.Fatal(err)
		}
		other, _, _, err := w.EnterForGuest(ctx, staff, "gala",
			Answer{Name: "Nobody Known", Email: "nobody@example.com", People: 1, Language: i18n.FR}, false)
		if err != nil {
			t.Fatal(err)
		}
		w.exec("UPDATE rsvps SET identity = 'customer:"+elise.id+"', customer_id = '"+elise.id+"', account_id = '"+elise.account+
			"', confidence = 'confirmed' WHERE id = $1", other.ID)
		if got, err := w.DecideMatch(ctx, staff, "gala", r.ID, nil, true); !errs.HasCode(err, "registered_already") || got.ID != other.ID {
			t.Errorf("yes, while the customer has answered by a personal link: got %d, %v", got.ID, err)
		}
	})
}

// A registration that came by a customer's personal link stays under that customer, whatever staff decide about a match.
func TestService_DecideMatch_link_of_the_customer(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		ctx := context.Background()
		w.knows(elise)
		w.link("elise-link", elise.name, "elise@example.com", elise.id)
		r := w.answers(Answer{Name: "Somebody Else", Email: "elise@example.com", People: 2}, "elise-link")
		if r.Confidence != Probable {
			t.Fatalf("%+v", r)
		}
		got, err := w.DecideMatch(ctx, staff, "gala", r.ID, nil, false)
		if err != nil || got.identity != "customer:C-1001" || got.CustomerID != "" {
			t.Fatalf("no: %q of %q, %v", got.identity, got.CustomerID, err)
		}
		if got, err = w.Restore(ctx, staff, "gala", r.ID, r.Version, nil); err != nil || got.identity != "customer:C-1001" ||
			got.CustomerID != elise.id {
			t.Fatalf("undone: %q of %q, %v", got.identity, got.CustomerID, err)
		}
		if again := w.answers(Answer{Name: "Élise", Email: "other@example.com", People: 1}, "elise-link"); again.ID != r.ID {
			t.Error("the same link makes a second registration")
		}
	})
}

// A restored answer that names another customer leaves the registration with the customer of the link.
func TestRestore_of_a_number_of_another_customer(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		w.knows(elise, marc)
		typed := w.answers(Answer{Name: "Zed", Email: "zed@example.com", CustomerNumber: elise.id, People: 1}, "")
		w.link("marc-link", marc.name, "zed@example.com", marc.id)
		r := w.answers(Answer{Name: "Zed", Email: "zed@example.com", People: 1}, "marc-link")
		if r.ID != typed.ID || typed.Confidence != Probable || r.identity != "customer:"+marc.id {
			t.Fatalf("%+v, then %+v", typed, r)
		}
		got, err := w.Restore(t.Context(), staff, "gala", r.ID, 1, nil)
		if err != nil || got.identity != "customer:"+marc.id || got.guest().customerID != marc.id {
			t.Fatalf("%q of %q, %v", got.identity, got.guest().customerID, err)
		}
		if n := w.count("SELECT COUNT(*) FROM rsvps WHERE " + answers.OfCustomersLink("")); n != 0 {
			t.Error("it counts as an answer by the link of the customer whose number was typed")
		}
	})
}

func TestService_DecideMatch_other_registration(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		ctx := context.Background()
		w.knows(elise)
		r, _, _, err := w.EnterForGuest(ctx, staff, "gala",
			Answer{Name: "Somebody Else", Email: "elise@example.com", People: 2, Language: i18n.FR}, false)
		if err != nil {
			t.Fatal(err)
		}
		w.exec("UPDATE rsvps SET identity = 'email:other@example.com', email_key = 'other@example.com' WHERE id = $1", r.ID)
		own, _, _, err := w.EnterForGuest(ctx, staff, "gala",
			Answer{Name: elise.name, Email: "elise@example.com", People: 1, Language: i18n.FR}, false)
		if err != nil || own.ID == r.ID || own.Confidence != Confirmed {
			t.Fatalf("%+v, %v", own, err)
		}
		if got, err := w.DecideMatch(ctx, staff, "gala", r.ID, nil, true); !errs.HasCode(err, "registered_already") || got.ID != own.ID {
			t.Errorf("got %d, %v", got.ID, err)
		}
	})
}

// TestService_DecideMatch_of_several decides about matches that name no account, or two.
func TestService_DecideMatch_of_several(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		w.knows(customer{id: "C-7", account: "A7", name: "Luc Roy", emails: []string{"two@example.com"}},
			customer{id: "C-8", account: "A8", name: "Paul Roy", emails: []string{"two@example.com"}},
			customer{id: "C-9", name: "Sans Compte", emails: []string{"sans@example.com"}})
		two := w.answers(Answer{Name: "X", Email: "two@example.com"}, "")
		sans := w.answers(Answer{Name: "Y", Email: "sans@example.com"}, "")
		t.Run("yes to one of two customers says nothing", func(t *testing.T) {
			if _, err := w.DecideMatch(ctx, staff, "gala", two.ID, nil, true); errs.KindOf(err) != errs.KindStale {
				t.Errorf("got %v", err)
			}
		})
		t.Run("no to both is a decision", func(t *testing.T) {
			if got, err := w.DecideMatch(ctx, staff, "gala", two.ID, nil, false); err != nil || got.Confidence != Unknown {
				t.Errorf("got %+v, %v", got, err)
			}
		})
		t.Run("yes to a customer without an account is kept under the customer", func(t *testing.T) {
			got, err := w.DecideMatch(ctx, staff, "gala", sans.ID, nil, true)
			if err != nil || got.Confidence != Confirmed || got.identity != "customer:C-9" {
				t.Errorf("got %+v, %v", got, err)
			}
		})
	})
}
