package shifts

import (
	"regexp"
	"strings"
	"time"

	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/typed"
	"presence/app/platform/walltime"
	"presence/app/workforce/breakrules"
	"presence/db"
)

var rangeSign = regexp.MustCompile(`(?i)\s*[–—-]\s*|\s+(?:à|to)\s+`)

// BreaksText returns breaks as people read and type them, so that TypedBreaks can parse it: 12 h – 12 h 30; 15 h – 15 h 10 (payée).
func BreaksText(lang i18n.Lang, b Breaks, zone *time.Location) string {
	var texts []string
	for _, x := range b.List() {
		text := lang.ClockRange(x.Start.Time().In(zone), x.End.Time().In(zone))
		if x.Paid {
			text += " " + lang.T(i18n.TimePaidBreak)
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, "; ")
}

// BreaksAside returns breaks to follow the times of their shift in a line: " · pause 12 h – 12 h 30"; empty for none.
func BreaksAside(lang i18n.Lang, b Breaks, zone *time.Location) string {
	if b == "" {
		return ""
	}
	return " · " + lang.F(i18n.TimeBreaksOf, BreaksText(lang, b, zone))
}

// TypedBreaks parses the breaks of a shift as people type them, separated by semicolons or commas: times ("12 h – 12 h 30", "12:00-12:30"),
// which are those after the start of the shift, or a duration ("30", "30 min", "1 h"), which is placed in the middle of the shift; several
// durations divide it evenly. A word at the end says that a break is paid. Errors are added to faults under "breaks".
func TypedBreaks(faults *errs.Fields, text string, start, end db.Instant, zone *time.Location) Breaks {
	var list []Break
	var durations []int // indexes in list
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ';' || r == ',' }) {
		if part = strings.Join(strings.Fields(part), " "); part == "" {
			continue
		}
		rest, paid := breakrules.CutPaid(part)
		b, timed, ok := typedBreak(rest, start, zone)
		if !ok {
			faults.Add("breaks", "break", "Expected times or a number of minutes.")
			return ""
		}
		b.Paid = paid
		if !timed {
			durations = append(durations, len(list))
		}
		list = append(list, b)
	}
	for k, i := range durations {
		list[i].Start, list[i].End = placed(start, end, list[i].End, k, len(durations))
	}
	return NewBreaks(list)
}

// placed returns when break k of n begins and ends. The breaks divide the shift into equal parts; each is centred on a point of
// division, and its beginning is rounded down to five minutes.
func placed(start, end, length db.Instant, k, n int) (from, to db.Instant) {
	from = start + (end-start)*db.Instant(k+1)/db.Instant(n+1) - length/2
	from -= from % (5 * minute)
	return from, from + length
}

// DefaultBreaks returns the breaks that a rule gives a shift, placed as durations that are typed.
func DefaultBreaks(rule breakrules.Rule, start, end db.Instant) Breaks {
	given := rule.For(int64(end-start) / minute)
	list := make([]Break, len(given))
	for k, b := range given {
		from, to := placed(start, end, db.Instant(b.Minutes)*minute, k, len(given))
		list[k] = Break{from, to, b.Paid}
	}
	return NewBreaks(list)
}

var ruleWord = regexp.MustCompile(`(?i)^\s*(par défaut|par defaut|default)\s*$`)

// TypedByRule reports whether what was typed says that the breaks are those of the rule.
func TypedByRule(text string) bool { return ruleWord.MatchString(text) }

// typedBreak parses one break. Without times it begins at zero, so that its end is its duration.
func typedBreak(text string, start db.Instant, zone *time.Location) (b Break, timed, ok bool) {
	if ends := rangeSign.Split(text, -1); len(ends) == 2 {
		first, okFirst := typed.Clock(ends[0])
		last, okLast := typed.Clock(ends[1])
		b.Start, ok = nextClock(start, first, zone)
		if !okFirst || !okLast || !ok {
			return b, true, false
		}
		b.End, ok = nextClock(b.Start, last, zone)
		return b, true, ok
	}
	length, ok := typed.Clock(text) // 1 h, 1:15
	if n, is := breakrules.ReadMinutes(text); is {
		length = int(n)
	} else if !ok {
		return b, false, false
	}
	b.End = db.Instant(length) * minute
	return b, false, length > 0
}

// nextClock returns when the clock shows a time of day for the first time at or after an instant; false if it does not on that day, because
// the clocks go forward.
func nextClock(after db.Instant, minutes int, zone *time.Location) (db.Instant, bool) {
	day := db.DayOf(after.Time().In(zone))
	at, exists := walltime.OnDay(day, minutes, zone)
	if at < after {
		at, exists = walltime.OnDay(day.Add(1), minutes, zone)
	}
	return at, exists
}
