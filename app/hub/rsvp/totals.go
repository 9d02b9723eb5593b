package rsvp

import (
	"context"

	"presence/app/hub/events"
	"presence/db"
)

// Total is the sum of the answers to one question, of guests who are coming.
type Total struct {
	events.Question
	Answered int64                // people, or parties, that answered
	Sum      int64                // of the numbers
	Chosen   map[int64]*Selection // by the id of the option
}

// Selection is how often an option was chosen.
type Selection struct {
	Answers int64 // people, or parties
	People  int64 // of those parties together; for a question for each person, the same as Answers
}

// Totals are the sums of the answers to the questions of an event.
type Totals struct {
	Event     events.Event
	Seats     Seats
	Questions []Total // in the order of the event
	Allergies []RSVP  // the first registrations that name some, by name
	More      bool    // there are more of them
}

// maxAllergyRows is how many registrations with allergies the page of the totals lists.
const maxAllergyRows = 500

// Totals adds up the answers to the questions of an event, one registration after the other, in one snapshot.
func (s *Service) Totals(ctx context.Context, eventID string) (t Totals, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		if t.Event, err = events.ByID(ctx, q, eventID); err != nil {
			return err
		}
		if t.Seats, err = seats(ctx, q, eventID); err != nil {
			return err
		}
		byID := map[int64]*Total{}
		t.Questions = make([]Total, len(t.Event.Questions))
		for i, question := range t.Event.Questions {
			t.Questions[i] = Total{Question: question, Chosen: map[int64]*Selection{}}
			byID[question.ID] = &t.Questions[i]
		}
		if err := eachDetails(ctx, q, eventID, func(people int64, d Details) {
			for _, r := range d.Answers {
				if total, known := byID[r.Question]; known {
					total.add(people, r)
				}
			}
		}); err != nil {
			return err
		}
		return list(ctx, q, eventID, Filter{Attending: new(true), Allergies: true, ByName: true, Rows: maxAllergyRows + 1}, func(r RSVP) error {
			if t.More = len(t.Allergies) == maxAllergyRows; !t.More {
				t.Allergies = append(t.Allergies, r)
			}
			return nil
		})
	})
	return t, err
}

func (t *Total) add(people int64, r Reply) {
	t.Answered++
	if r.Number != nil {
		t.Sum += *r.Number
	}
	if t.Per == events.PerPerson {
		people = 1
	}
	for _, id := range r.Options {
		x := t.Chosen[id]
		if x == nil {
			x = &Selection{}
			t.Chosen[id] = x
		}
		x.Answers++
		x.People += people
	}
}
