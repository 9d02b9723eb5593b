package events

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"presence/app/apptest/htmltest"
	"presence/app/platform/errs"
	"presence/db"
	"presence/db/dbtest"
)

func meal() Question {
	return Question{Kind: Choice, Per: PerPerson, Required: true, Text: Words{" Plat ", "Meal"},
		Options: []Option{{Text: Words{FR: "Poulet"}}, {Text: Words{"Poisson", "Fish"}}}}
}

func song() Question { return Question{Kind: ShortText, Per: PerParty, Text: Words{FR: "Chanson"}} }

// An option that is dropped gives its id to no other: a guest may have it on a page.
func TestService_Update_dropped_option(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s, ctx := serve(d), t.Context()
		c := gala()
		c.Questions = &[]Question{meal()}
		r, err := s.Create(ctx, staff, "gala", c)
		if err != nil {
			t.Fatal(err)
		}
		q := r.Questions[0]
		two := q.Options
		for _, x := range []struct {
			third string // empty: none
			id    int64  // of the third
		}{{"Lentilles", 3}, {"", 0}, {"Pois chiches", 4}, {"", 0}, {"pois chiches", 4}} {
			if q.Options = two; x.third != "" {
				q.Options = append(two[:2:2], Option{Text: Words{FR: x.third}})
			}
			r, err := s.Update(ctx, staff, "gala", nil, Changes{Questions: &[]Question{q}})
			if err != nil {
				t.Fatal(err)
			}
			if o := r.Questions[0].Offered(); len(o) != len(q.Options) || x.id != 0 && o[2].ID != x.id || len(r.Questions[0].Options) > 3 {
				t.Errorf("with %q: %+v", x.third, r.Questions[0].Options)
			}
		}
	})
}

func TestService_Update_questions(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s, ctx := serve(d), t.Context()
		c := gala()
		c.Questions, c.PeopleLimit, c.Companions = &[]Question{meal(), song()}, new(int64(4)), new(CompanionsAsked)
		r, err := s.Create(ctx, staff, "gala", c)
		if err != nil {
			t.Fatal(err)
		}
		if r.PeopleLimit != 4 || r.Companions != CompanionsAsked || len(r.Questions) != 2 || r.Questions[0].ID == 0 ||
			r.Questions[1].ID != r.Questions[0].ID+1 || r.Questions[0].Text.FR != "Plat" || r.Questions[0].Options[1].ID != 2 {
			t.Fatalf("created %+v", r.Event)
		}
		save := func(t *testing.T, list ...Question) Record {
			t.Helper()
			r, err := s.Update(ctx, staff, "gala", nil, Changes{Questions: &list})
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		first, second := r.Questions[0], r.Questions[1]
		t.Run("what is missing is dropped while there are no registrations", func(t *testing.T) {
			if r := save(t, first); len(r.Questions) != 1 {
				t.Errorf("%+v", r.Questions)
			}
			second = save(t, first, song()).Questions[1]
		})
		addRegistration(t, d)
		t.Run("and archived when there are some, with its options, and can be asked again with the same ids", func(t *testing.T) {
			only := first
			only.Text.FR, only.Options = "Repas", []Option{first.Options[1], {Text: Words{FR: "Tofu"}}}
			r := save(t, only)
			got := r.Questions
			if len(got) != 2 || got[0].ID != first.ID || got[0].Text.FR != "Repas" || !got[1].Archived || got[1].ID != second.ID {
				t.Fatalf("%+v", got)
			}
			if o := got[0].Options; len(o) != 3 || o[1].ID != 3 || o[2].ID != 1 || !o[2].Archived {
				t.Errorf("options %+v", o)
			}
			only.Options = append(only.Options[:1:1], Option{Text: Words{FR: "poulet"}})
			if o := save(t, only).Questions[0].Offered(); len(o) != 2 || o[1].ID != 1 {
				t.Errorf("the option has another id: %+v", o)
			}
		})
		t.Run("an event that is sent back as it was read stays the same", func(t *testing.T) {
			before, err := s.Get(ctx, "gala")
			if err != nil {
				t.Fatal(err)
			}
			if after := save(t, before.Questions...); questionsText(after.Questions) != questionsText(before.Questions) ||
				after.Questions[1].ID != before.Questions[1].ID {
				t.Errorf("%+v", after.Questions)
			}
		})
		kind, per, six := first, first, []Question{song(), song(), song(), song(), song(), song()}
		kind.Kind, kind.Options, per.Per = Number, nil, PerParty
		one, twice, long := meal(), meal(), song()
		one.Options, twice.Options[1].Text.FR, long.Text.EN = one.Options[:1], "POULET", strings.Repeat("x", maxQuestionText+1)
		for _, x := range []struct {
			name, want string
			list       []Question
		}{
			{"another kind of a question that may have answers", "questions[0].kind question_answered", []Question{kind}},
			{"other people who answer it", "questions[0].per question_answered", []Question{per}},
			{"six questions", "questions too_many_questions", six},
			{"one option", "questions[0].options option_count", []Question{one}},
			{"an option twice", "questions[0].options[1].text.fr duplicate_option", []Question{twice}},
			{"options of a text", "questions[0].options not_allowed", []Question{{Kind: ShortText, Per: PerParty, Text: Words{FR: "x"}, Options: meal().Options}}},
			{"a question without French", "questions[0].text.fr required", []Question{{Kind: Number, Per: PerParty, Text: Words{EN: "x"}}}},
			{"words that are too long", "questions[0].text.en length", []Question{long}},
			{"a question of another event", "questions[0].id not_found", []Question{{ID: 5, Kind: Number, Per: PerParty, Text: Words{FR: "x"}}}},
			{"a question twice", "questions[1].id duplicate_question", []Question{first, first}},
		} {
			t.Run("refuses "+x.name, func(t *testing.T) {
				list := slices.Clone(x.list)
				_, err := s.Update(ctx, staff, "gala", nil, Changes{Questions: &list})
				if got := codes(errs.FieldsOf(err)); got != x.want {
					t.Errorf("refused with %q, want %q", got, x.want)
				}
			})
		}
		t.Run("refuses a limit above 20", func(t *testing.T) {
			if _, err := s.Update(ctx, staff, "gala", nil, Changes{PeopleLimit: new(int64(21))}); codes(errs.FieldsOf(err)) != "people_limit out_of_range" {
				t.Error(err)
			}
		})
	})
}

// addRegistration makes the event "gala" one that has a registration.
func addRegistration(t *testing.T, d *db.DB) {
	t.Helper()
	if err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, "INSERT INTO rsvp_tallies (event_id, headcount, registrations) VALUES ('gala', 1, 1)")
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

func TestPages_questions(t *testing.T) {
	eachFixture(t, func(t *testing.T, d *fixture) {
		if _, err := d.Create(t.Context(), staff, "gala", gala()); err != nil {
			t.Fatal(err)
		}
		form := url.Values{"people_limit": {"4"}, "companions": {"required"}, "questions[0].kind": {"choice"}, "questions[0].per": {"person"},
			"questions[0].required": {"true"}, "questions[0].text.fr": {"Plat"}, "questions[0].options[0].text.fr": {"Poulet"},
			"questions[0].options[2].text.fr": {"Poisson"}, "questions[1].kind": {"choice"}, "questions[1].per": {"party"}}
		t.Run("saves what the form has, without the empty ones", func(t *testing.T) {
			d := d.on(t)
			d.client.Form("/staff/events/gala", form).Want(http.StatusSeeOther)
			r, err := d.Get(t.Context(), "gala")
			if err != nil || r.PeopleLimit != 4 || r.Companions != CompanionsRequired || len(r.Questions) != 1 || len(r.Questions[0].Options) != 2 {
				t.Fatalf("%+v, %v", r.Event, err)
			}
			page := d.get("/staff/events/gala")
			if got := page.Find("[name='questions[0].options[1].text.fr']").AttrOr("value", ""); got != "Poisson" {
				t.Errorf("the second option is %q", got)
			}
			if n := page.Find(".event-question").Length(); n != MaxQuestions {
				t.Errorf("%d questions", n)
			}
		})
		t.Run("shows what is wrong beside the field, with what was typed", func(t *testing.T) {
			d := d.on(t)
			bad := url.Values{}
			for k, v := range form {
				bad[k] = v
			}
			bad.Set("questions[1].text.fr", "Chanson")
			bad.Set("questions[1].kind", "several")
			page := d.client.Form("/staff/events/gala", bad).Want(http.StatusUnprocessableEntity).Doc()
			open := page.Find(".event-question[open]")
			if open.Length() != 1 || !strings.Contains(htmltest.Text(open), "Enter 2 to 10 options.") ||
				open.Find("[name='questions[1].text.fr']").AttrOr("value", "") != "Chanson" {
				t.Errorf("%q", htmltest.Text(open))
			}
		})
		t.Run("archives a question, and asks it again", func(t *testing.T) {
			d := d.on(t)
			addRegistration(t, d.db)
			hidden := d.get("/staff/events/gala").Find("[name='questions[0].id']").AttrOr("value", "")
			form.Set("questions[0].id", hidden)
			form.Set("questions[0].archived", "true")
			d.client.Form("/staff/events/gala", form).Want(http.StatusSeeOther)
			if again := d.get("/staff/events/gala").Find("[name=restore]"); again.AttrOr("value", "") != hidden {
				t.Fatalf("it cannot be asked again")
			}
			d.client.Form("/staff/events/gala", url.Values{"questions[0].kind": {"choice"}, "questions[0].per": {"party"}, "restore": {hidden}}).
				Want(http.StatusSeeOther)
			if r, err := d.Get(t.Context(), "gala"); err != nil || len(r.Asked()) != 1 {
				t.Errorf("%+v, %v", r.Questions, err)
			}
		})
	})
}
