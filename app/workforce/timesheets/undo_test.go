package timesheets_test

import (
	"testing"

	"presence/app/workforce/timesheets"
)

// Undoing an approval also undoes the comment given with it, but no other change that the same person made in the same millisecond.
func TestService_UndoDecision(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		for _, x := range []struct{ name, comment string }{
			{"an approval without a comment leaves that of the return before it", ""},
			{"an approval takes its own comment with it", "Bien"},
		} {
			t.Run(x.name, func(t *testing.T) {
				w := w.in(t)
				id := w.Sheet(w.Ann).ID
				_, err := w.Sheets.Submit(t.Context(), w.Ann, id, nil)
				w.OK(err)
				_, err = w.Sheets.Return(t.Context(), w.Boss, id, nil, "Il manque mardi")
				w.OK(err)
				d := timesheets.Decision{Approved: true}
				if x.comment != "" {
					d.Comment = &x.comment
				}
				approved, err := w.Sheets.Approve(t.Context(), w.Boss, id, nil, d)
				w.OK(err)
				got, err := w.Sheets.UndoDecision(t.Context(), w.Boss, id, approved.Version)
				w.OK(err)
				if got.Approved || got.Comment != "Il manque mardi" {
					t.Errorf("approved %v, with the comment %q", got.Approved, got.Comment)
				}
			})
		}
	})
}
