package main

import (
	"math"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/anishathalye/porcupine"
)

// seen is an operation of a history: when it was begun and answered, what was asked and answered. An end of 0: its answer was lost.
type seen[I, O any] struct {
	begin, end int64
	in         I
	out        O
}

func historyOf[I, O any](m porcupine.Model, all []seen[I, O]) *history {
	h := newHistory("it", m)
	for _, s := range all {
		op := porcupine.Operation{Input: s.in, Output: &s.out, Call: s.begin, Return: s.end}
		if s.end == 0 {
			op.Output, op.Return = (*O)(nil), math.MaxInt64
		}
		h.all = append(h.all, op)
	}
	return h
}

func checkHistory[I, O any](t *testing.T, m porcupine.Model, all []seen[I, O], possible bool) {
	t.Helper()
	h := historyOf(m, all)
	if impossible, undecided := h.check(); impossible == possible || undecided {
		t.Errorf("impossible %t, undecided %t:\n%s", impossible, undecided, h)
	}
}

func TestSeatsModel(t *testing.T) {
	type op = seen[seatsInput, seatsOutput]
	answer := func(begin, end int64, guest, n int, full bool) op {
		return op{begin, end, seatsInput{"answer", guest, n}, seatsOutput{full: full}}
	}
	look := func(begin, end int64, people ...int) op {
		var all [guestsOfEvent]int
		copy(all[:], people)
		return op{begin, end, seatsInput{op: "look"}, seatsOutput{people: all}}
	}
	raise := func(begin, end int64, n int) op { return op{begin, end, seatsInput{op: "raise", n: n}, seatsOutput{}} }
	for name, test := range map[string]struct {
		all      []op
		possible bool
	}{
		"the last places are given once":             {[]op{answer(1, 4, 0, 3, false), answer(2, 5, 1, 3, true), look(6, 7, 3)}, true},
		"the last places are given twice":            {[]op{answer(1, 4, 0, 3, false), answer(2, 5, 1, 3, false)}, false},
		"a guest is refused though there are places": {[]op{answer(1, 2, 0, 1, false), answer(3, 4, 1, 3, true)}, false},
		"places of a cancellation are given": {[]op{answer(1, 2, 0, 4, false), answer(3, 4, 0, 0, false),
			answer(5, 6, 1, 4, false)}, true},
		"a second answer replaces the first":     {[]op{answer(1, 2, 0, 3, false), answer(3, 4, 0, 4, false), look(5, 6, 4)}, true},
		"a second answer is added to the first":  {[]op{answer(1, 2, 0, 1, false), answer(3, 4, 0, 1, false), look(5, 6, 2)}, false},
		"places that were added are given":       {[]op{answer(1, 2, 0, 4, false), raise(3, 4, 5), answer(5, 6, 1, 1, false)}, true},
		"places are given before they are added": {[]op{answer(1, 2, 0, 4, false), answer(3, 4, 1, 1, false), raise(5, 6, 5)}, false},
		"an acknowledged answer is missing":      {[]op{answer(1, 2, 0, 1, false), look(3, 4)}, false},
		"an answer that was lost is there":       {[]op{answer(1, 0, 0, 1, false), look(3, 4, 1)}, true},
		"an answer that was lost is not there":   {[]op{answer(1, 0, 0, 1, false), look(3, 4)}, true},
		"an answer that was lost goes again":     {[]op{answer(1, 0, 0, 1, false), look(3, 4, 1), look(5, 6)}, false},
	} {
		t.Run(name, func(t *testing.T) { checkHistory(t, seatsModel(4), test.all, test.possible) })
	}
}

func TestSheetModel(t *testing.T) {
	type op = seen[sheetInput, sheetOutput]
	done := func(begin, end int64, what string) op { return op{begin, end, sheetInput{what}, sheetOutput{}} }
	refused := func(begin, end int64, what string) op {
		return op{begin, end, sheetInput{what}, sheetOutput{refused: true}}
	}
	list := func(begin, end int64, shifts, locked int) op {
		return op{begin, end, sheetInput{"list"}, sheetOutput{shifts: shifts, locked: locked}}
	}
	look := func(begin, end int64, approved, submitted bool) op {
		return op{begin, end, sheetInput{"look"}, sheetOutput{approved: approved, submitted: submitted}}
	}
	for name, test := range map[string]struct {
		all      []op
		possible bool
	}{
		"a shift is added while the sheet is approved": {[]op{done(1, 4, "approve"), done(2, 5, "add"), list(6, 7, 1, 1)}, true},
		"a shift is added to an approved sheet":        {[]op{done(1, 2, "approve"), done(3, 4, "add")}, false},
		"a shift is not approved with its sheet":       {[]op{done(1, 4, "approve"), done(2, 5, "add"), list(6, 7, 1, 0)}, false},
		"an approved sheet refuses a shift":            {[]op{done(1, 2, "approve"), refused(3, 4, "add"), list(5, 6, 0, 0)}, true},
		"a sheet that is not approved refuses a shift": {[]op{refused(3, 4, "add")}, false},
		"a sheet whose approval is withdrawn takes one": {[]op{done(1, 2, "approve"), done(3, 4, "reopen"), done(5, 6, "add"),
			list(7, 8, 1, 0)}, true},
		"an approved sheet is submitted":                {[]op{done(1, 2, "approve"), done(3, 4, "submit")}, false},
		"a withdrawn submission is seen":                {[]op{done(1, 2, "submit"), done(3, 4, "withdraw"), look(5, 6, false, true)}, false},
		"the approval stays out of sight for a while":   {[]op{done(1, 2, "approve"), look(3, 4, false, false)}, false},
		"a shift whose answer was lost is there or not": {[]op{done(1, 0, "add"), list(2, 3, 0, 0), list(4, 5, 1, 0)}, true},
		"a lost shift is added to an approved sheet": {[]op{done(1, 0, "add"), done(2, 3, "approve"), list(4, 5, 0, 0),
			list(6, 7, 1, 0)}, false},
	} {
		t.Run(name, func(t *testing.T) { checkHistory(t, sheetModel, test.all, test.possible) })
	}
}

func TestKeyedModel(t *testing.T) {
	type op = seen[keyedInput, keyedOutput]
	made := func(begin, end, body, id int64) op {
		return op{begin, end, keyedInput{"post", body}, keyedOutput{id: id}}
	}
	reused := func(begin, end, body int64) op {
		return op{begin, end, keyedInput{"post", body}, keyedOutput{reused: true}}
	}
	look := func(begin, end int64, records ...int64) op {
		return op{begin, end, keyedInput{op: "look"}, keyedOutput{records: records}}
	}
	for name, test := range map[string]struct {
		all      []op
		possible bool
	}{
		"a repeated request is answered with the record": {[]op{made(1, 4, 1, 7), made(2, 5, 1, 7), look(6, 7, 7)}, true},
		"a repeated request makes another record":        {[]op{made(1, 2, 1, 7), made(3, 4, 1, 8)}, false},
		"two records are there":                          {[]op{made(1, 2, 1, 7), look(3, 4, 7, 8)}, false},
		"another body is refused":                        {[]op{made(1, 2, 1, 7), reused(3, 4, 2)}, true},
		"another body is answered with the record":       {[]op{made(1, 2, 1, 7), made(3, 4, 2, 7)}, false},
		"a first body is refused":                        {[]op{reused(3, 4, 2), look(5, 6)}, false},
		"a lost answer's record is there":                {[]op{made(1, 0, 1, 0), look(2, 3), look(4, 5, 7), made(6, 7, 1, 7)}, true},
		"a lost answer's record is another one":          {[]op{made(1, 0, 1, 0), look(4, 5, 7), made(6, 7, 1, 8)}, false},
	} {
		t.Run(name, func(t *testing.T) { checkHistory(t, keyedModel, test.all, test.possible) })
	}
}

func TestHistory_says_what_was_seen(t *testing.T) {
	h := historyOf(sheetModel, []seen[sheetInput, sheetOutput]{
		{2e9, 3e9, sheetInput{"add"}, sheetOutput{}}, {1e9, 0, sheetInput{"approve"}, sheetOutput{}},
	})
	text := h.String()
	if first := strings.Index(text, "approve"); first < 0 || first > strings.Index(text, "add") || !strings.Contains(text, "no answer") {
		t.Errorf("%q", text)
	}
	if h.lost() != 1 {
		t.Errorf("%d are lost", h.lost())
	}
}

// A process is killed after it has done what a request on a connection that was used before asks, and before it answers.
func TestMaybeDone(t *testing.T) {
	for _, x := range []struct {
		name string
		q    request
		want bool // the error says that there was no connection, although the request was carried out
	}{
		{"a request with a key, which is sent again by itself", request{method: http.MethodPost, idempotencyKey: "k"}, true},
		{"a request without one", request{method: http.MethodPost}, false},
	} {
		t.Run(x.name, func(t *testing.T) {
			listener, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			var done atomic.Int32
			server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if done.Add(1) == 1 {
					return
				}
				_ = listener.Close()
				panic(http.ErrAbortHandler)
			})}
			go func() { _ = server.Serve(listener) }()
			t.Cleanup(func() { _ = server.Close() })
			client := &http.Client{Transport: &http.Transport{}}
			send := func() error {
				r, err := http.NewRequestWithContext(t.Context(), x.q.method, "http://"+listener.Addr().String(), strings.NewReader("{}"))
				if err != nil {
					t.Fatal(err)
				}
				if x.q.idempotencyKey != "" {
					r.Header.Set("Idempotency-Key", x.q.idempotencyKey)
				}
				answer, err := client.Do(r)
				if err != nil {
					return err
				}
				return answer.Body.Close()
			}
			if err := send(); err != nil {
				t.Fatal(err)
			}
			if err = send(); err == nil || done.Load() != 2 || notSent(err) != x.want || !maybeDone(x.q, err) {
				t.Errorf("it was done %d times and failed with %v", done.Load(), err)
			}
		})
	}
}
