package shifts

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"presence/app/platform/errs"
	"presence/db"
)

// Break is a part of a shift in which nobody works. The minutes of a shift are those between its start and its end without the unpaid
// breaks (W3).
type Break struct {
	Start, End db.Instant
	Paid       bool
}

// Breaks are the breaks of a shift, sorted by start, as the database keeps them:
// "1795176000000-1795177800000 1795185000000-1795185900000p". The times are in milliseconds since 1970, and a p ends a paid one. They are
// a text because a shift is compared with ==.
type Breaks string

// maxBreaks is how many breaks a shift has at most.
const maxBreaks = 20

// NewBreaks sorts a list and returns it as Breaks.
func NewBreaks(list []Break) Breaks {
	list = slices.SortedFunc(slices.Values(list), func(a, b Break) int { return int(a.Start - b.Start) })
	texts := make([]string, len(list))
	for i, b := range list {
		texts[i] = fmt.Sprintf("%d-%d", int64(b.Start), int64(b.End))
		if b.Paid {
			texts[i] += "p"
		}
	}
	return Breaks(strings.Join(texts, " "))
}

// ParseBreaks parses the text of Breaks that came back with a form.
func ParseBreaks(text string) (Breaks, bool) {
	b := Breaks(text)
	return b, NewBreaks(b.List()) == b
}

// List returns the breaks, by start.
func (b Breaks) List() (list []Break) {
	for text := range strings.FieldsSeq(string(b)) {
		text, paid := strings.CutSuffix(text, "p")
		from, to, _ := strings.Cut(text, "-")
		start, err := strconv.ParseInt(from, 10, 64)
		end, err2 := strconv.ParseInt(to, 10, 64)
		if err == nil && err2 == nil {
			list = append(list, Break{db.Instant(start), db.Instant(end), paid})
		}
	}
	return list
}

// unpaid returns the milliseconds of the unpaid breaks.
func (b Breaks) unpaid() (sum db.Instant) {
	for _, x := range b.List() {
		if !x.Paid {
			sum += x.End - x.Start
		}
	}
	return sum
}

// audited returns the breaks as the audit log keeps them: "2026-11-20T17:00:00Z/2026-11-20T17:30:00Z", with " paid" after a paid one.
func (b Breaks) audited() string {
	var texts []string
	for _, x := range b.List() {
		text := x.Start.String() + "/" + x.End.String()
		if x.Paid {
			text += " paid"
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, ", ")
}

// AuditedBreaks parses what audited returned.
func AuditedBreaks(text string) Breaks {
	var list []Break
	for part := range strings.SplitSeq(text, ", ") {
		part, paid := strings.CutSuffix(part, " paid")
		from, to, _ := strings.Cut(part, "/")
		start, err := time.Parse(time.RFC3339Nano, from)
		end, err2 := time.Parse(time.RFC3339Nano, to)
		if err == nil && err2 == nil {
			list = append(list, Break{db.InstantOf(start), db.InstantOf(end), paid})
		}
	}
	return NewBreaks(list)
}

// validate adds the faults of the breaks of a shift from start to end.
func (b Breaks) validate(faults *errs.Fields, start, end db.Instant) {
	const field = "breaks"
	list := b.List()
	if len(list) > maxBreaks {
		faults.Add(field, "too_many_breaks", fmt.Sprintf("A shift has at most %d breaks.", maxBreaks))
		return
	}
	for i, x := range list {
		switch {
		case x.End <= x.Start:
			faults.Add(field, "end_before_start", "A break ends after it starts.")
		case x.Start < start || x.End > end:
			faults.Add(field, "break_outside", "A break lies within its shift.")
		case i > 0 && x.Start < list[i-1].End:
			faults.Add(field, "overlap", "Breaks do not overlap.")
		default:
			continue
		}
		return
	}
	if b.unpaid() >= end-start {
		faults.Add(field, "no_work_left", "A shift is longer than its unpaid breaks.")
	}
}
