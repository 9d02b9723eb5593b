package rsvp

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"presence/db"
	"presence/db/dbtest"
)

// thanked sends an answer from that address and reports whether its thank-you is the adapted one.
func (w *world) thanked(ip, token string, a Answer) bool {
	w.Helper()
	a.People = 1
	o, err := w.Submit(context.Background(), "gala", Submission{Answer: a, Token: token}, Visitor{IP: ip})
	if err != nil {
		w.Fatal(err)
	}
	return o.Confirmed
}

// zoe is whose number and phone are guessed; her name is known to the guest who guesses.
var zoe = customer{id: "C-4199", account: "Z", name: "Zoé Poirier", phones: []string{"418 555-0199"}, emails: []string{"zoe@example.com"}}

// TestSubmit_CannotBeTriedOut tries out what the directory knows of one customer from one address, in as many ways as an
// answer can say it: the right guess comes last, and is not told from the others (R17).
func TestSubmit_CannotBeTriedOut(t *testing.T) {
	for _, tt := range []struct {
		name  string
		first int
		guess func(i int) Answer // the 99th is right
	}{
		{"numbers of other customers beside the e-mail of yet another one", 60, func(i int) Answer {
			return Answer{Name: zoe.name, Email: "decoy@example.com", CustomerNumber: fmt.Sprintf("C-41%02d", i)}
		}},
		{"numbers of other customers beside the phone of yet another one", 60, func(i int) Answer {
			return Answer{Name: zoe.name, Phone: "418 555-0000", CustomerNumber: fmt.Sprintf("C-41%02d", i)}
		}},
		{"numbers of other customers alone", 60, func(i int) Answer {
			return Answer{Name: zoe.name, CustomerNumber: fmt.Sprintf("C-41%02d", i)}
		}},
		{"numbers of no customer", 60, func(i int) Answer {
			return Answer{Name: zoe.name, CustomerNumber: fmt.Sprintf("C-%d", 4199+(99-i)*1000)}
		}},
		{"phones of nobody", 60, func(i int) Answer { return Answer{Name: zoe.name, Phone: fmt.Sprintf("418 555-01%02d", i)} }},
		{"e-mails of no customer", 60, func(i int) Answer {
			return Answer{Name: zoe.name, Email: strings.Repeat("x", 99-i) + "zoe@example.com"}
		}},
		{"phones of no customer beside her e-mail, under unknown names", 60, func(i int) Answer {
			return Answer{Name: fmt.Sprint("Nobody ", i), Email: "zoe@example.com", Phone: fmt.Sprintf("418 555-01%02d", i)}
		}},
		{"three guesses in every answer", 80, func(i int) Answer {
			return Answer{Name: zoe.name, Email: fmt.Sprintf("nobody%d@example.com", i), CustomerNumber: fmt.Sprint("C-77", i),
				Phone: fmt.Sprintf("418 555-01%02d", i)}
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			eachWorld(t, func(t *testing.T, w *world) {
				w.knows(zoe, customer{id: "C-1", account: "D", name: "Decoy", emails: []string{"decoy@example.com"}, phones: []string{"418 555-0000"}})
				for i := range 99 {
					w.knows(customer{id: fmt.Sprintf("C-41%02d", i), account: fmt.Sprintf("Y%02d", i), name: fmt.Sprint("Somebody ", i)})
				}
				if !w.thanked("10.9.9.9", "", tt.guess(99)) {
					t.Fatal("the right guess alone is not confirmed: the test shows nothing")
				}
				for i := tt.first; i <= 99; i++ {
					if w.thanked("10.0.0.1", "", tt.guess(i)) {
						t.Errorf("guess %d is confirmed", i)
					}
				}
			})
		})
	}
}

// TestSubmit_LinkOfNobody shows that a personal link lifts the limit for its own customer alone: that of a recipient who
// is no customer, such as one of an imported list, does not lift it.
func TestSubmit_LinkOfNobody(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		known := w.customersOf(8)
		w.link("nobody", "Somebody", "somebody@example.com", "")
		w.link("seventh", known[7].Name, known[7].Email, "C-9007")
		for i, a := range known[:7] {
			if got, want := w.thanked("10.0.0.1", "nobody", a), i < 5; got != want {
				t.Errorf("account %d is confirmed by the link of no customer: %v", i+1, got)
			}
		}
		if !w.thanked("10.0.0.1", "seventh", known[7]) {
			t.Error("the link of a customer is held to the limit")
		}
		if w.thanked("10.0.0.2", "seventh", known[0]) {
			t.Error("the link of a customer asks about another one")
		}
	})
}

// TestSubmit_HonestMisses shows how much one address may answer that the directory does not know: twenty different
// addresses, phones and numbers, however often; one more, and the thank-you is neutral until ten minutes have passed.
func TestSubmit_HonestMisses(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		known := w.customersOf(3)
		for range 3 { // an office, where everyone corrects the answer twice
			for i := range 10 {
				w.thanked("10.0.0.1", "", Answer{Name: fmt.Sprint("Colleague ", i), Email: fmt.Sprintf("c%d@example.com", i),
					Phone: fmt.Sprintf("418 555-22%02d", i)})
			}
		}
		fresh := known[0] // a confirmed answer tells nothing by what else it says
		fresh.Phone = "418 555-3333"
		if !w.thanked("10.0.0.1", "", fresh) || !w.thanked("10.0.0.1", "", known[1]) {
			t.Error("twenty unknown addresses and phones turn the thank-you neutral")
		}
		w.thanked("10.0.0.1", "", Answer{Name: "One more", Email: "more@example.com"})
		if w.thanked("10.0.0.1", "", known[0]) || w.thanked("10.0.0.1", "", known[2]) {
			t.Error("after twenty-one it is adapted still")
		}
		if !w.thanked("10.0.0.2", "", known[2]) {
			t.Error("another address is held to the limit")
		}
		w.clock = w.clock.Add(9 * time.Minute)
		if w.thanked("10.0.0.1", "", known[2]) {
			t.Error("the window is shorter than ten minutes")
		}
		w.clock = w.clock.Add(11 * time.Minute)
		if !w.thanked("10.0.0.1", "", known[2]) {
			t.Error("the window does not end")
		}
	})
}

// TestSubmit_KeepsNothingAsked shows that neither an account nor what was guessed can be read where the limit counts.
func TestSubmit_KeepsNothingAsked(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		w.knows(zoe)
		w.thanked("10.0.0.1", "", Answer{Name: "X", Email: "zoe@example.com", Phone: "418 555-7777", CustomerNumber: "C-5555"})
		rows, err := db.ReadTexts(w.DB.Query(context.Background(), "SELECT account FROM rsvp_asked WHERE account <> '' ORDER BY account"))
		if err != nil || len(rows) != 3 {
			t.Fatalf("%d rows, want one account and two misses: %v", len(rows), err)
		}
		for _, row := range rows {
			if len(row) != len("account:")+32 && len(row) != len("missed:")+32 {
				t.Errorf("%q is kept", row)
			}
		}
	})
}

// TestSubmit_LastOfTheFive lets two answers ask at the same moment about one account each, when there is room for one:
// the second waits for the first, whose transaction is open still, and is thanked neutrally.
func TestSubmit_LastOfTheFive(t *testing.T) {
	w := newWorld(t, dbtest.Open(t, db.Postgres))
	known := w.customersOf(6)
	for _, a := range known[:4] {
		if !w.thanked("10.0.0.1", "", a) {
			t.Fatal("one of the first four is not confirmed")
		}
	}
	second := true
	err := dbtest.Meanwhile(t, w.DB, func(ctx context.Context, tx *db.Tx) error {
		x, err := w.prepareAnswer(ctx, known[4], Guest{})
		if err != nil {
			return err
		}
		may, err := attemptOf("10.0.0.1", w.clock).recordLookups(ctx, tx, w.lookupsOf("10.0.0.1", x))
		if err == nil && !may {
			t.Error("the fifth is refused")
		}
		return err
	}, func(ctx context.Context) error {
		second = w.on(t).thanked("10.0.0.1", "", known[5])
		return nil
	})
	if err != nil || second {
		t.Errorf("both got the last place of the five: %v", err)
	}
}
