package labourstandards

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"presence/app/platform/i18n"
	"presence/db"
)

// Each rule that a file has is complete: it names its article, says in both languages what it is about with the hours that the program
// reads, and its notice names the article.
func TestAll(t *testing.T) {
	for _, n := range All() {
		t.Run(n.ID, func(t *testing.T) {
			for _, l := range []i18n.Lang{i18n.FR, i18n.EN} {
				for kind, r := range n.Rules {
					text := l.T(r.Text)
					limit := strconv.FormatInt(r.Minutes/60, 10) + "\u00a0"
					if kind == StatutoryHoliday {
						limit = "1/" + strconv.FormatInt(r.Divisor, 10)
					}
					if !strings.Contains(text, limit) || !strings.Contains(n.FullArticle(l, r.Source), r.Section) || r.Section == "" {
						t.Errorf("%s, %s: %q, %s", kind, l, text, n.FullArticle(l, r.Source))
					}
					if kind == StatutoryHoliday {
						continue
					}
					for _, notice := range []string{n.Text(l, Notice{kind, db.Day{}, 1}), n.RowText(l, kind, 1)} {
						if !strings.Contains(notice, n.Article(l, r.Source)) && kind != MealBreak || strings.Contains(notice, "%!") {
							t.Errorf("%s, %s: %q", kind, l, notice)
						}
					}
				}
				if hours := strconv.FormatInt(n.Overtime.Weekly/60, 10); !strings.Contains(l.T(n.Overtime.Text), hours) {
					t.Errorf("overtime, %s: %q", l, l.T(n.Overtime.Text))
				}
				for _, h := range n.Holidays {
					if l.T(h.Name) == "" {
						t.Errorf("%+v has no name", h)
					}
				}
			}
			if found, ok := Find(n.ID); !ok || found != n {
				t.Error("not found by its id")
			}
		})
	}
}

func TestNorm_RowText(t *testing.T) {
	n, _ := Find("quebec")
	for _, x := range []struct {
		l     i18n.Lang
		count int
		want  string
	}{
		{i18n.EN, 1, "1 day under the minimum of 3 h (s. 58)"},
		{i18n.EN, 2, "2 days under the minimum of 3 h (s. 58)"},
		{i18n.FR, 1, "1 journée de moins de 3 h (art. 58)"},
		{i18n.FR, 0, ""},
	} {
		if got := strings.ReplaceAll(n.RowText(x.l, ReportingPay, x.count), "\u00a0", " "); got != x.want {
			t.Errorf("%q, want %q", got, x.want)
		}
	}
}

func TestNorm_Holidays(t *testing.T) {
	for _, x := range []struct{ norm, year, want string }{
		{"quebec", "2026", "01-01 04-03 05-18 06-24 07-01 09-07 10-12 12-25"},
		{"quebec", "2024", "01-01 03-29 05-20 06-24 07-01 09-02 10-14 12-25"},
		{"quebec", "2027", "01-01 03-26 05-24 06-24 07-01 09-06 10-11 12-25"},
		{"quebec", "2029", "01-01 03-30 05-21 06-24 07-02 09-03 10-08 12-25"},
		{"canada", "2026", "01-01 04-03 05-18 07-01 09-07 09-30 10-12 11-11 12-25 12-26"},
		{"ontario", "2026", "01-01 02-16 04-03 05-18 07-01 09-07 10-12 12-25 12-26"},
		{"ontario", "2029", "01-01 02-19 03-30 05-21 07-02 09-03 10-08 12-25 12-26"},
	} {
		t.Run(x.norm+" in "+x.year, func(t *testing.T) {
			n, _ := Find(x.norm)
			var got []string
			for _, h := range n.In(db.MustDay(x.year+"-01-01"), db.MustDay(x.year+"-12-31")) {
				got = append(got, h.Day.String()[5:])
				if same, is := n.Holidays.Find(h.Day); !is || same != h {
					t.Errorf("%v is not found on its day", h)
				}
			}
			if text := strings.Join(got, " "); text != x.want {
				t.Errorf("%s\nwant %s", text, x.want)
			}
		})
	}
	t.Run("holidays over the turn of a year, each with the weeks from which it is paid", func(t *testing.T) {
		pay, _ := Quebec().Rule(StatutoryHoliday)
		var got []string
		for _, h := range Quebec().In(db.MustDay("2026-12-20"), db.MustDay("2027-01-02")) {
			from, to := pay.Reference(h.Day)
			got = append(got, fmt.Sprint(h.Day, " from ", from, " to ", to))
		}
		want := "2026-12-25 from 2026-11-22 to 2026-12-19; 2027-01-01 from 2026-11-29 to 2026-12-26"
		if text := strings.Join(got, "; "); text != want {
			t.Errorf("%s\nwant %s", text, want)
		}
	})
}

func TestWorkingDayAfter(t *testing.T) {
	for _, x := range []struct {
		name, day string
		n         int
		want      string
	}{
		{"the day after a Monday", "2026-11-23", 1, "2026-11-24"},
		{"after a Saturday comes Monday", "2026-11-28", 1, "2026-11-30"},
		{"three after a Saturday is Wednesday", "2026-11-28", 3, "2026-12-02"},
		{"before a Monday comes Friday", "2026-11-23", -1, "2026-11-20"},
		{"Christmas and the weekend after it are passed over", "2026-12-24", 1, "2026-12-28"},
		{"so is the national holiday", "2026-06-23", 1, "2026-06-25"},
		{"and Good Friday", "2026-04-02", 1, "2026-04-06"},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := Quebec().Holidays.WorkingDayAfter(db.MustDay(x.day), x.n); got != db.MustDay(x.want) {
				t.Errorf("%s, want %s", got, x.want)
			}
		})
	}
}

func TestRule_Indemnity(t *testing.T) {
	pay, _ := Quebec().Rule(StatutoryHoliday)
	for name, c := range map[string]struct{ worked, want int64 }{
		"four weeks of forty hours are a day of eight": {4 * 2400, 480},
		"half a minute is rounded up":                  {4810, 241},
		"nothing worked is nothing paid":               {0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			if got := pay.Indemnity(c.worked); got != c.want {
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

func TestNorm_Notices_of_short_rests_of_a_week(t *testing.T) {
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
			for _, r := range Quebec().Notices(spans(t, zone, c.work...), []Day{{Date: db.MustDay(c.week)}}, zone) {
				got = append(got, fmt.Sprintf("%s %d h %d", r.Day, r.Minutes/60, r.Minutes%60))
			}
			if text := strings.Join(got, "; "); text != c.want {
				t.Errorf("%q, want %q", text, c.want)
			}
		})
	}
}

func TestNorm_Notices_of_missing_meals(t *testing.T) {
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
			for _, n := range Quebec().Notices(nil, []Day{{Date: db.MustDay("2026-11-16"), Work: spans(t, zone, c.work...)}}, zone) {
				got = append(got, n.Minutes)
			}
			if fmt.Sprint(got) != c.want {
				t.Errorf("%v, want %s", got, c.want)
			}
		})
	}
}

// What has a notice differs between jurisdictions by their files alone.
func TestNorm_Notices_by_jurisdiction(t *testing.T) {
	zone, err := time.LoadLocation("America/Toronto")
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		name string
		work []string
		want map[string]string
	}{
		{"a night after an evening, with six hours between", []string{"2026-11-16 16:00 23:00", "2026-11-17 05:00 13:00"},
			map[string]string{"canada": "shift_rest 2026-11-17 360", "ontario": "shift_rest 2026-11-17 360"}},
		{"two short shifts with six hours between, less than thirteen hours together",
			[]string{"2026-11-16 18:00 22:00", "2026-11-17 04:00 09:00"}, map[string]string{"canada": "shift_rest 2026-11-17 360"}},
		{"two halves of a shift, with two hours between", []string{"2026-11-16 08:00 12:00", "2026-11-16 14:00 18:00"}, nil},
		{"exactly eight hours between", []string{"2026-11-16 15:00 23:00", "2026-11-17 07:00 15:00"}, nil},
		{"days of fourteen hours", []string{"2026-11-15 08:00 22:00", "2026-11-16 08:00 22:00", "2026-11-17 08:00 22:00"},
			map[string]string{"ontario": "daily_rest 2026-11-16 600"}},
		{"a week with a rest of 28 hours", []string{"2026-11-14 08:00 20:00", "2026-11-15 08:00 20:00", "2026-11-16 08:00 20:00",
			"2026-11-17 08:00 20:00", "2026-11-19 00:00 12:00", "2026-11-20 00:00 12:00", "2026-11-21 00:00 12:00", "2026-11-22 00:00 12:00"},
			map[string]string{"quebec": "weekly_rest 2026-11-15 1680"}},
	} {
		for _, n := range All() {
			t.Run(x.name+", in "+n.ID, func(t *testing.T) {
				days := make([]Day, 7)
				for i := range days {
					days[i].Date = db.MustDay("2026-11-15").Add(i)
				}
				var got []string
				for _, v := range n.Notices(spans(t, zone, x.work...), days, zone) {
					got = append(got, fmt.Sprint(v.Kind, " ", v.Day, " ", v.Minutes))
				}
				if text := strings.Join(got, "; "); text != x.want[n.ID] {
					t.Errorf("%q, want %q", text, x.want[n.ID])
				}
			})
		}
	}
	t.Run("a rule that a norm does not have gives no notice", func(t *testing.T) {
		days := []Day{{Date: db.MustDay("2026-11-15"), Minutes: 60}}
		none := &Norm{}
		if got := none.Notices(nil, days, zone); len(got) > 0 {
			t.Errorf("%v", got)
		}
		if got := Quebec().Notices(nil, days, zone); !slices.Equal(got, []Notice{{ReportingPay, days[0].Date, 60}}) {
			t.Errorf("%v", got)
		}
	})
}

func TestLimits_Counts(t *testing.T) {
	for kind, want := range map[string]bool{
		"vacation": true, "Holiday": true, " STATUTORY_HOLIDAY ": true, "sick": false, "parental": false, "regular": false, "": false,
	} {
		t.Run("leave of type "+kind+" in Quebec", func(t *testing.T) {
			if got := Quebec().Overtime.Counts(kind); got != want {
				t.Errorf("%v, want %v", got, want)
			}
		})
	}
	t.Run("vacation does not count in Ontario", func(t *testing.T) {
		ontario, _ := Find("ontario")
		if ontario.Overtime.Counts("vacation") {
			t.Error("it does")
		}
	})
}
