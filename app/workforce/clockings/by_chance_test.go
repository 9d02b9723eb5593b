package clockings_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"presence/app/apptest/timetest"
	"presence/app/workforce/clockings"
)

// TestService_sums_by_chance stamps weeks by chance, nights and both clock changes among them, with each step of rounding. Each clocking
// becomes the minutes that a model computes from the times of day on a wall clock, and the totals of the weeks add up to them.
func TestService_sums_by_chance(t *testing.T) {
	timetest.Each(t, func(t *testing.T, w *timetest.World) {
		for i, step := range clockings.Steps {
			for j, first := range []time.Time{time.Date(2026, 10, 28, 10, 0, 0, 0, time.UTC), time.Date(2027, 3, 10, 10, 0, 0, 0, time.UTC)} {
				w.Clockings.Step, w.Clock = step, first
				c := chance{w, rand.New(rand.NewPCG(uint64(10*i+j), 22)), step}
				var want int64
				for range 20 {
					want += c.clocking(t)
				}
				if got := w.Count("SELECT SUM(minutes) FROM shift_weeks WHERE employee_id = $1", w.Ann.EmployeeID); got != want || want == 0 {
					t.Errorf("to %d minutes from %s: the weeks add up to %d minutes, want %d", step, first.Format(time.DateOnly), got, want)
				}
				for _, table := range []string{"clockings", "open_lines", "shifts", "shift_weeks"} { // the next step begins in the same weeks
					w.Exec("DELETE FROM " + table)
				}
			}
		}
	})
}

// chance stamps by chance.
type chance struct {
	*timetest.World
	*rand.Rand
	step int
}

// clocking stamps a stretch of work, sometimes of two tasks, with up to two breaks, and returns the minutes that its shifts should have.
func (c chance) clocking(t *testing.T) (sum int64) {
	ctx := t.Context()
	pass(c.World, c.seconds(10*time.Hour))
	running, err := c.Clockings.ClockIn(ctx, c.Ann, c.Crew.Regular)
	c.OK(err)
	start := c.rounded()
	tasks := 1 + c.IntN(2)
	for task := range tasks {
		var unpaid int64
		for range c.IntN(3) {
			pass(c.World, c.seconds(2*time.Hour))
			from := c.rounded()
			_, err = c.Clockings.StartBreak(ctx, c.Ann)
			c.OK(err)
			pass(c.World, c.seconds(time.Hour))
			_, err = c.Clockings.EndBreak(ctx, c.Ann)
			c.OK(err)
			unpaid += c.rounded() - from
		}
		pass(c.World, 15*time.Minute+c.seconds(2*time.Hour)) // every step leaves some work
		end := c.rounded()
		ended := running
		if task < tasks-1 {
			running, err = c.Clockings.ChangeTask(ctx, c.Ann, clockings.Choice{BankCodeID: c.Crew.Evening})
			c.OK(err)
			ended, err = c.Clockings.Get(ctx, c.Ann, ended.ID)
		} else {
			ended, err = c.Clockings.ClockOut(ctx, c.Ann)
		}
		c.OK(err)
		worked := end - start - unpaid
		if got := c.Count("SELECT minutes FROM shifts WHERE id = $1", ended.ShiftID); got != worked {
			t.Errorf("clocking %d, stamped %s to %s with breaks %q, became %d minutes, want %d", ended.ID, ended.Start, ended.End,
				ended.Breaks, got, worked)
		}
		sum, start = sum+worked, end
	}
	return sum
}

// seconds returns a time by chance, to the second.
func (c chance) seconds(most time.Duration) time.Duration {
	return time.Duration(1+c.Int64N(int64(most/time.Second))) * time.Second
}

// rounded returns the present minute as a wall clock shows it, rounded to the step, in minutes since 1970: the time of day is rounded, and
// the zone's offset of now stays.
func (c chance) rounded() int64 {
	local := c.Clock.In(c.Zone)
	shown := int64(local.Hour()*60 + local.Minute())
	step := int64(c.step)
	nearest := (shown + step/2) / step * step
	return c.Clock.Unix()/60 + nearest - shown
}
