package shifts

import (
	"slices"
	"strings"
	"testing"

	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/workforce/breakrules"
)

func TestTypedBreaks(t *testing.T) {
	for _, x := range []struct {
		name, start, end, text string
		want                   string // as BreaksText writes it in French; "!" and a code: a fault
		minutes                int64  // of the shift
	}{
		{"nothing typed is no break", "2026-11-20T08:00:00-05:00", "2026-11-20T16:30:00-05:00", "  ", "", 510},
		{"minutes lie in the middle", "2026-11-20T08:00:00-05:00", "2026-11-20T16:30:00-05:00", "30", "12 h – 12 h 30", 480},
		{"with their unit", "2026-11-20T08:00:00-05:00", "2026-11-20T16:30:00-05:00", "45 min", "11 h 50 – 12 h 35", 465},
		{"hours", "2026-11-20T08:00:00-05:00", "2026-11-20T17:00:00-05:00", "1 h", "12 h – 13 h", 480},
		{"two durations divide the shift", "2026-11-20T08:00:00-05:00", "2026-11-20T17:00:00-05:00", "15 min; 15 min",
			"10 h 50 – 11 h 05; 13 h 50 – 14 h 05", 510},
		{"times", "2026-11-20T08:00:00-05:00", "2026-11-20T16:30:00-05:00", "12:15-12:45", "12 h 15 – 12 h 45", 480},
		{"times in words", "2026-11-20T08:00:00-05:00", "2026-11-20T16:30:00-05:00", "12h15 à 12h45", "12 h 15 – 12 h 45", 480},
		{"times of an afternoon", "2026-11-20T08:00:00-05:00", "2026-11-20T16:30:00-05:00", "1 p.m. to 1:30 p.m.", "13 h – 13 h 30", 480},
		{"a paid one counts", "2026-11-20T08:00:00-05:00", "2026-11-20T16:30:00-05:00", "10:00-10:15 paid, 12 h – 12 h 30",
			"10 h – 10 h 15 (payée); 12 h – 12 h 30", 480},
		{"after midnight in a night", "2026-11-20T22:00:00-05:00", "2026-11-21T06:00:00-05:00", "2 h – 2 h 30", "2 h – 2 h 30", 450},
		{"over midnight", "2026-11-20T22:00:00-05:00", "2026-11-21T06:00:00-05:00", "23:45-0:15", "23 h 45 – 0 h 15", 450},
		{"the night the clocks go back has nine hours", "2026-10-31T23:00:00-04:00", "2026-11-01T07:00:00-05:00", "60", "2 h – 3 h", 480},
		{"the night the clocks go forward has seven", "2026-03-07T23:00:00-05:00", "2026-03-08T07:00:00-04:00", "30", "3 h 15 – 3 h 45", 390},
		{"a time that does not exist that night", "2026-03-07T23:00:00-05:00", "2026-03-08T07:00:00-04:00", "2:15-2:45", "!break", 0},
		{"words", "2026-11-20T08:00:00-05:00", "2026-11-20T16:30:00-05:00", "lunch", "!break", 0},
		{"half a range", "2026-11-20T08:00:00-05:00", "2026-11-20T16:30:00-05:00", "12:00-", "!break", 0},
		{"no minutes", "2026-11-20T08:00:00-05:00", "2026-11-20T16:30:00-05:00", "0", "!break", 0},
		{"before the shift is on the next day, and outside", "2026-11-20T08:00:00-05:00", "2026-11-20T16:30:00-05:00", "7:00-7:30",
			"!break_outside", 0},
	} {
		t.Run(x.name, func(t *testing.T) {
			n := New{TimesheetID: 1, BankCodeID: 1, Start: at(t, x.start), End: at(t, x.end)}
			var faults errs.Fields
			n.Breaks = TypedBreaks(&faults, x.text, n.Start, n.End, toronto)
			n.Breaks.validate(&faults, n.Start, n.End)
			if code, bad := strings.CutPrefix(x.want, "!"); bad {
				if len(faults) != 1 || faults[0].Field != "breaks" || faults[0].Code != code {
					t.Errorf("%v", faults)
				}
				return
			}
			text := strings.NewReplacer("\u00a0", " ", "\u202f", " ").Replace(BreaksText(i18n.FR, n.Breaks, toronto))
			if len(faults) > 0 || text != x.want || n.Minutes() != x.minutes {
				t.Errorf("%q and %d minutes, %v", text, n.Minutes(), faults)
			}
		})
	}
}

// The breaks of a rule lie in the middle of the shift, from five full minutes, whatever the clocks do meanwhile.
func TestDefaultBreaks(t *testing.T) {
	rule, _ := breakrules.Parse("5 h: 30; 10 h: 30 + 15 paid")
	for _, x := range []struct{ name, start, end, want string }{
		{"none for a minute less", "2026-11-20T08:00:00-05:00", "2026-11-20T12:59:00-05:00", ""},
		{"one of the first step", "2026-11-20T08:00:00-05:00", "2026-11-20T13:00:00-05:00", "10 h 15 – 10 h 45"},
		{"of a shift from an odd minute", "2026-11-20T08:02:00-05:00", "2026-11-20T16:31:00-05:00", "12 h – 12 h 30"},
		{"two of the second", "2026-11-20T08:00:00-05:00", "2026-11-20T18:00:00-05:00", "11 h 05 – 11 h 35; 14 h 30 – 14 h 45 (payée)"},
		{"over midnight", "2026-11-20T20:00:00-05:00", "2026-11-21T04:00:00-05:00", "23 h 45 – 0 h 15"},
		{"in the night the clocks go back", "2026-10-31T23:00:00-04:00", "2026-11-01T07:00:00-05:00", "2 h 15 – 2 h 45"},
		{"in the night the clocks go forward", "2026-03-07T23:00:00-05:00", "2026-03-08T07:00:00-04:00", "3 h 15 – 3 h 45"},
		{"the length is what really goes by that night", "2026-03-07T23:00:00-05:00", "2026-03-08T04:30:00-04:00", ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			start, end := at(t, x.start), at(t, x.end)
			b := DefaultBreaks(rule, start, end)
			var faults errs.Fields
			b.validate(&faults, start, end)
			text := strings.NewReplacer("\u00a0", " ", "\u202f", " ").Replace(BreaksText(i18n.FR, b, toronto))
			if text != x.want || len(faults) > 0 {
				t.Errorf("%q, %v", text, faults)
			}
		})
	}
}

// What is stored or shown in a form is read back as it was, in both languages.
func TestBreaks_read_back(t *testing.T) {
	start, end := at(t, "2026-11-20T08:00:00-05:00"), at(t, "2026-11-20T18:00:00-05:00")
	list := []Break{{start + 60*minute, start + 75*minute, true}, {start + 240*minute, start + 270*minute, false}}
	b := NewBreaks([]Break{list[1], list[0]})
	if !slices.Equal(b.List(), list) {
		t.Errorf("%v", b.List())
	}
	for _, lang := range []i18n.Lang{i18n.FR, i18n.EN} {
		t.Run("typed in "+string(lang), func(t *testing.T) {
			var faults errs.Fields
			if again := TypedBreaks(&faults, BreaksText(lang, b, toronto), start, end, toronto); again != b || len(faults) > 0 {
				t.Errorf("%q becomes %v, %v", BreaksText(lang, b, toronto), again, faults)
			}
		})
	}
	t.Run("from the database", func(t *testing.T) {
		var again Breaks
		if err := again.Scan(string(b)); err != nil || again != b {
			t.Errorf("%v, %v", again, err)
		}
	})
	t.Run("and not from a damaged database, where a break that is left out would be paid", func(t *testing.T) {
		for _, text := range []string{"x", string(b) + ", x", "2026-11-20T12:00:00Z", "2026-11-20T12:00:00Z/12:30"} {
			if err := new(Breaks).Scan(text); err == nil {
				t.Errorf("%q is read", text)
			}
		}
	})
	t.Run("from a form that offers to undo", func(t *testing.T) {
		if again, ok := ParseBreaks(string(b)); !ok || again != b {
			t.Errorf("%v, %v", again, ok)
		}
		for _, text := range []string{"x", string(b) + ", x", "2026-11-20T12:00:00Z/2026-11-20T12:30:00Z unpaid",
			"2026-11-20T12:00:00Z/2026-11-20T12:30:00Z, 2026-11-20T11:00:00Z/2026-11-20T11:30:00Z"} {
			if _, ok := ParseBreaks(text); ok {
				t.Errorf("%q is read", text)
			}
		}
	})
}
