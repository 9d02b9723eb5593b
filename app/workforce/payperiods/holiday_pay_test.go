package payperiods

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"presence/app/accounts/auth"
	"presence/app/workforce/holidaypay"
	"presence/app/workforce/labourstandards"
	"presence/app/workforce/worktime"
	"presence/db"
	"presence/db/dbtest"
)

// paying is a service that pays the statutory holidays of a norm, at noon of a day.
func (w *world) paying(today string, norm *labourstandards.Norm) *Service {
	w.Helper()
	s := w.service(today)
	s.config.HolidayPay, s.config.Norm, s.config.Overtime = true, norm, &norm.Overtime.Limits
	return s
}

// pays has the pay of holidays computed, and lists what is paid for one: the employee, the minutes, and those that they are a part of.
func (w *world) pays(s *Service, day string) string {
	w.Helper()
	if err := s.KeepHolidayPay(w.Context()); err != nil {
		w.Fatal(err)
	}
	var list []string
	err := holidaypay.Between(w.Context(), w.db, db.MustDay(day), db.MustDay(day), everyone, func(p holidaypay.Pay) {
		list = append(list, fmt.Sprintf("%d: %d of %d", p.EmployeeID, p.Minutes, p.Counted))
	})
	if err != nil {
		w.Fatal(err)
	}
	return strings.Join(list, "; ")
}

// week enters shifts of so many minutes from Monday on.
func (w *world) week(employee, sheet, code int64, sunday string, minutes ...int64) {
	w.Helper()
	for i, n := range minutes {
		w.shift(employee, sheet, code, db.MustDay(sunday).Add(i+1).String(), 8, n)
	}
}

// Christmas of 2026 is a Friday. Its week begins on December 20, and the four weeks before on November 22.
func TestService_KeepHolidayPay(t *testing.T) {
	const sunday1, sunday2, sunday3, sunday4 = "2026-11-22", "2026-11-29", "2026-12-06", "2026-12-13"
	full := func(w *world, e, sheet, code int64) {
		for _, sunday := range []string{sunday1, sunday2, sunday3, sunday4} {
			w.week(e, sheet, code, sunday, 480, 480, 480, 480, 480)
		}
	}
	for _, x := range []struct {
		name  string
		norm  string
		enter func(w *world, e, sheet int64, c codes)
		want  string
	}{
		{"four full weeks are a day of eight hours", "quebec", func(w *world, e, sheet int64, c codes) { full(w, e, sheet, c.shifts[0]) }, "480 of 9600"},
		{"twelve hours a week are two hours and 24 minutes", "quebec", func(w *world, e, sheet int64, c codes) {
			for _, sunday := range []string{sunday1, sunday2, sunday3, sunday4} {
				w.week(e, sheet, c.shifts[0], sunday, 360, 360)
			}
		}, "144 of 2880"},
		{"the week of the holiday and a fifth week do not count", "quebec", func(w *world, e, sheet int64, c codes) {
			w.week(e, sheet, c.shifts[0], "2026-11-15", 480)
			w.week(e, sheet, c.shifts[0], "2026-12-20", 480)
			w.week(e, sheet, c.shifts[0], sunday1, 480)
		}, "24 of 480"},
		{"overtime does not count, found or entered", "quebec", func(w *world, e, sheet int64, c codes) {
			w.week(e, sheet, c.shifts[0], sunday1, 600, 600, 600, 600, 600) // ten hours over forty
			w.week(e, sheet, c.shifts[3], sunday2, 300)
		}, "120 of 2400"},
		{"the evening and emergencies count", "quebec", func(w *world, e, sheet int64, c codes) {
			w.week(e, sheet, c.shifts[1], sunday1, 300)
			w.week(e, sheet, c.shifts[2], sunday2, 300)
		}, "30 of 600"},
		{"vacation counts in Quebec", "quebec", func(w *world, e, sheet int64, c codes) {
			w.leave(e, c.vacation, "2026-11-23", 0, "2026-11-25", 0, "True")
			w.leave(e, c.absent, "2026-11-25", 0, "2026-11-26", 0, "True")
			w.leave(e, c.vacation, "2026-11-26", 0, "2026-11-27", 0, "Pending")
		}, "48 of 960"},
		{"vacation counts in Ontario", "ontario", func(w *world, e, sheet int64, c codes) {
			w.leave(e, c.vacation, "2026-11-23", 0, "2026-11-25", 0, "True")
		}, "48 of 960"},
		{"the night the clocks go back has nine hours", "canada", func(w *world, e, sheet int64, c codes) {
			w.shift(e, sheet, c.shifts[1], "2026-10-31", 23, 540)
		}, "27 of 540"},
		{"half a minute is rounded up", "quebec", func(w *world, e, sheet int64, c codes) { w.week(e, sheet, c.shifts[0], sunday1, 470) }, "24 of 470"},
		{"no work, no pay", "quebec", func(*world, int64, int64, codes) {}, ""},
		{"leave by which holidays are paid was entered by hand", "quebec", func(w *world, e, sheet int64, c codes) {
			full(w, e, sheet, c.shifts[0])
			w.leave(e, c.holiday, "2026-12-25", 0, "2026-12-26", 0, "Pending")
		}, ""},
		{"the employee begins after the holiday", "quebec", func(w *world, e, sheet int64, c codes) {
			full(w, e, sheet, c.shifts[0])
			w.exec(`UPDATE employees SET first_work_day = '2026-12-26' WHERE id = $1`, e)
		}, ""},
		{"the employee begins a week before the holiday", "quebec", func(w *world, e, sheet int64, c codes) {
			w.week(e, sheet, c.shifts[0], sunday4, 480, 480)
			w.exec(`UPDATE employees SET first_work_day = '2026-12-14' WHERE id = $1`, e)
		}, "48 of 960"},
		{"the employee has left before the holiday", "quebec", func(w *world, e, sheet int64, c codes) {
			full(w, e, sheet, c.shifts[0])
			w.exec(`UPDATE employees SET last_work_day = '2026-12-24', archived_at = 9 WHERE id = $1`, e)
		}, ""},
		{"the employee has left after the holiday", "quebec", func(w *world, e, sheet int64, c codes) {
			full(w, e, sheet, c.shifts[0])
			w.exec(`UPDATE employees SET last_work_day = '2026-12-25', archived_at = 9 WHERE id = $1`, e)
		}, "480 of 9600"},
	} {
		t.Run(x.name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				w := newWorld(t, d)
				c := w.codes()
				e := w.employee("Anne", "Aubin", 0)
				x.enter(w, e, w.sheet(e), c)
				norm, _ := labourstandards.Find(x.norm)
				today, day := "2026-12-31", "2026-12-25"
				if strings.Contains(x.name, "clocks") {
					today, day = "2026-11-12", "2026-11-11"
				}
				want := ""
				if x.want != "" {
					want = fmt.Sprintf("%d: %s", e, x.want)
				}
				s := w.paying(today, norm)
				for range 2 { // a second time changes nothing
					got := w.pays(s, day)
					if got != want {
						t.Errorf("%q, want %q", got, want)
					}
				}
			})
		})
	}
}

func TestService_KeepHolidayPay_in_time(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		c := w.codes()
		ann := w.employee("Anne", "Aubin", 0)
		sheet := w.sheet(ann)
		w.week(ann, sheet, c.shifts[0], "2026-12-13", 480, 480, 480, 480, 480)
		quebec := labourstandards.Quebec()
		paid := func(minutes, counted int64) string {
			return fmt.Sprintf("%d: %d of %d", ann, minutes, counted)
		}
		check := func(t *testing.T, today, want string) {
			t.Helper()
			if got := w.pays(w.paying(today, quebec), "2026-12-25"); got != want {
				t.Errorf("%q, want %q", got, want)
			}
		}
		t.Run("nothing before the week of the holiday", func(t *testing.T) { check(t, "2026-12-19", "") })
		t.Run("nothing without the setting", func(t *testing.T) {
			s := w.paying("2026-12-20", quebec)
			s.config.HolidayPay = false
			if got := w.pays(s, "2026-12-25"); got != "" {
				t.Error(got)
			}
		})
		t.Run("from its Sunday on", func(t *testing.T) { check(t, "2026-12-20", paid(120, 2400)) })
		t.Run("again when the hours of the weeks before change", func(t *testing.T) {
			w.week(ann, sheet, c.shifts[0], "2026-12-06", 480)
			check(t, "2026-12-20", paid(144, 2880))
		})
		t.Run("as long as the next period is the present one", func(t *testing.T) {
			w.week(ann, sheet, c.shifts[0], "2026-11-29", 480)
			check(t, "2027-01-09", paid(168, 3360))
		})
		t.Run("not any more in the period after that", func(t *testing.T) {
			w.week(ann, sheet, c.shifts[0], "2026-11-22", 480)
			check(t, "2027-01-11", paid(168, 3360))
		})
		export := func(number int64, start db.Day, made string) {
			t.Helper()
			w.exec(`INSERT INTO payroll_exports (number, period_start, made_at, made_by, made_by_name, options, line_count, corrections, regular,
				evening, emergency, overtime, on_leave, cents, distance, sha256, file)
				VALUES ($1, $2, $3, $4, 'x', '{}', 0, 0, 0, 0, 0, 0, 0, 0, 0, $5, $5)`, number, start,
				db.InstantOf(db.MustDay(made).In(w.service(made).config.Zone)), w.person("admin"), []byte("x"))
		}
		period := w.service("2026-12-25").Current().Start
		t.Run("still after an export that was made before that Sunday", func(t *testing.T) {
			export(1, period, "2026-12-19")
			check(t, "2026-12-31", paid(192, 3840))
		})
		t.Run("not any more once a later export has corrected the period", func(t *testing.T) {
			export(2, period.Add(14), "2026-12-31")
			w.shift(ann, sheet, c.shifts[0], "2026-11-24", 8, 120)
			check(t, "2026-12-31", paid(192, 3840))
			w.exec(`DELETE FROM payroll_exports WHERE number = 2`)
			check(t, "2026-12-31", paid(198, 3960))
		})
		t.Run("not any more once the period is exported", func(t *testing.T) {
			w.exec(`DELETE FROM payroll_exports`)
			export(3, period, "2026-12-20")
			w.shift(ann, sheet, c.shifts[0], "2026-11-25", 8, 120)
			check(t, "2026-12-31", paid(198, 3960))
			w.exec(`DELETE FROM payroll_exports`)
			check(t, "2026-12-31", paid(204, 4080))
		})
		t.Run("what payroll does not pay stays so", func(t *testing.T) {
			w.exec(`UPDATE holiday_pay SET unpaid = TRUE`)
			w.shift(ann, sheet, c.shifts[0], "2026-12-03", 8, 480)
			s := w.paying("2026-12-31", quebec)
			if got := w.pays(s, "2026-12-25"); got != paid(228, 4560) {
				t.Error(got)
			}
			var unpaid int
			if err := d.QueryRow(t.Context(), `SELECT COUNT(*) FROM holiday_pay WHERE unpaid AND minutes > 0`).Scan(&unpaid); err != nil || unpaid != 2 {
				t.Errorf("%d are unpaid, %v", unpaid, err)
			}
			row, err := s.EmployeeRow(t.Context(), w.actor(auth.Payroll, 0), ann, s.config.Calendar.At(db.MustDay("2026-12-25")))
			if err != nil || row.Weeks[0].Leave+row.Weeks[1].Leave != 0 {
				t.Errorf("leave in the overview: %+v, %v", row.Weeks, err)
			}
		})
		t.Run("without a code by which holidays are paid there is nothing new", func(t *testing.T) {
			w.exec(`DELETE FROM holiday_pay`)
			w.exec(`UPDATE bank_codes SET archived_at = 5 WHERE id = $1`, c.holiday)
			check(t, "2026-12-31", "")
		})
	})
}

// What is paid for a holiday is leave that is taken: in the overview, the export and the summary, also instead of vacation that covers it.
func TestService_HolidayPay_in_the_hours(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		c := w.codes()
		ann := w.employee("Anne", "Aubin", 0)
		sheet := w.sheet(ann)
		for _, sunday := range []string{"2026-11-22", "2026-11-29", "2026-12-06", "2026-12-13"} {
			w.week(ann, sheet, c.shifts[0], sunday, 480, 480, 480, 480, 480)
		}
		w.week(ann, sheet, c.shifts[0], "2026-12-20", 480, 480, 480, 600) // and Christmas: two hours over forty
		admin := w.actor(auth.Admin, 0)
		for _, x := range []struct {
			name, norm      string
			vacation        bool
			worked          int64 // on Christmas
			as              int   // the code of that work, of codes.shifts
			leave, overtime int64
		}{
			{"the holiday counts toward the weekly limit in Quebec", "quebec", false, 0, 0, 480, 120},
			{"vacation that covers it counts no second time", "quebec", true, 0, 0, 480, 120},
			{"work on the holiday counts in its place", "quebec", false, 480, 0, 480, 120},
			{"work of a part of the day counts beside the rest of it", "quebec", false, 180, 0, 480, 120},
			{"work beyond the indemnity counts", "quebec", false, 540, 0, 480, 180},
			{"work that is entered as overtime leaves the holiday its place", "quebec", false, 480, 3, 480, 480 + 120},
			{"it does not count in Ontario", "ontario", false, 0, 0, 960, 0}, // with Boxing Day, a Saturday
		} {
			t.Run(x.name, func(t *testing.T) {
				norm, _ := labourstandards.Find(x.norm)
				w.exec(`DELETE FROM leave_requests`)
				w.exec(`DELETE FROM holiday_pay`)
				w.exec(`DELETE FROM shifts WHERE day = '2026-12-25'`)
				if x.worked > 0 {
					w.shift(ann, sheet, c.shifts[x.as], "2026-12-25", 8, x.worked)
				}
				s := w.paying("2026-12-26", norm)
				w.pays(s, "2026-12-25")
				if x.vacation {
					w.leave(ann, c.vacation, "2026-12-25", 0, "2026-12-26", 0, "True")
				}
				p := s.Current()
				row, err := s.EmployeeRow(t.Context(), admin, ann, p)
				if err != nil {
					t.Fatal(err)
				}
				if week := row.Weeks[1]; week.Leave != x.leave || week.Hours.Overtime != x.overtime || !row.Away(12) || row.Lacks(p, 12) {
					t.Errorf("the overview has %+v", week)
				}
				agreement(t, s, admin, p, map[int64]total{ann: {hours: row.Hours()}})
				var exported int64
				err = s.Lines(t.Context(), admin, p, true, func(l Line) error {
					if l.CodeID == c.holiday && l.Part == OnLeave && l.Approved {
						exported += l.Minutes
					}
					return nil
				})
				if err != nil || exported != x.leave {
					t.Errorf("exported are %d minutes, %v", exported, err)
				}
			})
		}
	})
}

// TestService_HolidayBase_by_chance compares the twentieth of employees who work by chance with a model that looks at each shift.
func TestService_HolidayBase_by_chance(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		c := w.codes()
		seed := rand.Uint64()
		t.Logf("seed %d", seed)
		r := rand.New(rand.NewPCG(seed, 62))
		day := db.MustDay("2026-12-25")
		type week struct {
			employee int64
			n        int
		}
		work, leave := map[week]*worktime.Week{}, map[week]int64{}
		var people []int64
		for i := range 8 {
			e := w.employee("E", fmt.Sprint(i), 0)
			people = append(people, e)
			sheets := []int64{w.sheet(e), w.sheet(e)}
			for n := -7; n < 42; n++ { // a week before the four, and the one of the holiday
				date := db.MustDay("2026-11-22").Add(n)
				key := week{e, (n + 7) / 7}
				if work[key] == nil {
					work[key] = new(worktime.Week)
				}
				switch k, minutes := r.IntN(len(c.shifts)), 1+r.Int64N(13*60); {
				case r.IntN(3) == 0:
				case r.IntN(6) == 0 && date.Weekday() > 0 && date.Weekday() < 6:
					w.leave(e, c.vacation, date.String(), 0, date.Add(1).String(), 0, "True")
					leave[key] += 480
					if date == day {
						leave[key] -= 480
					}
				default:
					w.shift(e, sheets[r.IntN(2)], c.shifts[k], date.String(), r.IntN(10), minutes)
					work[key].Hours.Add(c.columns[k], minutes)
					work[key].Days[date.Weekday()].Add(c.columns[k], minutes)
				}
			}
		}
		for _, norm := range labourstandards.All() {
			t.Run(norm.ID, func(t *testing.T) {
				s := w.paying("2026-12-25", norm)
				base, err := s.HolidayBase(t.Context(), d, everyone, 0, day)
				if err != nil {
					t.Fatal(err)
				}
				rule, _ := norm.Rule(labourstandards.StatutoryHoliday)
				for _, e := range people {
					var want int64
					for n := 1; n <= 4; n++ {
						one := *work[week{e, n}]
						if slices.Contains(norm.Overtime.Leave, "vacation") {
							one.Credited = leave[week{e, n}]
						}
						h := one.Paid(norm.Overtime.Limits)
						want += h.Regular + h.Evening + h.Emergency + leave[week{e, n}]
					}
					alone, err := s.HolidayBase(t.Context(), d, everyone, e, day)
					if err != nil || base[e] != want || alone[e] != want {
						t.Errorf("employee %d: %d minutes of all, %d alone, want %d; %v", e, base[e], alone[e], want, err)
					}
					if paid := rule.Indemnity(base[e]); paid*20 < want-10 || paid*20 > want+10 {
						t.Errorf("%d minutes are no twentieth of %d", paid, want)
					}
				}
			})
		}
	})
}
