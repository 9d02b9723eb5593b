package db

import (
	"database/sql/driver"
	"fmt"
	"time"
)

// Instant is a point in time, stored as unix milliseconds, so that both engines compare and index it in the same way. Zero
// means "never".
type Instant int64

// InstantOf converts a time, rounded down to the millisecond.
func InstantOf(t time.Time) Instant { return Instant(t.UnixMilli()) }

// Add returns the instant d later; d may be negative.
func (i Instant) Add(d time.Duration) Instant { return i + Instant(d.Milliseconds()) }

// Sub returns the time from o to the instant.
func (i Instant) Sub(o Instant) time.Duration { return time.Duration(i-o) * time.Millisecond }

// Time returns the instant as a time in UTC.
func (i Instant) Time() time.Time { return time.UnixMilli(int64(i)).UTC() }

// String formats the instant by RFC 3339 in UTC, as in the API (C5).
func (i Instant) String() string { return i.Time().Format(time.RFC3339Nano) }

// Day is a calendar day without time and zone, stored as ISO text. The zero Day means "none".
type Day struct{ n int32 } // days since 0000-12-31 in the proleptic Gregorian calendar; 0 is none

const epochDay = 719163 // 1970-01-01

// NewDay normalizes its arguments like time.Date: month 13 is January of the next year.
func NewDay(year int, month time.Month, day int) Day {
	return Day{int32(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix()/86400) + epochDay}
}

// DayOf returns the calendar day of t in t's own location.
func DayOf(t time.Time) Day { return NewDay(t.Date()) }

// ParseDay parses YYYY-MM-DD; the day must exist and be in the years 0001 to 9999.
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

// IsZero reports whether d is the zero Day ("none").
func (d Day) IsZero() bool { return d.n == 0 }

// Add returns the day n days later; n may be negative.
func (d Day) Add(n int) Day { return Day{d.n + int32(n)} }

// Sub returns the number of days from o to d.
func (d Day) Sub(o Day) int { return int(d.n - o.n) }

// Before reports whether d is before o.
func (d Day) Before(o Day) bool { return d.n < o.n }

// After reports whether d is after o.
func (d Day) After(o Day) bool { return d.n > o.n }

// Compare returns a negative number, zero or a positive number, for slices.SortFunc.
func (d Day) Compare(o Day) int { return int(d.n - o.n) }

// Weekday returns the day of the week.
func (d Day) Weekday() time.Weekday { return time.Weekday((d.n%7 + 7) % 7) } // 0000-12-31 was a Sunday

// Week returns the Sunday on which the day's week begins (W3: Sunday to Saturday).
func (d Day) Week() Day { return d.Add(-int(d.Weekday())) }

// In returns midnight of the day in loc, or the first moment of the day if midnight does not exist.
func (d Day) In(loc *time.Location) time.Time {
	y, m, dd := d.Date()
	return time.Date(y, m, dd, 0, 0, 0, 0, loc)
}

// Date returns the day's year, month and day of the month.
func (d Day) Date() (year int, month time.Month, day int) {
	return time.Unix(int64(d.n-epochDay)*86400, 0).UTC().Date()
}

// MinDay returns the earlier of two days.
func MinDay(a, b Day) Day {
	if b.Before(a) {
		return b
	}
	return a
}

// MaxDay returns the later of two days.
func MaxDay(a, b Day) Day {
	if b.After(a) {
		return b
	}
	return a
}

// String returns YYYY-MM-DD; "" for the zero Day.
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

// Value implements driver.Valuer: ISO text, NULL for the zero Day.
func (d Day) Value() (driver.Value, error) {
	if d.IsZero() {
		return nil, nil
	}
	return d.String(), nil
}

// Scan implements sql.Scanner for what Value returns.
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
