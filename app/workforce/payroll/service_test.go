package payroll_test

import (
	"bytes"
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/workforce/payroll"
	"presence/db"
	"presence/db/dbtest"
)

func TestService_Make(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		o := newOffice(t, d)
		ann, cid := o.crew.Ann, o.crew.Cid
		first, late := o.sheet(ann, true), o.sheet(cid, false)
		shift := o.shift(ann, first, o.crew.Regular, "2026-10-20", 480)
		o.shift(ann, first, o.crew.Evening, "2026-10-21", 240)
		o.expense(ann, first, o.crew.Mileage, "2026-10-21", 1805)
		o.shift(cid, late, o.crew.Regular, "2026-10-22", 300)
		e := o.export(23)
		t.Run("has what is approved, and its totals", func(t *testing.T) {
			if e.Number != 1 || e.Lines != 3 || e.Corrections != 0 || e.Totals.Hours.Regular != 480 || e.Totals.Hours.Evening != 240 ||
				e.Totals.Cents != 1805 || e.Totals.Distance != 2507 {
				t.Errorf("got %+v", e)
			}
		})
		t.Run("hands a period over once", func(t *testing.T) {
			_, err := o.payroll.CreateExport(t.Context(), o.by, o.period(23), payroll.Options{Format: "csv", Partial: true})
			o.refused(err, "period_exported")
		})
		t.Run("refuses what has nothing in it and what has not begun", func(t *testing.T) {
			_, err := o.payroll.CreateExport(t.Context(), o.by, o.period(24), payroll.Options{Format: "csv", Partial: true})
			o.refused(err, "nothing_to_export")
			next, _ := o.periods.PeriodByNumber(2027, 1)
			_, err = o.payroll.CreateExport(t.Context(), o.by, next, payroll.Options{Format: "csv", Partial: true})
			o.refused(err, "period_ahead")
		})
		t.Run("hands an unfinished period over only to who said so", func(t *testing.T) {
			o.shift(cid, late, o.crew.Regular, "2026-11-05", 300)
			o.shift(ann, first, o.crew.Regular, "2026-12-02", 60)
			for number, want := range map[int]payroll.Preview{24: {Pending: 1}, 26: {InProgress: true}} {
				v, err := o.payroll.Preview(t.Context(), o.by, o.period(number))
				if number == 24 { // nothing of it is approved
					o.refused(err, "nothing_to_export")
				} else if err != nil || v.Pending != want.Pending || v.InProgress != want.InProgress || v.People != 1 || v.Lines != 1 ||
					v.Totals.Hours.Regular != 60 {
					t.Errorf("got %+v, %v", v, err)
				}
			}
			_, err := o.payroll.CreateExport(t.Context(), o.by, o.period(26), payroll.Options{Format: "csv"})
			if faults := errs.FieldsOf(err); len(faults) != 1 || faults[0].Code != "unfinished" {
				t.Errorf("got %v", err)
			}
			o.run(`DELETE FROM shifts WHERE day IN ('2026-11-05', '2026-12-02')`)
		})
		t.Run("is not for who sees only a part", func(t *testing.T) {
			boss := auth.Actor{PersonID: o.crew.Boss.PersonID, EmployeeID: o.crew.Boss.EmployeeID, Role: auth.Employee, Supervises: true}
			for name, do := range map[string]func() error{
				"CreateExport": func() error {
					_, err := o.payroll.CreateExport(t.Context(), boss, o.period(24), payroll.Options{Format: "csv", Partial: true})
					return err
				},
				"File":         func() error { _, _, err := o.payroll.File(t.Context(), boss, e.ID); return err },
				"Exports":      func() error { _, err := o.payroll.Exports(t.Context(), boss, 0, 9); return err },
				"DiffExport":   func() error { _, err := o.payroll.DiffExport(t.Context(), boss, e.ID); return err },
				"PeriodStates": func() error { _, err := o.payroll.PeriodStates(t.Context(), boss, o.period(24), 1); return err },
				"Withdraw":     func() error { _, err := o.payroll.Withdraw(t.Context(), boss, e.ID); return err },
				"Presets":      func() error { _, err := o.payroll.Presets(t.Context(), boss); return err },
				"Preset":       func() error { _, err := o.payroll.Preset(t.Context(), boss, 1); return err },
				"SavePreset": func() error {
					_, err := o.payroll.SavePreset(t.Context(), boss, payroll.Preset{Name: "Paye", Layout: payroll.Layout{Kind: payroll.ADP}}, nil)
					return err
				},
				"DeletePreset": func() error { _, err := o.payroll.DeletePreset(t.Context(), boss, 1, nil); return err },
			} {
				if err := do(); errs.KindOf(err) != errs.KindForbidden {
					t.Errorf("%s: %v", name, err)
				}
			}
		})
		t.Run("shows what a repeat would write differently, and what waits", func(t *testing.T) {
			o.run(`UPDATE shifts SET minutes = 450 WHERE id = $1 RETURNING id`, shift)
			l, err := o.payroll.DiffExport(t.Context(), o.by, e.ID)
			if err != nil || len(l.Changes) != 1 || !l.Last || l.Changes[0].Before.Minutes != 480 || l.Changes[0].Now.Minutes != 450 ||
				!l.Changes[0].Waits {
				t.Fatalf("got %+v, %v", l, err)
			}
		})
		t.Run("corrects an earlier period in the next, and names the export corrected", func(t *testing.T) {
			o.approve(late, true)
			v, err := o.payroll.Preview(t.Context(), o.by, o.period(24))
			if err != nil || v.Corrected.Hours.Regular != 270 || v.Totals.Hours.Regular != 270 {
				t.Errorf("before: %+v, %v", v, err)
			}
			second := o.export(24)
			if second.Corrections != 2 || second.Lines != 2 || second.Totals.Hours.Regular != 270 {
				t.Fatalf("got %+v", second)
			}
			want := []string{"2026-23", "271583", "5", "Élise Member5", "2026-10-18", "G-regular", "regular", "-0.5", "", "", "adjustment"}
			if got := o.rows(second.ID)[0]; !slices.Equal(got, want) {
				t.Errorf("got %q, want %q", got, want)
			}
			l, err := o.payroll.DiffExport(t.Context(), o.by, second.ID)
			if err != nil || len(l.Corrections) != 2 || l.Corrections[0].Corrects != e.ID || len(l.Changes) != 0 {
				t.Errorf("got %+v, %v", l, err)
			}
			l, err = o.payroll.DiffExport(t.Context(), o.by, e.ID)
			if err != nil || l.Last || len(l.Changes) != 2 || l.Changes[0].Waits || l.Changes[1].Waits {
				t.Errorf("got %+v, %v", l, err)
			}
		})
		t.Run("corrects each change once", func(t *testing.T) {
			_, err := o.payroll.CreateExport(t.Context(), o.by, o.period(25), payroll.Options{Format: "csv", Partial: true})
			o.refused(err, "nothing_to_export")
		})
		t.Run("corrects nothing because something is called otherwise", func(t *testing.T) {
			o.run(`UPDATE bank_codes SET bank_code = 'G1' WHERE id = $1 RETURNING id`, o.crew.Regular)
			o.run(`UPDATE employees SET first_name = 'Elsa' WHERE id = $1 RETURNING id`, ann.EmployeeID)
			_, err := o.payroll.CreateExport(t.Context(), o.by, o.period(25), payroll.Options{Format: "csv", Partial: true})
			o.refused(err, "nothing_to_export")
		})
		t.Run("gives the file again as it was", func(t *testing.T) {
			if got := o.file(e.ID); !bytes.Equal(got, o.files[e.ID]) {
				t.Errorf("got\n%s", got)
			}
			if n := o.run(`SELECT COUNT(*) FROM audit_log WHERE kind = 'payroll_export' AND person_id = $1`, o.by.PersonID); n != 2 {
				t.Errorf("%d entries in the trail, want 2", n)
			}
		})
	})
}

func TestService_Withdraw(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		o := newOffice(t, d)
		for _, day := range []string{"2026-10-20", "2026-11-03"} {
			o.shift(o.crew.Ann, o.sheet(o.crew.Ann, true), o.crew.Regular, day, 480)
		}
		first, second := o.export(23), o.export(24)
		_, err := o.payroll.Withdraw(t.Context(), o.by, first.ID)
		o.refused(err, "export_not_last")
		for range 2 { // the second time changes nothing
			if e, err := o.payroll.Withdraw(t.Context(), o.by, second.ID); err != nil || e.InForce() {
				t.Fatalf("got %+v, %v", e, err)
			}
		}
		if again := o.export(24); again.Number != 3 || !bytes.Equal(again.Hash, second.Hash) {
			t.Errorf("handed over again it is %+v, was %+v", again, second)
		}
		if got := o.file(second.ID); !bytes.Equal(got, o.files[second.ID]) {
			t.Error("the file of a withdrawn export has changed")
		}
		if _, err := o.payroll.Withdraw(t.Context(), o.by, 99); errs.KindOf(err) != errs.KindNotFound {
			t.Errorf("got %v", err)
		}
	})
}

// Records change in any order: the exports that are not withdrawn add up to what is approved at the time of the last export, to
// the minute, the cent and the hundredth of a kilometre (W13).
func TestService_FilesAddUpToTheTruth(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		for seed := range uint64(3) {
			o := newOffice(t, fresh(t, d, seed))
			r := rand.New(rand.NewPCG(seed, 13))
			days := []string{"2026-10-20", "2026-10-27", "2026-11-03", "2026-11-12", "2026-11-17", "2026-11-26"}
			people := []dbtest.Member{o.crew.Ann, o.crew.Cid, o.crew.Stranger}
			var sheets, lines, spent, standing []int64
			var done []int
			exports := 0
			for range 120 {
				who := people[r.IntN(len(people))]
				switch day := days[r.IntN(len(days))]; r.IntN(10) {
				case 0, 1:
					sheet := o.sheet(who, r.IntN(3) > 0)
					sheets = append(sheets, sheet)
					lines = append(lines, o.shift(who, sheet, []int64{o.crew.Regular, o.crew.Evening}[r.IntN(2)], day, 1+r.IntN(1400)))
					spent = append(spent, o.expense(who, sheet, []int64{o.crew.PerDiem, o.crew.Mileage}[r.IntN(2)], day, 1+r.IntN(9000)))
				case 2, 3:
					if len(sheets) > 0 {
						o.approve(sheets[r.IntN(len(sheets))], r.IntN(2) == 0)
					}
				case 4:
					if len(lines) > 0 {
						o.run(`UPDATE shifts SET minutes = $2 WHERE id = $1 RETURNING id`, lines[r.IntN(len(lines))], 1+r.IntN(1400))
						o.run(`UPDATE expenses SET amount = $2 WHERE id = $1 RETURNING id`, spent[r.IntN(len(spent))], 1+r.IntN(9000))
					}
				case 5:
					if len(lines) > 0 {
						o.run(`UPDATE shifts SET archived_at = 1 WHERE id = $1 RETURNING id`, lines[r.IntN(len(lines))])
					}
				case 7:
					kind := []string{"evening", "regular", "emergency"}[r.IntN(3)]
					o.run(`UPDATE bank_codes SET type = $2 WHERE id = $1 RETURNING id`, o.crew.Evening, kind)
				case 6:
					if len(standing) > 0 && r.IntN(2) == 0 {
						last := len(standing) - 1
						if _, err := o.payroll.Withdraw(t.Context(), o.by, standing[last]); err != nil {
							t.Fatal(err)
						}
						standing, done = standing[:last], done[:last]
					}
				default:
					number := 23 + r.IntN(4)
					e, err := o.payroll.CreateExport(t.Context(), o.by, o.period(number), payroll.Options{Format: "csv", Partial: true})
					if errs.KindOf(err) == errs.KindConflict {
						continue
					}
					if err != nil {
						t.Fatal(err)
					}
					o.files[e.ID] = o.file(e.ID)
					standing, done = append(standing, e.ID), append(done, number)
					exports++
					if got, want := o.handedOver(standing), o.truth(done...); !maps.Equal(got, want) {
						t.Fatalf("seed %d: the files of %v add up to\n%v\nwhat is true is\n%v", seed, done, got, want)
					}
				}
			}
			if exports < 3 {
				t.Errorf("seed %d made %d exports only", seed, exports)
			}
		}
	})
}

// fresh returns another database of the same engine.
func fresh(t *testing.T, d *db.DB, seed uint64) *db.DB {
	t.Helper()
	if seed == 0 {
		return d
	}
	return dbtest.Open(t, d.Dialect())
}

// Many people export the same periods at the same time: each period is exported once.
func TestService_MakeAtOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		o := newOffice(t, d)
		sheet := o.sheet(o.crew.Ann, true)
		for _, day := range []string{"2026-10-20", "2026-11-03", "2026-11-17"} {
			o.shift(o.crew.Ann, sheet, o.crew.Regular, day, 480)
		}
		var all sync.WaitGroup
		var mu sync.Mutex
		var made []int64
		for i := range 24 {
			all.Go(func() {
				e, err := o.payroll.CreateExport(t.Context(), o.by, o.period(23+i%3), payroll.Options{Format: "csv", Partial: true})
				var known *errs.Error
				if err != nil && (!errors.As(err, &known) || known.Kind != errs.KindConflict) {
					t.Error(err)
				}
				if err == nil {
					mu.Lock()
					made = append(made, e.ID)
					mu.Unlock()
				}
			})
		}
		all.Wait()
		for _, id := range made {
			o.files[id] = o.file(id)
		}
		done := map[string]bool{}
		for k := range o.handedOver(made) {
			done[k[0]] = true
		}
		if len(made) == 0 || len(done) != len(made) {
			t.Errorf("%d exports of %d periods", len(made), len(done))
		}
		for k, v := range o.handedOver(made) {
			if v[0] != 480 {
				t.Errorf("%v: %d minutes were handed over, 480 worked", k, v[0])
			}
		}
	})
}
