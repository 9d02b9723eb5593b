package shifts_test

import (
	"fmt"
	"net/http"
	"testing"

	"presence/app/workforce/shifts"
	"presence/app/workforce/timesheets"
)

func TestService_Restore(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		total := func() int64 {
			return w.Count("SELECT COALESCE(SUM(minutes), 0) FROM shift_weeks WHERE employee_id = $1", w.Ann.EmployeeID)
		}
		shift := w.Shift(w.Ann, 1, 0)
		gone, err := w.Shifts.Delete(t.Context(), w.Ann, shift.ID, nil)
		w.OK(err)
		_, err = w.Shifts.Restore(t.Context(), w.Stranger, shift.ID, nil)
		w.Refused(err, "not_found")
		_, err = w.Shifts.Restore(t.Context(), w.Ann, shift.ID, new(gone.Version))
		w.Refused(err, "stale")
		back, err := w.Shifts.Restore(t.Context(), w.Ann, shift.ID, new(gone.Version+1))
		w.OK(err)
		want := shift
		want.Version, want.UpdatedAt = gone.Version+2, back.UpdatedAt
		if back != want || total() != shift.Minutes {
			t.Errorf("%+v, want %+v; %d minutes count", back, want, total())
		}
		if n := w.Count("SELECT COUNT(*) FROM audit_log WHERE kind = 'shift' AND action = 'restored' AND timesheet_id = 1"); n != 1 {
			t.Errorf("%d entries in the audit log", n)
		}
		_, err = w.Shifts.Restore(t.Context(), w.Ann, shift.ID, nil)
		w.Refused(err, "not_found")
	})
}

func TestService_Restore_refuses(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		for _, x := range []struct {
			name, want string
			meanwhile  func(w *world, shift shifts.Shift)
		}{
			{"a shift whose time is taken", "overlap", func(w *world, shift shifts.Shift) { w.Shift(w.Ann, w.Sheet(w.Ann).ID, 0) }},
			{"one of an approved sheet", "timesheet_approved", func(w *world, shift shifts.Shift) {
				_, err := w.Sheets.Approve(t.Context(), w.Boss, shift.TimesheetID, nil, timesheets.Decision{Approved: true})
				w.OK(err)
			}},
			{"one of a deleted sheet", "sheet_archived", func(w *world, shift shifts.Shift) {
				_, err := w.Sheets.Delete(t.Context(), w.Ann, shift.TimesheetID, nil)
				w.OK(err)
			}},
			{"one that was archived because of its age", "record_aged", func(w *world, shift shifts.Shift) {
				w.Exec("UPDATE shifts SET archived_at = NULL, archived_reason = NULL, aged_at = 5 WHERE id = $1", shift.ID)
			}},
			{"one of an employee who is archived", "owner_archived", func(w *world, _ shifts.Shift) {
				w.Exec("UPDATE employees SET archived_at = 1, archived_reason = 'left' WHERE id = $1", w.Ann.EmployeeID)
			}},
		} {
			t.Run(x.name, func(t *testing.T) {
				w := w.in(t)
				w.Exec("DELETE FROM shifts")
				shift := w.Shift(w.Ann, w.Sheet(w.Ann).ID, 0)
				_, err := w.Shifts.Delete(t.Context(), w.Ann, shift.ID, nil)
				w.OK(err)
				x.meanwhile(w, shift)
				_, err = w.Shifts.Restore(t.Context(), w.Admin, shift.ID, nil)
				w.Refused(err, x.want)
				if n := w.Count("SELECT COUNT(*) FROM shifts WHERE id = $1 AND archived_at IS NULL", shift.ID); n != 0 && x.want != "record_aged" {
					t.Error("it is back")
				}
			})
		}
	})
}

// A sheet may go to another employee while a deleted shift of it is in the archive.
func TestService_Restore_to_the_sheet(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		shift := w.Shift(w.Ann, 1, 0)
		_, err := w.Shifts.Delete(t.Context(), w.Ann, shift.ID, nil)
		w.OK(err)
		_, err = w.Sheets.Update(t.Context(), w.Admin, 1, nil, timesheets.Changes{EmployeeID: &w.Cid.EmployeeID})
		w.OK(err)
		back, err := w.Shifts.Restore(t.Context(), w.Admin, shift.ID, nil)
		w.OK(err)
		if back.EmployeeID != w.Cid.EmployeeID {
			t.Errorf("it belongs to %d, its sheet to %d", back.EmployeeID, w.Cid.EmployeeID)
		}
	})
}

func TestAPI_restore(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		shift := w.Shift(w.Ann, 1, 0)
		path := fmt.Sprintf("/shifts/%d", shift.ID)
		_, err := w.Shifts.Delete(t.Context(), w.Ann, shift.ID, nil)
		w.OK(err)
		var body struct{ ID int64 }
		if a := w.As(w.Ann).Post(path+"/restore", "").JSON(&body); a.Status != http.StatusOK || body.ID != shift.ID {
			t.Errorf("%d %s", a.Status, a.Body)
		}
		if a := w.As(w.Ann).Get(path); a.Status != http.StatusCreated {
			t.Errorf("%d: it is not in the lists again", a.Status)
		}
	})
}
