package guestlist

import (
	"fmt"
	"slices"
	"testing"

	"presence/app/hub/rsvp"
	"presence/app/platform/contact"
)

// TestByFamilyName goes through a long guest list page by page, there and back.
func TestByFamilyName(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		const n, all = 100, 730
		w.exec(`INSERT INTO rsvps (event_id, identity, name, people, language, confidence, created_at, responded_at)
			WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < 730)
			SELECT 'gala', 'name:' || i, 'Prénom' || (i % 7) || ' Énom' || (i * 37 % 91), 1, 'fr', 'none', 1, 1 FROM n`)
		var names []string
		var begins []int64 // what each page begins behind
		for after, pages := int64(0), 0; ; pages++ {
			g, err := byFamilyName(t.Context(), w.rsvps, "gala", after, n)
			if err != nil {
				t.Fatal(err)
			}
			if g.total != all || g.first != len(names)+1 || len(g.rows) > n || g.begins != (pages == 0) {
				t.Fatalf("page %d has %d rows from %d of %d", pages, len(g.rows), g.first, g.total)
			}
			if pages > 1 && g.previous != begins[pages-1] || pages <= 1 && g.previous != 0 {
				t.Errorf("page %d leads back to %d, want %v", pages, g.previous, begins)
			}
			for _, r := range g.rows {
				last, first := rsvp.FamilyName(r.Name)
				names = append(names, contact.Fold(last)+" "+contact.Fold(first)+fmt.Sprintf(" %09d", r.ID))
			}
			begins = append(begins, after)
			if g.ends {
				break
			}
			after = g.next
		}
		if len(names) != all || len(slices.Compact(slices.Clone(names))) != all {
			t.Errorf("%d guests are listed", len(names))
		}
		if !slices.IsSorted(names) {
			t.Errorf("they are not in the order of family names: %q", names)
		}
		for rows, ends := range map[int]bool{all - 1: false, all: true} {
			if g, err := byFamilyName(t.Context(), w.rsvps, "gala", 0, rows); err != nil || g.ends != ends || len(g.rows) != rows {
				t.Errorf("a page of %d has %d and ends the list: %v, %v", rows, len(g.rows), g.ends, err)
			}
		}
		if g, err := byFamilyName(t.Context(), w.rsvps, "gala", 1<<40, n); err != nil || !g.begins || g.first != 1 {
			t.Errorf("behind a registration that is gone: %+v %v", g.first, err)
		}
	})
}

func TestFamilyName(t *testing.T) {
	for name, want := range map[string][2]string{"Zoé Marchesault": {"Marchesault", "Zoé"}, "Zoé": {"Zoé", ""}, " ": {"", ""},
		"Jean Marc Roy": {"Roy", "Jean Marc"}} {
		if last, first := rsvp.FamilyName(name); [2]string{last, first} != want {
			t.Errorf("%q is %q, %q", name, last, first)
		}
	}
}
