package timesheets_test

import (
	"strings"
	"testing"

	"presence/app/accounts/auth"
	"presence/app/workforce/timesheets"
)

func TestService_Return(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		for _, x := range []struct {
			name    string
			by      auth.Actor
			comment string
			code    string
		}{
			{"the supervisor sends it back", d.boss, " Il manque mardi ", ""},
			{"payroll sends it back", d.payroll, "Il manque mardi", ""},
			{"not without a reason", d.boss, " ", "invalid"},
			{"not with a reason that is too long", d.boss, strings.Repeat("é", 1001), "invalid"},
			{"nobody sends the own back", d.ann, "Il manque mardi", "own_approval"},
			{"not the sheet of another crew", d.stranger, "Il manque mardi", "not_found"},
		} {
			sheet := d.sheet(d.ann)
			handed, err := d.sheets.Submit(t.Context(), d.ann, sheet.ID, nil)
			d.ok(err)
			got, err := d.sheets.Return(t.Context(), x.by, sheet.ID, &handed.Version, x.comment)
			d.refused(err, x.code)
			if x.code == "" && (got.SubmittedAt != 0 || got.Comment != "Il manque mardi") {
				t.Errorf("%s: got %+v", x.name, got)
			}
			if n := d.count("SELECT COUNT(*) FROM timesheets WHERE id = $1 AND returned_at IS NOT NULL AND submitted_at IS NULL", sheet.ID); (n == 1) != (x.code == "") {
				t.Errorf("%s: %d sheets are sent back", x.name, n)
			}
		}
	})
}

func TestService_Return_holds_until_the_sheet_is_handed_in_again_or_approved(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		sheet := d.sheet(d.ann)
		_, err := d.sheets.Return(t.Context(), d.boss, sheet.ID, nil, "Trop tôt")
		d.refused(err, "not_submitted")
		returned := func() int64 { return d.count("SELECT COUNT(*) FROM timesheets WHERE returned_at IS NOT NULL") }
		for name, settle := range map[string]func() error{
			"handed in again": func() error { _, err := d.sheets.Submit(t.Context(), d.ann, sheet.ID, nil); return err },
			"approved": func() error {
				_, err := d.sheets.Approve(t.Context(), d.boss, sheet.ID, nil, timesheets.Decision{Approved: true})
				return err
			},
		} {
			_, err := d.sheets.Approve(t.Context(), d.boss, sheet.ID, nil, timesheets.Decision{})
			d.ok(err)
			_, err = d.sheets.Submit(t.Context(), d.ann, sheet.ID, nil)
			d.ok(err)
			stale := int64(1)
			_, err = d.sheets.Return(t.Context(), d.boss, sheet.ID, &stale, "Il manque mardi")
			d.refused(err, "stale")
			_, err = d.sheets.Return(t.Context(), d.boss, sheet.ID, nil, "Il manque mardi")
			d.ok(err)
			if returned() != 1 {
				t.Fatal("it was not sent back")
			}
			d.ok(settle())
			if returned() != 0 {
				t.Errorf("%s, it still counts as sent back", name)
			}
		}
		_, err = d.sheets.Approve(t.Context(), d.boss, sheet.ID, nil, timesheets.Decision{Approved: true})
		d.ok(err)
		_, err = d.sheets.Return(t.Context(), d.boss, sheet.ID, nil, "Trop tard")
		d.refused(err, "timesheet_approved")
		if n := d.count("SELECT COUNT(*) FROM notifications WHERE kind = 'timesheet.changed' AND data LIKE '%returned%'"); n != 1 {
			t.Errorf("the owner has %d such notices unread, the newer in place of the older", n)
		}
	})
}
