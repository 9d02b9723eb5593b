package guestlist

import (
	"testing"

	"presence/app/hub/rsvp"
)

func TestAddUp(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		w.asks()
		w.enters("gala", three())
		w.enters("gala", rsvp.Answer{Name: "B", Email: "b@example.com", People: 1, Allergies: "nuts", Details: rsvp.Details{Answers: []rsvp.Reply{
			eats(0, 1), parks(1), {Question: 13, Options: []int64{2}}}}})
		w.enters("gala", rsvp.Answer{Name: "C", Email: "c@example.com", People: 1, Allergies: "eggs",
			Details: rsvp.Details{Answers: []rsvp.Reply{eats(0, 1), parks(9)}}})
		w.exec("UPDATE rsvps SET people = 0 WHERE name = 'C'") // declined, with its answers
		x, err := addUp(t.Context(), w.rsvps, "gala")
		if err != nil {
			t.Fatal(err)
		}
		meal, parking, music := x.questions[0], x.questions[1], x.questions[2]
		t.Run("counts the people who chose an option", func(t *testing.T) {
			if meal.answered != 4 || *meal.chosen[1] != (selection{2, 2}) || *meal.chosen[2] != (selection{2, 2}) {
				t.Errorf("%d: %+v, %+v", meal.answered, meal.chosen[1], meal.chosen[2])
			}
		})
		t.Run("counts the parties that chose an option, and their people", func(t *testing.T) {
			if music.answered != 2 || *music.chosen[1] != (selection{1, 3}) || *music.chosen[2] != (selection{2, 4}) {
				t.Errorf("%d: %+v, %+v", music.answered, music.chosen[1], music.chosen[2])
			}
		})
		t.Run("adds up numbers, without those of guests who are not coming", func(t *testing.T) {
			if parking.answered != 2 || parking.sum != 3 {
				t.Errorf("%+v", parking)
			}
		})
		t.Run("lists the allergies of those who are coming", func(t *testing.T) {
			if len(x.allergies) != 1 || x.allergies[0].Name != "B" {
				t.Errorf("%+v", x.allergies)
			}
		})
	})
}
