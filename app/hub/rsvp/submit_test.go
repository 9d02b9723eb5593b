package rsvp

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"presence/app/hub/events"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/db"
	"presence/db/dbtest"
)

var (
	elise = customer{id: "C-1001", account: "A1", name: "Élise Côté", emails: []string{"elise@example.com"}, phones: []string{"418-656-2131"}}
	marc  = customer{id: "C-1002", account: "A1", name: "Marc Côté", emails: []string{"marc@example.com"}}
	anne  = customer{id: "C-2001", account: "A2", name: "Anne Roy", emails: []string{"anne@example.com", "elise@example.com"},
		phones: []string{"514-555-0142"}}
)

// TestSubmit_Identity shows who is known again (R16): each case answers several times and counts what is left.
func TestSubmit_Identity(t *testing.T) {
	type step struct {
		a     Answer
		token string
	}
	answered := Answer{Name: "X Y", Email: "x@example.com", Phone: "450-555-0101"}
	tests := []struct {
		name  string
		steps []step
		want  []string // identities, in the order of their ids
	}{
		{"the same e-mail, however it is written", []step{{a: Answer{Name: "X Y", Email: "X@Example.com"}},
			{a: Answer{Name: "Z", Email: "x@example.COM "}}}, []string{"email:x@example.com"}},
		{"another e-mail beside the same phone is another guest",
			[]step{{a: answered}, {a: Answer{Name: "X Y", Email: "y@example.com", Phone: "450-555-0101"}}},
			[]string{"email:x@example.com", "email:y@example.com"}},
		{"the same phone where there is no e-mail", []step{{a: Answer{Name: "X Y", Phone: "450 555-0101"}},
			{a: Answer{Name: "Y X", Phone: "4505550101"}}}, []string{"phone:+14505550101"}},
		{"the e-mail that was left out before, by phone and name",
			[]step{{a: Answer{Name: "Xavier Yale", Phone: "450 555-0101"}},
				{a: Answer{Name: "yale xavier", Email: "x@example.com", Phone: "4505550101"}}}, []string{"email:x@example.com"}},
		{"the e-mail that is left out now, by phone and name",
			[]step{{a: Answer{Name: "Xavier Yale", Email: "x@example.com", Phone: "450 555-0101"}},
				{a: Answer{Name: "Xavier Yale", Phone: "4505550101"}}}, []string{"email:x@example.com"}},
		{"a family's phone beside another name is another guest",
			[]step{{a: Answer{Name: "Xavier Yale", Email: "x@example.com", Phone: "450 555-0101"}},
				{a: Answer{Name: "Zoé Yale", Phone: "4505550101"}}}, []string{"email:x@example.com", "phone:+14505550101"}},
		{"a name alone, in any order and spelling", []step{{a: Answer{Name: "Jean-François Élie"}}, {a: Answer{Name: "elie jean francois"}}},
			[]string{"name:elie francois jean|"}},
		{"namesakes by their initials", []step{{a: Answer{Name: "Denise M."}}, {a: Answer{Name: "Denise D."}}, {a: Answer{Name: "M. Denise"}}},
			[]string{"name:denise m|", "name:d denise|", "name:denise|"}},
		{"namesakes by their customer numbers", []step{{a: Answer{Name: "Luc Roy", CustomerNumber: "77"}},
			{a: Answer{Name: "Luc Roy", CustomerNumber: "78"}}}, []string{"name:luc roy|77", "name:luc roy|78"}},
		{"the account of a confirmed match, whichever two signals",
			[]step{{a: Answer{Name: "Élise Côté", Email: "elise@example.com", CustomerNumber: "C-1001"}},
				{a: Answer{Name: "X", Phone: "418-656-2131", CustomerNumber: "C-1001"}}}, []string{"account:A1"}},
		{"two people of one account are one customer", []step{{a: Answer{Name: "Élise Côté", Email: "elise@example.com",
			CustomerNumber: "C-1001"}}, {a: Answer{Name: "Marc Côté", Email: "marc@example.com"}}}, []string{"account:A1"}},
		{"a probable match keeps the e-mail", []step{{a: Answer{Name: "X Y", Email: "marc@example.com"}}}, []string{"email:marc@example.com"}},
		{"a match that is confirmed later takes the registration over",
			[]step{{a: Answer{Name: "X Y", Email: "marc@example.com"}}, {a: Answer{Name: "Marc Côté", Email: "marc@example.com"}}},
			[]string{"account:A1"}},
		{"and is not lost when less is said later", []step{{a: Answer{Name: "Marc Côté", Email: "marc@example.com"}},
			{a: Answer{Name: "X Y", Email: "marc@example.com"}}}, []string{"account:A1"}},
		{"two accounts behind one e-mail are two customers",
			[]step{{a: Answer{Name: "Élise Côté", Email: "elise@example.com", Phone: "418-656-2131"}},
				{a: Answer{Name: "Anne Roy", Email: "elise@example.com", Phone: "514-555-0142"}}}, []string{"account:A1", "account:A2"}},
		{"the customer of a link, whatever is typed", []step{{Answer{Name: "Élise", Email: "elise@example.com"}, "elise-link"},
			{Answer{Name: "Somebody", Email: "new@example.com"}, "elise-link"}}, []string{"customer:C-1001"}},
		{"two links of one account are two customers", []step{{Answer{Name: "Élise"}, "elise-link"}, {Answer{Name: "Marc"}, "marc-link"}},
			[]string{"customer:C-1001", "customer:C-1002"}},
		{"a link after the account was confirmed", []step{{a: Answer{Name: "Élise Côté", Email: "elise@example.com", CustomerNumber: "C-1001"}},
			{Answer{Name: "Élise"}, "elise-link"}}, []string{"customer:C-1001"}},
		{"a link after an e-mail alone", []step{{a: Answer{Name: "X", Email: "marc@example.com"}},
			{Answer{Name: "Marc", Email: "marc@example.com"}, "marc-link"}}, []string{"customer:C-1002"}},
		{"no link after the link", []step{{Answer{Name: "Marc", Email: "marc@example.com"}, "marc-link"},
			{a: Answer{Name: "X", Email: "marc@example.com"}}}, []string{"customer:C-1002"}},
		{"a confirmed account after its customer's link", []step{{Answer{Name: "Marc"}, "marc-link"},
			{a: Answer{Name: "Marc Côté", Email: "marc@example.com"}}}, []string{"customer:C-1002"}},
		{"another customer's link beside the same e-mail is another guest",
			[]step{{Answer{Name: "Marc", Email: "marc@example.com"}, "marc-link"}, {Answer{Name: "Anne", Email: "marc@example.com"}, "anne-link"}},
			[]string{"customer:C-1002", "customer:C-2001"}},
		{"a link of no customer is its own e-mail, whatever is typed",
			[]step{{Answer{Name: "G", Email: "g1@example.com"}, "guest-link"}, {Answer{Name: "G", Email: "g2@example.com"}, "guest-link"}},
			[]string{"email:guest@example.com"}},
		{"also when the guest answers without the link later",
			[]step{{Answer{Name: "G", Email: "g1@example.com"}, "guest-link"}, {a: Answer{Name: "G", Email: "g1@example.com"}}},
			[]string{"email:guest@example.com"}},
		{"an unknown token is no link", []step{{Answer{Name: "X Y", Email: "x@example.com"}, "forged"}, {a: answered}},
			[]string{"email:x@example.com"}},
	}
	eachWorld(t, func(t *testing.T, w *world) {
		w.knows(elise, marc, anne)
		w.link("elise-link", "Élise Côté", "elise@example.com", "C-1001")
		w.link("marc-link", "Marc Côté", "marc@example.com", "C-1002")
		w.link("anne-link", "Anne Roy", "anne@example.com", "C-2001")
		w.link("guest-link", "Guest", "Guest@Example.com", "")
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				w := w.on(t)
				w.exec("DELETE FROM rsvps")
				w.exec("DELETE FROM rsvp_tallies")
				for _, s := range tt.steps {
					w.answers(s.a, s.token)
				}
				var got []string
				for _, r := range w.registrations("gala") {
					got = append(got, r.identity)
				}
				if !slices.Equal(got, tt.want) {
					t.Errorf("kept as %q, want %q", got, tt.want)
				}
			})
		}
	})
}

// TestSubmit_TheLatestOfTwo shows which of two registrations an answer takes the place of when it fits both: the one that
// was answered last.
func TestSubmit_TheLatestOfTwo(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		same := Answer{Name: "X Y", Phone: "450-555-0101"}
		mail := func(address string) Answer { return Answer{Name: "X Y", Email: address, Phone: "450-555-0101"} }
		first := w.answers(mail("one@example.com"), "")
		w.clock = w.clock.Add(time.Minute)
		second := w.answers(mail("two@example.com"), "")
		w.clock = w.clock.Add(time.Minute)
		if got := w.answers(same, ""); got.ID != second.ID {
			t.Errorf("registration %d gave way, want %d", got.ID, second.ID)
		}
		w.clock = w.clock.Add(time.Minute)
		w.answers(mail("one@example.com"), "")
		w.exec("UPDATE rsvps SET identity = 'email:two@example.com', email_key = 'two@example.com' WHERE id = $1", second.ID)
		w.clock = w.clock.Add(time.Minute)
		if got := w.answers(same, ""); got.ID != first.ID {
			t.Errorf("registration %d gave way, want %d, which was answered later", got.ID, first.ID)
		}
	})
}

// TestSubmit_AnAccountThatIsKnownLater shows that a customer who had no account when they answered is no other customer
// once the directory has one, or another one.
func TestSubmit_AnAccountThatIsKnownLater(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		w.knows(customer{id: "C-7001", name: "Sans Compte", emails: []string{"sans@example.com"}})
		w.link("sans-link", "Sans Compte", "sans@example.com", "C-7001")
		a := Answer{Name: "Sans Compte", Email: "sans@example.com"}
		first := w.answers(a, "sans-link")
		if first.AccountID != "" {
			t.Fatalf("the account is %q", first.AccountID)
		}
		for _, account := range []string{"A9", "B9"} {
			w.exec("UPDATE directory_customers SET account_id = '" + account + "' WHERE customer_id = 'C-7001'")
			for _, token := range []string{"sans-link", ""} {
				if got := w.answers(a, token); got.ID != first.ID || got.AccountID != account {
					t.Errorf("%s: with the link %q it is registration %d of the account %q", account, token, got.ID, got.AccountID)
				}
			}
		}
		if n := len(w.registrations("gala")); n != 1 {
			t.Errorf("%d registrations", n)
		}
	})
}

func TestSubmit_KeepsWhatWasSaid(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		w.knows(marc)
		first := w.answers(Answer{Name: " Marc Côté ", Email: "marc@example.com", People: 3, Allergies: "Noix\r\nlait", Language: i18n.EN}, "")
		if first.Name != "Marc Côté" || first.Allergies != "Noix\nlait" || first.Language != i18n.EN || first.AccountID != "A1" ||
			first.NameOnFile != "Marc Côté" ||
			first.Confidence != Confirmed || first.IP == "" || first.CreatedAt != first.RespondedAt || first.Version != 1 {
			t.Errorf("kept %+v", first)
		}
		w.clock = w.clock.Add(time.Hour)
		second := w.answers(Answer{Name: "M", Email: "marc@example.com", People: 2}, "")
		if second.ID != first.ID || second.Version != 2 || second.CreatedAt != first.CreatedAt || second.RespondedAt <= first.RespondedAt ||
			second.People != 2 || second.Allergies != "" {
			t.Errorf("the second answer is %+v", second)
		}
		if second.Confidence != Probable || JoinSignals(second.Signals) != "email" || second.AccountID != "A1" ||
			second.NameOnFile != "Marc Côté" {
			t.Errorf("the second answer is attributed %+v", second.Attribution)
		}
		old, err := w.Revisions(context.Background(), "gala", first.ID)
		if err != nil || len(old) != 1 || old[0].Name != "Marc Côté" || old[0].People != 3 || old[0].Confidence != Confirmed ||
			old[0].ReplacedAt != second.RespondedAt || old[0].IP != first.IP {
			t.Errorf("the revisions are %+v, %v", old, err)
		}
		w.registrations("gala")
	})
}

// TestSubmit_KeepsTheAccount answers again with less: the match is gone, but the customer stays the one that was confirmed.
func TestSubmit_KeepsTheAccount(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		w.knows(marc)
		a := Answer{Name: "Marc Côté", Email: "marc@example.com", Phone: "450 555-0101"}
		first := w.answers(a, "")
		if first.identity != "account:A1" {
			t.Fatalf("the first answer is kept as %s", first.identity)
		}
		a.Email = ""
		second := w.answers(a, "")
		if second.ID != first.ID || second.Confidence != Unknown || second.CustomerID != marc.id || second.AccountID != "A1" ||
			second.NameOnFile != "Marc Côté" {
			t.Errorf("the second answer is attributed %+v", second.Attribution)
		}
		w.knows(customer{id: "C-1003", account: "A1", name: "Anne Côté", emails: []string{"anne.cote@example.com"}})
		third := w.answers(Answer{Name: "Anne Côté", Email: "anne.cote@example.com"}, "")
		if third.ID != first.ID || third.CustomerID != "C-1003" || third.NameOnFile != "Anne Côté" {
			t.Errorf("another customer of the account answers, and it is attributed %+v", third.Attribution)
		}
		x := Answer{Name: "X Y", Email: "marc@example.com", Phone: "450 555-0102"}
		if r := w.answers(x, ""); r.Confidence != Probable || r.AccountID != "A1" {
			t.Fatalf("the match is %+v", r.Attribution)
		}
		x.Email = ""
		if r := w.answers(x, ""); r.Confidence != Unknown || r.CustomerID+r.AccountID+r.NameOnFile != "" {
			t.Errorf("what was only probable is kept: %+v", r.Attribution)
		}
	})
}

func TestSubmit_TheSameAgainIsNoRevision(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		s := Submission{Answer: Answer{Name: "X Y", Email: "x@example.com", People: 2}}
		for i, updated := range []bool{false, true, true} {
			o, err := w.Submit(context.Background(), "gala", s, Visitor{IP: "10.0.0.1"})
			if err != nil || o.Updated != updated {
				t.Errorf("answer %d: %+v, %v", i, o, err)
			}
		}
		if r := w.registrations("gala")[0]; r.Version != 1 || w.count("SELECT COUNT(*) FROM rsvp_revisions") != 0 {
			t.Errorf("sending a form again left version %d", r.Version)
		}
	})
}

func TestSubmit_Language(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		w.link("english", "G", "g@example.com", "")
		for _, tt := range []struct {
			name    string
			said    i18n.Lang
			token   string
			visitor i18n.Lang
			want    i18n.Lang
		}{
			{"takes the language that the answer names", "fr", "english", "en", "fr"},
			{"takes that of the personal link otherwise", "", "english", "fr", "en"},
			{"takes that of the browser without a link", "", "", "en", "en"},
			{"takes French when nothing names a language", "", "", "", "fr"},
		} {
			t.Run(tt.name, func(t *testing.T) {
				o, err := w.Submit(context.Background(), "gala", Submission{Answer: Answer{Name: "X", People: 1, Language: tt.said}, Token: tt.token},
					Visitor{IP: "10.0.0.1", Language: tt.visitor})
				if err != nil || o.Language != tt.want {
					t.Errorf("got %q, %v", o.Language, err)
				}
			})
		}
	})
}

func TestSubmit_Refuses(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		w.event("draft", "draft", 0)
		w.event("closed", "closed", 0)
		w.event("late", "open", 0)
		w.exec("UPDATE events SET rsvp_deadline = 1 WHERE id = 'late'")
		whole := Answer{Name: "X", People: 1}
		for _, tt := range []struct {
			name, event string
			a           Answer
			want        string
		}{
			{"an event that is not there", "nowhere", whole, "not_found"},
			{"a draft, as one that is not there", "draft", whole, "not_found"},
			{"a closed event", "closed", whole, "closed"},
			{"an event whose deadline has passed", "late", whole, "closed"},
			{"no name", "gala", Answer{Name: " \t", People: 1}, "name required"},
			{"every fault at once", "gala", Answer{Email: "x", Phone: "12", People: 21, Language: "de"},
				"name required, phone format, email format, people out_of_range, language not_allowed"},
			{"a number of people that is none", "gala", Answer{Name: "X", People: noNumber}, "people out_of_range"},
			{"to decline without an address or a link", "gala", Answer{Name: "X"}, "email required"},
			{"to decline without a name or a link", "gala", Answer{Email: "x@example.com"}, "name required"},
			{"a name of two lines", "gala", Answer{Name: "X\nY", People: 1}, "name format"},
			{"a NUL", "gala", Answer{Name: "X", Allergies: "a\x00b", People: 1}, "allergies format"},
			{"what is no UTF-8", "gala", Answer{Name: "X\xff", People: 1}, "name format"},
			{"an address with a header in it", "gala", Answer{Name: "X", Email: "a@example.com\r\nBcc: b@example.com", People: 1}, "email format"},
			{"a novel", "gala", Answer{Name: "X", Allergies: strings.Repeat("é", 1001), People: 1}, "allergies length"},
		} {
			t.Run(tt.name, func(t *testing.T) {
				_, err := w.Submit(context.Background(), tt.event, Submission{Answer: tt.a}, Visitor{IP: "10.0.0.1"})
				if got := faultsOfErr(err); got != tt.want {
					t.Errorf("refused with %q, want %q", got, tt.want)
				}
			})
		}
		if n := w.count("SELECT COUNT(*) FROM rsvps") + w.count("SELECT COUNT(*) FROM rsvp_attempts"); n != 0 {
			t.Errorf("refused answers left %d rows", n)
		}
	})
}

func faultsOfErr(err error) string {
	e, ok := errs.Of(err)
	if !ok {
		return ""
	}
	var list []string
	for _, f := range e.Fields {
		list = append(list, f.Field+" "+f.Code)
	}
	if len(list) == 0 {
		return e.Code
	}
	return strings.Join(list, ", ")
}

// TestSubmit_Seats shows what happens at the last places.
func TestSubmit_Seats(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		w.exec("UPDATE events SET capacity = 5 WHERE id = 'gala'")
		a := func(email string, people int64) Answer { return Answer{Name: "X", Email: email, People: people} }
		w.answers(a("a@example.com", 3), "")
		for _, tt := range []struct {
			name string
			a    Answer
			full bool
			left int64
		}{
			{"more people than places", a("b@example.com", 3), true, 3},
			{"raised into the last places", a("a@example.com", 5), false, 5},
			{"a new guest when it is full", a("b@example.com", 1), true, 5},
			{"an existing guest says something else", Answer{Name: "X", Email: "a@example.com", People: 5, Allergies: "nuts"}, false, 5},
			{"an existing guest raises", a("a@example.com", 6), true, 5},
			{"an existing guest lowers", a("a@example.com", 4), false, 4},
			{"the place that was freed", a("b@example.com", 1), false, 5},
		} {
			_, err := w.answer(tt.a, "")
			if errs.HasCode(err, "booking_full") != tt.full || (err != nil) != tt.full {
				t.Errorf("%s: %v", tt.name, err)
			}
			if taken, err := w.Seats(context.Background(), "gala"); err != nil || taken.Headcount != tt.left {
				t.Errorf("%s: %+v, %v", tt.name, taken, err)
			}
		}
		w.exec("UPDATE events SET capacity = 2, version = version + 1 WHERE id = 'gala'")
		if _, err := w.answer(Answer{Name: "Y", Email: "a@example.com", People: 4}, ""); err != nil {
			t.Errorf("a guest of an event whose capacity was lowered cannot even change the name: %v", err)
		}
		w.registrations("gala")
	})
}

// TestSubmit_SignalsFullAndFree shows that other processes hear when an event becomes full, and when it has places again.
func TestSubmit_SignalsFullAndFree(t *testing.T) {
	w := newWorld(t, dbtest.Open(t, db.Postgres)) // on SQLite Listen also calls each second, signal or not
	w.exec("UPDATE events SET capacity = 2 WHERE id = 'gala'")
	heard := make(chan struct{}, 1)
	var listener sync.WaitGroup
	ctx, stop := context.WithCancel(t.Context())
	defer listener.Wait()
	defer stop()
	listener.Go(func() { w.DB.Listen(ctx, Changed, func() error { heard <- struct{}{}; return nil }) })
	<-heard // it is connected
	for _, x := range []struct {
		name   string
		people int64
	}{{"full", 2}, {"free", 1}, {"full again", 2}} {
		w.answers(Answer{Name: "X", Email: "a@example.com", People: x.people}, "")
		select {
		case <-heard:
		case <-time.After(20 * time.Second):
			t.Fatalf("no signal when the event is %s", x.name)
		}
	}
}

func TestTally_isFull(t *testing.T) {
	capacity := int64(5)
	for name, x := range map[string]struct {
		capacity  *int64
		headcount int64
		want      bool
	}{
		"an event without a capacity is never full": {nil, 5, false},
		"one place is left":                         {&capacity, 4, false},
		"every place is taken":                      {&capacity, 5, true},
		"the capacity was lowered":                  {&capacity, 6, true},
	} {
		t.Run(name, func(t *testing.T) {
			full := tally{Seats: Seats{Headcount: x.headcount}}.isFull(events.Event{Capacity: x.capacity})
			if full != x.want {
				t.Errorf("full: %v", full)
			}
		})
	}
}

// TestSaveAnswer_TheEventChangesMeanwhile shows that the event is read again when it was changed after it was first read.
func TestSaveAnswer_TheEventChangesMeanwhile(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		for _, x := range []struct {
			name, change string
			replies      []Reply
			code         string
		}{
			{"refuses when it was closed", "UPDATE events SET state = 'closed', version = version + 1 WHERE id = 'gala'", nil, "closed"},
			{"refuses more people than it allows since", "UPDATE events SET people_limit = 1, version = version + 1 WHERE id = 'gala'", nil, "over_limit"},
			{"refuses a reply to a question that was dropped", "UPDATE events SET questions = '[]', version = version + 1 WHERE id = 'gala'",
				[]Reply{parks(2)}, "not_asked"},
			{"refuses when it was deleted", "DELETE FROM events WHERE id = 'gala'", nil, "not_found"},
		} {
			t.Run(x.name, func(t *testing.T) {
				ctx := t.Context()
				e, err := w.Event(ctx, "gala")
				if err != nil {
					t.Fatal(err)
				}
				prepared, err := w.prepareAnswer(ctx, Answer{Name: "X", People: 2, Details: Details{Answers: x.replies}}, Guest{})
				if err != nil {
					t.Fatal(err)
				}
				prepared.guest = true
				err = w.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
					if _, err := tx.Exec(ctx, x.change); err != nil {
						return err
					}
					t, err := lockTally(ctx, tx, e.ID)
					if err != nil {
						return err
					}
					_, _, err = w.saveAnswer(ctx, tx, e, t, prepared)
					return err
				})
				if fields := errs.FieldsOf(err); !errs.HasCode(err, x.code) && (len(fields) != 1 || fields[0].Code != x.code) {
					t.Errorf("answered with %v, want %s", err, x.code)
				}
			})
		}
		w.registrations("gala")
	})
}
