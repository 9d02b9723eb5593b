package payperiods

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"presence/db"
	"presence/db/dbtest"
)

func TestIndemnity(t *testing.T) {
	for name, c := range map[string]struct {
		worked Hours
		want   int64
	}{
		"four weeks of forty hours are a day of eight": {Hours{Regular: 4 * 2400}, 480},
		"evenings and emergencies count":               {Hours{Regular: 4000, Evening: 600, Emergency: 200}, 240},
		"overtime does not":                            {Hours{Regular: 4800, Overtime: 900}, 240},
		"half a minute is rounded up":                  {Hours{Regular: 4810}, 241},
		"nothing worked is nothing paid":               {Hours{}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			if got := Indemnity(c.worked); got != c.want {
				t.Errorf("%d minutes, want %d", got, c.want)
			}
		})
	}
}

// spans reads "2026-11-16 08:00 16:00" in Toronto; an end at or before the start falls on the next day.
func spans(t *testing.T, zone *time.Location, texts ...string) (list []Span) {
	t.Helper()
	for _, text := range texts {
		start, err := time.ParseInLocation("2006-01-02 15:04", text[:16], zone)
		if err != nil {
			t.Fatal(err)
		}
		end, err := time.ParseInLocation("2006-01-02 15:04", text[:11]+text[17:], zone)
		if err != nil {
			t.Fatal(err)
		}
		if !end.After(start) {
			end = end.AddDate(0, 0, 1)
		}
		list = append(list, Span{db.InstantOf(start), db.InstantOf(end)})
	}
	return list
}

func TestShortRests(t *testing.T) {
	zone, err := time.LoadLocation("America/Toronto")
	if err != nil {
		t.Fatal(err)
	}
	days := func(first string, n int, hours string) (list []string) {
		for i := range n {
			list = append(list, db.MustDay(first).Add(i).String()+" "+hours)
		}
		return list
	}
	for name, c := range map[string]struct {
		week string
		work []string
		want string
	}{
		"no work":          {"2026-11-15", nil, ""},
		"Monday to Friday": {"2026-11-15", days("2026-11-16", 5, "08:00 16:00"), ""},
		"seven days":       {"2026-11-15", days("2026-11-14", 9, "08:00 16:00"), "2026-11-15 16 h 0"},
		"a rest in the week after does not count": {"2026-11-15", append(days("2026-11-14", 9, "08:00 16:00"), "2026-11-25 08:00 16:00"),
			"2026-11-15 16 h 0"},
		"nor one in the week before": {"2026-11-15", append([]string{"2026-11-10 08:00 16:00"}, days("2026-11-13", 10, "08:00 16:00")...),
			"2026-11-15 16 h 0"},
		"one day off between": {"2026-11-15", append(days("2026-11-14", 4, "08:00 16:00"), days("2026-11-19", 5, "08:00 16:00")...), ""},
		"a day off that is too short": {"2026-11-15", append(days("2026-11-14", 4, "08:00 20:00"), append([]string{"2026-11-19 00:00 08:00"},
			days("2026-11-20", 4, "08:00 20:00")...)...), "2026-11-15 28 h 0"},
		"a rest that ends in the week counts whole": {"2026-11-15",
			append([]string{"2026-11-13 08:00 23:00"}, days("2026-11-15", 8, "08:00 20:00")...), ""},
		"a rest that ends as the week begins does not count": {"2026-11-15",
			append([]string{"2026-11-12 08:00 16:00"}, days("2026-11-15", 8, "00:00 16:00")...), "2026-11-15 8 h 0"},
		"a rest that begins as the week ends does not count": {"2026-11-15",
			append(days("2026-11-14", 8, "08:00 00:00"), "2026-11-25 08:00 16:00"), "2026-11-15 8 h 0"},
		"exactly thirty-two hours": {"2026-11-15",
			append(days("2026-11-14", 4, "08:00 00:00"), append([]string{"2026-11-19 08:00 20:00"}, days("2026-11-20", 4, "08:00 20:00")...)...),
			""},
		"the night the clocks go forward takes an hour": {"2026-03-08",
			append(days("2026-03-01", 7, "08:00 23:00"), days("2026-03-09", 8, "07:00 23:00")...),
			"2026-03-08 31 h 0"},
		"the night the clocks go back gives one": {"2026-11-01",
			append(days("2026-10-25", 7, "08:00 23:00"), days("2026-11-02", 8, "06:00 23:00")...), ""},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, r := range ShortRests(spans(t, zone, c.work...), []db.Day{db.MustDay(c.week)}, zone) {
				got = append(got, fmt.Sprintf("%s %d h %d", r.Week, r.Minutes/60, r.Minutes%60))
			}
			if text := strings.Join(got, "; "); text != c.want {
				t.Errorf("%q, want %q", text, c.want)
			}
		})
	}
}

func TestWithoutMeal(t *testing.T) {
	zone, err := time.LoadLocation("America/Toronto")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		work []string
		want string // minutes of each
	}{
		"five hours":                              {[]string{"2026-11-16 08:00 13:00"}, "[]"},
		"a minute more":                           {[]string{"2026-11-16 08:00 13:01"}, "[301]"},
		"half an hour between":                    {[]string{"2026-11-16 08:00 12:00", "2026-11-16 12:30 16:30"}, "[]"},
		"less than that is no break":              {[]string{"2026-11-16 08:00 12:00", "2026-11-16 12:29 16:30"}, "[510]"},
		"in any order":                            {[]string{"2026-11-16 12:00 16:00", "2026-11-16 08:00 12:00"}, "[480]"},
		"into the next day":                       {[]string{"2026-11-16 22:00 00:00", "2026-11-17 00:00 04:00"}, "[360]"},
		"the night the clocks go forward is less": {[]string{"2026-03-07 22:30 04:30"}, "[]"},
		"the night the clocks go back is more":    {[]string{"2026-10-31 23:30 04:00"}, "[330]"},
	} {
		t.Run(name, func(t *testing.T) {
			got := []int64{}
			for _, s := range WithoutMeal(spans(t, zone, c.work...)) {
				got = append(got, s.Minutes())
			}
			if fmt.Sprint(got) != c.want {
				t.Errorf("%v, want %s", got, c.want)
			}
		})
	}
}

func TestService_LabourWarnings_counts_days_of_less_than_three_hours(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s := w.service("2026-11-30")
		p, err := s.PeriodByNumber(2026, 25)
		if err != nil {
			t.Fatal(err)
		}
		ann := w.employee("Anne", "Aubin", 0)
		for _, x := range []struct {
			name    string
			minutes int64
			away    bool
			want    int
		}{
			{"a minute less", 179, false, 1},
			{"three hours", 180, false, 0},
			{"nothing", 0, false, 0},
			{"one minute", 1, false, 1},
			{"a day of leave with an hour of work", 60, true, 0},
		} {
			t.Run(x.name, func(t *testing.T) {
				row := &Row{Employee: Employee{ID: ann}}
				row.Days[3], row.away[3] = x.minutes, x.away
				got, err := s.LabourWarnings(t.Context(), p, []*Row{row})
				if err != nil || got[ann].CallIns != x.want {
					t.Errorf("%+v, %v; want %d", got[ann], err, x.want)
				}
			})
		}
	})
}
