package companydata

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"presence/app/platform/tablewriter"
	"presence/db"
)

// cell is one value of a row. It is read from the database or from a file, and written to the other.
type cell struct {
	column Column
	null   bool
	number int64  // of the kinds that are stored as numbers; a bool is 0 or 1
	text   string // of text, days and JSON
	bytes  []byte
}

// Scan implements sql.Scanner.
func (c *cell) Scan(src any) error {
	c.null, c.number, c.text, c.bytes = src == nil, 0, "", nil
	switch v := src.(type) {
	case nil:
		if !c.column.Nullable {
			return fmt.Errorf("%s has no value", c.column.Name)
		}
	case int64:
		c.number = v
	case bool:
		if v {
			c.number = 1
		}
	case string:
		c.text = v
	case []byte:
		if c.column.Kind == Hex || c.column.Kind == Base64 {
			c.bytes = v
		} else {
			c.text = string(v)
		}
	default:
		return fmt.Errorf("%s: no value of type %T", c.column.Name, src)
	}
	return nil
}

// argument returns the value for the database.
func (c *cell) argument() any {
	switch {
	case c.null:
		return nil
	case c.column.Kind == Bool:
		return c.number == 1
	}
	switch c.column.Kind {
	case Text, Day, JSON:
		return c.text
	case Hex, Base64:
		return c.bytes
	}
	return c.number
}

// written returns the value as text; "" for null, and for a time that is never.
func (c *cell) written() (string, error) {
	if c.null {
		return "", nil
	}
	switch c.column.Kind {
	case Int:
		return strconv.FormatInt(c.number, 10), nil
	case Bool:
		return strconv.FormatBool(c.number == 1), nil
	case Decimal2:
		return tablewriter.FormatDecimal(c.number, 2, 2), nil
	case Decimal4:
		return tablewriter.FormatDecimal(c.number, 4, 0), nil
	case Hex:
		return hex.EncodeToString(c.bytes), nil
	case Base64:
		return base64.StdEncoding.EncodeToString(c.bytes), nil
	case Instant:
		return c.writtenInstant()
	}
	return c.text, nil
}

func (c *cell) writtenInstant() (string, error) {
	if c.number == 0 && !c.column.Nullable {
		return "", nil
	}
	at := db.Instant(c.number).Time()
	if at.Year() < 0 || at.Year() > 9999 {
		return "", fmt.Errorf("%s: %d is no time that can be written", c.column.Name, c.number)
	}
	return at.Format(time.RFC3339Nano), nil
}

// parse reads what written returns. It accepts only that, so that a file which was read gives the same bytes when it is written again.
func (c *cell) parse(text string) error {
	c.null, c.number, c.text, c.bytes = false, 0, "", nil
	if text == "" && c.column.Kind != Text && c.column.Kind != Hex && c.column.Kind != Base64 || text == "" && c.column.Nullable {
		if c.null = c.column.Nullable; !c.null && c.column.Kind != Instant {
			return fmt.Errorf("%s has no value", c.column.Name)
		}
		return nil
	}
	err := c.parseValue(text)
	if err == nil && c.column.Kind != Text && c.column.Kind != JSON {
		var again string
		if again, err = c.written(); again != text {
			err = errors.New("not as this program writes it")
		}
	}
	if err != nil {
		return fmt.Errorf("%s is no value of kind %s: %.40q", c.column.Name, c.column.Kind, text)
	}
	return nil
}

func (c *cell) parseValue(text string) (err error) {
	switch c.column.Kind {
	case Int:
		c.number, err = strconv.ParseInt(text, 10, 64)
	case Bool:
		if text == "true" {
			c.number = 1
		}
	case Decimal2:
		c.number, err = parseDecimal(text, 2)
	case Decimal4:
		c.number, err = parseDecimal(text, 4)
	case Hex:
		c.bytes, err = hex.DecodeString(text)
	case Base64:
		c.bytes, err = base64.StdEncoding.DecodeString(text)
	case Instant:
		var at time.Time
		at, err = time.Parse(time.RFC3339Nano, text)
		c.number = int64(db.InstantOf(at))
	case Day:
		c.text = text
		_, err = db.ParseDay(text)
	default:
		c.text = text
		if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
			err = errors.New("no text")
		}
	}
	return err
}

// parseDecimal returns a number with at most that many decimals in units of 10^-places.
func parseDecimal(text string, places int) (int64, error) {
	whole, fraction, _ := strings.Cut(text, ".")
	if len(fraction) > places {
		return 0, strconv.ErrRange
	}
	return strconv.ParseInt(whole+fraction+strings.Repeat("0", places-len(fraction)), 10, 64)
}

// appendJSON writes the value as JSON.
func (c *cell) appendJSON(b *bytes.Buffer) error {
	text, err := c.written()
	if err != nil {
		return err
	}
	switch kind := c.column.Kind; {
	case c.null || text == "" && kind == Instant:
		b.WriteString("null")
		return nil
	case kind == JSON:
		if err := json.Compact(b, []byte(text)); err != nil {
			return fmt.Errorf("%s: %w", c.column.Name, err)
		}
		return nil
	case c.quoted():
		e := json.NewEncoder(b)
		e.SetEscapeHTML(false)
		err := e.Encode(text)
		b.Truncate(b.Len() - 1) // the line feed
		return err
	}
	b.WriteString(text)
	return nil
}

// quoted reports whether the value is a string in JSON.
func (c *cell) quoted() bool {
	switch c.column.Kind {
	case Int, Bool, Decimal2, Decimal4, JSON:
		return false
	}
	return true
}

// parseJSON reads what appendJSON writes.
func (c *cell) parseJSON(raw []byte) error {
	text := string(raw)
	switch {
	case text == "null" && (c.column.Nullable || c.column.Kind == Instant):
		return c.parse("")
	case c.quoted():
		if err := json.Unmarshal(raw, &text); err != nil || text == "" && c.column.Nullable || raw[0] != '"' {
			return fmt.Errorf("%s is no value of kind %s: %.40q", c.column.Name, c.column.Kind, raw)
		}
	}
	return c.parse(text)
}
