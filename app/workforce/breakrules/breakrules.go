// Package breakrules has the rules for the breaks of shifts that are entered or clocked without any. There is one rule for the company, and
// an employee may have another one.
package breakrules

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"presence/app/platform/errs"
	"presence/app/platform/i18n"
)

// Break is a break of some minutes.
type Break struct {
	Minutes int64
	Paid    bool
}

// Rule says which breaks shifts get by their length; the zero value gives none.
type Rule struct{ steps []step }

// step are the breaks of shifts that are at least so long.
type step struct {
	from   int64 // minutes
	breaks []Break
}

// None is the rule of an employee whose shifts get no breaks, whatever the company's rule says.
const None = "none"

const (
	maxSteps   = 4
	maxBreaks  = 4   // of a step
	maxMinutes = 120 // of a break
	wholeDay   = 24 * 60
)

// For returns the breaks of a shift of some minutes: those of the longest step that it reaches.
func (r Rule) For(minutes int64) (breaks []Break) {
	for _, s := range r.steps {
		if minutes >= s.from {
			breaks = s.breaks
		}
	}
	return breaks
}

// Each calls fn for every break of the rule, with the hours of the shortest shift that gets it, the shortest first.
func (r Rule) Each(fn func(hours string, b Break)) {
	for _, s := range r.steps {
		for _, b := range s.breaks {
			fn(s.hours(), b)
		}
	}
}

// Empty reports whether no shift gets breaks.
func (r Rule) Empty() bool { return len(r.steps) == 0 }

// Of returns the rule of an employee: their own if they have one, else the company's.
func Of(company Rule, own string) Rule {
	if own == "" {
		return company
	}
	r, _ := Parse(own) // it was valid when it was stored
	return r
}

// CleanOwn checks the own rule of an employee, and returns it as it is stored: empty for the company's rule, None, or a rule.
func CleanOwn(text string) (string, bool) {
	text = strings.TrimSpace(text)
	if text == "" {
		return "", true
	}
	r, ok := Parse(text)
	if r.Empty() {
		return None, ok
	}
	return r.String(), ok
}

var (
	noneWord = regexp.MustCompile(`(?i)^(none|aucune|no breaks|aucune pause)$`)
	fromText = regexp.MustCompile(`(?i)^(\d{1,2}(?:[.,]\d{1,2})?)\s*(?:h|hours?|heures?)?$`)
	lengthOf = regexp.MustCompile(`(?i)^(\d{1,3})\s*(?:min\.?|minutes?)?$`)
	paidWord = regexp.MustCompile(`(?i)\s*\(?(payées?|payees?|paid)\)?$`)
)

// Parse parses a rule: steps separated by semicolons, each with the hours from which it applies and the minutes of its breaks,
// "5 h: 30; 10 h: 30 + 15 paid". None and an empty text are the empty rule. ok is false for what is no rule, and for breaks that do not
// fit into the middle of the shortest shift that gets them.
func Parse(text string) (r Rule, ok bool) {
	if text = strings.TrimSpace(text); text == "" || noneWord.MatchString(text) {
		return Rule{}, true
	}
	for part := range strings.SplitSeq(strings.Trim(text, "; "), ";") {
		s, ok := parseStep(part)
		if !ok {
			return Rule{}, false
		}
		r.steps = append(r.steps, s)
	}
	slices.SortFunc(r.steps, func(a, b step) int { return cmp.Compare(a.from, b.from) })
	for i, s := range r.steps {
		if i == maxSteps || i > 0 && s.from == r.steps[i-1].from {
			return Rule{}, false
		}
	}
	return r, true
}

func parseStep(text string) (s step, ok bool) {
	from, list, found := strings.Cut(strings.ReplaceAll(text, "\u00a0", " "), ":")
	m := fromText.FindStringSubmatch(strings.TrimSpace(from))
	if !found || m == nil {
		return s, false
	}
	hours, _ := strconv.ParseFloat(strings.Replace(m[1], ",", ".", 1), 64)
	s.from = int64(hours*60 + 0.5)
	for part := range strings.SplitSeq(list, "+") {
		part = strings.TrimSpace(part)
		rest, paid := CutPaid(part)
		minutes, ok := ReadMinutes(rest)
		if !ok {
			return s, false
		}
		s.breaks = append(s.breaks, Break{minutes, paid})
	}
	return s, s.fits()
}

// CutPaid returns what people typed of a break without the word that says that it is paid, and whether there was one.
func CutPaid(text string) (rest string, paid bool) {
	rest = paidWord.ReplaceAllString(text, "")
	return rest, rest != text
}

// ReadMinutes reads a typed number of minutes, of one to three digits: 30, 30 min.
func ReadMinutes(text string) (n int64, ok bool) {
	m := lengthOf.FindStringSubmatch(text)
	if m == nil {
		return 0, false
	}
	n, _ = strconv.ParseInt(m[1], 10, 64)
	return n, true
}

// fits reports whether the breaks lie apart and within the shortest shift of the step when they divide it evenly and begin on the five
// minutes.
func (s step) fits() bool {
	n := int64(len(s.breaks))
	room := s.from/(n+1) - 5
	return n <= maxBreaks && s.from <= wholeDay && !slices.ContainsFunc(s.breaks, func(b Break) bool {
		return b.Minutes < 1 || b.Minutes > min(room, maxMinutes)
	})
}

// hours returns from in hours. Two decimals are less than half a minute from any minute.
func (s step) hours() string {
	return strconv.FormatFloat(math.Round(float64(s.from)/60*100)/100, 'f', -1, 64)
}

// String returns the rule as it is stored; Parse can parse it.
func (r Rule) String() string {
	return r.format(func(s step) string { return s.hours() + " h: " + formatBreaks(s.breaks, " paid", "") })
}

// Text returns the rule in words: shift of 5 h or more: 30 min; shift of 10 h or more: 30 min + 15 min (paid).
func (r Rule) Text(l i18n.Lang) string {
	return r.format(func(s step) string {
		return l.F(i18n.BreaksFrom, l.Hours(s.from), formatBreaks(s.breaks, " "+l.T(i18n.TimePaidBreak), "\u00a0min"))
	})
}

func (r Rule) format(each func(step) string) string {
	texts := make([]string, len(r.steps))
	for i, s := range r.steps {
		texts[i] = each(s)
	}
	return strings.Join(texts, "; ")
}

func formatBreaks(list []Break, paid, unit string) string {
	texts := make([]string, len(list))
	for i, b := range list {
		texts[i] = strconv.FormatInt(b.Minutes, 10) + unit
		if b.Paid {
			texts[i] += paid
		}
	}
	return strings.Join(texts, " + ")
}

// Fault is the code of the error for a text that is no rule.
const Fault = "break_rule"

// AddFault adds the error for a text that is no rule.
func AddFault(faults *errs.Fields, field string) {
	faults.Add(field, Fault, "Expected hours and minutes such as 5 h: 30; 10 h: 30 + 15 paid, with breaks that fit into shifts of that length.")
}
