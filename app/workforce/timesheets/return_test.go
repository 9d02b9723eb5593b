package timesheets_test

import (
	"strings"
	"testing"

	"presence/app/accounts/auth"
	"presence/app/workforce/timesheets"
)

func TestService_Return(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		for _, x := range []struct {
			name    string
			by      auth.Actor
			comment string
			code    string
		}{
			{"the supervisor sends it back", w.Boss, " Il manque mardi ", ""},
			{"payroll sends it back", w.Payroll, "Il manque mardi", ""},
			{"not without a reason", w.Boss, " ", "invalid"},
			{"not with a reason that is too long", w.Boss, strings.Repeat("é", 1001), "invalid"},
			{"an employee does not return the own", w.Ann, "Il manque mardi", "own_approval"},
			{"not the sheet of another crew", w.Stranger, "Il manque mardi", "not_found"},
		} {
			t.Run(x.name, func(t *testing.T) {
				w := w.in(t)
				sheet := w.Sheet(w.Ann)
				handed, err := w.Sheets.Submit(t.Context(), w.Ann, sheet.ID, nil)
				w.OK(err)
				got, err := w.Sheets.Return(t.Context(), x.by, sheet.ID, &handed.Version, x.comment)
				w.Refused(err, x.code)
				if x.code == "" && (got.SubmittedAt != 0 || got.Comment != "Il manque mardi") {
					t.Errorf("%s: got %+v", x.name, got)
				}
				if n := w.Count("SELECT COUNT(*) FROM timesheets WHERE id = $1 AND returned_at IS NOT NULL AND submitted_at IS NULL",
					sheet.ID); (n == 1) != (x.code == "") {
					t.Errorf("%s: %d sheets are sent back", x.name, n)
				}
			})
		}
	})
}

func TestService_Return_holds_until_the_sheet_is_handed_in_again_or_approved(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		sheet := w.Sheet(w.Ann)
		_, err := w.Sheets.Return(t.Context(), w.Boss, sheet.ID, nil, "Trop tôt")
		w.Refused(err, "not_submitted")
		returned := func() int64 { return w.Count("SELECT COUNT(*) FROM timesheets WHERE returned_at IS NOT NULL") }
		for name, end := range map[string]func() error{
			"ends when the sheet is submitted again": func() error { _, err := w.Sheets.Submit(t.Context(), w.Ann, sheet.ID, nil); return err },
			"ends when the sheet is approved": func() error {
				_, err := w.Sheets.Approve(t.Context(), w.Boss, sheet.ID, nil, timesheets.Decision{Approved: true})
				return err
			},
		} {
			t.Run(name, func(t *testing.T) {
				w := w.in(t)
				_, err := w.Sheets.Approve(t.Context(), w.Boss, sheet.ID, nil, timesheets.Decision{})
				w.OK(err)
				_, err = w.Sheets.Submit(t.Context(), w.Ann, sheet.ID, nil)
				w.OK(err)
				stale := int64(1)
				_, err = w.Sheets.Return(t.Context(), w.Boss, sheet.ID, &stale, "Il manque mardi")
				w.Refused(err, "stale")
				_, err = w.Sheets.Return(t.Context(), w.Boss, sheet.ID, nil, "Il manque mardi")
				w.OK(err)
				if returned() != 1 {
					t.Fatal("it was not sent back")
				}
				w.OK(end())
				if returned() != 0 {
					t.Error("it still counts as sent back")
				}
			})
		}
		_, err = w.Sheets.Approve(t.Context(), w.Boss, sheet.ID, nil, timesheets.Decision{Approved: true})
		w.OK(err)
		_, err = w.Sheets.Return(t.Context(), w.Boss, sheet.ID, nil, "Trop tard")
		w.Refused(err, "timesheet_approved")
		if n := w.Count("SELECT COUNT(*) FROM notifications WHERE kind = 'timesheet.changed' AND data LIKE '%returned%'"); n != 1 {
			t.Errorf("the owner has %d such notices unread, the newer in place of the older", n)
		}
	})
}
