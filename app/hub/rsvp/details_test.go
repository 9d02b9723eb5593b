package rsvp

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"presence/app/apptest/htmltest"
	"presence/app/hub/events"
	"presence/app/platform/errs"
)

// asking is the questions of the event "gala" in these tests: a meal for each person, the parking places of a party, songs, a text.
const asking = `[
	{"id":11,"kind":"choice","per":"person","required":true,"text":{"fr":"Plat","en":"Meal"},
		"options":[{"id":1,"text":{"fr":"Poulet","en":"Chicken"}},{"id":2,"text":{"fr":"Poisson","en":"Fish"}},{"id":3,"text":{"fr":"Tofu","en":""},"archived":true}]},
	{"id":12,"kind":"number","per":"party","required":true,"text":{"fr":"Stationnements","en":"Parking"}},
	{"id":13,"kind":"several","per":"party","required":false,"text":{"fr":"Musique","en":"Music"},
		"options":[{"id":1,"text":{"fr":"Valse","en":"Waltz"}},{"id":2,"text":{"fr":"Rock","en":"Rock"}}]},
	{"id":14,"kind":"text","per":"party","required":false,"text":{"fr":"Mot","en":"Note"}},
	{"id":15,"kind":"text","per":"party","required":true,"text":{"fr":"Ancienne","en":"Old"},"archived":true}]`

func (w *world) asks(companions string, limit int64) {
	w.Helper()
	w.exec("UPDATE events SET companions = $1, people_limit = $2, questions = $3, version = version + 1 WHERE id = 'gala'", companions, limit, asking)
}

func eats(person, option int64) Reply {
	return Reply{Question: 11, Person: person, Options: []int64{option}}
}

func parks(n int64) Reply { return Reply{Question: 12, Number: new(n)} }

// three is a whole answer of a guest with two companions.
func three() Answer {
	return Answer{Name: "Zoé Roy", Email: "zoe@example.com", People: 3, Details: Details{Companions: []string{"Luc", "Ève"},
		Answers: []Reply{eats(0, 1), eats(1, 2), eats(2, 2), parks(2), {Question: 13, Options: []int64{2, 1, 2}}, {Question: 14, Text: " =1+1 "}}}}
}

func TestSubmit_details(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		w.asks("required", 4)
		for _, x := range []struct {
			name, want string
			change     func(a *Answer)
		}{
			{"more people than the event allows", "people over_limit", func(a *Answer) { a.People = 5 }},
			{"a companion without a name", "companions[1] required", func(a *Answer) { a.Companions = []string{"Luc"} }},
			{"more names than companions", "companions out_of_range, companions[0] required, companions[1] required", func(a *Answer) {
				a.People, a.Companions, a.Answers = 3, []string{"", "", "A"}, a.Answers[:5]
			}},
			{"a required question that one person leaves out", "answers.11.2 required", func(a *Answer) { a.Answers = slices.Delete(a.Answers, 2, 3) }},
			{"an option that is archived", "answers.11.1 not_offered", func(a *Answer) { a.Answers[1] = eats(1, 3) }},
			{"two options of a choice", "answers.11.0 one_option", func(a *Answer) { a.Answers[0].Options = []int64{1, 2} }},
			{"a question that is archived", "answers.15.0 not_asked", func(a *Answer) { a.Answers = append(a.Answers, Reply{Question: 15, Text: "x"}) }},
			{"a question of another event", "answers.99.0 not_asked", func(a *Answer) { a.Answers = append(a.Answers, Reply{Question: 99, Text: "x"}) }},
			{"an answer of a person who is not coming", "answers.11.3 not_asked", func(a *Answer) { a.Answers = append(a.Answers, eats(3, 1)) }},
			{"one question answered twice", "answers.12.0 answered_twice", func(a *Answer) { a.Answers = append(a.Answers, parks(1)) }},
			{"a text for a number", "answers.12.0 type", func(a *Answer) { a.Answers[3] = Reply{Question: 12, Text: "two"} }},
			{"a number below 0", "answers.12.0 out_of_range", func(a *Answer) { a.Answers[3] = parks(-1) }},
			{"a text that is too long", "answers.14.0 length", func(a *Answer) { a.Answers[5].Text = strings.Repeat("é", maxReplyText+1) }},
		} {
			t.Run("refuses "+x.name, func(t *testing.T) {
				a := three()
				a.Answers = slices.Clone(a.Answers)
				x.change(&a)
				_, err := w.on(t).answer(a, "")
				var got []string
				for _, f := range errs.FieldsOf(err) {
					got = append(got, f.Field+" "+f.Code)
				}
				if text := strings.Join(got, ", "); text != x.want {
					t.Errorf("refused with %q, want %q", text, x.want)
				}
			})
		}
		t.Run("stores them, cleaned, and finds the party by the name of a companion", func(t *testing.T) {
			w := w.on(t)
			r := w.answers(three(), "")
			want := []Reply{eats(0, 1), eats(1, 2), eats(2, 2), parks(2), {Question: 13, Options: []int64{1, 2}}, {Question: 14, Text: "=1+1"}}
			if !(Answer{Details: r.Details}).equal(Answer{Details: Details{[]string{"Luc", "Ève"}, want}}) {
				t.Errorf("stored %+v", r.Details)
			}
			if found, err := w.Find(t.Context(), "eve", 5); err != nil || len(found) != 1 || found[0].ID != r.ID {
				t.Errorf("found %+v, %v", found, err)
			}
		})
		t.Run("keeps them in the revision when the guest answers again, and restores them", func(t *testing.T) {
			w := w.on(t)
			again := three()
			again.People, again.Companions, again.Answers = 1, nil, []Reply{eats(0, 2), parks(0)}
			r := w.answers(again, "")
			if r.ID != 1 || len(r.Companions) != 0 || len(r.Answers) != 2 {
				t.Fatalf("stored %+v", r)
			}
			back, err := w.Restore(t.Context(), staff, "gala", r.ID, 1, nil)
			if err != nil || len(back.Companions) != 2 || len(back.Answers) != 6 {
				t.Errorf("restored %+v, %v", back.Details, err)
			}
		})
		t.Run("keeps an answer to a question that is archived since, when the guest answers again", func(t *testing.T) {
			w := w.on(t)
			w.exec("UPDATE rsvps SET details = $1", `{"answers":[{"question_id":15,"text":"kept"}]}`)
			if r := w.answers(three(), ""); len(r.Answers) != 7 {
				t.Errorf("stored %+v", r.Answers)
			}
		})
		t.Run("keeps it when staff correct the answer, and stores no revision when they change nothing", func(t *testing.T) {
			w := w.on(t)
			w.exec(`UPDATE events SET questions = REPLACE(questions, '"id":13,', '"id":13,"archived":true,'), version = version + 1 WHERE id = 'gala'`)
			e, err := w.Event(t.Context(), "gala")
			if err != nil {
				t.Fatal(err)
			}
			before, err := w.Get(t.Context(), "gala", 1)
			if err != nil {
				t.Fatal(err)
			}
			shown := before.Answer
			shown.Answers = slices.Clone(shown.Answers)
			shown.dropArchived(e)
			same, err := w.Correct(t.Context(), staff, "gala", 1, nil, shown)
			if err != nil || same.Version != before.Version || len(shown.Answers) != 5 || len(same.Answers) != 7 {
				t.Errorf("%d answers were sent, %d are stored: %+v, %v", len(shown.Answers), len(same.Answers), same, err)
			}
			shown.Companions = []string{"Luc", "Eva"}
			changed, err := w.Correct(t.Context(), staff, "gala", 1, nil, shown)
			if err != nil || changed.Version != before.Version+1 || changed.Companions[1] != "Eva" || len(changed.Answers) != 7 {
				t.Errorf("%+v, %v", changed, err)
			}
		})
		t.Run("staff may exceed the limit, and leave out what is required", func(t *testing.T) {
			w := w.on(t)
			r, _, _, err := w.EnterForGuest(t.Context(), staff, "gala", Answer{Name: "Léa", People: 7}, false)
			if err != nil || r.People != 7 {
				t.Errorf("%+v, %v", r, err)
			}
			if _, err := w.EnterWalkIn(t.Context(), staff, "gala", Answer{Name: "Max", People: 6}, false); err != nil {
				t.Error(err)
			}
		})
		t.Run("a guest who declines answers nothing", func(t *testing.T) {
			if r := w.on(t).declines(Answer{Name: "Z", Email: "zoe@example.com", Details: three().Details}, ""); !r.Details.IsEmpty() {
				t.Errorf("stored %+v", r.Details)
			}
		})
	})
}

func TestGuests_details(t *testing.T) {
	eachFixture(t, func(t *testing.T, d *fixture) {
		d.asks("required", 12)
		form := url.Values{"name": {"Zoé Roy"}, "email": {"zoe@example.com"}, "people": {"3"}, "language": {"en"}, "shown": {"3"}, "attending": {"yes"},
			"companions[0]": {"Luc"}, "companions[1]": {"<b>Ève</b>"}, "companions[2]": {"Nobody"}, "answers.11.0": {"1"}, "answers.11.1": {"2"},
			"answers.11.2": {"2"}, "answers.11.3": {"1"}, "answers.12.0": {"2"}, "answers.13.0": {"1", "2"}, "answers.14.0": {"<i>hi</i>"}}
		t.Run("the page has fields for the first people, and stays below 30 KB", func(t *testing.T) {
			answer := d.on(t).send("GET", "/rsvp/gala?lang=en", "")
			page := answer.Doc()
			if n := page.Find(".others > .person").Length(); n < 2 || n > 11 || page.Find("[name=shown]").AttrOr("value", "") == "" {
				t.Errorf("%d companions", n)
			}
			if page.Find("[name=people]").Length() != 12 || page.Find("select[name='answers.11.0'] option").Length() != 3 {
				t.Error("the limit, or the options of the meal")
			}
			if page.Find("[name='answers.15.0']").Length() != 0 || len(answer.Body) > 30<<10 {
				t.Errorf("an archived question is asked, or %d bytes", len(answer.Body))
			}
		})
		t.Run("more people than there are fields for get a page with the fields of all", func(t *testing.T) {
			d := d.on(t)
			more := url.Values{}
			for k, v := range form {
				more[k] = v
			}
			more.Set("people", "10")
			page := d.send("POST", "/rsvp/gala/submit", more.Encode(), "Content-Type", "application/x-www-form-urlencoded").
				Want(http.StatusUnprocessableEntity).Doc()
			if n := page.Find(".others > .person").Length(); n != 9 || page.Find("[name='companions[0]']").AttrOr("value", "") != "Luc" {
				t.Errorf("%d companions", n)
			}
		})
		t.Run("the thanks show what was answered, escaped, and no field of somebody who is not coming is stored", func(t *testing.T) {
			d := d.on(t)
			answer := d.send("POST", "/rsvp/gala/submit", form.Encode(), "Content-Type", "application/x-www-form-urlencoded").Want(http.StatusOK)
			text := htmltest.Text(answer.Doc().Find(".answered"))
			if !strings.Contains(text, "Luc") || !strings.Contains(text, "<b>Ève</b>: Fish") || strings.Contains(answer.Body, "<i>hi") {
				t.Errorf("answered %q", text)
			}
			r, err := d.Get(t.Context(), "gala", 1)
			if err != nil || len(r.Companions) != 2 || len(r.Answers) != 6 {
				t.Errorf("%+v, %v", r.Details, err)
			}
		})
		t.Run("without the personal link, the page shows nothing of it", func(t *testing.T) {
			if body := d.on(t).send("GET", "/rsvp/gala?lang=en", "").Body; strings.Contains(body, "Luc") {
				t.Error("it shows a companion")
			}
		})
		t.Run("staff see companions and answers on the registration and in its form", func(t *testing.T) {
			d := d.on(t)
			for path, want := range map[string]string{"/1": "Luc: Fish", "/1/edit": "Person 3"} {
				if text := htmltest.Text(d.page("/staff/events/gala/rsvps" + path)); !strings.Contains(text, want) {
					t.Errorf("%s reads %q", path, text)
				}
			}
		})
		t.Run("staff correct them, and what they do not show stays", func(t *testing.T) {
			d := d.on(t)
			r, err := d.Get(t.Context(), "gala", 1)
			if err != nil {
				t.Fatal(err)
			}
			values := valuesOf(r)
			values.Set("companions[1]", "Ève")
			values.Set("shown", "3")
			d.browser.Form("/staff/events/gala/rsvps/1/edit", values).Want(http.StatusSeeOther)
			if r, err = d.Get(t.Context(), "gala", 1); err != nil || r.Companions[1] != "Ève" || len(r.Answers) != 6 || r.Version != 2 {
				t.Errorf("%+v, %v", r.Details, err)
			}
		})
	})
}

func TestAPI_details(t *testing.T) {
	eachCaller(t, func(t *testing.T, w caller) {
		w.asks("asked", 4)
		const body = `{"name":"Zoé","email":"zoe@example.com","people":2,"companions":["Luc"],"answers":[{"question_id":11,"options":[1]},
			{"question_id":11,"person":1,"options":[2]},{"question_id":12,"number":0}]}`
		t.Run("stores and shows them", func(t *testing.T) {
			w := w.on(t)
			w.ask("POST", "/rsvp/gala/submit", body).Want(http.StatusOK)
			if got := w.ask("GET", "/events/gala/rsvps/1", "").Want(http.StatusOK).Body; !strings.Contains(got, `"companions":["Luc"],"answers":[{"question_id":11,"options":[1]},{"question_id":11,"person":1,"options":[2]},{"question_id":12,"number":0}]`) {
				t.Error(got)
			}
		})
		t.Run("refuses a member that an answer does not have", func(t *testing.T) {
			got := w.on(t).ask("POST", "/rsvp/gala/submit", strings.Replace(body, `"number":0`, `"numbers":0`, 1)).Body
			if !strings.Contains(got, "answers[2].numbers") {
				t.Error(got)
			}
		})
		t.Run("the limit holds for the waiting list", func(t *testing.T) {
			_, err := Submission{Answer: Answer{Name: "A", Email: "a@example.com", People: 5}}.party(events.Event{PeopleLimit: 4}, Guest{}, Visitor{})
			if f := errs.FieldsOf(err); len(f) != 1 || f[0].Code != "over_limit" {
				t.Errorf("%v", err)
			}
		})
	})
}
