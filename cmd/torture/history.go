package main

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/anishathalye/porcupine"
)

// history is what the clients of one object saw.
type history struct {
	name  string
	model porcupine.Model
	begin time.Time

	mu  sync.Mutex
	all []porcupine.Operation
}

func newHistory(name string, m porcupine.Model) *history {
	return &history{name: name, model: m, begin: time.Now()}
}

// record does an operation and records it: its input, the output (nil: its answer was lost) and the time that it took.
func record[O any](h *history, client int, in any, do func() (out *O, done bool)) {
	called := time.Since(h.begin)
	out, done := do()
	returned := time.Since(h.begin).Nanoseconds()
	if !done {
		return
	}
	if out == nil {
		returned = math.MaxInt64
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.all = append(h.all, porcupine.Operation{ClientId: client, Input: in, Call: called.Nanoseconds(), Output: out, Return: returned})
}

// lost counts the operations without an answer.
func (h *history) lost() (n int) {
	for _, op := range h.all {
		if op.Return == math.MaxInt64 {
			n++
		}
	}
	return n
}

// decideWithin is how long the search for an order may take.
const decideWithin = 60 * time.Second

// check reports whether nothing explains the history, or whether that is not known.
func (h *history) check() (impossible, undecided bool) {
	result := porcupine.CheckOperationsTimeout(h.model, h.all, decideWithin)
	return result == porcupine.Illegal, result == porcupine.Unknown
}

// String lists the operations in the order in which they were begun.
func (h *history) String() string {
	var b strings.Builder
	for _, op := range slices.SortedFunc(slices.Values(h.all), func(a, b porcupine.Operation) int { return int(a.Call - b.Call) }) {
		until := "-"
		if op.Return != math.MaxInt64 {
			until = seconds(time.Duration(op.Return))
		}
		fmt.Fprintf(&b, "%s to %s, client %d: %s\n", seconds(time.Duration(op.Call)), until, op.ClientId,
			h.model.DescribeOperation(op.Input, op.Output))
	}
	return b.String()
}
