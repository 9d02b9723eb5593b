package shifts

import (
	"database/sql"
	"fmt"
	"slices"
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

// Breaks are the breaks of a shift, sorted by start, as the database and the audit log keep them: the ISO 8601 interval of each, with a
// word after a paid one: "2026-11-20T15:00:00Z/2026-11-20T15:15:00Z paid, 2026-11-20T17:00:00Z/2026-11-20T17:30:00Z". They are a text
// because a shift is compared with ==.
type Breaks string

// MaxBreaks is how many breaks a shift has at most.
const MaxBreaks = 20

// NewBreaks sorts a list and returns it as Breaks.
func NewBreaks(list []Break) Breaks {
	list = slices.SortedFunc(slices.Values(list), func(a, b Break) int { return int(a.Start - b.Start) })
	texts := make([]string, len(list))
	for i, b := range list {
		texts[i] = b.Start.String() + "/" + b.End.String()
		if b.Paid {
			texts[i] += paid
		}
	}
	return Breaks(strings.Join(texts, between))
}

const (
	between = ", "
	paid    = " paid"
)

// ParseBreaks parses the text of Breaks that came back with a form.
func ParseBreaks(text string) (Breaks, bool) {
	list, err := Breaks(text).parse()
	return Breaks(text), err == nil && NewBreaks(list) == Breaks(text)
}

// Scan implements sql.Scanner. It fails for a text that cannot be read: a break that was left out would be paid.
func (b *Breaks) Scan(value any) error {
	var text sql.Null[string]
	if err := text.Scan(value); err != nil {
		return err
	}
	*b = Breaks(text.V)
	_, err := b.parse()
	return err
}

func (b Breaks) parse() (list []Break, err error) {
	if b == "" {
		return nil, nil
	}
	for text := range strings.SplitSeq(string(b), between) {
		text, isPaid := strings.CutSuffix(text, paid)
		from, to, _ := strings.Cut(text, "/")
		start, err := time.Parse(time.RFC3339, from)
		if err != nil {
			return nil, fmt.Errorf("breaks: %w", err)
		}
		end, err := time.Parse(time.RFC3339, to)
		if err != nil {
			return nil, fmt.Errorf("breaks: %w", err)
		}
		list = append(list, Break{db.InstantOf(start), db.InstantOf(end), isPaid})
	}
	return list, nil
}

// List returns the breaks, by start.
func (b Breaks) List() []Break {
	list, _ := b.parse() // the text is from NewBreaks, or was checked when it was read
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

// Later returns the breaks some milliseconds later.
func (b Breaks) Later(by db.Instant) Breaks {
	list := b.List()
	for i := range list {
		list[i].Start, list[i].End = list[i].Start+by, list[i].End+by
	}
	return NewBreaks(list)
}

// Until returns the breaks that begin before the end of their shift; a break that ends later is cut off there.
func (b Breaks) Until(end db.Instant) Breaks {
	var list []Break
	for _, x := range b.List() {
		if x.Start < end {
			list = append(list, Break{x.Start, min(x.End, end), x.Paid})
		}
	}
	return NewBreaks(list)
}

// validate adds the faults of the breaks of a shift from start to end.
func (b Breaks) validate(faults *errs.Fields, start, end db.Instant) {
	const field = "breaks"
	list := b.List()
	if len(list) > MaxBreaks {
		faults.Add(field, "too_many_breaks", fmt.Sprintf("A shift has at most %d breaks.", MaxBreaks))
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
