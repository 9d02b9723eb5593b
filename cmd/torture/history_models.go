package main

import (
	"fmt"

	"github.com/anishathalye/porcupine"
)

// The models say what one client after another would see. An output of nil is an answer that was lost: the operation has had its effect at
// some time since it was begun, or never will, which is the same as after everything else.

// guestsOfEvent is how many guests answer an event of a history.
const guestsOfEvent = 6

// seats are the places of an event: the capacity, and for how many people each guest has answered.
type seats struct {
	capacity int
	people   [guestsOfEvent]int
}

func (s seats) free() int {
	free := s.capacity
	for _, n := range s.people {
		free -= n
	}
	return free
}

// seatsInput is an answer of a guest for n people (0: the guest is not coming), a change of the capacity to n, or a look at who comes.
type seatsInput struct {
	op       string // answer, raise, look
	guest, n int
}

type seatsOutput struct {
	full   bool
	people [guestsOfEvent]int // of a look
}

// seatsModel is that of an event with a capacity: it is never booked beyond it, and an answer is refused only when there are not enough
// places.
func seatsModel(capacity int) porcupine.Model {
	return modelOf(seats{capacity: capacity}, func(s seats, in seatsInput, out *seatsOutput) (bool, seats) {
		switch in.op {
		case "answer":
			fits := in.n <= s.people[in.guest] || in.n-s.people[in.guest] <= s.free()
			if fits {
				s.people[in.guest] = in.n
			}
			return out == nil || out.full != fits, s
		case "raise":
			s.capacity = in.n
			return true, s
		default:
			return out == nil || out.people == s.people, s
		}
	})
}

// sheet is a timesheet with so many shifts.
type sheet struct {
	approved, submitted bool
	shifts              int
}

// sheetInput is approve, reopen (the approval is withdrawn), submit, withdraw (the submission is), add (a shift), look (at the sheet), or
// list (the shifts).
type sheetInput struct{ op string }

type sheetOutput struct {
	refused             bool
	approved, submitted bool // of a look
	shifts, locked      int  // of a list; locked: those that are approved
}

// sheetModel is that of a timesheet: an approved one is locked, with all of its shifts.
var sheetModel = modelOf(sheet{}, func(s sheet, in sheetInput, out *sheetOutput) (bool, sheet) {
	locked, next := 0, s
	if s.approved {
		locked = s.shifts
	}
	switch in.op {
	case "approve":
		s.approved = true
		return true, s
	case "reopen":
		s.approved = false
		return true, s
	case "submit":
		next.submitted = true
	case "withdraw":
		next.submitted = false
	case "add":
		next.shifts++
	case "look":
		return out == nil || out.approved == s.approved && out.submitted == s.submitted, s
	default:
		return out == nil || out.shifts == s.shifts && out.locked == locked, s
	}
	if s.approved {
		return out == nil || out.refused, s
	}
	return out == nil || !out.refused, next
})

// keyed is what was done under an Idempotency-Key.
type keyed struct {
	id, body int64 // of the record; 0: none, unseen: there is one
}

const unseen = -1

// keyedInput is a request with the key and one of two bodies, or a look at the records that were made under the key.
type keyedInput struct {
	op   string // post, look
	body int64
}

type keyedOutput struct {
	id      int64
	reused  bool    // refused, because the key was sent with another body
	records []int64 // of a look: their ids
}

// keyedModel is that of a key: one record is made, and each request with its body is answered with it.
var keyedModel = modelOf(keyed{}, func(s keyed, in keyedInput, out *keyedOutput) (bool, keyed) {
	sees := func(id int64) bool {
		if s.id == unseen {
			s.id = id
		}
		return s.id == id
	}
	if in.op == "look" {
		switch {
		case out == nil:
			return true, s
		case len(out.records) == 0:
			return s.id == 0, s
		}
		return len(out.records) == 1 && sees(out.records[0]), s
	}
	if s.id == 0 {
		s = keyed{unseen, in.body}
	}
	switch {
	case out == nil:
		return true, s
	case s.body != in.body:
		return out.reused, s
	}
	return !out.reused && sees(out.id), s
})

// modelOf returns the model whose steps are those of a function on its types. Its output is nil where the answer was lost.
func modelOf[S comparable, I, O any](begin S, step func(s S, in I, out *O) (bool, S)) porcupine.Model {
	return porcupine.Model{
		Init: func() any { return begin },
		Step: func(s, in, out any) (bool, any) {
			return step(s.(S), in.(I), out.(*O))
		},
		DescribeOperation: func(in, out any) string {
			if o := out.(*O); o != nil {
				return fmt.Sprintf("%+v -> %+v", in, *o)
			}
			return fmt.Sprintf("%+v -> no answer", in)
		},
	}
}
