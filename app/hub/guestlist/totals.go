package guestlist

import (
	"context"

	"presence/app/hub/events"
	"presence/app/hub/rsvp"
)

// total is the sum of the answers to one question, of guests who are coming.
type total struct {
	events.Question
	answered int64                // people, or parties, that answered
	sum      int64                // of the numbers
	chosen   map[int64]*selection // by the id of the option
}

// selection is how often an option was chosen.
type selection struct {
	answers int64 // people, or parties
	people  int64 // of those parties together; for a question for each person, the same as answers
}

// totals are the sums of the answers to the questions of an event.
type totals struct {
	event     events.Event
	seats     rsvp.Seats
	questions []total     // in the order of the event
	allergies []rsvp.RSVP // the first registrations that name some, by name
	more      bool        // there are more of them
}

// maxAllergyRows is how many registrations with allergies the page of the totals lists.
const maxAllergyRows = 500

// addUp adds up the answers to the questions of an event, one registration after the other, in one snapshot.
func addUp(ctx context.Context, rsvps *rsvp.Service, eventID string) (t totals, err error) {
	err = rsvps.Within(ctx, eventID, func(ctx context.Context, x rsvp.Snapshot) error {
		t = totals{event: x.Event, seats: x.Taken, questions: make([]total, len(x.Event.Questions))}
		byID := map[int64]*total{}
		for i, question := range x.Event.Questions {
			t.questions[i] = total{Question: question, chosen: map[int64]*selection{}}
			byID[question.ID] = &t.questions[i]
		}
		if err := x.EachDetails(ctx, func(people int64, d rsvp.Details) {
			for _, r := range d.Answers {
				if q, known := byID[r.Question]; known {
					q.add(people, r)
				}
			}
		}); err != nil {
			return err
		}
		f := rsvp.Query{Attending: new(true), Allergies: true, ByName: true, Rows: maxAllergyRows + 1}
		return x.Each(ctx, f, func(r rsvp.RSVP) error {
			if t.more = len(t.allergies) == maxAllergyRows; !t.more {
				t.allergies = append(t.allergies, r)
			}
			return nil
		})
	})
	return t, err
}

func (t *total) add(people int64, r rsvp.Reply) {
	t.answered++
	if r.Number != nil {
		t.sum += *r.Number
	}
	if t.Per == events.PerPerson {
		people = 1
	}
	for _, id := range r.Options {
		x := t.chosen[id]
		if x == nil {
			x = &selection{}
			t.chosen[id] = x
		}
		x.answers++
		x.people += people
	}
}

// selectedOption is an option with how often it was chosen.
type selectedOption struct {
	events.Option
	selection
}

// selections returns the options with how often each was chosen; archived ones only if they were.
func (t total) selections() (list []selectedOption) {
	for _, o := range t.Options {
		x := selectedOption{Option: o}
		if chosen := t.chosen[o.ID]; chosen != nil {
			x.selection = *chosen
		}
		if !o.Archived || x.answers > 0 {
			list = append(list, x)
		}
	}
	return list
}
