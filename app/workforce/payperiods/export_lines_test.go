package payperiods

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"presence/app/accounts/auth"
	"presence/app/workforce/labourstandards"
	"presence/app/workforce/shifts"
	"presence/app/workforce/worktime"
	"presence/db"
	"presence/db/dbtest"
)

func TestBook_Lines(t *testing.T) {
	c := calendar(t)
	p, _ := c.Number(2026, 25)
	with := func(shifts ...weekTotal) *snapshot {
		return &snapshot{
			period: p,
			codes: map[int64]bankCode{
				1: {"regular", "G1", true, 0}, 2: {"training", "G9", true, 0}, 3: {"evening", "G43", true, 0}, 4: {"overtime", "G44", true, 0},
				5: {"vacation", "V1", false, 0}, 6: {"mileage", "G57", false, 0},
			},
			people:   []Employee{{ID: 7}},
			shifts:   shifts,
			overtime: quebecs,
			sheets: map[int64]Sheet{1: {ID: 1, EmployeeID: 7, State: Approved, Active: true},
				2: {ID: 2, EmployeeID: 7, State: Submitted, Active: true}},
		}
	}
	worked := func(sheet, code, minutes int64) weekTotal {
		return weekTotal{sheet: sheet, code: code, amount: minutes}
	}
	// onMonday is worked under a limit of eight hours a day.
	onMonday := func(parts ...weekTotal) *snapshot {
		for i := range parts {
			parts[i].days[1] = parts[i].amount
		}
		b := with(parts...)
		b.overtime = labourstandards.Limits{Weekly: 40 * 60, Daily: 8 * 60}
		return b
	}
	onLeave := func(employee int64) *snapshot {
		b := with()
		b.leave = []leaveDay{{employee, 5, p.Start.Add(1), 480, 480}}
		return b
	}
	for _, x := range []struct {
		name         string
		book         *snapshot
		approvedOnly bool
		want         []string
	}{
		{"gives overtime found a line of its own", with(worked(1, 1, 2700)), false,
			[]string{"G1 regular 2400 approved", "G44 overtime 300 approved"}},
		{"keeps overtime entered as such apart from overtime found", with(worked(1, 1, 2700), worked(1, 4, 60)), false,
			[]string{"G1 regular 2400 approved", "G44 overtime 60 approved", "G44 overtime 300 approved"}},
		{"takes overtime from the last regular code first", with(worked(1, 1, 2300), worked(1, 2, 400)), false,
			[]string{"G1 regular 2300 approved", "G9 training 100 approved", "G44 overtime 300 approved"}},
		{"leaves out a code that overtime has used up", with(worked(1, 1, 2400), worked(1, 2, 100)), false,
			[]string{"G1 regular 2400 approved", "G44 overtime 100 approved"}},
		{"adds up the sheets of one state", with(worked(1, 1, 100), weekTotal{sheet: 1, code: 1, amount: 50}), false,
			[]string{"G1 regular 150 approved"}},
		{"takes overtime from what is not approved first", with(worked(1, 1, 2400), worked(2, 1, 300)), false,
			[]string{"G1 regular 2400 approved", "G44 overtime 300 pending"}},
		{"takes the rest from what is approved", with(worked(1, 1, 2500), worked(2, 1, 300)), false,
			[]string{"G1 regular 2400 approved", "G44 overtime 100 approved", "G44 overtime 300 pending"}},
		{"counts approved sheets as if there were no others", with(worked(1, 1, 2500), worked(2, 3, 900)), true,
			[]string{"G1 regular 2400 approved", "G44 overtime 100 approved"}},
		{"finds the overtime of a day that two sheets and codes share", onMonday(worked(1, 1, 400), worked(2, 1, 100), worked(1, 2, 60)), false,
			[]string{"G1 regular 400 approved", "G1 regular 20 pending", "G9 training 60 approved", "G44 overtime 80 pending"}},
		{"adds up a day before it compares it", onMonday(worked(1, 1, 400), worked(1, 1, 100)), false,
			[]string{"G1 regular 480 approved", "G44 overtime 20 approved"}},
		{"counts the approved part of a day alone", onMonday(worked(1, 1, 500), worked(2, 1, 100)), true,
			[]string{"G1 regular 480 approved", "G44 overtime 20 approved"}},
		{"gives the leave of an employee who is in the snapshot", onLeave(7), false, []string{"V1 vacation 480 approved"}},
		{"leaves out the leave of one who is not", onLeave(8), false, nil},
	} {
		t.Run(x.name, func(t *testing.T) {
			var got []string
			for _, l := range x.book.lines(x.approvedOnly) {
				state := "pending"
				if l.Approved {
					state = "approved"
				}
				got = append(got, fmt.Sprintf("%s %s %d %s", l.BankCode, l.Type, l.Minutes, state))
			}
			if !slices.Equal(got, x.want) {
				t.Errorf("got  %q\nwant %q", got, x.want)
			}
		})
	}
}

// Whatever people enter: the overview, the export and the lines themselves tell the same minutes, cents and distances.
func TestService_OverviewExportAndLinesAgree(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s := w.service("2026-11-20")
		admin := w.actor(auth.Admin, 0)
		f := w.codes()
		var people []int64
		for i := range 6 {
			people = append(people, w.employee("E", fmt.Sprint(i), 0))
		}
		for seed := range uint64(12) {
			t.Run(fmt.Sprintf("seed_%d", seed), func(t *testing.T) {
				p := s.config.Calendar.At(db.MustDay("2026-01-01").Add(14 * int(seed)))
				truth := w.fill(rand.New(rand.NewPCG(seed, 1)), p, people, f)
				for _, norm := range labourstandards.All() {
					agreement(t, w.serviceWith("2026-11-20", &norm.Overtime.Limits), admin, p, truth)
				}
			})
		}
	})
}

// agreement compares the figures of a period: in the overview, the review, the export, the summary and the report of hours, each with the
// lines themselves.
func agreement(t *testing.T, s *Service, admin auth.Actor, p Period, truth map[int64]total) {
	t.Helper()
	o, err := s.Overview(t.Context(), admin, p)
	if err != nil {
		t.Fatal(err)
	}
	review, err := s.Review(t.Context(), admin, p, CrewFilter{})
	if err != nil {
		t.Fatal(err)
	}
	exported := map[int64]total{}
	err = s.Lines(t.Context(), admin, p, false, func(l Line) error {
		x := exported[l.Employee.ID]
		if l.Part == Worked || l.Part == FoundOver {
			x.hours.Add(worktime.ColumnOf(l.Type), l.Minutes)
		}
		x.cents, x.distance = x.cents+l.Cents, x.distance+l.Distance
		exported[l.Employee.ID] = x
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	summary, err := s.Worked(t.Context(), admin, shifts.Range{From: p.Start, To: p.End})
	if err != nil {
		t.Fatal(err)
	}
	summed := map[int64]worktime.Hours{}
	for _, x := range summary {
		summed[x.EmployeeID] = worktime.Hours{Regular: x.Regular, Evening: x.Evening, Emergency: x.Emergency, Overtime: x.Overtime}
	}
	report, err := s.HoursOverTime(t.Context(), admin, HoursFilter{From: p.Start, To: p.End})
	if err != nil {
		t.Fatal(err)
	}
	reported := map[int64]worktime.Hours{}
	for _, x := range report.People {
		reported[x.ID] = x.Hours
	}
	for i, r := range o.Rows {
		want, id := truth[r.Employee.ID], r.Employee.ID
		got := total{r.Hours(), r.Cents, r.Distance}
		if got != exported[id] {
			t.Errorf("employee %d: overview %+v, export %+v", id, got, exported[id])
		}
		if got.hours != summed[id] || got.hours != reported[id] || r.Weeks != review.Rows[i].Weeks {
			t.Errorf("employee %d: overview %+v, summary %+v, report %+v, review %+v", id, got.hours, summed[id], reported[id], review.Rows[i].Weeks)
		}
		if got.hours.Total() != want.hours.Total() || got.cents != want.cents || got.distance != want.distance {
			t.Errorf("employee %d: overview %+v, lines %+v", id, got, want)
		}
		if got.hours.Evening != want.hours.Evening || got.hours.Emergency != want.hours.Emergency {
			t.Errorf("employee %d: overview %+v, lines %+v", id, got, want)
		}
	}
}

type total struct {
	hours           worktime.Hours
	cents, distance int64
}

type codes struct {
	shifts           []int64
	columns          []worktime.Column
	meal, mileage    int64
	modifier         int64
	vacation, absent int64
	holiday          int64
}

func (w *world) codes() codes {
	return codes{
		shifts: []int64{w.code("regular", "shift", 10000, "G1"), w.code("evening", "shift", 12500, "G43"),
			w.code("emergency", "shift", 20000, "G48"), w.code("overtime", "shift", 15000, "G44"), w.code("travel", "shift", 10000, "G9")},
		columns: []worktime.Column{worktime.Regular, worktime.Evening, worktime.Emergency, worktime.Overtime, worktime.Regular},
		meal:    w.code("meal", "expense", 10000, "G56"), mileage: w.code("Mileage", "expense", 6100, "G57"), modifier: 6100,
		vacation: w.code("vacation", "leave", 10000, "V1"), absent: w.code("sick", "leave", 10000, "S1"),
		holiday: w.code("statutory_holiday", "leave", 10000, "FER"),
	}
}

// fill inserts random records of a period and returns their totals, added up line by line.
func (w *world) fill(r *rand.Rand, p Period, people []int64, f codes) map[int64]total {
	truth := map[int64]total{}
	for _, e := range people {
		sheets := []int64{w.sheet(e), w.sheet(e)}
		if r.IntN(2) == 0 {
			w.approved(sheets[0])
		}
		x := truth[e]
		for day := range 14 {
			if r.IntN(4) == 0 {
				continue
			}
			k, minutes := r.IntN(len(f.shifts)), 1+r.Int64N(14*60)
			w.shift(e, sheets[r.IntN(2)], f.shifts[k], p.Start.Add(day).String(), r.IntN(10), minutes)
			x.hours.Add(f.columns[k], minutes)
		}
		for range r.IntN(4) {
			code, cents := f.meal, 1+r.Int64N(30_000)
			if r.IntN(2) == 0 {
				code = f.mileage
				x.distance += Distance(cents, f.modifier)
			}
			w.expense(e, sheets[r.IntN(2)], code, p.Start.Add(r.IntN(14)).String(), cents)
			x.cents += cents
		}
		if r.IntN(2) == 0 {
			from := r.IntN(10)
			w.leave(e, []int64{f.vacation, f.absent}[r.IntN(2)], p.Start.Add(from).String(), 0, p.Start.Add(from+2).String(), 12, "True")
		}
		truth[e] = x
	}
	return truth
}
