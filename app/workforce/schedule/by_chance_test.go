package schedule_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"presence/app/apptest/timetest"
	"presence/app/platform/errs"
	"presence/app/workforce/breakrules"
	"presence/app/workforce/crews"
	"presence/app/workforce/labourstandards"
	"presence/app/workforce/schedule"
	"presence/db"
)

// TestService_sums_by_chance plans four weeks by chance, over a clock change, publishes them and works them as planned: the schedule of the
// crew, that of each employee and the totals of the hours add up to the minutes that a model counts one by one.
func TestService_sums_by_chance(t *testing.T) {
	timetest.Each(t, func(t *testing.T, w *timetest.World) {
		rule, ok := breakrules.Parse("5 h: 30; 10 h: 30 + 15 paid")
		if !ok {
			t.Fatal("the rule is not read")
		}
		s := schedule.NewService(w.DB, schedule.Options{Zone: w.Zone, Now: w.Now, Norm: labourstandards.Quebec(), BreakRule: rule})
		w.Shifts.BreakRule = rule
		weeks := schedule.Range{From: db.MustDay("2027-02-28"), To: db.MustDay("2027-03-27")}
		r := rand.New(rand.NewPCG(22, 6))
		model := map[int64]int64{} // minutes by shift
		total := map[int64]int64{} // and by employee
		for range 120 {
			p, minutes := plannedByChance(w, r, weeks.From)
			x, err := s.Create(t.Context(), w.Boss, p)
			if kind := errs.KindOf(err); kind == errs.KindInvalid || kind == errs.KindConflict {
				continue // it overlaps another one
			}
			w.OK(err)
			model[x.ID] = minutes
			total[p.EmployeeID] += minutes
		}
		if len(model) < 40 {
			t.Fatalf("only %d shifts were planned", len(model))
		}
		b, err := s.Board(t.Context(), w.Boss, new(crews.Of(w.Boss.EmployeeID)), weeks)
		w.OK(err)
		for _, x := range b.Shifts {
			if got := b.Minutes(x); got != model[x.ID] {
				t.Errorf("%s to %s, breaks %q (by the rule: %v): %d minutes, want %d", x.Start, x.End, x.Breaks, x.ByRule, got, model[x.ID])
			}
		}
		if len(b.Shifts) != len(model) {
			t.Errorf("%d shifts are on the schedule, %d were planned", len(b.Shifts), len(model))
		}
		_, err = s.Publish(t.Context(), w.Boss, crews.Of(w.Boss.EmployeeID), weeks)
		w.OK(err)
		for _, who := range []struct {
			name string
			id   int64
		}{{"Ann", w.Ann.EmployeeID}, {"Deputy", w.Deputy.EmployeeID}} {
			by := w.Ann
			if who.id == w.Deputy.EmployeeID {
				by = w.Deputy
			}
			o, err := s.Own(t.Context(), by, weeks)
			w.OK(err)
			var planned, worked int64
			sheet := w.Sheet(by).ID
			for _, x := range o.Shifts {
				planned += o.Minutes(x)
				n := x.Worked(w.Zone)
				n.TimesheetID = sheet
				made, err := w.Shifts.Create(t.Context(), by, n)
				w.OK(err)
				worked += made.Minutes
			}
			weeksOf := w.Count("SELECT COALESCE(SUM(minutes), 0) FROM shift_weeks WHERE employee_id = $1", who.id)
			if want := total[who.id]; planned != want || worked != want || weeksOf != want {
				t.Errorf("%s: %d minutes were planned, %d worked as planned, %d are in the weeks; want %d", who.name, planned, worked, weeksOf, want)
			}
		}
	})
}

// plannedByChance returns a shift and its minutes, which are counted one by one, without the unpaid breaks.
func plannedByChance(w *timetest.World, r *rand.Rand, from db.Day) (p schedule.Plan, minutes int64) {
	start := from.Add(r.IntN(28)).In(w.Zone).Add(time.Duration(r.IntN(24*12)) * 5 * time.Minute)
	end := start.Add(time.Duration(180+5*r.IntN(120)) * time.Minute)
	p = schedule.Plan{EmployeeID: []int64{w.Ann.EmployeeID, w.Deputy.EmployeeID}[r.IntN(2)], BankCodeID: w.Crew.Regular,
		Start: db.InstantOf(start), End: db.InstantOf(end)}
	for at := start; at.Before(end); at = at.Add(time.Minute) {
		minutes++
	}
	switch r.IntN(4) {
	case 0:
		p.Breaks = "30"
		minutes -= 30
	case 1:
		p.Breaks = "20; 15 paid"
		minutes -= 20
	case 2:
		if p.ByRule = true; minutes >= 300 {
			minutes -= 30
		}
	}
	return p, minutes
}
