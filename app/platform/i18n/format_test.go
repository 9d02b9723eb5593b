package i18n

import (
	"strconv"
	"strings"
	"testing"
	"time"
)

// plain shows no-break spaces as ~, so that the tables can be read.
func plain(s string) string { return strings.ReplaceAll(s, nbsp, "~") }

func check(t *testing.T, name, got, want string) {
	t.Helper()
	if plain(got) != want {
		t.Errorf("%s = %q, want %q", name, plain(got), want)
	}
}

func TestLang_Hours(t *testing.T) {
	for _, c := range []struct {
		minutes                     int64
		fr, en, cell, exact, exact2 string
	}{
		{0, "0~h", "0~h", "–", "0~min", "0~min"},
		{450, "7,5~h", "7.5~h", "7,50", "7~h~30", "7~h~30~min"},
		{440, "7,33~h", "7.33~h", "7,33", "7~h~20", "7~h~20~min"},
		{480, "8~h", "8~h", "8,00", "8~h", "8~h"},
		{6, "0,1~h", "0.1~h", "0,10", "6~min", "6~min"},
		{1, "0,02~h", "0.02~h", "0,02", "1~min", "1~min"},
		{-90, "−1,5~h", "−1.5~h", "−1,50", "−1~h~30", "−1~h~30~min"},
		{268950, "4~482,5~h", "4,482.5~h", "4~482,50", "4~482~h~30", "4,482~h~30~min"},
		{65, "1,08~h", "1.08~h", "1,08", "1~h~05", "1~h~5~min"},
	} {
		t.Run(c.en, func(t *testing.T) {
			check(t, "FR.Hours", FR.Hours(c.minutes), c.fr)
			check(t, "EN.Hours", EN.Hours(c.minutes), c.en)
			check(t, "FR.HoursCell", FR.HoursCell(c.minutes), c.cell)
			check(t, "FR.Duration", FR.Duration(c.minutes), c.exact)
			check(t, "EN.Duration", EN.Duration(c.minutes), c.exact2)
		})
	}
	check(t, "FR.Elapsed", FR.Elapsed(177), "2~h~57~min")
}

func TestLang_Dollars(t *testing.T) {
	for _, c := range []struct {
		cents  int64
		fr, en string
	}{
		{0, "0,00~$", "$0.00"},
		{5, "0,05~$", "$0.05"},
		{123456, "1~234,56~$", "$1,234.56"},
		{-5000, "−50,00~$", "−$50.00"},
		{100000000000, "1~000~000~000,00~$", "$1,000,000,000.00"},
		{-9223372036854775808, "−92~233~720~368~547~758,08~$", "−$92,233,720,368,547,758.08"},
	} {
		t.Run(c.en, func(t *testing.T) {
			check(t, "FR.Dollars", FR.Dollars(c.cents), c.fr)
			check(t, "EN.Dollars", EN.Dollars(c.cents), c.en)
			fr, en := c.fr, c.en
			if c.cents == 0 {
				fr, en = "–", "–"
			}
			check(t, "FR.DollarsCell", FR.DollarsCell(c.cents), fr)
			check(t, "EN.DollarsCell", EN.DollarsCell(c.cents), en)
		})
	}
}

func TestLang_Km_and_Percent(t *testing.T) {
	check(t, "km", FR.Km(1284.54), "1~284,5~km")
	check(t, "km", EN.Km(1284.55), "1,284.6~km")
	check(t, "km", FR.Km(12), "12~km")
	check(t, "a percentage above a half", FR.Percent(223, 974), "23~%")
	check(t, "a half per cent", EN.Percent(1, 200), "1%")
	check(t, "a percentage below a half", EN.Percent(124, 1000), "12%")
	check(t, "percent", EN.Percent(5, 5), "100%")
	check(t, "percent of nothing", EN.Percent(0, 0), "0%")
}

func day(s string) time.Time {
	d, err := time.Parse(time.DateOnly, s)
	if err != nil {
		panic(err)
	}
	return d
}

func TestLang_Bytes(t *testing.T) {
	for n, want := range map[int64][2]string{
		999: {"999 o", "999 B"}, 1000: {"1 ko", "1 KB"}, 42_400: {"42 ko", "42 KB"},
		1_000_000: {"1 Mo", "1 MB"}, 3_449_999: {"3,4 Mo", "3.4 MB"}, 999_900_000: {"999,9 Mo", "999.9 MB"},
		1_000_000_000: {"1 Go", "1 GB"}, 2_550_000_000: {"2,6 Go", "2.6 GB"},
	} {
		t.Run(strconv.FormatInt(n, 10), func(t *testing.T) {
			if got := [2]string{FR.Bytes(n), EN.Bytes(n)}; got != want {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
}

func TestLang_dates(t *testing.T) {
	d, first := day("2026-11-16"), day("2026-12-01")
	night := time.Date(2026, 11, 16, 22, 30, 0, 0, time.UTC)
	for _, c := range []struct{ name, got, want string }{
		{"FR.DayWeek", FR.DayWeek(d), "lun.~16~nov."},
		{"EN.DayWeek", EN.DayWeek(d), "Mon, Nov~16"},
		{"FR.DayBrief in the year", FR.DayBrief(d, first), "lun.~16~nov."},
		{"FR.DayBrief in another year", FR.DayBrief(d, day("2027-01-01")), "lun.~16~nov.~2026"},
		{"EN.DayBrief in another year", EN.DayBrief(d, day("2025-12-31")), "Mon, Nov~16, 2026"},
		{"FR.MomentBrief", FR.MomentBrief(night, d), "lun.~16~nov. à~22~h~30"},
		{"EN.MomentBrief in another year", EN.MomentBrief(night, day("2027-01-01")), "Mon, Nov~16, 2026 at 10:30~p.m."},
		{"FR.Since the day before", FR.Since(night, day("2026-11-17")), "depuis hier"},
		{"EN.Since the day before", EN.Since(d, day("2026-11-17")), "since yesterday"},
		{"EN.Since the same day", EN.Since(night, d), "since today"},
		{"FR.Since the same day", FR.Since(night, d), "depuis aujourd’hui"},
		{"FR.Since two days ago", FR.Since(d, day("2026-11-18")), "depuis lundi"},
		{"EN.Since six days ago", EN.Since(d, day("2026-11-22")), "since Monday"},
		{"FR.Since a week ago", FR.Since(d, day("2026-11-23")), "depuis le~16~nov."},
		{"EN.Since another year", EN.Since(d, day("2027-01-02")), "since Nov~16, 2026"},
		{"FR.Day", FR.Day(d), "16~novembre~2026"},
		{"EN.Day", EN.Day(d), "November~16, 2026"},
		{"FR.DayLong", FR.DayLong(d), "lundi 16~novembre~2026"},
		{"EN.DayLong", EN.DayLong(d), "Monday, November~16, 2026"},
		{"FR.DayTitle", FR.DayTitle(d), "Lundi 16~novembre~2026"},
		{"EN.DayTitle", EN.DayTitle(d), "Monday, November~16, 2026"},
		{"FR.Months", FR.Months(18), "18~mois"},
		{"FR.Months of whole years", FR.Months(84), "7~ans"},
		{"EN.Months of whole years", EN.Months(12), "1 year"},
		{"FR.DayShort of a first", FR.DayShort(first), "1er~déc."},
		{"EN.DayShort of a first", EN.DayShort(first), "Dec~1"},
		{"FR.Day of a first", FR.Day(first), "1er~décembre~2026"},
		{"EN.Day of a first", EN.Day(first), "December~1, 2026"},
		{"FR.DayNear", FR.DayNear(d), "lundi 16~novembre"},
		{"EN.DayNear", EN.DayNear(d), "Monday, November~16"},
		{"FR.Month", FR.Month(d), "novembre~2026"},
		{"EN.Month", EN.Month(first), "December~2026"},
		{"FR.MonthShort", FR.MonthShort(first), "déc."},
		{"EN.MonthShort", EN.MonthShort(d), "Nov"},
		{"FR.Weekday", FR.Weekday(d), "lundi"},
		{"FR.Range in a month", FR.Range(day("2025-12-14"), day("2025-12-27")), "14 au~27~déc.~2025"},
		{"EN.Range in a month", EN.Range(day("2025-12-14"), day("2025-12-27")), "Dec~14–27, 2025"},
		{"FR.Range from a first", FR.Range(first, day("2026-12-14")), "1er au~14~déc.~2026"},
		{"EN.Range from a first", EN.Range(first, day("2026-12-14")), "Dec~1–14, 2026"},
		{"FR.Range over two months", FR.Range(day("2026-11-29"), day("2026-12-12")), "29~nov. au~12~déc.~2026"},
		{"EN.Range over two months", EN.Range(day("2026-11-29"), day("2026-12-12")), "Nov~29~– Dec~12, 2026"},
		{"FR.Range of one day", FR.Range(first, first), "1er~déc.~2026"},
		{"EN.Range of one day", EN.Range(first, first), "Dec~1, 2026"},
		{"FR.Range over two years", FR.Range(day("2025-12-28"), day("2026-01-10")), "28~déc.~2025 au~10~janv.~2026"},
		{"FR.RangeNear in the year", FR.RangeNear(day("2026-12-14"), day("2026-12-27"), d), "14 au~27~déc."},
		{"EN.RangeNear in the year", EN.RangeNear(day("2026-12-14"), day("2026-12-27"), d), "Dec~14–27"},
		{"FR.RangeNear over two months", FR.RangeNear(day("2026-11-29"), day("2026-12-12"), d), "29~nov. au~12~déc."},
		{"EN.RangeNear over two months", EN.RangeNear(day("2026-11-29"), day("2026-12-12"), d), "Nov~29~– Dec~12"},
		{"EN.RangeNear of one day", EN.RangeNear(first, first, d), "Dec~1"},
		{"FR.RangeNear in another year", FR.RangeNear(day("2025-12-14"), day("2025-12-27"), d), "14 au~27~déc.~2025"},
		{"EN.RangeNear into the year", EN.RangeNear(day("2025-12-28"), day("2026-01-10"), d), "Dec~28, 2025~– Jan~10, 2026"},
		{"EN.RangeNear out of the year", EN.RangeNear(day("2026-12-27"), day("2027-01-09"), d), "Dec~27, 2026~– Jan~9, 2027"},
		{"FR.MomentNear in the year", FR.MomentNear(night, night.AddDate(0, 0, 9)), "16~nov. à~22~h~30"},
		{"EN.MomentNear in the year", EN.MomentNear(night, night.AddDate(0, 0, 9)), "Nov~16 at 10:30~p.m."},
		{"FR.MomentNear in the next year", FR.MomentNear(night, night.AddDate(1, 0, 0)), "16~nov.~2026 à~22~h~30"},
		{"FR.At on the day", FR.At(night, night.Add(time.Hour)), "à 22~h~30"},
		{"FR.ClockNarrow", FR.ClockNarrow(night), "22~h~30"},
		{"EN.ClockNarrow", EN.ClockNarrow(night), "10:30p"},
		{"EN.ClockNarrow of a full hour", EN.ClockNarrow(night.Add(-30 * time.Minute)), "10p"},
		{"EN.At on the day", EN.At(night, night.Add(time.Hour)), "at 10:30~p.m."},
		{"FR.At on another day", FR.At(night, night.AddDate(0, 0, 1)), "le 16~nov.~2026 à~22~h~30"},
		{"EN.At on another day", EN.At(night, night.AddDate(0, 0, 1)), "on Nov~16, 2026 at 10:30~p.m."},
		{"PeriodName", PeriodName(2026, 9), "2026-09"},
		{"PeriodName of two digits", PeriodName(2026, 10), "2026-10"},
	} {
		t.Run(c.name, func(t *testing.T) {
			check(t, c.name, c.got, c.want)
		})
	}
}

func TestLang_Clock(t *testing.T) {
	for _, c := range []struct {
		clock  string
		fr, en string
	}{
		{"00:00", "0~h", "12:00~a.m."},
		{"00:05", "0~h~05", "12:05~a.m."},
		{"08:30", "8~h~30", "8:30~a.m."},
		{"12:00", "12~h", "12:00~p.m."},
		{"23:59", "23~h~59", "11:59~p.m."},
	} {
		t.Run(c.clock, func(t *testing.T) {
			at, err := time.Parse("15:04", c.clock)
			if err != nil {
				t.Fatal(err)
			}
			check(t, "FR.Clock "+c.clock, FR.Clock(at), c.fr)
			check(t, "EN.Clock "+c.clock, EN.Clock(at), c.en)
		})
	}
	check(t, "FR.Moment", FR.Moment(time.Date(2026, 11, 19, 16, 12, 0, 0, time.UTC)), "19~nov.~2026 à~16~h~12")
	check(t, "EN.Moment", EN.Moment(time.Date(2026, 11, 19, 16, 12, 0, 0, time.UTC)), "Nov~19, 2026 at 4:12~p.m.")
}

func TestLang_Age_and_Ago(t *testing.T) {
	for _, c := range []struct {
		age                time.Duration
		fr, en, ago, agoEN string
	}{
		{-time.Hour, "moins d’une minute", "less than a minute", "à l’instant", "just now"},
		{59 * time.Second, "moins d’une minute", "less than a minute", "à l’instant", "just now"},
		{time.Minute, "1~minute", "1 minute", "il y a 1~minute", "1 minute ago"},
		{119 * time.Minute, "1~heure", "1 hour", "il y a 1~heure", "1 hour ago"},
		{72 * time.Hour, "3~jours", "3 days", "il y a 3~jours", "3 days ago"},
		{61 * 24 * time.Hour, "2~mois", "2 months", "il y a 2~mois", "2 months ago"},
		{800 * 24 * time.Hour, "2~ans", "2 years", "il y a 2~ans", "2 years ago"},
	} {
		t.Run(c.age.String(), func(t *testing.T) {
			check(t, "FR.Age", FR.Age(c.age), c.fr)
			check(t, "EN.Age", EN.Age(c.age), c.en)
			check(t, "FR.Ago", FR.Ago(c.age), c.ago)
			check(t, "EN.Ago", EN.Ago(c.age), c.agoEN)
		})
	}
}

func TestLang_FromTo(t *testing.T) {
	from := time.Date(2026, 11, 20, 17, 30, 0, 0, time.UTC)
	for _, c := range []struct {
		name   string
		lasts  time.Duration
		fr, en string
	}{
		{"an evening has its hours", 4*time.Hour + 30*time.Minute, "de 17~h~30 à 22~h", "5:30~p.m. to 10:00~p.m."},
		{"so has a night of eighteen hours", 18 * time.Hour, "de 17~h~30 à 11~h~30", "5:30~p.m. to 11:30~a.m."},
		{"what lasts a minute longer has its days", 18*time.Hour + time.Minute,
			"du vendredi 20~novembre à 17~h~30 au samedi 21~novembre à 11~h~31",
			"from Friday, November~20 at 5:30~p.m. to Saturday, November~21 at 11:31~a.m."},
	} {
		t.Run(c.name, func(t *testing.T) {
			check(t, "FR.FromTo", FR.FromTo(from, from.Add(c.lasts)), c.fr)
			check(t, "EN.FromTo", EN.FromTo(from, from.Add(c.lasts)), c.en)
		})
	}
}

func TestLang_Clash(t *testing.T) {
	at := time.Date(2026, 11, 19, 16, 12, 0, 0, time.UTC)
	for _, c := range []struct {
		name, person string
		own          bool
		want         string
	}{
		{"another person is named", "Ada Roy", false, "Ada Roy saved changes while you were editing (Nov~19, 2026 at 4:12~p.m.)"},
		{"the viewer is not", "Ada Roy", true, "You saved other changes somewhere else (Nov~19, 2026 at 4:12~p.m.)"},
		{"without a name nothing is said of the time either", "", false, "Changes were saved while you were editing"},
	} {
		t.Run(c.name, func(t *testing.T) {
			check(t, "Clash", EN.Clash(c.person, c.own, at), c.want)
		})
	}
}

func TestLang_ZoneName(t *testing.T) {
	for _, x := range []struct{ zone, fr, en string }{
		{"America/Toronto", "Heure de l’Est (Toronto)", "Eastern Time (Toronto)"},
		{"America/St_Johns", "Heure de Terre-Neuve (Saint-Jean)", "Newfoundland Time (St. John’s)"},
		{"America/New_York", "Heure de l’Est (New York)", "Eastern Time (New York)"},
		{"America/Sao_Paulo", "America/Sao Paulo", "America/Sao Paulo"},
		{"UTC", "UTC", "UTC"},
	} {
		if fr, en := FR.ZoneName(x.zone), EN.ZoneName(x.zone); fr != x.fr || en != x.en {
			t.Errorf("%s is %q, %q", x.zone, fr, en)
		}
	}
}
