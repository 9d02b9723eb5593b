package timesheets_test

import (
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/workforce/timesheets"
	"presence/db"
)

// Undoing an approval also undoes the comment given with it, but no other change that the same person made in the same millisecond.
func TestService_UndoDecision(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		clock := &w.Clock
		approve := func(w *world, by auth.Actor, id int64, d timesheets.Decision) timesheets.Timesheet {
			w.Helper()
			s, err := w.Sheets.Approve(w.Context(), by, id, nil, d)
			w.OK(err)
			return s
		}
		yes := timesheets.Decision{Approved: true}
		comment := func(text string) timesheets.Decision { return timesheets.Decision{Comment: &text} }
		for _, x := range []struct {
			name    string
			prepare func(w *world, id int64) // after the sheet was returned with a comment
			decide  timesheets.Decision
			want    string
		}{
			{"an approval without a comment leaves that of the return before it", nil, yes, "Il manque mardi"},
			{"an approval takes its own comment with it", nil, timesheets.Decision{Approved: true, Comment: new("Bien")}, "Il manque mardi"},
			{"a comment of the same person stays that was given a millisecond before", func(w *world, id int64) {
				approve(w, w.Boss, id, comment("Vu"))
				*clock = clock.Add(time.Millisecond)
			}, yes, "Vu"},
			{"a comment of another person stays that was given in the same millisecond", func(w *world, id int64) {
				approve(w, w.Payroll, id, comment("Vu"))
			}, yes, "Vu"},
		} {
			t.Run(x.name, func(t *testing.T) {
				w := w.in(t)
				id := w.Sheet(w.Ann).ID
				_, err := w.Sheets.Submit(t.Context(), w.Ann, id, nil)
				w.OK(err)
				_, err = w.Sheets.Return(t.Context(), w.Boss, id, nil, "Il manque mardi")
				w.OK(err)
				if x.prepare != nil {
					x.prepare(w, id)
				}
				approved := approve(w, w.Boss, id, x.decide)
				got, err := w.Sheets.UndoDecision(t.Context(), w.Boss, id, approved.Version)
				w.OK(err)
				if got.Approved || got.Comment != x.want {
					t.Errorf("approved %v, with the comment %q, want %q", got.Approved, got.Comment, x.want)
				}
			})
		}
		t.Run("an approval is undone whose earlier entries are gone from the audit log", func(t *testing.T) {
			w := w.in(t)
			id := w.Sheet(w.Ann).ID
			w.Exec("DELETE FROM audit_log")
			approved := approve(w, w.Boss, id, yes)
			got, err := w.Sheets.UndoDecision(t.Context(), w.Boss, id, approved.Version)
			w.OK(err)
			if got.Approved {
				t.Error("it is still approved")
			}
		})
		for _, x := range []struct {
			name    string
			prepare func(w *world, id int64)
		}{
			{"a draft has no decision to undo", nil},
			{"an approval of another person is not undone", func(w *world, id int64) { approve(w, w.Payroll, id, yes) }},
			{"an approval is not undone that was commented on later", func(w *world, id int64) {
				approve(w, w.Boss, id, yes)
				approve(w, w.Boss, id, timesheets.Decision{Approved: true, Comment: new("Bien")})
			}},
			{"the withdrawal of an approval is not undone", func(w *world, id int64) {
				approve(w, w.Boss, id, yes)
				approve(w, w.Boss, id, timesheets.Decision{})
			}},
			{"nothing is undone without entries in the audit log", func(w *world, id int64) {
				approve(w, w.Boss, id, yes)
				w.Exec("DELETE FROM audit_log")
			}},
		} {
			t.Run(x.name, func(t *testing.T) {
				w := w.in(t)
				id := w.Sheet(w.Ann).ID
				if x.prepare != nil {
					x.prepare(w, id)
				}
				before, err := w.Sheets.Get(t.Context(), w.Boss, id)
				w.OK(err)
				_, err = w.Sheets.UndoDecision(t.Context(), w.Boss, id, before.Version)
				w.Refused(err, "nothing_to_undo")
				if after, err := w.Sheets.Get(t.Context(), w.Boss, id); err != nil || after != before {
					t.Errorf("it was %+v and is %+v, %v", before, after, err)
				}
			})
		}
	})
}

// A return that is undone leaves the sheet submitted as it was, with the comment it had.
func TestService_UndoDecision_of_a_return(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		clock, start := &w.Clock, w.Clock
		for _, x := range []struct{ name, comment, reason string }{
			{"a sheet without a comment has none again", "", "Il manque mardi"},
			{"a sheet with a comment has that one again", "Vu", "Il manque mardi"},
			{"a reason that equals the comment leaves the comment", "Il manque mardi", "Il manque mardi"},
		} {
			t.Run(x.name, func(t *testing.T) {
				w := w.in(t)
				*clock = start
				id := w.Sheet(w.Ann).ID
				_, err := w.Sheets.Approve(t.Context(), w.Boss, id, nil, timesheets.Decision{Comment: &x.comment})
				w.OK(err)
				_, err = w.Sheets.Submit(t.Context(), w.Ann, id, nil)
				w.OK(err)
				*clock = start.Add(time.Hour)
				returned, err := w.Sheets.Return(t.Context(), w.Boss, id, nil, x.reason)
				w.OK(err)
				got, err := w.Sheets.UndoDecision(t.Context(), w.Boss, id, returned.Version)
				w.OK(err)
				if got.SubmittedAt != db.InstantOf(start) || got.Comment != x.comment || got.ReturnedAt != 0 {
					t.Errorf("submitted at %s with %q, returned at %s", got.SubmittedAt, got.Comment, got.ReturnedAt)
				}
			})
		}
	})
}
