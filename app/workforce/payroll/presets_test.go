package payroll_test

import (
	"strings"
	"testing"

	"presence/app/platform/errs"
	"presence/app/workforce/payroll"
	"presence/db"
	"presence/db/dbtest"
)

func TestLayout(t *testing.T) {
	o := newOffice(t, dbtest.OpenSQLite(t))
	sheet := o.sheet(o.crew.Ann, true)
	for _, day := range []string{"2026-10-19", "2026-10-20", "2026-10-21"} {
		o.shift(o.crew.Ann, sheet, o.crew.Regular, day, 870)
	}
	o.shift(o.crew.Ann, sheet, o.crew.Evening, "2026-10-22", 240)
	o.expense(o.crew.Ann, sheet, o.crew.PerDiem, "2026-10-22", 4250)
	for _, x := range []struct {
		name   string
		layout payroll.Layout
		want   []string
	}{
		{"has the columns of W13 by default", payroll.Layout{}, []string{
			"period,company_code,external_payroll_id,employee_name,week,bank_code,type,hours,amount,mileage_km,status",
			"2026-23,271583,5,Élise Member5,2026-10-18,G-regular,regular,36,,,approved",
			"2026-23,271583,5,Élise Member5,2026-10-18,G-evening,evening,4,,,approved",
			"2026-23,271583,5,Élise Member5,2026-10-18,,overtime,7.5,,,approved",
			"2026-23,271583,5,Élise Member5,2026-10-18,G-per_diem,per_diem,,42.50,,approved"}},
		{"has the columns chosen, in their order", payroll.Layout{Kind: payroll.Chosen,
			Columns: []string{"hours", "period", "external_payroll_id", "amount"}}, []string{
			"hours,period,external_payroll_id,amount", "36,2026-23,5,", "4,2026-23,5,", "7.5,2026-23,5,", ",2026-23,5,42.50"}},
		{"is paydata of ADP", payroll.Layout{Kind: payroll.ADP, Company: "7QX", Batch: "PRES",
			Codes: []payroll.Code{{Ours: "G-evening", Theirs: "EVE"}}}, []string{
			"Co Code,Batch ID,File #,Reg Hours,O/T Hours,Hours 3 Code,Hours 3 Amount,Earnings 3 Code,Earnings 3 Amount",
			"7QX,PRES,5,36,,,,,", "7QX,PRES,5,,,EVE,4,,", "7QX,PRES,5,,7.5,,,,", "7QX,PRES,5,,,,,G-per_diem,42.50"}},
		{"is paydata of ADP with nothing said", payroll.Layout{Kind: payroll.ADP}, []string{
			"Co Code,Batch ID,File #,Reg Hours,O/T Hours,Hours 3 Code,Hours 3 Amount,Earnings 3 Code,Earnings 3 Amount",
			"271583,2026-23,5,36,,,,,", "271583,2026-23,5,,,G-evening,4,,", "271583,2026-23,5,,7.5,,,,", "271583,2026-23,5,,,,,G-per_diem,42.50"}},
	} {
		t.Run(x.name, func(t *testing.T) {
			e, err := o.payroll.CreateExport(t.Context(), o.by, o.period(23), payroll.Options{Format: "csv", Partial: true,
				Preset: x.name, Layout: x.layout})
			if err != nil {
				t.Fatal(err)
			}
			if got, want := string(o.file(e.ID)), strings.Join(x.want, "\r\n")+"\r\n"; got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
			if _, err := o.payroll.Withdraw(t.Context(), o.by, e.ID); err != nil {
				t.Fatal(err)
			}
		})
	}
}

func TestService_KeepPreset(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		o := newOffice(t, d)
		keep := func(p payroll.Preset, expect *int64) (payroll.Preset, error) {
			return o.payroll.SavePreset(t.Context(), o.by, p, expect)
		}
		p, err := keep(payroll.Preset{Name: " Nomina ", Layout: payroll.Layout{Kind: payroll.Chosen, Columns: []string{"hours"}}}, nil)
		if err != nil || p.Name != "Nomina" || p.Version != 1 {
			t.Fatalf("got %+v, %v", p, err)
		}
		for name, bad := range map[string]payroll.Preset{
			"name":    {Layout: p.Layout},
			"columns": {Name: "x", Layout: payroll.Layout{Kind: payroll.Chosen, Columns: []string{"wage"}}},
			"kind":    {Name: "x"},
			"company": {Name: "x", Layout: payroll.Layout{Kind: payroll.ADP, Company: "ABCD"}},
			"codes":   {Name: "x", Layout: payroll.Layout{Kind: payroll.ADP, Codes: []payroll.Code{{Ours: "G1"}}}},
		} {
			t.Run("refuses a preset for its "+name, func(t *testing.T) {
				_, err := keep(bad, nil)
				if faults := errs.FieldsOf(err); len(faults) != 1 || faults[0].Field != name {
					t.Errorf("got %v", err)
				}
			})
		}
		if _, err := keep(payroll.Preset{Name: "Nomina", Layout: p.Layout}, nil); errs.KindOf(err) != errs.KindInvalid {
			t.Errorf("a second of the same name: %v", err)
		}
		p.Layout.Columns = []string{"hours", "week"}
		changed, err := keep(p, new(int64(1)))
		if err != nil || changed.Version != 2 || len(changed.Layout.Columns) != 2 {
			t.Errorf("got %+v, %v", changed, err)
		}
		_, err = keep(p, new(int64(1)))
		o.refused(err, "stale")
		if _, err := o.payroll.DeletePreset(t.Context(), o.by, p.ID, nil); err != nil {
			t.Error(err)
		}
		if list, err := o.payroll.Presets(t.Context(), o.by); err != nil || len(list) != 0 {
			t.Errorf("got %v, %v", list, err)
		}
		if n := o.run(`SELECT COUNT(*) FROM audit_log WHERE kind = 'payroll_preset'`); n != 3 {
			t.Errorf("%d entries in the trail, want 3", n)
		}
	})
}
