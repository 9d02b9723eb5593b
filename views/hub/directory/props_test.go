package directory

import (
	"testing"

	"presence/views/ui"
)

// The state of the directory stands above the search when there is nothing to search, or something to know first.
func TestState_first(t *testing.T) {
	for _, x := range []struct {
		name string
		s    State
		want bool
	}{
		{"up to date", State{}, false},
		{"empty", State{Empty: true}, true},
		{"the last sync failed", State{Problem: "x"}, true},
		{"a sync is under way", State{Running: new(ui.Progress)}, true},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := x.s.first(); got != x.want {
				t.Errorf("first: %v, want %v", got, x.want)
			}
		})
	}
}
