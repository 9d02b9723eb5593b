package imports

import (
	"strconv"
	"strings"
	"time"

	"presence/app/platform/contact"
	"presence/app/platform/errs"
	"presence/db"
)

// cells reads the cells of one line by their fields, and collects the faults of those that cannot be read.
type cells struct {
	columns map[string]int // the column of each field
	row     []string
	faults  errs.Fields
}

// columnsOf returns the column of each field.
func columnsOf(fields []string) map[string]int {
	columns := map[string]int{}
	for i, field := range fields {
		if field != "" {
			columns[field] = i
		}
	}
	return columns
}

// text returns a cell without the spaces around it; nil if the file has no such column.
func (c *cells) text(field string) *string {
	at, ok := c.columns[field]
	if !ok {
		return nil
	}
	s := ""
	if at < len(c.row) {
		s = strings.TrimSpace(c.row[at])
	}
	if rest, ok := strings.CutPrefix(s, "'"); ok && strings.IndexByte("0123456789=+-@", (rest + " ")[0]) >= 0 {
		s = rest // an apostrophe makes a spreadsheet take a number or a formula as text
	}
	return &s
}

// or returns a cell without the spaces around it; "" if the file has no such column.
func (c *cells) or(field string) string {
	if s := c.text(field); s != nil {
		return *s
	}
	return ""
}

// clock returns the time of day in a cell, without a day before it and without full seconds after it, as spreadsheets write them.
func (c *cells) clock(field string) string {
	text := c.or(field)
	if rest := afterDay(text); rest != "" {
		text = rest
	}
	if strings.Count(text, ":") == 2 {
		text = strings.TrimSuffix(text, ":00")
	}
	return text
}

// afterDay returns what follows the day in a text that begins with one: 2026-01-31 08:30, or the same with a T between.
func afterDay(text string) string {
	at := strings.IndexAny(text, " T")
	if at < 0 {
		return ""
	}
	if d, ok := parseDay(text[:at]); !ok || d.IsZero() {
		return ""
	}
	return strings.TrimSpace(text[at+1:])
}

// number returns a cell of digits; 0 for an empty one.
func (c *cells) number(field, ignored string) *int64 {
	text := c.text(field)
	if text == nil {
		return nil
	}
	digits := strings.Map(func(r rune) rune {
		if strings.ContainsRune(ignored, r) {
			return -1
		}
		return r
	}, *text)
	n := int64(0)
	if digits != "" {
		var err error
		if n, err = strconv.ParseInt(digits, 10, 64); err != nil {
			c.faults.Add(field, "number", "Expected a whole number.")
		}
	}
	return &n
}

func (c *cells) phone(field string) *int64 { return c.number(field, contact.PhonePunctuation) }

// spaces are what people write between the digits of a number.
const spaces = " \u00a0\u202f"

// day returns a cell with a day; the zero Day for an empty one.
func (c *cells) day(field string) *db.Day {
	text := c.text(field)
	if text == nil {
		return nil
	}
	d, ok := parseDay(*text)
	if !ok {
		c.faults.Add(field, "day", "Expected a day as YYYY-MM-DD.")
	}
	return &d
}

// parseDay reads 2026-01-31, 2026/01/31, 20260131 and, if it can only mean one day, 31/01/2026 or 1/31/2026; a time of day is ignored.
// An empty text is the zero Day.
func parseDay(text string) (d db.Day, ok bool) {
	if text == "" {
		return d, true
	}
	text, _, _ = strings.Cut(strings.Replace(text, "T", " ", 1), " ")
	text = strings.NewReplacer("/", "-", ".", "-").Replace(text)
	for _, layout := range []string{"2006-1-2", "20060102"} {
		if t, err := time.Parse(layout, text); err == nil && t.Year() >= 1900 {
			return db.DayOf(t), true
		}
	}
	dayFirst, first := time.Parse("2-1-2006", text)
	monthFirst, second := time.Parse("1-2-2006", text)
	switch {
	case first == nil && (second != nil || dayFirst.Equal(monthFirst)):
		return db.DayOf(dayFirst), dayFirst.Year() >= 1900
	case second == nil && first != nil:
		return db.DayOf(monthFirst), monthFirst.Year() >= 1900
	}
	return d, false
}
