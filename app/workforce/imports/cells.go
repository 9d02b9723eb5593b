package imports

import (
	"strconv"
	"strings"

	"presence/app/platform/contact"
	"presence/app/platform/errs"
	"presence/db"
)

// layout says how the lines of a file are read.
type layout struct {
	columns map[string]int // the column of each field
	days    DayOrder
	company int64 // of new employees, where the file has no column for it
}

// layout returns how the lines of an import are read.
func (im Import) layout() layout {
	return layout{columnsOf(im.Fields), im.DayOrder, im.Company}
}

// cells reads the cells of one line by their fields, and collects the faults of those that cannot be read.
type cells struct {
	layout
	row    []string
	faults errs.Fields
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

// clock returns the time of day in a cell, without a day before it and without full seconds after it, as spreadsheets write them. A cell
// with a day alone is returned as it is.
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
	if dayFirst, monthFirst := readings(text[:at]); dayFirst.IsZero() && monthFirst.IsZero() {
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

func (c *cells) phone() *int64 { return c.number("phone_number", contact.PhonePunctuation) }

// spaces are what people write between the digits of a number.
const spaces = " \u00a0\u202f"

// day returns a cell with a day; the zero Day for an empty one.
func (c *cells) day(field string) *db.Day {
	text := c.text(field)
	if text == nil {
		return nil
	}
	d, _ := c.parseDay(field, *text)
	return &d
}

// parseDay returns the day that the text of a field means.
func (c *cells) parseDay(field, text string) (db.Day, bool) {
	d, ok, ambiguous := c.days.parseDay(text)
	switch {
	case ambiguous:
		c.faults.Add(field, "day_order", "This date can mean two days: say whether the day or the month comes first.")
	case !ok && isWrittenAsDay(text):
		c.faults.Add(field, "no_such_day", "There is no such day.")
	case !ok:
		c.faults.Add(field, "day", "Expected a day as YYYY-MM-DD.")
	}
	return d, ok
}
