package main

import (
	"testing"

	"presence/app/apptest"
)

// TestRoutes_Complete fails when the product has a route that reads and that the mixed figure neither asks nor leaves out by name.
func TestRoutes_Complete(t *testing.T) {
	var served []string
	for _, r := range apptest.New(t, apptest.Empty()).Routes() {
		served = append(served, r.Method+" "+r.Path)
	}
	if _, err := askedOf(served); err != nil {
		t.Error(err)
	}
}
