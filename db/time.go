package db

import (
	"database/sql/driver"
	"fmt"
	"time"
)

// Instant is a moment, stored as unix milliseconds, so that both engines compare and index it alike. Zero is "never".
type Instant int64

// InstantOf rounds down to the millisecond.
func InstantOf(t time.Time) Instant { return Instant(t.UnixMilli()) }

// Time is the moment in UTC.
func (i Instant) Time() time.Time { return time.UnixMilli(int64(i)).UTC() }

// String is RFC 3339 in UTC, as the API answers it (C5).
func (i Instant) String() string { return i.Time().Format(time.RFC3339Nano) }

// Day is a calendar day without a time or a zone, stored as ISO text. The zero Day is "none".
type Day struct{ n int32 } // days since 0000-12-31 in the proleptic Gregorian calendar; 0 is none

const epochDay = 719163 // 1970-01-01

// NewDay normalises like time.Date: month 13 is January of the next year.
func NewDay(year int, month time.Month, day int) Day {
	return Day{int32(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix()/86400) + epochDay}
}

// DayOf is the calendar day of t in t's own location.
func DayOf(t time.Time) Day { return NewDay(t.Date()) }

// ParseDay reads YYYY-MM-DD of a day that exists, in the years 0001 to 9999.
func ParseDay(s string) (Day, error) {
	if len(s) != 10 {
		return Day{}, fmt.Errorf("a day is written YYYY-MM-DD")
	}
	t, err := time.Parse(time.DateOnly, s)
	if err != nil || t.Year() < 1 {
		return Day{}, fmt.Errorf("a day is written YYYY-MM-DD and must exist")
	}
	return DayOf(t), nil
}

// MustDay is ParseDay for literals.
func MustDay(s string) Day {
	d, err := ParseDay(s)
	if err != nil {
		panic(err)
	}
	return d
}

// IsZero tells "none".
func (d Day) IsZero() bool { return d.n == 0 }

// Add goes n days on, or back.
func (d Day) Add(n int) Day { return Day{d.n + int32(n)} }

// Sub counts the days from o to d.
func (d Day) Sub(o Day) int { return int(d.n - o.n) }

// Before tells whether d comes earlier than o.
func (d Day) Before(o Day) bool { return d.n < o.n }

// After tells whether d comes later than o.
func (d Day) After(o Day) bool { return d.n > o.n }

// Compare orders days for slices.SortFunc.
func (d Day) Compare(o Day) int { return int(d.n - o.n) }

// Weekday of the day.
func (d Day) Weekday() time.Weekday { return d.In(time.UTC).Weekday() }

// Week is the Sunday that opens the day's week (W3: Sunday to Saturday).
func (d Day) Week() Day { return d.Add(-int(d.Weekday())) }

// In is midnight of the day in loc (the first moment that exists, where midnight does not).
func (d Day) In(loc *time.Location) time.Time {
	y, m, dd := d.Date()
	return time.Date(y, m, dd, 0, 0, 0, 0, loc)
}

// Date splits the day.
func (d Day) Date() (year int, month time.Month, day int) {
	return time.Unix(int64(d.n-epochDay)*86400, 0).UTC().Date()
}

// String is YYYY-MM-DD, or empty for none.
func (d Day) String() string {
	if d.IsZero() {
		return ""
	}
	y, m, dd := d.Date()
	b := []byte("0000-00-00")
	for i, v := 3, y; i >= 0; i, v = i-1, v/10 {
		b[i] = byte('0' + v%10)
	}
	b[5], b[6] = byte('0'+int(m)/10), byte('0'+int(m)%10)
	b[8], b[9] = byte('0'+dd/10), byte('0'+dd%10)
	return string(b)
}

// MarshalText writes YYYY-MM-DD.
func (d Day) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads YYYY-MM-DD.
func (d *Day) UnmarshalText(b []byte) (err error) {
	if len(b) == 0 {
		*d = Day{}
		return nil
	}
	*d, err = ParseDay(string(b))
	return err
}

// Value stores ISO text, NULL for none.
func (d Day) Value() (driver.Value, error) {
	if d.IsZero() {
		return nil, nil
	}
	return d.String(), nil
}

// Scan reads what Value stored.
func (d *Day) Scan(src any) (err error) {
	switch v := src.(type) {
	case nil:
		*d = Day{}
	case string:
		*d, err = ParseDay(v)
	case []byte:
		*d, err = ParseDay(string(v))
	default:
		err = fmt.Errorf("a day is stored as text, not %T", src)
	}
	return err
}
